/* SPDX-License-Identifier: MIT
 *
 * The PDN reader: how a file falls into games, and what a game holds. */
#include "tests/unit/pdn_fixture.h"
#include "tests/unit/suite.h"

/* One game: its moves as written, its findings, the text of its result ("-": none). */
typedef struct {
    const char *text, *moves, *findings, *result;
} OneGame;

static void expect_one(const OneGame *due) {
    PdnFixture fixture;
    char buffer[4096];
    const PdnGame *game = pdn_fixture_read_one(&fixture, due->text);
    ck_assert_msg(!strcmp(pdn_fixture_list_moves(game, buffer, sizeof buffer), due->moves),
                  "moves of %s: %s", due->text, buffer);
    ck_assert_msg(!strcmp(pdn_fixture_list_findings(game, buffer, sizeof buffer), due->findings),
                  "findings of %s: %s", due->text, buffer);
    ck_assert_msg(!strcmp(game->result_text ? game->result_text : "-", due->result),
                  "result of %s: %s", due->text, game->result_text);
    for (int i = 0; i < game->finding_count; i++)
        ck_assert_str_ne(game->findings[i].message, "");
    pdn_fixture_done(&fixture);
}

static void expect_each(const OneGame *games, size_t count) {
    for (size_t i = 0; i < count; i++)
        expect_one(&games[i]);
}

#define COUNT(list) (sizeof(list) / sizeof *(list))

/* Number of games in a text, each with its number of moves. */
static void expect_games(const char *text, int count, const int *plies) {
    PdnFixture fixture;
    pdn_fixture_init(&fixture, text);
    int found = 0;
    for (; pdn_fixture_next(&fixture); found++) {
        ck_assert_msg(found < count, "too many games in: %s", text);
        ck_assert_msg(fixture.game->ply_count == plies[found], "game %d of %s has %d moves",
                      found + 1, text, fixture.game->ply_count);
        ck_assert_uint_eq(fixture.game->index, (uint64_t)found + 1);
    }
    ck_assert_msg(found == count, "%d games in: %s", found, text);
    ck_assert_uint_eq(fixture.game->index, (uint64_t)count + 1);
    pdn_fixture_done(&fixture);
}

START_TEST(moves_are_found_in_every_spelling) {
    static const OneGame games[] = {
        {"1. 32-28 19-23 2. 28x19 14x23 *", "32-28 19-23 28x19 14x23", "", "*"},
        {"32-28 19-23 28x19 14x23 *", "32-28 19-23 28x19 14x23", "", "*"},
        {"1.32-28 19-23 2.28x19 14x23*", "32-28 19-23 28x19 14x23", "", "*"},
        {"1. 32- 28 19 -23 2. 28 x 19 14x 23 *", "32- 28 19 -23 28 x 19 14x 23", "", "*"},
        {"1. 32:28 1... 19-23 2. 28:19 14X23 *", "32:28 19-23 28:19 14X23", "", "*"},
        {"1. 32\u201328 19\u201123 2. 28\u00d719 *", "32\u201328 19\u201123 28\u00d719", "", "*"},
        {"1. 32\x96"
         "28 *",
         "32\xc2\x96"
         "28",
         "encoding", "*"},
        {"1. 32-28\u00a019-23 *", "32-28 19-23", "", "*"},
        {"12345. 032-028 019-23 *", "032-028 019-23", "", "*"},
        {"1 32-28 19-23 *", "32-28 19-23", "number", "*"},
        {"1. 32-28 . 19-23 *", "32-28 19-23", "number", "*"},
        {"1. 32-28 1. ... 19-23 77.\u2026 28x19 *", "32-28 19-23 28x19", "", "*"},
        {"1. 32-28 {x} 1... 19-23 *", "32-28 19-23", "", "*"},
        {"1. 32-28x19 *", "32-28x19", "not_a_move", "*"},
        {"%1. 31-27\n1. 32-28 ; 31-27 19-23\n19-23 *", "32-28 19-23", "", "*"},
        {"1. 32-28 %x\n19-23 *", "32-28 19-23", "word", "*"},
        {"1. 32-28\r% 31-27\r19-23\r*\r", "32-28 19-23", "", "*"},
        {"1. 32-28 0:12 19-23 1:00:00 *", "32-28 19-23", "word word", "*"},
    };
    expect_each(games, COUNT(games));
}
END_TEST

START_TEST(results_are_told_from_moves) {
    static const OneGame games[] = {
        {"1. 32-28 2-0", "32-28", "", "2-0"},
        {"1. 32-28 1-1", "32-28", "", "1-1"},
        {"1. 32-28 0 - 2", "32-28", "", "0 - 2"},
        {"1. 32-28 1-0", "32-28", "", "1-0"},
        {"1. 32-28 0-1", "32-28", "", "0-1"},
        {"1. 32-28 1/2-1/2", "32-28", "", "1/2-1/2"},
        {"1. 32-28 0-0", "32-28", "", "0-0"},
        {"1. 32-28 1/2", "32-28", "result_form", "1/2"},
        {"1. 32-28 \u00bd-\u00bd", "32-28", "result_form", "\u00bd-\u00bd"},
        {"1. 32-28 0.5-0.5", "32-28", "result_form", "0.5-0.5"},
        {"1. 32-28 1+ - 1-", "32-28", "result_form", "1+ - 1-"},
        {"1. 32-28 2-0F", "32-28", "result_form", "2-0F"},
        {"1. 32-28 . 1-0", "32-28", "number", "1-0"},
        {"1. 32-28 2-0 2-0", "32-28", "result_form", "2-0"},
        {"2-0", "", "", "2-0"},
        {"[Result \"4-6\"]\n1. 32-28 *", "32-28", "result_unknown", "4-6"},
        {"[Result \"4-6\"]\n1. 32-28", "32-28", "result_unknown", "4-6"},
        {"[Result \"2-0\"]\n1. 32-28 *", "32-28", "", "2-0"},
        {"[Result \"?\"]\n1. 32-28 *", "32-28", "", "*"},
        {"[Result \"2-0\"]\n1. 32-28 1-1", "32-28", "result_differs", "1-1"},
        {"[Result \"1-0\"]\n1. 32-28 2-0", "32-28", "", "2-0"},
        {"[Result \"1/2\"]\n1. 32-28 1-1", "32-28", "result_form", "1-1"},
        {"1. 32-28", "32-28", "result_missing", "-"},
        {"[FEN \"W:W31:B22\"]1. 31-27 22x31 2-0", "31-27 22x31", "result_position", "2-0"},
        {"[FEN \"W:W31:B22\"]1. 31-27 22x31 1-1", "31-27 22x31", "result_position", "1-1"},
        {"[FEN \"W:W31:B22\"]1. 31-27 22x31 0-2", "31-27 22x31", "", "0-2"},
        {"[FEN \"W:W31:B22\"]1. 31-27 22x31 *", "31-27 22x31", "", "*"},
        /* 1-7, 11-1 and 1x1 are no results */
        {"[FEN \"B:WK45:B1,6\"] 1... 1-7 *", "1-7", "", "*"},
        {"[FEN \"B:W45:BK11\"] 1... 11-2? *", "11-2", "", "*"},
        {"1. 32-28* 19-23 2. 28x19*$1 *", "32-28 19-23 28x19", "forced forced", "*"},
        {"1. 32-28* {only} 19-23 *", "32-28 19-23", "forced", "*"},
        {"1. 32-28* {the end}", "32-28", "", "*"},
    };
    expect_each(games, COUNT(games));
}
END_TEST

START_TEST(who_won_depends_on_who_began) {
    static const struct {
        VariantId variant;
        const char *text;
        PdnResult result;
        Outcome outcome;
    } games[] = {
        {VARIANT_INTERNATIONAL, "2-0", PDN_RESULT_WHITE_WINS, OUTCOME_WHITE_WINS},
        {VARIANT_INTERNATIONAL, "1-0", PDN_RESULT_WHITE_WINS, OUTCOME_WHITE_WINS},
        {VARIANT_INTERNATIONAL, "0-2", PDN_RESULT_BLACK_WINS, OUTCOME_BLACK_WINS},
        {VARIANT_INTERNATIONAL, "1/2-1/2", PDN_RESULT_DRAW, OUTCOME_DRAW},
        {VARIANT_INTERNATIONAL, "0-0", PDN_RESULT_BOTH_LOSE, OUTCOME_NONE},
        {VARIANT_INTERNATIONAL, "*", PDN_RESULT_OPEN, OUTCOME_NONE},
        {VARIANT_INTERNATIONAL, "32-28", PDN_RESULT_NONE, OUTCOME_NONE},
        {VARIANT_INTERNATIONAL, "[Result \"won\"]", PDN_RESULT_OTHER, OUTCOME_NONE},
        {VARIANT_INTERNATIONAL, "[GameType \"21\"] 1-0", PDN_RESULT_BLACK_WINS, OUTCOME_BLACK_WINS},
        {VARIANT_ENGLISH, "1-0", PDN_RESULT_BLACK_WINS, OUTCOME_BLACK_WINS},
        {VARIANT_ENGLISH, "0-1", PDN_RESULT_WHITE_WINS, OUTCOME_WHITE_WINS},
        {VARIANT_ENGLISH, "[FEN \"W:WK1:BK32\"] 0-1", PDN_RESULT_WHITE_WINS, OUTCOME_WHITE_WINS},
        {VARIANT_ENGLISH, "[GameType \"20\"] 1-0", PDN_RESULT_WHITE_WINS, OUTCOME_WHITE_WINS},
        /* a game nobody here knows: the text says who begins */
        {VARIANT_ENGLISH, "[GameType \"199,B,8,8,N1\"] 1-0", PDN_RESULT_BLACK_WINS,
         OUTCOME_BLACK_WINS},
    };
    for (size_t i = 0; i < COUNT(games); i++) {
        PdnFixture fixture;
        pdn_fixture_init_bytes(&fixture, games[i].variant, games[i].text, strlen(games[i].text));
        ck_assert_msg(pdn_fixture_next(&fixture), "%s", games[i].text);
        ck_assert_msg(fixture.game->result == games[i].result, "%s", games[i].text);
        ck_assert_msg(fixture.game->outcome == games[i].outcome, "%s", games[i].text);
        pdn_fixture_done(&fixture);
    }
}
END_TEST

START_TEST(games_are_parted) {
    static const int two_one[] = {2, 1}, one_one[] = {1, 1}, none_one[] = {0, 1}, one[] = {1},
                     three[] = {1, 1, 1}, none[] = {0, 0};
    expect_games("", 0, NULL);
    expect_games("  \n\r\n\t", 0, NULL);
    expect_games("{nothing but} a few [words] ) } ;here", 0, NULL);
    expect_games("[pdn]\n1. 32-28 *\n[/pdn]\n", 1, one);
    expect_games("1. 32-28 19-23 * 1. 33-29 *", 2, two_one);
    expect_games("1. 32-28 19-23*\n1. 33-29*", 2, two_one);
    expect_games("1. 32-28 19-23 2-0\n33-29 0-2", 2, two_one);
    expect_games("[Event \"a\"] 1. 32-28 * [Event \"b\"] 1. 33-29 *", 2, one_one);
    expect_games("[Event \"a\"]\n[Event \"b\"]\n1. 33-29 *", 2, none_one);
    expect_games("[Event \"a\"]\n*\n[Event \"b\"]\n1. 33-29 *", 2, none_one);
    expect_games("[Event \"a\"]\n\n[Event \"b\"]\n", 2, none);
    expect_games("[White \"a\"] 1. 32-28 *\n[White \"b\"] 1. 33-29 *", 2, one_one);
    expect_games("1. 32-28 {left open\n\n[Event \"b\"]\n1. 33-29 * {x}\n", 2, one_one);
    expect_games("1. 32-28 {not left open [Event \"b\"]\n[Event \"c\"]} *", 1, one);
    expect_games("1. 32-28 (\n[Event \"b\"]\n1. 33-29 *", 2, one_one);
    expect_games("{a} 1. 32-28 * {b}\n{c} 1. 33-29 * ;d\n{e} 32-28", 3, three);
    expect_games("1.\n[Event \"b\"] 1. 33-29 *", 1, one);
    expect_games("(\n[Event \"b\"] 1. 33-29 *", 1, one);
    /* a tag behind the moves, in their line */
    expect_games("[Event \"a\"]\n1. 32-28 2-0 [Annotator \"x\"]\n[Event \"b\"]\n33-29", 2, one_one);
    expect_games("[Event \"a\"]\n1. 32-28 [Result \"2-0\"]\n[Event \"b\"]\n33-29", 2, one_one);
}
END_TEST

START_TEST(what_stands_behind_the_last_game_is_told) {
    PdnFixture fixture;
    char buffer[200];
    pdn_fixture_init(&fixture, "1. 32-28 *\n\n} {left} over\n");
    ck_assert(pdn_fixture_next(&fixture));
    ck_assert(!pdn_fixture_next(&fixture));
    pdn_fixture_list_findings(fixture.game, buffer, sizeof buffer);
    ck_assert_str_eq(buffer, "brace word");
    ck_assert_str_eq(fixture.game->comments[0].text, "left");
    ck_assert_int_eq(fixture.game->tag_count + fixture.game->ply_count, 0);
    ck_assert(!pdn_fixture_next(&fixture));
    pdn_fixture_done(&fixture);
}
END_TEST

START_TEST(places_are_told) {
    static const char text[] =
        "\xef\xbb\xbf\r\n[Event \"x\"]\r\n\r\n1. 32-28\r\n 31-27 {c} *  \n\n";
    PdnFixture fixture;
    const PdnGame *game = pdn_fixture_read_one(&fixture, text);
    ck_assert_uint_eq(game->offset, 5);
    ck_assert_uint_eq(game->line, 2);
    ck_assert_uint_eq(game->end_offset, strstr(text, "*") + 3 - text);
    ck_assert_uint_eq(game->tags[0].offset, 5);
    for (int i = 0; i < 2; i++) {
        const PdnPly *ply = &game->plies[i];
        ck_assert_uint_eq(ply->line, 4 + (uint64_t)i);
        ck_assert_uint_eq(ply->length, 5);
        ck_assert(!memcmp(text + ply->offset, ply->text, ply->length));
    }
    ck_assert_int_eq(game->finding_count, 1);
    ck_assert_uint_eq(game->findings[0].offset, game->plies[1].offset);
    ck_assert_uint_eq(game->findings[0].line, 5);
    ck_assert_int_eq(game->findings[0].ply, 1);
    ck_assert_str_eq(game->findings[0].text, "31-27");
    ck_assert_uint_eq(game->comments[0].offset, strchr(text, '{') - text);
    pdn_fixture_done(&fixture);
}
END_TEST

/* Each ply with depth, the text of its parent and, if not legal, a question mark. */
static void expect_tree(const char *text, const char *due) {
    PdnFixture fixture;
    const PdnGame *game = pdn_fixture_read_one(&fixture, text);
    char tree[1000] = "";
    size_t length = 0;
    for (int i = 0; i < game->ply_count; i++) {
        const PdnPly *ply = &game->plies[i];
        const char *parent = ply->parent < 0 ? "." : game->plies[ply->parent].text;
        ck_assert_int_lt(ply->parent, i);
        ck_assert_int_eq(ply->number, ply->parent < 0 ? 1 : game->plies[ply->parent].number + 1);
        length += (size_t)snprintf(tree + length, sizeof tree - length, "%s%s%d<%s%s%s",
                                   i ? " " : "", ply->begins ? "(" : "", ply->depth, parent,
                                   ply->text, ply->legal ? "" : "?");
    }
    ck_assert_str_eq(tree, due);
    pdn_fixture_done(&fixture);
}

START_TEST(variations_are_a_tree) {
    expect_tree("1. 32-28 (1. 34-29 19-23 (1... 17-22 2. 40-34) 2. 40-34) 1... 19-23 *",
                "0<.32-28 (1<.34-29 1<34-2919-23 (2<34-2917-22 2<17-2240-34 1<19-2340-34 "
                "0<32-2819-23");
    /* a fault in one line is none in another */
    expect_tree("1. 32-28 (1. 31-22 17-21) (1. 31-26 17-21) 17-45 (17-21) 28-22 *",
                "0<.32-28 (1<.31-22? 1<31-2217-21? (1<.31-26 1<31-2617-21 0<32-2817-45? "
                "(1<32-2817-21 0<17-4528-22?");
    expect_tree("(1. 31-26) 1. 32-28 ((17-21) 17-22) *",
                "(1<.31-26 0<.32-28 (1<.17-21? (1<.17-22?");
    expect_tree("1. 32-28 (?) (1. 31-26 (!?)) *", "0<.32-28 (1<.31-26");
    expect_tree("1. 32-28 (1. 31-26 2-0) 17-21 2-0", "0<.32-28 (1<.31-26 0<32-2817-21");
}
END_TEST

START_TEST(comments_and_glyphs_stand_at_their_moves) {
    PdnFixture fixture;
    const PdnGame *game = pdn_fixture_read_one(
        &fixture, "{game} ;more\n1. 32-28!? $14 {a} ({v} 1. 31-26?? {w}) {b} 17-21(!) \u25a1 "
                  "{[%clk 1:02:03.5]} 31-26 {[%clock w0:10:00 B0:09:58] [%emt 4]} *");
    static const struct {
        const char *text;
        int ply;
        bool before;
        int next;
    } due[] = {{"game", -1, false, 1}, {"more", -1, false, -1}, {"a", 0, false, 5},
               {"v", 1, true, 4},      {"w", 1, false, -1},     {"b", 0, false, -1}};
    ck_assert_int_eq(game->comment_count, 8);
    ck_assert_int_eq(game->first_comment, 0);
    for (int i = 0; i < 6; i++) {
        ck_assert_str_eq(game->comments[i].text, due[i].text);
        ck_assert_int_eq(game->comments[i].ply, due[i].ply);
        ck_assert_int_eq(game->comments[i].before, due[i].before);
        ck_assert_int_eq(game->comments[i].next, due[i].next);
    }
    const PdnPly *plies = game->plies;
    ck_assert_int_eq(plies[0].first_comment, 2);
    ck_assert_int_eq(plies[0].last_comment, 5);
    ck_assert(plies[0].nag_count == 2 && plies[0].nags[0] == 5 && plies[0].nags[1] == 14);
    ck_assert(plies[1].nag_count == 1 && plies[1].nags[0] == 4);
    ck_assert(plies[2].nag_count == 2 && plies[2].nags[0] == 1 && plies[2].nags[1] == 7);
    ck_assert_int_eq(plies[2].clock[COLOR_BLACK], 3723500);
    ck_assert_int_eq(plies[2].clock[COLOR_WHITE], PDN_CLOCK_NONE);
    ck_assert_int_eq(plies[3].clock[COLOR_WHITE], 600000);
    ck_assert_int_eq(plies[3].clock[COLOR_BLACK], 598000);
    ck_assert_int_eq(plies[3].spent, 4000);
    ck_assert_int_eq(plies[3].spent_total, PDN_CLOCK_NONE);
    ck_assert_int_eq(game->finding_count, 0);
    pdn_fixture_done(&fixture);
}
END_TEST

/* `name` has the value. */
static void expect_tag(const char *text, const char *name, const char *value,
                       const char *findings) {
    PdnFixture fixture;
    char buffer[200];
    const PdnGame *game = pdn_fixture_read_one(&fixture, text);
    const char *found = pdn_game_get_tag(game, name);
    ck_assert_msg(found && !strcmp(found, value), "%s of %s: %s", name, text, found);
    pdn_fixture_list_findings(game, buffer, sizeof buffer);
    ck_assert_msg(!strcmp(buffer, findings), "findings of %s: %s", text, buffer);
    ck_assert_int_eq(game->ply_count, 1);
    pdn_fixture_done(&fixture);
}

START_TEST(tags_in_every_spelling) {
    expect_tag("[Event \"round [3]\"] 32-28 *", "Event", "round [3]", "");
    expect_tag("[ Event  \"a \\\"b\\\" \\\\ c\" ] 32-28 *", "Event", "a \"b\" \\ c", "");
    expect_tag("[Event \"a \"b\" c\"]\n32-28 *", "Event", "a \"b\" c", "tag");
    expect_tag("[Event \"a]\n[Site \"b\"]\n32-28 *", "Event", "a", "tag");
    expect_tag("[Event \"a\n\n32-28 *", "Event", "a", "tag");
    expect_tag("[Event \"a\"\n32-28 *", "Event", "a", "tag");
    expect_tag("[Event a b]\n32-28 *", "Event", "a b", "tag");
    expect_tag("[Event \"\"]\n32-28 *", "Event", "", "");
    expect_tag("[Event \"\xe9\xc3\xa9\xed\xa0\x80\"]\n32-28 *", "Event",
               "\u00e9\u00e9\u00ed\u00a0\xc2\x80", "encoding");
    expect_tag("[A \"1\"]\n[A \"2\"]\n32-28 *", "A", "1", "tag_twice");
    expect_tag("32-28 2-0 [Result \"2-0\"]\n", "Result", "2-0", "tag_trailing");
    expect_tag("[A \"1\"] 32-28 [Resigns] *", "A", "1", "tag");
    expect_tag("[A \"1\"] 32-28 [White resigns] *", "A", "1", "tag");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("pdn_read");
    TCase *tests = tcase_create("pdn_read");
    tcase_add_test(tests, moves_are_found_in_every_spelling);
    tcase_add_test(tests, results_are_told_from_moves);
    tcase_add_test(tests, who_won_depends_on_who_began);
    tcase_add_test(tests, games_are_parted);
    tcase_add_test(tests, what_stands_behind_the_last_game_is_told);
    tcase_add_test(tests, places_are_told);
    tcase_add_test(tests, variations_are_a_tree);
    tcase_add_test(tests, comments_and_glyphs_stand_at_their_moves);
    tcase_add_test(tests, tags_in_every_spelling);
    suite_add_tcase(suite, tests);
    return suite_run(suite);
}
