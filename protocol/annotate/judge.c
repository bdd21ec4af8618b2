/* SPDX-License-Identifier: MIT */
#include "protocol/annotate/judge.h"

#include "engine/board/movegen.h"

/* Shares of a whole point. A man more or less in an even position moves the expected result by
 * about 0.2 (eval_curve_default), so half a man is a mistake and more than one a blunder, as is
 * half a point by the tables. */
static const double mistake_loss = 0.10; /* range 0.05-0.15 */
static const double blunder_loss = 0.25; /* range 0.20-0.40 */
static const double line_loss = 0.05;    /* from here on the better line is shown, 0.03-0.10 */

static double result_of_truth(OracleValue truth) {
    return truth == ORACLE_WIN ? 1 : truth == ORACLE_LOSS ? 0 : 0.5;
}

static OracleValue turn_truth(OracleValue truth) {
    return truth == ORACLE_WIN ? ORACLE_LOSS : truth == ORACLE_LOSS ? ORACLE_WIN : truth;
}

/* Expected result of the side to move. */
static double expect(const EvalCurve *curve, const Position *position, const NotesPosition *note) {
    if (note->truth != ORACLE_UNKNOWN)
        return result_of_truth(note->truth);
    if (note->ended)
        return note->score > 0 ? 1 : note->score < 0 ? 0 : 0.5;
    EvalChances chances = eval_chances(curve, position, note->score);
    return chances.win + chances.draw / 2;
}

static bool leaves_book(const GameNotes *notes, int ply) {
    for (int i = 0; i < ply; i++)
        if (!notes->positions[i].in_book)
            return false;
    return !notes->positions[ply].in_book;
}

static bool is_forced(const Position *position) {
    MoveList moves;
    return movegen_generate(position, &moves) == 1;
}

static Mark find_mark(double lost) {
    return lost >= blunder_loss ? MARK_BLUNDER : lost >= mistake_loss ? MARK_MISTAKE : MARK_NONE;
}

void judge_move(const EvalCurve *curve, const GameRecord *record, const GameNotes *notes, int ply,
                Judgement *ret_judgement) {
    const Position *position = &record->entries[ply - 1].position;
    const NotesPosition *before = &notes->positions[ply - 1], *after = &notes->positions[ply];
    Move move = record->entries[ply].move;
    Judgement judgement = {
        .forced = is_forced(position),
        .best = before->line_length > 0 && move_equals(before->line[0], move),
        .before = expect(curve, position, before),
        .after = 1 - expect(curve, &record->entries[ply].position, after),
        .truth_before = before->truth,
        .truth_after = turn_truth(after->truth),
        .left_book = leaves_book(notes, ply),
    };
    bool exact =
        judgement.truth_before != ORACLE_UNKNOWN && judgement.truth_after != ORACLE_UNKNOWN;
    /* What the search would have played itself is no mistake, even if a look from the next position
     * sees more; the tables are right about it all the same. */
    if (judgement.before < judgement.after || judgement.forced || (judgement.best && !exact))
        judgement.before = judgement.after;
    judgement.lost = judgement.before - judgement.after;
    judgement.table_mistake = exact && judgement.lost > 0;
    judgement.mark = find_mark(judgement.lost);
    if (judge_shows_line(&judgement))
        judgement.missed = shot_find(position, before->line, before->line_length);
    *ret_judgement = judgement;
}

bool judge_shows_line(const Judgement *judgement) {
    return !judgement->best && judgement->lost >= line_loss;
}

void judge_count(const Judgement *judgement, JudgeTally *tally) {
    tally->moves++;
    tally->mistakes += judgement->mark == MARK_MISTAKE;
    tally->blunders += judgement->mark == MARK_BLUNDER;
    tally->missed_shots += judgement->missed.gain > 0;
    tally->lost += judgement->lost;
}
