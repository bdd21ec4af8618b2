/* SPDX-License-Identifier: MIT */
#include "tests/oracle/oracle_internal.h"

const int oracle_steps[ORACLE_DIRECTIONS][2] = {{-1, -1}, {1, 1}, {-1, 1}, {1, -1},
                                                {-1, 0},  {1, 0}, {0, -1}, {0, 1}};

static int count_per_row(const OracleVariant *variant) {
    return variant->all_squares ? variant->width : variant->width / 2;
}

int oracle_count_squares(const OracleVariant *variant) {
    return count_per_row(variant) * variant->height;
}

int oracle_get_row(const OracleVariant *variant, int square) {
    return (square - 1) / count_per_row(variant);
}

static int get_column(const OracleVariant *variant, int square) {
    int place = (square - 1) % count_per_row(variant);
    if (variant->all_squares)
        return place;
    /* Rows alternate; the first begins in column 0 or 1. */
    bool shifted = (oracle_get_row(variant, square) % 2 == 0) != variant->corner;
    return 2 * place + (shifted ? 1 : 0);
}

/* Number of the square at a row and column, 0 when that is off the board. */
static int get_square(const OracleVariant *variant, int row, int column) {
    if (row < 0 || row >= variant->height || column < 0 || column >= variant->width)
        return 0;
    return row * count_per_row(variant) + (variant->all_squares ? column : column / 2) + 1;
}

/* The square `steps` steps away, 0 when that is off the board. Where only every other square is
 * played on, a step along a row or column is two squares long. */
int oracle_walk(const OracleVariant *variant, int square, int direction, int steps) {
    int length = direction >= ORACLE_DIAGONALS && !variant->all_squares ? 2 * steps : steps;
    return get_square(variant,
                      oracle_get_row(variant, square) + length * oracle_steps[direction][0],
                      get_column(variant, square) + length * oracle_steps[direction][1]);
}

bool oracle_is_crowning(const OracleVariant *variant, char color, int square) {
    return oracle_get_row(variant, square) == (color == 'w' ? 0 : variant->height - 1);
}

static bool leads_backward(char color, int direction) {
    return oracle_steps[direction][0] == (color == 'w' ? 1 : -1);
}

/* Whether a piece of `color` may make a quiet move in the direction. */
bool oracle_may_step(const OracleVariant *variant, char color, bool king, int direction) {
    if ((direction >= ORACLE_DIAGONALS) != variant->all_squares)
        return false;
    return king || !leads_backward(color, direction);
}

/* Whether it may capture in the direction. */
bool oracle_may_take(const OracleVariant *variant, char color, bool king, int direction) {
    bool straight = direction >= ORACLE_DIAGONALS;
    if (straight ? !variant->all_squares && !variant->captures_straight : variant->all_squares)
        return false;
    return king || variant->men_capture_backward || !leads_backward(color, direction);
}
