// check/sample/sample_walk.h: one execution, step by step, as samplers make it.
//
// A walk stands in a state and knows who can run there. Taking an edge changes the
// state in place: a few words, and the readiness of those whose words changed. The way
// is kept as labels, so that a bug can be shown.
//
// Machines are numbered in the order in which this walk created them. Draws and tables
// go by that number, never by what the engine calls a machine: that depends on what
// other workers did before, and a schedule must not.
//
// On the way a walk sums up its partial order: the sequence of steps of each machine, of
// events that came into each mailbox, and of what each monitor saw. Executions that
// differ in nothing else are the same to every program.

#pragma once

#include "base/rng.h"
#include "check/crew/crew.h"
#include "check/engine/engine_look.h"
#include "check/sample/sample_forget.h"
#include "check/sample/sample_set.h"

// A machine that this walk has created, and what a strategy remembers of it.
typedef struct Known {
    uint32_t path;
    uint32_t creator;  // number
    uint64_t chain;    // its steps so far
    uint64_t mailbox;  // what came into its queue
    uint64_t rank;     // what a strategy thinks of it
    int64_t weight;
    uint32_t races;     // steps of it that may race with others'
    uint32_t sender;    // number of who sent to it first
    bool is_contended;  // another one did, too
    bool is_looked_at;  // what it does next is known:
    bool next_shows;    // something to a monitor
    uint32_t next_to;   // path of who gets a message; TO_NOBODY, TO_SEVERAL
} Known;

#define TO_NOBODY 0u
#define TO_SEVERAL 0xffffffffu

// Those that are there, by number.
typedef struct Stand {
    uint32_t at;
    uint32_t number;
} Stand;

typedef enum WalkEnd {
    WALK_ON,
    WALK_DONE,    // nobody can run, and that is fine
    WALK_CUT,     // it is long enough
    WALK_AROUND,  // from here on it would do for ever what it has done
    WALK_BUG,
    WALK_NOWHERE,  // an assumption failed, or a queue became too long
    WALK_STOPPED,  // the search is over
} WalkEnd;

// Everything that it takes to go back to a state. Made once, used again.
typedef struct Moment {
    State state;
    uint32_t word_capacity;
    Known *known;
    uint32_t known_count, known_capacity;
    uint64_t *shown;
    uint32_t shown_capacity;
    uint64_t depth;
} Moment;

typedef struct Walk {
    Search *search;
    SearchWorker *worker;
    Stepper *stepper;
    SampleSet states, orders;  // seen by this worker

    // Where it is.
    State state;
    uint32_t word_capacity;
    uint64_t depth, depth_max;  // steps from the beginning; where the walk is cut off
    uint64_t base;              // steps before the walk began, which the store knows
    uint32_t base_number;       // of the state there
    uint64_t base_print;
    WalkEnd end;
    uint32_t *labels;
    Schedule way;  // the same for the executor, of walks from the first state
    uint64_t label_capacity;

    // Who is there. Places go by number.
    bool is_by_path;  // places go by the engine's paths instead
    uint32_t machines;
    Stand *places;
    uint32_t *place_at;  // by position
    uint64_t *ready;     // bits, by place
    uint32_t ready_words, ready_count, machine_capacity;
    Known *known;  // by number; the first is nobody's
    uint32_t known_count, known_capacity;
    uint32_t *numbers;  // by path
    uint32_t number_capacity;
    uint64_t *shown;  // by monitor: what it saw
    uint64_t *heat;   // and for how many steps it has been hot
    bool counts_heat;  // ... counted in each step
    uint32_t shown_capacity;

    // This schedule.
    uint64_t schedule;
    Rng rng;
    const SampleSet *watched;  // states that this wants are lessons; may be NULL
    uint64_t delays;           // for who counts them
    uint64_t steps, runs, deepest, most_machines;
    uint64_t assumed;  // runs that an assumption discarded
    uint64_t sealed;   // states in which the program let only one machine run
    uint32_t limits;
    uint32_t *left;  // scratch for drawing among edges
    uint32_t left_capacity;
    uint32_t *ids;  // scratch for orders: as many as there are machines

    // What this round's schedules saw and learnt: kept apart until it is known that no
    // schedule with a smaller number shows a bug.
    struct ScheduleRecord *records;
    uint32_t record_count, record_capacity;
    uint32_t records_read;  // by those who learn
    uint64_t *prints;
    uint64_t print_count, print_capacity;
    uint32_t *trails;  // of the steps, for coverage
    uint64_t trail_count, trail_capacity;
    uint64_t *runs_seen;
    uint64_t run_count, run_capacity;
    uint64_t *lessons;
    uint64_t lesson_count, lesson_capacity;

    State first;
    bool is_first_kept;  // it is the same each time
    bool has_failed;     // a monitor did at its start, and how
    Bug failure;
    Orders *walk_orders;  // of those who make delays: this worker's own
    Moment moment;

    Growth growth, orders_growth;  // of what the engine and the explorer know

    // All rounds that are over.
    uint64_t round, all_runs, all_machines;
} Walk;

// One schedule, as the round remembers it.
typedef struct ScheduleRecord {
    uint64_t schedule;
    uint64_t steps, runs, assumed, sealed, deepest, most_machines;
    uint64_t print_first, print_count;
    uint64_t run_first, run_count;
    uint64_t trail_first, trail_count;
    uint64_t lesson_first, lesson_count;
    uint32_t limits;
    uint32_t member;  // which strategy made it
} ScheduleRecord;

void walk_init(Walk *w, Search *s, SearchWorker *worker);
void walk_drop(Walk *w);
void walk_forget(Walk *w);  // the engine has forgotten all states

// To the first state; or to one that the store knows by that number, so many steps deep.
void walk_begin(Walk *w);
void walk_begin_at(Walk *w, const State *state, uint32_t number, uint64_t depth);

// Whether there is a step to be made. When not, `end` says why, and the execution has
// been counted.
bool walk_goes_on(Walk *w);

// What the machine at the place can do: at least one thing, unless the step was given up
// because the search ends. Good until the next call.
const Edge *walk_edges(Walk *w, uint32_t place, uint32_t *count);
// Makes the step. False when no state follows; the execution has been counted then.
bool walk_take(Walk *w, uint32_t place, const Edge *e);

// Ends the execution, and counts it. False.
bool walk_end(Walk *w, WalkEnd how);
bool walk_end_with_bug(Walk *w, const Bug *bug, bool goes_on);
// One that had ended goes on, for so many steps at most.
void walk_continue(Walk *w, uint64_t steps);
// A fair walk counts the steps of hot monitors, when that is asked for: after walk_begin, and
// after each step. False: the walk has ended, with a monitor that was hot for too long.
void walk_heat_begin(Walk *w);
bool walk_heat_step(Walk *w);
// One that was cut off with a hot monitor goes on fairly, when that is asked for.
void walk_heat_end(Walk *w);

void walk_save(const Walk *w, Moment *m);
void walk_restore(Walk *w, const Moment *m);
void moment_drop(Moment *m);

// A word for the strategy to learn from when the round is over.
void walk_learn(Walk *w, uint64_t word);

// ------------------------------------------------------------------------------- looking

static inline bool walk_is_ready(const Walk *w, uint32_t place)
{
    assert_debug(place < w->machines);
    return w->ready[place / 64] >> place % 64 & 1;
}

static inline Known *walk_known(const Walk *w, uint32_t place)
{
    assert_debug(place < w->machines && w->places[place].number < w->known_count);
    return &w->known[w->places[place].number];
}

// The first place from `place` on that is ready; w->machines when there is none.
static inline uint32_t walk_next_ready(const Walk *w, uint32_t place)
{
    while (place < w->machines) {
        uint64_t bits = w->ready[place / 64] >> place % 64;
        if (bits)
            return place + (uint32_t)__builtin_ctzll(bits);
        place = (place / 64 + 1) * 64;
    }
    return w->machines;
}

// ------------------------------------------------------------------------------- drawing

// One of those that are ready, each equally likely.
uint32_t walk_draw_place(Walk *w);
// One of what a machine can do: each alternative of each choice equally likely.
const Edge *walk_draw_edge(Walk *w, const Edge *edges, uint32_t count);

// The step that the drawn machine makes, its choices drawn. False: the walk has ended.
bool walk_step(Walk *w, uint32_t place);
