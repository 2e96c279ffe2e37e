// report/trace_file.c: executes the schedule of a bug and writes the trace to a file.

#include "report/trace_file.h"

#include <ctype.h>

#include "base/buf.h"
#include "base/whole_file.h"

static void add_name(Buf *b, const char *name)
{
    for (; *name; name++) {
        bool is_plain = isalnum((unsigned char)*name) || *name == '_' || *name == '-';
        buf_char(b, is_plain ? *name : '_');
    }
}

void trace_file_name(Buf *path, const char *folder, const PTest *test, const char *ending)
{
    buf_print(path, "%s/", folder);
    add_name(path, test->name);
    buf_str(path, ending);
}

void trace_file_path(Buf *path, const char *folder, const PTest *test, PError kind,
                     const char *ending)
{
    Buf tail = {0};
    buf_print(&tail, "-%s%s", error_kind(kind), ending);
    trace_file_name(path, folder, test, tail.text);
    buf_drop(&tail);
}

bool trace_file_write_at(const char *path, const PProgram *p, const PTest *test,
                         const Schedule *schedule, const TraceOrigin *origin, Err *err)
{
    WholeFile f;
    Bug bug;

    if (!whole_file_open(&f, path, err))
        return false;
    execute_from(p, test, schedule, origin, f.out, &bug);
    return whole_file_close(&f, err);
}

char *trace_file_write(const char *folder, const PProgram *p, const PTest *test,
                       const Schedule *schedule, const TraceOrigin *origin, PError kind, Err *err)
{
    Buf path = {0};

    trace_file_path(&path, folder, test, kind, ".trace.jsonl");
    if (!trace_file_write_at(path.text, p, test, schedule, origin, err))
        buf_drop(&path);
    return path.text;
}
