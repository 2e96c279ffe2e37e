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
// Each removal removes a site from that part, so this terminates. Components are found by
// Tarjan's algorithm, without recursion.
//
// A. Duret-Lutz, D. Poitrenaud, J.-M. Couvreur: On-the-fly Emptiness Check of Transition-Based
// Streett Automata, ATVA 2009.

#include "check/liveness/fair_cycle.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/err.h"
#include "base/memory.h"

enum { IS_HOT = 1, IS_COLD = 2 };

// Nodes from `begin` to `end` in the list are a component.
typedef struct Range {
    uint32_t begin, end;
    bool is_connected;  // else the nodes have to be divided into components
} Range;

typedef struct Frame {
    uint32_t node;
    uint64_t next;  // the next edge
} Frame;

struct FairSearch {
    const Graph *graph;
    bool within_handler;
    uint8_t *temperature;  // by mark: IS_HOT, IS_COLD
    uint64_t *is_removed;  // bits, by edge
    uint32_t *component;   // by node; 0: ignored
    uint32_t components;   // numbers used so far
    uint32_t *list;        // nodes, those of a component side by side
    uint32_t *order, *low; // Tarjan's; order 0: not seen yet
    uint32_t *stack;
    Frame *frames;
    uint32_t frame_count, frame_capacity;
    Range *ranges;  // not examined yet
    uint32_t range_count, range_capacity;
    uint32_t *mark_stamp, *set_stamp;  // the last component that had it
    uint32_t *site_stamp;
    uint32_t *site_first;  // by site: its first number in `seen`
    bool *seen;            // by site and outcome
    bool *has_run;         // by machine
    uint32_t *always;      // machines that can run in each node of the component
    uint32_t machine_count;
};

#define DONE 0xffffffffu  // in `order`: its component is known

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

// Puts all nodes that are not ignored into one range, which has to be divided.
static void list_nodes(FairSearch *f, const uint32_t *depth)
{
    const Graph *g = f->graph;
    uint32_t count = 0;
    f->components = 1;
    for (uint32_t n = 0; n < g->node_count; n++) {
        if (depth[n] == UINT32_MAX || (f->within_handler && !g->nodes[n].is_choosing))
            continue;
        f->component[n] = f->components;
        f->list[count++] = n;
    }
    f->ranges[f->range_count++] = (Range){.end = count};
}

FairSearch *fair_search_new(const Graph *g, uint32_t monitor, const uint32_t *depth,
                            bool within_handler)
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
    f->is_removed = memory_zeroed(graph_edge_count(g) / 64 + 1, sizeof *f->is_removed);
    f->component = memory_zeroed(g->node_count, sizeof *f->component);
    f->list = memory_zeroed(g->node_count, sizeof *f->list);
    f->order = memory_zeroed(g->node_count, sizeof *f->order);
    f->low = memory_zeroed(g->node_count, sizeof *f->low);
    f->stack = memory_zeroed(g->node_count, sizeof *f->stack);
    f->range_capacity = 16;
    f->ranges = memory_zeroed(f->range_capacity, sizeof *f->ranges);
    f->mark_stamp = memory_zeroed(g->mark_count, sizeof *f->mark_stamp);
    f->set_stamp = memory_zeroed(g->set_count, sizeof *f->set_stamp);
    f->site_stamp = memory_zeroed(g->site_count, sizeof *f->site_stamp);
    f->machine_count = most_machines(g);
    f->has_run = memory_zeroed(f->machine_count, sizeof *f->has_run);
    f->always = memory_zeroed(f->machine_count, sizeof *f->always);
    number_sites(f);
    list_nodes(f, depth);
    return f;
}

void fair_search_free(FairSearch *f)
{
    free(f->temperature);
    free(f->is_removed);
    free(f->component);
    free(f->list);
    free(f->order);
    free(f->low);
    free(f->stack);
    free(f->frames);
    free(f->ranges);
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

bool fair_search_has(const FairSearch *f, uint32_t node, uint64_t edge)
{
    const GraphEdge *e = &f->graph->edges[edge];
    assert(edge >= f->graph->nodes[node].first && edge < f->graph->nodes[node + 1].first);
    return f->component[e->to] == f->component[node] && !(f->temperature[e->mark] & IS_COLD) &&
           !(f->is_removed[edge / 64] >> edge % 64 & 1);
}

bool fair_search_is_hot(const FairSearch *f, uint64_t edge)
{
    return f->temperature[f->graph->edges[edge].mark] & IS_HOT;
}

// -------------------------------------------------------------------------- components

static void add_range(FairSearch *f, Range range)
{
    if (f->range_count == f->range_capacity) {
        f->range_capacity *= 2;
        f->ranges = memory_resized(f->ranges, f->range_capacity, sizeof *f->ranges);
    }
    f->ranges[f->range_count++] = range;
}

static bool has_loop(const FairSearch *f, uint32_t node)
{
    for (uint64_t e = f->graph->nodes[node].first; e < f->graph->nodes[node + 1].first; e++)
        if (f->graph->edges[e].to == node && fair_search_has(f, node, e))
            return true;
    return false;
}

static void push_frame(FairSearch *f, uint32_t node)
{
    if (f->frame_count == f->frame_capacity) {
        f->frame_capacity = f->frame_capacity ? f->frame_capacity * 2 : 256;
        f->frames = memory_resized(f->frames, f->frame_capacity, sizeof *f->frames);
    }
    f->frames[f->frame_count++] = (Frame){node, f->graph->nodes[node].first};
}

// The division of a range: the components found so far, one after the other.
typedef struct Split {
    uint32_t *nodes;
    uint32_t count;
    uint32_t stacked;  // nodes on Tarjan's stack
    uint32_t visited;
    Range *ranges;  // in `nodes`
    uint32_t range_count, range_capacity;
} Split;

// The node is the root of a component, which is on top of the stack: stores the component.
static void end_component(FairSearch *f, Split *s, uint32_t node)
{
    uint32_t begin = s->count, member;
    do {
        assert(s->stacked > 0);
        member = f->stack[--s->stacked];
        f->order[member] = DONE;
        s->nodes[s->count++] = member;
    } while (member != node);
    if (s->count - begin == 1 && !has_loop(f, node))
        return;  // no run stays here, so it is not examined
    if (s->range_count == s->range_capacity) {
        s->range_capacity = s->range_capacity ? s->range_capacity * 2 : 16;
        s->ranges = memory_resized(s->ranges, s->range_capacity, sizeof *s->ranges);
    }
    s->ranges[s->range_count++] = (Range){begin, s->count, true};
}

static void visit(FairSearch *f, Split *s, uint32_t node)
{
    f->order[node] = f->low[node] = ++s->visited;
    f->stack[s->stacked++] = node;
    push_frame(f, node);
}

// Follows the next edge of the node on top, or removes the node when it has no more.
static void advance(FairSearch *f, Split *s)
{
    Frame *top = &f->frames[f->frame_count - 1];
    uint32_t node = top->node;
    for (uint64_t end = f->graph->nodes[node + 1].first; top->next < end;) {
        uint64_t e = top->next++;
        uint32_t to = f->graph->edges[e].to;
        if (!fair_search_has(f, node, e) || f->order[to] == DONE)
            continue;
        if (f->order[to] == 0) {
            visit(f, s, to);
            return;
        }
        if (f->order[to] < f->low[node])
            f->low[node] = f->order[to];
    }
    f->frame_count--;
    if (f->frame_count > 0) {
        uint32_t below = f->frames[f->frame_count - 1].node;
        if (f->low[node] < f->low[below])
            f->low[below] = f->low[node];
    }
    if (f->low[node] == f->order[node])
        end_component(f, s, node);
}

// Divides the nodes of the range, which have one number, into components with their own numbers.
static void take_apart(FairSearch *f, Range range)
{
    Split s = {.nodes = memory_zeroed(range.end - range.begin, sizeof *s.nodes)};
    for (uint32_t i = range.begin; i < range.end; i++)
        f->order[f->list[i]] = 0;
    for (uint32_t i = range.begin; i < range.end; i++) {
        if (f->order[f->list[i]] == 0)
            visit(f, &s, f->list[i]);
        while (f->frame_count > 0)
            advance(f, &s);
    }
    assert(s.count == range.end - range.begin && s.stacked == 0);
    for (uint32_t i = 0; i < s.count; i++)
        f->component[s.nodes[i]] = 0;
    memcpy(f->list + range.begin, s.nodes, s.count * sizeof *s.nodes);
    for (uint32_t r = 0; r < s.range_count; r++) {
        f->components++;
        for (uint32_t i = s.ranges[r].begin; i < s.ranges[r].end; i++)
            f->component[s.nodes[i]] = f->components;
        add_range(f, (Range){range.begin + s.ranges[r].begin, range.begin + s.ranges[r].end, true});
    }
    free(s.nodes);
    free(s.ranges);
}

// ---------------------------------------------------------------------------- fairness

// Notes the machine and the choices of a mark, once for each component.
static void note_mark(FairSearch *f, uint32_t number, uint32_t id)
{
    const Mark *m = &f->graph->marks[number];
    if (f->mark_stamp[number] == id)
        return;
    f->mark_stamp[number] = id;
    f->has_run[m->machine] = true;
    for (uint32_t i = 0; i < m->choice_count; i++) {
        uint32_t site = m->choices[i].site, outcomes = f->graph->outcomes[site];
        assert(m->choices[i].outcome < outcomes);
        if (f->site_stamp[site] != id)
            memset(f->seen + f->site_first[site], 0, outcomes * sizeof *f->seen);
        f->site_stamp[site] = id;
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
static bool starves_one(FairSearch *f, Range range, uint32_t id)
{
    const Graph *g = f->graph;
    const MachineSet *first = &g->sets[g->nodes[f->list[range.begin]].enabled];
    uint32_t count = first->count;
    if (count)
        memcpy(f->always, first->machines, count * sizeof *f->always);
    for (uint32_t i = range.begin; i < range.end && count > 0; i++) {
        uint32_t set = g->nodes[f->list[i]].enabled;
        if (f->set_stamp[set] != id)
            count = intersect(f->always, count, &g->sets[set]);
        f->set_stamp[set] = id;
    }
    for (uint32_t i = 0; i < count; i++)
        if (!f->has_run[f->always[i]])
            return true;
    return false;
}

// Notes the edges of the component; whether one of them is hot.
static bool note_edges(FairSearch *f, Range range, uint32_t id)
{
    const Graph *g = f->graph;
    bool is_hot = false;
    memset(f->has_run, 0, f->machine_count * sizeof *f->has_run);
    for (uint32_t i = range.begin; i < range.end; i++) {
        uint32_t n = f->list[i];
        for (uint64_t e = g->nodes[n].first; e < g->nodes[n + 1].first; e++)
            if (fair_search_has(f, n, e)) {
                is_hot |= fair_search_is_hot(f, e);
                note_mark(f, g->edges[e].mark, id);
            }
    }
    return is_hot;
}

static bool is_one_sided(const FairSearch *f, uint32_t site, uint32_t id)
{
    if (f->site_stamp[site] != id)
        return false;
    for (uint32_t i = 0; i < f->graph->outcomes[site]; i++)
        if (!f->seen[f->site_first[site] + i])
            return true;
    return false;
}

static bool makes_one_sided_choice(const FairSearch *f, const Mark *m, uint32_t id)
{
    for (uint32_t i = 0; i < m->choice_count; i++)
        if (is_one_sided(f, m->choices[i].site, id))
            return true;
    return false;
}

// Removes the edges that make a choice with a missing outcome; true when there were any.
static bool remove_one_sided(FairSearch *f, Range range, uint32_t id)
{
    const Graph *g = f->graph;
    bool has_removed = false;
    for (uint32_t i = range.begin; i < range.end; i++) {
        uint32_t n = f->list[i];
        for (uint64_t e = g->nodes[n].first; e < g->nodes[n + 1].first; e++)
            if (fair_search_has(f, n, e) &&
                makes_one_sided_choice(f, &g->marks[g->edges[e].mark], id)) {
                f->is_removed[e / 64] |= (uint64_t)1 << e % 64;
                has_removed = true;
            }
    }
    return has_removed;
}

bool fair_search_next(FairSearch *f, FairPart *part)
{
    while (f->range_count > 0) {
        Range range = f->ranges[--f->range_count];
        if (range.begin == range.end)
            continue;
        uint32_t id = f->component[f->list[range.begin]];
        if (!range.is_connected) {
            take_apart(f, range);
            continue;
        }
        if (!note_edges(f, range, id) || (!f->within_handler && starves_one(f, range, id)))
            continue;
        if (remove_one_sided(f, range, id)) {
            range.is_connected = false;
            add_range(f, range);
            continue;
        }
        *part = (FairPart){id, f->list + range.begin, range.end - range.begin};
        return true;
    }
    return false;
}
