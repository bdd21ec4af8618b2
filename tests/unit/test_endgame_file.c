/* SPDX-License-Identifier: MIT */
#include "endgame/table_file.h"

#include "endgame/verify.h"
#include "tests/unit/endgame_folder.h"
#include "tests/unit/suite.h"

static char folder[SCRATCH_SIZE];

static const Rules *english(void) {
    return rules_get(VARIANT_ENGLISH);
}

static void build(void) {
    scratch_make_folder(folder);
    endgame_folder_build(folder, english(), KIND_WDL, 3);
    endgame_folder_build(folder, english(), KIND_DTW, 2);
}

static void clean(void) {
    scratch_remove(folder);
}

/* What opening and checking make of the bytes. */
static Status judge(const uint8_t *bytes, size_t length, Error *error) {
    TableFile table;
    Status status = table_file_open_bytes(&table, bytes, length, "the table", english(), error);
    if (status < 0)
        return status;
    if (table.length != length)
        status = error_set(error, STATUS_ILLEGAL, "too long");
    if (status == STATUS_OK)
        status = table_file_check(&table, "the table", error);
    table_file_close(&table);
    return status;
}

/* Every byte flipped in every way that one bit or all bits can be. */
START_TEST(test_flipped_bytes) {
    static const char *const names[] = {"1k-1m.english.wdl", "1m-1m.english.dtw",
                                        "2m-1k.english.wdl"};
    for (size_t n = 0; n < sizeof names / sizeof *names; n++) {
        size_t length;
        uint8_t *bytes = endgame_folder_read(folder, names[n], &length);
        Error error = {""};
        ck_assert_msg(judge(bytes, length, &error) == STATUS_OK, "%s", error.text);
        static const uint8_t masks[] = {1, 0x10, 0x80, 0xff};
        for (size_t at = 0; at < length; at++)
            for (size_t m = 0; m < sizeof masks; m++) {
                bytes[at] ^= masks[m];
                error.text[0] = '\0';
                ck_assert_msg(judge(bytes, length, &error) < 0, "%s: byte %zu", names[n], at);
                ck_assert_str_ne(error.text, "");
                bytes[at] ^= masks[m];
            }
        free(bytes);
    }
}
END_TEST

START_TEST(test_cut_and_lengthened) {
    size_t length;
    uint8_t *bytes = endgame_folder_read(folder, "1k-1m.english.wdl", &length);
    Error error;
    for (size_t cut = 0; cut < length; cut++)
        ck_assert_int_lt(judge(bytes, cut, &error), 0);
    char path[2 * SCRATCH_SIZE];
    snprintf(path, sizeof path, "%s/longer", folder);
    uint8_t *longer = calloc(1, length + 8);
    ck_assert_ptr_nonnull(longer);
    memcpy(longer, bytes, length);
    endgame_folder_write(folder, "longer", longer, length + 8);
    TableFile table;
    ck_assert_int_eq(table_file_open(&table, path, english(), &error), STATUS_ILLEGAL);
    free(longer);
    free(bytes);
}
END_TEST

START_TEST(test_other_variant_version_and_name) {
    size_t length;
    char path[2 * SCRATCH_SIZE];
    snprintf(path, sizeof path, "%s/1k-1m.english.wdl", folder);
    TableFile table;
    Error error;
    ck_assert_int_eq(table_file_open(&table, path, rules_get(VARIANT_INTERNATIONAL), &error),
                     STATUS_STATE);
    ck_assert_ptr_nonnull(strstr(error.text, "english"));
    uint8_t *bytes = endgame_folder_read(folder, "1k-1m.english.wdl", &length);
    bytes[8] = TABLE_FILE_VERSION + 1;
    ck_assert_int_eq(judge(bytes, length, &error), STATUS_STATE);
    ck_assert_ptr_nonnull(strstr(error.text, "version"));
    bytes[8] = TABLE_FILE_VERSION;
    endgame_folder_write(folder, "1k-1k.english.wdl", bytes, length);
    free(bytes);
    Tables *tables;
    ck_assert_int_eq(tables_new(english(), 1, &tables, NULL), STATUS_OK);
    ck_assert_int_eq(tables_add_folder(tables, folder, &error), STATUS_OK);
    ck_assert_int_eq(tables_fault_count(tables), 1);
    ck_assert_ptr_nonnull(strstr(tables_get_fault(tables, 0), "1k-1k.english.wdl"));
    ck_assert_ptr_nonnull(strstr(tables_get_fault(tables, 0), "another table"));
    tables_free(tables);
}
END_TEST

/* One bad file is told and passed over; the others are there, and answer. */
START_TEST(test_bad_file_is_passed_over) {
    size_t length;
    uint8_t *bytes = endgame_folder_read(folder, "1k-1m.english.wdl", &length);
    bytes[100] ^= 1; /* in the header */
    endgame_folder_write(folder, "1k-1m.english.wdl", bytes, length);
    endgame_folder_write(folder, "2k-1m.english.wdl", bytes, 10);
    free(bytes);
    Tables *tables;
    Error error = {""};
    int files = endgame_folder_count(folder);
    ck_assert_int_eq(tables_new(english(), 1, &tables, NULL), STATUS_OK);
    ck_assert_int_eq(tables_add_folder(tables, folder, &error), STATUS_OK);
    ck_assert_int_eq(tables_count(tables), files - 2);
    ck_assert_int_eq(tables_fault_count(tables), 2);
    bool first = strstr(tables_get_fault(tables, 0), "1k-1m.english.wdl") != NULL;
    ck_assert_ptr_nonnull(strstr(tables_get_fault(tables, !first), "1k-1m.english.wdl"));
    ck_assert_ptr_nonnull(strstr(tables_get_fault(tables, first), "2k-1m.english.wdl"));
    int side;
    ck_assert_ptr_null(tables_find(tables, KIND_WDL, (Slice){{0, 1}, {1, 0}}, &side));
    ck_assert_ptr_nonnull(tables_find(tables, KIND_WDL, (Slice){{0, 1}, {0, 1}}, &side));
    tables_free(tables);
}
END_TEST

/* A block damaged after the file was opened reads as unknown; other blocks still answer. */
START_TEST(test_damaged_block_is_unknown) {
    size_t length;
    uint8_t *bytes = endgame_folder_read(folder, "2m-1k.english.wdl", &length);
    Tables *tables;
    ck_assert_int_eq(tables_new(english(), 1, &tables, NULL), STATUS_OK);
    ck_assert_int_eq(tables_add_bytes(tables, bytes, length, "memory", NULL), STATUS_OK);
    const TableFile *table = tables_get(tables, 0, NULL);
    for (size_t at = (size_t)(table->blocks - bytes); at < length; at++)
        bytes[at] ^= 0x55;
    int known = 0;
    for (uint64_t number = 0; number < table->index[1].count; number += 100) {
        uint8_t code;
        known += tables_read_code(tables, table, 1, number, &code);
    }
    ck_assert_int_eq(known, 0);
    tables_free(tables);
    free(bytes);
}
END_TEST

START_TEST(test_absent_is_unknown) {
    Tables *tables = endgame_folder_open(folder, english());
    const Geometry *geometry = rules_geometry(english());
    Board board = {.kings = {geometry_square_bit(geometry, 1),
                             geometry_square_bit(geometry, 20) | geometry_square_bit(geometry, 30)},
                   .men = {geometry_square_bit(geometry, 10), 0}};
    ck_assert_int_eq(tables_read(tables, KIND_WDL, &board, COLOR_WHITE).value, VERDICT_UNKNOWN);
    ck_assert_int_eq(tables_read(tables, KIND_RULE, &board, COLOR_WHITE).value, VERDICT_UNKNOWN);
    tables_free(tables);
    ck_assert_int_eq(tables_new(english(), 0, &tables, NULL), STATUS_RANGE);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("endgame_file");
    TCase *all = tcase_create("all");
    tcase_add_checked_fixture(all, build, clean);
    tcase_set_timeout(all, 240);
    tcase_add_test(all, test_flipped_bytes);
    tcase_add_test(all, test_cut_and_lengthened);
    tcase_add_test(all, test_other_variant_version_and_name);
    tcase_add_test(all, test_bad_file_is_passed_over);
    tcase_add_test(all, test_damaged_block_is_unknown);
    tcase_add_test(all, test_absent_is_unknown);
    suite_add_tcase(suite, all);
    return suite_run(suite);
}
