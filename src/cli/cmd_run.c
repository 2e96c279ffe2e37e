// cli/cmd_run.c: plait run, executes a program.

#include <string.h>

#include "cli/make.h"
#include "cluster/local.h"
#include "deploy/deploy.h"
#include "launch/launch.h"
#include "rt/program.h"

enum {
    OPT_NATIVE = OPT_OWN,
    OPT_DEPLOY,
    OPT_RUN,  // from here on: the options of launch/options.def
};

static const Opt run_opts[] = {
    {OPT_NATIVE, "native", NULL, NULL, "compile to machine code first; needs a C compiler"},
    {OPT_DEPLOY, "deploy", NULL, "FILE",
     "run on several processes of this computer, as the\n"
     "deployment file says (docs/contract.md)"},
#define OPTION(id, name, letter, argument, help) \
    {OPT_RUN + LAUNCH_##id, name, letter, argument, help},
#include "launch/options.def"
#undef OPTION
    FRONT_OPT_DIALECT,
    FRONT_OPT_NO_WARN,
    FRONT_OPT_COLOR,
    FRONT_OPT_HELP,
    {0},
};

typedef struct Context {
    Front front;
    Make make;
    Launch launch;
    bool is_native;
    const char *deploy_path;  // NULL: in this process
    Deploy deploy;
    Err err;
} Context;

static void take_option(int id, void *context)
{
    Context *c = context;
    if (id == OPT_NATIVE) {
        c->is_native = true;
        return;
    }
    if (id == OPT_DEPLOY) {
        c->deploy_path = c->front.opts.value;
        return;
    }
    for (const Opt *o = run_opts; o->id; o++)
        if (o->id == id && !c->err.set)
            launch_set(&c->launch, o->name, o->argument ? c->front.opts.value : NULL, &c->err);
}

static int complain(const Context *c)
{
    fprintf(stderr, "plait run: %s\n", c->err.text);
    return EXIT_ENVIRONMENT;
}

// ------------------------------------------------------------------------- on several processes

static bool is_apart(void *owner, uint32_t kind)
{
    const Context *c = owner;
    return !deploy_is_with_creator(&c->deploy, c->make.program->machines[kind].name);
}

static LocalRestart restart_policy(void *owner, uint32_t kind)
{
    static const LocalRestart policies[] = {
        [RESTART_NEVER] = LOCAL_NEVER,
        [RESTART_ON_FAILURE] = LOCAL_ON_FAILURE,
        [RESTART_ALWAYS] = LOCAL_ALWAYS,
    };
    const Context *c = owner;
    const char *name = c->make.program->machines[kind].name;

    for (uint32_t i = 0; i < c->deploy.kind_count; i++)
        if (strcmp(c->deploy.kinds[i].name, name) == 0)
            return policies[c->deploy.kinds[i].restart];
    return LOCAL_NEVER;
}

static void report_problem(const PlaitProblem *problem)
{
    launch_problem(problem, stderr);
}

// What the deployment file asks for, and this does not do, is not passed over in silence.
static bool is_possible(const Context *c, Err *err)
{
    const PlaitOptions *o = &c->launch.options;

    if (c->launch.trace || o->has_specs || o->workers || o->max_steps || o->loop_limit ||
        o->takes_defaults)
        err_set(err, "with --deploy there is no --trace, --specs, --workers, --decisions, "
                     "--max-steps or --loop-limit");
    for (uint32_t i = 0; i < c->deploy.kind_count && !err->set; i++) {
        const DeployKind *k = &c->deploy.kinds[i];
        if (k->memory_mib || k->machines || k->queue)
            err_set(err, "%s:%u: there are no quotas on one computer", c->deploy.path, k->line);
    }
    return !err->set;
}

static int run_deployed(Context *c)
{
    const PProgram *p = c->make.program;

    if (!is_possible(c, &c->err) || !deploy_fits(&c->deploy, p, &c->err))
        return complain(c);
    if (!launch_prepare(p, &c->launch, "plait run"))
        return EXIT_ENVIRONMENT;
    const PTest *test = program_test(p, c->launch.options.test);
    LocalSetup setup = {
        .program = p,
        .test = test->name,
        .seed = c->launch.options.seed,
        .seconds = c->launch.seconds,
        .is_quiet = c->launch.is_quiet,
        .who = "plait run",
        .owner = c,
        .is_apart = is_apart,
        .restart = restart_policy,
        .main_kind = test->bound[test->main],
        .problem = report_problem,
    };
    return local_run(&setup);
}

static int execute(Context *c)
{
    Make *make = &c->make;
    if (!make_program(make, TARGET_RUN, &c->err) || !make_load(make, c->is_native, &c->err))
        return complain(c);
    if (c->deploy_path)
        return run_deployed(c);
    return launch_run(make->program, &c->launch, "plait run");
}

static void run_front(Context *c)
{
    Front *front = &c->front;
    if (c->err.set) {
        front->exit_code = complain(c);
        return;
    }
    if (c->deploy_path && !deploy_read(&c->deploy, c->deploy_path, &c->err)) {
        front->exit_code = complain(c);
        return;
    }
    make_take_files(&c->make);
    if (!front_read(front))
        return;
    lang_check(&front->lang);
    front_report(front);
    if (front->lang.diags.error_count == 0)
        front->exit_code = execute(c);
}

static int run(const Command *self, int argc, const char *const *argv)
{
    Context c = {0};

    front_init(&c.front, self, argc, argv);
    make_init(&c.make, &c.front);
    if (front_options(&c.front, take_option, &c))
        run_front(&c);
    make_drop(&c.make);
    deploy_drop(&c.deploy);
    front_drop(&c.front);
    return c.front.exit_code;
}

const Command command_run = {
    .name = "run",
    .operands = "[OPTION...] [PATH...]",
    .summary = "execute a P program",
    .about = "Executes an implementation, a test or the machine Main of a P program on\n"
             "worker threads, until nothing is left to do, there is a bug, or a signal\n"
             "ends it. The output of the program goes to standard output.\n"
             "\n"
             "A PATH is a .p file, a .pproj project, or a folder: if it contains one project,\n"
             "that project, else every .p file below it. All paths together are one program.\n"
             "The default is the current folder. Foreign functions and types are in C files:\n"
             ".c, .o and .a files among the paths.\n",
    .opts = run_opts,
    .examples = "  plait run examples/pingpong         the program in that folder\n"
                "  plait run --native --workers 2 .    as machine code, on two threads\n"
                "  plait run --specs -t tcSmall .      a test, with its monitors watching\n"
                "  plait run --trace - --seed 7 .      what happens, as JSON lines\n"
                "  plait run --deploy d.json .         each container a process of its own\n",
    .exit_codes = "  0  it ended, or was stopped, without a bug\n"
                  "  1  a bug: an assertion failed, an event was not handled ...\n"
                  "  2  the P program is wrong; diagnostics are on standard error\n"
                  "  3  wrong usage, a file that cannot be read or written, no P program,\n"
                  "     or C that the program needs is missing or does not fit\n",
    .run = run,
};
