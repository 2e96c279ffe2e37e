// tests/unit/source_test.c: places in the text of a program.

#include "lang/source.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "test.h"

static Source *add(Sources *all, const char *path, const char *text)
{
    Err err = {0};
    Source *source = source_add(all, path, text, strlen(text), &err);
    EXPECT_TRUE(source != NULL);
    return source;
}

static void expect_place(Sources *all, uint32_t offset, const char *path, uint32_t line,
                         uint32_t column)
{
    SourcePlace at = source_place(all, offset);
    EXPECT_STR(at.source->path, path);
    EXPECT_EQ(at.line, line);
    EXPECT_EQ(at.column, column);
}

TEST(places_of_one_file)
{
    Arena arena = {0};
    Sources all = {.arena = &arena};
    add(&all, "a.p", "ab\n\ncd");
    expect_place(&all, 0, "a.p", 1, 1);
    expect_place(&all, 1, "a.p", 1, 2);
    expect_place(&all, 2, "a.p", 1, 3);  // the line end itself
    expect_place(&all, 3, "a.p", 2, 1);
    expect_place(&all, 4, "a.p", 3, 1);
    expect_place(&all, 6, "a.p", 3, 3);  // the end of the file
    arena_drop(&arena);
}

TEST(the_end_of_a_file_is_a_place_of_its_own)
{
    Arena arena = {0};
    Sources all = {.arena = &arena};
    add(&all, "a.p", "ab");
    Source *empty = add(&all, "empty.p", "");
    Source *last = add(&all, "c.p", "c\n");
    expect_place(&all, 2, "a.p", 1, 3);
    EXPECT_EQ(empty->base, 3);
    expect_place(&all, 3, "empty.p", 1, 1);
    EXPECT_EQ(last->base, 4);
    expect_place(&all, 4, "c.p", 1, 1);
    expect_place(&all, 6, "c.p", 2, 1);
    EXPECT_SAME(source_at(&all, 3), empty);
    arena_drop(&arena);
}

TEST(many_files_are_found_by_offset)
{
    Arena arena = {0};
    Sources all = {.arena = &arena};
    char path[16];
    for (int i = 0; i < 1000; i++) {
        snprintf(path, sizeof path, "f%d.p", i);
        add(&all, path, "xyz");
    }
    for (uint32_t i = 0; i < 1000; i++) {
        snprintf(path, sizeof path, "f%u.p", i);
        expect_place(&all, i * 4 + 2, path, 1, 3);
    }
    arena_drop(&arena);
}

TEST(columns_count_characters)
{
    Arena arena = {0};
    Sources all = {.arena = &arena};
    add(&all, "a.p", "\xc3\xbc\xf0\x9f\x91\x8bx");
    expect_place(&all, 2, "a.p", 1, 2);
    expect_place(&all, 6, "a.p", 1, 3);
    arena_drop(&arena);
}

// The last place asked for may be in a later line: nothing follows from its column.
TEST(columns_do_not_depend_on_what_was_asked_before)
{
    Arena arena = {0};
    Sources all = {.arena = &arena};
    add(&all, "a.p", "          first\nx\n  y");
    for (uint32_t i = 0; i < 20; i++) {
        expect_place(&all, 16, "a.p", 2, 1);
        expect_place(&all, 10, "a.p", 1, 11);
        expect_place(&all, 20, "a.p", 3, 3);
        expect_place(&all, 14, "a.p", 1, 15);
        expect_place(&all, 15, "a.p", 1, 16);
    }
    arena_drop(&arena);
}

static void expect_line(Sources *all, const Source *source, uint32_t line, const char *wanted)
{
    uint32_t size = 0;
    const char *text = source_line(all, source, line, &size);
    EXPECT_EQ(size, strlen(wanted));
    EXPECT_EQ(memcmp(text, wanted, size), 0);
}

TEST(lines_come_without_their_ends)
{
    Arena arena = {0};
    Sources all = {.arena = &arena};
    Source *source = add(&all, "a.p", "one\r\n\ntwo\n\r\nlast");
    expect_line(&all, source, 1, "one");
    expect_line(&all, source, 2, "");
    expect_line(&all, source, 3, "two");
    expect_line(&all, source, 4, "");
    expect_line(&all, source, 5, "last");
    arena_drop(&arena);
}

TEST(nul_bytes_are_text)
{
    Arena arena = {0};
    Sources all = {.arena = &arena};
    Err err = {0};
    source_add(&all, "a.p", "a\0\nb", 4, &err);
    expect_place(&all, 3, "a.p", 2, 1);
    arena_drop(&arena);
}

TEST(a_program_has_room_for_four_gigabytes_and_no_more)
{
    Arena arena = {0};
    Sources all = {.arena = &arena};
    Err err = {0};
    // Nobody reads the text here, so it need not be as long as we say.
    EXPECT_TRUE(source_add(&all, "large.p", "", 3u << 30, &err) != NULL);
    EXPECT_NULL(source_add(&all, "larger.p", "", 2u << 30, &err));
    EXPECT_TRUE(err.set);
    EXPECT_TRUE(strstr(err.text, "larger.p") != NULL);
    EXPECT_EQ(all.files.count, 1);
    arena_drop(&arena);
}

TEST(loading_reads_the_whole_file)
{
    Arena arena = {0};
    Sources all = {.arena = &arena};
    Err err = {0};
    char path[] = "/tmp/plait-source-XXXXXX";
    int file = mkstemp(path);
    EXPECT_TRUE(file >= 0);
    EXPECT_EQ(write(file, "a\0b\n", 4), 4);
    close(file);

    Source *source = source_load(&all, path, &err);
    unlink(path);
    EXPECT_TRUE(source != NULL);
    EXPECT_EQ(source->size, 4);
    EXPECT_EQ(memcmp(source->text, "a\0b\n", 5), 0);
    arena_drop(&arena);
}

static void expect_unreadable(const char *path, const char *reason)
{
    Arena arena = {0};
    Sources all = {.arena = &arena};
    Err err = {0};
    EXPECT_NULL(source_load(&all, path, &err));
    EXPECT_TRUE(strstr(err.text, path) != NULL);
    EXPECT_TRUE(strstr(err.text, reason) != NULL);
    arena_drop(&arena);
}

TEST(what_cannot_be_read_is_said_with_its_reason)
{
    expect_unreadable("/no/such/file.p", strerror(ENOENT));
    expect_unreadable("/", strerror(EISDIR));
    expect_unreadable("/dev/null", strerror(EINVAL));
}
