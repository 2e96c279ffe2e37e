// check/store/store_pack.c: a set of fingerprints, each in 6.4 bytes.
//
// The home of a fingerprint is a line, proportional to its value, as in store_table.c. So the
// number of the line gives the upper bits, and a slot stores only the lower 47, and one bit
// that says whether this is the home line or the one behind it. A line has ten slots: first
// the upper 32 bits of all ten, then the lower 16. In a used slot neither part is zero, so
// zero means free.
//
// A fingerprint goes into its home line; when that is full, into the next line; when that is
// full too, into the spill table, a table of whole words. At the loads that we allow, fewer
// than one of a hundred are there.
//
// To grow, lines are swept from the end, and the fingerprints of a line move to the same or
// later lines. Those that cannot, and those of the spill table, are set aside and added after
// the sweep. Several threads can sweep (store_blocks.c).

#include "check/store/store_impl.h"

#include <stdlib.h>
#include <string.h>

#include "base/err.h"

#define KEPT (((uint64_t)1 << 47) - 1)  // the bits of a fingerprint that a slot stores
#define BEHIND ((uint32_t)1 << 31)      // the fingerprint is in the line behind its home
#define BUSY BEHIND                     // upper bits of a slot that is being replaced

uint64_t pack_spill(uint64_t lines)
{
    return lines / 64 + 8;
}

uint64_t pack_bytes(uint64_t lines)
{
    return lines ? (lines + 1) * LINE_BYTES + table_bytes(pack_spill(lines)) : 0;
}

uint64_t pack_limit(uint64_t lines)
{
    double load = lines * PACK_SLOTS <= 1 << 24 ? PACK_LOAD_SMALL : PACK_LOAD_LARGE;
    return (uint64_t)((double)(lines * PACK_SLOTS) * load);
}

uint64_t pack_rounded(uint64_t lines)
{
    // There is one line more than homes: the line behind the last home.
    uint64_t huge = HUGE_PAGE / LINE_BYTES;
    return lines < huge ? 0 : (lines + 1) / huge * huge - 1;
}

uint64_t pack_next(uint64_t lines)
{
    return pack_rounded((uint64_t)((double)(lines + 1) * PACK_GROWTH));
}

// --------------------------------------------------------------------------- growing

enum { WINDOW = 1 << 10, AHEAD = 16 };

// A sweep of a block in progress.
typedef struct Sweep {
    const Pack *pack;
    uint64_t old;  // the number of lines before
    Block block;
    uint64_t low;           // lines from here on may have received fingerprints
    uint32_t used[WINDOW];  // slots used in a line, for WINDOW lines from `low` on
    Aside aside;
} Sweep;

static void words_of_table(Aside *w, const StoreTable *t)
{
    for (uint64_t i = 0; i < t->end * LINE_WORDS; i++) {
        uint64_t word = atomic_load_explicit(t->slots + i, memory_order_relaxed);
        if (word)
            aside_add(w, word);
    }
}

static inline void set_slot(PackLine *line, uint32_t at, uint64_t word, uint32_t behind)
{
    assert_debug(at < PACK_SLOTS && pack_high(word) && (uint16_t)word);
    atomic_store_explicit(&line->high[at], pack_high(word) | behind, memory_order_relaxed);
    atomic_store_explicit(&line->low[at], (uint16_t)word, memory_order_relaxed);
}

// The smallest word whose home is the line.
static uint64_t line_start(uint64_t line, uint64_t lines)
{
    // 2^64 = each * lines + left; divisions of 128 bits are slow.
    assert_debug(line < lines);
    uint64_t left = UINT64_MAX % lines + 1;
    uint64_t each = UINT64_MAX / lines + (left == lines);
    return line * each + (left == lines ? 0 : (line * left + lines - 1) / lines);
}

static inline void settle(Sweep *w, uint64_t word, uint64_t home)
{
    uint32_t *used = &w->used[home % WINDOW], *next = &w->used[(home + 1) % WINDOW];

    assert_debug(home >= w->low && home + 1 - w->low < WINDOW);
    if (*used < PACK_SLOTS)
        set_slot(w->pack->lines + home, (*used)++, word, 0);
    else if (*next < PACK_SLOTS && home + 1 < w->block.high)
        set_slot(w->pack->lines + home + 1, (*next)++, word, BEHIND);
    else
        aside_add(&w->aside, word);
}

// Moves the fingerprints of a line. Those with their home in this line are at least `start`;
// those that are behind their home are at least `before`.
static inline void sweep_line(Sweep *w, uint64_t at, uint64_t before, uint64_t start)
{
    const Pack *p = w->pack;
    PackLine was;

    memcpy((void *)&was, (void *)&p->lines[at], sizeof was);
    memset((void *)&p->lines[at], 0, sizeof was);
    for (uint64_t least = pack_home(p, before); w->low > least;)
        w->used[--w->low % WINDOW] = 0;

    for (uint32_t i = 0; i < PACK_SLOTS; i++) {
        uint32_t high = atomic_load_explicit(&was.high[i], memory_order_relaxed);
        uint64_t low = atomic_load_explicit(&was.low[i], memory_order_relaxed);
        uint64_t from = high & BEHIND ? before : start;
        if (!high)
            break;
        uint64_t word = (from & ~KEPT) | (uint64_t)(high & ~BEHIND) << 16 | low;
        word += word < from ? KEPT + 1 : 0;
        // The word is reconstructed correctly: with the old size this line was its home.
        assert_debug(pack_home(&(Pack){.count = w->old}, word) + !!(high & BEHIND) == at);

        uint64_t home = pack_home(p, word);
        if (home >= at && home >= w->block.low && home < w->block.high)
            settle(w, word, home);
        else
            aside_add(&w->aside, word);
    }
}

typedef struct PackSweep {
    const Pack *pack;
    const StoreTable *spill;
    Blocks blocks;
} PackSweep;

static void sweep_block(Sweep *w)
{
    const Pack *p = w->pack;
    double growth = (double)p->count / (double)w->old;
    uint64_t at = w->block.end - 1;
    // The line behind the last one is no fingerprint's home.
    uint64_t start = at == w->old ? UINT64_MAX : line_start(at, w->old);

    w->low = w->block.high;
    for (at = w->block.end; at-- > w->block.first;) {
        uint64_t before = at ? line_start(at - 1, w->old) : 0;
        if (at >= AHEAD) {
            uint64_t to = (uint64_t)((double)(at - AHEAD) * growth);
            __builtin_prefetch(p->lines + at - AHEAD, 1);
            __builtin_prefetch(p->lines + to, 1);
        }
        sweep_line(w, at, before, start);
        start = before;
    }
}

// In each thread that takes part.
static void sweep(void *data, uint32_t worker)
{
    PackSweep *all = data;
    Sweep w = {.pack = all->pack, .old = all->blocks.from};
    while (blocks_take(&all->blocks, worker, &w.block))
        sweep_block(&w);
    blocks_leave(&all->blocks, &w.aside);
}

// Adds a fingerprint to its home line or the next one, from `low` to `high` - 1. False: there is no
// room.
static bool settle_between(const Pack *p, uint64_t word, uint64_t low, uint64_t high)
{
    uint64_t home = pack_home(p, word);
    for (uint32_t behind = 0; behind < 2 && home >= low && home + behind < high; behind++) {
        PackLine *line = p->lines + home + behind;
        uint32_t open;
        pack_look(line, 0, &open);
        if (open) {
            set_slot(line, (uint32_t)__builtin_ctz(open), word, behind ? BEHIND : 0);
            return true;
        }
    }
    return false;
}

// The same where the table of whole words is packed.
static void pack_blocks(void *data, uint32_t worker)
{
    PackSweep *all = data;
    Aside aside = {0};
    Block block;

    while (blocks_take(&all->blocks, worker, &block))
        for (uint64_t i = block.first * LINE_WORDS; i < block.end * LINE_WORDS; i++) {
            uint64_t word = atomic_load_explicit(all->spill->slots + i, memory_order_relaxed);
            if (word && !settle_between(all->pack, word, block.low, block.high))
                aside_add(&aside, word);
        }
    blocks_leave(&all->blocks, &aside);
}

// `spill` is the spill table; before the first pack_grow it contains all fingerprints.
void pack_grow(Pack *p, StoreTable *spill, uint64_t lines, const StoreHelpers *helpers)
{
    uint64_t old = p->count;
    PackSweep all = {
        .pack = p,
        .spill = spill,
        .blocks = {.from = old ? old : spill->lines,
                   .from_end = old ? old + 1 : spill->end,
                   .to = lines,
                   .to_end = lines + 1,
                   .is_in_place = old > 0},
    };
    Aside *aside = &all.blocks.aside;

    // A slot stores 47 bits: the number of the line must encode the 17 bits above them.
    assert(lines > old && lines >= 1 << 17);
    if (old)
        words_of_table(aside, spill);
    p->count = lines;
    blocks_init(&all.blocks, helpers);
    sweep_together(helpers, old ? sweep : pack_blocks, &all);
    table_clear(spill, pack_spill(lines));
    for (uint64_t i = 0; i < aside->count; i++) {
        if (i + AHEAD < aside->count)
            __builtin_prefetch(p->lines + pack_home(p, aside->items[i + AHEAD]), 1);
        if (!settle_between(p, aside->items[i], 0, lines + 1))
            table_settle(spill, aside->items[i]);
    }
    blocks_drop(&all.blocks);
}

// ---------------------------------------------------------------------------- adding

// Waits for the lower bits: the worker that claimed the slot is about to write them.
static uint16_t low_of(const PackLine *line, uint32_t at)
{
    uint16_t low;
    do
        low = atomic_load_explicit(&line->low[at], memory_order_acquire);
    while (!low);
    return low;
}

static bool claim(const Store *s, PackLine *line, uint32_t at, uint32_t high, uint64_t word)
{
    uint32_t none = 0;

    if (!s->is_shared)
        atomic_store_explicit(&line->high[at], high, memory_order_relaxed);
    else if (!atomic_compare_exchange_strong(&line->high[at], &none, high))
        return false;
    atomic_store_explicit(&line->low[at], (uint16_t)word, memory_order_release);
    return true;
}

// The word takes a free slot of its home line, or replaces another word there.
static StoreAnswer replace(Store *s, Lane *l, uint64_t word)
{
    assert(s->is_full && s->policy == STORE_REPLACES);
    PackLine *line = s->pack.lines + pack_home(&s->pack, word);
    uint32_t open, at = (uint32_t)(word >> 24) % PACK_SLOTS;

    pack_look(line, 0, &open);
    if (open) {
        // When another worker takes the slot, this state is explored, but not stored.
        claim(s, line, (uint32_t)__builtin_ctz(open), pack_high(word), word);
        return STORE_ADDED;
    }
    uint32_t old = atomic_load_explicit(&line->high[at], memory_order_relaxed);
    if (old == BUSY || !atomic_compare_exchange_strong(&line->high[at], &old, BUSY))
        return STORE_ADDED;  // the same
    atomic_store_explicit(&line->low[at], (uint16_t)word, memory_order_release);
    atomic_store_explicit(&line->high[at], pack_high(word), memory_order_release);
    tally(&l->replaced);
    return STORE_ADDED;
}

static StoreAnswer without_room(Store *s, Lane *l, uint64_t word, Room room)
{
    return room == ROOM_REPLACE ? replace(s, l, word) : room_answer(room);
}

StoreAnswer pack_add(Store *s, Lane *l, uint64_t word)
{
    PackLine *home = s->pack.lines + pack_home(&s->pack, word);

    assert_debug(pack_high(word) && (uint16_t)word);  // print_pack ensures it
    for (PackLine *line = home; line <= home + 1;) {
        uint32_t high = pack_high(word) | (line == home ? 0 : BEHIND), open;
        for (uint32_t m = pack_look(line, high, &open); m; m &= m - 1)
            if (low_of(line, (uint32_t)__builtin_ctz(m)) == (uint16_t)word &&
                pack_stays(line, (uint32_t)__builtin_ctz(m), high, (uint16_t)word))
                return STORE_SEEN;
        if (!open) {
            line++;
            continue;
        }

        Room room = store_room(s, l);
        if (room != ROOM_ADD)
            return without_room(s, l, word, room);
        if (claim(s, line, (uint32_t)__builtin_ctz(open), high, word))
            return STORE_ADDED;
        // Another worker was faster: look at this line again.
    }

    if (!s->is_full)
        return narrow_add(s, l, word);
    if (table_find(&s->table, word))
        return STORE_SEEN;
    Room room = store_room(s, l);
    return room == ROOM_ADD ? narrow_add(s, l, word) : without_room(s, l, word, room);
}
