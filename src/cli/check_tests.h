// cli/check_tests.h: the tests of a program, each with a verdict.
//
//     if (check_tests_begin(&c))
//         check_tests_run(&c);
//     check_tests_finish(&c);
//
// A bug or a proof is printed when it is known, other verdicts at the end. Files are always
// written at the end: when a test cannot be checked, the others still are; when a signal ends
// the check, the files contain what is known so far.

#pragma once

#include <jansson.h>

#include "cli/check_options.h"
#include "cli/make.h"
#include "report/ci.h"
#include "report/corpus.h"
#include "report/coverage_report.h"
#include "report/verdict.h"

// A selected test and what is known about it.
typedef struct Task {
    Verdict verdict;
    char *trace, *full_trace, *page;  // paths that were written, or NULL
    json_t *corpus;            // results of replaying the corpus, or NULL
    double last;               // time limit of its last round in seconds; 0: no round yet
    bool has_ended;            // the verdict is final
    bool is_printed;           // the verdict was printed
} Task;

typedef struct Check {
    Front front;
    Make make;
    CheckOptions options;
    TraceOrigin origin;
    bool has_outcomes;  // the file of --outcomes was begun
    json_t *tests;  // verdicts; NULL: nothing was explored
    Ci ci;
    Corpus corpus;
    CoverageReport coverage;
    Task *tasks;
    uint32_t task_count;
    Task *running;      // the test that is being searched, or NULL
    double began;       // when the first search began
    bool is_read;       // the program was read without an error
    bool has_finished;  // check_tests_finish is done
    Err err;
} Check;

// Reports an error, also to the formats for CI services; the exit code becomes 3.
void check_complain(Check *c, const char *text);

// Whether standard output is for the JSON object alone.
bool check_has_json_output(const Check *c);

// Selects the tests and reads the files that they need. False when something is missing.
bool check_tests_begin(Check *c);
void check_tests_run(Check *c);  // check_rounds.c

// Seconds since the first search began.
double check_elapsed(const Check *c);

// Prints the verdict of a test that has ended. A bug is shrunk and written first.
void check_report_task(Check *c, Task *task);

// Prints the remaining verdicts and the summary; writes coverage, JSON and files for services.
void check_tests_finish(Check *c);
// Writes random executions without a bug (check_samples.c).
void check_write_samples(Check *c);
// For a process that must end early because no memory is left.
void check_tests_abandon(Check *c);
void check_tests_drop(Check *c);
