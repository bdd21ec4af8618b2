/* SPDX-License-Identifier: MIT
 *
 * Clock commands in the comments of a PDN game. */
#include "engine/notation/pdn_game_internal.h"
#include "engine/notation/text_internal.h"

#include <string.h>

enum {
    MS_PER_SECOND = 1000,
    CLOCK_FIELDS_MAX = 3, /* hours, minutes, seconds */
};

/* "1:02:03", "02:03", "3", each with a fraction of a second perhaps. False: something else. */
static bool read_time(Scanner *scanner, int64_t *ret_ms) {
    int64_t seconds = 0;
    int fields = 0;
    do {
        int number;
        scanner_skip_blanks(scanner);
        if (!scanner_is_digit(scanner_peek(scanner)) || !scanner_read_number(scanner, &number) ||
            ++fields > CLOCK_FIELDS_MAX)
            return false;
        seconds = seconds * 60 + number;
    } while (scanner_accept(scanner, ":"));
    int64_t ms = seconds * MS_PER_SECOND;
    if (scanner_accept(scanner, ".") || scanner_accept(scanner, ","))
        for (int unit = MS_PER_SECOND / 10; scanner_is_digit(scanner_peek(scanner));
             scanner->offset++, unit /= 10)
            ms += (scanner_peek(scanner) - '0') * unit;
    *ret_ms = ms;
    return true;
}

/* "w0:10:00 B0:00:03": both clocks in either order; a capital marks the one that runs. */
static bool read_both(Scanner *scanner, int64_t clock[COLOR_COUNT]) {
    for (int i = 0; i < COLOR_COUNT; i++) {
        scanner_skip_blanks(scanner);
        if (scanner_peek(scanner) == SCANNER_END)
            return i > 0;
        Color color = COLOR_WHITE;
        if (!scanner_accept(scanner, "w")) {
            if (!scanner_accept(scanner, "b"))
                return false;
            color = COLOR_BLACK;
        }
        if (!read_time(scanner, &clock[color]))
            return false;
    }
    return true;
}

/* False when the command is one of ours and cannot be read. */
static bool read_command(Scanner *scanner, PdnPly *ply) {
    if (scanner_accept(scanner, "clk "))
        return read_time(scanner, &ply->clock[ply->mover]);
    if (scanner_accept(scanner, "clock "))
        return read_both(scanner, ply->clock);
    if (scanner_accept(scanner, "emt "))
        return read_time(scanner, &ply->spent);
    if (scanner_accept(scanner, "egt "))
        return read_time(scanner, &ply->spent_total);
    scanner->offset = scanner->length;
    return true;
}

void builder_read_clocks(GameBuilder *builder, PdnPlace place, int ply, const char *text) {
    for (const char *at = text; (at = strstr(at, "[%")) != NULL;) {
        at += 2;
        size_t length = strcspn(at, "]");
        Scanner scanner = {.text = at, .length = length, .what = "clock"};
        bool good = read_command(&scanner, &builder->plies[ply]);
        if (good)
            scanner_skip_blanks(&scanner);
        if (!good || scanner.offset < length)
            builder_add_finding(builder, PDN_FINDING_CLOCK, place, ply, at - 2,
                                length + 2 + (at[length] == ']'),
                                "a clock reads like [%%clk 0:09:57] or [%%clock w0:10:00 "
                                "B0:09:58]");
        at += length;
    }
}
