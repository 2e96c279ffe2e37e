// view/history.h: an execution, with what every step changed.
//
//     History *r = history_new(program, test);
//     recording_follow(recording, history_execution(r), &turn, &bug);
//     history_write(r, files, &json);
//     history_free(r);
//
// The executor tells the history each step and each move. Before the next step begins, the
// history compares the machine that runs, the machine that was sent to, and the monitors with
// what they were before. So the changes of a step are what happened from it up to the next step.
//
// The steps of a run have no execution: history_read takes them from a trace file, and there
// are no changes.

#pragma once

#include "base/buf.h"
#include "report/steps.h"

typedef struct History History;

History *history_new(const PProgram *p, const PTest *test);
// The steps of a file that recording_read has accepted.
History *history_read(FILE *trace);
void history_free(History *r);

// The execution, before its start. The history frees it.
Execution *history_execution(History *r);

uint32_t history_steps(const History *r);

// The index of a file that has the position of a step, in the list of the page; P_NONE: none.
typedef uint32_t FileIndex(void *context, const char *path);

// Adds `"actors":[...],"loop":N,"rows":[...]` (docs/view.md).
void history_write(History *r, FileIndex *file_index, void *context, Buf *json);
