// tests/unit/collection_test.c: sequences, sets and maps against a naive model.
//
// Operations are made at random on a place and on a plain array that does the same
// the obvious way. Now and then the place is copied, and the copy must stay what it
// was while the place changes.

#include "value_kit.h"

#include "rt/tree.h"
#include "rt/trie.h"

enum { MOST = 3000, COPIES = 4 };

// The model: elements or keys, and values, in order. Owns them.
typedef struct Model {
    uint32_t type;
    PWord keys[MOST], values[MOST];
    uint32_t count;
} Model;

static uint32_t key_type(const Model *m)
{
    return kit_types[m->type].parts[0];
}

static uint32_t value_type(const Model *m)
{
    return kit_types[m->type].kind == P_TYPE_MAP ? kit_types[m->type].parts[1] : T_NULL;
}

// Its order is not kept.
static bool is_loose(const Model *m)
{
    return kit_types[m->type].is_hashed;
}

static void model_copy(Model *to, const Model *from)
{
    *to = *from;
    for (uint32_t i = 0; i < to->count; i++) {
        keep(key_type(to), to->keys[i]);
        keep(value_type(to), to->values[i]);
    }
}

static void model_clear(Model *m)
{
    for (uint32_t i = 0; i < m->count; i++) {
        drop(key_type(m), m->keys[i]);
        drop(value_type(m), m->values[i]);
    }
    m->count = 0;
}

static void model_insert(Model *m, uint32_t at, PWord key, PWord value)
{
    memmove(m->keys + at + 1, m->keys + at, (m->count - at) * sizeof(PWord));
    memmove(m->values + at + 1, m->values + at, (m->count - at) * sizeof(PWord));
    m->keys[at] = keep(key_type(m), key);
    m->values[at] = keep(value_type(m), value);
    m->count++;
}

static void model_remove(Model *m, uint32_t at)
{
    drop(key_type(m), m->keys[at]);
    drop(value_type(m), m->values[at]);
    m->count--;
    memmove(m->keys + at, m->keys + at + 1, (m->count - at) * sizeof(PWord));
    memmove(m->values + at, m->values + at + 1, (m->count - at) * sizeof(PWord));
}

static uint32_t model_find(const Model *m, PWord key)
{
    for (uint32_t i = 0; i < m->count; i++)
        if (equal(key_type(m), m->keys[i], key_type(m), key))
            return i;
    return P_NONE;
}

// The same entries, in any order.
static void check_loose(const Model *m, PWord list)
{
    PRequest ask = {0};
    for (uint32_t i = 0; i < m->count; i++) {
        PWord value = 0;
        EXPECT_TRUE(p_contains(&kit, m->type, list, m->keys[i]));
        if (kit_types[m->type].kind != P_TYPE_MAP)
            continue;
        EXPECT_TRUE(p_map_get(&kit, m->type, list, m->keys[i], &value, &ask));
        EXPECT_TRUE(equal(value_type(m), value, value_type(m), m->values[i]));
        drop(value_type(m), value);
    }
}

static void check_same(const Model *m, PWord list)
{
    EXPECT_EQ(p_size(list), m->count);
    EXPECT_TRUE((list == 0) == (m->count == 0));
    if (is_loose(m)) {
        check_loose(m, list);
        return;
    }
    for (uint32_t i = 0; i < m->count; i++) {
        EXPECT_TRUE(equal(key_type(m), p_element(list, i), key_type(m), m->keys[i]));
        if (kit_types[m->type].kind == P_TYPE_MAP)
            EXPECT_TRUE(equal(value_type(m), p_map_value(list, i), value_type(m), m->values[i]));
    }
}

// A large value that was built in another way: forwards or backwards, with other elements
// that came and went.
static PWord built_anew(const Model *m)
{
    PWord list = 0;
    PRequest ask;
    bool is_map = kit_types[m->type].kind == P_TYPE_MAP, is_set = kit_types[m->type].kind == P_TYPE_SET;
    for (uint32_t i = 0; i < m->count; i++) {
        uint32_t k = is_map || is_set ? i : m->count - 1 - i;
        PWord key = keep(key_type(m), m->keys[k]);
        if (is_map) {
            p_map_set(&kit, m->type, &list, key, keep(value_type(m), m->values[k]));
        } else if (is_set) {
            p_set_add(&kit, m->type, &list, key);
        } else {
            p_seq_insert(&kit, m->type, &list, 0, key, &ask);
            uint32_t at = below(p_size(list));
            p_seq_insert(&kit, m->type, &list, at, keep(key_type(m), m->keys[0]), &ask);
            p_seq_remove(&kit, m->type, &list, at, &ask);
        }
    }
    return list;
}

static void check_equal(const Model *m, PWord list)
{
    PWord other = built_anew(m);
    EXPECT_TRUE(equal(m->type, list, m->type, other));
    EXPECT_EQ(p_hash(&kit, m->type, list), p_hash(&kit, m->type, other));
    EXPECT_EQ(p_compare(&kit, m->type, list, other), 0);
    if (m->count > 0 && kit_types[m->type].kind == P_TYPE_MAP)
        p_map_remove(&kit, m->type, &other, m->keys[below(m->count)]);
    else if (m->count > 0 && kit_types[m->type].kind == P_TYPE_SET)
        p_set_remove(&kit, m->type, &other, m->keys[below(m->count)]);
    if (m->count > 0 && kit_types[m->type].kind != P_TYPE_SEQ) {
        EXPECT_FALSE(equal(m->type, list, m->type, other));
        EXPECT_TRUE(p_compare(&kit, m->type, list, other) != 0);
    }
    drop(m->type, other);
}

// Every place from the home of an entry up to its own is taken: the places ascend, so it is enough
// that as many entries before it one has the home for its place.
static void check_places(const Model *m, const BigNode *big)
{
    PWord list = node_word(big);
    for (uint32_t i = 0; i < big->count; i++) {
        uint32_t home = (uint32_t)(p_hash(&kit, key_type(m), p_element(list, i)) >> 33), at = i;
        uint32_t place = tree_firsts(tree_leaf(big->order, &at))[at];
        EXPECT_TRUE(home <= place && place - home <= i);
        uint32_t before = i - (place - home);
        const TreeNode *leaf = tree_leaf(big->order, &before);
        EXPECT_EQ(tree_firsts(leaf)[before], home);
    }
}

// The trees of a large value are in order.
static void check_sound(const Model *m, PWord list)
{
    TreeForm order = big_form(&kit, m->type);
    const BigNode *big = node_of(list);
    if (!list || !list_is_big(node_of(list))) {
        EXPECT_TRUE(m->count <= LIST_FLAT);
        return;
    }
    EXPECT_TRUE(big->count > LIST_FLAT && big->order->count == big->count);
    EXPECT_TRUE(tree_is_sound(&order, big->order));
    EXPECT_TRUE(!big->index || (trie_is_sound(big->index) && big->index->count == big->count));
    EXPECT_TRUE(!(big->index && is_loose(m)));
    if (is_loose(m))
        check_places(m, big);
}

// A place with its model, and copies of both from earlier on.
typedef struct Bench {
    Model *model, *copies[COPIES];
    PWord place, words[COPIES];
} Bench;

static Bench bench_new(uint32_t type)
{
    Bench b = {.model = calloc(1, sizeof(Model))};
    b.model->type = type;
    for (int i = 0; i < COPIES; i++) {
        b.copies[i] = calloc(1, sizeof(Model));
        b.copies[i]->type = type;
    }
    return b;
}

static void bench_check(Bench *b)
{
    check_same(b->model, b->place);
    check_sound(b->model, b->place);
    if (below(5) == 0)
        check_equal(b->model, b->place);
    for (int i = 0; i < COPIES; i++)
        check_same(b->copies[i], b->words[i]);
}

static void bench_copy(Bench *b)
{
    uint32_t i = below(COPIES);
    drop(b->model->type, b->words[i]);
    model_clear(b->copies[i]);
    b->words[i] = keep(b->model->type, b->place);
    model_copy(b->copies[i], b->model);
}

static void bench_drop(Bench *b)
{
    for (int i = 0; i < COPIES; i++) {
        drop(b->model->type, b->words[i]);
        model_clear(b->copies[i]);
        free(b->copies[i]);
    }
    drop(b->model->type, b->place);
    model_clear(b->model);
    free(b->model);
}

// ----------------------------------------------------------------------------- sequences

static int64_t some_index(uint32_t count)
{
    switch (below(6)) {
    case 0:
        return 0;
    case 1:
        return (int64_t)count - 1;
    case 2:
        return count;
    case 3:
        return (int64_t)below(count + 4) - 2;
    default:
        return below(count + 1);
    }
}

static void seq_insert(Bench *b, bool at_ends)
{
    Model *m = b->model;
    PRequest ask = {0};
    int64_t i = at_ends ? (below(2) ? 0 : (int64_t)m->count) : some_index(m->count);
    PWord value = random_value(key_type(m), 2);
    keep(key_type(m), value);
    bool fits = i >= 0 && i <= m->count && m->count < MOST;
    if (m->count < MOST) {
        EXPECT_TRUE(p_seq_insert(&kit, m->type, &b->place, i, value, &ask) == fits);
        EXPECT_EQ(ask.error, fits ? P_ERROR_NONE : P_ERROR_INDEX);
    } else {
        drop(key_type(m), value);
    }
    if (fits)
        model_insert(m, (uint32_t)i, value, 0);
    drop(key_type(m), value);
}

static void seq_remove(Bench *b)
{
    Model *m = b->model;
    PRequest ask = {0};
    int64_t i = some_index(m->count);
    bool fits = i >= 0 && i < m->count;
    EXPECT_TRUE(p_seq_remove(&kit, m->type, &b->place, i, &ask) == fits);
    if (fits)
        model_remove(m, (uint32_t)i);
}

static void seq_change(Bench *b)
{
    Model *m = b->model;
    PRequest ask = {0};
    PWord value = 0;
    int64_t i = some_index(m->count);
    bool fits = i >= 0 && i < m->count;

    EXPECT_TRUE(p_seq_get(&kit, m->type, b->place, i, &value, &ask) == fits);
    if (fits)
        EXPECT_TRUE(equal(key_type(m), value, key_type(m), m->keys[i]));
    drop(key_type(m), value);
    if (fits && below(2)) {
        // Taken out, it is put back.
        EXPECT_TRUE(p_seq_take(&kit, m->type, &b->place, i, &value, &ask));
        EXPECT_EQ(p_element(b->place, (uint32_t)i), 0);
        EXPECT_TRUE(p_seq_set(&kit, m->type, &b->place, i, value, &ask));
        return;
    }
    value = random_value(key_type(m), 2);
    keep(key_type(m), value);
    EXPECT_TRUE(p_seq_set(&kit, m->type, &b->place, i, value, &ask) == fits);
    if (fits) {
        drop(key_type(m), m->keys[i]);
        m->keys[i] = keep(key_type(m), value);
    }
    drop(key_type(m), value);
}

static void run_seq(uint32_t type, uint32_t steps)
{
    Bench b = bench_new(type);
    for (uint32_t i = 0; i < steps; i++) {
        // By turns it grows and shrinks.
        bool grows = i / (steps / 6) % 2 == 0;
        uint32_t what = below(10);
        if (what == 0)
            seq_change(&b);
        else if (what <= (grows ? 7u : 3u))
            seq_insert(&b, i / (steps / 3) == 1);
        else
            seq_remove(&b);
        if (below(50) == 0)
            bench_copy(&b);
        if (below(20) == 0)
            bench_check(&b);
    }
    bench_check(&b);
    bench_drop(&b);
}

TEST(sequences_do_as_the_model_does)
{
    int64_t before = node_live_count();
    run_seq(T_INTS, 6000);
    run_seq(T_INTS, 24000);
    run_seq(T_WORDS, 3000);
    run_seq(T_ANYS, 2000);
    run_seq(T_PAIRS, 2000);
    EXPECT_NOTHING_LEFT(before);
}

TEST(indices_outside_are_reported)
{
    PRequest ask = {0};
    PWord seq = 0, set = 0, out;
    for (PWord i = 0; i < 3; i++)
        p_seq_insert(&kit, T_INTS, &seq, 0, i, &ask);
    EXPECT_FALSE(p_seq_get(&kit, T_INTS, seq, 5, &out, &ask));
    EXPECT_EQ(ask.error, P_ERROR_INDEX);
    EXPECT_STR(ask.text, "the index 5 is outside a sequence of 3");
    EXPECT_FALSE(p_seq_insert(&kit, T_INTS, &seq, -1, 0, &ask));
    EXPECT_STR(ask.text, "the index -1 to insert at is outside a sequence of 3");
    EXPECT_FALSE(p_seq_remove(&kit, T_INTS, &seq, 4294967296, &ask));
    EXPECT_STR(ask.text, "the index 4294967296 is outside a sequence of 3");
    EXPECT_FALSE(p_set_at(&kit, T_INTSET, set, 0, &out, &ask));
    EXPECT_STR(ask.text, "the index 0 is outside a set of 0");
    drop(T_INTS, seq);
}

// A queue keeps few elements while many go through: it must not grow.
TEST(a_queue_does_not_grow)
{
    PWord seq = 0;
    PRequest ask;
    for (PWord i = 0; i < 100000; i++) {
        p_seq_insert(&kit, T_INTS, &seq, p_size(seq), i, &ask);
        if (p_size(seq) > 10) {
            EXPECT_EQ(p_element(seq, 0), i - 10);
            p_seq_remove(&kit, T_INTS, &seq, 0, &ask);
        }
    }
    EXPECT_TRUE(((const ListNode *)node_of(seq))->capacity <= 32);
    drop(T_INTS, seq);
}

TEST(what_was_large_gives_memory_back)
{
    PWord seq = 0, set = 0;
    PRequest ask;
    for (PWord i = 0; i < 10000; i++) {
        p_seq_insert(&kit, T_INTS, &seq, 0, i, &ask);
        p_set_add(&kit, T_INTSET, &set, i);
    }
    for (PWord i = 0; i < 9990; i++) {
        p_seq_remove(&kit, T_INTS, &seq, p_size(seq) - 1, &ask);
        p_set_remove(&kit, T_INTSET, &set, i);
    }
    EXPECT_STR(show(T_INTS, seq), "(9999, 9998, 9997, 9996, 9995, 9994, 9993, 9992, 9991, 9990)");
    EXPECT_TRUE(!list_is_big(node_of(seq)) && ((const ListNode *)node_of(seq))->capacity <= 128);
    EXPECT_TRUE(!list_is_big(node_of(set)) && ((const ListNode *)node_of(set))->capacity <= 128);
    EXPECT_TRUE(p_contains(&kit, T_INTSET, set, 9995));
    EXPECT_FALSE(p_contains(&kit, T_INTSET, set, 5));
    drop(T_INTS, seq);
    drop(T_INTSET, set);
}

// ------------------------------------------------------------------------- sets and maps

// An int whose hash begins with the 31 bits `home`, found by undoing mix64 and hash_seal.
static PWord int_with_home(uint32_t home, uint32_t rest)
{
    uint64_t hash = (uint64_t)home << 33 | rest, factor = 0xd6e8feb86659fd93u, inverse = factor;
    for (int i = 0; i < 5; i++)
        inverse *= 2 - factor * inverse;
    uint64_t x = (hash ^ hash >> 32) * inverse;
    x = (x ^ x >> 32) * inverse;
    PWord word = (x ^ x >> 32) - (P_TYPE_INT + 1) * 0x9e3779b97f4a7c15u;
    EXPECT_EQ(p_hash(&kit, T_INT, word), hash);
    return word;
}

static PWord some_key(const Bench *b, uint32_t spread)
{
    const Model *m = b->model;
    uint32_t type = key_type(m);
    if (m->count && below(2))
        return keep(type, m->keys[below(m->count)]);
    if (type == T_INT && is_loose(m) && below(2))  // places that others want, too
        return int_with_home(1000 + below(40), below(3));
    if (type == T_INT)
        return below(spread);
    if (type == T_STRING) {
        char text[16];
        return p_string(text, (size_t)snprintf(text, sizeof text, "k%u", below(spread)));
    }
    if (type == T_BLOB && spread)
        return p_foreign(&blob_type, blob_new((int)below(spread)));
    return random_value(type, 3);
}

static void table_put(Bench *b, uint32_t spread)
{
    Model *m = b->model;
    PRequest ask = {0};
    PWord key = some_key(b, spread), value = random_value(value_type(m), 2);
    uint32_t at = model_find(m, key);
    bool is_new = at == P_NONE;

    keep(key_type(m), key);
    keep(value_type(m), value);
    if (kit_types[m->type].kind == P_TYPE_SET) {
        p_set_add(&kit, m->type, &b->place, key);
    } else if (below(2)) {
        EXPECT_TRUE(p_map_insert(&kit, m->type, &b->place, key, value, &ask) == is_new);
        EXPECT_EQ(ask.error, is_new ? P_ERROR_NONE : P_ERROR_DUPLICATE_KEY);
        at = m->count;
    } else {
        p_map_set(&kit, m->type, &b->place, key, value);
    }
    if (is_new) {
        model_insert(m, m->count, key, value);
    } else if (kit_types[m->type].kind == P_TYPE_MAP && at < m->count) {
        drop(value_type(m), m->values[at]);
        m->values[at] = keep(value_type(m), value);
    }
    drop(key_type(m), key);
    drop(value_type(m), value);
}

static void table_remove(Bench *b, uint32_t spread)
{
    Model *m = b->model;
    // Mostly at the ends, where it is done differently.
    PWord key = m->count && below(3) ? keep(key_type(m), m->keys[below(2) ? 0 : m->count - 1])
                                     : some_key(b, spread);
    uint32_t at = model_find(m, key);
    if (kit_types[m->type].kind == P_TYPE_SET)
        p_set_remove(&kit, m->type, &b->place, key);
    else
        p_map_remove(&kit, m->type, &b->place, key);
    if (at != P_NONE)
        model_remove(m, at);
    drop(key_type(m), key);
}

static void table_look(Bench *b, uint32_t spread)
{
    Model *m = b->model;
    PRequest ask = {0};
    PWord key = some_key(b, spread), value = 0;
    uint32_t at = model_find(m, key);

    EXPECT_TRUE(p_contains(&kit, m->type, b->place, key) == (at != P_NONE));
    if (kit_types[m->type].kind == P_TYPE_MAP) {
        EXPECT_TRUE(p_map_get(&kit, m->type, b->place, key, &value, &ask) == (at != P_NONE));
        if (at == P_NONE)
            EXPECT_EQ(ask.error, P_ERROR_MISSING_KEY);
        else
            EXPECT_TRUE(equal(value_type(m), value, value_type(m), m->values[at]));
        drop(value_type(m), value);
        if (p_map_take(&kit, m->type, &b->place, key, &value, &ask)) {
            EXPECT_TRUE(is_loose(m) || p_map_value(b->place, at) == 0);
            p_map_set(&kit, m->type, &b->place, keep(key_type(m), key), value);
        }
    } else if (m->count && !is_loose(m)) {
        uint32_t i = below(m->count);
        EXPECT_TRUE(p_set_at(&kit, m->type, b->place, i, &value, &ask));
        EXPECT_TRUE(equal(key_type(m), value, key_type(m), m->keys[i]));
        drop(key_type(m), value);
    }
    drop(key_type(m), key);
}

static void run_table(uint32_t type, uint32_t steps, uint32_t spread)
{
    Bench b = bench_new(type);
    for (uint32_t i = 0; i < steps; i++) {
        bool grows = i / (steps / 6) % 2 == 0;
        uint32_t what = below(10);
        if (what == 0)
            table_look(&b, spread);
        else if (what <= (grows ? 7u : 2u))
            table_put(&b, spread);
        else
            table_remove(&b, spread);
        if (below(50) == 0)
            bench_copy(&b);
        if (below(20) == 0)
            bench_check(&b);
    }
    bench_check(&b);
    bench_drop(&b);
}

TEST(sets_do_as_the_model_does)
{
    int64_t before = node_live_count();
    run_table(T_INTSET, 6000, 12);
    run_table(T_INTSET, 6000, 1000);
    run_table(T_WORDSET, 4000, 500);
    run_table(T_FLOATSET, 3000, 0);
    run_table(T_PAIRSET, 3000, 0);
    run_table(T_ANYSET, 3000, 0);
    run_table(T_ANYSETS, 2000, 0);
    run_table(T_BLOBSET, 1000, 0);
    EXPECT_NOTHING_LEFT(before);
}

TEST(maps_do_as_the_model_does)
{
    int64_t before = node_live_count();
    run_table(T_INTMAP, 6000, 12);
    run_table(T_INTMAP, 6000, 1000);
    run_table(T_INTMAP, 24000, 5000);
    run_table(T_WORDMAP, 4000, 500);
    run_table(T_SEQMAP, 4000, 300);
    run_table(T_ANYMAP, 3000, 0);
    EXPECT_NOTHING_LEFT(before);
}

// They are sorted by hash, and have no index. All blobs have one of two hashes.
TEST(orders_that_nobody_sees_are_not_kept)
{
    int64_t before = node_live_count();
    run_table(T_LOOSEINTS, 6000, 12);
    run_table(T_LOOSEINTS, 12000, 1000);
    run_table(T_LOOSEBLOBS, 3000, 300);
    run_table(T_LOOSEMAP, 24000, 5000);
    run_table(T_LOOSEANYS, 3000, 0);
    EXPECT_NOTHING_LEFT(before);
}

// Elements that were there come and go at the end: stamps run out.
TEST(large_values_get_new_stamps)
{
    int64_t before = node_live_count();
    PWord set = 0;
    for (PWord i = 0; i < 200; i++)
        p_set_add(&kit, T_INTSET, &set, i);
    ((BigNode *)node_of(set))->next_stamp = UINT32_MAX - 2;
    PWord copy = keep(T_INTSET, set);
    for (PWord i = 0; i < 50; i++) {
        p_set_remove(&kit, T_INTSET, &set, 2 * i);
        p_set_add(&kit, T_INTSET, &set, 2 * i);
    }
    EXPECT_TRUE(((BigNode *)node_of(set))->next_stamp < 300);
    EXPECT_TRUE(equal(T_INTSET, set, T_INTSET, copy));
    EXPECT_EQ(p_element(set, 0), 1);
    EXPECT_EQ(p_element(set, 199), 98);
    EXPECT_EQ(p_element(copy, 0), 0);
    drop(T_INTSET, set);
    drop(T_INTSET, copy);
    EXPECT_NOTHING_LEFT(before);
}

// Two versions of a large value share all nodes but those on one path.
TEST(large_values_share_what_did_not_change)
{
    PWord map = 0;
    for (PWord i = 0; i < 100000; i++)
        p_map_set(&kit, T_INTMAP, &map, i, 0);
    int64_t before = node_live_count();
    PWord copy = keep(T_INTMAP, map);
    p_map_remove(&kit, T_INTMAP, &map, 50000);
    EXPECT_TRUE(node_live_count() - before < 20);
    EXPECT_EQ(p_size(copy), 100000);
    EXPECT_EQ(p_size(map), 99999);
    drop(T_INTMAP, copy);
    drop(T_INTMAP, map);
}

// Whether two large sets or maps have the same entries, in whatever order.
static bool have_same(uint32_t type, PWord a, PWord b)
{
    TreeForm form = big_form(&kit, type);
    return tree_has_same(&form, ((BigNode *)node_of(a))->order, ((BigNode *)node_of(b))->order);
}

// Removes some elements and adds them again: they are last now.
static void move_some(PWord *set, uint32_t size, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        PWord moved = below(size);
        p_set_remove(&kit, T_INTSET, set, moved);
        p_set_add(&kit, T_INTSET, set, moved);
    }
}

TEST(the_same_entries_are_found_in_any_order)
{
    int64_t before = node_live_count();
    for (uint32_t round = 0; round < 60; round++) {
        uint32_t size = 100 + below(round % 3 == 0 ? 5000 : 300);
        PWord forwards = 0, backwards = 0;
        for (uint32_t i = 0; i < size; i++) {
            p_set_add(&kit, T_INTSET, &forwards, i);
            p_set_add(&kit, T_INTSET, &backwards, size - 1 - i);
        }
        EXPECT_TRUE(have_same(T_INTSET, forwards, backwards));  // with no common node

        PWord one = keep(T_INTSET, forwards), other = keep(T_INTSET, forwards);
        move_some(&one, size, 1 + below(20));
        move_some(&other, size, 1 + below(20));
        EXPECT_TRUE(have_same(T_INTSET, one, other));
        EXPECT_TRUE(have_same(T_INTSET, one, backwards));

        p_set_add(&kit, T_INTSET, &one, size);
        EXPECT_FALSE(have_same(T_INTSET, one, other));  // one entry more
        p_set_remove(&kit, T_INTSET, &one, below(size));
        EXPECT_FALSE(have_same(T_INTSET, one, other));  // as many, and one is another
        EXPECT_FALSE(have_same(T_INTSET, other, one));
        drop(T_INTSET, one);
        drop(T_INTSET, other);
        drop(T_INTSET, forwards);
        drop(T_INTSET, backwards);
    }
    EXPECT_NOTHING_LEFT(before);
}

TEST(the_same_keys_with_other_values_are_not_the_same)
{
    int64_t before = node_live_count();
    PWord map = 0, text = p_string("seven", 5);
    for (PWord i = 0; i < 2000; i++)
        p_map_set(&kit, T_INTMAP, &map, i, keep(T_STRING, text));
    PWord other = keep(T_INTMAP, map);
    p_map_remove(&kit, T_INTMAP, &other, 1000);
    p_map_set(&kit, T_INTMAP, &other, 1000, keep(T_STRING, text));
    EXPECT_TRUE(have_same(T_INTMAP, map, other));
    p_map_set(&kit, T_INTMAP, &other, 1000, p_string("eight", 5));
    EXPECT_FALSE(have_same(T_INTMAP, map, other));
    drop(T_INTMAP, other);
    drop(T_INTMAP, map);
    drop(T_STRING, text);
    EXPECT_NOTHING_LEFT(before);
}

TEST(keys_and_values_come_in_order)
{
    int64_t before = node_live_count();
    PWord map = 0;
    for (int i = 0; i < 20; i++)
        p_map_set(&kit, T_INTMAP, &map, (PWord)(19 - i), word("v"));
    p_map_remove(&kit, T_INTMAP, &map, 10);
    for (PWord i = 0; i < 10; i++)
        p_map_remove(&kit, T_INTMAP, &map, i);
    PWord keys = p_keys(&kit, T_INTMAP, map), values = p_values(&kit, T_INTMAP, map);
    EXPECT_STR(show(T_INTS, keys), "(19, 18, 17, 16, 15, 14, 13, 12, 11)");
    EXPECT_EQ(p_size(values), 9);
    drop(T_INTMAP, map);
    EXPECT_STR(show(T_STRING, p_element(values, 8)), "v");
    drop(T_INTS, keys);
    drop(T_WORDS, values);
    EXPECT_EQ(p_keys(&kit, T_INTMAP, 0), 0);
    EXPECT_EQ(p_values(&kit, T_INTMAP, 0), 0);
    EXPECT_NOTHING_LEFT(before);
}

// Generated C looks at short collections itself.
static void expect_short_alike(PWord map, int64_t i)
{
    PRequest one = {0}, other = {0};
    PWord a = 0, b = 0, key = (PWord)i, bits = p_key_bits(P_TYPE_INT);
    bool is_there = p_contains(&kit, T_INTMAP, map, key);
    EXPECT_EQ(p_short_has(&kit, T_INTMAP, map, key, bits), is_there);
    EXPECT_EQ(p_map_get(&kit, T_INTMAP, map, key, &a, &one), is_there);
    EXPECT_EQ(p_short_get(&kit, T_INTMAP, map, key, bits, true, &b, &other), is_there);
    EXPECT_EQ(a, b);
    EXPECT_STR(one.text, other.text);
    drop(T_STRING, a);
    drop(T_STRING, b);

    a = b = 0;
    bool is_inside = p_key_at(&kit, T_INTMAP, map, i, &a, &one);
    EXPECT_EQ(p_short_key_at(&kit, T_INTMAP, map, i, false, &b, &other), is_inside);
    EXPECT_EQ(a, b);
    a = b = 0;
    EXPECT_EQ(p_value_at(&kit, T_INTMAP, map, i, &a, &one), is_inside);
    EXPECT_EQ(p_short_value_at(&kit, T_INTMAP, map, i, true, &b, &other), is_inside);
    EXPECT_EQ(a, b);
    EXPECT_STR(one.text, other.text);
    drop(T_STRING, a);
    drop(T_STRING, b);
}

TEST(short_forms_do_as_the_functions_do)
{
    int64_t before = node_live_count();
    PWord map = 0;
    for (int64_t size = 0; size < 80; size++) {
        for (int64_t i = -1; i <= size; i++)
            expect_short_alike(map, i);
        PWord keys = p_keys(&kit, T_INTMAP, map);
        for (int64_t i = -1; i <= size; i++) {
            PRequest one = {0}, other = {0};
            PWord a = 0, b = 0;
            bool is_inside = p_seq_get(&kit, T_INTS, keys, i, &a, &one);
            EXPECT_EQ(p_short_at(&kit, T_INTS, keys, i, false, &b, &other), is_inside);
            EXPECT_EQ(a, b);
            EXPECT_STR(one.text, other.text);
        }
        drop(T_INTS, keys);
        p_map_set(&kit, T_INTMAP, &map, (PWord)size, word("v"));
        if (size % 3 == 2) {  // it does not begin at the start of its array any more
            PWord first = p_map_key(map, 0);
            p_map_remove(&kit, T_INTMAP, &map, first);
            p_map_set(&kit, T_INTMAP, &map, first, word("w"));
        }
    }
    drop(T_INTMAP, map);
    EXPECT_NOTHING_LEFT(before);
}

TEST(short_maps_find_machines_by_their_ids)
{
    PRequest ask = {0};
    PWord map = 0, out = 0, bits = p_key_bits(P_TYPE_MACHINE);
    p_map_set(&kit, T_MACHINEMAP, &map, 7, word("v"));
    EXPECT_TRUE(p_short_has(&kit, T_MACHINEMAP, map, 7 | (PWord)2 << 32, bits));
    EXPECT_TRUE(p_short_get(&kit, T_MACHINEMAP, map, 7 | (PWord)2 << 32, bits, true, &out, &ask));
    EXPECT_STR(show(T_STRING, out), "v");
    EXPECT_FALSE(p_short_has(&kit, T_MACHINEMAP, map, 8, bits));
    drop(T_STRING, out);
    drop(T_MACHINEMAP, map);
}

TEST(keys_are_named_in_messages)
{
    PRequest ask = {0};
    PWord map = 0, out;
    EXPECT_FALSE(p_map_get(&kit, T_INTMAP, map, 7, &out, &ask));
    EXPECT_EQ(ask.error, P_ERROR_MISSING_KEY);
    EXPECT_STR(ask.text, "the key 7 is not in the map");
    p_map_set(&kit, T_INTMAP, &map, 7, 0);
    EXPECT_FALSE(p_map_insert(&kit, T_INTMAP, &map, 7, 0, &ask));
    EXPECT_EQ(ask.error, P_ERROR_DUPLICATE_KEY);
    EXPECT_STR(ask.text, "the key 7 is already in the map");
    drop(T_INTMAP, map);
}

// ------------------------------------------------------------------------------- tuples

TEST(tuples_are_copied_before_they_change)
{
    int64_t before = node_live_count();
    PWord a = p_tuple((PWord[]){1, word("one")}, 2);
    PWord b = keep(T_PAIR, a);
    p_tuple_set(&kit, T_PAIR, &b, 0, 2);
    EXPECT_EQ(p_tuple_part(a, 0), 1);
    EXPECT_EQ(p_tuple_part(b, 0), 2);
    EXPECT_TRUE(p_tuple_part(a, 1) == p_tuple_part(b, 1));
    PWord part = p_tuple_take(&kit, T_PAIR, &b, 1);
    EXPECT_EQ(p_tuple_part(b, 1), 0);
    EXPECT_STR(show(T_PAIR, a), "<1,\"one\",>");
    PWord same = b;
    p_tuple_set(&kit, T_PAIR, &b, 1, part);
    EXPECT_TRUE(b == same);
    EXPECT_STR(show(T_PAIR, b), "<2,\"one\",>");
    drop(T_PAIR, a);
    drop(T_PAIR, b);
    EXPECT_NOTHING_LEFT(before);
}
