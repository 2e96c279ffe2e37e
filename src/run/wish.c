// run/wish.c: what the user wants run, and how.

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "rt/program.h"
#include "run/run.h"

// ------------------------------------------------------------------------------ options

static bool set_number(uint64_t *number, const char *option, const char *value, uint64_t least,
                       uint64_t most, Err *err)
{
    char *end;
    errno = 0;
    unsigned long long n = strtoull(value, &end, 10);
    if (value[0] < '0' || value[0] > '9' || *end || errno || n < least || n > most) {
        err_set(err, "--%s wants a number from %llu to %llu, not %s", option,
                (unsigned long long)least, (unsigned long long)most, value);
        return false;
    }
    *number = n;
    return true;
}

static bool set_seconds(double *seconds, const char *value, Err *err)
{
    char *end;
    errno = 0;
    double n = strtod(value, &end);
    if (end == value || *end || errno || !(n > 0 && n <= 1e9)) {
        err_set(err, "--time wants a number of seconds, not %s", value);
        return false;
    }
    *seconds = n;
    return true;
}

static bool set_decisions(RunWish *wish, const char *value, Err *err)
{
    wish->options.takes_defaults = strcmp(value, "default") == 0;
    if (wish->options.takes_defaults || strcmp(value, "random") == 0)
        return true;
    err_set(err, "--decisions is random or default, not %s", value);
    return false;
}

bool run_wish_set(RunWish *wish, const char *option, const char *value, Err *err)
{
    RunOptions *o = &wish->options;
    uint64_t number = 0;

    if (strcmp(option, "test") == 0) {
        wish->test = value;
    } else if (strcmp(option, "trace") == 0) {
        wish->trace = value;
    } else if (strcmp(option, "specs") == 0) {
        o->has_specs = true;
    } else if (strcmp(option, "quiet") == 0) {
        o->is_quiet = true;
    } else if (strcmp(option, "decisions") == 0) {
        return set_decisions(wish, value, err);
    } else if (strcmp(option, "time") == 0) {
        return set_seconds(&o->seconds, value, err);
    } else if (strcmp(option, "seed") == 0) {
        wish->has_seed = true;
        return set_number(&o->seed, option, value, 0, UINT64_MAX, err);
    } else if (strcmp(option, "loop-limit") == 0) {
        return set_number(&o->loop_limit, option, value, 1, INT64_MAX, err);
    } else if (strcmp(option, "max-steps") == 0) {
        return set_number(&o->max_steps, option, value, 1, UINT64_MAX - 1, err);
    } else if (strcmp(option, "workers") == 0) {
        bool good = set_number(&number, option, value, 1, 1024, err);
        o->workers = (uint32_t)number;
        return good;
    } else {
        err_set(err, "there is no option --%s", option);
        return false;
    }
    return true;
}

// ------------------------------------------------------------------------- what to run

// The only implementation, else DefaultImpl or one called Main, else the only
// test. NULL when that is not clear.
static const PTest *default_test(const PProgram *p)
{
    const PTest *only = NULL;
    uint32_t count = 0;

    for (uint32_t i = 0; i < p->test_count; i++) {
        const PTest *t = &p->tests[i];
        if (t->is_test)
            continue;
        if (strcmp(t->name, "DefaultImpl") == 0 || strcmp(t->name, "Main") == 0)
            return t;
        only = t;
        count++;
    }
    if (count == 1)
        return only;
    return p->test_count == 1 ? &p->tests[0] : NULL;
}

static void list_tests(const PProgram *p, FILE *out)
{
    for (uint32_t i = 0; i < p->test_count; i++)
        fprintf(out, "  %s%s\n", p->tests[i].name, p->tests[i].is_test ? "" : " (implementation)");
}

static const PTest *find_test(const PProgram *p, const RunWish *wish, const char *who)
{
    const PTest *test = wish->test ? program_test(p, wish->test) : default_test(p);
    if (test)
        return test;
    if (p->test_count == 0)
        fprintf(stderr,
                "%s: the program has nothing to run: no machine Main, no test, no "
                "implementation\n",
                who);
    else if (wish->test)
        fprintf(stderr, "%s: there is no test or implementation %s; there are\n", who, wish->test);
    else
        fprintf(stderr, "%s: say with --test what to run:\n", who);
    list_tests(p, stderr);
    return NULL;
}

// ----------------------------------------------------------------------------- running

static uint64_t seed_from_clock(void)
{
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    // Short enough to be typed again.
    return ((uint64_t)t.tv_sec * 1000003 + (uint64_t)t.tv_nsec) % 1000000000;
}

static bool open_trace(RunWish *wish, const char *who)
{
    RunOptions *o = &wish->options;
    if (!wish->trace)
        return true;
    o->keeps_prints = strcmp(wish->trace, "-") == 0;
    o->trace = o->keeps_prints ? stdout : fopen(wish->trace, "w");
    if (!o->trace)
        fprintf(stderr, "%s: cannot write %s: %s\n", who, wish->trace, strerror(errno));
    return o->trace;
}

static bool close_trace(RunWish *wish, const char *who)
{
    RunOptions *o = &wish->options;
    if (!o->trace || o->keeps_prints)
        return true;
    bool lost = ferror(o->trace);
    if (fclose(o->trace) == 0 && !lost)
        return true;
    fprintf(stderr, "%s: cannot write %s: %s\n", who, wish->trace, strerror(errno));
    return false;
}

int run_wish(const PProgram *p, RunWish *wish, const char *who)
{
    RunResult result;
    const PTest *test = find_test(p, wish, who);

    if (!test || !open_trace(wish, who))
        return EXIT_ENVIRONMENT;
    if (!wish->has_seed)
        wish->options.seed = seed_from_clock();
    int code = run_program(p, test, &wish->options, &result);
    fflush(stdout);
    run_report(&wish->options, &result, stderr);
    // A handler that did not end still uses everything.
    if (result.is_stuck) {
        fflush(wish->options.trace ? wish->options.trace : stdout);
        _exit(code);
    }
    return close_trace(wish, who) ? code : EXIT_ENVIRONMENT;
}
