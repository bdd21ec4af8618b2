/* SPDX-License-Identifier: MIT */
#include "book/block_internal.h"

/* ---- boards as lists of changes from the board before ---- */

/* 0 empty, else 1 + color + 2 for a king: the order of book_compare. */
static int get_piece(const Board *board, Bitboard bit) {
    for (int color = 0; color < COLOR_COUNT; color++) {
        if (board->men[color] & bit)
            return 1 + color;
        if (board->kings[color] & bit)
            return 3 + color;
    }
    return 0;
}

static void put_piece(Board *board, Bitboard bit, int piece) {
    for (int color = 0; color < COLOR_COUNT; color++) {
        board->men[color] &= ~bit;
        board->kings[color] &= ~bit;
    }
    if (piece == 1 || piece == 2)
        board->men[piece - 1] |= bit;
    else if (piece)
        board->kings[piece - 3] |= bit;
}

enum {
    PIECE_COUNT = 5
};

/* ---- writing ---- */

static void put_byte(TextBuffer *buffer, int value) {
    char byte = (char)(unsigned char)value;
    text_buffer_append(buffer, &byte, 1);
}

/* Seven bits a byte, the lowest first; all but the last have the top bit set. */
static void put_number(TextBuffer *buffer, uint32_t value) {
    for (; value >= 128; value >>= 7)
        put_byte(buffer, (int)(value & 127) | 128);
    put_byte(buffer, (int)value);
}

/* Small scores of either sign become small numbers. */
static unsigned fold_score(int score) {
    return score < 0 ? (unsigned)(-score) * 2 - 1 : (unsigned)score * 2;
}
static int unfold_score(unsigned folded) {
    return folded & 1 ? -(int)((folded + 1) / 2) : (int)(folded / 2);
}

static Bitboard find_changes(const Board *a, const Board *b) {
    Bitboard changes = 0;
    for (int color = 0; color < COLOR_COUNT; color++)
        changes |= (a->men[color] ^ b->men[color]) | (a->kings[color] ^ b->kings[color]);
    return changes;
}

/* The number of a playable cell, from 1 in the order of book_compare: that of its square but for
 * boards that are kept as their mirror image. */
static int number_cell(Bitboard playable, int cell) {
    return 1 + bits_count(playable & (bits_of_cell(cell) - 1));
}

/* The numbers of changes, then the distance of each change from the one before, then the pieces. */
static void write_boards(const Rules *rules, const BookEntry *entries, int count,
                         TextBuffer *buffer) {
    static const Board empty;
    Bitboard playable = rules_board_mask(rules);
    for (int i = 0; i < count; i++)
        put_byte(buffer,
                 bits_count(find_changes(i ? &entries[i - 1].board : &empty, &entries[i].board)));
    for (int field = 0; field < 2; field++)
        for (int i = 0; i < count; i++) {
            int last = 0;
            Bitboard changes = find_changes(i ? &entries[i - 1].board : &empty, &entries[i].board);
            for (; changes; changes = bits_rest(changes)) {
                int at = number_cell(playable, bits_first(changes));
                put_byte(buffer, field == 0 ? at - last
                                            : get_piece(&entries[i].board,
                                                        bits_of_cell(bits_first(changes))));
                last = at;
            }
        }
}

void block_write(const Rules *rules, const BookEntry *entries, int count, TextBuffer *buffer) {
    write_boards(rules, entries, count, buffer);
    for (int i = 0; i < count; i++)
        put_byte(buffer, (int)entries[i].evidence);
    for (int i = 0; i < count; i++)
        put_byte(buffer, entries[i].depth);
    for (int i = 0; i < count; i++)
        put_byte(buffer, (int)(fold_score(entries[i].score) & 255));
    for (int i = 0; i < count; i++)
        put_byte(buffer, (int)(fold_score(entries[i].score) >> 8));
    for (int i = 0; i < count; i++)
        put_number(buffer, entries[i].counts.wins);
    for (int i = 0; i < count; i++)
        put_number(buffer, entries[i].counts.draws);
    for (int i = 0; i < count; i++)
        put_number(buffer, entries[i].counts.losses);
}

/* ---- reading ---- */

/* A place in the bytes. The first fault is remembered and every later read gives 0. */
typedef struct {
    const unsigned char *next, *end;
    bool failed;
} Bytes;

static int take_byte(Bytes *bytes) {
    if (bytes->failed || bytes->next == bytes->end) {
        bytes->failed = true;
        return 0;
    }
    return *bytes->next++;
}

static int take_byte_below(Bytes *bytes, int bound) {
    int value = take_byte(bytes);
    bytes->failed |= value >= bound;
    return bytes->failed ? 0 : value;
}

static uint32_t take_number(Bytes *bytes) {
    uint64_t value = 0;
    for (int shift = 0; shift < 35; shift += 7) {
        int byte = take_byte(bytes);
        value |= (uint64_t)(byte & 127) << shift;
        if (byte < 128) {
            bytes->failed |= value > UINT32_MAX || (byte == 0 && shift > 0);
            return bytes->failed ? 0 : (uint32_t)value;
        }
    }
    bytes->failed = true;
    return 0;
}

/* The playable cells in order; [n - 1] has the number n. */
typedef struct {
    int count;
    Bitboard bits[SQUARE_COUNT_MAX];
} Cells;

static Cells list_cells(const Rules *rules) {
    Cells cells = {0};
    for (Bitboard rest = rules_board_mask(rules); rest; rest = bits_rest(rest))
        cells.bits[cells.count++] = bits_of_cell(bits_first(rest));
    return cells;
}

/* Fills the cells of the changes of one board; the numbers were read before. */
static void read_changes(const Cells *cells, Bytes *distances, Bytes *pieces, int changes,
                         Board *board) {
    int number = 0;
    for (int i = 0; i < changes && !distances->failed && !pieces->failed; i++) {
        int distance = take_byte(distances);
        number += distance;
        Bitboard bit = 0;
        if (number >= 1 && number <= cells->count)
            bit = cells->bits[number - 1];
        int piece = take_byte_below(pieces, PIECE_COUNT);
        distances->failed |= distance == 0 || !bit || get_piece(board, bit) == piece;
        put_piece(board, bit, piece);
    }
}

static void read_boards(const Rules *rules, Bytes *bytes, int count, BookEntry *entries) {
    const Cells cells = list_cells(rules);
    Bytes numbers = *bytes;
    size_t changes = 0;
    for (int i = 0; i < count; i++)
        changes += (size_t)take_byte_below(bytes, cells.count + 1);
    Bytes distances = *bytes;
    if (bytes->failed || (size_t)(bytes->end - bytes->next) < 2 * changes) {
        bytes->failed = true;
        return;
    }
    Bytes pieces = {.next = bytes->next + changes, .end = bytes->next + 2 * changes};
    Board board = {{0}, {0}};
    for (int i = 0; i < count; i++) {
        Board before = board;
        read_changes(&cells, &distances, &pieces, take_byte(&numbers), &board);
        bytes->failed |= distances.failed || pieces.failed || book_compare(&before, &board) >= 0;
        entries[i].board = board;
    }
    bytes->next = pieces.end;
}

static void read_scores(Bytes *bytes, int count, BookEntry *entries) {
    for (int i = 0; i < count; i++)
        entries[i].evidence = (BookEvidence)take_byte_below(bytes, BOOK_EVIDENCE_COUNT);
    for (int i = 0; i < count; i++)
        entries[i].depth = take_byte_below(bytes, BOOK_DEPTH_MAX + 1);
    for (int i = 0; i < count; i++)
        entries[i].score = take_byte(bytes);
    for (int i = 0; i < count; i++) {
        unsigned folded = (unsigned)entries[i].score | (unsigned)take_byte(bytes) << 8;
        entries[i].score = unfold_score(folded);
        bytes->failed |= folded > 2 * BOOK_SCORE_MAX;
        if (entries[i].evidence == BOOK_UNKNOWN)
            bytes->failed |= entries[i].score != 0 || entries[i].depth != 0;
    }
}

Status block_read(const Rules *rules, const unsigned char *bytes, size_t length, int count,
                  BookEntry *ret_entries, Error *error) {
    Bytes rest = {.next = bytes, .end = bytes + length};
    read_boards(rules, &rest, count, ret_entries);
    read_scores(&rest, count, ret_entries);
    for (int i = 0; i < count; i++)
        ret_entries[i].counts.wins = take_number(&rest);
    for (int i = 0; i < count; i++)
        ret_entries[i].counts.draws = take_number(&rest);
    for (int i = 0; i < count; i++)
        ret_entries[i].counts.losses = take_number(&rest);
    if (rest.failed || rest.next != rest.end)
        return error_set(error, STATUS_SYNTAX, "the entries of a block do not have their form");
    return STATUS_OK;
}
