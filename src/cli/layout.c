// cli/layout.c: finding headers and libraries.

#include "cli/layout.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/buf.h"

#ifndef PLAIT_SOURCE_INCLUDE
#define PLAIT_SOURCE_INCLUDE "include"
#endif
#ifndef PLAIT_LIBDIR
#define PLAIT_LIBDIR "lib"
#endif

// The folder of the running executable, or NULL.
static const char *own_folder(Arena *arena)
{
    char *path = realpath("/proc/self/exe", NULL);
    char *slash = path ? strrchr(path, '/') : NULL;
    const char *folder = slash ? arena_copy(arena, path, (size_t)(slash - path)) : NULL;
    free(path);
    return folder;
}

static const char *join(Arena *arena, const char *a, const char *b, const char *c)
{
    Buf text = {0};
    buf_print(&text, "%s%s%s", a, b, c);
    const char *copy = arena_copy(arena, text.text, text.size);
    buf_drop(&text);
    return copy;
}

// The path without `.` and `..`, for messages of the compiler.
static const char *plain(Arena *arena, const char *path)
{
    char *real = realpath(path, NULL);
    const char *copy = real ? arena_copy(arena, real, strlen(real)) : path;
    free(real);
    return copy;
}

static bool holds(Arena *arena, const char *folder, const char *file)
{
    return access(join(arena, folder, "/", file), R_OK) == 0;
}

const char *layout_include(Arena *arena, Err *err)
{
    const char *own = own_folder(arena);
    const char *near = own ? join(arena, own, "/../include", "") : NULL;
    if (near && holds(arena, near, "plait/runtime.h"))
        return plain(arena, near);
    if (holds(arena, PLAIT_SOURCE_INCLUDE, "plait/runtime.h"))
        return PLAIT_SOURCE_INCLUDE;
    err_set(err, "cannot find plait/runtime.h: it is installed beside the plait command, in %s",
            near ? near : "include");
    return NULL;
}

const char *layout_library(Arena *arena, Err *err)
{
    const char *own = own_folder(arena);
    const char *folders[] = {"", "/../" PLAIT_LIBDIR, "/../lib"};
    for (size_t i = 0; own && i < sizeof folders / sizeof *folders; i++) {
        const char *path = join(arena, own, folders[i], "/libplait-cluster.a");
        if (access(path, R_OK) == 0)
            return plain(arena, path);
    }
    err_set(err,
            "cannot find libplait-cluster.a: it is installed with the plait command, in %s",
            PLAIT_LIBDIR);
    return NULL;
}
