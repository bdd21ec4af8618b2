/* SPDX-License-Identifier: MIT
 *
 * What each feature of a position is worth. The values were fitted to results of games of the
 * engine against itself (see README.md); none was set by hand. */
#ifndef HUFF_ENGINE_EVAL_WEIGHTS_INTERNAL_H
#define HUFF_ENGINE_EVAL_WEIGHTS_INTERNAL_H

#include <stdint.h>

enum {
    EVAL_ROWS = 10,    /* rows of the largest board */
    EVAL_COLUMNS = 5,  /* columns from the edge to the middle of it */
    EVAL_RUNS = 5,     /* distances to the crowning row told apart */
};

/* Worth in centimen with all men on the board and with none; between them the number of men
 * decides. */
typedef struct {
    int16_t full, empty;
} Worth;

/* Every field is the worth of one such thing for the side that has it. Rows are counted from the
 * own side, from 0; columns from the nearer edge. */
typedef struct {
    Worth man;
    Worth king_first, king_more; /* the first king of a side, each further one */
    Worth row[EVAL_ROWS];        /* a man by row */
    Worth column[EVAL_COLUMNS];  /* a man by column */
    Worth guard[EVAL_COLUMNS];   /* a man on the own back row, from the left as its side sees it */
    Worth lean;                  /* each man more on one wing than on the other */
    Worth link;                  /* a man diagonally behind another */
    Worth wedge;                 /* a man with men diagonally behind it on both sides */
    Worth pair;                  /* two men side by side */
    Worth step;                  /* a square a man could step to */
    Worth stuck;                 /* a man that cannot step */
    Worth outpost;               /* a man beyond the middle with a man or the edge behind it */
    Worth loose;                 /* a man beyond the middle without */
    Worth run[EVAL_RUNS];        /* a man with no enemy piece before it, by steps still to go */
    Worth king_safe;             /* a square a king could reach and stay on */
    Worth king_denied;           /* a square a king could reach where a man would take it */
    Worth king_centre;           /* a king off the edge */
    Worth king_diagonal;         /* holding the long diagonal with a king */
    Worth turn;                  /* to be on the move */
    Worth opposition;            /* to be on the move with an odd number of pieces in one's system
                                    (the columns that end on one's own back row) */
} Weights;

static const Weights weights_10x10 = {
    .man = {100, 100},
    .king_first = {280, 280},
    .king_more = {180, 180},
    .row = {{0, 0}, {1, 3}, {2, 6}, {3, 9}, {4, 12}, {5, 16}, {6, 22}, {8, 30}, {10, 45}, {0, 0}},
    .column = {{-4, 0}, {-1, 0}, {1, 0}, {3, 0}, {4, 0}},
    .guard = {{4, 4}, {4, 4}, {6, 6}, {4, 4}, {2, 2}},
    .lean = {-3, -3},
    .link = {2, 2},
    .wedge = {2, 2},
    .pair = {1, 1},
    .step = {1, 1},
    .stuck = {-3, -6},
    .outpost = {2, 2},
    .loose = {-6, -2},
    .run = {{80, 120}, {60, 100}, {40, 80}, {20, 50}, {10, 30}},
    .king_safe = {2, 2},
    .king_denied = {0, 0},
    .king_centre = {5, 5},
    .king_diagonal = {10, 20},
    .turn = {4, 4},
    .opposition = {0, 0},
};

static const Weights weights_8x8 = {
    .man = {100, 100},
    .king_first = {135, 135},
    .king_more = {130, 130},
    .row = {{0, 0}, {1, 1}, {2, 3}, {4, 5}, {6, 8}, {9, 12}, {14, 20}, {0, 0}},
    .column = {{-4, 0}, {0, 0}, {3, 0}, {4, 0}},
    .guard = {{6, 0}, {4, 0}, {6, 0}, {4, 0}},
    .lean = {-2, -2},
    .link = {2, 2},
    .wedge = {2, 2},
    .pair = {1, 1},
    .step = {1, 1},
    .stuck = {-3, -6},
    .outpost = {2, 2},
    .loose = {-6, -2},
    .run = {{25, 30}, {20, 25}, {15, 20}, {8, 12}, {4, 8}},
    .king_safe = {2, 3},
    .king_denied = {0, 0},
    .king_centre = {8, 10},
    .king_diagonal = {0, 0},
    .turn = {3, 3},
    .opposition = {2, 6},
};

#endif
