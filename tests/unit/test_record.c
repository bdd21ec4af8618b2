/* SPDX-License-Identifier: MIT
 *
 * The end of a game: every draw rule at exactly its ply, and a win that beats a draw. */
#include "engine/base/rng.h"
#include "engine/board/movegen.h"
#include "engine/board/record.h"
#include "engine/notation/fen.h"
#include "engine/notation/move_text.h"
#include "tests/unit/suite.h"

#include <string.h>

static Position position_of(const char *variant, const char *fen) {
    Position position;
    Error error;
    ck_assert_msg(fen_read(rules_find(variant), fen, strlen(fen), &position, NULL, &error) ==
                      STATUS_OK,
                  "%s: %s", fen, error.text);
    return position;
}

static GameRecord record_of(const char *variant, const char *fen) {
    GameRecord record;
    Position start = position_of(variant, fen);
    ck_assert_int_eq(record_init(&record, &start, NULL), STATUS_OK);
    return record;
}

static void play(GameRecord *record, const char *text) {
    Move move;
    Error error;
    ck_assert_msg(move_text_read(record_current(record), text, strlen(text), &move, &error) ==
                      STATUS_OK,
                  "%s", error.text);
    ck_assert_int_eq(record_push(record, move, NULL), STATUS_OK);
}

static void play_all(GameRecord *record, const char *moves) {
    char copy[1024];
    ck_assert_uint_lt(strlen(moves), sizeof copy);
    strcpy(copy, moves);
    char *rest = NULL;
    for (char *m = strtok_r(copy, " ", &rest); m; m = strtok_r(NULL, " ", &rest))
        play(record, m);
}

/* A row of draws.tsv: the game must be open before the ply named and drawn at it. */
static void check_row(char *row) {
    char *rest = NULL;
    const char *id = strtok_r(row, "\t", &rest), *variant = strtok_r(NULL, "\t", &rest);
    const char *fen = strtok_r(NULL, "\t", &rest);
    char *moves = strtok_r(NULL, "\t", &rest);
    const char *ply = strtok_r(NULL, "\t", &rest), *reason_text = strtok_r(NULL, "\t\n", &rest);
    ck_assert_ptr_nonnull(reason_text);
    Reason expected = strcmp(reason_text, "repetition") ? REASON_COUNTED_ENDING : REASON_REPETITION;
    int draw_ply = strcmp(ply, "-") ? (int)strtol(ply, NULL, 10) : 0;
    GameRecord record = record_of(variant, fen);
    char *move_rest = NULL;
    for (char *m = strtok_r(moves, " ", &move_rest); m; m = strtok_r(NULL, " ", &move_rest)) {
        play(&record, m);
        Reason reason;
        Outcome outcome = record_outcome(&record, &reason);
        bool drawn = record_plies(&record) == draw_ply;
        ck_assert_msg(outcome == (drawn ? OUTCOME_DRAW : OUTCOME_NONE), "%s ply %d: outcome %d", id,
                      record_plies(&record), outcome);
        ck_assert_int_eq(reason, drawn ? expected : REASON_NONE);
    }
    ck_assert_msg(draw_ply == 0 || record_plies(&record) == draw_ply, "%s ends early", id);
    record_done(&record);
}

START_TEST(draws_come_at_their_ply) {
    FILE *file = suite_open_data("draws.tsv");
    char row[2048];
    int rows = 0;
    while (fgets(row, sizeof row, file))
        if (row[0] != '#') {
            check_row(row);
            rows++;
        }
    fclose(file);
    ck_assert_int_eq(rows, 10);
}
END_TEST

/* Plays king moves at random that leave no capture and no third occurrence. */
static void wander(GameRecord *record, int plies, Rng *rng) {
    int end = record_plies(record) + plies;
    for (int tries = 0; record_plies(record) < end; tries++) {
        MoveList list;
        ck_assert_int_lt(tries, 100000);
        movegen_generate(record_current(record), &list);
        Move move = list.moves[rng_below(rng, (uint64_t)list.count)];
        if (!move.king)
            continue;
        ck_assert_int_eq(record_push(record, move, NULL), STATUS_OK);
        const Position *next = record_current(record);
        if (record_occurrences(record) > 2 || movegen_has_capture(next, COLOR_WHITE) ||
            movegen_has_capture(next, COLOR_BLACK))
            record_pop(record);
    }
}

START_TEST(kings_alone_draw_after_the_limit) {
    static const struct {
        const char *variant, *fen;
        int plies;
    } cases[] = {
        {"international", "W:WK46,K47,K48,36:BK5,K4,K3,15", 50},
        {"english", "W:WK29,K30,12:BK4,K3,5", 80},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        GameRecord record = record_of(cases[i].variant, cases[i].fen);
        Reason reason;
        Rng rng;
        rng_init(&rng, i);
        wander(&record, cases[i].plies - 1, &rng);
        ck_assert_int_eq(record_outcome(&record, &reason), OUTCOME_NONE);
        wander(&record, 1, &rng);
        ck_assert_int_eq(record_outcome(&record, &reason), OUTCOME_DRAW);
        ck_assert_int_eq(reason, REASON_QUIET_MOVES);
        record_done(&record);
    }
}
END_TEST

START_TEST(english_third_occurrence_draws) {
    GameRecord record = record_of("english", "W:WK32,29:BK1,4");
    play_all(&record, "32-28 1-6 28-32 6-1 32-28 1-6 28-32");
    ck_assert_int_eq(record_outcome(&record, NULL), OUTCOME_NONE);
    play(&record, "6-1");
    ck_assert_int_eq(record_occurrences(&record), 3);
    Reason reason;
    ck_assert_int_eq(record_outcome(&record, &reason), OUTCOME_DRAW);
    ck_assert_int_eq(reason, REASON_REPETITION);
    record_done(&record);
}
END_TEST

/* FMJD 7: who cannot move has lost, though the same ply fills the count of king moves. */
START_TEST(win_beats_draw) {
    GameRecord record = record_of("international", "W:WK5,47:B36");
    record.entries[0].position.quiet_plies = 49;
    Reason reason;
    play(&record, "5-41");
    ck_assert_int_eq(record_current(&record)->quiet_plies, 50);
    ck_assert_int_eq(record_outcome(&record, &reason), OUTCOME_WHITE_WINS);
    ck_assert_int_eq(reason, REASON_NO_MOVE);
    ck_assert(record_pop(&record));
    play(&record, "5-32"); /* leaves Black a move: the count decides */
    ck_assert_int_eq(record_outcome(&record, &reason), OUTCOME_DRAW);
    ck_assert_int_eq(reason, REASON_QUIET_MOVES);
    record_done(&record);
}
END_TEST

START_TEST(blocked_side_has_lost) {
    GameRecord record = record_of("international", "W:W36:B31,27");
    Reason reason;
    ck_assert_int_eq(record_outcome(&record, &reason), OUTCOME_BLACK_WINS);
    ck_assert_int_eq(reason, REASON_NO_MOVE);
    record_done(&record);
}
END_TEST

/* A capture that changes the balance from three to two starts the count anew, and the ply that
 * makes the balance is not counted. */
START_TEST(capture_starts_the_count_anew) {
    GameRecord record = record_of("international", "B:WK47,K48,K32:BK5");
    record.entries[0].position.ending_plies = 20;
    ck_assert_int_eq(record_current(&record)->ending, 1);
    play(&record, "5x37");
    ck_assert_int_eq(record_current(&record)->ending, 2);
    ck_assert_int_eq(record_current(&record)->ending_plies, 0);
    record_done(&record);
}
END_TEST

START_TEST(mans_move_resets_quiet_plies) {
    GameRecord record = record_of("international", "W:WK46,6:BK50,15");
    play_all(&record, "46-41 50-45");
    ck_assert_int_eq(record_current(&record)->quiet_plies, 2);
    play(&record, "6-1");
    ck_assert_int_eq(record_current(&record)->quiet_plies, 0);
    ck_assert(record_current(&record)->board.kings[COLOR_WHITE] != 0);
    record_done(&record);
}
END_TEST

START_TEST(pop_gives_the_position_before) {
    GameRecord record = record_of("international", "start");
    Position start = *record_current(&record);
    ck_assert(!record_pop(&record));
    for (int i = 0; i < 200; i++) {
        MoveList list;
        movegen_generate(record_current(&record), &list);
        if (!list.count)
            break;
        ck_assert_int_eq(record_push(&record, list.moves[i % list.count], NULL), STATUS_OK);
    }
    ck_assert_int_gt(record_plies(&record), 64);
    while (record_pop(&record))
        continue;
    ck_assert(position_equals(record_current(&record), &start));
    ck_assert_int_eq(record_plies(&record), 0);
    record_done(&record);
}
END_TEST

START_TEST(reasons_are_told) {
    char text[200];
    Position position = position_of("international", "W:WK47,K48,K49:BK5");
    record_describe_reason(&position, REASON_COUNTED_ENDING, text, sizeof text);
    ck_assert_ptr_nonnull(strstr(text, "16 moves each"));
    ck_assert_ptr_nonnull(strstr(text, "FMJD 6.3"));
    record_describe_reason(&position, REASON_QUIET_MOVES, text, sizeof text);
    ck_assert_ptr_nonnull(strstr(text, "25 moves each"));
    record_describe_reason(&position, REASON_NO_MOVE, text, sizeof text);
    ck_assert_str_eq(text, "White has no move");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("record");
    TCase *tcase = tcase_create("record");
    suite_add_tcase(suite, tcase);
    tcase_add_test(tcase, draws_come_at_their_ply);
    tcase_add_test(tcase, kings_alone_draw_after_the_limit);
    tcase_add_test(tcase, english_third_occurrence_draws);
    tcase_add_test(tcase, win_beats_draw);
    tcase_add_test(tcase, blocked_side_has_lost);
    tcase_add_test(tcase, capture_starts_the_count_anew);
    tcase_add_test(tcase, mans_move_resets_quiet_plies);
    tcase_add_test(tcase, pop_gives_the_position_before);
    tcase_add_test(tcase, reasons_are_told);
    return suite_run(suite);
}
