/* SPDX-License-Identifier: MIT */
#include "protocol/annotate/shot.h"

#include "engine/board/movegen.h"

static int count_worth(const Board *board, Color color) {
    return bits_count(board->men[color]) + SHOT_KING_WORTH * bits_count(board->kings[color]);
}

static int get_balance(const Board *board, Color color) {
    return count_worth(board, color) - count_worth(board, color_other(color));
}

Shot shot_find(const Position *position, const Move *line, int length) {
    Color mover = position->turn;
    int before = get_balance(&position->board, mover);
    bool gave = false; /* the other side has taken something */
    Shot shot = {0};
    Position current = *position;
    for (int i = 0; i < length && !position->rules->no_move_wins; i++) {
        bool own = i % 2 == 0;
        bool quiet = !move_is_capture(line[i]);
        /* A quiet move goes on with the shot only when it offers something. */
        bool offers = i + 1 < length && move_is_capture(line[i + 1]);
        if (quiet && (!own || !offers))
            break;
        Position next;
        position_make(&current, line[i], &next);
        current = next;
        gave |= !own;
        if (!own || movegen_has_capture(&current, current.turn))
            continue;
        int gain = get_balance(&current.board, mover) - before;
        if (gave && gain > 0)
            shot = (Shot){gain, i + 1};
    }
    return shot;
}
