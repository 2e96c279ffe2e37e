// tests/unit/map_test.c: 64-bit words to pointers.

#include "base/map.h"

#include "test.h"

enum { MANY = 100000 };

static char values[MANY];

TEST(an_empty_map_holds_nothing)
{
    Map m = {0};
    EXPECT_NULL(map_get(&m, 0));
    EXPECT_NULL(map_get(&m, UINT64_MAX));
    map_drop(&m);
}

TEST(zero_and_the_largest_word_are_keys_as_any_other)
{
    Map m = {0};
    map_put(&m, 0, &values[0]);
    map_put(&m, UINT64_MAX, &values[1]);
    EXPECT_SAME(map_get(&m, 0), &values[0]);
    EXPECT_SAME(map_get(&m, UINT64_MAX), &values[1]);
    EXPECT_NULL(map_get(&m, 1));
    EXPECT_EQ(m.count, 2);
    map_drop(&m);
}

TEST(putting_again_replaces)
{
    Map m = {0};
    map_put(&m, 7, &values[0]);
    map_put(&m, 7, &values[1]);
    EXPECT_SAME(map_get(&m, 7), &values[1]);
    EXPECT_EQ(m.count, 1);
    map_drop(&m);
}

static void check_many(uint64_t stride)
{
    Map m = {0};
    for (uint64_t i = 0; i < MANY; i++)
        map_put(&m, i * stride, &values[i]);
    EXPECT_EQ(m.count, MANY);
    for (uint64_t i = 0; i < MANY; i++)
        EXPECT_SAME(map_get(&m, i * stride), &values[i]);
    for (uint64_t i = MANY; i < 2 * MANY; i++)
        EXPECT_NULL(map_get(&m, i * stride));
    map_drop(&m);
}

TEST(a_hundred_thousand_keys_in_a_row)
{
    check_many(1);
}

// As pointers to aligned things are: the low bits are all the same.
TEST(a_hundred_thousand_keys_that_look_like_pointers)
{
    check_many(64);
}

TEST(a_hundred_thousand_keys_that_differ_only_in_their_upper_half)
{
    check_many((uint64_t)1 << 32);
}

// Keys that all want one slot, even in a table 256 times as large.
TEST(keys_that_collide_are_told_apart)
{
    enum { COUNT = 200 };
    uint64_t keys[COUNT];
    uint32_t found = 0;
    uint64_t other = 0;
    for (uint64_t key = 1; found < COUNT; key++) {
        if ((map_mix(key) & 0xffff) == 0xfff7)
            keys[found++] = key;
        else
            other = key;
    }

    Map m = {0};
    for (uint32_t i = 0; i < COUNT; i++)
        map_put(&m, keys[i], &values[i]);
    for (uint32_t i = 0; i < COUNT; i++)
        EXPECT_SAME(map_get(&m, keys[i]), &values[i]);
    EXPECT_NULL(map_get(&m, other));
    EXPECT_EQ(m.count, COUNT);
    map_drop(&m);
}

TEST(a_map_is_at_most_half_full)
{
    Map m = {0};
    for (uint64_t i = 0; i < 5000; i++) {
        map_put(&m, i, &values[i]);
        EXPECT_TRUE(m.count * 2 <= m.capacity);
    }
    map_drop(&m);
    EXPECT_EQ(m.capacity, 0);
}

TEST(the_mix_changes_about_half_of_the_bits)
{
    uint64_t changed = 0;
    for (uint64_t key = 1; key < 1000; key++)
        for (int bit = 0; bit < 64; bit++)
            changed += (uint64_t)__builtin_popcountll(map_mix(key) ^
                                                      map_mix(key ^ ((uint64_t)1 << bit)));
    double mean = (double)changed / (999.0 * 64.0);
    EXPECT_TRUE(mean > 31.0 && mean < 33.0);
}
