// serve/serve.c: a small HTTP server for the browser of the user who started it.

#include "serve/serve.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#define PATIENCE 30.0  // seconds in which a request must be complete, and its answer taken

static double seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

// ------------------------------------------------------------------------------- life cycle

static bool make_token(Server *s, Err *err)
{
    unsigned char bytes[SERVE_TOKEN_SIZE / 2];
    if (getrandom(bytes, sizeof bytes, 0) != (ssize_t)sizeof bytes) {
        err_os(err, "get random numbers from", "the system");
        return false;
    }
    for (size_t i = 0; i < sizeof bytes; i++)
        snprintf(s->token + 2 * i, 3, "%02x", bytes[i]);
    return true;
}

bool serve_open(Server *s, uint16_t port, Err *err)
{
    struct sockaddr_in address = {
        .sin_family = AF_INET,
        .sin_port = htons(port),
        .sin_addr.s_addr = htonl(INADDR_LOOPBACK),
    };
    socklen_t size = sizeof address;
    int yes = 1;
    char name[32];

    *s = (Server){.socket = -1};
    for (int i = 0; i < SERVE_CONNECTIONS; i++)
        s->connections[i].socket = -1;
    if (!make_token(s, err))
        return false;
    snprintf(name, sizeof name, "port %u", port);
    s->socket = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (s->socket < 0 || setsockopt(s->socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes) != 0 ||
        bind(s->socket, (struct sockaddr *)&address, size) != 0 || listen(s->socket, 64) != 0 ||
        getsockname(s->socket, (struct sockaddr *)&address, &size) != 0) {
        err_os(err, "listen on", name);
        serve_close(s);
        return false;
    }
    s->port = ntohs(address.sin_port);
    return true;
}

static void end_connection(ServeConnection *c)
{
    if (c->socket >= 0)
        close(c->socket);
    buf_drop(&c->in);
    buf_drop(&c->out);
    *c = (ServeConnection){.socket = -1};
}

void serve_close(Server *s)
{
    for (int i = 0; i < SERVE_CONNECTIONS; i++)
        end_connection(&s->connections[i]);
    if (s->socket >= 0)
        close(s->socket);
    s->socket = -1;
}

// -------------------------------------------------------------------------- who may ask

// Takes the same time wherever they differ.
static bool is_token(const Server *s, const char *text)
{
    unsigned difference = 0;
    for (int i = 0; i < SERVE_TOKEN_SIZE; i++) {
        difference |= (unsigned char)(s->token[i] ^ *text);
        text += *text != '\0';
    }
    return difference == 0;
}

static bool is_own_host(const Server *s, const char *host)
{
    char one[64], other[64];
    snprintf(one, sizeof one, "127.0.0.1:%u", s->port);
    snprintf(other, sizeof other, "localhost:%u", s->port);
    return strcmp(host, one) == 0 || strcmp(host, other) == 0;
}

// A page of another site can make the browser send a request, and says so in these headers.
static bool is_own_page(const Server *s, const HttpRequest *r)
{
    static const char http[] = "http://";
    bool is_own_site = !*r->site || strcmp(r->site, "same-origin") == 0 ||
                       (!r->is_post && strcmp(r->site, "none") == 0);
    if (!is_own_site)
        return false;
    if (!*r->origin)
        return true;
    return strncmp(r->origin, http, sizeof http - 1) == 0 &&
           is_own_host(s, r->origin + sizeof http - 1) &&
           strcmp(r->origin + sizeof http - 1, r->host) == 0;
}

static bool is_json(const HttpRequest *r)
{
    return strcmp(r->type, "application/json") == 0;
}

// The path after the token; NULL, with the status: it is refused.
static const char *admit(const Server *s, const HttpRequest *r, int *status)
{
    const char *rest = r->path + 1 + SERVE_TOKEN_SIZE;
    *status = 403;
    if (!is_own_host(s, r->host) || !is_own_page(s, r))
        return NULL;
    if (strlen(r->path) < 2 + SERVE_TOKEN_SIZE || !is_token(s, r->path + 1) || *rest != '/')
        return NULL;
    *status = 415;  // a form of another site cannot send this type
    if (r->is_post && !is_json(r))
        return NULL;
    return rest;
}

// ---------------------------------------------------------------------------------- answers

static void write_answer(Buf *out, const ServeAnswer *a)
{
    buf_print(out,
              "HTTP/1.1 %d %s\r\nContent-Type: %s; charset=utf-8\r\nContent-Length: %zu\r\n"
              "Connection: close\r\nCache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\n"
              "Referrer-Policy: no-referrer\r\nX-Frame-Options: DENY\r\n"
              "Cross-Origin-Resource-Policy: same-origin\r\n",
              a->status, http_reason(a->status), a->type, a->body.size);
    if (a->download)
        buf_print(out, "Content-Disposition: attachment; filename=\"%s\"\r\n", a->download);
    buf_str(out, "\r\n");
    buf_add(out, buf_text(&a->body), a->body.size);
}

static void write_refusal(Buf *out, int status)
{
    ServeAnswer a = {.status = status, .type = "text/plain"};
    buf_print(&a.body, "%s\n", http_reason(status));
    write_answer(out, &a);
    buf_drop(&a.body);
}

void serve_answer(const Server *s, const HttpRequest *request, ServeHandler *handler, void *context,
                  Buf *out)
{
    ServeAnswer a = {.status = 200, .type = "application/json"};
    int status;
    const char *path = admit(s, request, &status);

    if (!path) {
        write_refusal(out, status);
        return;
    }
    handler(context, request, path, &a);
    write_answer(out, &a);
    buf_drop(&a.body);
}

// ------------------------------------------------------------------------------- connections

static void accept_all(Server *s)
{
    for (;;) {
        int socket = accept4(s->socket, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
        if (socket < 0)
            return;
        ServeConnection *c = s->connections, *end = c + SERVE_CONNECTIONS;
        while (c < end && c->socket >= 0)
            c++;
        if (c == end) {
            close(socket);
            continue;
        }
        *c = (ServeConnection){.socket = socket, .deadline = seconds_now() + PATIENCE};
    }
}

static void read_some(const Server *s, ServeConnection *c, ServeHandler *handler, void *context)
{
    char block[65536];
    HttpRequest request;
    int status;
    ssize_t size = recv(c->socket, block, sizeof block, 0);

    if (size < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    if (size <= 0 || c->is_answered) {  // one request for each connection
        if (size <= 0)
            end_connection(c);
        return;
    }
    buf_add(&c->in, block, (size_t)size);
    switch (http_read(c->in.text, c->in.size, &request, &status)) {
    case HTTP_MORE:
        return;
    case HTTP_READY:
        serve_answer(s, &request, handler, context, &c->out);
        break;
    case HTTP_WRONG:
        write_refusal(&c->out, status);
        break;
    }
    c->is_answered = true;
    c->deadline = seconds_now() + PATIENCE;
}

static void write_some(ServeConnection *c)
{
    ssize_t size = send(c->socket, c->out.text + c->sent, c->out.size - c->sent, MSG_NOSIGNAL);
    if (size < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    if (size < 0) {
        end_connection(c);
        return;
    }
    c->sent += (size_t)size;
    if (c->sent == c->out.size) {
        shutdown(c->socket, SHUT_WR);
        end_connection(c);
    }
}

static void serve_one(Server *s, ServeConnection *c, short events, ServeHandler *handler,
                      void *context)
{
    if (events & (POLLIN | POLLHUP | POLLERR))
        read_some(s, c, handler, context);
    if (c->socket >= 0 && c->is_answered)
        write_some(c);
    if (c->socket >= 0 && seconds_now() > c->deadline)
        end_connection(c);
}

void serve_run(Server *s, ServeHandler *handler, void *context, volatile sig_atomic_t *stop)
{
    struct pollfd polled[SERVE_CONNECTIONS + 1];
    while (!*stop) {
        polled[SERVE_CONNECTIONS] = (struct pollfd){.fd = s->socket, .events = POLLIN};
        for (int i = 0; i < SERVE_CONNECTIONS; i++) {
            const ServeConnection *c = &s->connections[i];
            short events = c->is_answered ? POLLOUT : POLLIN;
            polled[i] = (struct pollfd){.fd = c->socket, .events = events};
        }
        if (poll(polled, SERVE_CONNECTIONS + 1, 500) < 0 && errno != EINTR)
            return;
        if (polled[SERVE_CONNECTIONS].revents)
            accept_all(s);
        for (int i = 0; i < SERVE_CONNECTIONS; i++)
            if (s->connections[i].socket >= 0 && polled[i].fd == s->connections[i].socket)
                serve_one(s, &s->connections[i], polled[i].revents, handler, context);
    }
}
