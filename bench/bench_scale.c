/* SPDX-License-Identifier: MIT
 *
 * What more threads are worth: the same positions to the same depth with one thread and with
 * several. */
#include "bench/bench.h"

#include "engine/notation/fen.h"
#include "engine/notation/move_text.h"
#include "engine/search/search.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The first plies of games, both main variants: ten openings each of three to ten plies. */
static const struct {
    VariantId variant;
    const char *moves;
} scale_positions[] = {
    {VARIANT_INTERNATIONAL, ""},
    {VARIANT_INTERNATIONAL, "32-28 19-23 28x19 14x23"},
    {VARIANT_INTERNATIONAL, "34-29 19-23 40-34 14-19"},
    {VARIANT_INTERNATIONAL, "33-29 19-23 35-30 20-25"},
    {VARIANT_INTERNATIONAL, "31-26 18-23 33-28 12-18"},
    {VARIANT_INTERNATIONAL, "32-28 18-22 37-32 12-18"},
    {VARIANT_INTERNATIONAL, "33-28 18-22 39-33 12-18 44-39"},
    {VARIANT_INTERNATIONAL, "34-30 20-25 32-28 25x34"},
    {VARIANT_INTERNATIONAL, "31-27 17-21 37-31 21-26"},
    {VARIANT_INTERNATIONAL, "32-27 19-23 37-32 14-19"},
    {VARIANT_ENGLISH, ""},
    {VARIANT_ENGLISH, "11-15 23-19"},
    {VARIANT_ENGLISH, "9-13 22-18 10-15"},
    {VARIANT_ENGLISH, "10-14 24-19 7-10"},
    {VARIANT_ENGLISH, "12-16 24-20 8-12"},
    {VARIANT_ENGLISH, "9-14 22-17 11-15"},
    {VARIANT_ENGLISH, "10-15 21-17 9-13"},
    {VARIANT_ENGLISH, "11-16 24-19 8-11"},
    {VARIANT_ENGLISH, "9-13 24-20 11-15"},
    {VARIANT_ENGLISH, "10-14 22-17 14-18"},
};

enum {
    SCALE_POSITIONS = sizeof scale_positions / sizeof *scale_positions,
    SCALE_TABLE_MIB = 256,
};

static void keep_result(void *context, const SearchResult *result) {
    *(SearchResult *)context = *result;
}

static Status set_up(int index, GameRecord *record, Error *error) {
    const char *m = scale_positions[index].moves;
    Position start;
    position_init_start(&start, rules_get(scale_positions[index].variant));
    Status status = record_init(record, &start, error);
    for (; status >= 0 && *m; m += strspn(m, " ")) {
        size_t length = strcspn(m, " ");
        Move move;
        status = move_text_read(record_current(record), m, length, &move, error);
        if (status >= 0)
            status = record_push(record, move, error);
        m += length;
    }
    return status;
}

static Status search_once(int threads, const EvalWeights *weights, const GameRecord *record,
                          int depth, SearchResult *ret_result, Error *error) {
    SearchConfig config = {
        .threads = threads, .table_mib = SCALE_TABLE_MIB, .eval = EVAL_FULL, .weights = weights};
    Search *search;
    Status status = search_new(&config, &search, error);
    if (status < 0)
        return status;
    SearchLimits limits = {.has_depth = true, .depth = depth};
    SearchEvents events = {.on_done = keep_result, .context = ret_result};
    status = search_start(search, record, &limits, SEARCH_ANALYSE, &events, error);
    search_wait(search);
    search_free(search);
    return status;
}

static Status measure(int index, int threads, int depth, ScaleRow *row, Error *error) {
    GameRecord record = {0};
    EvalWeights *weights = NULL;
    const Rules *rules = rules_get(scale_positions[index].variant);
    SearchResult one = {0}, many = {0};
    Status status = set_up(index, &record, error);
    if (status >= 0)
        status = eval_weights_load_embedded(rules, &weights, error);
    /* In turn on each position, so that a machine whose speed drifts treats both alike. */
    if (status >= 0)
        status = search_once(1, weights, &record, depth, &one, error);
    if (status >= 0)
        status = search_once(threads, weights, &record, depth, &many, error);
    *row = (ScaleRow){rules->name,
                      scale_positions[index].moves,
                      {one.nodes, many.nodes},
                      {one.seconds, many.seconds}};
    record_done(&record);
    eval_weights_free(weights);
    return status;
}

Status bench_scale(int threads, int depth, ScaleReport *report, void *context,
                   ScaleResult *ret_result, Error *error) {
    double speed = 0, time = 0;
    int count = 0;
    for (int i = 0; i < SCALE_POSITIONS; i++) {
        ScaleRow row;
        Status status = measure(i, threads, depth, &row, error);
        if (status < 0)
            return status;
        report(context, &row);
        if (row.seconds[0] <= 0 || row.seconds[1] <= 0 || !row.nodes[0] || !row.nodes[1])
            continue;
        speed +=
            log((double)row.nodes[1] / row.seconds[1]) - log((double)row.nodes[0] / row.seconds[0]);
        time += log(row.seconds[0]) - log(row.seconds[1]);
        count++;
    }
    *ret_result = (ScaleResult){count ? exp(speed / count) : 0, count ? exp(time / count) : 0};
    return STATUS_OK;
}
