// run/run.h: the room's door. Host two: a Program, executed on threads.
//
// Machines are run by workers. Each machine has a mailbox and is run by one
// worker at a time, from event to event; it gives way when nothing in its mailbox
// can be taken, or after a fair share of events. The run ends when there is
// nothing left to do (it is quiescent), when a bug shows, when its time is over,
// or when the user interrupts it.
//
// With one worker everything is a function of the program and the seed.
//
// Sees: base, rt.
// Used by: cli.

#pragma once

#include <stdio.h>

#include "base/err.h"
#include "plait/runtime.h"

typedef struct RunOptions {
    uint32_t workers;     // 0: one for each core
    uint64_t seed;        // of the choices
    bool takes_defaults;  // every choice takes its first alternative instead
    bool has_specs;       // monitors watch
    FILE *trace;          // what happened, as docs/traces.md has it; NULL for no trace
    bool keeps_prints;    // `print` goes to the trace only
    double seconds;       // ends after that time; 0: never
    uint64_t loop_limit;  // jumps back and calls without an ask that count as endless; 0: 10^8
    uint64_t max_steps;   // ends after so many events, of each worker; 0: never
    bool is_quiet;        // run_report says nothing but bugs
} RunOptions;

typedef enum RunOutcome {
    RUN_QUIESCENT,    // nothing is left to do
    RUN_INTERRUPTED,  // by a signal
    RUN_OUT_OF_TIME,
    RUN_OUT_OF_STEPS,
    RUN_ASSUMED,  // an assumption of the program does not hold: not meant to go on
    RUN_BUG,
    RUN_SETUP,  // C that the program needs is missing or does not fit
} RunOutcome;

// What is known of a bug. Empty text: nothing.
typedef struct RunBug {
    PError error;
    char message[P_TEXT_MAX];
    char machine[160];
    const char *state;
    const char *event;
    const char *file;
    uint32_t line, column;
} RunBug;

typedef struct RunResult {
    RunOutcome outcome;
    RunBug bug;  // RUN_BUG, RUN_SETUP; of RUN_ASSUMED the place
    uint32_t workers;
    uint64_t created;  // machines
    uint64_t halted;
    uint64_t events;  // taken out of queues
    double seconds;
    bool is_stuck;  // a handler did not end: its thread still runs, so leave the process
} RunResult;

// The exit code that follows: EXIT_NO_BUG, EXIT_BUG, or EXIT_ENVIRONMENT for RUN_SETUP.
int run_program(const PProgram *p, const PTest *test, const RunOptions *options, RunResult *result);

// Says how it went: a bug to `out`, and unless quiet a line that sums up.
void run_report(const RunOptions *options, const RunResult *result, FILE *out);

const char *run_outcome_name(RunOutcome outcome);

// ------------------------------------------------------------------ from a command line

// What a user asks for. `plait run` and built executables have the same options.
typedef struct RunWish {
    RunOptions options;
    const char *test;   // NULL: what is clear without a word
    const char *trace;  // a path, or "-" for standard output
    bool has_seed;
} RunWish;

// An option by its long name, with its value, NULL when it has none. False, with
// the reason, when the value is wrong.
bool run_wish_set(RunWish *wish, const char *option, const char *value, Err *err);

// Runs, reports to standard error, and returns the exit code. `who` begins the
// messages about what cannot be done.
int run_wish(const PProgram *p, RunWish *wish, const char *who);

// The whole of a built executable: its command line, the run, the report, the
// exit code.
int run_main(const PProgram *p, int argc, char **argv);
