/* SPDX-License-Identifier: MIT
 *
 * Any bytes as a game's line of a work file: what is read can be written, and what is written reads
 * back as the same line. */
#include "engine/board/movegen.h"
#include "protocol/annotate/work_file.h"
#include "tests/fuzz/fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    PLIES = 3
};

static void start_game(const Rules *rules, GameRecord *record) {
    Position start;
    position_init_start(&start, rules);
    fuzz_require(record_init(record, &start, NULL) == STATUS_OK, "there is memory for a game");
    for (int i = 0; i < PLIES; i++) {
        MoveList list;
        movegen_generate(record_current(record), &list);
        fuzz_require(record_push(record, list.moves[0], NULL) == STATUS_OK, "and for its moves");
    }
}

static void check(const Rules *rules, const char *line, size_t length) {
    GameRecord record;
    GameNotes notes = {0};
    Error error = {""};
    start_game(rules, &record);
    if (work_file_read_line(line, length, &record, &notes, &error) == STATUS_OK) {
        TextBuffer first = {0}, second = {0};
        fuzz_require(work_file_write_line(1, &record, &notes, &first, &error) == STATUS_OK,
                     "notes can be written");
        fuzz_require(work_file_read_line(first.text, first.length, &record, &notes, &error) ==
                         STATUS_OK,
                     "a line that was written reads back");
        work_file_write_line(1, &record, &notes, &second, &error);
        fuzz_require(first.length == second.length &&
                         memcmp(first.text, second.text, first.length) == 0,
                     "a line is written one way only");
        text_buffer_done(&first);
        text_buffer_done(&second);
    } else {
        fuzz_require(error.text[0] != '\0', "a failed read says why");
    }
    notes_done(&notes);
    record_done(&record);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *line = malloc(size + 1);
    if (!line)
        return 0;
    if (size > 0)
        memcpy(line, data, size);
    line[size] = '\0';
    check(rules_get(VARIANT_INTERNATIONAL), line, size);
    check(rules_get(VARIANT_RUSSIAN), line, size);
    free(line);
    return 0;
}
