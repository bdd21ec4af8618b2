/* SPDX-License-Identifier: MIT
 *
 * The search: proven wins against brute force, draws by the law, exact limits, and the life of a
 * search with stop and ponder. */
#include "engine/base/rng.h"
#include "engine/board/movegen.h"
#include "engine/notation/fen.h"
#include "engine/notation/move_text.h"
#include "engine/search/search.h"
#include "tests/unit/random_position.h"
#include "tests/unit/suite.h"

#include <math.h>
#include <string.h>
#include <time.h>

/* What the callbacks saw. Read only after search_wait. */
typedef struct {
    int infos, dones;
    int infos_after_done;
    int last_depth, last_score;
    SearchResult result;
} Seen;

static void on_info(void *context, const SearchInfo *info) {
    Seen *seen = context;
    seen->infos++;
    seen->infos_after_done += seen->dones > 0;
    seen->last_depth = info->depth;
    seen->last_score = info->score;
    ck_assert_int_ge(info->line_length, 1);
    ck_assert_int_le(info->line_length, SEARCH_PLY_MAX + 1);
}

static void on_done(void *context, const SearchResult *result) {
    Seen *seen = context;
    seen->dones++;
    seen->result = *result;
}

static Position position_of(const char *variant, const char *fen) {
    Position position;
    Error error;
    ck_assert_msg(fen_read(rules_find(variant), fen, strlen(fen), &position, NULL, &error) ==
                      STATUS_OK,
                  "%s: %s", fen, error.text);
    return position;
}

static GameRecord record_of(const Position *start) {
    GameRecord record;
    ck_assert_int_eq(record_init(&record, start, NULL), STATUS_OK);
    return record;
}

static GameRecord record_of_fen(const char *variant, const char *fen) {
    Position start = position_of(variant, fen);
    return record_of(&start);
}

static void play_all(GameRecord *record, const char *moves) {
    char copy[256];
    ck_assert_uint_lt(strlen(moves), sizeof copy);
    strcpy(copy, moves);
    char *rest = NULL;
    for (char *text = strtok_r(copy, " ", &rest); text; text = strtok_r(NULL, " ", &rest)) {
        Move move;
        Error error;
        ck_assert_msg(move_text_read(record_current(record), text, strlen(text), &move, &error) ==
                          STATUS_OK,
                      "%s", error.text);
        ck_assert_int_eq(record_push(record, move, NULL), STATUS_OK);
    }
}

static Search *search_of(int threads, int table_mib) {
    SearchConfig config = {threads, table_mib, EVAL_FULL};
    Search *search = NULL;
    ck_assert_int_eq(search_new(&config, &search, NULL), STATUS_OK);
    return search;
}

static void start(Search *search, const GameRecord *record, const SearchLimits *limits,
                  SearchMode mode, Seen *seen) {
    *seen = (Seen){0};
    SearchEvents events = {on_info, on_done, seen};
    Error error;
    ck_assert_msg(search_start(search, record, limits, mode, &events, &error) == STATUS_OK, "%s",
                  error.text);
}

/* After each finished search: one answer, a legal one, told before and not after. */
static void check_answer(const GameRecord *record, const Seen *seen) {
    const Position *root = record_current(record);
    ck_assert_int_eq(seen->dones, 1);
    ck_assert_int_eq(seen->infos_after_done, 0);
    if (!movegen_has_move(root)) {
        ck_assert(move_is_none(seen->result.best));
        ck_assert_int_eq(seen->infos, 0);
        return;
    }
    ck_assert_int_ge(seen->infos, 1);
    ck_assert(move_equals(movegen_find(root, seen->result.best), seen->result.best));
    ck_assert(!move_is_none(seen->result.best));
    ck_assert_int_eq(seen->last_score, seen->result.score);
    if (move_is_none(seen->result.ponder))
        return;
    Position next;
    position_make(root, movegen_find(root, seen->result.best), &next);
    ck_assert(move_equals(movegen_find(&next, seen->result.ponder), seen->result.ponder));
}

static Seen think(Search *search, const GameRecord *record, SearchLimits limits) {
    Seen seen;
    start(search, record, &limits, SEARCH_THINK, &seen);
    search_wait(search);
    ck_assert(!search_is_running(search));
    check_answer(record, &seen);
    return seen;
}

static SearchLimits depth_limit(int depth) {
    return (SearchLimits){.has_depth = true, .depth = depth};
}

static SearchLimits node_limit(uint64_t nodes) {
    return (SearchLimits){.has_nodes = true, .nodes = nodes};
}

static void check_best(const GameRecord *record, const Seen *seen, const char *expected) {
    char text[MOVE_TEXT_SIZE];
    ck_assert_str_eq(move_text_write(record_current(record), seen->result.best, text), expected);
}

/* Proven scores */

/* Plies to the end with best play of both sides, or -1 when nobody wins within `plies`. */
static int solve(const Position *position, int plies) {
    MoveList list;
    if (movegen_generate(position, &list) == 0)
        return 0;
    if (plies == 0)
        return -1;
    int shortest_win = -1, longest_loss = 0;
    for (int i = 0; i < list.count; i++) {
        Position next;
        position_make(position, list.moves[i], &next);
        int after = solve(&next, plies - 1);
        if (after < 0)
            longest_loss = -1;
        else if (after % 2 == 0 && (shortest_win < 0 || after + 1 < shortest_win))
            shortest_win = after + 1;
        else if (after % 2 == 1 && longest_loss >= 0 && after + 1 > longest_loss)
            longest_loss = after + 1;
        if (after >= 0 && after % 2 == 0)
            longest_loss = -1;
    }
    return shortest_win >= 0 ? shortest_win : longest_loss;
}

static int solved_score(int plies) {
    return plies % 2 ? score_win_in(plies) : score_loss_in(plies);
}

START_TEST(test_known_wins) {
    static const struct {
        const char *variant, *fen;
        int score;
    } cases[] = {
        {"international", "W:W27:B22", SCORE_WIN - 1},
        {"international", "W:WK47,K48,K49,K50:BK5", SCORE_WIN - 5},
        {"international", "W:W31:B20,K45", -SCORE_WIN + 6},
        {"english", "W:WK18,K15:BK29", SCORE_WIN - 3},
        {"english", "B:W9:B1,2", SCORE_WIN - 3},
    };
    Search *search = search_of(1, 1);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Position position = position_of(cases[i].variant, cases[i].fen), turned;
        position_turn_round(&position, &turned);
        ck_assert_int_eq(solved_score(solve(&position, 6)), cases[i].score);
        const Position *both[] = {&position, &turned};
        for (int side = 0; side < 2; side++) {
            GameRecord record = record_of(both[side]);
            ck_assert_int_eq(think(search, &record, depth_limit(8)).result.score, cases[i].score);
            record_done(&record);
        }
    }
    search_free(search);
}
END_TEST

START_TEST(test_random_wins) {
    enum {
        ROUNDS = 400,
        PLIES = 5
    };
    Search *search = search_of(1, 1);
    Rng rng;
    rng_init(&rng, 3);
    int wins = 0, losses = 0;
    for (int i = 0; i < ROUNDS; i++) {
        Position position;
        random_position_init(&position, rules_get((VariantId)(i % VARIANT_COUNT)), &rng,
                             (unsigned)(i % VARIANT_COUNT == VARIANT_INTERNATIONAL ? 9 : 15), 25,
                             i % 4 < 2 ? 75 : 25);
        int plies = solve(&position, PLIES);
        if (plies <= 0)
            continue;
        wins += plies % 2;
        losses += plies % 2 == 0;
        GameRecord record = record_of(&position);
        Seen seen = think(search, &record, depth_limit(10));
        char fen[FEN_SIZE];
        ck_assert_msg(seen.result.score == solved_score(plies), "%s: %d, score %d",
                      fen_write(&position, NULL, fen), plies, seen.result.score);
        record_done(&record);
    }
    ck_assert_int_gt(wins, 30);
    ck_assert_int_gt(losses, 5);
    search_free(search);
}
END_TEST

START_TEST(test_same_win_at_any_thread_count) {
    GameRecord record = record_of_fen("international", "W:WK47,K48,K49,K50:BK5");
    for (int threads = 1; threads <= 4; threads++) {
        Search *search = search_of(threads, 1);
        ck_assert_int_eq(think(search, &record, depth_limit(9)).result.score, SCORE_WIN - 5);
        search_free(search);
    }
    record_done(&record);
}
END_TEST

/* Draws by the law */

/* Black is two men behind and draws by going back a third time; a second time is no draw yet. */
START_TEST(test_repetition) {
    const char *fen = "W:WK46,16,26,36:BK50,15";
    Search *search = search_of(1, 4);
    GameRecord record = record_of_fen("international", fen);
    think(search, &record, depth_limit(10));
    play_all(&record, "46-41 50-45 41-46");
    ck_assert_int_lt(think(search, &record, depth_limit(1)).result.score, SCORE_DRAW);
    play_all(&record, "45-50 46-41 50-45 41-46");
    for (int cleared = 0; cleared < 2; cleared++) {
        for (int depth = 1; depth <= 10; depth++) {
            Seen seen = think(search, &record, depth_limit(depth));
            ck_assert_int_eq(seen.result.score, SCORE_DRAW);
            check_best(&record, &seen, "45-50");
        }
        ck_assert_int_eq(search_clear(search, NULL), STATUS_OK);
    }
    record_done(&record);
    search_free(search);
}
END_TEST

/* The history of the game decides: the same position without it is lost for Black. */
START_TEST(test_no_repetition_without_history) {
    Search *search = search_of(1, 4);
    GameRecord record = record_of_fen("international", "B:WK46,16,26,36:BK45,15");
    ck_assert_int_lt(think(search, &record, depth_limit(1)).result.score, SCORE_DRAW);
    record_done(&record);
    search_free(search);
}
END_TEST

START_TEST(test_quiet_plies) {
    /* The win takes three quiet plies and two captures, so the 25 moves must leave room for three;
     * one table for all. */
    static const char *const early[] = {"H0", "H46", "H10", "H46"};
    static const char *const late[] = {"H47", "H48", "H49", "H47"};
    Search *search = search_of(1, 4);
    for (size_t i = 0; i < sizeof early / sizeof *early; i++) {
        char fen[FEN_SIZE];
        snprintf(fen, sizeof fen, "W:WK47,K48,K49,K50:BK5:%s", early[i]);
        GameRecord record = record_of_fen("international", fen);
        ck_assert_int_eq(think(search, &record, depth_limit(8)).result.score, score_win_in(5));
        record_done(&record);
        snprintf(fen, sizeof fen, "W:WK47,K48,K49,K50:BK5:%s", late[i]);
        record = record_of_fen("international", fen);
        int score = think(search, &record, depth_limit(8)).result.score;
        ck_assert_int_ne(score, score_win_in(5));
        if (!strcmp(late[i], "H49"))
            ck_assert_int_eq(score, SCORE_DRAW);
        record_done(&record);
    }
    search_free(search);
}
END_TEST

START_TEST(test_counted_ending) {
    /* Two kings against one: drawn by the tenth ply, whatever the material. */
    GameRecord record = record_of_fen("international", "W:WK47,K48:BK5");
    Search *search = search_of(1, 4);
    Seen fresh = think(search, &record, depth_limit(1));
    ck_assert_int_gt(fresh.result.score, SCORE_DRAW);
    play_all(&record, "47-24 5-10 24-47 10-5 47-24 5-14 24-47 14-5 48-25");
    Seen last = think(search, &record, depth_limit(6));
    ck_assert_int_eq(last.result.score, SCORE_DRAW);
    /* The root itself may be drawn; it is searched all the same. */
    play_all(&record, "5-10");
    ck_assert_int_eq(record_outcome(&record, NULL), OUTCOME_DRAW);
    think(search, &record, depth_limit(6));
    record_done(&record);
    search_free(search);
}
END_TEST

START_TEST(test_win_beats_draw) {
    /* The move that shuts the last piece in is the 80th quiet ply; any other draws. */
    GameRecord record = record_of_fen("english", "W:WK9,K6,K10:BK1:H79");
    Search *search = search_of(1, 1);
    Seen seen = think(search, &record, depth_limit(4));
    ck_assert_int_eq(seen.result.score, score_win_in(1));
    check_best(&record, &seen, "9-5");
    record_done(&record);
    record = record_of_fen("english", "W:WK9,K6,K11:BK1:H79");
    ck_assert_int_eq(think(search, &record, depth_limit(4)).result.score, SCORE_DRAW);
    record_done(&record);
    search_free(search);
}
END_TEST

/* Limits */

START_TEST(test_node_limit) {
    static const uint64_t limits[] = {0, 1, 2, 3, 10, 100, 511, 512, 513, 1000, 1024, 5000, 20000};
    GameRecord record = record_of_fen("international", "start");
    Search *search = search_of(1, 1);
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        Seen seen = think(search, &record, node_limit(limits[i]));
        ck_assert_uint_eq(seen.result.nodes, limits[i]);
    }
    record_done(&record);
    search_free(search);
}
END_TEST

START_TEST(test_depth_limit) {
    GameRecord record = record_of_fen("english", "start");
    Search *search = search_of(1, 1);
    for (int depth = 1; depth <= 9; depth++) {
        Seen seen = think(search, &record, depth_limit(depth));
        ck_assert_int_eq(seen.result.depth, depth);
        ck_assert_int_eq(seen.last_depth, depth);
        ck_assert_int_eq(seen.infos, depth);
    }
    /* A deepest search ends by itself, analysis too. */
    GameRecord ending = record_of_fen("english", "W:WK18,K15:BK29");
    Seen seen;
    SearchLimits none = {0};
    start(search, &ending, &none, SEARCH_ANALYSE, &seen);
    search_wait(search);
    check_answer(&ending, &seen);
    ck_assert_int_eq(seen.result.depth, SEARCH_DEPTH_MAX);
    record_done(&ending);
    record_done(&record);
    search_free(search);
}
END_TEST

START_TEST(test_reproducible) {
    GameRecord record = record_of_fen("international", "start");
    Search *search = search_of(1, 1), *other = search_of(1, 1);
    for (uint64_t nodes = 1000; nodes <= 20000; nodes += 1000) {
        ck_assert_int_eq(search_clear(search, NULL), STATUS_OK);
        ck_assert_int_eq(search_clear(other, NULL), STATUS_OK);
        Seen a = think(search, &record, node_limit(nodes));
        Seen b = think(other, &record, node_limit(nodes));
        ck_assert(move_equals(a.result.best, b.result.best));
        ck_assert_int_eq(a.result.score, b.result.score);
        ck_assert_int_eq(a.result.depth, b.result.depth);
        ck_assert_int_eq(a.infos, b.infos);
        ck_assert_int_eq(search_clear(search, NULL), STATUS_OK);
        Seen c = think(search, &record, depth_limit(a.result.depth));
        ck_assert_uint_le(c.result.nodes, a.result.nodes);
        ck_assert_int_eq(search_clear(search, NULL), STATUS_OK);
        ck_assert_uint_eq(think(search, &record, depth_limit(a.result.depth)).result.nodes,
                          c.result.nodes);
    }
    search_free(search);
    search_free(other);
    record_done(&record);
}
END_TEST

START_TEST(test_absurd_times) {
    static const double times[] = {0, -0.5, -1e308, 1e308, 1e-300};
    GameRecord record = record_of_fen("international", "start");
    Search *search = search_of(1, 1);
    for (size_t i = 0; i <= sizeof times / sizeof *times + 1; i++) {
        double time = i < sizeof times / sizeof *times ? times[i] : i % 2 ? (double)NAN : INFINITY;
        think(search, &record, (SearchLimits){.has_move_time = true, .move_time = time});
        think(search, &record, (SearchLimits){.has_clock = true, .clock_time = time});
        think(search, &record,
              (SearchLimits){.has_clock = true,
                             .clock_increment = time,
                             .has_moves = true,
                             .moves_to_control = 1});
    }
    record_done(&record);
    search_free(search);
}
END_TEST

START_TEST(test_forced_move) {
    /* One legal move: told at once with a clock, searched without. */
    GameRecord record = record_of_fen("international", "W:W31,48:B27,9,3");
    Search *search = search_of(1, 1);
    Seen seen = think(search, &record, (SearchLimits){.has_clock = true, .clock_time = 3600});
    ck_assert_int_eq(seen.result.depth, 1);
    seen = think(search, &record, (SearchLimits){.has_move_time = true, .move_time = 3600});
    ck_assert_int_eq(seen.result.depth, 1);
    ck_assert_int_eq(think(search, &record, depth_limit(5)).result.depth, 5);
    SearchLimits limits = {.has_depth = true, .depth = 5, .has_clock = true, .clock_time = 3600};
    start(search, &record, &limits, SEARCH_ANALYSE, &seen);
    search_wait(search);
    ck_assert_int_eq(seen.result.depth, 5);
    record_done(&record);
    search_free(search);
}
END_TEST

/* Configuration and life */

START_TEST(test_bad_requests) {
    static const SearchConfig bad[] = {
        {0, 1, EVAL_FULL},
        {-1, 1, EVAL_FULL},
        {100000, 1, EVAL_FULL},
        {1, -1, EVAL_FULL},
        {1, SEARCH_TABLE_MIB_MAX + 1, EVAL_FULL},
        {1, 1, EVAL_KIND_COUNT},
    };
    Search *search = search_of(2, 0);
    Error error;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        Search *none = NULL;
        ck_assert_int_eq(search_new(&bad[i], &none, &error), STATUS_RANGE);
        ck_assert_ptr_null(none);
        ck_assert_int_eq(search_configure(search, &bad[i], &error), STATUS_RANGE);
    }
    GameRecord record = record_of_fen("international", "start");
    static const SearchLimits bad_limits[] = {
        {.has_depth = true, .depth = 0},
        {.has_depth = true, .depth = SEARCH_DEPTH_MAX + 1},
        {.has_clock = true, .clock_time = 1, .has_moves = true, .moves_to_control = 0},
    };
    for (size_t i = 0; i < sizeof bad_limits / sizeof *bad_limits; i++)
        ck_assert_int_eq(search_start(search, &record, &bad_limits[i], SEARCH_THINK, NULL, &error),
                         STATUS_RANGE);
    think(search, &record, depth_limit(3));
    record_done(&record);
    search_free(search);
    search_free(NULL);
}
END_TEST

START_TEST(test_configure) {
    GameRecord record = record_of_fen("international", "start");
    Search *search = search_of(1, 0);
    static const SearchConfig configs[] = {
        {4, 0, EVAL_FULL}, {2, 3, EVAL_MATERIAL}, {3, 3, EVAL_FULL}, {1, 0, EVAL_FULL}};
    uint64_t nodes[2] = {0, 0};
    for (size_t i = 0; i < sizeof configs / sizeof *configs; i++) {
        ck_assert_int_eq(search_configure(search, &configs[i], NULL), STATUS_OK);
        think(search, &record, depth_limit(5));
    }
    for (EvalKind kind = 0; kind < EVAL_KIND_COUNT; kind++) {
        SearchConfig config = {1, 1, kind};
        ck_assert_int_eq(search_configure(search, &config, NULL), STATUS_OK);
        ck_assert_int_eq(search_clear(search, NULL), STATUS_OK);
        nodes[kind] = think(search, &record, depth_limit(8)).result.nodes;
    }
    ck_assert_uint_ne(nodes[EVAL_FULL], nodes[EVAL_MATERIAL]);
    record_done(&record);
    search_free(search);
}
END_TEST

START_TEST(test_busy) {
    GameRecord record = record_of_fen("international", "start");
    Search *search = search_of(1, 1);
    SearchConfig config = {1, 1, EVAL_FULL};
    SearchLimits none = {0};
    Seen seen;
    start(search, &record, &none, SEARCH_ANALYSE, &seen);
    ck_assert(search_is_running(search));
    ck_assert_int_eq(search_start(search, &record, &none, SEARCH_THINK, NULL, NULL), STATUS_STATE);
    ck_assert_int_eq(search_configure(search, &config, NULL), STATUS_STATE);
    ck_assert_int_eq(search_clear(search, NULL), STATUS_STATE);
    search_ponder_hit(search);
    search_stop(search);
    search_stop(search);
    search_wait(search);
    check_answer(&record, &seen);
    search_wait(search);
    ck_assert_int_eq(search_configure(search, &config, NULL), STATUS_OK);
    /* A search still on its way is stopped by search_free, and answers. */
    start(search, &record, &none, SEARCH_ANALYSE, &seen);
    search_free(search);
    check_answer(&record, &seen);
    record_done(&record);
}
END_TEST

START_TEST(test_stale_stop) {
    GameRecord record = record_of_fen("international", "start");
    Search *search = search_of(1, 1);
    search_stop(search);
    search_ponder_hit(search);
    ck_assert_int_eq(think(search, &record, depth_limit(6)).result.depth, 6);
    search_stop(search);
    ck_assert_int_eq(think(search, &record, depth_limit(6)).result.depth, 6);
    record_done(&record);
    search_free(search);
}
END_TEST

START_TEST(test_no_move) {
    static const char *const roots[] = {"W:W36:B31,27", "B:W31:B", "W:W:BK1"};
    Search *search = search_of(2, 1);
    for (size_t i = 0; i < sizeof roots / sizeof *roots; i++) {
        GameRecord record = record_of_fen("international", roots[i]);
        Seen seen = think(search, &record, (SearchLimits){.has_clock = true, .clock_time = 10});
        ck_assert_int_eq(seen.result.score, score_loss_in(0));
        record_done(&record);
    }
    search_free(search);
}
END_TEST

START_TEST(test_no_events) {
    GameRecord record = record_of_fen("international", "start");
    Search *search = search_of(2, 0);
    SearchLimits limits = depth_limit(4);
    ck_assert_int_eq(search_start(search, &record, &limits, SEARCH_THINK, NULL, NULL), STATUS_OK);
    search_wait(search);
    record_done(&record);
    search_free(search);
}
END_TEST

static void sleep_ms(long ms) {
    struct timespec time = {0, ms * 1000000};
    nanosleep(&time, NULL);
}

START_TEST(test_ponder_withholds) {
    /* Whatever ends the thinking, the answer waits for the hit or the stop. */
    static const char *const roots[] = {"start", "W:W31,48:B27,9,3", "W:W36:B31,27"};
    static const SearchLimits limits[] = {
        {.has_depth = true, .depth = 2},
        {.has_nodes = true, .nodes = 10},
        {.has_move_time = true, .move_time = 0.001},
    };
    Search *search = search_of(2, 1);
    for (size_t i = 0; i < sizeof roots / sizeof *roots; i++)
        for (size_t j = 0; j < sizeof limits / sizeof *limits; j++)
            for (int hit = 0; hit < 2; hit++) {
                GameRecord record = record_of_fen("international", roots[i]);
                Seen seen;
                start(search, &record, &limits[j], SEARCH_PONDER, &seen);
                sleep_ms(5);
                ck_assert(search_is_running(search));
                if (hit)
                    search_ponder_hit(search);
                else
                    search_stop(search);
                search_wait(search);
                check_answer(&record, &seen);
                record_done(&record);
            }
    search_free(search);
}
END_TEST

START_TEST(test_races) {
    enum {
        ROUNDS = 200
    };
    Search *search = search_of(3, 1);
    GameRecord record = record_of_fen("international", "start");
    Rng rng;
    rng_init(&rng, 5);
    for (int i = 0; i < ROUNDS; i++) {
        SearchLimits limits = {.has_move_time = i % 3 > 0, .move_time = 0.001};
        SearchMode mode = i % 4 == 0 ? SEARCH_ANALYSE : SEARCH_PONDER;
        Seen seen;
        start(search, &record, &limits, mode, &seen);
        sleep_ms((long)rng_below(&rng, 4));
        if (rng_below(&rng, 2))
            search_ponder_hit(search);
        if (rng_below(&rng, 2) || mode == SEARCH_ANALYSE || !limits.has_move_time)
            search_stop(search);
        search_ponder_hit(search);
        search_wait(search);
        search_stop(search);
        search_ponder_hit(search);
        check_answer(&record, &seen);
        ck_assert_int_eq(record_push(&record, seen.result.best, NULL), STATUS_OK);
        if (record_outcome(&record, NULL) != OUTCOME_NONE) {
            Position first = record.entries[0].position;
            record_restart(&record, &first);
        }
    }
    record_done(&record);
    search_free(search);
}
END_TEST

START_TEST(test_two_at_once) {
    GameRecord one = record_of_fen("international", "start");
    GameRecord two = record_of_fen("english", "start");
    Search *first = search_of(1, 1), *second = search_of(1, 1);
    uint64_t alone_one = think(first, &one, depth_limit(9)).result.nodes;
    uint64_t alone_two = think(second, &two, depth_limit(9)).result.nodes;
    ck_assert_int_eq(search_clear(first, NULL), STATUS_OK);
    ck_assert_int_eq(search_clear(second, NULL), STATUS_OK);
    SearchLimits limits = depth_limit(9);
    Seen seen_one, seen_two;
    start(first, &one, &limits, SEARCH_THINK, &seen_one);
    start(second, &two, &limits, SEARCH_THINK, &seen_two);
    search_wait(first);
    search_wait(second);
    check_answer(&one, &seen_one);
    check_answer(&two, &seen_two);
    ck_assert_uint_eq(seen_one.result.nodes, alone_one);
    ck_assert_uint_eq(seen_two.result.nodes, alone_two);
    search_free(first);
    search_free(second);
    record_done(&one);
    record_done(&two);
}
END_TEST

START_TEST(test_tiny_table) {
    GameRecord record = record_of_fen("international", "start");
    Search *search = search_of(1, 0);
    ck_assert_int_eq(think(search, &record, depth_limit(8)).result.depth, 8);
    record_done(&record);
    search_free(search);
}
END_TEST

static TCase *tcase_of(const char *name, const TTest *const *tests, size_t count) {
    TCase *tcase = tcase_create(name);
    tcase_set_timeout(tcase, 120);
    for (size_t i = 0; i < count; i++)
        tcase_add_test(tcase, tests[i]);
    return tcase;
}

int main(void) {
    const TTest *const proven[] = {test_known_wins, test_random_wins,
                                   test_same_win_at_any_thread_count};
    const TTest *const law[] = {test_repetition, test_no_repetition_without_history,
                                test_quiet_plies, test_counted_ending, test_win_beats_draw};
    const TTest *const limits[] = {test_node_limit, test_depth_limit, test_reproducible,
                                   test_absurd_times, test_forced_move};
    const TTest *const life[] = {
        test_bad_requests, test_configure,        test_busy,  test_stale_stop,  test_no_move,
        test_no_events,    test_ponder_withholds, test_races, test_two_at_once, test_tiny_table};
    Suite *suite = suite_create("search");
    suite_add_tcase(suite, tcase_of("proven", proven, sizeof proven / sizeof *proven));
    suite_add_tcase(suite, tcase_of("law", law, sizeof law / sizeof *law));
    suite_add_tcase(suite, tcase_of("limits", limits, sizeof limits / sizeof *limits));
    suite_add_tcase(suite, tcase_of("life", life, sizeof life / sizeof *life));
    return suite_run(suite);
}
