// launch/report.c: prints the result of a run.

#include <inttypes.h>

#include "launch/launch.h"

static const char *outcome_phrase(const PlaitResult *r, LaunchEnd end)
{
    switch (r->status) {
    case PLAIT_RUNNING:
    case PLAIT_IDLE:
    case PLAIT_STOPPED:
        return end == LAUNCH_OUT_OF_TIME ? "the time is over" : "stopped by a signal";
    case PLAIT_FINISHED:
        return r->created == r->halted ? "all machines have halted" : "nothing is left to do";
    case PLAIT_OUT_OF_STEPS:
        return "stopped after as many events as were allowed";
    case PLAIT_ASSUMPTION:
        return "stopped: an assumption does not hold";
    case PLAIT_SETUP:
        return "stopped: C that the program needs is missing or does not fit";
    case PLAIT_BUG:
        break;
    }
    return "stopped by a bug";
}

const char *launch_outcome(const PlaitResult *r, LaunchEnd end)
{
    switch (r->status) {
    case PLAIT_RUNNING:
    case PLAIT_IDLE:
    case PLAIT_STOPPED:
        return end == LAUNCH_OUT_OF_TIME ? "out-of-time" : "interrupted";
    case PLAIT_FINISHED:
        return "finished";
    case PLAIT_OUT_OF_STEPS:
        return "out-of-steps";
    case PLAIT_ASSUMPTION:
        return "assumption-failed";
    case PLAIT_SETUP:
        return "set-up";
    case PLAIT_BUG:
        break;
    }
    return "bug";
}

static void print_place(const PlaitProblem *b, FILE *out)
{
    const char *comma = "";
    bool is_known = b->machine[0] || b->state[0] || b->event[0];
    if (is_known)
        fputs("  ", out);
    if (b->machine[0]) {
        fprintf(out, "machine %s", b->machine);
        comma = ", ";
    }
    if (b->state[0]) {
        fprintf(out, "%sstate %s", comma, b->state);
        comma = ", ";
    }
    if (b->event[0])
        fprintf(out, "%sevent %s", comma, b->event);
    if (is_known)
        fputc('\n', out);
    if (b->file[0])
        fprintf(out, "  at %s:%" PRIu32 ":%" PRIu32 "\n", b->file, b->line, b->column);
}

void launch_problem(const PlaitProblem *problem, FILE *out)
{
    if (problem->error == P_ERROR_SETUP)
        fprintf(out, "cannot run: %s\n", problem->message);
    else
        fprintf(out, "bug: %s: %s\n", problem->kind, problem->message);
    print_place(problem, out);
}

static void sum_up(const Launch *launch, const PlaitResult *r, LaunchEnd end, FILE *out)
{
    fprintf(out, "%s: %" PRIu64 " machine%s, %" PRIu64 " event%s, %.3f s", outcome_phrase(r, end),
            r->created, r->created == 1 ? "" : "s", r->events, r->events == 1 ? "" : "s",
            r->seconds);
    if (r->workers != 1)
        fprintf(out, ", %" PRIu32 " workers", r->workers);
    if (!launch->options.takes_defaults)
        fprintf(out, ", seed %" PRIu64, launch->options.seed);
    fputc('\n', out);
}

void launch_report(const Launch *launch, const PlaitResult *r, LaunchEnd end, bool is_stuck,
                   FILE *out)
{
    if (r->status == PLAIT_BUG || r->status == PLAIT_SETUP)
        launch_problem(&r->problem, out);
    if (is_stuck)
        fprintf(out, "%s, in the middle of a handler of %s\n", outcome_phrase(r, end),
                r->busy[0] ? r->busy : "some machine");
    if (launch->is_quiet || is_stuck)
        return;
    sum_up(launch, r, end, out);
    if (r->status == PLAIT_ASSUMPTION)
        print_place(&r->problem, out);
}
