/* SPDX-License-Identifier: MIT
 *
 * Private to engine/notation: the parts of a game that is written again. */
#ifndef HUFF_ENGINE_NOTATION_PDN_REWRITE_INTERNAL_H
#define HUFF_ENGINE_NOTATION_PDN_REWRITE_INTERNAL_H

#include "engine/notation/pdn_rewrite.h"
#include "engine/notation/pdn_words_internal.h"

/* A move's text put in the place of what is written there; `ply` -1: none. */
typedef struct {
    int ply;
    const char *text;
} PdnSubstitute;

/* As pdn_rewrite_game, with one move replaced. */
Status rewrite_game(const PdnGame *game, const PdnStyle *style, const PdnSubstitute *substitute,
                    TextBuffer *buffer, Error *error);

/* The result as it is written. */
const char *rewrite_get_result(const PdnGame *game, const PdnStyle *style);

/* All tags and the empty line behind them. `plies` is the number of moves that are written. What no
 * tag can hold is added to `remarks`, an element a line. */
void rewrite_tags(const PdnGame *game, const PdnStyle *style, int plies, TextBuffer *buffer,
                  TextBuffer *remarks);

#endif
