/* SPDX-License-Identifier: MIT */
#include "protocol/annotate/work_file.h"

#include "engine/base/checksum.h"
#include "engine/base/clock.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static const char magic[] = "huff analysis work 1\n";

/* How long a finished game may be missing after a power cut. */
static const double sync_seconds = 1;

enum {
    CHECKSUM_LENGTH = 8
};

/* Where the line of a game stands; length 0: it is not there. */
typedef struct {
    off_t offset;
    size_t length; /* without the newline */
} Place;

struct WorkFile {
    FILE *file;
    char *name; /* for messages */
    char *path; /* NULL: it has none */
    off_t end;  /* where the next line goes */
    int64_t synced_ns;
    TextBuffer buffer;
    Place *places; /* by the game's number */
    size_t place_count;
    uint64_t games;
};

static Status fail_io(const WorkFile *file, const char *what, Error *error) {
    return error_set(error, STATUS_IO, "cannot %s %s: %s", what, file->name, strerror(errno));
}

/* ---- where the games stand ---- */

static Status note_place(WorkFile *file, uint64_t game, Place place, Error *error) {
    if (game < 1 || game > WORK_FILE_GAMES_MAX)
        return error_set(error, STATUS_RANGE, "%s: %llu is no number of a game", file->name,
                         (unsigned long long)game);
    if (work_file_has(file, game))
        return error_set(error, STATUS_STATE, "%s has game %llu already", file->name,
                         (unsigned long long)game);
    if (game >= file->place_count) {
        size_t count = (size_t)game + file->place_count + 64;
        Place *places = realloc(file->places, count * sizeof *places);
        if (!places)
            return error_set(error, STATUS_NO_MEMORY, "no memory for the list of games");
        memset(places + file->place_count, 0, (count - file->place_count) * sizeof *places);
        file->places = places;
        file->place_count = count;
    }
    file->places[game] = place;
    file->games++;
    return STATUS_OK;
}

bool work_file_has(const WorkFile *file, uint64_t game) {
    return game < file->place_count && file->places[game].length > 0;
}

uint64_t work_file_count(const WorkFile *file) {
    return file->games;
}

/* ---- bytes ---- */

static Status write_end(WorkFile *file, const char *bytes, size_t length, Error *error) {
    int fd = fileno(file->file);
    for (size_t done = 0; done < length;) {
        ssize_t count = pwrite(fd, bytes + done, length - done, file->end + (off_t)done);
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0) {
            Status status = fail_io(file, "write to", error);
            if (ftruncate(fd, file->end) != 0)
                return fail_io(file, "cut the unfinished line off", error);
            return status;
        }
        done += (size_t)count;
    }
    file->end += (off_t)length;
    return STATUS_OK;
}

static Status synchronise(WorkFile *file, Error *error) {
    file->synced_ns = clock_now_ns();
    if (!file->path)
        return STATUS_OK;
    return fdatasync(fileno(file->file)) == 0 ? STATUS_OK
                                              : fail_io(file, "bring to the disk", error);
}

/* ---- opening ---- */

static Status open_descriptor(WorkFile *file, Error *error) {
    struct stat info;
    if (!file->path) {
        file->file = tmpfile();
        return file->file ? STATUS_OK : fail_io(file, "make", error);
    }
    int fd = open(file->path, O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0666);
    if (fd < 0)
        return fail_io(file, "open", error);
    file->file = fdopen(fd, "r+");
    if (!file->file || fstat(fd, &info) != 0) {
        Status status = fail_io(file, "open", error);
        if (!file->file)
            close(fd);
        return status;
    }
    if (!S_ISREG(info.st_mode))
        return error_set(error, STATUS_IO, "cannot open %s: a work file is an ordinary file",
                         file->name);
    if (flock(fd, LOCK_EX | LOCK_NB) != 0)
        return error_set(error, STATUS_STATE,
                         "%s is being written by another analysis: wait for its end or name "
                         "another file",
                         file->name);
    return STATUS_OK;
}

static bool line_is_sound(const char *line, size_t length) {
    char sum[CHECKSUM_LENGTH + 1];
    if (length <= CHECKSUM_LENGTH || line[length - CHECKSUM_LENGTH - 1] != '\t')
        return false;
    snprintf(sum, sizeof sum, "%08lx",
             (unsigned long)checksum_add(0, line, length - CHECKSUM_LENGTH));
    return memcmp(sum, line + length - CHECKSUM_LENGTH, CHECKSUM_LENGTH) == 0;
}

static Status take_game(WorkFile *file, const char *line, size_t length, long number,
                        Error *error) {
    uint64_t game = 0;
    if (!line_is_sound(line, length))
        return error_set(error, STATUS_SYNTAX,
                         "%s, line %ld: damaged, its checksum does not fit; remove the file to "
                         "begin anew",
                         file->name, number);
    for (const char *p = line; *p >= '0' && *p <= '9' && game <= WORK_FILE_GAMES_MAX; p++)
        game = game * 10 + (uint64_t)(*p - '0');
    return note_place(file, game, (Place){file->end, length - CHECKSUM_LENGTH - 1}, error);
}

static Status fail_kind(const WorkFile *file, Error *error) {
    return error_set(error, STATUS_SYNTAX, "%s is no work file of an analysis: name another one",
                     file->name);
}

/* The line of the file against what must stand there. */
static Status check_head(const WorkFile *file, const char *line, size_t length, const char *head,
                         long number, Error *error) {
    size_t wanted = strcspn(head, "\n");
    if (length == wanted && memcmp(line, head, wanted) == 0)
        return STATUS_OK;
    if (number == 1)
        return fail_kind(file, error);
    return error_set(error, STATUS_STATE,
                     "%s belongs to another analysis: it has \"%.*s\", wanted is \"%.*s\"; remove "
                     "it, name another one or repeat the old settings",
                     file->name, (int)(length < 200 ? length : 200), line,
                     (int)(wanted < 200 ? wanted : 200), head);
}

/* Reads line by line: first those of the head, then the games. */
static Status read_old(WorkFile *file, const char *head, bool *ret_whole_head, Error *error) {
    char *line = NULL;
    size_t capacity = 0;
    Status status = STATUS_OK;
    long number = 0;
    for (ssize_t length; status >= 0 && (length = getline(&line, &capacity, file->file)) > 0;) {
        if (line[length - 1] != '\n') {
            if (*head && strncmp(head, line, (size_t)length) != 0)
                status = fail_kind(file, error);
            break;
        }
        number++;
        if (*head) {
            status = check_head(file, line, (size_t)length - 1, head, number, error);
            head += strcspn(head, "\n") + 1;
        } else {
            status = take_game(file, line, (size_t)length - 1, number, error);
        }
        file->end += (off_t)length;
    }
    free(line);
    if (status >= 0 && ferror(file->file))
        status = fail_io(file, "read", error);
    *ret_whole_head = !*head;
    return status;
}

/* Leaves a file with a whole head and whole lines. A head that is not whole was cut by a kill. */
static Status prepare(WorkFile *file, const char *head, Error *error) {
    TextBuffer whole = {0};
    bool whole_head = false;
    text_buffer_printf(&whole, "%s%s", magic, head);
    Status status = text_buffer_get_status(&whole, error);
    if (status >= 0)
        status = open_descriptor(file, error);
    if (status >= 0)
        status = read_old(file, text_buffer_get(&whole), &whole_head, error);
    if (status >= 0 && !whole_head)
        file->end = 0;
    if (status >= 0 && ftruncate(fileno(file->file), file->end) != 0)
        status = fail_io(file, "cut the unfinished line off", error);
    if (status >= 0 && !whole_head)
        status = write_end(file, whole.text, whole.length, error);
    if (status >= 0)
        status = synchronise(file, error);
    text_buffer_done(&whole);
    return status;
}

Status work_file_open(const char *path, const char *head, WorkFile **ret_file, Error *error) {
    WorkFile *file = calloc(1, sizeof *file);
    Status status = STATUS_OK;
    if (file) {
        file->name = strdup(path ? path : "the temporary file of the analysis");
        file->path = path ? strdup(path) : NULL;
    }
    if (!file || !file->name || (path && !file->path))
        status = error_set(error, STATUS_NO_MEMORY, "no memory for a work file");
    if (status >= 0)
        status = prepare(file, head, error);
    if (status < 0) {
        work_file_close(file, false, NULL);
        return status;
    }
    *ret_file = file;
    return STATUS_OK;
}

/* ---- games ---- */

Status work_file_add(WorkFile *file, uint64_t game, const GameRecord *record,
                     const GameNotes *notes, Error *error) {
    TextBuffer *buffer = &file->buffer;
    text_buffer_clear(buffer);
    Status status = work_file_write_line(game, record, notes, buffer, error);
    if (status < 0)
        return status;
    size_t length = buffer->length;
    text_buffer_append(buffer, "\t", 1);
    uint32_t sum = checksum_add(0, text_buffer_get(buffer), buffer->length);
    text_buffer_printf(buffer, "%08lx\n", (unsigned long)sum);
    status = text_buffer_get_status(buffer, error);
    if (status >= 0)
        status = note_place(file, game, (Place){file->end, length}, error);
    if (status < 0)
        return status;
    status = write_end(file, buffer->text, buffer->length, error);
    if (status < 0) {
        file->places[game] = (Place){0};
        file->games--;
    } else if (clock_seconds_since(file->synced_ns) >= sync_seconds) {
        status = synchronise(file, error);
    }
    return status;
}

static Status read_place(WorkFile *file, Place place, char *bytes, Error *error) {
    for (size_t done = 0; done < place.length;) {
        ssize_t count = pread(fileno(file->file), bytes + done, place.length - done,
                              place.offset + (off_t)done);
        if (count < 0 && errno == EINTR)
            continue;
        if (count == 0)
            return error_set(error, STATUS_IO, "%s became shorter while it was in use", file->name);
        if (count < 0)
            return fail_io(file, "read", error);
        done += (size_t)count;
    }
    return STATUS_OK;
}

Status work_file_get(WorkFile *file, uint64_t game, const GameRecord *record, GameNotes *notes,
                     Error *error) {
    if (!work_file_has(file, game))
        return error_set(error, STATUS_STATE, "%s has no game %llu", file->name,
                         (unsigned long long)game);
    Place place = file->places[game];
    char *bytes = malloc(place.length + 1);
    if (!bytes)
        return error_set(error, STATUS_NO_MEMORY, "no memory for the notes of a game");
    bytes[place.length] = '\0';
    Error reason;
    Status status = read_place(file, place, bytes, error);
    if (status >= 0) {
        status = work_file_read_line(bytes, place.length, record, notes, &reason);
        if (status < 0)
            error_set(error, status, "%s, game %llu: %s", file->name, (unsigned long long)game,
                      reason.text);
    }
    free(bytes);
    return status;
}

Status work_file_close(WorkFile *file, bool remove, Error *error) {
    if (!file)
        return STATUS_OK;
    Status status = STATUS_OK;
    if (file->file) {
        if (!remove)
            status = synchronise(file, error);
        if (remove && file->path && unlink(file->path) != 0)
            status = fail_io(file, "remove", error);
        fclose(file->file);
    }
    text_buffer_done(&file->buffer);
    free(file->places);
    free(file->name);
    free(file->path);
    free(file);
    return status;
}
