// check/store_impl.h: what the files of the store share.
//
// Memory is reserved once, for as much as the store may ever take, and is used from
// the front: what was not touched costs nothing. So nothing of the store ever moves,
// and a table grows where it stands.

#pragma once

#include <stdatomic.h>

#include "check/store.h"

enum {
    LANES = 256,
    LINE_BYTES = 64,                      // of the cache
    LINE_WORDS = LINE_BYTES / 8,
    PLANES = 4,
    PAGE = 4096,
    HUGE_PAGE = 2 << 20,
    HUGE_FROM = 64 << 20,                 // stores smaller than this use small pages only
    FIRST_LINES = (1 << 20) / LINE_BYTES,   // a table begins with a megabyte,
    DOUBLED_LINES = (2 << 20) / LINE_BYTES,  // doubles up to two, then grows by GROWTH
    SMALL_LINES = 1 << 21,                 // 2^24 slots
};

// A table is never fuller than its load, and after it has grown never emptier than that
// by GROWTH, once it is past its first doublings. The emptier, the faster; but with what
// stands in the log a state is to take 16 bytes at most. There it takes 4 as long as
// three bytes are enough for a parent, later 5.
#define GROWTH 1.19
#define LOAD_SMALL 0.80
#define LOAD_LARGE 0.87

// ---------------------------------------------------------------------------- memory

// Address space, handed out from its start.
typedef struct Reserve {
    char *base;
    uint64_t bytes;
    uint64_t used;
    bool is_huge;
} Reserve;

bool reserve_init(Reserve *r, uint64_t bytes, bool is_huge);  // false: there is not so much
void *reserve_take(Reserve *r, uint64_t bytes);               // zeroed, and not touched
void *reserve_take_huge(Reserve *r, uint64_t bytes);          // for what is used all over
void reserve_drop(Reserve *r);
uint64_t reserve_rounded(uint64_t bytes);  // how much address space so many bytes need
// How much memory a part takes of which so much is used.
uint64_t reserve_touched(uint64_t bytes);
uint64_t reserve_touched_huge(const Reserve *r, uint64_t bytes);

// Small numbers, one to a state, written once. Byte by byte in a plane each, so that
// the higher bytes take no memory as long as they are all zero.
typedef struct Column {
    uint8_t *plane[PLANES];
    _Atomic uint32_t width;  // planes in use
} Column;

void column_init(Column *c, Reserve *r, uint64_t numbers);
void column_widen(Column *c, uint32_t width);
uint32_t column_get(const Column *c, uint32_t at);

static inline uint32_t column_width(const Column *c)
{
    return atomic_load_explicit(&c->width, memory_order_relaxed);
}

static inline void column_put(Column *c, uint32_t at, uint32_t value)
{
    uint32_t width = 1;

    c->plane[0][at] = (uint8_t)value;
    for (uint32_t rest = value >> 8; rest; rest >>= 8)
        c->plane[width++][at] = (uint8_t)rest;
    if (width > column_width(c))
        column_widen(c, width);
}

// ---------------------------------------------------------------------------- tables

typedef _Atomic uint64_t Slot;

// Lines of slots. An entry is one slot, or two; its first is not zero.
typedef struct Table {
    Slot *slots;
    uint64_t lines;  // an entry's home is one of them, in proportion to its first slot
    uint64_t end;    // lines, and those behind that take what overflows at the end
    uint64_t mask;   // the bits of the first slot that count for its home
    uint32_t width;  // slots of an entry
} Table;

__extension__ typedef unsigned __int128 Product;

static inline uint64_t table_home(const Table *t, uint64_t first)
{
    return (uint64_t)((Product)(first & t->mask) * t->lines >> 64);
}

static inline Slot *table_line(const Table *t, uint64_t first)
{
    return t->slots + table_home(t, first) * LINE_WORDS;
}

// Whether the home line of an entry of one slot has it; when not, others may.
static inline bool table_has(const Table *t, uint64_t first)
{
    const Slot *line = table_line(t, first);
    bool is_there = false;

#pragma GCC unroll 8
    for (int i = 0; i < LINE_WORDS; i++)
        is_there |= atomic_load_explicit(line + i, memory_order_relaxed) == first;
    return is_there;
}

void table_init(Table *t, Reserve *r, uint64_t bytes_max, uint64_t lines, uint32_t width,
                uint64_t mask);
void table_grow(Table *t, uint64_t lines);
uint64_t table_limit(const Table *t, uint64_t lines);  // entries that so many lines may hold
uint64_t table_next(const Table *t);                   // lines it should grow to
uint64_t table_bytes(uint64_t lines);

// ------------------------------------------------------------------------- the store

// What a worker has for itself.
typedef struct Memo {
    uint32_t left, right, id;
} Memo;

typedef struct Lane {
    _Alignas(2 * LINE_BYTES) uint32_t next;  // numbers that are its own, up to
    uint32_t end;
    uint32_t pair_next, pair_end;            // the same, for pairs
    _Atomic uint64_t added, replaced, unknown;
    Memo *memo;                              // of the last fold, by position
    uint32_t *fold;
    uint32_t fold_room;
} Lane;

// Pairs of words, or of the numbers of pairs: what vectors are folded into.
typedef struct Pairs {
    Table table;       // hash above, number below
    uint64_t *all;     // by number
    Column left, right;  // of the pair that is all of a state, by the state's number
    bool is_full;
    _Alignas(2 * LINE_BYTES) _Atomic uint64_t next;
    uint64_t limit;
} Pairs;

struct Store {
    StoreKind kind;
    StorePolicy policy;
    bool is_shared;
    bool is_full;        // it cannot grow: the policy counts
    uint64_t bytes;      // that it may take
    uint64_t limit;      // numbers that may be handed out
    uint64_t numbers_max;  // for which address space is reserved
    Reserve reserve;
    Table table;         // of fingerprints, or of whole states as one pair
    Slot *bits;          // STORE_BITSTATE
    uint64_t bit_lines;
    Column parent, label;
    Pairs pairs;         // STORE_EXACT
    _Alignas(2 * LINE_BYTES) _Atomic uint64_t next;  // number to hand out
    _Atomic uint32_t lanes_used;
    Lane lanes[LANES];
};

// What a state that was not found may do.
typedef enum Room {
    ROOM_ADD,
    ROOM_REPLACE,
    ROOM_UNKNOWN,
    ROOM_GROW,
    ROOM_FULL,
} Room;

Room store_room_slow(Store *s, Lane *l);

// Afterwards, unless it says ROOM_GROW or ROOM_FULL, the lane has a number to give.
static inline Room store_room(Store *s, Lane *l)
{
    if (l->next != l->end && !s->is_full)
        return ROOM_ADD;
    return store_room_slow(s, l);
}

// Takes up to `chunk` numbers below the limit. 0: there are none.
uint32_t store_take(_Atomic uint64_t *next, uint64_t limit, uint32_t chunk, uint32_t *first);
uint32_t store_chunk(const Store *s, const Table *t);

static inline void tally(_Atomic uint64_t *count)
{
    // Only the lane's own worker writes; others may read.
    atomic_store_explicit(count, atomic_load_explicit(count, memory_order_relaxed) + 1,
                          memory_order_relaxed);
}

// The fingerprint as it is kept. They are sums, and sums of few parts lie in lines:
// without this some places would be crowded. Nothing is lost but the zero.
static inline uint64_t print_mix(uint64_t print)
{
    uint64_t x = (print ^ print >> 32) * 0x9e3779b97f4a7c15u;
    return x > 1 ? x : x + 0x5851f42d4c957f2du;
}

StoreAnswer narrow_add(Store *s, Lane *l, uint64_t first);
StoreAnswer wide_add(Store *s, Lane *l, uint64_t first, uint64_t second);

static inline Slot *bits_line(const Store *s, uint64_t print)
{
    return s->bits + (uint64_t)((Product)print * s->bit_lines >> 64) * LINE_WORDS;
}

StoreAnswer bits_add(Store *s, Lane *l, uint64_t print);
double bits_missed(const Store *s);
uint64_t bits_touched(const Store *s);

void pairs_init(Store *s, uint64_t table_max, uint64_t numbers);
void pairs_drop(Store *s);
bool pairs_grow(Pairs *p, uint64_t bytes);
uint64_t pairs_bytes(const Pairs *p, uint64_t lines);
StoreAnswer exact_add(Store *s, Lane *l, const StoreKey *key, uint64_t *root);
void exact_keep(Store *s, uint32_t number, uint64_t root);
