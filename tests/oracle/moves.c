/* SPDX-License-Identifier: MIT */
#include "tests/oracle/oracle_internal.h"

#include <stdlib.h>

static void append(OracleMoves *list, const OracleMove *move) {
    if (list->count == list->capacity) {
        int capacity = list->capacity ? 2 * list->capacity : 64;
        OracleMove *moves = realloc(list->moves, (size_t)capacity * sizeof *moves);
        if (!moves)
            oracle_give_up("out of memory", "move list");
        list->moves = moves;
        list->capacity = capacity;
    }
    list->moves[list->count++] = *move;
}

/* A capture under way. The piece that moves is not on the board meanwhile: its start is free. */
typedef struct {
    OracleMove move; /* so far */
    int at;
    bool king;          /* what it is now */
    bool was_king;      /* and was at the start */
    int last_direction; /* of the last jump, -1 before the first */
} Capture;

/* What stands on a square during a capture. */
static char look(const OraclePosition *position, const Capture *capture, int square) {
    if (position->variant->taken_at_once && capture->move.captured[square])
        return 'e';
    return position->square[square];
}

/* The piece of the other colour that the capture would take next along `direction`, 0 if there is
 * none. A piece already taken that still stands there bars the way. */
static int find_victim(const OraclePosition *position, const Capture *capture, int direction) {
    const OracleVariant *variant = position->variant;
    if (!oracle_may_take(variant, position->turn, capture->king, direction))
        return 0;
    bool back = capture->last_direction >= 0 && direction == (capture->last_direction ^ 1);
    if (back && capture->king && variant->no_turning_back)
        return 0;
    int steps = 1;
    int square = oracle_walk(variant, capture->at, direction, steps);
    if (capture->king && variant->kings_fly)
        while (square && look(position, capture, square) == 'e')
            square = oracle_walk(variant, capture->at, direction, ++steps);
    if (!square || !oracle_is_of(look(position, capture, square), oracle_other(position->turn)) ||
        capture->move.captured[square])
        return 0;
    if (!capture->was_king && !capture->king && variant->men_spare_kings &&
        oracle_is_king(position->square[square]))
        return 0;
    return square;
}

/* Fills `landings` with the squares on which a jump over `victim` may end; returns how many. */
static int find_landings(const OraclePosition *position, const Capture *capture, int victim,
                         int direction, int landings[static 12]) {
    const OracleVariant *variant = position->variant;
    bool far = capture->king && variant->kings_fly && !variant->kings_land_next;
    int count = 0;
    for (int steps = 1; steps <= (far ? variant->height : 1); steps++) {
        int landing = oracle_walk(variant, victim, direction, steps);
        if (!landing || look(position, capture, landing) != 'e')
            break;
        landings[count++] = landing;
    }
    return count;
}

static bool can_go_on(const OraclePosition *position, const Capture *capture) {
    int landings[12];
    for (int direction = 0; direction < ORACLE_DIRECTIONS; direction++) {
        int victim = find_victim(position, capture, direction);
        if (victim && find_landings(position, capture, victim, direction, landings))
            return true;
    }
    return false;
}

static Capture jump(const OraclePosition *position, const Capture *capture, int victim, int landing,
                    int direction) {
    Capture next = *capture;
    next.at = landing;
    next.last_direction = direction;
    next.move.captured[victim] = true;
    next.move.victim[next.move.captured_count++] = (uint8_t)victim;
    next.move.direction[next.move.landing_count] = (uint8_t)direction;
    next.move.landing[next.move.landing_count++] = (uint8_t)landing;
    if (position->variant->crowned_at_once &&
        oracle_is_crowning(position->variant, position->turn, landing))
        next.king = true;
    return next;
}

/* Whether the law lets the capture end where it stands, after a jump over `victim`. */
static bool may_end(const OraclePosition *position, const Capture *capture) {
    int victim = capture->move.victim[capture->move.captured_count - 1];
    if (!position->variant->killer || !capture->king || !oracle_is_king(position->square[victim]))
        return true;
    return oracle_walk(position->variant, victim, capture->last_direction, 1) == capture->at;
}

/* Carries the capture on in every way and lists each way that cannot be carried on. */
static void capture_on(const OraclePosition *position, const Capture *capture, OracleMoves *list) {
    OracleChoice choice = position->variant->choice;
    bool free_choice = choice == ORACLE_ANY || choice == ORACLE_KING_FIRST;
    bool went_on = false;
    for (int direction = 0; direction < ORACLE_DIRECTIONS; direction++) {
        int victim = find_victim(position, capture, direction), landings[12];
        if (!victim)
            continue;
        int count = find_landings(position, capture, victim, direction, landings);
        /* A capture must be finished: if it can be from some of the squares behind a piece, the
         * king must land on one of these. */
        bool any_goes_on = false;
        for (int i = 0; i < count; i++) {
            Capture next = jump(position, capture, victim, landings[i], direction);
            any_goes_on |= can_go_on(position, &next);
        }
        for (int i = 0; i < count; i++) {
            Capture next = jump(position, capture, victim, landings[i], direction);
            went_on = true;
            if (!free_choice || !any_goes_on || can_go_on(position, &next))
                capture_on(position, &next, list);
        }
    }
    if (went_on || !capture->move.captured_count || !may_end(position, capture))
        return;
    OracleMove whole = capture->move;
    whole.to = (uint8_t)capture->at;
    whole.promotes =
        !capture->was_king &&
        (capture->king || oracle_is_crowning(position->variant, position->turn, capture->at));
    append(list, &whole);
}

void oracle_add_captures(const OraclePosition *position, OracleMoves *list) {
    for (int from = 1; from <= oracle_count_squares(position->variant); from++) {
        char piece = position->square[from];
        if (!oracle_is_of(piece, position->turn))
            continue;
        OraclePosition lifted = *position;
        lifted.square[from] = 'e';
        Capture start = {.move.from = (uint8_t)from,
                         .at = from,
                         .king = oracle_is_king(piece),
                         .was_king = oracle_is_king(piece),
                         .last_direction = -1};
        capture_on(&lifted, &start, list);
    }
}

/* Whether the piece has moved as often in a row as it may. */
static bool must_rest(const OraclePosition *position, int square) {
    int side = oracle_side(position->turn);
    return position->variant->three_moves && position->run_square[side] == square &&
           position->run_length[side] >= 3;
}

void oracle_add_quiet_moves(const OraclePosition *position, OracleMoves *list) {
    const OracleVariant *variant = position->variant;
    for (int from = 1; from <= oracle_count_squares(variant); from++) {
        char piece = position->square[from];
        if (!oracle_is_of(piece, position->turn) || must_rest(position, from))
            continue;
        int reach = oracle_is_king(piece) && variant->kings_fly ? variant->height : 1;
        for (int direction = 0; direction < ORACLE_DIRECTIONS; direction++) {
            if (!oracle_may_step(variant, position->turn, oracle_is_king(piece), direction))
                continue;
            for (int steps = 1; steps <= reach; steps++) {
                int to = oracle_walk(variant, from, direction, steps);
                if (!to || position->square[to] != 'e')
                    break;
                OracleMove move = {.landing_count = 1, .from = (uint8_t)from, .to = (uint8_t)to};
                move.landing[0] = (uint8_t)to;
                move.promotes =
                    !oracle_is_king(piece) && oracle_is_crowning(variant, position->turn, to);
                append(list, &move);
            }
        }
    }
}

/* ---- the choice among captures ---- */

static int count_kings(const OraclePosition *position, const OracleMove *move) {
    int kings = 0;
    for (int i = 0; i < move->captured_count; i++)
        kings += oracle_is_king(position->square[move->victim[i]]);
    return kings;
}

/* Each gives a number by which captures are compared; the greatest ones stay. */
typedef int Measure(const OraclePosition *position, const OracleMove *move);

static int measure_pieces(const OraclePosition *position, const OracleMove *move) {
    (void)position;
    return move->captured_count;
}
static int measure_by_king(const OraclePosition *position, const OracleMove *move) {
    return oracle_is_king(position->square[move->from]);
}
/* Hundredths of a man: a king is worth nearly two. */
static int measure_value(const OraclePosition *position, const OracleMove *move) {
    int kings = count_kings(position, move);
    return 100 * (move->captured_count - kings) + 199 * kings;
}
/* The kings in the order they are met, as digits of a binary number. */
static int measure_order(const OraclePosition *position, const OracleMove *move) {
    int order = 0;
    for (int i = 0; i < move->captured_count; i++)
        order = 2 * order + oracle_is_king(position->square[move->victim[i]]);
    return order;
}

static void keep_best(const OraclePosition *position, OracleMoves *list, Measure *measure) {
    int best = 0, kept = 0;
    for (int i = 0; i < list->count; i++)
        if (measure(position, &list->moves[i]) > best)
            best = measure(position, &list->moves[i]);
    for (int i = 0; i < list->count; i++)
        if (measure(position, &list->moves[i]) == best)
            list->moves[kept++] = list->moves[i];
    list->count = kept;
}

void oracle_choose_captures(const OraclePosition *position, OracleMoves *list) {
    switch (position->variant->choice) {
    case ORACLE_ANY:
        break;
    case ORACLE_MOST:
        keep_best(position, list, measure_pieces);
        break;
    case ORACLE_MOST_KINGS:
        keep_best(position, list, measure_pieces);
        keep_best(position, list, count_kings);
        break;
    case ORACLE_ITALIAN:
        keep_best(position, list, measure_pieces);
        keep_best(position, list, measure_by_king);
        keep_best(position, list, count_kings);
        keep_best(position, list, measure_order);
        break;
    case ORACLE_FRISIAN:
        keep_best(position, list, measure_value);
        keep_best(position, list, measure_by_king);
        break;
    case ORACLE_KING_FIRST:
        keep_best(position, list, measure_by_king);
        break;
    }
}
