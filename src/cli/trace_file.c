// cli/trace_file.c: written beside its place, then moved there.
//
// Whoever finds a file of that name finds all of it, even if we were killed while
// writing, or the disk was full.

#include "cli/trace_file.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/buf.h"

// All folders on the way.
static bool make_folders(const char *path, Err *err)
{
    char *copy = strdup(path);
    if (!copy)
        die_out_of_memory(strlen(path));
    bool ok = true;
    for (char *slash = copy + 1; ok && *copy; slash++) {
        char c = *slash;
        if (c != '/' && c != '\0')
            continue;
        *slash = '\0';
        ok = mkdir(copy, 0777) == 0 || errno == EEXIST;
        *slash = c;
        if (c == '\0')
            break;
    }
    if (!ok)
        err_os(err, "make the folder", path);
    free(copy);
    return ok;
}

static void add_name(Buf *b, const char *name)
{
    for (; *name; name++) {
        bool is_plain = isalnum((unsigned char)*name) || *name == '_' || *name == '-';
        buf_char(b, is_plain ? *name : '_');
    }
}

// Whether what the stream was given is in the file, on its way to the disk at least.
static bool close_whole(FILE *f)
{
    errno = 0;
    bool ok = fflush(f) == 0 && !ferror(f);
    int reason = errno;
    if (fclose(f) != 0 && ok)
        return false;
    errno = reason;
    return ok;
}

char *trace_file_write(const char *folder, const PProgram *p, const PTest *test,
                       const Schedule *schedule, const TraceOrigin *origin, PError kind, Err *err)
{
    Buf path = {0}, part = {0};
    Bug bug;

    if (!make_folders(folder, err))
        return NULL;
    buf_print(&path, "%s/", folder);
    add_name(&path, test->name);
    buf_char(&path, '-');
    buf_str(&path, error_kind(kind));
    buf_str(&path, ".trace.jsonl");
    buf_print(&part, "%s.%ld.part", path.text, (long)getpid());

    FILE *f = fopen(part.text, "w");
    bool ok = f;
    if (f) {
        execute_from(p, test, schedule, origin, f, &bug);
        ok = close_whole(f) && rename(part.text, path.text) == 0;
    }
    if (!ok) {
        err_os(err, "write", path.text);
        unlink(part.text);
        buf_drop(&path);
    }
    buf_drop(&part);
    return path.text;
}
