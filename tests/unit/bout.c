/* SPDX-License-Identifier: MIT */
#include "tests/unit/bout.h"

#include "engine/base/text_buffer.h"
#include "engine/board/movegen.h"
#include "engine/notation/move_text.h"
#include "protocol/dxp_net.h"
#include "tests/unit/suite.h"

#include <math.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

enum {
    PATH_SIZE = 4096
};

/* ---- Settings ---- */

/* The program beside this one. */
static void find_fake(char *path) {
    ssize_t length = readlink("/proc/self/exe", path, PATH_SIZE - 1);
    ck_assert_int_gt(length, 0);
    path[length] = '\0';
    char *slash = strrchr(path, '/');
    ck_assert_ptr_nonnull(slash);
    snprintf(slash, PATH_SIZE - (size_t)(slash - path), "/fake_engine");
}

/* A port that was free a moment ago. */
static int find_port(void) {
    int fd, port;
    ck_assert_int_eq(dxp_listen("127.0.0.1:0", &fd, NULL), STATUS_OK);
    ck_assert_int_eq(dxp_get_port(fd, &port, NULL), STATUS_OK);
    close(fd);
    return port;
}

static void fill_settings(TextBuffer *buffer, const char *settings) {
    char path[PATH_SIZE];
    find_fake(path);
    int port = strstr(settings, "PORT") ? find_port() : 0;
    while (*settings != '\0') {
        bool fake = strncmp(settings, "FAKE", 4) == 0;
        bool number = strncmp(settings, "PORT", 4) == 0;
        if (fake)
            text_buffer_printf(buffer, "'%s'", path);
        else if (number)
            text_buffer_printf(buffer, "%d", port);
        else
            text_buffer_append(buffer, settings, 1);
        settings += fake || number ? 4 : 1;
    }
}

/* ---- Life ---- */

void bout_open(Bout *bout, const char *settings) {
    enum {
        PATIENCE = 30
    };
    TextBuffer text = {0};
    Error error = {""};
    signal(SIGPIPE, SIG_IGN);
    *bout = (Bout){
        .limits = {.move_time = 1}, .flag = INFINITY, .patience = PATIENCE, .color = COLOR_WHITE};
    fill_settings(&text, settings);
    ck_assert_msg(engine_spec_read(text_buffer_get(&text), &bout->spec, &error) == STATUS_OK, "%s",
                  error.text);
    text_buffer_done(&text);
    const Rules *rules = rules_get(VARIANT_INTERNATIONAL);
    position_init_start(&bout->start, rules);
    ck_assert_int_eq(record_init(&bout->record, &bout->start, NULL), STATUS_OK);
    ck_assert_int_eq(player_new(&bout->spec, rules, &bout->player, &error), STATUS_OK);
}

static void note_pids(Bout *bout) {
    static const char mark[] = "! pid ";
    size_t length;
    const char *log = player_get_log(bout->player, &length);
    int count = 0;
    for (size_t i = 0; i + sizeof mark < length && count < BOUT_PIDS_MAX; i++)
        if (strncmp(log + i, mark, strlen(mark)) == 0)
            bout->pids[count++] = atoi(log + i + strlen(mark));
}

/* A dead process that nobody has taken away yet counts as ended. */
static bool is_alive(int pid) {
    char path[64], name[256];
    char state = 'X';
    snprintf(path, sizeof path, "/proc/%d/stat", pid);
    FILE *file = fopen(path, "r");
    if (!file)
        return false;
    bool read = fscanf(file, "%*d (%255[^)]) %c", name, &state) == 2;
    fclose(file);
    return read && state != 'Z' && state != 'X' && strcmp(name, "fake_engine") == 0;
}

void bout_close(Bout *bout) {
    enum {
        TRIES = 1000,
        PAUSE_MS = 10
    };
    note_pids(bout);
    player_free(bout->player);
    for (int i = 0; i < BOUT_PIDS_MAX && bout->pids[i] > 0; i++) {
        int tries = 0;
        while (is_alive(bout->pids[i]) && tries++ < TRIES)
            poll(NULL, 0, PAUSE_MS);
        ck_assert_msg(!is_alive(bout->pids[i]), "process %d is left", bout->pids[i]);
    }
    engine_spec_done(&bout->spec);
    record_done(&bout->record);
}

/* ---- Games ---- */

/* Every fault comes with a text, and nothing else does. */
static PlayerFault judge_answer(const Bout *bout, Status status, const Error *error) {
    const PlayerAnswer *answer = &bout->answer;
    ck_assert_msg(status == STATUS_OK, "%s", error->text);
    ck_assert_int_eq(answer->kind == ANSWER_FAULT, answer->fault != FAULT_NONE);
    ck_assert_int_eq(answer->kind == ANSWER_FAULT, answer->text[0] != '\0');
    ck_assert_ptr_null(strpbrk(answer->text, "\n\r\t"));
    return answer->fault;
}

PlayerFault bout_start(Bout *bout) {
    Error error = {""};
    Status status = player_start(bout->player, bout->patience, &bout->answer, &error);
    return judge_answer(bout, status, &error);
}

PlayerFault bout_begin(Bout *bout) {
    Error error = {""};
    Status status = player_begin_game(bout->player, &bout->start, &bout->color, &bout->limits,
                                      bout->patience, &bout->answer, &error);
    record_restart(&bout->record, &bout->start);
    return judge_answer(bout, status, &error);
}

PlayerTurn bout_turn(const Bout *bout) {
    return (PlayerTurn){
        .record = &bout->record,
        .limits = bout->limits,
        .remaining = bout->limits.clock_time,
        .flag = bout->flag,
        .patience = bout->patience,
    };
}

void bout_move(Bout *bout, const char *text) {
    const Position *position = record_current(&bout->record);
    MoveList list;
    ck_assert_int_gt(movegen_generate(position, &list), 0);
    Move move = list.moves[0];
    if (text)
        ck_assert_int_eq(move_text_read(position, text, strlen(text), &move, NULL), STATUS_OK);
    ck_assert_int_eq(record_push(&bout->record, move, NULL), STATUS_OK);
}

PlayerFault bout_think(Bout *bout) {
    Error error = {""};
    if (record_current(&bout->record)->turn != bout->color)
        bout_move(bout, NULL);
    PlayerTurn turn = bout_turn(bout);
    Status status = player_think(bout->player, &turn, &bout->answer, &error);
    PlayerFault fault = judge_answer(bout, status, &error);
    if (bout->answer.kind == ANSWER_MOVE) {
        Move legal = movegen_find(record_current(&bout->record), bout->answer.move);
        ck_assert(!move_is_none(legal));
        ck_assert(bout->answer.seconds >= 0);
        ck_assert_int_eq(record_push(&bout->record, bout->answer.move, NULL), STATUS_OK);
    }
    return fault;
}

void bout_play_first(Bout *bout) {
    ck_assert_msg(bout_start(bout) == FAULT_NONE, "%s", bout->answer.text);
    ck_assert_msg(bout_begin(bout) == FAULT_NONE, "%s", bout->answer.text);
    ck_assert_msg(bout_think(bout) == FAULT_NONE, "%s", bout->answer.text);
    ck_assert_int_eq(bout->answer.kind, ANSWER_MOVE);
}

void bout_end(Bout *bout, Outcome outcome) {
    player_end_game(bout->player, &bout->record, outcome);
}

bool bout_logged(const Bout *bout, const char *text) {
    size_t length, text_length = strlen(text);
    const char *log = player_get_log(bout->player, &length);
    for (size_t i = 0; i + text_length < length; i++)
        if (strncmp(log + i, text, text_length) == 0 && log[i + text_length] == '\n')
            return true;
    return false;
}
