/* SPDX-License-Identifier: MIT */
#include "protocol/arbiter.h"

#include "protocol/arbiter_internal.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Words ---- */

const char *arbiter_color_name(Color color) {
    return color == COLOR_WHITE ? "White" : "Black";
}

static void add_ruling(Arbiter *arbiter, RulingKind kind, LawMatter matter, const char *format,
                       va_list arguments) __attribute__((format(printf, 4, 0)));

static void add_ruling(Arbiter *arbiter, RulingKind kind, LawMatter matter, const char *format,
                       va_list arguments) {
    Answer *answer = arbiter->answer;
    if (answer->count == RULINGS_MAX)
        return;
    /* What a book says nothing about is ruled under its clause on the end of the game, where it
     * says what stays open. */
    if (!arbiter->book->clauses[matter].text)
        matter = MATTER_END;
    Ruling *ruling = &answer->rulings[answer->count++];
    ruling->kind = kind;
    ruling->matter = matter;
    vsnprintf(ruling->text, sizeof ruling->text, format, arguments);
}

void arbiter_rule(Arbiter *arbiter, RulingKind kind, LawMatter matter, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    add_ruling(arbiter, kind, matter, format, arguments);
    va_end(arguments);
}

Status arbiter_refuse(Arbiter *arbiter, LawMatter matter, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    add_ruling(arbiter, RULING_REFUSED, matter, format, arguments);
    va_end(arguments);
    return STATUS_OK;
}

const char *arbiter_write_move(const Arbiter *arbiter, Move move,
                               char buffer[static ARBITER_MOVE_TEXT_SIZE]) {
    const Geometry *geometry = rules_geometry(arbiter->rules);
    int length =
        snprintf(buffer, ARBITER_MOVE_TEXT_SIZE, "%d%c%d", move_from_square(geometry, move),
                 move_is_capture(move) ? 'x' : '-', move_to_square(geometry, move));
    Bitboard captured = move_count_captured(move) > 1 ? move_captured(move) : 0;
    for (; captured && length < ARBITER_MOVE_TEXT_SIZE - 4; captured = bits_rest(captured))
        length += snprintf(buffer + length, (size_t)(ARBITER_MOVE_TEXT_SIZE - length), "x%d",
                           geometry->square_of_cell[bits_first(captured)]);
    return buffer;
}

/* ---- Life ---- */

Status arbiter_new(const LawBook *book, IrregularityPolicy policy, const ClockConfig *clock,
                   Arbiter **ret_arbiter, Error *error) {
    Arbiter *arbiter = calloc(1, sizeof *arbiter);
    if (!arbiter)
        return error_set(error, STATUS_NO_MEMORY, "no memory for an arbiter");
    arbiter->book = book;
    arbiter->rules = rules_get(book->variant);
    arbiter->policy = policy;
    arbiter->config = clock ? *clock : book->clock;
    Position start;
    position_init_start(&start, arbiter->rules);
    Status status = record_init(&arbiter->record, &start, error);
    if (status < 0) {
        free(arbiter);
        return status;
    }
    *ret_arbiter = arbiter;
    return STATUS_OK;
}

void arbiter_free(Arbiter *arbiter) {
    if (!arbiter)
        return;
    record_done(&arbiter->record);
    free(arbiter);
}

const LawBook *arbiter_get_book(const Arbiter *arbiter) {
    return arbiter->book;
}

/* ---- The game ---- */

Color arbiter_turn(const Arbiter *arbiter) {
    return (Color)arbiter->now.position.turn;
}

Bitboard arbiter_square_bit(const Arbiter *arbiter, int square) {
    return geometry_square_bit(rules_geometry(arbiter->rules), square);
}

GameState arbiter_won_by(Color color) {
    return color == COLOR_WHITE ? GAME_WHITE_WON : GAME_BLACK_WON;
}

bool arbiter_is_disputed(const Arbiter *arbiter) {
    PendingKind kind = arbiter->pending.kind;
    return kind == PENDING_ADVANTAGE ||
           (kind == PENDING_WRONG && arbiter->book->wrong == WRONG_DISPUTE);
}

int arbiter_list_moves_of(const Arbiter *arbiter, const HuffPosition *position, MoveList *list) {
    return arbiter->book->has_huff ? huff_generate(position, list)
                                   : movegen_generate(&position->position, list);
}

int arbiter_list_moves(const Arbiter *arbiter, MoveList *list) {
    list->count = 0;
    return arbiter->game == GAME_NONE ? 0 : arbiter_list_moves_of(arbiter, &arbiter->now, list);
}

void arbiter_event_of_move(const Arbiter *arbiter, Move move, ArbiterEvent *ret_event) {
    const Geometry *geometry = rules_geometry(arbiter->rules);
    *ret_event = (ArbiterEvent){.kind = EVENT_MOVE, .by = arbiter_turn(arbiter)};
    ret_event->jumps = move_is_capture(move);
    ret_event->squares[ret_event->square_count++] = (uint8_t)move_from_square(geometry, move);
    ret_event->squares[ret_event->square_count++] = (uint8_t)move_to_square(geometry, move);
    for (Bitboard cells = move_captured(move); cells; cells = bits_rest(cells))
        ret_event->squares[ret_event->square_count++] = geometry->square_of_cell[bits_first(cells)];
}

void arbiter_end_game(Arbiter *arbiter, GameState game, LawMatter matter, const char *format, ...) {
    va_list arguments;
    arbiter->game = game;
    arbiter->pending.kind = PENDING_NONE;
    arbiter->is_offered = false;
    arbiter_pause_clock(arbiter);
    va_start(arguments, format);
    add_ruling(arbiter, RULING_OVER, matter, format, arguments);
    va_end(arguments);
}

void arbiter_pause_clock(Arbiter *arbiter) {
    game_clock_stop(&arbiter->clock);
}

/* A side without a turn has lost; in some books a draw ends the game by itself. */
static void end_by_board(Arbiter *arbiter) {
    static const LawMatter matter_of[] = {
        [REASON_REPETITION] = MATTER_REPETITION, [REASON_QUIET_MOVES] = MATTER_QUIET};
    MoveList list;
    Color turn = arbiter_turn(arbiter);
    bool has_turn = arbiter->book->has_huff ? huff_has_turn(&arbiter->now)
                                            : movegen_generate(&arbiter->now.position, &list) > 0;
    if (!has_turn) {
        arbiter_end_game(arbiter, arbiter_won_by(color_other(turn)), MATTER_END, "%s cannot move",
                         arbiter_color_name(turn));
        return;
    }
    Reason reason = REASON_NONE;
    if (arbiter->book->draws != DRAWS_ALONE ||
        record_outcome(&arbiter->record, &reason) != OUTCOME_DRAW)
        return;
    const Position *position = record_current(&arbiter->record);
    LawMatter matter = reason != REASON_COUNTED_ENDING ? matter_of[reason]
                       : position->ending == 1         ? MATTER_COUNTING
                                                       : MATTER_SMALL;
    char text[RULING_TEXT_SIZE];
    arbiter_end_game(arbiter, GAME_DRAWN, matter, "%s",
                     record_describe_reason(position, reason, text, sizeof text));
}

static bool has_capture(const Arbiter *arbiter) {
    return movegen_has_capture(&arbiter->now.position, arbiter_turn(arbiter));
}

void arbiter_begin_turn(Arbiter *arbiter) {
    arbiter->hand = (Hand){0};
    end_by_board(arbiter);
    if (arbiter->game != GAME_GOES_ON)
        return;
    int64_t limit =
        arbiter->book->en_prise_ms && has_capture(arbiter) ? arbiter->book->en_prise_ms : 0;
    if (arbiter->config.kind == CLOCK_NONE)
        limit = 0;
    game_clock_begin(&arbiter->clock, &arbiter->now.position.board, arbiter_turn(arbiter), limit);
}

void arbiter_put_position(Arbiter *arbiter, const HuffPosition *position) {
    arbiter->now = *position;
    arbiter->has_previous = false;
    record_restart(&arbiter->record, &position->position);
}

Status arbiter_play(Arbiter *arbiter, Move move, Error *error) {
    if (arbiter->book->draws != DRAWS_NONE) {
        Status status = record_push(&arbiter->record, move, error);
        if (status < 0)
            return status;
    }
    arbiter->previous = arbiter->now;
    if (arbiter->book->has_huff)
        huff_make(&arbiter->previous, move, &arbiter->now);
    else
        position_make(&arbiter->previous.position, move, &arbiter->now.position);
    arbiter->now.key = huff_compute_key(&arbiter->now);
    arbiter->has_previous = true;
    arbiter->last = move;
    bool crown = move.promotes && arbiter->book->crown_first;
    const Geometry *geometry = rules_geometry(arbiter->rules);
    arbiter->must_crown = crown ? move_to_square(geometry, move) : 0;
    return STATUS_OK;
}

void arbiter_unplay(Arbiter *arbiter) {
    if (arbiter->book->draws != DRAWS_NONE)
        record_pop(&arbiter->record);
    arbiter->now = arbiter->previous;
    arbiter->has_previous = false;
    arbiter->must_crown = 0;
}

/* ---- Before the game ---- */

static Status take_new(Arbiter *arbiter, const ArbiterEvent *event, Error *error) {
    (void)error;
    Position start;
    if (arbiter->game == GAME_GOES_ON)
        return arbiter_refuse(arbiter, MATTER_END, "the game that goes on has to end first");
    if (event->start && event->start->rules != arbiter->rules)
        return arbiter_refuse(arbiter, MATTER_BOARD, "%s is not the game of this book",
                              event->start->rules->name);
    if (event->start)
        start = *event->start;
    else
        position_init_start(&start, arbiter->rules);
    if (arbiter->games++ && arbiter->first_player && arbiter->book->colours_change)
        arbiter->first_player = 3 - arbiter->first_player;
    HuffPosition position = {.position = start, .law = &arbiter->book->huff};
    position.key = huff_compute_key(&position);
    arbiter_put_position(arbiter, &position);
    arbiter->game = GAME_GOES_ON;
    arbiter->must_crown = 0;
    arbiter->count = NULL;
    arbiter->is_offered = false;
    arbiter->pending.kind = PENDING_NONE;
    int64_t now_ms = arbiter->clock.now_ms;
    game_clock_init(&arbiter->clock, &arbiter->config);
    game_clock_advance(&arbiter->clock, now_ms, NULL);
    Color turn = arbiter_turn(arbiter);
    if (arbiter->first_player)
        arbiter_rule(arbiter, RULING_ACCEPTED, MATTER_FIRST,
                     "game %d, player %d has the men of %s; %s to move", arbiter->games,
                     arbiter->first_player, arbiter_color_name(arbiter->rules->first),
                     arbiter_color_name(turn));
    else
        arbiter_rule(arbiter, RULING_ACCEPTED, MATTER_FIRST, "game %d, %s to move", arbiter->games,
                     arbiter_color_name(turn));
    arbiter_begin_turn(arbiter);
    return STATUS_OK;
}

static Status take_misplaced(Arbiter *arbiter, const ArbiterEvent *event, Error *error) {
    (void)event;
    (void)error;
    if (arbiter->game != GAME_GOES_ON)
        return arbiter_refuse(arbiter, MATTER_BOARD, "no game goes on");
    arbiter_end_game(arbiter, GAME_ANNULLED, MATTER_BOARD,
                     "the board was placed wrongly: the game is annulled");
    return STATUS_OK;
}

static Status take_lot(Arbiter *arbiter, const ArbiterEvent *event, Error *error) {
    (void)error;
    if (arbiter->games > 0)
        return arbiter_refuse(arbiter, MATTER_FIRST, "the lot is drawn before the first game");
    if (event->number != 1 && event->number != 2)
        return arbiter_refuse(arbiter, MATTER_FIRST, "the players are 1 and 2");
    arbiter->first_player = event->number;
    arbiter_rule(arbiter, RULING_ACCEPTED, MATTER_FIRST, "player %d has the men of %s",
                 event->number, arbiter_color_name(arbiter->rules->first));
    return STATUS_OK;
}

/* ---- Events ---- */

typedef struct {
    ArbiterHandler *take;
    int squares;   /* needed at least */
    bool in_game;  /* only while a game goes on */
    bool disputed; /* also while the named arbiter has to decide */
} Handling;

static const Handling handlings[EVENT_COUNT] = {
    [EVENT_NEW] = {take_new, 0, false, true},
    [EVENT_MISPLACED] = {take_misplaced, 0, true, true},
    [EVENT_LOT] = {take_lot, 0, false, true},
    [EVENT_TIME] = {arbiter_take_time, 0, false, true},
    [EVENT_TOUCH] = {arbiter_take_touch, 1, true, false},
    [EVENT_ADJUST] = {arbiter_take_adjust, 1, true, false},
    [EVENT_PAST] = {arbiter_take_past, 2, true, false},
    [EVENT_PLACE] = {arbiter_take_place, 2, true, false},
    [EVENT_RELEASE] = {arbiter_take_release, 0, true, false},
    [EVENT_MOVE] = {arbiter_take_move, 2, true, false},
    [EVENT_TAKE_BACK] = {arbiter_take_take_back, 0, true, false},
    [EVENT_LIFT] = {arbiter_take_lift, 1, true, false},
    [EVENT_CROWN] = {arbiter_take_crown, 1, true, false},
    [EVENT_INTIMATE] = {arbiter_take_intimate, 0, true, false},
    [EVENT_HUFF] = {arbiter_take_huff, 1, true, false},
    [EVENT_COMPEL] = {arbiter_take_compel, 0, true, false},
    [EVENT_STAND] = {arbiter_take_stand, 0, true, false},
    [EVENT_RECTIFY] = {arbiter_take_rectify, 0, true, false},
    [EVENT_RESIGN] = {arbiter_take_resign, 0, true, true},
    [EVENT_OFFER] = {arbiter_take_offer, 0, true, false},
    [EVENT_ACCEPT] = {arbiter_take_accept, 0, true, false},
    [EVENT_DECLINE] = {arbiter_take_decline, 0, true, false},
    [EVENT_CLAIM] = {arbiter_take_claim, 0, true, false},
    [EVENT_NOTICE] = {arbiter_take_notice, 0, true, false},
    [EVENT_SHOW] = {arbiter_take_show, 0, true, false},
    [EVENT_DECIDE] = {arbiter_take_decide, 0, true, true},
};

static bool are_squares(const Arbiter *arbiter, const ArbiterEvent *event) {
    int squares = rules_geometry(arbiter->rules)->square_count;
    for (int i = 0; i < event->square_count; i++)
        if (event->squares[i] < 1 || event->squares[i] > squares)
            return false;
    return true;
}

Status arbiter_take(Arbiter *arbiter, const ArbiterEvent *event, Answer *ret_answer, Error *error) {
    const Handling *handling = &handlings[event->kind];
    ret_answer->count = 0;
    arbiter->answer = ret_answer;
    if (handling->in_game && arbiter->game != GAME_GOES_ON)
        return arbiter_refuse(arbiter, MATTER_END, "no game goes on");
    if (!handling->disputed && arbiter_is_disputed(arbiter))
        return arbiter_refuse(arbiter, MATTER_WRONG, "the named arbiter has to decide first");
    if (event->square_count < handling->squares || !are_squares(arbiter, event))
        return arbiter_refuse(arbiter, MATTER_MOVE, "the squares of this board are 1 to %d",
                              rules_geometry(arbiter->rules)->square_count);
    return handling->take(arbiter, event, error);
}

/* ---- State ---- */

static unsigned may_of_pending(const Arbiter *arbiter) {
    if (arbiter_is_disputed(arbiter))
        return MAY_DECIDE;
    return MAY_RECTIFY | (arbiter->pending.can_stand ? MAY_STAND : 0u);
}

static unsigned may_of_turn(const Arbiter *arbiter) {
    const HuffPosition *now = &arbiter->now;
    MoveList list;
    Color stronger;
    unsigned may = 0;
    if (arbiter->must_crown)
        may |= MAY_CROWN;
    else if (arbiter_list_moves(arbiter, &list))
        may |= MAY_MOVE;
    if (now->huffable)
        may |= MAY_HUFF | MAY_STAND;
    if (now->may_compel)
        may |= MAY_COMPEL;
    if (arbiter->book->draws == DRAWS_CLAIM && arbiter_can_claim(arbiter))
        may |= MAY_CLAIM;
    if (arbiter->count && arbiter->book->counts_judged)
        may |= MAY_SHOW;
    else if (!arbiter->count && law_book_find_count(arbiter->book, &now->position.board, &stronger))
        may |= MAY_NOTICE;
    if (arbiter->book->intimation && !now->compelled && has_capture(arbiter))
        may |= MAY_INTIMATE;
    return may;
}

ArbiterState arbiter_get_state(const Arbiter *arbiter) {
    ArbiterState state = {
        .game = arbiter->game,
        .position = arbiter->game == GAME_NONE ? NULL : &arbiter->now,
        .left_ms = game_clock_left(&arbiter->clock),
        .first_player = arbiter->first_player,
    };
    if (arbiter->game != GAME_GOES_ON) {
        state.may = MAY_NEW;
        return state;
    }
    bool pending = arbiter->pending.kind != PENDING_NONE;
    state.turn = pending ? color_other(arbiter->pending.offender) : arbiter_turn(arbiter);
    state.may = pending ? may_of_pending(arbiter) : may_of_turn(arbiter);
    if (arbiter->is_offered)
        state.may |= MAY_ACCEPT;
    if (arbiter->count) {
        state.counted = arbiter->counted;
        state.count_limit = arbiter->count->moves;
        state.stronger = arbiter->stronger;
    }
    return state;
}
