/* SPDX-License-Identifier: MIT */
#include "engine/learn/training_set.h"

#include "engine/base/checksum.h"
#include "engine/learn/chunk_internal.h"
#include "engine/learn/sample_code_internal.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>
#include <zstd.h>

enum {
    PACK_LEVEL = 9, /* zstd level 1-19: 9 packs within 2 % of 19 at a tenth of the time */
};

struct TrainingWriter {
    FILE *file; /* stands at its end */
    char *name;
    const Geometry *geometry;
    ChunkIndex index;
    TrainingSetCounts counts;
};

static Status refuse(const TrainingWriter *writer, Error *error) {
    return error_set(error, STATUS_IO, "cannot write %s: %s", writer->name, strerror(errno));
}

static Status put(TrainingWriter *writer, const TextBuffer *bytes, Error *error) {
    Status status = text_buffer_get_status(bytes, error);
    if (status < 0)
        return status;
    if (fwrite(bytes->text, 1, bytes->length, writer->file) != bytes->length ||
        fflush(writer->file) != 0)
        return refuse(writer, error);
    return STATUS_OK;
}

/* Cuts the file behind its last whole chunk and stands there. */
static Status cut(TrainingWriter *writer, Error *error) {
    off_t end = (off_t)writer->index.end;
    if (fflush(writer->file) != 0 || ftruncate(fileno(writer->file), end) != 0 ||
        fseeko(writer->file, end, SEEK_SET) != 0)
        return refuse(writer, error);
    return STATUS_OK;
}

static Status start_file(TrainingWriter *writer, const char *text, Error *error) {
    TextBuffer header = {0};
    chunk_write_file_header(&header, text);
    Status status = put(writer, &header, error);
    writer->index.end = header.length;
    text_buffer_done(&header);
    return status;
}

/* What goes on must be whole. Only the last chunk may be damaged, by whatever ended the run that
 * wrote it; it is left out like one that is cut off. */
static Status check_chunks(TrainingWriter *writer, Error *error) {
    ChunkIndex *index = &writer->index;
    for (size_t i = 0; i < index->count; i++) {
        unsigned char *raw;
        Status status = chunk_unpack(writer->file, writer->name, &index->heads[i], &raw, error);
        if (status >= 0) {
            free(raw);
        } else if (status == STATUS_SYNTAX && i + 1 == index->count) {
            index->count--;
            index->end = index->heads[i].offset - CHUNK_HEAD_SIZE;
        } else {
            return status;
        }
    }
    return STATUS_OK;
}

static Status continue_file(TrainingWriter *writer, const char *text, Error *error) {
    char old[TRAINING_SET_TEXT_MAX + 1];
    Status status = chunk_read_file_header(writer->file, writer->name, old, error);
    if (status < 0)
        return status;
    if (strcmp(old, text) != 0)
        return error_set(error, STATUS_STATE,
                         "%s holds games played otherwise (\"%s\", now \"%s\"); continue it with "
                         "the same options or name another file",
                         writer->name, old, text);
    status = chunk_read_index(writer->file, writer->name, &writer->index, error);
    if (status >= 0)
        status = check_chunks(writer, error);
    if (status < 0)
        return status;
    for (size_t i = 0; i < writer->index.count; i++)
        chunk_count(&writer->index.heads[i], &writer->counts);
    return cut(writer, error);
}

static Status open_file(TrainingWriter *writer, const char *text, Error *error) {
    int fd = open(writer->name, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    writer->file = fd < 0 ? NULL : fdopen(fd, "r+b");
    if (!writer->file) {
        Status status = refuse(writer, error);
        if (fd >= 0)
            close(fd);
        return status;
    }
    if (flock(fd, LOCK_EX | LOCK_NB) != 0)
        return error_set(error, STATUS_STATE, "%s is being written by another process",
                         writer->name);
    if (fseeko(writer->file, 0, SEEK_END) != 0)
        return refuse(writer, error);
    bool empty = ftello(writer->file) == 0;
    rewind(writer->file);
    return empty ? start_file(writer, text, error) : continue_file(writer, text, error);
}

static void release(TrainingWriter *writer) {
    if (writer->file)
        fclose(writer->file);
    chunk_index_done(&writer->index);
    free(writer->name);
    free(writer);
}

Status training_writer_open(const char *path, const Rules *rules, const char *text,
                            TrainingWriter **ret_writer, Error *error) {
    char header[TRAINING_SET_TEXT_MAX + 1];
    int length = snprintf(header, sizeof header, "variant=%s %s", rules->name, text);
    if (length < 0 || length >= (int)sizeof header)
        return error_set(error, STATUS_RANGE, "a training set's text of %d bytes; %d are possible",
                         length, TRAINING_SET_TEXT_MAX);
    TrainingWriter *writer = calloc(1, sizeof *writer);
    char *name = strdup(path);
    if (!writer || !name) {
        free(writer);
        free(name);
        return error_set(error, STATUS_NO_MEMORY, "no memory to write %s", path);
    }
    writer->name = name;
    writer->geometry = rules_geometry(rules);
    Status status = open_file(writer, header, error);
    if (status < 0)
        release(writer);
    else
        *ret_writer = writer;
    return status;
}

Status training_writer_close(TrainingWriter *writer, Error *error) {
    if (!writer)
        return STATUS_OK;
    Status status = STATUS_OK;
    if (fflush(writer->file) != 0 || fsync(fileno(writer->file)) != 0)
        status = refuse(writer, error);
    release(writer);
    return status;
}

uint32_t training_writer_games_from(const TrainingWriter *writer, uint32_t first_game) {
    for (size_t i = 0; i < writer->index.count; i++)
        if (writer->index.heads[i].first_game == first_game)
            return writer->index.heads[i].games;
    return 0;
}

const TrainingSetCounts *training_writer_counts(const TrainingWriter *writer) {
    return &writer->counts;
}

/* Head and packed bytes of a chunk, made of its raw bytes. */
static Status pack(ChunkHead *head, const TextBuffer *raw, TextBuffer *out, Error *error) {
    size_t bound = ZSTD_compressBound(raw->length);
    char *packed = malloc(bound);
    if (!packed)
        return error_set(error, STATUS_NO_MEMORY, "no memory to pack %zu bytes", raw->length);
    size_t length = ZSTD_compress(packed, bound, raw->text, raw->length, PACK_LEVEL);
    if (ZSTD_isError(length)) {
        free(packed);
        return error_set(error, STATUS_NO_MEMORY, "cannot pack %zu bytes: %s", raw->length,
                         ZSTD_getErrorName(length));
    }
    head->raw_length = (uint32_t)raw->length;
    head->packed_length = (uint32_t)length;
    head->raw_checksum = checksum_add(0, raw->text, raw->length);
    chunk_write_head(out, head);
    text_buffer_append(out, packed, length);
    free(packed);
    return text_buffer_get_status(out, error);
}

static Status append(TrainingWriter *writer, ChunkHead *head, const TextBuffer *raw,
                     TextBuffer *out, Error *error) {
    Status status = text_buffer_get_status(raw, error);
    if (status >= 0)
        status = pack(head, raw, out, error);
    if (status < 0)
        return status;
    status = put(writer, out, error);
    head->offset = writer->index.end + CHUNK_HEAD_SIZE;
    if (status >= 0)
        status = chunk_index_add(&writer->index, head, error);
    if (status < 0) {
        cut(writer, NULL);
        return status;
    }
    writer->index.end += out->length;
    chunk_count(head, &writer->counts);
    return STATUS_OK;
}

Status training_writer_append(TrainingWriter *writer, uint32_t first_game,
                              const TrainingGame *games, uint32_t count, Error *error) {
    if (count < 1 || count > TRAINING_SET_GAMES_MAX)
        return error_set(error, STATUS_RANGE, "a chunk of %lu games; from 1 to %d are possible",
                         (unsigned long)count, TRAINING_SET_GAMES_MAX);
    ChunkHead head = {.first_game = first_game, .games = count};
    TextBuffer raw = {0}, out = {0};
    for (uint32_t i = 0; i < count; i++) {
        int result = sample_result_of(games[i].outcome, COLOR_WHITE);
        head.samples += (uint32_t)games[i].sample_count;
        head.white_wins += result > 0;
        head.draws += result == 0;
        head.plies += (uint32_t)games[i].plies;
        sample_code_write(&raw, writer->geometry, &games[i]);
    }
    Status status = append(writer, &head, &raw, &out, error);
    text_buffer_done(&raw);
    text_buffer_done(&out);
    return status;
}
