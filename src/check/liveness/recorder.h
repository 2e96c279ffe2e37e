// check/liveness/recorder.h: the steps that a search makes, kept for liveness.
//
// States have numbers that a second visit finds again, by 128 bits: a state that was taken
// for another could make a cycle that is none. A step is 8 bytes, and 12 more for each time
// that steps of a state are made. Workers record at the same time; a cycle is looked for while
// they stand still.

#pragma once

#include "check/engine/engine.h"

typedef struct Recorder Recorder;

Recorder *recorder_new(const Engine *e, uint32_t workers);
void recorder_free(Recorder *r);  // may be NULL
uint64_t recorder_bytes(const Recorder *r);
uint64_t recorder_steps(const Recorder *r);

// The first state, before all others.
void recorder_first(Recorder *r, Stepper *h, const State *first);
// The steps that the worker records from here on begin in this state.
void recorder_begin(Recorder *r, uint32_t worker, Stepper *h, const State *from);
// `second` is the second fingerprint of the state that follows.
void recorder_step(Recorder *r, uint32_t worker, Stepper *h, const State *from, const Edge *e,
                   uint64_t second);

// How a step of a cycle is known again.
typedef struct CycleStep {
    uint64_t print, second;  // of the state that follows
    uint32_t mark;           // recorder_mark
} CycleStep;

// A fair run that keeps a monitor hot: stem, and loop behind it.
typedef struct Cycle {
    CycleStep *steps;
    uint32_t stem_count, loop_count;
    uint32_t monitor;  // engine_monitor_kind
    bool is_within_handler;
} Cycle;

// Many steps have been recorded since a cycle was looked for last.
bool recorder_is_due(const Recorder *r);
bool recorder_find(Recorder *r, Cycle *cycle);
void cycle_drop(Cycle *c);
uint32_t recorder_mark(Recorder *r, uint32_t worker, Stepper *h, const State *from, const Edge *e);
