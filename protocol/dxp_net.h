/* SPDX-License-Identifier: MIT
 *
 * Sockets for DXP. An address is "HOST:PORT", "HOST", ":PORT" or "": HOST a name or a numeric IPv4
 * or IPv6 address, in brackets when a port follows an IPv6 address ("[::1]:27531"); no HOST is this
 * machine (127.0.0.1), no PORT is DXP_PORT. Sockets are blocking, closed on exec, and send without
 * delay. Any thread. */
#ifndef HUFF_PROTOCOL_DXP_NET_H
#define HUFF_PROTOCOL_DXP_NET_H

#include "engine/base/status.h"

enum {
    DXP_PORT = 27531,
    DXP_HOST_SIZE = 256, /* bytes of a host with its NUL */
    DXP_PEER_SIZE = 80,  /* bytes of a numeric address with its port */
};

typedef struct {
    char host[DXP_HOST_SIZE];
    int port; /* 0..65535; 0 listens on any free port */
} DxpAddress;

/* STATUS_SYNTAX with what would be right, STATUS_RANGE for the port. */
Status dxp_address_read(const char *text, DxpAddress *ret_address, Error *error);

/* Listens; the socket is the caller's. Only peers on this machine can connect unless the address
 * names a host: "0.0.0.0" is every IPv4 address of the machine, "[::]" every one of both kinds. The
 * port can be used again at once after a listener was closed. As dxp_address_read; STATUS_IO when
 * the host is not known or the port is taken. */
Status dxp_listen(const char *address, int *ret_fd, Error *error);

/* The port a socket is bound to. STATUS_IO. */
Status dxp_get_port(int fd, int *ret_port, Error *error);

/* Waits for the next peer. `ret_peer` gets its numeric address. STATUS_IO. */
Status dxp_accept(int listener, int *ret_fd, char ret_peer[static DXP_PEER_SIZE], Error *error);

/* Connects; tries again until `seconds` have passed, as the peer may be about to start. A try that
 * is under way then is given a second: broken off, it could be what a peer that accepts one
 * connection gets. As dxp_address_read; STATUS_IO when the host is not known or nobody answered. */
Status dxp_connect(const char *address, double seconds, int *ret_fd, Error *error);

/* Closes a connection so that the last message arrives: says that nothing more comes and waits a
 * moment for the peer to close too. */
void dxp_close(int fd);

#endif
