/* SPDX-License-Identifier: MIT */
#include "engine/base/status.h"

#include <stdarg.h>
#include <stdio.h>

Status error_set(Error *error, Status status, const char *format, ...) {
    if (error) {
        va_list args;
        va_start(args, format);
        vsnprintf(error->text, sizeof error->text, format, args);
        va_end(args);
        for (char *c = error->text; *c; c++)
            if ((unsigned char)*c < ' ' || *c == 0x7f)
                *c = '?';
    }
    return status;
}

const char *status_get_name(Status status) {
    switch (status) {
    case STATUS_OK:
        return "ok";
    case STATUS_SYNTAX:
        return "syntax";
    case STATUS_RANGE:
        return "out of range";
    case STATUS_ILLEGAL:
        return "illegal";
    case STATUS_AMBIGUOUS:
        return "ambiguous";
    case STATUS_UNKNOWN:
        return "unknown name";
    case STATUS_STATE:
        return "not now";
    case STATUS_NO_MEMORY:
        return "out of memory";
    case STATUS_IO:
        return "input/output";
    case STATUS_CLOSED:
        return "closed";
    }
    return "unknown status";
}
