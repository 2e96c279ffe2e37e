// check/engine/intern_impl.h: what the files that intern values share.
//
// Interning packs: it collects the content of a value, to hash it, and the machines that the
// value refers to. Both lists are stacks of the stepper; entries of an inner value lie above
// those of the value that contains it.

#pragma once

#include <stdlib.h>

#include "base/err.h"
#include "check/engine/engine_impl.h"
#include "rt/tree.h"

#define INTERNED (P_IMMORTAL + 1)  // the reference count of an interned node

#define GROW(items, count, capacity)                                  \
    do {                                                              \
        if ((count) == (capacity)) {                                  \
            (capacity) = (capacity) ? (capacity)*2 : 64;              \
            (items) = realloc((items), (capacity) * sizeof *(items)); \
            if (!(items))                                             \
                die_out_of_memory((capacity) * sizeof *(items));      \
        }                                                             \
    } while (0)

void pack_content(Stepper *h, uint64_t word);
void pack_add_ref(Stepper *h, uint32_t path);
void pack_add_refs(Stepper *h, const Refs *refs);
void pack_fold_refs(Stepper *h);  // sorts the references of the current pack, each once
// The references of the current pack, sorted; they live until engine_forget.
Refs pack_keep_refs(Stepper *h);

bool node_is_interned(PWord node);
Value *value_by_id(const Engine *e, uint32_t id);

// Values that are trees (check/engine/intern_big.c).
bool value_is_big(const PProgram *p, uint32_t type, PWord node);
void big_intern(Stepper *h, uint32_t type, PWord node);  // interns its entries; adds content
bool big_is_same(const PProgram *p, uint32_t type, PWord a, PWord b);
void big_keep(Stepper *h, uint32_t type, PWord node, const Refs *refs);
