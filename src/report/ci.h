// report/ci.h: verdicts for the machines that run checks.
//
// Annotations for GitHub are printed when a verdict is known. JUnit XML and SARIF are
// collected when all verdicts are there and written at the end, each as a whole file.
// docs/ci.md describes all three.

#pragma once

#include <jansson.h>

#include "report/verdict.h"

typedef struct Ci {
    Front *front;
    const CheckWish *wish;
    FILE *annotations;  // where GitHub reads them, or NULL
    Buf cases;          // JUnit: an element for each test
    uint32_t tests, failures, errors, skipped;
    double seconds;
    json_t *rules, *results;  // SARIF
    json_t *notifications;    // SARIF: tests without a result
} Ci;

void ci_init(Ci *ci, Front *front, const CheckWish *wish);
void ci_drop(Ci *ci);

// What is wrong with the program, if anything.
void ci_add_diagnostics(Ci *ci);
// What is known of a test: at once where somebody reads along, then for the files.
void ci_tell_verdict(const Ci *ci, const Verdict *v);
void ci_add_verdict(Ci *ci, const Verdict *v);
// Something that was wanted could not be done.
void ci_add_failure(Ci *ci, const char *what, const char *reason);

// Writes the files. What cannot be written is said, and makes the exit code 3.
void ci_write(Ci *ci);

// ------------------------------------------------------------------- what the files share

// The path as a service knows it: from the root of what it checked out, when it says
// where that is; without "." and ".." otherwise.
void ci_path(Buf *to, const char *path);

// Where a bug is to be shown: its place, else its machine's. NULL when there is none.
const PPosition *ci_place(const Verdict *v);

// "machine Judge, state Init"; nothing when neither is known.
void ci_culprit(Buf *to, const Verdict *v);

// junit.c
void junit_add_verdict(Ci *ci, const Verdict *v);
void junit_add_error(Ci *ci, const char *what, const char *type, const char *message);
bool junit_write(const Ci *ci, FILE *out);

// sarif.c
void sarif_init(Ci *ci);
void sarif_add_verdict(Ci *ci, const Verdict *v);
void sarif_add_diagnostic(Ci *ci, const Diag *d);
bool sarif_write(const Ci *ci, FILE *out);

// github.c
void github_add_verdict(const Ci *ci, const Verdict *v);
void github_add_diagnostic(const Ci *ci, const Diag *d);
void github_add_note(const Ci *ci, const char *what, const char *message);
void github_add_error(const Ci *ci, const char *what, const char *message);
