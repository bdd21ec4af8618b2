/* SPDX-License-Identifier: MIT */
#include "engine/board/route.h"

/* A search for a way to make one capture. Which captures are legal does not matter here: the move
 * is known to be, so nearly any way over exactly its pieces to exactly its end will do. */
typedef struct {
    const Rules *rules;
    const Geometry *geometry;
    Bitboard occupied; /* all pieces but the one that captures */
    Bitboard enemies, enemy_kings;
    Bitboard captured; /* by the move */
    Move move;
    Color color;
    const uint8_t *wanted; /* squares to pass in this order, the end included */
    int wanted_count;
    int order; /* the best order of kings found, or the one wanted; -1: none found */
    bool finds_order;
    Route route;
} RouteSearch;

/* Where the piece has come to. */
typedef struct {
    int cell;
    Bitboard left; /* pieces still to be taken */
    int wanted_at;
    int order; /* the kings among those taken, the first in the highest bit */
    bool king;
    uint8_t line; /* Direction of the last jump, DIRECTION_ALL before the first */
} RouteStep;

/* The landings of one jump. */
typedef struct {
    Bitboard landings;
    int victim;
} Jump;

static bool search_from(RouteSearch *search, RouteStep at);

static Bitboard occupied_at(const RouteSearch *search, Bitboard left) {
    return search->rules->taken_at_once ? search->occupied & ~(search->captured & ~left)
                                        : search->occupied;
}

/* First cell of `pieces` on the ray from `cell`, -1 if none. */
static int first_on_ray(const RouteSearch *search, int cell, Direction direction, Bitboard pieces) {
    Bitboard hits = geometry_ray(search->geometry, direction, cell) & pieces;
    if (!hits)
        return -1;
    return rules_step(search->rules, direction) > 0 ? bits_first(hits) : bits_last(hits);
}

/* The nearest cell of a ray, empty beyond the edge. */
static Bitboard next_cell(const RouteSearch *search, int cell, Direction direction) {
    Bitboard ray = geometry_ray(search->geometry, direction, cell);
    if (!ray)
        return 0;
    return bits_of_cell(rules_step(search->rules, direction) > 0 ? bits_first(ray)
                                                                 : bits_last(ray));
}

static bool may_jump(const RouteSearch *search, const RouteStep *at, Direction direction) {
    const Rules *rules = search->rules;
    if (at->king && rules->no_turning_back && (direction ^ 2) == at->line)
        return false;
    return rules_allows(at->king ? rules->kings_capture : rules->men_capture, search->color,
                        direction);
}

/* The cells behind a piece taken where the one that takes it may land. */
static Bitboard cells_behind(const RouteSearch *search, bool flies, int victim, Direction direction,
                             Bitboard occupied) {
    Bitboard next = next_cell(search, victim, direction) & ~occupied;
    if (!flies || search->rules->kings_land_next)
        return next;
    Bitboard beyond = geometry_ray(search->geometry, direction, victim);
    int stop = first_on_ray(search, victim, direction, occupied);
    if (stop >= 0)
        beyond &= ~geometry_ray(search->geometry, direction, stop) & ~bits_of_cell(stop);
    return beyond;
}

/* The jump over the first piece in `direction`, if it is one of `prey`. */
static Jump find_jump(const RouteSearch *search, const RouteStep *at, Direction direction,
                      Bitboard prey) {
    Bitboard occupied = occupied_at(search, at->left);
    int victim = first_on_ray(search, at->cell, direction, occupied);
    bool flies = at->king && search->rules->kings_fly;
    if (victim < 0 || !(bits_of_cell(victim) & prey) ||
        (!flies && bits_of_cell(victim) != next_cell(search, at->cell, direction)))
        return (Jump){0, -1};
    return (Jump){cells_behind(search, flies, victim, direction, occupied), victim};
}

/* Whether a king could take more from one of the landings, all of the move being taken. */
static bool could_go_on(const RouteSearch *search, Bitboard landings) {
    Bitboard prey = search->enemies & ~search->captured;
    for (; landings; landings = bits_rest(landings)) {
        RouteStep at = {.cell = bits_first(landings), .king = true, .line = DIRECTION_ALL};
        for (int d = 0; d < DIRECTION_ALL; d++)
            if (may_jump(search, &at, (Direction)d) &&
                find_jump(search, &at, (Direction)d, prey).landings)
                return true;
    }
    return false;
}

/* Narrows the landings of the jump that takes the last piece to those where the law lets the
 * capture end. */
static Bitboard last_landings(const RouteSearch *search, const RouteStep *at, const Jump *jump,
                              Direction direction) {
    const Rules *rules = search->rules;
    if (!at->king || !rules->kings_fly)
        return jump->landings;
    if (rules->kings_stop_at_king && bits_of_cell(jump->victim) & search->enemy_kings)
        return jump->landings & next_cell(search, jump->victim, direction);
    if (!rules->worth.piece && !rules->kings_land_next && could_go_on(search, jump->landings))
        return 0;
    return jump->landings;
}

static int note_order(const RouteSearch *search, const RouteStep *at, int victim) {
    int taken = bits_count(search->captured & ~at->left);
    if (!search->rules->worth.king_order || !(bits_of_cell(victim) & search->enemy_kings) ||
        taken >= RULES_ORDER_BITS)
        return at->order;
    return at->order | 1 << (RULES_ORDER_BITS - 1 - taken);
}

static bool try_landing(RouteSearch *search, const RouteStep *at, int landing, int victim,
                        Direction direction) {
    const Rules *rules = search->rules;
    Route *route = &search->route;
    int square = search->geometry->square_of_cell[landing];
    RouteStep next = {
        .cell = landing,
        .left = at->left & ~bits_of_cell(victim),
        .wanted_at = at->wanted_at,
        .order = note_order(search, at, victim),
        .king = at->king,
        .line = (uint8_t)direction,
    };
    if (rules->crowned_in_passing &&
        bits_of_cell(landing) & rules_crowning_mask(rules, search->color))
        next.king = true;
    if (next.wanted_at < search->wanted_count && search->wanted[next.wanted_at] == square)
        next.wanted_at++;
    route->squares[route->count++] = (uint8_t)square;
    if (search_from(search, next))
        return true;
    route->count--;
    return false;
}

static bool is_end(RouteSearch *search, const RouteStep *at) {
    bool crowned = at->king && !search->move.king;
    if (at->cell != search->move.to ||
        (search->rules->crowned_in_passing && crowned != search->move.promotes))
        return false;
    if (search->finds_order) {
        search->order = at->order > search->order ? at->order : search->order;
        return false;
    }
    return at->wanted_at == search->wanted_count && at->order == search->order;
}

/* The landing with the lowest square number. */
static int first_landing(const Geometry *geometry, Bitboard landings) {
    int first = bits_first(landings);
    if (!geometry->mirrored)
        return first;
    for (landings = bits_rest(landings); landings; landings = bits_rest(landings))
        if (geometry->square_of_cell[bits_first(landings)] < geometry->square_of_cell[first])
            first = bits_first(landings);
    return first;
}

/* Tries all landings in order of square numbers, so that the first way found is the smallest. A
 * landing can be reached over one piece only, so its victim is known by the cell. */
static bool search_from(RouteSearch *search, RouteStep at) {
    if (!at.left)
        return is_end(search, &at);
    Bitboard landings = 0;
    uint8_t victims[CELL_COUNT], directions[CELL_COUNT];
    for (int d = 0; d < DIRECTION_ALL; d++) {
        if (!may_jump(search, &at, (Direction)d))
            continue;
        Jump jump = find_jump(search, &at, (Direction)d, at.left);
        if (jump.landings && !bits_rest(at.left))
            jump.landings = last_landings(search, &at, &jump, (Direction)d);
        landings |= jump.landings;
        for (Bitboard more = jump.landings; more; more = bits_rest(more)) {
            victims[bits_first(more)] = (uint8_t)jump.victim;
            directions[bits_first(more)] = (uint8_t)d;
        }
    }
    while (landings) {
        int landing = first_landing(search->geometry, landings);
        landings &= ~bits_of_cell(landing);
        if (try_landing(search, &at, landing, victims[landing], (Direction)directions[landing]))
            return true;
    }
    return false;
}

static bool search_route(const Position *position, Move move, const uint8_t *wanted,
                         int wanted_count, Route *ret_route) {
    const Geometry *geometry = rules_geometry(position->rules);
    Color color = (Color)position->turn, other = color_other(color);
    RouteSearch search = {
        .rules = position->rules,
        .geometry = geometry,
        .occupied = board_occupied(&position->board) & ~bits_of_cell(move.from),
        .enemies = board_pieces(&position->board, other),
        .enemy_kings = position->board.kings[other],
        .captured = move_captured(move),
        .move = move,
        .color = color,
        .wanted = wanted,
        .wanted_count = wanted_count,
        .route = {.count = 1, .squares = {geometry->square_of_cell[move.from]}},
    };
    RouteStep start = {
        .cell = move.from, .left = move_captured(move), .king = move.king, .line = DIRECTION_ALL};
    if (position->rules->worth.king_order) {
        search.order = -1;
        search.finds_order = true;
        search_from(&search, start);
        search.finds_order = false;
    }
    bool found = search_from(&search, start);
    if (found)
        *ret_route = search.route;
    return found;
}

void route_find(const Position *position, Move move, Route *ret_route) {
    const Geometry *geometry = rules_geometry(position->rules);
    *ret_route = (Route){
        .count = 2,
        .squares = {geometry->square_of_cell[move.from], geometry->square_of_cell[move.to]},
    };
    if (move_is_capture(move))
        search_route(position, move, NULL, 0, ret_route);
}

bool route_fits(const Position *position, Move move, const uint8_t *squares, int count) {
    const Geometry *geometry = rules_geometry(position->rules);
    if (count < 2 || squares[0] != geometry->square_of_cell[move.from] ||
        squares[count - 1] != geometry->square_of_cell[move.to])
        return false;
    if (!move_is_capture(move))
        return count == 2;
    Route route;
    return search_route(position, move, squares + 1, count - 1, &route);
}
