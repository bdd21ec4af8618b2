/* SPDX-License-Identifier: MIT */
#include "tests/unit/match_games.h"

#include "engine/base/rng.h"
#include "engine/board/movegen.h"
#include "engine/eval/eval.h"

#include <check.h>
#include <stdio.h>

enum {
    NOISE = 60 /* centimen */
};

static Move choose(Rng *rng, const Position *position, int *ret_score) {
    MoveList list;
    int count = movegen_generate(position, &list), best = 0;
    *ret_score = INT32_MIN;
    for (int i = 0; i < count; i++) {
        Position next;
        position_make(position, list.moves[i], &next);
        int score = -eval_score((Evaluator){EVAL_HAND, NULL}, &next) + (int)rng_below(rng, NOISE);
        if (score > *ret_score) {
            best = i;
            *ret_score = score;
        }
    }
    return list.moves[best];
}

static MatchEnd find_end(Reason reason) {
    static const MatchEnd ends[] = {
        [REASON_CROWNED] = END_WON_BY_RULE,    [REASON_NO_MOVE] = END_NO_MOVE,
        [REASON_REPETITION] = END_REPETITION,  [REASON_QUIET_MOVES] = END_QUIET_MOVES,
        [REASON_COUNTED_ENDING] = END_COUNTED,
    };
    return ends[reason];
}

void match_games_play(MatchGame *game, int number, uint64_t seed, int plies_max) {
    Position start;
    Rng rng;
    Reason reason = REASON_NONE;
    rng_init(&rng, seed);
    position_init_start(&start, record_current(&game->record)->rules);
    match_game_restart(game, &start);
    game->number = number;
    game->white = number % 2;
    game->black = 1 - number % 2;
    snprintf(game->ballot, sizeof game->ballot, "%d", number / 2 + 1);
    while ((game->outcome = record_outcome(&game->record, &reason)) == OUTCOME_NONE &&
           record_plies(&game->record) < plies_max) {
        MatchPly ply = {
            .has_score = true, .has_depth = true, .has_nodes = true, .has_seconds = true};
        Move move = choose(&rng, record_current(&game->record), &ply.score);
        ply.depth = 8 + (int)rng_below(&rng, 12);
        ply.nodes = 10000 + rng_below(&rng, 90000);
        ply.seconds = (50 + (double)rng_below(&rng, 100)) / 1000;
        if (match_game_push(game, move, &ply, NULL) < 0)
            ck_abort_msg("out of memory");
    }
    game->end = game->outcome == OUTCOME_NONE ? END_LENGTH : find_end(reason);
    if (game->outcome == OUTCOME_NONE)
        game->outcome = OUTCOME_DRAW;
}

void match_games_spoil(MatchGame *game, MatchEnd end, Color guilty, int plies, const char *text) {
    while (record_plies(&game->record) > plies)
        record_pop(&game->record);
    game->end = end;
    game->guilty = guilty;
    game->outcome = guilty == COLOR_WHITE ? OUTCOME_BLACK_WINS : OUTCOME_WHITE_WINS;
    snprintf(game->text, sizeof game->text, "%s", text);
}
