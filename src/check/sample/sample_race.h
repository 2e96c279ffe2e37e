// check/sample/sample_race.h: which steps may race, for the strategies pos and surw.
//
// Two steps race when they put an event into the same mailbox, or both show something to
// monitors: then their order can be observed. The order of all other steps cannot. Earlier
// rounds show which mailboxes get events from more than one machine; sends to other mailboxes
// do not race. A mailbox about which nothing is known yet counts as contended.

#pragma once

#include "check/sample/sample.h"

// What is known about a machine from earlier schedules, by path.
typedef struct Met {
    uint64_t schedules;  // in how many it occurred
    uint64_t races;      // its steps that raced, in all of these
    bool is_contended;   // its mailbox
    int64_t own, all;    // average races in a schedule; with those of all machines that it
                         // creates: in RACE_UNITs
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

// The objects that a step touches.
typedef struct Touch {
    uint32_t to;  // path; TO_NOBODY
    bool shows;
} Touch;

// To be called when a schedule begins: draws the choices of its steps. They are known before the
// steps are made, so what a step will touch is known, too.
void race_begin(Walk *w);
// What the next step of a machine that can run touches.
Touch race_next(Walk *w, uint32_t place);
// Whether the step may race with steps of others, as far as is known.
bool race_is_near(const Races *r, const Touch *t);

// As walk_step; `*touched` is what the step touched. Counts races for the lessons.
bool race_step(const Races *r, Walk *w, uint32_t place, Touch *touched);
// Adds the lessons, at the end of a schedule.
void race_learn(Walk *w);
