/* SPDX-License-Identifier: MIT */
#include "protocol/line_output.h"

#include <errno.h>
#include <poll.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    FIRST_CAPACITY = 1024, /* bytes; most lines fit without growing */
};

Status line_output_init(LineOutput *output, int fd, char ending, Error *error) {
    struct stat info;
    if (fstat(fd, &info) != 0)
        return error_set(error, STATUS_IO, "cannot write to descriptor %d: %s", fd,
                         strerror(errno));
    *output = (LineOutput){.fd = fd, .ending = ending, .is_socket = S_ISSOCK(info.st_mode)};
    int failure = pthread_mutex_init(&output->mutex, NULL);
    if (failure != 0)
        return error_set(error, STATUS_NO_MEMORY, "cannot make a mutex: %s", strerror(failure));
    return STATUS_OK;
}

void line_output_done(LineOutput *output) {
    pthread_mutex_destroy(&output->mutex);
    free(output->buffer);
    output->buffer = NULL;
}

/* The status that belongs to the errno of a write. */
static Status status_of_failure(int failure) {
    switch (failure) {
    case 0:
        return STATUS_OK;
    case EPIPE:
    case ECONNRESET:
    case ENOTCONN:
        return STATUS_CLOSED;
    default:
        return STATUS_IO;
    }
}

/* Makes room for `length` bytes. The mutex is held. */
static Status reserve_buffer(LineOutput *output, size_t length) {
    if (length <= output->capacity)
        return STATUS_OK;
    size_t capacity = output->capacity > 0 ? output->capacity : FIRST_CAPACITY;
    while (capacity < length)
        capacity = capacity <= SIZE_MAX / 2 ? capacity * 2 : length;
    char *buffer = realloc(output->buffer, capacity);
    if (!buffer)
        return STATUS_NO_MEMORY;
    output->buffer = buffer;
    output->capacity = capacity;
    return STATUS_OK;
}

static ssize_t write_some(const LineOutput *output, const char *bytes, size_t length) {
    if (output->is_socket)
        return send(output->fd, bytes, length, MSG_NOSIGNAL);
    return write(output->fd, bytes, length);
}

/* Waits until a descriptor that does not block takes bytes again; errno on failure, else 0. */
static int wait_writable(int fd) {
    struct pollfd watch = {.fd = fd, .events = POLLOUT};
    while (poll(&watch, 1, -1) < 0)
        if (errno != EINTR)
            return errno;
    return 0;
}

/* Writes the buffer out. The mutex is held. */
static Status flush_buffer(LineOutput *output, size_t length) {
    size_t written = 0;
    while (written < length && output->failure == 0) {
        ssize_t count = write_some(output, output->buffer + written, length - written);
        if (count >= 0)
            written += (size_t)count;
        else if (errno == EAGAIN || errno == EWOULDBLOCK)
            output->failure = wait_writable(output->fd);
        else if (errno != EINTR)
            output->failure = errno;
    }
    return status_of_failure(output->failure);
}

/* Ends the text that stands in the buffer and writes it. The mutex is held. */
static Status write_buffer(LineOutput *output, size_t length) {
    for (size_t i = 0; i < length; i++)
        if (output->buffer[i] == output->ending)
            output->buffer[i] = ' ';
    output->buffer[length] = output->ending;
    return flush_buffer(output, length + 1);
}

/* Puts formatted text into the buffer, with room for its ending. The mutex is held. */
static Status format_buffer(LineOutput *output, const char *format, va_list args,
                            size_t *ret_length) __attribute__((format(printf, 2, 0)));

static Status format_buffer(LineOutput *output, const char *format, va_list args,
                            size_t *ret_length) {
    Status status = reserve_buffer(output, FIRST_CAPACITY);
    if (status != STATUS_OK)
        return status;
    va_list again;
    va_copy(again, args);
    int length = vsnprintf(output->buffer, output->capacity, format, args);
    if (length < 0) {
        status = STATUS_NO_MEMORY;
    } else if ((size_t)length >= output->capacity) {
        status = reserve_buffer(output, (size_t)length + 1);
        if (status == STATUS_OK)
            vsnprintf(output->buffer, output->capacity, format, again);
    }
    va_end(again);
    if (status == STATUS_OK)
        *ret_length = (size_t)length;
    return status;
}

Status line_output_write(LineOutput *output, const char *bytes, size_t length) {
    if (length == SIZE_MAX)
        return STATUS_NO_MEMORY;
    pthread_mutex_lock(&output->mutex);
    Status status = status_of_failure(output->failure);
    if (status == STATUS_OK)
        status = reserve_buffer(output, length + 1);
    if (status == STATUS_OK) {
        if (length > 0)
            memcpy(output->buffer, bytes, length);
        status = write_buffer(output, length);
    }
    pthread_mutex_unlock(&output->mutex);
    return status;
}

Status line_output_printf(LineOutput *output, const char *format, ...) {
    va_list args;
    va_start(args, format);
    pthread_mutex_lock(&output->mutex);
    size_t length = 0;
    Status status = status_of_failure(output->failure);
    if (status == STATUS_OK)
        status = format_buffer(output, format, args, &length);
    if (status == STATUS_OK)
        status = write_buffer(output, length);
    pthread_mutex_unlock(&output->mutex);
    va_end(args);
    return status;
}

Status line_output_prompt(LineOutput *output, const char *text) {
    size_t length = strlen(text);
    pthread_mutex_lock(&output->mutex);
    Status status = status_of_failure(output->failure);
    if (status == STATUS_OK)
        status = reserve_buffer(output, length);
    if (status == STATUS_OK) {
        memcpy(output->buffer, text, length);
        status = flush_buffer(output, length);
    }
    pthread_mutex_unlock(&output->mutex);
    return status;
}

Status line_output_get_status(LineOutput *output, Error *error) {
    int failure = output->failure;
    Status status = status_of_failure(failure);
    if (status != STATUS_OK)
        error_set(error, status, "cannot write: %s", strerror(failure));
    return status;
}
