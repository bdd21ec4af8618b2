/* SPDX-License-Identifier: MIT
 *
 * Counting the leaves of the move tree. The last ply is counted without a list: where no capture is
 * longer than one piece, as nearly always, from shifts of whole sets of pieces. */
#include "engine/board/movegen.h"

#include "engine/board/movegen_internal.h"

/* Counts the moves of a side piece by piece. It takes the board by value so that the fast path need
 * not keep it in memory for this rare call. */
typedef int SlowCount(Board board);
/* Counts two plies from a position whose side to move has no capture. */
typedef uint64_t PairCount(const Board *board);
typedef uint64_t PerftFunction(const Board *board, int depth);

/* Field by field, so that the copy lives in registers: copied whole it would go through memory in
 * wide loads that wait for the narrow stores before them. */
INLINE Board copy_board(const Board *board) {
    Board copy;
    for (int color = 0; color < COLOR_COUNT; color++) {
        copy.men[color] = board->men[color];
        copy.kings[color] = board->kings[color];
    }
    return copy;
}

INLINE Board board_play(const Board *board, Color side, const Move *move) {
    Board next = copy_board(board);
    Bitboard from = bits_of_cell(move->from), to = bits_of_cell(move->to);
    Color other = color_other(side);
    if (move->king) {
        next.kings[side] = (next.kings[side] & ~from) | to;
    } else {
        next.men[side] &= ~from;
        *(move->promotes ? &next.kings[side] : &next.men[side]) |= to;
    }
    next.men[other] &= ~move->captured;
    next.kings[other] &= ~move->captured;
    return next;
}

/* The first jumps of all pieces of one short-stepping kind. */
typedef struct {
    int count;
    bool longer; /* some of them can be followed by another jump */
} Jumps;

/* Where a first jump of `movers` in `direction` lands. */
INLINE Bitboard first_landings(const Rules *rules, Color side, bool king, Direction direction,
                               Bitboard movers, Bitboard enemies, Bitboard empty) {
    int step = step_of(rules, direction);
    if (!may_jump(rules, side, king, direction))
        return 0;
    return bits_shift(bits_shift(movers, step) & enemies, step) & empty;
}

/* A second jump cannot go back over the piece just taken, and any other second jump is as free as
 * it was before the first, so both can be told from shifts of the whole set. */
INLINE Jumps count_jumps(const Rules *rules, Color side, bool king, Bitboard movers,
                         Bitboard enemies, Bitboard empty) {
    Bitboard landings[DIRECTION_COUNT];
    Bitboard second = 0;
    Jumps jumps = {0};
#pragma GCC unroll 4
    for (int d = 0; d < DIRECTION_COUNT; d++) {
        landings[d] = first_landings(rules, side, king, (Direction)d, movers, enemies, empty);
        jumps.count += bits_count(landings[d]);
    }
#pragma GCC unroll 4
    for (int d = 0; d < DIRECTION_COUNT; d++) {
        if (!may_jump(rules, side, king, (Direction)d))
            continue;
        Bitboard from = landings[d] | landings[(d + 1) % 4] | landings[(d + 3) % 4];
        second |= jumpers(rules, (Direction)d, from, enemies, empty);
    }
    jumps.longer = second != 0;
    return jumps;
}

INLINE int count_quiets(const Rules *rules, const Board *board, Color side, Bitboard empty) {
    int count = 0;
    for (int d = 0; d < DIRECTION_COUNT; d++)
        if (is_forward(side, (Direction)d))
            count += bits_count(quiet_targets(rules, (Direction)d, board->men[side], empty));
    if (board->kings[side] && !rules->kings_fly)
        for (int d = 0; d < DIRECTION_COUNT; d++)
            count += bits_count(quiet_targets(rules, (Direction)d, board->kings[side], empty));
    if (rules->kings_fly)
        for (Bitboard kings = board->kings[side]; kings; kings = bits_rest(kings))
            count += bits_count(king_targets(rules, bits_first(kings), empty));
    return count;
}

/* The number of captures one by one, with a list only where equal ones have to be told apart. */
INLINE int count_captures(const Rules *rules, Color side, const Board *board, Bitboard empty,
                          bool keep, Walkers walkers) {
    Bitboard men = capturing_men(rules, board, side, empty);
    Bitboard kings = capturing_kings(rules, board, side, empty);
    if (!(men | kings))
        return 0;
    bool loop;
    int count = collect_captures(rules, board, side, empty, men, kings, keep, NULL, &loop, walkers);
    if (keep || !loop)
        return count;
    MoveList list;
    return collect_captures(rules, board, side, empty, men, kings, false, &list, &loop, walkers);
}

INLINE int count_slowly(const Rules *rules, Color side, const Board *board, bool keep,
                        Walkers walkers) {
    Bitboard empty = empty_cells(rules, board);
    int captures = count_captures(rules, side, board, empty, keep, walkers);
    return captures ? captures : count_quiets(rules, board, side, empty);
}

/* The number of moves. With men alone it takes no branch that could be guessed wrong. */
INLINE int count_moves(const Rules *rules, Color side, const Board *board, SlowCount *slow) {
    if (rules->kings_fly && board->kings[side])
        return slow(copy_board(board));
    Bitboard empty = empty_cells(rules, board);
    Bitboard enemies = board_pieces(board, color_other(side));
    Jumps jumps = count_jumps(rules, side, false, board->men[side], enemies, empty);
    int quiets = count_quiets(rules, board, side, empty);
    if (board->kings[side]) {
        Jumps kings = count_jumps(rules, side, true, board->kings[side], enemies, empty);
        jumps.count += kings.count;
        jumps.longer |= kings.longer;
    }
    if (jumps.longer)
        return slow(copy_board(board));
    return jumps.count ? jumps.count : quiets;
}

/* Two plies from a position in which men of `side` step quietly to `targets`: each step is played
 * in registers and the replies counted on the spot. */
INLINE uint64_t perft_men_steps(const Rules *rules, Color side, Direction direction,
                                const Board *board, Bitboard targets, bool crowned,
                                SlowCount *slow) {
    uint64_t leaves = 0;
    for (; targets; targets = bits_rest(targets)) {
        Bitboard to = targets & -targets;
        Board next = copy_board(board);
        next.men[side] ^= bits_shift(to, -step_of(rules, direction)) | (crowned ? 0 : to);
        next.kings[side] |= crowned ? to : 0;
        leaves += (uint64_t)count_moves(rules, color_other(side), &next, slow);
    }
    return leaves;
}

INLINE uint64_t perft_quiet_pairs(const Rules *rules, Color side, const Board *start,
                                  SlowCount *slow) {
    Board own = copy_board(start);
    const Board *board = &own;
    Bitboard empty = empty_cells(rules, board);
    uint64_t leaves = 0;
    Bitboard crowning = rules_crowning_mask(rules, side);
    for (int d = 0; d < DIRECTION_COUNT; d++) {
        if (!is_forward(side, (Direction)d))
            continue;
        Bitboard targets = quiet_targets(rules, (Direction)d, board->men[side], empty);
        leaves +=
            perft_men_steps(rules, side, (Direction)d, board, targets & ~crowning, false, slow);
        if (targets & crowning)
            leaves +=
                perft_men_steps(rules, side, (Direction)d, board, targets & crowning, true, slow);
    }
    for (Bitboard kings = board->kings[side]; kings; kings = bits_rest(kings)) {
        Bitboard targets = king_targets(rules, bits_first(kings), empty);
        for (; targets; targets = bits_rest(targets)) {
            Board next = copy_board(board);
            next.kings[side] ^= (kings & -kings) | (targets & -targets);
            leaves += (uint64_t)count_moves(rules, color_other(side), &next, slow);
        }
    }
    return leaves;
}

typedef struct {
    Walkers walkers;
    SlowCount *slow;
    PairCount *pairs;
    PerftFunction *reply; /* of the other side */
} PerftParts;

INLINE uint64_t perft(const Rules *rules, Color side, const Board *board, int depth, bool keep,
                      PerftParts parts) {
    if (depth == 1)
        return (uint64_t)count_moves(rules, side, board, parts.slow);
    if (depth == 2 && !has_capture(rules, side, board))
        return parts.pairs(board);
    MoveList list;
    generate(rules, side, board, keep, &list, parts.walkers);
    uint64_t leaves = 0;
    for (int i = 0; i < list.count; i++) {
        Board next = board_play(board, side, &list.moves[i]);
        leaves += parts.reply(&next, depth - 1);
    }
    return leaves;
}

/* ---- instances ---- */

#define PERFT_INSTANCE(variant, side, color, kept, keep, other)                                    \
    static SlowCount slow_##variant##_##other##_##kept;                                            \
    static PerftFunction perft_##variant##_##other##_##kept;                                       \
    static __attribute__((noinline)) int slow_##variant##_##side##_##kept(Board board) {           \
        return count_slowly(&rules_##variant, color, &board, keep,                                 \
                            MOVEGEN_WALKERS_OF(variant, side));                                    \
    }                                                                                              \
    static __attribute__((noinline))                                                               \
    uint64_t pairs_##variant##_##side##_##kept(const Board *board) {                               \
        return perft_quiet_pairs(&rules_##variant, color, board,                                   \
                                 slow_##variant##_##other##_##kept);                               \
    }                                                                                              \
    static uint64_t perft_##variant##_##side##_##kept(const Board *board, int depth) {             \
        return perft(                                                                              \
            &rules_##variant, color, board, depth, keep,                                           \
            (PerftParts){MOVEGEN_WALKERS_OF(variant, side), slow_##variant##_##side##_##kept,      \
                         pairs_##variant##_##side##_##kept, perft_##variant##_##other##_##kept});  \
    }

#define VARIANT_INSTANCE(variant)                                                                  \
    MOVEGEN_WALKERS(variant)                                                                       \
    PERFT_INSTANCE(variant, white, COLOR_WHITE, merged, false, black)                              \
    PERFT_INSTANCE(variant, white, COLOR_WHITE, kept, true, black)                                 \
    PERFT_INSTANCE(variant, black, COLOR_BLACK, merged, false, white)                              \
    PERFT_INSTANCE(variant, black, COLOR_BLACK, kept, true, white)

VARIANT_INSTANCE(international)
VARIANT_INSTANCE(english)

/* By variant, side to move, and whether equal captures by other routes count apart. */
static PerftFunction *const perft_functions[VARIANT_COUNT][COLOR_COUNT][2] = {
    [VARIANT_INTERNATIONAL] = {{perft_international_white_merged, perft_international_white_kept},
                               {perft_international_black_merged, perft_international_black_kept}},
    [VARIANT_ENGLISH] = {{perft_english_white_merged, perft_english_white_kept},
                         {perft_english_black_merged, perft_english_black_kept}},
};

uint64_t movegen_perft(const Position *position, int depth, bool keep) {
    if (depth <= 0)
        return 1;
    return perft_functions[position->rules->id][position->turn][keep](&position->board, depth);
}
