/* SPDX-License-Identifier: MIT */
#include "tests/unit/dxp_peer.h"

#include "engine/notation/fen.h"
#include "protocol/dxp_board.h"
#include "tests/unit/suite.h"

#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
    PATIENCE_MS = 60000,
    NODES = 60,
};

/* ---- The door ---- */

static void note_game(void *context, const DxpReport *report) {
    Door *door = context;
    if (door->game_count++ >= DOOR_GAMES_MAX)
        return;
    DoorGame *game = &door->games[door->game_count - 1];
    game->refused = report->refused;
    game->outcome = report->outcome;
    game->own_color = report->own_color;
    game->plies = record_plies(report->record);
    snprintf(game->reason, sizeof game->reason, "%s", report->reason);
    snprintf(game->peer_name, sizeof game->peer_name, "%s", report->peer_name);
}

static void note_text(void *context, const char *text) {
    Door *door = context;
    size_t length = strlen(door->texts);
    for (const char *c = text; *c != '\0'; c++)
        door->unprintable = door->unprintable || *c < ' ' || *c > '~';
    snprintf(door->texts + length, sizeof door->texts - length, "%s\n", text);
}

void door_init(Door *door, VariantId variant) {
    memset(door, 0, sizeof *door);
    Settings settings = settings_default();
    settings.rules = rules_get(variant);
    settings.hash_mib = 0;
    settings.book = false;
    ck_assert_int_eq(session_new(&settings, &door->session, NULL), STATUS_OK);
    door->config = dxp_config_default();
    door->config.nodes = NODES;
    door->config.gap_ms = 0;
    door->config.ack_seconds = PATIENCE_MS / 1000.0;
    door->config.on_game = note_game;
    door->config.on_text = note_text;
    door->config.context = door;
}

void door_done(Door *door) {
    session_free(door->session);
}

static void *run_door(void *context) {
    Door *door = context;
    door->status = dxp_run_socket(door->session, door->fd, &door->config, &door->error);
    close(door->fd);
    return NULL;
}

void door_start(Door *door, int fd) {
    door->fd = fd;
    door->game_count = 0;
    door->texts[0] = '\0';
    ck_assert_int_eq(pthread_create(&door->thread, NULL, run_door, door), 0);
}

void door_finish(Door *door, Status status) {
    ck_assert_int_eq(pthread_join(door->thread, NULL), 0);
    ck_assert_msg(door->status == status, "ended with %s: %s", status_get_name(door->status),
                  door->status < 0 ? door->error.text : "");
    ck_assert(!door->unprintable);
    ck_assert_int_le(door->game_count, DOOR_GAMES_MAX);
}

void door_expect_game(const Door *door, int index, Outcome outcome, int plies, const char *reason) {
    ck_assert_int_gt(door->game_count, index);
    const DoorGame *game = &door->games[index];
    ck_assert(!game->refused);
    ck_assert_msg(game->outcome == outcome, "outcome %d (%s), not %d", game->outcome, game->reason,
                  outcome);
    if (plies >= 0)
        ck_assert_int_eq(game->plies, plies);
    ck_assert_msg(strstr(game->reason, reason) != NULL, "reason \"%s\", not \"%s\"", game->reason,
                  reason);
}

/* ---- The peer ---- */

void peer_init(Peer *peer, Door *door) {
    int ends[2];
    ck_assert_int_eq(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
    memset(peer, 0, sizeof *peer);
    peer->fd = ends[0];
    peer->square_count = rules_geometry(session_settings(door->session)->rules)->square_count;
    ck_assert_int_eq(
        line_input_init(&peer->input, ends[0], LINE_ENDS_NUL, 1000, LINE_LONG_DROP, NULL),
        STATUS_OK);
    door_start(door, ends[1]);
}

void peer_hang_up(Peer *peer) {
    ck_assert_int_eq(close(peer->fd), 0);
    peer->fd = -1;
}

void peer_done(Peer *peer) {
    if (peer->fd >= 0)
        close(peer->fd);
    line_input_done(&peer->input);
}

void peer_send(Peer *peer, const char *text) {
    size_t length = strlen(text) + 1;
    ck_assert_int_eq(send(peer->fd, text, length, MSG_NOSIGNAL), (ssize_t)length);
}

static Line take_line(Peer *peer, const char *awaited) {
    Line line;
    LineEvent event = line_input_next(&peer->input, PATIENCE_MS, &line, NULL);
    ck_assert_msg(event == LINE_TEXT, "event %d instead of \"%s\"", (int)event, awaited);
    ck_assert_uint_le(line.length, DXP_LENGTH_MAX);
    return line;
}

void peer_expect(Peer *peer, const char *text) {
    Line line = take_line(peer, text);
    ck_assert_str_eq(line.text, text);
}

void peer_expect_start(Peer *peer, const char *start) {
    Line line = take_line(peer, start);
    ck_assert_msg(!strncmp(line.text, start, strlen(start)), "\"%s\" instead of \"%s...\"",
                  line.text, start);
}

void peer_expect_nothing(Peer *peer) {
    peer_send(peer, "B999W");
    peer_expect(peer, "K2");
}

void peer_expect_code(Peer *peer, char code) {
    Line line = take_line(peer, "A...");
    ck_assert_msg(line.text[0] == 'A' && line.text[33] == code, "\"%s\" instead of code %c",
                  line.text, code);
}

void peer_expect_end(Peer *peer) {
    Line line;
    LineEvent event = line_input_next(&peer->input, PATIENCE_MS, &line, NULL);
    ck_assert_msg(event == LINE_END, "\"%s\" instead of the end",
                  event == LINE_TEXT ? line.text : "something else");
}

void peer_begin(Peer *peer, const Rules *rules, char follower, int moves, const char *fen) {
    DxpMessage message = {.kind = DXP_GAMEREQ,
                          .request = {.version = DXP_VERSION,
                                      .name = "Tester",
                                      .follower = follower,
                                      .minutes = 999,
                                      .moves = moves}};
    char text[DXP_TEXT_SIZE];
    Error error = {""};
    position_init_start(&peer->position, rules);
    peer->square_count = rules_geometry(rules)->square_count;
    if (fen) {
        ck_assert_msg(fen_read(rules, fen, strlen(fen), &peer->position, NULL, &error) == STATUS_OK,
                      "%s: %s", fen, error.text);
        dxp_board_write(&peer->position, &message.request);
    }
    ck_assert_msg(dxp_message_write(&message, peer->square_count, false, text, &error) > 0, "%s",
                  error.text);
    peer_send(peer, text);
    peer_expect_start(peer, "Ahuff ");
}

static void play(Peer *peer, Move move) {
    Position next;
    position_make(&peer->position, move, &next);
    peer->position = next;
    peer->last = move;
}

static Move pick_move(const Peer *peer, int index) {
    MoveList list;
    ck_assert_int_gt(movegen_generate(&peer->position, &list), index);
    return list.moves[index];
}

static void write_move(const Peer *peer, int index, char ret_text[static DXP_TEXT_SIZE]) {
    DxpMessage message = {.kind = DXP_MOVE};
    dxp_move_write(&peer->position, pick_move(peer, index), &message.move);
    ck_assert_int_gt(dxp_message_write(&message, peer->square_count, false, ret_text, NULL), 0);
}

void peer_play(Peer *peer, int index) {
    char text[DXP_TEXT_SIZE];
    write_move(peer, index, text);
    play(peer, pick_move(peer, index));
    peer_send(peer, text);
}

void peer_play_from_to(Peer *peer, int from, int to) {
    MoveList list;
    const Geometry *geometry = rules_geometry(peer->position.rules);
    movegen_generate(&peer->position, &list);
    for (int i = 0; i < list.count; i++)
        if (move_from_square(geometry, list.moves[i]) == from &&
            move_to_square(geometry, list.moves[i]) == to) {
            peer_play(peer, i);
            return;
        }
    ck_abort_msg("no move from %d to %d", from, to);
}

void peer_take(Peer *peer) {
    Line line = take_line(peer, "M...");
    DxpMessage message;
    Move move;
    Error error = {""};
    ck_assert_msg(line.text[0] == 'M', "\"%s\" instead of a move", line.text);
    ck_assert_int_eq(dxp_message_read(line.text, line.length, peer->square_count, &message, NULL),
                     STATUS_OK);
    ck_assert_msg(dxp_move_find(&peer->position, &message.move, &move, &error) == STATUS_OK,
                  "%s: %s", line.text, error.text);
    play(peer, move);
}

void peer_start(Door *door, Peer *peer, bool slow) {
    door_init(door, VARIANT_INTERNATIONAL);
    if (slow)
        door->config.nodes = 0;
    peer_init(peer, door);
}

void peer_finish(Door *door, Peer *peer, Status status) {
    peer_hang_up(peer);
    door_finish(door, status);
    peer_done(peer);
    door_done(door);
}
