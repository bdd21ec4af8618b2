/* SPDX-License-Identifier: MIT */
#include "endgame/index.h"

enum {
    INDEX_BITS_MAX = 48, /* of a number of placements: more would need petabytes */
};

/* The cell of `cells` that has `number` others below it. */
static Bitboard64 pick_cell(Bitboard64 cells, int number) {
    for (; number > 0; number--)
        cells = bits_rest(cells);
    return cells & -cells;
}

Bitboard64 index_unrank(uint64_t rank, Bitboard64 cells, int count) {
    Bitboard64 pieces = 0;
    int n = bits_count(cells);
    for (int k = count; k > 0; k--) {
        do
            n--;
        while (index_choose(n, k) > rank);
        rank -= index_choose(n, k);
        pieces |= pick_cell(cells, n);
    }
    return pieces;
}

/* As in the integer of the same number of bits that comes next: the lowest run of pieces gives its
 * highest one to the cell above and the others go to the bottom. */
Bitboard64 index_next(Bitboard64 pieces, Bitboard64 cells, bool *ret_wrapped) {
    Bitboard64 lowest = pieces & -pieces;
    Bitboard64 next = ((pieces | ~cells) + lowest) & cells;
    *ret_wrapped = !pieces || next < pieces;
    if (!pieces)
        return 0;
    int missing = bits_count(pieces);
    if (*ret_wrapped)
        next = 0;
    else
        missing -= bits_count(next);
    for (Bitboard64 free = cells; missing > 0; missing--, free = bits_rest(free))
        next |= free & -free;
    return next;
}

/* Whether the product stays below the limit; 0 ways are no overflow. */
static bool multiply(uint64_t *product, uint64_t factor) {
    if (factor && *product > (UINT64_C(1) << INDEX_BITS_MAX) / factor)
        return false;
    *product *= factor;
    return true;
}

static bool init_groups(SliceIndex *index) {
    int men = index->slice.own.men, other_men = index->slice.other.men;
    int home = bits_count(index->home), middle = bits_count(index->middle);
    uint64_t first = 0;
    index->group_count = men + 1;
    for (int k = 0; k <= men; k++) {
        IndexGroup *group = &index->groups[k];
        int off_home = men - k;
        int left = bits_count(index->other_zone) - off_home;
        group->first = first;
        group->middle_ways = index_choose(middle, off_home);
        group->other_ways = left < 0 ? 0 : index_choose(left, other_men);
        uint64_t ways = index_choose(home, k);
        if (!multiply(&ways, group->middle_ways) || !multiply(&ways, group->other_ways))
            return false;
        first += ways;
    }
    index->groups[index->group_count].first = first;
    index->setting_count = first;
    return true;
}

Status index_init(SliceIndex *index, const Rules *rules, Slice slice, Error *error) {
    char name[SLICE_NAME_SIZE];
    Bitboard64 board = rules_board_mask(rules);
    Bitboard64 own_zone = board & ~rules_crowning_mask(rules, COLOR_WHITE);
    Bitboard64 other_zone = board & ~rules_crowning_mask(rules, COLOR_BLACK);
    int left = bits_count(board) - slice.own.men - slice.other.men;
    if (slice_count(slice) > SLICE_PIECES_MAX || left < slice.own.kings + slice.other.kings)
        return error_set(error, STATUS_RANGE, "%s: at most %d pieces are possible",
                         slice_write(slice, name), SLICE_PIECES_MAX);
    *index = (SliceIndex){
        .rules = rules,
        .slice = slice,
        .board = board,
        .home = own_zone & ~other_zone,
        .middle = own_zone & other_zone,
        .other_zone = other_zone,
        .own_king_count = index_choose(left, slice.own.kings),
        .other_king_count = index_choose(left - slice.own.kings, slice.other.kings),
    };
    bool fits = init_groups(index);
    index->king_count = index->own_king_count;
    fits = fits && multiply(&index->king_count, index->other_king_count);
    index->count = index->setting_count;
    fits = fits && multiply(&index->count, index->king_count);
    if (!fits)
        return error_set(error, STATUS_RANGE, "%s: too many positions for a table",
                         slice_write(slice, name));
    return STATUS_OK;
}

uint64_t index_encode_men(const SliceIndex *index, const Board *board) {
    Bitboard64 own = board->men[COLOR_WHITE], other = board->men[COLOR_BLACK];
    const IndexGroup *group = &index->groups[bits_count(own & index->home)];
    uint64_t rank = index_rank(own & index->home, index->home);
    rank = rank * group->middle_ways + index_rank(own & index->middle, index->middle);
    return group->first + rank * group->other_ways + index_rank(other, index->other_zone & ~own);
}

uint64_t index_encode(const SliceIndex *index, const Board *board) {
    Bitboard64 free = index->board & ~(board->men[COLOR_WHITE] | board->men[COLOR_BLACK]);
    Bitboard64 own = board->kings[COLOR_WHITE];
    uint64_t setting = index_encode_men(index, board);
    uint64_t number = setting * index->own_king_count + index_rank(own, free);
    return number * index->other_king_count + index_rank(board->kings[COLOR_BLACK], free & ~own);
}

void index_decode_men(const SliceIndex *index, uint64_t setting, Board *ret_board) {
    int k = 0;
    while (setting >= index->groups[k + 1].first)
        k++;
    const IndexGroup *group = &index->groups[k];
    uint64_t rank = setting - group->first;
    uint64_t other = rank % group->other_ways;
    rank /= group->other_ways;
    Bitboard64 own =
        index_unrank(rank / group->middle_ways, index->home, k) |
        index_unrank(rank % group->middle_ways, index->middle, index->slice.own.men - k);
    *ret_board = (Board){
        .men = {own, index_unrank(other, index->other_zone & ~own, index->slice.other.men)}};
}

void index_decode(const SliceIndex *index, uint64_t number, Board *ret_board) {
    uint64_t kings = number % index->king_count;
    index_decode_men(index, number / index->king_count, ret_board);
    Bitboard64 free = index->board & ~board_occupied(ret_board);
    Bitboard64 own = index_unrank(kings / index->other_king_count, free, index->slice.own.kings);
    ret_board->kings[COLOR_WHITE] = own;
    ret_board->kings[COLOR_BLACK] =
        index_unrank(kings % index->other_king_count, free & ~own, index->slice.other.kings);
}

void index_cursor_init(IndexCursor *cursor, const SliceIndex *index, uint64_t number) {
    *cursor = (IndexCursor){.index = index, .at = number};
    index_decode(index, number, &cursor->board);
}

/* Men change for one in king_count placements, or each time where there are no kings; they come
 * from their number rather than from the setting before, of which the groups differ in form. */
void index_cursor_next(IndexCursor *cursor) {
    const SliceIndex *index = cursor->index;
    Board *board = &cursor->board;
    bool wrapped;
    if (++cursor->at == index->count)
        cursor->at = 0;
    Bitboard64 free = index->board & ~(board_occupied(board) & ~board->kings[COLOR_BLACK]);
    board->kings[COLOR_BLACK] = index_next(board->kings[COLOR_BLACK], free, &wrapped);
    if (!wrapped)
        return;
    free |= board->kings[COLOR_WHITE];
    board->kings[COLOR_WHITE] = index_next(board->kings[COLOR_WHITE], free, &wrapped);
    if (wrapped) {
        index_decode(index, cursor->at, board);
        return;
    }
    board->kings[COLOR_BLACK] =
        index_unrank(0, free & ~board->kings[COLOR_WHITE], index->slice.other.kings);
}
