/* SPDX-License-Identifier: MIT
 *
 * The inside of a block of a book file before compression. Each field of the entries lies together
 * with the same field of the other entries, since bytes of one kind compress best side by side. */
#ifndef HUFF_BOOK_BLOCK_INTERNAL_H
#define HUFF_BOOK_BLOCK_INTERNAL_H

#include "book/entry.h"
#include "engine/base/text_buffer.h"

enum {
    /* Of every block but the last. A look-up unpacks one block: at 20000 positions 20 us with 256
     * entries at 3.9 bytes each, 70 us with 1024 entries at 3.1 bytes. */
    BLOCK_ENTRIES = 256,
    /* Most bytes of an entry: every square changed, evidence, depth, score, three counts. */
    BLOCK_ENTRY_BYTES_MAX = 1 + 2 * SQUARE_COUNT_MAX + 1 + 1 + 2 + 3 * 5,
    BLOCK_BYTES_MAX = BLOCK_ENTRIES * BLOCK_ENTRY_BYTES_MAX,
};

/* Appends the `count` entries (1..BLOCK_ENTRIES), which must be sorted and without doubles. A
 * failed allocation is left for the buffer's owner to see. */
void block_write(const Rules *rules, const BookEntry *entries, int count, TextBuffer *buffer);

/* Reads exactly `count` entries from exactly `length` bytes. STATUS_SYNTAX: a value out of range,
 * boards out of order, too few or too many bytes. Boards are checked to have pieces on the board
 * only, not for what position_init_board refuses besides. */
Status block_read(const Rules *rules, const unsigned char *bytes, size_t length, int count,
                  BookEntry *ret_entries, Error *error);

#endif
