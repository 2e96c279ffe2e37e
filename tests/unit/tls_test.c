// tests/unit/tls_test.c: who may talk over TLS and over local sockets, and who may not.

#include "test.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <openssl/ssl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "../net/certificates.h"
#include "net/net.h"

enum { SECOND = 1000000 };

// ------------------------------------------------------------------------------- containers

typedef struct Side {
    Loop *loop;
    Endpoint *endpoint;
    TlsIdentity *identity;
    const char *address;
    uint64_t got;
} Side;

static void deliver(void *owner, Session *s, const uint8_t *message, uint32_t count)
{
    (void)s, (void)message, (void)count;
    ((Side *)owner)->got++;
}

// Two authorities of the same name, and certificates of theirs.
static const CertificateSpec specs[] = {
    {.name = "ours", .uri = "plait://blue/authority"},
    {.name = "theirs", .uri = "plait://blue/authority"},
    {.name = "one", .authority = "ours", .uri = "plait://blue/container/alpha/A/1"},
    {.name = "two", .authority = "ours", .uri = "plait://blue/container/alpha/A/2"},
    {.name = "three", .authority = "ours", .uri = "plait://blue/container/alpha/A/3"},
    {.name = "expired", .authority = "ours", .uri = "plait://blue/container/alpha/A/2",
     .when = CERTIFICATE_EXPIRED},
    {.name = "early", .authority = "ours", .uri = "plait://blue/container/alpha/A/2",
     .when = CERTIFICATE_EARLY},
    {.name = "foreign", .authority = "theirs", .uri = "plait://blue/container/alpha/A/2"},
    {.name = "red", .authority = "ours", .uri = "plait://red/container/alpha/A/2"},
    {.name = "manager", .authority = "ours", .uri = "plait://blue/manager/m"},
    {.name = "operator", .authority = "ours", .uri = "plait://blue/operator/o"},
    {.name = "node", .authority = "ours", .uri = "plait://blue/node/alpha", .can_sign = true},
    {.name = "of-node", .authority = "node", .uri = "plait://blue/container/alpha/A/2"},
    {.name = "of-other-node", .authority = "node", .uri = "plait://blue/container/beta/A/2"},
    {.name = "manager-of-node", .authority = "node", .uri = "plait://blue/manager/m"},
    {.name = "boss", .authority = "ours", .uri = "plait://blue/manager/b", .can_sign = true},
    {.name = "of-boss", .authority = "boss", .uri = "plait://blue/container/alpha/A/2"},
    {.name = "nobody", .authority = "ours"},
};

// The folder with all of them, made once.
static const char *folder(void)
{
    static char path[] = "/tmp/plait-tls-XXXXXX";
    static bool is_made;

    if (is_made)
        return path;
    signal(SIGPIPE, SIG_IGN);
    EXPECT_TRUE(mkdtemp(path) != NULL);
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        CertificateSpec spec = specs[i];
        spec.folder = path;
        EXPECT_TRUE(certificate_make(&spec));
    }
    return is_made = true, path;
}

__attribute__((destructor)) static void remove_folder(void)
{
    char path[512];

    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++)
        for (int key = 0; key < 2; key++) {
            snprintf(path, sizeof path, "%s/%s.%s", folder(), specs[i].name, key ? "key" : "crt");
            unlink(path);
        }
    rmdir(folder());
}

static TlsIdentity *identity_of(const char *authority, const char *name, Err *err)
{
    char paths[3][512];

    snprintf(paths[0], sizeof paths[0], "%s/%s.crt", folder(), authority);
    snprintf(paths[1], sizeof paths[1], "%s/%s.crt", folder(), name);
    snprintf(paths[2], sizeof paths[2], "%s/%s.key", folder(), name);
    return tls_identity_new(paths[0], paths[1], paths[2], err);
}

// `name` is the certificate; NULL: without TLS.
static void open_side(Side *side, uint64_t incarnation, const char *address, const char *authority,
                      const char *name)
{
    Err err = {0};
    *side = (Side){.loop = loop_new(&err)};
    if (name) {
        side->identity = identity_of(authority, name, &err);
        loop_use_tls(side->loop, side->identity);
    }
    side->address = loop_listen(side->loop, address, &err);
    EXPECT_STR(err.text, "");
    EndpointSetup setup = {
        .incarnation = incarnation,
        .address = side->address,
        .limits = session_limits,
        .first = 1,
        .transport = loop_transport(side->loop),
        .events = {.owner = side, .deliver = deliver},
    };
    side->endpoint = endpoint_new(&setup);
    loop_attach(side->loop, side->endpoint);
}

static void close_side(Side *side)
{
    endpoint_free(side->endpoint);
    loop_free(side->loop);
    tls_identity_free(side->identity);
}

static void say(Side *from, uint64_t incarnation, const char *address, uint32_t count)
{
    static uint8_t message[100000];
    Peer *p = endpoint_peer(from->endpoint, incarnation, address, loop_now());
    EXPECT_EQ(endpoint_send(p, message, count), SENT);
}

static void turn_both(Side *a, Side *b)
{
    loop_turn(a->loop, 0);
    loop_turn(b->loop, 0);
}

// After all that strangers have tried, a friend is served.
static void expect_alive(Side *server)
{
    Side friend;
    uint64_t before = server->got;

    open_side(&friend, 3, "127.0.0.1:0", "ours", "three");
    say(&friend, 1, server->address, 8);
    for (uint64_t end = loop_now() + 20 * SECOND; loop_now() < end && server->got == before;)
        turn_both(server, &friend);
    EXPECT_EQ(server->got, before + 1);
    close_side(&friend);
}

TEST(messages_cross_over_tls_in_both_directions)
{
    enum { COUNT = 5000 };
    Side a, b;

    open_side(&a, 1, "127.0.0.1:0", "ours", "one");
    open_side(&b, 2, "[::1]:0", "ours", "two");
    for (uint64_t i = 0; i < COUNT; i++) {
        say(&a, 2, b.address, i % 500 ? 8 : 100000);
        say(&b, 1, a.address, 70);
        if (i % 100 == 0)
            turn_both(&a, &b);
    }
    for (uint64_t end = loop_now() + 20 * SECOND; loop_now() < end && a.got + b.got < 2 * COUNT;)
        turn_both(&a, &b);
    EXPECT_EQ(a.got, COUNT);
    EXPECT_EQ(b.got, COUNT);
    EXPECT_EQ(loop_refused(a.loop) + loop_refused(b.loop), 0);
    close_side(&a);
    close_side(&b);
}

TEST(files_that_are_no_certificates_are_named)
{
    Err err = {0};
    EXPECT_NULL(identity_of("missing", "one", &err));
    EXPECT_TRUE(strstr(err.text, "missing.crt: no certificate of an authority") != NULL);
    err = (Err){0};
    EXPECT_NULL(identity_of("ours", "missing", &err));
    EXPECT_TRUE(strstr(err.text, "missing.crt: no certificate") != NULL);
}

// --------------------------------------------------------------------------------- strangers

static void calls_in_vain(const char *authority, const char *name)
{
    Side server, stranger;

    open_side(&server, 1, "127.0.0.1:0", "ours", "one");
    open_side(&stranger, 2, "127.0.0.1:0", authority, name);
    say(&stranger, 1, server.address, 8);
    for (uint64_t end = loop_now() + 20 * SECOND;
         loop_now() < end && loop_refused(server.loop) + loop_refused(stranger.loop) < 3;)
        turn_both(&server, &stranger);
    EXPECT_TRUE(loop_refused(server.loop) + loop_refused(stranger.loop) >= 3);
    EXPECT_EQ(server.got, 0);
    EXPECT_EQ(endpoint_faults(server.endpoint), 0);  // the endpoint has seen nothing
    close_side(&stranger);
    expect_alive(&server);
    close_side(&server);
}

TEST(a_certificate_of_another_authority_is_refused)
{
    calls_in_vain("ours", "foreign");    // the server refuses
    calls_in_vain("theirs", "two");      // the caller refuses
    calls_in_vain("theirs", "foreign");  // both would
}

TEST(a_certificate_of_another_time_is_refused)
{
    calls_in_vain("ours", "expired");
    calls_in_vain("ours", "early");
}

TEST(a_caller_without_tls_is_refused)
{
    calls_in_vain(NULL, NULL);
}

// It is a certificate of our authority, but not for a container of that incarnation. `name`: NULL
// would be no TLS.
static void cannot_be(uint64_t incarnation, const char *name)
{
    Side server, liar;

    open_side(&server, 1, "127.0.0.1:0", "ours", "one");
    open_side(&liar, incarnation, "127.0.0.1:0", "ours", name);
    say(&liar, 1, server.address, 8);
    say(&server, incarnation, liar.address, 8);
    for (uint64_t end = loop_now() + 20 * SECOND;
         loop_now() < end && endpoint_faults(server.endpoint) < 3;)
        turn_both(&server, &liar);
    EXPECT_TRUE(endpoint_faults(server.endpoint) >= 3);
    EXPECT_EQ(server.got + liar.got, 0);
    close_side(&liar);
    expect_alive(&server);
    close_side(&server);
}

TEST(a_certificate_of_another_life_is_refused)
{
    cannot_be(4, "two");  // a later life, with the certificate of the one before
    cannot_be(2, "three");
}

TEST(a_certificate_of_another_cluster_is_refused)
{
    cannot_be(2, "red");
}

TEST(a_certificate_of_another_role_is_no_container)
{
    cannot_be(2, "manager");
    cannot_be(2, "operator");
    cannot_be(2, "node");
}

TEST(a_signer_who_may_not_sign_is_refused)
{
    cannot_be(2, "of-other-node");  // a container of another host
    cannot_be(2, "of-boss");        // a manager signs nothing
    cannot_be(2, "manager-of-node");
}

TEST(a_certificate_that_names_nobody_cannot_be_used)
{
    Err err = {0};

    EXPECT_NULL(identity_of("ours", "nobody", &err));
    EXPECT_TRUE(strstr(err.text, "nobody.crt names no member of a cluster") != NULL);
}

static void is_taken(const char *name)
{
    Side server, caller;

    open_side(&server, 1, "127.0.0.1:0", "ours", "one");
    open_side(&caller, 2, "127.0.0.1:0", "ours", name);
    say(&caller, 1, server.address, 8);
    for (uint64_t end = loop_now() + 20 * SECOND; loop_now() < end && server.got == 0;)
        turn_both(&server, &caller);
    EXPECT_EQ(server.got, 1);
    EXPECT_EQ(endpoint_faults(server.endpoint), 0);
    close_side(&caller);
    close_side(&server);
}

TEST(a_certificate_for_this_life_is_taken)
{
    is_taken("two");
    is_taken("of-node");  // the node has signed it
}

// A socket that is connected to the address, and does not block.
static int call(const char *address)
{
    struct sockaddr_in a = {.sin_family = AF_INET,
                            .sin_port = htons((uint16_t)atoi(strrchr(address, ':') + 1)),
                            .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    EXPECT_EQ(connect(fd, (struct sockaddr *)&a, sizeof a), 0);
    fcntl(fd, F_SETFL, O_NONBLOCK);
    return fd;
}

// Turns the server until it has closed the connection, or the time is over.
static bool is_closed_by(Side *server, int fd)
{
    char bytes[4096];

    for (uint64_t end = loop_now() + 20 * SECOND; loop_now() < end;) {
        loop_turn(server->loop, 1000);
        ssize_t count = read(fd, bytes, sizeof bytes);
        if (count == 0 || (count < 0 && errno != EAGAIN))
            return true;
    }
    return false;
}

static SSL *tls_client(SSL_CTX *context, int fd)
{
    SSL *ssl = SSL_new(context);
    SSL_set_fd(ssl, fd);
    SSL_set_connect_state(ssl);
    return ssl;
}

TEST(a_caller_without_a_certificate_is_refused)
{
    Side server;
    SSL_CTX *context = SSL_CTX_new(TLS_client_method());

    open_side(&server, 1, "127.0.0.1:0", "ours", "one");
    int fd = call(server.address);
    SSL *ssl = tls_client(context, fd);
    for (int i = 0; i < 1000 && loop_refused(server.loop) == 0; i++) {
        SSL_do_handshake(ssl);  // the caller believes that it succeeds
        SSL_write(ssl, "hello", 5);
        loop_turn(server.loop, 1000);
    }
    EXPECT_EQ(loop_refused(server.loop), 1);
    SSL_free(ssl);
    SSL_CTX_free(context);
    close(fd);
    expect_alive(&server);
    close_side(&server);
}

TEST(an_old_version_of_tls_is_refused)
{
    Side server;
    SSL_CTX *context = SSL_CTX_new(TLS_client_method());

    SSL_CTX_set_max_proto_version(context, TLS1_2_VERSION);
    open_side(&server, 1, "127.0.0.1:0", "ours", "one");
    int fd = call(server.address);
    SSL *ssl = tls_client(context, fd);
    for (int i = 0; i < 1000 && loop_refused(server.loop) == 0; i++) {
        SSL_do_handshake(ssl);
        loop_turn(server.loop, 1000);
    }
    EXPECT_EQ(loop_refused(server.loop), 1);
    SSL_free(ssl);
    SSL_CTX_free(context);
    close(fd);
    close_side(&server);
}

TEST(a_stranger_is_not_listened_to_beyond_4_kib)
{
    Side server;
    uint8_t record[5 + 16000] = {22, 3, 1, 16000 >> 8, 16000 & 255, 1, 0, 62, 124};

    open_side(&server, 1, "127.0.0.1:0", "ours", "one");
    int fd = call(server.address);
    // The beginning of a greeting that claims to be long: refused before it has come.
    EXPECT_EQ(write(fd, record, 100), 100);
    EXPECT_TRUE(is_closed_by(&server, fd));
    close(fd);
    EXPECT_EQ(loop_refused(server.loop), 1);
    expect_alive(&server);
    close_side(&server);
}

TEST(bytes_at_random_are_refused)
{
    Side server;

    open_side(&server, 1, "127.0.0.1:0", "ours", "one");
    srand(7);
    for (int i = 0; i < 100; i++) {
        uint8_t bytes[600];
        for (size_t k = 0; k < sizeof bytes; k++)
            bytes[k] = (uint8_t)rand();
        if (i % 2)
            memcpy(bytes, (uint8_t[]){22, 3, 1, 2, 0, 1, 0, 1, 252, 3, 3}, 11);  // looks like TLS
        int fd = call(server.address);
        EXPECT_EQ(write(fd, bytes, sizeof bytes), sizeof bytes);
        shutdown(fd, SHUT_WR);
        EXPECT_TRUE(is_closed_by(&server, fd));
        close(fd);
    }
    EXPECT_EQ(loop_refused(server.loop), 100);
    EXPECT_EQ(server.got, 0);
    expect_alive(&server);
    close_side(&server);
}

// ------------------------------------------------------------------------------------ replay

typedef struct Wiretap {
    int listener, from, to;
    uint8_t heard[100000];  // from the caller
    size_t count;
} Wiretap;

static void pass(int from, int to, Wiretap *tap)
{
    uint8_t bytes[10000];
    ssize_t count = read(from, bytes, sizeof bytes);

    if (count <= 0)
        return;
    EXPECT_EQ(write(to, bytes, (size_t)count), count);
    if (!tap)
        return;
    EXPECT_TRUE(tap->count + (size_t)count <= sizeof tap->heard);
    memcpy(tap->heard + tap->count, bytes, (size_t)count);
    tap->count += (size_t)count;
}

static void tap_turn(Wiretap *tap, const char *server)
{
    if (tap->from < 0) {
        tap->from = accept4(tap->listener, NULL, NULL, SOCK_NONBLOCK);
        tap->to = tap->from < 0 ? -1 : call(server);
        return;
    }
    pass(tap->from, tap->to, tap);
    pass(tap->to, tap->from, NULL);
}

TEST(a_recorded_connection_is_worth_nothing)
{
    static Wiretap tap = {.from = -1, .to = -1};
    Side server, caller;
    struct sockaddr_in a = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof a;
    char address[64];

    open_side(&server, 1, "127.0.0.1:0", "ours", "one");
    open_side(&caller, 2, "127.0.0.1:0", "ours", "two");
    tap.listener = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
    EXPECT_EQ(bind(tap.listener, (struct sockaddr *)&a, size), 0);
    EXPECT_EQ(listen(tap.listener, 5), 0);
    getsockname(tap.listener, (struct sockaddr *)&a, &size);
    snprintf(address, sizeof address, "127.0.0.1:%d", ntohs(a.sin_port));

    say(&caller, 1, address, 8);
    for (uint64_t end = loop_now() + 20 * SECOND; loop_now() < end && !server.got;) {
        tap_turn(&tap, server.address);
        turn_both(&server, &caller);
    }
    EXPECT_EQ(server.got, 1);
    close_side(&caller);

    int fd = call(server.address);
    EXPECT_EQ(write(fd, tap.heard, tap.count), tap.count);
    EXPECT_TRUE(is_closed_by(&server, fd));
    EXPECT_EQ(loop_refused(server.loop), 1);
    EXPECT_EQ(server.got, 1);
    close(fd);
    close(tap.from);
    close(tap.to);
    close(tap.listener);
    expect_alive(&server);
    close_side(&server);
}

// --------------------------------------------------------------------------- after the greeting

static void authenticated_but_malformed(const uint8_t *bytes, size_t count)
{
    Side server;
    char path[512];
    SSL_CTX *context = SSL_CTX_new(TLS_client_method());

    snprintf(path, sizeof path, "%s/two.crt", folder());
    EXPECT_EQ(SSL_CTX_use_certificate_file(context, path, SSL_FILETYPE_PEM), 1);
    snprintf(path, sizeof path, "%s/two.key", folder());
    EXPECT_EQ(SSL_CTX_use_PrivateKey_file(context, path, SSL_FILETYPE_PEM), 1);
    open_side(&server, 1, "127.0.0.1:0", "ours", "one");
    int fd = call(server.address);
    SSL *ssl = tls_client(context, fd);
    while (SSL_do_handshake(ssl) != 1)
        loop_turn(server.loop, 1000);
    EXPECT_EQ(SSL_write(ssl, bytes, (int)count), count);
    for (int i = 0; i < 1000 && endpoint_faults(server.endpoint) == 0; i++)
        loop_turn(server.loop, 1000);
    EXPECT_EQ(endpoint_faults(server.endpoint), 1);
    EXPECT_EQ(loop_refused(server.loop), 0);
    EXPECT_EQ(server.got, 0);
    SSL_free(ssl);
    SSL_CTX_free(context);
    close(fd);
    expect_alive(&server);
    close_side(&server);
}

TEST(malformed_frames_of_an_authenticated_peer_are_refused)
{
    uint8_t bytes[FRAME_HEADER + 10] = {0};

    authenticated_but_malformed(bytes, sizeof bytes);
    // Messages before a greeting.
    frame_write(bytes, &(Frame){FRAME_DATA, 10, .epoch = 1, .number = 1}, bytes + FRAME_HEADER);
    authenticated_but_malformed(bytes, sizeof bytes);
    // A greeting that is longer than a stranger's may be.
    frame_write(bytes, &(Frame){FRAME_HELLO, FRAME_STRANGER_MAX + 1, .epoch = 1},
                (uint8_t[FRAME_STRANGER_MAX + 1]){0});
    authenticated_but_malformed(bytes, FRAME_HEADER);
}

// ------------------------------------------------------------------------------------ renewal

// An authority as plait cluster init makes it.
static void make_authority(char certificate[static 512], char key[static 512])
{
    Err err = {0};

    snprintf(certificate, 512, "%s/real.pem", folder());
    snprintf(key, 512, "%s/real.key", folder());
    if (access(key, R_OK) != 0)
        authority_make((CertificateFiles){certificate, key}, "blue", 1000, &err);
    EXPECT_STR(err.text, "");
}

static void remove_authority(void)
{
    char certificate[512], key[512];

    make_authority(certificate, key);
    unlink(certificate);
    unlink(key);
}

// A certificate of it, with its key, as text.
static void issue(uint64_t incarnation, long seconds, Buf *pem)
{
    char certificate[512], key[512];
    Err err = {0};
    Speaker who = {ROLE_CONTAINER, "", "alpha", "A", incarnation};

    make_authority(certificate, key);
    Authority *a = authority_open((CertificateFiles){certificate, key}, &err);
    pem->size = 0;
    authority_issue(a, &who, seconds, pem, &err);
    EXPECT_STR(err.text, "");
    authority_free(a);
}

static void open_with(Side *side, uint64_t incarnation, long seconds)
{
    char certificate[512], key[512];
    Buf pem = {0};
    Err err = {0};

    make_authority(certificate, key);
    issue(incarnation, seconds, &pem);
    open_side(side, incarnation, "127.0.0.1:0", NULL, NULL);
    side->identity = tls_identity_from(certificate, pem.text, &err);
    EXPECT_STR(err.text, "");
    loop_use_tls(side->loop, side->identity);
    buf_drop(&pem);
}

static void await_messages(Side *a, Side *b, uint64_t count)
{
    for (uint64_t end = loop_now() + 60 * SECOND; loop_now() < end && a->got < count;)
        turn_both(a, b);
    EXPECT_EQ(a->got, count);
}

TEST(a_renewed_certificate_is_shown_and_old_connections_go_on)
{
    Side server, caller, third;
    Buf pem = {0}, another = {0};
    Err err = {0};

    open_with(&server, 1, 1000);
    open_with(&third, 3, 1000);
    open_with(&caller, 2, 1);
    int64_t end = tls_identity_time(caller.identity).end;
    // The certificate may end before the first connection stands, on a busy computer: then this one
    // comes with the next certificate.
    say(&caller, 1, server.address, 8);
    for (uint64_t until = loop_now() + SECOND; loop_now() < until && server.got == 0;)
        turn_both(&server, &caller);
    bool was_connected = server.got == 1;
    while ((int64_t)time(NULL) <= end)
        turn_both(&server, &caller);

    // It has ended: what stands goes on, but nothing new begins.
    if (was_connected) {
        say(&caller, 1, server.address, 8);
        await_messages(&server, &caller, 2);
    }
    say(&caller, 3, third.address, 8);
    for (uint64_t until = loop_now() + 60 * SECOND;
         loop_now() < until && loop_refused(third.loop) + loop_refused(caller.loop) < 2;)
        turn_both(&third, &caller);
    EXPECT_EQ(third.got, 0);

    // Not the one of another life, and not what is none at all.
    issue(4, 100, &another);
    EXPECT_FALSE(tls_identity_renew(caller.identity, another.text, &err));
    EXPECT_STR(err.text, "the new certificate names plait://blue/container/alpha/A/4 instead of "
                         "plait://blue/container/alpha/A/2");
    err = (Err){0};
    EXPECT_FALSE(tls_identity_renew(caller.identity, "nothing", &err));
    EXPECT_EQ(tls_identity_time(caller.identity).end, end);

    err = (Err){0};
    issue(2, 100, &pem);
    EXPECT_TRUE(tls_identity_renew(caller.identity, pem.text, &err));
    EXPECT_TRUE(tls_identity_time(caller.identity).end > end);
    await_messages(&third, &caller, 1);
    say(&caller, 1, server.address, 8);
    await_messages(&server, &caller, was_connected ? 3 : 2);
    buf_drop(&pem);
    buf_drop(&another);
    remove_authority();
    close_side(&caller);
    close_side(&third);
    close_side(&server);
}

// ------------------------------------------------------------------------------ other users

TEST(another_user_cannot_talk_over_a_local_socket)
{
    Side server;
    char address[64];
    struct stat file;
    struct sockaddr_un a = {.sun_family = AF_UNIX};
    int told[2];

    if (geteuid() != 0)
        return;  // only root can become somebody else
    snprintf(address, sizeof address, "unix:/tmp/plait-tls-%d", getpid());
    snprintf(a.sun_path, sizeof a.sun_path, "%s", address + 5);
    open_side(&server, 1, address, NULL, NULL);
    EXPECT_EQ(stat(a.sun_path, &file), 0);
    EXPECT_EQ(file.st_mode & 0777, 0600);

    EXPECT_EQ(chmod(a.sun_path, 0777), 0);  // so that only the credentials can stop it
    EXPECT_EQ(pipe(told), 0);
    pid_t other = fork();
    if (other == 0) {
        char byte = 0;
        int fd = socket(AF_UNIX, SOCK_STREAM, 0);
        bool is_through = setuid(65534) == 0 && connect(fd, (struct sockaddr *)&a, sizeof a) == 0;
        ssize_t count = write(told[1], &byte, 1);
        count += read(fd, &byte, 1);  // until the server closes
        _exit(is_through && count >= 0 ? 0 : 1);
    }
    char byte;
    int status;
    EXPECT_EQ(read(told[0], &byte, 1), 1);
    for (int i = 0; i < 1000 && loop_refused(server.loop) == 0; i++)
        loop_turn(server.loop, 1000);
    EXPECT_EQ(loop_refused(server.loop), 1);
    EXPECT_EQ(waitpid(other, &status, 0), other);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    close(told[0]);
    close(told[1]);
    close_side(&server);
}
