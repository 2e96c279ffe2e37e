// rt/value_share.c: marks values that a second thread may see.
//
// The owners of a marked node are counted atomically. Everything that a marked node holds is
// marked, so the walk stops at nodes that are: a large value of which little has changed since
// it was shared before costs little. A node loses its mark when its only owner changes it
// (node_is_mine).

#include <stdlib.h>

#include "rt/value_impl.h"

// A node whose parts must be marked. A tree is given by the type of the value that contains it.
typedef struct Waiting {
    PNode *node;
    uint32_t type;
    bool is_tree;
} Waiting;

typedef struct Sharing {
    const PProgram *p;
    Waiting *waiting;
    size_t count, capacity;
} Sharing;

// Marks the node. False if it was marked before, or is never freed.
static bool mark(PNode *node)
{
    uint32_t now = __atomic_load_n(&node->count, __ATOMIC_RELAXED);
    assert_debug(now > 0);
    if (now >= P_SHARED)
        return false;
    __atomic_store_n(&node->count, now | P_SHARED, __ATOMIC_RELAXED);
    return true;
}

static void wait(Sharing *s, Waiting w)
{
    if (s->count == s->capacity) {
        s->capacity = s->capacity ? 2 * s->capacity : 64;
        s->waiting = realloc(s->waiting, s->capacity * sizeof *s->waiting);
        if (!s->waiting)
            die_out_of_memory(s->capacity * sizeof *s->waiting);
    }
    s->waiting[s->count++] = w;
}

static void share_word(Sharing *s, uint32_t type, PWord word)
{
    assert_debug(type < s->p->type_count);
    PTypeKind kind = s->p->types[type].kind;
    if (word && p_kind_is_node(kind) && mark(node_of(word)) && kind != P_TYPE_STRING)
        wait(s, (Waiting){.node = node_of(word), .type = type});
}

static void share_words(Sharing *s, uint32_t type, const PWord *words, uint32_t count)
{
    if (!p_kind_is_node(s->p->types[type].kind))
        return;
    for (uint32_t i = 0; i < count; i++)
        share_word(s, type, words[i]);
}

static void share_tree(Sharing *s, TreeNode *node, uint32_t type)
{
    if (mark(&node->head))
        wait(s, (Waiting){.node = &node->head, .type = type, .is_tree = true});
}

static void share_index(TrieNode *node)
{
    if (!node || !mark(&node->head))
        return;
    for (uint32_t k = 0; k < TRIE_KIDS; k++)
        share_index(trie_kid(node, k));
}

static void share_tree_parts(Sharing *s, const Waiting *w)
{
    const TreeNode *node = (const TreeNode *)w->node;
    const PType *t = &s->p->types[w->type];
    for (uint32_t k = 0; node->level > 0 && k < node->size; k++)
        share_tree(s, ((const TreeBranch *)node)->kids[k], w->type);
    if (node->level > 0)
        return;
    uint32_t columns = t->kind - P_TYPE_SEQ + 1u;
    share_words(s, t->parts[0], tree_column(node, columns, columns > 1), node->size);
    if (t->kind == P_TYPE_MAP)
        share_words(s, t->parts[1], tree_column(node, columns, 2), node->size);
}

static void share_list(Sharing *s, uint32_t type, const ListNode *list)
{
    const PType *t = &s->p->types[type];
    if (list_is_big(list)) {
        const BigNode *big = (const BigNode *)list;
        share_tree(s, big->order, type);
        share_index(big->index);
        return;
    }
    const PWord *items = list->items + list->first;
    share_words(s, t->parts[0], items, list->count);
    if (t->kind == P_TYPE_MAP)
        share_words(s, t->parts[1], items + list->capacity, list->count);
}

static void share_parts(Sharing *s, const Waiting *w)
{
    const PType *t = &s->p->types[w->type];
    if (w->is_tree) {
        share_tree_parts(s, w);
    } else if (t->kind == P_TYPE_ANY) {
        const BoxNode *box = (const BoxNode *)w->node;
        share_word(s, box->type, box->value);
    } else if (t->kind == P_TYPE_SEQ || t->kind == P_TYPE_SET || t->kind == P_TYPE_MAP) {
        share_list(s, w->type, (const ListNode *)w->node);
    } else if (t->kind == P_TYPE_TUPLE || t->kind == P_TYPE_NTUPLE) {
        const TupleNode *tuple = (const TupleNode *)w->node;
        for (uint32_t i = 0; i < t->count; i++)
            share_word(s, t->parts[i], tuple->parts[i]);
    }
}

void value_share_node(const PProgram *p, uint32_t type, PWord node)
{
    Sharing s = {.p = p};
    share_word(&s, type, node);
    while (s.count > 0) {
        Waiting next = s.waiting[--s.count];
        share_parts(&s, &next);
    }
    free(s.waiting);
}
