// rt/value_hashed.c: large sets and maps whose order nobody can see (gen/order.h).
//
// The entries of the tree (rt/tree.h) are sorted by the hash of their key. So there is no index:
// one leaf has all that a look-up reads, and a change copies one path instead of two.
//
// The first word of an entry is its place: the upper 31 bits of the hash, which are its home, or if
// another key has that place already, the next free one. All places from the home of an entry up to
// its own are taken, so a look-up begins at the home and ends at the first place that is free.
// When an entry is removed, those that were put off because of it move down.

#include <stdlib.h>

#include "base/err.h"
#include "rt/value_impl.h"

static uint32_t home_of(uint32_t hash)
{
    return hash >> 1;
}

static uint32_t key_home(const PProgram *p, uint32_t type, PWord key)
{
    return home_of(half_hash(key_hash(p, p->types[type].parts[0], key)));
}

// ---------------------------------------------------------------------------------- finding

// The entry at a place. False: the place is free.
static inline bool entry_at(const BigNode *big, uint32_t columns, uint32_t place, BigPlace *out)
{
    TreeSpot spot = tree_seek(big->order, columns, place, true);
    uint32_t at = tree_leaf_rank(spot.leaf, place);
    *out = (BigPlace){place, spot, at};
    return at < spot.leaf->size && tree_firsts(spot.leaf)[at] == place;
}

bool hashed_find(const PProgram *p, uint32_t type, const BigNode *big, PWord key, uint32_t hash,
                 BigPlace *out)
{
    uint32_t key_type = p->types[type].parts[0], columns = big_columns(big);
    for (uint32_t place = home_of(hash); entry_at(big, columns, place, out); place++)
        if (key_is(p, key_type, tree_column(out->spot.leaf, columns, 1)[out->at], key))
            return true;
    return false;
}

uint32_t hashed_candidate(const BigNode *big, uint32_t hash, uint32_t skip)
{
    BigPlace found;
    uint32_t place = home_of(hash) + skip;
    return entry_at(big, big_columns(big), place, &found) ? tree_rank(big->order, place)
                                                          : NOT_FOUND;
}

// ---------------------------------------------------------------------------------- building

typedef struct Homed {
    uint32_t home, from;  // the entry with number `from`
} Homed;

static int by_home(const void *a, const void *b)
{
    const Homed *x = a, *y = b;
    return x->home < y->home ? -1 : x->home > y->home;
}

TreeNode *hashed_build(const PProgram *p, uint32_t type, const PWord *keys, const PWord *values,
                       uint32_t count)
{
    TreeForm form = big_form(p, type);
    Homed *homes = big_alloc(count * sizeof *homes);
    PWord *words = big_alloc((size_t)count * TREE_MOST_COLUMNS * sizeof *words);
    PWord *sorted[] = {words, words + count, words + 2 * (size_t)count};

    for (uint32_t i = 0; i < count; i++)
        homes[i] = (Homed){.home = key_home(p, type, keys[i]), .from = i};
    qsort(homes, count, sizeof *homes, by_home);
    for (uint32_t i = 0; i < count; i++) {
        bool is_taken = i > 0 && sorted[0][i - 1] >= homes[i].home;
        sorted[0][i] = is_taken ? sorted[0][i - 1] + 1 : homes[i].home;
        sorted[1][i] = keys[homes[i].from];
        sorted[2][i] = form.columns == 3 ? values[homes[i].from] : 0;
    }
    TreeNode *order = tree_build(&form, (const PWord *const *)sorted, count);
    free(words);
    free(homes);
    return order;
}

// ---------------------------------------------------------------------------------- changing

void hashed_add(const PProgram *p, uint32_t type, BigNode *big, const BigPlace *at, PWord key,
                PWord value)
{
    TreeForm form = big_form(p, type);
    PWord words[] = {at->word, key, value};
    if (!tree_put_in(&form, big->order, &at->spot, at->at, words))
        tree_put(&form, &big->order, words);
    big->count++;
}

// Moves entries down to a place that is free: those that were put off because of it.
static void close_gap(const PProgram *p, uint32_t type, const TreeForm *f, BigNode *big,
                      uint32_t gap)
{
    PWord moved[TREE_MOST_COLUMNS];
    BigPlace next;
    for (uint32_t place = gap + 1; entry_at(big, f->columns, place, &next); place++) {
        if (key_home(p, type, tree_column(next.spot.leaf, f->columns, 1)[next.at]) > gap)
            continue;
        tree_remove(f, &big->order, place, moved);
        moved[0] = gap;
        tree_put(f, &big->order, moved);
        gap = place;
    }
}

// Whether the place after an entry is free. Mostly its own leaf shows it.
static bool is_next_free(const BigNode *big, uint32_t columns, const BigPlace *at)
{
    BigPlace next;
    if (at->at + 1 < at->spot.leaf->size)
        return tree_firsts(at->spot.leaf)[at->at + 1] != at->word + 1;
    return !entry_at(big, columns, (uint32_t)at->word + 1, &next);
}

void hashed_remove(const PProgram *p, uint32_t type, BigNode *big, const BigPlace *at,
                   PWord words[])
{
    TreeForm form = big_form(p, type);
    bool is_last = is_next_free(big, form.columns, at);
    if (!tree_take_from(&form, big->order, &at->spot, at->at, words))
        tree_remove(&form, &big->order, (uint32_t)at->word, words);
    big->count--;
    if (!is_last)
        close_gap(p, type, &form, big, (uint32_t)at->word);
}
