// tests/unit/spent_test.c: the least that was spent on the way to a state.

#include "check/exhaust/spent.h"

#include <pthread.h>

#include "base/map.h"
#include "check/store/store.h"
#include "test.h"

TEST(less_is_told_from_as_much)
{
    Spent *s = spent_new();
    EXPECT_EQ(spent_note(s, 7, 5), SPENT_FIRST);
    EXPECT_EQ(spent_note(s, 7, 5), SPENT_NOT_LESS);
    EXPECT_EQ(spent_note(s, 7, 6), SPENT_NOT_LESS);
    EXPECT_EQ(spent_note(s, 7, 4), SPENT_LESS);
    EXPECT_EQ(spent_note(s, 7, 5), SPENT_NOT_LESS);
    EXPECT_EQ(spent_note(s, 0, 1), SPENT_FIRST);
    EXPECT_EQ(spent_count(s), 2);
    spent_free(s);
}

TEST(what_was_left_out_is_forgotten_when_less_is_spent)
{
    Spent *s = spent_new();
    spent_note(s, 7, 5);
    spent_cut(s, 7, 5, 2);
    EXPECT_EQ(spent_limits(s), 2);
    spent_note(s, 7, 3);
    EXPECT_EQ(spent_limits(s), 0);
    spent_cut(s, 7, 5, 2);  // by one who came before: the state goes on from 3
    EXPECT_EQ(spent_limits(s), 0);
    spent_cut(s, 7, 3, 4);
    EXPECT_EQ(spent_limits(s), 4);
    spent_free(s);
}

TEST(many_are_kept_while_it_grows)
{
    enum { COUNT = 200000 };
    Spent *s = spent_new();
    for (uint64_t i = 0; i < COUNT; i++)
        EXPECT_EQ(spent_note(s, map_mix(i), (uint32_t)(i % 9) + 1), SPENT_FIRST);
    for (uint64_t i = 0; i < COUNT; i++) {
        EXPECT_EQ(spent_note(s, map_mix(i), (uint32_t)(i % 9) + 1), SPENT_NOT_LESS);
        EXPECT_EQ(spent_note(s, map_mix(i), (uint32_t)(i % 9)), SPENT_LESS);
    }
    EXPECT_EQ(spent_count(s), COUNT);
    EXPECT_TRUE(spent_bytes(s) >= COUNT * 16 && spent_bytes(s) < COUNT * 64);
    spent_free(s);
}

typedef struct Share {
    Spent *spent;
    uint32_t amount;
    uint64_t first;  // and less, of all that were noted
} Share;

enum { STATES = 20000 };

static void *note_all(void *data)
{
    Share *share = data;
    for (uint64_t i = 0; i < STATES; i++)
        share->first += spent_note(share->spent, map_mix(i), share->amount) == SPENT_FIRST;
    return NULL;
}

TEST(each_state_is_first_for_one_worker)
{
    enum { WORKERS = 4 };
    Spent *s = spent_new();
    Share shares[WORKERS];
    pthread_t threads[WORKERS];
    uint64_t first = 0;
    for (uint32_t i = 0; i < WORKERS; i++) {
        shares[i] = (Share){.spent = s, .amount = i};
        pthread_create(&threads[i], NULL, note_all, &shares[i]);
    }
    for (uint32_t i = 0; i < WORKERS; i++) {
        pthread_join(threads[i], NULL);
        first += shares[i].first;
    }
    EXPECT_EQ(first, STATES);
    for (uint64_t i = 0; i < STATES; i++)
        EXPECT_EQ(spent_note(s, map_mix(i), 0), SPENT_NOT_LESS);
    spent_free(s);
}

TEST(a_state_come_to_again_has_a_number_and_a_way_back)
{
    static const StoreKind kinds[] = {STORE_FINGERPRINT, STORE_WIDE, STORE_NUMBERED, STORE_EXACT,
                                      STORE_BITSTATE};
    for (int k = 0; k < 4; k++) {
        Store *s = store_new(kinds[k], STORE_ENDS, 1 << 24, false);
        uint32_t words[2] = {3, 4}, one, two, again, parent, label;
        StoreKey key = {.print = 17, .second = 18, .words = words, .count = 2};
        EXPECT_EQ(store_add(s, 0, &key, 0xffffffffu, 0, &one), STORE_ADDED);
        key.print = key.second = 99, words[0] = 9;
        EXPECT_EQ(store_add(s, 0, &key, one, 5, &two), STORE_ADDED);
        EXPECT_EQ(store_add(s, 0, &key, one, 6, &again), STORE_SEEN);
        EXPECT_EQ(store_again(s, 0, one, 6, &again), STORE_ADDED);
        EXPECT_TRUE(again != two);
        store_parent(s, again, &parent, &label);
        EXPECT_EQ(parent, one);
        EXPECT_EQ(label, 6);
        EXPECT_EQ(store_count(s), 2);
        store_free(s);
    }
}
