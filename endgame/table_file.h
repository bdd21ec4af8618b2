/* SPDX-License-Identifier: MIT
 *
 * The file of one pair of slices, as README.md describes it byte by byte. It is read in place from
 * a memory map; nothing in it is believed before its checksum was: header, dictionary and block
 * index when it is opened, each block when it is unpacked, the whole by table_file_check. */
#ifndef HUFF_ENDGAME_TABLE_FILE_H
#define HUFF_ENDGAME_TABLE_FILE_H

#include "endgame/index.h"
#include "endgame/kind.h"

#include <stddef.h>
#include <zstd.h>

enum {
    TABLE_FILE_VERSION = 1,
    TABLE_FILE_HEADER_SIZE = 256,
    TABLE_FILE_BLOCK_MIN = 1024,                 /* positions of a block, a power of two */
    TABLE_FILE_BLOCK_BYTES_MAX = 4096,           /* unpacked */
    TABLE_FILE_NAME_SIZE = SLICE_NAME_SIZE + 24, /* "1m2k-2k.english.rule" */
};

/* What is known of one side to move. */
typedef struct {
    uint64_t win, draw, loss;                 /* placements, those with a capture due included */
    uint32_t longest_win, longest_loss;       /* plies; 0 in KIND_WDL */
    uint64_t longest_win_at, longest_loss_at; /* index of the first such placement */
} TableSide;

typedef struct {
    const uint8_t *bytes; /* the whole file */
    size_t length;
    void *map; /* what table_file_close has to unmap, NULL if the bytes are not its own */
    TableKind kind;
    Slice slice;    /* slice_of_pair */
    int side_count; /* 1 when both sides have the same material, else 2 */
    int code_bits;  /* 2 or 8: of a position in an unpacked block */
    uint32_t block_positions;
    SliceIndex index[2]; /* [0]: of `slice`, [1]: with the other side to move */
    KindFrame frame[2];
    TableSide sides[2];
    uint64_t block_count[2];
    uint32_t content_checksum; /* of all unpacked blocks: the same for every way of compression */
    const uint8_t *offsets[2]; /* little-endian uint32, block_count + 1 of them */
    const uint8_t *blocks;
    size_t blocks_length;
    ZSTD_DDict *dictionary; /* NULL if none */
} TableFile;

/* What a writer has to say; blocks in the order of sides and positions. */
typedef struct {
    const Rules *rules;
    TableKind kind;
    Slice slice;
    const TableSide *sides;
    uint32_t block_positions;
    uint32_t content_checksum;
    const uint8_t *dictionary;
    size_t dictionary_length;
    uint64_t block_count[2];
    const uint32_t *block_lengths; /* of all blocks of both sides */
    const uint8_t *blocks;
    size_t blocks_length;
} TableContent;

/* "1m2k-2k.english.wdl". Fills and returns `name`. */
const char *table_file_write_name(const Rules *rules, TableKind kind, Slice slice,
                                  char name[TABLE_FILE_NAME_SIZE]);

/* Lays a file out in memory that the caller frees. STATUS_NO_MEMORY; STATUS_RANGE for one of
 * 4 GiB and more. */
Status table_file_lay_out(const TableContent *content, uint8_t **ret_bytes, size_t *ret_length,
                          Error *error);

/* Opens a file for a variant. STATUS_IO: the system refuses. STATUS_ILLEGAL: damaged or no table.
 * STATUS_STATE: a table of another variant or version. */
Status table_file_open(TableFile *table, const char *path, const Rules *rules, Error *error);

/* The same with bytes in memory that outlive the table and may go on beyond its end; `name` is for
 * messages. */
Status table_file_open_bytes(TableFile *table, const uint8_t *bytes, size_t length,
                             const char *name, const Rules *rules, Error *error);

/* Frees what opening took; a zeroed table is allowed. */
void table_file_close(TableFile *table);

/* Bytes of an unpacked block. */
static inline size_t table_file_block_bytes(const TableFile *table) {
    return (size_t)table->block_positions * (size_t)table->code_bits / 8;
}
/* The code of a position within an unpacked block. */
static inline uint8_t table_file_get_code(const TableFile *table, const uint8_t *block,
                                          uint32_t position) {
    if (table->code_bits == 8)
        return block[position];
    return block[position >> 2] >> (position & 3) * 2 & 3;
}

/* Whether a block has one code only, given then. False for damaged blocks too. */
bool table_file_block_is_constant(const TableFile *table, int side, uint64_t block,
                                  uint8_t *ret_code);

/* Unpacks a block into table_file_block_bytes bytes; what lies behind the last position is 0.
 * `context` is the calling thread's. STATUS_ILLEGAL when the block is damaged. */
Status table_file_unpack(const TableFile *table, int side, uint64_t block, ZSTD_DCtx *context,
                         uint8_t *ret_block, Error *error);

/* Opens a file, does what table_file_check does and closes it: what a build asks of a file that it
 * finds before it takes it for done. As both, and STATUS_STATE when it is another table than that
 * of the slice and kind, which its name promised. */
Status table_file_examine(const char *path, const Rules *rules, TableKind kind, Slice slice,
                          Error *error);

/* Reads every byte of the file and compares checksums, counts and codes. `name` is for messages.
 * STATUS_ILLEGAL says what is damaged. */
Status table_file_check(const TableFile *table, const char *name, Error *error);

#endif
