// cluster/metrics.c: figures for Prometheus, over HTTP.
//
// Each connection serves one request. At most CALLERS at a time; when there are more, the oldest is
// closed, so that callers who say nothing cannot keep others out.

#include "cluster/metrics.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <unistd.h>

#include "base/memory.h"
#include "net/address.h"
#include "serve/http.h"

enum { CALLERS = 16, READ_BYTES = 4096 };

typedef struct Caller {
    int fd;  // -1: free
    uint64_t since;
    Buf in, out;
    size_t sent;
    bool is_answered;
} Caller;

struct Metrics {
    int epoll, listener;
    char *address;
    char *path;  // of a local socket
    uint64_t calls;
    Caller callers[CALLERS];
};

static bool watch(const Metrics *m, int operation, int fd, uint32_t events, void *what)
{
    struct epoll_event e = {.events = events, .data.ptr = what};
    return epoll_ctl(m->epoll, operation, fd, &e) == 0;
}

Metrics *metrics_open(const char *address, Err *err)
{
    Address a;
    Metrics *m = memory_zeroed(1, sizeof *m);

    for (int i = 0; i < CALLERS; i++)
        m->callers[i].fd = -1;
    m->epoll = m->listener = -1;
    if (!address_parse(address, &a)) {
        address_complain(address, err);
        metrics_close(m);
        return NULL;
    }
    m->epoll = epoll_create1(EPOLL_CLOEXEC);
    m->listener = address_listen(&a);
    if (m->epoll < 0 || m->listener < 0 || !watch(m, EPOLL_CTL_ADD, m->listener, EPOLLIN, NULL)) {
        err_os(err, "listen at", address);
        metrics_close(m);
        return NULL;
    }
    m->address = address_text(m->listener, address);
    if (a.any.sa_family == AF_UNIX)
        m->path = memory_copy_text(address + strlen("unix:"));
    return m;
}

static void hang_up(Caller *c)
{
    close(c->fd);
    buf_drop(&c->in);
    buf_drop(&c->out);
    *c = (Caller){.fd = -1};
}

void metrics_close(Metrics *m)
{
    if (!m)
        return;
    for (int i = 0; i < CALLERS; i++)
        if (m->callers[i].fd >= 0)
            hang_up(&m->callers[i]);
    if (m->listener >= 0)
        close(m->listener);
    if (m->epoll >= 0)
        close(m->epoll);
    if (m->path)
        unlink(m->path);
    free(m->path);
    free(m->address);
    free(m);
}

void metrics_leave(Metrics *m)
{
    for (int i = 0; i < CALLERS; i++)
        if (m->callers[i].fd >= 0)
            close(m->callers[i].fd);
    close(m->listener);
    close(m->epoll);
}

const char *metrics_address(const Metrics *m)
{
    return m->address;
}

int metrics_fd(const Metrics *m)
{
    return m->epoll;
}

// ------------------------------------------------------------------------------- callers

// A free place, or that of the oldest caller.
static Caller *place(Metrics *m)
{
    Caller *oldest = &m->callers[0];

    for (int i = 0; i < CALLERS; i++) {
        Caller *c = &m->callers[i];
        if (c->fd < 0)
            return c;
        if (c->since < oldest->since)
            oldest = c;
    }
    hang_up(oldest);
    return oldest;
}

// A local socket may be asked by this user only.
static bool may_ask(const Metrics *m, int fd)
{
    return !m->path || address_is_own_user(fd);
}

static void take_call(Metrics *m)
{
    int fd = accept4(m->listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);

    if (fd < 0)
        return;
    if (!may_ask(m, fd)) {
        close(fd);
        return;
    }
    Caller *c = place(m);
    *c = (Caller){.fd = fd, .since = ++m->calls};
    if (!watch(m, EPOLL_CTL_ADD, fd, EPOLLIN, c))
        hang_up(c);
}

static void answer(Caller *c, int status, void (*write)(void *data, Buf *out), void *data)
{
    Buf body = {0};

    if (status == 200)
        write(data, &body);
    else
        buf_print(&body, "%s\n", http_reason(status));
    buf_print(&c->out,
              "HTTP/1.1 %d %s\r\nContent-Type: text/plain; version=0.0.4; charset=utf-8\r\n"
              "Content-Length: %zu\r\nConnection: close\r\n\r\n",
              status, http_reason(status), body.size);
    buf_add(&c->out, buf_text(&body), body.size);
    buf_drop(&body);
    c->is_answered = true;
}

// False: the caller is gone.
static bool listen_to(Caller *c, void (*write)(void *data, Buf *out), void *data)
{
    char bytes[READ_BYTES];
    HttpRequest request;
    int status = 200;
    ssize_t count = recv(c->fd, bytes, sizeof bytes, 0);

    if (count < 0)
        return errno == EAGAIN || errno == EINTR;
    if (count == 0 || c->is_answered)
        return false;
    buf_add(&c->in, bytes, (size_t)count);
    HttpRead read = http_read(c->in.text, c->in.size, &request, &status);
    if (read == HTTP_READY)
        status = request.is_post ? 405 : strcmp(request.path, "/metrics") == 0 ? 200 : 404;
    if (read != HTTP_MORE)
        answer(c, status, write, data);
    return true;
}

// False: the caller has got everything, or is gone.
static bool talk_to(const Metrics *m, Caller *c)
{
    ssize_t sent = send(c->fd, c->out.text + c->sent, c->out.size - c->sent, MSG_NOSIGNAL);

    if (sent < 0)
        return (errno == EAGAIN || errno == EINTR) && watch(m, EPOLL_CTL_MOD, c->fd, EPOLLOUT, c);
    c->sent += (size_t)sent;
    return c->sent < c->out.size && watch(m, EPOLL_CTL_MOD, c->fd, EPOLLOUT, c);
}

void metrics_turn(Metrics *m, void (*write)(void *data, Buf *out), void *data)
{
    struct epoll_event happened[CALLERS + 1];
    int count = epoll_wait(m->epoll, happened, CALLERS + 1, 0);

    for (int i = 0; i < count; i++) {
        Caller *c = happened[i].data.ptr;
        if (!c)
            continue;
        bool goes_on = c->is_answered || listen_to(c, write, data);
        if (!goes_on || (c->is_answered && !talk_to(m, c)))
            hang_up(c);
    }
    // Last: a new caller may get the place of one whose event was just handled.
    for (int i = 0; i < count; i++)
        if (!happened[i].data.ptr)
            take_call(m);
}

void metrics_describe(Buf *out, const char *name, const char *type, const char *help)
{
    buf_print(out, "# HELP %s %s\n# TYPE %s %s\n", name, help, name, type);
}
