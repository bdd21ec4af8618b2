/* SPDX-License-Identifier: MIT */
#include "endgame/table_file.h"

#include "endgame/table_layout_internal.h"
#include "engine/base/checksum.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static Status damaged(const char *name, const char *what, Error *error) {
    return error_set(error, STATUS_ILLEGAL,
                     "%s: damaged or no table: %s; remove it and build it again", name, what);
}

static bool name_is(const uint8_t *at, size_t size, const char *name) {
    size_t length = strlen(name);
    if (length > size || memcmp(at, name, length))
        return false;
    for (size_t i = length; i < size; i++)
        if (at[i])
            return false;
    return true;
}

static void read_side(const uint8_t *at, TableSide *side) {
    side->win = layout_get(at + SIDE_WIN, 8);
    side->draw = layout_get(at + SIDE_DRAW, 8);
    side->loss = layout_get(at + SIDE_LOSS, 8);
    side->longest_win = (uint32_t)layout_get(at + SIDE_LONGEST_WIN, 4);
    side->longest_loss = (uint32_t)layout_get(at + SIDE_LONGEST_LOSS, 4);
    side->longest_win_at = layout_get(at + SIDE_LONGEST_WIN_AT, 8);
    side->longest_loss_at = layout_get(at + SIDE_LONGEST_LOSS_AT, 8);
}

/* Everything that does not depend on the variant. */
static Status read_header(TableFile *table, const char *name, Error *error) {
    const uint8_t *header = table->bytes;
    if (table->length < TABLE_FILE_HEADER_SIZE ||
        memcmp(header + AT_MAGIC, layout_magic, sizeof layout_magic))
        return damaged(name, "it does not begin as one", error);
    uint64_t version = layout_get(header + AT_VERSION, 4);
    if (version != TABLE_FILE_VERSION)
        return error_set(error, STATUS_STATE,
                         "%s: a table of version %llu; this program reads version %d", name,
                         (unsigned long long)version, TABLE_FILE_VERSION);
    if (checksum_add(0, header, AT_HEADER) != layout_get(header + AT_HEADER, 4))
        return damaged(name, "the header's checksum is wrong", error);
    const uint8_t *slice = header + AT_SLICE;
    table->slice = (Slice){{slice[0], slice[1]}, {slice[2], slice[3]}};
    table->side_count = slice[4];
    int kind = 0;
    while (kind < KIND_COUNT &&
           !name_is(header + AT_KIND, KIND_SIZE, kind_get_name((TableKind)kind)))
        kind++;
    table->kind = (TableKind)kind;
    table->block_positions = (uint32_t)layout_get(header + AT_BLOCK, 4);
    uint32_t block = table->block_positions;
    bool sound = kind < KIND_COUNT && table->side_count == (slice_is_even(table->slice) ? 1 : 2) &&
                 slice_equals(slice_of_pair(table->slice), table->slice) &&
                 force_count(table->slice.own) > 0 && force_count(table->slice.other) > 0 &&
                 slice_count(table->slice) <= SLICE_PIECES_MAX && block >= TABLE_FILE_BLOCK_MIN &&
                 (block & (block - 1)) == 0 &&
                 (uint64_t)block * (kind == KIND_WDL ? 2 : 8) / 8 <= TABLE_FILE_BLOCK_BYTES_MAX;
    if (!sound)
        return damaged(name, "the header makes no sense", error);
    uint64_t length = layout_get(header + AT_LENGTH, 8);
    if (length > table->length || length % FILE_ALIGNMENT)
        return damaged(name, "it is cut short", error);
    table->length = (size_t)length;
    table->code_bits = table->kind == KIND_WDL ? 2 : 8;
    table->content_checksum = (uint32_t)layout_get(header + AT_CONTENT, 4);
    for (int side = 0; side < table->side_count; side++) {
        table->block_count[side] = layout_get(header + AT_BLOCK_COUNTS + 8 * side, 8);
        read_side(header + AT_SIDES + SIDE_SIZE * side, &table->sides[side]);
    }
    return STATUS_OK;
}

/* Numbers the variant gives, and whether the header agrees with them. */
static Status init_sides(TableFile *table, const char *name, const Rules *rules, Error *error) {
    for (int side = 0; side < table->side_count; side++) {
        Slice slice = side ? slice_swap(table->slice) : table->slice;
        Status status = index_init(&table->index[side], rules, slice, error);
        if (status < 0)
            return status;
        kind_frame_init(&table->frame[side], table->kind, rules, slice);
        const TableSide *counts = &table->sides[side];
        uint64_t count = table->index[side].count;
        uint64_t blocks = (count + table->block_positions - 1) / table->block_positions;
        if (table->block_count[side] != blocks || counts->win > count || counts->draw > count ||
            counts->loss > count || counts->win + counts->draw + counts->loss != count ||
            (counts->win && counts->longest_win_at >= count) ||
            (counts->loss && counts->longest_loss_at >= count))
            return damaged(name, "the header makes no sense", error);
    }
    return STATUS_OK;
}

static uint32_t block_offset(const TableFile *table, int side, uint64_t number) {
    return (uint32_t)layout_get(table->offsets[side] + 4 * number, 4);
}

/* Dictionary and block index: where they lie and whether they are whole. */
static Status read_front(TableFile *table, const char *name, Error *error) {
    uint64_t dictionary = layout_get(table->bytes + AT_DICTIONARY, 4);
    uint64_t front = dictionary;
    for (int side = 0; side < table->side_count; side++)
        front += 4 * (table->block_count[side] + 1);
    size_t left = table->length - TABLE_FILE_HEADER_SIZE;
    if (front > left)
        return damaged(name, "it is cut short", error);
    const uint8_t *at = table->bytes + TABLE_FILE_HEADER_SIZE;
    if (checksum_add(0, at, (size_t)front) != layout_get(table->bytes + AT_FRONT, 4))
        return damaged(name, "the block index's checksum is wrong", error);
    const uint8_t *offsets = at + dictionary;
    table->blocks = at + front;
    table->blocks_length = left - (size_t)front;
    uint32_t last = 0;
    for (int side = 0; side < table->side_count; side++) {
        table->offsets[side] = offsets;
        for (uint64_t block = 0; block <= table->block_count[side]; block++) {
            uint32_t offset = block_offset(table, side, block);
            if (offset < last || offset > table->blocks_length)
                return damaged(name, "the block index makes no sense", error);
            last = offset;
        }
        offsets += 4 * (table->block_count[side] + 1);
    }
    if (table->blocks_length - last >= FILE_ALIGNMENT)
        return damaged(name, "there is more in it than its blocks", error);
    if (dictionary) {
        table->dictionary = ZSTD_createDDict(at, (size_t)dictionary);
        if (!table->dictionary)
            return error_set(error, STATUS_NO_MEMORY, "%s: no memory for its dictionary", name);
    }
    return STATUS_OK;
}

Status table_file_open_bytes(TableFile *table, const uint8_t *bytes, size_t length,
                             const char *name, const Rules *rules, Error *error) {
    *table = (TableFile){.bytes = bytes, .length = length};
    Status status = read_header(table, name, error);
    if (status == STATUS_OK && !name_is(bytes + AT_VARIANT, VARIANT_SIZE, rules->name))
        status = error_set(error, STATUS_STATE, "%s: a table of \"%.*s\", not of %s", name,
                           VARIANT_SIZE, (const char *)bytes + AT_VARIANT, rules->name);
    if (status == STATUS_OK)
        status = kind_check_rules(table->kind, rules, error);
    if (status == STATUS_OK)
        status = init_sides(table, name, rules, error);
    if (status == STATUS_OK)
        status = read_front(table, name, error);
    if (status < 0)
        table_file_close(table);
    return status;
}

static Status map_file(const char *path, int fd, void **ret_map, size_t *ret_length, Error *error) {
    struct stat info;
    if (fstat(fd, &info) != 0)
        return error_set(error, STATUS_IO, "cannot read %s: %s", path, strerror(errno));
    if (!S_ISREG(info.st_mode) || info.st_size < TABLE_FILE_HEADER_SIZE)
        return damaged(path, "it does not begin as one", error);
    void *map = mmap(NULL, (size_t)info.st_size, PROT_READ, MAP_SHARED, fd, 0);
    if (map == MAP_FAILED)
        return error_set(error, STATUS_IO, "cannot read %s: %s", path, strerror(errno));
    *ret_map = map;
    *ret_length = (size_t)info.st_size;
    return STATUS_OK;
}

Status table_file_open(TableFile *table, const char *path, const Rules *rules, Error *error) {
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return error_set(error, STATUS_IO, "cannot read %s: %s", path, strerror(errno));
    void *map = NULL;
    size_t length = 0;
    Status status = map_file(path, fd, &map, &length, error);
    close(fd);
    if (status < 0)
        return status;
    status = table_file_open_bytes(table, map, length, path, rules, error);
    if (status == STATUS_OK && table->length != length) {
        table_file_close(table);
        status = damaged(path, "there is more in it than its blocks", error);
    }
    if (status < 0)
        munmap(map, length);
    else
        table->map = map;
    return status;
}

void table_file_close(TableFile *table) {
    ZSTD_freeDDict(table->dictionary);
    if (table->map)
        munmap(table->map, table->length);
    *table = (TableFile){0};
}

/* A block of one code is the code and its complement; no compressed block is so short. */
bool table_file_block_is_constant(const TableFile *table, int side, uint64_t block,
                                  uint8_t *ret_code) {
    uint32_t from = block_offset(table, side, block);
    const uint8_t *at = table->blocks + from;
    if (block_offset(table, side, block + 1) - from != 2 || (at[0] ^ at[1]) != 0xff ||
        at[0] >> table->code_bits)
        return false;
    *ret_code = at[0];
    return true;
}

static uint32_t count_positions(const TableFile *table, int side, uint64_t block) {
    uint64_t left = table->index[side].count - block * table->block_positions;
    return left < table->block_positions ? (uint32_t)left : table->block_positions;
}

Status table_file_unpack(const TableFile *table, int side, uint64_t block, ZSTD_DCtx *context,
                         uint8_t *ret_block, Error *error) {
    size_t size = table_file_block_bytes(table);
    uint32_t positions = count_positions(table, side, block);
    size_t used = ((size_t)positions * (size_t)table->code_bits + 7) / 8;
    uint8_t code;
    size_t length = used;
    if (table_file_block_is_constant(table, side, block, &code)) {
        memset(ret_block, table->code_bits == 8 ? code : code * 0x55, used);
        if (table->code_bits == 2 && positions % 4)
            ret_block[used - 1] &= (uint8_t)((1u << positions % 4 * 2) - 1);
    } else {
        uint32_t from = block_offset(table, side, block);
        uint32_t packed = block_offset(table, side, block + 1) - from;
        const uint8_t *at = table->blocks + from;
        length = table->dictionary ? ZSTD_decompress_usingDDict(context, ret_block, size, at,
                                                                packed, table->dictionary)
                                   : ZSTD_decompressDCtx(context, ret_block, size, at, packed);
    }
    char name[SLICE_NAME_SIZE];
    if (ZSTD_isError(length) || length != used)
        return error_set(error, STATUS_ILLEGAL, "%s: block %llu of the table is damaged",
                         slice_write(side ? slice_swap(table->slice) : table->slice, name),
                         (unsigned long long)block);
    memset(ret_block + used, 0, size - used);
    return STATUS_OK;
}

static Status check_blocks(const TableFile *table, ZSTD_DCtx *context, uint8_t *buffer,
                           uint32_t *checksum, Error *error) {
    for (int side = 0; side < table->side_count; side++)
        for (uint64_t block = 0; block < table->block_count[side]; block++) {
            Status status = table_file_unpack(table, side, block, context, buffer, error);
            if (status < 0)
                return status;
            *checksum = checksum_add(*checksum, buffer, table_file_block_bytes(table));
        }
    return STATUS_OK;
}

Status table_file_check(const TableFile *table, const char *name, Error *error) {
    if (checksum_add(0, table->blocks, table->blocks_length) !=
        layout_get(table->bytes + AT_BODY, 4))
        return damaged(name, "the checksum of its blocks is wrong", error);
    ZSTD_DCtx *context = ZSTD_createDCtx();
    uint8_t *buffer = malloc(table_file_block_bytes(table));
    Error reason;
    uint32_t checksum = 0;
    Status status = context && buffer
                        ? check_blocks(table, context, buffer, &checksum, &reason)
                        : error_set(&reason, STATUS_NO_MEMORY, "no memory to read it");
    free(buffer);
    ZSTD_freeDCtx(context);
    if (status == STATUS_NO_MEMORY)
        return error_set(error, status, "%s: %s", name, reason.text);
    if (status < 0)
        return damaged(name, reason.text, error);
    if (checksum != table->content_checksum)
        return damaged(name, "the checksum of its content is wrong", error);
    return STATUS_OK;
}

Status table_file_examine(const char *path, const Rules *rules, TableKind kind, Slice slice,
                          Error *error) {
    TableFile table;
    Status status = table_file_open(&table, path, rules, error);
    if (status < 0)
        return status;
    if (table.kind != kind || !slice_equals(table.slice, slice_of_pair(slice)))
        status =
            error_set(error, STATUS_STATE, "%s: it holds another table than its name says", path);
    else
        status = table_file_check(&table, path, error);
    table_file_close(&table);
    return status;
}
