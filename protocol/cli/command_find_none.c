/* SPDX-License-Identifier: MIT
 *
 * `huff find` of a program that was built without SQLite. */
#include "protocol/cli/command.h"

#include <stdlib.h>

int command_find(int argc, char **argv) {
    ArgumentTable table = {
        "find --index FILE [OPTION ...] WHAT ...",
        "Finds games in an index of PDN files. This program was built without SQLite and has no\n"
        "index: install the package libsqlite3-dev and build it again, beginning with\n"
        "`meson setup --wipe build`.\n",
        NULL, 0, NULL};
    Operands operands;
    int exit_status = EXIT_STATUS_OK;
    /* Whatever is asked, the answer is the same; only --help is looked for. */
    int count = argc > 0 ? 1 : 0;
    bool help = count && (argv[0][0] == '-' && (argv[0][1] == 'h' || argv[0][2] == 'h'));
    if (command_begin("find", &table, help ? count : 0, argv, &operands, &exit_status)) {
        Error error;
        error_set(&error, STATUS_STATE,
                  "this program was built without SQLite: install the package libsqlite3-dev and "
                  "build it again (meson setup --wipe build)");
        exit_status = command_fail("find", EXIT_STATUS_FAILED, &error);
    }
    free(operands.words);
    return exit_status;
}
