// report/stale.c: traces of earlier bugs.
//
// plait-out contains a trace for each kind of bug of each test. When a bug is fixed, its trace
// must be removed. Each trace is executed to decide that: a check that finds nothing does not
// prove that the bug is fixed.

#include "report/stale.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "check/replay/recording.h"
#include "report/corpus.h"
#include "report/trace_file.h"

// Whether the file is a trace of this test; `result` is how its execution ended.
static bool is_ours(const char *path, const Verdict *v, Executed *result)
{
    Recording recording;
    Err err = {0};
    uint32_t line;
    Bug bug;

    if (access(path, F_OK) != 0 || !recording_read(path, &recording, &err))
        return false;
    bool ours = !recording.is_run && strcmp(recording.test, v->test->name) == 0;
    if (ours)
        *result = recording_bind(&recording, v->program, &err)
                      ? corpus_execute(&recording, v, &bug, &line)
                      : EXECUTED_ODD;
    recording_drop(&recording);
    return ours;
}

static void remove_files(const char *path, const char *folder, const PTest *test, PError kind)
{
    Buf full = {0}, page = {0};
    trace_file_path(&full, folder, test, kind, ".full.trace.jsonl");
    trace_file_path(&page, folder, test, kind, ".html");
    unlink(path);
    unlink(full.text);
    unlink(page.text);
    buf_drop(&full);
    buf_drop(&page);
}

char *stale_remove(const char *folder, const Verdict *v)
{
    char *still = NULL;
    for (int kind = P_ERROR_NONE + 1; kind < P_ERROR_SETUP; kind++) {
        Buf path = {0};
        Executed result;
        trace_file_path(&path, folder, v->test, (PError)kind, ".trace.jsonl");
        bool is_new = v->trace && strcmp(v->trace, path.text) == 0;
        if (!is_new && is_ours(path.text, v, &result)) {
            if (result != EXECUTED_BUG) {
                remove_files(path.text, folder, v->test, (PError)kind);
            } else if (!still) {
                still = path.text;
                path = (Buf){0};
            }
        }
        buf_drop(&path);
    }
    return still;
}
