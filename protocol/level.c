/* SPDX-License-Identifier: MIT */
#include "protocol/level.h"

#include <math.h>

/* Nodes and errors: custom. Ratings: matches of neighbours, without a book, 100 games (levels 8 and
 * 9: 55, 9 and 10: 30), the weakest set to 1000; the README of the project has the results. */
static const Level levels[LEVEL_MAX] = {
    /* nodes, error, error_max, rating */
    {25, 70, 150, 1000},  {50, 50, 130, 1060}, {100, 36, 110, 1230}, {200, 26, 90, 1350},
    {400, 18, 70, 1510},  {900, 12, 50, 1890}, {2000, 8, 40, 2140},  {5000, 5, 30, 2410},
    {15000, 3, 20, 2690}, {50000, 0, 0, 3150},
};

const Level *level_get(int level) {
    return &levels[level - 1];
}

void level_limit(int level, SearchLimits *limits) {
    const Level *row = level_get(level);
    if (!limits->has_nodes || limits->nodes > row->nodes)
        limits->nodes = row->nodes;
    limits->has_nodes = true;
    limits->lines = row->error > 0 ? LEVEL_LINES : 1;
}

int level_draw_error(int level, Rng *rng) {
    enum {
        STEPS = 1 << 20
    };
    const Level *row = level_get(level);
    double chance = (double)(1 + rng_below(rng, STEPS)) / STEPS;
    double error = -row->error * log(chance);
    return error < row->error_max ? (int)error : row->error_max;
}

int level_choose(const int *scores, int count, int error) {
    int chosen = 0;
    if (scores[0] > SCORE_EVAL_MAX)
        return chosen;
    for (int i = 1; i < count; i++)
        if (scores[0] - scores[i] <= error)
            chosen = i;
    return chosen;
}
