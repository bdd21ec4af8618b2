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
    .man = {92, 108},
    .king_first = {218, 329},
    .king_more = {153, 168},
    .row = {{-11, 10}, {0, 0}, {2, 0}, {2, -3}, {-8, 12}, {0, 6}, {-25, 22}, {-24, 51}, {-49, 65}, {0, 0}},
    .column = {{8, -4}, {-3, -5}, {-2, 0}, {-4, 4}, {1, 4}},
    .guard = {{-1, -21}, {-13, 17}, {13, 11}, {4, 8}, {18, 7}},
    .lean = {2, -13},
    .link = {-6, 10},
    .wedge = {9, -18},
    .pair = {-8, 15},
    .step = {-6, 5},
    .stuck = {3, 1},
    .outpost = {-7, 5},
    .loose = {-53, 44},
    .run = {{140, 108}, {24, 52}, {-1, 22}, {20, -9}, {7, -22}},
    .king_safe = {-6, 6},
    .king_denied = {-37, 25},
    .king_centre = {-20, -8},
    .king_diagonal = {0, 28},
    .turn = {-1, 8},
    .opposition = {-4, 6},
};

static const Weights weights_8x8 = {
    .man = {140, 60},
    .king_first = {168, 81},
    .king_more = {307, 30},
    .row = {{20, 4}, {0, 0}, {-17, 13}, {-19, 8}, {-29, 18}, {-17, 7}, {-8, -12}, {0, 0}, {0, 0}, {0, 0}},
    .column = {{7, 1}, {-6, 0}, {-4, -3}, {4, 1}, {0, 0}},
    .guard = {{-5, -14}, {11, 16}, {27, -5}, {23, 6}, {0, 0}},
    .lean = {4, -10},
    .link = {7, 9},
    .wedge = {0, -21},
    .pair = {2, 13},
    .step = {5, 5},
    .stuck = {1, 1},
    .outpost = {-10, 4},
    .loose = {10, -7},
    .run = {{46, 24}, {39, 4}, {-1, 9}, {-15, 11}, {-22, 6}},
    .king_safe = {3, 9},
    .king_denied = {0, 15},
    .king_centre = {-5, 1},
    .king_diagonal = {1, -2},
    .turn = {-2, -1},
    .opposition = {4, 2},
};

#endif
