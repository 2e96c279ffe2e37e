// cli/check_samples.c: random executions without a bug, as traces (--sample N).
//
// A bug has a trace; a program that works has none to look at. These are executions as a user may
// want to see them: each machine that can run is equally likely to run next.

#include <inttypes.h>
#include <stdlib.h>

#include "base/mix.h"
#include "check/replay/wander.h"
#include "cli/check_tests.h"
#include "cli/signals.h"
#include "report/trace_file.h"
#include "view/view_file.h"

enum {
    MOVES_MAX = 10000,   // of one execution; it is written also when more could happen
    ATTEMPTS = 20,       // for each execution that is asked for: others have a bug
};

// One random execution; true when it has no bug.
static bool make_schedule(const Check *c, const PTest *test, uint64_t seed, Schedule *made)
{
    Execution *x = execution_new(c->make.program, test, NULL);
    Bug bug;
    bool is_over;

    *made = (Schedule){.network = c->options.search.network};
    execution_set_network(x, made->network);
    Executed result = execution_start(x, &bug);
    if (result == EXECUTED_ALL) {
        Wander w = wander_begin(x, made, seed);
        result = wander_on(&w, WANDER_RANDOM, MOVES_MAX, &is_over, &bug);
        wander_drop(&w);
    }
    execution_free(x);
    return result == EXECUTED_ALL;
}

static void name_sample(Buf *path, const Check *c, const PTest *test, uint32_t number,
                        const char *ending)
{
    Buf tail = {0};
    buf_print(&tail, "-sample-%" PRIu32 "%s", number, ending);
    trace_file_name(path, c->options.out, test, tail.text);
    buf_drop(&tail);
}

static bool write_page(Check *c, const PTest *test, const Schedule *s, const char *trace,
                       uint32_t number)
{
    Buf path = {0};
    ViewFile page = {
        .program = c->make.program,
        .test = test,
        .sources = &c->front.lang.sources,
        .title = c->origin.paths[0],
        .trace = trace,
        .schedule = s,
    };
    name_sample(&path, c, test, number, ".html");
    bool ok = view_file_write(path.text, &page, &c->err);
    buf_drop(&path);
    return ok;
}

static bool write_sample(Check *c, const PTest *test, const Schedule *s, uint32_t number)
{
    Buf path = {0};
    name_sample(&path, c, test, number, ".trace.jsonl");
    bool ok = trace_file_write_at(path.text, c->make.program, test, s, &c->origin, &c->err) &&
              (!c->options.has_pages || write_page(c, test, s, path.text, number));
    if (ok && !c->front.quiet && !check_has_json_output(c))
        printf("%s: an execution without a bug: plait replay %s%s\n", test->name, path.text,
               c->tasks[0].verdict.paths);
    buf_drop(&path);
    return ok;
}

static bool sample_test(Check *c, const PTest *test)
{
    uint32_t wanted = c->options.samples, written = 0;
    for (uint64_t i = 0; written < wanted && i < (uint64_t)wanted * ATTEMPTS; i++) {
        Schedule made;
        bool ok = true;
        if (make_schedule(c, test, mix64(c->options.search.seed + i), &made))
            ok = write_sample(c, test, &made, ++written);
        schedule_drop(&made);
        if (!ok || signals_came)
            return ok;
    }
    if (written < wanted && !c->front.quiet)
        fprintf(stderr,
                "note: %s: only %" PRIu32 " of %" PRIu32
                " executions were written: most random ones have a bug\n",
                test->name, written, wanted);
    return true;
}

void check_write_samples(Check *c)
{
    for (uint32_t i = 0; i < c->task_count && c->options.samples && !signals_came; i++)
        if (!sample_test(c, c->tasks[i].verdict.test)) {
            check_complain(c, c->err.text);
            c->err = (Err){0};
            return;
        }
}
