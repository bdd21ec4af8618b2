/* SPDX-License-Identifier: MIT
 *
 * What was played from a position, and how the games ended. */
#include "book/games/query_internal.h"

#include "engine/board/movegen.h"

#include <sqlite3.h>

#include <stdlib.h>

static void count_game(GamesMove *move, int outcome) {
    move->games++;
    move->white_won += outcome == OUTCOME_WHITE_WINS;
    move->drawn += outcome == OUTCOME_DRAW;
    move->black_won += outcome == OUTCOME_BLACK_WINS;
}

typedef struct {
    GamesTree *tree;
    MoveList legal;
    int64_t numbers[MOVE_LIST_CAPACITY]; /* of the legal moves */
    int64_t last_game[MOVE_LIST_CAPACITY];
    int64_t last_of_all; /* the rows of a game follow each other */
} Counting;

static Status count_row(Games *games, sqlite3_stmt *row, void *context, Error *error) {
    Counting *counting = context;
    GamesTree *tree = counting->tree;
    int64_t game = sqlite3_column_int64(row, 0), next = sqlite3_column_int64(row, 2);
    int outcome = sqlite3_column_int(row, 1);
    if (game != counting->last_of_all)
        count_game(&tree->all, outcome);
    counting->last_of_all = game;
    if (next == 0)
        return STATUS_OK;
    int i = 0;
    while (i < counting->legal.count && counting->numbers[i] != next)
        i++;
    if (i == counting->legal.count)
        return store_damaged(games, game, error);
    /* A position that comes again counts once for a move. */
    if (counting->last_game[i] != game)
        count_game(&tree->moves[i], outcome);
    counting->last_game[i] = game;
    return STATUS_OK;
}

static int compare_moves(const void *left, const void *right) {
    const GamesMove *a = left, *b = right;
    if (a->games != b->games)
        return a->games < b->games ? 1 : -1;
    if (a->move.from != b->move.from)
        return a->move.from < b->move.from ? -1 : 1;
    if (a->move.to != b->move.to)
        return a->move.to < b->move.to ? -1 : 1;
    return move_captured(a->move) < move_captured(b->move) ? -1 : 1;
}

static void begin_counting(const GamesQuery *query, Counting *counting, GamesTree *tree) {
    counting->tree = tree;
    tree->all = (GamesMove){0};
    tree->count = movegen_generate(query->position, &counting->legal);
    counting->last_of_all = 0;
    for (int i = 0; i < tree->count; i++) {
        Move move = counting->legal.moves[i];
        counting->numbers[i] = place_move_number(query->rules, move);
        counting->last_game[i] = 0;
        tree->moves[i] = (GamesMove){.move = move};
    }
}

static void end_counting(GamesTree *tree) {
    qsort(tree->moves, (size_t)tree->count, sizeof *tree->moves, compare_moves);
    while (tree->count > 0 && tree->moves[tree->count - 1].games == 0)
        tree->count--;
}

static Status count_rows(Games *games, const GamesQuery *query, Counting *counting, Error *error) {
    const Position *position = query->position;
    QueryText text = {0};
    text_buffer_printf(&text.sql, "SELECT place.game,place.outcome,next FROM place%s WHERE key=?",
                       query_has_conditions(query) ? " JOIN game ON game.id=place.game" : "");
    query_add_number(&text, place_key_get(store_keys(games, query->rules), &position->board,
                                          (Color)position->turn));
    if (query_has_conditions(query))
        query_add_conditions(games, query, &text);
    text_buffer_printf(&text.sql, " ORDER BY place.game,place.ply");
    Status status = query_run(games, &text, count_row, counting, error);
    query_text_done(&text);
    return status;
}

Status games_get_tree(Games *games, const GamesQuery *query, GamesTree *ret_tree, Error *error) {
    if (!query->position || !query->rules)
        return error_set(error, STATUS_SYNTAX, "a tree needs a position");
    if (query->pattern || query->material || query->turned)
        return error_set(error, STATUS_SYNTAX,
                         "a tree is of one position: no pattern, no material, no turned board");
    Counting *counting = malloc(sizeof *counting);
    if (!counting)
        return error_set(error, STATUS_NO_MEMORY, "no memory for a tree");
    begin_counting(query, counting, ret_tree);
    Status status = count_rows(games, query, counting, error);
    end_counting(ret_tree);
    free(counting);
    return status;
}
