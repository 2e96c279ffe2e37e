// net/address.h: addresses of sockets as text.
//
// "127.0.0.1:4000", "[::1]:4000", "unix:/run/plait/7". Hosts are numbers, not names: a look-up of a
// name would block.

#pragma once

#include <netinet/in.h>
#include <stdbool.h>
#include <sys/socket.h>
#include <sys/un.h>

#include "base/err.h"

typedef struct Address {
    union {
        struct sockaddr any;
        struct sockaddr_in v4;
        struct sockaddr_in6 v6;
        struct sockaddr_un local;
    };
    socklen_t length;
} Address;

bool address_parse(const char *text, Address *a);
// What to say about a text that is no address.
void address_complain(const char *text, Err *err);

// The address as text, with the port that the system has chosen. To be freed.
char *address_text(int fd, const char *given);

// A socket that takes calls and does not block; -1: errno says why.
int address_listen(const Address *a);

// Whether the process at the other end of a local socket is of the same user.
bool address_is_own_user(int fd);
