/* SPDX-License-Identifier: MIT
 *
 * The game with the huff (engine/board/huff.h) against an oracle of its own on random positions,
 * against the game of today, and on positions worked out by hand. */
#include "engine/board/huff.h"

#include "engine/notation/fen.h"
#include "tests/oracle/huff_oracle.h"
#include "tests/oracle/sampler.h"
#include "tests/unit/bridge.h"
#include "tests/unit/suite.h"

#include <string.h>

enum {
    POSITIONS = 10000,
    MOVES_FOLLOWED = 2,
    PERFT_EVERY = 50, /* of them also have their turns counted */
    PERFT_PIECES = 7,
    THEOREM_POSITIONS = 40,
};

static const HuffLaw whole = {.compel = true};
static const HuffLaw parts = {.compel = true, .cut_short = true};
static const HuffLaw bare = {.cut_short = true};

static HuffPosition set_up(const char *fen, const HuffLaw *law) {
    Position position;
    HuffPosition result;
    const Rules *rules = rules_get(VARIANT_ENGLISH);
    ck_assert_int_eq(fen_read(rules, fen, strlen(fen), &position, NULL, NULL), STATUS_OK);
    ck_assert_int_eq(huff_init(&result, law, &position, NULL), STATUS_OK);
    return result;
}

static Bitboard square(int number) {
    return geometry_square_bit(&geometry_table[GEOMETRY_8X8], number);
}

static int cell(int number) {
    return geometry_table[GEOMETRY_8X8].cell_of_square[number];
}

static HuffPosition play(const HuffPosition *position, int from, int to) {
    MoveList list;
    HuffPosition next;
    huff_generate(position, &list);
    for (int i = 0; i < list.count; i++)
        if (list.moves[i].from == cell(from) && list.moves[i].to == cell(to)) {
            huff_make(position, list.moves[i], &next);
            return next;
        }
    ck_abort_msg("no move %d-%d", from, to);
}

/* NULL when both have the same moves and the same to choose, else what differs. */
static const char *differ(const HuffOracle *oracle, const HuffPosition *position,
                          const OracleMoves *expected) {
    MoveList list;
    if (!bridge_same_position(&oracle->position, &position->position))
        return "board";
    if (huff_generate(position, &list) != expected->count)
        return "number of moves";
    for (int i = 0; i < expected->count; i++) {
        Move move = bridge_read_move(&oracle->position, &expected->moves[i]);
        Move found = huff_find(position, move);
        if (move_is_none(found) || found.king != move.king || found.promotes != move.promotes)
            return "a move";
    }
    for (int number = 1; number <= 32; number++)
        if (oracle->huffable[number] != !!(position->huffable & square(number)))
            return "what may be huffed";
    if (oracle->may_compel != position->may_compel || oracle->compelled != position->compelled)
        return "compel";
    if (oracle->may_compel && !bridge_same_position(&oracle->before, &position->before))
        return "the position before";
    if (position->key != huff_compute_key(position))
        return "key";
    return NULL;
}

static void check(const HuffOracle *oracle, const HuffPosition *position, OracleMoves *list) {
    char text[BRIDGE_TEXT_SIZE];
    huff_oracle_list(oracle, list);
    const char *difference = differ(oracle, position, list);
    ck_assert_msg(!difference, "%s: %s", bridge_describe(&oracle->position, text), difference);
}

/* What a move leads to, and all that may be chosen there. */
static void compare_after(const HuffOracle *oracle, const HuffPosition *position,
                          const OracleMove *plain) {
    OracleMoves list = {0};
    HuffOracle next_oracle, chosen_oracle;
    HuffPosition next, chosen;
    huff_oracle_make(oracle, plain, &next_oracle);
    huff_make(position, huff_find(position, bridge_read_move(&oracle->position, plain)), &next);
    check(&next_oracle, &next, &list);
    for (int number = 1; number <= 32; number++) {
        if (!next_oracle.huffable[number])
            continue;
        huff_oracle_take(&next_oracle, number, &chosen_oracle);
        huff_take(&next, cell(number), &chosen);
        check(&chosen_oracle, &chosen, &list);
    }
    if (next_oracle.may_compel) {
        huff_oracle_compel(&next_oracle, &chosen_oracle);
        huff_compel(&next, &chosen);
        check(&chosen_oracle, &chosen, &list);
    }
    oracle_moves_done(&list);
}

/* The position and some of what it leads to. */
static void compare_tree(const HuffOracle *oracle, const HuffPosition *position, Rng *rng) {
    OracleMoves list = {0};
    check(oracle, position, &list);
    for (int i = 0; list.count && i < MOVES_FOLLOWED; i++)
        compare_after(oracle, position, &list.moves[rng_below(rng, (uint32_t)list.count)]);
    oracle_moves_done(&list);
}

static const HuffLaw *law_of(int number) {
    static const HuffLaw *const laws[] = {&parts, &whole, &bare};
    return laws[number % 3];
}

START_TEST(test_equals_the_oracle) {
    Sampler sampler;
    Rng rng;
    rng_init(&rng, 1851);
    sampler_init(&sampler, oracle_get_variant("english"), 1851);
    for (int i = 0; i < POSITIONS; i++) {
        OraclePosition plain;
        Position position;
        HuffOracle oracle;
        HuffPosition tested;
        const HuffLaw *law = law_of(i);
        sampler_next(&sampler, &plain);
        bridge_read_position(&plain, &position);
        huff_oracle_init(&oracle, &plain, law->compel, law->cut_short);
        ck_assert_int_eq(huff_init(&tested, law, &position, NULL), STATUS_OK);
        compare_tree(&oracle, &tested, &rng);
        int pieces = bits_count(board_occupied(&position.board));
        if (i % PERFT_EVERY == 0 && pieces <= PERFT_PIECES)
            ck_assert_uint_eq(huff_perft(&tested, 2), huff_oracle_perft(&oracle, 2));
    }
    sampler_done(&sampler);
}
END_TEST

START_TEST(test_comparison_can_fail) {
    OraclePosition plain;
    HuffOracle oracle;
    OracleMoves list = {0};
    HuffPosition position = set_up("W:W22,27:B17,18", &parts);
    oracle_read_fen(&plain, oracle_get_variant("english"), "W:W22,27:B17,18");
    huff_oracle_init(&oracle, &plain, true, true);
    huff_oracle_list(&oracle, &list);
    ck_assert_ptr_null(differ(&oracle, &position, &list));
    HuffPosition wrong = position;
    wrong.huffable = square(17);
    ck_assert_str_eq(differ(&oracle, &wrong, &list), "what may be huffed");
    wrong = position;
    wrong.compelled = true;
    ck_assert_str_eq(differ(&oracle, &wrong, &list), "number of moves");
    wrong = position;
    wrong.key ^= 1;
    ck_assert_str_eq(differ(&oracle, &wrong, &list), "key");
    oracle_moves_done(&list);
}
END_TEST

/* Counted with the oracle and looked through by hand at depth 1 and 2. */
START_TEST(test_perft) {
    static const struct {
        const char *fen;
        const HuffLaw *law;
        int depth;
    } cases[] = {
        {"start", &parts, 5},
        {"start", &whole, 5},
        {"W:W22,27:B17,18", &parts, 5},
        {"B:W14,23,K30:B7,10,K18", &parts, 3},
        {"B:W14,23,K30:B7,10,K18", &bare, 3},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        OraclePosition plain;
        HuffOracle oracle;
        HuffPosition position = set_up(cases[i].fen, cases[i].law);
        oracle_read_fen(&plain, oracle_get_variant("english"), cases[i].fen);
        huff_oracle_init(&oracle, &plain, cases[i].law->compel, cases[i].law->cut_short);
        for (int depth = 0; depth <= cases[i].depth; depth++)
            ck_assert_uint_eq(huff_perft(&position, depth), huff_oracle_perft(&oracle, depth));
    }
    /* 22-25, 22x13, 22x15 and 27-23, 27-24, 22-26 is no forward move: counted by hand. */
    HuffPosition position = set_up("W:W22,27:B17,18", &parts);
    ck_assert_uint_eq(huff_perft(&position, 1), 4);
}
END_TEST

START_TEST(test_the_piece_that_should_have_taken) {
    /* 22 may take 17 or 18, 27 nothing; it moves instead. */
    HuffPosition start = set_up("W:W22,27:B17,18", &parts);
    HuffPosition after = play(&start, 27, 24);
    ck_assert_uint_eq(after.huffable, square(22));
    ck_assert(after.may_compel);
    HuffPosition huffed, compelled, stood;
    huff_take(&after, cell(22), &huffed);
    ck_assert_int_eq(huffed.position.turn, COLOR_BLACK); /* it is no move */
    ck_assert_uint_eq(board_pieces(&huffed.position.board, COLOR_WHITE), square(24));
    ck_assert_uint_eq(huffed.huffable, 0);
    huff_compel(&after, &compelled);
    ck_assert_int_eq(compelled.position.turn, COLOR_WHITE);
    ck_assert(position_same_placement(&compelled.position, &start.position));
    MoveList list;
    ck_assert_int_eq(huff_generate(&compelled, &list), 2);
    HuffPosition taken = play(&compelled, 22, 13);
    ck_assert_uint_eq(taken.huffable, 0);
    ck_assert(!taken.may_compel);
    huff_stand(&after, &stood);
    ck_assert_uint_eq(stood.huffable, 0);
    ck_assert(stood.key != after.key && stood.position.key == after.position.key);
}
END_TEST

START_TEST(test_the_piece_is_huffed_where_it_went) {
    HuffPosition start = set_up("B:W23,K29:B18,1", &whole);
    HuffPosition after = play(&start, 18, 22); /* 18 could have taken 23 */
    ck_assert_uint_eq(after.huffable, square(22));
}
END_TEST

START_TEST(test_part_of_a_capture) {
    /* 32x23x14 takes two; 32x23 alone is cut short. */
    HuffPosition start = set_up("W:W32:B27,18,1", &parts);
    HuffPosition after = play(&start, 32, 23);
    ck_assert_uint_eq(after.huffable, square(23));
    ck_assert(!after.may_compel);
    HuffPosition all = play(&start, 32, 14);
    ck_assert_uint_eq(all.huffable, 0);
    MoveList list;
    HuffPosition strict = set_up("W:W32:B27,18,1", &whole);
    ck_assert_int_eq(huff_generate(&strict, &list), 2); /* 32x14 and 32-28 */
    HuffPosition omitted = play(&start, 32, 28), compelled;
    huff_compel(&omitted, &compelled);
    ck_assert_int_eq(huff_generate(&compelled, &list), 1);
    ck_assert_uint_eq(list.moves[0].to, cell(14));
}
END_TEST

START_TEST(test_crowning_ends_the_capture) {
    /* 10x1 crowns; the new king could take 6 but must stay until the other side has moved. */
    HuffPosition start = set_up("W:W10:B6,5,22", &parts);
    HuffPosition after = play(&start, 10, 1);
    ck_assert_uint_eq(after.huffable, 0);
    ck_assert_uint_eq(after.position.board.kings[COLOR_WHITE], square(1));
}
END_TEST

START_TEST(test_a_turn_may_begin_with_nothing_but_a_choice) {
    /* Black's only man is blocked, but White left 22x15 out: compel is a turn. */
    HuffPosition start = set_up("W:W22,31,32:B18,27", &whole);
    HuffPosition after = play(&start, 22, 17);
    ck_assert(huff_has_turn(&after));
    HuffPosition none = set_up("B:W9,K14:B5", &whole);
    ck_assert(!huff_has_turn(&none));
    ck_assert_uint_eq(huff_perft(&none, 1), 0);
    /* 14x5 was left out by 14-17, and 13 is blocked by 17 and 22: only the choice is there. */
    HuffPosition omitted = set_up("W:W22,K14:B9,13", &whole);
    HuffPosition blocked = play(&omitted, 14, 17);
    MoveList list;
    ck_assert_uint_eq(blocked.huffable, square(17));
    blocked.position.board.men[COLOR_BLACK] &= ~square(9);
    ck_assert_int_eq(huff_generate(&blocked, &list), 0);
    ck_assert(huff_has_turn(&blocked));
}
END_TEST

START_TEST(test_other_games_are_refused) {
    static const VariantId refused[] = {VARIANT_INTERNATIONAL, VARIANT_RUSSIAN, VARIANT_ITALIAN,
                                        VARIANT_TURKISH, VARIANT_FRISIAN};
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        Position position;
        HuffPosition result;
        Error error;
        position_init_start(&position, rules_get(refused[i]));
        ck_assert_int_eq(huff_init(&result, &parts, &position, &error), STATUS_RANGE);
        ck_assert_ptr_nonnull(strstr(error.text, "English"));
    }
}
END_TEST

/* ---- What compel means: with it, leaving a capture out gains nothing against best play ---- */

static int material(const Position *position) {
    Color own = (Color)position->turn, other = color_other(own);
    const Board *board = &position->board;
    return 2 * bits_count(board->men[own]) + 3 * bits_count(board->kings[own]) -
           2 * bits_count(board->men[other]) - 3 * bits_count(board->kings[other]);
}

static int today(const Position *position, int depth) {
    MoveList list;
    if (!movegen_generate(position, &list))
        return -1000;
    if (depth == 0)
        return material(position);
    int best = -1000;
    for (int i = 0; i < list.count; i++) {
        Position next;
        position_make(position, list.moves[i], &next);
        int score = -today(&next, depth - 1);
        best = score > best ? score : best;
    }
    return best;
}

static int with_huff(const HuffPosition *position, int depth);

static int best_move(const HuffPosition *position, int depth) {
    MoveList list;
    int best = -1000;
    huff_generate(position, &list);
    if (depth == 0)
        return list.count ? material(&position->position) : -1000;
    for (int i = 0; i < list.count; i++) {
        HuffPosition next;
        huff_make(position, list.moves[i], &next);
        int score = -with_huff(&next, depth - 1);
        best = score > best ? score : best;
    }
    return best;
}

/* All turns; compel costs no depth, so that both games are searched alike. */
static int with_huff(const HuffPosition *position, int depth) {
    HuffPosition next;
    int best = best_move(position, depth);
    for (Bitboard cells = position->huffable; cells; cells = bits_rest(cells)) {
        huff_take(position, bits_first(cells), &next);
        int score = best_move(&next, depth);
        best = score > best ? score : best;
    }
    if (position->may_compel) {
        huff_compel(position, &next);
        int score = -best_move(&next, depth + 1);
        best = score > best ? score : best;
    }
    return best;
}

START_TEST(test_compel_makes_the_values_equal) {
    Sampler sampler;
    int done = 0;
    sampler_init(&sampler, oracle_get_variant("english"), 7);
    while (done < THEOREM_POSITIONS) {
        OraclePosition plain;
        Position position;
        HuffPosition tested;
        sampler_next(&sampler, &plain);
        bridge_read_position(&plain, &position);
        if (bits_count(board_occupied(&position.board)) > 6 ||
            !movegen_has_capture(&position, (Color)position.turn))
            continue;
        done++;
        ck_assert_int_eq(huff_init(&tested, &whole, &position, NULL), STATUS_OK);
        for (int depth = 1; depth <= 2; depth++)
            ck_assert_int_eq(with_huff(&tested, depth), today(&position, depth));
    }
    sampler_done(&sampler);
    /* Without compel it is another game. */
    HuffPosition other = set_up("B:WK17,32:B9,11,18,K22,27,K30", &bare);
    ck_assert_int_eq(today(&other.position, 2), 6);
    ck_assert_int_eq(with_huff(&other, 2), 7);
    other.law = &whole;
    ck_assert_int_eq(with_huff(&other, 2), 6);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("huff");
    TCase *tests = tcase_create("huff");
    tcase_set_timeout(tests, 240);
    tcase_add_test(tests, test_equals_the_oracle);
    tcase_add_test(tests, test_comparison_can_fail);
    tcase_add_test(tests, test_perft);
    tcase_add_test(tests, test_the_piece_that_should_have_taken);
    tcase_add_test(tests, test_the_piece_is_huffed_where_it_went);
    tcase_add_test(tests, test_part_of_a_capture);
    tcase_add_test(tests, test_crowning_ends_the_capture);
    tcase_add_test(tests, test_a_turn_may_begin_with_nothing_but_a_choice);
    tcase_add_test(tests, test_other_games_are_refused);
    tcase_add_test(tests, test_compel_makes_the_values_equal);
    suite_add_tcase(suite, tests);
    return suite_run(suite);
}
