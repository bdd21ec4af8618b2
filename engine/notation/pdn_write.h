/* SPDX-License-Identifier: MIT
 *
 * Games as PDN 3.0 text. */
#ifndef HUFF_ENGINE_NOTATION_PDN_WRITE_H
#define HUFF_ENGINE_NOTATION_PDN_WRITE_H

#include "engine/base/text_buffer.h"
#include "engine/board/record.h"

enum {
    PDN_COLUMNS_MAX = 79 /* of a line of moves, unless one move alone is longer */
};

/* Adds to `note` what is to stand in a comment behind ply `ply` (from 1), or nothing. */
typedef void PdnNoteFunction(void *context, int ply, TextBuffer *note);

typedef struct {
    const char *name; /* letters, digits and '_', a capital first */
    const char *value;
} PdnExtraTag;

/* What people know about a game, as UTF-8; NULL stands for unknown. Quotes and backslashes are
 * escaped and control characters become blanks. */
typedef struct {
    const char *event, *site;
    const char *date; /* "2024.05.31", '?' for digits that are not known */
    const char *round;
    const char *white, *black;
    const PdnExtraTag *extra; /* further tags, `extra_count` of them, in this order */
    int extra_count;
    PdnNoteFunction *note; /* comments of the moves; NULL: none */
    void *note_context;
} PdnTags;

/* The result in the form of the variant, "*" for OUTCOME_NONE. Constant. */
const char *pdn_result_text(const Rules *rules, Outcome outcome);

/* Adds the moves with their numbers and the result, in lines that all end with a newline. A number
 * stands for a move of each side, the first of them by the side that begins in this variant; a game
 * that starts with the other side opens with "1... ", and so does its move behind a comment. Moves
 * have the short form. `outcome` is the game's result, which the board need not show (a side may
 * have resigned). STATUS_NO_MEMORY, the buffer then holds a part. Any thread. */
Status pdn_write_moves(const GameRecord *record, Outcome outcome, TextBuffer *buffer, Error *error);

/* Adds a clock command to a note, behind a blank unless the note is empty: "[%clk 0:09:57.250]";
 * `command` is "clk" (left to the side that moved), "emt" (spent on the move) or "egt" (spent so
 * far). A fraction of a second stands only where there is one; less than nothing is 0. */
void pdn_append_clock(TextBuffer *note, const char *command, int64_t milliseconds);

/* Adds a whole game: the tags Event, Site, Date, Round, White, Black, Result, GameType and, when it
 * does not start from the start position, FEN (without counters, which PDN does not know); the
 * extra tags; an empty line; the moves with their comments; an empty line. Lines of comments end at
 * blanks, never within [...]; braces in them become round brackets and control characters blanks.
 * STATUS_NO_MEMORY as above. Any thread. */
Status pdn_write_game(const GameRecord *record, const PdnTags *tags, Outcome outcome,
                      TextBuffer *buffer, Error *error);

#endif
