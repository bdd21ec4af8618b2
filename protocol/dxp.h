/* SPDX-License-Identifier: MIT
 *
 * The DXP door: games against another program over the DamExchange protocol, version 01, in either
 * role, on any pair of descriptors. DXP.md tells what is sent when, and the few extensions.
 *
 * The peer is answered while the engine thinks: talk, the end of the game, taking back. Messages
 * that make no sense where they stand are answered by a CHAT with the reason and change nothing. */
#ifndef HUFF_PROTOCOL_DXP_H
#define HUFF_PROTOCOL_DXP_H

#include "protocol/line_output.h"
#include "protocol/thought.h"

typedef enum {
    DXP_FOLLOWER,  /* waits for requests and accepts or refuses them */
    DXP_INITIATOR, /* asks for games, with colours changed each time */
} DxpRole;

/* Messages of a peer that cannot be read are answered or passed over, but not without end: after
 * so many the conversation is over. */
enum {
    DXP_WRONG_MAX = 200
};

/* How one game ended, or that it was refused. */
typedef struct {
    int number;      /* of the game in this conversation, from 1 */
    bool refused;    /* the peer did not accept it; outcome is OUTCOME_NONE then */
    Outcome outcome; /* OUTCOME_NONE: unknown */
    Color own_color;
    const char *reason;       /* one phrase for people, printable ASCII */
    const char *peer_name;    /* printable ASCII, "" when the peer gave none */
    const GameRecord *record; /* the game as far as it was played */
} DxpReport;

typedef struct {
    DxpRole role;
    const char *name; /* shown to the peer, up to 32 characters; NULL: "huff" and the version */
    int games;        /* most games of a conversation; 0: as many as the peer likes */

    /* What the initiator asks for; the follower takes what it is asked. */
    Color own_color;       /* in the first game */
    double minutes;        /* for each player and game, 0..999 */
    double increment;      /* seconds more for each move; only if the peer knows increments */
    int moves;             /* length of the game in moves of each side, 0..999; 0: no limit */
    const Position *start; /* of the session's variant; NULL: its start position */
    bool announces;        /* whether to say that this program knows extensions */

    double own_minutes;    /* thinking time of games without one (minutes 0) */
    uint64_t nodes;        /* positions to search for each move instead of by the clock; 0: clock */
    double ack_seconds;    /* how long to wait for the answer to an own GAMEEND or announcement */
    double accept_seconds; /* how long to wait for the answer to a GAMEREQ; 0: for ever */
    int gap_ms;            /* between a message that must not be lost and the one before or after:
                              some peers lose the second of two that arrive together */
    bool claims_draws;     /* whether to end games that are drawn by rule */
    int resign_score;      /* centimen: gives up after three own moves in a row with a score of
                              -resign_score or less; 0: never */

    /* Either may be NULL. Both are called on the thread of dxp_run; their texts are one line
     * without its end, printable ASCII, valid only during the call. */
    void (*on_game)(void *context, const DxpReport *report);
    void (*on_text)(void *context, const char *text); /* what people may want to read: the peer's
                                                          chat, refusals, wrong messages */
    void *context;
} DxpConfig;

/* Follower, any number of games; as initiator white first, 5 minutes, no limit of moves, start
 * position, no announcement; 5 own minutes, by the clock, 3 s for acknowledgements, 120 s for an
 * answer, 100 ms gap, draws claimed, never giving up, no callbacks. */
DxpConfig dxp_config_default(void);

/* Holds one conversation and returns when it is over: by the stop code of a GAMEEND, after the last
 * game, after a refusal, or because the peer went away (then at once, also while thinking). The
 * session must not be thinking; its variant is the game unless the peer's extensions name another,
 * and is what it was when this returns. `input` must split messages (see dxp_run_stdio and
 * dxp_run_socket, which set it up), `output` end them. Everything that config points to must live
 * that long. One conversation a session at a time.
 *
 * STATUS_OK: an orderly end, also when games were refused. STATUS_SYNTAX: more than DXP_WRONG_MAX
 * messages that could not be read. STATUS_CLOSED: the peer went away during
 * a game or instead of answering a request. STATUS_STATE: a request was not answered in time.
 * STATUS_RANGE: a wrong config. STATUS_IO, STATUS_NO_MEMORY. */
Status dxp_run(Session *session, LineInput *input, LineOutput *output, const DxpConfig *config,
               Error *error);

/* The same over two descriptors with a message a line: each message read ends with a newline or a
 * NUL, each one written with a newline. The process must ignore SIGPIPE. Closes nothing. */
Status dxp_run_stdio(Session *session, int in_fd, int out_fd, const DxpConfig *config,
                     Error *error);

/* The same over a connected socket, with a NUL behind each message. Closes nothing. */
Status dxp_run_socket(Session *session, int fd, const DxpConfig *config, Error *error);

/* Accepts one peer after the other on a socket of dxp_listen and holds a conversation with each;
 * config->on_text is told who comes and how a conversation failed. With `once` returns after the
 * first, with its status; otherwise only when no further peer can be accepted. Closes the
 * connections, not the listener. */
Status dxp_serve(Session *session, int listener, bool once, const DxpConfig *config, Error *error);

#endif
