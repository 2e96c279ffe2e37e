// check/engine/intern_big.c: large values that exist once.
//
// A large value is a tree, interned as one value, by its entries. A tree node that is interned
// already stores the hash of its entries and the machines that they refer to, so only nodes
// that have changed since are visited. The hash of a sequence of entries is a polynomial, in
// two lanes, modulo a prime: it can be combined from the hashes of subsequences, and does not
// depend on where the sequence was divided. For a set or map whose order does not count, the base
// of the polynomial is 1: it is the sum of the entries' hashes.

#include "check/engine/intern_impl.h"
#include "rt/trie.h"

bool value_is_big(const PProgram *p, uint32_t type, PWord node)
{
    PTypeKind kind = p->types[type].kind;
    return kind >= P_TYPE_SEQ && kind <= P_TYPE_MAP && list_is_big(node_of(node));
}

#define PRIME ((UINT64_C(1) << 61) - 1)
#define LANE_BASE UINT64_C(0x0b4711c9e3779b97)

enum { MARK_LANES, MARK_POWER = 2, MARK_REFS };  // indexes in TreeNode.marks

static uint64_t times(uint64_t a, uint64_t b)
{
    __extension__ typedef unsigned __int128 Wide;
    Wide product = (Wide)a * b;
    uint64_t sum = (uint64_t)(product & PRIME) + (uint64_t)(product >> 61);
    return sum >= PRIME ? sum - PRIME : sum;
}

// Appends a sequence with the given hash to the one hashed in `marks`.
static void lanes_add(uint64_t marks[], const uint64_t lanes[2], uint64_t power)
{
    for (int i = 0; i < 2; i++)
        marks[MARK_LANES + i] = (times(marks[MARK_LANES + i], power) + lanes[i]) % PRIME;
    marks[MARK_POWER] = times(marks[MARK_POWER], power);
}

static const Refs *tree_refs(const TreeNode *node)
{
    static const Refs none;
    const Refs *refs = node_of(node->marks[MARK_REFS]);
    return refs ? refs : &none;
}

static void intern_entry(Stepper *h, const TreeForm *f, TreeNode *leaf, uint32_t i, uint64_t base)
{
    uint32_t content = h->content_count;
    for (uint32_t c = f->is_sorted ? 1 : 0; c < f->columns; c++) {
        PWord *word = tree_column(leaf, f->columns, c) + i;
        *word = intern_value(h, f->types[c], *word);
    }
    Hash hash = hash_words(h->content + content, h->content_count - content);
    h->content_count = content;
    lanes_add(leaf->marks, (uint64_t[]){hash.lo % PRIME, hash.hi % PRIME}, base);
}

// Interns the entries, and computes the hash of each node.
static void intern_tree(Stepper *h, const TreeForm *f, TreeNode *node, uint64_t base)
{
    if (node_is_interned(node_word(node))) {
        pack_add_refs(h, tree_refs(node));
        return;
    }
    node->marks[MARK_LANES] = node->marks[MARK_LANES + 1] = 0;
    node->marks[MARK_POWER] = 1;
    for (uint32_t i = 0; node->level == 0 && i < node->size; i++)
        intern_entry(h, f, node, i, base);
    for (uint32_t k = 0; node->level > 0 && k < node->size; k++) {
        TreeNode *kid = ((TreeBranch *)node)->kids[k];
        intern_tree(h, f, kid, base);
        lanes_add(node->marks, &kid->marks[MARK_LANES], kid->marks[MARK_POWER]);
    }
}

void big_intern(Stepper *h, uint32_t type, PWord node)
{
    BigNode *big = node_of(node);
    TreeForm form = big_form(h->engine->program, type);
    intern_tree(h, &form, big->order, h->engine->program->types[type].is_unordered ? 1 : LANE_BASE);
    pack_content(h, big->count);
    pack_content(h, big->order->marks[MARK_LANES]);
    pack_content(h, big->order->marks[MARK_LANES + 1]);
}

bool big_is_same(const PProgram *p, uint32_t type, PWord a, PWord b)
{
    const BigNode *x = node_of(a), *y = node_of(b);
    if (!value_is_big(p, type, a) || !value_is_big(p, type, b) || x->count != y->count)
        return false;
    TreeForm form = big_form(p, type);
    // Equal values in them are equal words by now.
    return p->types[type].is_unordered
               ? tree_has_same(&form, x->order, y->order)
               : tree_difference(&form, x->order, y->order, 0) == x->count;
}

static void add_word_refs(Stepper *h, uint32_t type, PWord word)
{
    PTypeKind kind = h->engine->program->types[type].kind;
    if (kind == P_TYPE_MACHINE && P_MACHINE_ID(word))
        pack_add_ref(h, P_MACHINE_ID(word));
    if (!p_kind_is_node(kind) || !word)
        return;
    uint32_t id = (uint32_t)(uintptr_t)map_get(&h->engine->value_of, word);
    assert(id != 0);
    pack_add_refs(h, &value_by_id(h->engine, id)->refs);
}

// The machines that a node refers to: often the same list as one of its children has.
static const Refs *find_tree_refs(Stepper *h, const TreeForm *f, const TreeNode *node)
{
    uint32_t base = h->ref_base, first = h->ref_count, limit = h->ref_limit;
    const Refs *found = NULL;

    h->ref_base = first;
    h->ref_limit = 0;
    for (uint32_t c = f->is_sorted ? 1 : 0; node->level == 0 && c < f->columns; c++)
        for (uint32_t i = 0; i < node->size; i++)
            add_word_refs(h, f->types[c], tree_column(node, f->columns, c)[i]);
    for (uint32_t k = 0; node->level > 0 && k < node->size; k++)
        pack_add_refs(h, tree_refs(((const TreeBranch *)node)->kids[k]));
    pack_fold_refs(h);
    for (uint32_t k = 0; node->level > 0 && k < node->size && !found; k++) {
        const Refs *refs = tree_refs(((const TreeBranch *)node)->kids[k]);
        found = refs->count == h->ref_count - first ? refs : NULL;
    }
    if (!found && h->ref_count > first) {
        Refs refs = pack_keep_refs(h);
        found = engine_keep(h->engine, &refs, sizeof refs);
    }
    h->ref_count = first;
    h->ref_base = base;
    h->ref_limit = limit;
    return found;
}

static void keep_node(Engine *e, PNode *node, size_t size)
{
    __atomic_store_n(&node->count, INTERNED, __ATOMIC_RELAXED);
    GROW(e->tree_nodes, e->tree_node_count, e->tree_node_capacity);
    e->tree_nodes[e->tree_node_count++] = node;
    uint64_t bytes = size + sizeof *e->tree_nodes;
    e->arena_bytes += bytes;
    e->value_bytes += bytes;
}

// Marks all nodes of a tree that are not interned yet. `has_refs`: the tree refers to machines.
static void keep_tree(Stepper *h, const TreeForm *f, TreeNode *node, bool has_refs)
{
    if (node_is_interned(node_word(node)))
        return;
    for (uint32_t k = 0; node->level > 0 && k < node->size; k++)
        keep_tree(h, f, ((TreeBranch *)node)->kids[k], has_refs);
    node->marks[MARK_REFS] = has_refs ? node_word(find_tree_refs(h, f, node)) : 0;
    keep_node(h->engine, &node->head, tree_node_size(node, f->columns));
}

static void keep_index(Engine *e, TrieNode *node)
{
    if (!node || node_is_interned(node_word(node)))
        return;
    for (uint32_t k = 0; k < TRIE_KIDS; k++)
        keep_index(e, trie_kid(node, k));
    keep_node(e, &node->head, trie_node_size(node));
}

void big_keep(Stepper *h, uint32_t type, PWord node, const Refs *refs)
{
    BigNode *big = node_of(node);
    TreeForm form = big_form(h->engine->program, type);
    keep_tree(h, &form, big->order, refs->count > 0);
    keep_index(h->engine, big->index);
}
