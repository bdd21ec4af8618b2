/* SPDX-License-Identifier: MIT
 *
 * One generator for all variants. The functions up to the line "instances" take the variant's row
 * and, where it matters, the side as parameters and are always inlined; each instance passes
 * constants, so the compiler drops every test of a rule and every step becomes a constant shift.
 * Recursive functions cannot be inlined into themselves: their bodies get the instance as `self`.
 */
#include "engine/board/movegen.h"

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
} Walk;

typedef void WalkFunction(Walk *walk, Bitboard at, Bitboard captured, int taken);

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
        }
    }
    int to = bits_first(at);
    if (walk->list) {
        if (!walk->keep && taken >= (flying ? 2 : 4) && list_has(walk, to, captured))
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

/* The captures of `men` and `kings`, which can all capture. Returns their number. */
INLINE int collect_captures(const Rules *rules, const Board *board, Color side, Bitboard empty,
                            Bitboard men, Bitboard kings, bool keep, MoveList *list,
                            WalkFunction *man, WalkFunction *king) {
    Walk walk = {
        .enemies = board_pieces(board, color_other(side)),
        .empty = empty,
        .crowning = rules_crowning_mask(rules, side),
        .list = list,
        .keep = keep,
    };
    walk_all(&walk, men, false, man);
    walk_all(&walk, kings, true, king);
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

INLINE int count_quiets(const Rules *rules, const Board *board, Color side, Bitboard empty) {
    int count = 0;
    for (int d = 0; d < DIRECTION_COUNT; d++) {
        if (is_forward(side, (Direction)d))
            count += bits_count(quiet_targets(rules, (Direction)d, board->men[side], empty));
        if (!rules->kings_fly)
            count += bits_count(quiet_targets(rules, (Direction)d, board->kings[side], empty));
    }
    if (rules->kings_fly)
        for (Bitboard kings = board->kings[side]; kings; kings = bits_rest(kings))
            count += bits_count(king_targets(rules, bits_first(kings), empty));
    return count;
}

/* ---- all moves of a side ---- */

INLINE int generate(const Rules *rules, Color side, const Board *board, bool keep, MoveList *list,
                    WalkFunction *man, WalkFunction *king) {
    Bitboard empty = empty_cells(rules, board);
    Bitboard men = capturing_men(rules, board, side, empty);
    Bitboard kings = board->kings[side] ? capturing_kings(rules, board, side, empty) : 0;
    list->count = 0;
    if (men | kings)
        list->count =
            collect_captures(rules, board, side, empty, men, kings, keep, list, man, king);
    else
        collect_quiets(rules, board, side, empty, list);
    return list->count;
}

/* The number of moves, without a list unless equal captures have to be told apart. */
INLINE int count_moves(const Rules *rules, Color side, const Board *board, bool keep,
                       WalkFunction *man, WalkFunction *king) {
    Bitboard empty = empty_cells(rules, board);
    Bitboard men = capturing_men(rules, board, side, empty);
    Bitboard kings = board->kings[side] ? capturing_kings(rules, board, side, empty) : 0;
    if (!(men | kings))
        return count_quiets(rules, board, side, empty);
    if (keep)
        return collect_captures(rules, board, side, empty, men, kings, true, NULL, man, king);
    MoveList list;
    return collect_captures(rules, board, side, empty, men, kings, false, &list, man, king);
}

INLINE bool has_capture(const Rules *rules, Color side, const Board *board) {
    Bitboard empty = empty_cells(rules, board);
    return capturing_men(rules, board, side, empty) ||
           (board->kings[side] && capturing_kings(rules, board, side, empty));
}

INLINE Board play(Color side, const Board *board, const Move *move) {
    Board next = *board;
    Bitboard from = bits_of_cell(move->from), to = bits_of_cell(move->to);
    Color other = color_other(side);
    if (move->king)
        next.kings[side] = (next.kings[side] & ~from) | to;
    else if (move->promotes)
        next.men[side] &= ~from, next.kings[side] |= to;
    else
        next.men[side] = (next.men[side] & ~from) | to;
    next.men[other] &= ~move->captured;
    next.kings[other] &= ~move->captured;
    return next;
}

typedef uint64_t PerftFunction(const Board *board, int depth);

INLINE uint64_t perft(const Rules *rules, Color side, const Board *board, int depth, bool keep,
                      WalkFunction *man, WalkFunction *king, PerftFunction *other) {
    if (depth == 1)
        return (uint64_t)count_moves(rules, side, board, keep, man, king);
    MoveList list;
    generate(rules, side, board, keep, &list, man, king);
    uint64_t leaves = 0;
    for (int i = 0; i < list.count; i++) {
        Board next = play(side, board, &list.moves[i]);
        leaves += other(&next, depth - 1);
    }
    return leaves;
}

/* ---- instances ---- */

/* What a variant's row is specialised to, by side. */
typedef struct {
    int (*generate[COLOR_COUNT])(const Board *board, MoveList *list);
    bool (*has_capture[COLOR_COUNT])(const Board *board);
    PerftFunction *perft[COLOR_COUNT][2]; /* [1]: equal captures by other routes apart */
} Generator;

#define PERFT_INSTANCE(variant, side, color, kept, keep, other)                                    \
    static PerftFunction perft_##variant##_##other##_##kept;                                       \
    static uint64_t perft_##variant##_##side##_##kept(const Board *board, int depth) {             \
        return perft(&rules_##variant, color, board, depth, keep, walk_man_##variant##_##side,     \
                     walk_king_##variant, perft_##variant##_##other##_##kept);                     \
    }

#define SIDE_INSTANCE(variant, side, color, other)                                                 \
    static void walk_man_##variant##_##side(Walk *walk, Bitboard at, Bitboard captured,            \
                                            int taken) {                                           \
        walk_short(&rules_##variant, color, false, walk, at, captured, taken,                      \
                   walk_man_##variant##_##side);                                                   \
    }                                                                                              \
    static int generate_##variant##_##side(const Board *board, MoveList *list) {                   \
        return generate(&rules_##variant, color, board, false, list, walk_man_##variant##_##side,  \
                        walk_king_##variant);                                                      \
    }                                                                                              \
    static bool has_capture_##variant##_##side(const Board *board) {                               \
        return has_capture(&rules_##variant, color, board);                                        \
    }                                                                                              \
    PERFT_INSTANCE(variant, side, color, merged, false, other)                                     \
    PERFT_INSTANCE(variant, side, color, kept, true, other)

#define VARIANT_INSTANCE(variant)                                                                  \
    static void walk_king_##variant(Walk *walk, Bitboard at, Bitboard captured, int taken) {       \
        if (rules_##variant.kings_fly)                                                             \
            walk_flying(&rules_##variant, walk, at, captured, taken, walk_king_##variant);         \
        else                                                                                       \
            walk_short(&rules_##variant, COLOR_WHITE, true, walk, at, captured, taken,             \
                       walk_king_##variant);                                                       \
    }                                                                                              \
    SIDE_INSTANCE(variant, white, COLOR_WHITE, black)                                              \
    SIDE_INSTANCE(variant, black, COLOR_BLACK, white)                                              \
    static const Generator generator_##variant = {                                                 \
        {generate_##variant##_white, generate_##variant##_black},                                  \
        {has_capture_##variant##_white, has_capture_##variant##_black},                            \
        {{perft_##variant##_white_merged, perft_##variant##_white_kept},                           \
         {perft_##variant##_black_merged, perft_##variant##_black_kept}},                          \
    }

VARIANT_INSTANCE(international);
VARIANT_INSTANCE(english);

static const Generator *const generators[VARIANT_COUNT] = {
    [VARIANT_INTERNATIONAL] = &generator_international,
    [VARIANT_ENGLISH] = &generator_english,
};

int movegen_generate(const Position *position, MoveList *list) {
    return generators[position->rules->id]->generate[position->turn](&position->board, list);
}

bool movegen_has_capture(const Position *position, Color color) {
    return generators[position->rules->id]->has_capture[color](&position->board);
}

bool movegen_has_move(const Position *position) {
    return generators[position->rules->id]->perft[position->turn][1](&position->board, 1) > 0;
}

Move movegen_find(const Position *position, Move move) {
    MoveList list;
    movegen_generate(position, &list);
    for (int i = 0; i < list.count; i++)
        if (move_equals(list.moves[i], move))
            return list.moves[i];
    return move_none();
}

uint64_t movegen_perft(const Position *position, int depth, bool keep) {
    if (depth <= 0)
        return 1;
    return generators[position->rules->id]->perft[position->turn][keep](&position->board, depth);
}
