/* SPDX-License-Identifier: MIT
 *
 * The transposition table: what was found out about positions already visited. All workers of a
 * search share it without locks. An entry is two words, the second holding the data and the first
 * the key xor the data; both are read and written as relaxed atomics, so an entry whose halves
 * come from two writers no longer matches any key but by a chance of 2^-64 and reads as absent.
 *
 * Scores pass through table_score_in and table_score_out, which turn "win in n plies from the
 * root" into "win in n plies from here" and back. */
#ifndef HUFF_ENGINE_SEARCH_TABLE_H
#define HUFF_ENGINE_SEARCH_TABLE_H

#include "engine/base/status.h"
#include "engine/board/move.h"
#include "engine/eval/score.h"

#include <stddef.h>
#include <stdint.h>

typedef enum {
    BOUND_NONE,
    BOUND_LOWER, /* the true score is at least this */
    BOUND_UPPER, /* at most this */
    BOUND_EXACT,
} Bound;

/* A move in few bits: from, to and a digest of the captured set; 0 is no move. Two moves of one
 * position may share a code, so it serves for ordering only. */
typedef uint32_t TableMove;

typedef struct {
    int score;      /* as stored by table_score_in */
    int depth;      /* plies searched below the position, 0..127 */
    Bound bound;    /* BOUND_NONE when nothing was found */
    TableMove move; /* best move, or 0 */
} TableEntry;

typedef struct TableBucket TableBucket;

typedef struct {
    TableBucket *buckets; /* one cache line each */
    size_t bucket_count;
    uint8_t age; /* of the search going on; older entries give way first */
} Table;

/* An empty table of at most `mib` MiB (0: the smallest one, 4 KiB). Memory is taken from the
 * system untouched, so this is quick for any size; the system is asked for huge pages, which spare
 * the processor looking up an address for each visit. Fails with STATUS_NO_MEMORY, leaving `*table`
 * as it was. */
Status table_init(Table *table, int mib, Error *error);
/* Frees the memory; a zeroed table is allowed. */
void table_done(Table *table);

/* Forgets everything, with so many threads, 1..SEARCH_THREADS_MAX, if that is worth while. No
 * search may be using the table. */
void table_clear(Table *table, int threads);

/* A new search begins: entries of earlier ones stay usable but give way first. */
void table_grow_older(Table *table);

/* What is stored under `key`; bound is BOUND_NONE when nothing is. Any thread. */
TableEntry table_probe(const Table *table, uint64_t key);

/* Stores an entry. A move already known under the key is kept when the new entry has none. Any
 * thread. */
void table_store(Table *table, uint64_t key, TableEntry entry);

/* Asks the processor to fetch what table_probe will read. */
void table_prefetch(const Table *table, uint64_t key);

/* How full the table is with entries of this search, in thousandths, from a sample. */
int table_permille(const Table *table);

static inline TableMove table_move_code(Move move) {
    uint64_t captured = move.captured_low ^ (uint64_t)move.captured_high << 32;
    TableMove digest = (TableMove)(captured * 0x9e3779b97f4a7c15u >> 59);
    return (TableMove)move.from | (TableMove)move.to << 7 | digest << 14;
}

/* Scores of wins and losses, proven or from an oracle, count plies from the root in the search and
 * from the position itself in the table. */
static inline int table_score_in(int score, int ply) {
    if (abs(score) <= SCORE_EVAL_MAX)
        return score;
    return score > 0 ? score + ply : score - ply;
}
static inline int table_score_out(int score, int ply) {
    if (abs(score) <= SCORE_EVAL_MAX)
        return score;
    return score > 0 ? score - ply : score + ply;
}

#endif
