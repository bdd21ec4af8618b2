/* SPDX-License-Identifier: MIT
 *
 * A game that was read from a PDN file, written again in strict form with all that stood at its
 * moves. */
#ifndef HUFF_ENGINE_NOTATION_PDN_REWRITE_H
#define HUFF_ENGINE_NOTATION_PDN_REWRITE_H

#include "engine/base/text_buffer.h"
#include "engine/notation/pdn_read.h"

/* Adds the game: its tags as they were, an empty line, the moves with glyphs (as `$n`), comments
 * and variations, the result (`*` when nothing is known), an empty line. Legal moves have the short
 * form, others stand as written. All comments of a move stand before the variations that replace
 * it; line ends in a comment become blanks and braces round brackets. Set-ups among the moves and
 * what was no part of the game are left out. What is read back is the same tree. STATUS_NO_MEMORY,
 * the buffer then holds a part. Any thread. */
Status pdn_rewrite_game(const PdnGame *game, TextBuffer *buffer, Error *error);

#endif
