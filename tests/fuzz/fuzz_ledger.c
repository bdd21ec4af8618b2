/* SPDX-License-Identifier: MIT
 *
 * Any bytes as a game of a match's ledger, once as they are and once with the checksum that they
 * ought to have: what is read can be written, and what is written reads back as the same line. */
#include "bench/match/ledger.h"
#include "engine/base/checksum.h"
#include "tests/fuzz/fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void write_line(const MatchGame *game, TextBuffer *buffer) {
    Error error = {""};
    text_buffer_clear(buffer);
    fuzz_require(ledger_write_line(game, buffer, &error) == STATUS_OK, "a game can be written");
}

static void check(const Rules *rules, const char *line, size_t length) {
    MatchGame game;
    Position start;
    Error error = {""};
    position_init_start(&start, rules);
    fuzz_require(match_game_init(&game, &start, &error) == STATUS_OK, "there is memory for a game");
    if (ledger_read_line(rules, line, length, &game, &error) == STATUS_OK) {
        TextBuffer first = {0}, second = {0};
        write_line(&game, &first);
        fuzz_require(ledger_read_line(rules, first.text, first.length - 1, &game, &error) ==
                         STATUS_OK,
                     "a line that was written reads back");
        write_line(&game, &second);
        fuzz_require(first.length == second.length &&
                         memcmp(first.text, second.text, first.length) == 0,
                     "a line is written one way only");
        text_buffer_done(&first);
        text_buffer_done(&second);
    } else {
        fuzz_require(error.text[0] != '\0', "a failed read says why");
    }
    match_game_done(&game);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *line = malloc(size + 9);
    if (!line)
        return 0;
    if (size > 0)
        memcpy(line, data, size);
    snprintf(line + size, 9, "%08x", (unsigned)checksum_add(0, line, size));
    for (int variant = 0; variant < VARIANT_COUNT; variant++) {
        const Rules *rules = rules_get((VariantId)variant);
        check(rules, line, size);
        check(rules, line, size + 8);
    }
    free(line);
    return 0;
}
