/* SPDX-License-Identifier: MIT
 *
 * The evaluation: symmetry, bounds, and that it prefers what is plainly better. */
#include "engine/eval/eval.h"
#include "engine/notation/fen.h"
#include "tests/unit/random_position.h"
#include "tests/unit/suite.h"

#include <string.h>

enum {
    POSITIONS = 3000
};

static int score_of(EvalKind kind, const char *variant, const char *fen) {
    Position position;
    Error error;
    ck_assert_msg(fen_read(rules_find(variant), fen, strlen(fen), &position, NULL, &error) ==
                      STATUS_OK,
                  "%s: %s", fen, error.text);
    return eval_score((Evaluator){kind, NULL}, &position);
}

START_TEST(test_turned_round) {
    Rng rng;
    rng_init(&rng, 1);
    int different = 0;
    for (int i = 0; i < POSITIONS; i++) {
        Position position, turned, passed;
        random_position_init(&position, rules_get((VariantId)(i % VARIANT_COUNT)), &rng,
                             5 + (unsigned)i % 80, (unsigned)i % 7 * 10, 40 + (unsigned)i % 20);
        position_turn_round(&position, &turned);
        for (EvalKind kind = 0; kind < EVAL_KIND_COUNT; kind++)
            ck_assert_int_eq(eval_score((Evaluator){kind, NULL}, &position),
                             eval_score((Evaluator){kind, NULL}, &turned));
        passed = position;
        passed.turn = (uint8_t)color_other((Color)position.turn);
        different += eval_score((Evaluator){EVAL_FULL, NULL}, &passed) !=
                     eval_score((Evaluator){EVAL_FULL, NULL}, &position);
    }
    ck_assert_int_gt(different, POSITIONS / 2);
}
END_TEST

START_TEST(test_bounds) {
    for (VariantId id = 0; id < VARIANT_COUNT; id++) {
        const Rules *rules = rules_get(id);
        Bitboard all = rules_board_mask(rules) & ~rules_crowning_mask(rules, COLOR_WHITE);
        Board board = {.men[COLOR_WHITE] = all};
        Position position;
        ck_assert_int_eq(position_init_board(&position, rules, &board, COLOR_WHITE, NULL),
                         STATUS_OK);
        for (EvalKind kind = 0; kind < EVAL_KIND_COUNT; kind++) {
            position.turn = (uint8_t)(rules->no_move_wins ? COLOR_BLACK : COLOR_WHITE);
            ck_assert_int_le(eval_score((Evaluator){kind, NULL}, &position), SCORE_EVAL_MAX);
            ck_assert_int_gt(eval_score((Evaluator){kind, NULL}, &position), 2000);
            position.turn = (uint8_t)(rules->no_move_wins ? COLOR_WHITE : COLOR_BLACK);
            ck_assert_int_ge(eval_score((Evaluator){kind, NULL}, &position), -SCORE_EVAL_MAX);
            ck_assert_int_lt(eval_score((Evaluator){kind, NULL}, &position), -2000);
        }
    }
}
END_TEST

START_TEST(test_material) {
    ck_assert_int_eq(score_of(EVAL_MATERIAL, "international", "W:W31,32,33:B1,2"), 100);
    ck_assert_int_eq(score_of(EVAL_MATERIAL, "international", "B:W31,32,33:B1,2"), -100);
    ck_assert_int_eq(score_of(EVAL_MATERIAL, "international", "W:WK31,32:B1,2"), 200);
    ck_assert_int_eq(score_of(EVAL_MATERIAL, "english", "B:WK31,32:B1,2"), -50);
    ck_assert_int_eq(score_of(EVAL_MATERIAL, "english", "W:W17:B1"), 0);
}
END_TEST

/* Pairs of positions: the side to move is better off in the first. */
START_TEST(test_better) {
    static const char *const pairs[][3] = {
        {"international", "W:W31,32,33,34:B1,2,3", "W:W31,32,33:B1,2,3"},
        {"international", "W:WK31,32,33:B1,2,3", "W:W31,32,33:B1,2,3"},
        {"international", "W:W7,33:B36,K45", "W:W38,33:B36,K45"},
        {"international", "B:W7,33:B44,4", "B:W7,33:B4,8"},
        {"international", "W:WK28,38,39,40:BK1,6,16", "W:WK45,38,39,40:BK1,6,16"},
        {"english", "W:W21,22,23,24:B1,2,3", "W:W21,22,23:B1,2,3"},
        {"english", "W:WK21,22,23:B1,2,3", "W:W21,22,23:B1,2,3"},
        {"english", "W:W5,22:B12,K21", "W:W26,22:B12,K21"},
        {"english", "W:WK18,30,31:BK1,4,12", "W:WK29,30,31:BK1,4,12"},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        ck_assert_msg(score_of(EVAL_FULL, pairs[i][0], pairs[i][1]) >
                          score_of(EVAL_FULL, pairs[i][0], pairs[i][2]),
                      "%s: %s must be worth more than %s", pairs[i][0], pairs[i][1], pairs[i][2]);
}
END_TEST

START_TEST(test_drawish) {
    /* Three flying kings seldom catch one; four do, and so do short kings. */
    int three = score_of(EVAL_FULL, "international", "W:WK47,K48,K49:BK5");
    int four = score_of(EVAL_FULL, "international", "W:WK46,K47,K48,K49:BK5");
    int english = score_of(EVAL_FULL, "english", "W:WK18,K19,K20:BK5");
    ck_assert_int_gt(three, 0);
    ck_assert_int_lt(three, 100);
    ck_assert_int_gt(four, 300);
    ck_assert_int_gt(english, 150);
}
END_TEST

START_TEST(test_start) {
    for (VariantId id = 0; id < VARIANT_COUNT; id++) {
        Position position;
        position_init_start(&position, rules_get(id));
        ck_assert_int_eq(eval_score((Evaluator){EVAL_MATERIAL, NULL}, &position), 0);
        ck_assert_int_lt(abs(eval_score((Evaluator){EVAL_FULL, NULL}, &position)), 30);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("eval");
    TCase *tcase = tcase_create("eval");
    tcase_add_test(tcase, test_turned_round);
    tcase_add_test(tcase, test_bounds);
    tcase_add_test(tcase, test_material);
    tcase_add_test(tcase, test_better);
    tcase_add_test(tcase, test_drawish);
    tcase_add_test(tcase, test_start);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
