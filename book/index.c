/* SPDX-License-Identifier: MIT */
#include "book/index.h"

#include <stdlib.h>
#include <string.h>

enum {
    CAPACITY_MIN = 256 /* boards */
};

static size_t hash_board(const Board *board) {
    static const uint64_t factor = 0x9e3779b97f4a7c15u; /* 2^64 / golden ratio, odd */
    const uint64_t parts[] = {board->men[COLOR_WHITE], board->men[COLOR_BLACK],
                              board->kings[COLOR_WHITE], board->kings[COLOR_BLACK]};
    uint64_t hash = 0;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        hash = (hash ^ parts[i]) * factor;
        hash ^= hash >> 32;
    }
    return (size_t)hash;
}

static bool is_same(const Board *a, const Board *b) {
    return !memcmp(a, b, sizeof *a);
}

/* The slot of a board, or the free slot where it belongs. There must be a free slot. */
static size_t find_slot(const BookIndex *index, const Board *board) {
    size_t slot = hash_board(board) & (index->slot_count - 1);
    while (index->slots[slot] && !is_same(&index->boards[index->slots[slot] - 1], board))
        slot = (slot + 1) & (index->slot_count - 1);
    return slot;
}

int book_index_find(const BookIndex *index, const Board *board) {
    if (index->count == 0)
        return -1;
    return (int)index->slots[find_slot(index, board)] - 1;
}

static Status grow(BookIndex *index, Error *error) {
    int capacity = index->capacity ? index->capacity * 2 : CAPACITY_MIN;
    size_t slot_count = (size_t)capacity * 4;
    uint32_t *slots = NULL;
    Board *boards = NULL;
    if (capacity <= BOOK_INDEX_MAX) {
        slots = calloc(slot_count, sizeof *slots);
        boards = slots ? realloc(index->boards, (size_t)capacity * sizeof *boards) : NULL;
    }
    if (!boards) {
        free(slots);
        return error_set(error, STATUS_NO_MEMORY, "no memory for a book of %d positions", capacity);
    }
    free(index->slots);
    index->slots = slots;
    index->slot_count = slot_count;
    index->boards = boards;
    index->capacity = capacity;
    for (int i = 0; i < index->count; i++)
        slots[find_slot(index, &boards[i])] = (uint32_t)i + 1;
    return STATUS_OK;
}

int book_index_add(BookIndex *index, const Board *board, Error *error) {
    if (index->count == index->capacity) {
        Status status = grow(index, error);
        if (status < 0)
            return status;
    }
    index->boards[index->count] = *board;
    index->slots[find_slot(index, board)] = (uint32_t)index->count + 1;
    return index->count++;
}

void book_index_done(BookIndex *index) {
    free(index->boards);
    free(index->slots);
    *index = (BookIndex){0};
}
