// cli/cmd_replay.c: plait replay, the execution of a trace again.
//
// The program is compiled again and executed by the schedule of the trace. The output is what
// happens now, not what the file says. So it shows whether a change of the program fixed the bug.

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/json.h"
#include "cli/replay_cluster.h"
#include "report/story.h"
#include "report/verdict.h"
#include "rt/trace_open.h"

enum {
    REPLAY_TEST = OPT_OWN,
    REPLAY_VALUES,
    REPLAY_TRUST_C,
    REPLAY_CONFORM,
    REPLAY_LINES,
    REPLAY_SPECS,
    REPLAY_RUNNING,
};

static const Opt replay_opts[] = {
    {REPLAY_VALUES, "values", NULL, NULL,
     "show the variables of machines and monitors after each\n"
     "turn that changed them"},
    {REPLAY_CONFORM, "conform", NULL, NULL,
     "for a folder: the checker's executor makes the steps of\n"
     "the run; each must be possible, and do the same"},
    {REPLAY_SPECS, "specs", NULL, NULL,
     "as --conform; all monitors of the program watch the run,\n"
     "not only those of its test"},
    {REPLAY_RUNNING, "running", NULL, NULL,
     "for a folder: the run goes on; what is not in the traces\n"
     "of all containers yet is left out"},
    {REPLAY_LINES, "lines", NULL, NULL,
     "print the trace as JSON lines (docs/traces.md), which the\n"
     "trace of a container of a cluster is not"},
    REPLAY_INPUT_OPT_TEST(REPLAY_TEST),
    REPLAY_INPUT_OPT_TRUST_C(REPLAY_TRUST_C),
    {OPT_DIALECT, "dialect", NULL, "D",
     "the language: auto, modern or classic; default: the one\n"
     "in the trace"},
    {OPT_COLOR, "color", NULL, "WHEN",
     "colour: auto (the default: on a terminal, unless\n"
     "NO_COLOR is set), always or never"},
    FRONT_OPT_RESULT_JSON,
    {OPT_QUIET, "quiet", "q", NULL, "print only how the execution ended"},
    FRONT_OPT_HELP,
    {0},
};

typedef struct Replay {
    ReplayInput input;
    const char *test_name;  // from the command line, or NULL
    bool has_values, wants_lines;
    ReplayCluster cluster;
    Execution *execution;
    Bug bug;
} Replay;

// ------------------------------------------------------------------------------- executing

static int misfits(const Replay *replay, uint32_t turn)
{
    const ReplayInput *r = &replay->input;
    fprintf(stderr,
            "plait replay: %s:%u: the trace does not fit the program: %s\n"
            "it was written for another version of the program: check that one again, or give\n"
            "the paths of the program it belongs to: plait replay %s PATH...\n",
            r->path, r->recording.turn_lines[turn], replay->bug.text, r->path);
    return EXIT_ENVIRONMENT;
}

// -------------------------------------------------------------------------------- verdicts

static void print_bug(Replay *r, bool color)
{
    const PProgram *p = r->input.make.program;
    const Bug *b = &r->bug;
    const char *red = color ? "\033[1;31m" : "", *plain = color ? "\033[0m" : "";

    printf("%sbug: %s:%s ", red, error_kind(b->kind), plain);
    verdict_print_text(b->text, stdout);
    putchar('\n');
    printf("  %s %s", p->machines[b->machine].kind == P_MACHINE_SPEC ? "monitor" : "machine",
           execution_culprit(r->execution));
    if (b->state != P_NONE)
        printf(", state %s", p->states[b->state].name);
    putchar('\n');
    if (b->at.line) {
        printf("  at %s:%u:%u\n", p->files[b->at.file], b->at.line, b->at.column);
        diags_print_excerpt(&r->input.front.lang.sources, b->at.file, b->at.line, b->at.column,
                            stdout, color);
    }
}

static bool is_same_bug(const Replay *r)
{
    const Recording *rec = &r->input.recording;
    return rec->kind && strcmp(rec->kind, error_kind(r->bug.kind)) == 0 &&
           strcmp(rec->message, r->bug.text) == 0;
}

static void print_recorded(const Recording *rec)
{
    if (!rec->kind) {
        puts("the trace has no bug");
        return;
    }
    fputs("the trace has the bug ", stdout);
    verdict_print_text(rec->kind, stdout);
    fputs(": ", stdout);
    verdict_print_text(rec->message, stdout);
    putchar('\n');
}

static int judge(Replay *r, Executed result, uint32_t turn, bool color)
{
    const ReplayInput *input = &r->input;
    switch (result) {
    case EXECUTED_BUG:
        print_bug(r, color);
        if (!input->is_schedule && !is_same_bug(r))
            print_recorded(&input->recording);
        if (input->left)
            printf("decisions of the schedule that are left: %u\n", input->left);
        return EXIT_BUG;
    case EXECUTED_ODD:
        return misfits(r, turn);
    case EXECUTED_SETUP:
        fprintf(stderr, "plait replay: it cannot be executed: %s\n", r->bug.text);
        return EXIT_ENVIRONMENT;
    case EXECUTED_ASSUME:
        puts("no bug: an assumption does not hold, so this execution does not count");
        break;
    case EXECUTED_ALL:
        puts("no bug: the schedule ran to its end");
        break;
    }
    if (input->recording.kind)
        print_recorded(&input->recording);
    return EXIT_NO_BUG;
}

// ------------------------------------------------------------------------------------ JSON

static json_t *bug_json(const Replay *r)
{
    const PProgram *p = r->input.make.program;
    const Bug *b = &r->bug;
    json_t *bug = json_object();
    json_set_text(bug, "kind", error_kind(b->kind));
    json_set_text(bug, "message", b->text);
    json_set_text(bug, "machine", execution_culprit(r->execution));
    json_set_text(bug, "state", b->state != P_NONE ? p->states[b->state].name : NULL);
    json_set_text(bug, "file", b->at.line ? p->files[b->at.file] : NULL);
    json_set_number(bug, "line", b->at.line);
    json_set_number(bug, "column", b->at.column);
    return bug;
}

// What the file itself says about its end.
static json_t *recorded_json(const Recording *rec)
{
    if (!rec->kind)
        return json_null();
    json_t *bug = json_object();
    json_set_text(bug, "kind", rec->kind);
    json_set_text(bug, "message", rec->message);
    return bug;
}

static void write_json(Replay *r, Executed result)
{
    static const char *const outcomes[] = {
        [EXECUTED_BUG] = "bug",
        [EXECUTED_ALL] = "no-bug",
        [EXECUTED_ASSUME] = "assumption",
    };
    json_t *fields = json_object();
    bool has_bug = result == EXECUTED_BUG;
    json_set_text(fields, "test", r->input.test->name);
    json_set_text(fields, "outcome", outcomes[result]);
    json_set_number(fields, "turns", r->input.recording.schedule.turn_count);
    json_object_set_new(fields, "bug", has_bug ? bug_json(r) : json_null());
    json_object_set_new(fields, "recorded", recorded_json(&r->input.recording));
    json_object_set_new(fields, "same_bug", json_boolean(has_bug && is_same_bug(r)));
    front_write_json(&r->input.front, fields);
}

static int replay(Replay *r)
{
    const ReplayInput *input = &r->input;
    const PProgram *p = input->make.program;
    bool color = front_has_color(&input->front, STDOUT_FILENO), is_quiet = input->front.quiet;
    Steps steps = {.has_variables = r->has_values};
    TraceObserver observer = steps_observer(&steps);
    uint32_t turn;

    r->execution = is_quiet ? execution_new(p, input->test, NULL)
                            : execution_new_observed(p, input->test, &observer);
    Executed result = recording_follow(&input->recording, r->execution, &turn, &r->bug);
    if (!is_quiet) {
        printf("test %s\n\n", input->test->name);
        story_tell(&steps, stdout, color);
        putchar('\n');
    }
    int code = judge(r, result, turn, color);
    if (code != EXIT_ENVIRONMENT) {
        write_json(r, result);
        code = r->input.front.exit_code ? r->input.front.exit_code : code;
    }
    execution_free(r->execution);
    steps_drop(&steps);
    return code;
}

// ------------------------------------------------------------------------------------ runs

static int complain(const Replay *r, const char *text)
{
    fprintf(stderr, "plait replay: %s: %s\n", r->input.path, text);
    return EXIT_ENVIRONMENT;
}

static void print_end(const Recording *rec, bool color)
{
    const char *red = color ? "\033[1;31m" : "", *plain = color ? "\033[0m" : "";
    if (!rec->kind && !rec->outcome) {
        puts("no bug: the trace goes on, or its container was killed");
        return;
    }
    if (!rec->kind) {
        printf("no bug: the run ended as %s\n", rec->outcome);
        return;
    }
    if (strcmp(rec->kind, error_kind(P_ERROR_SETUP)) == 0)
        printf("no bug: the run could not go on: %s\n", rec->message);
    else
        printf("%sbug: %s:%s %s\n", red, rec->kind, plain, rec->message);
    if (rec->culprit)
        printf("  in %s\n", rec->culprit);
    if (rec->place)
        printf("  at %s\n", rec->place);
}

// What plait run found is what the file says: nothing was executed.
static void write_run_json(ReplayInput *input)
{
    json_t *fields = json_object();
    json_set_text(fields, "test", input->recording.test);
    json_set_text(fields, "outcome", input->recording.outcome);
    json_object_set_new(fields, "bug", json_null());
    json_object_set_new(fields, "recorded", recorded_json(&input->recording));
    json_object_set_new(fields, "same_bug", json_false());
    front_write_json(&input->front, fields);
}

// A trace of plait run contains what happened, but no schedule. So it is printed, not executed.
static int tell_run(Replay *r)
{
    ReplayInput *input = &r->input;
    const Recording *rec = &input->recording;
    bool color = front_has_color(&input->front, STDOUT_FILENO);

    if (input->front.path_count > 1)
        return complain(r, "plait run wrote it: it cannot be executed with another program");
    if (r->has_values)
        return complain(r, "plait run wrote it: it has no variables, and cannot be executed again");
    if (!input->front.quiet) {
        Err err = {0};
        FILE *trace = trace_open_lines(input->path, &err);
        Steps steps = {0};
        if (!trace)
            return complain(r, "it cannot be read again");
        steps_read(&steps, trace);
        fclose(trace);
        printf("run of %s\n\n", rec->test);
        story_tell(&steps, stdout, color);
        putchar('\n');
        steps_drop(&steps);
    }
    print_end(rec, color);
    write_run_json(input);
    if (input->front.exit_code)
        return input->front.exit_code;
    return rec->kind && strcmp(rec->outcome, "bug") == 0 ? EXIT_BUG : EXIT_NO_BUG;
}

// ------------------------------------------------------------------------------ the command

static void take_option(int id, void *context)
{
    Replay *r = context;
    if (id == REPLAY_TRUST_C)
        r->input.trusts_c = true;
    if (id == REPLAY_TEST)
        r->test_name = r->input.front.opts.value;
    if (id == REPLAY_VALUES)
        r->has_values = true;
    if (id == REPLAY_CONFORM)
        r->cluster.conforms = true;
    if (id == REPLAY_SPECS)
        r->cluster.has_specs = true;
    if (id == REPLAY_RUNNING)
        r->cluster.is_running = true;
    if (id == REPLAY_LINES)
        r->wants_lines = true;
}

static bool is_folder(const Front *front)
{
    struct stat facts;
    return front->path_count > 0 && stat(front->paths[0], &facts) == 0 && S_ISDIR(facts.st_mode);
}

// A folder holds the traces of a cluster.
static int replay_folder(Replay *r)
{
    if (r->has_values || r->test_name || r->input.front.json || r->wants_lines) {
        fputs("plait replay: --values, --test, --json and --lines are not for the traces of a "
              "cluster\n",
              stderr);
        return EXIT_ENVIRONMENT;
    }
    signal(SIGPIPE, SIG_DFL);
    return replay_cluster(&r->input, &r->cluster);
}

static int print_lines(Replay *r)
{
    const Front *front = &r->input.front;
    char text[1 << 16];
    size_t size;
    Err err = {0};
    FILE *lines = front->path_count == 1 ? trace_open_lines(front->paths[0], &err) : NULL;

    if (!lines) {
        fprintf(stderr, "plait replay: %s\n", err.set ? err.text : "--lines wants one trace");
        return EXIT_ENVIRONMENT;
    }
    static const char begin[] = "{\"plait-trace\":";
    size = fread(text, 1, sizeof text, lines);
    bool is_trace = size >= sizeof begin - 1 && memcmp(text, begin, sizeof begin - 1) == 0;
    for (; is_trace && size > 0; size = fread(text, 1, sizeof text, lines))
        fwrite(text, 1, size, stdout);
    fclose(lines);
    if (!is_trace)
        fprintf(stderr, "plait replay: %s is no trace\n", front->paths[0]);
    return is_trace ? EXIT_NO_BUG : EXIT_ENVIRONMENT;
}

static int replay_file(Replay *r)
{
    ReplayInput *input = &r->input;

    if (r->wants_lines)
        return print_lines(r);
    if (r->cluster.conforms || r->cluster.has_specs || r->cluster.is_running) {
        fputs("plait replay: --conform, --specs and --running want a folder with the traces of a "
              "cluster\n",
              stderr);
        return EXIT_ENVIRONMENT;
    }
    if (!replay_input_load(input, r->test_name))
        return input->front.exit_code;
    // The reader may close the pipe early: `plait replay TRACE | head`.
    signal(SIGPIPE, SIG_DFL);
    return input->recording.is_run ? tell_run(r) : replay(r);
}

static int run(const Command *self, int argc, const char *const *argv)
{
    Replay r = {0};
    ReplayInput *input = &r.input;

    replay_input_init(input, self, argc, argv);
    input->takes_runs = true;
    if (front_options(&input->front, take_option, &r))
        input->front.exit_code = is_folder(&input->front) ? replay_folder(&r) : replay_file(&r);
    int code = input->front.exit_code;
    replay_input_drop(input);
    return code;
}

const Command command_replay = {
    .name = "replay",
    .operands = "[OPTION...] TRACE|FOLDER [PATH...]",
    .summary = "show the execution of a trace step by step",
    .about = "Executes a program again, with the schedule and the choices of a trace that\n"
             "plait check wrote, and prints what happens. Numbers count turns: in a turn one\n"
             "machine runs until another machine may run.\n"
             "\n"
             "Without a PATH it executes the program that the trace names. With a PATH it\n"
             "executes that program: to see whether a change fixed the bug.\n"
             "\n"
             "A trace that plait run wrote is printed as it is, without the program: it\n"
             "contains what happened, but no schedule.\n"
             "\n"
             "A FOLDER holds the traces of the containers of a cluster (plait run --deploy\n"
             "--trace FOLDER): they are shown as one story. With --conform the checker's\n"
             "executor makes the same steps, to show that what ran is what was checked.\n"
             "\n"
             "A file that ends in .schedule is a schedule of P's own checker. It does not\n"
             "name its program: give the paths, unless the program is in the current folder.\n",
    .opts = replay_opts,
    .examples = "  plait replay plait-out/tcSmall-deadlock.trace.jsonl   what led to the bug\n"
                "  plait replay --values tcSmall-deadlock.trace.jsonl    with all variables\n"
                "  plait replay -q tcSmall-deadlock.trace.jsonl          is it still there?\n"
                "  plait replay tcSmall-deadlock.trace.jsonl ../fixed    in another program, too?\n"
                "  plait replay --conform traces                         of a cluster\n"
                "  plait replay PCheckerOutput/BugFinding/Small_0_0.schedule Small.pproj\n",
    .exit_codes = "  0  the schedule ran without a bug; the trace of a run has none\n"
                  "  1  the bug shows; or a run of a cluster does not conform\n"
                  "  2  the P program is wrong; diagnostics are on standard error\n"
                  "  3  wrong usage, a trace that cannot be read, is cut or was altered, or does\n"
                  "     not fit the program\n",
    .run = run,
};
