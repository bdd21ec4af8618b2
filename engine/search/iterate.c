/* SPDX-License-Identifier: MIT */
#include "engine/search/worker_internal.h"

#include "engine/base/clock.h"
#include "engine/search/consult_internal.h"
#include "engine/search/law_internal.h"
#include "engine/search/params.h"

/* One iteration: the root is searched within a narrow window around the last score, which is
 * opened on the side where the score falls out of it. */
static int search_iteration(Worker *worker) {
    int delta = ASPIRATION_DELTA;
    int alpha = -SCORE_INFINITE, beta = SCORE_INFINITE;
    int guess = worker->finding.score;
    if (worker->iteration >= ASPIRATION_DEPTH && abs(guess) <= SCORE_EVAL_MAX) {
        alpha = guess - delta;
        beta = guess + delta;
    }
    for (;;) {
        int score = root_search(worker, alpha, beta);
        if (worker->stopped || (score > alpha && score < beta))
            return score;
        delta *= 2;
        bool wide = delta > ASPIRATION_DELTA_MAX || abs(score) > SCORE_EVAL_MAX;
        if (score <= alpha)
            alpha = wide ? -SCORE_INFINITE : score - delta;
        else
            beta = wide ? SCORE_INFINITE : score + delta;
    }
}

static bool has_time_limit(const SearchLimits *limits) {
    return limits->has_clock || limits->has_move_time;
}

/* Deepest iteration of a job. A forced move needs no thought but what its score asks for. */
static int last_depth(const Job *job) {
    if (job->root_moves.count == 1 && job->mode != SEARCH_ANALYSE && has_time_limit(&job->limits))
        return 1;
    return job->limits.has_depth ? job->limits.depth : SEARCH_DEPTH_MAX;
}

/* Whether to answer although the limits would let the search go on: not enough time is left for
 * another iteration, or a proven score cannot become better. */
static bool is_thought_out(const Worker *worker) {
    const Search *search = worker->search;
    const Job *job = &search->job;
    if (worker_clock_elapsed(worker) >= search->timing.target_ns)
        return true;
    return job->mode != SEARCH_ANALYSE && has_time_limit(&job->limits) &&
           score_is_proven(worker->finding.score) &&
           score_distance(worker->finding.score) <= worker->iteration;
}

static void report(const Worker *worker) {
    const Search *search = worker->search;
    const Job *job = &search->job;
    if (!job->events.on_info)
        return;
    const Finding *finding = &worker->finding;
    SearchInfo info = {
        .depth = finding->line_depth,
        .depth_max = worker->depth_max,
        .score = finding->score,
        .nodes = worker_count_nodes(worker),
        .seconds = clock_seconds_since(job->begin_ns),
        .table_permille = table_permille(&search->table),
        .line_length = finding->line_length,
        .line = finding->line,
    };
    job->events.on_info(job->events.context, &info);
}

/* The oracle's answer takes the place of a search. */
static void answer_from_oracle(Worker *worker) {
    const Job *job = &worker->search->job;
    Finding *finding = &worker->finding;
    finding->line_length = consult_line(job, finding->line);
    finding->score = job->answer;
    finding->depth = finding->line_depth = 1;
    report(worker);
}

static void deepen(Worker *worker) {
    Finding *finding = &worker->finding;
    int last = last_depth(&worker->search->job);
    while (worker->iteration < last) {
        worker->iteration++;
        search_iteration(worker);
        if (worker->stopped)
            break;
        finding->depth = worker->iteration;
        report(worker);
        if (is_thought_out(worker))
            return;
    }
    /* What the broken iteration found is news too; and there is always some move to tell. */
    if (finding->line_length == 0) {
        finding->score = eval_score(worker->search->job.eval, &worker->frames[0].position);
        finding->line[0] = worker->root_moves.moves[0];
        finding->line_length = 1;
    }
    if (finding->line_depth > finding->depth || finding->depth == 0)
        report(worker);
}

/* Keeps the answer back while the opponent is still to move, then calls the helpers in. */
static void gather(Search *search) {
    pthread_mutex_lock(&search->mutex);
    while (atomic_load(&search->pondering) && !atomic_load(&search->stop))
        pthread_cond_wait(&search->changed, &search->mutex);
    atomic_store(&search->stop, true);
    while (search->helpers_busy > 0)
        pthread_cond_wait(&search->changed, &search->mutex);
    pthread_mutex_unlock(&search->mutex);
}

void iterate_lead(Worker *worker) {
    Search *search = worker->search;
    const Job *job = &search->job;
    const Finding *finding = &worker->finding;
    if (job->is_answered)
        answer_from_oracle(worker);
    else if (job->root_moves.count > 0)
        deepen(worker);
    else
        worker->finding.score = law_no_move_score(&job->root, 0);
    gather(search);
    if (!job->events.on_done)
        return;
    SearchResult result = {
        .best = finding->line_length > 0 ? finding->line[0] : move_none(),
        .ponder = finding->line_length > 1 ? finding->line[1] : move_none(),
        .score = finding->score,
        .depth = finding->depth,
        .nodes = worker_count_nodes(worker),
        .seconds = clock_seconds_since(job->begin_ns),
    };
    job->events.on_done(job->events.context, &result);
}

/* Helpers search the same root, every second one a ply ahead, and share what they find through the
 * table. */
void iterate_help(Worker *worker) {
    int last = worker->search->job.is_answered ? 0 : last_depth(&worker->search->job);
    worker->iteration = worker->index % 2;
    while (worker->iteration < last && !worker->stopped && worker->root_moves.count > 0) {
        worker->iteration++;
        search_iteration(worker);
    }
    atomic_store_explicit(&worker->nodes_seen, worker->nodes, memory_order_relaxed);
}
