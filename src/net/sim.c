// net/sim.c: a transport that is simulated.

#include "net/sim.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "base/err.h"
#include "base/memory.h"
#include "base/mix.h"

enum {
    MILLION = 1000000,
    REPEAT_MIN = 200000,  // microseconds
    REPEAT_MAX = 3000000,
};

// One side of a wire.
typedef struct WireEnd {
    uint32_t host;
    Connection *connection;  // NULL: closed, or not yet there
    uint64_t arrival;        // of the last segment on its way to this end
    uint64_t lost_after;     // segments that would arrive later are lost; 0: none are
    uint64_t repeated_at;    // when what did not get through is sent again; later bytes wait, too
} WireEnd;

typedef struct Wire {
    WireEnd ends[2];  // the first has dialled
    uint32_t events;  // on their way; the wire lives until there are none
    bool is_silent;
} Wire;

typedef enum HappeningKind { DIALLED, CONNECTED, ARRIVED, CLOSED, WRITABLE, TICK } HappeningKind;

// Something that will happen. Of those with the same time, the one that was planned first.
typedef struct Happening {
    uint64_t time, order;
    HappeningKind kind;
    Wire *wire;  // NULL: TICK
    uint32_t to;  // an end of the wire; or the host
    uint8_t *bytes;
    uint32_t count;
} Happening;

typedef struct Host {
    Endpoint *endpoint;  // NULL: it has crashed
    uint64_t paused_until;
    uint64_t tick;  // when one is planned
    struct Sim *sim;
} Host;

struct Sim {
    Rng rng;
    SimFaults faults;
    uint64_t now, order, digest;
    Host *hosts;
    uint32_t host_count;
    bool *are_apart;  // by pair of hosts
    Happening *heap;
    uint32_t heap_count, heap_capacity;
};

// ----------------------------------------------------------------------------------- lots

static bool by_lot(Sim *s, uint32_t share)
{
    return share > 0 && rng_below(&s->rng, MILLION) < share;
}

static uint64_t delay(Sim *s)
{
    return s->faults.delay_min +
           rng_below(&s->rng, s->faults.delay_max - s->faults.delay_min + 1);
}

// ---------------------------------------------------------------------------------- events

static bool is_before(const Happening *a, const Happening *b)
{
    return a->time != b->time ? a->time < b->time : a->order < b->order;
}

static void plan(Sim *s, Happening h)
{
    MEMORY_GROW(s->heap, s->heap_count + 1, s->heap_capacity);
    h.order = s->order++;
    if (h.wire)
        h.wire->events++;

    uint32_t at = s->heap_count++;
    for (; at > 0 && is_before(&h, &s->heap[(at - 1) / 2]); at = (at - 1) / 2)
        s->heap[at] = s->heap[(at - 1) / 2];
    s->heap[at] = h;
}

static Happening take_first(Sim *s)
{
    Happening first = s->heap[0], last = s->heap[--s->heap_count];
    uint32_t at = 0;

    for (;;) {
        uint32_t child = 2 * at + 1;
        if (child >= s->heap_count)
            break;
        if (child + 1 < s->heap_count && is_before(&s->heap[child + 1], &s->heap[child]))
            child++;
        if (!is_before(&s->heap[child], &last))
            break;
        s->heap[at] = s->heap[child];
        at = child;
    }
    s->heap[at] = last;
    return first;
}

static void plan_tick(Sim *s, uint32_t host, uint64_t time)
{
    Host *h = &s->hosts[host];

    if (time < s->now)
        time = s->now;
    if (time >= h->tick)
        return;
    h->tick = time;
    plan(s, (Happening){.time = time, .kind = TICK, .to = host});
}

// ------------------------------------------------------------------------------------ wires

static bool are_apart(const Sim *s, const Wire *w)
{
    return s->are_apart[w->ends[0].host * s->host_count + w->ends[1].host];
}

static Wire *wire_of(Connection *c, uint32_t *end)
{
    Wire *w = *connection_carried(c);

    assert(w && (w->ends[0].connection == c || w->ends[1].connection == c));
    *end = w->ends[1].connection == c;
    return w;
}

static void wire_release(Wire *w)
{
    if (w->events == 0 && !w->ends[0].connection && !w->ends[1].connection)
        free(w);
}

// In the order of the stream, unless segments are swapped.
static uint64_t arrival(Sim *s, WireEnd *end)
{
    uint64_t time = s->now + delay(s);

    if (time < end->arrival && !by_lot(s, s->faults.swap))
        time = end->arrival;
    if (time > end->arrival)
        end->arrival = time;
    return time;
}

static void tell_closed(Sim *s, Wire *w, uint32_t end)
{
    if (w->ends[end].connection && !w->is_silent)
        plan(s, (Happening){arrival(s, &w->ends[end]), .kind = CLOSED, .wire = w, .to = end});
}

static void carry(Sim *s, Wire *w, uint32_t to, const uint8_t *bytes, uint32_t count)
{
    uint8_t *copy = memory_resized(NULL, count, 1);

    memcpy(copy, bytes, count);
    if (by_lot(s, s->faults.damage))
        copy[rng_below(&s->rng, count)] ^= (uint8_t)(1 << rng_below(&s->rng, 8));
    plan(s, (Happening){arrival(s, &w->ends[to]), .kind = ARRIVED, .wire = w, .to = to,
                        .bytes = copy, .count = count});
}

static void send_segment(Sim *s, Wire *w, uint32_t to, const uint8_t *bytes, uint32_t count)
{
    if (by_lot(s, s->faults.silence))
        w->is_silent = true;
    if (by_lot(s, s->faults.reset)) {
        tell_closed(s, w, 0);
        tell_closed(s, w, 1);
        w->is_silent = true;
    }
    if (w->is_silent || by_lot(s, s->faults.lose))
        return;
    carry(s, w, to, bytes, count);
    if (by_lot(s, s->faults.repeat))
        carry(s, w, to, bytes, count);
}

// -------------------------------------------------------------------- functions of transports

static void sim_dial(void *self, Connection *c, const char *address)
{
    Host *from = self;
    Sim *s = from->sim;
    uint32_t host = (uint32_t)strtoul(address, NULL, 10);
    Wire *w = memory_zeroed(1, sizeof *w);

    assert(host < s->host_count);
    w->ends[0] = (WireEnd){(uint32_t)(from - s->hosts), c, .arrival = s->now};
    w->ends[1] = (WireEnd){host, NULL, .arrival = s->now};
    *connection_carried(c) = w;
    if (by_lot(s, s->faults.refuse))
        plan(s, (Happening){s->now + delay(s), .kind = CLOSED, .wire = w, .to = 0});
    else
        plan(s, (Happening){s->now + delay(s), .kind = DIALLED, .wire = w, .to = 1});
}

static size_t sim_write(void *self, Connection *c, const uint8_t *bytes, size_t count)
{
    Sim *s = ((Host *)self)->sim;
    uint32_t end;
    Wire *w = wire_of(c, &end);
    size_t taken = by_lot(s, s->faults.short_write) ? rng_below(&s->rng, count) : count;

    for (size_t at = 0; at < taken;) {
        size_t size = 1 + rng_below(&s->rng, s->faults.segment_max);
        if (size > taken - at)
            size = taken - at;
        send_segment(s, w, !end, bytes + at, (uint32_t)size);
        at += size;
    }
    if (taken < count)
        plan(s, (Happening){s->now + delay(s), .kind = WRITABLE, .wire = w, .to = end});
    return taken;
}

static void sim_close(void *self, Connection *c)
{
    Sim *s = ((Host *)self)->sim;
    uint32_t end;
    Wire *w = wire_of(c, &end);

    w->ends[end].connection = NULL;
    tell_closed(s, w, !end);
    wire_release(w);
}

Transport sim_transport(Sim *s, uint32_t host)
{
    assert(host < s->host_count);
    return (Transport){&s->hosts[host], sim_dial, sim_write, sim_close, NULL};
}

// -------------------------------------------------------------------------------- happening

static void happen_at_end(Sim *s, const Happening *h)
{
    Wire *w = h->wire;
    WireEnd *end = &w->ends[h->to];
    Host *host = &s->hosts[end->host];
    Connection *c = end->connection;

    switch (h->kind) {
    case DIALLED:
        if (!host->endpoint) {
            tell_closed(s, w, 0);
            break;
        }
        end->connection = endpoint_accepted(host->endpoint, w, s->now);
        plan(s, (Happening){arrival(s, &w->ends[0]), .kind = CONNECTED, .wire = w, .to = 0});
        break;
    case CONNECTED:
        if (c)
            endpoint_connected(c, s->now);
        break;
    case ARRIVED:
        if (c && (!end->lost_after || h->time <= end->lost_after))
            endpoint_received(c, h->bytes, h->count, s->now);
        break;
    case CLOSED:
        if (c) {
            end->connection = NULL;
            endpoint_closed(c, s->now);
        }
        break;
    case WRITABLE:
        if (c)
            endpoint_writable(c, s->now);
        break;
    case TICK:
        break;
    }
}

static void digest_add(Sim *s, uint64_t word)
{
    s->digest = mix64(s->digest ^ word) + 1;
}

static void happen(Sim *s, const Happening *h)
{
    uint32_t number = h->wire ? h->wire->ends[h->to].host : h->to;
    Host *host = &s->hosts[number];

    if (h->kind == TICK && h->time != host->tick)
        return;  // an earlier one was planned after it
    digest_add(s, h->time);
    digest_add(s, (uint64_t)number << 40 | (uint64_t)h->kind << 32 | h->count);
    if (h->count > 0)
        digest_add(s, XXH3_64bits(h->bytes, h->count));
    if (h->kind == TICK)
        host->tick = UINT64_MAX;
    else
        happen_at_end(s, h);
    sim_sent(s, number);
}

void sim_sent(Sim *s, uint32_t host)
{
    Host *h = &s->hosts[host];

    if (!h->endpoint)
        return;
    endpoint_flush(h->endpoint, s->now);
    plan_tick(s, host, endpoint_tick(h->endpoint, s->now));
}

// A host that is paused does nothing: it happens when it goes on.
static bool is_paused(const Sim *s, Happening *h)
{
    Host *host = &s->hosts[h->wire ? h->wire->ends[h->to].host : h->to];

    if (host->paused_until <= s->now)
        return false;
    if (h->kind == TICK && h->time == host->tick)
        host->tick = host->paused_until;
    h->time = host->paused_until;
    return true;
}

// As TCP does it: what does not get through is sent again after a while, also when the sender has
// closed its end meanwhile.
static bool is_held(Sim *s, Happening *h)
{
    if (!h->wire || h->kind == WRITABLE)
        return false;
    WireEnd *end = &h->wire->ends[h->to];
    if (are_apart(s, h->wire) && end->repeated_at <= s->now)
        end->repeated_at = s->now + REPEAT_MIN + rng_below(&s->rng, REPEAT_MAX - REPEAT_MIN);
    if (end->repeated_at <= s->now)
        return false;
    h->time = end->repeated_at;
    return true;
}

static bool put_off(Sim *s, Happening *h)
{
    if (!is_paused(s, h) && !is_held(s, h))
        return false;
    plan(s, *h);
    return true;
}

uint64_t sim_next(const Sim *s)
{
    return s->heap_count ? s->heap[0].time : UINT64_MAX;
}

void sim_run(Sim *s, uint64_t until)
{
    while (s->heap_count && s->heap[0].time <= until) {
        Happening h = take_first(s);
        assert(h.time >= s->now);
        s->now = h.time;
        bool is_over = !put_off(s, &h);
        if (is_over)
            happen(s, &h);
        if (h.wire) {
            h.wire->events--;
            wire_release(h.wire);
        }
        if (is_over)
            free(h.bytes);
    }
    s->now = until;
}

// -------------------------------------------------------------------------------------- life

Sim *sim_new(uint64_t seed, uint32_t hosts, const SimFaults *faults)
{
    Sim *s = memory_zeroed(1, sizeof *s);

    s->rng = rng_from(seed);
    s->host_count = hosts;
    s->hosts = memory_zeroed(hosts, sizeof *s->hosts);
    s->are_apart = memory_zeroed((size_t)hosts * hosts, sizeof *s->are_apart);
    for (uint32_t i = 0; i < hosts; i++)
        s->hosts[i] = (Host){.tick = UINT64_MAX, .sim = s};
    sim_set_faults(s, faults);
    return s;
}

void sim_set_faults(Sim *s, const SimFaults *faults)
{
    assert(faults->delay_min <= faults->delay_max && faults->segment_max > 0);
    s->faults = *faults;
}

void sim_free(Sim *s)
{
    while (s->heap_count) {
        Happening h = take_first(s);
        if (h.wire) {
            h.wire->events--;
            wire_release(h.wire);
        }
        free(h.bytes);
    }
    free(s->heap);
    free(s->hosts);
    free(s->are_apart);
    free(s);
}

void sim_attach(Sim *s, uint32_t host, Endpoint *e)
{
    assert(host < s->host_count && !s->hosts[host].endpoint);
    s->hosts[host].endpoint = e;
    plan_tick(s, host, s->now);
}

// Of what the host has sent on each wire, a random prefix still arrives.
static void lose_suffixes(Sim *s, uint32_t host)
{
    for (uint32_t i = 0; i < s->heap_count; i++) {
        const Happening *h = &s->heap[i];
        if (h->kind != ARRIVED || h->wire->ends[!h->to].host != host)
            continue;
        WireEnd *end = &h->wire->ends[h->to];
        if (!end->lost_after && end->arrival > s->now)
            end->lost_after = s->now + rng_below(&s->rng, end->arrival - s->now + 1);
    }
}

void sim_crash(Sim *s, uint32_t host)
{
    assert(host < s->host_count);
    s->hosts[host].endpoint = NULL;
    lose_suffixes(s, host);
}

void sim_pause(Sim *s, uint32_t host, uint64_t until)
{
    assert(host < s->host_count);
    s->hosts[host].paused_until = until;
}

void sim_part(Sim *s, uint32_t a, uint32_t b, bool are_apart)
{
    assert(a < s->host_count && b < s->host_count);
    s->are_apart[a * s->host_count + b] = s->are_apart[b * s->host_count + a] = are_apart;
}

uint64_t sim_now(const Sim *s)
{
    return s->now;
}

uint64_t sim_digest(const Sim *s)
{
    return s->digest;
}
