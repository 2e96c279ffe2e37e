// check/sample/sample_heat.c: monitors that stay hot in long executions.
//
// A monitor in a hot state waits for something that has to happen. A sampler cannot see an
// infinite execution, in which it never happens; but when it has not happened for a long time
// although every machine had its turn, a bug is likely. Random schedules are fair with
// probability 1: there the steps of hot monitors are counted during the schedule, as P's own
// checker does (--search random).
//
// Other strategies are not fair: they may let a machine wait for ever. So when a schedule is
// cut off with a hot monitor, it continues with random steps, until the monitor has been hot
// for options.temperature steps, or has cooled down, or for at most twice as many steps.
//
// This proves neither that there is a bug nor that there is none. So a loop of the walk that is a
// proof comes first (sample_loop.h).

#include <stdio.h>
#include <string.h>

#include "check/crew/progress.h"
#include "check/sample/sample.h"
#include "check/sample/sample_loop.h"

// Counts one more step for the monitors that are hot, and resets the count of those that are
// cold. Returns the hottest one; false when none is hot.
static bool note_heat(Walk *w, uint64_t *most, MonitorView *hottest)
{
    MonitorView monitor;
    *most = 0;
    for (uint32_t n = 0; n < w->hot_count; n++) {
        uint32_t i = w->hot_kinds[n];
        w->heat[i] += w->is_hot[i] ? w->heat_late : 0;
        w->is_hot[i] = false;
        bool is_there = w->is_direct ? direct_warmest(w->direct, i, &monitor)
                                     : engine_warmest(w->stepper, &w->state, i, &monitor);
        if (!is_there)
            continue;
        w->is_hot[i] = monitor.temperature == P_HOT;
        w->heat[i] += w->is_hot[i];
        if (monitor.temperature == P_COLD)
            w->heat[i] = 0;
        if (w->heat[i] > *most) {
            *most = w->heat[i];
            *hottest = monitor;
        }
    }
    w->heat_late = 0;
    return *most > 0;
}

static void cool_down(Walk *w)
{
    memset(w->heat, 0, w->shown_capacity * sizeof *w->heat);
    memset(w->is_hot, 0, w->shown_capacity * sizeof *w->is_hot);
    w->heat_late = w->heat_idle = 0;
}

static void end_hot(Walk *w, const MonitorView *monitor, uint64_t steps)
{
    const PProgram *p = w->search->program;
    Bug bug = {.kind = P_ERROR_LIVENESS,
               .machine = monitor->kind,
               .state = monitor->state,
               .at = p->states[monitor->state].at,
               .is_suspected = true};
    char text[NUMBER_MAX];
    if (walk_has_loop(w)) {
        walk_end(w, WALK_LOOPS);
        return;
    }
    if (walk_end_with_loop(w))
        return;
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
        cool_down(w);
}

// While no monitor changes, steps are only counted, until the hottest one could be too hot.
static bool is_late(Walk *w)
{
    if (!w->is_direct || w->heat_idle == 0 || w->heat_changes != direct_watch_changes(w->direct))
        return false;
    w->heat_idle--;
    w->heat_late++;
    return true;
}

bool walk_heat_step(Walk *w)
{
    uint64_t hot, most = w->search->options.temperature;
    MonitorView hottest;
    if (is_late(w))
        return true;
    bool is_hot = note_heat(w, &hot, &hottest);
    w->heat_idle = hot < most ? most - hot : 0;
    w->heat_changes = w->is_direct ? direct_watch_changes(w->direct) : 0;
    if (!is_hot || hot <= most)
        return true;
    end_hot(w, &hottest, hot);
    return false;
}

void walk_heat_end(Walk *w)
{
    const SearchOptions *o = &w->search->options;
    uint64_t most = o->temperature, hot;
    bool is_cut = w->end == WALK_CUT || w->end == WALK_AROUND;
    MonitorView hottest;
    if (!most || !w->search->has_hot_states || o->ends_at_steps || !is_cut)
        return;
    if (!w->counts_heat)
        cool_down(w);
    w->counts_heat = false;
    if (!note_heat(w, &hot, &hottest))
        return;
    walk_continue(w, 2 * most);
    while (walk_goes_on(w) && walk_step(w, walk_draw_place(w))) {
        bool is_hot = note_heat(w, &hot, &hottest);
        if (hot >= most) {
            assert(is_hot);
            end_hot(w, &hottest, hot);
            return;
        }
        if (!is_hot) {
            walk_end(w, WALK_CUT);
            return;
        }
    }
}
