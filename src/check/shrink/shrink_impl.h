// check/shrink/shrink_impl.h: what the files of the shrinker share.
//
// A route is a way from the first state to the failure, with all states on it. Passes try
// to make it better, each in its own manner; what is not better is forgotten.

#pragma once

#include "check/engine/engine.h"
#include "check/shrink/shrink.h"

// One step that is wanted. The choices are those of Shrink.choices.
typedef struct Wish {
    uint32_t machine;  // a path of the engine
    uint32_t first_choice, choice_count;
} Wish;

// A state of a route.
typedef struct Stop {
    uint64_t print;
    uint64_t first;  // of its words
    uint32_t count;
} Stop;

// steps[i] leads from stops[i] to stops[i + 1]. Behind a step that fails there is no stop.
typedef struct Route {
    Wish *steps;
    uint32_t count;
    Stop *stops;
    uint32_t stop_count;
    uint32_t *words;
    uint64_t word_count;
    uint64_t step_capacity, stop_capacity, word_capacity;
} Route;

typedef struct Shrink {
    const PProgram *program;
    const PTest *test;
    const ShrinkOptions *options;
    Engine *engine;
    Stepper *stepper;
    Bug bug;              // the failure, as the engine has it
    bool is_end;          // it is found where nobody can run any more
    Route best;           // so far
    uint32_t *table;      // print of a stop of `best` -> its place, counted from 1
    uint64_t table_size;  // a power of two
    Route trial;          // from stops[trial_from] of `best` on ...
    uint32_t trial_from,
        trial_to;  // ... to where it meets `best` again, or P_NONE: fails by itself
    Route spare;
    uint32_t *choices;
    uint32_t choice_count;
    Wish *wishes;  // for passes
    uint64_t choice_capacity, wish_capacity;
    uint64_t work;                // steps looked at so far
    uint64_t work_max, work_end;  // for all that is done, and for this pass
    double started, time_end;     // time_end counts from there
    uint32_t ticks;
    uint64_t memory;      // what the engine may know, and what a jump may take
    bool is_over;         // no more tries in this pass: its work is done
    bool is_interrupted;  // ... or time was up
    bool is_shortest;
} Shrink;

#define STOP_NONE 0xffffffffu

enum { EDGES_FREE = 4 };  // so many that are looked at cost as much as one that is taken

// shrink.c
// Is it time to end? To be asked before each step.
bool shrink_ends(Shrink *s);
void *shrink_room(void *list, uint64_t count, size_t size, uint64_t *capacity);
double shrink_now(void);

// shrink_route.c
State route_state(const Route *r, uint32_t at);
void route_drop(Route *r);
ScheduleSize route_size(const Shrink *s, const Route *r);
uint32_t route_find(const Shrink *s, uint64_t print);  // the last stop of `best`, or STOP_NONE

// The route of a schedule, as `best`. False, with the reason, when there is none by these
// points.
bool route_read(Shrink *s, const Schedule *schedule, Err *err);
const Edge *route_edge(Shrink *s, const Route *r, uint32_t at);  // of a step; good until the next
void route_write(Shrink *s, const Route *r, Schedule *schedule);

// When the engine knows too much, it forgets all, and the states of `best` are found again.
// To be called when nobody needs others.
void route_refresh(Shrink *s);

// What the machine can do in the trial's last state is in the stepper's list, `count` edges.
uint32_t trial_expand(Shrink *s, uint32_t machine);
void trial_begin(Shrink *s, uint32_t from);
// Goes along the edge. `is_found`: it fails as it should. False: it leads nowhere, and nothing
// was done.
bool trial_step(Shrink *s, uint32_t machine, const Edge *edge, bool *is_found);
bool trial_is_end(Shrink *s);  // nobody can run, and that is the failure
// Follows the wishes as far as they can be fulfilled, and leaves out the others. True when the
// same failure is there.
bool trial_follow(Shrink *s, uint32_t from, const Wish *wishes, uint32_t count);
// Whether the trial is in a state of `best` from which that takes `left` steps at most.
bool trial_meets(Shrink *s, uint32_t left);
// The trial becomes `best` when it is better.
bool trial_take(Shrink *s);
// Leaves out what lies between a state and the same state.
void cut_loops(Shrink *s);

// shrink_cut.c
Wish *wishes_room(Shrink *s, uint32_t count);
// Follows s->wishes from stops[from]. True when that was better.
bool wishes_try(Shrink *s, uint32_t from, uint32_t count);
void cut_steps(Shrink *s);  // leaves steps out
void cut_switches(Shrink *s);
void cut_choices(Shrink *s);

// shrink_round.c: leaves out steps with all that follows from what they send. True when that
// made `best` shorter.
bool cut_rounds(Shrink *s);

// shrink_draw.c: by lot. True when it made `best` shorter.
bool draw_shorter(Shrink *s);

// shrink_jump.c: a search in breadth from stops[from], for the failure or a later stop of
// `best`. `is_narrow`: machines do only what they do in `best` from there on. True when it made
// `best` shorter. `is_exhaustive` says whether there was room for all states that could have been
// of use.
bool jump(Shrink *s, uint32_t from, uint32_t nodes_max, bool is_narrow, bool *is_exhaustive);
