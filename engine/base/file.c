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
    NAME_TRIES = 100, /* names tried for the new file before giving up */
};

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

/* Fills the new file and brings it to the disk; closes it in any case. */
static bool fill_aside(int fd, bool keep_mode, mode_t mode, const char *bytes, size_t length) {
    bool ok =
        (!keep_mode || fchmod(fd, mode) == 0) && write_all(fd, bytes, length) && fsync(fd) == 0;
    int failure = errno;
    if (close(fd) != 0 && ok)
        return false;
    errno = failure;
    return ok;
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

static Status replace_target(char *target, char *aside, size_t size, const char *bytes,
                             size_t length, Error *error) {
    mode_t mode;
    bool exists;
    Status status = find_mode(target, &mode, &exists, error);
    if (status < 0)
        return status;
    int fd = open_aside(target, mode, aside, size);
    if (fd < 0)
        return refuse(target, error);
    if (!fill_aside(fd, exists, mode, bytes, length) || rename(aside, target) != 0) {
        status = refuse(target, error);
        unlink(aside);
        return status;
    }
    return sync_folder(target) ? STATUS_OK : refuse(target, error);
}

Status file_replace(const char *path, const char *bytes, size_t length, Error *error) {
    char *target = resolve(path);
    if (!target)
        return refuse(path, error);
    size_t size = strlen(target) + 64; /* room for what open_aside appends */
    char *aside = malloc(size);
    Status status = aside ? replace_target(target, aside, size, bytes, length, error)
                          : error_set(error, STATUS_NO_MEMORY, "no memory to write %s", path);
    free(aside);
    free(target);
    return status;
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
