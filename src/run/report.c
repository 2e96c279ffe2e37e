// run/report.c: what is said about a run.

#include <inttypes.h>

#include "rt/trace.h"
#include "run/run.h"

const char *run_outcome_name(RunOutcome outcome)
{
    static const char *const names[] = {
        [RUN_QUIESCENT] = "quiescent",       [RUN_INTERRUPTED] = "interrupted",
        [RUN_OUT_OF_TIME] = "out-of-time",   [RUN_OUT_OF_STEPS] = "out-of-steps",
        [RUN_ASSUMED] = "assumption-failed", [RUN_BUG] = "bug",
        [RUN_SETUP] = "set-up",
    };
    return names[outcome];
}

static const char *outcome_phrase(const RunResult *r)
{
    switch (r->outcome) {
    case RUN_QUIESCENT:
        return r->created == r->halted ? "all machines have halted" : "nothing is left to do";
    case RUN_INTERRUPTED:
        return "stopped by a signal";
    case RUN_OUT_OF_TIME:
        return "the time is over";
    case RUN_OUT_OF_STEPS:
        return "stopped after as many events as were allowed";
    case RUN_ASSUMED:
        return "stopped: an assumption does not hold";
    case RUN_SETUP:
        return "stopped: C that the program needs is missing or does not fit";
    case RUN_BUG:
        break;
    }
    return "stopped by a bug";
}

static void print_place(const RunBug *b, FILE *out)
{
    const char *comma = "";
    if (b->machine[0] || b->state || b->event)
        fputs("  ", out);
    if (b->machine[0]) {
        fprintf(out, "machine %s", b->machine);
        comma = ", ";
    }
    if (b->state) {
        fprintf(out, "%sstate %s", comma, b->state);
        comma = ", ";
    }
    if (b->event)
        fprintf(out, "%sevent %s", comma, b->event);
    if (b->machine[0] || b->state || b->event)
        fputc('\n', out);
    if (b->file)
        fprintf(out, "  at %s:%" PRIu32 ":%" PRIu32 "\n", b->file, b->line, b->column);
}

void run_report(const RunOptions *options, const RunResult *r, FILE *out)
{
    if (r->outcome == RUN_BUG)
        fprintf(out, "bug: %s: %s\n", error_kind(r->bug.error), r->bug.message);
    if (r->outcome == RUN_SETUP)
        fprintf(out, "cannot run: %s\n", r->bug.message);
    if (r->outcome == RUN_BUG || r->outcome == RUN_SETUP)
        print_place(&r->bug, out);
    if (r->is_stuck)
        fprintf(out, "%s, in the middle of a handler of %s\n", outcome_phrase(r),
                r->bug.machine[0] ? r->bug.machine : "some machine");
    if (options->is_quiet || r->is_stuck)
        return;
    fprintf(out, "%s: %" PRIu64 " machine%s, %" PRIu64 " event%s, %.3f s", outcome_phrase(r),
            r->created, r->created == 1 ? "" : "s", r->events, r->events == 1 ? "" : "s",
            r->seconds);
    if (r->workers != 1)
        fprintf(out, ", %" PRIu32 " workers", r->workers);
    if (!options->takes_defaults)
        fprintf(out, ", seed %" PRIu64, options->seed);
    fputc('\n', out);
    if (r->outcome == RUN_ASSUMED)
        print_place(&r->bug, out);
}
