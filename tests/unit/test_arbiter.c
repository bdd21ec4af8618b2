/* SPDX-License-Identifier: MIT
 *
 * The arbiter: games played through under each law book (tests/data/laws), every clause of every
 * book among them, and games of random events. */
#include "protocol/arbiter.h"

#include "engine/base/rng.h"
#include "engine/notation/fen.h"
#include "protocol/arbiter_line.h"
#include "tests/unit/suite.h"

#include <string.h>

enum {
    LINE_SIZE = 2048,
    OPTIONS_SIZE = 128,
    RANDOM_GAMES = 1000,
    RANDOM_EVENTS_MAX = 20000,
};

/* ---- Games played through ---- */

typedef struct {
    const LawBook *book;
    Arbiter *arbiter;
    TextBuffer answer;
    const char *expected; /* what of the answer was not seen yet */
    int games, number;    /* of the line */
    bool seen[MATTER_COUNT];
    bool differs; /* a line was not as expected; checked by the caller */
} Script;

static IrregularityPolicy read_policy(const char *word) {
    if (!strncmp(word, "rectify", 7))
        return IRREGULARITY_RECTIFY;
    if (!strncmp(word, "stand", 5))
        return IRREGULARITY_STAND;
    ck_assert_int_eq(strncmp(word, "forfeit", 7), 0);
    return IRREGULARITY_FORFEIT;
}

/* "= TITLE" or "= TITLE | clock=KIND" or "= TITLE | irregularity=WAY". */
static void begin_game(Script *script, char *line) {
    IrregularityPolicy policy = IRREGULARITY_ASK;
    ClockConfig clock;
    bool has_clock = false;
    char *bar = strstr(line, " | ");
    if (bar && !strncmp(bar + 3, "clock=", 6)) {
        ck_assert_int_eq(game_clock_read(bar + 9, &clock, NULL), STATUS_OK);
        has_clock = true;
    } else if (bar) {
        ck_assert_int_eq(strncmp(bar + 3, "irregularity=", 13), 0);
        policy = read_policy(bar + 16);
    }
    arbiter_free(script->arbiter);
    ck_assert_int_eq(
        arbiter_new(script->book, policy, has_clock ? &clock : NULL, &script->arbiter, NULL),
        STATUS_OK);
    script->games++;
}

static void mark_clause(Script *script, const char *line) {
    for (int matter = 0; matter < MATTER_COUNT; matter++) {
        char clause[80];
        snprintf(clause, sizeof clause, " %s/%s: ", script->book->name,
                 law_matter_word((LawMatter)matter));
        if (strstr(line, clause))
            script->seen[matter] = true;
    }
}

static void take_line(Script *script, char *line) {
    if (line[0] == '=') {
        script->differs |= script->expected && *script->expected;
        begin_game(script, line);
        return;
    }
    if (line[0] == '>') {
        script->differs |= script->expected && *script->expected;
        text_buffer_clear(&script->answer);
        ck_assert_int_eq(arbiter_line_take(script->arbiter, line + 2, strlen(line + 2), false,
                                           &script->answer, NULL),
                         STATUS_OK);
        script->expected = text_buffer_get(&script->answer);
        return;
    }
    size_t length = strlen(line);
    if (strncmp(script->expected, line, length) || script->expected[length] != '\n') {
        script->differs = true;
        return;
    }
    script->expected += length + 1;
    mark_clause(script, line);
}

static void run_script(Script *script, FILE *file) {
    char line[LINE_SIZE];
    while (fgets(line, sizeof line, file)) {
        script->number++;
        line[strcspn(line, "\n")] = '\0';
        if (line[0] && line[0] != '#')
            take_line(script, line);
        ck_assert_msg(!script->differs || script->number < 0, "%s.txt:%d: \"%s\", but got: %s",
                      script->book->name, script->number, line, script->expected);
    }
}

static void finish_script(Script *script) {
    arbiter_free(script->arbiter);
    text_buffer_done(&script->answer);
}

static void play_book(int index, Script *script) {
    char name[64];
    *script = (Script){.book = law_book_get(index)};
    snprintf(name, sizeof name, "laws/%s.txt", script->book->name);
    FILE *file = suite_open_data(name);
    run_script(script, file);
    fclose(file);
    ck_assert_int_ge(script->games, 10);
}

START_TEST(test_games) {
    Script script;
    play_book(_i, &script);
    for (int matter = 0; matter < MATTER_COUNT; matter++)
        ck_assert_msg(!script.book->clauses[matter].text || script.seen[matter],
                      "no game of %s shows its clause on %s", script.book->name,
                      law_matter_word((LawMatter)matter));
    finish_script(&script);
}
END_TEST

START_TEST(test_a_wrong_expectation_is_seen) {
    Script script = {.book = law_book_find("popular")};
    char title[] = "= a game", event[] = "> new",
         right[] = "accepted popular/first-move: game 1, "
                   "Black to move";
    char wrong[] = "state goes-on turn=white";
    take_line(&script, title);
    take_line(&script, event);
    take_line(&script, right);
    ck_assert(!script.differs);
    take_line(&script, wrong);
    ck_assert(script.differs);
    finish_script(&script);
}
END_TEST

/* The table in protocol/LAWS.md has a row for each clause, that names a game which is played. */
START_TEST(test_table_of_clauses) {
    static char table[1 << 16];
    FILE *file = suite_open_data("../../protocol/LAWS.md");
    size_t length = fread(table, 1, sizeof table - 1, file);
    fclose(file);
    ck_assert_uint_gt(length, 1000);
    for (int index = 0; index < LAW_BOOK_COUNT; index++) {
        const LawBook *book = law_book_get(index);
        for (int matter = 0; matter < MATTER_COUNT; matter++) {
            char row[128];
            snprintf(row, sizeof row, "\n| `%s/%s` | ", book->name,
                     law_matter_word((LawMatter)matter));
            const char *found = strstr(table, row);
            ck_assert_msg(!book->clauses[matter].text == !found, "%s", row);
            if (found) {
                const char *article = book->clauses[matter].article;
                ck_assert_msg(!strncmp(found + strlen(row), article, strlen(article)), "%s", row);
            }
        }
    }
}
END_TEST

/* ---- Games of random events ---- */

/* An assertion that costs nothing while it holds: Check writes down each of its own. */
static void require(bool kept, const char *promise) {
    if (!kept)
        ck_abort_msg("%s", promise);
}

static bool is_refused(const Answer *answer) {
    for (int i = 0; i < answer->count; i++)
        if (answer->rulings[i].kind == RULING_REFUSED)
            return true;
    return false;
}

static int pick_square(const HuffPosition *position, Bitboard cells, Rng *rng) {
    const Geometry *geometry = rules_geometry(position->position.rules);
    int skip = (int)rng_below(rng, (uint64_t)bits_count(cells));
    while (skip--)
        cells = bits_rest(cells);
    return geometry->square_of_cell[bits_first(cells)];
}

static void set_square(ArbiterEvent *event, int square) {
    event->square_count = 1;
    event->squares[0] = (uint8_t)square;
}

static int crown_square(const HuffPosition *position) {
    Color other = color_other((Color)position->position.turn);
    Bitboard row = rules_crowning_mask(position->position.rules, other);
    return pick_square(position, position->position.board.kings[other] & row, &(Rng){{1, 2, 3, 4}});
}

/* One of the things that the state allows, exactly as it allows it. */
static bool pick_allowed(const Arbiter *arbiter, Rng *rng, ArbiterEvent *event) {
    static const EventKind kinds[] = {EVENT_NEW,    EVENT_MOVE,    EVENT_HUFF,   EVENT_COMPEL,
                                      EVENT_STAND,  EVENT_RECTIFY, EVENT_CROWN,  EVENT_DECIDE,
                                      EVENT_ACCEPT, EVENT_CLAIM,   EVENT_NOTICE, EVENT_INTIMATE,
                                      EVENT_SHOW};
    ArbiterState state = arbiter_get_state(arbiter);
    unsigned may = state.may & ~(unsigned)(MAY_ACCEPT | MAY_NOTICE | MAY_SHOW | MAY_CROWN);
    if (rng_below(rng, 30) == 0 || !may)
        may = state.may;
    if (state.may & MAY_MOVE && rng_below(rng, 4))
        may = MAY_MOVE;
    require(may != 0, "there is always something that may be done");
    int bit;
    do
        bit = (int)rng_below(rng, sizeof kinds / sizeof *kinds);
    while (!(may >> bit & 1));
    *event = (ArbiterEvent){.kind = kinds[bit], .by = state.turn};
    MoveList list;
    if (event->kind == EVENT_MOVE) {
        arbiter_list_moves(arbiter, &list);
        arbiter_event_of_move(arbiter, list.moves[rng_below(rng, (uint64_t)list.count)], event);
    }
    if (event->kind == EVENT_HUFF)
        set_square(event, pick_square(state.position, state.position->huffable, rng));
    if (event->kind == EVENT_CROWN)
        set_square(event, crown_square(state.position));
    if (event->kind == EVENT_INTIMATE)
        event->by = color_other(state.turn);
    /* Who offered or is the weaker one the state does not say. */
    return event->kind != EVENT_ACCEPT && event->kind != EVENT_NOTICE &&
           event->kind != EVENT_SHOW && event->kind != EVENT_DECIDE && event->kind != EVENT_CROWN &&
           event->kind != EVENT_MOVE;
}

/* Anything, mostly wrong. */
static void pick_any(Rng *rng, ArbiterEvent *event) {
    do
        *event = (ArbiterEvent){.kind = (EventKind)rng_below(rng, EVENT_COUNT)};
    while (event->kind == EVENT_TIME || (event->kind == EVENT_RESIGN && rng_below(rng, 20)) ||
           (event->kind == EVENT_MISPLACED && rng_below(rng, 20)));
    event->by = (Color)rng_below(rng, COLOR_COUNT);
    event->decision = (Decision)rng_below(rng, 5);
    event->jumps = rng_below(rng, 2);
    event->square_count = (int)rng_below(rng, 5);
    for (int i = 0; i < event->square_count; i++)
        event->squares[i] = (uint8_t)rng_below(rng, 34);
}

typedef struct {
    int events, refused, accepted, results[GAME_ANNULLED + 1];
} RandomTally;

static void take_random(Arbiter *arbiter, Rng *rng, int64_t *now_ms, RandomTally *tally) {
    ArbiterEvent event;
    Answer answer;
    bool must_pass = false;
    ArbiterState before = arbiter_get_state(arbiter);
    uint64_t key = before.position ? before.position->key : 0;
    if (rng_below(rng, 5) == 0) {
        *now_ms += (int64_t)rng_below(rng, rng_below(rng, 40) ? 30000 : 400000);
        event = (ArbiterEvent){.kind = EVENT_TIME, .time_ms = *now_ms};
    } else if (rng_below(rng, 20) == 0) {
        pick_any(rng, &event);
    } else {
        must_pass = pick_allowed(arbiter, rng, &event);
        event.decision = (Decision)rng_below(rng, 5);
    }
    require(arbiter_take(arbiter, &event, &answer, NULL) == STATUS_OK, "every event is taken");
    require(answer.count >= 1, "every event is answered");
    for (int i = 0; i < answer.count; i++)
        require(arbiter_get_book(arbiter)->clauses[answer.rulings[i].matter].text != NULL,
                "a ruling has its clause");
    ArbiterState after = arbiter_get_state(arbiter);
    bool refused = is_refused(&answer);
    if (must_pass && refused)
        ck_abort_msg("event %d was allowed but refused: %s", event.kind, answer.rulings[0].text);
    if (refused && before.position && after.position)
        require(after.position->key == key, "what is refused changes nothing");
    if (after.position)
        require(after.position->key == huff_compute_key(after.position), "the key is kept");
    tally->refused += refused;
    tally->accepted += !refused;
    tally->events++;
}

static void play_random_games(const LawBook *book, IrregularityPolicy policy, uint64_t seed,
                              int games, RandomTally *tally) {
    Rng rng;
    Arbiter *arbiter;
    int64_t now_ms = 0;
    rng_init(&rng, seed);
    ck_assert_int_eq(arbiter_new(book, policy, NULL, &arbiter, NULL), STATUS_OK);
    for (int game = 0; game < games; game++) {
        Answer answer;
        ArbiterEvent event = {.kind = EVENT_NEW};
        arbiter_take(arbiter, &event, &answer, NULL);
        int events = 0;
        while (arbiter_get_state(arbiter).game == GAME_GOES_ON) {
            require(events++ < RANDOM_EVENTS_MAX, "a game comes to its end");
            take_random(arbiter, &rng, &now_ms, tally);
        }
        tally->results[arbiter_get_state(arbiter).game]++;
    }
    arbiter_free(arbiter);
}

START_TEST(test_random_events) {
    const LawBook *book = law_book_get(_i);
    RandomTally tally = {0};
    for (int policy = IRREGULARITY_ASK; policy <= IRREGULARITY_FORFEIT; policy++)
        play_random_games(book, (IrregularityPolicy)policy, 11 + (uint64_t)policy, RANDOM_GAMES / 4,
                          &tally);
    ck_assert_int_gt(tally.refused, RANDOM_GAMES);
    ck_assert_int_gt(tally.accepted, RANDOM_GAMES * 10);
    ck_assert_int_gt(tally.results[GAME_WHITE_WON], 0);
    ck_assert_int_gt(tally.results[GAME_BLACK_WON], 0);
}
END_TEST

/* ---- The line form ---- */

static const char *answer_to(Arbiter *arbiter, const char *line, bool json, TextBuffer *buffer) {
    text_buffer_clear(buffer);
    ck_assert_int_eq(arbiter_line_take(arbiter, line, strlen(line), json, buffer, NULL), STATUS_OK);
    return text_buffer_get(buffer);
}

START_TEST(test_lines_that_cannot_be_read) {
    static const char *const lines[] = {
        "",
        "noise",
        "black",
        "black move",
        "move 11",
        "move 11-",
        "move 11-15 x",
        "touch 0",
        "touch 33",
        "touch x",
        "time -1",
        "@ state",
        "time 9999999999999",
        "lot",
        "decide maybe",
        "@5x move 11-15",
        "move 11--15",
        "new X",
    };
    Arbiter *arbiter;
    TextBuffer buffer = {0};
    arbiter_new(law_book_find("anderson"), IRREGULARITY_ASK, NULL, &arbiter, NULL);
    answer_to(arbiter, "new", false, &buffer);
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        const char *answer = answer_to(arbiter, lines[i], false, &buffer);
        ck_assert_msg(!strncmp(answer, "error: ", 7), "\"%s\": %s", lines[i], answer);
        ck_assert_ptr_nonnull(strstr(answer, "\nstate goes-on turn=black may=move "));
    }
    text_buffer_done(&buffer);
    arbiter_free(arbiter);
}
END_TEST

START_TEST(test_json) {
    Arbiter *arbiter;
    TextBuffer buffer = {0};
    arbiter_new(law_book_find("popular"), IRREGULARITY_ASK, NULL, &arbiter, NULL);
    ck_assert_str_eq(answer_to(arbiter, "new B:W18,25:B15,8", true, &buffer),
                     "{\"error\":null,\"rulings\":[{\"kind\":\"accepted\",\"clause\":"
                     "\"popular/first-move\",\"article\":\"popular, first move\",\"text\":"
                     "\"game 1, Black to move\"}],\"game\":\"goes-on\",\"turn\":\"black\","
                     "\"may\":[\"move\",\"intimate\"],\"huffable\":[],\"counted\":0,"
                     "\"count_limit\":0,\"left_ms\":60000,\"fen\":\"B:W18,25:B8,15\"}\n");
    const char *answer = answer_to(arbiter, "move 8-11", true, &buffer);
    ck_assert_ptr_nonnull(strstr(answer, "\"may\":[\"move\",\"huff\",\"compel\",\"stand\"],"
                                         "\"huffable\":[15]"));
    answer = answer_to(arbiter, "\"<", true, &buffer);
    ck_assert_ptr_nonnull(strstr(answer, "{\"error\":\"\\\"\\\"\\u003c\\\" is no event"));
    text_buffer_done(&buffer);
    arbiter_free(arbiter);
}
END_TEST

/* ---- Clocks ---- */

START_TEST(test_clock_words) {
    static const char *const wrong[] = {
        "",
        "hour 3",
        "move",
        "move 0",
        "move x",
        "move 1 2",
        "control",
        "control 0 5",
        "control 2",
        "sudden -1",
        "fischer 5",
        "force 0",
        "force 1 1 1 1",
        "move 1e7",
        "move nan",
        "bronstein 5 inf",
    };
    ClockConfig config;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        ck_assert_msg(game_clock_read(wrong[i], &config, NULL) < 0, "%s", wrong[i]);
    ck_assert_int_eq(game_clock_read("  control 40 7200 ", &config, NULL), STATUS_OK);
    ck_assert(config.kind == CLOCK_CONTROL && config.moves == 40 && config.time_ms == 7200000);
    ck_assert_int_eq(game_clock_read("force 20", &config, NULL), STATUS_OK);
    ck_assert(config.men_per_minute == 20 && config.kings_per_minute == 1);
    ck_assert_int_eq(game_clock_read("fischer 0.5 0.25", &config, NULL), STATUS_OK);
    ck_assert(config.time_ms == 500 && config.increment_ms == 250);
}
END_TEST

/* The allowance of a move by force shrinks as the force does. */
START_TEST(test_clock_by_force) {
    ClockConfig config;
    GameClock clock;
    Board board = {.men = {0xfff, 7}, .kings = {0, 0x30000}};
    game_clock_read("force 30 2 10", &config, NULL);
    game_clock_init(&clock, &config);
    game_clock_begin(&clock, &board, COLOR_WHITE, 0);
    ck_assert_int_eq(game_clock_left(&clock), 10000 + 24000);
    game_clock_advance(&clock, 5000, NULL);
    game_clock_touch(&clock, &board);
    ck_assert_int_eq(game_clock_left(&clock), 24000);
    game_clock_end(&clock);
    game_clock_begin(&clock, &board, COLOR_BLACK, 0);
    ck_assert_int_eq(game_clock_left(&clock), 10000 + 6000 + 60000);
    ck_assert_int_eq(game_clock_warn(&clock), 0);
    game_clock_advance(&clock, 5000 + 16000, NULL);
    ck_assert_int_eq(game_clock_warn(&clock), 60);
    ck_assert_int_eq(game_clock_warn(&clock), 0);
    game_clock_advance(&clock, 5000 + 60000, NULL);
    ck_assert_int_eq(game_clock_warn(&clock), 30);
    ck_assert_int_lt(game_clock_advance(&clock, 1, NULL), 0);
    game_clock_read("force 30 2 60", &config, NULL);
    game_clock_init(&clock, &config);
    game_clock_begin(&clock, &board, COLOR_BLACK, 0);
    game_clock_advance(&clock, 5999, NULL);
    ck_assert_int_eq(game_clock_warn(&clock), 0);
    game_clock_advance(&clock, 6000, NULL);
    ck_assert_int_eq(game_clock_left(&clock), 120000);
    ck_assert_int_eq(game_clock_warn(&clock), 120);
}
END_TEST

START_TEST(test_clock_gives_back) {
    ClockConfig config;
    GameClock clock;
    Board board = {.men = {1, 2}};
    game_clock_read("bronstein 60 5", &config, NULL);
    game_clock_init(&clock, &config);
    game_clock_begin(&clock, &board, COLOR_WHITE, 0);
    game_clock_advance(&clock, 3000, NULL);
    game_clock_end(&clock);
    game_clock_begin(&clock, &board, COLOR_WHITE, 0);
    ck_assert_int_eq(game_clock_left(&clock), 60000); /* never more than there was */
    game_clock_advance(&clock, 10000, NULL);
    game_clock_end(&clock);
    game_clock_begin(&clock, &board, COLOR_WHITE, 0);
    ck_assert_int_eq(game_clock_left(&clock), 58000);
    game_clock_stop(&clock);
    ck_assert_int_eq(game_clock_left(&clock), INT64_MAX);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("arbiter");
    TCase *tests = tcase_create("arbiter");
    tcase_set_timeout(tests, 240);
    tcase_add_loop_test(tests, test_games, 0, LAW_BOOK_COUNT);
    tcase_add_test(tests, test_a_wrong_expectation_is_seen);
    tcase_add_test(tests, test_table_of_clauses);
    tcase_add_loop_test(tests, test_random_events, 0, LAW_BOOK_COUNT);
    tcase_add_test(tests, test_lines_that_cannot_be_read);
    tcase_add_test(tests, test_json);
    tcase_add_test(tests, test_clock_words);
    tcase_add_test(tests, test_clock_by_force);
    tcase_add_test(tests, test_clock_gives_back);
    suite_add_tcase(suite, tests);
    return suite_run(suite);
}
