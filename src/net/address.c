// net/address.c: addresses of sockets as text.

#include "net/address.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netdb.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"

enum { CALLS_WAITING = 128 };

static bool parse_local(const char *path, Address *a)
{
    size_t length = strlen(path);

    if (length == 0 || length >= sizeof a->local.sun_path)
        return false;
    a->local = (struct sockaddr_un){.sun_family = AF_UNIX};
    memcpy(a->local.sun_path, path, length + 1);
    a->length = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + length + 1);
    return true;
}

bool address_parse(const char *text, Address *a)
{
    char host[64];
    const char *colon = strrchr(text, ':');
    struct addrinfo wanted = {.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV,
                              .ai_socktype = SOCK_STREAM};
    struct addrinfo *found;

    *a = (Address){0};
    if (strncmp(text, "unix:", 5) == 0)
        return parse_local(text + 5, a);
    if (!colon || (size_t)(colon - text) >= sizeof host || !colon[1])
        return false;
    bool has_brackets = text[0] == '[' && colon > text && colon[-1] == ']';
    int length = (int)(colon - text) - 2 * has_brackets;
    snprintf(host, sizeof host, "%.*s", length, text + has_brackets);
    if (getaddrinfo(host, colon + 1, &wanted, &found) != 0)
        return false;
    assert(found->ai_addrlen <= sizeof *a);
    memcpy(&a->any, found->ai_addr, found->ai_addrlen);
    a->length = found->ai_addrlen;
    freeaddrinfo(found);
    return true;
}

char *address_text(int fd, const char *given)
{
    Address a = {.length = sizeof(struct sockaddr_in6)};
    char host[INET6_ADDRSTRLEN], text[INET6_ADDRSTRLEN + 16];

    if (strncmp(given, "unix:", 5) == 0 || getsockname(fd, &a.any, &a.length) != 0)
        return memory_copy_text(given);
    if (a.any.sa_family == AF_INET6) {
        inet_ntop(AF_INET6, &a.v6.sin6_addr, host, sizeof host);
        snprintf(text, sizeof text, "[%s]:%u", host, ntohs(a.v6.sin6_port));
    } else {
        inet_ntop(AF_INET, &a.v4.sin_addr, host, sizeof host);
        snprintf(text, sizeof text, "%s:%u", host, ntohs(a.v4.sin_port));
    }
    return memory_copy_text(text);
}

void address_complain(const char *text, Err *err)
{
    err_set(err, "%s is no address; write 127.0.0.1:4000, [::1]:4000 or unix:/path", text);
}

int address_listen(const Address *a)
{
    int fd = socket(a->any.sa_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0), on = 1;

    if (fd < 0)
        return -1;
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (a->any.sa_family == AF_UNIX)
        fchmod(fd, 0600);  // the mode of the file that bind makes
    if (bind(fd, &a->any, a->length) == 0 && listen(fd, CALLS_WAITING) == 0)
        return fd;
    int reason = errno;
    close(fd);
    errno = reason;
    return -1;
}

bool address_is_own_user(int fd)
{
    struct ucred who;
    socklen_t size = sizeof who;

    return getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &who, &size) == 0 && who.uid == geteuid();
}
