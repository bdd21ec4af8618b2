/* SPDX-License-Identifier: MIT */
#include "protocol/arbiter_internal.h"

#include <stdlib.h>

bool arbiter_make_board(const Arbiter *arbiter, const Board *board, Color turn,
                        HuffPosition *ret_position) {
    Position position;
    if (position_init_board(&position, arbiter->rules, board, turn, NULL) < 0)
        return false;
    *ret_position = (HuffPosition){.position = position, .law = arbiter->now.law};
    ret_position->key = huff_compute_key(ret_position);
    return true;
}

static int middle_of(const Geometry *geometry, int from, int to) {
    int rows = geometry_square_row(geometry, to) - geometry_square_row(geometry, from);
    int columns = geometry_square_column(geometry, to) - geometry_square_column(geometry, from);
    if (abs(rows) != 2 || abs(columns) != 2)
        return 0;
    return geometry_square_at(geometry, geometry_square_row(geometry, from) + rows / 2,
                              geometry_square_column(geometry, from) + columns / 2);
}

/* Where the piece went and what left the board with it, as far as the squares tell: the squares
 * after the end where the second is the only empty one, else those jumped over. */
static int read_hand(const Arbiter *arbiter, const ArbiterEvent *event, Bitboard *ret_captured) {
    const Geometry *geometry = rules_geometry(arbiter->rules);
    Bitboard occupied = board_occupied(&arbiter->now.position.board);
    Bitboard named = 0, jumped = 0;
    for (int i = 2; i < event->square_count; i++)
        named |= arbiter_square_bit(arbiter, event->squares[i]);
    if (event->square_count > 2 && (named & occupied) == named) {
        *ret_captured = named;
        return event->squares[1];
    }
    for (int i = 1; i < event->square_count && event->jumps; i++) {
        int over = middle_of(geometry, event->squares[i - 1], event->squares[i]);
        if (over)
            jumped |= arbiter_square_bit(arbiter, over);
    }
    *ret_captured = jumped;
    return event->squares[event->square_count - 1];
}

/* The board as the hand left it, the other side to move; false when it cannot be played on. */
static bool make_stood(const Arbiter *arbiter, const ArbiterEvent *event, HuffPosition *ret_stood) {
    Board board = arbiter->now.position.board;
    Bitboard captured;
    int to = read_hand(arbiter, event, &captured);
    Bitboard from_bit = arbiter_square_bit(arbiter, event->squares[0]);
    Bitboard to_bit = arbiter_square_bit(arbiter, to);
    if ((board_occupied(&board) & ~from_bit & to_bit) || to == event->squares[0])
        return false;
    Color owner = board_pieces(&board, COLOR_WHITE) & from_bit ? COLOR_WHITE : COLOR_BLACK;
    bool crowned = to_bit & rules_crowning_mask(arbiter->rules, owner);
    bool king = board.kings[owner] & from_bit || crowned;
    captured &= board_pieces(&board, color_other(event->by));
    for (int color = 0; color < COLOR_COUNT; color++) {
        board.men[color] &= ~(from_bit | captured);
        board.kings[color] &= ~(from_bit | captured);
    }
    *(king ? &board.kings[owner] : &board.men[owner]) |= to_bit;
    return arbiter_make_board(arbiter, &board, color_other(event->by), ret_stood);
}

Status arbiter_find_wrong(Arbiter *arbiter, const ArbiterEvent *event, const char *what) {
    HuffPosition stood;
    bool can_stand = make_stood(arbiter, event, &stood);
    return arbiter_find_wrong_between(arbiter, event->by, MATTER_WRONG, &arbiter->now,
                                      can_stand ? &stood : NULL, false, what);
}

static void settle_by_policy(Arbiter *arbiter) {
    Pending *pending = &arbiter->pending;
    if (arbiter->policy == IRREGULARITY_FORFEIT)
        arbiter_end_game(arbiter, arbiter_won_by(color_other(pending->offender)), MATTER_WRONG,
                         "%s forfeits the game", arbiter_color_name(pending->offender));
    else if (arbiter->policy == IRREGULARITY_STAND && pending->can_stand)
        arbiter_settle_stand(arbiter);
    else
        arbiter_settle_rectify(arbiter);
}

Status arbiter_find_wrong_between(Arbiter *arbiter, Color offender, LawMatter matter,
                                  const HuffPosition *rectified, const HuffPosition *stood,
                                  bool of_take_back, const char *what) {
    const char *name = arbiter_color_name(offender);
    WrongLaw law = arbiter->book->wrong;
    if (law == WRONG_FORFEIT && matter == MATTER_WRONG) {
        arbiter_rule(arbiter, RULING_IRREGULAR, matter, "%s %s", name, what);
        arbiter_end_game(arbiter, arbiter_won_by(color_other(offender)), matter,
                         "%s forfeits the game", name);
        return STATUS_OK;
    }
    if (law == WRONG_UNDO) {
        arbiter_rule(arbiter, RULING_IRREGULAR, matter, "%s %s: it is put back", name, what);
        return STATUS_OK;
    }
    arbiter->pending = (Pending){.kind = matter == MATTER_OWN_MAN ? PENDING_OWN_MAN : PENDING_WRONG,
                                 .offender = offender,
                                 .can_stand = stood != NULL,
                                 .of_take_back = of_take_back,
                                 .rectified = *rectified};
    if (stood)
        arbiter->pending.stood = *stood;
    arbiter_pause_clock(arbiter);
    if (arbiter->policy != IRREGULARITY_ASK) {
        arbiter_rule(arbiter, RULING_IRREGULAR, matter, "%s %s", name, what);
        settle_by_policy(arbiter);
    } else if (arbiter_is_disputed(arbiter)) {
        arbiter_rule(arbiter, RULING_IRREGULAR, matter, "%s %s: the named arbiter decides", name,
                     what);
    } else {
        arbiter_rule(arbiter, RULING_IRREGULAR, matter, "%s %s: %s may have it rectified%s", name,
                     what, arbiter_color_name(color_other(offender)),
                     stood ? " or let it stand" : "");
    }
    return STATUS_OK;
}

Status arbiter_settle_stand(Arbiter *arbiter) {
    Pending pending = arbiter->pending;
    arbiter->pending.kind = PENDING_NONE;
    if (pending.of_take_back)
        arbiter_unplay(arbiter);
    else
        arbiter_put_position(arbiter, &pending.stood);
    bool crown = arbiter->must_crown && !(arbiter->now.position.board.kings[pending.offender] &
                                          arbiter_square_bit(arbiter, arbiter->must_crown));
    if (crown)
        arbiter->must_crown = 0;
    arbiter_rule(arbiter, RULING_ACCEPTED,
                 pending.kind == PENDING_OWN_MAN ? MATTER_OWN_MAN : MATTER_WRONG, "it stands");
    arbiter_begin_turn(arbiter);
    return STATUS_OK;
}

Status arbiter_settle_rectify(Arbiter *arbiter) {
    Pending pending = arbiter->pending;
    Hand hand = arbiter->hand;
    arbiter->pending.kind = PENDING_NONE;
    arbiter_rule(arbiter, RULING_ACCEPTED,
                 pending.kind == PENDING_OWN_MAN ? MATTER_OWN_MAN : MATTER_WRONG,
                 "it is rectified; %s to move", arbiter_color_name(arbiter_turn(arbiter)));
    arbiter_begin_turn(arbiter);
    /* What was touched stays touched. */
    hand.place.square_count = 0;
    arbiter->hand = hand;
    return STATUS_OK;
}

Status arbiter_take_take_back(Arbiter *arbiter, const ArbiterEvent *event, Error *error) {
    (void)error;
    if (arbiter->pending.kind != PENDING_NONE || !arbiter->has_previous ||
        event->by == arbiter_turn(arbiter))
        return arbiter_refuse(arbiter, MATTER_WRONG, "he has no last move to take back");
    return arbiter_find_wrong_between(arbiter, event->by, MATTER_WRONG, &arbiter->now,
                                      &arbiter->previous, true, "took his move back");
}

Status arbiter_take_lift(Arbiter *arbiter, const ArbiterEvent *event, Error *error) {
    (void)error;
    const HuffPosition *now = &arbiter->now;
    Bitboard bit = arbiter_square_bit(arbiter, event->squares[0]);
    LawMatter matter = arbiter->book->own_man == OWN_MAN_AS_WRONG ? MATTER_WRONG : MATTER_OWN_MAN;
    if (arbiter->pending.kind != PENDING_NONE || !arbiter->has_previous ||
        event->by == arbiter_turn(arbiter) || !move_is_capture(arbiter->last))
        return arbiter_refuse(arbiter, matter, "he has not just made a capture");
    if (!(board_pieces(&now->position.board, event->by) & bit))
        return arbiter_refuse(arbiter, matter, "no piece of his stands on %d", event->squares[0]);
    HuffPosition stood;
    Board board = now->position.board;
    board.men[event->by] &= ~bit;
    board.kings[event->by] &= ~bit;
    bool can_stand = arbiter_make_board(arbiter, &board, arbiter_turn(arbiter), &stood);
    if (can_stand) {
        stood.huffable = now->huffable & ~bit;
        stood.key = huff_compute_key(&stood);
    }
    return arbiter_find_wrong_between(arbiter, event->by, matter, now, can_stand ? &stood : NULL,
                                      false, "took a man of his own off with the capture");
}
