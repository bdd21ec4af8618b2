/* SPDX-License-Identifier: MIT
 *
 * The engine in the game with the huff: it punishes with the best of the three choices, and leaves
 * captures out when that is worth it; matches under a law book. */
#include "protocol/huff_player.h"

#include "bench/match/law_match.h"
#include "engine/notation/fen.h"
#include "tests/unit/suite.h"

#include <string.h>

static const HuffLaw law = {.compel = true, .cut_short = true};
static const SearchLimits limits = {.has_nodes = true, .nodes = 6000};

static Session *session;

static void open_session(void) {
    Settings settings = settings_default();
    settings.rules = rules_get(VARIANT_ENGLISH);
    settings.book = false;
    settings.hash_mib = 1;
    ck_assert_int_eq(session_new(&settings, &session, NULL), STATUS_OK);
}

static void close_session(void) {
    session_free(session);
}

static HuffPosition set_up(const char *fen) {
    Position position;
    HuffPosition result;
    ck_assert_int_eq(fen_read(rules_get(VARIANT_ENGLISH), fen, strlen(fen), &position, NULL, NULL),
                     STATUS_OK);
    ck_assert_int_eq(huff_init(&result, &law, &position, NULL), STATUS_OK);
    return result;
}

static int cell(int number) {
    return geometry_table[GEOMETRY_8X8].cell_of_square[number];
}

static HuffPosition play(const char *fen, int from, int to) {
    MoveList list;
    HuffPosition start = set_up(fen), next;
    huff_generate(&start, &list);
    for (int i = 0; i < list.count; i++)
        if (list.moves[i].from == cell(from) && list.moves[i].to == cell(to)) {
            huff_make(&start, list.moves[i], &next);
            return next;
        }
    ck_abort_msg("no move %d-%d", from, to);
}

static HuffTurn think(const HuffPosition *position, bool knows, HuffAdversary adversary) {
    HuffTurn turn;
    ck_assert_int_eq(session_new_game(session, NULL), STATUS_OK);
    ck_assert_int_eq(
        huff_player_think(session, position, NULL, &limits, knows, &adversary, &turn, NULL),
        STATUS_OK);
    return turn;
}

START_TEST(test_huffs) {
    /* Black's man on 15 should have taken 18; without it Black has one man against two. */
    HuffPosition position = play("B:W18,25:B8,15", 8, 11);
    HuffTurn turn = think(&position, true, (HuffAdversary){0});
    ck_assert_int_eq(turn.choice, HUFF_CHOICE_TAKE);
    ck_assert_int_eq(turn.cell, cell(15));
    ck_assert(!move_is_none(turn.move));
    ck_assert_int_gt(turn.score, 50);
}
END_TEST

START_TEST(test_compels) {
    /* 15x22 leads to 26x17x10x3: three men and a king for one; 7-10 prevents it. */
    HuffPosition position = play("B:W18,23,26,27,31,32:B5,7,9,11,12,14,15", 7, 10);
    HuffTurn turn = think(&position, true, (HuffAdversary){0});
    ck_assert_int_eq(turn.choice, HUFF_CHOICE_COMPEL);
    ck_assert(move_is_none(turn.move));
    ck_assert_int_gt(turn.score, 100);
}
END_TEST

START_TEST(test_lets_stand) {
    /* 15-19 left a capture out and gave White one that is worth more than a man. */
    HuffPosition position = play("B:W5,7,13,K22,31:B15,18,26,K32", 15, 19);
    HuffTurn turn = think(&position, true, (HuffAdversary){0});
    ck_assert_int_eq(turn.choice, HUFF_CHOICE_STAND);
    ck_assert(!move_is_none(turn.move));
}
END_TEST

START_TEST(test_without_knowledge_all_stands) {
    HuffPosition position = play("B:W18,25:B8,15", 8, 11);
    HuffTurn turn = think(&position, false, (HuffAdversary){0});
    ck_assert_int_eq(turn.choice, HUFF_CHOICE_STAND);
    ck_assert(!turn.offers);
    /* And it takes when it can. */
    HuffPosition due = set_up("B:W18,25:B8,15");
    turn = think(&due, false, (HuffAdversary){.stood = 50});
    ck_assert(move_is_capture(turn.move));
}
END_TEST

/* What may be gained by leaving 15x22 out is weighed by what is known of the adversary. */
START_TEST(test_offers) {
    HuffPosition due = set_up("B:W18,23,26,28,31,32:B4,5,7,12,14,15,20");
    HuffTurn turn = think(&due, true, (HuffAdversary){.stood = 20});
    ck_assert(turn.offers && !move_is_capture(turn.move));
    HuffPosition after;
    huff_make(&due, turn.move, &after);
    ck_assert_uint_ne(after.huffable, 0);
    /* The score is what the best answer leaves. */
    ck_assert_int_lt(turn.score, -100);
    HuffPosition exchange = set_up("B:W18,25,29:B8,15,4");
    turn = think(&exchange, true, (HuffAdversary){.punished = 50});
    ck_assert(!turn.offers && move_is_capture(turn.move));
}
END_TEST

START_TEST(test_same_nodes_same_turn) {
    HuffPosition position = play("B:W18,26,32:B7,14,15,1", 1, 5);
    HuffTurn one = think(&position, true, (HuffAdversary){0});
    HuffTurn two = think(&position, true, (HuffAdversary){0});
    ck_assert(one.choice == two.choice && one.score == two.score && one.nodes == two.nodes);
    ck_assert_uint_le(one.nodes, limits.nodes);
}
END_TEST

/* ---- Matches ---- */

static void play_match(const char *second, LawMatchResult *result, const LawBook *book) {
    EngineSpec engines[2];
    BallotList ballots = {0};
    Position start;
    position_init_start(&start, rules_get(VARIANT_ENGLISH));
    ck_assert_int_eq(engine_spec_read("self", &engines[0], NULL), STATUS_OK);
    ck_assert_int_eq(engine_spec_read(second, &engines[1], NULL), STATUS_OK);
    ck_assert_int_eq(ballots_add(&ballots, "start", &start, NULL), STATUS_OK);
    LawMatchConfig config = {.book = book,
                             .engines = engines,
                             .limits = {.nodes = 150},
                             .ballots = &ballots,
                             .seed = 3,
                             .games = 6,
                             .plies_max = 300};
    ck_assert_int_eq(law_match_play(&config, NULL, NULL, result, NULL), STATUS_OK);
    ballots_done(&ballots);
    engine_spec_done(&engines[0]);
    engine_spec_done(&engines[1]);
}

START_TEST(test_match) {
    static const char *const books[] = {"popular", "enquire", "anderson"};
    LawMatchResult one, two;
    const LawBook *book = law_book_find(books[_i]);
    play_match("set.huff=false self", &one, book);
    play_match("set.huff=false self", &two, book);
    ck_assert_uint_eq(match_score_count_games(&one.score), 6);
    ck_assert_int_eq(one.deeds[0].illegal + one.deeds[1].illegal, 0);
    ck_assert_int_eq(one.deeds[1].offers + one.deeds[1].huffs + one.deeds[1].compels, 0);
    ck_assert_int_eq(memcmp(&one, &two, sizeof one), 0);
    play_match("self", &one, book);
    ck_assert_int_eq(one.deeds[0].illegal + one.deeds[1].illegal, 0);
}
END_TEST

START_TEST(test_who_cannot_play) {
    EngineSpec engines[2];
    BallotList ballots = {0};
    LawMatchResult result;
    Error error;
    Position start;
    position_init_start(&start, rules_get(VARIANT_ENGLISH));
    ballots_add(&ballots, "start", &start, NULL);
    LawMatchConfig config = {.book = law_book_find("anderson"),
                             .engines = engines,
                             .limits = {.nodes = 10},
                             .ballots = &ballots,
                             .games = 2,
                             .plies_max = 10};
    engine_spec_read("self", &engines[0], NULL);
    engine_spec_read("./other hub", &engines[1], NULL);
    ck_assert_int_eq(law_match_play(&config, NULL, NULL, &result, &error), STATUS_RANGE);
    engine_spec_done(&engines[1]);
    engine_spec_read("set.huff=perhaps self", &engines[1], NULL);
    ck_assert_int_eq(law_match_play(&config, NULL, NULL, &result, &error), STATUS_RANGE);
    engine_spec_done(&engines[1]);
    engine_spec_done(&engines[0]);
    ballots_done(&ballots);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("huff_player");
    TCase *tests = tcase_create("turns");
    tcase_add_checked_fixture(tests, open_session, close_session);
    tcase_add_test(tests, test_huffs);
    tcase_add_test(tests, test_compels);
    tcase_add_test(tests, test_lets_stand);
    tcase_add_test(tests, test_without_knowledge_all_stands);
    tcase_add_test(tests, test_offers);
    tcase_add_test(tests, test_same_nodes_same_turn);
    suite_add_tcase(suite, tests);
    TCase *matches = tcase_create("matches");
    tcase_set_timeout(matches, 240);
    tcase_add_loop_test(matches, test_match, 0, 3);
    tcase_add_test(matches, test_who_cannot_play);
    suite_add_tcase(suite, matches);
    return suite_run(suite);
}
