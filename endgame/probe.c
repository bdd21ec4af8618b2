/* SPDX-License-Identifier: MIT */
#include "endgame/probe.h"

#include "engine/board/movegen.h"

static const Verdict unknown = {VERDICT_UNKNOWN, 0};

static bool is_within(const Tables *tables, TableKind kind, const Position *position) {
    return bits_count(board_occupied(&position->board)) <= tables_pieces_max(tables, kind);
}

static KindFrame frame_of(TableKind kind, const Position *position) {
    KindFrame frame;
    kind_frame_init(&frame, kind, position->rules,
                    slice_of_board(&position->board, (Color)position->turn));
    return frame;
}

/* A move that wins settles the value whatever the unknown ones are, but not how soon. */
static Verdict judge(const KindTally *tally, const KindFrame *frame, bool gaps) {
    if (gaps && !(tally->win && frame->kind == KIND_WDL))
        return unknown;
    return kind_tally_judge(tally, frame);
}

static Verdict resolve(const Tables *tables, TableKind kind, const Position *position) {
    MoveList list;
    movegen_generate(position, &list);
    KindFrame frame = frame_of(kind, position);
    KindTally tally = {0};
    bool gaps = false;
    for (int i = 0; i < list.count; i++) {
        Position next;
        position_make(position, list.moves[i], &next);
        KindFrame next_frame = frame_of(kind, &next);
        Verdict verdict = probe_read(tables, kind, &next);
        if (verdict.value == VERDICT_UNKNOWN)
            gaps = true;
        else
            kind_tally_add(&tally, &frame, &next_frame, verdict, false);
        if (tally.win && kind == KIND_WDL)
            break;
    }
    return judge(&tally, &frame, gaps);
}

Verdict probe_read(const Tables *tables, TableKind kind, const Position *position) {
    Color turn = (Color)position->turn;
    /* Captures that lead from many pieces into the tables are the search's to find. */
    if (!is_within(tables, kind, position))
        return unknown;
    if (movegen_has_capture(position, turn))
        return resolve(tables, kind, position);
    return tables_read(tables, kind, &position->board, turn);
}

static bool is_counted_out(const Position *position) {
    const Rules *rules = position->rules;
    if (rules->quiet_ply_limit && position->quiet_plies >= rules->quiet_ply_limit)
        return true;
    return position->ending && position->ending_plies >= rules->endings[position->ending - 1].plies;
}

/* What a verdict from a fresh count is worth when the counts have run so far. */
static int apply_counts(const Position *position, Verdict verdict) {
    const Rules *rules = position->rules;
    if (verdict.value == VERDICT_DRAW || verdict.value == VERDICT_UNKNOWN)
        return verdict.value;
    int quiet_left = rules->quiet_ply_limit - position->quiet_plies;
    if (!position->ending)
        return verdict.plies <= quiet_left ? verdict.value : VERDICT_DRAW;
    int ending_left = rules->endings[position->ending - 1].plies - position->ending_plies;
    if (verdict.plies > ending_left)
        return VERDICT_DRAW;
    bool settled = verdict.plies <= quiet_left;
    return settled ? verdict.value
           : !board_occupied(&(Board){
                 .men = {position->board.men[COLOR_WHITE], position->board.men[COLOR_BLACK]}})
               ? VERDICT_DRAW
               : VERDICT_UNKNOWN;
}

static int resolve_rule(const Tables *tables, const Position *position) {
    MoveList list;
    movegen_generate(position, &list);
    bool gaps = false, draws = false;
    for (int i = 0; i < list.count; i++) {
        Position next;
        position_make(position, list.moves[i], &next);
        int value = probe_read_rule(tables, &next);
        if (value == VERDICT_LOSS)
            return VERDICT_WIN;
        gaps |= value == VERDICT_UNKNOWN;
        draws |= value == VERDICT_DRAW;
    }
    return gaps ? VERDICT_UNKNOWN : draws ? VERDICT_DRAW : VERDICT_LOSS;
}

int probe_read_rule(const Tables *tables, const Position *position) {
    Color turn = (Color)position->turn;
    if (is_counted_out(position))
        return movegen_has_move(position) ? VERDICT_DRAW : kind_get_stuck(position->rules);
    if (!is_within(tables, KIND_RULE, position))
        return VERDICT_UNKNOWN;
    if (!board_pieces(&position->board, turn))
        return kind_get_stuck(position->rules);
    if (movegen_has_capture(position, turn))
        return resolve_rule(tables, position);
    return apply_counts(position, tables_read(tables, KIND_RULE, &position->board, turn));
}

/* ---- the oracle ---- */

static OracleValue oracle_value(int value) {
    switch (value) {
    case VERDICT_LOSS:
        return ORACLE_LOSS;
    case VERDICT_DRAW:
        return ORACLE_DRAW;
    case VERDICT_WIN:
        return ORACLE_WIN;
    default:
        return ORACLE_UNKNOWN;
    }
}

static OracleValue look(void *context, const Position *position) {
    const Tables *tables = context;
    Color turn = (Color)position->turn;
    if (tables_pieces_max(tables, KIND_RULE)) {
        Verdict verdict = tables_read(tables, KIND_RULE, &position->board, turn);
        if (verdict.value != VERDICT_UNKNOWN)
            return oracle_value(apply_counts(position, verdict));
    }
    Verdict verdict = tables_read(tables, KIND_WDL, &position->board, turn);
    if (verdict.value == VERDICT_UNKNOWN && tables_pieces_max(tables, KIND_DTW))
        verdict = tables_read(tables, KIND_DTW, &position->board, turn);
    return oracle_value(verdict.value);
}

static void consult(void *context, const Position *position, OracleAnswer *ret_answer) {
    const Tables *tables = context;
    Verdict verdict = probe_read(tables, KIND_DTW, position);
    bool has_plies = verdict.value == VERDICT_WIN || verdict.value == VERDICT_LOSS;
    int plies = has_plies ? verdict.plies : -1;
    if (verdict.value == VERDICT_UNKNOWN)
        verdict = probe_read(tables, KIND_WDL, position);
    *ret_answer = (OracleAnswer){
        .value = oracle_value(verdict.value),
        .plies = plies,
        .rule = oracle_value(probe_read_rule(tables, position)),
    };
}

Oracle probe_oracle(const Tables *tables) {
    int most = 0;
    for (int kind = 0; kind < KIND_COUNT; kind++)
        if (tables_pieces_max(tables, (TableKind)kind) > most)
            most = tables_pieces_max(tables, (TableKind)kind);
    /* The functions take the tables back as what they were. */
    return (Oracle){
        .pieces_max = most, .look = look, .consult = consult, .context = (void *)(uintptr_t)tables};
}

/* How good a move is for the mover by the verdict after it: larger is better. */
static int rate(Verdict next) {
    switch (next.value) {
    case VERDICT_LOSS:
        return 2000 - next.plies;
    case VERDICT_WIN:
        return -2000 + next.plies;
    default:
        return 0;
    }
}

Move probe_best_move(const Tables *tables, const Position *position) {
    MoveList list;
    movegen_generate(position, &list);
    Move best = move_none();
    int best_rate = 0;
    for (int i = 0; i < list.count; i++) {
        Position next;
        position_make(position, list.moves[i], &next);
        Verdict verdict = probe_read(tables, KIND_DTW, &next);
        if (verdict.value == VERDICT_UNKNOWN)
            return move_none();
        if (move_is_none(best) || rate(verdict) > best_rate) {
            best = list.moves[i];
            best_rate = rate(verdict);
        }
    }
    return best;
}
