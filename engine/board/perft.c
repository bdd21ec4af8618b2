/* SPDX-License-Identifier: MIT
 *
 * Counting the leaves of the move tree. The last ply is counted without a list: where no capture is
 * longer than one piece, as nearly always, from shifts of whole sets of pieces. */
#include "engine/board/movegen.h"

#include "engine/board/movegen_internal.h"

/* Counts the captures of a side piece by piece: the rare case, kept out of the fast loop. Takes the
 * parts of a View one by one, since a structure of that size would be passed in memory, and the
 * fast loop would have to keep it there. */
typedef int SlowCount(Bitboard men, Bitboard kings, Bitboard enemies, Bitboard empty);
/* Counts two plies from a position whose side to move has no capture. */
typedef uint64_t PairCount(const Board *board);
typedef uint64_t PerftFunction(const Board *board, int depth);

INLINE int count_quiets(const Rules *rules, Color side, View view) {
    int count = 0;
    for (int d = 0; d < DIRECTION_COUNT; d++)
        if (is_forward(side, (Direction)d))
            count += bits_count(quiet_targets(rules, (Direction)d, view.men, view.empty));
    for (Bitboard kings = view.kings; kings; kings = bits_rest(kings))
        count += bits_count(king_targets(rules, bits_first(kings), view.empty));
    return count;
}

/* Captures of more than one piece or by a flying king. Equal ones are told apart with a list, at
 * once where flying kings make them likely, else only when the first count shows that there may be
 * some. */
INLINE int count_slowly(const Rules *rules, Color side, View view, bool keep, Walkers walkers) {
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
INLINE int count_moves(const Rules *rules, Color side, View view, SlowCount *slow) {
    Captures captures;
    find_captures(rules, side, view, &captures);
    int quiets = count_quiets(rules, side, view);
    if (!captures_are_single(&captures))
        return slow(view.men, view.kings, view.enemies, view.empty);
    int singles = captures.men.count + captures.kings.count;
    return singles ? singles : quiets;
}

/* A side's moves are counted from a View, in which a quiet move of the other side changes two bits
 * of `enemies` and of `empty`. */
INLINE uint64_t count_after_step(const Rules *rules, Color side, View view, Bitboard changed,
                                 SlowCount *slow) {
    view.enemies ^= changed;
    view.empty ^= changed;
    return (uint64_t)count_moves(rules, side, view, slow);
}

INLINE uint64_t count_after_men(const Rules *rules, Color side, Direction direction, View own,
                                View reply, SlowCount *reply_slow) {
    int step = step_of(rules, direction);
    uint64_t leaves = 0;
    Bitboard targets = quiet_targets(rules, direction, own.men, own.empty);
    for (; targets; targets = bits_rest(targets)) {
        Bitboard to = targets & -targets;
        leaves += count_after_step(rules, color_other(side), reply, to | bits_shift(to, -step),
                                   reply_slow);
    }
    return leaves;
}

INLINE uint64_t perft_quiet_pairs(const Rules *rules, Color side, const Board *board,
                                  SlowCount *reply_slow) {
    bool up = side == COLOR_WHITE;
    View own = view_of(rules, side, board), reply = view_of(rules, color_other(side), board);
    uint64_t leaves = count_after_men(rules, side, up ? DIRECTION_UP_LEFT : DIRECTION_DOWN_LEFT,
                                      own, reply, reply_slow) +
                      count_after_men(rules, side, up ? DIRECTION_UP_RIGHT : DIRECTION_DOWN_RIGHT,
                                      own, reply, reply_slow);
    for (Bitboard kings = own.kings; kings; kings = bits_rest(kings)) {
        Bitboard targets = king_targets(rules, bits_first(kings), own.empty);
        for (; targets; targets = bits_rest(targets))
            leaves += count_after_step(rules, color_other(side), reply,
                                       (kings & -kings) | (targets & -targets), reply_slow);
    }
    return leaves;
}

/* Field by field, so that the copy lives in registers: copied whole it would go through memory in
 * wide loads that wait for the narrow stores before them. */
INLINE Board play(const Board *board, Color side, const Move *move) {
    Color other = color_other(side);
    Bitboard from = bits_of_cell(move->from), to = bits_of_cell(move->to);
    Board next;
    next.men[other] = board->men[other] & ~move->captured;
    next.kings[other] = board->kings[other] & ~move->captured;
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

INLINE uint64_t perft(const Rules *rules, Color side, const Board *board, int depth, bool keep,
                      PerftParts parts) {
    View view = view_of(rules, side, board);
    if (depth == 1)
        return (uint64_t)count_moves(rules, side, view, parts.slow);
    if (depth == 2 && !has_capture(rules, side, view))
        return parts.pairs(board);
    MoveList list;
    uint32_t routes[MOVE_LIST_CAPACITY];
    bool loop;
    generate(rules, side, view, &list, keep ? routes : NULL, &loop, parts.walkers);
    uint64_t leaves = 0;
    for (int i = 0; i < list.count; i++) {
        Board next = play(board, side, &list.moves[i]);
        View reply = view_of(rules, color_other(side), &next);
        uint64_t below =
            depth == 2 ? (uint64_t)count_moves(rules, color_other(side), reply, parts.reply_slow)
                       : parts.reply(&next, depth - 1);
        leaves += keep && loop ? routes[i] * below : below;
    }
    return leaves;
}

/* ---- instances ---- */

#define PERFT_INSTANCE(variant, side, color, kept, keep, other)                                    \
    static SlowCount slow_##variant##_##other##_##kept;                                            \
    static PerftFunction perft_##variant##_##other##_##kept;                                       \
    static __attribute__((noinline)) int slow_##variant##_##side##_##kept(                         \
        Bitboard men, Bitboard kings, Bitboard enemies, Bitboard empty) {                          \
        return count_slowly(&rules_##variant, color, (View){men, kings, enemies, empty}, keep,     \
                            MOVEGEN_WALKERS_OF(variant, side));                                    \
    }                                                                                              \
    static __attribute__((noinline))                                                               \
    uint64_t pairs_##variant##_##side##_##kept(const Board *board) {                               \
        return perft_quiet_pairs(&rules_##variant, color, board,                                   \
                                 slow_##variant##_##other##_##kept);                               \
    }                                                                                              \
    static uint64_t perft_##variant##_##side##_##kept(const Board *board, int depth) {             \
        PerftParts parts = {                                                                       \
            .walkers = MOVEGEN_WALKERS_OF(variant, side),                                          \
            .slow = slow_##variant##_##side##_##kept,                                              \
            .reply_slow = slow_##variant##_##other##_##kept,                                       \
            .pairs = pairs_##variant##_##side##_##kept,                                            \
            .reply = perft_##variant##_##other##_##kept,                                           \
        };                                                                                         \
        return perft(&rules_##variant, color, board, depth, keep, parts);                          \
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
