/* SPDX-License-Identifier: MIT */
#include "engine/learn/chunk_internal.h"

#include "engine/base/checksum.h"
#include "engine/learn/sample_code_internal.h"

#include <stdlib.h>
#include <string.h>
#include <zstd.h>

static const char file_magic[8] = {'H', 'U', 'F', 'F', 'S', 'E', 'T', '1'};

enum {
    RAW_LENGTH_MAX = 1 << 28, /* bytes of one chunk */
};

static Status refuse(Error *error, const char *name, const char *what) {
    return error_set(error, STATUS_SYNTAX, "%s: %s", name, what);
}

void chunk_write_head(TextBuffer *out, const ChunkHead *head) {
    size_t begin = out->length;
    sample_code_put32(out, TRAINING_SET_MARK);
    const uint32_t fields[] = {head->first_game, head->games,         head->samples,
                               head->white_wins, head->draws,         head->plies,
                               head->raw_length, head->packed_length, head->raw_checksum};
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        sample_code_put32(out, fields[i]);
    if (!out->failed)
        sample_code_put32(out, checksum_add(0, out->text + begin, out->length - begin));
}

void chunk_write_file_header(TextBuffer *out, const char *text) {
    size_t length = strlen(text);
    text_buffer_append(out, file_magic, sizeof file_magic);
    sample_code_put16(out, (unsigned)length);
    text_buffer_append(out, text, length);
    sample_code_put32(out, checksum_add(0, text, length));
}

Status chunk_read_file_header(FILE *file, const char *name, char *text, Error *error) {
    unsigned char start[sizeof file_magic + 2], checksum[4];
    if (fread(start, 1, sizeof start, file) != sizeof start ||
        memcmp(start, file_magic, sizeof file_magic) != 0)
        return refuse(error, name, "not a training set: it does not begin with HUFFSET1");
    size_t length = sample_code_get16(start + sizeof file_magic);
    if (length > TRAINING_SET_TEXT_MAX || fread(text, 1, length, file) != length ||
        fread(checksum, 1, sizeof checksum, file) != sizeof checksum)
        return refuse(error, name, "the training set's header is cut off");
    text[length] = '\0';
    if (sample_code_get32(checksum) != checksum_add(0, text, length))
        return refuse(error, name, "the training set's header is damaged (checksum)");
    return STATUS_OK;
}

/* Whether the bytes are a head and what it says can be. */
static bool read_head(const unsigned char *bytes, ChunkHead *ret_head) {
    uint32_t fields[CHUNK_HEAD_SIZE / 4];
    for (int i = 0; i < CHUNK_HEAD_SIZE / 4; i++)
        fields[i] = sample_code_get32(bytes + 4 * i);
    *ret_head = (ChunkHead){
        .first_game = fields[1],
        .games = fields[2],
        .samples = fields[3],
        .white_wins = fields[4],
        .draws = fields[5],
        .plies = fields[6],
        .raw_length = fields[7],
        .packed_length = fields[8],
        .raw_checksum = fields[9],
    };
    return fields[0] == TRAINING_SET_MARK &&
           fields[10] == checksum_add(0, bytes, CHUNK_HEAD_SIZE - 4) && ret_head->games > 0 &&
           ret_head->games <= TRAINING_SET_GAMES_MAX &&
           ret_head->samples <= TRAINING_SET_SAMPLES_MAX &&
           ret_head->raw_length <= RAW_LENGTH_MAX && ret_head->packed_length <= RAW_LENGTH_MAX;
}

Status chunk_index_add(ChunkIndex *index, const ChunkHead *head, Error *error) {
    if (index->count == index->capacity) {
        size_t capacity = index->capacity ? 2 * index->capacity : 64;
        ChunkHead *grown = realloc(index->heads, capacity * sizeof *grown);
        if (!grown)
            return error_set(error, STATUS_NO_MEMORY, "no memory for %zu chunks", capacity);
        index->heads = grown;
        index->capacity = capacity;
    }
    index->heads[index->count++] = *head;
    return STATUS_OK;
}

void chunk_index_done(ChunkIndex *index) {
    free(index->heads);
    *index = (ChunkIndex){0};
}

/* Reads the heads up to the file's end at offset `size`. */
static Status read_heads(FILE *file, const char *name, off_t size, ChunkIndex *index,
                         Error *error) {
    for (;;) {
        unsigned char bytes[CHUNK_HEAD_SIZE];
        ChunkHead head;
        if (size - (off_t)index->end < CHUNK_HEAD_SIZE)
            return STATUS_OK;
        if (fread(bytes, 1, sizeof bytes, file) != sizeof bytes)
            return error_set(error, STATUS_IO, "cannot read %s", name);
        if (!read_head(bytes, &head))
            return error_set(error, STATUS_SYNTAX,
                             "%s: damaged: no chunk begins at offset %llu, where one should", name,
                             (unsigned long long)index->end);
        head.offset = index->end + CHUNK_HEAD_SIZE;
        if ((uint64_t)size - head.offset < head.packed_length)
            return STATUS_OK;
        Status status = chunk_index_add(index, &head, error);
        if (status < 0)
            return status;
        index->end = head.offset + head.packed_length;
        if (fseeko(file, (off_t)index->end, SEEK_SET) != 0)
            return error_set(error, STATUS_IO, "cannot read %s", name);
    }
}

Status chunk_read_index(FILE *file, const char *name, ChunkIndex *ret_index, Error *error) {
    ChunkIndex index = {0};
    off_t start = ftello(file);
    if (start < 0 || fseeko(file, 0, SEEK_END) != 0)
        return error_set(error, STATUS_IO, "cannot read %s: not an ordinary file", name);
    off_t size = ftello(file);
    index.end = (uint64_t)start;
    Status status = STATUS_OK;
    if (size < 0 || fseeko(file, start, SEEK_SET) != 0)
        status = error_set(error, STATUS_IO, "cannot read %s: not an ordinary file", name);
    if (status >= 0)
        status = read_heads(file, name, size, &index, error);
    if (status < 0)
        chunk_index_done(&index);
    else
        *ret_index = index;
    return status;
}

Status chunk_refuse(const char *name, const ChunkHead *head, const char *what, Error *error) {
    return error_set(error, STATUS_SYNTAX,
                     "%s: the chunk of game %lu, at offset %llu, is damaged: %s", name,
                     (unsigned long)head->first_game,
                     (unsigned long long)(head->offset - CHUNK_HEAD_SIZE), what);
}

/* `packed` and `raw` have room for the chunk. */
static Status unpack(FILE *file, const char *name, const ChunkHead *head, unsigned char *packed,
                     unsigned char *raw, Error *error) {
    if (fseeko(file, (off_t)head->offset, SEEK_SET) != 0 ||
        fread(packed, 1, head->packed_length, file) != head->packed_length)
        return error_set(error, STATUS_IO, "cannot read %s", name);
    size_t length = ZSTD_decompress(raw, head->raw_length, packed, head->packed_length);
    if (ZSTD_isError(length))
        return chunk_refuse(name, head, ZSTD_getErrorName(length), error);
    if (length != head->raw_length || checksum_add(0, raw, length) != head->raw_checksum)
        return chunk_refuse(name, head, "wrong checksum", error);
    return STATUS_OK;
}

Status chunk_unpack(FILE *file, const char *name, const ChunkHead *head, unsigned char **ret_raw,
                    Error *error) {
    unsigned char *packed = malloc((size_t)head->packed_length + 1);
    unsigned char *raw = malloc((size_t)head->raw_length + 1);
    Status status = packed && raw
                        ? unpack(file, name, head, packed, raw, error)
                        : error_set(error, STATUS_NO_MEMORY, "no memory for a chunk of %s", name);
    free(packed);
    if (status >= 0)
        *ret_raw = raw;
    else
        free(raw);
    return status;
}

void chunk_count(const ChunkHead *head, TrainingSetCounts *counts) {
    counts->games += head->games;
    counts->samples += head->samples;
    counts->white_wins += head->white_wins;
    counts->draws += head->draws;
    counts->black_wins += head->games - head->white_wins - head->draws;
    counts->plies += head->plies;
}
