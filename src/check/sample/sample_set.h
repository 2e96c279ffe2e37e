// check/sample/sample_set.h: estimates the number of distinct fingerprints, in a bounded set.
//
// Counts fingerprints, and in how many schedules each of them was seen. When the set is full,
// half of them are discarded, those with a certain bit set, and from then on only fingerprints
// without that bit are added. So the set is a uniform sample, and depends only on what was
// seen, not on the order.
//
// P. Flajolet: On Adaptive Sampling, Computing 1990 (the method is M. Wegman's). The
// chance that something new comes next is I. Good's: The Population Frequencies of
// Species and the Estimation of Population Parameters, Biometrika 1953.

#pragma once

#include <stdbool.h>
#include <stdint.h>

typedef struct Seen {
    uint64_t print;
    uint64_t last;   // the last schedule that saw it, counted from 1; 0: the slot is free
    uint64_t count;  // number of schedules that saw it
} Seen;

typedef struct SampleSet {
    Seen *places;
    uint32_t capacity;  // a power of two
    uint32_t count;
    uint64_t mask;  // the set holds only fingerprints without these bits
} SampleSet;

void sample_set_init(SampleSet *s, uint32_t capacity);
void sample_set_drop(SampleSet *s);

static inline bool sample_set_wants(const SampleSet *s, uint64_t print)
{
    return (print & s->mask) == 0;
}

// Notes that the schedule, counted from 0, saw the fingerprint. Schedules must ascend. True when
// the fingerprint is new in the set.
bool sample_set_add(SampleSet *s, uint64_t print, uint64_t schedule);

// Whether the set has the fingerprint, which it must want.
bool sample_set_has(const SampleSet *s, uint64_t print);

// Adds another set, of other schedules.
void sample_set_merge(SampleSet *s, const SampleSet *other);

// The number of distinct fingerprints: exact as long as none was discarded.
double sample_set_distinct(const SampleSet *s, bool *is_exact);

// The number of fingerprints that only one schedule has seen; an estimate if not all are kept.
double sample_set_once(const SampleSet *s);

// The probability that the next fingerprint was never seen before.
double sample_set_unseen(const SampleSet *s);
