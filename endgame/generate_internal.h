/* SPDX-License-Identifier: MIT
 *
 * Private to the generator: how one pair of slices is solved when all that its captures and
 * promotions lead to is known.
 *
 * Men only go forward and captures and promotions leave the pair for good, so settings of the men
 * are solved one after the other, those with the fewest steps left to their crowning rows first.
 * Within a setting only kings move, back and forth: there the values spread from known ones
 * backwards, ply by ply, each position being touched once for each move that leads out of it.
 * Settings of equally many steps do not depend on each other and are shared out among threads. */
#ifndef HUFF_ENDGAME_GENERATE_INTERNAL_H
#define HUFF_ENDGAME_GENERATE_INTERNAL_H

#include "endgame/index.h"
#include "endgame/kind.h"
#include "endgame/pool.h"
#include "endgame/table_file.h"
#include "engine/board/movegen.h"

enum {
    FAMILY_RADIX = SLICE_PIECES_MAX + 1,
    FAMILY_SIZE = FAMILY_RADIX * FAMILY_RADIX * FAMILY_RADIX * FAMILY_RADIX,
};

/* The values of a pair in memory, a byte for each placement; where the side to move must capture a
 * slab read from a file has any value, a slab just made the right one. */
typedef struct {
    Slice slice;         /* slice_of_pair */
    int side_count;      /* 1 when both sides have the same material, else 2 */
    SliceIndex index[2]; /* [0]: of `slice`, [1]: with the other side to move */
    KindFrame frame[2];
    uint8_t *codes[2];
} Slab;

/* Where to look for a slice. */
typedef struct {
    const Slab *slab; /* NULL if it is not needed or the slice has a side without pieces */
    int side;
} Relative;

/* A pair being solved. */
typedef struct {
    const Rules *rules;
    TableKind kind;
    Slab *slab;                   /* of this pair, codes all 0 at first */
    Relative family[FAMILY_SIZE]; /* by family_number; the pair itself is in it */
    /* Called now and then by any thread with positions solved since the last time. */
    void (*on_progress)(void *context, uint64_t positions);
    void *context;
} PairTask;

static inline int family_number(Slice slice) {
    return ((slice.own.men * FAMILY_RADIX + slice.own.kings) * FAMILY_RADIX + slice.other.men) *
               FAMILY_RADIX +
           slice.other.kings;
}

/* Memory of one thread for settings of one pair; see generate_setting.c. */
typedef struct SettingSolver SettingSolver;

/* Bytes that a solver for this pair takes. */
uint64_t setting_solver_size(const Slab *slab);
/* NULL when there is no memory. */
SettingSolver *setting_solver_new(const PairTask *task);
void setting_solver_free(SettingSolver *solver);

/* Solves one setting (of slab->index[0]) with both sides to move and writes the values into the
 * slab. STATUS_RANGE: a distance too long for a byte. STATUS_STATE: a move that the order of
 * settings does not allow for. */
Status setting_solve(SettingSolver *solver, uint64_t setting, Error *error);

/* What the solver has found in all settings so far, by side of the slab. */
const TableSide *setting_solver_statistics(const SettingSolver *solver);

/* Solves the whole pair with the pool's threads, of which `worker` is the calling one. Fills
 * `ret_statistics` by side. As setting_solve, and STATUS_NO_MEMORY. */
Status pair_solve(const PairTask *task, Pool *pool, int worker, TableSide ret_statistics[2],
                  Error *error);

/* Bytes that pair_solve takes at most, the slab's codes not counted. */
uint64_t pair_solve_size(const Slab *slab, int workers);

/* An empty slab: index and frames, no codes. STATUS_RANGE. */
Status slab_init(Slab *slab, TableKind kind, const Rules *rules, Slice slice, Error *error);
/* Gives the slab its codes, all 0. False without memory. */
bool slab_allocate(Slab *slab);
/* Frees the codes; the slab is as after slab_init. */
void slab_clear(Slab *slab);
/* Bytes of the codes. */
uint64_t slab_size(const Slab *slab);
/* Fills an empty slab from a file after checking all of it. As table_file_open and
 * table_file_check, and STATUS_NO_MEMORY. */
Status slab_load(Slab *slab, const char *path, const Rules *rules, Error *error);

/* Calls `found` once or more for each slice that a look-up from the pair's positions may ask for,
 * the pair itself left out. */
void pair_list_relatives(Slice pair, void (*found)(void *context, Slice slice), void *context);

#endif
