// check/store.c: the store as a whole: what it may take, who gets which number.
//
// Workers share nothing that they write often. Each takes numbers in chunks, and counts
// for itself. A number is a place in the log, and a permission to add one state to the
// table: as many are handed out as the table may hold, so nobody has to know how full
// it is.

#include "check/store_impl.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define NUMBERS_MAX 0xfffffffeu  // all ones is no number

// ---------------------------------------------------------------------------- budget

static uint32_t bytes_of(uint64_t number)
{
    uint32_t bytes = 1;
    while (number >>= 8)
        bytes++;
    return bytes;
}

// What one of so many numbers takes.
static uint32_t number_bytes(const Store *s, uint64_t numbers)
{
    uint32_t parent = bytes_of(numbers);
    uint32_t bytes = parent > column_width(&s->parent) ? parent : column_width(&s->parent);

    bytes += column_width(&s->label);
    if (s->kind == STORE_EXACT)
        bytes += column_width(&s->pairs.left) + column_width(&s->pairs.right);
    return bytes;
}

// Everything but the numbers, when the table has so many lines.
static uint64_t fixed_bytes(const Store *s, uint64_t lines)
{
    uint64_t bytes = sizeof *s + s->bit_lines * LINE_BYTES;
    if (lines)
        bytes += table_bytes(lines);
    if (s->kind == STORE_EXACT)
        bytes += pairs_bytes(&s->pairs, s->pairs.table.lines);
    return bytes;
}

// Numbers for which there is memory.
static uint64_t numbers_afford(const Store *s, uint64_t bytes)
{
    uint64_t fixed = fixed_bytes(s, s->table.lines);
    return bytes > fixed ? (bytes - fixed) / number_bytes(s, s->limit) : 0;
}

// What it takes when the table has so many lines, and is full.
static uint64_t plan(const Store *s, uint64_t lines)
{
    uint64_t numbers = table_limit(&s->table, lines);
    uint64_t bytes = fixed_bytes(s, lines) + numbers * number_bytes(s, numbers);

    // Pairs will be more too.
    if (s->kind == STORE_EXACT && s->table.lines && lines > s->table.lines) {
        uint64_t pairs = pairs_bytes(&s->pairs, s->pairs.table.lines);
        bytes += (uint64_t)((double)pairs * ((double)lines / (double)s->table.lines - 1));
    }
    return bytes;
}

// The most lines, up to `wanted`, that can be had. When states go on coming after the
// table is full, half of the memory is left for their numbers.
static uint64_t lines_afford(const Store *s, uint64_t wanted)
{
    uint64_t bytes = s->policy == STORE_ENDS ? s->bytes : s->bytes / 2;
    uint64_t low = 0, high = wanted;

    if (table_limit(&s->table, high) > s->numbers_max)
        high = s->numbers_max / (LINE_WORDS / s->table.width);
    while (low < high) {
        uint64_t middle = high - (high - low) / 2;
        if (plan(s, middle) <= bytes)
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}

// ------------------------------------------------------------------------ life cycle

static uint64_t table_max(const Store *s)
{
    return table_bytes(s->bytes / LINE_BYTES + 8);
}

static uint64_t reserve_bytes(const Store *s)
{
    uint64_t columns = 2 * PLANES * reserve_rounded(s->numbers_max);

    switch (s->kind) {
    case STORE_BITSTATE:
        return columns + reserve_rounded(s->bit_lines * LINE_BYTES);
    case STORE_EXACT:
        return 2 * columns + 2 * reserve_rounded(table_max(s)) + reserve_rounded(s->bytes);
    default:
        return columns + reserve_rounded(table_max(s));
    }
}

static void parts_init(Store *s)
{
    column_init(&s->parent, &s->reserve, s->numbers_max);
    column_init(&s->label, &s->reserve, s->numbers_max);
    if (s->kind == STORE_BITSTATE) {
        s->bits = reserve_take_huge(&s->reserve, s->bit_lines * LINE_BYTES);
        s->limit = s->numbers_max;
        return;
    }

    if (s->kind == STORE_EXACT)
        pairs_init(s, table_max(s), s->numbers_max);
    s->table.width = s->kind == STORE_WIDE ? 2 : 1;
    uint64_t lines = lines_afford(s, FIRST_LINES);
    table_init(&s->table, &s->reserve, table_max(s), lines < 8 ? 8 : lines, s->table.width,
               UINT64_MAX);
    s->limit = table_limit(&s->table, s->table.lines);
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
    // Four bytes a number are the least, except for the first of them.
    s->numbers_max = bytes / 4 + (1 << 16) < NUMBERS_MAX ? bytes / 4 + (1 << 16) : NUMBERS_MAX;
    // Two thirds are for the numbers: five bytes for each state, 20 bits in the field.
    s->bit_lines = kind == STORE_BITSTATE ? bytes / 3 / LINE_BYTES + 1 : 0;
    if (!reserve_init(&s->reserve, reserve_bytes(s), bytes >= HUGE_FROM)) {
        free(s);
        return NULL;
    }
    parts_init(s);
    return s;
}

void store_free(Store *s)
{
    if (!s)
        return;
    pairs_drop(s);
    reserve_drop(&s->reserve);
    free(s);
}

// --------------------------------------------------------------------------- numbers

uint32_t store_chunk(const Store *s, const Table *t)
{
    const uint32_t most = 4096;
    if (!s->is_shared || s->kind == STORE_BITSTATE)
        return most;
    // Small enough that what all workers have in reserve is little of a small table.
    uint64_t chunk = table_limit(t, t->lines) / 512;
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
    *first = (uint32_t)at;
    return (uint32_t)count;
}

// Numbers may run out before the table does, when they got longer than was thought.
static uint64_t numbers_limit(const Store *s)
{
    uint64_t afford = numbers_afford(s, s->bytes);
    return afford < s->limit ? afford : s->limit;
}

static bool lane_refill(Store *s, Lane *l)
{
    uint32_t chunk = store_chunk(s, &s->table);
    uint32_t count = store_take(&s->next, numbers_limit(s), chunk, &l->next);
    if (count == 0) {
        l->next = l->end;
        return false;
    }
    l->end = l->next + count;

    uint32_t used = (uint32_t)(l - s->lanes) + 1;
    uint32_t old = atomic_load_explicit(&s->lanes_used, memory_order_relaxed);
    while (old < used && !atomic_compare_exchange_weak(&s->lanes_used, &old, used)) {
    }
    return true;
}

Room store_room_slow(Store *s, Lane *l)
{
    bool has_number = l->next != l->end;

    if (s->is_full && s->policy == STORE_ENDS)
        return has_number ? ROOM_ADD : ROOM_FULL;
    if (!has_number && !lane_refill(s, l))
        return s->is_full || s->kind == STORE_BITSTATE ? ROOM_FULL : ROOM_GROW;
    if (!s->is_full)
        return ROOM_ADD;
    return s->policy == STORE_KEEPS ? ROOM_UNKNOWN : ROOM_REPLACE;
}

// ----------------------------------------------------------------------- what is done

void store_prefetch(const Store *s, uint64_t print)
{
    switch (s->kind) {
    case STORE_FINGERPRINT:
    case STORE_WIDE:
        __builtin_prefetch(table_line(&s->table, print_mix(print)), 1);
        break;
    case STORE_BITSTATE:
        __builtin_prefetch(bits_line(s, print_mix(print)), 1);
        break;
    case STORE_EXACT:  // where it will be depends on its pairs
        break;
    }
}

__attribute__((noinline)) static StoreAnswer add(Store *s, Lane *l, const StoreKey *key,
                                                 uint32_t parent, uint32_t label,
                                                 uint32_t *number)
{
    StoreAnswer answer = STORE_FULL;
    uint64_t root = 0;

    switch (s->kind) {
    case STORE_FINGERPRINT:
        answer = narrow_add(s, l, print_mix(key->print));
        break;
    case STORE_WIDE:
        answer = wide_add(s, l, print_mix(key->print), key->second);
        break;
    case STORE_EXACT:
        answer = exact_add(s, l, key, &root);
        break;
    case STORE_BITSTATE:
        answer = bits_add(s, l, print_mix(key->print));
        break;
    }
    if (answer != STORE_ADDED && answer != STORE_UNKNOWN)
        return answer;

    *number = l->next++;
    // "No parent" is all ones: one more makes it small.
    column_put(&s->parent, *number, parent + 1);
    column_put(&s->label, *number, label);
    if (s->kind == STORE_EXACT)
        exact_keep(s, *number, root);
    tally(answer == STORE_ADDED ? &l->added : &l->unknown);
    return answer;
}

StoreAnswer store_add(Store *s, uint32_t worker, const StoreKey *key, uint32_t parent,
                      uint32_t label, uint32_t *number)
{
    assert(worker < LANES);
    // Most steps lead to states that were seen, and they are mostly where they are first
    // looked for. So this is tried before anything else.
    if (s->kind == STORE_FINGERPRINT && table_has(&s->table, print_mix(key->print)))
        return STORE_SEEN;
    return add(s, &s->lanes[s->is_shared ? worker : 0], key, parent, label, number);
}

static bool grow_table(Store *s)
{
    uint64_t lines = lines_afford(s, table_next(&s->table));

    // A sweep for a few states more would not be worth it.
    if (lines < s->table.lines + s->table.lines / 32) {
        s->is_full = true;
        if (s->policy != STORE_ENDS) {
            s->limit = s->numbers_max;
            // What new states need is half of it pairs, perhaps.
            uint64_t rest = numbers_afford(s, s->bytes);
            uint64_t used = atomic_load(&s->next);
            if (s->kind == STORE_EXACT && rest > used)
                s->limit = used + (rest - used) / 2;
        }
        return false;
    }
    table_grow(&s->table, lines);
    s->limit = table_limit(&s->table, lines);
    return true;
}

static bool grow_pairs(Store *s)
{
    uint64_t used = fixed_bytes(s, s->table.lines) + s->limit * number_bytes(s, s->limit);
    return pairs_grow(&s->pairs, s->bytes > used ? s->bytes - used : 0);
}

bool store_grow(Store *s)
{
    bool is_grown = true;

    if (s->kind == STORE_BITSTATE)
        return false;
    if (s->kind == STORE_EXACT && atomic_load(&s->pairs.next) >= s->pairs.limit)
        is_grown = grow_pairs(s);
    if (atomic_load(&s->next) >= numbers_limit(s))
        is_grown &= !s->is_full && grow_table(s);
    return is_grown;
}

void store_parent(const Store *s, uint32_t number, uint32_t *parent, uint32_t *label)
{
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
    bytes += reserve_touched_huge(&s->reserve, s->table.lines * LINE_BYTES);
    if (s->kind == STORE_EXACT) {
        const Pairs *p = &s->pairs;
        bytes += column_touched(s, &p->left) + column_touched(s, &p->right);
        bytes += reserve_touched_huge(&s->reserve, p->table.lines * LINE_BYTES);
        bytes += reserve_touched(atomic_load(&p->next) * 8);
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
