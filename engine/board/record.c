/* SPDX-License-Identifier: MIT */
#include "engine/board/record.h"

#include "engine/board/movegen.h"

#include <stdio.h>
#include <stdlib.h>

enum {
    RECORD_CAPACITY_FIRST = 64
};

Status record_init(GameRecord *record, const Position *start, Error *error) {
    RecordEntry *entries = malloc(RECORD_CAPACITY_FIRST * sizeof *entries);
    if (!entries)
        return error_set(error, STATUS_NO_MEMORY, "out of memory for a game record");
    *record = (GameRecord){.entries = entries, .capacity = RECORD_CAPACITY_FIRST};
    record_restart(record, start);
    return STATUS_OK;
}

void record_done(GameRecord *record) {
    free(record->entries);
    *record = (GameRecord){0};
}

void record_restart(GameRecord *record, const Position *start) {
    record->entries[0] = (RecordEntry){.position = *start};
    record->count = 1;
}

Status record_push(GameRecord *record, Move move, Error *error) {
    if (record->count == record->capacity) {
        int capacity = record->capacity * 2;
        RecordEntry *grown = realloc(record->entries, (size_t)capacity * sizeof *grown);
        if (!grown)
            return error_set(error, STATUS_NO_MEMORY, "out of memory for a game of %d plies",
                             record->count);
        record->entries = grown;
        record->capacity = capacity;
    }
    RecordEntry *entry = &record->entries[record->count];
    entry->move = move;
    position_make(record_current(record), move, &entry->position);
    record->count++;
    return STATUS_OK;
}

bool record_pop(GameRecord *record) {
    if (record->count <= 1)
        return false;
    record->count--;
    return true;
}

const Position *record_current(const GameRecord *record) {
    return &record->entries[record->count - 1].position;
}

int record_plies(const GameRecord *record) {
    return record->count - 1;
}

/* Only positions since the last man's move or capture can be equal to the current one, and
 * quiet_plies counts them. A start position read from text may bring a count of its own. */
int record_occurrences(const GameRecord *record) {
    const Position *current = record_current(record);
    int occurrences = 1;
    int first = record->count - 1 - current->quiet_plies;
    for (int i = record->count - 3; i >= first && i >= 0; i -= 2)
        occurrences += position_same_placement(&record->entries[i].position, current);
    return occurrences;
}

static Reason draw_reason(const GameRecord *record) {
    const Position *current = record_current(record);
    const Rules *rules = current->rules;
    if (rules->repetition_limit && record_occurrences(record) >= rules->repetition_limit)
        return REASON_REPETITION;
    if (current->ending && current->ending_plies >= rules->endings[current->ending - 1].plies)
        return REASON_COUNTED_ENDING;
    if (rules->quiet_ply_limit && current->quiet_plies >= rules->quiet_ply_limit)
        return REASON_QUIET_MOVES;
    return REASON_NONE;
}

/* Who has won a game without moves. Where a king wins it is that of the side that has just moved,
 * or in a position that was set up so perhaps that of the side to move. */
static Outcome judge_end(const Position *position, Reason reason) {
    Color turn = (Color)position->turn, winner = color_other(turn);
    if (reason == REASON_NO_MOVE && position->rules->no_move_wins)
        winner = turn;
    if (reason == REASON_CROWNED && !position->board.kings[winner])
        winner = turn;
    return winner == COLOR_WHITE ? OUTCOME_WHITE_WINS : OUTCOME_BLACK_WINS;
}

Outcome record_outcome(const GameRecord *record, Reason *ret_reason) {
    const Position *current = record_current(record);
    const Bitboard *kings = current->board.kings;
    Outcome outcome = OUTCOME_NONE;
    Reason reason = REASON_NONE;
    if (current->rules->king_wins && (kings[COLOR_WHITE] | kings[COLOR_BLACK])) {
        reason = REASON_CROWNED;
        outcome = judge_end(current, reason);
    } else if (!movegen_has_move(current)) {
        reason = REASON_NO_MOVE;
        outcome = judge_end(current, reason);
    } else if ((reason = draw_reason(record)) != REASON_NONE) {
        outcome = OUTCOME_DRAW;
    }
    if (ret_reason)
        *ret_reason = reason;
    return outcome;
}

static void describe_ending(const CountedEnding *ending, char *buffer, size_t size) {
    int moves = (ending->plies + 1) / 2, min = ending->pieces_min, max = ending->pieces_max;
    char pieces[32];
    if (min == max)
        snprintf(pieces, sizeof pieces, "%d", max);
    else if (ending->kings_min && min > 1)
        snprintf(pieces, sizeof pieces, "at least %d", min);
    else
        snprintf(pieces, sizeof pieces, "at most %d", max);
    if (ending->kind == ENDING_LONE_KING)
        snprintf(buffer, size, "%d moves each with %s pieces against a lone king%s (%s)", moves,
                 pieces, ending->on_main_road ? " on the main road" : "", ending->article);
    else
        snprintf(buffer, size, "%d moves each with %s pieces in all (%s)", moves, pieces,
                 ending->article);
}

const char *record_describe_reason(const Position *position, Reason reason, char *buffer,
                                   size_t size) {
    const Rules *rules = position->rules;
    switch (reason) {
    case REASON_NONE:
        snprintf(buffer, size, "the game goes on");
        break;
    case REASON_NO_MOVE:
        snprintf(buffer, size, "%s has no move%s",
                 position->turn == COLOR_WHITE ? "White" : "Black",
                 rules->no_move_wins ? ", which wins" : "");
        break;
    case REASON_CROWNED:
        snprintf(buffer, size, "%s has a king, which wins",
                 judge_end(position, reason) == OUTCOME_WHITE_WINS ? "White" : "Black");
        break;
    case REASON_REPETITION:
        snprintf(buffer, size, "the same position for the %s time (%s)",
                 rules->repetition_limit == 3 ? "third" : "last", rules->repetition_article);
        break;
    case REASON_QUIET_MOVES:
        snprintf(buffer, size, "%d moves each by kings without a capture (%s)",
                 rules->quiet_ply_limit / 2, rules->quiet_article);
        break;
    case REASON_COUNTED_ENDING:
        if (position->ending)
            describe_ending(&rules->endings[position->ending - 1], buffer, size);
        break;
    }
    return buffer;
}
