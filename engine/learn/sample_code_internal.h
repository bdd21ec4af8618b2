/* SPDX-License-Identifier: MIT
 *
 * The raw bytes of a chunk of a training set; the form is described in training_set.h. */
#ifndef HUFF_ENGINE_LEARN_SAMPLE_CODE_INTERNAL_H
#define HUFF_ENGINE_LEARN_SAMPLE_CODE_INTERNAL_H

#include "engine/base/text_buffer.h"
#include "engine/learn/training_set.h"

/* Numbers of 2 and 4 bytes, little-endian. */
void sample_code_put16(TextBuffer *out, unsigned value);
void sample_code_put32(TextBuffer *out, uint32_t value);
unsigned sample_code_get16(const unsigned char *bytes);
uint32_t sample_code_get32(const unsigned char *bytes);

/* Appends a game with its samples. */
void sample_code_write(TextBuffer *out, const Geometry *geometry, const TrainingGame *game);

/* Reads one game from `*bytes`, which then stands behind it, never beyond `end`. Its samples, which
 * get the number `game`, go to `samples`, room for `room`. Returns how many there were; -1 when the
 * bytes are no game of this board or there are more. */
int sample_code_read(const unsigned char **bytes, const unsigned char *end, const Rules *rules,
                     uint32_t game, Sample *samples, size_t room);

#endif
