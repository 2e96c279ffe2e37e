// cli/rounds.c: computes the slices of time.

#include "cli/rounds.h"

#include <assert.h>
#include <math.h>

#define FIRST_MOST 0.5   // seconds of the first slice
#define FIRST_LEAST 0.1
#define FIRST_ROUND 4.0  // seconds of the first round, unless there are very many tests
#define GROWTH 10.0      // from one round to the next

static double first_slice(const RoundLimits *limits)
{
    double slice = fmin(FIRST_MOST, fmax(FIRST_LEAST, FIRST_ROUND / limits->tests));
    if (limits->each > 0)
        slice = fmin(slice, limits->each / GROWTH);
    if (limits->all > 0)
        slice = fmin(slice, limits->all / limits->tests / 5);
    return slice;
}

// The most time that the test may still get.
static double time_left(const RoundLimits *limits, const RoundTest *test)
{
    double left = INFINITY;
    if (limits->each > 0)
        left = limits->each - test->spent;
    if (limits->all > 0)
        left = fmin(left, (limits->all - test->elapsed) / (test->is_alone ? 1 : test->waiting));
    return left;
}

RoundSlice rounds_next(const RoundLimits *limits, const RoundTest *test, double *seconds)
{
    assert(limits->tests > 0 && test->waiting > 0 && test->waiting <= limits->tests);
    double left = time_left(limits, test);
    double slice = test->last > 0 ? test->last * GROWTH : first_slice(limits);
    // A search restarted with less time than before would explore less.
    if (left <= test->last)
        return ROUND_OVER;
    // A round gets all the time that is left when the rest would not be enough for another one.
    bool is_first = test->last == 0 && limits->tests > 1;
    bool is_last = test->is_alone || test->ends_by_itself || left < slice * (1 + GROWTH);
    if (is_first)
        *seconds = fmin(slice, left);
    else
        *seconds = is_last ? left : slice;
    return isinf(*seconds) ? ROUND_UNLIMITED : ROUND_RUN;
}
