/* SPDX-License-Identifier: MIT */
#include "bench/match/match_limits.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    CLOCK_MOVES_MAX = 9999
};
static const double clock_seconds_max = 1e6;

bool match_limits_are_timed(const MatchLimits *limits) {
    return limits->move_time > 0 || limits->clock_time > 0;
}

/* Digits with at most one point among them: what people write, not what strtod takes. */
static bool read_number(const char *text, size_t length, double *ret_number) {
    char buffer[32];
    if (length == 0 || length >= sizeof buffer || strspn(text, "0123456789.") < length)
        return false;
    memcpy(buffer, text, length);
    buffer[length] = '\0';
    char *end;
    *ret_number = strtod(buffer, &end);
    return *end == '\0' && end != buffer;
}

static Status fail_clock(Error *error, const char *text) {
    return error_set(error, STATUS_SYNTAX,
                     "\"%s\" is no clock: wanted SECONDS, MOVES/SECONDS, SECONDS+INCREMENT or "
                     "MOVES/SECONDS+INCREMENT, such as 75/60+0.5",
                     text);
}

Status match_limits_read_clock(const char *text, MatchLimits *limits, Error *error) {
    double moves = 0, seconds = 0, increment = 0;
    const char *rest = text;
    const char *slash = strchr(rest, '/');
    if (slash) {
        if (!read_number(rest, (size_t)(slash - rest), &moves) || moves != floor(moves))
            return fail_clock(error, text);
        if (moves < 1 || moves > CLOCK_MOVES_MAX)
            return error_set(error, STATUS_RANGE, "clock \"%s\": moves must be 1 to %d", text,
                             CLOCK_MOVES_MAX);
        rest = slash + 1;
    }
    const char *plus = strchr(rest, '+');
    size_t length = plus ? (size_t)(plus - rest) : strlen(rest);
    if (!read_number(rest, length, &seconds) ||
        (plus && !read_number(plus + 1, strlen(plus + 1), &increment)))
        return fail_clock(error, text);
    if (!(seconds > 0) || seconds > clock_seconds_max || increment > clock_seconds_max)
        return error_set(error, STATUS_RANGE, "clock \"%s\": seconds must be above 0 and up to %g",
                         text, clock_seconds_max);
    limits->clock_moves = (int)moves;
    limits->clock_time = seconds;
    limits->clock_increment = increment;
    return STATUS_OK;
}

const char *match_limits_write(const MatchLimits *limits, char buffer[static MATCH_LIMITS_SIZE]) {
    char moves[16] = "", increment[24] = "";
    size_t used = 0;
    buffer[0] = '\0';
    if (limits->depth > 0)
        used +=
            (size_t)snprintf(buffer + used, MATCH_LIMITS_SIZE - used, " depth=%d", limits->depth);
    if (limits->nodes > 0)
        used += (size_t)snprintf(buffer + used, MATCH_LIMITS_SIZE - used, " nodes=%llu",
                                 (unsigned long long)limits->nodes);
    if (limits->move_time > 0)
        used += (size_t)snprintf(buffer + used, MATCH_LIMITS_SIZE - used, " time=%g",
                                 limits->move_time);
    if (limits->clock_moves > 0)
        snprintf(moves, sizeof moves, "%d/", limits->clock_moves);
    if (limits->clock_increment > 0)
        snprintf(increment, sizeof increment, "+%g", limits->clock_increment);
    if (limits->clock_time > 0)
        snprintf(buffer + used, MATCH_LIMITS_SIZE - used, " clock=%s%g%s", moves,
                 limits->clock_time, increment);
    memmove(buffer, buffer + (buffer[0] == ' '), strlen(buffer + (buffer[0] == ' ')) + 1);
    return buffer;
}
