// report/ci.c: passes verdicts to the formats, and writes their files at the end.

#include "report/ci.h"

#include <stdlib.h>
#include <string.h>

#include "base/whole_file.h"

static const Format *const formats[FORMAT_COUNT] = {
#define FORMAT(id, name, help) [FORMAT_##id] = &format_##name,
#include "report/formats.def"
#undef FORMAT
};

void ci_init(Ci *ci, const CiOptions *options)
{
    *ci = (Ci){.options = *options, .is_open = true};
    for (int i = 0; i < FORMAT_COUNT; i++)
        if (options->files[i])
            ci->states[i] = formats[i]->begin(ci);
}

void ci_drop(Ci *ci)
{
    for (int i = 0; i < FORMAT_COUNT; i++)
        if (ci->states[i])
            formats[i]->end(ci->states[i]);
    *ci = (Ci){0};
}

// Calls a function of each selected format, if the format has that function.
#define TELL(ci, function, ...)                                         \
    do {                                                                \
        for (int i_ = 0; i_ < FORMAT_COUNT; i_++)                       \
            if ((ci)->states[i_] && formats[i_]->function)              \
                formats[i_]->function((ci), (ci)->states[i_], __VA_ARGS__); \
    } while (0)

static void add_wrong_program(Ci *ci)
{
    char *text = NULL;
    size_t size = 0;
    FILE *f = open_memstream(&text, &size);
    if (!f)
        die_out_of_memory(size);
    diags_print(ci->options.diags, ci->options.sources, f, false);
    fclose(f);
    TELL(ci, add_wrong_program, text);
    free(text);
}

void ci_add_diagnostics(Ci *ci, bool is_wrong)
{
    const CiOptions *o = &ci->options;
    for (uint32_t i = 0; i < o->diags->all.count; i++) {
        const Diag *d = o->diags->all.items[i];
        TELL(ci, add_diagnostic, d);
        if (o->annotations)
            github_add_diagnostic(o->annotations, o->sources, d);
    }
    if (is_wrong)
        add_wrong_program(ci);
}

void ci_tell_verdict(const Ci *ci, const Verdict *v)
{
    FILE *out = ci->options.annotations;
    VerdictKind kind = v->result.verdict;
    if (!out)
        return;
    github_add_verdict(out, v);
    if (kind == VERDICT_CANNOT_CHECK || v->result.limits & LIMIT_EXPLORER)
        github_add_error(out, v->test->name, v->result.note);
    if (kind == VERDICT_NOT_RUN)
        github_add_note(out, v->test->name, verdict_not_run(v));
}

void ci_add_verdict(Ci *ci, const Verdict *v)
{
    TELL(ci, add_verdict, v);
}

void ci_add_failure(Ci *ci, const char *what, const char *reason)
{
    TELL(ci, add_failure, what, reason);
    if (ci->options.annotations)
        github_add_error(ci->options.annotations, what, reason);
}

static bool write_file(const Ci *ci, FormatId id, int exit_code, Err *err)
{
    WholeFile f;
    if (!whole_file_open(&f, ci->options.files[id], err))
        return false;
    formats[id]->write(ci, ci->states[id], exit_code, f.out);  // a stream remembers that it failed
    return whole_file_close(&f, err);
}

int ci_write(Ci *ci, int exit_code)
{
    for (int i = 0; i < FORMAT_COUNT; i++) {
        Err err = {0};
        if (!ci->states[i] || write_file(ci, (FormatId)i, exit_code, &err))
            continue;
        fprintf(stderr, "plait check: %s\n", err.text);
        exit_code = EXIT_ENVIRONMENT;
    }
    return exit_code;
}
