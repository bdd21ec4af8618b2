/* SPDX-License-Identifier: MIT */
#include "tests/unit/case_files.h"

#include <check.h>
#include <inttypes.h>
#include <string.h>

enum {
    LINE_SIZE = 8192
};

/* The next line without its newline; false at the end of the file. */
static bool read_line(FILE *file, char line[static LINE_SIZE]) {
    if (!fgets(line, LINE_SIZE, file))
        return false;
    size_t length = strcspn(line, "\n");
    ck_assert_msg(line[length] == '\n', "a line is too long or the last one has no newline: %s",
                  line);
    line[length] = '\0';
    return true;
}

bool perft_case_read(FILE *file, PerftCase *ret_case) {
    char line[LINE_SIZE], mode[8];
    if (!read_line(file, line))
        return false;
    if (strncmp(line, "variant\t", 8) == 0 && !read_line(file, line))
        return false;
    PerftCase row = {0};
    int fields = sscanf(line, "%31[^\t]\t%7[a-z]\t%255[^\t]\t%d\t%" SCNu64 "\t", row.variant, mode,
                        row.fen, &row.depth, &row.leaves);
    bool named = strcmp(mode, "keep") == 0 || strcmp(mode, "drop") == 0;
    ck_assert_msg(fields == 5 && named && row.depth > 0, "not a perft row: %s", line);
    row.keep = strcmp(mode, "keep") == 0;
    *ret_case = row;
    return true;
}

bool random_case_read(FILE *file, RandomCase *ret_case) {
    char line[LINE_SIZE];
    if (!read_line(file, line))
        return false;
    RandomCase row = {0};
    int at = 0, used = 0;
    bool well_formed = sscanf(line, "%255[^\t]%n", row.fen, &at) == 1;
    for (int i = 0; well_formed && i < 2 * CASE_DEPTHS; i++) {
        if (i == CASE_DEPTHS) {
            well_formed = strncmp(line + at, "\t|", 2) == 0;
            at += 2 * well_formed;
        }
        uint64_t *target = i < CASE_DEPTHS ? &row.merged[i] : &row.kept[i - CASE_DEPTHS];
        well_formed = well_formed && sscanf(line + at, " %" SCNu64 "%n", target, &used) == 1;
        at += used;
    }
    ck_assert_msg(well_formed && !line[at], "not a row of a random set: %s", line);
    *ret_case = row;
    return true;
}

/* ---- the one form of JSON that movegen_<variant>.jsonl has ---- */

typedef struct {
    const char *at;   /* what is still to be read */
    const char *line; /* the whole, for messages */
} Scanner;

/* Goes past exactly this text. */
static void scan_text(Scanner *scanner, const char *text) {
    size_t length = strlen(text);
    ck_assert_msg(strncmp(scanner->at, text, length) == 0, "%s expected at \"%.40s\" of %s", text,
                  scanner->at, scanner->line);
    scanner->at += length;
}

static bool scan_if_char(Scanner *scanner, char c) {
    bool there = *scanner->at == c;
    scanner->at += there;
    return there;
}

static void scan_string(Scanner *scanner, char *buffer, size_t size) {
    scan_text(scanner, "\"");
    size_t length = strcspn(scanner->at, "\"\\");
    ck_assert_msg(scanner->at[length] == '"' && length < size, "bad string at \"%.40s\" of %s",
                  scanner->at, scanner->line);
    memcpy(buffer, scanner->at, length);
    buffer[length] = '\0';
    scanner->at += length + 1;
}

/* A number 0..255. */
static int scan_number(Scanner *scanner) {
    int value = 0;
    const char *start = scanner->at;
    while (*scanner->at >= '0' && *scanner->at <= '9' && value <= 255)
        value = value * 10 + *scanner->at++ - '0';
    ck_assert_msg(scanner->at > start && value <= 255, "bad number at \"%.40s\" of %s", start,
                  scanner->line);
    return value;
}

/* "[1, 2, 3]"; returns how many. */
static int scan_numbers(Scanner *scanner, int *values, int capacity) {
    int count = 0;
    scan_text(scanner, "[");
    while (!scan_if_char(scanner, ']')) {
        if (count)
            scan_text(scanner, ", ");
        ck_assert_msg(count < capacity, "too many numbers in %s", scanner->line);
        values[count++] = scan_number(scanner);
    }
    return count;
}

static void scan_move(Scanner *scanner, OracleMove *ret_move) {
    int captured[ORACLE_CAPTURES_MAX], path[ORACLE_CAPTURES_MAX + 1];
    OracleMove move = {0};
    scan_text(scanner, "{\"from\": ");
    move.from = (uint8_t)scan_number(scanner);
    scan_text(scanner, ", \"to\": ");
    move.to = (uint8_t)scan_number(scanner);
    scan_text(scanner, ", \"captured\": ");
    move.captured_count = (uint8_t)scan_numbers(scanner, captured, ORACLE_CAPTURES_MAX);
    scan_text(scanner, ", \"path\": ");
    int path_count = scan_numbers(scanner, path, ORACLE_CAPTURES_MAX + 1);
    scan_text(scanner, ", \"promotes\": ");
    move.promotes = *scanner->at == 't';
    scan_text(scanner, move.promotes ? "true}" : "false}");
    for (int i = 0; i < move.captured_count; i++) {
        ck_assert_msg(captured[i] >= 1 && captured[i] <= ORACLE_SQUARES_MAX, "no square %d in %s",
                      captured[i], scanner->line);
        move.captured[captured[i]] = true;
    }
    ck_assert_msg(path_count >= 2, "a path without an end in %s", scanner->line);
    move.landing_count = (uint8_t)(path_count - 1);
    for (int i = 0; i < move.landing_count; i++)
        move.landing[i] = (uint8_t)path[i + 1];
    *ret_move = move;
}

bool moves_case_read(FILE *file, MovesCase *ret_case) {
    char line[LINE_SIZE];
    if (!read_line(file, line))
        return false;
    Scanner scanner = {.at = line, .line = line};
    MovesCase row = {0};
    scan_text(&scanner, "{\"variant\": ");
    scan_string(&scanner, row.variant, sizeof row.variant);
    scan_text(&scanner, ", \"fen\": ");
    scan_string(&scanner, row.fen, sizeof row.fen);
    scan_text(&scanner, ", \"n_moves\": ");
    int announced = scan_number(&scanner);
    scan_text(&scanner, ", \"moves\": [");
    while (!scan_if_char(&scanner, ']')) {
        if (row.move_count)
            scan_text(&scanner, ", ");
        ck_assert_msg(row.move_count < CASE_MOVES_MAX, "too many moves in %s", line);
        scan_move(&scanner, &row.moves[row.move_count++]);
    }
    ck_assert_msg(row.move_count == announced, "%d moves instead of n_moves in %s", row.move_count,
                  line);
    *ret_case = row;
    return true;
}
