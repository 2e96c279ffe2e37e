// check/engine/next_impl.h: a state under construction, change by change (full_step.c, faults.c).

#pragma once

#include "check/engine/engine_impl.h"

// A new state under construction, in the stepper's memory.
typedef struct Next {
    Stepper *stepper;
    const State *from;
    uint32_t *words;
    uint32_t count;
    uint32_t machines;
    uint64_t print;
    EdgeKind kind;
    const Bug *bug;
    uint32_t trail, also;  // what the machine has done, and what others have done
    uint32_t cut_moves, cut_choice_count;  // as in FullStep
    uint32_t opened;  // path of the channel or cut that the step creates, or 0
} Next;

Next next_begin(Stepper *h, const State *s);
void next_set_queue(Next *n, uint32_t at, uint32_t path, uint32_t queue);
// Puts a message into the machine's queue; it is lost when the machine has halted. False: it does
// not fit.
bool next_put(Next *n, uint32_t path, uint32_t message, bool is_self);
// The hash of its local state must have been subtracted.
void next_remove(Next *n, uint32_t at, uint32_t path);
// There must be no more machines than at the beginning.
void next_add(Next *n, uint32_t path, uint32_t local);
// Adds an edge that leads to the state.
FullStep *next_edge(const Next *n, uint32_t at, uint32_t label, const Outcome *o);
