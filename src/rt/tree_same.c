// rt/tree_same.c: whether two trees have the same entries, in whatever order.
//
// Trees that came from one another share most of their nodes, although at other positions. What is
// in both is left out, level by level from the roots on. So it costs as much as what has changed
// in one of them, not as much as they are large.

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "rt/tree.h"

// Nodes of one level that only one of the trees has.
typedef struct Unshared {
    const TreeNode **nodes;
    uint32_t count, capacity;
} Unshared;

// The words of an entry, without the first one of a sorted tree.
typedef struct Entry {
    PWord words[TREE_MOST_COLUMNS];
} Entry;

typedef struct EntryList {
    Entry *entries;
    uint32_t count, capacity;
} EntryList;

static int by_address(const void *a, const void *b)
{
    uintptr_t x = (uintptr_t)*(const TreeNode *const *)a;
    uintptr_t y = (uintptr_t)*(const TreeNode *const *)b;
    return (x > y) - (x < y);
}

static int by_words(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(Entry));
}

static void add_node(Unshared *list, const TreeNode *node)
{
    MEMORY_GROW(list->nodes, list->count + 1, list->capacity);
    list->nodes[list->count++] = node;
}

static void sort_nodes(Unshared *list)
{
    if (list->count > 1)
        qsort(list->nodes, list->count, sizeof *list->nodes, by_address);
}

// Removes the nodes that are in both lists.
static void leave_out_common(Unshared *a, Unshared *b)
{
    uint32_t i = 0, j = 0, left_a = 0, left_b = 0;
    sort_nodes(a);
    sort_nodes(b);
    while (i < a->count || j < b->count) {
        if (i < a->count && j < b->count && a->nodes[i] == b->nodes[j]) {
            i++;
            j++;
        } else if (j == b->count || (i < a->count && a->nodes[i] < b->nodes[j])) {
            a->nodes[left_a++] = a->nodes[i++];
        } else {
            b->nodes[left_b++] = b->nodes[j++];
        }
    }
    a->count = left_a;
    b->count = left_b;
}

// Replaces branches by their children.
static void go_down(Unshared *list)
{
    Unshared kids = {0};
    for (uint32_t i = 0; i < list->count; i++)
        for (uint32_t k = 0; k < list->nodes[i]->size; k++)
            add_node(&kids, ((const TreeBranch *)list->nodes[i])->kids[k]);
    free(list->nodes);
    *list = kids;
}

static void add_entries(const TreeForm *f, const TreeNode *leaf, EntryList *list)
{
    MEMORY_GROW(list->entries, list->count + leaf->size, list->capacity);
    for (uint32_t i = 0; i < leaf->size; i++) {
        Entry *entry = &list->entries[list->count++];
        *entry = (Entry){{0}};
        for (uint32_t c = f->is_sorted ? 1 : 0; c < f->columns; c++)
            entry->words[c] = tree_column(leaf, f->columns, c)[i];
    }
}

static EntryList entries_of(const TreeForm *f, const Unshared *leaves)
{
    EntryList list = {0};
    for (uint32_t i = 0; i < leaves->count; i++)
        add_entries(f, leaves->nodes[i], &list);
    if (list.count > 1)
        qsort(list.entries, list.count, sizeof *list.entries, by_words);
    return list;
}

static bool leaves_have_same(const TreeForm *f, const Unshared *a, const Unshared *b)
{
    EntryList x = entries_of(f, a), y = entries_of(f, b);
    bool is_same =
        x.count == y.count &&
        (x.count == 0 || memcmp(x.entries, y.entries, x.count * sizeof *x.entries) == 0);
    free(x.entries);
    free(y.entries);
    return is_same;
}

bool tree_has_same(const TreeForm *f, const TreeNode *a, const TreeNode *b)
{
    Unshared x = {0}, y = {0};
    uint32_t level = a->level < b->level ? a->level : b->level;
    add_node(&x, a);
    add_node(&y, b);
    for (uint32_t above = a->level; above > level; above--)
        go_down(&x);
    for (uint32_t above = b->level; above > level; above--)
        go_down(&y);
    leave_out_common(&x, &y);
    for (; level > 0; level--) {
        go_down(&x);
        go_down(&y);
        leave_out_common(&x, &y);
    }
    bool is_same = leaves_have_same(f, &x, &y);
    free(x.nodes);
    free(y.nodes);
    return is_same;
}
