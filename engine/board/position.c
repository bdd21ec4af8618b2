/* SPDX-License-Identifier: MIT */
#include "engine/board/position.h"

#include "engine/board/position_change_internal.h"
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
        key ^= zobrist_run[color][position->runs[color]];
    }
    return key;
}

/* Whether `lone` has nothing but one king and the other side what the row asks for. */
static bool is_against_lone_king(const Rules *rules, const CountedEnding *ending,
                                 const Board *board, Color lone) {
    if (board->men[lone] || bits_count(board->kings[lone]) != 1)
        return false;
    Color strong = color_other(lone);
    int pieces = bits_count(board_pieces(board, strong));
    int kings = bits_count(board->kings[strong]);
    if (ending->on_main_road && !(board->kings[lone] & rules_main_road_mask(rules)))
        return false;
    return kings && kings >= ending->kings_min && pieces >= ending->pieces_min &&
           pieces <= ending->pieces_max;
}

static bool fits_ending(const Rules *rules, const CountedEnding *ending, const Board *board) {
    if (ending->kind == ENDING_LONE_KING)
        return is_against_lone_king(rules, ending, board, COLOR_WHITE) ||
               is_against_lone_king(rules, ending, board, COLOR_BLACK);
    int pieces = bits_count(board_occupied(board));
    if (pieces < ending->pieces_min || pieces > ending->pieces_max)
        return false;
    if (ending->kind == ENDING_BOTH_KINGS)
        return board->kings[COLOR_WHITE] && board->kings[COLOR_BLACK];
    return board_pieces(board, COLOR_WHITE) && board_pieces(board, COLOR_BLACK);
}

/* 1 + index of the counted ending on the board, 0 if none. */
static int find_ending(const Rules *rules, const Board *board) {
    for (int i = 0; i < COUNTED_ENDINGS_MAX && rules->endings[i].plies; i++)
        if (fits_ending(rules, &rules->endings[i], board))
            return i + 1;
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

/* Whether the balance on the board may be another than before the move: by a capture or a
 * promotion, and where the main road counts by a king that leaves it or comes to it. A quiet king
 * move, by far the most common move of an ending, changes nothing elsewhere. */
static bool may_change_ending(const Rules *rules, Move move) {
    return move_is_capture(move) || move.promotes || (move.king && rules->endings[0].on_main_road);
}

static void update_counts(Position *next, Move move) {
    next->quiet_plies = move.king && !move_is_capture(move) ? count_up(next->quiet_plies) : 0;
    if (may_change_ending(next->rules, move)) {
        int ending = find_ending(next->rules, &next->board);
        bool anew = ending && next->rules->endings[ending - 1].anew &&
                    (move_is_capture(move) || move.promotes);
        if (ending != next->ending || anew) {
            next->ending = (uint8_t)ending;
            next->ending_plies = 0;
            return;
        }
    }
    if (next->ending)
        next->ending_plies = count_up(next->ending_plies);
}

/* Out of line, since few variants know runs. */
static __attribute__((noinline)) void update_runs(const Position *position, Move move,
                                                  Position *next) {
    king_runs_update(next->rules, next->board.men[COLOR_WHITE], next->board.men[COLOR_BLACK],
                     (Color)position->turn, move, position->runs, next->runs);
    for (int color = 0; color < COLOR_COUNT; color++)
        next->key ^=
            zobrist_run[color][position->runs[color]] ^ zobrist_run[color][next->runs[color]];
}

void position_make(const Position *position, Move move, Position *ret_next) {
    *ret_next = *position;
    Position *next = ret_next;
    Color mover = (Color)position->turn;
    uint64_t change = rules_are_narrow(next->rules)
                          ? position_change(&next->board, mover, move)
                          : position_change_wide(&next->board, mover, move);
    next->key = position->key ^ zobrist_turn ^ change;
    next->turn = (uint8_t)color_other(mover);
    update_counts(next, move);
    if (next->rules->king_run_limit)
        update_runs(position, move, next);
}

Status position_set_run(Position *position, Color color, int cell, int length, Error *error) {
    const Rules *rules = position->rules;
    const char *name = color == COLOR_WHITE ? "White" : "Black";
    KingRun run = 0;
    if (length < 0 || length > rules->king_run_limit)
        return error_set(error, STATUS_ILLEGAL,
                         "%d moves in a row by one king of %s; from 0 to %d are possible", length,
                         name, rules->king_run_limit);
    if (length > 0) {
        if (!position->board.men[color] || !(position->board.kings[color] >> cell & 1))
            return error_set(error, STATUS_ILLEGAL,
                             "moves in a row by a king of %s on square %d, which needs the king "
                             "there and a man",
                             name, rules_geometry(rules)->square_of_cell[cell]);
        run = (KingRun)(cell | length << 6);
    }
    position->key ^= zobrist_run[color][position->runs[color]] ^ zobrist_run[color][run];
    position->runs[color] = run;
    return STATUS_OK;
}

bool position_same_placement(const Position *a, const Position *b) {
    return a->key == b->key && a->rules == b->rules && a->turn == b->turn &&
           !memcmp(&a->board, &b->board, sizeof a->board) &&
           !memcmp(a->runs, b->runs, sizeof a->runs);
}

bool position_equals(const Position *a, const Position *b) {
    return position_same_placement(a, b) && a->quiet_plies == b->quiet_plies &&
           a->ending == b->ending && a->ending_plies == b->ending_plies;
}

static KingRun turn_run(const Geometry *geometry, KingRun run) {
    if (!run)
        return 0;
    Bitboard turned = bits_turn_round(geometry, bits_of_cell(king_run_cell(run)));
    return (KingRun)(bits_first(turned) | king_run_length(run) << 6);
}

Move position_turn_move(const Rules *rules, Move move) {
    const Geometry *geometry = rules_geometry(rules);
    Move turned = move;
    move_set_captured(&turned, bits_turn_round(geometry, move_captured(move)));
    turned.from = (uint8_t)bits_first(bits_turn_round(geometry, bits_of_cell(move.from)));
    turned.to = (uint8_t)bits_first(bits_turn_round(geometry, bits_of_cell(move.to)));
    return turned;
}

void position_turn_round(const Position *position, Position *ret_turned) {
    const Geometry *geometry = rules_geometry(position->rules);
    Position turned = *position;
    turned.turn = (uint8_t)color_other((Color)position->turn);
    for (int color = 0; color < COLOR_COUNT; color++) {
        Color other = color_other((Color)color);
        turned.board.men[color] = bits_turn_round(geometry, position->board.men[other]);
        turned.board.kings[color] = bits_turn_round(geometry, position->board.kings[other]);
        turned.runs[color] = turn_run(geometry, position->runs[other]);
    }
    turned.key = position_compute_key(&turned);
    *ret_turned = turned;
}
