/* SPDX-License-Identifier: MIT */
#include "protocol/arbiter_internal.h"

#include "engine/board/route.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Which move is meant ---- */

/* How well a move fits the squares: all that can be said of it is said, or its ends are. */
typedef enum {
    FIT_NONE,
    FIT_ENDS,
    FIT_FULL
} Fit;

/* Every jump of a short piece is between two squares of the text. */
static bool fits_jumps(const Arbiter *arbiter, const ArbiterEvent *event, Move move) {
    const Geometry *geometry = rules_geometry(arbiter->rules);
    Bitboard left = move_captured(move);
    for (int i = 1; i < event->square_count; i++) {
        int from = event->squares[i - 1], to = event->squares[i];
        int row = geometry_square_row(geometry, from) + geometry_square_row(geometry, to);
        int column = geometry_square_column(geometry, from) + geometry_square_column(geometry, to);
        int rows = geometry_square_row(geometry, to) - geometry_square_row(geometry, from);
        int over = abs(rows) == 2 ? geometry_square_at(geometry, row / 2, column / 2) : 0;
        if (!over || !(left & geometry_square_bit(geometry, over)))
            return false;
        left &= ~geometry_square_bit(geometry, over);
    }
    return !left;
}

static bool fits_landings(const Arbiter *arbiter, const ArbiterEvent *event, Move move) {
    if (arbiter->book->has_huff)
        return fits_jumps(arbiter, event, move);
    return route_fits(&arbiter->now.position, move, event->squares, event->square_count);
}

/* The squares behind the end, as the ones that are taken. */
static Bitboard read_captured(const Arbiter *arbiter, const ArbiterEvent *event) {
    Bitboard captured = 0;
    for (int i = 2; i < event->square_count; i++)
        captured |= arbiter_square_bit(arbiter, event->squares[i]);
    return captured;
}

static Fit fit_move(const Arbiter *arbiter, const ArbiterEvent *event, Move move) {
    const Geometry *geometry = rules_geometry(arbiter->rules);
    int count = event->square_count, end = move_to_square(geometry, move);
    if (event->squares[0] != move_from_square(geometry, move))
        return FIT_NONE;
    if (event->squares[1] == end && read_captured(arbiter, event) == move_captured(move))
        return FIT_FULL;
    if (count == move_count_captured(move) + 1 && event->squares[count - 1] == end &&
        fits_landings(arbiter, event, move))
        return FIT_FULL;
    if (count == 2)
        return event->squares[1] == end ? FIT_ENDS : FIT_NONE;
    bool some = event->squares[1] == end && !(read_captured(arbiter, event) & ~move_captured(move));
    return some ? FIT_ENDS : FIT_NONE;
}

/* The legal moves that fit best. */
static void match_moves(const Arbiter *arbiter, const ArbiterEvent *event, MoveList *ret_fitting) {
    MoveList list;
    Fit best = FIT_ENDS;
    ret_fitting->count = 0;
    arbiter_list_moves(arbiter, &list);
    for (int i = 0; i < list.count; i++) {
        Fit fit = fit_move(arbiter, event, list.moves[i]);
        if (fit > best) {
            best = fit;
            ret_fitting->count = 0;
        }
        if (fit == best)
            ret_fitting->moves[ret_fitting->count++] = list.moves[i];
    }
}

static Status refuse_ambiguous(Arbiter *arbiter, const MoveList *fitting) {
    enum {
        SHOWN_MAX = 6
    };
    char text[RULING_TEXT_SIZE] = "";
    int length = 0;
    for (int i = 0; i < fitting->count && i < SHOWN_MAX; i++) {
        char move[ARBITER_MOVE_TEXT_SIZE];
        arbiter_write_move(arbiter, fitting->moves[i], move);
        int added = snprintf(text + length, sizeof text - (size_t)length, " %.40s", move);
        length += added;
    }
    LawMatter matter = arbiter->book->clauses[MATTER_SHOWN].text ? MATTER_SHOWN : MATTER_CAPTURE;
    return arbiter_refuse(arbiter, matter, "that fits %d captures:%.250s", fitting->count, text);
}

/* ---- Touch ---- */

static bool lists_move_of(const Arbiter *arbiter, const HuffPosition *position, int square) {
    MoveList list;
    const Geometry *geometry = rules_geometry(arbiter->rules);
    arbiter_list_moves_of(arbiter, position, &list);
    for (int i = 0; i < list.count; i++)
        if (move_from_square(geometry, list.moves[i]) == square)
            return true;
    return false;
}

/* Whether the piece can be played, perhaps after a huff. */
static bool is_playable(const Arbiter *arbiter, int square) {
    if (lists_move_of(arbiter, &arbiter->now, square))
        return true;
    for (Bitboard cells = arbiter->now.huffable; cells; cells = bits_rest(cells)) {
        HuffPosition next;
        huff_take(&arbiter->now, bits_first(cells), &next);
        if (lists_move_of(arbiter, &next, square))
            return true;
    }
    return false;
}

static bool is_own(const Arbiter *arbiter, Color color, int square) {
    return board_pieces(&arbiter->now.position.board, color) & arbiter_square_bit(arbiter, square);
}

/* Takes hold of a piece; says nothing when `quietly` and nothing is wrong with it. */
static void touch(Arbiter *arbiter, const ArbiterEvent *event, bool quietly) {
    int square = event->squares[0];
    const char *name = arbiter_color_name(event->by);
    bool turn = event->by == arbiter_turn(arbiter) && arbiter->pending.kind == PENDING_NONE;
    if (!turn || !is_own(arbiter, event->by, square)) {
        if (!quietly)
            arbiter_rule(arbiter, RULING_ACCEPTED, MATTER_TOUCH, "%s",
                         turn ? "not his piece: nothing follows" : "not his turn: nothing follows");
        return;
    }
    game_clock_touch(&arbiter->clock, &arbiter->now.position.board);
    bool forfeits = arbiter->book->touch == TOUCH_FORFEITS;
    bool bound = arbiter->hand.touched && arbiter->hand.touched != square;
    bool playable = is_playable(arbiter, square);
    if (forfeits && (bound || !playable)) {
        arbiter_end_game(arbiter, arbiter_won_by(color_other(event->by)), MATTER_TOUCH,
                         bound ? "%s touched another piece than %d"
                               : "%s touched a piece that "
                                 "cannot be played, on %d",
                         name, bound ? arbiter->hand.touched : square);
        return;
    }
    if (!bound && playable)
        arbiter->hand.touched = square;
    if (quietly)
        return;
    if (bound)
        arbiter_rule(arbiter, RULING_ACCEPTED, MATTER_TOUCH, "%s is bound to %d already", name,
                     arbiter->hand.touched);
    else if (playable)
        arbiter_rule(arbiter, RULING_ACCEPTED, MATTER_TOUCH, "%s has to play %d", name, square);
    else
        arbiter_rule(arbiter, RULING_ACCEPTED, MATTER_TOUCH, "%d cannot be played: nothing follows",
                     square);
}

Status arbiter_take_touch(Arbiter *arbiter, const ArbiterEvent *event, Error *error) {
    (void)error;
    touch(arbiter, event, false);
    return STATUS_OK;
}

Status arbiter_take_adjust(Arbiter *arbiter, const ArbiterEvent *event, Error *error) {
    (void)error;
    if (arbiter->book->adjusting)
        arbiter_rule(arbiter, RULING_ACCEPTED, MATTER_TOUCH, "%d is put right: nothing follows",
                     event->squares[0]);
    else
        touch(arbiter, event, false);
    return STATUS_OK;
}

/* Whether the piece has a move whose first step or jump is to the square. */
static bool can_go_to(const Arbiter *arbiter, int from, int to) {
    MoveList list;
    ArbiterEvent step = {.square_count = 2, .squares = {(uint8_t)from, (uint8_t)to}};
    arbiter_list_moves(arbiter, &list);
    for (int i = 0; i < list.count; i++)
        if (fit_move(arbiter, &step, list.moves[i]) != FIT_NONE)
            return true;
    return false;
}

Status arbiter_take_past(Arbiter *arbiter, const ArbiterEvent *event, Error *error) {
    (void)error;
    int from = event->squares[0], to = event->squares[1];
    touch(arbiter, event, true);
    if (arbiter->game != GAME_GOES_ON)
        return STATUS_OK;
    bool bound = arbiter->book->angle && event->by == arbiter_turn(arbiter) &&
                 arbiter->hand.touched == from && !arbiter->hand.past &&
                 can_go_to(arbiter, from, to);
    if (bound)
        arbiter->hand.past = to;
    LawMatter matter = arbiter->book->angle ? MATTER_ANGLE : MATTER_TOUCH;
    if (bound)
        arbiter_rule(arbiter, RULING_ACCEPTED, matter, "%s has to go to %d",
                     arbiter_color_name(event->by), to);
    else
        arbiter_rule(arbiter, RULING_ACCEPTED, matter, "nothing follows but the touch");
    return STATUS_OK;
}

/* ---- Moves ---- */

Status arbiter_take_place(Arbiter *arbiter, const ArbiterEvent *event, Error *error) {
    (void)error;
    if (event->by != arbiter_turn(arbiter) || arbiter->pending.kind != PENDING_NONE)
        return arbiter_refuse(arbiter, MATTER_MOVE, "it is not his turn");
    touch(arbiter, event, true);
    if (arbiter->game != GAME_GOES_ON)
        return STATUS_OK;
    arbiter->hand.place = *event;
    LawMatter matter = arbiter->book->clauses[MATTER_RELEASE].text ? MATTER_RELEASE : MATTER_MOVE;
    arbiter_rule(arbiter, RULING_ACCEPTED, matter, "not finished until the hand leaves it");
    return STATUS_OK;
}

Status arbiter_take_release(Arbiter *arbiter, const ArbiterEvent *event, Error *error) {
    ArbiterEvent move = arbiter->hand.place;
    if (!move.square_count || event->by != move.by)
        return arbiter_refuse(arbiter, MATTER_MOVE, "he holds no piece");
    arbiter->hand.place.square_count = 0;
    move.kind = EVENT_MOVE;
    return arbiter_take_move(arbiter, &move, error);
}

/* What is wrong with a move of the side to move that fits a legal one; NULL: nothing. */
static const char *find_hand_fault(const Arbiter *arbiter, const ArbiterEvent *event, Move move) {
    int from = event->squares[0];
    int touched = arbiter->hand.touched;
    if (touched && touched != from && lists_move_of(arbiter, &arbiter->now, touched))
        return "touched one piece and moved another";
    if (!arbiter->hand.past || touched != from)
        return NULL;
    ArbiterEvent step = {.square_count = 2,
                         .squares = {(uint8_t)from, (uint8_t)arbiter->hand.past}};
    if (fit_move(arbiter, &step, move) == FIT_NONE && can_go_to(arbiter, from, arbiter->hand.past))
        return "was past the angle of a square and went to another";
    return NULL;
}

static const char *name_wrong(const Arbiter *arbiter, const ArbiterEvent *event) {
    Color by = event->by;
    if (is_own(arbiter, color_other(by), event->squares[0]))
        return "moved an opponent's piece";
    if (by != arbiter_turn(arbiter))
        return "made two moves in a row";
    if (!event->jumps && movegen_has_capture(&arbiter->now.position, by) &&
        (!arbiter->book->has_huff || arbiter->now.compelled))
        return "did not take when a capture was due";
    return "made an irregular move";
}

static Status accept_move(Arbiter *arbiter, Move move, Error *error) {
    char text[ARBITER_MOVE_TEXT_SIZE];
    Color mover = arbiter_turn(arbiter);
    bool stood = arbiter->now.huffable != 0;
    Status status = arbiter_play(arbiter, move, error);
    if (status < 0)
        return status;
    LawMatter matter = move_is_capture(move) ? MATTER_CAPTURE : MATTER_MOVE;
    if (stood)
        arbiter_rule(arbiter, RULING_NOTE, MATTER_OMITTED, "%s lets it stand",
                     arbiter_color_name(mover));
    arbiter_rule(arbiter, RULING_ACCEPTED, matter, "%s %s", arbiter_color_name(mover),
                 arbiter_write_move(arbiter, move, text));
    if (move.promotes)
        arbiter_rule(arbiter, RULING_NOTE, MATTER_CROWNING, "%s",
                     arbiter->must_crown ? "the adversary crowns it before he moves"
                                         : "the man is crowned");
    if (arbiter->now.huffable)
        arbiter_rule(arbiter, RULING_NOTE, move_is_capture(move) ? MATTER_PART : MATTER_OMITTED,
                     "%s",
                     arbiter->now.may_compel ? "the adversary may huff, compel or let it stand"
                                             : "the adversary may huff or let it stand");
    if (arbiter->is_offered && arbiter->offerer != mover)
        arbiter->is_offered = false;
    game_clock_end(&arbiter->clock);
    arbiter_begin_turn(arbiter);
    arbiter_count_move(arbiter, mover);
    return STATUS_OK;
}

/* Whether the move would be legal if a capture might be cut short, under a book of the huff that
 * does not let it. */
static bool takes_part(Arbiter *arbiter, const ArbiterEvent *event) {
    static const HuffLaw parts = {.cut_short = true};
    if (!arbiter->book->has_huff || arbiter->now.compelled)
        return false;
    MoveList fitting;
    const HuffLaw *law = arbiter->now.law;
    arbiter->now.law = &parts;
    match_moves(arbiter, event, &fitting);
    arbiter->now.law = law;
    return fitting.count > 0;
}

/* Whether the adversary lets an irregularity stand by a legal move from the board it left. */
static bool is_played_on(Arbiter *arbiter, const ArbiterEvent *event) {
    const Pending *pending = &arbiter->pending;
    if (event->by == pending->offender || !pending->can_stand ||
        event->by != (Color)pending->stood.position.turn)
        return false;
    MoveList fitting;
    HuffPosition now = arbiter->now;
    arbiter->now = pending->stood;
    match_moves(arbiter, event, &fitting);
    arbiter->now = now;
    return fitting.count == 1;
}

Status arbiter_take_move(Arbiter *arbiter, const ArbiterEvent *event, Error *error) {
    int from = event->squares[0];
    Bitboard occupied = board_occupied(&arbiter->now.position.board);
    if (arbiter->pending.kind != PENDING_NONE) {
        if (!is_played_on(arbiter, event))
            return arbiter_refuse(arbiter, MATTER_WRONG, "%s has to choose first",
                                  arbiter_color_name(color_other(arbiter->pending.offender)));
        Status status = arbiter_settle_stand(arbiter);
        if (status < 0 || arbiter->game != GAME_GOES_ON)
            return status;
        occupied = board_occupied(&arbiter->now.position.board);
    }
    if (!(occupied & arbiter_square_bit(arbiter, from)))
        return arbiter_refuse(arbiter, MATTER_MOVE, "no piece stands on %d", from);
    if (event->by != arbiter_turn(arbiter))
        return arbiter_find_wrong(arbiter, event, name_wrong(arbiter, event));
    if (arbiter->must_crown)
        return arbiter_refuse(arbiter, MATTER_CROWNING, "the man on %d has to be crowned first",
                              arbiter->must_crown);
    MoveList fitting;
    match_moves(arbiter, event, &fitting);
    if (fitting.count == 0) {
        bool part = takes_part(arbiter, event);
        if (part)
            arbiter_rule(arbiter, RULING_NOTE, MATTER_PART, "%d could take more",
                         event->squares[0]);
        return arbiter_find_wrong(arbiter, event,
                                  part ? "did not take all" : name_wrong(arbiter, event));
    }
    if (fitting.count > 1)
        return refuse_ambiguous(arbiter, &fitting);
    const char *fault = find_hand_fault(arbiter, event, fitting.moves[0]);
    if (fault)
        return arbiter_find_wrong(arbiter, event, fault);
    return accept_move(arbiter, fitting.moves[0], error);
}
