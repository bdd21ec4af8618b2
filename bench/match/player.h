/* SPDX-License-Identifier: MIT
 *
 * One engine of a match as the referee sees it: it is started, given games, asked for moves and
 * watched. What it speaks is hidden behind a driver (player_internal.h). An engine can do nothing
 * that hurts the match: crashes, hangs and nonsense come back as a fault with a text.
 *
 * Calls of one player come from one thread and block; several players may be used at once. The
 * process must ignore SIGPIPE. Children start with default signal handling, an empty signal mask
 * and no descriptor but the three standard ones; their standard error goes into the log. */
#ifndef HUFF_BENCH_MATCH_PLAYER_H
#define HUFF_BENCH_MATCH_PLAYER_H

#include "bench/match/engine_spec.h"
#include "engine/board/record.h"

typedef struct Player Player;

/* What an engine can do wrong. */
typedef enum {
    FAULT_NONE,
    FAULT_START,   /* could not be started, did not get ready, or refused the game */
    FAULT_CRASH,   /* ended or closed its line */
    FAULT_HANG,    /* gave no answer within the turn's flag and patience */
    FAULT_GARBLED, /* answered what its protocol does not allow there */
    FAULT_ILLEGAL, /* a move that the position does not have, or none */
    FAULT_COUNT,
} PlayerFault;

typedef enum {
    ANSWER_MOVE,
    ANSWER_RESIGNS,      /* gives the game up */
    ANSWER_CLAIMS_DRAW,  /* ends the game as a draw (DXP) */
    ANSWER_CLAIMS_WIN,   /* ends the game as its win (DXP) */
    ANSWER_ENDS_UNKNOWN, /* ends the game without a result (DXP: the agreed moves are played) */
    ANSWER_FAULT,
} AnswerKind;

enum {
    ANSWER_TEXT_SIZE = 256
};

typedef struct {
    AnswerKind kind;
    Move move;      /* ANSWER_MOVE: legal */
    double seconds; /* that passed from the question to the answer, monotonic clock */
    bool has_score; /* what the engine said of its move */
    bool has_depth, has_nodes;
    int score; /* centimen, own view */
    int depth; /* plies */
    uint64_t nodes;
    PlayerFault fault;           /* ANSWER_FAULT */
    char text[ANSWER_TEXT_SIZE]; /* ANSWER_FAULT, one line: what was wrong, with what it said */
} PlayerAnswer;

/* One question for a move. */
typedef struct {
    const GameRecord *record; /* the game from its start; its current position is to be played */
    MatchLimits limits;       /* the player's own */
    double remaining;         /* clock games: seconds left, increment credited */
    int moves_to_control;     /* clock games: own moves left to play in that time; 0: all */
    double flag;              /* seconds from the question after which the move comes too late,
                                 margin included; INFINITY: never */
    double patience;          /* seconds it gets beyond the flag, or in all without one, before it
                                 counts as hung */
    double other_seconds;     /* the other side used for its last move */
} PlayerTurn;

/* Makes a player; nothing is started yet. `spec` must outlive it; so must `rules`.
 * STATUS_NO_MEMORY. */
Status player_new(const EngineSpec *spec, const Rules *rules, Player **ret_player, Error *error);

/* Ends the engine (politely, then by force within two seconds) and frees. NULL is allowed. */
void player_free(Player *player);

/* Starts the engine unless it runs, sets its options and waits until it is ready, at most
 * `patience` seconds. `ret_answer` is ANSWER_FAULT or, when all is well, ANSWER_MOVE without a
 * move. Negative only when this program itself fails (STATUS_NO_MEMORY, STATUS_IO). */
Status player_start(Player *player, double patience, PlayerAnswer *ret_answer, Error *error);

/* Kills the engine if it runs: the next player_start gives a fresh one. After every fault but
 * FAULT_ILLEGAL that has been done already. */
void player_kill(Player *player);

/* What the engine calls itself, or the spec's name, or the command's: never NULL, printable. */
const char *player_get_name(const Player *player);

/* Whether the engine names start position and colours itself (EngineSpec.asks). */
bool player_asks(const Player *player);

/* Begins a game: `color` is the player's. Engines forget what they learnt from earlier games where
 * their protocol allows. As player_start for the return. For an engine that asks, the game is
 * awaited: `*start` and `*color` are set to what it asked for; for others both are only read. */
Status player_begin_game(Player *player, Position *start, Color *color, const MatchLimits *limits,
                         double patience, PlayerAnswer *ret_answer, Error *error);

/* Asks for a move. When the flag falls the engine is told to stop; an answer that comes within the
 * patience is returned with its seconds (the referee sees that they are too many). A resignation is
 * never asked for. As player_start for the return. */
Status player_think(Player *player, const PlayerTurn *turn, PlayerAnswer *ret_answer, Error *error);

/* Lets the engine ponder after its move, which ends `record` (only specs with ponder; otherwise
 * nothing happens). The next player_think or player_end_game deals with it. */
void player_ponder(Player *player, const PlayerTurn *turn);

/* Tells the engine that the game is over (`outcome` OUTCOME_NONE: broken off). Never fails: an
 * engine that misbehaves here is killed. `record` may hold a last move of the other side that the
 * engine has not seen. */
void player_end_game(Player *player, const GameRecord *record, Outcome outcome);

/* The last conversation with the engine, '>' before lines to it, '<' before lines from it, '!'
 * before its standard error, with times in seconds since the player's start: at most the last 64
 * KiB. Valid until the next call. */
const char *player_get_log(const Player *player, size_t *ret_length);

#endif
