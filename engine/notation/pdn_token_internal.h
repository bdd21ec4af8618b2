/* SPDX-License-Identifier: MIT
 *
 * Private to engine/notation: what stands next among the moves of a PDN game. Pure functions over
 * the bytes in sight; they know nothing of the game. */
#ifndef HUFF_ENGINE_NOTATION_PDN_TOKEN_INTERNAL_H
#define HUFF_ENGINE_NOTATION_PDN_TOKEN_INTERNAL_H

#include "engine/notation/move_text.h"

typedef enum {
    PDN_TOKEN_BLANK,        /* blanks, line ends, zero bytes, byte order marks */
    PDN_TOKEN_NUMBER,       /* digits, perhaps with full stops behind */
    PDN_TOKEN_DOTS,         /* full stops on their own */
    PDN_TOKEN_MOVE,         /* two squares or more */
    PDN_TOKEN_NULL_MOVE,    /* "--" and "- -": a move that is not told */
    PDN_TOKEN_RESULT,       /* any form but `*` */
    PDN_TOKEN_STAR,         /* `*` */
    PDN_TOKEN_NAG,          /* `$1`, glyphs, glyphs in brackets */
    PDN_TOKEN_OPEN,         /* ( */
    PDN_TOKEN_CLOSE,        /* ) */
    PDN_TOKEN_BRACE_OPEN,   /* { */
    PDN_TOKEN_BRACE_CLOSE,  /* } */
    PDN_TOKEN_LINE_COMMENT, /* ; */
    PDN_TOKEN_BRACKET,      /* [ */
    PDN_TOKEN_SETUP,        /* /FEN "..."/ */
    PDN_TOKEN_WORD,         /* anything else */
} PdnTokenKind;

/* A result as the text has it: who won is told by who began. */
typedef enum {
    PDN_SCORE_OPEN,
    PDN_SCORE_FIRST_WINS,
    PDN_SCORE_DRAW,
    PDN_SCORE_SECOND_WINS,
    PDN_SCORE_BOTH_LOSE,
    PDN_SCORE_OTHER,
} PdnScore;

typedef struct {
    PdnTokenKind kind;
    size_t length;             /* bytes, at least 1 */
    bool dotted;               /* NUMBER: full stops follow */
    int number;                /* NUMBER, NAG; -1: no number that fits */
    PdnScore score;            /* RESULT */
    bool usual;                /* RESULT: one of the forms PDN names */
    int first, second, last;   /* MOVE: its squares, 0 when written with letters */
    size_t text_length;        /* MOVE: bytes of the text below */
    char text[MOVE_TEXT_SIZE]; /* without blanks, with '-' and 'x' as signs */
} PdnToken;

/* A MOVE that is a time: "0:12". */
bool pdn_token_is_time(const PdnToken *token);

/* What stands at `text`, of which `length` (at least 1) bytes are in sight. */
void pdn_token_scan(const char *text, size_t length, PdnToken *ret_token);

/* The result at the start of `text`: bytes it has, 0 when there is none (also for `*`). */
size_t pdn_token_scan_result(const char *text, size_t length, PdnScore *ret_score, bool *ret_usual);

/* The value of a Result tag. */
PdnScore pdn_token_read_result(const char *text, bool *ret_usual);

/* Whether a tag of the usual form begins at `text`: [Name " ; with the offset of its name and the
 * name's length. */
bool pdn_token_is_tag(const char *text, size_t length, size_t *ret_name, size_t *ret_name_length);

#endif
