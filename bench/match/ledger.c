/* SPDX-License-Identifier: MIT */
#include "bench/match/ledger_internal.h"
#include "engine/base/clock.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* How long a finished game may be missing after a power cut. */
static const double sync_seconds = 1;

struct Ledger {
    int fd; /* -1: nothing is kept */
    char *path;
    off_t end;         /* where the next line goes */
    int64_t synced_ns; /* when the file was last brought to the disk */
    TextBuffer buffer;
};

static Status fail_io(const Ledger *ledger, const char *what, Error *error) {
    return error_set(error, STATUS_IO, "cannot %s %s: %s", what, ledger->path, strerror(errno));
}

/* Writes all of `bytes` at the end of the file; what a full disk took of it is cut off again, so
 * that the file always ends with a whole line. */
static Status write_end(Ledger *ledger, const char *bytes, size_t length, Error *error) {
    for (size_t done = 0; done < length;) {
        ssize_t count = pwrite(ledger->fd, bytes + done, length - done, ledger->end + (off_t)done);
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0) {
            Status status = fail_io(ledger, "write to", error);
            if (ftruncate(ledger->fd, ledger->end) != 0)
                return fail_io(ledger, "cut the unfinished line off", error);
            return status;
        }
        done += (size_t)count;
    }
    ledger->end += (off_t)length;
    return STATUS_OK;
}

static Status synchronise(Ledger *ledger, Error *error) {
    ledger->synced_ns = clock_now_ns();
    return fdatasync(ledger->fd) == 0 ? STATUS_OK : fail_io(ledger, "bring to the disk", error);
}

static Status open_file(Ledger *ledger, off_t *ret_size, Error *error) {
    struct stat info;
    ledger->fd = open(ledger->path, O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0666);
    if (ledger->fd < 0 || fstat(ledger->fd, &info) != 0)
        return fail_io(ledger, "open", error);
    if (!S_ISREG(info.st_mode))
        return error_set(error, STATUS_IO, "cannot open %s: a ledger is an ordinary file",
                         ledger->path);
    if (flock(ledger->fd, LOCK_EX | LOCK_NB) != 0)
        return error_set(error, STATUS_STATE,
                         "%s is being written by another match: wait for its end or name another "
                         "file",
                         ledger->path);
    if (fstat(ledger->fd, &info) != 0) /* the size once nobody else writes */
        return fail_io(ledger, "open", error);
    *ret_size = info.st_size;
    return STATUS_OK;
}

/* The first setting in which the heads differ is named. */
static Status compare_heads(const char *path, const LedgerHead *old, const LedgerHead *new,
                            Error *error) {
    int count = old->count > new->count ? old->count : new->count;
    for (int i = 0; i < count; i++) {
        const LedgerSetting *a = i < old->count ? &old->settings[i] : NULL;
        const LedgerSetting *b = i < new->count ? &new->settings[i] : NULL;
        if (a && b && strcmp(a->key, b->key) == 0 && strcmp(a->value, b->value) == 0)
            continue;
        return error_set(error, STATUS_STATE,
                         "%s belongs to another match: it has %s \"%s\", wanted is %s \"%s\"; "
                         "name another file or repeat the old settings",
                         path, a ? a->key : "no further setting", a ? a->value : "",
                         b ? b->key : "no further setting", b ? b->value : "");
    }
    return STATUS_OK;
}

/* Reads what is there, game by game, and finds where the whole lines end. */
static Status read_old(Ledger *ledger, const LedgerHead *head, const Rules *rules,
                       void (*on_game)(void *, const MatchGame *), void *context, Error *error) {
    LedgerReader *reader = NULL;
    Position start;
    MatchGame game = {0};
    position_init_start(&start, rules);
    Status status = ledger_reader_new(ledger->path, &reader, error);
    if (status == STATUS_OK)
        status = compare_heads(ledger->path, ledger_reader_get_head(reader), head, error);
    if (status == STATUS_OK)
        status = match_game_init(&game, &start, error);
    int more = 1;
    while (status == STATUS_OK && (more = ledger_reader_next(reader, &game, error)) > 0)
        if (on_game)
            on_game(context, &game);
    if (more < 0)
        status = (Status)more;
    if (status == STATUS_OK) {
        ledger->end = (off_t)ledger_reader_get_whole_bytes(reader);
        if (ftruncate(ledger->fd, ledger->end) != 0)
            status = fail_io(ledger, "cut the unfinished line off", error);
    }
    match_game_done(&game);
    ledger_reader_free(reader);
    return status;
}

/* Whether the file holds nothing or only the beginning of the head in `buffer`: a match that was
 * killed before its first line was whole. */
static bool is_new(const Ledger *ledger, off_t size) {
    char bytes[4096];
    const TextBuffer *head = &ledger->buffer;
    if (size >= (off_t)head->length)
        return false;
    for (off_t at = 0; at < size;) {
        ssize_t count = pread(ledger->fd, bytes, sizeof bytes, at);
        if (count <= 0 || memcmp(bytes, head->text + at, (size_t)count) != 0)
            return false;
        at += count;
    }
    return true;
}

/* Leaves a file with a whole head of this match: a new one, or an old one whose games were read. */
static Status open_kept(Ledger *ledger, const LedgerHead *head, const Rules *rules,
                        void (*on_game)(void *, const MatchGame *), void *context, Error *error) {
    off_t size = 0;
    Status status = ledger_head_write(head, &ledger->buffer, error);
    if (status == STATUS_OK)
        status = open_file(ledger, &size, error);
    if (status < 0)
        return status;
    if (!is_new(ledger, size))
        return read_old(ledger, head, rules, on_game, context, error);
    status = write_end(ledger, ledger->buffer.text, ledger->buffer.length, error);
    return status < 0 ? status : synchronise(ledger, error);
}

Status ledger_open(const char *path, const LedgerHead *head, const Rules *rules,
                   void (*on_game)(void *context, const MatchGame *game), void *context,
                   Ledger **ret_ledger, Error *error) {
    Ledger *ledger = calloc(1, sizeof *ledger);
    if (!ledger || (path && !(ledger->path = strdup(path)))) {
        free(ledger);
        return error_set(error, STATUS_NO_MEMORY, "no memory for a ledger");
    }
    ledger->fd = -1;
    Status status = path ? open_kept(ledger, head, rules, on_game, context, error) : STATUS_OK;
    if (status < 0) {
        ledger_close(ledger, NULL);
        return status;
    }
    *ret_ledger = ledger;
    return STATUS_OK;
}

Status ledger_add(Ledger *ledger, const MatchGame *game, Error *error) {
    if (ledger->fd < 0)
        return STATUS_OK;
    text_buffer_clear(&ledger->buffer);
    Status status = ledger_write_line(game, &ledger->buffer, error);
    if (status == STATUS_OK)
        status = write_end(ledger, ledger->buffer.text, ledger->buffer.length, error);
    if (status == STATUS_OK && clock_seconds_since(ledger->synced_ns) >= sync_seconds)
        status = synchronise(ledger, error);
    return status;
}

Status ledger_close(Ledger *ledger, Error *error) {
    if (!ledger)
        return STATUS_OK;
    Status status = STATUS_OK;
    if (ledger->fd >= 0) {
        status = synchronise(ledger, error);
        close(ledger->fd);
    }
    text_buffer_done(&ledger->buffer);
    free(ledger->path);
    free(ledger);
    return status;
}
