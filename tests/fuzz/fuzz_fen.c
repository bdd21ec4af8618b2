/* SPDX-License-Identifier: MIT
 *
 * Any bytes as FEN and as Hub position of every variant: what is read can be written, and what is
 * written reads back equal. */
#include "engine/notation/fen.h"

#include "tests/fuzz/fuzz.h"

#include <string.h>

static void check_error(Status status, const Error *error) {
    fuzz_require(status < 0, "a failed read returns a negative status");
    fuzz_require(error->text[0] && memchr(error->text, '\0', sizeof error->text),
                 "a failed read says why");
}

static void check_fen(const Rules *rules, const char *text, size_t length) {
    Position position, again;
    FenCounters counters, counters_again;
    Error error = {""};
    Status status = fen_read(rules, text, length, &position, &counters, &error);
    if (status < 0) {
        check_error(status, &error);
        return;
    }
    fuzz_require(position.key == position_compute_key(&position), "the key of a position read");
    char written[FEN_SIZE], rewritten[FEN_SIZE];
    fen_write(&position, &counters, written);
    fuzz_require(fen_read(rules, written, strlen(written), &again, &counters_again, &error) >= 0,
                 "a FEN with counters reads back");
    fuzz_require(position_equals(&position, &again) &&
                     counters.quiet_plies == counters_again.quiet_plies &&
                     counters.move_number == counters_again.move_number,
                 "a FEN with counters reads back equal");
    fuzz_require(!strcmp(fen_write(&again, &counters_again, rewritten), written),
                 "the strict form is written one way only");
    fen_write(&position, NULL, written);
    fuzz_require(fen_read(rules, written, strlen(written), &again, NULL, &error) >= 0 &&
                     position_same_placement(&position, &again),
                 "a FEN reads back with the same placement");
    fen_write_hub(&position, false, written);
    fuzz_require(fen_read_hub(rules, written, strlen(written), false, &again, &error) >= 0 &&
                     position_same_placement(&position, &again),
                 "a FEN's Hub form reads back with the same placement");
}

static void check_hub(const Rules *rules, const char *text, size_t length, bool lower_side) {
    Position position;
    Error error = {""};
    Status status = fen_read_hub(rules, text, length, lower_side, &position, &error);
    if (status < 0) {
        check_error(status, &error);
        return;
    }
    char written[FEN_SIZE];
    fen_write_hub(&position, lower_side, written);
    fuzz_require(strlen(written) == length && !memcmp(written, text, length),
                 "a Hub position has one form only");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const char *text = (const char *)data;
    for (int variant = 0; variant < VARIANT_COUNT; variant++) {
        const Rules *rules = rules_get((VariantId)variant);
        check_fen(rules, text, size);
        check_hub(rules, text, size, false);
        check_hub(rules, text, size, true);
    }
    return 0;
}
