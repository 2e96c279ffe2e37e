// check/store/store_exact.c: states in full.
//
// The fingerprint of a state leads to its slot, as in the other tables: half of it is in the slot,
// beside the number of the state. A state with another half there is another state, so most states
// that are new are known to be new without a look at any other. A state with the same half is
// compared word by word.
//
// The words of a state are cut in two sides, and each distinct side is stored once (store_fold.c).
// Many states have the same sides, so a state mainly costs its slot, and its root: the places of
// its two sides. A side of one word is its own place.
//
//     words   7    4    9    2    4    1
//     sides   7    4    9    2  | 4    1
//     root    place of the left | place of the right
//
// The plan (store_plan.c) decides where the words are cut. A word that differs in nearly every
// state, such as the queue of the machine that all others talk to, is better alone as the right
// side.
//
// That states share parts is from A. Laarman, J. van de Pol, M. Weber: Parallel Recursive State
// Compression for Free, SPIN 2011.

#include "check/store/store_impl.h"

// Replaces an entry of the home line, as in store_table.c. An empty line takes one.
static StoreAnswer replace(Store *s, Lane *l, uint64_t entry)
{
    Slot *line = table_line(&s->table, entry);
    uint32_t count = 0;

    assert(s->is_full && s->policy == STORE_REPLACES);
    while (count < LINE_WORDS && atomic_load_explicit(line + count, memory_order_relaxed))
        count++;
    Slot *slot = line + (count ? (entry >> 40) % count : 0);
    uint64_t old = atomic_load_explicit(slot, memory_order_relaxed);
    // When another worker has just replaced the entry too, this state is explored, but not
    // stored.
    if (atomic_compare_exchange_strong(slot, &old, entry) && old)
        tally(&l->replaced);
    return STORE_ADDED;
}

// Folds the state under the lane's next number. STORE_ADDED: this was possible.
static StoreAnswer fold(Store *s, Lane *l, const StoreKey *key)
{
    uint64_t root = exact_fold(s, l, key->words, key->count);
    assert_debug(l->next < l->end);
    if (!root)
        return s->pieces.is_full ? STORE_FULL : STORE_GROW;
    s->pieces.roots[l->next] = root;
    return STORE_ADDED;
}

static bool is_among(const Store *s, const Slot *line, uint32_t same, const StoreKey *key)
{
    const Pieces *p = &s->pieces;
    for (; same; same &= same - 1) {
        uint64_t root = p->roots[exact_number(line + __builtin_ctz(same))];
        if (exact_is(p, root, key->words, key->count))
            return true;
    }
    return false;
}

bool exact_has(const Store *s, const StoreKey *key)
{
    const Slot *stop = s->table.slots + s->table.end * LINE_WORDS;
    uint64_t tag = exact_tag(key->print);
    uint32_t open = 0;
    for (const Slot *line = table_line(&s->table, tag); line < stop && !open; line += LINE_WORDS) {
        uint32_t same = exact_look(line, tag, &open);
        if (same && is_among(s, line, same, key))
            return true;
    }
    return false;
}

StoreAnswer exact_add(Store *s, Lane *l, const StoreKey *key)
{
    const Slot *stop = s->table.slots + s->table.end * LINE_WORDS;
    uint64_t tag = exact_tag(key->print);

    assert_debug(key->count > 0 && key->count <= COUNT_MAX);
    for (Slot *line = table_line(&s->table, tag); line < stop;) {
        uint32_t open, same = exact_look(line, tag, &open);
        if (same && is_among(s, line, same, key))
            return STORE_SEEN;
        if (!open) {
            line += LINE_WORDS;
            continue;
        }

        Room room = store_room(s, l);
        if (room == ROOM_GROW || room == ROOM_FULL)
            return room_answer(room);
        StoreAnswer folded = fold(s, l, key);
        if (folded != STORE_ADDED || room == ROOM_UNKNOWN)
            return folded == STORE_ADDED ? STORE_UNKNOWN : folded;
        uint64_t entry = tag | (l->next + 1);
        if (room == ROOM_REPLACE)
            return replace(s, l, entry);
        Slot *slot = line + __builtin_ctz(open);
        uint64_t there = 0;
        if (!s->is_shared)
            atomic_store_explicit(slot, entry, memory_order_relaxed);
        else if (!atomic_compare_exchange_strong_explicit(slot, &there, entry, memory_order_acq_rel,
                                                          memory_order_acquire))
            continue;  // another worker was faster: look at this line again
        return STORE_ADDED;
    }
    table_overflow();
}
