// cluster/directory.h: which machines and containers elsewhere are known here.
//
// A machine of a cluster is named by the incarnation of its container and its number there. To
// the runtime it has an id of this container. Both ways are found here. A name stays known as long
// as the container: a program may keep a reference for ever.

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/map.h"

// A container that is not this one.
typedef struct Home {
    uint64_t incarnation;
    char *address;
    Map id_of;  // by number
    // For cluster/suspicion.h.
    uintptr_t doubts;  // how many times it became doubted
    bool is_doubted;
    bool is_news;  // it became doubted, and nobody was told
} Home;

typedef struct Stranger {
    Home *home;
    uint64_t number;  // its id there, and its kind: machine_number
    uint32_t id;      // here
} Stranger;

typedef struct Directory {
    Map homes;      // by incarnation
    Map strangers;  // by id
    Home **home_list;
    uint32_t home_count, home_capacity;
    Stranger **stranger_list;
    uint32_t stranger_count, stranger_capacity;
} Directory;

void directory_drop(Directory *d);

// NULL when it is not known.
Home *directory_home(const Directory *d, uint64_t incarnation);
Home *directory_add_home(Directory *d, uint64_t incarnation, const char *address);

const Stranger *directory_by_id(const Directory *d, uint32_t id);
const Stranger *directory_by_number(const Home *h, uint64_t number);
const Stranger *directory_add(Directory *d, Home *h, uint64_t number, uint32_t id);

// The number of a machine tells its kind, too, so that each container can print its name.
static inline uint64_t machine_number(uint32_t id, uint32_t kind)
{
    return (uint64_t)kind << 32 | id;
}

static inline uint32_t machine_number_id(uint64_t number)
{
    return (uint32_t)number;
}

static inline uint32_t machine_number_kind(uint64_t number)
{
    return (uint32_t)(number >> 32);
}
