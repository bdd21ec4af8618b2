/* SPDX-License-Identifier: MIT */
#include "protocol/dxp_message.h"
#include "tests/unit/suite.h"

#include <math.h>
#include <string.h>

#define START_SQUARES "zzzzzzzzzzzzzzzzzzzzeeeeeeeeeewwwwwwwwwwwwwwwwwwww"
#define NAME_X "X                               "
#define NAME_SCAN "Scan 3.1                        "

static void expect_written(const DxpMessage *message, bool fractions, const char *expected) {
    char text[DXP_TEXT_SIZE];
    Error error = {""};
    int length = dxp_message_write(message, 50, fractions, text, &error);
    ck_assert_msg(length >= 0, "%s", error.text);
    ck_assert_str_eq(text, expected);
    ck_assert_int_eq(length, strlen(expected));
}

static void expect_unwritable(const DxpMessage *message, Status status, const char *expected) {
    char text[DXP_TEXT_SIZE] = "untouched";
    Error error = {""};
    ck_assert_int_eq(dxp_message_write(message, 50, false, text, &error), status);
    ck_assert_str_eq(error.text, expected);
    ck_assert_str_eq(text, "untouched");
}

START_TEST(minutes_are_written_as_the_peer_reads_them) {
    static const struct {
        double minutes;
        const char *rounded, *exact;
    } rows[] = {
        {0, "000", "000"},     {0.05, "001", ".05"}, {0.5, "001", "0.5"},   {0.25, "001", ".25"},
        {0.001, "001", ".01"}, {0.97, "001", ".97"}, {0.999, "001", "001"}, {1, "001", "001"},
        {1.2, "001", "1.2"},   {1.5, "002", "1.5"},  {2.04, "002", "002"},  {9.9, "010", "9.9"},
        {9.96, "010", "010"},  {10.4, "010", "010"}, {10.5, "011", "011"},  {999, "999", "999"},
        {998.6, "999", "999"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        DxpMessage message = {
            .kind = DXP_GAMEREQ,
            .request = {.version = 1, .name = "X", .follower = 'Z', .minutes = rows[i].minutes},
        };
        char expected[DXP_TEXT_SIZE];
        snprintf(expected, sizeof expected, "R01" NAME_X "Z%s000A", rows[i].rounded);
        expect_written(&message, false, expected);
        snprintf(expected, sizeof expected, "R01" NAME_X "Z%s000A", rows[i].exact);
        expect_written(&message, true, expected);
    }
}
END_TEST

START_TEST(names_are_padded_and_cleaned) {
    DxpMessage message = {.kind = DXP_GAMEACC, .accept = {.name = "Scan 3.1"}};
    expect_written(&message, false, "A" NAME_SCAN "0");
    message.accept = (DxpGameAccept){.name = " \xc3\xa9t\n ", .code = DXP_ACCEPT_REFUSED};
    expect_written(&message, false, "A??t?                            2");
    memset(message.accept.name, 'n', sizeof message.accept.name);
    expect_written(&message, false, "Annnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn2");
}
END_TEST

START_TEST(moves_and_chats_are_written) {
    DxpMessage message = {
        .kind = DXP_MOVE,
        .move = {.from = 5, .to = 25, .capture_count = 2, .listed_count = 2, .captured = {22, 9}}};
    expect_written(&message, false, "M00000525022209");
    message.move.seconds = 12.6;
    expect_written(&message, false, "M00000525022209");
    message.move.has_seconds = true;
    expect_written(&message, false, "M00130525022209");
    message.move.seconds = 1e30;
    expect_written(&message, false, "M99990525022209");
    message.move.seconds = -5;
    expect_written(&message, false, "M00000525022209");
    message.move.seconds = (double)NAN;
    expect_written(&message, false, "M00000525022209");
    message = (DxpMessage){.kind = DXP_CHAT, .chat = {.text = "a\x1b[2J\n\xc3\xa9"}};
    expect_written(&message, false, "Ca?[2J???");
    memset(message.chat.text, 'x', DXP_CHAT_LENGTH);
    char longest[DXP_TEXT_SIZE] = "C";
    memset(longest + 1, 'x', DXP_CHAT_LENGTH);
    expect_written(&message, false, longest);
}
END_TEST

START_TEST(what_does_not_fit_is_not_written) {
    DxpMessage message = {.kind = DXP_NONE};
    expect_unwritable(&message, STATUS_SYNTAX, "no kind of message: one of DxpKind expected");
    message = (DxpMessage){.kind = DXP_CHAT};
    expect_unwritable(&message, STATUS_RANGE, "CHAT: length of the text is 0: 1 to 126 expected");
    message = (DxpMessage){.kind = DXP_BACKREQ, .back = {.move = 1000, .side = 'W'}};
    expect_unwritable(&message, STATUS_RANGE, "BACKREQ: move number is 1000: 1 to 999 expected");
    message.back = (DxpBackRequest){.move = 0, .side = 'W'};
    expect_unwritable(&message, STATUS_RANGE, "BACKREQ: move number is 0: 1 to 999 expected");
    message.back = (DxpBackRequest){.move = 1, .side = 'B'};
    expect_unwritable(&message, STATUS_SYNTAX, "BACKREQ: side to move is 'B': W or Z expected");

    const DxpGameRequest good = {
        .version = 1, .follower = 'W', .has_position = true, .side = 'Z', .squares = START_SQUARES};
    char text[DXP_TEXT_SIZE];
    message = (DxpMessage){.kind = DXP_GAMEREQ, .request = good};
    ck_assert_int_eq(dxp_message_write(&message, 50, false, text, NULL), 94);
    ck_assert_int_eq(dxp_message_write(&message, 32, false, text, NULL), STATUS_SYNTAX);
    ck_assert_int_eq(dxp_message_write(&message, DXP_SQUARES_MAX + 1, false, text, NULL),
                     STATUS_RANGE);
    message.request.squares[49] = '\0';
    expect_unwritable(&message, STATUS_SYNTAX, "GAMEREQ: the position has 49 squares: 50 expected");
    message.request.squares[49] = 'b';
    expect_unwritable(&message, STATUS_SYNTAX,
                      "GAMEREQ: square 50 (offset 93) is 'b': e, w, z, W or Z expected");
    message.request = good;
    message.request.side = '\0';
    expect_unwritable(&message, STATUS_SYNTAX, "GAMEREQ: side to move is '?': W or Z expected");
    message.request = good;
    message.request.minutes = 1000;
    expect_unwritable(&message, STATUS_RANGE, "GAMEREQ: minutes are 1000: 0 to 999 expected");
    message.request.minutes = -1;
    expect_unwritable(&message, STATUS_RANGE, "GAMEREQ: minutes are -1: 0 to 999 expected");
    message.request.minutes = (double)NAN;
    ck_assert_int_eq(dxp_message_write(&message, 50, true, text, NULL), STATUS_RANGE);
    message.request = good;
    message.request.moves = 1000;
    expect_unwritable(&message, STATUS_RANGE,
                      "GAMEREQ: number of moves is 1000: 0 to 999 expected");

    message = (DxpMessage){.kind = DXP_MOVE, .move = {.from = 51, .to = 1}};
    expect_unwritable(&message, STATUS_RANGE, "MOVE: from is 51: 1 to 50 expected");
    message.move = (DxpMove){.from = 1, .to = 0};
    expect_unwritable(&message, STATUS_RANGE, "MOVE: to is 0: 1 to 50 expected");
    message.move = (DxpMove){.from = 1, .to = 2, .capture_count = 21, .listed_count = 21};
    expect_unwritable(&message, STATUS_RANGE, "MOVE: number captured is 21: 0 to 20 expected");
    message.move = (DxpMove){.from = 1, .to = 2, .capture_count = 2, .listed_count = 1};
    expect_unwritable(&message, STATUS_RANGE,
                      "MOVE: number of captured squares is 1: 2 to 2 expected");
    message.move =
        (DxpMove){.from = 1, .to = 2, .capture_count = 2, .listed_count = 2, .captured = {7, 7}};
    expect_unwritable(&message, STATUS_ILLEGAL,
                      "MOVE: captured square 2 (offset 13) is 07 again: each piece once expected");
}
END_TEST

START_TEST(round_trips) {
    static const char *const texts[] = {
        "R01" NAME_X "W000000A",
        "R99" NAME_SCAN "Z999999BW" START_SQUARES,
        "R01" NAME_X "Z005075BZWeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeZ",
        "A" NAME_SCAN "0",
        "A" NAME_SCAN "1",
        "A" NAME_SCAN "2",
        "A" NAME_SCAN "3",
        "M0003322800",
        "M99990505200102030406070809101112131415161718192021",
        "M001205250422122320",
        "E00",
        "E11",
        "E20",
        "E31",
        "CHello, \"world\" ~",
        "B001W",
        "B999Z",
        "K0",
        "K1",
        "K2",
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        DxpMessage message;
        ck_assert_int_eq(dxp_message_read(texts[i], strlen(texts[i]), 50, &message, NULL),
                         STATUS_OK);
        expect_written(&message, false, texts[i]);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("dxp_message_write");
    TCase *tests = tcase_create("write");
    tcase_add_test(tests, minutes_are_written_as_the_peer_reads_them);
    tcase_add_test(tests, names_are_padded_and_cleaned);
    tcase_add_test(tests, moves_and_chats_are_written);
    tcase_add_test(tests, what_does_not_fit_is_not_written);
    tcase_add_test(tests, round_trips);
    suite_add_tcase(suite, tests);
    return suite_run(suite);
}
