/* SPDX-License-Identifier: MIT
 *
 * The engine's moves against stored move lists, against the oracle on random positions, and
 * against each other. HUFF_TEST_POSITIONS sets how many random positions a variant has. */
#include "engine/board/movegen.h"

#include "engine/board/route.h"
#include "tests/oracle/sampler.h"
#include "tests/unit/bridge.h"
#include "tests/unit/case_files.h"
#include "tests/unit/suite.h"

#include <errno.h>
#include <string.h>

enum {
    POSITIONS_DEFAULT = 6250, /* of each variant: 100,000 in all, and more in the suite "long" */
    ROUTES_EVERY = 4,         /* of the positions also have their routes compared */
    PERFT_EVERY = 16,         /* also have three plies counted by both */
    PERFT_DEPTH = 3,
    PERFT_MOVES_MAX = 40, /* but not those in which the oracle would take long */
    GAMES = 400,
    GAME_PLIES_MAX = 120,
};

/* Those for which there are stored positions. */
static const char *const stored_variants[] = {"international", "english", "frisian",
                                              "brazilian",     "russian", "pool",
                                              "italian",       "spanish", "czech"};

enum {
    STORED_VARIANTS = sizeof stored_variants / sizeof *stored_variants
};

static const OracleVariant *variant_of(int id) {
    return oracle_get_variant(rules_get((VariantId)id)->name);
}

static int get_position_count(void) {
    const char *text = getenv("HUFF_TEST_POSITIONS");
    if (!text)
        return POSITIONS_DEFAULT;
    char *end;
    errno = 0;
    long count = strtol(text, &end, 10);
    ck_assert_msg(!errno && end > text && !*end && count >= 1 && count <= 100000000,
                  "HUFF_TEST_POSITIONS is \"%s\", not a number from 1 to 100000000", text);
    return (int)count;
}

/* Each `differ_...` function returns NULL when engine and oracle agree, else what is different. */

static bool has_same_flags(Move a, Move b) {
    return a.promotes == b.promotes && a.king == b.king;
}

static const char *differ_moves(const OraclePosition *oracle, const OracleMoves *expected,
                                const Position *position) {
    MoveList list;
    if (movegen_generate(position, &list) != expected->count || list.count != expected->count)
        return "number of moves";
    for (int i = 0; i < expected->count; i++) {
        Move move = bridge_read_move(oracle, &expected->moves[i]);
        const Move *found = move_list_find(&list, move);
        if (!found)
            return "a move is missing";
        if (!has_same_flags(*found, move))
            return "flags of a move";
        Move bare = {.from = move.from, .to = move.to};
        move_set_captured(&bare, move_captured(move));
        Move again = movegen_find(position, bare);
        if (!move_equals(again, move) || !has_same_flags(again, move))
            return "movegen_find";
    }
    if (movegen_has_move(position) != (expected->count > 0))
        return "movegen_has_move";
    return NULL;
}

static const char *differ_captures(const OraclePosition *oracle, const Position *position) {
    if (movegen_has_capture(position, COLOR_WHITE) != oracle_has_capture(oracle, 'w'))
        return "movegen_has_capture for White";
    if (movegen_has_capture(position, COLOR_BLACK) != oracle_has_capture(oracle, 'b'))
        return "movegen_has_capture for Black";
    return NULL;
}

static const char *differ_counts(const OraclePosition *oracle, const Position *position,
                                 int depth) {
    if (movegen_perft(position, depth, false) != oracle_perft(oracle, depth, false))
        return "perft, merged";
    if (movegen_perft(position, depth, true) != oracle_perft(oracle, depth, true))
        return "perft, kept apart";
    return NULL;
}

/* Every way the oracle goes must fit, route_find must give the smallest one, and a way with one
 * landing changed must fit exactly when the oracle has it too. */
static const char *differ_routes(const OraclePosition *oracle, const OracleMoves *routes,
                                 const Position *position) {
    for (int i = 0; i < routes->count; i++) {
        const OracleMove *route = &routes->moves[i];
        Move move = bridge_read_move(oracle, route);
        uint8_t squares[ORACLE_CAPTURES_MAX + 1] = {route->from};
        int count = 1 + route->landing_count;
        memcpy(squares + 1, route->landing, (size_t)route->landing_count);
        if (!route_fits(position, move, squares, count))
            return "route_fits refuses a route";
        if (i == 0 || !oracle_move_equals(route, &routes->moves[i - 1])) {
            Route found;
            route_find(position, move, &found);
            if (found.count != count || memcmp(found.squares, squares, (size_t)count) != 0)
                return "route_find";
        }
        if (count < 3)
            continue;
        int changed = 1 + i % (count - 2);
        squares[changed] = (uint8_t)(squares[changed] % oracle_count_squares(oracle->variant) + 1);
        bool legal = false;
        for (int k = 0; k < routes->count && !legal; k++)
            legal = oracle_move_equals(route, &routes->moves[k]) &&
                    memcmp(routes->moves[k].landing, squares + 1, (size_t)count - 1) == 0;
        if (route_fits(position, move, squares, count) != legal)
            return "route_fits takes a wrong route";
    }
    return NULL;
}

static const char *differ_after_moves(const OraclePosition *oracle, const OracleMoves *moves,
                                      const Position *position) {
    if (position->key != position_compute_key(position))
        return "key";
    for (int i = 0; i < moves->count; i++) {
        OraclePosition oracle_next;
        Position next;
        oracle_make(oracle, &moves->moves[i], &oracle_next);
        position_make(position, bridge_read_move(oracle, &moves->moves[i]), &next);
        if (!bridge_same_position(&oracle_next, &next))
            return "board after a move";
        if (next.key != position_compute_key(&next))
            return "key after a move";
    }
    return NULL;
}

static Move turn_move(const Geometry *geometry, Move move) {
    int last = geometry->square_count + 1;
    Move turned = move;
    turned.from = geometry->cell_of_square[last - move_from_square(geometry, move)];
    turned.to = geometry->cell_of_square[last - move_to_square(geometry, move)];
    Bitboard captured = 0;
    for (Bitboard left = move_captured(move); left; left = bits_rest(left))
        captured |=
            geometry_square_bit(geometry, last - geometry->square_of_cell[bits_first(left)]);
    move_set_captured(&turned, captured);
    return turned;
}

/* The other side, looking at the board from its own end, has the same moves. */
static const char *differ_turned(const Position *position) {
    Position turned, back;
    position_turn_round(position, &turned);
    position_turn_round(&turned, &back);
    if (!position_equals(position, &back))
        return "turned round twice";
    if (turned.turn == position->turn || turned.key != position_compute_key(&turned))
        return "turn or key of the turned position";
    MoveList list, turned_list;
    movegen_generate(position, &list);
    if (movegen_generate(&turned, &turned_list) != list.count)
        return "number of moves of the turned position";
    for (int i = 0; i < list.count; i++) {
        Move expected = turn_move(rules_geometry(position->rules), list.moves[i]);
        const Move *found = move_list_find(&turned_list, expected);
        if (!found || !has_same_flags(*found, expected))
            return "a move of the turned position";
    }
    return NULL;
}

static void check_position(const OraclePosition *oracle, int number, OracleMoves *moves) {
    Position position;
    bridge_read_position(oracle, &position);
    const char *problem = NULL;
    oracle_list_routes(oracle, moves);
    if (number % ROUTES_EVERY == 0)
        problem = differ_routes(oracle, moves, &position);
    oracle_list_orders(oracle, moves);
    if (!problem && movegen_perft(&position, 1, true) != (uint64_t)moves->count)
        problem = "number of orders";
    oracle_list_moves(oracle, moves);
    if (!problem && movegen_perft(&position, 1, false) != (uint64_t)moves->count)
        problem = "perft of one ply";
    if (!problem)
        problem = differ_moves(oracle, moves, &position);
    if (!problem)
        problem = differ_captures(oracle, &position);
    if (!problem)
        problem = differ_after_moves(oracle, moves, &position);
    if (!problem)
        problem = differ_turned(&position);
    for (int depth = 2; depth <= PERFT_DEPTH && !problem; depth++)
        if (number % PERFT_EVERY == 0 && moves->count <= PERFT_MOVES_MAX)
            problem = differ_counts(oracle, &position, depth);
    char text[BRIDGE_TEXT_SIZE];
    ck_assert_msg(!problem, "%s: %s", bridge_describe(oracle, text), problem);
}

START_TEST(engine_agrees_with_oracle) {
    Sampler sampler;
    OracleMoves moves = {0};
    sampler_init(&sampler, variant_of(_i), 2024);
    int count = get_position_count();
    for (int number = 0; number < count; number++) {
        OraclePosition oracle;
        sampler_next(&sampler, &oracle);
        check_position(&oracle, number, &moves);
    }
    oracle_moves_done(&moves);
    sampler_done(&sampler);
}
END_TEST

/* The comparisons above must be able to fail: each gets a position that is not the oracle's. */
START_TEST(comparisons_see_differences) {
    const OracleVariant *variant = oracle_get_variant("international");
    OraclePosition oracle, other;
    Position position;
    OracleMoves moves = {0}, routes = {0};
    oracle_read_fen(&oracle, variant, "W:WK47:B9,12,33");
    oracle_read_fen(&other, variant, "W:WK47:B9,12,34");
    bridge_read_position(&other, &position);
    oracle_list_moves(&oracle, &moves);
    oracle_list_routes(&oracle, &routes);
    ck_assert(!bridge_same_position(&oracle, &position));
    ck_assert_ptr_nonnull(differ_moves(&oracle, &moves, &position));
    ck_assert_ptr_nonnull(differ_counts(&oracle, &position, 2));
    ck_assert_ptr_nonnull(differ_routes(&oracle, &routes, &position));
    ck_assert_ptr_nonnull(differ_after_moves(&oracle, &moves, &position));
    oracle_read_fen(&other, variant, "W:W48:B9,12,34");
    bridge_read_position(&other, &position);
    ck_assert_ptr_nonnull(differ_captures(&oracle, &position));
    position.key ^= 1;
    ck_assert_ptr_nonnull(differ_after_moves(&oracle, &moves, &position));
    ck_assert_ptr_nonnull(differ_turned(&position));
    oracle_moves_done(&moves);
    oracle_moves_done(&routes);
}
END_TEST

START_TEST(stored_positions_have_exactly_their_moves) {
    char name[CASE_NAME_SIZE + 16];
    snprintf(name, sizeof name, "movegen_%s.jsonl", stored_variants[_i]);
    FILE *file = suite_open_data(name);
    MovesCase row;
    int checked = 0;
    for (; moves_case_read(file, &row); checked++) {
        OraclePosition oracle;
        Position position;
        oracle_read_fen(&oracle, oracle_get_variant(row.variant), row.fen);
        bridge_read_position(&oracle, &position);
        OracleMoves expected = {.moves = row.moves, .count = row.move_count};
        const char *problem = differ_moves(&oracle, &expected, &position);
        ck_assert_msg(!problem, "%s %s: %s", row.variant, row.fen, problem);
        for (int i = 0; i < row.move_count; i++) {
            uint8_t squares[ORACLE_CAPTURES_MAX + 1] = {row.moves[i].from};
            memcpy(squares + 1, row.moves[i].landing, (size_t)row.moves[i].landing_count);
            ck_assert_msg(route_fits(&position, bridge_read_move(&oracle, &row.moves[i]), squares,
                                     1 + row.moves[i].landing_count),
                          "%s %s: path %d does not fit", row.variant, row.fen, i);
        }
    }
    fclose(file);
    ck_assert_int_ge(checked, 50);
}
END_TEST

START_TEST(find_knows_only_legal_moves) {
    OraclePosition oracle;
    Position position;
    oracle_read_fen(&oracle, oracle_get_variant("international"), "W:W32,38:B28,22");
    bridge_read_position(&oracle, &position);
    const Geometry *geometry = rules_geometry(position.rules);
    Move move = {.from = geometry->cell_of_square[32], .to = geometry->cell_of_square[23]};
    move_set_captured(&move, geometry_square_bit(geometry, 28));
    ck_assert(!move_is_none(movegen_find(&position, move)));
    move_set_captured(&move, geometry_square_bit(geometry, 29));
    ck_assert(move_is_none(movegen_find(&position, move)));
    move_set_captured(&move, 0);
    move.to = geometry->cell_of_square[27];
    ck_assert(move_is_none(movegen_find(&position, move)));
    ck_assert(move_is_none(movegen_find(&position, move_none())));
}
END_TEST

/* The most captures that long hill-climbing found in any position; a move list must hold them. */
START_TEST(list_holds_the_most_captures_known) {
    OraclePosition oracle;
    Position position;
    OracleMoves moves = {0};
    oracle_read_fen(&oracle, oracle_get_variant("international"),
                    "W:WK4,K5,K16,24,K26,K36,K46:"
                    "B7,K8,K11,K13,K15,19,K20,21,29,K30,K31,33,38,41,K42");
    ck_assert_int_eq(oracle_list_moves(&oracle, &moves), 407);
    bridge_read_position(&oracle, &position);
    const char *problem = differ_moves(&oracle, &moves, &position);
    ck_assert_msg(!problem, "%s", problem);
    ck_assert_int_lt(moves.count, MOVE_LIST_CAPACITY);
    oracle_moves_done(&moves);
}
END_TEST

/* ---- the counts a position carries ---- */

/* What one ply did, as far as the draw rules care. */
typedef struct {
    bool progress;    /* a man moved or something was taken */
    int ending_plies; /* plies allowed in the balance after it; 0: not a counted ending */
} PlyFacts;

/* Plies allowed in the balance on the board, straight from FMJD 6.3 and 6.4: a lone king against
 * three pieces 16 moves each, against one or two 5 moves each, a king being among them. */
static int get_allowed_plies(const OraclePosition *oracle) {
    if (strcmp(oracle->variant->name, "english") == 0) /* it counts no endings */
        return 0;
    int pieces[2] = {0}, kings[2] = {0};
    for (int square = 1; square <= oracle_count_squares(oracle->variant); square++) {
        char piece = oracle->square[square];
        int side = piece == 'b' || piece == 'B';
        pieces[side] += piece != 'e';
        kings[side] += piece == 'W' || piece == 'B';
    }
    for (int lone = 0; lone < 2; lone++) {
        if (pieces[lone] != 1 || kings[lone] != 1 || !kings[!lone])
            continue;
        if (pieces[!lone] <= 3)
            return pieces[!lone] == 3 ? 32 : 10;
    }
    return 0;
}

static void check_counts(const OraclePosition *oracle, const Position *position,
                         const PlyFacts *facts, int plies) {
    int quiet = 0, same_ending = 0;
    while (quiet < plies && !facts[plies - quiet].progress)
        quiet++;
    while (same_ending < plies &&
           facts[plies - same_ending - 1].ending_plies == facts[plies].ending_plies)
        same_ending++;
    int allowed = position->ending ? position->rules->endings[position->ending - 1].plies : 0;
    char text[BRIDGE_TEXT_SIZE];
    ck_assert_msg(position->quiet_plies == quiet, "%s: quiet_plies is %d, not %d",
                  bridge_describe(oracle, text), position->quiet_plies, quiet);
    ck_assert_msg(allowed == facts[plies].ending_plies, "%s: ending of %d plies, not %d",
                  bridge_describe(oracle, text), allowed, facts[plies].ending_plies);
    ck_assert_msg(position->ending_plies == (allowed ? same_ending : 0),
                  "%s: ending_plies is %d, not %d", bridge_describe(oracle, text),
                  position->ending_plies, same_ending);
}

/* Plays random moves from `oracle` and checks the counts after each. Returns the most plies spent
 * in one counted ending. */
static int play_counted_game(OraclePosition oracle, Rng *rng) {
    PlyFacts facts[GAME_PLIES_MAX + 1] = {{.ending_plies = get_allowed_plies(&oracle)}};
    Position position;
    OracleMoves moves = {0};
    int longest = 0;
    bridge_read_position(&oracle, &position);
    for (int plies = 0;; plies++) {
        check_counts(&oracle, &position, facts, plies);
        if (position.ending_plies > longest)
            longest = position.ending_plies;
        if (plies == GAME_PLIES_MAX || !oracle_list_moves(&oracle, &moves))
            break;
        OraclePosition before = oracle;
        Position position_before = position;
        const OracleMove *move = &moves.moves[rng_below(rng, (uint64_t)moves.count)];
        oracle_make(&before, move, &oracle);
        position_make(&position_before, bridge_read_move(&before, move), &position);
        facts[plies + 1] = (PlyFacts){
            .progress = move->captured_count || strchr("wb", before.square[move->from]),
            .ending_plies = get_allowed_plies(&oracle),
        };
    }
    oracle_moves_done(&moves);
    return longest;
}

static const char *const counted_variants[] = {"english", "international", "canadian"};

START_TEST(counts_follow_the_law) {
    Sampler sampler;
    Rng rng;
    int longest = 0;
    rng_init(&rng, 7);
    sampler_init(&sampler, oracle_get_variant(counted_variants[_i]), 11);
    for (int game = 0; game < GAMES; game++) {
        OraclePosition start;
        sampler_next(&sampler, &start);
        int spent = play_counted_game(start, &rng);
        if (spent > longest)
            longest = spent;
    }
    /* Without games that come to a counted ending and stay there the test would be idle. */
    ck_assert_int_ge(longest, _i ? 11 : 0);
    sampler_done(&sampler);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("movegen");
    TCase *oracle = tcase_create("oracle");
    tcase_set_timeout(oracle, 0);
    tcase_add_loop_test(oracle, engine_agrees_with_oracle, 0, VARIANT_COUNT);
    tcase_add_test(oracle, comparisons_see_differences);
    suite_add_tcase(suite, oracle);
    TCase *stored = tcase_create("stored");
    tcase_add_loop_test(stored, stored_positions_have_exactly_their_moves, 0, STORED_VARIANTS);
    tcase_add_test(stored, find_knows_only_legal_moves);
    tcase_add_test(stored, list_holds_the_most_captures_known);
    suite_add_tcase(suite, stored);
    TCase *counts = tcase_create("counts");
    tcase_set_timeout(counts, 0);
    tcase_add_loop_test(counts, counts_follow_the_law, 0,
                        sizeof counted_variants / sizeof *counted_variants);
    suite_add_tcase(suite, counts);
    return suite_run(suite);
}
