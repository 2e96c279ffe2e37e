// lsp/workspace.h: programs, as the open documents make them.
//
// A document belongs to the project (.pproj) that lists it, looked for in its folder and in the
// folders above. A file of no project is a program of its own, if that has no errors; else it
// belongs together with the other .p files of its folder, if that has fewer. A change makes the
// program stale; it is read and checked again, as a whole, when the next question comes or no input
// waits.

#pragma once

#include "lsp/document.h"
#include "lsp/occur.h"

// What checking a test said, for its lens.
typedef struct Verdict {
    char *test;
    char *text;   // "verified", "BUG: ..."
    char *trace;  // NULL for none
    bool is_bug;
    char *file;  // of the bug, or NULL
    uint32_t line, column;
    struct Verdict *next;
} Verdict;

struct Program {
    char **paths;
    size_t path_count;  // none: the text of a document that is no file
    const Documents *documents;
    Document *only;  // of a program without paths
    Lang lang;       // never uninitialised; empty before the first analysis
    bool is_stale;
    bool is_published;  // the diagnostics of this analysis are
    Err err;            // why it could not be read
    Occurrences names;
    Lines *lines;     // of each file
    char **reported;  // addresses of files with diagnostics
    size_t reported_count, reported_capacity;
    Verdict *verdicts;
};

typedef struct Workspace {
    Documents documents;
    Program **programs;
    size_t count, capacity;
    // Called before a program is forgotten.
    void (*forgotten)(void *context, Program *p);
    void *context;
} Workspace;

void workspace_drop(Workspace *w);

// Finds the program of a document anew, and forgets programs that no document belongs to.
void workspace_place(Workspace *w, Document *d);
void workspace_forget(Workspace *w);

// All programs that read this document are stale.
void workspace_changed(Workspace *w, const Document *d);

// Analyses the program if it is stale. Never fails: a program that cannot be read is empty.
void program_update(Program *p);

// The file of a document in its program; NULL when it could not be read.
Source *program_source(const Program *p, const Document *d);
const Tokens *program_tokens(const Program *p, const Source *source);
Lines *program_lines(const Program *p, const Source *source);

// The address of a file: the client's own, if it is open.
char *program_uri(const Program *p, const Source *source);

json_t *program_range(const Program *p, Span span);     // {"start": ..., "end": ...}
json_t *program_location(const Program *p, Span span);  // {"uri": ..., "range": ...}
