// tests/unit/liveness_test.c: fair cycles, against brute force over all sets of edges.

#include <stdlib.h>

#include "base/rng.h"
#include "check/liveness/finder.h"
#include "test.h"

enum { NODES = 5, EDGES = 10, MACHINES = 3, SITES = 2, MONITORS = 2, OUTCOMES = 3, WORKERS = 2 };

// A small graph with everything that it points to. Each edge has a mark of its own.
typedef struct Small {
    Steps *steps;
    uint32_t from[EDGES], to[EDGES];
    bool is_choosing[NODES];
    Mark marks[EDGES];
    uint32_t temperature[EDGES][2][MONITORS];
    FairChoice choices[EDGES][SITES];
    MachineSet sets[NODES];
    uint32_t machines[NODES][MACHINES];
    uint32_t outcomes[SITES];
    Graph graph;
} Small;

static void random_mark(Rng *rng, Small *s, uint32_t i)
{
    Mark *m = &s->marks[i];
    *m = (Mark){.machine = (uint32_t)rng_below(rng, MACHINES),
                .hot = s->temperature[i][0],
                .cold = s->temperature[i][1],
                .choices = s->choices[i]};
    for (uint32_t k = 0; k < MONITORS; k++) {
        if (rng_below(rng, 3) == 0)
            s->temperature[i][0][m->hot_count++] = k;
        if (rng_below(rng, 6) == 0)
            s->temperature[i][1][m->cold_count++] = k;
    }
    for (uint32_t k = 0; k < SITES; k++)
        if (rng_below(rng, 4) == 0)
            s->choices[i][m->choice_count++] =
                (FairChoice){k, (uint32_t)rng_below(rng, s->outcomes[k])};
}

static void random_set(Rng *rng, Small *s, uint32_t node)
{
    MachineSet *set = &s->sets[node];
    *set = (MachineSet){.machines = s->machines[node]};
    for (uint32_t m = 0; m < MACHINES; m++)
        if (rng_below(rng, 2))
            s->machines[node][set->count++] = m;
}

static void random_graph(Rng *rng, Small *s)
{
    uint32_t edges = 1 + (uint32_t)rng_below(rng, EDGES), nodes = 1 + (uint32_t)rng_below(rng, NODES);
    s->steps = steps_new(WORKERS);
    uint32_t used = 0, choosing_in = (uint32_t)rng_below(rng, 3);
    for (uint32_t i = 0; i < SITES; i++)
        s->outcomes[i] = 2 + (uint32_t)rng_below(rng, OUTCOMES - 1);
    for (uint32_t n = 0; n < nodes; n++) {
        uint32_t left = edges - used, count = n + 1 == nodes ? left : (uint32_t)rng_below(rng, left + 1);
        uint32_t worker = (uint32_t)rng_below(rng, WORKERS);
        s->is_choosing[n] = choosing_in && rng_below(rng, 3) < choosing_in;
        random_set(rng, s, n);
        steps_begin(s->steps, worker, n, n, s->is_choosing[n]);
        for (; count > 0; count--, used++) {
            random_mark(rng, s, used);
            s->from[used] = n;
            s->to[used] = (uint32_t)rng_below(rng, nodes);
            steps_add(s->steps, worker, s->to[used], used);
            if (rng_below(rng, 3) == 0)  // another record
                steps_begin(s->steps, worker, n, n, s->is_choosing[n]);
        }
        steps_end(s->steps);
    }
    s->graph = (Graph){.steps = s->steps,
                       .marks = s->marks,
                       .sets = s->sets,
                       .outcomes = s->outcomes,
                       .node_count = nodes,
                       .mark_count = edges,
                       .set_count = nodes,
                       .site_count = SITES,
                       .monitor_count = MONITORS};
}

// -------------------------------------------------------------------------- brute force

// Nodes, as bits, that can be reached from the node by edges of the set.
static uint32_t reached(const Small *s, uint32_t set, uint32_t node)
{
    uint32_t nodes = 1u << node, before;
    do {
        before = nodes;
        for (uint32_t e = 0; e < s->graph.mark_count; e++)
            if (set >> e & 1 && nodes >> s->from[e] & 1)
                nodes |= 1u << s->to[e];
    } while (nodes != before);
    return nodes;
}

static bool has(const uint32_t *list, uint32_t count, uint32_t item)
{
    for (uint32_t i = 0; i < count; i++)
        if (list[i] == item)
            return true;
    return false;
}

static uint32_t nodes_of(const Small *s, uint32_t set)
{
    uint32_t nodes = 0;
    for (uint32_t e = 0; e < s->graph.mark_count; e++)
        if (set >> e & 1)
            nodes |= 1u << s->from[e] | 1u << s->to[e];
    return nodes;
}

static bool is_fair_to_machines(const Small *s, uint32_t set, uint32_t nodes)
{
    for (uint32_t m = 0; m < MACHINES; m++) {
        bool is_served = false;
        for (uint32_t e = 0; e < s->graph.mark_count; e++)
            is_served |= set >> e & 1 && s->marks[e].machine == m;
        for (uint32_t n = 0; n < s->graph.node_count; n++)
            is_served |= nodes >> n & 1 && !has(s->sets[n].machines, s->sets[n].count, m);
        if (!is_served)
            return false;
    }
    return true;
}

static bool is_fair_to_choices(const Small *s, uint32_t set)
{
    for (uint32_t site = 0; site < SITES; site++) {
        uint32_t seen = 0;
        for (uint32_t e = 0; e < s->graph.mark_count; e++)
            for (uint32_t i = 0; set >> e & 1 && i < s->marks[e].choice_count; i++)
                if (s->marks[e].choices[i].site == site)
                    seen |= 1u << s->marks[e].choices[i].outcome;
        if (seen && seen != (1u << s->outcomes[site]) - 1)
            return false;
    }
    return true;
}

static bool all_choose(const Small *s, uint32_t nodes)
{
    for (uint32_t n = 0; n < s->graph.node_count; n++)
        if (nodes >> n & 1 && !s->is_choosing[n])
            return false;
    return true;
}

// A run that takes exactly these edges again and again is fair and violates the monitor.
static bool violates(const Small *s, uint32_t set, uint32_t monitor)
{
    uint32_t nodes = nodes_of(s, set);
    bool is_hot = false;
    for (uint32_t e = 0; e < s->graph.mark_count; e++) {
        if (!(set >> e & 1))
            continue;
        if (has(s->marks[e].cold, s->marks[e].cold_count, monitor))
            return false;
        is_hot |= has(s->marks[e].hot, s->marks[e].hot_count, monitor);
    }
    return is_hot && is_fair_to_choices(s, set) &&
           (all_choose(s, nodes) || is_fair_to_machines(s, set, nodes));
}

static bool is_connected(const Small *s, uint32_t set)
{
    uint32_t nodes = nodes_of(s, set);
    for (uint32_t n = 0; n < s->graph.node_count; n++)
        if (nodes >> n & 1 && (reached(s, set, n) & nodes) != nodes)
            return false;
    return true;
}

static bool brute_force(const Small *s)
{
    uint32_t all = (1u << s->graph.mark_count) - 1, there = reached(s, all, 0);
    for (uint32_t set = 1; set <= all; set++) {
        if ((nodes_of(s, set) & ~there) || !is_connected(s, set))
            continue;
        for (uint32_t monitor = 0; monitor < MONITORS; monitor++)
            if (violates(s, set, monitor))
                return true;
    }
    return false;
}

// The lasso is a way through the graph, and its loop is fair and violates its monitor.
static void check_lasso(const Small *s, const Lasso *lasso)
{
    uint32_t at = 0, loop = 0, start = 0;
    for (uint32_t i = 0; i < lasso->stem_count + lasso->loop_count; i++) {
        uint32_t e = lasso->steps[i].mark;
        if (i == lasso->stem_count)
            start = at;
        EXPECT_EQ(s->from[e], at);
        at = s->to[e];
        EXPECT_EQ(lasso->steps[i].to, at);
        if (i >= lasso->stem_count)
            loop |= 1u << e;
    }
    EXPECT_TRUE(lasso->loop_count > 0);
    EXPECT_EQ(at, start);
    EXPECT_TRUE(violates(s, loop, lasso->monitor));
    EXPECT_TRUE(!lasso->is_within_handler || all_choose(s, nodes_of(s, loop)));
}

TEST(fair_cycles_are_those_of_brute_force)
{
    Rng rng = rng_from(14);
    uint32_t violating = 0, within_handler = 0, count = 20000;
    for (uint32_t i = 0; i < count; i++) {
        Small s;
        Lasso lasso;
        random_graph(&rng, &s);
        bool is_found = lasso_find(&s.graph, 0, &lasso);
        EXPECT_EQ(is_found, brute_force(&s));
        if (is_found) {
            check_lasso(&s, &lasso);
            within_handler += lasso.is_within_handler;
        }
        violating += is_found;
        lasso_drop(&lasso);
        steps_free(s.steps);
    }
    // The random graphs are of both kinds.
    EXPECT_TRUE(violating > count / 10 && violating < count * 9 / 10);
    EXPECT_TRUE(within_handler > 50);
}

// ------------------------------------------------------------------------ other algorithms

static bool found_by(const char *name, const Graph *g, uint32_t workers)
{
    FinderRun run = {.finder = finder_named(name), .workers = workers};
    bool is_found = finder_run(&run, g);
    if (run.finder->keeps && !is_found)  // continues with what it has kept
        EXPECT_TRUE(!finder_run(&run, g));
    finder_run_drop(&run);
    return is_found;
}

TEST(all_algorithms_have_the_same_answers)
{
    Rng rng = rng_from(15);
    for (uint32_t i = 0; i < 4000; i++) {
        Small s;
        Lasso lasso;
        random_graph(&rng, &s);
        bool is_found = lasso_find(&s.graph, 0, &lasso);
        // They take all nodes to be reachable, as those of a search are.
        uint32_t all = (1u << s.graph.mark_count) - 1, nodes = (1u << s.graph.node_count) - 1;
        if (is_found || reached(&s, all, 0) == nodes) {
            EXPECT_EQ(found_by("ndfs", &s.graph, 1), is_found);
            EXPECT_EQ(found_by("indfs", &s.graph, 1), is_found);
            EXPECT_EQ(found_by("map", &s.graph, 1 + (i % 20 == 0)), is_found);
            EXPECT_EQ(found_by("imap", &s.graph, 1), is_found);
        }
        lasso_drop(&lasso);
        steps_free(s.steps);
    }
}

// ------------------------------------------------------------------------------- by hand

// Two machines take turns; the loop needs both, and no more.
TEST(a_loop_is_as_short_as_what_it_owes)
{
    static const uint32_t both[] = {0, 1};
    Steps *all = steps_new(1);
    const MachineSet set = {2, both};
    static const struct {
        uint32_t from, to, mark;
    } steps[] = {{0, 0, 0}, {0, 1, 0}, {0, 2, 1}, {1, 0, 1}, {2, 0, 0}};
    static const uint32_t monitor = 0;
    const Mark marks[] = {{.machine = 0, .hot_count = 1, .hot = &monitor},
                          {.machine = 1, .hot_count = 1, .hot = &monitor}};
    Graph g = {.steps = all,
               .marks = marks,
               .sets = &set,
               .node_count = 3,
               .mark_count = 2,
               .set_count = 1,
               .monitor_count = 1};
    for (uint32_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        steps_begin(all, 0, steps[i].from, 0, false);
        steps_add(all, 0, steps[i].to, steps[i].mark);
    }
    steps_end(all);
    Lasso lasso;
    EXPECT_TRUE(lasso_find(&g, 0, &lasso));
    EXPECT_EQ(lasso.stem_count, 0);
    EXPECT_EQ(lasso.loop_count, 2);
    lasso_drop(&lasso);
    steps_free(all);
}

// A long ring: no recursion, and time that does not grow with its square.
TEST(a_long_ring_is_one_component)
{
    enum { LENGTH = 300000 };
    Steps *steps = steps_new(1);
    static const uint32_t monitor = 0, one = 0;
    for (uint32_t i = 0; i < LENGTH; i++) {
        steps_begin(steps, 0, i, 0, false);
        steps_add(steps, 0, (i + 1) % LENGTH, i == LENGTH / 2);
    }
    steps_end(steps);
    const Mark marks[] = {{0}, {.hot_count = 1, .hot = &monitor}};
    const MachineSet set = {1, &one};
    Graph g = {.steps = steps,
               .marks = marks,
               .sets = &set,
               .node_count = LENGTH,
               .mark_count = 2,
               .set_count = 1,
               .monitor_count = 1};
    Lasso lasso;
    EXPECT_TRUE(lasso_find(&g, 0, &lasso));
    EXPECT_EQ(lasso.loop_count, LENGTH);
    lasso_drop(&lasso);
    steps_free(steps);
}
