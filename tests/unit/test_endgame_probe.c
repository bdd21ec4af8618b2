/* SPDX-License-Identifier: MIT */
#include "endgame/probe.h"

#include "endgame/embedded.h"
#include "endgame/verify.h"
#include "engine/base/rng.h"
#include "engine/board/movegen.h"
#include "tests/unit/endgame_folder.h"
#include "tests/unit/suite.h"

#include <pthread.h>

/* Those with four pieces and distances. */
static const VariantId embedded_variants[] = {VARIANT_INTERNATIONAL, VARIANT_ENGLISH};

enum {
    VARIANTS = sizeof embedded_variants / sizeof *embedded_variants
};

static Tables *open_embedded(VariantId variant, int cache_mib) {
    Tables *tables = NULL;
    Error error = {""};
    ck_assert_int_eq(tables_new(rules_get(variant), cache_mib, &tables, NULL), STATUS_OK);
    ck_assert_msg(embedded_add(tables, &error) == STATUS_OK, "%s", error.text);
    return tables;
}

static Position random_of(const TableFile *table, int side, Rng *rng) {
    Board board;
    Position position;
    index_decode(&table->index[side], rng_below(rng, table->index[side].count), &board);
    if (position_init_board(&position, table->index[side].rules, &board, COLOR_WHITE, NULL) < 0)
        ck_abort_msg("a placement that is none");
    if (rng_below(rng, 2)) {
        Position turned;
        position_turn_round(&position, &turned);
        position = turned;
    }
    return position;
}

/* A pack is there, whole, and holds what it should. */
START_TEST(test_embedded) {
    for (int v = 0; v < VARIANTS; v++) {
        Tables *tables = open_embedded(embedded_variants[v], 8);
        ck_assert_int_eq(tables_count(tables), 23 + 9);
        ck_assert_int_eq(tables_pieces_max(tables, KIND_WDL), 4);
        ck_assert_int_eq(tables_pieces_max(tables, KIND_DTW), 3);
        for (int i = 0; i < tables_count(tables); i++) {
            Error error = {""};
            ck_assert_msg(table_file_check(tables_get(tables, i, NULL), "it", &error) == STATUS_OK,
                          "%s", error.text);
        }
        tables_free(tables);
    }
}
END_TEST

/* The other variants: there, whole and right, or refused for a reason. */
START_TEST(test_embedded_family) {
    for (int v = 0; v < VARIANT_COUNT; v++) {
        if (v == VARIANT_INTERNATIONAL || v == VARIANT_ENGLISH)
            continue;
        Tables *tables = open_embedded((VariantId)v, 1);
        bool possible = slice_check_rules(rules_get((VariantId)v), NULL) == STATUS_OK;
        ck_assert_int_eq(tables_count(tables), possible ? 9 : 0);
        ck_assert_int_eq(tables_pieces_max(tables, KIND_WDL), possible ? 3 : 0);
        for (int i = 0; i < tables_count(tables); i++) {
            VerifyOptions options = {.tables = tables};
            VerifyReport report;
            Error error = {""};
            ck_assert_msg(verify_table(&options, tables_get(tables, i, NULL), "it", &report,
                                       &error) == STATUS_OK,
                          "%s: %s", rules_get((VariantId)v)->name, error.text);
        }
        tables_free(tables);
    }
}
END_TEST

/* The table's word on all placements of four pieces, colours and sides to move apart. */
START_TEST(test_embedded_totals) {
    static const uint64_t totals[VARIANTS][3] = {{26040066, 45085346, 12816988},
                                                 {5148608, 3435844, 3834180}};
    for (int v = 0; v < VARIANTS; v++) {
        Tables *tables = open_embedded(embedded_variants[v], 1);
        uint64_t sums[3] = {0};
        for (int i = 0; i < tables_count(tables); i++) {
            const TableFile *table = tables_get(tables, i, NULL);
            for (int side = 0; side < table->side_count && slice_count(table->slice) == 4; side++) {
                sums[0] += 2 * table->sides[side].win;
                sums[1] += 2 * table->sides[side].draw;
                sums[2] += 2 * table->sides[side].loss;
            }
        }
        ck_assert_mem_eq(sums, totals[v], sizeof sums);
        tables_free(tables);
    }
}
END_TEST

/* Plays a won or lost position out. The side that wins takes the best move; the other the best one
 * too, or any. Returns the plies to the end. */
static int play_out(const Tables *tables, Position position, bool best_defence, bool wins,
                    Rng *rng) {
    for (int ply = 0; ply < 300; ply++) {
        MoveList list;
        if (movegen_generate(&position, &list) == 0)
            return ply;
        bool winner = (ply % 2 == 0) == wins;
        Move move = winner || best_defence ? probe_best_move(tables, &position)
                                           : list.moves[rng_below(rng, (uint64_t)list.count)];
        if (move_is_none(move))
            ck_abort_msg("no best move");
        Position next;
        position_make(&position, move, &next);
        position = next;
    }
    return -1;
}

/* The embedded tables; or, with HUFF_TEST_PIECES in the environment, tables of so many pieces built
 * into a folder, whose path `folder` is then, else "". */
static Tables *open_for_play(VariantId variant, char folder[SCRATCH_SIZE]) {
    const char *pieces = getenv("HUFF_TEST_PIECES");
    folder[0] = '\0';
    if (!pieces)
        return open_embedded(variant, 8);
    scratch_make_folder(folder);
    endgame_folder_build(folder, rules_get(variant), KIND_DTW, (int)strtol(pieces, NULL, 10));
    return endgame_folder_open(folder, rules_get(variant));
}

/* Positions of each side of each table to play out: few, or with HUFF_TEST_PIECES many. */
static int count_games(void) {
    return getenv("HUFF_TEST_PIECES") ? 1000 : 30;
}

/* Every won ending is won in exactly the plies of the table against best defence, and in no more
 * against any other. */
START_TEST(test_exact_plies) {
    Rng rng;
    rng_init(&rng, 3);
    for (int v = 0; v < VARIANTS; v++) {
        char folder[SCRATCH_SIZE];
        Tables *tables = open_for_play(embedded_variants[v], folder);
        int played = 0;
        for (int i = 0; i < tables_count(tables); i++) {
            const TableFile *table = tables_get(tables, i, NULL);
            for (int n = 0; n < count_games() * table->side_count && table->kind == KIND_DTW; n++) {
                Position position = random_of(table, n % table->side_count, &rng);
                Verdict verdict = probe_read(tables, KIND_DTW, &position);
                if (verdict.value == VERDICT_DRAW)
                    continue;
                bool wins = verdict.value == VERDICT_WIN;
                if (play_out(tables, position, true, wins, &rng) != verdict.plies)
                    ck_abort_msg("not won in %d plies", verdict.plies);
                int plies = play_out(tables, position, false, wins, &rng);
                if (plies < 0 || plies > verdict.plies)
                    ck_abort_msg("won in %d plies instead of at most %d", plies, verdict.plies);
                played++;
            }
        }
        ck_assert_int_gt(played, 200);
        tables_free(tables);
        if (*folder)
            scratch_remove(folder);
    }
}
END_TEST

/* Kinds agree, with captures due or not, whatever the colour to move. */
START_TEST(test_kinds_agree) {
    Rng rng;
    rng_init(&rng, 4);
    for (int v = 0; v < VARIANTS; v++) {
        Tables *tables = open_embedded(embedded_variants[v], 8);
        Oracle oracle = probe_oracle(tables);
        ck_assert_int_eq(oracle.pieces_max, 4);
        for (int i = 0; i < tables_count(tables); i++) {
            const TableFile *table = tables_get(tables, i, NULL);
            for (int n = 0; n < 300 && table->kind == KIND_DTW; n++) {
                Position position = random_of(table, n % table->side_count, &rng);
                Verdict plies = probe_read(tables, KIND_DTW, &position);
                Verdict value = probe_read(tables, KIND_WDL, &position);
                if (plies.value != value.value)
                    ck_abort_msg("wdl and dtw differ");
                OracleAnswer answer;
                oracle.consult(oracle.context, &position, &answer);
                if ((int)answer.value - ORACLE_DRAW != value.value ||
                    answer.plies != (value.value == VERDICT_DRAW ? -1 : plies.plies))
                    ck_abort_msg("the oracle differs");
            }
        }
        Position start;
        OracleAnswer answer;
        position_init_start(&start, rules_get(embedded_variants[v]));
        oracle.consult(oracle.context, &start, &answer);
        ck_assert_int_eq(answer.value, ORACLE_UNKNOWN);
        ck_assert_int_eq(answer.plies, -1);
        ck_assert_int_eq(answer.rule, ORACLE_UNKNOWN);
        tables_free(tables);
    }
}
END_TEST

static Position kings_position(const Rules *rules, const int *white, int white_count, int black) {
    const Geometry *geometry = rules_geometry(rules);
    Board board = {0};
    for (int i = 0; i < white_count; i++)
        board.kings[COLOR_WHITE] |= geometry_square_bit(geometry, white[i]);
    board.kings[COLOR_BLACK] = geometry_square_bit(geometry, black);
    Position position;
    ck_assert_int_eq(position_init_board(&position, rules, &board, COLOR_WHITE, NULL), STATUS_OK);
    return position;
}

/* Two kings against one: five moves each and no more (FMJD 6.4). With each count the table says
 * what the law gives: a win that takes more plies than are left is a draw. */
START_TEST(test_counted_ending) {
    char folder[SCRATCH_SIZE];
    const Rules *rules = rules_get(VARIANT_INTERNATIONAL);
    scratch_make_folder(folder);
    endgame_folder_build(folder, rules, KIND_RULE, 2);
    endgame_folder_build(folder, rules, KIND_DTW, 2);
    GenerateOptions options = endgame_folder_options(folder, rules, KIND_RULE, 0);
    Slice slice = {{0, 2}, {0, 1}};
    options.only = &slice;
    ck_assert_int_eq(generate_tables(&options, NULL), STATUS_OK);
    options.kind = KIND_DTW;
    ck_assert_int_eq(generate_tables(&options, NULL), STATUS_OK);
    Tables *tables = endgame_folder_open(folder, rules);
    Oracle oracle = probe_oracle(tables);
    int examples = 0;
    for (int a = 1; a <= 50; a++)
        for (int b = a + 1; b <= 50; b++)
            for (int black = 1; black <= 50; black += 3) {
                if (a == black || b == black)
                    continue;
                Position position = kings_position(rules, (const int[]){a, b}, 2, black);
                Verdict plies = probe_read(tables, KIND_DTW, &position);
                if (plies.value != VERDICT_WIN)
                    continue;
                for (int count = 0; count <= 10; count++) {
                    position.ending_plies = (uint16_t)count;
                    position.quiet_plies = (uint16_t)count;
                    OracleAnswer answer;
                    oracle.consult(oracle.context, &position, &answer);
                    OracleValue right = plies.plies <= 10 - count ? ORACLE_WIN : ORACLE_DRAW;
                    if (answer.value != ORACLE_WIN || answer.rule != right)
                        ck_abort_msg("K%d K%d v K%d after %d plies", a, b, black, count);
                    examples += right == ORACLE_DRAW && count < 10;
                }
            }
    ck_assert_int_ge(examples, 3);
    tables_free(tables);
    scratch_remove(folder);
}
END_TEST

static void build_only(const char *folder, TableKind kind, Slice slice) {
    GenerateOptions options =
        endgame_folder_options(folder, rules_get(VARIANT_INTERNATIONAL), kind, 0);
    Error error = {""};
    options.only = &slice;
    ck_assert_msg(generate_tables(&options, &error) == STATUS_OK, "%s", error.text);
}

/* Three kings against one: sixteen moves each (FMJD 6.3). All three positions are won, by distance
 * whatever the count; by the law with the plies that the table asks for left, not with one less. */
START_TEST(test_sixteen_moves) {
    static const struct {
        int white[3], black;
        int distance, needed; /* plies: to the end of the game; of the count, captures start anew */
    } cases[] = {
        {{1, 7, 18}, 35, 15, 12},
        {{19, 41, 47}, 25, 13, 10},
        {{2, 18, 40}, 50, 9, 6},
    };
    static const Slice slices[] = {{{0, 1}, {0, 1}}, {{0, 2}, {0, 1}}, {{0, 3}, {0, 1}}};
    static const TableKind kinds[] = {KIND_DTW, KIND_RULE};
    char folder[SCRATCH_SIZE];
    const Rules *rules = rules_get(VARIANT_INTERNATIONAL);
    scratch_make_folder(folder);
    for (size_t i = 0; i < sizeof slices / sizeof *slices; i++)
        for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
            build_only(folder, kinds[k], slices[i]);
    Tables *tables = endgame_folder_open(folder, rules);
    Oracle oracle = probe_oracle(tables);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Position position = kings_position(rules, cases[i].white, 3, cases[i].black);
        for (int left = 32; left > 0; left--) {
            position.ending_plies = position.quiet_plies = (uint16_t)(32 - left);
            OracleAnswer answer;
            oracle.consult(oracle.context, &position, &answer);
            ck_assert_int_eq(answer.value, ORACLE_WIN);
            ck_assert_int_eq(answer.plies, cases[i].distance);
            ck_assert_int_eq(answer.rule, left >= cases[i].needed ? ORACLE_WIN : ORACLE_DRAW);
        }
    }
    tables_free(tables);
    scratch_remove(folder);
}
END_TEST

/* A count that is over is a draw without any table of counts. */
START_TEST(test_count_over) {
    Tables *tables = open_embedded(VARIANT_INTERNATIONAL, 1);
    Oracle oracle = probe_oracle(tables);
    Position position =
        kings_position(rules_get(VARIANT_INTERNATIONAL), (const int[]){1, 2}, 2, 28);
    OracleAnswer answer;
    oracle.consult(oracle.context, &position, &answer);
    ck_assert_int_eq(answer.rule, ORACLE_UNKNOWN);
    position.ending_plies = 10;
    oracle.consult(oracle.context, &position, &answer);
    ck_assert_int_eq(answer.rule, ORACLE_DRAW);
    tables_free(tables);
}
END_TEST

/* ---- threads ---- */

enum {
    THREADS = 4,
    LOOKS = 20000,
};

typedef struct {
    const Tables *tables;
    uint64_t seed;
    uint64_t digest; /* of all answers */
} Looker;

static void *look_around(void *argument) {
    Looker *looker = argument;
    Oracle oracle = probe_oracle(looker->tables);
    Rng rng;
    rng_init(&rng, looker->seed);
    for (int i = 0; i < LOOKS; i++) {
        int number = (int)rng_below(&rng, (uint64_t)tables_count(looker->tables));
        const TableFile *table = tables_get(looker->tables, number, NULL);
        Board board;
        int side = (int)rng_below(&rng, (uint64_t)table->side_count);
        index_decode(&table->index[side], rng_below(&rng, table->index[side].count), &board);
        Position position = {
            .board = board, .rules = table->index[side].rules, .turn = COLOR_WHITE};
        OracleValue value = oracle.look(oracle.context, &position);
        looker->digest = looker->digest * 31 + (uint64_t)value;
    }
    return NULL;
}

/* With a cache too small for all, threads at once see what one alone sees. */
START_TEST(test_threads) {
    Tables *tables = open_embedded(VARIANT_INTERNATIONAL, 1);
    Looker together[THREADS], alone[THREADS];
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++) {
        together[i] = alone[i] = (Looker){tables, (uint64_t)i / 2, 0};
        ck_assert_int_eq(pthread_create(&threads[i], NULL, look_around, &together[i]), 0);
    }
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    for (int i = 0; i < THREADS; i++) {
        look_around(&alone[i]);
        ck_assert_uint_eq(alone[i].digest, together[i].digest);
    }
    tables_free(tables);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("endgame_probe");
    TCase *all = tcase_create("all");
    tcase_set_timeout(all, getenv("HUFF_TEST_PIECES") ? 3000 : 280);
    tcase_add_test(all, test_embedded);
    tcase_add_test(all, test_embedded_family);
    tcase_add_test(all, test_embedded_totals);
    tcase_add_test(all, test_exact_plies);
    tcase_add_test(all, test_kinds_agree);
    tcase_add_test(all, test_counted_ending);
    tcase_add_test(all, test_sixteen_moves);
    tcase_add_test(all, test_count_over);
    tcase_add_test(all, test_threads);
    suite_add_tcase(suite, all);
    return suite_run(suite);
}
