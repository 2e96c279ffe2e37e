// check/exhaust/spent.h: the smallest amount spent on a path to a state.
//
// In a search with a limit for each path (steps, choices off the first alternative), it is not
// enough to explore a state when it is first reached: a path that has spent less may get
// further. So this table stores, by fingerprint, the amount spent, and a state that is reached
// with less is explored again. Only searches with such a limit have this table, beside the
// store.
//
// May be used by several threads at once.

#pragma once

#include <stdint.h>

typedef enum SpentAnswer {
    SPENT_FIRST,     // the state was not reached before
    SPENT_LESS,      // it was reached before, but only with more spent
    SPENT_NOT_LESS,  // it was reached before with as much or less spent
} SpentAnswer;

typedef struct Spent Spent;

Spent *spent_new(void);
void spent_free(Spent *s);  // may be NULL

// Notes that the state is reached with `amount` spent.
SpentAnswer spent_note(Spent *s, uint64_t print, uint32_t amount);

// Notes that steps of the state were not made, because of these limits, when `amount` was
// spent. The note is discarded when the state is reached with less.
void spent_cut(Spent *s, uint64_t print, uint32_t amount, uint32_t limits);
uint32_t spent_limits(Spent *s);  // of all states

uint64_t spent_count(Spent *s);  // states
uint64_t spent_bytes(const Spent *s);
