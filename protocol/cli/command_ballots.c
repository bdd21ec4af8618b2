/* SPDX-License-Identifier: MIT
 *
 * `huff ballots`: finds the part that is asked for; lists and shows ballots. */
#include "engine/base/file.h"
#include "protocol/cli/command_ballots_internal.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    const char *name;
    CommandFunction *run;
    const char *help;
} BallotsCommand;

static const BallotsCommand parts[] = {
    {"list", ballots_run_list, "list the ballots that are built in"},
    {"show", ballots_run_show, "print ballots, built in or of a file"},
    {"make", ballots_run_make, "make ballots by searching the first moves of a game"},
    {"grade", ballots_run_grade, "tell from ledgers of matches what each ballot is worth"},
};

enum {
    PART_COUNT = sizeof parts / sizeof *parts
};

static int print_help(void) {
    printf("usage: huff ballots PART [OPTION ...] [ARGUMENT ...]\n\n"
           "Ballots: the positions that games of a match start from.\n\n");
    for (int i = 0; i < PART_COUNT; i++)
        printf("  %-8s %s\n", parts[i].name, parts[i].help);
    printf("\nhuff ballots PART --help lists the options of a part.\n");
    return EXIT_STATUS_OK;
}

int command_ballots(int argc, char **argv) {
    if (argc == 0) {
        fprintf(stderr, "huff ballots: which part? see huff ballots --help\n");
        return EXIT_STATUS_USAGE;
    }
    if (!strcmp(argv[0], "--help") || !strcmp(argv[0], "-h"))
        return print_help();
    for (int i = 0; i < PART_COUNT; i++)
        if (!strcmp(argv[0], parts[i].name))
            return parts[i].run(argc - 1, argv + 1);
    fprintf(stderr, "huff ballots: no part is called \"%.40s\": see huff ballots --help\n",
            argv[0]);
    return EXIT_STATUS_USAGE;
}

/* ---- shared ---- */

const Rules *ballots_find_rules(const char *variant, Error *error) {
    Settings settings = settings_default();
    if (variant && settings_set(&settings, "variant", variant, error) < 0)
        return NULL;
    return settings.rules;
}

Status ballots_save(const BallotList *list, const char *comment, const char *path, Error *error) {
    TextBuffer buffer = {0};
    text_buffer_printf(&buffer, "%s", comment);
    Status status = ballots_write(list, &buffer, error);
    if (status == STATUS_OK)
        status = file_replace(path, text_buffer_get(&buffer), buffer.length, error);
    text_buffer_done(&buffer);
    return status;
}

/* ---- list ---- */

static Status list_sets(const Rules *rules, Error *error) {
    BallotSet set;
    int status;
    for (int i = 0; (status = ballots_get_set(rules, i, &set, error)) > 0; i++)
        printf("%s\t%d\t%s%s\n", set.name, set.count, set.description, i ? "" : " (default)");
    return (Status)status;
}

int ballots_run_list(int argc, char **argv) {
    const char *variant = NULL;
    const ArgumentSpec options[] = {
        {"variant", ARGUMENT_STRING, &variant, 0, 0, NULL, "NAME", "game (default international)"},
    };
    ArgumentTable table = {"ballots list [OPTION ...]",
                           "Lists the ballots that are built in for a variant, a line each: name,\n"
                           "number of ballots and description, parted by tabs.\n",
                           options, sizeof options / sizeof *options, NULL};
    Operands operands;
    int exit_status = EXIT_STATUS_OK;
    Error error;
    if (command_begin("ballots list", &table, argc, argv, &operands, &exit_status)) {
        const Rules *rules = ballots_find_rules(variant, &error);
        if (!rules || command_check_no_operands(&operands, &error) < 0)
            exit_status = command_fail("ballots list", EXIT_STATUS_USAGE, &error);
        else if (list_sets(rules, &error) < 0)
            exit_status = command_fail("ballots list", EXIT_STATUS_FAILED, &error);
    }
    free(operands.words);
    return exit_status;
}

/* ---- show ---- */

static Status show(const Rules *rules, const char *name, bool lost_too, Error *error) {
    BallotList list = {0};
    TextBuffer buffer = {0};
    Status status = lost_too ? ballots_read_file(rules, name, true, &list, error)
                             : ballots_open(rules, name, &list, error);
    if (status == STATUS_OK)
        status = ballots_write(&list, &buffer, error);
    if (status == STATUS_OK)
        fwrite(text_buffer_get(&buffer), 1, buffer.length, stdout);
    text_buffer_done(&buffer);
    ballots_done(&list);
    return status;
}

int ballots_run_show(int argc, char **argv) {
    const char *variant = NULL;
    bool lost_too = false;
    const ArgumentSpec options[] = {
        {"variant", ARGUMENT_STRING, &variant, 0, 0, NULL, "NAME", "game (default international)"},
        {"lost", ARGUMENT_FLAG, &lost_too, 0, 0, NULL, NULL,
         "of a file: rows marked `lost` or `barred` too"},
    };
    ArgumentTable table = {
        "ballots show [OPTION ...] [NAME|FILE]",
        "Prints ballots, a line each: name, tab, FEN. A NAME is one of huff ballots list "
        "(default:\n"
        "its first); a FILE has FENs, Hub positions or moves from the start position, one a line,\n"
        "`FEN ; MOVES`, tables parted by tabs, or is PDN. book/README.md describes the forms.\n",
        options, sizeof options / sizeof *options, NULL};
    Operands operands;
    int exit_status = EXIT_STATUS_OK;
    Error error;
    if (command_begin("ballots show", &table, argc, argv, &operands, &exit_status)) {
        const Rules *rules;
        const char *name = operands.count ? operands.words[0] : NULL;
        if (operands.count > 1 || (lost_too && !name)) {
            error_set(&error, STATUS_SYNTAX, "one NAME or FILE is due, and with --lost a FILE");
            exit_status = command_fail("ballots show", EXIT_STATUS_USAGE, &error);
        } else if (!(rules = ballots_find_rules(variant, &error))) {
            exit_status = command_fail("ballots show", EXIT_STATUS_USAGE, &error);
        } else if (show(rules, name, lost_too, &error) < 0) {
            exit_status = command_fail("ballots show", EXIT_STATUS_FAILED, &error);
        }
    }
    free(operands.words);
    return exit_status;
}
