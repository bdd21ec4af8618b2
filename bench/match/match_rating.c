/* SPDX-License-Identifier: MIT */
#include "bench/match/match_rating.h"

#include <math.h>
#include <stdlib.h>

#define ELO_PER_LOGIT (400 / M_LN10)
#define VIRTUAL_DRAWS 1.0 /* for every two engines that met */
#define Z 1.959963984540054
#define CONVERGED 1e-11 /* logits */
#define LONGEST_STEP 3  /* logits: beyond, the quadratic picture is of no use */

enum {
    MAX_STEPS = 500
};

/* The state of the search for the maximum. `matrix` is the information matrix, later its inverse;
 * engines that are linked by games share a group number. */
typedef struct {
    const MatchTable *table;
    int count;
    int *group;
    int *group_size; /* by group */
    double *logit, *trial, *gradient, *matrix;
} Solver;

Status match_table_init(MatchTable *table, int engines, Error *error) {
    if (engines < 1 || engines > MATCH_TABLE_MAX_ENGINES)
        return error_set(error, STATUS_RANGE, "a table of %d engines; 1 to %d are possible",
                         engines, MATCH_TABLE_MAX_ENGINES);
    table->engines = engines;
    table->results = calloc((size_t)engines * engines * MATCH_RESULT_COUNT, sizeof *table->results);
    if (!table->results)
        return error_set(error, STATUS_NO_MEMORY, "no memory for a table of %d engines", engines);
    return STATUS_OK;
}

void match_table_done(MatchTable *table) {
    free(table->results);
    *table = (MatchTable){0};
}

static uint64_t *find_results(const MatchTable *table, int engine, int opponent) {
    return table->results + ((size_t)engine * table->engines + opponent) * MATCH_RESULT_COUNT;
}

Status match_table_add_game(MatchTable *table, int white, int black, Outcome outcome,
                            Error *error) {
    if (white < 0 || white >= table->engines || black < 0 || black >= table->engines ||
        white == black)
        return error_set(error, STATUS_RANGE,
                         "a game between engines %d and %d; two different ones from 0 to %d play",
                         white, black, table->engines - 1);
    if (outcome == OUTCOME_NONE)
        return STATUS_OK;
    int result = outcome == OUTCOME_DRAW         ? MATCH_DRAWN
                 : outcome == OUTCOME_WHITE_WINS ? MATCH_WON
                                                 : MATCH_LOST;
    find_results(table, white, black)[result]++;
    find_results(table, black, white)[MATCH_WON - result]++;
    return STATUS_OK;
}

uint64_t match_table_get_results(const MatchTable *table, int engine, int opponent, int result) {
    return find_results(table, engine, opponent)[result];
}

/* Games and points of `engine` against `opponent`, the virtual draw among them; false if the two
 * never met. */
static bool get_meeting(const MatchTable *table, int engine, int opponent, double *ret_games,
                        double *ret_points) {
    const uint64_t *results = find_results(table, engine, opponent);
    double games =
        (double)results[MATCH_LOST] + (double)results[MATCH_DRAWN] + (double)results[MATCH_WON];
    if (games == 0)
        return false;
    *ret_games = games + VIRTUAL_DRAWS;
    *ret_points = (double)results[MATCH_WON] + ((double)results[MATCH_DRAWN] + VIRTUAL_DRAWS) / 2;
    return true;
}

static double get_expected(double logit_difference) {
    return 1 / (1 + exp(-logit_difference));
}

/* ln of get_expected, exact where that has become 0. */
static double get_log_expected(double logit_difference) {
    return logit_difference < 0 ? logit_difference - log1p(exp(logit_difference))
                                : -log1p(exp(-logit_difference));
}

static void solver_done(Solver *solver) {
    free(solver->group);
    free(solver->group_size);
    free(solver->logit);
    free(solver->trial);
    free(solver->gradient);
    free(solver->matrix);
}

/* Gives every engine that can be reached from `engine` its group. Each round reaches one link
 * further. */
static void mark_group(Solver *solver, int engine, int group) {
    double games, points;
    solver->group[engine] = group;
    for (bool more = true; more;) {
        more = false;
        for (int i = 0; i < solver->count; i++)
            for (int j = 0; j < solver->count; j++)
                if (solver->group[i] == group && solver->group[j] < 0 &&
                    get_meeting(solver->table, i, j, &games, &points)) {
                    solver->group[j] = group;
                    more = true;
                }
    }
}

static Status solver_init(Solver *solver, const MatchTable *table, Error *error) {
    size_t count = (size_t)table->engines;
    *solver = (Solver){.table = table,
                       .count = table->engines,
                       .group = malloc(count * sizeof *solver->group),
                       .group_size = calloc(count, sizeof *solver->group_size),
                       .logit = calloc(count, sizeof *solver->logit),
                       .trial = calloc(count, sizeof *solver->trial),
                       .gradient = calloc(count, sizeof *solver->gradient),
                       .matrix = calloc(count * count, sizeof *solver->matrix)};
    if (!solver->group || !solver->group_size || !solver->logit || !solver->trial ||
        !solver->gradient || !solver->matrix) {
        solver_done(solver);
        return error_set(error, STATUS_NO_MEMORY, "no memory to rate %d engines", table->engines);
    }
    for (int i = 0; i < solver->count; i++)
        solver->group[i] = -1;
    int groups = 0;
    for (int i = 0; i < solver->count; i++) {
        if (solver->group[i] < 0)
            mark_group(solver, i, groups++);
        solver->group_size[solver->group[i]]++;
    }
    return STATUS_OK;
}

static double get_log_likelihood(const Solver *solver, const double logit[]) {
    double sum = 0, games, points;
    for (int i = 0; i < solver->count; i++)
        for (int j = 0; j < solver->count; j++)
            if (get_meeting(solver->table, i, j, &games, &points))
                sum += points * get_log_expected(logit[i] - logit[j]);
    return sum;
}

/* Sets the gradient and the information matrix. The matrix does not see a shift of a whole group,
 * so that a constant is added between all engines of a group: it makes the matrix invertible and
 * holds the group's mean. */
static void set_derivatives(Solver *solver) {
    int n = solver->count;
    double games, points;
    for (int i = 0; i < n; i++) {
        solver->gradient[i] = 0;
        for (int j = 0; j < n; j++)
            solver->matrix[i * n + j] = solver->group[i] == solver->group[j]
                                            ? 1.0 / solver->group_size[solver->group[i]]
                                            : 0;
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            if (!get_meeting(solver->table, i, j, &games, &points))
                continue;
            double expected = get_expected(solver->logit[i] - solver->logit[j]);
            double information = games * expected * (1 - expected);
            solver->gradient[i] += points - games * expected;
            solver->matrix[i * n + i] += information;
            solver->matrix[i * n + j] -= information;
        }
}

/* Inverts the symmetric positive definite matrix in place (Gauss and Jordan, no pivots needed). */
static void invert(double *matrix, int n) {
    for (int k = 0; k < n; k++) {
        double pivot = matrix[k * n + k];
        matrix[k * n + k] = 1;
        for (int j = 0; j < n; j++)
            matrix[k * n + j] /= pivot;
        for (int i = 0; i < n; i++) {
            double factor = matrix[i * n + k];
            if (i == k || factor == 0)
                continue;
            matrix[i * n + k] = 0;
            for (int j = 0; j < n; j++)
                matrix[i * n + j] -= factor * matrix[k * n + j];
        }
    }
}

/* One step uphill from `logit`, shortened until it is one; returns its greatest part, 0 at the top.
 */
static double climb(Solver *solver) {
    int n = solver->count;
    double longest = 0, height = get_log_likelihood(solver, solver->logit);
    set_derivatives(solver);
    invert(solver->matrix, n);
    for (int i = 0; i < n; i++) {
        solver->trial[i] = 0;
        for (int j = 0; j < n; j++)
            solver->trial[i] += solver->matrix[i * n + j] * solver->gradient[j];
        longest = fmax(longest, fabs(solver->trial[i]));
    }
    double scale = longest > LONGEST_STEP ? LONGEST_STEP / longest : 1;
    for (int i = 0; i < n; i++)
        solver->trial[i] = solver->logit[i] + scale * solver->trial[i];
    while (get_log_likelihood(solver, solver->trial) < height) {
        scale /= 2;
        if (scale * longest < CONVERGED)
            return 0;
        for (int i = 0; i < n; i++)
            solver->trial[i] = (solver->logit[i] + solver->trial[i]) / 2;
    }
    for (int i = 0; i < n; i++)
        solver->logit[i] = solver->trial[i];
    return scale * longest;
}

/* The spread of the points around their expectation against that of games without draws. The
 * virtual draws, which are no observations, count as neither more nor less than expected. */
static double get_dispersion(const Solver *solver) {
    double seen = 0, expected_spread = 0, games, points;
    for (int i = 0; i < solver->count; i++)
        for (int j = 0; j < i; j++) {
            if (!get_meeting(solver->table, i, j, &games, &points))
                continue;
            const uint64_t *results = find_results(solver->table, i, j);
            double p = get_expected(solver->logit[i] - solver->logit[j]);
            for (int result = 0; result < MATCH_RESULT_COUNT; result++)
                seen += (double)results[result] * (result / 2.0 - p) * (result / 2.0 - p);
            seen += VIRTUAL_DRAWS * p * (1 - p);
            expected_spread += games * p * (1 - p);
        }
    return expected_spread > 0 ? seen / expected_spread : 1;
}

/* Elo of engine `i` once `matrix` is the inverse at the maximum. */
static MatchInterval get_interval(const Solver *solver, int i, int reference, double dispersion) {
    int n = solver->count, group = solver->group[i], size = solver->group_size[group];
    const double *inverse = solver->matrix;
    double logit = solver->logit[i], variance;
    if (i == reference)
        return (MatchInterval){0, 0, 0};
    if (size == 1 || (reference != MATCH_RATING_MEAN && solver->group[reference] != group))
        return (MatchInterval){0, -INFINITY, INFINITY};
    if (reference == MATCH_RATING_MEAN) {
        variance = inverse[i * n + i] - 1.0 / size; /* without what set_derivatives added */
    } else {
        logit -= solver->logit[reference];
        variance = inverse[i * n + i] + inverse[reference * n + reference] -
                   2 * inverse[i * n + reference];
    }
    double reach = Z * sqrt(fmax(variance, 0) * dispersion);
    return (MatchInterval){logit * ELO_PER_LOGIT, (logit - reach) * ELO_PER_LOGIT,
                           (logit + reach) * ELO_PER_LOGIT};
}

static int compare_ratings(const void *a, const void *b) {
    const MatchRating *x = a, *y = b;
    if (x->points != y->points)
        return x->points > y->points ? -1 : 1;
    /* Rounded, so that the last bit of equal ratings does not decide. */
    double left = round(x->elo.value * 1000), right = round(y->elo.value * 1000);
    if (left != right)
        return left > right ? -1 : 1;
    return x->engine - y->engine;
}

Status match_table_rate(const MatchTable *table, int reference, MatchRating *ret_ratings,
                        Error *error) {
    if (reference != MATCH_RATING_MEAN && (reference < 0 || reference >= table->engines))
        return error_set(error, STATUS_RANGE, "the reference %d is none of the engines 0 to %d",
                         reference, table->engines - 1);
    Solver solver;
    Status status = solver_init(&solver, table, error);
    if (status < 0)
        return status;
    for (int step = 0; step < MAX_STEPS && climb(&solver) > CONVERGED; step++)
        ;
    set_derivatives(&solver);
    invert(solver.matrix, solver.count);
    double dispersion = get_dispersion(&solver);
    for (int i = 0; i < table->engines; i++) {
        MatchRating *rating = ret_ratings + i;
        *rating = (MatchRating){.engine = i};
        for (int opponent = 0; opponent < table->engines; opponent++)
            for (int result = 0; result < MATCH_RESULT_COUNT; result++)
                rating->results[result] += match_table_get_results(table, i, opponent, result);
        rating->points =
            (double)rating->results[MATCH_WON] + (double)rating->results[MATCH_DRAWN] / 2;
        rating->elo = get_interval(&solver, i, reference, dispersion);
    }
    solver_done(&solver);
    qsort(ret_ratings, (size_t)table->engines, sizeof *ret_ratings, compare_ratings);
    return STATUS_OK;
}
