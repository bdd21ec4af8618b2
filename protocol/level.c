/* SPDX-License-Identifier: MIT */
#include "protocol/level.h"

#include <math.h>

/* Nodes and errors were chosen so that neighbours lie one or two hundred points apart; ratings come
 * from matches between neighbours (the README of the project tells which). */
static const Level levels[LEVEL_MAX] = {
    /* nodes, error, error_max, rating */
    {25, 70, 150, 1000},  {50, 50, 130, 1100}, {100, 36, 110, 1200}, {200, 26, 90, 1300},
    {400, 18, 70, 1400},  {900, 12, 50, 1500}, {2000, 8, 40, 1600},  {5000, 5, 30, 1700},
    {15000, 3, 20, 1800}, {50000, 0, 0, 1900},
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
