// check/store/store_fold.c: the pieces of states (store_exact.c).
//
// A piece is a list of up to PIECE_ITEMS items. It is stored as one word that says how it begins,
// then its items, and its place is the index of the first of these words. A longer list is cut
// into pieces of about the same length; the places of these are the items of further pieces, and
// so on, until one is left.
//
// A piece begins with the number of its items, or, if the first word of a state is in it, with the
// complemented number of words of the state. The latter is larger than any place. Following the
// first items from the left side of a state leads to it; so the length of a state can be found.
//
// Each piece is stored once. Nothing but memory depends on that.

#include <string.h>

#include "check/store/store_impl.h"

enum {
    PIECE_LINES = (64 << 10) / LINE_BYTES,
    PIECE_WORDS = 1 + PIECE_ITEMS,
};

// --------------------------------------------------------------------------- memory

static uint64_t first_lines(const Store *s)
{
    uint64_t lines = s->bytes / 16 / LINE_BYTES;
    return lines < 8 ? 8 : lines < PIECE_LINES ? lines : PIECE_LINES;
}

// A quarter of the pieces can be as long as possible.
static uint64_t first_words(const Store *s)
{
    return first_lines(s) * LINE_WORDS * PIECE_WORDS / 4;
}

void pieces_init(Store *s, uint64_t table_max, uint64_t numbers)
{
    Pieces *p = &s->pieces;
    uint64_t lines = first_lines(s);

    p->table = (StoreTable){
        .width = 1, .mask = ~(uint64_t)UINT32_MAX, .load = LOAD_PIECES, .growth = GROWTH};
    table_init(&p->table, &s->reserve, table_max, lines);
    p->words = reserve_take_huge(&s->reserve, s->bytes + LINE_BYTES * FIRST_LINES, HUGE_PAGE);
    p->roots = reserve_take_huge(&s->reserve, numbers * sizeof *p->roots, HUGE_PAGE);
    p->limit = first_words(s);
    atomic_init(&p->next, 1);  // place 0 is none
}

uint64_t pieces_bytes(const Pieces *p)
{
    return table_bytes(p->table.lines) + p->limit * sizeof *p->words;
}

static bool table_is_full(const Pieces *p)
{
    return atomic_load(&p->count) >= table_limit(&p->table, p->table.lines);
}

static bool words_are_full(const Pieces *p)
{
    return atomic_load(&p->next) + PIECE_WORDS > p->limit;
}

bool pieces_are_full(const Pieces *p)
{
    return table_is_full(p) || words_are_full(p);
}

// False: there are more words than places, or they need more than `bytes` more.
static bool words_grow(Pieces *p, uint64_t bytes)
{
    uint64_t more = p->limit / 8 + PIECE_WORDS;
    if (more > bytes / sizeof *p->words)
        more = bytes / sizeof *p->words;
    if (p->limit + more > PIECE_MAX)
        more = PIECE_MAX - p->limit;
    p->limit += more;
    return !words_are_full(p);
}

bool pieces_grow(Pieces *p, uint64_t bytes, const StoreHelpers *helpers)
{
    if (table_is_full(p)) {
        uint64_t lines = table_next(&p->table);
        uint64_t more = table_bytes(lines) - table_bytes(p->table.lines);
        if (more > bytes) {
            p->is_full = true;
            return false;
        }
        table_grow(&p->table, lines, helpers);
        bytes -= more;
    }
    if (words_are_full(p) && !words_grow(p, bytes))
        p->is_full = true;
    return !p->is_full;
}

// Discards all pieces.
void pieces_clear(Store *s)
{
    Pieces *p = &s->pieces;

    table_clear(&p->table, first_lines(s));
    reserve_forget(p->words, atomic_load(&p->next) * sizeof *p->words);
    p->limit = first_words(s);
    atomic_store(&p->next, 1);
    atomic_store(&p->count, 0);
    for (int i = 0; i < LANES; i++) {
        Lane *l = &s->lanes[i];
        l->word_next = l->word_end = l->pieces = 0;
        l->last[0] = l->last[1] = 0;
    }
}

// --------------------------------------------------------------------------- pieces

// True: the lane has room for a piece.
static bool piece_room(Store *s, Lane *l)
{
    Pieces *p = &s->pieces;
    uint64_t most = table_limit(&p->table, p->table.lines);
    uint32_t first, chunk = store_chunk(s, p->limit);

    if (l->word_end - l->word_next < PIECE_WORDS) {
        chunk = chunk < 4 * PIECE_WORDS ? 4 * PIECE_WORDS : chunk;
        uint32_t count = store_take(&p->next, p->limit, chunk, &l->word_next);
        l->word_end = l->word_next + count;
        if (count < PIECE_WORDS) {
            l->word_next = l->word_end = 0;
            return false;
        }
    }
    if (l->pieces == 0)
        l->pieces = store_take(&p->count, most, store_chunk(s, most), &first);
    return l->pieces > 0;
}

static inline bool piece_is(const Pieces *p, uint32_t place, uint32_t begin, const uint32_t *items,
                            uint32_t count)
{
    const uint32_t *words = p->words + place;
    return words[0] == begin && are_equal(words + 1, items, count);
}

static uint64_t piece_hash(uint32_t begin, const uint32_t *items, uint32_t count)
{
    uint64_t hash = begin;
    for (uint32_t i = 0; i < count; i += 2) {
        uint64_t two = (uint64_t)(i + 1 < count ? items[i + 1] : 0) << 32 | items[i];
        hash = (hash ^ two) * 0x9e3779b97f4a7c15u;
        hash ^= hash >> 32;
    }
    return hash * 0xff51afd7ed558ccdu;
}

// The place of a piece, which is added when it is new. 0: it cannot be added.
static uint32_t piece_find(Store *s, Lane *l, uint32_t begin, const uint32_t *items, uint32_t count)
{
    Pieces *p = &s->pieces;
    uint64_t tag = piece_hash(begin, items, count) & p->table.mask;
    Slot *slot = table_line(&p->table, tag);

    for (;;) {
        uint64_t there = atomic_load_explicit(slot, memory_order_acquire);
        if (there) {
            if ((there & p->table.mask) == tag && piece_is(p, (uint32_t)there, begin, items, count))
                return (uint32_t)there;
            slot++;
            continue;
        }
        if (slot >= p->table.slots + p->table.end * LINE_WORDS)
            table_overflow();
        if (!piece_room(s, l))
            return 0;
        uint32_t place = l->word_next;
        p->words[place] = begin;
        memcpy(p->words + place + 1, items, count * sizeof *items);
        if (!s->is_shared)
            atomic_store_explicit(slot, tag | place, memory_order_relaxed);
        else if (!atomic_compare_exchange_strong(slot, &there, tag | place))
            continue;  // no other worker has seen the place: it can be used again
        l->word_next += 1 + count;
        l->pieces--;
        return place;
    }
}

// ----------------------------------------------------------------------------- lists

static uint32_t parts_of(uint32_t count)
{
    return (count + PIECE_ITEMS - 1) / PIECE_ITEMS;
}

static uint32_t part_start(uint32_t part, uint32_t parts, uint32_t count)
{
    return (uint32_t)((uint64_t)part * count / parts);
}

// `begin`: how its first piece begins; 0: with the number of its items.
static uint32_t list_fold(Store *s, Lane *l, uint32_t begin, const uint32_t *items, uint32_t count)
{
    if (count <= PIECE_ITEMS)
        return piece_find(s, l, begin ? begin : count, items, count);

    uint32_t parts = parts_of(count), places[parts];
    for (uint32_t i = 0; i < parts; i++) {
        uint32_t start = part_start(i, parts, count), end = part_start(i + 1, parts, count);
        places[i] = list_fold(s, l, i ? 0 : begin, items + start, end - start);
        if (!places[i])
            return 0;
    }
    return list_fold(s, l, 0, places, parts);
}

static void list_unfold(const Pieces *p, uint32_t place, uint32_t *items, uint32_t count)
{
    assert_debug(place > 0 && place < atomic_load(&p->next));
    if (count <= PIECE_ITEMS) {
        memcpy(items, p->words + place + 1, count * sizeof *items);
        return;
    }
    uint32_t parts = parts_of(count), places[parts];
    list_unfold(p, place, places, parts);
    for (uint32_t i = 0; i < parts; i++) {
        uint32_t start = part_start(i, parts, count), end = part_start(i + 1, parts, count);
        list_unfold(p, places[i], items + start, end - start);
    }
}

static bool list_is(const Pieces *p, uint32_t place, uint32_t begin, const uint32_t *items,
                    uint32_t count)
{
    if (count <= PIECE_ITEMS)
        return piece_is(p, place, begin ? begin : count, items, count);

    uint32_t parts = parts_of(count), places[parts];
    list_unfold(p, place, places, parts);
    for (uint32_t i = 0; i < parts; i++) {
        uint32_t start = part_start(i, parts, count), end = part_start(i + 1, parts, count);
        if (!piece_is(p, places[i], i || !begin ? end - start : begin, items + start, end - start))
            return false;
    }
    return true;
}

// ---------------------------------------------------------------------------- states

// The words of the left side, then those of the right side.
static void arrange(const uint32_t *words, uint32_t count, Plan plan, uint32_t *items)
{
    memcpy(items, words, count * sizeof *words);
    if (!plan.is_alone)
        return;
    memcpy(items + plan.cut, words + plan.cut + 1, (count - plan.cut - 1) * sizeof *words);
    items[count - 1] = words[plan.cut];
}

// The last state that was folded often had the same side.
static uint32_t side_fold(Store *s, Lane *l, int side, const uint32_t *items, uint32_t count,
                          uint32_t begin)
{
    uint32_t *last = &l->last[side];
    bool is_same = *last && count <= PIECE_ITEMS &&
                   piece_is(&s->pieces, *last, begin ? begin : count, items, count);
    if (!is_same)
        *last = list_fold(s, l, begin, items, count);
    return *last;
}

static uint64_t items_fold(Store *s, Lane *l, const uint32_t *items, uint32_t count, Plan plan)
{
    uint64_t left = side_fold(s, l, 0, items, plan.left, ~count);
    if (!left || plan.left == count)
        return left << 32;
    if (plan.left + 1 == count)
        return left << 32 | items[plan.left];
    uint32_t right = side_fold(s, l, 1, items + plan.left, count - plan.left, 0);
    return right ? left << 32 | right : 0;
}

uint64_t exact_fold(Store *s, Lane *l, const uint32_t *words, uint32_t count)
{
    Plan plan = plan_of(&s->pieces, count);
    if (!plan.is_alone)
        return items_fold(s, l, words, count, plan);
    uint32_t items[count];
    arrange(words, count, plan, items);
    return items_fold(s, l, items, count, plan);
}

static uint32_t count_of(const Pieces *p, uint32_t place)
{
    while (p->words[place] <= PIECE_MAX)
        place = p->words[place + 1];
    return ~p->words[place];
}

bool exact_is_long(const Pieces *p, uint64_t root, const uint32_t *words, uint32_t count)
{
    Plan plan = plan_of(p, count);
    uint32_t left = (uint32_t)(root >> 32), right = (uint32_t)root, items[count];
    if (count_of(p, left) != count)
        return false;
    arrange(words, count, plan, items);
    if (!list_is(p, left, ~count, items, plan.left))
        return false;
    if (plan.left + 1 == count)
        return right == items[plan.left];
    return list_is(p, right, 0, items + plan.left, count - plan.left);
}

uint32_t store_words(const Store *s, uint32_t number, uint32_t *words, uint32_t room)
{
    const Pieces *p = &s->pieces;
    uint64_t root = p->roots[number];
    uint32_t left = (uint32_t)(root >> 32), right = (uint32_t)root, count = count_of(p, left);

    assert(s->kind == STORE_EXACT && number < atomic_load(&s->next));
    assert(count > 0 && count <= COUNT_MAX);
    if (room < count)
        return count;
    Plan plan = plan_of(p, count);
    list_unfold(p, left, words, plan.left);
    if (plan.left + 1 == count)
        words[plan.left] = right;
    else if (plan.left < count)
        list_unfold(p, right, words + plan.left, count - plan.left);
    if (plan.is_alone) {
        memmove(words + plan.cut + 1, words + plan.cut, (count - plan.cut - 1) * sizeof *words);
        words[plan.cut] = right;
    }
    return count;
}
