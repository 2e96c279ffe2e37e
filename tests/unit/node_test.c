// tests/unit/node_test.c: counted memory, in one thread and in several.

#include <pthread.h>

#include "value_kit.h"

TEST(a_node_is_used_again)
{
    int64_t before = node_live_count();
    PWord a = p_tuple((PWord[]){1, 0}, 2);
    EXPECT_EQ(node_live_count(), before + 1);
    drop(T_PAIR, a);
    EXPECT_NOTHING_LEFT(before);
    PWord b = p_tuple((PWord[]){2, 0}, 2);
#if !NODE_BY_MALLOC
    EXPECT_TRUE(a == b);
#endif
    drop(T_PAIR, b);
}

TEST(nodes_of_all_sizes_do_not_overlap)
{
    enum { COUNT = 700 };
    char *nodes[COUNT];
    int64_t before = node_live_count();
    for (int round = 0; round < 3; round++) {
        for (size_t i = 0; i < COUNT; i++) {
            size_t size = sizeof(PNode) + 8 + i;
            nodes[i] = node_alloc(NODE_TEXT, size);
            EXPECT_EQ((uintptr_t)nodes[i] % 8, 0);
            memset(nodes[i] + sizeof(PNode), (int)(i & 0xff), size - sizeof(PNode));
        }
        for (size_t i = 0; i < COUNT; i++) {
            for (size_t k = sizeof(PNode); k < sizeof(PNode) + 8 + i; k++)
                EXPECT_EQ((unsigned char)nodes[i][k], i & 0xff);
            node_free(nodes[i]);
        }
    }
    EXPECT_NOTHING_LEFT(before);
}

TEST(a_resized_node_keeps_its_bytes)
{
    int64_t before = node_live_count();
    size_t size = 32;
    char *node = node_alloc(NODE_TEXT, size);
    memset(node + sizeof(PNode), 'x', size - sizeof(PNode));
    for (int i = 0; i < 200; i++) {
        size_t next = 24 + below(2000);
        node = node_resize(node, size, next);
        for (size_t k = sizeof(PNode); k < 24; k++)
            EXPECT_EQ(node[k], 'x');
        EXPECT_TRUE(node_is_mine(node));
        memset(node + sizeof(PNode), 'x', next - sizeof(PNode));
        size = next;
    }
    node_free(node);
    EXPECT_NOTHING_LEFT(before);
}

TEST(constants_are_never_freed)
{
    PWord constant = word("for ever");
    node_pin(constant);
    for (int i = 0; i < 10; i++)
        drop(T_STRING, constant);
    EXPECT_STR(p_string_text(constant, NULL), "for ever");
    EXPECT_FALSE(node_is_mine(node_of(constant)));
    EXPECT_TRUE(keep(T_STRING, constant) == constant);
    node_free(node_of(constant));
}

// ------------------------------------------------------------------------------- sharing

static bool is_shared(PWord node)
{
    return ((const PNode *)node_of(node))->count >= P_SHARED;
}

static PWord rows(PWord count)
{
    PRequest ask;
    PWord map = 0;
    for (PWord i = 0; i < count; i++) {
        PWord row = 0;
        p_seq_insert(&kit, T_INTS, &row, 0, i, &ask);
        p_map_set(&kit, T_SEQMAP, &map, i, row);
    }
    return map;
}

static uint32_t count_shared(PWord map)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < p_size(map); i++)
        count += is_shared(p_map_value(map, i));
    return count;
}

// Small values are flat, large ones are trees: both are marked with all their parts.
TEST(sharing_marks_all_parts)
{
    int64_t before = node_live_count();
    for (PWord size = 3; size < 5000; size *= 7) {
        PWord map = rows(size);
        EXPECT_FALSE(is_shared(map));
        EXPECT_EQ(count_shared(map), 0);
        value_share(&kit, T_SEQMAP, map);
        EXPECT_TRUE(is_shared(map));
        EXPECT_EQ(count_shared(map), size);
        drop(T_SEQMAP, map);
    }
    EXPECT_NOTHING_LEFT(before);
}

// Who has the only reference to a shared value may change it; what he puts into it is marked
// when the value is shared again.
TEST(a_change_by_the_only_owner_takes_the_mark_away)
{
    int64_t before = node_live_count();
    for (PWord size = 3; size < 5000; size *= 7) {
        PRequest ask;
        PWord row, map = rows(size);
        value_share(&kit, T_SEQMAP, map);
        for (PWord key = 0; key < size; key += 10) {
            EXPECT_TRUE(p_map_take(&kit, T_SEQMAP, &map, key, &row, &ask));
            p_seq_insert(&kit, T_INTS, &row, 0, 7, &ask);
            p_map_set(&kit, T_SEQMAP, &map, key, row);
        }
        EXPECT_FALSE(is_shared(map));
        EXPECT_EQ(count_shared(map), size - (size + 9) / 10);
        value_share(&kit, T_SEQMAP, map);
        EXPECT_EQ(count_shared(map), size);
        drop(T_SEQMAP, map);
    }
    EXPECT_NOTHING_LEFT(before);
}

TEST(a_shared_value_with_two_owners_is_copied)
{
    int64_t before = node_live_count();
    PRequest ask;
    PWord row, map = rows(200), other = keep(T_SEQMAP, map);
    value_share(&kit, T_SEQMAP, map);
    EXPECT_TRUE(p_map_take(&kit, T_SEQMAP, &map, 5, &row, &ask));
    p_seq_insert(&kit, T_INTS, &row, 0, 7, &ask);
    p_map_set(&kit, T_SEQMAP, &map, 5, row);
    EXPECT_TRUE(map != other && is_shared(other) && !is_shared(map));
    EXPECT_EQ(count_shared(other), 200);
    EXPECT_EQ(count_shared(map), 199);
    drop(T_SEQMAP, map);
    drop(T_SEQMAP, other);
    EXPECT_NOTHING_LEFT(before);
}

TEST(deeply_nested_values_are_shared)
{
    int64_t before = node_live_count();
    PWord list = 0;
    PRequest ask;
    for (int i = 0; i < 100000; i++) {
        PWord outer = 0;
        p_seq_insert(&kit, T_DATAS, &outer, 0, p_box(&kit, T_DATAS, list), &ask);
        list = outer;
    }
    value_share(&kit, T_DATAS, list);
    PWord inner = list;
    for (int i = 0; i < 99999; i++) {
        EXPECT_TRUE(is_shared(inner));
        inner = p_box_value(p_element(inner, 0));
    }
    drop(T_DATAS, list);
    EXPECT_NOTHING_LEFT(before);
}

// ------------------------------------------------------------------------------- threads

// Many threads hold one value, look at it, change copies of it, and let go.
enum { THREADS = 4, TURNS = 2000 };

static PWord shared_map, shared_constant;

static void *work_on_shared(void *data)
{
    PRequest ask;
    node_is_local = (uintptr_t)data % 2;  // as a worker, and as foreign code
    PWord mine = p_retain(&kit, T_SEQMAP, shared_map);
    for (PWord i = 0; i < TURNS; i++) {
        PWord row, key = i % 20;
        PWord constant = p_retain(&kit, T_STRING, shared_constant);
        EXPECT_TRUE(p_map_take(&kit, T_SEQMAP, &mine, key, &row, &ask));
        p_seq_insert(&kit, T_INTS, &row, p_size(row), (PWord)(uintptr_t)data, &ask);
        if (p_size(row) > 10)
            p_seq_remove(&kit, T_INTS, &row, 0, &ask);
        p_map_set(&kit, T_SEQMAP, &mine, key, row);
        EXPECT_TRUE(p_map_get(&kit, T_SEQMAP, shared_map, key, &row, &ask));
        EXPECT_EQ(p_element(row, 0), key);
        p_release(&kit, T_INTS, row);
        p_release(&kit, T_STRING, constant);
        if (i % 100 == 0) {
            p_release(&kit, T_SEQMAP, mine);
            mine = p_retain(&kit, T_SEQMAP, shared_map);
        }
    }
    p_release(&kit, T_SEQMAP, mine);
    return NULL;
}

TEST(threads_share_values)
{
    int64_t before = node_live_count();
    pthread_t threads[THREADS];
    PRequest ask;

    node_share_between_threads();
    for (PWord i = 0; i < 20; i++) {
        PWord row = 0;
        p_seq_insert(&kit, T_INTS, &row, 0, i, &ask);
        p_map_set(&kit, T_SEQMAP, &shared_map, i, row);
    }
    shared_constant = word("constant");
    node_pin(shared_constant);
    for (uintptr_t i = 0; i < THREADS; i++)
        EXPECT_EQ(pthread_create(&threads[i], NULL, work_on_shared, (void *)i), 0);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    EXPECT_EQ(p_size(shared_map), 20);
    p_release(&kit, T_SEQMAP, shared_map);
    node_free(node_of(shared_constant));
    EXPECT_NOTHING_LEFT(before);
}

// One thread makes what another frees: the memory must come back to the first.
enum { SLOTS = 64, PASSED = 200000 };

static struct {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    PWord values[SLOTS];
    uint32_t count;
    PWord seen;  // where the values were: a set of ints
} channel = {.lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER};

static void *make_values(void *data UNUSED)
{
    for (uint32_t i = 0; i < PASSED; i++) {
        PWord value = p_tuple((PWord[]){i, 0}, 2);
        pthread_mutex_lock(&channel.lock);
        while (channel.count == SLOTS)
            pthread_cond_wait(&channel.changed, &channel.lock);
        channel.values[channel.count++] = value;
        p_set_add(&kit, T_INTSET, &channel.seen, value);
        if (channel.count == SLOTS)
            pthread_cond_broadcast(&channel.changed);
        pthread_mutex_unlock(&channel.lock);
    }
    return NULL;
}

static void *free_values(void *data UNUSED)
{
    for (uint32_t done = 0; done < PASSED;) {
        PWord values[SLOTS];
        pthread_mutex_lock(&channel.lock);
        while (channel.count == 0 || (channel.count < SLOTS && done + channel.count < PASSED))
            pthread_cond_wait(&channel.changed, &channel.lock);
        uint32_t count = channel.count;
        memcpy(values, channel.values, count * sizeof *values);
        channel.count = 0;
        pthread_cond_broadcast(&channel.changed);
        pthread_mutex_unlock(&channel.lock);
        for (uint32_t i = 0; i < count; i++)
            p_release(&kit, T_PAIR, values[i]);
        done += count;
    }
    return NULL;
}

TEST(memory_goes_round_between_threads)
{
    int64_t before = node_live_count();
    pthread_t maker, freer;
    node_share_between_threads();
    EXPECT_EQ(pthread_create(&maker, NULL, make_values, NULL), 0);
    EXPECT_EQ(pthread_create(&freer, NULL, free_values, NULL), 0);
    pthread_join(maker, NULL);
    pthread_join(freer, NULL);
#if !NODE_BY_MALLOC
    // 200,000 tuples went through, in less than a tenth of the memory they take.
    EXPECT_TRUE(p_size(channel.seen) < PASSED / 10);
#endif
    drop(T_INTSET, channel.seen);
    EXPECT_NOTHING_LEFT(before);
}

static void *make_one(void *data UNUSED)
{
    return (void *)(uintptr_t)word("made in a thread that has ended");
}

// A thread that ends leaves the rest of its memory to others.
TEST(short_threads_cost_no_memory)
{
    int64_t before = node_live_count();
    int64_t memory = node_memory();
    for (int i = 0; i < 300; i++) {
        pthread_t thread;
        void *value;
        EXPECT_EQ(pthread_create(&thread, NULL, make_one, NULL), 0);
        pthread_join(thread, &value);
        EXPECT_EQ(node_live_count(), before + 1);
        drop(T_STRING, (PWord)(uintptr_t)value);
    }
    EXPECT_NOTHING_LEFT(before);
    // Each thread takes 256 KB; were they lost, this would be 75 MB.
    EXPECT_TRUE(node_memory() - memory < 1024 * 1024);
}

TEST(a_tuple_of_nothing_has_room_for_the_list_of_free_pieces)
{
    PWord tuple = p_tuple(NULL, 0);
    const PNode *node = node_of(tuple);
    EXPECT_TRUE(NODE_BY_MALLOC || node->units * NODE_UNIT >= sizeof(NodePiece));
    node_free(node_of(tuple));
}
