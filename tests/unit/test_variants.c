/* SPDX-License-Identifier: MIT
 *
 * What the variants have of their own besides moves: names, how games end, the count of king moves
 * of the Frisian game, and games that were played. */
#include "engine/board/movegen.h"
#include "engine/board/record.h"
#include "engine/notation/board_text.h"
#include "engine/notation/fen.h"
#include "engine/notation/move_text.h"
#include "engine/notation/pdn_write.h"
#include "tests/unit/suite.h"

#include <string.h>
#include <strings.h>

enum {
    LINE_SIZE = 16384
};

static Position position_of(const char *variant, const char *fen) {
    Position position;
    Error error;
    const Rules *rules = rules_find(variant);
    ck_assert_msg(rules != NULL, "no variant %s", variant);
    ck_assert_msg(fen_read(rules, fen, strlen(fen), &position, NULL, &error) == STATUS_OK,
                  "%s %s: %s", variant, fen, error.text);
    return position;
}

static GameRecord record_of(const char *variant, const char *fen) {
    Position start = position_of(variant, fen);
    GameRecord record;
    ck_assert_int_eq(record_init(&record, &start, NULL), STATUS_OK);
    return record;
}

static void play_all(GameRecord *record, const char *moves) {
    static char copy[LINE_SIZE];
    char *rest = NULL;
    Error error;
    snprintf(copy, sizeof copy, "%s", moves);
    for (char *text = strtok_r(copy, " ", &rest); text; text = strtok_r(NULL, " ", &rest)) {
        Move move;
        ck_assert_msg(move_text_read(record_current(record), text, strlen(text), &move, &error) ==
                          STATUS_OK,
                      "%s, ply %d: %s", record_current(record)->rules->name,
                      record_plies(record) + 1, error.text);
        ck_assert_int_eq(record_push(record, move, NULL), STATUS_OK);
    }
}

/* ---- names ---- */

START_TEST(names_are_unique_and_found) {
    for (int id = 0; id < VARIANT_COUNT; id++) {
        const Rules *rules = rules_get((VariantId)id);
        ck_assert_int_eq(rules->id, id);
        ck_assert_ptr_eq(rules_find(rules->name), rules);
        ck_assert_ptr_eq(rules_find(rules->hub_name), rules);
        for (int i = 0; i < RULES_ALIASES_MAX && rules->aliases[i]; i++)
            ck_assert_ptr_eq(rules_find(rules->aliases[i]), rules);
        for (int other = 0; other < id; other++)
            ck_assert_int_ne(rules_get((VariantId)other)->pdn_game_type, rules->pdn_game_type);
    }
    ck_assert_ptr_null(rules_find("chess"));
}
END_TEST

/* The list that options offer is made from RULES_VARIANTS, the names in the rows by hand. */
START_TEST(hub_names_are_those_of_the_rows) {
    char names[512] = "";
    for (int id = 0; id < VARIANT_COUNT; id++) {
        strcat(names, " ");
        strcat(names, rules_get((VariantId)id)->hub_name);
    }
    ck_assert_str_eq(RULES_HUB_NAMES, names);
}
END_TEST

START_TEST(geometry_of_a_row_is_its_size) {
    for (int id = 0; id < VARIANT_COUNT; id++) {
        const Rules *rules = rules_get((VariantId)id);
        const Geometry *geometry = rules_geometry(rules);
        ck_assert_int_eq(geometry->width, rules->width);
        ck_assert_int_eq(geometry->height, rules->height);
        ck_assert_int_eq(bits_count(rules_board_mask(rules)), geometry->square_count);
        ck_assert_int_eq(2 * bits_count(rules_start_mask(rules, COLOR_WHITE)),
                         rules_men_count(rules));
        for (int square = 1; square <= geometry->square_count; square++)
            ck_assert_int_eq(geometry_square_at(geometry, geometry_square_row(geometry, square),
                                                geometry_square_column(geometry, square)),
                             square);
    }
}
END_TEST

/* ---- ends of games ---- */

static const struct {
    const char *variant, *fen, *moves;
    Outcome outcome;
    Reason reason;
} ends[] = {
    {"breakthrough", "W:W6:B20", "6-1", OUTCOME_WHITE_WINS, REASON_CROWNED},
    {"breakthrough", "W:W6:B20", "", OUTCOME_NONE, REASON_NONE},
    {"breakthrough", "W:W31:BK46", "", OUTCOME_BLACK_WINS, REASON_CROWNED},
    {"breakthrough", "W:WK1:B20", "", OUTCOME_WHITE_WINS, REASON_CROWNED},
    {"breakthrough", "B:W16:B6,11", "11-17", OUTCOME_NONE, REASON_NONE},
    {"losing", "W:W27:B22", "27x18", OUTCOME_BLACK_WINS, REASON_NO_MOVE},
    {"losing", "W:W32:B28,1", "32x23", OUTCOME_NONE, REASON_NONE},
    {"losing-english", "B:W18:B14", "14x23", OUTCOME_WHITE_WINS, REASON_NO_MOVE},
    {"international", "W:W27:B22", "27x18", OUTCOME_WHITE_WINS, REASON_NO_MOVE},
    {"turkish", "W:Wa2,h2:Bh7", "a2-a3 h7-h6", OUTCOME_NONE, REASON_NONE},
    {"turkish", "W:Wa2:Bh7", "", OUTCOME_NONE, REASON_NONE},
    {"turkish", "W:Wa2:Bh7", "a2-a3", OUTCOME_DRAW, REASON_COUNTED_ENDING},
    {"turkish", "W:Wa4:Ba5", "a4xa6", OUTCOME_WHITE_WINS, REASON_NO_MOVE},
    {"frisian", "W:WK46,50:B3,4", "46-41 4-9 41-46 9-13 46-41 13-18", OUTCOME_NONE, REASON_NONE},
};

START_TEST(games_end_by_their_law) {
    GameRecord record = record_of(ends[_i].variant, ends[_i].fen);
    Reason reason;
    char text[200];
    play_all(&record, ends[_i].moves);
    ck_assert_msg(record_outcome(&record, &reason) == ends[_i].outcome && reason == ends[_i].reason,
                  "%s %s: outcome %d, reason %d", ends[_i].variant, ends[_i].fen,
                  record_outcome(&record, NULL), reason);
    record_describe_reason(record_current(&record), reason, text, sizeof text);
    ck_assert(strlen(text) > 10);
    record_done(&record);
}
END_TEST

/* The lone king on the main road has 5 moves; where it leaves the road the count ends. */
START_TEST(main_road_is_counted) {
    GameRecord record = record_of("russian", "W:WKc7,Ke7,Kg7:BKa1");
    const Position *position = record_current(&record);
    ck_assert_int_eq(position->rules->endings[position->ending - 1].plies, 10);
    play_all(&record, "g7-h8");
    record_done(&record);
    record = record_of("russian", "W:WKa7,Kb8,Kd8:BKh8");
    play_all(&record, "a7-b6 h8-a1 b6-a7");
    position = record_current(&record);
    ck_assert(position->rules->endings[position->ending - 1].on_main_road);
    ck_assert_int_eq(position->ending_plies, 3);
    record_done(&record);
    record = record_of("russian", "W:WKa7,Kb8,Kd8:BKh6");
    play_all(&record, "a7-b6");
    position = record_current(&record);
    ck_assert(!position->rules->endings[position->ending - 1].on_main_road);
    record_done(&record);
}
END_TEST

/* ---- three moves with the same king ---- */

static int count_quiet_moves_from(const Position *position, int square) {
    MoveList list;
    int count = 0;
    movegen_generate(position, &list);
    for (int i = 0; i < list.count; i++)
        count += move_from_square(rules_geometry(position->rules), list.moves[i]) == square;
    return count;
}

START_TEST(king_rests_after_three_moves) {
    GameRecord record = record_of("frisian", "W:WK46,50:B3,4");
    play_all(&record, "46-41 4-9 41-46 9-13 46-41 13-18");
    const Position *position = record_current(&record);
    ck_assert_int_eq(count_quiet_moves_from(position, 41), 0);
    ck_assert_int_gt(count_quiet_moves_from(position, 50), 0);
    Move back = {.from = rules_geometry(position->rules)->cell_of_square[41],
                 .to = rules_geometry(position->rules)->cell_of_square[46]};
    ck_assert(move_is_none(movegen_find(position, back)));
    char fen[FEN_SIZE];
    ck_assert_str_eq(fen_write(position, NULL, fen), "W:WK41,50:B3,18:+0+341");
    Position read = position_of("frisian", fen);
    ck_assert(position_same_placement(&read, position));
    ck_assert_uint_eq(read.key, position_compute_key(&read));
    /* Any other move frees it. */
    play_all(&record, "50-45 18-22");
    position = record_current(&record);
    ck_assert_int_gt(count_quiet_moves_from(position, 41), 0);
    ck_assert_str_eq(fen_write(position, NULL, fen), "W:WK41,45:B3,22");
    record_done(&record);
}
END_TEST

START_TEST(runs_are_refused_where_they_make_no_sense) {
    static const char *const wrong[] = {
        "W:W31,K46:BK5,20:+0+147", "W:W31,K46:BK5,20:+0+446", "W:WK46:BK5,20:+0+146",
        "W:W31,K46:BK5,20:+0",     "W:W31,K46:BK5,20:+5+0",   "W:W31,K46:BK5,20:+0+0:+0+0",
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        Position position;
        Error error = {""};
        ck_assert_msg(fen_read(rules_get(VARIANT_FRISIAN), wrong[i], strlen(wrong[i]), &position,
                               NULL, &error) < 0,
                      "%s is read", wrong[i]);
        ck_assert(strlen(error.text) > 10);
    }
    position_of("frisian", "W:W31,K46:BK5,20:+0+346");
}
END_TEST

/* ---- text ---- */

START_TEST(boards_and_squares_are_written) {
    char text[BOARD_TEXT_SIZE], move[MOVE_TEXT_SIZE];
    Position position = position_of("italian", "W:W21:B1,K12");
    board_text_write(&position, text);
    ck_assert_msg(strstr(text, " b   .   .   .      1-4\n") == text, "%s", text);
    position = position_of("turkish", "W:Wa1,Kh2:Bb8");
    board_text_write(&position, text);
    ck_assert_msg(strstr(text, " . b . . . . . .  8\n") == text, "%s", text);
    ck_assert_ptr_nonnull(strstr(text, " w . . . . . . .  1\n a b c d e f g h\nWhite to move\n"));
    position = position_of("russian", "W:Wc3:Bd4");
    Move capture;
    ck_assert_int_eq(move_text_read(&position, "C3:E5", 5, &capture, NULL), STATUS_OK);
    ck_assert_str_eq(move_text_write(&position, capture, move), "c3xe5");
    ck_assert_str_eq(move_text_write_hub(&position, capture, move), "22x15x18");
    ck_assert_int_eq(move_text_read(&position, "c3e5", 4, &capture, NULL), STATUS_OK);
    ck_assert_int_eq(move_text_read(&position, "22x15x18", 8, &capture, NULL), STATUS_OK);
    ck_assert_int_eq(move_text_read(&position, "c3-e9", 5, &capture, NULL), STATUS_RANGE);
    ck_assert_int_eq(move_text_read(&position, "c3-c4", 5, &capture, NULL), STATUS_RANGE);
}
END_TEST

START_TEST(pdn_names_the_game) {
    static const struct {
        const char *variant, *tag;
    } rows[] = {{"frisian", "[GameType \"40\"]"},
                {"russian", "[GameType \"25\"]"},
                {"spanish", "[GameType \"24,W,8,8,N2,1\"]"},
                {"portuguese", "[GameType \"28,W,8,8,N2,1\"]"},
                {"thai", "[GameType \"31,B,8,8,N1,0\"]"},
                {"canadian", "[GameType \"27\"]"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        GameRecord record = record_of(rows[i].variant, "start");
        TextBuffer buffer = {0};
        ck_assert_int_eq(pdn_write_game(&record, &(PdnTags){0}, OUTCOME_NONE, &buffer, NULL),
                         STATUS_OK);
        ck_assert_msg(strstr(text_buffer_get(&buffer), rows[i].tag) != NULL, "%s",
                      text_buffer_get(&buffer));
        text_buffer_done(&buffer);
        record_done(&record);
    }
}
END_TEST

/* ---- games ---- */

/* Every game can be played to its end, and has the result that the board shows there. */
START_TEST(games_replay) {
    static char line[LINE_SIZE];
    FILE *file = suite_open_data("games.tsv");
    int games = 0, ended = 0;
    while (fgets(line, sizeof line, file)) {
        if (line[0] == '#')
            continue;
        char *fields[4], *rest = line;
        for (int i = 0; i < 4; i++) {
            fields[i] = strsep(&rest, "\t\n");
            ck_assert_ptr_nonnull(fields[i]);
        }
        GameRecord record = record_of(fields[0], *fields[2] ? fields[2] : "start");
        play_all(&record, fields[3]);
        Outcome outcome = record_outcome(&record, NULL);
        const Rules *rules = record_current(&record)->rules;
        if (*fields[1] != '*' && (outcome == OUTCOME_WHITE_WINS || outcome == OUTCOME_BLACK_WINS)) {
            ck_assert_msg(!strcmp(pdn_result_text(rules, outcome), fields[1]) ||
                              (fields[1][0] == '2') == (outcome == OUTCOME_WHITE_WINS),
                          "%s game %d ends %s, not %s", fields[0], games,
                          pdn_result_text(rules, outcome), fields[1]);
            ended++;
        }
        record_done(&record);
        games++;
    }
    fclose(file);
    ck_assert_int_ge(games, 40);
    ck_assert_int_ge(ended, 8);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("variants");
    TCase *tests = tcase_create("variants");
    tcase_add_test(tests, names_are_unique_and_found);
    tcase_add_test(tests, hub_names_are_those_of_the_rows);
    tcase_add_test(tests, geometry_of_a_row_is_its_size);
    tcase_add_loop_test(tests, games_end_by_their_law, 0, sizeof ends / sizeof *ends);
    tcase_add_test(tests, main_road_is_counted);
    tcase_add_test(tests, king_rests_after_three_moves);
    tcase_add_test(tests, runs_are_refused_where_they_make_no_sense);
    tcase_add_test(tests, boards_and_squares_are_written);
    tcase_add_test(tests, pdn_names_the_game);
    tcase_add_test(tests, games_replay);
    suite_add_tcase(suite, tests);
    return suite_run(suite);
}
