// rt/value_map.c: sets and maps.
//
// The entries are in an array in the order of insertion, without gaps, so that the i-th entry is
// found directly. Up to SMALL entries are searched one by one. With more there is an index after
// the entries: a hash table with open addressing. Its slots contain the entry's number and half
// of its hash; an array after it has that half for each entry. Removing an entry moves the
// shorter side of the array and updates the index: cheap near both ends, linear in the middle.
// More than LIST_FLAT entries are stored in trees (rt/value_big.c).
//
// An entry's number counts from the start of the array, not from the first entry. So removing
// the first entry changes no other number.

#include <inttypes.h>
#include <stdlib.h>

#include "base/err.h"
#include "rt/value_impl.h"

enum { SMALL = P_SHORT, LEAST_CAPACITY = 4 };

// A set or map, with its type.
typedef struct Table {
    const PProgram *p;
    uint32_t type;
    uint32_t key_type;
    uint32_t width;  // 1 for sets, 2 for maps
    ListNode *list;  // NULL when empty
    uint32_t hash;   // half of the hash of the wanted key
    bool is_hashed;  // it was computed
} Table;

static Table table_of(const PProgram *p, uint32_t type, PWord word)
{
    const PType *t = &p->types[type];
    assert_debug(t->kind == P_TYPE_SEQ || t->kind == P_TYPE_SET || t->kind == P_TYPE_MAP);
    return (Table){
        .p = p,
        .type = type,
        .key_type = t->parts[0],
        .width = t->kind == P_TYPE_MAP ? 2 : 1,
        .list = node_of(word),
    };
}

// --------------------------------------------------------------------------------- index

static NodeKind kind_of(const Table *t)
{
    return t->width == 2 ? NODE_MAP : NODE_SET;
}

static uint64_t *list_index(const ListNode *list, uint32_t width)
{
    return (uint64_t *)(list->items + (size_t)list->capacity * width);
}

static uint64_t *index_of(const Table *t)
{
    return list_index(t->list, t->width);
}

static uint64_t index_size(const Table *t)
{
    return (uint64_t)1 << t->list->index_bits;
}

static uint32_t *hashes_of(const Table *t)
{
    return (uint32_t *)(index_of(t) + index_size(t));
}

static uint64_t place_of(uint32_t hash, uint32_t number)
{
    return (uint64_t)hash << 32 | (number + 1);
}

static uint32_t place_number(uint64_t place)
{
    return (uint32_t)place - 1;
}

static uint32_t place_hash(uint64_t place)
{
    return (uint32_t)(place >> 32);
}

static void index_add(const Table *t, uint32_t hash, uint32_t number)
{
    assert_debug(number < t->list->capacity && t->list->count < index_size(t));
    uint64_t *index = index_of(t), mask = index_size(t) - 1, i = hash & mask;
    while (index[i])
        i = (i + 1) & mask;
    index[i] = place_of(hash, number);
    hashes_of(t)[number] = hash;
}

// The slot of the index that contains the entry's number.
static uint64_t index_where(const Table *t, uint32_t number)
{
    uint32_t hash = hashes_of(t)[number];
    uint64_t *index = index_of(t), mask = index_size(t) - 1, i = hash & mask;
    while (index[i] != place_of(hash, number))
        i = (i + 1) & mask;
    return i;
}

// Removes an entry from the index, and moves later entries of its chain into the gap.
static void index_remove(const Table *t, uint32_t number)
{
    uint64_t *index = index_of(t), mask = index_size(t) - 1;
    uint64_t hole = index_where(t, number);

    for (uint64_t i = (hole + 1) & mask; index[i]; i = (i + 1) & mask) {
        uint64_t home = place_hash(index[i]) & mask;
        if (((i - home) & mask) >= ((i - hole) & mask)) {
            index[hole] = index[i];
            hole = i;
        }
    }
    index[hole] = 0;
}

// The entries from `from` up to `to` get numbers that are `by` larger.
static void index_renumber(const Table *t, uint32_t from, uint32_t to, int32_t by)
{
    uint64_t *index = index_of(t), size = index_size(t);

    assert(from <= to && to <= t->list->capacity && (by == 1 || by == -1));
    if (to - from < size / 8) {
        // In an order in which no two entries have the same number in between.
        for (uint32_t k = 0; k < to - from; k++) {
            uint32_t number = by > 0 ? to - 1 - k : from + k;
            index[index_where(t, number)] += (uint64_t)(int64_t)by;
            hashes_of(t)[number + (uint32_t)by] = hashes_of(t)[number];
        }
        return;
    }
    for (uint64_t i = 0; i < size; i++)
        if (index[i] && place_number(index[i]) >= from && place_number(index[i]) < to)
            index[i] += (uint64_t)(int64_t)by;
    uint32_t *hashes = hashes_of(t) + from;
    memmove(hashes + by, hashes, (to - from) * sizeof *hashes);
}

// ------------------------------------------------------------------------------- finding

static inline uint32_t hash_of(const Table *t, PWord key)
{
    return half_hash(key_hash(t->p, t->key_type, key));
}

// The same for the key that the operation is about: a key that is not found is appended next.
static inline uint32_t wanted_hash(Table *t, PWord key)
{
    if (!t->is_hashed)
        t->hash = hash_of(t, key);
    t->is_hashed = true;
    assert_debug(t->hash == hash_of(t, key));
    return t->hash;
}

static inline uint32_t word_find(const ListNode *list, PWord bits, PWord key)
{
    const PWord *at = p_list_find((const PList *)list, key, bits);
    return at ? (uint32_t)(at - list->items) : NOT_FOUND;
}

// The number of the entry with the key, or NOT_FOUND, without an index. Most keys are equal when
// their words, or some bits of these, are.
static uint32_t list_find(const Table *t, PWord key)
{
    const ListNode *list = t->list;
    uint32_t end = list->first + list->count;
    PWord bits = p_key_bits(t->p->types[t->key_type].kind);
    if (bits)
        return word_find(list, bits, key);
    for (uint32_t number = list->first; number < end; number++)
        if (key_is(t->p, t->key_type, list->items[number], key))
            return number;
    return NOT_FOUND;
}

// The number of the entry with the key, or NOT_FOUND.
static inline uint32_t table_find(Table *t, PWord key)
{
    const ListNode *list = t->list;

    if (!list)
        return NOT_FOUND;
    assert_debug(!list_is_big(list));
    if (!list->index_bits)
        return list_find(t, key);
    uint32_t hash = wanted_hash(t, key);
    uint64_t *index = index_of(t), mask = index_size(t) - 1;
    for (uint64_t i = hash & mask; index[i]; i = (i + 1) & mask)
        if (place_hash(index[i]) == hash &&
            key_is(t->p, t->key_type, list->items[place_number(index[i])], key))
            return place_number(index[i]);
    return NOT_FOUND;
}

uint32_t search_next(Search *s)
{
    const ListNode *list = s->list;
    if (list_is_big(list))
        return big_candidate((const BigNode *)list, s->hash, (uint32_t)s->tried++);
    if (!list->index_bits)
        return s->tried < list->count ? (uint32_t)s->tried++ : NOT_FOUND;

    const uint64_t *index = list_index(list, s->width);
    uint32_t hash = half_hash(s->hash);
    uint64_t mask = ((uint64_t)1 << list->index_bits) - 1;
    for (;;) {
        uint64_t place = index[(hash + s->tried) & mask];
        if (!place)
            return NOT_FOUND;
        s->tried++;
        if (place_hash(place) == hash)
            return place_number(place) - list->first;
    }
}

// ------------------------------------------------------------------------------ changing

static uint32_t bits_for(uint32_t capacity)
{
    uint32_t bits = 0;
    while (capacity > SMALL && ((uint64_t)1 << bits) < 2 * (uint64_t)capacity)
        bits++;
    return bits;
}

// Moves the entries into a node of another capacity, or to the start of their own.
static void table_rebuild(Table *t, uint32_t capacity)
{
    ListNode *old = t->list;
    assert(old->count < capacity);
    ListNode *list = list_new(kind_of(t), capacity, bits_for(capacity));
    const PWord *items = old->items + old->first;
    Table was = *t;

    t->list = list;
    list->count = old->count;
    memcpy(list->items, items, old->count * sizeof *items);
    if (t->width == 2)
        memcpy(list->items + capacity, items + old->capacity, old->count * sizeof *items);
    if (list->index_bits) {
        memset(index_of(t), 0, index_size(t) * sizeof(uint64_t));
        for (uint32_t i = 0; i < list->count; i++)
            index_add(t, old->index_bits ? hashes_of(&was)[old->first + i] : hash_of(t, items[i]),
                      i);
    }
    node_free(old);
}

// Makes the table safe to change: copies the node if it is shared. The parts are not copied.
static void table_own(Table *t, PWord *place)
{
    ListNode *old = t->list;
    if (node_is_mine(old))
        return;

    ListNode *list = list_copy(old, t->width);
    const PWord *items = old->items + old->first;
    words_retain(t->p, t->key_type, items, old->count);
    if (t->width == 2)
        words_retain(t->p, t->p->types[t->type].parts[1], items + old->capacity, old->count);
    p_release_node(t->p, t->type, *place);
    t->list = list;
    *place = node_word(list);
}

// Adds an entry at the end; takes key and value. The table must not contain the key.
static void table_append(Table *t, PWord *place, PWord key, PWord value)
{
    if (!t->list) {
        t->list = list_new(kind_of(t), LEAST_CAPACITY, 0);
    } else {
        table_own(t, place);
        ListNode *list = t->list;
        if (list->first + list->count == list->capacity) {
            // If a quarter is free at the front, moving the entries makes enough room.
            bool is_full = list->count > list->capacity / 4 * 3;
            table_rebuild(t, is_full ? 2 * list->capacity : list->capacity);
        }
    }

    ListNode *list = t->list;
    assert_debug(list->first + list->count < list->capacity);
    uint32_t number = list->first + list->count++;
    list->items[number] = key;
    if (t->width == 2)
        list->items[list->capacity + number] = value;
    if (list->index_bits)
        index_add(t, wanted_hash(t, key), number);
    *place = node_word(list);
}

static void words_move(PWord *words, uint32_t from, uint32_t to, int32_t by)
{
    memmove(words + (int64_t)from + by, words + from, (to - from) * sizeof *words);
}

// Moves the entries from `from` up to `to` by one, over a removed entry.
static void table_move(Table *t, uint32_t from, uint32_t to, int32_t by)
{
    if (from == to)
        return;
    words_move(t->list->items, from, to, by);
    if (t->width == 2)
        words_move(t->list->items + t->list->capacity, from, to, by);
    if (t->list->index_bits)
        index_renumber(t, from, to, by);
}

// An entry of a table that may be large.
typedef struct Found {
    bool is_big;
    uint32_t number;  // in the array, when it is not large
    BigPlace big;
} Found;

// Whether the table has the key, and where.
static inline __attribute__((always_inline)) bool find(Table *t, PWord key, Found *f)
{
    f->is_big = t->list && list_is_big(t->list);
    if (f->is_big)
        return big_find(t->p, t->type, (const BigNode *)t->list, key, wanted_hash(t, key), &f->big);
    f->number = table_find(t, key);
    return f->number != NOT_FOUND;
}

// Adds an entry that was not found, at the end of a table of any size.
static void append(Table *t, Found *f, PWord *place, PWord key, PWord value)
{
    uint32_t count = p_size(*place);
    if (count < LIST_FLAT) {
        table_append(t, place, key, value);
        return;
    }
    if (count >= LIST_MOST) {
        node_refuse();
        die("a collection has more than %u elements", count);
    }
    uint32_t hash = wanted_hash(t, key);
    if (count == LIST_FLAT) {
        big_begin(t->p, t->type, place);
        big_find(t->p, t->type, node_of(*place), key, hash, &f->big);
    }
    big_append(t->p, t->type, place, key, hash, value, &f->big);
}

// Removes an entry from a table that is not shared. The caller then owns its key and value.
static void table_remove(Table *t, PWord *place, uint32_t number)
{
    ListNode *list = t->list;

    assert_debug(node_is_mine(list) && number - list->first < list->count);
    if (list->index_bits)
        index_remove(t, number);
    if (number - list->first < list->count / 2) {
        table_move(t, list->first, number, 1);
        list->first++;
    } else {
        table_move(t, number + 1, list->first + list->count, -1);
    }
    list->count--;
    if (list->count == 0) {
        node_free(list);
        *place = 0;
        return;
    }
    if (list->capacity >= 64 && list->count <= list->capacity / 8)
        table_rebuild(t, list->capacity / 4);
    *place = node_word(t->list);
}

// Removes an entry, and releases its key and value.
static void remove_found(Table *t, PWord *place, Found *f)
{
    PWord key, value = 0;
    if (f->is_big) {
        big_remove(t->p, t->type, place, &f->big, &key, &value);
    } else {
        table_own(t, place);
        key = t->list->items[f->number];
        if (t->width == 2)
            value = t->list->items[t->list->capacity + f->number];
        table_remove(t, place, f->number);
    }
    p_release(t->p, t->key_type, key);
    if (t->width == 2)
        p_release(t->p, t->p->types[t->type].parts[1], value);
}

// ---------------------------------------------------------------------------------- sets

void p_set_add(const PProgram *p, uint32_t type, PWord *set, PWord element)
{
    Table t = table_of(p, type, *set);
    Found f;
    if (find(&t, element, &f))
        p_release(p, t.key_type, element);
    else
        append(&t, &f, set, element, 0);
}

void p_set_remove(const PProgram *p, uint32_t type, PWord *set, PWord element)
{
    Table t = table_of(p, type, *set);
    Found f;
    if (find(&t, element, &f))
        remove_found(&t, set, &f);
}

bool p_set_at(const PProgram *p, uint32_t type, PWord set, int64_t i, PWord *out, PRequest *ask)
{
    uint32_t size = p_size(set);
    if (i < 0 || i >= size)
        return p_fail(ask, P_ERROR_INDEX, "the index %" PRId64 " is outside a set of %" PRIu32, i,
                      size);
    *out = p_retain(p, p->types[type].parts[0], p_element(set, (uint32_t)i));
    return true;
}

// ---------------------------------------------------------------------------------- maps

// The value of an entry, borrowed.
static PWord value_at(const Table *t, const Found *f)
{
    return f->is_big ? tree_column(f->big.spot.leaf, 3, 2)[f->big.at]
                     : t->list->items[t->list->capacity + f->number];
}

// The address of a value that the caller may change.
static PWord *value_place(Table *t, PWord *place, Found *f)
{
    if (f->is_big)
        return big_value(t->p, t->type, place, &f->big);
    table_own(t, place);
    return &t->list->items[t->list->capacity + f->number];
}

static bool fail_with_key(const Table *t, PError error, const char *format, PWord key,
                          PRequest *ask)
{
    char text[200];
    value_text(t->p, t->key_type, key, text, sizeof text);
    return p_fail(ask, error, "the key %s %s", text, format);
}

static bool fail_missing(const Table *t, PWord key, PRequest *ask)
{
    return fail_with_key(t, P_ERROR_MISSING_KEY, "is not in the map", key, ask);
}

static __attribute__((noinline)) bool get_slowly(const PProgram *p, uint32_t type, PWord map,
                                                 PWord key, PWord *out, PRequest *ask)
{
    Table t = table_of(p, type, map);
    Found f;
    if (!find(&t, key, &f))
        return fail_missing(&t, key, ask);
    *out = p_retain(p, p->types[type].parts[1], value_at(&t, &f));
    return true;
}

bool p_map_get(const PProgram *p, uint32_t type, PWord map, PWord key, PWord *out, PRequest *ask)
{
    // A fast path for the usual map: short, with words as keys.
    const PList *list = p_list(map);
    PWord bits = p_key_bits(p->types[p->types[type].parts[0]].kind);
    bool is_usual = list && list->count <= P_SHORT && bits;
    const PWord *at = is_usual ? p_list_find(list, key, bits) : NULL;
    if (at) {
        *out = p_retain(p, p->types[type].parts[1], at[list->capacity]);
        return true;
    }
    return get_slowly(p, type, map, key, out, ask);
}

void p_map_set(const PProgram *p, uint32_t type, PWord *map, PWord key, PWord value)
{
    Table t = table_of(p, type, *map);
    Found f;
    if (!find(&t, key, &f)) {
        append(&t, &f, map, key, value);
        return;
    }
    PWord *place = value_place(&t, map, &f), old = *place;
    *place = value;
    p_release(p, t.key_type, key);
    p_release(p, p->types[type].parts[1], old);
}

bool p_map_insert(const PProgram *p, uint32_t type, PWord *map, PWord key, PWord value,
                  PRequest *ask)
{
    Table t = table_of(p, type, *map);
    Found f;
    if (!find(&t, key, &f)) {
        append(&t, &f, map, key, value);
        return true;
    }
    fail_with_key(&t, P_ERROR_DUPLICATE_KEY, "is already in the map", key, ask);
    p_release(p, t.key_type, key);
    p_release(p, p->types[type].parts[1], value);
    return false;
}

void p_map_remove(const PProgram *p, uint32_t type, PWord *map, PWord key)
{
    Table t = table_of(p, type, *map);
    Found f;
    if (find(&t, key, &f))
        remove_found(&t, map, &f);
}

bool p_map_take(const PProgram *p, uint32_t type, PWord *map, PWord key, PWord *out, PRequest *ask)
{
    Table t = table_of(p, type, *map);
    Found f;
    if (!find(&t, key, &f))
        return fail_missing(&t, key, ask);
    PWord *place = value_place(&t, map, &f);
    *out = *place;
    *place = 0;
    return true;
}

PWord p_map_key(PWord map, uint32_t i)
{
    return p_element(map, i);
}

PWord p_map_value(PWord map, uint32_t i)
{
    const ListNode *list = node_of(map);
    if (list_is_big(list))
        return big_word(node_of(map), 2, i);
    assert_debug(i < list->count && list->first + list->count <= list->capacity);
    return list->items[list->capacity + list->first + i];
}

static PWord seq_of(const PProgram *p, uint32_t type, const PWord *items, uint32_t count)
{
    assert(count > 0);  // the empty sequence is the word 0
    ListNode *seq = list_new(NODE_SEQ, count, 0);
    memcpy(seq->items, items, count * sizeof *items);
    seq->count = count;
    words_retain(p, type, items, count);
    return node_word(seq);
}

// A sequence of the words of one column of a large map. Sequences of all types have the same
// representation.
static PWord big_seq_of(const PProgram *p, uint32_t type, const BigNode *big, uint32_t column)
{
    PWord *words = big_list(big, column);
    words_retain(p, type, words, big->count);
    PWord seq = big_seq(words, big->count);
    free(words);
    return seq;
}

PWord p_keys(const PProgram *p, uint32_t type, PWord map)
{
    const ListNode *list = node_of(map);
    uint32_t key_type = p->types[type].parts[0];
    if (!list)
        return 0;
    return list_is_big(list) ? big_seq_of(p, key_type, node_of(map), 1)
                             : seq_of(p, key_type, list->items + list->first, list->count);
}

PWord p_values(const PProgram *p, uint32_t type, PWord map)
{
    const ListNode *list = node_of(map);
    uint32_t value_type = p->types[type].parts[1];
    if (!list)
        return 0;
    return list_is_big(list)
               ? big_seq_of(p, value_type, node_of(map), 2)
               : seq_of(p, value_type, list->items + list->capacity + list->first, list->count);
}

bool p_key_at(const PProgram *p, uint32_t type, PWord map, int64_t i, PWord *out, PRequest *ask)
{
    if (!seq_check(map, i, ask))
        return false;
    *out = p_retain(p, p->types[type].parts[0], p_map_key(map, (uint32_t)i));
    return true;
}

bool p_value_at(const PProgram *p, uint32_t type, PWord map, int64_t i, PWord *out, PRequest *ask)
{
    if (!seq_check(map, i, ask))
        return false;
    *out = p_retain(p, p->types[type].parts[1], p_map_value(map, (uint32_t)i));
    return true;
}

// --------------------------------------------------------------------------- membership

static bool big_seq_contains(const PProgram *p, uint32_t type, const TreeNode *node, PWord element)
{
    const TreeBranch *b = (const TreeBranch *)node;
    for (uint32_t k = 0; node->level > 0 && k < node->size; k++)
        if (big_seq_contains(p, type, b->kids[k], element))
            return true;
    for (uint32_t i = 0; node->level == 0 && i < node->size; i++)
        if (key_is(p, type, tree_column(node, 1, 0)[i], element))
            return true;
    return false;
}

bool p_contains(const PProgram *p, uint32_t type, PWord collection, PWord element)
{
    // A sequence is searched as a set without an index.
    Table t = table_of(p, type, collection);
    if (t.list && list_is_big(t.list) && p->types[type].kind == P_TYPE_SEQ)
        return big_seq_contains(p, t.key_type, ((const BigNode *)t.list)->order, element);
    Found f;
    return find(&t, element, &f);
}
