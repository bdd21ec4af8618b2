/* SPDX-License-Identifier: MIT
 *
 * Thinking beside a conversation: a door that must answer its peer while the engine thinks waits
 * for whichever comes first, a line or the end of the search. One thread uses a Thought; the search
 * threads only report to it. */
#ifndef HUFF_PROTOCOL_THOUGHT_H
#define HUFF_PROTOCOL_THOUGHT_H

#include "protocol/line_input.h"
#include "protocol/session.h"

#include <pthread.h>

/* Private: use the functions. */
typedef struct {
    Session *session;
    int wake_fd; /* readable once the search is over */
    void (*on_info)(void *context, const SearchInfo *info);
    void *context;
    SearchResult result;
    bool begun; /* a search was started and its result not taken yet */
} Thought;

typedef enum {
    THOUGHT_LINE, /* bytes came or ended: call line_input_next with a timeout of 0 */
    THOUGHT_OVER, /* thought_take gives a result */
    THOUGHT_TIMEOUT,
} ThoughtEvent;

/* Prepares for searches of `session`, which must outlive the Thought. STATUS_IO. */
Status thought_init(Thought *thought, Session *session, Error *error);

/* Stops and waits for a search that is under way, then frees. */
void thought_done(Thought *thought);

/* Begins to think about the session's current position; see session_think. `on_info` (may be NULL)
 * is called from a search thread. STATUS_STATE when the last result was not taken. */
Status thought_begin(Thought *thought, const SearchLimits *limits, SearchMode mode,
                     void (*on_info)(void *context, const SearchInfo *info), void *context,
                     Error *error);

/* Whether a search was begun and its result not taken yet. */
bool thought_is_open(const Thought *thought);

/* Waits up to `timeout_ms` milliseconds (negative: for ever). A line that is there comes before a
 * search that is over. */
ThoughtEvent thought_wait(Thought *thought, LineInput *input, int timeout_ms);

/* Waits for the end of the search that is under way, whatever the input says: true. False as soon
 * as the reader of the output that `input` watches has gone away. */
bool thought_wait_over(const Thought *thought, const LineInput *input);

/* Takes the result of a search that is over; waits for it if need be (after session_stop it comes
 * within milliseconds). Only while thought_is_open. */
SearchResult thought_take(Thought *thought);

#endif
