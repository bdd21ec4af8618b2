/* SPDX-License-Identifier: MIT */
#include "engine/base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static Status refuse(const char *path, Error *error) {
    return error_set(error, STATUS_IO, "cannot read %s: %s", path, strerror(errno));
}

/* Reads up to `length` bytes; the number read, or -1 with errno. */
static ssize_t read_all(int fd, char *bytes, size_t length) {
    size_t got = 0;
    while (got < length) {
        ssize_t count = read(fd, bytes + got, length - got);
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return -1;
        if (count == 0)
            break;
        got += (size_t)count;
    }
    return (ssize_t)got;
}

static Status read_open(int fd, const char *path, size_t limit, char **ret_bytes,
                        size_t *ret_length, Error *error) {
    struct stat info;
    if (fstat(fd, &info) != 0)
        return refuse(path, error);
    if (!S_ISREG(info.st_mode))
        return error_set(error, STATUS_STATE, "cannot read %s: it is not an ordinary file", path);
    if ((uintmax_t)info.st_size > limit)
        return error_set(error, STATUS_RANGE, "%s has %ju bytes; at most %zu are possible", path,
                         (uintmax_t)info.st_size, limit);
    size_t length = (size_t)info.st_size;
    char *bytes = malloc(length + 1);
    if (!bytes)
        return error_set(error, STATUS_NO_MEMORY, "no memory for the %zu bytes of %s", length,
                         path);
    ssize_t got = read_all(fd, bytes, length);
    if (got < 0) {
        Status status = refuse(path, error);
        free(bytes);
        return status;
    }
    bytes[got] = '\0';
    *ret_bytes = bytes;
    *ret_length = (size_t)got;
    return STATUS_OK;
}

Status file_read(const char *path, size_t limit, char **ret_bytes, size_t *ret_length,
                 Error *error) {
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return refuse(path, error);
    Status status = read_open(fd, path, limit, ret_bytes, ret_length, error);
    close(fd);
    return status;
}
