/* SPDX-License-Identifier: MIT */
#include "protocol/arbiter_internal.h"

/* ---- Results by the players ---- */

Status arbiter_take_resign(Arbiter *arbiter, const ArbiterEvent *event, Error *error) {
    (void)error;
    arbiter_end_game(arbiter, arbiter_won_by(color_other(event->by)), MATTER_END, "%s resigns",
                     arbiter_color_name(event->by));
    return STATUS_OK;
}

Status arbiter_take_offer(Arbiter *arbiter, const ArbiterEvent *event, Error *error) {
    (void)error;
    if (arbiter->is_offered)
        return arbiter_refuse(arbiter, MATTER_END, "%s has offered a draw already",
                              arbiter_color_name(arbiter->offerer));
    arbiter->is_offered = true;
    arbiter->offerer = event->by;
    arbiter_rule(arbiter, RULING_ACCEPTED, MATTER_END, "%s offers a draw",
                 arbiter_color_name(event->by));
    return STATUS_OK;
}

static bool is_offered_to(const Arbiter *arbiter, Color color) {
    return arbiter->is_offered && arbiter->offerer != color;
}

Status arbiter_take_accept(Arbiter *arbiter, const ArbiterEvent *event, Error *error) {
    (void)error;
    if (!is_offered_to(arbiter, event->by))
        return arbiter_refuse(arbiter, MATTER_END, "nobody has offered him a draw");
    arbiter_end_game(arbiter, GAME_DRAWN, MATTER_END, "drawn by agreement");
    return STATUS_OK;
}

Status arbiter_take_decline(Arbiter *arbiter, const ArbiterEvent *event, Error *error) {
    (void)error;
    if (!is_offered_to(arbiter, event->by))
        return arbiter_refuse(arbiter, MATTER_END, "nobody has offered him a draw");
    arbiter->is_offered = false;
    arbiter_rule(arbiter, RULING_ACCEPTED, MATTER_END, "%s declines",
                 arbiter_color_name(event->by));
    return STATUS_OK;
}

/* ---- Draws by the law ---- */

static bool is_repeated(const Arbiter *arbiter) {
    int limit = arbiter->rules->repetition_limit;
    return limit && record_occurrences(&arbiter->record) >= limit;
}

static bool is_quiet(const Arbiter *arbiter) {
    int limit = arbiter->rules->quiet_ply_limit;
    return limit && arbiter->now.position.quiet_plies >= limit;
}

bool arbiter_can_claim(const Arbiter *arbiter) {
    return is_repeated(arbiter) || is_quiet(arbiter);
}

Status arbiter_take_claim(Arbiter *arbiter, const ArbiterEvent *event, Error *error) {
    (void)error;
    if (arbiter->book->draws == DRAWS_NONE)
        return arbiter_refuse(arbiter, MATTER_END, "this book has no draw by claim");
    if (event->by != arbiter_turn(arbiter) || arbiter->pending.kind != PENDING_NONE)
        return arbiter_refuse(arbiter, MATTER_REPETITION, "the player to move may claim");
    if (!arbiter_can_claim(arbiter))
        return arbiter_refuse(arbiter, MATTER_REPETITION,
                              "occurrence %d of the position, %d plies without man's move or "
                              "capture: no draw",
                              record_occurrences(&arbiter->record),
                              arbiter->now.position.quiet_plies);
    bool repeated = is_repeated(arbiter);
    arbiter_end_game(arbiter, GAME_DRAWN, repeated ? MATTER_REPETITION : MATTER_QUIET,
                     "the claim of %s is right", arbiter_color_name(event->by));
    return STATUS_OK;
}

/* ---- Counted endings ---- */

Status arbiter_take_notice(Arbiter *arbiter, const ArbiterEvent *event, Error *error) {
    (void)error;
    Color stronger;
    if (!arbiter->book->counts[0].moves)
        return arbiter_refuse(arbiter, MATTER_END, "this book has no count on notice");
    if (arbiter->count)
        return arbiter_refuse(arbiter, MATTER_COUNTING, "the count runs already");
    const LawCount *count =
        law_book_find_count(arbiter->book, &arbiter->now.position.board, &stronger);
    if (!count || stronger == event->by)
        return arbiter_refuse(arbiter, MATTER_COUNTING, "%s",
                              count ? "the weaker side gives notice"
                                    : "in no such balance is counted");
    arbiter->count = count;
    arbiter->stronger = stronger;
    arbiter->counted = 0;
    arbiter_rule(arbiter, RULING_ACCEPTED, MATTER_COUNTING, "%s has %d moves to win",
                 arbiter_color_name(stronger), count->moves);
    return STATUS_OK;
}

void arbiter_count_move(Arbiter *arbiter, Color mover) {
    Color stronger = arbiter->stronger;
    if (!arbiter->count || arbiter->game != GAME_GOES_ON)
        return;
    const LawCount *count =
        law_book_find_count(arbiter->book, &arbiter->now.position.board, &stronger);
    if (count != arbiter->count || stronger != arbiter->stronger) {
        arbiter->count = NULL;
        arbiter_rule(arbiter, RULING_NOTE, MATTER_COUNTING, "another balance: the count is off");
        return;
    }
    if (mover != stronger)
        return;
    arbiter->counted++;
    if (arbiter->counted >= count->moves)
        arbiter_end_game(arbiter, GAME_DRAWN, MATTER_COUNTING, "%s has not won within %d moves",
                         arbiter_color_name(stronger), count->moves);
    else
        arbiter_rule(arbiter, RULING_NOTE, MATTER_COUNTING, "move %d of %d", arbiter->counted,
                     count->moves);
}

Status arbiter_take_show(Arbiter *arbiter, const ArbiterEvent *event, Error *error) {
    (void)error;
    if (!arbiter->count || !arbiter->book->counts_judged)
        return arbiter_refuse(arbiter, arbiter->book->counts_judged ? MATTER_COUNTING : MATTER_END,
                              "there is no count in which an advantage could be shown");
    if (event->by != arbiter->stronger || arbiter->pending.kind != PENDING_NONE)
        return arbiter_refuse(arbiter, MATTER_COUNTING, "the stronger side shows its advantage");
    arbiter->pending = (Pending){.kind = PENDING_ADVANTAGE, .offender = event->by};
    arbiter_pause_clock(arbiter);
    arbiter_rule(arbiter, RULING_ACCEPTED, MATTER_COUNTING,
                 "%s shows an advantage: the named arbiter decides", arbiter_color_name(event->by));
    return STATUS_OK;
}

/* ---- Time ---- */

Status arbiter_take_time(Arbiter *arbiter, const ArbiterEvent *event, Error *error) {
    (void)error;
    Error reason;
    if (game_clock_advance(&arbiter->clock, event->time_ms, &reason) < 0)
        return arbiter_refuse(arbiter, MATTER_TIME, "%s", reason.text);
    Color side = arbiter->clock.side;
    int64_t left = game_clock_left(&arbiter->clock);
    int seconds = left > 0 ? game_clock_warn(&arbiter->clock) : 0;
    arbiter_rule(arbiter, RULING_ACCEPTED, MATTER_TIME, "%lld ms", (long long)event->time_ms);
    if (seconds)
        arbiter_rule(arbiter, RULING_WARNING, MATTER_TIME, "%s has %d seconds left",
                     arbiter_color_name(side), seconds);
    if (left == 0)
        arbiter_end_game(arbiter, arbiter_won_by(color_other(side)), MATTER_TIME,
                         "time: %s has lost", arbiter_color_name(side));
    return STATUS_OK;
}
