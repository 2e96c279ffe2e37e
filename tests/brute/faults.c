// tests/brute/faults.c: what can go wrong in a state, written from the text of docs/contract.md.

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "brute.h"
#include "rt/suspect.h"

typedef struct List {
    BruteFault *items;
    uint32_t count, capacity;
} List;

static void add(List *list, FaultKind kind, uint32_t a, uint32_t b)
{
    static const uint32_t counts[] = {
        [FAULT_NONE] = 1, [FAULT_CRASH] = 2, [FAULT_CUT] = 3, [FAULT_SUSPECT] = 3};
    BruteFault fault = {.choices = {kind, a, b}, .count = counts[kind]};
    if (kind == FAULT_CUT && a > b)
        fault = (BruteFault){.choices = {kind, b, a}, .count = counts[kind]};
    for (uint32_t i = 0; i < list->count; i++)
        if (memcmp(&list->items[i], &fault, sizeof fault) == 0)
            return;
    if (list->count == list->capacity) {
        list->capacity = list->capacity ? list->capacity * 2 : 16;
        list->items = memory_resized(list->items, list->capacity, sizeof *list->items);
    }
    list->items[list->count++] = fault;
}

static uint32_t container_of(const Execution *x, uint32_t machine)
{
    return x->players[machine - 1]->container;
}

// Something travels between the containers: a cut would lose it, and so may a crash of the first.
static void add_between(List *list, const Network *left, uint32_t from, uint32_t to)
{
    if (left->crashes)
        add(list, FAULT_CRASH, from, 0);
    if (left->cuts)
        add(list, FAULT_CUT, from, to);
}

static bool hears_suspicions(const PProgram *p, uint32_t kind)
{
    for (uint32_t i = 0; i < p->state_count; i++)
        for (uint32_t k = 0; p->states[i].machine == kind && k < p->states[i].handler_count; k++)
            if (strcmp(p->events[p->states[i].handlers[k].event].name, SUSPECT_EVENT) == 0)
                return true;
    return false;
}

static void add_suspicions(List *list, const Execution *x, const bool *is_referred, uint32_t who)
{
    for (uint32_t peer = 1; peer <= x->player_count; peer++)
        if (is_referred[peer] && container_of(x, peer) != container_of(x, who))
            add(list, FAULT_SUSPECT, who, peer);
}

uint32_t list_faults(const Execution *x, const Paths *names, const Live *live, BruteFault **items)
{
    const Network *left = &x->network;
    List list = {0};

    add(&list, FAULT_NONE, 0, 0);
    for (uint32_t i = 1; i <= x->player_count; i++) {
        const Player *a = x->players[i - 1];
        if (a->position == POSITION_HALTED)
            continue;
        if (a->role == PLAYER_CHANNEL && !a->is_orphan)
            add_between(&list, left, container_of(x, a->from), container_of(x, a->to));
        if (a->role != PLAYER_MACHINE)
            continue;
        if (left->crashes)
            add(&list, FAULT_CRASH, a->container, 0);
        if (!a->has_begun && !a->is_orphan && a->creator && a->container == i)
            add_between(&list, left, container_of(x, a->creator), i);
        if (left->suspicions && hears_suspicions(x->program, a->machine.kind)) {
            bool *is_referred = describe_refs(x, names, live, i);
            add_suspicions(&list, x, is_referred, i);
            free(is_referred);
        }
    }
    *items = list.items;
    return list.count;
}
