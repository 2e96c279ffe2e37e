// explore/explore.h: the room that lets a user drive an execution from a browser.
//
//     Explore e = {.program = p, .test = test, .sources = &sources, ...};
//     serve_run(&server, explore_answer, &e, &stop);
//
// The server stores nothing: each request brings the schedule so far, which is executed from the
// start. So any number of users can explore at once, going back is forgetting, and a schedule that
// was saved is a trace.
//
//     GET  /        the page (view/page.h)
//     POST /state   {"turns", "do"}: executes the turns, does one thing more, and answers with
//                   all that the page shows, the turns, and what can happen next
//     POST /futures {"turns", "count", "steps", "seed"}: how random futures of the state end
//     POST /trace   {"turns"}: a trace file
//
// docs/view.md describes them. Wrong requests get the status 422 and {"error": "..."}.
//
// Sees: base, lang/source.h, rt, check/replay, check/search, serve, view.
// Used by: cli.

#pragma once

#include "check/replay/execute.h"
#include "lang/source.h"
#include "serve/serve.h"

typedef struct Explore {
    const PProgram *program;
    const PTest *test;
    Sources *sources;
    const char *title;       // the program's first path
    TraceOrigin origin;      // for traces that are saved
    const Schedule *begin;   // the trace to begin with; NULL: at the start
    const char *trace;       // its path, or NULL
    const Network *network;  // NULL: mailbox
} Explore;

ServeHandler explore_answer;  // `context` is an Explore
