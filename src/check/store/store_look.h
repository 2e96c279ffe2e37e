// check/store/store_look.h: a quick look for a state, where millions are made in a second.

#pragma once

#include "check/store/store_impl.h"

// Where __builtin_prefetch is all that a loop does, gcc drops the loop.
static inline void prefetch(const void *place)
{
#ifdef __x86_64__
    __asm__ volatile("prefetcht0 (%0)" : : "r"(place));
#else
    __builtin_prefetch(place, 1);
#endif
}

// Brings the place where it would be into the cache.
static inline void store_prefetch(const Store *s, uint64_t print)
{
    if (s->pack.count)
        prefetch(s->pack.lines + pack_home(&s->pack, print_pack(print)));
    else if (s->kind == STORE_FINGERPRINT)
        prefetch(table_line(&s->table, print_pack(print)));
    else if (s->kind == STORE_WIDE)
        prefetch(table_line(&s->table, print_mix(print)));
    else if (s->kind == STORE_BITSTATE)
        prefetch(bits_line(s, print_mix(print)));
    // Where an exact one will be depends on its pairs.
}

// Whether the state is surely there. False means nothing: store_add knows.
static inline bool store_has(const Store *s, uint64_t print)
{
    if (s->pack.count)
        return pack_has(&s->pack, print_pack(print));
    return s->kind == STORE_FINGERPRINT && table_has(&s->table, print_pack(print));
}
