/* SPDX-License-Identifier: MIT
 *
 * Playing levels: the table, the errors drawn, the moves chosen. */
#include "engine/board/movegen.h"
#include "protocol/level.h"
#include "protocol/session.h"
#include "tests/unit/suite.h"

START_TEST(levels_rise) {
    for (int level = 2; level <= LEVEL_MAX; level++) {
        const Level *lower = level_get(level - 1), *row = level_get(level);
        ck_assert_uint_gt(row->nodes, lower->nodes);
        ck_assert_int_lt(row->error, lower->error);
        ck_assert_int_lt(row->error_max, lower->error_max);
        ck_assert_int_gt(row->rating, lower->rating);
    }
}
END_TEST

START_TEST(errors_are_small_as_a_rule) {
    enum {
        DRAWS = 20000
    };
    Rng rng;
    rng_init(&rng, 7);
    for (int level = 1; level <= LEVEL_MAX; level++) {
        const Level *row = level_get(level);
        long sum = 0;
        int below_mean = 0;
        for (int i = 0; i < DRAWS; i++) {
            int error = level_draw_error(level, &rng);
            ck_assert_int_ge(error, 0);
            ck_assert_int_le(error, row->error_max);
            sum += error;
            below_mean += error < row->error;
        }
        ck_assert_int_le(sum / DRAWS, row->error);
        ck_assert_int_ge(sum / DRAWS, row->error / 2);
        ck_assert(row->error == 0 || below_mean > DRAWS * 6 / 10);
    }
}
END_TEST

START_TEST(chosen_move_is_within_the_error) {
    static const int level[] = {30, 28, 10, -50, -400};
    ck_assert_int_eq(level_choose(level, 5, 0), 0);
    ck_assert_int_eq(level_choose(level, 5, 1), 0);
    ck_assert_int_eq(level_choose(level, 5, 2), 1);
    ck_assert_int_eq(level_choose(level, 5, 79), 2);
    ck_assert_int_eq(level_choose(level, 5, 80), 3);
    ck_assert_int_eq(level_choose(level, 1, 1000), 0);
    static const int won[] = {SCORE_WIN - 3, SCORE_WIN - 5, 100};
    ck_assert_int_eq(level_choose(won, 3, 150), 0);
    static const int lost[] = {-SCORE_WIN + 8, -SCORE_WIN + 2};
    ck_assert_int_eq(level_choose(lost, 2, 150), 1);
}
END_TEST

static void note_done(void *context, const SearchResult *result) {
    *(SearchResult *)context = *result;
}

typedef struct {
    SearchResult result; /* first: note_done takes it for its context */
    int infos;
} Answer;

static void answer_info(void *context, const SearchInfo *info) {
    ((Answer *)context)->infos += info->rank == 1 && info->ranks == 1;
}

/* A level plays legal moves within its nodes, not always the same; one seed gives one game. */
START_TEST(levels_play) {
    Settings settings = settings_default();
    settings.hash_mib = 1;
    settings.book = false;
    Session *session;
    ck_assert_int_eq(session_new(&settings, &session, NULL), STATUS_OK);
    for (int level = 0; level <= LEVEL_MAX; level += 5) {
        char text[4];
        snprintf(text, sizeof text, "%d", level);
        ck_assert_int_eq(session_set_option(session, "level", text, NULL), STATUS_OK);
        uint64_t keys[3];
        for (int game = 0; game < 3; game++) {
            ck_assert_int_eq(session_new_game(session, NULL), STATUS_OK);
            session_seed(session, game == 2 ? 9 : 1);
            for (int ply = 0; ply < 12; ply++) {
                Answer answer = {.infos = 0};
                SearchEvents events = {answer_info, note_done, &answer};
                SearchLimits limits = {.has_nodes = true, .nodes = 2000};
                ck_assert_int_eq(session_think(session, &limits, SEARCH_THINK, &events, NULL),
                                 STATUS_OK);
                session_wait(session);
                if (level > 0) {
                    ck_assert_int_eq(answer.infos, 1);
                    ck_assert_uint_le(answer.result.nodes, level_get(level)->nodes);
                }
                ck_assert_int_eq(session_play(session, answer.result.best, NULL), STATUS_OK);
            }
            keys[game] = session_position(session)->key;
        }
        ck_assert_uint_eq(keys[0], keys[1]);
        ck_assert((keys[0] != keys[2]) == (level == 5));
    }
    ck_assert_int_eq(session_set_option(session, "level", "11", NULL), STATUS_RANGE);
    session_free(session);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("level");
    TCase *tcase = tcase_create("level");
    tcase_set_timeout(tcase, 60);
    tcase_add_test(tcase, levels_rise);
    tcase_add_test(tcase, errors_are_small_as_a_rule);
    tcase_add_test(tcase, chosen_move_is_within_the_error);
    tcase_add_test(tcase, levels_play);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
