// launch/launch.c: reads the options, runs the program, and returns the exit code.

#include "launch/launch.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/err.h"

// ------------------------------------------------------------------------------ options

const LaunchOption launch_options[] = {
#define OPTION(id, name, letter, argument, help) {name, letter, argument, help},
#include "launch/options.def"
#undef OPTION
    {0},
};

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

bool launch_seconds(double *seconds, const char *option, const char *value, Err *err)
{
    char *end;
    errno = 0;
    double n = strtod(value, &end);
    if (end == value || *end || errno || !(n > 0 && n <= 1e9)) {
        err_set(err, "--%s wants a number of seconds, not %s", option, value);
        return false;
    }
    *seconds = n;
    return true;
}

static bool set_decisions(Launch *launch, const char *value, Err *err)
{
    launch->options.takes_defaults = strcmp(value, "default") == 0;
    if (launch->options.takes_defaults || strcmp(value, "random") == 0)
        return true;
    err_set(err, "--decisions is random or default, not %s", value);
    return false;
}

static bool set(Launch *launch, LaunchId id, const char *option, const char *value, Err *err)
{
    PlaitOptions *o = &launch->options;
    uint64_t number = 0;

    switch (id) {
    case LAUNCH_TEST:
        o->test = value;
        return true;
    case LAUNCH_TRACE:
        launch->trace = value;
        return true;
    case LAUNCH_SPECS:
        o->has_specs = true;
        return true;
    case LAUNCH_QUIET:
        launch->is_quiet = true;
        return true;
    case LAUNCH_DECISIONS:
        return set_decisions(launch, value, err);
    case LAUNCH_TIME:
        return launch_seconds(&launch->seconds, option, value, err);
    case LAUNCH_SEED:
        launch->has_seed = true;
        return set_number(&o->seed, option, value, 0, UINT64_MAX, err);
    case LAUNCH_LOOP_LIMIT:
        return set_number(&o->loop_limit, option, value, 1, INT64_MAX, err);
    case LAUNCH_MAX_STEPS:
        return set_number(&o->max_steps, option, value, 1, UINT64_MAX - 1, err);
    case LAUNCH_WORKERS:
        break;
    }
    bool good = set_number(&number, option, value, 1, 1024, err);
    o->workers = (uint32_t)number;
    return good;
}

bool launch_set(Launch *launch, const char *option, const char *value, Err *err)
{
    for (int i = 0; launch_options[i].name; i++)
        if (strcmp(launch_options[i].name, option) == 0)
            return set(launch, (LaunchId)i, option, value, err);
    err_set(err, "there is no option --%s", option);
    return false;
}

// ------------------------------------------------------------------------- what to run

// The implementation that is meant without a name, else the only test. NULL when there is
// neither.
static const PTest *default_test(const PProgram *p)
{
    const PTest *implementation = plait_implementation(p);
    if (implementation)
        return implementation;
    return p->test_count == 1 ? &p->tests[0] : NULL;
}

static void list_tests(const PProgram *p, FILE *out)
{
    for (uint32_t i = 0; i < p->test_count; i++)
        fprintf(out, "  %s%s\n", p->tests[i].name, p->tests[i].is_test ? "" : " (implementation)");
}

static const PTest *named_test(const PProgram *p, const char *name)
{
    for (uint32_t i = 0; i < p->test_count; i++)
        if (strcmp(p->tests[i].name, name) == 0)
            return &p->tests[i];
    return NULL;
}

static const PTest *find_test(const PProgram *p, const char *name, const char *who)
{
    const PTest *test = name ? named_test(p, name) : default_test(p);
    if (test)
        return test;
    if (p->test_count == 0)
        fprintf(stderr,
                "%s: the program has nothing to run: no machine Main, no test, no "
                "implementation\n",
                who);
    else if (name)
        fprintf(stderr, "%s: there is no test or implementation %s; there are\n", who, name);
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
    // Short enough to type it again.
    return ((uint64_t)t.tv_sec * 1000003 + (uint64_t)t.tv_nsec) % 1000000000;
}

// When the trace is on standard output, nothing else is printed there.
static void print_nothing(void *user, const char *text, size_t size)
{
    (void)user;
    (void)text;
    (void)size;
}

static bool open_trace(Launch *launch, const char *who)
{
    PlaitOptions *o = &launch->options;
    if (!launch->trace)
        return true;
    bool is_output = strcmp(launch->trace, "-") == 0;
    o->print = is_output ? print_nothing : NULL;
    o->trace = is_output ? stdout : fopen(launch->trace, "w");
    if (!o->trace)
        fprintf(stderr, "%s: cannot write %s: %s\n", who, launch->trace, strerror(errno));
    return o->trace;
}

static bool close_trace(Launch *launch, const char *who)
{
    FILE *trace = launch->options.trace;
    if (!trace || trace == stdout)
        return true;
    bool lost = ferror(trace);
    if (fclose(trace) == 0 && !lost)
        return true;
    fprintf(stderr, "%s: cannot write %s: %s\n", who, launch->trace, strerror(errno));
    return false;
}

static int exit_code(PlaitStatus status)
{
    return status == PLAIT_BUG ? EXIT_BUG : status == PLAIT_SETUP ? EXIT_ENVIRONMENT : EXIT_NO_BUG;
}

// Runs the program to its end and stores the result. True when a handler did not end.
static bool finish(PlaitRuntime *rt, const Launch *launch, PlaitResult *result, LaunchEnd *end)
{
    bool is_stuck = plait_finish(rt, launch->seconds) == PLAIT_RUNNING;
    plait_result(rt, result);
    if (result->status == PLAIT_RUNNING || result->status == PLAIT_IDLE) {
        *end = LAUNCH_OUT_OF_TIME;
        plait_stop(rt, "out-of-time");
        is_stuck = plait_finish(rt, 0) == PLAIT_RUNNING;
        plait_result(rt, result);
    }
    if (signals_release() && result->status == PLAIT_STOPPED && *end == LAUNCH_ENDED)
        *end = LAUNCH_INTERRUPTED;
    return is_stuck;
}

// Ends the process without freeing memory: a handler that did not end still uses it.
static _Noreturn void leave(const Launch *launch, int code)
{
    fflush(launch->options.trace ? launch->options.trace : stdout);
    _exit(code);
}

static int run(PlaitRuntime *rt, Launch *launch, const char *who)
{
    PlaitResult result;
    LaunchEnd end = LAUNCH_ENDED;

    if (!signals_stop(rt)) {
        fprintf(stderr, "%s: cannot start a thread\n", who);
        plait_free(rt);
        return EXIT_ENVIRONMENT;
    }
    uint32_t main = plait_main_interface(rt);
    const PProgram *p = plait_program_of(rt);
    plait_create(rt, main, p_default(p, p->interfaces[main].payload));
    bool is_stuck = finish(rt, launch, &result, &end);
    fflush(stdout);
    launch_report(launch, &result, end, is_stuck, stderr);
    if (launch->tell)
        launch->tell(launch->context, &result, launch_outcome(&result, end),
                     exit_code(result.status));
    if (!plait_free(rt))
        leave(launch, exit_code(result.status));
    return exit_code(result.status);
}

bool launch_prepare(const PProgram *p, Launch *launch, const char *who)
{
    const PTest *test = find_test(p, launch->options.test, who);

    if (!test)
        return false;
    launch->options.test = test->name;
    if (!launch->has_seed)
        launch->options.seed = seed_from_clock();
    return true;
}

int launch_run(const PProgram *p, Launch *launch, const char *who)
{
    PlaitOptions *o = &launch->options;
    PlaitProblem problem;

    if (!launch_prepare(p, launch, who) || !open_trace(launch, who))
        return EXIT_ENVIRONMENT;
    o->workers = o->workers ? o->workers : PLAIT_WORKER_PER_CORE;
    o->single_threaded = true;  // no threads besides those of workers and of foreign code
    signals_catch();
    PlaitRuntime *rt = plait_new(p, o, &problem);
    if (!rt)
        fprintf(stderr, "%s: %s\n", who, problem.message);
    int code = rt ? run(rt, launch, who) : EXIT_ENVIRONMENT;
    return close_trace(launch, who) ? code : EXIT_ENVIRONMENT;
}
