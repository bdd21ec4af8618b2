/* SPDX-License-Identifier: MIT */
#include "book/moves.h"

#include <math.h>
#include <stdlib.h>

/* A move that is a man worse is drawn exp(30) times less often; so Scan weighs its book moves. */
static const double weight_per_man = 30;

static Status find_move(const Book *book, const Position *position, BookMove *move, Error *error) {
    Position next;
    position_make(position, move->move, &next);
    int found = book_find(book, &next, &move->entry, error);
    if (found < 0)
        return (Status)found;
    move->known = found > 0;
    if (!move->known)
        return STATUS_OK;
    move->has_score = move->entry.evidence != BOOK_UNKNOWN;
    move->score = book_score_before(move->entry.score);
    move->counts = (BookCounts){.wins = move->entry.counts.losses,
                                .draws = move->entry.counts.draws,
                                .losses = move->entry.counts.wins};
    return STATUS_OK;
}

static bool is_before(const BookMove *a, const BookMove *b) {
    if (a->has_score != b->has_score)
        return a->has_score;
    if (a->has_score && a->score != b->score)
        return a->score > b->score;
    return book_count_games(&a->counts) > book_count_games(&b->counts);
}

/* By insertion, which keeps the order of equals. */
static void sort_moves(BookMoves *moves) {
    for (int i = 1; i < moves->count; i++) {
        BookMove move = moves->moves[i];
        int at = i;
        for (; at > 0 && is_before(&move, &moves->moves[at - 1]); at--)
            moves->moves[at] = moves->moves[at - 1];
        moves->moves[at] = move;
    }
}

Status book_list_moves(const Book *book, const Position *position, BookMoves *ret_moves,
                       Error *error) {
    MoveList list;
    int found = book_find(book, position, &ret_moves->entry, error);
    if (found < 0)
        return (Status)found;
    ret_moves->known = found > 0;
    ret_moves->count = movegen_generate(position, &list);
    for (int i = 0; i < list.count; i++) {
        BookMove *move = &ret_moves->moves[i];
        *move = (BookMove){.move = list.moves[i]};
        Status status = find_move(book, position, move, error);
        if (status < 0)
            return status;
    }
    sort_moves(ret_moves);
    return STATUS_OK;
}

bool book_can_choose(const BookMoves *moves) {
    if (moves->known && moves->entry.evidence == BOOK_BACKED)
        return true;
    for (int i = 0; i < moves->count; i++)
        if (book_count_games(&moves->moves[i].counts) > 0)
            return true;
    return false;
}

/* The weight of a move; 0 leaves it out. `best` is the score to compare with, by_games when no
 * score counts. */
static double weigh(const BookMove *move, bool by_games, int best, int margin) {
    if (!move->known)
        return 0;
    if (by_games)
        return (double)book_count_games(&move->counts);
    if (!move->has_score || best - move->score > margin)
        return 0;
    return exp((move->score - best) / 100.0 * weight_per_man);
}

/* The first move in order that is not left out. */
static const BookMove *find_first(const BookMoves *moves, bool by_games, const bool *is_dropped) {
    for (int i = 0; i < moves->count; i++)
        if (!(is_dropped && is_dropped[i]) &&
            weigh(&moves->moves[i], by_games, moves->moves[i].score, 0) > 0)
            return &moves->moves[i];
    return NULL;
}

const BookMove *book_choose(const BookMoves *moves, int margin, const bool *is_dropped, Rng *rng) {
    bool by_games = !(moves->known && moves->entry.evidence == BOOK_BACKED);
    const BookMove *first = find_first(moves, by_games, is_dropped);
    if (!first || margin == 0)
        return first;
    double weights[MOVE_LIST_CAPACITY], sum = 0;
    for (int i = 0; i < moves->count; i++) {
        bool dropped = is_dropped && is_dropped[i];
        weights[i] = dropped ? 0 : weigh(&moves->moves[i], by_games, first->score, margin);
        sum += weights[i];
    }
    double draw = (double)(rng_next(rng) >> 11) * 0x1p-53 * sum;
    for (int i = 0; i < moves->count; i++) {
        draw -= weights[i];
        if (weights[i] > 0 && draw < 0)
            return &moves->moves[i];
    }
    return first; /* what rounding left of the sum */
}

int book_find_line(const Book *book, const Position *position, Move move, Move *ret_line,
                   int capacity) {
    Position current, next;
    BookMoves *moves = malloc(sizeof *moves);
    position_make(position, move, &current);
    int count = 0;
    ret_line[count++] = move;
    while (moves && count < capacity && book_list_moves(book, &current, moves, NULL) == STATUS_OK &&
           moves->known && moves->entry.evidence == BOOK_BACKED && moves->count > 0) {
        ret_line[count++] = moves->moves[0].move;
        position_make(&current, moves->moves[0].move, &next);
        current = next;
    }
    free(moves);
    return count;
}
