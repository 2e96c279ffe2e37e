// cli/check_samples.c: random executions without a bug, as traces (--sample N).
//
// A bug has a trace; a program that works has none to look at. These are executions as a user may
// want to see them: the schedules of --search random.

#include <inttypes.h>
#include <stdlib.h>

#include "check/search/onward.h"
#include "cli/check_tests.h"
#include "cli/signals.h"
#include "report/trace_file.h"
#include "view/view_file.h"

enum {
    STEPS_MAX = 10000,   // of one execution; it is written also when more could happen
    ATTEMPTS = 20,       // for each execution that is asked for: others have a bug
};

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

// The random schedules of a search that looks for nothing.
static Onward *begin(Check *c, const PTest *test)
{
    const Schedule none = {.network = c->options.search.network};
    SearchOptions options = c->options.search;
    options.kind = SEARCH_RANDOM;
    options.steps = STEPS_MAX;
    options.leaves_liveness = true;
    options.temperature = 0;
    options.progress = NULL;
    return onward_new(c->make.program, test, &none, 0, &options, &c->err);
}

static bool sample_test(Check *c, const PTest *test)
{
    uint32_t wanted = c->options.samples, written = 0;
    Onward *o = begin(c, test);
    bool ok = o != NULL;
    Bug bug;
    for (uint64_t i = 0; ok && written < wanted && i < (uint64_t)wanted * ATTEMPTS; i++) {
        Schedule made = {.network = c->options.search.network};
        OnwardEnd end = onward_next(o, &bug);
        onward_schedule(o, &made);
        if (end == ONWARD_QUIET || end == ONWARD_CUT)
            ok = write_sample(c, test, &made, ++written);
        schedule_drop(&made);
        if (signals_came)
            break;
    }
    onward_free(o);
    if (ok && written < wanted && !c->front.quiet && !signals_came)
        fprintf(stderr,
                "note: %s: only %" PRIu32 " of %" PRIu32
                " executions were written: most random ones have a bug\n",
                test->name, written, wanted);
    return ok;
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
