// tests/unit/pairs_test.c: a pair of ids has the number that was added for it, also while another
// thread adds.

#include "check/tables/pairs.h"

#include <pthread.h>

#include "test.h"

enum { MANY = 20000 };

static uint64_t key_of(uint32_t i)
{
    return memo_key(i % 97, i + 1);  // the first id may be 0
}

static uint64_t number_of(uint32_t i)
{
    return (uint64_t)i << 40 | (i + 1);  // more than an id
}

TEST(added_pairs_are_found)
{
    Pairs p = {0};
    EXPECT_EQ(pairs_get(&p, key_of(1)), 0);  // no table yet
    for (uint32_t i = 0; i < MANY; i++)
        pairs_add(&p, key_of(i), number_of(i));  // grows many times
    for (uint32_t i = 0; i < MANY; i++)
        EXPECT_EQ(pairs_get(&p, key_of(i)), number_of(i));
    EXPECT_EQ(pairs_get(&p, key_of(MANY)), 0);
    EXPECT_EQ(pairs_get(&p, memo_key(98, 1)), 0);
    EXPECT_TRUE(pairs_bytes(&p) >= MANY * sizeof(Pair));
    pairs_drop(&p);
}

TEST(a_cleared_table_is_empty)
{
    Pairs p = {0};
    for (uint32_t i = 0; i < MANY; i++)
        pairs_add(&p, key_of(i), i + 1);
    pairs_clear(&p);
    EXPECT_EQ(pairs_get(&p, key_of(0)), 0);
    pairs_add(&p, key_of(0), 5);
    EXPECT_EQ(pairs_get(&p, key_of(0)), 5);
    pairs_drop(&p);
}

// Reads until the last pair is there. Returns NULL when each pair was there or not, and never half.
static void *read_all(void *data)
{
    const Pairs *p = data;
    while (!pairs_get(p, key_of(MANY - 1)))
        for (uint32_t i = 0; i < MANY; i++) {
            uint64_t found = pairs_get(p, key_of(i));
            if (found != 0 && found != number_of(i))
                return data;
        }
    return NULL;
}

TEST(reading_while_another_adds)
{
    Pairs p = {0};
    pthread_t reader;
    void *wrong;
    EXPECT_EQ(pthread_create(&reader, NULL, read_all, &p), 0);
    for (uint32_t i = 0; i < MANY; i++)
        pairs_add(&p, key_of(i), number_of(i));
    pthread_join(reader, &wrong);
    EXPECT_NULL(wrong);
    pairs_drop(&p);
}
