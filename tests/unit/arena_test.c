// tests/unit/arena_test.c: memory that dies together.

#include "base/arena.h"

#include "test.h"

static bool all_zero(const unsigned char *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if (bytes[i])
            return false;
    return true;
}

TEST(an_empty_arena_can_be_dropped_twice)
{
    Arena a = {0};
    arena_drop(&a);
    arena_drop(&a);
    EXPECT_NULL(a.top);
    EXPECT_EQ(a.total, 0);
}

TEST(every_piece_is_aligned_and_zeroed)
{
    Arena a = {0};
    for (size_t size = 0; size < 3000; size += 7) {
        unsigned char *p = arena_alloc(&a, size);
        EXPECT_EQ((uintptr_t)p % 16, 0);
        EXPECT_TRUE(all_zero(p, size));
        memset(p, 0xff, size);
    }
    arena_drop(&a);
}

TEST(pieces_do_not_overlap)
{
    enum { COUNT = 20000 };
    Arena a = {0};
    uint32_t **pieces = NEW_ARRAY(&a, uint32_t *, COUNT);
    for (uint32_t i = 0; i < COUNT; i++) {
        pieces[i] = NEW_ARRAY(&a, uint32_t, 1 + i % 50);
        for (uint32_t k = 0; k <= i % 50; k++)
            pieces[i][k] = i;
    }
    for (uint32_t i = 0; i < COUNT; i++)
        for (uint32_t k = 0; k <= i % 50; k++)
            EXPECT_EQ(pieces[i][k], i);
    arena_drop(&a);
    EXPECT_EQ(a.total, 0);
}

TEST(a_piece_of_no_bytes_is_a_piece)
{
    Arena a = {0};
    EXPECT_TRUE(arena_alloc(&a, 0) != NULL);
    arena_drop(&a);
}

TEST(a_piece_may_be_larger_than_any_block)
{
    enum { BIG = 40 * 1024 * 1024 };
    Arena a = {0};
    unsigned char *before = arena_alloc(&a, 10);
    before[9] = 9;
    unsigned char *big = arena_alloc(&a, BIG);
    EXPECT_EQ(big[0], 0);
    EXPECT_EQ(big[BIG - 1], 0);
    big[BIG - 1] = 1;
    unsigned char *after = arena_alloc(&a, 10);
    after[0] = 2;
    EXPECT_EQ(before[9], 9);
    EXPECT_EQ(big[BIG - 1], 1);
    EXPECT_TRUE(a.total >= BIG);
    arena_drop(&a);
}

TEST(small_arenas_stay_small)
{
    Arena a = {0};
    for (int i = 0; i < 100; i++)
        arena_alloc(&a, 100);
    EXPECT_TRUE(a.total < 64 * 1024);
    arena_drop(&a);
}

TEST(rewinding_keeps_what_was_before_the_mark)
{
    Arena a = {0};
    int *kept = NEW(&a, int);
    *kept = 42;
    ArenaMark mark = arena_mark(&a);
    size_t total = a.total;

    for (int i = 0; i < 1000; i++)
        memset(arena_alloc(&a, 1000), 0xff, 1000);
    EXPECT_TRUE(a.total > total);
    arena_rewind(&a, mark);
    EXPECT_EQ(a.total, total);
    EXPECT_EQ(*kept, 42);

    // The same bytes again, and zeroed again.
    unsigned char *again = arena_alloc(&a, 1000);
    EXPECT_TRUE(all_zero(again, 1000));
    EXPECT_EQ(*kept, 42);
    arena_drop(&a);
}

TEST(a_mark_of_an_empty_arena_rewinds_to_nothing)
{
    Arena a = {0};
    ArenaMark mark = arena_mark(&a);
    arena_alloc(&a, 100000);
    arena_alloc(&a, 10);
    arena_rewind(&a, mark);
    EXPECT_NULL(a.top);
    EXPECT_EQ(a.total, 0);
    arena_drop(&a);
}

TEST(marks_nest)
{
    Arena a = {0};
    char *one = arena_copy(&a, "one", 3);
    ArenaMark outer = arena_mark(&a);
    char *two = arena_copy(&a, "two", 3);
    ArenaMark inner = arena_mark(&a);
    arena_alloc(&a, 500000);
    arena_rewind(&a, inner);
    EXPECT_STR(two, "two");
    arena_rewind(&a, outer);
    EXPECT_STR(one, "one");
    EXPECT_SAME(arena_copy(&a, "three", 5), two);
    arena_drop(&a);
}

TEST(rewinding_many_times_does_not_grow)
{
    Arena a = {0};
    arena_alloc(&a, 1);
    ArenaMark mark = arena_mark(&a);
    for (int i = 0; i < 1000; i++) {
        arena_alloc(&a, 5000);
        arena_alloc(&a, 50000);
        arena_rewind(&a, mark);
    }
    EXPECT_TRUE(a.total < 64 * 1024);
    arena_drop(&a);
}

TEST(a_copy_ends_with_nul_and_may_hold_nul)
{
    Arena a = {0};
    char *copy = arena_copy(&a, "a\0b", 3);
    EXPECT_EQ(memcmp(copy, "a\0b", 4), 0);
    EXPECT_STR(arena_copy(&a, NULL, 0), "");
    arena_drop(&a);
}

static void ask_for_the_impossible(void)
{
    Arena a = {0};
    arena_alloc(&a, SIZE_MAX - 8);
}

TEST(without_memory_the_process_ends_with_the_environments_code)
{
    Death death = death_of(ask_for_the_impossible);
    EXPECT_EQ(death.code, 3);
    EXPECT_TRUE(strstr(death.said, "plait: out of memory") != NULL);
}
