/* SPDX-License-Identifier: MIT
 *
 * Turns the codes of a pair into the blocks of its file. Where the side to move must capture a code
 * is free to choose, since whoever reads the table plays captures out first; it is given the code
 * before it, which makes runs longer. Then four codes of KIND_WDL go into a byte, the pair is cut
 * into blocks of equally many positions, and each is compressed by itself with zstd, with a
 * dictionary trained on some of them. Sizes of block and dictionary are chosen for each pair by
 * trying (codec.c has the aims). */
#ifndef HUFF_ENDGAME_CODEC_H
#define HUFF_ENDGAME_CODEC_H

#include "endgame/index.h"
#include "endgame/kind.h"
#include "endgame/pool.h"

#include <stddef.h>

typedef struct {
    const Rules *rules;
    TableKind kind;
    int side_count;
    const SliceIndex *index; /* side_count of them */
    uint8_t *const *codes;   /* by side, a byte for each position; changed where they are free */
} CodecInput;

typedef struct {
    uint32_t block_positions;
    uint32_t content_checksum;
    uint8_t *dictionary;
    size_t dictionary_length;
    uint64_t block_count[2];
    uint32_t *block_lengths; /* of all blocks, side by side */
    uint8_t *blocks;
    size_t blocks_length;
} CodecOutput;

/* Compresses with the pool's threads; the result depends on the input and the version of zstd only.
 * STATUS_NO_MEMORY. The output is to be freed by codec_output_done, also after a failure. */
Status codec_compress(const CodecInput *input, Pool *pool, int worker, CodecOutput *ret_output,
                      Error *error);

void codec_output_done(CodecOutput *output);

#endif
