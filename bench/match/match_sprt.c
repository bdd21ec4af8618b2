/* SPDX-License-Identifier: MIT */
#include "bench/match/match_sprt.h"

#include <math.h>

enum {
    CLASSES = MATCH_PAIR_COUNT,
    MAX_STEPS = 200, /* each halves a bracket or an error, so that fewer always do */
    GRID = 32        /* places along the spread between which maxima are looked for */
};

#define EMPTY_CLASS 0.001 /* pairs */
#define CONVERGED 1e-13

/* The observed shares of the classes, and what was fitted to them. */
typedef struct {
    double share[CLASSES];
    double slope;           /* t / sqrt(1 + t^2), 0 or above */
    double weight[CLASSES]; /* the fitted probability is share / weight */
} Fit;

/* The share of the points in class `i` above an even score. */
static double get_edge(int i) {
    return (double)i / (CLASSES - 1) - 0.5;
}

/* Solves sum share a / (1 + x a) = 0 for x, by Newton's method kept within a bracket. The sum falls
 * from +infinity to -infinity between the poles -1 / max a and -1 / min a. */
static double solve_multiplier(const double share[], const double a[]) {
    double least = 0, most = 0;
    for (int i = 0; i < CLASSES; i++) {
        least = fmin(least, a[i]);
        most = fmax(most, a[i]);
    }
    double low = -1 / most, high = -1 / least, x = 0;
    for (int step = 0; step < MAX_STEPS; step++) {
        double sum = 0, fall = 0;
        for (int i = 0; i < CLASSES; i++) {
            double part = a[i] / (1 + x * a[i]);
            sum += share[i] * part;
            fall += share[i] * part * part;
        }
        if (sum > 0)
            low = x;
        else
            high = x;
        double next = x + sum / fall;
        if (!(next > low && next < high))
            next = (low + high) / 2;
        if (fabs(next - x) <= CONVERGED * (1 + fabs(x)))
            return next;
        x = next;
    }
    return x;
}

/* One step of the fit. "Mean edge = slope * sqrt(r)", r the mean square of the edge, is "mean =
 * 1/2 + t s" solved for the mean; linear in the probabilities once sqrt(r) is replaced by its upper
 * tangent (spread^2 + r) / (2 spread). Fits under the tangent at `spread` and returns sqrt(r) of
 * the fit: where the two are equal, tangent and curve touch. */
static double fit_at(Fit *fit, double spread) {
    double a[CLASSES];
    for (int i = 0; i < CLASSES; i++) {
        double edge = get_edge(i);
        a[i] = edge - fit->slope * (spread * spread + edge * edge) / (2 * spread);
    }
    double x = solve_multiplier(fit->share, a), square = 0;
    for (int i = 0; i < CLASSES; i++) {
        fit->weight[i] = 1 + x * a[i];
        square += fit->share[i] / fit->weight[i] * get_edge(i) * get_edge(i);
    }
    return sqrt(square);
}

/* Iterates fit_at from `spread` to where it returns its argument, which is between `low` and
 * `high`; bisects when that is slow. */
static void iterate(Fit *fit, double low, double high, double spread) {
    double last = INFINITY;
    for (int step = 0; step < MAX_STEPS; step++) {
        if (!(spread > low && spread < high))
            spread = (low + high) / 2;
        double next = fit_at(fit, spread), miss = next - spread;
        if (fabs(miss) <= CONVERGED)
            return;
        if (miss > 0)
            low = spread;
        else
            high = spread;
        spread = fabs(miss) < last / 2 ? next : (low + high) / 2;
        last = fabs(miss);
    }
}

/* The log-likelihood of the fit for one pair, above that of the observed shares themselves. */
static double get_height(const Fit *fit) {
    double sum = 0;
    for (int i = 0; i < CLASSES; i++)
        sum -= fit->share[i] * log(fit->weight[i]);
    return sum;
}

/* Fits the shares and returns the height. The probabilities whose mean is at most what the slope
 * allows are a convex set, so that from above there is one fit. From below there may be several,
 * each a local maximum along the spread: all are visited, and the highest counts. */
static double fit_shares(Fit *fit) {
    /* Below `low` no class would have a positive `a`, just above fit_at returns more than its
     * argument, and at `high` less. */
    double low = 0.25 * fit->slope / (1 + sqrt(1 - fit->slope * fit->slope)), high = 0.5;
    double mean = 0, spread = 0;
    for (int i = 0; i < CLASSES; i++) {
        mean += fit->share[i] * get_edge(i);
        spread += fit->share[i] * get_edge(i) * get_edge(i);
    }
    spread = sqrt(spread);
    if (mean >= fit->slope * spread) {
        iterate(fit, low, high, spread);
        return get_height(fit);
    }
    double best = -INFINITY, left = low;
    bool rises = true;
    for (int k = 1; k <= GRID; k++) {
        double right = low + (high - low) * k * k / (GRID * GRID);
        bool goes_on = k < GRID && fit_at(fit, right) > right;
        if (rises && !goes_on) {
            iterate(fit, left, right, spread);
            best = fmax(best, get_height(fit));
        }
        rises = goes_on;
        left = right;
    }
    return best;
}

/* The height of the best fit with `nelo`, for all pairs. */
static double get_log_likelihood(const double counts[], double all, double nelo) {
    double t = M_SQRT2 * fabs(nelo) * M_LN10 / 800;
    Fit fit = {.slope = t / sqrt(1 + t * t)};
    /* A negative difference is a positive one seen from the other side. */
    for (int i = 0; i < CLASSES; i++)
        fit.share[i] = counts[nelo < 0 ? CLASSES - 1 - i : i] / all;
    return all * fit_shares(&fit);
}

Status match_sprt_check(const MatchSprt *sprt, Error *error) {
    if (!(sprt->nelo0 >= -MATCH_SPRT_NELO_LIMIT && sprt->nelo1 <= MATCH_SPRT_NELO_LIMIT &&
          sprt->nelo0 < sprt->nelo1))
        return error_set(error, STATUS_RANGE,
                         "the bounds %g and %g of the test must be normalised Elo from %d to %d, "
                         "the lower one first",
                         sprt->nelo0, sprt->nelo1, -MATCH_SPRT_NELO_LIMIT, MATCH_SPRT_NELO_LIMIT);
    if (!(sprt->alpha > 0 && sprt->alpha < 0.5 && sprt->beta > 0 && sprt->beta < 0.5))
        return error_set(error, STATUS_RANGE,
                         "the error rates %g and %g of the test must be above 0 and below 0.5",
                         sprt->alpha, sprt->beta);
    return STATUS_OK;
}

void match_sprt_get_bounds(const MatchSprt *sprt, double *ret_lower, double *ret_upper) {
    *ret_lower = log(sprt->beta / (1 - sprt->alpha));
    *ret_upper = log((1 - sprt->beta) / sprt->alpha);
}

double match_sprt_get_llr(const MatchSprt *sprt, const MatchScore *score) {
    if (match_score_count_pairs(score) == 0)
        return 0;
    double counts[CLASSES], all = 0;
    for (int i = 0; i < CLASSES; i++) {
        counts[i] = score->pairs[i] ? (double)score->pairs[i] : EMPTY_CLASS;
        all += counts[i];
    }
    return get_log_likelihood(counts, all, sprt->nelo1) -
           get_log_likelihood(counts, all, sprt->nelo0);
}

MatchVerdict match_sprt_decide(const MatchSprt *sprt, const MatchScore *score) {
    if (match_score_count_pairs(score) < sprt->min_pairs)
        return MATCH_SPRT_CONTINUE;
    double lower, upper, llr = match_sprt_get_llr(sprt, score);
    match_sprt_get_bounds(sprt, &lower, &upper);
    return llr <= lower ? MATCH_SPRT_H0 : llr >= upper ? MATCH_SPRT_H1 : MATCH_SPRT_CONTINUE;
}
