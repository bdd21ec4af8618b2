/* SPDX-License-Identifier: MIT
 *
 * A collection of games annotated: every position of every game is searched, several games at a
 * time, and the collection is written again with what was found. The searching can be killed at any
 * moment and goes on from its work file (work_file.h). */
#ifndef HUFF_PROTOCOL_ANNOTATE_ANNOTATE_H
#define HUFF_PROTOCOL_ANNOTATE_ANNOTATE_H

#include "protocol/options.h"

#include <stdatomic.h>

enum {
    ANNOTATE_WORKERS_MAX = 256
};

typedef enum {
    ANNOTATE_PDN,
    ANNOTATE_JSON,
    ANNOTATE_HTML,
} AnnotateFormat;

/* How far the searching is. */
typedef struct {
    uint64_t games, games_done;
    uint64_t positions, positions_done; /* to be searched by this call, and searched */
    double seconds;                     /* since it began */
} AnnotateProgress;

/* Everything that pointers lead to must outlive the call. */
typedef struct {
    const char *input; /* a PDN file; `settings.rules` for games without a GameType */
    const char *out;   /* NULL: standard output */
    const char *work;  /* the work file; NULL: beside `out` (".work" added), and if that is NULL too
                          the searching cannot be continued */
    bool keep_work;    /* leaves the work file when all is written, for another format */
    AnnotateFormat format;
    Settings settings;       /* of each game's search but its threads: it has one */
    SearchLimits limits;     /* for each position */
    int workers;             /* games at a time, 1..ANNOTATE_WORKERS_MAX */
    const atomic_bool *stop; /* may be set at any time to break the work off; NULL: never */
    /* Both from the calling thread; either may be NULL. A fault is one line for people, with file,
     * game, line and ply. */
    void (*on_progress)(void *context, const AnnotateProgress *progress);
    void (*on_fault)(void *context, const char *text);
    void *context;
} AnnotateConfig;

typedef struct {
    uint64_t games, positions;
    uint64_t faulty; /* games that could be annotated in part only, or not at all */
} AnnotateResult;

/* Does all of it. With limits of nodes or depth the output depends on the input, the limits and the
 * settings alone. What is written to `out` appears there whole or not at all. STATUS_IO,
 * STATUS_STATE (a work file of another analysis, an output that is the input), STATUS_CLOSED
 * (broken off), STATUS_NO_MEMORY, and what session_new returns. */
Status annotate_run(const AnnotateConfig *config, AnnotateResult *ret_result, Error *error);

#endif
