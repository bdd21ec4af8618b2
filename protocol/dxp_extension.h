/* SPDX-License-Identifier: MIT
 *
 * The text of the CHAT lines by which two programs that know them go beyond DXP 01; DXP.md is
 * their description. Only text here, no state. Any thread. */
#ifndef HUFF_PROTOCOL_DXP_EXTENSION_H
#define HUFF_PROTOCOL_DXP_EXTENSION_H

#include "engine/board/position.h"
#include "protocol/dxp_message.h"

#include <stdint.h>

/* What an announcement can name, as bits of a set. */
enum {
    DXP_KNOWS_VARIANT = 1 << 0,   /* the game is named before a request */
    DXP_KNOWS_INCREMENT = 1 << 1, /* seconds for each move are named before a request */
    DXP_KNOWS_MINUTES = 1 << 2,   /* minutes of a request may have a decimal point */
    DXP_KNOWS_SCORE = 1 << 3,     /* wants score and line of play after each move */
    DXP_KNOWS_ANALYSE = 1 << 4,   /* answers requests for analysis */
    DXP_KNOWS_ALL = (1 << 5) - 1,
};

#define DXP_INCREMENT_MAX 3600.0     /* seconds for a move */
#define DXP_ANALYSE_SECONDS_MAX 60.0 /* of one analysis */
#define DXP_ANALYSE_SECONDS_DEFAULT 1.0

typedef enum {
    DXP_LINE_CHAT,     /* an ordinary chat */
    DXP_LINE_ANNOUNCE, /* what the peer knows */
    DXP_LINE_GAME,     /* conditions of the next request */
    DXP_LINE_ANALYSE,  /* a request for analysis */
    DXP_LINE_NOTE,     /* a score, an analysis, an error: for people */
} DxpLineKind;

typedef struct {
    const Rules *rules; /* NULL: not named */
    double increment;   /* seconds, 0..DXP_INCREMENT_MAX */
} DxpConditions;

typedef struct {
    DxpLineKind kind;
    unsigned known;           /* DXP_LINE_ANNOUNCE: a set of DXP_KNOWS_... */
    DxpConditions conditions; /* DXP_LINE_GAME */
    double seconds;           /* DXP_LINE_ANALYSE: 0..DXP_ANALYSE_SECONDS_MAX */
    uint64_t nodes;           /* DXP_LINE_ANALYSE: 0 if not named */
} DxpLine;

/* Reads the text of a CHAT. STATUS_SYNTAX, STATUS_RANGE, STATUS_UNKNOWN for a line of the
 * extensions that is wrong; `kind` is set then too. Words that an announcement names and this
 * program does not know are passed over. */
Status dxp_line_read(const char *text, DxpLine *ret_line, Error *error);

/* The announcement of this program. */
void dxp_line_write_announce(char ret_text[static DXP_CHAT_LENGTH + 1]);

/* The conditions of the next request. */
void dxp_line_write_game(const DxpConditions *conditions,
                         char ret_text[static DXP_CHAT_LENGTH + 1]);

/* A score in centimen with the line of play from `position`, as far as there is room and the moves
 * are legal. `word` is "score" or "analysis". */
void dxp_line_write_score(const char *word, const Position *position, int score, int depth,
                          uint64_t nodes, const Move *line, int line_length,
                          char ret_text[static DXP_CHAT_LENGTH + 1]);

#endif
