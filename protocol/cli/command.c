/* SPDX-License-Identifier: MIT */
#include "protocol/cli/command.h"

#include "engine/notation/fen.h"
#include "engine/notation/move_text.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

int command_fail(const char *command, int exit_status, const Error *error) {
    fprintf(stderr, "huff %s: %s\n", command, error->text);
    return exit_status;
}

void command_warn_of_tables(const char *command, const Tables *tables) {
    for (int i = 0; i < tables_fault_count(tables); i++)
        fprintf(stderr, "huff %s: warning: %s (the other tables are used)\n", command,
                tables_get_fault(tables, i));
}

bool command_begin(const char *command, const ArgumentTable *table, int argc, char **argv,
                   Operands *ret_operands, int *ret_exit) {
    Error error;
    *ret_operands = (Operands){.words = calloc((size_t)argc + 1, sizeof(char *))};
    if (!ret_operands->words) {
        error_set(&error, STATUS_NO_MEMORY, "out of memory");
        *ret_exit = command_fail(command, EXIT_STATUS_FAILED, &error);
        return false;
    }
    if (arguments_read(table, argc, argv, ret_operands, &error) < 0) {
        *ret_exit = command_fail(command, EXIT_STATUS_USAGE, &error);
        return false;
    }
    if (ret_operands->help) {
        arguments_print_help(table, stdout);
        *ret_exit = EXIT_STATUS_OK;
        return false;
    }
    return true;
}

Status command_check_no_operands(const Operands *operands, Error *error) {
    if (operands->count == 0)
        return STATUS_OK;
    return error_set(error, STATUS_SYNTAX, "takes no argument, but got \"%.40s\"",
                     operands->words[0]);
}

/* A FEN holds a colon; a move may (28:19), but begins with a digit. */
static bool is_position(const char *word) {
    return (strchr(word, ':') && !isdigit((unsigned char)word[strspn(word, " \t")])) ||
           !strcasecmp(word, "start");
}

/* Length of a move number ("12." or "12...") at the start of the text, 0 if there is none. */
static size_t move_number_length(const char *text) {
    size_t digits = strspn(text, "0123456789");
    size_t dots = strspn(text + digits, ".");
    return digits && dots ? digits + dots : 0;
}

static Status play_word(GameRecord *record, const char *word, Error *error) {
    static const char blanks[] = " \t\r\n,";
    for (const char *m = word + strspn(word, blanks); *m; m += strspn(m, blanks)) {
        m += move_number_length(m);
        size_t length = strcspn(m, blanks);
        if (!length)
            continue;
        Move move;
        Error reason;
        Status status = move_text_read(record_current(record), m, length, &move, &reason);
        if (status < 0)
            return error_set(error, status, "ply %d: %s", record_plies(record) + 1, reason.text);
        status = record_push(record, move, error);
        if (status < 0)
            return status;
        m += length;
    }
    return STATUS_OK;
}

Status command_read_position(const Rules *rules, const char *const *words, int count,
                             GameRecord *record, Error *error) {
    for (int i = 0; i < count; i++)
        if (!words[i][strspn(words[i], " \t\r\n")])
            return error_set(error, STATUS_SYNTAX,
                             "an empty argument: give a FEN, `start` or moves");
    Position start;
    position_init_start(&start, rules);
    int first_move = 0;
    if (count > 0 && is_position(words[0])) {
        Status status = fen_read(rules, words[0], strlen(words[0]), &start, NULL, error);
        if (status < 0)
            return status;
        first_move = 1;
    }
    record_restart(record, &start);
    for (int i = first_move; i < count; i++) {
        Status status = play_word(record, words[i], error);
        if (status < 0)
            return status;
    }
    return STATUS_OK;
}
