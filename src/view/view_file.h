// view/view_file.h: the page of a trace, as a file that is written completely or not at all.

#pragma once

#include "base/err.h"
#include "check/replay/recording.h"
#include "lang/source.h"

enum { VIEW_FUTURES_DEFAULT = 100 };

typedef struct ViewFile {
    const PProgram *program;
    const PTest *test;
    Sources *sources;
    const char *title;           // the program's first path
    const char *trace;           // path of the trace; NULL: none
    const Schedule *schedule;    // what is executed,
    uint32_t futures;            // how many are tried from each point of a bug's trace; 0: none
    const Recording *recording;  // or the recording; what does not fit is an error
} ViewFile;

// False, with the reason, when the trace does not fit the program or the file cannot be written.
bool view_file_write(const char *path, const ViewFile *v, Err *err);

// The page of a trace that plait run wrote: it has no values. `trace` is its path.
bool view_file_write_run(const char *path, const char *trace, const Recording *recording, Err *err);

// X.trace.jsonl becomes X.html.
void view_file_name(Buf *path, const char *trace);
