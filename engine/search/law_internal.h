/* SPDX-License-Identifier: MIT
 *
 * The law inside the tree: draws by repetition and by count, and what they mean for the
 * transposition table.
 *
 * The value of a position depends on its history: on what has stood on the board before, and on
 * the counts of quiet plies and of plies in a counted ending. Three things keep this out of the
 * table. Draws are looked for before the table is asked. A count that can come to matter is part
 * of the key: the count of an ending always, the count of quiet plies once fewer than
 * LAW_QUIET_WINDOW are left. Before that the count is left out, for the sake of transpositions,
 * and an entry is used or made only when what it rests on ends before the count runs out. */
#ifndef HUFF_ENGINE_SEARCH_LAW_INTERNAL_H
#define HUFF_ENGINE_SEARCH_LAW_INTERNAL_H

#include "engine/search/worker_internal.h"

enum {
    LAW_QUIET_WINDOW = 32
};

/* Score of a position at `ply` whose side to move has no legal move. */
static inline int law_no_move_score(const Position *position, int ply) {
    return position->rules->no_move_wins ? score_win_in(ply) : score_loss_in(ply);
}

/* Whether the game is over at `ply` >= 1 by a draw rule; the score is then 0, or
 * law_no_move_score if the side to move has no move, which comes first. */
bool law_ends_game(const Worker *worker, int ply, int *ret_score);

/* Key of the position in the table. */
uint64_t law_table_key(const Position *position);

/* Plies until a count that is not part of the key can end the game, INT_MAX if none can. */
int law_plies_free(const Position *position);

#endif
