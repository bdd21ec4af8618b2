/* SPDX-License-Identifier: MIT */
#include "book/build_learn.h"

static const BookEntry *find_entry(const BookSet *set, const Position *position) {
    Board board = book_normalise(position);
    const BookEntry *entry = book_set_find(set, &board);
    return entry && entry->evidence != BOOK_UNKNOWN ? entry : NULL;
}

/* The last ply up to which the book has all positions of the game, -1 when it has not even the
 * first. */
static int find_exit(const BookSet *set, const GameRecord *record) {
    int ply = 0;
    while (ply <= record_plies(record) && find_entry(set, &record->entries[ply].position))
        ply++;
    return ply - 1;
}

static Status search_move(BookSet *set, const Position *next, const BookLesson *lesson,
                          Search *search, BookLessonReport *report, Error *error) {
    BookWorkScore score = {.score = book_end_score(set->rules)};
    if (movegen_has_move(next)) {
        Position placed;
        Board board = book_normalise(next);
        Status status = book_place(set->rules, &board, &placed, error);
        if (status == STATUS_OK)
            status = book_search_position(search, &placed, &lesson->effort, &score, error);
        if (status < 0)
            return status;
        report->searches++;
    }
    BookEntry entry = {.board = book_normalise(next),
                       .evidence = BOOK_SEARCHED,
                       .score = score.score,
                       .depth = score.depth};
    return book_set_merge(set, &entry, error);
}

/* Searches the moves of one position of the game. Those already backed up rest on more than a
 * search could find. */
static Status search_moves(BookSet *set, const Position *position, const BookLesson *lesson,
                           Search *search, BookLessonReport *report, Error *error) {
    MoveList list;
    Status status = STATUS_OK;
    if (!book_goes_forward(position, &list))
        return STATUS_OK;
    for (int i = 0; i < list.count && status == STATUS_OK; i++) {
        Position next;
        position_make(position, list.moves[i], &next);
        const BookEntry *known = find_entry(set, &next);
        if (!known || known->evidence != BOOK_BACKED)
            status = search_move(set, &next, lesson, search, report, error);
    }
    return status;
}

Status book_learn_game(BookSet *set, const GameRecord *record, const BookLesson *lesson,
                       Search *search, BookLessonReport *ret_report, Error *error) {
    *ret_report = (BookLessonReport){.in_book = false};
    if (lesson->plies < 1 || lesson->plies > BOOK_PLIES_MAX)
        return error_set(error, STATUS_RANGE, "%d plies to learn from; from 1 to %d are possible",
                         lesson->plies, BOOK_PLIES_MAX);
    int exit = find_exit(set, record);
    if (exit < 0)
        return STATUS_OK;
    const Position *left = &record->entries[exit].position;
    ret_report->in_book = true;
    ret_report->left_at = exit;
    ret_report->before = find_entry(set, left)->score;
    Status status = STATUS_OK;
    for (int i = exit; i <= record_plies(record) && i < exit + lesson->plies && status == STATUS_OK;
         i++)
        status = search_moves(set, &record->entries[i].position, lesson, search, ret_report, error);
    if (status == STATUS_OK)
        status = book_set_back_up(set, error);
    if (status == STATUS_OK)
        ret_report->after = find_entry(set, left)->score;
    return status;
}
