// check/store/store.c: the store as a whole: its memory budget, and the numbers of states.
//
// Workers share nothing that they write often. Each takes numbers in chunks, and has its own
// counters. A number is an index into the log, and the permission to add one state to the
// table. Only as many numbers are given out as the table may hold, so a worker need not know
// how full the table is.

#include "check/store/store.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "check/store/store_impl.h"

#define NUMBER_NONE UINT32_MAX
#define NUMBERS_MAX (NUMBER_NONE - 1)  // also when it is increased by one

// ---------------------------------------------------------------------------- budget

// A present or possible size of the table of states.
typedef struct Size {
    uint64_t lines;
    bool is_packed;
} Size;

static Size size_now(const Store *s)
{
    return s->pack.count ? (Size){s->pack.count, true} : (Size){s->table.lines, false};
}

static uint64_t size_bytes(Size z)
{
    if (z.is_packed)
        return pack_bytes(z.lines);
    return z.lines ? table_bytes(z.lines) : 0;
}

static uint64_t size_limit(const Store *s, Size z)
{
    return z.is_packed ? pack_limit(z.lines) : table_limit(&s->table, z.lines);
}

static uint32_t bytes_of(uint64_t number)
{
    uint32_t bytes = 1;
    while (number >>= 8)
        bytes++;
    return bytes;
}

// The bytes in the log for each number, when there are `numbers` of them.
static uint32_t number_bytes(const Store *s, uint64_t numbers)
{
    uint32_t parent = bytes_of(numbers);
    uint32_t bytes = parent > column_width(&s->parent) ? parent : column_width(&s->parent);

    bytes += column_width(&s->label);
    if (s->kind == STORE_EXACT)
        bytes += sizeof *s->pieces.roots;
    return bytes;
}

// The bytes of everything except the log, when the table has this size.
static uint64_t fixed_bytes(const Store *s, Size z)
{
    uint64_t bytes = sizeof *s + s->bit_lines * LINE_BYTES + size_bytes(z);
    if (s->kind == STORE_EXACT)
        bytes += pieces_bytes(&s->pieces);
    return bytes;
}

// How many numbers there is memory for.
static uint64_t numbers_afford(const Store *s)
{
    uint64_t fixed = fixed_bytes(s, size_now(s));
    return s->bytes > fixed ? (s->bytes - fixed) / number_bytes(s, s->limit) : 0;
}

// The bytes of the whole store when the table has this size and is full.
static uint64_t plan(const Store *s, Size z)
{
    uint64_t numbers = size_limit(s, z);
    uint64_t bytes = fixed_bytes(s, z) + numbers * number_bytes(s, numbers);

    // The number of pieces grows with the number of states.
    if (s->kind == STORE_EXACT && s->table.lines && z.lines > s->table.lines) {
        uint64_t pieces = pieces_bytes(&s->pieces);
        bytes += (uint64_t)((double)pieces * ((double)z.lines / (double)s->table.lines - 1));
    }
    return bytes;
}

// The largest size, at most `wanted`, that fits into memory. When the search goes on after
// the table is full, half of the memory is left for the numbers of further states.
static Size size_afford(const Store *s, Size wanted)
{
    uint64_t bytes = s->policy == STORE_ENDS ? s->bytes : s->bytes / 2;
    Size low = {0, wanted.is_packed}, high = wanted;

    while (low.lines < high.lines) {
        assert(!low.lines || plan(s, low) <= bytes);
        Size middle = {high.lines - (high.lines - low.lines) / 2, wanted.is_packed};
        if (plan(s, middle) <= bytes && size_limit(s, middle) <= s->numbers_max)
            low = middle;
        else
            high.lines = middle.lines - 1;
    }
    if (low.is_packed)
        low.lines = pack_rounded(low.lines);
    assert(low.lines <= wanted.lines);
    return low;
}

// ------------------------------------------------------------------------ life cycle

// The columns of stores.def.

const char *const store_names[STORE_KIND_COUNT] = {
#define STORE(ID, name, is_lossy, needs_words) name,
#include "check/store/stores.def"
#undef STORE
};

bool store_is_lossy(StoreKind kind)
{
    static const bool are_lossy[] = {
#define STORE(ID, name, is_lossy, needs_words) is_lossy,
#include "check/store/stores.def"
#undef STORE
    };
    assert((int)kind < STORE_KIND_COUNT);
    return are_lossy[kind];
}

bool store_needs_words(StoreKind kind)
{
    static const bool need_words[] = {
#define STORE(ID, name, is_lossy, needs_words) needs_words,
#include "check/store/stores.def"
#undef STORE
    };
    assert((int)kind < STORE_KIND_COUNT);
    return need_words[kind];
}

static uint64_t table_max(const Store *s)
{
    return table_bytes(s->bytes / LINE_BYTES + FIRST_LINES);
}

static uint64_t reserve_bytes(const Store *s)
{
    uint64_t columns = 2 * PLANES * reserve_rounded(s->numbers_max);
    uint64_t table = reserve_rounded(table_max(s));

    switch (s->kind) {
    case STORE_BITSTATE:
        return columns + reserve_rounded(s->bit_lines * LINE_BYTES);
    case STORE_FINGERPRINT:
        return columns + 2 * table;
    case STORE_WIDE:
    case STORE_NUMBERED:
        return columns + table;
    case STORE_EXACT:
        return columns + 2 * table + reserve_rounded(s->bytes + LINE_BYTES * FIRST_LINES) +
               reserve_rounded(sizeof *s->pieces.roots * s->numbers_max);
    }
    return 0;
}

static double load_of(StoreKind kind)
{
    if (kind == STORE_EXACT)
        return LOAD_EXACT;
    return kind == STORE_WIDE || kind == STORE_NUMBERED ? LOAD_WIDE : LOAD_NARROW;
}

static void parts_init(Store *s)
{
    column_init(&s->parent, &s->reserve, s->numbers_max);
    column_init(&s->label, &s->reserve, s->numbers_max);
    if (s->kind == STORE_BITSTATE) {
        s->bits = reserve_take(&s->reserve, s->bit_lines * LINE_BYTES);
        s->limit = s->numbers_max;
        return;
    }

    if (s->kind == STORE_EXACT)
        pieces_init(s, table_max(s), s->numbers_max);
    if (s->kind == STORE_FINGERPRINT)
        s->pack.lines = reserve_take_huge(&s->reserve, table_max(s), 0);
    s->table.width = s->kind == STORE_WIDE || s->kind == STORE_NUMBERED ? 2 : 1;
    s->table.mask = s->kind == STORE_EXACT ? ~(uint64_t)UINT32_MAX : UINT64_MAX;
    s->table.load = load_of(s->kind);
    s->table.growth = s->kind == STORE_NUMBERED ? GROWTH_NUMBERED : GROWTH;

    // With little memory the table begins smaller.
    uint64_t lines = s->bytes / 16 / LINE_BYTES;
    lines = lines < 8 ? 8 : lines < FIRST_LINES ? lines : FIRST_LINES;
    table_init(&s->table, &s->reserve, table_max(s), lines);
    s->limit = table_limit(&s->table, lines);
    assert(s->limit > 0 && s->limit <= s->numbers_max);
}

Store *store_new(StoreKind kind, StorePolicy policy, uint64_t bytes, bool is_shared)
{
    Store *s = aligned_alloc(2 * LINE_BYTES, sizeof *s);
    if (!s)
        return NULL;

    memset(s, 0, sizeof *s);
    s->kind = kind;
    s->policy = policy;
    s->bytes = bytes;
    s->is_shared = is_shared;
    // A number takes at least four bytes, except the first 65536, which may take less.
    uint64_t most = kind == STORE_NUMBERED ? NUMBER_WAITS - 1 : NUMBERS_MAX;
    s->numbers_max = bytes / 4 + (1 << 16) < most ? bytes / 4 + (1 << 16) : most;
    // Two thirds of the memory are for the log: five bytes a state, and 20 bits in the array.
    s->bit_lines = kind == STORE_BITSTATE ? bytes / 3 / LINE_BYTES + 1 : 0;
    if (!reserve_init(&s->reserve, reserve_bytes(s))) {
        free(s);
        return NULL;
    }
    parts_init(s);
    assert(s->reserve.used <= s->reserve.bytes);
    return s;
}

void store_free(Store *s)
{
    if (!s)
        return;
    reserve_drop(&s->reserve);
    free(s);
}

// --------------------------------------------------------------------------- numbers

uint32_t store_chunk(const Store *s, uint64_t limit)
{
    const uint32_t most = 4096;
    if (!s->is_shared)
        return most;
    // Small enough that the unused numbers of all workers are a small part of the table.
    uint64_t chunk = limit / 512;
    return chunk < 8 ? 8 : chunk > most ? most : (uint32_t)chunk;
}

uint32_t store_take(_Atomic uint64_t *next, uint64_t limit, uint32_t chunk, uint32_t *first)
{
    uint64_t at = atomic_load_explicit(next, memory_order_relaxed), count;
    do {
        if (at >= limit)
            return 0;
        count = limit - at < chunk ? limit - at : chunk;
    } while (!atomic_compare_exchange_weak(next, &at, at + count));
    assert(count > 0 && at + count <= limit && limit <= UINT32_MAX);
    *first = (uint32_t)at;
    return (uint32_t)count;
}

// Numbers may run out before the table is full, when they need more bytes than was planned.
static uint64_t numbers_limit(const Store *s)
{
    uint64_t afford = numbers_afford(s);
    return afford < s->limit ? afford : s->limit;
}

// The counters of the lane count from now on.
static void lane_use(Store *s, const Lane *l)
{
    uint32_t used = (uint32_t)(l - s->lanes) + 1;
    uint32_t old = atomic_load_explicit(&s->lanes_used, memory_order_relaxed);
    while (old < used && !atomic_compare_exchange_weak(&s->lanes_used, &old, used)) {
    }
}

static bool lane_refill(Store *s, Lane *l)
{
    uint32_t chunk = store_chunk(s, s->limit);
    uint32_t count = store_take(&s->next, numbers_limit(s), chunk, &l->next);
    if (count == 0) {
        l->next = l->end;
        return false;
    }
    l->end = l->next + count;
    assert(l->end <= s->numbers_max);
    if (s->kind == STORE_BITSTATE)
        bits_fill(s, l->end);
    lane_use(s, l);
    return true;
}

Room store_room_slow(Store *s, Lane *l)
{
    bool has_number = l->next != l->end;
    assert(l->next <= l->end);

    if (s->is_full && s->policy == STORE_ENDS)
        return has_number ? ROOM_ADD : ROOM_FULL;
    if (!has_number && !lane_refill(s, l))
        return s->is_full || s->kind == STORE_BITSTATE ? ROOM_FULL : ROOM_GROW;
    if (!s->is_full)
        return ROOM_ADD;
    return s->policy == STORE_KEEPS ? ROOM_UNKNOWN : ROOM_REPLACE;
}

// ----------------------------------------------------------------------- what is done

__attribute__((noinline)) static StoreAnswer add(Store *s, Lane *l, const StoreKey *key,
                                                 uint32_t parent, uint32_t label, uint32_t *number)
{
    StoreAnswer answer = STORE_FULL;

    switch (s->kind) {
    case STORE_FINGERPRINT:
        answer = s->pack.count ? pack_add(s, l, print_pack(key->print))
                               : narrow_add(s, l, print_pack(key->print));
        break;
    case STORE_WIDE:
        answer = wide_add(s, l, print_mix(key->print), key->second);
        break;
    case STORE_NUMBERED:
        *number = NUMBER_NONE;
        answer = numbered_add(s, l, print_mix(key->print), key->second, number);
        if (*number == NUMBER_NONE)
            break;
        *number &= ~NUMBER_WAITS;
        if (answer == STORE_ADDED) {  // it waited until now
            store_note_parent(s, *number, parent, label);
            lane_use(s, l);  // perhaps it never takes numbers itself
            tally(&l->added);
        }
        return answer;
    case STORE_EXACT:
        answer = exact_add(s, l, key);
        break;
    case STORE_BITSTATE:
        answer = bits_add(s, l, print_mix(key->print));
        break;
    }
    if (answer != STORE_ADDED && answer != STORE_UNKNOWN)
        return answer;

    *number = lane_number(s, l, parent, label);
    tally(answer == STORE_ADDED ? &l->added : &l->unknown);
    return answer;
}

StoreAnswer store_add(Store *s, uint32_t worker, const StoreKey *key, uint32_t parent,
                      uint32_t label, uint32_t *number)
{
    assert(worker < LANES);
    return add(s, &s->lanes[s->is_shared ? worker : 0], key, parent, label, number);
}

bool store_find(const Store *s, const StoreKey *key, uint32_t *number, bool *is_waiting)
{
    assert(s->kind == STORE_NUMBERED);
    if (!numbered_find(s, print_mix(key->print), key->second, number))
        return false;
    *is_waiting = *number & NUMBER_WAITS;
    *number &= ~NUMBER_WAITS;
    return true;
}

StoreAnswer store_expect(Store *s, uint32_t worker, const StoreKey *key, uint32_t *number,
                         bool *is_waiting)
{
    assert(s->kind == STORE_NUMBERED && s->policy == STORE_ENDS && worker < LANES);
    Lane *l = &s->lanes[s->is_shared ? worker : 0];
    StoreAnswer answer = numbered_expect(s, l, print_mix(key->print), key->second, number);
    if (answer == STORE_ADDED)
        *number = l->next++ | NUMBER_WAITS;
    *is_waiting = *number & NUMBER_WAITS;
    *number &= ~NUMBER_WAITS;
    return answer;
}

StoreAnswer store_again(Store *s, uint32_t worker, uint32_t parent, uint32_t label,
                        uint32_t *number)
{
    assert(worker < LANES);
    Lane *l = &s->lanes[s->is_shared ? worker : 0];
    Room room = store_room(s, l);
    if (room == ROOM_GROW)
        return STORE_GROW;
    if (room == ROOM_FULL)
        return STORE_FULL;
    *number = lane_number(s, l, parent, label);
    return STORE_ADDED;
}

// Fingerprints are packed when there are many of them, and there is memory for it.
static Size size_next(const Store *s)
{
    Size packed = {s->pack.count ? pack_next(s->pack.count) : PACK_LINES, true};
    Size plain = {table_next(&s->table), false};

    if (s->pack.count)
        return packed;
    if (s->kind != STORE_FINGERPRINT || plain.lines <= NARROW_LINES)
        return plain;
    if (size_afford(s, packed).lines < PACK_LINES || s->table.lines > NARROW_LINES)
        return plain;
    if (s->table.lines == NARROW_LINES)
        return packed;
    return (Size){NARROW_LINES, false};
}

// From now on the policy applies.
static void fill_up(Store *s)
{
    s->is_full = true;
    if (s->policy == STORE_ENDS)
        return;

    s->limit = s->numbers_max;
    uint64_t used = atomic_load(&s->next), rest = numbers_afford(s);
    // A guess: new states need half of the memory for their pieces.
    if (s->kind == STORE_EXACT && rest > used)
        s->limit = used + (rest - used) / 2;
}

static bool grow_table(Store *s, const StoreHelpers *helpers)
{
    Size z = size_afford(s, size_next(s));
    uint64_t limit = size_limit(s, z);
    assert(!s->is_full && s->kind != STORE_BITSTATE);

    // To grow by a few states only is not worth a sweep.
    if (limit < s->limit + s->limit / 32) {
        fill_up(s);
        return false;
    }
    assert(limit <= s->numbers_max);
    if (z.is_packed)
        pack_grow(&s->pack, &s->table, z.lines, helpers);
    else
        table_grow(&s->table, z.lines, helpers);
    s->limit = limit;
    return true;
}

// How much more memory the pieces may take.
static uint64_t pieces_afford(const Store *s)
{
    uint64_t used = fixed_bytes(s, size_now(s)) + s->limit * number_bytes(s, s->limit);
    return s->bytes > used ? s->bytes - used : 0;
}

bool store_grow(Store *s, const StoreHelpers *helpers)
{
    bool is_grown = true;

    if (s->kind == STORE_BITSTATE)
        return false;
    if (s->kind == STORE_EXACT)
        plan_again(s, pieces_afford(s));
    if (s->kind == STORE_EXACT && pieces_are_full(&s->pieces))
        is_grown = pieces_grow(&s->pieces, pieces_afford(s), helpers);
    if (atomic_load(&s->next) >= numbers_limit(s))
        is_grown &= !s->is_full && grow_table(s, helpers);
    return is_grown;
}

void store_parent(const Store *s, uint32_t number, uint32_t *parent, uint32_t *label)
{
    assert(number < atomic_load(&s->next));
    *parent = column_get(&s->parent, number) - 1;
    *label = column_get(&s->label, number);
}

// ---------------------------------------------------------------------------- figures

uint64_t store_count(const Store *s)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < atomic_load(&s->lanes_used); i++)
        sum += atomic_load_explicit(&s->lanes[i].added, memory_order_relaxed);
    return sum;
}

uint64_t store_replaced(const Store *s)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < atomic_load(&s->lanes_used); i++)
        sum += atomic_load_explicit(&s->lanes[i].replaced, memory_order_relaxed);
    return sum;
}

uint64_t store_unknown(const Store *s)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < atomic_load(&s->lanes_used); i++)
        sum += atomic_load_explicit(&s->lanes[i].unknown, memory_order_relaxed);
    return sum;
}

static uint64_t column_touched(const Store *s, const Column *c)
{
    return column_width(c) * reserve_touched(atomic_load(&s->next));
}

uint64_t store_bytes(const Store *s)
{
    uint64_t bytes = sizeof *s + column_touched(s, &s->parent) + column_touched(s, &s->label);

    if (s->kind == STORE_BITSTATE)
        return bytes + bits_touched(s);
    bytes += reserve_touched_huge(s->table.lines * LINE_BYTES);
    bytes += s->pack.count ? (s->pack.count + 1) * LINE_BYTES : 0;
    if (s->kind == STORE_EXACT) {
        const Pieces *p = &s->pieces;
        bytes += reserve_touched(atomic_load(&s->next) * sizeof *p->roots);
        bytes += reserve_touched_huge(p->table.lines * LINE_BYTES);
        bytes += reserve_touched(atomic_load(&p->next) * sizeof *p->words);
    }
    return bytes;
}

double store_missed(const Store *s)
{
    double n = (double)store_count(s);

    switch (s->kind) {
    case STORE_FINGERPRINT:
        return n * n * 0x1p-65;
    case STORE_WIDE:
        return n * n * 0x1p-129;
    case STORE_NUMBERED:
        return n * n * 0x1p-97;
    case STORE_BITSTATE:
        return bits_missed(s);
    case STORE_EXACT:
        break;
    }
    return 0;
}

double store_omission(const Store *s)
{
    return -expm1(-store_missed(s));
}
