// report/p_schedule.h: schedule files of P's own checker, read and written.
//
//     --test-method:tcRace
//     (0)          the set-up of the test runs and creates the first machine
//     (1)          machine 1 runs: it is the first one
//     True         the result of a choice
//     (2)
//
// Machines are numbered in the order of their creation, as in our traces.

#pragma once

#include "check/replay/recording.h"

typedef enum PTokenKind { PT_RUN, PT_BOOLEAN, PT_NUMBER } PTokenKind;

typedef struct PToken {
    PTokenKind kind;
    uint32_t value;
    uint32_t line;
} PToken;

typedef struct PSchedule {
    const char *path;
    char *test;  // NULL: the file does not name it
    bool has_header;
    PToken *tokens;
    uint32_t count, capacity;
} PSchedule;

// Whether the name of the file is that of a schedule: it ends in .schedule.
bool p_schedule_is(const char *path);

// Reads a file. False, with the reason and the line in `err`, when it cannot be read.
bool p_schedule_read(const char *path, PSchedule *s, Err *err);
void p_schedule_drop(PSchedule *s);

// Converts P's schedule to a recording, with schedule, lines and names, by executing the
// program. False, with the line and the reason, when the program cannot follow the schedule.
// `left` is the number of decisions after the bug.
bool p_schedule_follow(const PSchedule *s, const PProgram *p, const PTest *test, Recording *to,
                       uint32_t *left, Err *err);

// Writes our schedule in P's format. `booleans` gets, for each choice, whether it is a `$`; the
// caller frees it. False, with the reason, when P's format cannot express the schedule.
bool p_schedule_write(const PProgram *p, const PTest *test, const Schedule *schedule, Buf *out,
                      bool **booleans, Err *err);
