/* SPDX-License-Identifier: MIT */
#include "engine/board/huff.h"

#include <string.h>

/* One capture on its way: the piece stands on `cell`, what it took is still on the board. */
typedef struct {
    const Position *position;
    MoveList *list;
    bool cut_short; /* captures that could go on are listed too */
    Move move;      /* so far; `to` is the cell it stands on */
} Jumper;

static uint64_t mix(uint64_t value) {
    /* The finalizer of splitmix64 (S. Vigna, public domain description). */
    value += 0x9e3779b97f4a7c15u;
    value = (value ^ value >> 30) * 0xbf58476d1ce4e5b9u;
    value = (value ^ value >> 27) * 0x94d049bb133111ebu;
    return value ^ value >> 31;
}

uint64_t huff_compute_key(const HuffPosition *position) {
    enum {
        SALT_HUFFABLE = 1,
        SALT_BEFORE = 2,
        SALT_COMPELLED = 3
    };
    uint64_t key = position->position.key;
    if (position->huffable)
        key ^= mix(mix(SALT_HUFFABLE) ^ (uint64_t)position->huffable);
    if (position->may_compel)
        key ^= mix(mix(SALT_BEFORE) ^ position->before.key);
    if (position->compelled)
        key ^= mix(SALT_COMPELLED);
    return key;
}

bool huff_same(const HuffPosition *a, const HuffPosition *b) {
    return a->key == b->key && a->huffable == b->huffable && a->may_compel == b->may_compel &&
           a->compelled == b->compelled && position_same_placement(&a->position, &b->position) &&
           (!a->may_compel || position_same_placement(&a->before, &b->before));
}

Status huff_init(HuffPosition *ret_position, const HuffLaw *law, const Position *position,
                 Error *error) {
    const Rules *rules = position->rules;
    const CaptureWorth *worth = &rules->worth;
    bool chosen = worth->piece || worth->king || worth->by_king || worth->king_order;
    DirectionSet all =
        rules->men_move | rules->men_capture | rules->kings_move | rules->kings_capture;
    if (rules->kings_fly || chosen || rules->all_squares || rules->crowned_in_passing ||
        rules->taken_at_once || rules->king_run_limit || rules->king_wins ||
        rules->men_spare_kings || (all & DIRECTIONS_STRAIGHT))
        return error_set(error, STATUS_RANGE,
                         "the huff belongs to English draughts; %s has other captures",
                         rules->name);
    *ret_position = (HuffPosition){.position = *position, .law = law};
    ret_position->key = huff_compute_key(ret_position);
    return STATUS_OK;
}

/* The cell that a piece of the side to move on `cell` reaches by jumping in `direction`, and the
 * one it jumps over, as bits; false when it cannot. What was taken on the way blocks: it leaves
 * only after the move. */
static bool find_jump(const Position *position, Move move, Direction direction,
                      Bitboard *ret_victim, Bitboard *ret_landing) {
    const Rules *rules = position->rules;
    Color mover = (Color)position->turn;
    DirectionSet set = move.king ? rules->kings_capture : rules->men_capture;
    if (!rules_allows(set, mover, direction))
        return false;
    int step = rules_step(rules, direction);
    Bitboard board = rules_board_mask(rules);
    Bitboard occupied = board_occupied(&position->board) & ~bits_of_cell(move.from);
    Bitboard victims = board_pieces(&position->board, color_other(mover)) & ~move_captured(move);
    Bitboard victim = bits_shift(bits_of_cell(move.to), step) & victims;
    Bitboard landing = bits_shift(victim, step) & board & ~occupied;
    if (!landing)
        return false;
    *ret_victim = victim;
    *ret_landing = landing;
    return true;
}

static bool is_crowned(const Position *position, Move move) {
    return !move.king &&
           (bits_of_cell(move.to) & rules_crowning_mask(position->rules, (Color)position->turn));
}

static bool can_jump(const Position *position, Move move) {
    Bitboard victim, landing;
    for (int direction = 0; direction < DIRECTION_COUNT; direction++)
        if (find_jump(position, move, (Direction)direction, &victim, &landing))
            return true;
    return false;
}

bool huff_is_cut_short(const Position *position, Move move) {
    return move_is_capture(move) && can_jump(position, move);
}

static void list_add(MoveList *list, Move move) {
    if (list->count < MOVE_LIST_CAPACITY && !move_list_find(list, move))
        list->moves[list->count++] = move;
}

static void walk_jumps(const Jumper *jumper) {
    bool more = can_jump(jumper->position, jumper->move);
    if (move_is_capture(jumper->move) && (!more || jumper->cut_short)) {
        Move move = jumper->move;
        move.promotes = is_crowned(jumper->position, move);
        list_add(jumper->list, move);
    }
    for (int direction = 0; more && direction < DIRECTION_COUNT; direction++) {
        Bitboard victim, landing;
        if (!find_jump(jumper->position, jumper->move, (Direction)direction, &victim, &landing))
            continue;
        Jumper next = *jumper;
        move_set_captured(&next.move, move_captured(next.move) | victim);
        next.move.to = (uint8_t)bits_first(landing);
        walk_jumps(&next);
    }
}

static Move start_of(const Position *position, int cell) {
    return (Move){.from = (uint8_t)cell,
                  .to = (uint8_t)cell,
                  .king = position->board.kings[position->turn] >> cell & 1};
}

static void add_captures(const Position *position, bool cut_short, MoveList *list) {
    Bitboard pieces = board_pieces(&position->board, (Color)position->turn);
    for (; pieces; pieces = bits_rest(pieces)) {
        Jumper jumper = {position, list, cut_short, start_of(position, bits_first(pieces))};
        walk_jumps(&jumper);
    }
}

static void add_quiet_moves(const Position *position, MoveList *list) {
    const Rules *rules = position->rules;
    Color mover = (Color)position->turn;
    Bitboard empty = rules_board_mask(rules) & ~board_occupied(&position->board);
    Bitboard pieces = board_pieces(&position->board, mover);
    for (; pieces; pieces = bits_rest(pieces)) {
        Move move = start_of(position, bits_first(pieces));
        for (int direction = 0; direction < DIRECTION_COUNT; direction++) {
            DirectionSet set = move.king ? rules->kings_move : rules->men_move;
            if (!rules_allows(set, mover, (Direction)direction))
                continue;
            int step = rules_step(rules, (Direction)direction);
            Bitboard target = bits_shift(bits_of_cell(move.from), step) & empty;
            if (!target)
                continue;
            move.to = (uint8_t)bits_first(target);
            move.promotes = is_crowned(position, move);
            list_add(list, move);
        }
    }
}

Bitboard huff_find_capturers(const Position *position) {
    Bitboard capturers = 0;
    Bitboard pieces = board_pieces(&position->board, (Color)position->turn);
    for (; pieces; pieces = bits_rest(pieces))
        if (can_jump(position, start_of(position, bits_first(pieces))))
            capturers |= bits_of_cell(bits_first(pieces));
    return capturers;
}

int huff_generate(const HuffPosition *position, MoveList *list) {
    list->count = 0;
    bool cut_short = position->law->cut_short && !position->compelled;
    add_captures(&position->position, cut_short, list);
    if (!position->compelled)
        add_quiet_moves(&position->position, list);
    return list->count;
}

Move huff_find(const HuffPosition *position, Move move) {
    MoveList list;
    huff_generate(position, &list);
    const Move *found = move_list_find(&list, move);
    return found ? *found : move_none();
}

static bool has_move(const HuffPosition *position) {
    MoveList list;
    return huff_generate(position, &list) > 0;
}

bool huff_has_turn(const HuffPosition *position) {
    if (position->may_compel || has_move(position))
        return true;
    for (Bitboard cells = position->huffable; cells; cells = bits_rest(cells)) {
        HuffPosition next;
        huff_take(position, bits_first(cells), &next);
        if (has_move(&next))
            return true;
    }
    return false;
}

void huff_stand(const HuffPosition *position, HuffPosition *ret_next) {
    *ret_next = (HuffPosition){
        .position = position->position, .law = position->law, .compelled = position->compelled};
    ret_next->key = huff_compute_key(ret_next);
}

void huff_take(const HuffPosition *position, int cell, HuffPosition *ret_next) {
    assert(position->huffable >> cell & 1);
    Board board = position->position.board;
    Color mover = (Color)position->position.turn;
    board.men[color_other(mover)] &= ~bits_of_cell(cell);
    board.kings[color_other(mover)] &= ~bits_of_cell(cell);
    *ret_next = (HuffPosition){.law = position->law};
    /* The side to move has a piece, which its adversary could have taken, so that the board is
     * accepted. */
    position_init_board(&ret_next->position, position->position.rules, &board, mover, NULL);
    ret_next->key = huff_compute_key(ret_next);
}

void huff_compel(const HuffPosition *position, HuffPosition *ret_next) {
    assert(position->may_compel);
    *ret_next =
        (HuffPosition){.position = position->before, .law = position->law, .compelled = true};
    ret_next->key = huff_compute_key(ret_next);
}

void huff_make(const HuffPosition *position, Move move, HuffPosition *ret_next) {
    const Position *before = &position->position;
    *ret_next = (HuffPosition){.law = position->law};
    position_make(before, move, &ret_next->position);
    if (!position->compelled && !move_is_capture(move)) {
        Bitboard capturers = huff_find_capturers(before);
        if (capturers >> move.from & 1)
            capturers = (capturers & ~bits_of_cell(move.from)) | bits_of_cell(move.to);
        ret_next->huffable = capturers;
        if (capturers && position->law->compel) {
            ret_next->may_compel = true;
            ret_next->before = *before;
        }
    } else if (!position->compelled && huff_is_cut_short(before, move)) {
        ret_next->huffable = bits_of_cell(move.to);
    }
    ret_next->key = huff_compute_key(ret_next);
}

static uint64_t perft_moves(const HuffPosition *position, int depth) {
    MoveList list;
    huff_generate(position, &list);
    if (depth == 1)
        return (uint64_t)list.count;
    uint64_t leaves = 0;
    for (int i = 0; i < list.count; i++) {
        HuffPosition next;
        huff_make(position, list.moves[i], &next);
        leaves += huff_perft(&next, depth - 1);
    }
    return leaves;
}

uint64_t huff_perft(const HuffPosition *position, int depth) {
    if (depth == 0)
        return 1;
    HuffPosition next;
    uint64_t leaves = perft_moves(position, depth);
    for (Bitboard cells = position->huffable; cells; cells = bits_rest(cells)) {
        huff_take(position, bits_first(cells), &next);
        leaves += perft_moves(&next, depth);
    }
    if (position->may_compel) {
        huff_compel(position, &next);
        leaves += huff_perft(&next, depth - 1);
    }
    return leaves;
}
