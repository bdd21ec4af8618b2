/* SPDX-License-Identifier: MIT
 *
 * A game that was read from a PDN file, written again in strict form with all that stood at its
 * moves. */
#ifndef HUFF_ENGINE_NOTATION_PDN_REWRITE_H
#define HUFF_ENGINE_NOTATION_PDN_REWRITE_H

#include "engine/base/text_buffer.h"
#include "engine/notation/move_text.h"
#include "engine/notation/pdn_read.h"

/* How a game is written; zeroed is the strict form in the variant's own notation. */
typedef struct {
    MoveSquares squares; /* the variant's own where they do not fit it */
    bool full;           /* captures with all their landing squares */
    /* The board turned by 180 degrees and the colours swapped: position, moves, result, the tags
     * and clocks of each side. Texts of comments stay. What is not legal stays as it is. */
    bool turned;
    /* Moves that are not legal stand among the others as they were written, with their variations,
     * so that what is read back is the same tree. Otherwise they become comments. */
    bool keep_illegal;
    /* Where no result is told and the last position is decided by the law, tell it. */
    bool fill_result;
} PdnStyle;

/* Adds the game:
 * - its tags: Event, Site, Date, Round, White, Black as far as they are there, Result, GameType
 *   (when the variant is known), FEN in strict form (when the game has a start of its own), the
 *   others in their order. Names begin with a capital, dates that begin with the year have the
 *   form of PDN, PlyCount is the number of moves. A second tag of one name, a SetUp without FEN and
 *   results that do not have the usual form are kept in a comment at the end.
 * - an empty line, the comments of the game as a whole, the moves with glyphs (as `$n`), comments
 *   and variations. Legal moves are written anew. All comments of a move stand before the
 *   variations that replace it; line ends in a comment become blanks and braces round brackets.
 *   Moves that are not legal, and variations that replace them, stand in a comment that begins with
 *   "cannot be played:". Where the variant or the start is unknown all moves stay as written.
 * - the result in the form of the variant (`*` when nothing is known, 0-0), an empty line.
 * Lines that begin with `%` are left out. STATUS_NO_MEMORY, the buffer then holds a part. Any
 * thread. */
Status pdn_rewrite_game(const PdnGame *game, const PdnStyle *style, TextBuffer *buffer,
                        Error *error);

/* The comments that stand behind the last game of a file (see pdn_reader_next), an empty line
 * behind them; nothing when there are none. STATUS_NO_MEMORY. */
Status pdn_rewrite_rest(const PdnGame *rest, TextBuffer *buffer, Error *error);

#endif
