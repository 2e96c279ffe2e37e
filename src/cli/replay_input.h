// cli/replay_input.h: a trace, and the program that it is about.
//
//     replay_input_init(&r, self, argc, argv);
//     if (front_options(&r.front, own_option, &own) && replay_input_load(&r, test_name))
//         execute(r.make.program, r.test, &r.recording.schedule, ...);
//     replay_input_drop(&r);
//
// The operands are the trace and, when the program is not where the trace says, the program's
// paths. A schedule of P's own checker contains less than a trace; its execution determines the
// rest.

#pragma once

#include "check/replay/recording.h"
#include "cli/make.h"
#include "report/p_schedule.h"

typedef struct ReplayInput {
    Front front;
    Make make;
    const char *path;  // path of the trace
    Recording recording;
    const PTest *test;
    TraceOrigin origin;  // for a new trace of the same program
    bool trusts_c;       // C files that the trace names may run
    bool takes_runs;     // accepts a trace of plait run; then no program is read
    bool is_schedule;    // the file is a schedule of P's own checker
    PSchedule schedule;
    uint32_t left;  // number of decisions in the schedule after the bug
} ReplayInput;

#define REPLAY_INPUT_OPT_TEST(id)                                         \
    {                                                                 \
        id, "test", "t", "NAME",                                      \
            "the test, for a schedule of P's checker that does not\n" \
            "name one"                                                \
    }

#define REPLAY_INPUT_OPT_TRUST_C(id)                                          \
    {                                                                     \
        id, "trust-c", NULL, NULL,                                        \
            "compile and run C files that the trace names; otherwise\n"   \
            "only those on the command line"                              \
    }

void replay_input_init(ReplayInput *r, const Command *self, int argc, const char *const *argv);
void replay_input_drop(ReplayInput *r);

// Reads the trace, reads and checks the program, and finds the test. A schedule of P's own
// checker names no test: it is the one called `test_name`, if that is not NULL. False when one
// of them cannot be read or found: the reason was printed, and the exit code is set.
bool replay_input_load(ReplayInput *r, const char *test_name);
// The same for a recording that was read: only the program.
bool replay_input_program(ReplayInput *r, const char *test_name);
