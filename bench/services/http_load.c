// bench/services/http_load.c: puts keys into an etcd over HTTP as fast as it can, as redis-benchmark does for Redis.
//
//     http_load PORT v2|v3 CLIENTS REQUESTS KEYS
//
// CLIENTS connections, each with one request at a time: a key of 16 bytes of KEYS random ones, a value of 3 bytes. v3: POST
// /v3/kv/put, the JSON of etcd's gRPC gateway; v2: PUT /v2/keys/KEY. Prints requests per second.

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { IN_SIZE = 16384, KEY_SIZE = 16 };

typedef struct Client {
    int fd;
    size_t count;
    char in[IN_SIZE + 1];
} Client;

static bool is_v3;
static long requests, sent, done;
static unsigned keys;

static void fail(const char *what)
{
    fprintf(stderr, "http_load: %s: %s\n", what, errno ? strerror(errno) : "unexpected");
    exit(1);
}

static void base64(const char *text, size_t size, char *out)
{
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < size; i += 3) {
        uint32_t group = 0;
        for (size_t k = 0; k < 3; k++)
            group = group << 8 | (i + k < size ? (uint8_t)text[i + k] : 0);
        for (size_t k = 0; k < 4; k++)
            *out++ = i + k <= size ? letters[group >> (18 - 6 * k) & 63] : '=';
    }
    *out = 0;
}

static void ask(Client *c)
{
    char key[KEY_SIZE + 8], coded[2 * KEY_SIZE], body[128], text[512];

    if (sent == requests)
        return;
    sent++;
    snprintf(key, sizeof key, "key:%012u", (unsigned)random() % keys);
    if (is_v3) {
        base64(key, KEY_SIZE, coded);
        snprintf(body, sizeof body, "{\"key\":\"%s\",\"value\":\"eHh4\"}", coded);
        snprintf(text, sizeof text,
                 "POST /v3/kv/put HTTP/1.1\r\nHost: e\r\nContent-Length: %zu\r\n\r\n%s",
                 strlen(body), body);
    } else {
        snprintf(text, sizeof text,
                 "PUT /v2/keys/%s HTTP/1.1\r\nHost: e\r\n"
                 "Content-Type: application/x-www-form-urlencoded\r\n"
                 "Content-Length: 9\r\n\r\nvalue=xxx",
                 key);
    }
    if (send(c->fd, text, strlen(text), MSG_NOSIGNAL) != (ssize_t)strlen(text))
        fail("send");
}

// Whether the reply is complete: it is taken away.
static bool take_reply(Client *c)
{
    c->in[c->count] = 0;
    char *body = strstr(c->in, "\r\n\r\n"), *length = strstr(c->in, "Content-Length: ");
    if (!body)
        return false;
    if (strncmp(c->in, "HTTP/1.1 20", 11) != 0 || !length || length > body) {
        errno = 0;
        fail(c->in);
    }
    size_t whole = (size_t)(body + 4 - c->in) + strtoul(length + 16, NULL, 10);
    if (whole > IN_SIZE)
        fail("a reply is too long");
    if (c->count < whole)
        return false;
    memmove(c->in, c->in + whole, c->count -= whole);
    return true;
}

static Client *client_new(uint16_t port)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(port)};
    Client *c = calloc(1, sizeof *c);
    int one = 1;

    if (!c)
        fail("memory");
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    c->fd = socket(AF_INET, SOCK_STREAM, 0);
    if (c->fd < 0 || connect(c->fd, (struct sockaddr *)&address, sizeof address) != 0)
        fail("connect");
    setsockopt(c->fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    return c;
}

static void serve(Client *c)
{
    ssize_t count = recv(c->fd, c->in + c->count, IN_SIZE - c->count, 0);

    if (count <= 0)
        fail("recv");
    c->count += (size_t)count;
    if (take_reply(c)) {
        done++;
        ask(c);
    }
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

int main(int argc, char **argv)
{
    if (argc != 6) {
        fprintf(stderr, "usage: http_load PORT v2|v3 CLIENTS REQUESTS KEYS\n");
        return 3;
    }
    is_v3 = strcmp(argv[2], "v3") == 0;
    requests = atol(argv[4]);
    keys = (unsigned)atoi(argv[5]);
    if (keys == 0)
        fail("KEYS");
    int epoll = epoll_create1(0);
    double began = now();
    for (long i = 0; i < atol(argv[3]); i++) {
        Client *c = client_new((uint16_t)atoi(argv[1]));
        epoll_ctl(epoll, EPOLL_CTL_ADD, c->fd,
                  &(struct epoll_event){.events = EPOLLIN, .data.ptr = c});
        ask(c);
    }
    while (done < requests) {
        struct epoll_event events[64];
        int count = epoll_wait(epoll, events, 64, -1);
        for (int i = 0; i < count; i++)
            serve(events[i].data.ptr);
    }
    printf("%.0f\n", (double)requests / (now() - began));
    return 0;
}
