/* SPDX-License-Identifier: MIT
 *
 * Private to the arbiter: its state and what its files share. arbiter.c has its life, the state and
 * the end of a turn; arbiter_move.c touch and move; arbiter_wrong.c irregularities;
 * arbiter_choice.c the adversary's answers; arbiter_claim.c draws, counts and time. */
#ifndef HUFF_PROTOCOL_ARBITER_INTERNAL_H
#define HUFF_PROTOCOL_ARBITER_INTERNAL_H

#include "protocol/arbiter.h"

typedef enum {
    PENDING_NONE,
    PENDING_WRONG,     /* an irregularity; the adversary, or the named arbiter, has to choose */
    PENDING_OWN_MAN,   /* the offender's own man is off the board with his capture */
    PENDING_ADVANTAGE, /* the named arbiter has to judge it */
} PendingKind;

typedef struct {
    PendingKind kind;
    Color offender;
    bool can_stand;    /* `stood` can be played on */
    bool of_take_back; /* `stood` is the position before the last move */
    HuffPosition rectified, stood;
} Pending;

/* What the player did in this turn before his move. Squares, 0 for none. */
typedef struct {
    int touched;        /* he is bound to play this piece */
    int past;           /* and to this square */
    ArbiterEvent place; /* square_count 0: nothing is placed and held */
} Hand;

struct Arbiter {
    const LawBook *book;
    const Rules *rules;
    IrregularityPolicy policy;
    ClockConfig config;
    GameClock clock;
    int games, first_player;

    GameState game;
    HuffPosition now;
    GameRecord record; /* of books with rules about draws; else of the start alone */
    bool has_previous; /* the last thing done was a move, from `previous` */
    HuffPosition previous;
    Move last;
    int must_crown; /* square of a man that came to its last row and is not crowned yet */
    Hand hand;
    Pending pending;
    bool is_offered;
    Color offerer;
    const LawCount *count; /* NULL: nobody counts */
    Color stronger;
    int counted;

    Answer *answer; /* of the event that is taken in */
};

enum {
    ARBITER_MOVE_TEXT_SIZE = 256
};

const char *arbiter_color_name(Color color);

/* Adds a ruling. More than RULINGS_MAX of an event cannot happen and are dropped. */
void arbiter_rule(Arbiter *arbiter, RulingKind kind, LawMatter matter, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* The same with RULING_REFUSED; returns STATUS_OK, so that a handler can end with it. */
Status arbiter_refuse(Arbiter *arbiter, LawMatter matter, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* "11-15", "32x23", and with the captured squares when there are several. Returns `buffer`. */
const char *arbiter_write_move(const Arbiter *arbiter, Move move,
                               char buffer[static ARBITER_MOVE_TEXT_SIZE]);

Color arbiter_turn(const Arbiter *arbiter);
/* Whether a named arbiter has to decide; then nobody else may do anything but resign. */
bool arbiter_is_disputed(const Arbiter *arbiter);
Bitboard arbiter_square_bit(const Arbiter *arbiter, int square);
int arbiter_list_moves_of(const Arbiter *arbiter, const HuffPosition *position, MoveList *list);

/* Ends the game. */
void arbiter_end_game(Arbiter *arbiter, GameState game, LawMatter matter, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
GameState arbiter_won_by(Color color);

/* Puts a position in place of the present one, none of whose moves led there: the turn begins anew
 * and the record with it. */
void arbiter_put_position(Arbiter *arbiter, const HuffPosition *position);
/* Plays a legal move. STATUS_NO_MEMORY, and nothing has changed. */
Status arbiter_play(Arbiter *arbiter, Move move, Error *error);
/* Takes the last move off the record; `previous` becomes the present. */
void arbiter_unplay(Arbiter *arbiter);
/* A turn begins: its clock runs, and it may be over at once. */
void arbiter_begin_turn(Arbiter *arbiter);
void arbiter_pause_clock(Arbiter *arbiter);

/* arbiter_wrong.c: an irregularity that led, or is to be thought to have led, to the board of
 * `event`. STATUS_OK always. */
Status arbiter_find_wrong(Arbiter *arbiter, const ArbiterEvent *event, const char *what);
/* One whose two ways out are known; `stood` NULL: it cannot stand. */
Status arbiter_find_wrong_between(Arbiter *arbiter, Color offender, LawMatter matter,
                                  const HuffPosition *rectified, const HuffPosition *stood,
                                  bool of_take_back, const char *what);
/* Settles what is pending. */
Status arbiter_settle_stand(Arbiter *arbiter);
Status arbiter_settle_rectify(Arbiter *arbiter);
/* The present position with other pieces and side to move; false when it cannot be. */
bool arbiter_make_board(const Arbiter *arbiter, const Board *board, Color turn,
                        HuffPosition *ret_position);

/* The handlers of events. */
typedef Status ArbiterHandler(Arbiter *arbiter, const ArbiterEvent *event, Error *error);
ArbiterHandler arbiter_take_touch, arbiter_take_adjust, arbiter_take_past, arbiter_take_place,
    arbiter_take_release, arbiter_take_move, arbiter_take_take_back, arbiter_take_lift,
    arbiter_take_crown, arbiter_take_intimate, arbiter_take_huff, arbiter_take_compel,
    arbiter_take_stand, arbiter_take_rectify, arbiter_take_decide, arbiter_take_resign,
    arbiter_take_offer, arbiter_take_accept, arbiter_take_decline, arbiter_take_claim,
    arbiter_take_notice, arbiter_take_show, arbiter_take_time;

/* Whether the law gives the player to move a draw for the asking. */
bool arbiter_can_claim(const Arbiter *arbiter);

/* Counts a move that was played, and ends what its count ends. */
void arbiter_count_move(Arbiter *arbiter, Color mover);

#endif
