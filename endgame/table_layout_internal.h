/* SPDX-License-Identifier: MIT
 *
 * Private to endgame/: where the fields of a table file's header lie. All numbers are
 * little-endian. */
#ifndef HUFF_ENDGAME_TABLE_LAYOUT_INTERNAL_H
#define HUFF_ENDGAME_TABLE_LAYOUT_INTERNAL_H

#include <stdint.h>

enum {
    AT_MAGIC = 0,         /* 8 bytes */
    AT_VERSION = 8,       /* uint32 */
    AT_BLOCK = 12,        /* uint32: positions of a block */
    AT_VARIANT = 16,      /* 24 bytes, the name padded with NULs */
    AT_KIND = 40,         /* 8 bytes, the same */
    AT_SLICE = 48,        /* own men, own kings, other men, other kings, side count, 3 zeros */
    AT_LENGTH = 56,       /* uint64: of the whole file */
    AT_DICTIONARY = 64,   /* uint32: its bytes, behind the header */
    AT_CONTENT = 68,      /* uint32: checksum of all blocks unpacked */
    AT_BLOCK_COUNTS = 72, /* uint64 a side */
    AT_SIDES = 88,        /* SIDE_SIZE bytes a side */
    AT_BODY = 244,        /* uint32: checksum of everything behind the block index */
    AT_FRONT = 248,       /* uint32: checksum of dictionary and block index */
    AT_HEADER = 252,      /* uint32: checksum of the header up to here */

    SIDE_SIZE = 48,
    SIDE_WIN = 0, /* uint64 */
    SIDE_DRAW = 8,
    SIDE_LOSS = 16,
    SIDE_LONGEST_WIN = 24, /* uint32 */
    SIDE_LONGEST_LOSS = 28,
    SIDE_LONGEST_WIN_AT = 32, /* uint64 */
    SIDE_LONGEST_LOSS_AT = 40,

    VARIANT_SIZE = AT_KIND - AT_VARIANT,
    KIND_SIZE = AT_SLICE - AT_KIND,
    FILE_ALIGNMENT = 8, /* of the file's length, so that files can be put one behind the other */
};

static inline void layout_put(uint8_t *at, uint64_t value, int bytes) {
    for (int i = 0; i < bytes; i++)
        at[i] = (uint8_t)(value >> 8 * i);
}
static inline uint64_t layout_get(const uint8_t *at, int bytes) {
    uint64_t value = 0;
    for (int i = bytes - 1; i >= 0; i--)
        value = value << 8 | at[i];
    return value;
}

static const char layout_magic[8] = {'h', 'u', 'f', 'f', '-', 'e', 'g', 't'};

#endif
