/* SPDX-License-Identifier: MIT */
#include "endgame/generate.h"

#include "endgame/codec.h"
#include "endgame/generate_internal.h"
#include "engine/base/clock.h"
#include "engine/base/file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const int64_t progress_interval_ns = 200000000;

typedef enum {
    NODE_ABSENT, /* to be built */
    NODE_BUILDING,
    NODE_DONE, /* its file is there */
} NodeState;

/* A pair of the plan: one to be built, or one that others need. */
typedef struct {
    Slab slab; /* with codes while `users` > 0 and as long as memory allows afterwards */
    NodeState state;
    bool reserved; /* memory for the codes is taken */
    int users;     /* builds that need the codes */
    int *parents;  /* nodes its look-ups ask for */
    int parent_count;
} Node;

typedef struct {
    const GenerateOptions *options;
    Pool pool; /* its mutex guards everything below */
    Node *nodes;
    int node_count;
    int node_of[FAMILY_SIZE]; /* 1 + node of a slice, 0 if there is none */
    uint64_t memory_used;     /* codes in memory and work of the builds going on */
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

/* ---- the plan ---- */

static Status add_node(Build *build, Slice slice, Error *error) {
    slice = slice_of_pair(slice);
    if (build->node_of[family_number(slice)])
        return STATUS_OK;
    Node *grown = realloc(build->nodes, ((size_t)build->node_count + 1) * sizeof *grown);
    if (!grown)
        return error_set(error, STATUS_NO_MEMORY, "no memory for a plan of the build");
    build->nodes = grown;
    Node *node = &grown[build->node_count];
    *node = (Node){.state = NODE_ABSENT};
    Status status =
        slab_init(&node->slab, build->options->kind, build->options->rules, slice, error);
    if (status < 0)
        return status;
    build->node_count++;
    build->node_of[family_number(slice)] = build->node_count;
    build->node_of[family_number(slice_swap(slice))] = build->node_count;
    return STATUS_OK;
}

typedef struct {
    Build *build;
    int *parents; /* room for all nodes */
    int count;
    bool complete;
} ParentList;

static void note_parent(void *context, Slice slice) {
    ParentList *list = context;
    int node = list->build->node_of[family_number(slice)] - 1;
    if (node < 0) {
        list->complete = false;
        return;
    }
    for (int i = 0; i < list->count; i++)
        if (list->parents[i] == node)
            return;
    list->parents[list->count++] = node;
}

static Status link_parents(Build *build, Error *error) {
    for (int i = 0; i < build->node_count; i++) {
        Node *node = &build->nodes[i];
        ParentList list = {.build = build, .complete = true};
        list.parents = malloc((size_t)build->node_count * sizeof *list.parents);
        if (!list.parents)
            return error_set(error, STATUS_NO_MEMORY, "no memory for a plan of the build");
        pair_list_relatives(node->slab.slice, note_parent, &list);
        node->parents = list.parents;
        node->parent_count = list.count;
    }
    return STATUS_OK;
}

static void collect_slice(void *context, Slice slice) {
    bool *needed = context;
    needed[family_number(slice)] = true;
}

/* The pair asked for and what it needs. */
static Status plan_one(Build *build, Slice only, Error *error) {
    bool needed[FAMILY_SIZE] = {false};
    needed[family_number(only)] = true;
    pair_list_relatives(only, collect_slice, needed);
    Status status = STATUS_OK;
    for (int pieces = 2; pieces <= slice_count(only); pieces++) {
        Slice pairs[SLICE_LIST_MAX];
        int count = slice_list_pairs(pieces, pairs);
        for (int i = 0; i < count && status == STATUS_OK; i++)
            if (needed[family_number(pairs[i])] || needed[family_number(slice_swap(pairs[i]))])
                status = add_node(build, pairs[i], error);
    }
    return status;
}

static Status plan_all(Build *build, int pieces_max, Error *error) {
    Status status = STATUS_OK;
    for (int pieces = 2; pieces <= pieces_max; pieces++) {
        Slice pairs[SLICE_LIST_MAX];
        int count = slice_list_pairs(pieces, pairs);
        for (int i = 0; i < count && status == STATUS_OK; i++)
            status = add_node(build, pairs[i], error);
    }
    return status;
}

static char *node_path(const Build *build, const Node *node) {
    char name[TABLE_FILE_NAME_SIZE];
    const GenerateOptions *options = build->options;
    table_file_write_name(options->rules, options->kind, node->slab.slice, name);
    size_t size = strlen(options->folder) + sizeof name + 2;
    char *path = malloc(size);
    if (path)
        snprintf(path, size, "%s/%s", options->folder, name);
    return path;
}

/* Sees which files are there. A damaged one is not built over: whoever damaged it may have damaged
 * others, and the person should know. */
static Status look_for_files(Build *build, Error *error) {
    const Slice *only = build->options->only;
    for (int i = 0; i < build->node_count; i++) {
        Node *node = &build->nodes[i];
        char *path = node_path(build, node);
        if (!path)
            return error_set(error, STATUS_NO_MEMORY, "no memory for a plan of the build");
        TableFile table;
        bool there = access(path, F_OK) == 0;
        Status status =
            there ? table_file_open(&table, path, build->options->rules, error) : STATUS_OK;
        if (there && status == STATUS_OK)
            table_file_close(&table);
        free(path);
        if (status < 0)
            return status;
        char name[SLICE_NAME_SIZE];
        if (there)
            node->state = NODE_DONE;
        else if (only && !slice_equals(node->slab.slice, slice_of_pair(*only)))
            return error_set(error, STATUS_STATE,
                             "the table of %s is needed and not in %s: build it first",
                             slice_write(node->slab.slice, name), build->options->folder);
    }
    return STATUS_OK;
}

static uint64_t count_positions(const Slab *slab) {
    return slab->index[0].count + (slab->side_count == 2 ? slab->index[1].count : 0);
}

static uint64_t work_size(const Build *build, const Node *node) {
    /* Compression needs at most the size of the codes once more, when nothing can be compressed. */
    return pair_solve_size(&node->slab, build->options->threads) + slab_size(&node->slab);
}

/* Bytes that must be in memory to build a node. */
static uint64_t need_of(const Build *build, const Node *node) {
    uint64_t need = slab_size(&node->slab) + work_size(build, node);
    for (int i = 0; i < node->parent_count; i++)
        need += slab_size(&build->nodes[node->parents[i]].slab);
    return need;
}

static Status check_memory(const Build *build, Error *error) {
    uint64_t limit = build->options->memory_bytes;
    for (int i = 0; i < build->node_count; i++) {
        const Node *node = &build->nodes[i];
        uint64_t need = need_of(build, node);
        char name[SLICE_NAME_SIZE];
        if (node->state == NODE_ABSENT && need > limit)
            return error_set(error, STATUS_RANGE,
                             "%s needs %.2f GiB of memory, %.2f are allowed (--memory)",
                             slice_write(node->slab.slice, name), (double)need / (1 << 30),
                             (double)limit / (1 << 30));
    }
    return STATUS_OK;
}

static Status make_plan(Build *build, Error *error) {
    const GenerateOptions *options = build->options;
    Status status = options->only ? plan_one(build, *options->only, error)
                                  : plan_all(build, options->pieces, error);
    if (status == STATUS_OK)
        status = link_parents(build, error);
    if (status == STATUS_OK)
        status = look_for_files(build, error);
    if (status == STATUS_OK)
        status = check_memory(build, error);
    for (int i = 0; i < build->node_count; i++)
        if (build->nodes[i].state == NODE_ABSENT) {
            build->progress.pairs++;
            build->progress.positions += count_positions(&build->nodes[i].slab);
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
    for (int i = 0; i < build->node_count && build->memory_used + more > limit; i++) {
        Node *node = &build->nodes[i];
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
    uint64_t growth = slab_size(&node->slab) + work_size(build, node);
    for (int i = 0; i < node->parent_count; i++) {
        const Node *parent = &build->nodes[node->parents[i]];
        growth += parent->reserved ? 0 : slab_size(&parent->slab);
    }
    return growth;
}

static void hold_parents(Build *build, const Node *node, int change) {
    for (int i = 0; i < node->parent_count; i++)
        build->nodes[node->parents[i]].users += change;
}

static bool is_ready(const Build *build, const Node *node) {
    if (node->state != NODE_ABSENT)
        return false;
    for (int i = 0; i < node->parent_count; i++)
        if (build->nodes[node->parents[i]].state != NODE_DONE)
            return false;
    return true;
}

/* The largest node that can be begun now, its memory taken; NULL when there is none. */
static Node *take_node(Build *build) {
    Node *best = NULL;
    for (int i = 0; i < build->node_count; i++) {
        Node *node = &build->nodes[i];
        if (is_ready(build, node) &&
            (!best || count_positions(&node->slab) > count_positions(&best->slab)))
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
        reserve(build, &build->nodes[best->parents[i]]);
    reserve(build, best);
    best->users++;
    build->memory_used += work_size(build, best);
    best->state = NODE_BUILDING;
    build->building++;
    return best;
}

static void give_back(Build *build, Node *node, Status status, const Error *error) {
    hold_parents(build, node, -1);
    node->users--;
    build->memory_used -= work_size(build, node);
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
        Node *parent = &build->nodes[node->parents[i]];
        if (parent->slab.codes[0])
            continue;
        char *path = node_path(build, parent);
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
        enter_family(task, &build->nodes[node->parents[i]].slab);
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
    char *path = node_path(build, node);
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

static void free_nodes(Build *build) {
    for (int i = 0; i < build->node_count; i++) {
        slab_clear(&build->nodes[i].slab);
        free(build->nodes[i].parents);
    }
    free(build->nodes);
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
    build->options = options;
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
    free_nodes(build);
    pthread_mutex_destroy(&build->report_mutex);
    pthread_mutex_destroy(&build->load_mutex);
    pool_done(&build->pool);
    free(build);
    return status;
}
