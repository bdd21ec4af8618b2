/* SPDX-License-Identifier: MIT */
#include "engine/eval/model_code_internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    CURVE_UNITS = 1000, /* of a centiman */
    CURVE_BYTES = 2 * EVAL_KNOTS * 4,
};

/* Scalars of a variant; those of squares that its board has not got are left out. */
static size_t scalar_count(const Rules *rules) {
    return SCALAR_KING_SQUARE + (size_t)eval_layout_of(rules).squares;
}

size_t model_lane_count(int tables) {
    return (size_t)tables * 2 * EVAL_LANE_CODES;
}
size_t model_block_count(int tables) {
    return (size_t)tables * 2 * EVAL_BLOCK_CODES;
}

/* A number with its sign in the lowest bit, so that small ones have an empty high byte. */
static unsigned fold(int value) {
    return value < 0 ? (unsigned)(-(value + 1)) * 2 + 1 : (unsigned)value * 2;
}
static int unfold(unsigned code) {
    return code & 1 ? -(int)(code / 2) - 1 : (int)(code / 2);
}

/* Appends `count` weights that lie `stride` apart. */
static void write_plane(TextBuffer *out, const int16_t *weights, size_t count, size_t stride) {
    for (int shift = 0; shift < 16; shift += 8)
        for (size_t i = 0; i < count; i++) {
            char byte = (char)(fold(weights[i * stride]) >> shift & 0xff);
            text_buffer_append(out, &byte, 1);
        }
}

static void write_weights(TextBuffer *out, const int16_t *weights, size_t count) {
    for (int knot = 0; knot < EVAL_KNOTS; knot++)
        write_plane(out, weights + knot, count, EVAL_KNOTS);
}

static void write_curve(TextBuffer *out, const float *values) {
    for (int i = 0; i < EVAL_KNOTS; i++) {
        int32_t units = (int32_t)lrintf(values[i] * CURVE_UNITS);
        for (int shift = 0; shift < 32; shift += 8) {
            char byte = (char)((uint32_t)units >> shift & 0xff);
            text_buffer_append(out, &byte, 1);
        }
    }
}

void model_code_write(const EvalModel *model, TextBuffer *out) {
    int tables = eval_layout_of(model->rules).tables;
    write_curve(out, model->curve.lag);
    write_curve(out, model->curve.scale);
    for (int knot = 0; knot < EVAL_KNOTS; knot++)
        write_plane(out, model->scalars[knot], scalar_count(model->rules), 1);
    write_weights(out, model->lanes, model_lane_count(tables));
    write_weights(out, model->blocks, model_block_count(tables));
    text_buffer_append(out, (const char *)model->known, (size_t)tables * EVAL_KNOWN_BYTES);
    write_weights(out, model->deltas, model->delta_count);
}

/* Bytes on their way into a model. */
typedef struct {
    const unsigned char *next, *end;
} Input;

/* The next `length` bytes, NULL when there are fewer. */
static const unsigned char *take(Input *input, size_t length) {
    if ((size_t)(input->end - input->next) < length)
        return NULL;
    const unsigned char *bytes = input->next;
    input->next += length;
    return bytes;
}

static bool read_plane(Input *input, int16_t *weights, size_t count, size_t stride) {
    const unsigned char *bytes = take(input, 2 * count);
    if (!bytes)
        return false;
    for (size_t i = 0; i < count; i++)
        weights[i * stride] = (int16_t)unfold(bytes[i] | (unsigned)bytes[count + i] << 8);
    return true;
}

/* Allocates and reads `count` times EVAL_KNOTS weights; NULL when they are not there or there is no
 * memory. */
static int16_t *read_weights(Input *input, size_t count) {
    if ((size_t)(input->end - input->next) / (2 * EVAL_KNOTS) < count)
        return NULL;
    int16_t *weights = malloc(count * EVAL_KNOTS * sizeof *weights + 1);
    for (int knot = 0; weights && knot < EVAL_KNOTS; knot++)
        read_plane(input, weights + knot, count, EVAL_KNOTS);
    return weights;
}

static bool read_curve(Input *input, float *values, int32_t min) {
    const unsigned char *bytes = take(input, EVAL_KNOTS * 4);
    for (int i = 0; bytes && i < EVAL_KNOTS; i++) {
        uint32_t units = 0;
        for (int k = 3; k >= 0; k--)
            units = units << 8 | bytes[4 * i + k];
        if ((int32_t)units < min)
            return false;
        values[i] = (float)(int32_t)units / CURVE_UNITS;
    }
    return bytes != NULL;
}

/* Counts the patterns that have a delta; false when a bit stands for no pattern. */
static bool count_known(const uint8_t *known, int tables, size_t *ret_count) {
    size_t count = 0;
    for (int table = 0; table < tables; table++, known += EVAL_KNOWN_BYTES) {
        if (known[EVAL_KNOWN_BYTES - 1] >> (EVAL_PATTERN_CODES - 1) % 8 >> 1)
            return false;
        for (int i = 0; i < EVAL_KNOWN_BYTES; i++)
            count += (size_t)__builtin_popcount(known[i]);
    }
    *ret_count = count;
    return true;
}

static bool read_known(Input *input, int tables, EvalModel *model) {
    size_t length = (size_t)tables * EVAL_KNOWN_BYTES;
    const unsigned char *bytes = take(input, length);
    if (!bytes || !count_known(bytes, tables, &model->delta_count))
        return false;
    model->known = malloc(length);
    if (!model->known)
        return false;
    memcpy(model->known, bytes, length);
    return true;
}

static bool read_parts(Input *input, EvalModel *model) {
    int tables = eval_layout_of(model->rules).tables;
    if (!read_curve(input, model->curve.lag, 0) || !read_curve(input, model->curve.scale, 1))
        return false;
    for (int knot = 0; knot < EVAL_KNOTS; knot++)
        if (!read_plane(input, model->scalars[knot], scalar_count(model->rules), 1))
            return false;
    model->lanes = read_weights(input, model_lane_count(tables));
    model->blocks = model->lanes ? read_weights(input, model_block_count(tables)) : NULL;
    if (!model->blocks || !read_known(input, tables, model))
        return false;
    model->deltas = read_weights(input, model->delta_count);
    return model->deltas && input->next == input->end;
}

Status model_code_read(const char *name, const unsigned char *bytes, size_t length,
                       EvalModel *ret_model, Error *error) {
    Input input = {bytes, bytes + length};
    if (!read_parts(&input, ret_model))
        return error_set(error, STATUS_SYNTAX,
                         "%s: the weights do not have the parts that %s needs, or there is no "
                         "memory for them",
                         name, ret_model->rules->name);
    return STATUS_OK;
}

void model_code_done(EvalModel *model) {
    free(model->lanes);
    free(model->blocks);
    free(model->known);
    free(model->deltas);
    model->lanes = model->blocks = model->deltas = NULL;
    model->known = NULL;
}
