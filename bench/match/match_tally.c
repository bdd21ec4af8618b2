/* SPDX-License-Identifier: MIT */
#include "bench/match/match_tally.h"

#include <stdlib.h>
#include <string.h>

/* A game that waits for the other one of its pair. */
struct MatchHalf {
    int number, white, black;
    Outcome outcome;
    char ballot[MATCH_BALLOT_SIZE];
};

Status match_tally_init(MatchTally *tally, int engine_count, Error *error) {
    *tally = (MatchTally){.engine_count = engine_count};
    if (engine_count < 2 || engine_count > MATCH_TABLE_MAX_ENGINES)
        return error_set(error, STATUS_RANGE, "a match of %d engines: it takes 2 to %d",
                         engine_count, MATCH_TABLE_MAX_ENGINES);
    size_t count = (size_t)engine_count;
    tally->engines = calloc(count, sizeof *tally->engines);
    tally->pairings = calloc(count * (count - 1) / 2, sizeof *tally->pairings);
    Status status = match_table_init(&tally->table, engine_count, error);
    if (status == STATUS_OK && (!tally->engines || !tally->pairings))
        status = error_set(error, STATUS_NO_MEMORY, "no memory to count the games of %d engines",
                           engine_count);
    if (status < 0)
        match_tally_done(tally);
    return status;
}

void match_tally_done(MatchTally *tally) {
    free(tally->engines);
    free(tally->pairings);
    match_table_done(&tally->table);
    free(tally->ballots);
    free(tally->halves);
    *tally = (MatchTally){0};
}

/* The pairing of two engines, the lower one first. */
static MatchScore *find_pairing(const MatchTally *tally, int low, int high) {
    return &tally->pairings[high * (high - 1) / 2 + low];
}

/* Where the ballot stands, or would stand. */
static int find_ballot(const MatchTally *tally, const char *name, bool *ret_found) {
    int low = 0, high = tally->ballot_count;
    while (low < high) {
        int middle = low + (high - low) / 2;
        int order = strverscmp(tally->ballots[middle].name, name);
        if (order == 0) {
            *ret_found = true;
            return middle;
        }
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    *ret_found = false;
    return low;
}

/* An array with room for one more element, or NULL. */
static void *make_room(void *array, int count, int *capacity, size_t size) {
    if (count < *capacity)
        return array;
    int wanted = *capacity > 0 ? 2 * *capacity : 16;
    void *grown = realloc(array, (size_t)wanted * size);
    if (grown)
        *capacity = wanted;
    return grown;
}

/* Takes all the memory that the game may need, so that nothing fails once counting has begun. */
static Status reserve(MatchTally *tally, Error *error) {
    BallotTally *ballots =
        make_room(tally->ballots, tally->ballot_count, &tally->ballot_capacity, sizeof *ballots);
    if (ballots)
        tally->ballots = ballots;
    MatchHalf *halves =
        make_room(tally->halves, tally->half_count, &tally->half_capacity, sizeof *halves);
    if (halves)
        tally->halves = halves;
    return ballots && halves ? STATUS_OK
                             : error_set(error, STATUS_NO_MEMORY, "no memory to count a game");
}

static BallotTally *get_ballot(MatchTally *tally, const char *name) {
    bool found;
    int at = find_ballot(tally, name, &found);
    if (!found) {
        memmove(&tally->ballots[at + 1], &tally->ballots[at],
                (size_t)(tally->ballot_count - at) * sizeof *tally->ballots);
        tally->ballots[at] = (BallotTally){0};
        memcpy(tally->ballots[at].name, name, strlen(name) + 1);
        tally->ballot_count++;
    }
    return &tally->ballots[at];
}

/* The half of the game's pair that came before it, or NULL. */
static MatchHalf *find_half(const MatchTally *tally, int number) {
    for (int i = 0; i < tally->half_count; i++)
        if (tally->halves[i].number / 2 == number / 2)
            return &tally->halves[i];
    return NULL;
}

static Status check(const MatchTally *tally, const MatchGame *game, Error *error) {
    int seats[] = {game->white, game->black};
    for (int i = 0; i < 2; i++)
        if (seats[i] < 0 || seats[i] >= tally->engine_count)
            return error_set(error, STATUS_RANGE, "game %d: engine %d of a match of %d",
                             game->number, seats[i], tally->engine_count);
    if (game->white == game->black)
        return error_set(error, STATUS_RANGE, "game %d: engine %d plays itself", game->number,
                         game->white);
    const MatchHalf *half = find_half(tally, game->number);
    if (half && half->number == game->number)
        return error_set(error, STATUS_STATE, "game %d is there twice", game->number);
    return STATUS_OK;
}

static void count_plies(MatchTally *tally, const MatchGame *game) {
    for (int i = 0; i < record_plies(&game->record); i++) {
        const MatchPly *ply = &game->plies[i];
        bool white = game->record.entries[i].position.turn == COLOR_WHITE;
        EngineTally *engine = &tally->engines[white ? game->white : game->black];
        engine->plies++;
        engine->timed_plies += ply->has_seconds;
        engine->counted_plies += ply->has_nodes;
        engine->deep_plies += ply->has_depth;
        engine->seconds += ply->has_seconds ? ply->seconds : 0;
        engine->nodes += ply->has_nodes ? ply->nodes : 0;
        engine->depths += ply->has_depth ? (uint64_t)ply->depth : 0;
        if (ply->has_seconds && ply->seconds > engine->slowest)
            engine->slowest = ply->seconds;
    }
}

static int find_result(Outcome outcome, Color color) {
    if (outcome == OUTCOME_DRAW)
        return MATCH_DRAWN;
    return (outcome == OUTCOME_WHITE_WINS) == (color == COLOR_WHITE) ? MATCH_WON : MATCH_LOST;
}

static void count_game(MatchTally *tally, const MatchGame *game, BallotTally *ballot) {
    for (Color color = COLOR_WHITE; color < COLOR_COUNT; color++) {
        EngineTally *engine = &tally->engines[color == COLOR_WHITE ? game->white : game->black];
        int result = find_result(game->outcome, color);
        engine->results[color][result]++;
        engine->ends[game->end][result]++;
    }
    bool white_first = game->white < game->black;
    Color first = white_first ? COLOR_WHITE : COLOR_BLACK;
    MatchScore *pairing = white_first ? find_pairing(tally, game->white, game->black)
                                      : find_pairing(tally, game->black, game->white);
    match_score_add_game(pairing, first, game->outcome);
    match_score_add_game(&tally->total, first, game->outcome);
    match_score_add_game(&ballot->score, first, game->outcome);
    int plies = record_plies(&game->record);
    tally->games++;
    tally->plies += (uint64_t)plies;
    tally->longest = plies > tally->longest ? plies : tally->longest;
    tally->ends[game->end]++;
    tally->exempt += game->exempt;
    tally->exempt_as_told += game->exempt && game->text[0] == '\0';
}

static void count_pair(MatchTally *tally, const MatchHalf *half, const MatchGame *game,
                       BallotTally *ballot) {
    if (half->white != game->black || half->black != game->white ||
        strcmp(half->ballot, game->ballot) != 0)
        return;
    /* In the half or in the game the lower engine has White. */
    bool half_white = half->white < half->black;
    Outcome first_is_white = half_white ? half->outcome : game->outcome;
    Outcome first_is_black = half_white ? game->outcome : half->outcome;
    int low = half_white ? half->white : half->black;
    int high = half_white ? half->black : half->white;
    match_score_add_pair(find_pairing(tally, low, high), first_is_white, first_is_black);
    match_score_add_pair(&tally->total, first_is_white, first_is_black);
    match_score_add_pair(&ballot->score, first_is_white, first_is_black);
}

Status match_tally_add(MatchTally *tally, const MatchGame *game, Error *error) {
    Status status = check(tally, game, error);
    if (status == STATUS_OK)
        status = reserve(tally, error);
    if (status < 0)
        return status;
    status = match_table_add_game(&tally->table, game->white, game->black, game->outcome, error);
    if (status < 0)
        return status;
    BallotTally *ballot = get_ballot(tally, game->ballot);
    count_plies(tally, game);
    if (game->outcome != OUTCOME_NONE)
        count_game(tally, game, ballot);
    else
        tally->broken++;
    MatchHalf *half = find_half(tally, game->number);
    if (half) {
        count_pair(tally, half, game, ballot);
        *half = tally->halves[--tally->half_count];
        return STATUS_OK;
    }
    half = &tally->halves[tally->half_count++];
    *half = (MatchHalf){game->number, game->white, game->black, game->outcome, ""};
    memcpy(half->ballot, game->ballot, sizeof half->ballot);
    return STATUS_OK;
}

/* The same games seen from the other engine. */
static MatchScore turn_round(const MatchScore *score) {
    MatchScore turned = {.drawn_pairs = score->drawn_pairs};
    for (int color = COLOR_WHITE; color < COLOR_COUNT; color++)
        for (int result = 0; result < MATCH_RESULT_COUNT; result++)
            turned.games[1 - color][MATCH_RESULT_COUNT - 1 - result] = score->games[color][result];
    for (int i = 0; i < MATCH_PAIR_COUNT; i++)
        turned.pairs[MATCH_PAIR_COUNT - 1 - i] = score->pairs[i];
    return turned;
}

MatchScore match_tally_get_pairing(const MatchTally *tally, int first, int second) {
    if (first < second)
        return *find_pairing(tally, first, second);
    return turn_round(find_pairing(tally, second, first));
}

MatchScore match_tally_get_engine(const MatchTally *tally, int engine) {
    MatchScore all = {0};
    for (int other = 0; other < tally->engine_count; other++) {
        if (other == engine)
            continue;
        MatchScore pairing = match_tally_get_pairing(tally, engine, other);
        match_score_merge(&all, &pairing);
    }
    return all;
}

uint64_t match_tally_count_lost(const MatchTally *tally, int engine, MatchEnd end) {
    uint64_t count = 0;
    for (int i = 0; i < tally->engine_count; i++)
        if (engine < 0 || engine == i)
            count += tally->engines[i].ends[end][MATCH_LOST];
    return count;
}

uint64_t match_tally_count_faults(const MatchTally *tally, int engine) {
    uint64_t count = 0;
    for (MatchEnd end = END_NONE; end < END_COUNT; end++)
        if (match_end_is_fault(end))
            count += match_tally_count_lost(tally, engine, end);
    return count;
}

uint64_t match_tally_count_adjudicated(const MatchTally *tally) {
    return tally->ends[END_TABLE] + tally->ends[END_SCORE] + tally->ends[END_LENGTH];
}
