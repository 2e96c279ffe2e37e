// check/engine/engine.h: global states, and what can happen in them.
//
// A global state is a short vector of words:
//
//     words[0]            its shape: which machines there are
//     words[1..]          for each machine, in the order of the shape, the ids of its
//                         local state and of its queue, both interned
//     the last ones       for each monitor of the test its local state's id
//
// The engine computes once, by running the machine, what it can do with an event in one step,
// and caches the result as a row. After that, a step of the search reads the row and makes a
// few additions, which give the fingerprint of the new state. The target's longer queue is
// looked up only when that state is new.
//
// An Engine is shared by all workers of a search. Each worker has a Stepper: its scratch
// machine and buffers. Entries of the tables are never changed or moved, so pointers to them
// stay valid until engine_forget or engine_free. In sampling each worker has its own engine.
//
// Sees: base, rt, check/tables, check/coverage, check/guard.
// Used by: check/explorer, check/replay, check/shrink, check/liveness, check/crew,
//     check/exhaust, check/direct, check/sample, check/search, report, cli.

#pragma once

#include "base/buf.h"
#include "base/err.h"
#include "base/rng.h"
#include "check/coverage/coverage.h"
#include "check/engine/network.h"
#include "check/engine/points.h"
#include "rt/bug.h"
#include "rt/machine.h"

typedef struct Engine Engine;
typedef struct Stepper Stepper;

typedef struct EngineOptions {
    Points points;
    Network network;
    bool has_memo;       // false: nothing is cached, every step runs its machine
    bool reduces;        // engine_expand_all makes a step that no other can see first, alone
    uint32_t queue_max;  // a send that makes a queue longer than this is cut off; 0: no limit
    uint32_t short_queue;  // longer queues are trees (long_impl.h); 0: SHORT_QUEUE
    int64_t loop_limit;  // 0: machine_fuel
    const bool *stop;    // another thread sets it: running steps are abandoned; or NULL
    // Called when a step was abandoned because its values need too much memory
    // (node_set_limit). NULL: values have no limit.
    void (*out_of_memory)(void *context);
    void *context;
} EngineOptions;

// A global state. The words belong to the code that made the state.
typedef struct State {
    uint64_t print;  // the fingerprint: a sum over its parts, the same in every run
    uint32_t count;  // of words
    uint32_t *words;
} State;

// The result of a step.
typedef enum EdgeKind {
    EDGE_STATE,   // a state follows
    EDGE_BUG,     // it found a bug; no state follows
    EDGE_ASSUME,  // an assumption failed: this execution does not exist
    EDGE_QUEUE,   // cut off: a queue would have become longer than queue_max
} EdgeKind;

// Places of machines in a state count from 1.

// A step that changes more than a few words of the state.
typedef struct FullStep {
    uint32_t created;  // path of the machine or channel it creates, 0 for none
    uint32_t count;    // of words of the state that follows
    const uint32_t *words;
    const Bug *bug;               // EDGE_BUG
    const struct Outcome *after;  // the second half of a step that creates
    bool fails_in_new;            // a monitor that it creates fails at its start
    // It fails before the end of its outcome: these are the moves and choices up to there, in
    // the second half of a step that creates. cut_moves 0: it does not.
    uint32_t cut_moves, cut_choice_count;
} FullStep;

// One step: alternative `label` of the machine at place `at`. Most steps change the local
// state and the queue of the machine that steps, perhaps the queue of another one and the
// state of a monitor. Steps that change more have `full`. One cache line.
typedef struct Edge {
    uint64_t print;                 // of the state that follows
    const struct Outcome *outcome;  // details of the step
    const FullStep *full;           // or NULL. Valid until engine_renew
    uint32_t at;                    // place of the machine that steps
    uint32_t kind : 2;              // EdgeKind; without `full` EDGE_STATE
    uint32_t label : 30;                // which of the machine's possible steps, from 0
    uint32_t trail;                 // what the machine does on it, for coverage
    uint32_t also;                  // the same of others: monitors, machines that ignore an event
    uint32_t own;                   // the queue afterwards of the machine that steps
    uint32_t to;                    // place of the machine that gets a message, or 0
    uint32_t other;                 // its queue afterwards; EDGE_LATER: not looked up yet
    uint32_t watch;                 // word of a monitor that changes, or 0
    uint32_t watch_to;              // its new value
    uint32_t settled;               // the steps that engine_settle has added, or 0
} Edge;

_Static_assert(sizeof(Edge) == 64, "an edge is one cache line");

#define EDGE_LATER 0xffffffffu

// How often edges were taken, by their trails.
typedef struct Tracks {
    uint64_t *counts;
    uint32_t capacity;
} Tracks;

// The beginning of a Stepper: what a search reads for every state.
typedef struct StepperFront {
    Tracks tracks;
    Edge *edges;
    uint32_t edge_count;
    bool is_stopped;  // a step was abandoned since engine_renew
    bool reduces;     // as in EngineOptions
    const uint32_t *ready_words;  // of the state whose machines were all looked at last, or NULL
    uint64_t takers, ready;       // of that state: engine_takers, engine_ready_set
} StepperFront;

static inline EdgeKind edge_kind(const Edge *e)
{
    return (EdgeKind)e->kind;
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

// The cost of its choices: the sum of the numbers of the chosen alternatives.
uint32_t edge_cost(const Edge *e);
// How many choices were not the first alternative.
uint32_t edge_choices_off_first(const Edge *e);

// ---------------------------------------------------------------------------- life cycle

Engine *engine_new(const PProgram *p, const PTest *test, const EngineOptions *options);
// Makes `count` engines that share the paths of machines and nothing else: for workers that
// do not exchange states.
void engine_new_several(const PProgram *p, const PTest *test, const EngineOptions *options,
                        Engine **engines, uint32_t count);
void engine_free(Engine *e);
uint64_t engine_bytes(const Engine *e);  // memory of its tables
uint64_t engine_value_bytes(const Engine *e);  // the part of it that is values
bool engine_is_full(const Engine *e);          // a table has almost no ids left
uint64_t engine_known(const Engine *e);  // the bytes that engine_forget would free
// Empties all tables except paths and trails: states become invalid. No stepper of the engine
// may be in use.
void engine_forget(Engine *e);

Stepper *stepper_new(Engine *e);
Engine *stepper_engine(const Stepper *h);
void stepper_free(Stepper *h);  // may be NULL

// The first state: monitors have run their start entries, the first machine has not run yet.
// False when a monitor fails in its start; then `bug` says how, with the kind P_ERROR_NONE
// for an assumption, and the state does not contain the monitor. The words are valid until
// engine_renew.
bool engine_start(Stepper *h, State *first, Bug *bug);

// Frees what edges and states of this stepper own. Call it before each new batch of states
// is expanded.
void engine_renew(Stepper *h);
// The state will be expanded soon, and was not read for some time: loads its queues.
void engine_prefetch(const Stepper *h, const State *s);
// A step was abandoned since engine_renew.
static inline bool stepper_is_stopped(const Stepper *h)
{
    return ((const StepperFront *)h)->is_stopped;
}

// --------------------------------------------------------------------------------- steps

// The number of machines. Their places are 1 to engine_machines(s).
uint32_t engine_machines(Stepper *h, const State *s);

// Whether events or machines of the program bound queues (2015 dialect).
bool engine_bounds_queues(const PProgram *p);

// A small number, from 1, for each (creator, how many it had created before): the same machine
// has the same number in all interleavings.
uint32_t engine_path(Stepper *h, const State *s, uint32_t at);
// The place of the machine with the path in the state; 0 when it is not there.
uint32_t engine_at(Stepper *h, const State *s, uint32_t path);
uint32_t engine_kind(Stepper *h, uint32_t path);  // a PMachineInfo; of a channel: its target's
bool engine_is_channel(const Engine *e, uint32_t path);

bool engine_is_enabled(Stepper *h, const State *s, uint32_t at);

// Appends all steps that the machine can make to the stepper's list of edges, and returns
// their number: 0 when it cannot run, or when its step was abandoned (EngineOptions.stop).
// engine_renew empties the list.
uint32_t engine_expand(Stepper *h, const State *s, uint32_t at);
// A random step of the machine: each alternative of a choice is equally likely. NULL when the
// step was abandoned. Only this one is computed, unless the whole row is cached already; so its
// label is a hash of the choices made, not a number counted from 0. The random choices do not
// depend on the cache. The list of edges must be empty.
const Edge *engine_draw(Stepper *h, const State *s, uint32_t at, Rng *rng);
// As engine_expand, for all machines, one after the other; or, where steps are reduced, for the one
// that engine_eager names.
uint32_t engine_expand_all(Stepper *h, const State *s);
// Then, unless something else was expanded: whether other machines than those with edges may be
// able to run, because only one was expanded, whose step nobody sees.
static inline bool engine_is_eager(const Stepper *h, const State *s)
{
    const StepperFront *front = (const StepperFront *)h;
    return front->reduces && front->ready_words != s->words;
}

// Likewise: the places of the machines that can take an event of their queue, a set, and 0, which
// is no place; empty: not known.
static inline uint64_t engine_takers(const Stepper *h, const State *s)
{
    const StepperFront *front = (const StepperFront *)h;
    return front->ready_words == s->words ? front->takers : 0;
}

// Likewise: the places below 64 of the machines that can run, a set; empty: not known.
static inline uint64_t engine_ready_set(const Stepper *h, const State *s)
{
    const StepperFront *front = (const StepperFront *)h;
    return front->ready_words == s->words ? front->ready : 0;
}

// The first machine whose step takes an event, or starts it, and that no other can see: the
// step sends nothing, creates nothing, shows monitors and explorers nothing. Whatever others
// do, the machine can make this step, before or after, with the same result; so it is enough
// to explore the executions that make it now. 0: there is none, or steps are not reduced.
uint32_t engine_eager(Stepper *h, const State *s);
bool engine_reduces(const Engine *e);
// Where steps are reduced: follows `count` edges in the list, from the one with number `first` on,
// for as long as some machine has a step that no other can see, and that step has one outcome.
// These steps become part of the edge (settle.c). `from` is the state of the edges; if it was made
// in this way, too, no such step is left in the state that an edge leads to. `takers` is what
// engine_takers has said of `from`; if that was expanded last, 0 will do.
void engine_settle(Stepper *h, const State *from, uint32_t first, uint32_t count, uint64_t takers);
// The step with this index, from 0, that was added to the edge: the place of its machine, and what
// engine_moves says for edges. 0: there are no more.
uint32_t engine_settled_step(Stepper *h, const Edge *edge, uint32_t index, uint32_t *moves,
                             const uint32_t **choices, uint32_t *choice_count);
// The places of the machines that can run, ascending; returns their number. `places` has room for
// all machines of the state. Where engine_eager names a machine: only that one, and `*is_eager`.
uint32_t engine_ready(Stepper *h, const State *s, uint32_t *places, bool *is_eager);
// As engine_expand, for one of the machines that the last engine_ready has listed.
uint32_t engine_expand_ready(Stepper *h, const State *s, uint32_t at);
// Whether there was a set or map of two entries or more whose order does not count.
bool engine_hides_order(const Engine *e);

// The list of edges; it moves when it grows.
static inline Edge *engine_edges(Stepper *h)
{
    return ((StepperFront *)h)->edges;
}

static inline uint32_t engine_edge_count(Stepper *h)
{
    return ((StepperFront *)h)->edge_count;
}

// The state that the edge leads to, written into words with room for edge_count. When the edge
// has no `full`, `to` may use the words of `from`.
void engine_apply(Stepper *h, const State *from, const Edge *edge, State *to);

// What an explorer must hear of a step if it hears only which machines become ready, and which
// cannot run any more (orders_hear_changes). Which machines can run after the step is found out
// when the state that follows is expanded: so it is told then, and this says whom it is about.
typedef uint16_t StepChange;

enum {
    CHANGE_BITS = 6,             // of a place: first the machine that steps,
    CHANGE_LOW = (1 << CHANGE_BITS) - 1,
    CHANGE_WAS_READY = 1 << 12,  // then the one that gets a message, or 0: it could run before
    CHANGE_HAS_TAKEN = 1 << 13,  // and has taken the message already (engine_settle)
};

static inline uint32_t change_sender(StepChange c)
{
    return c & CHANGE_LOW;
}

static inline uint32_t change_target(StepChange c)
{
    return c >> CHANGE_BITS & CHANGE_LOW;
}

// The words that change on a step, and what an explorer must hear of it. Returns the number of
// words; 0 when the step is about other machines than these two, or changes more than a few words.
// `enabled` is a set of places below 64 of machines that can run before the step.
typedef struct WordChange {
    uint32_t word, value;
} WordChange;

enum { CHANGES_MAX = 5 };  // two machines with their queues, and a monitor
uint32_t engine_changes(Stepper *h, const State *from, const Edge *edge, uint64_t enabled,
                        WordChange changes[static CHANGES_MAX], StepChange *change);

// The same in words that are those of `from`, and back, for an edge without `full`.
void engine_put(Stepper *h, const State *from, const Edge *edge, uint32_t *words);
void engine_take_back(Stepper *h, const State *from, const Edge *edge, uint32_t *words);

// The fingerprint computed from the whole state; slower than the sum over a step's changes.
uint64_t engine_print(Stepper *h, const State *s);

// In debug builds the two are compared for every state that is made.
static inline void engine_check_print(Stepper *h, const State *s)
{
    assert_debug(engine_print(h, s) == s->print);
    (void)h, (void)s;
}

// A second, independent fingerprint; slower.
uint64_t engine_second_print(Stepper *h, const State *s);
// That of the state that follows, when `second` is that of this state.
uint64_t engine_step_second(Stepper *h, const State *from, uint64_t second, const Edge *edge);

// -------------------------------------------------------------- for liveness (fairness.c)

// A fair choice that a step makes.
typedef struct FairStep {
    uint64_t site;  // the place in the program
    uint32_t chosen, count;
} FairStep;

// What liveness needs to know of a step. Monitors are numbered: first the first monitor of each
// kind, then the second monitor of each kind, and so on.
typedef struct StepMarks {
    uint32_t machine;  // path
    const uint32_t *hot, *cold;
    uint32_t hot_count, cold_count;
    const FairStep *fairs, *more_fairs;
    uint32_t fair_count, more_count;
} StepMarks;

// Valid until engine_renew.
StepMarks engine_marks(Stepper *h, const State *from, const Edge *e);
// Steps with the same number have equal marks; 0: nothing is known. `monitors` is the number of the
// state in which the step is made: states with equal monitors have the same one.
uint64_t engine_marks_key(Stepper *h, const State *from, uint64_t monitors, const Edge *e);
uint64_t engine_monitors_key(Stepper *h, const State *s);
uint32_t engine_monitor_kind(const Engine *e, uint32_t monitor);  // a PMachineInfo

// A machine is in the middle of its choices: no other may run.
bool engine_is_choosing(const State *s);
// Whether the machine can run, or could run if no other were in the middle of its choices.
bool engine_could_run(Stepper *h, const State *s, uint32_t at);
// All of them, one bit for each place, from 1. For at most 64 machines.
uint64_t engine_could_run_set(Stepper *h, const State *s);

// For a state in which no machine is enabled: the value of the variable `outcome` of each machine
// that has one, sorted: "Reader=2 Writer=0".
void engine_outcome(Stepper *h, const State *s, Buf *out);

// For a state in which no machine is enabled: whether that is a bug (deadlock, a hot monitor).
bool engine_ends_badly(Stepper *h, const State *s, Bug *bug);

// ------------------------------------------------------------------------------- coverage

void tracks_grow(Tracks *t, uint32_t trail);

// The search takes the edge: counts it for coverage.
static inline void engine_count(Stepper *h, const Edge *edge)
{
    Tracks *t = &((StepperFront *)h)->tracks;
    uint32_t larger = edge->trail > edge->also ? edge->trail : edge->also;
    if (__builtin_expect(larger >= t->capacity, 0))
        tracks_grow(t, larger);
    t->counts[edge->trail]++;
    t->counts[edge->also]++;  // the count of trail 0, which is empty, means nothing
}

// In sampling: the current schedule, to which deferred events seen in queues belong. Numbers
// ascend; a search without schedules leaves it at 0.
void engine_set_schedule(Stepper *h, uint64_t number);

// Adds the coverage of the edges counted with this stepper, and the deferred events that
// schedules up to `last` have seen in queues. No other thread may use the stepper meanwhile.
void engine_coverage(Stepper *h, uint64_t last, Coverage *into);
// Adds what happened before the first step: monitors were started.
void engine_start_coverage(const Engine *e, Coverage *into);

// Its choices are a FaultKind and then paths of machines. In a schedule these are their numbers.
bool edge_is_fault(const Edge *e);

// ------------------------------------------------------------- what happens on the way

#define KIND_CHANNEL P_NONE
#define KIND_FAULTS (P_NONE - 1)

typedef enum EventKind {
    EVENT_TAKEN,    // machine took event
    EVENT_SENT,     // machine sent event to other; `is_enabled`: other can run now
    EVENT_CREATED,  // machine created other, of kind `event`; KIND_CHANNEL, KIND_FAULTS
    EVENT_BLOCKED,  // machine has nothing more to do
    EVENT_HALTED,   // machine is gone
    EVENT_USER,     // machine called a function that its explorer knows: op `event`,
                    // about machine `other`, with `number` (see orders.h)
} EventKind;

// One event of a step. Machines are paths.
typedef struct StepEvent {
    EventKind kind;
    uint32_t machine;
    uint32_t other;
    uint32_t event;
    int64_t number;
    bool is_enabled;
} StepEvent;

// The events of the step, in the order in which they happened; valid until the next call. The
// caller may change the list.
StepEvent *engine_events(Stepper *h, const State *from, const Edge *edge, uint32_t *count);

// Steps with the same number, not 0, have equal events. `to` is the state that the edge leads to.
// `enabled` is a set of places below 64 of machines that can run in `from`.
uint64_t engine_events_key(Stepper *h, const State *from, const Edge *edge, const State *to,
                           uint64_t enabled);

// What the executor (check/replay/execute.h) must do to take the edge: how many moves the
// machine makes, and what it chooses. The choices are valid until engine_renew.
uint32_t engine_moves(Stepper *h, const Edge *edge, const uint32_t **choices,
                      uint32_t *choice_count);
