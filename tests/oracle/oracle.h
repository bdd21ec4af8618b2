/* SPDX-License-Identifier: MIT
 *
 * The oracle: a second move generator, slow and plain, written from the rules and sharing nothing
 * with engine/board. It keeps one letter a square and walks rows and columns, so that a mistake in
 * the bitboards of the engine is not repeated here. Tests compare the two.
 *
 * It never fails quietly: a wrong argument or an allocation that fails ends the program with a
 * message. Functions may be called by any thread. */
#ifndef HUFF_TESTS_ORACLE_ORACLE_H
#define HUFF_TESTS_ORACLE_ORACLE_H

#include <stdbool.h>
#include <stdint.h>

enum {
    ORACLE_SQUARES_MAX = 72,
    /* Off the edge lie 8 rows of 4 on the 10x10 board; along rows and columns pieces on it can be
     * jumped too. No position of the tests comes near. */
    ORACLE_CAPTURES_MAX = 40,
};

/* Which of the captures there are may be chosen. */
typedef enum {
    ORACLE_ANY,        /* any of them */
    ORACLE_MOST,       /* the most pieces */
    ORACLE_MOST_KINGS, /* of those with the most pieces, the most kings */
    ORACLE_ITALIAN,    /* of those with the most pieces those by a king; of these those with the
                          most kings; of these those that meet kings earlier */
    ORACLE_FRISIAN,    /* the greatest value; of these those by a king */
    ORACLE_KING_FIRST, /* any by a king, if there is one; else any */
} OracleChoice;

/* One game; a further variant is a further row of the table in oracle.c. */
typedef struct {
    const char *name;
    int width, height; /* columns and rows */
    bool corner;       /* the top left corner is played on */
    bool all_squares;  /* so is every square; pieces go along rows and columns only */
    int men_rows;      /* rows full of men on each side at the start */
    int free_rows;     /* empty rows behind them */
    char first;        /* 'w' or 'b': who begins */
    bool men_capture_backward;
    bool captures_straight; /* along rows and columns too, over the next square of the same shade */
    bool kings_fly;         /* kings go any distance along a line */
    bool kings_land_next;   /* but land right behind what they take */
    bool killer;            /* a king that takes a king last has to land right behind it */
    bool men_spare_kings;   /* a man cannot take a king */
    bool taken_at_once;     /* what is taken leaves before the next jump */
    bool no_turning_back;   /* a king cannot turn by 180 degrees between two jumps */
    bool crowned_at_once;   /* a man that comes to its last row within a capture goes on as king */
    bool ends_with_king;    /* there are no moves once a king is on the board */
    bool three_moves;       /* a side with men may move one king three times in a row at most */
    OracleChoice choice;
} OracleVariant;

/* Squares are numbered from 1 at the top left, White below. square[0] is unused; the others hold
 * 'e' for empty, 'w' 'b' for men, 'W' 'B' for kings. */
typedef struct {
    const OracleVariant *variant;
    char turn; /* 'w' or 'b' */
    char square[ORACLE_SQUARES_MAX + 1];
    /* Where there is the rule of three moves, for White and Black: the king that moved last, 0 if
     * none counts, and how often in a row without a capture. */
    int run_square[2], run_length[2];
} OraclePosition;

/* One way to play: for a capture, the squares where the piece lands and the pieces it takes, each
 * in the order of the jumps. */
typedef struct {
    uint8_t from, to;                     /* square numbers */
    uint8_t landing_count;                /* 1 for a quiet move */
    uint8_t captured_count;               /* 0 for a quiet move */
    uint8_t landing[ORACLE_CAPTURES_MAX]; /* the last one is `to` */
    uint8_t victim[ORACLE_CAPTURES_MAX];
    uint8_t direction[ORACLE_CAPTURES_MAX]; /* of each jump, in numbers of the oracle */
    bool captured[ORACLE_SQUARES_MAX + 1];  /* the victims once more, by square number */
    bool promotes;                          /* a man is crowned */
} OracleMove;

/* A list that grows; start it with {0} and end it with oracle_moves_done. */
typedef struct {
    OracleMove *moves;
    int count, capacity;
} OracleMoves;

/* The row of that name; a name that is not in the table ends the program. */
const OracleVariant *oracle_get_variant(const char *name);

/* Number of playable squares of a board; they are numbered 1 up to this number. */
int oracle_count_squares(const OracleVariant *variant);

/* Row of a square, 0 at the top. */
int oracle_get_row(const OracleVariant *variant, int square);

/* Whether a man of color 'w' or 'b' is crowned on this square. */
bool oracle_is_crowning(const OracleVariant *variant, char color, int square);

/* Sets up the start position. */
void oracle_init_start(OraclePosition *position, const OracleVariant *variant);

/* Reads a FEN of the form "W:W31-50,K3:BK1,2" (turn, then both colours in any order, squares and
 * ranges with K before kings), or "start". Anything else ends the program. */
void oracle_read_fen(OraclePosition *position, const OracleVariant *variant, const char *fen);

/* Replaces the content of `list` by every legal way to play, ways that differ in one landing
 * square only listed apart. Sorted by from, to, captured squares and landings. Returns the count.
 */
int oracle_list_routes(const OraclePosition *position, OracleMoves *list);

/* The same with one entry for each from, to, order of victims and directions of the jumps (two ways
 * over the same pieces in the same order differ in these only where pieces also jump straight). */
int oracle_list_orders(const OraclePosition *position, OracleMoves *list);

/* The same with one entry for each from, to and captured set: the one whose landings come first in
 * order of square numbers. */
int oracle_list_moves(const OraclePosition *position, OracleMoves *list);

void oracle_moves_done(OracleMoves *list);

/* Whether two ways have the same from, to and captured set. */
bool oracle_move_equals(const OracleMove *a, const OracleMove *b);

/* Whether `color` ('w' or 'b') could capture if it were to move. */
bool oracle_has_capture(const OraclePosition *position, char color);

/* The position after a move that is legal in `position`; `ret_next` may not be `position`. */
void oracle_make(const OraclePosition *position, const OracleMove *move, OraclePosition *ret_next);

/* Leaves of the move tree `depth` plies deep. With `keep`, captures of the same pieces in another
 * order count apart; where on a line a flying king lands before it goes on along that line makes
 * no difference. That is how the published counts are meant. */
uint64_t oracle_perft(const OraclePosition *position, int depth, bool keep);

#endif
