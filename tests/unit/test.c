// tests/unit/test.c: the register of tests, and the main function of each binary.

#include "test.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

enum { MOST_TESTS = 512 };

static struct CMUnitTest tests[MOST_TESTS];
static size_t test_count;

void test_register(const char *name, TestFunction *run)
{
    if (test_count == MOST_TESTS) {
        fputs("more tests in one file than MOST_TESTS\n", stderr);
        exit(1);
    }
    tests[test_count++] = (struct CMUnitTest){.name = name, .test_func = run};
}

void expect_eq(intmax_t got, intmax_t wanted, const char *text, const char *file, int line)
{
    if (got == wanted)
        return;
    print_error("%s is %" PRIdMAX ", expected %" PRIdMAX "\n", text, got, wanted);
    _fail(file, line);
}

void expect_str(const char *got, const char *wanted, const char *text, const char *file, int line)
{
    if (got && strcmp(got, wanted) == 0)
        return;
    print_error("%s is \"%s\", expected \"%s\"\n", text, got ? got : "(null)", wanted);
    _fail(file, line);
}

void expect_true(bool got, const char *text, const char *file, int line)
{
    if (got)
        return;
    print_error("%s does not hold\n", text);
    _fail(file, line);
}

Death death_of(void (*act)(void))
{
    Death death = {0};
    int ends[2];

    fflush(NULL);
    if (pipe(ends) != 0)
        fail_msg("no pipe");
    pid_t child = fork();
    if (child == 0) {
        dup2(ends[1], STDERR_FILENO);
        close(ends[0]);
        close(ends[1]);
        act();
        _exit(0);
    }
    close(ends[1]);

    size_t size = 0;
    ssize_t got;
    while ((got = read(ends[0], death.said + size, sizeof death.said - 1 - size)) > 0)
        size += (size_t)got;
    close(ends[0]);

    int status = 0;
    waitpid(child, &status, 0);
    death.code = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
    return death;
}

int main(void)
{
    int failed = _cmocka_run_group_tests("unit", tests, test_count, NULL, NULL);
    printf("%zu passed, %d failed\n", test_count - (size_t)failed, failed);
    return failed ? 1 : 0;
}
