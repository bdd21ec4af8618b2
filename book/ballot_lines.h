/* SPDX-License-Identifier: MIT
 *
 * The first moves of a game: all lines of so many plies, or some drawn by lot, as a tree of
 * positions. Lines that lead to the same position with the same side to move after as many plies
 * are one. */
#ifndef HUFF_BOOK_BALLOT_LINES_H
#define HUFF_BOOK_BALLOT_LINES_H

#include "book/ballots.h"

#include <stdint.h>

enum {
    BALLOT_PLIES_MAX = 40,
    BALLOT_LINES_MAX = 5000000, /* positions in a tree */
};

typedef struct {
    Position position;
    Move move;  /* that leads here; none at the start */
    int parent; /* index, -1 at the start */
    int plies;  /* from the start */
} BallotLine;

/* Read freely, changed by the functions below only; zeroed it is empty. One thread at a time. */
typedef struct {
    BallotLine *lines; /* [0] is the start position; a parent comes before its children */
    int count, capacity;
    int *slots; /* for finding positions */
    int slot_count;
    uint64_t merged; /* moves that led to a position that was there */
} BallotLines;

void ballot_lines_done(BallotLines *lines);

/* All positions up to `plies` (1..BALLOT_PLIES_MAX) after the start, ply by ply: 1. 0: they are
 * more than `most` (1..BALLOT_LINES_MAX), what is there then is a part. STATUS_NO_MEMORY. The lines
 * are to be released either way. */
int ballot_lines_make_all(BallotLines *lines, const Rules *rules, int plies, int most,
                          Error *error);

/* Adds a line of `plies` moves drawn by lot, each move with equal chance: the index of its end,
 * which may have been there; -1 when the game ended before. The first call with an empty tree
 * begins at the start of `rules`. STATUS_RANGE beyond BALLOT_LINES_MAX; STATUS_NO_MEMORY: both as
 * `*ret_status`, with -1. */
int ballot_lines_draw(BallotLines *lines, const Rules *rules, int plies, uint64_t random,
                      Status *ret_status, Error *error);

/* The moves in short form with blanks between; "start" for none. When they do not fit, `index` as a
 * number. Returns `name`. */
const char *ballot_lines_write_name(const BallotLines *lines, int index,
                                    char name[static BALLOT_NAME_SIZE]);

/* What the side to move is ahead in men (a king counts 3) when both sides look so many quiet moves
 * ahead and play all captures that are due on the way. With 0 only those due now are played. */
int ballot_settle_material(const Position *position, int quiet_moves);

#endif
