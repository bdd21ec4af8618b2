/* SPDX-License-Identifier: MIT
 *
 * Private to player_dxp.c and dxp_link.c: a DXP engine, its process and its connection. */
#ifndef HUFF_BENCH_MATCH_DXP_LINK_INTERNAL_H
#define HUFF_BENCH_MATCH_DXP_LINK_INTERNAL_H

#include "bench/match/channel_internal.h"
#include "bench/match/player_internal.h"
#include "protocol/dxp_message.h"

typedef struct {
    Child child; /* none when the engine was started by somebody else */
    SideTalk talk;
    int listener; /* -1: none */
    int fd;       /* the connection, or -1 */
    Channel channel;
    int square_count; /* of the board */

    bool in_game;           /* no GAMEEND has come or gone */
    bool wants_no_more;     /* its GAMEEND said that it plays no further game */
    Color color;            /* the engine's */
    int known_plies;        /* of the game that it has been told or has played itself */
    bool has_request;       /* a GAMEREQ came early... */
    DxpGameRequest request; /* ...this one */
    int64_t quiet_until_ns; /* no message before: some peers lose the second of a burst */
} DxpEngine;

/* Starts what there is to start and connects. Faults are in `answer`; negative is STATUS_NO_MEMORY.
 * So for the functions below: after STATUS_OK look at answer->kind. */
Status dxp_link_open(Player *player, int64_t deadline_ns, PlayerAnswer *answer, Error *error);

/* Ends connection and child and frees what the engine holds. */
void dxp_link_close(DxpEngine *engine, bool politely);

/* Sends a message; `fractions` as in dxp_message_write. */
void dxp_link_send(DxpEngine *engine, const DxpMessage *message, bool fractions,
                   PlayerAnswer *answer);

/* The next GAMEREQ, GAMEACC, MOVE or GAMEEND. All else is dealt with here. */
void dxp_link_receive(DxpEngine *engine, int64_t deadline_ns, DxpMessage *ret_message,
                      PlayerAnswer *answer);

#endif
