// check/store/store.h: the states that were seen.
//
// Four kinds. By fingerprint: 64 bits in an open table (128 with `wide`), so two
// states with one fingerprint are taken for one; how likely that was is said
// afterwards. Exact: the words themselves, folded into shared pairs, recoverable.
// Bitstate: three bits of a large field, for when memory is short.
//
// Every state that is added gets a number, counted from 0, under which it is known
// who led to it (4 or 5 bytes a state), so that a path can be told.
//
// The table grows where it stands: the place of a fingerprint is in proportion to
// its value, so a larger table is filled by one sweep from its end. While it grows
// nobody may use it: store_add says STORE_GROW, and the search calls store_grow when
// its workers have stopped. All other calls may come from several threads at once,
// and take no lock.
//
// Sees: base.
// Used by: check/crew, check/exhaust, check/sample, check/search, report, cli.

#pragma once

#include <stdbool.h>
#include <stdint.h>

typedef enum StoreKind {
#define STORE(ID, name, is_lossy, needs_words) STORE_##ID,
#include "check/store/stores.def"
#undef STORE
} StoreKind;

enum {
    STORE_KIND_COUNT = 0
#define STORE(ID, name, is_lossy, needs_words) +1
#include "check/store/stores.def"
#undef STORE
};

extern const char *const store_names[STORE_KIND_COUNT];
bool store_is_lossy(StoreKind kind);     // see check/store/stores.def
bool store_needs_words(StoreKind kind);

// When the memory is used up.
typedef enum StorePolicy {
    STORE_ENDS,     // store_add says STORE_FULL: the search ends
    STORE_KEEPS,    // states are explored that are not remembered: STORE_UNKNOWN
    STORE_REPLACES, // an older state is forgotten
} StorePolicy;

typedef enum StoreAnswer {
    STORE_SEEN,
    STORE_ADDED,
    STORE_UNKNOWN,  // not seen and not added (STORE_KEEPS); it has a number all the same,
                    // as long as there is memory for it, else STORE_FULL
    STORE_GROW,     // nothing was done: store_grow, and once more
    STORE_FULL,     // nothing was done, and nothing can be
} StoreAnswer;

typedef struct Store Store;

typedef struct StoreKey {
    uint64_t print;
    uint64_t second;        // STORE_WIDE
    const uint32_t *words;  // STORE_EXACT
    uint32_t count;
} StoreKey;

// `bytes` is what all of it may take; `shared` when several threads add.
Store *store_new(StoreKind kind, StorePolicy policy, uint64_t bytes, bool is_shared);
void store_free(Store *s);

// For those in a hurry, check/store/store_look.h has store_prefetch and store_has.

// `parent` and `label`: which state's which step led to it. The number is set when the
// answer is STORE_ADDED or STORE_UNKNOWN. `worker` counts from 0, below 256.
StoreAnswer store_add(Store *s, uint32_t worker, const StoreKey *key, uint32_t parent,
                      uint32_t label, uint32_t *number);

// A number for a state that was seen before, come to on another way. Never STORE_SEEN; it
// counts as no state.
StoreAnswer store_again(Store *s, uint32_t worker, uint32_t parent, uint32_t label,
                        uint32_t *number);

// False: it cannot grow, memory is used up; from now on the policy counts.
bool store_grow(Store *s);

void store_parent(const Store *s, uint32_t number, uint32_t *parent, uint32_t *label);

// STORE_EXACT: the words of a state, into room for `room` words. Returns how many there
// are.
uint32_t store_words(const Store *s, uint32_t number, uint32_t *words, uint32_t room);

uint64_t store_count(const Store *s);     // states added
uint64_t store_replaced(const Store *s);  // states forgotten
uint64_t store_unknown(const Store *s);   // states not remembered
uint64_t store_bytes(const Store *s);     // memory touched, tables and numbers
double store_missed(const Store *s);      // how many states were taken for others, probably
double store_omission(const Store *s);    // probability that there was one
