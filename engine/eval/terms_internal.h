/* SPDX-License-Identifier: MIT
 *
 * The features of the hand-made evaluation, counted with whole-board operations. Everything is
 * inlined into hand.c with the board's size as a constant. */
#ifndef HUFF_ENGINE_EVAL_TERMS_INTERNAL_H
#define HUFF_ENGINE_EVAL_TERMS_INTERNAL_H

#include "engine/eval/field_internal.h"
#include "engine/eval/hand_weights_internal.h"

#include <stdlib.h>

/* A sum of worths. */
typedef struct {
    int full, empty;
} Sum;

EVAL_INLINE void add(Sum *sum, Worth worth, int count) {
    sum->full += worth.full * count;
    sum->empty += worth.empty * count;
}

EVAL_INLINE void add_material(Sum *sum, const Weights *weights, const Side *side) {
    int kings = bits_count(side->kings);
    add(sum, weights->man, bits_count(side->men));
    add(sum, weights->king_first, kings > 0);
    add(sum, weights->king_more, kings > 0 ? kings - 1 : 0);
}

/* Where the men stand: advancement, centre, back-rank guard, left and right. */
EVAL_INLINE void add_places(Sum *sum, const Weights *weights, Field field, const Side *side) {
    for (int row = 0; row < field.height - 1; row++)
        add(sum, weights->row[row], bits_count(side->men & own_row(field, side->color, row)));
    for (int i = 0; i < field.width / 2; i++) {
        Bitboard64 both = column(field, i) | column(field, field.width - 1 - i);
        add(sum, weights->column[i], bits_count(side->men & both));
    }
    int first = geometry_row_cell(field.width, side->color == COLOR_WHITE ? field.height - 1 : 0);
    for (int i = 0; i < field.width / 2; i++) {
        int cell = first + (side->color == COLOR_WHITE ? i : field.width / 2 - 1 - i);
        add(sum, weights->guard[i], (int)(side->men >> cell & 1));
    }
    int left = bits_count(side->men & left_half(field));
    add(sum, weights->lean, abs(2 * left - bits_count(side->men)));
}

/* How the men stand to each other, and which of them can step. */
EVAL_INLINE void add_formations(Sum *sum, const Weights *weights, Field field, const Side *side) {
    Direction left = forward_left(side->color), right = forward_right(side->color);
    Bitboard64 men = side->men;
    /* Men with a man behind them on the right or left. */
    Bitboard64 from_right = men & step(field, left, men);
    Bitboard64 from_left = men & step(field, right, men);
    add(sum, weights->link, bits_count(from_right) + bits_count(from_left));
    add(sum, weights->wedge, bits_count(from_right & from_left));
    add(sum, weights->pair, bits_count(men & men << 1));
    Bitboard64 to_left = men & step(field, opposite(left), side->empty);
    Bitboard64 to_right = men & step(field, opposite(right), side->empty);
    add(sum, weights->step, bits_count(to_left) + bits_count(to_right));
    add(sum, weights->stuck, bits_count(men & ~(to_left | to_right)));
    Bitboard64 beyond = 0;
    for (int row = field.height / 2; row < field.height - 1; row++)
        beyond |= men & own_row(field, side->color, row);
    Bitboard64 edge = column(field, 0) | column(field, field.width - 1);
    Bitboard64 held = beyond & (from_right | from_left | edge);
    add(sum, weights->outpost, bits_count(held));
    add(sum, weights->loose, bits_count(beyond & ~held));
}

/* Men that no enemy piece can meet on the way to their crown. */
EVAL_INLINE void add_runners(Sum *sum, const Weights *weights, Field field, const Side *side) {
    Bitboard64 shadow = side->enemies;
    for (int i = 1; i < field.height; i++)
        shadow |= shadow_behind(field, side->color, shadow) & side->board;
    Bitboard64 runners = side->men & ~shadow;
    for (int i = 0; i < EVAL_RUNS; i++) {
        int row = field.height - 2 - i;
        add(sum, weights->run[i], bits_count(runners & own_row(field, side->color, row)));
    }
}

EVAL_INLINE void add_kings(Sum *sum, const Weights *weights, Field field, const Side *side) {
    if (!side->kings)
        return;
    Bitboard64 reach = king_reach(field, side);
    Bitboard64 taken = taken_by_men(field, side);
    add(sum, weights->king_safe, bits_count(reach & ~taken));
    add(sum, weights->king_denied, bits_count(reach & taken));
    Bitboard64 edge = own_row(field, side->color, 0) |
                      own_row(field, side->color, field.height - 1) | column(field, 0) |
                      column(field, field.width - 1);
    add(sum, weights->king_centre, bits_count(side->kings & ~edge));
    Bitboard64 diagonal = 0;
    for (int i = 0; i < field.width; i++)
        diagonal |= column(field, i) & geometry_row_mask(field.width, field.width - 1 - i);
    add(sum, weights->king_diagonal, (side->kings & diagonal) != 0);
}

EVAL_INLINE Sum side_sum(const Weights *weights, Field field, const Board *board, Color color) {
    Color other = color_other(color);
    Bitboard64 all = field_board(field);
    Side side = {
        .color = color,
        .men = board->men[color],
        .kings = board->kings[color],
        .enemy_men = board->men[other],
        .enemies = board_pieces(board, other),
        .empty = all & ~board_occupied(board),
        .board = all,
    };
    Sum sum = {0, 0};
    add_material(&sum, weights, &side);
    add_places(&sum, weights, field, &side);
    add_formations(&sum, weights, field, &side);
    add_runners(&sum, weights, field, &side);
    add_kings(&sum, weights, field, &side);
    return sum;
}

/* For the side to move: the right to move, and whether it has the opposition. */
EVAL_INLINE void add_turn(Sum *sum, const Weights *weights, Field field, const Board *board,
                          Color turn) {
    add(sum, weights->turn, 1);
    Bitboard64 system = 0;
    for (int i = turn == COLOR_WHITE ? 0 : 1; i < field.width; i += 2)
        system |= column(field, i);
    add(sum, weights->opposition, bits_count(board_occupied(board) & system) % 2);
}

/* Everything, own less enemy, for the side to move. */
EVAL_INLINE Sum position_sum(const Weights *weights, Field field, const Board *board, Color turn) {
    Sum own = side_sum(weights, field, board, turn);
    Sum enemy = side_sum(weights, field, board, color_other(turn));
    Sum sum = {own.full - enemy.full, own.empty - enemy.empty};
    add_turn(&sum, weights, field, board, turn);
    return sum;
}

#endif
