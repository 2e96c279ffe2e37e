// rt/value_impl.h: declarations that the value_*.c files share.

#pragma once

#include <string.h>

#include "base/err.h"
#include "base/mix.h"
#include "rt/node.h"
#include "rt/tree.h"
#include "rt/trie.h"

// -------------------------------------------------------------------------- large values

// Entries of a sequence are (element), of a set (stamp, element), of a map (stamp, key, value). The
// stamp of a hashed set or map is a place.
static inline uint32_t big_columns(const BigNode *big)
{
    assert_debug(big->head.kind >= NODE_SEQ && big->head.kind <= NODE_MAP && !big->capacity);
    return big->head.kind - NODE_SEQ + 1u;
}

static inline PWord big_word(const BigNode *big, uint32_t column, uint32_t i)
{
    assert_debug(i < big->count && column < big_columns(big));
    const TreeNode *leaf = tree_leaf(big->order, &i);
    return tree_column(leaf, big_columns(big), column)[i];
}

// Whether it is a set or map that is sorted by the hashes of its keys.
static inline bool big_is_hashed(const BigNode *big)
{
    return !big->index && big->head.kind != NODE_SEQ;
}

static inline PWord big_key(const BigNode *big, uint32_t i)
{
    return big_word(big, big_columns(big) > 1, i);
}

// -------------------------------------------------------------------------------- views

// A value by content: an `any` is replaced by its content, and null of any type has the kind
// P_TYPE_NULL.
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

// Whether the value has parts.
static inline bool view_is_deep(const View *v)
{
    return v->kind >= P_TYPE_SEQ;
}

// The number of parts: elements; keys and values of a map, alternating; parts of a tuple.
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
        // A tuple that was moved out of its slot leaves 0 there.
        const TupleNode *tuple = node_of(v->word);
        return view_of(p, parts[i], tuple ? tuple->parts[i] : 0);
    }
    const ListNode *list = node_of(v->word);
    if (list_is_big(list)) {
        const BigNode *big = node_of(v->word);
        if (v->kind != P_TYPE_MAP)
            return view_of(p, parts[0], big_key(big, (uint32_t)i));
        return view_of(p, parts[i % 2], big_word(big, i % 2 ? 2 : 1, (uint32_t)(i / 2)));
    }
    const PWord *items = list->items + list->first;
    if (v->kind != P_TYPE_MAP)
        return view_of(p, parts[0], items[i]);
    return i % 2 == 0 ? view_of(p, parts[0], items[i / 2])
                      : view_of(p, parts[1], items[list->capacity + i / 2]);
}

// ------------------------------------------------------------------------ hash, equality

static inline uint64_t hash_seal(PTypeKind kind, uint64_t content)
{
    return mix64(content + (uint64_t)(kind + 1) * 0x9e3779b97f4a7c15u);
}

// Whether two values of the kind are equal if and only if their words are.
static inline bool kind_is_plain(PTypeKind kind)
{
    return kind <= P_TYPE_INT || kind == P_TYPE_EVENT || kind == P_TYPE_ENUM;
}

static inline PTypeKind kind_to_compare(PTypeKind kind)
{
    return kind == P_TYPE_ENUM ? P_TYPE_INT : kind;
}

// As p_hash, without a call for the usual keys: words that are not null.
static inline uint64_t key_hash(const PProgram *p, uint32_t type, PWord key)
{
    PTypeKind kind = p->types[type].kind;
    PWord word = key & p_key_bits(kind);
    return word ? hash_seal(kind_to_compare(kind), word) : p_hash(p, type, key);
}

// Whether a key equals the wanted one.
static inline bool key_is(const PProgram *p, uint32_t type, PWord a, PWord b)
{
    PTypeKind kind = p->types[type].kind;
    if (a == b)
        return true;
    if (kind_is_plain(kind))
        return false;
    if (kind == P_TYPE_MACHINE)
        return P_MACHINE_ID(a) == P_MACHINE_ID(b);
    return p_equal(p, type, a, type, b);
}

bool value_equal(const PProgram *p, View a, View b);
uint64_t value_hash(const PProgram *p, View v);

// Whether two types are the same enum or foreign type, by name.
bool type_is_same(const PType *a, const PType *b);

// ---------------------------------------------------------------------------- descending

// Values can be nested deeper than the C stack allows. So functions that traverse a value use a
// ValuePath as their stack: first in the C frame, then on the heap.

enum { PATH_INLINE = 16 };

typedef struct PathStep {
    View a, b;         // b only for comparisons
    uint64_t i;        // index of the next part
    uint64_t size;
    uint64_t sum, key;     // for hashing
    const TreeNode *leaf;  // for hashing: only this leaf of `a`; or NULL
} PathStep;

typedef struct ValuePath {
    PathStep *steps;
    size_t count, capacity;
    PathStep first[PATH_INLINE];
} ValuePath;

static inline void path_init(ValuePath *path)
{
    path->steps = path->first;
    path->count = 0;
    path->capacity = PATH_INLINE;
}

void path_grow(ValuePath *path);

static inline PathStep *path_push(ValuePath *path, View a)
{
    if (path->count == path->capacity)
        path_grow(path);
    PathStep *step = &path->steps[path->count++];
    step->a = a;
    step->i = 0;
    step->size = view_size(&a);
    step->sum = 0;
    step->leaf = NULL;
    return step;
}

static inline PathStep *path_top(ValuePath *path)
{
    assert_debug(path->count > 0);
    return &path->steps[path->count - 1];
}

void path_drop(ValuePath *path);

// ---------------------------------------------------------------------------------- lists

static inline size_t list_size(uint32_t capacity, uint32_t width, uint32_t index_bits)
{
    size_t size = sizeof(ListNode) + (size_t)capacity * width * sizeof(PWord);
    if (index_bits)
        size += ((size_t)1 << index_bits) * sizeof(uint64_t) + (size_t)capacity * sizeof(uint32_t);
    return size;
}

// A new list with room for elements only (width 1), or keys and values (width 2).
ListNode *list_new(NodeKind kind, uint32_t capacity, uint32_t index_bits);

// A copy of the whole node. The parts are not retained: the caller replaces them.
ListNode *list_copy(const ListNode *list, uint32_t width);

// ---------------------------------------------------------------------------- large lists

// Makes a large value safe to change: copies its first node if it is shared.
BigNode *big_own(const PProgram *p, uint32_t type, PWord *place);

// Converts a value from an array to a tree, and back.
void big_begin(const PProgram *p, uint32_t type, PWord *place);
void big_end(const PProgram *p, uint32_t type, PWord *place);

// Build a new value of at least LIST_FLAT entries, and a sequence. They take the words; the keys
// must be different.
PWord big_build(const PProgram *p, uint32_t type, const PWord *keys, const PWord *values,
                uint32_t count);

PWord big_seq(const PWord *words, uint32_t count);

// The words of one column, in order. The caller frees the memory.
PWord *big_list(const BigNode *big, uint32_t column);

// The location of an entry of a set or map.
typedef struct BigPlace {
    PWord word;     // its word in the index; the lower half is the stamp, or the place
    TreeSpot spot;  // its leaf, which is not its own if the BigNode is shared
    uint32_t at;    // the index of the entry in the leaf
} BigPlace;

// `hash`: half of the key's hash. False: `out` is where the key would be in a hashed set or map.
bool big_find(const PProgram *p, uint32_t type, const BigNode *big, PWord key, uint32_t hash,
              BigPlace *out);
// The number of the `skip`-th entry whose key has the hash; or NOT_FOUND.
uint32_t big_candidate(const BigNode *big, uint64_t hash, uint32_t skip);
// Takes key and value. `at` is from big_find.
void big_append(const PProgram *p, uint32_t type, PWord *place, PWord key, uint32_t hash,
                PWord value, BigPlace *at);
// Gives key and value to the caller.
void big_remove(const PProgram *p, uint32_t type, PWord *place, BigPlace *at, PWord *key,
                PWord *value);
// The address of the value of an entry, which the caller may change.
PWord *big_value(const PProgram *p, uint32_t type, PWord *place, BigPlace *at);

// The same for hashed sets and maps; `big` is not shared.
bool hashed_find(const PProgram *p, uint32_t type, const BigNode *big, PWord key, uint32_t hash,
                 BigPlace *out);
uint32_t hashed_candidate(const BigNode *big, uint32_t hash, uint32_t skip);
TreeNode *hashed_build(const PProgram *p, uint32_t type, const PWord *keys, const PWord *values,
                       uint32_t count);
void hashed_add(const PProgram *p, uint32_t type, BigNode *big, const BigPlace *at, PWord key,
                PWord value);
void hashed_remove(const PProgram *p, uint32_t type, BigNode *big, const BigPlace *at,
                   PWord words[]);

// Memory of malloc, for a moment.
void *big_alloc(size_t size);

// Visits the entries of a set or map whose key may have the hash: all entries, if there is no
// index.
#define NOT_FOUND UINT32_MAX

typedef struct Search {
    const ListNode *list;
    uint32_t width;
    uint64_t hash;
    uint64_t tried;  // 0 at first
} Search;

uint32_t search_next(Search *s);  // a position, or NOT_FOUND at the end

// The part of a hash that is stored in indexes.
static inline uint32_t half_hash(uint64_t hash)
{
    return (uint32_t)(hash >> 32);
}

// Retains `count` words of one type at `items`.
void words_retain(const PProgram *p, uint32_t type, const PWord *items, uint32_t count);

// ---------------------------------------------------------------------------------- text

// Whether the sequence, or the keys or values of the map, have an element i; else it fails.
bool seq_check(PWord collection, int64_t i, PRequest *ask);

// A value as text; cut, with "..." at the end, if it is too long for the array.
const char *value_text(const PProgram *p, uint32_t type, PWord value, char *text, size_t size);

// Writes a float as P prints it; returns the size.
enum { FLOAT_TEXT_MAX = 40 };
size_t float_text(double number, char text[FLOAT_TEXT_MAX]);
