/* SPDX-License-Identifier: MIT */
#include "tests/oracle/oracle.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const OracleVariant variant_table[] = {
    {.name = "international",
     .width = 10,
     .height = 10,
     .men_rows = 4,
     .first = 'w',
     .men_capture_backward = true,
     .kings_fly = true,
     .take_most = true},
    {.name = "english",
     .width = 8,
     .height = 8,
     .men_rows = 3,
     .first = 'b',
     .men_capture_backward = false,
     .kings_fly = false,
     .take_most = false},
};

/* Row and column steps of the four diagonals; the first two lead upward. */
static const int diagonal[4][2] = {{-1, -1}, {-1, 1}, {1, -1}, {1, 1}};

static _Noreturn void give_up(const char *what, const char *detail) {
    fprintf(stderr, "oracle: %s: %s\n", what, detail);
    abort();
}

const OracleVariant *oracle_get_variant(const char *name) {
    for (size_t i = 0; i < sizeof variant_table / sizeof *variant_table; i++)
        if (strcmp(variant_table[i].name, name) == 0)
            return &variant_table[i];
    give_up("no such variant", name);
}

int oracle_count_squares(const OracleVariant *variant) {
    return variant->width * variant->height / 2;
}

int oracle_get_row(const OracleVariant *variant, int square) {
    return (square - 1) / (variant->width / 2);
}

static int get_column(const OracleVariant *variant, int square) {
    int place = (square - 1) % (variant->width / 2);
    /* The top left corner is not played on, so even rows begin in column 1. */
    return 2 * place + (oracle_get_row(variant, square) % 2 == 0 ? 1 : 0);
}

/* Number of the square at a row and column, 0 when that is off the board. */
static int get_square(const OracleVariant *variant, int row, int column) {
    if (row < 0 || row >= variant->height || column < 0 || column >= variant->width)
        return 0;
    return row * (variant->width / 2) + column / 2 + 1;
}

/* The square `steps` steps away along a diagonal, 0 when that is off the board. */
static int walk(const OracleVariant *variant, int square, int direction, int steps) {
    return get_square(variant, oracle_get_row(variant, square) + steps * diagonal[direction][0],
                      get_column(variant, square) + steps * diagonal[direction][1]);
}

bool oracle_is_crowning(const OracleVariant *variant, char color, int square) {
    return oracle_get_row(variant, square) == (color == 'w' ? 0 : variant->height - 1);
}

static bool leads_forward(char color, int direction) {
    return (diagonal[direction][0] < 0) == (color == 'w');
}

static bool is_of(char piece, char color) {
    return piece != 'e' && tolower((unsigned char)piece) == color;
}

static bool is_king(char piece) {
    return piece == 'W' || piece == 'B';
}

static char other_color(char color) {
    return color == 'w' ? 'b' : 'w';
}

/* ---- setting up ---- */

static void clear_board(OraclePosition *position, const OracleVariant *variant, char turn) {
    *position = (OraclePosition){.variant = variant, .turn = turn};
    memset(position->square, 'e', sizeof position->square);
}

void oracle_init_start(OraclePosition *position, const OracleVariant *variant) {
    clear_board(position, variant, variant->first);
    for (int square = 1; square <= oracle_count_squares(variant); square++) {
        int row = oracle_get_row(variant, square);
        if (row < variant->men_rows)
            position->square[square] = 'b';
        else if (row >= variant->height - variant->men_rows)
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
        give_up("no such square in FEN", fen);
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
            give_up("comma or colon expected in FEN", fen);
    }
}

void oracle_read_fen(OraclePosition *position, const OracleVariant *variant, const char *fen) {
    if (strcmp(fen, "start") == 0) {
        oracle_init_start(position, variant);
        return;
    }
    if (*fen != 'W' && *fen != 'B')
        give_up("FEN must begin with W or B", fen);
    clear_board(position, variant, *fen == 'W' ? 'w' : 'b');
    const char *cursor = fen + 1;
    for (int i = 0; i < 2; i++) {
        if (*cursor++ != ':' || (*cursor != 'W' && *cursor != 'B'))
            give_up("FEN needs :W... and :B...", fen);
        char color = *cursor++ == 'W' ? 'w' : 'b';
        read_pieces(position, color, &cursor, fen);
    }
    if (*cursor)
        give_up("text after the FEN", fen);
}

/* ---- moves ---- */

static void append(OracleMoves *list, const OracleMove *move) {
    if (list->count == list->capacity) {
        int capacity = list->capacity ? 2 * list->capacity : 64;
        OracleMove *moves = realloc(list->moves, (size_t)capacity * sizeof *moves);
        if (!moves)
            give_up("out of memory", "move list");
        list->moves = moves;
        list->capacity = capacity;
    }
    list->moves[list->count++] = *move;
}

/* The piece of the other colour that a capture from `at` along `direction` would take, 0 if there
 * is none. A piece already taken still stands there and bars the way. */
static int find_victim(const OraclePosition *position, const OracleMove *so_far, int at,
                       int direction, bool king) {
    const OracleVariant *variant = position->variant;
    int steps = 1;
    int square = walk(variant, at, direction, steps);
    if (king && variant->kings_fly)
        while (square && position->square[square] == 'e')
            square = walk(variant, at, direction, ++steps);
    if (!square || !is_of(position->square[square], other_color(position->turn)) ||
        so_far->captured[square])
        return 0;
    return square;
}

/* Carries the capture `so_far`, now at square `at`, on in every way and lists each way that cannot
 * be carried on. The piece that moves is not on the board meanwhile: its start square is free. */
static void capture_on(const OraclePosition *position, const OracleMove *so_far, int at, bool king,
                       OracleMoves *list) {
    const OracleVariant *variant = position->variant;
    bool went_on = false;
    for (int direction = 0; direction < 4; direction++) {
        if (!king && !variant->men_capture_backward && !leads_forward(position->turn, direction))
            continue;
        int victim = find_victim(position, so_far, at, direction, king);
        if (!victim)
            continue;
        int reach = king && variant->kings_fly ? variant->height : 1;
        for (int steps = 1; steps <= reach; steps++) {
            int landing = walk(variant, victim, direction, steps);
            if (!landing || position->square[landing] != 'e')
                break;
            went_on = true;
            OracleMove longer = *so_far;
            longer.captured[victim] = true;
            longer.victim[longer.captured_count++] = (uint8_t)victim;
            longer.landing[longer.landing_count++] = (uint8_t)landing;
            capture_on(position, &longer, landing, king, list);
        }
    }
    if (!went_on && so_far->captured_count) {
        OracleMove whole = *so_far;
        whole.to = (uint8_t)at;
        whole.promotes = !king && oracle_is_crowning(variant, position->turn, at);
        append(list, &whole);
    }
}

static void list_captures(const OraclePosition *position, OracleMoves *list) {
    for (int from = 1; from <= oracle_count_squares(position->variant); from++) {
        char piece = position->square[from];
        if (!is_of(piece, position->turn))
            continue;
        OraclePosition lifted = *position;
        lifted.square[from] = 'e';
        OracleMove start = {.from = (uint8_t)from};
        capture_on(&lifted, &start, from, is_king(piece), list);
    }
}

static void list_quiet_moves(const OraclePosition *position, OracleMoves *list) {
    const OracleVariant *variant = position->variant;
    for (int from = 1; from <= oracle_count_squares(variant); from++) {
        char piece = position->square[from];
        if (!is_of(piece, position->turn))
            continue;
        int reach = is_king(piece) && variant->kings_fly ? variant->height : 1;
        for (int direction = 0; direction < 4; direction++) {
            if (!is_king(piece) && !leads_forward(position->turn, direction))
                continue;
            for (int steps = 1; steps <= reach; steps++) {
                int to = walk(variant, from, direction, steps);
                if (!to || position->square[to] != 'e')
                    break;
                OracleMove move = {.landing_count = 1, .from = (uint8_t)from, .to = (uint8_t)to};
                move.landing[0] = (uint8_t)to;
                move.promotes = !is_king(piece) && oracle_is_crowning(variant, position->turn, to);
                append(list, &move);
            }
        }
    }
}

static void keep_longest(OracleMoves *list) {
    int most = 0, kept = 0;
    for (int i = 0; i < list->count; i++)
        if (list->moves[i].captured_count > most)
            most = list->moves[i].captured_count;
    for (int i = 0; i < list->count; i++)
        if (list->moves[i].captured_count == most)
            list->moves[kept++] = list->moves[i];
    list->count = kept;
}

static int compare_moves(const OracleMove *a, const OracleMove *b) {
    if (a->from != b->from)
        return a->from - b->from;
    if (a->to != b->to)
        return a->to - b->to;
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
    list_captures(position, list);
    if (!list->count)
        list_quiet_moves(position, list);
    else if (position->variant->take_most)
        keep_longest(list);
    if (list->count)
        qsort(list->moves, (size_t)list->count, sizeof *list->moves, compare_routes);
    return list->count;
}

/* Whether `route` takes its pieces in the same order as a move among the first `count`, which are
 * sorted. */
static bool has_order(const OracleMove *moves, int count, const OracleMove *route) {
    for (int i = count - 1; i >= 0 && oracle_move_equals(&moves[i], route); i--)
        if (memcmp(moves[i].victim, route->victim, sizeof route->victim) == 0)
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
    list_captures(&asked, &list);
    bool found = list.count > 0;
    oracle_moves_done(&list);
    return found;
}

void oracle_make(const OraclePosition *position, const OracleMove *move, OraclePosition *ret_next) {
    *ret_next = *position;
    char piece = position->square[move->from];
    ret_next->square[move->from] = 'e';
    for (int square = 1; square <= ORACLE_SQUARES_MAX; square++)
        if (move->captured[square])
            ret_next->square[square] = 'e';
    ret_next->square[move->to] = move->promotes ? (char)toupper((unsigned char)piece) : piece;
    ret_next->turn = other_color(position->turn);
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
