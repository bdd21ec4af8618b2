/* SPDX-License-Identifier: MIT
 *
 * Games of the DXP door against a peer that does what real ones do: moves, draws, ends that cross,
 * missing acknowledgements. */
#include "tests/unit/dxp_peer.h"
#include "tests/unit/suite.h"

#include <string.h>

static const Rules *international(void) {
    return rules_get(VARIANT_INTERNATIONAL);
}

/* ---- Moves ---- */

START_TEST(moves_that_do_not_fit) {
    Door door;
    Peer peer;
    peer_start(&door, &peer, false);
    peer_send(&peer, "M0001322800");
    peer_expect_start(&peer, "Cno game");
    peer_begin(&peer, international(), 'Z', 0, NULL);
    static const char *const wrong[] = {"M0001000000", "M000199510199", "M0001322830", "M0001",
                                        "M0001322600", "M000132280123", "M0001060100"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        peer_send(&peer, wrong[i]);
        peer_expect_start(&peer, "C");
        peer_expect_nothing(&peer);
    }
    peer_play(&peer, 0);
    peer_take(&peer);
    peer_finish(&door, &peer, STATUS_CLOSED);
    door_expect_game(&door, 0, OUTCOME_NONE, 2, "broke off");
}
END_TEST

START_TEST(move_out_of_turn) {
    Door door;
    Peer peer;
    peer_start(&door, &peer, true);
    peer_begin(&peer, international(), 'W', 0, NULL);
    peer_send(&peer, "M0001322800");
    peer_expect_start(&peer, "Cit is not your turn");
    peer_send(&peer, "E00");
    peer_expect(&peer, "E00");
    peer_expect_nothing(&peer);
    peer_finish(&door, &peer, STATUS_OK);
    door_expect_game(&door, 0, OUTCOME_NONE, 0, "without a result");
}
END_TEST

START_TEST(analysis_while_the_door_thinks) {
    Door door;
    Peer peer;
    peer_start(&door, &peer, true);
    peer_send(&peer, "C#huff 1 extensions: analyse");
    peer_expect_start(&peer, "C#huff 1 extensions: ");
    peer_begin(&peer, international(), 'W', 0, NULL);
    peer_send(&peer, "C#huff analyse");
    peer_expect_start(&peer, "C#huff error ");
    peer_finish(&door, &peer, STATUS_CLOSED);
}
END_TEST

/* Two captures with the same ends; the list must say which. */
START_TEST(captures_with_and_without_their_list) {
    static const struct {
        const char *fen, *message;
        bool is_taken;
    } rows[] = {
        {"W:WK4:B13,20,32,37", "M0000041500", false},
        {"W:WK4:B13,20,32,37", "M00000415031320", false},
        {"W:WK4:B13,20,32,37", "M00000415021337", false},
        {"W:WK4:B13,20,32,37", "M000004150332", true},
        {"W:WK4:B13,20,32,37", "M000004150337", true},
        {"W:WK4:B13,20,32,37", "M0000041503372013", true},
        {"W:W28,33:B23", "M0000281900", true},
        {"W:W28,33:B23", "M000028190123", true},
        {"W:W28,33:B23", "M000028190122", false},
        {"W:W28,33:B23", "M0000331900", false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        Door door;
        Peer peer;
        peer_start(&door, &peer, false);
        peer_begin(&peer, international(), 'Z', 0, rows[i].fen);
        peer_send(&peer, rows[i].message);
        /* Black answers with a move if it has a man left, else with the end of the game. */
        bool over = rows[i].is_taken && i >= 6;
        peer_expect_start(&peer, over ? "E10" : rows[i].is_taken ? "M" : "Cmove ignored: ");
        peer_finish(&door, &peer, over ? STATUS_OK : STATUS_CLOSED);
    }
}
END_TEST

/* ---- Ends ---- */

/* The door takes the last piece: the peer has to say that it lost, or goes away. */
START_TEST(peer_without_a_move) {
    static const char *const answers[] = {"E10", "E00", "E31", NULL};
    static const Outcome outcomes[] = {OUTCOME_WHITE_WINS, OUTCOME_WHITE_WINS, OUTCOME_BLACK_WINS,
                                       OUTCOME_WHITE_WINS};
    Door door;
    Peer peer;
    peer_start(&door, &peer, false);
    peer_begin(&peer, international(), 'W', 0, "W:W28:B23");
    peer_take(&peer);
    peer_expect_nothing(&peer);
    if (answers[_i]) {
        peer_send(&peer, answers[_i]);
        peer_expect(&peer, answers[_i][2] == '1' ? "E01" : "E00");
    }
    peer_finish(&door, &peer, answers[_i] ? STATUS_OK : STATUS_CLOSED);
    door_expect_game(&door, 0, outcomes[_i], 1,
                     outcomes[_i] == OUTCOME_WHITE_WINS ? "Black has no move"
                                                        : "itself the winner");
}
END_TEST

START_TEST(peer_ends_while_door_thinks) {
    static const char *const ends[] = {"E", "E10", "E20", "E31", "E9"};
    static const Outcome outcomes[] = {OUTCOME_NONE, OUTCOME_WHITE_WINS, OUTCOME_DRAW,
                                       OUTCOME_BLACK_WINS, OUTCOME_NONE};
    Door door;
    Peer peer;
    peer_start(&door, &peer, true);
    peer_begin(&peer, international(), 'W', 0, NULL);
    peer_send(&peer, "CAre you there?");
    peer_send(&peer, ends[_i]);
    peer_expect(&peer, _i == 3 ? "E01" : "E00");
    if (_i == 3) {
        peer_expect_end(&peer);
    } else {
        peer_send(&peer, "E01"); /* late, and the end of the conversation */
        peer_expect_end(&peer);
    }
    peer_finish(&door, &peer, STATUS_OK);
    door_expect_game(&door, 0, outcomes[_i], 0, "");
}
END_TEST

/* The door's own end crosses with an end, a move, talk and a request to go back. */
START_TEST(messages_that_cross_with_the_end) {
    Door door;
    Peer peer;
    peer_start(&door, &peer, false);
    peer_begin(&peer, international(), 'W', 0, "W:W:B20");
    peer_expect(&peer, "E10");
    peer_send(&peer, "M0001202500");
    peer_send(&peer, "CBye");
    peer_send(&peer, "B001W");
    peer_expect(&peer, "K2");
    peer_send(&peer, "E30");
    peer_expect_nothing(&peer);
    peer_send(&peer, "E00"); /* answered by nothing, however often it comes */
    peer_expect_nothing(&peer);
    peer_begin(&peer, international(), 'W', 0, NULL);
    peer_take(&peer);
    peer_finish(&door, &peer, STATUS_CLOSED);
    ck_assert_int_eq(door.game_count, 2);
    door_expect_game(&door, 0, OUTCOME_BLACK_WINS, 0, "White has no move");
}
END_TEST

/* A peer that never acknowledges, as the answer to which the next request comes all the same. */
START_TEST(acknowledgement_missing) {
    static const char accept[] = "APeer                            0";
    Door door;
    Peer peer;
    Position start_position;
    Board board = {.men[COLOR_BLACK] = geometry_square_bit(&geometry_table[GEOMETRY_10X10], 20)};
    ck_assert_int_eq(
        position_init_board(&start_position, international(), &board, COLOR_WHITE, NULL), 0);
    door_init(&door, VARIANT_INTERNATIONAL);
    door.config.role = DXP_INITIATOR;
    door.config.games = 2;
    door.config.ack_seconds = 0.01;
    door.config.start = &start_position;
    peer_init(&peer, &door);
    peer_expect_start(&peer, "R01");
    peer_send(&peer, accept);
    peer_expect(&peer, "E10");
    peer_expect_start(&peer, "R01");
    peer_send(&peer, accept);
    peer_send(&peer, "E10");
    peer_expect(&peer, "E00");
    peer_expect_end(&peer);
    peer_finish(&door, &peer, STATUS_OK);
    door_expect_game(&door, 0, OUTCOME_BLACK_WINS, 0, "no move");
    door_expect_game(&door, 1, OUTCOME_BLACK_WINS, 0, "no move");
    ck_assert_ptr_nonnull(strstr(door.texts, "did not acknowledge"));
}
END_TEST

/* The door says that this was its last game; that counts whatever the peer says. */
START_TEST(end_of_the_last_game) {
    Door door;
    Peer peer;
    door_init(&door, VARIANT_INTERNATIONAL);
    door.config.games = 1;
    peer_init(&peer, &door);
    peer_begin(&peer, international(), 'W', 0, "W:W:B20");
    peer_expect(&peer, "E11");
    peer_send(&peer, "E00");
    peer_expect_end(&peer);
    peer_finish(&door, &peer, STATUS_OK);
}
END_TEST

START_TEST(peer_ends_instead_of_answering) {
    Door door;
    Peer peer;
    door_init(&door, VARIANT_INTERNATIONAL);
    door.config.role = DXP_INITIATOR;
    peer_init(&peer, &door);
    peer_expect_start(&peer, "R01");
    peer_send(&peer, "E00"); /* a late acknowledgement */
    peer_expect_nothing(&peer);
    peer_send(&peer, "E01");
    peer_expect_end(&peer);
    peer_finish(&door, &peer, STATUS_OK);
    ck_assert_int_eq(door.game_count, 1);
    ck_assert(door.games[0].refused);
}
END_TEST

START_TEST(request_instead_of_acknowledgement) {
    Door door;
    Peer peer;
    peer_start(&door, &peer, false);
    peer_begin(&peer, international(), 'W', 0, "W:W:B20");
    peer_expect(&peer, "E10");
    peer_begin(&peer, international(), 'W', 0, NULL);
    peer_take(&peer);
    peer_finish(&door, &peer, STATUS_CLOSED);
    ck_assert_int_eq(door.game_count, 2);
}
END_TEST

START_TEST(last_move_is_played) {
    Door door;
    Peer peer;
    peer_start(&door, &peer, false);
    peer_begin(&peer, international(), _i == 0 ? 'W' : 'Z', 2, NULL);
    for (int ply = 0; ply < 4; ply++) {
        if (ply % 2 == _i)
            peer_take(&peer);
        else
            peer_play(&peer, 0);
    }
    if (_i == 1) { /* the peer may end now, or play on */
        peer_expect_nothing(&peer);
        peer_play(&peer, 0);
    }
    peer_expect(&peer, "E00");
    peer_send(&peer, "E00");
    peer_finish(&door, &peer, STATUS_OK);
    door_expect_game(&door, 0, OUTCOME_NONE, 4 + _i, "all 2 moves");
}
END_TEST

START_TEST(door_gives_up) {
    Door door;
    Peer peer;
    door_init(&door, VARIANT_INTERNATIONAL);
    door.config.resign_score = 200;
    peer_init(&peer, &door);
    peer_begin(&peer, international(), 'Z', 0, "W:W26,27,28,31-50:B1-5");
    for (int i = 0; i < 2; i++) {
        peer_play(&peer, 0);
        peer_take(&peer);
    }
    peer_play(&peer, 0);
    peer_expect(&peer, "E10");
    peer_finish(&door, &peer, STATUS_OK);
    door_expect_game(&door, 0, OUTCOME_WHITE_WINS, 5, "given up");
}
END_TEST

/* ---- Draws by rule ---- */

/* English. White's men hold Black, who has no other move than 4-8 and 8-4; with White's king going
 * 29-25 and back the position stands for the third time after eight plies, whatever the engine
 * thinks of it. The door has Black. */
#define SHUFFLE ":WK3,7,10,12,16,18,19,20,22,24,K29:BK4,11,15"

typedef struct {
    Door door;
    Peer peer;
    int plies;
    bool peer_moves;
} Shuffle;

static void shuffle_step(Shuffle *shuffle) {
    bool home = shuffle->plies / 2 % 2 == 0;
    if (shuffle->peer_moves)
        peer_play_from_to(&shuffle->peer, home ? 29 : 25, home ? 25 : 29);
    else
        peer_take(&shuffle->peer);
    shuffle->plies++;
    shuffle->peer_moves = !shuffle->peer_moves;
}

/* Plays up to the draw. */
static void shuffle_init(Shuffle *shuffle, bool peer_begins, bool claims) {
    door_init(&shuffle->door, VARIANT_ENGLISH);
    shuffle->door.config.claims_draws = claims;
    peer_init(&shuffle->peer, &shuffle->door);
    peer_begin(&shuffle->peer, rules_get(VARIANT_ENGLISH), 'Z', 0,
               peer_begins ? "W" SHUFFLE : "B" SHUFFLE);
    shuffle->peer_moves = peer_begins;
    shuffle->plies = 0;
    while (shuffle->plies < 8)
        shuffle_step(shuffle);
}

static void shuffle_done(Shuffle *shuffle, Status status, Outcome outcome) {
    peer_hang_up(&shuffle->peer);
    door_finish(&shuffle->door, status);
    door_expect_game(&shuffle->door, 0, outcome, shuffle->plies,
                     outcome == OUTCOME_DRAW ? "third time" : "broke off");
    peer_done(&shuffle->peer);
    door_done(&shuffle->door);
}

START_TEST(draw_by_a_move_of_the_peer) {
    Shuffle game;
    shuffle_init(&game, false, true);
    peer_expect_start(&game.peer, "Cdraw: ");
    peer_expect(&game.peer, "E20");
    peer_send(&game.peer, "E00");
    shuffle_done(&game, STATUS_OK, OUTCOME_DRAW);
}
END_TEST

START_TEST(draw_by_a_move_of_the_door) {
    Shuffle game;
    shuffle_init(&game, true, true);
    peer_expect_start(&game.peer, "Cdraw: ");
    if (_i == 0) {
        peer_send(&game.peer, "E20");
        peer_expect(&game.peer, "E00");
    } else {
        shuffle_step(&game);
        peer_expect(&game.peer, "E20");
        peer_send(&game.peer, "E00");
    }
    shuffle_done(&game, STATUS_OK, OUTCOME_DRAW);
}
END_TEST

/* What was announced is taken back with the move that made it. */
START_TEST(draw_is_taken_back) {
    Shuffle game;
    shuffle_init(&game, true, true);
    peer_expect_start(&game.peer, "Cdraw: ");
    peer_send(&game.peer, "B001W");
    peer_expect(&game.peer, "K0");
    game.plies = 0; /* the position is that of the beginning anyhow */
    shuffle_step(&game);
    shuffle_step(&game);
    peer_expect_nothing(&game.peer);
    shuffle_done(&game, STATUS_CLOSED, OUTCOME_NONE);
}
END_TEST

START_TEST(draw_is_not_claimed) {
    Shuffle game;
    shuffle_init(&game, false, false);
    for (int i = 0; i < 3; i++)
        shuffle_step(&game);
    shuffle_done(&game, STATUS_CLOSED, OUTCOME_DRAW);
}
END_TEST

/* ---- Time ---- */

/* Minutes 000: its own time for the game; the peer's time is used too. */
START_TEST(game_without_minutes) {
    Door door;
    Peer peer;
    door_init(&door, VARIANT_INTERNATIONAL);
    door.config.nodes = 0;
    door.config.own_minutes = 0.002;
    door.config.gap_ms = 5;
    ck_assert_int_eq(session_set_option(door.session, "ponder", "true", NULL), STATUS_OK);
    peer_init(&peer, &door);
    position_init_start(&peer.position, international());
    peer_send(&peer, "R01X                               W000010A");
    peer_expect_code(&peer, '0');
    for (int i = 0; i < 4; i++) {
        peer_take(&peer);
        peer_play(&peer, 0);
    }
    peer_take(&peer);
    peer_finish(&door, &peer, STATUS_CLOSED);
    ck_assert_ptr_nonnull(strstr(door.texts, "0.002 minutes, 10 moves"));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("dxp_game");
    const TTest *const once[] = {
        moves_that_do_not_fit,
        move_out_of_turn,
        analysis_while_the_door_thinks,
        captures_with_and_without_their_list,
        messages_that_cross_with_the_end,
        acknowledgement_missing,
        request_instead_of_acknowledgement,
        peer_ends_instead_of_answering,
        end_of_the_last_game,
        door_gives_up,
        draw_by_a_move_of_the_peer,
        draw_is_taken_back,
        draw_is_not_claimed,
        game_without_minutes,
    };
    TCase *tcase = tcase_create("game");
    tcase_set_timeout(tcase, 120);
    for (size_t i = 0; i < sizeof once / sizeof *once; i++)
        tcase_add_test(tcase, once[i]);
    tcase_add_loop_test(tcase, peer_without_a_move, 0, 4);
    tcase_add_loop_test(tcase, peer_ends_while_door_thinks, 0, 5);
    tcase_add_loop_test(tcase, last_move_is_played, 0, 2);
    tcase_add_loop_test(tcase, draw_by_a_move_of_the_door, 0, 2);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
