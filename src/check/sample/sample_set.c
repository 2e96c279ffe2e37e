// check/sample/sample_set.c: a uniform sample of the fingerprints that were seen.
//
// An open-addressing table. The low bits of a fingerprint decide whether it is in the sample,
// a hash of it decides the slot.

#include "check/sample/sample_set.h"

#include <stdlib.h>

#include "base/err.h"

void sample_set_init(SampleSet *s, uint32_t capacity)
{
    assert(capacity >= 4 && (capacity & (capacity - 1)) == 0);
    *s = (SampleSet){.capacity = capacity, .places = calloc(capacity, sizeof(Seen))};
    if (!s->places)
        die_out_of_memory(capacity * sizeof(Seen));
}

void sample_set_drop(SampleSet *s)
{
    free(s->places);
    *s = (SampleSet){0};
}

static uint64_t home_of(uint64_t print)
{
    return (print * 0x9e3779b97f4a7c15u) >> 32;
}

static Seen *find(const SampleSet *s, uint64_t print)
{
    assert_debug(s->count < s->capacity);  // a free slot ends every look-up
    for (uint64_t at = home_of(print);; at++) {
        Seen *place = &s->places[at & (s->capacity - 1)];
        if (place->last == 0 || place->print == print)
            return place;
    }
}

static void insert(SampleSet *s, const Seen *seen)
{
    Seen *place = find(s, seen->print);
    if (place->last == 0) {
        *place = *seen;
        s->count++;
        return;
    }
    place->count += seen->count;
    if (seen->last > place->last)
        place->last = seen->last;
}

// Empties the slot. Later entries that are not in their home slot move up.
static void take_out(SampleSet *s, uint64_t at)
{
    uint64_t mask = s->capacity - 1;
    assert(at < s->capacity && s->places[at].last && s->count > 0);
    for (uint64_t next = (at + 1) & mask; s->places[next].last; next = (next + 1) & mask) {
        uint64_t home = home_of(s->places[next].print);
        if (((next - home) & mask) < ((next - at) & mask))
            continue;
        s->places[at] = s->places[next];
        at = next;
    }
    s->places[at] = (Seen){0};
    s->count--;
}

// Discards half of the entries. In place: a long run takes no more memory than a short one.
static void thin(SampleSet *s)
{
    assert(s->mask < UINT64_MAX);
    s->mask = s->mask * 2 + 1;
    for (uint32_t i = 0; i < s->capacity; i++)
        while (s->places[i].last && !sample_set_wants(s, s->places[i].print))
            take_out(s, i);
}

static void make_room(SampleSet *s)
{
    while (s->count > s->capacity / 4 * 3)
        thin(s);
}

bool sample_set_add(SampleSet *s, uint64_t print, uint64_t schedule)
{
    if (!sample_set_wants(s, print))
        return false;
    Seen *place = find(s, print);
    bool is_new = place->last == 0;
    if (is_new) {
        *place = (Seen){.print = print, .last = schedule + 1, .count = 1};
        s->count++;
        make_room(s);
    } else if (place->last != schedule + 1) {
        assert(place->last <= schedule);
        place->last = schedule + 1;
        place->count++;
    }
    return is_new;
}

bool sample_set_has(const SampleSet *s, uint64_t print)
{
    assert_debug(sample_set_wants(s, print));
    return find(s, print)->last != 0;
}

void sample_set_merge(SampleSet *s, const SampleSet *other)
{
    while (s->mask < other->mask)
        thin(s);
    for (uint32_t i = 0; i < other->capacity; i++) {
        const Seen *seen = &other->places[i];
        if (seen->last && sample_set_wants(s, seen->print)) {
            insert(s, seen);
            make_room(s);
        }
    }
}

double sample_set_distinct(const SampleSet *s, bool *is_exact)
{
    *is_exact = s->mask == 0;
    return (double)s->count * (double)(s->mask + 1);
}

double sample_set_once(const SampleSet *s)
{
    uint64_t once = 0;
    for (uint32_t i = 0; i < s->capacity; i++)
        once += s->places[i].last && s->places[i].count == 1;
    return (double)once * (double)(s->mask + 1);
}

double sample_set_unseen(const SampleSet *s)
{
    uint64_t once = 0, all = 0;
    for (uint32_t i = 0; i < s->capacity; i++) {
        if (s->places[i].last == 0)
            continue;
        once += s->places[i].count == 1;
        all += s->places[i].count;
    }
    assert(once <= all);
    return all ? (double)once / (double)all : 1;
}
