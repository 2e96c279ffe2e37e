// check/exhaust/spent.h: the least that was spent on the way to a state.
//
// A search with a limit for each path (steps, choices off the first alternative) cannot
// leave a state to whoever came first: one who has spent less may get further. So it
// remembers by fingerprint what was spent, and a state that is reached with less is
// explored again. Only searches with such a limit have this table, beside the store.
//
// May be used by several threads at once.

#pragma once

#include <stdint.h>

typedef enum SpentAnswer {
    SPENT_FIRST,     // the state was not met before
    SPENT_LESS,      // it was, with more
    SPENT_NOT_LESS,  // it was, with as much or less
} SpentAnswer;

typedef struct Spent Spent;

Spent *spent_new(void);
void spent_free(Spent *s);  // may be NULL

// The state is reached, and so much was spent on the way.
SpentAnswer spent_note(Spent *s, uint64_t print, uint32_t amount);

// Steps of the state were left out for these limits, because so much was spent. That is
// forgotten when the state is reached with less.
void spent_cut(Spent *s, uint64_t print, uint32_t amount, uint32_t limits);
uint32_t spent_limits(Spent *s);  // of all states

uint64_t spent_count(Spent *s);  // states
uint64_t spent_bytes(const Spent *s);
