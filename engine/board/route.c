/* SPDX-License-Identifier: MIT */
#include "engine/board/route.h"

/* A search for a way to make one capture. The rules of priority do not matter here: the move is
 * known to be legal, so any way over exactly its pieces to exactly its end will do. */
typedef struct {
    const Rules *rules;
    const Geometry *geometry;
    Bitboard occupied; /* all pieces but the one that captures; those taken stay until the end */
    uint8_t to;
    bool flies;
    bool backward; /* may jump in every direction */
    Color color;
    const uint8_t *wanted; /* squares to pass in this order, the end included */
    int wanted_count;
    Route route;
} RouteSearch;

static bool search_from(RouteSearch *search, int cell, Bitboard left, int wanted_at);

static bool may_jump(const RouteSearch *search, Direction direction) {
    bool up = direction == DIRECTION_UP_LEFT || direction == DIRECTION_UP_RIGHT;
    return search->backward || up == (search->color == COLOR_WHITE);
}

/* First cell of `pieces` on the ray from `cell`, -1 if none. */
static int first_on_ray(const RouteSearch *search, int cell, Direction direction, Bitboard pieces) {
    Bitboard hits = search->geometry->rays[direction][cell] & pieces;
    if (!hits)
        return -1;
    return geometry_step(search->rules->width, direction) > 0 ? bits_first(hits) : bits_last(hits);
}

/* Landing cells after taking the first piece in `direction`; `*ret_victim` is that piece. */
static Bitboard find_landings(const RouteSearch *search, int cell, Direction direction,
                              Bitboard left, int *ret_victim) {
    const Geometry *geometry = search->geometry;
    int step = geometry_step(search->rules->width, direction);
    int victim = first_on_ray(search, cell, direction, search->occupied);
    if (victim < 0 || !(bits_of_cell(victim) & left))
        return 0;
    if (!search->flies && victim != cell + step)
        return 0;
    *ret_victim = victim;
    Bitboard beyond = geometry->rays[direction][victim];
    int stop = first_on_ray(search, victim, direction, search->occupied);
    if (stop >= 0)
        beyond &= ~geometry->rays[direction][stop] & ~bits_of_cell(stop);
    return search->flies ? beyond : beyond & bits_shift(bits_of_cell(victim), step);
}

static bool try_landing(RouteSearch *search, int landing, Bitboard left, int wanted_at) {
    Route *route = &search->route;
    int square = search->geometry->square_of_cell[landing];
    if (wanted_at < search->wanted_count && search->wanted[wanted_at] == square)
        wanted_at++;
    route->squares[route->count++] = (uint8_t)square;
    if (search_from(search, landing, left, wanted_at))
        return true;
    route->count--;
    return false;
}

/* Tries all landings in order of square numbers, so that the first way found is the smallest. A
 * landing can be reached over one piece only, so its victim is known by the cell. */
static bool search_from(RouteSearch *search, int cell, Bitboard left, int wanted_at) {
    if (!left)
        return cell == search->to && wanted_at == search->wanted_count;
    Bitboard landings = 0;
    uint8_t victims[CELL_COUNT];
    for (int d = 0; d < DIRECTION_COUNT; d++) {
        if (!may_jump(search, (Direction)d))
            continue;
        int victim = -1;
        Bitboard more = find_landings(search, cell, (Direction)d, left, &victim);
        landings |= more;
        for (; more; more = bits_rest(more))
            victims[bits_first(more)] = (uint8_t)victim;
    }
    for (; landings; landings = bits_rest(landings)) {
        int landing = bits_first(landings);
        if (try_landing(search, landing, left & ~bits_of_cell(victims[landing]), wanted_at))
            return true;
    }
    return false;
}

static bool search_route(const Position *position, Move move, const uint8_t *wanted,
                         int wanted_count, Route *ret_route) {
    const Geometry *geometry = rules_geometry(position->rules);
    RouteSearch search = {
        .rules = position->rules,
        .geometry = geometry,
        .occupied = board_occupied(&position->board) & ~bits_of_cell(move.from),
        .to = move.to,
        .flies = move.king && position->rules->kings_fly,
        .backward = move.king || position->rules->men_capture_backward,
        .color = (Color)position->turn,
        .wanted = wanted,
        .wanted_count = wanted_count,
        .route = {.count = 1, .squares = {geometry->square_of_cell[move.from]}},
    };
    bool found = search_from(&search, move.from, move.captured, 0);
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
    if (move.captured)
        search_route(position, move, NULL, 0, ret_route);
}

bool route_fits(const Position *position, Move move, const uint8_t *squares, int count) {
    const Geometry *geometry = rules_geometry(position->rules);
    if (count < 2 || squares[0] != geometry->square_of_cell[move.from] ||
        squares[count - 1] != geometry->square_of_cell[move.to])
        return false;
    if (!move.captured)
        return count == 2;
    Route route;
    return search_route(position, move, squares + 1, count - 1, &route);
}
