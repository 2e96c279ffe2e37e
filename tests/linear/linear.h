// tests/linear/linear.h: whether a history of a store is linearizable.
//
// A history says of each operation when it was called, when it returned, and with which result. It is linearizable if there is
// an order of the operations that a store with one user at a time explains, and in which an operation that had returned
// before another was called comes first. One that never returned was executed at any time after its call, or never.
//
// An operation is a transaction: one or more actions on keys, which happen together; for these the same is called strict serializability.
// Keys that never occur together in a transaction are independent (locality): the caller gives each set of connected keys
// for itself. For one set: J. Wing and C. Gong's search (1993), which tries operations that could be next, with G. Lowe's
// cache (2017) of what was executed and the values then. The cache holds hashes of 128 bits.

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum LinearKind { LINEAR_GET, LINEAR_SET, LINEAR_DEL, LINEAR_CAS } LinearKind;

enum { LINEAR_NOTHING = 0 };  // the value of a key that is not there

// Values are numbers: equal texts, equal numbers. So are keys: 0, 1, 2 ...
typedef struct LinearAction {
    LinearKind kind;
    uint32_t key;
    uint32_t value;     // SET, CAS: the new one
    uint32_t expected;  // CAS
    uint32_t result;    // GET: the value; DEL, CAS: 1 if it was done, else 0
} LinearAction;

typedef struct LinearOperation {
    bool has_returned;
    uint64_t called, returned;
    bool is_strict;   // a CAS that does not find the expected value refuses all actions
    bool is_refused;  // it has returned, and was refused
    LinearAction *actions;
    uint32_t count;
} LinearOperation;

typedef enum LinearVerdict {
    LINEAR_FINE,
    LINEAR_WRONG,
    LINEAR_UNKNOWN,  // too many possibilities
} LinearVerdict;

// The operations in any order, on keys below `keys`. `possibilities`: how many are tried at most.
LinearVerdict linear_check(const LinearOperation *operations, uint32_t count, uint32_t keys,
                           uint64_t possibilities);
