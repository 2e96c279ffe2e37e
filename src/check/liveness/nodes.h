// check/liveness/nodes.h: numbers for states, found by 128 bits of fingerprint.
//
// For searches whose store does not know the numbers of its states. Workers may use it in
// parallel.

#pragma once

#include <stdint.h>

typedef struct Nodes Nodes;

Nodes *nodes_new(void);
void nodes_free(Nodes *n);  // may be NULL
uint64_t nodes_bytes(const Nodes *n);

// The number of the state, from 0; a new one when it was not seen before.
uint32_t nodes_number(Nodes *n, uint64_t print, uint64_t second);
