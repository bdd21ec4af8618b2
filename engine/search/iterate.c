/* SPDX-License-Identifier: MIT */
#include "engine/search/worker_internal.h"

#include "engine/base/clock.h"
#include "engine/search/consult_internal.h"
#include "engine/search/law_internal.h"
#include "engine/search/params.h"

#include <time.h>

/* Finds the line of a slot: the root is searched within a narrow window around the last score,
 * which is opened on the side where the score falls out of it. */
static int search_slot(Worker *worker) {
    int delta = ASPIRATION_DELTA;
    int alpha = -SCORE_INFINITE, beta = SCORE_INFINITE;
    int guess = worker_finding(worker, worker->slot)->score;
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

static Prospect prospect_at(const Worker *worker, int slot) {
    return worker->search->job.prospects[worker->root_ids[slot]];
}

/* End of the moves that may take the slot: where the oracle knows all, those of its own worth. */
static int find_slot_end(const Worker *worker) {
    int end = worker->root_moves.count;
    if (!worker->search->job.has_prospects)
        return end;
    OracleValue value = prospect_at(worker, worker->slot).value;
    for (int i = worker->slot; i < end; i++)
        if (prospect_at(worker, i).value != value)
            return i;
    return end;
}

/* Fills the slot without a search when the oracle knows how all moves that may take it end. */
static bool fill_slot(Worker *worker) {
    const Job *job = &worker->search->job;
    for (int i = worker->slot; i < worker->slot_end; i++)
        if (!job->has_prospects || !consult_knows_end(prospect_at(worker, i)))
            return false;
    Finding *finding = worker_finding(worker, worker->slot);
    if (finding->line_length == 0) {
        MoveList first = {.count = 1, .moves = {worker->root_moves.moves[worker->slot]}};
        finding->line[0] = first.moves[0];
        int length = consult_line(job, &first, finding->line);
        finding->line_length = length > 0 ? length : 1;
        finding->score = consult_fit_score(prospect_at(worker, worker->slot), 0);
    }
    finding->depth = worker->iteration;
    return true;
}

/* Lines found later may have come out better. */
static void sort_lines(Worker *worker) {
    for (int i = 1; i < worker->search->job.lines; i++) {
        int score = worker_finding(worker, i)->score, to = i;
        while (to > 0 && worker_finding(worker, to - 1)->score < score)
            to--;
        root_move_up(worker, i, to);
    }
}

static void search_iteration(Worker *worker) {
    const Job *job = &worker->search->job;
    for (worker->slot = 0; worker->slot < job->lines; worker->slot++) {
        worker->slot_end = find_slot_end(worker);
        if (fill_slot(worker))
            continue;
        search_slot(worker);
        if (job->has_prospects && worker_finding(worker, worker->slot)->line_length > 0) {
            Finding *finding = worker_finding(worker, worker->slot);
            finding->score = consult_fit_score(prospect_at(worker, worker->slot), finding->score);
        }
        if (worker->stopped)
            return;
    }
    sort_lines(worker);
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
static bool is_thought_out(Worker *worker) {
    const Search *search = worker->search;
    const Job *job = &search->job;
    if (worker_clock_elapsed(worker) >= search->timing.target_ns)
        return true;
    int score = worker_finding(worker, 0)->score;
    return job->mode != SEARCH_ANALYSE && has_time_limit(&job->limits) && job->lines == 1 &&
           score_is_proven(score) && score_distance(score) <= worker->iteration;
}

/* What is proven of the root move at a slot. */
static OracleValue find_value(Worker *worker, int slot) {
    const Finding *finding = worker_finding(worker, slot);
    Prospect prospect = prospect_at(worker, slot);
    int score;
    if (prospect.value != ORACLE_UNKNOWN)
        return prospect.value;
    if (abs(finding->score) > SCORE_EVAL_MAX)
        return finding->score > 0 ? ORACLE_WIN : ORACLE_LOSS;
    position_make(&worker->search->job.root, finding->line[0], &worker->frames[1].position);
    return law_ends_game(worker, 1, &score) && score == SCORE_DRAW ? ORACLE_DRAW : ORACLE_UNKNOWN;
}

static void report_line(Worker *worker, int slot, int ranks) {
    const Search *search = worker->search;
    const Job *job = &search->job;
    const Finding *finding = worker_finding(worker, slot);
    SearchInfo info = {
        .rank = slot + 1,
        .ranks = ranks,
        .value = find_value(worker, slot),
        .depth = finding->depth,
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

/* Tells the lines found; a search that was broken off early may have fewer than were wanted. */
static void report(Worker *worker) {
    const Job *job = &worker->search->job;
    int ranks = 0;
    while (ranks < job->lines && worker_finding(worker, ranks)->line_length > 0)
        ranks++;
    for (int slot = 0; job->events.on_info && slot < ranks; slot++)
        report_line(worker, slot, ranks);
}

/* The oracle's answer takes the place of a search. */
static void answer_from_oracle(Worker *worker) {
    const Job *job = &worker->search->job;
    Finding *finding = worker_finding(worker, 0);
    finding->line_length = consult_line(job, &job->root_moves, finding->line);
    finding->score = job->answer;
    finding->depth = worker->depth = 1;
    report(worker);
}

static void deepen(Worker *worker) {
    int last = last_depth(&worker->search->job);
    while (worker->iteration < last) {
        worker->iteration++;
        search_iteration(worker);
        if (worker->yields)
            return;
        if (worker->stopped)
            break;
        worker->depth = worker->iteration;
        report(worker);
        if (is_thought_out(worker))
            return;
    }
    /* What the broken iteration found is news too; and there is always some move to tell. */
    Finding *finding = worker_finding(worker, 0);
    if (finding->line_length == 0) {
        finding->score = eval_score(worker->search->job.eval, &worker->frames[0].position);
        finding->line[0] = worker->root_moves.moves[0];
        finding->line_length = 1;
    }
    if (finding->depth > worker->depth || worker->depth == 0)
        report(worker);
}

static bool is_endless(const Job *job) {
    const SearchLimits *limits = &job->limits;
    return job->mode == SEARCH_ANALYSE && job->root_moves.count > 0 && !has_time_limit(limits) &&
           !limits->has_depth && !limits->has_nodes;
}

/* An analysis that has nothing more to find goes on telling it until it is stopped. */
static void repeat_report(Worker *worker) {
    Search *search = worker->search;
    struct timespec moment;
    clock_gettime(CLOCK_REALTIME, &moment);
    while (!atomic_load(&search->stop)) {
        moment.tv_sec += SEARCH_REPEAT_MS / 1000;
        pthread_mutex_lock(&search->mutex);
        int failure = 0;
        while (failure == 0 && !atomic_load(&search->stop))
            failure = pthread_cond_timedwait(&search->changed, &search->mutex, &moment);
        pthread_mutex_unlock(&search->mutex);
        if (!atomic_load(&search->stop))
            report(worker);
    }
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
    if (job->is_answered)
        answer_from_oracle(worker);
    else if (job->root_moves.count > 0)
        worker_run_quietly(worker, deepen);
    else
        worker_finding(worker, 0)->score = law_no_move_score(&job->root, 0);
    if (is_endless(job))
        repeat_report(worker);
    gather(search);
    const Finding *finding = worker_finding(worker, 0);
    if (!job->events.on_done)
        return;
    SearchResult result = {
        .best = finding->line_length > 0 ? finding->line[0] : move_none(),
        .ponder = finding->line_length > 1 ? finding->line[1] : move_none(),
        .score = finding->score,
        .depth = worker->depth,
        .nodes = worker_count_nodes(worker),
        .seconds = clock_seconds_since(job->begin_ns),
    };
    job->events.on_done(job->events.context, &result);
}

static void help(Worker *worker) {
    int last = worker->search->job.is_answered ? 0 : last_depth(&worker->search->job);
    while (worker->iteration < last && !worker->stopped && worker->root_moves.count > 0) {
        worker->iteration++;
        search_iteration(worker);
    }
}

/* Helpers search the same root, every second one a ply ahead, and share what they find through the
 * table. */
void iterate_help(Worker *worker) {
    worker->iteration = worker->index % 2;
    worker_run_quietly(worker, help);
    atomic_store_explicit(&worker->nodes_seen, worker->nodes, memory_order_relaxed);
}
