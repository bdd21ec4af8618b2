/* SPDX-License-Identifier: MIT */
#include "book/games/walk_internal.h"

#include "engine/base/checksum.h"
#include "engine/base/rng.h"
#include "engine/board/movegen.h"

#include <string.h>

enum {
    FLAG = 128,
    SQUARE_MASK = 127
};

/* ---- keys ---- */

void place_keys_init(PlaceKeys *keys, const Rules *rules) {
    uint64_t state = checksum_add(0, rules->name, strlen(rules->name));
    for (int color = 0; color < COLOR_COUNT; color++)
        for (int square = 1; square <= rules_geometry(rules)->square_count; square++) {
            keys->men[color][square] = rng_splitmix64(&state);
            keys->kings[color][square] = rng_splitmix64(&state);
        }
    keys->turn = rng_splitmix64(&state);
    keys->rules = rules;
}

static uint64_t add_pieces(const Geometry *geometry, Bitboard pieces, const uint64_t *numbers) {
    uint64_t key = 0;
    for (; pieces; pieces = bits_rest(pieces))
        key ^= numbers[geometry->square_of_cell[bits_first(pieces)]];
    return key;
}

int64_t place_key_get(const PlaceKeys *keys, const Board *board, Color turn) {
    const Geometry *geometry = rules_geometry(keys->rules);
    uint64_t key = turn == COLOR_WHITE ? 0 : keys->turn;
    for (int color = 0; color < COLOR_COUNT; color++)
        key ^= add_pieces(geometry, board->men[color], keys->men[color]) ^
               add_pieces(geometry, board->kings[color], keys->kings[color]);
    return (int64_t)key;
}

int64_t place_move_number(const Rules *rules, Move move) {
    const Geometry *geometry = rules_geometry(rules);
    uint32_t taken = 0; /* a hash that differs for captures of the same ends */
    for (Bitboard rest = move_captured(move); rest; rest = bits_rest(rest))
        taken = taken * 131 + geometry->square_of_cell[bits_first(rest)];
    return move_from_square(geometry, move) | move_to_square(geometry, move) << 7 |
           (int64_t)(taken & 0xffffff) << 14;
}

/* ---- moves as bytes ---- */

static void write_move(const Geometry *geometry, Move move, TextBuffer *buffer) {
    char bytes[3 + SQUARE_COUNT_MAX];
    size_t length = 2;
    bytes[0] = (char)(move_from_square(geometry, move) | (move_is_capture(move) ? FLAG : 0));
    bytes[1] = (char)(move_to_square(geometry, move) | (move.promotes ? FLAG : 0));
    if (move_is_capture(move)) {
        bytes[length++] = (char)move_count_captured(move);
        for (Bitboard rest = move_captured(move); rest; rest = bits_rest(rest))
            bytes[length++] = (char)geometry->square_of_cell[bits_first(rest)];
    }
    text_buffer_append(buffer, bytes, length);
}

void game_moves_write(const GameRecord *record, TextBuffer *buffer) {
    const Geometry *geometry = rules_geometry(record->entries[0].position.rules);
    for (int i = 1; i < record->count; i++)
        write_move(geometry, record->entries[i].move, buffer);
}

/* Takes the move at `*next`; false when the bytes are none. */
static bool take_move(const Geometry *geometry, const unsigned char **next,
                      const unsigned char *end, Move *ret_move) {
    const unsigned char *c = *next;
    if (end - c < 2)
        return false;
    int from = c[0] & SQUARE_MASK, to = c[1] & SQUARE_MASK;
    bool takes = c[0] & FLAG;
    if (from < 1 || to < 1 || from > geometry->square_count || to > geometry->square_count)
        return false;
    Move move = {.from = geometry->cell_of_square[from],
                 .to = geometry->cell_of_square[to],
                 .promotes = c[1] & FLAG};
    c += 2;
    int count = takes ? (c < end ? *c++ : 0) : 0;
    if ((takes && count == 0) || end - c < count)
        return false;
    Bitboard captured = 0;
    for (int i = 0; i < count; i++, c++) {
        if (*c < 1 || *c > geometry->square_count)
            return false;
        captured |= geometry_square_bit(geometry, *c);
    }
    move_set_captured(&move, captured);
    *next = c;
    *ret_move = move;
    return true;
}

void game_walk_init(GameWalk *walk, const Position *start, const void *moves, size_t length) {
    const unsigned char *bytes = moves;
    *walk = (GameWalk){
        .rules = start->rules,
        .next = bytes,
        .end = length > 0 ? bytes + length : bytes,
        .board = start->board,
        .turn = (Color)start->turn,
    };
}

int game_walk_next(GameWalk *walk) {
    if (walk->next == walk->end)
        return 0;
    Move move;
    if (!take_move(rules_geometry(walk->rules), &walk->next, walk->end, &move))
        return STATUS_STATE;
    Board *board = &walk->board;
    Color own = walk->turn, other = color_other(own);
    Bitboard from = bits_of_cell(move.from), to = bits_of_cell(move.to);
    Bitboard captured = move_captured(move);
    bool king = board->kings[own] & from;
    if (!(board_pieces(board, own) & from) || (captured & ~board_pieces(board, other)))
        return STATUS_STATE;
    board->men[own] &= ~from;
    board->kings[own] &= ~from;
    board->men[other] &= ~captured;
    board->kings[other] &= ~captured;
    if (board_occupied(board) & to)
        return STATUS_STATE;
    if (king || move.promotes)
        board->kings[own] |= to;
    else
        board->men[own] |= to;
    walk->turn = other;
    walk->ply++;
    return 1;
}

Status game_moves_read(const Position *start, const void *moves, size_t length, GameRecord *record,
                       Error *error) {
    const Geometry *geometry = rules_geometry(start->rules);
    const unsigned char *next = moves, *end = length > 0 ? next + length : next;
    record_restart(record, start);
    while (next != end) {
        Move move;
        if (!take_move(geometry, &next, end, &move))
            return error_set(error, STATUS_STATE, "bytes that are no move after ply %d",
                             record_plies(record));
        bool crowned = move.promotes;
        move = movegen_find(record_current(record), move);
        if (move_is_none(move) || move.promotes != crowned)
            return error_set(error, STATUS_STATE, "a move that is not legal after ply %d",
                             record_plies(record));
        Status status = record_push(record, move, error);
        if (status < 0)
            return status;
    }
    return STATUS_OK;
}
