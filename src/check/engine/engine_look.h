// check/engine/engine_look.h: what sampling strategies read of states and steps.
//
// They read it for every step, so most of this is inline, and the header includes
// engine_impl.h. Nothing else of engine_impl.h is for other rooms, except Position, Local, Message,
// local_word, queue_word and engine_live_slots for check/direct.

#pragma once

#include "check/engine/engine_impl.h"

// The number of kinds of monitors in the test.
static inline uint32_t engine_monitor_kinds(const Engine *e)
{
    return e->spec_count;
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

// A hash of what the machine's next step depends on: its local state, and the first event in its
// queue. Steps with the same hash are computed once and cached. The same in every run.
static inline uint64_t engine_step_hash(const Stepper *h, const State *s, uint32_t at)
{
    const Engine *e = h->engine;
    const LocalHead *local = local_head(e, s->words[local_word(at)]);
    uint32_t first = queue_at(e, s->words[queue_word(at)])->first;
    bool takes = first && local->position == AT_REST;
    return mix64(local->hash * 3 + (takes ? message_at(e, first)->hash.lo : 0));
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

// The same as engine_step_hash for the step of the monitors that see the i-th show of an edge from
// the state.
static inline uint64_t engine_show_hash(const Stepper *h, const State *from, const Edge *edge,
                                        uint32_t i)
{
    const Engine *e = h->engine;
    const Outcome *o = edge->outcome;
    const Show *show =
        i < o->show_count ? &o->shows[i] : &edge_after(edge)->shows[i - o->show_count];
    uint32_t word = from->words[from->count - e->spec_count + show->monitor];
    assert_debug(show->monitor < e->spec_count);
    return mix64(group_hash(e, word).lo * 5 + message_at(e, show->message)->hash.lo);
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

// ------------------------------------------------------------------------- for check/direct

static inline const PProgram *engine_program(const Engine *e)
{
    return e->program;
}

static inline const PTest *engine_test(const Engine *e)
{
    return e->test;
}

static inline const EngineOptions *engine_options(const Engine *e)
{
    return &e->options;
}

static inline bool engine_has_bounds(const Engine *e)  // on queues, in the program
{
    return e->has_bounds;
}

// Whether taking an event and the first send or creation can be one step.
static inline bool engine_may_merge(const Engine *e)
{
    return e->may_merge;
}

static inline Trails *engine_trails(Engine *e)
{
    return e->trails;
}

// The path of the machine (creator, k, interface); creator 0: the first machine.
static inline uint32_t engine_find_path(Engine *e, uint32_t creator, uint32_t k,
                                        uint32_t interface, uint32_t kind)
{
    return intern_path(e, creator, k, interface, kind);
}

// ---- the parts of a state

static inline const Local *engine_local(const Engine *e, uint32_t local)
{
    return local_at(e, local);
}

// The machine or monitor of the local state, until engine_unpacked. Its values are interned.
const Machine *engine_unpack(Stepper *h, uint32_t local);
void engine_unpacked(Stepper *h);

static inline const Message *engine_message(const Engine *e, uint32_t message)
{
    return message_at(e, message);
}

static inline uint32_t engine_queue_length(const Engine *e, uint32_t queue)
{
    return queue_at(e, queue)->count;
}

static inline const Message *engine_queue_message(const Engine *e, uint32_t queue, uint32_t place)
{
    return message_at(e, queue_message(e, queue, place));
}

// The local states of the monitors of a kind; returns their number.
uint32_t engine_monitors(Stepper *h, const State *s, uint32_t kind, const uint32_t **locals);

// Paths are below it. Other workers may add some meanwhile.
static inline uint32_t engine_path_count(const Engine *e)
{
    return __atomic_load_n(&e->paths->items.count, __ATOMIC_RELAXED);
}

static inline bool engine_path_is_machine(const Engine *e, uint32_t path)
{
    return path_at(e, path)->role == PATH_MACHINE;
}

// ---- of the network: these have paths, as machines do

static inline bool engine_is_remote(const Engine *e, uint32_t from, uint32_t to)
{
    return path_is_remote(e, from, to);
}

static inline uint32_t engine_find_channel(Engine *e, uint32_t from, uint32_t to)
{
    return intern_channel(e, from, to);
}

static inline uint32_t engine_find_cut(Engine *e, uint32_t container, uint32_t other)
{
    return intern_cut(e, container, other);
}

static inline uint32_t engine_find_faults(Engine *e)
{
    return intern_faults(e);
}

static inline uint32_t engine_path_container(const Engine *e, uint32_t path)
{
    return path_at(e, path)->container;
}

static inline uint32_t engine_path_to(const Engine *e, uint32_t path)
{
    return path_at(e, path)->to;
}

static inline uint32_t engine_path_interface(const Engine *e, uint32_t path)
{
    return path_at(e, path)->interface;
}

// The event of suspicions; P_NONE: none can come. And whether a machine of the kind gets it.
static inline uint32_t engine_suspect_event(const Engine *e)
{
    return e->suspect;
}

static inline bool engine_hears_suspicion(const Engine *e, uint32_t kind)
{
    return e->hears_suspicion[kind];
}

// ----

static inline uint32_t engine_path_k(const Engine *e, uint32_t path)
{
    return path_at(e, path)->k;
}

static inline const char *engine_path_name(const Engine *e, uint32_t path)
{
    return path_at(e, path)->name;
}

// Whether some monitor sees an event of a machine with the interface; `only` as in rules_watches.
static inline bool engine_is_seen(const Engine *e, uint32_t by_interface, uint32_t event,
                                  uint32_t only)
{
    return monitor_sees(e, by_interface, event, only);
}

// Whether monitors of the kind see it.
bool engine_monitor_sees(const Engine *e, uint32_t kind, uint32_t by_interface, uint32_t event,
                         uint32_t only);

// A deferred event is in the queue of a machine at rest, in front of the one that it takes.
static inline void engine_note_deferred(Stepper *h, uint32_t state, uint32_t event)
{
    uint32_t events = h->engine->program->event_count;
    assert_debug(state < h->engine->program->state_count && event < events);
    uint64_t *since = &h->deferred[(size_t)state * events + event];
    if (*since == 0)
        *since = h->schedule + 1;
}
