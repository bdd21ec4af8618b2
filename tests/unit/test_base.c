/* SPDX-License-Identifier: MIT */
#include "engine/base/checksum.h"
#include "engine/base/clock.h"
#include "engine/base/rng.h"
#include "engine/base/status.h"
#include "tests/unit/suite.h"

#include <stdbool.h>
#include <string.h>

/* Output of the authors' reference code for the seed 1234567. */
START_TEST(splitmix64_gives_the_published_numbers) {
    static const uint64_t expected[] = {6457827717110365317u, 3203168211198807973u,
                                        9817491932198370423u, 4593380528125082431u,
                                        16408922859458223821u};
    uint64_t state = 1234567;
    for (int i = 0; i < 5; i++)
        ck_assert_uint_eq(rng_splitmix64(&state), expected[i]);
    state = 1234568;
    ck_assert_uint_ne(rng_splitmix64(&state), expected[0]);
}
END_TEST

/* Output of the authors' reference code for the state 1, 2, 3, 4. */
START_TEST(xoshiro256starstar_gives_the_published_numbers) {
    static const uint64_t expected[] = {11520u,
                                        0u,
                                        1509978240u,
                                        1215971899390074240u,
                                        1216172134540287360u,
                                        607988272756665600u,
                                        16172922978634559625u,
                                        8476171486693032832u,
                                        10595114339597558777u,
                                        2904607092377533576u};
    Rng rng = {.state = {1, 2, 3, 4}};
    for (int i = 0; i < 10; i++)
        ck_assert_uint_eq(rng_next(&rng), expected[i]);
}
END_TEST

START_TEST(a_seed_is_spread_by_splitmix64) {
    Rng rng;
    uint64_t state = 0;
    rng_init(&rng, 0);
    for (int i = 0; i < 4; i++)
        ck_assert_uint_eq(rng.state[i], rng_splitmix64(&state));
    ck_assert_uint_eq(rng.state[0], 0xe220a8397b1dcdafu);
}
END_TEST

START_TEST(rng_below_stays_below_and_reaches_all) {
    static const uint64_t bounds[] = {1, 2, 7, 50, 64};
    Rng rng;
    rng_init(&rng, 42);
    for (size_t b = 0; b < sizeof bounds / sizeof *bounds; b++) {
        int seen[64] = {0};
        for (int i = 0; i < 6400; i++) {
            uint64_t drawn = rng_below(&rng, bounds[b]);
            ck_assert_uint_lt(drawn, bounds[b]);
            seen[drawn]++;
        }
        /* 100 or more expected in each; half of that is more than five deviations away. */
        for (uint64_t value = 0; value < bounds[b]; value++)
            ck_assert_int_gt(seen[value], (int)(6400 / bounds[b] / 2));
    }
    uint64_t huge = (UINT64_C(1) << 63) + 1;
    bool upper = false;
    for (int i = 0; i < 100; i++) {
        uint64_t drawn = rng_below(&rng, huge);
        ck_assert_uint_lt(drawn, huge);
        upper |= drawn > huge / 2;
    }
    ck_assert(upper);
}
END_TEST

START_TEST(error_set_formats_and_returns) {
    Error error = {"old"};
    ck_assert_int_eq(error_set(&error, STATUS_RANGE, "square %d, not 1 to %s", 51, "50"),
                     STATUS_RANGE);
    ck_assert_str_eq(error.text, "square 51, not 1 to 50");
    ck_assert_int_eq(error_set(NULL, STATUS_IO, "nobody reads %d", 1), STATUS_IO);
}
END_TEST

START_TEST(error_set_keeps_one_line) {
    Error error;
    error_set(&error, STATUS_SYNTAX, "bad text \"%s\"",
              "a\nb\tc\x01"
              "d\x7f\xc3\xa9");
    ck_assert_str_eq(error.text, "bad text \"a?b?c?d?\xc3\xa9\"");
}
END_TEST

START_TEST(error_set_cuts_what_is_too_long) {
    char text[2 * ERROR_TEXT_SIZE];
    memset(text, 'x', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    Error error;
    error_set(&error, STATUS_SYNTAX, "%s", text);
    ck_assert_uint_eq(strlen(error.text), ERROR_TEXT_SIZE - 1);
    text[ERROR_TEXT_SIZE - 1] = '\0';
    ck_assert_str_eq(error.text, text);
}
END_TEST

START_TEST(every_status_has_its_own_name) {
    for (int a = STATUS_CLOSED; a <= STATUS_OK; a++)
        for (int b = STATUS_CLOSED - 1; b < a; b++)
            ck_assert_str_ne(status_get_name((Status)a), status_get_name((Status)b));
    ck_assert_str_eq(status_get_name(STATUS_OK), "ok");
    ck_assert_str_eq(status_get_name((Status)-99), "unknown status");
}
END_TEST

START_TEST(clock_never_runs_back) {
    int64_t before = clock_now_ns();
    for (int i = 0; i < 1000; i++) {
        int64_t now = clock_now_ns();
        ck_assert_int_ge(now, before);
        before = now;
    }
    ck_assert(clock_seconds_since(before) >= 0);
    ck_assert(clock_seconds_since(clock_now_ns() - 2000000000) >= 2);
}
END_TEST

/* The check value that every description of this CRC names. */
START_TEST(checksum_gives_the_published_value) {
    ck_assert_uint_eq(checksum_add(0, "123456789", 9), 0xcbf43926u);
    ck_assert_uint_eq(checksum_add(0, "", 0), 0);
    ck_assert_uint_ne(checksum_add(0, "123456780", 9), 0xcbf43926u);
}
END_TEST

START_TEST(checksum_goes_on_where_it_stopped) {
    ck_assert_uint_eq(checksum_add(checksum_add(0, "1234", 4), "56789", 5), 0xcbf43926u);
    ck_assert_uint_ne(checksum_add(checksum_add(0, "56789", 5), "1234", 4), 0xcbf43926u);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("base");
    TCase *rng = tcase_create("rng");
    tcase_add_test(rng, splitmix64_gives_the_published_numbers);
    tcase_add_test(rng, xoshiro256starstar_gives_the_published_numbers);
    tcase_add_test(rng, a_seed_is_spread_by_splitmix64);
    tcase_add_test(rng, rng_below_stays_below_and_reaches_all);
    suite_add_tcase(suite, rng);
    TCase *status = tcase_create("status");
    tcase_add_test(status, error_set_formats_and_returns);
    tcase_add_test(status, error_set_keeps_one_line);
    tcase_add_test(status, error_set_cuts_what_is_too_long);
    tcase_add_test(status, every_status_has_its_own_name);
    suite_add_tcase(suite, status);
    TCase *clock = tcase_create("clock");
    tcase_add_test(clock, clock_never_runs_back);
    suite_add_tcase(suite, clock);
    TCase *checksum = tcase_create("checksum");
    tcase_add_test(checksum, checksum_gives_the_published_value);
    tcase_add_test(checksum, checksum_goes_on_where_it_stopped);
    suite_add_tcase(suite, checksum);
    return suite_run(suite);
}
