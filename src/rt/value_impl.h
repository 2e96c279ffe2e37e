// rt/value_impl.h: what the files of values share among themselves.

#pragma once

#include <string.h>

#include "base/err.h"
#include "rt/node.h"

// -------------------------------------------------------------------------------- views

// A value as it is seen by content: what an `any` holds instead of the `any`, and
// null of every type as P_TYPE_NULL.
typedef struct View {
    const PType *type;
    PWord word;
    PTypeKind kind;
} View;

static inline View view_of(const PProgram *p, uint32_t type, PWord word)
{
    assert_debug(type < p->type_count);
    const PType *t = &p->types[type];
    if (t->kind == P_TYPE_ANY && word) {
        const BoxNode *box = node_of(word);
        assert_debug(box->type < p->type_count && p->types[box->type].kind != P_TYPE_ANY);
        t = &p->types[box->type];
        word = box->value;
    }
    PTypeKind kind = t->kind;
    if ((word == 0 && (kind == P_TYPE_EVENT || kind == P_TYPE_FOREIGN || kind == P_TYPE_ANY)) ||
        (kind == P_TYPE_MACHINE && P_MACHINE_ID(word) == 0))
        kind = P_TYPE_NULL;
    return (View){.type = t, .word = word, .kind = kind};
}

// Whether the value has parts of its own to go through.
static inline bool view_is_deep(const View *v)
{
    return v->kind >= P_TYPE_SEQ;
}

// How many parts: elements; keys and values of a map, alternating; parts of a tuple.
static inline uint64_t view_size(const View *v)
{
    if (v->kind == P_TYPE_TUPLE || v->kind == P_TYPE_NTUPLE)
        return v->type->count;
    uint64_t count = p_size(v->word);
    return v->kind == P_TYPE_MAP ? 2 * count : count;
}

static inline View view_part(const PProgram *p, const View *v, uint64_t i)
{
    assert_debug(i < view_size(v));
    const uint32_t *parts = v->type->parts;
    if (v->kind == P_TYPE_TUPLE || v->kind == P_TYPE_NTUPLE) {
        // A tuple that was moved out of its place has left 0 there.
        const TupleNode *tuple = node_of(v->word);
        return view_of(p, parts[i], tuple ? tuple->parts[i] : 0);
    }
    const ListNode *list = node_of(v->word);
    const PWord *items = list->items + list->first;
    if (v->kind != P_TYPE_MAP)
        return view_of(p, parts[0], items[i]);
    return i % 2 == 0 ? view_of(p, parts[0], items[i / 2])
                      : view_of(p, parts[1], items[list->capacity + i / 2]);
}

// ------------------------------------------------------------------------ hash, equality

static inline uint64_t hash_mix(uint64_t x)
{
    x ^= x >> 32;
    x *= 0xd6e8feb86659fd93u;
    x ^= x >> 32;
    x *= 0xd6e8feb86659fd93u;
    x ^= x >> 32;
    return x;
}

static inline uint64_t hash_seal(PTypeKind kind, uint64_t content)
{
    return hash_mix(content + (uint64_t)(kind + 1) * 0x9e3779b97f4a7c15u);
}

// Whether the words of a kind are the same if and only if the values are.
static inline bool kind_is_plain(PTypeKind kind)
{
    return kind <= P_TYPE_INT || kind == P_TYPE_EVENT || kind == P_TYPE_ENUM;
}

bool value_equal(const PProgram *p, View a, View b);
uint64_t value_hash(const PProgram *p, View v);

// Whether two types are one: the same enum or foreign type, by name.
bool type_is_same(const PType *a, const PType *b);

// ---------------------------------------------------------------------------- descending

// Values can be nested deeper than the C stack allows, so whoever goes through
// one keeps its way in a stack of its own: first in its frame, then on the heap.

enum { PATH_INLINE = 16 };

typedef struct PathStep {
    View a, b;         // b for those who compare
    uint64_t i;        // the part that comes next
    uint64_t size;
    uint64_t sum, key; // for hashing
} PathStep;

typedef struct Path {
    PathStep *steps;
    size_t count, capacity;
    PathStep first[PATH_INLINE];
} Path;

static inline void path_init(Path *path)
{
    path->steps = path->first;
    path->count = 0;
    path->capacity = PATH_INLINE;
}

void path_grow(Path *path);

static inline PathStep *path_push(Path *path, View a)
{
    if (path->count == path->capacity)
        path_grow(path);
    PathStep *step = &path->steps[path->count++];
    step->a = a;
    step->i = 0;
    step->size = view_size(&a);
    step->sum = 0;
    return step;
}

static inline PathStep *path_top(Path *path)
{
    assert_debug(path->count > 0);
    return &path->steps[path->count - 1];
}

void path_drop(Path *path);

// ---------------------------------------------------------------------------------- lists

static inline size_t list_size(uint32_t capacity, uint32_t width, uint32_t index_bits)
{
    size_t size = sizeof(ListNode) + (size_t)capacity * width * sizeof(PWord);
    if (index_bits)
        size += ((size_t)1 << index_bits) * sizeof(uint64_t) + (size_t)capacity * sizeof(uint32_t);
    return size;
}

// Room for elements only (width 1), or keys and values (width 2).
ListNode *list_new(NodeKind kind, uint32_t capacity, uint32_t index_bits);

// A copy of the whole node, for somebody who replaces the parts: they are not
// retained.
ListNode *list_copy(const ListNode *list, uint32_t width);

// Goes through the entries of a set or map that may have a key with the hash: all
// of them, where there is no index.
#define NOT_FOUND UINT32_MAX

typedef struct Search {
    const ListNode *list;
    uint32_t width;
    uint64_t hash;
    uint64_t tried;  // 0 at first
} Search;

uint32_t search_next(Search *s);  // a position, or NOT_FOUND at the end

// Retains all parts of one kind, at `items`.
void words_retain(const PProgram *p, uint32_t type, const PWord *items, uint32_t count);

// ---------------------------------------------------------------------------------- text

// A value as text, cut with "..." where it gets too long for the array.
const char *value_text(const PProgram *p, uint32_t type, PWord value, char *text, size_t size);

// A float as P prints it; returns the size.
enum { FLOAT_TEXT_MAX = 40 };
size_t float_text(double number, char text[FLOAT_TEXT_MAX]);
