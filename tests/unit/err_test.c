// tests/unit/err_test.c: reasons, and ways to stop.

#include "base/err.h"

#include <errno.h>
#include <signal.h>

#include "test.h"

TEST(an_err_starts_unset_and_keeps_the_last_reason)
{
    Err err = {0};
    EXPECT_FALSE(err.set);
    EXPECT_STR(err.text, "");
    err_set(&err, "first %d", 1);
    err_set(&err, "second %s", "reason");
    EXPECT_TRUE(err.set);
    EXPECT_STR(err.text, "second reason");
}

TEST(a_long_reason_is_cut_and_terminated)
{
    Err err = {0};
    char text[2000];
    memset(text, 'x', sizeof text);
    text[sizeof text - 1] = '\0';
    err_set(&err, "%s", text);
    EXPECT_EQ(strlen(err.text), sizeof err.text - 1);
}

TEST(an_error_of_the_system_names_verb_path_and_reason)
{
    Err err = {0};
    errno = ENOENT;
    err_os(&err, "open", "no/such.p");
    EXPECT_STR(err.text, "cannot open no/such.p: No such file or directory");
    EXPECT_TRUE(err.set);
}

static void die_of_something(void)
{
    die("cannot go on: %s", "reason");
}

TEST(die_says_why_and_ends_with_the_environments_code)
{
    Death death = death_of(die_of_something);
    EXPECT_EQ(death.code, EXIT_ENVIRONMENT);
    EXPECT_STR(death.said, "plait: cannot go on: reason\n");
}

static void run_out_of_memory(void)
{
    die_out_of_memory(12345);
}

TEST(out_of_memory_says_how_much_was_wanted)
{
    Death death = death_of(run_out_of_memory);
    EXPECT_EQ(death.code, EXIT_ENVIRONMENT);
    EXPECT_TRUE(strstr(death.said, "12345") != NULL);
}

static void find_a_bug(void)
{
    bug("count is %d", -1);
}

TEST(a_bug_names_its_place_and_aborts)
{
    Death death = death_of(find_a_bug);
    EXPECT_EQ(death.code, 128 + SIGABRT);
    EXPECT_TRUE(strstr(death.said, "err_test.c:") != NULL);
    EXPECT_TRUE(strstr(death.said, "count is -1") != NULL);
}

TEST(exit_codes_are_the_documented_ones)
{
    EXPECT_EQ(EXIT_NO_BUG, 0);
    EXPECT_EQ(EXIT_BUG, 1);
    EXPECT_EQ(EXIT_WRONG, 2);
    EXPECT_EQ(EXIT_ENVIRONMENT, 3);
}
