/* SPDX-License-Identifier: MIT
 *
 * Private to tests/oracle: what its files share. */
#ifndef HUFF_TESTS_ORACLE_ORACLE_INTERNAL_H
#define HUFF_TESTS_ORACLE_ORACLE_INTERNAL_H

#include "tests/oracle/oracle.h"

#include <ctype.h>

enum {
    ORACLE_DIAGONALS = 4,
    ORACLE_DIRECTIONS = 8
};

/* Row and column steps: the four diagonals, then along columns and rows. Opposite ones are
 * neighbours in the list. */
extern const int oracle_steps[ORACLE_DIRECTIONS][2];

/* Ends the program with a message. */
_Noreturn void oracle_give_up(const char *what, const char *detail);

/* The square `steps` steps away, 0 when that is off the board. Where only every other square is
 * played on, a step along a row or column is two squares long. */
int oracle_walk(const OracleVariant *variant, int square, int direction, int steps);

/* Whether a piece of `color` may make a quiet move, or capture, in the direction. */
bool oracle_may_step(const OracleVariant *variant, char color, bool king, int direction);
bool oracle_may_take(const OracleVariant *variant, char color, bool king, int direction);

/* Adds all captures to the list, and all quiet moves. */
void oracle_add_captures(const OraclePosition *position, OracleMoves *list);
void oracle_add_quiet_moves(const OraclePosition *position, OracleMoves *list);

/* Drops the captures that the law does not let choose. */
void oracle_choose_captures(const OraclePosition *position, OracleMoves *list);

static inline bool oracle_is_of(char piece, char color) {
    return piece != 'e' && tolower((unsigned char)piece) == color;
}

static inline bool oracle_is_king(char piece) {
    return piece == 'W' || piece == 'B';
}

static inline char oracle_other(char color) {
    return color == 'w' ? 'b' : 'w';
}

static inline int oracle_side(char color) {
    return color == 'w' ? 0 : 1;
}

#endif
