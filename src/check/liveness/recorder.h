// check/liveness/recorder.h: records the steps of a search, for liveness.
//
// A step is recorded with its mark, a state with the set of machines that can run in it. States
// have numbers: those of the store, or others (check/liveness/nodes.h); the first state is 0. If
// one state were mistaken for another, a cycle could be reported that does not exist; so their
// fingerprints have more than 64 bits. Workers record in parallel; a cycle is searched for while
// they wait.

#pragma once

#include "check/engine/engine.h"
#include "check/liveness/finder.h"
#include "check/liveness/graph.h"

typedef struct Recorder Recorder;

// `finder`: the algorithm that looks for cycles (check/liveness/finder.h); NULL: fair_cycle.h.
Recorder *recorder_new(const Engine *e, uint32_t workers, const char *finder);
void recorder_free(Recorder *r);  // may be NULL
void recorder_clear(Recorder *r);  // forgets the steps; not after engine_forget
uint64_t recorder_bytes(const Recorder *r);
uint64_t recorder_steps(const Recorder *r);
FinderWork recorder_work(const Recorder *r);  // of a finder

// The steps that the worker records from here on begin in this state, which has this number.
void recorder_begin(Recorder *r, uint32_t worker, Stepper *h, const State *from, uint32_t node);
void recorder_step(Recorder *r, uint32_t worker, Stepper *h, const State *from, const Edge *e,
                   uint32_t to);

// The same in two parts: the number of the marks, and the step with that number.
uint32_t recorder_number(Recorder *r, uint32_t worker, const StepMarks *marks);
void recorder_add(Recorder *r, uint32_t worker, uint32_t to, uint32_t mark);

// For a search that is not iterative: looks for a cycle less often.
void recorder_check_seldom(Recorder *r);
// Whether many steps have been recorded since the last search for a cycle.
bool recorder_is_due(const Recorder *r);
// A fair run that keeps a monitor hot (engine_monitor_kind); lasso_drop frees it.
bool recorder_find(Recorder *r, Lasso *lasso);
uint32_t recorder_mark(Recorder *r, uint32_t worker, Stepper *h, const State *from, const Edge *e);
