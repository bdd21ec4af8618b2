/* SPDX-License-Identifier: MIT */
#include "engine/notation/fen.h"
#include "tests/unit/random_position.h"
#include "tests/unit/suite.h"

#include <string.h>

#define INTERNATIONAL VARIANT_INTERNATIONAL
#define ENGLISH VARIANT_ENGLISH

/* Bytes that must never be read stand behind the text. */
static Status read_text(VariantId variant, const char *text, Position *ret_position,
                        FenCounters *ret_counters, Error *error) {
    char bytes[1024];
    size_t length = strlen(text);
    ck_assert_uint_lt(length + 8, sizeof bytes);
    memcpy(bytes, text, length);
    memcpy(bytes + length, "1,2,3,K4", 8);
    return fen_read(rules_get(variant), bytes, length, ret_position, ret_counters, error);
}

static const struct {
    VariantId variant;
    const char *text, *strict;
} accepted[] = {
    {INTERNATIONAL, "W:W31,32,K40:B1,2", "W:W31,32,K40:B1,2"},
    {INTERNATIONAL, "B:W31:B20", "B:W31:B20"},
    {INTERNATIONAL, "w:wk31:bk20", "W:WK31:BK20"},
    {INTERNATIONAL, "W:B1,2:W31,32", "W:W31,32:B1,2"},
    {INTERNATIONAL, "W:W32,14,K40,6,31:B12,1", "W:W6,14,31,32,K40:B1,12"},
    /* a colour empty or missing */
    {INTERNATIONAL, "W:W31:B", "W:W31:B"},
    {INTERNATIONAL, "B:W:B20", "B:W:B20"},
    {INTERNATIONAL, "W:W50:B:", "W:W50:B"},
    {INTERNATIONAL, "W:W31", "W:W31:B"},
    {INTERNATIONAL, "W:B20:", "W:W:B20"},
    /* blanks and line ends anywhere */
    {INTERNATIONAL, "W:W 31, 32 ,K33:\nB K1, 2,3.", "W:W31,32,K33:BK1,2,3"},
    {INTERNATIONAL, " \t\r\n W : W 3 1 \v, K\f 3\n2 : B 2 0 \n", "W:W31,K32:B20"},
    {INTERNATIONAL, "W:W31 - 33:B", "W:W31,32,33:B"},
    /* quotes and stops */
    {INTERNATIONAL, "\"W:W31:B20\"", "W:W31:B20"},
    {INTERNATIONAL, " 'W:W31:B20.' ", "W:W31:B20"},
    {INTERNATIONAL, "\" W:W31:B20 . . \"", "W:W31:B20"},
    {INTERNATIONAL, "W:W31:B20..", "W:W31:B20"},
    {INTERNATIONAL, "W:W031:B0020", "W:W31:B20"},
    /* ranges */
    {INTERNATIONAL, "W:W49-50:BK1-3", "W:W49,50:BK1,K2,K3"},
    {INTERNATIONAL, "W:W31-31,K1-K3,50:B9", "W:WK1,K2,K3,31,50:B9"},
    {INTERNATIONAL, "W:WK1-50:B",
     "W:WK1,K2,K3,K4,K5,K6,K7,K8,K9,K10,K11,K12,K13,K14,K15,K16,K17,K18,K19,K20,K21,K22,K23,K24,"
     "K25,K26,K27,K28,K29,K30,K31,K32,K33,K34,K35,K36,K37,K38,K39,K40,K41,K42,K43,K44,K45,K46,K47,"
     "K48,K49,K50:B"},
    /* the start */
    {ENGLISH, "start", "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12"},
    {INTERNATIONAL, "\"START\"",
     "W:W31,32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50:B1,2,3,4,5,6,7,8,9,10,11,12,"
     "13,14,15,16,17,18,19,20"},
    {INTERNATIONAL, "W:W31-50:B1-20",
     "W:W31,32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50:B1,2,3,4,5,6,7,8,9,10,11,12,"
     "13,14,15,16,17,18,19,20"},
    /* English, also with letters: a1 is 29, h8 is 4 */
    {ENGLISH, "W:WK8,10,21,22,32:B2,13,14,28,K31", "W:WK8,10,21,22,32:B2,13,14,28,K31"},
    {ENGLISH, "W:Wa1,Kc3:Bh8", "W:WK22,29:B4"},
    {ENGLISH, "w:wA1,kC3,24:bH 8", "W:WK22,24,29:B4"},
    {ENGLISH, "W:Wa1-g1:Bb8-d8", "W:W29,30,31,32:B1,2"},
    {ENGLISH, "B:Wf6,h6,a5,f4,c3,f2,h2,c1:BKe7,d8,f8,c7,d6",
     "B:W11,12,13,19,22,27,28,30:B2,3,6,K7,10"},
};

START_TEST(reads_every_tolerated_form) {
    Position position;
    Error error;
    char text[FEN_SIZE];
    Status status = read_text(accepted[_i].variant, accepted[_i].text, &position, NULL, &error);
    ck_assert_msg(status == STATUS_OK, "%s: %s", accepted[_i].text, error.text);
    ck_assert_str_eq(fen_write(&position, NULL, text), accepted[_i].strict);
    ck_assert_int_eq(position.quiet_plies, 0);
}
END_TEST

/* Each has one fault only; without it the text would be read. */
static const struct {
    VariantId variant;
    const char *text;
    Status status;
    const char *message; /* part of it */
} refused[] = {
    {INTERNATIONAL, "", STATUS_SYNTAX, "offset 0: the side to move, W or B, is due, found the end"},
    {INTERNATIONAL, " . ", STATUS_SYNTAX, "the side to move"},
    {INTERNATIONAL, "?:W31:B20", STATUS_SYNTAX, "'?' (unknown); it must be W or B"},
    {INTERNATIONAL, "X:W31:B20", STATUS_SYNTAX, "offset 0: the side to move"},
    {INTERNATIONAL, "\xc3\x97:W31:B20", STATUS_SYNTAX, "found byte 0xc3"},
    {INTERNATIONAL, "W31:B20", STATUS_SYNTAX, "offset 1: ':' after the side is due, found '3'"},
    {INTERNATIONAL, "W:31:B20", STATUS_SYNTAX, "offset 2: a colour, W or B"},
    {INTERNATIONAL, "W:W31:20", STATUS_SYNTAX, "offset 6: a colour, W or B"},
    {INTERNATIONAL, "W::W31", STATUS_SYNTAX, "offset 2: a colour, W or B"},
    {INTERNATIONAL, "B::", STATUS_SYNTAX, "a colour, W or B"},
    {INTERNATIONAL, "W:W31::", STATUS_SYNTAX, "found ':'"},
    {INTERNATIONAL, "W:W31:B20:+0+0", STATUS_SYNTAX, "found '+'"},
    {INTERNATIONAL, "W:W31:B20:G9", STATUS_SYNTAX, "found 'G'"},
    {INTERNATIONAL, "start 1", STATUS_SYNTAX, "the end after \"start\""},
    {INTERNATIONAL, "star", STATUS_SYNTAX, "the side to move"},
    /* a letter or comma without a square */
    {INTERNATIONAL, "W:W31,32,K:B1", STATUS_SYNTAX, "offset 10: a square's number is due"},
    {INTERNATIONAL, "W:W31,32,:B1", STATUS_SYNTAX, "offset 9: a square's number is due"},
    {INTERNATIONAL, "W:W31,,32:B1", STATUS_SYNTAX, "found ','"},
    {INTERNATIONAL, "W:W,31:B1", STATUS_SYNTAX, "found ','"},
    {INTERNATIONAL, "W:WKK31:B1", STATUS_SYNTAX, "found 'K'"},
    {INTERNATIONAL, "W:W31,K", STATUS_SYNTAX, "found the end"},
    {INTERNATIONAL, "W:W31.B20", STATUS_SYNTAX, "found '.'"},
    {INTERNATIONAL, "W:W31;B20", STATUS_SYNTAX, "found ';'"},
    {INTERNATIONAL, "W:W31K32:B20", STATUS_SYNTAX, "',' before a further square"},
    {INTERNATIONAL, "W:W31:B20 W", STATUS_SYNTAX, "found 'W'"},
    {INTERNATIONAL, "W:Wa1:B20", STATUS_SYNTAX, "a square's number is due, found 'a'"},
    {INTERNATIONAL, "W:W-31:B20", STATUS_SYNTAX, "found '-'"},
    {INTERNATIONAL, "W:W+31:B20", STATUS_SYNTAX, "found '+'"},
    /* quotes */
    {INTERNATIONAL, "\"W:W31:B20", STATUS_SYNTAX, "quote is not closed"},
    {INTERNATIONAL, "\"W:W31:B20'", STATUS_SYNTAX, "quote is not closed"},
    {INTERNATIONAL, "\"", STATUS_SYNTAX, "quote is not closed"},
    {INTERNATIONAL, "W:W31:B20\"", STATUS_SYNTAX, "found '\"'"},
    {INTERNATIONAL, "\"\"", STATUS_SYNTAX, "found the end"},
    /* squares that do not exist */
    {INTERNATIONAL, "W:W51:B1", STATUS_RANGE, "offset 3: no square 51; squares run from 1 to 50"},
    {INTERNATIONAL, "W:W0:B1", STATUS_RANGE, "no square 0; squares run from 1 to 50"},
    {INTERNATIONAL, "W:W31 32:B1", STATUS_RANGE, "no square 3132"},
    {INTERNATIONAL, "W:W31,999999999:B1", STATUS_RANGE, "offset 6: no square 999999999"},
    {INTERNATIONAL, "W:W4294967327:B1", STATUS_RANGE, "more than 9 digits"},
    {INTERNATIONAL, "W:W18446744073709551647:B1", STATUS_RANGE, "more than 9 digits"},
    {INTERNATIONAL, "W:W31-18446744073709551666:B1", STATUS_RANGE, "more than 9 digits"},
    {INTERNATIONAL, "W:W31-51:B1", STATUS_RANGE, "no square 51"},
    {ENGLISH, "W:W33:B1", STATUS_RANGE, "squares run from 1 to 32"},
    {ENGLISH, "W:Wb1:B1", STATUS_RANGE, "b1 is a light square"},
    {ENGLISH, "W:Wa8:B1", STATUS_RANGE, "a8 is a light square"},
    {ENGLISH, "W:Wa9:B1", STATUS_RANGE, "rows run from 1 to 8"},
    {ENGLISH, "W:Wa0:B1", STATUS_RANGE, "rows run from 1 to 8"},
    {ENGLISH, "W:Wa4294967297:B1", STATUS_RANGE, "rows run from 1 to 8"},
    {ENGLISH, "W:Wi1:B1", STATUS_SYNTAX, "a letter a to h and a number"},
    {ENGLISH, "W:Wa:B1", STATUS_SYNTAX, "the row's number after the column's letter"},
    {ENGLISH, "W:Waa1:B1", STATUS_SYNTAX, "the row's number"},
    /* ranges */
    {INTERNATIONAL, "W:W33-31:B1", STATUS_RANGE, "range 33-31 runs backwards; write 31-33"},
    {INTERNATIONAL, "W:W31-K33:B1", STATUS_SYNTAX, "for kings write K31-33"},
    {INTERNATIONAL, "W:W31-:B1", STATUS_SYNTAX, "found ':'"},
    {INTERNATIONAL, "W:W31-33-35:B1", STATUS_SYNTAX, "found '-'"},
    /* given twice */
    {INTERNATIONAL, "W:B:W50:B", STATUS_ILLEGAL, "offset 8: Black is given twice"},
    {INTERNATIONAL, "W:B:W50:B:", STATUS_ILLEGAL, "Black is given twice"},
    {INTERNATIONAL, "W:W31:W32", STATUS_ILLEGAL, "White is given twice"},
    {INTERNATIONAL, "W:W31,31:B1", STATUS_ILLEGAL, "offset 6: square 31 is given twice"},
    {INTERNATIONAL, "W:W31,K31:B1", STATUS_ILLEGAL, "square 31 is given twice"},
    {INTERNATIONAL, "W:W31:B31", STATUS_ILLEGAL, "offset 7: square 31 is given twice"},
    {INTERNATIONAL, "W:W31-33:B20,32", STATUS_ILLEGAL, "offset 13: square 32 is given twice"},
    {ENGLISH, "W:Wa1,29:B1", STATUS_ILLEGAL, "square 29 is given twice"},
    /* what the rules do not allow */
    {INTERNATIONAL, "W", STATUS_ILLEGAL, "no piece"},
    {INTERNATIONAL, "W:W:B", STATUS_ILLEGAL, "no piece"},
    {INTERNATIONAL, "W:W4:B49", STATUS_ILLEGAL, "4"},
    {INTERNATIONAL, "W:W31:B49", STATUS_ILLEGAL, "49"},
    {ENGLISH, "W:W31:B32", STATUS_ILLEGAL, "32"},
    /* counts */
    {INTERNATIONAL, "W:W31:B20:H", STATUS_SYNTAX, "a number after the letter of a count"},
    {INTERNATIONAL, "W:W31:B20:H-1", STATUS_SYNTAX, "found '-'"},
    {INTERNATIONAL, "W:W31:B20:H1:H1", STATUS_ILLEGAL, "the count H is given twice"},
    {INTERNATIONAL, "W:W31:B20:F1:F1", STATUS_ILLEGAL, "the count F is given twice"},
    {INTERNATIONAL, "W:W31:B20:H10000", STATUS_RANGE, "it runs from 0 to 9999"},
    {INTERNATIONAL, "W:W31:B20:H4294967296", STATUS_RANGE, "it runs from 0 to 9999"},
    {INTERNATIONAL, "W:W31:B20:F0", STATUS_RANGE, "it runs from 1 to 99999"},
    {INTERNATIONAL, "W:W31:B20:F100000", STATUS_RANGE, "it runs from 1 to 99999"},
    {INTERNATIONAL, "W:W31:B20:H1,2", STATUS_SYNTAX, "found ','"},
};

START_TEST(refuses_with_a_message_and_writes_nothing) {
    Position position, before;
    memset(&position, 0x5a, sizeof position);
    before = position;
    FenCounters counters = {-7, -8};
    Error error;
    Status status = read_text(refused[_i].variant, refused[_i].text, &position, &counters, &error);
    ck_assert_msg(status == refused[_i].status, "\"%s\": status %d, message: %s", refused[_i].text,
                  status, status < 0 ? error.text : "none");
    ck_assert_msg(strstr(error.text, refused[_i].message) != NULL, "\"%s\": message: %s",
                  refused[_i].text, error.text);
    ck_assert_int_eq(memcmp(&position, &before, sizeof position), 0);
    ck_assert_int_eq(counters.quiet_plies, -7);
    ck_assert_int_eq(counters.move_number, -8);
    ck_assert_int_eq(read_text(refused[_i].variant, refused[_i].text, &position, NULL, NULL),
                     refused[_i].status);
}
END_TEST

START_TEST(stops_at_a_byte_zero) {
    Position position;
    Error error;
    static const char text[] = "W:W31\0:B20";
    ck_assert_int_eq(
        fen_read(rules_get(INTERNATIONAL), text, sizeof text - 1, &position, NULL, &error),
        STATUS_SYNTAX);
    ck_assert_ptr_nonnull(strstr(error.text, "found byte 0x00"));
    ck_assert_int_eq(fen_read(rules_get(INTERNATIONAL), NULL, 0, &position, NULL, &error),
                     STATUS_SYNTAX);
}
END_TEST

START_TEST(reads_and_writes_counts) {
    static const struct {
        const char *text;
        int quiet_plies, move_number;
        const char *strict;
    } cases[] = {
        {"W:W31:B20:H12:F30", 12, 30, "W:W31:B20:H12:F30"},
        {"W:W31:B20:F30:H12.", 12, 30, "W:W31:B20:H12:F30"},
        {"W:W31:B20:h0:f1", 0, 1, "W:W31:B20:H0:F1"},
        {"W:W31:B20:H9999:F99999", 9999, 99999, "W:W31:B20:H9999:F99999"},
        {"W:H7:W31:B20", 7, 1, "W:W31:B20:H7:F1"},
        {"W:W31:B20", 0, 1, "W:W31:B20:H0:F1"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Position position;
        FenCounters counters;
        Error error;
        char text[FEN_SIZE];
        ck_assert_msg(!read_text(INTERNATIONAL, cases[i].text, &position, &counters, &error),
                      "%s: %s", cases[i].text, error.text);
        ck_assert_int_eq(counters.quiet_plies, cases[i].quiet_plies);
        ck_assert_int_eq(counters.move_number, cases[i].move_number);
        ck_assert_int_eq(position.quiet_plies, cases[i].quiet_plies);
        ck_assert_str_eq(fen_write(&position, &counters, text), cases[i].strict);
    }
}
END_TEST

START_TEST(the_longest_text_fits) {
    Position position;
    char text[FEN_SIZE];
    FenCounters counters = {.move_number = -2147483647 - 1};
    ck_assert_int_eq(read_text(INTERNATIONAL, "W:WK1-50:B", &position, NULL, NULL), STATUS_OK);
    position.quiet_plies = UINT16_MAX;
    fen_write(&position, &counters, text);
    /* "W:W", 9 times "K1,", 41 times "K10," less the last comma, ":B", the counts */
    ck_assert_uint_eq(strlen(text), 3 + 9 * 3 + 41 * 4 - 1 + 2 + strlen(":H65535:F-2147483648"));
    ck_assert_str_eq(text + strlen(text) - 22, ":B:H65535:F-2147483648");
    fen_write_hub(&position, false, text);
    ck_assert_uint_eq(strlen(text), 51);
}
END_TEST

static void check_round_trip(const Position *position) {
    char text[FEN_SIZE], again[FEN_SIZE];
    Position read;
    FenCounters counters = {.quiet_plies = -1, .move_number = 17}, read_counters;
    Error error;
    size_t length = strlen(fen_write(position, &counters, text));
    ck_assert_msg(!fen_read(position->rules, text, length, &read, &read_counters, &error), "%s: %s",
                  text, error.text);
    ck_assert_msg(position_equals(position, &read), "%s", text);
    ck_assert_int_eq(read_counters.move_number, 17);
    ck_assert_int_eq(read_counters.quiet_plies, position->quiet_plies);
    ck_assert_str_eq(fen_write(&read, &counters, again), text);
    for (int lower = 0; lower < 2; lower++) {
        length = strlen(fen_write_hub(position, lower, text));
        ck_assert_int_eq(fen_read_hub(position->rules, text, length, lower, &read, &error),
                         STATUS_OK);
        ck_assert(position_same_placement(position, &read));
        ck_assert_str_eq(fen_write_hub(&read, lower, again), text);
        ck_assert_int_eq(fen_read_hub(position->rules, text, length, !lower, &read, &error),
                         STATUS_SYNTAX);
    }
}

START_TEST(random_positions_come_back) {
    const Rules *rules = rules_get((VariantId)_i);
    Rng rng;
    rng_init(&rng, 20 + (uint64_t)_i);
    for (int i = 0; i < 4000; i++) {
        Position position;
        random_position_init(&position, rules, &rng, 1 + (unsigned)rng_below(&rng, 100),
                             (unsigned)rng_below(&rng, 101), 50);
        position.quiet_plies = (uint16_t)rng_below(&rng, FEN_QUIET_PLIES_MAX + 1);
        check_round_trip(&position);
    }
}
END_TEST

/* No text, however damaged, is read past its end or read into something that cannot be written and
 * read again. */
START_TEST(damaged_text_is_refused_or_read_the_same_again) {
    static const char letters[] = "WBKwbkHF?:,.-\"' 0123456789ah\n";
    const Rules *rules = rules_get((VariantId)_i);
    Rng rng;
    rng_init(&rng, 40 + (uint64_t)_i);
    int read_count = 0, refused_count = 0;
    for (int i = 0; i < 20000; i++) {
        Position position;
        char text[FEN_SIZE], again[FEN_SIZE];
        random_position_init(&position, rules, &rng, 10, 30, 50);
        size_t length = strlen(fen_write(&position, NULL, text));
        for (uint64_t n = 1 + rng_below(&rng, 3); n > 0; n--)
            text[rng_below(&rng, length)] = letters[rng_below(&rng, sizeof letters - 1)];
        char *copy = malloc(length); /* exact, so that a sanitizer sees a read behind it */
        ck_assert_ptr_nonnull(copy);
        memcpy(copy, text, length);
        Error error = {.text = ""};
        if (fen_read(rules, copy, length, &position, NULL, &error) == STATUS_OK) {
            Position twice;
            fen_write(&position, NULL, again);
            ck_assert_int_eq(fen_read(rules, again, strlen(again), &twice, NULL, NULL), STATUS_OK);
            ck_assert(position_same_placement(&position, &twice));
            read_count++;
        } else {
            ck_assert_uint_gt(strlen(error.text), 10);
            refused_count++;
        }
        free(copy);
    }
    ck_assert_int_gt(read_count, 1000);
    ck_assert_int_gt(refused_count, 1000);
}
END_TEST

START_TEST(hub_positions) {
    static const struct {
        const char *text; /* with `W` for the first letter left out */
        Status status;
        const char *message;
    } cases[] = {
        {"Weeewbeeeeeeeeeeeeeeeeeeeeeeeeee", STATUS_SYNTAX, "32 letters long, it must have 33"},
        {"Weeewbeeeeeeeeeeeeeeeeeeeeeeeeeeee", STATUS_SYNTAX, "34 letters long"},
        {"", STATUS_SYNTAX, "0 letters long"},
        {"weeeebeeeeeeeeeeweeeeeeeeeeeeeeee", STATUS_SYNTAX,
         "offset 0: the side to move is W or B"},
        {"Xeeeebeeeeeeeeeeweeeeeeeeeeeeeeee", STATUS_SYNTAX, "found 'X'"},
        {"WeeeebeeeeEeeeeeweeeeeeeeeeeeeeee", STATUS_SYNTAX, "offset 10: square 10 holds 'E'"},
        {"Weeeebeeee eeeeeweeeeeeeeeeeeeeee", STATUS_SYNTAX, "square 10 holds ' '"},
        {"Weeeebeeee.eeeeeweeeeeeeeeeeeeeee", STATUS_SYNTAX, "square 10 holds '.'"},
        {"Weeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee", STATUS_ILLEGAL, "no piece"},
        {"Weweebeeeeeeeeeeweeeeeeeeeeeeeeee", STATUS_ILLEGAL, "2"},
    };
    const Rules *rules = rules_get(ENGLISH);
    static const char good[] = "BWeeebeeeeeeeeeeweeeeeeeeeeeeeeeB";
    Position position;
    Error error;
    char text[FEN_SIZE];
    ck_assert_int_eq(fen_read_hub(rules, good, strlen(good), false, &position, &error), STATUS_OK);
    ck_assert_str_eq(fen_write(&position, NULL, text), "B:WK1,16:B5,K32");
    ck_assert_str_eq(fen_write_hub(&position, false, text), good);
    ck_assert_str_eq(fen_write_hub(&position, true, text), "bWeeebeeeeeeeeeeweeeeeeeeeeeeeeeB");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Position before = position;
        Status status =
            fen_read_hub(rules, cases[i].text, strlen(cases[i].text), false, &position, &error);
        ck_assert_msg(status == cases[i].status, "%s: %d", cases[i].text, status);
        ck_assert_msg(strstr(error.text, cases[i].message) != NULL, "%s: %s", cases[i].text,
                      error.text);
        ck_assert(position_equals(&position, &before));
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("fen");
    TCase *read = tcase_create("read");
    tcase_add_loop_test(read, reads_every_tolerated_form, 0, sizeof accepted / sizeof *accepted);
    tcase_add_loop_test(read, refuses_with_a_message_and_writes_nothing, 0,
                        sizeof refused / sizeof *refused);
    tcase_add_test(read, stops_at_a_byte_zero);
    tcase_add_test(read, reads_and_writes_counts);
    tcase_add_test(read, hub_positions);
    suite_add_tcase(suite, read);
    TCase *both = tcase_create("round trips");
    tcase_set_timeout(both, 60);
    tcase_add_test(both, the_longest_text_fits);
    tcase_add_loop_test(both, random_positions_come_back, 0, VARIANT_COUNT);
    tcase_add_loop_test(both, damaged_text_is_refused_or_read_the_same_again, 0, VARIANT_COUNT);
    suite_add_tcase(suite, both);
    return suite_run(suite);
}
