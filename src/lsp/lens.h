// lsp/lens.h: checking a test from the editor.
//
// A check is a process of its own, `plait check`, with its JSON as its output. The session goes
// on while it runs; when it ends, its verdict is kept with the program, and shown by the lens.

#pragma once

#include <sys/types.h>

#include "lsp/workspace.h"

typedef struct Child {
    pid_t pid;
    int output;  // file descriptor
    Buf text;
    json_t *id;  // of the request that waits for it
    char *test;
    char *uri;  // of the document that asked
    struct Child *next;
} Child;

// Starts a check of a test; NULL when that is not possible, with the reason.
Child *child_start(const char *plait, const Program *p, const char *test, Err *err);

// Reads what is there. True when the output has ended; then the check must be ended.
bool child_read(Child *c);

// Waits for the process and keeps its verdict with the program, if that is still there. Returns
// what it said: {"test", "verdict", "message", "trace", "page"}.
json_t *child_end(Child *c, Program *p);

// Stops the process, without a verdict.
void child_cancel(Child *c);
void child_free(Child *c);
