/* SPDX-License-Identifier: MIT */
#include "book/build_work.h"

#include "book/format_internal.h"
#include "engine/base/checksum.h"
#include "engine/base/clock.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static const char magic[8] = {'h', 'u', 'f', 'f', 'w', 'o', 'r', 'k'};

/* Header: magic, version, effort, variant, engine, checksum. Record: board, score + BOOK_SCORE_MAX,
 * depth, checksum. README.md has both as tables. */
enum {
    WORK_VERSION = 1,
    HEADER_SIZE = 48,
    AT_VERSION = 8,
    AT_NODES = 12,
    AT_TIME = 20,
    AT_VARIANT = 24,
    AT_ENGINE = 40,
    AT_HEADER_CHECKSUM = 44,
    RECORD_TAIL = 8, /* bytes of a record behind the position: score, depth, checksum */
    RECORD_SIZE_MAX = FORMAT_BOARD_MAX + RECORD_TAIL,
};

static const double sync_seconds = 5;

struct BookWork {
    const Rules *rules;
    int fd;
    char *path;
    int64_t synced_ns;
    off_t end; /* of the last whole record */
    BookIndex index;
    BookWorkScore *scores;
    int capacity;
};

/* ---- records ---- */

static void write_header(const Rules *rules, const BookEffort *effort,
                         unsigned char bytes[static HEADER_SIZE]) {
    memset(bytes, 0, HEADER_SIZE);
    memcpy(bytes, magic, sizeof magic);
    format_put(bytes + AT_VERSION, WORK_VERSION, 4);
    format_put(bytes + AT_NODES, effort->nodes, 8);
    format_put(bytes + AT_TIME, effort->nodes ? 0 : (uint64_t)effort->time_ms, 4);
    strncpy((char *)bytes + AT_VARIANT, rules->name, FORMAT_NAME_SIZE - 1);
    format_put(bytes + AT_ENGINE, effort->engine, 4);
    format_put(bytes + AT_HEADER_CHECKSUM, checksum_add(0, bytes, AT_HEADER_CHECKSUM), 4);
}

static size_t record_size(const Rules *rules) {
    return format_board_size(rules) + RECORD_TAIL;
}

static void write_record(const Rules *rules, const Board *board, const BookWorkScore *score,
                         unsigned char *bytes) {
    unsigned char *tail = bytes + format_board_size(rules);
    format_write_board(rules, board, bytes);
    format_put(tail, (uint64_t)(score->score + BOOK_SCORE_MAX), 2);
    format_put(tail + 2, (uint64_t)score->depth, 2);
    format_put(tail + 4, checksum_add(0, bytes, record_size(rules) - 4), 4);
}

static bool read_record(const Rules *rules, const unsigned char *bytes, Board *ret_board,
                        BookWorkScore *ret_score) {
    const unsigned char *tail = bytes + format_board_size(rules);
    *ret_board = format_read_board(rules, bytes);
    ret_score->score = (int)format_get(tail, 2) - BOOK_SCORE_MAX;
    ret_score->depth = (int)format_get(tail + 2, 2);
    return format_get(tail + 4, 4) == checksum_add(0, bytes, record_size(rules) - 4) &&
           abs(ret_score->score) <= BOOK_SCORE_MAX && ret_score->depth <= BOOK_DEPTH_MAX;
}

static Status keep_score(BookWork *work, const Board *board, const BookWorkScore *score,
                         Error *error) {
    if (work->index.count == work->capacity) {
        int capacity = work->capacity ? work->capacity * 2 : 1024;
        BookWorkScore *grown = realloc(work->scores, (size_t)capacity * sizeof *grown);
        if (!grown)
            return error_set(error, STATUS_NO_MEMORY, "no memory for %d scores", capacity);
        work->scores = grown;
        work->capacity = capacity;
    }
    int number = book_index_add(&work->index, board, error);
    if (number < 0)
        return (Status)number;
    work->scores[number] = *score;
    return STATUS_OK;
}

/* ---- opening ---- */

static Status refuse(const BookWork *work, const char *what, Error *error) {
    return error_set(error, STATUS_IO, "cannot %s the work file %s: %s", what, work->path,
                     strerror(errno));
}

static Status check_header(const BookWork *work, const unsigned char *bytes, size_t length,
                           const BookEffort *effort, Error *error) {
    unsigned char own[HEADER_SIZE];
    write_header(work->rules, effort, own);
    if (length < HEADER_SIZE || memcmp(bytes, magic, sizeof magic) != 0 ||
        format_get(bytes + AT_HEADER_CHECKSUM, 4) != checksum_add(0, bytes, AT_HEADER_CHECKSUM))
        return error_set(error, STATUS_SYNTAX, "%s is not the work file of a build", work->path);
    if (!memcmp(bytes, own, HEADER_SIZE))
        return STATUS_OK;
    if (!memcmp(bytes, own, AT_ENGINE))
        return error_set(error, STATUS_STATE,
                         "%s holds scores of an engine that thinks otherwise: name another file",
                         work->path);
    return error_set(error, STATUS_STATE,
                     "%s is the work file (version %d) of a build of %.*s with %llu nodes or %d ms "
                     "a position; this one is of %s with %llu nodes or %d ms: name another file",
                     work->path, (int)format_get(bytes + AT_VERSION, 4), FORMAT_NAME_SIZE,
                     (const char *)bytes + AT_VARIANT,
                     (unsigned long long)format_get(bytes + AT_NODES, 8),
                     (int)format_get(bytes + AT_TIME, 4), work->rules->name,
                     (unsigned long long)effort->nodes, effort->nodes ? 0 : effort->time_ms);
}

/* Takes the records up to the last right one. What follows it was being written when the process or
 * the system went down; a wrong record before a right one is damage of another kind. */
static Status take_records(BookWork *work, const unsigned char *bytes, size_t length,
                           Error *error) {
    size_t size = record_size(work->rules);
    size_t wrong = 0; /* offset of the first wrong record */
    work->end = HEADER_SIZE;
    for (size_t at = HEADER_SIZE; at + size <= length; at += size) {
        Board board;
        BookWorkScore score;
        if (!read_record(work->rules, bytes + at, &board, &score)) {
            wrong = wrong ? wrong : at;
            continue;
        }
        if (wrong)
            return error_set(error, STATUS_SYNTAX, "%s is damaged: the record at offset %zu",
                             work->path, wrong);
        work->end = (off_t)(at + size);
        if (book_index_find(&work->index, &board) >= 0)
            continue;
        Status status = keep_score(work, &board, &score, error);
        if (status < 0)
            return status;
    }
    return STATUS_OK;
}

static bool read_all(int fd, unsigned char *bytes, size_t length) {
    while (length > 0) {
        ssize_t count = read(fd, bytes, length);
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            return false;
        bytes += count;
        length -= (size_t)count;
    }
    return true;
}

/* A header that was cut off holds no scores yet, so it is written anew. */
static Status begin_file(BookWork *work, const BookEffort *effort, Error *error) {
    unsigned char header[HEADER_SIZE];
    write_header(work->rules, effort, header);
    if (ftruncate(work->fd, 0) != 0 || write(work->fd, header, sizeof header) != sizeof header ||
        fsync(work->fd) != 0)
        return refuse(work, "write", error);
    work->end = HEADER_SIZE;
    return STATUS_OK;
}

static bool is_cut_header(const unsigned char *bytes, size_t length) {
    return length < HEADER_SIZE &&
           !memcmp(bytes, magic, length < sizeof magic ? length : sizeof magic);
}

static Status read_file(BookWork *work, const BookEffort *effort, Error *error) {
    struct stat info;
    if (fstat(work->fd, &info) != 0)
        return refuse(work, "read", error);
    if (!S_ISREG(info.st_mode))
        return error_set(error, STATUS_SYNTAX, "the work file %s is not an ordinary file",
                         work->path);
    size_t length = (size_t)info.st_size;
    unsigned char *bytes = malloc(length + 1);
    if (!bytes)
        return error_set(error, STATUS_NO_MEMORY, "no memory for a work file of %zu bytes", length);
    Status status = STATUS_OK;
    if (!read_all(work->fd, bytes, length)) {
        status = refuse(work, "read", error);
    } else if (is_cut_header(bytes, length)) {
        status = begin_file(work, effort, error);
    } else {
        status = check_header(work, bytes, length, effort, error);
        if (status == STATUS_OK)
            status = take_records(work, bytes, length, error);
        if (status == STATUS_OK && ftruncate(work->fd, work->end) != 0)
            status = refuse(work, "write", error);
    }
    free(bytes);
    return status;
}

Status book_work_open(const char *path, const Rules *rules, const BookEffort *effort,
                      BookWork **ret_work, Error *error) {
    BookWork *work = calloc(1, sizeof *work);
    char *name = strdup(path);
    if (!work || !name) {
        free(work);
        free(name);
        return error_set(error, STATUS_NO_MEMORY, "no memory for a work file");
    }
    *work = (BookWork){.rules = rules, .path = name, .synced_ns = clock_now_ns()};
    work->fd = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    Status status = STATUS_OK;
    if (work->fd < 0)
        status = refuse(work, "open", error);
    else if (flock(work->fd, LOCK_EX | LOCK_NB) != 0)
        status = error_set(error, STATUS_STATE, "the work file %s is used by another build", path);
    else
        status = read_file(work, effort, error);
    if (status < 0)
        book_work_close(work);
    else
        *ret_work = work;
    return status;
}

void book_work_close(BookWork *work) {
    if (!work)
        return;
    if (work->fd >= 0) {
        fsync(work->fd);
        close(work->fd);
    }
    book_index_done(&work->index);
    free(work->scores);
    free(work->path);
    free(work);
}

/* ---- use ---- */

int book_work_count(const BookWork *work) {
    return work->index.count;
}

bool book_work_find(const BookWork *work, const Board *board, BookWorkScore *ret_score) {
    int number = book_index_find(&work->index, board);
    if (number >= 0)
        *ret_score = work->scores[number];
    return number >= 0;
}

Status book_work_add(BookWork *work, const Board *board, const BookWorkScore *score, Error *error) {
    unsigned char bytes[RECORD_SIZE_MAX];
    size_t size = record_size(work->rules);
    write_record(work->rules, board, score, bytes);
    ssize_t written;
    do
        written = write(work->fd, bytes, size);
    while (written < 0 && errno == EINTR);
    if (written != (ssize_t)size) {
        if (written >= 0)
            errno = ENOSPC; /* why a short write to a file is short */
        Status status = refuse(work, "write", error);
        /* A part of a record would stand in the way of the next one. */
        return ftruncate(work->fd, work->end) != 0 ? refuse(work, "cut", error) : status;
    }
    work->end += (off_t)size;
    if (clock_seconds_since(work->synced_ns) > sync_seconds) {
        if (fsync(work->fd) != 0)
            return refuse(work, "write", error);
        work->synced_ns = clock_now_ns();
    }
    return keep_score(work, board, score, error);
}
