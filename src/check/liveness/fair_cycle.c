// check/liveness/fair_cycle.c: divides strongly connected components until they are fair.
//
// The edges on which the monitor is cold are removed, and the strongly connected components of
// the rest are examined one by one:
//
//   * no hot edge: no part of it violates the monitor;
//   * a machine can run in each of its nodes and runs on none of its edges: each run that
//     stays in it is unfair, and so are those of all its parts;
//   * some outcome of a fair choice is missing, while others occur: a fair run cannot make
//     this choice for ever. All edges that make it are removed, and the rest is divided into
//     components again;
//   * else a run that takes all its edges infinitely often is fair, and violates the monitor.
//
// Each removal removes a site from that part, so this terminates. A division is a depth-first
// search without recursion, with one number for each node: first its place in the order of the
// search, then the lowest place that it can reach, in the end its component. Components are
// numbered downwards from the largest number, so a finished node is never lower than one that
// is being searched.
//
// D. Pearce: A space-efficient algorithm for finding strongly connected components, Information
// Processing Letters 116, 2016.
// A. Duret-Lutz, D. Poitrenaud, J.-M. Couvreur: On-the-fly Emptiness Check of Transition-Based
// Streett Automata, ATVA 2009.

#include "check/liveness/fair_cycle.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/err.h"
#include "base/memory.h"
#include "check/liveness/trim.h"

// Of a mark. IS_REMOVED: in the current division.
enum { IS_HOT = 1, IS_COLD = 2, IS_REMOVED = 4 };

#define IGNORED UINT32_MAX  // as the component of a node

// A node whose steps are being followed.
typedef struct __attribute__((packed)) Frame {
    const uint8_t *next;  // the next step, or NULL
    uint32_t node;
    bool is_root;   // so far it reaches no node before it
    bool has_loop;  // one of its steps leads to itself
} Frame;

// Nodes that have to be divided, without the steps that choose at some sites.
typedef struct Division {
    uint32_t *nodes;  // NULL: all nodes of the graph
    uint32_t count;
    uint32_t *sites;
    uint32_t site_count;
} Division;

struct FairSearch {
    const Graph *graph;
    bool within_handler;
    uint8_t *temperature;  // by mark
    uint32_t *component;   // by node; 0: not searched yet in this division
    uint32_t components;   // the next number for one, downwards
    Division now;
    uint32_t begun;   // of its nodes
    uint32_t place;   // in the order of the search
    uint32_t *stack;  // nodes that were left, and whose component is not known
    uint64_t stack_count, stack_capacity;
    Frame *frames;
    uint64_t frame_count, frame_capacity;
    Division *divisions;  // for later
    uint32_t division_count, division_capacity;
    // The component under examination.
    uint32_t stamp;  // its number, from 1
    uint32_t *mark_stamp, *set_stamp, *site_stamp;  // the last component that had it
    uint32_t *site_first;  // by site: its first number in `seen`
    bool *seen;            // by site and outcome
    bool *has_run;         // by machine
    uint32_t *always;      // machines that can run in each node of the component
    uint32_t machine_count;
};

// -------------------------------------------------------------------------- life cycle

static bool lists(const uint32_t *monitors, uint32_t count, uint32_t monitor)
{
    for (uint32_t i = 0; i < count; i++)
        if (monitors[i] == monitor)
            return true;
    return false;
}

static uint32_t most_machines(const Graph *g)
{
    uint32_t most = 0;
    for (uint32_t i = 0; i < g->mark_count; i++)
        if (g->marks[i].machine >= most)
            most = g->marks[i].machine + 1;
    for (uint32_t i = 0; i < g->set_count; i++) {
        const MachineSet *s = &g->sets[i];
        if (s->count && s->machines[s->count - 1] >= most)
            most = s->machines[s->count - 1] + 1;
    }
    return most;
}

static void number_sites(FairSearch *f)
{
    const Graph *g = f->graph;
    f->site_first = memory_zeroed((uint64_t)g->site_count + 1, sizeof *f->site_first);
    for (uint32_t i = 0; i < g->site_count; i++)
        f->site_first[i + 1] = f->site_first[i] + g->outcomes[i];
    f->seen = memory_zeroed(f->site_first[g->site_count], sizeof *f->seen);
}

// The first division: all nodes that may lie on a cycle.
static void ignore_trimmed(FairSearch *f)
{
    const Graph *g = f->graph;
    bool *is_cold = memory_zeroed(g->mark_count, sizeof *is_cold);
    for (uint32_t i = 0; i < g->mark_count; i++)
        is_cold[i] = f->temperature[i] & IS_COLD;
    NodeSet left = trim(g, is_cold, f->within_handler);
    f->components = IGNORED - 1;
    if (left.count > 0) {
        f->now = (Division){.count = g->node_count};
        f->component = memory_zeroed(g->node_count, sizeof *f->component);
        for (uint32_t n = 0; n < g->node_count; n++)
            if (!node_set_has(&left, n))
                f->component[n] = IGNORED;
    }
    node_set_drop(&left);
    free(is_cold);
}

FairSearch *fair_search_new(const Graph *g, uint32_t monitor, bool within_handler)
{
    FairSearch *f = memory_zeroed(1, sizeof *f);
    f->graph = g;
    f->within_handler = within_handler;
    f->temperature = memory_zeroed(g->mark_count, 1);
    for (uint32_t i = 0; i < g->mark_count; i++) {
        const Mark *m = &g->marks[i];
        f->temperature[i] = (lists(m->hot, m->hot_count, monitor) ? IS_HOT : 0) |
                            (lists(m->cold, m->cold_count, monitor) ? IS_COLD : 0);
    }
    ignore_trimmed(f);
    f->mark_stamp = memory_zeroed(g->mark_count, sizeof *f->mark_stamp);
    f->set_stamp = memory_zeroed(g->set_count, sizeof *f->set_stamp);
    f->site_stamp = memory_zeroed(g->site_count, sizeof *f->site_stamp);
    f->machine_count = most_machines(g);
    f->has_run = memory_zeroed(f->machine_count, sizeof *f->has_run);
    f->always = memory_zeroed(f->machine_count, sizeof *f->always);
    number_sites(f);
    return f;
}

static void division_drop(Division *d)
{
    free(d->nodes);
    free(d->sites);
    *d = (Division){0};
}

void fair_search_free(FairSearch *f)
{
    for (uint32_t i = 0; i < f->division_count; i++)
        division_drop(&f->divisions[i]);
    division_drop(&f->now);
    free(f->divisions);
    free(f->temperature);
    free(f->component);
    free(f->stack);
    free(f->frames);
    free(f->mark_stamp);
    free(f->set_stamp);
    free(f->site_stamp);
    free(f->site_first);
    free(f->seen);
    free(f->has_run);
    free(f->always);
    free(f);
}

// ------------------------------------------------------------------------------- edges

bool fair_search_has(const FairSearch *f, uint32_t node, GraphStep step)
{
    return f->component[step.to] == f->component[node] &&
           !(f->temperature[step.mark] & (IS_COLD | IS_REMOVED));
}

bool fair_search_is_hot(const FairSearch *f, uint32_t mark)
{
    return f->temperature[mark] & IS_HOT;
}

// -------------------------------------------------------------------------- components

static void push(FairSearch *f, uint32_t node)
{
    if (f->stack_count == f->stack_capacity) {
        f->stack_capacity = f->stack_capacity ? f->stack_capacity * 2 : 256;
        f->stack = memory_resized(f->stack, f->stack_capacity, sizeof *f->stack);
    }
    f->stack[f->stack_count++] = node;
}

static void visit(FairSearch *f, uint32_t node)
{
    if (f->frame_count == f->frame_capacity) {
        f->frame_capacity = f->frame_capacity ? f->frame_capacity * 2 : 256;
        f->frames = memory_resized(f->frames, f->frame_capacity, sizeof *f->frames);
    }
    f->component[node] = f->place++;
    f->frames[f->frame_count++] =
        (Frame){.next = steps_of(f->graph->steps, node).at, .node = node, .is_root = true};
}

// The node of the frame reaches the other one.
static void lower(FairSearch *f, Frame *frame, uint32_t to)
{
    if (f->component[to] < f->component[frame->node]) {
        f->component[frame->node] = f->component[to];
        frame->is_root = false;
    }
}

// The node is the root of a component: numbers it, and returns whether a run can stay in it.
// Then its nodes are on the stack, from `*begin` to its end.
static bool end_component(FairSearch *f, const Frame *root, uint64_t *begin)
{
    uint32_t low = f->component[root->node];
    push(f, root->node);
    *begin = f->stack_count - 1;
    while (*begin > 0 && f->component[f->stack[*begin - 1]] >= low)
        --*begin;
    uint32_t count = (uint32_t)(f->stack_count - *begin);
    assert(f->place >= count && f->components > f->place);
    for (uint64_t i = *begin; i < f->stack_count; i++)
        f->component[f->stack[i]] = f->components;
    f->components--;
    f->place -= count;
    return count > 1 || root->has_loop;
}

// Follows the steps of the node on top, up to a node that was not searched yet.
static bool descend(FairSearch *f)
{
    Frame *top = &f->frames[f->frame_count - 1];
    StepReader r = {.at = top->next, .node = top->node, .steps = f->graph->steps};
    GraphStep step;
    while (step_read(&r, &step)) {
        if (f->temperature[step.mark] & (IS_COLD | IS_REMOVED))
            continue;
        if (step.to == top->node)
            top->has_loop = true;
        else if (f->component[step.to] != 0)
            lower(f, top, step.to);
        else {
            top->next = r.at;
            visit(f, step.to);
            return true;
        }
    }
    return false;
}

// Searches up to the end of a component in which a run can stay. False: there are no more in
// this division.
static bool next_component(FairSearch *f, uint64_t *begin)
{
    for (;;) {
        while (f->frame_count == 0) {
            if (f->begun == f->now.count)
                return false;
            uint32_t node = f->now.nodes ? f->now.nodes[f->begun] : f->begun;
            f->begun++;
            if (f->component[node] == 0)
                visit(f, node);
        }
        if (descend(f))
            continue;
        Frame left = f->frames[--f->frame_count];
        if (f->frame_count > 0 && !left.is_root)
            lower(f, &f->frames[f->frame_count - 1], left.node);
        if (!left.is_root)
            push(f, left.node);
        else if (end_component(f, &left, begin))
            return true;
        else
            f->stack_count = *begin;
    }
}

// ---------------------------------------------------------------------------- fairness

// Notes the machine and the choices of a mark, once for each component.
static void note_mark(FairSearch *f, uint32_t number)
{
    const Mark *m = &f->graph->marks[number];
    if (f->mark_stamp[number] == f->stamp)
        return;
    f->mark_stamp[number] = f->stamp;
    f->has_run[m->machine] = true;
    for (uint32_t i = 0; i < m->choice_count; i++) {
        uint32_t site = m->choices[i].site, outcomes = f->graph->outcomes[site];
        assert(m->choices[i].outcome < outcomes);
        if (f->site_stamp[site] != f->stamp)
            memset(f->seen + f->site_first[site], 0, outcomes * sizeof *f->seen);
        f->site_stamp[site] = f->stamp;
        f->seen[f->site_first[site] + m->choices[i].outcome] = true;
    }
}

// Keeps the machines of the list that are in the set.
static uint32_t intersect(uint32_t *list, uint32_t count, const MachineSet *set)
{
    uint32_t kept = 0;
    for (uint32_t i = 0, j = 0; i < count; i++) {
        while (j < set->count && set->machines[j] < list[i])
            j++;
        if (j < set->count && set->machines[j] == list[i])
            list[kept++] = list[i];
    }
    return kept;
}

// Some machine can run in each node of the component, and runs on none of its edges.
static bool starves_one(FairSearch *f, const FairPart *part)
{
    const Graph *g = f->graph;
    const MachineSet *first = &g->sets[steps_of(g->steps, part->nodes[0]).enabled];
    uint32_t count = first->count;
    if (count)
        memcpy(f->always, first->machines, count * sizeof *f->always);
    for (uint32_t i = 0; i < part->count && count > 0; i++) {
        uint32_t set = steps_of(g->steps, part->nodes[i]).enabled;
        if (f->set_stamp[set] != f->stamp)
            count = intersect(f->always, count, &g->sets[set]);
        f->set_stamp[set] = f->stamp;
    }
    for (uint32_t i = 0; i < count; i++)
        if (!f->has_run[f->always[i]])
            return true;
    return false;
}

// Notes the edges of the component; whether one of them is hot.
static bool note_edges(FairSearch *f, const FairPart *part)
{
    bool is_hot = false;
    memset(f->has_run, 0, f->machine_count * sizeof *f->has_run);
    for (uint32_t i = 0; i < part->count; i++) {
        StepReader r = steps_of(f->graph->steps, part->nodes[i]);
        GraphStep step;
        while (step_read(&r, &step))
            if (fair_search_has(f, part->nodes[i], step)) {
                is_hot |= fair_search_is_hot(f, step.mark);
                note_mark(f, step.mark);
            }
    }
    return is_hot;
}

static bool is_one_sided(const FairSearch *f, uint32_t site)
{
    if (f->site_stamp[site] != f->stamp)
        return false;
    for (uint32_t i = 0; i < f->graph->outcomes[site]; i++)
        if (!f->seen[f->site_first[site] + i])
            return true;
    return false;
}

// Keeps the component for another division, without the sites that have a missing outcome; false
// when there are none.
static bool divide_later(FairSearch *f, const FairPart *part)
{
    Division d = {.sites = memory_zeroed(f->graph->site_count, sizeof *d.sites)};
    for (uint32_t site = 0; site < f->graph->site_count; site++)
        if (is_one_sided(f, site))
            d.sites[d.site_count++] = site;
    if (d.site_count == 0) {
        division_drop(&d);
        return false;
    }
    for (uint32_t i = 0; i < f->now.site_count; i++)
        d.sites[d.site_count++] = f->now.sites[i];
    assert(d.site_count <= f->graph->site_count);
    d.nodes = memory_zeroed(part->count, sizeof *d.nodes);
    d.count = part->count;
    memcpy(d.nodes, part->nodes, part->count * sizeof *d.nodes);
    if (f->division_count == f->division_capacity) {
        f->division_capacity = f->division_capacity ? f->division_capacity * 2 : 16;
        f->divisions = memory_resized(f->divisions, f->division_capacity, sizeof *f->divisions);
    }
    f->divisions[f->division_count++] = d;
    return true;
}

// Whether a run that takes all edges of the component is fair, and violates the monitor.
static bool is_fair(FairSearch *f, const FairPart *part)
{
    f->stamp++;
    return note_edges(f, part) && (f->within_handler || !starves_one(f, part)) &&
           !divide_later(f, part);
}

// Begins the next division; false when there are no more.
static bool next_division(FairSearch *f)
{
    const Graph *g = f->graph;
    division_drop(&f->now);
    if (f->division_count == 0)
        return false;
    f->now = f->divisions[--f->division_count];
    f->begun = 0;
    f->place = 1;
    for (uint32_t i = 0; i < f->now.count; i++)
        f->component[f->now.nodes[i]] = 0;
    for (uint32_t i = 0; i < g->mark_count; i++) {
        const Mark *m = &g->marks[i];
        f->temperature[i] &= (uint8_t)~IS_REMOVED;
        for (uint32_t k = 0; k < m->choice_count; k++)
            if (lists(f->now.sites, f->now.site_count, m->choices[k].site))
                f->temperature[i] |= IS_REMOVED;
    }
    return true;
}

bool fair_search_next(FairSearch *f, FairPart *part)
{
    uint64_t begin;
    if (f->place == 0)
        f->place = 1;
    do {
        while (next_component(f, &begin)) {
            *part = (FairPart){f->component[f->stack[begin]], f->stack + begin,
                               (uint32_t)(f->stack_count - begin)};
            f->stack_count = begin;
            if (is_fair(f, part))
                return true;
        }
    } while (next_division(f));
    return false;
}
