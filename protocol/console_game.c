/* SPDX-License-Identifier: MIT
 *
 * The commands of the console that change, show and keep the game. */
#include "engine/base/clock.h"
#include "engine/notation/fen.h"
#include "engine/notation/move_text.h"
#include "engine/notation/pdn_write.h"
#include "protocol/console_internal.h"

#include <stdlib.h>
#include <string.h>

/* ---- The game ---- */

/* What a game that begins anew, from whatever position, begins with. */
void console_begin_game(Console *console) {
    console->resigned = console->on_time = false;
    console->end_told = false;
    console_forget_undone(console);
    console_reset_clocks(console);
}

Status console_run_new(Console *console, const char *arguments, Error *error) {
    (void)arguments;
    Status status = session_new_game(console->session, error);
    if (status < 0)
        return status;
    console_begin_game(console);
    line_output_printf(console->output, "new game: %s",
                       session_settings(console->session)->rules->title);
    console_show_change(console);
    return STATUS_OK;
}

static bool is_hub_form(const char *text) {
    return strlen(text) > 2 && text[strspn(text, "WBwbe")] == '\0';
}

Status console_run_setup(Console *console, const char *arguments, Error *error) {
    const Rules *rules = session_settings(console->session)->rules;
    char fen[FEN_SIZE];
    if (!*arguments) {
        fen_write(session_position(console->session), NULL, fen);
        line_output_printf(console->output, "%s", fen);
        return STATUS_OK;
    }
    Position position;
    size_t length = strlen(arguments);
    Status status = is_hub_form(arguments)
                        ? fen_read_hub(rules, arguments, length, false, &position, error)
                        : fen_read(rules, arguments, length, &position, NULL, error);
    if (status == STATUS_OK)
        status = session_set_position(console->session, &position, error);
    if (status < 0)
        return status;
    console_begin_game(console);
    line_output_printf(console->output, "position set up, %s to move",
                       color_write((Color)position.turn));
    console_show_change(console);
    return STATUS_OK;
}

Status console_play_text(Console *console, const char *text, Error *error) {
    const Position *position = session_position(console->session);
    Color turn = (Color)position->turn;
    Move move;
    char shown[MOVE_TEXT_SIZE];
    Status status = console_check_going(console, error);
    if (status == STATUS_OK)
        status = move_text_read(position, text, strlen(text), &move, error);
    if (status < 0)
        return status;
    move_text_write(position, move, shown);
    double seconds = clock_seconds_since(console->turn_since);
    status = console_play(console, move, error);
    if (status < 0)
        return status;
    line_output_printf(console->output, "%s plays %s", color_write(turn), shown);
    /* Only a person has a clock: what a script takes for a line is no time of thinking. */
    if (console->interactive)
        console_charge_clock(console, turn, seconds);
    console_show_change(console);
    return STATUS_OK;
}

Status console_run_resign(Console *console, const char *arguments, Error *error) {
    (void)arguments;
    Status status = console_check_going(console, error);
    if (status < 0)
        return status;
    /* A person who plays one side gives that side up, whoever is to move. */
    bool alone = console->engine_plays[COLOR_WHITE] == console->engine_plays[COLOR_BLACK];
    Color turn = (Color)session_position(console->session)->turn;
    console->resigner = !alone && console->engine_plays[turn] ? color_other(turn) : turn;
    console->resigned = true;
    console->on_time = false;
    console_show_change(console);
    return STATUS_OK;
}

Status console_run_draw(Console *console, const char *arguments, Error *error) {
    (void)arguments;
    const GameRecord *record = session_record(console->session);
    const Position *position = record_current(record);
    const Rules *rules = position->rules;
    char text[END_TEXT_SIZE];
    if (console_outcome(console, text) == OUTCOME_DRAW) {
        line_output_printf(console->output, "The game is drawn: %s.", text);
        return STATUS_OK;
    }
    Status status = console_check_going(console, error);
    if (status < 0)
        return status;
    TextBuffer why = {0};
    if (rules->repetition_limit)
        text_buffer_printf(&why, "; this position has stood %d of %d times",
                           record_occurrences(record), rules->repetition_limit);
    if (rules->quiet_ply_limit)
        text_buffer_printf(&why, "; %d of %d moves in a row were by kings without a capture",
                           position->quiet_plies, rules->quiet_ply_limit);
    if (position->ending)
        text_buffer_printf(&why, "; %d of %d moves were played in this ending",
                           position->ending_plies, rules->endings[position->ending - 1].plies);
    status = error_set(error, STATUS_STATE, "the law gives no draw yet%s", text_buffer_get(&why));
    text_buffer_done(&why);
    return status;
}

/* ---- Looking ---- */

Status console_run_board(Console *console, const char *arguments, Error *error) {
    (void)arguments;
    (void)error;
    console_show_board(console);
    return STATUS_OK;
}

/* Cells ascend as square numbers do. */
static int compare_moves(const void *left, const void *right) {
    const Move *a = left, *b = right;
    if (a->from != b->from)
        return a->from < b->from ? -1 : 1;
    if (a->to != b->to)
        return a->to < b->to ? -1 : 1;
    Bitboard one = move_captured(*a), other = move_captured(*b);
    return one < other ? -1 : one > other;
}

Status console_run_moves(Console *console, const char *arguments, Error *error) {
    (void)arguments;
    const Position *position = session_position(console->session);
    MoveList list;
    if (movegen_generate(position, &list) == 0)
        return error_set(error, STATUS_STATE, "%s has no legal move",
                         color_write((Color)position->turn));
    qsort(list.moves, (size_t)list.count, sizeof *list.moves, compare_moves);
    for (int i = 0; i < list.count; i++) {
        char move[MOVE_TEXT_SIZE];
        move_text_write(position, list.moves[i], move);
        line_output_printf(console->output, "%s", move);
    }
    return STATUS_OK;
}

Status console_run_eval(Console *console, const char *arguments, Error *error) {
    (void)arguments;
    (void)error;
    const Position *position = session_position(console->session);
    int score = eval_score(session_evaluator(console->session), position);
    char text[SCORE_TEXT_SIZE];
    line_output_printf(console->output, "without looking ahead: %s",
                       score_write(score, (Color)position->turn, text));
    return STATUS_OK;
}

Status console_run_result(Console *console, const char *arguments, Error *error) {
    (void)arguments;
    (void)error;
    char text[END_TEXT_SIZE];
    console_outcome(console, text);
    line_output_printf(console->output, "%s", text);
    return STATUS_OK;
}

Status console_run_record(Console *console, const char *arguments, Error *error) {
    (void)arguments;
    TextBuffer text = {0};
    char end[END_TEXT_SIZE];
    Outcome outcome = console_outcome(console, end);
    Status status = pdn_write_moves(session_record(console->session), outcome, &text, error);
    if (status == STATUS_OK)
        console_print_lines(console, text_buffer_get(&text));
    text_buffer_done(&text);
    return status;
}
