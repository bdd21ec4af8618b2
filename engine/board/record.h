/* SPDX-License-Identifier: MIT
 *
 * A game as played: the start position, the moves and the positions after each, and whether the
 * game is over by the law. */
#ifndef HUFF_ENGINE_BOARD_RECORD_H
#define HUFF_ENGINE_BOARD_RECORD_H

#include "engine/board/position.h"

typedef enum {
    OUTCOME_NONE, /* the game goes on */
    OUTCOME_WHITE_WINS,
    OUTCOME_DRAW,
    OUTCOME_BLACK_WINS,
} Outcome;

/* Why a game is over. */
typedef enum {
    REASON_NONE,
    REASON_NO_MOVE,        /* the side to move has no pieces or all are blocked */
    REASON_CROWNED,        /* a side has a king, where the first one wins */
    REASON_REPETITION,     /* the same position, same side to move, for the limit's time */
    REASON_QUIET_MOVES,    /* too many king moves in a row without capture */
    REASON_COUNTED_ENDING, /* too many moves in a counted ending */
} Reason;

/* One entry per position: [0] is the start and has no move. */
typedef struct {
    Position position;
    Move move; /* the move that led here */
} RecordEntry;

typedef struct {
    RecordEntry *entries; /* `count` of them, never fewer than 1 */
    int count;
    int capacity;
} GameRecord;

/* Starts a record at `start`. Fails with STATUS_NO_MEMORY. One thread at a time may use a record.
 */
Status record_init(GameRecord *record, const Position *start, Error *error);
/* Frees what record_init took; a zeroed record is allowed. */
void record_done(GameRecord *record);

/* Forgets all moves and starts again at `start`. Cannot fail. */
void record_restart(GameRecord *record, const Position *start);

/* Plays a legal move. Fails with STATUS_NO_MEMORY and then changes nothing. */
Status record_push(GameRecord *record, Move move, Error *error);

/* Takes the last move back; false when there is none. */
bool record_pop(GameRecord *record);

/* The current position; valid until the record changes. */
const Position *record_current(const GameRecord *record);

/* Plies played since the start. */
int record_plies(const GameRecord *record);

/* How often the current position has stood on the board with the same side to move, now included.
 */
int record_occurrences(const GameRecord *record);

/* Whether the game is over, and why (`ret_reason` may be NULL). A side without a move has lost (or
 * won, if that is the law) even when a draw rule would apply at the same ply. */
Outcome record_outcome(const GameRecord *record, Reason *ret_reason);

/* One English phrase for people, without a full stop: "the same position for the third time (FMJD
 * 6.1)". `position` is the last one of the game. Fills and returns `buffer`. */
const char *record_describe_reason(const Position *position, Reason reason, char *buffer,
                                   size_t size);

#endif
