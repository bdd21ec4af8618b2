/* SPDX-License-Identifier: MIT */
#include "engine/notation/board_text.h"
#include "engine/notation/fen.h"
#include "tests/unit/suite.h"

#include <string.h>

static const struct {
    VariantId variant;
    const char *fen, *text;
} boards[] = {
    {VARIANT_INTERNATIONAL, "W:W31,K50:B20,K46",
     "   .   .   .   .   .    1-5\n"
     " .   .   .   .   .      6-10\n"
     "   .   .   .   .   .   11-15\n"
     " .   .   .   .   b     16-20\n"
     "   .   .   .   .   .   21-25\n"
     " .   .   .   .   .     26-30\n"
     "   w   .   .   .   .   31-35\n"
     " .   .   .   .   .     36-40\n"
     "   .   .   .   .   .   41-45\n"
     " B   .   .   .   W     46-50\n"
     "White to move\n"},
    {VARIANT_ENGLISH, "start",
     "   b   b   b   b    1-4\n"
     " b   b   b   b      5-8\n"
     "   b   b   b   b    9-12\n"
     " .   .   .   .     13-16\n"
     "   .   .   .   .   17-20\n"
     " w   w   w   w     21-24\n"
     "   w   w   w   w   25-28\n"
     " w   w   w   w     29-32\n"
     "Black to move\n"},
    {VARIANT_RUSSIAN, "W:Wc3,Ka1:Bd4",
     "   .   .   .   .  8\n"
     " .   .   .   .    7\n"
     "   .   .   .   .  6\n"
     " .   .   .   .    5\n"
     "   .   b   .   .  4\n"
     " .   w   .   .    3\n"
     "   .   .   .   .  2\n"
     " W   .   .   .    1\n"
     " a b c d e f g h\n"
     "White to move\n"},
};

START_TEST(draws_the_board) {
    Position position;
    Error error;
    char text[BOARD_TEXT_SIZE];
    const char *fen = boards[_i].fen;
    ck_assert_int_eq(
        fen_read(rules_get(boards[_i].variant), fen, strlen(fen), &position, NULL, &error),
        STATUS_OK);
    ck_assert_str_eq(board_text_write(&position, text), boards[_i].text);
    ck_assert_ptr_eq(board_text_write(&position, text), text);
}
END_TEST

/* A position that differs in one piece, its kind, its colour or the turn draws differently. */
START_TEST(shows_every_difference) {
    static const char *const others[] = {"W:W31,K50:B20", "W:WK31,K50:B20,K46", "W:W31,K50,20:BK46",
                                         "B:W31,K50:B20,K46", "W:W32,K50:B20,K46"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        Position position;
        char text[BOARD_TEXT_SIZE];
        ck_assert_int_eq(fen_read(rules_get(VARIANT_INTERNATIONAL), others[i], strlen(others[i]),
                                  &position, NULL, NULL),
                         STATUS_OK);
        ck_assert_str_ne(board_text_write(&position, text), boards[0].text);
    }
}
END_TEST

START_TEST(turns_the_board_and_draws_pieces) {
    static const BoardTextOptions options = {.turned = true, .unicode = true};
    Position position;
    char text[BOARD_TEXT_SIZE];
    ck_assert_int_eq(
        fen_read(rules_get(VARIANT_RUSSIAN), "W:Wc3,Ka1:Bd4,Kh8", 17, &position, NULL, NULL),
        STATUS_OK);
    ck_assert_str_eq(board_text_write_as(&position, &options, text),
                     "   \u00b7   \u00b7   \u00b7   \u26c1  1\n"
                     " \u00b7   \u00b7   \u00b7   \u00b7    2\n"
                     "   \u00b7   \u00b7   \u26c0   \u00b7  3\n"
                     " \u00b7   \u00b7   \u26c2   \u00b7    4\n"
                     "   \u00b7   \u00b7   \u00b7   \u00b7  5\n"
                     " \u00b7   \u00b7   \u00b7   \u00b7    6\n"
                     "   \u00b7   \u00b7   \u00b7   \u00b7  7\n"
                     " \u26c3   \u00b7   \u00b7   \u00b7    8\n"
                     " h g f e d c b a\n"
                     "White to move\n");
    position_init_start(&position, rules_get(VARIANT_INTERNATIONAL));
    static const BoardTextOptions turned = {.turned = true};
    ck_assert_ptr_eq(
        strstr(board_text_write_as(&position, &turned, text), "   w   w   w   w   w   50-46\n"),
        text);
}
END_TEST

/* The largest boards of each kind fit in either form. */
START_TEST(every_board_fits) {
    for (int variant = 0; variant < VARIANT_COUNT; variant++)
        for (int form = 0; form < 4; form++) {
            BoardTextOptions options = {form & 1, form & 2};
            Position position;
            char text[BOARD_TEXT_SIZE];
            position_init_start(&position, rules_get((VariantId)variant));
            board_text_write_as(&position, &options, text);
            ck_assert_ptr_nonnull(strstr(text, " to move\n"));
        }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("board_text");
    TCase *write = tcase_create("write");
    tcase_add_loop_test(write, draws_the_board, 0, sizeof boards / sizeof *boards);
    tcase_add_test(write, shows_every_difference);
    tcase_add_test(write, turns_the_board_and_draws_pieces);
    tcase_add_test(write, every_board_fits);
    suite_add_tcase(suite, write);
    return suite_run(suite);
}
