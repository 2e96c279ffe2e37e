// check/liveness/finder.c: the products of a graph, searched one by one.

#include "check/liveness/finder.h"

#include <stdlib.h>
#include <string.h>

#include "base/err.h"
#include "base/memory.h"

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
    if (!run->finder->keeps)
        return;
    run->memory_count = g->monitor_count << g->site_count << 1;
    run->memories = memory_zeroed(run->memory_count, sizeof *run->memories);
}

bool finder_run(FinderRun *run, const Graph *g)
{
    bool is_found = false;
    uint32_t number = 0;
    prepare(run, g);
    for (uint32_t monitor = 0; monitor < g->monitor_count && !is_found; monitor++)
        for (uint64_t ended = 0; !(ended >> g->site_count) && !is_found; ended++)
            for (int within = 0; within < 2 && !is_found; within++, number++) {
                Automaton p;
                if (within && !steps_have_choosing(g->steps))
                    continue;
                product_init(&p, g, monitor, ended, within);
                is_found = run->finder->find(&p, run->memories ? &run->memories[number] : NULL,
                                             run->workers, &run->searched);
                product_drop(&p);
            }
    return is_found;
}
