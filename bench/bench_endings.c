/* SPDX-License-Identifier: MIT */
#include "bench/bench.h"
#include "endgame/probe.h"
#include "engine/base/clock.h"
#include "engine/base/rng.h"
#include "engine/board/movegen.h"
#include "engine/search/search.h"

#include <stdlib.h>
#include <time.h>

enum {
    PIECES_MIN = 5, /* of the endings searched */
    PIECES_MAX = 7,
    POSITIONS_EACH = 8, /* of each number of pieces */
    POSITION_COUNT = (PIECES_MAX - PIECES_MIN + 1) * POSITIONS_EACH,
    NODES = 100000, /* searched in each */
    TABLE_MIB = 16, /* transposition table */
    SEED = 11,
    LOOKS = 1 << 16,
    WIDTHS = 2, /* with tables and without */
};

/* Time of the processor rather than of the wall: other programs on the machine count little. */
static double processor_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* ---- positions ---- */

/* Draws a position of a slice in which the side to move can move and nobody can capture. */
static void draw_position(const SliceIndex *index, Rng *rng, Position *ret_position) {
    Board board;
    do
        index_decode(index, rng_below(rng, index->count), &board);
    while (position_init_board(ret_position, index->rules, &board, COLOR_WHITE, NULL) < 0 ||
           movegen_has_capture(ret_position, COLOR_WHITE) ||
           movegen_has_capture(ret_position, COLOR_BLACK) || !movegen_has_move(ret_position));
}

/* Endings of five to seven pieces, the stronger side at most one piece ahead; the same in every
 * run. */
static Status draw_endings(const Rules *rules, Position *positions, Error *error) {
    Rng rng;
    rng_init(&rng, SEED);
    for (int i = 0; i < POSITION_COUNT; i++) {
        int pieces = PIECES_MIN + i / POSITIONS_EACH, own = (pieces + 1) / 2;
        int own_men = (int)rng_below(&rng, (uint64_t)own + 1);
        int other_men = (int)rng_below(&rng, (uint64_t)(pieces - own) + 1);
        Slice slice = {{(uint8_t)own_men, (uint8_t)(own - own_men)},
                       {(uint8_t)other_men, (uint8_t)(pieces - own - other_men)}};
        SliceIndex index;
        Status status = index_init(&index, rules, slice, error);
        if (status < 0)
            return status;
        draw_position(&index, &rng, &positions[i]);
    }
    return STATUS_OK;
}

/* ---- searches ---- */

static void keep_result(void *context, const SearchResult *result) {
    *(SearchResult *)context = *result;
}

/* Adds the nodes and the processor's seconds of one search with a fresh table. */
static Status search_one(Search *search, const Position *position, BenchRow *row, Error *error) {
    GameRecord record = {0};
    SearchResult result = {0};
    Status status = record_init(&record, position, error);
    if (status >= 0)
        status = search_clear(search, error);
    if (status >= 0) {
        SearchLimits limits = {.has_nodes = true, .nodes = NODES};
        SearchEvents events = {.on_done = keep_result, .context = &result};
        double start = processor_seconds();
        status = search_start(search, &record, &limits, SEARCH_ANALYSE, &events, error);
        search_wait(search);
        row->seconds += processor_seconds() - start;
        row->nodes += result.nodes;
    }
    record_done(&record);
    return status;
}

static void take_best(BenchRow *best, const BenchRow *row, bool first) {
    if (first || row->seconds < best->seconds)
        *best = *row;
}

/* One round: each ending without and with tables in turn, so that both meet the same machine. */
static Status search_round(Search *searches[WIDTHS], const Position *positions,
                           BenchRow rows[WIDTHS], Error *error) {
    Status status = STATUS_OK;
    for (int i = 0; i < POSITION_COUNT && status >= 0; i++)
        for (int with = 0; with < WIDTHS && status >= 0; with++)
            status = search_one(searches[with], &positions[i], &rows[with], error);
    return status;
}

static Status new_searches(const Oracle *oracle, EvalKind eval, const EvalWeights *weights,
                           Search *ret_searches[WIDTHS], Error *error) {
    Status status = STATUS_OK;
    for (int with = 0; with < WIDTHS && status >= 0; with++) {
        SearchConfig config = {.threads = 1,
                               .table_mib = TABLE_MIB,
                               .eval = eval,
                               .weights = weights,
                               .oracle = with ? oracle : NULL};
        status = search_new(&config, &ret_searches[with], error);
    }
    return status;
}

Status bench_endings(const Tables *tables, EvalKind eval, int rounds, BenchReport *report,
                     void *context, Error *error) {
    const Rules *rules = tables_rules(tables);
    Oracle oracle = probe_oracle(tables);
    Search *searches[WIDTHS] = {NULL, NULL};
    EvalWeights *weights = NULL;
    Position positions[POSITION_COUNT];
    BenchRow best[WIDTHS] = {{0}};
    Status status = draw_endings(rules, positions, error);
    if (status >= 0)
        status = eval_weights_load_embedded(rules, &weights, error);
    if (status >= 0)
        status = new_searches(&oracle, eval, weights, searches, error);
    for (int round = 0; round < rounds && status >= 0; round++) {
        BenchRow rows[WIDTHS] = {{rules->name, "5-7 pieces, no tables", 0, 0, 0},
                                 {rules->name, "5-7 pieces, tables", 0, 0, 0}};
        status = search_round(searches, positions, rows, error);
        for (int with = 0; with < WIDTHS && status >= 0; with++)
            take_best(&best[with], &rows[with], round == 0);
    }
    for (int with = 0; with < WIDTHS; with++) {
        if (status >= 0)
            report(context, &best[with]);
        search_free(searches[with]);
    }
    eval_weights_free(weights);
    return status;
}

/* ---- looks into tables ---- */

typedef struct {
    const TableFile *table;
    int side;
    uint64_t number;
} Spot;

/* Draws spots among all positions of the KIND_WDL tables of the most pieces, each as likely as any
 * other, or only among those of blocks that are packed. */
static void draw_spots(const Tables *tables, bool packed, Spot *spots) {
    Rng rng;
    rng_init(&rng, SEED);
    uint64_t total = 0;
    int pieces = tables_pieces_max(tables, KIND_WDL);
    for (int i = 0; i < tables_count(tables); i++) {
        const TableFile *table = tables_get(tables, i, NULL);
        for (int side = 0; side < table->side_count; side++)
            if (table->kind == KIND_WDL && slice_count(table->slice) == pieces)
                total += table->index[side].count;
    }
    for (int n = 0; n < LOOKS;) {
        uint64_t number = rng_below(&rng, total);
        Spot spot = {NULL, 0, 0};
        for (int i = 0; i < tables_count(tables) && !spot.table; i++) {
            const TableFile *table = tables_get(tables, i, NULL);
            if (table->kind != KIND_WDL || slice_count(table->slice) != pieces)
                continue;
            for (int side = 0; side < table->side_count && !spot.table; side++) {
                if (number < table->index[side].count)
                    spot = (Spot){table, side, number};
                else
                    number -= table->index[side].count;
            }
        }
        uint8_t code;
        if (!packed || !table_file_block_is_constant(
                           spot.table, spot.side, spot.number / spot.table->block_positions, &code))
            spots[n++] = spot;
    }
}

static void time_looks(const Tables *tables, const Board *boards, int rounds, BenchRow *row) {
    volatile int seen; /* keeps the compiler from leaving the looks out */
    row->nodes = LOOKS;
    for (int round = 0; round < rounds; round++) {
        double start = processor_seconds();
        for (int i = 0; i < LOOKS; i++)
            seen = tables_read(tables, KIND_WDL, &boards[i], COLOR_WHITE).value;
        double seconds = processor_seconds() - start;
        if (round == 0 || seconds < row->seconds)
            row->seconds = seconds;
        (void)seen;
    }
}

Status bench_looks(const Tables *roomy, const Tables *tight, int rounds, BenchReport *report,
                   void *context, Error *error) {
    enum {
        HOT = 1024 /* positions looked at again and again */
    };
    const struct {
        const char *name;
        const Tables *tables;
        bool packed;
        int distinct;
    } kinds[] = {{"look, hot", roomy, true, HOT},
                 {"look, cold, any block", tight, false, LOOKS},
                 {"look, cold, packed block", tight, true, LOOKS}};
    if (!tables_pieces_max(roomy, KIND_WDL))
        return error_set(error, STATUS_UNKNOWN, "there is no wdl table of %s to look into",
                         tables_rules(roomy)->name);
    Spot *spots = malloc(LOOKS * sizeof *spots);
    Board *boards = malloc(LOOKS * sizeof *boards);
    Status status =
        spots && boards ? STATUS_OK : error_set(error, STATUS_NO_MEMORY, "no memory to measure");
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds && status >= 0; k++) {
        draw_spots(kinds[k].tables, kinds[k].packed, spots);
        for (int i = 0; i < LOOKS; i++) {
            const Spot *spot = &spots[i % kinds[k].distinct];
            index_decode(&spot->table->index[spot->side], spot->number, &boards[i]);
        }
        BenchRow row = {tables_rules(roomy)->name, kinds[k].name, 0, 0, 0};
        /* In the first round hot blocks are still cold. */
        time_looks(kinds[k].tables, boards, rounds + 1, &row);
        report(context, &row);
    }
    free(boards);
    free(spots);
    return status;
}
