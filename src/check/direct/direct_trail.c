// check/direct/direct_trail.c: the notes of a step as a trail.
//
// Few lists of notes occur, again and again. They are kept as a tree: a node is a list, and its
// children are the lists with one note more. So a list that occurred before is found by its notes,
// one after the other, and most nodes have few children.

#include <stdlib.h>

#include "base/arena.h"
#include "base/memory.h"
#include "check/direct/direct_impl.h"

enum {
    FIRSTS = 1 << 8,       // lists of one note, by a small hash
    NODES_MOST = 1 << 16,  // lists beyond are not kept
    LENGTH_MOST = 256,     // longer ones neither
};

struct TrailNode {
    Cell cell;        // the last note of the list
    TrailNode *next;  // with the same parent
    TrailNode *kids;
    uint32_t trail;  // of the list
    bool is_known;   // the trail is
};

struct KnownTrails {
    Arena arena;
    uint32_t count;
    TrailNode *firsts[FIRSTS];
};

static inline TrailNode **list_of(KnownTrails *known, TrailNode *parent, const Cell *cell)
{
    return parent ? &parent->kids : &known->firsts[(cell->a * 8 + cell->b) % FIRSTS];
}

static inline TrailNode *kid_with(TrailNode *list, const Cell *cell)
{
    while (list && !cell_equals(&list->cell, cell))
        list = list->next;
    return list;
}

// The node of the list, which is added if need be.
static TrailNode *add(KnownTrails *known, const Notes *notes)
{
    TrailNode *node = NULL;
    for (uint32_t i = 0; i < notes->count; i++) {
        TrailNode **list = list_of(known, node, &notes->cells[i]);
        node = kid_with(*list, &notes->cells[i]);
        if (node)
            continue;
        node = NEW(&known->arena, TrailNode);
        *node = (TrailNode){.cell = notes->cells[i], .next = *list};
        *list = node;
        known->count++;
    }
    return node;
}

static __attribute__((noinline)) uint32_t compute(Direct *d, const Notes *notes)
{
    uint32_t trail = trail_of(engine_trails(d->engine), notes->cells, notes->count);
    if (notes->count <= LENGTH_MOST && d->trails->count < NODES_MOST) {
        TrailNode *node = add(d->trails, notes);
        node->trail = trail;
        node->is_known = true;
    }
    return trail;
}

uint32_t direct_trail_of(Direct *d, const Notes *notes)
{
    const Cell *cell = notes->cells, *end = cell + notes->count;
    assert_debug(notes->count > 0);
    TrailNode *node = kid_with(*list_of(d->trails, NULL, cell), cell);
    for (cell++; node && cell < end; cell++)
        node = kid_with(node->kids, cell);
    if (!node || !node->is_known)
        return compute(d, notes);
    assert_debug(node->trail == trail_of(engine_trails(d->engine), notes->cells, notes->count));
    return node->trail;
}

void direct_trails_init(Direct *d)
{
    d->trails = memory_zeroed(1, sizeof *d->trails);
}

void direct_trails_drop(Direct *d)
{
    arena_drop(&d->trails->arena);
    free(d->trails);
}
