// cluster/cpu_share.h: how much processor time a container may use.
//
// A container that has used more than its share lets its machines rest until the share has grown.
// It listens and answers meanwhile, so that nobody takes it for dead. The runtime does this itself:
// it needs no rights that a process may not have, such as a cgroup. A handler is never interrupted;
// what it has used too much is paid back by a longer rest.

#pragma once

#include <stdint.h>

typedef struct CpuShare {
    uint32_t percent;  // of one processor; 0: as much as there is
    uint64_t seen;     // microseconds: when it was looked at last; 0: never
    uint64_t allowed;  // microseconds of processor time until then
} CpuShare;

// Microseconds until machines may run again; 0: now. `now` is the time and `used` the processor
// time of the process since its start, both in microseconds, and neither ever goes back.
uint64_t cpu_share_rest(CpuShare *s, uint64_t now, uint64_t used);

// Of this process and all its threads.
uint64_t cpu_time_used(void);
