// report/conform.h: whether what ran is what was checked.
//
// The executor of the checker makes the steps of a merged story, one after the other: each must be
// possible, and do what the story says: the same sends, states, payloads and texts. What the
// program chooses is in the story, so nothing is searched. The monitors of the test watch: they see
// the events in the order of the story.
//
// What came from outside is part of the story: events that C of the program has posted, and the
// results of its foreign functions. They are given to the executor when the story tells of them.
// A suspicion is a fault of the executor's network. The story of a container that was killed ends
// somewhere; from then on its machines do not run. A container that was started for it is the crash
// of the first, and a machine that no machine has created.

#pragma once

#include "report/merge.h"

typedef enum Conformance {
    CONFORMS,
    CONFORMS_TO_BUG,  // up to a bug of the program, which both have
    CONFORMS_NOT,     // `text` says which step, and why
    CONFORMS_UNKNOWN, // a value from outside cannot be read
    CONFORMS_BUG,     // a monitor has found a bug: `bug` says which
} Conformance;

typedef struct Conformed {
    uint32_t steps;  // of the story that were made
    char text[1024];
    Bug bug;
    char culprit[160];  // of the bug
} Conformed;

// `first` is the first trace; recording_bind was called for it.
Conformance conform(const Merged *m, const PProgram *p, const PTest *test, const Recording *first,
                    Conformed *result);
