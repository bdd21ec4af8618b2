/* SPDX-License-Identifier: MIT
 *
 * Shared by the tests of players: a player from a line of settings, and a game that it plays. */
#ifndef HUFF_TESTS_UNIT_BOUT_H
#define HUFF_TESTS_UNIT_BOUT_H

#include "bench/match/player.h"

enum {
    BOUT_PIDS_MAX = 8
};

typedef struct {
    EngineSpec spec;
    Player *player;
    GameRecord record;
    Position start;
    Color color; /* the player's, white unless the engine says otherwise */
    MatchLimits limits;
    double flag;     /* seconds; INFINITY unless a test sets it */
    double patience; /* seconds, long unless a test wants it to run out */
    PlayerAnswer answer;
    int pids[BOUT_PIDS_MAX]; /* processes that said so, seen by bout_close */
} Bout;

/* Makes a player of the international game; "FAKE" in `settings` stands for the program
 * fake_engine and PORT for a free port. */
void bout_open(Bout *bout, const char *settings);

/* Frees the player and checks that no process that said "pid NUMBER" is left. */
void bout_close(Bout *bout);

/* Each gives the fault, FAULT_NONE if all went well; `answer` has the rest. */
PlayerFault bout_start(Bout *bout);
PlayerFault bout_begin(Bout *bout);
/* Asks for a move and plays it; when it is not the player's turn, a move is made for the other side
 * first. */
PlayerFault bout_think(Bout *bout);
/* Start, begin, and a first move; all must go well. */
void bout_play_first(Bout *bout);

/* Plays the first legal move, or the move that is given, for the side to move. */
void bout_move(Bout *bout, const char *text);

/* What the player is asked when its move is due. */
PlayerTurn bout_turn(const Bout *bout);

/* Ends the game with that outcome. */
void bout_end(Bout *bout, Outcome outcome);

/* Whether a line of the log ends in `text`. */
bool bout_logged(const Bout *bout, const char *text);

#endif
