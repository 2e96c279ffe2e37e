// tests/net/world.c: some containers that talk over a simulated network with faults.

#include "world.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/err.h"
#include "base/memory.h"
#include "net/net.h"

enum {
    HOSTS = 4,
    LIVES = 64,  // incarnations in one run
    SECOND = 1000000,
    MESSAGE_LARGE = 6000,
};

typedef struct World World;

// One incarnation of a container.
typedef struct Life {
    World *world;
    Endpoint *endpoint;  // NULL: it has crashed
    uint32_t host;
    uint64_t sent[LIVES], got[LIVES];  // by incarnation: how many messages
    SessionEnd ends[LIVES];
} Life;

struct World {
    Rng rng;
    Sim *sim;
    uint32_t hosts;
    Life lives[LIVES];     // by incarnation; the first is not used
    uint32_t life_count;
    uint32_t living[HOSTS];  // incarnation
    EndpointSetup setup;
    WorldResult result;
};

typedef struct Content {
    uint64_t from, to, number, check;
} Content;

static void wrong(World *w, const char *format, ...)
{
    va_list args;

    if (w->result.wrong[0])
        return;
    va_start(args, format);
    vsnprintf(w->result.wrong, sizeof w->result.wrong, format, args);
    va_end(args);
}

static uint64_t lot(World *w, uint64_t bound)
{
    return rng_below(&w->rng, bound);
}

// -------------------------------------------------------------------------------- messages

static uint8_t filling(const Content *c, uint32_t at)
{
    return (uint8_t)(c->number * 31 + c->from * 7 + at);
}

static void send_one(World *w, uint32_t host, uint32_t to)
{
    uint8_t message[sizeof(Content) + MESSAGE_LARGE];
    Life *me = &w->lives[w->living[host]];
    uint32_t extra = (uint32_t)lot(w, lot(w, 20) == 0 ? MESSAGE_LARGE : 100);
    char address[16];
    Content c = {w->living[host], to, me->sent[to], extra};

    if (to == w->living[host])
        return;
    memcpy(message, &c, sizeof c);
    for (uint32_t i = 0; i < extra; i++)
        message[sizeof c + i] = filling(&c, i);
    snprintf(address, sizeof address, "%u", w->lives[to].host);
    Peer *p = endpoint_peer(me->endpoint, to, address, sim_now(w->sim));
    if (endpoint_send(p, message, (uint32_t)sizeof c + extra) == SENT) {
        me->sent[to]++;
        w->result.sent++;
    }
}

static void deliver(void *owner, Session *s, const uint8_t *message, uint32_t count)
{
    Life *me = owner;
    World *w = me->world;
    uint64_t self = (uint64_t)(me - w->lives);
    Content c;

    if (count < sizeof c) {
        wrong(w, "a message of %u bytes", count);
        return;
    }
    memcpy(&c, message, sizeof c);
    if (c.from != s->peer || c.to != self || count != sizeof c + c.check) {
        wrong(w, "%lu got a message of another: %lu to %lu", self, c.from, c.to);
        return;
    }
    for (uint32_t i = 0; i < c.check; i++)
        if (message[sizeof c + i] != filling(&c, i))
            wrong(w, "message %lu of %lu to %lu is damaged", c.number, c.from, c.to);
    if (c.number != me->got[c.from])
        wrong(w, "%lu got message %lu of %lu, not %lu", self, c.number, c.from, me->got[c.from]);
    if (me->ends[c.from])
        wrong(w, "%lu got a message of %lu after the end", self, c.from);
    me->got[c.from]++;
    w->result.delivered++;
    // Some are answered at once.
    if (lot(w, 4) == 0 && w->living[me->host] == self)
        send_one(w, me->host, (uint32_t)c.from);
}

static void ended(void *owner, Session *s, SessionEnd how)
{
    Life *me = owner;

    if (me->ends[s->peer])
        wrong(me->world, "a session has ended twice");
    if (how == SESSION_CUT_HERE && s->limits.hard == UINT64_MAX && s->limits.give_up == 0)
        wrong(me->world, "a session was cut, and no limit was reached");
    me->ends[s->peer] = how;
    me->world->result.cuts++;
}

// ------------------------------------------------------------------------------ containers

static void be_born(World *w, uint32_t host)
{
    char address[16];
    uint32_t incarnation = ++w->life_count;
    Life *life = &w->lives[incarnation];
    EndpointSetup setup = w->setup;

    assert(incarnation < LIVES);
    snprintf(address, sizeof address, "%u", host);
    *life = (Life){.world = w, .host = host};
    setup.incarnation = incarnation;
    setup.address = address;
    setup.seed = lot(w, UINT64_MAX);
    setup.transport = sim_transport(w->sim, host);
    setup.events = (SessionEvents){.owner = life, .deliver = deliver, .ended = ended};
    life->endpoint = endpoint_new(&setup);
    w->living[host] = incarnation;
    sim_attach(w->sim, host, life->endpoint);
}

static void count_up(World *w, Life *life)
{
    w->result.faults += endpoint_faults(life->endpoint);
    for (uint32_t i = 1; i <= w->life_count; i++) {
        if (&w->lives[i] == life || !(life->sent[i] || life->got[i] || life->ends[i]))
            continue;
        const SessionCounts *c = &peer_session(endpoint_peer(life->endpoint, i, "0", 0))->counts;
        w->result.repeated += c->repeated;
        w->result.duplicates += c->duplicates;
        w->result.connections += c->connections;
    }
}

static void die_now(World *w, uint32_t host)
{
    Life *life = &w->lives[w->living[host]];

    count_up(w, life);
    sim_crash(w->sim, host);
    endpoint_free(life->endpoint);
    life->endpoint = NULL;
    w->result.crashes++;
}

// ---------------------------------------------------------------------------------- faults

static uint32_t some(World *w, uint32_t most)
{
    return lot(w, 2) ? 0 : (uint32_t)lot(w, most);
}

static SimFaults draw_faults(World *w)
{
    return (SimFaults){
        .lose = some(w, 30000),
        .repeat = some(w, 30000),
        .swap = some(w, 30000),
        .damage = some(w, 30000),
        .reset = some(w, 50000),
        .silence = some(w, 20000),
        .refuse = some(w, 500000),
        .short_write = some(w, 500000),
        .delay_min = lot(w, 500),
        .delay_max = 500 + lot(w, lot(w, 3) ? 5000 : 300000),
        .segment_max = 1 + (uint32_t)lot(w, lot(w, 2) ? 100 : 20000),
    };
}

static void draw_setup(World *w)
{
    static const uint64_t firsts[] = {1, (1u << 31) - 100, 0xffffffffu - 99, INT64_MAX - 99};
    SessionLimits *l = &w->setup.limits;

    w->setup.first = firsts[lot(w, 4)];
    *l = session_limits;
    l->window = (uint32_t)(lot(w, 2) ? 300 + lot(w, 5000) : 1 << 20);
    l->soft = 10000 + lot(w, 100000);
    l->hard = lot(w, 4) ? UINT64_MAX : l->soft + 20000 + lot(w, 200000);
    l->give_up = lot(w, 4) ? 0 : SECOND + lot(w, 5 * SECOND);
    l->beat = 20000 + lot(w, 200000);
    l->suspicion = 2 * l->beat + 400000 + lot(w, SECOND);
}

// A receiver that is busy grants less, perhaps nothing.
static void grant(World *w, uint32_t host, uint32_t window)
{
    Life *me = &w->lives[w->living[host]];

    for (uint32_t i = 1; i <= w->life_count; i++)
        if (me->sent[i] || me->got[i])
            session_grant(peer_session(endpoint_peer(me->endpoint, i, "0", 0)), window);
    sim_sent(w->sim, host);
}

// A manager says that the container is dead, although frames of it are still on their way.
static void forget(World *w, uint32_t host, uint32_t incarnation)
{
    Life *me = &w->lives[w->living[host]];

    if (me->sent[incarnation] || me->got[incarnation])
        session_end(peer_session(endpoint_peer(me->endpoint, incarnation, "0", 0)),
                    SESSION_PEER_GONE);
}

static void trouble(World *w)
{
    uint32_t host = (uint32_t)lot(w, w->hosts), other = (uint32_t)lot(w, w->hosts);

    switch (lot(w, 6)) {
    case 0:
        sim_part(w->sim, host, other, lot(w, 2));
        break;
    case 1:
        sim_pause(w->sim, host, sim_now(w->sim) + lot(w, 3 * SECOND));
        break;
    case 2:
        if (w->life_count + 1 < LIVES && lot(w, 3) == 0) {
            die_now(w, host);
            be_born(w, host);
        }
        break;
    case 3: {
        SimFaults faults = draw_faults(w);
        sim_set_faults(w->sim, &faults);
        break;
    }
    case 4:
        grant(w, host, lot(w, 2) ? 0 : w->setup.limits.window);
        break;
    case 5:
        if (lot(w, 10) == 0)
            forget(w, host, w->living[other]);
        break;
    }
}

static void turn(World *w)
{
    uint32_t host = (uint32_t)lot(w, w->hosts), count = (uint32_t)lot(w, 12);

    for (uint32_t i = 0; i < count; i++) {
        // Usually to one that lives; now and then to one that is gone.
        uint32_t to = w->living[lot(w, w->hosts)];
        if (lot(w, 30) == 0)
            to = 1 + (uint32_t)lot(w, w->life_count);
        send_one(w, host, to);
    }
    sim_sent(w->sim, host);
    if (lot(w, 20) == 0)
        trouble(w);
    sim_run(w->sim, sim_now(w->sim) + 1 + lot(w, lot(w, 10) ? 20000 : SECOND));
}

// ----------------------------------------------------------------------------------- judge

static void repair(World *w)
{
    static const SimFaults none = {.delay_min = 10, .delay_max = 1000, .segment_max = 5000};

    sim_set_faults(w->sim, &none);
    for (uint32_t host = 0; host < w->hosts; host++)
        grant(w, host, w->setup.limits.window);
    for (uint32_t a = 0; a < w->hosts; a++)
        for (uint32_t b = 0; b < w->hosts; b++)
            sim_part(w->sim, a, b, false);
    sim_run(w->sim, sim_now(w->sim) + 60 * SECOND);
}

static void judge_pair(World *w, uint32_t a, uint32_t b)
{
    const Life *from = &w->lives[a], *to = &w->lives[b];

    if (to->got[a] > from->sent[b])
        wrong(w, "%u got more of %u than was sent", b, a);
    if (!from->endpoint || !to->endpoint || !(from->sent[b] || to->sent[a]))
        return;
    // One that was cut before the other side knew of it has no other side.
    if (from->ends[b] && !to->ends[a] && (to->sent[a] || to->got[a]))
        wrong(w, "the session of %u and %u has ended on one side only", a, b);
    if (!from->ends[b] && to->got[a] != from->sent[b])
        wrong(w, "%u got %lu of %lu messages of %u", b, to->got[a], from->sent[b], a);
}

WorldResult world_run(uint64_t seed)
{
    World *w = memory_zeroed(1, sizeof *w);
    WorldResult result;

    w->rng = rng_from(seed);
    w->hosts = 2 + (uint32_t)lot(w, HOSTS - 1);
    draw_setup(w);
    SimFaults faults = draw_faults(w);
    w->sim = sim_new(lot(w, UINT64_MAX), w->hosts, &faults);
    for (uint32_t i = 0; i < w->hosts; i++)
        be_born(w, i);
    for (uint64_t turns = 50 + lot(w, 200); turns > 0 && !w->result.wrong[0]; turns--)
        turn(w);
    repair(w);
    for (uint32_t a = 1; a <= w->life_count; a++)
        for (uint32_t b = 1; b <= w->life_count; b++)
            if (a != b)
                judge_pair(w, a, b);
    for (uint32_t i = 0; i < w->hosts; i++) {
        die_now(w, i);
        w->result.crashes--;
    }
    w->result.digest = sim_digest(w->sim);
    result = w->result;
    sim_free(w->sim);
    free(w);
    return result;
}
