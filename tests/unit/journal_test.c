// tests/unit/journal_test.c: a file of records that is cut at every byte, and damaged at every byte.

#include "manage/journal.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/buf.h"
#include "test.h"

static char path[] = "/tmp/plait-journal-XXXXXX";

static bool take(void *data, const char *text, size_t size, Err *err)
{
    (void)err;
    buf_add(data, text, size);
    buf_char(data, ';');
    return true;
}

static bool open_it(Journal *j, Buf *records, Err *err)
{
    *err = (Err){0};
    records->size = 0;
    return journal_open(j, path, take, records, err);
}

static void add(Journal *j, const char *text)
{
    Err err = {0};
    EXPECT_TRUE(journal_add(j, text, strlen(text), &err));
}

// A file with the records one, two and three. Returns its bytes.
static size_t make(char *bytes, size_t room)
{
    Journal j;
    Buf records = {0};
    Err err;

    strcpy(path + strlen(path) - 6, "XXXXXX");
    int fd = mkstemp(path);
    EXPECT_TRUE(fd >= 0);
    close(fd);
    EXPECT_TRUE(open_it(&j, &records, &err));
    add(&j, "one");
    add(&j, "two");
    add(&j, "three");
    journal_close(&j);
    FILE *f = fopen(path, "rb");
    size_t size = fread(bytes, 1, room, f);
    fclose(f);
    buf_drop(&records);
    return size;
}

static void write_bytes(const char *bytes, size_t size)
{
    FILE *f = fopen(path, "wb");

    EXPECT_EQ(fwrite(bytes, 1, size, f), size);
    fclose(f);
}

TEST(what_was_added_is_there)
{
    char bytes[1000];
    Journal j;
    Buf records = {0};
    Err err;

    make(bytes, sizeof bytes);
    EXPECT_TRUE(open_it(&j, &records, &err));
    EXPECT_STR(buf_text(&records), "one;two;three;");
    EXPECT_EQ(j.cut, 0);
    // Another process cannot open it meanwhile.
    Journal other;
    EXPECT_FALSE(open_it(&other, &records, &err));
    EXPECT_TRUE(strstr(err.text, "in use"));
    // One record takes the place of all.
    EXPECT_TRUE(journal_replace(&j, "all", 3, &err));
    add(&j, "four");
    journal_close(&j);
    EXPECT_TRUE(open_it(&j, &records, &err));
    EXPECT_STR(buf_text(&records), "all;four;");
    journal_close(&j);
    unlink(path);
    buf_drop(&records);
}

TEST(a_file_that_ends_anywhere_is_cut_to_whole_records)
{
    char bytes[1000];
    size_t size = make(bytes, sizeof bytes);
    static const char *const prefixes[] = {"", "one;", "one;two;", "one;two;three;"};
    Buf records = {0};
    Journal j;
    Err err;
    int seen = 0;

    for (size_t end = 0; end <= size; end++) {
        write_bytes(bytes, end);
        EXPECT_TRUE(open_it(&j, &records, &err));
        bool is_known = false;
        for (int i = 0; i < 4; i++)
            if (strcmp(buf_text(&records), prefixes[i]) == 0) {
                is_known = true;
                seen |= 1 << i;
            }
        EXPECT_TRUE(records.size == 0 || is_known);
        // What is added afterwards is read again.
        add(&j, "more");
        journal_close(&j);
        EXPECT_TRUE(open_it(&j, &records, &err));
        EXPECT_STR(buf_text(&records) + records.size - 5, "more;");
        journal_close(&j);
    }
    EXPECT_EQ(seen | 1, 15);
    unlink(path);
    buf_drop(&records);
}

TEST(damage_is_an_error_unless_it_is_in_the_last_record)
{
    char bytes[1000];
    size_t size = make(bytes, sizeof bytes), last = size - 24 - strlen("three");
    Buf records = {0};
    Journal j;
    Err err;

    for (size_t at = 0; at < size; at++)
        for (int bit = 0; bit < 8; bit++) {
            bytes[at] ^= (char)(1 << bit);
            write_bytes(bytes, size);
            bytes[at] ^= (char)(1 << bit);
            bool is_open = open_it(&j, &records, &err);
            EXPECT_EQ(is_open, at >= last);
            if (is_open) {
                EXPECT_STR(buf_text(&records), "one;two;");
                journal_close(&j);
            } else {
                EXPECT_TRUE(strstr(err.text, "damaged") || strstr(err.text, "is no journal"));
            }
        }
    unlink(path);
    buf_drop(&records);
}
