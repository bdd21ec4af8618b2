/* SPDX-License-Identifier: MIT */
#include "book/text.h"

#include "engine/notation/fen.h"

#include <string.h>

enum {
    TEXT_VERSION = 1,
    NUMBER_DIGITS_MAX = 10,
};

static const char *const evidence_names[] = {
    [BOOK_UNKNOWN] = "unknown",
    [BOOK_SEARCHED] = "searched",
    [BOOK_BACKED] = "backed",
};

const char *book_text_evidence(BookEvidence evidence) {
    return evidence_names[evidence];
}

/* ---- words ---- */

typedef struct {
    const char *text;
    size_t length; /* 0: there is none */
} Word;

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r';
}

/* The next word of a line, which begins at `*text` and ends at `end`. */
static Word take_word(const char **text, const char *end) {
    while (*text < end && is_blank(**text))
        (*text)++;
    Word word = {.text = *text};
    while (*text < end && !is_blank(**text))
        (*text)++;
    word.length = (size_t)(*text - word.text);
    return word;
}

static bool word_is(Word word, const char *text) {
    return strlen(text) == word.length && !memcmp(word.text, text, word.length);
}

static int shown_length(Word word) {
    return word.length < 40 ? (int)word.length : 40;
}

static Status read_number(Word word, int64_t min, int64_t max, const char *what, int64_t *ret_value,
                          Error *error) {
    bool negative = word.length > 0 && word.text[0] == '-';
    size_t digits = word.length - (negative || (word.length > 0 && word.text[0] == '+'));
    int64_t value = 0;
    bool sound = word.length > 0 && digits > 0 && digits <= NUMBER_DIGITS_MAX;
    for (size_t i = word.length - digits; sound && i < word.length; i++) {
        sound = word.text[i] >= '0' && word.text[i] <= '9';
        value = value * 10 + (word.text[i] - '0');
    }
    if (!sound)
        return error_set(error, STATUS_SYNTAX, "%s: \"%.*s\" is not a whole number", what,
                         shown_length(word), word.text);
    value = negative ? -value : value;
    if (value < min || value > max)
        return error_set(error, STATUS_RANGE, "%s: %.*s is outside %lld..%lld", what,
                         shown_length(word), word.text, (long long)min, (long long)max);
    *ret_value = value;
    return STATUS_OK;
}

/* ---- lines ---- */

/* A line of a text under way. */
typedef struct {
    const char *text, *end;
} Line;

static Status read_evidence(Line *line, Word name, BookEntry *entry, Error *error) {
    int64_t score, depth;
    for (int evidence = 0; evidence < BOOK_EVIDENCE_COUNT; evidence++)
        if (word_is(name, evidence_names[evidence])) {
            entry->evidence = (BookEvidence)evidence;
            if (evidence == BOOK_UNKNOWN)
                return STATUS_OK;
            Status status = read_number(take_word(&line->text, line->end), -BOOK_SCORE_MAX,
                                        BOOK_SCORE_MAX, "score", &score, error);
            if (status == STATUS_OK)
                status = read_number(take_word(&line->text, line->end), 0, BOOK_DEPTH_MAX, "depth",
                                     &depth, error);
            if (status < 0)
                return status;
            entry->score = (int)score;
            entry->depth = (int)depth;
            return STATUS_OK;
        }
    return error_set(error, STATUS_SYNTAX,
                     "behind the position: \"%.*s\" is none of: unknown, searched, backed",
                     shown_length(name), name.text);
}

static Status read_counts(Line *line, BookEntry *entry, Error *error) {
    uint32_t *const counts[] = {&entry->counts.wins, &entry->counts.draws, &entry->counts.losses};
    static const char *const names[] = {"wins", "draws", "losses"};
    for (int i = 0; i < 3; i++) {
        int64_t value;
        Status status =
            read_number(take_word(&line->text, line->end), 0, UINT32_MAX, names[i], &value, error);
        if (status < 0)
            return status;
        *counts[i] = (uint32_t)value;
    }
    return STATUS_OK;
}

/* Results are for the side to move, as in the entry, so a position with Black to move reads the
 * same as its turned one. */
static Status read_entry(const Rules *rules, Line *line, Word fen, BookEntry *ret_entry,
                         Error *error) {
    Position position;
    Status status = fen_read(rules, fen.text, fen.length, &position, NULL, error);
    if (status < 0)
        return status;
    *ret_entry = (BookEntry){.board = book_normalise(&position)};
    status = read_evidence(line, take_word(&line->text, line->end), ret_entry, error);
    Word word = take_word(&line->text, line->end);
    if (status == STATUS_OK && word_is(word, "results")) {
        status = read_counts(line, ret_entry, error);
        word = take_word(&line->text, line->end);
    }
    if (status == STATUS_OK && word.length > 0)
        status = error_set(error, STATUS_SYNTAX, "\"%.*s\" is too much here", shown_length(word),
                           word.text);
    return status;
}

/* ---- text ---- */

typedef struct {
    BookSet *set;
    BookSet own; /* what this text has said */
    bool has_version, has_variant;
} Reader;

static Status read_version(Reader *reader, Line *line, Error *error) {
    int64_t version;
    Status status = read_number(take_word(&line->text, line->end), TEXT_VERSION, TEXT_VERSION,
                                "version of the text form", &version, error);
    reader->has_version = true;
    return status;
}

static Status read_variant(Reader *reader, Line *line, Error *error) {
    Word word = take_word(&line->text, line->end);
    if (!word_is(word, reader->set->rules->name))
        return error_set(error, STATUS_STATE, "a book of \"%.*s\", not of %s", shown_length(word),
                         word.text, reader->set->rules->name);
    reader->has_variant = true;
    return STATUS_OK;
}

/* A NUL ends a recipe as it ends any text. */
static void read_recipe(Reader *reader, Line *line) {
    while (line->text < line->end && is_blank(*line->text))
        line->text++;
    size_t length = strnlen(line->text, (size_t)(line->end - line->text));
    length = length < BOOK_RECIPE_MAX ? length : BOOK_RECIPE_MAX;
    while (length > 0 && is_blank(line->text[length - 1]))
        length--;
    book_set_describe(reader->set, "%.*s", (int)length, line->text);
}

static Status read_line(Reader *reader, Line *line, Error *error) {
    Word word = take_word(&line->text, line->end);
    if (word.length == 0 || word.text[0] == '#')
        return STATUS_OK;
    if (word_is(word, "huff-book"))
        return read_version(reader, line, error);
    if (!reader->has_version)
        return error_set(error, STATUS_SYNTAX,
                         "not the text of a book: it must begin with the line \"huff-book %d\"",
                         TEXT_VERSION);
    if (word_is(word, "variant"))
        return read_variant(reader, line, error);
    if (word_is(word, "recipe")) {
        read_recipe(reader, line);
        return STATUS_OK;
    }
    if (!reader->has_variant)
        return error_set(error, STATUS_SYNTAX,
                         "the line \"variant %s\" must come before the positions",
                         reader->set->rules->name);
    BookEntry entry;
    Status status = read_entry(reader->set->rules, line, word, &entry, error);
    if (status == STATUS_OK && book_set_find(&reader->own, &entry.board))
        status = error_set(error, STATUS_ILLEGAL, "this position stands in the text already");
    return status < 0 ? status : book_set_add(&reader->own, &entry, error);
}

Status book_text_read(BookSet *set, const char *text, size_t length, Error *error) {
    Reader reader = {.set = set};
    book_set_init(&reader.own, set->rules);
    Status status = STATUS_OK;
    const char *next = text, *end = text + length;
    for (int number = 1; next < end && status == STATUS_OK; number++) {
        const char *line_end = memchr(next, '\n', (size_t)(end - next));
        Line line = {.text = next, .end = line_end ? line_end : end};
        Error reason;
        status = read_line(&reader, &line, &reason);
        if (status < 0)
            error_set(error, status, "line %d: %s", number, reason.text);
        next = line_end ? line_end + 1 : end;
    }
    if (status == STATUS_OK && !reader.has_variant)
        status = error_set(error, STATUS_SYNTAX,
                           "not the text of a book: \"huff-book %d\" and "
                           "\"variant %s\" are missing",
                           TEXT_VERSION, set->rules->name);
    for (int i = 0; i < book_set_count(&reader.own) && status == STATUS_OK; i++)
        status = book_set_merge(set, &reader.own.entries[i], error);
    book_set_done(&reader.own);
    return status;
}

static Status write_entry(const Rules *rules, const BookEntry *entry, TextBuffer *buffer,
                          Error *error) {
    Position position;
    char fen[FEN_SIZE];
    Status status = book_place(rules, &entry->board, &position, error);
    if (status < 0)
        return status;
    text_buffer_printf(buffer, "%s %s", fen_write(&position, NULL, fen),
                       book_text_evidence(entry->evidence));
    if (entry->evidence != BOOK_UNKNOWN)
        text_buffer_printf(buffer, " %d %d", entry->score, entry->depth);
    if (book_count_games(&entry->counts) > 0)
        text_buffer_printf(buffer, " results %u %u %u", (unsigned)entry->counts.wins,
                           (unsigned)entry->counts.draws, (unsigned)entry->counts.losses);
    text_buffer_printf(buffer, "\n");
    return STATUS_OK;
}

Status book_text_write(const BookSet *set, TextBuffer *buffer, Error *error) {
    text_buffer_printf(buffer, "huff-book %d\nvariant %s\n", TEXT_VERSION, set->rules->name);
    if (*set->recipe.text)
        text_buffer_printf(buffer, "recipe %s\n", set->recipe.text);
    Status status = STATUS_OK;
    for (int i = 0; i < book_set_count(set) && status == STATUS_OK; i++)
        status = write_entry(set->rules, &set->entries[i], buffer, error);
    return status < 0 ? status : text_buffer_get_status(buffer, error);
}
