/* SPDX-License-Identifier: MIT
 *
 * Status codes and the one-line message that travels with them.
 *
 * Every function that can fail returns 0 (or a count) on success and a negative Status on
 * failure. A function that takes an `Error *` fills it with one line that says what was wrong and
 * what would be right; the pointer may be NULL when the caller has no use for the text. Outputs
 * named `ret_...` are untouched on failure unless a function says otherwise. */
#ifndef HUFF_ENGINE_BASE_STATUS_H
#define HUFF_ENGINE_BASE_STATUS_H

typedef enum {
    STATUS_OK = 0,
    STATUS_SYNTAX = -1,    /* text that does not have the expected form */
    STATUS_RANGE = -2,     /* a well-formed value outside its limits */
    STATUS_ILLEGAL = -3,   /* a position or move the rules do not allow */
    STATUS_AMBIGUOUS = -4, /* text that fits more than one move */
    STATUS_UNKNOWN = -5,   /* a name that nothing here has */
    STATUS_STATE = -6,     /* a request that does not fit what is going on */
    STATUS_NO_MEMORY = -7, /* an allocation failed */
    STATUS_IO = -8,        /* the operating system refused; the text holds its reason */
    STATUS_CLOSED = -9,    /* the other end went away */
} Status;

enum {
    ERROR_TEXT_SIZE = 1024
};

typedef struct {
    char text[ERROR_TEXT_SIZE]; /* one line, no newline, always terminated; cut when too long */
} Error;

/* Formats the message into `error` (skipped when NULL) and returns `status`, so that a failing
 * function can end with `return error_set(...)`. Control characters in the result become '?'.
 * Any thread; the Error belongs to the caller. */
Status error_set(Error *error, Status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Short fixed English name of a status ("syntax", "out of range", ...). Never NULL. */
const char *status_get_name(Status status);

#endif
