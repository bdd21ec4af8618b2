/* SPDX-License-Identifier: MIT
 *
 * What the learnt evaluation looks at, as a function of the variant's board and start. A position
 * is described by *patterns* and *scalars*; each has a weight at each of EVAL_KNOTS numbers of men,
 * and between two knots the weight changes in a straight line.
 *
 * A pattern is the placement of men (flying kings count as empty, short ones as men) on a rectangle
 * of twelve squares, read as a number in base 3: 0 empty, 1 own, 2 enemy. It is four columns wide
 * and, where pieces stand on one square in two, six rows high, where they stand on all, three. Its
 * rectangles lie on the far side of the board as a side sees it, two columns apart; a board of all
 * squares has a second band of them nearer by. Both sides look at the board from their own end,
 * with the same weights, and the enemy's sum is taken off the own: so a position turned round has
 * the same score, and what one side's camp means to the other is learnt once.
 *
 * The number of a pattern is left * EVAL_LANE_CODES + right, where left and right are the numbers
 * of the six squares in its left and right pair of columns, the farthest row first, in a row the
 * left square first. Left and right are those of the cells (engine/board/geometry.h): a mirrored
 * board is seen mirrored. */
#ifndef HUFF_ENGINE_EVAL_LAYOUT_H
#define HUFF_ENGINE_EVAL_LAYOUT_H

#include "engine/board/rules.h"

enum {
    EVAL_LAYOUT_VERSION = 1, /* of everything in this header; weights of another are refused */
    EVAL_KNOTS = 4,          /* at all men of the start, two thirds, a third, none */
    EVAL_PATTERN_SQUARES = 12,
    EVAL_LANE_SQUARES = 6,
    EVAL_LANE_CODES = 729,       /* 3^6 */
    EVAL_PATTERN_CODES = 531441, /* 3^12 */
    EVAL_BANDS_MAX = 2,
    EVAL_LANES_MAX = 5,
    EVAL_TABLES_MAX = EVAL_BANDS_MAX * (EVAL_LANES_MAX - 1),
    EVAL_SQUARES_MAX = 64,
    EVAL_FRACTION_ONE = 256, /* the way from a knot to the next */
    EVAL_RUN_STEPS = 5,      /* distances of runners told apart */
};

/* Scalars. Those of a side are own less enemy. */
enum {
    SCALAR_MAN,
    SCALAR_LEAN, /* men more on one wing than on the other, without sign */
    SCALAR_RUN,  /* EVAL_RUN_STEPS of them: men no enemy piece can meet, by steps still to go less 1
                  */
    SCALAR_STEP = SCALAR_RUN + EVAL_RUN_STEPS, /* squares a man could step to */
    SCALAR_STUCK,                              /* men that cannot step */
    SCALAR_TURN,                               /* always 1: to be on the move */
    SCALAR_OPPOSITION, /* 1: an odd number of pieces in the columns of one's own system */
    SCALAR_MEN_END,
    SCALAR_KING_FIRST = 16, /* from here on all are 0 as long as there is no king */
    SCALAR_KING_SECOND,
    SCALAR_KING_MORE,     /* each king from the third on */
    SCALAR_KING_SAFE,     /* squares a king could move to and stay on */
    SCALAR_KING_DENIED,   /* squares a king could move to where a man would take it, men being
                             thought to take backward too */
    SCALAR_KING_TRAPPED,  /* 1: kings, but no safe square for any */
    SCALAR_KING_DIAGONAL, /* 1: a king on the long diagonal */
    SCALAR_KING_RULE,     /* 1: and no enemy piece on it */
    SCALAR_KING_SQUARE,   /* one for each square, 1..N seen by the king's side, N at its left */
    SCALAR_KING_SQUARE_END = SCALAR_KING_SQUARE + EVAL_SQUARES_MAX,
    SCALAR_COUNT = (SCALAR_KING_SQUARE_END + 15) / 16 * 16, /* room, a multiple of 16 */
};

typedef struct {
    int lanes;                    /* pairs of columns */
    int lane_columns;             /* columns of a lane that have a square in a given row, 1 or 2 */
    int bands;                    /* 1 or 2 */
    int tables;                   /* bands * (lanes - 1); table band * (lanes - 1) + column / 2 */
    int band_row[EVAL_BANDS_MAX]; /* first row of each band, 0 is farthest from the own side */
    int start_men;                /* of both sides */
    int squares;
} EvalLayout;

/* Whether there is a layout for the variant's board: not for those of more than 64 cells. Pure; any
 * thread. */
bool eval_layout_exists(const Rules *rules);

/* The layout of a variant that has one. Pure; any thread. */
EvalLayout eval_layout_of(const Rules *rules);

/* The square, as numbered on the board, of the place `index`, 0..EVAL_PATTERN_SQUARES-1, of a
 * table's rectangle as `side` sees it: row by row, the farthest first, from the left of the cells.
 * Pure; any thread. */
int eval_pattern_square(const Rules *rules, int table, Color side, int index);

/* A run of scalars that belong together. */
typedef struct {
    const char *name; /* for people */
    int first, count;
} EvalScalarGroup;

/* Name of a scalar below SCALAR_KING_SQUARE, for people; constant. */
const char *eval_scalar_name(int scalar);

/* All groups in order, each scalar in use in one of them; ended by a NULL name. Constant. */
const EvalScalarGroup *eval_scalar_groups(void);

#endif
