// check/sample/sample_delay.h: executions that follow an explorer, except for some delays.
//
// At each step the first machine of the explorer's order runs, and takes the first alternative
// of each choice. A point is a place where a schedule may deviate from that: at the machine
// that is about to run (then the next in the order runs), or at one of the choices of its step
// (then the next alternative is taken, and the first one of all later choices). One such
// deviation is one delay.
//
// A point is eligible when there is a next machine or alternative. So several delays can be
// made at one point, as many as there are alternatives, and none while the program is sealed.

#pragma once

#include "check/sample/sample.h"

typedef struct Point {
    uint32_t position;  // of the machine in the order
    uint32_t label;     // of its step, not in a direct walk; LABEL_DEFAULT
    uint32_t choice;    // the point is this choice of the step; CHOICE_NONE: it is the machine
    uint32_t value;     // in a direct walk: the alternative of the choice
} Point;

#define CHOICE_NONE 0xffffffffu
#define LABEL_DEFAULT 0xffffffffu

// A run from the walk's current state to the end of the execution.
typedef struct DelayRun {
    uint32_t explorer_state;  // the explorer's state
    Point first;          // how it begins
    bool is_paper;        // after the last machine or alternative comes the first
    bool draws_choices;   // choices are random, and are no points
    bool keeps_point;     // saves one eligible point, each equally likely
    bool ends_around;     // ends when it would repeat a cycle for ever
    const uint64_t *way;  // for each delay: the number of points since the last one without
    uint32_t way_count;

    Rng choices;      // for random choices
    uint64_t points;  // eligible points so far
    uint32_t way_done;
    uint64_t passed;      // points since the last delay
    uint64_t mark_print;  // an earlier state, to detect cycles
    uint64_t mark_outline;  // in a direct walk
    uint32_t mark_explorer_state;
    uint64_t mark_left;  // steps until the next mark is set
    uint64_t mark_steps;
    bool has_kept;  // a point is saved: in the walk's moment, `kept` and kept_explorer_state
    Point kept;
    uint32_t kept_explorer_state;
} DelayRun;

extern const Point point_default;

// Starts the explorer of this walk, and follows the search's lead with it; a random explorer uses
// the seed.
bool delay_begin(Walk *w, uint64_t seed, uint32_t *explorer_state);

// The machine with the number makes a step that was not decided here: the explorer's next state.
bool delay_note(Walk *w, uint32_t number, const Edge *e, uint32_t *explorer_state);
// The same after a step of ses to this state, of which the explorer has not heard.
bool delay_tell(Walk *w, const State *to, StepChange change, uint32_t *explorer_state);

void delay_run(Walk *w, DelayRun *r);

// A random step of the state among those that cost `cost` delays, each equally likely; when
// there are none, among those that cost one more, and so on. False when the state has none.
bool delay_draw_first(Walk *w, uint32_t explorer_state, uint64_t cost, Point *first,
                      uint32_t *among);
