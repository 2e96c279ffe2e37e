// rt/value_check.c: checks that a word from foreign C is a value of its type.
//
// Foreign C can pass anything as a value: a number instead of a string, a tuple with too few
// parts, any pointer. A pointer is tested before it is followed: it must be aligned, point to
// mapped memory, and point to a node of the right kind.

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "rt/value_impl.h"

enum {
    DEPTH_MAX = 1000,    // deeper parts are not checked
    PAGE_BITS = 12,      // pages of 4 KiB, the smallest size
    PAGES_KNOWN = 64,
};

#define LOWEST ((PWord)1 << PAGE_BITS)
#define HIGHEST ((PWord)1 << 56)

// Caches pages that are mapped, so that most tests need no system call.
static bool is_mapped(PWord word)
{
    static _Thread_local PWord known[PAGES_KNOWN];
    PWord page = word >> PAGE_BITS;
    PWord *place = &known[page % PAGES_KNOWN];
    unsigned char resident;

    if (*place == page)
        return true;
    long size = sysconf(_SC_PAGESIZE);
    void *start = (void *)(uintptr_t)(word & ~((PWord)size - 1));
    if (mincore(start, 1, &resident) != 0 && errno == ENOMEM)
        return false;
    *place = page;
    return true;
}

static const PNode *node_at(PWord word, NodeKind kind)
{
    if (word % sizeof(PWord) != 0 || word < LOWEST || word >= HIGHEST || !is_mapped(word))
        return NULL;
    const PNode *node = node_of(word);
    return node->kind == kind ? node : NULL;
}

static bool is_elem(const PType *t, PWord word)
{
    for (uint32_t i = 0; i < t->elem_count; i++)
        if (t->elems[i].value == (int64_t)word)
            return true;
    return false;
}

// ------------------------------------------------------------------------------------ wholes

static uint32_t fault(const PProgram *p, uint32_t type, PWord word, int depth);

// The first fault among words of one type, or P_NONE.
static uint32_t fault_of_all(const PProgram *p, uint32_t type, const PWord *words, uint32_t count,
                             int depth)
{
    uint32_t found = P_NONE;
    for (uint32_t i = 0; i < count && found == P_NONE; i++)
        found = fault(p, type, words[i], depth);
    return found;
}

// Checks a node of a tree, which must have this level, and everything below it.
static uint32_t tree_fault(const PProgram *p, uint32_t type, PWord word, uint32_t level, int depth)
{
    const PType *t = &p->types[type];
    uint32_t columns = t->kind - P_TYPE_SEQ + 1u, found = P_NONE;
    const TreeNode *node = (const TreeNode *)node_at(word, level ? NODE_BRANCH : NODE_LEAF);
    if (!node || node->level != level || node->size > (level ? TREE_KIDS : tree_room(columns)))
        return type;
    for (uint32_t k = 0; level && k < node->size && found == P_NONE; k++)
        found = tree_fault(p, type, node_word(((const TreeBranch *)node)->kids[k]), level - 1,
                           depth);
    if (level)
        return found;
    const PWord *keys = tree_column(node, columns, columns > 1);
    found = fault_of_all(p, t->parts[0], keys, node->size, depth);
    if (columns == 3 && found == P_NONE)
        found = fault_of_all(p, t->parts[1], tree_column(node, columns, 2), node->size, depth);
    return found;
}

static uint32_t big_fault(const PProgram *p, uint32_t type, PWord word, int depth)
{
    const BigNode *big = node_of(word);
    const TreeNode *root = (const TreeNode *)node_at(node_word(big->order), NODE_BRANCH);
    if (!root || root->count != big->count || root->level >= TREE_MOST_LEVELS)
        return type;
    return tree_fault(p, type, node_word(root), root->level, depth);
}

static uint32_t list_fault(const PProgram *p, uint32_t type, PWord word, NodeKind kind, int depth)
{
    const PType *t = &p->types[type];
    const ListNode *list = (const ListNode *)node_at(word, kind);
    if (list && list_is_big(list) && list->count > LIST_FLAT)
        return big_fault(p, type, word, depth);
    if (!list || list->count > list->capacity || list->first > list->capacity - list->count)
        return type;
    const PWord *items = list->items + list->first;
    uint32_t found = fault_of_all(p, t->parts[0], items, list->count, depth);
    if (kind == NODE_MAP && found == P_NONE)
        found = fault_of_all(p, t->parts[1], items + list->capacity, list->count, depth);
    return found;
}

// A tuple does not store its number of parts, but the size of its memory shows it, unless the
// tuple is large.
static uint32_t tuple_fault(const PProgram *p, uint32_t type, PWord word, int depth)
{
    const PType *t = &p->types[type];
    const TupleNode *tuple = (const TupleNode *)node_at(word, NODE_TUPLE);
    if (!tuple)
        return type;
    size_t wanted = (sizeof *tuple + t->count * sizeof(PWord)) / NODE_UNIT;
    if (tuple->head.units && tuple->head.units != wanted)
        return type;
    uint32_t found = P_NONE;
    for (uint32_t i = 0; i < t->count && found == P_NONE; i++)
        found = fault(p, t->parts[i], tuple->parts[i], depth);
    return found;
}

static uint32_t any_fault(const PProgram *p, uint32_t type, PWord word, int depth)
{
    const BoxNode *box = (const BoxNode *)node_at(word, NODE_BOX);
    if (!box || box->type >= p->type_count || p->types[box->type].kind == P_TYPE_ANY)
        return type;
    return fault(p, box->type, box->value, depth);
}

static bool is_foreign(const PType *t, PWord word)
{
    const ForeignNode *node = (const ForeignNode *)node_at(word, NODE_FOREIGN);
    return node && (node->type == t->foreign || strcmp(node->type->name, t->name) == 0);
}

// The type that the word, or a part of it, should have and does not; P_NONE if it is valid.
static uint32_t fault(const PProgram *p, uint32_t type, PWord word, int depth)
{
    const PType *t = &p->types[type];
    bool fits = true;
    if (depth >= DEPTH_MAX || (word == 0 && t->kind < P_TYPE_TUPLE && t->kind != P_TYPE_ENUM))
        return P_NONE;
    switch (t->kind) {
    case P_TYPE_NULL:
        fits = false;
        break;
    case P_TYPE_BOOL:
        fits = word == 1;
        break;
    case P_TYPE_EVENT:
        fits = word < p->event_count;
        break;
    case P_TYPE_MACHINE:
        fits = word >> 32 <= p->set_count;
        break;
    case P_TYPE_ENUM:
        fits = is_elem(t, word);
        break;
    case P_TYPE_STRING:
        fits = node_at(word, NODE_TEXT) != NULL;
        break;
    case P_TYPE_FOREIGN:
        fits = is_foreign(t, word);
        break;
    case P_TYPE_ANY:
        return any_fault(p, type, word, depth + 1);
    case P_TYPE_SEQ:
        return list_fault(p, type, word, NODE_SEQ, depth + 1);
    case P_TYPE_SET:
        return list_fault(p, type, word, NODE_SET, depth + 1);
    case P_TYPE_MAP:
        return list_fault(p, type, word, NODE_MAP, depth + 1);
    case P_TYPE_TUPLE:
    case P_TYPE_NTUPLE:
        return tuple_fault(p, type, word, depth + 1);
    case P_TYPE_INT:
    case P_TYPE_FLOAT:
        break;
    }
    return fits ? P_NONE : type;
}

const char *value_fault(const PProgram *p, uint32_t type, PWord word)
{
    uint32_t found = fault(p, type, word, 0);
    return found == P_NONE ? NULL : p->types[found].name;
}
