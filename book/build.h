/* SPDX-License-Identifier: MIT
 *
 * Builds a book by drop-out expansion. The graph of positions grows at its most promising leaf: the
 * one that costs least to reach when each ply costs `ply_cost` centimen and each move that is not
 * the best what it loses. A leaf grows by having all its moves searched; scores are backed up to
 * all positions that lead to it.
 *
 * The work is given out piece by piece: book_build_next names a position to search,
 * book_build_put takes what was found. Who searches, in how many threads or processes, and in which
 * order the answers come, makes no difference to the book: leaves are chosen `round` at a time, and
 * the next round is planned when all answers of the last one are there. */
#ifndef HUFF_BOOK_BUILD_H
#define HUFF_BOOK_BUILD_H

#include "book/build_work.h"
#include "book/set.h"

typedef struct {
    int positions; /* the book grows until it has as many, 1..BOOK_INDEX_MAX */
    int ply_cost;  /* centimen, 1..1000 */
    int plies;     /* positions so far from the start are not expanded, 1..BOOK_PLIES_MAX */
    int round;     /* leaves expanded at a time, 1..BOOK_ROUND_MAX */
} BookPlan;

enum {
    BOOK_PLIES_MAX = 400,
    BOOK_ROUND_MAX = 1024,
};

/* 20000 positions, 8 centimen, 60 plies, 8 leaves. */
BookPlan book_plan_default(void);

/* A position to be searched. */
typedef struct {
    int number; /* for book_build_put */
    Position position;
} BookLeaf;

typedef struct {
    int positions;  /* in the graph */
    int searched;   /* of them with a score */
    int expanded;   /* of them with all their moves */
    int reused;     /* scores taken from the work file */
    int root_score; /* centimen, for the side to move at the start */
} BookProgress;

/* One thread at a time may use a BookBuild. */
typedef struct BookBuild BookBuild;

/* A build that begins at `start`, whose counts do not matter. `work` (may be NULL) keeps the scores
 * of searches; it must outlive the build. STATUS_RANGE: a plan out of its ranges;
 * STATUS_STATE: the start position has no move, or one that can be taken back;
 * STATUS_NO_MEMORY. */
Status book_build_new(const Position *start, const BookPlan *plan, BookWork *work,
                      BookBuild **ret_build, Error *error);
void book_build_free(BookBuild *build);

/* Names a position to search: 1. 0 when there is none at present: the build is over or answers are
 * due. */
int book_build_next(BookBuild *build, BookLeaf *ret_leaf);

/* Takes the score of a position that book_build_next named, and writes it to the work file. Each is
 * due once. STATUS_IO (the work file), STATUS_NO_MEMORY: the build cannot go on then. */
Status book_build_put(BookBuild *build, const BookLeaf *leaf, const BookWorkScore *score,
                      Error *error);

/* Whether the book has its positions, or cannot grow. */
bool book_build_is_over(const BookBuild *build);

BookProgress book_build_get_progress(const BookBuild *build);

/* Adds all positions with their scores, as far as there are, to an empty set of the variant.
 * book_set_back_up may find more of them to be backed up: leaves all of whose moves lead into the
 * graph. STATUS_NO_MEMORY. */
Status book_build_collect(const BookBuild *build, BookSet *set, Error *error);

#endif
