// unit/rounds_test.c: how time is divided among tests.

#include "cli/rounds.h"

#include <math.h>

#include "test.h"

static double next(double each, double all, uint32_t tests, RoundTest test)
{
    RoundLimits limits = {.each = each, .all = all, .tests = tests};
    double seconds = -2;
    switch (rounds_next(&limits, &test, &seconds)) {
    case ROUND_RUN:
        return seconds;
    case ROUND_UNLIMITED:
        return INFINITY;
    case ROUND_OVER:
        break;
    }
    return -1;
}

static bool is_near(double a, double b)
{
    return fabs(a - b) < 1e-9;
}

TEST(eight_tests_have_had_a_slice_within_five_seconds)
{
    EXPECT_TRUE(8 * next(0, 0, 8, (RoundTest){.waiting = 8}) < 5);
    EXPECT_TRUE(30 * next(0, 0, 30, (RoundTest){.waiting = 30}) < 5);
}

TEST(rounds_become_longer)
{
    EXPECT_TRUE(is_near(next(0, 0, 8, (RoundTest){.waiting = 3, .spent = 0.5, .last = 0.5}), 5));
    EXPECT_TRUE(is_near(next(0, 0, 8, (RoundTest){.waiting = 3, .spent = 5.5, .last = 5}), 50));
}

TEST(a_test_alone_has_all_the_time)
{
    EXPECT_TRUE(isinf(next(0, 0, 1, (RoundTest){.waiting = 1, .is_alone = true})));
    EXPECT_TRUE(is_near(next(60, 0, 1, (RoundTest){.waiting = 1, .is_alone = true}), 60));
    EXPECT_TRUE(is_near(next(60, 20, 1, (RoundTest){.waiting = 1, .is_alone = true}), 20));
    RoundTest last = {.waiting = 1, .is_alone = true, .spent = 0.5, .last = 0.5, .elapsed = 7};
    EXPECT_TRUE(isinf(next(0, 0, 8, last)));
    EXPECT_TRUE(is_near(next(60, 0, 8, last), 59.5));
    EXPECT_TRUE(is_near(next(0, 60, 8, last), 53));
}

// The rounds of a test together take what --time says, and the last one most of it.
TEST(rounds_keep_to_the_time_of_a_test)
{
    static const double limits[] = {0.3, 1, 3, 10, 60, 300, 3600};
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        RoundTest t = {.waiting = 5};
        for (double s; (s = next(limits[i], 0, 5, t)) > 0;) {
            t.spent += s;
            t.last = s;
        }
        EXPECT_TRUE(is_near(t.spent, limits[i]));
        EXPECT_TRUE(t.last > 0.85 * limits[i]);
    }
}

// All tests together take what --total-time says, and each has a share.
TEST(rounds_keep_to_the_time_of_all)
{
    static const double limits[] = {1, 20, 600};
    enum { TESTS = 6 };
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        RoundTest all[TESTS] = {0};
        double elapsed = 0;
        bool has_run = true;
        while (has_run) {
            has_run = false;
            for (uint32_t j = 0; j < TESTS; j++) {
                all[j].elapsed = elapsed;
                all[j].waiting = TESTS - j;
                double s = next(0, limits[i], TESTS, all[j]);
                if (s <= 0)
                    continue;
                has_run = true;
                all[j].spent += s;
                all[j].last = s;
                elapsed += s;
            }
        }
        EXPECT_TRUE(elapsed <= limits[i] + 1e-6 && elapsed > 0.8 * limits[i]);
        for (uint32_t j = 0; j < TESTS; j++)
            EXPECT_TRUE(all[j].last > 0.7 * limits[i] / TESTS);
    }
}

// What ends by another limit ends the same way every time, so it is not cut off.
TEST(a_test_that_ends_by_itself_is_not_cut_off)
{
    RoundTest t = {.waiting = 3, .spent = 0.5, .last = 0.5, .ends_by_itself = true};
    EXPECT_TRUE(isinf(next(0, 0, 8, t)));
    EXPECT_TRUE(is_near(next(9, 0, 8, t), 8.5));
}
