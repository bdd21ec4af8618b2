/* SPDX-License-Identifier: MIT */
#include "engine/board/movegen.h"
#include "tests/unit/bout.h"
#include "tests/unit/suite.h"

#include <string.h>

enum {
    PLIES = 30
};

/* A game of the player against the first legal move, with the nodes of each search. */
typedef struct {
    Move moves[PLIES];
    uint64_t nodes[PLIES];
    int count;
} PlayedGame;

static void play_game(Bout *bout, Color color, PlayedGame *ret_game) {
    bout->color = color;
    ck_assert_int_eq(bout_start(bout), FAULT_NONE);
    ck_assert_int_eq(bout_begin(bout), FAULT_NONE);
    ret_game->count = 0;
    while (ret_game->count < PLIES && record_outcome(&bout->record, NULL) == OUTCOME_NONE) {
        if (record_current(&bout->record)->turn != color) {
            bout_move(bout, NULL);
            continue;
        }
        ck_assert_int_eq(bout_think(bout), FAULT_NONE);
        ret_game->moves[ret_game->count] = bout->answer.move;
        ret_game->nodes[ret_game->count++] = bout->answer.nodes;
    }
    bout_end(bout, OUTCOME_DRAW);
}

static bool same_games(const PlayedGame *a, const PlayedGame *b) {
    bool same = a->count == b->count;
    for (int i = 0; same && i < a->count; i++)
        same = move_equals(a->moves[i], b->moves[i]) && a->nodes[i] == b->nodes[i];
    return same;
}

/* The same game comes out whatever was played before, and from a new player. */
static void check_repeated(const char *settings) {
    Bout bout;
    PlayedGame first, second, third, other;
    bout_open(&bout, settings);
    bout.limits = (MatchLimits){.nodes = 3000};
    play_game(&bout, COLOR_WHITE, &first);
    play_game(&bout, COLOR_BLACK, &other);
    play_game(&bout, COLOR_WHITE, &second);
    bout_close(&bout);
    bout_open(&bout, settings);
    bout.limits = (MatchLimits){.nodes = 3000};
    play_game(&bout, COLOR_WHITE, &third);
    bout_close(&bout);
    ck_assert_int_gt(first.count, 5);
    ck_assert(same_games(&first, &second));
    ck_assert(same_games(&first, &third));
    ck_assert(!same_games(&first, &other));
}

START_TEST(games_of_fixed_nodes_are_repeated) {
    check_repeated("set.hash=1 self");
    check_repeated("set.hash=1 set.book=true self");
}
END_TEST

START_TEST(limits_and_options_reach_the_search) {
    Bout bout;
    bout_open(&bout, "set.hash=1 self");
    ck_assert_ptr_nonnull(strstr(player_get_name(bout.player), "self"));
    bout.limits = (MatchLimits){.nodes = 500};
    bout_play_first(&bout);
    ck_assert_ptr_nonnull(strstr(player_get_name(bout.player), "huff"));
    ck_assert_uint_le(bout.answer.nodes, 500);
    ck_assert(bout.answer.has_score && bout.answer.has_depth);
    bout.limits = (MatchLimits){.depth = 3};
    ck_assert_int_eq(bout_think(&bout), FAULT_NONE);
    ck_assert_int_le(bout.answer.depth, 3);
    bout_close(&bout);
    PlayedGame full, material;
    bout_open(&bout, "set.hash=1 self");
    bout.limits = (MatchLimits){.nodes = 1000};
    play_game(&bout, COLOR_WHITE, &full);
    bout_close(&bout);
    bout_open(&bout, "set.hash=1 set.evaluation=material self");
    bout.limits = (MatchLimits){.nodes = 1000};
    play_game(&bout, COLOR_WHITE, &material);
    bout_close(&bout);
    ck_assert(!same_games(&full, &material));
}
END_TEST

START_TEST(wrong_options_are_refused) {
    static const char *const settings[] = {"set.hash=lots self", "set.nothing=1 self",
                                           "set.variant=english self"};
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
        Bout bout;
        bout_open(&bout, settings[i]);
        ck_assert_int_eq(bout_start(&bout), FAULT_START);
        ck_assert_ptr_nonnull(strstr(bout.answer.text, "set."));
        bout_close(&bout);
    }
}
END_TEST

/* A search without a limit that ends by itself. */
START_TEST(the_flag_ends_a_search) {
    Bout bout;
    bout_open(&bout, "set.hash=1 self");
    bout.limits = (MatchLimits){.move_time = 1000};
    bout.flag = 0.05;
    bout_play_first(&bout);
    ck_assert(bout.answer.seconds >= 0.05);
    bout_close(&bout);
}
END_TEST

START_TEST(it_thinks_in_the_others_time) {
    Bout bout;
    bout_open(&bout, "set.hash=1 ponder=true self");
    bout.limits = (MatchLimits){.clock_time = 2};
    bout_play_first(&bout);
    for (int i = 0; i < 12; i++) {
        PlayerTurn turn = bout_turn(&bout);
        player_ponder(bout.player, &turn);
        ck_assert_int_eq(bout_think(&bout), FAULT_NONE);
    }
    PlayerTurn turn = bout_turn(&bout);
    player_ponder(bout.player, &turn);
    bout_end(&bout, OUTCOME_NONE);
    player_ponder(bout.player, &turn);
    ck_assert_int_eq(bout_begin(&bout), FAULT_NONE);
    bout_think(&bout);
    turn = bout_turn(&bout);
    player_ponder(bout.player, &turn);
    bout_close(&bout);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("player_self");
    TCase *all = tcase_create("self");
    tcase_set_timeout(all, 120);
    tcase_add_test(all, games_of_fixed_nodes_are_repeated);
    tcase_add_test(all, limits_and_options_reach_the_search);
    tcase_add_test(all, wrong_options_are_refused);
    tcase_add_test(all, the_flag_ends_a_search);
    tcase_add_test(all, it_thinks_in_the_others_time);
    suite_add_tcase(suite, all);
    return suite_run(suite);
}
