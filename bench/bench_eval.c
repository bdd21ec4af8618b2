/* SPDX-License-Identifier: MIT */
#include "bench/bench.h"

#include "engine/base/clock.h"
#include "engine/base/rng.h"
#include "engine/board/movegen.h"

#include <stdlib.h>

enum {
    POSITIONS = 16384,
    GAME_PLIES = 100, /* a random game is left after so many */
};

/* Positions of random games in which nothing is to be captured. */
static void fill_positions(const Rules *rules, Position *positions) {
    Rng rng;
    rng_init(&rng, 1);
    Position position, next;
    position_init_start(&position, rules);
    for (int count = 0, ply = 0; count < POSITIONS; ply++) {
        MoveList list;
        uint64_t moves = (uint64_t)movegen_generate(&position, &list);
        if (moves == 0 || ply == GAME_PLIES) {
            position_init_start(&position, rules);
            ply = 0;
            continue;
        }
        if (!move_is_capture(list.moves[0]))
            positions[count++] = position;
        position_make(&position, list.moves[rng_below(&rng, moves)], &next);
        position = next;
    }
}

/* The sum keeps the compiler from leaving the calls out. */
static double time_calls(Evaluator evaluator, const Position *positions, volatile int *sum) {
    int64_t start = clock_now_ns();
    for (int i = 0; i < POSITIONS; i++)
        *sum += eval_score(evaluator, &positions[i]) & 1;
    return clock_seconds_since(start);
}

static Status time_variant(EvalKind eval, const Rules *rules, int rounds, BenchReport *report,
                           void *context, Error *error) {
    EvalWeights *weights;
    Status status = eval_weights_load_embedded(rules, &weights, error);
    if (status < 0)
        return status;
    Position *positions = malloc(POSITIONS * sizeof *positions);
    if (positions) {
        Evaluator evaluator = {eval, weights};
        BenchRow row = {rules->name, "random games", 0, POSITIONS, 0};
        volatile int sum = 0;
        fill_positions(rules, positions);
        for (int round = 0; round < rounds; round++) {
            double seconds = time_calls(evaluator, positions, &sum);
            row.seconds = round == 0 || seconds < row.seconds ? seconds : row.seconds;
        }
        report(context, &row);
    } else {
        status = error_set(error, STATUS_NO_MEMORY, "no memory for %d positions", POSITIONS);
    }
    free(positions);
    eval_weights_free(weights);
    return status;
}

Status bench_eval(EvalKind eval, int rounds, BenchReport *report, void *context, Error *error) {
    Status status = STATUS_OK;
    for (VariantId id = 0; status >= 0 && id < VARIANT_COUNT; id++)
        status = time_variant(eval, rules_get(id), rounds, report, context, error);
    return status;
}
