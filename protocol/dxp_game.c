/* SPDX-License-Identifier: MIT */
#include "engine/base/clock.h"
#include "engine/notation/move_text.h"
#include "protocol/dxp_board.h"
#include "protocol/dxp_internal.h"

#include <stdio.h>

enum {
    BAD_SCORES_MAX = 3, /* own moves in a row with a bad score before giving up */
    REASON_SIZE = 200,  /* bytes of a reason for people */
};

static bool is_own_turn(const DxpTalk *talk) {
    return session_position(talk->session)->turn == (uint8_t)talk->game.own;
}

static Outcome outcome_of_win(Color winner) {
    return winner == COLOR_WHITE ? OUTCOME_WHITE_WINS : OUTCOME_BLACK_WINS;
}

/* Adds the time of the own turn under way to the time used. */
static double account_time(DxpGame *game) {
    double seconds = clock_seconds_since(game->turn_start_ns);
    game->used += seconds;
    game->turn_start_ns = clock_now_ns();
    return seconds;
}

/* ---- The end of a game ---- */

/* What `reason`, said by a player of `color`, means. */
static Outcome outcome_of_reason(DxpEndReason reason, Color color) {
    switch (reason) {
    case DXP_END_LOSS:
        return outcome_of_win(color_other(color));
    case DXP_END_DRAW:
        return OUTCOME_DRAW;
    case DXP_END_WIN:
        return outcome_of_win(color);
    case DXP_END_UNKNOWN:
        break;
    }
    return OUTCOME_NONE;
}

/* Ends the game on the own turn. */
static void end_game(DxpTalk *talk, DxpEndReason reason, const char *text) {
    talk->own_stop = dxp_setup_is_last(talk);
    DxpMessage message = {.kind = DXP_GAMEEND, .end = {reason, talk->own_stop}};
    dxp_talk_put(talk, &message);
    if (talk->phase == DXP_OVER)
        return;
    dxp_talk_enter(talk, DXP_ENDING, talk->config->ack_seconds);
    dxp_talk_report(talk, false, outcome_of_reason(reason, talk->game.own), text);
}

/* Reports a game that the peer ended or left. `outcome` is what it said; when it said nothing, the
 * board may know. */
static void report_peer_end(DxpTalk *talk, Outcome outcome, const char *text) {
    char buffer[REASON_SIZE];
    Reason reason;
    Outcome by_law = record_outcome(session_record(talk->session), &reason);
    if (by_law != OUTCOME_NONE && (outcome == OUTCOME_NONE || outcome == by_law)) {
        outcome = by_law;
        text =
            record_describe_reason(session_position(talk->session), reason, buffer, sizeof buffer);
    }
    dxp_talk_report(talk, false, outcome, text);
}

void dxp_game_take_end(DxpTalk *talk, const DxpGameEnd *end) {
    static const char *const texts[] = {
        [DXP_END_UNKNOWN] = "the peer ended the game without a result",
        [DXP_END_LOSS] = "the peer gave up",
        [DXP_END_DRAW] = "the peer called a draw",
        [DXP_END_WIN] = "the peer called itself the winner",
    };
    bool stop = end->stop;
    switch (talk->phase) {
    case DXP_PLAYING:
        dxp_think_halt(talk);
        talk->game.has_chosen = false;
        talk->own_stop = stop;
        dxp_talk_put(talk, &(DxpMessage){.kind = DXP_GAMEEND, .end = {DXP_END_UNKNOWN, stop}});
        report_peer_end(talk, outcome_of_reason(end->reason, color_other(talk->game.own)),
                        texts[end->reason]);
        dxp_setup_go_on(talk, stop);
        break;
    case DXP_ENDING:
        dxp_setup_go_on(talk, stop || talk->own_stop);
        break;
    default: /* an acknowledgement that comes late; it is never answered */
        if (stop && talk->phase == DXP_REQUESTED)
            dxp_talk_report(talk, true, OUTCOME_NONE, "the peer plays no more games");
        if (stop)
            dxp_setup_go_on(talk, true);
        break;
    }
}

void dxp_game_time_out(DxpTalk *talk) {
    dxp_talk_tell(talk, "the peer did not acknowledge the end of the game");
    dxp_setup_go_on(talk, talk->own_stop);
}

void dxp_game_abandon(DxpTalk *talk) {
    /* Harmless when it is the peer that went away. */
    if (talk->status != STATUS_CLOSED)
        dxp_talk_put(talk, &(DxpMessage){.kind = DXP_GAMEEND, .end = {DXP_END_UNKNOWN, true}});
    report_peer_end(talk, OUTCOME_NONE, "the conversation broke off");
}

/* ---- Turns ---- */

/* Ends the game if the board says so; false if it goes on. */
static bool end_by_law(DxpTalk *talk) {
    char text[REASON_SIZE];
    const GameRecord *record = session_record(talk->session);
    const DxpGame *game = &talk->game;
    Reason reason;
    Outcome outcome = record_outcome(record, &reason);
    record_describe_reason(session_position(talk->session), reason, text, sizeof text);
    if (game->draw_plies >= 0) {
        record_describe_reason(&record->entries[game->draw_plies].position, game->draw_reason, text,
                               sizeof text);
        end_game(talk, DXP_END_DRAW, text);
    } else if (outcome == OUTCOME_DRAW && talk->config->claims_draws) {
        dxp_talk_say(talk, "draw: %s", text);
        end_game(talk, DXP_END_DRAW, text);
    } else if (outcome != OUTCOME_NONE && outcome != OUTCOME_DRAW) {
        end_game(talk, DXP_END_LOSS, text);
    } else if (game->moves > 0 && record_plies(record) >= 2 * game->moves) {
        snprintf(text, sizeof text, "all %d moves of the game are played", game->moves);
        end_game(talk, DXP_END_UNKNOWN, text);
    } else {
        return false;
    }
    return true;
}

static void begin_turn(DxpTalk *talk) {
    talk->game.turn_start_ns = clock_now_ns();
    if (!is_own_turn(talk))
        dxp_think_ponder(talk);
    else if (!end_by_law(talk))
        dxp_think_begin(talk);
}

void dxp_game_begin(DxpTalk *talk) {
    dxp_talk_enter(talk, DXP_PLAYING, 0);
    dxp_talk_tell(talk, "game %d: %s against %s, %g minutes, %d moves", talk->games,
                  talk->game.own == COLOR_WHITE ? "White" : "Black",
                  *talk->peer_name ? talk->peer_name : "a peer without a name",
                  talk->game.seconds / 60, talk->game.moves);
    begin_turn(talk);
}

void dxp_game_take_move(DxpTalk *talk, const DxpMove *message) {
    Move move;
    Error error;
    if (talk->phase == DXP_ENDING) /* crossed with the end of the game */
        return;
    if (talk->phase != DXP_PLAYING) {
        dxp_talk_say(talk, "no game is in progress: move ignored");
        return;
    }
    if (is_own_turn(talk)) {
        dxp_talk_say(talk, "it is not your turn: move ignored");
        return;
    }
    Status status = dxp_move_find(session_position(talk->session), message, &move, &error);
    if (status < 0) {
        dxp_talk_say(talk, "move ignored: %s", error.text);
        return;
    }
    dxp_think_halt(talk);
    status = session_play(talk->session, move, &error);
    if (status < 0)
        dxp_talk_fail(talk, status, error.text);
    else
        begin_turn(talk);
}

/* ---- The own move ---- */

/* Whether the score says that it is time to give up. */
static bool gives_up(DxpTalk *talk, int score) {
    int limit = talk->config->resign_score;
    talk->game.bad_scores = limit > 0 && score <= -limit ? talk->game.bad_scores + 1 : 0;
    return talk->game.bad_scores >= BAD_SCORES_MAX;
}

void dxp_game_choose(DxpTalk *talk, const SearchResult *result) {
    char text[REASON_SIZE];
    if (gives_up(talk, result->score)) {
        snprintf(text, sizeof text, "given up with a score of %+.2f", result->score / 100.0);
        end_game(talk, DXP_END_LOSS, text);
        return;
    }
    talk->game.chosen = result->best;
    talk->game.has_chosen = true;
    dxp_game_send_move(talk);
}

/* What follows an own move on the board. */
static void announce_draw(DxpTalk *talk) {
    char text[REASON_SIZE];
    Reason reason;
    const GameRecord *record = session_record(talk->session);
    if (record_outcome(record, &reason) != OUTCOME_DRAW || !talk->config->claims_draws ||
        talk->game.draw_plies >= 0)
        return;
    talk->game.draw_plies = record_plies(record);
    talk->game.draw_reason = reason;
    record_describe_reason(session_position(talk->session), reason, text, sizeof text);
    dxp_talk_say(talk, "draw: %s", text);
}

void dxp_game_send_move(DxpTalk *talk) {
    Error error;
    DxpGame *game = &talk->game;
    if (talk->phase != DXP_PLAYING || !game->has_chosen ||
        !dxp_outbox_is_free(&talk->outbox, DXP_MOVE))
        return;
    DxpMessage message = {.kind = DXP_MOVE};
    dxp_move_write(session_position(talk->session), game->chosen, &message.move);
    message.move.has_seconds = true;
    message.move.seconds = account_time(game);
    game->has_chosen = false;
    dxp_talk_put(talk, &message);
    Status status = session_play(talk->session, game->chosen, &error);
    if (status < 0) {
        dxp_talk_fail(talk, status, error.text);
        return;
    }
    dxp_think_tell_score(talk);
    announce_draw(talk);
    begin_turn(talk);
}

/* ---- Taking back ---- */

static void go_back(DxpTalk *talk, int ply) {
    DxpGame *game = &talk->game;
    dxp_think_halt(talk);
    if (is_own_turn(talk))
        account_time(game);
    game->has_chosen = false;
    game->bad_scores = 0;
    if (game->draw_plies > ply)
        game->draw_plies = -1;
    Error error;
    Status status = STATUS_OK;
    while (status == STATUS_OK && record_plies(session_record(talk->session)) > ply)
        status = session_undo(talk->session, &error);
    if (status < 0)
        dxp_talk_fail(talk, status, error.text);
    else
        begin_turn(talk);
}

void dxp_game_take_back(DxpTalk *talk, const DxpBackRequest *back) {
    const GameRecord *record = session_record(talk->session);
    int ply = talk->phase == DXP_PLAYING && back ? dxp_back_find_ply(record, back) : -1;
    DxpMessage message = {.kind = DXP_BACKACC,
                          .back_accept.code = ply < 0 ? DXP_BACK_REFUSED : DXP_BACK_OK};
    dxp_talk_put(talk, &message);
    if (ply < 0)
        dxp_talk_tell(talk, "taking back refused: the game has no such move");
    else if (ply < record_plies(record))
        go_back(talk, ply);
}
