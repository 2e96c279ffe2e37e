// check/store/store_impl.h: what the files of the store share.
//
// Address space is reserved once, for the largest size that the store may reach, and is used
// from the front: pages that were not touched cost no memory. So the store never moves, and a
// table grows in place.

#pragma once

#include <pthread.h>
#include <stdatomic.h>

#include "base/err.h"
#include "check/store/store.h"

// A thread sanitizer does not see that reading vectors is reading their parts.
#if defined(__SSE2__) && !defined(__SANITIZE_THREAD__)
#include <emmintrin.h>
#define VECTORS

// A compiler may load a word twice when it is compared with two values. If another worker added
// an entry between the two loads, the slot would be neither equal nor free, and the same state
// would be added again.
static inline __m128i load_once(const __m128i *part)
{
    return *(const volatile __m128i *)part;
}
#endif

enum {
    LANES = 256,
    LINE_BYTES = 64,  // of the cache
    LINE_WORDS = LINE_BYTES / 8,
    PLANES = 4,
    PAGE = 4096,
    HUGE_PAGE = 2 << 20,
    HUGE_AFTER = 32 << 20,  // the first pages are small, so that small searches need little
};

// ----------------------------------------------------------------------------- loads
//
// A table is never fuller than its load. After its first doublings it is, just after growing,
// at least load / growth full. An emptier table is faster; but the goal is that a state,
// including its entry in the log, takes at most 16 bytes, and 28 with STORE_EXACT. The entry
// in the log takes 4 bytes, or 5 when three bytes are not enough for the parent.

#define GROWTH 1.19
#define GROWTH_NUMBERED 1.42  // with liveness: a sweep takes more time than memory is worth
#define LOAD_NARROW 0.80
#define LOAD_WIDE 0.70
#define LOAD_EXACT 0.86
#define LOAD_PIECES 0.70
#define PACK_GROWTH 1.25
#define PACK_LOAD_SMALL 0.68
#define PACK_LOAD_LARGE 0.74

enum {
    FIRST_LINES = (1 << 20) / LINE_BYTES,      // a table begins with one megabyte,
    DOUBLED_LINES = (2 << 20) / LINE_BYTES,    // doubles up to two, then grows less
    NARROW_LINES = 141000,                     // fingerprints are packed when they need more
    PACK_LINES = (10 << 20) / LINE_BYTES - 1,  // at least 2^17: the line encodes the upper 17 bits
};

// ---------------------------------------------------------------------------- memory

// Address space, allocated from its start.
typedef struct Reserve {
    char *base;
    uint64_t bytes;
    uint64_t used;
} Reserve;

bool reserve_init(Reserve *r, uint64_t bytes);   // false: not enough address space
void *reserve_take(Reserve *r, uint64_t bytes);  // zeroed, not touched yet
// With huge pages from offset `after` on.
void *reserve_take_huge(Reserve *r, uint64_t bytes, uint64_t after);
// Makes all pages of a part huge, whether they were touched before or not.
void reserve_enlarge(void *part, uint64_t bytes);
// Replaces small pages between the offsets `from` and `to` of a part by huge ones.
void reserve_collapse(void *part, uint64_t from, uint64_t to);
// Gives the memory back; the bytes are zero afterwards.
void reserve_forget(void *part, uint64_t bytes);
void reserve_drop(Reserve *r);
uint64_t reserve_rounded(uint64_t bytes);  // the address space needed for `bytes`
// The memory of a part of which the first `bytes` are used.
uint64_t reserve_touched(uint64_t bytes);
uint64_t reserve_touched_huge(uint64_t bytes);

// One small number for each state, written once. Each byte of the numbers has its own plane,
// so the higher bytes take no memory as long as they are all zero.
typedef struct Column {
    uint8_t *plane[PLANES];
    _Atomic uint32_t width;  // planes in use
} Column;

void column_init(Column *c, Reserve *r, uint64_t numbers);
void column_clear(Column *c, uint32_t count);  // clears the first `count` numbers
void column_widen(Column *c, uint32_t width);
uint32_t column_get(const Column *c, uint32_t at);

static inline uint32_t column_width(const Column *c)
{
    return atomic_load_explicit(&c->width, memory_order_relaxed);
}

static inline void column_put(Column *c, uint32_t at, uint32_t value)
{
    uint32_t width = 1;

    assert_debug(column_get(c, at) == 0);  // written once
    c->plane[0][at] = (uint8_t)value;
    for (uint32_t rest = value >> 8; rest; rest >>= 8)
        c->plane[width++][at] = (uint8_t)rest;
    if (width > column_width(c))
        column_widen(c, width);
}

// ---------------------------------------------------------------------------- tables

typedef _Atomic uint64_t Slot;

// Lines of slots. An entry is one slot, or two; its first is not zero.
typedef struct StoreTable {
    Slot *slots;
    uint64_t lines;  // home lines; an entry's home is proportional to its first slot
    uint64_t end;    // home lines plus the lines behind them for the overflow at the end
    uint64_t mask;   // the bits of the first slot that determine its home
    uint32_t width;  // slots of an entry
    double load, growth;
} StoreTable;

__extension__ typedef unsigned __int128 Product;

static inline uint64_t table_home(const StoreTable *t, uint64_t first)
{
    assert_debug(t->lines > 0);
    return (uint64_t)((Product)(first & t->mask) * t->lines >> 64);
}

static inline Slot *table_line(const StoreTable *t, uint64_t first)
{
    return t->slots + table_home(t, first) * LINE_WORDS;
}

#ifdef VECTORS
// A lane of 16 bits for each word of a line: all ones where both halves of the word are.
static inline __m128i whole_words(const __m128i halves[LINE_WORDS / 2])
{
    __m128i ones = _mm_set1_epi32(-1), low = _mm_packs_epi32(halves[0], halves[1]);
    __m128i high = _mm_packs_epi32(halves[2], halves[3]);
    return _mm_packs_epi32(_mm_cmpeq_epi32(low, ones), _mm_cmpeq_epi32(high, ones));
}
#endif

// Whether the home line contains the entry, of one slot; when not, a later line may.
static inline bool table_has(const StoreTable *t, uint64_t first)
{
    const Slot *line = table_line(t, first);
#ifdef VECTORS
    __m128i wanted = _mm_set1_epi64x((long long)first), halves[LINE_WORDS / 2];
#pragma GCC unroll 4
    for (int i = 0; i < LINE_WORDS / 2; i++) {
        const __m128i *part = (const __m128i *)(const void *)line + i;
        halves[i] = _mm_cmpeq_epi32(_mm_load_si128(part), wanted);
    }
    return _mm_movemask_epi8(whole_words(halves));
#else
    bool is_there = false;
    for (int i = 0; i < LINE_WORDS; i++)
        is_there |= atomic_load_explicit(line + i, memory_order_relaxed) == first;
    return is_there;
#endif
}

// Bit masks: the slots of a line that hold the word, and those that are free (`*open`).
static inline uint32_t line_look(const Slot *line, uint64_t word, uint32_t *open)
{
    uint32_t same = 0, none = 0;
#ifdef VECTORS
    __m128i wanted = _mm_set1_epi64x((long long)word), zero = _mm_setzero_si128();
    __m128i is_same[LINE_WORDS / 2], is_none[LINE_WORDS / 2];
#pragma GCC unroll 4
    for (int i = 0; i < LINE_WORDS / 2; i++) {
        __m128i there = load_once((const __m128i *)(const void *)line + i);
        is_same[i] = _mm_cmpeq_epi32(there, wanted);
        is_none[i] = _mm_cmpeq_epi32(there, zero);
    }
    __m128i both = _mm_packs_epi16(whole_words(is_same), whole_words(is_none));
    uint32_t bits = (uint32_t)_mm_movemask_epi8(both);
    same = bits & ((1 << LINE_WORDS) - 1);
    none = bits >> LINE_WORDS;
#else
    for (uint32_t i = 0; i < LINE_WORDS; i++) {
        uint64_t there = atomic_load_explicit(line + i, memory_order_relaxed);
        same |= (uint32_t)(there == word) << i;
        none |= (uint32_t)(there == 0) << i;
    }
#endif
    *open = none;
    return same;
}

// `t` must have its width, mask and load.
void table_init(StoreTable *t, Reserve *r, uint64_t bytes_max, uint64_t lines);
void table_grow(StoreTable *t, uint64_t lines, const StoreHelpers *helpers);
void table_clear(StoreTable *t, uint64_t lines);
bool table_find(const StoreTable *t, uint64_t first);       // entries of one slot
void table_settle(StoreTable *t, uint64_t first);           // adds a new one; one thread only
uint64_t table_limit(const StoreTable *t, uint64_t lines);  // the most entries for `lines` lines
uint64_t table_next(const StoreTable *t);                   // the number of lines to grow to
uint64_t table_bytes(uint64_t lines);
_Noreturn void table_overflow(void);  // the hashes were not evenly distributed

// ------------------------------------------------------------------------------ blocks

// Words of entries that were set aside.
typedef struct Aside {
    uint64_t *items;
    uint64_t count, room;
} Aside;

void aside_add(Aside *w, uint64_t word);
void aside_drop(Aside *w);

// Lines that one thread sweeps. Their entries move to lines from `low` to `high` - 1, which no
// other thread writes; those that cannot are set aside.
typedef struct Block {
    uint64_t first, end;
    uint64_t low, high;
} Block;

// The lines of a table, given out block by block from its end (store_blocks.c).
typedef struct Blocks {
    uint64_t from, from_end;  // lines before: homes, and all that have entries
    uint64_t to, to_end;      // lines after
    bool is_in_place;
    // The rest is for store_blocks.c.
    pthread_mutex_t lock;
    uint64_t size;           // of a block
    uint64_t next;           // lines below are not given out yet
    Block under_way[LANES];  // by thread: the block that it sweeps, or waits for; or an empty one
    Aside aside;             // complete when all threads have left
} Blocks;

void blocks_init(Blocks *b, bool is_shared);
void blocks_drop(Blocks *b);
// The next block for the thread, which has swept its last one. False: there is none left.
bool blocks_take(Blocks *b, uint32_t worker, Block *block);
// When no block is left: what was set aside goes to the others, `aside` is empty then.
void blocks_leave(Blocks *b, Aside *aside);
void sweep_together(const StoreHelpers *helpers, void (*job)(void *data, uint32_t worker),
                    void *data);

// ------------------------------------------------------------------------ packed lines

enum { PACK_SLOTS = 10 };

typedef struct PackLine {
    _Alignas(LINE_BYTES) _Atomic uint32_t high[PACK_SLOTS];
    _Atomic uint16_t low[PACK_SLOTS];
} PackLine;

typedef struct Pack {
    PackLine *lines;
    uint64_t count;  // 0: not used yet
} Pack;

static inline uint64_t pack_home(const Pack *p, uint64_t word)
{
    assert_debug(p->count > 0);
    return (uint64_t)((Product)word * p->count >> 64);
}

// The upper part of a slot for a word in its home line: bits 16 to 46.
static inline uint32_t pack_high(uint64_t word)
{
    return (uint32_t)(word >> 16) & INT32_MAX;
}

// Bit masks: the slots of a line that have this upper part, and those that are free (`*open`).
static inline uint32_t pack_look(const PackLine *line, uint32_t high, uint32_t *open)
{
    uint32_t same = 0, none = 0;
#ifdef VECTORS
    const __m128i *part = (const __m128i *)(const void *)line;
    __m128i wanted = _mm_set1_epi32((int)high), zero = _mm_setzero_si128();
#pragma GCC unroll 3
    for (int i = 0; i < 3; i++) {
        __m128i there = load_once(part + i);
        __m128i is_same = _mm_cmpeq_epi32(there, wanted), is_none = _mm_cmpeq_epi32(there, zero);
        same |= (uint32_t)_mm_movemask_ps(_mm_castsi128_ps(is_same)) << 4 * i;
        none |= (uint32_t)_mm_movemask_ps(_mm_castsi128_ps(is_none)) << 4 * i;
    }
    // The last two lanes are lower parts.
    same &= (1 << PACK_SLOTS) - 1;
    none &= (1 << PACK_SLOTS) - 1;
#else
    for (uint32_t i = 0; i < PACK_SLOTS; i++) {
        uint32_t there = atomic_load_explicit(&line->high[i], memory_order_acquire);
        same |= (uint32_t)(there == high) << i;
        none |= (uint32_t)(there == 0) << i;
    }
#endif
    *open = none;
    return same;
}

// Called after both parts of a slot were read: whether they are unchanged. Where states are
// replaced, the two parts may belong to different states. The lower part is read last: if the
// upper part has come back after several replacements, the lower part beside it belongs to it.
static inline bool pack_stays(const PackLine *line, uint32_t at, uint32_t high, uint16_t low)
{
    return atomic_load_explicit(&line->high[at], memory_order_acquire) == high &&
           atomic_load_explicit(&line->low[at], memory_order_relaxed) == low;
}

// Whether the home line contains the word. When not, it may have been added just now, or be
// elsewhere.
static inline bool pack_has(const Pack *p, uint64_t word)
{
    const PackLine *line = p->lines + pack_home(p, word);
    uint32_t open;

    for (uint32_t m = pack_look(line, pack_high(word), &open); m; m &= m - 1) {
        uint32_t at = (uint32_t)__builtin_ctz(m);
        if (atomic_load_explicit(&line->low[at], memory_order_acquire) == (uint16_t)word &&
            pack_stays(line, at, pack_high(word), (uint16_t)word))
            return true;
    }
    return false;
}

uint64_t pack_bytes(uint64_t lines);  // with the spill table
uint64_t pack_limit(uint64_t lines);
uint64_t pack_spill(uint64_t lines);  // lines of the spill table
uint64_t pack_next(uint64_t lines);
uint64_t pack_rounded(uint64_t lines);  // down, so that all huge pages are full
void pack_grow(Pack *p, StoreTable *spill, uint64_t lines, const StoreHelpers *helpers);

// ------------------------------------------------------------------------- the store

// How vectors of one length are cut in two sides: after `left` words; or, with `is_alone`, the
// word at `cut` is the right side and all others are the left side.
typedef struct Plan {
    uint32_t left;
    uint32_t cut;
    bool is_alone;
} Plan;

#define COUNT_MAX 0xffffffu
#define PIECE_MAX (~COUNT_MAX - 1)  // places of pieces are smaller than complemented counts

enum { PIECE_ITEMS = 16 };  // the most that a piece has

// The part of the store that belongs to one worker.
typedef struct Lane {
    _Alignas(2 * LINE_BYTES) uint32_t next;  // its unused numbers: from `next` to `end` - 1
    uint32_t end;
    uint32_t word_next, word_end;  // the same, for words of pieces
    uint32_t pieces;               // how many it may add to the table of pieces
    uint32_t last[2];              // pieces of the state that it has folded last: left, right
    _Atomic uint64_t added, replaced, unknown;
} Lane;

enum { PLANS = 256 };  // longer vectors have only the default plan

// The sides of vectors, each stored once, in pieces (store_fold.c).
typedef struct Pieces {
    StoreTable table;   // a slot: hash in the upper half, place in the lower
    uint32_t *words;    // by place: what begins the piece, then its items
    uint64_t *roots;    // by the number of a state: the places of its sides; 0: no state
    Plan plans[PLANS];  // by count; zero: the default plan
    uint64_t planned;   // the number of states when plans were last made
    bool is_full;
    uint64_t limit;  // of `next`
    _Alignas(2 * LINE_BYTES) _Atomic uint64_t next;  // the first unused word
    _Atomic uint64_t count;
} Pieces;

struct Store {
    StoreKind kind;
    StorePolicy policy;
    bool is_shared;
    bool is_full;          // it cannot grow any more: the policy applies
    uint64_t bytes;        // the memory limit
    uint64_t limit;        // how many numbers may be given to states
    uint64_t numbers_max;  // how many numbers address space is reserved for
    Reserve reserve;
    // Of fingerprints. STORE_EXACT: half of the fingerprint, and below it the number of the state
    // plus one.
    StoreTable table;
    Pack pack;         // of fingerprints, when there are many
    Slot *bits;        // STORE_BITSTATE
    uint64_t bit_lines;
    _Atomic bool bits_are_huge;  // its pages
    Column parent, label;
    Pieces pieces;                                   // STORE_EXACT
    _Alignas(2 * LINE_BYTES) _Atomic uint64_t next;  // the next unused number
    _Atomic uint32_t lanes_used;
    Lane lanes[LANES];
};

// What store_add should do with a new state.
typedef enum Room {
    ROOM_ADD,
    ROOM_REPLACE,
    ROOM_UNKNOWN,
    ROOM_GROW,
    ROOM_FULL,
} Room;

Room store_room_slow(Store *s, Lane *l);

// Unless the result is ROOM_GROW or ROOM_FULL, the lane has an unused number afterwards.
static inline Room store_room(Store *s, Lane *l)
{
    if (l->next != l->end && !s->is_full)
        return ROOM_ADD;
    return store_room_slow(s, l);
}

// The answer when the state is neither added nor takes the place of another one.
static inline StoreAnswer room_answer(Room room)
{
    assert_debug(room != ROOM_ADD && room != ROOM_REPLACE);
    if (room == ROOM_UNKNOWN)
        return STORE_UNKNOWN;
    return room == ROOM_GROW ? STORE_GROW : STORE_FULL;
}

// Takes up to `chunk` numbers below the limit; returns how many, 0 when none are left.
uint32_t store_take(_Atomic uint64_t *next, uint64_t limit, uint32_t chunk, uint32_t *first);
uint32_t store_chunk(const Store *s, uint64_t limit);

static inline void tally(_Atomic uint64_t *count)
{
    // Only the lane's own worker writes; others may read.
    atomic_store_explicit(count, atomic_load_explicit(count, memory_order_relaxed) + 1,
                          memory_order_relaxed);
}

static inline void store_note_parent(Store *s, uint32_t number, uint32_t parent, uint32_t label)
{
    // PARENT_NONE is all ones: adding one makes it 0, which takes no further planes.
    column_put(&s->parent, number, parent + 1);
    column_put(&s->label, number, label);
}

// The lane has an unused number.
static inline uint32_t lane_number(Store *s, Lane *l, uint32_t parent, uint32_t label)
{
    assert_debug(l->next < l->end);  // store_room has refilled the lane
    uint32_t number = l->next++;
    store_note_parent(s, number, parent, label);
    return number;
}

// The fingerprint as it is stored. Fingerprints are sums of few terms, and not evenly
// distributed: without mixing some lines would overflow. The results 0 and 1 are avoided.
static inline uint64_t print_mix(uint64_t print)
{
    uint64_t x = (print ^ print >> 32) * 0x9e3779b97f4a7c15u;
    return x > 1 ? x : x + 2;
}

// The same for packed lines: neither part of it is zero.
static inline uint64_t print_pack(uint64_t print)
{
    uint64_t x = (print ^ print >> 32) * 0x9e3779b97f4a7c15u;
    if ((uint16_t)x == 0)
        x |= 1;
    return pack_high(x) ? x : x | 1 << 16;
}

StoreAnswer narrow_add(Store *s, Lane *l, uint64_t first);

// The same where one worker adds and the table is not full.
static inline StoreAnswer narrow_add_alone(Store *s, Lane *l, uint64_t first)
{
    const StoreTable *t = &s->table;
    const Slot *stop = t->slots + t->end * LINE_WORDS;

    assert_debug(t->width == 1 && !s->is_shared && !s->is_full);
    for (Slot *line = table_line(t, first); line < stop; line += LINE_WORDS) {
        uint32_t open;
        if (line_look(line, first, &open))
            return STORE_SEEN;
        if (!open)
            continue;
        if (store_room(s, l) != ROOM_ADD)
            return STORE_GROW;
        atomic_store_explicit(line + __builtin_ctz(open), first, memory_order_relaxed);
        return STORE_ADDED;
    }
    table_overflow();
}

StoreAnswer pack_add(Store *s, Lane *l, uint64_t word);
StoreAnswer wide_add(Store *s, Lane *l, uint64_t first, uint64_t second);
// The second word of an entry has a half of `second`, and the state's number, with NUMBER_WAITS
// when the state was not added yet. `number` is set when the entry was there before.
#define NUMBER_WAITS (UINT32_C(1) << 31)
StoreAnswer numbered_add(Store *s, Lane *l, uint64_t first, uint64_t second, uint32_t *number);
StoreAnswer numbered_expect(Store *s, Lane *l, uint64_t first, uint64_t second, uint32_t *number);
bool numbered_find(const Store *s, uint64_t first, uint64_t second, uint32_t *number);

static inline Slot *bits_line(const Store *s, uint64_t print)
{
    return s->bits + (uint64_t)((Product)print * s->bit_lines >> 64) * LINE_WORDS;
}

StoreAnswer bits_add(Store *s, Lane *l, uint64_t print);
double bits_missed(const Store *s);
// To be called now and then, with the number of states so far.
void bits_fill(Store *s, uint64_t states);
uint64_t bits_touched(const Store *s);

void pieces_init(Store *s, uint64_t table_max, uint64_t numbers);
// False: there is no more memory. `bytes` is how much more the pieces may take.
bool pieces_grow(Pieces *p, uint64_t bytes, const StoreHelpers *helpers);
bool pieces_are_full(const Pieces *p);
uint64_t pieces_bytes(const Pieces *p);
void pieces_clear(Store *s);

static inline Plan plan_of(const Pieces *p, uint32_t count)
{
    assert_debug(count > 0);
    if (count < PLANS && p->plans[count].left)
        return p->plans[count];
    return (Plan){.left = (count + 1) / 2};
}

// When it is due, chooses better plans and folds all states again. `bytes` is how much more
// memory the pieces may take.
void plan_again(Store *s, uint64_t bytes);

// Folds the words and returns the root; 0: a piece could not be added.
uint64_t exact_fold(Store *s, Lane *l, const uint32_t *words, uint32_t count);
// Whether the root is that of these words.
bool exact_is_long(const Pieces *p, uint64_t root, const uint32_t *words, uint32_t count);

// Whether two lists are equal. Those of four items and more are compared in fours, the last ones
// of which may be compared twice.
static inline bool are_equal(const uint32_t *a, const uint32_t *b, uint32_t count)
{
#ifdef VECTORS
    if (count >= 4) {
        __m128i same = _mm_set1_epi32(-1);
        for (uint32_t i = 0;; i = i + 8 < count ? i + 4 : count - 4) {
            __m128i left = _mm_loadu_si128((const __m128i *)(const void *)(a + i));
            __m128i right = _mm_loadu_si128((const __m128i *)(const void *)(b + i));
            same = _mm_and_si128(same, _mm_cmpeq_epi32(left, right));
            if (i == count - 4)
                return _mm_movemask_epi8(same) == 0xffff;
        }
    }
#endif
    for (uint32_t i = 0; i < count; i++)
        if (a[i] != b[i])
            return false;
    return true;
}

static inline bool exact_is(const Pieces *p, uint64_t root, const uint32_t *words, uint32_t count)
{
    Plan plan = plan_of(p, count);
    uint32_t right = (uint32_t)root;
    const uint32_t *left = p->words + (root >> 32);
    if (plan.left > PIECE_ITEMS || count > plan.left + PIECE_ITEMS)
        return exact_is_long(p, root, words, count);
    if (*left++ != ~count)  // states of another length have another plan
        return false;
    if (plan.is_alone)
        return right == words[plan.cut] && are_equal(left, words, plan.cut) &&
               are_equal(left + plan.cut, words + plan.cut + 1, count - plan.cut - 1);
    if (!are_equal(left, words, plan.left))
        return false;
    if (count <= plan.left + 1)
        return count == plan.left || right == words[plan.left];
    return are_equal(p->words + right + 1, words + plan.left, count - plan.left);
}

static inline uint64_t exact_tag(uint64_t print)
{
    return print_mix(print) & ~(uint64_t)UINT32_MAX;
}

// Bit masks: the slots of a line with this upper half, and those that are free (`*open`).
static inline uint32_t exact_look(const Slot *line, uint64_t tag, uint32_t *open)
{
    uint32_t same = 0, none = 0;
#ifdef VECTORS
    const __m128i *part = (const __m128i *)(const void *)line;
    __m128i wanted = _mm_set1_epi64x((long long)tag), zero = _mm_setzero_si128();
#pragma GCC unroll 4
    for (int i = 0; i < LINE_WORDS / 2; i++) {
        __m128i there = load_once(part + i);
        // The sign of a word is that of its upper half; only a free slot has a zero below.
        __m128i is_same = _mm_cmpeq_epi32(there, wanted);
        __m128i is_none = _mm_slli_epi64(_mm_cmpeq_epi32(there, zero), 32);
        same |= (uint32_t)_mm_movemask_pd(_mm_castsi128_pd(is_same)) << 2 * i;
        none |= (uint32_t)_mm_movemask_pd(_mm_castsi128_pd(is_none)) << 2 * i;
    }
#else
    for (uint32_t i = 0; i < LINE_WORDS; i++) {
        uint64_t there = atomic_load_explicit(line + i, memory_order_acquire);
        same |= (uint32_t)(there >> 32 == tag >> 32) << i;
        none |= (uint32_t)(there == 0) << i;
    }
#endif
    *open = none;
    return same & ~none;
}

// The number of the state in a slot that is not free.
static inline uint32_t exact_number(const Slot *slot)
{
    uint64_t there = atomic_load_explicit(slot, memory_order_acquire);
    assert_debug((uint32_t)there > 0);
    return (uint32_t)there - 1;
}

// The number becomes that of the new state: the lane's next one.
StoreAnswer exact_add(Store *s, Lane *l, const StoreKey *key);
bool exact_has(const Store *s, const StoreKey *key);  // whether it was added
