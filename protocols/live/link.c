// protocols/live/link.c: UnreliableLink of protocols/common/link.p as it runs: it loses, duplicates
// and delays packets.
//
// Of a hundred packets LOSS are lost and COPIES arrive twice. Each copy is under way for a random
// time, so a later one may overtake it. The random numbers of a link follow from the number of links
// before it in this process, and from PLAIT_LINK_SEED, if that is set. Packets stay in this process:
// it is a network in the small, not a socket.

#include <plait/foreign.h>
#include <plait/value.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "deadline.h"

enum { LOSS = 20, COPIES = 10, MOST_MICROSECONDS = 2000 };

typedef struct Packet {
    struct Packet *next;
    PWord value;      // an `any`; owned
    int64_t arrives;  // microseconds of the monotonic clock
} Packet;

typedef struct Link {
    const PProgram *program;
    PlaitRuntime *runtime;
    uint32_t transmit, transmitted, listen, arrived;  // events
    Deadline *deadline;
    pthread_mutex_t lock;  // of all below
    Packet *under_way;     // the first to arrive is the first
    PWord receiver;        // null: it does not listen now
    uint64_t random;
} Link;

static atomic_uint_least64_t links;

static int64_t now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

// G. Steele, D. Lea, C. Flood: Fast Splittable Pseudorandom Number Generators, 2014 (splitmix).
static uint64_t next_random(Link *link)
{
    uint64_t z = link->random += 0x9e3779b97f4a7c15u;

    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static bool happens(Link *link, unsigned percent)
{
    return next_random(link) % 100 < percent;
}

// Under the lock.
static void put_under_way(Link *link, PWord value)
{
    Packet *packet = malloc(sizeof *packet);
    if (!packet)
        abort();
    packet->value = p_share(value);
    packet->arrives = now() + (int64_t)(next_random(link) % MOST_MICROSECONDS);

    Packet **place = &link->under_way;
    while (*place && (*place)->arrives <= packet->arrives)
        place = &(*place)->next;
    packet->next = *place;
    *place = packet;
}

// Under the lock. Gives the receiver one packet if it listens, or sees to it that this is called in
// time.
static void deliver(Link *link)
{
    Packet *packet = link->under_way;

    if (!packet || !link->receiver)
        return;
    int64_t wait = packet->arrives - now();
    if (wait > 0) {
        deadline_set(link->deadline, wait);
        return;
    }
    link->under_way = packet->next;
    p_post(link->runtime, link->receiver, link->arrived, packet->value);
    link->receiver = 0;
    free(packet);
}

static void deliver_in_time(void *owner)
{
    Link *link = owner;

    pthread_mutex_lock(&link->lock);
    deliver(link);
    pthread_mutex_unlock(&link->lock);
}

// `new Link()`
static void *create(PMachine *m, PWord payload)
{
    Link *link = calloc(1, sizeof *link);
    const char *seed = getenv("PLAIT_LINK_SEED");

    (void)payload;
    if (!link)
        abort();
    link->program = m->program;
    link->runtime = m->runtime;
    link->transmit = p_event(m->program, "eTransmit");
    link->transmitted = p_event(m->program, "eTransmitted");
    link->listen = p_event(m->program, "eListen");
    link->arrived = p_event(m->program, "eArrived");
    link->random = (seed ? strtoull(seed, NULL, 10) : 0) * 1000003 + atomic_fetch_add(&links, 1);
    pthread_mutex_init(&link->lock, NULL);
    link->deadline = deadline_new(m->runtime, deliver_in_time, link);
    return link;
}

static void event(PMachine *m, void *state, uint32_t what, PWord payload)
{
    Link *link = state;

    (void)m;
    pthread_mutex_lock(&link->lock);
    if (what == link->transmit) {
        PWord value = p_tuple_part(payload, 1);
        unsigned copies = happens(link, LOSS) ? 0 : happens(link, COPIES) ? 2 : 1;
        while (copies-- > 0)
            put_under_way(link, value);
        p_post(link->runtime, p_tuple_part(payload, 0), link->transmitted, 0);
    } else if (what == link->listen) {
        link->receiver = payload;
    }
    deliver(link);
    pthread_mutex_unlock(&link->lock);
}

static void destroy(void *state)
{
    Link *link = state;

    deadline_free(link->deadline);
    while (link->under_way) {
        Packet *packet = link->under_way;
        link->under_way = packet->next;
        p_release(link->program, link->program->events[link->arrived].payload, packet->value);
        free(packet);
    }
    pthread_mutex_destroy(&link->lock);
    free(link);
}

const PForeignMachine P_MACHINE_UnreliableLink = {
    .create = create, .event = event, .destroy = destroy};
