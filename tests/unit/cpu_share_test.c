// tests/unit/cpu_share_test.c: a container gets its share of a processor, and no more.

#include "test.h"

#include "cluster/cpu_share.h"

enum { SECOND = 1000000 };

// Runs turns of `turn` microseconds whenever it may, on a processor of its own; returns the
// processor time of that many seconds.
static uint64_t run(CpuShare *s, uint64_t turn, uint64_t seconds)
{
    uint64_t now = 12345, used = 777, begin = now, first = used;

    while (now < begin + seconds * SECOND) {
        uint64_t rest = cpu_share_rest(s, now, used);
        if (rest == 0)
            used += turn;
        now += rest ? rest : turn;
    }
    return used - first;
}

TEST(a_container_that_always_runs_gets_its_share)
{
    static const uint32_t percents[] = {1, 10, 50, 99};

    for (size_t i = 0; i < sizeof percents / sizeof *percents; i++) {
        CpuShare s = {.percent = percents[i]};
        uint64_t share = (uint64_t)100 * SECOND * percents[i] / 100;
        uint64_t used = run(&s, 500, 100);
        EXPECT_TRUE(used >= share - share / 50 && used <= share + share / 50);
    }
}

TEST(a_long_handler_is_paid_back)
{
    CpuShare s = {.percent = 10};

    EXPECT_TRUE(run(&s, 300000, 100) <= 10 * SECOND + 2 * 300000);
}

TEST(without_a_share_there_is_no_rest)
{
    CpuShare s = {0};

    EXPECT_EQ(run(&s, 1000, 10), 10 * SECOND);
}

TEST(what_was_not_used_is_not_saved_up_for_long)
{
    CpuShare s = {.percent = 10};

    EXPECT_EQ(cpu_share_rest(&s, 1000, 0), 0);
    EXPECT_EQ(cpu_share_rest(&s, 3600ull * SECOND, 0), 0);  // an hour later
    EXPECT_EQ(cpu_share_rest(&s, 3600ull * SECOND, 10000), 0);
    EXPECT_EQ(cpu_share_rest(&s, 3600ull * SECOND, 20000), 100001);
}
