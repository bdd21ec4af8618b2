/* SPDX-License-Identifier: MIT */
#include "tests/oracle/huff_oracle.h"

#include "tests/oracle/oracle_internal.h"

#include <stdlib.h>
#include <string.h>

void huff_oracle_init(HuffOracle *oracle, const OraclePosition *position, bool compel,
                      bool cut_short) {
    *oracle =
        (HuffOracle){.position = *position, .compel_is_law = compel, .cut_short_is_law = cut_short};
}

static void add_new(OracleMoves *list, const OracleMove *move) {
    for (int i = 0; i < list->count; i++)
        if (oracle_move_equals(&list->moves[i], move))
            return;
    OracleMove *moves = realloc(list->moves, (size_t)(list->count + 1) * sizeof *moves);
    if (!moves)
        oracle_give_up("out of memory", "moves with the huff");
    list->moves = moves;
    list->capacity = list->count + 1;
    list->moves[list->count++] = *move;
}

/* The first `jumps` jumps of a capture. */
static OracleMove shorten(const OraclePosition *position, const OracleMove *route, int jumps) {
    OracleMove move = *route;
    move.landing_count = move.captured_count = (uint8_t)jumps;
    memset(move.captured, 0, sizeof move.captured);
    for (int i = 0; i < jumps; i++)
        move.captured[route->victim[i]] = true;
    move.to = route->landing[jumps - 1];
    move.promotes = !oracle_is_king(position->square[move.from]) &&
                    oracle_is_crowning(position->variant, position->turn, move.to);
    return move;
}

static bool has_captures(const OracleMoves *routes) {
    return routes->count > 0 && routes->moves[0].captured_count > 0;
}

int huff_oracle_list(const HuffOracle *oracle, OracleMoves *list) {
    OracleMoves routes = {0}, quiet = {0};
    oracle_list_routes(&oracle->position, &routes);
    list->count = 0;
    for (int i = 0; has_captures(&routes) && i < routes.count; i++) {
        int all = routes.moves[i].captured_count;
        bool cut = oracle->cut_short_is_law && !oracle->compelled;
        for (int jumps = cut ? 1 : all; jumps <= all; jumps++) {
            OracleMove move = shorten(&oracle->position, &routes.moves[i], jumps);
            add_new(list, &move);
        }
    }
    if (!oracle->compelled)
        oracle_add_quiet_moves(&oracle->position, &quiet);
    for (int i = 0; i < quiet.count; i++)
        add_new(list, &quiet.moves[i]);
    oracle_moves_done(&quiet);
    oracle_moves_done(&routes);
    return list->count;
}

void huff_oracle_take(const HuffOracle *oracle, int square, HuffOracle *ret_next) {
    huff_oracle_init(ret_next, &oracle->position, oracle->compel_is_law, oracle->cut_short_is_law);
    ret_next->position.square[square] = 'e';
}

void huff_oracle_compel(const HuffOracle *oracle, HuffOracle *ret_next) {
    huff_oracle_init(ret_next, &oracle->before, oracle->compel_is_law, oracle->cut_short_is_law);
    ret_next->compelled = true;
}

void huff_oracle_make(const HuffOracle *oracle, const OracleMove *move, HuffOracle *ret_next) {
    OraclePosition after;
    oracle_make(&oracle->position, move, &after);
    huff_oracle_init(ret_next, &after, oracle->compel_is_law, oracle->cut_short_is_law);
    if (oracle->compelled)
        return;
    OracleMoves routes = {0};
    oracle_list_routes(&oracle->position, &routes);
    bool due = has_captures(&routes), finished = false;
    for (int i = 0; due && i < routes.count; i++) {
        const OracleMove *route = &routes.moves[i];
        if (!move->captured_count)
            ret_next->huffable[route->from == move->from ? move->to : route->from] = true;
        finished |= oracle_move_equals(route, move);
    }
    if (move->captured_count && !finished)
        ret_next->huffable[move->to] = true;
    if (due && !move->captured_count && oracle->compel_is_law) {
        ret_next->may_compel = true;
        ret_next->before = oracle->position;
    }
    oracle_moves_done(&routes);
}

static uint64_t count_moves(const HuffOracle *oracle, int depth) {
    OracleMoves list = {0};
    uint64_t leaves = 0;
    huff_oracle_list(oracle, &list);
    for (int i = 0; i < list.count; i++) {
        HuffOracle next;
        huff_oracle_make(oracle, &list.moves[i], &next);
        leaves += huff_oracle_perft(&next, depth - 1);
    }
    oracle_moves_done(&list);
    return leaves;
}

uint64_t huff_oracle_perft(const HuffOracle *oracle, int depth) {
    if (depth == 0)
        return 1;
    HuffOracle next;
    uint64_t leaves = count_moves(oracle, depth);
    for (int square = 1; square <= oracle_count_squares(oracle->position.variant); square++)
        if (oracle->huffable[square]) {
            huff_oracle_take(oracle, square, &next);
            leaves += count_moves(&next, depth);
        }
    if (oracle->may_compel) {
        huff_oracle_compel(oracle, &next);
        leaves += huff_oracle_perft(&next, depth - 1);
    }
    return leaves;
}
