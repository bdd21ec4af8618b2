/* SPDX-License-Identifier: MIT
 *
 * Thinking about every position of a game. */
#ifndef HUFF_PROTOCOL_ANNOTATE_THINK_H
#define HUFF_PROTOCOL_ANNOTATE_THINK_H

#include "protocol/annotate/notes.h"
#include "protocol/session.h"

#include <stdatomic.h>

typedef struct {
    SearchLimits limits;     /* for each position */
    const atomic_bool *stop; /* set when the work is to be broken off; the session is to be stopped
                                too. NULL: never */
    void (*on_position)(void *context); /* after each; from the calling thread; may be NULL */
    void *context;
} ThinkConfig;

/* Fills the notes of a game whose variant is the session's. Everything the session learnt before is
 * forgotten, so that with limits of nodes or depth the notes depend on the game and the settings
 * alone. The last position comes first: what is found out about it helps with those before. True
 * notes come with STATUS_OK; STATUS_CLOSED: broken off; STATUS_NO_MEMORY, STATUS_RANGE (limits). */
Status think_game(Session *session, const GameRecord *record, const ThinkConfig *config,
                  GameNotes *notes, Error *error);

#endif
