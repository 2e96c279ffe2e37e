// check/search/onward.c: goes on with an execution as the samplers of a search do.

#include "check/search/onward.h"

#include <stdlib.h>

#include "base/memory.h"
#include "check/sample/sample.h"
#include "check/sample/sample_lead.h"
#include "check/search/search_impl.h"
#include "rt/node.h"

struct Onward {
    Lead lead;
    Search search;
    Walk *walk;  // of the last schedule
};

static bool open_at(Onward *o, const PProgram *p, const PTest *test, const SearchOptions *options,
                    Points points, Err *err)
{
    Search *s = &o->search;
    search_init(s, p, test, options);
    s->options.workers = 1;
    s->options.points = points;
    s->options.schedules = UINT64_MAX / 2;
    s->options.walk = WALK_KIND_MEMO;  // a direct walk has no lead, and makes the same steps
    s->watches_loops = true;
    s->lead = o->lead.moves.turn_count ? &o->lead : NULL;
    o->lead.has_failed = false;
    return search_open(s, err);
}

// Tries the points of the options first, and then the finest.
static bool open(Onward *o, const PProgram *p, const PTest *test, const SearchOptions *options,
                 Err *err)
{
    for (Points points = options->points;; points = POINTS_FULL) {
        if (!open_at(o, p, test, options, points, err)) {
            search_close(&o->search);
            return false;
        }
        o->walk = sample_lead(&o->search);
        if (!o->lead.has_failed)
            return true;
        search_close(&o->search);
        if (points == POINTS_FULL)
            bug("moves that the executor has made are no steps of the engine");
    }
}

Onward *onward_new(const PProgram *p, const PTest *test, const Schedule *begin, uint32_t turns,
                   const SearchOptions *options, Err *err)
{
    Onward *o = memory_zeroed(1, sizeof *o);
    Bug failure;

    assert(search_samples(options->kind) && !search_policy(options->kind)->remembers);
    Executed how =
        schedule_split(p, test, begin, turns, &o->lead.moves, &o->lead.is_open, &failure);
    if (how != EXECUTED_ALL)
        err_set(err, "%s", how == EXECUTED_ODD || how == EXECUTED_SETUP
                               ? failure.text
                               : "the execution has ended: there is no future");
    if (how == EXECUTED_ALL && open(o, p, test, options, err))
        return o;
    schedule_drop(&o->lead.moves);
    free(o);
    return NULL;
}

void onward_free(Onward *o)
{
    if (!o)
        return;
    node_set_limit(INT64_MAX);
    search_close(&o->search);
    schedule_drop(&o->lead.moves);
    free(o);
}

static OnwardEnd end_of(const Onward *o)
{
    switch (o->walk->end) {
    case WALK_DONE:
        return ONWARD_QUIET;
    case WALK_ON:
    case WALK_CUT:
    case WALK_AROUND:
        return ONWARD_CUT;
    case WALK_BUG:
        return o->search.found.bug.kind == P_ERROR_SETUP ? ONWARD_STOPPED : ONWARD_BUG;
    case WALK_NOWHERE:
        return ONWARD_DISCARDED;
    case WALK_STOPPED:
    case WALK_AGAIN:
    case WALK_LOOPS:
    case WALK_CLOSER:
    case WALK_CACHED:
        break;
    }
    return ONWARD_STOPPED;
}

OnwardEnd onward_next(Onward *o, Bug *bug)
{
    o->search.check_memory(&o->search);
    o->walk = sample_next(&o->search);
    *bug = o->search.found.is_there ? o->search.found.bug : (Bug){0};
    return end_of(o);
}

uint64_t onward_steps(const Onward *o)
{
    return o->walk->steps;
}

void onward_schedule(const Onward *o, Schedule *s)
{
    const Schedule *way = &o->walk->way;
    uint32_t from = (uint32_t)o->walk->lead_steps;

    if (o->lead.is_open) {  // one more step belongs to the last move
        const Network *network = s->network;
        schedule_drop(s);
        s->network = network;
        from = 0;
    }
    for (uint32_t i = from; i < way->turn_count; i++)
        schedule_add(s, way->turns[i].machine, way->turns[i].moves,
                     way->choices + way->turns[i].first_choice, way->turns[i].choice_count);
}

void onward_faults(Onward *o, Schedule *faults)
{
    if (!o->lead.is_open && o->walk->end == WALK_ON)
        lead_faults(o->walk, faults);
}
