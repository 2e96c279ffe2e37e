// cli/recorded.c: a trace, and the program that it is about.

#include "cli/recorded.h"

#include <stdlib.h>
#include <string.h>

#include "rt/program.h"

void recorded_init(Recorded *r, const Command *self, int argc, const char *const *argv)
{
    *r = (Recorded){0};
    front_init(&r->front, self, argc, argv);
    make_init(&r->make, &r->front);
}

void recorded_drop(Recorded *r)
{
    recording_drop(&r->recording);
    make_drop(&r->make);
    front_drop(&r->front);
}

static bool complain(Recorded *r, const char *text)
{
    fprintf(stderr, "plait %s: %s\n", r->front.command->name, text);
    r->front.exit_code = EXIT_ENVIRONMENT;
    return false;
}

void recorded_choose_paths(Front *front, const Recording *rec)
{
    if (--front->path_count > 0) {
        memmove(front->paths, front->paths + 1, front->path_count * sizeof *front->paths);
        return;
    }
    free(front->paths);
    front->paths = calloc((size_t)rec->path_count + 1, sizeof *front->paths);
    if (!front->paths)
        die_out_of_memory(((size_t)rec->path_count + 1) * sizeof *front->paths);
    for (uint32_t i = 0; i < rec->path_count; i++)
        front->paths[front->path_count++] = rec->paths[i];
}

void recorded_choose_dialect(Front *front, const Recording *rec)
{
    if (front->lang.dialect != DIALECT_AUTO)
        return;
    if (strcmp(rec->dialect, "classic") == 0)
        front->lang.dialect = DIALECT_CLASSIC;
    else if (strcmp(rec->dialect, "modern") == 0)
        front->lang.dialect = DIALECT_MODERN;
}

// How the program was given, before C files are taken out of its paths.
static void keep_origin(Recorded *r)
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
        .loop_limit = r->recording.loop_limit,
    };
}

static bool read_program(Recorded *r)
{
    Front *front = &r->front;
    bool is_ours = front->path_count == 1;

    recorded_choose_paths(&r->front, &r->recording);
    recorded_choose_dialect(&r->front, &r->recording);
    keep_origin(r);
    make_take_files(&r->make);
    for (int code = 0; code < DIAG_CODE_COUNT; code++)
        front->lang.diags.silenced[code] = diag_code_severity((DiagCode)code) == SEVERITY_WARNING;
    if (!front_read(front)) {
        if (is_ours)
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

bool recorded_load(Recorded *r)
{
    Front *front = &r->front;
    char text[200];
    Err err = {0};

    if (front->path_count == 0) {
        snprintf(text, sizeof text, "which trace? see plait %s --help", front->command->name);
        return complain(r, text);
    }
    r->path = front->paths[0];
    if (!recording_read(r->path, &r->recording, &err))
        return complain(r, err.text);
    if (!read_program(r))
        return false;
    if (!make_program(&r->make, TARGET_CHECK, &err) || !make_load(&r->make, false, &err))
        return complain(r, err.text);
    if (r->recording.loop_limit)
        machine_fuel = r->recording.loop_limit;
    r->test = program_test(r->make.program, r->recording.test);
    if (r->test)
        return true;
    err_set(&err, "%s is about test %s, which this program does not have", r->path,
            r->recording.test);
    return complain(r, err.text);
}
