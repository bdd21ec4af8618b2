/* SPDX-License-Identifier: MIT */
#include "engine/notation/fen.h"
#include "engine/notation/move_text.h"
#include "tests/unit/random_position.h"
#include "tests/unit/suite.h"

#include <string.h>

#define INTERNATIONAL VARIANT_INTERNATIONAL
#define ENGLISH VARIANT_ENGLISH

static void read_position(VariantId variant, const char *fen, Position *ret_position) {
    Error error;
    ck_assert_msg(!fen_read(rules_get(variant), fen, strlen(fen), ret_position, NULL, &error),
                  "%s: %s", fen, error.text);
}

/* The bytes are copied to where a sanitizer sees a read behind their end. */
static Status read_bytes(const Position *position, const char *text, size_t length, Move *ret_move,
                         Error *error) {
    char *bytes = malloc(length + 1);
    ck_assert_ptr_nonnull(bytes);
    memcpy(bytes + 1, text, length);
    Status status = move_text_read(position, bytes + 1, length, ret_move, error);
    free(bytes);
    return status;
}

static Status read_text(const Position *position, const char *text, Move *ret_move, Error *error) {
    return read_bytes(position, text, strlen(text), ret_move, error);
}

/* 4x15 by two ways; 36x16 by two ways; a circle; two English ways; one long way and one short. */
static const char two_ways[] = "W:WK4:B13,20,32,37";
static const char game[] = "W:W32,K36,37,38,42,45,47:B3,6,8,11,12,14,19,27,34";
static const char circle[] = "W:W35:B9,10,19,20,30";
static const char fork_8[] = "B:W23,22,15,14:B11,10";
static const char loop_8[] = "W:WK15:B11,18,19,26,27";
static const char many[] = "B:W6,9,10,11,20,21,22,23,30,K31,33,37,41,42,43,44,46:BK17,K24";

static const struct {
    VariantId variant;
    const char *fen, *text, *full, *hub;
} accepted[] = {
    {INTERNATIONAL, "start", "32-28", "32-28", "32-28"},
    {INTERNATIONAL, "start", " 032 - 28\r\n", "32-28", "32-28"},
    {INTERNATIONAL, "start", "32x28", "32-28", "32-28"},
    {INTERNATIONAL, "start",
     "32\xe2\x80\x93"
     "28",
     "32-28", "32-28"},
    {INTERNATIONAL, "start",
     "32\xe2\x80\x91"
     "28",
     "32-28", "32-28"},
    {ENGLISH, "start", "9-14", "9-14", "9-14"},
    {INTERNATIONAL, "W:W28:B23", "28x19", "28x19", "28x19x23"},
    {INTERNATIONAL, "W:W28:B23", "28X19", "28x19", "28x19x23"},
    {INTERNATIONAL, "W:W28:B23", "28 : 19", "28x19", "28x19x23"},
    {INTERNATIONAL, "W:W28:B23", "28-19", "28x19", "28x19x23"},
    {INTERNATIONAL, "W:W28:B23",
     "28\xc3\x97"
     "19",
     "28x19", "28x19x23"},
    {INTERNATIONAL, "W:W28:B23", "28x19x23", "28x19", "28x19x23"},
    {INTERNATIONAL, "W:W28:B23", "28-19-23", "28x19", "28x19x23"},
    /* landing squares: all, some */
    {INTERNATIONAL, two_ways, "4x27x38x15", "4x27x38x15", "4x15x13x20x32"},
    {INTERNATIONAL, two_ways, "4x31x42x15", "4x31x42x15", "4x15x13x20x37"},
    {INTERNATIONAL, two_ways, "4x27x15", "4x27x38x15", "4x15x13x20x32"},
    {INTERNATIONAL, two_ways, "4x42x15", "4x31x42x15", "4x15x13x20x37"},
    {INTERNATIONAL, game, "36x2x16", "36x13x2x16", "36x16x8x11x27"},
    {INTERNATIONAL, game, "36x7x16", "36x18x7x16", "36x16x11x12x27"},
    /* captured squares: all, some, in any order */
    {INTERNATIONAL, two_ways, "4x15x13x20x32", "4x27x38x15", "4x15x13x20x32"},
    {INTERNATIONAL, two_ways, "4x15x37x13x20", "4x31x42x15", "4x15x13x20x37"},
    {INTERNATIONAL, two_ways, "4x15x32", "4x27x38x15", "4x15x13x20x32"},
    {INTERNATIONAL, two_ways, "4x15x20x37", "4x31x42x15", "4x15x13x20x37"},
    {INTERNATIONAL, game, "36x16x8", "36x13x2x16", "36x16x8x11x27"},
    {INTERNATIONAL, circle, "35x24", "35x24x13x4x15x24", "35x24x9x10x19x20x30"},
    {INTERNATIONAL, circle, "35x24x30", "35x24x13x4x15x24", "35x24x9x10x19x20x30"},
    {INTERNATIONAL, circle, "35x24x4x24", "35x24x13x4x15x24", "35x24x9x10x19x20x30"},
    {INTERNATIONAL, circle, "35x24x24", "35x24x13x4x15x24", "35x24x9x10x19x20x30"},
    {INTERNATIONAL, "W:W24:B19,9,10,20", "24x24", "24x13x4x15x24", "24x24x9x10x19x20"},
    {INTERNATIONAL, "W:W24:B19,9,10,20", "24x24x20x9", "24x13x4x15x24", "24x24x9x10x19x20"},
    {INTERNATIONAL, "W:W24:B19,9,10,20", "24x15x4x13x24", "24x13x4x15x24", "24x24x9x10x19x20"},
    {ENGLISH, fork_8, "10x17x26", "10x17x26", "10x26x14x22"},
    {ENGLISH, fork_8, "10x19x26", "10x19x26", "10x26x15x23"},
    {ENGLISH, fork_8, "10x26x23", "10x19x26", "10x26x15x23"},
    {ENGLISH, fork_8, "11x27", "11x18x27", "11x27x15x23"},
    /* described whole by the first, in part by the second */
    {ENGLISH, loop_8, "15x8", "15x8", "15x8x11"},
    {ENGLISH, loop_8, "15x8x11", "15x8", "15x8x11"},
    {ENGLISH, loop_8, "15x31x8", "15x22x31x24x15x8", "15x8x11x18x19x26x27"},
    {ENGLISH, loop_8, "15x24x31x22x15x8", "15x22x31x24x15x8", "15x8x11x18x19x26x27"},
    {ENGLISH, loop_8, "15x8x18", "15x22x31x24x15x8", "15x8x11x18x19x26x27"},
};

START_TEST(reads_every_form) {
    Position position;
    Move move = move_none();
    Error error;
    char text[MOVE_TEXT_SIZE];
    read_position(accepted[_i].variant, accepted[_i].fen, &position);
    Status status = read_text(&position, accepted[_i].text, &move, &error);
    ck_assert_msg(status == STATUS_OK, "%s: %s", accepted[_i].text, error.text);
    ck_assert(move_equals(movegen_find(&position, move), move));
    ck_assert_str_eq(move_text_write_full(&position, move, text), accepted[_i].full);
    ck_assert_str_eq(move_text_write_hub(&position, move, text), accepted[_i].hub);
}
END_TEST

static const struct {
    VariantId variant;
    const char *fen, *text;
    Status status;
    const char *message; /* part of it */
} refused[] = {
    {INTERNATIONAL, "start", "", STATUS_SYNTAX,
     "offset 0: a square's number is due, found the end"},
    {INTERNATIONAL, "start", "  ", STATUS_SYNTAX, "found the end"},
    {INTERNATIONAL, "start", "32", STATUS_SYNTAX, "two squares or more"},
    {INTERNATIONAL, "start", "3228", STATUS_SYNTAX, "two squares or more"},
    {INTERNATIONAL, "start", "32 28", STATUS_SYNTAX, "offset 3: '-' or 'x' is due"},
    {INTERNATIONAL, "start", "3 2-28", STATUS_SYNTAX, "offset 2: '-' or 'x' is due"},
    {INTERNATIONAL, "start", "32--28", STATUS_SYNTAX, "offset 3: a square's number is due"},
    {INTERNATIONAL, "start", "- -", STATUS_SYNTAX, "found '-'"},
    {INTERNATIONAL, "start", "32-", STATUS_SYNTAX, "offset 3: a square's number is due, found the"},
    {INTERNATIONAL, "start", "-32-28", STATUS_SYNTAX, "offset 0"},
    {INTERNATIONAL, "start", "32-28!", STATUS_SYNTAX, "offset 5: '-' or 'x' is due"},
    {INTERNATIONAL, "start", "32-28 18-22", STATUS_SYNTAX, "offset 6"},
    {INTERNATIONAL, "start", "32*28", STATUS_SYNTAX, "found '*'"},
    {INTERNATIONAL, "start",
     "32\xe2\x80\x94"
     "28",
     STATUS_SYNTAX, "found byte 0xe2"},
    {INTERNATIONAL, "start", "c3-d4", STATUS_SYNTAX,
     "offset 0: a square's number is due, found 'c'; moves"},
    {INTERNATIONAL, "W:W28:B23", "28x19-23", STATUS_SYNTAX, "both '-' and 'x'"},
    {INTERNATIONAL, "start", "32-0", STATUS_RANGE, "offset 3: no such square; squares run from 1"},
    {INTERNATIONAL, "start", "51-46", STATUS_RANGE, "offset 0: no such square"},
    {INTERNATIONAL, "start", "4294967328-28", STATUS_RANGE, "squares run from 1 to 50"},
    {INTERNATIONAL, "start", "32-18446744073709551644", STATUS_RANGE, "offset 3"},
    {ENGLISH, "start", "9-33", STATUS_RANGE, "squares run from 1 to 32"},
    /* too few own pieces, too short moves */
    {INTERNATIONAL, "start", "28-23", STATUS_ILLEGAL, "no piece of White on 28"},
    {INTERNATIONAL, "start", "18-23", STATUS_ILLEGAL, "no piece of White on 18"},
    {INTERNATIONAL, "start", "32-23", STATUS_ILLEGAL,
     "32-23 is not legal here: the man on 32 can play 32-2"},
    {INTERNATIONAL, "start", "32-28-23", STATUS_ILLEGAL, "32-28-23 is not legal"},
    {INTERNATIONAL, "start", "47-42", STATUS_ILLEGAL, "the man on 47 can play nothing"},
    {INTERNATIONAL, "W:W36:B31,27", "36-31", STATUS_ILLEGAL, "White has no legal move"},
    {INTERNATIONAL, "W:W36:B31,27", "35-30", STATUS_ILLEGAL,
     "no piece of White on 35; White has no legal move"},
    {INTERNATIONAL, "W:WK50:B1", "50-7", STATUS_ILLEGAL, "the king on 50 can play "},
    {INTERNATIONAL, "W:WK50:B1", "50-7", STATUS_ILLEGAL, " and 1 more"},
    /* captures are due */
    {INTERNATIONAL, "B:W13,K16,37,42,47:B3,8,35", "35-40", STATUS_ILLEGAL,
     "35-40 is not legal here: 1 capture is due: 8x19"},
    {INTERNATIONAL, "B:W13,K16,37,42,47:B3,8,35", "4-9", STATUS_ILLEGAL,
     "no piece of Black on 4; 1 capture is due: 8x19"},
    {INTERNATIONAL, two_ways, "4x36", STATUS_ILLEGAL, "2 captures are due: 4x"},
    {INTERNATIONAL, two_ways, "4x27x42x15", STATUS_ILLEGAL, "4x27x42x15 is not legal here"},
    {INTERNATIONAL, two_ways, "4x27x38x15x15", STATUS_ILLEGAL, "not legal"},
    {INTERNATIONAL, two_ways, "4x15x13x13x20", STATUS_ILLEGAL, "not legal"},
    {INTERNATIONAL, two_ways, "4x15x32x37", STATUS_ILLEGAL, "not legal"},
    {INTERNATIONAL, two_ways, "4x15x13x20x32x37", STATUS_ILLEGAL, "not legal"},
    {INTERNATIONAL, two_ways, "15x38x27x4", STATUS_ILLEGAL, "no piece of White on 15"},
    {INTERNATIONAL, many, "24x3", STATUS_ILLEGAL, "14 captures are due: 24x"},
    {INTERNATIONAL, many, "24x3", STATUS_ILLEGAL, " and 6 more"},
    {ENGLISH, "W:W9:B6,7", "9x2x11", STATUS_ILLEGAL, "1 capture is due: 9x2"},
    /* several moves */
    {INTERNATIONAL, two_ways, "4x15", STATUS_AMBIGUOUS, "4x27x38x15"},
    {INTERNATIONAL, two_ways, "4x15", STATUS_AMBIGUOUS, "4x31x42x15"},
    {INTERNATIONAL, two_ways, "4x15x20", STATUS_AMBIGUOUS, "4x15x20 fits 2 moves"},
    {INTERNATIONAL, two_ways, "4x15x13x20", STATUS_AMBIGUOUS, "in full: 4x"},
    {INTERNATIONAL, game, "36x16", STATUS_AMBIGUOUS, "36x13x2x16"},
    {INTERNATIONAL, game, "36x16", STATUS_AMBIGUOUS, "36x18x7x16"},
    {INTERNATIONAL, game, "36x16", STATUS_AMBIGUOUS, "fits 2 moves"},
    {INTERNATIONAL, "W:W22,37,42,47,K49:B3,8,11,23,25,44", "49x16", STATUS_AMBIGUOUS, "49x35x2x16"},
    {INTERNATIONAL, "B:W8,16,22,25,26,27,40:BK3,7,15", "3x35", STATUS_AMBIGUOUS, "3x21x49x35"},
    {ENGLISH, fork_8, "10x26", STATUS_AMBIGUOUS, "10x17x26"},
    {ENGLISH, fork_8, "10x26", STATUS_AMBIGUOUS, "10x19x26"},
    {ENGLISH, "W:WK31:B15,16,18,19,26,27", "31x31", STATUS_ILLEGAL, "31x31 is not legal"},
};

START_TEST(refuses_with_a_message_and_writes_nothing) {
    Position position;
    Move move, before;
    memset(&move, 0x5a, sizeof move);
    before = move;
    Error error;
    read_position(refused[_i].variant, refused[_i].fen, &position);
    Status status = read_text(&position, refused[_i].text, &move, &error);
    ck_assert_msg(status == refused[_i].status, "\"%s\": status %d, message: %s", refused[_i].text,
                  status, status < 0 ? error.text : "none");
    ck_assert_msg(strstr(error.text, refused[_i].message) != NULL, "\"%s\": message: %s",
                  refused[_i].text, error.text);
    ck_assert_int_eq(memcmp(&move, &before, sizeof move), 0);
    ck_assert_int_eq(read_text(&position, refused[_i].text, &move, NULL), refused[_i].status);
}
END_TEST

START_TEST(a_move_of_the_position_before_is_refused) {
    Position position, next;
    Move move;
    Error error;
    read_position(INTERNATIONAL, "W:WK2,25:B14,15,16", &position);
    ck_assert_int_eq(read_text(&position, "2-7", &move, &error), STATUS_OK);
    position_make(&position, move, &next);
    ck_assert_int_eq(read_text(&next, "2-7", &move, &error), STATUS_ILLEGAL);
    ck_assert_ptr_nonnull(strstr(error.text, "no piece of Black on 2"));
    ck_assert_int_eq(read_text(&position, "2-7", &move, &error), STATUS_OK);
}
END_TEST

START_TEST(overlong_text_is_refused) {
    Position position;
    Move move;
    Error error;
    char text[4 * ROUTE_LENGTH_MAX];
    size_t length = 0;
    read_position(INTERNATIONAL, two_ways, &position);
    for (int i = 0; i < ROUTE_LENGTH_MAX; i++)
        length += (size_t)snprintf(text + length, sizeof text - length, "%s50", i ? "x" : "");
    ck_assert_int_eq(read_bytes(&position, text, length, &move, &error), STATUS_ILLEGAL);
    ck_assert_ptr_nonnull(strstr(error.text, "no piece of White on 50; 2 captures are due"));
    memcpy(text + length, "x50", 3);
    ck_assert_int_eq(read_bytes(&position, text, length + 3, &move, &error), STATUS_SYNTAX);
    ck_assert_ptr_nonnull(strstr(error.text, "more than 74 squares"));
    ck_assert_int_eq(read_bytes(&position, "32-28\0", 6, &move, &error), STATUS_SYNTAX);
    ck_assert_ptr_nonnull(strstr(error.text, "found byte 0x00"));
}
END_TEST

START_TEST(short_form_is_as_short_as_can_be) {
    static const struct {
        VariantId variant;
        const char *fen, *hub, *text;
    } cases[] = {
        {INTERNATIONAL, "start", "32-28", "32-28"},
        {INTERNATIONAL, circle, "35x24x9x10x19x20x30", "35x24"},
        {INTERNATIONAL, two_ways, "4x15x13x20x37", "4x31x42x15"},
        {INTERNATIONAL, game, "36x16x8x11x27", "36x13x2x16"},
        {INTERNATIONAL, "W:WK5,K46:B11,37,K43", "46x6x11x37", "46x6"},
        {ENGLISH, fork_8, "10x26x15x23", "10x19x26"},
        {ENGLISH, fork_8, "11x27x15x23", "11x27"},
        {ENGLISH, loop_8, "15x8x11", "15x8"},
        {ENGLISH, loop_8, "15x8x11x18x19x26x27", "15x22x31x24x15x8"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Position position;
        Move move;
        Error error;
        char text[MOVE_TEXT_SIZE];
        read_position(cases[i].variant, cases[i].fen, &position);
        ck_assert_msg(!read_text(&position, cases[i].hub, &move, &error), "%s", error.text);
        ck_assert_str_eq(move_text_write(&position, move, text), cases[i].text);
    }
}
END_TEST

typedef const char *MoveWriter(const Position *position, Move move,
                               char buffer[static MOVE_TEXT_SIZE]);

static void check_writers(const Position *position, Move move) {
    static MoveWriter *const writers[] = {move_text_write, move_text_write_full,
                                          move_text_write_hub};
    for (size_t i = 0; i < sizeof writers / sizeof *writers; i++) {
        char text[MOVE_TEXT_SIZE], fen[FEN_SIZE];
        Move read = move_none();
        Error error = {.text = "read as another move"};
        Status status = read_text(position, writers[i](position, move, text), &read, &error);
        ck_assert_msg(status == STATUS_OK && move_equals(read, move) && read.king == move.king &&
                          read.promotes == move.promotes,
                      "writer %zu, %s in %s: %s", i, text, fen_write(position, NULL, fen),
                      error.text);
    }
}

/* Leaves captured squares out of the Hub form and shuffles the rest: read as the move itself or
 * called ambiguous, never illegal. Landing squares left out likewise. */
static void check_parts(const Position *position, Move move, Rng *rng) {
    const Geometry *geometry = rules_geometry(position->rules);
    char text[MOVE_TEXT_SIZE];
    int squares[SQUARE_COUNT_MAX], count = 0;
    for (Bitboard bits = move_captured(move); bits; bits = bits_rest(bits)) {
        uint64_t at = rng_below(rng, (uint64_t)count + 1);
        squares[count++] = squares[at];
        squares[at] = geometry->square_of_cell[bits_first(bits)];
    }
    int kept = (int)rng_below(rng, (uint64_t)count + 1);
    int length = snprintf(text, sizeof text, "%dx%d", move_from_square(geometry, move),
                          move_to_square(geometry, move));
    for (int i = 0; i < kept; i++)
        length += snprintf(text + length, sizeof text - (size_t)length, "x%d", squares[i]);
    Move read = move;
    Status status = read_text(position, text, &read, NULL);
    if (kept == count)
        ck_assert_int_eq(status, STATUS_OK);
    ck_assert_msg(status == STATUS_OK || status == STATUS_AMBIGUOUS, "%s", text);
    if (kept > 0)
        ck_assert((move_captured(read) & move_captured(move)) != 0);
    if (position->rules->worth.piece && !position->rules->king_run_limit)
        ck_assert_msg(move_equals(read, move), "%s", text);

    Route route;
    route_find(position, move, &route);
    length = snprintf(text, sizeof text, "%d", route.squares[0]);
    for (int i = 1; i < route.count; i++)
        if (i == route.count - 1 || rng_below(rng, 2))
            length +=
                snprintf(text + length, sizeof text - (size_t)length, "x%d", route.squares[i]);
    read = move;
    status = read_text(position, text, &read, NULL);
    ck_assert_msg(status == STATUS_OK || status == STATUS_AMBIGUOUS, "%s", text);
    ck_assert(read.from == move.from && read.to == move.to);
    if (position->rules->worth.piece && !position->rules->king_run_limit)
        ck_assert_msg(move_equals(read, move), "%s", text);
}

/* Every legal move of random positions, from a few men to a board crowded with kings, one side
 * often with few pieces so that long captures occur. */
START_TEST(every_writer_is_read_back) {
    const Rules *rules = rules_get((VariantId)_i);
    Rng rng;
    rng_init(&rng, 60 + (uint64_t)_i);
    int same_ends = 0, long_captures = 0;
    for (int i = 0; i < 5000; i++) {
        Position position;
        MoveList list;
        random_position_init(&position, rules, &rng, 5 + (unsigned)rng_below(&rng, 60),
                             (unsigned)rng_below(&rng, 101), 10 + (unsigned)rng_below(&rng, 81));
        movegen_generate(&position, &list);
        for (int j = 0; j < list.count; j++) {
            char text[MOVE_TEXT_SIZE];
            check_writers(&position, list.moves[j]);
            if (move_is_capture(list.moves[j]))
                check_parts(&position, list.moves[j], &rng);
            long_captures += move_count_captured(list.moves[j]) >= 3;
            const char *sign = strchr(move_text_write(&position, list.moves[j], text), 'x');
            same_ends += sign && strchr(sign + 1, 'x');
        }
    }
    ck_assert_int_gt(long_captures, 20);
    ck_assert_int_gt(same_ends, rules->men_spare_kings ? -1 : 2); /* rare in the Italian game */
}
END_TEST

START_TEST(whole_games_are_read_back) {
    const Rules *rules = rules_get((VariantId)_i);
    Rng rng;
    rng_init(&rng, 80 + (uint64_t)_i);
    for (int game_number = 0; game_number < 60; game_number++) {
        Position position, next;
        position_init_start(&position, rules);
        for (int ply = 0; ply < 120; ply++) {
            MoveList list;
            if (movegen_generate(&position, &list) == 0)
                break;
            for (int j = 0; j < list.count; j++)
                check_writers(&position, list.moves[j]);
            position_make(&position, list.moves[rng_below(&rng, (uint64_t)list.count)], &next);
            position = next;
        }
    }
}
END_TEST

/* Whatever is read is legal, whatever is refused leaves a message of one line. */
START_TEST(random_text_gives_a_legal_move_or_a_message) {
    static const char letters[] = "0123456789xX:- \n.ab\xe2\x80\x93\xc3";
    const Rules *rules = rules_get((VariantId)_i);
    Rng rng;
    rng_init(&rng, 100 + (uint64_t)_i);
    int counts[6] = {0}; /* by negated status */
    for (int i = 0; i < 20000; i++) {
        Position position;
        char text[32];
        random_position_init(&position, rules, &rng, 30, 20, 50);
        size_t length;
        if (rng_below(&rng, 4) == 0) {
            length = rng_below(&rng, sizeof text);
            for (size_t j = 0; j < length; j++)
                text[j] = letters[rng_below(&rng, sizeof letters - 1)];
        } else {
            length = (size_t)snprintf(text, sizeof text, "%d%c%d", (int)rng_below(&rng, 54),
                                      letters[10 + rng_below(&rng, 4)], (int)rng_below(&rng, 54));
        }
        Move move;
        Error error = {.text = ""};
        Status status = read_bytes(&position, text, length, &move, &error);
        ck_assert(status <= STATUS_OK && status >= STATUS_AMBIGUOUS);
        counts[-status]++;
        if (status == STATUS_OK)
            ck_assert(move_equals(movegen_find(&position, move), move));
        else
            ck_assert(strlen(error.text) > 10 && !strchr(error.text, '\n'));
    }
    for (int i = 0; i <= -STATUS_ILLEGAL; i++)
        ck_assert_int_gt(counts[i], 5);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("move_text");
    TCase *read = tcase_create("read");
    tcase_add_loop_test(read, reads_every_form, 0, sizeof accepted / sizeof *accepted);
    tcase_add_loop_test(read, refuses_with_a_message_and_writes_nothing, 0,
                        sizeof refused / sizeof *refused);
    tcase_add_test(read, a_move_of_the_position_before_is_refused);
    tcase_add_test(read, overlong_text_is_refused);
    tcase_add_test(read, short_form_is_as_short_as_can_be);
    suite_add_tcase(suite, read);
    TCase *both = tcase_create("round trips");
    tcase_set_timeout(both, 120);
    tcase_add_loop_test(both, every_writer_is_read_back, 0, VARIANT_COUNT);
    tcase_add_loop_test(both, whole_games_are_read_back, 0, VARIANT_COUNT);
    tcase_add_loop_test(both, random_text_gives_a_legal_move_or_a_message, 0, VARIANT_COUNT);
    suite_add_tcase(suite, both);
    return suite_run(suite);
}
