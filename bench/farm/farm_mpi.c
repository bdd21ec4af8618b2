/* SPDX-License-Identifier: MIT
 *
 * Messages between rank 0 and the others. A rank that is ready sends READY and gets a PAIR or END;
 * it sends each game of the pair as a GAME, a line of the ledger, and what goes wrong in this
 * program itself as FAIL. Games keep the ledger's form on the way, so that one rank and many write
 * the same lines. */
#include "bench/farm/farm.h"
#include "bench/match/match_work.h"

#include <mpi.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    TAG_READY = 1,
    TAG_PAIR,
    TAG_END,
    TAG_GAME,
    TAG_FAIL,
};

/* The wait between looks for messages: MPI's own waiting would burn a core that engines need. */
static const struct timespec look_again = {.tv_nsec = 1000000};

struct Farm {
    int rank, size;
    Match *match;     /* rank 0, while it leads */
    pthread_t thread; /* rank 0's, that hands out */
    bool leads;
    Schedule schedule; /* other ranks */
    TextBuffer line;
};

/* ---- Life. */

/* What the starters of MPI jobs tell their processes. */
static bool started_by_mpi(void) {
    return getenv("OMPI_COMM_WORLD_SIZE") || getenv("PMI_SIZE") || getenv("PMIX_RANK");
}

Status farm_new(Farm **ret_farm, Error *error) {
    int provided, rank, size;
    *ret_farm = NULL;
    if (!started_by_mpi())
        return STATUS_OK;
    if (MPI_Init_thread(NULL, NULL, MPI_THREAD_SERIALIZED, &provided) != MPI_SUCCESS ||
        provided < MPI_THREAD_SERIALIZED)
        return error_set(error, STATUS_IO, "this MPI cannot be used from a thread of its own");
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size == 1) {
        MPI_Finalize();
        return STATUS_OK;
    }
    Farm *farm = calloc(1, sizeof *farm);
    if (!farm)
        return error_set(error, STATUS_NO_MEMORY, "no memory for a farm");
    farm->rank = rank;
    farm->size = size;
    *ret_farm = farm;
    return STATUS_OK;
}

/* Rank 0 has nothing to hand out: the others hear so when they ask for the first time. */
static void send_away(const Farm *farm) {
    for (int rank = 1; rank < farm->size; rank++) {
        MPI_Recv(NULL, 0, MPI_CHAR, rank, TAG_READY, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Send(NULL, 0, MPI_INT, rank, TAG_END, MPI_COMM_WORLD);
    }
}

void farm_free(Farm *farm) {
    if (!farm)
        return;
    if (farm->leads)
        pthread_join(farm->thread, NULL);
    else if (farm->rank == 0)
        send_away(farm);
    schedule_done(&farm->schedule);
    text_buffer_done(&farm->line);
    free(farm);
    MPI_Finalize();
}

int farm_get_rank(const Farm *farm) {
    return farm->rank;
}

uint64_t farm_share_number(Farm *farm, uint64_t number) {
    (void)farm;
    MPI_Bcast(&number, 1, MPI_UINT64_T, 0, MPI_COMM_WORLD);
    return number;
}

/* ---- Messages. */

static MPI_Status wait_message(int source) {
    MPI_Status status;
    int there = 0;
    for (;;) {
        MPI_Iprobe(source, MPI_ANY_TAG, MPI_COMM_WORLD, &there, &status);
        if (there)
            return status;
        nanosleep(&look_again, NULL);
    }
}

/* Text of a message that waits; NULL without memory, to be freed. */
static char *receive_text(const MPI_Status *message, int *ret_length) {
    int length;
    MPI_Get_count(message, MPI_CHAR, &length);
    char *text = malloc((size_t)length + 1);
    if (!text)
        return NULL;
    MPI_Recv(text, length, MPI_CHAR, message->MPI_SOURCE, message->MPI_TAG, MPI_COMM_WORLD,
             MPI_STATUS_IGNORE);
    text[length] = '\0';
    *ret_length = length;
    return text;
}

static void send_text(int tag, const char *text, size_t length) {
    MPI_Send(text, (int)length, MPI_CHAR, 0, tag, MPI_COMM_WORLD);
}

/* ---- Rank 0. */

/* {pair, first game wanted, second game wanted} */
enum {
    PAIR_NUMBERS = 3
};

/* Gives the rank a pair; false when it was told that there is none. */
static bool hand_out(Farm *farm, int rank) {
    MatchPair pair;
    MPI_Recv(NULL, 0, MPI_CHAR, rank, TAG_READY, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (!match_take_pair(farm->match, &pair)) {
        MPI_Send(NULL, 0, MPI_INT, rank, TAG_END, MPI_COMM_WORLD);
        return false;
    }
    int numbers[PAIR_NUMBERS] = {pair.number, pair.wanted[0], pair.wanted[1]};
    MPI_Send(numbers, PAIR_NUMBERS, MPI_INT, rank, TAG_PAIR, MPI_COMM_WORLD);
    return true;
}

static Status take_in(Farm *farm, const MPI_Status *message, MatchGame *game, const Rules *rules,
                      Error *error) {
    int length;
    char *text = receive_text(message, &length);
    if (!text)
        return error_set(error, STATUS_NO_MEMORY, "no memory for a game");
    Status status;
    if (message->MPI_TAG == TAG_FAIL) {
        status = error_set(error, STATUS_STATE, "rank %d: %s", message->MPI_SOURCE, text);
    } else {
        status = ledger_read_line(rules, text, (size_t)length, game, error);
        if (status == STATUS_OK)
            status = match_give_game(farm->match, game, error);
    }
    free(text);
    return status;
}

static void *lead(void *argument) {
    Farm *farm = argument;
    const Rules *rules = match_get_rules(farm->match);
    MatchGame game;
    Position start;
    Error error;
    position_init_start(&start, rules);
    Status status = match_game_init(&game, &start, &error);
    if (status < 0)
        match_fail(farm->match, status, &error);
    for (int at_work = farm->size - 1; at_work > 0;) {
        MPI_Status message = wait_message(MPI_ANY_SOURCE);
        if (message.MPI_TAG == TAG_READY) {
            at_work -= !hand_out(farm, message.MPI_SOURCE);
            continue;
        }
        status = take_in(farm, &message, &game, rules, &error);
        if (status < 0)
            match_fail(farm->match, status, &error);
    }
    match_game_done(&game);
    match_leave(farm->match);
    return NULL;
}

Status farm_lead(Farm *farm, Match *match, Error *error) {
    farm->match = match;
    match_join(match);
    int code = pthread_create(&farm->thread, NULL, lead, farm);
    if (code != 0) {
        match_leave(match);
        return error_set(error, STATUS_NO_MEMORY, "cannot start a thread: %s", strerror(code));
    }
    farm->leads = true;
    return STATUS_OK;
}

/* ---- The other ranks. */

/* Says that this rank is ready; false when there is no pair for it. */
static bool ask(int numbers[static PAIR_NUMBERS]) {
    MPI_Send(NULL, 0, MPI_CHAR, 0, TAG_READY, MPI_COMM_WORLD);
    MPI_Status message = wait_message(0);
    MPI_Recv(numbers, PAIR_NUMBERS, MPI_INT, 0, message.MPI_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return message.MPI_TAG == TAG_PAIR;
}

static bool take(void *context, MatchPair *ret_pair) {
    Farm *farm = context;
    int numbers[PAIR_NUMBERS];
    if (!ask(numbers))
        return false;
    *ret_pair = (MatchPair){.number = numbers[0],
                            .plan = schedule_plan(&farm->schedule, numbers[0]),
                            .wanted = {numbers[1], numbers[2]}};
    return true;
}

static Status give(void *context, const MatchGame *game, Error *error) {
    Farm *farm = context;
    text_buffer_clear(&farm->line);
    Status status = ledger_write_line(game, &farm->line, error);
    if (status == STATUS_OK)
        send_text(TAG_GAME, farm->line.text, farm->line.length - 1);
    return status;
}

void farm_serve(Farm *farm, const MatchConfig *config) {
    const atomic_bool never = false;
    RunnerWork work = {take, give, farm};
    Error error;
    Status status = schedule_init(&farm->schedule, config->form, config->engine_count,
                                  config->ballots, config->shuffled, config->seed, &error);
    if (status == STATUS_OK)
        status = runner_run(config, farm->rank - 1, &work, &never, &error);
    int numbers[PAIR_NUMBERS];
    if (status < 0) {
        send_text(TAG_FAIL, error.text, strlen(error.text));
        while (ask(numbers)) /* a rank must hear the end before it leaves */
            ;
    }
}
