/* SPDX-License-Identifier: MIT
 *
 * What the console prints about scores, lines of play, the board and the end of a game. */
#include "engine/base/clock.h"
#include "engine/notation/move_text.h"
#include "engine/notation/pdn_write.h"
#include "protocol/console_internal.h"

#include <stdio.h>
#include <string.h>

void console_print_lines(Console *console, const char *text) {
    while (*text) {
        size_t length = strcspn(text, "\n");
        line_output_write(console->output, text, length);
        text += length + (text[length] == '\n');
    }
}

const char *color_write(Color color) {
    return color == COLOR_WHITE ? "White" : "Black";
}

const char *score_write(int score, Color turn, char buffer[static SCORE_TEXT_SIZE]) {
    if (score_is_proven(score)) {
        int moves = (score_distance(score) + 1) / 2;
        snprintf(buffer, SCORE_TEXT_SIZE, "%s wins in %d move%s",
                 color_write(score > 0 ? turn : color_other(turn)), moves, moves == 1 ? "" : "s");
    } else if (score == SCORE_DRAW) {
        snprintf(buffer, SCORE_TEXT_SIZE, "0.00");
    } else {
        snprintf(buffer, SCORE_TEXT_SIZE, "%+.2f for %s", score / 100.0, color_write(turn));
    }
    return buffer;
}

void console_write_line(const Position *root, const Move *line, int length, TextBuffer *buffer) {
    Position position = *root, next;
    for (int i = 0; i < length; i++) {
        char move[MOVE_TEXT_SIZE];
        text_buffer_printf(buffer, "%s%s", i > 0 ? " " : "",
                           move_text_write(&position, line[i], move));
        position_make(&position, line[i], &next);
        position = next;
    }
}

Outcome console_outcome(const Console *console, char ret_text[static END_TEXT_SIZE]) {
    const GameRecord *record = session_record(console->session);
    const Position *position = record_current(record);
    char why[END_TEXT_SIZE - 16];
    Reason reason;
    Outcome outcome = record_outcome(record, &reason);
    record_describe_reason(position, reason, why, sizeof why);
    if (console->resigned) {
        outcome = console->resigner == COLOR_WHITE ? OUTCOME_BLACK_WINS : OUTCOME_WHITE_WINS;
        snprintf(why, sizeof why, "%s %s", color_write(console->resigner),
                 console->on_time ? "lost on time" : "resigned");
    }
    snprintf(ret_text, END_TEXT_SIZE, "%s, %s", pdn_result_text(position->rules, outcome), why);
    return outcome;
}

void console_show_change(Console *console) {
    if (console->interactive && (!console->resigned || console->on_time))
        console_show_board(console);
    char text[END_TEXT_SIZE];
    bool over = console_outcome(console, text) != OUTCOME_NONE;
    if (over && !console->end_told)
        line_output_printf(console->output, "Game over: %s.", text);
    console->end_told = over;
    console->turn_since = clock_now_ns();
    console_autosave(console);
}

Status console_check_going(const Console *console, Error *error) {
    char text[END_TEXT_SIZE];
    if (console_outcome(console, text) != OUTCOME_NONE)
        return error_set(error, STATUS_STATE, "the game is over (%s): undo, new or setup", text);
    return STATUS_OK;
}
