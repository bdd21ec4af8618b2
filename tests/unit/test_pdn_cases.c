/* SPDX-License-Identifier: MIT
 *
 * The PDN reader on stored files, on games that people played, and on what pdn_write.h writes. */
#include "engine/base/rng.h"
#include "engine/board/movegen.h"
#include "engine/notation/move_text.h"
#include "engine/notation/pdn_rewrite.h"
#include "engine/notation/pdn_write.h"
#include "tests/unit/pdn_fixture.h"
#include "tests/unit/suite.h"

enum {
    LINE_SIZE = 1 << 14
};

/* ---- tests/data/pdn: files with faults, and what is to be read from each ---- */

/* Reads the file named `name` as the reader reads files. */
static PdnReader *open_case(const char *name, FILE **ret_file) {
    const PdnReadOptions options = {.rules = rules_get(VARIANT_INTERNATIONAL)};
    char path[200];
    snprintf(path, sizeof path, "pdn/%s", name);
    *ret_file = suite_open_data(path);
    PdnReader *reader = pdn_reader_new(pdn_source_file(*ret_file), &options, NULL);
    ck_assert_ptr_nonnull(reader);
    return reader;
}

/* The string behind `"key": ` on the line; false when the line has another key. null reads as "".
 */
static bool read_field(const char *line, const char *key, char *value, size_t size) {
    char start[64];
    snprintf(start, sizeof start, "\"%s\": ", key);
    const char *found = strstr(line, start);
    if (!found || strspn(line, " ") != (size_t)(found - line))
        return false;
    found += strlen(start);
    bool quoted = *found == '"';
    snprintf(value, size, "%.*s", quoted ? (int)strcspn(found + 1, "\"") : 0, found + 1);
    return true;
}

/* What expected.json says of one game. */
typedef struct {
    char variant[40], start[300], result[20], final[300];
    char moves[600]; /* a blank behind each */
} DueGame;

static void expect_position(const GameRecord *record, const Position *found, const char *fen) {
    Position due;
    const Rules *rules = record->entries[0].position.rules;
    if (!strcmp(fen, "default"))
        position_init_start(&due, rules);
    else
        ck_assert_int_eq(fen_read(rules, fen, strlen(fen), &due, NULL, NULL), STATUS_OK);
    ck_assert_msg(position_same_placement(found, &due), "%s is due", fen);
}

/* The moves of the record are those of the list, in whatever form they stand there. */
static void expect_moves(const char *name, const GameRecord *record, const char *moves) {
    int ply = 0;
    for (size_t length; *moves; moves += length + 1) {
        Move move;
        Error error;
        length = strcspn(moves, " ");
        ck_assert_msg(ply < record_plies(record), "%s: only %d moves", name, ply);
        ck_assert_msg(
            move_text_read(&record->entries[ply].position, moves, length, &move, &error) >= 0,
            "%s: %s", name, error.text);
        ck_assert_msg(move_equals(move, record->entries[++ply].move), "%s: ply %d", name, ply);
    }
    ck_assert_msg(ply == record_plies(record), "%s: %d moves are due", name, ply);
}

static void expect_game(const char *name, const PdnGame *game, const DueGame *due) {
    ck_assert_msg(game->playable, "%s", name);
    ck_assert_ptr_eq(game->rules, rules_find(due->variant));
    expect_position(&game->record, &game->record.entries[0].position, due->start);
    expect_moves(name, &game->record, due->moves);
    expect_position(&game->record, record_current(&game->record), due->final);
    const char *result = game->result_text ? game->result_text : "";
    ck_assert_msg(!strcmp(result, due->result), "%s: result %s", name, result);
}

/* Files of variants that are not in the table (yet): nothing to be compared with. */
static const struct {
    const char *file, *variant, *why;
} skipped[] = {
    {"p25_russian_short.pdn", "russian", "moves by letters, captures with a colon"},
    {"p26_russian_upper.pdn", "russian", "moves by capital letters"},
};

static bool is_skipped(const char *file, const DueGame *due) {
    for (size_t i = 0; i < sizeof skipped / sizeof *skipped; i++)
        if (!strcmp(file, skipped[i].file) && !strcmp(due->variant, skipped[i].variant))
            return !rules_find(due->variant);
    return false;
}

typedef struct {
    char file[100];
    FILE *stream;
    PdnReader *reader;
    int count; /* games compared in all files */
    int files;
} CaseRun;

/* The file has no more games than were compared. */
static void finish_file(CaseRun *run) {
    const PdnGame *game;
    if (!run->reader)
        return;
    ck_assert_msg(pdn_reader_next(run->reader, &game, NULL) == 0, "%s: too many games", run->file);
    pdn_reader_free(run->reader);
    fclose(run->stream);
    run->reader = NULL;
    run->files++;
}

static void compare_game(CaseRun *run, const DueGame *due) {
    const PdnGame *game;
    ck_assert_msg(pdn_reader_next(run->reader, &game, NULL) > 0, "%s: too few games", run->file);
    if (is_skipped(run->file, due))
        return;
    expect_game(run->file, game, due);
    run->count++;
}

START_TEST(stored_files_are_read_as_expected) {
    FILE *expected = suite_open_data("pdn/expected.json");
    CaseRun run = {.count = 0};
    DueGame due = {.moves = ""};
    char line[LINE_SIZE], file[100], unused[2];
    bool in_moves = false;
    while (fgets(line, sizeof line, expected)) {
        if (read_field(line, "file", file, sizeof file)) {
            finish_file(&run);
            snprintf(run.file, sizeof run.file, "%s", file);
            run.reader = open_case(file, &run.stream);
        } else if (in_moves) {
            size_t used = strlen(due.moves);
            const char *quote = strchr(line, '"');
            in_moves = quote != NULL;
            if (quote)
                snprintf(due.moves + used, sizeof due.moves - used, "%.*s ",
                         (int)strcspn(quote + 1, "\""), quote + 1);
        } else if (read_field(line, "variant", due.variant, sizeof due.variant)) {
            due.moves[0] = '\0';
        } else if (read_field(line, "moves", unused, sizeof unused)) {
            in_moves = !strchr(line, ']');
        } else if (read_field(line, "final_fen", due.final, sizeof due.final)) {
            compare_game(&run, &due);
        } else if (!read_field(line, "start", due.start, sizeof due.start)) {
            read_field(line, "result", due.result, sizeof due.result);
        }
    }
    finish_file(&run);
    fclose(expected);
    ck_assert_int_eq(run.files, 30);
    ck_assert_int_ge(run.count, 28); /* 30 with the variants of the skipped */
}
END_TEST

/* ---- games that were played: tests/data/pdn_real.tsv ---- */

START_TEST(real_games_are_legal_to_the_end) {
    FILE *rows = suite_open_data("pdn_real.tsv");
    char line[LINE_SIZE];
    int games = 0, plies = 0;
    while (fgets(line, sizeof line, rows)) {
        char *fields[5], *rest = line;
        for (int i = 0; i < 5; i++)
            fields[i] = strsep(&rest, "\t\n");
        ck_assert_ptr_nonnull(fields[4]);
        const Rules *rules = rules_find(fields[1]);
        TextBuffer text = {0};
        PdnFixture fixture;
        text_buffer_printf(&text, "[GameType \"%d\"]\n[Result \"%s\"]\n", rules->pdn_game_type,
                           fields[2]);
        if (fields[3][0])
            text_buffer_printf(&text, "[FEN \"%s\"]\n", fields[3]);
        text_buffer_printf(&text, "\n%s %s\n", fields[4], fields[2]);
        const PdnGame *game = pdn_fixture_read_one(&fixture, text_buffer_get(&text));
        char findings[200];
        pdn_fixture_list_findings(game, findings, sizeof findings);
        ck_assert_msg(game->finding_count == 0, "%s: %s", line, findings);
        ck_assert_ptr_eq(game->rules, rules);
        ck_assert_int_eq(record_plies(&game->record), game->ply_count);
        ck_assert_str_eq(game->result_text, fields[2]);
        expect_moves(fields[0], &game->record, fields[4]);
        plies += game->ply_count;
        games++;
        pdn_fixture_done(&fixture);
        text_buffer_done(&text);
    }
    fclose(rows);
    ck_assert_int_eq(games, 27);
    ck_assert_int_eq(plies, 1515);
}
END_TEST

/* ---- what is written is read back ---- */

enum {
    ROUND_GAMES = 60
};

typedef struct {
    GameRecord records[ROUND_GAMES];
    Outcome outcomes[ROUND_GAMES];
    TextBuffer text;
} Written;

/* Every fifth ply has a comment. */
static void note_ply(void *context, int ply, TextBuffer *note) {
    (void)context;
    if (ply % 5 == 0)
        text_buffer_printf(note, "31-27 (note) of ply %d; $1 [%%clk 0:00:%02d]", ply, ply % 60);
}

/* Random games of all variants, some from a position with Black to move. */
static void write_games(Written *written) {
    Rng rng;
    rng_init(&rng, 7);
    for (int i = 0; i < ROUND_GAMES; i++) {
        GameRecord *record = &written->records[i];
        Position start;
        position_init_start(&start, rules_get((VariantId)(i % VARIANT_COUNT)));
        ck_assert_int_eq(record_init(record, &start, NULL), STATUS_OK);
        int plies = (int)rng_below(&rng, 160), from = i % 3 == 0 ? (int)rng_below(&rng, 30) : 0;
        for (int ply = 0; ply < plies && record_outcome(record, NULL) == OUTCOME_NONE; ply++) {
            MoveList list;
            int count = movegen_generate(record_current(record), &list);
            Move move = list.moves[rng_below(&rng, (uint64_t)count)];
            ck_assert_int_eq(record_push(record, move, NULL), STATUS_OK);
            if (ply + 1 == from) {
                start = *record_current(record);
                start.ending_plies = 0; /* a FEN does not tell it */
                record_restart(record, &start);
            }
        }
        Reason reason;
        Outcome outcome = record_outcome(record, &reason);
        bool decided = reason == REASON_NO_MOVE || reason == REASON_CROWNED;
        written->outcomes[i] = decided ? outcome : (Outcome)(i % 4);
        const PdnTags tags = {.event = "a \"b\" \\ {c} ; [d]", .white = "W", .note = note_ply};
        ck_assert_int_eq(pdn_write_game(record, &tags, written->outcomes[i], &written->text, NULL),
                         STATUS_OK);
    }
}

static void expect_same_game(const PdnGame *game, const GameRecord *record, Outcome outcome) {
    ck_assert_int_eq(game->finding_count, 0);
    ck_assert_int_eq(game->outcome, outcome);
    ck_assert_str_eq(game->result_text, pdn_result_text(game->rules, outcome));
    ck_assert_int_eq(game->record.count, record->count);
    ck_assert_int_eq(game->main_count, record->count - 1);
    for (int i = 0; i < record->count; i++) {
        const RecordEntry *read = &game->record.entries[i], *due = &record->entries[i];
        ck_assert(i == 0 || move_equals(read->move, due->move));
        ck_assert(position_same_placement(&read->position, &due->position));
        ck_assert_int_eq(read->position.quiet_plies, due->position.quiet_plies);
        ck_assert(i == 0 || game->plies[i - 1].position.key == due->position.key);
    }
    for (int i = 0; i < game->ply_count; i++) {
        const PdnPly *ply = &game->plies[i];
        ck_assert_int_eq(ply->first_comment >= 0, (i + 1) % 5 == 0);
        if (ply->first_comment >= 0)
            ck_assert_int_eq(ply->clock[ply->mover], (i + 1) % 60 * 1000);
    }
    ck_assert_str_eq(pdn_game_get_tag(game, "Event"), "a \"b\" \\ {c} ; [d]");
}

/* A source that gives few bytes at a time. */
typedef struct {
    PdnMemory memory;
    size_t step;
} Dripping;

static ptrdiff_t read_dripping(void *context, char *buffer, size_t size, Error *error) {
    Dripping *dripping = context;
    PdnSource source = pdn_source_memory(&dripping->memory);
    dripping->step = dripping->step * 5 % 97 + 1;
    return source.read(source.context, buffer, dripping->step < size ? dripping->step : size,
                       error);
}

START_TEST(written_games_are_read_back) {
    static Written written;
    write_games(&written);
    const PdnReadOptions options = {.rules = rules_get(VARIANT_ENGLISH)};
    Dripping dripping = {
        .memory = {.bytes = text_buffer_get(&written.text), .length = written.text.length}};
    PdnSource source = {.read = read_dripping, .context = &dripping};
    PdnReader *reader = pdn_reader_new(source, &options, NULL);
    const PdnGame *game;
    int count = 0;
    for (; pdn_reader_next(reader, &game, NULL) > 0; count++)
        expect_same_game(game, &written.records[count], written.outcomes[count]);
    ck_assert_int_eq(count, ROUND_GAMES);
    pdn_reader_free(reader);
    for (int i = 0; i < ROUND_GAMES; i++)
        record_done(&written.records[i]);
    text_buffer_done(&written.text);
}
END_TEST

/* Reads `text` and writes it again. */
static void expect_rewritten(const char *text, const char *due) {
    PdnFixture fixture;
    TextBuffer written = {0};
    static const PdnStyle style = {0};
    const PdnGame *game = pdn_fixture_read_one(&fixture, text);
    ck_assert_int_eq(pdn_rewrite_game(game, &style, &written, NULL), STATUS_OK);
    ck_assert_str_eq(text_buffer_get(&written), due);
    text_buffer_done(&written);
    pdn_fixture_done(&fixture);
}

START_TEST(games_are_rewritten_with_all_that_is_in_them) {
    static const char strict[] = "[Event \"x\"]\n[Result \"2-0\"]\n[GameType \"20\"]\n\n{game} 1. "
                                 "32-28 $5 {a} ( {v} 1. 31-26 $4 17-21 "
                                 "( 1... 17-22 ) 2. 26x17 )\n"
                                 "( 1. 33-28 ) 1... 19-23 2. 28x19 14x23 2-0\n\n";
    expect_rewritten("[Event \"x\"] {game} 1. 32-28 !? (1.{v}31-26?? 17-21 (17-22) 26x17) (33-28) "
                     "{a}\n19-23 28:19 14x23 1-0",
                     strict);
    expect_rewritten(strict, strict);
    expect_rewritten("[FEN \"B:W28,32:B9,19\"]19 - 23 2. 1-7 - - 50 x 50 0-2F",
                     "[Result \"0-2\"]\n[GameType \"20\"]\n[FEN \"B:W28,32:B9,19\"]\n\n"
                     "1... 19-23 {cannot be played: 2. 1-7 -- 3. 50x50} {0-2F} 0-2\n\n");
    expect_rewritten("[GameType \"199\"] 1. C3-d4 a3:c5 1-0F",
                     "[Result \"1-0\"]\n[GameType \"199\"]\n\n1. C3-d4 a3xc5 {1-0F} 1-0\n\n");
    expect_rewritten("32-28 {a{b}\n0-0",
                     "[Result \"0-0\"]\n[GameType \"20\"]\n\n1. 32-28 {a(b} 0-0\n\n");
}
END_TEST

/* Neither more games nor larger ones leave anything behind: what a reader of many games finds in
 * the last one is what a fresh reader finds. */
START_TEST(games_do_not_leak_into_each_other) {
    static const char game[] = "[Event \"x\"]\n1. 32-28 {a} (31-27) 2. 1-2 $3 [A] 2-0\n";
    PdnFixture fixture;
    TextBuffer text = {0};
    char first[200], last[200];
    for (int i = 0; i < 20000; i++)
        text_buffer_append(&text, game, sizeof game - 1);
    pdn_fixture_init_bytes(&fixture, VARIANT_INTERNATIONAL, text_buffer_get(&text), text.length);
    for (int i = 0; i < 20000; i++) {
        ck_assert(pdn_fixture_next(&fixture));
        pdn_fixture_list_findings(fixture.game, i ? last : first, sizeof first);
        ck_assert(i == 0 || !strcmp(first, last));
        ck_assert_int_eq(fixture.game->comment_count, 2);
        ck_assert_int_eq(fixture.game->tag_count, 1);
        ck_assert_int_eq(fixture.game->ply_count, 3);
        ck_assert_uint_eq(fixture.game->offset, (uint64_t)i * (sizeof game - 1));
    }
    ck_assert(!pdn_fixture_next(&fixture));
    pdn_fixture_done(&fixture);
    text_buffer_done(&text);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("pdn_cases");
    TCase *tests = tcase_create("pdn_cases");
    tcase_add_test(tests, stored_files_are_read_as_expected);
    tcase_add_test(tests, real_games_are_legal_to_the_end);
    tcase_add_test(tests, written_games_are_read_back);
    tcase_add_test(tests, games_are_rewritten_with_all_that_is_in_them);
    tcase_add_test(tests, games_do_not_leak_into_each_other);
    suite_add_tcase(suite, tests);
    return suite_run(suite);
}
