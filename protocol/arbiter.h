/* SPDX-License-Identifier: MIT
 *
 * The arbiter: watches games under a law book. What happens at the board goes in as events; what
 * the book says to it comes out as rulings, each with its clause. It has no clock of its own (time
 * comes with events), reads and prints nothing, and the same events always give the same rulings.
 * arbiter_line.h is its form for other programs. One thread at a time may use an arbiter. */
#ifndef HUFF_PROTOCOL_ARBITER_H
#define HUFF_PROTOCOL_ARBITER_H

#include "engine/board/record.h"
#include "protocol/law_book.h"

typedef struct Arbiter Arbiter;

typedef enum {
    EVENT_NEW,       /* a game begins at `start`, or with the start position when it is NULL */
    EVENT_MISPLACED, /* the board or the men were placed wrongly */
    EVENT_LOT,       /* player `number`, 1 or 2, has drawn the colour that begins */
    EVENT_TIME,      /* it is `time_ms` now */
    EVENT_TOUCH,     /* `by` takes hold of the piece on squares[0] */
    EVENT_ADJUST,    /* the same, having said that he puts it right */
    EVENT_PAST,      /* the piece from squares[0] passed the angle towards squares[1] */
    EVENT_PLACE,     /* the piece is where the squares say but the hand is on it */
    EVENT_RELEASE,   /* the hand leaves the piece that was placed */
    EVENT_MOVE,      /* a move, released: from, then landing squares or the end and the captured
                        squares */
    EVENT_TAKE_BACK, /* `by` takes his last move back */
    EVENT_LIFT,      /* with his capture `by` has removed his own piece on squares[0] too */
    EVENT_CROWN,     /* `by` crowns the adversary's man on squares[0] */
    EVENT_INTIMATE,  /* `by` tells his adversary, whose turn it is, to take */
    EVENT_HUFF,      /* `by` takes the piece on squares[0] off */
    EVENT_COMPEL,    /* `by` has a capture made that was left out */
    EVENT_STAND,     /* `by` lets stand what he might have huffed or had rectified */
    EVENT_RECTIFY,   /* `by` has an irregularity rectified */
    EVENT_RESIGN,
    EVENT_OFFER, /* a draw */
    EVENT_ACCEPT,
    EVENT_DECLINE,
    EVENT_CLAIM,  /* `by` claims a draw by the law */
    EVENT_NOTICE, /* `by`, the weaker side, gives notice to count */
    EVENT_SHOW,   /* `by`, the stronger side, says that he has a decided advantage */
    EVENT_DECIDE, /* the named arbiter decides what is in dispute: `decision` */
    EVENT_COUNT,
} EventKind;

typedef enum {
    DECISION_RECTIFY,
    DECISION_STAND,
    DECISION_FORFEIT,   /* the offender loses */
    DECISION_ADVANTAGE, /* the advantage is decided: the count is off */
    DECISION_NONE,      /* it is not: the count goes on */
} Decision;

typedef struct {
    EventKind kind;
    Color by;
    int number;
    int64_t time_ms;
    Decision decision;
    const Position *start;
    bool jumps; /* the move was written as a capture */
    int square_count;
    uint8_t squares[SQUARE_COUNT_MAX]; /* 1..N */
} ArbiterEvent;

/* What is done with an irregularity for which the book gives a choice. */
typedef enum {
    IRREGULARITY_ASK, /* the book's way */
    IRREGULARITY_RECTIFY,
    IRREGULARITY_STAND, /* where the position can be played on, else rectified */
    IRREGULARITY_FORFEIT,
} IrregularityPolicy;

typedef enum {
    RULING_ACCEPTED,
    RULING_REFUSED,   /* nothing has changed */
    RULING_IRREGULAR, /* something wrong was done; who may choose what is in the state */
    RULING_NOTE,      /* something to know: what may be chosen, a count that runs or lapsed */
    RULING_WARNING,   /* time runs short */
    RULING_OVER,
} RulingKind;

enum {
    RULING_TEXT_SIZE = 400,
    RULINGS_MAX = 8
};

typedef struct {
    RulingKind kind;
    LawMatter matter; /* its clause is in the book */
    char text[RULING_TEXT_SIZE];
} Ruling;

typedef struct {
    int count;
    Ruling rulings[RULINGS_MAX];
} Answer;

/* Things that may be done now, a bit each. Resigning, touching and time are always possible while a
 * game goes on. */
enum {
    MAY_NEW = 1 << 0,
    MAY_MOVE = 1 << 1,
    MAY_HUFF = 1 << 2,
    MAY_COMPEL = 1 << 3,
    MAY_STAND = 1 << 4,
    MAY_RECTIFY = 1 << 5,
    MAY_CROWN = 1 << 6,  /* and has to, before he moves */
    MAY_DECIDE = 1 << 7, /* the named arbiter */
    MAY_ACCEPT = 1 << 8, /* or decline a draw; the one who did not offer */
    MAY_CLAIM = 1 << 9,
    MAY_NOTICE = 1 << 10,   /* the weaker side */
    MAY_INTIMATE = 1 << 11, /* the one who is not to move */
    MAY_SHOW = 1 << 12,     /* the stronger side */
};

typedef enum {
    GAME_NONE, /* none has begun */
    GAME_GOES_ON,
    GAME_WHITE_WON,
    GAME_DRAWN,
    GAME_BLACK_WON,
    GAME_ANNULLED,
} GameState;

typedef struct {
    GameState game;
    const HuffPosition *position; /* NULL when no game has begun */
    Color turn;                   /* who has to do something: move, or choose */
    unsigned may;                 /* MAY_ bits */
    int counted, count_limit;     /* moves of the stronger side in a counted ending; 0, 0: none */
    Color stronger;               /* of that count */
    int64_t left_ms;              /* of the turn; INT64_MAX without limit */
    int first_player;             /* 1 or 2 has the men that begin; 0: not drawn */
} ArbiterState;

/* An arbiter without a game. `clock` NULL: the book's. STATUS_NO_MEMORY. */
Status arbiter_new(const LawBook *book, IrregularityPolicy policy, const ClockConfig *clock,
                   Arbiter **ret_arbiter, Error *error);
/* NULL is allowed. */
void arbiter_free(Arbiter *arbiter);

/* Takes an event in and answers with one ruling at least. Events must have the fields their kind
 * wants, squares 1..N of the board; anything else is for the arbiter to refuse. STATUS_NO_MEMORY,
 * and then nothing has changed but the time. */
Status arbiter_take(Arbiter *arbiter, const ArbiterEvent *event, Answer *ret_answer, Error *error);

/* How things stand; the position is valid until the next event. */
ArbiterState arbiter_get_state(const Arbiter *arbiter);
const LawBook *arbiter_get_book(const Arbiter *arbiter);

/* The moves that are legal now for the side to move, what it might choose first left aside. */
int arbiter_list_moves(const Arbiter *arbiter, MoveList *list);

/* Fills in `event` as EVENT_MOVE of the side to move. `move` is one of arbiter_list_moves. */
void arbiter_event_of_move(const Arbiter *arbiter, Move move, ArbiterEvent *ret_event);

#endif
