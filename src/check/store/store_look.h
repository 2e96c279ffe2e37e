// check/store/store_look.h: a fast look-up for the hot path, millions of times in a second.

#pragma once

#include "check/store/store_impl.h"

// gcc removes a loop that does nothing but __builtin_prefetch.
static inline void prefetch(const void *place)
{
#ifdef __x86_64__
    __asm__ volatile("prefetcht0 (%0)" : : "r"(place));
#else
    __builtin_prefetch(place, 1);
#endif
}

// Prefetches the cache line where the state would be.
static inline void store_prefetch(const Store *s, uint64_t print)
{
    if (s->pack.count)
        prefetch(s->pack.lines + pack_home(&s->pack, print_pack(print)));
    else if (s->kind == STORE_FINGERPRINT)
        prefetch(table_line(&s->table, print_pack(print)));
    else if (s->kind == STORE_WIDE || s->kind == STORE_NUMBERED)
        prefetch(table_line(&s->table, print_mix(print)));
    else if (s->kind == STORE_BITSTATE)
        prefetch(bits_line(s, print_mix(print)));
    // The place of a state in an exact store depends on its pairs.
}

// True: the state was seen. False: not known; store_add finds out.
static inline bool store_has(const Store *s, uint64_t print)
{
    if (s->pack.count)
        return pack_has(&s->pack, print_pack(print));
    return s->kind == STORE_FINGERPRINT && table_has(&s->table, print_pack(print));
}
