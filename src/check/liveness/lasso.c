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

enum {
    PARTS_MAX = 8,         // the most parts in which a loop is searched for
    STARTS_MAX = 64,       // the most starts that are tried in a part
    EFFORT = 4 << 20,      // and the most nodes visited for that
};

void lasso_drop(Lasso *lasso)
{
    free(lasso->steps);
    *lasso = (Lasso){0};
}

// -------------------------------------------------------------------------------- stem

// For each node: the number of steps from the start, UINT32_MAX when it cannot be reached, and
// the last step of a shortest path to it.
typedef struct Ways {
    uint32_t *depth, *mark, *from;
} Ways;

static Ways ways_from(const Graph *g, uint32_t start)
{
    Ways w = {
        .depth = memory_zeroed(g->node_count, sizeof *w.depth),
        .mark = memory_zeroed(g->node_count, sizeof *w.mark),
        .from = memory_zeroed(g->node_count, sizeof *w.from),
    };
    uint32_t *line = memory_zeroed(g->node_count, sizeof *line), count = 0;
    memset(w.depth, 0xff, g->node_count * sizeof *w.depth);
    w.depth[start] = 0;
    line[count++] = start;
    for (uint32_t i = 0; i < count; i++) {
        StepReader r = steps_of(g->steps, line[i]);
        GraphStep step;
        while (step_read(&r, &step)) {
            if (w.depth[step.to] != UINT32_MAX)
                continue;
            w.depth[step.to] = w.depth[line[i]] + 1;
            w.mark[step.to] = step.mark;
            w.from[step.to] = line[i];
            line[count++] = step.to;
        }
    }
    free(line);
    return w;
}

static void ways_drop(Ways *w)
{
    free(w->depth);
    free(w->mark);
    free(w->from);
}

// -------------------------------------------------------------------------------- loop

// A loop under construction.
typedef struct Loop {
    const Graph *graph;
    const FairSearch *fair;
    const FairPart *part;
    bool within_handler;
    GraphStep *steps;
    uint32_t count, capacity;
    uint32_t start, at;
    bool has_hot;
    uint32_t *owed;  // machines that could run in all nodes so far, and did not run
    uint32_t owed_count;
    bool *is_used;  // by site
    bool *seen;     // by site and outcome
    uint32_t *site_first;
    // For the current path search, by node: the mark of the step that led to it, and where it
    // began; the round that saw it.
    uint32_t *mark, *from, *round, *line;
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

static const MachineSet *enabled_at(const Loop *l, uint32_t node)
{
    return &l->graph->sets[steps_of(l->graph->steps, node).enabled];
}

// The loop reaches the node: machines that cannot run there are not owed any more.
static void meet_node(Loop *l, uint32_t node)
{
    const MachineSet *set = enabled_at(l, node);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < l->owed_count; i++)
        if (is_in(set, l->owed[i]))
            l->owed[kept++] = l->owed[i];
    l->owed_count = kept;
}

static void meet_edge(Loop *l, uint32_t mark)
{
    const Mark *m = &l->graph->marks[mark];
    uint32_t kept = 0;
    l->has_hot |= fair_search_is_hot(l->fair, mark);
    for (uint32_t i = 0; i < l->owed_count; i++)
        if (l->owed[i] != m->machine)
            l->owed[kept++] = l->owed[i];
    l->owed_count = kept;
    for (uint32_t i = 0; i < m->choice_count; i++) {
        l->is_used[m->choices[i].site] = true;
        l->seen[l->site_first[m->choices[i].site] + m->choices[i].outcome] = true;
    }
}

static void take_step(Loop *l, GraphStep step)
{
    MEMORY_GROW(l->steps, l->count + 1, l->capacity);
    l->steps[l->count++] = step;
    l->at = step.to;
    meet_edge(l, step.mark);
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

// Whether the step is one that the loop owes.
static bool pays(const Loop *l, GraphStep step)
{
    const Mark *m = &l->graph->marks[step.mark];
    const MachineSet *there = enabled_at(l, step.to);
    if (!l->has_hot)  // first of all
        return fair_search_is_hot(l->fair, step.mark);
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

// Takes the steps of the path that was found, which ends with this one.
static void take_way(Loop *l, uint32_t node, GraphStep last)
{
    uint32_t length = 0, i = 0, start = l->at;
    for (uint32_t n = node; n != start; n = l->from[n])
        length++;
    GraphStep *way = memory_zeroed((uint64_t)length + 1, sizeof *way);
    way[length] = last;
    for (uint32_t n = node; n != start; n = l->from[n])
        way[length - ++i] = (GraphStep){n, l->mark[n]};
    for (i = 0; i <= length; i++)
        take_step(l, way[i]);
    free(way);
}

// A breadth-first search from the loop's current node, for an edge that it owes, or else back
// to the start.
static void go_on(Loop *l)
{
    bool is_owing = owes(l);
    uint32_t count = 0;
    l->rounds++;
    l->line[count++] = l->at;
    l->round[l->at] = l->rounds;
    for (uint32_t i = 0; i < count; i++) {
        StepReader r = steps_of(l->graph->steps, l->line[i]);
        GraphStep step;
        l->effort++;
        while (step_read(&r, &step)) {
            if (!fair_search_has(l->fair, l->line[i], step))
                continue;
            if (is_owing ? pays(l, step) : step.to == l->start) {
                take_way(l, l->line[i], step);
                return;
            }
            if (l->round[step.to] == l->rounds)
                continue;
            l->round[step.to] = l->rounds;
            l->mark[step.to] = step.mark;
            l->from[step.to] = l->line[i];
            l->line[count++] = step.to;
        }
    }
    bug("a fair part of the graph does not have what a loop owes");
}

static void loop_begin(Loop *l, uint32_t start)
{
    const MachineSet *set = enabled_at(l, start);
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
    l->mark = memory_zeroed(g->node_count, sizeof *l->mark);
    l->from = memory_zeroed(g->node_count, sizeof *l->from);
    l->round = memory_zeroed(g->node_count, sizeof *l->round);
    l->line = memory_zeroed(g->node_count, sizeof *l->line);
}

static void loop_drop(Loop *l)
{
    free(l->steps);
    free(l->owed);
    free(l->is_used);
    free(l->site_first);
    free(l->seen);
    free(l->mark);
    free(l->from);
    free(l->round);
    free(l->line);
}

// ------------------------------------------------------------------------------- lasso

// Stores the stem to the start of the loop, and the loop.
static void keep(Lasso *best, const Loop *l, const Ways *ways, uint32_t monitor)
{
    uint32_t stem = ways->depth[l->start], i = stem;
    GraphStep *steps = memory_zeroed((uint64_t)stem + l->count, sizeof *steps);
    for (uint32_t n = l->start; i > 0; n = ways->from[n])
        steps[--i] = (GraphStep){n, ways->mark[n]};
    memcpy(steps + stem, l->steps, l->count * sizeof *steps);
    free(best->steps);
    *best = (Lasso){.steps = steps,
                    .stem_count = stem,
                    .loop_count = l->count,
                    .monitor = monitor,
                    .is_within_handler = l->within_handler};
}

typedef struct LassoSearch {
    const Graph *graph;
    uint32_t start;
    Lasso *best;
    bool is_open;  // the rest is there
    Ways ways;
    Loop loop;
} LassoSearch;

// A loop that begins at this node; it is kept if it is better.
static void try_start(Loop *l, const Ways *ways, uint32_t start, uint32_t monitor, Lasso *best)
{
    uint64_t cost = best->steps ? best->stem_count + 2ull * best->loop_count : UINT64_MAX - 1;
    if (ways->depth[start] >= cost)
        return;
    loop_begin(l, start);
    if (loop_close(l, (cost - ways->depth[start] + 1) / 2))
        keep(best, l, ways, monitor);
}

// The node with the shortest stem first.
static void try_part(Loop *l, const Ways *ways, uint32_t monitor, Lasso *best)
{
    const FairPart *part = l->part;
    uint32_t step = part->count > STARTS_MAX ? part->count / STARTS_MAX : 1, nearest = 0;
    for (uint32_t i = 1; i < part->count; i++)
        if (ways->depth[part->nodes[i]] < ways->depth[part->nodes[nearest]])
            nearest = i;
    l->effort = 0;
    try_start(l, ways, part->nodes[nearest], monitor, best);
    for (uint32_t i = 0; i < part->count && l->effort < EFFORT; i += step)
        try_start(l, ways, part->nodes[i], monitor, best);
}

// The memory for a loop is needed only when there is one.
static void try_monitor(LassoSearch *f, uint32_t monitor, bool within_handler)
{
    FairSearch *fair = fair_search_new(f->graph, monitor, within_handler);
    FairPart part;
    for (uint32_t tried = 0; tried < PARTS_MAX && fair_search_next(fair, &part);) {
        if (!f->is_open) {
            f->is_open = true;
            f->ways = ways_from(f->graph, f->start);
            loop_init(&f->loop, f->graph);
        }
        if (f->ways.depth[part.nodes[0]] == UINT32_MAX)
            continue;
        tried++;
        f->loop.fair = fair;
        f->loop.part = &part;
        f->loop.within_handler = within_handler;
        try_part(&f->loop, &f->ways, monitor, f->best);
    }
    fair_search_free(fair);
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
    LassoSearch f = {.graph = g, .start = start, .best = lasso};

    *lasso = (Lasso){0};
    for (uint32_t monitor = 0; monitor < g->monitor_count; monitor++) {
        if (!is_ever_hot(g, monitor))
            continue;
        try_monitor(&f, monitor, false);
        if (steps_have_choosing(g->steps))
            try_monitor(&f, monitor, true);
    }
    loop_drop(&f.loop);
    ways_drop(&f.ways);
    return lasso->steps != NULL;
}
