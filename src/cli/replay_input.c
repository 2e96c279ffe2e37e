// cli/replay_input.c: a trace, and the program that it is about.

#include "cli/replay_input.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/utf8.h"
#include "rt/program.h"

void replay_input_init(ReplayInput *r, const Command *self, int argc, const char *const *argv)
{
    *r = (ReplayInput){0};
    front_init(&r->front, self, argc, argv);
    make_init(&r->make, &r->front);
}

void replay_input_drop(ReplayInput *r)
{
    recording_drop(&r->recording);
    p_schedule_drop(&r->schedule);
    make_drop(&r->make);
    front_drop(&r->front);
}

static bool complain(ReplayInput *r, const char *text)
{
    fprintf(stderr, "plait %s: %s\n", r->front.command->name, text);
    r->front.exit_code = EXIT_ENVIRONMENT;
    return false;
}

// The program's paths: the operands after the trace; without any, the paths in the trace.
static void choose_paths(Front *front, const Recording *rec)
{
    if (--front->path_count > 0) {
        memmove(front->paths, front->paths + 1, front->path_count * sizeof *front->paths);
        return;
    }
    free(front->paths);
    front->paths = memory_zeroed((size_t)rec->path_count + 1, sizeof *front->paths);
    for (uint32_t i = 0; i < rec->path_count; i++)
        front->paths[front->path_count++] = rec->paths[i];
}

// The dialect of the command line, else that of the trace.
static void choose_dialect(Front *front, const Recording *rec)
{
    if (front->lang.dialect != DIALECT_AUTO)
        return;
    if (strcmp(rec->dialect, "classic") == 0)
        front->lang.dialect = DIALECT_CLASSIC;
    else if (strcmp(rec->dialect, "modern") == 0)
        front->lang.dialect = DIALECT_MODERN;
}

// Stores the paths of the program, before the C files are removed from them.
static void keep_origin(ReplayInput *r)
{
    const Front *front = &r->front;
    Dialect dialect = front->lang.dialect;
    const char **paths = NEW_ARRAY(&r->make.arena, const char *, front->path_count + 1);

    for (size_t i = 0; i < front->path_count; i++)
        paths[i] = front->paths[i];
    r->origin = (TraceOrigin){
        .paths = paths,
        .path_count = front->path_count,
        .dialect = dialect == DIALECT_MODERN    ? "modern"
                   : dialect == DIALECT_CLASSIC ? "classic"
                                                : "auto",
        .network = r->recording.network.kind == NETWORK_FIFO ? "fifo" : NULL,
        .with_creator = (const char *const *)r->recording.with_creator,
        .with_creator_count = r->recording.with_creator_count,
        .crashes = r->recording.network.crashes,
        .cuts = r->recording.network.cuts,
        .suspicions = r->recording.network.suspicions,
        .loop_limit = r->recording.loop_limit,
    };
}

// A trace may come from another person. P files that it names are only read, but C files that
// it names would run. False when the trace names C files.
static bool has_no_c(ReplayInput *r)
{
    const Front *front = &r->front;
    const char *c_file = NULL;
    Buf paths = {0};
    for (size_t i = 0; i < front->path_count; i++) {
        c_file = make_is_c(front->paths[i]) ? front->paths[i] : c_file;
        buf_char(&paths, ' ');
        utf8_shown(&paths, front->paths[i]);
    }
    if (c_file) {
        Buf text = {0};
        buf_str(&text, "the trace names C code (");
        utf8_shown(&text, c_file);
        buf_print(&text,
                  "), which would be compiled and run.\nWhen you trust it, give the paths: "
                  "plait %s %s%s\nor say --trust-c",
                  front->command->name, r->path, buf_text(&paths));
        complain(r, text.text);
        buf_drop(&text);
    }
    buf_drop(&paths);
    return !c_file;
}

static bool read_program(ReplayInput *r)
{
    Front *front = &r->front;
    bool is_ours = front->path_count == 1;

    r->make.uses_given_only = is_ours;  // the user did not type the paths of a trace
    choose_paths(&r->front, &r->recording);
    if (is_ours && !r->trusts_c && !has_no_c(r))
        return false;
    choose_dialect(&r->front, &r->recording);
    keep_origin(r);
    make_take_files(&r->make);
    for (int code = 0; code < DIAG_CODE_COUNT; code++)
        front->lang.diags.silenced[code] = diag_code_severity((DiagCode)code) == SEVERITY_WARNING;
    if (!front_read(front)) {
        if (is_ours && r->is_schedule)
            fprintf(stderr, "give the paths of the program: plait %s %s PATH...\n",
                    front->command->name, r->path);
        else if (is_ours)
            fprintf(stderr,
                    "the trace names the program as it was given to plait check; from another\n"
                    "folder give its paths: plait %s %s PATH...\n",
                    front->command->name, r->path);
        return false;
    }
    lang_check(&front->lang);
    front_report(front);
    return front->lang.diags.error_count == 0;
}

// ------------------------------------------------------------------------------ the trace

static bool read_trace(ReplayInput *r, Err *err)
{
    r->is_schedule = p_schedule_is(r->path);
    if (!r->is_schedule) {
        if (!recording_read(r->path, &r->recording, err))
            return false;
        if (r->recording.is_run && !r->takes_runs)
            err_set(err, "%s: there is no schedule in it: plait check did not write it", r->path);
        return !err->set;
    }
    if (!p_schedule_read(r->path, &r->schedule, err))
        return false;
    r->recording.dialect = strdup("auto");
    if (!r->recording.dialect)
        die_out_of_memory(0);
    return true;
}

// -------------------------------------------------------------------------------- the test

static bool is_candidate(const PTest *test, const char *wanted)
{
    bool is_default = strcmp(test->name, "DefaultImpl") == 0;
    return wanted ? strstr(test->name, wanted) != NULL : test->is_test || is_default;
}

// As in P, a part of a test's name is enough, or no name when there is only one test.
static const PTest *find_candidate(const PProgram *p, const char *wanted)
{
    const PTest *found = NULL;
    uint32_t count = 0;
    for (uint32_t i = 0; i < p->test_count; i++)
        if (is_candidate(&p->tests[i], wanted)) {
            found = &p->tests[i];
            count++;
        }
    return count == 1 ? found : NULL;
}

static bool find_test(ReplayInput *r, const char *wanted, Err *err)
{
    const PProgram *p = r->make.program;
    r->test = wanted ? program_test(p, wanted) : NULL;
    if (!r->test && r->is_schedule)
        r->test = find_candidate(p, wanted);
    if (!r->test && wanted)
        err_set(err, "%s is about test %s, which this program does not have", r->path, wanted);
    else if (!r->test)
        err_set(err, "%s names no test; which is it? --test NAME says it", r->path);
    return r->test != NULL;
}

// ------------------------------------------------------------------------------------ both

static bool load(ReplayInput *r, const char *test_name, Err *err)
{
    const char *own_name = r->is_schedule ? r->schedule.test : r->recording.test;
    if (!make_program(&r->make, TARGET_CHECK, err) || !make_load(&r->make, false, err))
        return false;
    if (r->recording.loop_limit)
        machine_fuel = r->recording.loop_limit;
    if (!find_test(r, test_name ? test_name : own_name, err))
        return false;
    if (!recording_bind(&r->recording, r->make.program, err))
        return false;
    return !r->is_schedule ||
           p_schedule_follow(&r->schedule, r->make.program, r->test, &r->recording, &r->left, err);
}

bool replay_input_program(ReplayInput *r, const char *test_name)
{
    Err err = {0};

    if (!read_program(r))
        return false;
    return load(r, test_name, &err) || complain(r, err.text);
}

bool replay_input_load(ReplayInput *r, const char *test_name)
{
    Front *front = &r->front;
    Err err = {0};

    if (front->path_count == 0) {
        err_set(&err, "which trace? see plait %s --help", front->command->name);
        return complain(r, err.text);
    }
    r->path = front->paths[0];
    if (!read_trace(r, &err))
        return complain(r, err.text);
    if (r->recording.is_run)
        return true;
    if (!r->is_schedule && test_name)
        return complain(r, "a trace knows its test: --test is for schedules of P's checker");
    return replay_input_program(r, test_name);
}
