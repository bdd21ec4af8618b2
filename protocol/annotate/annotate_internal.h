/* SPDX-License-Identifier: MIT
 *
 * Private to protocol/annotate: what the files of one analysis share. */
#ifndef HUFF_PROTOCOL_ANNOTATE_ANNOTATE_INTERNAL_H
#define HUFF_PROTOCOL_ANNOTATE_ANNOTATE_INTERNAL_H

#include "engine/base/file.h"
#include "engine/base/text_buffer.h"
#include "engine/notation/pdn_read.h"
#include "protocol/annotate/annotate.h"
#include "protocol/annotate/judge.h"
#include "protocol/annotate/work_file.h"

#include <stdio.h>

/* ---- Reading the collection. */

typedef struct {
    FILE *file;
    PdnReader *reader;
} GameSource;

/* Opens the collection at its first game. STATUS_IO, STATUS_NO_MEMORY. */
Status game_source_open(const AnnotateConfig *config, GameSource *ret_source, Error *error);
/* As pdn_reader_next. */
int game_source_next(GameSource *source, const PdnGame **ret_game, Error *error);
/* A zeroed source is allowed. */
void game_source_close(GameSource *source);

/* Whether a finding means that the game cannot be followed to its end. */
bool game_finding_is_fault(const PdnFinding *finding);

/* ---- Searching (annotate_work.c). */

/* What the first reading of the collection tells. */
typedef struct {
    uint64_t games, faulty;
    uint64_t positions; /* of playable games, all */
    uint32_t checksum;  /* of the bytes */
    uint64_t bytes;
} Survey;

/* Searches what the work file does not have yet. */
Status annotate_work(const AnnotateConfig *config, const Survey *survey, WorkFile *work,
                     Error *error);

/* ---- Writing (annotate_write.c). */

/* One game with all that was found; for the writers of formats. */
typedef struct {
    const AnnotateConfig *config;
    const PdnGame *game;
    const GameNotes *notes; /* of the legal part; without positions when the game is not playable */
    const Judgement *judgements; /* [i] of ply i + 1 */
    int plies;
    JudgeTally tallies[COLOR_COUNT];
} AnnotatedGame;

/* A game's part of the output. STATUS_NO_MEMORY. */
Status annotate_write_pdn(const AnnotatedGame *annotated, TextBuffer *buffer, Error *error);
Status annotate_write_json(const AnnotatedGame *annotated, TextBuffer *buffer, Error *error);
Status annotate_write_html(const AnnotatedGame *annotated, TextBuffer *buffer, Error *error);
/* What stands before the first and behind the last game of a page. */
void annotate_begin_html(const AnnotateConfig *config, const Survey *survey, TextBuffer *buffer);
void annotate_end_html(TextBuffer *buffer);

/* Reads the collection again and writes all games. */
Status annotate_write(const AnnotateConfig *config, const Survey *survey, WorkFile *work,
                      Error *error);

/* ---- Words shared by the formats. */

/* "20000 nodes a move", "0.2 s a move", "depth 12 a move", or several of them with "or" between. */
void annotate_append_limits(const SearchLimits *limits, TextBuffer *buffer);
/* "line 40, ply 17: what is wrong". */
void annotate_append_fault(const PdnGame *game, const PdnFinding *finding, TextBuffer *buffer);
/* "won", "drawn", "lost", or NULL when it is not known. */
const char *annotate_truth_name(OracleValue truth);
/* A tag's value, or NULL when it is not there, empty or "?". */
const char *annotate_get_tag(const PdnGame *game, const char *name);

#endif
