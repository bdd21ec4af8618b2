/* SPDX-License-Identifier: MIT */
#include "book/format_internal.h"

#include "engine/base/checksum.h"

#include <string.h>

static const char magic[8] = {'h', 'u', 'f', 'f', 'b', 'o', 'o', 'k'};

/* Where the fields of the header lie. */
enum {
    AT_VERSION = 8,
    AT_RECIPE_LENGTH = 10,
    AT_ENTRY_COUNT = 12,
    AT_BLOCK_COUNT = 16,
    AT_LENGTH = 20,
    AT_VARIANT = 28,
    AT_CHECKSUM = 44,
};

void format_put(unsigned char *bytes, uint64_t value, int size) {
    for (int i = 0; i < size; i++)
        bytes[i] = (unsigned char)(value >> 8 * i);
}

uint64_t format_get(const unsigned char *bytes, int size) {
    uint64_t value = 0;
    for (int i = 0; i < size; i++)
        value |= (uint64_t)bytes[i] << 8 * i;
    return value;
}

void format_write_header(const FormatHeader *header,
                         unsigned char bytes[static FORMAT_HEADER_SIZE]) {
    memcpy(bytes, magic, sizeof magic);
    format_put(bytes + AT_VERSION, header->version, 2);
    format_put(bytes + AT_RECIPE_LENGTH, header->recipe_length, 2);
    format_put(bytes + AT_ENTRY_COUNT, header->entry_count, 4);
    format_put(bytes + AT_BLOCK_COUNT, header->block_count, 4);
    format_put(bytes + AT_LENGTH, header->length, 8);
    memcpy(bytes + AT_VARIANT, header->variant, FORMAT_NAME_SIZE);
    format_put(bytes + AT_CHECKSUM, header->checksum, 4);
}

Status format_read_header(const unsigned char bytes[static FORMAT_HEADER_SIZE],
                          FormatHeader *ret_header, Error *error) {
    if (memcmp(bytes, magic, sizeof magic) != 0)
        return error_set(error, STATUS_SYNTAX, "not a book: the first bytes are not \"huffbook\"");
    *ret_header = (FormatHeader){
        .version = (uint16_t)format_get(bytes + AT_VERSION, 2),
        .recipe_length = (uint16_t)format_get(bytes + AT_RECIPE_LENGTH, 2),
        .entry_count = (uint32_t)format_get(bytes + AT_ENTRY_COUNT, 4),
        .block_count = (uint32_t)format_get(bytes + AT_BLOCK_COUNT, 4),
        .length = format_get(bytes + AT_LENGTH, 8),
        .checksum = (uint32_t)format_get(bytes + AT_CHECKSUM, 4),
    };
    memcpy(ret_header->variant, bytes + AT_VARIANT, FORMAT_NAME_SIZE);
    return STATUS_OK;
}

uint32_t format_compute_checksum(const unsigned char *bytes, size_t length) {
    uint32_t checksum = checksum_add(0, bytes, AT_CHECKSUM);
    return checksum_add(checksum, bytes + FORMAT_HEADER_SIZE, length - FORMAT_HEADER_SIZE);
}

/* ---- the directory ---- */

enum {
    SET_SIZE_LEAST = 8 /* bytes */
};

static size_t set_size(const Rules *rules) {
    size_t size = ((size_t)rules_geometry(rules)->square_count + 7) / 8;
    return size > SET_SIZE_LEAST ? size : SET_SIZE_LEAST;
}

size_t format_board_size(const Rules *rules) {
    return 3 * set_size(rules);
}

size_t format_row_size(const Rules *rules) {
    return format_board_size(rules) + 8;
}

static void put_squares(const Rules *rules, Bitboard cells, unsigned char *bytes) {
    const Geometry *geometry = rules_geometry(rules);
    memset(bytes, 0, set_size(rules));
    for (; cells; cells = bits_rest(cells)) {
        int square = geometry->square_of_cell[bits_first(cells)] - 1;
        bytes[square / 8] |= (unsigned char)(1 << square % 8);
    }
}

static Bitboard get_squares(const Rules *rules, const unsigned char *bytes) {
    const Geometry *geometry = rules_geometry(rules);
    Bitboard cells = 0;
    for (int square = 0; square < geometry->square_count; square++)
        if (bytes[square / 8] >> square % 8 & 1)
            cells |= geometry_square_bit(geometry, square + 1);
    return cells;
}

void format_write_board(const Rules *rules, const Board *board, unsigned char *bytes) {
    size_t size = set_size(rules);
    put_squares(rules, board_occupied(board), bytes);
    put_squares(rules, board_pieces(board, COLOR_BLACK), bytes + size);
    put_squares(rules, board->kings[COLOR_WHITE] | board->kings[COLOR_BLACK], bytes + 2 * size);
}

Board format_read_board(const Rules *rules, const unsigned char *bytes) {
    size_t size = set_size(rules);
    Bitboard occupied = get_squares(rules, bytes);
    Bitboard black = get_squares(rules, bytes + size) & occupied;
    Bitboard kings = get_squares(rules, bytes + 2 * size) & occupied;
    return (Board){.men = {occupied & ~black & ~kings, black & ~kings},
                   .kings = {kings & ~black, kings & black}};
}

void format_write_row(const Rules *rules, const FormatRow *row, unsigned char *bytes) {
    size_t size = format_board_size(rules);
    format_write_board(rules, &row->first, bytes);
    format_put(bytes + size, row->offset, 4);
    format_put(bytes + size + 4, row->length, 4);
}

void format_read_row(const Rules *rules, const unsigned char *bytes, FormatRow *ret_row) {
    size_t size = format_board_size(rules);
    *ret_row = (FormatRow){
        .first = format_read_board(rules, bytes),
        .offset = (uint32_t)format_get(bytes + size, 4),
        .length = (uint32_t)format_get(bytes + size + 4, 4),
    };
}
