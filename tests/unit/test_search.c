/* SPDX-License-Identifier: MIT
 *
 * What the search finds: proven wins against brute force, draws by the law, exact limits. */
#include "engine/notation/move_text.h"
#include "tests/unit/random_position.h"
#include "tests/unit/search_fixture.h"

#include <math.h>

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

static SearchLimits node_limit(uint64_t nodes) {
    return (SearchLimits){.has_nodes = true, .nodes = nodes};
}

static void check_best(const GameRecord *record, const Seen *seen, const char *expected) {
    char text[MOVE_TEXT_SIZE];
    ck_assert_str_eq(move_text_write(record_current(record), seen->result.best, text), expected);
}

/* Proven scores */

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
        Position position = search_case_position(cases[i].variant, cases[i].fen), turned;
        position_turn_round(&position, &turned);
        ck_assert_int_eq(search_case_solve(&position, 6), cases[i].score);
        const Position *both[] = {&position, &turned};
        for (int side = 0; side < 2; side++) {
            GameRecord record = search_case_record(both[side]);
            ck_assert_int_eq(seen_think(search, &record, search_depth_limit(8)).result.score,
                             cases[i].score);
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
        const Rules *rules = rules_get((VariantId)(i % VARIANT_COUNT));
        unsigned density = rules->width == 10 ? 9 : rules->all_squares ? 6 : 15;
        random_position_init(&position, rules, &rng, density, 25, i / VARIANT_COUNT % 2 ? 75 : 25);
        int expected = search_case_solve(&position, PLIES);
        if (expected == SCORE_DRAW || !movegen_has_move(&position))
            continue;
        wins += expected > 0;
        losses += expected < 0;
        GameRecord record = search_case_record(&position);
        Seen seen = seen_think(search, &record, search_depth_limit(10));
        char fen[FEN_SIZE];
        ck_assert_msg(seen.result.score == expected, "%s %s: %d, score %d", rules->name,
                      fen_write(&position, NULL, fen), expected, seen.result.score);
        record_done(&record);
    }
    ck_assert_int_gt(wins, 30);
    ck_assert_int_gt(losses, 5);
    search_free(search);
}
END_TEST

/* Wins at the edge of what four plies see come out with their distance: no cut by the static score
 * among proven ones. */
START_TEST(test_wins_are_not_cut_away) {
    static const struct {
        const char *variant, *fen;
        int plies;
    } cases[] = {
        {"international", "W:WK50,K33,K31,20,K4,K19:BK7,27,10,2", 5},
        {"canadian", "W:WK50,K38,K6,K3:BK28,40,58,51", 3},
        {"canadian", "B:W60,48:B42,30,K45,38,53", 5},
    };
    Search *search = search_of(1, 1);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Position position = search_case_position(cases[i].variant, cases[i].fen);
        GameRecord record = search_case_record(&position);
        ck_assert_int_eq(search_clear(search, NULL), STATUS_OK);
        ck_assert_int_eq(seen_think(search, &record, search_depth_limit(4)).result.score,
                         SCORE_WIN - cases[i].plies);
        record_done(&record);
    }
    search_free(search);
}
END_TEST

START_TEST(test_same_win_at_any_thread_count) {
    GameRecord record = search_case_record_fen("international", "W:WK47,K48,K49,K50:BK5");
    for (int threads = 1; threads <= 4; threads++) {
        Search *search = search_of(threads, 1);
        ck_assert_int_eq(seen_think(search, &record, search_depth_limit(9)).result.score,
                         SCORE_WIN - 5);
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
    GameRecord record = search_case_record_fen("international", fen);
    seen_think(search, &record, search_depth_limit(10));
    play_all(&record, "46-41 50-45 41-46");
    ck_assert_int_lt(seen_think(search, &record, search_depth_limit(1)).result.score, SCORE_DRAW);
    play_all(&record, "45-50 46-41 50-45 41-46");
    for (int cleared = 0; cleared < 2; cleared++) {
        for (int depth = 1; depth <= 10; depth++) {
            Seen seen = seen_think(search, &record, search_depth_limit(depth));
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
    GameRecord record = search_case_record_fen("international", "B:WK46,16,26,36:BK45,15");
    ck_assert_int_lt(seen_think(search, &record, search_depth_limit(1)).result.score, SCORE_DRAW);
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
        GameRecord record = search_case_record_fen("international", fen);
        ck_assert_int_eq(seen_think(search, &record, search_depth_limit(8)).result.score,
                         score_win_in(5));
        record_done(&record);
        snprintf(fen, sizeof fen, "W:WK47,K48,K49,K50:BK5:%s", late[i]);
        record = search_case_record_fen("international", fen);
        int score = seen_think(search, &record, search_depth_limit(8)).result.score;
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
    GameRecord record = search_case_record_fen("international", "W:WK47,K48:BK5");
    Search *search = search_of(1, 4);
    Seen fresh = seen_think(search, &record, search_depth_limit(1));
    ck_assert_int_gt(fresh.result.score, SCORE_DRAW);
    play_all(&record, "47-24 5-10 24-47 10-5 47-24 5-14 24-47 14-5 48-25");
    Seen last = seen_think(search, &record, search_depth_limit(6));
    ck_assert_int_eq(last.result.score, SCORE_DRAW);
    /* The root itself may be drawn; it is searched all the same. */
    play_all(&record, "5-10");
    ck_assert_int_eq(record_outcome(&record, NULL), OUTCOME_DRAW);
    seen_think(search, &record, search_depth_limit(6));
    record_done(&record);
    search_free(search);
}
END_TEST

START_TEST(test_win_beats_draw) {
    /* The move that shuts the last piece in is the 80th quiet ply; any other draws. */
    GameRecord record = search_case_record_fen("english", "W:WK9,K6,K10:BK1:H79");
    Search *search = search_of(1, 1);
    Seen seen = seen_think(search, &record, search_depth_limit(4));
    ck_assert_int_eq(seen.result.score, score_win_in(1));
    check_best(&record, &seen, "9-5");
    record_done(&record);
    record = search_case_record_fen("english", "W:WK9,K6,K11:BK1:H79");
    ck_assert_int_eq(seen_think(search, &record, search_depth_limit(4)).result.score, SCORE_DRAW);
    record_done(&record);
    search_free(search);
}
END_TEST

/* Limits */

START_TEST(test_node_limit) {
    static const uint64_t limits[] = {0, 1, 2, 3, 10, 100, 511, 512, 513, 1000, 1024, 5000, 20000};
    GameRecord record = search_case_record_fen("international", "start");
    Search *search = search_of(1, 1);
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        Seen seen = seen_think(search, &record, node_limit(limits[i]));
        ck_assert_uint_eq(seen.result.nodes, limits[i]);
    }
    record_done(&record);
    search_free(search);
}
END_TEST

START_TEST(test_depth_limit) {
    GameRecord record = search_case_record_fen("english", "start");
    Search *search = search_of(1, 1);
    for (int depth = 1; depth <= 9; depth++) {
        Seen seen = seen_think(search, &record, search_depth_limit(depth));
        ck_assert_int_eq(seen.result.depth, depth);
        ck_assert_int_eq(seen.last_depth, depth);
        ck_assert_int_eq(seen.infos, depth);
    }
    /* A deepest search ends by itself, analysis too. */
    GameRecord ending = search_case_record_fen("english", "W:WK18,K15:BK29");
    Seen seen;
    SearchLimits deepest = search_depth_limit(SEARCH_DEPTH_MAX);
    seen_start(search, &ending, &deepest, SEARCH_ANALYSE, &seen);
    search_wait(search);
    seen_check(&ending, &seen);
    ck_assert_int_eq(seen.result.depth, SEARCH_DEPTH_MAX);
    record_done(&ending);
    record_done(&record);
    search_free(search);
}
END_TEST

START_TEST(test_reproducible) {
    GameRecord record = search_case_record_fen("international", "start");
    Search *search = search_of(1, 1), *other = search_of(1, 1);
    for (uint64_t nodes = 1000; nodes <= 20000; nodes += 1000) {
        ck_assert_int_eq(search_clear(search, NULL), STATUS_OK);
        ck_assert_int_eq(search_clear(other, NULL), STATUS_OK);
        Seen a = seen_think(search, &record, node_limit(nodes));
        Seen b = seen_think(other, &record, node_limit(nodes));
        ck_assert(move_equals(a.result.best, b.result.best));
        ck_assert_int_eq(a.result.score, b.result.score);
        ck_assert_int_eq(a.result.depth, b.result.depth);
        ck_assert_int_eq(a.infos, b.infos);
        ck_assert_int_eq(search_clear(search, NULL), STATUS_OK);
        Seen c = seen_think(search, &record, search_depth_limit(a.result.depth));
        ck_assert_uint_le(c.result.nodes, a.result.nodes);
        ck_assert_int_eq(search_clear(search, NULL), STATUS_OK);
        ck_assert_uint_eq(
            seen_think(search, &record, search_depth_limit(a.result.depth)).result.nodes,
            c.result.nodes);
    }
    search_free(search);
    search_free(other);
    record_done(&record);
}
END_TEST

START_TEST(test_absurd_times) {
    static const double times[] = {0, -0.5, -1e308, 1e308, 1e-300};
    GameRecord record = search_case_record_fen("international", "start");
    Search *search = search_of(1, 1);
    for (size_t i = 0; i <= sizeof times / sizeof *times + 1; i++) {
        double time = i < sizeof times / sizeof *times ? times[i] : i % 2 ? (double)NAN : INFINITY;
        seen_think(search, &record, (SearchLimits){.has_move_time = true, .move_time = time});
        seen_think(search, &record, (SearchLimits){.has_clock = true, .clock_time = time});
        seen_think(search, &record,
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
    GameRecord record = search_case_record_fen("international", "W:W31,48:B27,9,3");
    Search *search = search_of(1, 1);
    Seen seen = seen_think(search, &record, (SearchLimits){.has_clock = true, .clock_time = 3600});
    ck_assert_int_eq(seen.result.depth, 1);
    seen = seen_think(search, &record, (SearchLimits){.has_move_time = true, .move_time = 3600});
    ck_assert_int_eq(seen.result.depth, 1);
    ck_assert_int_eq(seen_think(search, &record, search_depth_limit(5)).result.depth, 5);
    SearchLimits limits = {.has_depth = true, .depth = 5, .has_clock = true, .clock_time = 3600};
    seen_start(search, &record, &limits, SEARCH_ANALYSE, &seen);
    search_wait(search);
    ck_assert_int_eq(seen.result.depth, 5);
    record_done(&record);
    search_free(search);
}
END_TEST

int main(void) {
    const TTest *const proven[] = {test_known_wins, test_random_wins,
                                   test_same_win_at_any_thread_count, test_wins_are_not_cut_away};
    const TTest *const law[] = {test_repetition, test_no_repetition_without_history,
                                test_quiet_plies, test_counted_ending, test_win_beats_draw};
    const TTest *const limits[] = {test_node_limit, test_depth_limit, test_reproducible,
                                   test_absurd_times, test_forced_move};
    Suite *suite = suite_create("search");
    suite_add_tcase(suite, search_case_tests("proven", proven, sizeof proven / sizeof *proven));
    suite_add_tcase(suite, search_case_tests("law", law, sizeof law / sizeof *law));
    suite_add_tcase(suite, search_case_tests("limits", limits, sizeof limits / sizeof *limits));
    return suite_run(suite);
}
