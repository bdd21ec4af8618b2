/* SPDX-License-Identifier: MIT
 *
 * What a book says about the moves of a position, the choice of one, and games as a source. */
#include "book/import.h"
#include "book/moves.h"
#include "engine/notation/move_text.h"
#include "tests/unit/book_fixture.h"

#include <math.h>
#include <string.h>

static const VariantId variant = VARIANT_ENGLISH;

/* The seven first moves of English draughts with the scores they are to have for Black, in men /
 * 100, and how they turn out with the margins of the tests. */
static const struct {
    const char *move;
    int score;
} first_moves[] = {
    {"11-15", 10}, {"9-14", 8},   {"10-15", 8}, {"11-16", 4},
    {"10-14", 0},  {"12-16", -3}, {"9-13", -9},
};

enum {
    FIRST_MOVES = sizeof first_moves / sizeof *first_moves
};

static Book *open_set(BookSet *set, unsigned char **ret_bytes) {
    Book *book;
    size_t length;
    Error error = {""};
    unit_check(book_encode(set, ret_bytes, &length, &error), &error);
    unit_check(book_open_bytes(*ret_bytes, length, "test", set->rules, &book, &error), &error);
    return book;
}

static Book *open_first_moves(BookSet *set, unsigned char **ret_bytes) {
    Error error = {""};
    book_set_init(set, rules_get(variant));
    BookEntry start = unit_entry(variant, "", BOOK_SEARCHED, 0, 1);
    unit_check(book_set_add(set, &start, &error), &error);
    for (int i = 0; i < FIRST_MOVES; i++) {
        BookEntry entry =
            unit_entry(variant, first_moves[i].move, BOOK_SEARCHED, -first_moves[i].score, 5 + i);
        entry.counts = (BookCounts){.wins = 1, .draws = 2, .losses = (uint32_t)i};
        unit_check(book_set_add(set, &entry, &error), &error);
    }
    unit_check(book_set_back_up(set, &error), &error);
    return open_set(set, ret_bytes);
}

static BookMoves list(const Book *book, const char *moves) {
    BookMoves listed;
    Error error = {""};
    Position position = unit_play(variant, moves);
    unit_check(book_list_moves(book, &position, &listed, &error), &error);
    return listed;
}

static bool is_move(const BookMove *move, const char *text) {
    char written[MOVE_TEXT_SIZE];
    Position start = unit_play(variant, "");
    return !strcmp(move_text_write(&start, move->move, written), text);
}

START_TEST(moves_are_listed_best_first) {
    BookSet set;
    unsigned char *bytes;
    Book *book = open_first_moves(&set, &bytes);
    BookMoves moves = list(book, "");
    ck_assert(moves.known);
    ck_assert_int_eq(moves.entry.score, 10);
    ck_assert(book_can_choose(&moves));
    ck_assert_int_eq(moves.count, FIRST_MOVES);
    for (int i = 0; i < FIRST_MOVES; i++) {
        const BookMove *move = &moves.moves[i];
        ck_assert_int_eq(move->score, first_moves[i].score);
        ck_assert(move->known && move->has_score);
        /* Results turn round with the side to move: what White lost, Black won. */
        ck_assert_uint_eq(move->counts.losses, 1);
        ck_assert_uint_eq(move->counts.draws, 2);
    }
    /* Of two equal scores the move of more games is first. */
    ck_assert(is_move(&moves.moves[1], "10-15"));
    ck_assert(is_move(&moves.moves[2], "9-14"));
    moves = list(book, "11-15");
    ck_assert(moves.known && !book_can_choose(&moves));
    book_close(book);
    book_set_done(&set);
    free(bytes);
}
END_TEST

START_TEST(without_a_margin_the_best_is_chosen) {
    BookSet set;
    unsigned char *bytes;
    Book *book = open_first_moves(&set, &bytes);
    BookMoves moves = list(book, "");
    bool dropped[MOVE_LIST_CAPACITY] = {false};
    Rng rng;
    rng_init(&rng, 1);
    for (int i = 0; i < FIRST_MOVES; i++) {
        ck_assert_ptr_eq(book_choose(&moves, 0, dropped, &rng), &moves.moves[i]);
        dropped[i] = true;
    }
    ck_assert_ptr_null(book_choose(&moves, 0, dropped, &rng));
    ck_assert_ptr_null(book_choose(&moves, 100, dropped, &rng));
    book_close(book);
    book_set_done(&set);
    free(bytes);
}
END_TEST

/* Draws many times and compares each move's share with exp(30 x difference in men), four standard
 * deviations wide; with a fixed seed the test always ends the same way. */
START_TEST(within_the_margin_moves_are_drawn_by_weight) {
    enum {
        DRAWS = 20000,
        MARGIN = 10
    };
    BookSet set;
    unsigned char *bytes;
    Book *book = open_first_moves(&set, &bytes);
    BookMoves moves = list(book, "");
    int drawn[FIRST_MOVES] = {0};
    double weights[FIRST_MOVES] = {0}, sum = 0;
    Rng rng;
    rng_init(&rng, 20);
    for (int i = 0; i < DRAWS; i++)
        drawn[book_choose(&moves, MARGIN, NULL, &rng) - moves.moves]++;
    for (int i = 0; i < FIRST_MOVES; i++)
        if (first_moves[i].score >= 10 - MARGIN)
            sum += weights[i] = exp((first_moves[i].score - 10) * 0.3);
    for (int i = 0; i < FIRST_MOVES; i++) {
        double share = weights[i] / sum;
        double deviation = sqrt(share * (1 - share) * DRAWS);
        ck_assert_msg(fabs(drawn[i] - share * DRAWS) <= 4 * deviation, "move %d: %d of %d", i,
                      drawn[i], DRAWS);
    }
    book_close(book);
    book_set_done(&set);
    free(bytes);
}
END_TEST

START_TEST(the_line_follows_the_best_moves) {
    BookSet set;
    unsigned char *bytes;
    Move line[10];
    Error error = {""};
    unit_fill_set(&set, variant, 3, 12);
    Book *book = open_set(&set, &bytes);
    Position start = unit_play(variant, ""), next;
    BookMoves moves = list(book, "");
    ck_assert_int_eq(book_find_line(book, &start, moves.moves[0].move, line, 10), 3);
    ck_assert_int_eq(book_find_line(book, &start, moves.moves[0].move, line, 2), 2);
    position_make(&start, line[0], &next);
    unit_check(book_list_moves(book, &next, &moves, &error), &error);
    ck_assert(move_equals(moves.moves[0].move, line[1]));
    book_close(book);
    book_set_done(&set);
    free(bytes);
}
END_TEST

/* ---- games ---- */

static const char games[] =
    "[GameType \"21\"]\n[Result \"1-0\"]\n1. 11-15 23-19 2. 8-11 22-17 1-0\n\n"
    "[GameType \"21\"]\n1. 11-15 23-19 2. 8-11 17-13 1/2-1/2\n\n"
    "[GameType \"21\"]\n1. 11-15 22-18 0-1\n\n"
    "[GameType \"21\"]\n1. 9-14 22-18 *\n\n"
    "[GameType \"20\"]\n1. 32-28 19-23 2-0\n\n";

static void import_games(BookSet *set, uint32_t games_min, int plies,
                         BookImportReport *ret_report) {
    BookImportPlan plan = {.games_min = games_min, .plies_max = plies};
    BookImport import;
    PdnMemory memory = {.bytes = games, .length = sizeof games - 1};
    Error error = {""};
    book_import_init(&import, rules_get(variant), &plan);
    book_set_init(set, rules_get(variant));
    unit_check(book_import_games(&import, pdn_source_memory(&memory), &error), &error);
    unit_check(book_import_finish(&import, set, &error), &error);
    *ret_report = import.report;
    book_import_done(&import);
}

START_TEST(games_are_counted) {
    BookSet set;
    BookImportReport report;
    import_games(&set, 2, 40, &report);
    ck_assert_uint_eq(report.games, 3); /* of the second, the moves up to the illegal one count */
    ck_assert_uint_eq(report.open, 1);
    ck_assert_uint_eq(report.foreign, 1);
    /* The start, 11-15, 23-19 and 8-11 were in two games at least. */
    ck_assert_int_eq(report.positions, 4);
    BookEntry entry = unit_entry(variant, "11-15", BOOK_UNKNOWN, 0, 0);
    const BookEntry *found = book_set_find(&set, &entry.board);
    ck_assert_ptr_nonnull(found);
    ck_assert_int_eq(found->evidence, BOOK_UNKNOWN);
    ck_assert_uint_eq(found->counts.wins, 1); /* White is to move, and won the third */
    ck_assert_uint_eq(found->counts.draws, 1);
    ck_assert_uint_eq(found->counts.losses, 1);
    book_set_done(&set);
    import_games(&set, 1, 1, &report);
    ck_assert_int_eq(report.positions, 2); /* nothing behind the first ply */
    book_set_done(&set);
}
END_TEST

START_TEST(moves_of_games_are_drawn_as_often_as_played) {
    BookSet set;
    BookImportReport report;
    unsigned char *bytes;
    Rng rng;
    int drawn[2] = {0, 0};
    import_games(&set, 1, 40, &report);
    Book *book = open_set(&set, &bytes);
    rng_init(&rng, 3);
    BookMoves moves = list(book, "11-15");
    ck_assert(book_can_choose(&moves));
    ck_assert_ptr_eq(book_choose(&moves, 0, NULL, &rng), &moves.moves[0]); /* the most played */
    ck_assert_uint_eq(book_count_games(&moves.moves[0].counts), 2);
    for (int i = 0; i < 3000; i++) {
        const BookMove *move = book_choose(&moves, 1, NULL, &rng);
        ck_assert(move - moves.moves < 2);
        drawn[move - moves.moves]++;
    }
    ck_assert_int_lt(abs(drawn[0] - 2000), 4 * 26);
    moves = list(book, "9-13");
    ck_assert(!moves.known && !book_can_choose(&moves));
    ck_assert_ptr_null(book_choose(&moves, 0, NULL, &rng));
    book_close(book);
    book_set_done(&set);
    free(bytes);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("book_moves");
    TCase *all = tcase_create("all");
    tcase_add_test(all, moves_are_listed_best_first);
    tcase_add_test(all, without_a_margin_the_best_is_chosen);
    tcase_add_test(all, within_the_margin_moves_are_drawn_by_weight);
    tcase_add_test(all, the_line_follows_the_best_moves);
    tcase_add_test(all, games_are_counted);
    tcase_add_test(all, moves_of_games_are_drawn_as_often_as_played);
    suite_add_tcase(suite, all);
    return suite_run(suite);
}
