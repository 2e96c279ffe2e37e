// cli/check_rounds.c: the tests of a program, searched in rounds (rounds.h).
//
// Each round searches a test again from its initial state, so an unfinished search leaves
// nothing in memory. A bug or a proof ends a test and is reported at once. For the other tests
// the report at the end is about their longest round.

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "check/crew/outcomes.h"
#include "cli/check_tests.h"
#include "cli/layout.h"
#include "cli/rounds.h"
#include "cli/signals.h"

static double seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

double check_elapsed(const Check *c)
{
    return seconds_now() - c->began;
}

static FILE *progress_stream(const Check *c)
{
    const char *term = getenv("TERM");
    bool is_drawn = !c->front.quiet && isatty(STDERR_FILENO) && !(term && !strcmp(term, "dumb"));
    return is_drawn ? stderr : NULL;
}

static uint32_t count_unfinished(const Check *c)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < c->task_count; i++)
        count += !c->tasks[i].has_ended;
    return count;
}

// ------------------------------------------------------------------------------- one search

// "tcSmall (test 3 of 8, round 2)"
static void add_label(Buf *label, const Check *c, const Task *task)
{
    buf_str(label, task->verdict.test->name);
    if (c->task_count > 1)
        buf_print(label, " (test %u of %u, round %u)", (unsigned)(task - c->tasks) + 1,
                  c->task_count, task->verdict.rounds + 1);
}

// A line for each outcome: the test, a tab, the outcome. Only of a test that is verified, because
// only then they are all.
static void write_outcomes(Check *c, const Task *task, const SearchResult *result,
                           const Outcomes *outcomes)
{
    const char *path = c->options.outcomes, *name = task->verdict.test->name;
    FILE *out = fopen(path, c->has_outcomes ? "ab" : "wb");
    c->has_outcomes = true;
    for (uint32_t i = 0; out && i < outcomes_count(outcomes); i++)
        if (result->verdict == VERDICT_VERIFIED)
            fprintf(out, "%s\t%s\n", name, outcomes_at(outcomes, i));
    if (!out || fclose(out) != 0)
        err_os(&c->err, "write", path);
    else if (result->verdict != VERDICT_VERIFIED)
        err_set(&c->err, "--outcomes: %s is not verified, so its outcomes are not written", name);
    if (c->err.set)
        check_complain(c, c->err.text);
}

static void search_once(Check *c, Task *task, double seconds, SearchResult *result)
{
    const Verdict *v = &task->verdict;
    SearchOptions options = c->options.search;
    Buf label = {0};
    Err unused = {0};

    add_label(&label, c, task);
    options.label = label.text;
    options.include = layout_include(&c->make.arena, &unused);  // only C files need it
    options.progress = progress_stream(c);
    options.seconds = seconds;
    if (c->options.outcomes)
        options.outcomes = outcomes_new();
    c->running = task;
    if (!search_run(v->program, v->test, &options, result, &c->err)) {
        result->verdict = VERDICT_CANNOT_CHECK;
        snprintf(result->note, sizeof result->note, "%s", c->err.text);
        c->err = (Err){0};
    }
    c->running = NULL;
    if (options.outcomes)
        write_outcomes(c, task, result, options.outcomes);
    outcomes_free(options.outcomes);
    buf_drop(&label);
}

// Whether a round explored less than the one before it, because it was interrupted.
static bool is_less(const SearchResult *result, const SearchResult *before)
{
    return before->verdict != VERDICT_NOT_RUN && !result->has_bug &&
           result->limits & LIMIT_INTERRUPTED && result->seconds < before->seconds;
}

static void search_task(Check *c, Task *task, double seconds)
{
    Verdict *v = &task->verdict;
    SearchResult result = {0};
    double began = seconds_now();

    search_once(c, task, seconds, &result);
    // The slice of a round may end while a bug is being confirmed: it was the bug that ended the
    // search.
    if (result.has_bug)
        result.limits &= ~LIMIT_TIME;
    coverage_report_add(&c->coverage, v->test, result.coverage);
    v->seconds += seconds_now() - began;
    v->rounds++;
    task->last = seconds;
    if (is_less(&result, &v->result)) {
        search_result_drop(&result);
    } else {
        search_result_drop(&v->result);
        v->result = result;
    }
    bool is_cut = v->result.limits & LIMIT_TIME && v->result.verdict == VERDICT_NO_BUG_FOUND;
    task->has_ended = !is_cut || seconds == 0;
}

// ------------------------------------------------------------------------------- the rounds

// Searches a test for its slice of time in this round, if there is time left for it.
static void run_slice(Check *c, Task *task, uint32_t waiting)
{
    Verdict *v = &task->verdict;
    RoundLimits limits = {.each = c->options.search.seconds,
                          .all = c->options.total_seconds,
                          .tests = c->task_count};
    RoundTest test = {
        .spent = v->seconds,
        .last = task->last,
        .elapsed = check_elapsed(c),
        .waiting = waiting,
        .is_alone = count_unfinished(c) == 1,
        .ends_by_itself = v->result.limits & (LIMIT_MEMORY | LIMIT_STATES),
    };
    double seconds = 0;

    switch (rounds_next(&limits, &test, &seconds)) {
    case ROUND_OVER:
        task->has_ended = true;
        if (v->result.verdict == VERDICT_NOT_RUN)
            v->not_run = "the time for all tests was used up";
        return;
    case ROUND_UNLIMITED:
        seconds = 0;
        break;
    case ROUND_RUN:
        assert(seconds > 0);
        break;
    }
    search_task(c, task, seconds);
    if (task->has_ended && v->result.verdict != VERDICT_NO_BUG_FOUND)
        check_report_task(c, task);
}

static void run_round(Check *c)
{
    uint32_t waiting = count_unfinished(c);
    for (uint32_t i = 0; i < c->task_count && !signals_came; i++)
        if (!c->tasks[i].has_ended)
            run_slice(c, &c->tasks[i], waiting--);
}

// Replays the corpus before the first search.
static void replay_corpus(Check *c)
{
    for (uint32_t i = 0; i < c->task_count && !signals_came; i++) {
        Task *task = &c->tasks[i];
        task->corpus = corpus_replay(&c->corpus, &c->options.network, &task->verdict);
        task->has_ended = task->verdict.corpus != NULL;
        if (task->has_ended)
            check_report_task(c, task);
    }
}

// Marks the tests that the signal ended, rather than the time limit.
static void mark_interrupted(Check *c)
{
    for (uint32_t i = 0; i < c->task_count; i++) {
        Verdict *v = &c->tasks[i].verdict;
        if (c->tasks[i].has_ended || v->result.verdict == VERDICT_NOT_RUN)
            continue;
        v->result.limits &= ~(uint32_t)LIMIT_TIME;
        v->result.limits |= LIMIT_INTERRUPTED;
    }
}

void check_tests_run(Check *c)
{
    c->began = seconds_now();
    signals_listen();
    replay_corpus(c);
    while (count_unfinished(c) > 0 && !signals_came)
        run_round(c);
    mark_interrupted(c);
    if (c->task_count == 0 && !c->front.quiet)
        fputs("note: the program has no test, and no machine Main: there is nothing to explore\n",
              stderr);
}
