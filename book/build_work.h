/* SPDX-License-Identifier: MIT
 *
 * The work file of a build: the score of every search, written as soon as it is known, so that a
 * build that was killed, or one that is to grow, takes them from there instead of searching again.
 * Records are only ever appended; a last one that is incomplete is dropped. */
#ifndef HUFF_BOOK_BUILD_WORK_H
#define HUFF_BOOK_BUILD_WORK_H

#include "book/entry.h"
#include "engine/eval/weights.h"

/* How the positions of a work file are searched. */
typedef struct {
    uint64_t nodes; /* of each position; 0: by time */
    int time_ms;    /* of each position, when by time */
    /* Stands for the engine that searches (book_search_find_mark): scores of one that thinks
     * otherwise are not mixed with those of another. 0 in places without a work file. */
    uint32_t engine;
    const EvalWeights *weights; /* that the search evaluates with; NULL: nothing learnt */
} BookEffort;

typedef struct {
    int score; /* centimen, for the side to move */
    int depth; /* plies */
} BookWorkScore;

typedef struct BookWork BookWork;

/* Opens the file at `path`, which is made if it does not exist, and reads its scores. STATUS_IO;
 * STATUS_SYNTAX: something else has the name, or a record before the last is damaged;
 * STATUS_STATE: it is of another variant, effort or engine, or another process uses it;
 * STATUS_NO_MEMORY.
 */
Status book_work_open(const char *path, const Rules *rules, const BookEffort *effort,
                      BookWork **ret_work, Error *error);

/* Brings it to the disk and closes. NULL is allowed. */
void book_work_close(BookWork *work);

/* Number of scores. */
int book_work_count(const BookWork *work);

/* The score of a board with White to move; false when there is none. */
bool book_work_find(const BookWork *work, const Board *board, BookWorkScore *ret_score);

/* Appends the score of a board that has none yet. The system has it when this returns (a process
 * that is killed loses nothing); it is brought to the disk every few seconds. STATUS_IO: it could
 * not be written, and the file is as it was; STATUS_NO_MEMORY. */
Status book_work_add(BookWork *work, const Board *board, const BookWorkScore *score, Error *error);

#endif
