// tests/unit/grants_test.c: where new containers are put, and when they are started again.

#include "cluster/grants.h"

#include <string.h>

#include "cluster/restarts.h"
#include "test.h"

static Grants two_hosts(void)
{
    Grants g = {0};

    EXPECT_TRUE(grants_add(&g, "10.0.0.1:1"));
    EXPECT_TRUE(grants_add(&g, "10.0.0.1:2"));
    EXPECT_TRUE(grants_add(&g, "10.0.0.2:1"));
    EXPECT_TRUE(grants_add(&g, "10.0.0.2:2"));
    return g;
}

static const char *taken(Grants *g, uint32_t kind, GrantRule rule, uint64_t incarnation)
{
    static char address[ADDRESS_MAX + 1];
    bool is_full;

    if (grants_take(g, kind, rule, incarnation, address, &is_full))
        return address;
    return is_full ? "full" : "none";
}

TEST(without_a_rule_in_the_order_of_the_manager)
{
    Grants g = two_hosts();

    EXPECT_FALSE(grants_add(&g, "10.0.0.1:1"));  // it has that
    EXPECT_FALSE(grants_add(&g, "nowhere"));
    EXPECT_STR(taken(&g, 7, (GrantRule){0}, 1), "10.0.0.1:1");
    EXPECT_STR(taken(&g, 7, (GrantRule){0}, 2), "10.0.0.1:2");
    EXPECT_STR(taken(&g, 7, (GrantRule){0}, 3), "10.0.0.2:1");
    EXPECT_STR(taken(&g, 7, (GrantRule){0}, 4), "10.0.0.2:2");
    EXPECT_STR(taken(&g, 7, (GrantRule){0}, 5), "none");
    grants_drop(&g);
}

TEST(spread_takes_the_host_with_the_fewest_of_the_kind)
{
    Grants g = two_hosts();
    GrantRule spread = {.spreads = true};

    EXPECT_STR(taken(&g, 7, spread, 1), "10.0.0.1:1");
    EXPECT_STR(taken(&g, 8, spread, 2), "10.0.0.1:2");  // another kind
    EXPECT_STR(taken(&g, 7, spread, 3), "10.0.0.2:1");
    grants_drop(&g);
}

TEST(no_host_has_more_of_a_kind_than_it_may)
{
    Grants g = two_hosts();
    GrantRule one = {.per_host = 1};

    EXPECT_STR(taken(&g, 7, one, 1), "10.0.0.1:1");
    EXPECT_STR(taken(&g, 7, one, 2), "10.0.0.2:1");
    EXPECT_STR(taken(&g, 7, one, 3), "full");
    grants_again(&g, 2, 20);  // started again: it is still there
    grants_ended(&g, 2);
    EXPECT_STR(taken(&g, 7, one, 3), "full");
    grants_ended(&g, 20);
    EXPECT_STR(taken(&g, 7, one, 3), "10.0.0.2:2");
    grants_drop(&g);
}

TEST(pauses_double_and_five_starts_in_a_minute_are_too_many)
{
    Restarts r = {0};
    uint64_t now = 1000000, pauses[] = {100000, 200000, 400000, 800000};

    for (int i = 0; i < 4; i++) {
        restarts_started(&r, now);
        EXPECT_EQ(restarts_next(&r, now) - now, pauses[i]);
    }
    restarts_started(&r, now);
    EXPECT_EQ(restarts_next(&r, now), 0);
    // One that has lived for a minute begins anew.
    now += 61000000;
    EXPECT_EQ(restarts_next(&r, now) - now, 100000);
    restarts_started(&r, now);
    EXPECT_EQ(restarts_next(&r, now) - now, 100000);
}
