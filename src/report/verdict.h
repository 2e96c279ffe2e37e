// report/verdict.h: the report about a test that was checked.
//
// As text on standard output, and for programs as JSON. Both contain the verdict, the bug if
// there is one, and what was not covered.

#pragma once

#include "check/shrink/shrink.h"
#include "check/search/search.h"

typedef struct Verdict {
    const PProgram *program;
    const PTest *test;
    const SearchOptions *search;
    bool is_verbose;      // prints all figures
    const char *not_run;  // why it was not run; NULL: the check was interrupted
    SearchResult result;  // of the longest round
    uint32_t rounds;      // number of rounds; 0: the corpus has shown the bug
    double seconds;       // of all rounds
    Schedule full;  // the original schedule, if the result's schedule was shrunk; else empty
    Shrunk shrunk;  // how much shorter it is
    const char *paths;  // " a.p b.c" when plait replay needs them: the program has C; else ""
    const char *trace;  // path of the trace that was written, or NULL
    const char *full_trace;  // path of the trace of `full`, or NULL
    const char *page;    // path of the page that was written, or NULL
    const char *corpus;  // the trace of the corpus that shows the bug; NULL: a search found it
} Verdict;

// "bug", "verified", "no-bug-found", "cannot-check", "not-run"
const char *verdict_word(const Verdict *v);
const char *verdict_not_run(const Verdict *v);  // the reason

// A monitor was hot for many steps of a fair schedule: no proof that it stays hot.
bool verdict_is_suspicion(const Verdict *v);
// The kind of its bug, for programs: a suspicion is not a liveness bug.
const char *verdict_bug_kind(const Verdict *v);

void verdict_print(const Verdict *v, FILE *out, bool color);

// verdict_detail.c
void verdict_print_details(const Verdict *v, FILE *out);

// Prints text of the program with control characters escaped, so that it cannot affect a
// terminal.
void verdict_print_text(const char *text, FILE *out);
// The same for a note of plait, which may have several lines; adds a line end.
void verdict_print_note(const char *note, FILE *out);
void verdict_print_count(FILE *out, uint64_t count, const char *what);  // "1,234 states"

struct json_t;
struct json_t *verdict_json(const Verdict *v);
