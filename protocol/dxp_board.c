/* SPDX-License-Identifier: MIT */
#include "protocol/dxp_board.h"

#include "engine/board/movegen.h"

Color dxp_color_of_letter(char letter) {
    return letter == 'W' ? COLOR_WHITE : COLOR_BLACK;
}

char dxp_letter_of_color(Color color) {
    return color == COLOR_WHITE ? 'W' : 'Z';
}

/* ---- Positions ---- */

Status dxp_board_read(const DxpGameRequest *request, const Rules *rules, Position *ret_position,
                      Error *error) {
    if (!request->has_position) {
        position_init_start(ret_position, rules);
        return STATUS_OK;
    }
    const Geometry *geometry = rules_geometry(rules);
    Board board = {0};
    for (int square = 1; square <= geometry->square_count; square++) {
        Bitboard bit = geometry_square_bit(geometry, square);
        switch (request->squares[square - 1]) {
        case 'w':
            board.men[COLOR_WHITE] |= bit;
            break;
        case 'W':
            board.kings[COLOR_WHITE] |= bit;
            break;
        case 'z':
            board.men[COLOR_BLACK] |= bit;
            break;
        case 'Z':
            board.kings[COLOR_BLACK] |= bit;
            break;
        default:
            break;
        }
    }
    return position_init_board(ret_position, rules, &board, dxp_color_of_letter(request->side),
                               error);
}

static char letter_of_cell(const Board *board, Bitboard bit) {
    if (board->men[COLOR_WHITE] & bit)
        return 'w';
    if (board->kings[COLOR_WHITE] & bit)
        return 'W';
    if (board->men[COLOR_BLACK] & bit)
        return 'z';
    return board->kings[COLOR_BLACK] & bit ? 'Z' : 'e';
}

void dxp_board_write(const Position *position, DxpGameRequest *request) {
    const Geometry *geometry = rules_geometry(position->rules);
    request->has_position = true;
    request->side = dxp_letter_of_color(position->turn);
    for (int square = 1; square <= geometry->square_count; square++)
        request->squares[square - 1] =
            letter_of_cell(&position->board, geometry_square_bit(geometry, square));
    request->squares[geometry->square_count] = '\0';
}

/* ---- Moves ---- */

/* How well a legal move fits a message. */
typedef enum {
    FIT_NONE,
    FIT_PART, /* the ends agree and what is listed is captured */
    FIT_FULL, /* and nothing else is captured */
} Fit;

static Fit judge_fit(const Geometry *geometry, Move move, const DxpMove *message,
                     Bitboard captured) {
    Bitboard all = move_captured(move);
    if (move_from_square(geometry, move) != message->from ||
        move_to_square(geometry, move) != message->to || (captured & ~all))
        return FIT_NONE;
    if (captured == all)
        return message->capture_count == message->listed_count ? FIT_FULL : FIT_NONE;
    bool cut = message->listed_count == 0 || message->listed_count < message->capture_count;
    bool count_fits = message->capture_count == 0 || message->capture_count == bits_count(all);
    return cut && count_fits ? FIT_PART : FIT_NONE;
}

Status dxp_move_find(const Position *position, const DxpMove *message, Move *ret_move,
                     Error *error) {
    const Geometry *geometry = rules_geometry(position->rules);
    Bitboard captured = 0;
    for (int i = 0; i < message->listed_count; i++)
        captured |= geometry_square_bit(geometry, message->captured[i]);
    MoveList list;
    int found = 0, parts = 0;
    movegen_generate(position, &list);
    for (int i = 0; i < list.count; i++) {
        Fit fit = judge_fit(geometry, list.moves[i], message, captured);
        if (fit == FIT_FULL) {
            *ret_move = list.moves[i];
            return STATUS_OK;
        }
        if (fit == FIT_PART) {
            parts++;
            found = i;
        }
    }
    if (parts > 1)
        return error_set(error, STATUS_AMBIGUOUS,
                         "%02d to %02d fits %d captures: list all captured squares", message->from,
                         message->to, parts);
    if (parts == 0)
        return error_set(error, STATUS_ILLEGAL,
                         "%02d to %02d with %d captured fits none of %s's %d moves", message->from,
                         message->to, message->capture_count,
                         position->turn == COLOR_WHITE ? "White" : "Black", list.count);
    *ret_move = list.moves[found];
    return STATUS_OK;
}

void dxp_move_write(const Position *position, Move move, DxpMove *ret_message) {
    const Geometry *geometry = rules_geometry(position->rules);
    *ret_message = (DxpMove){
        .from = move_from_square(geometry, move),
        .to = move_to_square(geometry, move),
        .capture_count = move_count_captured(move),
    };
    for (Bitboard rest = move_captured(move); rest && ret_message->listed_count < DXP_CAPTURES_MAX;
         rest = bits_rest(rest))
        ret_message->captured[ret_message->listed_count++] =
            geometry->square_of_cell[bits_first(rest)];
}

int dxp_back_find_ply(const GameRecord *record, const DxpBackRequest *back) {
    bool began = record->entries[0].position.turn == dxp_color_of_letter(back->side);
    int ply = 2 * (back->move - 1) + (began ? 0 : 1);
    return ply <= record_plies(record) ? ply : -1;
}
