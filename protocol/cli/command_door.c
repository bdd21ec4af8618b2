/* SPDX-License-Identifier: MIT
 *
 * The commands that hold a conversation on standard input and output, and the choice of the
 * dialect when none is named. */
#include "protocol/cli/command.h"
#include "protocol/console.h"
#include "protocol/dxp_message.h"
#include "protocol/hub.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* What every conversation on standard input and output needs. */
typedef struct {
    Session *session;
    LineInput input;
    LineOutput output;
} Pipe;

static Status pipe_init(Pipe *pipe, const Settings *settings, LineEnding ending, size_t limit,
                        LineLongPolicy policy, Error *error) {
    *pipe = (Pipe){0};
    Status status = line_output_init(&pipe->output, STDOUT_FILENO, '\n', error);
    if (status < 0)
        return status;
    status = line_input_init(&pipe->input, STDIN_FILENO, ending, limit, policy, error);
    if (status >= 0) {
        status = session_new(settings, &pipe->session, error);
        if (status < 0)
            line_input_done(&pipe->input);
    }
    if (status < 0)
        line_output_done(&pipe->output);
    return status;
}

static void pipe_done(Pipe *pipe) {
    session_free(pipe->session);
    line_input_done(&pipe->input);
    line_output_done(&pipe->output);
}

/* ---- Hub ---- */

static Status run_hub(const Settings *settings, HubVersion version, Error *error) {
    Pipe pipe;
    Status status = pipe_init(&pipe, settings, LINE_ENDS_LF, HUB_LINE_MAX, LINE_LONG_DROP, error);
    if (status < 0)
        return status;
    status = hub_run(pipe.session, &pipe.input, &pipe.output, version, NULL, error);
    pipe_done(&pipe);
    return status;
}

static int hub(const char *name, const ArgumentTable *table, HubVersion version, int argc,
               char **argv) {
    Operands operands;
    int exit_status = EXIT_STATUS_OK;
    Error error;
    if (command_begin(name, table, argc, argv, &operands, &exit_status)) {
        if (operands.count > 0) {
            error_set(&error, STATUS_SYNTAX, "takes no argument, but got \"%.40s\"",
                      operands.words[0]);
            exit_status = command_fail(name, EXIT_STATUS_USAGE, &error);
        } else if (run_hub(table->settings, version, &error) < 0) {
            exit_status = command_fail(name, EXIT_STATUS_FAILED, &error);
        }
    }
    free(operands.words);
    return exit_status;
}

int command_hub(int argc, char **argv) {
    Settings settings = settings_default();
    ArgumentTable table = {
        "hub [OPTION ...]",
        "Speaks the Hub protocol, version 2, on standard input and output. Register this command\n"
        "line as an engine in a GUI. A GUI of version 1 is recognised by its first command.\n",
        NULL, 0, &settings};
    return hub("hub", &table, HUB_2, argc, argv);
}

int command_hub1(int argc, char **argv) {
    Settings settings = settings_default();
    ArgumentTable table = {
        "hub1 [OPTION ...]",
        "Speaks the Hub protocol, version 1 (Scan 2, Hub 1), on standard input and output.\n", NULL,
        0, &settings};
    return hub("hub1", &table, HUB_1, argc, argv);
}
