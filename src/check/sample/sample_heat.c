// check/sample/sample_heat.c: executions that go on, and monitors that stay hot.
//
// A monitor in a hot state waits for something that has to happen. In an execution without
// end that it does not happen cannot be seen; that it has not for long is a sign, as long as
// every machine had its turn. Random schedules are fair with probability 1: there the
// steps of hot monitors are counted on the way, as P's own checker does (--search random).
//
// Other strategies are not fair: a machine may wait for ever because of them. So where a
// schedule is cut off with a hot monitor it goes on at random, until the monitor has been hot
// for so many steps since it was last cold, or has cooled down, or for twice as many steps.
//
// This is no proof, in neither direction.

#include <stdio.h>
#include <string.h>

#include "check/engine/engine_impl.h"
#include "check/crew/progress.h"
#include "check/sample/sample.h"

// Of the monitors of one kind: how warm the warmest one is, and which that is; NULL when
// there is none.
static const Local *warmest(const Walk *w, uint32_t i, uint32_t *temperature)
{
    const Engine *e = w->stepper->engine;
    const PProgram *p = w->search->program;
    const Local *found = NULL;
    const uint32_t *locals;
    assert(1 + 2 * w->machines + i < w->state.count);
    uint32_t count = group_members(e, &w->state.words[1 + 2 * w->machines + i], &locals);
    *temperature = P_COLD;
    for (uint32_t j = 0; j < count; j++) {
        const Local *monitor = local_at(e, locals[j]);
        uint32_t own = p->states[monitor->state].temperature;
        bool is_warmer = !found || own == P_HOT || *temperature == P_COLD;
        if (p->machines[monitor->kind].kind != P_MACHINE_SPEC || !is_warmer)
            continue;
        found = monitor;
        *temperature = own;
    }
    return found;
}

// One step more of the monitors that are hot, the end of it for those that are cold. The
// hottest one; NULL when all are cool.
static const Local *note_heat(Walk *w, uint64_t *most)
{
    const Local *hottest = NULL;
    *most = 0;
    for (uint32_t i = 0; i < w->stepper->engine->spec_count; i++) {
        uint32_t temperature;
        const Local *monitor = warmest(w, i, &temperature);
        if (!monitor)
            continue;
        if (temperature == P_HOT)
            w->heat[i]++;
        if (temperature == P_COLD)
            w->heat[i] = 0;
        if (w->heat[i] > *most) {
            *most = w->heat[i];
            hottest = monitor;
        }
    }
    return hottest;
}

static void end_hot(Walk *w, const Local *monitor, uint64_t steps)
{
    const PProgram *p = w->search->program;
    Bug bug = {.kind = P_ERROR_LIVENESS,
               .machine = monitor->kind,
               .state = monitor->state,
               .at = p->states[monitor->state].at,
               .is_suspected = true};
    char text[NUMBER_MAX];
    snprintf(bug.text, sizeof bug.text,
             "monitor %s was hot for %s steps of a fair schedule, and is in state %s",
             p->machines[monitor->kind].name, progress_number(text, steps),
             p->states[monitor->state].name);
    walk_end_with_bug(w, &bug, true);
}

void walk_heat_begin(Walk *w)
{
    w->counts_heat = w->search->options.temperature > 0 && w->search->has_hot_states;
    if (w->counts_heat)
        memset(w->heat, 0, w->shown_capacity * sizeof *w->heat);
}

bool walk_heat_step(Walk *w)
{
    uint64_t hot;
    const Local *hottest = note_heat(w, &hot);
    if (hot <= w->search->options.temperature)
        return true;
    end_hot(w, hottest, hot);
    return false;
}

void walk_heat_end(Walk *w)
{
    const SearchOptions *o = &w->search->options;
    uint64_t most = o->temperature, hot;
    bool is_cut = w->end == WALK_CUT || w->end == WALK_AROUND;
    if (!most || !w->search->has_hot_states || o->ends_at_steps || !is_cut)
        return;
    if (!w->counts_heat)
        memset(w->heat, 0, w->shown_capacity * sizeof *w->heat);
    w->counts_heat = false;
    if (!note_heat(w, &hot))
        return;
    walk_continue(w, 2 * most);
    while (walk_goes_on(w) && walk_step(w, walk_draw_place(w))) {
        const Local *hottest = note_heat(w, &hot);
        if (hot >= most) {
            assert(hottest);
            end_hot(w, hottest, hot);
            return;
        }
        if (!hottest) {
            walk_end(w, WALK_CUT);
            return;
        }
    }
}
