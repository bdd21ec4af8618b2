/* SPDX-License-Identifier: MIT
 *
 * The conversation itself and the commands of version 2. While a search runs, only the commands
 * marked so in the table are answered beside it; any other ends it first, so that each `go` has
 * exactly one `done` before the next command takes effect. */
#include "protocol/hub.h"

#include "engine/base/version.h"
#include "engine/notation/fen.h"
#include "engine/notation/move_text.h"
#include "protocol/hub_internal.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

/* ---- settings ---- */

static void print_param(HubDoor *door, const OptionSpec *spec) {
    HubWriter *writer = &door->writer;
    static const char *const types[] = {
        [OPTION_BOOL] = "bool",
        [OPTION_INT] = "int",
        [OPTION_ENUM] = "enum",
        [OPTION_STRING] = "string",
    };
    char value[OPTION_VALUE_SIZE];
    spec->print(session_settings(door->session), value, sizeof value);
    hub_writer_begin(writer, "param");
    hub_writer_add(writer, "name", spec->name);
    hub_writer_add(writer, "value", value);
    hub_writer_add(writer, "type", types[spec->kind]);
    if (spec->kind == OPTION_INT) {
        hub_writer_format(writer, "min", "%d", spec->min);
        hub_writer_format(writer, "max", "%d", spec->max);
    } else if (spec->kind == OPTION_ENUM) {
        hub_writer_add(writer, "values", spec->choices);
    }
    hub_writer_send(writer, door->output);
}

static Status handle_hub(HubDoor *door, const HubLine *line, Error *error) {
    (void)line;
    (void)error;
    if (door->version == HUB_1) {
        hub1_greet(door);
        return STATUS_OK;
    }
    HubWriter *writer = &door->writer;
    hub_writer_begin(writer, "id");
    hub_writer_add(writer, "name", "huff");
    hub_writer_add(writer, "version", version_get());
    hub_writer_add(writer, "author", "the huff authors");
    hub_writer_send(writer, door->output);
    int count;
    const OptionSpec *options = option_table(&count);
    for (int i = 0; i < count; i++)
        print_param(door, &options[i]);
    line_output_printf(door->output, "wait");
    return STATUS_OK;
}

static Status handle_init(HubDoor *door, const HubLine *line, Error *error) {
    (void)line;
    (void)error;
    line_output_printf(door->output, "ready");
    return STATUS_OK;
}

/* GUIs send settings of other engines too: names that we do not have are ignored. Python clients
 * write `none` for what they leave to the engine. */
static Status handle_set_param(HubDoor *door, const HubLine *line, Error *error) {
    const HubArgument *name = hub_line_find(line, "name");
    const HubArgument *value = hub_line_find(line, "value");
    if (!name || !name->has_value)
        return error_set(error, STATUS_SYNTAX, "missing name: set-param name=NAME value=VALUE");
    const char *text = value ? value->value : "";
    if (!strcasecmp(text, "none"))
        return STATUS_OK;
    return hub_set_option(door, name->value, text, error);
}

/* ---- positions ---- */

Status hub_play(HubDoor *door, const char *text, size_t length, Error *error) {
    Move move;
    Error reason;
    Status status = move_text_read(session_position(door->session), text, length, &move, &reason);
    if (status < 0)
        return error_set(error, status, "%s: %s",
                         status == STATUS_SYNTAX ? "bad move" : "illegal move", reason.text);
    return session_play(door->session, move, error);
}

/* Plays blank-separated moves; the position before a wrong one stays. */
static Status play_moves(HubDoor *door, const char *moves, Error *error) {
    static const char blanks[] = " \t";
    int number = 1;
    for (const char *m = moves + strspn(moves, blanks); *m; m += strspn(m, blanks)) {
        size_t length = strcspn(m, blanks);
        Error reason;
        Status status = hub_play(door, m, length, &reason);
        if (status < 0)
            return error_set(error, status, "%s (move %d of the list, \"%.*s\")", reason.text,
                             number, length < 40 ? (int)length : 40, m);
        m += length;
        number++;
    }
    return STATUS_OK;
}

static Status handle_pos(HubDoor *door, const HubLine *line, Error *error) {
    const HubArgument *pos = hub_line_find(line, "pos");
    const HubArgument *moves = hub_line_find(line, "moves");
    const Rules *rules = session_settings(door->session)->rules;
    Position position;
    if (pos && pos->has_value) {
        Error reason;
        Status status =
            fen_read_hub(rules, pos->value, strlen(pos->value), false, &position, &reason);
        if (status < 0)
            return error_set(error, status, "bad position: %s", reason.text);
    } else {
        position_init_start(&position, rules);
    }
    door->limits = (SearchLimits){0};
    Status status = session_set_position(door->session, &position, error);
    if (status < 0 || !moves)
        return status;
    return play_moves(door, moves->value, error);
}

static Status handle_new_game(HubDoor *door, const HubLine *line, Error *error) {
    (void)line;
    door->limits = (SearchLimits){0};
    return session_new_game(door->session, error);
}

/* ---- thinking ---- */

/* Whole numbers beyond what a search can use, however long, mean the nearest it can. */
static Status read_count(const HubArgument *argument, int64_t min, int64_t max, int64_t *ret_value,
                         Error *error) {
    int64_t value;
    Status status = hub_value_read_int(argument->value, min, max, &value, error);
    if (status == STATUS_RANGE)
        value = argument->value[0] == '-'                        ? min
                : argument->value[strspn(argument->value, "+0")] ? max
                                                                 : min;
    else if (status < 0)
        return status;
    *ret_value = value;
    return STATUS_OK;
}

static Status take_level(SearchLimits *limits, const HubArgument *argument, Error *error) {
    int64_t count = 0;
    Status status = STATUS_OK;
    if (!strcasecmp(argument->name, "depth")) {
        status = read_count(argument, 1, SEARCH_DEPTH_MAX, &count, error);
        limits->has_depth |= status >= 0;
        limits->depth = (int)count;
    } else if (!strcasecmp(argument->name, "nodes")) {
        status = read_count(argument, 1, INT64_MAX, &count, error);
        limits->has_nodes |= status >= 0;
        limits->nodes = (uint64_t)count;
    } else if (!strcasecmp(argument->name, "moves")) {
        status = read_count(argument, 1, 1000000, &count, error);
        limits->has_moves |= status >= 0;
        limits->moves_to_control = (int)count;
    } else if (!strcasecmp(argument->name, "move-time")) {
        status = hub_value_read_real(argument->value, &limits->move_time, error);
        limits->has_move_time |= status >= 0;
    } else if (!strcasecmp(argument->name, "time")) {
        status = hub_value_read_real(argument->value, &limits->clock_time, error);
        limits->has_clock |= status >= 0;
    } else if (!strcasecmp(argument->name, "inc")) {
        status = hub_value_read_real(argument->value, &limits->clock_increment, error);
    }
    return status;
}

/* A limit that nobody can read must not mean none: the next search answers at once. */
static void refuse_limits(HubDoor *door) {
    door->limits.has_move_time = true;
    door->limits.move_time = 0;
}

static Status handle_level(HubDoor *door, const HubLine *line, Error *error) {
    SearchLimits limits = door->limits;
    for (int i = 0; i < line->argument_count; i++) {
        Error reason;
        Status status = take_level(&limits, &line->arguments[i], &reason);
        if (status < 0) {
            refuse_limits(door);
            return error_set(error, status, "level %s: %s", line->arguments[i].name, reason.text);
        }
    }
    door->limits = limits;
    return STATUS_OK;
}

/* Moves or an increment without a clock: the time that Scan takes for granted then. */
static void complete_clock(SearchLimits *limits) {
    static const double clock_time = 30;
    if (limits->has_clock || (!limits->has_moves && limits->clock_increment <= 0))
        return;
    limits->has_clock = true;
    limits->clock_time = clock_time;
}

Status hub_think(HubDoor *door, SearchMode mode, const MoveList *only, Error *error) {
    SearchEvents events = {hub_report_info, hub_report_done, door};
    door->root = *session_position(door->session);
    door->report_version = door->version;
    SearchLimits limits = door->limits;
    complete_clock(&limits);
    if (only) {
        limits.moves = only->moves;
        limits.move_count = only->count;
    }
    door->limits = (SearchLimits){0};
    return session_think(door->session, &limits, mode, &events, error);
}

/* `moves` of `go`, an extension: the moves that alone are to be thought about. */
static Status read_only_moves(const HubDoor *door, const char *text, MoveList *ret_list,
                              Error *error) {
    static const char blanks[] = " \t";
    ret_list->count = 0;
    for (const char *m = text + strspn(text, blanks); *m; m += strspn(m, blanks)) {
        size_t length = strcspn(m, blanks);
        Error reason;
        Move *move = &ret_list->moves[ret_list->count++];
        Status status =
            ret_list->count == MOVE_LIST_CAPACITY
                ? error_set(&reason, STATUS_RANGE, "more than any position has")
                : move_text_read(session_position(door->session), m, length, move, &reason);
        if (status < 0)
            return error_set(error, status, "go moves: %s", reason.text);
        m += length;
    }
    return STATUS_OK;
}

static Status handle_go(HubDoor *door, const HubLine *line, Error *error) {
    SearchMode mode = SEARCH_THINK;
    if (hub_line_find(line, "ponder"))
        mode = SEARCH_PONDER;
    else if (hub_line_find(line, "analyze") || hub_line_find(line, "analyse"))
        mode = SEARCH_ANALYSE;
    const HubArgument *moves = hub_line_find(line, "moves");
    if (!moves || !moves->has_value)
        return hub_think(door, mode, NULL, error);
    MoveList only;
    Status status = read_only_moves(door, moves->value, &only, error);
    return status < 0 ? status : hub_think(door, mode, only.count > 0 ? &only : NULL, error);
}

static Status handle_stop(HubDoor *door, const HubLine *line, Error *error) {
    (void)line;
    (void)error;
    session_stop(door->session);
    return STATUS_OK;
}

static Status handle_ponder_hit(HubDoor *door, const HubLine *line, Error *error) {
    (void)line;
    (void)error;
    session_ponder_hit(door->session);
    return STATUS_OK;
}

static Status handle_ping(HubDoor *door, const HubLine *line, Error *error) {
    (void)line;
    (void)error;
    line_output_printf(door->output, "pong");
    return STATUS_OK;
}

static Status handle_quit(HubDoor *door, const HubLine *line, Error *error) {
    (void)line;
    (void)error;
    door->quit = true;
    return STATUS_OK;
}

/* ---- conversation ---- */

static const HubCommand commands[] = {
    {"hub", HUB_2, false, handle_hub},
    {"init", HUB_2, false, handle_init},
    {"set-param", HUB_2, false, handle_set_param},
    {"pos", HUB_2, false, handle_pos},
    {"level", HUB_2, false, handle_level},
    {"go", HUB_2, false, handle_go},
    {"new-game", HUB_2, false, handle_new_game},
    {"stop", HUB_2, true, handle_stop},
    {"ponder-hit", HUB_2, true, handle_ponder_hit},
    {"ping", HUB_2, true, handle_ping},
    {"quit", HUB_2, true, handle_quit},
    {"set", HUB_1, false, hub1_set},
    {"new", HUB_1, false, hub1_new},
    {"start", HUB_1, false, hub1_start},
    {"pos", HUB_1, false, hub1_pos},
    {"move", HUB_1, false, hub1_move},
    {"level", HUB_1, false, hub1_level},
    {"time", HUB_1, false, hub1_time},
    {"depth", HUB_1, false, hub1_depth},
    {"go", HUB_1, false, hub1_go},
    {"ponder", HUB_1, false, hub1_ponder},
    {"analyse", HUB_1, false, hub1_analyse},
};

enum {
    COMMAND_COUNT = sizeof commands / sizeof *commands
};

static const HubCommand *find_command(const char *name, HubVersion version) {
    for (int i = 0; i < COMMAND_COUNT; i++)
        if (commands[i].version == version && !strcmp(commands[i].name, name))
            return &commands[i];
    return NULL;
}

/* `pos` with a position as a bare word, which only version 1 writes. */
static bool is_old_position(const HubLine *line) {
    if (strcmp(line->command, "pos") != 0 || line->argument_count != 1 ||
        line->arguments[0].has_value)
        return false;
    const char *word = line->arguments[0].name;
    return (*word == 'w' || *word == 'b') && word[1] && !word[strspn(word, "wWbBe")];
}

/* Version 1 has its own form of some commands and shares the rest; a command that version 2 lacks
 * shows that the other end speaks version 1. */
static const HubCommand *choose_command(HubDoor *door, const HubLine *line) {
    const HubCommand *old = find_command(line->command, HUB_1);
    const HubCommand *current = find_command(line->command, HUB_2);
    if (old && (!current || is_old_position(line)))
        door->version = HUB_1;
    return door->version == HUB_1 && old ? old : current;
}

/* What the other end sent may be quoted in the message: bytes that are not ASCII stay out of it. */
static void report_error(HubDoor *door, Error *error) {
    for (char *c = error->text; *c; c++)
        if ((unsigned char)*c > '~')
            *c = '?';
    const char *message = error->text;
    if (door->version == HUB_1) {
        line_output_printf(door->output, "error %s", message);
        return;
    }
    hub_writer_begin(&door->writer, "error");
    hub_writer_add(&door->writer, "message", message);
    hub_writer_send(&door->writer, door->output);
}

Status hub_set_option(HubDoor *door, const char *name, const char *value, Error *error) {
    const Tables *before = session_tables(door->session);
    Status status = session_set_option(door->session, name, value, error);
    const Tables *tables = session_tables(door->session);
    for (int i = 0; tables != before && i < tables_fault_count(tables); i++) {
        Error warning;
        error_set(&warning, STATUS_ILLEGAL, "warning: %s (the other tables are used)",
                  tables_get_fault(tables, i));
        report_error(door, &warning);
    }
    return status == STATUS_UNKNOWN ? STATUS_OK : status;
}

static void handle_line(HubDoor *door, const char *text, size_t length) {
    HubLine line;
    Error error;
    if (hub_line_read(text, length, &line, &error) < 0) {
        if (!strncmp(text + strspn(text, " \t"), "level", strlen("level")))
            refuse_limits(door);
        report_error(door, &error);
        return;
    }
    const HubCommand *command = choose_command(door, &line);
    if (!command && *line.command) {
        error_set(&error, STATUS_UNKNOWN, "bad command: \"%.40s\"", line.command);
        report_error(door, &error);
    } else if (command) {
        if (!command->while_thinking && session_is_thinking(door->session)) {
            session_stop(door->session);
            session_wait(door->session);
        }
        if (command->handle(door, &line, &error) < 0)
            report_error(door, &error);
    }
    hub_line_done(&line);
}

static Status converse(HubDoor *door, LineInput *input, Error *error) {
    while (!door->quit) {
        Line line;
        Error too_long;
        switch (line_input_next(input, -1, &line, error)) {
        case LINE_TEXT:
            handle_line(door, line.text, line.length);
            break;
        case LINE_TOO_LONG:
            error_set(&too_long, STATUS_RANGE, "the line is longer than %d bytes", HUB_LINE_MAX);
            report_error(door, &too_long);
            break;
        case LINE_FAILED:
            return STATUS_IO;
        case LINE_END:
            return STATUS_OK;
        case LINE_TIMEOUT:
            break;
        }
        if (line_output_get_status(door->output, NULL) < 0)
            return STATUS_OK;
    }
    return STATUS_OK;
}

Status hub_run(Session *session, LineInput *input, LineOutput *output, HubVersion version,
               Error *error) {
    HubDoor door = {.session = session, .output = output, .version = version};
    hub_writer_init(&door.writer);
    hub_writer_init(&door.report_writer);
    Status status = converse(&door, input, error);
    session_stop(session);
    session_wait(session);
    hub_writer_done(&door.writer);
    hub_writer_done(&door.report_writer);
    return status;
}
