// launch/launch.h: the room that starts a run from a command line: options, signals, report.
//
// `plait run` and built executables use this thin layer over plait/host.h; it uses nothing else
// of the runtime. The options are in one table.
//
// Sees: base.
// Used by: start, cli.

#pragma once

#include "base/err.h"
#include "plait/host.h"

typedef enum LaunchId {
#define OPTION(id, name, letter, argument, help) LAUNCH_##id,
#include "launch/options.def"
#undef OPTION
} LaunchId;

typedef struct LaunchOption {
    const char *name;
    const char *letter;    // NULL for none
    const char *argument;  // NULL for none
    const char *help;      // lines
} LaunchOption;

// Indexed by LaunchId; the last element has no name.
extern const LaunchOption launch_options[];

// The options that the user gave.
typedef struct Launch {
    PlaitOptions options;
    const char *trace;  // a path, or "-" for standard output
    double seconds;     // time limit; 0: none
    bool has_seed;
    bool is_quiet;  // reports only bugs
    // Gets the result before the process ends, in whatever way; NULL: nobody wants it. The outcome
    // is a word: "finished", "bug", "out-of-time", "interrupted" ...
    void (*tell)(void *context, const PlaitResult *result, const char *outcome, int code);
    void *context;
} Launch;

// Sets an option by its long name; `value` is NULL for an option without one. False, with the
// reason, when the value is wrong.
bool launch_set(Launch *launch, const char *option, const char *value, Err *err);

// A number of seconds, more than 0. False, with the reason.
bool launch_seconds(double *seconds, const char *option, const char *value, Err *err);

// Reads the command line of a built executable: options of the tables, which end with NULL. False:
// the process is to end with `code`; the help was printed, or what is wrong.
typedef bool LaunchSet(void *context, const char *option, const char *value, Err *err);
bool launch_read(const LaunchOption *const *tables, LaunchSet *set, void *context, int argc,
                 char **argv, int *code);
// What messages of the executable begin with.
const char *launch_who(int argc, char **argv);
// The exit code, when all that was printed is written.
int launch_flushed(int code, int argc, char **argv);

// Finds what to run, and draws a seed if none was given. False: there is nothing to run, which was
// reported.
bool launch_prepare(const PProgram *p, Launch *launch, const char *who);

// Prints a bug, or what is missing, and its place.
void launch_problem(const PlaitProblem *problem, FILE *out);

// Runs the program, reports to standard error, and returns the exit code. Error messages begin
// with `who`.
int launch_run(const PProgram *p, Launch *launch, const char *who);

// ------------------------------------------------------------------------- inside the room

typedef enum LaunchEnd {
    LAUNCH_ENDED,  // without a limit or a signal; the status says how
    LAUNCH_INTERRUPTED,
    LAUNCH_OUT_OF_TIME,
} LaunchEnd;

// Prints the result to `out`: a bug, and a summary line unless quiet. `is_stuck`: a handler did
// not end.
void launch_report(const Launch *launch, const PlaitResult *result, LaunchEnd end, bool is_stuck,
                   FILE *out);

// How the run ended, in a word for programs.
const char *launch_outcome(const PlaitResult *result, LaunchEnd end);

// signals_catch catches SIGINT and SIGTERM from now on. They stop the runtime that signals_stop
// names, also when they came before that call. signals_release restores the former handlers and
// returns whether a signal came.
void signals_catch(void);
bool signals_stop(PlaitRuntime *runtime);
bool signals_release(void);
