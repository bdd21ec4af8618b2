/* SPDX-License-Identifier: MIT
 *
 * How the console makes the engine think, and what becomes of the result. */
#include "engine/notation/move_text.h"
#include "protocol/console_internal.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

bool console_engine_is_due(const Console *console) {
    char text[END_TEXT_SIZE];
    return console->engine_plays[session_position(console->session)->turn] &&
           console_outcome(console, text) == OUTCOME_NONE;
}

void console_reset_clocks(Console *console) {
    for (int color = 0; color < COLOR_COUNT; color++)
        console->clock_left[color] = console->limits.clock_time;
}

SearchLimits console_move_limits(const Console *console) {
    SearchLimits limits = console->limits;
    Color turn = (Color)session_position(console->session)->turn;
    limits.clock_time = console->clock_left[turn] + limits.clock_increment;
    return limits;
}

static void take_time_off(Console *console, double seconds) {
    double *left = &console->clock_left[console->root.turn];
    *left += console->limits.clock_increment - seconds;
    if (*left < 0)
        *left = 0;
}

/* Called by the thread of the search, while the console's own thread waits or reads lines and lets
 * these fields alone. */
static void take_info(void *context, const SearchInfo *info) {
    Console *console = context;
    if (info->rank == 1) {
        console->line_length = info->line_length;
        memcpy(console->line, info->line, (size_t)info->line_length * sizeof *info->line);
    }
    if (console->task != TASK_ANALYSE)
        return;
    char score[SCORE_TEXT_SIZE], rank[24] = "";
    if (info->ranks > 1)
        snprintf(rank, sizeof rank, "move %d of %d, ", info->rank, info->ranks);
    text_buffer_clear(&console->line_text);
    console_write_line(&console->root, info->line, info->line_length, &console->line_text);
    line_output_printf(console->output, "%sdepth %d, %s, %" PRIu64 " nodes, %.2f s: %s", rank,
                       info->depth, score_write(info->score, (Color)console->root.turn, score),
                       info->nodes, info->seconds, text_buffer_get(&console->line_text));
}

Status console_think(Console *console, Task task, const SearchLimits *limits, Error *error) {
    if (console->closing)
        return error_set(error, STATUS_STATE, "no more thinking, the conversation ends");
    console->task = task;
    console->endless = level_is_endless(limits);
    console->root = *session_position(console->session);
    console->line_length = 0;
    SearchMode mode = task == TASK_MOVE ? SEARCH_THINK : SEARCH_ANALYSE;
    return thought_begin(&console->thought, limits, mode, take_info, console, error);
}

static void play_result(Console *console, const SearchResult *result) {
    char move[MOVE_TEXT_SIZE], score[SCORE_TEXT_SIZE];
    Error error = {""};
    move_text_write(&console->root, result->best, move);
    Color turn = (Color)console->root.turn;
    take_time_off(console, result->seconds);
    if (session_play(console->session, result->best, &error) < 0) {
        console->engine_plays[COLOR_WHITE] = console->engine_plays[COLOR_BLACK] = false;
        line_output_printf(console->output, "error: %s", error.text);
        return;
    }
    line_output_printf(
        console->output, "%s plays %s (%s: %s, depth %d, %" PRIu64 " nodes, %.2f s)",
        color_write(turn), move, session_used_book(console->session) ? "book" : "engine",
        score_write(result->score, turn, score), result->depth, result->nodes, result->seconds);
    if (console->limits.has_clock)
        line_output_printf(console->output, "%s's clock: %.2f s", color_write(turn),
                           console->clock_left[turn]);
    console_show_change(console);
}

/* The best move with its line; what a stopped search found last may be newer than its line. */
static void show_result(Console *console, const char *what, const SearchResult *result) {
    char move[MOVE_TEXT_SIZE], score[SCORE_TEXT_SIZE];
    bool has_line = console->line_length > 0 && move_equals(console->line[0], result->best);
    text_buffer_clear(&console->line_text);
    if (has_line)
        console_write_line(&console->root, console->line, console->line_length,
                           &console->line_text);
    line_output_printf(console->output, "%s: %s, %s, depth %d%s%s", what,
                       move_text_write(&console->root, result->best, move),
                       score_write(result->score, (Color)console->root.turn, score), result->depth,
                       has_line ? ", line " : "", text_buffer_get(&console->line_text));
}

void console_finish_thought(Console *console) {
    SearchResult result = thought_take(&console->thought);
    console->prompted = false;
    switch (console->task) {
    case TASK_MOVE:
        play_result(console, &result);
        break;
    case TASK_HINT:
        show_result(console, "hint", &result);
        break;
    case TASK_ANALYSE:
        show_result(console, "best", &result);
        break;
    }
}

void console_stop_thought(Console *console) {
    session_stop(console->session);
    console_finish_thought(console);
}
