/* SPDX-License-Identifier: MIT
 *
 * Learnt weights: the file, what is refused, and the evaluation against sums made the slow way. */
#include "engine/base/checksum.h"
#include "engine/eval/eval.h"
#include "engine/eval/explain.h"
#include "engine/eval/feature_set.h"
#include "engine/notation/fen.h"
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

enum {
    DELTA_STEP = 64, /* one pattern in so many has a delta: more would take long to pack */
    DELTA_FIRST = 3,
};

/* A file of random weights. */
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
        .deltas =
            malloc(tables * (EVAL_PATTERN_CODES / DELTA_STEP + 1) * EVAL_KNOTS * sizeof(int16_t)),
    };
    for (int knot = 0; knot < EVAL_KNOTS; knot++)
        for (int i = 0; i < SCALAR_COUNT; i++)
            model.scalars[knot][i] = draw(&rng, 2000);
    for (size_t i = 0; i < lanes; i++)
        model.lanes[i] = draw(&rng, 300);
    for (size_t i = 0; i < blocks; i++)
        model.blocks[i] = draw(&rng, 300);
    for (size_t table = 0; table < tables; table++)
        for (int code = DELTA_FIRST; code < EVAL_PATTERN_CODES; code += DELTA_STEP) {
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

/* The digit of a square in a pattern, as `side` sees it. */
static unsigned digit_of(const Position *position, int square, Color side) {
    Bitboard bit = geometry_square_bit(rules_geometry(position->rules), square);
    bool fly = position->rules->kings_fly;
    Bitboard own = position->board.men[side], enemy = position->board.men[!side];
    own |= fly ? 0 : position->board.kings[side];
    enemy |= fly ? 0 : position->board.kings[!side];
    return own & bit ? 1u : enemy & bit ? 2u : 0u;
}

/* A pattern's number square by square, by rows and columns of the board as it lies on the table. */
static uint32_t slow_code(const Position *position, const EvalLayout *layout, int table,
                          Color side) {
    const Rules *rules = position->rules;
    const Geometry *geometry = rules_geometry(rules);
    int first = table % (layout->lanes - 1) * 2, band = table / (layout->lanes - 1);
    uint32_t codes[2] = {0, 0};
    for (int i = 0; i < (rules->all_squares ? 3 : 6); i++)
        for (int k = 0; k < 4; k++) {
            int row = layout->band_row[band] + i, column = first + k;
            if (side == COLOR_BLACK) {
                row = rules->height - 1 - row;
                column = rules->width - 1 - column;
            }
            if (geometry->mirrored)
                column = rules->width - 1 - column;
            int square = geometry_square_at(geometry, row, column);
            if (square > 0)
                codes[k / 2] = codes[k / 2] * 3 + digit_of(position, square, side);
        }
    return codes[0] * EVAL_LANE_CODES + codes[1];
}

/* The same by the squares that are told to people. */
static uint32_t told_code(const Position *position, const EvalLayout *layout, int table,
                          Color side) {
    uint32_t codes[2] = {0, 0};
    for (int i = 0; i < EVAL_PATTERN_SQUARES; i++) {
        int square = eval_pattern_square(position->rules, table, side, i);
        int lane = i / layout->lane_columns % 2;
        codes[lane] = codes[lane] * 3 + digit_of(position, square, side);
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
        Color other = color_other(turn);
        for (int table = 0; table < layout.tables; table++) {
            ck_assert_uint_eq(features.own[table], slow_code(&position, &layout, table, turn));
            ck_assert_uint_eq(features.own[table], told_code(&position, &layout, table, turn));
            ck_assert_uint_eq(features.enemy[table], slow_code(&position, &layout, table, other));
            ck_assert_uint_eq(features.enemy[table], told_code(&position, &layout, table, other));
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
    ck_assert_uint_eq(info.deltas,
                      (size_t)tables * ((EVAL_PATTERN_CODES - DELTA_FIRST - 1) / DELTA_STEP + 1));
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
    file = make_file(rules_get(VARIANT_CANADIAN));
    refuse(file.text, file.length, STATUS_UNKNOWN);
    text_buffer_done(&file);
}
END_TEST

/* Wherever a man can stand, patterns see it from both sides together. */
START_TEST(test_patterns_cover) {
    for (VariantId id = 0; id < VARIANT_COUNT; id++) {
        const Rules *rules = rules_get(id);
        if (!eval_layout_exists(rules))
            continue;
        EvalLayout layout = eval_layout_of(rules);
        Bitboard seen = 0, home = rules_crowning_mask(rules, COLOR_BLACK);
        for (int table = 0; table < layout.tables; table++)
            for (int i = 0; i < EVAL_PATTERN_SQUARES; i++)
                for (Color side = 0; side < COLOR_COUNT; side++)
                    seen |= geometry_square_bit(rules_geometry(rules),
                                                eval_pattern_square(rules, table, side, i));
        ck_assert_int_le(layout.tables, EVAL_TABLES_MAX);
        Bitboard men = rules_board_mask(rules);
        if (rules->men_first_row > 0) /* men never stand on the outermost rows */
            men &= ~(home | rules_crowning_mask(rules, COLOR_WHITE));
        ck_assert(seen == men);
    }
}
END_TEST

typedef struct {
    const char *variant, *fen;
    int scalar, count; /* of the side to move, less the other's */
} ScalarCase;

/* What kings may do and what is taken off them follows the rules of the game. */
START_TEST(test_scalars) {
    static const ScalarCase cases[] = {
        /* From 28 a king reaches 17 squares. A man on 1 could take it on 11, if men take along
         * columns. */
        {"international", "W:WK28:B1", SCALAR_KING_SAFE, 17},
        {"frisian", "W:WK28:B1", SCALAR_KING_SAFE, 16},
        {"frisian", "W:WK28:B1", SCALAR_KING_DENIED, 1},
        {"english", "W:WK18:B10", SCALAR_KING_DENIED, 2},
        {"italian", "W:WK18:B10", SCALAR_KING_DENIED, 0},
        {"turkish", "W:WKd4:Bd7", SCALAR_KING_SAFE, 11},
        {"turkish", "W:WKd4:Bd7", SCALAR_KING_DENIED, 1},
        {"turkish", "W:Wa4,b4,h6:Ba5", SCALAR_STEP, 3},
        {"turkish", "W:Wa4,b4,h6:Ba5", SCALAR_STUCK, 1},
        {"turkish", "W:Wa4,b4,h6:Bf7", SCALAR_RUN + 1, 1},
        {"turkish", "W:Wa4,b4,h6:Bg7", SCALAR_RUN + 1, 0},
        {"turkish", "W:WKa1,d4:Bf7", SCALAR_KING_DIAGONAL, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Position position;
        Error error;
        const ScalarCase *c = &cases[i];
        ck_assert_msg(fen_read(rules_find(c->variant), c->fen, strlen(c->fen), &position, NULL,
                               &error) == STATUS_OK,
                      "%s", error.text);
        EvalFeatures features;
        eval_features_read(position.rules, &position.board, (Color)position.turn, &features);
        ck_assert_msg(features.scalars[c->scalar] == c->count, "%s %s: %s is %d, not %d",
                      c->variant, c->fen, eval_scalar_name(c->scalar), features.scalars[c->scalar],
                      c->count);
    }
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
    tcase_add_test(tcase, test_patterns_cover);
    tcase_add_test(tcase, test_scalars);
    tcase_add_test(tcase, test_refused);
    tcase_add_test(tcase, test_refused_content);
    tcase_add_test(tcase, test_recipe);
    tcase_add_test(tcase, test_chances);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
