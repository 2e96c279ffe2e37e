// tests/unit/alike_test.c: how alike two words are.

#include "base/alike.h"

#include "test.h"

static uint32_t distance(const char *a, const char *b)
{
    uint32_t there = alike_distance(a, strlen(a), b, strlen(b), 100);
    uint32_t back = alike_distance(b, strlen(b), a, strlen(a), 100);
    EXPECT_EQ(there, back);
    return there;
}

TEST(the_same_word_is_no_step_away)
{
    EXPECT_EQ(distance("", ""), 0);
    EXPECT_EQ(distance("timer", "timer"), 0);
}

TEST(each_change_counts_two_halves)
{
    EXPECT_EQ(distance("timer", "timers"), 2);  // inserted
    EXPECT_EQ(distance("timer", "time"), 2);    // deleted
    EXPECT_EQ(distance("timer", "tiler"), 2);   // replaced
    EXPECT_EQ(distance("timer", "tiemr"), 2);   // swapped
    EXPECT_EQ(distance("", "abc"), 6);
    EXPECT_EQ(distance("kitten", "sitting"), 6);
}

TEST(the_other_case_is_half_a_change)
{
    EXPECT_EQ(distance("ePing", "eping"), 1);
    EXPECT_EQ(distance("PING", "ping"), 4);
}

TEST(what_is_too_far_is_the_limit)
{
    EXPECT_EQ(alike_distance("abcdef", 6, "uvwxyz", 6, 5), 5);
    EXPECT_EQ(alike_distance("timer", 5, "tiemr", 5, 2), 2);
    EXPECT_EQ(alike_distance("timer", 5, "tiemr", 5, 3), 2);
    EXPECT_EQ(alike_distance("a", 1, "a", 1, 0), 0);
}

TEST(words_may_be_long)
{
    enum { SIZE = 5000 };
    char a[SIZE], b[SIZE];
    memset(a, 'x', SIZE);
    memset(b, 'x', SIZE);
    b[SIZE / 2] = 'y';
    EXPECT_TRUE(alike_distance(a, SIZE, b, SIZE, 6) <= 6);
    EXPECT_EQ(alike_distance(a, SIZE, b, SIZE / 2, 6), 6);
}
