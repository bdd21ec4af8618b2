/* SPDX-License-Identifier: MIT
 *
 * Training that was broken off: its weights on the disk. Little-endian: 8 bytes "HUFFFIT1"; u32
 * iteration; u32 iterations since the best; u32 length of the mark; u32 CRC-32 of all that follows;
 * f64 best held-out loss; the mark, a text that tells set and options; the number of weights as
 * u64; the weights at the iteration and the best ones, as f32. */
#ifndef HUFF_ENGINE_LEARN_CHECKPOINT_INTERNAL_H
#define HUFF_ENGINE_LEARN_CHECKPOINT_INTERNAL_H

#include "engine/base/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    CHECKPOINT_MARK_MAX = 1500, /* bytes */
};

typedef struct {
    uint32_t iteration, since_best;
    double best_loss;
    float *point, *best; /* `count` weights each, the caller's */
    size_t count;
} Checkpoint;

/* Replaces the file. STATUS_IO, STATUS_NO_MEMORY, STATUS_STATE. */
Status checkpoint_write(const char *path, const char *mark, const Checkpoint *checkpoint,
                        Error *error);

/* Fills `checkpoint`, whose vectors and count are set; `*ret_found` is false, and nothing is read,
 * when there is no file. STATUS_STATE: its mark is another; STATUS_SYNTAX: damaged. */
Status checkpoint_read(const char *path, const char *mark, Checkpoint *checkpoint, bool *ret_found,
                       Error *error);

#endif
