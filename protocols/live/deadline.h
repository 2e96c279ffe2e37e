// protocols/live/deadline.h: a call at a certain time, by the real clock.
//
// While a deadline is set it holds the program: else one that only waits for it would be taken for
// finished.

#pragma once

#include <plait/foreign.h>

typedef struct Deadline Deadline;

// `due` is called by a thread of the deadline, never by two at a time. Without memory or threads the
// process ends.
Deadline *deadline_new(PlaitRuntime *runtime, void (*due)(void *owner), void *owner);

// In so many microseconds from now. An earlier one that has not come is forgotten.
void deadline_set(Deadline *deadline, int64_t microseconds);
void deadline_clear(Deadline *deadline);

// `due` is not running any more afterwards, and is not called again.
void deadline_free(Deadline *deadline);
