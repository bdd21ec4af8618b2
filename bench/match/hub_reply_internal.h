/* SPDX-License-Identifier: MIT
 *
 * Private to bench/match: what a Hub engine says, version 2 or 1, as a struct. Engines say a lot
 * besides; what is not understood is REPLY_OTHER and left aside. */
#ifndef HUFF_BENCH_MATCH_HUB_REPLY_INTERNAL_H
#define HUFF_BENCH_MATCH_HUB_REPLY_INTERNAL_H

#include "engine/base/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    HUB_REPLY_TEXT_SIZE = 160, /* bytes of a text with its NUL; longer ones are cut */
};

typedef enum {
    REPLY_OTHER,
    REPLY_NAME,  /* `id` or `name`: text is the name, with the version behind it */
    REPLY_PARAM, /* text is the parameter's name */
    REPLY_WAIT,
    REPLY_READY,
    REPLY_INFO,
    REPLY_MOVE,  /* `done` or `move`: text is the move, "" if none, ponder the reply expected */
    REPLY_ERROR, /* text is its message */
    REPLY_PONG,
} HubReplyKind;

typedef struct {
    HubReplyKind kind;
    int version; /* 1 or 2 when only that version has such a line, else 0 */
    char text[HUB_REPLY_TEXT_SIZE];
    char ponder[HUB_REPLY_TEXT_SIZE];
    /* Of REPLY_INFO. */
    bool has_score, has_depth, has_nodes;
    int score; /* centimen, at most SCORE_WIN */
    int depth; /* plies */
    uint64_t nodes;
} HubReply;

/* Reads one line of `length` bytes. `version` is 1 or 2, or 0 while it is not known: then only
 * lines of the greeting have a meaning. A line that is no line of the protocol is REPLY_OTHER, but
 * STATUS_SYNTAX when it begins as an answer (`done`, in version 1 `move`) and cannot be read, and
 * STATUS_NO_MEMORY. */
Status hub_reply_read(int version, const char *text, size_t length, HubReply *ret_reply,
                      Error *error);

#endif
