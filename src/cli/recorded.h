// cli/recorded.h: a trace, and the program that it is about.
//
//     recorded_init(&r, self, argc, argv);
//     if (front_options(&r.front, own_option, &own) && recorded_load(&r, test_name))
//         execute(r.make.program, r.test, &r.recording.schedule, ...);
//     recorded_drop(&r);
//
// The operands are the trace and, when the program is not where the trace says, its paths. A
// schedule of P's own checker says less than a trace: what is missing follows when it is
// executed.

#pragma once

#include "check/replay/recording.h"
#include "cli/make.h"
#include "report/p_schedule.h"

typedef struct Recorded {
    Front front;
    Make make;
    const char *path;  // of the trace
    Recording recording;
    const PTest *test;
    TraceOrigin origin;  // for a new trace of the same program
    bool trusts_c;       // C that the trace names may run
    bool takes_runs;     // a trace that plait run wrote will do; then no program is read
    bool is_schedule;    // the file is one of P's checker
    PSchedule schedule;
    uint32_t left;  // its decisions behind the bug
} Recorded;

#define RECORDED_OPT_TEST(id)                                         \
    {                                                                 \
        id, "test", "t", "NAME",                                      \
            "the test, for a schedule of P's checker that does not\n" \
            "name one"                                                \
    }

#define RECORDED_OPT_TRUST_C(id)                                          \
    {                                                                     \
        id, "trust-c", NULL, NULL,                                        \
            "compile and run C files that the trace names; otherwise\n"   \
            "only those on the command line"                              \
    }

void recorded_init(Recorded *r, const Command *self, int argc, const char *const *argv);
void recorded_drop(Recorded *r);

// Reads the trace, reads and checks the program, and finds the test: for a schedule the one
// of that name, when it is not NULL. False when one of them cannot be had: the reason was
// printed, and the exit code is set.
bool recorded_load(Recorded *r, const char *test_name);
