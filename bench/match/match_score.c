/* SPDX-License-Identifier: MIT */
#include "bench/match/match_score.h"

#include <math.h>

#define NELO_PER_UNIT (800 / M_LN10)
#define TAIL 0.025          /* on each side of an interval */
#define Z 1.959963984540054 /* the normal deviate that TAIL lies beyond */
#define LEAST_FACTOR 0.25   /* of the variance of t, see the header */

/* What the estimates are made from: units (pairs, or games) in classes from no points to all. */
typedef struct {
    double count;
    double games; /* in a unit */
    double edge;  /* share of the points above one half */
    double deviation;
    double skewness, kurtosis; /* both 0 without deviation */
} Sample;

static int get_half_points(Color first, Outcome outcome) {
    if (outcome == OUTCOME_DRAW)
        return MATCH_DRAWN;
    return (outcome == OUTCOME_WHITE_WINS) == (first == COLOR_WHITE) ? MATCH_WON : MATCH_LOST;
}

void match_score_add_game(MatchScore *score, Color first, Outcome outcome) {
    if (outcome != OUTCOME_NONE)
        score->games[first][get_half_points(first, outcome)]++;
}

void match_score_add_pair(MatchScore *score, Outcome first_is_white, Outcome first_is_black) {
    if (first_is_white == OUTCOME_NONE || first_is_black == OUTCOME_NONE)
        return;
    int half_points =
        get_half_points(COLOR_WHITE, first_is_white) + get_half_points(COLOR_BLACK, first_is_black);
    score->pairs[half_points]++;
    if (first_is_white == OUTCOME_DRAW && first_is_black == OUTCOME_DRAW)
        score->drawn_pairs++;
}

void match_score_merge(MatchScore *score, const MatchScore *part) {
    for (int color = 0; color < COLOR_COUNT; color++)
        for (int result = 0; result < MATCH_RESULT_COUNT; result++)
            score->games[color][result] += part->games[color][result];
    for (int pair = 0; pair < MATCH_PAIR_COUNT; pair++)
        score->pairs[pair] += part->pairs[pair];
    score->drawn_pairs += part->drawn_pairs;
}

uint64_t match_score_count_results(const MatchScore *score, int result) {
    return score->games[COLOR_WHITE][result] + score->games[COLOR_BLACK][result];
}

uint64_t match_score_count_games(const MatchScore *score) {
    uint64_t sum = 0;
    for (int result = 0; result < MATCH_RESULT_COUNT; result++)
        sum += match_score_count_results(score, result);
    return sum;
}

uint64_t match_score_count_pairs(const MatchScore *score) {
    uint64_t sum = 0;
    for (int pair = 0; pair < MATCH_PAIR_COUNT; pair++)
        sum += score->pairs[pair];
    return sum;
}

static double get_share(double part, uint64_t all, double without) {
    return all ? part / (double)all : without;
}

double match_score_get_rate(const MatchScore *score) {
    double points = (double)match_score_count_results(score, MATCH_WON) +
                    (double)match_score_count_results(score, MATCH_DRAWN) / 2;
    return get_share(points, match_score_count_games(score), 0.5);
}

double match_score_get_draw_rate(const MatchScore *score) {
    return get_share((double)match_score_count_results(score, MATCH_DRAWN),
                     match_score_count_games(score), 0);
}

double match_score_get_yield(const MatchScore *score) {
    uint64_t pairs = match_score_count_pairs(score);
    return get_share((double)(pairs - score->pairs[2]), pairs, 0);
}

double match_score_get_decided_rate(const MatchScore *score) {
    uint64_t pairs = match_score_count_pairs(score);
    return get_share((double)(pairs - score->drawn_pairs), pairs, 0);
}

static Sample take_sample(const MatchScore *score) {
    double counts[MATCH_PAIR_COUNT];
    bool paired = match_score_count_pairs(score) > 0;
    int classes = paired ? MATCH_PAIR_COUNT : MATCH_RESULT_COUNT;
    Sample sample = {.games = paired ? 2 : 1};
    double sum = 0;
    for (int i = 0; i < classes; i++) {
        counts[i] = (double)(paired ? score->pairs[i] : match_score_count_results(score, i));
        sample.count += counts[i];
        sum += (i - (classes - 1) / 2.0) * counts[i]; /* exact, so that both sides see the same */
    }
    if (sample.count == 0)
        return sample;
    sample.edge = sum / (sample.count * (classes - 1));
    double second = 0, third = 0, fourth = 0;
    for (int i = 0; i < classes; i++) {
        double d = (i - (classes - 1) / 2.0) / (classes - 1) - sample.edge;
        second += d * d * counts[i] / sample.count;
        third += d * d * d * counts[i] / sample.count;
        fourth += d * d * d * d * counts[i] / sample.count;
    }
    sample.deviation = sqrt(second);
    if (second > 0) {
        sample.skewness = third / (second * sample.deviation);
        sample.kurtosis = fourth / (second * second);
    }
    return sample;
}

/* The probability that a class which `count` units did not fall into may still have. */
static double get_unseen_share(double count) {
    return 1 - pow(TAIL, 1 / count);
}

static double get_elo(double edge) {
    return 400 * (log10(0.5 + edge) - log10(0.5 - edge));
}

MatchInterval match_score_get_elo(const MatchScore *score) {
    Sample sample = take_sample(score);
    if (sample.count == 0)
        return (MatchInterval){0, -INFINITY, INFINITY};
    double down = Z * sample.deviation / sqrt(sample.count), up = down;
    if (sample.deviation == 0) {
        down = get_unseen_share(sample.count) * (0.5 + sample.edge);
        up = get_unseen_share(sample.count) * (0.5 - sample.edge);
    }
    return (MatchInterval){get_elo(sample.edge), get_elo(fmax(sample.edge - down, -0.5)),
                           get_elo(fmin(sample.edge + up, 0.5))};
}

/* t; without deviation the edge's sign decides. */
static double get_t(double edge, double deviation) {
    if (deviation > 0)
        return edge / deviation;
    return edge > 0 ? INFINITY : edge < 0 ? -INFINITY : 0;
}

/* t of a sample that lies at `edge` but for the unseen share, which lies at `end`. */
static double get_t_with_unseen(double edge, double end, double unseen) {
    return get_t(edge + unseen * (end - edge), fabs(end - edge) * sqrt(unseen * (1 - unseen)));
}

MatchInterval match_score_get_nelo(const MatchScore *score) {
    Sample sample = take_sample(score);
    if (sample.count == 0)
        return (MatchInterval){0, -INFINITY, INFINITY};
    double t = get_t(sample.edge, sample.deviation), low, high;
    if (sample.deviation > 0) {
        double factor = 1 - sample.skewness * t + (sample.kurtosis - 1) * t * t / 4;
        double reach = Z * sqrt(fmax(factor, LEAST_FACTOR) / sample.count);
        low = t - reach;
        high = t + reach;
    } else {
        double unseen = get_unseen_share(sample.count);
        low = fmin(get_t_with_unseen(sample.edge, -0.5, unseen), t);
        high = fmax(get_t_with_unseen(sample.edge, 0.5, unseen), t);
    }
    double unit = NELO_PER_UNIT / sqrt(sample.games);
    return (MatchInterval){t * unit, low * unit, high * unit};
}

double match_score_get_los(const MatchScore *score) {
    Sample sample = take_sample(score);
    if (sample.count == 0)
        return 0.5;
    double t = get_t(sample.edge, sample.deviation);
    if (sample.deviation > 0)
        return erfc(-t * sqrt(sample.count / 2)) / 2;
    double against = pow(2, -sample.count - 1);
    return t > 0 ? 1 - against : t < 0 ? against : 0.5;
}
