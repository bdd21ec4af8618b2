/* SPDX-License-Identifier: MIT */
#include "engine/notation/board_png.h"
#include "engine/notation/canvas_internal.h"
#include "tests/unit/suite.h"

#include <string.h>

/* The colour of a pixel, 0xRRGGBB. */
static int get_pixel(const Canvas *canvas, int x, int y) {
    const uint8_t *pixel = canvas->pixels + 3 * (y * canvas->width + x);
    return pixel[0] << 16 | pixel[1] << 8 | pixel[2];
}

static int count_pixels(const Canvas *canvas, int color) {
    int count = 0;
    for (int y = 0; y < canvas->height; y++)
        for (int x = 0; x < canvas->width; x++)
            count += get_pixel(canvas, x, y) == color;
    return count;
}

static void start(Canvas *canvas) {
    ck_assert_int_eq(canvas_init(canvas, 20, 10, 2, -1, -1, NULL), STATUS_OK);
}

START_TEST(shapes_cover_their_pixels) {
    Canvas canvas;
    start(&canvas);
    canvas_rectangle(&canvas, 0, 0, 2, 1, 0x102030, 1); /* pixels 2-5 across, 2-3 down */
    ck_assert_int_eq(count_pixels(&canvas, 0x102030), 8);
    ck_assert_int_eq(get_pixel(&canvas, 2, 2), 0x102030);
    ck_assert_int_eq(get_pixel(&canvas, 5, 3), 0x102030);
    ck_assert_int_eq(get_pixel(&canvas, 6, 3), 0xffffff);
    canvas_rectangle(&canvas, 4, 0, .25, 1, 0x000000, 1); /* half of a pixel */
    ck_assert_int_eq(get_pixel(&canvas, 10, 2), 0x808080);
    canvas_rectangle(&canvas, 0, 0, 1, 1, 0xffffff, .5);
    ck_assert_int_eq(get_pixel(&canvas, 2, 2), 0x889098);
    canvas_done(&canvas);
}
END_TEST

START_TEST(discs_and_lines_are_round) {
    Canvas canvas;
    start(&canvas);
    canvas_disc(&canvas, 1.5, 1.5, 2, 0x000000);
    ck_assert_int_eq(get_pixel(&canvas, 5, 5), 0x000000);
    ck_assert_int_eq(get_pixel(&canvas, 1, 1), 0xffffff);
    ck_assert_int_eq(get_pixel(&canvas, 12, 5), 0xffffff);
    canvas_line(&canvas, (CanvasPoint){5, 0}, (CanvasPoint){5, 3}, 1, 0x00ff00);
    ck_assert_int_eq(get_pixel(&canvas, 12, 5), 0x00ff00);
    ck_assert_int_eq(get_pixel(&canvas, 14, 5), 0xffffff);
    canvas_done(&canvas);
}
END_TEST

/* Nothing is written beyond the picture, whatever is drawn (sanitizers watch). */
START_TEST(shapes_may_lie_outside) {
    Canvas canvas;
    start(&canvas);
    canvas_rectangle(&canvas, -100, -100, 50, 50, 0, 1);
    canvas_disc(&canvas, 100, 100, 30, 0);
    ck_assert_int_eq(count_pixels(&canvas, 0xffffff), 200);
    canvas_rectangle(&canvas, -100, -100, 300, 300, 0x123456, 1);
    ck_assert_int_eq(count_pixels(&canvas, 0x123456), 200);
    canvas_done(&canvas);
}
END_TEST

START_TEST(every_character_has_a_shape_of_its_own) {
    static const char characters[] = "0123456789abcdefgh";
    Canvas all[sizeof characters - 1];
    for (size_t i = 0; i < sizeof characters - 1; i++) {
        char text[2] = {characters[i], '\0'};
        ck_assert_int_eq(canvas_init(&all[i], 16, 16, 1, 0, 0, NULL), STATUS_OK);
        canvas_text(&all[i], text, 2, 12, 9, 0);
        ck_assert_int_gt(256 - count_pixels(&all[i], 0xffffff), 10);
        for (size_t j = 0; j < i; j++)
            ck_assert_int_ne(memcmp(all[i].pixels, all[j].pixels, 3 * 256), 0);
    }
    for (size_t i = 0; i < sizeof characters - 1; i++)
        canvas_done(&all[i]);
    ck_assert(canvas_measure_text("10", 6) > canvas_measure_text("1", 6));
}
END_TEST

/* With libpng there is a file with the right size in its head, without it a clear word. */
START_TEST(a_picture_or_a_reason) {
    static const unsigned char head[] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
    for (int variant = 0; variant < VARIANT_COUNT; variant++) {
        Position position;
        BoardArrow arrow = {1, 8};
        BoardSvgOptions options = {
            .numbers = true, .size = 120, .arrows = &arrow, .arrow_count = 1};
        TextBuffer buffer = {0};
        Error error = {""};
        position_init_start(&position, rules_get((VariantId)variant));
        Status status = board_png_write(&position, &options, &buffer, &error);
        if (status == STATUS_UNKNOWN) {
            ck_assert_ptr_nonnull(strstr(error.text, "libpng-dev"));
        } else {
            ck_assert_int_eq(status, STATUS_OK);
            ck_assert_uint_gt(buffer.length, 300);
            ck_assert_int_eq(memcmp(buffer.text, head, sizeof head), 0);
            ck_assert_int_eq(buffer.text[19], 120);
            ck_assert_int_eq(buffer.text[23], 120);
        }
        text_buffer_done(&buffer);
    }
}
END_TEST

START_TEST(wrong_sizes_are_refused) {
    static const int sizes[] = {-1, 1, BOARD_PNG_SIZE_MIN - 1, BOARD_PNG_SIZE_MAX + 1};
    Position position;
    position_init_start(&position, rules_get(VARIANT_ENGLISH));
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        BoardSvgOptions options = {.size = sizes[i]};
        TextBuffer buffer = {0};
        Error error = {""};
        ck_assert_int_eq(board_png_write(&position, &options, &buffer, &error), STATUS_RANGE);
        ck_assert_str_ne(error.text, "");
        text_buffer_done(&buffer);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("board_png");
    TCase *tests = tcase_create("board_png");
    tcase_add_test(tests, shapes_cover_their_pixels);
    tcase_add_test(tests, discs_and_lines_are_round);
    tcase_add_test(tests, shapes_may_lie_outside);
    tcase_add_test(tests, every_character_has_a_shape_of_its_own);
    tcase_add_test(tests, a_picture_or_a_reason);
    tcase_add_test(tests, wrong_sizes_are_refused);
    suite_add_tcase(suite, tests);
    return suite_run(suite);
}
