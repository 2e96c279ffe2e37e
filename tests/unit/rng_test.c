#include "base/rng.h"

#include "test.h"

TEST(a_seed_brings_the_same_numbers_back)
{
    Rng a = rng_from(7), b = rng_from(7), other = rng_from(8);
    bool differs = false;
    for (int i = 0; i < 100; i++) {
        uint64_t n = rng_next(&a);
        EXPECT_TRUE(n == rng_next(&b));
        differs |= n != rng_next(&other);
    }
    EXPECT_TRUE(differs);
}

TEST(numbers_below_a_bound_are_all_there_and_equally_often)
{
    enum { BOUND = 6, DRAWS = 60000 };
    Rng rng = rng_from(1);
    int seen[BOUND] = {0};
    for (int i = 0; i < DRAWS; i++) {
        uint64_t n = rng_below(&rng, BOUND);
        EXPECT_TRUE(n < BOUND);
        seen[n]++;
    }
    for (int i = 0; i < BOUND; i++)
        EXPECT_TRUE(seen[i] > DRAWS / BOUND - 500 && seen[i] < DRAWS / BOUND + 500);
}

TEST(extreme_bounds)
{
    Rng rng = rng_from(2);
    bool is_large = false;
    for (int i = 0; i < 1000; i++) {
        EXPECT_EQ(rng_below(&rng, 1), 0);
        // Two thirds of all words are rejected here, or none would be.
        uint64_t bound = (uint64_t)1 << 63 | 1;
        uint64_t n = rng_below(&rng, bound);
        EXPECT_TRUE(n < bound);
        is_large |= n > bound / 2;
    }
    EXPECT_TRUE(is_large);
}

TEST(a_child_does_not_disturb_its_parent)
{
    Rng a = rng_from(3), b = rng_from(3);
    Rng child = rng_split(&a), same_child = rng_split(&b);
    for (int i = 0; i < 10; i++)
        rng_next(&child);
    EXPECT_TRUE(rng_next(&a) == rng_next(&b));

    Rng sibling = rng_split(&b);
    bool differs = false;
    for (int i = 0; i < 10; i++)
        differs |= rng_next(&same_child) != rng_next(&sibling);
    EXPECT_TRUE(differs);
}
