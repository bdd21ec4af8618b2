/* SPDX-License-Identifier: MIT */
#include "engine/learn/checkpoint_internal.h"

#include "engine/base/checksum.h"
#include "engine/base/file.h"
#include "engine/base/text_buffer.h"
#include "engine/learn/sample_code_internal.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char magic[8] = {'H', 'U', 'F', 'F', 'F', 'I', 'T', '1'};

enum {
    HEAD_SIZE = 24,
    FILE_MAX = 2000000000, /* bytes */
};

static void put_double(TextBuffer *out, double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    sample_code_put32(out, (uint32_t)bits);
    sample_code_put32(out, (uint32_t)(bits >> 32));
}

static void put_floats(TextBuffer *out, const float *values, size_t count) {
    for (size_t i = 0; i < count; i++) {
        uint32_t bits;
        memcpy(&bits, &values[i], sizeof bits);
        sample_code_put32(out, bits);
    }
}

Status checkpoint_write(const char *path, const char *mark, const Checkpoint *checkpoint,
                        Error *error) {
    TextBuffer body = {0}, out = {0};
    put_double(&body, checkpoint->best_loss);
    text_buffer_append(&body, mark, strlen(mark));
    sample_code_put32(&body, (uint32_t)checkpoint->count);
    sample_code_put32(&body, (uint32_t)((uint64_t)checkpoint->count >> 32));
    put_floats(&body, checkpoint->point, checkpoint->count);
    put_floats(&body, checkpoint->best, checkpoint->count);
    text_buffer_append(&out, magic, sizeof magic);
    sample_code_put32(&out, checkpoint->iteration);
    sample_code_put32(&out, checkpoint->since_best);
    sample_code_put32(&out, (uint32_t)strlen(mark));
    sample_code_put32(&out, body.failed ? 0 : checksum_add(0, body.text, body.length));
    text_buffer_append(&out, text_buffer_get(&body), body.length);
    Status status = text_buffer_get_status(&body, error);
    if (status >= 0)
        status = text_buffer_get_status(&out, error);
    if (status >= 0)
        status = file_replace(path, out.text, out.length, error);
    text_buffer_done(&body);
    text_buffer_done(&out);
    return status;
}

static void get_floats(const unsigned char *bytes, float *values, size_t count) {
    for (size_t i = 0; i < count; i++) {
        uint32_t bits = sample_code_get32(bytes + 4 * i);
        memcpy(&values[i], &bits, sizeof bits);
    }
}

static Status parse(const char *path, const char *mark, const unsigned char *bytes, size_t length,
                    Checkpoint *checkpoint, Error *error) {
    if (length < HEAD_SIZE || memcmp(bytes, magic, sizeof magic) != 0)
        return error_set(error, STATUS_SYNTAX,
                         "%s: not a checkpoint: it does not begin with HUFFFIT1", path);
    size_t mark_length = sample_code_get32(bytes + 16);
    const unsigned char *body = bytes + HEAD_SIZE;
    size_t body_length = length - HEAD_SIZE;
    if (checksum_add(0, body, body_length) != sample_code_get32(bytes + 20) ||
        mark_length > CHECKPOINT_MARK_MAX || body_length < mark_length + 16)
        return error_set(error, STATUS_SYNTAX, "%s: the checkpoint is damaged or cut off", path);
    const unsigned char *numbers = body + 8 + mark_length;
    uint64_t count = sample_code_get32(numbers) | (uint64_t)sample_code_get32(numbers + 4) << 32;
    if (mark_length != strlen(mark) || memcmp(body + 8, mark, mark_length) != 0 ||
        count != checkpoint->count || body_length != mark_length + 16 + 8 * (size_t)count)
        return error_set(error, STATUS_STATE,
                         "%s: a checkpoint of other sets or options (\"%.*s\", now \"%s\"); remove "
                         "it to begin anew",
                         path, (int)mark_length, (const char *)body + 8, mark);
    checkpoint->iteration = sample_code_get32(bytes + 8);
    checkpoint->since_best = sample_code_get32(bytes + 12);
    uint64_t bits = sample_code_get32(body) | (uint64_t)sample_code_get32(body + 4) << 32;
    memcpy(&checkpoint->best_loss, &bits, sizeof bits);
    get_floats(numbers + 8, checkpoint->point, checkpoint->count);
    get_floats(numbers + 8 + 4 * checkpoint->count, checkpoint->best, checkpoint->count);
    return STATUS_OK;
}

Status checkpoint_read(const char *path, const char *mark, Checkpoint *checkpoint, bool *ret_found,
                       Error *error) {
    *ret_found = access(path, F_OK) == 0;
    if (!*ret_found)
        return STATUS_OK;
    char *bytes;
    size_t length;
    Status status = file_read(path, FILE_MAX, &bytes, &length, error);
    if (status < 0)
        return status;
    status = parse(path, mark, (const unsigned char *)bytes, length, checkpoint, error);
    free(bytes);
    return status;
}
