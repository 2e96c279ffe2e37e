// check/sample/sample_delay.h: executions that follow an explorer, but for some delays.
//
// At each step the explorer's order says who runs, and the first alternative of each
// choice is taken. A point is where a schedule may deviate from that: the machine that is
// about to run (then the next in the order does), or one of the choices of its step (then
// the next alternative is taken, and the first of all choices behind it). One such
// deviation is one delay.
//
// A point is eligible when there is a next one: so several delays can be made at one
// point, as many as there are others to go to, and none where the program is sealed.

#pragma once

#include "check/sample/sample.h"

typedef struct Point {
    uint32_t position;  // in the order: who runs
    uint32_t label;     // of its step; LABEL_DEFAULT
    uint32_t choice;    // which of the step's choices is at stake; CHOICE_NONE: who runs is
} Point;

#define CHOICE_NONE 0xffffffffu
#define LABEL_DEFAULT 0xffffffffu

// From where the walk stands to the end of the execution.
typedef struct DelayRun {
    uint32_t explorer_state;  // the explorer's state
    Point first;          // how it begins
    bool is_paper;        // every point is eligible: behind the last comes the first
    bool draws_choices;   // by lot; then they are no points
    bool keeps_point;     // of all eligible points one is kept, each equally likely
    bool ends_around;     // it ends where it would go round in a circle for ever
    const uint64_t *way;  // delays: points passed by before each, from the one before on
    uint32_t way_count;

    uint64_t points;  // eligible ones that were met
    uint32_t way_done;
    uint64_t passed;      // since the last delay
    uint64_t mark_print;  // a state on the way, to find out about circles
    uint32_t mark_explorer_state;
    uint64_t mark_left;  // steps until there is another one
    uint64_t mark_steps;
    bool has_kept;  // in the walk's moment, with the explorer's state, and how to go on
    Point kept;
    uint32_t kept_explorer_state;
} DelayRun;

extern const Point point_default;

// The explorer of this walk begins; what it draws by lot follows from the seed.
bool delay_begin(Walk *w, uint64_t seed, uint32_t *explorer_state);

void delay_run(Walk *w, DelayRun *r);

// One of the steps of the state that cost so many delays, each equally likely; when there
// are none, of those that cost one more, and so on. False when there is nothing.
bool delay_draw_first(Walk *w, uint32_t explorer_state, uint64_t cost, Point *first,
                      uint32_t *among);
