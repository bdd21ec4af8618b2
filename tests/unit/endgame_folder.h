/* SPDX-License-Identifier: MIT
 *
 * Tables built into a folder of the tests, and the files there. */
#ifndef HUFF_TESTS_UNIT_ENDGAME_FOLDER_H
#define HUFF_TESTS_UNIT_ENDGAME_FOLDER_H

#include "endgame/generate.h"
#include "endgame/tables.h"
#include "tests/unit/scratch.h"

#include <check.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Files in a folder. */
static inline int endgame_folder_count(const char *folder) {
    DIR *directory = opendir(folder);
    ck_assert_ptr_nonnull(directory);
    int count = 0;
    for (const struct dirent *entry; (entry = readdir(directory));)
        count += strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
    closedir(directory);
    return count;
}

/* Options of a small build. */
static inline GenerateOptions endgame_folder_options(const char *folder, const Rules *rules,
                                                     TableKind kind, int pieces) {
    return (GenerateOptions){
        .rules = rules,
        .kind = kind,
        .pieces = pieces,
        .folder = folder,
        .threads = 2,
        .memory_bytes = UINT64_C(1) << 30,
    };
}

static inline void endgame_folder_build(const char *folder, const Rules *rules, TableKind kind,
                                        int pieces) {
    GenerateOptions options = endgame_folder_options(folder, rules, kind, pieces);
    Error error = {""};
    ck_assert_msg(generate_tables(&options, &error) == STATUS_OK, "%s", error.text);
}

static inline Tables *endgame_folder_open(const char *folder, const Rules *rules) {
    Tables *tables = NULL;
    Error error = {""};
    ck_assert_int_eq(tables_new(rules, 8, &tables, NULL), STATUS_OK);
    ck_assert_msg(tables_add_folder(tables, folder, &error) == STATUS_OK, "%s", error.text);
    return tables;
}

/* A whole file in memory that the caller frees. */
static inline uint8_t *endgame_folder_read(const char *folder, const char *name,
                                           size_t *ret_length) {
    char path[2 * SCRATCH_SIZE];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "rb");
    ck_assert_msg(file != NULL, "cannot open %s", path);
    fseek(file, 0, SEEK_END);
    long length = ftell(file);
    rewind(file);
    uint8_t *bytes = malloc((size_t)length + 1);
    ck_assert_ptr_nonnull(bytes);
    ck_assert_uint_eq(fread(bytes, 1, (size_t)length, file), (size_t)length);
    fclose(file);
    *ret_length = (size_t)length;
    return bytes;
}

static inline void endgame_folder_write(const char *folder, const char *name, const uint8_t *bytes,
                                        size_t length) {
    char path[2 * SCRATCH_SIZE];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "wb");
    ck_assert_msg(file != NULL, "cannot open %s", path);
    ck_assert_uint_eq(fwrite(bytes, 1, length, file), length);
    ck_assert_int_eq(fclose(file), 0);
}

#endif
