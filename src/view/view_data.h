// view/view_data.h: all that the page shows, as JSON.
//
//     ViewData data = {.program = "lease.p", .test = test->name, .sources = &sources, ...};
//     view_data_write(&data, &json);

#pragma once

#include "check/search/futures.h"
#include "lang/source.h"
#include "view/history.h"

typedef struct ViewData {
    const PProgram *program;  // NULL: not known
    const char *title;        // the program: its first path
    const char *test;
    const char *trace;  // path of the trace; NULL: none
    Sources *sources;   // of the program; NULL: not known
    History *history;
    const char *outcome;       // "bug", "quiescent" ..., as in a trace
    const char *kind;          // of the bug; NULL: there is none
    const char *message;       // of the bug
    bool is_live;              // a server answers (plait explore)
    const FutureCurve *curve;  // NULL: none
    bool has_values;           // the steps have states, variables and queues
} ViewData;

void view_data_write(const ViewData *v, Buf *json);

// Adds `,"name":"text"`, or nothing if the text is NULL.
void view_data_add(Buf *json, const char *name, const char *text);
