/* SPDX-License-Identifier: MIT
 *
 * Private to the files of ballots: what their readers share. */
#ifndef HUFF_BOOK_BALLOTS_INTERNAL_H
#define HUFF_BOOK_BALLOTS_INTERNAL_H

#include "book/ballots.h"

/* Gives ballots that are called as one before them another name. STATUS_NO_MEMORY. */
Status ballots_tell_apart(BallotList *list, Error *error);

/* Refuses a position in which the game is over or drawn. STATUS_ILLEGAL, STATUS_NO_MEMORY. */
Status ballots_check_start(const Position *start, Error *error);

/* Plays moves parted by blanks or commas, with or without move numbers ("1." "1..."), and adds them
 * to `names` in the short form with blanks between. What move_text_read returns, and the message
 * says which move it was. `*position` is the one before that move then. */
Status ballots_play(Position *position, const char *text, size_t length, TextBuffer *names,
                    Error *error);

/* ballots_read for bytes that are PDN; adds to the list. `first_line` is the number of lines before
 * `bytes`. */
Status ballots_read_pdn(const Rules *rules, const char *file, const char *bytes, size_t length,
                        long first_line, BallotList *list, Error *error);

/* The ballots built in under a name: 1, or 0 when the variant has none of that name. */
int ballots_open_set(const Rules *rules, const char *name, BallotList *ret_list, Error *error);

/* Adds the names of all sets of the variant, with commas between. */
void ballots_write_set_names(const Rules *rules, TextBuffer *buffer);

#endif
