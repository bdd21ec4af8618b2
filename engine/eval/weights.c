/* SPDX-License-Identifier: MIT */
#include "engine/eval/weights.h"

#include "engine/base/checksum.h"
#include "engine/base/file.h"
#include "engine/eval/model_code_internal.h"
#include "engine/eval/weights_internal.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <zstd.h>

static const char magic[8] = {'H', 'U', 'F', 'F', 'E', 'V', 'A', 'L'};

enum {
    PACK_LEVEL = 19,             /* of zstd, the best without special memory */
    HUGE_PAGE = 2 * 1024 * 1024, /* bytes */
    FILE_LENGTH_MAX = 64 << 20,  /* bytes of a weight file */
    RAW_LENGTH_MAX = 256 << 20,  /* bytes of its weights, unpacked */
};

/* The head of a file. */
typedef struct {
    unsigned format, layout;
    char variant[64];
    char recipe[EVAL_RECIPE_MAX + 1];
    uint32_t raw_length, packed_length, raw_checksum;
    size_t length; /* of the head itself */
} Head;

static void put16(TextBuffer *out, unsigned value) {
    char bytes[2] = {(char)(value & 0xff), (char)(value >> 8 & 0xff)};
    text_buffer_append(out, bytes, sizeof bytes);
}
static void put32(TextBuffer *out, uint32_t value) {
    put16(out, value & 0xffff);
    put16(out, value >> 16);
}
static void put_text(TextBuffer *out, const char *text) {
    put16(out, (unsigned)strlen(text));
    text_buffer_append(out, text, strlen(text));
}

static Status check_recipe(const char *recipe, Error *error) {
    if (strlen(recipe) > EVAL_RECIPE_MAX)
        return error_set(error, STATUS_RANGE, "a recipe of %zu bytes; %d are possible",
                         strlen(recipe), EVAL_RECIPE_MAX);
    for (const char *c = recipe; *c; c++)
        if (iscntrl((unsigned char)*c))
            return error_set(error, STATUS_RANGE,
                             "the recipe has a control character at offset %td", c - recipe);
    return STATUS_OK;
}

static Status pack(const TextBuffer *raw, char **ret_packed, size_t *ret_length, Error *error) {
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
    *ret_packed = packed;
    *ret_length = length;
    return STATUS_OK;
}

static void write_head(const EvalModel *model, const TextBuffer *raw, size_t packed_length,
                       TextBuffer *out) {
    size_t begin = out->length;
    text_buffer_append(out, magic, sizeof magic);
    put16(out, EVAL_FORMAT_VERSION);
    put16(out, EVAL_LAYOUT_VERSION);
    put_text(out, model->rules->name);
    put_text(out, model->recipe);
    put32(out, (uint32_t)raw->length);
    put32(out, (uint32_t)packed_length);
    put32(out, checksum_add(0, raw->text, raw->length));
    if (!out->failed)
        put32(out, checksum_add(0, out->text + begin, out->length - begin));
}

Status eval_model_write(const EvalModel *model, TextBuffer *out, Error *error) {
    TextBuffer raw = {0};
    char *packed = NULL;
    size_t length = 0;
    Status status = check_recipe(model->recipe, error);
    if (status >= 0) {
        model_code_write(model, &raw);
        status = text_buffer_get_status(&raw, error);
    }
    if (status >= 0)
        status = pack(&raw, &packed, &length, error);
    if (status >= 0) {
        write_head(model, &raw, length, out);
        text_buffer_append(out, packed, length);
        status = text_buffer_get_status(out, error);
    }
    free(packed);
    text_buffer_done(&raw);
    return status;
}

/* A reader of heads: `failed` once bytes are missing. */
typedef struct {
    const unsigned char *bytes;
    size_t length, at;
    bool failed;
} Cursor;

static unsigned get8(Cursor *cursor) {
    if (cursor->at >= cursor->length) {
        cursor->failed = true;
        return 0;
    }
    return cursor->bytes[cursor->at++];
}
static unsigned get16(Cursor *cursor) {
    unsigned low = get8(cursor);
    return low | get8(cursor) << 8;
}
static uint32_t get32(Cursor *cursor) {
    uint32_t low = get16(cursor);
    return low | (uint32_t)get16(cursor) << 16;
}
static void get_text(Cursor *cursor, char *text, size_t size) {
    unsigned length = get16(cursor);
    if (cursor->failed || length >= size || cursor->length - cursor->at < length) {
        cursor->failed = true;
        text[0] = '\0';
        return;
    }
    memcpy(text, cursor->bytes + cursor->at, length);
    text[length] = '\0';
    cursor->at += length;
}

static Status read_head(const char *name, Cursor *cursor, Head *ret_head, Error *error) {
    if (cursor->length < sizeof magic || memcmp(cursor->bytes, magic, sizeof magic) != 0)
        return error_set(error, STATUS_SYNTAX, "%s: not weights: it does not begin with HUFFEVAL",
                         name);
    cursor->at = sizeof magic;
    ret_head->format = get16(cursor);
    ret_head->layout = get16(cursor);
    get_text(cursor, ret_head->variant, sizeof ret_head->variant);
    get_text(cursor, ret_head->recipe, sizeof ret_head->recipe);
    ret_head->raw_length = get32(cursor);
    ret_head->packed_length = get32(cursor);
    ret_head->raw_checksum = get32(cursor);
    size_t covered = cursor->at;
    uint32_t checksum = get32(cursor);
    if (cursor->failed)
        return error_set(error, STATUS_SYNTAX, "%s: the weights are cut off in their head", name);
    if (checksum != checksum_add(0, cursor->bytes, covered))
        return error_set(error, STATUS_SYNTAX, "%s: the weights' head is damaged (checksum)", name);
    return STATUS_OK;
}

static Status check_head(const char *name, const Cursor *cursor, const Head *head,
                         const Rules **ret_rules, Error *error) {
    if (head->format != EVAL_FORMAT_VERSION)
        return error_set(error, STATUS_STATE, "%s: weights of format %u; this program reads %d",
                         name, head->format, EVAL_FORMAT_VERSION);
    if (head->layout != EVAL_LAYOUT_VERSION)
        return error_set(error, STATUS_STATE,
                         "%s: weights of layout %u; this program evaluates with layout %d", name,
                         head->layout, EVAL_LAYOUT_VERSION);
    const Rules *rules = rules_find(head->variant);
    if (!rules)
        return error_set(error, STATUS_UNKNOWN, "%s: weights of \"%s\", which is no variant here",
                         name, head->variant);
    if (!eval_layout_exists(rules))
        return error_set(error, STATUS_UNKNOWN,
                         "%s: weights of %s, whose board this program cannot read patterns from",
                         name, rules->name);
    size_t left = cursor->length - cursor->at;
    if (left != head->packed_length)
        return error_set(error, STATUS_SYNTAX,
                         "%s: the weights are %s: %zu bytes stand behind the head, %lu should",
                         name, left < head->packed_length ? "cut off" : "followed by more", left,
                         (unsigned long)head->packed_length);
    if (head->raw_length > RAW_LENGTH_MAX)
        return error_set(error, STATUS_SYNTAX, "%s: weights of %lu bytes; at most %d can be", name,
                         (unsigned long)head->raw_length, RAW_LENGTH_MAX);
    *ret_rules = rules;
    return STATUS_OK;
}

/* Tables are read all over the place, so pages should be few and large. */
static int16_t *allocate_patterns(const EvalLayout *layout) {
    size_t size = (size_t)layout->tables * EVAL_PATTERN_CODES * EVAL_KNOTS * sizeof(int16_t);
    size = (size + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE;
    int16_t *patterns = aligned_alloc(HUGE_PAGE, size);
#ifdef MADV_HUGEPAGE
    if (patterns)
        madvise(patterns, size, MADV_HUGEPAGE);
#endif
    return patterns;
}

static Status build(const EvalModel *model, const Head *head, size_t bytes,
                    EvalWeights **ret_weights, Error *error) {
    EvalWeights *weights = aligned_alloc(_Alignof(EvalWeights), sizeof *weights);
    if (!weights)
        return error_set(error, STATUS_NO_MEMORY, "no memory for weights");
    EvalLayout layout = eval_layout_of(model->rules);
    *weights = (EvalWeights){
        .rules = model->rules,
        .layout = layout,
        .curve = model->curve,
        .bytes = bytes,
        .deltas = model->delta_count,
        .checksum = head->raw_checksum,
        .recipe = strdup(head->recipe),
        .patterns = allocate_patterns(&layout),
    };
    if (!weights->recipe || !weights->patterns) {
        eval_weights_free(weights);
        return error_set(error, STATUS_NO_MEMORY, "no memory for the weights of %s",
                         model->rules->name);
    }
    weights_merge(model, weights);
    *ret_weights = weights;
    return STATUS_OK;
}

static Status unpack(const char *name, const Cursor *cursor, const Head *head, unsigned char *raw,
                     Error *error) {
    size_t length =
        ZSTD_decompress(raw, head->raw_length, cursor->bytes + cursor->at, head->packed_length);
    if (ZSTD_isError(length))
        return error_set(error, STATUS_SYNTAX, "%s: the weights are damaged: %s", name,
                         ZSTD_getErrorName(length));
    if (length != head->raw_length || checksum_add(0, raw, length) != head->raw_checksum)
        return error_set(error, STATUS_SYNTAX, "%s: the weights are damaged (checksum)", name);
    return STATUS_OK;
}

Status eval_weights_parse(const char *name, const void *bytes, size_t length,
                          EvalWeights **ret_weights, Error *error) {
    Cursor cursor = {.bytes = bytes, .length = length};
    Head head;
    EvalModel model = {0};
    Status status = read_head(name, &cursor, &head, error);
    if (status >= 0)
        status = check_head(name, &cursor, &head, &model.rules, error);
    if (status < 0)
        return status;
    unsigned char *raw = malloc((size_t)head.raw_length + 1);
    if (!raw)
        return error_set(error, STATUS_NO_MEMORY, "%s: no memory to unpack the weights", name);
    status = unpack(name, &cursor, &head, raw, error);
    if (status >= 0)
        status = model_code_read(name, raw, head.raw_length, &model, error);
    free(raw);
    if (status >= 0)
        status = build(&model, &head, length, ret_weights, error);
    model_code_done(&model);
    return status;
}

Status eval_weights_read(const char *path, EvalWeights **ret_weights, Error *error) {
    char *bytes;
    size_t length;
    Status status = file_read(path, FILE_LENGTH_MAX, &bytes, &length, error);
    if (status < 0)
        return status;
    status = eval_weights_parse(path, bytes, length, ret_weights, error);
    free(bytes);
    return status;
}

void eval_weights_free(EvalWeights *weights) {
    if (!weights)
        return;
    free(weights->patterns);
    free(weights->recipe);
    free(weights);
}

EvalWeightsInfo eval_weights_info(const EvalWeights *weights) {
    return (EvalWeightsInfo){
        .rules = weights->rules,
        .recipe = weights->recipe,
        .bytes = weights->bytes,
        .deltas = weights->deltas,
        .checksum = weights->checksum,
        .curve = &weights->curve,
    };
}

static double between(const int16_t *here, const int16_t *next, int fraction) {
    double way = (double)fraction / EVAL_FRACTION_ONE;
    return (*here + way * (*next - *here)) / EVAL_UNITS;
}

double eval_weights_scalar(const EvalWeights *weights, int scalar, int knot, int fraction) {
    return between(&weights->scalars[knot][scalar], &weights->scalars[knot + 1][scalar], fraction);
}

double eval_weights_pattern(const EvalWeights *weights, int table, uint32_t code, int knot,
                            int fraction) {
    const int16_t *pattern =
        weights->patterns + ((size_t)table * EVAL_PATTERN_CODES + code) * EVAL_KNOTS;
    return between(&pattern[knot], &pattern[knot + 1], fraction);
}
