/* SPDX-License-Identifier: MIT
 *
 * Positions: what stands where, who is to move, and the counts the law keeps. A position is a
 * value: it is copied freely and a move makes a new one. */
#ifndef HUFF_ENGINE_BOARD_POSITION_H
#define HUFF_ENGINE_BOARD_POSITION_H

#include "engine/base/status.h"
#include "engine/board/move.h"
#include "engine/board/rules.h"

/* The placement alone, indexed by Color. A cell is set in at most one of the four. */
typedef struct {
    Bitboard men[COLOR_COUNT];
    Bitboard kings[COLOR_COUNT];
} Board;

/* Quiet moves in a row by the same king of a side that also has men, where the law limits them
 * (Frisian draughts): the cell the king stands on, below NARROW_CELL_COUNT, and their number << 6.
 * 0 if there are none. */
typedef uint8_t KingRun;

typedef struct {
    Board board;
    uint64_t key;       /* hash of board, side to move and runs; the counts below are not in it */
    const Rules *rules; /* never NULL */
    uint8_t turn;       /* Color of the side to move */
    uint8_t ending;     /* 1 + index into rules->endings of the balance on the board, 0 if none */
    uint16_t ending_plies;     /* plies played in that balance */
    uint16_t quiet_plies;      /* plies in a row by kings only without a capture */
    KingRun runs[COLOR_COUNT]; /* all 0 where the law has no such limit */
} Position;

BOARD_INLINE int king_run_length(KingRun run) {
    return run >> 6;
}
BOARD_INLINE int king_run_cell(KingRun run) {
    return run & 63;
}

/* The king that may not make another quiet move, as a Bitboard; empty if none. */
BOARD_INLINE Bitboard64 king_run_frozen(const Rules *rules, KingRun run) {
    return king_run_length(run) >= rules->king_run_limit ? bits_of_cell64(king_run_cell(run)) : 0;
}

BOARD_INLINE Bitboard board_pieces(const Board *board, Color color) {
    return board->men[color] | board->kings[color];
}
BOARD_INLINE Bitboard board_occupied(const Board *board) {
    return board_pieces(board, COLOR_WHITE) | board_pieces(board, COLOR_BLACK);
}

/* The variant's start position, all counts 0. */
void position_init_start(Position *position, const Rules *rules);

/* A position from a placement, all counts 0. Any number of pieces is accepted. Refused with
 * STATUS_ILLEGAL: overlapping pieces, cells off the board, a man on its crowning row, an empty
 * board. `*ret_position` is untouched on failure. */
Status position_init_board(Position *ret_position, const Rules *rules, const Board *board,
                           Color turn, Error *error);

/* The position after `move`, which must be legal in `position`. `ret_next` must not be `position`
 * itself. Any thread. */
void position_make(const Position *position, Move move, Position *ret_next);

/* The runs after `mover` has made `move`; which sides have men then. */
BOARD_INLINE void king_runs_update(const Rules *rules, bool white_men, bool black_men, Color mover,
                                   Move move, const KingRun before[COLOR_COUNT],
                                   KingRun ret_after[COLOR_COUNT]) {
    Color other = color_other(mover);
    bool own_men = mover == COLOR_WHITE ? white_men : black_men;
    bool other_men = mover == COLOR_WHITE ? black_men : white_men;
    KingRun own = 0, reply = before[other];
    if (move.king && !move_is_capture(move) && own_men) {
        bool same = before[mover] && king_run_cell(before[mover]) == move.from;
        int length = same ? king_run_length(before[mover]) + 1 : 1;
        if (length > rules->king_run_limit)
            length = rules->king_run_limit;
        own = (KingRun)(move.to | length << 6);
    }
    if (!other_men || (move.captured_low >> king_run_cell(reply) & 1))
        reply = 0;
    ret_after[mover] = own;
    ret_after[other] = reply;
}

/* Sets the run of a side: `length` quiet moves, at most the limit, by its king on `cell`; 0 for
 * none. Refused with STATUS_ILLEGAL: a variant without limit, a length beyond it, no king of that
 * colour there, no man of it on the board. `*position` is unchanged on failure. */
Status position_set_run(Position *position, Color color, int cell, int length, Error *error);

/* The key computed from nothing; position->key always equals it. */
uint64_t position_compute_key(const Position *position);

/* The placement, side to move and runs are the same (what the repetition rule compares). */
bool position_same_placement(const Position *a, const Position *b);

/* Everything is the same, the counts included. */
bool position_equals(const Position *a, const Position *b);

/* The board turned by 180 degrees with the colours swapped: the same game seen by the other side.
 */
void position_turn_round(const Position *position, Position *ret_turned);

/* The same for a move on the variant's board. */
Move position_turn_move(const Rules *rules, Move move);

#endif
