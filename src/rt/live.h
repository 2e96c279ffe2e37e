// rt/live.h: which slots of a frame are live.
//
// A function that waits has slots that will not be read again: used temporaries, variables of a
// loop that has ended. Two machines that differ only in such slots behave the same from then on.
// So the checker clears these slots, and the two machines have the same state. This is the usual
// analysis of live variables, backward over the code of each function.
//
// Everything is computed at the beginning and never changes, so any thread may read it.

#pragma once

#include "plait/runtime.h"

typedef struct Live Live;
struct Machine;

Live *live_new(const PProgram *p);
void live_free(Live *l);

// The number of words of a set of slots of the function.
static inline uint32_t live_words(const PFun *fun)
{
    return (fun->slot_count + 63) / 64;
}

static inline bool live_has(const uint64_t *set, uint32_t slot)
{
    return set[slot / 64] >> (slot % 64) & 1;
}

// The live slots when the function continues at the offset: one bit each. If the function waits
// for an answer (of a new, a choice, a call) that the code reads, the set contains the slot that
// will get the answer. The present content of that slot does not matter; live_asking excludes
// it. NULL for functions without code.
const uint64_t *live_at(const Live *l, uint32_t fun, uint32_t offset);

// The same for a function that will continue at the offset, but still waits for the answer to
// the instruction before it. Copies to `set`, which has room for live_words words.
void live_asking(const Live *l, uint32_t fun, uint32_t offset, uint64_t *set);

// The live slots while the function waits in a receive: those that one of its cases needs,
// except the slot that gets the payload.
const uint64_t *live_receive(const Live *l, uint32_t receive, uint32_t fun);

// The live slots of a frame of the machine, which waits. `is_asking`: it waits for the answer to a
// new or a choice. The result may be `set`, which has room for live_words words.
const uint64_t *live_in_frame(const Live *l, const struct Machine *m, uint32_t frame,
                              bool is_asking, uint64_t *set);
