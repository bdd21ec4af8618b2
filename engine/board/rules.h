/* SPDX-License-Identifier: MIT
 *
 * The variant table: one row per game, every field a fact of its law. Code asks the row, never the
 * name of the game. The rows stand in rules_table.h, where the move generator can see them as
 * compile-time constants; everybody else looks a row up here. */
#ifndef HUFF_ENGINE_BOARD_RULES_H
#define HUFF_ENGINE_BOARD_RULES_H

#include "engine/board/geometry.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum {
    COLOR_WHITE,
    COLOR_BLACK,
    COLOR_COUNT,
} Color;

static inline Color color_other(Color color) {
    return color == COLOR_WHITE ? COLOR_BLACK : COLOR_WHITE;
}

typedef enum {
    VARIANT_INTERNATIONAL,
    VARIANT_ENGLISH,
    VARIANT_COUNT,
} VariantId;

/* Which of the possible captures are legal. */
typedef enum {
    PRIORITY_FREE, /* any of them, each carried on as far as it goes */
    PRIORITY_MOST, /* only those that take the most pieces */
} CapturePriority;

/* A material balance in which the game is drawn after a fixed number of plies: a lone king against
 * `pieces_min`..`pieces_max` pieces, at least one of them a king. The ply that brings the balance
 * about is not counted; a change from one row's balance to another's starts the count anew. */
typedef struct {
    uint8_t pieces_min, pieces_max;
    uint8_t plies;
    const char *article;
} CountedEnding;

enum {
    COUNTED_ENDINGS_MAX = 2,
    RULES_ALIASES_MAX = 4,
};

typedef struct Rules {
    const char *name;                       /* "international", ... */
    const char *aliases[RULES_ALIASES_MAX]; /* other names GUIs use; NULL ends the list early */
    const char *hub_name;                   /* the name Hub GUIs know it by */
    const char *title;                      /* for people */
    const char *source;                     /* the law book the row is taken from */
    VariantId id;
    GeometryId geometry;
    uint8_t width, height; /* columns and rows of the board */
    uint8_t men_rows;      /* rows each side fills with men at the start */
    Color first;           /* the side that begins */
    bool men_capture_backward;
    bool kings_fly; /* any distance before and after the captured piece */
    CapturePriority priority;
    uint8_t repetition_limit; /* occurrences of a position that draw; 0 = no such rule */
    const char *repetition_article;
    uint16_t quiet_ply_limit; /* plies without man's move or capture that draw; 0 = no such rule */
    const char *quiet_article;
    CountedEnding endings[COUNTED_ENDINGS_MAX]; /* a row with plies 0 ends the list */
    uint8_t pdn_game_type;
    const char *pdn_results[3]; /* results for: White won, draw, Black won */
} Rules;

/* The row of a variant; constant, never NULL. */
const Rules *rules_get(VariantId id);

/* The row whose name, Hub name or alias is `name` (letter case ignored), or NULL. */
const Rules *rules_find(const char *name);

/* All playable cells of the variant's board. */
static inline Bitboard rules_board_mask(const Rules *rules) {
    Bitboard mask = 0;
    for (int row = 0; row < rules->height; row++)
        mask |= geometry_row_mask(rules->width, row);
    return mask;
}

/* The row on which men of `color` are crowned. */
static inline Bitboard rules_crowning_mask(const Rules *rules, Color color) {
    return geometry_row_mask(rules->width, color == COLOR_WHITE ? 0 : rules->height - 1);
}

/* The cells that men of `color` hold at the start. */
static inline Bitboard rules_start_mask(const Rules *rules, Color color) {
    Bitboard mask = 0;
    for (int i = 0; i < rules->men_rows; i++)
        mask |= geometry_row_mask(rules->width, color == COLOR_WHITE ? rules->height - 1 - i : i);
    return mask;
}

static inline const Geometry *rules_geometry(const Rules *rules) {
    return &geometry_table[rules->geometry];
}

#endif
