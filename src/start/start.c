// start/start.c: reads the options, and runs the program alone or as a cluster of this host.

#include "start/start.h"

#include <string.h>

#include "base/amount.h"
#include "cluster/local.h"
#include "rt/program.h"
#include "start/container.h"
#include "start/plan.h"

// ------------------------------------------------------------------------------ options

const LaunchOption start_options[] = {
#define OPTION(id, name, letter, argument, help) {name, letter, argument, help},
#include "start/options.def"
#undef OPTION
    {0},
};

static bool set_log(Start *start, const char *value, Err *err)
{
    start->has_json_log = strcmp(value, "json") == 0;
    if (start->has_json_log || strcmp(value, "text") == 0)
        return true;
    err_set(err, "--log is text or json, not %s", value);
    return false;
}

static bool set_trace_limit(Start *start, const char *value, Err *err)
{
    const uint64_t least = 64 << 10;

    if (amount_bytes(value, 1 << 20, &start->trace_limit) && start->trace_limit >= least)
        return true;
    err_set(err, "--trace-limit is a size such as 100M, at least 64K, not %s", value);
    return false;
}

static bool set(Start *start, StartId id, const char *value, Err *err)
{
    switch (id) {
    case START_DEPLOY:
        start->deploy = value;
        return true;
    case START_METRICS:
        start->metrics = value;
        return true;
    case START_CONTAINER:
        start->container = value;
        return true;
    case START_DRAIN:
        return launch_seconds(&start->drain, "drain", value, err);
    case START_TRACE_LIMIT:
        return set_trace_limit(start, value, err);
    case START_LOG:
        break;
    }
    return set_log(start, value, err);
}

bool start_set(Start *start, const char *option, const char *value, Err *err)
{
    for (int i = 0; start_options[i].name; i++)
        if (strcmp(start_options[i].name, option) == 0)
            return set(start, (StartId)i, value, err);
    return launch_set(&start->launch, option, value, err);
}

// ------------------------------------------------------------------------- as a cluster

// What is asked for, and this does not do, is not passed over in silence.
static bool is_possible(const Start *start, Err *err)
{
    const PlaitOptions *o = &start->launch.options;

    if (o->workers || o->max_steps)
        err_set(err, "with --deploy there is no --workers and no --max-steps: each container is "
                     "one thread of its own");
    if (o->has_specs)
        err_set(err, "with --deploy monitors watch the traces: run with --trace DIR, and then, or "
                     "meanwhile, plait replay --specs DIR");
    if (start->trace_limit && !start->launch.trace)
        err_set(err, "--trace-limit needs --trace");
    if (start->launch.trace && strcmp(start->launch.trace, "-") == 0)
        err_set(err, "with --deploy each container writes a trace: --trace wants a folder");
    return !err->set;
}

static int run_cluster(Plan *c, Start *start, const char *who)
{
    const PProgram *p = c->program;
    const PlaitOptions *o = &start->launch.options;

    if (!launch_prepare(p, &start->launch, who))
        return EXIT_ENVIRONMENT;
    const PTest *test = program_test(p, o->test);
    LocalSetup setup = {
        .program = p,
        .test = test->name,
        .seed = o->seed,
        .takes_defaults = o->takes_defaults,
        .loop_limit = o->loop_limit,
        .authority = c->deploy.authority,
        .certificate = c->deploy.certificate,
        .key = c->deploy.key,
        .life = c->deploy.life_s,
        .trace = start->launch.trace,
        .trace_limit = start->trace_limit,
        .seconds = start->launch.seconds,
        .drain = start->drain,
        .metrics = start->metrics,
        .log = {stderr, who, start->has_json_log, start->launch.is_quiet},
        .owner = c,
        .is_apart = plan_is_apart,
        .restart = plan_restart,
        .starts = plan_starts,
        .quota = plan_quota,
        .main_kind = test->bound[test->main],
        .suspicion = (uint64_t)c->deploy.suspicion_ms * 1000,
        .problem = plan_problem,
    };
    return local_run(&setup);
}

// ------------------------------------------------------------------------------- running

static int complain(const char *who, const Err *err)
{
    fprintf(stderr, "%s: %s\n", who, err->text);
    return EXIT_ENVIRONMENT;
}

int start_run(const PProgram *p, Start *start, const char *who)
{
    Plan c = {.program = p};
    Err err = {0};

    if (!start->deploy && (start->drain > 0 || start->metrics || start->has_json_log ||
                           start->trace_limit)) {
        err_set(&err, "--drain, --metrics, --log and --trace-limit need --deploy");
        return complain(who, &err);
    }
    if (start->container && start->deploy) {
        err_set(&err, "a container has no --deploy: its file says all");
        return complain(who, &err);
    }
    if (start->container)
        return container_start(p, start->container, who);
    if (!start->deploy)
        return launch_run(p, &start->launch, who);
    bool fits = deploy_read(&c.deploy, start->deploy, &err) && is_possible(start, &err) &&
                deploy_fits(&c.deploy, p, &err);
    int code = fits ? run_cluster(&c, start, who) : complain(who, &err);
    deploy_drop(&c.deploy);
    return code;
}
