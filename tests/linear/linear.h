// tests/linear/linear.h: whether a history of a hash table is linearizable.
//
// A history says of each operation when it was called, when it returned, and with which result. It is linearizable if there is
// an order of the operations that a table with one user at a time explains, and in which an operation that had returned
// before another was called comes first. One that never returned was executed at any time after its call, or never.
//
// Keys are independent, so each key is looked at for itself (locality). For one key: J. Wing and C. Gong's search (1993), which
// tries operations that could be next, with G. Lowe's cache (2017) of what was executed and the value then. The cache holds hashes of
// 128 bits.

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum LinearKind { LINEAR_GET, LINEAR_SET, LINEAR_DEL, LINEAR_CAS } LinearKind;

enum { LINEAR_NOTHING = 0 };  // the value of a key that is not there

// Values are numbers: equal texts, equal numbers.
typedef struct LinearOperation {
    LinearKind kind;
    bool has_returned;
    uint64_t called, returned;
    uint32_t value;     // SET, CAS: the new one
    uint32_t expected;  // CAS
    uint32_t result;    // GET: the value; DEL, CAS: 1 if it was done, else 0
} LinearOperation;

typedef enum LinearVerdict {
    LINEAR_FINE,
    LINEAR_WRONG,
    LINEAR_UNKNOWN,  // too many possibilities
} LinearVerdict;

// The operations of one key, in any order. `possibilities`: how many are tried at most.
LinearVerdict linear_check(const LinearOperation *operations, uint32_t count,
                           uint64_t possibilities);
