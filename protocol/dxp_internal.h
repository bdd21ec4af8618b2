/* SPDX-License-Identifier: MIT
 *
 * Private to the DXP door: the state of one conversation and what its parts ask of each other.
 * dxp.c runs the conversation and hands out what comes in; dxp_setup.c agrees on games; dxp_game.c
 * plays them; dxp_think.c searches. All run on the thread of dxp_run, except where noted. */
#ifndef HUFF_PROTOCOL_DXP_INTERNAL_H
#define HUFF_PROTOCOL_DXP_INTERNAL_H

#include "protocol/dxp.h"
#include "protocol/dxp_extension.h"
#include "protocol/dxp_outbox.h"

typedef enum {
    DXP_GREETING,  /* initiator: announced, the peer's announcement may come */
    DXP_IDLE,      /* follower: no game */
    DXP_REQUESTED, /* initiator: GAMEREQ sent */
    DXP_PLAYING,
    DXP_ENDING,  /* own GAMEEND sent, its acknowledgement may come */
    DXP_CLOSING, /* no further game: only what has arrived is still answered */
    DXP_OVER,
} DxpPhase;

/* What the engine is doing. */
typedef enum {
    DXP_THINKS_NOT,
    DXP_THINKS_MOVE,    /* its move */
    DXP_THINKS_PONDER,  /* in the peer's time */
    DXP_THINKS_ANALYSE, /* for the peer */
} DxpThinking;

enum {
    DXP_LINE_MOVES = 24, /* of a line of play; a CHAT has room for fewer */
};

/* The last line of play of the search; written by a thread of the search, read when it is over. */
typedef struct {
    int length;
    Move moves[DXP_LINE_MOVES];
} DxpFinding;

typedef struct {
    Color own;
    double seconds;   /* thinking time of the whole game */
    double increment; /* and for each move */
    int moves;        /* length of the game for each side, 0: no limit */

    double used;           /* seconds of own time used for finished turns */
    int64_t turn_start_ns; /* when the present turn began */
    bool has_chosen;       /* a move was found and waits for its time to be sent */
    Move chosen;
    int draw_plies; /* plies after which the game was drawn by rule by an own move; -1: never */
    Reason draw_reason;
    int bad_scores; /* own moves in a row with a score to give up at */
} DxpGame;

typedef struct {
    Session *session;
    LineInput *input;
    const DxpConfig *config;
    Error *error; /* the caller's, may be NULL */
    DxpOutbox outbox;

    DxpPhase phase;
    int64_t deadline_ns; /* when the phase ends by itself; INT64_MAX: never */
    Status status;       /* what dxp_run returns */

    char name[DXP_NAME_LENGTH + 1]; /* own */
    char peer_name[DXP_NAME_LENGTH + 1];
    unsigned peer_knows; /* a set of DXP_KNOWS_... */
    bool announced;
    const Rules *home_rules;  /* the session's variant when the conversation began */
    DxpConditions conditions; /* of the next request, as far as the peer named them */
    bool wrong_conditions;    /* the peer named some that cannot be met */
    int wrong_messages;       /* that could not be read, in this conversation */

    int games;     /* begun, or asked for in vain, so far */
    int refusals;  /* of the last requests in a row */
    bool own_stop; /* the stop code of the own GAMEEND */
    DxpGame game;

    Thought thought;
    DxpThinking thinking;
    DxpFinding finding;
    char score_text[DXP_CHAT_LENGTH + 1]; /* for a peer that wants it, of the chosen move */
} DxpTalk;

/* ---- dxp.c ---- */

/* Sends a message. A failure ends the conversation. */
void dxp_talk_put(DxpTalk *talk, const DxpMessage *message);

/* Sends a CHAT, cut where needed, and tells on_text what was said. */
void dxp_talk_say(DxpTalk *talk, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Sends a CHAT that is a line of the extensions. */
void dxp_talk_put_line(DxpTalk *talk, const char *text);

/* Tells on_text. */
void dxp_talk_tell(DxpTalk *talk, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Goes to a phase that ends by itself after `seconds`; 0 or less: never. */
void dxp_talk_enter(DxpTalk *talk, DxpPhase phase, double seconds);

/* Tells on_game. */
void dxp_talk_report(DxpTalk *talk, bool refused, Outcome outcome, const char *reason);

/* Ends the conversation with that status; the first call counts. */
void dxp_talk_fail(DxpTalk *talk, Status status, const char *reason);

/* ---- dxp_setup.c ---- */

/* The first step of a conversation. */
void dxp_setup_begin(DxpTalk *talk);

/* What follows when a game is over or was refused: the next one, waiting, or the end. */
void dxp_setup_go_on(DxpTalk *talk, bool stop);

/* The phase GREETING, REQUESTED or CLOSING has lasted long enough. */
void dxp_setup_time_out(DxpTalk *talk);

/* The game that a request is about, whose board its position is on. */
const Rules *dxp_setup_next_rules(const DxpTalk *talk);

/* Whether the present game is the last one that this side wants. */
bool dxp_setup_is_last(const DxpTalk *talk);

/* A GAMEREQ came; with `wrong`, one that could not be read, for that reason. */
void dxp_setup_take_request(DxpTalk *talk, const DxpGameRequest *request, const char *wrong);

void dxp_setup_take_accept(DxpTalk *talk, const DxpGameAccept *accept);

/* A CHAT came. */
void dxp_setup_take_chat(DxpTalk *talk, const DxpChat *chat);

/* ---- dxp_game.c ---- */

/* Begins to play at the session's position. */
void dxp_game_begin(DxpTalk *talk);

void dxp_game_take_move(DxpTalk *talk, const DxpMove *message);
void dxp_game_take_end(DxpTalk *talk, const DxpGameEnd *end);

/* A BACKREQ came; NULL: one that could not be read. */
void dxp_game_take_back(DxpTalk *talk, const DxpBackRequest *back);

/* The search for the move is over. */
void dxp_game_choose(DxpTalk *talk, const SearchResult *result);

/* Sends the chosen move if its time has come. */
void dxp_game_send_move(DxpTalk *talk);

/* The acknowledgement did not come in time. */
void dxp_game_time_out(DxpTalk *talk);

/* The conversation breaks off, talk->status says why: reports the game under way. */
void dxp_game_abandon(DxpTalk *talk);

/* ---- dxp_think.c ---- */

/* Begins to think about the move. */
void dxp_think_begin(DxpTalk *talk);

/* Begins to think in the peer's time if the settings say so. */
void dxp_think_ponder(DxpTalk *talk);

/* Begins an analysis for the peer, unless the engine is thinking about its move. */
void dxp_think_analyse(DxpTalk *talk, const DxpLine *request);

/* Sends the score of the move that was sent last to a peer that wants it. */
void dxp_think_tell_score(DxpTalk *talk);

/* Stops whatever the engine does. An analysis is answered with what was found, other results are
 * dropped. */
void dxp_think_halt(DxpTalk *talk);

/* The search is over: uses its result. */
void dxp_think_finish(DxpTalk *talk);

#endif
