/* SPDX-License-Identifier: MIT
 *
 * The engine's generator against published perft counts. Rows of more than HUFF_TEST_LEAVES leaves
 * (default 3,000,000) are left out; the suite "long" sets a higher limit. */
#include "engine/board/movegen.h"
#include "tests/unit/bridge.h"
#include "tests/unit/case_files.h"
#include "tests/unit/suite.h"

#include <errno.h>

enum {
    LEAVES_DEFAULT = 3000000,
    ROWS_AT_DEFAULT = 404, /* of perft.tsv */
};

/* Those that have a file of random positions. */
static const char *const variants[] = {
    "international", "english", "frisian", "killer", "breakthrough", "brazilian", "russian",
    "pool",          "italian", "spanish", "czech",  "turkish",      "thai",      "canadian",
};

enum {
    RANDOM_VARIANTS = sizeof variants / sizeof *variants
};

static uint64_t get_leaf_limit(void) {
    const char *text = getenv("HUFF_TEST_LEAVES");
    if (!text)
        return LEAVES_DEFAULT;
    char *end;
    errno = 0;
    unsigned long long limit = strtoull(text, &end, 10);
    ck_assert_msg(!errno && end > text && !*end && limit >= LEAVES_DEFAULT,
                  "HUFF_TEST_LEAVES is \"%s\", not a number from %d on", text, LEAVES_DEFAULT);
    return limit;
}

static void read_fen(const char *variant, const char *fen, Position *ret_position) {
    OraclePosition oracle;
    oracle_read_fen(&oracle, oracle_get_variant(variant), fen);
    bridge_read_position(&oracle, ret_position);
}

static void check_leaves(const Position *position, const char *fen, int depth, bool keep,
                         uint64_t expected) {
    uint64_t leaves = movegen_perft(position, depth, keep);
    ck_assert_msg(leaves == expected, "%s %s, depth %d, %s: %llu leaves instead of %llu",
                  position->rules->name, fen, depth, keep ? "keep" : "drop",
                  (unsigned long long)leaves, (unsigned long long)expected);
}

START_TEST(published_counts) {
    uint64_t limit = get_leaf_limit();
    FILE *file = suite_open_data("perft.tsv");
    PerftCase row;
    int checked = 0;
    while (perft_case_read(file, &row)) {
        if (row.leaves > limit)
            continue;
        Position position;
        read_fen(row.variant, row.fen, &position);
        check_leaves(&position, row.fen, row.depth, row.keep, row.leaves);
        checked++;
    }
    fclose(file);
    ck_assert_int_ge(checked, ROWS_AT_DEFAULT);
}
END_TEST

START_TEST(random_positions) {
    const char *variant = variants[_i];
    char name[CASE_NAME_SIZE + 16];
    snprintf(name, sizeof name, "random_%s.tsv", variant);
    FILE *file = suite_open_data(name);
    RandomCase row;
    int checked = 0;
    for (; random_case_read(file, &row); checked++) {
        Position position;
        read_fen(variant, row.fen, &position);
        for (int depth = 1; depth <= CASE_DEPTHS; depth++) {
            check_leaves(&position, row.fen, depth, false, row.merged[depth - 1]);
            check_leaves(&position, row.fen, depth, true, row.kept[depth - 1]);
        }
    }
    fclose(file);
    ck_assert_int_eq(checked, 20);
}
END_TEST

START_TEST(depth_zero_is_one_leaf) {
    Position position;
    read_fen("english", "W:WK1:B", &position);
    ck_assert_uint_eq(movegen_perft(&position, 0, false), 1);
    ck_assert_uint_eq(movegen_perft(&position, 0, true), 1);
}
END_TEST

/* Played out by generate and make, ply by ply, the tree has as many leaves as perft counts. */
static uint64_t count_by_playing(const Position *position, int depth) {
    if (depth == 0)
        return 1;
    MoveList list;
    movegen_generate(position, &list);
    uint64_t leaves = 0;
    for (int i = 0; i < list.count; i++) {
        Position next;
        position_make(position, list.moves[i], &next);
        leaves += count_by_playing(&next, depth - 1);
    }
    return leaves;
}

START_TEST(playing_agrees_with_counting) {
    static const struct {
        const char *variant, *fen;
        int depth;
    } cases[] = {
        {"international", "start", 6},
        {"international", "B:BK17,K24:W6,9,10,11,20,21,22,23,30,K31,33,37,41,42,43,44,46", 5},
        {"international", "W:W6-10:B41-45", 5},
        {"english", "start", 7},
        {"english", "W:WK1:B6,7,14,15,22,23,26,27", 6},
        {"frisian", "B:WK1,45,50:BK48,6", 5},
        {"frisian", "W:WK46,31:BK5,20", 7},
        {"frisian", "W:W28,K46:BK43", 6},
        {"breakthrough", "W:W6-10:B41-45", 5},
        {"killer", "W:WK31-50:BK1-20", 3},
        {"italian", "W:WK27,K28,17,20,9,K12,8:B21,24,K19,K13,14,K11,4", 5},
        {"russian", "W:W9,12:B6,7,26,27", 5},
        {"turkish", "start", 5},
        {"thai", "start", 6},
        {"canadian", "start", 5},
        {"canadian", "W:WK12,K61,31,32:B18,24,K50,K6,55,20", 4},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Position position;
        read_fen(cases[i].variant, cases[i].fen, &position);
        check_leaves(&position, cases[i].fen, cases[i].depth, false,
                     count_by_playing(&position, cases[i].depth));
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("perft");
    TCase *counts = tcase_create("counts");
    tcase_set_timeout(counts, 0);
    tcase_add_test(counts, published_counts);
    tcase_add_loop_test(counts, random_positions, 0, RANDOM_VARIANTS);
    tcase_add_test(counts, depth_zero_is_one_leaf);
    tcase_add_test(counts, playing_agrees_with_counting);
    suite_add_tcase(suite, counts);
    return suite_run(suite);
}
