// check/shrink/shrink_impl.h: what the files of the shrinker share.
//
// A route is a path from the first state to the failure, with all states on it. Passes try to
// improve it, each in its own way; a result that is not better is discarded.

#pragma once

#include "check/engine/engine.h"
#include "check/shrink/shrink.h"

// One step that a trial should make. `first_choice` is an index in Shrink.choices.
typedef struct WantedStep {
    uint32_t machine;  // a path of the engine
    uint32_t first_choice, choice_count;
} WantedStep;

// A state of a route.
typedef struct Stop {
    uint64_t print;
    uint64_t first;  // of its words
    uint32_t count;
} Stop;

// steps[i] leads from stops[i] to stops[i + 1]. There is no stop after a step that fails.
typedef struct Route {
    WantedStep *steps;
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
    const Network *network;  // of the schedule
    Engine *engine;
    Stepper *stepper;
    Bug bug;              // the failure, as the engine reports it
    bool is_end;          // the failure is a state in which no machine can run
    Route best;           // so far
    uint32_t *table;      // print of a stop of `best` -> its index, counted from 1
    uint64_t table_size;  // a power of two
    Route trial;          // begins at stops[trial_from] of `best`, and
    uint32_t trial_from,
        trial_to;  // continues there as `best` does; STOP_NONE: it fails by itself
    Route spare;
    uint32_t *choices;
    uint32_t choice_count;
    WantedStep *wanted_steps;  // for passes
    uint64_t choice_capacity, wanted_capacity;
    uint64_t work;                // steps examined so far
    uint64_t work_max, work_end;  // limits: for everything, and for this pass
    double started, time_end;     // time_end is relative to `started`
    uint32_t ticks;
    uint64_t memory;      // limit for the engine's tables, and for a jump
    bool is_over;         // no more tries in this pass: its work is used up, or
    bool is_interrupted;  // time was up
    bool is_shortest;
} Shrink;

#define STOP_NONE 0xffffffffu

enum { EDGES_FREE = 4 };  // examining this many edges costs as much as taking one

// shrink.c
// Whether to end this pass; to be called before each step.
bool shrink_ends(Shrink *s);
void *shrink_room(void *list, uint64_t count, size_t size, uint64_t *capacity);
double shrink_now(void);

// shrink_route.c
State route_state(const Route *r, uint32_t at);
uint32_t *route_add_stop(Route *r, uint64_t print, uint32_t count);  // the memory for its words
void route_add_step(Shrink *s, Route *r, uint32_t machine, const Edge *edge);
void route_drop(Route *r);
ScheduleSize route_size(const Shrink *s, const Route *r);
uint32_t route_find(const Shrink *s, uint64_t print);  // the last stop of `best`, or STOP_NONE

// Makes the route of a schedule, as `best`. False, with the reason, when the engine's points do
// not fit the schedule.
bool route_read(Shrink *s, const Schedule *schedule, Err *err);
const Edge *route_edge(Shrink *s, const Route *r, uint32_t at);  // of a step; until the next call
void route_write(Shrink *s, const Route *r, Schedule *schedule);

// When the engine's tables are too large, empties them and computes the states of `best` again.
// To be called when no other states are in use.
void route_refresh(Shrink *s);

// Expands the machine in the trial's last state; returns the number of edges in the stepper's
// list.
uint32_t trial_expand(Shrink *s, uint32_t machine);
void trial_begin(Shrink *s, uint32_t from);
// Takes the edge. `is_found`: it is the same failure. False: no state follows, and nothing was
// done.
bool trial_step(Shrink *s, uint32_t machine, const Edge *edge, bool *is_found);
bool trial_is_end(Shrink *s);  // no machine can run, and that is the failure
// Makes the wanted steps that are possible, and skips the others. True when it leads to the
// same failure.
bool trial_follow(Shrink *s, uint32_t from, const WantedStep *wanted_steps, uint32_t count);
// Whether the trial is in a state of `best` from which `best` has at most `left` more steps.
bool trial_meets(Shrink *s, uint32_t left);
// The trial becomes `best` when it is better.
bool trial_take(Shrink *s);
// Removes the steps between two occurrences of the same state.
void cut_loops(Shrink *s);

// shrink_loop.c: for a schedule whose last turns are repeated for ever, which is in `best`. False,
// with the reason, when it does not fail as `failed`.
bool loop_shrink(Shrink *s, const Schedule *failing, const Bug *failed, Shrunk *r, Err *err);

// shrink_cut.c
WantedStep *wanted_room(Shrink *s, uint32_t count);
// Follows s->wanted_steps from stops[from]. True when the result was better and became `best`.
bool wanted_try(Shrink *s, uint32_t from, uint32_t count);
void cut_steps(Shrink *s);  // removes steps
void cut_switches(Shrink *s);
void cut_choices(Shrink *s);

// shrink_round.c: removes steps together with the steps caused by what they send. True when
// that made `best` shorter.
bool cut_rounds(Shrink *s);

// shrink_draw.c: removes random steps. True when it made `best` shorter.
bool draw_shorter(Shrink *s);

// shrink_jump.c: a breadth-first search from stops[from], for the failure or a later stop of
// `best`. `is_narrow`: machines make only steps that they make in `best` from there on. True when
// it made `best` shorter. `is_exhaustive`: no state was left out for lack of room.
bool jump(Shrink *s, uint32_t from, uint32_t nodes_max, bool is_narrow, bool *is_exhaustive);
