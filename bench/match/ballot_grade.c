/* SPDX-License-Identifier: MIT */
#include "bench/match/ballot_grade.h"

#include "bench/match/ledger.h"
#include "bench/match/match_tally.h"

#include <stdlib.h>
#include <string.h>

void ballot_grades_done(BallotGradeList *list) {
    free(list->grades);
    *list = (BallotGradeList){0};
}

/* ---- reading ---- */

/* Adds what one ledger says of a ballot. */
static Status add_grade(BallotGradeList *list, const Ballot *ballot, const MatchScore *score,
                        Error *error) {
    for (int i = 0; i < list->count; i++)
        if (position_same_placement(&list->grades[i].start, &ballot->start)) {
            match_score_merge(&list->grades[i].score, score);
            return STATUS_OK;
        }
    if (list->count == list->capacity) {
        int capacity = list->capacity ? 2 * list->capacity : 256;
        BallotGrade *grown = realloc(list->grades, (size_t)capacity * sizeof *grown);
        if (!grown)
            return error_set(error, STATUS_NO_MEMORY, "no memory for %d ballots", capacity);
        list->grades = grown;
        list->capacity = capacity;
    }
    BallotGrade *grade = &list->grades[list->count++];
    *grade = (BallotGrade){.start = ballot->start, .score = *score};
    memcpy(grade->name, ballot->name, sizeof grade->name);
    return STATUS_OK;
}

/* The ballots of one ledger, sorted by name as the tally sorts them. */
typedef struct {
    MatchTally tally;
    BallotList ballots;
} LedgerBallots;

static int find_ballot(const BallotList *list, const char *name) {
    int low = 0, high = list->count;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (strverscmp(list->ballots[middle].name, name) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static Status note_start(BallotList *list, const MatchGame *game, Error *error) {
    const Position *start = &game->record.entries[0].position;
    int at = find_ballot(list, game->ballot);
    bool known = at < list->count && !strcmp(list->ballots[at].name, game->ballot);
    if (known && !position_same_placement(&list->ballots[at].start, start))
        return error_set(error, STATUS_STATE,
                         "game %d: ballot \"%s\" stands for another position than in games before",
                         game->number, game->ballot);
    if (known)
        return STATUS_OK;
    Status status = ballots_add(list, game->ballot, start, error);
    if (status < 0)
        return status;
    Ballot ballot = list->ballots[list->count - 1];
    memcpy(ballot.name, game->ballot, sizeof ballot.name); /* exactly as the tally has it */
    memmove(&list->ballots[at + 1], &list->ballots[at],
            (size_t)(list->count - 1 - at) * sizeof *list->ballots);
    list->ballots[at] = ballot;
    return STATUS_OK;
}

static Status count_game(LedgerBallots *ledger, const MatchGame *game, const char *path,
                         Error *error) {
    Error reason;
    Status status = note_start(&ledger->ballots, game, &reason);
    if (status == STATUS_OK)
        status = match_tally_add(&ledger->tally, game, &reason);
    return status < 0 ? error_set(error, status, "%s: %s", path, reason.text) : STATUS_OK;
}

static Status count_games(LedgerBallots *ledger, LedgerReader *reader, const char *path,
                          Error *error) {
    MatchGame game;
    Position start;
    position_init_start(&start, ledger_reader_get_rules(reader));
    int status = match_game_init(&game, &start, error);
    if (status < 0)
        return (Status)status;
    while ((status = ledger_reader_next(reader, &game, error)) > 0) {
        status = count_game(ledger, &game, path, error);
        if (status < 0)
            break;
    }
    match_game_done(&game);
    return (Status)status;
}

static Status take_over(BallotGradeList *list, const LedgerBallots *ledger, Error *error) {
    Status status = STATUS_OK;
    for (int i = 0; i < ledger->tally.ballot_count && status == STATUS_OK; i++) {
        const BallotTally *tally = &ledger->tally.ballots[i];
        int at = find_ballot(&ledger->ballots, tally->name);
        status = add_grade(list, &ledger->ballots.ballots[at], &tally->score, error);
    }
    return status;
}

static Status read_games(BallotGradeList *list, LedgerReader *reader, const char *path,
                         Error *error) {
    LedgerBallots ledger = {0};
    int engines = 0;
    while (ledger_head_get(ledger_reader_get_head(reader), "engine", engines))
        engines++;
    Status status = match_tally_init(&ledger.tally, engines, error);
    if (status < 0)
        return status;
    status = count_games(&ledger, reader, path, error);
    if (status == STATUS_OK)
        status = take_over(list, &ledger, error);
    match_tally_done(&ledger.tally);
    ballots_done(&ledger.ballots);
    return status;
}

Status ballot_grades_read(BallotGradeList *list, const char *path, Error *error) {
    LedgerReader *reader;
    Status status = ledger_reader_new(path, &reader, error);
    if (status < 0)
        return status;
    const Rules *rules = ledger_reader_get_rules(reader);
    if (list->rules && list->rules != rules) {
        status = error_set(error, STATUS_STATE, "%s has games of %s, the ledgers before of %s",
                           path, rules->name, list->rules->name);
    } else {
        list->rules = rules;
        status = read_games(list, reader, path, error);
    }
    ledger_reader_free(reader);
    return status;
}

/* ---- judging ---- */

static int compare_shares(double a, double b) {
    return (a < b) - (a > b);
}

static int compare_grades(const void *a, const void *b) {
    const BallotGrade *first = a, *second = b;
    int order =
        compare_shares(match_score_get_yield(&first->score), match_score_get_yield(&second->score));
    if (order == 0)
        order = compare_shares(match_score_get_decided_rate(&first->score),
                               match_score_get_decided_rate(&second->score));
    if (order == 0)
        order = compare_shares((double)match_score_count_pairs(&first->score),
                               (double)match_score_count_pairs(&second->score));
    return order ? order : strverscmp(first->name, second->name);
}

void ballot_grades_sort(BallotGradeList *list) {
    if (list->count > 0)
        qsort(list->grades, (size_t)list->count, sizeof *list->grades, compare_grades);
}

uint64_t ballot_grade_count_won(const BallotGrade *grade, Color color) {
    /* The score is one engine's; where it had the other colour, its losses are that colour's. */
    return grade->score.games[color][MATCH_WON] +
           grade->score.games[color_other(color)][MATCH_LOST];
}

bool ballot_grade_is_idle(const BallotGrade *grade, int least) {
    uint64_t games = match_score_count_games(&grade->score);
    return match_score_count_pairs(&grade->score) >= (uint64_t)least &&
           (match_score_count_results(&grade->score, MATCH_DRAWN) == games ||
            ballot_grade_count_won(grade, COLOR_WHITE) == games ||
            ballot_grade_count_won(grade, COLOR_BLACK) == games);
}

MatchScore ballot_grades_sum(const BallotGradeList *list, bool kept_only, int least) {
    MatchScore sum = {0};
    for (int i = 0; i < list->count; i++)
        if (!kept_only || !ballot_grade_is_idle(&list->grades[i], least))
            match_score_merge(&sum, &list->grades[i].score);
    return sum;
}
