/* SPDX-License-Identifier: MIT
 *
 * The arbiter as lines of text, for other programs (ARBITER.md describes the form): an event goes
 * in as a line, rulings and the state of the game come out, as plain lines or as one line of JSON.
 * Pure but for the arbiter. */
#ifndef HUFF_PROTOCOL_ARBITER_LINE_H
#define HUFF_PROTOCOL_ARBITER_LINE_H

#include "engine/base/text_buffer.h"
#include "protocol/arbiter.h"

enum {
    ARBITER_LINE_MAX = 4096 /* bytes of a line that is taken */
};

/* An event as it was read; `time_first` tells that `time_ms` comes before it. */
typedef struct {
    bool time_first;
    int64_t time_ms;
    bool state_only; /* `state`: nothing happens */
    ArbiterEvent event;
    Position start; /* of EVENT_NEW, when event.start points here */
} ArbiterLine;

/* Reads a line. `turn` is whose event it is when no colour is named. STATUS_SYNTAX, STATUS_RANGE,
 * and for the position of `new` what fen_read returns; the message says what would be right.
 * `ret_line->event.start` points into `ret_line`. */
Status arbiter_line_read(const Rules *rules, const char *text, size_t length, Color turn,
                         ArbiterLine *ret_line, Error *error);

/* Reads the line, lets the arbiter take it in and adds the answer to `output`: lines each ended by
 * '\n', the last of them the state; or with `json` one such line. What cannot be read is answered
 * with an error line before the state. STATUS_NO_MEMORY. */
Status arbiter_line_take(Arbiter *arbiter, const char *text, size_t length, bool json,
                         TextBuffer *output, Error *error);

/* Adds rulings and the state of the game to `output`, as arbiter_line_take does. `fault`: why a
 * line could not be read, or NULL. */
void arbiter_line_write(const Arbiter *arbiter, const char *fault, const Answer *answer, bool json,
                        TextBuffer *output);

#endif
