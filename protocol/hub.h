/* SPDX-License-Identifier: MIT
 *
 * The Hub protocol, by which a GUI or a match program drives an engine over a pipe. Version 2 is
 * that of Scan 3 and Hub 2, version 1 that of Scan 2 and Hub 1. */
#ifndef HUFF_PROTOCOL_HUB_H
#define HUFF_PROTOCOL_HUB_H

#include "protocol/line_input.h"
#include "protocol/line_output.h"
#include "protocol/session.h"

/* Longest line taken, in bytes: a game of some 100,000 plies. */
enum {
    HUB_LINE_MAX = 1 << 20
};

typedef enum {
    HUB_2, /* begins as version 2 and turns to 1 at the first command only version 1 has, since the
              first line of both is the same */
    HUB_1, /* version 1 from the start */
} HubVersion;

/* Holds one conversation: until `quit`, the end of input, or an output that closed. The input ends
 * lines by LF and drops those above HUB_LINE_MAX. A search under way at the end is stopped.
 * STATUS_OK when the conversation ended in order, else STATUS_IO or STATUS_NO_MEMORY with the
 * reason. */
Status hub_run(Session *session, LineInput *input, LineOutput *output, HubVersion version,
               Error *error);

#endif
