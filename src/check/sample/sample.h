// check/sample/sample.h: sampling: random schedules, one by one.
//
// The random numbers of a schedule depend only on the seed and on the schedule's own number.
// So the first schedule that shows a bug is the same for any number of workers, and so are all
// counts up to it. Strategies that learn do so in rounds: all schedules of a round use the
// knowledge from before the round, and after the round its lessons are read in the order of
// the schedules. The length of a round depends on the rounds before, not on the clock.
//
// Sees: base, rt, check/engine/engine.h, check/engine/engine_look.h,
//     check/liveness/liveness.h, check/direct/direct.h, check/store/store.h,
//     check/explorer/orders.h, check/crew.
// Used by: check/search, report, cli.

#pragma once

#include "check/sample/sample_walk.h"

typedef struct Strategy Strategy;

// A strategy in use. The portfolio has several, which take turns.
typedef struct Member {
    const Strategy *strategy;
    const Search *search;
    void *knowledge;  // what it has learnt; read-only during a round
} Member;

struct Strategy {
    const char *name;
    uint64_t round_max;  // most schedules in a round, when each teaches much; 0: no own limit
    bool has_explorer;
    bool goes_direct;  // its walks may execute machines in place: it needs no states and edges
    bool looks_ahead;  // but then it asks what steps would touch
    bool from_frontier;  // its walks begin at states that ses has stored, with the explorer of ses
    void *(*open)(const Search *s);  // may be NULL, like all that follow except `run`
    void (*close)(void *knowledge);
    // Runs one schedule: the member's n-th, from 0. The walk's rng is already seeded.
    void (*run)(const Member *m, Walk *w, uint64_t number);
    // Learns from the words that one schedule has added with walk_learn.
    void (*learn)(void *knowledge, const uint64_t *words, uint64_t count);
    void (*learnt)(void *knowledge);  // the round is over
    // Fills in the guarantees: the probability that a bug was missed.
    void (*promise)(const Member *m, Sampled *out);
};

#define STRATEGY(KIND, name) extern const Strategy strategy_##name;
#include "check/sample/strategies.def"
#undef STRATEGY
extern const Strategy strategy_unsealed;

// Makes a walk for each worker, before the workers run. False: no such explorer.
bool sample_open(Search *s, Err *err);
void sample_close(Search *s);
void *sample_main(void *worker);
bool sample_next_round(void *search);
// Without workers: a walk that has only followed the search's lead.
Walk *sample_lead(Search *s);
// Without workers: makes the next schedule, also after one with a bug. The search has one walk.
Walk *sample_next(Search *s);
// After all workers have ended: the figures up to the first bug, if there is one.
void sample_finish(Search *s, SearchResult *r);
uint64_t sample_bytes(const Search *s);
const Orders *sample_orders(const Search *s, uint32_t worker);  // NULL: it has none

// The probability that all of `schedules` schedules miss a bug, when each of them shows it with
// at least this probability.
double sample_missed(double probability, uint64_t schedules);

// The iteration of the n-th sample, from 0. Iterations are counted from `first`; iteration i
// has c1 + c2^i samples.
uint64_t sample_iteration(uint64_t n, uint64_t first, double c1, double c2);
