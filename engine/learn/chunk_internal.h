/* SPDX-License-Identifier: MIT
 *
 * The frame of a training set's file: its header and the heads of its chunks (training_set.h). */
#ifndef HUFF_ENGINE_LEARN_CHUNK_INTERNAL_H
#define HUFF_ENGINE_LEARN_CHUNK_INTERNAL_H

#include "engine/base/text_buffer.h"
#include "engine/learn/training_set.h"

#include <stdio.h>

enum {
    CHUNK_HEAD_SIZE = 44, /* bytes */
};

typedef struct {
    uint32_t first_game, games, samples;
    uint32_t white_wins, draws, plies;
    uint32_t raw_length, packed_length;
    uint32_t raw_checksum;
    uint64_t offset; /* of the packed bytes in the file; not part of it */
} ChunkHead;

typedef struct {
    ChunkHead *heads; /* in the order of the file */
    size_t count, capacity;
    uint64_t end; /* offset behind the last whole chunk */
} ChunkIndex;

void chunk_write_head(TextBuffer *out, const ChunkHead *head);

/* Appends the header of a file. */
void chunk_write_file_header(TextBuffer *out, const char *text);

/* Reads the header from the file's beginning into `text`, TRAINING_SET_TEXT_MAX + 1 bytes.
 * STATUS_SYNTAX, with a message that names the file. */
Status chunk_read_file_header(FILE *file, const char *name, char *text, Error *error);

/* Reads the heads of all chunks from where the file stands; ends before a chunk that is cut off by
 * the file's end. STATUS_SYNTAX when bytes are no chunk though more follow, STATUS_IO,
 * STATUS_NO_MEMORY; the index is empty then. */
Status chunk_read_index(FILE *file, const char *name, ChunkIndex *ret_index, Error *error);
Status chunk_index_add(ChunkIndex *index, const ChunkHead *head, Error *error);
void chunk_index_done(ChunkIndex *index);

/* Unpacks a chunk and compares its checksum; the raw bytes are the caller's to free. STATUS_SYNTAX
 * for damage, with a message that names file and chunk, STATUS_IO, STATUS_NO_MEMORY. */
Status chunk_unpack(FILE *file, const char *name, const ChunkHead *head, unsigned char **ret_raw,
                    Error *error);

/* The message of a damaged chunk; returns STATUS_SYNTAX. */
Status chunk_refuse(const char *name, const ChunkHead *head, const char *what, Error *error);

/* Adds a chunk to the counts. */
void chunk_count(const ChunkHead *head, TrainingSetCounts *counts);

#endif
