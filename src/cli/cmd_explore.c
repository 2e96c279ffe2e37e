// cli/cmd_explore.c: plait explore, an execution that the user drives from a browser.

#include <stdlib.h>
#include <string.h>

#include "base/amount.h"
#include "base/ending.h"
#include "cli/network_options.h"
#include "cli/replay_input.h"
#include "cli/signals.h"
#include "explore/explore.h"

enum {
    EXPLORE_TEST = OPT_OWN,
    EXPLORE_PORT,
    EXPLORE_TRUST_C,
    EXPLORE_NETWORK,
    EXPLORE_DEPLOY,
    EXPLORE_CRASHES,
    EXPLORE_CUTS,
    EXPLORE_SUSPICIONS,
};

static const Opt explore_opts[] = {
    {EXPLORE_TEST, "test", "t", "NAME", "the test; default: the only one"},
    {EXPLORE_PORT, "port", NULL, "N", "the port; default: any that is free"},
    NETWORK_OPTS(EXPLORE_NETWORK, EXPLORE_DEPLOY, EXPLORE_CRASHES, EXPLORE_CUTS,
                 EXPLORE_SUSPICIONS),
    REPLAY_INPUT_OPT_TRUST_C(EXPLORE_TRUST_C),
    FRONT_OPT_DIALECT,
    FRONT_OPT_NO_WARN,
    {OPT_QUIET, "quiet", "q", NULL, "print only the address"},
    FRONT_OPT_HELP,
    {0},
};

typedef struct ExploreCommand {
    ReplayInput input;
    const char *test_name;  // from the command line, or NULL
    uint64_t port;
    Network network;
    const char *deploy;
    bool has_network;  // one of the options of the network was given
    Explore explore;
    Err err;
} ExploreCommand;

static bool take_network(ExploreCommand *c, int id, const char *value)
{
    switch (id) {
    case EXPLORE_NETWORK:
        network_set_kind(&c->network, value, &c->err);
        return true;
    case EXPLORE_DEPLOY:
        c->deploy = value;
        return true;
    case EXPLORE_CRASHES:
        network_set_budget(&c->network.crashes, "crashes", value, &c->err);
        return true;
    case EXPLORE_CUTS:
        network_set_budget(&c->network.cuts, "cuts", value, &c->err);
        return true;
    case EXPLORE_SUSPICIONS:
        network_set_budget(&c->network.suspicions, "suspicions", value, &c->err);
        return true;
    }
    return false;
}

static void take_option(int id, void *context)
{
    ExploreCommand *c = context;
    const char *value = c->input.front.opts.value;
    if (take_network(c, id, value))
        c->has_network = true;
    if (id == EXPLORE_TRUST_C)
        c->input.trusts_c = true;
    if (id == EXPLORE_TEST)
        c->test_name = value;
    if (id == EXPLORE_PORT && (!amount_count(value, &c->port) || c->port > 65535))
        err_set(&c->err, "--port wants a number up to 65535, not %s", value);
}

static int complain(const char *text)
{
    fprintf(stderr, "plait explore: %s\n", text);
    return EXIT_ENVIRONMENT;
}

// --------------------------------------------------------------------------- what is explored

static bool is_trace(const char *path)
{
    return has_ending(path, ".jsonl") || has_ending(path, ".schedule");
}

// The test of that name; without a name the only one.
static const PTest *choose_test(const PProgram *p, const char *name, Err *err)
{
    const PTest *found = NULL;
    uint32_t count = 0;
    Buf names = {0};

    for (uint32_t i = 0; i < p->test_count; i++) {
        const PTest *t = &p->tests[i];
        if (name ? strcmp(t->name, name) == 0 : t->is_test) {
            found = t;
            count++;
        }
        buf_print(&names, "%s%s", i ? ", " : "", t->name);
    }
    if (!name && !found && p->test_count == 1) {
        found = &p->tests[0];
        count = 1;
    }
    if (count != 1)
        err_set(err, name ? "there is no test %s; there are: %s" : "which test? --test NAME%s: %s",
                name ? name : "", names.size ? buf_text(&names) : "(none)");
    buf_drop(&names);
    return count == 1 ? found : NULL;
}

static bool load_program(ExploreCommand *c)
{
    ReplayInput *r = &c->input;
    Front *front = &r->front;
    const char **paths = NEW_ARRAY(&r->make.arena, const char *, front->path_count + 1);

    paths[0] = ".";
    for (size_t i = 0; i < front->path_count; i++)
        paths[i] = front->paths[i];
    r->origin = (TraceOrigin){
        .paths = paths,
        .path_count = front->path_count ? front->path_count : 1,
        .dialect = front->lang.dialect == DIALECT_MODERN    ? "modern"
                   : front->lang.dialect == DIALECT_CLASSIC ? "classic"
                                                            : "auto",
    };
    make_take_files(&r->make);
    if (!front_read(front))
        return false;
    lang_check(&front->lang);
    front_report(front);
    if (front->lang.diags.error_count > 0)
        return false;
    if (!make_program(&r->make, TARGET_CHECK, &c->err) || !make_load(&r->make, false, &c->err))
        return false;
    r->test = choose_test(r->make.program, c->test_name, &c->err);
    return r->test && network_load(&c->network, c->deploy, r->make.program, &r->make.arena,
                                   &r->origin, &c->err);
}

static bool load(ExploreCommand *c)
{
    ReplayInput *r = &c->input;
    bool has_trace = r->front.path_count > 0 && is_trace(r->front.paths[0]);
    if (has_trace && c->has_network)
        err_set(&c->err, "the network is that of the trace: leave --network, --deploy, --crashes, "
                         "--cuts and --suspicions out");
    bool ok = !c->err.set && network_fits(&c->network, c->deploy, &c->err) &&
              (has_trace ? replay_input_load(r, c->test_name) : load_program(c));

    if (!ok) {
        if (c->err.set)
            r->front.exit_code = complain(c->err.text);
        return false;
    }
    c->explore = (Explore){
        .program = r->make.program,
        .test = r->test,
        .sources = &r->front.lang.sources,
        .title = r->origin.paths[0],
        .origin = r->origin,
        .begin = has_trace ? &r->recording.schedule : NULL,
        .trace = has_trace ? r->path : NULL,
        .network = has_trace ? r->recording.schedule.network : &c->network,
    };
    return true;
}

// ------------------------------------------------------------------------------ the command

static int serve(ExploreCommand *c)
{
    Server server;
    if (!serve_open(&server, (uint16_t)c->port, &c->err))
        return complain(c->err.text);
    if (!c->input.front.quiet)
        printf("test %s; open this address in a browser, end with Ctrl-C:\n",
               c->explore.test->name);
    printf("http://127.0.0.1:%u/%s/\n", server.port, server.token);
    fflush(stdout);
    signals_listen();
    serve_run(&server, explore_answer, &c->explore, &signals_came);
    serve_close(&server);
    return EXIT_NO_BUG;
}

static int run(const Command *self, int argc, const char *const *argv)
{
    ExploreCommand c = {0};
    Front *front = &c.input.front;

    replay_input_init(&c.input, self, argc, argv);
    if (front_options(front, take_option, &c)) {
        if (c.err.set)
            front->exit_code = complain(c.err.text);
        else if (load(&c))
            front->exit_code = serve(&c);
    }
    int code = front->exit_code;
    replay_input_drop(&c.input);
    return code;
}

const Command command_explore = {
    .name = "explore",
    .operands = "[OPTION...] [PATH... | TRACE [PATH...]]",
    .summary = "drive an execution step by step in a browser",
    .about = "Serves the page of plait view on this machine, for you alone, and lets you decide\n"
             "what happens next: it lists every machine that can run and what it would do. You\n"
             "take a step, go back, run on as any sampler or explorer of plait check would, ask\n"
             "how often random futures end in a bug, and save the execution as a trace that\n"
             "plait replay accepts. With --network fifo deliveries are steps, and crashes, cuts\n"
             "and suspicions happen when you say so.\n"
             "\n"
             "With a TRACE you begin at its end, and can go on from any of its steps.\n"
             "\n"
             "It listens on the loopback address only, and the address contains a secret:\n"
             "other users and other pages are refused. Several windows can be open at once.\n",
    .opts = explore_opts,
    .examples = "  plait explore -t tcSmall .                            from the start\n"
                "  plait explore plait-out/tcSmall-deadlock.trace.jsonl  from a step of a trace\n"
                "  plait explore --network fifo --crashes 1 .            containers may crash\n",
    .exit_codes = "  0  it was ended by a signal\n"
                  "  2  the P program is wrong; diagnostics are on standard error\n"
                  "  3  wrong usage, no such test, a trace that cannot be read or does not fit\n"
                  "     the program, or a port that cannot be used\n",
    .run = run,
};
