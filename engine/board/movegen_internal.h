/* SPDX-License-Identifier: MIT
 *
 * Private to engine/board: the one generator of all variants. Its functions take the variant's row
 * and, where it matters, the side as parameters and are always inlined; each instance passes
 * constants, so the compiler drops every test of a rule and every step becomes a constant shift.
 * The instances are in movegen_instances_internal.h and perft_internal.h. Recursive functions
 * cannot be inlined into themselves: their bodies get the instance as `self`. */
#ifndef HUFF_ENGINE_BOARD_MOVEGEN_INTERNAL_H
#define HUFF_ENGINE_BOARD_MOVEGEN_INTERNAL_H

#include "engine/board/cells_internal.h"
#include "engine/board/rules_table.h"

/* All that the moves of one side depend on. Small enough to travel in registers; the parts that a
 * variant does not ask for cost it nothing. */
typedef struct {
    Cells men, kings; /* of the side that moves */
    Cells enemies;
    Cells empty;
    Cells enemy_kings; /* those among the enemies; only if tells_kings() */
    Cells frozen;      /* the king that may not make a quiet move; only if king_run_limit */
} View;

/* Whether it matters which enemies are kings. */
BOARD_INLINE bool tells_kings(const Rules *rules) {
    return rules->worth.king || rules->worth.king_order || rules->men_spare_kings ||
           rules->kings_stop_at_king || rules->king_wins;
}

BOARD_INLINE View view_of(const Rules *rules, Color side, const CellsBoard *board,
                          const KingRun *runs) {
    Color other = color_other(side);
    Cells pieces = cells_pieces(board, side), enemies = cells_pieces(board, other);
    return (View){
        .men = board->men[side],
        .kings = board->kings[side],
        .enemies = enemies,
        .empty = (Cells)rules_board_mask(rules) & ~(pieces | enemies),
        .enemy_kings = tells_kings(rules) ? board->kings[other] : 0,
        .frozen = rules->king_run_limit ? king_run_frozen(rules, runs[side]) : 0,
    };
}

BOARD_INLINE View view_of_position(const Rules *rules, Color side, const Position *position) {
    CellsBoard board = cells_of_board(&position->board);
    return view_of(rules, side, &board, position->runs);
}

/* A game that its first king ends has no moves after it. */
BOARD_INLINE bool is_over(const Rules *rules, View view) {
    return rules->king_wins && (view.kings | view.enemy_kings);
}

/* ---- geometry ---- */

/* Bounds of a loop over a set of directions, so that a variant without straight ones does not go
 * through them. */
BOARD_INLINE int first_direction(DirectionSet set) {
    return set & DIRECTIONS_DIAGONAL ? 0 : DIRECTION_COUNT;
}
BOARD_INLINE int end_direction(DirectionSet set) {
    return set & DIRECTIONS_STRAIGHT ? DIRECTION_ALL : DIRECTION_COUNT;
}

BOARD_INLINE int step_of(const Rules *rules, Direction direction) {
    return rules_step(rules, direction);
}

/* All bits one step on. Where a board has no ghosts those that would come round the edge are
 * dropped. */
BOARD_INLINE Cells shift_of(const Rules *rules, Direction direction, Cells bits) {
    Cells moved = cells_shift(bits, step_of(rules, direction));
    if (!rules->all_squares || (direction != DIRECTION_LEFT && direction != DIRECTION_RIGHT))
        return moved;
    int column = direction == DIRECTION_RIGHT ? 0 : rules->width - 1;
    for (int row = 0; row < rules->height; row++)
        moved &= ~((Cells)1 << (row * rules->width + column));
    return moved;
}

BOARD_INLINE Direction opposite_of(Direction direction) {
    return (Direction)(direction ^ 2);
}

BOARD_INLINE DirectionSet capture_set(const Rules *rules, bool king) {
    return king ? rules->kings_capture : rules->men_capture;
}

BOARD_INLINE bool may_jump(const Rules *rules, Color side, bool king, Direction direction) {
    return rules_allows(capture_set(rules, king), side, direction);
}

/* The nearest of `pieces`, all on one ray that runs in `direction`. */
BOARD_INLINE int nearest(const Rules *rules, Direction direction, Cells pieces) {
    return step_of(rules, direction) > 0 ? bits_first(pieces) : bits_last(pieces);
}

/* Cells a flying king passes from `cell` in `direction` before the first of `occupied`. */
BOARD_INLINE Cells free_ray(const Rules *rules, int cell, Direction direction, Cells occupied) {
    const Geometry *geometry = &geometry_table[rules->geometry];
    Cells ray = cells_ray(geometry, direction, cell);
    Cells blockers = ray & occupied;
    if (!blockers)
        return ray;
    int stop = nearest(rules, direction, blockers);
    return ray & ~cells_ray(geometry, direction, stop) & ~blockers;
}

/* Cells on which a flying king may land behind the piece on `victim`. */
BOARD_INLINE Cells landings_behind(const Rules *rules, int victim, Direction direction,
                                   Cells occupied) {
    if (rules->kings_land_next)
        return shift_of(rules, direction, cells_of_cell(victim)) & ~occupied &
               rules_board_mask(rules);
    return free_ray(rules, victim, direction, occupied);
}

/* ---- captures of all pieces at once ---- */

/* The first jumps of all pieces of one short-stepping kind. */
typedef struct {
    Cells landings[DIRECTION_ALL]; /* where they end, by direction */
    Cells onward;                  /* cells from which such a piece could jump on */
    int count;
    bool longer; /* some landing is in `onward` */
} Jumps;

/* Cells from which a piece can jump in `direction`. */
BOARD_INLINE Cells takeoffs(const Rules *rules, Direction direction, Cells enemies, Cells empty) {
    Direction back = opposite_of(direction);
    return shift_of(rules, back, enemies & shift_of(rules, back, empty));
}

/* A second jump is as free as it was before the first: it cannot go back over the piece just taken,
 * since the cell behind that is the start, which is not in `empty`. So `onward` holds for all. */
BOARD_INLINE void find_jumps(const Rules *rules, Color side, bool king, Cells movers, Cells enemies,
                             Cells empty, Jumps *ret_jumps) {
    DirectionSet set = capture_set(rules, king);
    Cells onward = 0, landings = 0;
    int count = 0;
    BOARD_UNROLL
    for (int d = first_direction(set); d < end_direction(set); d++) {
        Cells from = 0;
        if (may_jump(rules, side, king, (Direction)d))
            from = takeoffs(rules, (Direction)d, enemies, empty);
        ret_jumps->landings[d] = cells_shift(movers & from, 2 * step_of(rules, (Direction)d));
        count += bits_count(movers & from);
        onward |= from;
        landings |= ret_jumps->landings[d];
    }
    if (!king && rules->crowned_in_passing)
        onward |= rules_crowning_mask(rules, side); /* perhaps; the walk will tell */
    ret_jumps->onward = onward;
    ret_jumps->count = count;
    ret_jumps->longer = landings & onward;
}

/* Whether a flying king on `cell` can capture. */
BOARD_INLINE bool flying_can_capture(const Rules *rules, int cell, Cells enemies, Cells empty) {
    const Geometry *geometry = &geometry_table[rules->geometry];
    DirectionSet set = rules->kings_capture;
    for (int d = first_direction(set); d < end_direction(set); d++) {
        Cells blockers = cells_ray(geometry, (Direction)d, cell) & ~empty;
        if (!blockers)
            continue;
        Cells victim = cells_of_cell(nearest(rules, (Direction)d, blockers)) & enemies;
        if (shift_of(rules, (Direction)d, victim) & empty)
            return true;
    }
    return false;
}

BOARD_INLINE Cells flying_capturers(const Rules *rules, View view) {
    Cells found = 0;
    for (Cells kings = view.kings; kings; kings = bits_rest(kings))
        if (flying_can_capture(rules, bits_first(kings), view.enemies, view.empty))
            found |= kings & -kings;
    return found;
}

/* What a side can capture with, found without looking at single men. */
typedef struct {
    Jumps men, kings; /* kings: only short-stepping ones */
    Cells flying;     /* flying kings that can capture */
} Captures;

/* Filled in place: a structure of this size returned by value would be copied through memory. */
BOARD_INLINE void find_captures(const Rules *rules, Color side, View view, Captures *ret_captures) {
    Captures *captures = ret_captures;
    Cells men_prey = rules->men_spare_kings ? view.enemies & ~view.enemy_kings : view.enemies;
    find_jumps(rules, side, false, view.men, men_prey, view.empty, &captures->men);
    captures->kings.onward = captures->kings.longer = 0;
    captures->kings.count = 0;
    if (!rules->kings_fly)
        captures->kings = (Jumps){0};
    captures->flying = 0;
    if (!view.kings)
        return;
    if (rules->kings_fly)
        captures->flying = flying_capturers(rules, view);
    else
        find_jumps(rules, side, true, view.kings, view.enemies, view.empty, &captures->kings);
}

BOARD_INLINE bool captures_exist(const Captures *captures) {
    return (captures->men.count | captures->kings.count) || captures->flying;
}

/* Whether every capture takes one piece by one jump to the next cell but one. */
BOARD_INLINE bool captures_are_single(const Captures *captures) {
    return !captures->men.longer && !captures->kings.longer && !captures->flying;
}

/* Keeps only the jumps that take a king, if there are any. */
BOARD_INLINE void prefer_kings(const Rules *rules, Color side, bool king, Cells enemy_kings,
                               Jumps *jumps) {
    DirectionSet set = capture_set(rules, king);
    Cells better[DIRECTION_ALL] = {0};
    int count = 0;
    BOARD_UNROLL
    for (int d = first_direction(set); d < end_direction(set); d++) {
        if (!may_jump(rules, side, king, (Direction)d))
            continue;
        int step = step_of(rules, (Direction)d);
        better[d] = jumps->landings[d] & cells_shift(enemy_kings, step);
        count += bits_count(better[d]);
    }
    if (count == 0)
        return;
    jumps->count = count;
    BOARD_UNROLL
    for (int d = first_direction(set); d < end_direction(set); d++)
        jumps->landings[d] = better[d];
}

/* Drops what is worth less than the best, where every capture takes one piece by one jump. */
BOARD_INLINE void drop_worse_singles(const Rules *rules, Color side, View view,
                                     Captures *captures) {
    if (rules->worth.by_king && captures->kings.count)
        captures->men = (Jumps){.count = 0};
    if (!rules->worth.king || !(view.enemy_kings))
        return;
    prefer_kings(rules, side, false, view.enemy_kings, &captures->men);
    if (!rules->kings_fly)
        prefer_kings(rules, side, true, view.enemy_kings, &captures->kings);
}

/* ---- captures piece by piece ---- */

/* The captures of one side while they are being collected. */
typedef struct {
    Cells enemies; /* that may be taken */
    Cells enemy_kings;
    Cells empty;      /* empty cells, the start of the piece that captures included */
    Cells crowning;   /* where a man is crowned if it ends there; all cells once it is crowned */
    MoveList *list;   /* NULL when only the number is wanted; then equal captures count apart */
    uint32_t *routes; /* for each move of the list, the orders of capture it can be made in; NULL
                         when they are not wanted */
    int count;        /* moves kept so far */
    int most;         /* their worth, where captures have one */
    int order;        /* the kings among the pieces taken so far, the first in the highest bit */
    uint8_t from;
    uint8_t line; /* Direction of a flying king's last jump; DIRECTION_ALL before the first */
    bool king;
    bool far;  /* a flying king has landed elsewhere than right behind the king it took */
    bool loop; /* some of the captures may be equal */
} Walk;

typedef void WalkFunction(Walk *walk, Cells at, Cells captured, int taken);

/* What finds the captures of one side's men and kings. */
typedef struct {
    WalkFunction *man, *king;
} Walkers;

/* Index of the capture among those listed, -1 if it is new. */
static inline int walk_find(const Walk *walk, int to, Cells captured) {
    for (int i = 0; i < walk->count; i++) {
        const Move *move = &walk->list->moves[i];
        if (cells_captured(move) == captured && move->to == to && move->from == walk->from)
            return i;
    }
    return -1;
}

/* Puts a capture on the list unless it is there. */
static inline void walk_list(Walk *walk, Cells at, Cells captured, bool may_equal) {
    int to = bits_first(at);
    int known = may_equal ? walk_find(walk, to, captured) : -1;
    if (known >= 0) {
        if (walk->routes)
            walk->routes[known]++;
        return;
    }
    if (walk->count >= MOVE_LIST_CAPACITY)
        return;
    Move *move = &walk->list->moves[walk->count];
    *move = (Move){
        .from = walk->from,
        .to = (uint8_t)to,
        .king = walk->king,
        .promotes = !walk->king && (at & walk->crowning),
    };
    move_set_captured(move, captured);
    if (walk->routes)
        walk->routes[walk->count] = 1;
    walk->count++;
}

BOARD_INLINE bool has_worth(const Rules *rules) {
    return rules->worth.piece || rules->worth.king || rules->worth.by_king;
}

/* What the capture is worth. Worth by order lies below all else. */
BOARD_INLINE int worth_of(const Rules *rules, const Walk *walk, Cells captured, int taken) {
    int worth = rules->worth.piece * taken;
    if (rules->worth.king)
        worth += rules->worth.king * bits_count(captured & walk->enemy_kings);
    if (rules->worth.by_king)
        worth += walk->king ? rules->worth.by_king : 0;
    return rules->worth.king_order ? worth + walk->order : worth;
}

/* A finished capture. Two routes to the same end over the same pieces need a closed loop of jumps,
 * so a short-stepping piece must take four, or three where it also jumps straight; only then is the
 * list searched. */
BOARD_INLINE void walk_finish(const Rules *rules, bool flying, Walk *walk, Cells at, Cells captured,
                              int taken) {
    if (has_worth(rules)) {
        int worth = worth_of(rules, walk, captured, taken);
        if (worth < walk->most)
            return;
        if (worth > walk->most) {
            walk->most = worth;
            walk->count = 0;
            walk->loop = false;
        }
    }
    int loop = flying ? 2 : rules->men_capture & DIRECTIONS_STRAIGHT ? 3 : 4;
    bool may_equal = taken >= loop;
    walk->loop |= may_equal;
    if (walk->list)
        walk_list(walk, at, captured, may_equal);
    else
        walk->count++;
}

/* Notes which of the pieces taken, counted from 0, is a king. Returns what was known before. */
BOARD_INLINE int note_order(const Rules *rules, Walk *walk, Cells victim, int taken) {
    int before = walk->order;
    if (rules->worth.king_order && (victim & walk->enemy_kings) && taken < RULES_ORDER_BITS)
        walk->order = before | 1 << (RULES_ORDER_BITS - 1 - taken);
    return before;
}

/* A man has reached its crowning row by a jump in `direction` and goes on as a king. */
BOARD_INLINE void walk_crowned(Direction direction, Walk *walk, Cells at, Cells captured, int taken,
                               WalkFunction *king) {
    Cells crowning = walk->crowning;
    walk->crowning = ~(Cells)0;
    walk->line = (uint8_t)direction;
    king(walk, at, captured, taken);
    walk->crowning = crowning;
}

BOARD_INLINE bool walk_jump(const Rules *rules, Direction direction, bool man, Walk *walk, Cells at,
                            Cells captured, int taken, Walkers walkers) {
    Cells victim = shift_of(rules, direction, at) & walk->enemies & ~captured;
    Cells empty = rules->taken_at_once ? walk->empty | captured : walk->empty;
    Cells landing = shift_of(rules, direction, victim) & empty;
    if (!landing)
        return false;
    int order = note_order(rules, walk, victim, taken);
    if (man && rules->crowned_in_passing && (landing & walk->crowning))
        walk_crowned(direction, walk, landing, captured | victim, taken + 1, walkers.king);
    else
        (man ? walkers.man : walkers.king)(walk, landing, captured | victim, taken + 1);
    if (rules->worth.king_order)
        walk->order = order;
    return true;
}

/* A piece that jumps to the next cell but one stands on `at` after `taken` jumps. */
BOARD_INLINE void walk_short(const Rules *rules, Color side, bool king, Walk *walk, Cells at,
                             Cells captured, int taken, Walkers walkers) {
    DirectionSet set = capture_set(rules, king);
    bool further = false;
    BOARD_UNROLL
    for (int d = first_direction(set); d < end_direction(set); d++)
        if (may_jump(rules, side, king, (Direction)d))
            further |= walk_jump(rules, (Direction)d, !king, walk, at, captured, taken, walkers);
    if (!further)
        walk_finish(rules, false, walk, at, captured, taken);
}

/* Those of the landings from which a flying king can go on. */
BOARD_INLINE Cells landings_onward(const Rules *rules, const Walk *walk, Cells landings,
                                   Cells captured, Cells empty) {
    Cells onward = 0;
    for (; landings; landings = bits_rest(landings))
        if (flying_can_capture(rules, bits_first(landings), walk->enemies & ~captured, empty))
            onward |= landings & -landings;
    return onward;
}

/* A flying king stands on `at` after `taken` captures. Pieces already taken still block, unless
 * they leave at once. Where on a line it lands makes no difference when it goes straight on, so
 * that is tried only from the last cell before the next piece; published counts do not tell these
 * ways apart either. Where any capture may be chosen it must still be made to its end: from the
 * landings behind one piece the king may not choose one that lets it stop earlier. */
BOARD_INLINE void walk_flying(const Rules *rules, Walk *walk, Cells at, Cells captured, int taken,
                              WalkFunction *self) {
    const Geometry *geometry = &geometry_table[rules->geometry];
    Cells empty = rules->taken_at_once ? walk->empty | captured : walk->empty;
    Cells occupied = rules_board_mask(rules) & ~empty;
    DirectionSet set = rules->kings_capture;
    int cell = bits_first(at);
    int line = walk->line;
    bool far = walk->far;
    bool further = false;
    for (int d = first_direction(set); d < end_direction(set); d++) {
        Cells blockers = cells_ray(geometry, (Direction)d, cell) & occupied;
        if (!blockers || (rules->no_turning_back && (d ^ 2) == line))
            continue;
        int victim = nearest(rules, (Direction)d, blockers);
        if (!(cells_of_cell(victim) & walk->enemies & ~captured))
            continue;
        Cells landings = landings_behind(rules, victim, (Direction)d, occupied);
        further |= landings != 0;
        if (d == line && !rules->kings_land_next && (shift_of(rules, (Direction)d, at) & empty))
            continue;
        Cells taking = captured | cells_of_cell(victim);
        if (!rules->worth.piece && !rules->kings_land_next) {
            Cells onward = landings_onward(rules, walk, landings, taking, empty);
            landings = onward ? onward : landings;
        }
        bool king = rules->kings_stop_at_king && (cells_of_cell(victim) & walk->enemy_kings);
        for (; landings; landings = bits_rest(landings)) {
            Cells landing = landings & -landings;
            walk->line = (uint8_t)d;
            if (rules->kings_stop_at_king)
                walk->far = king && !(shift_of(rules, opposite_of((Direction)d), landing) & taking);
            self(walk, landing, taking, taken + 1);
        }
    }
    if (!further && !(rules->kings_stop_at_king && far))
        walk_finish(rules, true, walk, at, captured, taken);
}

/* All captures that begin with `jumps`: those that go on are walked from their first landing. The
 * others are left out when they take too few pieces. */
BOARD_INLINE void walk_jumps(const Rules *rules, Color side, bool king, const Jumps *jumps,
                             bool only_longer, Walk *walk, Walkers walkers) {
    DirectionSet set = capture_set(rules, king);
    Cells empty = walk->empty;
    walk->king = king;
    BOARD_UNROLL
    for (int d = first_direction(set); d < end_direction(set); d++) {
        if (!may_jump(rules, side, king, (Direction)d))
            continue;
        int step = step_of(rules, (Direction)d);
        Cells landings = jumps->landings[d] & (only_longer ? jumps->onward : ~(Cells)0);
        for (; landings; landings = bits_rest(landings)) {
            Cells at = landings & -landings;
            Cells victim = cells_shift(at, -step), start = cells_shift(victim, -step);
            walk->from = (uint8_t)bits_first(start);
            walk->empty = empty | start;
            walk->order = 0;
            note_order(rules, walk, victim, 0);
            if (!king && rules->crowned_in_passing && (at & walk->crowning))
                walk_crowned((Direction)d, walk, at, victim, 1, walkers.king);
            else if (at & jumps->onward)
                (king ? walkers.king : walkers.man)(walk, at, victim, 1);
            else
                walk_finish(rules, false, walk, at, victim, 1);
        }
    }
    walk->empty = empty;
}

BOARD_INLINE void walk_flyers(Walk *walk, Cells flyers, WalkFunction *function) {
    Cells empty = walk->empty;
    walk->king = true;
    walk->far = false;
    for (; flyers; flyers = bits_rest(flyers)) {
        Cells at = flyers & -flyers;
        walk->from = (uint8_t)bits_first(flyers);
        walk->empty = empty | at;
        walk->line = DIRECTION_ALL;
        function(walk, at, 0, 0);
    }
    walk->empty = empty;
}

/* Collects the captures of all pieces that have one. Returns their number; without a list equal
 * ones count apart. `*ret_loop` tells whether there may be such. */
BOARD_INLINE int collect_captures(const Rules *rules, Color side, View view,
                                  const Captures *captures, MoveList *list, uint32_t *routes,
                                  bool *ret_loop, Walkers walkers) {
    Walk walk = {
        .enemies = rules->men_spare_kings ? view.enemies & ~view.enemy_kings : view.enemies,
        .enemy_kings = view.enemy_kings,
        .empty = view.empty,
        .crowning = rules_crowning_mask(rules, side),
        .list = list,
        .routes = routes,
    };
    /* Two pieces are worth more than any one. */
    bool only_longer = rules->worth.piece && !rules->crowned_in_passing &&
                       (captures->men.longer || captures->kings.longer);
    walk_jumps(rules, side, false, &captures->men, only_longer, &walk, walkers);
    walk.enemies = view.enemies;
    if (rules->kings_fly)
        walk_flyers(&walk, captures->flying, walkers.king);
    else if (captures->kings.count)
        walk_jumps(rules, side, true, &captures->kings, only_longer, &walk, walkers);
    *ret_loop = walk.loop;
    return walk.count;
}

/* ---- single captures and quiet moves ---- */

BOARD_INLINE void add_move(MoveList *list, int from, int to, Cells captured, bool king,
                           bool promotes) {
    Move *move = &list->moves[list->count++];
    *move = (Move){
        .from = (uint8_t)from,
        .to = (uint8_t)to,
        .king = king,
        .promotes = promotes,
    };
    move_set_captured(move, captured);
}

/* Jumps none of which goes on. There are at most four for each empty cell, like quiet moves, so the
 * list cannot overflow. */
BOARD_INLINE void add_jumps(const Rules *rules, Color side, const Jumps *jumps, bool king,
                            MoveList *list) {
    Cells crowning = rules_crowning_mask(rules, side);
    DirectionSet set = capture_set(rules, king);
    BOARD_UNROLL
    for (int d = first_direction(set); d < end_direction(set); d++) {
        int step = step_of(rules, (Direction)d);
        if (!may_jump(rules, side, king, (Direction)d))
            continue;
        for (Cells landings = jumps->landings[d]; landings; landings = bits_rest(landings)) {
            int to = bits_first(landings);
            add_move(list, to - 2 * step, to, cells_of_cell(to - step), king,
                     !king && (cells_of_cell(to) & crowning));
        }
    }
}

BOARD_INLINE Cells quiet_kings(const Rules *rules, View view) {
    return rules->king_run_limit ? view.kings & ~view.frozen : view.kings;
}

BOARD_INLINE Cells quiet_targets(const Rules *rules, Direction direction, Cells movers,
                                 Cells empty) {
    return shift_of(rules, direction, movers) & empty;
}

BOARD_INLINE Cells king_targets(const Rules *rules, int cell, Cells empty) {
    DirectionSet set = rules->kings_move;
    Cells targets = 0;
    BOARD_UNROLL
    for (int d = first_direction(set); d < end_direction(set); d++)
        targets |= rules->kings_fly
                       ? free_ray(rules, cell, (Direction)d, ~empty)
                       : quiet_targets(rules, (Direction)d, cells_of_cell(cell), empty);
    return targets;
}

BOARD_INLINE void add_quiets(const Rules *rules, Color side, View view, MoveList *list) {
    Cells crowning = rules_crowning_mask(rules, side);
    DirectionSet set = rules->men_move;
    for (int d = first_direction(set); d < end_direction(set); d++) {
        if (!rules_allows(set, side, (Direction)d))
            continue;
        Cells targets = quiet_targets(rules, (Direction)d, view.men, view.empty);
        for (; targets; targets = bits_rest(targets)) {
            int to = bits_first(targets);
            add_move(list, to - step_of(rules, (Direction)d), to, 0, false,
                     cells_of_cell(to) & crowning);
        }
    }
    for (Cells kings = quiet_kings(rules, view); kings; kings = bits_rest(kings)) {
        int from = bits_first(kings);
        Cells targets = king_targets(rules, from, view.empty);
        for (; targets; targets = bits_rest(targets))
            add_move(list, from, bits_first(targets), 0, true, false);
    }
}

/* ---- all moves of a side ---- */

/* Lists all moves. If `*ret_loop` is true and `routes` not NULL, routes[i] is the number of orders
 * of capture for move i; else there is one for each. */
BOARD_INLINE int generate(const Rules *rules, Color side, View view, MoveList *list,
                          uint32_t *routes, bool *ret_loop, Walkers walkers) {
    Captures captures;
    list->count = 0;
    *ret_loop = false;
    if (is_over(rules, view))
        return 0;
    find_captures(rules, side, view, &captures);
    if (!captures_exist(&captures)) {
        add_quiets(rules, side, view, list);
    } else if (captures_are_single(&captures)) {
        drop_worse_singles(rules, side, view, &captures);
        add_jumps(rules, side, &captures.men, false, list);
        if (captures.kings.count)
            add_jumps(rules, side, &captures.kings, true, list);
    } else {
        list->count =
            collect_captures(rules, side, view, &captures, list, routes, ret_loop, walkers);
    }
    return list->count;
}

BOARD_INLINE bool has_capture(const Rules *rules, Color side, View view) {
    Captures captures;
    if (is_over(rules, view))
        return false;
    find_captures(rules, side, view, &captures);
    return captures_exist(&captures);
}

/* ---- instances ---- */

/* Defines walk_king_<variant> and walk_man_<variant>_white, _black for a row rules_<variant>. A man
 * crowned in passing goes on by the king's walker. */
#define MOVEGEN_WALKERS(variant)                                                                   \
    static __attribute__((noinline)) void walk_king_##variant(Walk *walk, Cells at,                \
                                                              Cells captured, int taken) {         \
        if (rules_##variant.kings_fly)                                                             \
            walk_flying(&rules_##variant, walk, at, captured, taken, walk_king_##variant);         \
        else                                                                                       \
            walk_short(&rules_##variant, COLOR_WHITE, true, walk, at, captured, taken,             \
                       (Walkers){NULL, walk_king_##variant});                                      \
    }                                                                                              \
    MOVEGEN_MAN_WALKER(variant, white, COLOR_WHITE)                                                \
    MOVEGEN_MAN_WALKER(variant, black, COLOR_BLACK)

#define MOVEGEN_MAN_WALKER(variant, side, color)                                                   \
    static __attribute__((noinline)) void walk_man_##variant##_##side(Walk *walk, Cells at,        \
                                                                      Cells captured, int taken) { \
        walk_short(&rules_##variant, color, false, walk, at, captured, taken,                      \
                   MOVEGEN_WALKERS_OF(variant, side));                                             \
    }

#define MOVEGEN_WALKERS_OF(variant, side)                                                          \
    (Walkers) {                                                                                    \
        walk_man_##variant##_##side, walk_king_##variant                                           \
    }

#endif
