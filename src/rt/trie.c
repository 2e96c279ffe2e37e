// rt/trie.c: tries whose nodes have reference counts and are copied on write.
//
// `shift` is the number of bits below those that led to a node: 64 at the root. Words differ, so
// at shift 0 a node has one word: a branch always has bits left to divide by.

#include "rt/trie.h"

#include <string.h>

#include "base/err.h"

enum { WORD_BITS = 64, HALF = 32 };

static TrieLeaf *leaf_of(const TrieNode *node)
{
    assert_debug(node->room > 0);
    return (TrieLeaf *)node;
}

static TrieBranch *branch_of(const TrieNode *node)
{
    assert_debug(node->room == 0);
    return (TrieBranch *)node;
}

static uint32_t digit(PWord word, uint32_t shift)
{
    assert_debug(shift < WORD_BITS);
    return word >> shift & (TRIE_KIDS - 1);
}

size_t trie_node_size(const TrieNode *node)
{
    return node->room ? sizeof(TrieLeaf) + node->room * sizeof(PWord) : sizeof(TrieBranch);
}

// ----------------------------------------------------------------------------- life of nodes

// Leaves of 6, 14, 22 or 30 words: one to four lines of memory.
static uint32_t room_for(uint32_t count)
{
    assert_debug(count <= TRIE_LEAF);
    return (count + 1) / 8 * 8 + 6;
}

static TrieNode *leaf_new(const PWord *words, uint32_t count, uint32_t room)
{
    TrieLeaf *leaf = node_alloc(NODE_TRIE_LEAF, sizeof *leaf + room * sizeof(PWord));
    leaf->node.count = count;
    leaf->node.room = room;
    memcpy(leaf->words, words, count * sizeof *words);
    return &leaf->node;
}

void trie_free(TrieNode *node)
{
    for (uint32_t k = 0; !node->room && k < TRIE_KIDS; k++) {
        TrieNode *kid = branch_of(node)->kids[k];
        if (kid && p_drop_node(node_word(kid)))
            trie_free(kid);
    }
    node_free(node);
}

static void drop(TrieNode *node)
{
    if (p_drop_node(node_word(node)))
        trie_free(node);
}

// Makes a branch safe to change: copies it if it is shared.
static TrieBranch *own(TrieNode **place)
{
    TrieBranch *old = branch_of(*place);
    if (node_is_mine(old))
        return old;
    TrieBranch *b = node_alloc(NODE_TRIE_BRANCH, sizeof *b);
    b->node.count = old->node.count;
    b->node.room = 0;
    memcpy(b->kids, old->kids, sizeof b->kids);
    // The content of an interned node is never freed either, so it needs no counting.
    if (__atomic_load_n(&old->node.head.count, __ATOMIC_RELAXED) < P_IMMORTAL) {
        for (uint32_t k = 0; k < TRIE_KIDS; k++)
            p_share(node_word(b->kids[k]));
        drop(&old->node);
    }
    *place = &b->node;
    return b;
}

// The same for a leaf that needs room for `count` words, at least those that it has. Not much
// more room is kept.
static TrieLeaf *own_leaf(TrieNode **place, uint32_t count)
{
    TrieNode *old = *place;
    uint32_t room = room_for(count);
    if (old->room < room || old->room > room + 8 || !node_is_mine(old)) {
        *place = leaf_new(leaf_of(old)->words, old->count, room);
        drop(old);
    }
    return leaf_of(*place);
}

// ----------------------------------------------------------------------------------- finding

// The number of words of a leaf that are less than `word`.
static uint32_t rank(const TrieLeaf *leaf, PWord word)
{
    const PWord *from = leaf->words;
    uint32_t left = leaf->node.count;
    while (left > 1) {
        uint32_t half = left / 2;
        from = from[half - 1] < word ? from + half : from;
        left -= half;
    }
    return (uint32_t)(from - leaf->words) + (*from < word);
}

// The first word that is not less, whatever its upper half; 0 when there is none below the node.
static PWord first_from(const TrieNode *node, uint32_t shift, PWord word)
{
    if (node->room) {
        uint32_t i = rank(leaf_of(node), word);
        return i < node->count ? leaf_of(node)->words[i] : 0;
    }
    PWord found = 0;
    shift -= TRIE_BITS;
    for (uint32_t k = digit(word, shift); k < TRIE_KIDS && !found; k++) {
        const TrieNode *kid = branch_of(node)->kids[k];
        found = kid ? first_from(kid, shift, k == digit(word, shift) ? word : 0) : 0;
    }
    return found;
}

PWord trie_from(const TrieNode *node, PWord word)
{
    uint32_t shift = WORD_BITS;
    // Only the words below one child can have the same upper half.
    while (node && !node->room && shift > HALF) {
        shift -= TRIE_BITS;
        node = branch_of(node)->kids[digit(word, shift)];
        // The lines of a leaf come from far away: all at once.
        __builtin_prefetch((const char *)node + 64);
        __builtin_prefetch((const char *)node + 128);
    }
    PWord found = 0;
    if (node && node->room) {
        uint32_t i = rank(leaf_of(node), word);
        found = i < node->count ? leaf_of(node)->words[i] : 0;
    } else if (node) {
        found = first_from(node, shift, word);
    }
    return found >> HALF == word >> HALF ? found : 0;
}

// ---------------------------------------------------------------------------------- changing

// A branch with the words of a full leaf, which is released.
static TrieNode *split(TrieNode *full, uint32_t shift)
{
    TrieBranch *b = node_alloc(NODE_TRIE_BRANCH, sizeof *b);
    const PWord *words = leaf_of(full)->words;
    b->node.count = full->count;
    b->node.room = 0;
    memset(b->kids, 0, sizeof b->kids);
    for (uint32_t i = 0, end; i < full->count; i = end) {
        for (end = i + 1; end < full->count; end++)
            if (digit(words[end], shift) != digit(words[i], shift))
                break;
        b->kids[digit(words[i], shift)] = leaf_new(words + i, end - i, room_for(end - i));
    }
    drop(full);
    return &b->node;
}

void trie_add(TrieNode **place, PWord word)
{
    uint32_t shift = WORD_BITS;
    assert(word > 0);
    while (*place) {
        if ((*place)->room && (*place)->count < TRIE_LEAF) {
            TrieLeaf *leaf = own_leaf(place, (*place)->count + 1);
            uint32_t i = rank(leaf, word);
            memmove(leaf->words + i + 1, leaf->words + i, (leaf->node.count++ - i) * sizeof word);
            leaf->words[i] = word;
            return;
        }
        shift -= TRIE_BITS;
        if ((*place)->room)
            *place = split(*place, shift);
        TrieBranch *b = own(place);
        b->node.count++;
        place = &b->kids[digit(word, shift)];
    }
    *place = leaf_new(&word, 1, room_for(1));
}

static PWord *copy_words(const TrieNode *node, PWord *out)
{
    if (node->room) {
        memcpy(out, leaf_of(node)->words, node->count * sizeof *out);
        return out + node->count;
    }
    for (uint32_t k = 0; k < TRIE_KIDS; k++)
        if (branch_of(node)->kids[k])
            out = copy_words(branch_of(node)->kids[k], out);
    return out;
}

// Replaces a branch of few words by a leaf.
static void gather(TrieNode **place)
{
    PWord words[TRIE_MERGE + 1];
    TrieNode *old = *place;
    assert(old->count <= TRIE_MERGE + 1);
    copy_words(old, words);
    *place = leaf_new(words, old->count, room_for(old->count));
    drop(old);
}

void trie_remove(TrieNode **place, PWord word)
{
    uint32_t shift = WORD_BITS;
    while (!(*place)->room) {
        if ((*place)->count <= TRIE_MERGE + 1) {
            gather(place);
            break;
        }
        TrieBranch *b = own(place);
        b->node.count--;
        shift -= TRIE_BITS;
        place = &b->kids[digit(word, shift)];
        assert(*place);
    }
    if ((*place)->count == 1) {
        assert(leaf_of(*place)->words[0] == word);
        drop(*place);
        *place = NULL;
        return;
    }
    TrieLeaf *leaf = own_leaf(place, (*place)->count);
    uint32_t i = rank(leaf, word);
    assert(i < leaf->node.count && leaf->words[i] == word);
    memmove(leaf->words + i, leaf->words + i + 1, (--leaf->node.count - i) * sizeof word);
}

// ----------------------------------------------------------------------------------- checking

// Whether the words of the node have these bits above `shift`, and ascend.
static bool is_sound(const TrieNode *node, uint32_t shift, PWord bits)
{
    uint32_t count = 0;
    if (node->room) {
        const PWord *words = leaf_of(node)->words;
        for (uint32_t i = 0; i < node->count; i++)
            if ((shift < WORD_BITS && words[i] >> shift != bits) || (i && words[i - 1] >= words[i]))
                return false;
        return node->count > 0 && node->count <= node->room && node->room <= TRIE_LEAF;
    }
    for (uint32_t k = 0; k < TRIE_KIDS; k++) {
        const TrieNode *kid = branch_of(node)->kids[k];
        count += kid ? kid->count : 0;
        if (kid && !is_sound(kid, shift - TRIE_BITS, bits << TRIE_BITS | k))
            return false;
    }
    return count == node->count && count > TRIE_MERGE;
}

bool trie_is_sound(const TrieNode *root)
{
    return !root || is_sound(root, WORD_BITS, 0);
}
