// rt/live.h: what a frame still needs.
//
// A function that waits has slots that will not be read again: temporaries that were
// used, variables of a loop that has ended. Two machines that differ in nothing
// else behave the same from then on, so the checker clears these slots, and the two
// are one state. This file says which slots count: the usual analysis of live
// variables, backward over the code of each function.
//
// All of it is computed at the beginning and never changes: any thread may read it.

#pragma once

#include "plait/runtime.h"

typedef struct Live Live;

Live *live_new(const PProgram *p);
void live_free(Live *l);

// How many words a set of slots of the function has.
static inline uint32_t live_words(const PFun *fun)
{
    return (fun->slot_count + 63) / 64;
}

static inline bool live_has(const uint64_t *set, uint32_t slot)
{
    return set[slot / 64] >> (slot % 64) & 1;
}

// The slots whose content matters when the function goes on at the offset: one bit
// each. Where an answer is still to come (of a new, a choice, a call), the slot that
// will get it stands here too if the code reads the answer; its content does not
// matter yet: live_asking leaves it out. NULL for functions without code.
const uint64_t *live_at(const Live *l, uint32_t fun, uint32_t offset);

// The same for a function that goes on at the offset, but waits for the answer to what
// it asked right before that: a copy into `set`, which has live_words of room.
void live_asking(const Live *l, uint32_t fun, uint32_t offset, uint64_t *set);

// The slots that matter while the function waits in a receive: what one of the cases
// needs, but for the slot that gets the payload.
const uint64_t *live_receive(const Live *l, uint32_t receive, uint32_t fun);
