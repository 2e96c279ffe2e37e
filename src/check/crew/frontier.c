// check/crew/frontier.c: items in chunks.

#include "check/crew/frontier.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "base/err.h"
#include "base/memory.h"
#include "check/crew/parked.h"

enum {
    FREE_MAX = 8,    // unused chunks that a worker keeps for itself
    SINGLE_MAX = 8,  // chunks allocated one by one; a small search needs no more
    SLAB_MIN = CHUNK_BYTES * 4,
    SLAB_MAX = 1 << 21,  // a huge page: one page fault instead of hundreds
};

// Memory that is cut into chunks.
typedef struct Slab {
    struct Slab *next;
    void *memory;
} Slab;

// -------------------------------------------------------------------------------- chunks

void frontier_init(Frontier *f)
{
    *f = (Frontier){0};
    pthread_mutex_init(&f->lock, NULL);
}

static size_t bytes_of(uint32_t capacity)
{
    return sizeof(Chunk) + (size_t)capacity * sizeof(uint32_t);
}

static void free_chain(Frontier *f, Chunk *c)
{
    while (c) {
        Chunk *next = c->next;
        if (!c->is_slice) {
            atomic_fetch_sub(&f->bytes, bytes_of(c->capacity));
            free(c);
        }
        c = next;
    }
}

void frontier_drop(Frontier *f)
{
    free_chain(f, f->free);
    while (f->slabs) {
        Slab *slab = f->slabs;
        f->slabs = slab->next;
        free(slab->memory);
        free(slab);
    }
    pthread_mutex_destroy(&f->lock);
}

void heap_drop(Heap *h)
{
    free_chain(h->shared, h->free);
    h->free = NULL;
}

static Chunk *chunk_make(Heap *h, uint32_t capacity)
{
    Chunk *c = malloc(bytes_of(capacity));
    if (!c)
        die_out_of_memory(bytes_of(capacity));
    c->capacity = capacity;
    c->is_slice = false;
    atomic_fetch_add(&h->shared->bytes, bytes_of(capacity));
    h->made++;
    return c;
}

// At most an eighth of what there is already: little is allocated that is never used.
static size_t slab_bytes(const Frontier *f)
{
    size_t bytes = SLAB_MAX;
    while (bytes > SLAB_MIN && bytes > atomic_load(&f->bytes) / 8)
        bytes /= 2;
    return bytes;
}

// Allocates a slab and returns one chunk of it; the others are free for later.
static Chunk *slab_make(Heap *h)
{
    Frontier *f = h->shared;
    size_t bytes = slab_bytes(f);
    Slab *slab = malloc(sizeof *slab);
    char *memory = aligned_alloc(bytes, bytes);
    if (!slab || !memory)
        die_out_of_memory(bytes);
    if (bytes == SLAB_MAX)
        madvise(memory, bytes, MADV_HUGEPAGE);  // where there are any
    slab->memory = memory;
    pthread_mutex_lock(&f->lock);
    slab->next = f->slabs;
    f->slabs = slab;
    pthread_mutex_unlock(&f->lock);
    atomic_fetch_add(&f->bytes, bytes);
    h->made++;
    for (size_t at = CHUNK_BYTES; at < bytes; at += CHUNK_BYTES) {
        Chunk *c = (Chunk *)(memory + at);
        *c = (Chunk){.next = h->free, .capacity = CHUNK_WORDS, .is_slice = true};
        h->free = c;
        h->free_count++;
    }
    Chunk *first = (Chunk *)memory;
    *first = (Chunk){.capacity = CHUNK_WORDS, .is_slice = true};
    return first;
}

static Chunk *chunk_from_others(Heap *h)
{
    Frontier *f = h->shared;
    if (atomic_load_explicit(&f->free_count, memory_order_relaxed) == 0)
        return NULL;
    pthread_mutex_lock(&f->lock);
    Chunk *c = f->free;
    if (c) {
        f->free = c->next;
        atomic_fetch_sub(&f->free_count, 1);
    }
    pthread_mutex_unlock(&f->lock);
    return c;
}

Chunk *chunk_new(Heap *h, uint32_t words)
{
    Chunk *c = NULL;
    if (words > CHUNK_WORDS) {
        c = chunk_make(h, words);
    } else if (h->free) {
        c = h->free;
        h->free = c->next;
        h->free_count--;
    } else {
        c = chunk_from_others(h);
    }
    if (!c && atomic_fetch_add(&h->shared->made, 1) < SINGLE_MAX)
        c = chunk_make(h, CHUNK_WORDS);
    if (!c)
        c = slab_make(h);
    assert(c->capacity >= words);
    c->next = NULL;
    c->used = c->items = 0;
    c->is_packed = false;
    return c;
}

// A worker keeps only a few unused chunks, because other workers may need them.
void chunk_release(Heap *h, Chunk *c)
{
    Frontier *f = h->shared;
    assert(!c->is_slice || c->capacity == CHUNK_WORDS);
    if (c->capacity != CHUNK_WORDS) {
        c->next = NULL;
        free_chain(f, c);
    } else if (h->free_count < FREE_MAX) {
        c->next = h->free;
        h->free = c;
        h->free_count++;
    } else {
        pthread_mutex_lock(&f->lock);
        c->next = f->free;
        f->free = c;
        atomic_fetch_add(&f->free_count, 1);
        pthread_mutex_unlock(&f->lock);
    }
}

static bool has_room(const Chunk *c, uint32_t count)
{
    return c && (uint64_t)c->used + count + TAIL_WORDS <= c->capacity;
}

static void chunk_add(Chunk *c, const Item *item)
{
    uint32_t count = item->count + item->extra;
    assert_debug(has_room(c, count) && !c->is_packed);
    Tail tail = item_tail(item);
    memcpy(c->words + c->used + count, &tail, sizeof tail);
    c->used += count + TAIL_WORDS;
    c->items++;
}

static void make_room(ItemRoom *room, uint32_t count)
{
    if (count <= room->capacity)
        return;
    room->capacity = count * 2;
    room->words = memory_resized(room->words, room->capacity, sizeof *room->words);
}

// One of the items of a chunk, counted from its end.
static void chunk_item(const Chunk *c, uint32_t number, Item *item, ItemRoom *room)
{
    uint32_t at = c->used;
    Tail tail;
    assert(number < c->items);
    if (c->is_packed) {
        make_room(room, PARKED_WORDS);
        parked_item(c, number, item, room->words);
        return;
    }
    do {
        assert(at >= TAIL_WORDS);
        memcpy(&tail, c->words + at - TAIL_WORDS, sizeof tail);
        assert(at >= tail_size(&tail) + TAIL_WORDS);
        at -= tail_size(&tail) + TAIL_WORDS;
    } while (number-- > 0);
    make_room(room, tail_size(&tail));
    memcpy(room->words, c->words + at, tail_size(&tail) * sizeof *room->words);
    *item = tail_item(&tail, room->words);
}

// --------------------------------------------------------------------------------- piles

uint32_t *pile_room(Pile *p, Heap *h, uint32_t count)
{
    if (!has_room(p->top, count)) {
        Chunk *c = chunk_new(h, count + TAIL_WORDS);
        c->next = p->top;
        p->top = c;
        p->chunks++;
    }
    return p->top->words + p->top->used;
}

void pile_add(Pile *p, const Item *item)
{
    chunk_add(p->top, item);
    p->items++;
}

void pile_skip_empty(Pile *p, Heap *h)
{
    while (p->top && p->top->items == 0) {
        Chunk *c = p->top;
        p->top = c->next;
        p->chunks--;
        chunk_release(h, c);
    }
}

void pile_drop(Pile *p, Heap *h)
{
    free_chain(h->shared, p->top);
    *p = (Pile){0};
}

// --------------------------------------------------------------------------------- lines

uint32_t *item_queue_room(ItemQueue *l, Heap *h, uint32_t count)
{
    if (!has_room(l->last, count)) {
        Chunk *c = chunk_new(h, count + TAIL_WORDS);
        if (l->last)
            l->last->next = c;
        else
            l->first = c;
        l->last = c;
        l->chunks++;
    }
    return l->last->words + l->last->used;
}

void item_queue_keep(ItemQueue *l, const Item *item)
{
    chunk_add(l->last, item);
    l->items++;
}

void item_queue_add(ItemQueue *l, Heap *h, const Item *item)
{
    uint32_t count = item->count + item->extra;
    uint32_t *words = item_queue_room(l, h, count);
    memcpy(words, item->words, count * sizeof *words);
    item_queue_keep(l, item);
}

Chunk *item_queue_shift(ItemQueue *l)
{
    Chunk *c = l->first;
    assert(c && l->chunks > 0 && l->items >= c->items);
    l->first = c->next;
    if (!l->first)
        l->last = NULL;
    l->chunks--;
    l->items -= c->items;
    c->next = NULL;
    return c;
}

static void unpack_first(ItemQueue *l, Pile *p, Heap *h)
{
    ParkedReader reader = {0};
    parked_open(&reader, l);
    parked_to_pile(&reader, p, h);
}

bool item_queue_to_pile(ItemQueue *l, Pile *p, Heap *h)
{
    if (!l->first)
        return false;
    assert(p->items == 0);
    pile_skip_empty(p, h);
    assert(!p->top && p->chunks == 0);
    if (l->first->is_packed) {
        unpack_first(l, p, h);
        return true;
    }
    Chunk *c = item_queue_shift(l);
    p->top = c;
    p->chunks++;
    p->items += c->items;
    return true;
}

void item_queue_join(ItemQueue *l, Chunk *chain)
{
    while (chain) {
        Chunk *next = chain->next;
        chain->next = NULL;
        if (l->last)
            l->last->next = chain;
        else
            l->first = chain;
        l->last = chain;
        l->chunks++;
        l->items += chain->items;
        chain = next;
    }
}

void item_queue_drop(ItemQueue *l, Heap *h)
{
    free_chain(h->shared, l->first);
    *l = (ItemQueue){0};
}

// ------------------------------------------------------------------------------ splitting

// Cuts the chain after its first `kept` chunks; returns the rest.
static Chunk *cut_behind(Chunk *c, uint64_t kept)
{
    assert(kept > 0);
    while (--kept > 0)
        c = c->next;
    Chunk *rest = c->next;
    c->next = NULL;
    return rest;
}

static Chunk *split_line(ItemQueue *l)
{
    uint64_t kept = l->chunks / 2;
    ItemQueue rest = {0};
    Chunk *c = cut_behind(l->first, kept);
    item_queue_join(&rest, c);
    l->last = l->first;
    while (l->last->next)
        l->last = l->last->next;
    l->chunks -= rest.chunks;
    assert(l->items >= rest.items);
    l->items -= rest.items;
    return rest.first;
}

static Chunk *split_pile(Pile *p)
{
    Chunk *rest = cut_behind(p->top, p->chunks / 2);
    for (const Chunk *c = rest; c; c = c->next) {
        assert(p->chunks > 0 && p->items >= c->items);
        p->chunks--;
        p->items -= c->items;
    }
    return rest;
}

// The newer half of the only chunk moves to a new one; the older half is given away.
static Chunk *split_chunk(Pile *p, Heap *h)
{
    Chunk *old = p->top;
    uint32_t moved = old->items / 2, at = old->used;
    assert(p->chunks == 1 && !old->next && old->items == p->items && moved > 0);
    for (uint32_t i = 0; i < moved; i++) {
        Tail tail;
        memcpy(&tail, old->words + at - TAIL_WORDS, sizeof tail);
        at -= tail_size(&tail) + TAIL_WORDS;
    }
    uint32_t size = old->used - at;
    Chunk *young = chunk_new(h, size);
    memcpy(young->words, old->words + at, size * sizeof *old->words);
    young->used = size;
    young->items = moved;
    old->used = at;
    old->items -= moved;
    p->top = young;
    p->items = moved;
    return old;
}

Chunk *frontier_split(Pile *p, ItemQueue *l, Heap *h)
{
    if (l->chunks >= 2)
        return split_line(l);
    if (l->chunks == 1 && p->items > 0) {
        Chunk *c = l->first;
        *l = (ItemQueue){0};
        return c;
    }
    if (l->chunks == 1)
        item_queue_to_pile(l, p, h);
    pile_skip_empty(p, h);
    if (p->chunks >= 2)
        return split_pile(p);
    return p->items >= 2 ? split_chunk(p, h) : NULL;
}

// ------------------------------------------------------------------------- what is left over

void leftover_add(Leftover *l, Chunk *c)
{
    for (; c; c = c->next) {
        if (c->items == 0)
            continue;
        uint64_t i = l->chunk_count++;
        assert(i == 0 || !l->chunks || l->before[i - 1] < l->items);
        if (l->chunks) {
            l->chunks[i] = c;
            l->before[i] = l->items;
        }
        l->items += c->items;
    }
}

static void *list_of(uint64_t count, size_t size)
{
    void *list = malloc((count + 1) * size);
    if (!list)
        die_out_of_memory((count + 1) * size);
    return list;
}

void leftover_list(Leftover *l)
{
    l->chunks = list_of(l->chunk_count, sizeof *l->chunks);
    l->before = list_of(l->chunk_count, sizeof *l->before);
    l->chunk_count = l->items = 0;
}

void leftover_drop(Leftover *l)
{
    free(l->chunks);
    free(l->before);
}

void leftover_item(const Leftover *l, uint64_t number, Item *item, ItemRoom *room)
{
    uint64_t low = 0, high = l->chunk_count;
    assert(number < l->items);
    while (high - low > 1) {
        uint64_t middle = low + (high - low) / 2;
        if (l->before[middle] <= number)
            low = middle;
        else
            high = middle;
    }
    chunk_item(l->chunks[low], (uint32_t)(number - l->before[low]), item, room);
}
