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

/* All that the moves of one side depend on. Small enough to travel in registers. */
typedef struct {
    Bitboard men, kings; /* of the side that moves */
    Bitboard enemies;
    Bitboard empty;
} View;

INLINE View view_of(const Rules *rules, Color side, const Board *board) {
    return (View){
        .men = board->men[side],
        .kings = board->kings[side],
        .enemies = board_pieces(board, color_other(side)),
        .empty = rules_board_mask(rules) & ~board_occupied(board),
    };
}

/* ---- geometry ---- */

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

/* ---- captures of all pieces at once ---- */

/* The first jumps of all pieces of one short-stepping kind. */
typedef struct {
    Bitboard landings[DIRECTION_COUNT]; /* where they end, by direction */
    Bitboard onward;                    /* cells from which such a piece could jump on */
    int count;
    bool longer; /* some landing is in `onward` */
} Jumps;

/* Cells from which a piece can jump in `direction`. */
INLINE Bitboard takeoffs(const Rules *rules, Direction direction, Bitboard enemies,
                         Bitboard empty) {
    int step = step_of(rules, direction);
    return bits_shift(enemies & bits_shift(empty, -step), -step);
}

/* A second jump is as free as it was before the first: it cannot go back over the piece just taken,
 * since the cell behind that is the start, which is not in `empty`. So `onward` holds for all. */
INLINE void find_jumps(const Rules *rules, Color side, bool king, Bitboard movers, Bitboard enemies,
                       Bitboard empty, Jumps *ret_jumps) {
    Bitboard onward = 0, landings = 0;
    int count = 0;
    for (int d = 0; d < DIRECTION_COUNT; d++) {
        Bitboard from = 0;
        if (may_jump(rules, side, king, (Direction)d))
            from = takeoffs(rules, (Direction)d, enemies, empty);
        ret_jumps->landings[d] = bits_shift(movers & from, 2 * step_of(rules, (Direction)d));
        count += bits_count(movers & from);
        onward |= from;
        landings |= ret_jumps->landings[d];
    }
    ret_jumps->onward = onward;
    ret_jumps->count = count;
    ret_jumps->longer = landings & onward;
}

/* Whether a flying king on `cell` can capture. */
INLINE bool flying_can_capture(const Rules *rules, int cell, Bitboard enemies, Bitboard empty) {
    const Geometry *geometry = &geometry_table[rules->geometry];
    for (int d = 0; d < DIRECTION_COUNT; d++) {
        Bitboard blockers = geometry->rays[d][cell] & ~empty;
        if (!blockers)
            continue;
        Bitboard victim = bits_of_cell(nearest(rules, (Direction)d, blockers)) & enemies;
        if (bits_shift(victim, step_of(rules, (Direction)d)) & empty)
            return true;
    }
    return false;
}

INLINE Bitboard flying_capturers(const Rules *rules, View view) {
    Bitboard found = 0;
    for (Bitboard kings = view.kings; kings; kings = bits_rest(kings))
        if (flying_can_capture(rules, bits_first(kings), view.enemies, view.empty))
            found |= kings & -kings;
    return found;
}

/* What a side can capture with, found without looking at single men. */
typedef struct {
    Jumps men, kings; /* kings: only short-stepping ones */
    Bitboard flying;  /* flying kings that can capture */
} Captures;

/* Filled in place: a structure of this size returned by value would be copied through memory. */
INLINE void find_captures(const Rules *rules, Color side, View view, Captures *ret_captures) {
    Captures *captures = ret_captures;
    find_jumps(rules, side, false, view.men, view.enemies, view.empty, &captures->men);
    captures->kings = (Jumps){0};
    captures->flying = 0;
    if (!view.kings)
        return;
    if (rules->kings_fly)
        captures->flying = flying_capturers(rules, view);
    else
        find_jumps(rules, side, true, view.kings, view.enemies, view.empty, &captures->kings);
}

INLINE bool captures_exist(const Captures *captures) {
    return (captures->men.count | captures->kings.count) || captures->flying;
}

/* Whether every capture takes one piece by one jump to the next cell but one. */
INLINE bool captures_are_single(const Captures *captures) {
    return !captures->men.longer && !captures->kings.longer && !captures->flying;
}

/* ---- captures piece by piece ---- */

/* The captures of one side while they are being collected. */
typedef struct {
    Bitboard enemies; /* pieces of the other side; those taken on the way stay until the end */
    Bitboard empty;   /* empty cells, the start of the piece that captures included */
    Bitboard crowning;
    MoveList *list;   /* NULL when only the number is wanted; then equal captures count apart */
    uint32_t *routes; /* for each move of the list, the orders of capture it can be made in; NULL
                         when they are not wanted */
    int count;        /* moves kept so far */
    int most;         /* pieces taken by each of them (PRIORITY_MOST) */
    uint8_t from;
    uint8_t line; /* Direction of a flying king's last jump; DIRECTION_COUNT before the first */
    bool king;
    bool loop; /* some of the captures may be equal */
} Walk;

typedef void WalkFunction(Walk *walk, Bitboard at, Bitboard captured, int taken);

/* What finds the captures of one side's men and kings. */
typedef struct {
    WalkFunction *man, *king;
} Walkers;

/* Index of the capture among those listed, -1 if it is new. */
static inline int walk_find(const Walk *walk, int to, Bitboard captured) {
    for (int i = 0; i < walk->count; i++) {
        const Move *move = &walk->list->moves[i];
        if (move->captured == captured && move->to == to && move->from == walk->from)
            return i;
    }
    return -1;
}

/* Puts a capture on the list unless it is there. */
static inline void walk_list(Walk *walk, Bitboard at, Bitboard captured, bool may_equal) {
    int to = bits_first(at);
    int known = may_equal ? walk_find(walk, to, captured) : -1;
    if (known >= 0) {
        if (walk->routes)
            walk->routes[known]++;
        return;
    }
    if (walk->count >= MOVE_LIST_CAPACITY)
        return;
    walk->list->moves[walk->count] = (Move){
        .captured = captured,
        .from = walk->from,
        .to = (uint8_t)to,
        .king = walk->king,
        .promotes = !walk->king && (at & walk->crowning),
    };
    if (walk->routes)
        walk->routes[walk->count] = 1;
    walk->count++;
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
    if (walk->list)
        walk_list(walk, at, captured, may_equal);
    else
        walk->count++;
}

INLINE bool walk_jump(const Rules *rules, Direction direction, Walk *walk, Bitboard at,
                      Bitboard captured, int taken, WalkFunction *self) {
    int step = step_of(rules, direction);
    Bitboard victim = bits_shift(at, step) & walk->enemies & ~captured;
    Bitboard landing = bits_shift(victim, step) & walk->empty;
    if (!landing)
        return false;
    self(walk, landing, captured | victim, taken + 1);
    return true;
}

/* A piece that jumps to the next cell but one stands on `at` after `taken` jumps. */
INLINE void walk_short(const Rules *rules, Color side, bool king, Walk *walk, Bitboard at,
                       Bitboard captured, int taken, WalkFunction *self) {
    bool further = false;
    for (int d = 0; d < DIRECTION_COUNT; d++)
        if (may_jump(rules, side, king, (Direction)d))
            further |= walk_jump(rules, (Direction)d, walk, at, captured, taken, self);
    if (!further)
        walk_finish(rules, false, walk, at, captured, taken);
}

/* A flying king stands on `at` after `taken` captures. Pieces already taken still block. Where on a
 * line it lands makes no difference when it goes straight on, so that is tried only from the last
 * cell before the next piece; published counts do not tell these ways apart either. */
INLINE void walk_flying(const Rules *rules, Walk *walk, Bitboard at, Bitboard captured, int taken,
                        WalkFunction *self) {
    const Geometry *geometry = &geometry_table[rules->geometry];
    Bitboard occupied = rules_board_mask(rules) & ~walk->empty;
    int cell = bits_first(at);
    int line = walk->line;
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
        if (d == line && (bits_shift(at, step_of(rules, (Direction)d)) & walk->empty))
            continue;
        for (; landings; landings = bits_rest(landings)) {
            walk->line = (uint8_t)d;
            self(walk, landings & -landings, captured | bits_of_cell(victim), taken + 1);
        }
    }
    if (!further)
        walk_finish(rules, true, walk, at, captured, taken);
}

/* All captures that begin with `jumps`: those that go on are walked from their first landing. The
 * others are left out when they take too few pieces. */
INLINE void walk_jumps(const Rules *rules, Color side, bool king, const Jumps *jumps,
                       bool only_longer, Walk *walk, WalkFunction *function) {
    Bitboard empty = walk->empty;
    walk->king = king;
    for (int d = 0; d < DIRECTION_COUNT; d++) {
        if (!may_jump(rules, side, king, (Direction)d))
            continue;
        int step = step_of(rules, (Direction)d);
        Bitboard landings = jumps->landings[d] & (only_longer ? jumps->onward : ~(Bitboard)0);
        for (; landings; landings = bits_rest(landings)) {
            Bitboard at = landings & -landings;
            Bitboard victim = bits_shift(at, -step), start = bits_shift(victim, -step);
            walk->from = (uint8_t)bits_first(start);
            walk->empty = empty | start;
            if (at & jumps->onward)
                function(walk, at, victim, 1);
            else
                walk_finish(rules, false, walk, at, victim, 1);
        }
    }
    walk->empty = empty;
}

INLINE void walk_flyers(Walk *walk, Bitboard flyers, WalkFunction *function) {
    Bitboard empty = walk->empty;
    walk->king = true;
    for (; flyers; flyers = bits_rest(flyers)) {
        Bitboard at = flyers & -flyers;
        walk->from = (uint8_t)bits_first(flyers);
        walk->empty = empty | at;
        walk->line = DIRECTION_COUNT;
        function(walk, at, 0, 0);
    }
    walk->empty = empty;
}

/* Collects the captures of all pieces that have one. Returns their number; without a list equal
 * ones count apart. `*ret_loop` tells whether there may be such. */
INLINE int collect_captures(const Rules *rules, Color side, View view, const Captures *captures,
                            MoveList *list, uint32_t *routes, bool *ret_loop, Walkers walkers) {
    Walk walk = {
        .enemies = view.enemies,
        .empty = view.empty,
        .crowning = rules_crowning_mask(rules, side),
        .list = list,
        .routes = routes,
    };
    bool only_longer =
        rules->priority == PRIORITY_MOST && (captures->men.longer || captures->kings.longer);
    walk_jumps(rules, side, false, &captures->men, only_longer, &walk, walkers.man);
    if (rules->kings_fly)
        walk_flyers(&walk, captures->flying, walkers.king);
    else if (captures->kings.count)
        walk_jumps(rules, side, true, &captures->kings, only_longer, &walk, walkers.king);
    *ret_loop = walk.loop;
    return walk.count;
}

/* ---- single captures and quiet moves ---- */

INLINE void add_move(MoveList *list, int from, int to, Bitboard captured, bool king,
                     bool promotes) {
    list->moves[list->count++] = (Move){
        .captured = captured,
        .from = (uint8_t)from,
        .to = (uint8_t)to,
        .king = king,
        .promotes = promotes,
    };
}

/* Jumps none of which goes on. There are at most four for each empty cell, like quiet moves, so the
 * list cannot overflow. */
INLINE void add_jumps(const Rules *rules, Color side, const Jumps *jumps, bool king,
                      MoveList *list) {
    Bitboard crowning = rules_crowning_mask(rules, side);
    for (int d = 0; d < DIRECTION_COUNT; d++) {
        int step = step_of(rules, (Direction)d);
        if (!may_jump(rules, side, king, (Direction)d))
            continue;
        for (Bitboard landings = jumps->landings[d]; landings; landings = bits_rest(landings)) {
            int to = bits_first(landings);
            add_move(list, to - 2 * step, to, bits_of_cell(to - step), king,
                     !king && (bits_of_cell(to) & crowning));
        }
    }
}

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

INLINE void add_quiets(const Rules *rules, Color side, View view, MoveList *list) {
    Bitboard crowning = rules_crowning_mask(rules, side);
    for (int d = 0; d < DIRECTION_COUNT; d++) {
        if (!is_forward(side, (Direction)d))
            continue;
        Bitboard targets = quiet_targets(rules, (Direction)d, view.men, view.empty);
        for (; targets; targets = bits_rest(targets)) {
            int to = bits_first(targets);
            add_move(list, to - step_of(rules, (Direction)d), to, 0, false,
                     bits_of_cell(to) & crowning);
        }
    }
    for (Bitboard kings = view.kings; kings; kings = bits_rest(kings)) {
        int from = bits_first(kings);
        Bitboard targets = king_targets(rules, from, view.empty);
        for (; targets; targets = bits_rest(targets))
            add_move(list, from, bits_first(targets), 0, true, false);
    }
}

/* ---- all moves of a side ---- */

/* Lists all moves. If `*ret_loop` is true and `routes` not NULL, routes[i] is the number of orders
 * of capture for move i; else there is one for each. */
INLINE int generate(const Rules *rules, Color side, View view, MoveList *list, uint32_t *routes,
                    bool *ret_loop, Walkers walkers) {
    Captures captures;
    find_captures(rules, side, view, &captures);
    list->count = 0;
    *ret_loop = false;
    if (!captures_exist(&captures)) {
        add_quiets(rules, side, view, list);
    } else if (captures_are_single(&captures)) {
        add_jumps(rules, side, &captures.men, false, list);
        if (captures.kings.count)
            add_jumps(rules, side, &captures.kings, true, list);
    } else {
        list->count =
            collect_captures(rules, side, view, &captures, list, routes, ret_loop, walkers);
    }
    return list->count;
}

INLINE bool has_capture(const Rules *rules, Color side, View view) {
    Captures captures;
    find_captures(rules, side, view, &captures);
    return captures_exist(&captures);
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
