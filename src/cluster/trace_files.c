// cluster/trace_files.c: the files in which a container writes its trace.

#include "cluster/trace_files.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/buf.h"

bool trace_files_open(TraceFiles *t, const char *folder, uint64_t incarnation, uint64_t limit,
                      Err *err)
{
    Buf path = {0}, old_path = {0};

    *t = (TraceFiles){.limit = limit};
    if (!folder)
        return true;
    buf_print(&path, "%s/%" PRIx64 ".trace", folder, incarnation);
    buf_print(&old_path, "%s/%" PRIx64 ".old.trace", folder, incarnation);
    t->path = path.text;
    t->old_path = old_path.text;
    t->out = fopen(t->path, "we");
    if (!t->out)
        err_os(err, "write", t->path);
    return t->out;
}

static bool close_one(FILE *out)
{
    bool is_whole = !ferror(out);
    return fclose(out) == 0 && is_whole;
}

// When there cannot be another file, the trace goes on in this one, which is reported at the end.
static void begin_again(TraceFiles *t, Container *c)
{
    if (rename(t->path, t->old_path) != 0) {
        t->has_failed = true;
        t->limit = 0;
        return;
    }
    FILE *next = fopen(t->path, "we");
    if (!next) {
        t->has_failed = true;
        t->limit = 0;
        return;
    }
    t->before += container_trace_size(c);
    container_trace_to(c, next);
    t->has_failed |= !close_one(t->out);
    t->out = next;
}

void trace_files_turn(TraceFiles *t, Container *c)
{
    if (!t->out)
        return;
    container_flush(c);
    if (t->limit && container_trace_size(c) >= t->limit / 2)
        begin_again(t, c);
}

uint64_t trace_files_written(const TraceFiles *t, Container *c)
{
    return t->out ? t->before + container_trace_size(c) : 0;
}

bool trace_files_close(TraceFiles *t)
{
    bool is_whole = !t->has_failed && (!t->out || close_one(t->out));

    free(t->path);
    free(t->old_path);
    return is_whole;
}
