// cli/cmd_run.c: plait run, executes a program.

#include <string.h>

#include "base/json.h"
#include "cli/make.h"
#include "gen/order.h"
#include "start/start.h"

enum {
    OPT_NATIVE = OPT_OWN,
    OPT_START,       // from here on: the options of start/options.def
    OPT_RUN = 1000,  // from here on: the options of launch/options.def
};

static const Opt run_opts[] = {
    {OPT_NATIVE, "native", NULL, NULL, "compile to machine code first; needs a C compiler"},
#define OPTION(id, name, letter, argument, help) \
    {OPT_START + START_##id, name, letter, argument, help},
#include "start/options.def"
#undef OPTION
#define OPTION(id, name, letter, argument, help) \
    {OPT_RUN + LAUNCH_##id, name, letter, argument, help},
#include "launch/options.def"
#undef OPTION
    FRONT_OPT_DIALECT,
    FRONT_OPT_NO_WARN,
    FRONT_OPT_RESULT_JSON,
    FRONT_OPT_COLOR,
    FRONT_OPT_HELP,
    {0},
};

typedef struct Context {
    Front front;
    Make make;
    Start start;
    bool is_native;
    bool is_read;  // the program; from then on there is a JSON object
    bool is_told;  // it was written
    Err err;
} Context;

static void take_option(int id, void *context)
{
    Context *c = context;
    if (id == OPT_NATIVE) {
        c->is_native = true;
        return;
    }
    for (const Opt *o = run_opts; o->id; o++)
        if (o->id == id && !c->err.set)
            start_set(&c->start, o->name, o->argument ? c->front.opts.value : NULL, &c->err);
}

static int complain(const Context *c)
{
    fprintf(stderr, "plait run: %s\n", c->err.text);
    return EXIT_ENVIRONMENT;
}

// ------------------------------------------------------------------------------------ JSON

static json_t *bug_json(const PlaitProblem *b)
{
    json_t *bug = json_object();
    json_set_text(bug, "kind", b->kind);
    json_set_text(bug, "message", b->message);
    json_set_text(bug, "machine", b->machine[0] ? b->machine : NULL);
    json_set_text(bug, "state", b->state[0] ? b->state : NULL);
    json_set_text(bug, "event", b->event[0] ? b->event : NULL);
    json_set_text(bug, "file", b->file[0] ? b->file : NULL);
    json_set_number(bug, "line", b->line);
    json_set_number(bug, "column", b->column);
    return bug;
}

static void tell(void *context, const PlaitResult *r, const char *outcome, int code)
{
    Context *c = context;
    const PlaitOptions *o = &c->start.launch.options;
    json_t *fields = json_object();
    json_set_text(fields, "test", o->test);
    json_set_text(fields, "outcome", outcome);
    json_set_number(fields, "exit", (uint64_t)code);
    json_set_number(fields, "machines", r->created);
    json_set_number(fields, "halted", r->halted);
    json_set_number(fields, "events", r->events);
    json_object_set_new(fields, "seconds", json_real(r->seconds));
    json_set_number(fields, "workers", r->workers);
    if (o->takes_defaults)
        json_object_set_new(fields, "seed", json_null());
    else
        json_set_number(fields, "seed", o->seed);
    bool has_bug = r->status == PLAIT_BUG || r->status == PLAIT_SETUP;
    json_object_set_new(fields, "bug", has_bug ? bug_json(&r->problem) : json_null());
    front_write_json(&c->front, fields);
    c->is_told = true;
}

// It did not run: the diagnostics say why, or standard error.
static void tell_nothing(Context *c)
{
    json_t *fields = json_object();
    json_set_text(fields, "test", c->start.launch.options.test);
    json_set_text(fields, "outcome", NULL);
    json_set_number(fields, "exit", (uint64_t)c->front.exit_code);
    json_object_set_new(fields, "bug", json_null());
    front_write_json(&c->front, fields);
}

// Whether the options that concern standard output and the object fit together.
static bool fits(Context *c)
{
    const char *json = c->front.json, *trace = c->start.launch.trace;
    if (json && c->start.deploy)
        err_set(&c->err, "--json does not work with --deploy; a cluster has --log json, --metrics "
                         "and --trace");
    if (json && trace && strcmp(json, "-") == 0 && strcmp(trace, "-") == 0)
        err_set(&c->err, "--json - and --trace - both want standard output");
    return !c->err.set;
}

// ------------------------------------------------------------------------------------ running

// Whether C sees values of the program.
static bool has_c(const Make *make)
{
    const PProgram *p = &make->made;
    bool found = make->file_count > 0;
    for (uint32_t i = 0; i < p->fun_count; i++)
        found |= p->funs[i].is_foreign;
    for (uint32_t i = 0; i < p->type_count; i++)
        found |= p->types[i].kind == P_TYPE_FOREIGN;
    return found;
}

// Large sets and maps need not keep an order that nobody sees. But C could see it, and a trace and
// what containers send each other name types by their numbers, which must be those of the program.
static void hide_order(Context *c)
{
    if (!c->start.deploy && !c->start.launch.trace && !has_c(&c->make))
        gen_hide_order(&c->make.arena, &c->make.made, ORDER_IN_MEMORY);
}

static int execute(Context *c)
{
    Make *make = &c->make;
    if (!make_program(make, TARGET_RUN, &c->err))
        return complain(c);
    hide_order(c);
    if (!make_load(make, c->is_native, &c->err))
        return complain(c);
    if (c->front.json) {
        c->start.launch.tell = tell;
        c->start.launch.context = c;
    }
    int code = start_run(make->program, &c->start, "plait run");
    return c->front.exit_code ? c->front.exit_code : code;
}

static void run_front(Context *c)
{
    Front *front = &c->front;
    if (!fits(c)) {
        front->exit_code = complain(c);
        return;
    }
    make_take_files(&c->make);
    if (!front_read(front))
        return;
    c->is_read = true;
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
    if (front_options(&c.front, take_option, &c)) {
        run_front(&c);
        if (c.is_read && !c.is_told)
            tell_nothing(&c);
    }
    make_drop(&c.make);
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
                "  plait run --json end.json .         how it ended, as a JSON object\n"
                "  plait run --deploy d.json .         each container a process of its own\n",
    .exit_codes = "  0  it ended, or was stopped, without a bug\n"
                  "  1  a bug: an assertion failed, an event was not handled ...\n"
                  "  2  the P program is wrong; diagnostics are on standard error\n"
                  "  3  wrong usage, a file that cannot be read or written, no P program,\n"
                  "     or C that the program needs is missing or does not fit\n",
    .run = run,
};
