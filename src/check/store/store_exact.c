// check/store/store_exact.c: states in full, folded into pairs.
//
// The words of a state are combined into pairs, each pair gets a number, the numbers are
// combined into pairs, and so on, until one pair is left: the root, which identifies the
// state. Each distinct pair is stored once, and neighbouring states share most of their
// pairs. So a state mainly costs its root: 8 bytes in the table of roots, and the same again
// under the state's number, to read the state back.
//
//     words   7    4  |  4    9    2       and their count, 5
//             |    |  |  |    |    |
//             1    |  |  |    (9,2)=2      1 is (~5,7)
//             (1,4)=3 |  (4,2)=4
//     root    (3,     |  4)
//
// The first word is in a pair with the complemented count. Following the left sides from the
// root leads to this pair, and no other pair on the way has a left side that large. So the
// count can be found, and with it the shape of the tree: equal roots are equal states.
//
// The plan (store_plan.c) decides where the words are cut in two. Each side is folded in
// halves. A word that differs in nearly every state, such as the queue of the machine that
// all others talk to, is better alone as the right side of the root.
//
// A root has 64 bits, and is mixed by a bijection: so a StoreTable can hold it like a
// fingerprint, without loss, and grows in the same way.
//
// A. Laarman, J. van de Pol, M. Weber: Parallel Recursive State Compression for Free,
// SPIN 2011.

#include "check/store/store_impl.h"

#include <stdlib.h>
#include <string.h>

#include "base/err.h"

enum { PAIR_LINES = (64 << 10) / LINE_BYTES };

static uint64_t first_lines(const Store *s)
{
    uint64_t lines = s->bytes / 16 / LINE_BYTES;
    return lines < 8 ? 8 : lines < PAIR_LINES ? lines : PAIR_LINES;
}

void pairs_init(Store *s, uint64_t table_max, uint64_t numbers)
{
    Pairs *p = &s->pairs;
    uint64_t lines = first_lines(s);

    p->table = (StoreTable){
        .width = 1, .mask = ~(uint64_t)UINT32_MAX, .load = LOAD_EXACT, .growth = GROWTH};
    table_init(&p->table, &s->reserve, table_max, lines);
    p->all = reserve_take(&s->reserve, s->bytes);
    p->limit = table_limit(&p->table, lines);
    assert(p->limit > 0 && 8 * p->limit <= reserve_rounded(s->bytes));
    atomic_init(&p->next, 1);  // a slot with the number 0 would look free
    column_init(&p->left, &s->reserve, numbers);
    column_init(&p->right, &s->reserve, numbers);
}

uint64_t pairs_bytes(const Pairs *p, uint64_t lines)
{
    return lines ? table_bytes(lines) + 8 * table_limit(&p->table, lines) : 0;
}

// False: growing needs more than `bytes` more.
bool pairs_grow(Pairs *p, uint64_t bytes)
{
    uint64_t lines = table_next(&p->table);

    assert(lines > p->table.lines);
    if (pairs_bytes(p, lines) - pairs_bytes(p, p->table.lines) > bytes || p->limit == PAIR_MAX) {
        p->is_full = true;
        return false;
    }
    table_grow(&p->table, lines);
    p->limit = table_limit(&p->table, lines);
    if (p->limit > PAIR_MAX)
        p->limit = PAIR_MAX;
    return true;
}

// Discards all pairs.
void pairs_clear(Store *s)
{
    Pairs *p = &s->pairs;

    table_clear(&p->table, first_lines(s));
    p->limit = table_limit(&p->table, p->table.lines);
    reserve_forget(p->all, 8 * atomic_load(&p->next));
    atomic_store(&p->next, 1);
    for (int i = 0; i < LANES; i++) {
        Lane *l = &s->lanes[i];
        l->pair_next = l->pair_end = 0;
        folds_forget(l->folds);
    }
}

void pairs_drop(Store *s)
{
    for (int i = 0; i < LANES; i++)
        folds_drop(s->lanes[i].folds);
}

// ----------------------------------------------------------------------------- adding

// Where the worker remembers the state as it is; NULL if it is too long. Many states are reached
// again soon: then nothing is folded. With STORE_REPLACES the store may have forgotten it since;
// it was explored all the same.
static KnownState *known_place(Lane *l, const StoreKey *key)
{
    if (!l->folds || key->count > KNOWN_WORDS)
        return NULL;
    return &l->folds->known[key->print * 0x9e3779b97f4a7c15u >> (64 - KNOWN_BITS)];
}

StoreAnswer exact_add(Store *s, Lane *l, const StoreKey *key, uint64_t *root)
{
    assert(key->count > 0 && key->count <= COUNT_MAX);

    KnownState *known = known_place(l, key);
    if (known && known->print == key->print && known->count == key->count &&
        memcmp(known->words, key->words, key->count * sizeof *key->words) == 0)
        return STORE_SEEN;
    *root = exact_fold(s, l, key->words, key->count);
    if (*root == 0)
        return s->pairs.is_full ? STORE_FULL : STORE_GROW;
    StoreAnswer answer = narrow_add(s, l, exact_mix(*root));
    if (known && (answer == STORE_SEEN || answer == STORE_ADDED)) {
        *known = (KnownState){.print = key->print, .count = key->count};
        memcpy(known->words, key->words, key->count * sizeof *key->words);
    }
    return answer;
}

void exact_keep(Store *s, uint32_t number, uint64_t root)
{
    assert_debug(root >> 32 != 0);  // zero means: this number has no state
    column_put(&s->pairs.left, number, (uint32_t)(root >> 32));
    column_put(&s->pairs.right, number, (uint32_t)root);
}

// ------------------------------------------------------------------------- unfolding

// Replaces the number of a pair at `from` by its two sides, at `to` and `to` + 1.
static void open_pair(const Pairs *p, uint32_t *items, uint32_t from, uint32_t to)
{
    assert_debug(items[from] > 0 && items[from] < atomic_load(&p->next) && from <= to);
    uint64_t pair = p->all[items[from]];
    items[to] = (uint32_t)(pair >> 32);
    items[to + 1] = (uint32_t)pair;
}

// The inverse of the folding of one side.
static void unfold_items(const Pairs *p, uint32_t *items, uint32_t count)
{
    uint32_t parts = fold_parts(count);

    // From the end: items that are still needed are before those that are written.
    for (uint32_t n = 1; n < parts; n *= 2)
        for (uint32_t i = n; i-- > 0;)
            open_pair(p, items, i, 2 * i);
    for (uint32_t i = parts; i-- > 0;) {
        uint32_t at = fold_start(i, parts, count);
        if (fold_start(i + 1, parts, count) - at == 2)
            open_pair(p, items, i, at);
        else
            items[at] = items[i];
    }
}

static uint32_t count_of(const Pairs *p, uint32_t left)
{
    while (left <= PAIR_MAX) {
        assert(left > 0);
        left = (uint32_t)(p->all[left] >> 32);
    }
    return ~left;
}

uint32_t store_words(const Store *s, uint32_t number, uint32_t *words, uint32_t room)
{
    const Pairs *p = &s->pairs;
    uint32_t left = column_get(&p->left, number);
    uint32_t right = column_get(&p->right, number);
    uint32_t count = count_of(p, left);

    assert(s->kind == STORE_EXACT && number < atomic_load(&s->next));
    assert(count > 0 && count <= COUNT_MAX);
    if (room < count)
        return count;
    if (count == 1) {
        words[0] = right;
        return count;
    }

    Plan plan = plan_of(p, count);
    words[0] = left;
    unfold_items(p, words, plan.left);
    words[0] = (uint32_t)p->all[words[0]];
    words[plan.left] = right;
    unfold_items(p, words + plan.left, count - plan.left);
    if (plan.is_alone) {
        memmove(words + plan.cut + 1, words + plan.cut, (count - plan.cut - 1) * sizeof *words);
        words[plan.cut] = right;
    }
    return count;
}
