/* SPDX-License-Identifier: MIT */
#include "engine/base/rng.h"
#include "engine/board/movegen.h"
#include "engine/notation/fen.h"
#include "engine/notation/move_text.h"
#include "engine/notation/pdn_write.h"
#include "tests/unit/suite.h"

#include <string.h>

/* A game from a FEN ("start" too) with moves between blanks. */
static void play_game(VariantId variant, const char *fen, const char *moves,
                      GameRecord *ret_record) {
    Position start;
    ck_assert_int_eq(fen_read(rules_get(variant), fen, strlen(fen), &start, NULL, NULL), 0);
    ck_assert_int_eq(record_init(ret_record, &start, NULL), 0);
    while (*moves) {
        size_t length = strcspn(moves, " ");
        Move move;
        Error error = {""};
        Status status = move_text_read(record_current(ret_record), moves, length, &move, &error);
        ck_assert_msg(status == STATUS_OK, "%s", error.text);
        ck_assert_int_eq(record_push(ret_record, move, NULL), 0);
        moves += length + (moves[length] == ' ');
    }
}

static void expect_game(VariantId variant, const char *fen, const char *moves, const PdnTags *tags,
                        Outcome outcome, const char *expected) {
    GameRecord record;
    TextBuffer text = {0};
    play_game(variant, fen, moves, &record);
    ck_assert_int_eq(pdn_write_game(&record, tags, outcome, &text, NULL), STATUS_OK);
    ck_assert_str_eq(text_buffer_get(&text), expected);
    text_buffer_done(&text);
    record_done(&record);
}

static void expect_moves(VariantId variant, const char *fen, const char *moves, Outcome outcome,
                         const char *expected) {
    GameRecord record;
    TextBuffer text = {0};
    play_game(variant, fen, moves, &record);
    ck_assert_int_eq(pdn_write_moves(&record, outcome, &text, NULL), STATUS_OK);
    ck_assert_str_eq(text_buffer_get(&text), expected);
    text_buffer_done(&text);
    record_done(&record);
}

START_TEST(an_unfinished_game) {
    static const PdnTags tags = {
        .event = "Club \"De \\ Dam\"\n2",
        .site = "Gent",
        .date = "2024.05.31",
        .round = "3",
        .white = "Zoë",
        .black = "huff",
    };
    expect_game(VARIANT_INTERNATIONAL, "start", "32-28 19-23 28x19 14x23", &tags, OUTCOME_NONE,
                "[Event \"Club \\\"De \\\\ Dam\\\" 2\"]\n"
                "[Site \"Gent\"]\n"
                "[Date \"2024.05.31\"]\n"
                "[Round \"3\"]\n"
                "[White \"Zoë\"]\n"
                "[Black \"huff\"]\n"
                "[Result \"*\"]\n"
                "[GameType \"20\"]\n"
                "\n"
                "1. 32-28 19-23 2. 28x19 14x23 *\n"
                "\n");
}
END_TEST

START_TEST(a_game_from_a_position_and_unknown_tags) {
    static const PdnTags tags = {0};
    expect_game(VARIANT_INTERNATIONAL, "B:W28,32:B19,9", "19-23 28x19 9-14", &tags, OUTCOME_DRAW,
                "[Event \"?\"]\n"
                "[Site \"?\"]\n"
                "[Date \"????.??.??\"]\n"
                "[Round \"?\"]\n"
                "[White \"?\"]\n"
                "[Black \"?\"]\n"
                "[Result \"1-1\"]\n"
                "[GameType \"20\"]\n"
                "[FEN \"B:W28,32:B9,19\"]\n"
                "\n"
                "1... 19-23 2. 28x19 9-14 1-1\n"
                "\n");
}
END_TEST

START_TEST(english_numbers_begin_with_black) {
    static const PdnTags tags = {0};
    expect_game(VARIANT_ENGLISH, "start", "11-15 22-17", &tags, OUTCOME_BLACK_WINS,
                "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n"
                "[White \"?\"]\n[Black \"?\"]\n[Result \"1-0\"]\n[GameType \"21\"]\n"
                "\n"
                "1. 11-15 22-17 1-0\n"
                "\n");
    expect_moves(VARIANT_ENGLISH, "W:W22,32:B10,1", "22-17 10-14 17x10", OUTCOME_WHITE_WINS,
                 "1... 22-17 2. 10-14 17x10 0-1\n");
}
END_TEST

START_TEST(every_result_and_no_move) {
    expect_moves(VARIANT_INTERNATIONAL, "start", "", OUTCOME_NONE, "*\n");
    expect_moves(VARIANT_INTERNATIONAL, "start", "", OUTCOME_WHITE_WINS, "2-0\n");
    expect_moves(VARIANT_INTERNATIONAL, "start", "", OUTCOME_DRAW, "1-1\n");
    expect_moves(VARIANT_INTERNATIONAL, "start", "", OUTCOME_BLACK_WINS, "0-2\n");
    expect_moves(VARIANT_ENGLISH, "start", "", OUTCOME_WHITE_WINS, "0-1\n");
    expect_moves(VARIANT_ENGLISH, "start", "", OUTCOME_DRAW, "1/2-1/2\n");
}
END_TEST

/* Two captures share both ends: the landing squares tell them apart. */
START_TEST(captures_that_share_their_ends_are_written_in_full) {
    expect_moves(VARIANT_ENGLISH, "B:WK32,14,22,23,15:B10", "10x17x26", OUTCOME_NONE,
                 "1. 10x17x26 *\n");
    expect_moves(VARIANT_ENGLISH, "B:WK32,14,22:B10", "10x26", OUTCOME_NONE, "1. 10x26 *\n");
    expect_moves(VARIANT_INTERNATIONAL, "B:W8,16,22,25,26,27,40:BK3,7,15", "3x21x49x35",
                 OUTCOME_NONE, "1... 3x21x49x35 *\n");
}
END_TEST

/* Plays random legal moves until the game is over or `plies` are played. */
static void play_randomly(VariantId variant, uint64_t seed, int plies, GameRecord *ret_record) {
    Rng rng;
    rng_init(&rng, seed);
    play_game(variant, "start", "", ret_record);
    while (record_plies(ret_record) < plies && record_outcome(ret_record, NULL) == OUTCOME_NONE) {
        MoveList list;
        int count = movegen_generate(record_current(ret_record), &list);
        Move move = list.moves[rng_below(&rng, (uint64_t)count)];
        ck_assert_int_eq(record_push(ret_record, move, NULL), 0);
    }
}

/* Reads the text back: every word is a number in order, the game's next move, or the result. */
static void expect_same_game(const GameRecord *record, const char *text, const char *result) {
    int ply = 0, number = 1;
    char word[200];
    int used = 0;
    for (; sscanf(text, "%199s%n", word, &used) == 1; text += used) {
        if (strchr(word, '.')) {
            ck_assert_int_eq(ply % 2, 0);
            ck_assert_int_eq(atoi(word), number++);
            continue;
        }
        if (ply == record_plies(record))
            break;
        Move move;
        const Position *position = &record->entries[ply].position;
        ck_assert_int_eq(move_text_read(position, word, strlen(word), &move, NULL), STATUS_OK);
        ck_assert(move_equals(move, record->entries[++ply].move));
    }
    ck_assert_int_eq(ply, record_plies(record));
    ck_assert_str_eq(word, result);
    ck_assert_str_eq(text + used, "\n");
}

START_TEST(long_games_are_wrapped_and_read_back) {
    for (uint64_t seed = 1; seed <= 20; seed++) {
        VariantId variant = seed % 2 ? VARIANT_INTERNATIONAL : VARIANT_ENGLISH;
        GameRecord record;
        TextBuffer text = {0};
        play_randomly(variant, seed, 150, &record);
        ck_assert_int_gt(record_plies(&record), 30);
        ck_assert_int_eq(pdn_write_moves(&record, OUTCOME_DRAW, &text, NULL), STATUS_OK);
        size_t longest = 0;
        for (const char *line = text_buffer_get(&text); *line; line += strcspn(line, "\n") + 1) {
            size_t length = strcspn(line, "\n");
            longest = length > longest ? length : longest;
            ck_assert(line[length - 1] != ' ' && line[length - 1] != '.' && *line != ' ');
        }
        ck_assert_uint_le(longest, PDN_COLUMNS_MAX);
        ck_assert_uint_gt(longest, PDN_COLUMNS_MAX - 15);
        expect_same_game(&record, text_buffer_get(&text),
                         pdn_result_text(rules_get(variant), OUTCOME_DRAW));
        text_buffer_done(&text);
        record_done(&record);
    }
}
END_TEST

/* Only the plies whose bit is set in the context have a comment. */
static void note_some(void *context, int ply, TextBuffer *note) {
    if (*(const unsigned *)context >> ply & 1)
        text_buffer_printf(note, "ply %d {a\nb} \"c\" and something long enough to wrap", ply);
}

START_TEST(comments_and_further_tags) {
    static const PdnExtraTag extra[] = {{"Termination", "a \"b\"\\"}, {"Ballot", "7"}};
    unsigned which = 1u << 2 | 1u << 3;
    const PdnTags tags = {
        .extra = extra, .extra_count = 2, .note = note_some, .note_context = &which};
    expect_game(VARIANT_INTERNATIONAL, "start", "32-28 19-23 28x19 14x23", &tags, OUTCOME_DRAW,
                "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n"
                "[White \"?\"]\n[Black \"?\"]\n[Result \"1-1\"]\n[GameType \"20\"]\n"
                "[Termination \"a \\\"b\\\"\\\\\"]\n[Ballot \"7\"]\n"
                "\n"
                "1. 32-28 19-23 {ply 2 (a b) \"c\" and something long enough to wrap} 2. 28x19\n"
                "{ply 3 (a b) \"c\" and something long enough to wrap} 2... 14x23 1-1\n"
                "\n");
}
END_TEST

START_TEST(a_lack_of_memory_is_told) {
    GameRecord record;
    static const PdnTags tags = {0};
    TextBuffer text = {.failed = true}; /* as after an allocation that failed */
    Error error = {""};
    play_game(VARIANT_ENGLISH, "start", "", &record);
    ck_assert_int_eq(pdn_write_game(&record, &tags, OUTCOME_NONE, &text, &error), STATUS_NO_MEMORY);
    ck_assert_int_eq(pdn_write_moves(&record, OUTCOME_NONE, &text, &error), STATUS_NO_MEMORY);
    ck_assert_str_ne(error.text, "");
    text_buffer_done(&text);
    record_done(&record);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("pdn_write");
    TCase *tests = tcase_create("pdn_write");
    tcase_add_test(tests, an_unfinished_game);
    tcase_add_test(tests, a_game_from_a_position_and_unknown_tags);
    tcase_add_test(tests, english_numbers_begin_with_black);
    tcase_add_test(tests, every_result_and_no_move);
    tcase_add_test(tests, captures_that_share_their_ends_are_written_in_full);
    tcase_add_test(tests, long_games_are_wrapped_and_read_back);
    tcase_add_test(tests, comments_and_further_tags);
    tcase_add_test(tests, a_lack_of_memory_is_told);
    suite_add_tcase(suite, tests);
    return suite_run(suite);
}
