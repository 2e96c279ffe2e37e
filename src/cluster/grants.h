// cluster/grants.h: where a container may put the containers that it creates.
//
// `new` returns at once, and a reference says where its machine lives. So the manager of the
// cluster gives each container addresses in advance, on several hosts; the container chooses one of
// them, as the deployment file says, and gets another one for it.

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "net/frame.h"

typedef struct Granted {
    char address[ADDRESS_MAX + 1];
} Granted;

// A container that was created from here, and is there.
typedef struct Settled {
    uint64_t incarnation;
    uint32_t kind;
    char host[ADDRESS_MAX + 1];
} Settled;

typedef struct Grants {
    Granted *free;  // in the order of the manager: better ones first
    uint32_t free_count, free_capacity;
    Settled *settled;
    uint32_t settled_count, settled_capacity;
} Grants;

typedef struct GrantRule {
    uint32_t per_host;  // at most so many of a kind on one host; 0: any number
    bool spreads;       // the host with the fewest of this kind first
} GrantRule;

void grants_drop(Grants *g);
// False: this is no address, or it is known.
bool grants_add(Grants *g, const char *address);

// Takes an address for a container of this kind. False: none fits; `is_full` when addresses are
// there, and all hosts have as many of the kind as they may.
bool grants_take(Grants *g, uint32_t kind, GrantRule rule, uint64_t incarnation,
                 char address[static ADDRESS_MAX + 1], bool *is_full);
// The container has ended, and does not come back.
void grants_ended(Grants *g, uint64_t incarnation);
// The container that was there is another one now, at the same host.
void grants_again(Grants *g, uint64_t before, uint64_t now);
