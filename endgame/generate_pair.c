/* SPDX-License-Identifier: MIT */
#include "endgame/generate_internal.h"

#include <stdlib.h>
#include <string.h>

enum {
    PART_POSITIONS = 16384, /* of a part of a level, about; large against the cost of sharing out */
    STEPS_MAX = SLICE_PIECES_MAX * BOARD_SIDE_MAX,
};

/* The settings of a pair in the order in which they are solved. */
typedef struct {
    uint32_t *settings;
    uint64_t first[STEPS_MAX + 2]; /* [s]: place of the first setting with s steps left */
} SettingOrder;

/* One level going through the pool. */
typedef struct {
    const SettingOrder *order;
    const PairTask *task;
    SettingSolver *solvers[POOL_THREADS_MAX]; /* by worker, made when first needed */
    uint64_t first, end;                      /* places */
    uint64_t part_size;
    atomic_bool failed;
    pthread_mutex_t mutex; /* guards the error */
    Status status;
    Error error;
} Level;

/* Steps that the men have left to their crowning rows. */
static int count_steps(const Rules *rules, const Board *men) {
    int steps = 0;
    for (int row = 0; row < rules->height; row++) {
        Bitboard64 mask = geometry_row_mask(rules->width, row);
        steps += row * bits_count(men->men[COLOR_WHITE] & mask);
        steps += (rules->height - 1 - row) * bits_count(men->men[COLOR_BLACK] & mask);
    }
    return steps;
}

/* With the same material on both sides a setting and its mirror image are solved at once, by the
 * one with the lower number. */
static bool is_spare(const Slab *slab, const Board *men, uint64_t setting) {
    if (slab->side_count == 2)
        return false;
    Board turned;
    slice_turn_board(slab->index[0].rules, men, &turned);
    return index_encode_men(&slab->index[0], &turned) < setting;
}

/* Steps of a setting, -1 for a spare one. */
static int find_level(const Slab *slab, uint64_t setting) {
    Board men;
    index_decode_men(&slab->index[0], setting, &men);
    return is_spare(slab, &men, setting) ? -1 : count_steps(slab->index[0].rules, &men);
}

static Status order_init(SettingOrder *order, const Slab *slab, Error *error) {
    uint64_t count = slab->index[0].setting_count;
    char name[SLICE_NAME_SIZE];
    if (count > UINT32_MAX)
        return error_set(error, STATUS_RANGE, "%s: too many settings of the men",
                         slice_write(slab->slice, name));
    order->settings = malloc((count + 1) * sizeof *order->settings);
    if (!order->settings)
        return error_set(error, STATUS_NO_MEMORY, "no memory for the %llu settings of %s",
                         (unsigned long long)count, slice_write(slab->slice, name));
    uint64_t places[STEPS_MAX + 2] = {0};
    for (uint64_t setting = 0; setting < count; setting++) {
        int level = find_level(slab, setting);
        if (level >= 0)
            places[level + 1]++;
    }
    for (int level = 0; level <= STEPS_MAX; level++)
        places[level + 1] += places[level];
    memcpy(order->first, places, sizeof places);
    for (uint64_t setting = 0; setting < count; setting++) {
        int level = find_level(slab, setting);
        if (level >= 0)
            order->settings[places[level]++] = (uint32_t)setting;
    }
    return STATUS_OK;
}

static void fail(Level *level, Status status, const Error *error) {
    pthread_mutex_lock(&level->mutex);
    atomic_store(&level->failed, true);
    level->status = status;
    level->error = *error;
    pthread_mutex_unlock(&level->mutex);
}

static void solve_part(void *context, uint64_t part, int worker) {
    Level *level = context;
    const PairTask *task = level->task;
    uint64_t begin = level->first + part * level->part_size, end = begin + level->part_size;
    Error error;
    if (!level->solvers[worker] && !(level->solvers[worker] = setting_solver_new(task))) {
        Status status = error_set(&error, STATUS_NO_MEMORY, "no memory for one more thread");
        fail(level, status, &error);
        return;
    }
    end = end < level->end ? end : level->end;
    for (uint64_t at = begin; at < end; at++) {
        if (atomic_load_explicit(&level->failed, memory_order_relaxed))
            return;
        Status status = setting_solve(level->solvers[worker], level->order->settings[at], &error);
        if (status < 0)
            fail(level, status, &error);
    }
    if (task->on_progress)
        task->on_progress(task->context, 2 * (end - begin) * task->slab->index[0].king_count);
}

static void merge_side(TableSide *sum, const TableSide *more) {
    sum->win += more->win;
    sum->draw += more->draw;
    sum->loss += more->loss;
    if (more->longest_win > sum->longest_win ||
        (more->win && more->longest_win == sum->longest_win &&
         more->longest_win_at < sum->longest_win_at)) {
        sum->longest_win = more->longest_win;
        sum->longest_win_at = more->longest_win_at;
    }
    if (more->longest_loss > sum->longest_loss ||
        (more->loss && more->longest_loss == sum->longest_loss &&
         more->longest_loss_at < sum->longest_loss_at)) {
        sum->longest_loss = more->longest_loss;
        sum->longest_loss_at = more->longest_loss_at;
    }
}

static void merge(const Level *level, TableSide sum[2]) {
    for (int side = 0; side < level->task->slab->side_count; side++) {
        sum[side] = (TableSide){.longest_win_at = UINT64_MAX, .longest_loss_at = UINT64_MAX};
        for (int i = 0; i < POOL_THREADS_MAX; i++)
            if (level->solvers[i])
                merge_side(&sum[side], &setting_solver_statistics(level->solvers[i])[side]);
        if (!sum[side].win)
            sum[side].longest_win_at = 0;
        if (!sum[side].loss)
            sum[side].longest_loss_at = 0;
    }
}

static void solve_levels(Level *level, Pool *pool, int worker) {
    uint64_t kings = level->task->slab->index[0].king_count;
    level->part_size = kings >= PART_POSITIONS ? 1 : PART_POSITIONS / kings;
    for (int steps = 0; steps <= STEPS_MAX && level->status == STATUS_OK; steps++) {
        level->first = level->order->first[steps];
        level->end = level->order->first[steps + 1];
        uint64_t parts = (level->end - level->first + level->part_size - 1) / level->part_size;
        pool_run(pool, solve_part, level, parts, worker);
    }
}

Status pair_solve(const PairTask *task, Pool *pool, int worker, TableSide ret_statistics[2],
                  Error *error) {
    SettingOrder order;
    Status status = order_init(&order, task->slab, error);
    if (status < 0)
        return status;
    Level level = {.order = &order, .task = task, .mutex = PTHREAD_MUTEX_INITIALIZER};
    solve_levels(&level, pool, worker);
    if (level.status < 0)
        error_set(error, level.status, "%s", level.error.text);
    else
        merge(&level, ret_statistics);
    for (int i = 0; i < POOL_THREADS_MAX; i++)
        setting_solver_free(level.solvers[i]);
    pthread_mutex_destroy(&level.mutex);
    free(order.settings);
    return level.status;
}

/* A pair with one setting is the work of one thread. */
uint64_t pair_solve_size(const Slab *slab, int workers) {
    uint64_t settings = slab->index[0].setting_count;
    uint64_t solvers = settings < (uint64_t)workers ? settings : (uint64_t)workers;
    return settings * sizeof(uint32_t) + solvers * setting_solver_size(slab);
}
