/* SPDX-License-Identifier: MIT
 *
 * A game that was read from a PDN file with faults, written in strict form with as many of them
 * mended as can be without a guess. */
#ifndef HUFF_ENGINE_NOTATION_PDN_REPAIR_H
#define HUFF_ENGINE_NOTATION_PDN_REPAIR_H

#include "engine/notation/pdn_rewrite.h"

enum {
    PDN_REPAIR_MOVES_MAX = 20 /* ambiguous moves of one game that are tried */
};

/* Adds the game as pdn_rewrite_game does. Besides, a move of the main line whose text fits several
 * becomes the one with which the rest of the game can be played, when there is exactly one. Nothing
 * that was read is lost. `*ret_resolved` is the number of such moves. STATUS_NO_MEMORY, the buffer
 * then holds a part. Any thread. */
Status pdn_repair_game(const PdnGame *game, const PdnStyle *style, TextBuffer *buffer,
                       int *ret_resolved, Error *error);

#endif
