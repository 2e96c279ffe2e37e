// check/liveness/recorder.h: records the steps of a search, for liveness.
//
// Each state has a number, which is found by 128 bits of fingerprint: if one state were mistaken
// for another, a cycle could be reported that does not exist. A step takes 8 bytes, and each
// expansion of a state 12 more. Workers record in parallel; a cycle is searched for while they
// wait.

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

// The data by which a step of a cycle is found again.
typedef struct CycleStep {
    uint64_t print, second;  // of the state that follows
    uint32_t mark;           // recorder_mark
} CycleStep;

// A fair run that keeps a monitor hot: a stem, then a loop.
typedef struct Cycle {
    CycleStep *steps;
    uint32_t stem_count, loop_count;
    uint32_t monitor;  // engine_monitor_kind
    bool is_within_handler;
} Cycle;

// Whether many steps have been recorded since the last search for a cycle.
bool recorder_is_due(const Recorder *r);
bool recorder_find(Recorder *r, Cycle *cycle);
void cycle_drop(Cycle *c);
uint32_t recorder_mark(Recorder *r, uint32_t worker, Stepper *h, const State *from, const Edge *e);
