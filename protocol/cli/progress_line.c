/* SPDX-License-Identifier: MIT */
#include "protocol/cli/progress_line.h"

#include "engine/base/clock.h"

#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

static const int64_t interval_ns = 200 * 1000 * 1000;

/* A signal handler reaches nothing else; this folder is the process. */
static atomic_bool interrupted;

void progress_line_init(ProgressLine *line) {
    *line = (ProgressLine){.active = isatty(STDERR_FILENO)};
}

void progress_line_show(ProgressLine *line, const char *format, ...) {
    int64_t now = clock_now_ns();
    if (!line->active || now < line->next_ns)
        return;
    line->next_ns = now + interval_ns;
    line->shown = true;
    va_list arguments;
    va_start(arguments, format);
    fputs("\r\033[K", stderr);
    vfprintf(stderr, format, arguments);
    fflush(stderr);
    va_end(arguments);
}

void progress_line_end(ProgressLine *line) {
    if (line->shown)
        fputc('\n', stderr);
    line->shown = false;
}

void progress_line_time(double seconds, char buffer[PROGRESS_TIME_SIZE]) {
    if (!(seconds >= 0) || seconds > 1e9) {
        snprintf(buffer, PROGRESS_TIME_SIZE, "?");
        return;
    }
    long all = (long)seconds;
    if (all >= 3600)
        snprintf(buffer, PROGRESS_TIME_SIZE, "%ld:%02ld:%02ld", all / 3600, all / 60 % 60,
                 all % 60);
    else
        snprintf(buffer, PROGRESS_TIME_SIZE, "%ld:%02ld", all / 60, all % 60);
}

static void on_signal(int number) {
    (void)number;
    atomic_store(&interrupted, true);
}

void progress_line_catch_interrupt(void) {
    struct sigaction action = {.sa_handler = on_signal, .sa_flags = (int)SA_RESETHAND};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}

const atomic_bool *progress_line_interrupted(void) {
    return &interrupted;
}
