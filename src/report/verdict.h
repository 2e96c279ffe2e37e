// report/verdict.h: what is said about a test that was checked.
//
// For people on standard output, for programs as JSON; both say the same: the verdict,
// the bug if there is one, and what was not covered.

#pragma once

#include "check/shrink/shrink.h"
#include "check/search/search.h"

typedef struct Verdict {
    const PProgram *program;
    const PTest *test;
    const SearchOptions *search;
    bool is_verbose;      // with all figures
    const char *not_run;  // why it was not run; NULL: the check was interrupted
    SearchResult result;  // of the longest round
    uint32_t rounds;      // in which it was searched; 0: the corpus has shown the bug
    double seconds;       // of all rounds
    Schedule full;  // as it was found, when the result's schedule is a shorter one; else empty
    Shrunk shrunk;  // what was saved, then
    const char *paths;  // " a.p b.c" when plait replay needs them: the program has C; else ""
    const char *trace;  // path of the trace that was written, or NULL
    const char *full_trace;  // of `full`, or NULL
    const char *corpus;  // the trace of the corpus that shows the bug, or NULL: it was explored
} Verdict;

// "bug", "verified", "no-bug-found", "cannot-check", "not-run"
const char *verdict_word(const Verdict *v);
const char *verdict_not_run(const Verdict *v);  // why

// A monitor was hot for long in a schedule without end: no proof that it stays so.
bool verdict_is_suspicion(const Verdict *v);

void verdict_print(const Verdict *v, FILE *out, bool color);

// verdict_detail.c
void verdict_print_details(const Verdict *v, FILE *out);

// Text of others, so that it does nothing to a terminal.
void verdict_print_text(const char *text, FILE *out);
// The same of a note of ours, which may have several lines; with a line end.
void verdict_print_note(const char *note, FILE *out);
void verdict_print_count(FILE *out, uint64_t count, const char *what);  // "1,234 states"

struct json_t;
struct json_t *verdict_json(const Verdict *v);
