/* SPDX-License-Identifier: MIT */
#include "protocol/arbiter_internal.h"

/* The clause on which a book without the huff refuses it. */
static Status refuse_huff(Arbiter *arbiter, const char *why) {
    LawMatter matter = arbiter->book->has_huff ? MATTER_HUFF : MATTER_CAPTURE;
    return arbiter_refuse(arbiter, matter, "%s",
                          arbiter->book->has_huff ? why : "this book knows no huff");
}

static bool may_choose(const Arbiter *arbiter, const ArbiterEvent *event) {
    return arbiter->pending.kind == PENDING_NONE && event->by == arbiter_turn(arbiter);
}

Status arbiter_take_huff(Arbiter *arbiter, const ArbiterEvent *event, Error *error) {
    (void)error;
    int square = event->squares[0];
    Bitboard bit = arbiter_square_bit(arbiter, square);
    if (!may_choose(arbiter, event) || !(arbiter->now.huffable & bit))
        return refuse_huff(arbiter, "no piece that he may huff stands there");
    HuffPosition next;
    huff_take(&arbiter->now, bits_first(bit), &next);
    arbiter_put_position(arbiter, &next);
    if (arbiter->must_crown == square)
        arbiter->must_crown = 0;
    arbiter_rule(arbiter, RULING_ACCEPTED, MATTER_HUFF, "%s huffs %d and has to move",
                 arbiter_color_name(event->by), square);
    MoveList list;
    if (!arbiter_list_moves(arbiter, &list))
        arbiter_end_game(arbiter, arbiter_won_by(color_other(event->by)), MATTER_END,
                         "%s cannot move", arbiter_color_name(event->by));
    return STATUS_OK;
}

Status arbiter_take_compel(Arbiter *arbiter, const ArbiterEvent *event, Error *error) {
    (void)error;
    if (!may_choose(arbiter, event) || !arbiter->now.may_compel)
        return refuse_huff(arbiter, "no capture was left out that he may compel");
    HuffPosition next;
    huff_compel(&arbiter->now, &next);
    arbiter_put_position(arbiter, &next);
    arbiter->must_crown = 0;
    arbiter_rule(arbiter, RULING_ACCEPTED, MATTER_OMITTED,
                 "the move is taken back and %s has to take",
                 arbiter_color_name(color_other(event->by)));
    arbiter_pause_clock(arbiter);
    arbiter_begin_turn(arbiter);
    return STATUS_OK;
}

Status arbiter_take_stand(Arbiter *arbiter, const ArbiterEvent *event, Error *error) {
    (void)error;
    if (arbiter->pending.kind != PENDING_NONE) {
        if (event->by == arbiter->pending.offender || !arbiter->pending.can_stand)
            return arbiter_refuse(arbiter, MATTER_WRONG, "%s",
                                  arbiter->pending.can_stand ? "it is for his adversary to choose"
                                                             : "it cannot be played on so");
        return arbiter_settle_stand(arbiter);
    }
    if (!may_choose(arbiter, event) || !arbiter->now.huffable)
        return refuse_huff(arbiter, "there is nothing that he might let stand");
    HuffPosition next;
    huff_stand(&arbiter->now, &next);
    arbiter->now = next;
    arbiter_rule(arbiter, RULING_ACCEPTED, MATTER_OMITTED, "%s lets it stand",
                 arbiter_color_name(event->by));
    MoveList list;
    if (!arbiter_list_moves(arbiter, &list))
        arbiter_end_game(arbiter, arbiter_won_by(color_other(event->by)), MATTER_END,
                         "%s cannot move", arbiter_color_name(event->by));
    return STATUS_OK;
}

Status arbiter_take_rectify(Arbiter *arbiter, const ArbiterEvent *event, Error *error) {
    (void)error;
    if (arbiter->pending.kind == PENDING_NONE)
        return arbiter_refuse(arbiter, MATTER_WRONG, "there is nothing to rectify");
    if (event->by == arbiter->pending.offender)
        return arbiter_refuse(arbiter, MATTER_WRONG, "it is for his adversary to choose");
    return arbiter_settle_rectify(arbiter);
}

Status arbiter_take_crown(Arbiter *arbiter, const ArbiterEvent *event, Error *error) {
    (void)error;
    if (arbiter->pending.kind != PENDING_NONE || event->by != arbiter_turn(arbiter) ||
        !arbiter->must_crown || arbiter->must_crown != event->squares[0])
        return arbiter_refuse(arbiter, MATTER_CROWNING, "no man for him to crown stands there");
    arbiter->must_crown = 0;
    arbiter_rule(arbiter, RULING_ACCEPTED, MATTER_CROWNING, "%d is crowned", event->squares[0]);
    return STATUS_OK;
}

Status arbiter_take_intimate(Arbiter *arbiter, const ArbiterEvent *event, Error *error) {
    (void)error;
    LawMatter matter = arbiter->book->has_huff ? MATTER_OMITTED : MATTER_CAPTURE;
    if (!arbiter->book->intimation)
        return arbiter_refuse(arbiter, matter, "this book knows no intimation");
    if (arbiter->pending.kind != PENDING_NONE || event->by == arbiter_turn(arbiter) ||
        arbiter->now.compelled ||
        !movegen_has_capture(&arbiter->now.position, arbiter_turn(arbiter)))
        return arbiter_refuse(arbiter, matter, "there is no capture that he could demand");
    arbiter->now.compelled = true;
    arbiter->now.key = huff_compute_key(&arbiter->now);
    /* What was touched before binds only where it can take. */
    arbiter->hand.place.square_count = 0;
    arbiter_rule(arbiter, RULING_ACCEPTED, matter, "%s has to take and cannot stand the huff",
                 arbiter_color_name(arbiter_turn(arbiter)));
    return STATUS_OK;
}

static Status decide_advantage(Arbiter *arbiter, Decision decision) {
    if (decision != DECISION_ADVANTAGE && decision != DECISION_NONE)
        return arbiter_refuse(arbiter, MATTER_COUNTING, "to be decided: advantage or none");
    arbiter->pending.kind = PENDING_NONE;
    if (decision == DECISION_ADVANTAGE)
        arbiter->count = NULL;
    arbiter_rule(arbiter, RULING_ACCEPTED, MATTER_COUNTING, "%s",
                 decision == DECISION_ADVANTAGE ? "the advantage is decided: the count is off"
                                                : "no decided advantage: the count goes on");
    game_clock_begin(&arbiter->clock, &arbiter->now.position.board, arbiter_turn(arbiter), 0);
    return STATUS_OK;
}

Status arbiter_take_decide(Arbiter *arbiter, const ArbiterEvent *event, Error *error) {
    (void)error;
    const Pending *pending = &arbiter->pending;
    if (!arbiter_is_disputed(arbiter))
        return arbiter_refuse(arbiter, MATTER_WRONG, "nothing is in dispute");
    if (pending->kind == PENDING_ADVANTAGE)
        return decide_advantage(arbiter, event->decision);
    if (event->decision == DECISION_RECTIFY)
        return arbiter_settle_rectify(arbiter);
    if (event->decision == DECISION_STAND && pending->can_stand)
        return arbiter_settle_stand(arbiter);
    if (event->decision != DECISION_FORFEIT)
        return arbiter_refuse(arbiter, MATTER_WRONG, "to be decided: rectify%s or forfeit",
                              pending->can_stand ? ", stand" : "");
    arbiter_end_game(arbiter, arbiter_won_by(color_other(pending->offender)), MATTER_WRONG,
                     "%s forfeits the game", arbiter_color_name(pending->offender));
    return STATUS_OK;
}
