/* SPDX-License-Identifier: MIT
 *
 * Taking back in games of the DXP door, to turns of either side, also while the engine thinks. */
#include "tests/unit/dxp_peer.h"
#include "tests/unit/suite.h"

static const Rules *international(void) {
    return rules_get(VARIANT_INTERNATIONAL);
}

/* Positions before each ply. */
enum {
    TRAIL_PLIES = 5
};

/* Five plies, the door has White and begins. */
static void play_trail(Peer *peer, Position trail[TRAIL_PLIES]) {
    peer_begin(peer, international(), 'W', 0, NULL);
    for (int ply = 0; ply < TRAIL_PLIES; ply++) {
        trail[ply] = peer->position;
        if (ply % 2 == 0)
            peer_take(peer);
        else
            peer_play(peer, 0);
    }
}

START_TEST(back_to_a_turn_of_the_door) {
    Door door;
    Peer peer;
    Position trail[TRAIL_PLIES];
    peer_start(&door, &peer, false);
    play_trail(&peer, trail);
    peer_send(&peer, "B002W");
    peer_expect(&peer, "K0");
    peer.position = trail[2];
    peer_take(&peer);
    peer_play(&peer, 0);
    peer_take(&peer);
    peer_finish(&door, &peer, STATUS_CLOSED);
    door_expect_game(&door, 0, OUTCOME_NONE, 5, "");
}
END_TEST

START_TEST(back_to_a_turn_of_the_peer) {
    Door door;
    Peer peer;
    Position trail[TRAIL_PLIES];
    peer_start(&door, &peer, false);
    play_trail(&peer, trail);
    peer_send(&peer, "B001Z");
    peer_expect(&peer, "K0");
    peer_expect_nothing(&peer);
    peer.position = trail[1];
    peer_play(&peer, 2);
    peer_take(&peer);
    peer_finish(&door, &peer, STATUS_CLOSED);
    door_expect_game(&door, 0, OUTCOME_NONE, 3, "");
}
END_TEST

START_TEST(back_to_where_the_game_is) {
    Door door;
    Peer peer;
    Position trail[TRAIL_PLIES];
    peer_start(&door, &peer, false);
    play_trail(&peer, trail);
    peer_send(&peer, "B003Z");
    peer_expect(&peer, "K0");
    peer_send(&peer, "B004W"); /* one further than the game has come */
    peer_expect(&peer, "K2");
    peer_play(&peer, 0);
    peer_take(&peer);
    peer_finish(&door, &peer, STATUS_CLOSED);
    door_expect_game(&door, 0, OUTCOME_NONE, 7, "");
}
END_TEST

/* The result of the search that was under way must not appear. */
START_TEST(back_while_the_door_thinks) {
    Door door;
    Peer peer;
    peer_start(&door, &peer, true);
    peer_begin(&peer, international(), 'Z', 0, NULL);
    Position first = peer.position;
    peer_play(&peer, 0);
    peer_send(&peer, "B001W");
    peer_expect(&peer, "K0");
    peer.position = first;
    peer_play(&peer, 3);
    peer_send(&peer, "B001Z"); /* where it thinks already */
    peer_expect(&peer, "K0");
    peer_expect_nothing(&peer);
    peer_finish(&door, &peer, STATUS_CLOSED);
    door_expect_game(&door, 0, OUTCOME_NONE, 1, "");
}
END_TEST

/* From one thought to an earlier turn of the door, where its move is forced. */
START_TEST(back_to_a_forced_move_while_the_door_thinks) {
    Door door;
    Peer peer;
    peer_start(&door, &peer, true);
    peer_begin(&peer, international(), 'Z', 0, "W:W33,45,46,47:B24,6,7,8");
    peer_play_from_to(&peer, 33, 29);
    Position forced = peer.position;
    peer_take(&peer);
    peer_play_from_to(&peer, 45, 40);
    peer_send(&peer, "B001Z");
    peer_expect(&peer, "K0");
    peer.position = forced;
    peer_take(&peer);
    peer_finish(&door, &peer, STATUS_CLOSED);
    door_expect_game(&door, 0, OUTCOME_NONE, 2, "");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("dxp_back");
    TCase *tcase = tcase_create("back");
    tcase_set_timeout(tcase, 120);
    tcase_add_test(tcase, back_to_a_turn_of_the_door);
    tcase_add_test(tcase, back_to_a_turn_of_the_peer);
    tcase_add_test(tcase, back_to_where_the_game_is);
    tcase_add_test(tcase, back_while_the_door_thinks);
    tcase_add_test(tcase, back_to_a_forced_move_while_the_door_thinks);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
