// check/exhaust/cycles.c: finds a monitor that stays hot for ever, in the graph explored so far.
//
// A cycle of the explored graph is a cycle of the program, even when the graph is incomplete:
// which machines can run in a state is known before their steps are made. So a cycle that is
// found is a bug. That there is none is proved only when the graph is complete.

#include "check/exhaust/exhaust.h"

#include <stdlib.h>
#include <string.h>

#include "check/liveness/liveness.h"

// A path through the states, followed step by step.
typedef struct Retraced {
    Search *search;
    Stepper *stepper;
    State state;
    uint32_t *words[2];  // of the state, and a buffer for the next state
} Retraced;

static void *room_for(void *words, uint32_t count)
{
    words = realloc(words, (count + 1) * sizeof(uint32_t));
    if (!words)
        die_out_of_memory(count * sizeof(uint32_t));
    return words;
}

// Whether the edge leads to the state with this number.
static bool leads_to(const Retraced *w, uint64_t second, const Edge *e, uint32_t to)
{
    const Search *s = w->search;
    StoreKey key = {.print = e->print,
                    .second = engine_step_second(w->stepper, &w->state, second, e)};
    uint32_t number;
    bool is_waiting;
    if (s->nodes)
        return nodes_number(s->nodes, key.print, key.second) == to;
    return store_find(s->store, &key, &number, &is_waiting) && number == to;
}

// Finds the edge for the step, takes it, and returns its label. UINT32_MAX: there is none.
static uint32_t take(Retraced *w, const GraphStep *step)
{
    Search *s = w->search;
    engine_renew(w->stepper);
    uint32_t count = engine_expand_all(w->stepper, &w->state);
    uint32_t machines = engine_machines(w->stepper, &w->state);
    uint64_t second = engine_second_print(w->stepper, &w->state);
    for (uint32_t i = 0; i < count; i++) {
        Edge e = engine_edges(w->stepper)[i];
        if (edge_kind(&e) != EDGE_STATE || !leads_to(w, second, &e, step->to) ||
            recorder_mark(s->recorder, 0, w->stepper, &w->state, &e) != step->mark)
            continue;
        w->words[1] = room_for(w->words[1], edge_count(&w->state, &e));
        State to = {.words = w->words[1]};
        engine_apply(w->stepper, &w->state, &e, &to);
        w->state = to;
        w->words[1] = w->words[0];
        w->words[0] = to.words;
        return label_pack(machines, e.at, e.label);
    }
    return UINT32_MAX;
}

// False when the search was stopped meanwhile. It has its own stepper: a worker may pause in the
// middle of its edges.
static bool find_labels(Search *s, const Lasso *c, uint32_t *labels)
{
    Retraced w = {.search = s, .stepper = stepper_new(s->engine)};
    State first;
    Bug bug;
    bool is_fine = true;
    engine_renew(w.stepper);
    bool has_started = engine_start(w.stepper, &first, &bug);
    assert(has_started);
    w.words[0] = room_for(NULL, first.count);
    memcpy(w.words[0], first.words, first.count * sizeof *first.words);
    w.state = (State){first.print, first.count, w.words[0]};
    for (uint32_t i = 0; i < c->stem_count + c->loop_count && is_fine; i++) {
        labels[i] = take(&w, &c->steps[i]);
        is_fine = labels[i] != UINT32_MAX;
    }
    if (!is_fine && !__atomic_load_n(&s->is_stopping, __ATOMIC_RELAXED))
        bug("a cycle was found, and its steps are not found again");
    free(w.words[0]);
    free(w.words[1]);
    stepper_free(w.stepper);
    return is_fine;
}

static void report(Search *s, const Lasso *c, uint32_t *labels)
{
    uint32_t kind = engine_monitor_kind(s->engine, c->monitor);
    Finding f = {
        .is_there = true,
        .bug = {.kind = P_ERROR_LIVENESS, .machine = kind, .state = P_NONE},
        .depth = (uint64_t)c->stem_count + c->loop_count,
        .label = LABEL_END,
        .labels = labels,
        .loop = c->loop_count,
        .is_within_handler = c->is_within_handler,
    };
    snprintf(f.bug.text, sizeof f.bug.text, "%s stays hot for ever",
             s->program->machines[kind].name);
    search_keep(s, &f);
}

bool cycles_check(Search *s)
{
    Lasso c;
    if (!recorder_find(s->recorder, &c))
        return false;
    uint32_t *labels = room_for(NULL, c.stem_count + c.loop_count);
    bool is_found = find_labels(s, &c, labels);
    if (is_found)
        report(s, &c, labels);
    free(labels);
    lasso_drop(&c);
    return is_found;
}
