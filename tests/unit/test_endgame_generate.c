/* SPDX-License-Identifier: MIT */
#include "endgame/generate.h"

#include "endgame/probe.h"
#include "endgame/verify.h"
#include "engine/base/checksum.h"
#include "tests/oracle/oracle.h"
#include "tests/unit/endgame_folder.h"
#include "tests/unit/suite.h"

static char folder[SCRATCH_SIZE];

static void make(void) {
    scratch_make_folder(folder);
}

static void clean(void) {
    scratch_remove(folder);
}

static void verify_all(const Tables *tables) {
    for (int i = 0; i < tables_count(tables); i++) {
        const char *path;
        const TableFile *table = tables_get(tables, i, &path);
        VerifyOptions options = {.tables = tables};
        VerifyReport report;
        Error error = {""};
        ck_assert_msg(verify_table(&options, table, path, &report, &error) == STATUS_OK, "%s",
                      error.text);
        ck_assert_uint_eq(report.positions + report.captures,
                          table->index[0].count +
                              (table->side_count == 2 ? table->index[1].count : 0));
        options.samples = 100;
        options.seed = 5;
        ck_assert_int_eq(verify_table(&options, table, path, &report, &error), STATUS_OK);
    }
}

typedef struct {
    const char *slice;
    uint64_t win, draw, loss;
    uint32_t longest_win, longest_loss;
} Row;

static void check_rows(const Tables *tables, const Row *rows, size_t count) {
    for (size_t i = 0; i < count; i++) {
        Slice slice;
        int side = 0;
        ck_assert_int_eq(slice_read(rows[i].slice, &slice, NULL), STATUS_OK);
        const TableFile *table = tables_find(tables, KIND_DTW, slice, &side);
        ck_assert_ptr_nonnull(table);
        const TableSide *counts = &table->sides[side];
        ck_assert_uint_eq(counts->win, rows[i].win);
        ck_assert_uint_eq(counts->draw, rows[i].draw);
        ck_assert_uint_eq(counts->loss, rows[i].loss);
        ck_assert_uint_eq(counts->longest_win, rows[i].longest_win);
        ck_assert_uint_eq(counts->longest_loss, rows[i].longest_loss);
    }
}

/* Figures of an independent solver that knows nothing of slices or settings; the first line is also
 * Ed Trice's (damforum, topic 2603). */
START_TEST(test_known_counts_english) {
    static const Row rows[] = {
        {"1k v 1k", 230, 654, 108, 11, 10},       {"1k v 1m", 331, 531, 6, 11, 4},
        {"1m v 1k", 53, 574, 241, 11, 12},        {"1m v 1m", 102, 611, 47, 13, 6},
        {"1k v 2k", 412, 1450, 13018, 11, 34},    {"2k v 1k", 14846, 34, 0, 33, 0},
        {"1k v 1m1k", 1103, 2588, 22349, 13, 48}, {"2k v 1m", 13018, 2, 0, 33, 0},
        {"1m v 2k", 58, 714, 12248, 11, 34},      {"1m1k v 1k", 25941, 89, 10, 47, 14},
        {"1k v 2m", 687, 1242, 9411, 13, 62},     {"1m v 1m1k", 154, 1465, 21181, 13, 48},
        {"1m1k v 1m", 22792, 7, 1, 47, 0},        {"2m v 1k", 11215, 121, 4, 61, 14},
        {"1m v 2m", 96, 757, 9083, 13, 62},       {"2m v 1m", 9928, 8, 0, 61, 0},
    };
    const Rules *rules = rules_get(VARIANT_ENGLISH);
    for (int kind = 0; kind < KIND_COUNT; kind++)
        endgame_folder_build(folder, rules, (TableKind)kind, 3);
    Tables *tables = endgame_folder_open(folder, rules);
    ck_assert_int_eq(tables_count(tables), 27);
    check_rows(tables, rows, sizeof rows / sizeof *rows);
    verify_all(tables);
    tables_free(tables);
}
END_TEST

START_TEST(test_known_counts_international) {
    static const Row rows[] = {
        {"1k v 1k", 424, 2024, 2, 3, 2},
        {"1k v 1m", 1924, 281, 0, 7, 0},
        {"1m v 1k", 121, 574, 1510, 3, 8},
        {"1m v 1m", 736, 799, 450, 17, 16},
    };
    const Rules *rules = rules_get(VARIANT_INTERNATIONAL);
    for (int kind = 0; kind < KIND_COUNT; kind++)
        endgame_folder_build(folder, rules, (TableKind)kind, 2);
    Tables *tables = endgame_folder_open(folder, rules);
    check_rows(tables, rows, sizeof rows / sizeof *rows);
    verify_all(tables);
    tables_free(tables);
}
END_TEST

/* A KIND_WDL table without one of distances is solved anew by the verifier. */
START_TEST(test_verify_alone) {
    const Rules *rules = rules_get(VARIANT_ENGLISH);
    endgame_folder_build(folder, rules, KIND_WDL, 3);
    Tables *tables = endgame_folder_open(folder, rules);
    verify_all(tables);
    tables_free(tables);
}
END_TEST

/* ---- every position of two pieces against the plain generator of tests/oracle ---- */

enum {
    SQUARES = 32,
    SEAT_COUNT = 2 * 2 * 2 * SQUARES * SQUARES, /* turn, white king?, black king?, squares */
};

static int seat_of(bool black_turn, bool white_king, bool black_king, int white, int black) {
    return (((black_turn * 2 + white_king) * 2 + black_king) * SQUARES + white - 1) * SQUARES +
           black - 1;
}

/* -1: not a placement. */
static int seat_of_position(const OraclePosition *position) {
    int white = 0, black = 0;
    for (int square = 1; square <= SQUARES; square++) {
        char piece = position->square[square];
        if (piece == 'w' || piece == 'W')
            white = square;
        else if (piece != 'e')
            black = square;
    }
    if (!white || !black)
        return -1;
    return seat_of(position->turn == 'b', position->square[white] == 'W',
                   position->square[black] == 'B', white, black);
}

static bool seat_position(int seat, const OracleVariant *variant, OraclePosition *ret_position) {
    int black = seat % SQUARES + 1, white = seat / SQUARES % SQUARES + 1;
    int kinds = seat / SQUARES / SQUARES;
    OraclePosition position = {.variant = variant, .turn = kinds & 4 ? 'b' : 'w'};
    memset(position.square + 1, 'e', SQUARES);
    position.square[white] = kinds & 2 ? 'W' : 'w';
    position.square[black] = kinds & 1 ? 'B' : 'b';
    *ret_position = position;
    return white != black && (kinds & 2 || !oracle_is_crowning(variant, 'w', white)) &&
           (kinds & 1 || !oracle_is_crowning(variant, 'b', black));
}

/* Plies + 1 of a win (odd plies) or loss (even), 0 if not known: what is known so far of the
 * successors decides. */
static int judge_seat(const OraclePosition *position, const int *known) {
    OracleMoves list = {0};
    int count = oracle_list_moves(position, &list), win = 0, loss = 1;
    bool all_lose = true;
    for (int i = 0; i < count; i++) {
        OraclePosition next;
        oracle_make(position, &list.moves[i], &next);
        int seat = seat_of_position(&next);
        int after = seat < 0 ? 1 : known[seat]; /* without a piece: lost at once */
        if (after % 2 == 1 && (!win || after + 1 < win))
            win = after + 1;
        all_lose = all_lose && after && after % 2 == 0;
        loss = after + 1 > loss ? after + 1 : loss;
    }
    oracle_moves_done(&list);
    return win ? win : all_lose ? loss : 0;
}

static void solve_seats(const OracleVariant *variant, int *known) {
    int *fresh = calloc(SEAT_COUNT, sizeof *fresh);
    ck_assert_ptr_nonnull(fresh);
    /* In the n-th round distances below n are final. */
    for (int round = 1; round < 20; round++) {
        for (int seat = 0; seat < SEAT_COUNT; seat++) {
            OraclePosition position;
            if (!known[seat] && seat_position(seat, variant, &position))
                fresh[seat] = judge_seat(&position, known);
        }
        for (int seat = 0; seat < SEAT_COUNT; seat++)
            if (!known[seat] && fresh[seat] == round)
                known[seat] = fresh[seat];
    }
    free(fresh);
}

START_TEST(test_against_oracle) {
    const Rules *rules = rules_get(VARIANT_ENGLISH);
    const OracleVariant *variant = oracle_get_variant("english");
    endgame_folder_build(folder, rules, KIND_DTW, 2);
    Tables *tables = endgame_folder_open(folder, rules);
    int *known = calloc(SEAT_COUNT, sizeof *known);
    ck_assert_ptr_nonnull(known);
    solve_seats(variant, known);
    const Geometry *geometry = rules_geometry(rules);
    int compared = 0;
    for (int seat = 0; seat < SEAT_COUNT; seat++) {
        OraclePosition position;
        if (!seat_position(seat, variant, &position))
            continue;
        Board board = {0};
        for (int square = 1; square <= SQUARES; square++) {
            Bitboard bit = geometry_square_bit(geometry, square);
            char piece = position.square[square];
            if (piece != 'e')
                *(piece == 'w'   ? &board.men[COLOR_WHITE]
                  : piece == 'W' ? &board.kings[COLOR_WHITE]
                  : piece == 'b' ? &board.men[COLOR_BLACK]
                                 : &board.kings[COLOR_BLACK]) |= bit;
        }
        Position ours;
        ck_assert_int_eq(position_init_board(&ours, rules, &board,
                                             position.turn == 'w' ? COLOR_WHITE : COLOR_BLACK,
                                             NULL),
                         STATUS_OK);
        Verdict verdict = probe_read(tables, KIND_DTW, &ours);
        int right = known[seat];
        int value = right == 0 ? VERDICT_DRAW : right % 2 ? VERDICT_LOSS : VERDICT_WIN;
        if (verdict.value != value || (right && verdict.plies != right - 1))
            ck_abort_msg("seat %d: %d in %d plies, right is %d in %d", seat, verdict.value,
                         verdict.plies, value, right - 1);
        compared++;
    }
    ck_assert_int_eq(compared, 2 * 3488);
    free(known);
    tables_free(tables);
}
END_TEST

/* ---- builds ---- */

static void check_same_files(const char *one, const char *other) {
    DIR *directory = opendir(one);
    ck_assert_ptr_nonnull(directory);
    for (const struct dirent *entry; (entry = readdir(directory));) {
        if (entry->d_name[0] == '.')
            continue;
        size_t a_length, b_length;
        uint8_t *a = endgame_folder_read(one, entry->d_name, &a_length);
        uint8_t *b = endgame_folder_read(other, entry->d_name, &b_length);
        ck_assert_uint_eq(a_length, b_length);
        ck_assert_mem_eq(a, b, a_length);
        free(a);
        free(b);
    }
    closedir(directory);
    ck_assert_int_eq(endgame_folder_count(one), endgame_folder_count(other));
}

START_TEST(test_threads_and_resume) {
    const Rules *rules = rules_get(VARIANT_ENGLISH);
    char other[SCRATCH_SIZE];
    scratch_make_folder(other);
    GenerateOptions options = endgame_folder_options(other, rules, KIND_DTW, 3);
    Error error = {""};
    options.threads = 1;
    ck_assert_int_eq(generate_tables(&options, &error), STATUS_OK);
    options.folder = folder;
    options.threads = 5;
    options.pieces = 2;
    ck_assert_int_eq(generate_tables(&options, &error), STATUS_OK);
    /* What a killed build leaves behind; no process has this number. */
    endgame_folder_write(folder, ".huff-new-2147483646-0", (const uint8_t *)"x", 1);
    options.pieces = 3;
    ck_assert_int_eq(generate_tables(&options, &error), STATUS_OK);
    check_same_files(folder, other);
    scratch_remove(other);
}
END_TEST

START_TEST(test_one_pair_and_its_parents) {
    const Rules *rules = rules_get(VARIANT_ENGLISH);
    GenerateOptions options = endgame_folder_options(folder, rules, KIND_WDL, 0);
    Slice slice = {{0, 1}, {0, 1}};
    Error error = {""};
    options.only = &slice;
    ck_assert_int_eq(generate_tables(&options, &error), STATUS_OK);
    ck_assert_int_eq(endgame_folder_count(folder), 1);
    slice = (Slice){{2, 0}, {1, 0}};
    ck_assert_int_eq(generate_tables(&options, &error), STATUS_STATE);
    ck_assert_ptr_nonnull(strstr(error.text, "build it first"));
    ck_assert_int_eq(endgame_folder_count(folder), 1);
}
END_TEST

/* Damage to a block is seen whether or not anything is left to be built. */
START_TEST(test_damaged_file) {
    const Rules *rules = rules_get(VARIANT_ENGLISH);
    endgame_folder_build(folder, rules, KIND_WDL, 2);
    size_t length;
    uint8_t *bytes = endgame_folder_read(folder, "1k-1k.english.wdl", &length);
    bytes[length - 20] ^= 4; /* in a block */
    endgame_folder_write(folder, "1k-1k.english.wdl", bytes, length);
    GenerateOptions options = endgame_folder_options(folder, rules, KIND_WDL, 2);
    Error error = {""};
    ck_assert_int_eq(generate_tables(&options, &error), STATUS_ILLEGAL);
    ck_assert_ptr_nonnull(strstr(error.text, "1k-1k.english.wdl"));
    free(bytes);
    bytes = endgame_folder_read(folder, "1k-1m.english.wdl", &length);
    endgame_folder_write(folder, "1k-1k.english.wdl", bytes, length);
    ck_assert_int_eq(generate_tables(&options, &error), STATUS_STATE);
    ck_assert_ptr_nonnull(strstr(error.text, "another table"));
    free(bytes);
}
END_TEST

START_TEST(test_damaged_parent) {
    const Rules *rules = rules_get(VARIANT_ENGLISH);
    endgame_folder_build(folder, rules, KIND_WDL, 2);
    size_t length;
    uint8_t *bytes = endgame_folder_read(folder, "1m-1m.english.wdl", &length);
    bytes[length - 20] ^= 4; /* in a block */
    endgame_folder_write(folder, "1m-1m.english.wdl", bytes, length);
    GenerateOptions options = endgame_folder_options(folder, rules, KIND_WDL, 3);
    Error error = {""};
    ck_assert_int_eq(generate_tables(&options, &error), STATUS_ILLEGAL);
    ck_assert_ptr_nonnull(strstr(error.text, "1m-1m.english.wdl"));
    bytes[100] ^= 4; /* in the header */
    endgame_folder_write(folder, "1m-1m.english.wdl", bytes, length);
    ck_assert_int_eq(generate_tables(&options, &error), STATUS_ILLEGAL);
    free(bytes);
    DIR *directory = opendir(folder);
    for (const struct dirent *entry; (entry = readdir(directory));)
        ck_assert_ptr_null(strstr(entry->d_name, "huff-new"));
    closedir(directory);
}
END_TEST

START_TEST(test_wrong_options) {
    const Rules *rules = rules_get(VARIANT_ENGLISH);
    Error error;
    GenerateOptions options = endgame_folder_options(folder, rules, KIND_WDL, 3);
    options.memory_bytes = 100000;
    ck_assert_int_eq(generate_tables(&options, &error), STATUS_RANGE);
    ck_assert_ptr_nonnull(strstr(error.text, "memory"));
    ck_assert_int_eq(endgame_folder_count(folder), 0);
    options = endgame_folder_options(folder, rules, KIND_WDL, 11);
    ck_assert_int_eq(generate_tables(&options, &error), STATUS_RANGE);
    options = endgame_folder_options(folder, rules, KIND_WDL, 2);
    options.threads = 0;
    ck_assert_int_eq(generate_tables(&options, &error), STATUS_RANGE);
    options = endgame_folder_options("/nowhere/at/all", rules, KIND_WDL, 2);
    ck_assert_int_eq(generate_tables(&options, &error), STATUS_IO);
    ck_assert_ptr_nonnull(strstr(error.text, "/nowhere/at/all"));
}
END_TEST

/* A file that says a thing the rules do not. Its checksums are right. */
START_TEST(test_verify_finds_a_lie) {
    const Rules *rules = rules_get(VARIANT_ENGLISH);
    endgame_folder_build(folder, rules, KIND_DTW, 2);
    Tables *tables = endgame_folder_open(folder, rules);
    int side;
    const TableFile *table = tables_find(tables, KIND_DTW, (Slice){{0, 1}, {1, 0}}, &side);
    uint64_t blocks = table->block_count[0];
    TableContent content = {
        .rules = rules,
        .kind = KIND_DTW,
        .slice = table->slice,
        .sides = table->sides,
        .block_positions = table->block_positions,
        .block_count = {blocks, table->block_count[1]},
    };
    ck_assert_uint_eq(blocks, 1);
    uint8_t codes[2][TABLE_FILE_BLOCK_BYTES_MAX], packed[2 * TABLE_FILE_BLOCK_BYTES_MAX];
    uint32_t lengths[2];
    ZSTD_DCtx *context = ZSTD_createDCtx();
    for (int s = 0; s < 2; s++) {
        ck_assert_int_eq(table_file_unpack(table, s, 0, context, codes[s], NULL), STATUS_OK);
        if (s == 0)
            codes[s][100] = codes[s][100] ? 0 : 8;
        size_t length = ZSTD_compress(packed + content.blocks_length, TABLE_FILE_BLOCK_BYTES_MAX,
                                      codes[s], (size_t)table->index[s].count, 3);
        ck_assert(!ZSTD_isError(length));
        lengths[s] = (uint32_t)length;
        content.blocks_length += length;
        content.content_checksum =
            checksum_add(content.content_checksum, codes[s], table_file_block_bytes(table));
    }
    ZSTD_freeDCtx(context);
    content.blocks = packed;
    content.block_lengths = lengths;
    uint8_t *bytes;
    size_t length;
    ck_assert_int_eq(table_file_lay_out(&content, &bytes, &length, NULL), STATUS_OK);
    endgame_folder_write(folder, "1k-1m.english.dtw", bytes, length);
    free(bytes);
    tables_free(tables);
    tables = endgame_folder_open(folder, rules);
    table = tables_find(tables, KIND_DTW, (Slice){{0, 1}, {1, 0}}, &side);
    VerifyOptions options = {.tables = tables};
    VerifyReport report;
    Error error;
    ck_assert_int_eq(verify_table(&options, table, "the lie", &report, &error), STATUS_ILLEGAL);
    ck_assert_ptr_nonnull(strstr(error.text, "wrong at"));
    tables_free(tables);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("endgame_generate");
    TCase *all = tcase_create("all");
    tcase_add_checked_fixture(all, make, clean);
    tcase_set_timeout(all, 280);
    tcase_add_test(all, test_known_counts_english);
    tcase_add_test(all, test_known_counts_international);
    tcase_add_test(all, test_verify_alone);
    tcase_add_test(all, test_against_oracle);
    tcase_add_test(all, test_threads_and_resume);
    tcase_add_test(all, test_one_pair_and_its_parents);
    tcase_add_test(all, test_damaged_file);
    tcase_add_test(all, test_damaged_parent);
    tcase_add_test(all, test_wrong_options);
    tcase_add_test(all, test_verify_finds_a_lie);
    suite_add_tcase(suite, all);
    return suite_run(suite);
}
