// cli/check_tests.c: selecting, checking and reporting tests.

#include "cli/check_tests.h"

#include <assert.h>
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/amount.h"
#include "base/memory.h"
#include "cli/signals.h"
#include "report/p_output.h"
#include "report/shrink_bug.h"
#include "report/stale.h"
#include "report/trace_file.h"
#include "view/view_file.h"

static void say(Check *c, const char *text)
{
    fputs("plait check: ", stderr);
    verdict_print_note(text, stderr);
    c->front.exit_code = EXIT_ENVIRONMENT;
}

void check_complain(Check *c, const char *text)
{
    say(c, text);
    if (c->ci.is_open)
        ci_add_failure(&c->ci, "plait check", text);
}

bool check_has_json_output(const Check *c)
{
    return c->front.json && strcmp(c->front.json, "-") == 0;
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

// A complete name selects only that test, not others that begin with it.
static bool is_meant(const PProgram *p, const char *wanted, const char *name)
{
    return find_test(p, wanted) ? strcmp(wanted, name) == 0 : begins_with(name, wanted);
}

// By default the tests are selected, and the program itself when it has a machine Main.
static bool is_selected(const Check *c, const PTest *test)
{
    const CheckOptions *options = &c->options;
    if (options->test_count == 0)
        return test->is_test || strcmp(test->name, "DefaultImpl") == 0;
    for (size_t i = 0; i < options->test_count; i++)
        if (is_meant(c->make.program, options->tests[i], test->name))
            return true;
    return false;
}

static bool is_there(const Check *c, const char *wanted)
{
    const PProgram *p = c->make.program;
    for (uint32_t i = 0; i < p->test_count; i++)
        if (is_meant(p, wanted, p->tests[i].name))
            return true;
    return false;
}

static bool all_found(Check *c)
{
    for (size_t i = 0; i < c->options.test_count; i++) {
        if (is_there(c, c->options.tests[i]))
            continue;
        err_set(&c->err, "there is no test %s; --list-tests lists them", c->options.tests[i]);
        check_complain(c, c->err.text);
        return false;
    }
    return true;
}

// -------------------------------------------------------------------------------- one test

static char *write_trace(Check *c, const Verdict *v)
{
    if (!v->result.is_replayed)
        return NULL;
    char *path = trace_file_write(c->options.out, v->program, v->test, &v->result.schedule,
                                  &c->origin, v->result.bug.kind, &c->err);
    if (!path) {
        check_complain(c, c->err.text);
        c->err = (Err){0};
    }
    return path;
}

static char *write_full(Check *c, const Verdict *v)
{
    if (!v->result.is_replayed)
        return NULL;
    char *path = shrink_bug_write_full(v, c->options.out, &c->origin, &c->err);
    if (c->err.set) {
        check_complain(c, c->err.text);
        c->err = (Err){0};
    }
    return path;
}

// The page of the bug. If it cannot be written, the bug is still reported.
static char *write_page(Check *c, const Verdict *v)
{
    Buf path = {0};
    ViewFile page = {
        .program = v->program,
        .test = v->test,
        .sources = &c->front.lang.sources,
        .title = c->origin.paths[0],
        .trace = v->trace,
        .schedule = &v->result.schedule,
        .futures = VIEW_FUTURES_DEFAULT,
    };

    if (!c->options.has_pages || !v->result.is_replayed)
        return NULL;
    trace_file_path(&path, c->options.out, v->test, v->result.bug.kind, ".html");
    if (!view_file_write(path.text, &page, &c->err)) {
        check_complain(c, c->err.text);
        c->err = (Err){0};
        buf_drop(&path);
    }
    return path.text;
}

// Writes to the corpus, and P's files. If that fails, the bug is still reported.
static void write_more(Check *c, const Verdict *v)
{
    if (!v->result.is_replayed)
        return;
    if (c->corpus.folder && !v->corpus && !corpus_add(&c->corpus, v, &c->origin, &c->err))
        check_complain(c, c->err.text);
    c->err = (Err){0};
    if (c->options.p_output && !p_output_write(c->options.p_output, v, &c->err))
        check_complain(c, c->err.text);
    c->err = (Err){0};
}

// -------------------------------------------------------------------------------- verdicts

// The rest of --total-time, but at least a second.
static double shrink_seconds(const Check *c)
{
    double most = c->options.shrink_seconds;
    if (c->options.total_seconds == 0)
        return most;
    return fmin(most, fmax(1, c->options.total_seconds - check_elapsed(c)));
}

static void write_files_of_bug(Check *c, Task *task)
{
    Verdict *v = &task->verdict;
    if (!v->corpus) {
        if (c->options.shrinks)
            shrink_bug(v, shrink_seconds(c), &signals_came);
        task->trace = write_trace(c, v);
        task->full_trace = write_full(c, v);
    }
    v->trace = v->corpus ? v->corpus : task->trace;
    v->full_trace = task->full_trace;
    v->page = task->page = write_page(c, v);
    write_more(c, v);
}

static void print_verdict(Check *c, Task *task)
{
    const Verdict *v = &task->verdict;

    assert(!task->is_printed);
    task->is_printed = true;
    if (!check_has_json_output(c)) {
        verdict_print(v, stdout, front_has_color(&c->front, STDOUT_FILENO));
        corpus_print(task->corpus, stdout);
        fflush(stdout);
    }
    ci_tell_verdict(&c->ci, v);
}

void check_report_task(Check *c, Task *task)
{
    assert(task->has_ended);
    if (task->verdict.result.has_bug)
        write_files_of_bug(c, task);
    print_verdict(c, task);
}

// ------------------------------------------------------------------------------- exit code

// An error has priority over a bug, and a bug over an interruption.
static void weigh_verdict(Check *c, const Verdict *v)
{
    Front *front = &c->front;
    VerdictKind kind = v->result.verdict;
    bool is_cut = v->result.limits & LIMIT_INTERRUPTED || kind == VERDICT_NOT_RUN;

    if (kind == VERDICT_CANNOT_CHECK || v->result.limits & LIMIT_EXPLORER) {
        Buf text = {0};
        buf_print(&text, "%s: %s", v->test->name, v->result.note);
        say(c, text.text);
        buf_drop(&text);
    } else if (kind == VERDICT_BUG && front->exit_code != EXIT_ENVIRONMENT) {
        front->exit_code = EXIT_BUG;
    } else if (is_cut && signals_came && front->exit_code == EXIT_NO_BUG) {
        front->exit_code = signals_exit_code(signals_came);
    }
}

// ------------------------------------------------------------------------------------ all

// "6 tests: 1 with a bug, 2 without a bug found, 3 not run (interrupted)"
static void print_sum(const Check *c)
{
    static const struct {
        VerdictKind kind;
        const char *words;
    } parts[] = {
        {VERDICT_BUG, "with a bug"},
        {VERDICT_VERIFIED, "verified"},
        {VERDICT_NO_BUG_FOUND, "without a bug found"},
        {VERDICT_CANNOT_CHECK, "that cannot be checked"},
        {VERDICT_NOT_RUN, "not run"},
    };
    enum { PART_COUNT = sizeof parts / sizeof *parts };
    uint32_t counts[PART_COUNT] = {0};
    bool is_unfinished = false;
    const char *comma = ":";

    if (c->task_count < 2 || c->front.quiet || check_has_json_output(c))
        return;
    for (uint32_t i = 0; i < c->task_count; i++) {
        const SearchResult *r = &c->tasks[i].verdict.result;
        counts[r->verdict]++;
        is_unfinished |= r->verdict == VERDICT_NOT_RUN || r->limits & LIMIT_INTERRUPTED;
    }
    printf("%u tests", c->task_count);
    for (int i = 0; i < PART_COUNT; i++)
        if (counts[parts[i].kind]) {
            printf("%s %u %s", comma, counts[parts[i].kind], parts[i].words);
            comma = ",";
        }
    puts(signals_came && is_unfinished ? " (interrupted)" : "");
}

// Reports a file that cannot be merged before the check, not after it.
static bool begin_coverage(Check *c)
{
    const char *path = c->options.coverage_json;
    c->coverage.program = c->make.program;
    c->coverage.identity = coverage_identity(&c->front.lang.sources);
    if (!path)
        return true;
    CoverageFile file = coverage_report_look(&c->coverage, path, &c->err);
    if (file == COVERAGE_FILE_WRONG)
        check_complain(c, c->err.text);
    if (file == COVERAGE_FILE_OTHER && !c->front.quiet)
        fprintf(stderr,
                "note: %s is of another program, or the program has changed: it begins anew\n",
                path);
    return file != COVERAGE_FILE_WRONG;
}

static void report_coverage(Check *c)
{
    const char *path = c->options.coverage_json;
    bool ok = !path || (coverage_report_merge(&c->coverage, path, &c->err) != COVERAGE_FILE_WRONG &&
                        coverage_report_write(&c->coverage, path, &c->err));
    if (!ok)
        check_complain(c, c->err.text);
    if (c->options.has_coverage)
        coverage_report_print(&c->coverage, check_has_json_output(c) ? stderr : stdout);
}

// Adds a word of a command line, quoted for a shell.
static void add_word(Buf *b, const char *word)
{
    bool is_plain = true;
    for (const char *c = word; *c; c++)
        is_plain = is_plain && (isalnum((unsigned char)*c) || strchr("_-./+,:@%=", *c));
    if (is_plain) {
        buf_print(b, " %s", word);
        return;
    }
    buf_str(b, " '");
    for (const char *c = word; *c; c++)
        if (*c == '\'')
            buf_str(b, "'\\''");
        else
            buf_char(b, *c);
    buf_char(b, '\'');
}

// The paths to add to the suggested replay command: plait replay does not run C files that
// only the trace names.
static const char *replay_paths(Check *c)
{
    Buf b = {0};
    for (uint32_t i = 0; c->make.file_count && i < c->origin.path_count; i++)
        add_word(&b, c->origin.paths[i]);
    const char *copy = arena_copy(&c->make.arena, buf_text(&b), b.size);
    buf_drop(&b);
    return copy;
}

static void select_tasks(Check *c)
{
    const PProgram *p = c->make.program;
    const char *paths = replay_paths(c);

    c->tasks = memory_zeroed((size_t)p->test_count + 1, sizeof *c->tasks);
    for (uint32_t i = 0; i < p->test_count; i++)
        if (is_selected(c, &p->tests[i]))
            c->tasks[c->task_count++] =
                (Task){.verdict = {.program = p,
                                   .test = &p->tests[i],
                                   .search = &c->options.search,
                                   .is_verbose = c->options.is_verbose,
                                   .paths = paths}};
}

// Users of P type -t 60 for a time limit. A number is a time limit unless a test has that name.
static void take_times(Check *c)
{
    CheckOptions *options = &c->options;
    size_t kept = 0;
    for (size_t i = 0; i < options->test_count; i++) {
        const char *name = options->tests[i];
        double seconds;
        if (is_there(c, name) || !amount_seconds(name, &seconds)) {
            options->tests[kept++] = name;
            continue;
        }
        options->search.seconds = seconds;
        if (!c->front.quiet)
            fprintf(stderr, "note: no test is called %s; -t %s is taken for --time %s, as in P\n",
                    name, name, name);
    }
    options->test_count = kept;
}

bool check_tests_begin(Check *c)
{
    take_times(c);
    if (!all_found(c))
        return false;
    if (c->options.corpus &&
        !corpus_read(&c->corpus, c->options.corpus, c->make.program, &c->err)) {
        check_complain(c, c->err.text);
        return false;
    }
    if (!begin_coverage(c))
        return false;
    select_tasks(c);
    c->tests = json_array();
    return true;
}

// Removes the files that earlier checks wrote about a test, after a new search of that test.
static void remove_stale(Check *c, const Task *task)
{
    const SearchResult *r = &task->verdict.result;
    bool was_searched = r->verdict == VERDICT_VERIFIED || r->verdict == VERDICT_NO_BUG_FOUND ||
                        r->verdict == VERDICT_BUG;
    if (!was_searched || signals_came)
        return;
    char *still = stale_remove(c->options.out, &task->verdict);
    if (still && !r->has_bug && !c->front.quiet)
        fprintf(stderr,
                "note: %s still leads to a bug, which this check did not find: plait replay %s\n",
                still, still);
    free(still);
}

static void add_to_files(Check *c, const Task *task)
{
    json_t *object = verdict_json(&task->verdict);
    json_object_set(object, "corpus", task->corpus ? task->corpus : json_null());
    json_array_append_new(c->tests, object);
    ci_add_verdict(&c->ci, &task->verdict);
}

void check_tests_finish(Check *c)
{
    if (c->has_finished || !c->tests)
        return;
    c->has_finished = true;
    for (uint32_t i = 0; i < c->task_count; i++) {
        if (!c->tasks[i].is_printed)
            print_verdict(c, &c->tasks[i]);
        weigh_verdict(c, &c->tasks[i].verdict);
        add_to_files(c, &c->tasks[i]);
        remove_stale(c, &c->tasks[i]);
    }
    check_write_samples(c);
    print_sum(c);
    report_coverage(c);
}

void check_tests_abandon(Check *c)
{
    for (uint32_t i = 0; i < c->task_count; i++)
        if (c->tasks[i].verdict.result.verdict == VERDICT_NOT_RUN)
            c->tasks[i].verdict.not_run = "plait ended early";
    if (!c->running)
        return;
    SearchResult *r = &c->running->verdict.result;
    r->verdict = VERDICT_CANNOT_CHECK;
    snprintf(r->note, sizeof r->note,
             "plait ended during this check: standard error says why");
}

void check_tests_drop(Check *c)
{
    for (uint32_t i = 0; i < c->task_count; i++) {
        Task *task = &c->tasks[i];
        schedule_drop(&task->verdict.full);
        search_result_drop(&task->verdict.result);
        json_decref(task->corpus);
        free(task->trace);
        free(task->full_trace);
        free(task->page);
    }
    free(c->tasks);
}
