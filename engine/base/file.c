/* SPDX-License-Identifier: MIT */
#include "engine/base/file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    NAME_TRIES = 100,        /* names tried for the new file before giving up */
    BUFFER_SIZE = 64 * 1024, /* bytes kept before they are written */
};

struct FileWriter {
    char *target; /* the file that is replaced */
    char *aside;  /* the new one */
    int fd;       /* of the new one, -1 as long as there is none */
    int failure;  /* errno of the first write that failed, or 0 */
    size_t used;  /* bytes of `buffer` */
    char buffer[BUFFER_SIZE];
};

bool file_is_same(const char *path, const char *other) {
    struct stat a, b;
    return stat(path, &a) == 0 && stat(other, &b) == 0 && a.st_dev == b.st_dev &&
           a.st_ino == b.st_ino;
}

/* The folder of a name as the system knows it, and the rest of the name. NULL: there is none. */
static char *find_folder(const char *path, const char **ret_rest) {
    const char *slash = strrchr(path, '/');
    *ret_rest = slash ? slash + 1 : path;
    char *folder = slash ? strndup(path, (size_t)(slash - path) + 1) : strdup(".");
    char *found = folder ? realpath(folder, NULL) : NULL;
    free(folder);
    return found;
}

bool file_will_be_same(const char *path, const char *other) {
    if (file_is_same(path, other) || !strcmp(path, other))
        return true;
    const char *rest, *other_rest;
    char *folder = find_folder(path, &rest), *other_folder = find_folder(other, &other_rest);
    bool same =
        folder && other_folder && !strcmp(folder, other_folder) && !strcmp(rest, other_rest);
    free(folder);
    free(other_folder);
    return same;
}

static Status refuse(const char *path, Error *error) {
    return error_set(error, STATUS_IO, "cannot write %s: %s", path, strerror(errno));
}

/* The file that `path` leads to, which need not exist; to be freed. NULL when there is no memory or
 * the links lead nowhere, with errno set. */
static char *resolve(const char *path) {
    char *target = realpath(path, NULL);
    return target || errno != ENOENT ? target : strdup(path);
}

/* Permissions for the new file: the old file's, or what the process gives new files. */
static Status find_mode(const char *target, mode_t *ret_mode, bool *ret_exists, Error *error) {
    struct stat info;
    *ret_exists = stat(target, &info) == 0;
    if (!*ret_exists) {
        *ret_mode = 0666;
        return errno == ENOENT ? STATUS_OK : refuse(target, error);
    }
    if (!S_ISREG(info.st_mode))
        return error_set(error, STATUS_STATE, "cannot write %s: it is not an ordinary file",
                         target);
    *ret_mode = info.st_mode & 07777;
    return STATUS_OK;
}

/* Creates a file beside `target`; its name goes to `aside`. It is short whatever the target's name,
 * which may be as long as the system allows. The descriptor, or -1 with errno. */
static int open_aside(const char *target, mode_t mode, char *aside, size_t size) {
    const char *slash = strrchr(target, '/');
    int folder_length = slash ? (int)(slash - target) + 1 : 0;
    for (int i = 0; i < NAME_TRIES; i++) {
        snprintf(aside, size, "%.*s.huff-new-%ld-%d", folder_length, target, (long)getpid(), i);
        int fd = open(aside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
        if (fd >= 0 || errno != EEXIST)
            return fd;
    }
    return -1;
}

static bool write_all(int fd, const char *bytes, size_t length) {
    while (length > 0) {
        ssize_t count = write(fd, bytes, length);
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return false;
        bytes += count;
        length -= (size_t)count;
    }
    return true;
}

/* Brings the folder's entry for `target` to the disk. Cuts the name off `target`. */
static bool sync_folder(char *target) {
    char *slash = strrchr(target, '/');
    if (slash)
        slash[slash == target] = '\0';
    int fd = open(slash ? target : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0)
        return false;
    /* A file system that does not know the request (EINVAL) gives no better promise. */
    bool ok = fsync(fd) == 0 || errno == EINVAL;
    int failure = errno;
    close(fd);
    errno = failure;
    return ok;
}

/* Writes what is kept, unless something failed before. */
static bool flush_buffer(FileWriter *writer) {
    if (!writer->failure && !write_all(writer->fd, writer->buffer, writer->used))
        writer->failure = errno;
    writer->used = 0;
    return !writer->failure;
}

/* Finds the file that `path` leads to and opens a new one beside it, with its permissions. */
static Status open_writer(FileWriter *writer, const char *path, Error *error) {
    mode_t mode;
    bool exists;
    writer->target = resolve(path);
    if (!writer->target)
        return refuse(path, error);
    size_t size = strlen(writer->target) + 64; /* room for what open_aside appends */
    writer->aside = malloc(size);
    if (!writer->aside)
        return error_set(error, STATUS_NO_MEMORY, "no memory to write %s", path);
    Status status = find_mode(writer->target, &mode, &exists, error);
    if (status < 0)
        return status;
    writer->fd = open_aside(writer->target, mode, writer->aside, size);
    if (writer->fd < 0 || (exists && fchmod(writer->fd, mode) != 0))
        return refuse(writer->target, error);
    return STATUS_OK;
}

Status file_writer_open(const char *path, FileWriter **ret_writer, Error *error) {
    FileWriter *writer = malloc(sizeof *writer);
    if (!writer)
        return error_set(error, STATUS_NO_MEMORY, "no memory to write %s", path);
    writer->target = writer->aside = NULL;
    writer->fd = -1;
    writer->failure = 0;
    writer->used = 0;
    Status status = open_writer(writer, path, error);
    if (status < 0)
        file_writer_abandon(writer);
    else
        *ret_writer = writer;
    return status;
}

Status file_writer_add(FileWriter *writer, const char *bytes, size_t length, Error *error) {
    while (length > 0 && !writer->failure) {
        size_t count = BUFFER_SIZE - writer->used;
        count = length < count ? length : count;
        memcpy(writer->buffer + writer->used, bytes, count);
        writer->used += count;
        bytes += count;
        length -= count;
        if (writer->used == BUFFER_SIZE)
            flush_buffer(writer);
    }
    errno = writer->failure;
    return writer->failure ? refuse(writer->target, error) : STATUS_OK;
}

Status file_writer_commit(FileWriter *writer, Error *error) {
    bool ok = flush_buffer(writer) && fsync(writer->fd) == 0;
    int failure = writer->failure ? writer->failure : errno;
    if (close(writer->fd) != 0 && ok) {
        ok = false;
        failure = errno;
    }
    writer->fd = -1;
    errno = failure;
    Status status = STATUS_OK;
    if (!ok || rename(writer->aside, writer->target) != 0) {
        status = refuse(writer->target, error);
        unlink(writer->aside);
    } else if (!sync_folder(writer->target)) {
        status = refuse(writer->target, error);
    }
    file_writer_abandon(writer);
    return status;
}

void file_writer_abandon(FileWriter *writer) {
    if (!writer)
        return;
    if (writer->fd >= 0) {
        close(writer->fd);
        unlink(writer->aside);
    }
    free(writer->aside);
    free(writer->target);
    free(writer);
}

Status file_replace(const char *path, const char *bytes, size_t length, Error *error) {
    FileWriter *writer;
    Status status = file_writer_open(path, &writer, error);
    if (status < 0)
        return status;
    /* A failure is kept and told by the commit. */
    (void)file_writer_add(writer, bytes, length, error);
    return file_writer_commit(writer, error);
}

/* The process that made a file of open_aside, 0 for another file. */
static long find_writer(const char *name) {
    long writer;
    int number, length = 0;
    if (sscanf(name, ".huff-new-%ld-%d%n", &writer, &number, &length) != 2 || writer <= 0 ||
        name[length])
        return 0;
    return writer;
}

Status file_remove_abandoned(const char *folder, Error *error) {
    DIR *directory = opendir(folder);
    if (!directory)
        return error_set(error, STATUS_IO, "cannot read %s: %s", folder, strerror(errno));
    for (const struct dirent *entry; (entry = readdir(directory));) {
        long writer = find_writer(entry->d_name);
        if (writer && kill((pid_t)writer, 0) != 0 && errno == ESRCH)
            unlinkat(dirfd(directory), entry->d_name, 0);
    }
    closedir(directory);
    return STATUS_OK;
}
