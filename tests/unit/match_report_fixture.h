/* SPDX-License-Identifier: MIT
 *
 * Shared by the tests of match reports: a folder, and in it a ledger with all kinds of games and
 * texts that would break each of the formats. One test at a time. */
#ifndef HUFF_TESTS_UNIT_MATCH_REPORT_FIXTURE_H
#define HUFF_TESTS_UNIT_MATCH_REPORT_FIXTURE_H

#include "bench/match/ledger.h"
#include "engine/base/text_buffer.h"
#include "tests/unit/match_games.h"
#include "tests/unit/suite.h"

#include <string.h>
#include <unistd.h>

enum {
    GAMES = 24,
    PLIES_MAX = 90,
    PATH_SIZE = 512,
};

/* The last one ends within a character. */
static const char match_bad_name[] = "<script>alert('1')</script> \"{}\" \\ & Zo\xc3\xab";
static const char match_bad_spec[] =
    "name='<script>alert(\"1\")</script> {} \\ & Zo\xc3\xab' nodes=50 ./scan hub";
static const char match_bad_text[] = "said \"<b>no</b>\t}{ %s\" \xc3";

static char match_folder[SCRATCH_SIZE];
static MatchGame game; /* the last one made */
static TextBuffer text;

/* Path of a file in the folder: "l" the ledger, "h", "p" and "j" for what is made of it. */
static inline const char *match_path(const char *name) {
    static char paths[4][PATH_SIZE];
    static int next;
    char *path = paths[next++ % 4];
    snprintf(path, PATH_SIZE, "%s/%s", match_folder, name);
    return path;
}

/* Call it first, and match_teardown last. */
static inline void match_setup(void) {
    Position start;
    scratch_make_folder(match_folder);
    position_init_start(&start, rules_get(VARIANT_INTERNATIONAL));
    ck_assert_int_eq(match_game_init(&game, &start, NULL), STATUS_OK);
}

static inline void match_teardown(void) {
    static const char *const names[] = {"l", "h", "p", "j"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        remove(match_path(names[i]));
    ck_assert_int_eq(rmdir(match_folder), 0);
    match_game_done(&game);
    text_buffer_done(&text);
}

/* Game `number` of a match with all kinds of ends. */
static inline void match_make_game(int number) {
    match_games_play(&game, number, (uint64_t)number + 1, PLIES_MAX);
    if (number == 5)
        match_games_spoil(&game, END_CRASH, COLOR_BLACK, 20, match_bad_text);
    if (number == 8)
        match_games_spoil(&game, END_NO_START, COLOR_WHITE, 0, "");
    if (number % 4 == 3) {
        match_games_spoil(&game, END_TABLE, COLOR_WHITE, 40, "");
        game.outcome = OUTCOME_DRAW;
    }
    game.exempt = number == 10;
    if (number / 2 == 6)
        snprintf(game.ballot, sizeof game.ballot, "9-13 <i>\"%%d\"");
}

/* Writes the ledger "l" of a match by the clock. With more than two engines every second pair is
 * played by engines 2 and 3. */
static inline void match_write_ledger(int games, int engines) {
    LedgerHead head = {0};
    Ledger *ledger;
    const char *const specs[] = {"self", match_bad_spec, "self", "./a/b/kr dxp"};
    ck_assert_int_eq(ledger_head_add(&head, "variant", "international", NULL), STATUS_OK);
    for (int i = 0; i < engines; i++)
        ck_assert_int_eq(ledger_head_add(&head, "engine", specs[i], NULL), STATUS_OK);
    ck_assert_int_eq(ledger_head_add(&head, "limits", "clock=20/30+0.5", NULL), STATUS_OK);
    remove(match_path("l"));
    ck_assert_int_eq(ledger_open(match_path("l"), &head, rules_get(VARIANT_INTERNATIONAL), NULL,
                                 NULL, &ledger, NULL),
                     STATUS_OK);
    for (int i = 0; i < games; i++) {
        match_make_game(i);
        if (engines > 2 && i % 4 > 1) {
            game.white = i % 2 ? 3 : 2;
            game.black = i % 2 ? 2 : 3;
        }
        ck_assert_int_eq(ledger_add(ledger, &game, NULL), STATUS_OK);
    }
    ck_assert_int_eq(ledger_close(ledger, NULL), STATUS_OK);
    ledger_head_done(&head);
}

/* Reads a whole file into `text`. */
static inline const char *match_read_file(const char *path) {
    FILE *file = fopen(path, "r");
    char block[4096];
    size_t count;
    ck_assert_ptr_nonnull(file);
    text_buffer_clear(&text);
    while ((count = fread(block, 1, sizeof block, file)) > 0)
        text_buffer_append(&text, block, count);
    fclose(file);
    return text_buffer_get(&text);
}

static inline void match_expect_part(const char *all, const char *part) {
    ck_assert_msg(strstr(all, part) != NULL, "no \"%s\" in:\n%s", part, all);
}

#endif
