// report/ci.h: verdicts for the machines that run checks.
//
// A Format is told diagnostics, verdicts and failures as they come. Annotations for GitHub
// are printed at once. The formats of formats.def collect, and are written at the end, each
// as a whole file. docs/ci.md describes them.
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
    const char *program;              // its first path, as it was given
    const char *files[FORMAT_COUNT];  // to be written, or NULL
    FILE *annotations;                // where GitHub reads them, or NULL
    const Diags *diags;
    Sources *sources;
} CiOptions;

typedef struct Ci {
    CiOptions options;
    void *states[FORMAT_COUNT];  // what each format has collected; NULL: not asked for
    bool is_open;
} Ci;

// Where formats get what they say from, and `state` is what `begin` gave them. A function
// that is NULL has nothing to say.
typedef struct Format {
    void *(*begin)(const Ci *ci);
    void (*add_diagnostic)(const Ci *ci, void *state, const Diag *d);
    // The program is wrong: all diagnostics, as people read them.
    void (*add_wrong_program)(const Ci *ci, void *state, const char *text);
    void (*add_verdict)(const Ci *ci, void *state, const Verdict *v);
    // Something that was asked for could not be done.
    void (*add_failure)(const Ci *ci, void *state, const char *what, const char *reason);
    void (*write)(const Ci *ci, void *state, int exit_code, FILE *out);
    void (*end)(void *state);
} Format;

#define FORMAT(id, name, help) extern const Format format_##name;
#include "report/formats.def"
#undef FORMAT

void ci_init(Ci *ci, const CiOptions *options);
void ci_drop(Ci *ci);

// What is wrong with the program, if anything.
void ci_add_diagnostics(Ci *ci, bool is_wrong);
// What is known of a test: at once for annotations, then for the files.
void ci_tell_verdict(const Ci *ci, const Verdict *v);
void ci_add_verdict(Ci *ci, const Verdict *v);
// Something that was asked for could not be done.
void ci_add_failure(Ci *ci, const char *what, const char *reason);

// Writes the files. A file that cannot be written is named on standard error, and makes the
// exit code 3. Returns the exit code.
int ci_write(Ci *ci, int exit_code);

// ----------------------------------------------------- what formats share (ci_place.c)

// The path as a service knows it: from the root of what it checked out, when it says
// where that is; without "." and ".." otherwise.
void ci_path(Buf *to, const char *path);

// Where a bug is to be shown: its place, else its machine's. NULL when there is none.
const PPosition *ci_place(const Verdict *v);

// "machine Judge, state Init"; nothing when neither is known.
void ci_culprit(Buf *to, const Verdict *v);

// ------------------------------------------------------------------------ github.c

void github_add_verdict(FILE *out, const Verdict *v);
void github_add_diagnostic(FILE *out, Sources *sources, const Diag *d);
void github_add_note(FILE *out, const char *what, const char *message);
void github_add_error(FILE *out, const char *what, const char *message);
