// cli/cmd_shrink.c: plait shrink, a shorter trace of the same bug.
//
// plait check shrinks a bug before it shows it. This command is for traces that were written
// without that, or for shrinking with more time.

#include <stdlib.h>
#include <string.h>

#include "base/amount.h"
#include "base/json.h"
#include "check/crew/progress.h"
#include "check/shrink/shrink.h"
#include "cli/replay_input.h"
#include "report/shrink_bug.h"
#include "report/trace_file.h"

enum { SHRINK_OUTPUT = OPT_OWN, SHRINK_TIME, SHRINK_TEST, SHRINK_TRUST_C };

#define SECONDS 10

static const Opt shrink_opts[] = {
    {SHRINK_OUTPUT, "output", "o", "FILE",
     "file for the short trace; default: in the same folder,\n"
     "NAME.short.trace.jsonl for NAME.trace.jsonl or\n"
     "NAME.schedule"},
    {SHRINK_TIME, "time", NULL, "TIME",
     "time limit: seconds, or 90s, 5m; default 10. The result\n"
     "is the same every time, unless the time limit ends the\n"
     "search"},
    REPLAY_INPUT_OPT_TEST(SHRINK_TEST),
    REPLAY_INPUT_OPT_TRUST_C(SHRINK_TRUST_C),
    {OPT_DIALECT, "dialect", NULL, "D",
     "the language: auto, modern or classic; default: the one\n"
     "in the trace"},
    FRONT_OPT_COLOR,
    FRONT_OPT_RESULT_JSON,
    {OPT_QUIET, "quiet", "q", NULL, "print nothing"},
    FRONT_OPT_HELP,
    {0},
};

typedef struct ShrinkCommand {
    ReplayInput input;
    const char *output;
    const char *test_name;  // from the command line, or NULL
    double seconds;
    Err err;
} ShrinkCommand;

static void take_option(int id, void *context)
{
    ShrinkCommand *w = context;
    const char *value = w->input.front.opts.value;

    if (id == SHRINK_TRUST_C)
        w->input.trusts_c = true;
    if (id == SHRINK_OUTPUT)
        w->output = value;
    if (id == SHRINK_TEST)
        w->test_name = value;
    if (id != SHRINK_TIME)
        return;
    if (!amount_seconds(value, &w->seconds))
        err_set(&w->err, "--time wants a number of seconds, or a time such as 90s or 5m, not %s",
                value);
}

// X.trace.jsonl becomes X.short.trace.jsonl, and so does X.schedule.
static void name_output(Buf *b, const char *path)
{
    buf_print(b, "%.*s.short.trace.jsonl", (int)recording_name_size(path), path);
}

static void print_result(const Shrunk *s, const char *file)
{
    char before[NUMBER_MAX], after[NUMBER_MAX];

    printf("bug: %s: %s\n", error_kind(s->bug.kind), s->bug.text);
    printf("%s steps reduced to %s, ", progress_number(before, s->before.steps),
           progress_number(after, s->after.steps));
    printf("%s switches between machines to %s (%.2f s)\n",
           progress_number(before, s->before.switches), progress_number(after, s->after.switches),
           s->seconds);
    if (s->is_interrupted)
        puts("time was up: with more (--time) it may become shorter");
    else if (s->is_shortest)
        puts("there is no shorter way to it");
    if (file)
        printf("show it: plait replay %s\n", file);
}

static json_t *size_json(uint64_t steps, uint64_t switches)
{
    json_t *size = json_object();
    json_set_number(size, "steps", steps);
    json_set_number(size, "switches", switches);
    return size;
}

static void write_json(ShrinkCommand *w, const Shrunk *s, const char *file)
{
    json_t *fields = json_object(), *bug = json_object();
    json_set_text(bug, "kind", error_kind(s->bug.kind));
    json_set_text(bug, "message", s->bug.text);
    json_set_text(fields, "test", w->input.test->name);
    json_object_set_new(fields, "bug", bug);
    json_object_set_new(fields, "before", size_json(s->before.steps, s->before.switches));
    json_object_set_new(fields, "after", size_json(s->after.steps, s->after.switches));
    json_object_set_new(fields, "seconds", json_real(s->seconds));
    json_object_set_new(fields, "out_of_time", json_boolean(s->is_interrupted));
    json_object_set_new(fields, "shortest", json_boolean(s->is_shortest));
    json_set_text(fields, "trace", file);
    front_write_json(&w->input.front, fields);
}

// False when the trace could not be written.
static bool write_result(ShrinkCommand *w, const Shrunk *s)
{
    ReplayInput *r = &w->input;
    Buf path = {0};
    bool is_written = w->output || shrunk_is_smaller(s), ok = true;

    if (w->output)
        buf_str(&path, w->output);
    else
        name_output(&path, r->path);
    if (is_written)
        ok = trace_file_write_at(path.text, r->make.program, r->test, &s->schedule, &r->origin,
                                 &w->err);
    if (ok && !r->front.quiet)
        print_result(s, is_written ? path.text : NULL);
    if (ok)
        write_json(w, s, is_written ? path.text : NULL);
    buf_drop(&path);
    return ok;
}

static int complain(const char *text)
{
    fprintf(stderr, "plait shrink: %s\n", text);
    return EXIT_ENVIRONMENT;
}

static int shrink(ShrinkCommand *w)
{
    ReplayInput *r = &w->input;
    ShrinkOptions options = {.seconds = w->seconds, .loop_limit = r->recording.loop_limit};
    Shrunk shrunk;
    Err why = {0};

    if (!shrink_run(r->make.program, r->test, &r->recording.schedule, &options, &shrunk, &why)) {
        err_set(&w->err, "%s cannot be made shorter: %s", r->path, why.text);
        return complain(w->err.text);
    }
    bool ok = write_result(w, &shrunk);
    shrunk_drop(&shrunk);
    return ok ? r->front.exit_code : complain(w->err.text);
}

static int run(const Command *self, int argc, const char *const *argv)
{
    ShrinkCommand w = {.seconds = SECONDS};
    ReplayInput *r = &w.input;

    replay_input_init(r, self, argc, argv);
    if (front_options(&r->front, take_option, &w)) {
        if (w.err.set)
            r->front.exit_code = complain(w.err.text);
        else if (replay_input_load(r, w.test_name))
            r->front.exit_code = shrink(&w);
    }
    int code = r->front.exit_code;
    replay_input_drop(r);
    return code;
}

const Command command_shrink = {
    .name = "shrink",
    .operands = "[OPTION...] TRACE [PATH...]",
    .summary = "find a shorter trace of the same bug",
    .about = "Finds a shorter way to the same bug: fewer steps, then fewer switches between\n"
             "machines, then smaller choices. The new trace is executed before it is written.\n"
             "plait check does this automatically, unless --no-shrink is given.\n"
             "\n"
             "Without a PATH it uses the program that the trace names. A file that ends in\n"
             ".schedule is a schedule of P's own checker. It does not name its program: give\n"
             "the paths, unless the program is in the current folder. The output is a trace.\n",
    .opts = shrink_opts,
    .examples = "  plait shrink plait-out/tcSmall-deadlock.full.trace.jsonl\n"
                "  plait shrink --time 60 -o small.jsonl long.jsonl    give it a minute\n"
                "  plait shrink PCheckerOutput/BugFinding/Small_0_0.schedule Small.pproj\n",
    .exit_codes = "  0  done, also when nothing could be left out\n"
                  "  2  the P program is wrong; diagnostics are on standard error\n"
                  "  3  wrong usage, a trace that cannot be read, does not fit the program, or\n"
                  "     does not end with a bug\n",
    .run = run,
};
