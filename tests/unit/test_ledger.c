/* SPDX-License-Identifier: MIT */
#include "bench/match/ledger.h"
#include "engine/base/checksum.h"
#include "engine/base/rng.h"
#include "engine/board/movegen.h"
#include "engine/notation/fen.h"
#include "tests/unit/suite.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[SCRATCH_SIZE], path[SCRATCH_SIZE + 8];

static void set_up(void) {
    scratch_make_folder(folder);
    snprintf(path, sizeof path, "%s/match", folder);
}

static void tear_down(void) {
    unlink(path);
    rmdir(folder);
}

/* ---- Games to write. */

/* A game of `plies` random moves, with every kind of annotation. */
static void make_game(MatchGame *game, const Rules *rules, int number, int plies) {
    Position start;
    Rng rng;
    rng_init(&rng, (uint64_t)number);
    position_init_start(&start, rules);
    ck_assert_int_eq(match_game_init(game, &start, NULL), 0);
    game->number = number;
    game->white = number % 2;
    game->black = 1 - game->white;
    snprintf(game->ballot, sizeof game->ballot, "ballot %d", number / 2);
    for (int i = 0; i < plies; i++) {
        MoveList moves;
        movegen_generate(record_current(&game->record), &moves);
        if (moves.count == 0)
            break;
        MatchPly ply = {.has_score = i % 2 == 0,
                        .has_depth = i % 3 == 0,
                        .has_nodes = i % 5 == 0,
                        .has_seconds = i % 7 == 0,
                        .score = i * 37 - 500,
                        .depth = i,
                        .nodes = (uint64_t)i << 33,
                        .seconds = i / 8.0};
        Move move = moves.moves[rng_below(&rng, (uint64_t)moves.count)];
        ck_assert_int_eq(match_game_push(game, move, &ply, NULL), 0);
    }
    static const MatchEnd ends[] = {END_LENGTH, END_CRASH, END_RESIGNED};
    game->end = ends[number % 3];
    game->guilty = number % 4 < 2 ? COLOR_WHITE : COLOR_BLACK;
    game->outcome = game->end == END_LENGTH       ? OUTCOME_DRAW
                    : game->guilty == COLOR_WHITE ? OUTCOME_BLACK_WINS
                                                  : OUTCOME_WHITE_WINS;
    game->exempt = number % 2 == 1;
    if (game->end == END_CRASH)
        snprintf(game->text, sizeof game->text, "said \"boo\"\t\nand went away");
}

static void assert_same(const MatchGame *a, const MatchGame *b) {
    ck_assert_int_eq(a->number, b->number);
    ck_assert_int_eq(a->white, b->white);
    ck_assert_int_eq(a->black, b->black);
    ck_assert_str_eq(a->ballot, b->ballot);
    ck_assert_int_eq(a->outcome, b->outcome);
    ck_assert_int_eq(a->end, b->end);
    ck_assert_int_eq(a->exempt, b->exempt);
    if (a->end != END_LENGTH)
        ck_assert_int_eq(a->guilty, b->guilty);
    ck_assert_int_eq(a->record.count, b->record.count);
    for (int i = 0; i < a->record.count; i++)
        ck_assert(position_equals(&a->record.entries[i].position, &b->record.entries[i].position));
    for (int i = 0; i < record_plies(&a->record); i++) {
        const MatchPly *p = &a->plies[i], *q = &b->plies[i];
        ck_assert(p->has_score == q->has_score && (!p->has_score || p->score == q->score));
        ck_assert(p->has_depth == q->has_depth && (!p->has_depth || p->depth == q->depth));
        ck_assert(p->has_nodes == q->has_nodes && (!p->has_nodes || p->nodes == q->nodes));
        ck_assert(p->has_seconds == q->has_seconds &&
                  (!p->has_seconds || p->seconds == q->seconds));
    }
}

/* ---- Lines. */

START_TEST(a_line_holds_the_whole_game) {
    for (int number = 0; number < 40; number++) {
        const Rules *rules = rules_get(number % 2 ? VARIANT_ENGLISH : VARIANT_INTERNATIONAL);
        MatchGame game, back;
        Position start;
        TextBuffer line = {0};
        make_game(&game, rules, number, number * 4);
        position_init_start(&start, rules);
        ck_assert_int_eq(match_game_init(&back, &start, NULL), 0);
        ck_assert_int_eq(ledger_write_line(&game, &line, NULL), 0);
        ck_assert_ptr_eq(strchr(line.text, '\n'), line.text + line.length - 1);
        Error error;
        ck_assert_msg(ledger_read_line(rules, line.text, line.length - 1, &back, &error) == 0, "%s",
                      error.text);
        assert_same(&game, &back);
        match_game_done(&game);
        match_game_done(&back);
        text_buffer_done(&line);
    }
}
END_TEST

START_TEST(a_line_that_was_changed_is_refused) {
    const Rules *rules = rules_get(VARIANT_INTERNATIONAL);
    MatchGame game, back;
    Position start;
    TextBuffer line = {0};
    make_game(&game, rules, 1, 20);
    position_init_start(&start, rules);
    ck_assert_int_eq(match_game_init(&back, &start, NULL), 0);
    ck_assert_int_eq(ledger_write_line(&game, &line, NULL), 0);
    for (size_t i = 0; i + 1 < line.length; i++) {
        line.text[i] ^= 1;
        ck_assert_int_eq(ledger_read_line(rules, line.text, line.length - 1, &back, NULL),
                         STATUS_SYNTAX);
        line.text[i] ^= 1;
    }
    ck_assert_int_eq(ledger_read_line(rules, line.text, line.length - 2, &back, NULL),
                     STATUS_SYNTAX);
    ck_assert_int_eq(ledger_read_line(rules, line.text, line.length - 1, &back, NULL), 0);
    match_game_done(&game);
    match_game_done(&back);
    text_buffer_done(&line);
}
END_TEST

/* With the right checksum, wrong contents are found all the same. */
START_TEST(a_line_that_makes_no_sense_is_refused) {
    static const struct {
        const char *body;
        Status status;
    } cases[] = {
        {"1\t0\t1\tx\tw\tno move\t-\tW:W31:B5\t31-26\t\t", STATUS_OK},
        {"1\t0\t1\tx\tw\tno move\t-\tW:W31:B5\t\t\t", STATUS_OK},
        {"1\t0\t1\tx\tw\tno move\t-\tW:W31:B5\t31-26/-5/3/77/0.25\t\t", STATUS_OK},
        {"-1\t0\t1\tx\tw\tno move\t-\tW:W31:B5\t31-26\t\t", STATUS_SYNTAX},
        {"1\t0\t1\tx\tq\tno move\t-\tW:W31:B5\t31-26\t\t", STATUS_SYNTAX},
        {"1\t0\t1\tx\tw\tno moves\t-\tW:W31:B5\t31-26\t\t", STATUS_SYNTAX},
        {"1\t0\t1\tx\tw\tno move\tz\tW:W31:B5\t31-26\t\t", STATUS_SYNTAX},
        {"1\t0\t1\tx\tw\tno move\t-\tW:W99:B5\t31-26\t\t", STATUS_RANGE},
        {"1\t0\t1\tx\tw\tno move\t-\tW:W31:B5\t31-25\t\t", STATUS_ILLEGAL},
        {"1\t0\t1\tx\tw\tno move\t-\tW:W31:B5\t31-26/a\t\t", STATUS_SYNTAX},
        {"1\t0\t1\tx\tw\tno move\t-\tW:W31:B5\t31-26/1/-2\t\t", STATUS_SYNTAX},
        {"1\t0\t1\tx\tw\tno move\t-\tW:W31:B5\t31-26/1/2/3/4/5\t\t", STATUS_SYNTAX},
        {"1\t0\t1\tx\tw\tno move\t-\tW:W31:B5\t31-26/1/2/3/nan\t\t", STATUS_SYNTAX},
        {"1\t0\t1\tx\tw\tno move\t-\tW:W31:B5\t31-26\t", STATUS_SYNTAX},
        {"1\t0\t1\tx\tw\tno move\t-\tW:W31:B5\t31-26\t\t\t", STATUS_SYNTAX},
        {"", STATUS_SYNTAX},
    };
    const Rules *rules = rules_get(VARIANT_INTERNATIONAL);
    MatchGame game;
    Position start;
    position_init_start(&start, rules);
    ck_assert_int_eq(match_game_init(&game, &start, NULL), 0);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char line[256];
        snprintf(line, sizeof line, "%s%08x", cases[i].body,
                 (unsigned)checksum_add(0, cases[i].body, strlen(cases[i].body)));
        ck_assert_msg(ledger_read_line(rules, line, strlen(line), &game, NULL) == cases[i].status,
                      "%s", cases[i].body);
    }
    match_game_done(&game);
}
END_TEST

/* ---- Files. */

static void make_head(LedgerHead *head, const char *seed) {
    *head = (LedgerHead){0};
    ck_assert_int_eq(ledger_head_add(head, "variant", "international", NULL), 0);
    ck_assert_int_eq(ledger_head_add(head, "engine", "one\ttab", NULL), 0);
    ck_assert_int_eq(ledger_head_add(head, "engine", "two", NULL), 0);
    ck_assert_int_eq(ledger_head_add(head, "seed", seed, NULL), 0);
}

typedef struct {
    int count;
    int numbers[64];
} Seen;

static void on_game(void *context, const MatchGame *game) {
    Seen *seen = context;
    seen->numbers[seen->count++] = game->number;
}

static Status open_ledger(const char *seed, Seen *seen, Ledger **ret_ledger, Error *error) {
    LedgerHead head;
    make_head(&head, seed);
    *seen = (Seen){0};
    Status status = ledger_open(path, &head, rules_get(VARIANT_INTERNATIONAL), on_game, seen,
                                ret_ledger, error);
    ledger_head_done(&head);
    return status;
}

static void add_games(Ledger *ledger, int from, int to) {
    for (int i = from; i < to; i++) {
        MatchGame game;
        make_game(&game, rules_get(VARIANT_INTERNATIONAL), i, 30);
        ck_assert_int_eq(ledger_add(ledger, &game, NULL), 0);
        match_game_done(&game);
    }
}

static char *read_file(long *ret_size) {
    FILE *file = fopen(path, "rb");
    ck_assert_ptr_nonnull(file);
    fseek(file, 0, SEEK_END);
    *ret_size = ftell(file);
    rewind(file);
    char *bytes = malloc((size_t)*ret_size + 1);
    ck_assert_uint_eq(fread(bytes, 1, (size_t)*ret_size, file), (size_t)*ret_size);
    fclose(file);
    return bytes;
}

START_TEST(a_ledger_goes_on_where_it_stopped) {
    Ledger *ledger;
    Seen seen;
    Error error;
    ck_assert_int_eq(open_ledger("1", &seen, &ledger, &error), 0);
    ck_assert_int_eq(seen.count, 0);
    add_games(ledger, 0, 3);
    ck_assert_int_eq(ledger_close(ledger, NULL), 0);
    ck_assert_int_eq(open_ledger("1", &seen, &ledger, &error), 0);
    ck_assert_int_eq(seen.count, 3);
    ck_assert_int_eq(seen.numbers[2], 2);
    add_games(ledger, 3, 5);
    ck_assert_int_eq(ledger_close(ledger, NULL), 0);

    LedgerReader *reader;
    MatchGame game, expected;
    Position start;
    position_init_start(&start, rules_get(VARIANT_INTERNATIONAL));
    ck_assert_int_eq(match_game_init(&game, &start, NULL), 0);
    ck_assert_int_eq(ledger_reader_new(path, &reader, NULL), 0);
    ck_assert_str_eq(ledger_head_get(ledger_reader_get_head(reader), "engine", 0), "one tab");
    ck_assert_str_eq(ledger_head_get(ledger_reader_get_head(reader), "engine", 1), "two");
    ck_assert_ptr_null(ledger_head_get(ledger_reader_get_head(reader), "engine", 2));
    for (int i = 0; i < 5; i++) {
        ck_assert_int_eq(ledger_reader_next(reader, &game, NULL), 1);
        make_game(&expected, rules_get(VARIANT_INTERNATIONAL), i, 30);
        assert_same(&expected, &game);
        match_game_done(&expected);
    }
    ck_assert_int_eq(ledger_reader_next(reader, &game, NULL), 0);
    match_game_done(&game);
    ledger_reader_free(reader);
}
END_TEST

/* Killed at any byte: what was whole is there, and the file ends as if nothing had happened. */
START_TEST(a_ledger_cut_anywhere_is_mended) {
    Ledger *ledger;
    Seen seen;
    Error error;
    long size, again;
    ck_assert_int_eq(open_ledger("1", &seen, &ledger, &error), 0);
    add_games(ledger, 0, 2);
    ck_assert_int_eq(ledger_close(ledger, NULL), 0);
    char *whole = read_file(&size);
    for (long cut = 0; cut <= size; cut += cut < 100 ? 1 : 13) {
        FILE *file = fopen(path, "wb");
        fwrite(whole, 1, (size_t)cut, file);
        fclose(file);
        ck_assert_msg(open_ledger("1", &seen, &ledger, &error) == 0, "cut at %ld: %s", cut,
                      error.text);
        ck_assert_int_le(seen.count, 2);
        add_games(ledger, seen.count, 2);
        ck_assert_int_eq(ledger_close(ledger, NULL), 0);
        char *mended = read_file(&again);
        ck_assert_int_eq(again, size);
        ck_assert_int_eq(memcmp(whole, mended, (size_t)size), 0);
        free(mended);
    }
    free(whole);
}
END_TEST

START_TEST(another_match_or_a_damaged_line_is_refused) {
    Ledger *ledger, *second;
    Seen seen;
    Error error;
    long size, again;
    ck_assert_int_eq(open_ledger("1", &seen, &ledger, &error), 0);
    add_games(ledger, 0, 3);
    ck_assert_int_eq(open_ledger("1", &seen, &second, &error), STATUS_STATE); /* in use */
    ck_assert_int_eq(ledger_close(ledger, NULL), 0);
    ck_assert_int_eq(open_ledger("2", &seen, &ledger, &error), STATUS_STATE);
    ck_assert_ptr_nonnull(strstr(error.text, "seed"));
    char *whole = read_file(&size);

    char *at = strstr(whole, "\n1\t");
    ck_assert_ptr_nonnull(at);
    at[1] = '2';
    FILE *file = fopen(path, "wb");
    fwrite(whole, 1, (size_t)size, file);
    fclose(file);
    ck_assert_int_eq(open_ledger("1", &seen, &ledger, &error), STATUS_SYNTAX);
    ck_assert_msg(strstr(error.text, "line 7:") != NULL, "%s", error.text);
    char *kept = read_file(&again);
    ck_assert_int_eq(again, size);
    free(kept);
    free(whole);
}
END_TEST

START_TEST(what_is_no_ledger_is_refused_and_stays) {
    static const char *const wrong[] = {
        "hello\n", "huff match ledger 2\n", "huff match ledger 1\n# variant\tchess\n",
        "huff match ledger 1\n0\t0\t1\t1\td\tlength\t-\tW:W31:B5\t\t\t00000000\n"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        Ledger *ledger;
        LedgerReader *reader;
        Seen seen;
        Error error;
        long size;
        FILE *file = fopen(path, "wb");
        fputs(wrong[i], file);
        fclose(file);
        ck_assert_int_lt(open_ledger("1", &seen, &ledger, &error), 0);
        ck_assert_int_lt(ledger_reader_new(path, &reader, &error), 0);
        char *kept = read_file(&size);
        ck_assert_int_eq(size, (long)strlen(wrong[i]));
        ck_assert_int_eq(memcmp(kept, wrong[i], (size_t)size), 0);
        free(kept);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("ledger");
    TCase *lines = tcase_create("lines");
    tcase_add_test(lines, a_line_holds_the_whole_game);
    tcase_add_test(lines, a_line_that_was_changed_is_refused);
    tcase_add_test(lines, a_line_that_makes_no_sense_is_refused);
    suite_add_tcase(suite, lines);
    TCase *files = tcase_create("files");
    tcase_add_checked_fixture(files, set_up, tear_down);
    tcase_add_test(files, a_ledger_goes_on_where_it_stopped);
    tcase_add_test(files, a_ledger_cut_anywhere_is_mended);
    tcase_add_test(files, another_match_or_a_damaged_line_is_refused);
    tcase_add_test(files, what_is_no_ledger_is_refused_and_stays);
    suite_add_tcase(suite, files);
    return suite_run(suite);
}
