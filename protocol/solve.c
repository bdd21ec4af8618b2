/* SPDX-License-Identifier: MIT */
#include "protocol/solve.h"

#include "endgame/probe.h"
#include "engine/board/movegen.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    Session *session;
    const SolveConfig *config;
    SolveReport *report;
    int claim; /* centimen from which a win is believed */
    int start; /* balance of the start, men */
} Solver;

/* What a search told. */
typedef struct {
    SearchResult result;
    OracleValue value; /* of the best move, for the side that makes it */
    int length;
    Move line[SEARCH_PLY_MAX + 1];
} Look;

/* ---- Searching ---- */

static void keep_info(void *context, const SearchInfo *info) {
    Look *look = context;
    if (info->rank > 1)
        return;
    look->value = info->value;
    look->length = info->line_length;
    memcpy(look->line, info->line, (size_t)info->line_length * sizeof *info->line);
}

static void keep_result(void *context, const SearchResult *result) {
    ((Look *)context)->result = *result;
}

/* Searches the session's position, all moves of it or the one `only`, until something is proved. */
static Status look_at(Solver *solver, const Move *only, uint64_t nodes, Look *look, Error *error) {
    SearchLimits limits = {
        .has_nodes = true,
        .nodes = nodes,
        .has_depth = true,
        .depth = solver->config->depth,
        .until_proven = true,
        .moves = only,
        .move_count = 1,
        .lines = only ? 2 : 1, /* of a single move the tables' word comes along */
    };
    SearchEvents events = {keep_info, keep_result, look};
    *look = (Look){.value = ORACLE_UNKNOWN};
    Status status = session_think(solver->session, &limits, SEARCH_ANALYSE, &events, error);
    if (status < 0)
        return status;
    session_wait(solver->session);
    solver->report->nodes += look->result.nodes;
    return STATUS_OK;
}

static bool is_stopped(Solver *solver) {
    const atomic_bool *stop = solver->config->stop;
    if (stop && atomic_load_explicit(stop, memory_order_relaxed))
        solver->report->stopped = true;
    return solver->report->stopped;
}

/* ---- Judging ---- */

/* Men of a side less men of the other, a king for three. */
static int balance(const Position *position, Color side) {
    const Board *board = &position->board;
    Color other = color_other(side);
    return bits_count(board->men[side]) - bits_count(board->men[other]) +
           3 * (bits_count(board->kings[side]) - bits_count(board->kings[other]));
}

/* `score` and `value` in the solver's view. */
static SolveClass classify(const Solver *solver, int score, OracleValue value) {
    bool draw = solver->config->draw;
    if (value == ORACLE_WIN || score > SCORE_EVAL_MAX)
        return SOLVE_PROVED;
    if (value == ORACLE_LOSS || score < -SCORE_EVAL_MAX)
        return SOLVE_LOSES;
    if (value == ORACLE_DRAW)
        return draw ? SOLVE_PROVED : SOLVE_DRAWS;
    if (draw ? score >= -SOLVE_HOLD_SCORE : score >= solver->claim)
        return SOLVE_CLAIMED;
    return SOLVE_OPEN;
}

static bool reaches_goal(SolveClass class) {
    return class == SOLVE_PROVED || class == SOLVE_CLAIMED;
}

static SolveMove judge(const Solver *solver, const Look *look) {
    SolveMove judged = {
        .move = look->result.best,
        .score = look->result.score,
        .class = classify(solver, look->result.score, look->value),
        .length = look->length < SOLVE_LINE_MAX ? look->length : SOLVE_LINE_MAX,
    };
    memcpy(judged.line, look->line, (size_t)judged.length * sizeof *judged.line);
    return judged;
}

/* Whether tables know who wins, so that no further move needs to be shown. */
static bool is_known(const Solver *solver, const Position *position) {
    return probe_read(session_tables(solver->session), KIND_WDL, position).value != VERDICT_UNKNOWN;
}

/* Whether the solver has its man ahead and nothing is to be taken. */
static bool is_material_won(const Solver *solver, const Position *position) {
    Color side = solver->config->side;
    int ahead = balance(position, side);
    return !solver->config->draw && ahead > 0 && ahead > solver->start &&
           !movegen_has_capture(position, COLOR_WHITE) &&
           !movegen_has_capture(position, COLOR_BLACK);
}

/* ---- The solution ---- */

static Status look_at_others(Solver *solver, SolveStep *step, const MoveList *list, Error *error) {
    if (list->count <= 1)
        return STATUS_OK;
    step->others = calloc((size_t)list->count - 1, sizeof *step->others);
    if (!step->others)
        return error_set(error, STATUS_NO_MEMORY, "no memory for %d other moves", list->count - 1);
    for (int i = 0; i < list->count && !is_stopped(solver); i++) {
        if (move_equals(list->moves[i], step->best.move))
            continue;
        Look look;
        Status status = look_at(solver, &list->moves[i], solver->config->others, &look, error);
        if (status < 0)
            return status;
        SolveMove *other = &step->others[step->other_count++];
        *other = judge(solver, &look);
        step->proved_count += other->class == SOLVE_PROVED;
        step->claimed_count += other->class == SOLVE_CLAIMED;
    }
    return STATUS_OK;
}

/* The solver's turn: finds the move, and what the others are worth. */
static Status add_step(Solver *solver, Look *look, Error *error) {
    SolveReport *report = solver->report;
    const Position *position = session_position(solver->session);
    MoveList list;
    movegen_generate(position, &list);
    SolveStep *grown =
        realloc(report->steps, ((size_t)report->step_count + 1) * sizeof *report->steps);
    if (!grown)
        return error_set(error, STATUS_NO_MEMORY, "no memory for a longer solution");
    report->steps = grown;
    SolveStep *step = &report->steps[report->step_count++];
    *step = (SolveStep){.ply = report->length, .position = *position, .best = judge(solver, look)};
    if (report->step_count > 1 && !solver->config->all_steps)
        return STATUS_OK;
    return look_at_others(solver, step, &list, error);
}

/* What tables say of the session's position, for the side to move. */
static OracleValue read_tables(const Solver *solver) {
    switch (probe_read(session_tables(solver->session), KIND_WDL, session_position(solver->session))
                .value) {
    case VERDICT_WIN:
        return ORACLE_WIN;
    case VERDICT_DRAW:
        return ORACLE_DRAW;
    case VERDICT_LOSS:
        return ORACLE_LOSS;
    default:
        return ORACLE_UNKNOWN;
    }
}

/* Searches the session's position for the side to move and turns what was found to the solver's
 * view. */
static Status find_move(Solver *solver, Look *look, Error *error) {
    Status status = look_at(solver, NULL, solver->config->nodes, look, error);
    if (look->value == ORACLE_UNKNOWN)
        look->value = read_tables(solver);
    if (status < 0 || session_position(solver->session)->turn == (uint8_t)solver->config->side)
        return status;
    look->result.score = -look->result.score;
    if (look->value == ORACLE_WIN || look->value == ORACLE_LOSS)
        look->value = look->value == ORACLE_WIN ? ORACLE_LOSS : ORACLE_WIN;
    return STATUS_OK;
}

/* Whether the solution ends at the session's position, which is not the first one. */
static bool is_end(Solver *solver, SolveEnd *ret_end) {
    const Position *position = session_position(solver->session);
    if (!movegen_has_move(position))
        *ret_end = SOLVE_END_GAME;
    else if (is_known(solver, position))
        *ret_end = SOLVE_END_TABLES;
    else if (solver->report->class == SOLVE_CLAIMED && is_material_won(solver, position))
        *ret_end = SOLVE_END_MATERIAL;
    else
        return false;
    return true;
}

/* Plays the solution out, the best defence against it, until its end shows. */
static Status follow(Solver *solver, Look *look, Error *error) {
    SolveReport *report = solver->report;
    Status status = STATUS_OK;
    int plies = report->class == SOLVE_PROVED ? SOLVE_PLIES_MAX : SOLVE_CLAIM_PLIES;
    while (report->length < plies && !is_stopped(solver)) {
        if (session_position(solver->session)->turn == (uint8_t)solver->config->side)
            status = add_step(solver, look, error);
        if (status >= 0)
            status = session_play(solver->session, look->result.best, error);
        if (status < 0)
            return status;
        report->line[report->length++] = look->result.best;
        if (is_end(solver, &report->end))
            return STATUS_OK;
        status = find_move(solver, look, error);
        /* What was claimed may turn out otherwise further on: the line then ends here. */
        if (status < 0 || !reaches_goal(classify(solver, look->result.score, look->value)))
            return status;
    }
    return STATUS_OK;
}

Status solve_position(Session *session, const Position *position, const SolveConfig *config,
                      SolveReport *ret_report, Error *error) {
    *ret_report = (SolveReport){.class = SOLVE_OPEN, .end = SOLVE_END_LIMIT};
    Solver solver = {session, config, ret_report, SOLVE_CLAIM_SCORE,
                     balance(position, config->side)};
    if (solver.start > 0)
        solver.claim += 100 * solver.start;
    Status status = session_new_game(session, error);
    if (status >= 0)
        status = session_set_position(session, position, error);
    Look *look = malloc(sizeof *look);
    if (!look)
        status = error_set(error, STATUS_NO_MEMORY, "no memory for a solution");
    if (status >= 0)
        status = find_move(&solver, look, error);
    if (status >= 0) {
        ret_report->score = look->result.score;
        ret_report->class = classify(&solver, look->result.score, look->value);
        if (move_is_none(look->result.best))
            ret_report->end = SOLVE_END_GAME;
        else if (reaches_goal(ret_report->class))
            status = follow(&solver, look, error);
        else if (position->turn == (uint8_t)config->side)
            status = add_step(&solver, look, error);
    }
    free(look);
    return status;
}

void solve_report_done(SolveReport *report) {
    for (int i = 0; i < report->step_count; i++)
        free(report->steps[i].others);
    free(report->steps);
    *report = (SolveReport){0};
}

static bool has_other(const SolveStep *step, bool claimed) {
    return step->proved_count > 0 || (claimed && step->claimed_count > 0);
}

bool solve_is_cooked(const SolveReport *report, bool claimed) {
    return reaches_goal(report->class) && report->step_count > 0 &&
           has_other(&report->steps[0], claimed);
}

bool solve_has_dual(const SolveReport *report, bool claimed) {
    for (int i = 1; reaches_goal(report->class) && i < report->step_count; i++)
        if (has_other(&report->steps[i], claimed))
            return true;
    return false;
}
