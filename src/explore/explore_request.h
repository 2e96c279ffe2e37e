// explore/explore_request.h: what a page asks for, read from JSON and checked.

#pragma once

#include "base/err.h"
#include "check/replay/wander.h"

typedef enum ExploreAct {
    EXPLORE_LOOK,  // nothing
    EXPLORE_MOVE,  // one move of a machine, or all up to its rest
    EXPLORE_RUN,   // many moves
} ExploreAct;

typedef struct ExploreRequest {
    Schedule schedule;
    ExploreAct act;
    uint32_t machine, chosen;  // EXPLORE_MOVE
    bool is_whole;             // EXPLORE_MOVE: until the machine rests or must choose
    WanderWay way;             // EXPLORE_RUN
    uint32_t moves;            // EXPLORE_RUN, futures
    uint32_t count;            // futures
    uint64_t seed;
} ExploreRequest;

// False, with the reason, when it is not what it should be. The schedule is to be dropped.
bool explore_request_read(const char *text, size_t size, ExploreRequest *r, Err *err);

// The turns as JSON: [[machine, moves, [choice, ...]], ...]
void explore_turns_write(const Schedule *s, Buf *json);
