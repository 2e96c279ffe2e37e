// check/engine/engine_look.h: what sampling strategies read of states and steps.
//
// They read it for every step, so most of this is inline, and the header includes
// engine_impl.h. Nothing else of engine_impl.h is for other rooms.

#pragma once

#include "check/engine/engine_impl.h"

// The number of kinds of monitors in the test.
static inline uint32_t engine_monitor_kinds(const Engine *e)
{
    return e->spec_count;
}

// A step was abandoned since engine_renew.
static inline bool stepper_is_stopped(const Stepper *h)
{
    return h->is_stopped;
}

// The same in every run.
static inline uint64_t engine_path_hash(const Engine *e, uint32_t path)
{
    assert_debug(path > 0);
    return path_at(e, path)->hash.lo;
}

static inline uint32_t engine_path_creator(const Engine *e, uint32_t path)
{
    assert_debug(path > 0);
    return path_at(e, path)->creator;
}

// The effects of a step that other machines and monitors can see.
typedef struct StepTouch {
    uint32_t taken;       // event, or P_NONE
    uint32_t to;          // path of the machine that gets a message, also itself; 0: none
    uint32_t show_count;  // how many times a monitor sees an event of it
} StepTouch;

static inline const Outcome *edge_after(const Edge *e)
{
    return e->full ? e->full->after : NULL;
}

static inline StepTouch engine_touch(const Edge *e)
{
    const Outcome *o = e->outcome, *after = edge_after(e);
    return (StepTouch){
        .taken = o->taken,
        .to = o->sent != P_NONE ? o->sent_to : 0,
        .show_count = o->show_count + (after ? after->show_count : 0),
    };
}

// The kind of monitor in the i-th show, i < show_count.
static inline uint32_t engine_shown(const Edge *e, uint32_t i)
{
    const Outcome *o = e->outcome;
    if (i < o->show_count)
        return o->shows[i].monitor;
    assert_debug(edge_after(e) && i - o->show_count < edge_after(e)->show_count);
    return edge_after(e)->shows[i - o->show_count].monitor;
}

typedef struct MachineView {
    uint32_t path, state;
    uint32_t position;  // of its code, as a small number
    uint32_t first;     // first event in its queue, + 1; 0: the queue is empty
    uint32_t queued;    // length of the queue
} MachineView;

MachineView engine_view(Stepper *h, const State *s, uint32_t at);

typedef struct MonitorView {
    uint32_t kind, state;
    uint32_t temperature;  // P_HOT, P_COLD ...
} MonitorView;

// The warmest monitor of the kind (hot before cold); false when there is none.
bool engine_warmest(Stepper *h, const State *s, uint32_t kind, MonitorView *monitor);
