// check/sample/sample_race.h: which steps may race, for strategies that care.
//
// Two steps race when they put an event into the same mailbox, or show something to
// monitors: then their order can be seen. All others may be made in any order, and
// nobody can tell. What has been learnt from earlier rounds is which mailboxes get
// events from more than one machine; others are nobody's race. A mailbox of which
// nothing is known yet is taken for a contended one.

#pragma once

#include "check/sample/sample.h"

// Of a machine that was met in earlier schedules, by path.
typedef struct Met {
    uint64_t schedules;  // that it was in
    uint64_t races;      // steps that raced, in all of them
    bool is_contended;   // its mailbox
    int64_t own, all;    // races in a schedule; with all that it creates: in RACE_UNITs
} Met;

enum { RACE_UNIT = 1 << 20 };

typedef struct Races {
    Met *met;
    uint32_t count;  // of paths
    const Engine *engine;
} Races;

void *races_open(const Search *s);
void races_close(void *races);
void races_learn(void *races, const uint64_t *words, uint64_t count);
void races_learnt(void *races);

static inline const Met *races_met(const Races *r, uint32_t path)
{
    return path < r->count && r->met[path].schedules ? &r->met[path] : NULL;
}

// What a step touches.
typedef struct Touch {
    uint32_t to;  // path; TO_NOBODY, TO_SEVERAL
    bool shows;
} Touch;

// The next step of a machine that can run.
Touch race_next(Walk *w, uint32_t place);
// Whether it may race with others', as far as is known.
bool race_is_near(const Races *r, const Touch *t);

// As walk_step, and what was touched. Counts for the lessons.
bool race_step(const Races *r, Walk *w, uint32_t place, Touch *touched);
// At the end of a schedule.
void race_learn(Walk *w);
