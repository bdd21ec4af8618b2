/* SPDX-License-Identifier: MIT
 *
 * Private to engine/board: counting the leaves of the move tree. The last ply is counted without a
 * list: where no capture is longer than one piece, as nearly always, from shifts of whole sets of
 * pieces. The instances are made in perft_narrow.c and perft_wide.c. */
#ifndef HUFF_ENGINE_BOARD_PERFT_INTERNAL_H
#define HUFF_ENGINE_BOARD_PERFT_INTERNAL_H

#include "engine/board/movegen_instances_internal.h"

/* All of a position that moves depend on. The runs are kept only where there is a limit to them. */
typedef struct {
    CellsBoard board;
    KingRun runs[COLOR_COUNT];
} PerftNode;

BOARD_INLINE PerftNode perft_node_of(const Position *position) {
    return (PerftNode){
        .board = cells_of_board(&position->board),
        .runs = {position->runs[COLOR_WHITE], position->runs[COLOR_BLACK]},
    };
}

/* Counts the captures of a side piece by piece: the rare case, kept out of the fast loop. Takes the
 * parts of a View one by one, since a structure of that size would be passed in memory, and the
 * fast loop would have to keep it there. */
typedef int SlowCount(Cells men, Cells kings, Cells enemies, Cells empty, Cells enemy_kings,
                      bool keep);
/* Counts two plies from a position whose side to move has no capture. */
typedef uint64_t PairCount(const PerftNode *node, bool keep);
typedef uint64_t PerftFunction(const PerftNode *node, int depth, bool keep);

BOARD_INLINE int count_quiets(const Rules *rules, Color side, View view) {
    DirectionSet set = rules->men_move;
    int count = 0;
    BOARD_UNROLL
    for (int d = first_direction(set); d < end_direction(set); d++)
        if (rules_allows(set, side, (Direction)d))
            count += bits_count(quiet_targets(rules, (Direction)d, view.men, view.empty));
    for (Cells kings = quiet_kings(rules, view); kings; kings = bits_rest(kings))
        count += bits_count(king_targets(rules, bits_first(kings), view.empty));
    return count;
}

/* Captures of more than one piece or by a flying king. Equal ones are told apart with a list, at
 * once where flying kings make them likely, else only when the first count shows that there may be
 * some. */
BOARD_INLINE int count_slowly(const Rules *rules, Color side, View view, bool keep,
                              Walkers walkers) {
    Captures captures;
    find_captures(rules, side, view, &captures);
    bool loop = true;
    if (keep || !captures.flying) {
        int count = collect_captures(rules, side, view, &captures, NULL, NULL, &loop, walkers);
        if (keep || !loop)
            return count;
    }
    MoveList list;
    return collect_captures(rules, side, view, &captures, &list, NULL, &loop, walkers);
}

/* The number of moves. With men alone it takes no branch that could be guessed wrong but the one
 * for long captures. */
BOARD_INLINE int count_moves(const Rules *rules, Color side, View view, bool keep,
                             SlowCount *slow) {
    Captures captures;
    if (is_over(rules, view))
        return 0;
    find_captures(rules, side, view, &captures);
    int quiets = count_quiets(rules, side, view);
    if (!captures_are_single(&captures))
        return slow(view.men, view.kings, view.enemies, view.empty, view.enemy_kings, keep);
    drop_worse_singles(rules, side, view, &captures);
    int singles = captures.men.count + captures.kings.count;
    return singles ? singles : quiets;
}

/* A side's moves are counted from a View, in which a quiet move of the other side changes two bits
 * of `enemies` and of `empty`, and perhaps some of `enemy_kings`. */
BOARD_INLINE uint64_t count_after_step(const Rules *rules, Color side, View view, Cells changed,
                                       Cells changed_kings, bool keep, SlowCount *slow) {
    view.enemies ^= changed;
    view.empty ^= changed;
    if (tells_kings(rules))
        view.enemy_kings ^= changed_kings;
    return (uint64_t)count_moves(rules, side, view, keep, slow);
}

BOARD_INLINE uint64_t count_after_men(const Rules *rules, Color side, Direction direction, View own,
                                      View reply, bool keep, SlowCount *reply_slow) {
    Cells crowning = rules_crowning_mask(rules, side);
    int step = step_of(rules, direction);
    uint64_t leaves = 0;
    Cells targets = quiet_targets(rules, direction, own.men, own.empty);
    for (; targets; targets = bits_rest(targets)) {
        Cells to = targets & -targets;
        leaves += count_after_step(rules, color_other(side), reply, to | cells_shift(to, -step),
                                   to & crowning, keep, reply_slow);
    }
    return leaves;
}

BOARD_INLINE uint64_t perft_quiet_pairs(const Rules *rules, Color side, const PerftNode *node,
                                        bool keep, SlowCount *reply_slow) {
    View own = view_of(rules, side, &node->board, node->runs);
    View reply = view_of(rules, color_other(side), &node->board, node->runs);
    DirectionSet set = rules->men_move;
    uint64_t leaves = 0;
    BOARD_UNROLL
    for (int d = first_direction(set); d < end_direction(set); d++)
        if (rules_allows(set, side, (Direction)d))
            leaves += count_after_men(rules, side, (Direction)d, own, reply, keep, reply_slow);
    for (Cells kings = quiet_kings(rules, own); kings; kings = bits_rest(kings)) {
        Cells targets = king_targets(rules, bits_first(kings), own.empty);
        for (; targets; targets = bits_rest(targets)) {
            Cells changed = (kings & -kings) | (targets & -targets);
            leaves += count_after_step(rules, color_other(side), reply, changed, changed, keep,
                                       reply_slow);
        }
    }
    return leaves;
}

/* Field by field, so that the copy lives in registers: copied whole it would go through memory in
 * wide loads that wait for the narrow stores before them. */
BOARD_INLINE CellsBoard play(const CellsBoard *board, Color side, const Move *move) {
    Color other = color_other(side);
    Cells from = cells_of_cell(move->from), to = cells_of_cell(move->to);
    Cells stay = ~cells_captured(move);
    CellsBoard next;
    next.men[other] = board->men[other] & stay;
    next.kings[other] = board->kings[other] & stay;
    next.men[side] = board->men[side];
    next.kings[side] = board->kings[side];
    if (move->king) {
        next.kings[side] = (next.kings[side] & ~from) | to;
    } else {
        next.men[side] = (next.men[side] & ~from) | (move->promotes ? 0 : to);
        next.kings[side] |= move->promotes ? to : 0;
    }
    return next;
}

typedef struct {
    Walkers walkers;
    SlowCount *slow, *reply_slow;
    PairCount *pairs;
    PerftFunction *reply;
} PerftParts;

BOARD_INLINE void play_node(const Rules *rules, const PerftNode *node, Color side, const Move *move,
                            PerftNode *ret_next) {
    ret_next->board = play(&node->board, side, move);
    if (rules->king_run_limit)
        king_runs_update(rules, ret_next->board.men[COLOR_WHITE], ret_next->board.men[COLOR_BLACK],
                         side, *move, node->runs, ret_next->runs);
}

BOARD_INLINE uint64_t perft(const Rules *rules, Color side, const PerftNode *node, int depth,
                            bool keep, PerftParts parts) {
    View view = view_of(rules, side, &node->board, node->runs);
    if (depth == 1)
        return (uint64_t)count_moves(rules, side, view, keep, parts.slow);
    if (depth == 2 && !is_over(rules, view) && !has_capture(rules, side, view))
        return parts.pairs(node, keep);
    MoveList list;
    uint32_t routes[MOVE_LIST_CAPACITY];
    bool loop;
    generate(rules, side, view, &list, keep ? routes : NULL, &loop, parts.walkers);
    uint64_t leaves = 0;
    for (int i = 0; i < list.count; i++) {
        PerftNode next;
        play_node(rules, node, side, &list.moves[i], &next);
        View reply = view_of(rules, color_other(side), &next.board, next.runs);
        uint64_t below = depth == 2 ? (uint64_t)count_moves(rules, color_other(side), reply, keep,
                                                            parts.reply_slow)
                                    : parts.reply(&next, depth - 1, keep);
        leaves += keep && loop ? routes[i] * below : below;
    }
    return leaves;
}

/* ---- instances ---- */

#define PERFT_SIDE_INSTANCE(variant, side, color, other)                                           \
    static SlowCount slow_##variant##_##other;                                                     \
    static PerftFunction perft_##variant##_##other;                                                \
    static __attribute__((noinline)) int slow_##variant##_##side(                                  \
        Cells men, Cells kings, Cells enemies, Cells empty, Cells enemy_kings, bool keep) {        \
        View view = {men, kings, enemies, empty, enemy_kings, 0};                                  \
        return count_slowly(&rules_##variant, color, view, keep,                                   \
                            MOVEGEN_WALKERS_OF(variant, side));                                    \
    }                                                                                              \
    static __attribute__((noinline))                                                               \
    uint64_t pairs_##variant##_##side(const PerftNode *node, bool keep) {                          \
        return perft_quiet_pairs(&rules_##variant, color, node, keep, slow_##variant##_##other);   \
    }                                                                                              \
    static uint64_t perft_##variant##_##side(const PerftNode *node, int depth, bool keep) {        \
        PerftParts parts = {                                                                       \
            .walkers = MOVEGEN_WALKERS_OF(variant, side),                                          \
            .slow = slow_##variant##_##side,                                                       \
            .reply_slow = slow_##variant##_##other,                                                \
            .pairs = pairs_##variant##_##side,                                                     \
            .reply = perft_##variant##_##other,                                                    \
        };                                                                                         \
        return perft(&rules_##variant, color, node, depth, keep, parts);                           \
    }                                                                                              \
    uint64_t movegen_perft_##variant##_##side(const Position *position, int depth, bool keep) {    \
        PerftNode node = perft_node_of(position);                                                  \
        return perft_##variant##_##side(&node, depth, keep);                                       \
    }

#define PERFT_INSTANCE(variant, id, hub_name)                                                      \
    MOVEGEN_WALKERS(variant)                                                                       \
    PERFT_SIDE_INSTANCE(variant, white, COLOR_WHITE, black)                                        \
    PERFT_SIDE_INSTANCE(variant, black, COLOR_BLACK, white)

#endif
