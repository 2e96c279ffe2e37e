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
    // Without the last bits of print_pack, which hardly ever matter for the line.
    if (s->pack.count)
        prefetch(s->pack.lines + pack_home(&s->pack, print_mix(print)));
    else if (s->kind == STORE_FINGERPRINT)
        prefetch(table_line(&s->table, print_mix(print)));
    else if (s->kind == STORE_BITSTATE)
        prefetch(bits_line(s, print_mix(print)));
    else
        prefetch(table_line(&s->table, print_mix(print)));
}

// The same where it is likely that the state is not there: when the line is full, the look-up goes
// on in the next one.
static inline void store_prefetch_new(const Store *s, uint64_t print)
{
    if (s->kind == STORE_FINGERPRINT && !s->pack.count) {
        const Slot *line = table_line(&s->table, print_mix(print));
        prefetch(line);
        prefetch(line + LINE_WORDS);
    } else {
        store_prefetch(s, print);
    }
}

// True: the state was seen. False: not known; store_add finds out.
static inline bool store_has(const Store *s, uint64_t print)
{
    if (s->pack.count)
        return pack_has(&s->pack, print_pack(print));
    return s->kind == STORE_FINGERPRINT && table_has(&s->table, print_pack(print));
}

// One of many fingerprints, which are `stride` bytes apart.
static inline uint64_t print_at(const uint64_t *prints, size_t stride, uint32_t i)
{
    return *(const uint64_t *)(const void *)((const char *)prints + i * stride);
}

// store_prefetch for all of them.
static inline void store_prefetch_all(const Store *s, const uint64_t *prints, size_t stride,
                                      uint32_t count)
{
    StoreTable table = s->table;  // a copy, which nobody else can change, stays in registers
    if (s->kind == STORE_FINGERPRINT && !s->pack.count)
        for (uint32_t i = 0; i < count; i++)
            prefetch(table_line(&table, print_mix(print_at(prints, stride, i))));
    else
        for (uint32_t i = 0; i < count; i++)
            store_prefetch(s, print_at(prints, stride, i));
}

// store_has for all of them.
static inline void store_has_all(const Store *s, const uint64_t *prints, size_t stride,
                                 uint32_t count, uint8_t *is_there)
{
    StoreTable table = s->table;
    if (s->kind == STORE_FINGERPRINT && !s->pack.count)
        for (uint32_t i = 0; i < count; i++)
            is_there[i] = table_has(&table, print_pack(print_at(prints, stride, i)));
    else
        for (uint32_t i = 0; i < count; i++)
            is_there[i] = store_has(s, print_at(prints, stride, i));
}

// ------------------------------------------- fingerprints alone: store_add in two parts, inline

static inline bool store_has_prints(const Store *s)
{
    return s->kind == STORE_FINGERPRINT;
}

// store_claim for the fingerprint as it is stored.
static inline StoreAnswer store_claim_word(Store *s, uint32_t worker, uint64_t word)
{
    Lane *l = &s->lanes[s->is_shared ? worker : 0];
    assert_debug(store_has_prints(s) && worker < LANES);
    if (s->pack.count)
        return pack_add(s, l, word);
    return s->is_shared || s->is_full ? narrow_add(s, l, word) : narrow_add_alone(s, l, word);
}

// Looks the fingerprint up and adds it when it is not there. After STORE_ADDED and STORE_UNKNOWN
// store_number must follow. After STORE_GROW and STORE_FULL nothing was done.
static inline StoreAnswer store_claim(Store *s, uint32_t worker, uint64_t print)
{
    uint64_t word = print_pack(print);
    bool is_there = s->pack.count ? pack_has(&s->pack, word) : table_has(&s->table, word);
    return is_there ? STORE_SEEN : store_claim_word(s, worker, word);
}

// The same, faster where it is likely that the fingerprint is not there.
static inline StoreAnswer store_claim_new(Store *s, uint32_t worker, uint64_t print)
{
    return store_claim_word(s, worker, print_pack(print));
}

// ------------------------------------------------- words: the same, after store_prefetch

static inline bool store_has_words(const Store *s)
{
    return s->kind == STORE_EXACT;
}

// The number, plus one, of the state that is likely to be the one with this fingerprint; 0: the
// home line has none. What is needed to compare the two is prefetched.
static inline uint32_t store_guess(const Store *s, uint64_t print)
{
    uint64_t tag = exact_tag(print);
    const Slot *line = table_line(&s->table, tag);
    uint32_t open, same = exact_look(line, tag, &open);
    assert_debug(store_has_words(s));
    if (!same)
        return 0;
    uint32_t number = exact_number(line + __builtin_ctz(same));
    prefetch(s->pieces.roots + number);
    return number + 1;
}

// Whether the state was added. The guess is that for its fingerprint, and may be older than the
// store's last growth.
static inline bool store_knows_words(const Store *s, const StoreKey *key, uint32_t guess)
{
    const Pieces *p = &s->pieces;
    assert_debug(store_has_words(s));
    return (guess && exact_is(p, p->roots[guess - 1], key->words, key->count)) ||
           exact_has(s, key);
}

// The same; adds the state when it is not there.
static inline StoreAnswer store_claim_words(Store *s, uint32_t worker, const StoreKey *key,
                                            uint32_t guess)
{
    const Pieces *p = &s->pieces;
    assert_debug(store_has_words(s) && worker < LANES);
    if (guess && exact_is(p, p->roots[guess - 1], key->words, key->count))
        return STORE_SEEN;
    return exact_add(s, &s->lanes[s->is_shared ? worker : 0], key);
}

// After either: the number of the new state.
static inline uint32_t store_number(Store *s, uint32_t worker, StoreAnswer answer, uint32_t parent,
                                    uint32_t label)
{
    Lane *l = &s->lanes[s->is_shared ? worker : 0];
    assert_debug(answer == STORE_ADDED || answer == STORE_UNKNOWN);
    tally(answer == STORE_ADDED ? &l->added : &l->unknown);
    return lane_number(s, l, parent, label);
}
