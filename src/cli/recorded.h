// cli/recorded.h: a trace, and the program that it is about.
//
//     recorded_init(&r, self, argc, argv);
//     if (front_options(&r.front, own_option, &own) && recorded_load(&r))
//         execute(r.make.program, r.test, &r.recording.schedule, ...);
//     recorded_drop(&r);
//
// The operands are the trace and, when the program is not where the trace says, its paths.

#pragma once

#include "check/recording.h"
#include "cli/make.h"

typedef struct Recorded {
    Front front;
    Make make;
    const char *path;  // of the trace
    Recording recording;
    const PTest *test;
    TraceOrigin origin;  // for a new trace of the same program
} Recorded;

void recorded_init(Recorded *r, const Command *self, int argc, const char *const *argv);
void recorded_drop(Recorded *r);

// Reads the trace, reads and checks the program, and finds the test. False when one of them
// cannot be had: the reason was printed, and the exit code is set.
bool recorded_load(Recorded *r);

// What the program is: the paths of the command line behind the first, else those of the
// trace; the dialect of the command line, else that of the trace.
void recorded_choose_paths(Front *front, const Recording *rec);
void recorded_choose_dialect(Front *front, const Recording *rec);
