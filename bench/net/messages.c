// bench/net/messages.c: messages per second from one process to another, over loopback.
//
//     net_messages [MESSAGES [BYTES [WAY]]]
//
// Through a session, plain and with TLS; through a bare socket with the same batches, where the
// receiver only walks over the messages, also plain and with TLS; and through ZeroMQ. What was not
// found when this was built is left out. Each pair of processes
// is started new. The best of five, in turns; and the processor time of both processes for a
// message, which says more when the machine does other things at the same time.

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef HAVE_ZMQ
#include <zmq.h>
#endif

#ifdef HAVE_OPENSSL
#include <openssl/ssl.h>

#include "../../tests/net/certificates.h"
#endif

#include "net/net.h"

enum { BATCH = 64 << 10, READ = 256 << 10, ROUNDS = 5 };

static uint64_t message_count = 5000000;
static uint32_t message_bytes = 64;

typedef struct Way {
    const char *name;
    void (*receive)(int say_address);  // writes its address there, gets all, and returns
    void (*send)(const char *address);
} Way;

static void fail(const char *what)
{
    fprintf(stderr, "net_messages: %s: %s\n", what, strerror(errno));
    exit(3);
}

static void say(int out, const char *address)
{
    if (write(out, address, strlen(address) + 1) < 0)
        fail("write");
}

// ---------------------------------------------------------------------------------- sessions

typedef struct Side {
    Loop *loop;
    Endpoint *endpoint;
    const char *address;
    uint64_t got;
    bool is_crowded;
} Side;

static void deliver(void *owner, Session *s, const uint8_t *message, uint32_t count)
{
    Side *side = owner;

    (void)s, (void)message;
    side->got += count == message_bytes;
}

static void crowded(void *owner, Session *s, bool is_crowded)
{
    (void)s;
    ((Side *)owner)->is_crowded = is_crowded;
}

static TlsIdentity *identity;  // of this side; NULL: no TLS

static void open_side(Side *side, uint64_t incarnation, const char *address)
{
    Err err = {0};

    *side = (Side){.loop = loop_new(&err)};
    loop_use_tls(side->loop, identity);
    side->address = loop_listen(side->loop, address, &err);
    if (!side->address)
        fail(err.text);
    EndpointSetup setup = {
        .incarnation = incarnation,
        .address = side->address,
        .limits = session_limits,
        .first = 1,
        .transport = loop_transport(side->loop),
        .events = {.owner = side, .deliver = deliver, .crowded = crowded},
    };
    side->endpoint = endpoint_new(&setup);
    loop_attach(side->loop, side->endpoint);
}

static void session_receive_at(int out, const char *address)
{
    Side side;

    open_side(&side, 2, address);
    say(out, side.address);
    while (side.got < message_count)
        loop_turn(side.loop, 1000000);
    loop_turn(side.loop, 0);  // the last acknowledgement
    endpoint_free(side.endpoint);
    loop_free(side.loop);
}

static void tcp_receive(int out)
{
    session_receive_at(out, "127.0.0.1:0");
}

static void unix_receive(int out)
{
    char address[64];

    snprintf(address, sizeof address, "unix:/tmp/plait-bench-%d", getpid());
    session_receive_at(out, address);
}

static void session_send_to(const char *address)
{
    Side side;
    uint8_t message[65536] = {0};

    open_side(&side, 1, "127.0.0.1:0");
    Peer *p = endpoint_peer(side.endpoint, 2, address, loop_now());
    Session *s = peer_session(p);
    for (uint64_t i = 0; i < message_count;) {
        for (uint32_t k = 0; k < BATCH / message_bytes && i < message_count; k++, i++)
            endpoint_send(p, message, message_bytes);
        do
            loop_turn(side.loop, side.is_crowded ? 1000000 : 0);
        while (side.is_crowded);
    }
    while (outbox_count(&s->outbox) > 0 && !s->end)
        loop_turn(side.loop, 1000000);
    endpoint_free(side.endpoint);
    loop_free(side.loop);
}

// ------------------------------------------------------------------------------- bare sockets

// How bytes go through a connected socket.
typedef struct Pipe {
    int fd;
    void *tls;
} Pipe;

static ssize_t pipe_read(Pipe *p, void *bytes, size_t count);
static ssize_t pipe_write(Pipe *p, const void *bytes, size_t count);

// Walks over the messages as they come.
static void count_messages(Pipe *p)
{
    static uint8_t buffer[READ];
    size_t held = 0;

    for (uint64_t got = 0; got < message_count;) {
        ssize_t count = pipe_read(p, buffer + held, sizeof buffer - held);
        if (count <= 0)
            fail("read");
        size_t end = held + (size_t)count, at = 0;
        while (end - at >= MESSAGE_HEADER &&
               end - at - MESSAGE_HEADER >= message_length(buffer + at)) {
            at += MESSAGE_HEADER + message_length(buffer + at);
            got++;
        }
        held = end - at;
        memmove(buffer, buffer + at, held);
    }
}

static void write_messages(Pipe *p)
{
    static uint8_t batch[2 * BATCH];
    uint8_t message[65536] = {0};

    for (uint64_t i = 0; i < message_count;) {
        size_t size = 0;
        for (uint32_t k = 0; k < BATCH / message_bytes && i < message_count; k++, i++) {
            memcpy(batch + size, &message_bytes, MESSAGE_HEADER);
            memcpy(batch + size + MESSAGE_HEADER, message, message_bytes);
            size += MESSAGE_HEADER + message_bytes;
        }
        for (size_t at = 0; at < size;) {
            ssize_t count = pipe_write(p, batch + at, size - at);
            if (count < 0)
                fail("write");
            at += (size_t)count;
        }
    }
}

// Waits for a call, and returns its socket.
static int take_call(int out)
{
    int listener = socket(AF_INET, SOCK_STREAM, 0);
    struct sockaddr_in a = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof a;
    char address[16];

    if (bind(listener, (struct sockaddr *)&a, sizeof a) || listen(listener, 1) ||
        getsockname(listener, (struct sockaddr *)&a, &size))
        fail("listen");
    snprintf(address, sizeof address, "%u", ntohs(a.sin_port));
    say(out, address);
    int fd = accept(listener, NULL, NULL);
    close(listener);
    return fd;
}

static int call(const char *address)
{
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    struct sockaddr_in a = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK),
                            .sin_port = htons((uint16_t)atoi(address))};

    if (connect(fd, (struct sockaddr *)&a, sizeof a))
        fail("connect");
    return fd;
}

static void bare_receive(int out)
{
    Pipe p = {take_call(out), NULL};
    count_messages(&p);
    close(p.fd);
}

static void bare_send(const char *address)
{
    Pipe p = {call(address), NULL};
    write_messages(&p);
    close(p.fd);
}

// --------------------------------------------------------------------------------------- TLS

#ifdef HAVE_OPENSSL
static ssize_t pipe_read(Pipe *p, void *bytes, size_t count)
{
    return p->tls ? SSL_read(p->tls, bytes, (int)count) : read(p->fd, bytes, count);
}

static ssize_t pipe_write(Pipe *p, const void *bytes, size_t count)
{
    return p->tls ? SSL_write(p->tls, bytes, (int)count) : write(p->fd, bytes, count);
}

static char folder[] = "/tmp/plait-bench-XXXXXX", certificate[64], key[64];
static const char *const names[] = {"own", "1", "2"};  // an authority, and two containers

static void make_certificate(void)
{
    if (!mkdtemp(folder))
        fail("make a folder");
    snprintf(certificate, sizeof certificate, "%s/own.crt", folder);
    snprintf(key, sizeof key, "%s/own.key", folder);
    for (int i = 0; i < 3; i++) {
        char uri[64];
        snprintf(uri, sizeof uri, i ? "plait://bench/container/here/Side/%d" : "plait://bench/authority",
                 i);
        if (!certificate_make(&(CertificateSpec){.folder = folder, .name = names[i], .uri = uri,
                                                 .authority = i ? names[0] : NULL}))
            fail("make a certificate");
    }
}

static void remove_certificate(void)
{
    for (int i = 0; i < 3; i++)
        for (int is_key = 0; is_key < 2; is_key++) {
            char path[64];
            snprintf(path, sizeof path, "%s/%s.%s", folder, names[i], is_key ? "key" : "crt");
            unlink(path);
        }
    rmdir(folder);
}

static void use_identity(int incarnation)
{
    char own[64], own_key[64];
    Err err = {0};

    snprintf(own, sizeof own, "%s/%d.crt", folder, incarnation);
    snprintf(own_key, sizeof own_key, "%s/%d.key", folder, incarnation);
    identity = tls_identity_new(certificate, own, own_key, &err);
    if (!identity)
        fail(err.text);
}

static Pipe tls_pipe(int fd, bool is_caller)
{
    SSL_CTX *context = SSL_CTX_new(TLS_method());

    SSL_CTX_set_min_proto_version(context, TLS1_3_VERSION);
    SSL_CTX_use_certificate_chain_file(context, certificate);
    SSL_CTX_use_PrivateKey_file(context, key, SSL_FILETYPE_PEM);
    SSL *ssl = SSL_new(context);
    SSL_set_fd(ssl, fd);
    if ((is_caller ? SSL_connect(ssl) : SSL_accept(ssl)) != 1)
        fail("agree on TLS");
    return (Pipe){fd, ssl};
}

static void bare_tls_receive(int out)
{
    Pipe p = tls_pipe(take_call(out), false);
    count_messages(&p);
}

static void bare_tls_send(const char *address)
{
    Pipe p = tls_pipe(call(address), true);
    write_messages(&p);
    char byte;
    while (read(p.fd, &byte, 1) > 0) {
    }  // a socket that is closed with tickets unread in it resets the connection
}

static void tls_receive(int out)
{
    use_identity(2);
    session_receive_at(out, "127.0.0.1:0");
}

static void tls_send(const char *address)
{
    use_identity(1);
    session_send_to(address);
}
#else
static ssize_t pipe_read(Pipe *p, void *bytes, size_t count)
{
    return read(p->fd, bytes, count);
}

static ssize_t pipe_write(Pipe *p, const void *bytes, size_t count)
{
    return write(p->fd, bytes, count);
}

static void make_certificate(void)
{
}

static void remove_certificate(void)
{
}
#endif

// ------------------------------------------------------------------------------------ ZeroMQ

#ifdef HAVE_ZMQ
static void zmq_receive(int out)
{
    char address[256];
    size_t size = sizeof address;
    void *context = zmq_ctx_new(), *socket = zmq_socket(context, ZMQ_PULL);
    zmq_msg_t m;

    if (zmq_bind(socket, "tcp://127.0.0.1:*"))
        fail("zmq_bind");
    zmq_getsockopt(socket, ZMQ_LAST_ENDPOINT, address, &size);
    say(out, address);
    zmq_msg_init(&m);
    for (uint64_t got = 0; got < message_count; got++)
        if (zmq_msg_recv(&m, socket, 0) < 0)
            fail("zmq_msg_recv");
    zmq_close(socket);
    zmq_ctx_term(context);
}

static void zmq_send_to(const char *address)
{
    void *context = zmq_ctx_new(), *socket = zmq_socket(context, ZMQ_PUSH);
    uint8_t message[65536] = {0};

    if (zmq_connect(socket, address))
        fail("zmq_connect");
    for (uint64_t i = 0; i < message_count; i++)
        if (zmq_send(socket, message, message_bytes, 0) < 0)
            fail("zmq_send");
    zmq_close(socket);
    zmq_ctx_term(context);
}
#endif

// ---------------------------------------------------------------------------------- measuring

static const Way ways[] = {
    {"bare socket", bare_receive, bare_send},
    {"session, TCP", tcp_receive, session_send_to},
    {"session, local socket", unix_receive, session_send_to},
#ifdef HAVE_OPENSSL
    {"bare socket with TLS", bare_tls_receive, bare_tls_send},
    {"session, TLS", tls_receive, tls_send},
#endif
#ifdef HAVE_ZMQ
    {"ZeroMQ", zmq_receive, zmq_send_to},
#endif
};
enum { WAYS = sizeof ways / sizeof *ways };

typedef struct Cost {
    double time;  // microseconds until the receiver has got everything
    double work;  // of the processors
} Cost;

static double spent(void)
{
    struct rusage r;

    getrusage(RUSAGE_CHILDREN, &r);
    return (double)(r.ru_utime.tv_sec + r.ru_stime.tv_sec) * 1e6 +
           (double)(r.ru_utime.tv_usec + r.ru_stime.tv_usec);
}

static Cost measure(const Way *way)
{
    double before = spent();
    int tell[2];
    char address[256] = {0};

    if (pipe(tell))
        fail("pipe");
    pid_t receiver = fork();
    if (receiver == 0) {
        way->receive(tell[1]);
        _exit(0);
    }
    close(tell[1]);
    if (read(tell[0], address, sizeof address - 1) <= 0)
        fail("read");
    uint64_t start = loop_now();
    pid_t sender = fork();
    if (sender == 0) {
        way->send(address);
        _exit(0);
    }
    int status;
    waitpid(receiver, &status, 0);
    uint64_t end = loop_now();
    waitpid(sender, NULL, 0);
    close(tell[0]);
    if (!WIFEXITED(status) || WEXITSTATUS(status))
        fail(way->name);
    return (Cost){(double)(end - start), spent() - before};
}

int main(int argc, char **argv)
{
    Cost best[WAYS] = {0};

    if (argc > 1)
        message_count = strtoull(argv[1], NULL, 10);
    if (argc > 2)
        message_bytes = (uint32_t)strtoul(argv[2], NULL, 10);
    if (message_count == 0 || message_bytes == 0 || message_bytes > 65536) {
        fprintf(stderr, "usage: net_messages [MESSAGES [BYTES, at most 65536 [WAY]]]\n");
        return 3;
    }
    signal(SIGPIPE, SIG_IGN);
    make_certificate();
    for (int round = 0; round < ROUNDS; round++)
        for (int i = 0; i < WAYS; i++) {
            if (argc > 3 && !strstr(ways[i].name, argv[3]))
                continue;
            Cost c = measure(&ways[i]);
            if (round == 0 || c.time < best[i].time)
                best[i].time = c.time;
            if (round == 0 || c.work < best[i].work)
                best[i].work = c.work;
        }
    remove_certificate();
    printf("messages of %u bytes, from one process to another\n", message_bytes);
    for (int i = 0; i < WAYS; i++)
        printf("%-24s %6.2f million/s, %.2f of the bare socket; %4.0f ns of work, %.2f\n",
               ways[i].name, (double)message_count / best[i].time, best[0].time / best[i].time,
               best[i].work * 1000 / (double)message_count, best[0].work / best[i].work);
    return 0;
}
