// check/store/store_table.c: hash sets of 64-bit words, which grow in place.
//
// The home of an entry is a cache line, proportional to its value: larger words have later
// homes. The entry is in its home line or, when that is full, in the first later line that
// was not full. After the last home line there are some more lines, so an overflow does not
// wrap around. Entries are never removed. So a line with a free slot ends every look-up, and
// the free slots of a line are its last ones.
//
// A look-up compares all slots of a line without a branch: the CPU cannot predict the slot of
// an entry, but often it predicts correctly whether the line contains it. A failed look-up
// reads 1.4 cache lines on average at a load of 0.7, and 2.3 at 0.8.
//
// The table grows by one sweep from the end, of one thread or several (store_blocks.c). Each
// entry moves to a later line, or stays. Its new line was swept before, so it contains only moved
// entries. The exception is near the start, where the new home may be a line that is not swept
// yet: the entry waits for that.

#include "check/store/store_impl.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "base/err.h"

void table_init(StoreTable *t, Reserve *r, uint64_t bytes_max, uint64_t lines)
{
    assert(lines > 0 && (t->width == 1 || t->width == 2) && table_bytes(lines) <= bytes_max);
    t->lines = lines;
    t->end = table_bytes(lines) / LINE_BYTES;
    t->slots = reserve_take_huge(r, bytes_max, HUGE_AFTER);
}

uint64_t table_bytes(uint64_t lines)
{
    uint64_t more = lines / 64;
    return (lines + 64 + (more < 4096 ? more : 4096)) * LINE_BYTES;
}

uint64_t table_limit(const StoreTable *t, uint64_t lines)
{
    return (uint64_t)((double)(lines * (LINE_WORDS / t->width)) * t->load);
}

uint64_t table_next(const StoreTable *t)
{
    if (t->lines < DOUBLED_LINES)
        return 2 * t->lines;

    uint64_t next = (uint64_t)((double)t->lines * t->growth);
    uint64_t huge = HUGE_PAGE / LINE_BYTES;
    // Round to whole huge pages: the rest of a page would be paid for, but not used.
    return next * LINE_BYTES < HUGE_AFTER ? next : next / huge * huge;
}

// --------------------------------------------------------------------------- growing

typedef struct Entry {
    uint64_t word[2];
} Entry;

enum { WINDOW = 1 << 12, AHEAD = 16 };

// A sweep of a block in progress. It counts how full the target lines are in `used`: to read the
// lines would mean to wait for the stores just made.
typedef struct Sweep {
    StoreTable *table;
    Block block;
    uint64_t low;          // lines from here on may have received entries
    uint8_t used[WINDOW];  // slots used in a line, for WINDOW lines from `low` on
    Entry *waiting;        // entries whose home is not swept yet
    uint32_t waiting_count, waiting_room;
    Aside aside;
} Sweep;

static uint64_t peek(const Slot *slot)
{
    return atomic_load_explicit(slot, memory_order_relaxed);
}

static void poke(Slot *slot, uint64_t word)
{
    atomic_store_explicit(slot, word, memory_order_relaxed);
}

void table_overflow(void)
{
    bug("too many fingerprints are alike");
}

static uint32_t used_slots(const Slot *line)
{
    uint32_t n = 0;
    while (n < LINE_WORDS && peek(line + n))
        n++;
    return n;
}

static void set_aside(Sweep *w, Entry e, uint32_t width)
{
    for (uint32_t i = 0; i < width; i++)
        aside_add(&w->aside, e.word[i]);
}

static void put(Slot *line, uint32_t used, Entry e, uint32_t width)
{
    assert_debug(used + width <= LINE_WORDS && peek(line + used) == 0);
    poke(line + used, e.word[0]);
    if (width == 2)
        poke(line + used + 1, e.word[1]);
}

static inline void settle(Sweep *w, Entry e, uint64_t home, uint32_t width)
{
    while (w->low > home)
        w->used[--w->low % WINDOW] = 0;

    for (uint64_t at = home; at < w->block.high; at++) {
        Slot *line = w->table->slots + at * LINE_WORDS;
        bool is_noted = at - w->low < WINDOW;
        uint32_t used = is_noted ? w->used[at % WINDOW] : used_slots(line);
        if (used == LINE_WORDS)
            continue;
        put(line, used, e, width);
        if (is_noted)
            w->used[at % WINDOW] = (uint8_t)(used + width);
        return;
    }
    set_aside(w, e, width);
}

// Adds an entry after the sweep.
static void settle_late(StoreTable *t, Entry e, uint32_t width)
{
    for (uint64_t at = table_home(t, e.word[0]); at < t->end; at++) {
        Slot *line = t->slots + at * LINE_WORDS;
        uint32_t used = used_slots(line);
        if (used < LINE_WORDS) {
            put(line, used, e, width);
            return;
        }
    }
    table_overflow();
}

static void wait(Sweep *w, Entry e)
{
    if (w->waiting_count == w->waiting_room) {
        w->waiting_room = w->waiting_room ? 2 * w->waiting_room : 256;
        w->waiting = realloc(w->waiting, w->waiting_room * sizeof e);
        if (!w->waiting)
            die_out_of_memory(w->waiting_room * sizeof e);
    }
    w->waiting[w->waiting_count++] = e;
}

static void settle_waiting(Sweep *w, uint64_t swept, uint32_t width)
{
    uint32_t left = 0;

    for (uint32_t i = 0; i < w->waiting_count; i++) {
        uint64_t home = table_home(w->table, w->waiting[i].word[0]);
        if (home >= swept)
            settle(w, w->waiting[i], home, width);
        else
            w->waiting[left++] = w->waiting[i];
    }
    w->waiting_count = left;
}

static inline void sweep_line(Sweep *w, uint64_t at, uint32_t width)
{
    Slot *line = w->table->slots + at * LINE_WORDS;
    uint64_t word[LINE_WORDS];

#pragma GCC unroll 8
    for (int i = 0; i < LINE_WORDS; i++) {
        word[i] = peek(line + i);
        poke(line + i, 0);
    }
    for (uint32_t i = 0; i < LINE_WORDS && word[i]; i += width) {
        assert_debug(width == 1 || word[i] > 1);  // no worker is writing it
        Entry e = {{word[i], width == 2 ? word[i + 1] : 0}};
        uint64_t home = table_home(w->table, e.word[0]);
        if (home < w->block.low)
            set_aside(w, e, width);
        else if (home >= at)
            settle(w, e, home, width);
        else
            wait(w, e);
    }
    if (w->waiting_count)
        settle_waiting(w, at, width);
}

typedef struct TableSweep {
    StoreTable *table;
    Blocks blocks;
} TableSweep;

static inline void sweep_block(Sweep *w, double growth, uint32_t width)
{
    const StoreTable *t = w->table;
    w->low = w->block.high;
    for (uint64_t at = w->block.end; at-- > w->block.first;) {
        if (at >= AHEAD) {
            uint64_t to = (uint64_t)((double)(at - AHEAD) * growth);
            __builtin_prefetch(t->slots + (at - AHEAD) * LINE_WORDS, 1);
            __builtin_prefetch(t->slots + to * LINE_WORDS, 1);
        }
        sweep_line(w, at, width);
    }
    assert(w->waiting_count == 0);  // its first line was swept last
}

// In each thread that takes part.
static void sweep(void *data, uint32_t worker)
{
    TableSweep *all = data;
    Sweep w = {.table = all->table};
    double growth = (double)all->blocks.to / (double)all->blocks.from;
    while (blocks_take(&all->blocks, worker, &w.block))
        if (w.table->width == 1)
            sweep_block(&w, growth, 1);
        else
            sweep_block(&w, growth, 2);
    blocks_leave(&all->blocks, &w.aside);
    free(w.waiting);
}

void table_grow(StoreTable *t, uint64_t lines, const StoreHelpers *helpers)
{
    assert(lines > t->lines);  // or entries would move into lines that are not swept yet
    uint64_t bytes = t->lines * LINE_BYTES;
    TableSweep all = {
        .table = t,
        .blocks = {.from = t->lines,
                   .from_end = t->end,
                   .to = lines,
                   .to_end = table_bytes(lines) / LINE_BYTES,
                   .is_in_place = true},
    };

    t->lines = lines;
    t->end = all.blocks.to_end;
    blocks_init(&all.blocks, helpers);
    sweep_together(helpers, sweep, &all);
    const Aside *aside = &all.blocks.aside;
    for (uint64_t i = 0; i < aside->count; i += t->width)
        settle_late(t, (Entry){{aside->items[i], t->width == 2 ? aside->items[i + 1] : 0}},
                    t->width);
    blocks_drop(&all.blocks);
    if (bytes < HUGE_AFTER)
        reserve_collapse(t->slots, bytes, lines * LINE_BYTES);
}

// ---------------------------------------------------------------------- one word each

void table_clear(StoreTable *t, uint64_t lines)
{
    // Pages that were given back to the system are zero when they are touched again.
    if (lines < t->lines)
        madvise(t->slots, t->end * LINE_BYTES, MADV_DONTNEED);
    else
        memset((void *)t->slots, 0, t->end * LINE_BYTES);
    t->lines = lines;
    t->end = table_bytes(lines) / LINE_BYTES;
}

bool table_find(const StoreTable *t, uint64_t first)
{
    const Slot *stop = t->slots + t->end * LINE_WORDS;

    for (const Slot *slot = table_line(t, first); slot < stop; slot++) {
        uint64_t there = peek(slot);
        if (there == first || !there)
            return there;
    }
    return false;
}

void table_settle(StoreTable *t, uint64_t first)
{
    const Slot *stop = t->slots + t->end * LINE_WORDS;

    for (Slot *slot = table_line(t, first); slot < stop; slot++)
        if (!peek(slot)) {
            poke(slot, first);
            return;
        }
    table_overflow();
}

// Puts a word into a free slot. Returns 0, or the word that another worker has put there
// first.
static uint64_t claim(const Store *s, Slot *slot, uint64_t word)
{
    uint64_t there = 0;

    assert_debug(s->is_shared || peek(slot) == 0);
    if (!s->is_shared)
        poke(slot, word);
    else if (!atomic_compare_exchange_strong_explicit(slot, &there, word, memory_order_acq_rel,
                                                      memory_order_acquire))
        return there;
    return 0;
}

// Replaces an entry of the home line. An additional entry is not allowed, because in the end
// no line would have a free slot, which a look-up needs to end. An empty line takes one.
static StoreAnswer narrow_replace(Store *s, Lane *l, uint64_t first)
{
    Slot *line = table_line(&s->table, first);
    uint32_t count = 0;

    assert(s->is_full && s->policy == STORE_REPLACES);
    while (count < LINE_WORDS && peek(line + count))
        count++;
    Slot *slot = line + (count ? (first >> 8) % count : 0);
    uint64_t old = peek(slot);
    if (!atomic_compare_exchange_strong(slot, &old, first) && old == first)
        return STORE_SEEN;
    // When another worker has just replaced the entry too, this state is explored, but not
    // stored.
    if (old)
        tally(&l->replaced);
    return STORE_ADDED;
}

static StoreAnswer narrow_full(Store *s, Lane *l, uint64_t first, Room room)
{
    return room == ROOM_REPLACE ? narrow_replace(s, l, first) : room_answer(room);
}

StoreAnswer narrow_add(Store *s, Lane *l, uint64_t first)
{
    const Slot *stop = s->table.slots + s->table.end * LINE_WORDS;

    assert_debug(s->table.width == 1);
    for (Slot *line = table_line(&s->table, first); line < stop;) {
        uint32_t open;
        if (line_look(line, first, &open))
            return STORE_SEEN;
        if (!open) {
            line += LINE_WORDS;
            continue;
        }

        Room room = store_room(s, l);
        if (room != ROOM_ADD)
            return narrow_full(s, l, first, room);
        uint64_t there = claim(s, line + __builtin_ctz(open), first);
        if (!there)
            return STORE_ADDED;
        if (there == first)
            return STORE_SEEN;
        // Another worker was faster: look at this line again.
    }
    table_overflow();
}

// --------------------------------------------------------------------- two words each

// The first word of an entry that is being written.
enum { BUSY = 1 };

static uint64_t first_of(const Slot *slot)
{
    uint64_t word;
    do
        word = atomic_load_explicit(slot, memory_order_acquire);
    while (word == BUSY);
    return word;
}

#define NUMBERED_MASK ((uint64_t)UINT32_MAX << 32)

// The key of an entry of two words. `mask` has the bits of the second word that belong to it;
// the others are the number of the state, and whether it waits.
typedef struct WideKey {
    uint64_t first, second, mask;
    uint32_t *number;  // NULL: entries have no numbers
    uint32_t waits;    // of a new entry: NUMBER_WAITS, or 0
} WideKey;

// Whether the entry's second word is that of the key, and its first is still the one that was
// read. Where entries are replaced, the two words may belong to different entries.
static bool is_second(const Slot *slot, const WideKey *key)
{
    uint64_t second = atomic_load_explicit(slot + 1, memory_order_acquire);
    if (((second ^ key->second) & key->mask) || peek(slot) != key->first)
        return false;
    if (key->number)
        *key->number = (uint32_t)second;
    return true;
}

// The second word of a new entry. The lane's next number will be the state's.
static uint64_t second_word(const Lane *l, const WideKey *key)
{
    assert_debug(l->next < l->end);
    return (key->second & key->mask) | (key->number ? l->next : 0) | key->waits;
}

// The slot of the entry in its home line; most entries are there. NULL: it is elsewhere, or not
// there at all. All slots are compared at once, as in table_has.
static inline Slot *find_at_home(const StoreTable *t, const WideKey *key)
{
    enum { FIRST_WORDS = 0x55 };  // every second slot
    Slot *line = table_line(t, key->first);
    uint32_t open, same = line_look(line, key->first, &open) & FIRST_WORDS;
    for (; same; same &= same - 1)
        if (is_second(line + __builtin_ctz(same), key))
            return line + __builtin_ctz(same);
    return NULL;
}

static bool wide_put(Slot *slot, uint64_t old, uint64_t first, uint64_t second)
{
    assert_debug(first > BUSY);
    if (!atomic_compare_exchange_strong_explicit(slot, &old, BUSY, memory_order_acq_rel,
                                                 memory_order_relaxed))
        return false;
    atomic_store_explicit(slot + 1, second, memory_order_release);  // after BUSY, for is_second
    atomic_store_explicit(slot, first, memory_order_release);
    return true;
}

static StoreAnswer wide_replace(Store *s, Lane *l, const WideKey *key)
{
    uint64_t first = key->first;
    Slot *line = table_line(&s->table, first);
    uint32_t count = 0;

    assert(s->is_full && s->policy == STORE_REPLACES);
    while (count < LINE_WORDS && first_of(line + count))
        count += 2;
    Slot *slot = line + (count ? (first >> 8) % (count / 2) * 2 : 0);
    uint64_t old = first_of(slot);
    if (old == first && is_second(slot, key))
        return STORE_SEEN;
    if (wide_put(slot, old, first, second_word(l, key)) && old)
        tally(&l->replaced);
    return STORE_ADDED;
}

// Whether the state of the entry waited until now: a state is added once.
static bool ends_wait(Slot *slot, const WideKey *key)
{
    uint64_t second = atomic_load_explicit(slot + 1, memory_order_relaxed);
    return key->number && !key->waits && second & NUMBER_WAITS &&
           atomic_compare_exchange_strong_explicit(slot + 1, &second,
                                                   second & ~(uint64_t)NUMBER_WAITS,
                                                   memory_order_acq_rel, memory_order_relaxed);
}

static inline StoreAnswer add_wide(Store *s, Lane *l, const WideKey *key)
{
    const Slot *stop = s->table.slots + s->table.end * LINE_WORDS;
    Slot *known = find_at_home(&s->table, key);

    assert_debug(s->table.width == 2);
    if (known)
        return ends_wait(known, key) ? STORE_ADDED : STORE_SEEN;
    for (Slot *slot = table_line(&s->table, key->first); slot < stop;) {
        uint64_t there = first_of(slot);
        if (there == key->first && is_second(slot, key))
            return ends_wait(slot, key) ? STORE_ADDED : STORE_SEEN;
        if (there) {
            slot += 2;
            continue;
        }

        Room room = store_room(s, l);
        if (room == ROOM_REPLACE)
            return wide_replace(s, l, key);
        if (room != ROOM_ADD)
            return room_answer(room);
        if (wide_put(slot, 0, key->first, second_word(l, key)))
            return STORE_ADDED;
        // Another worker was faster: look at this slot again.
    }
    table_overflow();
}

StoreAnswer wide_add(Store *s, Lane *l, uint64_t first, uint64_t second)
{
    return add_wide(s, l, &(WideKey){first, second, UINT64_MAX, NULL, 0});
}

StoreAnswer numbered_add(Store *s, Lane *l, uint64_t first, uint64_t second, uint32_t *number)
{
    return add_wide(s, l, &(WideKey){first, second, NUMBERED_MASK, number, 0});
}

StoreAnswer numbered_expect(Store *s, Lane *l, uint64_t first, uint64_t second, uint32_t *number)
{
    return add_wide(s, l, &(WideKey){first, second, NUMBERED_MASK, number, NUMBER_WAITS});
}

bool numbered_find(const Store *s, uint64_t first, uint64_t second, uint32_t *number)
{
    const Slot *stop = s->table.slots + s->table.end * LINE_WORDS;
    WideKey key = {first, second, NUMBERED_MASK, number, 0};

    if (find_at_home(&s->table, &key))
        return true;
    for (const Slot *slot = table_line(&s->table, first); slot < stop; slot += 2) {
        uint64_t there = first_of(slot);
        if (there == first && is_second(slot, &key))
            return true;
        if (!there)
            return false;
    }
    return false;
}
