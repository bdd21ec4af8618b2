/* SPDX-License-Identifier: MIT
 *
 * The ways a capture can go, and how many captures there can be. */
#include "engine/board/movegen.h"
#include "engine/board/route.h"
#include "engine/notation/fen.h"
#include "tests/unit/suite.h"

#include <string.h>

static Position position_of(const char *variant, const char *fen) {
    Position position;
    Error error;
    ck_assert_msg(fen_read(rules_find(variant), fen, strlen(fen), &position, NULL, &error) ==
                      STATUS_OK,
                  "%s: %s", fen, error.text);
    return position;
}

/* The move that takes exactly the given squares from `from` to `to`. */
static Move move_of(const Position *position, int from, int to, const int *captured, int count) {
    const Geometry *geometry = rules_geometry(position->rules);
    Move wanted = {.from = geometry->cell_of_square[from], .to = geometry->cell_of_square[to]};
    Bitboard taken = 0;
    for (int i = 0; i < count; i++)
        taken |= geometry_square_bit(geometry, captured[i]);
    move_set_captured(&wanted, taken);
    Move found = movegen_find(position, wanted);
    ck_assert(!move_is_none(found));
    return found;
}

static void check_route(const Position *position, Move move, const int *squares, int count) {
    Route route;
    route_find(position, move, &route);
    ck_assert_int_eq(route.count, count);
    for (int i = 0; i < count; i++)
        ck_assert_int_eq(route.squares[i], squares[i]);
    ck_assert(route_fits(position, move, route.squares, route.count));
}

/* Known fault 1: the two captures from 4 to 15 differ only on the way. */
START_TEST(routes_tell_captures_apart) {
    Position position = position_of("international", "W:WK4:B13,20,32,37");
    Move over_32 = move_of(&position, 4, 15, (int[]){13, 20, 32}, 3);
    Move over_37 = move_of(&position, 4, 15, (int[]){13, 20, 37}, 3);
    check_route(&position, over_32, (int[]){4, 27, 38, 15}, 4);
    check_route(&position, over_37, (int[]){4, 31, 42, 15}, 4);
    ck_assert(!route_fits(&position, over_32, (uint8_t[]){4, 31, 42, 15}, 4));
    ck_assert(!route_fits(&position, over_32, (uint8_t[]){4, 38, 27, 15}, 4));
    ck_assert(!route_fits(&position, over_32, (uint8_t[]){4, 27, 38, 10}, 4));
    ck_assert(route_fits(&position, over_32, (uint8_t[]){4, 38, 15}, 3));
    ck_assert(route_fits(&position, over_32, (uint8_t[]){4, 15}, 2));
    ck_assert(!route_fits(&position, over_32, (uint8_t[]){4}, 1));
}
END_TEST

START_TEST(quiet_moves_have_two_squares) {
    Position position = position_of("international", "start");
    Move move = move_of(&position, 32, 28, NULL, 0);
    check_route(&position, move, (int[]){32, 28}, 2);
    ck_assert(!route_fits(&position, move, (uint8_t[]){32, 27, 28}, 3));
}
END_TEST

/* The man comes back to its start over five men and is not crowned on the way (FMJD 4.8). */
START_TEST(closed_route) {
    Position position = position_of("international", "W:W35:B9,10,19,20,30");
    Move move = move_of(&position, 35, 24, (int[]){9, 10, 19, 20, 30}, 5);
    check_route(&position, move, (int[]){35, 24, 13, 4, 15, 24}, 6);
    ck_assert(!move.promotes);
    position = position_of("english", "W:WK2:B6,7,14,15");
    move = move_of(&position, 2, 2, (int[]){6, 7, 14, 15}, 4);
    check_route(&position, move, (int[]){2, 9, 18, 11, 2}, 5);
}
END_TEST

/* Every legal capture of a crowded board has a route, and it takes what the move says. */
START_TEST(most_moves_known_fit_a_list) {
    Position position =
        position_of("international", "W:WK4,K5,K13,K15,K36,K46,K47,K48,K49:"
                                     "B2,8,9,K18,K19,K22,K24,27,K30,31,35,40,41,42,43,44");
    MoveList list;
    ck_assert_int_eq(movegen_generate(&position, &list), 407);
    ck_assert_int_lt(list.count, MOVE_LIST_CAPACITY);
    for (int i = 0; i < list.count; i++) {
        Route route;
        route_find(&position, list.moves[i], &route);
        ck_assert_int_eq(route.count, move_count_captured(list.moves[i]) + 1);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("route");
    TCase *tcase = tcase_create("route");
    suite_add_tcase(suite, tcase);
    tcase_add_test(tcase, routes_tell_captures_apart);
    tcase_add_test(tcase, quiet_moves_have_two_squares);
    tcase_add_test(tcase, closed_route);
    tcase_add_test(tcase, most_moves_known_fit_a_list);
    return suite_run(suite);
}
