/* SPDX-License-Identifier: MIT
 *
 * What each feature of a position is worth. Material was set by hand, all else fitted to the
 * results of games of the engine against itself (README.md). */
#ifndef HUFF_ENGINE_EVAL_HAND_WEIGHTS_INTERNAL_H
#define HUFF_ENGINE_EVAL_HAND_WEIGHTS_INTERNAL_H

#include <stdint.h>

enum {
    EVAL_ROWS = 10,   /* rows of the largest board */
    EVAL_COLUMNS = 5, /* columns from the edge to the middle of it */
    EVAL_RUNS = 5,    /* distances to the crowning row told apart */
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
    .king_first = {280, 300},
    .king_more = {180, 180},
    .row = {{3, 2},
            {15, -4},
            {11, 1},
            {13, -1},
            {7, 10},
            {5, 17},
            {-10, 24},
            {-12, 54},
            {8, 49},
            {0, 0}},
    .column = {{10, -4}, {-1, -6}, {-4, 3}, {-3, 7}, {2, 9}},
    .guard = {{-3, -18}, {5, 3}, {10, 19}, {4, 4}, {7, 14}},
    .lean = {1, -17},
    .link = {-6, 11},
    .wedge = {4, -23},
    .pair = {-3, 16},
    .step = {-5, 5},
    .stuck = {5, -1},
    .outpost = {2, -2},
    .loose = {-44, 33},
    .run = {{96, 127}, {55, 60}, {31, 34}, {12, 6}, {3, -7}},
    .king_safe = {-6, 7},
    .king_denied = {-18, 21},
    .king_centre = {-5, -10},
    .king_diagonal = {6, 26},
    .turn = {1, 9},
    .opposition = {-4, 4},
};

static const Weights weights_8x8 = {
    .man = {135, 65},
    .king_first = {150, 100},
    .king_more = {150, 90},
    .row =
        {{31, 3}, {16, -6}, {-2, 6}, {-7, 6}, {-8, 20}, {3, 12}, {20, -6}, {0, 0}, {0, 0}, {0, 0}},
    .column = {{7, 4}, {1, -11}, {4, -11}, {13, -4}, {0, 0}},
    .guard = {{-15, -19}, {20, 15}, {26, -9}, {25, 12}, {0, 0}},
    .lean = {2, -10},
    .link = {2, 14},
    .wedge = {-3, -11},
    .pair = {6, 10},
    .step = {1, 13},
    .stuck = {-1, 4},
    .outpost = {-18, -3},
    .loose = {1, -14},
    .run = {{66, 9}, {34, -3}, {-6, 10}, {-1, 10}, {-7, 7}},
    .king_safe = {45, -8},
    .king_denied = {26, 2},
    .king_centre = {6, 6},
    .king_diagonal = {0, -1},
    .turn = {2, -2},
    .opposition = {-1, 4},
};

/* Where kings fly on the smaller board: not fitted; the men of the one table, the kings of the
 * other. */
static const Weights weights_8x8_flying = {
    .man = {100, 100},
    .king_first = {280, 300},
    .king_more = {180, 180},
    .row =
        {{31, 3}, {16, -6}, {-2, 6}, {-7, 6}, {-8, 20}, {3, 12}, {20, -6}, {0, 0}, {0, 0}, {0, 0}},
    .column = {{7, 4}, {1, -11}, {4, -11}, {13, -4}, {0, 0}},
    .guard = {{-15, -19}, {20, 15}, {26, -9}, {25, 12}, {0, 0}},
    .lean = {2, -10},
    .link = {2, 14},
    .wedge = {-3, -11},
    .pair = {6, 10},
    .step = {1, 13},
    .stuck = {-1, 4},
    .outpost = {-18, -3},
    .loose = {1, -14},
    .run = {{66, 9}, {34, -3}, {-6, 10}, {-1, 10}, {-7, 7}},
    .king_safe = {-6, 7},
    .king_denied = {-18, 21},
    .king_centre = {-5, -10},
    .king_diagonal = {6, 26},
    .turn = {2, -2},
    .opposition = {-1, 4},
};

#endif
