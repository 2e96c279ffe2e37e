// report/coverage_report.h: what was seen during checks, for people and for programs.
//
//     CoverageReport r = {.program = p, .identity = coverage_identity(&sources)};
//     coverage_report_add(&r, test, result.coverage);    // after each test
//     coverage_report_merge(&r, path, &err);             // adds the counts of earlier runs
//     coverage_report_print(&r, stdout);
//     coverage_report_write(&r, path, &err);
//     coverage_report_drop(&r);

#pragma once

#include <jansson.h>
#include <stdio.h>

#include "base/err.h"
#include "check/coverage/coverage.h"
#include "lang/source.h"

typedef struct CoverageReport {
    const PProgram *program;
    uint64_t identity;   // hash of the program's text
    Coverage *coverage;  // NULL: nothing was checked
    json_t *tests;       // names of the tests, each once; NULL: none
    uint64_t runs;       // number of earlier runs that were merged into it
} CoverageReport;

// A hash of the program's text. It does not depend on the order and paths of the files.
uint64_t coverage_identity(const Sources *sources);

void coverage_report_add(CoverageReport *r, const PTest *test, const Coverage *coverage);
void coverage_report_drop(CoverageReport *r);

// The result of reading the file of earlier runs.
typedef enum CoverageFile {
    COVERAGE_FILE_NONE,   // the file does not exist yet
    COVERAGE_FILE_SAME,   // it is about this program
    COVERAGE_FILE_OTHER,  // it is about another program, or an earlier version of this one
    COVERAGE_FILE_WRONG,  // not a coverage file, or not readable: the reason is in `err`
} CoverageFile;

// coverage_report_look only tests the file; coverage_report_merge also adds its counts, if it
// is about this program.
CoverageFile coverage_report_look(const CoverageReport *r, const char *path, Err *err);
CoverageFile coverage_report_merge(CoverageReport *r, const char *path, Err *err);

void coverage_report_print(CoverageReport *r, FILE *out);
// Writes the whole file; on an error the old file does not change.
bool coverage_report_write(CoverageReport *r, const char *path, Err *err);

const char *coverage_how(const Declared *d);  // "do", "goto" ... "receive"
const char *coverage_way(Way way);
