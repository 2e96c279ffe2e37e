// check/liveness/nodes.c: numbers for states, found by 128 bits of fingerprint.

#include "check/liveness/nodes.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "base/err.h"
#include "base/memory.h"

enum { SHARDS = 64, SHARD_FIRST = 64 };

typedef struct NodeEntry {
    uint64_t print, second;
    uint32_t number;  // plus 1; 0: free
} NodeEntry;

typedef struct Shard {
    pthread_mutex_t lock;
    NodeEntry *entries;
    uint64_t count, capacity;
} Shard;

struct Nodes {
    Shard shards[SHARDS];
    _Atomic uint32_t count;
    _Atomic uint64_t bytes;
};

Nodes *nodes_new(void)
{
    Nodes *n = memory_zeroed(1, sizeof *n);
    for (uint32_t i = 0; i < SHARDS; i++) {
        Shard *s = &n->shards[i];
        pthread_mutex_init(&s->lock, NULL);
        s->capacity = SHARD_FIRST;
        s->entries = memory_zeroed(s->capacity, sizeof *s->entries);
    }
    return n;
}

void nodes_free(Nodes *n)
{
    if (!n)
        return;
    for (uint32_t i = 0; i < SHARDS; i++) {
        free(n->shards[i].entries);
        pthread_mutex_destroy(&n->shards[i].lock);
    }
    free(n);
}

uint64_t nodes_bytes(const Nodes *n)
{
    return sizeof *n + atomic_load(&n->bytes);
}

static uint64_t place_of(const Shard *s, uint64_t second)
{
    return second & (s->capacity - 1);
}

static void grow(Nodes *n, Shard *s)
{
    NodeEntry *old = s->entries;
    uint64_t capacity = s->capacity;
    s->capacity *= 2;
    s->entries = memory_zeroed(s->capacity, sizeof *s->entries);
    for (uint64_t i = 0; i < capacity; i++) {
        if (!old[i].number)
            continue;
        uint64_t at = place_of(s, old[i].second);
        while (s->entries[at].number)
            at = (at + 1) & (s->capacity - 1);
        s->entries[at] = old[i];
    }
    free(old);
    atomic_fetch_add(&n->bytes, capacity * sizeof *old);
}

uint32_t nodes_number(Nodes *n, uint64_t print, uint64_t second)
{
    Shard *s = &n->shards[(print ^ print >> 32) % SHARDS];
    pthread_mutex_lock(&s->lock);
    uint64_t at = place_of(s, second);
    NodeEntry *e = &s->entries[at];
    while (e->number && (e->print != print || e->second != second)) {
        at = (at + 1) & (s->capacity - 1);
        e = &s->entries[at];
    }
    uint32_t number = e->number;
    if (!number) {
        number = atomic_fetch_add(&n->count, 1) + 1;
        if (number == UINT32_MAX)
            die("liveness: there are too many states; try --liveness off");
        *e = (NodeEntry){print, second, number};
        if (++s->count * 3 > s->capacity * 2)
            grow(n, s);
    }
    pthread_mutex_unlock(&s->lock);
    return number - 1;
}
