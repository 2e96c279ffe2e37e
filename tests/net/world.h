// tests/net/world.h: some containers that talk over a simulated network with faults, and a judge.
//
// Each message says from whom it is, to whom, and which of that pair it is. So every receiver
// knows what must come next: a message that is lost, repeated, reordered or damaged is seen at
// once. At the end the network is repaired: then everything must arrive, except where a session
// has ended.

#pragma once

#include <stdbool.h>
#include <stdint.h>

typedef struct WorldResult {
    char wrong[256];  // "" when all is right
    uint64_t digest;
    uint64_t sent, delivered, repeated, duplicates, connections, faults, cuts, crashes;
} WorldResult;

WorldResult world_run(uint64_t seed);
