// rt/tree.h: long lists of entries, as trees that share their unchanged nodes.
//
// An entry is one to three words. Leaves contain entries in order, branches contain leaves or
// branches; all leaves have the same depth. Finding the i-th entry, adding and removing one
// follows one path from the root. A shared node is copied before it changes, and only the nodes
// on the path change. So two versions of a long list share all their other nodes.
//
// The words of the entries are stored in columns: all first words of a leaf, then all second
// words. In a sorted tree an entry is two or three words. The first words ascend, and entries are
// found by them; they are less than UINT32_MAX, and stored in half the space.
//
// Two trees with equal entries may differ in shape. So the cached data of a node (`hash`,
// `marks`) depends only on its entries, never on the boundaries between nodes.

#pragma once

#include <stddef.h>

#include "base/err.h"
#include "rt/node.h"

enum {
    TREE_KIDS = 16,         // most children of a branch
    TREE_LEAF_ONE = 32,     // most entries of a leaf, when an entry is one word
    TREE_LEAF_MORE = 32,    // most entries of a leaf, when an entry is two or three words
    TREE_MOST_COLUMNS = 3,
    TREE_MOST_LEVELS = 16,  // enough for 2^31 entries
};

// The form of the entries.
typedef struct TreeForm {
    const PProgram *p;
    uint32_t columns;
    uint32_t types[TREE_MOST_COLUMNS];  // of the words; P_NONE: a number that is not a P value
    bool is_sorted;
} TreeForm;

// The entries of a large sequence, set or map of the type (rt/value_big.c).
TreeForm big_form(const PProgram *p, uint32_t type);

typedef struct TreeNode {
    PNode head;
    uint32_t count;     // entries in it and below it; never 0
    uint16_t size;      // entries of a leaf, children of a branch
    uint16_t level;     // 0: a leaf
    uint64_t hash;      // of the entries (rt/value_compare.c); 0: not known
    uint64_t marks[4];  // of an interned node: data of the host about it
} TreeNode;

typedef struct TreeLeaf {
    TreeNode node;
    PWord words[];  // columns of tree_room(columns) words each; first words are halves
} TreeLeaf;

typedef struct TreeBranch {
    TreeNode node;
    // The first word of each child's first entry, if sorted; UINT32_MAX: no child.
    uint32_t least[TREE_KIDS];
    TreeNode *kids[TREE_KIDS];
    uint32_t ends[TREE_KIDS];  // entries up to the end of each child; UINT32_MAX: no child
} TreeBranch;

static inline uint32_t tree_room(uint32_t columns)
{
    return columns == 1 ? TREE_LEAF_ONE : TREE_LEAF_MORE;
}

static inline size_t tree_leaf_size(uint32_t columns)
{
    uint32_t halves = columns == 1 ? 2 * TREE_LEAF_ONE : (2 * columns - 1) * TREE_LEAF_MORE;
    return sizeof(TreeLeaf) + halves * sizeof(uint32_t);
}

// Of a sorted tree: the first words, and UINT32_MAX where there is no entry.
static inline uint32_t *tree_firsts(const TreeNode *leaf)
{
    return (uint32_t *)((TreeLeaf *)leaf)->words;
}

// Any column that is not the first words of a sorted tree.
static inline PWord *tree_column(const TreeNode *leaf, uint32_t columns, uint32_t column)
{
    assert_debug(column < columns && (column > 0 || columns == 1));
    return ((TreeLeaf *)leaf)->words + (column ? (2 * column - 1) * (TREE_LEAF_MORE / 2) : 0);
}

// The number of first words of a leaf that are less than `key`. To count all of them needs no
// branch that cannot be predicted.
static inline uint32_t tree_leaf_rank(const TreeNode *leaf, uint32_t key)
{
    const uint32_t *firsts = tree_firsts(leaf);
    uint32_t rank = 0;
    for (uint32_t i = 0; i < TREE_LEAF_MORE; i++)
        rank += firsts[i] < key;
    return rank;
}

// The leaf with entry number `*at`, which becomes the entry's number in the leaf.
static inline const TreeNode *tree_leaf(const TreeNode *node, uint32_t *at)
{
    while (node->level) {
        const TreeBranch *b = (const TreeBranch *)node;
        uint32_t c = 0;
        for (uint32_t k = 0; k < TREE_KIDS; k++)
            c += b->ends[k] <= *at;
        *at -= c ? b->ends[c - 1] : 0;
        node = b->kids[c];
    }
    return node;
}

// Begins to load the cache lines of a node that is read next. In a large tree they come from far
// away, and one after the other they would take several times as long.
static inline void tree_prefetch(const void *part, size_t bytes)
{
    enum { LINE = 64 };
    for (size_t at = 0; at < bytes; at += LINE)
        __builtin_prefetch((const char *)part + at);
}

// The same for the words of one entry of a leaf, or of its last one.
static inline void tree_prefetch_entry(const TreeNode *leaf, uint32_t columns, uint32_t at)
{
    uint32_t last = tree_room(columns) - 1;
    __builtin_prefetch(leaf);
    __builtin_prefetch(tree_firsts(leaf) + (at < last ? at : last));
    for (uint32_t c = 1; c < columns; c++)
        __builtin_prefetch(tree_column(leaf, columns, c) + (at < last ? at : last));
}

// A leaf, and whether it can be changed in place: no node from the root to it is shared, and none
// has a hash, which would no longer hold.
typedef struct TreeSpot {
    const TreeNode *leaf;
    bool is_own;
} TreeSpot;

static inline bool tree_is_own(const TreeNode *node)
{
    return __atomic_load_n(&node->head.count, __ATOMIC_RELAXED) == 1 &&
           __atomic_load_n(&node->hash, __ATOMIC_RELAXED) == 0;
}

// In a sorted tree: the leaf that contains the entry with the first word `key`, or would contain
// it. Begins to load what is read next: of the leaf only the lines where the entry is, if the first
// words have no gaps.
static inline TreeSpot tree_seek(const TreeNode *node, uint32_t columns, uint32_t key,
                                 bool has_gaps)
{
    assert_debug(key < UINT32_MAX);
    bool is_own = true;
    for (uint32_t level = node->level; level > 0; level--) {
        const TreeBranch *b = (const TreeBranch *)node;
        uint32_t c = 0;
        for (uint32_t k = 0; k < TREE_KIDS; k++)
            c += b->least[k] <= key;
        c = c ? c - 1 : 0;
        is_own &= tree_is_own(node);
        node = b->kids[c];
        if (level > 1)
            tree_prefetch(node, offsetof(TreeBranch, ends));
        else if (has_gaps)
            tree_prefetch(node, tree_leaf_size(columns));
        else
            tree_prefetch_entry(node, columns, key - b->least[c]);
    }
    return (TreeSpot){node, is_own & tree_is_own(node)};
}

// The number of entries of a sorted tree whose first word is less than `key`.
uint32_t tree_rank(const TreeNode *root, uint32_t key);

// Copies one column of all entries, in order; not the first words of a sorted tree.
void tree_words(const TreeNode *root, uint32_t columns, uint32_t column, PWord *out);

// Builds a tree of `count` > 0 entries; takes the words, which are given by columns.
TreeNode *tree_build(const TreeForm *f, const PWord *const *words, uint32_t count);

// tree_insert takes the words of the entry; tree_remove gives them to the caller.
void tree_insert(const TreeForm *f, TreeNode **root, uint32_t at, const PWord *words);
// In a sorted tree that has no entry with this first word: inserts it where it belongs.
void tree_put(const TreeForm *f, TreeNode **root, const PWord *words);
// Fast paths for a leaf that tree_seek found, if nothing on the way to it is shared, and neither
// the number of nodes nor the first entry of one changes. False: nothing was done.
bool tree_put_in(const TreeForm *f, TreeNode *root, const TreeSpot *spot, uint32_t at,
                 const PWord *words);
bool tree_take_from(const TreeForm *f, TreeNode *root, const TreeSpot *spot, uint32_t at,
                    PWord *words);
// The tree must have more than one entry. `at` is the entry's number; in a sorted tree, its first
// word.
void tree_remove(const TreeForm *f, TreeNode **root, uint32_t at, PWord *words);

// The address of a word that the caller may change; shared nodes on the path are copied first.
PWord *tree_change(const TreeForm *f, TreeNode **root, uint32_t at, uint32_t column);
// The same in a sorted tree, for the entry with the first word `key`, which must exist.
PWord *tree_change_key(const TreeForm *f, TreeNode **root, uint32_t key, uint32_t column);

// The first entry from `from` on whose words differ in the two trees; the number of entries when
// there is none. Both trees have the same number of entries. The first words of sorted trees are
// not compared.
uint32_t tree_difference(const TreeForm *f, const TreeNode *a, const TreeNode *b, uint32_t from);

// Whether two trees have the same entries, in whatever order (rt/tree_same.c). Entries are equal if
// their words are; the first words of sorted trees are not compared.
bool tree_has_same(const TreeForm *f, const TreeNode *a, const TreeNode *b);

// Frees a node without references, and releases its children. Calls `leave` for each leaf before
// it is freed, to release the words.
typedef void TreeLeave(void *context, const TreeNode *leaf);
void tree_free(TreeNode *node, TreeLeave *leave, void *context);

size_t tree_node_size(const TreeNode *node, uint32_t columns);

// For tests: whether the invariants of the tree hold.
bool tree_is_sound(const TreeForm *f, const TreeNode *root);
