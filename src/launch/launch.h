// launch/launch.h: the room's door. A run as people start it: options, signals, the report.
//
// `plait run` and built executables are this thin layer over plait/host.h, which is all that
// it uses of the runtime. The options stand in one table.
//
// Sees: base.
// Used by: cli.

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

// By LaunchId; ended by one without a name.
extern const LaunchOption launch_options[];

// What a user asks for.
typedef struct Launch {
    PlaitOptions options;
    const char *trace;  // a path, or "-" for standard output
    double seconds;     // ends after that time; 0: never
    bool has_seed;
    bool is_quiet;  // nothing is said but bugs
} Launch;

// An option by its long name, with its value, NULL when it has none. False, with
// the reason, when the value is wrong.
bool launch_set(Launch *launch, const char *option, const char *value, Err *err);

// Runs, reports to standard error, and returns the exit code. `who` begins the
// messages about what cannot be done.
int launch_run(const PProgram *p, Launch *launch, const char *who);

// ------------------------------------------------------------------------- inside the room

typedef enum LaunchEnd {
    LAUNCH_ENDED,  // by itself, as the status says
    LAUNCH_INTERRUPTED,
    LAUNCH_OUT_OF_TIME,
} LaunchEnd;

// Says how it went: a bug to `out`, and unless quiet a line that sums up. A handler that did
// not end is `is_stuck`.
void launch_report(const Launch *launch, const PlaitResult *result, LaunchEnd end, bool is_stuck,
                   FILE *out);

// SIGINT and SIGTERM are caught from now on. They stop the runtime, also when they came before
// it was there, until they are released; whether one came.
void signals_catch(void);
bool signals_stop(PlaitRuntime *runtime);
bool signals_release(void);
