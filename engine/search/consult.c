/* SPDX-License-Identifier: MIT */
#include "engine/search/consult_internal.h"

static OracleAnswer consult(const Oracle *oracle, const Position *position) {
    OracleAnswer answer;
    oracle->consult(oracle->context, position, &answer);
    /* What the law lets a side have comes before what it could have with more time. */
    if (answer.rule != ORACLE_UNKNOWN && answer.rule != answer.value) {
        answer.value = answer.rule;
        answer.plies = -1;
    }
    return answer;
}

static Prospect prospect_of(const Oracle *oracle, const Position *position, Move move) {
    Position next;
    position_make(position, move, &next);
    OracleAnswer answer = consult(oracle, &next);
    Prospect prospect = {answer.value, answer.plies < 0 ? -1 : answer.plies + 1};
    if (answer.value == ORACLE_WIN)
        prospect.value = ORACLE_LOSS;
    else if (answer.value == ORACLE_LOSS)
        prospect.value = ORACLE_WIN;
    return prospect;
}

/* Whether `a` is the better prospect. Values are in order from loss to win. */
static bool is_better(Prospect a, Prospect b) {
    if (a.value != b.value)
        return a.value > b.value;
    if (a.plies < 0 || b.plies < 0)
        return false;
    return a.value == ORACLE_WIN ? a.plies < b.plies : a.plies > b.plies;
}

/* The prospects of all moves and the best of them; false when one is unknown. */
static bool find_prospects(const Oracle *oracle, const Position *position, const MoveList *list,
                           Prospect *prospects, Prospect *ret_best) {
    for (int i = 0; i < list->count; i++) {
        prospects[i] = prospect_of(oracle, position, list->moves[i]);
        if (prospects[i].value == ORACLE_UNKNOWN)
            return false;
        if (i == 0 || is_better(prospects[i], *ret_best))
            *ret_best = prospects[i];
    }
    return list->count > 0;
}

/* Leaves the moves that keep the value, and of those with known distances the best. Returns whether
 * all that are left have one. */
static bool keep_best(MoveList *list, const Prospect *prospects, Prospect best) {
    bool all_known = best.value != ORACLE_DRAW;
    for (int i = 0; i < list->count; i++)
        if (prospects[i].value == best.value && prospects[i].plies < 0)
            all_known = false;
    int kept = 0;
    for (int i = 0; i < list->count; i++)
        if (prospects[i].value == best.value && (!all_known || prospects[i].plies == best.plies))
            list->moves[kept++] = list->moves[i];
    list->count = kept;
    return all_known;
}

/* Sorts the moves by what they are worth, moves of equal worth as they were. */
static void sort_by_prospect(MoveList *list, Prospect *prospects) {
    for (int i = 1; i < list->count; i++) {
        Move move = list->moves[i];
        Prospect prospect = prospects[i];
        int to = i;
        for (; to > 0 && is_better(prospect, prospects[to - 1]); to--) {
            list->moves[to] = list->moves[to - 1];
            prospects[to] = prospects[to - 1];
        }
        list->moves[to] = move;
        prospects[to] = prospect;
    }
}

/* Where each of several moves gets a line none is left out, so that the value of each is told. */
static void consult_moves(const Oracle *oracle, Job *job) {
    MoveList *list = &job->root_moves;
    job->has_prospects = true;
    for (int i = 0; i < list->count; i++) {
        job->prospects[i] = prospect_of(oracle, &job->root, list->moves[i]);
        if (job->prospects[i].value == ORACLE_UNKNOWN)
            job->has_prospects = false;
    }
    if (job->has_prospects)
        sort_by_prospect(list, job->prospects);
}

void consult_root(const Oracle *oracle, Job *job) {
    int pieces = bits_count(board_occupied(&job->root.board));
    job->oracle = oracle;
    job->oracle_pieces = oracle ? oracle->pieces_max : 0;
    job->is_answered = job->has_prospects = false;
    for (int i = 0; i < job->root_moves.count; i++)
        job->prospects[i] = (Prospect){ORACLE_UNKNOWN, -1};
    if (oracle && job->limits.lines > 1)
        consult_moves(oracle, job);
    if (pieces > job->oracle_pieces)
        return;
    job->oracle_pieces = pieces - 1;
    if (job->limits.lines > 1)
        return;
    Prospect prospects[MOVE_LIST_CAPACITY], best = {ORACLE_UNKNOWN, -1};
    if (!find_prospects(oracle, &job->root, &job->root_moves, prospects, &best))
        return;
    if (keep_best(&job->root_moves, prospects, best)) {
        job->is_answered = true;
        job->answer =
            best.value == ORACLE_WIN ? score_win_in(best.plies) : score_loss_in(best.plies);
    }
}

int consult_line(const Job *job, const MoveList *first, Move line[SEARCH_PLY_MAX + 1]) {
    Position position = job->root;
    MoveList list = *first;
    int length = 0;
    Prospect prospects[MOVE_LIST_CAPACITY], best;
    while (length <= SEARCH_PLY_MAX &&
           find_prospects(job->oracle, &position, &list, prospects, &best) &&
           keep_best(&list, prospects, best)) {
        line[length++] = list.moves[0];
        Position next;
        position_make(&position, list.moves[0], &next);
        position = next;
        movegen_generate(&position, &list);
    }
    return length;
}

bool consult_knows_end(Prospect prospect) {
    return prospect.value != ORACLE_DRAW && prospect.plies >= 0;
}

int consult_fit_score(Prospect prospect, int score) {
    int known = 0;
    if (prospect.value == ORACLE_WIN)
        known = prospect.plies >= 0 ? score_win_in(prospect.plies) : SCORE_TABLE_WIN - 1;
    else if (prospect.value == ORACLE_LOSS)
        known = prospect.plies >= 0 ? score_loss_in(prospect.plies) : -SCORE_TABLE_WIN + 1;
    bool agrees = abs(score) > SCORE_EVAL_MAX && (score > 0) == (known > 0);
    return known != 0 && prospect.plies < 0 && agrees ? score : known;
}

Bound consult_look(const Worker *worker, int ply, int *ret_score) {
    const Job *job = &worker->search->job;
    const Position *position = &worker->frames[ply].position;
    if (bits_count(board_occupied(&position->board)) > job->oracle_pieces ||
        movegen_has_capture(position, (Color)position->turn))
        return BOUND_NONE;
    switch (job->oracle->look(job->oracle->context, position)) {
    case ORACLE_WIN:
        *ret_score = SCORE_TABLE_WIN - ply;
        return BOUND_LOWER;
    case ORACLE_LOSS:
        *ret_score = -SCORE_TABLE_WIN + ply;
        return BOUND_UPPER;
    case ORACLE_DRAW:
        *ret_score = SCORE_DRAW;
        return BOUND_EXACT;
    default:
        return BOUND_NONE;
    }
}
