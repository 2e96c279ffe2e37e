// check/liveness/product.c: the graph as an automaton with accepting edges.

#include "check/liveness/product.h"

#include <stdlib.h>

#include "base/memory.h"

enum { IS_HOT = 1, IS_LEFT_OUT = 2 };

static bool lists(const uint32_t *list, uint32_t count, uint32_t number)
{
    for (uint32_t i = 0; i < count; i++)
        if (list[i] == number)
            return true;
    return false;
}

static bool is_left_out(const Mark *m, uint32_t monitor, uint64_t ended)
{
    for (uint32_t i = 0; i < m->choice_count; i++)
        if (ended >> m->choices[i].site & 1)
            return true;
    return lists(m->cold, m->cold_count, monitor);
}

static void add_duty(Automaton *p, uint32_t *capacity, Duty duty)
{
    MEMORY_GROW(p->duties, p->duty_count + 1, *capacity);
    p->duties[p->duty_count++] = duty;
}

static bool is_ever_enabled(const Graph *g, uint32_t machine)
{
    for (uint32_t i = 0; i < g->set_count; i++)
        if (lists(g->sets[i].machines, g->sets[i].count, machine))
            return true;
    return false;
}

uint32_t product_machines(const Graph *g)
{
    uint32_t most = 0;
    for (uint32_t i = 0; i < g->set_count; i++)
        for (uint32_t k = 0; k < g->sets[i].count; k++)
            if (g->sets[i].machines[k] >= most)
                most = g->sets[i].machines[k] + 1;
    return most;
}

void product_init(Automaton *p, const Graph *g, uint32_t monitor, uint64_t ended,
                  bool within_handler, bool needs_outcomes)
{
    uint32_t capacity = 0, machines = within_handler ? 0 : product_machines(g);
    assert(g->site_count <= PRODUCT_SITES_MAX);
    *p = (Automaton){.graph = g, .within_handler = within_handler};
    p->temperature = memory_zeroed(g->mark_count, sizeof *p->temperature);
    for (uint32_t i = 0; i < g->mark_count; i++) {
        const Mark *m = &g->marks[i];
        p->temperature[i] = (lists(m->hot, m->hot_count, monitor) ? IS_HOT : 0) |
                            (is_left_out(m, monitor, ended) ? IS_LEFT_OUT : 0);
    }
    add_duty(p, &capacity, (Duty){.kind = DUTY_HOT});
    for (uint32_t i = 0; i < machines; i++)
        if (is_ever_enabled(g, i))
            add_duty(p, &capacity, (Duty){.kind = DUTY_MACHINE, .machine = i});
    for (uint32_t site = 0; site < g->site_count && needs_outcomes; site++)
        for (uint32_t k = 0; k < g->outcomes[site] && !(ended >> site & 1); k++)
            add_duty(p, &capacity, (Duty){.kind = DUTY_OUTCOME, .choice = {site, k}});
}

void product_drop(Automaton *p)
{
    free(p->temperature);
    free(p->duties);
    *p = (Automaton){0};
}

ProductReader product_of(const Automaton *p, uint64_t state)
{
    assert(state < product_states(p));
    ProductReader r = {.steps = steps_of(p->graph->steps, (uint32_t)(state / p->duty_count)),
                       .duty = (uint32_t)(state % p->duty_count)};
    if (p->within_handler && !r.steps.is_choosing)
        r.steps.at = NULL;
    return r;
}

// Whether the step, from a node with these enabled machines, meets the duty.
static bool meets(const Automaton *p, const Duty *d, const GraphStep *step, uint32_t enabled)
{
    const Mark *m = &p->graph->marks[step->mark];
    const MachineSet *set = &p->graph->sets[enabled];
    switch (d->kind) {
    case DUTY_HOT:
        return p->temperature[step->mark] & IS_HOT;
    case DUTY_MACHINE:
        return m->machine == d->machine || !lists(set->machines, set->count, d->machine);
    case DUTY_OUTCOME:
        for (uint32_t i = 0; i < m->choice_count; i++)
            if (m->choices[i].site == d->choice.site && m->choices[i].outcome == d->choice.outcome)
                return true;
        return false;
    }
    return false;
}

bool product_read(const Automaton *p, ProductReader *r, ProductEdge *edge)
{
    GraphStep step;
    do {
        if (!step_read(&r->steps, &step))
            return false;
    } while (p->temperature[step.mark] & IS_LEFT_OUT);
    uint32_t duty = r->duty;
    while (duty < p->duty_count && meets(p, &p->duties[duty], &step, r->steps.enabled))
        duty++;
    edge->is_accepting = duty == p->duty_count;
    edge->to = (uint64_t)step.to * p->duty_count + (edge->is_accepting ? 0 : duty);
    return true;
}
