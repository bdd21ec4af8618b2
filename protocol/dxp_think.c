/* SPDX-License-Identifier: MIT */
#include "protocol/dxp_internal.h"

#include <string.h>

/* On a thread of the search. */
static void on_info(void *context, const SearchInfo *info) {
    DxpFinding *finding = &((DxpTalk *)context)->finding;
    if (info->rank > 1)
        return;
    finding->length = info->line_length < DXP_LINE_MOVES ? info->line_length : DXP_LINE_MOVES;
    memcpy(finding->moves, info->line, (size_t)finding->length * sizeof *info->line);
}

static void begin(DxpTalk *talk, DxpThinking thinking, const SearchLimits *limits,
                  SearchMode mode) {
    Error error;
    talk->finding.length = 0;
    Status status = thought_begin(&talk->thought, limits, mode, on_info, talk, &error);
    if (status < 0)
        dxp_talk_fail(talk, status, error.text);
    else
        talk->thinking = thinking;
}

/* Moves that this side has played. */
static int count_own_moves(const DxpTalk *talk) {
    const GameRecord *record = session_record(talk->session);
    bool began = record->entries[0].position.turn == (uint8_t)talk->game.own;
    return (record_plies(record) + (began ? 1 : 0)) / 2;
}

void dxp_think_begin(DxpTalk *talk) {
    const DxpGame *game = &talk->game;
    int played = count_own_moves(talk);
    SearchLimits limits = {0};
    if (talk->config->nodes > 0) {
        limits.has_nodes = true;
        limits.nodes = talk->config->nodes;
    } else {
        limits.has_clock = true;
        limits.clock_increment = game->increment;
        limits.clock_time = game->seconds + game->increment * (played + 1) - game->used;
        /* A peer that plays on after the last move finds this side ending the game instead. */
        limits.has_moves = game->moves > 0;
        limits.moves_to_control = game->moves > played ? game->moves - played : 1;
    }
    begin(talk, DXP_THINKS_MOVE, &limits, SEARCH_THINK);
}

void dxp_think_ponder(DxpTalk *talk) {
    SearchLimits limits = {0};
    if (talk->phase != DXP_PLAYING || thought_is_open(&talk->thought) || talk->config->nodes > 0 ||
        !session_settings(talk->session)->ponder)
        return;
    begin(talk, DXP_THINKS_PONDER, &limits, SEARCH_PONDER);
}

void dxp_think_analyse(DxpTalk *talk, const DxpLine *request) {
    if (talk->thinking == DXP_THINKS_MOVE || talk->thinking == DXP_THINKS_ANALYSE ||
        talk->game.has_chosen) {
        dxp_talk_say(talk, "#huff error analyse: the engine is at work");
        return;
    }
    dxp_think_halt(talk);
    SearchLimits limits = {.has_move_time = true,
                           .move_time = request->seconds,
                           .has_nodes = request->nodes > 0,
                           .nodes = request->nodes};
    begin(talk, DXP_THINKS_ANALYSE, &limits, SEARCH_ANALYSE);
}

/* Puts what was found into a line of the extensions. */
static void write_finding(const DxpTalk *talk, const char *word, const Position *position,
                          const SearchResult *result, char ret_text[static DXP_CHAT_LENGTH + 1]) {
    const DxpFinding *finding = &talk->finding;
    bool has_line = finding->length > 0 && move_equals(finding->moves[0], result->best);
    dxp_line_write_score(word, position, result->score, result->depth, result->nodes,
                         has_line ? finding->moves : &result->best, has_line ? finding->length : 1,
                         ret_text);
}

static void answer_analysis(DxpTalk *talk, const SearchResult *result) {
    char text[DXP_CHAT_LENGTH + 1];
    write_finding(talk, "analysis", session_position(talk->session), result, text);
    dxp_talk_put_line(talk, text);
}

/* Takes the result of the search, which is over or about to be, and answers an analysis. */
static DxpThinking take_result(DxpTalk *talk, SearchResult *ret_result) {
    DxpThinking thinking = talk->thinking;
    *ret_result = thought_take(&talk->thought);
    talk->thinking = DXP_THINKS_NOT;
    if (thinking == DXP_THINKS_ANALYSE)
        answer_analysis(talk, ret_result);
    return thinking;
}

void dxp_think_halt(DxpTalk *talk) {
    SearchResult result;
    if (!thought_is_open(&talk->thought))
        return;
    session_stop(talk->session);
    take_result(talk, &result);
}

void dxp_think_finish(DxpTalk *talk) {
    SearchResult result;
    DxpThinking thinking = take_result(talk, &result);
    if (thinking == DXP_THINKS_ANALYSE)
        dxp_think_ponder(talk);
    if (thinking != DXP_THINKS_MOVE)
        return;
    if (talk->peer_knows & DXP_KNOWS_SCORE)
        write_finding(talk, "score", session_position(talk->session), &result, talk->score_text);
    dxp_game_choose(talk, &result);
}

void dxp_think_tell_score(DxpTalk *talk) {
    if (talk->peer_knows & DXP_KNOWS_SCORE)
        dxp_talk_put_line(talk, talk->score_text);
}
