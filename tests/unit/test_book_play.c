/* SPDX-License-Identifier: MIT
 *
 * A session that plays from a book: when it does, which move, and when it would rather think. */
#include "engine/notation/move_text.h"
#include "protocol/session.h"
#include "protocol/session_book.h"
#include "protocol/thought.h"
#include "tests/unit/book_fixture.h"

#include <string.h>

static const VariantId variant = VARIANT_ENGLISH;
static const SearchLimits short_search = {.has_nodes = true, .nodes = 2000};

/* What a session reported; `infos` and `dones` count calls. */
typedef struct {
    SearchInfo info;
    Move line[64];
    SearchResult result;
    int infos, dones;
} Heard;

static void hear_info(void *context, const SearchInfo *info) {
    Heard *heard = context;
    heard->info = *info;
    ck_assert_int_le(info->line_length, 64);
    memcpy(heard->line, info->line, (size_t)info->line_length * sizeof *info->line);
    heard->infos++;
}
static void hear_done(void *context, const SearchResult *result) {
    Heard *heard = context;
    heard->result = *result;
    heard->dones++;
}

static void add(BookSet *set, const char *moves, BookEvidence evidence, int score, int depth) {
    BookEntry entry = unit_entry(variant, moves, evidence, score, depth);
    Error error = {""};
    unit_check(book_set_merge(set, &entry, &error), &error);
}

/* A book that knows the first moves. 11-16 is best for it, 9-13 a little worse, the rest bad; it
 * expects 22-18 for an answer to 11-16. */
static const char *write_book(void) {
    static const char *const moves[] = {"9-14", "10-14", "10-15", "11-15", "12-16"};
    const char *path = unit_new_path();
    BookSet set;
    Error error = {""};
    book_set_init(&set, rules_get(variant));
    add(&set, "", BOOK_SEARCHED, 0, 9);
    for (int i = 0; i < 5; i++)
        add(&set, moves[i], BOOK_SEARCHED, 30, 9);
    add(&set, "11-16", BOOK_SEARCHED, -10, 9);
    add(&set, "9-13", BOOK_SEARCHED, -6, 12);
    unit_check(book_set_back_up(&set, &error), &error);
    unit_check(book_save(&set, path, &error), &error);
    book_set_done(&set);
    return path;
}

static Session *start_session(const char *path) {
    Settings settings = settings_default();
    Session *session;
    Error error = {""};
    unit_check(settings_set(&settings, "variant", "english", &error), &error);
    unit_check(settings_set(&settings, "hash", "1", &error), &error);
    unit_check(settings_set(&settings, "book-file", path, &error), &error);
    unit_check(session_new(&settings, &session, &error), &error);
    return session;
}

static Heard think(Session *session, SearchMode mode) {
    static const Heard nothing;
    Heard heard = nothing;
    SearchEvents events = {hear_info, hear_done, &heard};
    Error error = {""};
    unit_check(session_think(session, &short_search, mode, &events, &error), &error);
    session_wait(session);
    ck_assert_int_eq(heard.dones, 1);
    ck_assert_int_gt(heard.infos, 0);
    return heard;
}

static bool is_move(Move move, const char *text) {
    char written[MOVE_TEXT_SIZE];
    Position start = unit_play(variant, "");
    return !strcmp(move_text_write(&start, move, written), text);
}

static void set(Session *session, const char *name, const char *value) {
    Error error = {""};
    unit_check(session_set_option(session, name, value, &error), &error);
}

START_TEST(the_best_move_is_answered_at_once) {
    Session *session = start_session(write_book());
    set(session, "book-ply", "0");
    Heard heard = think(session, SEARCH_THINK);
    ck_assert(session_used_book(session));
    ck_assert(is_move(heard.result.best, "11-16"));
    ck_assert(move_is_none(heard.result.ponder));
    ck_assert_int_eq(heard.infos, 1);
    ck_assert_int_eq(heard.result.score, 10);
    ck_assert_int_eq(heard.info.score, 10);
    ck_assert_int_eq(heard.info.line_length, 1);
    ck_assert_int_eq(heard.info.depth, 10); /* the move and the search behind it */
    ck_assert(heard.info.nodes <= BOOK_CHECK_NODES);
    ck_assert_int_eq(record_plies(session_record(session)), 0);
    session_free(session);
    unit_remove_files();
}
END_TEST

START_TEST(only_thinking_about_a_move_uses_the_book) {
    Session *session = start_session(write_book());
    think(session, SEARCH_ANALYSE);
    ck_assert(!session_used_book(session));
    Heard heard;
    SearchEvents events = {hear_info, hear_done, &heard};
    heard.infos = heard.dones = 0;
    ck_assert_int_eq(session_think(session, &short_search, SEARCH_PONDER, &events, NULL),
                     STATUS_OK);
    ck_assert(!session_used_book(session));
    session_stop(session);
    session_wait(session);
    set(session, "book", "false");
    think(session, SEARCH_THINK);
    ck_assert(!session_used_book(session));
    set(session, "book", "true");
    think(session, SEARCH_THINK);
    ck_assert(session_used_book(session));
    session_free(session);
    unit_remove_files();
}
END_TEST

/* Both moves are within 4 centimen; of 40 games some must begin with each. */
START_TEST(moves_within_the_margin_are_drawn) {
    Session *session = start_session(write_book());
    int drawn[2] = {0, 0};
    session_seed(session, 1);
    for (int i = 0; i < 40; i++) {
        Heard heard = think(session, SEARCH_THINK);
        bool best = is_move(heard.result.best, "11-16");
        ck_assert(best || is_move(heard.result.best, "9-13"));
        drawn[best]++;
    }
    ck_assert_int_gt(drawn[0], 0);
    ck_assert_int_gt(drawn[1], drawn[0]);
    set(session, "book-margin", "3");
    for (int i = 0; i < 40; i++)
        ck_assert(is_move(think(session, SEARCH_THINK).result.best, "11-16"));
    session_free(session);
    unit_remove_files();
}
END_TEST

/* GUIs send a position without the moves that led there: how far the game has gone then shows from
 * the rows the men have gone. */
START_TEST(late_moves_are_not_drawn) {
    const char *path = unit_new_path();
    BookSet set_of_replies;
    Error error = {""};
    book_set_init(&set_of_replies, rules_get(variant));
    Position after = unit_play(variant, "11-16"), next;
    MoveList list;
    movegen_generate(&after, &list);
    for (int i = 0; i < list.count; i++) {
        position_make(&after, list.moves[i], &next);
        BookEntry entry = {.board = book_normalise(&next), .evidence = BOOK_SEARCHED, .score = i};
        unit_check(book_set_add(&set_of_replies, &entry, &error), &error);
    }
    add(&set_of_replies, "11-16", BOOK_SEARCHED, 0, 1);
    unit_check(book_set_back_up(&set_of_replies, &error), &error);
    unit_check(book_save(&set_of_replies, path, &error), &error);
    book_set_done(&set_of_replies);
    Session *session = start_session(path);
    unit_check(session_set_position(session, &after, &error), &error);
    set(session, "book-margin", "100");
    int others = 0;
    for (int i = 0; i < 20; i++)
        others += !move_equals(think(session, SEARCH_THINK).result.best, list.moves[0]);
    ck_assert_int_gt(others, 0);
    set(session, "book-ply", "1"); /* this is the second ply */
    for (int i = 0; i < 20; i++)
        ck_assert(move_equals(think(session, SEARCH_THINK).result.best, list.moves[0]));
    session_free(session);
    unit_remove_files();
}
END_TEST

/* A book of the answers to 11-16 that promises 3 men for `promised`, or for every one of them. */
static const char *write_promises(const char *promised, Move *ret_promised) {
    const char *path = unit_new_path();
    BookSet promises;
    Error error = {""};
    book_set_init(&promises, rules_get(variant));
    Position after = unit_play(variant, "11-16"), next;
    MoveList list;
    movegen_generate(&after, &list);
    *ret_promised = move_none();
    for (int i = 0; i < list.count; i++) {
        char text[MOVE_TEXT_SIZE];
        bool is_promised =
            !promised || !strcmp(move_text_write(&after, list.moves[i], text), promised);
        *ret_promised = is_promised ? list.moves[i] : *ret_promised;
        position_make(&after, list.moves[i], &next);
        BookEntry entry = {.board = book_normalise(&next),
                           .evidence = BOOK_SEARCHED,
                           .score = is_promised ? -300 : 0,
                           .depth = 9};
        unit_check(book_set_add(&promises, &entry, &error), &error);
    }
    add(&promises, "11-16", BOOK_SEARCHED, 0, 1);
    unit_check(book_set_back_up(&promises, &error), &error);
    unit_check(book_save(&promises, path, &error), &error);
    book_set_done(&promises);
    return path;
}

START_TEST(a_refuted_move_is_not_played) {
    Move promised;
    Error error = {""};
    Session *session = start_session(write_promises("24-20", &promised));
    Position after = unit_play(variant, "11-16");
    ck_assert(!move_is_none(promised));
    unit_check(session_set_position(session, &after, &error), &error);
    for (int i = 0; i < 5; i++) {
        Heard heard = think(session, SEARCH_THINK);
        ck_assert(session_used_book(session)); /* with the next best */
        ck_assert(!move_equals(heard.result.best, promised));
        ck_assert_int_le(heard.info.nodes, 2 * BOOK_CHECK_NODES);
    }
    session_free(session);
    unit_remove_files();
}
END_TEST

START_TEST(where_all_moves_are_refuted_the_engine_thinks) {
    Move promised;
    Error error = {""};
    Session *session = start_session(write_promises(NULL, &promised));
    Position after = unit_play(variant, "11-16");
    unit_check(session_set_position(session, &after, &error), &error);
    Heard heard = think(session, SEARCH_THINK);
    ck_assert(!session_used_book(session));
    ck_assert(!move_is_none(heard.result.best));
    ck_assert_int_eq(record_plies(session_record(session)), 0);
    session_free(session);
    unit_remove_files();
}
END_TEST

START_TEST(book_files_are_options) {
    const char *path = write_book(), *damaged = unit_new_path();
    Session *session = start_session(path);
    Settings settings = settings_default();
    Error error = {""};
    unit_write_file(damaged, "huffbook and then nothing that makes sense, but long enough", 59);
    ck_assert_int_eq(session_set_option(session, "book-file", "/nowhere", &error), STATUS_IO);
    ck_assert_int_eq(session_set_option(session, "book-file", damaged, &error), STATUS_SYNTAX);
    ck_assert_str_eq(session_settings(session)->book_file, path);
    think(session, SEARCH_THINK);
    ck_assert(session_used_book(session));
    /* A book belongs to its variant. */
    set(session, "variant", "international");
    ck_assert_str_eq(session_settings(session)->book_file, "");
    ck_assert_int_eq(session_set_option(session, "book-file", path, &error), STATUS_STATE);
    ck_assert_msg(strstr(error.text, "a book of english"), "%s", error.text);
    session_free(session);
    unit_check(settings_set(&settings, "book-file", path, &error), &error);
    ck_assert_int_eq(session_new(&settings, &session, &error), STATUS_STATE);
    unit_remove_files();
}
END_TEST

/* The answer comes before session_think returns; whoever waits by a Thought sees no difference. */
START_TEST(a_thought_takes_a_book_move) {
    Session *session = start_session(write_book());
    Thought thought;
    Error error = {""};
    unit_check(thought_init(&thought, session, &error), &error);
    for (int i = 0; i < 3; i++) {
        unit_check(thought_begin(&thought, &short_search, SEARCH_THINK, NULL, NULL, &error),
                   &error);
        ck_assert(thought_is_open(&thought));
        SearchResult result = thought_take(&thought);
        ck_assert(session_used_book(session));
        ck_assert(!move_is_none(result.best));
    }
    thought_done(&thought);
    session_free(session);
    unit_remove_files();
}
END_TEST

int main(void) {
    Suite *suite = suite_create("book_play");
    TCase *all = tcase_create("all");
    tcase_set_timeout(all, 60);
    tcase_add_test(all, the_best_move_is_answered_at_once);
    tcase_add_test(all, only_thinking_about_a_move_uses_the_book);
    tcase_add_test(all, moves_within_the_margin_are_drawn);
    tcase_add_test(all, late_moves_are_not_drawn);
    tcase_add_test(all, a_refuted_move_is_not_played);
    tcase_add_test(all, where_all_moves_are_refuted_the_engine_thinks);
    tcase_add_test(all, book_files_are_options);
    tcase_add_test(all, a_thought_takes_a_book_move);
    suite_add_tcase(suite, all);
    return suite_run(suite);
}
