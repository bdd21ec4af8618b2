/* SPDX-License-Identifier: MIT */
#include "engine/learn/sample.h"

#include "engine/board/movegen.h"

bool sample_is_quiet(const Position *position) {
    return !movegen_has_capture(position, COLOR_WHITE) &&
           !movegen_has_capture(position, COLOR_BLACK);
}

Sample sample_make(const Position *position, int score, int ply, uint32_t game) {
    Position seen = *position;
    if (position->turn == COLOR_BLACK)
        position_turn_round(position, &seen);
    return (Sample){
        .board = seen.board,
        .score = (int16_t)score,
        .ply = (uint16_t)ply,
        .game = game,
    };
}

int sample_result_of(Outcome outcome, Color color) {
    if (outcome == OUTCOME_WHITE_WINS)
        return color == COLOR_WHITE ? 1 : -1;
    if (outcome == OUTCOME_BLACK_WINS)
        return color == COLOR_WHITE ? -1 : 1;
    return 0;
}
