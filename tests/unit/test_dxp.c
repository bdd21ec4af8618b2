/* SPDX-License-Identifier: MIT
 *
 * Conversations of the DXP door: agreeing on games, wrong messages, ends of conversations. */
#include "tests/unit/dxp_peer.h"
#include "tests/unit/suite.h"

#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* ---- Two doors ---- */

/* Both doors must tell the same games. */
static void expect_same_games(const Door *a, const Door *b, int count) {
    ck_assert_int_eq(a->game_count, count);
    ck_assert_int_eq(b->game_count, count);
    for (int i = 0; i < count; i++) {
        const DoorGame *x = &a->games[i], *y = &b->games[i];
        ck_assert(!x->refused && !y->refused);
        ck_assert_msg(x->outcome == y->outcome, "game %d: %s; %s", i, x->reason, y->reason);
        ck_assert_int_eq(x->plies, y->plies);
        ck_assert_int_ne(x->own_color, y->own_color);
    }
}

static void play_match(VariantId variant, const char *variant_of_follower, int games, int moves,
                       bool announces, Door *ret_initiator, Door *ret_follower) {
    int ends[2];
    ck_assert_int_eq(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
    door_init(ret_initiator, variant);
    door_init(ret_follower, variant);
    ck_assert_int_eq(
        session_set_option(ret_follower->session, "variant", variant_of_follower, NULL), STATUS_OK);
    ret_initiator->config.role = DXP_INITIATOR;
    ret_initiator->config.name = "Initiator";
    ret_initiator->config.games = games;
    ret_initiator->config.moves = moves;
    ret_initiator->config.announces = announces;
    ret_initiator->config.increment = 0.25;
    door_start(ret_follower, ends[1]);
    door_start(ret_initiator, ends[0]);
    door_finish(ret_initiator, STATUS_OK);
    door_finish(ret_follower, STATUS_OK);
}

static void finish_match(Door *initiator, Door *follower) {
    door_done(initiator);
    door_done(follower);
}

/* Whole games end by law, so both sides know the result; colours change. */
static void check_whole_games(VariantId variant) {
    Door initiator, follower;
    play_match(variant, rules_get(variant)->name, 3, 0, false, &initiator, &follower);
    expect_same_games(&initiator, &follower, 3);
    for (int i = 0; i < 3; i++) {
        const DoorGame *game = &initiator.games[i];
        ck_assert_int_eq(game->own_color, i % 2 == 0 ? COLOR_WHITE : COLOR_BLACK);
        ck_assert_int_ne(game->outcome, OUTCOME_NONE);
        ck_assert_str_eq(game->reason, follower.games[i].reason);
        ck_assert_int_gt(game->plies, 10);
        bool has_no_move = strstr(game->reason, "has no move") != NULL;
        ck_assert(has_no_move == (game->outcome != OUTCOME_DRAW));
    }
    ck_assert_str_eq(follower.games[0].peer_name, "Initiator");
    ck_assert_ptr_nonnull(strstr(initiator.games[0].peer_name, "huff "));
    ck_assert_ptr_null(strstr(initiator.texts, "#huff"));
    ck_assert_ptr_null(strstr(follower.texts, "#huff"));
    finish_match(&initiator, &follower);
}

START_TEST(whole_games_international) {
    check_whole_games(VARIANT_INTERNATIONAL);
}
END_TEST

START_TEST(whole_games_english) {
    check_whole_games(VARIANT_ENGLISH);
}
END_TEST

START_TEST(games_of_limited_length) {
    Door initiator, follower;
    play_match(VARIANT_INTERNATIONAL, "international", 2, 4, false, &initiator, &follower);
    expect_same_games(&initiator, &follower, 2);
    door_expect_game(&initiator, 0, OUTCOME_NONE, 8, "4 moves");
    door_expect_game(&initiator, 1, OUTCOME_NONE, 8, "the peer ended the game");
    door_expect_game(&follower, 1, OUTCOME_NONE, 8, "4 moves");
    finish_match(&initiator, &follower);
}
END_TEST

/* The follower plays another variant than it was set up for, and is what it was afterwards. */
START_TEST(variant_and_scores_between_friends) {
    Door initiator, follower;
    play_match(VARIANT_ENGLISH, "international", 1, 5, true, &initiator, &follower);
    expect_same_games(&initiator, &follower, 1);
    ck_assert_int_eq(initiator.games[0].plies, 10);
    ck_assert_ptr_nonnull(strstr(initiator.texts, "peer: #huff score "));
    ck_assert_ptr_nonnull(strstr(follower.texts, "peer: #huff score "));
    ck_assert_ptr_nonnull(
        strstr(follower.texts, "peer: #huff game variant=english increment=0.250\n"));
    ck_assert_str_eq(session_settings(follower.session)->rules->name, "international");
    finish_match(&initiator, &follower);
}
END_TEST

/* ---- Agreeing on a game ---- */

static void start_follower(Door *door, Peer *peer, VariantId variant) {
    door_init(door, variant);
    peer_init(peer, door);
}

/* Ends the conversation by going away and checks that this was in order. */
static void finish_follower(Door *door, Peer *peer, Status status) {
    peer_hang_up(peer);
    door_finish(door, status);
    peer_done(peer);
    door_done(door);
}

START_TEST(follower_refuses) {
    Door door;
    Peer peer;
    start_follower(&door, &peer, VARIANT_INTERNATIONAL);
    peer_send(&peer, "R02X                               W005075A");
    peer_expect_start(&peer, "Ahuff ");
    peer_send(&peer, "R03nonsense that a later version may mean");
    peer_expect_code(&peer, '1');
    peer_send(&peer, "R01X                               W005075BWwwwww");
    peer_expect_start(&peer, "Cgame refused: ");
    peer_expect_start(&peer, "A");
    /* A man on its crowning row is what the board refuses, not the codec. */
    peer_send(&peer, "R01X                               W005075BW"
                     "weeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeez");
    peer_expect_start(&peer, "Cgame refused: ");
    peer_expect_code(&peer, '2');
    peer_expect_nothing(&peer);
    ck_assert_int_eq(door.game_count, 0);
    finish_follower(&door, &peer, STATUS_OK);
}
END_TEST

START_TEST(follower_begins) {
    Door door;
    Peer peer;
    start_follower(&door, &peer, VARIANT_INTERNATIONAL);
    peer_begin(&peer, rules_get(VARIANT_INTERNATIONAL), 'W', 0, NULL);
    peer_take(&peer);
    peer_play(&peer, 0);
    peer_take(&peer);
    peer_send(&peer, "R01X                               W005075A");
    peer_expect_start(&peer, "Cgame refused: ");
    peer_expect_start(&peer, "A");
    peer_play(&peer, 0);
    peer_take(&peer);
    finish_follower(&door, &peer, STATUS_CLOSED);
    door_expect_game(&door, 0, OUTCOME_NONE, 5, "broke off");
}
END_TEST

/* English draughts: Black begins, 32 squares. */
START_TEST(black_begins_in_english) {
    Door door;
    Peer peer;
    const Rules *rules = rules_get(VARIANT_ENGLISH);
    start_follower(&door, &peer, VARIANT_ENGLISH);
    peer_begin(&peer, rules, 'Z', 0, NULL);
    peer_take(&peer);
    peer_play(&peer, 0);
    peer_take(&peer);
    peer_send(&peer, "E00");
    peer_expect(&peer, "E00");
    peer_begin(&peer, rules, 'W', 0, "B:W30,K3:BK9,14");
    peer_play(&peer, 0);
    peer_take(&peer);
    finish_follower(&door, &peer, STATUS_CLOSED);
    ck_assert_int_eq(door.game_count, 2);
}
END_TEST

/* After the last game that the follower wants. */
START_TEST(follower_has_enough) {
    Door door;
    Peer peer;
    door_init(&door, VARIANT_INTERNATIONAL);
    door.config.games = 1;
    peer_init(&peer, &door);
    peer_begin(&peer, rules_get(VARIANT_INTERNATIONAL), 'Z', 0, NULL);
    peer_send(&peer, "E00");
    peer_expect(&peer, "E00");
    peer_send(&peer, "R01X                               W005075A");
    peer_expect_code(&peer, '3');
    peer_expect_end(&peer);
    door_finish(&door, STATUS_OK);
    peer_done(&peer);
    door_done(&door);
}
END_TEST

static void start_initiator(Door *door, Peer *peer, int games) {
    door_init(door, VARIANT_INTERNATIONAL);
    door->config.role = DXP_INITIATOR;
    door->config.games = games;
    peer_init(peer, door);
    position_init_start(&peer->position, rules_get(VARIANT_INTERNATIONAL));
}

#define ACCEPT "APeer                            "

START_TEST(initiator_is_refused) {
    Door door;
    Peer peer;
    start_initiator(&door, &peer, 5);
    peer_expect_start(&peer, "R01huff ");
    peer_send(&peer, "Awrong");
    peer_expect_start(&peer, "CGAMEACC");
    peer_send(&peer, ACCEPT "2");
    peer_expect_start(&peer, "R01huff ");
    peer_send(&peer, ACCEPT "2");
    peer_expect_end(&peer);
    door_finish(&door, STATUS_OK);
    ck_assert_int_eq(door.game_count, 2);
    ck_assert(door.games[0].refused && door.games[1].refused);
    ck_assert_str_eq(door.games[0].peer_name, "Peer");
    peer_done(&peer);
    door_done(&door);
}
END_TEST

START_TEST(initiator_hears_no_more_games) {
    static const char codes[] = {'1', '3'};
    Door door;
    Peer peer;
    char answer[DXP_TEXT_SIZE];
    start_initiator(&door, &peer, 5);
    peer_expect_start(&peer, "R01huff ");
    snprintf(answer, sizeof answer, ACCEPT "%c", codes[_i]);
    peer_send(&peer, answer);
    peer_expect_end(&peer);
    door_finish(&door, STATUS_OK);
    ck_assert_int_eq(door.game_count, 1);
    ck_assert(door.games[0].refused);
    peer_done(&peer);
    door_done(&door);
}
END_TEST

START_TEST(initiator_is_not_answered) {
    Door door;
    Peer peer;
    door_init(&door, VARIANT_INTERNATIONAL);
    door.config.role = DXP_INITIATOR;
    door.config.accept_seconds = 0.01;
    peer_init(&peer, &door);
    peer_expect_start(&peer, "R01huff ");
    peer_expect_end(&peer);
    door_finish(&door, STATUS_STATE);
    peer_done(&peer);
    door_done(&door);
}
END_TEST

/* The next request comes only when both stop codes were 0, with the other colour. */
START_TEST(initiator_goes_on) {
    Door door;
    Peer peer;
    start_initiator(&door, &peer, 3);
    peer_expect(&peer, "R01huff 0.1.0                      Z005000A");
    peer_send(&peer, "R01X                               W005075A");
    peer_expect_start(&peer, "Cgame refused: ");
    peer_expect_start(&peer, "A");
    peer_send(&peer, ACCEPT "0");
    peer_take(&peer);
    peer_send(&peer, "E10");
    peer_expect(&peer, "E00");
    peer_expect(&peer, "R01huff 0.1.0                      W005000A");
    peer_send(&peer, ACCEPT "0");
    peer_send(&peer, "E21");
    peer_expect(&peer, "E01");
    peer_expect_end(&peer);
    door_finish(&door, STATUS_OK);
    ck_assert_int_eq(door.game_count, 2);
    door_expect_game(&door, 0, OUTCOME_WHITE_WINS, 1, "gave up");
    door_expect_game(&door, 1, OUTCOME_DRAW, 0, "draw");
    peer_done(&peer);
    door_done(&door);
}
END_TEST

START_TEST(wrong_configs) {
    Door door;
    Position english;
    position_init_start(&english, rules_get(VARIANT_ENGLISH));
    for (int i = 0; i < 6; i++) {
        door_init(&door, VARIANT_INTERNATIONAL);
        DxpConfig *config = &door.config;
        config->minutes = i == 0 ? 1000 : 5;
        config->moves = i == 1 ? -1 : 0;
        config->own_minutes = i == 2 ? 0 : 5;
        config->ack_seconds = i == 3 ? 0 : 1;
        config->start = i == 4 ? &english : NULL;
        config->games = i == 5 ? -1 : 0;
        Peer peer;
        peer_init(&peer, &door);
        peer_expect_end(&peer);
        door_finish(&door, STATUS_RANGE);
        peer_done(&peer);
        door_done(&door);
    }
}
END_TEST

/* ---- Extensions ---- */

#define ANNOUNCEMENT "C#huff 1 extensions: variant increment minutes score analyse"

START_TEST(plain_peer_of_an_announcing_initiator) {
    Door door;
    Peer peer;
    door_init(&door, VARIANT_INTERNATIONAL);
    door.config.role = DXP_INITIATOR;
    door.config.announces = true;
    door.config.ack_seconds = 0.01;
    door.config.minutes = 0.25;
    door.config.increment = 1;
    peer_init(&peer, &door);
    peer_expect(&peer, ANNOUNCEMENT);
    peer_expect(&peer, "R01huff 0.1.0                      Z001000A");
    peer_send(&peer, ACCEPT "0");
    peer_expect_start(&peer, "M");
    peer_send(&peer, "E01");
    peer_expect(&peer, "E01");
    peer_expect_end(&peer);
    door_finish(&door, STATUS_OK);
    peer_done(&peer);
    door_done(&door);
}
END_TEST

START_TEST(conditions_of_a_game) {
    Door door;
    Peer peer;
    const Rules *english = rules_get(VARIANT_ENGLISH);
    start_follower(&door, &peer, VARIANT_INTERNATIONAL);
    peer_send(&peer, "C#huff game variant=english"); /* chat, as nothing was announced */
    peer_expect_nothing(&peer);
    peer_send(&peer, "C#huff 7 extensions: score juggling variant");
    peer_expect(&peer, ANNOUNCEMENT);
    peer_send(&peer, "C#huff 1 extensions:");
    peer_expect_nothing(&peer);
    peer_send(&peer, "C#huff game variant=halma");
    peer_expect_start(&peer, "C#huff error ");
    peer_send(&peer, "R01X                               W005075A");
    peer_expect_start(&peer, "Cgame refused: ");
    peer_expect_start(&peer, "A");
    peer_send(&peer, "C#huff game variant=english increment=2");
    peer_begin(&peer, english, 'W', 0, "B:W30:B3");
    peer_send(&peer, "E00");
    peer_expect(&peer, "E00");
    peer_begin(&peer, rules_get(VARIANT_INTERNATIONAL), 'W', 0, NULL);
    peer_take(&peer);
    finish_follower(&door, &peer, STATUS_CLOSED);
}
END_TEST

START_TEST(analysis) {
    Door door;
    Peer peer;
    start_follower(&door, &peer, VARIANT_INTERNATIONAL);
    peer_send(&peer, ANNOUNCEMENT);
    peer_expect(&peer, ANNOUNCEMENT);
    peer_send(&peer, "C#huff analyse nodes=100 seconds=60");
    peer_expect_start(&peer, "C#huff analysis ");
    peer_send(&peer, "C#huff analyse depth=100");
    peer_expect_start(&peer, "C#huff error ");
    peer_begin(&peer, rules_get(VARIANT_INTERNATIONAL), 'W', 0, NULL);
    peer_take(&peer);
    peer_expect_start(&peer, "C#huff score ");
    peer_send(&peer, "C#huff analyse seconds=60"); /* cut short by the move */
    peer_play(&peer, 0);
    peer_expect_start(&peer, "C#huff analysis ");
    peer_take(&peer);
    peer_expect_start(&peer, "C#huff score ");
    finish_follower(&door, &peer, STATUS_CLOSED);
}
END_TEST

/* ---- The end of the input ---- */

START_TEST(end_while_idle) {
    Door door;
    Peer peer;
    start_follower(&door, &peer, VARIANT_INTERNATIONAL);
    finish_follower(&door, &peer, STATUS_OK);
    ck_assert_int_eq(door.game_count, 0);
}
END_TEST

START_TEST(end_while_greeting) {
    Door door;
    Peer peer;
    door_init(&door, VARIANT_INTERNATIONAL);
    door.config.role = DXP_INITIATOR;
    door.config.announces = true;
    peer_init(&peer, &door);
    peer_expect(&peer, ANNOUNCEMENT);
    finish_follower(&door, &peer, STATUS_CLOSED);
}
END_TEST

START_TEST(end_while_requested) {
    Door door;
    Peer peer;
    start_initiator(&door, &peer, 1);
    peer_expect_start(&peer, "R01huff ");
    finish_follower(&door, &peer, STATUS_CLOSED);
    ck_assert_int_eq(door.game_count, 0);
}
END_TEST

/* Thinks by the clock of 999 minutes, so that the end must stop it. */
START_TEST(end_while_thinking) {
    Door door;
    Peer peer;
    door_init(&door, VARIANT_INTERNATIONAL);
    door.config.nodes = 0;
    if (_i == 1)
        ck_assert_int_eq(session_set_option(door.session, "ponder", "true", NULL), STATUS_OK);
    peer_init(&peer, &door);
    peer_begin(&peer, rules_get(VARIANT_INTERNATIONAL), _i == 1 ? 'Z' : 'W', 0, NULL);
    finish_follower(&door, &peer, STATUS_CLOSED);
    door_expect_game(&door, 0, OUTCOME_NONE, 0, "broke off");
}
END_TEST

START_TEST(end_while_ending) {
    Door door;
    Peer peer;
    start_follower(&door, &peer, VARIANT_INTERNATIONAL);
    peer_begin(&peer, rules_get(VARIANT_INTERNATIONAL), 'W', 0, "W:W:B20");
    peer_expect(&peer, "E10");
    finish_follower(&door, &peer, STATUS_OK);
    door_expect_game(&door, 0, OUTCOME_BLACK_WINS, 0, "White has no move");
}
END_TEST

static void add_case(Suite *suite, const char *name, const TTest *const *tests, size_t count) {
    TCase *tcase = tcase_create(name);
    tcase_set_timeout(tcase, 120);
    for (size_t i = 0; i < count; i++)
        tcase_add_test(tcase, tests[i]);
    suite_add_tcase(suite, tcase);
}

int main(void) {
    Suite *suite = suite_create("dxp");
    const TTest *const plain[] = {
        whole_games_international,
        whole_games_english,
        games_of_limited_length,
        variant_and_scores_between_friends,
        follower_refuses,
        follower_begins,
        black_begins_in_english,
        follower_has_enough,
        initiator_is_refused,
        initiator_is_not_answered,
        initiator_goes_on,
        wrong_configs,
        plain_peer_of_an_announcing_initiator,
        conditions_of_a_game,
        analysis,
        end_while_idle,
        end_while_greeting,
        end_while_requested,
        end_while_ending,
    };
    add_case(suite, "conversation", plain, sizeof plain / sizeof *plain);
    TCase *loops = tcase_create("each");
    tcase_set_timeout(loops, 120);
    tcase_add_loop_test(loops, initiator_hears_no_more_games, 0, 2);
    tcase_add_loop_test(loops, end_while_thinking, 0, 2);
    suite_add_tcase(suite, loops);
    return suite_run(suite);
}
