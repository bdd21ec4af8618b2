/* SPDX-License-Identifier: MIT
 *
 * The commands of the console that change, show and keep the game. */
#include "engine/base/file.h"
#include "engine/notation/board_text.h"
#include "engine/notation/fen.h"
#include "engine/notation/move_text.h"
#include "engine/notation/pdn_write.h"
#include "protocol/console_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    DATE_SIZE = 32,
};

/* ---- The game ---- */

/* What a game that begins anew, from whatever position, begins with. */
void console_begin_game(Console *console) {
    console->resigned = false;
    console->end_told = false;
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
    status = session_play(console->session, move, error);
    if (status < 0)
        return status;
    line_output_printf(console->output, "%s plays %s", color_write(turn), shown);
    console_show_change(console);
    return STATUS_OK;
}

/* Plies after whose taking back a person is to move, 0 if there are none; against an engine that
 * plays one side these are the person's last move and the answer to it. */
static int count_undo(const Console *console) {
    const GameRecord *record = session_record(console->session);
    bool alone = console->engine_plays[COLOR_WHITE] == console->engine_plays[COLOR_BLACK];
    for (int plies = 1; plies <= record_plies(record); plies++) {
        Color turn = (Color)record->entries[record->count - 1 - plies].position.turn;
        if (alone || !console->engine_plays[turn])
            return plies;
    }
    return 0;
}

static Status read_undo(const Console *console, const char *arguments, int *ret_plies,
                        Error *error) {
    int played = record_plies(session_record(console->session));
    int plies = count_undo(console);
    if (played == 0 || (plies == 0 && !*arguments))
        return error_set(error, STATUS_STATE, "no move of yours to take back");
    if (*arguments) {
        uint64_t count = 0;
        Status status = word_read_count(word_take(&arguments), (uint64_t)played, &count, error);
        if (status < 0)
            return status;
        plies = (int)count;
    }
    *ret_plies = plies;
    return word_expect_end(arguments, error);
}

Status console_run_undo(Console *console, const char *arguments, Error *error) {
    if (console->resigned && !*arguments) {
        console->resigned = false;
        line_output_printf(console->output, "took back that %s resigned",
                           color_write(console->resigner));
        console_show_change(console);
        return STATUS_OK;
    }
    int plies = 0;
    Status status = read_undo(console, arguments, &plies, error);
    for (int i = 0; i < plies && status == STATUS_OK; i++)
        status = session_undo(console->session, error);
    if (status < 0)
        return status;
    console->resigned = false;
    line_output_printf(console->output, "took back %d move%s, %s to move", plies,
                       plies == 1 ? "" : "s",
                       color_write((Color)session_position(console->session)->turn));
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
    char board[BOARD_TEXT_SIZE];
    console_print_lines(console, board_text_write(session_position(console->session), board));
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

/* Today as PDN writes dates. */
static const char *write_date(char buffer[static DATE_SIZE]) {
    time_t now = time(NULL);
    struct tm local;
    if (!localtime_r(&now, &local) || !strftime(buffer, DATE_SIZE, "%Y.%m.%d", &local))
        snprintf(buffer, DATE_SIZE, "????.??.??");
    return buffer;
}

Status console_run_save(Console *console, const char *arguments, Error *error) {
    const char *path = *arguments ? arguments : console->save_path;
    for (const char *c = path; *c; c++)
        if ((unsigned char)*c < ' ' || *c == 0x7f)
            return error_set(error, STATUS_SYNTAX, "a file name with control characters");
    char date[DATE_SIZE], end[END_TEXT_SIZE];
    PdnTags tags = {
        .date = write_date(date),
        .white = console->engine_plays[COLOR_WHITE] ? "huff" : NULL,
        .black = console->engine_plays[COLOR_BLACK] ? "huff" : NULL,
    };
    TextBuffer text = {0};
    Outcome outcome = console_outcome(console, end);
    Status status = pdn_write_game(session_record(console->session), &tags, outcome, &text, error);
    if (status == STATUS_OK)
        status = file_replace(path, text_buffer_get(&text), text.length, error);
    if (status == STATUS_OK)
        line_output_printf(console->output, "saved in %s", path);
    text_buffer_done(&text);
    return status;
}
