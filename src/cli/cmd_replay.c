// cli/cmd_replay.c: plait replay, an execution that a trace tells of, once more.
//
// The program is compiled again and executed by the trace's schedule. What is printed
// is what happens now, not what the file says: so a trace also tells whether a change of
// the program helped.

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "check/recording.h"
#include "cli/make.h"
#include "cli/p_schedule.h"
#include "cli/recorded.h"
#include "cli/story.h"
#include "rt/program.h"

enum { REPLAY_TEST = OPT_OWN };

static const Opt replay_opts[] = {
    {REPLAY_TEST, "test", "t", "NAME",
     "the test, for a schedule of P's checker that does not\n"
     "name one"},
    {OPT_DIALECT, "dialect", NULL, "D",
     "the language, when it is another than in the trace:\n"
     "auto, modern or classic"},
    {OPT_COLOR, "color", NULL, "WHEN",
     "colour: auto (the default: on a terminal, unless\n"
     "NO_COLOR is set), always or never"},
    {OPT_QUIET, "quiet", "q", NULL, "print nothing but how it ended"},
    FRONT_OPT_HELP,
    {0},
};

typedef struct Replay {
    Front front;
    Make make;
    const char *path;  // of the trace
    Recording recording;
    bool is_schedule;  // the file is one of P's checker
    PSchedule schedule;
    uint32_t left;         // decisions behind the bug
    const char *test_name;  // that was asked for, or NULL
    const PTest *test;
    Execution *execution;
    Bug bug;
    Err err;
} Replay;

static int complain(const char *text)
{
    fprintf(stderr, "plait replay: %s\n", text);
    return EXIT_ENVIRONMENT;
}

static bool use_color(const Front *front)
{
    const char *no_color = getenv("NO_COLOR"), *term = getenv("TERM");
    bool is_dumb = term && strcmp(term, "dumb") == 0;
    if (front->color != 0)
        return front->color > 0;
    return isatty(STDOUT_FILENO) && !(no_color && no_color[0]) && !is_dumb;
}

// -------------------------------------------------------------------- schedules of P's checker

// A schedule says less than a trace: what is missing follows when it is executed.
static bool read_schedule(Replay *r)
{
    if (!p_schedule_read(r->path, &r->schedule, &r->err))
        return false;
    r->recording.dialect = strdup("auto");
    if (!r->recording.dialect)
        die_out_of_memory(0);
    return true;
}

static bool is_candidate(const PTest *test, const char *wanted)
{
    bool is_default = strcmp(test->name, "DefaultImpl") == 0;
    return wanted ? strstr(test->name, wanted) != NULL : test->is_test || is_default;
}

// P's users may write a part of a test's name, or nothing when there is only one.
static bool find_schedule_test(Replay *r)
{
    const PProgram *p = r->make.program;
    const char *wanted = r->test_name ? r->test_name : r->schedule.test;
    uint32_t count = 0;

    r->test = wanted ? program_test(p, wanted) : NULL;
    for (uint32_t i = 0; i < p->test_count && !r->test; i++)
        count += is_candidate(&p->tests[i], wanted);
    for (uint32_t i = 0; i < p->test_count && !r->test && count == 1; i++)
        if (is_candidate(&p->tests[i], wanted))
            r->test = &p->tests[i];
    if (!r->test && wanted)
        fprintf(stderr, "plait replay: %s is about test %s, which this program does not have\n",
                r->path, wanted);
    else if (!r->test)
        fprintf(stderr, "plait replay: %s names no test; which is it? --test NAME says it\n",
                r->path);
    return r->test != NULL;
}

static bool follow_schedule(Replay *r)
{
    if (p_schedule_follow(&r->schedule, r->make.program, r->test, &r->recording, &r->left, &r->err))
        return true;
    complain(r->err.text);
    return false;
}

// ---------------------------------------------------------------------------- the program

static bool find_test(Replay *r)
{
    r->test = program_test(r->make.program, r->recording.test);
    if (!r->test)
        fprintf(stderr, "plait replay: %s is about test %s, which this program does not have\n",
                r->path, r->recording.test);
    return r->test != NULL;
}

// False: it is not to be had; the exit code is set.
static bool load(Replay *r)
{
    Front *front = &r->front;
    bool is_ours = front->path_count == 1;

    recorded_choose_paths(&r->front, &r->recording);
    recorded_choose_dialect(&r->front, &r->recording);
    make_take_files(&r->make);
    for (int code = 0; code < DIAG_CODE_COUNT; code++)
        front->lang.diags.silenced[code] = diag_code_severity((DiagCode)code) == SEVERITY_WARNING;
    if (!front_read(front)) {
        if (is_ours && r->is_schedule)
            fprintf(stderr, "give the paths of the program: plait replay %s PATH...\n", r->path);
        else if (is_ours)
            fprintf(stderr,
                    "the trace names the program as it was given to plait check; from another\n"
                    "folder give its paths: plait replay %s PATH...\n",
                    r->path);
        return false;
    }
    lang_check(&front->lang);
    front_report(front);
    if (front->lang.diags.error_count)
        return false;
    front->exit_code = EXIT_ENVIRONMENT;
    if (!make_program(&r->make, TARGET_CHECK, &r->err) || !make_load(&r->make, false, &r->err)) {
        complain(r->err.text);
        return false;
    }
    return r->is_schedule ? find_schedule_test(r) && follow_schedule(r) : find_test(r);
}

// ------------------------------------------------------------------------------- executing

static int misfits(const Replay *r, uint32_t turn)
{
    fprintf(stderr,
            "plait replay: %s:%u: the trace does not fit the program: %s\n"
            "it was written for another version of the program: check that one again, or give\n"
            "the paths of the program it belongs to: plait replay %s PATH...\n",
            r->path, r->recording.turn_lines[turn], r->bug.text, r->path);
    return EXIT_ENVIRONMENT;
}

// -------------------------------------------------------------------------------- verdicts

static void print_bug(Replay *r, bool color)
{
    const PProgram *p = r->make.program;
    const Bug *b = &r->bug;
    const char *red = color ? "\033[1;31m" : "", *plain = color ? "\033[0m" : "";

    printf("%sbug: %s:%s %s\n", red, error_kind(b->kind), plain, b->text);
    printf("  %s %s", p->machines[b->machine].kind == P_MACHINE_SPEC ? "monitor" : "machine",
           execution_culprit(r->execution));
    if (b->state != P_NONE)
        printf(", state %s", p->states[b->state].name);
    putchar('\n');
    if (b->at.line) {
        printf("  at %s:%u:%u\n", p->files[b->at.file], b->at.line, b->at.column);
        diags_print_excerpt(&r->front.lang.sources, b->at.file, b->at.line, b->at.column, stdout,
                            color);
    }
}

static bool is_same_bug(const Replay *r)
{
    const Recording *rec = &r->recording;
    return rec->kind && strcmp(rec->kind, error_kind(r->bug.kind)) == 0 &&
           strcmp(rec->message, r->bug.text) == 0;
}

static void print_recorded(const Recording *rec)
{
    if (rec->kind)
        printf("the trace has the bug %s: %s\n", rec->kind, rec->message);
    else
        puts("the trace has no bug");
}

static int judge(Replay *r, Executed result, uint32_t turn, bool color)
{
    switch (result) {
    case EXECUTED_BUG:
        print_bug(r, color);
        if (!r->is_schedule && !is_same_bug(r))
            print_recorded(&r->recording);
        if (r->left)
            printf("decisions of the schedule that are left: %u\n", r->left);
        return EXIT_BUG;
    case EXECUTED_ODD:
        return misfits(r, turn);
    case EXECUTED_ASSUME:
        puts("no bug: an assumption does not hold, so this execution does not count");
        break;
    case EXECUTED_ALL:
        puts("no bug: the schedule ran to its end");
        break;
    }
    if (r->recording.kind)
        print_recorded(&r->recording);
    return EXIT_NO_BUG;
}

static int replay(Replay *r)
{
    bool color = use_color(&r->front);
    char *text = NULL;
    size_t size = 0;
    uint32_t turn;
    FILE *trace = r->front.quiet ? NULL : open_memstream(&text, &size);

    if (!trace && !r->front.quiet)
        die_out_of_memory(size);
    if (r->recording.loop_limit)
        machine_fuel = r->recording.loop_limit;
    r->execution = execution_new(r->make.program, r->test, trace);
    Executed result = recording_follow(&r->recording, r->execution, &turn, &r->bug);
    if (trace) {
        fflush(trace);
        FILE *told = fmemopen(text, size, "r");
        if (!told)
            die_out_of_memory(size);
        printf("test %s\n\n", r->test->name);
        story_tell(told, stdout, color);
        putchar('\n');
        fclose(told);
    }
    int code = judge(r, result, turn, color);
    execution_free(r->execution);
    if (trace)
        fclose(trace);
    free(text);
    return code;
}

// ------------------------------------------------------------------------------ the command

static void take_option(int id, void *context)
{
    Replay *r = context;
    if (id == REPLAY_TEST)
        r->test_name = r->front.opts.value;
}

static void run_replay(Replay *r)
{
    Front *front = &r->front;

    front->exit_code = EXIT_ENVIRONMENT;
    if (front->path_count == 0) {
        complain("which trace? see plait replay --help");
        return;
    }
    r->path = front->paths[0];
    r->is_schedule = p_schedule_is(r->path);
    if (!(r->is_schedule ? read_schedule(r) : recording_read(r->path, &r->recording, &r->err))) {
        complain(r->err.text);
        return;
    }
    if (!r->is_schedule && r->test_name)
        complain("a trace knows its test: --test is for schedules of P's checker");
    else if (load(r))
        front->exit_code = replay(r);
    recording_drop(&r->recording);
    p_schedule_drop(&r->schedule);
}

static int run(const Command *self, int argc, const char *const *argv)
{
    Replay r = {0};

    front_init(&r.front, self, argc, argv);
    make_init(&r.make, &r.front);
    if (front_options(&r.front, take_option, &r))
        run_replay(&r);
    make_drop(&r.make);
    front_drop(&r.front);
    return r.front.exit_code;
}

const Command command_replay = {
    .name = "replay",
    .operands = "[OPTION...] TRACE [PATH...]",
    .summary = "show step by step what a trace tells of",
    .about = "Executes a program once more, by the schedule and the choices of a trace that\n"
             "plait check wrote, and prints what happens. Numbers count turns: a machine\n"
             "runs until another may.\n"
             "\n"
             "Without a PATH it is the program that the trace names. With one, the trace is\n"
             "replayed on that: to see whether a change helped.\n"
             "\n"
             "A file that ends in .schedule is one of P's own checker. It does not name its\n"
             "program: give the paths, unless it is the folder you are in.\n",
    .opts = replay_opts,
    .examples =
        "  plait replay plait-out/tcSmall-deadlock.trace.jsonl   what led to the bug\n"
        "  plait replay -q tcSmall-deadlock.trace.jsonl          is it still there?\n"
        "  plait replay tcSmall-deadlock.trace.jsonl ../fixed    in another program, too?\n"
        "  plait replay PCheckerOutput/BugFinding/Small_0_0.schedule Small.pproj\n",
    .exit_codes = "  0  the schedule ran without a bug\n"
                  "  1  the bug shows\n"
                  "  2  the P program is wrong; diagnostics are on standard error\n"
                  "  3  wrong usage, a trace that cannot be read, is cut or was altered, or does\n"
                  "     not fit the program\n",
    .run = run,
};
