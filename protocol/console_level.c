/* SPDX-License-Identifier: MIT
 *
 * Limits of thinking as a person writes them. */
#include "protocol/console_internal.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    DIGITS_MAX = 15, /* of a number; such a one fits 64 bits and is exact as a double */
    LEVEL_SECONDS_MAX = 1000000,
};

Status word_read_count(Word word, uint64_t max, uint64_t *ret_count, Error *error) {
    uint64_t count = 0;
    size_t i = 0;
    for (; i < word.length && i < DIGITS_MAX && word.text[i] >= '0' && word.text[i] <= '9'; i++)
        count = count * 10 + (uint64_t)(word.text[i] - '0');
    if (i == 0 || i < word.length)
        return error_set(error, STATUS_SYNTAX, "\"%s\" is not a whole number of at most %d digits",
                         word_show(word).text, DIGITS_MAX);
    if (count < 1 || count > max)
        return error_set(error, STATUS_RANGE, "%" PRIu64 " is outside 1..%" PRIu64, count, max);
    *ret_count = count;
    return STATUS_OK;
}

/* Seconds as digits with at most one point. */
static Status read_seconds(Word word, double *ret_seconds, Error *error) {
    double value = 0, unit = 1;
    int digits = 0, points = 0;
    size_t i = 0;
    for (; i < word.length && digits < DIGITS_MAX && points < 2; i++) {
        char c = word.text[i];
        if (c == '.') {
            points++;
        } else if (c >= '0' && c <= '9') {
            value = value * 10 + (c - '0');
            unit *= points > 0 ? 10 : 1;
            digits++;
        } else {
            break;
        }
    }
    if (digits == 0 || points > 1 || i < word.length)
        return error_set(error, STATUS_SYNTAX, "\"%s\" is not a number of seconds such as 5 or 0.5",
                         word_show(word).text);
    if (value / unit > LEVEL_SECONDS_MAX)
        return error_set(error, STATUS_RANGE, "%g seconds are more than %d", value / unit,
                         LEVEL_SECONDS_MAX);
    *ret_seconds = value / unit;
    return STATUS_OK;
}

static Status read_clock(Word word, const char **rest, SearchLimits *limits, Error *error) {
    Status status = read_seconds(word, &limits->clock_time, error);
    limits->has_clock = true;
    limits->clock_increment = 0;
    if (status < 0 || **rest != '+')
        return status;
    Word increment = word_take(rest);
    increment.text++;
    increment.length--;
    return read_seconds(increment, &limits->clock_increment, error);
}

static Status read_limit(const char **rest, bool allow_clock, SearchLimits *limits, Error *error) {
    Word name = word_take(rest);
    Word value = word_take(rest);
    uint64_t count = 0;
    Status status;
    if (word_is(name, "time")) {
        status = read_seconds(value, &limits->move_time, error);
        limits->has_move_time = true;
    } else if (word_is(name, "depth")) {
        status = word_read_count(value, SEARCH_DEPTH_MAX, &count, error);
        limits->depth = (int)count;
        limits->has_depth = true;
    } else if (word_is(name, "nodes")) {
        status = word_read_count(value, INT64_MAX, &count, error);
        limits->nodes = count;
        limits->has_nodes = true;
    } else if (allow_clock && word_is(name, "clock")) {
        status = read_clock(value, rest, limits, error);
    } else {
        status = error_set(error, STATUS_SYNTAX,
                           "\"%s\" is no limit: time SECONDS, depth PLIES, nodes NUMBER%s",
                           word_show(name).text, allow_clock ? " or clock SECONDS [+SECONDS]" : "");
    }
    return status;
}

Status level_read(const char *text, bool allow_clock, SearchLimits *ret_limits, Error *error) {
    SearchLimits limits = {0};
    while (*text) {
        Status status = read_limit(&text, allow_clock, &limits, error);
        if (status < 0)
            return status;
    }
    *ret_limits = limits;
    return STATUS_OK;
}

const char *level_write(const SearchLimits *limits, char buffer[static LEVEL_TEXT_SIZE]) {
    char time[40] = "", depth[20] = "", nodes[30] = "", clock[60] = "";
    if (limits->has_move_time)
        snprintf(time, sizeof time, " time %g", limits->move_time);
    if (limits->has_depth)
        snprintf(depth, sizeof depth, " depth %d", limits->depth);
    if (limits->has_nodes)
        snprintf(nodes, sizeof nodes, " nodes %" PRIu64, limits->nodes);
    if (limits->has_clock)
        snprintf(clock, sizeof clock, " clock %g +%g", limits->clock_time, limits->clock_increment);
    snprintf(buffer, LEVEL_TEXT_SIZE, "%s%s%s%s", time, depth, nodes, clock);
    if (*buffer)
        memmove(buffer, buffer + 1, strlen(buffer)); /* the first blank */
    return buffer;
}

bool level_is_endless(const SearchLimits *limits) {
    return !limits->has_move_time && !limits->has_depth && !limits->has_nodes && !limits->has_clock;
}
