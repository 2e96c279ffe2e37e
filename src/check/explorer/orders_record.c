// check/explorer/orders_record.c: explorer states, each stored once.
//
// A state is packed into words: the length of its line and flags, the machines of the line,
// then the other parts. Equal words are the same record. When a delay moves the front of the
// line to its back, all rotations of a line share one record: the words hold the rotation that
// begins with the smallest machine, and the other rotations have the numbers after it.
//
// The table of records is read without a lock. A larger table replaces a full one; the old one
// is freed at the end, because another worker may still be reading it.

#define XXH_INLINE_ALL
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "base/memory.h"
#include "check/explorer/orders_impl.h"

// -------------------------------------------------------------------------------- records

OrdersTable *record_table_new(Orders *o, uint32_t size, OrdersTable *older)
{
    assert(size > 0 && (size & (size - 1)) == 0);
    OrdersTable *t = calloc(1, sizeof *t + (size_t)size * sizeof *t->slots);
    if (!t)
        die_out_of_memory((size_t)size * sizeof *t->slots);
    t->older = older;
    t->mask = size - 1;
    o->bytes += sizeof *t + (size_t)size * sizeof *t->slots;
    return t;
}

// A slot holds the address of a record and, in the unused upper bits of the address, some
// bits of its hash.
enum { TAG_SHIFT = 48 };

static OrderRecord *slot_record(uint64_t slot)
{
    return (OrderRecord *)(uintptr_t)(slot & ((UINT64_C(1) << TAG_SHIFT) - 1));
}

static OrderRecord *table_find(const OrdersTable *t, uint64_t hash, const Open *open)
{
    for (uint32_t at = (uint32_t)hash & t->mask;; at = (at + 1) & t->mask) {
        uint64_t slot = atomic_load_explicit(&t->slots[at], memory_order_acquire);
        if (slot == 0)
            return NULL;
        if (slot >> TAG_SHIFT != hash >> TAG_SHIFT)
            continue;
        OrderRecord *r = slot_record(slot);
        if (r->size == open->size && memcmp(r->words, open->words, r->size * 4u) == 0)
            return r;
    }
}

static void table_put(OrdersTable *t, const OrderRecord *r)
{
    uint32_t at = (uint32_t)r->hash & t->mask;
    assert(t->count < t->mask);  // a free slot ends every search
    while (atomic_load_explicit(&t->slots[at], memory_order_relaxed) != 0)
        at = (at + 1) & t->mask;
    uint64_t address = (uintptr_t)r;
    if (address >> TAG_SHIFT != 0)
        bug("an address of more than %d bits", TAG_SHIFT);
    atomic_store_explicit(&t->slots[at], r->hash >> TAG_SHIFT << TAG_SHIFT | address,
                          memory_order_release);
    t->count++;
}

static void table_grow(Orders *o)
{
    OrdersTable *old = atomic_load(&o->table);
    OrdersTable *t = record_table_new(o, (old->mask + 1) * 2, old);
    for (uint32_t i = 0; i <= old->mask; i++) {
        uint64_t slot = atomic_load_explicit(&old->slots[i], memory_order_relaxed);
        if (slot != 0)
            table_put(t, slot_record(slot));
    }
    atomic_store_explicit(&o->table, t, memory_order_release);
}

// Allocates granules for a record with `count` numbers. False when there are none left.
static bool give_numbers(Orders *o, OrderRecord *r, uint32_t count)
{
    uint32_t granules = count / GRANULE + (count % GRANULE || count == 0);
    if (granules > (1u << (32 - GRANULE_BITS)) - 1 - o->granule_count)
        return false;
    r->base = o->granule_count << GRANULE_BITS;
    assert(granules > 0 && (uint64_t)granules * GRANULE >= count);
    for (; granules > 0; granules--, o->granule_count++) {
        _Atomic(OrderRecord **) *chunk = &o->chunks[o->granule_count >> CHUNK_BITS];
        OrderRecord **there = atomic_load(chunk);
        if (!there) {
            there = memory_zeroed(1 << CHUNK_BITS, sizeof *there);
            o->bytes += (1 << CHUNK_BITS) * sizeof *there;
        }
        there[o->granule_count & ((1 << CHUNK_BITS) - 1)] = r;
        atomic_store_explicit(chunk, there, memory_order_release);
    }
    return true;
}

static OrderRecord *record_add(Orders *o, uint64_t hash, const Open *open)
{
    OrdersTable *t = atomic_load(&o->table);
    OrderRecord *r = table_find(t, hash, open);
    if (r)
        return r;
    r = arena_alloc(&o->arena, sizeof *r + open->size * 4u);
    r->hash = hash;
    r->size = open->size;
    memcpy(r->words, open->words, open->size * 4u);
    if (!give_numbers(o, r, o->is_rotated ? r->words[0] & PACK_COUNT : 1))
        return NULL;
    if (t->count >= t->mask / 2) {
        table_grow(o);
        t = atomic_load(&o->table);
    }
    table_put(t, r);
    return r;
}

static void drop_tables(Orders *o, OrdersTable *t)
{
    while (t) {
        OrdersTable *older = t->older;
        o->bytes -= sizeof *t + (size_t)(t->mask + 1) * sizeof *t->slots;
        free(t);
        t = older;
    }
}

static void drop_chunks(Orders *o, uint32_t from)
{
    for (uint32_t i = from; i < CHUNK_COUNT && atomic_load(&o->chunks[i]); i++) {
        free(atomic_load(&o->chunks[i]));
        atomic_store(&o->chunks[i], NULL);
        o->bytes -= (1 << CHUNK_BITS) * sizeof(OrderRecord *);
    }
}

void records_drop(Orders *o)
{
    drop_tables(o, atomic_load(&o->table));
    drop_chunks(o, 0);
    arena_drop(&o->arena);
}

void records_forget(Orders *o)
{
    OrdersTable *t = atomic_load(&o->table);
    drop_tables(o, t->older);
    drop_chunks(o, 1);
    arena_drop(&o->arena);
    t->older = NULL;
    t->count = 0;
    memset((void *)t->slots, 0, (size_t)(t->mask + 1) * sizeof *t->slots);
    o->granule_count = 0;
}

// --------------------------------------------------------------------------- packing

static PLine *line_of(Open *open, int i)
{
    return i == SEALS ? &open->seals : &open->state.lines[i];
}

void open_reserve(Open *open, uint32_t count)
{
    uint32_t before = open->capacity;
    if (count <= before)
        return;
    while (open->capacity < count)
        open->capacity = open->capacity ? open->capacity * 2 : 16;
    for (int i = 0; i < LINE_COUNT; i++) {
        PPlace *places = guard_memory_new(open->capacity * sizeof *places);
        if (before)
            memcpy(places, open->places[i], before * sizeof *places);
        guard_memory_free(open->places[i], before * sizeof *places);
        open->places[i] = places;
        line_of(open, i)->places = places;
        line_of(open, i)->capacity = open->capacity;
    }
}

static bool line_is_ranked(const PLine *line)
{
    for (uint32_t i = 0; i < line->count; i++)
        if (line->places[i].rank != 0)
            return true;
    return false;
}

// Packs the line from place `first` on, cyclically: the machines, then the ranks if any.
static uint32_t *pack_places(uint32_t *to, const PLine *line, uint32_t first, bool is_ranked)
{
    for (uint32_t k = 0; k < line->count; k++)
        *to++ = line->places[k + first < line->count ? k + first : k + first - line->count].machine;
    for (uint32_t k = 0; k < line->count && is_ranked; k++, to += 2)
        memcpy(to, &line->places[(k + first) % line->count].rank, 8);
    return to;
}

static const uint32_t *unpack_places(const uint32_t *from, PLine *line, uint32_t first,
                                     bool is_ranked)
{
    uint32_t n = line->count;
    assert(n <= line->capacity && (first < n || first == 0));
    for (uint32_t k = 0; k < n; k++)
        line->places[k] = (PPlace){.machine = from[k + first < n ? k + first : k + first - n]};
    from += n;
    for (uint32_t k = 0; k < n && is_ranked; k++)
        memcpy(&line->places[k].rank, from + (k + first) % n * 2, 8);
    return from + (is_ranked ? n * 2 : 0);
}

static uint32_t smallest(const PLine *line)
{
    uint32_t at = 0;
    for (uint32_t i = 1; i < line->count; i++)
        if (line->places[i].machine < line->places[at].machine)
            at = i;
    return at;
}

// False when the explorer has left invalid lines.
static bool lines_are_whole(Open *open)
{
    for (int i = 0; i < LINE_COUNT; i++) {
        const PLine *line = line_of(open, i);
        if (line->places != open->places[i] || line->capacity != open->capacity ||
            line->count > line->capacity || line->count > PACK_COUNT)
            return false;
    }
    return true;
}

// Packs the state into words. When lines are rotated by delays, the packed line begins with
// its smallest machine.
static bool pack(Orders *o, Open *open)
{
    uint32_t own = (o->explorer->own_size + 3) / 4, room = 1 + own;
    if (!lines_are_whole(open))
        return orders_fail(o, "has broken its own lines", NULL,
                           "their count or places are nonsense");
    for (int i = 0; i < LINE_COUNT; i++)
        room += 1 + 3 * line_of(open, i)->count;
    if (room > open->room) {
        open->room = room * 2;
        open->words = realloc(open->words, open->room * 4u);
        if (!open->words)
            die_out_of_memory(open->room * 4u);
    }

    const PLine *line = &open->state.lines[0];
    bool is_ranked = line_is_ranked(line);
    uint32_t first = o->is_rotated ? smallest(line) : 0, *to = open->words + 1;
    open->offset = first ? line->count - first : 0;
    open->words[0] = line->count | (is_ranked ? PACK_RANKS : 0);
    to = pack_places(to, line, first, is_ranked);
    for (int i = 1; i < LINE_COUNT; i++) {
        line = line_of(open, i);
        if (line->count == 0)
            continue;
        is_ranked = line_is_ranked(line);
        open->words[0] |= (uint32_t)PACK_LINE1 << (i - 1);
        *to++ = line->count | (is_ranked ? PACK_RANKS : 0);
        to = pack_places(to, line, 0, is_ranked);
    }
    if (own) {
        to[own - 1] = 0;
        memcpy(to, open->state.own, o->explorer->own_size);
    }
    open->size = (uint32_t)(to + own - open->words);
    assert(open->size <= open->room);
    return true;
}

void open_take(const Orders *o, uint32_t state, Open *open)
{
    const OrderRecord *r = record_of(o, state);
    const uint32_t *from = r->words + 1;
    uint32_t head = r->words[0];
    if (open->number == state)
        return;
    open_reserve(open, r->size);
    open->state.lines[0].count = head & PACK_COUNT;
    from = unpack_places(from, &open->state.lines[0], state - r->base, head & PACK_RANKS);
    for (int i = 1; i < LINE_COUNT; i++) {
        PLine *line = line_of(open, i);
        line->count = 0;
        if (head & ((uint32_t)PACK_LINE1 << (i - 1))) {
            line->count = *from & PACK_COUNT;
            from = unpack_places(from + 1, line, 0, *from & PACK_RANKS);
        }
    }
    assert(from + (o->explorer->own_size + 3) / 4 == r->words + r->size);
    if (o->explorer->own_size)
        memcpy(open->state.own, from, o->explorer->own_size);
    open->number = state;
}

bool open_number(Orders *o, Open *open, uint32_t *state)
{
    if (!pack(o, open))
        return false;
    uint64_t hash = XXH3_64bits(open->words, open->size * 4u);
    OrdersTable *t = atomic_load_explicit(&o->table, memory_order_acquire);
    OrderRecord *r = table_find(t, hash, open);
    if (!r) {
        pthread_mutex_lock(&o->lock);
        r = record_add(o, hash, open);
        pthread_mutex_unlock(&o->lock);
    }
    if (!r)
        return orders_fail(o, "has too many states", NULL, "there are no numbers left for them");
    assert(open->offset == 0 || open->offset < (r->words[0] & PACK_COUNT));
    *state = open->number = r->base + open->offset;
    return true;
}
