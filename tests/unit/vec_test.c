// tests/unit/vec_test.c: typed growable arrays.

#include "base/vec.h"

#include "test.h"

typedef struct Odd {
    char bytes[13];
} Odd;

TEST(a_vec_keeps_order_while_it_grows)
{
    Arena arena = {0};
    VEC(uint32_t) v = {0};
    for (uint32_t i = 0; i < 100000; i++) {
        vec_push(&arena, &v, i * 3);
        EXPECT_EQ(v.count, i + 1);
        EXPECT_EQ(vec_last(&v), i * 3);
    }
    for (uint32_t i = 0; i < v.count; i++)
        EXPECT_EQ(v.items[i], i * 3);
    EXPECT_TRUE(v.capacity >= v.count);
    arena_drop(&arena);
}

TEST(items_of_any_size)
{
    Arena arena = {0};
    VEC(Odd) v = {0};
    for (int i = 0; i < 1000; i++) {
        Odd odd;
        memset(odd.bytes, i % 128, sizeof odd.bytes);
        vec_push(&arena, &v, odd);
    }
    for (int i = 0; i < 1000; i++) {
        EXPECT_EQ(v.items[i].bytes[0], i % 128);
        EXPECT_EQ(v.items[i].bytes[12], i % 128);
    }
    arena_drop(&arena);
}

TEST(two_vecs_share_an_arena)
{
    Arena arena = {0};
    VEC(char *) words = {0};
    VEC(double) numbers = {0};
    for (int i = 0; i < 500; i++) {
        vec_push(&arena, &words, arena_copy(&arena, "word", 4));
        vec_push(&arena, &numbers, i / 2.0);
    }
    for (int i = 0; i < 500; i++) {
        EXPECT_STR(words.items[i], "word");
        EXPECT_TRUE(numbers.items[i] == i / 2.0);
    }
    arena_drop(&arena);
}

TEST(the_item_may_come_from_the_vec_itself)
{
    Arena arena = {0};
    VEC(int) v = {0};
    vec_push(&arena, &v, 1);
    for (int i = 0; i < 100; i++)
        vec_push(&arena, &v, v.items[0] + i);
    EXPECT_EQ(vec_last(&v), 100);
    arena_drop(&arena);
}
