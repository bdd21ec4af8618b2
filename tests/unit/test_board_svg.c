/* SPDX-License-Identifier: MIT */
#include "engine/notation/board_svg.h"
#include "engine/notation/fen.h"
#include "engine/notation/move_text.h"
#include "tests/unit/markup.h"
#include "tests/unit/suite.h"

#include <string.h>

static Position read_position(VariantId variant, const char *fen) {
    Position position;
    ck_assert_int_eq(fen_read(rules_get(variant), fen, strlen(fen), &position, NULL, NULL), 0);
    return position;
}

static void draw(const Position *position, const BoardSvgOptions *options, TextBuffer *buffer) {
    ck_assert_int_eq(board_svg_write(position, options, buffer, NULL), STATUS_OK);
    markup_expect_balanced(text_buffer_get(buffer));
}

static void expect_text(const TextBuffer *buffer, const char *text) {
    ck_assert_msg(strstr(text_buffer_get(buffer), text) != NULL, "no %s in %s", text,
                  text_buffer_get(buffer));
}

START_TEST(pieces_stand_on_their_squares) {
    Position position = read_position(VARIANT_INTERNATIONAL, "W:W32,K5:B20,K46");
    BoardSvgOptions options = {0};
    TextBuffer buffer = {0};
    draw(&position, &options, &buffer);
    expect_text(&buffer, "<use href=\"#draughts-wm\" x=\"30\" y=\"60\"/>");
    expect_text(&buffer, "<use href=\"#draughts-wk\" x=\"90\" y=\"0\"/>");
    expect_text(&buffer, "<use href=\"#draughts-bm\" x=\"80\" y=\"30\"/>");
    expect_text(&buffer, "<use href=\"#draughts-bk\" x=\"0\" y=\"90\"/>");
    ck_assert_int_eq(markup_count(text_buffer_get(&buffer), "<use "), 5); /* with the board */
    expect_text(&buffer, "viewBox=\"-2 -2 104 104\" role=\"img\"><title>W:WK5,32:B20,K46</title>");
    ck_assert_ptr_null(strstr(text_buffer_get(&buffer), "<text"));
    ck_assert_ptr_null(strstr(text_buffer_get(&buffer), "width=\"4"));
    text_buffer_done(&buffer);
}
END_TEST

START_TEST(the_other_side_of_the_board) {
    Position position = read_position(VARIANT_ENGLISH, "B:W32:BK1");
    BoardSvgOptions options = {.turned = true, .size = 84};
    TextBuffer buffer = {0};
    draw(&position, &options, &buffer);
    expect_text(&buffer, "<use href=\"#draughts-wm\" x=\"10\" y=\"0\"/>");
    expect_text(&buffer, "<use href=\"#draughts-bk\" x=\"60\" y=\"70\"/>");
    expect_text(&buffer, "viewBox=\"-2 -2 84 84\" width=\"84\" height=\"84\"");
    text_buffer_done(&buffer);
}
END_TEST

START_TEST(numbers_and_names) {
    Position position = read_position(VARIANT_ENGLISH, "start");
    BoardSvgOptions options = {.numbers = true, .name = "<b> & \"c\""};
    TextBuffer buffer = {0};
    draw(&position, &options, &buffer);
    ck_assert_int_eq(markup_count(text_buffer_get(&buffer), "<text "), 32);
    expect_text(&buffer, "<text x=\"10.4\" y=\"2.2\">1</text>");
    expect_text(&buffer, "<text x=\"60.4\" y=\"72.2\">32</text>");
    expect_text(&buffer, "<title>&lt;b&gt; &amp; &quot;c&quot;</title>");
    ck_assert_int_eq(markup_count(text_buffer_get(&buffer), "<use "), 25);
    text_buffer_done(&buffer);
}
END_TEST

/* The start is marked faintly, the end strongly, and what was taken is crossed. */
START_TEST(the_last_move_is_marked) {
    Position before = read_position(VARIANT_INTERNATIONAL, "W:W28,30:B22,11,K50"), after;
    BoardSvgOptions options = {0};
    TextBuffer buffer = {0};
    ck_assert_int_eq(move_text_read(&before, "28x6", 4, &options.last, NULL), STATUS_OK);
    position_make(&before, options.last, &after);
    draw(&after, &options, &buffer);
    expect_text(&buffer, "<rect x=\"40.5\" y=\"50.5\" width=\"9\" height=\"9\" fill=\"#f2d13d\" "
                         "fill-opacity=\".15\"");
    expect_text(&buffer, "<rect x=\"0.5\" y=\"10.5\" width=\"9\" height=\"9\" fill=\"#f2d13d\" "
                         "fill-opacity=\".45\"");
    ck_assert_int_eq(markup_count(text_buffer_get(&buffer), "l4 4m0-4l-4 4"), 2);
    text_buffer_done(&buffer);
}
END_TEST

START_TEST(letters_stand_in_the_frame) {
    Position position = read_position(VARIANT_RUSSIAN, "start");
    BoardSvgOptions options = {.numbers = true, .turned = true};
    TextBuffer buffer = {0};
    draw(&position, &options, &buffer);
    ck_assert_int_eq(markup_count(text_buffer_get(&buffer), "<text "), 16);
    expect_text(&buffer, "viewBox=\"-4 -4 88 88\"");
    expect_text(&buffer, "<text x=\"5\" y=\"82.8\">h</text>");
    expect_text(&buffer, "<text x=\"-2\" y=\"6\">1</text>");
    text_buffer_clear(&buffer);
    options = (BoardSvgOptions){0};
    draw(&position, &options, &buffer);
    ck_assert_int_eq(markup_count(text_buffer_get(&buffer), "<text "), 0);
    text_buffer_done(&buffer);
}
END_TEST

/* Where all squares are played on, two shades tell them apart. */
START_TEST(all_squares_have_two_shades) {
    Position position = read_position(VARIANT_TURKISH, "start");
    BoardSvgOptions options = {0};
    TextBuffer buffer = {0};
    draw(&position, &options, &buffer);
    ck_assert_int_eq(markup_count(text_buffer_get(&buffer), "h10v10h-10z"), 64);
    ck_assert_int_eq(markup_count(text_buffer_get(&buffer), "<path fill="), 2);
    text_buffer_done(&buffer);
}
END_TEST

START_TEST(arrows_are_drawn_on_top) {
    Position position = read_position(VARIANT_INTERNATIONAL, "start");
    BoardArrow arrows[2];
    BoardSvgOptions options = {.arrows = arrows, .arrow_count = 2, .turned = true};
    TextBuffer buffer = {0};
    ck_assert_int_eq(board_arrow_read(position.rules, "32-28", &arrows[0], NULL), STATUS_OK);
    ck_assert_int_eq(board_arrow_read(position.rules, "46x5", &arrows[1], NULL), STATUS_OK);
    ck_assert_int_eq(arrows[1].to, 5);
    draw(&position, &options, &buffer);
    ck_assert_int_eq(markup_count(text_buffer_get(&buffer), "stroke-width=\".4\""), 2);
    /* From the middle of 46, which is at the top right of a turned board. */
    expect_text(&buffer, "<path d=\"M94.36 4.36L");
    text_buffer_done(&buffer);
}
END_TEST

START_TEST(wrong_arrows_are_refused) {
    static const struct {
        VariantId variant;
        const char *text;
        Status status;
    } wrong[] = {
        {VARIANT_INTERNATIONAL, "", STATUS_RANGE},
        {VARIANT_INTERNATIONAL, "32", STATUS_SYNTAX},
        {VARIANT_INTERNATIONAL, "32-", STATUS_RANGE},
        {VARIANT_INTERNATIONAL, "32-51", STATUS_RANGE},
        {VARIANT_INTERNATIONAL, "0-1", STATUS_RANGE},
        {VARIANT_INTERNATIONAL, "c3-d4", STATUS_RANGE},
        {VARIANT_INTERNATIONAL, "32-28-23", STATUS_SYNTAX},
        {VARIANT_INTERNATIONAL, "32-32", STATUS_RANGE},
        {VARIANT_RUSSIAN, "c3-c4", STATUS_RANGE},
        {VARIANT_RUSSIAN, "c3-d9", STATUS_RANGE},
        {VARIANT_RUSSIAN, "c3-d99999999999", STATUS_RANGE},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        BoardArrow arrow = {7, 7};
        Error error = {""};
        ck_assert_msg(board_arrow_read(rules_get(wrong[i].variant), wrong[i].text, &arrow,
                                       &error) == wrong[i].status,
                      "\"%s\": %s", wrong[i].text, error.text);
        ck_assert_str_ne(error.text, "");
        ck_assert_int_eq(arrow.from, 7);
    }
}
END_TEST

/* Many diagrams on a page hold no symbols themselves. */
START_TEST(pages_share_the_symbols) {
    Position position = read_position(VARIANT_INTERNATIONAL, "start");
    BoardSvgOptions options = {.shared = true};
    TextBuffer buffer = {0};
    ck_assert_int_eq(board_svg_write_shared(position.rules, &options, &buffer, NULL), STATUS_OK);
    markup_expect_balanced(text_buffer_get(&buffer));
    ck_assert_int_eq(markup_count(text_buffer_get(&buffer), "<symbol "), 5);
    ck_assert_int_eq(markup_count(text_buffer_get(&buffer), "h10v10h-10z"), 50);
    text_buffer_clear(&buffer);
    draw(&position, &options, &buffer);
    ck_assert_int_eq(markup_count(text_buffer_get(&buffer), "<symbol "), 0);
    ck_assert_int_eq(markup_count(text_buffer_get(&buffer), "<use "), 41);
    text_buffer_done(&buffer);
}
END_TEST

START_TEST(wrong_sizes_and_a_lack_of_memory) {
    Position position = read_position(VARIANT_ENGLISH, "start");
    BoardSvgOptions options = {.size = -1};
    TextBuffer buffer = {0};
    Error error = {""};
    ck_assert_int_eq(board_svg_write(&position, &options, &buffer, &error), STATUS_RANGE);
    ck_assert_str_ne(error.text, "");
    ck_assert_uint_eq(buffer.length, 0);
    options.size = 100;
    buffer.failed = true; /* as after an allocation that failed */
    ck_assert_int_eq(board_svg_write(&position, &options, &buffer, &error), STATUS_NO_MEMORY);
    ck_assert_int_eq(board_svg_write_shared(position.rules, &options, &buffer, &error),
                     STATUS_NO_MEMORY);
    text_buffer_done(&buffer);
}
END_TEST

/* What all the tests of pictures and pages rely on. */
START_TEST(the_check_of_markup_finds_faults) {
    static const char *const good[] = {
        "",
        "<!DOCTYPE html><p>a &amp; b &#39;</p><a b=\"c\" d=\"&lt;\"/><meta a=\"\"><use "
        "href=\"#x\"/>",
    };
    static const char *const bad[] = {
        "<p>",
        "</p>",
        "<p></q>",
        "<p><q></p></q>",
        "a < b",
        "a & b",
        "<p a=b></p>",
        "<p a=\"b></p>",
        "<p a=\"<\"></p>",
        "<p a=\"&\"></p>",
        "<p",
        "<p a=\"b\"",
        "</",
        "<p></p",
        "<script></script>",
        "<p onclick=\"x\"></p>",
        "<img src=\"http://x/y\"/>",
        "<p><img></p>",
    };
    const char *place;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        ck_assert_ptr_null(markup_find_fault(good[i], &place));
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        ck_assert_msg(markup_find_fault(bad[i], &place) != NULL, "not seen: %s", bad[i]);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("board_svg");
    TCase *tests = tcase_create("board_svg");
    tcase_add_test(tests, pieces_stand_on_their_squares);
    tcase_add_test(tests, the_other_side_of_the_board);
    tcase_add_test(tests, numbers_and_names);
    tcase_add_test(tests, the_last_move_is_marked);
    tcase_add_test(tests, letters_stand_in_the_frame);
    tcase_add_test(tests, all_squares_have_two_shades);
    tcase_add_test(tests, arrows_are_drawn_on_top);
    tcase_add_test(tests, wrong_arrows_are_refused);
    tcase_add_test(tests, pages_share_the_symbols);
    tcase_add_test(tests, wrong_sizes_and_a_lack_of_memory);
    tcase_add_test(tests, the_check_of_markup_finds_faults);
    suite_add_tcase(suite, tests);
    return suite_run(suite);
}
