// report/ci.h: verdicts for continuous integration services.
//
// A Format receives diagnostics, verdicts and failures during the check. Annotations for GitHub
// are printed at once. The formats of formats.def collect their results, and each writes one
// file at the end. docs/ci.md describes them.
//
// A new format is one line in formats.def and one file with its Format.

#pragma once

#include "lang/diag.h"
#include "report/verdict.h"

typedef enum FormatId {
#define FORMAT(id, name, help) FORMAT_##id,
#include "report/formats.def"
#undef FORMAT
    FORMAT_COUNT,
} FormatId;

typedef struct CiOptions {
    const char *program;              // its first path, as the user gave it
    const char *files[FORMAT_COUNT];  // path of the file to write, or NULL
    FILE *annotations;                // stream for GitHub's annotations, or NULL
    const Diags *diags;
    Sources *sources;
} CiOptions;

typedef struct Ci {
    CiOptions options;
    void *states[FORMAT_COUNT];  // what each format has collected; NULL: not selected
    bool is_open;
} Ci;

// The functions of a format. `state` is what `begin` returned. A function may be NULL if the
// format does not need it.
typedef struct Format {
    void *(*begin)(const Ci *ci);
    void (*add_diagnostic)(const Ci *ci, void *state, const Diag *d);
    // The program has errors: all diagnostics as text.
    void (*add_wrong_program)(const Ci *ci, void *state, const char *text);
    void (*add_verdict)(const Ci *ci, void *state, const Verdict *v);
    // A part of the check failed, such as writing a file.
    void (*add_failure)(const Ci *ci, void *state, const char *what, const char *reason);
    void (*write)(const Ci *ci, void *state, int exit_code, FILE *out);
    void (*end)(void *state);
} Format;

#define FORMAT(id, name, help) extern const Format format_##name;
#include "report/formats.def"
#undef FORMAT

void ci_init(Ci *ci, const CiOptions *options);
void ci_drop(Ci *ci);

// Adds the diagnostics of the program.
void ci_add_diagnostics(Ci *ci, bool is_wrong);
// Reports the verdict of a test: ci_tell_verdict at once as an annotation, then for the files.
void ci_tell_verdict(const Ci *ci, const Verdict *v);
void ci_add_verdict(Ci *ci, const Verdict *v);
// Adds a part of the check that failed, such as writing a file.
void ci_add_failure(Ci *ci, const char *what, const char *reason);

// Writes the files. Names a file that cannot be written on standard error; then the exit code
// is 3. Returns the exit code.
int ci_write(Ci *ci, int exit_code);

// ----------------------------------------------------- what formats share (ci_place.c)

// The path as the service expects it: relative to the root of its working copy, if the service
// says where that is; otherwise only without "." and "..".
void ci_path(Buf *to, const char *path);

// The position of a bug, else the position of its machine. NULL when neither is known.
const PPosition *ci_place(const Verdict *v);

// "machine Judge, state Init"; nothing when neither is known.
void ci_culprit(Buf *to, const Verdict *v);

// ------------------------------------------------------------------------ github.c

void github_add_verdict(FILE *out, const Verdict *v);
void github_add_diagnostic(FILE *out, Sources *sources, const Diag *d);
void github_add_note(FILE *out, const char *what, const char *message);
void github_add_error(FILE *out, const char *what, const char *message);
