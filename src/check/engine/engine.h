// check/engine/engine.h: global states, and what can happen in them.
//
// A global state is a short vector of words:
//
//     words[0]            its shape: which machines there are
//     words[1..]          for each machine, in the order of the shape, the ids of its
//                         local state and of its queue, both interned
//     the last ones       for each monitor of the test its local state's id
//
// What a machine can do with an event in one step is worked out once, by running it,
// and kept as a row. From then on a step of the search is a look into the row and a few
// additions that make the fingerprint of the new state. What the target's queue becomes by
// one more event is looked up only when that state is new.
//
// An Engine is shared by all workers of a search. Each worker has a Stepper: its
// scratch machines and buffers. What is in the tables is never changed nor moved,
// so what was found there stays good until the engine forgets it or is dropped. Samplers
// have an engine for each worker.
//
// Sees: base, rt, check/tables, check/coverage, check/guard.
// Used by: check/explorer, check/replay, check/shrink, check/liveness, check/crew,
//     check/exhaust, check/sample, check/search, report, cli.

#pragma once

#include "base/err.h"
#include "base/rng.h"
#include "check/coverage/coverage.h"
#include "check/engine/points.h"
#include "rt/bug.h"
#include "rt/machine.h"

typedef struct Engine Engine;
typedef struct Stepper Stepper;

typedef struct EngineOptions {
    Points points;
    bool has_memo;       // false: every step runs its machine anew
    bool reduces;        // engine_expand_all makes steps that nobody else can see at once
    uint32_t queue_max;  // a send that makes a queue longer is cut off; 0: none is
    int64_t loop_limit;  // 0: machine_fuel
    const bool *stop;    // set by another thread: steps under way are given up; or NULL
    // A step was given up because its values take too much (node_set_limit); or NULL, and they
    // are never refused.
    void (*out_of_memory)(void *context);
    void *context;
} EngineOptions;

// A state as the search carries it about. The words belong to whoever made it.
typedef struct State {
    uint64_t print;  // the fingerprint: a sum over what is in it, the same in every run
    uint32_t count;  // of words
    uint32_t *words;
} State;

// What became of a step.
typedef enum EdgeKind {
    EDGE_STATE,   // a state follows
    EDGE_BUG,     // it found a bug; no state follows
    EDGE_ASSUME,  // an assumption failed: this execution does not exist
    EDGE_QUEUE,   // cut off: a queue would have become longer than queue_max
} EdgeKind;

// Where machines stand in a state: the first at 1, the second at 2.

// A step after which more is different than a few words.
typedef struct FullStep {
    EdgeKind kind;
    uint32_t created;  // path of the machine it creates, 0 for none
    uint32_t count;    // of words of the state that follows
    const uint32_t *words;
    const Bug *bug;               // EDGE_BUG
    const struct Outcome *after;  // the second half of a step that creates
    bool fails_in_new;            // a monitor that it creates fails at its start
} FullStep;

// One step: machine `at` of the state does its `label`th thing. Most steps change the
// local state and the queue of the machine that steps, perhaps the queue of another one
// and the state of a monitor; what became of the others is in `full`. One cache line.
typedef struct Edge {
    uint64_t print;                 // of the state that follows
    const struct Outcome *outcome;  // what happens on the way
    const FullStep *full;           // or NULL. Good until engine_renew
    uint32_t at;                    // who steps
    uint32_t label;                 // counts what this machine can do, from 0
    uint32_t trail;                 // what the machine does on it, for coverage
    uint32_t also;                  // the trail of what others do: monitors, who ignores an event
    uint32_t own;                   // the queue of who steps
    uint32_t to;                    // who gets a message, or 0
    uint32_t other;                 // its queue; when it was not worked out, EDGE_LATER
    uint32_t watch;                 // word of a monitor that changes, or 0
    uint32_t watch_to;              // and what it becomes
} Edge;

#define EDGE_LATER 0xffffffffu

static inline EdgeKind edge_kind(const Edge *e)
{
    return e->full ? e->full->kind : EDGE_STATE;
}

static inline uint32_t edge_created(const Edge *e)
{
    return e->full ? e->full->created : 0;
}

static inline const Bug *edge_bug(const Edge *e)
{
    return e->full ? e->full->bug : NULL;
}

// Words of the state that follows.
static inline uint32_t edge_count(const State *from, const Edge *e)
{
    return e->full ? e->full->count : from->count;
}

// What its choices cost: the sum of the alternatives chosen.
uint32_t edge_cost(const Edge *e);
// How many choices were not the first alternative.
uint32_t edge_choices_off_first(const Edge *e);

// ---------------------------------------------------------------------------- life cycle

Engine *engine_new(const PProgram *p, const PTest *test, const EngineOptions *options);
// So many that call machines the same but share nothing else: for workers who need not
// agree about states.
void engine_new_several(const PProgram *p, const PTest *test, const EngineOptions *options,
                        Engine **engines, uint32_t count);
void engine_free(Engine *e);
uint64_t engine_bytes(const Engine *e);  // what its tables take
uint64_t engine_value_bytes(const Engine *e);  // that of it which is nodes
bool engine_is_full(const Engine *e);          // there are hardly any ids left
uint64_t engine_known(const Engine *e);  // what of it engine_forget would empty, in bytes
// Everything that was interned and remembered, but paths and trails, is gone: states mean
// nothing any more. While no stepper of it is at work.
void engine_forget(Engine *e);

Stepper *stepper_new(Engine *e);
Engine *stepper_engine(const Stepper *h);
void stepper_free(Stepper *h);  // may be NULL

// The state before anything has run: monitors are in their start states, the first
// machine is about to. False when a monitor fails at once; then `bug` says how, with the
// kind P_ERROR_NONE for an assumption, and the monitor is gone from the state. The words
// are good until engine_renew.
bool engine_start(Stepper *h, State *first, Bug *bug);

// What edges and states of this stepper own is forgotten. To be called before a new
// batch of states is expanded.
void engine_renew(Stepper *h);

// --------------------------------------------------------------------------------- steps

// Machines stand at 1 to engine_machines(s).
uint32_t engine_machines(Stepper *h, const State *s);

// The same for all interleavings: a small number for each machine that ever existed,
// counted from 1 (who created it, and how many it had created before).
uint32_t engine_path(Stepper *h, const State *s, uint32_t at);
// Where the machine with the path stands in the state; 0 when it is not there.
uint32_t engine_at(Stepper *h, const State *s, uint32_t path);
uint32_t engine_kind(Stepper *h, uint32_t path);  // a PMachineInfo

bool engine_is_enabled(Stepper *h, const State *s, uint32_t at);

// Everything that the machine can do. Appends to the stepper's list of edges; returns
// how many: none when it cannot run, or when its step was given up (EngineOptions.stop).
// The list begins anew with engine_renew.
uint32_t engine_expand(Stepper *h, const State *s, uint32_t at);
// One of the things that the machine can do, each alternative of each choice equally likely; NULL
// when its step was given up. Only that one is worked out, unless all are known, so its label
// says nothing but which choices were made. What is drawn does not depend on what is known. The
// list of edges has to be empty.
const Edge *engine_draw(Stepper *h, const State *s, uint32_t at, Rng *rng);
// As engine_expand, for all machines, one after the other; or, where steps are reduced, for the one
// that engine_eager names.
uint32_t engine_expand_all(Stepper *h, const State *s);
// The first machine whose step takes an event, or starts it, and is seen by nobody else: it
// sends nothing, creates nothing, shows monitors and explorers nothing. Whatever others do,
// it can make this step, before or after, with the same result; so it is enough to look at
// the executions that make it now. 0: there is none, or steps are not reduced.
uint32_t engine_eager(Stepper *h, const State *s);
bool engine_reduces(const Engine *e);
Edge *engine_edges(Stepper *h);  // moves when it grows
uint32_t engine_edge_count(Stepper *h);

// The state behind an edge, into words with room for edge_count. Where a few words change
// these may be those of the state before it.
void engine_apply(Stepper *h, const State *from, const Edge *edge, State *to);

// The fingerprint, worked out from the state alone; slower than by what a step changes.
uint64_t engine_print(Stepper *h, const State *s);

// In debug builds the two are compared for every state that is made.
static inline void engine_check_print(Stepper *h, const State *s)
{
    assert_debug(engine_print(h, s) == s->print);
    (void)h, (void)s;
}

// A second, independent fingerprint; slower.
uint64_t engine_second_print(Stepper *h, const State *s);

// -------------------------------------------------------------- for liveness (fairness.c)

// A fair choice that a step makes.
typedef struct FairStep {
    uint64_t site;  // the place in the program
    uint32_t chosen, count;
} FairStep;

// What liveness needs to know of a step. Monitors are numbers: of each kind the first one, then
// of each kind the second one, and so on.
typedef struct StepMarks {
    uint32_t machine;  // path
    const uint32_t *hot, *cold;
    uint32_t hot_count, cold_count;
    const FairStep *fairs, *more_fairs;
    uint32_t fair_count, more_count;
} StepMarks;

// Good until engine_renew.
StepMarks engine_marks(Stepper *h, const State *from, const Edge *e);
// Steps with the same number have equal marks; 0: nothing is known.
uint64_t engine_marks_key(Stepper *h, const State *from, const Edge *e);
uint32_t engine_monitor_kind(const Engine *e, uint32_t monitor);  // a PMachineInfo

// A machine is in the middle of its choices: nobody else runs.
bool engine_is_choosing(const State *s);
// Whether the machine can run, or could when that one has made its choices.
bool engine_could_run(Stepper *h, const State *s, uint32_t at);

// Nobody is enabled: is that a bug (deadlock, a hot monitor)? False when it is fine.
bool engine_ends_badly(Stepper *h, const State *s, Bug *bug);

// ------------------------------------------------------------------------------- coverage

// How often edges were taken, by their trails. A stepper begins with it.
typedef struct Tracks {
    uint64_t *counts;
    uint32_t capacity;
} Tracks;

void tracks_grow(Tracks *t, uint32_t trail);

// The search takes the edge: what happens on it was seen.
static inline void engine_count(Stepper *h, const Edge *edge)
{
    Tracks *t = (Tracks *)h;
    uint32_t larger = edge->trail > edge->also ? edge->trail : edge->also;
    if (__builtin_expect(larger >= t->capacity, 0))
        tracks_grow(t, larger);
    t->counts[edge->trail]++;
    if (edge->also)
        t->counts[edge->also]++;
}

// Samplers: what is seen in queues belongs to the schedule. Numbers ascend; without one it
// is 0.
void engine_set_schedule(Stepper *h, uint64_t number);

// What the edges that were counted with this stepper have shown, and what schedules up to
// `last` have seen in queues. Not while others use the stepper.
void engine_coverage(Stepper *h, uint64_t last, Coverage *into);
// What happened before the first step: monitors were started.
void engine_start_coverage(const Engine *e, Coverage *into);

// ------------------------------------------------------------- what happens on the way

typedef enum EventKind {
    EVENT_TAKEN,    // machine took event
    EVENT_SENT,     // machine sent event to other; `is_enabled`: other can run now
    EVENT_CREATED,  // machine created other, of kind `event`
    EVENT_BLOCKED,  // machine has nothing more to do
    EVENT_HALTED,   // machine is gone
    EVENT_USER,     // machine called a function that its explorer knows: op `event`,
                    // about machine `other`, with `number` (see orders.h)
} EventKind;

// In the order in which they happened. Machines are paths.
typedef struct StepEvent {
    EventKind kind;
    uint32_t machine;
    uint32_t other;
    uint32_t event;
    int64_t number;
    bool is_enabled;
} StepEvent;

// How many there are, and the list; good until the next call. The caller may change it.
StepEvent *engine_events(Stepper *h, const State *from, const Edge *edge, uint32_t *count);

// What the executor (check/replay/execute.h) must do to take the edge: how many moves the
// machine makes, and what it chooses. The choices are good until engine_renew.
uint32_t engine_moves(Stepper *h, const Edge *edge, const uint32_t **choices,
                      uint32_t *choice_count);
