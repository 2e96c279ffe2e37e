// check/exhaust/spent.c: the smallest amount spent on a path to a state.
//
// Shards, each with a lock, chosen by the upper bits of the mixed fingerprint. A shard is an
// open-addressing table that is doubled when it is two thirds full.

#include "check/exhaust/spent.h"

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "base/err.h"
#include "base/map.h"
#include "base/memory.h"

enum { SHARD_BITS = 6, SHARDS = 1 << SHARD_BITS, FIRST_ENTRIES = 64 };

typedef struct Entry {
    uint64_t key;  // 0: free
    uint32_t amount;
    uint32_t limits;
} Entry;

typedef struct Shard {
    _Alignas(64) pthread_mutex_t lock;
    Entry *entries;
    uint64_t count, capacity;  // a power of two
} Shard;

struct Spent {
    Shard shards[SHARDS];
    _Atomic uint64_t bytes;
};

static Entry *entries_new(Spent *s, uint64_t capacity)
{
    Entry *entries = memory_zeroed(capacity, sizeof *entries);
    atomic_fetch_add(&s->bytes, capacity * sizeof *entries);
    return entries;
}

Spent *spent_new(void)
{
    Spent *s = aligned_alloc(64, sizeof *s);
    if (!s)
        die_out_of_memory(sizeof *s);
    atomic_init(&s->bytes, sizeof *s);
    for (uint32_t i = 0; i < SHARDS; i++) {
        Shard *shard = &s->shards[i];
        *shard = (Shard){.capacity = FIRST_ENTRIES};
        pthread_mutex_init(&shard->lock, NULL);
        shard->entries = entries_new(s, FIRST_ENTRIES);
    }
    return s;
}

void spent_free(Spent *s)
{
    if (!s)
        return;
    for (uint32_t i = 0; i < SHARDS; i++) {
        free(s->shards[i].entries);
        pthread_mutex_destroy(&s->shards[i].lock);
    }
    free(s);
}

// Fingerprints are sums, and not evenly distributed: mixing spreads them. Only the keys 0
// and 1 become the same.
static uint64_t key_of(uint64_t print)
{
    uint64_t key = map_mix(print);
    return key ? key : 1;
}

static Shard *shard_of(Spent *s, uint64_t key)
{
    return &s->shards[key >> (64 - SHARD_BITS)];
}

// The key's entry, or the free entry where it belongs.
static Entry *entry_at(const Shard *shard, uint64_t key)
{
    assert(shard->count < shard->capacity);
    for (uint64_t i = key;; i++) {
        Entry *e = &shard->entries[i & (shard->capacity - 1)];
        if (e->key == key || !e->key)
            return e;
    }
}

static void shard_grow(Spent *s, Shard *shard)
{
    Entry *old = shard->entries;
    uint64_t capacity = shard->capacity;
    shard->capacity = capacity * 2;
    shard->entries = entries_new(s, shard->capacity);
    for (uint64_t i = 0; i < capacity; i++)
        if (old[i].key)
            *entry_at(shard, old[i].key) = old[i];
    free(old);
    atomic_fetch_sub(&s->bytes, capacity * sizeof *old);
}

SpentAnswer spent_note(Spent *s, uint64_t print, uint32_t amount)
{
    uint64_t key = key_of(print);
    Shard *shard = shard_of(s, key);
    SpentAnswer answer = SPENT_NOT_LESS;
    pthread_mutex_lock(&shard->lock);
    Entry *e = entry_at(shard, key);
    if (!e->key || amount < e->amount) {
        answer = e->key ? SPENT_LESS : SPENT_FIRST;
        *e = (Entry){.key = key, .amount = amount};
    }
    if (answer == SPENT_FIRST && ++shard->count * 3 > shard->capacity * 2)
        shard_grow(s, shard);
    pthread_mutex_unlock(&shard->lock);
    return answer;
}

void spent_cut(Spent *s, uint64_t print, uint32_t amount, uint32_t limits)
{
    uint64_t key = key_of(print);
    Shard *shard = shard_of(s, key);
    pthread_mutex_lock(&shard->lock);
    Entry *e = entry_at(shard, key);
    assert(e->key == key && e->amount <= amount);
    if (e->amount == amount)
        e->limits |= limits;
    pthread_mutex_unlock(&shard->lock);
}

uint32_t spent_limits(Spent *s)
{
    uint32_t limits = 0;
    for (uint32_t i = 0; i < SHARDS; i++) {
        Shard *shard = &s->shards[i];
        pthread_mutex_lock(&shard->lock);
        for (uint64_t j = 0; j < shard->capacity; j++)
            limits |= shard->entries[j].limits;
        pthread_mutex_unlock(&shard->lock);
    }
    return limits;
}

uint64_t spent_count(Spent *s)
{
    uint64_t count = 0;
    for (uint32_t i = 0; i < SHARDS; i++) {
        Shard *shard = &s->shards[i];
        pthread_mutex_lock(&shard->lock);
        count += shard->count;
        pthread_mutex_unlock(&shard->lock);
    }
    return count;
}

uint64_t spent_bytes(const Spent *s)
{
    return atomic_load(&s->bytes);
}
