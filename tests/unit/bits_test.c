// tests/unit/bits_test.c: the bits of words.

#include "base/bits.h"

#include "base/rng.h"
#include "test.h"

static void check(uint64_t word)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < 64; i++)
        if (word >> i & 1)
            EXPECT_EQ(bits_select(word, bits_sums(word), count++), i);
    EXPECT_EQ(bits_count(word), count);
}

TEST(bits_are_counted_and_found)
{
    Rng rng = rng_from(1);
    check(0);
    check(UINT64_MAX);
    for (uint32_t i = 0; i < 64; i++) {
        check(UINT64_C(1) << i);
        check(UINT64_MAX << i);
        check(UINT64_MAX >> i);
    }
    for (int i = 0; i < 1000; i++) {
        uint64_t word = rng_next(&rng);
        check(word);
        check(word & rng_next(&rng) & rng_next(&rng));
        check(word | rng_next(&rng) | rng_next(&rng));
    }
}
