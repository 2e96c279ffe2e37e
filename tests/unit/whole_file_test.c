// unit/whole_file_test.c: files that are there in full or not at all.

#include "base/whole_file.h"

#include <dirent.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "test.h"

static char folder[] = "/tmp/whole-file-XXXXXX";
static char path[64];

static void begin(void)
{
    if (!path[0]) {
        EXPECT_TRUE(mkdtemp(folder) != NULL);
        snprintf(path, sizeof path, "%s/file", folder);
    }
}

static int count_files(void)
{
    int count = 0;
    DIR *d = opendir(folder);
    for (const struct dirent *e; d && (e = readdir(d));)
        count += e->d_name[0] != '.';
    closedir(d);
    return count;
}

static void write_and_end(int signal_number)
{
    WholeFile f;
    Err err = {0};
    signal(signal_number, SIG_DFL);
    if (whole_file_open(&f, path, &err) && count_files() == 1)
        raise(signal_number);
}

static void end_by_term(void)
{
    write_and_end(SIGTERM);
}

static void end_by_hup(void)
{
    write_and_end(SIGHUP);
}

TEST(a_part_is_removed_when_a_signal_ends_the_process)
{
    begin();
    EXPECT_EQ(death_of(end_by_term).code, 128 + SIGTERM);
    EXPECT_EQ(count_files(), 0);
    EXPECT_EQ(death_of(end_by_hup).code, 128 + SIGHUP);
    EXPECT_EQ(count_files(), 0);
    rmdir(folder);
}

TEST(a_file_takes_its_place_when_it_is_closed)
{
    WholeFile f, other;
    Err err = {0};
    begin();
    EXPECT_TRUE(whole_file_open(&f, path, &err));  // makes the folder, too
    EXPECT_TRUE(access(path, F_OK) != 0);
    EXPECT_TRUE(whole_file_open(&other, path, &err));  // each has a part of its own
    EXPECT_TRUE(strcmp(f.part, other.part) != 0);
    EXPECT_TRUE(whole_file_close(&f, &err));
    EXPECT_EQ(access(path, F_OK), 0);
    EXPECT_TRUE(whole_file_close_new(&other, &err));
    EXPECT_EQ(count_files(), 1);
    unlink(path);
    rmdir(folder);
}
