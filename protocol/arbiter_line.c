/* SPDX-License-Identifier: MIT */
#include "protocol/arbiter_line.h"

#include "engine/notation/fen.h"

#include <stdio.h>
#include <string.h>

typedef struct {
    const char *text; /* not terminated */
    size_t length;
} Word;

/* What stands behind the verb. */
typedef enum {
    WANTS_NOTHING,
    WANTS_FEN,
    WANTS_NUMBER,
    WANTS_TIME,
    WANTS_SQUARE,
    WANTS_MOVE,
    WANTS_DECISION,
} Wants;

typedef struct {
    const char *word;
    EventKind kind;
    Wants wants;
} Verb;

static const Verb verbs[] = {
    {"new", EVENT_NEW, WANTS_FEN},
    {"misplaced", EVENT_MISPLACED, WANTS_NOTHING},
    {"lot", EVENT_LOT, WANTS_NUMBER},
    {"time", EVENT_TIME, WANTS_TIME},
    {"touch", EVENT_TOUCH, WANTS_SQUARE},
    {"adjust", EVENT_ADJUST, WANTS_SQUARE},
    {"past", EVENT_PAST, WANTS_MOVE},
    {"place", EVENT_PLACE, WANTS_MOVE},
    {"release", EVENT_RELEASE, WANTS_NOTHING},
    {"move", EVENT_MOVE, WANTS_MOVE},
    {"take-back", EVENT_TAKE_BACK, WANTS_NOTHING},
    {"lift", EVENT_LIFT, WANTS_SQUARE},
    {"crown", EVENT_CROWN, WANTS_SQUARE},
    {"intimate", EVENT_INTIMATE, WANTS_NOTHING},
    {"huff", EVENT_HUFF, WANTS_SQUARE},
    {"compel", EVENT_COMPEL, WANTS_NOTHING},
    {"stand", EVENT_STAND, WANTS_NOTHING},
    {"rectify", EVENT_RECTIFY, WANTS_NOTHING},
    {"resign", EVENT_RESIGN, WANTS_NOTHING},
    {"offer", EVENT_OFFER, WANTS_NOTHING},
    {"accept", EVENT_ACCEPT, WANTS_NOTHING},
    {"decline", EVENT_DECLINE, WANTS_NOTHING},
    {"claim", EVENT_CLAIM, WANTS_NOTHING},
    {"notice", EVENT_NOTICE, WANTS_NOTHING},
    {"show", EVENT_SHOW, WANTS_NOTHING},
    {"decide", EVENT_DECIDE, WANTS_DECISION},
};

static const char *const decisions[] = {
    [DECISION_RECTIFY] = "rectify",     [DECISION_STAND] = "stand", [DECISION_FORFEIT] = "forfeit",
    [DECISION_ADVANTAGE] = "advantage", [DECISION_NONE] = "none",
};

/* ---- Reading ---- */

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r';
}

static Word take_word(const char **text, const char *end) {
    while (*text < end && is_blank(**text))
        ++*text;
    Word word = {*text, 0};
    while (*text < end && !is_blank(**text))
        ++*text;
    word.length = (size_t)(*text - word.text);
    return word;
}

static bool word_is(Word word, const char *text) {
    return strlen(text) == word.length && !strncmp(word.text, text, word.length);
}

/* At most `max`, which is below INT64_MAX / 10. */
static Status read_number(Word word, int64_t max, int64_t *ret_number, Error *error) {
    int64_t number = 0;
    size_t i = 0;
    for (; i < word.length && word.text[i] >= '0' && word.text[i] <= '9' && number <= max; i++)
        number = number * 10 + (word.text[i] - '0');
    if (!word.length || (i < word.length && number <= max))
        return error_set(error, STATUS_SYNTAX, "\"%.*s\" is not a number",
                         word.length > 40 ? 40 : (int)word.length, word.text);
    if (number > max)
        return error_set(error, STATUS_RANGE, "numbers go up to %lld here", (long long)max);
    *ret_number = number;
    return STATUS_OK;
}

static Status read_square(const Rules *rules, Word word, ArbiterEvent *event, Error *error) {
    int64_t square = 0;
    int squares = rules_geometry(rules)->square_count;
    Status status = read_number(word, squares, &square, error);
    if (status < 0)
        return status;
    if (square < 1)
        return error_set(error, STATUS_RANGE, "squares are 1 to %d", squares);
    if (event->square_count == SQUARE_COUNT_MAX)
        return error_set(error, STATUS_SYNTAX, "too many squares");
    event->squares[event->square_count++] = (uint8_t)square;
    return STATUS_OK;
}

/* Squares with '-' or 'x' between them. */
static Status read_move(const Rules *rules, Word word, ArbiterEvent *event, Error *error) {
    const char *end = word.text + word.length;
    for (const char *at = word.text; at < end;) {
        const char *sign = at;
        while (sign < end && *sign != '-' && *sign != 'x')
            sign++;
        Status status = read_square(rules, (Word){at, (size_t)(sign - at)}, event, error);
        if (status < 0)
            return status;
        event->jumps |= sign < end && *sign == 'x';
        if (sign < end && sign + 1 == end)
            return error_set(error, STATUS_SYNTAX, "a move ends with a square, not with '%c'",
                             *sign);
        at = sign + 1;
    }
    if (event->square_count < 2)
        return error_set(error, STATUS_SYNTAX, "a move has two squares or more, as in 11-15");
    return STATUS_OK;
}

static Status read_decision(Word word, Decision *ret_decision, Error *error) {
    for (size_t i = 0; i < sizeof decisions / sizeof *decisions; i++)
        if (word_is(word, decisions[i])) {
            *ret_decision = (Decision)i;
            return STATUS_OK;
        }
    return error_set(error, STATUS_SYNTAX,
                     "to be decided is one of: rectify stand forfeit advantage none");
}

static Status read_time(Word word, int64_t *ret_ms, Error *error) {
    return read_number(word, 1000000000000, ret_ms, error);
}

/* Everything up to the end of the line. */
static Status read_start(const Rules *rules, const char *text, const char *end, ArbiterLine *line,
                         Error *error) {
    while (text < end && is_blank(*text))
        text++;
    while (end > text && is_blank(end[-1]))
        end--;
    if (text == end)
        return STATUS_OK;
    line->event.start = &line->start;
    return fen_read(rules, text, (size_t)(end - text), &line->start, NULL, error);
}

static Status read_argument(const Rules *rules, Wants wants, Word word, ArbiterLine *line,
                            Error *error) {
    int64_t number = 0;
    Status status = STATUS_OK;
    switch (wants) {
    case WANTS_NUMBER:
        status = read_number(word, 1000, &number, error);
        line->event.number = (int)number;
        return status;
    case WANTS_TIME:
        return read_time(word, &line->event.time_ms, error);
    case WANTS_SQUARE:
        return read_square(rules, word, &line->event, error);
    case WANTS_MOVE:
        return read_move(rules, word, &line->event, error);
    case WANTS_DECISION:
        return read_decision(word, &line->event.decision, error);
    default:
        return STATUS_OK;
    }
}

static const Verb *find_verb(Word word) {
    for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++)
        if (word_is(word, verbs[i].word))
            return &verbs[i];
    return NULL;
}

Status arbiter_line_read(const Rules *rules, const char *text, size_t length, Color turn,
                         ArbiterLine *ret_line, Error *error) {
    const char *end = text + length;
    ArbiterLine *line = ret_line;
    *line = (ArbiterLine){.event.by = turn};
    Word word = take_word(&text, end);
    if (word.length && word.text[0] == '@') {
        Status status = read_time((Word){word.text + 1, word.length - 1}, &line->time_ms, error);
        if (status < 0)
            return status;
        line->time_first = true;
        word = take_word(&text, end);
    }
    if (word_is(word, "white") || word_is(word, "black")) {
        line->event.by = word_is(word, "white") ? COLOR_WHITE : COLOR_BLACK;
        word = take_word(&text, end);
    }
    line->state_only = word_is(word, "state");
    const Verb *verb = find_verb(word);
    if (!verb && !line->state_only)
        return error_set(error, STATUS_SYNTAX, "\"%.*s\" is no event (see ARBITER.md)",
                         word.length > 40 ? 40 : (int)word.length, word.text);
    if (verb)
        line->event.kind = verb->kind;
    if (verb && verb->wants == WANTS_FEN)
        return read_start(rules, text, end, line, error);
    Wants wants = verb ? verb->wants : WANTS_NOTHING;
    if (wants != WANTS_NOTHING) {
        Status status = read_argument(rules, wants, take_word(&text, end), line, error);
        if (status < 0)
            return status;
    }
    word = take_word(&text, end);
    if (word.length)
        return error_set(error, STATUS_SYNTAX, "\"%.*s\" is too much",
                         word.length > 40 ? 40 : (int)word.length, word.text);
    return STATUS_OK;
}

static Answer refuse_board(const Error *fault) {
    Answer answer = {.count = 1};
    answer.rulings[0].kind = RULING_REFUSED;
    answer.rulings[0].matter = MATTER_BOARD;
    snprintf(answer.rulings[0].text, RULING_TEXT_SIZE, "%.300s", fault->text);
    return answer;
}

Status arbiter_line_take(Arbiter *arbiter, const char *text, size_t length, bool json,
                         TextBuffer *output, Error *error) {
    ArbiterLine line;
    Answer answer = {0}, more = {0};
    Error fault = {""};
    ArbiterState state = arbiter_get_state(arbiter);
    const Rules *rules = rules_get(arbiter_get_book(arbiter)->variant);
    Status reading = arbiter_line_read(rules, text, length, state.turn, &line, &fault);
    bool read = reading >= 0;
    /* A set-up that cannot be is no fault of the line. */
    if (reading == STATUS_ILLEGAL)
        answer = refuse_board(&fault);
    if (read && line.time_first) {
        ArbiterEvent time = {.kind = EVENT_TIME, .time_ms = line.time_ms};
        Status status = arbiter_take(arbiter, &time, &answer, error);
        if (status < 0)
            return status;
    }
    if (read && !line.state_only) {
        Status status = arbiter_take(arbiter, &line.event, &more, error);
        if (status < 0)
            return status;
    }
    for (int i = 0; i < more.count && answer.count < RULINGS_MAX; i++)
        answer.rulings[answer.count++] = more.rulings[i];
    arbiter_line_write(arbiter, read || answer.count ? NULL : fault.text, &answer, json, output);
    return text_buffer_get_status(output, error);
}
