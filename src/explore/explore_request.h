// explore/explore_request.h: what a page asks for, read from JSON and checked.

#pragma once

#include "base/err.h"
#include "base/buf.h"
#include "check/search/search.h"

typedef enum ExploreAct {
    EXPLORE_LOOK,  // nothing
    EXPLORE_MOVE,  // one move of a machine, or all up to its rest
    EXPLORE_RUN,   // many steps, as a sampler or an explorer of `plait check` makes them
} ExploreAct;

enum { EXPLORE_CHOICES_MAX = 3 };  // of a fault

typedef struct ExploreRequest {
    Schedule schedule;
    ExploreAct act;
    uint32_t machine;          // EXPLORE_MOVE
    uint32_t choices[EXPLORE_CHOICES_MAX], choice_count;
    bool is_whole;             // EXPLORE_MOVE: until the machine rests or must choose
    SearchKind kind;           // EXPLORE_RUN
    const char *explorer;      // EXPLORE_RUN: its name, or NULL
    uint32_t number;           // EXPLORE_RUN: which schedule of the search, from 0
    uint32_t steps;            // EXPLORE_RUN, futures
    uint32_t count;            // futures
    uint64_t seed;
} ExploreRequest;

// False, with the reason, when it is not what it should be. The schedule is to be dropped.
bool explore_request_read(const char *text, size_t size, ExploreRequest *r, Err *err);

// {"samplers": [name, ...], "explorers": [name, ...]}: what EXPLORE_RUN takes.
void explore_ways_write(Buf *json);

// The turns as JSON: [[machine, moves, [choice, ...]], ...]
void explore_turns_write(const Schedule *s, Buf *json);
