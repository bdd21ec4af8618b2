/* SPDX-License-Identifier: MIT
 *
 * Ballots as moves and as lines. */
#include "book/ballots_internal.h"

#include "engine/board/record.h"
#include "engine/notation/fen.h"
#include "engine/notation/move_text.h"

#include <string.h>

Status ballots_check_start(const Position *start, Error *error) {
    GameRecord record;
    Reason reason;
    char text[128];
    Status status = record_init(&record, start, error);
    if (status < 0)
        return status;
    if (record_outcome(&record, &reason) != OUTCOME_NONE)
        status = error_set(error, STATUS_ILLEGAL,
                           "the game is over there already: %s; a ballot is a position to play on",
                           record_describe_reason(start, reason, text, sizeof text));
    record_done(&record);
    return status;
}

static bool is_between(char byte) {
    return byte == ' ' || byte == '\t' || byte == '\r' || byte == '\n' || byte == ',';
}

/* Bytes of a move number ("12." or "12..."), 0 if there is none. */
static size_t measure_number(const char *text, size_t length) {
    size_t digits = 0, end;
    while (digits < length && text[digits] >= '0' && text[digits] <= '9')
        digits++;
    for (end = digits; end < length && text[end] == '.';)
        end++;
    return digits > 0 && end > digits ? end : 0;
}

static Status play_word(Position *position, const char *word, size_t length, int number,
                        TextBuffer *names, Error *error) {
    Move move;
    Error reason;
    char text[MOVE_TEXT_SIZE];
    Status status = move_text_read(position, word, length, &move, &reason);
    if (status < 0)
        return error_set(error, status, "move %d, \"%.*s\": %s", number,
                         length < 40 ? (int)length : 40, word, reason.text);
    text_buffer_printf(names, "%s%s", names->length ? " " : "",
                       move_text_write(position, move, text));
    Position before = *position;
    position_make(&before, move, position);
    return STATUS_OK;
}

Status ballots_play(Position *position, const char *text, size_t length, TextBuffer *names,
                    Error *error) {
    int number = 0;
    for (size_t i = 0; i < length;) {
        size_t end = i;
        if (is_between(text[i])) {
            i++;
            continue;
        }
        i += measure_number(text + i, length - i);
        for (end = i; end < length && !is_between(text[end]);)
            end++;
        Status status = STATUS_OK;
        if (end > i)
            status = play_word(position, text + i, end - i, ++number, names, error);
        if (status < 0)
            return status;
        i = end;
    }
    return text_buffer_get_status(names, error);
}

Status ballots_write(const BallotList *list, TextBuffer *buffer, Error *error) {
    for (int i = 0; i < list->count; i++) {
        const Ballot *ballot = &list->ballots[i];
        const FenCounters counters = {.quiet_plies = ballot->start.quiet_plies, .move_number = 1};
        char fen[FEN_SIZE];
        bool hidden = ballot->name[0] == '#';
        fen_write(&ballot->start, counters.quiet_plies ? &counters : NULL, fen);
        text_buffer_printf(buffer, "%s%s\t%s\n", hidden ? "No. " : "", ballot->name + hidden, fen);
    }
    return text_buffer_get_status(buffer, error);
}
