/* SPDX-License-Identifier: MIT
 *
 * Lines of the Hub protocol, version 2: a command and its arguments, and the numbers in them.
 *
 *     line    := [ command { blanks argument } ]
 *     command := word
 *     argument := word [ blanks? "=" blanks? value ]      no value: a flag
 *     value   := word | '"' any but '"' '"'
 *     word    := 1 or more bytes, no control character, blank, '=' or '"'
 *
 * Blanks are spaces, tabs and a stray CR. Bytes above 127 are ordinary (paths may hold them).
 * There is no escape: `\"` ends a quoted value like any `"`, because a value may well end in a
 * backslash. The grammar alone is judged here; what the commands mean is the door's business. The
 * commands of version 1 that consist of plain words parse too: their words appear as flags. */
#ifndef HUFF_PROTOCOL_HUB_LINE_H
#define HUFF_PROTOCOL_HUB_LINE_H

#include "protocol/line_output.h"

#include <stdint.h>

enum {
    HUB_ARGUMENTS_MAX = 64, /* a line with more is refused; GUIs send up to ten */
};

/* ---- Reading ---- */

typedef struct {
    const char *name;
    const char *value; /* without quotes; "" for a flag, never NULL */
    bool has_value;    /* false: a flag */
} HubArgument;

typedef struct {
    const char *command; /* "" when the line is empty or blank: ignore it */
    int argument_count;
    HubArgument arguments[HUB_ARGUMENTS_MAX]; /* in the order of the line */
    char *storage;                            /* private: the memory the texts stand in */
} HubLine;

/* Parses `length` bytes. On success hub_line_done must follow. STATUS_SYNTAX with a message that
 * names the byte offset (from 0) and what would be right: a quote that is not closed, `name=`
 * without a value, a character in the wrong place, control characters (NUL too), more than
 * HUB_ARGUMENTS_MAX arguments; STATUS_NO_MEMORY. On failure nothing needs to be freed. Names may
 * come twice. Any thread. */
Status hub_line_read(const char *text, size_t length, HubLine *ret_line, Error *error);

/* Frees what hub_line_read allocated; the texts of the line end with it. */
void hub_line_done(HubLine *line);

/* The last argument of that name, flag or not, or NULL. */
const HubArgument *hub_line_find(const HubLine *line, const char *name);

/* ---- Values ---- */

/* The bounds hub_value_read_real clamps to: as seconds 31 years, and in nanoseconds the value
 * still fits int64_t. */
#define HUB_REAL_MAX 1e9

/* Reads a decimal number: sign, digits with one point or comma at most, exponent (`1e-05`). The
 * locale plays no part. Values beyond +-HUB_REAL_MAX become that bound. STATUS_SYNTAX for anything
 * else, also "", "nan" and "inf". */
Status hub_value_read_real(const char *text, double *ret_value, Error *error);

/* Reads a whole number, decimal with an optional sign. STATUS_SYNTAX for other text, STATUS_RANGE
 * for a number outside min..max. */
Status hub_value_read_int(const char *text, int64_t min, int64_t max, int64_t *ret_value,
                          Error *error);

/* Reads true, yes, on, 1 or false, no, off, 0, in upper or lower case. STATUS_SYNTAX otherwise. */
Status hub_value_read_bool(const char *text, bool *ret_value, Error *error);

/* ---- Writing ---- */

/* Builds one line:
 *
 *     hub_writer_begin(&writer, "done");
 *     hub_writer_add(&writer, "move", "32-28");
 *     status = hub_writer_send(&writer, output);
 *
 * A failed allocation is remembered and comes out at hub_writer_send. One thread at a time. */
typedef struct {
    char *text; /* the line so far, NUL-terminated, without its end; NULL before the first begin */
    size_t length;
    size_t capacity; /* private, like the next */
    bool failed;
} HubWriter;

/* An empty writer. It may be used for many lines; hub_writer_done ends it. */
void hub_writer_init(HubWriter *writer);
void hub_writer_done(HubWriter *writer);

/* Drops what the writer holds and begins a line with `command`, a word of the grammar. */
void hub_writer_begin(HubWriter *writer, const char *command);

/* Appends ` name=value`, with quotes when the value is empty or holds a blank or `=`. A `"` in the
 * value becomes `'` and a control character other than a tab a blank, as the grammar cannot hold
 * them. `name` is a word of the grammar. */
void hub_writer_add(HubWriter *writer, const char *name, const char *value);

/* The same with a value made by printf. */
void hub_writer_format(HubWriter *writer, const char *name, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Appends ` name`. */
void hub_writer_add_flag(HubWriter *writer, const char *name);

/* Writes the line. What line_output_write returns, or STATUS_NO_MEMORY when the line could not be
 * built. The line stays in the writer until the next begin. */
Status hub_writer_send(HubWriter *writer, LineOutput *output);

#endif
