// lang/test_twise.h: assignments of values to parameters, and t-wise covers of them.
//
// Parameter i has `sizes[i]` values. An assignment is a number: the first
// parameter is its fastest digit.

#pragma once

#include <stdint.h>

#include "base/arena.h"

typedef struct Assignments {
    uint32_t *numbers;
    uint32_t count;
} Assignments;

// The positions of the values that an assignment chooses.
void assignment_digits(const uint32_t *sizes, uint32_t width, uint32_t number, uint32_t *digits);

// In how many ways `t` of `width` parameters can be chosen; UINT64_MAX when huge.
uint64_t twise_combinations(uint32_t width, uint32_t t);

// Keeps a subset in which every combination of values of every `t` parameters
// occurs that occurred before, in the order in which they were picked. Takes
// twise_combinations times count looks, and some more. The list lives in `arena`.
void twise_thin(Arena *arena, const uint32_t *sizes, uint32_t width, uint32_t t,
                Assignments *assignments);
