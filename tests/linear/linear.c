// tests/linear/linear.c: whether a history of a store is linearizable.
//
// The history is a list of calls and returns, in the order of time. An operation whose call comes before the first
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

// A value that an operation has changed.
typedef struct Change {
    uint32_t key, before;
} Change;

typedef struct Choice {
    Entry *call;
    uint32_t change_count;  // before it
} Choice;

typedef struct Search {
    Entry head;  // of the list
    Entry *entries;
    uint32_t entry_count;
    uint32_t returns;  // that are left in the list
    uint32_t *values;  // by key
    Change *changes;   // of all operations that were taken
    uint32_t change_count, change_capacity;
    Mark
        taken;  // the exclusive or of the marks of all operations that were taken, and of all values
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

// ------------------------------------------------------------------------------------ store

static void flip(Search *s, Mark m)
{
    s->taken.high ^= m.high;
    s->taken.low ^= m.low;
}

// A random number for this value of this key; none for a key that is not there.
static Mark mark_of(uint32_t key, uint32_t value)
{
    Rng rng = rng_from(~((uint64_t)key << 32 | value));  // others than those of calls

    if (value == LINEAR_NOTHING)
        return (Mark){0};
    uint64_t high = rng_next(&rng);
    return (Mark){high, rng_next(&rng)};
}

static void put(Search *s, uint32_t key, uint32_t value)
{
    if (s->values[key] == value)
        return;
    flip(s, mark_of(key, s->values[key]));
    flip(s, mark_of(key, value));
    s->values[key] = value;
}

static void change(Search *s, uint32_t key, uint32_t value)
{
    MEMORY_GROW(s->changes, s->change_count + 1, s->change_capacity);
    s->changes[s->change_count++] = (Change){key, s->values[key]};
    put(s, key, value);
}

static void undo(Search *s, uint32_t change_count)
{
    while (s->change_count > change_count) {
        Change c = s->changes[--s->change_count];
        put(s, c.key, c.before);
    }
}

typedef enum Effect { EFFECT_DONE, EFFECT_REFUSED, EFFECT_OTHER_RESULT } Effect;

static Effect act(Search *s, const LinearOperation *o, const LinearAction *a)
{
    uint32_t value = s->values[a->key], result = LINEAR_NOTHING;
    bool is_done = value != LINEAR_NOTHING;

    switch (a->kind) {
    case LINEAR_GET:
        result = value;
        break;
    case LINEAR_SET:
        change(s, a->key, a->value);
        return EFFECT_DONE;
    case LINEAR_DEL:
        result = is_done;
        change(s, a->key, LINEAR_NOTHING);
        break;
    case LINEAR_CAS:
        is_done = is_done && value == a->expected;
        if (!is_done && o->is_strict)
            return EFFECT_REFUSED;
        if (is_done)
            change(s, a->key, a->value);
        result = is_done;
        break;
    }
    return !o->has_returned || o->is_refused || result == a->result ? EFFECT_DONE
                                                                    : EFFECT_OTHER_RESULT;
}

// Makes the changes of an operation. False: its result would be another one, and nothing is changed.
static bool execute(Search *s, const LinearOperation *o)
{
    uint32_t before = s->change_count;
    Effect effect = EFFECT_DONE;

    for (uint32_t i = 0; i < o->count && effect == EFFECT_DONE; i++)
        effect = act(s, o, &o->actions[i]);
    if (effect == EFFECT_DONE && !o->is_refused)
        return true;
    undo(s, before);
    return effect == EFFECT_REFUSED && (o->is_refused || !o->has_returned);
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

// Whether these operations with these values are seen for the first time.
static bool is_new(Search *s)
{
    if (2 * s->cache_count >= s->cache_capacity)
        grow(s);
    return insert(s, s->taken);
}

// ----------------------------------------------------------------------------------- search

static void take(Search *s, Entry *call, uint32_t change_count)
{
    s->choices[s->choice_count++] = (Choice){call, change_count};
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
    undo(s, c.change_count);
    flip(s, c.call->mark);
    return c.call;
}

// Whether this call may be the next one, and was not tried here before. Then it is taken.
static bool try_call(Search *s, Entry *call)
{
    uint32_t before = s->change_count;

    if (!execute(s, call->operation))
        return false;
    flip(s, call->mark);
    if (is_new(s)) {
        take(s, call, before);
        return true;
    }
    flip(s, call->mark);
    undo(s, before);
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

LinearVerdict linear_check(const LinearOperation *operations, uint32_t count, uint32_t keys,
                           uint64_t possibilities)
{
    Search s = {0};

    s.entries = memory_zeroed(2 * (size_t)count + 1, sizeof *s.entries);
    s.choices = memory_zeroed((size_t)count + 1, sizeof *s.choices);
    s.values = memory_zeroed((size_t)keys + 1, sizeof *s.values);
    make_entries(&s, operations, count);
    link_entries(&s, operations, count);
    LinearVerdict verdict = search(&s, possibilities);
    free(s.entries);
    free(s.choices);
    free(s.values);
    free(s.changes);
    free(s.cache);
    return verdict;
}
