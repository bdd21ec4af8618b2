/* SPDX-License-Identifier: MIT
 *
 * The index of games against plain searching through the same games. */
#include "book/games/games.h"
#include "engine/base/rng.h"
#include "engine/board/movegen.h"
#include "engine/notation/pdn_write.h"
#include "tests/unit/suite.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    GAMES_EACH = 4, /* of every variant */
    GAMES_ALL = GAMES_EACH * VARIANT_COUNT,
    PLIES_MAX = 90,
};

/* Random games of all variants in one file, and an index. */
typedef struct {
    char folder[SCRATCH_SIZE], pdn[SCRATCH_SIZE + 8], index[SCRATCH_SIZE + 8];
    GameRecord records[GAMES_ALL];
    Outcome outcomes[GAMES_ALL];
    Games *games;
} Fixture;

static void play_random(GameRecord *record, const Rules *rules, Rng *rng) {
    Position start;
    MoveList list;
    position_init_start(&start, rules);
    ck_assert_int_eq(record_init(record, &start, NULL), STATUS_OK);
    for (int ply = 0; ply < PLIES_MAX && record_outcome(record, NULL) == OUTCOME_NONE; ply++) {
        int count = movegen_generate(record_current(record), &list);
        Move move = list.moves[rng_below(rng, (uint64_t)(ply < 3 && count > 2 ? 2 : count))];
        ck_assert_int_eq(record_push(record, move, NULL), STATUS_OK);
    }
}

static void write_file(const char *path, const char *bytes, size_t length) {
    FILE *file = fopen(path, "w");
    ck_assert_ptr_nonnull(file);
    ck_assert_uint_eq(fwrite(bytes, 1, length, file), length);
    ck_assert_int_eq(fclose(file), 0);
}

static void fixture_init(Fixture *fixture) {
    *fixture = (Fixture){0};
    scratch_make_folder(fixture->folder);
    snprintf(fixture->pdn, sizeof fixture->pdn, "%s/all.pdn", fixture->folder);
    snprintf(fixture->index, sizeof fixture->index, "%s/all.db", fixture->folder);
    TextBuffer text = {0};
    Rng rng;
    rng_init(&rng, 8);
    for (int i = 0; i < GAMES_ALL; i++) {
        char white[40], black[40];
        const PdnExtraTag extra = {"ECO", i % 2 ? "A1" : "B2"};
        PdnTags tags = {.white = white,
                        .black = black,
                        .date = i % 3 ? "2001.05.??" : NULL,
                        .extra = &extra,
                        .extra_count = 1};
        play_random(&fixture->records[i], rules_get((VariantId)(i / GAMES_EACH)), &rng);
        fixture->outcomes[i] = record_outcome(&fixture->records[i], NULL);
        snprintf(white, sizeof white, "Player %d%%", i % 7);
        snprintf(black, sizeof black, "Second_%d", i % 5);
        ck_assert_int_eq(
            pdn_write_game(&fixture->records[i], &tags, fixture->outcomes[i], &text, NULL),
            STATUS_OK);
    }
    write_file(fixture->pdn, text.text, text.length);
    text_buffer_done(&text);
    ck_assert_int_eq(games_open(fixture->index, true, &fixture->games, NULL), STATUS_OK);
}

static GamesReport add(Games *games, const char *path) {
    GamesReport report = {0};
    Error error = {""};
    Status status =
        games_add_file(games, path, rules_get(VARIANT_INTERNATIONAL), NULL, NULL, &report, &error);
    ck_assert_msg(status == STATUS_OK, "%s", error.text);
    return report;
}

static void fixture_add(Fixture *fixture) {
    GamesReport report = add(fixture->games, fixture->pdn);
    ck_assert_uint_eq(report.games, GAMES_ALL);
    ck_assert_uint_eq(report.skipped, 0);
    ck_assert_int_eq(games_commit(fixture->games, NULL), STATUS_OK);
}

static void fixture_done(Fixture *fixture) {
    games_close(fixture->games);
    for (int i = 0; i < GAMES_ALL; i++)
        record_done(&fixture->records[i]);
    remove(fixture->pdn);
    remove(fixture->index);
    ck_assert_int_eq(rmdir(fixture->folder), 0);
}

/* ---- plain searching ---- */

static bool same_board(const Position *a, const Position *b) {
    return !memcmp(&a->board, &b->board, sizeof a->board) && a->turn == b->turn;
}

static bool fits(const GamesQuery *query, const Position *position) {
    return (!query->position || same_board(position, query->position)) &&
           (!query->pattern ||
            game_pattern_fits(query->pattern, &position->board, (Color)position->turn)) &&
           (!query->material || game_material_fits(query->material, &position->board));
}

static int find_plainly(const GamesQuery *query, const GameRecord *record) {
    for (int ply = 0; ply < record->count; ply++) {
        const Position *position = &record->entries[ply].position;
        Position turned;
        position_turn_round(position, &turned);
        if (fits(query, position) || (query->turned && fits(query, &turned)))
            return ply;
    }
    return -1;
}

typedef struct {
    const Fixture *fixture;
    int plies[GAMES_ALL]; /* -1: not found */
    int count;
} Hits;

static Status take_hit(void *context, const GamesHit *hit, Error *error) {
    Hits *hits = context;
    (void)error;
    ck_assert_uint_ge(hit->number, 1);
    ck_assert_uint_le(hit->number, GAMES_ALL);
    const GameRecord *record = &hits->fixture->records[hit->number - 1];
    ck_assert_int_eq(hit->plies, record_plies(record));
    ck_assert_int_eq(hit->outcome, hits->fixture->outcomes[hit->number - 1]);
    ck_assert_ptr_eq(hit->rules, record_current(record)->rules);
    ck_assert(position_equals(record_current(record), record_current(hit->record)));
    ck_assert_str_eq(hit->path, hits->fixture->pdn);
    ck_assert_str_eq(hit->extra[0], "ECO");
    ck_assert_ptr_null(hit->extra[2]);
    hits->plies[hit->number - 1] = hit->ply;
    hits->count++;
    return STATUS_OK;
}

/* Finds what plain searching finds; returns how many. */
static int check_query(const Fixture *fixture, const GamesQuery *query) {
    Hits hits = {.fixture = fixture};
    memset(hits.plies, -1, sizeof hits.plies);
    uint64_t found = 0;
    Error error = {""};
    Status status = games_find(fixture->games, query, UINT64_MAX, take_hit, &hits, &found, &error);
    ck_assert_msg(status == STATUS_OK, "%s", error.text);
    ck_assert_uint_eq(found, hits.count);
    for (int i = 0; i < GAMES_ALL; i++) {
        const GameRecord *record = &fixture->records[i];
        bool other = record_current(record)->rules != query->rules;
        ck_assert_int_eq(hits.plies[i], other ? -1 : find_plainly(query, record));
    }
    return hits.count;
}

START_TEST(positions_are_found_where_they_stood) {
    Fixture fixture;
    fixture_init(&fixture);
    fixture_add(&fixture);
    ck_assert_int_eq(games_verify(fixture.games, NULL), STATUS_OK);
    int shared = 0, turned = 0;
    for (int i = 0; i < GAMES_ALL; i++) {
        const GameRecord *record = &fixture.records[i];
        for (int ply = 0; ply < record->count; ply += 1 + ply / 2) {
            GamesQuery query = {.rules = record_current(record)->rules,
                                .position = &record->entries[ply].position};
            int count = check_query(&fixture, &query);
            ck_assert_int_ge(count, 1);
            shared += count > 1;
            Position round;
            position_turn_round(query.position, &round);
            query.position = &round;
            int unlike = check_query(&fixture, &query);
            query.turned = true;
            turned += check_query(&fixture, &query) > unlike;
        }
    }
    ck_assert_int_gt(shared, 0);
    ck_assert_int_gt(turned, 0);
    Position other;
    MoveList list;
    position_init_start(&other, rules_get(VARIANT_INTERNATIONAL));
    other.turn = COLOR_BLACK;
    ck_assert_int_gt(movegen_generate(&other, &list), 0);
    const GamesQuery none = {.rules = other.rules, .position = &other};
    ck_assert_int_eq(check_query(&fixture, &none), 0);
    fixture_done(&fixture);
}
END_TEST

/* A pattern of some squares of a position. */
static void write_pattern(const Position *position, Rng *rng, char *text, size_t size) {
    static const char *const loose[] = {"wW", "bB", "m", "k", "p", "ewW"};
    const Geometry *geometry = rules_geometry(position->rules);
    size_t length = 0;
    *text = '\0';
    for (int i = 0; i < 3; i++) {
        int square = 1 + (int)rng_below(rng, geometry->square_count);
        Bitboard bit = geometry_square_bit(geometry, square);
        const Board *board = &position->board;
        const char *letters = board->men[COLOR_WHITE] & bit     ? "w"
                              : board->men[COLOR_BLACK] & bit   ? "b"
                              : board->kings[COLOR_WHITE] & bit ? "W"
                              : board->kings[COLOR_BLACK] & bit ? "B"
                                                                : "e";
        if (rng_below(rng, 3) == 0)
            letters = loose[rng_below(rng, sizeof loose / sizeof *loose)];
        length += (size_t)snprintf(text + length, size - length, "%s%d ", letters, square);
    }
}

START_TEST(patterns_and_material_are_found) {
    Fixture fixture;
    Rng rng;
    fixture_init(&fixture);
    fixture_add(&fixture);
    rng_init(&rng, 5);
    int found = 0, both = 0;
    for (int i = 0; i < GAMES_ALL; i++) {
        const GameRecord *record = &fixture.records[i];
        const Position *position =
            &record->entries[rng_below(&rng, (uint64_t)record->count)].position;
        char text[100];
        GamePattern pattern;
        GameMaterial material;
        write_pattern(position, &rng, text, sizeof text);
        ck_assert_int_eq(game_pattern_read(position->rules, text, &pattern, NULL), STATUS_OK);
        snprintf(text, sizeof text, "%dx%dm%dk",
                 bits_count(board_pieces(&position->board, COLOR_WHITE)),
                 bits_count(position->board.men[COLOR_BLACK]),
                 bits_count(position->board.kings[COLOR_BLACK]));
        ck_assert_int_eq(game_material_read(text, &material, NULL), STATUS_OK);
        GamesQuery query = {.rules = position->rules, .turned = i % 2, .pattern = &pattern};
        found += check_query(&fixture, &query);
        query.material = &material;
        both += check_query(&fixture, &query);
        query.pattern = NULL;
        ck_assert_int_ge(check_query(&fixture, &query), 1);
        query.pattern = &pattern;
        query.position = position;
        check_query(&fixture, &query);
    }
    ck_assert_int_gt(found, 0);
    ck_assert_int_gt(both, 0);
    fixture_done(&fixture);
}
END_TEST

static uint64_t count_found(Games *games, const GamesQuery *query) {
    uint64_t found = UINT64_MAX;
    ck_assert_int_eq(games_find(games, query, 0, NULL, NULL, &found, NULL), STATUS_OK);
    return found;
}

START_TEST(tags_and_openings_are_found) {
    Fixture fixture;
    fixture_init(&fixture);
    fixture_add(&fixture);
    Games *games = fixture.games;
    const GameRecord *record = &fixture.records[0];
    ck_assert_uint_eq(count_found(games, &(GamesQuery){0}), GAMES_ALL);
    ck_assert_uint_eq(count_found(games, &(GamesQuery){.player = "player 3"}), (GAMES_ALL + 3) / 7);
    ck_assert_uint_eq(count_found(games, &(GamesQuery){.white = "PLAYER 6%"}), GAMES_ALL / 7);
    ck_assert_uint_eq(count_found(games, &(GamesQuery){.player = "%"}), GAMES_ALL);
    ck_assert_uint_eq(count_found(games, &(GamesQuery){.white = "_"}), 0);
    ck_assert_uint_eq(count_found(games, &(GamesQuery){.black = "Second_"}), GAMES_ALL);
    ck_assert_uint_eq(count_found(games, &(GamesQuery){.black = "player"}), 0);
    ck_assert_uint_eq(count_found(games, &(GamesQuery){.opening_name = "b2"}), GAMES_ALL / 2);
    ck_assert_uint_eq(count_found(games, &(GamesQuery){.date_from = "2001", .date_to = "2001"}),
                      GAMES_ALL - (GAMES_ALL + 2) / 3);
    ck_assert_uint_eq(count_found(games, &(GamesQuery){.date_from = "2001.06"}), 0);
    ck_assert_uint_eq(count_found(games, &(GamesQuery){.date_to = "2001.04.30"}), 0);
    for (Outcome outcome = OUTCOME_NONE; outcome <= OUTCOME_BLACK_WINS; outcome++) {
        uint64_t count = 0;
        for (int i = 0; i < GAMES_ALL; i++)
            count += fixture.outcomes[i] == outcome;
        ck_assert_uint_eq(
            count_found(games, &(GamesQuery){.has_outcome = true, .outcome = outcome}), count);
    }
    GamesQuery opening = {.rules = record_current(record)->rules,
                          .opening = &record->entries[2].position,
                          .opening_plies = 2};
    uint64_t count = 0;
    for (int i = 0; i < GAMES_EACH; i++)
        count += same_board(&fixture.records[i].entries[2].position, opening.opening);
    ck_assert_uint_eq(count_found(games, &opening), count);
    opening.opening_plies = 3;
    ck_assert_uint_eq(count_found(games, &opening), 0);
    Error error = {""};
    uint64_t found;
    opening.rules = NULL;
    ck_assert_int_eq(games_find(games, &opening, 0, NULL, NULL, &found, &error), STATUS_SYNTAX);
    ck_assert_int_eq(games_show(games, GAMES_ALL + 1, NULL, NULL, &error), STATUS_UNKNOWN);
    fixture_done(&fixture);
}
END_TEST

START_TEST(trees_count_games) {
    Fixture fixture;
    fixture_init(&fixture);
    fixture_add(&fixture);
    GamesTree *tree = malloc(sizeof *tree);
    ck_assert_ptr_nonnull(tree);
    for (int i = 0; i < GAMES_ALL; i += GAMES_EACH) {
        const GamesQuery query = {.rules = record_current(&fixture.records[i])->rules,
                                  .position = &fixture.records[i].entries[1].position};
        ck_assert_int_eq(games_get_tree(fixture.games, &query, tree, NULL), STATUS_OK);
        uint64_t all = 0, won = 0, moves = 0;
        for (int j = i; j < i + GAMES_EACH; j++)
            if (same_board(&fixture.records[j].entries[1].position, query.position)) {
                all++;
                won += fixture.outcomes[j] == OUTCOME_WHITE_WINS;
            }
        ck_assert_uint_eq(tree->all.games, all);
        ck_assert_uint_eq(tree->all.white_won, won);
        for (int j = 0; j < tree->count; j++) {
            ck_assert(!move_is_none(movegen_find(query.position, tree->moves[j].move)));
            moves += tree->moves[j].games;
        }
        ck_assert_uint_eq(moves, all);
        GamesQuery turned = query;
        turned.turned = true;
        ck_assert_int_eq(games_get_tree(fixture.games, &turned, tree, NULL), STATUS_SYNTAX);
    }
    free(tree);
    fixture_done(&fixture);
}
END_TEST

/* ---- changes ---- */

static uint64_t count_games(Games *games) {
    GamesInfo info;
    ck_assert_int_eq(games_get_info(games, &info, NULL), STATUS_OK);
    ck_assert_int_eq(games_verify(games, NULL), STATUS_OK);
    return info.games;
}

START_TEST(files_are_read_again_only_when_they_changed) {
    static const char one[] = "[White \"A\"]\n\n1. 32-28 19-23 2. 28x19 2-0\n";
    static const char two[] =
        "1. 31-26 19-23 1-1\n\n1. 32-28 1-1\n\n[GameType \"99\"]\n\n1. 1-2 *\n";
    static const struct timespec later[2] = {{.tv_sec = 2000000000}, {.tv_sec = 2000000000}};
    Fixture fixture;
    fixture_init(&fixture);
    Games *games = fixture.games;
    write_file(fixture.pdn, one, strlen(one));
    ck_assert_uint_eq(add(games, fixture.pdn).files_read, 1);
    ck_assert_uint_eq(add(games, fixture.pdn).files_unchanged, 1);
    ck_assert_int_eq(utimensat(AT_FDCWD, fixture.pdn, later, 0), 0);
    ck_assert_uint_eq(add(games, fixture.pdn).files_unchanged, 1);
    ck_assert_uint_eq(count_games(games), 1);
    write_file(fixture.pdn, two, strlen(two));
    GamesReport report = {0};
    ck_assert_int_eq(games_update(games, NULL, NULL, &report, NULL), STATUS_OK);
    ck_assert_uint_eq(report.files_read, 1);
    ck_assert_uint_eq(report.games, 2);
    ck_assert_uint_eq(report.skipped, 1);
    ck_assert_uint_eq(count_games(games), 2);
    /* Another variant for games that do not say theirs. */
    ck_assert_int_eq(
        games_add_file(games, fixture.pdn, rules_get(VARIANT_FRISIAN), NULL, NULL, &report, NULL),
        STATUS_OK);
    ck_assert_uint_eq(report.files_read, 2);
    ck_assert_int_eq(games_commit(games, NULL), STATUS_OK);
    ck_assert_uint_eq(count_found(games, &(GamesQuery){.player = "A"}), 0);
    ck_assert_uint_eq(count_found(games, &(GamesQuery){.rules = rules_get(VARIANT_FRISIAN)}), 2);
    remove(fixture.pdn);
    Error error = {""};
    ck_assert_int_eq(
        games_add_file(games, fixture.pdn, rules_get(VARIANT_FRISIAN), NULL, NULL, &report, &error),
        STATUS_IO);
    ck_assert_int_eq(games_update(games, NULL, NULL, &report, NULL), STATUS_OK);
    ck_assert_uint_eq(report.files_removed, 1);
    ck_assert_uint_eq(count_games(games), 0);
    ck_assert_int_eq(games_remove_file(games, fixture.pdn, &report, &error), STATUS_UNKNOWN);
    ck_assert_int_eq(games_add_file(games, fixture.folder, rules_get(VARIANT_FRISIAN), NULL, NULL,
                                    &report, &error),
                     STATUS_STATE);
    fixture_done(&fixture);
}
END_TEST

/* Stops at the game of this number. */
static bool stop_at(void *context, const char *path, const GamesReport *report) {
    (void)path;
    return report->games < *(const uint64_t *)context;
}

START_TEST(what_was_not_finished_leaves_nothing) {
    Fixture fixture;
    fixture_init(&fixture);
    uint64_t most = 10;
    GamesReport report = {0};
    Error error = {""};
    ck_assert_int_eq(games_add_file(fixture.games, fixture.pdn, rules_get(VARIANT_INTERNATIONAL),
                                    stop_at, &most, &report, &error),
                     STATUS_CLOSED);
    ck_assert_uint_eq(report.games, 0);
    ck_assert_int_eq(games_commit(fixture.games, NULL), STATUS_OK);
    ck_assert_uint_eq(count_games(fixture.games), 0);
    games_close(fixture.games);
    /* A process that ends in the middle. */
    pid_t child = fork();
    if (child == 0) {
        if (games_open(fixture.index, false, &fixture.games, NULL) == STATUS_OK)
            add(fixture.games, fixture.pdn);
        _exit(0);
    }
    int status;
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert_int_eq(status, 0);
    ck_assert_int_eq(games_open(fixture.index, false, &fixture.games, NULL), STATUS_OK);
    ck_assert_uint_eq(count_games(fixture.games), 0);
    fixture_add(&fixture);
    ck_assert_uint_eq(count_games(fixture.games), GAMES_ALL);
    fixture_done(&fixture);
}
END_TEST

/* ---- damage ---- */

static Status take_any(void *context, const GamesHit *hit, Error *error) {
    (void)context;
    (void)hit;
    (void)error;
    return STATUS_OK;
}

/* Whatever a file says, asking ends in order. Returns whether the whole check found a fault. */
static bool ask_damaged(const char *path, const Position *start) {
    Games *games;
    Error error = {""};
    if (games_open(path, false, &games, &error) < 0) {
        ck_assert_str_ne(error.text, "");
        return true;
    }
    uint64_t found;
    GamesTree *tree = malloc(sizeof *tree);
    ck_assert_ptr_nonnull(tree);
    GamePattern pattern;
    ck_assert_int_eq(game_pattern_read(start->rules, "e31", &pattern, NULL), STATUS_OK);
    const GamesQuery position = {.rules = start->rules, .position = start};
    const GamesQuery walk = {.rules = start->rules, .pattern = &pattern, .player = "3"};
    games_find(games, &position, UINT64_MAX, take_any, NULL, &found, &error);
    games_find(games, &walk, UINT64_MAX, take_any, NULL, &found, &error);
    games_get_tree(games, &position, tree, &error);
    free(tree);
    bool fault = games_verify(games, &error) < 0;
    games_close(games);
    return fault;
}

START_TEST(damage_is_told_and_survived) {
    Fixture fixture;
    Rng rng;
    fixture_init(&fixture);
    fixture_add(&fixture);
    games_close(fixture.games);
    FILE *file = fopen(fixture.index, "r+b");
    ck_assert_ptr_nonnull(file);
    fseek(file, 0, SEEK_END);
    long size = ftell(file);
    rng_init(&rng, 3);
    int faults = 0;
    const Position *start = &fixture.records[0].entries[0].position;
    for (int i = 0; i < 60; i++) {
        long offset = i < 20 ? i * 5 : (long)rng_below(&rng, (uint64_t)size);
        fseek(file, offset, SEEK_SET);
        int byte = fgetc(file), other = byte ^ (1 << rng_below(&rng, 8));
        fseek(file, offset, SEEK_SET);
        fputc(other, file);
        fflush(file);
        faults += ask_damaged(fixture.index, start);
        fseek(file, offset, SEEK_SET);
        fputc(byte, file);
        fflush(file);
    }
    ck_assert_int_gt(faults, 20); /* the others fell on what nobody reads, or on names */
    ck_assert(!ask_damaged(fixture.index, start));
    /* The last page is missing. */
    ck_assert_int_eq(ftruncate(fileno(file), size - 4096), 0);
    ck_assert(ask_damaged(fixture.index, start));
    fclose(file);
    Error error = {""};
    write_file(fixture.index, "[Event \"no index\"]\n\n1. 32-28 *\n", 31);
    ck_assert_int_eq(games_open(fixture.index, false, &fixture.games, &error), STATUS_STATE);
    ck_assert_int_eq(games_open(fixture.index, true, &fixture.games, &error), STATUS_STATE);
    remove(fixture.index);
    ck_assert_int_eq(games_open(fixture.index, false, &fixture.games, &error), STATUS_STATE);
    ck_assert_int_eq(games_open(fixture.folder, true, &fixture.games, &error), STATUS_STATE);
    ck_assert_int_eq(games_open("", true, &fixture.games, &error), STATUS_SYNTAX);
    fixture.games = NULL;
    fixture_done(&fixture);
}
END_TEST

/* ---- patterns as text ---- */

START_TEST(wrong_patterns_are_refused) {
    static const struct {
        VariantId variant;
        const char *text;
        Status status;
    } cases[] = {
        {VARIANT_INTERNATIONAL, "w27", STATUS_OK},
        {VARIANT_INTERNATIONAL, "W:w27-30, bB1 p=50", STATUS_OK},
        {VARIANT_INTERNATIONAL, "", STATUS_SYNTAX},
        {VARIANT_INTERNATIONAL, "W:", STATUS_SYNTAX},
        {VARIANT_INTERNATIONAL, "27", STATUS_SYNTAX},
        {VARIANT_INTERNATIONAL, "w", STATUS_SYNTAX},
        {VARIANT_INTERNATIONAL, "x27", STATUS_SYNTAX},
        {VARIANT_INTERNATIONAL, "w27w", STATUS_SYNTAX},
        {VARIANT_INTERNATIONAL, "w51", STATUS_RANGE},
        {VARIANT_INTERNATIONAL, "w0", STATUS_RANGE},
        {VARIANT_INTERNATIONAL, "w9999999999999", STATUS_RANGE},
        {VARIANT_INTERNATIONAL, "w30-27", STATUS_RANGE},
        {VARIANT_INTERNATIONAL, "w30-", STATUS_RANGE},
        {VARIANT_INTERNATIONAL, "w=c3", STATUS_RANGE},
        {VARIANT_RUSSIAN, "w=c3 b=d4", STATUS_OK},
        {VARIANT_RUSSIAN, "w=c4", STATUS_RANGE},
        {VARIANT_RUSSIAN, "w33", STATUS_RANGE},
        {VARIANT_TURKISH, "w=c4", STATUS_OK},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        GamePattern pattern, again;
        Error error = {""};
        const Rules *rules = rules_get(cases[i].variant);
        ck_assert_msg(game_pattern_read(rules, cases[i].text, &pattern, &error) == cases[i].status,
                      "%s: %s", cases[i].text, error.text);
        ck_assert((cases[i].status == STATUS_OK) == !*error.text);
        if (cases[i].status < 0)
            continue;
        game_pattern_turn_round(rules, &pattern, &again);
        game_pattern_turn_round(rules, &again, &again);
        ck_assert(!memcmp(&pattern.no_men, &again.no_men, sizeof again.no_men));
        ck_assert(pattern.occupied == again.occupied && pattern.turn == again.turn);
    }
    static const char *const wrong[] = {"",      "5",   "5x",           "x5",    "5x4x3",
                                        "5x4 ",  "m",   "3m2mx1",       "3k4x5", "-1x2",
                                        "999x1", "5:4", "99999999999x1"};
    GameMaterial material;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        ck_assert_msg(game_material_read(wrong[i], &material, NULL) < 0, "%s", wrong[i]);
    ck_assert_int_eq(game_material_read("3m1kX2k", &material, NULL), STATUS_OK);
    ck_assert_int_eq(material.men[COLOR_BLACK], 0);
    ck_assert_int_eq(material.kings[COLOR_WHITE], 1);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("games");
    TCase *tests = tcase_create("finding");
    tcase_set_timeout(tests, 200);
    tcase_add_test(tests, positions_are_found_where_they_stood);
    tcase_add_test(tests, patterns_and_material_are_found);
    tcase_add_test(tests, tags_and_openings_are_found);
    tcase_add_test(tests, trees_count_games);
    suite_add_tcase(suite, tests);
    tests = tcase_create("changing");
    tcase_set_timeout(tests, 200);
    tcase_add_test(tests, files_are_read_again_only_when_they_changed);
    tcase_add_test(tests, what_was_not_finished_leaves_nothing);
    tcase_add_test(tests, damage_is_told_and_survived);
    tcase_add_test(tests, wrong_patterns_are_refused);
    suite_add_tcase(suite, tests);
    return suite_run(suite);
}
