/* SPDX-License-Identifier: MIT */
#include "endgame/mpi/farm.h"

#include "endgame/table_file.h"
#include "engine/base/clock.h"

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    TAG_REPORT = 1, /* to the first process: a Report */
    TAG_ORDER = 2,  /* from it: the number of a pair */
    NO_PAIR = -1,
};

/* What a process says when it has nothing to do. */
typedef struct {
    int pair; /* the one it was given, NO_PAIR at first */
    int status;
    char text[ERROR_TEXT_SIZE];
} Report;

typedef enum {
    PAIR_ABSENT,
    PAIR_GIVEN,
    PAIR_DONE,
} PairState;

typedef struct {
    const GenerateOptions *options;
    Slice *pairs; /* in the order of slice_list_pairs, fewer pieces first */
    PairState *states;
    int count;
    int given;    /* pairs in work */
    int idle;     /* processes told to stop */
    int *waiting; /* processes with nothing to do yet */
    int waiting_count;
    Status status;
    Error error;
    GenerateProgress progress;
    int64_t begin_ns;
} Farm;

Status farm_init(Error *error) {
    int provided;
    if (MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &provided) != MPI_SUCCESS ||
        provided < MPI_THREAD_FUNNELED)
        return error_set(error, STATUS_STATE, "MPI does not start with threads");
    return STATUS_OK;
}

void farm_done(void) {
    MPI_Finalize();
}

static int get_rank(void) {
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    return rank;
}

static int get_size(void) {
    int size;
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    return size;
}

/* ---- the plan, the same in all processes ---- */

static bool list_pairs(Farm *farm) {
    farm->pairs = calloc((size_t)(SLICE_PIECES_MAX * SLICE_LIST_MAX), sizeof *farm->pairs);
    farm->states = calloc((size_t)(SLICE_PIECES_MAX * SLICE_LIST_MAX), sizeof *farm->states);
    farm->waiting = calloc((size_t)get_size(), sizeof *farm->waiting);
    if (!farm->pairs || !farm->states || !farm->waiting)
        return false;
    for (int pieces = 2; pieces <= farm->options->pieces; pieces++)
        farm->count += slice_list_pairs(pieces, farm->pairs + farm->count);
    return true;
}

static void free_pairs(Farm *farm) {
    free(farm->pairs);
    free(farm->states);
    free(farm->waiting);
}

static uint64_t count_positions(const Farm *farm, Slice pair) {
    SliceIndex one, other;
    const Rules *rules = farm->options->rules;
    if (index_init(&one, rules, pair, NULL) < 0 ||
        index_init(&other, rules, slice_swap(pair), NULL) < 0)
        return 0;
    return one.count + (slice_is_even(pair) ? 0 : other.count);
}

/* ---- the first process ---- */

static void fail(Farm *farm, Status status, const char *text) {
    if (farm->status == STATUS_OK) {
        farm->status = status;
        error_set(&farm->error, status, "%s", text);
    }
}

/* Sees which files are there already. */
static Status look_for_files(Farm *farm, Error *error) {
    for (int i = 0; i < farm->count; i++) {
        char name[TABLE_FILE_NAME_SIZE], path[4096];
        const GenerateOptions *options = farm->options;
        table_file_write_name(options->rules, options->kind, farm->pairs[i], name);
        if (snprintf(path, sizeof path, "%s/%s", options->folder, name) >= (int)sizeof path)
            return error_set(error, STATUS_RANGE, "the path of %s is too long", name);
        if (access(path, F_OK) == 0) {
            Status status =
                table_file_examine(path, options->rules, options->kind, farm->pairs[i], error);
            if (status < 0)
                return status;
            farm->states[i] = PAIR_DONE;
        } else {
            farm->progress.pairs++;
            farm->progress.positions += count_positions(farm, farm->pairs[i]);
        }
    }
    return STATUS_OK;
}

static bool is_promotion(Force before, Force after) {
    return before.men == after.men + 1 && before.kings + 1 == after.kings;
}

/* Whether positions of `pair` may lead to positions of `other` at once. All pairs of fewer pieces
 * count as such. */
static bool leads_to(Slice pair, Slice other) {
    if (slice_count(other) != slice_count(pair))
        return slice_count(other) < slice_count(pair);
    for (int swapped = 0; swapped < 2; swapped++, other = slice_swap(other))
        if ((force_equals(pair.own, other.own) && is_promotion(pair.other, other.other)) ||
            (force_equals(pair.other, other.other) && is_promotion(pair.own, other.own)))
            return true;
    return false;
}

static bool is_ready(const Farm *farm, int pair) {
    if (farm->states[pair] != PAIR_ABSENT)
        return false;
    for (int i = 0; i < farm->count; i++)
        if (farm->states[i] != PAIR_DONE && leads_to(farm->pairs[pair], farm->pairs[i]))
            return false;
    return true;
}

static int find_pair(const Farm *farm) {
    int best = NO_PAIR;
    for (int i = 0; i < farm->count; i++)
        if (is_ready(farm, i) && (best == NO_PAIR || count_positions(farm, farm->pairs[i]) >
                                                         count_positions(farm, farm->pairs[best])))
            best = i;
    return best;
}

static bool is_over(const Farm *farm) {
    return farm->given == 0 &&
           (farm->status < 0 || farm->progress.pairs_done == farm->progress.pairs);
}

static void take_report(Farm *farm, const Report *report) {
    if (report->pair == NO_PAIR)
        return;
    farm->given--;
    if (report->status < 0) {
        fail(farm, (Status)report->status, report->text);
        return;
    }
    farm->states[report->pair] = PAIR_DONE;
    farm->progress.pairs_done++;
    farm->progress.positions_done += count_positions(farm, farm->pairs[report->pair]);
    farm->progress.seconds = clock_seconds_since(farm->begin_ns);
    if (farm->options->on_progress)
        farm->options->on_progress(farm->options->context, &farm->progress);
}

/* Gives work to those who wait, as far as there is some; sends them home when all is over. */
static void give_orders(Farm *farm) {
    while (farm->waiting_count > 0) {
        int pair = farm->status == STATUS_OK ? find_pair(farm) : NO_PAIR;
        if (pair == NO_PAIR && !is_over(farm))
            return;
        int process = farm->waiting[--farm->waiting_count];
        MPI_Send(&pair, 1, MPI_INT, process, TAG_ORDER, MPI_COMM_WORLD);
        if (pair == NO_PAIR) {
            farm->idle++;
            continue;
        }
        farm->states[pair] = PAIR_GIVEN;
        farm->given++;
    }
}

static Status lead(Farm *farm, Error *error) {
    Error reason;
    Status status = look_for_files(farm, &reason);
    if (status < 0)
        fail(farm, status, reason.text);
    int workers = get_size() - 1;
    while (farm->idle < workers) {
        Report report;
        MPI_Status from;
        MPI_Recv(&report, sizeof report, MPI_BYTE, MPI_ANY_SOURCE, TAG_REPORT, MPI_COMM_WORLD,
                 &from);
        take_report(farm, &report);
        farm->waiting[farm->waiting_count++] = from.MPI_SOURCE;
        give_orders(farm);
    }
    if (farm->status < 0)
        return error_set(error, farm->status, "%s", farm->error.text);
    return STATUS_OK;
}

/* ---- the others ---- */

static void work(const Farm *farm) {
    Report report = {.pair = NO_PAIR};
    for (;;) {
        int pair;
        MPI_Send(&report, sizeof report, MPI_BYTE, 0, TAG_REPORT, MPI_COMM_WORLD);
        MPI_Recv(&pair, 1, MPI_INT, 0, TAG_ORDER, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (pair == NO_PAIR)
            return;
        GenerateOptions options = *farm->options;
        Error error = {""};
        options.only = &farm->pairs[pair];
        options.on_progress = NULL;
        report.pair = pair;
        report.status = generate_tables(&options, &error);
        memcpy(report.text, error.text, sizeof report.text);
    }
}

Status farm_build(const GenerateOptions *options, Error *error) {
    if (options->pieces < 2 || options->pieces > SLICE_PIECES_MAX)
        return error_set(error, STATUS_RANGE, "tables of %d pieces; from 2 to %d are possible",
                         options->pieces, SLICE_PIECES_MAX);
    if (get_size() == 1)
        return generate_tables(options, error);
    Farm farm = {.options = options, .begin_ns = clock_now_ns()};
    Status status = STATUS_OK;
    if (!list_pairs(&farm))
        status = error_set(error, STATUS_NO_MEMORY, "no memory for a plan of the build");
    else if (get_rank() == 0)
        status = lead(&farm, error);
    else
        work(&farm);
    free_pairs(&farm);
    /* All go on, or none: who called may have more to build. */
    int common = status;
    MPI_Bcast(&common, 1, MPI_INT, 0, MPI_COMM_WORLD);
    if (status == STATUS_OK && common < 0)
        return error_set(error, (Status)common, "process %d: the first process says what failed",
                         get_rank());
    return status;
}
