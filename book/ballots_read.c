/* SPDX-License-Identifier: MIT
 *
 * Files of ballots, line by line. */
#include "book/ballots_internal.h"

#include "engine/notation/fen.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

enum {
    FIELDS_MAX = 32, /* what stands behind is not looked at */
    NO_COLUMN = -1,  /* there is none */
    NAMES_MAX = 4,
};

static const char *const name_columns[NAMES_MAX] = {"name", "code", "acf_no", "number"};

/* A part of a line. */
typedef struct {
    const char *text;
    size_t length;
} Field;

typedef struct {
    int names[NAMES_MAX]; /* the first that says something is the name */
    int status, fen, moves;
} Columns;

typedef struct {
    const Rules *rules;
    bool lost_too;
    Columns columns;
    bool has_header;
    BallotList *list;
    TextBuffer names; /* moves of the line at hand */
} Reader;

/* Without blanks at both ends. */
static Field trim(const char *text, size_t length) {
    while (length > 0 && isspace((unsigned char)*text)) {
        text++;
        length--;
    }
    while (length > 0 && isspace((unsigned char)text[length - 1]))
        length--;
    return (Field){text, length};
}

static bool field_is(Field field, const char *word) {
    return field.length == strlen(word) && strncasecmp(field.text, word, field.length) == 0;
}

static bool field_has(Field field, char byte) {
    return field.length > 0 && memchr(field.text, byte, field.length) != NULL;
}

static int split(Field line, Field fields[static FIELDS_MAX]) {
    int count = 0;
    const char *end = line.text + line.length;
    for (const char *at = line.text; count < FIELDS_MAX; count++) {
        const char *tab = memchr(at, '\t', (size_t)(end - at));
        fields[count] = trim(at, (size_t)((tab ? tab : end) - at));
        if (!tab)
            return count + 1;
        at = tab + 1;
    }
    return count;
}

/* ---- one ballot ---- */

/* The position of a FEN, of `start` or of a Hub message, then the moves behind a semicolon. */
static Status read_position(Reader *reader, Field field, Position *position, Error *error) {
    static const char hub_letters[] = "wWbBe";
    size_t squares = (size_t)rules_geometry(reader->rules)->square_count;
    size_t letters = 0;
    while (letters < field.length && memchr(hub_letters, field.text[letters], 5))
        letters++;
    if (letters == field.length && letters == squares + 1) {
        bool lower = field.text[0] == 'w' || field.text[0] == 'b';
        return fen_read_hub(reader->rules, field.text, field.length, lower, position, error);
    }
    const char *mark = memchr(field.text, ';', field.length);
    size_t length = mark ? (size_t)(mark - field.text) : field.length;
    Status status = fen_read(reader->rules, field.text, length, position, NULL, error);
    if (status == STATUS_OK && mark)
        status = ballots_play(position, mark + 1, field.length - length - 1, &reader->names, error);
    return status;
}

static Status add(Reader *reader, Field name, const Position *start, Error *error) {
    char text[2 * BALLOT_NAME_SIZE];
    Status status = ballots_check_start(start, error);
    if (status < 0)
        return status;
    if (name.length > 0)
        snprintf(text, sizeof text, "%.*s",
                 name.length < sizeof text ? (int)name.length : (int)sizeof text - 1, name.text);
    else
        snprintf(text, sizeof text, "%d", reader->list->count + 1);
    return ballots_add(reader->list, text, start, error);
}

/* ---- tables ---- */

static int find_column(const Field *fields, int count, const char *word) {
    for (int i = 0; i < count; i++)
        if (field_is(fields[i], word))
            return i;
    return NO_COLUMN;
}

/* Takes the line as a header if it is one. */
static bool accept_header(Reader *reader, Field line) {
    Field fields[FIELDS_MAX];
    while (line.length > 0 && *line.text == '#')
        line = (Field){line.text + 1, line.length - 1};
    int count = split(line, fields);
    Columns columns = {.status = find_column(fields, count, "status"),
                       .fen = find_column(fields, count, "fen"),
                       .moves = find_column(fields, count, "moves")};
    if (columns.status == NO_COLUMN)
        columns.status = find_column(fields, count, "deck");
    for (int i = 0; i < NAMES_MAX; i++)
        columns.names[i] = find_column(fields, count, name_columns[i]);
    if (!field_has(line, '\t') || (columns.fen == NO_COLUMN && columns.moves == NO_COLUMN))
        return false;
    reader->columns = columns;
    reader->has_header = true;
    return true;
}

static Field get_field(const Field *fields, int count, int column) {
    return column >= 0 && column < count ? fields[column] : (Field){"", 0};
}

static Status read_row(Reader *reader, Field line, Error *error) {
    Field fields[FIELDS_MAX];
    int count = split(line, fields);
    const Columns *columns = &reader->columns;
    Field mark = get_field(fields, count, columns->status);
    Field fen = get_field(fields, count, columns->fen);
    Field moves = get_field(fields, count, columns->moves);
    Field name = {"", 0};
    for (int i = 0; i < NAMES_MAX && name.length == 0; i++)
        name = get_field(fields, count, columns->names[i]);
    if ((field_is(mark, "lost") || field_is(mark, "barred")) && !reader->lost_too)
        return STATUS_OK;
    if (fen.length == 0 && columns->moves == NO_COLUMN)
        return error_set(error, STATUS_SYNTAX,
                         "no FEN in field %d of this row of a table (before a header names the "
                         "columns they are name and FEN)",
                         columns->fen + 1);
    Position start;
    Status status;
    if (fen.length > 0) {
        status = read_position(reader, fen, &start, error);
    } else {
        position_init_start(&start, reader->rules);
        status = ballots_play(&start, moves.text, moves.length, &reader->names, error);
        if (name.length == 0)
            moves = (Field){text_buffer_get(&reader->names), reader->names.length};
    }
    return status < 0 ? status : add(reader, name.length > 0 ? name : moves, &start, error);
}

/* ---- lines ---- */

static Status read_plain(Reader *reader, Field line, Error *error) {
    Position start;
    Field name = {"", 0};
    Status status;
    if (isdigit((unsigned char)*line.text)) {
        position_init_start(&start, reader->rules);
        status = ballots_play(&start, line.text, line.length, &reader->names, error);
        name = (Field){text_buffer_get(&reader->names), reader->names.length};
    } else {
        status = read_position(reader, line, &start, error);
    }
    return status < 0 ? status : add(reader, name, &start, error);
}

/* A line as it stands in the file. */
static Status read_line(Reader *reader, const char *text, size_t length, Error *error) {
    const char *mark;
    Field whole = {text, length}, line = trim(text, length);
    text_buffer_clear(&reader->names);
    if (line.length == 0 || accept_header(reader, whole) || *line.text == '#')
        return STATUS_OK;
    /* Without a header a tab at the end is only a blank. */
    if (field_has(reader->has_header ? whole : line, '\t'))
        return read_row(reader, whole, error);
    mark = memchr(line.text, '#', line.length);
    if (mark)
        line = trim(line.text, (size_t)(mark - line.text));
    return read_plain(reader, line, error);
}

/* ---- files ---- */

static size_t measure_line(const char *text, size_t length) {
    const char *end = length > 0 ? memchr(text, '\n', length) : NULL;
    return end ? (size_t)(end - text) : length;
}

/* Whether the first line that says something begins a game. */
static bool is_pdn(const char *bytes, size_t length) {
    for (size_t at = 0; at < length;) {
        size_t size = measure_line(bytes + at, length - at);
        Field line = trim(bytes + at, size);
        if (line.length > 0 && *line.text != '#' && *line.text != '%')
            return *line.text == '[';
        at += size + 1;
    }
    return false;
}

/* Lines before the first that begins a game: comments of ours, which PDN does not know. */
static size_t skip_comments(const char *bytes, size_t length, long *ret_lines) {
    size_t at = 0;
    *ret_lines = 0;
    for (;;) {
        size_t size = measure_line(bytes + at, length - at);
        if (trim(bytes + at, size).length > 0 && *trim(bytes + at, size).text == '[')
            return at;
        at += size + 1;
        ++*ret_lines;
    }
}

static Status read_lines(Reader *reader, const char *file, const char *bytes, size_t length,
                         Error *error) {
    long number = 0;
    for (size_t at = 0; at < length;) {
        size_t size = measure_line(bytes + at, length - at);
        Error reason;
        number++;
        Status status = read_line(reader, bytes + at, size, &reason);
        if (status < 0)
            return error_set(error, status, "%s, line %ld: %s", file, number, reason.text);
        at += size + 1;
    }
    return STATUS_OK;
}

Status ballots_read(const Rules *rules, const char *file, const char *bytes, size_t length,
                    bool lost_too, BallotList *ret_list, Error *error) {
    static const char byte_order_mark[] = "\xef\xbb\xbf";
    Reader reader = {.rules = rules,
                     .lost_too = lost_too,
                     .columns = {.names = {0, NO_COLUMN, NO_COLUMN, NO_COLUMN},
                                 .status = NO_COLUMN,
                                 .fen = 1,
                                 .moves = NO_COLUMN},
                     .list = ret_list};
    Status status;
    *ret_list = (BallotList){0};
    if (length >= 3 && !memcmp(bytes, byte_order_mark, 3)) {
        bytes += 3;
        length -= 3;
    }
    if (is_pdn(bytes, length)) {
        long lines;
        size_t skipped = skip_comments(bytes, length, &lines);
        status = ballots_read_pdn(rules, file, bytes + skipped, length - skipped, lines, ret_list,
                                  error);
    } else {
        status = read_lines(&reader, file, bytes, length, error);
    }
    text_buffer_done(&reader.names);
    if (status == STATUS_OK && ret_list->count == 0)
        status =
            error_set(error, STATUS_SYNTAX,
                      "%s has no ballots: a line each is due, a FEN or moves from the start", file);
    return status < 0 ? status : ballots_tell_apart(ret_list, error);
}
