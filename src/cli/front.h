// cli/front.h: the front end as a command runs it.
//
// The commands share the options for reading and checking a program, the output of
// diagnostics, and the exit code that results from them.

#pragma once

#include "cli/command.h"
#include "lang/lang.h"

enum {
    OPT_HELP = 1,
    OPT_DIALECT,
    OPT_COLOR,
    OPT_NO_WARN,
    OPT_WERROR,
    OPT_JSON,
    OPT_QUIET,
    OPT_PATH,  // a path as an option, as in P
    OPT_OWN,  // the first id for a command's own options
};

// Rows for a command's table.
#define FRONT_OPT_HELP {OPT_HELP, "help", "h", NULL, "print this and exit"}
#define FRONT_OPT_DIALECT                                      \
    {OPT_DIALECT, "dialect", NULL, "D",                        \
     "the language: auto (the default: recognised from the\n"  \
     "files), modern (P 3) or classic (the dialect of 2015)"}
#define FRONT_OPT_COLOR                                        \
    {OPT_COLOR, "color", NULL, "WHEN",                         \
     "colour in diagnostics: auto (the default: on a\n"        \
     "terminal, unless NO_COLOR is set), always or never"}
#define FRONT_OPT_NO_WARN                                      \
    {OPT_NO_WARN, "no-warn", NULL, "CODE,...",                 \
     "do not report these warnings, such as W0904, or all for\n" \
     "all of them. May be given more than once"}
#define FRONT_OPT_WERROR                                       \
    {OPT_WERROR, "werror", NULL, NULL, "exit with 2 also when there are only warnings"}
#define FRONT_OPT_JSON                                         \
    {OPT_JSON, "json", NULL, "FILE",                           \
     "write diagnostics and tests as JSON to FILE, - for\n"    \
     "standard output"}
// For commands that do not list tests.
#define FRONT_OPT_RESULT_JSON                                  \
    {OPT_JSON, "json", NULL, "FILE",                           \
     "write what was done as JSON to FILE, - for standard\n"   \
     "output; then text goes to standard error"}
#define FRONT_OPT_QUIET {OPT_QUIET, "quiet", "q", NULL, "print only diagnostics"}

#define FRONT_P_OPTS                                             \
    {OPT_PATH, "pproj", "pp", "FILE", NULL},                     \
    {OPT_PATH, "pfiles", "pf", "FILE", NULL}

typedef struct Front {
    const Command *command;
    Opts opts;
    Lang lang;
    const char **paths;  // at most as many as there are arguments
    size_t path_count;
    int color;  // -1 never, 0 auto, 1 always
    bool quiet, werror;
    const char *json;  // NULL for none
    FILE *json_out;    // standard output, kept for the JSON object; else NULL
    int exit_code;
} Front;

void front_init(Front *front, const Command *command, int argc, const char *const *argv);
void front_drop(Front *front);

// Reads the command line. False when the command must end: help was printed, or an option was
// wrong; the exit code is set. Calls `own` for ids from OPT_OWN on.
bool front_options(Front *front, void (*own)(int id, void *context), void *context);

// Reads the files. False when a file cannot be read; the reason was printed.
bool front_read(Front *front);

// Whether to write colours to this file descriptor: as --color says; by default if it is a
// terminal.
bool front_has_color(const Front *front, int descriptor);

// Prints the diagnostics and their number to standard error, and sets the exit code.
void front_report(Front *front);

// "ok: 3 files, 5 machines, 2 specs, 4 tests"
void front_print_summary(const Front *front);

// What can be checked or run: tests in order of declaration, then implementations.
void front_each_case(const Front *front, void (*visit)(const TestCase *c, void *context),
                     void *context);

// --------------------------------------------------------------------------------- JSON

struct json_t;

// With --json - standard output is kept for the JSON object, and what the command prints goes to
// standard error. front_options does it. False, with a message, when that is not possible.
bool front_keep_output(Front *front);

// An array with an object for each test: its name.
struct json_t *front_tests_json(const Front *front);

// Writes the JSON object of the run to the file of --json; without --json it writes nothing. The
// object has the version, the diagnostics, and the members of `fields`, which may be NULL; this
// function releases it.
void front_write_json(Front *front, struct json_t *fields);
