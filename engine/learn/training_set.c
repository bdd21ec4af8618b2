/* SPDX-License-Identifier: MIT */
#include "engine/learn/training_set.h"

#include "engine/learn/chunk_internal.h"
#include "engine/learn/sample_code_internal.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* One file on its way into a set. */
typedef struct {
    FILE *file;
    const char *name;
    const Rules *rules;
    uint32_t game_base; /* number of its game 0 in the set */
} Source;

/* The variant named at the beginning of a header's text, NULL when there is none such. */
static const Rules *find_rules(const char *text) {
    static const char key[] = "variant=";
    char name[64];
    size_t length = strcspn(text, " ");
    if (strncmp(text, key, sizeof key - 1) != 0 || length >= sizeof name)
        return NULL;
    memcpy(name, text, length);
    name[length] = '\0';
    return rules_find(name + sizeof key - 1);
}

static Status parse_games(const Source *source, const ChunkHead *head, const unsigned char *raw,
                          Sample *samples, Error *error) {
    const unsigned char *end = raw + head->raw_length;
    size_t room = head->samples;
    for (uint32_t i = 0; i < head->games; i++) {
        uint32_t game = source->game_base + head->first_game + i;
        int count = sample_code_read(&raw, end, source->rules, game, samples, room);
        if (count < 0)
            return chunk_refuse(source->name, head, "a sample cannot be", error);
        samples += count;
        room -= (size_t)count;
    }
    if (room > 0 || raw != end)
        return chunk_refuse(source->name, head, "its counts do not fit its bytes", error);
    return STATUS_OK;
}

static Status read_chunk(const Source *source, const ChunkHead *head, Sample *samples,
                         Error *error) {
    unsigned char *raw;
    Status status = chunk_unpack(source->file, source->name, head, &raw, error);
    if (status < 0)
        return status;
    status = parse_games(source, head, raw, samples, error);
    free(raw);
    return status;
}

static int compare_heads(const void *a, const void *b) {
    uint32_t first = ((const ChunkHead *)a)->first_game;
    uint32_t second = ((const ChunkHead *)b)->first_game;
    return (first > second) - (first < second);
}

/* Sorts the chunks by their games and checks that no game comes twice. */
static Status sort_index(const Source *source, ChunkIndex *index, Error *error) {
    if (index->count > 0)
        qsort(index->heads, index->count, sizeof *index->heads, compare_heads);
    for (size_t i = 1; i < index->count; i++) {
        const ChunkHead *before = &index->heads[i - 1];
        if (index->heads[i].first_game - before->first_game < before->games)
            return chunk_refuse(source->name, &index->heads[i], "its games come twice", error);
    }
    return STATUS_OK;
}

static Status read_chunks(const Source *source, ChunkIndex *index, TrainingSet *set, Error *error) {
    Status status = sort_index(source, index, error);
    if (status < 0)
        return status;
    size_t more = 0;
    for (size_t i = 0; i < index->count; i++)
        more += index->heads[i].samples;
    Sample *grown = realloc(set->samples, (set->sample_count + more + 1) * sizeof *grown);
    if (!grown)
        return error_set(error, STATUS_NO_MEMORY, "no memory for %zu samples",
                         set->sample_count + more);
    set->samples = grown;
    for (size_t i = 0; status >= 0 && i < index->count; i++) {
        const ChunkHead *head = &index->heads[i];
        status = read_chunk(source, head, set->samples + set->sample_count, error);
        set->sample_count += head->samples;
        chunk_count(head, &set->counts);
    }
    return status;
}

static Status read_header(Source *source, TrainingSet *set, Error *error) {
    char text[TRAINING_SET_TEXT_MAX + 1];
    Status status = chunk_read_file_header(source->file, source->name, text, error);
    if (status < 0)
        return status;
    source->rules = find_rules(text);
    if (!source->rules)
        return error_set(error, STATUS_SYNTAX,
                         "%s: its header \"%.60s\" does not begin with a known variant",
                         source->name, text);
    if (set->rules && set->rules != source->rules)
        return error_set(error, STATUS_STATE, "%s is of %s, the file before it of %s", source->name,
                         source->rules->name, set->rules->name);
    if (!set->rules) {
        set->rules = source->rules;
        memcpy(set->text, text, sizeof text);
    }
    return STATUS_OK;
}

/* Number that the first game of a further file gets. */
static uint32_t next_game(const TrainingSet *set) {
    return set->sample_count ? set->samples[set->sample_count - 1].game + 1 : 0;
}

static Status read_source(Source *source, TrainingSet *set, Error *error) {
    ChunkIndex index = {0};
    source->game_base = next_game(set);
    Status status = read_header(source, set, error);
    if (status >= 0)
        status = chunk_read_index(source->file, source->name, &index, error);
    if (status >= 0)
        status = read_chunks(source, &index, set, error);
    chunk_index_done(&index);
    return status;
}

static Status read_file(const char *path, TrainingSet *set, Error *error) {
    Source source = {.file = fopen(path, "rb"), .name = path};
    if (!source.file)
        return error_set(error, STATUS_IO, "cannot read %s: %s", path, strerror(errno));
    Status status = read_source(&source, set, error);
    fclose(source.file);
    return status;
}

Status training_set_read(const char *const *paths, int count, TrainingSet *ret_set, Error *error) {
    TrainingSet set = {0};
    Status status =
        count > 0 ? STATUS_OK : error_set(error, STATUS_RANGE, "no training set was named");
    for (int i = 0; status >= 0 && i < count; i++)
        status = read_file(paths[i], &set, error);
    if (status < 0)
        training_set_done(&set);
    else
        *ret_set = set;
    return status;
}

Status training_set_parse(const char *name, const void *bytes, size_t length, TrainingSet *ret_set,
                          Error *error) {
    TrainingSet set = {0};
    if (length == 0)
        return error_set(error, STATUS_SYNTAX, "%s: not a training set: it is empty", name);
    /* Only read: the stream is opened so. */
    Source source = {.file = fmemopen((void *)(uintptr_t)bytes, length, "rb"), .name = name};
    if (!source.file)
        return error_set(error, STATUS_NO_MEMORY, "no memory to read %s", name);
    Status status = read_source(&source, &set, error);
    fclose(source.file);
    if (status < 0)
        training_set_done(&set);
    else
        *ret_set = set;
    return status;
}

void training_set_done(TrainingSet *set) {
    free(set->samples);
    *set = (TrainingSet){0};
}
