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
    .man = {96, 104},
    .king_first = {255, 313},
    .king_more = {170, 172},
    .row = {{-13, 16}, {0, 0}, {5, 2}, {0, 0}, {-11, 19}, {-5, 16}, {-28, 37}, {-2, 37}, {-30, 57}, {0, 0}},
    .column = {{4, 6}, {-9, 2}, {-3, 1}, {0, -3}, {8, -6}},
    .guard = {{-15, -9}, {9, 17}, {-3, 8}, {9, 5}, {19, 9}},
    .lean = {2, -11},
    .link = {-6, 11},
    .wedge = {14, -14},
    .pair = {-11, 12},
    .step = {-2, 7},
    .stuck = {1, 3},
    .outpost = {-7, -2},
    .loose = {-38, 30},
    .run = {{110, 134}, {40, 63}, {6, 20}, {12, 4}, {5, -11}},
    .king_safe = {-17, 10},
    .king_denied = {-22, 20},
    .king_centre = {1, 7},
    .king_diagonal = {10, 31},
    .turn = {-2, 10},
    .opposition = {-2, 2},
};

static const Weights weights_8x8 = {
    .man = {110, 90},
    .king_first = {109, 123},
    .king_more = {145, 115},
    .row = {{9, 12}, {0, 0}, {-11, 11}, {-11, 5}, {-13, 11}, {-19, 19}, {-15, 1}, {0, 0}, {0, 0}, {0, 0}},
    .column = {{7, 5}, {-6, 3}, {-6, -2}, {5, -6}, {0, 0}},
    .guard = {{-1, -15}, {8, 19}, {25, 7}, {8, 2}, {0, 0}},
    .lean = {-3, -1},
    .link = {9, 6},
    .wedge = {-1, -13},
    .pair = {4, 6},
    .step = {7, 5},
    .stuck = {-1, 2},
    .outpost = {-10, -1},
    .loose = {-11, 5},
    .run = {{13, 23}, {8, 12}, {7, 12}, {-3, 13}, {-3, 4}},
    .king_safe = {30, -4},
    .king_denied = {8, 6},
    .king_centre = {13, -1},
    .king_diagonal = {15, -8},
    .turn = {-1, -2},
    .opposition = {3, 5},
};

#endif
