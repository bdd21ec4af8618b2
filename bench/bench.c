/* SPDX-License-Identifier: MIT */
#include "bench/bench.h"

#include "engine/base/clock.h"
#include "engine/board/movegen.h"
#include "engine/notation/fen.h"
#include "engine/search/search.h"

#include <string.h>

typedef struct {
    VariantId variant;
    const char *name;
    const char *fen;
    int depth;
} BenchPosition;

/* Openings, middle games, endings with and without kings, and long captures. The two games that
 * were there first stand for the search, which all share. */
static const BenchPosition signature_positions[] = {
    {VARIANT_INTERNATIONAL, "start", "start", 17},
    {VARIANT_INTERNATIONAL, "middle game, 15 a side",
     "W:W31,32,33,35,36,38,40,42,43,44,45,46,47,48,49:B1,2,3,4,6,8,9,11,12,14,15,16,18,21,24", 14},
    {VARIANT_INTERNATIONAL, "middle game, 9 a side",
     "W:W27,28,32,33,37,38,39,43,48:B8,9,12,13,14,18,19,23,24", 21},
    {VARIANT_INTERNATIONAL, "Woldouby",
     "W:W25,27,28,30,32,33,34,35,37,38:B12,13,14,16,18,19,21,23,24,26", 20},
    {VARIANT_INTERNATIONAL, "ending with a king", "W:W15,25,26,K27:BK14,17", 17},
    {VARIANT_INTERNATIONAL, "many captures",
     "B:W6,9,10,11,20,21,22,23,30,K31,33,37,41,42,43,44,46:BK17,K24", 13},
    {VARIANT_ENGLISH, "start", "start", 18},
    {VARIANT_ENGLISH, "middle game, 10 a side",
     "W:W18,21,22,25,26,27,28,30,31,32:B1,3,4,6,7,8,10,12,13,20", 18},
    {VARIANT_ENGLISH, "ending, 6 a side", "W:W15,22,27,30,32,K9:B5,11,12,20,K26,K31", 20},
    {VARIANT_ENGLISH, "kings", "W:WK22,K23,K24:BK31,K32", 16},
};

static const BenchPosition movegen_positions[] = {
    {VARIANT_INTERNATIONAL, "start", "start", 10},
    {VARIANT_INTERNATIONAL, "Woldouby",
     "W:W25,27,28,30,32,33,34,35,37,38:B12,13,14,16,18,19,21,23,24,26", 15},
    {VARIANT_INTERNATIONAL, "random with kings",
     "B:W6,9,10,11,20,21,22,23,30,K31,33,37,41,42,43,44,46:BK17,K24", 8},
    {VARIANT_INTERNATIONAL, "40 kings", "W:WK31-50:BK1-20", 10},
    {VARIANT_INTERNATIONAL, "almost crowned", "W:W6-10:B41-45", 8},
    {VARIANT_ENGLISH, "start", "start", 12},
    {VARIANT_ENGLISH, "men and kings", "W:W18,24,27,28,K10,K19:B12,16,20,K22,K25,K29", 10},
    {VARIANT_ENGLISH, "kings in loops", "B:WK6,K7,K14,K15,K22,K23:BK1", 9},
    {VARIANT_FRISIAN, "start", "start", 9},
    {VARIANT_FRYSK, "start", "start", 8},
    {VARIANT_KILLER, "start", "start", 9},
    {VARIANT_BREAKTHROUGH, "start", "start", 9},
    {VARIANT_LOSING, "start", "start", 9},
    {VARIANT_LOSING_ENGLISH, "start", "start", 11},
    {VARIANT_BRAZILIAN, "start", "start", 11},
    {VARIANT_RUSSIAN, "start", "start", 11},
    {VARIANT_POOL, "start", "start", 11},
    {VARIANT_ITALIAN, "start", "start", 11},
    {VARIANT_SPANISH, "start", "start", 11},
    {VARIANT_CZECH, "start", "start", 11},
    {VARIANT_TURKISH, "start", "start", 7},
    {VARIANT_THAI, "start", "start", 8},
};

enum {
    SIGNATURE_TABLE_MIB = 16
};

static Status read_position(const BenchPosition *bench, Position *ret_position, Error *error) {
    return fen_read(rules_get(bench->variant), bench->fen, strlen(bench->fen), ret_position, NULL,
                    error);
}

static void keep_result(void *context, const SearchResult *result) {
    *(SearchResult *)context = *result;
}

/* Searches with the evaluation of the position's variant. */
static Status search_position(Search *search, SearchConfig config, const BenchPosition *bench,
                              SearchResult *ret_result, Error *error) {
    Position position;
    GameRecord record = {0};
    EvalWeights *weights = NULL;
    Status status = read_position(bench, &position, error);
    if (status >= 0)
        status = eval_weights_load_embedded(position.rules, &weights, error);
    config.weights = weights;
    if (status >= 0)
        status = search_configure(search, &config, error);
    if (status >= 0)
        status = record_init(&record, &position, error);
    if (status >= 0)
        status = search_clear(search, error);
    if (status >= 0) {
        SearchLimits limits = {.has_depth = true, .depth = bench->depth};
        SearchEvents events = {.on_done = keep_result, .context = ret_result};
        status = search_start(search, &record, &limits, SEARCH_ANALYSE, &events, error);
        search_wait(search);
    }
    record_done(&record);
    config.weights = NULL;
    search_configure(search, &config, NULL);
    eval_weights_free(weights);
    return status;
}

Status bench_signature(EvalKind eval, BenchReport *report, void *context, uint64_t *ret_nodes,
                       double *ret_seconds, Error *error) {
    SearchConfig config = {.threads = 1, .table_mib = SIGNATURE_TABLE_MIB, .eval = eval};
    Search *search = NULL;
    Status status = search_new(&config, &search, error);
    uint64_t nodes = 0;
    double seconds = 0;
    for (size_t i = 0; status >= 0 && i < sizeof signature_positions / sizeof *signature_positions;
         i++) {
        const BenchPosition *bench = &signature_positions[i];
        SearchResult result = {0};
        status = search_position(search, config, bench, &result, error);
        nodes += result.nodes;
        seconds += result.seconds;
        if (status >= 0)
            report(context, &(BenchRow){rules_get(bench->variant)->name, bench->name, bench->depth,
                                        result.nodes, result.seconds});
    }
    search_free(search);
    if (status >= 0) {
        *ret_nodes = nodes;
        *ret_seconds = seconds;
    }
    return status;
}

Status bench_movegen(int rounds, BenchReport *report, void *context, Error *error) {
    for (size_t i = 0; i < sizeof movegen_positions / sizeof *movegen_positions; i++) {
        const BenchPosition *bench = &movegen_positions[i];
        Position position;
        Status status = read_position(bench, &position, error);
        if (status < 0)
            return status;
        BenchRow row = {rules_get(bench->variant)->name, bench->name, bench->depth, 0, 0};
        for (int round = 0; round < rounds; round++) {
            int64_t start = clock_now_ns();
            row.nodes = movegen_perft(&position, bench->depth, false);
            double seconds = clock_seconds_since(start);
            row.seconds = round == 0 || seconds < row.seconds ? seconds : row.seconds;
        }
        report(context, &row);
    }
    return STATUS_OK;
}
