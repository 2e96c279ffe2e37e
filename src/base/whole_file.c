// base/whole_file.c: written beside its place, then moved there.

#include "base/whole_file.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <time.h>
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

// ------------------------------------------------------------------------------- the parts

// Files that are being written: a signal that ends the process removes them.
enum { PARTS_MAX = 8 };
static char *_Atomic parts[PARTS_MAX];

void whole_file_abandon(void)
{
    for (int i = 0; i < PARTS_MAX; i++) {
        const char *part = atomic_load(&parts[i]);
        if (part)
            unlink(part);
    }
}

static void end_by_signal(int signal_number)
{
    whole_file_abandon();
    signal(signal_number, SIG_DFL);
    raise(signal_number);
}

// Signals that have a handler already, or that are ignored, stay as they are.
static void listen_for(int signal_number)
{
    struct sigaction now, action = {.sa_handler = end_by_signal};
    sigemptyset(&action.sa_mask);
    if (sigaction(signal_number, NULL, &now) == 0 && now.sa_handler == SIG_DFL)
        sigaction(signal_number, &action, NULL);
}

static void remember(char *part)
{
    listen_for(SIGHUP);
    listen_for(SIGINT);
    listen_for(SIGTERM);
    for (int i = 0; i < PARTS_MAX; i++) {
        char *none = NULL;
        if (atomic_compare_exchange_strong(&parts[i], &none, part))
            return;
    }
    assert(!"more files are written at the same time than the table holds");
}

static void forget(const char *part)
{
    for (int i = 0; part && i < PARTS_MAX; i++)
        if (atomic_load(&parts[i]) == part)
            atomic_store(&parts[i], NULL);
}

static uint64_t random_number(void)
{
    uint64_t number;
    struct timespec now;
    if (getrandom(&number, sizeof number, 0) == sizeof number)
        return number;
    clock_gettime(CLOCK_REALTIME, &now);
    return ((uint64_t)now.tv_sec << 30 ^ (uint64_t)now.tv_nsec) * 0x9e3779b97f4a7c15;
}

// Opens a file that was not there, beside `path`. Nobody can guess its name, so nobody can
// put a link in its place. -1 when that is not possible.
static int open_part(const char *path, char **part)
{
    for (int attempt = 0; attempt < 100; attempt++) {
        Buf name = {0};
        buf_print(&name, "%s.%016" PRIx64 ".part", path, random_number());
        int fd = open(name.text, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0666);
        if (fd >= 0) {
            *part = name.text;
            return fd;
        }
        buf_drop(&name);
        if (errno != EEXIST)
            break;
    }
    return -1;
}

// ------------------------------------------------------------------------------- the files

static void drop(WholeFile *f)
{
    forget(f->part);
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
    *f = (WholeFile){0};
    if (!make_folder_of(path, err))
        return false;
    f->path = copy(path, strlen(path));
    if (is_special(path)) {
        f->out = fopen(path, "wb");
    } else {
        int fd = open_part(path, &f->part);
        if (fd >= 0) {
            remember(f->part);
            f->out = fdopen(fd, "wb");
        }
    }
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

// A link never replaces anything, even if another process writes now. Where there are no links,
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
