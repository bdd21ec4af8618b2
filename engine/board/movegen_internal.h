/* SPDX-License-Identifier: MIT
 *
 * Private to engine/board: the one generator of all variants. Its functions take the variant's row
 * and, where it matters, the side as parameters and are always inlined; each instance (movegen.c,
 * perft.c) passes constants, so the compiler drops every test of a rule and every step becomes a
 * constant shift. Recursive functions cannot be inlined into themselves: their bodies get the
 * instance as `self`. */
#ifndef HUFF_ENGINE_BOARD_MOVEGEN_INTERNAL_H
#define HUFF_ENGINE_BOARD_MOVEGEN_INTERNAL_H

#include "engine/board/position.h"
#include "engine/board/rules_table.h"

#define INLINE static inline __attribute__((always_inline))

/* The captures of one side while they are being collected. */
typedef struct {
    Bitboard enemies; /* pieces of the other side; those taken on the way stay until the end */
    Bitboard empty;   /* empty cells, the start of the piece that captures included */
    Bitboard crowning;
    MoveList *list; /* NULL when only the number is wanted */
    int count;      /* moves kept so far */
    int most;       /* pieces taken by each of them (PRIORITY_MOST) */
    uint8_t from;
    bool king;
    bool keep; /* keep equal captures by other routes apart */
    bool loop; /* without a list: some of the captures counted may be equal */
} Walk;

typedef void WalkFunction(Walk *walk, Bitboard at, Bitboard captured, int taken);

/* What finds the captures of one side's men and kings. */
typedef struct {
    WalkFunction *man, *king;
} Walkers;

INLINE int step_of(const Rules *rules, Direction direction) {
    return geometry_step(rules->width, direction);
}

INLINE bool is_forward(Color side, Direction direction) {
    bool up = direction == DIRECTION_UP_LEFT || direction == DIRECTION_UP_RIGHT;
    return up == (side == COLOR_WHITE);
}

INLINE bool may_jump(const Rules *rules, Color side, bool king, Direction direction) {
    return king || rules->men_capture_backward || is_forward(side, direction);
}

INLINE Bitboard empty_cells(const Rules *rules, const Board *board) {
    return rules_board_mask(rules) & ~board_occupied(board);
}

/* The nearest of `pieces`, all on one ray that runs in `direction`. */
INLINE int nearest(const Rules *rules, Direction direction, Bitboard pieces) {
    return step_of(rules, direction) > 0 ? bits_first(pieces) : bits_last(pieces);
}

/* Cells a flying king passes from `cell` in `direction` before the first of `occupied`. */
INLINE Bitboard free_ray(const Rules *rules, int cell, Direction direction, Bitboard occupied) {
    const Geometry *geometry = &geometry_table[rules->geometry];
    Bitboard ray = geometry->rays[direction][cell];
    Bitboard blockers = ray & occupied;
    if (!blockers)
        return ray;
    int stop = nearest(rules, direction, blockers);
    return ray & ~geometry->rays[direction][stop] & ~blockers;
}

/* ---- captures ---- */

static bool list_has(const Walk *walk, int to, Bitboard captured) {
    for (int i = 0; i < walk->count; i++) {
        const Move *move = &walk->list->moves[i];
        if (move->captured == captured && move->to == to && move->from == walk->from)
            return true;
    }
    return false;
}

/* A finished capture. Two routes to the same end over the same pieces need a closed loop of jumps,
 * so a short-stepping piece must take four; only then is the list searched. */
INLINE void walk_finish(const Rules *rules, bool flying, Walk *walk, Bitboard at, Bitboard captured,
                        int taken) {
    if (rules->priority == PRIORITY_MOST) {
        if (taken < walk->most)
            return;
        if (taken > walk->most) {
            walk->most = taken;
            walk->count = 0;
            walk->loop = false;
        }
    }
    bool may_equal = taken >= (flying ? 2 : 4);
    walk->loop |= may_equal;
    int to = bits_first(at);
    if (walk->list) {
        if (!walk->keep && may_equal && list_has(walk, to, captured))
            return;
        if (walk->count >= MOVE_LIST_CAPACITY)
            return;
        walk->list->moves[walk->count] = (Move){
            .captured = captured,
            .from = walk->from,
            .to = (uint8_t)to,
            .king = walk->king,
            .promotes = !walk->king && (at & walk->crowning),
        };
    }
    walk->count++;
}

INLINE bool jump(const Rules *rules, Direction direction, Walk *walk, Bitboard at,
                 Bitboard captured, int taken, WalkFunction *self) {
    int step = step_of(rules, direction);
    Bitboard victim = bits_shift(at, step) & walk->enemies & ~captured;
    Bitboard landing = bits_shift(victim, step) & walk->empty;
    if (!landing)
        return false;
    self(walk, landing, captured | victim, taken + 1);
    return true;
}

/* A piece that jumps to the next cell stands on `at` after `taken` jumps. */
INLINE void walk_short(const Rules *rules, Color side, bool king, Walk *walk, Bitboard at,
                       Bitboard captured, int taken, WalkFunction *self) {
    bool further = false;
    for (int d = 0; d < DIRECTION_COUNT; d++)
        if (may_jump(rules, side, king, (Direction)d))
            further |= jump(rules, (Direction)d, walk, at, captured, taken, self);
    if (!further)
        walk_finish(rules, false, walk, at, captured, taken);
}

/* A flying king stands on `at` after `taken` captures. Pieces already taken still block. */
INLINE void walk_flying(const Rules *rules, Walk *walk, Bitboard at, Bitboard captured, int taken,
                        WalkFunction *self) {
    const Geometry *geometry = &geometry_table[rules->geometry];
    Bitboard occupied = rules_board_mask(rules) & ~walk->empty;
    int cell = bits_first(at);
    bool further = false;
    for (int d = 0; d < DIRECTION_COUNT; d++) {
        Bitboard blockers = geometry->rays[d][cell] & occupied;
        if (!blockers)
            continue;
        int victim = nearest(rules, (Direction)d, blockers);
        if (!(bits_of_cell(victim) & walk->enemies & ~captured))
            continue;
        Bitboard landings = free_ray(rules, victim, (Direction)d, occupied);
        further |= landings != 0;
        for (; landings; landings = bits_rest(landings))
            self(walk, landings & -landings, captured | bits_of_cell(victim), taken + 1);
    }
    if (!further && taken)
        walk_finish(rules, true, walk, at, captured, taken);
}

/* ---- captures of all pieces at once ---- */

/* Pieces among `movers` that can jump a neighbour in `direction`. */
INLINE Bitboard jumpers(const Rules *rules, Direction direction, Bitboard movers, Bitboard enemies,
                        Bitboard empty) {
    int step = step_of(rules, direction);
    return movers & bits_shift(enemies & bits_shift(empty, -step), -step);
}

/* All pieces of one short-stepping kind that can capture. */
INLINE Bitboard all_jumpers(const Rules *rules, Color side, bool king, Bitboard movers,
                            Bitboard enemies, Bitboard empty) {
    Bitboard found = 0;
    for (int d = 0; d < DIRECTION_COUNT; d++)
        if (may_jump(rules, side, king, (Direction)d))
            found |= jumpers(rules, (Direction)d, movers, enemies, empty);
    return found;
}

/* Whether a flying king on `cell` can capture. */
INLINE bool flying_can_capture(const Rules *rules, int cell, Bitboard enemies, Bitboard occupied) {
    const Geometry *geometry = &geometry_table[rules->geometry];
    for (int d = 0; d < DIRECTION_COUNT; d++) {
        Bitboard blockers = geometry->rays[d][cell] & occupied;
        if (!blockers)
            continue;
        int victim = nearest(rules, (Direction)d, blockers);
        Bitboard behind = bits_shift(bits_of_cell(victim), step_of(rules, (Direction)d));
        if ((bits_of_cell(victim) & enemies) && (behind & rules_board_mask(rules) & ~occupied))
            return true;
    }
    return false;
}

INLINE Bitboard capturing_kings(const Rules *rules, const Board *board, Color side,
                                Bitboard empty) {
    Bitboard kings = board->kings[side];
    Bitboard enemies = board_pieces(board, color_other(side));
    if (!rules->kings_fly)
        return all_jumpers(rules, side, true, kings, enemies, empty);
    Bitboard found = 0;
    for (; kings; kings = bits_rest(kings))
        if (flying_can_capture(rules, bits_first(kings), enemies, rules_board_mask(rules) & ~empty))
            found |= kings & -kings;
    return found;
}

INLINE Bitboard capturing_men(const Rules *rules, const Board *board, Color side, Bitboard empty) {
    return all_jumpers(rules, side, false, board->men[side], board_pieces(board, color_other(side)),
                       empty);
}

INLINE void walk_all(Walk *walk, Bitboard movers, bool king, WalkFunction *function) {
    Bitboard empty = walk->empty;
    walk->king = king;
    for (; movers; movers = bits_rest(movers)) {
        Bitboard at = movers & -movers;
        walk->from = (uint8_t)bits_first(movers);
        walk->empty = empty | at;
        function(walk, at, 0, 0);
    }
    walk->empty = empty;
}

/* The captures of `men` and `kings`, which can all capture. Returns their number; `*ret_loop` tells
 * whether some of them may be equal (only with `keep` or without a list are they counted apart). */
INLINE int collect_captures(const Rules *rules, const Board *board, Color side, Bitboard empty,
                            Bitboard men, Bitboard kings, bool keep, MoveList *list, bool *ret_loop,
                            Walkers walkers) {
    Walk walk = {
        .enemies = board_pieces(board, color_other(side)),
        .empty = empty,
        .crowning = rules_crowning_mask(rules, side),
        .list = list,
        .keep = keep,
    };
    walk_all(&walk, men, false, walkers.man);
    walk_all(&walk, kings, true, walkers.king);
    *ret_loop = walk.loop;
    return walk.count;
}

/* ---- quiet moves ---- */

INLINE Bitboard quiet_targets(const Rules *rules, Direction direction, Bitboard movers,
                              Bitboard empty) {
    return bits_shift(movers, step_of(rules, direction)) & empty;
}

INLINE Bitboard king_targets(const Rules *rules, int cell, Bitboard empty) {
    Bitboard targets = 0;
    for (int d = 0; d < DIRECTION_COUNT; d++)
        targets |= rules->kings_fly ? free_ray(rules, cell, (Direction)d, ~empty)
                                    : quiet_targets(rules, (Direction)d, bits_of_cell(cell), empty);
    return targets;
}

INLINE void add_quiet(MoveList *list, int from, int to, bool king, bool promotes) {
    list->moves[list->count++] = (Move){
        .from = (uint8_t)from,
        .to = (uint8_t)to,
        .king = king,
        .promotes = promotes,
    };
}

INLINE void collect_quiets(const Rules *rules, const Board *board, Color side, Bitboard empty,
                           MoveList *list) {
    Bitboard crowning = rules_crowning_mask(rules, side);
    for (int d = 0; d < DIRECTION_COUNT; d++) {
        if (!is_forward(side, (Direction)d))
            continue;
        Bitboard targets = quiet_targets(rules, (Direction)d, board->men[side], empty);
        for (; targets; targets = bits_rest(targets)) {
            int to = bits_first(targets);
            add_quiet(list, to - step_of(rules, (Direction)d), to, false,
                      bits_of_cell(to) & crowning);
        }
    }
    for (Bitboard kings = board->kings[side]; kings; kings = bits_rest(kings)) {
        int from = bits_first(kings);
        Bitboard targets = king_targets(rules, from, empty);
        for (; targets; targets = bits_rest(targets))
            add_quiet(list, from, bits_first(targets), true, false);
    }
}

/* ---- all moves of a side ---- */

INLINE int generate(const Rules *rules, Color side, const Board *board, bool keep, MoveList *list,
                    Walkers walkers) {
    Bitboard empty = empty_cells(rules, board);
    Bitboard men = capturing_men(rules, board, side, empty);
    Bitboard kings = board->kings[side] ? capturing_kings(rules, board, side, empty) : 0;
    list->count = 0;
    bool loop;
    if (men | kings)
        list->count =
            collect_captures(rules, board, side, empty, men, kings, keep, list, &loop, walkers);
    else
        collect_quiets(rules, board, side, empty, list);
    return list->count;
}

INLINE bool has_capture(const Rules *rules, Color side, const Board *board) {
    Bitboard empty = empty_cells(rules, board);
    return capturing_men(rules, board, side, empty) ||
           (board->kings[side] && capturing_kings(rules, board, side, empty));
}

/* ---- instances ---- */

/* Defines walk_king_<variant> and walk_man_<variant>_white, _black for a row rules_<variant>. */
#define MOVEGEN_WALKERS(variant)                                                                   \
    static void walk_king_##variant(Walk *walk, Bitboard at, Bitboard captured, int taken) {       \
        if (rules_##variant.kings_fly)                                                             \
            walk_flying(&rules_##variant, walk, at, captured, taken, walk_king_##variant);         \
        else                                                                                       \
            walk_short(&rules_##variant, COLOR_WHITE, true, walk, at, captured, taken,             \
                       walk_king_##variant);                                                       \
    }                                                                                              \
    MOVEGEN_MAN_WALKER(variant, white, COLOR_WHITE)                                                \
    MOVEGEN_MAN_WALKER(variant, black, COLOR_BLACK)

#define MOVEGEN_MAN_WALKER(variant, side, color)                                                   \
    static void walk_man_##variant##_##side(Walk *walk, Bitboard at, Bitboard captured,            \
                                            int taken) {                                           \
        walk_short(&rules_##variant, color, false, walk, at, captured, taken,                      \
                   walk_man_##variant##_##side);                                                   \
    }

#define MOVEGEN_WALKERS_OF(variant, side)                                                          \
    (Walkers) {                                                                                    \
        walk_man_##variant##_##side, walk_king_##variant                                           \
    }

#endif
