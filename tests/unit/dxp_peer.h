/* SPDX-License-Identifier: MIT
 *
 * Both ends of a DXP conversation for tests: a Door is dxp_run on a thread of its own, a Peer is
 * the test itself at the other end, message by message. Nothing here measures time; whatever must
 * come is waited for as long as a test may take, and what must not come is asked for by a message
 * whose answer would stand behind it. */
#ifndef HUFF_TESTS_UNIT_DXP_PEER_H
#define HUFF_TESTS_UNIT_DXP_PEER_H

#include "engine/board/movegen.h"
#include "protocol/dxp.h"
#include "protocol/dxp_message.h"

#include <pthread.h>

enum {
    DOOR_GAMES_MAX = 8,
    DOOR_REASON_SIZE = 200,
    DOOR_TEXTS_SIZE = 65536,
};

typedef struct {
    bool refused;
    Outcome outcome;
    Color own_color;
    int plies;
    char reason[DOOR_REASON_SIZE];
    char peer_name[DXP_NAME_LENGTH + 1];
} DoorGame;

typedef struct {
    Session *session;
    DxpConfig config; /* to be changed between door_init and door_start */
    int fd;           /* closed by the door's thread */
    pthread_t thread;

    /* What came of it, to be read after door_finish. */
    Status status;
    Error error;
    int game_count;
    DoorGame games[DOOR_GAMES_MAX];
    char texts[DOOR_TEXTS_SIZE]; /* of on_text, a line each */
    bool unprintable;            /* a text had other characters than it may have */
} Door;

/* A session of that variant with the smallest table, and a config for quick and repeatable moves:
 * few nodes, no gap. */
void door_init(Door *door, VariantId variant);
void door_done(Door *door);

/* Holds a conversation over a socket on a new thread. */
void door_start(Door *door, int fd);

/* Waits for the end of the conversation and checks how it ended. */
void door_finish(Door *door, Status status);

/* Checks a game that was reported: outcome, plies (-1: any), and a part of the reason. */
void door_expect_game(const Door *door, int index, Outcome outcome, int plies, const char *reason);

typedef struct {
    int fd;
    LineInput input;
    Position position; /* of the game under way, see peer_begin */
    Move last;         /* the move that led to it */
    int square_count;
} Peer;

/* Starts `door` on one end of a pair of sockets and sits down at the other. */
void peer_init(Peer *peer, Door *door);

/* Closes the connection, if peer_hang_up did not. */
void peer_done(Peer *peer);
void peer_hang_up(Peer *peer);

void peer_send(Peer *peer, const char *text);

/* Takes the next message, which must be exactly `text`, or begin so. */
void peer_expect(Peer *peer, const char *text);
void peer_expect_start(Peer *peer, const char *start);

/* All that was sent before has brought nothing more: asks for what is refused in every state (to
 * take back a move that the game does not have) and takes the refusal. */
void peer_expect_nothing(Peer *peer);

/* The answer to a request comes next, with that code. */
void peer_expect_code(Peer *peer, char code);

/* Nothing more comes and the other end closes. */
void peer_expect_end(Peer *peer);

/* Asks for a game with much time from the start position (`fen` NULL) or another; the other end
 * must accept. `follower` is the colour the door gets, `moves` its length or 0. */
void peer_begin(Peer *peer, const Rules *rules, char follower, int moves, const char *fen);

/* Plays the legal move with that index in the generator's order, or takes the door's move. */
void peer_play(Peer *peer, int index);
void peer_take(Peer *peer);

/* Plays the first legal move with these ends. */
void peer_play_from_to(Peer *peer, int from, int to);

/* A door of international draughts with a peer: it searches few nodes, or it is `slow` and thinks
 * for minutes by its clock. peer_finish hangs up, expects `status` of the door and frees both. */
void peer_start(Door *door, Peer *peer, bool slow);
void peer_finish(Door *door, Peer *peer, Status status);

#endif
