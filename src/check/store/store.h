// check/store/store.h: the states that were seen.
//
// Five kinds. Fingerprint: 64 bits in a hash table (128 with `wide`). Two states with the
// same fingerprint are treated as one; store_omission gives the probability of that. Numbered:
// 96 bits, and the number of the state, so that a state that was seen has its number. Exact:
// the words of the state, folded into shared pieces; they can be read back. Bitstate: three
// bits in a large array, for when memory is short.
//
// Every added state gets a number, counted from 0. Under this number the store keeps the
// parent state and the label of the step (4 or 5 bytes a state), so that the path to the
// state can be reconstructed.
//
// The table grows in place: the place of a fingerprint is proportional to its value, so a
// larger table is filled by one sweep from its end. No thread may use the store while it
// grows, except those that help: store_add returns STORE_GROW, and the search calls store_grow
// when its workers have stopped. All other functions may be called by several threads at once,
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
bool store_is_lossy(StoreKind kind);  // see check/store/stores.def
bool store_needs_words(StoreKind kind);

// When the memory is used up.
typedef enum StorePolicy {
    STORE_ENDS,      // store_add returns STORE_FULL: the search ends
    STORE_KEEPS,     // new states are explored but not stored: STORE_UNKNOWN
    STORE_REPLACES,  // a new state replaces an older one
} StorePolicy;

typedef enum StoreAnswer {
    STORE_SEEN,
    STORE_ADDED,
    STORE_UNKNOWN,  // not seen and not added (STORE_KEEPS); it has a number nevertheless, as
                    // long as there is memory for it, else STORE_FULL
    STORE_GROW,     // nothing was done: call store_grow and try again
    STORE_FULL,     // nothing was done, and memory is used up
} StoreAnswer;

typedef struct Store Store;

typedef struct StoreKey {
    uint64_t print;
    uint64_t second;        // STORE_WIDE, STORE_NUMBERED
    const uint32_t *words;  // STORE_EXACT
    uint32_t count;
} StoreKey;

// `bytes` is the memory limit of the whole store; `is_shared`: several threads add states.
Store *store_new(StoreKind kind, StorePolicy policy, uint64_t bytes, bool is_shared);
void store_free(Store *s);

// For the hot path, check/store/store_look.h has store_prefetch and store_has.

// `parent` and `label`: the step `label` of the state `parent` led to it. The number is set when
// the answer is STORE_ADDED or STORE_UNKNOWN, and by STORE_NUMBERED also when it is STORE_SEEN.
// `worker` counts from 0, below 256.
StoreAnswer store_add(Store *s, uint32_t worker, const StoreKey *key, uint32_t parent,
                      uint32_t label, uint32_t *number);

// STORE_NUMBERED, with STORE_ENDS. A state can have a number before it is added: then it waits.
// store_add adds it later, with this number, and answers STORE_ADDED.
//
// The number of a state; false when it has none.
bool store_find(const Store *s, const StoreKey *key, uint32_t *number, bool *is_waiting);
// The same; a state without a number gets one, and waits. Then STORE_ADDED.
StoreAnswer store_expect(Store *s, uint32_t worker, const StoreKey *key, uint32_t *number,
                         bool *is_waiting);

// A further number for a known state that was reached on another path. Never STORE_SEEN; it
// does not count as a state.
StoreAnswer store_again(Store *s, uint32_t worker, uint32_t parent, uint32_t label,
                        uint32_t *number);

// Threads that help the one that calls store_grow. `run` calls `job(data, N)` in it and in others,
// with a different N below 256 for each, and returns when all calls have returned.
typedef struct StoreHelpers {
    void (*run)(void *context, void (*job)(void *data, uint32_t worker), void *data);
    void *context;
} StoreHelpers;

// False: it cannot grow, memory is used up; from now on the policy applies. `helpers` may be NULL.
bool store_grow(Store *s, const StoreHelpers *helpers);

void store_parent(const Store *s, uint32_t number, uint32_t *parent, uint32_t *label);

// STORE_EXACT: writes the words of a state, if `room` is enough for them. Returns their
// number.
uint32_t store_words(const Store *s, uint32_t number, uint32_t *words, uint32_t room);

uint64_t store_count(const Store *s);     // states added
uint64_t store_replaced(const Store *s);  // states replaced by others
uint64_t store_unknown(const Store *s);   // states explored but not stored
uint64_t store_bytes(const Store *s);     // memory touched, tables and numbers
double store_missed(const Store *s);      // expected number of states mistaken for others
double store_omission(const Store *s);    // probability that there was at least one
