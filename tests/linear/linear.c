// tests/linear/linear.c: whether a history of a hash table is linearizable.
//
// The history of a key is a list of calls and returns, in the order of time. An operation whose call comes before the first
// return of the list may be the next one. When it is taken, both its entries leave the list; when that leads to
// nothing, they come back. The history is explained when no return is left.

#include "linear.h"

#include <assert.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/rng.h"

typedef struct Mark {
    uint64_t high, low;
} Mark;

typedef struct Entry {
    struct Entry *before, *after;
    struct Entry *end;  // of a call: its return, NULL if there is none; of a return: NULL
    const LinearOperation *operation;
    Mark mark;  // of a call: a random number
    uint64_t time;
    bool is_call;
} Entry;

typedef struct Choice {
    Entry *call;
    uint32_t value;  // before it
} Choice;

typedef struct Search {
    Entry head;  // of the list
    Entry *entries;
    uint32_t entry_count;
    uint32_t returns;  // that are left in the list
    uint32_t value;
    Mark taken;  // the exclusive or of the marks of all operations that were taken
    Choice *choices;
    uint32_t choice_count;
    Mark *cache;  // zero: free
    uint64_t cache_count, cache_capacity;
} Search;

// ------------------------------------------------------------------------------------- list

// At the same time a call comes first: then the two operations overlap, which allows more.
static int compare_entries(const void *a, const void *b)
{
    const Entry *x = a, *y = b;

    if (x->time != y->time)
        return x->time < y->time ? -1 : 1;
    return (int)y->is_call - (int)x->is_call;
}

static void make_entries(Search *s, const LinearOperation *operations, uint32_t count)
{
    Rng rng = rng_from(1);

    for (uint32_t i = 0; i < count; i++) {
        const LinearOperation *o = &operations[i];
        s->entries[s->entry_count++] = (Entry){.operation = o, .time = o->called, .is_call = true};
        if (o->has_returned)
            s->entries[s->entry_count++] = (Entry){.operation = o, .time = o->returned};
        s->returns += o->has_returned;
    }
    qsort(s->entries, s->entry_count, sizeof *s->entries, compare_entries);
    for (uint32_t i = 0; i < s->entry_count; i++)
        if (s->entries[i].is_call)
            s->entries[i].mark = (Mark){rng_next(&rng), rng_next(&rng)};
}

static void link_entries(Search *s, const LinearOperation *operations, uint32_t count)
{
    Entry **calls = memory_zeroed(count + 1, sizeof *calls), *last = &s->head;

    for (uint32_t i = 0; i < s->entry_count; i++) {
        Entry *e = &s->entries[i];
        size_t number = (size_t)(e->operation - operations);
        if (e->is_call)
            calls[number] = e;
        else
            calls[number]->end = e;
        e->before = last;
        last->after = e;
        last = e;
    }
    free(calls);
}

static void take_out(Entry *e)
{
    e->before->after = e->after;
    if (e->after)
        e->after->before = e->before;
}

static void put_back(Entry *e)
{
    e->before->after = e;
    if (e->after)
        e->after->before = e;
}

// ------------------------------------------------------------------------------------ table

// What the operation makes of the value. False: its result would be another one.
static bool execute(const LinearOperation *o, uint32_t value, uint32_t *after)
{
    bool is_done;

    switch (o->kind) {
    case LINEAR_GET:
        *after = value;
        return !o->has_returned || o->result == value;
    case LINEAR_SET:
        *after = o->value;
        return true;
    case LINEAR_DEL:
        *after = LINEAR_NOTHING;
        return !o->has_returned || o->result == (value != LINEAR_NOTHING);
    case LINEAR_CAS:
        is_done = value != LINEAR_NOTHING && value == o->expected;
        *after = is_done ? o->value : value;
        return !o->has_returned || o->result == is_done;
    }
    return false;
}

// ------------------------------------------------------------------------------------ cache

static uint64_t place_of(const Search *s, Mark m)
{
    return m.low & (s->cache_capacity - 1);
}

static bool is_free(Mark m)
{
    return m.high == 0 && m.low == 0;
}

static bool insert(Search *s, Mark m)
{
    uint64_t i = place_of(s, m);

    for (; !is_free(s->cache[i]); i = (i + 1) & (s->cache_capacity - 1))
        if (s->cache[i].high == m.high && s->cache[i].low == m.low)
            return false;
    s->cache[i] = m;
    s->cache_count++;
    return true;
}

static void grow(Search *s)
{
    Mark *old = s->cache;
    uint64_t count = s->cache_capacity;

    s->cache_capacity = count ? 2 * count : 1024;
    s->cache = memory_zeroed(s->cache_capacity, sizeof *s->cache);
    s->cache_count = 0;
    for (uint64_t i = 0; i < count; i++)
        if (!is_free(old[i]))
            insert(s, old[i]);
    free(old);
}

// Whether these operations with this value are seen for the first time.
static bool is_new(Search *s, Mark taken, uint32_t value)
{
    uint64_t salt = (value + 1) * 0x9e3779b97f4a7c15u;

    if (2 * s->cache_count >= s->cache_capacity)
        grow(s);
    return insert(s, (Mark){taken.high ^ salt, taken.low ^ (salt << 32 | salt >> 32)});
}

// ----------------------------------------------------------------------------------- search

static void flip(Search *s, const Entry *call)
{
    s->taken.high ^= call->mark.high;
    s->taken.low ^= call->mark.low;
}

static void take(Search *s, Entry *call, uint32_t value)
{
    s->choices[s->choice_count++] = (Choice){call, s->value};
    s->value = value;
    take_out(call);
    if (call->end) {
        take_out(call->end);
        s->returns--;
    }
}

static Entry *take_back(Search *s)
{
    assert(s->choice_count > 0);
    Choice c = s->choices[--s->choice_count];

    if (c.call->end) {
        put_back(c.call->end);
        s->returns++;
    }
    put_back(c.call);
    s->value = c.value;
    flip(s, c.call);
    return c.call;
}

// Whether this call may be the next one, and was not tried here before. Then it is taken.
static bool try_call(Search *s, Entry *call)
{
    uint32_t value;

    if (!execute(call->operation, s->value, &value))
        return false;
    flip(s, call);
    if (is_new(s, s->taken, value)) {
        take(s, call, value);
        return true;
    }
    flip(s, call);
    return false;
}

static LinearVerdict search(Search *s, uint64_t possibilities)
{
    Entry *e = s->head.after;

    while (s->returns > 0) {
        if (s->cache_count > possibilities)
            return LINEAR_UNKNOWN;
        if (e && e->is_call) {
            e = try_call(s, e) ? s->head.after : e->after;
            continue;
        }
        if (s->choice_count == 0)
            return LINEAR_WRONG;
        e = take_back(s)->after;
    }
    return LINEAR_FINE;
}

LinearVerdict linear_check(const LinearOperation *operations, uint32_t count,
                           uint64_t possibilities)
{
    Search s = {.value = LINEAR_NOTHING};

    s.entries = memory_zeroed(2 * (size_t)count + 1, sizeof *s.entries);
    s.choices = memory_zeroed((size_t)count + 1, sizeof *s.choices);
    make_entries(&s, operations, count);
    link_entries(&s, operations, count);
    LinearVerdict verdict = search(&s, possibilities);
    free(s.entries);
    free(s.choices);
    free(s.cache);
    return verdict;
}
