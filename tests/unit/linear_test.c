// tests/unit/linear_test.c: the checker of histories, and a test of this test.

#include "test.h"

#include <stdlib.h>

#include "base/rng.h"
#include "linear.h"

enum { MANY = 10000000 };

#define CHECK(...)                                 \
    linear_check((LinearOperation[]){__VA_ARGS__}, \
                 sizeof((LinearOperation[]){__VA_ARGS__}) / sizeof(LinearOperation), MANY)

#define SET(from, to, v)                               \
    {                                                  \
        .kind = LINEAR_SET, true, from, to, .value = v \
    }
#define LOST_SET(from, v)                           \
    {                                               \
        .kind = LINEAR_SET, false, from, .value = v \
    }
#define GET(from, to, r)                                \
    {                                                   \
        .kind = LINEAR_GET, true, from, to, .result = r \
    }
#define DEL(from, to, r)                                \
    {                                                   \
        .kind = LINEAR_DEL, true, from, to, .result = r \
    }
#define CAS(from, to, e, v, r)                      \
    {                                               \
        .kind = LINEAR_CAS, true, from, to, v, e, r \
    }

TEST(one_after_the_other)
{
    EXPECT_EQ(CHECK(GET(1, 2, 0), SET(3, 4, 5), GET(5, 6, 5), DEL(7, 8, 1), DEL(9, 10, 0)),
              LINEAR_FINE);
    EXPECT_EQ(CHECK(SET(3, 4, 5), GET(5, 6, 0)), LINEAR_WRONG);
    EXPECT_EQ(CHECK(CAS(1, 2, 7, 8, 0), SET(3, 4, 7), CAS(5, 6, 7, 8, 1), GET(7, 8, 8)),
              LINEAR_FINE);
    EXPECT_EQ(CHECK(SET(1, 2, 7), CAS(3, 4, 6, 8, 1)), LINEAR_WRONG);
    EXPECT_EQ(CHECK(SET(1, 2, 7), DEL(3, 4, 0)), LINEAR_WRONG);
}

TEST(at_the_same_time)
{
    EXPECT_EQ(CHECK(SET(1, 9, 5), GET(2, 3, 0), GET(4, 5, 5)), LINEAR_FINE);
    EXPECT_EQ(CHECK(SET(1, 9, 5), GET(2, 3, 5), GET(4, 5, 0)), LINEAR_WRONG);  // back in time
    EXPECT_EQ(CHECK(SET(1, 9, 5), SET(1, 9, 6), GET(10, 11, 5), GET(12, 13, 6)), LINEAR_WRONG);
    EXPECT_EQ(CHECK(SET(1, 2, 1), CAS(3, 9, 1, 2, 1), CAS(3, 9, 1, 3, 1)), LINEAR_WRONG);  // both
    EXPECT_EQ(CHECK(SET(1, 2, 1), CAS(3, 9, 1, 2, 1), CAS(3, 9, 2, 1, 1)), LINEAR_FINE);
    EXPECT_EQ(CHECK(SET(1, 2, 5), GET(2, 3, 0)), LINEAR_FINE);  // the same moment
}

TEST(what_has_not_returned)
{
    EXPECT_EQ(CHECK(LOST_SET(1, 5), GET(2, 3, 0), GET(4, 5, 0)), LINEAR_FINE);
    EXPECT_EQ(CHECK(LOST_SET(1, 5), GET(2, 3, 0), GET(4, 5, 5)), LINEAR_FINE);
    EXPECT_EQ(CHECK(LOST_SET(1, 5), SET(1, 2, 6), GET(3, 4, 5), GET(5, 6, 6)), LINEAR_WRONG);
    EXPECT_EQ(CHECK(GET(1, 2, 5), LOST_SET(3, 5)), LINEAR_WRONG);  // before it was called
}

TEST(too_many_possibilities_are_no_verdict)
{
    LinearOperation all[31];

    for (int i = 0; i < 30; i++)
        all[i] = (LinearOperation)SET(1, 100, (uint32_t)i + 1);
    all[30] = (LinearOperation)GET(101, 102, 77);
    EXPECT_EQ(linear_check(all, 31, 1000), LINEAR_UNKNOWN);
}

// ------------------------------------------------------------- compared with all permutations

static bool execute(const LinearOperation *o, uint32_t *value)
{
    uint32_t before = *value, result = 0;
    bool is_change = o->kind == LINEAR_SET || o->kind == LINEAR_DEL ||
                     (before != LINEAR_NOTHING && before == o->expected);

    if (o->kind == LINEAR_GET)
        result = before;
    else if (o->kind == LINEAR_DEL)
        result = before != LINEAR_NOTHING;
    else if (o->kind == LINEAR_CAS)
        result = is_change;
    if (o->kind != LINEAR_GET && is_change)
        *value = o->kind == LINEAR_DEL ? LINEAR_NOTHING : o->value;
    return !o->has_returned || o->kind == LINEAR_SET || result == o->result;
}

// Whether the operations that are not `done` can follow, one after the other.
static bool is_explained(const LinearOperation *all, uint32_t count, uint32_t done, uint32_t value)
{
    uint64_t first_return = UINT64_MAX;
    bool is_complete = true;

    for (uint32_t i = 0; i < count; i++)
        if (!(done >> i & 1) && all[i].has_returned) {
            is_complete = false;
            first_return = all[i].returned < first_return ? all[i].returned : first_return;
        }
    for (uint32_t i = 0; i < count && !is_complete; i++) {
        uint32_t after = value;
        if (!(done >> i & 1) && all[i].called <= first_return && execute(&all[i], &after))
            is_complete = is_explained(all, count, done | 1u << i, after);
    }
    return is_complete;
}

static LinearOperation any_operation(Rng *rng)
{
    LinearOperation o = {.kind = (LinearKind)rng_below(rng, 4)};

    o.called = rng_below(rng, 20);
    o.returned = o.called + rng_below(rng, 10);
    o.has_returned = rng_below(rng, 6) > 0;
    o.value = 1 + (uint32_t)rng_below(rng, 3);
    o.expected = 1 + (uint32_t)rng_below(rng, 3);
    o.result = (uint32_t)rng_below(rng, o.kind == LINEAR_GET ? 4 : 2);
    return o;
}

TEST(agrees_with_all_permutations)
{
    Rng rng = rng_from(7);
    int fine = 0;

    for (int round = 0; round < 20000; round++) {
        LinearOperation all[8];
        uint32_t count = 1 + (uint32_t)rng_below(&rng, 7);
        for (uint32_t i = 0; i < count; i++)
            all[i] = any_operation(&rng);
        bool is_fine = is_explained(all, count, 0, LINEAR_NOTHING);
        EXPECT_EQ(linear_check(all, count, MANY), is_fine ? LINEAR_FINE : LINEAR_WRONG);
        fine += is_fine;
    }
    EXPECT_TRUE(fine > 2000 && fine < 18000);  // both verdicts are common
}

// ------------------------------------------------- histories of a store, and of wrong ones

typedef enum Bug {
    BUG_NONE,
    BUG_STALE_READ,
    BUG_LOST_WRITE,
    BUG_TWICE,
    BUG_CAS_RACE,
    BUG_COUNT
} Bug;

enum { HISTORY = 300, USERS = 5 };

// Users take turns: an operation is called, executed some time later, and returns later still.
static void make_history(LinearOperation *all, Bug bug, Rng *rng)
{
    uint32_t value = LINEAR_NOTHING, last_value = LINEAR_NOTHING, busy[USERS] = {0};
    uint64_t now = 1;

    for (uint32_t next = 0, user = 0; next < HISTORY || busy[user];
         user = (uint32_t)rng_below(rng, USERS)) {
        if (!busy[user] && next < HISTORY) {
            all[next] = any_operation(rng);
            all[next].has_returned = false;
            all[next].value = next + 1;  // each value is written once
            all[next].expected = value;
            all[next].called = now++;
            busy[user] = ++next;
        } else if (busy[user]) {
            LinearOperation *o = &all[busy[user] - 1];
            bool is_bad = bug != BUG_NONE && rng_below(rng, 20) == 0;
            uint32_t before = value;
            uint32_t seen = is_bad && bug == BUG_STALE_READ ? last_value : value;
            o->result = o->kind == LINEAR_GET   ? seen
                        : o->kind == LINEAR_DEL ? value != LINEAR_NOTHING
                        : o->kind == LINEAR_CAS ? value != LINEAR_NOTHING && value == o->expected
                                                : 0;
            if (is_bad && bug == BUG_CAS_RACE && o->kind == LINEAR_CAS)
                o->result = 1;
            if (!(is_bad && bug == BUG_LOST_WRITE))
                execute(o, &value);
            if (is_bad && bug == BUG_TWICE && next > 20)
                execute(&all[next - 15], &value);  // an update that had returned long ago, again
            if (value != before)
                last_value = before;
            o->returned = now++;
            o->has_returned = true;
            busy[user] = 0;
        }
        bool is_over = next == HISTORY;
        for (uint32_t i = 0; i < USERS; i++)
            is_over &= !busy[i];
        if (is_over)
            return;
    }
}

static int refused(Bug bug)
{
    Rng rng = rng_from(11);
    int wrong = 0;

    for (int round = 0; round < 50; round++) {
        LinearOperation all[HISTORY] = {0};
        make_history(all, bug, &rng);
        LinearVerdict verdict = linear_check(all, HISTORY, MANY);
        EXPECT_TRUE(verdict != LINEAR_UNKNOWN);
        wrong += verdict == LINEAR_WRONG;
    }
    return wrong;
}

TEST(a_right_store_is_accepted_and_wrong_ones_are_refused)
{
    EXPECT_EQ(refused(BUG_NONE), 0);
    for (Bug bug = BUG_NONE + 1; bug < BUG_COUNT; bug++)
        EXPECT_TRUE(refused(bug) >= 30);  // an overlap explains some
}

// One result of a right history is changed to a value that was never there, or to the other number.
TEST(a_changed_result_is_refused)
{
    Rng rng = rng_from(5);

    for (int round = 0; round < 100; round++) {
        LinearOperation all[HISTORY] = {0};
        make_history(all, BUG_NONE, &rng);
        uint32_t i = (uint32_t)rng_below(&rng, HISTORY);
        while (all[i].kind != LINEAR_GET)
            i = (i + 1) % HISTORY;
        all[i].result = HISTORY + 1;
        EXPECT_EQ(linear_check(all, HISTORY, MANY), LINEAR_WRONG);
    }
}
