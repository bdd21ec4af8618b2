/* SPDX-License-Identifier: MIT
 *
 * The commands that hold a conversation on standard input and output, and the choice of the
 * dialect when none is named. */
#include "protocol/cli/command.h"
#include "protocol/console.h"
#include "protocol/dxp.h"
#include "protocol/dxp_message.h"
#include "protocol/hub.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* What every conversation on standard input and output needs. */
typedef struct {
    Session *session;
    LineInput input;
    LineOutput output;
} Pipe;

/* `name` is that of the command, for warnings. */
static Status pipe_init(Pipe *pipe, const char *name, const Settings *settings, LineEnding ending,
                        size_t limit, LineLongPolicy policy, Error *error) {
    *pipe = (Pipe){0};
    signal(SIGPIPE, SIG_IGN); /* a reader that goes away shows as a failed write */
    Status status = line_output_init(&pipe->output, STDOUT_FILENO, '\n', error);
    if (status < 0)
        return status;
    status = line_input_init(&pipe->input, STDIN_FILENO, ending, limit, policy, error);
    if (status >= 0) {
        line_input_watch(&pipe->input, STDOUT_FILENO);
        status = session_new(settings, &pipe->session, error);
        if (status < 0)
            line_input_done(&pipe->input);
    }
    if (status < 0)
        line_output_done(&pipe->output);
    else
        command_warn_of_tables(name, session_tables(pipe->session));
    return status;
}

static void pipe_done(Pipe *pipe) {
    session_free(pipe->session);
    line_input_done(&pipe->input);
    line_output_done(&pipe->output);
}

/* ---- Hub ---- */

static Status run_hub(const char *name, const Settings *settings, HubVersion version,
                      Error *error) {
    Pipe pipe;
    Status status =
        pipe_init(&pipe, name, settings, LINE_ENDS_LF, HUB_LINE_MAX, LINE_LONG_DROP, error);
    if (status < 0)
        return status;
    status = hub_run(pipe.session, &pipe.input, &pipe.output, version, error);
    pipe_done(&pipe);
    return status;
}

static int hub(const char *name, const ArgumentTable *table, HubVersion version, int argc,
               char **argv) {
    Operands operands;
    int exit_status = EXIT_STATUS_OK;
    Error error;
    if (command_begin(name, table, argc, argv, &operands, &exit_status)) {
        if (command_check_no_operands(&operands, &error) < 0) {
            exit_status = command_fail(name, EXIT_STATUS_USAGE, &error);
        } else if (run_hub(name, table->settings, version, &error) < 0) {
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

/* ---- console ---- */

/* Words for the sides the engine may play. */
static Status read_engine_side(const char *word, ConsoleConfig *config, Error *error) {
    static const struct {
        const char *word;
        bool white, black;
    } sides[] = {{"white", true, false},
                 {"black", false, true},
                 {"both", true, true},
                 {"none", false, false}};
    for (size_t i = 0; i < sizeof sides / sizeof *sides; i++)
        if (!strcmp(word, sides[i].word)) {
            config->engine_plays[COLOR_WHITE] = sides[i].white;
            config->engine_plays[COLOR_BLACK] = sides[i].black;
            return STATUS_OK;
        }
    return error_set(error, STATUS_RANGE, "--engine: \"%.40s\" is none of: white black both none",
                     word);
}

static Status run_console(const Settings *settings, const ConsoleConfig *config, Error *error) {
    Pipe pipe;
    Status status =
        pipe_init(&pipe, "play", settings, LINE_ENDS_LF, CONSOLE_LINE_MAX, LINE_LONG_DROP, error);
    if (status < 0)
        return status;
    status = console_run(pipe.session, &pipe.input, &pipe.output, config, error);
    pipe_done(&pipe);
    return status;
}

int command_play(int argc, char **argv) {
    Settings settings = settings_default();
    ConsoleConfig config = {.interactive = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO)};
    SearchLimits *limits = &config.limits;
    const char *engine = NULL;
    bool has_increment = false;
    const ArgumentSpec options[] = {
        {"engine", ARGUMENT_STRING, &engine, 0, 0, NULL, "SIDE",
         "side the engine plays: white, black, both or none (default: who moves second)"},
        {"time", ARGUMENT_REAL, &limits->move_time, 0, 1e6, &limits->has_move_time, "SECONDS",
         "time of the engine for each move (default 2)"},
        {"depth", ARGUMENT_INT, &limits->depth, 1, SEARCH_DEPTH_MAX, &limits->has_depth, "N",
         "depth of the engine, in plies"},
        {"nodes", ARGUMENT_COUNT, &limits->nodes, 1, 1e18, &limits->has_nodes, "N",
         "nodes of the engine for each move"},
        {"clock", ARGUMENT_REAL, &limits->clock_time, 0, 1e6, &limits->has_clock, "SECONDS",
         "time of the engine for the whole game"},
        {"increment", ARGUMENT_REAL, &limits->clock_increment, 0, 1e6, &has_increment, "SECONDS",
         "with --clock: time added before each move"},
        {"file", ARGUMENT_STRING, &config.save_path, 0, 0, NULL, "FILE",
         "where `save` writes the game as PDN (default game.pdn)"},
    };
    ArgumentTable table = {
        "play [OPTION ...]",
        "Plays a game against the engine: type moves (32-28, 28x19); `help` lists the other\n"
        "commands: hint, undo, board, fen, setup, level, save, quit and more.\n",
        options, sizeof options / sizeof *options, &settings};
    Operands operands;
    int exit_status = EXIT_STATUS_OK;
    Error error;
    if (command_begin("play", &table, argc, argv, &operands, &exit_status)) {
        const char *second = settings.rules->first == COLOR_WHITE ? "black" : "white";
        if (command_check_no_operands(&operands, &error) < 0 ||
            read_engine_side(engine ? engine : second, &config, &error) < 0)
            exit_status = command_fail("play", EXIT_STATUS_USAGE, &error);
        else if (run_console(&settings, &config, &error) < 0)
            exit_status = command_fail("play", EXIT_STATUS_FAILED, &error);
    }
    free(operands.words);
    return exit_status;
}

/* ---- no command ---- */

/* A DXP conversation begins with a request for a game, or with talk. */
static bool is_dxp_message(const Line *line) {
    DxpMessage message;
    return dxp_message_read(line->text, line->length, DXP_BOARD_SQUARES, &message, NULL) >= 0 &&
           (message.kind == DXP_GAMEREQ || message.kind == DXP_CHAT);
}

/* The first word of a Hub conversation is `hub`, whatever blanks stand around it. */
static bool is_hub_greeting(const Line *line) {
    size_t start = strspn(line->text, " \t");
    size_t word = strcspn(line->text + start, " \t\r");
    return word == 3 && !strncmp(line->text + start, "hub", 3);
}

static Status converse_as(Pipe *pipe, const Line *line, Error *error) {
    LineInput *input = &pipe->input;
    if (is_hub_greeting(line)) {
        line_input_repeat(input, line, LINE_ENDS_LF, HUB_LINE_MAX, LINE_LONG_DROP);
        return hub_run(pipe->session, input, &pipe->output, HUB_2, error);
    }
    if (is_dxp_message(line)) {
        DxpConfig config = dxp_config_default();
        line_input_repeat(input, line, LINE_ENDS_LF_OR_NUL, DXP_LENGTH_MAX, LINE_LONG_CUT);
        return dxp_run(pipe->session, input, &pipe->output, &config, error);
    }
    ConsoleConfig config = {.interactive = false};
    line_input_repeat(input, line, LINE_ENDS_LF, CONSOLE_LINE_MAX, LINE_LONG_DROP);
    return console_run(pipe->session, input, &pipe->output, &config, error);
}

/* The first line that is not empty is read so that any dialect's line is whole; then the dialect's
 * own way holds. */
static Status converse_on_pipe(const Settings *settings, Error *error) {
    Pipe pipe;
    Status status =
        pipe_init(&pipe, "play", settings, LINE_ENDS_LF_OR_NUL, HUB_LINE_MAX, LINE_LONG_CUT, error);
    if (status < 0)
        return status;
    Line line;
    LineEvent event;
    do
        event = line_input_next(&pipe.input, -1, &line, error);
    while (event == LINE_TEXT && !line.text[strspn(line.text, " \t\r")]);
    if (event == LINE_TEXT)
        status = converse_as(&pipe, &line, error);
    else if (event == LINE_FAILED)
        status = STATUS_IO;
    pipe_done(&pipe);
    return status;
}

int command_converse(void) {
    Settings settings = settings_default();
    ConsoleConfig config = {.interactive = true};
    Error error;
    Status status = isatty(STDIN_FILENO) ? run_console(&settings, &config, &error)
                                         : converse_on_pipe(&settings, &error);
    if (status >= 0)
        return EXIT_STATUS_OK;
    fprintf(stderr, "huff: %s\n", error.text);
    return EXIT_STATUS_FAILED;
}
