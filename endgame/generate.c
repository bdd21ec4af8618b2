/* SPDX-License-Identifier: MIT */
#include "endgame/generate.h"

#include "endgame/codec.h"
#include "endgame/generate_plan_internal.h"
#include "engine/base/clock.h"
#include "engine/base/file.h"

#include <stdlib.h>

static const int64_t progress_interval_ns = 200000000;

typedef struct {
    const GenerateOptions *options;
    Pool pool; /* its mutex guards everything below */
    Plan plan;
    uint64_t memory_used; /* codes in memory and work of the builds going on */
    int building;
    Status status; /* of the first failure; builds going on end, none is begun */
    Error error;

    int64_t begin_ns;
    _Atomic int64_t reported_ns;
    _Atomic uint64_t positions_done;
    pthread_mutex_t load_mutex; /* held while tables are read */
    pthread_mutex_t report_mutex;
    GenerateProgress progress;
} Build;

/* One thread of the build. */
typedef struct {
    Build *build;
    int worker;
    pthread_t thread;
} Builder;

static Status make_plan(Build *build, Error *error) {
    Status status = plan_make(&build->plan, error);
    for (int i = 0; i < build->plan.node_count; i++)
        if (build->plan.nodes[i].state == NODE_ABSENT) {
            build->progress.pairs++;
            build->progress.positions += plan_count_positions(&build->plan.nodes[i]);
        }
    return status;
}

/* ---- progress ---- */

static void report(Build *build) {
    const GenerateOptions *options = build->options;
    if (!options->on_progress)
        return;
    pthread_mutex_lock(&build->report_mutex);
    GenerateProgress progress = build->progress;
    progress.positions_done = atomic_load(&build->positions_done);
    progress.seconds = clock_seconds_since(build->begin_ns);
    options->on_progress(options->context, &progress);
    pthread_mutex_unlock(&build->report_mutex);
}

static void on_positions(void *context, uint64_t positions) {
    Build *build = context;
    atomic_fetch_add(&build->positions_done, positions);
    int64_t now = clock_now_ns(), last = atomic_load(&build->reported_ns);
    if (now - last >= progress_interval_ns &&
        atomic_compare_exchange_strong(&build->reported_ns, &last, now))
        report(build);
}

/* ---- memory: called with the mutex held ---- */

static void fail(Build *build, Status status, const Error *error) {
    if (build->status == STATUS_OK) {
        build->status = status;
        build->error = *error;
    }
}

/* Frees tables nobody needs until `more` bytes fit; false if they do not. */
static bool make_room(Build *build, uint64_t more) {
    uint64_t limit = build->options->memory_bytes;
    for (int i = 0; i < build->plan.node_count && build->memory_used + more > limit; i++) {
        Node *node = &build->plan.nodes[i];
        if (node->users || !node->reserved)
            continue;
        slab_clear(&node->slab);
        node->reserved = false;
        build->memory_used -= slab_size(&node->slab);
    }
    return build->memory_used + more <= limit;
}

static void reserve(Build *build, Node *node) {
    if (!node->reserved)
        build->memory_used += slab_size(&node->slab);
    node->reserved = true;
}

/* Bytes that beginning a node would add. */
static uint64_t growth_of(const Build *build, const Node *node) {
    uint64_t growth = slab_size(&node->slab) + plan_work_size(&build->plan, node);
    for (int i = 0; i < node->parent_count; i++) {
        const Node *parent = &build->plan.nodes[node->parents[i]];
        growth += parent->reserved ? 0 : slab_size(&parent->slab);
    }
    return growth;
}

static void hold_parents(Build *build, const Node *node, int change) {
    for (int i = 0; i < node->parent_count; i++)
        build->plan.nodes[node->parents[i]].users += change;
}

static bool is_ready(const Build *build, const Node *node) {
    if (node->state != NODE_ABSENT)
        return false;
    for (int i = 0; i < node->parent_count; i++)
        if (build->plan.nodes[node->parents[i]].state != NODE_DONE)
            return false;
    return true;
}

/* The largest node that can be begun now, its memory taken; NULL when there is none. */
static Node *take_node(Build *build) {
    Node *best = NULL;
    for (int i = 0; i < build->plan.node_count; i++) {
        Node *node = &build->plan.nodes[i];
        if (is_ready(build, node) &&
            (!best || plan_count_positions(node) > plan_count_positions(best)))
            best = node;
    }
    if (!best)
        return NULL;
    hold_parents(build, best, 1);
    /* What check_memory let pass fits when nothing else is going on. */
    if (!make_room(build, growth_of(build, best)) && build->building > 0) {
        hold_parents(build, best, -1);
        return NULL;
    }
    for (int i = 0; i < best->parent_count; i++)
        reserve(build, &build->plan.nodes[best->parents[i]]);
    reserve(build, best);
    best->users++;
    build->memory_used += plan_work_size(&build->plan, best);
    best->state = NODE_BUILDING;
    build->building++;
    return best;
}

static void give_back(Build *build, Node *node, Status status, const Error *error) {
    hold_parents(build, node, -1);
    node->users--;
    build->memory_used -= plan_work_size(&build->plan, node);
    build->building--;
    node->state = status < 0 ? NODE_ABSENT : NODE_DONE;
    build->progress.pairs_done += status >= 0;
    if (status < 0)
        fail(build, status, error);
}

/* ---- building one pair; the mutex is not held ---- */

/* Reads the tables the node needs and that are not in memory. */
static Status load_parents(Build *build, const Node *node, Error *error) {
    Status status = STATUS_OK;
    pthread_mutex_lock(&build->load_mutex);
    for (int i = 0; i < node->parent_count && status == STATUS_OK; i++) {
        Node *parent = &build->plan.nodes[node->parents[i]];
        if (parent->slab.codes[0])
            continue;
        char *path = plan_get_path(&build->plan, parent);
        status = path ? slab_load(&parent->slab, path, build->options->rules, error)
                      : error_set(error, STATUS_NO_MEMORY, "no memory for a path");
        free(path);
    }
    pthread_mutex_unlock(&build->load_mutex);
    return status;
}

static void enter_family(PairTask *task, const Slab *slab) {
    for (int side = 0; side < slab->side_count; side++)
        task->family[family_number(slab->index[side].slice)] = (Relative){slab, side};
}

static PairTask *new_task(Build *build, Node *node) {
    PairTask *task = calloc(1, sizeof *task);
    if (!task || !slab_allocate(&node->slab)) {
        free(task);
        return NULL;
    }
    task->rules = build->options->rules;
    task->kind = build->options->kind;
    task->slab = &node->slab;
    task->on_progress = on_positions;
    task->context = build;
    enter_family(task, &node->slab);
    for (int i = 0; i < node->parent_count; i++)
        enter_family(task, &build->plan.nodes[node->parents[i]].slab);
    return task;
}

static Status save(Build *build, const Node *node, const CodecOutput *packed,
                   const TableSide *sides, Error *error) {
    TableContent content = {
        .rules = build->options->rules,
        .kind = build->options->kind,
        .slice = node->slab.slice,
        .sides = sides,
        .block_positions = packed->block_positions,
        .content_checksum = packed->content_checksum,
        .dictionary = packed->dictionary,
        .dictionary_length = packed->dictionary_length,
        .block_count = {packed->block_count[0], packed->block_count[1]},
        .block_lengths = packed->block_lengths,
        .blocks = packed->blocks,
        .blocks_length = packed->blocks_length,
    };
    uint8_t *bytes;
    size_t length;
    Status status = table_file_lay_out(&content, &bytes, &length, error);
    if (status < 0)
        return status;
    char *path = plan_get_path(&build->plan, node);
    status = path ? file_replace(path, (const char *)bytes, length, error)
                  : error_set(error, STATUS_NO_MEMORY, "no memory for a path");
    free(path);
    free(bytes);
    return status;
}

static Status compress_and_save(Build *build, Node *node, int worker, const TableSide *sides,
                                Error *error) {
    CodecInput input = {
        .rules = build->options->rules,
        .kind = build->options->kind,
        .side_count = node->slab.side_count,
        .index = node->slab.index,
        .codes = node->slab.codes,
    };
    CodecOutput packed;
    Status status = codec_compress(&input, &build->pool, worker, &packed, error);
    if (status == STATUS_OK)
        status = save(build, node, &packed, sides, error);
    codec_output_done(&packed);
    return status;
}

static Status build_node(Build *build, Node *node, int worker, Error *error) {
    Status status = load_parents(build, node, error);
    if (status < 0)
        return status;
    PairTask *task = new_task(build, node);
    if (!task)
        return error_set(error, STATUS_NO_MEMORY, "no memory to build a table");
    TableSide sides[2] = {{0}};
    status = pair_solve(task, &build->pool, worker, sides, error);
    free(task);
    if (status == STATUS_OK)
        status = compress_and_save(build, node, worker, sides, error);
    if (status < 0)
        slab_clear(&node->slab);
    return status;
}

/* ---- threads ---- */

static bool is_over(const Build *build) {
    return build->building == 0 &&
           (build->status < 0 || build->progress.pairs_done == build->progress.pairs);
}

static void *run_builder(void *argument) {
    Builder *builder = argument;
    Build *build = builder->build;
    Pool *pool = &build->pool;
    pthread_mutex_lock(&pool->mutex);
    while (!is_over(build)) {
        Node *node = build->status == STATUS_OK ? take_node(build) : NULL;
        if (node) {
            Error error;
            pthread_mutex_unlock(&pool->mutex);
            Status status = build_node(build, node, builder->worker, &error);
            pthread_mutex_lock(&pool->mutex);
            give_back(build, node, status, &error);
            pthread_cond_broadcast(&pool->changed);
        } else if (!pool_help(pool, builder->worker)) {
            pthread_cond_wait(&pool->changed, &pool->mutex);
        }
    }
    pthread_mutex_unlock(&pool->mutex);
    return NULL;
}

/* The calling thread is the first builder; fewer threads than wanted are enough. */
static void run(Build *build) {
    Builder builders[POOL_THREADS_MAX];
    int count = 1;
    for (int i = 0; i < build->options->threads; i++)
        builders[i] = (Builder){.build = build, .worker = i};
    while (count < build->options->threads &&
           pthread_create(&builders[count].thread, NULL, run_builder, &builders[count]) == 0)
        count++;
    run_builder(&builders[0]);
    for (int i = 1; i < count; i++)
        pthread_join(builders[i].thread, NULL);
    report(build);
}

static Status check_options(const GenerateOptions *options, Error *error) {
    if (options->threads < 1 || options->threads > POOL_THREADS_MAX)
        return error_set(error, STATUS_RANGE, "%d threads; from 1 to %d are possible",
                         options->threads, POOL_THREADS_MAX);
    if (!options->only && (options->pieces < 2 || options->pieces > SLICE_PIECES_MAX))
        return error_set(error, STATUS_RANGE, "tables of %d pieces; from 2 to %d are possible",
                         options->pieces, SLICE_PIECES_MAX);
    Status status = slice_check_rules(options->rules, error);
    return status < 0 ? status : kind_check_rules(options->kind, options->rules, error);
}

Status generate_tables(const GenerateOptions *options, Error *error) {
    Status status = check_options(options, error);
    if (status < 0)
        return status;
    Build *build = calloc(1, sizeof *build);
    if (!build || !pool_init(&build->pool)) {
        free(build);
        return error_set(error, STATUS_NO_MEMORY, "no memory to build tables");
    }
    build->options = build->plan.options = options;
    build->begin_ns = clock_now_ns();
    pthread_mutex_init(&build->load_mutex, NULL);
    pthread_mutex_init(&build->report_mutex, NULL);
    status = file_remove_abandoned(options->folder, error);
    if (status == STATUS_OK)
        status = make_plan(build, error);
    if (status == STATUS_OK) {
        run(build);
        status = build->status;
        if (status < 0)
            error_set(error, status, "%s", build->error.text);
    }
    plan_done(&build->plan);
    pthread_mutex_destroy(&build->report_mutex);
    pthread_mutex_destroy(&build->load_mutex);
    pool_done(&build->pool);
    free(build);
    return status;
}
