/* SPDX-License-Identifier: MIT
 *
 * `huff pdn`: what can be done with PDN files. */
#include "protocol/cli/command_pdn_internal.h"

#include <string.h>

static const struct {
    const char *name;
    CommandFunction *run;
    const char *help;
} parts[] = {
    {"convert", pdn_run_convert, "games in another notation, turned, chosen, or as positions"},
    {"merge", pdn_run_merge, "several files as one"},
    {"split", pdn_run_split, "one file as several, by number, event, player or any tag"},
    {"dedupe", pdn_run_dedupe, "games without those that were there before"},
    {"stats", pdn_run_stats, "how many, by whom, how long, how they began and ended"},
    {"dump", pdn_run_dump, "what is read from each game, for people or as JSON"},
};

enum {
    PART_COUNT = sizeof parts / sizeof *parts
};

static int print_parts(void) {
    printf("usage: huff pdn PART [OPTION ...] FILE ...\n\n");
    for (int i = 0; i < PART_COUNT; i++)
        printf("  %-10s %s\n", parts[i].name, parts[i].help);
    printf("\nFILE - is standard input. `huff pdn PART --help` tells of each part, `huff check` of "
           "what is\nwrong in files.\n");
    return EXIT_STATUS_OK;
}

int command_pdn(int argc, char **argv) {
    Error error;
    if (argc > 0 && !strcmp(argv[0], "--help"))
        return print_parts();
    for (int i = 0; i < PART_COUNT && argc > 0; i++)
        if (!strcmp(argv[0], parts[i].name))
            return parts[i].run(argc - 1, argv + 1);
    error_set(&error, STATUS_SYNTAX, "%s%.40s%s is due: convert, merge, split, dedupe, stats, dump",
              argc > 0 ? "not \"" : "", argc > 0 ? argv[0] : "",
              argc > 0 ? "\", but a part" : "a part");
    return command_fail("pdn", EXIT_STATUS_USAGE, &error);
}
