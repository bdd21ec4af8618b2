/* SPDX-License-Identifier: MIT */
#include "endgame/table_file.h"
#include "endgame/table_layout_internal.h"
#include "engine/base/checksum.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *table_file_write_name(const Rules *rules, TableKind kind, Slice slice,
                                  char name[TABLE_FILE_NAME_SIZE]) {
    char text[SLICE_NAME_SIZE];
    snprintf(name, TABLE_FILE_NAME_SIZE, "%s.%.16s.%.7s", slice_write_file_name(slice, text),
             rules->name, kind_get_name(kind));
    return name;
}

static void put_name(uint8_t *at, const char *name, size_t size) {
    memset(at, 0, size);
    memcpy(at, name, strnlen(name, size));
}

static void put_side(uint8_t *at, const TableSide *side) {
    layout_put(at + SIDE_WIN, side->win, 8);
    layout_put(at + SIDE_DRAW, side->draw, 8);
    layout_put(at + SIDE_LOSS, side->loss, 8);
    layout_put(at + SIDE_LONGEST_WIN, side->longest_win, 4);
    layout_put(at + SIDE_LONGEST_LOSS, side->longest_loss, 4);
    layout_put(at + SIDE_LONGEST_WIN_AT, side->longest_win_at, 8);
    layout_put(at + SIDE_LONGEST_LOSS_AT, side->longest_loss_at, 8);
}

static int count_sides(const TableContent *content) {
    return slice_is_even(content->slice) ? 1 : 2;
}

static void put_header(const TableContent *content, uint8_t *header, size_t length, size_t front) {
    memcpy(header + AT_MAGIC, layout_magic, sizeof layout_magic);
    layout_put(header + AT_VERSION, TABLE_FILE_VERSION, 4);
    layout_put(header + AT_BLOCK, content->block_positions, 4);
    put_name(header + AT_VARIANT, content->rules->name, VARIANT_SIZE);
    put_name(header + AT_KIND, kind_get_name(content->kind), KIND_SIZE);
    const uint8_t slice[] = {content->slice.own.men, content->slice.own.kings,
                             content->slice.other.men, content->slice.other.kings,
                             (uint8_t)count_sides(content)};
    memcpy(header + AT_SLICE, slice, sizeof slice);
    layout_put(header + AT_LENGTH, length, 8);
    layout_put(header + AT_DICTIONARY, content->dictionary_length, 4);
    layout_put(header + AT_CONTENT, content->content_checksum, 4);
    for (int side = 0; side < count_sides(content); side++) {
        layout_put(header + AT_BLOCK_COUNTS + 8 * side, content->block_count[side], 8);
        put_side(header + AT_SIDES + SIDE_SIZE * side, &content->sides[side]);
    }
    const uint8_t *body = header + TABLE_FILE_HEADER_SIZE + front;
    layout_put(header + AT_BODY, checksum_add(0, body, length - TABLE_FILE_HEADER_SIZE - front), 4);
    layout_put(header + AT_FRONT, checksum_add(0, header + TABLE_FILE_HEADER_SIZE, front), 4);
    layout_put(header + AT_HEADER, checksum_add(0, header, AT_HEADER), 4);
}

Status table_file_lay_out(const TableContent *content, uint8_t **ret_bytes, size_t *ret_length,
                          Error *error) {
    char name[SLICE_NAME_SIZE];
    int sides = count_sides(content);
    uint64_t count = content->block_count[0] + content->block_count[1];
    size_t front = content->dictionary_length + 4 * (size_t)(count + (uint64_t)sides);
    size_t length = TABLE_FILE_HEADER_SIZE + front + content->blocks_length;
    length = (length + FILE_ALIGNMENT - 1) / FILE_ALIGNMENT * FILE_ALIGNMENT;
    if (length > UINT32_MAX)
        return error_set(error, STATUS_RANGE, "%s: the table would be larger than 4 GiB",
                         slice_write(content->slice, name));
    uint8_t *bytes = calloc(1, length);
    if (!bytes)
        return error_set(error, STATUS_NO_MEMORY, "%s: no memory for the %zu bytes of the file",
                         slice_write(content->slice, name), length);
    uint8_t *at = bytes + TABLE_FILE_HEADER_SIZE;
    if (content->dictionary_length)
        memcpy(at, content->dictionary, content->dictionary_length);
    at += content->dictionary_length;
    const uint32_t *lengths = content->block_lengths;
    uint32_t offset = 0;
    for (int side = 0; side < sides; side++)
        for (uint64_t block = 0; block <= content->block_count[side]; block++, at += 4) {
            layout_put(at, offset, 4);
            if (block < content->block_count[side])
                offset += *lengths++;
        }
    if (content->blocks_length)
        memcpy(at, content->blocks, content->blocks_length);
    put_header(content, bytes, length, front);
    *ret_bytes = bytes;
    *ret_length = length;
    return STATUS_OK;
}
