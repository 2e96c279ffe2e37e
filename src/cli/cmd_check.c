// cli/cmd_check.c: plait check.
//
// Reads the program, prepares it to run, checks its tests (check_tests.c), and writes the
// files that the options name.

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "check/guard/guard.h"
#include "cli/check_tests.h"
#include "cli/network_options.h"
#include "gen/order.h"

static void take_option(int id, void *context)
{
    Check *c = context;
    check_options_set(&c->options, id, c->front.opts.value);
}

static void print_name(const TestCase *c, void *context)
{
    (void)context;
    printf("%s\n", c->name);
}

static const char *dialect_word(Dialect dialect)
{
    return dialect == DIALECT_MODERN ? "modern" : dialect == DIALECT_CLASSIC ? "classic" : "auto";
}

// Stores the paths as the user gave them: plait replay finds the program by them.
static void keep_origin(Check *c)
{
    Front *front = &c->front;
    const char **paths = NEW_ARRAY(&c->make.arena, const char *, front->path_count + 1);

    paths[0] = ".";
    for (size_t i = 0; i < front->path_count; i++)
        paths[i] = front->paths[i];
    c->origin = (TraceOrigin){
        .paths = paths,
        .path_count = front->path_count ? front->path_count : 1,
        .dialect = dialect_word(front->lang.dialect),
        .loop_limit = c->options.search.loop_limit,
    };
}

// Samples need no equal states. Always true.
static bool hide_order(Check *c)
{
    if (c->options.hides_order && search_policy(c->options.search.kind)->remembers)
        gen_hide_order(&c->make.arena, &c->make.made, ORDER_IN_STATES);
    return true;
}

// Checks a program that has no errors.
static void check_program(Check *c)
{
    if (c->options.lists) {
        if (!check_has_json_output(c))
            front_each_case(&c->front, print_name, NULL);
    } else if (make_program(&c->make, TARGET_CHECK, &c->err) && hide_order(c) &&
               make_load(&c->make, c->options.is_native, &c->err) &&
               network_load(&c->options.network, c->options.deploy, c->make.program,
                            &c->make.arena, &c->origin, &c->err)) {
        if (check_tests_begin(c))
            check_tests_run(c);
    } else {
        check_complain(c, c->err.text);
    }
}

// ------------------------------------------------------------------------------------ files

static bool is_set(const char *name, const char *value)
{
    const char *text = getenv(name);
    return text && strcmp(text, value) == 0;
}

static void begin_ci(Check *c)
{
    const Front *front = &c->front;
    CiOptions options = {
        .program = front->path_count ? front->paths[0] : ".",
        .diags = &front->lang.diags,
        .sources = &c->front.lang.sources,
    };
    memcpy(options.files, c->options.files, sizeof options.files);
    // With --json - standard output contains only the JSON object. GitHub reads both streams.
    if (c->options.is_github || is_set("GITHUB_ACTIONS", "true"))
        options.annotations = check_has_json_output(c) ? stderr : stdout;
    ci_init(&c->ci, &options);
}

static Check *unwritten;  // its files are still to be written

static void write_files(void)
{
    Check *c = unwritten;
    if (!c)
        return;
    unwritten = NULL;
    check_tests_finish(c);
    if (c->is_read) {
        json_t *tests = c->tests ? c->tests : front_tests_json(&c->front);
        front_write_json(&c->front, json_pack("{s:o}", "tests", tests));
    }
    c->front.exit_code = ci_write(&c->ci, c->front.exit_code);
}

// When the process ends early (no memory is left), the results so far are still written.
static void write_at_exit(void)
{
    if (!unwritten)
        return;
    unwritten->front.exit_code = EXIT_ENVIRONMENT;
    check_tests_abandon(unwritten);
    write_files();
}

static void check(Check *c)
{
    Front *front = &c->front;

    keep_origin(c);
    make_take_files(&c->make);
    begin_ci(c);
    unwritten = c;
    atexit(write_at_exit);
    guard_last_words(write_at_exit);
    c->is_read = front_read(front);
    if (c->is_read) {
        lang_check(&front->lang);
        front_report(front);
        ci_add_diagnostics(&c->ci, front->exit_code != EXIT_NO_BUG);
        if (front->lang.diags.error_count == 0)
            check_program(c);
    } else {
        ci_add_failure(&c->ci, "the program", "it cannot be read; standard error says why");
    }
    write_files();
    ci_drop(&c->ci);
    corpus_drop(&c->corpus);
}

// plait check --replay TRACE, as in P: the same as plait replay TRACE.
static int replay(const Check *c)
{
    const Front *front = &c->front;
    const char **arguments = memory_zeroed(front->path_count + 1, sizeof *arguments);
    arguments[0] = c->options.replay;
    for (size_t i = 0; i < front->path_count; i++)
        arguments[i + 1] = front->paths[i];
    int code = command_replay.run(&command_replay, (int)front->path_count + 1, arguments);
    free(arguments);
    return code;
}

static int run_check(const Command *self, int argc, const char *const *argv)
{
    Check c = {0};

    front_init(&c.front, self, argc, argv);
    make_init(&c.make, &c.front);
    check_options_init(&c.options, (size_t)argc);
    if (front_options(&c.front, take_option, &c)) {
        if (!check_options_fits(&c.options)) {
            check_complain(&c, c.options.err.text);
            fputs("see plait check --help\n", stderr);
        } else if (c.options.replay) {
            c.front.exit_code = replay(&c);
        } else {
            check(&c);
        }
    }
    check_tests_drop(&c);
    coverage_report_drop(&c.coverage);
    check_options_drop(&c.options);
    make_drop(&c.make);
    front_drop(&c.front);
    return c.front.exit_code;
}

const Command command_check = {
    .name = "check",
    .operands = "[OPTION...] [PATH...]",
    .summary = "explore the schedules of a P program's tests",
    .about = "Reads a P program and reports all its errors in one run. Then explores the\n"
             "schedules of its tests. The verdict of a test is: verified, if all schedules\n"
             "were covered and have no bug; no bug found, with what was not covered; or the\n"
             "bug, with a trace that plait replay shows.\n"
             "\n"
             "The check of a test ends when everything is covered, at the first bug, or when\n"
             "memory runs out; set other limits if that takes too long. After a signal it\n"
             "reports what it has covered so far.\n"
             "\n"
             "A PATH is a .p file, a .pproj project, or a folder: if it contains one project,\n"
             "that project, else every .p file below it. All paths together are one program.\n"
             "The default is the current folder. Foreign functions and types are in C files:\n"
             ".c, .o and .a files among the paths.\n",
    .opts = check_opts,
    .p_opts = check_p_opts,
    .examples = "  plait check                      the tests of the program in this folder\n"
                "  plait check -t tcSmall --search bfs .    one test, a shortest bug\n"
                "  plait check --delays 2 --time 60 .       two delays, a minute for each test\n"
                "  plait check -tc tcSmall -s 1000 .        a thousand random schedules, as in P\n"
                "  plait check --list-tests         what could be tested\n"
                "  plait check --json - . | jq '.tests[].verdict'\n",
    .exit_codes = "  0  no bug found; limits may have left something out\n"
                  "  1  a bug was found\n"
                  "  2  the P program is wrong; diagnostics are on standard error\n"
                  "  3  wrong usage, a file that cannot be read or written, no P program, or a\n"
                  "     test that cannot be checked; also when another test has a bug\n"
                  "  130, 143  SIGINT or SIGTERM left tests unfinished, and no bug was found\n",
    .run = run_check,
};
