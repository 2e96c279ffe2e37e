// cli/whole_file.c: written beside its place, then moved there.

#include "cli/whole_file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/buf.h"

static char *copy(const char *text, size_t size)
{
    char *result = strndup(text, size);
    if (!result)
        die_out_of_memory(size);
    return result;
}

bool whole_file_folders(const char *path, Err *err)
{
    char *part = copy(path, strlen(path));
    bool ok = true;
    for (char *slash = part + 1; ok && *part; slash++) {
        char c = *slash;
        if (c != '/' && c != '\0')
            continue;
        *slash = '\0';
        ok = mkdir(part, 0777) == 0 || errno == EEXIST;
        *slash = c;
        if (c == '\0')
            break;
    }
    if (!ok)
        err_os(err, "make the folder", path);
    free(part);
    return ok;
}

static bool make_folder_of(const char *path, Err *err)
{
    const char *slash = strrchr(path, '/');
    if (!slash || slash == path)
        return true;
    char *folder = copy(path, (size_t)(slash - path));
    bool ok = whole_file_folders(folder, err);
    free(folder);
    return ok;
}

static void drop(WholeFile *f)
{
    free(f->path);
    free(f->part);
    *f = (WholeFile){0};
}

// A pipe or a device is written to; nothing takes its place.
static bool is_special(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 && !S_ISREG(info.st_mode);
}

bool whole_file_open(WholeFile *f, const char *path, Err *err)
{
    Buf part = {0};

    *f = (WholeFile){0};
    if (!make_folder_of(path, err))
        return false;
    if (!is_special(path))
        buf_print(&part, "%s.%ld.part", path, (long)getpid());
    *f = (WholeFile){.path = copy(path, strlen(path)), .part = part.text};
    f->out = fopen(f->part ? f->part : f->path, "wb");
    if (f->out)
        return true;
    err_os(err, "write", path);
    drop(f);
    return false;
}

// Whether what the stream was given is in the file, on its way to the disk at least.
static bool end(FILE *out)
{
    errno = 0;
    bool ok = fflush(out) == 0 && !ferror(out);
    int reason = errno;
    if (fclose(out) != 0 && ok)
        return false;
    errno = reason;
    return ok;
}

static bool finish(WholeFile *f, bool ok, Err *err)
{
    if (!ok)
        err_os(err, "write", f->path);
    if (!ok && f->part)
        unlink(f->part);
    drop(f);
    return ok;
}

bool whole_file_close(WholeFile *f, Err *err)
{
    return finish(f, end(f->out) && (!f->part || rename(f->part, f->path) == 0), err);
}

// A link never replaces anything, whoever else writes just now. Where there are no links,
// looking first is the best there is.
static bool settle(const WholeFile *f)
{
    if (link(f->part, f->path) == 0 || errno == EEXIST || access(f->path, F_OK) == 0) {
        unlink(f->part);
        return true;
    }
    return rename(f->part, f->path) == 0;
}

bool whole_file_close_new(WholeFile *f, Err *err)
{
    return finish(f, end(f->out) && (!f->part || settle(f)), err);
}
