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
    char *trace, *full_trace;  // paths that were written, or NULL
    json_t *corpus;            // what its replay said, or NULL
    double last;               // seconds that its last round was given; 0: no round yet
    bool has_ended;            // the verdict is final
    bool is_printed;           // the verdict was printed
} Task;

typedef struct Check {
    Front front;
    Make make;
    CheckOptions options;
    TraceOrigin origin;
    json_t *tests;  // verdicts; NULL: nothing was explored
    Ci ci;
    Corpus corpus;
    CoverageReport coverage;
    Task *tasks;
    uint32_t task_count;
    Task *running;      // whose search is going on, or NULL
    double began;       // when the first search did
    bool is_read;       // the program could be read
    bool has_finished;  // check_tests_finish is done
    Err err;
} Check;

// Reports what could not be done, also to the formats for services; the exit code becomes 3.
void check_complain(Check *c, const char *text);

// Standard output holds the JSON object alone.
bool check_has_json_output(const Check *c);

// Selects the tests and reads what is needed. False when something is missing.
bool check_tests_begin(Check *c);
void check_tests_run(Check *c);  // check_rounds.c

// Seconds since the first search began.
double check_elapsed(const Check *c);

// Prints the verdict of a test that has ended; a bug is made short and written before.
void check_report_task(Check *c, Task *task);

// Prints what is not printed yet, and the sum; adds up coverage, JSON and files of services.
void check_tests_finish(Check *c);
// The process has to end before it is done: no memory is left.
void check_tests_abandon(Check *c);
void check_tests_drop(Check *c);
