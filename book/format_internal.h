/* SPDX-License-Identifier: MIT
 *
 * The frame of a book file: header, recipe, directory of blocks, blocks. README.md has the table of
 * bytes; all numbers are unsigned and little-endian. */
#ifndef HUFF_BOOK_FORMAT_INTERNAL_H
#define HUFF_BOOK_FORMAT_INTERNAL_H

#include "book/set.h"

enum {
    FORMAT_VERSION = 1,
    FORMAT_HEADER_SIZE = 48,
    FORMAT_BOARD_MAX = 27,                       /* bytes of a position */
    FORMAT_DIRECTORY_MAX = FORMAT_BOARD_MAX + 8, /* for each block */
    FORMAT_NAME_SIZE = 16,                       /* of the variant, NULs behind it */
    FORMAT_ENTRIES_MAX = BOOK_INDEX_MAX,
};

typedef struct {
    uint64_t length; /* of the file */
    uint32_t entry_count;
    uint32_t block_count;
    uint32_t checksum; /* of all other bytes of the file */
    uint16_t recipe_length;
    uint16_t version;
    char variant[FORMAT_NAME_SIZE];
} FormatHeader;

/* A block as the directory has it. */
typedef struct {
    Board first;     /* the board of its first entry */
    uint32_t offset; /* of its bytes behind the directory */
    uint32_t length; /* compressed */
} FormatRow;

/* Numbers of 1..8 bytes. */
void format_put(unsigned char *bytes, uint64_t value, int size);
uint64_t format_get(const unsigned char *bytes, int size);

void format_write_header(const FormatHeader *header,
                         unsigned char bytes[static FORMAT_HEADER_SIZE]);

/* STATUS_SYNTAX when the first 8 bytes are not those of a book. */
Status format_read_header(const unsigned char bytes[static FORMAT_HEADER_SIZE],
                          FormatHeader *ret_header, Error *error);

/* The checksum of a file whose header is in place, the field of the checksum itself left out. */
uint32_t format_compute_checksum(const unsigned char *bytes, size_t length);

/* Bytes of a position and of a row of the directory in the books of a variant: 24 and 32, but 27
 * and 35 where the board has more than 64 squares. */
size_t format_board_size(const Rules *rules);
size_t format_row_size(const Rules *rules);

/* Boards are written as three sets of squares, square n as bit n - 1: occupied, Black's, kings.
 * Squares beyond the board and pieces on empty squares are passed over when one is read. */
void format_write_board(const Rules *rules, const Board *board, unsigned char *bytes);
Board format_read_board(const Rules *rules, const unsigned char *bytes);

void format_write_row(const Rules *rules, const FormatRow *row, unsigned char *bytes);
void format_read_row(const Rules *rules, const unsigned char *bytes, FormatRow *ret_row);

#endif
