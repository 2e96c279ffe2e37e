// rt/node.c: free lists of memory pieces, one list for each size in each thread.
//
// When its list is empty, a thread cuts a new piece from its region. A freed piece goes to the
// list of the thread that frees it. If one thread allocates and another frees, the second would
// collect all memory. So a full list gives a batch to the depot, and each thread looks there
// before it cuts new pieces. A thread that ends gives all its pieces to the depot. Regions are
// never freed.
//
// Invariant: every piece that was cut is a node, or on one list, or in the depot. So the number
// of nodes follows from the other numbers.

#include "rt/node.h"

#include <malloc.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "base/err.h"

enum {
    BATCH = 128,           // pieces that move between threads together
    LIST_MAX = 2 * BATCH,  // most pieces on a list
    COUNT_AT = 64 * 1024,  // a thread adds its bytes to the total when they are this many
    LARGE = 64 * 1024,     // bytes; a node of at least this size may be refused
    REGION_SIZE = 256 * 1024,
    SMALL_REGIONS = 8,          // after so many regions of a thread, the next ones are large
    LARGE_REGION = 2048 * 1024  // a huge page, where there are any
};

// The unused part of a region whose thread has ended.
typedef struct Rest {
    struct Rest *next;
    size_t size;
} Rest;

// The data of a thread besides its lists.
typedef struct Pool {
    NodeList *lists;
    char *region;
    size_t region_size;  // bytes left in the region
    uint32_t region_count;
    int64_t made;        // pieces cut, plus malloc nodes made minus freed; other threads read it
    int64_t bytes;       // allocated minus freed, not yet added to the total
    struct Pool *next, *previous;
} Pool;

_Thread_local bool node_is_local;
uint32_t node_first_count = 1;

_Thread_local NodeList node_lists[NODE_MOST_UNITS + 1];

_Thread_local NodeHost *node_host;

static _Thread_local Pool pool;
static _Atomic int64_t total;                  // bytes in all threads
static _Atomic int64_t total_max = INT64_MAX;  // a large node that would exceed it is refused

static struct {
    pthread_mutex_t lock;
    pthread_once_t once;
    pthread_key_t key;                        // its destructor runs when a thread ends
    NodePiece *batches[NODE_MOST_UNITS + 1];  // of BATCH pieces each
    NodePiece *singles[NODE_MOST_UNITS + 1];
    Rest *rests;
    Pool *pools;
    int64_t made;  // by threads that have ended
    int64_t held;  // pieces in the depot
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

static void set_room(NodeList *list, uint32_t room)
{
    __atomic_store_n(&list->room, room, __ATOMIC_RELAXED);
}

// Gives all pieces of a list to the depot, as single pieces.
static void leave_list(NodeList *list, uint32_t units)
{
    while (list->top) {
        NodePiece *piece = list->top;
        list->top = piece->next;
        piece->next = depot.singles[units];
        __atomic_store_n(&depot.singles[units], piece, __ATOMIC_RELAXED);
        depot.held++;
    }
    set_room(list, 0);
}

static void pool_leave(void *data)
{
    Pool *mine = data;

    depot_lock();
    for (uint32_t units = 0; units <= NODE_MOST_UNITS; units++)
        leave_list(&mine->lists[units], units);
    if (mine->region_size >= sizeof(Rest)) {
        Rest *rest = (Rest *)mine->region;
        *rest = (Rest){.next = depot.rests, .size = mine->region_size};
        depot.rests = rest;
    }
    depot.made += mine->made;
    atomic_fetch_add_explicit(&total, mine->bytes, memory_order_relaxed);
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

// Registers the thread; called before its first operation.
static void pool_join(void)
{
    if (pool.lists)
        return;
    pthread_once(&depot.once, make_key);
    pthread_setspecific(depot.key, &pool);
    depot_lock();
    pool.lists = node_lists;
    pool.next = depot.pools;
    if (pool.next)
        pool.next->previous = &pool;
    depot.pools = &pool;
    depot_unlock();
}

static void count_made(int64_t change)
{
    __atomic_store_n(&pool.made, pool.made + change, __ATOMIC_RELAXED);
}

int64_t node_live_count(void)
{
    depot_lock();
    int64_t live = depot.made - depot.held;
    for (const Pool *other = depot.pools; other; other = other->next) {
        live += __atomic_load_n(&other->made, __ATOMIC_RELAXED);
        for (uint32_t units = 1; units <= NODE_MOST_UNITS; units++) {
            const NodeList *list = &other->lists[units];
            uint32_t room = __atomic_load_n(&list->room, __ATOMIC_RELAXED);
            live -= room > 0 ? LIST_MAX - room : 0;
        }
    }
    depot_unlock();
    return live;
}

// ------------------------------------------------------------------------------- bytes

int64_t node_memory(void)
{
    return atomic_load_explicit(&total, memory_order_relaxed);
}

void node_set_limit(int64_t bytes)
{
    atomic_store_explicit(&total_max, bytes, memory_order_relaxed);
}

static bool is_over(int64_t bytes)
{
    return node_memory() + bytes > atomic_load_explicit(&total_max, memory_order_relaxed);
}

static void tell(NodeHost *host)
{
    if (!host->was_told)
        host->over(host->context);
    host->was_told = true;
}

void node_refuse(void)
{
    NodeHost *host = node_host;
    if (!host)
        return;
    node_host = NULL;
    tell(host);
    longjmp(host->back, 1);
}

static void count_bytes(int64_t change)
{
    pool.bytes += change;
    if (pool.bytes < COUNT_AT && pool.bytes > -COUNT_AT)
        return;
    atomic_fetch_add_explicit(&total, pool.bytes, memory_order_relaxed);
    pool.bytes = 0;
    if (node_host && is_over(0))
        tell(node_host);
}

// A large node is requested before anything has changed, so node_refuse may jump out of the
// operation.
static void check_limit(size_t size)
{
    if (node_host && size >= LARGE && is_over((int64_t)size))
        node_refuse();
}

// ------------------------------------------------------------------------------- pieces

static void *counted(void *memory, size_t size)
{
    if (!memory)
        die_out_of_memory(size);
    count_bytes((int64_t)malloc_usable_size(memory));
    return memory;
}

static void *take_memory(size_t size)
{
    return counted(malloc(size), size);
}

// Large collections are read here and there: with small pages, most of such a read is spent on the
// address.
static void new_region(void)
{
    if (pool.region_count++ < SMALL_REGIONS) {
        pool.region = take_memory(REGION_SIZE);
        pool.region_size = REGION_SIZE;
        return;
    }
    pool.region = counted(aligned_alloc(LARGE_REGION, LARGE_REGION), LARGE_REGION);
    pool.region_size = LARGE_REGION;
    madvise(pool.region, LARGE_REGION, MADV_HUGEPAGE);
}

// Takes a region with room for the size: one that an ended thread left, or a new one.
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
    new_region();
}

static NodePiece *cut(uint32_t units)
{
    size_t size = (size_t)units * NODE_UNIT;
    if (pool.region_size < size)
        renew_region(size);
    NodePiece *piece = (NodePiece *)pool.region;
    pool.region += size;
    pool.region_size -= size;
    count_made(1);
    return piece;
}

// Takes pieces from the depot: a batch, or the single pieces; NULL if there are none.
static NodePiece *take_from_depot(uint32_t units, uint32_t *count)
{
    NodePiece *first = depot.batches[units];
    if (first) {
        __atomic_store_n(&depot.batches[units], first->next_batch, __ATOMIC_RELAXED);
        *count = BATCH;
    } else {
        first = depot.singles[units];
        NodePiece *last = NULL;
        *count = 0;
        for (NodePiece *piece = first; piece && *count < BATCH; piece = piece->next) {
            last = piece;
            ++*count;
        }
        if (last) {
            __atomic_store_n(&depot.singles[units], last->next, __ATOMIC_RELAXED);
            last->next = NULL;
        }
    }
    depot.held -= *count;
    return first;
}

// Returns a piece when the list is empty; the list may get more pieces.
static NodePiece *refill(uint32_t units)
{
    NodePiece *first = NULL;
    uint32_t count = 0;

    // Reads without the lock: pieces that arrive now will be found the next time.
    if (__atomic_load_n(&depot.batches[units], __ATOMIC_RELAXED) ||
        __atomic_load_n(&depot.singles[units], __ATOMIC_RELAXED)) {
        depot_lock();
        first = take_from_depot(units, &count);
        depot_unlock();
    }
    set_room(&node_lists[units], LIST_MAX - (count ? count - 1 : 0));
    if (!first)
        return cut(units);
    node_lists[units].top = first->next;
    return first;
}

// Gives a batch from the top of a full list to the depot.
static void unload(NodeList *list, uint32_t units)
{
    NodePiece *batch = list->top;
    NodePiece *last = batch;
    for (uint32_t count = 1; count < BATCH; count++)
        last = last->next;
    list->top = last->next;
    set_room(list, list->room + BATCH);
    last->next = NULL;

    depot_lock();
    batch->next_batch = depot.batches[units];
    __atomic_store_n(&depot.batches[units], batch, __ATOMIC_RELAXED);
    depot.held += BATCH;
    depot_unlock();
}

// ------------------------------------------------------------------------------- nodes

static uint32_t units_of(size_t size)
{
    size_t units = (size + NODE_UNIT - 1) / NODE_UNIT;
    return NODE_BY_MALLOC || units > NODE_MOST_UNITS ? 0 : (uint32_t)units;
}

void *node_alloc_slow(NodeKind kind, size_t size)
{
    uint32_t units = units_of(size);
    PNode *node;

    pool_join();
    if (units) {
        node = (PNode *)refill(units);
    } else {
        check_limit(size);
        node = take_memory(size);
        count_made(1);
    }
    *node = (PNode){.count = node_one(), .units = (uint16_t)units, .kind = (uint16_t)kind};
    return node;
}

void node_free_slow(void *node)
{
    uint32_t units = ((PNode *)node)->units;

    pool_join();
    if (!units) {
        count_made(-1);
        count_bytes(-(int64_t)malloc_usable_size(node));
        free(node);
        return;
    }
    NodeList *list = &node_lists[units];
    if (list->room == 0)
        set_room(list, LIST_MAX);
    else
        unload(list, units);
    node_free(node);
}

void *node_resize(void *node, size_t old_size, size_t size)
{
    PNode *head = node;
    if (!head->units && !units_of(size)) {
        int64_t before = (int64_t)malloc_usable_size(node);
        if (size > old_size)
            check_limit(size);
        PNode *moved = realloc(node, size);
        if (!moved)
            die_out_of_memory(size);
        count_bytes((int64_t)malloc_usable_size(moved) - before);
        return moved;
    }
    if (head->units && head->units == units_of(size))
        return node;

    PNode *moved = node_alloc((NodeKind)head->kind, size);
    size_t kept = old_size < size ? old_size : size;
    memcpy(moved + 1, head + 1, kept - sizeof *head);
    node_free(node);
    return moved;
}

void node_share_between_threads(void)
{
    __atomic_store_n(&node_first_count, P_SHARED + 1, __ATOMIC_RELAXED);
}

void node_pin(PWord node)
{
    PNode *head = node_of(node);
    __atomic_store_n(&head->count, P_IMMORTAL, __ATOMIC_RELAXED);
}
