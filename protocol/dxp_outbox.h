/* SPDX-License-Identifier: MIT
 *
 * Messages on their way to a DXP peer. Some peers lose the second of two messages that arrive
 * together, so one that must not be lost (a request, its answer, a move, the end of a game) keeps a
 * distance in time to its neighbours; messages that have to wait stand in a queue, in order.
 * Nothing here blocks for that time. One thread. */
#ifndef HUFF_PROTOCOL_DXP_OUTBOX_H
#define HUFF_PROTOCOL_DXP_OUTBOX_H

#include "protocol/dxp_message.h"
#include "protocol/line_output.h"

#include <stdint.h>

enum {
    DXP_OUTBOX_CAPACITY = 16, /* messages that wait; one more sends the oldest at once */
};

/* Private: use the functions. */
typedef struct {
    DxpKind kind;
    int length;
    char text[DXP_TEXT_SIZE];
} DxpWaiting;

typedef struct {
    LineOutput *output;
    int64_t gap_ns;
    DxpKind last;    /* what was sent last, DXP_NONE if nothing or if the peer has surely read it */
    int64_t last_ns; /* and when */
    int count;
    DxpWaiting waiting[DXP_OUTBOX_CAPACITY];
} DxpOutbox;

/* Nothing to free afterwards. `gap_ms` 0 or more. */
void dxp_outbox_init(DxpOutbox *outbox, LineOutput *output, int gap_ms);

/* Sends a message as soon as its turn comes; square_count and fractions as for dxp_message_write.
 * The failures of that and of line_output_write. */
Status dxp_outbox_put(DxpOutbox *outbox, const DxpMessage *message, int square_count,
                      bool fractions, Error *error);

/* Whether a message of that kind would be sent without waiting. */
bool dxp_outbox_is_free(const DxpOutbox *outbox, DxpKind kind);

/* The peer has sent this: some kinds show that it has read what was sent before. */
void dxp_outbox_note_heard(DxpOutbox *outbox, DxpKind kind);

/* Makes the gap 0: the peer is known to split messages properly. */
void dxp_outbox_drop_gap(DxpOutbox *outbox);

/* Sends what may be sent by now; with `all`, everything. */
Status dxp_outbox_flush(DxpOutbox *outbox, bool all);

/* Milliseconds until a message of that kind, or (DXP_NONE) the first that waits, may be sent; -1:
 * nothing waits. */
int dxp_outbox_wait_ms(const DxpOutbox *outbox, DxpKind kind);

#endif
