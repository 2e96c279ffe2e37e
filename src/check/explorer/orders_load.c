// check/explorer/orders_load.c: built-in explorers by name, and users' explorers.
//
// A user's explorer is one C file. It is compiled and cached in the same way as generated C
// (native/native.h), and must define one symbol, `plait_explorer`.

#include "check/explorer/orders_load.h"

#include <dlfcn.h>
#include <string.h>
#include <unistd.h>

#include "check/explorer/explore.h"

static const PExplorer *const built_in[] = {
    &explore_rr, &explore_rtc, &explore_rtc_raise, &explore_prr, &explore_random, &explore_custom,
};

enum { BUILT_IN_COUNT = sizeof built_in / sizeof *built_in };

static bool is_c(const char *path)
{
    size_t size = strlen(path);
    return size > 2 && strcmp(path + size - 2, ".c") == 0;
}

// The defect of an explorer that can be found before it runs, or NULL.
static const char *defect(const PExplorer *e)
{
    if (e->schema == 0)
        return "it lacks `.schema = P_EXPLORER_SCHEMA`";
    if (e->schema != P_EXPLORER_SCHEMA)
        return "it was written for another version of plait/explorer.h";
    if (!e->name || !e->name[0])
        return "it has no name";
    if (e->own_size > P_EXPLORER_OWN_MAX)
        return "it wants more than 4096 bytes of its own";
    if (!e->next != !e->delay)
        return e->next ? "it has `next` without `delay`" : "it has `delay` without `next`";
    if (e->next && e->order)
        return "it has both `next` and `order`: one of them says who is first";
    if (!e->next && !e->order && !e->ready)
        return "it lacks `ready`: nobody would come into its line";
    if ((e->flags & P_EXPLORER_CYCLIC) && !e->delay)
        return "it is P_EXPLORER_CYCLIC without a `delay`";
    return NULL;
}

static const PExplorer *load(const char *path, const char *include, Native *native, Err *err)
{
    NativeSource source = {.files = &path, .file_count = 1, .include = include};
    if (access(path, R_OK) != 0) {
        err_os(err, "read", path);
        return NULL;
    }
    if (!include) {
        err_set(err, "cannot find plait/explorer.h, to compile %s", path);
        return NULL;
    }
    if (!native_open(native, &source, err))
        return NULL;
    const PExplorer *found = dlsym(native->handle, "plait_explorer");
    const char *wrong = found ? defect(found) : "it defines no `const PExplorer plait_explorer`";
    if (!wrong)
        return found;
    err_set(err, "%s is no explorer: %s", path, wrong);
    native_close(native);
    return NULL;
}

const PExplorer *explorer_find(const char *name, const char *include, Native *native, Err *err)
{
    *native = (Native){0};
    for (int i = 0; i < BUILT_IN_COUNT; i++)
        if (strcmp(built_in[i]->name, name) == 0)
            return built_in[i];
    if (is_c(name))
        return load(name, include, native, err);
    err_set(err,
            "no explorer is called `%s`: there are rr, rtc, rtc-raise, prr, random and custom, "
            "or give a C file",
            name);
    return NULL;
}
