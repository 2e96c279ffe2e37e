// check/liveness/steps.h: the recorded steps of a program, packed into bytes.
//
// Nodes have numbers. All steps that begin at a node are recorded together, or in a few parts. A
// record is
//
//     the set of enabled machines, and whether one is choosing
//     for each step: its mark, and whether it is the last; the node it leads to, minus this one
//     after the last step, when the node has an older record: the position of that
//
// as numbers of 7 bits a byte. So a step takes 3 to 6 bytes. For each node 5 bytes say where its
// newest record is.
//
// Workers record in parallel, each in its own blocks. No one may record while steps are read.

#pragma once

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Steps Steps;

Steps *steps_new(uint32_t workers);
void steps_free(Steps *s);
void steps_clear(Steps *s);  // forgets all of them
uint64_t steps_bytes(const Steps *s);
uint64_t steps_count(const Steps *s);

// Begins the record of a node; ends the one before.
void steps_begin(Steps *s, uint32_t worker, uint32_t node, uint32_t enabled, bool is_choosing);
void steps_add(Steps *s, uint32_t worker, uint32_t to, uint32_t mark);
void steps_end(Steps *s);  // the current records of all workers

// --------------------------------------------------------------------------------- reading

bool steps_have_choosing(const Steps *s);  // some node is_choosing
uint32_t steps_nodes(const Steps *s);  // one more than the largest number of a node

typedef struct StepReader {
    const uint8_t *at;  // NULL: there are no more
    uint32_t node;
    uint32_t enabled;
    bool is_choosing;
    const Steps *steps;
} StepReader;

typedef struct GraphStep {
    uint32_t to, mark;
} GraphStep;

// A reader of the steps that begin at the node. `enabled` and `is_choosing` are set if there are
// any.
StepReader steps_of(const Steps *s, uint32_t node);
void steps_prefetch(const Steps *s, uint32_t node);

// The position of the older record of a node.
const uint8_t *steps_older(const Steps *s, const uint8_t *at);

static inline uint64_t number_read(const uint8_t **at)
{
    const uint8_t *p = *at;
    uint64_t number = *p & 0x7f;
    for (uint32_t shift = 7; *p++ & 0x80; shift += 7) {
        assert(shift < 64);
        number |= (uint64_t)(*p & 0x7f) << shift;
    }
    *at = p;
    return number;
}

// In the number of a step, below its mark.
enum { STEP_LAST = 1, STEP_HAS_OLDER = 2, STEP_SHIFT = 2 };

// False when there are no more steps.
static inline bool step_read(StepReader *r, GraphStep *step)
{
    if (!r->at)
        return false;
    uint64_t head = number_read(&r->at), distance = number_read(&r->at);
    step->mark = (uint32_t)(head >> STEP_SHIFT);
    step->to = r->node + (uint32_t)(distance >> 1 ^ -(distance & 1));
    if (head & STEP_LAST)
        r->at = head & STEP_HAS_OLDER ? steps_older(r->steps, r->at) : NULL;
    return true;
}
