/* SPDX-License-Identifier: MIT
 *
 * Training sets: files of samples of many games. All numbers are little-endian.
 *
 *   header   8 bytes "HUFFSET1"; u16 length of the text; the text; u32 CRC-32 of text
 *   chunk *  u32 TRAINING_SET_MARK, u32 first game, u32 games, u32 samples, u32 games won
 *            by White, u32 games drawn, u32 plies of all games, u32 raw length, u32 packed length,
 *            u32 CRC-32 of the raw bytes, u32 CRC-32 of the 40 bytes before; then the raw bytes as
 *            one zstd frame
 *
 * The text is "variant=NAME " followed by how the games were played; a file is only continued by
 * games played the same way. Raw bytes of a chunk, for each of its games in order: u16 samples,
 * then each sample: u8 result (0 lost, 1 drawn, 2 won, side to move), i16 score, u16 ply, one bit a
 * square that is set when it is occupied (square 1 is the lowest bit of the first byte), two bits a
 * piece in the order of the squares (1: of the side not to move, 2: king; the first piece in the
 * lowest bits).
 *
 * Chunks may stand in any order, so that many threads write as they finish; readers put them in
 * order. A chunk cut off or spoilt by a crash is found by its lengths and checksums and is dropped
 * when the file is continued. */
#ifndef HUFF_ENGINE_LEARN_TRAINING_SET_H
#define HUFF_ENGINE_LEARN_TRAINING_SET_H

#include "engine/learn/sample.h"

#include <stddef.h>

enum {
    TRAINING_SET_MARK = 0x4b4e4843,     /* "CHNK" */
    TRAINING_SET_TEXT_MAX = 1000,       /* bytes of the header's text */
    TRAINING_SET_GAMES_MAX = 4096,      /* in one chunk */
    TRAINING_SET_SAMPLES_MAX = 2000000, /* in one chunk */
};

/* A game and its samples, which belong to whoever made it. */
typedef struct {
    Outcome outcome;
    int plies;
    int sample_count;
    const Sample *samples;
} TrainingGame;

typedef struct {
    uint64_t games, samples;
    uint64_t white_wins, draws, black_wins;
    uint64_t plies;
} TrainingSetCounts;

/* A file being written. One thread at a time. */
typedef struct TrainingWriter TrainingWriter;

/* Creates the file, or continues one: what is complete in it stays, a part of a chunk or a damaged
 * chunk at its end is cut off. `text` says how the games are played, without the variant.
 * STATUS_STATE: the file is of games played otherwise, or another process writes it. STATUS_SYNTAX:
 * it is no training set, or damaged before its end. STATUS_IO, STATUS_NO_MEMORY. */
Status training_writer_open(const char *path, const Rules *rules, const char *text,
                            TrainingWriter **ret_writer, Error *error);
/* Brings the file to the disk and closes it. NULL is allowed. */
Status training_writer_close(TrainingWriter *writer, Error *error);

/* Games of the chunk that begins with this game, 0 when the file has none such. */
uint32_t training_writer_games_from(const TrainingWriter *writer, uint32_t first_game);

/* What the file holds now. */
const TrainingSetCounts *training_writer_counts(const TrainingWriter *writer);

/* Appends a chunk of `count` games, 1..TRAINING_SET_GAMES_MAX, the first of which has the number
 * `first_game`. STATUS_IO, STATUS_NO_MEMORY, STATUS_RANGE; the file then ends as before. */
Status training_writer_append(TrainingWriter *writer, uint32_t first_game,
                              const TrainingGame *games, uint32_t count, Error *error);

/* A set in memory: samples in the order of their games. */
typedef struct {
    const Rules *rules;
    char text[TRAINING_SET_TEXT_MAX + 1]; /* of the first file */
    Sample *samples;
    size_t sample_count;
    TrainingSetCounts counts;
} TrainingSet;

/* Reads files of one variant, one after the other; the games of each are numbered on from those
 * before. A part of a chunk at a file's end is passed over. STATUS_SYNTAX for damage, STATUS_STATE
 * when a file is of another variant than the first, STATUS_IO, STATUS_NO_MEMORY. On success
 * training_set_done must be called. */
Status training_set_read(const char *const *paths, int count, TrainingSet *ret_set, Error *error);
void training_set_done(TrainingSet *set);

/* As training_set_read for one file already in memory; `name` stands for it in messages. */
Status training_set_parse(const char *name, const void *bytes, size_t length, TrainingSet *ret_set,
                          Error *error);

#endif
