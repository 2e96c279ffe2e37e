// tests/unit/buf_test.c: text that grows at its end.

#include "base/buf.h"

#include "test.h"

TEST(an_empty_buf_is_the_empty_text)
{
    Buf b = {0};
    EXPECT_STR(buf_text(&b), "");
    EXPECT_EQ(b.size, 0);
    buf_drop(&b);
    EXPECT_STR(buf_text(&b), "");
}

TEST(pieces_follow_one_another)
{
    Buf b = {0};
    buf_str(&b, "one");
    buf_char(&b, ' ');
    buf_add(&b, "two and more", 3);
    buf_repeat(&b, '.', 3);
    buf_print(&b, " %d %s", 4, "five");
    EXPECT_STR(buf_text(&b), "one two... 4 five");
    EXPECT_EQ(b.size, strlen("one two... 4 five"));
    buf_drop(&b);
}

TEST(nothing_added_is_still_terminated)
{
    Buf b = {0};
    buf_add(&b, NULL, 0);
    buf_str(&b, "");
    buf_repeat(&b, 'x', 0);
    buf_print(&b, "%s", "");
    EXPECT_STR(buf_text(&b), "");
    EXPECT_EQ(b.size, 0);
    buf_drop(&b);
}

TEST(nul_bytes_are_kept)
{
    Buf b = {0};
    buf_add(&b, "a\0b", 3);
    buf_char(&b, '\0');
    EXPECT_EQ(b.size, 4);
    EXPECT_EQ(memcmp(buf_text(&b), "a\0b\0", 5), 0);
    buf_drop(&b);
}

// Every size around the doublings, by every way of adding.
TEST(each_way_of_adding_grows_at_the_edge)
{
    for (size_t size = 0; size < 1100; size++) {
        Buf by_repeat = {0}, by_char = {0}, by_print = {0};
        buf_repeat(&by_repeat, 'x', size);
        for (size_t i = 0; i < size; i++)
            buf_char(&by_char, 'x');
        buf_print(&by_print, "%s", buf_text(&by_repeat));

        EXPECT_EQ(strlen(buf_text(&by_repeat)), size);
        EXPECT_STR(buf_text(&by_char), buf_text(&by_repeat));
        EXPECT_STR(buf_text(&by_print), buf_text(&by_repeat));
        EXPECT_EQ(by_print.size, size);
        EXPECT_TRUE(by_print.capacity > by_print.size || size == 0);
        buf_drop(&by_repeat);
        buf_drop(&by_char);
        buf_drop(&by_print);
    }
}

TEST(a_long_text_keeps_its_content)
{
    Buf b = {0};
    for (int i = 0; i < 100000; i++)
        buf_print(&b, "%d,", i);
    EXPECT_EQ(memcmp(buf_text(&b), "0,1,2,3,", 8), 0);
    EXPECT_STR(buf_text(&b) + b.size - 6, "99999,");
    buf_drop(&b);
}

TEST(one_large_piece_fits_at_once)
{
    Buf b = {0};
    buf_str(&b, "x");
    buf_repeat(&b, 'y', 10 * 1000 * 1000);
    EXPECT_EQ(b.size, 10 * 1000 * 1000 + 1);
    EXPECT_EQ(buf_text(&b)[b.size - 1], 'y');
    EXPECT_EQ(buf_text(&b)[b.size], '\0');
    buf_drop(&b);
}

TEST(a_dropped_buf_starts_anew)
{
    Buf b = {0};
    buf_str(&b, "old");
    buf_drop(&b);
    buf_str(&b, "new");
    EXPECT_STR(buf_text(&b), "new");
    buf_drop(&b);
}
