/* SPDX-License-Identifier: MIT
 *
 * Searches for several lines, of chosen moves only, without limits, and in the opponent's time. */
#include "endgame/embedded.h"
#include "endgame/probe.h"
#include "engine/notation/move_text.h"
#include "tests/unit/search_fixture.h"

#include <stdatomic.h>
#include <sys/resource.h>
#include <time.h>

/* What the last group of lines told. */
typedef struct {
    int count, ranks;
    Move moves[SEARCH_LINES_ALL];
    int scores[SEARCH_LINES_ALL], depths[SEARCH_LINES_ALL], lengths[SEARCH_LINES_ALL];
    OracleValue values[SEARCH_LINES_ALL];
    int groups;
    SearchResult result;
} Lines;

static void note_line(void *context, const SearchInfo *info) {
    Lines *lines = context;
    if (info->rank == 1) {
        lines->count = 0;
        lines->groups++;
    }
    ck_assert_int_eq(info->rank, lines->count + 1);
    ck_assert_int_le(info->rank, info->ranks);
    lines->ranks = info->ranks;
    lines->moves[lines->count] = info->line[0];
    lines->scores[lines->count] = info->score;
    lines->depths[lines->count] = info->depth;
    lines->lengths[lines->count] = info->line_length;
    lines->values[lines->count++] = info->value;
}

static void note_lines_done(void *context, const SearchResult *result) {
    ((Lines *)context)->result = *result;
}

static Lines search_lines(Search *search, const GameRecord *record, SearchLimits limits,
                          SearchMode mode) {
    Lines lines = {0};
    SearchEvents events = {note_line, note_lines_done, &lines};
    Error error;
    ck_assert_msg(search_start(search, record, &limits, mode, &events, &error) == STATUS_OK, "%s",
                  error.text);
    search_wait(search);
    ck_assert_int_eq(lines.count, lines.ranks);
    ck_assert(lines.count == 0 || move_equals(lines.result.best, lines.moves[0]));
    for (int i = 1; i < lines.count; i++)
        for (int j = 0; j < i; j++)
            ck_assert(!move_equals(lines.moves[i], lines.moves[j]));
    return lines;
}

/* Each move of a position that is solved by brute force gets the score that this gives it. */
static void check_all_scores(const Lines *lines, const Position *root, int plies) {
    for (int i = 0; i < lines->count; i++) {
        Position next;
        position_make(root, movegen_find(root, lines->moves[i]), &next);
        int after = -search_case_solve(&next, plies);
        int expected = after == SCORE_DRAW ? after : after > 0 ? after - 1 : after + 1;
        if (expected != SCORE_DRAW) {
            ck_assert_int_eq(lines->scores[i], expected);
            ck_assert_int_eq(lines->values[i], expected > 0 ? ORACLE_WIN : ORACLE_LOSS);
        } else {
            ck_assert(!score_is_proven(lines->scores[i]) ||
                      score_distance(lines->scores[i]) > plies);
        }
        ck_assert(i == 0 || lines->scores[i] <= lines->scores[i - 1]);
    }
}

START_TEST(test_every_move_has_its_score) {
    static const struct {
        const char *variant, *fen;
    } cases[] = {
        {"international", "W:WK47,K48,K49,K50:BK5"},
        {"international", "W:W31:B20,K45"},
        {"english", "W:WK18,K15:BK29"},
        {"english", "B:W9:B1,2"},
    };
    for (int threads = 1; threads <= 2; threads++) {
        Search *search = search_of(threads, 1);
        for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
            GameRecord record = search_case_record_fen(cases[i].variant, cases[i].fen);
            SearchLimits limits = search_depth_limit(6);
            limits.lines = SEARCH_LINES_ALL;
            Lines lines = search_lines(search, &record, limits, SEARCH_ANALYSE);
            MoveList list;
            ck_assert_int_eq(lines.count, movegen_generate(record_current(&record), &list));
            check_all_scores(&lines, record_current(&record), 4);
            record_done(&record);
        }
        search_free(search);
    }
}
END_TEST

/* The first lines of many are those of few, and the best move is that of a search for one. */
START_TEST(test_number_of_lines) {
    static const char *const roots[] = {
        "start", "W:W27,28,32,33,37,38,39,43,48:B8,9,12,13,14,18,19,23,24", "W:W31,48:B27,9,3"};
    Search *search = search_of(1, 4);
    for (size_t i = 0; i < sizeof roots / sizeof *roots; i++) {
        GameRecord record = search_case_record_fen("international", roots[i]);
        MoveList list;
        int all = movegen_generate(record_current(&record), &list);
        for (int wanted = 0; wanted <= all + 1; wanted++) {
            SearchLimits limits = search_depth_limit(5);
            limits.lines = wanted;
            ck_assert_int_eq(search_clear(search, NULL), STATUS_OK);
            Lines lines = search_lines(search, &record, limits, SEARCH_THINK);
            ck_assert_int_eq(lines.count, wanted < 1 ? 1 : wanted > all ? all : wanted);
            ck_assert_int_eq(lines.groups, 5);
            for (int j = 0; j < lines.count; j++) {
                ck_assert_int_eq(lines.depths[j], 5);
                ck_assert(j == 0 || lines.scores[j] <= lines.scores[j - 1]);
            }
        }
        SearchLimits wrong = search_depth_limit(5);
        wrong.lines = SEARCH_LINES_ALL + 1;
        ck_assert_int_eq(search_start(search, &record, &wrong, SEARCH_THINK, NULL, NULL),
                         STATUS_RANGE);
        record_done(&record);
    }
    search_free(search);
}
END_TEST

/* A number of nodes is exact and gives the same lines every time. */
START_TEST(test_lines_by_nodes) {
    GameRecord record = search_case_record_fen("english", "start");
    Search *search = search_of(1, 1);
    for (uint64_t nodes = 1; nodes < 20000; nodes = nodes * 3 + 1) {
        SearchLimits limits = {.has_nodes = true, .nodes = nodes, .lines = 4};
        Lines seen[2];
        for (int i = 0; i < 2; i++) {
            ck_assert_int_eq(search_clear(search, NULL), STATUS_OK);
            seen[i] = search_lines(search, &record, limits, SEARCH_ANALYSE);
            ck_assert_uint_eq(seen[i].result.nodes, nodes);
        }
        ck_assert_int_eq(seen[0].count, seen[1].count);
        ck_assert_int_ge(seen[0].count, 1);
        for (int i = 0; i < seen[0].count; i++) {
            ck_assert(move_equals(seen[0].moves[i], seen[1].moves[i]));
            ck_assert_int_eq(seen[0].scores[i], seen[1].scores[i]);
        }
    }
    search_free(search);
    record_done(&record);
}
END_TEST

/* Win, draw and loss of each move by tables, also when the root is in them. */
START_TEST(test_values_by_tables) {
    static const char *const roots[] = {"W:WK28,K33,41:BK3", "W:W31,36:B16,27", "B:W28:BK50,2",
                                        "W:WK47,K48,K49:BK5"};
    const Rules *rules = rules_get(VARIANT_INTERNATIONAL);
    Tables *tables;
    ck_assert_int_eq(tables_new(rules, 8, &tables, NULL), STATUS_OK);
    ck_assert_int_eq(embedded_add(tables, NULL), STATUS_OK);
    Oracle oracle = probe_oracle(tables);
    SearchConfig config = {.threads = 1, .table_mib = 1, .eval = EVAL_FULL, .oracle = &oracle};
    Search *search;
    ck_assert_int_eq(search_new(&config, &search, NULL), STATUS_OK);
    for (size_t i = 0; i < sizeof roots / sizeof *roots; i++) {
        GameRecord record = search_case_record_fen("international", roots[i]);
        const Position *root = record_current(&record);
        for (int wanted = 2; wanted <= SEARCH_LINES_ALL; wanted += SEARCH_LINES_ALL - 2) {
            SearchLimits limits = search_depth_limit(4);
            limits.lines = wanted;
            Lines lines = search_lines(search, &record, limits, SEARCH_ANALYSE);
            for (int j = 0; j < lines.count; j++) {
                Position next;
                OracleAnswer answer;
                position_make(root, movegen_find(root, lines.moves[j]), &next);
                oracle.consult(oracle.context, &next, &answer);
                OracleValue known = answer.rule != ORACLE_UNKNOWN ? answer.rule : answer.value;
                OracleValue value = known == ORACLE_WIN    ? ORACLE_LOSS
                                    : known == ORACLE_LOSS ? ORACLE_WIN
                                                           : known;
                ck_assert_int_ne(value, ORACLE_UNKNOWN);
                ck_assert_int_eq(lines.values[j], value);
                ck_assert_int_eq(value == ORACLE_WIN, lines.scores[j] > SCORE_EVAL_MAX);
                ck_assert_int_eq(value == ORACLE_LOSS, lines.scores[j] < -SCORE_EVAL_MAX);
                ck_assert(j == 0 || lines.values[j] <= lines.values[j - 1]);
                ck_assert_int_ge(lines.lengths[j], 1);
            }
        }
        record_done(&record);
    }
    search_free(search);
    tables_free(tables);
}
END_TEST

START_TEST(test_chosen_moves) {
    GameRecord record = search_case_record_fen("international", "start");
    Search *search = search_of(2, 1);
    const Position *root = record_current(&record);
    MoveList list;
    int count = movegen_generate(root, &list);
    for (int i = 0; i < count; i++) {
        /* One that is not legal counts for nothing. */
        Move only[] = {list.moves[i], {.from = list.moves[i].to, .to = list.moves[i].from}};
        SearchLimits limits = search_depth_limit(4);
        limits.moves = only;
        limits.move_count = 2;
        limits.lines = 3;
        Lines lines = search_lines(search, &record, limits, SEARCH_THINK);
        ck_assert_int_eq(lines.count, 1);
        ck_assert(move_equals(lines.result.best, list.moves[i]));
        limits.moves = only + 1;
        limits.move_count = 1;
        Error error;
        ck_assert_int_eq(search_start(search, &record, &limits, SEARCH_THINK, NULL, &error),
                         STATUS_ILLEGAL);
        ck_assert_ptr_nonnull(strstr(error.text, "legal"));
    }
    /* Two, of which the worse is left out. */
    SearchLimits limits = search_depth_limit(6);
    limits.moves = list.moves;
    limits.move_count = 2;
    Lines two = search_lines(search, &record, limits, SEARCH_ANALYSE);
    ck_assert(move_equals(two.result.best, list.moves[0]) ||
              move_equals(two.result.best, list.moves[1]));
    search_free(search);
    record_done(&record);
}
END_TEST

static void sleep_ms(long ms) {
    struct timespec time = {ms / 1000, ms % 1000 * 1000000};
    nanosleep(&time, NULL);
}

/* An analysis without limits goes on until it is stopped even when there is nothing left to find,
 * and goes on telling what it found. */
START_TEST(test_endless) {
    static const char *const roots[] = {"W:W27:B22", "W:WK47,K48:BK5"};
    Search *search = search_of(2, 1);
    for (size_t i = 0; i < sizeof roots / sizeof *roots; i++) {
        GameRecord record = search_case_record_fen("international", roots[i]);
        SearchLimits none = {0};
        Seen seen;
        seen_start(search, &record, &none, SEARCH_ANALYSE, &seen);
        sleep_ms(i == 0 ? SEARCH_REPEAT_MS + 300 : 20);
        ck_assert(search_is_running(search));
        search_stop(search);
        search_wait(search);
        seen_check(&record, &seen);
        if (i == 0)
            ck_assert_int_gt(seen.infos, SEARCH_DEPTH_MAX);
        record_done(&record);
    }
    search_free(search);
}
END_TEST

typedef struct {
    Search *search;
    atomic_int niceness[2]; /* of the thread that told something, before and after the hit */
    atomic_bool hit, done;
    int depth_before, last_depth;
    bool falls; /* the depth told fell after the hit */
} Ponder;

static void note_niceness(void *context, const SearchInfo *info) {
    Ponder *ponder = context;
    int after = atomic_load(&ponder->hit);
    atomic_store(&ponder->niceness[after], getpriority(PRIO_PROCESS, 0));
    if (after && info->depth < ponder->last_depth)
        ponder->falls = true;
    ponder->last_depth = info->depth;
}

static void note_ponder_done(void *context, const SearchResult *result) {
    Ponder *ponder = context;
    ck_assert(!move_is_none(result->best));
    atomic_store(&ponder->done, true);
}

/* In the opponent's time the engine is nicer to others; after the hit it is not, and goes on where
 * it was. */
START_TEST(test_ponder_priority) {
    enum {
        UNSEEN = 1000
    };
    int usual = getpriority(PRIO_PROCESS, 0);
    GameRecord record = search_case_record_fen("international", "start");
    for (int threads = 1; threads <= 3; threads += 2) {
        Search *search = search_of(threads, 1);
        Ponder ponder = {.search = search, .niceness = {UNSEEN, UNSEEN}};
        SearchEvents events = {note_niceness, note_ponder_done, &ponder};
        SearchLimits none = {0};
        ck_assert_int_eq(search_start(search, &record, &none, SEARCH_PONDER, &events, NULL),
                         STATUS_OK);
        while (atomic_load(&ponder.niceness[0]) == UNSEEN)
            sleep_ms(1);
        atomic_store(&ponder.hit, true);
        search_ponder_hit(search);
        /* One finding may still be on its way from the thread that pondered. */
        while (atomic_load(&ponder.niceness[1]) != usual)
            sleep_ms(1);
        search_stop(search);
        search_wait(search);
        ck_assert(atomic_load(&ponder.done));
        ck_assert(!ponder.falls);
        if (usual < 19)
            ck_assert_int_gt(ponder.niceness[0], usual);
        search_free(search);
    }
    record_done(&record);
}
END_TEST

int main(void) {
    const TTest *const lines[] = {test_every_move_has_its_score, test_number_of_lines,
                                  test_lines_by_nodes, test_values_by_tables, test_chosen_moves};
    const TTest *const time[] = {test_endless, test_ponder_priority};
    Suite *suite = suite_create("search_lines");
    suite_add_tcase(suite, search_case_tests("lines", lines, sizeof lines / sizeof *lines));
    suite_add_tcase(suite, search_case_tests("time", time, sizeof time / sizeof *time));
    return suite_run(suite);
}
