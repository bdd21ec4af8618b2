/* SPDX-License-Identifier: MIT
 *
 * Several games under one law book at a time (FMJD 11.1: simultaneous displays, correspondence),
 * each with an arbiter of its own, and a journal from which all of them stand again as they were
 * when the program was ended or killed. One thread at a time may use a hall. */
#ifndef HUFF_PROTOCOL_ARBITER_HALL_H
#define HUFF_PROTOCOL_ARBITER_HALL_H

#include "protocol/arbiter_line.h"

typedef struct ArbiterHall ArbiterHall;

enum {
    ARBITER_HALL_GAMES_MAX = 1000,
    ARBITER_HALL_NAME_SIZE = 64,
    ARBITER_HALL_JOURNAL_MAX = 1 << 28, /* bytes that are read */
};

/* A hall with one game, "1". `clock` NULL: the book's. STATUS_NO_MEMORY. */
Status arbiter_hall_new(const LawBook *book, IrregularityPolicy policy, const ClockConfig *clock,
                        ArbiterHall **ret_hall, Error *error);
/* Closes the journal. NULL is allowed. */
void arbiter_hall_free(ArbiterHall *hall);

/* Takes all lines of the journal in and from now on adds each line to it, on the disk before it is
 * answered; a file that is not there is made. A last line that was cut off is dropped. STATUS_STATE
 * for a journal of other laws, another policy or clock, or none at all; STATUS_IO,
 * STATUS_NO_MEMORY. To be called before any line. */
Status arbiter_hall_open_journal(ArbiterHall *hall, const char *path, Error *error);

/* As arbiter_line_take, for the game that was named last. "game NAME" goes to a game, which begins
 * with its first mention, and is answered with its state. STATUS_NO_MEMORY, STATUS_IO. */
Status arbiter_hall_take(ArbiterHall *hall, const char *text, size_t length, bool json,
                         TextBuffer *output, Error *error);

#endif
