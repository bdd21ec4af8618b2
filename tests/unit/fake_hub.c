/* SPDX-License-Identifier: MIT */
#include "engine/board/movegen.h"
#include "engine/notation/fen.h"
#include "engine/notation/move_text.h"
#include "protocol/hub_line.h"
#include "tests/unit/fake_engine.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    LONG_LINE = 1 << 20
};

typedef struct {
    const char *behaviour;
    int version;
    Position position;
} FakeHub;

static bool is(const FakeHub *hub, const char *name) {
    return fake_is(hub->behaviour, name);
}

/* ---- The answer to go ---- */

static void print_move(const FakeHub *hub, const char *move) {
    if (hub->version == 1)
        printf("info 7 8.5 -12 3456 0.01 1.0 %s\nmove %s\n", move, move);
    else
        printf("info depth=6 score=0.5 nodes=99\n"
               "info depth=7 mean-depth=8.5 score=-0.12 nodes=3456 time=0.01 nps=1.0 pv=\"%s\"\n"
               "done move=%s\n",
               move, move);
}

static void print_legal(const FakeHub *hub) {
    MoveList list;
    char text[MOVE_TEXT_SIZE];
    movegen_generate(&hub->position, &list);
    print_move(hub, move_text_write_hub(&hub->position, list.moves[0], text));
}

static void print_with_ponder(const FakeHub *hub) {
    MoveList list;
    char move[MOVE_TEXT_SIZE], reply[MOVE_TEXT_SIZE];
    Position next;
    movegen_generate(&hub->position, &list);
    move_text_write_hub(&hub->position, list.moves[0], move);
    position_make(&hub->position, list.moves[0], &next);
    movegen_generate(&next, &list);
    move_text_write_hub(&next, list.moves[0], reply);
    printf(hub->version == 1 ? "move %s %s\n" : "done move=%s ponder=%s\n", move, reply);
}

/* A child of its own that holds the pipes while this process ends. */
static void leave_child(void) {
    if (fork() == 0) {
        fake_tell_pid();
        fake_sleep();
    }
    exit(4);
}

static void print_binary(void) {
    for (int byte = 0; byte < 256; byte++)
        putchar(byte);
    putchar('\n');
}

/* One that answers, after or before something odd. */
static void answer_oddly(const FakeHub *hub) {
    if (is(hub, "binary"))
        print_binary();
    if (is(hub, "talk"))
        for (int i = 0; i < 3000; i++)
            fprintf(stderr, "a long talk on standard error, line %d\n", i);
    if (is(hub, "banner"))
        printf("Thinking = hard \"\n\n   \nnothing else\n");
    if (strncmp(hub->behaviour, "ponder", strlen("ponder")) == 0)
        print_with_ponder(hub);
    else
        print_legal(hub);
    if (is(hub, "twice") || is(hub, "ponder-twice"))
        print_legal(hub);
}

static void answer_go(const FakeHub *hub) {
    if (is(hub, "crash"))
        raise(SIGKILL);
    if (is(hub, "exit"))
        exit(3);
    if (is(hub, "flood"))
        fake_flood(STDOUT_FILENO, 'x', 80);
    if (is(hub, "endless"))
        fake_flood(STDOUT_FILENO, 'x', 0);
    if (is(hub, "deaf"))
        fake_sleep();
    if (is(hub, "fork"))
        leave_child();
    if (is(hub, "close")) {
        fclose(stdout);
        fake_sleep();
    }
    if (is(hub, "hang") || is(hub, "late"))
        return;
    if (is(hub, "long"))
        for (int i = 0; i < LONG_LINE; i++)
            putchar('x');
    if (is(hub, "error"))
        printf(hub->version == 1 ? "error bad level\n" : "error message=\"bad level\"\n");
    else if (is(hub, "illegal"))
        print_move(hub, "1-50");
    else if (is(hub, "banana"))
        print_move(hub, "banana");
    else if (is(hub, "empty"))
        printf(hub->version == 1 ? "move\n" : "done\n");
    else if (is(hub, "quote"))
        printf("done move=\"32-28\n");
    else
        answer_oddly(hub);
}

/* ---- Commands ---- */

static void read_moves(FakeHub *hub, const char *text) {
    while (*text != '\0') {
        size_t length = strcspn(text, " ");
        Move move;
        Error error;
        if (move_text_read(&hub->position, text, length, &move, &error) < 0) {
            fprintf(stderr, "%s\n", error.text);
            exit(9);
        }
        Position next;
        position_make(&hub->position, move, &next);
        hub->position = next;
        text += length + (text[length] == ' ');
    }
}

static void read_position(FakeHub *hub, const char *text, bool lower) {
    if (fen_read_hub(hub->position.rules, text, strlen(text), lower, &hub->position, NULL) < 0)
        exit(9);
}

static void take_pos(FakeHub *hub, const HubLine *line) {
    if (hub->version == 1) {
        read_position(hub, line->arguments[0].name, true);
        return;
    }
    read_position(hub, hub_line_find(line, "pos")->value, false);
    const HubArgument *moves = hub_line_find(line, "moves");
    if (moves)
        read_moves(hub, moves->value);
}

static void greet(const FakeHub *hub) {
    if (is(hub, "no-wait"))
        return;
    printf("Welcome to the fake engine!\n");
    if (hub->version == 1)
        printf("name Fake 1\nauthor nobody\ncountry none\n");
    else
        printf("id name=Fake version=2 author=\"no body\"\n"
               "param name=level value=1 type=int min=0 max=9\n"
               "param name=ponder value=false type=bool\n");
    printf("wait\n");
}

static void start_pondering(const FakeHub *hub) {
    if (is(hub, "ponder-exit"))
        exit(5);
}

static bool handle_search(FakeHub *hub, const HubLine *line) {
    bool ponder = strcmp(line->command, "ponder") == 0 || hub_line_find(line, "ponder");
    if (strcmp(line->command, "go") == 0 || strcmp(line->command, "ponder") == 0) {
        if (ponder)
            start_pondering(hub);
        else
            answer_go(hub);
        return true;
    }
    if (strcmp(line->command, "stop") == 0 || strcmp(line->command, "ponder-hit") == 0) {
        if (!is(hub, "hang") && !is(hub, "ponder-hang"))
            print_legal(hub);
        return true;
    }
    return false;
}

static void handle_setup(FakeHub *hub, const HubLine *line) {
    if (strcmp(line->command, "hub") == 0)
        greet(hub);
    else if (strcmp(line->command, "init") == 0 && !is(hub, "no-ready"))
        printf(is(hub, "bad-init") ? "error message=\"no data\"\n" : "loading ...\nready\n");
    else if (strcmp(line->command, "ping") == 0 && !is(hub, "no-ping"))
        printf("pong\n");
    else if (strcmp(line->command, "pos") == 0)
        take_pos(hub, line);
    else if (strcmp(line->command, "move") == 0)
        read_moves(hub, line->arguments[0].name);
    else if (strcmp(line->command, "quit") == 0 && !is(hub, "stays"))
        exit(EXIT_SUCCESS);
}

int fake_run_hub(const char *protocol, const char *behaviour) {
    FakeHub hub = {.behaviour = behaviour, .version = protocol[3] - '0'};
    char text[4096];
    fake_tell_pid();
    position_init_start(&hub.position, rules_get(VARIANT_INTERNATIONAL));
    if (is(&hub, "no-start"))
        return 3;
    if (is(&hub, "unread"))
        fake_sleep();
    while (fgets(text, sizeof text, stdin)) {
        HubLine line;
        if (hub_line_read(text, strcspn(text, "\n"), &line, NULL) < 0)
            return 9;
        if (!handle_search(&hub, &line))
            handle_setup(&hub, &line);
        hub_line_done(&line);
        fflush(stdout);
    }
    if (is(&hub, "stays"))
        fake_sleep();
    return EXIT_SUCCESS;
}
