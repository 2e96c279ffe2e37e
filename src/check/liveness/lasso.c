// check/liveness/lasso.c: finds one fair run in a part of the graph.
//
// A loop must contain: a hot edge; an edge of each machine that can run in all its nodes; all
// outcomes of each fair choice that it makes. What is still missing is owed. The loop begins at
// some node, takes the shortest path to the next edge that it owes, again and again, and then
// returns to its start; edges on the way may add to what it owes. The part contains all of
// these edges (fair_cycle.c), so this terminates. Several starts are tried, and the shortest
// lasso is kept, where a step of the loop counts as two.

#include "check/liveness/graph.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/err.h"
#include "base/memory.h"
#include "check/liveness/fair_cycle.h"

#define NO_EDGE UINT64_MAX

enum {
    PARTS_MAX = 8,         // the most parts in which a loop is searched for
    STARTS_MAX = 64,       // the most starts that are tried in a part
    EFFORT = 4 << 20,      // and the most nodes visited for that
};

void lasso_drop(Lasso *lasso)
{
    free(lasso->edges);
    *lasso = (Lasso){0};
}

// -------------------------------------------------------------------------------- stem

// For each node: the number of steps from the start, UINT32_MAX when it cannot be reached, and
// the last edge of a shortest path to it.
typedef struct Ways {
    uint32_t *depth;
    uint64_t *by;
    uint32_t *from;
} Ways;

static Ways ways_from(const Graph *g, uint32_t start)
{
    Ways w = {
        .depth = memory_zeroed(g->node_count, sizeof *w.depth),
        .by = memory_zeroed(g->node_count, sizeof *w.by),
        .from = memory_zeroed(g->node_count, sizeof *w.from),
    };
    uint32_t *line = memory_zeroed(g->node_count, sizeof *line), count = 0;
    memset(w.depth, 0xff, g->node_count * sizeof *w.depth);
    w.depth[start] = 0;
    line[count++] = start;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t n = line[i];
        for (uint64_t e = g->nodes[n].first; e < g->nodes[n + 1].first; e++) {
            uint32_t to = g->edges[e].to;
            if (w.depth[to] != UINT32_MAX)
                continue;
            w.depth[to] = w.depth[n] + 1;
            w.by[to] = e;
            w.from[to] = n;
            line[count++] = to;
        }
    }
    free(line);
    return w;
}

static void ways_drop(Ways *w)
{
    free(w->depth);
    free(w->by);
    free(w->from);
}

// -------------------------------------------------------------------------------- loop

// A loop under construction.
typedef struct Loop {
    const Graph *graph;
    const FairSearch *fair;
    const FairPart *part;
    bool within_handler;
    uint64_t *edges;
    uint32_t count, capacity;
    uint32_t start, at;
    bool has_hot;
    uint32_t *owed;  // machines that could run in all nodes so far, and did not run
    uint32_t owed_count;
    bool *is_used;  // by site
    bool *seen;     // by site and outcome
    uint32_t *site_first;
    // For the current path search, by node: the edge that led to it; the round that saw it.
    uint64_t *by;
    uint32_t *from, *round, *line;
    uint32_t rounds;
    uint64_t effort;  // nodes visited so far
} Loop;

static bool is_in(const MachineSet *set, uint32_t machine)
{
    uint32_t low = 0, high = set->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (set->machines[middle] < machine)
            low = middle + 1;
        else
            high = middle;
    }
    return low < set->count && set->machines[low] == machine;
}

// The loop reaches the node: machines that cannot run there are not owed any more.
static void meet_node(Loop *l, uint32_t node)
{
    const MachineSet *set = &l->graph->sets[l->graph->nodes[node].enabled];
    uint32_t kept = 0;
    for (uint32_t i = 0; i < l->owed_count; i++)
        if (is_in(set, l->owed[i]))
            l->owed[kept++] = l->owed[i];
    l->owed_count = kept;
}

static void meet_edge(Loop *l, uint64_t edge)
{
    const Mark *m = &l->graph->marks[l->graph->edges[edge].mark];
    uint32_t kept = 0;
    l->has_hot |= fair_search_is_hot(l->fair, edge);
    for (uint32_t i = 0; i < l->owed_count; i++)
        if (l->owed[i] != m->machine)
            l->owed[kept++] = l->owed[i];
    l->owed_count = kept;
    for (uint32_t i = 0; i < m->choice_count; i++) {
        l->is_used[m->choices[i].site] = true;
        l->seen[l->site_first[m->choices[i].site] + m->choices[i].outcome] = true;
    }
}

static void take_edge(Loop *l, uint64_t edge)
{
    if (l->count == l->capacity) {
        l->capacity = l->capacity ? l->capacity * 2 : 64;
        l->edges = memory_resized(l->edges, l->capacity, sizeof *l->edges);
    }
    l->edges[l->count++] = edge;
    l->at = l->graph->edges[edge].to;
    meet_edge(l, edge);
    meet_node(l, l->at);
}

static bool owes_choice(const Loop *l)
{
    for (uint32_t s = 0; s < l->graph->site_count; s++)
        for (uint32_t i = l->site_first[s]; l->is_used[s] && i < l->site_first[s + 1]; i++)
            if (!l->seen[i])
                return true;
    return false;
}

static bool owes(const Loop *l)
{
    return !l->has_hot || l->owed_count > 0 || owes_choice(l);
}

// Whether the edge is one that the loop owes.
static bool pays(const Loop *l, uint64_t edge)
{
    const GraphEdge *e = &l->graph->edges[edge];
    const Mark *m = &l->graph->marks[e->mark];
    const MachineSet *there = &l->graph->sets[l->graph->nodes[e->to].enabled];
    if (!l->has_hot)  // first of all
        return fair_search_is_hot(l->fair, edge);
    for (uint32_t i = 0; i < l->owed_count; i++)
        if (l->owed[i] == m->machine || !is_in(there, l->owed[i]))
            return true;
    for (uint32_t i = 0; i < m->choice_count; i++) {
        uint32_t site = m->choices[i].site;
        if (l->is_used[site] && !l->seen[l->site_first[site] + m->choices[i].outcome])
            return true;
    }
    return false;
}

// Takes the edges of the path that was found, which ends with this one.
static void take_way(Loop *l, uint32_t node, uint64_t last)
{
    uint32_t length = 0, i = 0;
    for (uint32_t n = node; l->by[n] != NO_EDGE; n = l->from[n])
        length++;
    uint64_t *way = memory_zeroed((uint64_t)length + 1, sizeof *way);
    way[length] = last;
    for (uint32_t n = node; l->by[n] != NO_EDGE; n = l->from[n])
        way[length - ++i] = l->by[n];
    for (i = 0; i <= length; i++)
        take_edge(l, way[i]);
    free(way);
}

// A breadth-first search from the loop's current node, for an edge that it owes, or else back
// to the start.
static void go_on(Loop *l)
{
    const Graph *g = l->graph;
    bool is_owing = owes(l);
    uint32_t count = 0;
    l->rounds++;
    l->line[count++] = l->at;
    l->round[l->at] = l->rounds;
    l->by[l->at] = NO_EDGE;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t n = l->line[i];
        l->effort++;
        for (uint64_t e = g->nodes[n].first; e < g->nodes[n + 1].first; e++) {
            uint32_t to = g->edges[e].to;
            if (!fair_search_has(l->fair, n, e))
                continue;
            if (is_owing ? pays(l, e) : to == l->start) {
                take_way(l, n, e);
                return;
            }
            if (l->round[to] == l->rounds)
                continue;
            l->round[to] = l->rounds;
            l->by[to] = e;
            l->from[to] = n;
            l->line[count++] = to;
        }
    }
    bug("a fair part of the graph does not have what a loop owes");
}

static void loop_begin(Loop *l, uint32_t start)
{
    const MachineSet *set = &l->graph->sets[l->graph->nodes[start].enabled];
    l->start = l->at = start;
    l->count = 0;
    l->has_hot = false;
    l->owed_count = l->within_handler ? 0 : set->count;
    if (l->owed_count)
        memcpy(l->owed, set->machines, set->count * sizeof *l->owed);
    memset(l->is_used, 0, l->graph->site_count * sizeof *l->is_used);
    memset(l->seen, 0, l->site_first[l->graph->site_count] * sizeof *l->seen);
}

// Continues until the loop is closed. False when it becomes as long as `limit`.
static bool loop_close(Loop *l, uint64_t limit)
{
    do {
        go_on(l);
        if (l->count >= limit)
            return false;
    } while (l->at != l->start || owes(l));
    return true;
}

static void loop_init(Loop *l, const Graph *g)
{
    uint32_t machines = 0;
    for (uint32_t i = 0; i < g->set_count; i++)
        if (g->sets[i].count > machines)
            machines = g->sets[i].count;
    l->graph = g;
    l->owed = memory_zeroed(machines, sizeof *l->owed);
    l->is_used = memory_zeroed(g->site_count, sizeof *l->is_used);
    l->site_first = memory_zeroed((uint64_t)g->site_count + 1, sizeof *l->site_first);
    for (uint32_t i = 0; i < g->site_count; i++)
        l->site_first[i + 1] = l->site_first[i] + g->outcomes[i];
    l->seen = memory_zeroed(l->site_first[g->site_count], sizeof *l->seen);
    l->by = memory_zeroed(g->node_count, sizeof *l->by);
    l->from = memory_zeroed(g->node_count, sizeof *l->from);
    l->round = memory_zeroed(g->node_count, sizeof *l->round);
    l->line = memory_zeroed(g->node_count, sizeof *l->line);
}

static void loop_drop(Loop *l)
{
    free(l->edges);
    free(l->owed);
    free(l->is_used);
    free(l->site_first);
    free(l->seen);
    free(l->by);
    free(l->from);
    free(l->round);
    free(l->line);
}

// ------------------------------------------------------------------------------- lasso

// Stores the stem to the start of the loop, and the loop.
static void keep(Lasso *best, const Loop *l, const Ways *ways, uint32_t monitor)
{
    uint32_t stem = ways->depth[l->start], i = stem;
    uint64_t *edges = memory_zeroed((uint64_t)stem + l->count, sizeof *edges);
    for (uint32_t n = l->start; i > 0; n = ways->from[n])
        edges[--i] = ways->by[n];
    memcpy(edges + stem, l->edges, l->count * sizeof *edges);
    free(best->edges);
    *best = (Lasso){.edges = edges,
                    .stem_count = stem,
                    .loop_count = l->count,
                    .monitor = monitor,
                    .is_within_handler = l->within_handler};
}

static void try_part(Loop *l, const Ways *ways, uint32_t monitor, Lasso *best)
{
    const FairPart *part = l->part;
    uint32_t step = part->count > STARTS_MAX ? part->count / STARTS_MAX : 1;
    l->effort = 0;
    for (uint32_t i = 0; i < part->count && (i == 0 || l->effort < EFFORT); i += step) {
        uint32_t start = part->nodes[i];
        uint64_t cost = best->edges ? best->stem_count + 2ull * best->loop_count : UINT64_MAX - 1;
        if (ways->depth[start] >= cost)
            continue;
        loop_begin(l, start);
        if (loop_close(l, (cost - ways->depth[start] + 1) / 2))
            keep(best, l, ways, monitor);
    }
}

static void try_monitor(const Graph *g, const Ways *ways, Loop *l, uint32_t monitor, Lasso *best)
{
    FairSearch *fair = fair_search_new(g, monitor, ways->depth, l->within_handler);
    FairPart part;
    l->fair = fair;
    l->part = &part;
    for (uint32_t i = 0; i < PARTS_MAX && fair_search_next(fair, &part); i++)
        try_part(l, ways, monitor, best);
    fair_search_free(fair);
}

static bool has_choosing(const Graph *g)
{
    for (uint32_t n = 0; n < g->node_count; n++)
        if (g->nodes[n].is_choosing)
            return true;
    return false;
}

static bool is_ever_hot(const Graph *g, uint32_t monitor)
{
    for (uint32_t i = 0; i < g->mark_count; i++)
        for (uint32_t j = 0; j < g->marks[i].hot_count; j++)
            if (g->marks[i].hot[j] == monitor)
                return true;
    return false;
}

bool lasso_find(const Graph *g, uint32_t start, Lasso *lasso)
{
    Ways ways = ways_from(g, start);
    Loop loop = {0};
    bool may_choose = has_choosing(g);

    *lasso = (Lasso){0};
    loop_init(&loop, g);
    for (uint32_t monitor = 0; monitor < g->monitor_count; monitor++) {
        if (!is_ever_hot(g, monitor))
            continue;
        loop.within_handler = false;
        try_monitor(g, &ways, &loop, monitor, lasso);
        loop.within_handler = true;
        if (may_choose)
            try_monitor(g, &ways, &loop, monitor, lasso);
    }
    loop_drop(&loop);
    ways_drop(&ways);
    return lasso->edges != NULL;
}
