// net/endpoint.c: one container: its sessions, its connections, and the transport below.

#include "net/endpoint.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/err.h"
#include "base/map.h"
#include "base/memory.h"
#include "base/mix.h"

enum {
    RETRY_FIRST = 10000,      // microseconds
    RETRY_LAST = 2000000,
    GREETING_TIME = 5000000,  // within which a stranger must have greeted
};

// Why a CUT answers a greeting; in the place of its number.
typedef enum CutReason { CUT_ENDED, CUT_STRANGER, CUT_UNFIT } CutReason;

struct Connection {
    Endpoint *endpoint;
    Connection *next, *before;
    void *carried;
    Peer *peer;  // NULL: has not greeted
    uint64_t epoch;
    uint64_t since;
    bool is_dialled, is_connected;
    bool has_greeted;  // the other side
    bool is_blocked;   // the transport will say when it can write
    Bytes in, out;
};

struct Peer {
    Session session;  // comes first: session_peer relies on it
    Endpoint *endpoint;
    char *address;
    Connection *connection;
    uint64_t retry_at;
    uint32_t failures;  // to connect, one after the other
};

struct Endpoint {
    EndpointSetup setup;
    char *address;
    Rng rng;
    uint64_t epoch;  // of the connection that was dialled last
    Map peer_of;
    Peer **peers;
    uint32_t peer_count, peer_capacity;
    Connection *connections;
    uint64_t faults;
};

// ---------------------------------------------------------------------------------- life

Endpoint *endpoint_new(const EndpointSetup *setup)
{
    Endpoint *e = memory_zeroed(1, sizeof *e);

    assert(setup->incarnation && strlen(setup->address) <= ADDRESS_MAX);
    e->setup = *setup;
    e->address = memory_copy_text(setup->address);
    e->rng = rng_from(setup->seed);
    return e;
}

static Connection *connection_new(Endpoint *e, void *carried, uint64_t now)
{
    Connection *c = memory_zeroed(1, sizeof *c);

    *c = (Connection){.endpoint = e, .carried = carried, .since = now, .next = e->connections};
    if (c->next)
        c->next->before = c;
    e->connections = c;
    return c;
}

static void retry_later(Peer *p, uint64_t now)
{
    uint64_t wait = RETRY_FIRST;

    for (uint32_t i = 0; i < p->failures && wait < RETRY_LAST; i++)
        wait *= 2;
    if (wait > RETRY_LAST)
        wait = RETRY_LAST;
    p->failures++;
    // Somewhere in the second half, so that two sides do not call each other at once for ever.
    p->retry_at = now + wait / 2 + rng_below(&p->endpoint->rng, wait / 2);
}

// The transport has forgotten it, or will.
static void connection_free(Connection *c, uint64_t now)
{
    Peer *p = c->peer;

    if (p && p->connection == c) {
        session_leave(&p->session, now);
        p->connection = NULL;
        retry_later(p, now);
    }
    if (c->before)
        c->before->next = c->next;
    else
        c->endpoint->connections = c->next;
    if (c->next)
        c->next->before = c->before;
    bytes_drop(&c->in);
    bytes_drop(&c->out);
    free(c);
}

static void connection_close(Connection *c, uint64_t now)
{
    const Transport *t = &c->endpoint->setup.transport;

    t->close(t->self, c);
    connection_free(c, now);
}

void endpoint_free(Endpoint *e)
{
    while (e->connections)
        connection_close(e->connections, 0);
    for (uint32_t i = 0; i < e->peer_count; i++) {
        session_drop(&e->peers[i]->session);
        free(e->peers[i]->address);
        free(e->peers[i]);
    }
    free(e->peers);
    map_drop(&e->peer_of);
    free(e->address);
    free(e);
}

void **connection_carried(Connection *c)
{
    return &c->carried;
}

uint64_t endpoint_faults(const Endpoint *e)
{
    return e->faults;
}

// ---------------------------------------------------------------------------------- peers

Peer *endpoint_peer(Endpoint *e, uint64_t incarnation, const char *address, uint64_t now)
{
    Peer *p = map_get(&e->peer_of, incarnation);

    assert(incarnation && incarnation != e->setup.incarnation);
    if (p)
        return p;
    assert(address && strlen(address) <= ADDRESS_MAX);
    p = memory_zeroed(1, sizeof *p);
    *p = (Peer){.endpoint = e, .address = memory_copy_text(address), .retry_at = now};
    session_init(&p->session, incarnation, e->setup.first, &e->setup.limits, &e->setup.events, now);
    map_put(&e->peer_of, incarnation, p);
    MEMORY_GROW(e->peers, e->peer_count + 1, e->peer_capacity);
    e->peers[e->peer_count++] = p;
    return p;
}

void endpoint_grant(Endpoint *e, uint32_t window)
{
    e->setup.limits.window = window;
    for (uint32_t i = 0; i < e->peer_count; i++)
        session_grant(&e->peers[i]->session, window);
}

Session *peer_session(Peer *p)
{
    return &p->session;
}

const char *peer_address(const Peer *p)
{
    return p->address;
}

Peer *session_peer(Session *s)
{
    return (Peer *)s;
}

Sent endpoint_send(Peer *p, const void *message, uint32_t count)
{
    return session_send(&p->session, message, count);
}

// -------------------------------------------------------------------------------- writing

static void write_out(Connection *c)
{
    const Transport *t = &c->endpoint->setup.transport;

    if (!c->is_connected || c->is_blocked || bytes_count(&c->out) == 0)
        return;
    size_t count = t->write(t->self, c, bytes_front(&c->out), bytes_count(&c->out));
    assert(count <= bytes_count(&c->out));
    bytes_take(&c->out, count);
    c->is_blocked = bytes_count(&c->out) > 0;
}

static void greet(Connection *c, const Peer *p)
{
    const EndpointSetup *setup = &c->endpoint->setup;
    Hello h = {
        .version_min = FRAME_VERSION,
        .version_max = FRAME_VERSION,
        .from = setup->incarnation,
        .to = p->session.peer,
        .delivered = p->session.delivered,
        .address_length = (uint8_t)strlen(c->endpoint->address),
    };
    uint8_t *at = bytes_room(&c->out, FRAME_HEADER + HELLO_MAX);

    memcpy(h.cluster, setup->cluster, CLUSTER_ID);
    memcpy(h.program, setup->program, PROGRAM_HASH);
    memcpy(h.address, c->endpoint->address, h.address_length);
    Frame f = {FRAME_HELLO, .epoch = c->epoch, .credit = p->session.window};
    f.length = hello_write(at + FRAME_HEADER, &h);
    frame_write(at, &f, at + FRAME_HEADER);
    bytes_added(&c->out, FRAME_HEADER + f.length);
    write_out(c);
}

// The other side learns it, unless the connection breaks first. Then it will ask again.
static void say_cut(Connection *c, CutReason why)
{
    uint8_t *at = bytes_room(&c->out, FRAME_HEADER);

    frame_write(at, &(Frame){FRAME_CUT, .epoch = c->epoch, .number = why}, at);
    bytes_added(&c->out, FRAME_HEADER);
    write_out(c);
}

// Closes the connection of a session that has ended, and tells the peer when it was this side
// that ended it.
static void close_ended(Connection *c, uint64_t now)
{
    if (c->peer->session.end == SESSION_CUT_HERE)
        say_cut(c, CUT_ENDED);
    connection_close(c, now);
}

// False: the connection was closed.
static bool serve(Connection *c, uint64_t now)
{
    if (c->peer->session.end) {
        close_ended(c, now);
        return false;
    }
    while (!c->is_blocked && session_write(&c->peer->session, &c->out, c->epoch, now))
        write_out(c);
    return true;
}

void endpoint_flush(Endpoint *e, uint64_t now)
{
    for (Connection *c = e->connections, *next; c; c = next) {
        next = c->next;
        if (c->has_greeted)
            serve(c, now);
    }
}

void endpoint_writable(Connection *c, uint64_t now)
{
    c->is_blocked = false;
    write_out(c);
    if (c->has_greeted)
        serve(c, now);
}

// ----------------------------------------------------------------------------- connecting

static void dial(Peer *p, uint64_t now)
{
    Endpoint *e = p->endpoint;
    Connection *c = connection_new(e, NULL, now);

    c->is_dialled = true;
    c->peer = p;
    // Two sides that call each other use different epochs.
    c->epoch = mix64(e->setup.incarnation ^ ++e->epoch << 40);
    p->connection = c;
    e->setup.transport.dial(e->setup.transport.self, c, p->address);
}

Connection *endpoint_accepted(Endpoint *e, void *carried, uint64_t now)
{
    Connection *c = connection_new(e, carried, now);
    c->is_connected = true;
    return c;
}

void endpoint_connected(Connection *c, uint64_t now)
{
    assert(c->is_dialled && !c->is_connected);
    c->is_connected = true;
    c->since = now;
    greet(c, c->peer);
}

void endpoint_closed(Connection *c, uint64_t now)
{
    connection_free(c, now);
}

// -------------------------------------------------------------------------------- reading

static bool fault(Connection *c, uint64_t now)
{
    c->endpoint->faults++;
    if (c->peer)
        c->peer->session.counts.faults++;
    connection_close(c, now);
    return false;
}

static bool is_fit(const Endpoint *e, const Hello *h)
{
    return h->version_min <= FRAME_VERSION && FRAME_VERSION <= h->version_max &&
           memcmp(h->cluster, e->setup.cluster, CLUSTER_ID) == 0 &&
           memcmp(h->program, e->setup.program, PROGRAM_HASH) == 0;
}

static bool join(Connection *c, const Frame *f, const Hello *h, uint64_t now)
{
    Peer *p = c->peer;

    c->has_greeted = true;
    p->failures = 0;
    if (!session_join(&p->session, h->delivered, f->credit, now)) {
        close_ended(c, now);
        return false;
    }
    return true;
}

static bool can_be(const Connection *c, uint64_t incarnation)
{
    const Transport *t = &c->endpoint->setup.transport;
    return !t->can_be || t->can_be(t->self, c, incarnation);
}

// The peer that was called has answered.
static bool answered(Connection *c, const Frame *f, const Hello *h, uint64_t now)
{
    Peer *p = c->peer;
    SessionEnd end = SESSION_GOES_ON;

    if (p->session.end) {  // while it was called
        close_ended(c, now);
        return false;
    }
    if (!can_be(c, h->from))
        return fault(c, now);
    if (!is_fit(c->endpoint, h))
        end = SESSION_REFUSED;
    else if (h->from != p->session.peer)
        end = SESSION_PEER_GONE;
    else if (h->to != c->endpoint->setup.incarnation)
        return fault(c, now);
    if (end) {
        session_end(&p->session, end);
        connection_close(c, now);
        return false;
    }
    return join(c, f, h, now);
}

// Whether the connection that somebody has called with takes the place of the present one.
static bool is_better(const Endpoint *e, const Peer *p)
{
    const Connection *old = p->connection;

    // Both sides have called at the same moment, as far as is known here.
    if (old && old->is_dialled && !old->has_greeted)
        return p->session.peer < e->setup.incarnation;
    // The peer would not call if the old one worked.
    return true;
}

static bool refuse(Connection *c, CutReason why, uint64_t now)
{
    say_cut(c, why);
    connection_close(c, now);
    return false;
}

// Somebody has called, and says who it is.
static bool called(Connection *c, const Frame *f, const Hello *h, uint64_t now)
{
    Endpoint *e = c->endpoint;
    char address[ADDRESS_MAX + 1] = {0};

    c->epoch = f->epoch;
    if (!can_be(c, h->from))
        return fault(c, now);
    if (!is_fit(e, h))
        return refuse(c, CUT_UNFIT, now);
    if (h->to != e->setup.incarnation || h->from == h->to)
        return refuse(c, CUT_STRANGER, now);
    memcpy(address, h->address, h->address_length);

    Peer *p = endpoint_peer(e, h->from, address, now);
    if (p->session.end)
        return refuse(c, CUT_ENDED, now);
    if (session_has_more(&p->session, h->delivered) || !is_better(e, p)) {
        connection_close(c, now);
        return false;
    }
    if (p->connection)
        connection_close(p->connection, now);
    c->peer = p;
    p->connection = c;
    greet(c, p);
    return join(c, f, h, now);
}

// The peer does not want the session.
static bool cut_off(Connection *c, const Frame *f, uint64_t now)
{
    static const SessionEnd ends[] = {
        [CUT_ENDED] = SESSION_CUT_THERE,
        [CUT_STRANGER] = SESSION_PEER_GONE,
        [CUT_UNFIT] = SESSION_REFUSED,
    };
    if (!c->is_dialled || f->number > CUT_UNFIT)
        return fault(c, now);
    session_end(&c->peer->session, ends[f->number]);
    connection_close(c, now);
    return false;
}

static bool read_greeting(Connection *c, const Frame *f, const uint8_t *body, uint64_t now)
{
    Hello h;

    if (c->is_dialled && f->epoch != c->epoch)
        return fault(c, now);
    if (f->type == FRAME_CUT)
        return cut_off(c, f, now);
    if (f->type != FRAME_HELLO || !hello_read(body, f->length, &h))
        return fault(c, now);
    return c->is_dialled ? answered(c, f, &h, now) : called(c, f, &h, now);
}

static bool read_frame(Connection *c, const Frame *f, const uint8_t *body, uint64_t now)
{
    if (!c->has_greeted)
        return read_greeting(c, f, body, now);
    if (c->peer->session.end) {  // by its owner, after the last flush
        close_ended(c, now);
        return false;
    }
    if (f->epoch != c->epoch || !session_read(&c->peer->session, f, body, now))
        return fault(c, now);
    if (c->peer->session.end) {
        close_ended(c, now);
        return false;
    }
    return true;
}

// Reads whole frames. Returns how many bytes they were; -1: the connection was closed.
static ptrdiff_t read_frames(Connection *c, const uint8_t *bytes, size_t count, uint64_t now)
{
    size_t at = 0;

    for (;;) {
        Frame f;
        uint32_t most = c->has_greeted ? FRAME_BODY_MAX : FRAME_STRANGER_MAX;
        FrameRead read = frame_read(bytes + at, count - at, most, &f);
        if (read == FRAME_PART)
            return (ptrdiff_t)at;
        if (read == FRAME_BAD) {
            fault(c, now);
            return -1;
        }
        if (!read_frame(c, &f, bytes + at + FRAME_HEADER, now))
            return -1;
        at += FRAME_HEADER + f.length;
    }
}

bool endpoint_received(Connection *c, const uint8_t *bytes, size_t count, uint64_t now)
{
    // Frames that came whole are read where they are.
    bool is_kept = bytes_count(&c->in) > 0;
    if (is_kept) {
        bytes_add(&c->in, bytes, count);
        bytes = bytes_front(&c->in);
        count = bytes_count(&c->in);
    }
    ptrdiff_t read = read_frames(c, bytes, count, now);
    if (read < 0)
        return false;
    if (is_kept)
        bytes_take(&c->in, (size_t)read);
    else
        bytes_add(&c->in, bytes + read, count - (size_t)read);
    return true;
}

// ----------------------------------------------------------------------------------- time

static uint64_t earlier(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

// A peer without a connection is called, when it can be.
static uint64_t tick_peer(Peer *p, uint64_t now)
{
    Connection *c = p->connection;

    if (p->session.end && !c)
        return UINT64_MAX;
    if (!session_tick(&p->session, now)) {
        connection_close(c, now);
        c = NULL;
    }
    if (c && c->has_greeted && serve(c, now))
        return session_wake(&p->session, !c->is_blocked);
    uint64_t wake = session_wake(&p->session, false);
    if (p->session.end || p->connection || !*p->address)
        return wake;
    if (now < p->retry_at)
        return earlier(p->retry_at, wake);
    dial(p, now);
    return earlier(now + GREETING_TIME, wake);
}

uint64_t endpoint_tick(Endpoint *e, uint64_t now)
{
    uint64_t wake = UINT64_MAX;

    for (Connection *c = e->connections, *next; c; c = next) {
        next = c->next;
        if (c->has_greeted)
            continue;
        if (now >= c->since + GREETING_TIME)
            connection_close(c, now);
        else
            wake = earlier(wake, c->since + GREETING_TIME);
    }
    for (uint32_t i = 0; i < e->peer_count; i++)
        wake = earlier(wake, tick_peer(e->peers[i], now));
    return wake;
}
