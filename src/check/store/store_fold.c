// check/store/store_fold.c: folds states into pairs (store_exact.c).
//
// A side of a state, that is the items left or right of the cut, is folded as a balanced tree: the
// items are divided into `parts` parts of one or two items, then pairs of parts are combined, pairs
// of these, and so on. `parts` is the greatest power of two up to the number of items.
//
// States that a worker adds one after the other mostly have the same parent, and differ in few
// words. So a worker remembers the tree of the last state of each length. It folds only
// what is above the items that have changed; and for the pairs there, it first looks into a
// small cache of the pairs that it has used before.

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "check/store/store_impl.h"

// A number for a new pair; 0 when none is left.
static uint32_t pair_new(Store *s, Lane *l, uint64_t pair)
{
    Pairs *p = &s->pairs;

    if (l->pair_next == l->pair_end) {
        uint32_t chunk = store_chunk(s, p->limit);
        uint32_t count = store_take(&p->next, p->limit, chunk, &l->pair_next);
        if (count == 0)
            return l->pair_next = l->pair_end = 0;
        l->pair_end = l->pair_next + count;
    }
    assert_debug(l->pair_next > 0 && l->pair_next < l->pair_end && l->pair_end <= PAIR_MAX);
    p->all[l->pair_next] = pair;
    return l->pair_next;
}

// The number of a pair, which is added when it is new. 0: it cannot be added.
static uint32_t pair_find(Store *s, Lane *l, uint64_t pair, uint64_t hash)
{
    Pairs *p = &s->pairs;
    uint64_t tag = hash & p->table.mask;
    Slot *slot = table_line(&p->table, tag);

    for (;;) {
        uint64_t there = atomic_load_explicit(slot, memory_order_acquire);
        if (!there) {
            if (slot >= p->table.slots + p->table.end * LINE_WORDS)
                table_overflow();
            uint32_t id = pair_new(s, l, pair);
            if (id == 0)
                return 0;
            if (!s->is_shared)
                atomic_store_explicit(slot, tag | id, memory_order_relaxed);
            else if (!atomic_compare_exchange_strong(slot, &there, tag | id))
                continue;  // no other worker has seen the number: it can be used again
            l->pair_next++;
            return id;
        }
        if ((there & p->table.mask) == tag && p->all[(uint32_t)there] == pair)
            return (uint32_t)there;
        slot++;
    }
}

static inline uint32_t pair_id(Store *s, Lane *l, uint32_t left, uint32_t right)
{
    uint64_t pair = (uint64_t)left << 32 | right, hash = exact_mix(pair);
    RecentPair *recent = &l->folds->recent[hash >> (64 - RECENT_BITS)];
    if (recent->pair == pair && recent->id)
        return recent->id;
    uint32_t id = pair_find(s, l, pair, hash);
    if (id)
        *recent = (RecentPair){pair, id};
    return id;
}

// ------------------------------------------------------------------------------- trees

uint32_t fold_parts(uint32_t count)
{
    assert_debug(count > 0);
    return 1u << (31 - __builtin_clz(count));
}

static void side_init(FoldSide *side, uint32_t count)
{
    side->count = count;
    side->parts = fold_parts(count);
    side->part_of = memory_resized(side->part_of, count, sizeof *side->part_of);
    side->starts = memory_resized(side->starts, side->parts + 1, sizeof *side->starts);
    side->nodes = memory_resized(side->nodes, 2 * (size_t)side->parts, sizeof *side->nodes);
    for (uint32_t i = 0; i < side->parts; i++) {
        side->starts[i] = fold_start(i, side->parts, count);
        for (uint32_t k = side->starts[i]; k < fold_start(i + 1, side->parts, count); k++)
            side->part_of[k] = i;
    }
    side->starts[side->parts] = count;
}

// The tree for this length and plan. If there is none for this length yet, nothing in it is valid.
static Fold *fold_for(Folds *f, uint32_t count, Plan plan)
{
    Fold *fold = &f->last[count % FOLDS];
    if (fold->count == count)
        return fold;
    fold->count = count;
    fold->plan = plan;
    fold->is_valid = false;
    fold->items = memory_resized(fold->items, (size_t)count + 3, sizeof *fold->items);
    memset(fold->items + count, 0, 3 * sizeof *fold->items);
    fold->changed = memory_resized(fold->changed, count, sizeof *fold->changed);
    side_init(&fold->left, plan.left);
    side_init(&fold->right, count - plan.left);
    return fold;
}

void folds_forget(Folds *f)
{
    for (int i = 0; f && i < FOLDS; i++)
        f->last[i].count = 0;
    if (f)
        memset(f->recent, 0, sizeof f->recent);
}

void folds_drop(Folds *f)
{
    for (int i = 0; f && i < FOLDS; i++) {
        FoldSide *sides[] = {&f->last[i].left, &f->last[i].right};
        for (int k = 0; k < 2; k++) {
            free(sides[k]->part_of);
            free(sides[k]->starts);
            free(sides[k]->nodes);
        }
        free(f->last[i].items);
        free(f->last[i].changed);
    }
    free(f);
}

// ----------------------------------------------------------------------------- folding

// Lists the items that are not those of the last state, ascending, and stores them.
static uint32_t find_changed(Fold *fold, const uint32_t *items)
{
    uint32_t found = 0, *changed = fold->changed;
    for (uint32_t i = 0; i < fold->count; i += 4) {
#ifdef VECTORS
        __m128i was = _mm_loadu_si128((const __m128i *)(const void *)(fold->items + i));
        __m128i now = _mm_loadu_si128((const __m128i *)(const void *)(items + i));
        int same = _mm_movemask_ps(_mm_castsi128_ps(_mm_cmpeq_epi32(was, now)));
        for (uint32_t m = ~(uint32_t)same & 15; m; m &= m - 1)
            changed[found++] = i + (uint32_t)__builtin_ctz(m);
#else
        for (uint32_t k = i; k < i + 4; k++)
            if (fold->items[k] != items[k])
                changed[found++] = k;
#endif
    }
    memcpy(fold->items, items, fold->count * sizeof *items);
    return found;
}

static uint32_t list_all(Fold *fold, const uint32_t *items)
{
    for (uint32_t i = 0; i < fold->count; i++)
        fold->changed[i] = i;
    memcpy(fold->items, items, fold->count * sizeof *items);
    return fold->count;
}

// Replaces the items, counted from `first`, by their parts; returns the number of these.
static uint32_t list_parts(const FoldSide *side, uint32_t *changed, uint32_t count, uint32_t first)
{
    uint32_t parts = 0;
    for (uint32_t i = 0; i < count; i++) {
        assert_debug(changed[i] - first < side->count);
        uint32_t part = side->part_of[changed[i] - first];
        if (parts == 0 || changed[parts - 1] != part)
            changed[parts++] = part;
    }
    return parts;
}

// Folds what is above the changed items of the side, whose items begin at `first`; nodes[1] is the
// result. False: a pair could not be added.
static bool fold_side(Store *s, Lane *l, FoldSide *side, const uint32_t *items, uint32_t first,
                      uint32_t *changed, uint32_t count)
{
    uint32_t *nodes = side->nodes;
    count = list_parts(side, changed, count, first);
    items += first;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t *item = items + side->starts[changed[i]];
        bool is_pair = side->starts[changed[i] + 1] - side->starts[changed[i]] == 2;
        uint32_t id = is_pair ? pair_id(s, l, item[0], item[1]) : item[0];
        if (is_pair && !id)
            return false;
        nodes[changed[i] += side->parts] = id;
    }
    // From here on `changed` has indexes of nodes, ascending.
    while (count > 0 && changed[0] > 1) {
        uint32_t above = 0;
        for (uint32_t i = 0; i < count; i++) {
            uint32_t node = changed[i] / 2;
            if (above > 0 && changed[above - 1] == node)
                continue;
            changed[above++] = node;
            if (!(nodes[node] = pair_id(s, l, nodes[2 * node], nodes[2 * node + 1])))
                return false;
        }
        count = above;
    }
    return true;
}

// The items of the left side, then those of the right side; the first word is still itself.
static void arrange(const uint32_t *words, uint32_t count, Plan plan, uint32_t *items)
{
    memcpy(items, words, count * sizeof *words);
    memset(items + count, 0, 3 * sizeof *items);
    if (!plan.is_alone)
        return;
    // The words after the lone word move up.
    memcpy(items + plan.cut, words + plan.cut + 1, (count - plan.cut - 1) * sizeof *words);
    items[count - 1] = words[plan.cut];
}

uint64_t exact_fold(Store *s, Lane *l, const uint32_t *words, uint32_t count)
{
    if (count == 1)
        return (uint64_t)~count << 32 | words[0];

    if (!l->folds)
        l->folds = memory_zeroed(1, sizeof *l->folds);
    Plan plan = plan_of(&s->pairs, count);
    Fold *fold = fold_for(l->folds, count, plan);
    assert_debug(plan.left > 0 && plan.left < count);
    assert_debug(!plan.is_alone || (plan.left == count - 1 && plan.cut > 0 && plan.cut < count));
    uint32_t items[count + 3];
    arrange(words, count, plan, items);
    bool is_known = fold->is_valid && fold->first == words[0];
    items[0] = is_known ? fold->items[0] : pair_id(s, l, ~count, words[0]);
    if (!items[0])
        return 0;

    uint32_t all = fold->is_valid ? find_changed(fold, items) : list_all(fold, items);
    uint32_t *changed = fold->changed, left = 0;
    while (left < all && changed[left] < plan.left)
        left++;
    fold->first = words[0];
    fold->is_valid = fold_side(s, l, &fold->left, items, 0, changed, left) &&
                     fold_side(s, l, &fold->right, items, plan.left, changed + left, all - left);
    return fold->is_valid ? (uint64_t)fold->left.nodes[1] << 32 | fold->right.nodes[1] : 0;
}
