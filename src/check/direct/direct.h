// check/direct/direct.h: one execution whose machines are changed in place.
//
// A random walk that never comes back to a situation needs no interned states: it has real
// machines, queues and monitors, and a step runs one machine. This costs less than the engine's
// step as long as that has to be computed; a step that the engine has cached costs less there.
//
// The steps are those of the engine (check/engine/points.h), with the same paths, the same
// random draws in the same order, and the same coverage. So a walk of either kind makes the same
// schedule from the same seed. Not for classic points: there a step depends on the whole queue.
//
// Machines are numbered in the order in which the execution created them, from 1. What counts as a
// machine (check/engine/network.h) has a number, too; the machine of faults has number 2.
//
// Sees: base, rt, check/engine/engine.h, check/engine/engine_look.h, check/coverage,
//     check/guard.
// Used by: check/sample, report, cli.

#pragma once

#include "base/rng.h"
#include "check/engine/engine.h"
#include "check/engine/engine_look.h"

typedef struct Direct Direct;

// What a step did. The lists are valid until the next step.
typedef struct DirectStep {
    EdgeKind kind;
    Bug bug;         // EDGE_BUG
    uint32_t taken;  // event, or P_NONE
    uint32_t to;     // path of the machine that got a message, also itself; 0: none
    uint32_t sent;   // the event of the message, if that machine was there; or P_NONE
    uint32_t changed;    // number of another machine whose queue has changed; 0: none
    uint32_t created;    // path of the machine that it created; 0: none
    bool has_halted;     // the machine that made the step
    bool is_fault;       // the choices are a FaultKind, and paths
    const uint32_t *lost;  // the numbers of others that a fault has removed
    uint32_t lost_count;
    bool is_choosing;    // it stopped in the middle of its choices: no other may run
    uint32_t moves;      // for the executor, with the choices
    const uint32_t *choices;
    uint32_t choice_count;
    const uint32_t *shows;  // kinds of monitors that saw an event, in order
    uint32_t show_count;
    uint32_t trail, also;  // for coverage, as in an Edge
} DirectStep;

// For the program, test and options of the stepper's engine, and with its paths and trails.
Direct *direct_new(Stepper *h);
void direct_free(Direct *d);  // may be NULL
bool direct_is_possible(const Engine *e);

// Begins an execution: monitors have run their start entries; the first machine, number 1, and the
// machine of faults, if something may go wrong, have not run yet. False when a monitor has failed;
// `bug` as in engine_start.
bool direct_begin(Direct *d, Bug *bug);
void direct_end(Direct *d);  // frees its machines and values
// Begins an execution at a state of the engine. Machines are numbered by their places in it. Only
// if direct_can_begin_at: not with a network.
bool direct_can_begin_at(const Engine *e);
void direct_begin_at(Direct *d, const State *s);

uint32_t direct_machines(const Direct *d);  // created so far
uint32_t direct_path(const Direct *d, uint32_t number);
bool direct_is_there(const Direct *d, uint32_t number);  // false: it has halted
bool direct_is_enabled(Direct *d, uint32_t number);

// Makes a step of an enabled machine, with random choices. False when it was abandoned
// (EngineOptions.stop, or no memory is left): then the execution cannot go on.
bool direct_step(Direct *d, uint32_t number, Rng *rng, DirectStep *step);

// Calls `run`. The steps in it are guarded together, against values that need more memory than
// there is: that is cheaper than one by one. False: `run` was left in the middle of such a step.
bool direct_guard(Direct *d, void (*run)(void *context), void *context);

// The same with choices that the caller makes. It is asked for one after the other, during the
// step, and answers with one of `count` alternatives. `values`: what these will be called in the
// step; NULL: their numbers. What goes wrong in a network is up to three choices, as in the step.
typedef struct DirectChooser {
    uint32_t (*choose)(void *context, const uint32_t *values, uint32_t count);
    void *context;
} DirectChooser;

bool direct_step_by(Direct *d, uint32_t number, const DirectChooser *by, DirectStep *step);

// What explorers have to know of the last step, which led to a state: as engine_events. It is to be
// called before the next step.
StepEvent *direct_events(Direct *d, uint32_t number, const DirectStep *step, uint32_t *count);

// Copies of an execution, to go back to: also in the middle of a step, when its chooser is asked.
// Then the next step after direct_go_back must be that of the same machine: it goes on from there,
// and its chooser is asked the same thing again.
typedef struct DirectCopy DirectCopy;

DirectCopy *direct_copy_new(void);
void direct_copy_free(DirectCopy *c);  // may be NULL
void direct_copy(const Direct *d, DirectCopy *c);  // what the copy had before is dropped
void direct_go_back(Direct *d, const DirectCopy *c);

// What the next step of an enabled machine will touch, with the choices that these random numbers
// make. A copy of the machine makes the step. Only if direct_can_look: not with foreign functions,
// a network, bounds of queues, or in the 2015 dialect.
typedef struct DirectTouch {
    uint32_t to;  // path of the machine that gets a message; 0: none
    bool shows;   // monitors see something
} DirectTouch;

bool direct_can_look(const Engine *e);
DirectTouch direct_look(Direct *d, uint32_t number, Rng rng);

// As the functions of the engine with these names. Halted machines have no view.
bool direct_ends_badly(Direct *d, Bug *bug);
MachineView direct_view(const Direct *d, uint32_t number);
// A fingerprint of the state. Different states may have the same one.
uint64_t direct_print(Direct *d);
// A fingerprint of parts of the state, for much less. Equal states have the same one.
uint64_t direct_outline(Direct *d);
bool direct_warmest(const Direct *d, uint32_t kind, MonitorView *monitor);
// It grows whenever monitors may have changed, also from one execution to the next.
uint64_t direct_watch_changes(const Direct *d);
