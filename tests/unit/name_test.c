// tests/unit/name_test.c: words that exist once.

#include "base/name.h"

#include <stdio.h>

#include "test.h"

TEST(the_same_word_is_the_same_pointer)
{
    Arena arena = {0};
    Names names;
    names_init(&names, &arena);
    const Name *a = name_of(&names, "machine");
    EXPECT_SAME(name_of(&names, "machine"), a);
    EXPECT_SAME(name_intern(&names, "machinery", 7), a);
    EXPECT_TRUE(name_of(&names, "machiner") != a);
    EXPECT_STR(a->text, "machine");
    EXPECT_EQ(a->size, 7);
    names_drop(&names);
    arena_drop(&arena);
}

TEST(ids_count_from_zero_in_order_of_appearance)
{
    Arena arena = {0};
    Names names;
    names_init(&names, &arena);
    EXPECT_EQ(name_of(&names, "b")->id, 0);
    EXPECT_EQ(name_of(&names, "a")->id, 1);
    EXPECT_EQ(name_of(&names, "b")->id, 0);
    EXPECT_EQ(name_of(&names, "c")->id, 2);
    EXPECT_EQ(names.count, 3);
    names_drop(&names);
    arena_drop(&arena);
}

TEST(the_empty_word_is_a_word)
{
    Arena arena = {0};
    Names names;
    names_init(&names, &arena);
    const Name *empty = name_of(&names, "");
    EXPECT_SAME(name_intern(&names, "x", 0), empty);
    EXPECT_STR(empty->text, "");
    EXPECT_EQ(empty->size, 0);
    names_drop(&names);
    arena_drop(&arena);
}

TEST(the_text_is_a_copy)
{
    Arena arena = {0};
    Names names;
    names_init(&names, &arena);
    char text[] = "eReq";
    const Name *name = name_of(&names, text);
    text[0] = 'x';
    EXPECT_STR(name->text, "eReq");
    EXPECT_TRUE(name_of(&names, text) != name);
    names_drop(&names);
    arena_drop(&arena);
}

TEST(words_with_nul_bytes_differ_behind_them)
{
    Arena arena = {0};
    Names names;
    names_init(&names, &arena);
    EXPECT_TRUE(name_intern(&names, "a\0b", 3) != name_intern(&names, "a\0c", 3));
    EXPECT_TRUE(name_intern(&names, "a", 1) != name_intern(&names, "a\0", 2));
    names_drop(&names);
    arena_drop(&arena);
}

TEST(names_stay_where_they_are_while_the_table_grows)
{
    enum { COUNT = 100000 };
    Arena arena = {0};
    Names names;
    names_init(&names, &arena);
    const Name **all = NEW_ARRAY(&arena, const Name *, COUNT);
    char text[32];
    for (uint32_t i = 0; i < COUNT; i++) {
        snprintf(text, sizeof text, "name%u", i);
        all[i] = name_of(&names, text);
    }
    for (uint32_t i = 0; i < COUNT; i++) {
        snprintf(text, sizeof text, "name%u", i);
        EXPECT_SAME(name_of(&names, text), all[i]);
        EXPECT_EQ(all[i]->id, i);
        EXPECT_STR(all[i]->text, text);
    }
    EXPECT_EQ(names.count, COUNT);
    names_drop(&names);
    arena_drop(&arena);
}

TEST(a_word_may_be_long)
{
    enum { SIZE = 3 * 1000 * 1000 };
    Arena arena = {0};
    Names names;
    names_init(&names, &arena);
    char *text = arena_alloc(&arena, SIZE);
    memset(text, 'x', SIZE);
    const Name *name = name_intern(&names, text, SIZE);
    EXPECT_EQ(name->size, SIZE);
    EXPECT_EQ(strlen(name->text), SIZE);
    EXPECT_SAME(name_intern(&names, text, SIZE), name);
    EXPECT_TRUE(name_intern(&names, text, SIZE - 1) != name);
    names_drop(&names);
    arena_drop(&arena);
}
