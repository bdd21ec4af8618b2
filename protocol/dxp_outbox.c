/* SPDX-License-Identifier: MIT */
#include "protocol/dxp_outbox.h"

#include "engine/base/clock.h"

#include <string.h>

void dxp_outbox_init(DxpOutbox *outbox, LineOutput *output, int gap_ms) {
    *outbox = (DxpOutbox){.output = output, .gap_ns = (int64_t)gap_ms * 1000000};
}

/* Losing one of these would leave both sides waiting for each other. */
static bool is_vital(DxpKind kind) {
    return kind == DXP_GAMEREQ || kind == DXP_GAMEACC || kind == DXP_MOVE || kind == DXP_GAMEEND;
}

/* When a message of that kind may follow the last one. */
static int64_t earliest_ns(const DxpOutbox *outbox, DxpKind kind) {
    bool apart = outbox->last != DXP_NONE && (is_vital(outbox->last) || is_vital(kind));
    return apart ? outbox->last_ns + outbox->gap_ns : INT64_MIN;
}

static Status send_first(DxpOutbox *outbox) {
    const DxpWaiting *first = &outbox->waiting[0];
    Status status = line_output_write(outbox->output, first->text, (size_t)first->length);
    outbox->last = first->kind;
    outbox->last_ns = clock_now_ns();
    outbox->count--;
    memmove(outbox->waiting, outbox->waiting + 1, (size_t)outbox->count * sizeof *first);
    return status;
}

Status dxp_outbox_put(DxpOutbox *outbox, const DxpMessage *message, int square_count,
                      bool fractions, Error *error) {
    DxpWaiting added = {.kind = message->kind};
    added.length = dxp_message_write(message, square_count, fractions, added.text, error);
    if (added.length < 0)
        return (Status)added.length;
    Status status = STATUS_OK;
    if (outbox->count == DXP_OUTBOX_CAPACITY)
        status = send_first(outbox);
    outbox->waiting[outbox->count++] = added;
    if (status == STATUS_OK)
        status = dxp_outbox_flush(outbox, false);
    if (status != STATUS_OK)
        line_output_get_status(outbox->output, error);
    return status;
}

bool dxp_outbox_is_free(const DxpOutbox *outbox, DxpKind kind) {
    return outbox->count == 0 && clock_now_ns() >= earliest_ns(outbox, kind);
}

void dxp_outbox_note_heard(DxpOutbox *outbox, DxpKind kind) {
    /* These answer what was sent last. A CHAT is answered by nothing, and may cross with it. */
    if (is_vital(kind) && outbox->last != DXP_CHAT)
        outbox->last = DXP_NONE;
}

void dxp_outbox_drop_gap(DxpOutbox *outbox) {
    outbox->gap_ns = 0;
}

Status dxp_outbox_flush(DxpOutbox *outbox, bool all) {
    Status status = STATUS_OK;
    while (status == STATUS_OK && outbox->count > 0 &&
           (all || clock_now_ns() >= earliest_ns(outbox, outbox->waiting[0].kind)))
        status = send_first(outbox);
    return status;
}

int dxp_outbox_wait_ms(const DxpOutbox *outbox, DxpKind kind) {
    if (outbox->count > 0)
        kind = outbox->waiting[0].kind;
    else if (kind == DXP_NONE)
        return -1;
    int64_t earliest = earliest_ns(outbox, kind);
    int64_t now = clock_now_ns();
    return earliest > now ? (int)((earliest - now) / 1000000) + 1 : 0;
}
