/* SPDX-License-Identifier: MIT */
#include "protocol/arbiter_hall.h"

#include "engine/base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    HEAD_SIZE = 256
};

typedef struct {
    char name[ARBITER_HALL_NAME_SIZE];
    Arbiter *arbiter;
} HallGame;

struct ArbiterHall {
    const LawBook *book;
    IrregularityPolicy policy;
    bool has_clock;
    ClockConfig clock;
    int count, current;
    HallGame games[ARBITER_HALL_GAMES_MAX];
    int journal_fd; /* -1: none */
};

static Status add_game(ArbiterHall *hall, const char *name, size_t length, Error *error) {
    HallGame *game = &hall->games[hall->count];
    Status status = arbiter_new(hall->book, hall->policy, hall->has_clock ? &hall->clock : NULL,
                                &game->arbiter, error);
    if (status < 0)
        return status;
    memcpy(game->name, name, length);
    game->name[length] = '\0';
    hall->current = hall->count++;
    return STATUS_OK;
}

Status arbiter_hall_new(const LawBook *book, IrregularityPolicy policy, const ClockConfig *clock,
                        ArbiterHall **ret_hall, Error *error) {
    ArbiterHall *hall = calloc(1, sizeof *hall);
    if (!hall)
        return error_set(error, STATUS_NO_MEMORY, "no memory for the games of an arbiter");
    hall->book = book;
    hall->policy = policy;
    hall->has_clock = clock != NULL;
    if (clock)
        hall->clock = *clock;
    hall->journal_fd = -1;
    Status status = add_game(hall, "1", 1, error);
    if (status < 0) {
        free(hall);
        return status;
    }
    *ret_hall = hall;
    return STATUS_OK;
}

void arbiter_hall_free(ArbiterHall *hall) {
    if (!hall)
        return;
    for (int i = 0; i < hall->count; i++)
        arbiter_free(hall->games[i].arbiter);
    if (hall->journal_fd >= 0)
        close(hall->journal_fd);
    free(hall);
}

/* ---- Journal ---- */

static int write_head(const ArbiterHall *hall, char head[static HEAD_SIZE]) {
    const ClockConfig *clock = hall->has_clock ? &hall->clock : &hall->book->clock;
    return snprintf(head, HEAD_SIZE, "huff-arbiter 1 %s %d clock %d %lld %lld %lld %d %d %d\n",
                    hall->book->name, (int)hall->policy, (int)clock->kind,
                    (long long)clock->time_ms, (long long)clock->increment_ms,
                    (long long)clock->interval_ms, clock->moves, clock->men_per_minute,
                    clock->kings_per_minute);
}

static Status add_to_journal(ArbiterHall *hall, const char *text, size_t length, Error *error) {
    char bytes[ARBITER_LINE_MAX + 1];
    if (hall->journal_fd < 0)
        return STATUS_OK;
    /* A longer line was an error and is one again. */
    length = length < ARBITER_LINE_MAX ? length : ARBITER_LINE_MAX;
    memcpy(bytes, text, length);
    bytes[length++] = '\n';
    for (size_t done = 0; done < length;) {
        ssize_t count = write(hall->journal_fd, bytes + done, length - done);
        if (count < 0 && errno != EINTR)
            return error_set(error, STATUS_IO, "journal: %s", strerror(errno));
        done += count > 0 ? (size_t)count : 0;
    }
    if (fsync(hall->journal_fd) < 0)
        return error_set(error, STATUS_IO, "journal: %s", strerror(errno));
    return STATUS_OK;
}

static Status replay(ArbiterHall *hall, const char *text, const char *end, Error *error) {
    TextBuffer answers = {0};
    Status status = STATUS_OK;
    while (text < end && status >= 0) {
        const char *stop = memchr(text, '\n', (size_t)(end - text));
        status = arbiter_hall_take(hall, text, (size_t)(stop - text), false, &answers, error);
        text_buffer_clear(&answers);
        text = stop + 1;
    }
    text_buffer_done(&answers);
    return status;
}

/* Takes in what is there; what follows the last whole line was never answered. */
static Status read_journal(ArbiterHall *hall, const char *path, Error *error) {
    char *bytes, head[HEAD_SIZE];
    size_t length, head_length = (size_t)write_head(hall, head);
    Status status = file_read(path, ARBITER_HALL_JOURNAL_MAX, &bytes, &length, error);
    if (status < 0)
        return status;
    size_t whole = length;
    while (whole > 0 && bytes[whole - 1] != '\n')
        whole--;
    if (whole < head_length || memcmp(bytes, head, head_length) != 0)
        status = error_set(error, STATUS_STATE,
                           "%s is not a journal of these laws, ways and clock; it should begin "
                           "with \"%.*s\"",
                           path, (int)head_length - 1, head);
    if (status >= 0 && whole < length)
        status = file_replace(path, bytes, whole, error);
    if (status >= 0)
        status = replay(hall, bytes + head_length, bytes + whole, error);
    free(bytes);
    return status;
}

Status arbiter_hall_open_journal(ArbiterHall *hall, const char *path, Error *error) {
    char head[HEAD_SIZE];
    int head_length = write_head(hall, head);
    Status status = access(path, F_OK) == 0 ? read_journal(hall, path, error)
                                            : file_replace(path, head, (size_t)head_length, error);
    if (status < 0)
        return status;
    hall->journal_fd = open(path, O_WRONLY | O_APPEND | O_CLOEXEC);
    if (hall->journal_fd < 0)
        return error_set(error, STATUS_IO, "%s: %s", path, strerror(errno));
    return STATUS_OK;
}

/* ---- Lines ---- */

/* The name in "game NAME", blanks around it dropped; NULL when the line is another one. */
static const char *find_name(const char *text, size_t length, size_t *ret_length) {
    const char *end = text + length;
    if (length < 5 || strncmp(text, "game", 4) != 0 || (text[4] != ' ' && text[4] != '\t'))
        return NULL;
    for (text += 5; text < end && (*text == ' ' || *text == '\t');)
        text++;
    while (end > text && (end[-1] == ' ' || end[-1] == '\t' || end[-1] == '\r'))
        end--;
    *ret_length = (size_t)(end - text);
    return text;
}

/* `*ret_fault` is NULL when the game is there now, else why not. */
static Status go_to_game(ArbiterHall *hall, const char *name, size_t length, const char **ret_fault,
                         Error *error) {
    *ret_fault = NULL;
    if (length == 0 || length >= ARBITER_HALL_NAME_SIZE || memchr(name, '\0', length)) {
        *ret_fault = "the name of a game has 1 to 63 characters";
        return STATUS_OK;
    }
    for (int i = 0; i < hall->count; i++)
        if (strlen(hall->games[i].name) == length && !memcmp(hall->games[i].name, name, length)) {
            hall->current = i;
            return STATUS_OK;
        }
    if (hall->count < ARBITER_HALL_GAMES_MAX)
        return add_game(hall, name, length, error);
    *ret_fault = "there are 1000 games already";
    return STATUS_OK;
}

Status arbiter_hall_take(ArbiterHall *hall, const char *text, size_t length, bool json,
                         TextBuffer *output, Error *error) {
    size_t name_length;
    const char *fault;
    Answer none = {0};
    Status status = add_to_journal(hall, text, length, error);
    if (status < 0)
        return status;
    const char *name = find_name(text, length, &name_length);
    if (!name)
        return arbiter_line_take(hall->games[hall->current].arbiter, text, length, json, output,
                                 error);
    status = go_to_game(hall, name, name_length, &fault, error);
    if (status < 0)
        return status;
    arbiter_line_write(hall->games[hall->current].arbiter, fault, &none, json, output);
    return text_buffer_get_status(output, error);
}
