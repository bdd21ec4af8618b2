/* SPDX-License-Identifier: MIT
 *
 * Any bytes as a file of ballots of every variant: what is read can be played on, has names that
 * differ, and what is written of it reads back equal. */
#include "book/ballots.h"

#include "engine/board/movegen.h"
#include "tests/fuzz/fuzz.h"

#include <string.h>

static int compare_names(const void *a, const void *b) {
    return strcmp(((const Ballot *)a)->name, ((const Ballot *)b)->name);
}

static void check_names(const BallotList *list) {
    Ballot *sorted = malloc((size_t)list->count * sizeof *sorted);
    fuzz_require(sorted != NULL, "memory");
    memcpy(sorted, list->ballots, (size_t)list->count * sizeof *sorted);
    qsort(sorted, (size_t)list->count, sizeof *sorted, compare_names);
    for (int i = 0; i < list->count; i++) {
        const char *name = sorted[i].name;
        fuzz_require(memchr(name, '\0', sizeof sorted[i].name) != NULL, "a name has an end");
        fuzz_require(i == 0 || strcmp(sorted[i - 1].name, name) != 0, "names differ");
        for (; *name; name++)
            fuzz_require((unsigned char)*name >= ' ', "a name has no control characters");
    }
    free(sorted);
}

static void check_written(const Rules *rules, const BallotList *list) {
    TextBuffer text = {0};
    BallotList again;
    Error error = {""};
    fuzz_require(ballots_write(list, &text, &error) >= 0, "ballots can be written");
    fuzz_require(ballots_read(rules, "again", text_buffer_get(&text), text.length, true, &again,
                              &error) >= 0,
                 "written ballots can be read");
    fuzz_require(again.count == list->count, "as many are read as were written");
    for (int i = 0; i < list->count; i++)
        fuzz_require(position_same_placement(&again.ballots[i].start, &list->ballots[i].start) &&
                         again.ballots[i].start.quiet_plies == list->ballots[i].start.quiet_plies,
                     "written positions read back");
    ballots_done(&again);
    text_buffer_done(&text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    for (int variant = 0; variant < VARIANT_COUNT; variant++) {
        const Rules *rules = rules_get((VariantId)variant);
        BallotList list;
        Error error = {""};
        Status status =
            ballots_read(rules, "fuzz", (const char *)data, size, size & 1, &list, &error);
        if (status < 0) {
            fuzz_require(!strncmp(error.text, "fuzz", 4), "a failed read names the file");
        } else {
            fuzz_require(list.count > 0, "a file that is read has a ballot");
            for (int i = 0; i < list.count; i++)
                fuzz_require(movegen_has_move(&list.ballots[i].start), "a ballot can be played");
            check_names(&list);
            check_written(rules, &list);
        }
        ballots_done(&list);
    }
    return 0;
}
