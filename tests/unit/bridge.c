/* SPDX-License-Identifier: MIT */
#include "tests/unit/bridge.h"

#include <check.h>
#include <ctype.h>
#include <stdio.h>
#include <string.h>

static Color color_of(char letter) {
    return tolower((unsigned char)letter) == 'w' ? COLOR_WHITE : COLOR_BLACK;
}

/* The engine does not count beyond what matters. */
static int run_length(const OraclePosition *oracle, int side) {
    return oracle->run_length[side] > 3 ? 3 : oracle->run_length[side];
}

void bridge_read_position(const OraclePosition *oracle, Position *ret_position) {
    const Rules *rules = rules_find(oracle->variant->name);
    if (!rules)
        ck_abort_msg("the engine has no variant %s", oracle->variant->name);
    const Geometry *geometry = rules_geometry(rules);
    Board board = {0};
    for (int square = 1; square <= oracle_count_squares(oracle->variant); square++) {
        char piece = oracle->square[square];
        if (piece == 'e')
            continue;
        Bitboard *kind = isupper((unsigned char)piece) ? board.kings : board.men;
        kind[color_of(piece)] |= geometry_square_bit(geometry, square);
    }
    Error error;
    Status status =
        position_init_board(ret_position, rules, &board, color_of(oracle->turn), &error);
    if (status < 0) {
        char text[BRIDGE_TEXT_SIZE];
        ck_abort_msg("%s is refused: %s", bridge_describe(oracle, text), error.text);
    }
    for (int side = 0; side < 2; side++)
        if (oracle->run_length[side])
            ck_assert_int_eq(position_set_run(ret_position, side ? COLOR_BLACK : COLOR_WHITE,
                                              geometry->cell_of_square[oracle->run_square[side]],
                                              run_length(oracle, side), NULL),
                             STATUS_OK);
}

Move bridge_read_move(const OraclePosition *oracle, const OracleMove *move) {
    const Geometry *geometry = rules_geometry(rules_find(oracle->variant->name));
    Move result = {
        .from = geometry->cell_of_square[move->from],
        .to = geometry->cell_of_square[move->to],
        .king = isupper((unsigned char)oracle->square[move->from]),
        .promotes = move->promotes,
    };
    Bitboard captured = 0;
    for (int square = 1; square <= oracle_count_squares(oracle->variant); square++)
        if (move->captured[square])
            captured |= geometry_square_bit(geometry, square);
    move_set_captured(&result, captured);
    return result;
}

static char letter_at(const Board *board, Bitboard bit) {
    if (board->men[COLOR_WHITE] & bit)
        return 'w';
    if (board->men[COLOR_BLACK] & bit)
        return 'b';
    if (board->kings[COLOR_WHITE] & bit)
        return 'W';
    return board->kings[COLOR_BLACK] & bit ? 'B' : 'e';
}

bool bridge_same_position(const OraclePosition *oracle, const Position *position) {
    if (strcmp(oracle->variant->name, position->rules->name) != 0 ||
        color_of(oracle->turn) != position->turn)
        return false;
    const Geometry *geometry = rules_geometry(position->rules);
    int pieces = 0;
    for (int square = 1; square <= oracle_count_squares(oracle->variant); square++) {
        if (letter_at(&position->board, geometry_square_bit(geometry, square)) !=
            oracle->square[square])
            return false;
        pieces += oracle->square[square] != 'e';
    }
    for (int side = 0; side < 2; side++) {
        KingRun run = position->runs[side ? COLOR_BLACK : COLOR_WHITE];
        int square = run ? geometry->square_of_cell[king_run_cell(run)] : 0;
        if (king_run_length(run) != run_length(oracle, side) || square != oracle->run_square[side])
            return false;
    }
    /* Nothing may stand on the ghost cells either. */
    return bits_count(board_occupied(&position->board)) == pieces;
}

const char *bridge_describe(const OraclePosition *oracle, char buffer[static BRIDGE_TEXT_SIZE]) {
    int length = snprintf(buffer, BRIDGE_TEXT_SIZE, "%s %c", oracle->variant->name,
                          toupper((unsigned char)oracle->turn));
    for (int side = 0; side < 2; side++) {
        char color = side ? 'b' : 'w';
        char separator = ':';
        length += snprintf(buffer + length, (size_t)(BRIDGE_TEXT_SIZE - length), ":%c",
                           toupper((unsigned char)color));
        for (int square = 1; square <= oracle_count_squares(oracle->variant); square++) {
            char piece = oracle->square[square];
            if (tolower((unsigned char)piece) != color)
                continue;
            length += snprintf(buffer + length, (size_t)(BRIDGE_TEXT_SIZE - length), "%s%s%d",
                               separator == ',' ? "," : "",
                               isupper((unsigned char)piece) ? "K" : "", square);
            separator = ',';
        }
    }
    for (int side = 0; side < 2; side++)
        if (oracle->run_length[side])
            length += snprintf(buffer + length, (size_t)(BRIDGE_TEXT_SIZE - length), " run %d:%d",
                               oracle->run_square[side], oracle->run_length[side]);
    return buffer;
}
