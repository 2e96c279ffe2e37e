// rt/tree.c: B-trees whose nodes have reference counts and are copied on write.
//
// Invariant: no node is empty, all leaves have the same depth, and `ends` and `least` of a branch
// agree with its children.
//
// A full node is split in the middle, unless the new entry is the first or last of the whole
// tree: then the full node stays full. So a list that grows only at one end has full nodes. A
// node with few entries is merged with a neighbour when both fit into one node.

#include "rt/tree.h"

#include <stdlib.h>
#include <string.h>

#include "base/err.h"

// The path is on the first or last edge of the tree; entries are counted by their first word.
enum { AT_FIRST = 1, AT_LAST = 2, BY_KEY = 4 };

static TreeBranch *branch_of(const TreeNode *node)
{
    assert_debug(node->level > 0);
    return (TreeBranch *)node;
}

size_t tree_node_size(const TreeNode *node, uint32_t columns)
{
    return node->level ? sizeof(TreeBranch) : tree_leaf_size(columns);
}

// ----------------------------------------------------------------------------- life of nodes

static TreeNode *leaf_new(const TreeForm *f)
{
    TreeNode *node = node_alloc(NODE_LEAF, tree_leaf_size(f->columns));
    PNode head = node->head;
    *node = (TreeNode){.head = head};
    if (f->is_sorted)
        memset(tree_firsts(node), 0xff, TREE_LEAF_MORE * sizeof(uint32_t));
    return node;
}

static TreeNode *branch_new(uint32_t level)
{
    TreeBranch *b = node_alloc(NODE_BRANCH, sizeof *b);
    PNode head = b->node.head;
    b->node = (TreeNode){.head = head, .level = (uint16_t)level};
    for (uint32_t k = 0; k < TREE_KIDS; k++) {
        b->ends[k] = UINT32_MAX;
        b->least[k] = UINT32_MAX;
    }
    return &b->node;
}

void tree_free(TreeNode *node, TreeLeave *leave, void *context)
{
    if (node->level == 0)
        leave(context, node);
    for (uint32_t k = 0; node->level > 0 && k < node->size; k++) {
        TreeNode *kid = branch_of(node)->kids[k];
        if (p_drop_node(node_word(kid)))
            tree_free(kid, leave, context);
    }
    node_free(node);
}

// The first column that is stored in whole words.
static uint32_t first_whole(const TreeForm *f)
{
    return f->is_sorted ? 1 : 0;
}

static bool has_nodes(const TreeForm *f, uint32_t column)
{
    return f->types[column] != P_NONE && p_kind_is_node(f->p->types[f->types[column]].kind);
}

static void release_words(void *context, const TreeNode *leaf)
{
    const TreeForm *f = context;
    for (uint32_t c = first_whole(f); c < f->columns; c++)
        for (uint32_t i = 0; has_nodes(f, c) && i < leaf->size; i++)
            p_release(f->p, f->types[c], tree_column(leaf, f->columns, c)[i]);
}

static void retain_parts(const TreeForm *f, const TreeNode *node)
{
    if (node->level) {
        for (uint32_t k = 0; k < node->size; k++)
            p_retain_node(node_word(branch_of(node)->kids[k]));
        return;
    }
    for (uint32_t c = first_whole(f); c < f->columns; c++)
        for (uint32_t i = 0; has_nodes(f, c) && i < node->size; i++)
            p_retain(f->p, f->types[c], tree_column(node, f->columns, c)[i]);
}

// Makes the node safe to change: copies it if it is shared.
static TreeNode *own(const TreeForm *f, TreeNode **place)
{
    TreeNode *old = *place;
    if (node_is_mine(old)) {
        if (old->hash)  // what is not written need not be written back to memory
            old->hash = 0;
        return old;
    }
    size_t size = tree_node_size(old, f->columns);
    TreeNode *node = node_alloc((NodeKind)old->head.kind, size);
    // The hash is not copied: another thread may be writing it.
    node->count = old->count;
    node->size = old->size;
    node->level = old->level;
    node->hash = 0;
    memcpy(node->marks, old->marks, size - offsetof(TreeNode, marks));
    // The content of an interned node is never freed either, so it needs no counting.
    if (__atomic_load_n(&old->head.count, __ATOMIC_RELAXED) < P_IMMORTAL) {
        retain_parts(f, node);
        if (p_drop_node(node_word(old)))
            tree_free(old, release_words, (void *)f);
    }
    *place = node;
    return node;
}

// ----------------------------------------------------------------------------------- finding

// The child with the first entry that is not less, or the one before it.
static uint32_t kid_of_key(const TreeBranch *b, uint32_t key)
{
    uint32_t c = 0;
    for (uint32_t k = 0; k < TREE_KIDS; k++)
        c += b->least[k] <= key;
    return c ? c - 1 : 0;
}

uint32_t tree_rank(const TreeNode *node, uint32_t key)
{
    uint32_t rank = 0;
    assert(key < UINT32_MAX);
    while (node->level) {
        const TreeBranch *b = branch_of(node);
        uint32_t c = kid_of_key(b, key);
        rank += c ? b->ends[c - 1] : 0;
        node = b->kids[c];
    }
    return rank + tree_leaf_rank(node, key);
}

void tree_words(const TreeNode *root, uint32_t columns, uint32_t column, PWord *out)
{
    if (root->level == 0) {
        memcpy(out, tree_column(root, columns, column), root->size * sizeof *out);
        return;
    }
    const TreeBranch *b = branch_of(root);
    for (uint32_t k = 0; k < root->size; k++)
        tree_words(b->kids[k], columns, column, out + (k ? b->ends[k - 1] : 0));
}

static uint32_t least_of(const TreeNode *node)
{
    return node->level ? branch_of(node)->least[0] : tree_firsts(node)[0];
}

// ---------------------------------------------------------------------------------- branches

static void branch_put(const TreeForm *f, TreeBranch *b, uint32_t c, TreeNode *kid, uint32_t end)
{
    assert_debug(c < TREE_KIDS);
    b->kids[c] = kid;
    b->ends[c] = end;
    b->least[c] = f->is_sorted ? least_of(kid) : 0;
}

// Moves the children from index `from` on to index `to`.
static void branch_move(TreeBranch *b, uint32_t from, uint32_t to)
{
    uint32_t count = b->node.size - from;
    memmove(b->kids + to, b->kids + from, count * sizeof *b->kids);
    memmove(b->ends + to, b->ends + from, count * sizeof *b->ends);
    memmove(b->least + to, b->least + from, count * sizeof *b->least);
    b->node.size = (uint16_t)(to + count);
    for (uint32_t k = b->node.size; k < TREE_KIDS; k++) {
        b->ends[k] = UINT32_MAX;
        b->least[k] = UINT32_MAX;
    }
}

// Moves the children from `from` on to the end of another branch.
static void branch_give(TreeBranch *b, uint32_t from, TreeBranch *to)
{
    uint32_t start = from ? b->ends[from - 1] : 0, count = b->node.size - from;
    assert_debug(to->node.size + count <= TREE_KIDS);
    memcpy(to->kids + to->node.size, b->kids + from, count * sizeof *b->kids);
    memcpy(to->least + to->node.size, b->least + from, count * sizeof *b->least);
    for (uint32_t k = 0; k < count; k++)
        to->ends[to->node.size + k] = to->node.count + b->ends[from + k] - start;
    to->node.size = (uint16_t)(to->node.size + count);
    to->node.count += b->node.count - start;
    b->node.count = start;
    b->node.size = (uint16_t)from;
    branch_move(b, from, from);
}

// The index at which a full branch is split for a new child at index `at`.
static uint32_t branch_cut(uint32_t at, uint32_t edges)
{
    if (at == TREE_KIDS && edges & AT_LAST)
        return TREE_KIDS;
    return at == 1 && edges & AT_FIRST ? 1 : TREE_KIDS / 2;
}

// Child `c` was split: adds its right half as a new child after it. If the branch is full, it is
// split too, and its right half is returned.
static TreeNode *branch_add(const TreeForm *f, TreeBranch *b, uint32_t c, TreeNode *right,
                            uint32_t edges)
{
    TreeBranch *to = b, *more = NULL;
    uint32_t at = c + 1;

    b->ends[c] -= right->count;
    b->least[c] = f->is_sorted ? least_of(b->kids[c]) : 0;
    if (b->node.size == TREE_KIDS) {
        // Splits without the entries of the new child, which are already counted.
        b->node.count -= right->count;
        for (uint32_t k = at; k < TREE_KIDS; k++)
            b->ends[k] -= right->count;
        more = branch_of(branch_new(b->node.level));
        uint32_t cut = branch_cut(at, edges);
        branch_give(b, cut, more);
        if (at > cut || cut == TREE_KIDS) {
            to = more;
            at -= cut;
        }
        to->node.count += right->count;
        for (uint32_t k = at; k < to->node.size; k++)
            to->ends[k] += right->count;
    }
    branch_move(to, at, at + 1);
    branch_put(f, to, at, right, (at ? to->ends[at - 1] : 0) + right->count);
    return more ? &more->node : NULL;
}

// --------------------------------------------------------------------------------- inserting

static void leaf_put(const TreeForm *f, TreeNode *leaf, uint32_t at, const PWord *words)
{
    assert_debug(at <= leaf->size && leaf->size < tree_room(f->columns));
    if (f->is_sorted) {
        uint32_t *firsts = tree_firsts(leaf);
        memmove(firsts + at + 1, firsts + at, (leaf->size - at) * sizeof *firsts);
        firsts[at] = (uint32_t)words[0];
    }
    for (uint32_t c = first_whole(f); c < f->columns; c++) {
        PWord *column = tree_column(leaf, f->columns, c);
        memmove(column + at + 1, column + at, (leaf->size - at) * sizeof *column);
        column[at] = words[c];
    }
    leaf->size++;
    leaf->count++;
}

// Moves the entries from `from` on to the end of another leaf.
static void leaf_give(const TreeForm *f, TreeNode *leaf, uint32_t from, TreeNode *to)
{
    uint32_t count = leaf->size - from;
    assert_debug(to->size + count <= tree_room(f->columns));
    if (f->is_sorted) {
        memcpy(tree_firsts(to) + to->size, tree_firsts(leaf) + from, count * sizeof(uint32_t));
        memset(tree_firsts(leaf) + from, 0xff, count * sizeof(uint32_t));
    }
    for (uint32_t c = first_whole(f); c < f->columns; c++)
        memcpy(tree_column(to, f->columns, c) + to->size, tree_column(leaf, f->columns, c) + from,
               count * sizeof(PWord));
    to->size = (uint16_t)(to->size + count);
    to->count = to->size;
    leaf->size = (uint16_t)from;
    leaf->count = from;
}

static TreeNode *leaf_insert(const TreeForm *f, TreeNode *leaf, uint32_t at, const PWord *words,
                             uint32_t edges)
{
    uint32_t room = tree_room(f->columns);
    if (leaf->size < room) {
        leaf_put(f, leaf, at, words);
        return NULL;
    }
    TreeNode *right = leaf_new(f);
    uint32_t cut = edges & AT_LAST ? room : edges & AT_FIRST ? 0 : room / 2;
    leaf_give(f, leaf, cut, right);
    if (at < cut || cut == 0)
        leaf_put(f, leaf, at, words);
    else
        leaf_put(f, right, at - cut, words);
    return right;
}

// The child for a new entry with number `*at`, which becomes the entry's number in the child.
static uint32_t kid_for(const TreeBranch *b, uint32_t *at, uint32_t how)
{
    if (how & BY_KEY)
        return kid_of_key(b, *at);
    uint32_t c = 0;
    for (uint32_t k = 0; k < TREE_KIDS; k++)
        c += b->ends[k] < *at;
    *at -= c ? b->ends[c - 1] : 0;
    return c;
}

// Inserts into a node that is not shared. If the node is split, returns its right half.
static TreeNode *insert(const TreeForm *f, TreeNode *node, uint32_t at, const PWord *words,
                        uint32_t how)
{
    if (node->level == 0)
        return leaf_insert(f, node, how & BY_KEY ? tree_leaf_rank(node, at) : at, words, how);
    TreeBranch *b = branch_of(node);
    uint32_t c = kid_for(b, &at, how);
    assert(c < node->size);
    uint32_t kid_how = (how & BY_KEY) | (c == 0 ? how & AT_FIRST : 0) |
                       (c + 1 == node->size ? how & AT_LAST : 0);
    TreeNode *kid = own(f, &b->kids[c]);
    TreeNode *right = insert(f, kid, at, words, kid_how);
    for (uint32_t k = c; k < node->size; k++)
        b->ends[k]++;
    node->count++;
    if (right)
        return branch_add(f, b, c, right, how);
    b->least[c] = f->is_sorted ? least_of(kid) : 0;
    return NULL;
}

static TreeNode *join(const TreeForm *f, TreeNode *left, TreeNode *right)
{
    TreeNode *root = branch_new(left->level + 1u);
    assert(root->level < TREE_MOST_LEVELS);
    branch_put(f, branch_of(root), 0, left, left->count);
    branch_put(f, branch_of(root), 1, right, left->count + right->count);
    root->size = 2;
    root->count = left->count + right->count;
    return root;
}

// A fast path for the usual insertion: at the end, into a leaf with room, and nothing is shared.
// False: nothing was done.
static bool append(const TreeForm *f, TreeNode *root, const PWord *words)
{
    TreeNode *node = root;
    for (; node->level && node_is_mine(node); node = branch_of(node)->kids[node->size - 1])
        ;
    if (node->level || node->size == tree_room(f->columns) || !node_is_mine(node))
        return false;
    if (f->is_sorted)
        tree_firsts(node)[node->size] = (uint32_t)words[0];
    for (uint32_t c = first_whole(f); c < f->columns; c++)
        tree_column(node, f->columns, c)[node->size] = words[c];
    node->size++;
    node->count++;
    node->hash = 0;
    for (node = root; node->level; node = branch_of(node)->kids[node->size - 1]) {
        branch_of(node)->ends[node->size - 1]++;
        node->count++;
        node->hash = 0;
    }
    return true;
}

void tree_insert(const TreeForm *f, TreeNode **root, uint32_t at, const PWord *words)
{
    if (at == (*root)->count && append(f, *root, words))
        return;
    TreeNode *node = own(f, root);
    assert(at <= node->count && node->count < UINT32_MAX - 1);
    uint32_t edges = (at == 0 ? AT_FIRST : 0) | (at == node->count ? AT_LAST : 0);
    TreeNode *right = insert(f, node, at, words, edges);
    if (right)
        *root = join(f, node, right);
}

void tree_put(const TreeForm *f, TreeNode **root, const PWord *words)
{
    TreeNode *node = own(f, root);
    assert(f->is_sorted && words[0] < UINT32_MAX && node->count < UINT32_MAX - 1);
    TreeNode *right = insert(f, node, (uint32_t)words[0], words, BY_KEY);
    if (right)
        *root = join(f, node, right);
}

// ---------------------------------------------------------------------------------- removing

static void leaf_take(const TreeForm *f, TreeNode *leaf, uint32_t at, PWord *words)
{
    assert(at < leaf->size);
    leaf->size--;
    leaf->count--;
    if (f->is_sorted) {
        uint32_t *firsts = tree_firsts(leaf);
        words[0] = firsts[at];
        memmove(firsts + at, firsts + at + 1, (leaf->size - at) * sizeof *firsts);
        firsts[leaf->size] = UINT32_MAX;
    }
    for (uint32_t c = first_whole(f); c < f->columns; c++) {
        PWord *column = tree_column(leaf, f->columns, c);
        words[c] = column[at];
        memmove(column + at, column + at + 1, (leaf->size - at) * sizeof *column);
    }
}

// Merges the children c and c + 1, if the resulting node still has some room.
static bool merge(const TreeForm *f, TreeBranch *b, uint32_t c)
{
    if (c + 1 >= b->node.size)
        return false;
    uint32_t room = b->node.level == 1 ? tree_room(f->columns) : TREE_KIDS;
    if (b->kids[c]->size + (uint32_t)b->kids[c + 1]->size > room / 4 * 3)
        return false;
    TreeNode *left = own(f, &b->kids[c]), *right = own(f, &b->kids[c + 1]);
    if (left->level)
        branch_give(branch_of(right), 0, branch_of(left));
    else
        leaf_give(f, right, 0, left);
    node_free(right);
    b->ends[c] = b->ends[c + 1];
    branch_move(b, c + 2, c + 1);
    return true;
}

// The child with entry number `*at`, which becomes the entry's number in the child. In a sorted
// tree `*at` is the entry's first word, and stays so.
static uint32_t kid_with(const TreeForm *f, const TreeBranch *b, uint32_t *at)
{
    if (f->is_sorted)
        return kid_of_key(b, *at);
    uint32_t c = 0;
    for (uint32_t k = 0; k < TREE_KIDS; k++)
        c += b->ends[k] <= *at;
    *at -= c ? b->ends[c - 1] : 0;
    return c;
}

static void remove_entry(const TreeForm *f, TreeNode *node, uint32_t at, PWord *words)
{
    if (node->level == 0) {
        leaf_take(f, node, f->is_sorted ? tree_leaf_rank(node, at) : at, words);
        return;
    }
    TreeBranch *b = branch_of(node);
    uint32_t c = kid_with(f, b, &at);
    assert(c < node->size);
    TreeNode *kid = own(f, &b->kids[c]);
    remove_entry(f, kid, at, words);
    for (uint32_t k = c; k < node->size; k++)
        b->ends[k]--;
    node->count--;
    if (kid->count == 0) {
        node_free(kid);
        branch_move(b, c + 1, c);
        return;
    }
    b->least[c] = f->is_sorted ? least_of(kid) : 0;
    uint32_t room = kid->level ? TREE_KIDS : tree_room(f->columns);
    if (kid->size <= room / 4 && !merge(f, b, c) && c > 0)
        merge(f, b, c - 1);
}

void tree_remove(const TreeForm *f, TreeNode **root, uint32_t at, PWord *words)
{
    TreeNode *node = own(f, root);
    assert((f->is_sorted || at < node->count) && node->count > 1);
    remove_entry(f, node, at, words);
    while (node->level && node->size == 1) {
        *root = branch_of(node)->kids[0];
        node_free(node);
        node = *root;
    }
}

// --------------------------------------------------------------------------------- fast paths

// Counts one entry more or less in the branches on the way to the leaf.
static void count_on_path(TreeNode *root, const TreeNode *leaf, uint32_t key, uint32_t change)
{
    for (TreeNode *node = root; node != leaf;) {
        TreeBranch *b = branch_of(node);
        uint32_t c = kid_of_key(b, key);
        for (uint32_t k = 0; k < TREE_KIDS; k++)
            b->ends[k] += (k >= c) & (k < node->size) ? change : 0;
        node->count += change;
        node = b->kids[c];
    }
}

bool tree_put_in(const TreeForm *f, TreeNode *root, const TreeSpot *spot, uint32_t at,
                 const PWord *words)
{
    TreeNode *leaf = (TreeNode *)spot->leaf;
    if (!spot->is_own || at == 0 || leaf->size == tree_room(f->columns))
        return false;
    leaf_put(f, leaf, at, words);
    count_on_path(root, leaf, (uint32_t)words[0], 1);
    return true;
}

bool tree_take_from(const TreeForm *f, TreeNode *root, const TreeSpot *spot, uint32_t at,
                    PWord *words)
{
    TreeNode *leaf = (TreeNode *)spot->leaf;
    if (!spot->is_own || at == 0 || leaf->size - 1u <= tree_room(f->columns) / 4)
        return false;
    leaf_take(f, leaf, at, words);
    count_on_path(root, leaf, (uint32_t)words[0], UINT32_MAX);
    return true;
}

PWord *tree_change(const TreeForm *f, TreeNode **root, uint32_t at, uint32_t column)
{
    TreeNode *node = own(f, root);
    assert(at < node->count && column < f->columns);
    while (node->level) {
        TreeBranch *b = branch_of(node);
        uint32_t c = 0;
        for (uint32_t k = 0; k < TREE_KIDS; k++)
            c += b->ends[k] <= at;
        at -= c ? b->ends[c - 1] : 0;
        node = own(f, &b->kids[c]);
    }
    return tree_column(node, f->columns, column) + at;
}

PWord *tree_change_key(const TreeForm *f, TreeNode **root, uint32_t key, uint32_t column)
{
    TreeNode *node = own(f, root);
    assert(f->is_sorted && column < f->columns && key < UINT32_MAX);
    while (node->level) {
        TreeBranch *b = branch_of(node);
        node = own(f, &b->kids[kid_of_key(b, key)]);
    }
    uint32_t i = tree_leaf_rank(node, key);
    assert(i < node->size && tree_firsts(node)[i] == key);
    return tree_column(node, f->columns, column) + i;
}

// ---------------------------------------------------------------------------------- building

// Replaces a row of nodes by the branches above them. Returns the number of branches.
static uint32_t build_level(const TreeForm *f, TreeNode **nodes, uint32_t count)
{
    uint32_t made = 0;
    for (uint32_t i = 0; i < count; made++) {
        TreeNode *branch = branch_new(nodes[i]->level + 1u);
        // A branch never has only one child: the last two branches share the remaining nodes.
        uint32_t left = count - i, size = left < TREE_KIDS ? left : TREE_KIDS;
        if (left == TREE_KIDS + 1)
            size = TREE_KIDS / 2;
        for (uint32_t k = 0; k < size; k++) {
            branch->count += nodes[i]->count;
            branch_put(f, branch_of(branch), k, nodes[i++], branch->count);
        }
        branch->size = (uint16_t)size;
        nodes[made] = branch;
    }
    return made;
}

TreeNode *tree_build(const TreeForm *f, const PWord *const *words, uint32_t count)
{
    assert(count > 0);
    uint32_t room = tree_room(f->columns), leaves = (count + room - 1) / room;
    TreeNode **nodes = malloc(leaves * sizeof *nodes);
    if (!nodes)
        die_out_of_memory(leaves * sizeof *nodes);
    for (uint32_t i = 0; i < leaves; i++) {
        TreeNode *leaf = leaf_new(f);
        uint32_t from = i * room, size = count - from < room ? count - from : room;
        for (uint32_t k = 0; f->is_sorted && k < size; k++)
            tree_firsts(leaf)[k] = (uint32_t)words[0][from + k];
        for (uint32_t c = first_whole(f); c < f->columns; c++)
            memcpy(tree_column(leaf, f->columns, c), words[c] + from, size * sizeof(PWord));
        leaf->size = (uint16_t)size;
        leaf->count = size;
        nodes[i] = leaf;
    }
    while (leaves > 1)
        leaves = build_level(f, nodes, leaves);
    TreeNode *root = nodes[0];
    free(nodes);
    return root;
}

// --------------------------------------------------------------------------------- comparing

// A position in a tree: the beginning of a node, or an entry in a leaf.
typedef struct Cursor {
    const TreeNode *nodes[TREE_MOST_LEVELS];
    uint32_t kids[TREE_MOST_LEVELS];  // kids[i]: which child of nodes[i] is nodes[i + 1]
    uint32_t top;
    uint32_t at;
} Cursor;

static const TreeNode *cursor_node(const Cursor *c)
{
    return c->nodes[c->top];
}

static void cursor_down(Cursor *c, uint32_t kid)
{
    const TreeNode *node = cursor_node(c);
    assert(node->level && kid < node->size && c->top + 1 < TREE_MOST_LEVELS);
    c->kids[c->top] = kid;
    c->nodes[++c->top] = branch_of(node)->kids[kid];
}

static void cursor_seek(Cursor *c, const TreeNode *root, uint32_t at)
{
    c->top = 0;
    c->nodes[0] = root;
    while (at > 0 && cursor_node(c)->level) {
        const TreeBranch *b = branch_of(cursor_node(c));
        uint32_t kid = 0;
        while (b->ends[kid] <= at)
            kid++;
        at -= kid ? b->ends[kid - 1] : 0;
        cursor_down(c, kid);
    }
    c->at = at;
}

// Moves to the position after the node. There must be an entry there.
static void cursor_next(Cursor *c)
{
    c->at = 0;
    while (c->top > 0) {
        c->top--;
        uint32_t kid = c->kids[c->top] + 1;
        if (kid < cursor_node(c)->size) {
            cursor_down(c, kid);
            return;
        }
    }
}

static void cursor_step(Cursor *c, uint32_t count)
{
    c->at += count;
    if (c->at == cursor_node(c)->size)
        cursor_next(c);
}

// The number of equal entries from two positions on, at most `most`.
static uint32_t same_run(const TreeForm *f, const Cursor *a, const Cursor *b, uint32_t most)
{
    uint32_t same = most;
    for (uint32_t c = first_whole(f); c < f->columns; c++) {
        const PWord *x = tree_column(cursor_node(a), f->columns, c) + a->at;
        const PWord *y = tree_column(cursor_node(b), f->columns, c) + b->at;
        for (uint32_t i = 0; i < same; i++)
            if (x[i] != y[i])
                same = i;
    }
    return same;
}

uint32_t tree_difference(const TreeForm *f, const TreeNode *a, const TreeNode *b, uint32_t from)
{
    Cursor x, y;
    uint32_t count = a->count;
    assert(b->count == count && from <= count);
    if (from == count)
        return count;
    cursor_seek(&x, a, from);
    cursor_seek(&y, b, from);
    while (from < count) {
        const TreeNode *m = cursor_node(&x), *n = cursor_node(&y);
        if (m == n && x.at == y.at) {
            from += m->count - x.at;
            cursor_next(&x);
            cursor_next(&y);
        } else if (m->level && m->level >= n->level) {
            cursor_down(&x, 0);
        } else if (n->level) {
            cursor_down(&y, 0);
        } else {
            uint32_t most = m->size - x.at < n->size - y.at ? m->size - x.at : n->size - y.at;
            uint32_t same = same_run(f, &x, &y, most);
            from += same;
            if (same < most)
                return from;
            cursor_step(&x, most);
            cursor_step(&y, most);
        }
    }
    return count;
}

// ----------------------------------------------------------------------------------- checking

static bool leaf_is_sound(const TreeForm *f, const TreeNode *leaf)
{
    const uint32_t *firsts = tree_firsts(leaf);
    for (uint32_t i = 1; f->is_sorted && i < TREE_LEAF_MORE; i++)
        if (i < leaf->size ? firsts[i - 1] >= firsts[i] : firsts[i] != UINT32_MAX)
            return false;
    return leaf->size > 0 && leaf->size <= tree_room(f->columns) && leaf->count == leaf->size;
}

bool tree_is_sound(const TreeForm *f, const TreeNode *root)
{
    if (root->level == 0)
        return leaf_is_sound(f, root);
    const TreeBranch *b = branch_of(root);
    uint32_t end = 0;
    if (root->size == 0 || root->size > TREE_KIDS)
        return false;
    for (uint32_t k = 0; k < root->size; k++) {
        const TreeNode *kid = b->kids[k];
        end += kid->count;
        if (b->ends[k] != end || kid->level + 1 != root->level || !tree_is_sound(f, kid))
            return false;
        if (f->is_sorted && (b->least[k] != least_of(kid) || (k && b->least[k - 1] >= b->least[k])))
            return false;
    }
    for (uint32_t k = root->size; k < TREE_KIDS; k++)
        if (b->ends[k] != UINT32_MAX || b->least[k] != UINT32_MAX)
            return false;
    return root->count == end;
}
