// check/replay/recording.h: reads a trace file, to execute it again.
//
// The turns and choices in a checker's trace are its schedule, and the header names the
// program. A file that was truncated or changed is rejected: a part of a schedule could show
// something else than the bug that was found, without any notice.

#pragma once

#include "check/replay/execute.h"

typedef struct Recording {
    bool is_run;  // a run wrote it: there is no schedule, and, but for containers, no path and
                  // no dialect
    uint64_t container;  // a container of a cluster wrote it; 0: not
    uint64_t replaces;   // of a container: the one that it was started for again; 0: none
    uint64_t tables;     // of a container: trace_tables_sum of its program; 0: not known
    uint32_t part;       // of a container: how many files of its trace are before this one
    bool is_cut;         // of a container: its end is missing, because the container was killed
    char *test;
    char **paths;  // the header's: TraceOrigin
    uint32_t path_count;
    char *dialect;
    int64_t loop_limit;  // 0: none was given
    Network network;     // `schedule` refers to it once recording_bind was called
    char **with_creator;  // the header's: TraceOrigin
    uint32_t with_creator_count;
    bool *is_with_creator;  // by kind of machine
    char **in_c;            // the header's: TraceOrigin
    uint32_t in_c_count;
    bool *is_in_c;  // by kind of machine; NULL: none is
    Schedule schedule;
    uint32_t *turn_lines;  // the line of each turn in the file
    uint32_t turn_capacity;
    char **names;  // of the machines that had a turn, by running number; else NULL
    uint32_t name_count;
    char *outcome;
    char *kind, *message;  // of the bug, NULL when there was none
    char *place, *culprit;  // of the bug of a run, or NULL: "file.p:3:7", "Server(3)"
} Recording;

// False, with the reason and its line in `err`, when it cannot be read.
bool recording_read(const char *path, Recording *r, Err *err);
void recording_drop(Recording *r);

// Finds the machines that the header names. False, with the reason in `err`, when the program has
// no such machine. To be called before recording_follow, and when schedule.network is used.
bool recording_bind(Recording *r, const PProgram *p, Err *err);

// Executes the recorded schedule on an execution that has not begun. `*turn` is the last turn
// that it reached; EXECUTED_ODD when that does not fit the program, and `bug->text` says why.
Executed recording_follow(const Recording *r, Execution *x, uint32_t *turn, Bug *bug);

// The length of a trace's name without its ending, for files that are named after it.
size_t recording_name_size(const char *path);
