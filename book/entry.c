/* SPDX-License-Identifier: MIT */
#include "book/entry.h"

#include "engine/board/bits.h"

#include <stdlib.h>

Board book_normalise(const Position *position) {
    if (position->turn == COLOR_WHITE)
        return position->board;
    Position turned;
    position_turn_round(position, &turned);
    return turned.board;
}

Status book_place(const Rules *rules, const Board *board, Position *ret_position, Error *error) {
    return position_init_board(ret_position, rules, board, COLOR_WHITE, error);
}

static int rank_at(const Board *board, Bitboard bit) {
    for (int color = 0; color < COLOR_COUNT; color++) {
        if (board->men[color] & bit)
            return 1 + color;
        if (board->kings[color] & bit)
            return 3 + color;
    }
    return 0;
}

int book_compare(const Board *a, const Board *b) {
    Bitboard differ = 0;
    for (int color = 0; color < COLOR_COUNT; color++)
        differ |= (a->men[color] ^ b->men[color]) | (a->kings[color] ^ b->kings[color]);
    if (!differ)
        return 0;
    Bitboard first = bits_of_cell(bits_first(differ));
    return rank_at(a, first) - rank_at(b, first);
}

int book_end_score(const Rules *rules) {
    return rules->no_move_wins ? BOOK_SCORE_MAX : -BOOK_SCORE_MAX;
}

int book_score_before(int score) {
    if (abs(score) >= BOOK_PROVEN_MIN)
        score += score > 0 ? -1 : 1;
    return -score;
}

static uint32_t add_up_to_limit(uint32_t a, uint32_t b) {
    return a > UINT32_MAX - b ? UINT32_MAX : a + b;
}

uint32_t book_count_games(const BookCounts *counts) {
    return add_up_to_limit(add_up_to_limit(counts->wins, counts->draws), counts->losses);
}

void book_add_counts(BookCounts *counts, const BookCounts *more) {
    counts->wins = add_up_to_limit(counts->wins, more->wins);
    counts->draws = add_up_to_limit(counts->draws, more->draws);
    counts->losses = add_up_to_limit(counts->losses, more->losses);
}
