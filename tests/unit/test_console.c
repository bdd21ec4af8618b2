/* SPDX-License-Identifier: MIT */
#include "engine/board/movegen.h"
#include "engine/notation/move_text.h"
#include "engine/notation/pdn_write.h"
#include "protocol/console.h"
#include "tests/unit/suite.h"

#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

/* ---- A console on its own thread, and a person at the other end of two pipes ---- */

enum {
    PATIENCE_MS = 60000, /* longest wait for a line; only a failure comes near it */
    SHOWN_SIZE = 1 << 16,
};

typedef struct {
    Session *session;
    LineInput console_input;
    LineOutput console_output;
    ConsoleConfig config;
    pthread_t thread;
    Status status;
    int input_ends[2], output_ends[2];
    LineInput answers;
} Talk;

static void *hold_talk(void *context) {
    Talk *talk = context;
    talk->status = console_run(talk->session, &talk->console_input, &talk->console_output,
                               &talk->config, NULL);
    close(talk->output_ends[1]);
    return NULL;
}

static void talk_start_with(Talk *talk, const char *variant, const ConsoleConfig *config,
                            LineLongPolicy policy) {
    Settings settings = settings_default();
    ck_assert_int_eq(settings_set(&settings, "variant", variant, NULL), STATUS_OK);
    ck_assert_int_eq(settings_set(&settings, "hash", "1", NULL), STATUS_OK);
    *talk = (Talk){.config = *config};
    ck_assert_int_eq(session_new(&settings, &talk->session, NULL), STATUS_OK);
    ck_assert_int_eq(pipe(talk->input_ends), 0);
    ck_assert_int_eq(pipe(talk->output_ends), 0);
    ck_assert_int_eq(line_input_init(&talk->console_input, talk->input_ends[0], LINE_ENDS_LF,
                                     CONSOLE_LINE_MAX, policy, NULL),
                     STATUS_OK);
    ck_assert_int_eq(line_output_init(&talk->console_output, talk->output_ends[1], '\n', NULL),
                     STATUS_OK);
    ck_assert_int_eq(line_input_init(&talk->answers, talk->output_ends[0], LINE_ENDS_LF, SHOWN_SIZE,
                                     LINE_LONG_DROP, NULL),
                     STATUS_OK);
    ck_assert_int_eq(pthread_create(&talk->thread, NULL, hold_talk, talk), 0);
}

/* A console on a pipe, without an engine that plays by itself. */
static void talk_start(Talk *talk, const char *variant) {
    static const ConsoleConfig config = {.limits = {.has_nodes = true, .nodes = 1000}};
    talk_start_with(talk, variant, &config, LINE_LONG_DROP);
}

static void talk_send_bytes(Talk *talk, const char *bytes, size_t length) {
    while (length > 0) {
        ssize_t count = write(talk->input_ends[1], bytes, length);
        ck_assert_int_gt(count, 0);
        bytes += count;
        length -= (size_t)count;
    }
}

static void talk_send(Talk *talk, const char *lines) {
    talk_send_bytes(talk, lines, strlen(lines));
}

/* The next line of the console; valid until the one after. */
static const char *talk_read(Talk *talk) {
    Line line;
    LineEvent event = line_input_next(&talk->answers, PATIENCE_MS, &line, NULL);
    ck_assert_int_eq(event, LINE_TEXT);
    return line.text;
}

static void talk_expect(Talk *talk, const char *line) {
    ck_assert_str_eq(talk_read(talk), line);
}

static void talk_expect_start(Talk *talk, const char *start) {
    const char *line = talk_read(talk);
    ck_assert_msg(!strncmp(line, start, strlen(start)), "\"%s\" instead of \"%s...\"", line, start);
}

/* Reads on to the first line that begins so. */
static const char *talk_find(Talk *talk, const char *start) {
    for (;;) {
        const char *line = talk_read(talk);
        if (!strncmp(line, start, strlen(start)))
            return line;
    }
}

static void talk_ask(Talk *talk, const char *line, const char *answer) {
    talk_send(talk, line);
    talk_send(talk, "\n");
    talk_expect(talk, answer);
}

/* Closes the input, if that was not done. */
static void talk_hang_up(Talk *talk) {
    if (talk->input_ends[1] >= 0)
        close(talk->input_ends[1]);
    talk->input_ends[1] = -1;
}

/* Waits until the console is through, which must not have said more. */
static void talk_join(Talk *talk) {
    Line line;
    ck_assert_int_eq(line_input_next(&talk->answers, PATIENCE_MS, &line, NULL), LINE_END);
    pthread_join(talk->thread, NULL);
    ck_assert_int_eq(talk->status, STATUS_OK);
    ck_assert(!session_is_thinking(talk->session));
}

static void talk_free(Talk *talk) {
    talk_hang_up(talk);
    close(talk->input_ends[0]);
    close(talk->output_ends[0]);
    line_input_done(&talk->answers);
    line_input_done(&talk->console_input);
    line_output_done(&talk->console_output);
    session_free(talk->session);
}

static void talk_end(Talk *talk) {
    talk_join(talk);
    talk_free(talk);
}

static void talk_quit(Talk *talk) {
    talk_send(talk, "quit\n");
    talk_end(talk);
}

/* ---- Moves and positions ---- */

START_TEST(moves_of_every_form_are_played) {
    Talk talk;
    talk_start(&talk, "international");
    talk_ask(&talk, "32-28", "White plays 32-28");
    talk_ask(&talk, "  19x23\r", "Black plays 19-23");
    talk_ask(&talk, "28x19x23", "White plays 28x19");
    talk_ask(&talk, "record", "1. 32-28 19-23 2. 28x19 *");
    talk_ask(&talk, "fen",
             "B:W19,31,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50:B1,2,3,4,5,6,7,8,9,"
             "10,11,12,13,14,15,16,17,18,20");
    talk_send(&talk, "moves\n");
    talk_expect(&talk, "13x24");
    talk_expect(&talk, "14x23");
    talk_ask(&talk, "undo", "took back 1 move, White to move");
    talk_ask(&talk, "undo 2", "took back 2 moves, White to move");
    talk_ask(&talk, "game", "*");
    talk_ask(&talk, "undo", "error: no move of yours to take back");
    talk_ask(&talk, "undo 1", "error: no move of yours to take back");
    talk_send(&talk, "Moves\n");
    static const char *const moves[] = {"31-26", "31-27", "32-27", "32-28", "33-28",
                                        "33-29", "34-29", "34-30", "35-30"};
    for (size_t i = 0; i < sizeof moves / sizeof *moves; i++)
        talk_expect(&talk, moves[i]);
    talk_quit(&talk);
}
END_TEST

START_TEST(positions_are_set_up_in_every_form) {
    Talk talk;
    talk_start(&talk, "english");
    talk_ask(&talk, "fen", "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12");
    talk_ask(&talk, "setup w:WK3,32: b 1-2.", "position set up, White to move");
    talk_ask(&talk, "fen", "W:WK3,32:B1,2");
    talk_ask(&talk, "position BbbeeeeeeeeeeeeeeeeeeeeeeeeeeeeeW", "position set up, Black to move");
    talk_ask(&talk, "setup", "B:WK32:B1,2");
    talk_send(&talk, "setup BbbeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeW\n"); /* one letter too many */
    talk_expect_start(&talk, "error: ");
    talk_ask(&talk, "fen", "B:WK32:B1,2");
    talk_quit(&talk);
}
END_TEST

/* ---- Bad input ---- */

typedef struct {
    const char *line;
    const char *answer;
} Exchange;

static void expect_exchanges(Talk *talk, const Exchange *exchanges, size_t count) {
    for (size_t i = 0; i < count; i++)
        talk_ask(talk, exchanges[i].line, exchanges[i].answer);
}

START_TEST(faults_are_told_and_change_nothing) {
    static const Exchange faults[] = {
        {"xyzzy", "error: no command is called \"xyzzy\": type help for a list"},
        {"\x01\xff\x80 go", "error: no command is called \"???\": type help for a list"},
        {"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
         "error: no command is called \"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa...\": type help "
         "for a list"},
        {"moves all", "error: moves takes no arguments"},
        {"help xyzzy", "error: no command is called \"xyzzy\""},
        {"undo 5", "error: 5 is outside 1..2"},
        {"undo 0", "error: 0 is outside 1..2"},
        {"undo -1", "error: \"-1\" is not a whole number of at most 15 digits"},
        {"undo 1 2", "error: \"2\" is too much here"},
        {"level", "level: nodes 1000"},
        {"level fast", "error: \"fast\" is no limit: time SECONDS, depth PLIES, nodes NUMBER or "
                       "clock SECONDS [+SECONDS]"},
        {"level depth", "error: \"\" is not a whole number of at most 15 digits"},
        {"level depth 0", "error: 0 is outside 1..120"},
        {"level depth 121", "error: 121 is outside 1..120"},
        {"level depth 4x", "error: \"4x\" is not a whole number of at most 15 digits"},
        {"level nodes 1e9", "error: \"1e9\" is not a whole number of at most 15 digits"},
        {"level nodes 1234567890123456",
         "error: \"1234567890123456\" is not a whole number of at most 15 digits"},
        {"level time nan", "error: \"nan\" is not a number of seconds such as 5 or 0.5"},
        {"level time -1", "error: \"-1\" is not a number of seconds such as 5 or 0.5"},
        {"level time 1.2.3", "error: \"1.2.3\" is not a number of seconds such as 5 or 0.5"},
        {"level time .", "error: \".\" is not a number of seconds such as 5 or 0.5"},
        {"level time 1000001", "error: 1e+06 seconds are more than 1000000"},
        {"level clock 60 +x", "error: \"x\" is not a number of seconds such as 5 or 0.5"},
        {"level clock 60 5", "error: \"5\" is no limit: time SECONDS, depth PLIES, nodes NUMBER "
                             "or clock SECONDS [+SECONDS]"},
        {"analyse clock 60",
         "error: \"clock\" is no limit: time SECONDS, depth PLIES, nodes NUMBER"},
        {"level", "level: nodes 1000"},
        {"side red", "error: \"red\" is not one of white, black, both, none"},
        {"side white black", "error: \"black\" is too much here"},
        {"side", "the engine plays: none"},
        {"set speed", "error: no option is called \"speed\": set lists them"},
        {"set speed 1", "error: no option is called \"speed\""},
        {"set threads 0", "error: threads: 0 is outside 1..256"},
        {"set threads many", "error: threads: \"many\" is not a whole number"},
        {"stop", "error: the engine is not thinking"},
        {"draw", "error: the law gives no draw yet; this position has stood 1 of 3 times; 0 of 50 "
                 "moves in a row were by kings without a capture"},
        {"save /no/such/folder/game.pdn",
         "error: cannot write /no/such/folder/game.pdn: No such file or directory"},
        {"save a\tb", "error: a file name with control characters"},
        {"record", "1. 32-28 19-23 *"},
        {"result", "*, the game goes on"},
    };
    /* Text that the notation refuses: a part of the answer. */
    static const Exchange unreadable[] = {
        {"32", "two squares"},
        {"32-99", "no such square"},
        {"32-27-21", "28x19"},
        {"99999999999999999999-1", "no such square"},
        {"31-25", "1 capture is due: 28x19"},
        {"fen W:W31,31:B1", "square 31"},
        {"fen W:W99:B1", "99"},
        {"fen rubbish", "offset 0"},
        {"fen W:W:B", "no piece"},
        {"setup WWW", "51"},
        {"set variant halma", "\"halma\""},
    };
    Talk talk;
    talk_start(&talk, "international");
    talk_ask(&talk, "32-28", "White plays 32-28");
    talk_ask(&talk, "19-23", "Black plays 19-23");
    expect_exchanges(&talk, faults, sizeof faults / sizeof *faults);
    for (size_t i = 0; i < sizeof unreadable / sizeof *unreadable; i++) {
        talk_send(&talk, unreadable[i].line);
        talk_send(&talk, "\n");
        const char *answer = talk_read(&talk);
        ck_assert_msg(!strncmp(answer, "error: ", 7) && strstr(answer, unreadable[i].answer), "%s",
                      answer);
        talk_ask(&talk, "record", "1. 32-28 19-23 *");
    }
    talk_quit(&talk);
}
END_TEST

START_TEST(ambiguous_captures_are_refused_with_the_candidates) {
    Talk talk;
    talk_start(&talk, "english");
    talk_ask(&talk, "fen B:WK32,14,15,22,23:B10", "position set up, Black to move");
    talk_send(&talk, "10x26\n");
    const char *answer = talk_read(&talk);
    ck_assert_ptr_nonnull(strstr(answer, "error: 10x26 fits 2 moves"));
    ck_assert_ptr_nonnull(strstr(answer, "10x17x26"));
    ck_assert_ptr_nonnull(strstr(answer, "10x19x26"));
    talk_ask(&talk, "10x19x26", "Black plays 10x19x26");
    talk_quit(&talk);
}
END_TEST

static void check_long_lines(LineLongPolicy policy) {
    static const ConsoleConfig config = {0};
    Talk talk;
    talk_start_with(&talk, "international", &config, policy);
    size_t length = 10 * 1000 * 1000;
    char *bytes = malloc(length);
    ck_assert_ptr_nonnull(bytes);
    memset(bytes, '7', length);
    bytes[length - 1] = '\n';
    talk_send_bytes(&talk, bytes, length);
    free(bytes);
    talk_expect(&talk, "error: the line is too long");
    talk_ask(&talk, "record", "*");
    talk_quit(&talk);
}

START_TEST(long_lines_nuls_and_rubbish_are_survived) {
    check_long_lines(LINE_LONG_DROP);
    check_long_lines(LINE_LONG_CUT);
    Talk talk;
    talk_start(&talk, "international");
    talk_send(&talk, "\n  \t \r\n\n");
    talk_send_bytes(&talk, "32\0-28\n\0\n", 9);
    talk_expect(&talk, "error: the line holds a NUL byte");
    talk_expect(&talk, "error: the line holds a NUL byte");
    /* Every byte in every place of a few lines. */
    for (int byte = 1; byte < 256; byte++) {
        char line[] = "  32-28  fen \n";
        if (byte == '\n')
            continue;
        for (size_t i = 0; i + 2 < sizeof line; i += 3) {
            char copy[sizeof line];
            memcpy(copy, line, sizeof line);
            copy[i] = (char)byte;
            talk_send(&talk, copy);
            talk_expect_start(&talk, "error: ");
        }
    }
    talk_ask(&talk, "record", "*");
    talk_quit(&talk);
}
END_TEST

/* ---- The end of a game ---- */

START_TEST(the_end_is_told_once_and_stops_the_game) {
    Talk talk;
    talk_start(&talk, "international");
    talk_ask(&talk, "fen W:W32:B23", "position set up, White to move");
    talk_ask(&talk, "32-28", "White plays 32-28");
    talk_ask(&talk, "23x32", "Black plays 23x32");
    talk_expect(&talk, "Game over: 0-2, White has no move.");
    talk_ask(&talk, "result", "0-2, White has no move");
    talk_ask(&talk, "moves", "error: White has no legal move");
    static const char refusal[] =
        "error: the game is over (0-2, White has no move): undo, new or setup";
    static const char *const refused[] = {"31-27", "go", "hint", "analyse", "resign", "draw"};
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
        talk_ask(&talk, refused[i], refusal);
    talk_ask(&talk, "record", "1. 32-28 23x32 0-2");
    talk_ask(&talk, "undo", "took back 1 move, Black to move");
    talk_ask(&talk, "result", "*, the game goes on");
    talk_ask(&talk, "23x32", "Black plays 23x32");
    talk_expect(&talk, "Game over: 0-2, White has no move.");
    talk_ask(&talk, "fen B:WK7:B1", "position set up, Black to move");
    talk_ask(&talk, "new", "new game: international draughts, 10x10");
    talk_ask(&talk, "record", "*");
    talk_quit(&talk);
}
END_TEST

START_TEST(draws_by_the_law_are_told) {
    static const char *const moves[] = {"46-41", "50-45", "41-46", "45-50",
                                        "46-41", "50-45", "41-46", "45-50"};
    Talk talk;
    talk_start(&talk, "international");
    talk_ask(&talk, "fen W:WK46,36:BK50,15", "position set up, White to move");
    for (int i = 0; i < 8; i++) {
        char played[64];
        if (i == 5)
            talk_ask(&talk, "draw",
                     "error: the law gives no draw yet; this position has stood 2 of 3 times; 5 "
                     "of 50 moves in a row were by kings without a capture");
        snprintf(played, sizeof played, "%s plays %s", i % 2 ? "Black" : "White", moves[i]);
        talk_ask(&talk, moves[i], played);
    }
    talk_expect(&talk, "Game over: 1-1, the same position for the third time (FMJD 6.1).");
    talk_ask(&talk, "draw",
             "The game is drawn: 1-1, the same position for the third time (FMJD 6.1).");
    talk_ask(&talk, "46-41",
             "error: the game is over (1-1, the same position for the third time (FMJD 6.1)): "
             "undo, new or setup");
    /* A drawn position may still be looked into. */
    talk_send(&talk, "analyse depth 1\n");
    talk_expect_start(&talk, "depth 1, ");
    talk_expect_start(&talk, "best: ");
    talk_ask(&talk, "fen W:WK46,K47:BK5", "position set up, White to move");
    talk_ask(&talk, "46-41", "White plays 46-41");
    talk_ask(&talk, "draw",
             "error: the law gives no draw yet; this position has stood 1 of 3 times; 1 of 50 "
             "moves in a row were by kings without a capture; 1 of 10 moves were played in this "
             "ending");
    talk_quit(&talk);
}
END_TEST

START_TEST(resigning_has_the_result_of_the_variant) {
    Talk talk;
    talk_start(&talk, "english");
    talk_ask(&talk, "resign", "Game over: 0-1, Black resigned.");
    talk_ask(&talk, "11-15", "error: the game is over (0-1, Black resigned): undo, new or setup");
    talk_ask(&talk, "record", "0-1");
    talk_ask(&talk, "undo", "took back that Black resigned");
    talk_ask(&talk, "11-15", "Black plays 11-15");
    talk_ask(&talk, "resign", "Game over: 1-0, White resigned.");
    talk_ask(&talk, "undo 1", "took back 1 move, Black to move");
    talk_ask(&talk, "result", "*, the game goes on");
    talk_ask(&talk, "resign", "Game over: 0-1, Black resigned.");
    talk_ask(&talk, "set variant international",
             "variant = normal (normal english): the game that is played");
    talk_ask(&talk, "result", "*, the game goes on");
    talk_ask(&talk, "32-28", "White plays 32-28");
    talk_quit(&talk);
}
END_TEST

/* ---- Thinking ---- */

START_TEST(go_plays_and_lines_behind_it_wait) {
    Talk talk;
    talk_start(&talk, "international");
    talk_ask(&talk, "level depth 5", "level: depth 5");
    talk_send(&talk, "go\ngo\nrecord\n31-1\nfen\n");
    char moves[2][MOVE_TEXT_SIZE], record[MOVE_TEXT_SIZE * 3];
    ck_assert_int_eq(sscanf(talk_read(&talk), "White plays %159s (engine: ", moves[0]), 1);
    ck_assert_int_eq(sscanf(talk_read(&talk), "Black plays %159s (engine: ", moves[1]), 1);
    snprintf(record, sizeof record, "1. %s %s *", moves[0], moves[1]);
    talk_expect(&talk, record);
    talk_expect_start(&talk, "error: 31-1 is not legal here");
    talk_expect_start(&talk, "W:W");
    talk_quit(&talk);
}
END_TEST

START_TEST(a_hint_shows_and_does_not_play) {
    Talk talk;
    talk_start(&talk, "international");
    talk_ask(&talk, "fen W:W32,37:B23,12", "position set up, White to move");
    talk_ask(&talk, "level depth 3", "level: depth 3");
    talk_send(&talk, "hint\n");
    char move[MOVE_TEXT_SIZE], first[MOVE_TEXT_SIZE];
    const char *hint = talk_read(&talk);
    ck_assert_int_eq(sscanf(hint, "hint: %159[^,], ", move), 1);
    ck_assert_ptr_nonnull(strstr(hint, "depth 3, line "));
    ck_assert_int_eq(sscanf(strstr(hint, "line "), "line %159s", first), 1);
    ck_assert_str_eq(first, move);
    ck_assert_str_ne(move, "32-28");
    talk_ask(&talk, "record", "*");
    /* A forced win is told as such. */
    talk_ask(&talk, "fen W:W28,33:B22", "position set up, White to move");
    talk_send(&talk, "hint\n");
    talk_expect_start(&talk, "hint: 28x17, White wins in 1 move, depth ");
    talk_quit(&talk);
}
END_TEST

START_TEST(analysis_ends_by_limit_stop_or_the_next_line) {
    Talk talk;
    talk_start(&talk, "international");
    talk_send(&talk, "analyse depth 3\nrecord\n");
    talk_expect_start(&talk, "depth 1, ");
    talk_expect_start(&talk, "depth 2, ");
    talk_expect_start(&talk, "depth 3, ");
    talk_expect_start(&talk, "best: ");
    talk_expect(&talk, "*");
    talk_send(&talk, "analyse\n");
    talk_expect_start(&talk, "depth 1, ");
    talk_send(&talk, "stop\n");
    talk_find(&talk, "best: ");
    talk_send(&talk, "a\n");
    talk_expect_start(&talk, "depth 1, ");
    talk_send(&talk, "32-28\n");
    talk_find(&talk, "best: ");
    talk_expect(&talk, "White plays 32-28");
    talk_send(&talk, "level nodes 20000\ngo\nanalyse\nundo\n");
    talk_expect(&talk, "level: nodes 20000");
    talk_expect_start(&talk, "Black plays ");
    talk_find(&talk, "best: ");
    talk_expect(&talk, "took back 1 move, Black to move");
    talk_send(&talk, "a\n");
    talk_expect_start(&talk, "depth 1, ");
    talk_send(&talk, "stop now\nstop\n");
    talk_find(&talk, "error: stop takes no arguments");
    talk_find(&talk, "best: ");
    talk_quit(&talk);
}
END_TEST

START_TEST(the_clock_runs_for_the_engine) {
    Talk talk;
    talk_start(&talk, "english");
    talk_ask(&talk, "level clock 0.5 +1000 nodes 50", "level: nodes 50 clock 0.5 +1000");
    double left;
    talk_send(&talk, "go\n");
    talk_expect_start(&talk, "Black plays ");
    ck_assert_int_eq(sscanf(talk_read(&talk), "Black's clock: %lf s", &left), 1);
    ck_assert(left > 900 && left <= 1000.5);
    talk_send(&talk, "go\n");
    talk_expect_start(&talk, "White plays ");
    ck_assert_int_eq(sscanf(talk_read(&talk), "White's clock: %lf s", &left), 1);
    ck_assert(left > 900 && left <= 1000.5);
    talk_send(&talk, "go\n");
    talk_expect_start(&talk, "Black plays ");
    ck_assert_int_eq(sscanf(talk_read(&talk), "Black's clock: %lf s", &left), 1);
    ck_assert(left > 1900 && left <= 2000.5);
    talk_ask(&talk, "new", "new game: English draughts, 8x8");
    talk_send(&talk, "go\n");
    talk_expect_start(&talk, "Black plays ");
    ck_assert_int_eq(sscanf(talk_read(&talk), "Black's clock: %lf s", &left), 1);
    ck_assert(left > 900 && left <= 1000.5);
    talk_quit(&talk);
}
END_TEST

/* The ends of a conversation, each tried while idle and in every kind of thought. */
static const char *const thoughts[] = {"",       "analyse\n", "analyse time 1000\n",
                                       "hint\n", "go\n",      "side both\n"};

static void begin_thought(Talk *talk, const char *command) {
    static const ConsoleConfig config = {.limits = {.has_move_time = true, .move_time = 1000}};
    talk_start_with(talk, "international", &config, LINE_LONG_DROP);
    talk_send(talk, command);
    talk_send(talk, "32\n"); /* a line to see that the command was taken */
    if (!*command)
        talk_find(talk, "error: ");
}

static void drain(Talk *talk) {
    Line line;
    while (line_input_next(&talk->answers, PATIENCE_MS, &line, NULL) == LINE_TEXT)
        continue;
    talk_end(talk);
}

START_TEST(the_end_of_input_ends_everything) {
    for (size_t i = 0; i < sizeof thoughts / sizeof *thoughts; i++) {
        Talk talk;
        begin_thought(&talk, thoughts[i]);
        talk_hang_up(&talk);
        drain(&talk);
        begin_thought(&talk, thoughts[i]);
        talk_send(&talk, "quit\n");
        drain(&talk);
    }
}
END_TEST

START_TEST(lines_that_waited_are_carried_out_before_the_end) {
    static const ConsoleConfig config = {.limits = {.has_move_time = true, .move_time = 1000}};
    static const char *const ends[] = {"quit\n", NULL};
    for (int i = 0; i < 2; i++) {
        Talk talk;
        talk_start_with(&talk, "international", &config, LINE_LONG_DROP);
        talk_send(&talk, "go\nresult\ngo\nmoves\n");
        if (ends[i])
            talk_send(&talk, ends[i]);
        else
            talk_hang_up(&talk);
        talk_expect_start(&talk, "White plays ");
        talk_expect(&talk, "*, the game goes on");
        talk_expect(&talk, "error: no more thinking, the conversation ends");
        for (int move = 0; move < 9; move++)
            talk_read(&talk);
        talk_end(&talk);
    }
}
END_TEST

START_TEST(too_many_lines_that_wait_are_dropped) {
    static const ConsoleConfig config = {.limits = {.has_move_time = true, .move_time = 1000}};
    Talk talk;
    talk_start_with(&talk, "international", &config, LINE_LONG_DROP);
    talk_send(&talk, "go\n");
    enum {
        LENGTH = CONSOLE_LINE_MAX - 1,
        COUNT = 20
    };
    char *line = malloc(LENGTH + 2);
    ck_assert_ptr_nonnull(line);
    memset(line, 'x', LENGTH);
    strcpy(line + LENGTH, "\n");
    for (int i = 0; i < COUNT; i++)
        talk_send(&talk, line);
    free(line);
    talk_expect(&talk, "error: too many lines wait for the engine: this one is dropped");
    talk_send(&talk, "quit\n");
    talk_find(&talk, "White plays ");
    for (int i = 0; i < 16; i++)
        talk_expect_start(&talk, "error: no command is called \"xxx");
    talk_end(&talk);
}
END_TEST

START_TEST(an_output_that_closed_ends_the_conversation) {
    Talk talk;
    talk_start(&talk, "international");
    close(talk.output_ends[0]);
    talk_send(&talk, "board\n");
    pthread_join(talk.thread, NULL);
    ck_assert_int_eq(talk.status, STATUS_OK);
    talk.output_ends[0] = -1;
    talk_free(&talk);
}
END_TEST

START_TEST(an_input_that_cannot_be_read_is_told) {
    int ends[2], output_ends[2];
    Settings settings = settings_default();
    static const ConsoleConfig config = {0};
    Session *session;
    LineInput input;
    LineOutput output;
    Error error = {""};
    ck_assert_int_eq(pipe(ends), 0);
    ck_assert_int_eq(pipe(output_ends), 0);
    ck_assert_int_eq(settings_set(&settings, "hash", "1", NULL), STATUS_OK);
    ck_assert_int_eq(session_new(&settings, &session, NULL), STATUS_OK);
    ck_assert_int_eq(line_output_init(&output, output_ends[1], '\n', NULL), STATUS_OK);
    /* The end for writing; without a reader it wakes who waits for it. */
    close(ends[0]);
    ck_assert_int_eq(
        line_input_init(&input, ends[1], LINE_ENDS_LF, CONSOLE_LINE_MAX, LINE_LONG_DROP, NULL),
        STATUS_OK);
    ck_assert_int_eq(console_run(session, &input, &output, &config, &error), STATUS_IO);
    ck_assert(!strncmp(error.text, "cannot read: ", 13));
    ck_assert(!session_is_thinking(session));
    line_input_done(&input);
    line_output_done(&output);
    session_free(session);
    close(ends[1]);
    close(output_ends[0]);
    close(output_ends[1]);
}
END_TEST

/* ---- Play ---- */

/* The engine against itself to the end; what was announced is what the board says. */
static void check_whole_game(const char *variant, const char *start) {
    static const ConsoleConfig config = {.limits = {.has_nodes = true, .nodes = 300}};
    Talk talk;
    talk_start_with(&talk, variant, &config, LINE_LONG_DROP);
    talk_send(&talk, start);
    talk_expect_start(&talk, "position set up, ");
    talk_ask(&talk, "side both", "the engine plays: both");
    char announced[256], reason_text[160], expected[256];
    snprintf(announced, sizeof announced, "%s", talk_find(&talk, "Game over: "));
    talk_send(&talk, "quit\n");
    talk_join(&talk);
    const GameRecord *record = session_record(talk.session);
    Reason reason;
    Outcome outcome = record_outcome(record, &reason);
    ck_assert_int_ne(outcome, OUTCOME_NONE);
    record_describe_reason(record_current(record), reason, reason_text, sizeof reason_text);
    snprintf(expected, sizeof expected, "Game over: %s, %s.",
             pdn_result_text(session_settings(talk.session)->rules, outcome), reason_text);
    ck_assert_str_eq(announced, expected);
    /* The game ended at the first ply at which the law ends it. */
    GameRecord replay;
    ck_assert_int_eq(record_init(&replay, &record->entries[0].position, NULL), STATUS_OK);
    for (int i = 1; i < record->count; i++) {
        ck_assert_int_eq(record_outcome(&replay, NULL), OUTCOME_NONE);
        ck_assert(!move_is_none(movegen_find(record_current(&replay), record->entries[i].move)));
        ck_assert_int_eq(record_push(&replay, record->entries[i].move, NULL), STATUS_OK);
    }
    record_done(&replay);
    talk_free(&talk);
}

START_TEST(the_engine_plays_whole_games_by_itself) {
    check_whole_game("international", "fen start\n");
    check_whole_game("english", "fen start\n");
    check_whole_game("international", "fen W:WK46,K47,31:BK5\n");
    check_whole_game("english", "fen B:WK30:BK1,K2\n");
}
END_TEST

START_TEST(the_engine_answers_and_takes_back) {
    static const ConsoleConfig config = {.engine_plays = {[COLOR_BLACK] = true},
                                         .limits = {.has_nodes = true, .nodes = 500}};
    Talk talk;
    talk_start_with(&talk, "international", &config, LINE_LONG_DROP);
    for (int i = 0; i < 2; i++) {
        talk_ask(&talk, "32-28", "White plays 32-28");
        talk_expect_start(&talk, "Black plays ");
        talk_ask(&talk, "undo", "took back 2 moves, White to move");
    }
    talk_ask(&talk, "record", "*");
    talk_ask(&talk, "32-28", "White plays 32-28");
    talk_expect_start(&talk, "Black plays ");
    /* Taking back the answer alone leaves the turn to the engine. */
    talk_ask(&talk, "undo 1", "took back 1 move, Black to move");
    talk_expect_start(&talk, "Black plays ");
    talk_ask(&talk, "resign", "Game over: 0-2, White resigned.");
    talk_ask(&talk, "fen B:W32:B23,1", "position set up, Black to move");
    talk_expect_start(&talk, "Black plays ");
    talk_ask(&talk, "side none", "the engine plays: none");
    talk_quit(&talk);

    static const ConsoleConfig first = {.engine_plays = {[COLOR_WHITE] = true},
                                        .limits = {.has_nodes = true, .nodes = 500}};
    talk_start_with(&talk, "international", &first, LINE_LONG_DROP);
    talk_expect_start(&talk, "White plays ");
    talk_ask(&talk, "undo", "error: no move of yours to take back");
    talk_ask(&talk, "resign", "Game over: 2-0, Black resigned.");
    talk_quit(&talk);
}
END_TEST

START_TEST(a_move_while_the_engine_thinks_is_refused) {
    static const ConsoleConfig config = {.engine_plays = {[COLOR_BLACK] = true},
                                         .limits = {.has_move_time = true, .move_time = 1000}};
    Talk talk;
    talk_start_with(&talk, "international", &config, LINE_LONG_DROP);
    talk_ask(&talk, "32-28", "White plays 32-28");
    talk_ask(&talk, "31-27",
             "error: the engine is thinking about its move: wait, or type stop to make it move "
             "now");
    talk_send(&talk, "undo\nstop\n");
    talk_expect_start(&talk, "Black plays ");
    talk_expect(&talk, "took back 2 moves, White to move");
    talk_ask(&talk, "record", "*");
    talk_quit(&talk);
}
END_TEST

/* ---- Saving ---- */

static void read_file(const char *path, char *content, size_t size) {
    FILE *file = fopen(path, "r");
    ck_assert_msg(file != NULL, "%s", path);
    size_t length = fread(content, 1, size - 1, file);
    content[length] = '\0';
    fclose(file);
}

/* The file is `before`, a date line, and `after`. */
static void expect_saved(const char *path, const char *before, const char *after) {
    char content[2000];
    read_file(path, content, sizeof content);
    size_t length = strlen(before);
    ck_assert_msg(!strncmp(content, before, length), "%s", content);
    int year, month, day, used = 0;
    ck_assert_int_eq(
        sscanf(content + length, "[Date \"%4d.%2d.%2d\"]%n", &year, &month, &day, &used), 3);
    ck_assert_int_eq(used, (int)strlen("[Date \"2000.01.01\"]"));
    ck_assert_str_eq(content + length + used, after);
}

START_TEST(games_are_saved_as_pdn) {
    char folder[] = "/tmp/huff-test-console-XXXXXX", own[100], named[100], line[300];
    ck_assert_ptr_nonnull(mkdtemp(folder));
    snprintf(own, sizeof own, "%s/own.pdn", folder);
    snprintf(named, sizeof named, "%s/another name.pdn", folder);
    const ConsoleConfig config = {.save_path = own, .limits = {.has_nodes = true, .nodes = 200}};
    Talk talk;
    talk_start_with(&talk, "international", &config, LINE_LONG_DROP);
    talk_ask(&talk, "32-28", "White plays 32-28");
    snprintf(line, sizeof line, "saved in %s", own);
    talk_ask(&talk, "save", line);
    expect_saved(own, "[Event \"?\"]\n[Site \"?\"]\n",
                 "\n[Round \"?\"]\n[White \"?\"]\n[Black \"?\"]\n[Result \"*\"]\n"
                 "[GameType \"20\"]\n\n1. 32-28 *\n\n");
    talk_ask(&talk, "fen B:W28,32:B9,19", "position set up, Black to move");
    talk_ask(&talk, "19-23", "Black plays 19-23");
    talk_ask(&talk, "28x19", "White plays 28x19");
    talk_ask(&talk, "resign", "Game over: 2-0, Black resigned.");
    talk_ask(&talk, "side white", "the engine plays: white");
    snprintf(line, sizeof line, "save %s", named);
    char saved[300];
    snprintf(saved, sizeof saved, "saved in %s", named);
    talk_ask(&talk, line, saved);
    expect_saved(named, "[Event \"?\"]\n[Site \"?\"]\n",
                 "\n[Round \"?\"]\n[White \"huff\"]\n[Black \"?\"]\n[Result \"2-0\"]\n"
                 "[GameType \"20\"]\n[FEN \"B:W28,32:B9,19\"]\n\n1... 19-23 2. 28x19 2-0\n\n");
    talk_quit(&talk);
    ck_assert_int_eq(remove(own), 0);
    ck_assert_int_eq(remove(named), 0);
    ck_assert_int_eq(rmdir(folder), 0);
}
END_TEST

/* ---- What a person sees ---- */

START_TEST(options_and_help_are_listed) {
    Talk talk;
    int count;
    talk_start(&talk, "international");
    const OptionSpec *table = option_table(&count);
    talk_send(&talk, "set\n");
    for (int i = 0; i < count; i++) {
        char start[64];
        snprintf(start, sizeof start, "%s = ", table[i].name);
        const char *line = talk_read(&talk);
        ck_assert_msg(!strncmp(line, start, strlen(start)), "%s", line);
        ck_assert_ptr_nonnull(strstr(line, table[i].help));
    }
    talk_ask(&talk, "set Threads", "threads = 1 (1..256): threads that think");
    talk_ask(&talk, "set threads 2", "threads = 2 (1..256): threads that think");
    talk_ask(&talk, "set hash 2", "hash = 2 (0..1048576 MiB): memory of the transposition table");
    talk_ask(&talk, "help GO", "go: makes the engine play for the side to move; also called g");
    talk_send(&talk, "?\nresult\n");
    talk_expect_start(&talk, "A move is its squares");
    int commands = 0;
    for (const char *line; strcmp(line = talk_read(&talk), "*, the game goes on"); commands++)
        ck_assert_ptr_nonnull(strstr(line, ": "));
    ck_assert_int_eq(commands, 20);
    talk_quit(&talk);
}
END_TEST

START_TEST(a_person_gets_prompts_and_boards) {
    static const ConsoleConfig config = {.interactive = true};
    static const char expected[] = ": English draughts, 8x8. Type help for the commands.\n"
                                   "   b   b   b   b    1-4\n"
                                   " b   b   b   b      5-8\n"
                                   "   b   b   b   b    9-12\n"
                                   " .   .   .   .     13-16\n"
                                   "   .   .   .   .   17-20\n"
                                   " w   w   w   w     21-24\n"
                                   "   w   w   w   w   25-28\n"
                                   " w   w   w   w     29-32\n"
                                   "Black to move\n"
                                   "> Black plays 11-15\n"
                                   "   b   b   b   b    1-4\n"
                                   " b   b   b   b      5-8\n"
                                   "   b   b   .   b    9-12\n"
                                   " .   .   b   .     13-16\n"
                                   "   .   .   .   .   17-20\n"
                                   " w   w   w   w     21-24\n"
                                   "   w   w   w   w   25-28\n"
                                   " w   w   w   w     29-32\n"
                                   "White to move\n"
                                   "> > error: stop takes no arguments\n"
                                   "> Game over: 1-0, White resigned.\n"
                                   "> \n";
    Talk talk;
    talk_start_with(&talk, "english", &config, LINE_LONG_DROP);
    talk_send(&talk, "11-15\n\nstop it\nresign\n");
    talk_hang_up(&talk);
    char shown[4000];
    size_t length = 0;
    ssize_t count;
    while ((count = read(talk.output_ends[0], shown + length, sizeof shown - 1 - length)) > 0)
        length += (size_t)count;
    shown[length] = '\0';
    /* The greeting begins with the name and the version. */
    const char *said = strchr(shown, ':');
    ck_assert(!strncmp(shown, "huff ", 5) && said);
    ck_assert_str_eq(said, expected);
    talk_end(&talk);
}
END_TEST

static TCase *add_case(Suite *suite, const char *name) {
    TCase *tests = tcase_create(name);
    tcase_set_timeout(tests, 120);
    suite_add_tcase(suite, tests);
    return tests;
}

int main(void) {
    signal(SIGPIPE, SIG_IGN);
    Suite *suite = suite_create("console");
    TCase *tests = add_case(suite, "positions");
    tcase_add_test(tests, moves_of_every_form_are_played);
    tcase_add_test(tests, positions_are_set_up_in_every_form);
    tests = add_case(suite, "bad input");
    tcase_add_test(tests, faults_are_told_and_change_nothing);
    tcase_add_test(tests, ambiguous_captures_are_refused_with_the_candidates);
    tcase_add_test(tests, long_lines_nuls_and_rubbish_are_survived);
    tests = add_case(suite, "the end of a game");
    tcase_add_test(tests, the_end_is_told_once_and_stops_the_game);
    tcase_add_test(tests, draws_by_the_law_are_told);
    tcase_add_test(tests, resigning_has_the_result_of_the_variant);
    tests = add_case(suite, "thinking");
    tcase_add_test(tests, go_plays_and_lines_behind_it_wait);
    tcase_add_test(tests, a_hint_shows_and_does_not_play);
    tcase_add_test(tests, analysis_ends_by_limit_stop_or_the_next_line);
    tcase_add_test(tests, the_clock_runs_for_the_engine);
    tcase_add_test(tests, the_end_of_input_ends_everything);
    tcase_add_test(tests, lines_that_waited_are_carried_out_before_the_end);
    tcase_add_test(tests, too_many_lines_that_wait_are_dropped);
    tcase_add_test(tests, an_output_that_closed_ends_the_conversation);
    tcase_add_test(tests, an_input_that_cannot_be_read_is_told);
    tests = add_case(suite, "play");
    tcase_add_test(tests, the_engine_plays_whole_games_by_itself);
    tcase_add_test(tests, the_engine_answers_and_takes_back);
    tcase_add_test(tests, a_move_while_the_engine_thinks_is_refused);
    tcase_add_test(tests, games_are_saved_as_pdn);
    tests = add_case(suite, "people");
    tcase_add_test(tests, options_and_help_are_listed);
    tcase_add_test(tests, a_person_gets_prompts_and_boards);
    return suite_run(suite);
}
