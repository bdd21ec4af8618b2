/* SPDX-License-Identifier: MIT */
#include "engine/search/timing.h"

#include "engine/search/params.h"

/* Seconds as given, or 0 when no sane clock would show them. The comparison is false for NaN. */
static double sane_seconds(double seconds) {
    return seconds > 0 && seconds < TIMING_SANE_SECONDS ? seconds : 0;
}

static double min_double(double a, double b) {
    return a < b ? a : b;
}

/* The time given less what the message to the other side may take. */
static double without_reserve(double seconds) {
    return seconds - min_double(TIME_RESERVE_SECONDS, seconds * TIME_RESERVE_SHARE);
}

/* Moves the clock's time is spread over when no control is known: many while the board is full,
 * fewer as the end comes near. */
static double guess_moves_left(const Position *root) {
    int pieces = bits_count(board_occupied(&root->board));
    int start = 2 * bits_count(rules_start_mask(root->rules, COLOR_WHITE));
    double full = pieces < start ? (double)pieces / start : 1;
    return TIME_MOVES_MIN + (TIME_MOVES_MAX - TIME_MOVES_MIN) * full;
}

static void plan_clock(const SearchLimits *limits, const Position *root, double *ret_target,
                       double *ret_limit) {
    double clock = without_reserve(sane_seconds(limits->clock_time));
    double increment = sane_seconds(limits->clock_increment);
    double moves = guess_moves_left(root);
    if (limits->has_moves)
        moves = min_double(moves, limits->moves_to_control);
    double target = (clock + increment * (moves - 1)) / moves;
    /* The last move before a control may use all there is; otherwise enough must stay for the
     * moves that follow. */
    double most = moves > 1 ? clock * TIME_CLOCK_SHARE : clock;
    double delay = without_reserve(sane_seconds(limits->clock_delay));
    *ret_target = min_double(target * TIME_TARGET_SHARE, most) + delay;
    *ret_limit = min_double(target * TIME_LIMIT_FACTOR, most) + delay;
}

static int64_t to_ns(double seconds) {
    return (int64_t)((seconds > TIME_LEAST_SECONDS ? seconds : TIME_LEAST_SECONDS) * 1e9);
}

int64_t timing_target(const Timing *timing, int stable, int fall) {
    if (timing->target_ns == INT64_MAX)
        return INT64_MAX;
    double share = TIME_UNSTABLE_FACTOR - TIME_STABLE_STEP * stable;
    if (share < TIME_STABLE_FACTOR)
        share = TIME_STABLE_FACTOR;
    if (fall >= TIME_FALL_SCORE)
        share *= TIME_FALL_FACTOR;
    double target = (double)timing->target_ns * share;
    return target < (double)timing->limit_ns ? (int64_t)target : timing->limit_ns;
}

Timing timing_plan(const SearchLimits *limits, const Position *root) {
    Timing timing = {INT64_MAX, INT64_MAX};
    if (limits->has_clock) {
        double target, limit;
        plan_clock(limits, root, &target, &limit);
        timing = (Timing){to_ns(target), to_ns(limit)};
    }
    if (limits->has_move_time) {
        int64_t limit = to_ns(without_reserve(sane_seconds(limits->move_time)));
        if (limit < timing.limit_ns)
            timing.limit_ns = limit;
    }
    return timing;
}
