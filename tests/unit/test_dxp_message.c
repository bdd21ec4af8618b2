/* SPDX-License-Identifier: MIT */
#include "protocol/dxp_message.h"
#include "tests/unit/suite.h"

#include <stdint.h>
#include <string.h>

enum {
    SHOWN_SIZE = 2048,
};

#define START_SQUARES "zzzzzzzzzzzzzzzzzzzzeeeeeeeeeewwwwwwwwwwwwwwwwwwww"
#define NAME_X "X                               "
#define NAME_SCAN "Scan 3.1                        "

static void show_move(const DxpMove *move, char *shown) {
    int used = snprintf(shown, SHOWN_SIZE, "M ");
    if (move->has_seconds)
        used += snprintf(shown + used, SHOWN_SIZE - (size_t)used, "%gs ", move->seconds);
    used += snprintf(shown + used, SHOWN_SIZE - (size_t)used, "%d-%d %d:", move->from, move->to,
                     move->capture_count);
    for (int i = 0; i < move->listed_count; i++)
        used += snprintf(shown + used, SHOWN_SIZE - (size_t)used, " %d", move->captured[i]);
}

/* All that a message holds, in one line. */
static void show_message(const DxpMessage *message, char *shown) {
    const DxpGameRequest *request = &message->request;
    switch (message->kind) {
    case DXP_NONE:
        snprintf(shown, SHOWN_SIZE, "none");
        return;
    case DXP_GAMEREQ:
        snprintf(shown, SHOWN_SIZE, "R %d '%s' follower=%c minutes=%g moves=%d %s %.1s %s",
                 request->version, request->name, request->follower, request->minutes,
                 request->moves, request->has_position ? "position" : "start", &request->side,
                 request->squares);
        return;
    case DXP_GAMEACC:
        snprintf(shown, SHOWN_SIZE, "A '%s' %d", message->accept.name, (int)message->accept.code);
        return;
    case DXP_MOVE:
        show_move(&message->move, shown);
        return;
    case DXP_GAMEEND:
        snprintf(shown, SHOWN_SIZE, "E %d %s", (int)message->end.reason,
                 message->end.stop ? "stop" : "next");
        return;
    case DXP_CHAT:
        snprintf(shown, SHOWN_SIZE, "C %zu '%.5s'", strlen(message->chat.text), message->chat.text);
        return;
    case DXP_BACKREQ:
        snprintf(shown, SHOWN_SIZE, "B %d %c", message->back.move, message->back.side);
        return;
    case DXP_BACKACC:
        snprintf(shown, SHOWN_SIZE, "K %d", (int)message->back_accept.code);
        return;
    }
    ck_abort_msg("kind %d", (int)message->kind);
}

/* Reads and shows what came out, or the name of the status, a colon and the message. */
static Status read_and_show(const char *text, size_t length, int square_count, char *shown) {
    DxpMessage message;
    Error error = {""};
    Status status = dxp_message_read(text, length, square_count, &message, &error);
    if (status == STATUS_OK)
        show_message(&message, shown);
    else
        snprintf(shown, SHOWN_SIZE, "%s: %s", status_get_name(status), error.text);
    return status;
}

static void expect_shown(const char *text, const char *expected) {
    char shown[SHOWN_SIZE];
    read_and_show(text, strlen(text), 50, shown);
    ck_assert_str_eq(shown, expected);
}

static int read_and_write(const char *text, size_t length, int square_count, bool fractions,
                          char *ret_text) {
    DxpMessage message;
    ck_assert_int_eq(dxp_message_read(text, length, square_count, &message, NULL), STATUS_OK);
    return dxp_message_write(&message, square_count, fractions, ret_text, NULL);
}

/* ---- The file ---- */

static const char *const file_rows[] = {
    "R 1 'Tornado voor Windows 4.0' follower=W minutes=60 moves=65 start  ",
    "R 1 'DXP Client' follower=Z minutes=1 moves=75 position W " START_SQUARES,
    "R 1 'X' follower=W minutes=0.5 moves=75 start  ",
    "R 1 'X' follower=W minutes=5 moves=75 position Z "
    "eeeeZeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeWeeee",
    "R 2 'X' follower=W minutes=5 moves=75 start  ",
    "syntax: GAMEREQ: the position (offset 44) has 49 squares: 50 expected",
    "syntax: GAMEREQ: colour of the follower (offset 35) is 'X': W or Z expected",
    "syntax: GAMEREQ: square 1 (offset 44) is 'q': e, w, z, W or Z expected",
    "illegal: GAMEREQ: the position (offset 44) has no piece: pieces of both colours expected",
    "A 'Scan 3.1' 0",
    "A 'Scan 3.1' 1",
    "A 'Scan 3.1' 3",
    "A 'BoomstraDam' 0",
    "M 3s 32-28 0:",
    "M 12s 6-11 0:",
    "M 0s 28-19 1: 23",
    "M 0.5s 28-19 1: 23",
    "M 0s 28-19 1: 23",
    "illegal: MOVE: captured square 2 (offset 13) is 23 again: each piece once expected",
    "out of range: MOVE: from (offset 5) is 51: 01 to 50 expected",
    "out of range: MOVE: from (offset 5) is 00: 01 to 50 expected",
    "M 32-28 0:",
    "E 0 next",
    "E 1 next",
    "E 1 stop",
    "E 2 stop",
    "E 3 next",
    "E 0 next",
    "E 0 next",
    "E 1 next",
    "C 5 'Hello'",
    "C 126 'xxxxx'",
    "out of range: CHAT: 128 characters: at most 127 expected",
    "B 1 W",
    "out of range: BACKREQ: move number (offset 1) is '000': 001 to 999 expected",
    "K 0",
    "K 1",
    "none",
    "unknown name: the type of the message (offset 0) is 'X': R, A, M, E, C, B or K expected",
};

typedef struct {
    char text[256];
    int length;
    char class[16];
} FileRow;

static void split_row(char *line, FileRow *ret_row) {
    char *first = strchr(line, '\t');
    ck_assert_ptr_nonnull(first);
    char *second = strchr(first + 1, '\t');
    ck_assert_ptr_nonnull(second);
    snprintf(ret_row->text, sizeof ret_row->text, "%.*s", (int)(first - line), line);
    ck_assert_int_eq(sscanf(first + 1, "%d", &ret_row->length), 1);
    snprintf(ret_row->class, sizeof ret_row->class, "%.*s", (int)strcspn(second + 1, "\t"),
             second + 1);
    ck_assert_int_eq(strlen(ret_row->text), ret_row->length);
}

/* A valid message is written as it was read; one that is tolerated is written otherwise or, when
 * the protocol has no form for it, refused. */
static void check_row(const FileRow *row, const char *expected) {
    char shown[SHOWN_SIZE], written[DXP_TEXT_SIZE];
    size_t length = (size_t)row->length;
    Status status = read_and_show(row->text, length, 50, shown);
    ck_assert_str_eq(shown, expected);
    if (strcmp(row->class, "invalid") == 0) {
        ck_assert_int_lt(status, 0);
        return;
    }
    ck_assert_int_eq(status, STATUS_OK);
    int count = read_and_write(row->text, length, 50, false, written);
    if (strcmp(row->class, "valid") == 0) {
        ck_assert_int_eq(count, row->length);
        ck_assert_str_eq(written, row->text);
    } else {
        ck_assert_str_eq(row->class, "tolerate");
        ck_assert(count < 0 || strcmp(written, row->text) != 0);
    }
}

START_TEST(every_row_of_the_file) {
    size_t count = sizeof file_rows / sizeof file_rows[0];
    FILE *file = suite_open_data("protocol/dxp.tsv");
    char line[SHOWN_SIZE];
    size_t number = 0;
    while (fgets(line, sizeof line, file)) {
        if (line[0] == '#')
            continue;
        FileRow row;
        ck_assert_uint_lt(number, count);
        split_row(line, &row);
        check_row(&row, file_rows[number]);
        number++;
    }
    fclose(file);
    ck_assert_uint_eq(number, count);
}
END_TEST

/* ---- Reading ---- */

START_TEST(ends_of_lines_are_dropped) {
    expect_shown("E21\r", "E 2 stop");
    expect_shown("E21 \r\n", "E 2 stop");
    expect_shown("M0003322800  \n", "M 3s 32-28 0:");
    expect_shown("CHi \r\n", "C 3 'Hi '");
    expect_shown("C", "C 0 ''");
    expect_shown("  \r\n", "none");
    expect_shown("E 1", "syntax: GAMEEND: reason (offset 1) is ' ': 0, 1, 2 or 3 expected");
}
END_TEST

START_TEST(requests) {
    expect_shown("R01" NAME_X "w005075Bb" START_SQUARES,
                 "R 1 'X' follower=W minutes=5 moves=75 position Z " START_SQUARES);
    expect_shown("R01" NAME_X "z.05000A", "R 1 'X' follower=Z minutes=0.05 moves=0 start  ");
    expect_shown("R01" NAME_X "B1.5000A", "R 1 'X' follower=Z minutes=1.5 moves=0 start  ");
    expect_shown("R01" NAME_X "W000000A", "R 1 'X' follower=W minutes=0 moves=0 start  ");
    expect_shown("R01  \x01\xff~ two  words                W000000A",
                 "R 1 '\?\?~ two  words' follower=W minutes=0 moves=0 start  ");
    expect_shown("R01                                W000000A",
                 "R 1 '' follower=W minutes=0 moves=0 start  ");
    expect_shown("R1x" NAME_X "W005075A",
                 "syntax: GAMEREQ: version (offset 1) is '1x': two digits expected");
    expect_shown("R01" NAME_X "W..5075A",
                 "syntax: GAMEREQ: minutes (offset 36) is '..5': three digits expected");
    expect_shown("R01" NAME_X "W005-75A",
                 "syntax: GAMEREQ: number of moves (offset 39) is '-75': three digits expected");
    expect_shown("R01" NAME_X "W005075C",
                 "syntax: GAMEREQ: start (offset 42) is 'C': A or B expected");
    expect_shown("R01" NAME_X "W005075AW",
                 "syntax: GAMEREQ: text behind start A (offset 43): the end expected, or start B "
                 "and a position");
    expect_shown("R01" NAME_X "W005075B",
                 "syntax: GAMEREQ: the message ends after 43 characters, before side to move "
                 "(offset 43): W or Z expected");
    expect_shown("R01" NAME_X "W00507",
                 "syntax: GAMEREQ: the message ends after 41 characters, before number of moves "
                 "(offset 39): three digits expected");
    expect_shown("R01X", "syntax: GAMEREQ: the message ends after 4 characters, before name "
                         "(offset 3): 32 characters expected");
    expect_shown("R01" NAME_X "W005075BW" START_SQUARES "e",
                 "syntax: GAMEREQ: the position (offset 44) has 51 squares: 50 expected");
    expect_shown("R01" NAME_X "W005075BWbzzzzzzzzzzzzzzzzzzzeeeeeeeeeewwwwwwwwwwwwwwwwwwww",
                 "syntax: GAMEREQ: square 1 (offset 44) is 'b': e, w, z, W or Z expected");
}
END_TEST

START_TEST(small_boards) {
    static const char text[] = "R01" NAME_X "W005075BZzzzzzzzzzzzzeeeeeeeewwwwwwwwwwww";
    char shown[SHOWN_SIZE], written[DXP_TEXT_SIZE];
    ck_assert_int_eq(read_and_show(text, sizeof text - 1, 32, shown), STATUS_OK);
    ck_assert_ptr_nonnull(strstr(shown, " Z zzzzzzzzzzzzeeeeeeeewwwwwwwwwwww"));
    ck_assert_int_eq(read_and_write(text, sizeof text - 1, 32, false, written), 76);
    ck_assert_str_eq(written, text);
    ck_assert_int_eq(read_and_show(text, sizeof text - 1, 50, shown), STATUS_SYNTAX);
    ck_assert_str_eq(shown,
                     "syntax: GAMEREQ: the position (offset 44) has 32 squares: 50 expected");
    ck_assert_int_eq(read_and_show("M0000323100", 11, 32, shown), STATUS_OK);
    ck_assert_int_eq(read_and_show("M0000333100", 11, 32, shown), STATUS_RANGE);
    ck_assert_int_eq(read_and_show("M0000323300", 11, 32, shown), STATUS_RANGE);
    ck_assert_int_eq(read_and_show("M000032310133", 13, 32, shown), STATUS_RANGE);
    ck_assert_int_eq(read_and_show("E00", 3, 0, shown), STATUS_RANGE);
    ck_assert_int_eq(read_and_show("E00", 3, DXP_SQUARES_MAX + 1, shown), STATUS_RANGE);
}
END_TEST

START_TEST(acceptances) {
    expect_shown("A" NAME_SCAN "2", "A 'Scan 3.1' 2");
    expect_shown(
        "A" NAME_SCAN "4",
        "out of range: GAMEACC: acceptance code (offset 33) is '4': 0, 1, 2 or 3 expected");
    expect_shown("A" NAME_SCAN "x",
                 "syntax: GAMEACC: acceptance code (offset 33) is 'x': 0, 1, 2 or 3 expected");
    expect_shown("A" NAME_SCAN "       x", "syntax: GAMEACC: acceptance code (offset 40) is 'x': "
                                           "0, 1, 2 or 3 expected");
    expect_shown("AAn engine with a very long name that goes on1",
                 "A 'An engine with a very long name' 1");
    expect_shown("A" NAME_SCAN, "syntax: GAMEACC: the message ends after 9 characters, before name "
                                "(offset 1): 32 characters expected");
    expect_shown("AAn engine with a very long name ",
                 "syntax: GAMEACC: the message ends after 32 characters, before name (offset 1): "
                 "32 characters expected");
}
END_TEST

START_TEST(moves) {
    expect_shown("M001205250422122320", "M 12s 5-25 4: 22 12 23 20");
    expect_shown("M1.25282800", "M 1.25s 28-28 0:");
    expect_shown("M    322800", "M 32-28 0:");
    expect_shown("M0000281902", "M 0s 28-19 2:");
    expect_shown("M000028190223", "M 0s 28-19 2: 23");
    expect_shown("M00002819012324",
                 "syntax: MOVE: 2 captured squares (offset 11) but number captured (offset 9) is "
                 "01: the same number expected");
    expect_shown("M000028190023",
                 "syntax: MOVE: 1 captured squares (offset 11) but number captured "
                 "(offset 9) is 00: the same number expected");
    expect_shown("M00002819012",
                 "syntax: MOVE: half a captured square (offset 11): two digits each "
                 "expected");
    expect_shown("M000028190123x",
                 "syntax: MOVE: half a captured square (offset 13): two digits each expected");
    expect_shown("M0000281901xx",
                 "syntax: MOVE: captured square (offset 11) is 'xx': two digits expected");
    expect_shown("M000028190151",
                 "out of range: MOVE: captured square 1 (offset 11) is 51: 01 to 50 expected");
    expect_shown("M000028190100",
                 "out of range: MOVE: captured square 1 (offset 11) is 00: 01 to 50 expected");
    expect_shown("M00003228", "syntax: MOVE: the message ends after 9 characters, before number "
                              "captured (offset 9): 00 to 20 expected");
    expect_shown("M000a3xx800", "syntax: MOVE: from (offset 5) is '3x': two digits expected");
    /* Numbers known to have broken other programs. */
    expect_shown("M0001000000", "out of range: MOVE: from (offset 5) is 00: 01 to 50 expected");
    expect_shown("M000199510199", "out of range: MOVE: from (offset 5) is 99: 01 to 50 expected");
    expect_shown("Mxxxx322800", "M 32-28 0:");
    expect_shown("M0001322830",
                 "out of range: MOVE: number captured (offset 9) is '30': 00 to 20 expected");
    expect_shown("M0001", "syntax: MOVE: the message ends after 5 characters, before from (offset "
                          "5): two digits expected");
}
END_TEST

START_TEST(small_messages) {
    expect_shown("E31", "E 3 stop");
    expect_shown("E4", "out of range: GAMEEND: reason (offset 1) is '4': 0, 1, 2 or 3 expected");
    expect_shown("Ex1", "syntax: GAMEEND: reason (offset 1) is 'x': 0, 1, 2 or 3 expected");
    expect_shown("E02", "out of range: GAMEEND: stop code (offset 2) is '2': 0 or 1 expected");
    expect_shown("B005Z", "B 5 Z");
    expect_shown("B999w", "B 999 W");
    expect_shown("B005b!", "B 5 Z");
    expect_shown("B005X", "syntax: BACKREQ: side to move (offset 4) is 'X': W or Z expected");
    expect_shown("B005",
                 "syntax: BACKREQ: the message ends after 4 characters, before side to move "
                 "(offset 4): W or Z expected");
    expect_shown("B-05W", "syntax: BACKREQ: move number (offset 1) is '-05': 001 to 999 expected");
    expect_shown("K2", "K 2");
    expect_shown("K0?", "K 0");
    expect_shown("K3", "out of range: BACKACC: answer (offset 1) is '3': 0, 1 or 2 expected");
    expect_shown("K", "syntax: BACKACC: the message ends after 1 characters, before answer (offset "
                      "1): 0, 1 or 2 expected");
    expect_shown("e00", "unknown name: the type of the message (offset 0) is 'e': R, A, M, E, C, B "
                        "or K expected");
    char shown[SHOWN_SIZE];
    ck_assert_int_eq(read_and_show("CHe\0llo", 7, 50, shown), STATUS_SYNTAX);
    ck_assert_str_eq(shown, "syntax: CHAT: NUL at offset 3: only characters expected");
    ck_assert_int_eq(read_and_show("\0E00", 4, 50, shown), STATUS_UNKNOWN);
}
END_TEST

START_TEST(failures_keep_what_was_read) {
    static const char text[] = "R02" NAME_X "W0x5075A";
    DxpMessage message;
    ck_assert_int_eq(dxp_message_read(text, sizeof text - 1, 50, &message, NULL), STATUS_SYNTAX);
    ck_assert_int_eq(message.kind, DXP_GAMEREQ);
    ck_assert_int_eq(message.request.version, 2);
    ck_assert_str_eq(message.request.name, "X");
    ck_assert_int_eq(message.request.follower, 'W');
    ck_assert_int_eq(message.request.moves, 0);
    ck_assert(!message.request.has_position);
    ck_assert_int_eq(dxp_message_read("X123", 4, 50, &message, NULL), STATUS_UNKNOWN);
    ck_assert_int_eq(message.kind, DXP_NONE);
}
END_TEST

START_TEST(chats_are_cleaned_for_terminals) {
    char text[] = "a \x1b]0;x\a\x7f\r\n\t\xc2\x9b~";
    dxp_chat_sanitize(text);
    ck_assert_str_eq(text, "a ?]0;x??????\?~");
    char plain[] = " Good game! ~";
    dxp_chat_sanitize(plain);
    ck_assert_str_eq(plain, " Good game! ~");
}
END_TEST

/* Rubbish of all lengths: refused with a reason, or taken; what is written of it stays the same. */
START_TEST(rubbish_is_survived) {
    static const char letters[] = "0123456789012345. WZwzebX\x01\xff\0\r";
    static const char kinds[] = "RAMECBK?";
    uint32_t state = 1;
    int taken = 0;
    for (int round = 0; round < 2000; round++) {
        char text[140], shown[SHOWN_SIZE], again[DXP_TEXT_SIZE], written[DXP_TEXT_SIZE];
        size_t length = (size_t)round % (sizeof text + 1);
        for (size_t i = 0; i < length; i++) {
            state = state * 1664525u + 1013904223u;
            text[i] = letters[(state >> 16) % (round % 3 ? 16 : sizeof letters - 1)];
        }
        if (length > 0)
            text[0] = kinds[(state >> 8) % 8];
        if (read_and_show(text, length, 50, shown) != STATUS_OK) {
            ck_assert_int_gt(strlen(shown), 10);
            continue;
        }
        taken++;
        int count = read_and_write(text, length, 50, true, written);
        if (count < 0)
            continue;
        ck_assert_int_eq(read_and_write(written, (size_t)count, 50, true, again), count);
        ck_assert_str_eq(again, written);
    }
    ck_assert_int_gt(taken, 100);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("dxp_message");
    TCase *tests = tcase_create("read");
    tcase_add_test(tests, every_row_of_the_file);
    tcase_add_test(tests, ends_of_lines_are_dropped);
    tcase_add_test(tests, requests);
    tcase_add_test(tests, small_boards);
    tcase_add_test(tests, acceptances);
    tcase_add_test(tests, moves);
    tcase_add_test(tests, small_messages);
    tcase_add_test(tests, failures_keep_what_was_read);
    tcase_add_test(tests, chats_are_cleaned_for_terminals);
    tcase_add_test(tests, rubbish_is_survived);
    suite_add_tcase(suite, tests);
    return suite_run(suite);
}
