// rt/trie.h: sets of words, found by their upper bits, as trees that share their unchanged nodes.
//
// A word is half of a hash, and below it a number that makes it unique. Up to TRIE_LEAF words are
// a leaf. More are a branch, which divides them by their next four bits; the root of the set begins
// with the uppermost. Hashes are spread evenly, so a million words are four branches deep, and a
// look-up reads one line of memory in each: nothing is compared on the way. A shared node is copied
// before it changes, and only the nodes on one path change.

#pragma once

#include "rt/node.h"

enum {
    TRIE_BITS = 4,
    TRIE_KIDS = 1 << TRIE_BITS,
    TRIE_LEAF = 30,   // most words of a leaf
    TRIE_MERGE = 10,  // a branch that gets as few words becomes a leaf
};

typedef struct TrieNode {
    PNode head;
    uint32_t count;  // words in it and below it; never 0
    uint32_t room;   // of a leaf: words that it has memory for; 0: a branch
} TrieNode;

typedef struct TrieLeaf {
    TrieNode node;
    PWord words[];  // ascending
} TrieLeaf;

typedef struct TrieBranch {
    TrieNode node;
    TrieNode *kids[TRIE_KIDS];  // by four bits of the words; NULL: there are none
} TrieBranch;

// The first word that is not less than `word` and has the same upper half; 0 when there is none.
// The set may be NULL, which is empty. 0 is not in it.
PWord trie_from(const TrieNode *root, PWord word);

void trie_add(TrieNode **root, PWord word);     // which is not in the set
void trie_remove(TrieNode **root, PWord word);  // which is

// Frees a node without references, and releases its children.
void trie_free(TrieNode *node);

size_t trie_node_size(const TrieNode *node);

// Child `k`, or NULL; a leaf has none.
static inline TrieNode *trie_kid(const TrieNode *node, uint32_t k)
{
    return node->room ? NULL : ((const TrieBranch *)node)->kids[k];
}

// For tests: whether the invariants hold.
bool trie_is_sound(const TrieNode *root);
