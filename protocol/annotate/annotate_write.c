/* SPDX-License-Identifier: MIT
 *
 * The collection read once more, each game with its notes judged and handed to the format. */
#include "protocol/annotate/annotate_internal.h"
#include "protocol/evaluation.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Where the output goes. */
typedef struct {
    FileWriter *writer; /* NULL: standard output */
    TextBuffer buffer;
} Sink;

/* All that is needed from game to game. */
typedef struct {
    const AnnotateConfig *config;
    WorkFile *work;
    const Rules *rules;   /* of the weights */
    EvalWeights *weights; /* NULL: the variant has none */
    GameNotes notes;
    Judgement *judgements;
    int capacity; /* of judgements */
} Writing;

static Status flush(Sink *sink, Error *error) {
    Status status = text_buffer_get_status(&sink->buffer, error);
    const char *text = text_buffer_get(&sink->buffer);
    size_t length = sink->buffer.length;
    if (status >= 0 && sink->writer)
        status = file_writer_add(sink->writer, text, length, error);
    else if (status >= 0 && fwrite(text, 1, length, stdout) != length)
        status =
            error_set(error, STATUS_IO, "cannot write to standard output: %s", strerror(errno));
    text_buffer_clear(&sink->buffer);
    return status;
}

/* The curve that turns scores of a variant into chances. */
static Status find_curve(Writing *writing, const Rules *rules, const EvalCurve **ret_curve,
                         Error *error) {
    if (rules != writing->rules) {
        Settings settings = writing->config->settings;
        EvalWeights *weights;
        if (rules != settings.rules)
            settings.weights[0] = '\0'; /* they are of the other variant */
        settings.rules = rules;
        Status status = evaluation_load(&settings, &weights, error);
        if (status < 0)
            return status;
        eval_weights_free(writing->weights);
        writing->weights = weights;
        writing->rules = rules;
    }
    *ret_curve =
        writing->weights ? eval_weights_info(writing->weights).curve : eval_curve_default();
    return STATUS_OK;
}

static Status reserve_judgements(Writing *writing, int count, Error *error) {
    if (count <= writing->capacity)
        return STATUS_OK;
    Judgement *judgements =
        realloc(writing->judgements, (size_t)count * sizeof *writing->judgements);
    if (!judgements)
        return error_set(error, STATUS_NO_MEMORY, "no memory for the judgements of a game");
    writing->judgements = judgements;
    writing->capacity = count;
    return STATUS_OK;
}

/* Fills `annotated` with what is known of a game that can be played through. */
static Status judge_game(Writing *writing, AnnotatedGame *annotated, Error *error) {
    const GameRecord *record = &annotated->game->record;
    const EvalCurve *curve = NULL;
    Status status =
        work_file_get(writing->work, annotated->game->index, record, &writing->notes, error);
    if (status >= 0)
        status = find_curve(writing, annotated->game->rules, &curve, error);
    if (status >= 0)
        status = reserve_judgements(writing, record->count, error);
    if (status < 0)
        return status;
    annotated->plies = record_plies(record);
    annotated->judgements = writing->judgements;
    for (int ply = 1; ply <= annotated->plies; ply++) {
        Judgement *judgement = &writing->judgements[ply - 1];
        judge_move(curve, record, &writing->notes, ply, judgement);
        judge_count(judgement, &annotated->tallies[record->entries[ply - 1].position.turn]);
    }
    return STATUS_OK;
}

static Status write_game(Writing *writing, const PdnGame *game, TextBuffer *buffer, Error *error) {
    AnnotatedGame annotated = {.config = writing->config, .game = game, .notes = &writing->notes};
    Status status = notes_resize(&writing->notes, 0, error);
    if (status >= 0 && game->playable)
        status = judge_game(writing, &annotated, error);
    if (status < 0)
        return status;
    switch (writing->config->format) {
    case ANNOTATE_JSON:
        return annotate_write_json(&annotated, buffer, error);
    case ANNOTATE_HTML:
        return annotate_write_html(&annotated, buffer, error);
    case ANNOTATE_PDN:
        break;
    }
    return annotate_write_pdn(&annotated, buffer, error);
}

static Status write_games(Writing *writing, GameSource *source, Sink *sink, Error *error) {
    const PdnGame *game;
    int more = 0;
    Status status = STATUS_OK;
    while (status >= 0 && (more = game_source_next(source, &game, error)) > 0) {
        status = write_game(writing, game, &sink->buffer, error);
        if (status >= 0)
            status = flush(sink, error);
    }
    return more < 0 ? (Status)more : status;
}

static Status write_all(Writing *writing, const Survey *survey, Sink *sink, Error *error) {
    const AnnotateConfig *config = writing->config;
    GameSource source;
    Status status = game_source_open(config, &source, error);
    if (status < 0)
        return status;
    if (config->format == ANNOTATE_HTML)
        annotate_begin_html(config, survey, &sink->buffer);
    status = write_games(writing, &source, sink, error);
    game_source_close(&source);
    if (config->format == ANNOTATE_HTML)
        annotate_end_html(&sink->buffer);
    return status < 0 ? status : flush(sink, error);
}

Status annotate_write(const AnnotateConfig *config, const Survey *survey, WorkFile *work,
                      Error *error) {
    Writing writing = {.config = config, .work = work};
    Sink sink = {0};
    Status status = STATUS_OK;
    if (config->out)
        status = file_writer_open(config->out, &sink.writer, error);
    if (status >= 0)
        status = write_all(&writing, survey, &sink, error);
    if (sink.writer && status >= 0)
        status = file_writer_commit(sink.writer, error);
    else
        file_writer_abandon(sink.writer);
    text_buffer_done(&sink.buffer);
    eval_weights_free(writing.weights);
    notes_done(&writing.notes);
    free(writing.judgements);
    return status;
}
