// net/loop.c: a transport over sockets, on epoll.

#include "net/loop.h"

#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "base/memory.h"
#include "net/address.h"

enum {
    READ_BYTES = 256 << 10,
    EVENTS_AT_ONCE = 64,
};

typedef enum SocketKind { LISTENER, WAKER, GUEST, CALLER, SHAKER, TALKER } SocketKind;

// A descriptor that the loop watches.
typedef struct Socket {
    SocketKind kind;  // CALLER: connects; SHAKER: TLS is not agreed on; TALKER: is connected
    int fd;           // -1: closed; freed at the end of the turn
    bool wants_room;  // to write
    bool is_local;    // a local socket
    bool has_called;  // this side has
    Tls *tls;         // NULL: none
    void (*readable)(void *data);  // of a GUEST: a descriptor of somebody else
    void *data;
    Connection *connection;
    struct Socket *next;  // of those that are closed, or have something to tell
} Socket;

struct Loop {
    int epoll;
    Socket waker;
    Endpoint *endpoint;
    TlsIdentity *identity;  // NULL: no TLS
    Address from;           // of calls; length 0: the system chooses
    uint64_t refused;
    Socket *closed;   // in this turn
    Socket *hopeless;  // could not even begin to connect: the endpoint hears of it in the next turn
    uint8_t *buffer;
    Socket **listeners;  // and guests
    uint32_t listener_count, listener_capacity;
    char **texts;  // addresses that were returned
    uint32_t text_count, text_capacity;
    char **paths;  // of sockets in the file system
    uint32_t path_count, path_capacity;
};

uint64_t loop_now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000 + (uint64_t)t.tv_nsec / 1000;
}

// -------------------------------------------------------------------------------- sockets

static bool watch(Loop *l, Socket *k, uint32_t events)
{
    struct epoll_event e = {.events = events, .data.ptr = k};
    return epoll_ctl(l->epoll, EPOLL_CTL_ADD, k->fd, &e) == 0;
}

static void watch_again(Loop *l, Socket *k)
{
    struct epoll_event e = {.events = EPOLLIN | (k->wants_room ? EPOLLOUT : 0u), .data.ptr = k};
    epoll_ctl(l->epoll, EPOLL_CTL_MOD, k->fd, &e);
}

// Events of this turn may still name it: it is freed at the end of the turn.
static void socket_close(Loop *l, Socket *k)
{
    tls_free(k->tls);
    k->tls = NULL;
    close(k->fd);
    k->fd = -1;
    k->next = l->closed;
    l->closed = k;
}

static void set_options(int fd)
{
    int on = 1;
    // Both fail for local sockets, which send at once anyway, and have no ports.
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    setsockopt(fd, IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT, &on, sizeof on);
}

// ------------------------------------------------------------------ functions of the transport

static bool begin_call(Loop *l, Socket *k, const char *address)
{
    Address a;

    if (!address_parse(address, &a))
        return false;
    k->fd = socket(a.any.sa_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (k->fd < 0)
        return false;
    set_options(k->fd);
    k->is_local = a.any.sa_family == AF_UNIX;
    if (l->from.length && l->from.any.sa_family == a.any.sa_family &&
        bind(k->fd, &l->from.any, l->from.length) != 0)
        return false;
    if (connect(k->fd, &a.any, a.length) != 0 && errno != EINPROGRESS)
        return false;
    return watch(l, k, EPOLLOUT);
}

static void loop_dial(void *self, Connection *c, const char *address)
{
    Loop *l = self;
    Socket *k = memory_zeroed(1, sizeof *k);

    *k = (Socket){.kind = CALLER, .fd = -1, .connection = c, .has_called = true};
    *connection_carried(c) = k;
    if (begin_call(l, k, address))
        return;
    if (k->fd >= 0)
        close(k->fd);
    k->fd = -1;
    // The endpoint must not be called back from here.
    k->next = l->hopeless;
    l->hopeless = k;
    loop_wake(l);
}

// When the connection is broken, the next read says so.
static size_t send_some(Socket *k, const uint8_t *bytes, size_t count)
{
    size_t taken = 0;

    if (k->tls) {
        tls_write(k->tls, bytes, count, &taken);
        return taken;
    }
    ssize_t sent = send(k->fd, bytes, count, MSG_NOSIGNAL);
    return sent < 0 ? 0 : (size_t)sent;
}

static size_t loop_write(void *self, Connection *c, const uint8_t *bytes, size_t count)
{
    Loop *l = self;
    Socket *k = *connection_carried(c);

    assert(k->kind == TALKER);
    size_t taken = send_some(k, bytes, count);
    if (taken < count && !k->wants_room) {
        k->wants_room = true;
        watch_again(l, k);
    }
    return taken;
}

static void loop_close(void *self, Connection *c)
{
    Loop *l = self;
    Socket *k = *connection_carried(c);

    k->connection = NULL;
    if (k->fd >= 0)
        socket_close(l, k);
}

// Over a local socket all processes of the user are trusted.
static bool loop_can_be(void *self, const Connection *c, uint64_t incarnation)
{
    const Socket *k = *connection_carried((Connection *)c);

    (void)self;
    return !k->tls || tls_speaks_for(k->tls, incarnation);
}

Transport loop_transport(Loop *l)
{
    return (Transport){l, loop_dial, loop_write, loop_close, loop_can_be};
}

// -------------------------------------------------------------------------------- listening

const char *loop_listen(Loop *l, const char *address, Err *err)
{
    Address a;
    Socket *k = memory_zeroed(1, sizeof *k);

    *k = (Socket){.kind = LISTENER, .fd = -1};
    if (!address_parse(address, &a)) {
        address_complain(address, err);
        free(k);
        return NULL;
    }
    k->fd = address_listen(&a);
    if (k->fd < 0 || !watch(l, k, EPOLLIN)) {
        err_os(err, "listen at", address);
        if (k->fd >= 0)
            close(k->fd);
        free(k);
        return NULL;
    }
    k->is_local = a.any.sa_family == AF_UNIX;
    if (k->is_local) {
        MEMORY_GROW(l->paths, l->path_count + 1, l->path_capacity);
        l->paths[l->path_count++] = memory_copy_text(address + 5);
    }
    MEMORY_GROW(l->listeners, l->listener_count + 1, l->listener_capacity);
    l->listeners[l->listener_count++] = k;
    MEMORY_GROW(l->texts, l->text_count + 1, l->text_capacity);
    return l->texts[l->text_count++] = address_text(k->fd, address);
}

bool loop_adopt(Loop *l, int fd, Err *err)
{
    Socket *k = memory_zeroed(1, sizeof *k);

    *k = (Socket){.kind = LISTENER, .fd = fd};
    if (!watch(l, k, EPOLLIN)) {
        err_os(err, "watch", "a socket that listens");
        close(fd);
        free(k);
        return false;
    }
    MEMORY_GROW(l->listeners, l->listener_count + 1, l->listener_capacity);
    l->listeners[l->listener_count++] = k;
    return true;
}

static void take_call(Loop *l, const Socket *listener, int fd)
{
    Socket *k = memory_zeroed(1, sizeof *k);

    *k = (Socket){.kind = TALKER, .fd = fd, .is_local = listener->is_local};
    set_options(fd);
    bool is_refused = k->is_local && !address_is_own_user(fd);
    l->refused += is_refused;
    if (is_refused || !l->endpoint || !watch(l, k, EPOLLIN)) {
        socket_close(l, k);
        return;
    }
    if (l->identity && !k->is_local) {
        k->kind = SHAKER;
        k->tls = tls_new(l->identity, fd, false);
    }
    // The endpoint closes it when nothing comes for too long.
    k->connection = endpoint_accepted(l->endpoint, k, loop_now());
}

static void take_calls(Loop *l, const Socket *listener)
{
    for (;;) {
        int fd = accept4(listener->fd, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
        if (fd < 0)
            return;
        take_call(l, listener, fd);
    }
}

// ---------------------------------------------------------------------------------- turning

static void socket_lost(Loop *l, Socket *k)
{
    Connection *c = k->connection;

    k->connection = NULL;
    socket_close(l, k);
    endpoint_closed(c, loop_now());
}

static void socket_refused(Loop *l, Socket *k)
{
    l->refused++;
    socket_lost(l, k);
}

static void begin_talk(Loop *l, Socket *k)
{
    k->kind = TALKER;
    k->wants_room = false;
    watch_again(l, k);
    if (k->has_called)
        endpoint_connected(k->connection, loop_now());
}

static void shake(Loop *l, Socket *k)
{
    TlsResult result = tls_shake(k->tls);

    if (result == TLS_BROKEN) {
        socket_refused(l, k);
    } else if (result == TLS_DONE) {
        begin_talk(l, k);
    } else {
        k->wants_room = result == TLS_WAITS_TO_WRITE;
        watch_again(l, k);
    }
}

static void called(Loop *l, Socket *k)
{
    int reason = 0;
    socklen_t size = sizeof reason;

    if (getsockopt(k->fd, SOL_SOCKET, SO_ERROR, &reason, &size) != 0 || reason != 0) {
        socket_lost(l, k);
    } else if (k->is_local && !address_is_own_user(k->fd)) {
        socket_refused(l, k);
    } else if (l->identity && !k->is_local) {
        k->kind = SHAKER;
        k->tls = tls_new(l->identity, k->fd, true);
        shake(l, k);
    } else {
        begin_talk(l, k);
    }
}

// Reads once. False: the connection is broken.
static bool receive(Loop *l, Socket *k, size_t *count)
{
    *count = 0;
    if (k->tls)
        return tls_read(k->tls, l->buffer, READ_BYTES, count) != TLS_BROKEN;
    ssize_t got = recv(k->fd, l->buffer, READ_BYTES, 0);
    *count = got > 0 ? (size_t)got : 0;
    return got > 0 || (got < 0 && (errno == EAGAIN || errno == EINTR));
}

// Reads once: others have their turn, too.
static void talk(Loop *l, Socket *k, uint32_t events)
{
    size_t count = 0;
    bool is_alive = true;

    if (k->tls || events & (EPOLLIN | EPOLLHUP | EPOLLERR))
        is_alive = receive(l, k, &count);
    if (count > 0 && !endpoint_received(k->connection, l->buffer, count, loop_now()))
        return;
    if (!is_alive) {
        socket_lost(l, k);
        return;
    }
    if (k->fd >= 0 && events & EPOLLOUT && k->wants_room) {
        k->wants_room = false;
        watch_again(l, k);
        endpoint_writable(k->connection, loop_now());
    }
}

static void happen(Loop *l, Socket *k, uint32_t events)
{
    uint64_t ignored;

    if (k->fd < 0)
        return;  // closed earlier in this turn
    switch (k->kind) {
    case LISTENER:
        take_calls(l, k);
        break;
    case WAKER:
        while (read(k->fd, &ignored, sizeof ignored) > 0) {
        }
        break;
    case GUEST:
        k->readable(k->data);
        break;
    case CALLER:
        called(l, k);
        break;
    case SHAKER:
        shake(l, k);
        break;
    case TALKER:
        talk(l, k, events);
        break;
    }
}

static void clean_up(Loop *l)
{
    while (l->closed) {
        Socket *k = l->closed;
        l->closed = k->next;
        free(k);
    }
}

static void tell_hopeless(Loop *l)
{
    Socket *k = l->hopeless;

    for (l->hopeless = NULL; k;) {
        Socket *next = k->next;
        if (k->connection)
            endpoint_closed(k->connection, loop_now());
        free(k);
        k = next;
    }
}

static int wait_time(Loop *l, uint64_t timeout)
{
    if (l->endpoint) {
        uint64_t now = loop_now(), wake = endpoint_tick(l->endpoint, now);
        uint64_t left = wake > now ? wake - now : 0;
        timeout = left < timeout ? left : timeout;
    }
    uint64_t milliseconds = (timeout + 999) / 1000;
    return milliseconds < 3600000 ? (int)milliseconds : 3600000;
}

void loop_turn(Loop *l, uint64_t timeout)
{
    struct epoll_event events[EVENTS_AT_ONCE];

    tell_hopeless(l);
    if (l->endpoint)
        endpoint_flush(l->endpoint, loop_now());
    int count = epoll_wait(l->epoll, events, EVENTS_AT_ONCE, wait_time(l, timeout));
    for (int i = 0; i < count; i++)
        happen(l, events[i].data.ptr, events[i].events);
    if (l->endpoint)
        endpoint_flush(l->endpoint, loop_now());
    clean_up(l);
}

bool loop_watch(Loop *l, int fd, void (*readable)(void *data), void *data, Err *err)
{
    Socket *k = memory_zeroed(1, sizeof *k);

    *k = (Socket){.kind = GUEST, .fd = fd, .readable = readable, .data = data};
    MEMORY_GROW(l->listeners, l->listener_count + 1, l->listener_capacity);
    l->listeners[l->listener_count++] = k;
    if (watch(l, k, EPOLLIN))
        return true;
    err_os(err, "watch", "a descriptor");
    return false;
}

void loop_unwatch(Loop *l, int fd)
{
    for (uint32_t i = 0; i < l->listener_count; i++) {
        Socket *k = l->listeners[i];
        if (k->kind != GUEST || k->fd != fd)
            continue;
        epoll_ctl(l->epoll, EPOLL_CTL_DEL, fd, NULL);
        l->listeners[i] = l->listeners[--l->listener_count];
        // Events of this turn may still name it.
        k->fd = -1;
        k->next = l->closed;
        l->closed = k;
        return;
    }
}

void loop_wake(Loop *l)
{
    uint64_t one = 1;
    ssize_t count = write(l->waker.fd, &one, sizeof one);
    assert(count == sizeof one || errno == EAGAIN);
}

// -------------------------------------------------------------------------------------- life

Loop *loop_new(Err *err)
{
    Loop *l = memory_zeroed(1, sizeof *l);

    l->epoll = epoll_create1(EPOLL_CLOEXEC);
    l->waker = (Socket){.kind = WAKER, .fd = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)};
    if (l->epoll < 0 || l->waker.fd < 0 || !watch(l, &l->waker, EPOLLIN)) {
        err_os(err, "open", "an epoll descriptor");
        loop_free(l);
        return NULL;
    }
    l->buffer = memory_resized(NULL, READ_BYTES + TLS_RECORD, 1);
    return l;
}

void loop_attach(Loop *l, Endpoint *e)
{
    l->endpoint = e;
}

void loop_use_tls(Loop *l, TlsIdentity *identity)
{
    l->identity = identity;
}

bool loop_call_from(Loop *l, const char *address)
{
    Address a;

    if (!address_parse(address, &a) || a.any.sa_family == AF_UNIX)
        return false;
    if (a.any.sa_family == AF_INET)
        a.v4.sin_port = 0;
    else
        a.v6.sin6_port = 0;
    l->from = a;
    return true;
}

uint64_t loop_refused(const Loop *l)
{
    return l->refused;
}

static void free_texts(char **texts, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        free(texts[i]);
    free(texts);
}

void loop_free(Loop *l)
{
    l->endpoint = NULL;
    tell_hopeless(l);
    clean_up(l);
    for (uint32_t i = 0; i < l->listener_count; i++) {
        if (l->listeners[i]->kind == LISTENER)
            close(l->listeners[i]->fd);
        free(l->listeners[i]);
    }
    for (uint32_t i = 0; i < l->path_count; i++)
        unlink(l->paths[i]);
    free_texts(l->paths, l->path_count);
    free_texts(l->texts, l->text_count);
    free(l->listeners);
    free(l->buffer);
    if (l->waker.fd >= 0)
        close(l->waker.fd);
    if (l->epoll >= 0)
        close(l->epoll);
    free(l);
}
