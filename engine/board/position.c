/* SPDX-License-Identifier: MIT */
#include "engine/board/position.h"

#include "engine/board/zobrist_internal.h"

#include <limits.h>
#include <string.h>

static uint64_t key_of_cells(Bitboard cells, Color color, bool king) {
    uint64_t key = 0;
    for (; cells; cells = bits_rest(cells))
        key ^= zobrist_piece[color][king][bits_first(cells)];
    return key;
}

uint64_t position_compute_key(const Position *position) {
    uint64_t key = position->turn == COLOR_BLACK ? zobrist_turn : 0;
    for (int color = 0; color < COLOR_COUNT; color++) {
        key ^= key_of_cells(position->board.men[color], (Color)color, false);
        key ^= key_of_cells(position->board.kings[color], (Color)color, true);
    }
    return key;
}

/* 1 + index of the counted ending on the board, 0 if none. Most positions leave at the first test:
 * one side must have nothing but one king. */
static int find_ending(const Rules *rules, const Board *board) {
    for (int color = 0; color < COLOR_COUNT; color++) {
        if (board->men[color] || bits_count(board->kings[color]) != 1)
            continue;
        Color strong = color_other((Color)color);
        int pieces = bits_count(board_pieces(board, strong));
        if (!board->kings[strong])
            continue;
        for (int i = 0; i < COUNTED_ENDINGS_MAX && rules->endings[i].plies; i++)
            if (pieces >= rules->endings[i].pieces_min && pieces <= rules->endings[i].pieces_max)
                return i + 1;
    }
    return 0;
}

void position_init_start(Position *position, const Rules *rules) {
    *position = (Position){
        .board.men = {rules_start_mask(rules, COLOR_WHITE), rules_start_mask(rules, COLOR_BLACK)},
        .rules = rules,
        .turn = rules->first,
    };
    position->key = position_compute_key(position);
}

static Status check_board(const Rules *rules, const Board *board, Error *error) {
    const Geometry *geometry = rules_geometry(rules);
    Bitboard seen = 0;
    for (int color = 0; color < COLOR_COUNT; color++) {
        Bitboard parts[2] = {board->men[color], board->kings[color]};
        for (int kind = 0; kind < 2; kind++) {
            if (parts[kind] & seen)
                return error_set(error, STATUS_ILLEGAL, "two pieces on square %d",
                                 geometry->square_of_cell[bits_first(parts[kind] & seen)]);
            seen |= parts[kind];
        }
        Bitboard stuck = board->men[color] & rules_crowning_mask(rules, (Color)color);
        if (stuck)
            return error_set(error, STATUS_ILLEGAL,
                             "%s man on square %d, its crowning row: it would be a king (K%d)",
                             color == COLOR_WHITE ? "White" : "Black",
                             geometry->square_of_cell[bits_first(stuck)],
                             geometry->square_of_cell[bits_first(stuck)]);
    }
    if (!seen)
        return error_set(error, STATUS_ILLEGAL, "no piece on the board");
    if (seen & ~rules_board_mask(rules))
        return error_set(error, STATUS_ILLEGAL, "a piece off the board");
    return STATUS_OK;
}

Status position_init_board(Position *ret_position, const Rules *rules, const Board *board,
                           Color turn, Error *error) {
    Status status = check_board(rules, board, error);
    if (status < 0)
        return status;
    Position position = {.board = *board, .rules = rules, .turn = (uint8_t)turn};
    position.ending = (uint8_t)find_ending(rules, board);
    position.key = position_compute_key(&position);
    *ret_position = position;
    return STATUS_OK;
}

static uint16_t count_up(uint16_t count) {
    return count < UINT16_MAX ? (uint16_t)(count + 1) : count;
}

/* The balance of a counted ending changes only by a capture or a promotion, and a quiet king move,
 * by far the most common move of an ending, changes nothing. */
static void update_counts(Position *next, Move move) {
    next->quiet_plies = move.king && !move.captured ? count_up(next->quiet_plies) : 0;
    if (move.captured || move.promotes) {
        int ending = find_ending(next->rules, &next->board);
        if (ending != next->ending) {
            next->ending = (uint8_t)ending;
            next->ending_plies = 0;
            return;
        }
    }
    if (next->ending)
        next->ending_plies = count_up(next->ending_plies);
}

void position_make(const Position *position, Move move, Position *ret_next) {
    *ret_next = *position;
    Position *next = ret_next;
    Color mover = (Color)position->turn;
    Color other = color_other(mover);
    Bitboard *start = move.king ? next->board.kings : next->board.men;
    Bitboard *end = move.king || move.promotes ? next->board.kings : next->board.men;
    start[mover] &= ~bits_of_cell(move.from);
    end[mover] |= bits_of_cell(move.to);
    uint64_t key = position->key ^ zobrist_turn ^ zobrist_piece[mover][move.king][move.from] ^
                   zobrist_piece[mover][move.king || move.promotes][move.to];
    if (move.captured) {
        key ^= key_of_cells(move.captured & next->board.men[other], other, false);
        key ^= key_of_cells(move.captured & next->board.kings[other], other, true);
        next->board.men[other] &= ~move.captured;
        next->board.kings[other] &= ~move.captured;
    }
    next->key = key;
    next->turn = (uint8_t)other;
    update_counts(next, move);
}

bool position_same_placement(const Position *a, const Position *b) {
    return a->key == b->key && a->rules == b->rules && a->turn == b->turn &&
           !memcmp(&a->board, &b->board, sizeof a->board);
}

bool position_equals(const Position *a, const Position *b) {
    return position_same_placement(a, b) && a->quiet_plies == b->quiet_plies &&
           a->ending == b->ending && a->ending_plies == b->ending_plies;
}

static Bitboard turn_bits(const Geometry *geometry, Bitboard bits) {
    Bitboard turned = 0;
    for (; bits; bits = bits_rest(bits)) {
        int square = geometry->square_of_cell[bits_first(bits)];
        turned |= geometry_square_bit(geometry, geometry->square_count + 1 - square);
    }
    return turned;
}

void position_turn_round(const Position *position, Position *ret_turned) {
    const Geometry *geometry = rules_geometry(position->rules);
    Position turned = *position;
    turned.turn = (uint8_t)color_other((Color)position->turn);
    for (int color = 0; color < COLOR_COUNT; color++) {
        Color other = color_other((Color)color);
        turned.board.men[color] = turn_bits(geometry, position->board.men[other]);
        turned.board.kings[color] = turn_bits(geometry, position->board.kings[other]);
    }
    turned.key = position_compute_key(&turned);
    *ret_turned = turned;
}
