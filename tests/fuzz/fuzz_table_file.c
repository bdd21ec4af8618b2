/* SPDX-License-Identifier: MIT
 *
 * Any bytes as a file of an endgame table, of every variant, with and without their checksums made
 * right first: a file that opens can be checked, and all its blocks unpack or are refused. */
#include "endgame/table_file.h"

#include "endgame/table_layout_internal.h"
#include "engine/base/checksum.h"
#include "tests/fuzz/fuzz.h"

#include <string.h>

static void read_blocks(const TableFile *table) {
    uint8_t block[TABLE_FILE_BLOCK_BYTES_MAX];
    ZSTD_DCtx *context = ZSTD_createDCtx();
    fuzz_require(context && table_file_block_bytes(table) <= sizeof block, "blocks have a size");
    Error error = {""};
    for (int side = 0; side < table->side_count; side++)
        for (uint64_t number = 0; number < table->block_count[side]; number++)
            fuzz_require(table_file_unpack(table, side, number, context, block, &error) ==
                                 STATUS_OK ||
                             error.text[0],
                         "a block that is refused is told of");
    ZSTD_freeDCtx(context);
}

static void try_bytes(const uint8_t *bytes, size_t size) {
    for (int variant = 0; variant < VARIANT_COUNT; variant++) {
        TableFile table;
        Error error = {""};
        Status status = table_file_open_bytes(&table, bytes, size, "input",
                                              rules_get((VariantId)variant), &error);
        if (status < 0) {
            fuzz_require(error.text[0], "a file that is refused is told of");
            continue;
        }
        fuzz_require(table.length <= size, "a file ends within its bytes");
        table_file_check(&table, "input", &error);
        read_blocks(&table);
        table_file_close(&table);
    }
}

/* Checksums that fit, so that what lies behind them is reached. */
static void mend(uint8_t *bytes, size_t size) {
    size_t front = (size_t)layout_get(bytes + AT_DICTIONARY, 4);
    for (int side = 0; side < 2; side++) {
        size_t blocks = (size_t)layout_get(bytes + AT_BLOCK_COUNTS + 8 * side, 8);
        front += blocks < size ? 4 * (blocks + (bytes[AT_SLICE + 4] > side)) : 0;
    }
    if (front <= size - TABLE_FILE_HEADER_SIZE)
        layout_put(bytes + AT_FRONT, checksum_add(0, bytes + TABLE_FILE_HEADER_SIZE, front), 4);
    layout_put(bytes + AT_HEADER, checksum_add(0, bytes, AT_HEADER), 4);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    try_bytes(data, size);
    if (size < TABLE_FILE_HEADER_SIZE)
        return 0;
    uint8_t *copy = malloc(size);
    fuzz_require(copy != NULL, "memory");
    memcpy(copy, data, size);
    mend(copy, size);
    try_bytes(copy, size);
    free(copy);
    return 0;
}
