// unit/amount_test.c: times and sizes as people type them.

#include "base/amount.h"

#include "test.h"

static double seconds_of(const char *text)
{
    double seconds;
    return amount_seconds(text, &seconds) ? seconds : -1;
}

static uint64_t bytes_of(const char *text)
{
    uint64_t bytes;
    return amount_bytes(text, 1 << 20, &bytes) ? bytes : UINT64_MAX;
}

TEST(a_time_has_a_unit_or_is_in_seconds)
{
    EXPECT_TRUE(seconds_of("90") == 90);
    EXPECT_TRUE(seconds_of("0.5") == 0.5);
    EXPECT_TRUE(seconds_of("90s") == 90);
    EXPECT_TRUE(seconds_of("1.5m") == 90);
    EXPECT_TRUE(seconds_of("2h") == 7200);
    EXPECT_TRUE(seconds_of("500ms") == 0.5);
    EXPECT_TRUE(seconds_of("1m30s") == 90);
    EXPECT_TRUE(seconds_of("1h1m1s") == 3661);
    EXPECT_TRUE(seconds_of("1M") == 60);
}

TEST(what_is_no_time_is_refused)
{
    static const char *const wrong[] = {"",    "s",   "soon", "-1",  "0",   "0s",    "1e9",  "nan",
                                        "inf", "0x1", " 1",   "1 ",  "1x",  "30s1m", "1m30", "1.2.3",
                                        ".",   "1m1m", "9999999999"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        EXPECT_TRUE(seconds_of(wrong[i]) == -1);
}

TEST(a_size_has_a_unit_or_counts_mebibytes)
{
    EXPECT_EQ(bytes_of("512"), (uint64_t)512 << 20);
    EXPECT_EQ(bytes_of("512M"), (uint64_t)512 << 20);
    EXPECT_EQ(bytes_of("512MiB"), (uint64_t)512 << 20);
    EXPECT_EQ(bytes_of("4G"), (uint64_t)4 << 30);
    EXPECT_EQ(bytes_of("1.5g"), (uint64_t)3 << 29);
    EXPECT_EQ(bytes_of("64k"), 65536);
    EXPECT_EQ(bytes_of("1T"), (uint64_t)1 << 40);
}

TEST(what_is_no_size_is_refused)
{
    static const char *const wrong[] = {"", "G", "-1", "x", "4X", "4G4", "4 G", "0x10", "1e3",
                                        "99999999999999999999"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        EXPECT_EQ(bytes_of(wrong[i]), UINT64_MAX);
}
