/* SPDX-License-Identifier: MIT */
#include "protocol/dxp_net.h"

#include "engine/base/clock.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
    RETRY_MS = 200, /* between two attempts to connect */
    TRY_MS = 1000,  /* for a connection under way, whatever the time left */
    CLOSE_MS = 500, /* the peer's time to take the last message and close */
    BACKLOG = 16,
};

/* ---- Addresses ---- */

static Status read_port(const char *text, int *ret_port, Error *error) {
    char *end;
    errno = 0;
    long port = strtol(text, &end, 10);
    if (*text < '0' || *text > '9' || *end != '\0')
        return error_set(error, STATUS_SYNTAX, "port \"%.40s\" is not a number", text);
    if (errno != 0 || port > 65535)
        return error_set(error, STATUS_RANGE, "port %.40s is outside 0..65535", text);
    *ret_port = (int)port;
    return STATUS_OK;
}

Status dxp_address_read(const char *text, DxpAddress *ret_address, Error *error) {
    const char *host = text, *port = NULL;
    size_t length = strlen(text);
    const char *colon = strchr(text, ':');
    if (*text == '[') {
        const char *bracket = strchr(text, ']');
        if (!bracket || (bracket[1] != '\0' && bracket[1] != ':'))
            return error_set(error, STATUS_SYNTAX,
                             "address \"%.80s\": \"[\", an IPv6 address, \"]\" and perhaps :PORT "
                             "expected",
                             text);
        host = text + 1;
        length = (size_t)(bracket - host);
        port = bracket[1] == ':' ? bracket + 2 : NULL;
    } else if (colon && !strchr(colon + 1, ':')) {
        length = (size_t)(colon - text);
        port = colon + 1;
    }
    if (length >= DXP_HOST_SIZE)
        return error_set(error, STATUS_SYNTAX, "a host name of %zu characters: at most %d expected",
                         length, DXP_HOST_SIZE - 1);
    int number = DXP_PORT;
    Status status = port ? read_port(port, &number, error) : STATUS_OK;
    if (status < 0)
        return status;
    if (length > 0)
        snprintf(ret_address->host, sizeof ret_address->host, "%.*s", (int)length, host);
    else
        snprintf(ret_address->host, sizeof ret_address->host, "127.0.0.1");
    ret_address->port = number;
    return STATUS_OK;
}

/* All socket addresses of `text`, for freeaddrinfo. */
static Status resolve(const char *text, int flags, struct addrinfo **ret_list, Error *error) {
    DxpAddress address;
    Status status = dxp_address_read(text, &address, error);
    if (status < 0)
        return status;
    char port[16];
    snprintf(port, sizeof port, "%d", address.port);
    struct addrinfo hints = {
        .ai_family = AF_UNSPEC, .ai_socktype = SOCK_STREAM, .ai_flags = flags | AI_NUMERICSERV};
    int failure = getaddrinfo(address.host, port, &hints, ret_list);
    if (failure != 0)
        return error_set(error, STATUS_IO, "host \"%.80s\": %s", address.host,
                         failure == EAI_SYSTEM ? strerror(errno) : gai_strerror(failure));
    return STATUS_OK;
}

/* ---- Listening ---- */

static void set_option(int fd, int level, int option, int value) {
    /* These options only make things better; without them the connection works too. */
    (void)setsockopt(fd, level, option, &value, sizeof value);
}

/* Messages leave at once, and a peer whose machine is gone is noticed within minutes. */
static void prepare_connection(int fd) {
    enum {
        IDLE_SECONDS = 60
    };
    set_option(fd, IPPROTO_TCP, TCP_NODELAY, 1);
    set_option(fd, SOL_SOCKET, SO_KEEPALIVE, 1);
    set_option(fd, IPPROTO_TCP, TCP_KEEPIDLE, IDLE_SECONDS);
}

/* A listening socket, or -1 with errno. */
static int listen_on(const struct addrinfo *info) {
    int fd = socket(info->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd < 0)
        return -1;
    set_option(fd, SOL_SOCKET, SO_REUSEADDR, 1);
    if (info->ai_family == AF_INET6)
        set_option(fd, IPPROTO_IPV6, IPV6_V6ONLY, 0);
    if (bind(fd, info->ai_addr, info->ai_addrlen) == 0 && listen(fd, BACKLOG) == 0)
        return fd;
    int failure = errno;
    close(fd);
    errno = failure;
    return -1;
}

Status dxp_listen(const char *address, int *ret_fd, Error *error) {
    struct addrinfo *list;
    Status status = resolve(address, AI_PASSIVE, &list, error);
    if (status < 0)
        return status;
    int fd = -1;
    for (const struct addrinfo *info = list; info && fd < 0; info = info->ai_next)
        fd = listen_on(info);
    int failure = errno;
    freeaddrinfo(list);
    if (fd < 0)
        return error_set(error, STATUS_IO, "cannot listen on \"%.80s\": %s", address,
                         strerror(failure));
    *ret_fd = fd;
    return STATUS_OK;
}

static int port_of(const struct sockaddr_storage *address) {
    if (address->ss_family == AF_INET6)
        return ntohs(((const struct sockaddr_in6 *)address)->sin6_port);
    return ntohs(((const struct sockaddr_in *)address)->sin_port);
}

Status dxp_get_port(int fd, int *ret_port, Error *error) {
    struct sockaddr_storage address;
    socklen_t length = sizeof address;
    if (getsockname(fd, (struct sockaddr *)&address, &length) != 0)
        return error_set(error, STATUS_IO, "cannot tell the port of a socket: %s", strerror(errno));
    *ret_port = port_of(&address);
    return STATUS_OK;
}

static void write_peer(const struct sockaddr_storage *address, socklen_t length,
                       char ret_peer[static DXP_PEER_SIZE]) {
    char host[INET6_ADDRSTRLEN + 16];
    if (getnameinfo((const struct sockaddr *)address, length, host, sizeof host, NULL, 0,
                    NI_NUMERICHOST) != 0)
        snprintf(host, sizeof host, "unknown");
    bool is_v6 = strchr(host, ':') != NULL;
    snprintf(ret_peer, DXP_PEER_SIZE, "%s%s%s:%d", is_v6 ? "[" : "", host, is_v6 ? "]" : "",
             port_of(address));
}

Status dxp_accept(int listener, int *ret_fd, char ret_peer[static DXP_PEER_SIZE], Error *error) {
    for (;;) {
        struct sockaddr_storage address;
        socklen_t length = sizeof address;
        int fd = accept4(listener, (struct sockaddr *)&address, &length, SOCK_CLOEXEC);
        if (fd >= 0) {
            prepare_connection(fd);
            write_peer(&address, length, ret_peer);
            *ret_fd = fd;
            return STATUS_OK;
        }
        if (errno != EINTR && errno != ECONNABORTED)
            return error_set(error, STATUS_IO, "cannot accept a connection: %s", strerror(errno));
    }
}

/* ---- Connecting ---- */

static int milliseconds_until(int64_t deadline_ns) {
    int64_t left = deadline_ns - clock_now_ns();
    return left > 0 ? (int)(left / 1000000) + 1 : 0;
}

/* Waits until a connection under way stands; errno on failure, else 0. */
static int finish_connect(int fd, int64_t deadline_ns) {
    struct pollfd watch = {.fd = fd, .events = POLLOUT};
    int count;
    do {
        count = poll(&watch, 1, milliseconds_until(deadline_ns));
    } while (count < 0 && errno == EINTR);
    if (count < 0)
        return errno;
    if (count == 0)
        return ETIMEDOUT;
    int failure = 0;
    socklen_t length = sizeof failure;
    return getsockopt(fd, SOL_SOCKET, SO_ERROR, &failure, &length) == 0 ? failure : errno;
}

/* A connected socket, or -1 with errno. */
static int connect_to(const struct addrinfo *info, int64_t deadline_ns) {
    int fd = socket(info->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (fd < 0)
        return -1;
    int failure = 0;
    if (connect(fd, info->ai_addr, info->ai_addrlen) != 0)
        failure = errno == EINPROGRESS || errno == EINTR ? finish_connect(fd, deadline_ns) : errno;
    if (failure == 0 && fcntl(fd, F_SETFL, 0) != 0)
        failure = errno;
    if (failure == 0) {
        prepare_connection(fd);
        return fd;
    }
    close(fd);
    errno = failure;
    return -1;
}

Status dxp_connect(const char *address, double seconds, int *ret_fd, Error *error) {
    struct addrinfo *list;
    Status status = resolve(address, 0, &list, error);
    if (status < 0)
        return status;
    int64_t deadline_ns = clock_now_ns() + (int64_t)(seconds * 1e9);
    int fd = -1, failure = 0;
    for (;;) {
        for (const struct addrinfo *info = list; info && fd < 0; info = info->ai_next) {
            int64_t try_ns = clock_now_ns() + (int64_t)TRY_MS * 1000000;
            fd = connect_to(info, try_ns > deadline_ns ? try_ns : deadline_ns);
            failure = errno;
        }
        int left_ms = milliseconds_until(deadline_ns);
        if (fd >= 0 || left_ms == 0)
            break;
        poll(NULL, 0, left_ms < RETRY_MS ? left_ms : RETRY_MS);
    }
    freeaddrinfo(list);
    if (fd < 0)
        return error_set(error, STATUS_IO, "cannot connect to \"%.80s\": %s", address,
                         strerror(failure));
    *ret_fd = fd;
    return STATUS_OK;
}

void dxp_close(int fd) {
    int64_t deadline_ns = clock_now_ns() + (int64_t)CLOSE_MS * 1000000;
    bool open = shutdown(fd, SHUT_WR) == 0;
    while (open) {
        char rest[512];
        struct pollfd watch = {.fd = fd, .events = POLLIN};
        int left_ms = milliseconds_until(deadline_ns);
        open = left_ms > 0 && poll(&watch, 1, left_ms) > 0 && read(fd, rest, sizeof rest) > 0;
    }
    close(fd);
}
