/* SPDX-License-Identifier: MIT
 *
 * PDN games held against the law and the form, and written again with what can be mended mended. */
#include "engine/notation/pdn_repair.h"
#include "engine/notation/pdn_write.h"
#include "tests/unit/pdn_fixture.h"
#include "tests/unit/suite.h"

static PdnReader *open_text(PdnMemory *memory, VariantId variant, const char *text) {
    const PdnReadOptions options = {.rules = rules_get(variant), .check = true};
    *memory = (PdnMemory){.bytes = text, .length = strlen(text)};
    PdnReader *reader = pdn_reader_new(pdn_source_memory(memory), &options, NULL);
    ck_assert_ptr_nonnull(reader);
    return reader;
}

/* The kinds of findings of the first game of a text. */
static void expect_findings(VariantId variant, const char *text, const char *due) {
    PdnMemory memory;
    const PdnGame *game;
    char found[400];
    PdnReader *reader = open_text(&memory, variant, text);
    ck_assert_int_eq(pdn_reader_next(reader, &game, NULL), 1);
    pdn_fixture_list_findings(game, found, sizeof found);
    ck_assert_msg(!strcmp(found, due), "%s: %s", text, found);
    pdn_reader_free(reader);
}

#define LOOP "1. 1-6 50-45 2. 6-1 45-50 3. 1-6 50-45 4. 6-1 45-50 "

START_TEST(what_only_a_check_tells) {
    static const struct {
        const char *text, *findings;
    } games[] = {
        {"1. 32-28 19-23 *", ""},
        {"1. 32-28 19-23*", "result_glued"},
        {"1. 32-28 19-232-0", "result_glued"},
        {"1. 32-28 19-23 2. 28x191-1", "result_glued"},
        {"1. 32-281/2-1/2", "result_glued"},
        {"1. 32-28 19-23 2. 28x191-2", "not_a_move result_missing"},
        {"[Result \"2-0\"]\n1. 32-28\n", "result_end"},
        {"[Event \"a\nb\"]\n1. 32-28 *", "tag_split"},
        {"[event \"a\"]\n1. 32-28 *", "tag_name"},
        {"[A-B \"a\"]\n1. 32-28 *", "tag_name"},
        {"[Date \"2024.05.31\"]\n1. 32-28 *", ""},
        {"[Date \"2024.??.??\"]\n1. 32-28 *", ""},
        {"[Date \"?\"]\n[EventDate \"\"]\n1. 32-28 *", ""},
        {"[Date \"2024.13.01\"]\n1. 32-28 *", "tag_value"},
        {"[Date \"31.05.2024\"]\n1. 32-28 *", "tag_value"},
        {"[PlyCount \"2\"]\n1. 32-28 19-23 *", ""},
        {"[PlyCount \"3\"]\n1. 32-28 19-23 *", "tag_value"},
        {"[SetUp \"1\"]\n1. 32-28 *", "tag_value"},
        {"[SetUp \"1\"]\n[FEN \"W:W32:B1\"]\n1. 32-28 *", ""},
        {"[FEN \"W:W31-50:B1-21\"]\n1. 31-27 *", "pieces"},
        {"12. 32-28 19-23 13. 28x19 14x23 *", ""},
        {"1. 32-28 19-23 3. 28x19 14x23 4. 31-27 *", "number_differs"},
        {"1. 32-28 (1. 31-26 17-22) 1... 19-23 2. 28x19 *", ""},
        {"1. 32-28 (5. 31-26) 1... 19-23 2. 28x19 *", "number_differs"},
        {"[FEN \"W:WK1:BK50\"]\n" LOOP "1-1", ""},
        {"[FEN \"W:WK1:BK50\"]\n" LOOP "2-0", "result_law"},
        {"[FEN \"W:WK1:BK50\"]\n" LOOP "*", "result_open"},
        {"[FEN \"W:WK1:BK50\"]\n" LOOP "5. 1-6 1-1", "after_end"},
        {"[FEN \"W:W31:B22\"]1. 31-27 22x31 1-1", "result_position"},
        {"[FEN \"W:W31:B22\"]1. 31-27 22x31 *", "result_open"},
        {"[FEN \"W:W31:B22\"]1. 31-27 22x31 0-0", "result_open"},
        {"[FEN \"W:W31:B22\"]1. 31-27 22x31", "result_missing result_open"},
        {"[Result \"4-6\"]\n1. 32-28 *", "result_unknown"},
        {"[Result \"4-6\"]\n[ResultFormat \"Delfts\"]\n1. 32-28 *", ""},
    };
    for (size_t i = 0; i < sizeof games / sizeof *games; i++)
        expect_findings(VARIANT_INTERNATIONAL, games[i].text, games[i].findings);
}
END_TEST

/* Each variant has its own law. */
START_TEST(results_are_held_against_the_law_of_the_variant) {
    /* the first king wins */
    expect_findings(VARIANT_BREAKTHROUGH, "[FEN \"W:W6:B45\"]\n1. 6-1 2-0", "");
    expect_findings(VARIANT_BREAKTHROUGH, "[FEN \"W:W6:B45\"]\n1. 6-1 0-2", "result_position");
    expect_findings(VARIANT_BREAKTHROUGH, "[FEN \"W:W6:B45\"]\n1. 6-1 45-50 2-0", "illegal");
    /* who has no move wins */
    expect_findings(VARIANT_LOSING, "[FEN \"W:W31:B22\"]1. 31-27 22x31 2-0", "");
    expect_findings(VARIANT_LOSING, "[FEN \"W:W31:B22\"]1. 31-27 22x31 0-2", "result_position");
    /* black begins, so 1-0 is Black's */
    expect_findings(VARIANT_ENGLISH, "[FEN \"B:W18:B15\"]1. 15x22 1-0", "");
    expect_findings(VARIANT_ENGLISH, "[FEN \"B:W18:B14\"]1. 14x23 1-0", "");
    expect_findings(VARIANT_ENGLISH, "[FEN \"B:W18:B14\"]1. 14x23 0-1", "result_position");
}
END_TEST

/* ---- writing ---- */

static void expect_written(const PdnStyle *style, const char *text, const char *due) {
    PdnMemory memory;
    const PdnGame *game;
    TextBuffer written = {0};
    int resolved;
    PdnReader *reader = open_text(&memory, VARIANT_INTERNATIONAL, text);
    ck_assert_int_eq(pdn_reader_next(reader, &game, NULL), 1);
    ck_assert_int_eq(pdn_repair_game(game, style, &written, &resolved, NULL), STATUS_OK);
    ck_assert_str_eq(text_buffer_get(&written), due);
    text_buffer_done(&written);
    pdn_reader_free(reader);
}

#define HEAD(result) "[Result \"" result "\"]\n[GameType \"20\"]\n"

START_TEST(what_can_be_mended_is) {
    static const PdnStyle style = {.fill_result = true};
    static const struct {
        const char *text, *due;
    } games[] = {
        {"1. 32-28 19-23*", HEAD("*") "\n1. 32-28 19-23 *\n\n"},
        {"32-28 19-23 won on time 28x192-0",
         HEAD("2-0") "\n1. 32-28 19-23 {won on time} 2. 28x19 2-0\n\n"},
        {"[Date \"1950.\"]\n[PlyCount \"9\"]\n32-28",
         "[Date \"1950.??.??\"]\n" HEAD("*") "[PlyCount \"1\"]\n\n1. 32-28 *\n\n"},
        {"[Date \"2024-5-31\"]\n*", "[Date \"2024.05.31\"]\n" HEAD("*") "\n*\n\n"},
        {"[Date \"31.05.2024\"]\n*", "[Date \"31.05.2024\"]\n" HEAD("*") "\n*\n\n"},
        {"[Black \"b\"]\n[Event \"e\"]\n[x \"1\"]\n[x \"2\"]\n*",
         "[Event \"e\"]\n[Black \"b\"]\n" HEAD("*") "[X \"1\"]\n\n{[x \"2\"]} *\n\n"},
        {"[fEN \"W:W31:B1\"]\n32-28 *", HEAD("*") "\n1. 32-28 {[fEN \"W:W31:B1\"]} *\n\n"},
        {"[Result \"0-2\"]\n32-28 2-0", HEAD("2-0") "\n1. 32-28 {[Result \"0-2\"]} 2-0\n\n"},
        {"[Result \"1/2\"]\n32-28 *", HEAD("1-1") "\n1. 32-28 {[Result \"1/2\"]} 1-1\n\n"},
        {"[FEN \"W:W31:B22..\"]1. 31-27 22x31",
         HEAD("0-2") "[FEN \"W:W31:B22\"]\n\n1. 31-27 22x31 0-2\n\n"},
        {"[FEN \"W:W31:B22:H3:F40\"]1. 31-27 *",
         HEAD("*") "[FEN \"W:W31:B22:H3:F40\"]\n\n1. 31-27 *\n\n"},
        /* moves that cannot be played, with what hangs on them */
        {"32-28 19-23 31-27! {a} (28x19 14x23) 14-19 * ",
         HEAD("*") "\n1. 32-28 19-23 {cannot be played: 2. 31-27 $1} {a} {( 2. 28x19 14x23 ) 2...\n"
                   "14-19} *\n\n"},
        {"32-28 (31-26 17-45 1-2) 19-23 *",
         HEAD(
             "*") "\n1. 32-28 ( 1. 31-26 {cannot be played: 1... 17-45 2. 1-2} ) 1... 19-23 *\n\n"},
        {"32-28 (31-2 {b} 17-21) (31-26) 19-23 *",
         HEAD("*") "\n1. 32-28 {cannot be played: ( 1. 31-2} {b} {1... 17-21 )} ( 1. 31-26 )\n"
                   "1... 19-23 *\n\n"},
        {"32-28 /FEN \"W:W31:B20\"/ 31-27 *",
         HEAD("*") "\n1. 32-28 {/FEN \"W:W31:B20\"/} {cannot be played: 1... 31-27} *\n\n"},
        /* one capture of two goes on */
        {"[FEN \"W:WK4:B13,20,32,37\"] 4x15 37-41 15x47 *",
         HEAD("*") "[FEN \"W:WK4:B13,20,32,37\"]\n\n1. 4x27x38x15 37-41 2. 15-47 *\n\n"},
        {"[FEN \"W:WK4:B13,20,32,37\"] 4x15 *",
         HEAD("*") "[FEN \"W:WK4:B13,20,32,37\"]\n\n{cannot be played: 1. 4x15} *\n\n"},
    };
    for (size_t i = 0; i < sizeof games / sizeof *games; i++)
        expect_written(&style, games[i].text, games[i].due);
}
END_TEST

START_TEST(games_are_turned_round) {
    static const PdnStyle turned = {.turned = true};
    expect_written(&turned,
                   "[White \"a\"]\n[Black \"b\"]\n[WhiteRating \"9\"]\n[Result \"2-0\"]\n\n"
                   "1. 32-28 {[%clock w0:10:00 B0:09:58]} (1. 31-26) 19-23 2. 28x19 14x23 2-0",
                   "[White \"b\"]\n[Black \"a\"]\n" HEAD(
                       "0-2") "[FEN "
                              "\"B:W31,32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50:B1,"
                              "2,3,4,5,6,7,8,9,"
                              "10,11,12,13,14,15,16,17,18,19,20\"]\n[BlackRating \"9\"]\n\n"
                              "1... 19-23 {[%clock b0:10:00 W0:09:58]} ( 1... 20-25 ) 2. 32-28 "
                              "23x32 3. 37x28\n0-2\n\n");
}
END_TEST

START_TEST(notation_is_a_matter_of_style) {
    static const PdnStyle letters = {.squares = MOVE_SQUARES_LETTERS, .full = true};
    static const PdnStyle numbers = {.squares = MOVE_SQUARES_NUMBERS};
    expect_written(&letters, "[GameType \"21\"]\n1. 11-15 22-18 2. 15x22 25x18 *",
                   "[Result \"*\"]\n[GameType \"21\"]\n\n1. f6-e5 c3-d4 2. e5xc3 b2xd4 *\n\n");
    expect_written(&numbers, "[GameType \"25\"]\n1. c3-d4 *",
                   "[Result \"*\"]\n[GameType \"25\"]\n\n1. 22-18 *\n\n");
    expect_written(&letters, "1. 32-28 *", HEAD("*") "\n1. 32-28 *\n\n");
}
END_TEST

START_TEST(clocks_are_written) {
    static const struct {
        int64_t ms;
        const char *due;
    } clocks[] = {{0, "[%clk 0:00:00]"},
                  {597250, "[%clk 0:09:57.250]"},
                  {36000000, "[%clk 10:00:00]"},
                  {-5, "[%clk 0:00:00]"}};
    for (size_t i = 0; i < sizeof clocks / sizeof *clocks; i++) {
        TextBuffer note = {0};
        pdn_append_clock(&note, "clk", clocks[i].ms);
        ck_assert_str_eq(text_buffer_get(&note), clocks[i].due);
        pdn_append_clock(&note, "emt", 1000);
        ck_assert_ptr_nonnull(strstr(text_buffer_get(&note), "] [%emt 0:00:01]"));
        text_buffer_done(&note);
    }
}
END_TEST

/* Lines of a comment end at blanks, and read as they were. */
START_TEST(long_comments_are_wrapped) {
    static const PdnStyle style = {0};
    TextBuffer text = {0}, written = {0}, again = {0};
    PdnMemory memory;
    const PdnGame *game;
    int resolved;
    text_buffer_printf(&text, "1. 32-28 {");
    for (int i = 0; i < 60; i++)
        text_buffer_printf(&text, "word%d  [%%clk 0:00:%02d] %% ; [x ", i, i);
    text_buffer_printf(&text, "} *");
    PdnReader *reader = open_text(&memory, VARIANT_INTERNATIONAL, text_buffer_get(&text));
    ck_assert_int_eq(pdn_reader_next(reader, &game, NULL), 1);
    ck_assert_int_eq(pdn_repair_game(game, &style, &written, &resolved, NULL), STATUS_OK);
    pdn_reader_free(reader);
    for (const char *line = text_buffer_get(&written); *line; line += strcspn(line, "\n") + 1)
        ck_assert(!strchr("%;", *line) && strncmp(line, "[x", 2) != 0);
    reader = open_text(&memory, VARIANT_INTERNATIONAL, text_buffer_get(&written));
    ck_assert_int_eq(pdn_reader_next(reader, &game, NULL), 1);
    ck_assert_int_eq(pdn_repair_game(game, &style, &again, &resolved, NULL), STATUS_OK);
    ck_assert_str_eq(text_buffer_get(&again), text_buffer_get(&written));
    pdn_reader_free(reader);
    text_buffer_done(&text);
    text_buffer_done(&written);
    text_buffer_done(&again);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("pdn_check");
    TCase *tests = tcase_create("pdn_check");
    tcase_add_test(tests, what_only_a_check_tells);
    tcase_add_test(tests, results_are_held_against_the_law_of_the_variant);
    tcase_add_test(tests, what_can_be_mended_is);
    tcase_add_test(tests, games_are_turned_round);
    tcase_add_test(tests, notation_is_a_matter_of_style);
    tcase_add_test(tests, clocks_are_written);
    tcase_add_test(tests, long_comments_are_wrapped);
    suite_add_tcase(suite, tests);
    return suite_run(suite);
}
