/* SPDX-License-Identifier: MIT */
#include "book/build_ballots.h"

#include "book/build_run.h"
#include "engine/base/rng.h"
#include "engine/board/movegen.h"

#include <pthread.h>
#include <stdlib.h>

enum {
    TREE_MAX = 1000000, /* positions; when all lines have more, lines are drawn by lot */
    QUIET_MOVES = 1,    /* looked ahead for a loss of material */
    DRAWS_FOR_ONE = 20, /* lines drawn at most for each position that is wanted */
};

/* A position that may become a ballot. */
typedef struct {
    int line;        /* in the tree */
    Position turned; /* as the side that begins the game would see it with the move */
    int score;       /* centimen */
} Candidate;

typedef struct {
    const BallotPlan *plan;
    const Rules *rules;
    BallotLines lines;
    Candidate *candidates;
    int count;
    BallotMaking making;
} Maker;

BallotPlan ballot_plan_default(void) {
    return (BallotPlan){.plies_low = 4,
                        .plies_high = 4,
                        .most = 10000,
                        .seed = 1,
                        .band_high = 30,
                        .nodes = 20000,
                        .threads = 1};
}

static Status check_plan(const BallotPlan *plan, Error *error) {
    if (plan->plies_low < 1 || plan->plies_high < plan->plies_low ||
        plan->plies_high > BALLOT_PLIES_MAX)
        return error_set(error, STATUS_RANGE, "plies %d:%d: 1 to %d are possible, the lower first",
                         plan->plies_low, plan->plies_high, BALLOT_PLIES_MAX);
    if (plan->band_low < 0 || plan->band_high < plan->band_low || plan->band_high > BALLOT_BAND_MAX)
        return error_set(error, STATUS_RANGE,
                         "band %d:%d: 0 to %d centimen are possible, the lower first",
                         plan->band_low, plan->band_high, BALLOT_BAND_MAX);
    if (plan->most < 1 || plan->most > BALLOT_CANDIDATES_MAX || plan->nodes < 1)
        return error_set(error, STATUS_RANGE,
                         "at least one position and node, at most %d positions",
                         BALLOT_CANDIDATES_MAX);
    if (plan->threads < 1 || plan->threads > BOOK_THREADS_MAX)
        return error_set(error, STATUS_RANGE, "%d threads: 1 to %d are possible", plan->threads,
                         BOOK_THREADS_MAX);
    return STATUS_OK;
}

/* ---- lines ---- */

static Status draw_lines(Maker *maker, Error *error) {
    const BallotPlan *plan = maker->plan;
    Status status = STATUS_OK;
    Rng rng;
    rng_init(&rng, plan->seed);
    ballot_lines_done(&maker->lines);
    maker->making.drawn = true;
    int found = 0;
    for (int64_t i = 0; i < (int64_t)plan->most * DRAWS_FOR_ONE && found < plan->most; i++) {
        int range = plan->plies_high - plan->plies_low + 1;
        int plies = plan->plies_low + (int)rng_below(&rng, (uint64_t)range);
        int count = maker->lines.count;
        uint64_t random = rng_next(&rng);
        if (count + BALLOT_PLIES_MAX >= BALLOT_LINES_MAX)
            break;
        ballot_lines_draw(&maker->lines, maker->rules, plies, random, &status, error);
        if (status < 0)
            return status;
        found += maker->lines.count > count;
    }
    return STATUS_OK;
}

static Status make_lines(Maker *maker, Error *error) {
    int whole = ballot_lines_make_all(&maker->lines, maker->rules, maker->plan->plies_high,
                                      TREE_MAX, error);
    Status status = whole < 0 ? (Status)whole : STATUS_OK;
    if (whole == 0)
        status = draw_lines(maker, error);
    maker->making.merged = maker->lines.merged;
    return status;
}

/* ---- candidates ---- */

static int compare_lines(const void *a, const void *b) {
    int first = ((const Candidate *)a)->line, second = ((const Candidate *)b)->line;
    return (first > second) - (first < second);
}

static int compare_turned(const void *a, const void *b) {
    uint64_t first = ((const Candidate *)a)->turned.key,
             second = ((const Candidate *)b)->turned.key;
    return first != second ? (first > second) - (first < second) : compare_lines(a, b);
}

/* Of positions that are the same once turned, the first stays. */
static void merge_turned(Maker *maker) {
    int kept = 0;
    qsort(maker->candidates, (size_t)maker->count, sizeof *maker->candidates, compare_turned);
    for (int i = 0; i < maker->count; i++) {
        const Position *turned = &maker->candidates[i].turned;
        bool again = false;
        for (int j = kept - 1; j >= 0 && maker->candidates[j].turned.key == turned->key; j--)
            again = again || position_same_placement(&maker->candidates[j].turned, turned);
        if (again)
            maker->making.merged++;
        else
            maker->candidates[kept++] = maker->candidates[i];
    }
    maker->count = kept;
    qsort(maker->candidates, (size_t)maker->count, sizeof *maker->candidates, compare_lines);
}

static void drop_losing(Maker *maker) {
    int kept = 0;
    for (int i = 0; i < maker->count; i++)
        if (ballot_settle_material(&maker->candidates[i].turned, QUIET_MOVES) == 0)
            maker->candidates[kept++] = maker->candidates[i];
    maker->making.losing = maker->count - kept;
    maker->count = kept;
}

/* Keeps as many as the plan wants, each with equal chance. */
static void draw_candidates(Maker *maker) {
    int most = maker->plan->most;
    Rng rng;
    if (maker->count <= most)
        return;
    rng_init(&rng, maker->plan->seed);
    for (int i = 0; i < most; i++) {
        int other = i + (int)rng_below(&rng, (uint64_t)(maker->count - i));
        Candidate candidate = maker->candidates[i];
        maker->candidates[i] = maker->candidates[other];
        maker->candidates[other] = candidate;
    }
    maker->making.left_out = maker->count - most;
    maker->count = most;
    qsort(maker->candidates, (size_t)most, sizeof *maker->candidates, compare_lines);
}

static Status find_candidates(Maker *maker, Error *error) {
    const BallotPlan *plan = maker->plan;
    maker->candidates = malloc((size_t)maker->lines.count * sizeof *maker->candidates);
    if (!maker->candidates)
        return error_set(error, STATUS_NO_MEMORY, "no memory for %d positions", maker->lines.count);
    for (int i = 0; i < maker->lines.count; i++) {
        const BallotLine *line = &maker->lines.lines[i];
        if (line->plies < plan->plies_low || line->plies > plan->plies_high ||
            !movegen_has_move(&line->position))
            continue;
        Candidate *candidate = &maker->candidates[maker->count++];
        *candidate = (Candidate){.line = i, .turned = line->position};
        if (line->position.turn != maker->rules->first)
            position_turn_round(&line->position, &candidate->turned);
    }
    merge_turned(maker);
    maker->making.positions = maker->count;
    drop_losing(maker);
    draw_candidates(maker);
    maker->making.searched = maker->count;
    return STATUS_OK;
}

/* ---- searching ---- */

/* What the threads share; all of it is used with the mutex held. */
typedef struct {
    Maker *maker;
    BallotProgress *on_progress;
    void *context;
    pthread_mutex_t mutex;
    int next, done;
    Status status; /* the first failure */
    Error *error;
} Crew;

static void note_failure(Crew *crew, Status status, const Error *reason) {
    if (crew->status == STATUS_OK) {
        crew->status = status;
        error_set(crew->error, status, "%s", reason->text);
    }
}

static void search_candidates(Crew *crew, Search *search, const BookEffort *effort) {
    Maker *maker = crew->maker;
    while (crew->status == STATUS_OK && crew->next < maker->count) {
        Candidate *candidate = &maker->candidates[crew->next++];
        BookWorkScore score = {0};
        Error reason;
        pthread_mutex_unlock(&crew->mutex);
        Status status = book_search_position(search, &maker->lines.lines[candidate->line].position,
                                             effort, &score, &reason);
        pthread_mutex_lock(&crew->mutex);
        candidate->score = score.score;
        crew->done++;
        if (status < 0)
            note_failure(crew, status, &reason);
        else if (crew->on_progress)
            crew->on_progress(crew->context, crew->done, maker->count);
    }
}

static void *work(void *context) {
    Crew *crew = context;
    BookEffort effort = {.nodes = crew->maker->plan->nodes, .weights = crew->maker->plan->weights};
    Search *search = NULL;
    Error reason;
    Status status = book_search_new(&effort, &search, &reason);
    pthread_mutex_lock(&crew->mutex);
    if (status < 0)
        note_failure(crew, status, &reason);
    else
        search_candidates(crew, search, &effort);
    pthread_mutex_unlock(&crew->mutex);
    search_free(search);
    return NULL;
}

static Status search_all(Maker *maker, BallotProgress *on_progress, void *context, Error *error) {
    Crew crew = {.maker = maker,
                 .on_progress = on_progress,
                 .context = context,
                 .mutex = PTHREAD_MUTEX_INITIALIZER,
                 .error = error};
    pthread_t threads[BOOK_THREADS_MAX];
    int started = 0;
    while (started < maker->plan->threads &&
           pthread_create(&threads[started], NULL, work, &crew) == 0)
        started++;
    for (int i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
    if (started == 0)
        return error_set(error, STATUS_NO_MEMORY, "no thread can be started");
    pthread_mutex_destroy(&crew.mutex);
    return crew.status;
}

/* ---- the whole ---- */

static Status collect(Maker *maker, BallotList *list, Error *error) {
    const BallotPlan *plan = maker->plan;
    Status status = STATUS_OK;
    for (int i = 0; i < maker->count && status == STATUS_OK; i++) {
        const Candidate *candidate = &maker->candidates[i];
        char name[BALLOT_NAME_SIZE];
        int size = abs(candidate->score);
        if (size >= plan->band_low && size <= plan->band_high)
            status =
                ballots_add(list, ballot_lines_write_name(&maker->lines, candidate->line, name),
                            &maker->lines.lines[candidate->line].position, error);
    }
    maker->making.kept = list->count;
    if (status == STATUS_OK && list->count == 0)
        status = error_set(error, STATUS_RANGE,
                           "none of %d positions has a score of %d to %d centimen: widen the band",
                           maker->count, plan->band_low, plan->band_high);
    return status;
}

Status ballot_plan_run(const BallotPlan *plan, const Rules *rules, BallotProgress *on_progress,
                       void *context, BallotList *ret_list, BallotMaking *ret_making,
                       Error *error) {
    Maker maker = {.plan = plan, .rules = rules};
    *ret_list = (BallotList){0};
    Status status = check_plan(plan, error);
    if (status == STATUS_OK)
        status = make_lines(&maker, error);
    if (status == STATUS_OK)
        status = find_candidates(&maker, error);
    if (status == STATUS_OK)
        status = search_all(&maker, on_progress, context, error);
    if (status == STATUS_OK)
        status = collect(&maker, ret_list, error);
    *ret_making = maker.making;
    free(maker.candidates);
    ballot_lines_done(&maker.lines);
    return status;
}
