/* SPDX-License-Identifier: MIT */
#include "book/set.h"

#include "engine/board/movegen.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    CAPACITY_MIN = 256 /* entries */
};

void book_set_init(BookSet *set, const Rules *rules) {
    *set = (BookSet){.rules = rules};
}

void book_set_done(BookSet *set) {
    free(set->entries);
    book_index_done(&set->index);
    *set = (BookSet){.rules = set->rules};
}

int book_set_count(const BookSet *set) {
    return set->index.count;
}

BookEntry *book_set_find(const BookSet *set, const Board *board) {
    int number = book_index_find(&set->index, board);
    return number < 0 ? NULL : &set->entries[number];
}

Status book_set_add(BookSet *set, const BookEntry *entry, Error *error) {
    if (set->index.count == set->capacity) {
        int capacity = set->capacity ? set->capacity * 2 : CAPACITY_MIN;
        BookEntry *grown = realloc(set->entries, (size_t)capacity * sizeof *grown);
        if (!grown)
            return error_set(error, STATUS_NO_MEMORY, "no memory for a book of %d positions",
                             capacity);
        set->entries = grown;
        set->capacity = capacity;
    }
    int number = book_index_add(&set->index, &entry->board, error);
    if (number < 0)
        return (Status)number;
    set->entries[number] = *entry;
    return STATUS_OK;
}

static bool is_better_evidence(const BookEntry *entry, const BookEntry *than) {
    if (entry->evidence != than->evidence)
        return entry->evidence > than->evidence;
    return entry->depth > than->depth;
}

Status book_set_merge(BookSet *set, const BookEntry *entry, Error *error) {
    BookEntry *known = book_set_find(set, &entry->board);
    if (!known)
        return book_set_add(set, entry, error);
    book_add_counts(&known->counts, &entry->counts);
    if (is_better_evidence(entry, known)) {
        known->evidence = entry->evidence;
        known->score = entry->score;
        known->depth = entry->depth;
    }
    return STATUS_OK;
}

/* ---- backing up ---- */

static bool changes_row(const Geometry *geometry, Move move) {
    return geometry_square_row(geometry, move_from_square(geometry, move)) !=
           geometry_square_row(geometry, move_to_square(geometry, move));
}

bool book_goes_forward(const Position *position, MoveList *ret_list) {
    const Geometry *geometry = rules_geometry(position->rules);
    movegen_generate(position, ret_list);
    if (position->board.kings[COLOR_WHITE] | position->board.kings[COLOR_BLACK])
        return false;
    for (int i = 0; i < ret_list->count; i++)
        if (!move_is_capture(ret_list->moves[i]) && !changes_row(geometry, ret_list->moves[i]))
            return false;
    return true;
}

/* Backing up goes through a tree of any depth, the entries of one line of play on a stack. */
typedef struct {
    BookSet *set;
    bool *done; /* of each entry */
} BackUp;

static void back_up_entry(BackUp *work, int number);

/* The score of a move for White, who makes it; false when the book does not know it. */
static bool find_move_score(BackUp *work, const Position *position, Move move, int *ret_score) {
    Position next;
    position_make(position, move, &next);
    Board board = book_normalise(&next);
    int number = book_index_find(&work->set->index, &board);
    if (number < 0)
        return false;
    back_up_entry(work, number);
    const BookEntry *entry = &work->set->entries[number];
    *ret_score = book_score_before(entry->score);
    return entry->evidence != BOOK_UNKNOWN;
}

static bool find_best_score(BackUp *work, const BookEntry *entry, int *ret_best) {
    Position position;
    MoveList list;
    if (book_place(work->set->rules, &entry->board, &position, NULL) < 0 ||
        !book_goes_forward(&position, &list) || list.count == 0)
        return false;
    int best = -BOOK_SCORE_MAX;
    for (int i = 0; i < list.count; i++) {
        int score;
        if (!find_move_score(work, &position, list.moves[i], &score))
            return false;
        best = score > best ? score : best;
    }
    *ret_best = best;
    return true;
}

/* Every move on the way changes a row or captures, so no entry is met again below itself, and the
 * recursion ends where the men's moves do: at 10x10 after at most 360 plies. */
static void back_up_entry(BackUp *work, int number) {
    if (work->done[number])
        return;
    work->done[number] = true;
    BookEntry *entry = &work->set->entries[number];
    int best;
    if (find_best_score(work, entry, &best)) {
        entry->score = best;
        entry->evidence = BOOK_BACKED;
    } else if (entry->evidence == BOOK_BACKED) {
        entry->evidence = BOOK_SEARCHED;
    }
}

Status book_set_back_up(BookSet *set, Error *error) {
    BackUp work = {.set = set, .done = calloc((size_t)set->index.count + 1, sizeof(bool))};
    if (!work.done)
        return error_set(error, STATUS_NO_MEMORY, "no memory to work the scores out");
    for (int i = 0; i < set->index.count; i++)
        back_up_entry(&work, i);
    free(work.done);
    return STATUS_OK;
}

/* ---- order, origin ---- */

static int compare_entries(const void *a, const void *b) {
    return book_compare(&((const BookEntry *)a)->board, &((const BookEntry *)b)->board);
}

static Status add_all(BookSet *set, const BookEntry *entries, int count, Error *error) {
    Status status = STATUS_OK;
    for (int i = 0; i < count && status == STATUS_OK; i++)
        status = book_set_add(set, &entries[i], error);
    return status;
}

Status book_set_sort(BookSet *set, Error *error) {
    int count = set->index.count;
    size_t size = (size_t)count * sizeof *set->entries;
    if (count == 0)
        return STATUS_OK;
    BookEntry *entries = malloc(size);
    if (!entries)
        return error_set(error, STATUS_NO_MEMORY, "no memory to sort %d positions", count);
    memcpy(entries, set->entries, size);
    qsort(entries, (size_t)count, sizeof *entries, compare_entries);
    BookSet sorted = {.rules = set->rules, .recipe = set->recipe};
    Status status = add_all(&sorted, entries, count, error);
    free(entries);
    book_set_done(status == STATUS_OK ? set : &sorted);
    if (status == STATUS_OK)
        *set = sorted;
    return status;
}

void book_set_describe(BookSet *set, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(set->recipe.text, sizeof set->recipe.text, format, arguments);
    va_end(arguments);
    for (char *c = set->recipe.text; *c; c++)
        if (*c < ' ' || *c > '~')
            *c = '?';
}
