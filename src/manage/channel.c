// manage/channel.c: JSON messages between managers, and from those who ask them.

#include "manage/channel.h"

#include <arpa/inet.h>
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/memory.h"
#include "net/address.h"
#include "net/loop.h"

enum { LENGTH_SIZE = 4, READ_SIZE = 64 << 10 };

typedef enum Stage { CALLS, SHAKES, TALKS, IS_OVER } Stage;

struct Channel {
    int fd;
    Stage stage;
    bool has_called, is_local;
    bool wants_room;  // to write
    Tls *tls;
    TlsIdentity *identity;
    Buf in, out;
    size_t taken;  // bytes of `in` that were handed out as messages
    size_t sent;   // bytes of `out` that have left
    uint64_t heard;
    bool is_wrong;  // what came is no message
};

// ------------------------------------------------------------------------------------ begin

static bool is_loopback(const Address *a)
{
    if (a->any.sa_family == AF_INET)
        return ntohl(a->v4.sin_addr.s_addr) >> 24 == 127;
    return a->any.sa_family == AF_INET6 && IN6_IS_ADDR_LOOPBACK(&a->v6.sin6_addr);
}

static bool read_address(const char *text, const TlsIdentity *identity, Address *a, Err *err)
{
    if (!address_parse(text, a)) {
        address_complain(text, err);
        return false;
    }
    if (identity || a->any.sa_family == AF_UNIX || is_loopback(a))
        return true;
    err_set(err, "%s is an address of a network: it needs TLS (--authority, --certificate, --key)",
            text);
    return false;
}

static Channel *channel_new(int fd, Stage stage, TlsIdentity *identity)
{
    Channel *c = memory_zeroed(1, sizeof *c);

    *c = (Channel){.fd = fd, .stage = stage, .identity = identity, .heard = loop_now()};
    return c;
}

Channel *channel_call(const char *address, TlsIdentity *identity, Err *err)
{
    Address a;

    if (!read_address(address, identity, &a, err))
        return NULL;
    int fd = socket(a.any.sa_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (fd < 0 || (connect(fd, &a.any, a.length) != 0 && errno != EINPROGRESS)) {
        err_os(err, "reach", address);
        if (fd >= 0)
            close(fd);
        return NULL;
    }
    Channel *c = channel_new(fd, CALLS, identity);
    c->has_called = true;
    c->is_local = a.any.sa_family == AF_UNIX;
    return c;
}

int channel_listen(const char *address, TlsIdentity *identity, bool *is_local, Err *err)
{
    Address a;

    if (!read_address(address, identity, &a, err))
        return -1;
    *is_local = a.any.sa_family == AF_UNIX;
    int fd = address_listen(&a);
    // A manager that was killed has left its socket behind; nobody answers there.
    if (fd < 0 && errno == EADDRINUSE && *is_local) {
        int other = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
        bool is_dead = connect(other, &a.any, a.length) != 0 && errno == ECONNREFUSED;
        close(other);
        errno = EADDRINUSE;
        if (is_dead && unlink(a.local.sun_path) == 0)
            fd = address_listen(&a);
    }
    if (fd < 0)
        err_os(err, "listen at", address);
    return fd;
}

static void begin_talk(Channel *c)
{
    c->stage = TALKS;
    if (!c->identity || c->is_local)
        return;
    c->stage = SHAKES;
    c->tls = tls_new(c->identity, c->fd, c->has_called);
}

Channel *channel_accept(int socket, bool is_local, TlsIdentity *identity)
{
    if (is_local && !address_is_own_user(socket)) {
        close(socket);
        return NULL;
    }
    Channel *c = channel_new(socket, TALKS, identity);
    c->is_local = is_local;
    begin_talk(c);
    return c;
}

void channel_free(Channel *c)
{
    if (!c)
        return;
    tls_free(c->tls);
    close(c->fd);
    buf_drop(&c->in);
    buf_drop(&c->out);
    free(c);
}

// ------------------------------------------------------------------------------------- turns

int channel_fd(const Channel *c)
{
    return c->fd;
}

short channel_events(const Channel *c)
{
    if (c->stage == CALLS)
        return POLLOUT;
    bool wants_room = c->wants_room || (c->stage == TALKS && c->sent < c->out.size);
    return (short)(POLLIN | (wants_room ? POLLOUT : 0));
}

static bool end(Channel *c, Err *err, const char *why)
{
    c->stage = IS_OVER;
    err_set(err, "%s", why);
    return false;
}

static bool called(Channel *c, Err *err)
{
    int reason = 0;
    socklen_t size = sizeof reason;
    struct pollfd fd = {c->fd, POLLOUT, 0};

    if (poll(&fd, 1, 0) <= 0)
        return true;
    if (getsockopt(c->fd, SOL_SOCKET, SO_ERROR, &reason, &size) != 0 || reason != 0)
        return end(c, err, strerror(reason ? reason : errno));
    if (c->is_local && !address_is_own_user(c->fd))
        return end(c, err, "who answers is another user");
    begin_talk(c);
    return true;
}

static bool shake(Channel *c, Err *err)
{
    TlsResult result = tls_shake(c->tls);

    if (result == TLS_BROKEN)
        return end(c, err,
                   "the other side has no certificate of this cluster's authority, "
                   "or does not accept ours");
    if (result == TLS_DONE)
        c->stage = TALKS;
    c->wants_room = result == TLS_WAITS_TO_WRITE;
    return true;
}

// Reads once. False: the other side has ended it.
static bool receive(Channel *c)
{
    static uint8_t bytes[READ_SIZE + TLS_RECORD];
    size_t count = 0;
    bool is_alive = true;

    if (c->tls) {
        is_alive = tls_read(c->tls, bytes, READ_SIZE, &count) != TLS_BROKEN;
    } else {
        ssize_t got = recv(c->fd, bytes, READ_SIZE, 0);
        is_alive = got > 0 || (got < 0 && (errno == EAGAIN || errno == EINTR));
        count = got > 0 ? (size_t)got : 0;
    }
    if (count > 0) {
        buf_add(&c->in, (const char *)bytes, count);
        c->heard = loop_now();
    }
    return is_alive;
}

// False: the other side has ended it.
static bool transmit(Channel *c)
{
    bool is_alive = true;

    while (c->sent < c->out.size && is_alive) {
        const uint8_t *bytes = (const uint8_t *)c->out.text + c->sent;
        size_t count = c->out.size - c->sent, taken = 0;
        if (c->tls) {
            is_alive = tls_write(c->tls, bytes, count, &taken) != TLS_BROKEN;
        } else {
            ssize_t put = send(c->fd, bytes, count, MSG_NOSIGNAL);
            is_alive = put >= 0 || errno == EAGAIN || errno == EINTR;
            taken = put > 0 ? (size_t)put : 0;
        }
        c->sent += taken;
        if (taken == 0)
            break;
    }
    if (c->sent == c->out.size)
        c->out.size = c->sent = 0;
    return is_alive;
}

bool channel_turn(Channel *c, Err *err)
{
    if (c->stage == CALLS && !called(c, err))
        return false;
    if (c->stage == SHAKES && !shake(c, err))
        return false;
    if (c->stage == TALKS && (!receive(c) || !transmit(c)))
        return end(c, err, "the other side has ended the connection");
    if (c->is_wrong)
        return end(c, err, "what came is no message of a manager");
    return c->stage != IS_OVER;
}

// ---------------------------------------------------------------------------------- messages

json_t *channel_next(Channel *c)
{
    size_t left = c->in.size - c->taken;
    const uint8_t *at = (const uint8_t *)buf_text(&c->in) + c->taken;

    if (left < LENGTH_SIZE || c->is_wrong) {
        if (left == 0)
            c->in.size = c->taken = 0;
        return NULL;
    }
    size_t length = (size_t)at[0] | (size_t)at[1] << 8 | (size_t)at[2] << 16 | (size_t)at[3] << 24;
    if (length > CHANNEL_MESSAGE_MAX) {
        c->is_wrong = true;
        return NULL;
    }
    if (left < LENGTH_SIZE + length) {
        // What was handed out makes room for the rest.
        memmove(c->in.text, c->in.text + c->taken, left);
        c->in.size = left;
        c->taken = 0;
        return NULL;
    }
    json_t *message = json_loadb((const char *)at + LENGTH_SIZE, length, 0, NULL);
    c->taken += LENGTH_SIZE + length;
    if (json_is_object(message))
        return message;
    json_decref(message);
    c->is_wrong = true;
    return NULL;
}

bool channel_is_wrong(const Channel *c)
{
    return c->is_wrong;
}

void channel_send(Channel *c, json_t *message)
{
    char *text = json_dumps(message, JSON_COMPACT);

    json_decref(message);
    assert(text);
    size_t length = strlen(text);
    assert(length <= CHANNEL_MESSAGE_MAX);
    for (int i = 0; i < LENGTH_SIZE; i++)
        buf_char(&c->out, (char)(uint8_t)(length >> 8 * i));
    buf_add(&c->out, text, length);
    free(text);
    if (c->stage == TALKS)
        transmit(c);
}

bool channel_is_flushed(const Channel *c)
{
    return c->sent == c->out.size;
}

size_t channel_waiting(const Channel *c)
{
    return c->out.size - c->sent;
}

bool channel_may(const Channel *c, Act act, const char *node, Err *err)
{
    Speaker who;

    if (!c->tls)
        return true;
    if (!tls_peer(c->tls, &who)) {
        err_set(err, "the certificate names nobody");
        return false;
    }
    Wish wish = {.act = act, .cluster = tls_identity_speaker(c->identity)->cluster, .node = node};
    return speaker_may(&who, &wish, err);
}

uint64_t channel_heard(const Channel *c)
{
    return c->heard;
}
