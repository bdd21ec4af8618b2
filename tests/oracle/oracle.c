/* SPDX-License-Identifier: MIT */
#include "tests/oracle/oracle_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

_Noreturn void oracle_give_up(const char *what, const char *detail) {
    fprintf(stderr, "oracle: %s: %s\n", what, detail);
    abort();
}

/* ---- setting up ---- */

static void clear_board(OraclePosition *position, const OracleVariant *variant, char turn) {
    *position = (OraclePosition){.variant = variant, .turn = turn};
    memset(position->square, 'e', sizeof position->square);
}

void oracle_init_start(OraclePosition *position, const OracleVariant *variant) {
    clear_board(position, variant, variant->first);
    for (int square = 1; square <= oracle_count_squares(variant); square++) {
        int from_top = oracle_get_row(variant, square);
        int from_bottom = variant->height - 1 - from_top;
        int last = variant->free_rows + variant->men_rows;
        if (from_top >= variant->free_rows && from_top < last)
            position->square[square] = 'b';
        else if (from_bottom >= variant->free_rows && from_bottom < last)
            position->square[square] = 'w';
    }
}

/* Reads a square number at *cursor and moves the cursor behind it; K before it sets *ret_king. */
static int read_square(const OracleVariant *variant, const char **cursor, bool *ret_king,
                       const char *fen) {
    *ret_king = **cursor == 'K';
    *cursor += *ret_king;
    int square = 0;
    while (isdigit((unsigned char)**cursor) && square < 100)
        square = square * 10 + *(*cursor)++ - '0';
    if (square < 1 || square > oracle_count_squares(variant))
        oracle_give_up("no such square in FEN", fen);
    return square;
}

/* Reads "31,K40-44,50" up to the next colon or the end. */
static void read_pieces(OraclePosition *position, char color, const char **cursor,
                        const char *fen) {
    while (**cursor && **cursor != ':') {
        bool king, last_king;
        int first = read_square(position->variant, cursor, &king, fen), last = first;
        if (**cursor == '-') {
            ++*cursor;
            last = read_square(position->variant, cursor, &last_king, fen);
        }
        for (int square = first; square <= last; square++)
            position->square[square] = king ? (char)toupper((unsigned char)color) : color;
        if (**cursor == ',')
            ++*cursor;
        else if (**cursor && **cursor != ':')
            oracle_give_up("comma or colon expected in FEN", fen);
    }
}

void oracle_read_fen(OraclePosition *position, const OracleVariant *variant, const char *fen) {
    if (strcmp(fen, "start") == 0) {
        oracle_init_start(position, variant);
        return;
    }
    if (*fen != 'W' && *fen != 'B')
        oracle_give_up("FEN must begin with W or B", fen);
    clear_board(position, variant, *fen == 'W' ? 'w' : 'b');
    const char *cursor = fen + 1;
    for (int i = 0; i < 2; i++) {
        if (*cursor++ != ':' || (*cursor != 'W' && *cursor != 'B'))
            oracle_give_up("FEN needs :W... and :B...", fen);
        char color = *cursor++ == 'W' ? 'w' : 'b';
        read_pieces(position, color, &cursor, fen);
    }
    if (*cursor)
        oracle_give_up("text after the FEN", fen);
}

/* ---- moves ---- */

static bool has_king(const OraclePosition *position) {
    for (int square = 1; square <= oracle_count_squares(position->variant); square++)
        if (oracle_is_king(position->square[square]))
            return true;
    return false;
}

static int compare_moves(const OracleMove *a, const OracleMove *b) {
    if (a->from != b->from)
        return a->from - b->from;
    if (a->to != b->to)
        return a->to - b->to;
    if (a->promotes != b->promotes)
        return a->promotes - b->promotes;
    return memcmp(a->captured, b->captured, sizeof a->captured);
}

static int compare_routes(const void *left, const void *right) {
    const OracleMove *a = left, *b = right;
    int order = compare_moves(a, b);
    return order ? order : memcmp(a->landing, b->landing, sizeof a->landing);
}

bool oracle_move_equals(const OracleMove *a, const OracleMove *b) {
    return compare_moves(a, b) == 0;
}

int oracle_list_routes(const OraclePosition *position, OracleMoves *list) {
    list->count = 0;
    if (position->variant->ends_with_king && has_king(position))
        return 0;
    oracle_add_captures(position, list);
    if (list->count)
        oracle_choose_captures(position, list);
    else
        oracle_add_quiet_moves(position, list);
    if (list->count)
        qsort(list->moves, (size_t)list->count, sizeof *list->moves, compare_routes);
    return list->count;
}

/* Whether `route` takes its pieces in the same order and directions as a move among the first
 * `count`, which are sorted. */
static bool has_order(const OracleMove *moves, int count, const OracleMove *route) {
    for (int i = count - 1; i >= 0 && oracle_move_equals(&moves[i], route); i--)
        if (memcmp(moves[i].victim, route->victim, sizeof route->victim) == 0 &&
            memcmp(moves[i].direction, route->direction, sizeof route->direction) == 0)
            return true;
    return false;
}

int oracle_list_orders(const OraclePosition *position, OracleMoves *list) {
    oracle_list_routes(position, list);
    int kept = 0;
    for (int i = 0; i < list->count; i++)
        if (!has_order(list->moves, kept, &list->moves[i]))
            list->moves[kept++] = list->moves[i];
    return list->count = kept;
}

int oracle_list_moves(const OraclePosition *position, OracleMoves *list) {
    oracle_list_routes(position, list);
    int kept = 0;
    for (int i = 0; i < list->count; i++)
        if (!kept || !oracle_move_equals(&list->moves[kept - 1], &list->moves[i]))
            list->moves[kept++] = list->moves[i];
    return list->count = kept;
}

void oracle_moves_done(OracleMoves *list) {
    free(list->moves);
    *list = (OracleMoves){0};
}

bool oracle_has_capture(const OraclePosition *position, char color) {
    OraclePosition asked = *position;
    asked.turn = color;
    OracleMoves list = {0};
    if (position->variant->ends_with_king && has_king(position))
        return false;
    oracle_add_captures(&asked, &list);
    bool found = list.count > 0;
    oracle_moves_done(&list);
    return found;
}

static bool has_man(const OraclePosition *position, char color) {
    for (int square = 1; square <= oracle_count_squares(position->variant); square++)
        if (position->square[square] == color)
            return true;
    return false;
}

/* The rule of three moves: quiet moves by the same king of a side that has a man too. */
static void count_runs(const OraclePosition *before, const OracleMove *move,
                       OraclePosition *after) {
    int mover = oracle_side(before->turn);
    bool counts = oracle_is_king(before->square[move->from]) && !move->captured_count;
    bool same = before->run_square[mover] == move->from;
    after->run_length[mover] = counts ? 1 + (same ? before->run_length[mover] : 0) : 0;
    after->run_square[mover] = counts ? move->to : 0;
    if (move->captured[before->run_square[!mover]])
        after->run_length[!mover] = after->run_square[!mover] = 0;
    for (int side = 0; side < 2; side++)
        if (!has_man(after, side ? 'b' : 'w'))
            after->run_length[side] = after->run_square[side] = 0;
}

void oracle_make(const OraclePosition *position, const OracleMove *move, OraclePosition *ret_next) {
    *ret_next = *position;
    char piece = position->square[move->from];
    ret_next->square[move->from] = 'e';
    for (int square = 1; square <= ORACLE_SQUARES_MAX; square++)
        if (move->captured[square])
            ret_next->square[square] = 'e';
    ret_next->square[move->to] = move->promotes ? (char)toupper((unsigned char)piece) : piece;
    ret_next->turn = oracle_other(position->turn);
    if (position->variant->three_moves)
        count_runs(position, move, ret_next);
}

uint64_t oracle_perft(const OraclePosition *position, int depth, bool keep) {
    if (depth == 0)
        return 1;
    OracleMoves list = {0};
    int count = keep ? oracle_list_orders(position, &list) : oracle_list_moves(position, &list);
    uint64_t leaves = 0;
    if (depth == 1) {
        leaves = (uint64_t)count;
    } else {
        for (int i = 0; i < count; i++) {
            OraclePosition next;
            oracle_make(position, &list.moves[i], &next);
            leaves += oracle_perft(&next, depth - 1, keep);
        }
    }
    oracle_moves_done(&list);
    return leaves;
}
