/* SPDX-License-Identifier: MIT
 *
 * The DXP door and whatever a peer may send: every message of tests/data/protocol/dxp.tsv with and
 * without a game in progress, messages without an end, lines on pipes. */
#include "tests/unit/dxp_peer.h"
#include "tests/unit/suite.h"

#include <signal.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* ---- Every message in every state ---- */

typedef struct {
    char text[300];
    char class[16];
} Row;

/* Reads the next row of dxp.tsv. */
static bool read_row(FILE *file, Row *row) {
    char line[600];
    if (!fgets(line, sizeof line, file))
        return false;
    char *tab = strchr(line, '\t');
    char *second = tab ? strchr(tab + 1, '\t') : NULL;
    char *third = second ? strchr(second + 1, '\t') : NULL;
    ck_assert_msg(third != NULL, "no row: %s", line);
    *tab = *third = '\0';
    snprintf(row->text, sizeof row->text, "%.*s", (int)(sizeof row->text - 1), line);
    snprintf(row->class, sizeof row->class, "%.*s", (int)(sizeof row->class - 1), second + 1);
    return true;
}

/* What the row brings about while no game is in progress; whether the conversation is over. */
static bool expect_answer_idle(Peer *peer, const Row *row) {
    bool valid = strcmp(row->class, "invalid") != 0;
    switch (row->text[0]) {
    case 'R':
        if (valid && row->text[2] > '1') {
            peer_expect_code(peer, '1');
        } else if (valid) {
            peer_expect_code(peer, '0');
            if (row->text[42] == 'A' && row->text[35] == 'W')
                peer_expect_start(peer, "M");
        } else {
            peer_expect_start(peer, "Cgame refused: ");
            peer_expect_code(peer, '2');
        }
        break;
    case 'M':
        peer_expect_start(peer, "C");
        break;
    case 'B':
        peer_expect(peer, "K2");
        break;
    case 'E':
        return row->text[1] != '\0' && row->text[2] == '1';
    default:
        break;
    }
    return false;
}

/* The same while the peer is about to play the first move. */
static bool expect_answer_playing(Peer *peer, const Row *row) {
    switch (row->text[0]) {
    case 'R':
        peer_expect_start(peer, "Cgame refused: ");
        peer_expect_code(peer, '2');
        break;
    case 'M':
        /* The start position has the move 32-28 and none of the others. */
        peer_expect_start(peer, strcmp(row->text + 5, "322800") == 0 ? "M" : "C");
        break;
    case 'B':
        peer_expect(peer, strcmp(row->class, "valid") == 0 ? "K0" : "K2");
        break;
    case 'E':
        peer_expect(peer, row->text[1] != '\0' && row->text[2] == '1' ? "E01" : "E00");
        return row->text[1] != '\0' && row->text[2] == '1';
    default:
        break;
    }
    return false;
}

static void check_row(const Row *row, bool playing) {
    Door door;
    Peer peer;
    door_init(&door, VARIANT_INTERNATIONAL);
    peer_init(&peer, &door);
    if (playing)
        peer_begin(&peer, rules_get(VARIANT_INTERNATIONAL), 'Z', 0, NULL);
    peer_send(&peer, row->text);
    bool over = playing ? expect_answer_playing(&peer, row) : expect_answer_idle(&peer, row);
    if (over)
        peer_expect_end(&peer);
    else
        peer_expect_nothing(&peer);
    peer_hang_up(&peer);
    ck_assert_int_eq(pthread_join(door.thread, NULL), 0);
    ck_assert(door.status == STATUS_OK || door.status == STATUS_CLOSED);
    ck_assert(!door.unprintable);
    peer_done(&peer);
    door_done(&door);
}

START_TEST(every_message) {
    FILE *file = suite_open_data("protocol/dxp.tsv");
    Row row;
    int count = 0;
    ck_assert(read_row(file, &row)); /* the heading */
    for (; read_row(file, &row); count++)
        check_row(&row, _i == 1);
    ck_assert_int_ge(count, 35);
    fclose(file);
}
END_TEST

/* More than a message may have, without its end for a while. */
START_TEST(endless_message) {
    Door door;
    Peer peer;
    char text[5000];
    door_init(&door, VARIANT_INTERNATIONAL);
    peer_init(&peer, &door);
    memset(text, 'C', sizeof text);
    for (int i = 0; i < 40; i++)
        ck_assert_int_eq(send(peer.fd, text, sizeof text, MSG_NOSIGNAL), sizeof text);
    peer_send(&peer, "X");
    peer_expect_nothing(&peer);
    memset(text, '\x1b', 100);
    text[0] = 'C';
    text[100] = '\0';
    peer_send(&peer, text);
    peer_expect_nothing(&peer);
    peer_hang_up(&peer);
    door_finish(&door, STATUS_OK);
    ck_assert_ptr_nonnull(strstr(door.texts, "peer: ?????"));
    peer_done(&peer);
    door_done(&door);
}
END_TEST

/* Lines on a pair of pipes; either ending splits messages. */
START_TEST(lines_on_pipes) {
    int in[2], out[2];
    ck_assert_int_eq(pipe(in), 0);
    ck_assert_int_eq(pipe(out), 0);
    static const char sent[] = "CHi\r\nR01X                               Z005075A\n\n"
                               "M0000322801\0M0000330000\nE10\0B001W";
    ck_assert_int_eq(write(in[1], sent, sizeof sent - 1), sizeof sent - 1);
    close(in[1]);
    Door door;
    door_init(&door, VARIANT_INTERNATIONAL);
    ck_assert_int_eq(dxp_run_stdio(door.session, in[0], out[1], &door.config, NULL), STATUS_OK);
    close(out[1]);
    LineInput input;
    Line line;
    ck_assert_int_eq(line_input_init(&input, out[0], LINE_ENDS_LF, 200, LINE_LONG_DROP, NULL),
                     STATUS_OK);
    static const char *const starts[] = {"Ahuff ", "C", "C", "E00", "K2"};
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++) {
        ck_assert_int_eq(line_input_next(&input, 0, &line, NULL), LINE_TEXT);
        ck_assert_msg(!strncmp(line.text, starts[i], strlen(starts[i])), "%s", line.text);
    }
    ck_assert_int_eq(line_input_next(&input, 0, &line, NULL), LINE_END);
    door_expect_game(&door, 0, OUTCOME_BLACK_WINS, 0, "gave up");
    line_input_done(&input);
    close(in[0]);
    close(out[0]);
    door_done(&door);
}
END_TEST

/* Nobody reads what the door writes, though its input stays open: it must not wait for ever. */
START_TEST(output_gone) {
    static const char sent[] = "R01X                               Z005075A\nB999W\nE20\n";
    int in[2], out[2];
    ck_assert(signal(SIGPIPE, SIG_IGN) != SIG_ERR);
    ck_assert_int_eq(pipe(in), 0);
    ck_assert_int_eq(pipe(out), 0);
    close(out[0]);
    ck_assert_int_eq(write(in[1], sent, sizeof sent - 1), sizeof sent - 1);
    Door door;
    door_init(&door, VARIANT_INTERNATIONAL);
    ck_assert_int_eq(dxp_run_stdio(door.session, in[0], out[1], &door.config, NULL), STATUS_OK);
    door_expect_game(&door, 0, OUTCOME_DRAW, 0, "called a draw"); /* all was read before */
    ck_assert_int_eq(write(in[1], sent, 44), 44);
    Error error = {""};
    ck_assert_int_eq(dxp_run_stdio(door.session, in[0], out[1], &door.config, &error),
                     STATUS_CLOSED);
    ck_assert_int_ne(error.text[0], '\0');
    door_expect_game(&door, 1, OUTCOME_NONE, 0, "broke off");
    close(in[0]);
    close(in[1]);
    close(out[1]);
    door_done(&door);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("dxp_wrong");
    TCase *tcase = tcase_create("messages");
    tcase_set_timeout(tcase, 120);
    tcase_add_loop_test(tcase, every_message, 0, 2);
    tcase_add_test(tcase, endless_message);
    tcase_add_test(tcase, lines_on_pipes);
    tcase_add_test(tcase, output_gone);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
