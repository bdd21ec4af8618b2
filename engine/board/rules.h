/* SPDX-License-Identifier: MIT
 *
 * The variant table: one row per game, every field a fact of its law. Code asks the row, never the
 * name of the game. The rows stand in rules_table.h, where the move generator can see them as
 * compile-time constants; everybody else looks a row up here. */
#ifndef HUFF_ENGINE_BOARD_RULES_H
#define HUFF_ENGINE_BOARD_RULES_H

#include "engine/board/geometry.h"

#include <stddef.h>

typedef enum {
    COLOR_WHITE,
    COLOR_BLACK,
    COLOR_COUNT,
} Color;

BOARD_INLINE Color color_other(Color color) {
    return color == COLOR_WHITE ? COLOR_BLACK : COLOR_WHITE;
}

/* Variants on boards of at most NARROW_CELL_COUNT cells: VARIANT(row, id, Hub name). `row` is the
 * end of the name of the row, rules_<row> in rules_table.h; the Hub name is that of the row. */
#define RULES_NARROW_VARIANTS(VARIANT)                                                             \
    VARIANT(international, INTERNATIONAL, "normal")                                                \
    VARIANT(english, ENGLISH, "english")                                                           \
    VARIANT(frisian, FRISIAN, "frisian")                                                           \
    VARIANT(frysk, FRYSK, "frysk")                                                                 \
    VARIANT(killer, KILLER, "killer")                                                              \
    VARIANT(breakthrough, BREAKTHROUGH, "bt")                                                      \
    VARIANT(losing, LOSING, "losing")                                                              \
    VARIANT(losing_english, LOSING_ENGLISH, "losing-english")                                      \
    VARIANT(brazilian, BRAZILIAN, "brazilian")                                                     \
    VARIANT(russian, RUSSIAN, "russian")                                                           \
    VARIANT(pool, POOL, "pool")                                                                    \
    VARIANT(italian, ITALIAN, "italian")                                                           \
    VARIANT(spanish, SPANISH, "spanish")                                                           \
    VARIANT(portuguese, PORTUGUESE, "portuguese")                                                  \
    VARIANT(czech, CZECH, "czech")                                                                 \
    VARIANT(turkish, TURKISH, "turkish")                                                           \
    VARIANT(thai, THAI, "thai")

/* Variants on larger boards. */
#define RULES_WIDE_VARIANTS(VARIANT) VARIANT(canadian, CANADIAN, "canadian")

#define RULES_VARIANTS(VARIANT)                                                                    \
    RULES_NARROW_VARIANTS(VARIANT)                                                                 \
    RULES_WIDE_VARIANTS(VARIANT)

#define RULES_VARIANT_ID(row, id, hub_name) VARIANT_##id,
typedef enum {
    RULES_VARIANTS(RULES_VARIANT_ID) VARIANT_COUNT,
} VariantId;
#undef RULES_VARIANT_ID

/* The Hub names of all variants in the order of their ids, each after a blank. */
#define RULES_HUB_NAME(row, id, hub_name) " " hub_name
#define RULES_HUB_NAMES RULES_VARIANTS(RULES_HUB_NAME)

/* What a capture is worth: only captures of the highest worth are legal. Without any, all are. */
typedef struct {
    int32_t piece;   /* each piece taken */
    int32_t king;    /* more for each king among them */
    int32_t by_king; /* a king takes */
    bool king_order; /* of equal ones that which meets kings earlier: RULES_ORDER_BITS low bits */
} CaptureWorth;

enum {
    RULES_ORDER_BITS = 18 /* pieces of 8x8 that can be jumped: those off the edge */
};

typedef enum {
    ENDING_LONE_KING,  /* one side has nothing but one king, the other a king at least */
    ENDING_BOTH_KINGS, /* both sides have a king */
    ENDING_FEW,        /* both sides have a piece */
} EndingKind;

/* A material balance in which the game is drawn after a fixed number of plies. The ply that brings
 * the balance about is not counted; a change from one row's balance to another's starts the count
 * anew. The first row that fits counts. */
typedef struct {
    EndingKind kind;
    uint8_t pieces_min, pieces_max; /* against the lone king, or of both sides together */
    uint8_t kings_min;              /* among the pieces against the lone king */
    bool on_main_road;              /* the lone king stands on the long diagonal */
    bool anew;                      /* every capture and promotion starts the count anew */
    uint8_t plies;                  /* 0 ends a list of rows */
    const char *article;
} CountedEnding;

enum {
    COUNTED_ENDINGS_MAX = 5,
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
    bool all_squares;      /* pieces stand on light squares too */
    uint8_t men_rows;      /* rows each side fills with men at the start */
    uint8_t men_first_row; /* the first of them, 0 being the one next to the player */
    Color first;           /* the side that begins */
    DirectionSet men_move, men_capture, kings_move, kings_capture;
    bool kings_fly;          /* any distance before and after the captured piece */
    bool kings_land_next;    /* but after it only the next square */
    bool kings_stop_at_king; /* the same where a capture ends by taking a king */
    bool men_spare_kings;    /* a man may not take a king */
    bool taken_at_once;      /* a piece taken leaves at once, not after the whole capture */
    bool no_turning_back;    /* a king may not turn by 180 degrees within a capture */
    bool crowned_in_passing; /* a man that reaches its crowning row within a capture goes on as a
                                king; elsewhere it is crowned only if it ends there */
    CaptureWorth worth;
    bool king_wins;           /* the first king wins the game */
    bool no_move_wins;        /* so does to have no move; elsewhere it loses */
    uint8_t king_run_limit;   /* quiet moves in a row by one king of a side that has men; 0 = no
                                 such rule. At most 3 (KingRun) */
    uint8_t repetition_limit; /* occurrences of a position that draw; 0 = no such rule */
    const char *repetition_article;
    uint16_t quiet_ply_limit; /* plies without man's move or capture that draw; 0 = no such rule */
    const char *quiet_article;
    CountedEnding endings[COUNTED_ENDINGS_MAX]; /* a row with plies 0 ends the list */
    bool algebraic;                             /* people write a1 for squares, not numbers */
    uint8_t pdn_game_type;
    const char *pdn_game_type_text; /* in full where the number alone stands for other square
                                       numbers than ours, else NULL */
    const char *pdn_results[3];     /* results for: White won, draw, Black won */
} Rules;

/* The row of a variant; constant, never NULL. */
const Rules *rules_get(VariantId id);

/* The row whose name, Hub name or alias is `name` (letter case ignored), or NULL. */
const Rules *rules_find(const char *name);

/* Whether all cells of the variant's board are below NARROW_CELL_COUNT. */
BOARD_INLINE bool rules_are_narrow(const Rules *rules) {
    return rules->width <= 10;
}

/* Bit distance of one step in a direction on the variant's board. */
BOARD_INLINE int rules_step(const Rules *rules, Direction direction) {
    if (!rules->all_squares)
        return geometry_step(rules->width, direction);
    switch (direction) {
    case DIRECTION_LEFT:
        return -1;
    case DIRECTION_RIGHT:
        return 1;
    case DIRECTION_UP:
        return -rules->width;
    case DIRECTION_DOWN:
        return rules->width;
    default:
        return 0; /* nobody moves so there */
    }
}

/* Whether White (or Black, who sees the board upside down) may go in a direction of the set. */
BOARD_INLINE bool rules_allows(DirectionSet set, Color color, Direction direction) {
    int seen = direction;
    if (color == COLOR_BLACK && direction < DIRECTION_COUNT)
        seen ^= 1;
    else if (color == COLOR_BLACK && (direction == DIRECTION_UP || direction == DIRECTION_DOWN))
        seen ^= 2;
    return set >> seen & 1;
}

/* Cells of row `row`, 0 at the top. */
BOARD_INLINE Bitboard rules_row_mask(const Rules *rules, int row) {
    if (rules->all_squares)
        return (((Bitboard)1 << rules->width) - 1) << row * rules->width;
    return geometry_row_mask(rules->width, row);
}

/* All playable cells of the variant's board. */
BOARD_INLINE Bitboard rules_board_mask(const Rules *rules) {
    Bitboard mask = 0;
    for (int row = 0; row < rules->height; row++)
        mask |= rules_row_mask(rules, row);
    return mask;
}

/* The row on which men of `color` are crowned. */
BOARD_INLINE Bitboard rules_crowning_mask(const Rules *rules, Color color) {
    return rules_row_mask(rules, color == COLOR_WHITE ? 0 : rules->height - 1);
}

/* The cells that men of `color` hold at the start. */
static inline Bitboard rules_start_mask(const Rules *rules, Color color) {
    Bitboard mask = 0;
    for (int i = 0; i < rules->men_rows; i++) {
        int row = rules->men_first_row + i;
        mask |= rules_row_mask(rules, color == COLOR_WHITE ? rules->height - 1 - row : row);
    }
    return mask;
}

/* The long diagonal from the left corner next to White (as the cells are laid out). */
static inline Bitboard rules_main_road_mask(const Rules *rules) {
    Bitboard mask = 0;
    for (int row = 0; row < rules->height && !rules->all_squares; row++)
        mask |=
            (Bitboard)1 << (geometry_row_cell(rules->width, row) + (rules->width - 1 - row) / 2);
    return mask;
}

/* Men of both sides at the start. */
static inline int rules_men_count(const Rules *rules) {
    return rules->men_rows * rules->width * (rules->all_squares ? 2 : 1);
}

static inline const Geometry *rules_geometry(const Rules *rules) {
    return &geometry_table[rules->geometry];
}

#endif
