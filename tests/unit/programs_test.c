// tests/unit/programs_test.c: the executables of a node are found by their SHA-256, in slices.

#include "test.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "manage/programs.h"

static const char *const names[] = {"large", "middle", "small"};

static const char *folder(void)
{
    static char path[] = "/tmp/plait-programs-XXXXXX";
    static bool is_made;

    if (!is_made)
        EXPECT_TRUE(mkdtemp(path) != NULL);
    return is_made = true, path;
}

static const char *path_of(const char *name)
{
    static char path[512];
    snprintf(path, sizeof path, "%s/%s", folder(), name);
    return path;
}

__attribute__((destructor)) static void remove_folder(void)
{
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        unlink(path_of(names[i]));
    rmdir(folder());
}

// A file of zeros that takes no room on the disk, and its SHA-256.
static void make_file(const char *name, off_t size, char hash[static 2 * SHA256_SIZE + 1])
{
    Err err = {0};
    int fd = open(path_of(name), O_WRONLY | O_CREAT, 0700);

    EXPECT_TRUE(fd >= 0 && ftruncate(fd, size) == 0);
    close(fd);
    EXPECT_TRUE(programs_hash(path_of(name), hash, &err));
}

// How often it must be called.
static int slices(Programs *p, const char *hash, int *fd, Err *err)
{
    int count = 1;

    while ((*fd = programs_find(p, hash, err)) < 0 && !err->set)
        count++;
    return count;
}

TEST(a_large_program_is_found_in_slices)
{
    char large[2 * SHA256_SIZE + 1], middle[2 * SHA256_SIZE + 1], small[2 * SHA256_SIZE + 1];
    Programs p;
    Err err = {0};
    int fd;

    make_file("large", 5 << 20, large);
    make_file("middle", 3 << 20, middle);
    make_file("small", 10, small);
    EXPECT_TRUE(programs_open(&p, folder(), &err));
    EXPECT_TRUE(slices(&p, large, &fd, &err) >= 5 / 2);
    EXPECT_EQ(lseek(fd, 0, SEEK_END), 5 << 20);
    EXPECT_EQ(write(fd, "x", 1), -1);  // nobody can change it
    EXPECT_EQ(slices(&p, large, &fd, &err), 1);

    // Two that are looked for at the same time.
    int first = -1, second = -1;
    while ((first < 0 || second < 0) && !err.set) {
        if (first < 0)
            first = programs_find(&p, middle, &err);
        if (second < 0)
            second = programs_find(&p, small, &err);
    }
    EXPECT_STR(err.text, "");
    EXPECT_EQ(lseek(first, 0, SEEK_END), 3 << 20);
    EXPECT_EQ(lseek(second, 0, SEEK_END), 10);
    programs_drop(&p);
}

TEST(what_is_not_there_is_not_found_and_a_search_can_be_left)
{
    char large[2 * SHA256_SIZE + 1], none[2 * SHA256_SIZE + 1];
    Programs p;
    Err err = {0};
    int fd;

    make_file("large", 5 << 20, large);
    memset(none, '0', sizeof none - 1);
    none[sizeof none - 1] = '\0';
    EXPECT_TRUE(programs_open(&p, folder(), &err));
    slices(&p, none, &fd, &err);
    EXPECT_EQ(fd, -1);
    EXPECT_TRUE(strstr(err.text, "has the SHA-256 0000") != NULL);
    err = (Err){0};
    EXPECT_EQ(programs_find(&p, none, &err), -1);  // looks again; nobody waits for the end
    programs_drop(&p);
}
