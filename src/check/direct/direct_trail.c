// check/direct/direct_trail.c: the notes of a step as a trail.
//
// Few lists of notes occur, again and again: a list that occurred before is found by its hash.

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "check/direct/direct_impl.h"

enum { TRAILS = 1 << 13 };  // slots; a power of two

static inline bool is_same(const KnownTrail *known, const Notes *notes)
{
    if (known->hash != notes->hash || known->count != notes->count)
        return false;
    for (uint32_t i = 0; i < notes->count; i++)
        if (!cell_equals(&known->cells[i], &notes->cells[i]))
            return false;
    return true;
}

// The slot of the list, or a free one; NULL: the table is full.
static inline KnownTrail *find(const Direct *d, const Notes *notes)
{
    for (uint64_t at = notes->hash;; at++) {
        KnownTrail *known = &d->trails[at & (TRAILS - 1)];
        if (!known->cells)
            return d->trail_count < TRAILS / 2 ? known : NULL;
        if (is_same(known, notes))
            return known;
    }
}

static __attribute__((noinline)) uint32_t add(Direct *d, KnownTrail *known, const Notes *notes)
{
    uint32_t trail = trail_of(engine_trails(d->engine), notes->cells, notes->count);
    if (known) {
        *known = (KnownTrail){.hash = notes->hash,
                              .cells = memory_resized(NULL, notes->count, sizeof *notes->cells),
                              .count = notes->count,
                              .trail = trail};
        memcpy(known->cells, notes->cells, notes->count * sizeof *notes->cells);
        d->trail_count++;
    }
    return trail;
}

uint32_t direct_trail_of(Direct *d, const Notes *notes)
{
    assert_debug(notes->count > 0);
    if (!d->trails)
        d->trails = memory_zeroed(TRAILS, sizeof *d->trails);
    KnownTrail *known = find(d, notes);
    return known && known->cells ? known->trail : add(d, known, notes);
}

void direct_trails_drop(Direct *d)
{
    for (uint32_t i = 0; d->trails && i < TRAILS; i++)
        free(d->trails[i].cells);
    free(d->trails);
}
