/* SPDX-License-Identifier: MIT
 *
 * The PDN reader: what it says about what is wrong, and what it does about too much of it. */
#include "tests/unit/pdn_fixture.h"
#include "tests/unit/suite.h"

#include "engine/base/text_buffer.h"

/* A text with a fault, the only finding it gives, and the moves of the main line that are legal. */
typedef struct {
    const char *text;
    PdnFindingKind kind;
    const char *piece; /* of the text, as the finding has it */
    const char *candidates;
    int ply;
    int plies;
    const char *message; /* some of it */
} Fault;

static const Fault faults[] = {
    {"1. 32-28 19-23 2. 31-27 14-19 *", PDN_FINDING_ILLEGAL, "31-27", "28x19", 2, 2,
     "31-27 is not legal here: 1 capture is due: 28x19"},
    {"[FEN \"W:W31:B12\"] 1. 41-37 *", PDN_FINDING_ILLEGAL, "41-37", "31-26 31-27", 0, 0,
     "no piece of White on 41"},
    {"[FEN \"W:WK4:B13,20,32,37\"] 1. 4x15 *", PDN_FINDING_AMBIGUOUS, "4x15",
     "4x27x38x15 4x31x42x15", 0, 0, "4x27x38x15"},
    {"1. 32-51 19-23 *", PDN_FINDING_NOT_A_MOVE, "32-51", "", 0, 0, "squares run from 1 to 50"},
    {"1. 32-28 - - 2. 28x19 *", PDN_FINDING_NOT_A_MOVE, "- -", "", 1, 1, "not told"},
    {"1. c3-d4 *", PDN_FINDING_NOT_A_MOVE, "c3-d4", "", 0, 0, "a square's number is due"},
    {"[GameType \"199\"] 1. 32-28 *", PDN_FINDING_VARIANT, "199", "", -1, -1, "199"},
    {"[GameType \"20,W,8,8,N2,0\"] 1. 32-28 *", PDN_FINDING_VARIANT, "20,W,8,8,N2,0", "", -1, -1,
     ""},
    {"[GameType \"chess\"] 1. 32-28 *", PDN_FINDING_VARIANT, "chess", "", -1, -1, "chess"},
    {"[GameType \"99999999999\"] 1. 32-28 *", PDN_FINDING_VARIANT, "99999999999", "", -1, -1, ""},
    {"[GameType \"20,B,10,10,N2,0\"] 1. 32-28 *", PDN_FINDING_GAME_TYPE, "20,B,10,10,N2,0", "", -1,
     1, "lets Black begin"},
    {"[FEN \"W:W51:B1\"] 1. 32-28 *", PDN_FINDING_FEN, "W:W51:B1", "", -1, -1, "no square 51"},
    {"[FEN \"?:W31:B1\"] 1. 32-28 *", PDN_FINDING_FEN, "?:W31:B1", "", -1, -1, "side to move"},
    {"1. 32-28 /FEN \"W:W31:B20\"/ 31-27 *", PDN_FINDING_SETUP, "/FEN \"W:W31:B20\"/", "", 0, 1,
     "set up"},
    {"1. 32-28", PDN_FINDING_RESULT_MISSING, "", "", -1, 1, "no result"},
    {"[Result \"1-1\"] 32-28 2-0", PDN_FINDING_RESULT_DIFFERS, "2-0", "", -1, 1,
     "is \"2-0\", that of the tag \"1-1\""},
    {"[FEN \"W:W31:B22\"] 1. 31-27 22x31 2-0", PDN_FINDING_RESULT_POSITION, "2-0", "", 1, 2,
     "White has no move, so Black has won"},
    {"[Result \"5-4\"] 32-28 *", PDN_FINDING_RESULT_UNKNOWN, "5-4", "", -1, 1, "says nothing"},
    {"32-28 2-0F", PDN_FINDING_RESULT_FORM, "2-0F", "", -1, 1, "unusual"},
    {"32-28 2-0 *", PDN_FINDING_RESULT_FORM, "*", "", -1, 1, "second result"},
    {"[Event \"a\" b\"]\n32-28 *", PDN_FINDING_TAG, "", "", -1, 1, "quote"},
    {"[Event \"a\n[Site \"b\"] 32-28 *", PDN_FINDING_TAG, "Event", "", -1, 1, "not closed"},
    {"[pdn] 32-28 *", PDN_FINDING_TAG, "[pdn]", "", -1, 1, "[Name \"value\"]"},
    {"32-28 [%clk 0:01:00] *", PDN_FINDING_TAG, "[%clk 0:01:00]", "", -1, 1, "in a comment"},
    {"[A \"1\"] [A \"2\"] 32-28 *", PDN_FINDING_TAG_TWICE, "A", "", -1, 1, "first one counts"},
    {"32-28 * [A \"2\"]", PDN_FINDING_TAG_TRAILING, "A", "", -1, 1, "behind the moves"},
    {"[Result \"*\"] 32-28 {a\nb", PDN_FINDING_COMMENT_OPEN, "a\nb", "", -1, 1, "not closed"},
    {"32-28 {a {b} 19-23 *", PDN_FINDING_BRACE, "a {b", "", -1, 2, "do not nest"},
    {"32-28 {a {b} 31-27} 19-23 *", PDN_FINDING_BRACE, "a {b} 31-27", "", -1, 2, "do not nest"},
    {"32-28 } 19-23 *", PDN_FINDING_BRACE, "}", "", -1, 2, "closes no comment"},
    {"32-28 ) 19-23 *", PDN_FINDING_VARIATION, "", "", 0, 2, "closes nothing"},
    {"32-28 (31-27 *", PDN_FINDING_VARIATION, "", "", -1, 1, "1 variation is not closed"},
    {"(31-27) 32-28 *", PDN_FINDING_VARIATION, "", "", -1, 1, "behind the move"},
    {"32-28 $256 *", PDN_FINDING_NAG, "$256", "", 0, 1, "$0 to $255"},
    {"32-28 $ *", PDN_FINDING_NAG, "$", "", 0, 1, "$0 to $255"},
    {"! 32-28 *", PDN_FINDING_NAG, "!", "", -1, 1, "behind a move"},
    {"32-28 $1 $2 $3 $4 $5 $6 $7 *", PDN_FINDING_NAG, "$7", "", 0, 1, "too many"},
    {"1 32-28 *", PDN_FINDING_NUMBER, "1", "", -1, 1, "without a full stop"},
    {".. 32-28 *", PDN_FINDING_NUMBER, "..", "", -1, 1, "without a number"},
    {"32-28 19-23 time *", PDN_FINDING_WORD, "time", "", 1, 2, "kept as a comment"},
    {"32-28 2-0 (time)", PDN_FINDING_WORD, "(time)", "", -1, 1, "behind the result"},
    {"32-28* 19-23 *", PDN_FINDING_FORCED, "*", "", 0, 2, "forced"},
    {"32-28 {[%clk soon]} *", PDN_FINDING_CLOCK, "[%clk soon]", "", 0, 1, "0:09:57"},
    {"32-28 {[%clock w1 w} *", PDN_FINDING_CLOCK, "[%clock w1 w", "", 0, 1, "0:09:57"},
    {"[Event \"\xe9\"] 32-28 *", PDN_FINDING_ENCODING, "", "", -1, 1, "Latin-1"},
};

enum {
    FAULT_COUNT = sizeof faults / sizeof *faults
};

static void expect_fault(const Fault *due) {
    PdnFixture fixture;
    char buffer[400];
    const PdnGame *game = pdn_fixture_read_one(&fixture, due->text);
    const PdnFinding *finding = game->findings;
    ck_assert_msg(game->finding_count == 1, "%s: %s", due->text,
                  pdn_fixture_list_findings(game, buffer, sizeof buffer));
    ck_assert_msg(finding->kind == due->kind, "%s: %s", due->text,
                  pdn_finding_kind_name(finding->kind));
    ck_assert_msg(!strcmp(finding->text, due->piece), "%s: %s", due->text, finding->text);
    ck_assert_msg(!strcmp(finding->candidates, due->candidates), "%s: %s", due->text,
                  finding->candidates);
    ck_assert_msg(finding->ply == due->ply, "%s: ply %d", due->text, finding->ply);
    ck_assert_msg(strstr(finding->message, due->message) != NULL, "%s: %s", due->text,
                  finding->message);
    ck_assert_int_eq(game->playable, due->plies >= 0);
    if (game->playable)
        ck_assert_msg(record_plies(&game->record) == due->plies, "%s: %d moves", due->text,
                      record_plies(&game->record));
    pdn_fixture_done(&fixture);
}

START_TEST(each_fault_is_told) {
    bool shown[PDN_FINDING_KIND_COUNT] = {
        [PDN_FINDING_CUT] = true, /* below; the others in test_pdn_check.c */
        [PDN_FINDING_RESULT_LAW] = true,   [PDN_FINDING_RESULT_OPEN] = true,
        [PDN_FINDING_RESULT_GLUED] = true, [PDN_FINDING_RESULT_END] = true,
        [PDN_FINDING_AFTER_END] = true,    [PDN_FINDING_PIECES] = true,
        [PDN_FINDING_TAG_SPLIT] = true,    [PDN_FINDING_TAG_NAME] = true,
        [PDN_FINDING_TAG_VALUE] = true,    [PDN_FINDING_NUMBER_DIFFERS] = true,
    };
    for (int i = 0; i < FAULT_COUNT; i++) {
        expect_fault(&faults[i]);
        shown[faults[i].kind] = true;
    }
    for (int kind = 0; kind < PDN_FINDING_KIND_COUNT; kind++)
        ck_assert_msg(shown[kind], "%s is not shown", pdn_finding_kind_name(kind));
}
END_TEST

START_TEST(kinds_have_names_of_their_own) {
    for (int a = 0; a < PDN_FINDING_KIND_COUNT; a++)
        for (int b = 0; b < a; b++)
            ck_assert_str_ne(pdn_finding_kind_name(a), pdn_finding_kind_name(b));
    ck_assert_str_eq(pdn_severity_name(PDN_SEVERITY_ERROR), "error");
}
END_TEST

/* The game is there for who reads on: nothing of it is left in the next. */
START_TEST(a_fault_ends_with_its_game) {
    for (int i = 0; i < FAULT_COUNT; i++) {
        PdnFixture fixture;
        TextBuffer text = {0};
        text_buffer_printf(&text, "%s}\n\n[Event \"next\"]\n1. 33-29 19-23 1-1\n", faults[i].text);
        pdn_fixture_init(&fixture, text_buffer_get(&text));
        ck_assert(pdn_fixture_next(&fixture));
        ck_assert_msg(pdn_fixture_next(&fixture), "one game in %s", text_buffer_get(&text));
        ck_assert_int_eq(fixture.game->finding_count + fixture.game->comment_count, 0);
        ck_assert_int_eq(record_plies(&fixture.game->record), 2);
        ck_assert_int_eq(fixture.game->outcome, OUTCOME_DRAW);
        ck_assert_ptr_eq(fixture.game->rules, rules_get(VARIANT_INTERNATIONAL));
        ck_assert(!pdn_fixture_next(&fixture));
        pdn_fixture_done(&fixture);
        text_buffer_done(&text);
    }
}
END_TEST

/* A game of an unknown variant is delimited and kept as text. */
START_TEST(an_unknown_variant_is_kept_as_text) {
    PdnFixture fixture;
    char buffer[200];
    const PdnGame *game = pdn_fixture_read_one(
        &fixture, "[GameType \"199\"]\n1. c3-d4 D6:B4 (1... d6b4) 2. a3:c5:e7 {x} 1-0");
    pdn_fixture_list_moves(game, buffer, sizeof buffer);
    ck_assert_str_eq(buffer, "c3-d4 D6:B4 d6b4 a3:c5:e7");
    ck_assert_int_eq(game->main_count, 3);
    ck_assert_ptr_null(game->rules);
    ck_assert(!game->playable && !game->plies[0].legal);
    ck_assert_int_eq(game->plies[1].mover, COLOR_BLACK);
    ck_assert_int_eq(game->comments[0].ply, 3);
    ck_assert_int_eq(game->outcome, OUTCOME_WHITE_WINS);
    ck_assert_str_eq(pdn_game_get_tag(game, "GameType"), "199");
    pdn_fixture_done(&fixture);
}
END_TEST

/* ---- too much ---- */

/* Reads `times` times `piece` between `before` and `after` as one game, followed by another. */
static PdnFixture read_much(TextBuffer *text, const char *before, const char *piece, int times,
                            const char *after) {
    PdnFixture fixture;
    text_buffer_printf(text, "%s", before);
    for (int i = 0; i < times; i++)
        text_buffer_append(text, piece, strlen(piece));
    text_buffer_printf(text, "%s\n[Event \"next\"]\n1. 33-29 *\n", after);
    ck_assert_int_eq(text_buffer_get_status(text, NULL), STATUS_OK);
    pdn_fixture_init(&fixture, text_buffer_get(text));
    ck_assert(pdn_fixture_next(&fixture));
    return fixture;
}

static void expect_cut(const PdnFixture *fixture, const char *message) {
    const PdnGame *game = fixture->game;
    for (int i = 0; i < game->finding_count; i++)
        if (game->findings[i].kind == PDN_FINDING_CUT && strstr(game->findings[i].message, message))
            return;
    ck_abort_msg("nothing is said to be cut: %s", message);
}

static void finish_much(PdnFixture *fixture, TextBuffer *text) {
    ck_assert(pdn_fixture_next(fixture));
    ck_assert_int_eq(fixture->game->ply_count, 1);
    ck_assert_int_eq(fixture->game->finding_count, 0);
    ck_assert(!pdn_fixture_next(fixture));
    pdn_fixture_done(fixture);
    text_buffer_done(text);
}

START_TEST(too_many_moves) {
    TextBuffer text = {0};
    PdnFixture fixture = read_much(&text, "[FEN \"W:WK46:BK50\"] ", "46-41 50-45 41-46 45-50 ",
                                   PDN_PLIES_MAX / 4 + 10, "(1-7) *");
    expect_cut(&fixture, "200000 moves");
    ck_assert_int_eq(fixture.game->ply_count, PDN_PLIES_MAX);
    ck_assert_int_eq(record_plies(&fixture.game->record), PDN_PLIES_MAX);
    finish_much(&fixture, &text);
}
END_TEST

START_TEST(too_many_comments_and_tags) {
    TextBuffer text = {0};
    PdnFixture fixture = read_much(&text, "32-28 ", "{}", PDN_COMMENTS_MAX + 10, " *");
    expect_cut(&fixture, "comments");
    ck_assert_int_eq(fixture.game->comment_count, PDN_COMMENTS_MAX);
    finish_much(&fixture, &text);
    fixture = read_much(&text, "", "[A \"x\"]\n", PDN_TAGS_MAX + 10, " 1. 32-28 *");
    expect_cut(&fixture, "tags");
    ck_assert_int_eq(fixture.game->tag_count, PDN_TAGS_MAX);
    ck_assert_int_eq(fixture.game->ply_count, 1);
    finish_much(&fixture, &text);
}
END_TEST

START_TEST(variations_too_deep) {
    TextBuffer text = {0};
    PdnFixture fixture = read_much(&text, "32-28 ", "(31-27 ", PDN_DEPTH_MAX, "(1-2)) 2-0");
    expect_cut(&fixture, "nested");
    ck_assert_int_eq(fixture.game->ply_count, PDN_DEPTH_MAX + 1);
    ck_assert_int_eq(fixture.game->plies[PDN_DEPTH_MAX].depth, PDN_DEPTH_MAX);
    ck_assert(fixture.game->plies[PDN_DEPTH_MAX].legal);
    ck_assert_int_eq(fixture.game->outcome, OUTCOME_WHITE_WINS);
    finish_much(&fixture, &text);
    fixture = read_much(&text, "32-28 ", "(31-27 ", 100000, " *");
    expect_cut(&fixture, "nested");
    finish_much(&fixture, &text);
    fixture = read_much(&text, "32-28 ", "{", 100000, "} 19-23 *");
    ck_assert_int_eq(fixture.game->ply_count, 2);
    finish_much(&fixture, &text);
}
END_TEST

START_TEST(texts_too_long) {
    TextBuffer text = {0};
    PdnFixture fixture = read_much(&text, "32-28 {", "\u00e9", PDN_VALUE_MAX, "} 19-23 *");
    expect_cut(&fixture, "comment");
    ck_assert_uint_eq(strlen(fixture.game->comments[0].text), PDN_VALUE_MAX);
    ck_assert_int_eq(fixture.game->ply_count, 2);
    finish_much(&fixture, &text);
    fixture = read_much(&text, "32-28 {a", "\u00e9", PDN_VALUE_MAX, "} 19-23 *");
    ck_assert_uint_eq(strlen(fixture.game->comments[0].text), PDN_VALUE_MAX - 1);
    finish_much(&fixture, &text);
    fixture = read_much(&text, "[A \"", "a", PDN_VALUE_MAX + 1, "\"] 32-28 *");
    expect_cut(&fixture, "value");
    ck_assert_uint_eq(strlen(pdn_game_get_tag(fixture.game, "A")), PDN_VALUE_MAX);
    finish_much(&fixture, &text);
    fixture = read_much(&text, "[", "a", PDN_TAG_NAME_MAX + 1, " \"\"] 32-28 *");
    expect_cut(&fixture, "name");
    ck_assert_uint_eq(strlen(fixture.game->tags[0].name), PDN_TAG_NAME_MAX);
    finish_much(&fixture, &text);
    fixture = read_much(&text, "32-28 ", "} ", PDN_FINDINGS_MAX + 7, " 19-23 *");
    ck_assert_int_eq(fixture.game->finding_count, PDN_FINDINGS_MAX);
    ck_assert_int_eq(fixture.game->findings_left_out, 7);
    ck_assert_int_eq(fixture.game->ply_count, 2);
    finish_much(&fixture, &text);
}
END_TEST

START_TEST(all_texts_of_a_game_too_long) {
    TextBuffer text = {0}, comment = {0};
    text_buffer_append(&comment, "{", 1);
    for (int i = 0; i < 1 << 16; i++)
        text_buffer_append(&comment, "0123456789abcde", 15);
    text_buffer_append(&comment, "}", 1);
    PdnFixture fixture = read_much(&text, "32-28 ", text_buffer_get(&comment), 35, " 31-27 *");
    expect_cut(&fixture, "bytes of text");
    ck_assert_int_eq(fixture.game->comment_count, 35);
    ck_assert_str_eq(fixture.game->comments[34].text, "");
    ck_assert_str_ne(fixture.game->findings[fixture.game->finding_count - 1].message, "");
    finish_much(&fixture, &text);
    text_buffer_done(&comment);
}
END_TEST

/* ---- sources ---- */

/* Gives some bytes, then fails. */
static ptrdiff_t read_and_fail(void *context, char *buffer, size_t size, Error *error) {
    const char **text = context;
    size_t length = strlen(*text);
    ck_assert_uint_ge(size, length);
    if (!length)
        return error_set(error, STATUS_CLOSED, "the line is dead");
    memcpy(buffer, *text, length);
    *text += length;
    return (ptrdiff_t)length;
}

START_TEST(a_failing_source_is_told) {
    const char *text = "1. 32-28 *\n1. 33-29 *";
    const PdnReadOptions options = {.rules = rules_get(VARIANT_INTERNATIONAL)};
    PdnSource source = {.read = read_and_fail, .context = &text};
    PdnReader *reader = pdn_reader_new(source, &options, NULL);
    const PdnGame *game = NULL;
    ck_assert_int_eq(pdn_reader_next(reader, &game, NULL), 1);
    ck_assert_int_eq(game->ply_count, 1);
    for (int i = 0; i < 2; i++) {
        Error error = {""};
        ck_assert_int_eq(pdn_reader_next(reader, &game, &error), STATUS_CLOSED);
        ck_assert_str_eq(error.text, "the line is dead");
    }
    pdn_reader_free(reader);
    pdn_reader_free(NULL);
}
END_TEST

START_TEST(a_directory_is_no_file) {
    FILE *file = fopen(".", "rb");
    if (!file)
        return; /* other systems refuse here already */
    const PdnReadOptions options = {.rules = rules_get(VARIANT_INTERNATIONAL)};
    PdnReader *reader = pdn_reader_new(pdn_source_file(file), &options, NULL);
    const PdnGame *game;
    Error error;
    ck_assert_int_eq(pdn_reader_next(reader, &game, &error), STATUS_IO);
    ck_assert_ptr_nonnull(strstr(error.text, "cannot be read: "));
    pdn_reader_free(reader);
    fclose(file);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("pdn_findings");
    TCase *tests = tcase_create("pdn_findings");
    tcase_set_timeout(tests, 60);
    tcase_add_test(tests, each_fault_is_told);
    tcase_add_test(tests, kinds_have_names_of_their_own);
    tcase_add_test(tests, a_fault_ends_with_its_game);
    tcase_add_test(tests, an_unknown_variant_is_kept_as_text);
    tcase_add_test(tests, too_many_moves);
    tcase_add_test(tests, too_many_comments_and_tags);
    tcase_add_test(tests, variations_too_deep);
    tcase_add_test(tests, texts_too_long);
    tcase_add_test(tests, all_texts_of_a_game_too_long);
    tcase_add_test(tests, a_failing_source_is_told);
    tcase_add_test(tests, a_directory_is_no_file);
    suite_add_tcase(suite, tests);
    return suite_run(suite);
}
