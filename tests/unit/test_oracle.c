/* SPDX-License-Identifier: MIT
 *
 * The oracle against numbers and move lists that others published. The engine is not involved. */
#include "tests/oracle/oracle.h"

#include "tests/oracle/sampler.h"
#include "tests/unit/case_files.h"
#include "tests/unit/suite.h"

#include <string.h>

enum {
    PERFT_LEAVES_MAX = 200000,
    SAMPLED_POSITIONS = 2000,
};

START_TEST(perft_has_the_published_counts) {
    FILE *file = suite_open_data("perft.tsv");
    PerftCase row;
    int checked = 0;
    while (perft_case_read(file, &row)) {
        if (row.leaves > PERFT_LEAVES_MAX)
            continue;
        OraclePosition position;
        oracle_read_fen(&position, oracle_get_variant(row.variant), row.fen);
        uint64_t leaves = oracle_perft(&position, row.depth, row.keep);
        ck_assert_msg(leaves == row.leaves, "%s %s depth %d: %llu leaves instead of %llu",
                      row.variant, row.fen, row.depth, (unsigned long long)leaves,
                      (unsigned long long)row.leaves);
        checked++;
    }
    fclose(file);
    ck_assert_int_ge(checked, 90);
}
END_TEST

START_TEST(perft_of_random_positions) {
    static const char *const variants[] = {"international", "english"};
    for (int v = 0; v < 2; v++) {
        char name[CASE_NAME_SIZE + 16];
        snprintf(name, sizeof name, "random_%s.tsv", variants[v]);
        FILE *file = suite_open_data(name);
        RandomCase row;
        int checked = 0;
        for (; random_case_read(file, &row); checked++) {
            OraclePosition position;
            oracle_read_fen(&position, oracle_get_variant(variants[v]), row.fen);
            for (int depth = 1; depth < CASE_DEPTHS; depth++) {
                ck_assert_msg(oracle_perft(&position, depth, false) == row.merged[depth - 1],
                              "%s depth %d merged", row.fen, depth);
                ck_assert_msg(oracle_perft(&position, depth, true) == row.kept[depth - 1],
                              "%s depth %d kept", row.fen, depth);
            }
        }
        fclose(file);
        ck_assert_int_eq(checked, 20);
    }
}
END_TEST

/* Positions with few legal moves, given as from and to; they go back to the tests of the library
 * dctl (rhalbersma, Boost licence). */
static const struct {
    const char *fen;
    const char *moves; /* "26x8 26x28", in order of from and to */
} known_positions[] = {
    {"W:WK41,49:B9,10,12,19,38", "41x43"},
    {"B:W27,28,38,39,42:BK25", "25x33"},
    {"W:W48:B24,K31,34,K42,43", "48x19"},
    {"W:W26:B12,K21,31,32", "26x8 26x28"},
    {"W:W15:B9,10", "15x13"},
    {"W:WK47:B9,12,33", "47x17 47x21 47x26"},
    {"W:WK1:B7,9,17,19,20,30,31,33,43,44", "1x15"},
    {"W:W47:B13,14,22,24,31,34,K41,44", "47x49"},
};

/* Writes the moves as "from-to" and "fromxto", a blank between two. */
static void write_moves(const OracleMoves *moves, char *buffer, size_t size) {
    int length = 0;
    buffer[0] = '\0';
    for (int i = 0; i < moves->count && length < (int)size; i++) {
        const OracleMove *move = &moves->moves[i];
        length += snprintf(buffer + length, size - (size_t)length, "%s%d%c%d", i ? " " : "",
                           move->from, move->captured_count ? 'x' : '-', move->to);
    }
}

START_TEST(known_position_has_exactly_its_moves) {
    OraclePosition position;
    OracleMoves moves = {0};
    char text[256];
    oracle_read_fen(&position, oracle_get_variant("international"), known_positions[_i].fen);
    oracle_list_moves(&position, &moves);
    write_moves(&moves, text, sizeof text);
    ck_assert_str_eq(text, known_positions[_i].moves);
    oracle_moves_done(&moves);
}
END_TEST

START_TEST(english_men_capture_forward_only) {
    OraclePosition position;
    OracleMoves moves = {0};
    char text[256];
    const OracleVariant *english = oracle_get_variant("english");
    oracle_read_fen(&position, english, "W:W14:B9,10,17,18");
    oracle_list_moves(&position, &moves);
    write_moves(&moves, text, sizeof text);
    ck_assert_str_eq(text, "14x5 14x7");
    oracle_read_fen(&position, english, "W:WK14:B9,10,17,18");
    oracle_list_moves(&position, &moves);
    write_moves(&moves, text, sizeof text);
    ck_assert_str_eq(text, "14x5 14x7 14x21 14x23");
    oracle_moves_done(&moves);
}
END_TEST

/* A man that passes over the crowning row and goes on stays a man; one that ends there is crowned.
 */
START_TEST(crowning_needs_the_end_of_the_move) {
    OraclePosition position, next;
    OracleMoves moves = {0};
    const OracleVariant *international = oracle_get_variant("international");
    oracle_read_fen(&position, international, "W:W15:B9,10");
    ck_assert_int_eq(oracle_list_moves(&position, &moves), 1);
    ck_assert_int_eq(moves.moves[0].landing_count, 2);
    ck_assert_int_eq(moves.moves[0].landing[0], 4);
    ck_assert(!moves.moves[0].promotes);
    oracle_make(&position, &moves.moves[0], &next);
    ck_assert_int_eq(next.square[13], 'w');
    oracle_read_fen(&position, international, "W:W15:B10");
    ck_assert_int_eq(oracle_list_moves(&position, &moves), 1);
    ck_assert(moves.moves[0].promotes);
    oracle_make(&position, &moves.moves[0], &next);
    ck_assert_int_eq(next.square[4], 'W');
    ck_assert_int_eq(next.square[10], 'e');
    ck_assert_int_eq(next.turn, 'b');
    oracle_moves_done(&moves);
}
END_TEST

/* 436 ways to land, 178 orders to capture in, 14 moves. */
START_TEST(merging_keeps_the_smallest_route) {
    OraclePosition position;
    OracleMoves routes = {0}, moves = {0};
    oracle_read_fen(&position, oracle_get_variant("international"),
                    "B:BK17,K24:W6,9,10,11,20,21,22,23,30,K31,33,37,41,42,43,44,46");
    ck_assert_int_eq(oracle_list_routes(&position, &routes), 436);
    ck_assert_int_eq(oracle_list_orders(&position, &moves), 178);
    ck_assert_int_eq(oracle_list_moves(&position, &moves), 14);
    int at = -1;
    for (int i = 0; i < routes.count; i++) {
        const OracleMove *route = &routes.moves[i];
        if (at < 0 || !oracle_move_equals(route, &moves.moves[at]))
            at++;
        ck_assert(oracle_move_equals(route, &moves.moves[at]));
        ck_assert_int_le(memcmp(moves.moves[at].landing, route->landing, sizeof route->landing), 0);
    }
    ck_assert_int_eq(at, 13);
    oracle_moves_done(&routes);
    oracle_moves_done(&moves);
}
END_TEST

START_TEST(captures_are_seen_for_both_sides) {
    OraclePosition position;
    const OracleVariant *english = oracle_get_variant("english");
    oracle_read_fen(&position, english, "W:W18:B15,22");
    ck_assert(oracle_has_capture(&position, 'w'));
    ck_assert(!oracle_has_capture(&position, 'b'));
    oracle_read_fen(&position, english, "W:W18:B15");
    ck_assert(oracle_has_capture(&position, 'w'));
    ck_assert(oracle_has_capture(&position, 'b'));
}
END_TEST

/* The same seed gives the same positions, another seed others; each is well formed. */
START_TEST(sampler_is_reproducible) {
    const OracleVariant *variant = oracle_get_variant(_i ? "english" : "international");
    Sampler one, again, other;
    sampler_init(&one, variant, 1);
    sampler_init(&again, variant, 1);
    sampler_init(&other, variant, 2);
    int different = 0;
    for (int i = 0; i < SAMPLED_POSITIONS; i++) {
        OraclePosition a, b, c;
        sampler_next(&one, &a);
        sampler_next(&again, &b);
        sampler_next(&other, &c);
        ck_assert(a.turn == b.turn && memcmp(a.square, b.square, sizeof a.square) == 0);
        different += memcmp(a.square, c.square, sizeof a.square) != 0;
        int white = 0, black = 0;
        for (int square = 1; square <= oracle_count_squares(variant); square++) {
            white += a.square[square] == 'w' || a.square[square] == 'W';
            black += a.square[square] == 'b' || a.square[square] == 'B';
            ck_assert(!(a.square[square] == 'w' && oracle_is_crowning(variant, 'w', square)));
            ck_assert(!(a.square[square] == 'b' && oracle_is_crowning(variant, 'b', square)));
        }
        ck_assert(white + black > 0 && white <= 20 && black <= 20);
    }
    ck_assert_int_gt(different, SAMPLED_POSITIONS * 9 / 10);
    sampler_done(&one);
    sampler_done(&again);
    sampler_done(&other);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("oracle");
    TCase *numbers = tcase_create("numbers");
    tcase_set_timeout(numbers, 0);
    tcase_add_test(numbers, perft_has_the_published_counts);
    tcase_add_test(numbers, perft_of_random_positions);
    suite_add_tcase(suite, numbers);
    TCase *rules = tcase_create("rules");
    tcase_add_loop_test(rules, known_position_has_exactly_its_moves, 0,
                        (int)(sizeof known_positions / sizeof *known_positions));
    tcase_add_test(rules, english_men_capture_forward_only);
    tcase_add_test(rules, crowning_needs_the_end_of_the_move);
    tcase_add_test(rules, merging_keeps_the_smallest_route);
    tcase_add_test(rules, captures_are_seen_for_both_sides);
    suite_add_tcase(suite, rules);
    TCase *sampler = tcase_create("sampler");
    tcase_set_timeout(sampler, 0);
    tcase_add_loop_test(sampler, sampler_is_reproducible, 0, 2);
    suite_add_tcase(suite, sampler);
    return suite_run(suite);
}
