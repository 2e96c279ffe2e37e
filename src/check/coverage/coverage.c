// check/coverage/coverage.c: counts by cell, and sums of them.

#include "check/coverage/coverage.h"

#include <stdlib.h>
#include <string.h>

#include "base/err.h"
#include "base/map.h"
#include "base/memory.h"
#include "check/coverage/declared.h"
#include "check/tables/index.h"

struct Coverage {
    const PProgram *program;
    Cell *cells;  // the first is not used: ids count from 1
    uint64_t *counts;
    uint32_t count, capacity;
    Index index;
    bool is_sorted;
    bool *has_machine;
    DeclaredList declared;
};

uint64_t cell_hash(const Cell *cell)
{
    return map_mix(map_mix((uint64_t)cell->kind << 32 | cell->a) + ((uint64_t)cell->b << 32) +
                   cell->c);
}

// ------------------------------------------------------------------------------ life cycle

Coverage *coverage_new(const PProgram *p)
{
    Coverage *c = memory_lines(sizeof *c);
    c->program = p;
    c->has_machine = memory_zeroed(p->machine_count, sizeof *c->has_machine);
    c->count = 1;
    declared_list(p, &c->declared);
    return c;
}

void coverage_free(Coverage *c)
{
    if (!c)
        return;
    free(c->cells);
    free(c->counts);
    free(c->has_machine);
    declared_drop(&c->declared);
    index_drop(&c->index);
    free(c);
}

// ---------------------------------------------------------------------------------- adding

static uint32_t find(const Coverage *c, const Cell *cell)
{
    uint32_t id;
    for (IndexLook l = index_look(&c->index, cell_hash(cell)); (id = index_next(&l));)
        if (cell_equals(&c->cells[id], cell))
            return id;
    return 0;
}

static void grow(Coverage *c)
{
    c->capacity = c->capacity ? c->capacity * 2 : 64;
    c->cells = realloc(c->cells, c->capacity * sizeof *c->cells);
    c->counts = realloc(c->counts, c->capacity * sizeof *c->counts);
    if (!c->cells || !c->counts)
        die_out_of_memory(c->capacity * sizeof *c->cells);
}

void coverage_add(Coverage *c, const Cell *cell, uint64_t count)
{
    assert(cell->kind <= CELL_HALTED && (cell->kind != CELL_EVENT || cell->c < WAY_COUNT));
    if (count == 0)
        return;
    uint32_t id = find(c, cell);
    if (!id) {
        if (c->count >= c->capacity)
            grow(c);
        id = c->count++;
        c->cells[id] = *cell;
        c->counts[id] = 0;
        c->is_sorted = false;
        index_add(&c->index, cell_hash(cell), id);
    }
    bool is_flag = cell->kind == CELL_EVENT && cell->c == WAY_DEFERRED;
    c->counts[id] = is_flag ? 1 : c->counts[id] + count;
}

void coverage_add_machine(Coverage *c, uint32_t machine)
{
    assert(machine < c->program->machine_count);
    c->has_machine[machine] = true;
}

void coverage_add_test(Coverage *c, const PTest *test)
{
    const PProgram *p = c->program;
    for (uint32_t i = 0; i < p->interface_count; i++)
        if (test->bound[i] != P_NONE)
            coverage_add_machine(c, test->bound[i]);
    for (uint32_t i = 0; i < test->attachment_count; i++)
        coverage_add_machine(c, test->attachments[i].spec);
    for (uint32_t i = 0; i < p->machine_count; i++)
        if (p->machines[i].kind == P_MACHINE_SPEC && p->machines[i].is_explicit)
            coverage_add_machine(c, i);
}

void coverage_join(Coverage *into, const Coverage *from)
{
    assert(into != from && into->program == from->program);
    for (uint32_t id = 1; id < from->count; id++)
        coverage_add(into, &from->cells[id], from->counts[id]);
    for (uint32_t i = 0; i < into->program->machine_count; i++)
        into->has_machine[i] |= from->has_machine[i];
}

// --------------------------------------------------------------------------------- looking

uint64_t coverage_count(const Coverage *c, CellKind kind, uint32_t a, uint32_t b, uint32_t d)
{
    uint32_t id = find(c, &(Cell){kind, a, b, d});
    return id ? c->counts[id] : 0;
}

bool coverage_has_machine(const Coverage *c, uint32_t machine)
{
    assert(machine < c->program->machine_count);
    return c->has_machine[machine];
}

typedef struct Counted {
    Cell cell;
    uint64_t count;
} Counted;

static int compare(const void *one, const void *other)
{
    const Cell *x = &((const Counted *)one)->cell, *y = &((const Counted *)other)->cell;
    if (x->kind != y->kind)
        return x->kind < y->kind ? -1 : 1;
    if (x->a != y->a)
        return x->a < y->a ? -1 : 1;
    if (x->b != y->b)
        return x->b < y->b ? -1 : 1;
    return x->c < y->c ? -1 : x->c > y->c;
}

static void sort(Coverage *c)
{
    Counted *list = memory_zeroed(c->count, sizeof *list);
    for (uint32_t id = 1; id < c->count; id++)
        list[id] = (Counted){c->cells[id], c->counts[id]};
    qsort(list + 1, c->count - 1, sizeof *list, compare);
    index_drop(&c->index);
    c->index = (Index){0};
    for (uint32_t id = 1; id < c->count; id++) {
        assert(id == 1 || compare(&list[id - 1], &list[id]) < 0);  // each cell once
        c->cells[id] = list[id].cell;
        c->counts[id] = list[id].count;
        index_add(&c->index, cell_hash(&c->cells[id]), id);
    }
    free(list);
    c->is_sorted = true;
}

uint32_t coverage_cell_count(const Coverage *c)
{
    return c->count - 1;
}

const Cell *coverage_cells(Coverage *c)
{
    if (!c->is_sorted && c->count > 1)
        sort(c);
    return c->cells + 1;
}

uint32_t coverage_declared_count(const Coverage *c)
{
    return c->declared.count;
}

const Declared *coverage_declared(const Coverage *c)
{
    return c->declared.items;
}

// ------------------------------------------------------------------------------------ sums

static uint64_t count_ways(const Coverage *c, const Declared *d, uint32_t ways)
{
    uint64_t count = 0;
    for (uint32_t way = 0; way < WAY_COUNT; way++)
        if (ways >> way & 1)
            count += coverage_count(c, CELL_EVENT, d->state, d->event, way);
    return count;
}

uint64_t coverage_seen(const Coverage *c, const Declared *d)
{
    const uint32_t acts = 1u << WAY_TAKEN | 1u << WAY_RAISED;
    switch (d->kind) {
    case DECLARED_STATE:
        return coverage_count(c, CELL_ENTERED, d->state, 0, 0);
    case DECLARED_HANDLER:
        return count_ways(c, d,
                          d->how == P_ON_DEFER    ? 1u << WAY_DEFERRED
                          : d->how == P_ON_IGNORE ? acts | 1u << WAY_IGNORED
                                                  : acts);
    case DECLARED_RECEIVE:
        return count_ways(c, d, 1u << WAY_RECEIVED);
    case DECLARED_GOTO:
        return coverage_count(c, CELL_GOTO, d->state, d->target, P_NONE);
    case DECLARED_PUSH:
        return coverage_count(c, CELL_PUSH, d->state, d->target, P_NONE);
    }
    return 0;
}

static void add_share(Share *s, bool is_seen)
{
    s->declared++;
    s->seen += is_seen;
}

static void add_up(const Coverage *c, const Declared *d, Shares *s)
{
    switch (d->kind) {
    case DECLARED_STATE:
        add_share(&s->states, coverage_seen(c, d));
        break;
    case DECLARED_HANDLER:
    case DECLARED_RECEIVE:
        add_share(&s->triples, coverage_seen(c, d));
        if (d->target != P_NONE)
            add_share(&s->transitions, coverage_seen(c, d));
        break;
    case DECLARED_GOTO:
    case DECLARED_PUSH:
        add_share(&s->transitions, coverage_seen(c, d));
        break;
    }
}

static Shares sum(const Coverage *c, uint32_t machine, uint32_t state)
{
    Shares s = {0};
    for (uint32_t i = 0; i < c->declared.count; i++) {
        const Declared *d = &c->declared.items[i];
        bool is_meant = machine != P_NONE ? d->machine == machine
                        : state != P_NONE ? d->state == state
                                          : c->has_machine[d->machine];
        if (is_meant)
            add_up(c, d, &s);
    }
    assert(s.states.seen <= s.states.declared && s.triples.seen <= s.triples.declared &&
           s.transitions.seen <= s.transitions.declared);
    return s;
}

Shares coverage_of_machine(const Coverage *c, uint32_t machine)
{
    assert(machine < c->program->machine_count);
    return sum(c, machine, P_NONE);
}

Shares coverage_of_state(const Coverage *c, uint32_t state)
{
    assert(state < c->program->state_count);
    return sum(c, P_NONE, state);
}

Shares coverage_of_all(const Coverage *c)
{
    return sum(c, P_NONE, P_NONE);
}
