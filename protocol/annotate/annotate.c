/* SPDX-License-Identifier: MIT
 *
 * The course of an analysis: the collection is looked through, searched, written. */
#include "protocol/annotate/annotate_internal.h"

#include "engine/base/checksum.h"
#include "engine/base/version.h"
#include "engine/eval/weights.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* ---- the collection ---- */

Status game_source_open(const AnnotateConfig *config, GameSource *ret_source, Error *error) {
    const PdnReadOptions options = {.rules = config->settings.rules};
    FILE *file = fopen(config->input, "rb");
    if (!file)
        return error_set(error, STATUS_IO, "cannot open %s: %s", config->input, strerror(errno));
    PdnReader *reader = pdn_reader_new(pdn_source_file(file), &options, error);
    if (!reader) {
        fclose(file);
        return STATUS_NO_MEMORY;
    }
    *ret_source = (GameSource){file, reader};
    return STATUS_OK;
}

int game_source_next(GameSource *source, const PdnGame **ret_game, Error *error) {
    return pdn_reader_next(source->reader, ret_game, error);
}

void game_source_close(GameSource *source) {
    pdn_reader_free(source->reader);
    if (source->file)
        fclose(source->file);
    *source = (GameSource){0};
}

bool game_finding_is_fault(const PdnFinding *finding) {
    return finding->severity == PDN_SEVERITY_ERROR;
}

/* ---- the first look ---- */

static void tell_fault(const AnnotateConfig *config, const PdnGame *game,
                       const PdnFinding *finding) {
    TextBuffer text = {0};
    text_buffer_printf(&text, "%s: game %llu, ", config->input, (unsigned long long)game->index);
    annotate_append_fault(game, finding, &text);
    if (config->on_fault)
        config->on_fault(config->context, text_buffer_get(&text));
    text_buffer_done(&text);
}

static void survey_game(const AnnotateConfig *config, const PdnGame *game, Survey *survey) {
    bool faulty = false;
    survey->games++;
    if (game->playable)
        survey->positions += (uint64_t)game->record.count;
    for (int i = 0; i < game->finding_count; i++)
        if (game_finding_is_fault(&game->findings[i])) {
            tell_fault(config, game, &game->findings[i]);
            faulty = true;
        }
    survey->faulty += faulty || !game->playable;
}

static Status add_bytes(const AnnotateConfig *config, FILE *file, Survey *survey, Error *error) {
    char bytes[1 << 14];
    size_t count;
    rewind(file);
    while ((count = fread(bytes, 1, sizeof bytes, file)) > 0) {
        survey->checksum = checksum_add(survey->checksum, bytes, count);
        survey->bytes += count;
    }
    if (ferror(file))
        return error_set(error, STATUS_IO, "cannot read %s", config->input);
    return STATUS_OK;
}

static Status look_through(const AnnotateConfig *config, Survey *survey, Error *error) {
    GameSource source;
    const PdnGame *game;
    int more = 0;
    Status status = game_source_open(config, &source, error);
    if (status < 0)
        return status;
    while ((more = game_source_next(&source, &game, error)) > 0)
        survey_game(config, game, survey);
    status = more < 0 ? (Status)more : add_bytes(config, source.file, survey, error);
    game_source_close(&source);
    if (status >= 0 && survey->games == 0)
        status = error_set(error, STATUS_SYNTAX, "%s holds no game", config->input);
    return status;
}

/* ---- what the work file says of itself ---- */

static void append_weights(const Settings *settings, TextBuffer *head) {
    static const char *const evaluations[EVAL_KIND_COUNT] = {"full", "material", "hand"};
    text_buffer_printf(head, "# evaluation\t%s %s\n", evaluations[settings->eval],
                       settings->weights);
}

/* Everything that what is found depends on. */
static void append_head(const AnnotateConfig *config, const Survey *survey, TextBuffer *head) {
    const Settings *settings = &config->settings;
    text_buffer_printf(head, "# program\thuff %s\n", version_get());
    text_buffer_printf(head, "# input\t%llu bytes, CRC-32 %08lx\n",
                       (unsigned long long)survey->bytes, (unsigned long)survey->checksum);
    text_buffer_printf(head, "# variant\t%s\n# limits\t", settings->rules->name);
    annotate_append_limits(&config->limits, head);
    text_buffer_printf(head, "\n# hash\t%d MiB\n", settings->hash_mib);
    append_weights(settings, head);
    text_buffer_printf(head, "# tables\t%s\n# book\t%s\n", settings->tables, settings->book_file);
}

static Status name_work_file(const AnnotateConfig *config, char **ret_name, Error *error) {
    *ret_name = NULL;
    if (!config->work && !config->out)
        return STATUS_OK;
    size_t size = strlen(config->work ? config->work : config->out) + sizeof ".work";
    char *name = malloc(size);
    if (!name)
        return error_set(error, STATUS_NO_MEMORY, "no memory for a file's name");
    snprintf(name, size, "%s%s", config->work ? config->work : config->out,
             config->work ? "" : ".work");
    *ret_name = name;
    return STATUS_OK;
}

/* What is written must not take the place of what is read; and that it cannot be written is to be
 * known before hours are spent on it. */
static Status check_output(const AnnotateConfig *config, const char *work, Error *error) {
    FileWriter *writer;
    const char *outputs[] = {config->out, work};
    for (int i = 0; i < 2; i++)
        if (outputs[i] && file_is_same(config->input, outputs[i]))
            return error_set(error, STATUS_STATE,
                             "%s is the collection itself: what is written needs a file of its own",
                             outputs[i]);
    if (!config->out)
        return STATUS_OK;
    if (work && (file_is_same(config->out, work) || strcmp(config->out, work) == 0))
        return error_set(error, STATUS_STATE, "%s cannot be both the output and the work file",
                         work);
    Status status = file_writer_open(config->out, &writer, error);
    if (status >= 0)
        file_writer_abandon(writer);
    return status;
}

static Status run_with_work(const AnnotateConfig *config, const Survey *survey, const char *name,
                            Error *error) {
    TextBuffer head = {0};
    WorkFile *work = NULL;
    append_head(config, survey, &head);
    Status status = text_buffer_get_status(&head, error);
    if (status >= 0)
        status = work_file_open(name, text_buffer_get(&head), &work, error);
    if (status >= 0)
        status = annotate_work(config, survey, work, error);
    if (status >= 0)
        status = annotate_write(config, survey, work, error);
    bool remove = status >= 0 && !config->keep_work;
    Error close_error;
    Status closed = work_file_close(work, remove, &close_error);
    if (status >= 0 && closed < 0) {
        status = closed;
        if (error)
            *error = close_error;
    }
    text_buffer_done(&head);
    return status;
}

Status annotate_run(const AnnotateConfig *config, AnnotateResult *ret_result, Error *error) {
    Survey survey = {0};
    char *work = NULL;
    Status status = name_work_file(config, &work, error);
    if (status >= 0)
        status = check_output(config, work, error);
    if (status >= 0)
        status = look_through(config, &survey, error);
    if (status >= 0)
        status = run_with_work(config, &survey, work, error);
    free(work);
    *ret_result = (AnnotateResult){survey.games, survey.positions, survey.faulty};
    return status;
}

/* ---- words ---- */

void annotate_append_limits(const SearchLimits *limits, TextBuffer *buffer) {
    const char *between = "";
    if (limits->has_depth) {
        text_buffer_printf(buffer, "depth %d", limits->depth);
        between = " or ";
    }
    if (limits->has_nodes) {
        text_buffer_printf(buffer, "%s%llu nodes", between, (unsigned long long)limits->nodes);
        between = " or ";
    }
    if (limits->has_move_time)
        text_buffer_printf(buffer, "%s%g s", between, limits->move_time);
    text_buffer_printf(buffer, " a move");
}

void annotate_append_fault(const PdnGame *game, const PdnFinding *finding, TextBuffer *buffer) {
    static const char start[] = "ply ";
    text_buffer_printf(buffer, "line %llu", (unsigned long long)finding->line);
    if (strncmp(finding->message, start, sizeof start - 1) == 0)
        text_buffer_printf(buffer, ", %s", finding->message);
    else if (finding->ply >= 0)
        text_buffer_printf(buffer, ", ply %d: %s", game->plies[finding->ply].number,
                           finding->message);
    else
        text_buffer_printf(buffer, ": %s", finding->message);
}

const char *annotate_truth_name(OracleValue truth) {
    static const char *const names[] = {
        [ORACLE_LOSS] = "lost", [ORACLE_DRAW] = "drawn", [ORACLE_WIN] = "won"};
    return truth == ORACLE_UNKNOWN ? NULL : names[truth];
}

const char *annotate_get_tag(const PdnGame *game, const char *name) {
    const char *value = pdn_game_get_tag(game, name);
    return value && *value && strcmp(value, "?") != 0 ? value : NULL;
}
