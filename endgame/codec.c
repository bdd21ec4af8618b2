/* SPDX-License-Identifier: MIT */
#include "endgame/codec.h"

#include "endgame/table_file.h"
#include "engine/base/checksum.h"
#include "engine/board/movegen.h"

#include <stdlib.h>
#include <string.h>
#include <zdict.h>
#include <zstd.h>

/* Tuned numbers. Origin: trials on all 2-4-piece pairs of the 10x10 and 8x8 board (README.md). */
enum {
    COMPRESSION_LEVEL = 19,  /* of zstd, 1-22; what more there is to gain is below 1 % */
    WDL_BLOCK_AIM = 520,     /* bytes of a compressed block on average, 100-1000: a probe that finds
                                its block not unpacked waits for so many to be unpacked */
    PLIES_BLOCK_AIM = 2000,  /* the same with a distance for each position, 500-5000: probed at the
                                root only */
    WDL_BLOCK_FIRST = 16384, /* positions of the largest block tried */
    PLIES_BLOCK_FIRST = 4096,
    SAMPLE_BLOCKS = 256,      /* blocks to try sizes and dictionaries with, 100-1000 */
    TRAINING_BYTES = 1 << 20, /* unpacked bytes to train a dictionary with, at most */
    DICTIONARY_MAX = 8192,    /* bytes */
    FILL_PART = 65536,        /* positions filled at a time, a multiple of all block sizes */
    BLOCKS_PER_PART = 32,     /* blocks compressed at a time */
};

static const size_t dictionary_sizes[] = {1024, 2048, 4096, DICTIONARY_MAX};

/* One part of the blocks, compressed. */
typedef struct {
    uint8_t *bytes;
    size_t length;
} CodecPart;

typedef struct {
    const CodecInput *input;
    CodecOutput *output;
    int code_bits;
    uint64_t total_blocks;
    CodecPart *parts;
    ZSTD_CDict *dictionary;
    atomic_bool failed;
} Codec;

/* ---- positions that may have any code ---- */

/* The side and the first position of the part-th piece of `size` positions; sides do not mix. */
static int locate(const CodecInput *input, uint64_t size, uint64_t part, uint64_t *ret_first) {
    uint64_t first = (input->index[0].count + size - 1) / size;
    int side = part >= first;
    *ret_first = (side ? part - first : part) * size;
    return side;
}

static uint64_t count_pieces(const CodecInput *input, int side, uint64_t size) {
    return side < input->side_count ? (input->index[side].count + size - 1) / size : 0;
}

static void fill_part(void *context, uint64_t part, int worker) {
    (void)worker;
    const CodecInput *input = ((Codec *)context)->input;
    uint64_t first;
    int side = locate(input, FILL_PART, part, &first);
    const SliceIndex *index = &input->index[side];
    uint64_t end = first + FILL_PART < index->count ? first + FILL_PART : index->count;
    uint8_t *codes = input->codes[side];
    bool seen = false; /* a code that counts */
    uint8_t last = 0;
    IndexCursor cursor;
    index_cursor_init(&cursor, index, first);
    for (uint64_t at = first; at < end; at++, index_cursor_next(&cursor)) {
        Position position = {.board = cursor.board, .rules = input->rules, .turn = COLOR_WHITE};
        if (movegen_has_capture(&position, COLOR_WHITE)) {
            codes[at] = last;
            continue;
        }
        if (!seen)
            memset(codes + first, codes[at], at - first);
        seen = true;
        last = codes[at];
    }
}

/* ---- blocks ---- */

static void pack(const Codec *codec, int side, uint64_t first, size_t positions,
                 uint8_t *ret_bytes) {
    const CodecInput *input = codec->input;
    const uint8_t *codes = input->codes[side] + first;
    uint64_t left = input->index[side].count - first;
    size_t used = left < positions ? (size_t)left : positions;
    memset(ret_bytes, 0, positions * (size_t)codec->code_bits / 8);
    if (codec->code_bits == 8) {
        memcpy(ret_bytes, codes, used);
        return;
    }
    for (size_t i = 0; i < used; i++)
        ret_bytes[i >> 2] |= (uint8_t)(codes[i] << (i & 3) * 2);
}

/* Bytes of a packed block that are used. */
static size_t used_bytes(const Codec *codec, int side, uint64_t first, size_t positions) {
    uint64_t left = codec->input->index[side].count - first;
    size_t used = left < positions ? (size_t)left : positions;
    return (used * (size_t)codec->code_bits + 7) / 8;
}

static bool is_constant(const Codec *codec, int side, uint64_t first, size_t positions) {
    const uint8_t *codes = codec->input->codes[side] + first;
    uint64_t left = codec->input->index[side].count - first;
    size_t used = left < positions ? (size_t)left : positions;
    return !memcmp(codes, codes + 1, used - 1);
}

/* Compresses one block; its bytes, 0 on failure. Blocks of one code become two bytes. */
static size_t compress_block(const Codec *codec, ZSTD_CCtx *context, int side, uint64_t first,
                             size_t positions, uint8_t *packed, uint8_t *ret_bytes, size_t room) {
    if (is_constant(codec, side, first, positions)) {
        ret_bytes[0] = codec->input->codes[side][first];
        ret_bytes[1] = (uint8_t)~ret_bytes[0];
        return 2;
    }
    pack(codec, side, first, positions, packed);
    size_t length =
        ZSTD_compress2(context, ret_bytes, room, packed, used_bytes(codec, side, first, positions));
    return ZSTD_isError(length) ? 0 : length;
}

static ZSTD_CCtx *new_context(const Codec *codec) {
    ZSTD_CCtx *context = ZSTD_createCCtx();
    if (!context)
        return NULL;
    size_t failure = ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, COMPRESSION_LEVEL);
    failure |= ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1);
    failure |= ZSTD_CCtx_setParameter(context, ZSTD_c_dictIDFlag, 0);
    if (codec->dictionary)
        failure |= ZSTD_CCtx_refCDict(context, codec->dictionary);
    if (ZSTD_isError(failure)) {
        ZSTD_freeCCtx(context);
        return NULL;
    }
    return context;
}

static void compress_part(void *argument, uint64_t part, int worker) {
    (void)worker;
    Codec *codec = argument;
    size_t positions = codec->output->block_positions;
    size_t packed_size = positions * (size_t)codec->code_bits / 8;
    size_t room = ZSTD_compressBound(packed_size);
    ZSTD_CCtx *context = new_context(codec);
    uint8_t *packed = malloc(packed_size);
    uint8_t *bytes = malloc(room * BLOCKS_PER_PART);
    size_t length = 0;
    bool ok = context && packed && bytes;
    for (uint64_t i = part * BLOCKS_PER_PART;
         ok && i < (part + 1) * BLOCKS_PER_PART && i < codec->total_blocks; i++) {
        uint64_t first;
        int side = locate(codec->input, positions, i, &first);
        size_t added =
            compress_block(codec, context, side, first, positions, packed, bytes + length, room);
        codec->output->block_lengths[i] = (uint32_t)added;
        length += added;
        ok = added > 0;
    }
    free(packed);
    ZSTD_freeCCtx(context);
    uint8_t *shrunk = ok ? realloc(bytes, length) : NULL;
    if (ok)
        codec->parts[part] = (CodecPart){shrunk ? shrunk : bytes, length};
    else
        free(bytes);
    if (!ok)
        atomic_store(&codec->failed, true);
}

/* ---- choosing sizes ---- */

/* Bytes of a sample of blocks of `positions`, scaled up to all of them; SIZE_MAX without memory. */
static size_t try_size(const Codec *codec, size_t positions) {
    const CodecInput *input = codec->input;
    uint64_t total = count_pieces(input, 0, positions) + count_pieces(input, 1, positions);
    uint64_t stride = total / SAMPLE_BLOCKS + 1;
    size_t packed_size = positions * (size_t)codec->code_bits / 8;
    size_t room = ZSTD_compressBound(packed_size);
    ZSTD_CCtx *context = new_context(codec);
    uint8_t *packed = malloc(packed_size), *bytes = malloc(room);
    uint64_t sum = 0, taken = 0;
    bool ok = context && packed && bytes;
    for (uint64_t i = stride / 2; ok && i < total; i += stride, taken++) {
        uint64_t first;
        int side = locate(input, positions, i, &first);
        size_t length = compress_block(codec, context, side, first, positions, packed, bytes, room);
        sum += length;
        ok = length > 0;
    }
    free(packed);
    free(bytes);
    ZSTD_freeCCtx(context);
    return ok ? (size_t)(taken ? sum * total / taken : 2 * total) : SIZE_MAX;
}

static void choose_block(Codec *codec) {
    bool wdl = codec->input->kind == KIND_WDL;
    size_t aim = wdl ? WDL_BLOCK_AIM : PLIES_BLOCK_AIM;
    size_t positions = wdl ? WDL_BLOCK_FIRST : PLIES_BLOCK_FIRST;
    for (; positions > TABLE_FILE_BLOCK_MIN; positions /= 2) {
        uint64_t total =
            count_pieces(codec->input, 0, positions) + count_pieces(codec->input, 1, positions);
        if (try_size(codec, positions) <= aim * total)
            break;
    }
    codec->output->block_positions = (uint32_t)positions;
}

/* Packed blocks to train with, spread over the pair, and their sizes. Returns their number. */
static unsigned collect_samples(const Codec *codec, uint8_t *bytes, size_t *sizes) {
    size_t positions = codec->output->block_positions;
    size_t packed_size = positions * (size_t)codec->code_bits / 8;
    uint64_t most = TRAINING_BYTES / packed_size;
    uint64_t stride = codec->total_blocks / most + 1;
    unsigned count = 0;
    for (uint64_t i = 0; i < codec->total_blocks; i += stride) {
        uint64_t first;
        int side = locate(codec->input, positions, i, &first);
        if (is_constant(codec, side, first, positions))
            continue;
        pack(codec, side, first, positions, bytes);
        sizes[count] = used_bytes(codec, side, first, positions);
        bytes += sizes[count++];
    }
    return count;
}

static bool use_dictionary(Codec *codec, const uint8_t *bytes, size_t length) {
    ZSTD_freeCDict(codec->dictionary);
    codec->dictionary = length ? ZSTD_createCDict(bytes, length, COMPRESSION_LEVEL) : NULL;
    return !length || codec->dictionary;
}

/* Tries dictionaries and keeps the one that makes the file smallest, itself included. */
static bool choose_dictionary(Codec *codec) {
    CodecOutput *output = codec->output;
    size_t samples_max = TRAINING_BYTES / (output->block_positions * (size_t)codec->code_bits / 8);
    uint8_t *bytes = malloc(TRAINING_BYTES + TABLE_FILE_BLOCK_BYTES_MAX);
    size_t *sizes = malloc((samples_max + 1) * sizeof *sizes);
    uint8_t *trial = malloc(DICTIONARY_MAX);
    output->dictionary = malloc(DICTIONARY_MAX);
    bool ok = bytes && sizes && trial && output->dictionary;
    unsigned count = ok ? collect_samples(codec, bytes, sizes) : 0;
    size_t best = ok ? try_size(codec, output->block_positions) : SIZE_MAX;
    ok = ok && best < SIZE_MAX;
    for (size_t i = 0; ok && i < sizeof dictionary_sizes / sizeof *dictionary_sizes; i++) {
        size_t length = ZDICT_trainFromBuffer(trial, dictionary_sizes[i], bytes, sizes, count);
        if (ZDICT_isError(length) || length + 2 * codec->total_blocks >= best)
            continue; /* too little to learn from, or nothing to gain */
        ok = use_dictionary(codec, trial, length);
        size_t size = ok ? try_size(codec, output->block_positions) : SIZE_MAX;
        ok = ok && size < SIZE_MAX;
        if (ok && size + length < best) {
            best = size + length;
            memcpy(output->dictionary, trial, length);
            output->dictionary_length = length;
        }
    }
    ok = ok && use_dictionary(codec, output->dictionary, output->dictionary_length);
    free(bytes);
    free(sizes);
    free(trial);
    return ok;
}

/* ---- the whole ---- */

/* Puts the parts together and frees them. */
static bool join_parts(Codec *codec, uint64_t count) {
    CodecOutput *output = codec->output;
    for (uint64_t i = 0; i < count; i++)
        output->blocks_length += codec->parts[i].length;
    output->blocks = malloc(output->blocks_length);
    uint8_t *at = output->blocks;
    for (uint64_t i = 0; i < count && at; i++) {
        memcpy(at, codec->parts[i].bytes, codec->parts[i].length);
        at += codec->parts[i].length;
    }
    return output->blocks;
}

static uint32_t check_content(const Codec *codec, uint8_t *packed) {
    size_t positions = codec->output->block_positions;
    uint32_t checksum = 0;
    for (uint64_t i = 0; i < codec->total_blocks; i++) {
        uint64_t first;
        int side = locate(codec->input, positions, i, &first);
        pack(codec, side, first, positions, packed);
        checksum = checksum_add(checksum, packed, positions * (size_t)codec->code_bits / 8);
    }
    return checksum;
}

static bool compress_all(Codec *codec, Pool *pool, int worker) {
    CodecOutput *output = codec->output;
    uint64_t parts = (codec->total_blocks + BLOCKS_PER_PART - 1) / BLOCKS_PER_PART;
    codec->parts = calloc(parts, sizeof *codec->parts);
    output->block_lengths = malloc(codec->total_blocks * sizeof *output->block_lengths);
    uint8_t *packed = malloc(TABLE_FILE_BLOCK_BYTES_MAX);
    bool ok = codec->parts && output->block_lengths && packed;
    if (ok) {
        pool_run(pool, compress_part, codec, parts, worker);
        ok = !atomic_load(&codec->failed) && join_parts(codec, parts);
        output->content_checksum = check_content(codec, packed);
    }
    for (uint64_t i = 0; codec->parts && i < parts; i++)
        free(codec->parts[i].bytes);
    free(codec->parts);
    free(packed);
    return ok;
}

Status codec_compress(const CodecInput *input, Pool *pool, int worker, CodecOutput *ret_output,
                      Error *error) {
    *ret_output = (CodecOutput){0};
    Codec codec = {
        .input = input, .output = ret_output, .code_bits = input->kind == KIND_WDL ? 2 : 8};
    uint64_t fills = count_pieces(input, 0, FILL_PART) + count_pieces(input, 1, FILL_PART);
    pool_run(pool, fill_part, &codec, fills, worker);
    choose_block(&codec);
    for (int side = 0; side < input->side_count; side++) {
        ret_output->block_count[side] = count_pieces(input, side, ret_output->block_positions);
        codec.total_blocks += ret_output->block_count[side];
    }
    bool ok = choose_dictionary(&codec) && compress_all(&codec, pool, worker);
    ZSTD_freeCDict(codec.dictionary);
    if (!ok)
        return error_set(error, STATUS_NO_MEMORY, "no memory to compress a table");
    return STATUS_OK;
}

void codec_output_done(CodecOutput *output) {
    free(output->dictionary);
    free(output->block_lengths);
    free(output->blocks);
    *output = (CodecOutput){0};
}
