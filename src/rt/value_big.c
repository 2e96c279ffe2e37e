// rt/value_big.c: sequences, sets and maps of more than LIST_FLAT entries.
//
// The entries are in a tree (rt/tree.h) in the order that programs see. A set or map gives each
// new entry a stamp, one more than the last. So the stamps ascend in the tree, and an entry is
// found by its stamp. The index (rt/trie.h) has one word for each entry: the upper half is half of
// the key's hash, the lower half is the stamp. A look-up finds the hash in the index and then the
// stamp in the tree. Removing an entry changes no other entry.
//
// Stamps are not part of the value: two equal maps may have different ones.
//
// Where nobody can see the order of a set or map, it has neither stamps nor an index, but is
// sorted by the hashes of its keys (rt/value_hashed.c).

#include <stdlib.h>

#include "base/err.h"
#include "rt/value_impl.h"

#define STAMP_END UINT32_MAX  // when this is the next stamp, all entries get new stamps

TreeForm big_form(const PProgram *p, uint32_t type)
{
    const PType *t = &p->types[type];
    switch (t->kind) {
    case P_TYPE_SEQ:
        return (TreeForm){.p = p, .columns = 1, .types = {t->parts[0]}};
    case P_TYPE_SET:
        return (TreeForm){
            .p = p, .columns = 2, .types = {P_NONE, t->parts[0]}, .is_sorted = true};
    default:
        assert(t->kind == P_TYPE_MAP);
        return (TreeForm){
            .p = p, .columns = 3, .types = {P_NONE, t->parts[0], t->parts[1]}, .is_sorted = true};
    }
}

static NodeKind kind_of(const PType *t)
{
    return t->kind == P_TYPE_SEQ ? NODE_SEQ : t->kind == P_TYPE_SET ? NODE_SET : NODE_MAP;
}

static BigNode *big_new(NodeKind kind, uint32_t count)
{
    BigNode *big = node_alloc(kind, sizeof *big);
    PNode head = big->head;
    *big = (BigNode){.head = head, .count = count};
    return big;
}

static BigNode *big_of(PWord word)
{
    BigNode *big = node_of(word);
    assert_debug(big->capacity == 0 && big->order && big->order->count == big->count);
    return big;
}

void *big_alloc(size_t size)
{
    void *memory = malloc(size);
    if (!memory)
        die_out_of_memory(size);
    return memory;
}

BigNode *big_own(const PProgram *p, uint32_t type, PWord *place)
{
    BigNode *old = big_of(*place);
    if (node_is_mine(old))
        return old;
    BigNode *big = big_new((NodeKind)old->head.kind, old->count);
    big->next_stamp = old->next_stamp;
    big->order = node_of(p_retain_node(node_word(old->order)));
    big->index = node_of(p_share(node_word(old->index)));
    p_release_node(p, type, *place);
    *place = node_word(big);
    return big;
}

// ---------------------------------------------------------------------------------- building

static PWord index_word(uint32_t hash, uint32_t stamp)
{
    return (PWord)hash << 32 | stamp;
}

// Builds the index of keys with the stamps 1, 2, 3 ...
static TrieNode *build_index(const PProgram *p, uint32_t type, const PWord *keys, uint32_t count)
{
    TrieNode *index = NULL;
    uint32_t key_type = p->types[type].parts[0];
    for (uint32_t i = 0; i < count; i++)
        trie_add(&index, index_word(half_hash(key_hash(p, key_type, keys[i])), i + 1));
    return index;
}

PWord big_seq(const PWord *words, uint32_t count)
{
    BigNode *big = big_new(NODE_SEQ, count);
    big->order = tree_build(&(TreeForm){.columns = 1}, (const PWord *const[]){words}, count);
    return node_word(big);
}

PWord big_build(const PProgram *p, uint32_t type, const PWord *keys, const PWord *values,
                uint32_t count)
{
    TreeForm form = big_form(p, type);
    if (form.columns == 1)
        return big_seq(keys, count);
    BigNode *big = big_new(kind_of(&p->types[type]), count);
    if (p->types[type].is_hashed) {
        big->order = hashed_build(p, type, keys, values, count);
        return node_word(big);
    }
    PWord *stamps = big_alloc(count * sizeof *stamps);
    for (uint32_t i = 0; i < count; i++)
        stamps[i] = i + 1;
    big->order = tree_build(&form, (const PWord *const[]){stamps, keys, values}, count);
    big->index = build_index(p, type, keys, count);
    big->next_stamp = count + 1;
    free(stamps);
    return node_word(big);
}

PWord *big_list(const BigNode *big, uint32_t column)
{
    PWord *words = big_alloc(big->count * sizeof *words);
    tree_words(big->order, big_columns(big), column, words);
    return words;
}

// Copies the keys and values of all entries, and retains them.
static void copy_out(const PProgram *p, uint32_t type, PWord value, PWord *keys, PWord *values)
{
    const PType *t = &p->types[type];
    const ListNode *list = node_of(value);
    if (list_is_big(list)) {
        const BigNode *big = node_of(value);
        uint32_t columns = big_columns(big);
        tree_words(big->order, columns, columns > 1, keys);
        if (columns == 3)
            tree_words(big->order, columns, 2, values);
    } else {
        const PWord *items = list->items + list->first;
        memcpy(keys, items, list->count * sizeof *keys);
        if (t->kind == P_TYPE_MAP)
            memcpy(values, items + list->capacity, list->count * sizeof *values);
    }
    words_retain(p, t->parts[0], keys, list->count);
    if (t->kind == P_TYPE_MAP)
        words_retain(p, t->parts[1], values, list->count);
}

// The caller adds an entry next, so that there are more than LIST_FLAT.
void big_begin(const PProgram *p, uint32_t type, PWord *place)
{
    PWord keys[LIST_FLAT], values[LIST_FLAT];
    uint32_t count = p_size(*place);
    assert(count == LIST_FLAT);
    copy_out(p, type, *place, keys, values);
    PWord big = big_build(p, type, keys, values, count);
    p_release_node(p, type, *place);
    *place = big;
}

void big_end(const PProgram *p, uint32_t type, PWord *place)
{
    PWord keys[LIST_FLAT], values[LIST_FLAT], list = 0;
    PTypeKind kind = p->types[type].kind;
    uint32_t count = p_size(*place);

    assert(count == LIST_FLAT);
    copy_out(p, type, *place, keys, values);
    if (kind == P_TYPE_SEQ) {
        ListNode *seq = list_new(NODE_SEQ, LIST_FLAT, 0);
        memcpy(seq->items, keys, count * sizeof *keys);
        seq->count = count;
        list = node_word(seq);
    }
    for (uint32_t i = 0; i < count && kind == P_TYPE_SET; i++)
        p_set_add(p, type, &list, keys[i]);
    for (uint32_t i = 0; i < count && kind == P_TYPE_MAP; i++)
        p_map_set(p, type, &list, keys[i], values[i]);
    assert(p_size(list) == count);
    p_release_node(p, type, *place);
    *place = list;
}

// ----------------------------------------------------------------------------- sets and maps

// The index of the stamp in a leaf that contains it. Stamps ascend, so with no gaps it is known.
static inline uint32_t stamp_place(const TreeNode *leaf, uint32_t stamp)
{
    const uint32_t *stamps = tree_firsts(leaf);
    assert_debug(stamps[0] <= stamp);
    uint32_t i = stamp - stamps[0];
    if (i >= leaf->size)
        i = leaf->size - 1u;
    while (i > 0 && stamps[i] != stamp)
        i--;
    assert(stamps[i] == stamp);
    return i;
}

bool big_find(const PProgram *p, uint32_t type, const BigNode *big, PWord key, uint32_t hash,
              BigPlace *out)
{
    uint32_t key_type = p->types[type].parts[0], columns = big_columns(big);

    if (big_is_hashed(big))
        return hashed_find(p, type, big, key, hash, out);
    // Stamps begin at 1, so no word is 0.
    for (PWord word = trie_from(big->index, (PWord)hash << 32); word;
         word = trie_from(big->index, word + 1)) {
        TreeSpot spot = tree_seek(big->order, columns, (uint32_t)word, false);
        uint32_t i = stamp_place(spot.leaf, (uint32_t)word);
        if (key_is(p, key_type, tree_column(spot.leaf, columns, 1)[i], key)) {
            *out = (BigPlace){word, spot, i};
            return true;
        }
    }
    *out = (BigPlace){0};  // a new entry comes last, wherever its key would be
    return false;
}

uint32_t big_candidate(const BigNode *big, uint64_t hash, uint32_t skip)
{
    uint32_t half = half_hash(hash);
    if (big_is_hashed(big))
        return hashed_candidate(big, half, skip);
    PWord word = trie_from(big->index, (PWord)half << 32);
    for (; skip > 0 && word; skip--)
        word = trie_from(big->index, word + 1);
    return word ? tree_rank(big->order, (uint32_t)word) : NOT_FOUND;
}

// Gives all entries new stamps from 1 on, when the stamps are used up.
static void renew_stamps(const PProgram *p, uint32_t type, PWord *place)
{
    const BigNode *old = big_of(*place);
    PWord *keys = big_alloc(old->count * sizeof *keys);
    PWord *values = big_alloc(old->count * sizeof *values);
    copy_out(p, type, *place, keys, values);
    PWord renewed = big_build(p, type, keys, values, old->count);
    free(keys);
    free(values);
    p_release_node(p, type, *place);
    *place = renewed;
}

// Makes a large value safe to change, as big_own. Where it was shared, so is every leaf.
static BigNode *own_at(const PProgram *p, uint32_t type, PWord *place, BigPlace *at)
{
    const BigNode *old = big_of(*place);
    BigNode *big = big_own(p, type, place);
    at->spot.is_own &= big == old;
    return big;
}

void big_append(const PProgram *p, uint32_t type, PWord *place, PWord key, uint32_t hash,
                PWord value, BigPlace *at)
{
    if (big_of(*place)->next_stamp == STAMP_END) {
        renew_stamps(p, type, place);
        big_find(p, type, big_of(*place), key, hash, at);
    }
    BigNode *big = own_at(p, type, place, at);
    if (big_is_hashed(big)) {
        hashed_add(p, type, big, at, key, value);
        return;
    }
    TreeForm form = big_form(p, type);
    uint32_t stamp = big->next_stamp++;
    trie_add(&big->index, index_word(hash, stamp));
    tree_insert(&form, &big->order, big->count, (PWord[]){stamp, key, value});
    big->count++;
}

void big_remove(const PProgram *p, uint32_t type, PWord *place, BigPlace *at, PWord *key,
                PWord *value)
{
    BigNode *big = own_at(p, type, place, at);
    TreeForm form = big_form(p, type);
    PWord words[TREE_MOST_COLUMNS] = {0};

    if (big_is_hashed(big)) {
        hashed_remove(p, type, big, at, words);
    } else {
        trie_remove(&big->index, at->word);
        if (!tree_take_from(&form, big->order, &at->spot, at->at, words))
            tree_remove(&form, &big->order, (uint32_t)at->word, words);
        big->count--;
    }
    assert((uint32_t)at->word == words[0]);
    *key = words[1];
    *value = words[2];
    if (big->count == LIST_FLAT)
        big_end(p, type, place);
}

PWord *big_value(const PProgram *p, uint32_t type, PWord *place, BigPlace *at)
{
    BigNode *big = own_at(p, type, place, at);
    if (at->spot.is_own)
        return tree_column(at->spot.leaf, 3, 2) + at->at;
    TreeForm form = big_form(p, type);
    return tree_change_key(&form, &big->order, (uint32_t)at->word, 2);
}
