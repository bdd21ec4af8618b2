/* SPDX-License-Identifier: MIT
 *
 * Private to player_hub.c and its parts: a Hub engine in a child process. */
#ifndef HUFF_BENCH_MATCH_HUB_ENGINE_INTERNAL_H
#define HUFF_BENCH_MATCH_HUB_ENGINE_INTERNAL_H

#include "bench/match/channel_internal.h"
#include "bench/match/hub_reply_internal.h"
#include "bench/match/player_internal.h"
#include "engine/base/text_buffer.h"
#include "protocol/hub_line.h"

enum {
    HUB_ENGINE_LINE_MAX = 65536 /* bytes of a line from an engine */
};

typedef struct {
    Child child;
    SideTalk talk;
    Channel channel;
    HubWriter writer;
    int version;   /* 1, 2, or 0 while it is not known */
    bool has_ping; /* it answers `ping` */
    TextBuffer
        params;     /* names of the parameters it has declared, a newline before and after each */
    bool pondering; /* the answer to a question about the position after `expected` is due */
    Move expected;
    char reply[HUB_REPLY_TEXT_SIZE]; /* the other's move that its last answer expects, "" if none */
    PlayerAnswer waiting;            /* a fault found while pondering began, for the next answer */
    HubReply found;                  /* the findings since the last question, the latest of each */
} HubEngine;

/* Sends the line that stands in the writer. Faults are in `answer`; negative is STATUS_NO_MEMORY.
 * So for all functions here: after STATUS_OK ask hub_has_fault. */
Status hub_send(HubEngine *engine, PlayerAnswer *answer, Error *error);

/* Sends a command of one word. */
Status hub_send_word(HubEngine *engine, const char *word, PlayerAnswer *answer, Error *error);

/* The next line. */
Status hub_receive(HubEngine *engine, int64_t deadline_ns, HubReply *ret_reply,
                   PlayerAnswer *answer, Error *error);

static inline bool hub_has_fault(const PlayerAnswer *answer) {
    return answer->kind == ANSWER_FAULT;
}

/* The greeting up to `ready`, with the options. */
Status hub_greet(Player *player, int64_t deadline_ns, PlayerAnswer *answer, Error *error);

/* Sends position, moves since and limits. */
Status hub_send_position(HubEngine *engine, const PlayerTurn *turn, Move expected,
                         PlayerAnswer *answer, Error *error);

#endif
