/* SPDX-License-Identifier: MIT
 *
 * The parts of the DXP door by themselves: boards, lines of the extensions, the outbox, sockets. */
#include "engine/notation/fen.h"
#include "protocol/dxp_board.h"
#include "protocol/dxp_extension.h"
#include "protocol/dxp_net.h"
#include "protocol/dxp_outbox.h"
#include "tests/unit/dxp_peer.h"
#include "tests/unit/suite.h"

#include <string.h>
#include <unistd.h>

/* ---- Boards ---- */

static Position position_of(VariantId variant, const char *fen) {
    Position position;
    ck_assert_int_eq(fen_read(rules_get(variant), fen, strlen(fen), &position, NULL, NULL),
                     STATUS_OK);
    return position;
}

START_TEST(positions_there_and_back) {
    static const struct {
        VariantId variant;
        const char *fen, *squares;
    } rows[] = {
        {VARIANT_INTERNATIONAL, "B:WK46,50:B1,K5",
         "zeeeZeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeWeeew"},
        {VARIANT_ENGLISH, "W:W29,K1:B12,K32", "WeeeeeeeeeezeeeeeeeeeeeeeeeeweeZ"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        Position position = position_of(rows[i].variant, rows[i].fen), again;
        DxpGameRequest request = {0};
        dxp_board_write(&position, &request);
        ck_assert_str_eq(request.squares, rows[i].squares);
        ck_assert_int_eq(request.side, rows[i].fen[0] == 'W' ? 'W' : 'Z');
        ck_assert_int_eq(dxp_board_read(&request, position.rules, &again, NULL), STATUS_OK);
        ck_assert(position_equals(&position, &again));
    }
}
END_TEST

START_TEST(position_that_the_board_refuses) {
    DxpGameRequest request = {.has_position = true, .side = 'W'};
    memset(request.squares, 'e', 50);
    request.squares[4] = 'w';
    Position position;
    Error error;
    ck_assert_int_eq(dxp_board_read(&request, rules_get(VARIANT_INTERNATIONAL), &position, &error),
                     STATUS_ILLEGAL);
}
END_TEST

/* Numbers count from the side that began. */
START_TEST(moves_to_go_back_to) {
    static const struct {
        const char *fen;
        char side;
        int move, plies, ply;
    } rows[] = {
        {"W:W31,32,33:B1,2,3", 'W', 1, 0, 0},    {"W:W31,32,33:B1,2,3", 'Z', 1, 0, -1},
        {"W:W31,32,33:B1,2,3", 'Z', 1, 1, 1},    {"W:W31,32,33:B1,2,3", 'W', 2, 4, 2},
        {"W:W31,32,33:B1,2,3", 'Z', 2, 4, 3},    {"W:W31,32,33:B1,2,3", 'W', 3, 4, 4},
        {"W:W31,32,33:B1,2,3", 'Z', 3, 4, -1},   {"B:W31,32,33:B1,2,3", 'Z', 1, 0, 0},
        {"B:W31,32,33:B1,2,3", 'W', 1, 2, 1},    {"B:W31,32,33:B1,2,3", 'Z', 2, 2, 2},
        {"B:W31,32,33:B1,2,3", 'W', 999, 4, -1},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        Position position = position_of(VARIANT_INTERNATIONAL, rows[i].fen);
        GameRecord record;
        MoveList list;
        ck_assert_int_eq(record_init(&record, &position, NULL), STATUS_OK);
        for (int ply = 0; ply < rows[i].plies; ply++) {
            movegen_generate(record_current(&record), &list);
            ck_assert_int_eq(record_push(&record, list.moves[0], NULL), STATUS_OK);
        }
        DxpBackRequest back = {.move = rows[i].move, .side = rows[i].side};
        ck_assert_int_eq(dxp_back_find_ply(&record, &back), rows[i].ply);
        record_done(&record);
    }
}
END_TEST

/* ---- Lines of the extensions ---- */

START_TEST(lines_read) {
    static const struct {
        const char *text;
        Status status;
        DxpLineKind kind;
    } rows[] = {
        {"Hello", STATUS_OK, DXP_LINE_CHAT},
        {"#huff", STATUS_OK, DXP_LINE_CHAT},
        {"#huffgame variant=english", STATUS_OK, DXP_LINE_CHAT},
        {"#huff 1 extensions:", STATUS_OK, DXP_LINE_ANNOUNCE},
        {"#huff 12 extensions: score", STATUS_OK, DXP_LINE_ANNOUNCE},
        {"#huff game", STATUS_OK, DXP_LINE_GAME},
        {"#huff game variant=english  increment=.5", STATUS_OK, DXP_LINE_GAME},
        {"#huff game variant=", STATUS_UNKNOWN, DXP_LINE_GAME},
        {"#huff game increment=-1", STATUS_RANGE, DXP_LINE_GAME},
        {"#huff game increment=5000", STATUS_RANGE, DXP_LINE_GAME},
        {"#huff game increment=x", STATUS_SYNTAX, DXP_LINE_GAME},
        {"#huff game time=3", STATUS_SYNTAX, DXP_LINE_GAME},
        {"#huff analyse", STATUS_OK, DXP_LINE_ANALYSE},
        {"#huff analyse seconds=2.5 nodes=7", STATUS_OK, DXP_LINE_ANALYSE},
        {"#huff analyse seconds=61", STATUS_RANGE, DXP_LINE_ANALYSE},
        {"#huff analyse nodes=0", STATUS_RANGE, DXP_LINE_ANALYSE},
        {"#huff analyse deep", STATUS_SYNTAX, DXP_LINE_ANALYSE},
        {"#huff score +1.00", STATUS_OK, DXP_LINE_NOTE},
        {"#huff error x", STATUS_OK, DXP_LINE_NOTE},
        {"#huff ", STATUS_OK, DXP_LINE_NOTE},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        DxpLine line;
        Status status = dxp_line_read(rows[i].text, &line, NULL);
        ck_assert_msg(status == rows[i].status && line.kind == rows[i].kind, "%s: %d, kind %d",
                      rows[i].text, status, (int)line.kind);
    }
    DxpLine line;
    ck_assert_int_eq(dxp_line_read(rows[4].text, &line, NULL), STATUS_OK);
    ck_assert_uint_eq(line.known, DXP_KNOWS_SCORE);
    ck_assert_int_eq(dxp_line_read(rows[6].text, &line, NULL), STATUS_OK);
    ck_assert_ptr_eq(line.conditions.rules, rules_get(VARIANT_ENGLISH));
    ck_assert(line.conditions.increment > 0.49 && line.conditions.increment < 0.51);
    ck_assert_int_eq(dxp_line_read(rows[13].text, &line, NULL), STATUS_OK);
    ck_assert(line.seconds > 2.49 && line.seconds < 2.51 && line.nodes == 7);
}
END_TEST

START_TEST(lines_written) {
    char text[DXP_CHAT_LENGTH + 1];
    DxpLine line;
    dxp_line_write_announce(text);
    ck_assert_int_eq(dxp_line_read(text, &line, NULL), STATUS_OK);
    ck_assert_uint_eq(line.known, DXP_KNOWS_ALL);
    DxpConditions conditions = {.rules = rules_get(VARIANT_ENGLISH), .increment = 1.5};
    dxp_line_write_game(&conditions, text);
    ck_assert_str_eq(text, "#huff game variant=english increment=1.500");
    Position position, here, next;
    Move moves[40];
    position_init_start(&position, rules_get(VARIANT_INTERNATIONAL));
    here = position;
    for (int i = 0; i < 40; i++) {
        MoveList list;
        movegen_generate(&here, &list);
        moves[i] = list.moves[0];
        position_make(&here, moves[i], &next);
        here = next;
    }
    dxp_line_write_score("score", &position, -35, 7, 1234, moves, 40, text);
    ck_assert_ptr_eq(strstr(text, "#huff score -0.35 depth 7 nodes 1234 line "), text);
    ck_assert_uint_gt(strlen(text), DXP_CHAT_LENGTH - 8); /* as long as possible */
    ck_assert_int_ne(text[strlen(text) - 1], '-');
    moves[1] = moves[0]; /* not Black's */
    dxp_line_write_score("analysis", &position, 10, 7, 1, moves, 40, text);
    const char *first = strstr(text, "line ");
    ck_assert_ptr_nonnull(first);
    ck_assert_ptr_null(strchr(first + 5, ' '));
}
END_TEST

/* ---- The outbox ---- */

enum {
    LONG_GAP_MS = 1000000, /* longer than any test */
};

typedef struct {
    int ends[2];
    LineOutput output;
    LineInput input;
    DxpOutbox outbox;
} Post;

static void post_init(Post *post) {
    ck_assert_int_eq(pipe(post->ends), 0);
    ck_assert_int_eq(line_output_init(&post->output, post->ends[1], '\n', NULL), STATUS_OK);
    ck_assert_int_eq(
        line_input_init(&post->input, post->ends[0], LINE_ENDS_LF, 200, LINE_LONG_DROP, NULL),
        STATUS_OK);
    dxp_outbox_init(&post->outbox, &post->output, LONG_GAP_MS);
}

static void post_done(Post *post) {
    line_output_done(&post->output);
    line_input_done(&post->input);
    close(post->ends[0]);
    close(post->ends[1]);
}

static void post_put(Post *post, DxpKind kind) {
    DxpMessage message = {.kind = kind};
    if (kind == DXP_CHAT)
        strcpy(message.chat.text, "x");
    if (kind == DXP_MOVE)
        message.move = (DxpMove){.from = 32, .to = 28};
    ck_assert_int_eq(dxp_outbox_put(&post->outbox, &message, 50, false, NULL), STATUS_OK);
}

/* The types of the messages that have been sent since the last call. */
static void expect_sent(Post *post, const char *types) {
    char sent[40] = "";
    Line line;
    while (line_input_next(&post->input, 0, &line, NULL) == LINE_TEXT)
        strncat(sent, line.text, 1);
    ck_assert_str_eq(sent, types);
}

START_TEST(outbox_keeps_apart) {
    Post post;
    post_init(&post);
    ck_assert_int_eq(dxp_outbox_wait_ms(&post.outbox, DXP_NONE), -1);
    post_put(&post, DXP_CHAT);
    post_put(&post, DXP_BACKACC);
    expect_sent(&post, "CK");
    ck_assert(!dxp_outbox_is_free(&post.outbox, DXP_MOVE));
    ck_assert(dxp_outbox_is_free(&post.outbox, DXP_CHAT));
    ck_assert_int_gt(dxp_outbox_wait_ms(&post.outbox, DXP_MOVE), LONG_GAP_MS / 2);
    post_put(&post, DXP_MOVE);
    post_put(&post, DXP_CHAT);
    expect_sent(&post, "");
    ck_assert_int_gt(dxp_outbox_wait_ms(&post.outbox, DXP_NONE), LONG_GAP_MS / 2);
    ck_assert_int_eq(dxp_outbox_flush(&post.outbox, true), STATUS_OK);
    expect_sent(&post, "MC");
    post_done(&post);
}
END_TEST

START_TEST(outbox_follows_an_answer) {
    Post post;
    post_init(&post);
    post_put(&post, DXP_MOVE);
    dxp_outbox_note_heard(&post.outbox, DXP_CHAT);
    ck_assert(!dxp_outbox_is_free(&post.outbox, DXP_MOVE));
    dxp_outbox_note_heard(&post.outbox, DXP_MOVE);
    ck_assert(dxp_outbox_is_free(&post.outbox, DXP_MOVE));
    post_put(&post, DXP_MOVE);
    expect_sent(&post, "MM");
    post_put(&post, DXP_CHAT);
    expect_sent(&post, "");
    dxp_outbox_drop_gap(&post.outbox);
    ck_assert_int_eq(dxp_outbox_flush(&post.outbox, false), STATUS_OK);
    expect_sent(&post, "C");
    post_done(&post);
}
END_TEST

/* A move that comes may have crossed with the chat. */
START_TEST(outbox_is_not_answered_after_a_chat) {
    Post post;
    post_init(&post);
    post_put(&post, DXP_CHAT);
    dxp_outbox_note_heard(&post.outbox, DXP_MOVE);
    ck_assert(!dxp_outbox_is_free(&post.outbox, DXP_MOVE));
    post_done(&post);
}
END_TEST

START_TEST(outbox_is_bounded) {
    Post post;
    post_init(&post);
    post_put(&post, DXP_MOVE);
    for (int i = 0; i < DXP_OUTBOX_CAPACITY; i++)
        post_put(&post, DXP_CHAT);
    expect_sent(&post, "M");
    post_put(&post, DXP_CHAT); /* sends the first, and nothing keeps chats apart */
    expect_sent(&post, "CCCCCCCCCCCCCCCCC");
    DxpMessage wrong = {.kind = DXP_MOVE, .move = {.from = 51, .to = 28}};
    Error error = {""};
    ck_assert_int_eq(dxp_outbox_put(&post.outbox, &wrong, 50, false, &error), STATUS_RANGE);
    ck_assert_int_ne(error.text[0], '\0');
    post_done(&post);
}
END_TEST

/* ---- Sockets ---- */

START_TEST(addresses) {
    static const struct {
        const char *text;
        Status status;
        const char *host;
        int port;
    } rows[] = {
        {"", STATUS_OK, "127.0.0.1", DXP_PORT},
        {":1234", STATUS_OK, "127.0.0.1", 1234},
        {"example.org", STATUS_OK, "example.org", DXP_PORT},
        {"example.org:80", STATUS_OK, "example.org", 80},
        {"0.0.0.0:0", STATUS_OK, "0.0.0.0", 0},
        {"[::1]:1234", STATUS_OK, "::1", 1234},
        {"[::1]", STATUS_OK, "::1", DXP_PORT},
        {"::1", STATUS_OK, "::1", DXP_PORT},
        {"[::1", STATUS_SYNTAX, "", 0},
        {"[::1]1234", STATUS_SYNTAX, "", 0},
        {"host:", STATUS_SYNTAX, "", 0},
        {"host:http", STATUS_SYNTAX, "", 0},
        {"host:-1", STATUS_SYNTAX, "", 0},
        {"host: 1", STATUS_SYNTAX, "", 0},
        {"host:65536", STATUS_RANGE, "", 0},
        {"host:99999999999999999999", STATUS_RANGE, "", 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        DxpAddress address = {"", 0};
        Error error = {""};
        Status status = dxp_address_read(rows[i].text, &address, &error);
        ck_assert_msg(status == rows[i].status, "%s: %s", rows[i].text, error.text);
        ck_assert_str_eq(address.host, rows[i].host);
        ck_assert_int_eq(address.port, rows[i].port);
        ck_assert((error.text[0] != '\0') == (status < 0));
    }
}
END_TEST

typedef struct {
    Door *door;
    int listener;
    Status status;
} Server;

static void *serve_once(void *context) {
    Server *server = context;
    server->status =
        dxp_serve(server->door->session, server->listener, true, &server->door->config, NULL);
    return NULL;
}

/* A door that listens and one that connects play a game over TCP. */
START_TEST(game_over_tcp) {
    Door host, guest;
    Server server = {.door = &host};
    int port, fd;
    char address[40];
    Error error = {""};
    door_init(&host, VARIANT_ENGLISH);
    door_init(&guest, VARIANT_ENGLISH);
    guest.config.role = DXP_INITIATOR;
    guest.config.games = 1;
    guest.config.moves = 3;
    ck_assert_msg(dxp_listen(":0", &server.listener, &error) == STATUS_OK, "%s", error.text);
    ck_assert_int_eq(dxp_get_port(server.listener, &port, NULL), STATUS_OK);
    ck_assert_int_gt(port, 0);
    pthread_t thread;
    ck_assert_int_eq(pthread_create(&thread, NULL, serve_once, &server), 0);
    snprintf(address, sizeof address, "127.0.0.1:%d", port);
    ck_assert_msg(dxp_connect(address, 20, &fd, &error) == STATUS_OK, "%s", error.text);
    ck_assert_int_eq(dxp_run_socket(guest.session, fd, &guest.config, NULL), STATUS_OK);
    dxp_close(fd);
    ck_assert_int_eq(pthread_join(thread, NULL), 0);
    ck_assert_int_eq(server.status, STATUS_OK);
    door_expect_game(&host, 0, OUTCOME_NONE, 6, "");
    door_expect_game(&guest, 0, OUTCOME_NONE, 6, "");
    ck_assert_ptr_nonnull(strstr(host.texts, "connected with 127.0.0.1:"));
    /* The port is taken while the listener lives, and free again at once after it. */
    int second;
    ck_assert_int_eq(dxp_listen(address, &second, &error), STATUS_IO);
    close(server.listener);
    ck_assert_msg(dxp_listen(address, &second, &error) == STATUS_OK, "%s", error.text);
    close(second);
    ck_assert_int_eq(dxp_connect(address, 0, &fd, &error), STATUS_IO);
    ck_assert_ptr_nonnull(strstr(error.text, address));
    door_done(&host);
    door_done(&guest);
}
END_TEST

/* Where there is IPv6. */
START_TEST(connection_over_ipv6) {
    int listener, port, fd, accepted;
    char address[40], peer[DXP_PEER_SIZE];
    if (dxp_listen("[::1]:0", &listener, NULL) < 0)
        return;
    ck_assert_int_eq(dxp_get_port(listener, &port, NULL), STATUS_OK);
    snprintf(address, sizeof address, "[::1]:%d", port);
    ck_assert_int_eq(dxp_connect(address, 20, &fd, NULL), STATUS_OK);
    ck_assert_int_eq(dxp_accept(listener, &accepted, peer, NULL), STATUS_OK);
    ck_assert_ptr_eq(strstr(peer, "[::1]:"), peer);
    close(accepted);
    dxp_close(fd);
    close(listener);
}
END_TEST

START_TEST(hosts_that_are_not_there) {
    int fd;
    Error error = {""};
    ck_assert_int_eq(dxp_listen("256.256.256.256:0", &fd, &error), STATUS_IO);
    ck_assert_int_eq(dxp_listen("[::1:2", &fd, &error), STATUS_SYNTAX);
    ck_assert_int_eq(dxp_connect("host:x", 0, &fd, &error), STATUS_SYNTAX);
    ck_assert_int_eq(dxp_get_port(-1, &fd, &error), STATUS_IO);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("dxp_parts");
    const TTest *const tests[] = {
        positions_there_and_back,
        position_that_the_board_refuses,
        moves_to_go_back_to,
        lines_read,
        lines_written,
        outbox_keeps_apart,
        outbox_follows_an_answer,
        outbox_is_not_answered_after_a_chat,
        outbox_is_bounded,
        addresses,
        game_over_tcp,
        connection_over_ipv6,
        hosts_that_are_not_there,
    };
    TCase *tcase = tcase_create("parts");
    tcase_set_timeout(tcase, 120);
    for (size_t i = 0; i < sizeof tests / sizeof *tests; i++)
        tcase_add_test(tcase, tests[i]);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
