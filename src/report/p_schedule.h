// report/p_schedule.h: schedule files of P's own checker, read and written.
//
//     --test-method:tcRace
//     (0)          the test's set-up goes on, and creates the first machine
//     (1)          machine 1 goes on: it is the first one
//     True         what a choice gives
//     (2)
//
// Machines are numbered in the order in which they are created, as ours are.

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
    char *test;  // NULL: it does not say
    bool has_header;
    PToken *tokens;
    uint32_t count, capacity;
} PSchedule;

// Whether the file is such a one, by its name.
bool p_schedule_is(const char *path);

// False, with the reason and its line in `err`, when it cannot be read.
bool p_schedule_read(const char *path, PSchedule *s, Err *err);
void p_schedule_drop(PSchedule *s);

// Works out what our machines have to do, by executing it: the schedule, lines and names of
// the recording. False, with the line and the reason, where it cannot be followed. `left`
// counts the decisions behind the bug that it shows.
bool p_schedule_follow(const PSchedule *s, const PProgram *p, const PTest *test, Recording *to,
                       uint32_t *left, Err *err);

// Writes our schedule as P's. Whether each choice on the way was a `$` goes to `booleans`,
// which is to be freed. False, with the reason, when P has no such schedule.
bool p_schedule_write(const PProgram *p, const PTest *test, const Schedule *schedule, Buf *out,
                      bool **booleans, Err *err);
