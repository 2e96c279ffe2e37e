// check/direct/direct_trail.c: the notes of a step as a trail.
//
// Few lists of notes occur, again and again: a list that occurred before is found by its hash.

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "check/direct/direct_impl.h"

enum { TRAILS = 1 << 13 };  // slots; a power of two

static uint64_t hash_of(const Notes *notes)
{
    uint64_t hash = 0;
    for (uint32_t i = 0; i < notes->count; i++) {
        const Cell *c = &notes->cells[i];
        hash = (hash ^ ((uint64_t)c->kind << 32 | c->a)) * 0x9e3779b97f4a7c15u;
        hash = (hash ^ ((uint64_t)c->c << 32 | c->b)) * 0xd6e8feb86659fd93u;
        hash ^= hash >> 32;
    }
    return hash;
}

// The slot of the list, or a free one; NULL: the table is full.
static KnownTrail *find(const Direct *d, uint64_t hash, const Notes *notes)
{
    size_t size = notes->count * sizeof *notes->cells;
    for (uint64_t at = hash;; at++) {
        KnownTrail *known = &d->trails[at & (TRAILS - 1)];
        if (!known->cells)
            return d->trail_count < TRAILS / 2 ? known : NULL;
        if (known->hash == hash && known->count == notes->count &&
            memcmp(known->cells, notes->cells, size) == 0)
            return known;
    }
}

uint32_t direct_trail(Direct *d, const Notes *notes)
{
    Trails *trails = engine_trails(d->engine);
    if (notes->count == 0)
        return 0;
    if (!d->trails)
        d->trails = memory_zeroed(TRAILS, sizeof *d->trails);
    uint64_t hash = hash_of(notes);
    KnownTrail *known = find(d, hash, notes);
    if (known && known->cells)
        return known->trail;
    uint32_t trail = trail_of(trails, notes->cells, notes->count);
    if (known) {
        *known = (KnownTrail){.hash = hash,
                              .cells = memory_resized(NULL, notes->count, sizeof *notes->cells),
                              .count = notes->count,
                              .trail = trail};
        memcpy(known->cells, notes->cells, notes->count * sizeof *notes->cells);
        d->trail_count++;
    }
    return trail;
}

void direct_trails_drop(Direct *d)
{
    for (uint32_t i = 0; d->trails && i < TRAILS; i++)
        free(d->trails[i].cells);
    free(d->trails);
}
