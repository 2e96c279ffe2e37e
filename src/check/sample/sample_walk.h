// check/sample/sample_walk.h: one sampled execution, step by step.
//
// A walk has a current state and knows which machines can run there. Taking an edge changes
// the state in place: a few words, and the readiness of the machines whose words changed. The
// steps are recorded as labels, so that a bug can be shown.
//
// Machines are numbered in the order in which this walk created them. Random draws and tables
// use this number, never the engine's path: paths depend on what other workers did before, and
// a schedule must not.
//
// A walk goes through the engine, which caches steps, or executes machines in place
// (check/direct/direct.h, sample_direct.c). Both make the same steps from the same seed, but only
// the engine knows states and all edges of a machine: strategies that need these have no
// `goes_direct`. Moments to which a walk can go back are in sample_moment.c.
//
// The walk computes a hash of its partial order: the sequence of steps of each machine, of
// events that came into each mailbox, and of events that each monitor saw. No program can
// distinguish executions with the same partial order. A step is hashed with its choices, not with
// its number among the machine's possible steps, which a direct walk does not know.

#pragma once

#include "base/rng.h"
#include "check/crew/crew.h"
#include "check/direct/direct.h"
#include "check/engine/engine_look.h"
#include "check/sample/sample_forget.h"
#include "check/sample/sample_set.h"

// A machine that this walk has created, with data of the strategy.
typedef struct Known {
    uint32_t path;
    uint32_t creator;  // number
    uint64_t chain;    // hash of its steps so far
    uint64_t mailbox;  // hash of the events that came into its queue
    uint64_t rank;     // for the strategy: its priority
    int64_t weight;    // for the strategy
    uint32_t races;     // number of its steps that may race with steps of others
    uint32_t sender;    // number of the machine that sent to it first
    bool is_contended;  // another machine has sent to it, too
    bool is_looked_at;  // the next two fields are known:
    bool next_shows;    // its next step shows something to a monitor
    uint32_t next_to;   // path of the machine that gets a message; TO_NOBODY
} Known;

enum { READY_BLOCK = 4096 };  // places

#define TO_NOBODY 0u

// A machine of the current state.
typedef struct Stand {
    uint32_t at;  // its place in the engine's state; in a direct walk, its number
    uint32_t number;
} Stand;

typedef enum WalkEnd {
    WALK_ON,
    WALK_DONE,    // no machine can run, and that is no bug
    WALK_CUT,     // it has reached its maximal length
    WALK_AROUND,  // it would repeat the same steps for ever
    WALK_BUG,
    WALK_NOWHERE,  // an assumption failed, or a queue became too long
    WALK_STOPPED,  // the search is over
    WALK_AGAIN,    // a direct walk is faster: it has to be made again
    WALK_LOOPS,    // a state has come back, and the walk has to be made again, recorded
    WALK_CLOSER,   // a state may have come back: it has to be made again, watched more closely
    WALK_CACHED,   // it shows a bug, and has to be made again through the engine
} WalkEnd;

// Everything that is needed to go back to a state. The buffers are reused. In a direct walk the
// state may be one in the middle of a step; then all but `copy` is from before the step.
typedef struct Moment {
    State state;  // not in a direct walk
    uint32_t word_capacity;
    Known *known;
    uint32_t known_count, known_capacity;
    uint64_t *shown;
    uint32_t shown_capacity;
    uint64_t depth;
    // Direct walks: as the walk's fields with these names.
    DirectCopy *copy;  // NULL: there was none yet
    Stand *places;
    uint32_t machines, gone, place_capacity;
    uint64_t *ready, *waiting;
    uint32_t ready_capacity, waiting_capacity;
    uint32_t *changed;
    uint32_t changed_count, changed_capacity;
    bool is_choosing;
} Moment;

typedef struct Walk {
    Search *search;
    SearchWorker *worker;
    Stepper *stepper;
    SampleSet states, orders;  // seen by this worker

    bool is_direct;  // this schedule
    const struct Repeats *repeats;  // hashes of steps that it wants are recorded; or NULL
    // When so many steps were computed or found, the walk ends if a direct one is faster; then when
    // it is twice as many, and so on. 0: never.
    uint64_t try_work;
    uint64_t work;  // so many were
    uint64_t *step_hashes;          // of this and other schedules
    uint64_t hash_first;            // of this schedule
    uint64_t hash_count, hash_capacity;
    Direct *direct;  // NULL: there was no direct walk yet
    DirectStep step;

    // The current state, not in a direct walk.
    State state;
    uint32_t word_capacity;
    uint64_t depth, depth_max;  // steps from the first state; the most steps of the walk
    uint64_t base;              // steps before the walk began; the store has them
    uint64_t lead_steps;        // steps of the search's lead
    bool has_explorer;          // the strategy has one: it follows the lead with it
    uint32_t base_number;       // number in the store of the state where it began
    bool is_behind;             // or of its parent, with a step `behind`
    uint32_t behind;
    uint64_t base_print;
    WalkEnd end;
    ItemRoom item_room;  // hybrid: of the item where it begins
    uint32_t *labels;
    Schedule way;  // the same for the executor, for walks from the first state
    uint64_t label_capacity;

    // The machines of the state. Their places are in the order of their numbers.
    bool is_by_path;  // places are in the order of the engine's paths instead
    uint32_t machines;  // places, in a direct walk with some of machines that have halted:
    uint32_t gone;      // so many
    Stand *places;
    uint32_t *place_at;  // by `at`
    uint64_t *ready;     // bits, by place
    uint32_t *ready_sums;  // by block of READY_BLOCK places: how many are ready
    uint32_t ready_words, ready_count, machine_capacity;
    // Direct walks, while a machine is in the middle of its choices: the machines that were ready
    // before, and the numbers of those that have to be looked at again.
    uint64_t *waiting;
    uint32_t waiting_capacity, waiting_count;
    uint32_t *changed;
    uint32_t changed_count, changed_capacity;
    bool is_choosing;
    Known *known;  // by number; the first is not used
    uint32_t known_count, known_capacity;
    uint32_t *numbers;  // by path
    uint32_t number_capacity;
    uint64_t *shown;  // by kind of monitor: hash of the events that it saw
    uint64_t *heat;   // the same: for how many steps it has been hot
    uint32_t *hot_kinds, hot_count;  // kinds of monitors that have hot states
    bool counts_heat;  // `heat` is updated in each step
    bool *is_hot;         // by kind: when `heat` was updated last. Since then
    uint64_t heat_late;   // so many steps were made, and no monitor has changed
    uint64_t heat_idle;   // so many more may be made before it has to be updated
    uint64_t heat_changes;
    uint32_t shown_capacity;

    // This schedule.
    uint64_t schedule;
    Rng rng;
    uint64_t choice_seed;  // for strategies that draw choices in advance
    const SampleSet *watched;  // partial orders that this set wants become lessons; may be NULL
    uint64_t order_sum;        // then: that of the walk so far, before the last mix
    uint64_t delays;           // made so far, in strategies with delays
    uint64_t steps, runs, deepest, most_machines;
    uint64_t assumed;  // runs that an assumption discarded
    uint64_t sealed;   // states in which the program let only one machine run
    uint32_t limits;
    uint32_t *left;  // scratch buffer of walk_draw_edge
    uint32_t left_capacity;
    uint32_t *ids;  // scratch buffer for orders: one for each machine

    // What the schedules of this round saw and learnt. It is added to the totals only when it
    // is known that no schedule with a smaller number shows a bug.
    struct ScheduleRecord *records;
    uint32_t record_count, record_capacity;
    uint32_t records_read;  // by the strategies' learning
    uint64_t *prints;
    uint64_t print_count, print_capacity;
    uint32_t *trails;  // of the steps, for coverage
    uint64_t trail_count, trail_capacity;
    uint64_t *runs_seen;
    uint64_t run_count, run_capacity;
    uint64_t *lessons;
    uint64_t lesson_count, lesson_capacity;

    State first;
    bool is_first_kept;  // `first` is the same for all schedules
    bool has_failed;     // a monitor failed at its start, with `failure`
    Bug failure;
    Orders *walk_orders;  // for strategies with delays: this worker's own
    Moment moment;
    uint32_t *given;  // hybrid: the choices of its first step
    uint32_t given_count, given_capacity;

    struct LoopWatch *loops;  // sample_loop.h; NULL: there is nothing to watch

    Growth growth, orders_growth;  // of the caches of the engine and the explorer

    // Totals of the finished rounds.
    uint64_t round, all_runs, all_machines, all_direct;
} Walk;

// The record of one schedule in a round.
typedef struct ScheduleRecord {
    uint64_t schedule;
    uint64_t steps, runs, assumed, sealed, deepest, most_machines;
    uint64_t print_first, print_count;
    uint64_t run_first, run_count;
    uint64_t trail_first, trail_count;
    uint64_t lesson_first, lesson_count;
    uint64_t hash_first, hash_count;
    bool is_direct;
    uint64_t measured;       // the step hashes of so many steps were recorded,
    uint64_t measured_work;  // for which so many were computed or found
    uint32_t limits;
    uint32_t member;  // the strategy that made it
} ScheduleRecord;

void walk_init(Walk *w, Search *s, SearchWorker *worker);
void walk_drop(Walk *w);
void walk_forget(Walk *w);  // to be called after engine_forget

// Begins at the first state; or at a state that has that number in the store, at that depth.
void walk_begin(Walk *w);
void walk_begin_at(Walk *w, const State *state, uint32_t number, uint64_t depth);

// Whether the walk can make a step. When not, `end` says why, and the execution has been
// counted.
bool walk_goes_on(Walk *w);

// All steps of the machine at the place: at least one, unless the step was abandoned because
// the search ends. Valid until the next call.
const Edge *walk_edges(Walk *w, uint32_t place, uint32_t *count);
// Makes the step. False when no state follows; the execution has been counted then.
bool walk_take(Walk *w, uint32_t place, const Edge *e);

// Ends the execution, and counts it. False.
bool walk_end(Walk *w, WalkEnd how);
bool walk_is_made_again(WalkEnd how);  // from the beginning: this one does not count
bool walk_end_with_bug(Walk *w, const Bug *bug, bool goes_on);
// Continues a walk that had ended, for at most `steps` steps.
void walk_continue(Walk *w, uint64_t steps);
// A fair walk counts the steps of hot monitors, when options.temperature is set: call the first
// after walk_begin and the second after each step. False: the walk has ended, with a monitor
// that was hot for too long.
void walk_heat_begin(Walk *w);
bool walk_heat_step(Walk *w);
// Continues a walk that was cut off with a hot monitor, by fair steps, when
// options.temperature is set.
void walk_heat_end(Walk *w);

void walk_save(const Walk *w, Moment *m);
void walk_restore(Walk *w, const Moment *m);
void moment_drop(Moment *m);

// Adds a word from which the strategy will learn after the round.
void walk_learn(Walk *w, uint64_t word);
// The walk has made a step, and its set watches: learns the partial order of the steps so far.
void walk_learn_order(Walk *w);

// ------------------------------------------------------------------------------- looking

static inline bool walk_is_ready(const Walk *w, uint32_t place)
{
    assert_debug(place < w->machines);
    return w->ready[place / 64] >> place % 64 & 1;
}

static inline void walk_set_ready(Walk *w, uint32_t place, bool is)
{
    uint64_t bit = UINT64_C(1) << place % 64, *word = &w->ready[place / 64];
    bool was = *word & bit;
    if (was == is)
        return;
    *word ^= bit;
    assert_debug(is || w->ready_count > 0);
    w->ready_count += is ? 1 : (uint32_t)-1;
    w->ready_sums[place / READY_BLOCK] += is ? 1 : (uint32_t)-1;
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
        while (place % READY_BLOCK == 0 && place < w->machines &&
               w->ready_sums[place / READY_BLOCK] == 0)
            place += READY_BLOCK;
    }
    return w->machines;
}

// Whether the machine with the number is there and ready.
bool walk_can_run(const Walk *w, uint32_t number);

// ------------------------------------------------------------------------------- drawing

// A random machine that is ready, each equally likely.
uint32_t walk_draw_place(Walk *w);
// A random edge of a machine: each alternative of a choice is equally likely. The edges agree in
// their first `made` choices.
const Edge *walk_draw_rest(Walk *w, Rng *rng, const Edge *edges, uint32_t count, uint32_t made);

// A step of the machine with random choices, not in a direct walk; NULL: the search ends.
const Edge *walk_draw(Walk *w, uint32_t place, Rng *rng);
// Makes a step of the machine, with random choices. False: the walk has ended.
bool walk_step(Walk *w, uint32_t place);
// Calls the function, which makes steps. Direct ones are guarded together instead of one by one,
// against values that need more memory than there is: then the function is left in the middle,
// and the walk has ended.
void walk_guarded(Walk *w, void (*make_steps)(void *walk));

// ------------------------------------------- for sample_direct.c and sample_moment.c

// Sets the current state. The machines in it must be known.
void walk_set_state(Walk *w, const State *state);

void walk_forget_known(Walk *w);
uint32_t walk_add_known(Walk *w, uint32_t path, uint32_t creator);
void walk_reserve_places(Walk *w, uint32_t count);
void walk_count_ready(Walk *w);  // counts the bits again, after they were changed together
void walk_reserve_trails(Walk *w);  // for two more
static inline void walk_note_trails(Walk *w, uint32_t trail, uint32_t also)
{
    if (w->trail_count + 2 > w->trail_capacity)
        walk_reserve_trails(w);
    w->trails[w->trail_count++] = trail;
    if (also)
        w->trails[w->trail_count++] = also;
}

void walk_cut_way(Walk *w);
// A small hash of the choices of a step; 0 when there are none.
static inline uint32_t walk_label(const uint32_t *choices, uint32_t count)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < count; i++)
        sum = mix64(sum + choices[i] + 1);
    return (uint32_t)(sum & UINT16_MAX);
}

// Records a step for the executor, unless the walk is by path. Returns its label for the partial
// order: a hash of its choices, in which machines have numbers if there are any.
static inline uint32_t walk_note_way(Walk *w, uint32_t number, uint32_t moves,
                                     const uint32_t *choices, uint32_t count, bool is_fault)
{
    if (w->is_by_path)
        return walk_label(choices, count);
    schedule_add(&w->way, number, moves, choices, count);
    if (is_fault)
        schedule_number(&w->way, w->numbers);
    assert_debug(w->way.turn_count == w->depth - w->base + 1);
    return count ? walk_label(w->way.choices + w->way.choice_count - count, count) : 0;
}

// The step has made no state: ends the execution. False.
bool walk_end_step(Walk *w, EdgeKind kind, const Bug *bug);

// The hash of a partial order is that of a sum: of these two for each machine, and of the other for
// each kind of monitor.
static inline uint64_t walk_order_of(const Known *k)
{
    return mix64(k->chain + 1) + mix64(k->mailbox + k->chain);
}

static inline uint64_t walk_order_shown(const Walk *w, uint32_t kind)
{
    return mix64(w->shown[kind] + kind);
}

// Adds a step to the partial order; returns the hash for walk_note_shown.
static inline uint64_t walk_note_step(Walk *w, uint32_t number, uint32_t label, uint32_t taken,
                                      uint32_t to_path)
{
    Known *me = &w->known[number];
    uint32_t to = to_path < w->number_capacity ? w->numbers[to_path] : 0;
    Known *other = to && to != number ? &w->known[to] : NULL;
    if (w->watched)
        w->order_sum -= walk_order_of(me) + (other ? walk_order_of(other) : 0);
    me->chain = mix64(me->chain + ((uint64_t)label << 32 | taken));
    if (to)
        w->known[to].mailbox = mix64(w->known[to].mailbox + me->chain);
    if (w->watched)
        w->order_sum += walk_order_of(me) + (other ? walk_order_of(other) : 0);
    return me->chain;
}

// A monitor of the kind sees an event of the step.
static inline void walk_note_shown(Walk *w, uint32_t kind, uint64_t chain)
{
    assert_debug(kind < w->shown_capacity);
    if (w->watched)
        w->order_sum -= walk_order_shown(w, kind);
    w->shown[kind] = mix64(w->shown[kind] + chain);
    if (w->watched)
        w->order_sum += walk_order_shown(w, kind);
}

// As walk_begin, walk_step, walk_save and walk_restore; the last two only for what is not in both
// kinds of walks.
void direct_walk_begin(Walk *w);
// The walk has begun at a state of the engine, which had to be looked at; it goes on directly.
void direct_walk_begin_here(Walk *w);
bool direct_walk_step(Walk *w, uint32_t place, Rng *rng);
void direct_walk_save(const Walk *w, Moment *m);
void direct_walk_restore(Walk *w, const Moment *m);
// A step in two parts: the machine makes it, and then the walk notes what it did. False: the walk
// has ended. Its choices are random if there are random numbers; else `by` makes them.
bool direct_walk_make(Walk *w, uint32_t place, Rng *rng, const DirectChooser *by);
bool direct_walk_note(Walk *w, uint32_t place);
