// tests/unit/linear_test.c: the checker of histories, and a test of this test.

#include "test.h"

#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "linear.h"

enum { MANY = 10000000, MOST = 300 };

// An operation of one action on one key.
typedef struct One {
    LinearKind kind;
    bool has_returned;
    uint64_t called, returned;
    uint32_t value, expected, result;
} One;

static LinearVerdict check(const One *all, uint32_t count, uint64_t possibilities)
{
    LinearAction actions[MOST];
    LinearOperation operations[MOST];

    for (uint32_t i = 0; i < count; i++) {
        actions[i] = (LinearAction){all[i].kind, 0, all[i].value, all[i].expected, all[i].result};
        operations[i] = (LinearOperation){.has_returned = all[i].has_returned,
                                          .called = all[i].called,
                                          .returned = all[i].returned,
                                          .actions = &actions[i],
                                          .count = 1};
    }
    return linear_check(operations, count, 1, possibilities);
}

#define CHECK(...) check((One[]){__VA_ARGS__}, sizeof((One[]){__VA_ARGS__}) / sizeof(One), MANY)

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
    One all[31];

    for (int i = 0; i < 30; i++)
        all[i] = (One)SET(1, 100, (uint32_t)i + 1);
    all[30] = (One)GET(101, 102, 77);
    EXPECT_EQ(check(all, 31, 1000), LINEAR_UNKNOWN);
}

// ------------------------------------------------------------- compared with all permutations

static bool execute(const One *o, uint32_t *value)
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
static bool is_explained(const One *all, uint32_t count, uint32_t done, uint32_t value)
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

static One any_operation(Rng *rng)
{
    One o = {.kind = (LinearKind)rng_below(rng, 4)};

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
        One all[8];
        uint32_t count = 1 + (uint32_t)rng_below(&rng, 7);
        for (uint32_t i = 0; i < count; i++)
            all[i] = any_operation(&rng);
        bool is_fine = is_explained(all, count, 0, LINEAR_NOTHING);
        EXPECT_EQ(check(all, count, MANY), is_fine ? LINEAR_FINE : LINEAR_WRONG);
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

enum { HISTORY = MOST, USERS = 5 };

// Users take turns: an operation is called, executed some time later, and returns later still.
static void make_history(One *all, Bug bug, Rng *rng)
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
            One *o = &all[busy[user] - 1];
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
        One all[HISTORY] = {0};
        make_history(all, bug, &rng);
        LinearVerdict verdict = check(all, HISTORY, MANY);
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
        One all[HISTORY] = {0};
        make_history(all, BUG_NONE, &rng);
        uint32_t i = (uint32_t)rng_below(&rng, HISTORY);
        while (all[i].kind != LINEAR_GET)
            i = (i + 1) % HISTORY;
        all[i].result = HISTORY + 1;
        EXPECT_EQ(check(all, HISTORY, MANY), LINEAR_WRONG);
    }
}

// --------------------------------------------------------------------- transactions of several keys

enum { KEYS = 3, ACTIONS = 3 };

typedef struct Several {
    LinearOperation o;
    LinearAction actions[ACTIONS];
} Several;

static LinearVerdict check_several(Several *all, uint32_t count)
{
    LinearOperation operations[MOST];

    for (uint32_t i = 0; i < count; i++) {
        operations[i] = all[i].o;
        operations[i].actions = all[i].actions;
    }
    return linear_check(operations, count, KEYS, MANY);
}

// What one user at a time gets: the results are written down. False: it is refused.
static bool perform(Several *t, uint32_t *values)
{
    uint32_t before[KEYS];

    memcpy(before, values, sizeof before);
    for (uint32_t i = 0; i < t->o.count; i++) {
        LinearAction *a = &t->actions[i];
        uint32_t *value = &values[a->key];
        bool is_there = *value != LINEAR_NOTHING, fits = is_there && *value == a->expected;
        a->result = a->kind == LINEAR_GET   ? *value
                    : a->kind == LINEAR_DEL ? is_there
                    : a->kind == LINEAR_CAS ? fits
                                            : 0;
        if (a->kind == LINEAR_CAS && !fits && t->o.is_strict) {
            memcpy(values, before, sizeof before);
            return false;
        }
        if (a->kind == LINEAR_SET || (a->kind == LINEAR_CAS && fits))
            *value = a->value;
        else if (a->kind == LINEAR_DEL)
            *value = LINEAR_NOTHING;
    }
    return true;
}

static bool fits_history(const Several *t, uint32_t *values)
{
    Several copy = *t;
    bool is_done = perform(&copy, values), fits = is_done != t->o.is_refused;

    for (uint32_t i = 0; i < t->o.count && is_done; i++)
        fits &= copy.actions[i].result == t->actions[i].result || t->actions[i].kind == LINEAR_SET;
    return fits || !t->o.has_returned;
}

static bool several_are_explained(const Several *all, uint32_t count, uint32_t done,
                                  const uint32_t *values)
{
    uint64_t first_return = UINT64_MAX;
    bool is_complete = true;

    for (uint32_t i = 0; i < count; i++)
        if (!(done >> i & 1) && all[i].o.has_returned) {
            is_complete = false;
            first_return = all[i].o.returned < first_return ? all[i].o.returned : first_return;
        }
    for (uint32_t i = 0; i < count && !is_complete; i++) {
        uint32_t after[KEYS];
        memcpy(after, values, sizeof after);
        if (!(done >> i & 1) && all[i].o.called <= first_return && fits_history(&all[i], after))
            is_complete = several_are_explained(all, count, done | 1u << i, after);
    }
    return is_complete;
}

static Several any_several(Rng *rng, uint32_t most_actions)
{
    Several t = {.o.count = 1 + (uint32_t)rng_below(rng, most_actions)};

    t.o.is_strict = rng_below(rng, 2);
    for (uint32_t i = 0; i < t.o.count; i++)
        t.actions[i] = (LinearAction){.kind = (LinearKind)rng_below(rng, 4),
                                      .key = (uint32_t)rng_below(rng, KEYS),
                                      .value = 1 + (uint32_t)rng_below(rng, 3),
                                      .expected = 1 + (uint32_t)rng_below(rng, 3)};
    return t;
}

TEST(transactions_agree_with_all_permutations)
{
    Rng rng = rng_from(13);
    int fine = 0;

    for (int round = 0; round < 20000; round++) {
        Several all[6];
        uint32_t count = 1 + (uint32_t)rng_below(&rng, 5), none[KEYS] = {0};
        for (uint32_t i = 0; i < count; i++) {
            Several *t = &all[i];
            *t = any_several(&rng, 2);
            t->o.called = rng_below(&rng, 20);
            t->o.returned = t->o.called + rng_below(&rng, 10);
            t->o.has_returned = rng_below(&rng, 6) > 0;
            t->o.is_refused = t->o.has_returned && t->o.is_strict && rng_below(&rng, 3) == 0;
            for (uint32_t k = 0; k < t->o.count; k++)
                t->actions[k].result =
                    (uint32_t)rng_below(&rng, t->actions[k].kind == LINEAR_GET ? 4 : 2);
        }
        bool is_fine = several_are_explained(all, count, 0, none);
        EXPECT_EQ(check_several(all, count), is_fine ? LINEAR_FINE : LINEAR_WRONG);
        fine += is_fine;
    }
    EXPECT_TRUE(fine > 2000 && fine < 18000);  // both verdicts are common
}

typedef enum Fault {
    FAULT_NONE,
    FAULT_HALF,          // only the first action of a transaction is done
    FAULT_TWICE,         // all of it is done a second time, later
    FAULT_REFUSED_DONE,  // it is called refused, and was done
    FAULT_OLD_READ,      // one of several reads sees an older value
    FAULT_COUNT
} Fault;

// One transaction after the other takes effect, between its call and its return; calls overlap.
static void make_several(Several *all, Fault fault, Rng *rng)
{
    uint32_t values[KEYS] = {0}, older[KEYS] = {0};

    for (uint32_t i = 0; i < HISTORY; i++) {
        Several *t = &all[i];
        bool is_bad = rng_below(rng, 10) == 0;
        *t = any_several(rng, ACTIONS);
        t->o.called = 10 * i - rng_below(rng, i ? 10 : 1);
        t->o.returned = 10 * i + rng_below(rng, 20);
        t->o.has_returned = true;
        for (uint32_t k = 0; k < t->o.count; k++) {
            t->actions[k].value = ACTIONS * i + k + 1;  // each value is written once
            t->actions[k].expected = rng_below(rng, 4) ? values[t->actions[k].key] : 1;
        }
        uint32_t before[KEYS];
        memcpy(before, values, sizeof before);
        t->o.is_refused = !perform(t, values);
        if (is_bad && fault == FAULT_HALF && !t->o.is_refused) {
            Several first = *t;
            first.o.count = 1;
            memcpy(values, before, sizeof before);
            perform(&first, values);
        }
        if (is_bad && fault == FAULT_REFUSED_DONE && t->o.is_strict)
            t->o.is_refused = true;
        if (is_bad && fault == FAULT_TWICE && i > 9)
            perform(
                &(Several){all[i - 9].o,
                           {all[i - 9].actions[0], all[i - 9].actions[1], all[i - 9].actions[2]}},
                values);
        for (uint32_t k = 0; k < t->o.count && fault == FAULT_OLD_READ && is_bad; k++)
            if (t->actions[k].kind == LINEAR_GET)
                t->actions[k].result = older[t->actions[k].key];
        if (i % 8 == 7)
            memcpy(older, values, sizeof older);
    }
}

static int several_refused(Fault fault)
{
    Rng rng = rng_from(17);
    int wrong = 0;

    for (int round = 0; round < 50; round++) {
        Several all[HISTORY] = {0};
        make_several(all, fault, &rng);
        LinearVerdict verdict = check_several(all, HISTORY);
        EXPECT_TRUE(verdict != LINEAR_UNKNOWN);
        wrong += verdict == LINEAR_WRONG;
    }
    return wrong;
}

TEST(right_transactions_are_accepted_and_wrong_ones_are_refused)
{
    EXPECT_EQ(several_refused(FAULT_NONE), 0);
    for (Fault fault = FAULT_NONE + 1; fault < FAULT_COUNT; fault++)
        EXPECT_TRUE(several_refused(fault) >= 40);  // an overlap explains some
}

// Each key by itself is fine, both together are not: one transaction is seen by halves.
TEST(transactions_are_judged_as_a_whole)
{
    LinearAction both[] = {{LINEAR_SET, 0, .value = 1}, {LINEAR_SET, 1, .value = 2}};
    LinearAction half[] = {{LINEAR_GET, 0, .result = 1}, {LINEAR_GET, 1, .result = 0}};
    LinearOperation all[] = {{true, 1, 9, true, false, both, 2},
                             {true, 2, 8, true, false, half, 2}};

    EXPECT_EQ(linear_check(all, 2, 2, MANY), LINEAR_WRONG);
    half[1].result = 2;
    EXPECT_EQ(linear_check(all, 2, 2, MANY), LINEAR_FINE);
}
