// check/sample/sample_set.h: how many different ones were seen, in a bounded set.
//
// Counts fingerprints, and in how many schedules each of them was seen. When the set is
// full every second one is forgotten, by a bit of the fingerprint, and from then on only
// fingerprints with that bit clear are taken in: so what is in the set is a fair sample,
// and depends on what was seen, not on the order in which that happened.
//
// P. Flajolet: On Adaptive Sampling, Computing 1990 (the method is M. Wegman's). The
// chance that something new comes next is I. Good's: The Population Frequencies of
// Species and the Estimation of Population Parameters, Biometrika 1953.

#pragma once

#include <stdbool.h>
#include <stdint.h>

typedef struct Seen {
    uint64_t print;
    uint64_t last;   // the schedule that saw it last, counted from 1; 0: the place is free
    uint64_t count;  // of schedules that saw it
} Seen;

typedef struct SampleSet {
    Seen *places;
    uint32_t capacity;  // a power of two
    uint32_t count;
    uint64_t mask;  // only fingerprints without these bits
} SampleSet;

void sample_set_init(SampleSet *s, uint32_t capacity);
void sample_set_drop(SampleSet *s);

static inline bool sample_set_wants(const SampleSet *s, uint64_t print)
{
    return (print & s->mask) == 0;
}

// The schedule, counted from 0, saw it. Those of one schedule come one after the other.
// True when nobody had, as far as is remembered.
bool sample_set_add(SampleSet *s, uint64_t print, uint64_t schedule);

// Everything that another set has, whose schedules were others.
void sample_set_merge(SampleSet *s, const SampleSet *other);

// How many there are: exactly, as long as nothing was forgotten.
double sample_set_distinct(const SampleSet *s, bool *is_exact);

// The probability that what is seen next was never seen before.
double sample_set_unseen(const SampleSet *s);
