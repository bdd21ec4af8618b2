/* SPDX-License-Identifier: MIT */
#include "protocol/hub_line.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* ---- Reading ---- */

/* Where the parser stands. Words and values are copied to `out`, each with a NUL behind it. */
typedef struct {
    const char *text;
    size_t length, at;
    char *out;
    Error *error;
} Parser;

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r';
}

static bool is_control(char c) {
    unsigned char byte = (unsigned char)c;
    return byte < ' ' || byte == 0x7f;
}

static bool is_word_byte(char c) {
    return c != ' ' && c != '=' && c != '"' && !is_control(c);
}

static bool at_end(const Parser *parser) {
    return parser->at == parser->length;
}

static bool stands_at(const Parser *parser, char c) {
    return !at_end(parser) && parser->text[parser->at] == c;
}

static void skip_blanks(Parser *parser) {
    while (!at_end(parser) && is_blank(parser->text[parser->at]))
        parser->at++;
}

/* Copies the bytes first..at to the output. */
static const char *copy_text(Parser *parser, size_t first) {
    char *copy = parser->out;
    size_t length = parser->at - first;
    memcpy(copy, parser->text + first, length);
    copy[length] = '\0';
    parser->out += length + 1;
    return copy;
}

static Status refuse_byte(const Parser *parser, const char *expected) {
    char c = parser->text[parser->at];
    if (is_control(c))
        return error_set(parser->error, STATUS_SYNTAX,
                         "control character %d at offset %zu: %s expected", (unsigned char)c,
                         parser->at, expected);
    return error_set(parser->error, STATUS_SYNTAX, "'%c' at offset %zu: %s expected", c, parser->at,
                     expected);
}

static Status read_word(Parser *parser, const char *expected, const char **ret_word) {
    size_t first = parser->at;
    while (!at_end(parser) && is_word_byte(parser->text[parser->at]))
        parser->at++;
    if (parser->at == first)
        return refuse_byte(parser, expected);
    *ret_word = copy_text(parser, first);
    return STATUS_OK;
}

/* Reads a value in quotes; the parser stands at the opening one. */
static Status read_quoted(Parser *parser, const char **ret_value) {
    size_t opening = parser->at++;
    while (!at_end(parser) && !stands_at(parser, '"')) {
        if (is_control(parser->text[parser->at]) && !stands_at(parser, '\t'))
            return refuse_byte(parser, "printable text inside quotes");
        parser->at++;
    }
    if (at_end(parser))
        return error_set(parser->error, STATUS_SYNTAX,
                         "the quote at offset %zu is not closed: a second '\"' expected", opening);
    *ret_value = copy_text(parser, opening + 1);
    parser->at++;
    return STATUS_OK;
}

/* Reads what stands behind '='. */
static Status read_value(Parser *parser, HubArgument *argument) {
    size_t equals = parser->at++;
    skip_blanks(parser);
    if (at_end(parser))
        return error_set(parser->error, STATUS_SYNTAX,
                         "'%s=' at offset %zu has no value: %s=\"\" is an empty one",
                         argument->name, equals, argument->name);
    argument->has_value = true;
    if (stands_at(parser, '"'))
        return read_quoted(parser, &argument->value);
    return read_word(parser, "a value", &argument->value);
}

static Status read_argument(Parser *parser, HubArgument *argument) {
    *argument = (HubArgument){.value = ""};
    Status status = read_word(parser, "the name of an argument", &argument->name);
    if (status != STATUS_OK)
        return status;
    /* Blanks may stand before '='; when none follows, they separate this flag from the next. */
    size_t behind_name = parser->at;
    skip_blanks(parser);
    if (stands_at(parser, '='))
        return read_value(parser, argument);
    parser->at = behind_name;
    return STATUS_OK;
}

static Status read_line(Parser *parser, HubLine *line) {
    skip_blanks(parser);
    if (at_end(parser))
        return STATUS_OK;
    Status status = read_word(parser, "a command", &line->command);
    while (status == STATUS_OK) {
        size_t behind_token = parser->at;
        skip_blanks(parser);
        if (at_end(parser))
            break;
        if (parser->at == behind_token)
            return refuse_byte(parser, stands_at(parser, '=') && line->argument_count > 0
                                           ? "a blank, or quotes around a value that is empty or "
                                             "holds '='"
                                           : "a blank");
        if (line->argument_count == HUB_ARGUMENTS_MAX)
            return error_set(parser->error, STATUS_SYNTAX,
                             "argument %d at offset %zu: at most %d expected",
                             HUB_ARGUMENTS_MAX + 1, parser->at, HUB_ARGUMENTS_MAX);
        status = read_argument(parser, &line->arguments[line->argument_count]);
        if (status == STATUS_OK)
            line->argument_count++;
    }
    return status;
}

Status hub_line_read(const char *text, size_t length, HubLine *ret_line, Error *error) {
    /* Every word or value is followed in the text by a byte that is not copied, except the last,
     * and for that one the one byte more is there. */
    char *storage = length < SIZE_MAX ? malloc(length + 1) : NULL;
    if (!storage)
        return error_set(error, STATUS_NO_MEMORY, "no memory for a line of %zu bytes", length);
    ret_line->command = "";
    ret_line->argument_count = 0;
    ret_line->storage = storage;
    Parser parser = {.text = text, .length = length, .out = storage, .error = error};
    Status status = read_line(&parser, ret_line);
    if (status != STATUS_OK)
        hub_line_done(ret_line);
    return status;
}

void hub_line_done(HubLine *line) {
    free(line->storage);
    line->storage = NULL;
}

const HubArgument *hub_line_find(const HubLine *line, const char *name) {
    for (int i = line->argument_count - 1; i >= 0; i--)
        if (strcmp(line->arguments[i].name, name) == 0)
            return &line->arguments[i];
    return NULL;
}

/* ---- Values ---- */

enum {
    REAL_DIGITS_MAX = 18,     /* digits that fit 64 bits; further ones only move the exponent */
    REAL_EXPONENT_MAX = 1000, /* where exponents are cut: beyond it all is 0 or the bound */
};

/* A number in parts: digits * 10^exponent. */
typedef struct {
    uint64_t digits;
    int digit_count;
    int exponent;
} Decimal;

static int clamp_exponent(int64_t exponent) {
    if (exponent > REAL_EXPONENT_MAX)
        return REAL_EXPONENT_MAX;
    return exponent < -REAL_EXPONENT_MAX ? -REAL_EXPONENT_MAX : (int)exponent;
}

/* Reads digits with a point or comma; returns behind them, or NULL when there is no digit. */
static const char *read_mantissa(const char *at, Decimal *decimal) {
    bool any = false, behind_point = false;
    int64_t exponent = 0;
    for (;; at++) {
        if (isdigit((unsigned char)*at)) {
            any = true;
            bool kept = decimal->digit_count < REAL_DIGITS_MAX;
            if (kept) {
                decimal->digits = decimal->digits * 10 + (uint64_t)(*at - '0');
                decimal->digit_count += decimal->digits != 0;
            }
            exponent += (kept ? 0 : 1) - (behind_point ? 1 : 0);
        } else if ((*at == '.' || *at == ',') && !behind_point) {
            behind_point = true;
        } else {
            decimal->exponent = clamp_exponent(exponent);
            return any ? at : NULL;
        }
    }
}

/* Reads `e` and a whole number, if there is one; returns behind it, or NULL when it has no digit.
 */
static const char *read_exponent(const char *at, Decimal *decimal) {
    if (*at != 'e' && *at != 'E')
        return at;
    at++;
    bool negative = *at == '-';
    if (*at == '-' || *at == '+')
        at++;
    if (!isdigit((unsigned char)*at))
        return NULL;
    int exponent = 0;
    for (; isdigit((unsigned char)*at); at++)
        exponent = clamp_exponent((int64_t)exponent * 10 + (*at - '0'));
    decimal->exponent += negative ? -exponent : exponent;
    return at;
}

static double compute_decimal(const Decimal *decimal) {
    if (decimal->digits == 0)
        return 0;
    double power = 1;
    int steps = abs(decimal->exponent);
    for (int i = 0; i < steps; i++)
        power *= 10;
    double digits = (double)decimal->digits;
    double value = decimal->exponent < 0 ? digits / power : digits * power;
    return value < HUB_REAL_MAX ? value : HUB_REAL_MAX;
}

Status hub_value_read_real(const char *text, double *ret_value, Error *error) {
    bool negative = *text == '-';
    Decimal decimal = {0};
    const char *end = read_mantissa(text + (*text == '-' || *text == '+'), &decimal);
    if (end)
        end = read_exponent(end, &decimal);
    if (!end || *end != '\0')
        return error_set(error, STATUS_SYNTAX, "'%.100s' is no number: one like 12 or 0.5 expected",
                         text);
    double value = compute_decimal(&decimal);
    *ret_value = negative ? -value : value;
    return STATUS_OK;
}

/* Reads digits up to the NUL; a number above `bound` becomes `bound`. */
static bool read_digits(const char *at, uint64_t bound, uint64_t *ret_value) {
    if (*at == '\0')
        return false;
    uint64_t value = 0;
    for (; *at != '\0'; at++) {
        if (!isdigit((unsigned char)*at))
            return false;
        uint64_t digit = (uint64_t)(*at - '0');
        value = value > (bound - digit) / 10 ? bound : value * 10 + digit;
    }
    *ret_value = value;
    return true;
}

Status hub_value_read_int(const char *text, int64_t min, int64_t max, int64_t *ret_value,
                          Error *error) {
    bool negative = *text == '-';
    uint64_t largest = negative ? (uint64_t)INT64_MAX + 1 : (uint64_t)INT64_MAX;
    uint64_t size = 0;
    if (!read_digits(text + (*text == '-' || *text == '+'), largest + 1, &size))
        return error_set(error, STATUS_SYNTAX, "'%.100s' is no whole number: one like 12 expected",
                         text);
    int64_t value = 0;
    if (size <= INT64_MAX)
        value = negative ? -(int64_t)size : (int64_t)size;
    else
        value = INT64_MIN; /* or beyond int64_t, which the next test sees */
    if (size > largest || value < min || value > max)
        return error_set(error, STATUS_RANGE, "%.100s is out of range: %lld to %lld expected", text,
                         (long long)min, (long long)max);
    *ret_value = value;
    return STATUS_OK;
}

Status hub_value_read_bool(const char *text, bool *ret_value, Error *error) {
    static const char *const words[][2] = {
        {"false", "true"}, {"no", "yes"}, {"off", "on"}, {"0", "1"}};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        for (int value = 0; value <= 1; value++)
            if (strcasecmp(text, words[i][value]) == 0) {
                *ret_value = value != 0;
                return STATUS_OK;
            }
    return error_set(error, STATUS_SYNTAX, "'%.100s' is neither true nor false", text);
}

/* ---- Writing ---- */

void hub_writer_init(HubWriter *writer) {
    *writer = (HubWriter){0};
}

void hub_writer_done(HubWriter *writer) {
    free(writer->text);
    hub_writer_init(writer);
}

/* Room for `length` bytes more and a NUL. */
static bool reserve_text(HubWriter *writer, size_t length) {
    if (writer->failed)
        return false;
    size_t needed = writer->length + length + 1;
    if (needed <= writer->capacity)
        return true;
    size_t capacity = 2 * needed;
    char *text = realloc(writer->text, capacity);
    writer->failed = text == NULL;
    if (!text)
        return false;
    writer->text = text;
    writer->capacity = capacity;
    return true;
}

static void append_text(HubWriter *writer, const char *text) {
    size_t length = strlen(text);
    if (!reserve_text(writer, length))
        return;
    memcpy(writer->text + writer->length, text, length + 1);
    writer->length += length;
}

void hub_writer_begin(HubWriter *writer, const char *command) {
    writer->length = 0;
    writer->failed = false;
    append_text(writer, command);
}

void hub_writer_add_flag(HubWriter *writer, const char *name) {
    append_text(writer, " ");
    append_text(writer, name);
}

void hub_writer_add(HubWriter *writer, const char *name, const char *value) {
    hub_writer_add_flag(writer, name);
    append_text(writer, "=");
    size_t length = strlen(value);
    bool bare = length > 0;
    for (size_t i = 0; i < length && bare; i++)
        bare = value[i] == '"' || is_word_byte(value[i]);
    if (!bare)
        append_text(writer, "\"");
    size_t first = writer->length;
    append_text(writer, value);
    if (!writer->failed)
        for (char *c = writer->text + first; *c != '\0'; c++) {
            if (*c == '"')
                *c = '\'';
            else if (is_control(*c) && *c != '\t')
                *c = ' ';
        }
    if (!bare)
        append_text(writer, "\"");
}

void hub_writer_format(HubWriter *writer, const char *name, const char *format, ...) {
    va_list args;
    va_start(args, format);
    char *value = NULL;
    int length = vasprintf(&value, format, args);
    va_end(args);
    if (length < 0) {
        writer->failed = true;
        return;
    }
    hub_writer_add(writer, name, value);
    free(value);
}

Status hub_writer_send(HubWriter *writer, LineOutput *output) {
    if (writer->failed)
        return STATUS_NO_MEMORY;
    return line_output_write(output, writer->text, writer->length);
}
