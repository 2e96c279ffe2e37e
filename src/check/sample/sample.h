// check/sample/sample.h: sampling: schedules drawn one by one.
//
// What a schedule draws depends on the seed and on its own number alone, so the first
// one that shows a bug is the same whatever the number of workers, and so are all counts
// up to it. Strategies that learn do so in rounds: all schedules of a round know what
// was known when it began, and when it is over its lessons are read in the order of the
// schedules. How long a round is follows from the rounds before, not from the clock.
//
// Sees: base, rt, check/engine/engine.h, check/engine/engine_look.h, check/store/store.h,
//     check/explorer/orders.h, check/crew.
// Used by: check/search, report, cli.

#pragma once

#include "check/sample/sample_walk.h"

typedef struct Strategy Strategy;

// A strategy at work. The portfolio has several, which take turns.
typedef struct Member {
    const Strategy *strategy;
    const Search *search;
    void *knowledge;  // what it has learnt; read only while a round is on
} Member;

struct Strategy {
    const char *name;
    uint64_t round_max;  // schedules in a round, for those who learn much from each; 0: many
    bool has_explorer;
    void *(*open)(const Search *s);  // may be left out, like all that follows but `run`
    void (*close)(void *knowledge);
    // One schedule: the member's n-th, from 0. What the walk draws is set.
    void (*run)(const Member *m, Walk *w, uint64_t number);
    // What a schedule said with walk_learn.
    void (*learn)(void *knowledge, const uint64_t *words, uint64_t count);
    void (*learnt)(void *knowledge);  // the round is over
    // What can be promised.
    void (*promise)(const Member *m, Sampled *out);
};

#define STRATEGY(KIND, name) extern const Strategy strategy_##name;
#include "check/sample/strategies.def"
#undef STRATEGY
extern const Strategy strategy_unsealed;

// For each worker a walk; opened before the workers run. False: no such explorer.
bool sample_open(Search *s, Err *err);
void sample_close(Search *s);
void *sample_main(void *worker);
bool sample_next_round(void *search);
// When all have ended: what was seen up to the bug, if there is one.
void sample_finish(Search *s, SearchResult *r);
uint64_t sample_bytes(const Search *s);
const Orders *sample_orders(const Search *s, uint32_t worker);  // NULL: it has none

// The probability that so many schedules all miss what each shows with this one at least.
double sample_missed(double probability, uint64_t schedules);

// The n-th sample, from 0, when c1 + c2^i of them are made in iteration `first`, then
// first + 1, and so on: which iteration is it in?
uint64_t sample_iteration(uint64_t n, uint64_t first, double c1, double c2);
