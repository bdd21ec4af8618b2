/* SPDX-License-Identifier: MIT */
#include "engine/base/version.h"
#include "protocol/console_internal.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum {
    HELD_BYTES_MAX = 1 << 20, /* of lines that wait for a thought */
};

/* ---- Words ---- */

static bool is_blank(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
}

Word word_take(const char **rest) {
    const char *c = *rest;
    while (is_blank(*c))
        c++;
    Word word = {.text = c};
    while (*c && !is_blank(*c))
        c++;
    word.length = (size_t)(c - word.text);
    while (is_blank(*c))
        c++;
    *rest = c;
    return word;
}

bool word_is(Word word, const char *text) {
    return strlen(text) == word.length && !strncasecmp(word.text, text, word.length);
}

WordShown word_show(Word word) {
    enum {
        SHOWN_MAX = 40
    };
    WordShown shown;
    size_t length = word.length > SHOWN_MAX ? SHOWN_MAX : word.length;
    for (size_t i = 0; i < length; i++)
        shown.text[i] = word.text[i] >= ' ' && word.text[i] <= '~' ? word.text[i] : '?';
    strcpy(shown.text + length, length < word.length ? "..." : "");
    return shown;
}

Status word_expect_end(const char *rest, Error *error) {
    Word word = word_take(&rest);
    if (word.length > 0)
        return error_set(error, STATUS_SYNTAX, "\"%s\" is too much here", word_show(word).text);
    return STATUS_OK;
}

/* ---- Carrying out a line ---- */

static Status run_command(Console *console, const char *line, Error *error) {
    const char *arguments = line;
    Word name = word_take(&arguments);
    const ConsoleCommand *command = console_command_find(name);
    if (!command)
        return error_set(error, STATUS_UNKNOWN, "no command is called \"%s\": type help for a list",
                         word_show(name).text);
    if (!*command->arguments && *arguments)
        return error_set(error, STATUS_SYNTAX, "%s takes no arguments", command->name);
    return command->run(console, arguments, error);
}

/* "32-28", and where players write letters "c3-d4" and "Kc3:f6": no command has a digit in it. */
static bool is_move(const char *line) {
    size_t letters = strspn(line, "abcdefghABCDEFGHKD");
    return letters <= 2 && isdigit((unsigned char)line[letters]);
}

/* Carries out a line without blanks at its ends, while no thought is open. */
static void run_line(Console *console, const char *line) {
    Error error = {""};
    Status status = is_move(line) ? console_play_text(console, line, &error)
                                  : run_command(console, line, &error);
    if (status < 0)
        line_output_printf(console->output, "error: %s", error.text);
}

/* Copies the line, which may lie in memory that carrying it out changes, and carries it out. */
static void run_copy(Console *console, const char *line, size_t length) {
    text_buffer_clear(&console->current);
    text_buffer_append(&console->current, line, length);
    if (console->current.failed)
        line_output_printf(console->output, "error: no memory for this line");
    else
        run_line(console, text_buffer_get(&console->current));
}

/* ---- Lines that come while a thought is open ---- */

static void hold_line(Console *console, const char *line, size_t length) {
    size_t before = console->held.length;
    if (before + length < HELD_BYTES_MAX) {
        text_buffer_append(&console->held, line, length);
        text_buffer_append(&console->held, "", 1);
    }
    if (console->held.length != before + length + 1) {
        console->held.length = before;
        console->held.failed = false;
        line_output_printf(console->output,
                           "error: too many lines wait for the engine: this one is dropped");
    }
}

static bool has_held(const Console *console) {
    return console->held_start < console->held.length;
}

/* Carries out the first of the lines that wait; false when there is none. */
static bool run_held(Console *console) {
    if (!has_held(console)) {
        text_buffer_clear(&console->held);
        console->held_start = 0;
        return false;
    }
    const char *line = console->held.text + console->held_start;
    size_t length = strlen(line);
    console->held_start += length + 1;
    run_copy(console, line, length);
    return true;
}

void console_begin_closing(Console *console) {
    console->closing = true;
    if (thought_is_open(&console->thought))
        console_stop_thought(console);
}

/* A line that comes while a thought is open. */
static void take_early_line(Console *console, const char *line, size_t length) {
    const char *rest = line;
    const ConsoleCommand *command = console_command_find(word_take(&rest));
    if (command && command->at_once) {
        run_copy(console, line, length);
    } else if (console->endless) {
        console_stop_thought(console);
        run_copy(console, line, length);
    } else if (console->interactive && is_move(line) && console_engine_is_due(console)) {
        line_output_printf(console->output, "error: the engine is thinking about its move: wait, "
                                            "or type stop to make it move now");
    } else {
        hold_line(console, line, length);
    }
}

/* ---- The conversation ---- */

static void take_line(Console *console, const Line *line) {
    if (line->cut || line->has_nul) {
        line_output_printf(console->output, "error: the line %s",
                           line->cut ? "is too long" : "holds a NUL byte");
        return;
    }
    const char *start = line->text;
    size_t length = line->length;
    for (; is_blank(*start); start++)
        length--;
    while (length > 0 && is_blank(start[length - 1]))
        length--;
    if (length == 0)
        return;
    if (thought_is_open(&console->thought))
        take_early_line(console, start, length);
    else
        run_copy(console, start, length);
}

/* Takes what the input has. */
static Status take_input(Console *console, Error *error) {
    Line line;
    LineEvent event = line_input_next(console->input, 0, &line, error);
    if (event == LINE_TIMEOUT)
        return STATUS_OK;
    if (event == LINE_END && console->interactive && console->prompted)
        line_output_write(console->output, "", 0); /* what follows begins on a line of its own */
    console->prompted = false;
    if (event == LINE_TEXT)
        take_line(console, &line);
    else if (event == LINE_TOO_LONG)
        line_output_printf(console->output, "error: the line is too long");
    else if (console->interactive || event == LINE_FAILED)
        console_begin_closing(console);
    else
        console->ended = true;
    return event == LINE_FAILED ? STATUS_IO : STATUS_OK;
}

/* The engine's own move; if it cannot think, it does not play on by itself. */
static void begin_reply(Console *console) {
    Error error = {""};
    SearchLimits limits = console_move_limits(console);
    if (console_think(console, TASK_MOVE, &limits, &error) < 0) {
        console->engine_plays[COLOR_WHITE] = console->engine_plays[COLOR_BLACK] = false;
        line_output_printf(console->output, "error: %s; the engine plays no side now", error.text);
    }
}

/* Does what is to be done without waiting: a line that waits, or the engine's move. False when
 * there is nothing of the kind. A script gets the answer to a line before the next one is carried
 * out; a person who typed ahead, and whoever lets the engine play both sides, is heard first. */
static bool go_on(Console *console) {
    bool alone = console->engine_plays[COLOR_WHITE] && console->engine_plays[COLOR_BLACK];
    bool owes = !console->closing && !(console->ended && alone) && console_engine_is_due(console);
    bool answers_first = !console->interactive && !alone;
    if (owes && answers_first)
        begin_reply(console);
    else if (run_held(console))
        return true;
    else if (owes)
        begin_reply(console);
    return owes;
}

/* Nothing more comes, but the thought is to end by itself. */
static void wait_beyond_end(Console *console) {
    if (thought_wait_over(&console->thought, console->input))
        console_finish_thought(console);
    else
        console_begin_closing(console);
}

static Status converse(Console *console, Error *error) {
    Status status = STATUS_OK;
    while (status == STATUS_OK && line_output_get_status(console->output, NULL) == STATUS_OK) {
        bool thinking = thought_is_open(&console->thought);
        if (!thinking && go_on(console))
            continue;
        if (!thinking && (console->closing || console->ended))
            break;
        if (!thinking && console->interactive && !console->prompted) {
            line_output_prompt(console->output, "> ");
            console->prompted = true;
        }
        if (thinking && console->endless && (has_held(console) || console->ended))
            console_stop_thought(console); /* what ends it is there already */
        else if (thinking && console->ended)
            wait_beyond_end(console);
        else if (thought_wait(&console->thought, console->input, -1) == THOUGHT_OVER)
            console_finish_thought(console);
        else
            status = take_input(console, error);
    }
    return status;
}

static void greet(Console *console) {
    line_output_printf(console->output, "huff %s: %s. Type help for the commands.", version_get(),
                       session_settings(console->session)->rules->title);
    for (int color = COLOR_WHITE; color < COLOR_COUNT; color++)
        if (console->engine_plays[color])
            line_output_printf(console->output, "The engine plays %s.", color_write((Color)color));
    console_show_legend(console);
}

static Status begin(Console *console, const ConsoleConfig *config, Error *error) {
    console_reset_clocks(console);
    if (console->interactive)
        greet(console);
    if (config->load_path)
        return console_load(console, config->load_path, 1, error);
    console_show_change(console);
    return STATUS_OK;
}

Status console_run(Session *session, LineInput *input, LineOutput *output,
                   const ConsoleConfig *config, Error *error) {
    Console *console = calloc(1, sizeof *console);
    if (!console)
        return error_set(error, STATUS_NO_MEMORY, "no memory for a console");
    *console = (Console){
        .session = session,
        .input = input,
        .output = output,
        .interactive = config->interactive,
        .save_path = config->save_path ? config->save_path : "game.pdn",
        .engine_plays = {config->engine_plays[COLOR_WHITE], config->engine_plays[COLOR_BLACK]},
        .limits = config->limits,
        .autosave = config->autosave,
        .colour = config->colour,
        .plain = config->plain,
    };
    if (level_is_endless(&console->limits))
        console->limits = (SearchLimits){.has_move_time = true, .move_time = CONSOLE_MOVE_SECONDS};
    Status status = thought_init(&console->thought, session, error);
    if (status == STATUS_OK) {
        status = begin(console, config, error);
        if (status == STATUS_OK)
            status = converse(console, error);
        thought_done(&console->thought);
    }
    free(console->undone);
    text_buffer_done(&console->held);
    text_buffer_done(&console->current);
    text_buffer_done(&console->line_text);
    free(console);
    return status;
}
