// tests/unit/utf8_test.c: characters in bytes that may be anything.

#include "base/utf8.h"

#include "test.h"

static size_t size_of(const char *text)
{
    return utf8_size(text, strlen(text));
}

TEST(characters_of_every_length)
{
    EXPECT_EQ(size_of("a"), 1);
    EXPECT_EQ(size_of("\xc3\xbc"), 2);          // u with dots
    EXPECT_EQ(size_of("\xe2\x82\xac"), 3);      // the euro sign
    EXPECT_EQ(size_of("\xf0\x9f\x91\x8b"), 4);  // a waving hand
    EXPECT_EQ(size_of("ab"), 1);
    EXPECT_EQ(utf8_size("\0", 1), 1);
}

TEST(the_first_and_last_of_each_length)
{
    EXPECT_EQ(size_of("\x7f"), 1);
    EXPECT_EQ(size_of("\xc2\x80"), 2);
    EXPECT_EQ(size_of("\xdf\xbf"), 2);
    EXPECT_EQ(size_of("\xe0\xa0\x80"), 3);
    EXPECT_EQ(size_of("\xef\xbf\xbf"), 3);
    EXPECT_EQ(size_of("\xf0\x90\x80\x80"), 4);
    EXPECT_EQ(size_of("\xf4\x8f\xbf\xbf"), 4);
}

TEST(what_is_no_character)
{
    EXPECT_EQ(size_of("\x80"), 0);              // a continuation alone
    EXPECT_EQ(size_of("\xc3("), 0);             // no continuation
    EXPECT_EQ(size_of("\xff"), 0);
    EXPECT_EQ(size_of("\xfe"), 0);
    EXPECT_EQ(size_of("\xc0\x80"), 0);          // longer than needed
    EXPECT_EQ(size_of("\xc1\xbf"), 0);
    EXPECT_EQ(size_of("\xe0\x9f\xbf"), 0);
    EXPECT_EQ(size_of("\xf0\x8f\xbf\xbf"), 0);
    EXPECT_EQ(size_of("\xed\xa0\x80"), 0);      // half of a surrogate pair
    EXPECT_EQ(size_of("\xf4\x90\x80\x80"), 0);  // beyond Unicode
    EXPECT_EQ(size_of("\xe2\x82("), 0);
}

TEST(a_character_cut_off_is_none)
{
    EXPECT_EQ(utf8_size("\xc3\xbc", 1), 0);
    EXPECT_EQ(utf8_size("\xe2\x82\xac", 2), 0);
    EXPECT_EQ(utf8_size("\xf0\x9f\x91\x8b", 3), 0);
}

static void expect_clean(const char *text, const char *wanted)
{
    Buf b = {0};
    utf8_clean(&b, text, strlen(text));
    EXPECT_STR(buf_text(&b), wanted);
    buf_drop(&b);
}

TEST(good_text_stays_as_it_is)
{
    expect_clean("", "");
    expect_clean("gr\xc3\xbc\xc3\x9f", "gr\xc3\xbc\xc3\x9f");
}

TEST(every_bad_byte_becomes_a_mark)
{
    expect_clean("a\xff" "b", "a\xef\xbf\xbd" "b");
    expect_clean("\xc3(", "\xef\xbf\xbd(");
    expect_clean("\xe2\x82", "\xef\xbf\xbd\xef\xbf\xbd");
}

// Whatever the bytes, the result is UTF-8, and cleaning it again changes nothing.
TEST(the_result_is_always_clean)
{
    for (unsigned first = 1; first < 256; first++) {
        for (unsigned second = 1; second < 256; second++) {
            char text[] = {(char)first, (char)second, 'x', '\0'};
            Buf once = {0};
            utf8_clean(&once, text, 3);
            expect_clean(buf_text(&once), buf_text(&once));
            EXPECT_EQ(once.text[once.size - 1], 'x');
            buf_drop(&once);
        }
    }
}

static void expect_shown(const char *text, const char *wanted)
{
    Buf b = {0};
    utf8_shown(&b, text);
    EXPECT_STR(buf_text(&b), wanted);
    buf_drop(&b);
}

TEST(text_of_others_does_not_move_the_cursor)
{
    expect_shown("", "");
    expect_shown("plain ÿ €", "plain ÿ €");
    expect_shown("a\nb\tc\r", "a\\nb\\tc\\r");
    expect_shown("\x1b[31mred\x07\x7f", "\\x1b[31mred\\x07\\x7f");
    expect_shown("\xc2\x9b" "31m", "U+009B31m");
    expect_shown("\xe2\x80\xae" "evil", "U+202Eevil");
    expect_shown("\xff", "\xef\xbf\xbd");
}
