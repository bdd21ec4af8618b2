/* SPDX-License-Identifier: MIT
 *
 * From a set of entries to the bytes of a book file. */
#include "book/block_internal.h"
#include "book/book.h"
#include "book/format_internal.h"
#include "engine/base/file.h"
#include "engine/notation/fen.h"

#include <stdlib.h>
#include <string.h>
#include <zstd.h>

enum {
    ZSTD_LEVEL = 19 /* the densest of the ordinary levels; books are written rarely */
};

static Status check_entry(const Rules *rules, const BookEntry *entry, Error *error) {
    Position position;
    Error reason;
    Status status = book_place(rules, &entry->board, &position, &reason);
    if (status < 0)
        return error_set(error, status, "a position of the book: %s", reason.text);
    bool sound = abs(entry->score) <= BOOK_SCORE_MAX && entry->depth >= 0 &&
                 entry->depth <= BOOK_DEPTH_MAX && (unsigned)entry->evidence < BOOK_EVIDENCE_COUNT;
    if (entry->evidence == BOOK_UNKNOWN)
        sound &= entry->score == 0 && entry->depth == 0;
    if (sound)
        return STATUS_OK;
    char fen[FEN_SIZE];
    return error_set(error, STATUS_RANGE, "score %d, depth %d of %s are out of range", entry->score,
                     entry->depth, fen_write(&position, NULL, fen));
}

static Status check_entries(const BookSet *set, Error *error) {
    Status status = STATUS_OK;
    for (int i = 0; i < set->index.count && status == STATUS_OK; i++)
        status = check_entry(set->rules, &set->entries[i], error);
    return status;
}

/* The parts of the file behind the header. */
typedef struct {
    TextBuffer directory, blocks, plain;
    unsigned char *packed;
    size_t packed_size;
} Encoder;

static Status add_block(Encoder *encoder, const Rules *rules, const BookEntry *entries, int count,
                        Error *error) {
    text_buffer_clear(&encoder->plain);
    block_write(rules, entries, count, &encoder->plain);
    Status status = text_buffer_get_status(&encoder->plain, error);
    if (status < 0)
        return status;
    size_t length = ZSTD_compress(encoder->packed, encoder->packed_size, encoder->plain.text,
                                  encoder->plain.length, ZSTD_LEVEL);
    if (ZSTD_isError(length))
        return error_set(error, STATUS_NO_MEMORY, "zstd cannot compress a block: %s",
                         ZSTD_getErrorName(length));
    if (encoder->blocks.length + length > UINT32_MAX)
        return error_set(error, STATUS_RANGE, "the book is larger than 4 GiB");
    FormatRow row = {.first = entries[0].board,
                     .offset = (uint32_t)encoder->blocks.length,
                     .length = (uint32_t)length};
    unsigned char bytes[FORMAT_DIRECTORY_MAX];
    format_write_row(rules, &row, bytes);
    text_buffer_append(&encoder->directory, (const char *)bytes, format_row_size(rules));
    text_buffer_append(&encoder->blocks, (const char *)encoder->packed, length);
    return STATUS_OK;
}

static Status add_blocks(Encoder *encoder, const BookSet *set, Error *error) {
    encoder->packed_size = ZSTD_compressBound(BLOCK_BYTES_MAX);
    encoder->packed = malloc(encoder->packed_size);
    if (!encoder->packed)
        return error_set(error, STATUS_NO_MEMORY, "no memory to compress a book");
    int count = book_set_count(set);
    Status status = STATUS_OK;
    for (int i = 0; i < count && status == STATUS_OK; i += BLOCK_ENTRIES)
        status = add_block(encoder, set->rules, set->entries + i,
                           count - i < BLOCK_ENTRIES ? count - i : BLOCK_ENTRIES, error);
    return status;
}

static Status join(const Encoder *encoder, const BookSet *set, unsigned char **ret_bytes,
                   size_t *ret_length, Error *error) {
    size_t recipe_length = strlen(set->recipe.text);
    size_t length =
        FORMAT_HEADER_SIZE + recipe_length + encoder->directory.length + encoder->blocks.length;
    unsigned char *bytes = malloc(length);
    Status status = text_buffer_get_status(&encoder->directory, error);
    if (status == STATUS_OK)
        status = text_buffer_get_status(&encoder->blocks, error);
    if (status == STATUS_OK && !bytes)
        status = error_set(error, STATUS_NO_MEMORY, "no memory for a book of %zu bytes", length);
    if (status < 0) {
        free(bytes);
        return status;
    }
    FormatHeader header = {
        .length = length,
        .entry_count = (uint32_t)book_set_count(set),
        .block_count = (uint32_t)(encoder->directory.length / format_row_size(set->rules)),
        .recipe_length = (uint16_t)recipe_length,
        .version = FORMAT_VERSION,
    };
    strncpy(header.variant, set->rules->name, sizeof header.variant - 1);
    unsigned char *next = bytes + FORMAT_HEADER_SIZE;
    memcpy(next, set->recipe.text, recipe_length);
    next += recipe_length;
    memcpy(next, text_buffer_get(&encoder->directory), encoder->directory.length);
    next += encoder->directory.length;
    memcpy(next, text_buffer_get(&encoder->blocks), encoder->blocks.length);
    format_write_header(&header, bytes);
    header.checksum = format_compute_checksum(bytes, length);
    format_write_header(&header, bytes);
    *ret_bytes = bytes;
    *ret_length = length;
    return STATUS_OK;
}

Status book_encode(BookSet *set, unsigned char **ret_bytes, size_t *ret_length, Error *error) {
    Status status = check_entries(set, error);
    if (status == STATUS_OK)
        status = book_set_sort(set, error);
    Encoder encoder = {0};
    if (status == STATUS_OK)
        status = add_blocks(&encoder, set, error);
    if (status == STATUS_OK)
        status = join(&encoder, set, ret_bytes, ret_length, error);
    text_buffer_done(&encoder.directory);
    text_buffer_done(&encoder.blocks);
    text_buffer_done(&encoder.plain);
    free(encoder.packed);
    return status;
}

Status book_save(BookSet *set, const char *path, Error *error) {
    unsigned char *bytes;
    size_t length;
    Status status = book_encode(set, &bytes, &length, error);
    if (status < 0)
        return status;
    status = file_replace(path, (const char *)bytes, length, error);
    free(bytes);
    return status;
}
