/* SPDX-License-Identifier: MIT
 *
 * What a person types into the console: moves, positions, faults, games to their end, files. */
#include "engine/board/movegen.h"
#include "engine/notation/move_text.h"
#include "engine/notation/pdn_write.h"
#include "tests/unit/console_talk.h"

#include <signal.h>
#include <string.h>
#include <unistd.h>

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
    char choices[512];
    snprintf(choices, sizeof choices, "variant = normal (%s): the game that is played",
             &RULES_HUB_NAMES[1]);
    talk_ask(&talk, "set variant international", choices);
    talk_ask(&talk, "result", "*, the game goes on");
    talk_ask(&talk, "32-28", "White plays 32-28");
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
    char folder[SCRATCH_SIZE], own[SCRATCH_SIZE + 20], named[SCRATCH_SIZE + 20], line[600];
    scratch_make_folder(folder);
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
    char saved[600];
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

START_TEST(moves_taken_back_are_played_again) {
    Talk talk;
    talk_start(&talk, "international");
    talk_ask(&talk, "redo", "error: no move was taken back");
    talk_ask(&talk, "32-28", "White plays 32-28");
    talk_ask(&talk, "19-23", "Black plays 19-23");
    talk_ask(&talk, "28x19", "White plays 28x19");
    talk_ask(&talk, "undo 3", "took back 3 moves, White to move");
    talk_ask(&talk, "redo", "played 1 move again, Black to move");
    talk_ask(&talk, "redo 3", "error: 3 is outside 1..2");
    talk_ask(&talk, "redo 2", "played 2 moves again, Black to move");
    talk_ask(&talk, "record", "1. 32-28 19-23 2. 28x19 *");
    talk_ask(&talk, "undo 3", "took back 3 moves, White to move");
    /* The move taken back leaves those behind it, another one does not. */
    talk_ask(&talk, "32-28", "White plays 32-28");
    talk_ask(&talk, "redo 1", "played 1 move again, White to move");
    talk_ask(&talk, "undo", "took back 1 move, Black to move");
    talk_ask(&talk, "18-23", "Black plays 18-23");
    talk_ask(&talk, "redo", "error: no move was taken back");
    talk_ask(&talk, "undo 2", "took back 2 moves, White to move");
    talk_ask(&talk, "new", "new game: international draughts, 10x10");
    talk_ask(&talk, "redo", "error: no move was taken back");
    talk_quit(&talk);
}
END_TEST

START_TEST(games_go_on_from_files) {
    char folder[SCRATCH_SIZE], path[SCRATCH_SIZE + 20], line[600];
    scratch_make_folder(folder);
    snprintf(path, sizeof path, "%s/two games.pdn", folder);
    FILE *file = fopen(path, "w");
    ck_assert_ptr_nonnull(file);
    fputs("[White \"huff\"]\n[GameType \"20\"]\n\n1. 32-28 19-23 2. 28-1 2-0\n\n"
          "[GameType \"21\"]\n\n1. 11-15 *\n\n[GameType \"99\"]\n\n1. 1-2 *\n",
          file);
    ck_assert_int_eq(fclose(file), 0);
    const ConsoleConfig config = {.save_path = path, .limits = {.has_nodes = true, .nodes = 200}};
    Talk talk;
    talk_start_with(&talk, "international", &config, LINE_LONG_DROP);
    snprintf(line, sizeof line, "loaded game 2 of %s: 1 move, White to move", path);
    talk_ask(&talk, "load #2", line);
    talk_ask(&talk, "record", "1. 11-15 *");
    talk_ask(&talk, "22-18", "White plays 22-18");
    talk_ask(&talk, "side", "the engine plays: none");
    snprintf(line, sizeof line, "load %s #1", path);
    talk_send(&talk, line);
    talk_send(&talk, "\n");
    snprintf(line, sizeof line, "loaded game 1 of %s: 2 moves, White to move", path);
    talk_expect(&talk, line);
    talk_expect_start(&talk, "moves behind them are left out: ");
    talk_expect(&talk, "the file has the result 2-0; here the game goes on");
    talk_expect(&talk, "the engine plays: white");
    talk_expect_start(&talk, "White plays ");
    snprintf(line, sizeof line, "error: %s has no game 4", path);
    talk_ask(&talk, "load #4", line);
    talk_ask(&talk, "load #0", "error: 0 is outside 1..1000000000");
    talk_ask(&talk, "load #x", "error: \"x\" is not a whole number of at most 15 digits");
    talk_ask(&talk, "load no.pdn", "error: cannot read no.pdn: No such file or directory");
    talk_send(&talk, "load #3\n");
    talk_expect_start(&talk, "error: game 3 of ");
    talk_ask(&talk, "side none", "the engine plays: none");
    talk_quit(&talk);
    /* Games beside the one that goes on are not lost. */
    const ConsoleConfig saving = {.save_path = path, .autosave = true};
    talk_start_with(&talk, "english", &saving, LINE_LONG_DROP);
    talk_send(&talk, "load #2\n");
    talk_expect_start(&talk, "loaded game 2 of ");
    snprintf(line, sizeof line,
             "%s has more games, which saving this one there would replace: it is not saved by "
             "itself",
             path);
    talk_expect(&talk, line);
    talk_ask(&talk, "22-18", "White plays 22-18");
    talk_quit(&talk);
    char content[500];
    read_file(path, content, sizeof content);
    ck_assert_ptr_nonnull(strstr(content, "1. 1-2 *"));
    ck_assert_int_eq(remove(path), 0);
    ck_assert_int_eq(rmdir(folder), 0);
}
END_TEST

/* ---- What a person sees ---- */

START_TEST(boards_can_be_read_aloud) {
    static const ConsoleConfig config = {.plain = true};
    Talk talk;
    talk_start_with(&talk, "russian", &config, LINE_LONG_DROP);
    talk_ask(&talk, "setup W:WK1,30,31:BK4,5", "position set up, White to move");
    talk_ask(&talk, "board", "White men: c1, e1");
    talk_expect(&talk, "White kings: b8");
    talk_expect(&talk, "Black men: a7");
    talk_expect(&talk, "Black kings: h8");
    talk_expect(&talk, "White to move");
    talk_quit(&talk);
    static const ConsoleConfig colours = {.colour = true};
    talk_start_with(&talk, "english", &colours, LINE_LONG_DROP);
    talk_ask(&talk, "setup B:WK8:B1", "position set up, Black to move");
    talk_ask(&talk, "1-5", "Black plays 1-5");
    talk_ask(&talk, "board",
             "   \033[2m\033[4m.\033[0m   \033[2m.\033[0m   \033[2m.\033[0m   "
             "\033[2m.\033[0m    1-4");
    talk_expect(&talk, " \033[1;31m\033[4mb\033[0m   \033[2m.\033[0m   \033[2m.\033[0m   "
                       "\033[1;97mW\033[0m      5-8");
    talk_find(&talk, "White to move");
    talk_quit(&talk);
}
END_TEST

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
    ck_assert_int_eq(commands, 24);
    talk_quit(&talk);
}
END_TEST

START_TEST(a_person_gets_prompts_and_boards) {
    static const ConsoleConfig config = {.interactive = true};
    static const char expected[] = ": English draughts, 8x8. Type help for the commands.\n"
                                   "w and b are men, W and B kings, a point is an empty square; at "
                                   "the right are the numbers of a row.\n"
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
int main(void) {
    signal(SIGPIPE, SIG_IGN);
    Suite *suite = suite_create("console");
    TCase *tests = talk_add_case(suite, "positions");
    tcase_add_test(tests, moves_of_every_form_are_played);
    tcase_add_test(tests, positions_are_set_up_in_every_form);
    tests = talk_add_case(suite, "bad input");
    tcase_add_test(tests, faults_are_told_and_change_nothing);
    tcase_add_test(tests, ambiguous_captures_are_refused_with_the_candidates);
    tcase_add_test(tests, long_lines_nuls_and_rubbish_are_survived);
    tests = talk_add_case(suite, "the end of a game");
    tcase_add_test(tests, the_end_is_told_once_and_stops_the_game);
    tcase_add_test(tests, draws_by_the_law_are_told);
    tcase_add_test(tests, resigning_has_the_result_of_the_variant);
    tests = talk_add_case(suite, "people");
    tcase_add_test(tests, moves_taken_back_are_played_again);
    tcase_add_test(tests, games_are_saved_as_pdn);
    tcase_add_test(tests, games_go_on_from_files);
    tcase_add_test(tests, boards_can_be_read_aloud);
    tcase_add_test(tests, options_and_help_are_listed);
    tcase_add_test(tests, a_person_gets_prompts_and_boards);
    return suite_run(suite);
}
