/* SPDX-License-Identifier: MIT
 *
 * Numbers and words of the reports. */
#include "bench/match/match_report_internal.h"

#include <math.h>
#include <stdio.h>

static bool continues_character(char c) {
    return ((unsigned char)c & 0xc0) == 0x80;
}

int report_count_columns(const char *text) {
    int columns = 0;
    for (; *text; text++)
        columns += !continues_character(*text);
    return columns;
}

void report_append_padded(TextBuffer *buffer, const char *text, int columns) {
    int used = 0;
    for (; *text; text++) {
        if (!continues_character(*text) && used++ == columns)
            return;
        bool control = (unsigned char)*text < ' ' || *text == 0x7f;
        text_buffer_append(buffer, control ? "?" : text, 1);
    }
    for (; used < columns; used++)
        text_buffer_append(buffer, " ", 1);
}

void report_append_cut(TextBuffer *buffer, const char *text, int columns) {
    int own = report_count_columns(text);
    report_append_padded(buffer, text, own < columns ? own : columns);
}

const char *report_format_signed(double value, char buffer[static REPORT_NUMBER_SIZE]) {
    if (isinf(value))
        snprintf(buffer, REPORT_NUMBER_SIZE, "%cinf", value < 0 ? '-' : '+');
    else
        snprintf(buffer, REPORT_NUMBER_SIZE, "%+.1f", value);
    return buffer;
}

const char *report_format_points(double points, char buffer[static REPORT_NUMBER_SIZE]) {
    bool whole = points == floor(points);
    snprintf(buffer, REPORT_NUMBER_SIZE, whole ? "%.0f" : "%.1f", points);
    return buffer;
}

const char *report_format_time(double seconds, char buffer[static REPORT_NUMBER_SIZE]) {
    double whole = floor(seconds > 0 ? seconds : 0);
    double hours = floor(whole / 3600), rest = whole - 3600 * hours;
    snprintf(buffer, REPORT_NUMBER_SIZE, "%.0f:%02d:%02d", hours, (int)rest / 60, (int)rest % 60);
    return buffer;
}

const char *report_format_count(double count, char buffer[static REPORT_NUMBER_SIZE]) {
    static const char units[] = " kMGTP";
    int unit = 0;
    if (count < 1e5) {
        snprintf(buffer, REPORT_NUMBER_SIZE, "%.0f", count);
        return buffer;
    }
    for (; count >= 1000 && units[unit + 1]; unit++)
        count /= 1000;
    snprintf(buffer, REPORT_NUMBER_SIZE, "%.*f %c",
             count < 10    ? 2
             : count < 100 ? 1
                           : 0,
             count, units[unit]);
    return buffer;
}

double report_count_points(const MatchScore *score) {
    return (double)match_score_count_results(score, MATCH_WON) +
           (double)match_score_count_results(score, MATCH_DRAWN) / 2;
}

double report_get_percent(double part, double all) {
    return all > 0 ? 100 * part / all : 0;
}

const char *report_describe_verdict(MatchVerdict verdict) {
    static const char *const texts[] = {
        [MATCH_SPRT_CONTINUE] = "not decided",
        [MATCH_SPRT_H0] = "failed (H0 accepted)",
        [MATCH_SPRT_H1] = "passed (H1 accepted)",
    };
    return texts[verdict];
}
