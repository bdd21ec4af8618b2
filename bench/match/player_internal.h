/* SPDX-License-Identifier: MIT
 *
 * Private to bench/match: what a player is made of, and the table through which it speaks to its
 * engine. A driver is a file player_<name>.c with one such table. */
#ifndef HUFF_BENCH_MATCH_PLAYER_INTERNAL_H
#define HUFF_BENCH_MATCH_PLAYER_INTERNAL_H

#include "bench/match/player.h"
#include "bench/match/talk_log_internal.h"

enum {
    PLAYER_NAME_SIZE = 64 /* bytes of a name with its NUL */
};

/* The functions return negative only when this program itself fails; what the engine does wrong is
 * said with player_fail, and then player.c stops it. Deadlines are values of clock_now_ns. They are
 * called only while the engine runs, except `start`, which is called only while it does not. */
typedef struct {
    /* Sets player->engine. A failed start need not clean up: `stop` is called. */
    Status (*start)(Player *player, int64_t deadline_ns, PlayerAnswer *answer, Error *error);
    /* Ends the engine, politely or at once, within two seconds; frees player->engine. */
    void (*stop)(Player *player, bool politely);
    Status (*begin_game)(Player *player, Position *start, Color *color, const MatchLimits *limits,
                         int64_t deadline_ns, PlayerAnswer *answer, Error *error);
    Status (*think)(Player *player, const PlayerTurn *turn, PlayerAnswer *answer, Error *error);
    /* A fault waits for the next `think`. */
    void (*ponder)(Player *player, const PlayerTurn *turn);
    /* False: the engine misbehaved or wants no further game, and is to be stopped. */
    bool (*end_game)(Player *player, const GameRecord *record, Outcome outcome);
} PlayerDriver;

struct Player {
    const EngineSpec *spec;
    const Rules *rules;
    const PlayerDriver *driver;
    void *engine;                /* the driver's; NULL while nothing runs */
    char name[PLAYER_NAME_SIZE]; /* what the engine or else its settings say */
    TalkLog log;
};

extern const PlayerDriver player_self_driver;
extern const PlayerDriver player_hub_driver;
extern const PlayerDriver player_dxp_driver;

/* Turns `answer` into a fault with a text on one printable line, and returns `fault`. */
PlayerFault player_fail(PlayerAnswer *answer, PlayerFault fault, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* An answer without anything: ANSWER_MOVE, no move. */
void player_clear_answer(PlayerAnswer *answer);

/* Takes the name that the engine gives itself, unless the settings have one. */
void player_set_name(Player *player, const char *name);

/* The moment `seconds` after `start_ns`; INT64_MAX when that is too far to be told (INFINITY). */
int64_t player_deadline(int64_t start_ns, double seconds);

/* When the engine counts as hung that was asked at `start_ns`. */
int64_t player_hang_deadline(const PlayerTurn *turn, int64_t start_ns);

#endif
