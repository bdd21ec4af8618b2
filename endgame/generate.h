/* SPDX-License-Identifier: MIT
 *
 * Builds tables: all pairs of a variant up to a number of pieces, or one pair, into files of a
 * folder. A pair is begun when all that its captures and promotions lead to is there, the largest
 * first, several at once. Files that are there already are kept, so that a build that was killed
 * goes on where it was; a file appears under its name only when it is whole and on the disk. The
 * files do not depend on the number of threads. */
#ifndef HUFF_ENDGAME_GENERATE_H
#define HUFF_ENDGAME_GENERATE_H

#include "endgame/kind.h"

/* How far a build is. */
typedef struct {
    uint64_t positions_done, positions; /* of all pairs to be built, those there already left out */
    int pairs_done, pairs;
    double seconds; /* since the build began */
} GenerateProgress;

typedef struct {
    const Rules *rules;
    TableKind kind;
    int pieces;            /* 2..SLICE_PIECES_MAX: all pairs of 2 up to so many */
    const Slice *only;     /* not NULL: this pair alone; `pieces` has no meaning */
    const char *folder;    /* must exist */
    int threads;           /* 1..POOL_THREADS_MAX */
    uint64_t memory_bytes; /* most that tables and work may take */
    /* Called from threads of the build, one at a time, a few times a second; may be NULL. */
    void (*on_progress)(void *context, const GenerateProgress *progress);
    void *context;
} GenerateOptions;

/* Builds and returns when all is there. STATUS_STATE: not for this variant, or a table that is
 * needed is missing. STATUS_ILLEGAL: one that is needed is damaged. STATUS_RANGE: a pair needs more
 * memory than allowed, or options out of range. STATUS_NO_MEMORY, STATUS_IO. On failure all files
 * finished so far stay and nothing else does. */
Status generate_tables(const GenerateOptions *options, Error *error);

#endif
