/* SPDX-License-Identifier: MIT
 *
 * Learnt weights: constant once made, shared by all threads that evaluate with them. They come from
 * a file or from the program itself, which carries those of its variants in the same form.
 *
 * The file, all numbers little-endian:
 *   8 bytes "HUFFEVAL"; u16 format (EVAL_FORMAT_VERSION); u16 layout (EVAL_LAYOUT_VERSION);
 *   u16 length and text of the variant's name; u16 length and text of the recipe; u32 raw length;
 *   u32 packed length; u32 CRC-32 of the raw bytes; u32 CRC-32 of all bytes before;
 *   the raw bytes as one zstd frame, and nothing behind it.
 * Raw bytes, each part as described by its field in EvalModel: curve (lags then scales, i32,
 * 1/1000 centimen), scalars, lanes, blocks, known, deltas. Weights are 16-bit numbers with their
 * sign in the lowest bit (2n, or -2n-1 for negative n); of each part and knot first all low bytes,
 * then all high bytes. */
#ifndef HUFF_ENGINE_EVAL_WEIGHTS_H
#define HUFF_ENGINE_EVAL_WEIGHTS_H

#include "engine/base/status.h"
#include "engine/base/text_buffer.h"
#include "engine/eval/chances.h"
#include "engine/eval/layout.h"

#include <stddef.h>

enum {
    EVAL_FORMAT_VERSION = 1,
    EVAL_RECIPE_MAX = 2000,  /* bytes */
    EVAL_UNITS = 16,         /* weights count sixteenths of a centiman */
    EVAL_DELTA_UNITS = 4,    /* one of a delta is so many of those */
    EVAL_BLOCK_CODES = 6561, /* 3^8 */
    EVAL_KNOWN_BYTES = (EVAL_PATTERN_CODES + 7) / 8,
};

/* Weights as they are learnt and stored. The weight of a pattern is the sum of those of its left
 * and right lane, of its far block (the first four squares of both lanes) and its near block (the
 * last four),
 * and, where games had it often enough, a delta of its own. So rare patterns are worth what their
 * parts are worth. */
typedef struct {
    const Rules *rules;
    const char *recipe; /* how it was made, one line */
    EvalCurve curve;
    int16_t scalars[EVAL_KNOTS]
                   [SCALAR_COUNT]; /* stored without those of squares beyond the board */
    int16_t *lanes;                /* [tables][left, right][EVAL_LANE_CODES][EVAL_KNOTS] */
    int16_t *blocks; /* [tables][far, near][EVAL_BLOCK_CODES][EVAL_KNOTS]; left lane first */
    uint8_t
        *known; /* [tables][EVAL_KNOWN_BYTES]: a bit for each pattern, set when it has a delta */
    int16_t *deltas; /* [delta_count][EVAL_KNOTS], in the order of the tables and patterns */
    size_t delta_count;
} EvalModel;

/* Appends a model as a file's bytes. STATUS_NO_MEMORY; STATUS_RANGE for a recipe that is too long
 * or has control characters. */
Status eval_model_write(const EvalModel *model, TextBuffer *out, Error *error);

typedef struct EvalWeights EvalWeights;

/* What people want to know of weights. The texts live as long as the weights. */
typedef struct {
    const Rules *rules;
    const char *recipe;
    size_t bytes;      /* as stored */
    size_t deltas;     /* patterns with a delta of their own */
    uint32_t checksum; /* CRC-32 of the raw bytes */
    const EvalCurve *curve;
} EvalWeightsInfo;

/* Weights from a file's bytes; `name` stands for them in messages. STATUS_SYNTAX: no weights, cut
 * off or damaged. STATUS_STATE: of another layout or format. STATUS_UNKNOWN: of a variant unknown
 * here. STATUS_NO_MEMORY. To be freed with eval_weights_free. */
Status eval_weights_parse(const char *name, const void *bytes, size_t length,
                          EvalWeights **ret_weights, Error *error);
/* The same from a file; STATUS_IO besides. */
Status eval_weights_read(const char *path, EvalWeights **ret_weights, Error *error);
/* NULL is allowed. */
void eval_weights_free(EvalWeights *weights);

EvalWeightsInfo eval_weights_info(const EvalWeights *weights);

/* The stored bytes that the program carries for a variant, constant; NULL when it carries none. */
const void *eval_weights_embedded(const Rules *rules, size_t *ret_length);

/* Weights from those bytes, NULL when there are none for the variant. Errors as eval_weights_parse.
 */
Status eval_weights_load_embedded(const Rules *rules, EvalWeights **ret_weights, Error *error);

/* Worth of a scalar or a pattern in centimen at a phase (EvalFeatures). `code` is the number of the
 * pattern. */
double eval_weights_scalar(const EvalWeights *weights, int scalar, int knot, int fraction);
double eval_weights_pattern(const EvalWeights *weights, int table, uint32_t code, int knot,
                            int fraction);

#endif
