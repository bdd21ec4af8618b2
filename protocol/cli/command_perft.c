/* SPDX-License-Identifier: MIT
 *
 * `huff perft` and `huff moves`: what the move generator makes of a position. */
#include "engine/base/clock.h"
#include "engine/board/movegen.h"
#include "engine/notation/move_text.h"
#include "protocol/cli/command.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum {
    PERFT_DEPTH_MAX = 64
};

/* ---- perft ---- */

/* The positions some plies below the root, counted by whichever thread is free. */
typedef struct {
    Position *positions;
    int count, capacity;
    int depth; /* left below each of them */
    bool keep;
    atomic_int next;
    _Atomic uint64_t leaves;
} PerftWork;

static Status work_add(PerftWork *work, const Position *position, Error *error) {
    if (work->count == work->capacity) {
        int capacity = work->capacity ? work->capacity * 2 : 256;
        Position *grown = realloc(work->positions, (size_t)capacity * sizeof *grown);
        if (!grown)
            return error_set(error, STATUS_NO_MEMORY, "out of memory for %d positions", capacity);
        work->positions = grown;
        work->capacity = capacity;
    }
    work->positions[work->count++] = *position;
    return STATUS_OK;
}

/* Adds all positions `plies` below. Equal captures are merged here, so `keep` forbids a split. */
static Status work_split(PerftWork *work, const Position *position, int plies, Error *error) {
    if (plies == 0)
        return work_add(work, position, error);
    MoveList list;
    movegen_generate(position, &list);
    Status status = STATUS_OK;
    for (int i = 0; i < list.count && status >= 0; i++) {
        Position next;
        position_make(position, list.moves[i], &next);
        status = work_split(work, &next, plies - 1, error);
    }
    return status;
}

static void *work_run(void *context) {
    PerftWork *work = context;
    for (int i; (i = atomic_fetch_add(&work->next, 1)) < work->count;)
        atomic_fetch_add(&work->leaves,
                         movegen_perft(&work->positions[i], work->depth, work->keep));
    return NULL;
}

/* With more threads than the system grants, the calling thread does their share. */
static void work_run_threads(PerftWork *work, int threads) {
    pthread_t handles[SEARCH_THREADS_MAX];
    int started = 0;
    while (started < threads - 1 && pthread_create(&handles[started], NULL, work_run, work) == 0)
        started++;
    work_run(work);
    for (int i = 0; i < started; i++)
        pthread_join(handles[i], NULL);
}

static Status count_leaves(const Position *position, int depth, bool keep, int threads,
                           uint64_t *ret_leaves, Error *error) {
    enum {
        SPLIT_PLIES = 3
    };
    if (threads == 1 || keep || depth <= SPLIT_PLIES) {
        *ret_leaves = movegen_perft(position, depth, keep);
        return STATUS_OK;
    }
    PerftWork work = {.depth = depth - SPLIT_PLIES, .keep = keep};
    Status status = work_split(&work, position, SPLIT_PLIES, error);
    if (status >= 0) {
        work_run_threads(&work, threads);
        *ret_leaves = atomic_load(&work.leaves);
    }
    free(work.positions);
    return status;
}

static Status print_counts(const Position *position, int depth, bool keep, int threads,
                           Error *error) {
    for (int d = 1; d <= depth; d++) {
        uint64_t leaves;
        int64_t start = clock_now_ns();
        Status status = count_leaves(position, d, keep, threads, &leaves, error);
        if (status < 0)
            return status;
        printf("%d %llu %.3f\n", d, (unsigned long long)leaves, clock_seconds_since(start));
        fflush(stdout);
    }
    return STATUS_OK;
}

/* A line for each move with the leaves below it, then the total. */
static Status print_divided(const Position *position, int depth, bool keep, int threads,
                            Error *error) {
    MoveList list;
    movegen_generate(position, &list);
    uint64_t total = 0;
    int64_t start = clock_now_ns();
    for (int i = 0; i < list.count; i++) {
        Position next;
        uint64_t leaves;
        char text[MOVE_TEXT_SIZE];
        position_make(position, list.moves[i], &next);
        Status status = count_leaves(&next, depth - 1, keep, threads, &leaves, error);
        if (status < 0)
            return status;
        printf("%s %llu\n", move_text_write_hub(position, list.moves[i], text),
               (unsigned long long)leaves);
        fflush(stdout);
        total += leaves;
    }
    printf("%d %llu %.3f\n", depth, (unsigned long long)total, clock_seconds_since(start));
    return STATUS_OK;
}

static Status read_depth(const char *text, int *ret_depth, Error *error) {
    char *end;
    long depth = strtol(text, &end, 10);
    if (end == text || *end || depth < 1 || depth > PERFT_DEPTH_MAX)
        return error_set(error, STATUS_RANGE, "the depth \"%.40s\" is not a number from 1 to %d",
                         text, PERFT_DEPTH_MAX);
    *ret_depth = (int)depth;
    return STATUS_OK;
}

/* What the words of the command line say, the position left aside. */
static Status read_operands(const Operands *operands, int *ret_depth, Error *error) {
    if (operands->count != 2)
        return error_set(error, STATUS_SYNTAX,
                         "a FEN (or `start`) and a depth are due, got %d words: huff perft start 8",
                         operands->count);
    return read_depth(operands->words[1], ret_depth, error);
}

static Status perft(const Settings *settings, const Operands *operands, int depth, bool keep,
                    bool divide, Error *error) {
    GameRecord record;
    Position start;
    position_init_start(&start, settings->rules);
    Status status = record_init(&record, &start, error);
    if (status < 0)
        return status;
    status = command_read_position(settings->rules, operands->words, 1, &record, error);
    Position position = *record_current(&record);
    record_done(&record);
    if (status < 0)
        return status;
    return (divide ? print_divided : print_counts)(&position, depth, keep, settings->threads,
                                                   error);
}

int command_perft(int argc, char **argv) {
    Settings settings = settings_default();
    bool keep = false, divide = false;
    const ArgumentSpec options[] = {
        {"keep", ARGUMENT_FLAG, &keep, 0, 0, NULL, NULL,
         "count equal captures by other routes apart (one thread)"},
        {"divide", ARGUMENT_FLAG, &divide, 0, 0, NULL, NULL, "show the leaves below each move"},
    };
    ArgumentTable table = {
        "perft [OPTION ...] FEN|start DEPTH",
        "Counts the leaves of the move tree, a line for each depth: DEPTH NODES SECONDS.\n"
        "Nothing is hashed; the last ply is counted without being played. Captures with the same\n"
        "start, end and captured pieces are one move unless --keep is given.\n",
        options, sizeof options / sizeof *options, &settings};
    Operands operands;
    int exit_status = EXIT_STATUS_OK;
    Error error;
    if (command_begin("perft", &table, argc, argv, &operands, &exit_status)) {
        int depth = 0;
        if (read_operands(&operands, &depth, &error) < 0)
            exit_status = command_fail("perft", EXIT_STATUS_USAGE, &error);
        else if (perft(&settings, &operands, depth, keep, divide, &error) < 0)
            exit_status = command_fail("perft", EXIT_STATUS_FAILED, &error);
    }
    free(operands.words);
    return exit_status;
}

/* ---- moves ---- */

static int compare_texts(const void *a, const void *b) {
    return strcmp(a, b);
}

static Status print_moves(const Settings *settings, const Operands *operands, Error *error) {
    GameRecord record;
    Position start;
    position_init_start(&start, settings->rules);
    Status status = record_init(&record, &start, error);
    if (status < 0)
        return status;
    status =
        command_read_position(settings->rules, operands->words, operands->count, &record, error);
    if (status >= 0) {
        static const size_t size = MOVE_TEXT_SIZE;
        const Position *position = record_current(&record);
        MoveList list;
        char texts[MOVE_LIST_CAPACITY][MOVE_TEXT_SIZE];
        movegen_generate(position, &list);
        for (int i = 0; i < list.count; i++)
            move_text_write_hub(position, list.moves[i], texts[i]);
        qsort(texts, (size_t)list.count, size, compare_texts);
        for (int i = 0; i < list.count; i++)
            puts(texts[i]);
    }
    record_done(&record);
    return status;
}

int command_moves(int argc, char **argv) {
    Settings settings = settings_default();
    ArgumentTable table = {
        "moves [OPTION ...] FEN|start [MOVE ...]",
        "Prints every legal move once, one a line: from-to, or from, to and the captured squares\n"
        "with x between (28x19x23), sorted bytewise. MOVEs are played first.\n",
        NULL, 0, &settings};
    Operands operands;
    int exit_status = EXIT_STATUS_OK;
    Error error;
    if (command_begin("moves", &table, argc, argv, &operands, &exit_status) &&
        print_moves(&settings, &operands, &error) < 0)
        exit_status = command_fail("moves", EXIT_STATUS_FAILED, &error);
    free(operands.words);
    return exit_status;
}
