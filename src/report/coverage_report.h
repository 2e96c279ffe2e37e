// report/coverage_report.h: what was seen during checks, for people and for programs.
//
//     CoverageReport r = {.program = p, .identity = coverage_identity(&sources)};
//     coverage_report_add(&r, test, result.coverage);    // after each test
//     coverage_report_merge(&r, path, &err);             // what earlier runs have seen
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
    uint64_t identity;   // of the program's text
    Coverage *coverage;  // NULL: nothing was checked
    json_t *tests;       // names of the tests, each once; NULL: none
    uint64_t runs;       // that it is merged from, beside this one
} CoverageReport;

// The same for the same text, in whichever order and wherever its files are.
uint64_t coverage_identity(const Sources *sources);

void coverage_report_add(CoverageReport *r, const PTest *test, const Coverage *coverage);
void coverage_report_drop(CoverageReport *r);

// What became of the wish to go on with a file.
typedef enum CoverageFile {
    COVERAGE_FILE_NONE,   // there is none yet
    COVERAGE_FILE_SAME,   // of this program
    COVERAGE_FILE_OTHER,  // of another one, or of what this one was
    COVERAGE_FILE_WRONG,  // something else, or not readable: the reason is in `err`
} CoverageFile;

// Looks without taking anything; then takes what is of this program.
CoverageFile coverage_report_look(const CoverageReport *r, const char *path, Err *err);
CoverageFile coverage_report_merge(CoverageReport *r, const char *path, Err *err);

void coverage_report_print(CoverageReport *r, FILE *out);
// The file is there in full, or as it was.
bool coverage_report_write(CoverageReport *r, const char *path, Err *err);

const char *coverage_how(const Declared *d);  // "do", "goto" ... "receive"
const char *coverage_way(Way way);
