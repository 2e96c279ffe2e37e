// check/liveness/finder.c: the products of a graph, searched one by one.

#include "check/liveness/finder.h"

#include <stdlib.h>
#include <string.h>

#include "base/err.h"
#include "base/memory.h"

enum { KEPT_SITES_MAX = 12 };  // what is kept is kept for each set of so many fair choices

const Finder *finder_named(const char *name)
{
    static const Finder *const all[] = {&finder_ndfs, &finder_indfs, &finder_map, &finder_imap};
    for (uint32_t i = 0; i < sizeof all / sizeof *all; i++)
        if (strcmp(all[i]->name, name) == 0)
            return all[i];
    return NULL;
}

void finder_run_drop(FinderRun *run)
{
    for (uint32_t i = 0; i < run->memory_count; i++)
        free(run->memories[i].values);
    free(run->memories);
    run->memories = NULL;
    run->memory_count = 0;
}

// The states of a product have other numbers when the graph has more machines or choices.
static void prepare(FinderRun *run, const Graph *g)
{
    uint32_t machines = product_machines(g);
    if (g->site_count > PRODUCT_SITES_MAX)
        die("--liveness %s: the program makes %u fair choices, and %d are the most; try scc",
            run->finder->name, g->site_count, PRODUCT_SITES_MAX);
    if (run->monitor_count == g->monitor_count && run->site_count == g->site_count &&
        run->machine_count == machines && run->memories)
        return;
    finder_run_drop(run);
    run->monitor_count = g->monitor_count;
    run->site_count = g->site_count;
    run->machine_count = machines;
    if (!run->finder->keeps || g->site_count > KEPT_SITES_MAX)
        return;
    run->memory_count = g->monitor_count << g->site_count << 1;
    run->memories = memory_zeroed(run->memory_count, sizeof *run->memories);
}

// The products of one monitor.
typedef struct Products {
    FinderRun *run;
    const Graph *graph;
    uint32_t monitor;
    bool within_handler;
} Products;

static FinderMemory *memory_of(const Products *s, uint64_t ended)
{
    uint64_t number = ((uint64_t)s->monitor << s->graph->site_count | ended) << 1;
    return s->run->memories ? &s->run->memories[number + s->within_handler] : NULL;
}

static bool search(const Products *s, uint64_t ended, bool needs_outcomes)
{
    Automaton p;
    product_init(&p, s->graph, s->monitor, ended, s->within_handler, needs_outcomes);
    bool is_found = s->run->finder->find(&p, needs_outcomes ? memory_of(s, ended) : NULL,
                                         s->run->workers, &s->run->work);
    product_drop(&p);
    return is_found;
}

// Searches the product of this set of choices that are not made for ever, and those of larger
// sets, which have the choices from `next` on, too. If nothing would be found even if outcomes may
// be missing, nothing is found with a larger set: so few of the sets are needed.
static bool search_sets(const Products *s, uint64_t ended, uint32_t next)
{
    uint32_t sites = s->graph->site_count;
    if (search(s, ended, true))
        return true;
    if (next == sites || !search(s, ended, false))
        return false;
    for (uint32_t site = next; site < sites; site++)
        if (search_sets(s, ended | UINT64_C(1) << site, site + 1))
            return true;
    return false;
}

bool finder_run(FinderRun *run, const Graph *g)
{
    Products s = {.run = run, .graph = g};
    bool is_found = false;
    prepare(run, g);
    for (s.monitor = 0; s.monitor < g->monitor_count && !is_found; s.monitor++)
        for (int within = 0; within < 2 && !is_found; within++) {
            s.within_handler = within;
            is_found = (!within || steps_have_choosing(g->steps)) && search_sets(&s, 0, 0);
        }
    return is_found;
}
