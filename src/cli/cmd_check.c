// cli/cmd_check.c: plait check.
//
// Reads the program, makes it ready to run, and explores the schedules of its tests one
// after the other. A verdict for each goes to standard output when it is known.

#include <jansson.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cli/ci.h"
#include "cli/ci_corpus.h"
#include "cli/coverage_report.h"
#include "cli/layout.h"
#include "cli/make.h"
#include "cli/p_output.h"
#include "cli/shrink_bug.h"
#include "cli/trace_file.h"
#include "cli/verdict.h"

typedef struct Check {
    Front front;
    Make make;
    CheckWish wish;
    TraceOrigin origin;
    json_t *tests;  // verdicts
    Ci ci;
    Corpus corpus;
    CoverageReport coverage;
    uint32_t counts[3];
    Err err;
} Check;

enum { VERIFIED, NO_BUG_FOUND, BUG };

static void take_option(int id, void *context)
{
    Check *c = context;
    check_wish_take(&c->wish, id, c->front.opts.value);
}

static void say(Check *c, const char *text)
{
    fprintf(stderr, "plait check: %s\n", text);
    c->front.exit_code = EXIT_ENVIRONMENT;
}

static void complain(Check *c, const char *text)
{
    say(c, text);
    if (c->ci.front)
        ci_add_failure(&c->ci, "plait check", text);
}

// Standard output holds the JSON object alone, when it is asked for there.
static bool is_json_there(const Check *c)
{
    return c->front.json && strcmp(c->front.json, "-") == 0;
}

// --------------------------------------------------------------------------------- signals

static volatile sig_atomic_t was_interrupted;

static double seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

// A second one ends the process as if nobody had listened. But not at once: who sends a
// signal to a process and to its group, as timeout does, means it once.
static void interrupt(int signal_number)
{
    static double first;
    if (was_interrupted && seconds_now() - first > 0.5) {
        signal(signal_number, SIG_DFL);
        raise(signal_number);
        return;
    }
    if (!was_interrupted)
        first = seconds_now();
    was_interrupted = signal_number;
    search_interrupt();
}

static void listen(void)
{
    struct sigaction action = {.sa_handler = interrupt, .sa_flags = SA_RESTART};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}

// ---------------------------------------------------------------------------- which tests

static const PTest *find_test(const PProgram *p, const char *name)
{
    for (uint32_t i = 0; i < p->test_count; i++)
        if (strcmp(p->tests[i].name, name) == 0)
            return &p->tests[i];
    return NULL;
}

static bool begins_with(const char *name, const char *beginning)
{
    return strncmp(name, beginning, strlen(beginning)) == 0;
}

// Somebody who types a whole name means that test, not others that begin like it.
static bool is_meant(const PProgram *p, const char *wanted, const char *name)
{
    return find_test(p, wanted) ? strcmp(wanted, name) == 0 : begins_with(name, wanted);
}

// Without a word: the tests, and the program itself when it has a machine Main.
static bool is_selected(const Check *c, const PTest *test)
{
    const CheckWish *wish = &c->wish;
    if (wish->test_count == 0)
        return test->is_test || strcmp(test->name, "DefaultImpl") == 0;
    for (size_t i = 0; i < wish->test_count; i++)
        if (is_meant(c->make.program, wish->tests[i], test->name))
            return true;
    return false;
}

static bool all_found(Check *c)
{
    const PProgram *p = c->make.program;
    for (size_t i = 0; i < c->wish.test_count; i++) {
        bool found = false;
        for (uint32_t j = 0; j < p->test_count; j++)
            found |= is_meant(p, c->wish.tests[i], p->tests[j].name);
        if (found)
            continue;
        err_set(&c->err, "there is no test %s; --list-tests lists them", c->wish.tests[i]);
        complain(c, c->err.text);
        return false;
    }
    return true;
}

// -------------------------------------------------------------------------------- one test

static bool use_color(const Front *front)
{
    if (front->color != 0)
        return front->color > 0;
    const char *no_color = getenv("NO_COLOR"), *term = getenv("TERM");
    return isatty(STDOUT_FILENO) && !(no_color && no_color[0]) && !(term && !strcmp(term, "dumb"));
}

static FILE *progress_stream(const Check *c)
{
    const char *term = getenv("TERM");
    bool is_drawn = !c->front.quiet && isatty(STDERR_FILENO) && !(term && !strcmp(term, "dumb"));
    return is_drawn ? stderr : NULL;
}

static char *write_trace(Check *c, const Verdict *v)
{
    if (!v->result.is_replayed)
        return NULL;
    char *path = trace_file_write(c->wish.out, v->program, v->test, &v->result.schedule, &c->origin,
                                  v->result.bug.kind, &c->err);
    if (!path) {
        complain(c, c->err.text);
        c->err = (Err){0};
    }
    return path;
}

static char *write_full(Check *c, const Verdict *v)
{
    if (!v->result.is_replayed)
        return NULL;
    char *path = shrink_bug_write_full(v, c->wish.out, &c->origin, &c->err);
    if (c->err.set) {
        complain(c, c->err.text);
        c->err = (Err){0};
    }
    return path;
}

static void count_verdict(Check *c, const Verdict *v)
{
    if (v->result.has_bug)
        c->counts[BUG]++;
    else if (strcmp(verdict_word(v), "verified") == 0)
        c->counts[VERIFIED]++;
    else
        c->counts[NO_BUG_FOUND]++;
    // What could not be done weighs more than what was found.
    if (v->result.has_bug && c->front.exit_code != EXIT_ENVIRONMENT)
        c->front.exit_code = EXIT_BUG;
    if (v->result.limits & LIMIT_EXPLORER || v->result.cannot_check)
        say(c, v->result.note);
}

// What others may want of a bug; that it cannot be written does not hide the bug.
static void write_more(Check *c, const Verdict *v)
{
    if (!v->result.is_replayed)
        return;
    if (c->corpus.folder && !v->corpus && !corpus_add(&c->corpus, v, &c->origin, &c->err))
        complain(c, c->err.text);
    c->err = (Err){0};
    if (c->wish.p_output && !p_output_write(c->wish.p_output, v, &c->err))
        complain(c, c->err.text);
    c->err = (Err){0};
}

// False when it could not begin.
static bool search_test(Check *c, Verdict *v)
{
    SearchOptions options = c->wish.search;
    Err unused = {0};

    options.label = v->test->name;
    options.include = layout_include(&c->make.arena, &unused);  // only C files need it
    options.progress = progress_stream(c);
    if (was_interrupted) {
        v->result.limits = LIMIT_INTERRUPTED;
    } else if (!search_run(v->program, v->test, &options, &v->result, &c->err)) {
        say(c, c->err.text);
        ci_add_failure(&c->ci, v->test->name, c->err.text);
        return false;
    }
    return true;
}

// The verdict, for everybody who wants it.
static void tell_verdict(Check *c, const Verdict *v, json_t *corpus)
{
    json_t *object = verdict_json(v);

    if (!is_json_there(c)) {
        verdict_print(v, stdout, use_color(&c->front));
        corpus_print(corpus, stdout);
        fflush(stdout);
    }
    json_object_set(object, "corpus", corpus ? corpus : json_null());
    json_array_append_new(c->tests, object);
    ci_add_verdict(&c->ci, v);
    count_verdict(c, v);
}

static bool check_test(Check *c, const PTest *test)
{
    Verdict v = {.program = c->make.program, .test = test, .wish = &c->wish};
    json_t *corpus = corpus_replay(&c->corpus, &v);
    bool ok = v.corpus || search_test(c, &v);

    if (ok) {
        char *trace = NULL, *full = NULL;
        if (v.result.has_bug && !v.corpus) {
            shrink_bug(&v, &was_interrupted);
            trace = write_trace(c, &v);
            full = write_full(c, &v);
        }
        coverage_report_add(&c->coverage, test, v.result.coverage);
        v.trace = v.corpus ? v.corpus : trace;
        v.full_trace = full;
        if (v.result.has_bug)
            write_more(c, &v);
        tell_verdict(c, &v, corpus);
        free(trace);
        free(full);
    }
    schedule_drop(&v.full);
    search_result_drop(&v.result);
    json_decref(corpus);
    return ok;
}

// --------------------------------------------------------------------------------- all

static void print_sum(const Check *c)
{
    uint32_t all = c->counts[VERIFIED] + c->counts[NO_BUG_FOUND] + c->counts[BUG];
    if (all < 2 || c->front.quiet || is_json_there(c))
        return;
    printf("%u tests: %u verified, %u without a bug found, %u with a bug\n", all,
           c->counts[VERIFIED], c->counts[NO_BUG_FOUND], c->counts[BUG]);
}

// A file that cannot be gone on with is better known before than afterwards.
static bool begin_coverage(Check *c)
{
    const char *path = c->wish.coverage_json;
    c->coverage.program = c->make.program;
    c->coverage.identity = coverage_identity(&c->front.lang);
    if (!path)
        return true;
    CoverageFile file = coverage_report_look(&c->coverage, path, &c->err);
    if (file == COVERAGE_FILE_WRONG)
        complain(c, c->err.text);
    if (file == COVERAGE_FILE_OTHER && !c->front.quiet)
        fprintf(stderr,
                "note: %s is of another program, or the program has changed: it begins anew\n",
                path);
    return file != COVERAGE_FILE_WRONG;
}

static void report_coverage(Check *c)
{
    const char *path = c->wish.coverage_json;
    bool ok = !path || (coverage_report_merge(&c->coverage, path, &c->err) != COVERAGE_FILE_WRONG &&
                        coverage_report_write(&c->coverage, path, &c->err));
    if (!ok)
        complain(c, c->err.text);
    if (c->wish.has_coverage)
        coverage_report_print(&c->coverage, is_json_there(c) ? stderr : stdout);
}

static void explore(Check *c)
{
    const PProgram *p = c->make.program;
    uint32_t selected = 0;

    if (!all_found(c))
        return;
    if (c->wish.corpus && !corpus_read(&c->corpus, c->wish.corpus, p, &c->err)) {
        complain(c, c->err.text);
        return;
    }
    if (!begin_coverage(c))
        return;
    listen();
    c->tests = json_array();
    for (uint32_t i = 0; i < p->test_count; i++) {
        if (!is_selected(c, &p->tests[i]))
            continue;
        selected++;
        if (!check_test(c, &p->tests[i]))
            return;
    }
    if (selected == 0 && !c->front.quiet)
        fputs("note: the program has no test, and no machine Main: there is nothing to explore\n",
              stderr);
    print_sum(c);
    report_coverage(c);
}

static void print_name(const Case *c, void *context)
{
    (void)context;
    printf("%s\n", c->name);
}

static const char *dialect_word(Dialect dialect)
{
    return dialect == DIALECT_MODERN ? "modern" : dialect == DIALECT_CLASSIC ? "classic" : "auto";
}

// How plait replay finds the program again: as it was given to us.
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
        .loop_limit = c->wish.search.loop_limit,
    };
}

// The program has no errors.
static void go_on(Check *c)
{
    if (c->wish.lists) {
        if (!is_json_there(c))
            front_each_case(&c->front, print_name, NULL);
    } else if (make_program(&c->make, TARGET_CHECK, &c->err) &&
               make_load(&c->make, c->wish.is_native, &c->err)) {
        explore(c);
    } else {
        complain(c, c->err.text);
    }
}

static void check(Check *c)
{
    Front *front = &c->front;

    keep_origin(c);
    make_take_files(&c->make);
    ci_init(&c->ci, front, &c->wish);
    if (front_read(front)) {
        lang_check(&front->lang);
        front_report(front);
        ci_add_diagnostics(&c->ci);
        if (front->lang.diags.error_count == 0)
            go_on(c);
        front_write_json(front, c->tests);
    } else {
        ci_add_failure(&c->ci, "the program", "it cannot be read; standard error says why");
    }
    ci_write(&c->ci);
    ci_drop(&c->ci);
    corpus_drop(&c->corpus);
}

// P's users replay with the word that checks.
static int replay(const Check *c)
{
    const Front *front = &c->front;
    const char **arguments = calloc(front->path_count + 1, sizeof *arguments);
    if (!arguments)
        die_out_of_memory((front->path_count + 1) * sizeof *arguments);
    arguments[0] = c->wish.replay;
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
    check_wish_init(&c.wish, (size_t)argc);
    if (front_options(&c.front, take_option, &c)) {
        if (!check_wish_fits(&c.wish)) {
            complain(&c, c.wish.err.text);
            fputs("see plait check --help\n", stderr);
        } else if (c.wish.replay) {
            c.front.exit_code = replay(&c);
        } else {
            check(&c);
        }
    }
    coverage_report_drop(&c.coverage);
    check_wish_drop(&c.wish);
    make_drop(&c.make);
    front_drop(&c.front);
    return c.front.exit_code;
}

const Command command_check = {
    .name = "check",
    .operands = "[OPTION...] [PATH...]",
    .summary = "explore the schedules of a P program's tests",
    .about = "Reads a P program and reports everything that is wrong with it, in one\n"
             "run. Then explores the schedules of its tests, and says of each: verified,\n"
             "when all of them were covered and nothing is wrong; no bug found, with what\n"
             "was not covered; or the bug, with a trace that plait replay shows.\n"
             "\n"
             "A check ends when everything is covered, with the first bug, or when memory\n"
             "runs out; set other limits where that takes too long. When interrupted it\n"
             "says what it has covered so far.\n"
             "\n"
             "A PATH is a .p file, a .pproj project, or a folder: with one project in\n"
             "it that project, else every .p file below it. All of them together are\n"
             "one program. Without a PATH it is the folder you are in. Foreign functions\n"
             "and types are C: .c, .o and .a files among the paths.\n",
    .opts = check_opts,
    .examples = "  plait check                      the tests of the program in this folder\n"
                "  plait check -t tcSmall --search bfs .    one test, a shortest bug\n"
                "  plait check --delays 2 --time 60 .       two delays, a minute for each test\n"
                "  plait check -tc tcSmall -s 1000 .        a thousand schedules by lot, as in P\n"
                "  plait check --list-tests         what could be tested\n"
                "  plait check --json - . | jq '.tests[].verdict'\n",
    .exit_codes = "  0  no bug found; limits, or an interruption, may have left something out\n"
                  "  1  a bug was found\n"
                  "  2  the P program is wrong; diagnostics are on standard error\n"
                  "  3  wrong usage, a file that cannot be read or written, no P program\n",
    .run = run_check,
};
