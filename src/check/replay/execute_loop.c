// check/replay/execute_loop.c: whether turns that are repeated for ever violate a monitor.
//
// The end of an execution is a loop: its turns can be repeated for ever. This file checks it
// without the engine. The loop must be fair: each machine runs in it, or cannot run at some
// time; when one outcome of a fair choice occurs, all its outcomes occur. (A machine that is
// created and halts in each round makes finitely many choices.) And some monitor is hot at some
// time, and never cold. When one machine is in the middle of its choices all the time, no other
// machine can ever run, and fairness does not require it.

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/err.h"
#include "base/memory.h"
#include "check/replay/execute_impl.h"

typedef struct Heat {
    const Watcher *watcher;
    const Observer *observer;  // the one that it had before
    bool is_hot, is_cold;
} Heat;

typedef struct Site {
    uint32_t machine;
    uint64_t fun, resume;
    uint32_t count;
    bool *seen;  // by outcome
} Site;

typedef struct Loop {
    uint32_t first_turn;
    uint32_t machines;  // when it began
    bool *is_served;    // by running number
    bool all_choose;    // some machine is in the middle of its choices all the time
    Heat *heats;
    uint32_t heat_count;
    Site *sites;
    uint32_t site_count;
    Observer observer;
} Loop;

// ------------------------------------------------------------------------------ machines

// Whether it can run, or could if no other machine were in the middle of its choices.
static bool could_run(const Execution *x, uint32_t machine)
{
    const Player *a = x->players[machine - 1];
    if (a->position == POSITION_REST && a->has_begun)
        return execution_takes(x, machine) != P_NONE;
    return a->position != POSITION_HALTED;
}

static void look_around(Execution *x)
{
    Loop *l = x->loop;
    bool is_choosing = false;
    for (uint32_t i = 1; i <= x->player_count; i++)
        is_choosing |= x->players[i - 1]->position == POSITION_CHOICE;
    l->all_choose = l->all_choose && is_choosing;
    for (uint32_t i = 1; i <= l->machines; i++)
        l->is_served[i] = l->is_served[i] || !could_run(x, i);
}

void loop_note_turn(Execution *x, uint32_t machine)
{
    Loop *l = x->loop;
    if (machine <= l->machines)
        l->is_served[machine] = true;
    look_around(x);
}

// ------------------------------------------------------------------------------- choices

void loop_note_choice(Execution *x, const Player *a, uint32_t chosen)
{
    Loop *l = x->loop;
    const Machine *m = &a->machine;
    uint64_t fun = m->stack[m->frame + FRAME_FUN], resume = m->stack[m->frame + FRAME_RESUME];
    Site *s = l->sites, *end = s + l->site_count;
    if (m->id > l->machines)
        return;
    while (s < end && (s->machine != m->id || s->fun != fun || s->resume != resume))
        s++;
    if (s == end) {
        l->sites = memory_resized(l->sites, l->site_count + 1, sizeof *l->sites);
        s = &l->sites[l->site_count++];
        *s = (Site){m->id, fun, resume, a->ask.count, memory_zeroed(a->ask.count, sizeof *s->seen)};
    }
    assert(chosen < s->count);
    s->seen[chosen] = true;
}

static bool is_fair(const Loop *l)
{
    for (uint32_t i = 1; i <= l->machines && !l->all_choose; i++)
        if (!l->is_served[i])
            return false;
    for (uint32_t i = 0; i < l->site_count; i++)
        for (uint32_t k = 0; k < l->sites[i].count; k++)
            if (!l->sites[i].seen[k])
                return false;
    return true;
}

// ------------------------------------------------------------------------------ monitors

static void meet(const Execution *x, Heat *h, uint32_t state)
{
    if (state == P_NONE)
        return;
    h->is_hot |= x->program->states[state].temperature == P_HOT;
    h->is_cold |= x->program->states[state].temperature == P_COLD;
}

// Called when a monitor does something: it may enter and leave a state within one turn.
static void happened(void *data, const Machine *m, Happening what, uint32_t state, uint32_t event,
                     uint32_t type, PWord value)
{
    const Execution *x = data;
    for (uint32_t i = 0; i < x->loop->heat_count; i++) {
        Heat *h = &x->loop->heats[i];
        if (&h->watcher->machine != m)
            continue;
        if (what == HAPPENED_ENTRY)
            meet(x, h, state);
        h->is_cold |= what == HAPPENED_HALT;
        if (h->observer)
            h->observer->happened(h->observer->data, m, what, state, event, type, value);
    }
}

static void watch(Execution *x)
{
    Loop *l = x->loop;
    uint32_t count = 0;
    for (uint32_t i = 0; i < x->watcher_count; i++)
        for (const Watcher *w = &x->watchers[i]; w; w = w->next)
            count++;
    l->heats = memory_zeroed(count, sizeof *l->heats);
    l->observer = (Observer){happened, x};
    for (uint32_t i = 0; i < x->watcher_count; i++)
        for (Watcher *w = &x->watchers[i]; w; w = w->next) {
            if (!w->is_there || x->program->machines[w->kind].kind != P_MACHINE_SPEC)
                continue;
            Heat *h = &l->heats[l->heat_count++];
            *h = (Heat){.watcher = w, .observer = w->machine.observer};
            meet(x, h, machine_state(&w->machine));
            w->machine.observer = &l->observer;
        }
}

// ------------------------------------------------------------------------------ the loop

void execution_loop(Execution *x)
{
    assert(!x->loop);
    Loop *l = x->loop = memory_zeroed(1, sizeof *l);
    l->first_turn = x->turn + 1;
    l->machines = x->player_count;
    l->is_served = memory_zeroed((uint64_t)l->machines + 1, sizeof *l->is_served);
    l->all_choose = true;
    if (x->has_trace)
        trace_loop(&x->trace);
    look_around(x);
    watch(x);
}

void loop_drop(Execution *x)
{
    Loop *l = x->loop;
    if (!l)
        return;
    for (uint32_t i = 0; i < l->site_count; i++)
        free(l->sites[i].seen);
    free(l->sites);
    free(l->heats);
    free(l->is_served);
    free(l);
    x->loop = NULL;
}

static void write_text(const Execution *x, const Machine *hot, char *text, size_t size)
{
    const Loop *l = x->loop;
    const PState *state = &x->program->states[machine_state(hot)];
    bool rests_hot = state->temperature == P_HOT;
    const char *why = "each machine runs in them, or has nothing to do at some time";
    if (l->all_choose)
        why = "one handler makes choice after choice, and nobody else can run meanwhile";
    snprintf(text, size,
             "%s is never cold again: turns %" PRIu32 " to %" PRIu32
             " can be repeated for ever, and it %s%s; %s%s",
             x->program->machines[hot->kind].name, l->first_turn, x->turn,
             rests_hot ? "is in hot state " : "enters a hot state", rests_hot ? state->name : "",
             why, l->site_count ? ", and each outcome of the fair choices occurs" : "");
}

Executed loop_judge(Execution *x)
{
    const Loop *l = x->loop;
    const Machine *hot = NULL;
    char text[P_TEXT_MAX];
    for (uint32_t i = 0; i < l->heat_count; i++)
        if (l->heats[i].is_hot && !l->heats[i].is_cold && !hot)
            hot = &l->heats[i].watcher->machine;
    if (x->turn < l->first_turn || !is_fair(l) || !hot)
        return EXECUTED_ALL;
    write_text(x, hot, text, sizeof text);
    return execution_fail(x, hot, P_ERROR_LIVENESS, text, P_NONE);
}
