/* SPDX-License-Identifier: MIT
 *
 * The commands of the console about thinking, options and help, and the table of all commands. */
#include "engine/board/movegen.h"
#include "protocol/console_internal.h"

#include <string.h>

/* ---- Thinking ---- */

static Status run_go(Console *console, const char *arguments, Error *error) {
    (void)arguments;
    Status status = console_check_going(console, error);
    if (status < 0)
        return status;
    SearchLimits limits = console_move_limits(console);
    return console_think(console, TASK_MOVE, &limits, error);
}

static Status run_hint(Console *console, const char *arguments, Error *error) {
    (void)arguments;
    Status status = console_check_going(console, error);
    if (status < 0)
        return status;
    SearchLimits limits = console_move_limits(console);
    return console_think(console, TASK_HINT, &limits, error);
}

/* A game that is drawn may still be analysed. */
static Status run_analyse(Console *console, const char *arguments, Error *error) {
    SearchLimits limits;
    Status status = level_read(arguments, false, &limits, error);
    if (status < 0)
        return status;
    if (!movegen_has_move(session_position(console->session)))
        return console_check_going(console, error);
    return console_think(console, TASK_ANALYSE, &limits, error);
}

static Status run_stop(Console *console, const char *arguments, Error *error) {
    (void)arguments;
    if (!thought_is_open(&console->thought))
        return error_set(error, STATUS_STATE, "the engine is not thinking");
    console_stop_thought(console);
    return STATUS_OK;
}

static Status run_quit(Console *console, const char *arguments, Error *error) {
    (void)arguments;
    (void)error;
    console_begin_closing(console);
    return STATUS_OK;
}

static Status run_level(Console *console, const char *arguments, Error *error) {
    if (*arguments) {
        Status status = level_read(arguments, true, &console->limits, error);
        if (status < 0)
            return status;
        console_reset_clocks(console);
    }
    char text[LEVEL_TEXT_SIZE];
    line_output_printf(console->output, "level: %s", level_write(&console->limits, text));
    return STATUS_OK;
}

static Status run_side(Console *console, const char *arguments, Error *error) {
    static const char *const names[] = {"none", "white", "black", "both"}; /* bit 0 is White */
    int sides = console->engine_plays[COLOR_WHITE] + 2 * console->engine_plays[COLOR_BLACK];
    if (*arguments) {
        const char *rest = arguments;
        Word word = word_take(&rest);
        for (sides = 0; sides < 4 && !word_is(word, names[sides]);)
            sides++;
        if (sides == 4)
            return error_set(error, STATUS_SYNTAX, "\"%s\" is not one of white, black, both, none",
                             word_show(word).text);
        Status status = word_expect_end(rest, error);
        if (status < 0)
            return status;
        console->engine_plays[COLOR_WHITE] = sides & 1;
        console->engine_plays[COLOR_BLACK] = sides >> 1 & 1;
    }
    line_output_printf(console->output, "the engine plays: %s", names[sides]);
    return STATUS_OK;
}

/* ---- Options ---- */

static void show_option(Console *console, const OptionSpec *spec) {
    char value[OPTION_VALUE_SIZE];
    spec->print(session_settings(console->session), value, sizeof value);
    if (spec->kind == OPTION_INT)
        line_output_printf(console->output, "%s = %s (%d..%d%s%s): %s", spec->name, value,
                           spec->min, spec->max, *spec->unit ? " " : "", spec->unit, spec->help);
    else if (spec->kind == OPTION_STRING)
        line_output_printf(console->output, "%s = %s (a text): %s", spec->name, value, spec->help);
    else
        line_output_printf(console->output, "%s = %s (%s): %s", spec->name, value,
                           spec->kind == OPTION_BOOL ? "false true" : spec->choices, spec->help);
}

static Status show_options(Console *console, Word name, Error *error) {
    int count;
    const OptionSpec *table = option_table(&count);
    bool found = false;
    for (int i = 0; i < count; i++) {
        if (name.length > 0 && !word_is(name, table[i].name))
            continue;
        show_option(console, &table[i]);
        found = true;
    }
    return found ? STATUS_OK
                 : error_set(error, STATUS_UNKNOWN, "no option is called \"%s\": set lists them",
                             word_show(name).text);
}

static Status run_set(Console *console, const char *arguments, Error *error) {
    enum {
        NAME_SIZE = 64
    };
    const char *value = arguments;
    Word word = word_take(&value);
    if (!*value)
        return show_options(console, word, error);
    char name[NAME_SIZE];
    if (word.length >= sizeof name)
        return error_set(error, STATUS_UNKNOWN, "no option is called \"%s\"", word_show(word).text);
    memcpy(name, word.text, word.length);
    name[word.length] = '\0';
    const Rules *rules = session_settings(console->session)->rules;
    const Tables *before = session_tables(console->session);
    Status status = session_set_option(console->session, name, value, error);
    if (status < 0)
        return status;
    const Tables *tables = session_tables(console->session);
    for (int i = 0; tables != before && i < tables_fault_count(tables); i++)
        line_output_printf(console->output, "warning: %s (the other tables are used)",
                           tables_get_fault(tables, i));
    const OptionSpec *spec = option_find(name);
    if (spec)
        show_option(console, spec);
    if (session_settings(console->session)->rules != rules) {
        console_begin_game(console);
        console_show_change(console);
    }
    return STATUS_OK;
}

/* ---- Help ---- */

static Status run_help(Console *console, const char *arguments, Error *error);

static const ConsoleCommand commands[] = {
    {"help", "?", "[COMMAND]", "lists the commands, or tells about one", false, run_help},
    {"new", "", "", "begins a new game", false, console_run_new},
    {"setup", "fen position", "[FEN]", "sets up a position, or shows the one on the board", false,
     console_run_setup},
    {"moves", "", "", "lists the legal moves", false, console_run_moves},
    {"board", "b show", "", "shows the board", false, console_run_board},
    {"undo", "u back", "[MOVES]",
     "takes moves back; without a number your last one with the answer", false, console_run_undo},
    {"go", "g", "", "makes the engine play for the side to move", false, run_go},
    {"analyse", "analyze a", "[time S | depth N | nodes N]",
     "analyses until the limit, or without one until stop or the next line", false, run_analyse},
    {"hint", "h", "", "shows the best move and what would follow", false, run_hint},
    {"stop", "", "", "ends the engine's thinking; it plays or shows what it has", true, run_stop},
    {"level", "l", "[time S | depth N | nodes N | clock S [+S]]",
     "limits the engine's moves; clock is for a whole game", false, run_level},
    {"side", "", "[white | black | both | none]", "what the engine plays by itself", false,
     run_side},
    {"eval", "score", "", "shows the worth of the position without looking ahead", false,
     console_run_eval},
    {"set", "option", "[NAME [VALUE]]", "lists the options, or changes one", false, run_set},
    {"record", "game", "", "shows the moves of the game", false, console_run_record},
    {"save", "", "[FILE]", "writes the game as PDN; an older file is replaced", false,
     console_run_save},
    {"result", "", "", "tells how the game stands or ended", false, console_run_result},
    {"resign", "", "", "gives the game up", false, console_run_resign},
    {"draw", "", "", "claims a draw by the law, or tells what is missing", false, console_run_draw},
    {"quit", "exit q", "", "ends the conversation", true, run_quit},
};

enum {
    COMMAND_COUNT = sizeof commands / sizeof *commands
};

static bool has_name(const ConsoleCommand *command, Word name) {
    if (word_is(name, command->name))
        return true;
    for (const char *rest = command->aliases; *rest;) {
        Word alias = word_take(&rest);
        if (alias.length == name.length && word_is(name, word_show(alias).text))
            return true;
    }
    return false;
}

const ConsoleCommand *console_command_find(Word name) {
    for (int i = 0; i < COMMAND_COUNT; i++)
        if (has_name(&commands[i], name))
            return &commands[i];
    return NULL;
}

static void show_help(Console *console, const ConsoleCommand *command) {
    line_output_printf(console->output, "%s%s%s: %s%s%s", command->name,
                       *command->arguments ? " " : "", command->arguments, command->help,
                       *command->aliases ? "; also called " : "", command->aliases);
}

static Status run_help(Console *console, const char *arguments, Error *error) {
    Word name = word_take(&arguments);
    if (name.length > 0) {
        const ConsoleCommand *command = console_command_find(name);
        if (!command)
            return error_set(error, STATUS_UNKNOWN, "no command is called \"%s\"",
                             word_show(name).text);
        show_help(console, command);
        return STATUS_OK;
    }
    line_output_printf(console->output, "A move is its squares: 32-28, 28x19 (on boards of eight "
                                        "columns also c3-d4); where several captures fit, all "
                                        "squares where the piece lands.");
    for (int i = 0; i < COMMAND_COUNT; i++)
        show_help(console, &commands[i]);
    return STATUS_OK;
}
