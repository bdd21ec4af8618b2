/* SPDX-License-Identifier: MIT
 *
 * Shared by the tests of the search: start one, see what it tells, check the answer. */
#ifndef HUFF_TESTS_UNIT_SEARCH_FIXTURE_H
#define HUFF_TESTS_UNIT_SEARCH_FIXTURE_H

#include "engine/board/movegen.h"
#include "engine/notation/fen.h"
#include "engine/search/search.h"
#include "tests/unit/suite.h"

#include <string.h>

/* What the callbacks saw. Read only after search_wait. */
typedef struct {
    int infos, dones;
    int infos_after_done;
    int last_depth, last_score;
    SearchResult result;
} Seen;

static inline void seen_note_info(void *context, const SearchInfo *info) {
    Seen *seen = context;
    if (info->rank > 1)
        return;
    seen->infos++;
    seen->infos_after_done += seen->dones > 0;
    seen->last_depth = info->depth;
    seen->last_score = info->score;
    ck_assert_int_ge(info->line_length, 1);
    ck_assert_int_le(info->line_length, SEARCH_PLY_MAX + 1);
}

static inline void seen_note_done(void *context, const SearchResult *result) {
    Seen *seen = context;
    seen->dones++;
    seen->result = *result;
}

static inline Position search_case_position(const char *variant, const char *fen) {
    Position position;
    Error error;
    ck_assert_msg(fen_read(rules_find(variant), fen, strlen(fen), &position, NULL, &error) ==
                      STATUS_OK,
                  "%s: %s", fen, error.text);
    return position;
}

static inline GameRecord search_case_record(const Position *start) {
    GameRecord record;
    ck_assert_int_eq(record_init(&record, start, NULL), STATUS_OK);
    return record;
}

static inline GameRecord search_case_record_fen(const char *variant, const char *fen) {
    Position start = search_case_position(variant, fen);
    return search_case_record(&start);
}

static inline Search *search_of(int threads, int table_mib) {
    SearchConfig config = {.threads = threads, .table_mib = table_mib, .eval = EVAL_FULL};
    Search *search = NULL;
    ck_assert_int_eq(search_new(&config, &search, NULL), STATUS_OK);
    return search;
}

static inline void seen_start(Search *search, const GameRecord *record, const SearchLimits *limits,
                              SearchMode mode, Seen *seen) {
    *seen = (Seen){0};
    SearchEvents events = {seen_note_info, seen_note_done, seen};
    Error error;
    ck_assert_msg(search_start(search, record, limits, mode, &events, &error) == STATUS_OK, "%s",
                  error.text);
}

/* After each finished search: one answer, a legal one, told before and not after. */
static inline void seen_check(const GameRecord *record, const Seen *seen) {
    const Position *root = record_current(record);
    ck_assert_int_eq(seen->dones, 1);
    ck_assert_int_eq(seen->infos_after_done, 0);
    if (!movegen_has_move(root)) {
        ck_assert(move_is_none(seen->result.best));
        ck_assert_int_eq(seen->infos, 0);
        return;
    }
    ck_assert_int_ge(seen->infos, 1);
    ck_assert(move_equals(movegen_find(root, seen->result.best), seen->result.best));
    ck_assert(!move_is_none(seen->result.best));
    ck_assert_int_eq(seen->last_score, seen->result.score);
    if (move_is_none(seen->result.ponder))
        return;
    Position next;
    position_make(root, movegen_find(root, seen->result.best), &next);
    ck_assert(move_equals(movegen_find(&next, seen->result.ponder), seen->result.ponder));
}

static inline Seen seen_think(Search *search, const GameRecord *record, SearchLimits limits) {
    Seen seen;
    seen_start(search, record, &limits, SEARCH_THINK, &seen);
    search_wait(search);
    ck_assert(!search_is_running(search));
    seen_check(record, &seen);
    return seen;
}

static inline bool search_case_is_counted_out(const Position *position) {
    return position->ending &&
           position->ending_plies >= position->rules->endings[position->ending - 1].plies;
}

/* Score with best play of both sides, or 0 when nobody wins within `plies`. */
static inline int search_case_solve(const Position *position, int plies) {
    MoveList list;
    if (movegen_generate(position, &list) == 0)
        return position->rules->no_move_wins ? score_win_in(0) : score_loss_in(0);
    if (plies == 0 || search_case_is_counted_out(position))
        return SCORE_DRAW;
    int best = -SCORE_INFINITE;
    for (int i = 0; i < list.count; i++) {
        Position next;
        position_make(position, list.moves[i], &next);
        int after = -search_case_solve(&next, plies - 1);
        int score = after == SCORE_DRAW ? after : after > 0 ? after - 1 : after + 1;
        best = score > best ? score : best;
    }
    return best;
}

static inline SearchLimits search_depth_limit(int depth) {
    return (SearchLimits){.has_depth = true, .depth = depth};
}

static inline TCase *search_case_tests(const char *name, const TTest *const *tests, size_t count) {
    TCase *tcase = tcase_create(name);
    tcase_set_timeout(tcase, 120);
    for (size_t i = 0; i < count; i++)
        tcase_add_test(tcase, tests[i]);
    return tcase;
}

#endif
