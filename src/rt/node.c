// rt/node.c: lists of free pieces, one for each size in each thread.
//
// A piece is cut from the thread's region when its list is empty, and put on the
// list of whichever thread frees it. Where one thread makes and another frees,
// the second would collect all memory: so a list that is too long gives a batch
// to the depot, where all threads look before they cut. A thread that ends leaves
// everything there. Regions are never given back.
//
// With the address sanitizer each node is a malloc of its own, so that it can see
// who uses what is gone.

#include "rt/node.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/err.h"

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define NODE_BY_MALLOC 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__)
#define NODE_BY_MALLOC 1
#endif
#ifndef NODE_BY_MALLOC
#define NODE_BY_MALLOC 0
#endif

enum {
    UNIT = 8,                  // sizes are multiples of it
    MOST_UNITS = 64,           // what is larger comes from malloc
    BATCH = 128,               // pieces that travel together between threads
    REGION_SIZE = 256 * 1024,
};

typedef struct Piece {
    struct Piece *next;
    struct Piece *next_batch;  // in the depot, of the first piece
} Piece;

typedef struct FreeList {
    Piece *top;
    uint32_t count;
} FreeList;

// What is left of a region when its thread ends.
typedef struct Rest {
    struct Rest *next;
    size_t size;
} Rest;

typedef struct Pool {
    FreeList lists[MOST_UNITS + 1];
    char *region;
    size_t region_size;  // what is left of it
    int64_t live;        // made minus freed here; others may read it
    bool is_known;
    struct Pool *next, *previous;
} Pool;

bool p_counts_are_atomic;

static _Thread_local Pool pool;

static struct {
    pthread_mutex_t lock;
    pthread_once_t once;
    pthread_key_t key;         // tells us when a thread ends
    Piece *batches[MOST_UNITS + 1];
    Rest *rests;
    Pool *pools;
    int64_t live;              // of threads that have ended
} depot = {.lock = PTHREAD_MUTEX_INITIALIZER, .once = PTHREAD_ONCE_INIT};

// ------------------------------------------------------------------------------ threads

static void depot_lock(void)
{
    pthread_mutex_lock(&depot.lock);
}

static void depot_unlock(void)
{
    pthread_mutex_unlock(&depot.lock);
}

// Gives the depot a batch from the top of the list, or all of a shorter list.
__attribute__((noinline)) static void unload(FreeList *list, uint32_t units)
{
    Piece *batch = list->top;
    Piece *last = batch;
    for (uint32_t count = 1; count < BATCH && last->next; count++)
        last = last->next;
    list->top = last->next;
    list->count = list->top ? list->count - BATCH : 0;
    last->next = NULL;

    depot_lock();
    batch->next_batch = depot.batches[units];
    __atomic_store_n(&depot.batches[units], batch, __ATOMIC_RELAXED);
    depot_unlock();
}

static void pool_leave(void *data)
{
    Pool *mine = data;

    for (uint32_t units = 0; units <= MOST_UNITS; units++)
        while (mine->lists[units].top)
            unload(&mine->lists[units], units);
    depot_lock();
    if (mine->region_size >= sizeof(Rest)) {
        Rest *rest = (Rest *)mine->region;
        *rest = (Rest){.next = depot.rests, .size = mine->region_size};
        depot.rests = rest;
    }
    depot.live += mine->live;
    if (mine->next)
        mine->next->previous = mine->previous;
    if (mine->previous)
        mine->previous->next = mine->next;
    else
        depot.pools = mine->next;
    *mine = (Pool){0};
    depot_unlock();
}

static void make_key(void)
{
    if (pthread_key_create(&depot.key, pool_leave) != 0)
        die("no thread-specific data is left");
}

__attribute__((noinline, cold)) static void pool_join(void)
{
    pthread_once(&depot.once, make_key);
    pthread_setspecific(depot.key, &pool);
    depot_lock();
    pool.next = depot.pools;
    if (pool.next)
        pool.next->previous = &pool;
    depot.pools = &pool;
    pool.is_known = true;
    depot_unlock();
}

static inline void count_live(int64_t change)
{
    if (__builtin_expect(!pool.is_known, 0))
        pool_join();
    __atomic_store_n(&pool.live, pool.live + change, __ATOMIC_RELAXED);
}

int64_t node_live_count(void)
{
    depot_lock();
    int64_t live = depot.live;
    for (const Pool *other = depot.pools; other; other = other->next)
        live += __atomic_load_n(&other->live, __ATOMIC_RELAXED);
    depot_unlock();
    return live;
}

// ------------------------------------------------------------------------------- pieces

static void *take_memory(size_t size)
{
    void *memory = malloc(size);
    if (!memory)
        die_out_of_memory(size);
    return memory;
}

// A region with room for the size: a rest that somebody left, or a new one.
static void renew_region(size_t size)
{
    depot_lock();
    Rest *rest = depot.rests;
    if (rest)
        depot.rests = rest->next;
    depot_unlock();
    if (rest && rest->size >= size) {
        pool.region = (char *)rest;
        pool.region_size = rest->size;
        return;
    }
    pool.region = take_memory(REGION_SIZE);
    pool.region_size = REGION_SIZE;
}

static Piece *cut(uint32_t units)
{
    size_t size = (size_t)units * UNIT;
    if (pool.region_size < size)
        renew_region(size);
    Piece *piece = (Piece *)pool.region;
    pool.region += size;
    pool.region_size -= size;
    return piece;
}

// A piece where the list has none; the list may have some afterwards.
__attribute__((noinline)) static Piece *refill(uint32_t units)
{
    pool.lists[units].count = 0;
    // Without the lock: a batch that comes just now is found the next time.
    if (!__atomic_load_n(&depot.batches[units], __ATOMIC_RELAXED))
        return cut(units);

    depot_lock();
    Piece *batch = depot.batches[units];
    if (batch)
        __atomic_store_n(&depot.batches[units], batch->next_batch, __ATOMIC_RELAXED);
    depot_unlock();
    if (!batch)
        return cut(units);
    pool.lists[units].top = batch->next;
    pool.lists[units].count = BATCH - 1;  // or fewer, if a thread that ended left them
    return batch;
}

// ------------------------------------------------------------------------------- nodes

static inline uint32_t units_of(size_t size)
{
    size_t units = (size + UNIT - 1) / UNIT;
    return NODE_BY_MALLOC || units > MOST_UNITS ? 0 : (uint32_t)units;
}

void *node_alloc(size_t size)
{
    uint32_t units = units_of(size);
    PNode *node;

    count_live(1);
    if (units) {
        FreeList *list = &pool.lists[units];
        Piece *piece = list->top;
        if (piece) {
            list->top = piece->next;
            list->count--;
        } else {
            piece = refill(units);
        }
        node = (PNode *)piece;
    } else {
        node = take_memory(size);
    }
    node->count = 1;
    node->units = units;
    return node;
}

void node_free(void *node)
{
    uint32_t units = ((PNode *)node)->units;

    count_live(-1);
    if (!units) {
        free(node);
        return;
    }
    FreeList *list = &pool.lists[units];
    Piece *piece = node;
    piece->next = list->top;
    list->top = piece;
    if (++list->count >= 2 * BATCH)
        unload(list, units);
}

void *node_resize(void *node, size_t old_size, size_t size)
{
    PNode *head = node;
    if (!head->units && !units_of(size)) {
        PNode *moved = realloc(node, size);
        if (!moved)
            die_out_of_memory(size);
        return moved;
    }
    if (head->units && head->units == units_of(size))
        return node;

    PNode *moved = node_alloc(size);
    size_t kept = old_size < size ? old_size : size;
    memcpy(moved + 1, head + 1, kept - sizeof *head);
    node_free(node);
    return moved;
}

void node_share_between_threads(void)
{
    p_counts_are_atomic = true;
}

void node_pin(PWord node)
{
    PNode *head = node_of(node);
    __atomic_store_n(&head->count, P_IMMORTAL, __ATOMIC_RELAXED);
}
