/* SPDX-License-Identifier: MIT
 *
 * `huff arbiter`: the arbiter on standard input and output, a line an event. */
#include "protocol/arbiter_line.h"
#include "protocol/cli/command.h"
#include "protocol/line_input.h"
#include "protocol/line_output.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct {
    const char *laws, *irregularity, *clock;
    bool json;
} ArbiterOptions;

static Status read_policy(const char *word, IrregularityPolicy *ret_policy, Error *error) {
    static const char *const words[] = {[IRREGULARITY_ASK] = "ask",
                                        [IRREGULARITY_RECTIFY] = "rectify",
                                        [IRREGULARITY_STAND] = "stand",
                                        [IRREGULARITY_FORFEIT] = "forfeit"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (!strcmp(word, words[i])) {
            *ret_policy = (IrregularityPolicy)i;
            return STATUS_OK;
        }
    return error_set(error, STATUS_RANGE,
                     "--irregularity: \"%.40s\" is none of: ask rectify stand forfeit", word);
}

static Status make_arbiter(const ArbiterOptions *options, Arbiter **ret_arbiter, Error *error) {
    IrregularityPolicy policy = IRREGULARITY_ASK;
    ClockConfig clock;
    const LawBook *book = law_book_find(options->laws);
    if (!book)
        return error_set(error, STATUS_UNKNOWN, "--laws: \"%.40s\" is none of: %s", options->laws,
                         law_book_list());
    Status status = read_policy(options->irregularity, &policy, error);
    if (status >= 0 && options->clock)
        status = game_clock_read(options->clock, &clock, error);
    if (status < 0)
        return status;
    return arbiter_new(book, policy, options->clock ? &clock : NULL, ret_arbiter, error);
}

static bool is_quit(const Line *line) {
    size_t length = line->length;
    while (length && (line->text[length - 1] == ' ' || line->text[length - 1] == '\r'))
        length--;
    return length == 4 && !strncmp(line->text, "quit", 4);
}

static Status answer_line(Arbiter *arbiter, const Line *line, bool json, TextBuffer *buffer,
                          LineOutput *output, Error *error) {
    text_buffer_clear(buffer);
    Status status = arbiter_line_take(arbiter, line->text, line->length, json, buffer, error);
    if (status < 0)
        return status;
    const char *text = text_buffer_get(buffer);
    for (const char *end = strchr(text, '\n'); end; text = end + 1, end = strchr(text, '\n'))
        if (line_output_write(output, text, (size_t)(end - text)) < 0)
            return line_output_get_status(output, error);
    return STATUS_OK;
}

static Status converse(Arbiter *arbiter, bool json, LineInput *input, LineOutput *output,
                       Error *error) {
    Line line;
    TextBuffer buffer = {0};
    Status status = STATUS_OK;
    while (status >= 0) {
        LineEvent event = line_input_next(input, -1, &line, error);
        if (event == LINE_FAILED)
            status = STATUS_IO;
        if (event == LINE_END || event == LINE_FAILED || (event == LINE_TEXT && is_quit(&line)))
            break;
        if (event == LINE_TOO_LONG)
            line = (Line){.text = "(a line beyond all bounds)", .length = 26};
        if (event == LINE_TEXT || event == LINE_TOO_LONG)
            status = answer_line(arbiter, &line, json, &buffer, output, error);
    }
    text_buffer_done(&buffer);
    return status == STATUS_CLOSED ? STATUS_OK : status;
}

static Status run(Arbiter *arbiter, bool json, Error *error) {
    LineInput input;
    LineOutput output;
    signal(SIGPIPE, SIG_IGN);
    Status status = line_output_init(&output, STDOUT_FILENO, '\n', error);
    if (status < 0)
        return status;
    status = line_input_init(&input, STDIN_FILENO, LINE_ENDS_LF, ARBITER_LINE_MAX, LINE_LONG_DROP,
                             error);
    if (status >= 0) {
        status = converse(arbiter, json, &input, &output, error);
        line_input_done(&input);
    }
    line_output_done(&output);
    return status;
}

int command_arbiter(int argc, char **argv) {
    ArbiterOptions options = {.laws = "fmjd", .irregularity = "ask"};
    const ArgumentSpec specs[] = {
        {"laws", ARGUMENT_STRING, &options.laws, 0, 0, NULL, "BOOK",
         "fmjd (default), popular, enquire, anderson or modern-english"},
        {"irregularity", ARGUMENT_STRING, &options.irregularity, 0, 0, NULL, "WAY",
         "where the adversary would choose: ask (default), rectify, stand or forfeit"},
        {"clock", ARGUMENT_STRING, &options.clock, 0, 0, NULL, "KIND",
         "none, move S, control N S, sudden S, fischer S S, bronstein S S, force [M K S]"},
        {"json", ARGUMENT_FLAG, &options.json, 0, 0, NULL, NULL, "a line of JSON an event"},
    };
    ArgumentTable table = {
        "arbiter [OPTION ...]",
        "Watches games under a law book: events in on standard input, a line each (new, touch 11,\n"
        "black move 11-15, white huff 22, compel, stand, claim, notice, time 60000, ...), rulings\n"
        "with their clauses out. protocol/ARBITER.md describes the lines.\n",
        specs, sizeof specs / sizeof *specs, NULL};
    Operands operands;
    Error error;
    int exit_status = EXIT_STATUS_OK;
    Arbiter *arbiter = NULL;
    if (command_begin("arbiter", &table, argc, argv, &operands, &exit_status)) {
        if (command_check_no_operands(&operands, &error) < 0 ||
            make_arbiter(&options, &arbiter, &error) < 0)
            exit_status = command_fail("arbiter", EXIT_STATUS_USAGE, &error);
        else if (run(arbiter, options.json, &error) < 0)
            exit_status = command_fail("arbiter", EXIT_STATUS_FAILED, &error);
    }
    arbiter_free(arbiter);
    free(operands.words);
    return exit_status;
}
