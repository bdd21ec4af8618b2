/* SPDX-License-Identifier: MIT
 *
 * Learnt weights: the file, what is refused, and the evaluation against sums made the slow way. */
#include "engine/base/checksum.h"
#include "engine/eval/eval.h"
#include "engine/eval/explain.h"
#include "engine/eval/feature_set.h"
#include "tests/unit/random_position.h"
#include "tests/unit/suite.h"

#include <math.h>
#include <string.h>

enum {
    POSITIONS = 2000,
};

static int16_t draw(Rng *rng, int limit) {
    return (int16_t)((int)rng_below(rng, (uint64_t)(2 * limit + 1)) - limit);
}

/* A file of random weights, a delta for one pattern in eight. */
static TextBuffer make_file(const Rules *rules) {
    Rng rng;
    rng_init(&rng, 5);
    size_t tables = (size_t)eval_layout_of(rules).tables;
    size_t lanes = tables * 2 * EVAL_LANE_CODES * EVAL_KNOTS;
    size_t blocks = tables * 2 * EVAL_BLOCK_CODES * EVAL_KNOTS;
    EvalModel model = {
        .rules = rules,
        .recipe = "a \"recipe\"",
        .curve = *eval_curve_default(),
        .lanes = malloc(lanes * sizeof(int16_t)),
        .blocks = malloc(blocks * sizeof(int16_t)),
        .known = calloc(tables, EVAL_KNOWN_BYTES),
        .deltas = malloc(tables * EVAL_PATTERN_CODES / 8 * EVAL_KNOTS * sizeof(int16_t)),
    };
    for (int knot = 0; knot < EVAL_KNOTS; knot++)
        for (int i = 0; i < SCALAR_COUNT; i++)
            model.scalars[knot][i] = draw(&rng, 2000);
    for (size_t i = 0; i < lanes; i++)
        model.lanes[i] = draw(&rng, 300);
    for (size_t i = 0; i < blocks; i++)
        model.blocks[i] = draw(&rng, 300);
    for (size_t table = 0; table < tables; table++)
        for (int code = 3; code < EVAL_PATTERN_CODES; code += 8) {
            model.known[table * EVAL_KNOWN_BYTES + (size_t)code / 8] |= (uint8_t)(1 << code % 8);
            for (int knot = 0; knot < EVAL_KNOTS; knot++)
                model.deltas[model.delta_count * EVAL_KNOTS + (size_t)knot] = draw(&rng, 50);
            model.delta_count++;
        }
    TextBuffer out = {0};
    ck_assert_int_eq(eval_model_write(&model, &out, NULL), STATUS_OK);
    free(model.lanes);
    free(model.blocks);
    free(model.known);
    free(model.deltas);
    return out;
}

static EvalWeights *make_weights(const Rules *rules) {
    EvalWeights *weights;
    TextBuffer file = make_file(rules);
    Error error = {""};
    ck_assert_msg(eval_weights_parse("x", file.text, file.length, &weights, &error) == STATUS_OK,
                  "%s", error.text);
    text_buffer_done(&file);
    return weights;
}

/* A pattern's number square by square. */
static uint32_t slow_code(const Position *position, const EvalLayout *layout, int table,
                          Color side) {
    int lane = table % (layout->lanes - 1), band = table / (layout->lanes - 1);
    uint32_t codes[2] = {0, 0};
    for (int row = 0; row < EVAL_PATTERN_ROWS; row++)
        for (int k = 0; k < 2; k++) {
            int square = (layout->band_row[band] + row) * layout->lanes + lane + k + 1;
            if (side == COLOR_BLACK)
                square = layout->squares + 1 - square;
            Bitboard bit = geometry_square_bit(rules_geometry(position->rules), square);
            bool fly = position->rules->kings_fly;
            Bitboard own = position->board.men[side], enemy = position->board.men[!side];
            own |= fly ? 0 : position->board.kings[side];
            enemy |= fly ? 0 : position->board.kings[!side];
            codes[k] = codes[k] * 3 + (own & bit ? 1u : enemy & bit ? 2u : 0u);
        }
    return codes[0] * EVAL_LANE_CODES + codes[1];
}

static void random_position(Position *position, const Rules *rules, Rng *rng, int i) {
    random_position_init(position, rules, rng, 5 + (unsigned)i % 80, (unsigned)i % 7 * 10,
                         40 + (unsigned)i % 20);
}

START_TEST(test_patterns) {
    Rng rng;
    rng_init(&rng, 1);
    for (int i = 0; i < POSITIONS; i++) {
        Position position;
        const Rules *rules = rules_get((VariantId)(i % VARIANT_COUNT));
        if (!eval_layout_exists(rules))
            continue;
        random_position(&position, rules, &rng, i);
        EvalLayout layout = eval_layout_of(position.rules);
        Color turn = (Color)position.turn;
        EvalFeatures features;
        eval_features_read(position.rules, &position.board, turn, &features);
        for (int table = 0; table < layout.tables; table++) {
            ck_assert_uint_eq(features.own[table], slow_code(&position, &layout, table, turn));
            ck_assert_uint_eq(features.enemy[table],
                              slow_code(&position, &layout, table, color_other(turn)));
        }
        int men[2] = {bits_count(position.board.men[turn]),
                      bits_count(position.board.men[color_other(turn)])};
        ck_assert_int_eq(features.scalars[SCALAR_MAN], men[0] - men[1]);
        ck_assert_int_eq(features.scalars[SCALAR_TURN], 1);
    }
}
END_TEST

static void check_info(const EvalWeights *weights, const Rules *rules) {
    EvalWeightsInfo info = eval_weights_info(weights);
    ck_assert_ptr_eq(info.rules, rules);
    ck_assert_str_eq(info.recipe, "a \"recipe\"");
    int tables = eval_layout_of(rules).tables;
    ck_assert_uint_eq(info.deltas, (size_t)tables * ((EVAL_PATTERN_CODES - 4) / 8 + 1));
}

/* The fast score is the sum of the terms, and does not care from which side one looks. */
static void check_scores(const EvalWeights *weights, const Rules *rules) {
    Rng rng;
    rng_init(&rng, 2);
    Evaluator evaluator = {EVAL_FULL, weights};
    for (int i = 0; i < POSITIONS; i++) {
        Position position, turned;
        random_position(&position, rules, &rng, i);
        int score = eval_score(evaluator, &position);
        EvalExplanation explanation;
        eval_explain(weights, &position, &explanation);
        double sum = explanation.sum / explanation.divisor;
        if (fabs(sum) < SCORE_EVAL_MAX)
            ck_assert_double_lt(fabs(sum - score), 1.0 + 1e-6);
        else
            ck_assert_int_eq(abs(score), SCORE_EVAL_MAX);
        position_turn_round(&position, &turned);
        ck_assert_int_eq(eval_score(evaluator, &turned), score);
    }
}

/* One variant a round: a file takes seconds to pack. */
START_TEST(test_scores) {
    const Rules *rules = rules_get((VariantId)_i);
    if (!eval_layout_exists(rules))
        return;
    EvalWeights *weights = make_weights(rules);
    check_info(weights, rules);
    check_scores(weights, rules);
    eval_weights_free(weights);
}
END_TEST

static void refuse(const char *bytes, size_t length, Status status) {
    EvalWeights *weights;
    Error error = {""};
    ck_assert_int_eq(eval_weights_parse("x", bytes, length, &weights, &error), status);
    ck_assert(error.text[0] != '\0');
}

START_TEST(test_refused) {
    TextBuffer file = make_file(rules_get(VARIANT_ENGLISH));
    for (size_t length = 0; length < file.length; length += length < 100 ? 1 : 50021)
        refuse(file.text, length, STATUS_SYNTAX);
    for (size_t i = 0; i < file.length; i += i < 100 ? 1 : 50021) {
        file.text[i] ^= 1;
        refuse(file.text, file.length, STATUS_SYNTAX);
        file.text[i] ^= 1;
    }
    text_buffer_append(&file, "x", 1);
    refuse(file.text, file.length, STATUS_SYNTAX);
    text_buffer_done(&file);
}
END_TEST

/* A file that is sound, of a variant on whose board no patterns are read. */
START_TEST(test_boards_without_layout) {
    int refused = 0;
    for (VariantId id = 0; id < VARIANT_COUNT; id++) {
        if (eval_layout_exists(rules_get(id)))
            continue;
        TextBuffer file = make_file(rules_get(id));
        refuse(file.text, file.length, STATUS_UNKNOWN);
        text_buffer_done(&file);
        refused++;
    }
    ck_assert_int_ge(refused, 4); /* Italian, Spanish, Portuguese, Turkish */
}
END_TEST

/* The head with its checksum made right again, so that only its content is wrong. */
static void seal(TextBuffer *file, size_t head_length) {
    uint32_t checksum = checksum_add(0, file->text, head_length);
    for (int i = 0; i < 4; i++)
        file->text[head_length + (size_t)i] = (char)(checksum >> 8 * i & 0xff);
}

START_TEST(test_refused_content) {
    enum {
        FORMAT_AT = 8,
        LAYOUT_AT = 10,
        NAME_AT = 14,
        HEAD = 14 + 7 + 2 + 10 + 12, /* "english", the recipe's length and text, three numbers */
    };
    TextBuffer file = make_file(rules_get(VARIANT_ENGLISH));
    file.text[FORMAT_AT]++;
    seal(&file, HEAD);
    refuse(file.text, file.length, STATUS_STATE);
    file.text[FORMAT_AT]--;
    file.text[LAYOUT_AT]++;
    seal(&file, HEAD);
    refuse(file.text, file.length, STATUS_STATE);
    file.text[LAYOUT_AT]--;
    file.text[NAME_AT] = 'x';
    seal(&file, HEAD);
    refuse(file.text, file.length, STATUS_UNKNOWN);
    file.text[NAME_AT] = 'e';
    seal(&file, HEAD);
    EvalWeights *weights;
    ck_assert_int_eq(eval_weights_parse("x", file.text, file.length, &weights, NULL), STATUS_OK);
    eval_weights_free(weights);
    text_buffer_done(&file);
}
END_TEST

START_TEST(test_recipe) {
    EvalModel model = {.rules = rules_get(VARIANT_ENGLISH), .recipe = "two\nlines"};
    TextBuffer out = {0};
    ck_assert_int_eq(eval_model_write(&model, &out, NULL), STATUS_RANGE);
    text_buffer_done(&out);
}
END_TEST

START_TEST(test_chances) {
    Position position;
    position_init_start(&position, rules_get(VARIANT_INTERNATIONAL));
    const EvalCurve *curve = eval_curve_default();
    double before = -1;
    for (int score = -3000; score <= 3000; score += 50) {
        EvalChances chances = eval_chances(curve, &position, score);
        EvalChances other = eval_chances(curve, &position, -score);
        ck_assert_double_eq_tol(chances.win + chances.draw + chances.loss, 1, 1e-12);
        ck_assert_double_eq_tol(chances.win, other.loss, 1e-12);
        ck_assert_double_ge(chances.draw, -1e-12);
        ck_assert_double_gt(chances.win, before);
        before = chances.win;
    }
    ck_assert_double_eq(eval_chances(curve, &position, score_win_in(5)).win, 1);
    ck_assert_double_eq(eval_chances(curve, &position, -SCORE_TABLE_WIN + 3).loss, 1);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("weights");
    TCase *tcase = tcase_create("weights");
    tcase_set_timeout(tcase, 60);
    tcase_add_test(tcase, test_patterns);
    tcase_add_loop_test(tcase, test_scores, 0, VARIANT_COUNT);
    tcase_add_test(tcase, test_boards_without_layout);
    tcase_add_test(tcase, test_refused);
    tcase_add_test(tcase, test_refused_content);
    tcase_add_test(tcase, test_recipe);
    tcase_add_test(tcase, test_chances);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
