// check/engine/intern.c: values, messages and shapes that exist once.
//
// A node is interned after its parts: its words are then unique, so two nodes are equal when
// their words are equal. Order counts, also in sets and maps, because programs can see it; but
// not in those whose type is_unordered (gen/order.h). The first node with some content becomes
// the interned one: it is marked, and lives until engine_forget. Later copies of it are
// released, and with them their order, if that does not count.

#include <stdlib.h>
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "base/err.h"
#include "check/engine/intern_impl.h"
#include "plait/foreign.h"
#include "rt/node.h"
#include "rt/tree.h"

// ------------------------------------------------------------------------------ packing

void pack_content(Stepper *h, uint64_t word)
{
    GROW(h->content, h->content_count, h->content_capacity);
    h->content[h->content_count++] = word;
}

static void add_word(Stepper *h, PWord word)
{
    GROW(h->words, h->word_count, h->word_capacity);
    h->words[h->word_count++] = word;
}

static int compare_paths(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

enum { FEW_REFS = 16 };

void pack_fold_refs(Stepper *h)
{
    uint32_t *paths = h->refs + h->ref_base, count = h->ref_count - h->ref_base, kept = 0;
    if (count)
        qsort(paths, count, sizeof *paths, compare_paths);
    for (uint32_t i = 0; i < count; i++)
        if (kept == 0 || paths[kept - 1] != paths[i])
            paths[kept++] = paths[i];
    h->ref_count = h->ref_base + kept;
    h->ref_limit = kept * 2 + FEW_REFS;
}

// Among a few, a duplicate is not added. Among many it is removed later, with others.
void pack_add_ref(Stepper *h, uint32_t path)
{
    assert(path > 0 && h->ref_base <= h->ref_count);
    uint32_t count = h->ref_count - h->ref_base;
    for (uint32_t i = h->ref_base; count < FEW_REFS && i < h->ref_count; i++)
        if (h->refs[i] == path)
            return;
    if (count >= FEW_REFS && count >= h->ref_limit)
        pack_fold_refs(h);
    GROW(h->refs, h->ref_count, h->ref_capacity);
    h->refs[h->ref_count++] = path;
}

void pack_add_refs(Stepper *h, const Refs *refs)
{
    for (uint32_t i = 0; i < refs->count; i++)
        pack_add_ref(h, refs->paths[i]);
}

static void add_hash(Stepper *h, Hash hash)
{
    pack_content(h, hash.lo);
    pack_content(h, hash.hi);
}

void pack_begin(Stepper *h)
{
    h->word_count = h->content_count = h->ref_count = h->ref_base = h->ref_limit = 0;
}

void pack_plain(Stepper *h, uint64_t word)
{
    add_word(h, word);
    pack_content(h, word);
}

void pack_path(Stepper *h, uint32_t path)
{
    add_word(h, path);
    add_hash(h, path ? path_at(h->engine, path)->hash : (Hash){0});
}

void pack_ref(Stepper *h, uint32_t path)
{
    pack_path(h, path);
    pack_add_ref(h, path);
}

void pack_message(Stepper *h, uint32_t message)
{
    add_word(h, message);
    add_hash(h, message_at(h->engine, message)->hash);
    pack_add_refs(h, &message_at(h->engine, message)->refs);
}

void pack_value(Stepper *h, uint32_t type, PWord value)
{
    PWord word = intern_value(h, type, value);
    add_word(h, word);
}

Hash hash_words(const uint64_t *words, uint32_t count)
{
    XXH128_hash_t hash = XXH3_128bits(words, count * sizeof *words);
    return (Hash){hash.low64, hash.high64};
}

Hash pack_hash(const Stepper *h)
{
    return hash_words(h->content, h->content_count);
}

// Strictly: no path occurs twice.
static bool is_ascending(const uint32_t *paths, uint32_t count)
{
    for (uint32_t i = 1; i < count; i++)
        if (paths[i - 1] >= paths[i])
            return false;
    return true;
}

Refs pack_keep_refs(Stepper *h)
{
    if (h->ref_count == h->ref_base)
        return (Refs){0};
    pack_fold_refs(h);
    const uint32_t *paths = h->refs + h->ref_base;
    uint32_t count = h->ref_count - h->ref_base;
    assert_debug(is_ascending(paths, count));
    return (Refs){.paths = engine_keep(h->engine, paths, count * sizeof *paths), .count = count};
}

Refs pack_refs(Stepper *h)
{
    assert(h->ref_base == 0);  // no value is being packed
    return pack_keep_refs(h);
}

// -------------------------------------------------------------------------------- nodes

bool node_is_interned(PWord node)
{
    return __atomic_load_n(&((PNode *)node_of(node))->count, __ATOMIC_RELAXED) == INTERNED;
}

Value *value_by_id(const Engine *e, uint32_t id)
{
    return shelf_at(&e->values, Value, id);
}

// A run of words of a node that hold values.
typedef struct Stretch {
    PWord *words;
    uint32_t count;
    const uint32_t *types;  // of each word, or of all when `is_uniform`
    bool is_uniform;
} Stretch;

static uint32_t stretches(const PProgram *p, uint32_t type, PWord node, Stretch out[2])
{
    const PType *t = &p->types[type];
    switch (t->kind) {
    case P_TYPE_ANY: {
        BoxNode *box = node_of(node);
        out[0] = (Stretch){&box->value, 1, &box->type, true};
        return 1;
    }
    case P_TYPE_TUPLE:
    case P_TYPE_NTUPLE:
        out[0] = (Stretch){((TupleNode *)node_of(node))->parts, t->count, t->parts, false};
        return 1;
    case P_TYPE_SEQ:
    case P_TYPE_SET:
    case P_TYPE_MAP: {
        ListNode *list = node_of(node);
        PWord *items = list->items + list->first;
        assert(!list_is_big(list) && list->first + list->count <= list->capacity);
        out[0] = (Stretch){items, list->count, &t->parts[0], true};
        if (t->kind != P_TYPE_MAP)
            return 1;
        out[1] = (Stretch){items + list->capacity, list->count, &t->parts[1], true};
        return 2;
    }
    default:
        return 0;
    }
}

static uint32_t stretch_type(const Stretch *s, uint32_t i)
{
    return s->types[s->is_uniform ? 0 : i];
}

// The content is the sum of the entries' hashes, which does not depend on their order.
static void intern_unordered(Stepper *h, const Stretch *s, uint32_t columns)
{
    Hash sum = {0};
    for (uint32_t i = 0; i < s[0].count; i++) {
        uint32_t content = h->content_count;
        for (uint32_t k = 0; k < columns; k++)
            s[k].words[i] = intern_value(h, stretch_type(&s[k], i), s[k].words[i]);
        Hash hash = hash_words(h->content + content, h->content_count - content);
        sum.lo += hash.lo;
        sum.hi += hash.hi;
        h->content_count = content;
    }
    pack_content(h, s[0].count);
    add_hash(h, sum);
}

// Interns the parts in place: other holders of the node see equal values.
static void intern_parts(Stepper *h, uint32_t type, PWord node)
{
    if (value_is_big(h->engine->program, type, node)) {
        big_intern(h, type, node);
        return;
    }
    Stretch s[2];
    uint32_t count = stretches(h->engine->program, type, node, s);
    if (h->engine->program->types[type].is_unordered) {
        intern_unordered(h, s, count);
        return;
    }
    for (uint32_t k = 0; k < count; k++) {
        pack_content(h, s[k].count);
        for (uint32_t i = 0; i < s[k].count; i++)
            s[k].words[i] = intern_value(h, stretch_type(&s[k], i), s[k].words[i]);
    }
}

// Whether each entry of one is an entry of the other. Keys are different, and their numbers equal.
static bool same_entries(const Stretch *s, const Stretch *t, uint32_t columns)
{
    uint32_t count = s[0].count;
    if (t[0].count != count)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t at = i, tried = 0;
        while (tried < count && t[0].words[at] != s[0].words[i]) {
            at = at + 1 < count ? at + 1 : 0;
            tried++;
        }
        if (tried == count || (columns == 2 && t[1].words[at] != s[1].words[i]))
            return false;
    }
    return true;
}

static bool same_parts(const PProgram *p, uint32_t type, PWord a, PWord b)
{
    Stretch s[2], t[2];
    if (value_is_big(p, type, a) || value_is_big(p, type, b))
        return big_is_same(p, type, a, b);
    uint32_t count = stretches(p, type, a, s), others = stretches(p, type, b, t);
    assert(count == others);
    if (p->types[type].is_unordered)
        return same_entries(s, t, count);
    for (uint32_t k = 0; k < count; k++)
        if (s[k].count != t[k].count ||
            memcmp(s[k].words, t[k].words, s[k].count * sizeof *s[k].words) != 0)
            return false;
    return true;
}

static bool same_foreign(PWord a, PWord b)
{
    const ForeignNode *x = node_of(a), *y = node_of(b);
    if (x->type != y->type)
        return false;
    return x->type->compare ? x->type->compare(x->value, y->value) == 0 : x->value == y->value;
}

static bool same_node(const PProgram *p, uint32_t type, PWord a, PWord b)
{
    switch (p->types[type].kind) {
    case P_TYPE_STRING:
        return p_string_compare(a, b) == 0;
    case P_TYPE_FOREIGN:
        return same_foreign(a, b);
    case P_TYPE_ANY:
        return p_box_type(a) == p_box_type(b) && same_parts(p, type, a, b);
    default:
        return same_parts(p, type, a, b);
    }
}

// A text that contains names of machines refers to these machines.
static void add_text_content(Stepper *h, PWord node)
{
    size_t size;
    uint64_t count;
    const char *text = p_string_text(node, &size);
    const TextName *names = text_names(node, &count);
    Buf skeleton = {0};
    if (count) {
        text_skeleton(node, &skeleton);
        text = buf_text(&skeleton);
        size = skeleton.size;
    }
    XXH128_hash_t hash = XXH3_128bits(text, size);
    buf_drop(&skeleton);
    add_hash(h, (Hash){hash.low64, hash.high64});
    for (uint64_t i = 0; i < count; i++) {
        assert(names[i].machine > 0);
        add_hash(h, path_at(h->engine, names[i].machine)->hash);
        pack_add_ref(h, names[i].machine);
    }
}

// Adds the content of a node: for text its hash, for other nodes their parts.
static void add_node_content(Stepper *h, uint32_t type, PWord node)
{
    const PProgram *p = h->engine->program;
    pack_content(h, type);
    switch (p->types[type].kind) {
    case P_TYPE_STRING:
        add_text_content(h, node);
        break;
    case P_TYPE_FOREIGN: {
        const ForeignNode *f = node_of(node);
        pack_content(h, f->type->hash ? f->type->hash(f->value) : 0);
        break;
    }
    case P_TYPE_ANY:
        pack_content(h, p_box_type(node));
        intern_parts(h, type, node);
        break;
    default:
        intern_parts(h, type, node);
    }
}

static uint32_t find_node(const Engine *e, uint32_t type, PWord node, Hash hash)
{
    uint32_t id;
    for (IndexLook l = index_look(&e->value_index, hash.lo); (id = index_next(&l));) {
        const Value *v = value_by_id(e, id);
        if (v->type == type && same_node(e->program, type, v->word, node))
            return id;
    }
    return 0;
}

// Constants, which are strings, belong to the program: a copy of them is interned.
static PWord own_node(uint32_t type, PWord node, const PProgram *p)
{
    if (((PNode *)node_of(node))->count < P_IMMORTAL || p->types[type].kind != P_TYPE_STRING)
        return node;
    size_t size;
    uint64_t names;
    const char *text = p_string_text(node, &size);
    text_names(node, &names);
    assert(names == 0 && size > 0);  // a constant names no machine; the empty text is no node
    return p_string(text, size);
}

// The approximate size of a node, without the memory of foreign values, which is unknown.
static uint64_t node_bytes(const PProgram *p, uint32_t type, PWord node)
{
    const ListNode *list = node_of(node);
    size_t size;
    if (value_is_big(p, type, node))
        return sizeof(BigNode);
    switch (p->types[type].kind) {
    case P_TYPE_STRING:
        p_string_text(node, &size);
        return sizeof(TextNode) + size;
    case P_TYPE_SEQ:
    case P_TYPE_SET:
        return sizeof *list + list->capacity * sizeof(PWord);
    case P_TYPE_MAP:
        return sizeof *list + 2 * list->capacity * sizeof(PWord);
    default:
        return sizeof(TupleNode) + (p->types[type].count + 2) * sizeof(PWord);
    }
}

static uint32_t keep_node(Stepper *h, uint32_t type, PWord node, Hash hash, Refs refs)
{
    Engine *e = h->engine;
    uint64_t key = hash.lo;
    if (e->program->types[type].kind == P_TYPE_FOREIGN &&
        !((const ForeignNode *)node_of(node))->type->hash)
        hash.lo += mix64(++e->foreign_count);  // no hash function: a number makes it distinct
    PWord own = own_node(type, node, e->program);
    assert(own && !node_is_interned(own) && !map_get(&e->value_of, own));
    if (e->program->types[type].is_unordered && p_size(own) > 1)
        e->hides_order = true;  // not written when nothing changes: all workers read this line
    uint32_t id = shelf_add(&e->values);
    uint64_t bytes = node_bytes(e->program, type, own);
    e->arena_bytes += bytes;
    e->value_bytes += bytes;
    *value_by_id(e, id) = (Value){.word = own, .type = type, .hash = hash, .refs = refs};
    if (value_is_big(e->program, type, own))
        big_keep(h, type, own, &refs);
    __atomic_store_n(&((PNode *)node_of(own))->count, INTERNED, __ATOMIC_RELAXED);
    map_put(&e->value_of, own, (void *)(uintptr_t)id);
    index_add(&e->value_index, key, id);
    return id;
}

// The id of a node that is not interned yet. Takes ownership.
static uint32_t intern_fresh(Stepper *h, uint32_t type, PWord node)
{
    const Engine *e = h->engine;
    uint32_t content = h->content_count, base = h->ref_base, refs = h->ref_count;
    uint32_t limit = h->ref_limit;
    assert(base <= refs);

    h->ref_base = h->ref_count;  // references found from here on belong to this node
    h->ref_limit = 0;
    add_node_content(h, type, node);
    assert(h->ref_base == refs && h->content_count > content);
    Hash hash = hash_words(h->content + content, h->content_count - content);
    uint32_t id = find_node(e, type, node, hash);
    if (id)
        p_release_node(e->program, type, node);
    else
        id = keep_node(h, type, node, hash, pack_keep_refs(h));
    h->content_count = content;
    h->ref_count = h->ref_base;
    h->ref_base = base;
    h->ref_limit = limit;
    return id;
}

static PWord intern_node(Stepper *h, uint32_t type, PWord node)
{
    const Engine *e = h->engine;
    uint32_t id = node_is_interned(node) ? (uint32_t)(uintptr_t)map_get(&e->value_of, node)
                                    : intern_fresh(h, type, node);
    const Value *v = value_by_id(e, id);
    assert(id != 0 && node_is_interned(v->word));
    assert_debug(e->program->types[v->type].is_unordered == e->program->types[type].is_unordered);
    add_hash(h, v->hash);
    pack_add_refs(h, &v->refs);
    return v->word;
}

PWord intern_value(Stepper *h, uint32_t type, PWord value)
{
    const Engine *e = h->engine;
    assert(type < e->program->type_count);
    assert_debug(engine_is_locked(e));
    PTypeKind kind = e->program->types[type].kind;
    if (kind == P_TYPE_MACHINE && P_MACHINE_ID(value)) {
        uint32_t path = P_MACHINE_ID(value);
        pack_content(h, value >> 32);
        add_hash(h, path_at(e, path)->hash);
        pack_add_ref(h, path);
        return value;
    }
    if (!p_kind_is_node(kind) || !value) {
        pack_content(h, value);
        return value;
    }
    return intern_node(h, type, value);
}

// ----------------------------------------------------------------------------- messages

uint32_t intern_message(Stepper *h, uint32_t event, PWord payload)
{
    Engine *e = h->engine;
    uint32_t id;

    assert(event < e->program->event_count);
    assert_debug(engine_is_locked(e));
    pack_begin(h);
    pack_plain(h, event);
    pack_value(h, e->program->events[event].payload, payload);
    assert(h->word_count == 2);
    PWord word = h->words[1];
    Hash hash = pack_hash(h);
    for (IndexLook l = index_look(&e->message_index, hash.lo); (id = index_next(&l));)
        if (message_at(e, id)->event == event && message_at(e, id)->payload == word)
            return id;
    id = shelf_add(&e->messages);
    *shelf_at(&e->messages, Message, id) =
        (Message){.hash = hash, .event = event, .payload = word, .refs = pack_refs(h)};
    index_add(&e->message_index, hash.lo, id);
    return id;
}

// ---------------------------------------------------------------------------------- shapes

static uint64_t shape_key(const uint32_t *paths, uint32_t count)
{
    uint64_t key = 0;
    for (uint32_t i = 0; i < count; i++)
        key += mix64(paths[i]);
    return key;
}

// The shape whose paths are those in `front` and then `last`, which is 0 for no more; 0: there is
// none.
static uint32_t find_shape(const Engine *e, uint64_t key, const uint32_t *front, uint32_t count,
                           uint32_t last)
{
    uint32_t id;
    for (IndexLook l = index_look(&e->shape_index, key); (id = index_next(&l));) {
        const Shape *s = shape_at(e, id);
        if (s->count == count + (last != 0) && (!last || s->paths[count] == last) &&
            (s->paths == front || memcmp(s->paths, front, count * sizeof *front) == 0))
            return id;
    }
    return 0;
}

static PathList *copy_paths(Engine *e, const uint32_t *paths, uint32_t count)
{
    uint32_t capacity = count + count / 2 + 2;
    size_t size = sizeof(PathList) + capacity * sizeof *paths;
    PathList *list = arena_alloc(&e->arena, size);
    e->arena_bytes += size;
    *list = (PathList){.used = count, .capacity = capacity};
    if (count)
        memcpy(list->paths, paths, count * sizeof *paths);
    return list;
}

static uint32_t add_shape(Engine *e, PathList *list, uint32_t count, uint64_t key)
{
    uint32_t id = shelf_add(&e->shapes);
    Shape *s = shelf_at(&e->shapes, Shape, id);
    assert(count <= list->used);
    *s = (Shape){.count = count, .paths = list->paths, .list = list, .key = key};
    for (uint32_t i = 0; i < count && s->paths[i] < SHAPE_NEAR; i++)
        s->near[s->paths[i]] = (uint8_t)(i + 1);
    index_add(&e->shape_index, key, id);
    return id;
}

uint32_t intern_shape(Engine *e, const uint32_t *paths, uint32_t count)
{
    uint64_t key = shape_key(paths, count);
    assert_debug(engine_is_locked(e));
    assert(is_ascending(paths, count) && (count == 0 || paths[0] > 0));
    uint32_t id = find_shape(e, key, paths, count, 0);
    return id ? id : add_shape(e, copy_paths(e, paths, count), count, key);
}

uint32_t intern_longer_shape(Engine *e, const Shape *shape, uint32_t path)
{
    uint32_t count = shape->count;
    uint64_t key = shape->key + mix64(path);
    assert_debug(engine_is_locked(e));
    assert(count == 0 ? path > 0 : path > shape->paths[count - 1]);
    uint32_t id = find_shape(e, key, shape->paths, count, path);
    if (id)
        return id;
    PathList *list = shape->list;
    if (list->used != count || count == list->capacity)
        list = copy_paths(e, shape->paths, count);
    list->paths[list->used++] = path;
    return add_shape(e, list, count + 1, key);
}

// Frees all interned nodes without counting references: no other references are left.
void intern_drop(Engine *e)
{
    for (uint32_t id = 1; id < e->values.count; id++) {
        const Value *v = value_by_id(e, id);
        if (e->program->types[v->type].kind == P_TYPE_FOREIGN) {
            const ForeignNode *f = node_of(v->word);
            if (f->type->release)
                f->type->release(f->value);
        }
    }
    for (uint32_t id = 1; id < e->values.count; id++)
        node_free(node_of(value_by_id(e, id)->word));
    for (uint64_t i = 0; i < e->tree_node_count; i++)
        node_free(e->tree_nodes[i]);
    free(e->tree_nodes);
    e->tree_nodes = NULL;
    e->tree_node_count = e->tree_node_capacity = 0;
    map_drop(&e->value_of);
}
