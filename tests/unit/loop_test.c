// tests/unit/loop_test.c: sessions over real sockets, two containers in one thread.

#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "net/net.h"

typedef struct Side {
    Loop *loop;
    Endpoint *endpoint;
    const char *address;
    uint64_t got;
    bool is_wrong;
    SessionEnd end;
} Side;

static void deliver(void *owner, Session *s, const uint8_t *message, uint32_t count)
{
    Side *side = owner;
    uint64_t number;

    (void)s;
    if (count >= sizeof number)
        memcpy(&number, message, sizeof number);
    side->is_wrong |= count < sizeof number || number != side->got;
    side->got++;
}

static void ended(void *owner, Session *s, SessionEnd how)
{
    (void)s;
    ((Side *)owner)->end = how;
}

static void open_side(Side *side, uint64_t incarnation, const char *address)
{
    Err err = {0};
    *side = (Side){.loop = loop_new(&err)};
    side->address = loop_listen(side->loop, address, &err);
    EXPECT_STR(err.text, "");
    EndpointSetup setup = {
        .incarnation = incarnation,
        .address = side->address,
        .limits = session_limits,
        .first = 1,
        .transport = loop_transport(side->loop),
        .events = {.owner = side, .deliver = deliver, .ended = ended},
    };
    side->endpoint = endpoint_new(&setup);
    loop_attach(side->loop, side->endpoint);
}

static void close_side(Side *side)
{
    endpoint_free(side->endpoint);
    loop_free(side->loop);
}

static void say(Side *from, uint64_t incarnation, const char *address, uint64_t number,
                uint32_t count)
{
    static uint8_t message[100000];
    Peer *p = endpoint_peer(from->endpoint, incarnation, address, loop_now());

    memcpy(message, &number, sizeof number);
    EXPECT_EQ(endpoint_send(p, message, count), SENT);
}

static void turn_both(Side *a, Side *b)
{
    loop_turn(a->loop, 0);
    loop_turn(b->loop, 0);
}

static void both_ways(const char *first, const char *second)
{
    enum { COUNT = 20000 };
    Side a, b;

    open_side(&a, 1, first);
    open_side(&b, 2, second);
    for (uint64_t i = 0; i < COUNT; i++) {
        say(&a, 2, b.address, i, i % 1000 ? 8 : 100000);
        say(&b, 1, a.address, i, 8);
        if (i % 100 == 0)
            turn_both(&a, &b);
    }
    for (uint64_t end = loop_now() + 20000000; loop_now() < end && a.got + b.got < 2 * COUNT;)
        turn_both(&a, &b);
    EXPECT_EQ(a.got, COUNT);
    EXPECT_EQ(b.got, COUNT);
    EXPECT_FALSE(a.is_wrong || b.is_wrong);
    close_side(&a);
    close_side(&b);
}

TEST(messages_cross_in_order_over_tcp)
{
    both_ways("127.0.0.1:0", "[::1]:0");
}

TEST(messages_cross_in_order_over_local_sockets)
{
    char first[64], second[64];

    snprintf(first, sizeof first, "unix:/tmp/plait-loop-%d-1", getpid());
    snprintf(second, sizeof second, "unix:/tmp/plait-loop-%d-2", getpid());
    both_ways(first, second);
}

TEST(messages_wait_for_a_peer_that_listens_later)
{
    Side a, b;
    char path[64];

    snprintf(path, sizeof path, "unix:/tmp/plait-loop-%d-late", getpid());
    open_side(&a, 1, "127.0.0.1:0");
    say(&a, 2, path, 0, 8);
    for (int i = 0; i < 3; i++)
        loop_turn(a.loop, 5000);
    open_side(&b, 2, path);
    for (uint64_t end = loop_now() + 20000000; loop_now() < end && !b.got;)
        turn_both(&a, &b);
    EXPECT_EQ(b.got, 1);
    close_side(&a);
    close_side(&b);
}

TEST(another_incarnation_at_the_same_address_ends_the_session)
{
    Side a, b, again;
    char address[64];

    open_side(&a, 1, "127.0.0.1:0");
    open_side(&b, 2, "127.0.0.1:0");
    snprintf(address, sizeof address, "%s", b.address);
    say(&a, 2, address, 0, 8);
    for (uint64_t end = loop_now() + 20000000; loop_now() < end && !b.got;)
        turn_both(&a, &b);
    close_side(&b);
    open_side(&again, 3, address);
    for (uint64_t end = loop_now() + 20000000; loop_now() < end && !a.end;)
        turn_both(&a, &again);
    EXPECT_EQ(a.end, SESSION_PEER_GONE);
    EXPECT_EQ(again.got, 0);
    close_side(&a);
    close_side(&again);
}

TEST(an_address_that_is_none_is_refused)
{
    static const char *const wrong[] = {"", "here", "localhost:80", "127.0.0.1", "1.2.3.4:",
                                        "unix:", "[::1:5", "127.0.0.1:x"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        Err err = {0};
        Loop *l = loop_new(&err);
        EXPECT_NULL(loop_listen(l, wrong[i], &err));
        EXPECT_TRUE(err.set);
        loop_free(l);
    }
}
