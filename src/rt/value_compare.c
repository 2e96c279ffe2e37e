// rt/value_compare.c: equality, total order and hash of values.
//
// Values are compared by content: an `any` is compared as its content, a seq[any] of ints equals
// a seq[int] with the same elements, and null of one type equals null of another. An element of
// an enum is its number, as in P; this is visible in an `any`. Values of other different kinds
// are never equal: an int does not equal a float. A float equals itself, NaN too, and 0.0 equals
// -0.0, so that floats can be keys.
//
// The order of a set or map does not matter. Its hash is a sum; equality looks up each entry in
// the other; the total order is by size, then by hash.

#include <stdlib.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "base/err.h"
#include "rt/value_impl.h"

// ---------------------------------------------------------------------------------- hash

// The bits of a float; equal floats have the same.
static uint64_t float_bits(PWord word)
{
    double number = p_float(word);
    if (number == 0)
        return 0;
    return number != number ? 0x7ff8000000000000u : word;
}

static uint64_t text_hash(PWord string)
{
    size_t size;
    uint64_t count;
    const char *text = p_string_text(string, &size);
    const TextName *names = text_names(string, &count);
    if (!count)
        return hash_seal(P_TYPE_STRING, XXH3_64bits(text, size));
    Buf skeleton = {0};
    text_skeleton(string, &skeleton);
    uint64_t hash = XXH3_64bits(buf_text(&skeleton), skeleton.size);
    buf_drop(&skeleton);
    for (uint64_t i = 0; i < count; i++)
        hash = hash_seal(P_TYPE_STRING, hash + names[i].machine);
    return hash;
}

static uint64_t foreign_hash(PWord word)
{
    const ForeignNode *node = node_of(word);
    return hash_seal(P_TYPE_FOREIGN, node->type->hash ? node->type->hash(node->value) : 0);
}

// The hash of a value without parts.
static uint64_t flat_hash(const View *v)
{
    switch (v->kind) {
    case P_TYPE_NULL:
        return hash_seal(P_TYPE_NULL, 0);
    case P_TYPE_FLOAT:
        return hash_seal(P_TYPE_FLOAT, float_bits(v->word));
    case P_TYPE_MACHINE:
        return hash_seal(P_TYPE_MACHINE, P_MACHINE_ID(v->word));
    case P_TYPE_STRING:
        return text_hash(v->word);
    case P_TYPE_FOREIGN:
        return foreign_hash(v->word);
    default:
        return hash_seal(kind_to_compare(v->kind), v->word);
    }
}

#define BIG_BASE 0x9e3779b97f4a7c15u  // base of the polynomial hash of a large sequence

static uint64_t add_in_order(uint64_t sum, uint64_t hash)
{
    return ((sum << 23 | sum >> 41) + hash) * 0x9e3779b97f4a7c15u;
}

static void hash_part(PathStep *step, uint64_t hash)
{
    uint64_t i = step->i++;
    assert_debug(i < step->size);
    if (step->leaf && step->a.kind == P_TYPE_SEQ)
        step->sum = step->sum * BIG_BASE + mix64(hash);
    else if (step->a.kind == P_TYPE_SET)
        step->sum += mix64(hash);
    else if (step->a.kind != P_TYPE_MAP)
        step->sum = add_in_order(step->sum, hash);
    else if (i % 2 == 0)
        step->key = hash;
    else
        step->sum += mix64(mix64(step->key) + hash);
}

// Large values cache the hash of their entries in the nodes of their trees. It is a sum for a set
// or map, and a polynomial in BIG_BASE for a sequence: both can be combined from the hashes of
// parts, wherever the parts begin and end. Several threads may compute the same hash.

static uint64_t node_hash(const TreeNode *node)
{
    return __atomic_load_n(&node->hash, __ATOMIC_RELAXED);
}

static void set_node_hash(const TreeNode *node, uint64_t hash)
{
    // 0 means unknown.
    __atomic_store_n(&((TreeNode *)node)->hash, hash ? hash : 1, __ATOMIC_RELAXED);
}

static uint64_t base_power(uint32_t exponent)
{
    uint64_t power = 1, factor = BIG_BASE;
    for (; exponent; exponent >>= 1, factor *= factor)
        if (exponent & 1)
            power *= factor;
    return power;
}

// A leaf whose hash is unknown. If there is none, computes the hash of the node and returns NULL.
static const TreeNode *unhashed(const TreeNode *node, bool is_seq)
{
    if (node_hash(node))
        return NULL;
    if (node->level == 0)
        return node;
    const TreeBranch *b = (const TreeBranch *)node;
    uint64_t hash = 0;
    for (uint32_t k = 0; k < node->size; k++) {
        const TreeNode *leaf = unhashed(b->kids[k], is_seq);
        if (leaf)
            return leaf;
        hash = hash * (is_seq ? base_power(b->kids[k]->count) : 1) + node_hash(b->kids[k]);
    }
    set_node_hash(node, hash);
    return NULL;
}

static bool view_is_big(const View *v)
{
    return v->kind >= P_TYPE_SEQ && v->kind <= P_TYPE_MAP && v->word &&
           list_is_big(node_of(v->word));
}

static const TreeNode *view_tree(const View *v)
{
    return ((const BigNode *)node_of(v->word))->order;
}

// The next part to hash: of a whole value, or of one leaf.
static View hashed_part(const PProgram *p, const PathStep *step)
{
    if (!step->leaf)
        return view_part(p, &step->a, step->i);
    uint32_t columns = step->a.kind - P_TYPE_SEQ + 1u, width = columns == 3 ? 2 : 1;
    uint32_t part = (uint32_t)(step->i % width);
    const PWord *words = tree_column(step->leaf, columns, (columns > 1) + part);
    return view_of(p, step->a.type->parts[part], words[step->i / width]);
}

// Descends to a leaf without a hash. False when the hash of the whole value is known.
static bool hash_leaf(ValuePath *path)
{
    View v = path_top(path)->a;
    const TreeNode *leaf = unhashed(view_tree(&v), v.kind == P_TYPE_SEQ);
    if (!leaf)
        return false;
    PathStep *step = path_push(path, v);
    step->leaf = leaf;
    step->size = (uint64_t)leaf->size * (v.kind == P_TYPE_MAP ? 2 : 1);
    return true;
}

uint64_t value_hash(const PProgram *p, View v)
{
    if (!view_is_deep(&v))
        return flat_hash(&v);
    if (!v.word && v.kind <= P_TYPE_MAP)  // empty
        return hash_seal(v.kind, 0);

    ValuePath path;
    uint64_t hash = 0;
    path_init(&path);
    path_push(&path, v);
    while (path.count > 0) {
        PathStep *step = path_top(&path);
        if (!step->leaf && view_is_big(&step->a)) {
            if (hash_leaf(&path))
                continue;
            step->sum = node_hash(view_tree(&step->a));
            step->i = step->size;
        }
        if (step->i < step->size) {
            View part = hashed_part(p, step);
            if (view_is_deep(&part))
                path_push(&path, part);
            else
                hash_part(step, flat_hash(&part));
            continue;
        }
        if (step->leaf) {
            set_node_hash(step->leaf, step->sum);
            path.count--;
            continue;
        }
        hash = hash_seal(step->a.kind, step->sum + step->size);
        path.count--;
        if (path.count > 0)
            hash_part(path_top(&path), hash);
    }
    path_drop(&path);
    return hash;
}

// A fast path for the usual keys: tuples of words, none of them null. False for other values.
static inline bool tuple_hash(const PProgram *p, const PType *t, PWord value, uint64_t *hash)
{
    const TupleNode *tuple = node_of(value);
    uint64_t sum = 0;
    if (!t->is_flat || !tuple)
        return false;
    for (uint32_t i = 0; i < t->count; i++) {
        PTypeKind kind = p->types[t->parts[i]].kind;
        PWord word = tuple->parts[i] & p_key_bits(kind);
        if (!word && kind != P_TYPE_INT && kind != P_TYPE_BOOL)
            return false;
        sum = add_in_order(sum, hash_seal(kind_to_compare(kind), word));
    }
    *hash = hash_seal(t->kind, sum + t->count);
    return true;
}

static __attribute__((noinline)) uint64_t hash_slowly(const PProgram *p, uint32_t type, PWord value)
{
    return value_hash(p, view_of(p, type, value));
}

uint64_t p_hash(const PProgram *p, uint32_t type, PWord value)
{
    const PType *t = &p->types[type];
    PWord word = value & p_key_bits(t->kind);
    uint64_t hash;
    if (word)
        return hash_seal(kind_to_compare(t->kind), word);
    if (!tuple_hash(p, t, value, &hash))
        return hash_slowly(p, type, value);
    assert_debug(hash == hash_slowly(p, type, value));
    return hash;
}

// ---------------------------------------------------------------------------- comparison

bool type_is_same(const PType *a, const PType *b)
{
    return a == b || (a->kind == b->kind && strcmp(a->name, b->name) == 0);
}

static int compare_names(const char *a, const char *b)
{
    int order = strcmp(a, b);
    return (order > 0) - (order < 0);
}

#define COMPARE(a, b) (((a) > (b)) - ((a) < (b)))

static int compare_floats(PWord a, PWord b)
{
    double x = p_float(a), y = p_float(b);
    if (x != x || y != y)
        return COMPARE(y != y, x != x);  // NaN comes first
    return COMPARE(x, y);
}

static int compare_foreign(PWord a, PWord b)
{
    const ForeignNode *x = node_of(a), *y = node_of(b);
    if (x == y)
        return 0;
    if (x->type != y->type) {
        int order = compare_names(x->type->name, y->type->name);
        return order ? order : COMPARE((uintptr_t)x->type, (uintptr_t)y->type);
    }
    if (x->type->compare) {
        int order = x->type->compare(x->value, y->value);
        return (order > 0) - (order < 0);
    }
    return COMPARE((uintptr_t)x->value, (uintptr_t)y->value);
}

// Compares two values without parts, of the same kind.
static int compare_flat(const View *a, const View *b)
{
    switch (a->kind) {
    case P_TYPE_NULL:
        return 0;
    case P_TYPE_INT:
    case P_TYPE_ENUM:
        return COMPARE((int64_t)a->word, (int64_t)b->word);
    case P_TYPE_FLOAT:
        return compare_floats(a->word, b->word);
    case P_TYPE_MACHINE:
        return COMPARE(P_MACHINE_ID(a->word), P_MACHINE_ID(b->word));
    case P_TYPE_STRING:
        return p_string_compare(a->word, b->word);
    case P_TYPE_FOREIGN:
        return compare_foreign(a->word, b->word);
    default:
        return COMPARE(a->word, b->word);
    }
}

// Compares two types by the number of parts and the names of fields.
static int compare_shapes(const PType *a, const PType *b)
{
    int order = COMPARE(a->count, b->count);
    if (a->kind == P_TYPE_NTUPLE && a->fields != b->fields)
        for (uint32_t i = 0; i < a->count && order == 0; i++)
            order = compare_names(a->fields[i], b->fields[i]);
    return order;
}

static int compare_sorted(const PProgram *p, const View *a, const View *b);

// Compares two values without their parts; UNKNOWN when the result depends on the parts.
enum { UNKNOWN = 2 };

static int compare_outside(const PProgram *p, const View *a, const View *b)
{
    PTypeKind a_kind = kind_to_compare(a->kind), b_kind = kind_to_compare(b->kind);
    if (a_kind != b_kind)
        return COMPARE(a_kind, b_kind);
    if (!view_is_deep(a))
        return compare_flat(a, b);
    if (a->type == b->type && a->word == b->word)
        return 0;
    if (a->kind == P_TYPE_TUPLE || a->kind == P_TYPE_NTUPLE) {
        int order = compare_shapes(a->type, b->type);
        return order ? order : UNKNOWN;
    }
    if (a->kind == P_TYPE_SEQ)
        return UNKNOWN;

    int order = COMPARE(p_size(a->word), p_size(b->word));
    if (order)
        return order;
    uint64_t a_hash = value_hash(p, *a), b_hash = value_hash(p, *b);
    if (a_hash != b_hash)
        return COMPARE(a_hash, b_hash);
    return value_equal(p, *a, *b) ? 0 : compare_sorted(p, a, b);
}

// Skips the common beginning of two large values of the same type and size. Does not look into
// nodes that they share.
static void skip_common(const PProgram *p, PathStep *step)
{
    const View *a = &step->a, *b = &step->b;
    if (a->type != b->type || !view_is_big(a) || p_size(a->word) != p_size(b->word))
        return;
    TreeForm form = big_form(p, (uint32_t)(a->type - p->types));
    uint32_t width = a->kind == P_TYPE_MAP ? 2 : 1;
    step->i = (uint64_t)width * tree_difference(&form, view_tree(a), view_tree(b),
                                                (uint32_t)(step->i / width));
}

static int compare_views(const PProgram *p, View a, View b)
{
    int order = compare_outside(p, &a, &b);
    if (order != UNKNOWN)
        return order;

    ValuePath path;
    path_init(&path);
    path_push(&path, a)->b = b;
    order = 0;
    while (path.count > 0 && order == 0) {
        PathStep *step = path_top(&path);
        uint64_t b_size = view_size(&step->b);
        skip_common(p, step);
        if (step->i == step->size || step->i == b_size) {
            order = COMPARE(step->size, b_size);
            path.count--;
            continue;
        }
        View x = view_part(p, &step->a, step->i), y = view_part(p, &step->b, step->i);
        step->i++;
        order = compare_outside(p, &x, &y);
        if (order == UNKNOWN) {
            path_push(&path, x)->b = y;
            order = 0;
        }
    }
    path_drop(&path);
    return order;
}

int p_compare(const PProgram *p, uint32_t type, PWord a, PWord b)
{
    return compare_views(p, view_of(p, type, a), view_of(p, type, b));
}

// An entry of a set or map, for sorting.
typedef struct Entry {
    const PProgram *p;
    View key, value;
} Entry;

static int compare_entries(const void *a, const void *b)
{
    const Entry *x = a, *y = b;
    int order = compare_views(x->p, x->key, y->key);
    return order ? order : compare_views(x->p, x->value, y->value);
}

static Entry *entries_sorted(const PProgram *p, const View *v, uint32_t count)
{
    Entry *entries = calloc(count, sizeof *entries);
    if (!entries)
        die_out_of_memory(count * sizeof *entries);
    for (uint32_t i = 0; i < count; i++) {
        bool is_map = v->kind == P_TYPE_MAP;
        View key = view_part(p, v, is_map ? 2 * (uint64_t)i : i);
        entries[i] = (Entry){p, key, is_map ? view_part(p, v, 2 * (uint64_t)i + 1) : key};
    }
    qsort(entries, count, sizeof *entries, compare_entries);
    return entries;
}

// Compares sets or maps of the same size and hash that are not equal. This is rare, so it may be
// slow.
static int compare_sorted(const PProgram *p, const View *a, const View *b)
{
    uint32_t count = p_size(a->word);
    assert(a->kind == b->kind && p_size(b->word) == count);
    Entry *x = entries_sorted(p, a, count), *y = entries_sorted(p, b, count);
    int order = 0;
    for (uint32_t i = 0; i < count && order == 0; i++)
        order = compare_entries(&x[i], &y[i]);
    free(x);
    free(y);
    return order;
}

// ------------------------------------------------------------------------------ equality

typedef enum Verdict { EQUAL, DIFFERENT, DEEP } Verdict;

static bool seq_equals_as_words(const PProgram *p, const View *a, const View *b)
{
    const ListNode *x = node_of(a->word), *y = node_of(b->word);
    if (list_is_big(x))
        return false;
    return a->type == b->type && kind_is_plain(p->types[a->type->parts[0]].kind) &&
           memcmp(x->items + x->first, y->items + y->first, x->count * sizeof(PWord)) == 0;
}

static Verdict equal_outside(const PProgram *p, const View *a, const View *b)
{
    if (kind_to_compare(a->kind) != kind_to_compare(b->kind))
        return DIFFERENT;
    if (!view_is_deep(a))
        return compare_flat(a, b) == 0 ? EQUAL : DIFFERENT;
    if (a->type == b->type && a->word == b->word)
        return EQUAL;
    if (a->kind == P_TYPE_TUPLE || a->kind == P_TYPE_NTUPLE)
        return a->type == b->type || compare_shapes(a->type, b->type) == 0 ? DEEP : DIFFERENT;
    if (p_size(a->word) != p_size(b->word))
        return DIFFERENT;
    if (p_size(a->word) == 0)
        return EQUAL;
    if (a->kind != P_TYPE_SEQ && view_is_big(a) && value_hash(p, *a) != value_hash(p, *b))
        return DIFFERENT;
    return a->kind == P_TYPE_SEQ && seq_equals_as_words(p, a, b) ? EQUAL : DEEP;
}

// Looks up a set's element or a map's key in another: its position, or NOT_FOUND. Of the keys
// that have the same hash and whose parts would have to be compared, the first is not compared.
// If no other is equal, its position is returned with `is_sure` false: the caller must still
// compare the two. `hint` is a position to try first.
static uint32_t find_entry(const PProgram *p, const View *wanted, const View *in, uint32_t hint,
                           bool *is_sure)
{
    const uint32_t width = in->kind == P_TYPE_MAP ? 2 : 1;
    assert_debug(hint < p_size(in->word));
    View there = view_part(p, in, (uint64_t)hint * width);
    Verdict verdict = equal_outside(p, wanted, &there);

    *is_sure = true;
    if (verdict == EQUAL)
        return hint;

    uint64_t hash = value_hash(p, *wanted);
    uint32_t found = NOT_FOUND, candidates = 0;
    Search search = {.list = node_of(in->word), .width = width, .hash = hash};
    for (uint32_t at = search_next(&search); at != NOT_FOUND; at = search_next(&search)) {
        View key = view_part(p, in, (uint64_t)at * width);
        verdict = equal_outside(p, wanted, &key);
        if (verdict == EQUAL)
            return at;
        if (verdict != DEEP || value_hash(p, key) != hash)
            continue;
        // Several keys with the same hash are rare, so this may be slow.
        if (candidates++ > 0 && value_equal(p, *wanted, key))
            return at;
        if (candidates == 1)
            found = at;
    }
    *is_sure = false;
    return found;
}

// Goes to the next entry of a set or map. False when the other has no equal entry.
static bool equal_entry(const PProgram *p, ValuePath *path)
{
    PathStep *step = path_top(path);
    View a = step->a, b = step->b;
    uint64_t i = step->i;
    const uint32_t width = a.kind == P_TYPE_MAP ? 2 : 1;
    bool is_sure;

    step->i += width;
    View key = view_part(p, &a, i);
    uint32_t at = find_entry(p, &key, &b, (uint32_t)(i / width), &is_sure);
    if (at == NOT_FOUND)
        return false;
    if (!is_sure)
        path_push(path, key)->b = view_part(p, &b, (uint64_t)at * width);
    if (width == 1)
        return true;

    View x = view_part(p, &a, i + 1), y = view_part(p, &b, (uint64_t)at * 2 + 1);
    Verdict verdict = equal_outside(p, &x, &y);
    if (verdict == DEEP)
        path_push(path, x)->b = y;
    return verdict != DIFFERENT;
}

// The same for sequences and tuples.
static bool equal_part(const PProgram *p, ValuePath *path)
{
    PathStep *step = path_top(path);
    View x = view_part(p, &step->a, step->i), y = view_part(p, &step->b, step->i);
    step->i++;
    Verdict verdict = equal_outside(p, &x, &y);
    if (verdict == DEEP)
        path_push(path, x)->b = y;
    return verdict != DIFFERENT;
}

bool value_equal(const PProgram *p, View a, View b)
{
    Verdict verdict = equal_outside(p, &a, &b);
    if (verdict != DEEP)
        return verdict == EQUAL;

    ValuePath path;
    bool is_equal = true;
    path_init(&path);
    path_push(&path, a)->b = b;
    while (path.count > 0 && is_equal) {
        PathStep *step = path_top(&path);
        skip_common(p, step);
        if (step->i == step->size)
            path.count--;
        else if (step->a.kind == P_TYPE_SET || step->a.kind == P_TYPE_MAP)
            is_equal = equal_entry(p, &path);
        else
            is_equal = equal_part(p, &path);
    }
    path_drop(&path);
    return is_equal;
}

// A fast path for tuples of the same type: the first part that differs, or DEEP where its word does
// not tell.
static Verdict tuple_equal(const PProgram *p, const PType *t, PWord a, PWord b)
{
    const TupleNode *x = node_of(a), *y = node_of(b);
    if ((t->kind != P_TYPE_TUPLE && t->kind != P_TYPE_NTUPLE) || !x || !y)
        return DEEP;
    for (uint32_t i = 0; i < t->count; i++) {
        PTypeKind kind = p->types[t->parts[i]].kind;
        if (x->parts[i] == y->parts[i])
            continue;
        if (kind == P_TYPE_MACHINE && P_MACHINE_ID(x->parts[i]) == P_MACHINE_ID(y->parts[i]))
            continue;
        return kind_is_plain(kind) || kind == P_TYPE_MACHINE ? DIFFERENT : DEEP;
    }
    return EQUAL;
}

bool p_equal(const PProgram *p, uint32_t a_type, PWord a, uint32_t b_type, PWord b)
{
    if (a_type == b_type && (a == b || kind_is_plain(p->types[a_type].kind)))
        return a == b;
    Verdict verdict = a_type == b_type ? tuple_equal(p, &p->types[a_type], a, b) : DEEP;
    if (verdict != DEEP)
        return verdict == EQUAL;
    return value_equal(p, view_of(p, a_type, a), view_of(p, b_type, b));
}
