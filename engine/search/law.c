/* SPDX-License-Identifier: MIT */
#include "engine/search/law_internal.h"

#include <limits.h>

/* Key of the position `back` plies before the one at `ply`, which must be known. */
static uint64_t key_before(const Worker *worker, int ply, int back) {
    if (back <= ply)
        return worker->frames[ply - back].position.key;
    return worker->search->job.past_keys[back - ply - 1];
}

/* In the tree one repetition is enough: what could be done the second time could be done the
 * first. So is, from the second ply on, a position that stood on the board in the game. The move
 * to be played, though, is judged by the letter: it draws when it fills the limit. */
static bool is_repetition(const Worker *worker, int ply) {
    const Position *position = &worker->frames[ply].position;
    int limit = position->rules->repetition_limit;
    if (limit == 0)
        return false;
    int known = ply + worker->search->job.past_count;
    int reach = position->quiet_plies < known ? position->quiet_plies : known;
    int enough = ply == 1 ? limit - 1 : 1;
    for (int back = 4; back <= reach; back += 2)
        if (key_before(worker, ply, back) == position->key && --enough == 0)
            return true;
    return false;
}

static bool is_counted_out(const Position *position) {
    const Rules *rules = position->rules;
    if (rules->quiet_ply_limit && position->quiet_plies >= rules->quiet_ply_limit)
        return true;
    return position->ending && position->ending_plies >= rules->endings[position->ending - 1].plies;
}

bool law_ends_game(const Worker *worker, int ply, int *ret_score) {
    const Position *position = &worker->frames[ply].position;
    if (!is_repetition(worker, ply)) {
        if (!is_counted_out(position))
            return false;
        if (!movegen_has_move(position)) {
            *ret_score = law_no_move_score(position, ply);
            return true;
        }
    }
    *ret_score = SCORE_DRAW;
    return true;
}

static bool quiet_count_in_key(const Position *position) {
    int limit = position->rules->quiet_ply_limit;
    return limit && position->quiet_plies + LAW_QUIET_WINDOW > limit;
}

uint64_t law_table_key(const Position *position) {
    uint64_t counts = 0;
    if (quiet_count_in_key(position))
        counts = position->quiet_plies;
    if (position->ending)
        counts |= (uint64_t)(position->ending_plies + 1) << 16;
    /* The odd multiplier maps different counts to different words, spread over all bits. */
    return position->key ^ counts * 0x9e3779b97f4a7c15u;
}

int law_plies_free(const Position *position) {
    int limit = position->rules->quiet_ply_limit;
    if (!limit || quiet_count_in_key(position))
        return INT_MAX;
    return limit - position->quiet_plies;
}
