/* SPDX-License-Identifier: MIT */
#include "protocol/game_clock.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    NUMBERS_MAX = 3,
    PER_MINUTE_MAX = 6000,
    MOVES_MAX = 1000,
    MINUTE_MS = 60000,
};

static const int64_t time_max_ms = 1000000000000;
static const double seconds_max = 1e6;

/* What the words of each kind are: so many numbers at least and at most, in this order. */
typedef struct {
    const char *word;
    ClockKind kind;
    int min, max;
} Form;

static const Form forms[] = {
    {"none", CLOCK_NONE, 0, 0},
    {"move", CLOCK_MOVE, 1, 1},
    {"control", CLOCK_CONTROL, 2, 2},
    {"sudden", CLOCK_SUDDEN, 1, 1},
    {"fischer", CLOCK_FISCHER, 2, 2},
    {"bronstein", CLOCK_BRONSTEIN, 2, 2},
    {"force", CLOCK_FORCE, 0, NUMBERS_MAX},
};

static const char *skip_blanks(const char *text) {
    return text + strspn(text, " \t");
}

static const Form *find_form(const char *text, size_t length) {
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
        if (strlen(forms[i].word) == length && !strncmp(forms[i].word, text, length))
            return &forms[i];
    return NULL;
}

static Status read_numbers(const char *text, double numbers[static NUMBERS_MAX], int *ret_count,
                           Error *error) {
    int count = 0;
    for (text = skip_blanks(text); *text; text = skip_blanks(text)) {
        char *end = NULL;
        errno = 0;
        double number = (*text >= '0' && *text <= '9') ? strtod(text, &end) : 0;
        if (!end || end == text || errno || (*end && *end != ' ' && *end != '\t'))
            return error_set(error, STATUS_SYNTAX, "clock: \"%.20s\" is not a number", text);
        if (count == NUMBERS_MAX)
            return error_set(error, STATUS_SYNTAX, "clock: at most %d numbers", NUMBERS_MAX);
        if (!(number <= seconds_max))
            return error_set(error, STATUS_RANGE, "clock: numbers go up to %.0f", seconds_max);
        numbers[count++] = number;
        text = end;
    }
    *ret_count = count;
    return STATUS_OK;
}

static int64_t to_ms(double seconds) {
    return llround(seconds * 1000);
}

static bool is_whole(double number, int max) {
    return number >= 1 && number <= max && number == floor(number);
}

static Status fill_force(ClockConfig *config, const double *numbers, int count, Error *error) {
    config->men_per_minute = 30;
    config->kings_per_minute = 1;
    for (int i = 0; i < count && i < 2; i++)
        if (!is_whole(numbers[i], PER_MINUTE_MAX))
            return error_set(error, STATUS_RANGE, "clock: pieces per minute are from 1 to %d",
                             PER_MINUTE_MAX);
    if (count > 0)
        config->men_per_minute = (int)numbers[0];
    if (count > 1)
        config->kings_per_minute = (int)numbers[1];
    if (count > 2)
        config->interval_ms = to_ms(numbers[2]);
    return STATUS_OK;
}

Status game_clock_read(const char *text, ClockConfig *ret_config, Error *error) {
    double numbers[NUMBERS_MAX] = {0};
    int count = 0;
    text = skip_blanks(text);
    size_t length = strcspn(text, " \t");
    const Form *form = find_form(text, length);
    if (!form)
        return error_set(error, STATUS_SYNTAX,
                         "clock: \"%.20s\" is none of: none move control sudden fischer bronstein "
                         "force",
                         text);
    Status status = read_numbers(text + length, numbers, &count, error);
    if (status < 0)
        return status;
    if (count < form->min || count > form->max)
        return error_set(error, STATUS_SYNTAX, "clock: %s takes %d to %d numbers, not %d",
                         form->word, form->min, form->max, count);
    ClockConfig config = {.kind = form->kind};
    if (form->kind == CLOCK_CONTROL && !is_whole(numbers[0], MOVES_MAX))
        return error_set(error, STATUS_RANGE, "clock: moves are from 1 to %d", MOVES_MAX);
    if (form->kind == CLOCK_FORCE)
        status = fill_force(&config, numbers, count, error);
    else if (form->kind == CLOCK_CONTROL)
        config.moves = (int)numbers[0], config.time_ms = to_ms(numbers[1]);
    else
        config.time_ms = to_ms(numbers[0]), config.increment_ms = to_ms(numbers[1]);
    if (status < 0)
        return status;
    if (form->min > 0 && config.time_ms == 0)
        return error_set(error, STATUS_RANGE, "clock: the time has to be above 0");
    *ret_config = config;
    return STATUS_OK;
}

void game_clock_init(GameClock *clock, const ClockConfig *config) {
    *clock = (GameClock){.config = *config,
                         .left_ms = {config->time_ms, config->time_ms},
                         .moves_left = {config->moves, config->moves}};
}

static int64_t allowance_ms(const ClockConfig *config, const Board *board, Color side) {
    return (int64_t)bits_count(board->men[side]) * MINUTE_MS / config->men_per_minute +
           (int64_t)bits_count(board->kings[side]) * MINUTE_MS / config->kings_per_minute;
}

static int64_t turn_limit(const GameClock *clock, const Board *board, Color side) {
    switch (clock->config.kind) {
    case CLOCK_NONE:
        return -1;
    case CLOCK_MOVE:
        return clock->config.time_ms;
    case CLOCK_FORCE:
        return clock->config.interval_ms + allowance_ms(&clock->config, board, side);
    default:
        return clock->left_ms[side];
    }
}

void game_clock_begin(GameClock *clock, const Board *board, Color side, int64_t limit_ms) {
    clock->runs = true;
    clock->side = side;
    clock->turn_ms = clock->now_ms;
    clock->warned_s = 0;
    clock->turn_left_ms = turn_limit(clock, board, side);
    if (limit_ms > 0 && (clock->turn_left_ms < 0 || clock->turn_left_ms > limit_ms))
        clock->turn_left_ms = limit_ms;
    game_clock_warn(clock); /* one that the turn begins below is not due in it */
}

void game_clock_stop(GameClock *clock) {
    if (!clock->runs)
        return;
    clock->runs = false;
    clock->left_ms[clock->side] -= clock->now_ms - clock->turn_ms;
}

void game_clock_end(GameClock *clock) {
    if (!clock->runs)
        return;
    int64_t used = clock->now_ms - clock->turn_ms;
    int64_t *left = &clock->left_ms[clock->side];
    int64_t increment = clock->config.increment_ms;
    game_clock_stop(clock);
    if (clock->config.kind == CLOCK_FISCHER)
        *left += increment;
    else if (clock->config.kind == CLOCK_BRONSTEIN)
        *left += used < increment ? used : increment;
    else if (clock->config.kind == CLOCK_CONTROL && --clock->moves_left[clock->side] == 0) {
        *left += clock->config.time_ms;
        clock->moves_left[clock->side] = clock->config.moves;
    }
}

void game_clock_touch(GameClock *clock, const Board *board) {
    if (!clock->runs || clock->config.kind != CLOCK_FORCE)
        return;
    int64_t end = clock->now_ms - clock->turn_ms + allowance_ms(&clock->config, board, clock->side);
    if (end < clock->turn_left_ms)
        clock->turn_left_ms = end;
}

Status game_clock_advance(GameClock *clock, int64_t now_ms, Error *error) {
    if (now_ms < clock->now_ms || now_ms > time_max_ms)
        return error_set(error, STATUS_RANGE,
                         "time %lld ms is not between the last one, %lld ms, and %lld ms",
                         (long long)now_ms, (long long)clock->now_ms, (long long)time_max_ms);
    clock->now_ms = now_ms;
    return STATUS_OK;
}

int64_t game_clock_left(const GameClock *clock) {
    if (!clock->runs || clock->turn_left_ms < 0)
        return INT64_MAX;
    int64_t left = clock->turn_ms + clock->turn_left_ms - clock->now_ms;
    return left > 0 ? left : 0;
}

int game_clock_warn(GameClock *clock) {
    static const int warnings_s[] = {30, 60, 120};
    int64_t left = game_clock_left(clock);
    for (size_t i = 0; i < sizeof warnings_s / sizeof *warnings_s; i++) {
        int seconds = warnings_s[i];
        if (left > (int64_t)seconds * 1000)
            continue;
        if (clock->warned_s && clock->warned_s <= seconds)
            return 0;
        clock->warned_s = seconds;
        return seconds;
    }
    return 0;
}
