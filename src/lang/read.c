// lang/read.c: from the paths on a command line to the files of a program.
//
// A path is a .p file, a project, or a folder. A folder with one project in it
// is that project, as P's own command has it; any other folder is every .p file
// below it, in the order of their names, so that the order does not depend on
// the file system. A file reached twice, by whatever name, is read once.
//
// C files on the way are noted, for a program that leaves something to C: those that a
// project lists, that stand in a folder PForeign, or beside .p files.
//
// The tests of included projects are theirs, not ours: such files are listed in
// `no_tests`, unless they were also asked for directly.

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/buf.h"
#include "base/ending.h"
#include "base/map.h"
#include "lang/lang.h"
#include "lang/project.h"

// What a file, folder or project is, however it is called.
typedef struct Identity {
    dev_t device;
    ino_t inode;
    uint32_t index;         // of the file among the sources
    bool has_tests;         // it was reached without an include
    struct Identity *next;  // of those with the same key
} Identity;

typedef VEC(const char *) Paths;

typedef struct Reader {
    Lang *lang;
    Err *err;
    Map files;                 // read already
    Map projects;              // loaded already, or being loaded
    Map folders;               // of the walk we are on
    Map c_files;               // noted already
    Paths projects_below;      // met on the walk
    VEC(Identity *) in_order;  // the files, as they were read
    uint32_t reached;          // counts what was found, new or not
} Reader;

static bool read_project(Reader *r, const char *path, bool included);

// --------------------------------------------------------------------- identity

static uint64_t key_of(const struct stat *info)
{
    return map_mix((uint64_t)info->st_dev) ^ (uint64_t)info->st_ino;
}

static Identity *find(const Map *map, const struct stat *info)
{
    Identity *i = map_get(map, key_of(info));
    while (i && (i->device != info->st_dev || i->inode != info->st_ino))
        i = i->next;
    return i;
}

static Identity *remember(Reader *r, Map *map, const struct stat *info)
{
    Identity *i = NEW(&r->lang->arena, Identity);
    *i = (Identity){
        .device = info->st_dev,
        .inode = info->st_ino,
        .next = map_get(map, key_of(info)),
    };
    map_put(map, key_of(info), i);
    return i;
}

// ------------------------------------------------------------------------ files

static bool read_file(Reader *r, const char *path, const struct stat *info, bool included)
{
    // Opening a pipe would wait for a writer.
    if (!S_ISREG(info->st_mode)) {
        err_set(r->err, "cannot read %s: it is no regular file", path);
        return false;
    }
    Identity *known = find(&r->files, info);
    if (!known) {
        Source *source = source_load(&r->lang->sources, path, r->err);
        if (!source)
            return false;
        known = remember(r, &r->files, info);
        known->index = r->lang->sources.files.count - 1;
        vec_push(&r->lang->arena, &r->in_order, known);
    }
    r->reached++;
    known->has_tests |= !included;
    return true;
}

static bool is_c(const char *path)
{
    return has_ending(path, ".c") || has_ending(path, ".o") || has_ending(path, ".a");
}

static void note_c(Reader *r, const char *path, const struct stat *info, bool is_listed)
{
    if (!S_ISREG(info->st_mode) || find(&r->c_files, info))
        return;
    remember(r, &r->c_files, info);
    vec_push(&r->lang->arena, &r->lang->c_files, ((CFile){path, is_listed}));
}

// ---------------------------------------------------------------------- folders

static int by_bytes(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static void sort_paths(Paths *paths)
{
    if (paths->count)
        qsort(paths->items, paths->count, sizeof *paths->items, by_bytes);
}

// What tools wrote there is no source.
static bool is_output(const char *name)
{
    return strcmp(name, "PGenerated") == 0 || strcmp(name, "PCheckerOutput") == 0 ||
           strcmp(name, "plait-out") == 0;
}

// The names in a folder, hidden ones left out.
static bool list_folder(Reader *r, const char *folder, Paths *names)
{
    DIR *dir = opendir(folder);
    if (!dir) {
        err_os(r->err, "open the folder", folder);
        return false;
    }

    struct dirent *entry;
    errno = 0;
    while ((entry = readdir(dir))) {
        if (entry->d_name[0] == '.')
            continue;
        const char *name = arena_copy(&r->lang->arena, entry->d_name, strlen(entry->d_name));
        vec_push(&r->lang->arena, names, name);
    }
    bool ok = errno == 0;
    if (!ok)
        err_os(r->err, "read the folder", folder);
    closedir(dir);
    sort_paths(names);
    return ok;
}

static const char *last_part(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

// Object files are not searched for: it is not known what they were made from.
static void note_c_of(Reader *r, const char *folder, const Paths *names)
{
    bool is_listed = strcmp(last_part(folder), "PForeign") == 0, has_p = false;
    for (uint32_t i = 0; i < names->count; i++)
        has_p |= has_ending(names->items[i], ".p");
    for (uint32_t i = 0; (is_listed || has_p) && i < names->count; i++) {
        struct stat info;
        if (!has_ending(names->items[i], ".c"))
            continue;
        const char *path = path_join(&r->lang->arena, folder, names->items[i]);
        if (stat(path, &info) == 0)
            note_c(r, path, &info, is_listed);
    }
}

static bool walk(Reader *r, const char *folder, Paths *found);

static bool walk_entry(Reader *r, const char *folder, const char *name, Paths *found)
{
    Arena *arena = &r->lang->arena;
    struct stat info;
    const char *path = path_join(arena, folder, name);

    if (stat(path, &info) != 0) {
        // A link to nowhere matters only if it claims to be a program.
        if (!has_ending(name, ".p"))
            return true;
        err_os(r->err, "open", path);
        return false;
    }
    if (S_ISDIR(info.st_mode)) {
        if (is_output(name) || find(&r->folders, &info))
            return true;
        remember(r, &r->folders, &info);
        return walk(r, path, found);
    }
    if (S_ISREG(info.st_mode) && has_ending(name, ".p"))
        vec_push(arena, found, path);
    if (S_ISREG(info.st_mode) && has_ending(name, ".pproj"))
        vec_push(arena, &r->projects_below, path);
    return true;
}

static bool walk(Reader *r, const char *folder, Paths *found)
{
    Paths names = {0};
    if (!list_folder(r, folder, &names))
        return false;
    for (uint32_t i = 0; i < names.count; i++)
        if (!walk_entry(r, folder, names.items[i], found))
            return false;
    note_c_of(r, folder, &names);
    return true;
}

// Every .p file below a folder. Links may lead in circles, so each folder is
// entered once.
static bool walk_all(Reader *r, const char *folder, const struct stat *info, Paths *found)
{
    r->projects_below.count = 0;
    remember(r, &r->folders, info);
    bool ok = walk(r, folder, found);
    map_drop(&r->folders);
    sort_paths(found);
    return ok;
}

static bool read_found(Reader *r, const Paths *found, bool included)
{
    bool ok = true;
    for (uint32_t i = 0; ok && i < found->count; i++) {
        struct stat file;
        ok = stat(found->items[i], &file) == 0;
        if (ok)
            ok = read_file(r, found->items[i], &file, included);
        else
            err_os(r->err, "open", found->items[i]);
    }
    return ok;
}

static bool read_below(Reader *r, const char *folder, const struct stat *info, bool included)
{
    Paths found = {0};
    return walk_all(r, folder, info, &found) && read_found(r, &found, included);
}

// Several projects are several programs, never one.
static void name_one(Reader *r, const char *folder, Paths *projects)
{
    enum { SHOWN_MAX = 8 };
    Buf list = {0};
    sort_paths(projects);
    for (uint32_t i = 0; i < projects->count && i < SHOWN_MAX; i++)
        buf_print(&list, "%s%s", i ? ", " : "", projects->items[i]);
    if (projects->count > SHOWN_MAX)
        buf_str(&list, ", ...");
    err_set(r->err, "%u projects below %s; name one: %s", projects->count, folder, buf_text(&list));
    buf_drop(&list);
}

static bool read_folder(Reader *r, const char *folder, const struct stat *info)
{
    Paths names = {0};
    Paths projects = {0};

    if (!list_folder(r, folder, &names))
        return false;
    for (uint32_t i = 0; i < names.count; i++)
        if (has_ending(names.items[i], ".pproj"))
            vec_push(&r->lang->arena, &projects,
                     path_join(&r->lang->arena, folder, names.items[i]));

    if (projects.count == 1)
        return read_project(r, projects.items[0], false);
    Paths found = {0};
    if (projects.count == 0) {
        if (!walk_all(r, folder, info, &found))
            return false;
        projects = r->projects_below;
    }
    if (projects.count > 1) {
        name_one(r, folder, &projects);
        return false;
    }
    return read_found(r, &found, false);
}

// --------------------------------------------------------------------- projects

// A project lists what it is made of; a part that is missing is worth a warning. Code of
// other host languages is not ours to read, there or not.
static bool is_host_code(const char *path)
{
    const char *name = last_part(path);
    if (strcmp(name, "PForeign") == 0)
        return true;
    return strchr(name, '.') && strcmp(name, "..") != 0 && !has_ending(name, ".p") && !is_c(name);
}

static void warn_missing(Reader *r, const Project *p, const ProjectEntry *entry)
{
    Buf text = {0};
    buf_print(&text, "%s:%lu: passed over %s, which is not there", p->path, entry->line,
              entry->path);
    vec_push(&r->lang->arena, &r->lang->warnings,
             (const char *)arena_copy(&r->lang->arena, buf_text(&text), text.size));
    buf_drop(&text);
}

static bool read_entry(Reader *r, const Project *p, const ProjectEntry *entry, bool included)
{
    struct stat info;
    if (stat(entry->path, &info) != 0) {
        if (errno == ENOENT || errno == ENOTDIR) {
            if (!is_host_code(entry->path))
                warn_missing(r, p, entry);
            return true;
        }
        err_set(r->err, "%s:%lu: cannot open %s: %s", p->path, entry->line, entry->path,
                strerror(errno));
        return false;
    }
    if (S_ISDIR(info.st_mode))
        return read_below(r, entry->path, &info, included);
    if (is_c(entry->path))
        note_c(r, entry->path, &info, true);
    return !has_ending(entry->path, ".p") || read_file(r, entry->path, &info, included);
}

static bool read_include(Reader *r, const Project *p, const ProjectEntry *entry)
{
    struct stat info;
    if (stat(entry->path, &info) != 0) {
        err_set(r->err, "%s:%lu: cannot include the project %s: %s", p->path, entry->line,
                entry->path, strerror(errno));
        return false;
    }
    if (!S_ISREG(info.st_mode)) {
        err_set(r->err, "%s:%lu: cannot include %s: it is no project file", p->path, entry->line,
                entry->path);
        return false;
    }
    return read_project(r, entry->path, true);
}

// PForeign beside the project file belongs to it, listed or not.
static bool note_foreign_folder(Reader *r, const char *project)
{
    Arena *arena = &r->lang->arena;
    const char *slash = strrchr(project, '/');
    const char *folder = slash ? arena_copy(arena, project, (size_t)(slash - project) + 1) : ".";
    const char *foreign = path_join(arena, folder, "PForeign");
    struct stat info;
    Paths names = {0};
    if (stat(foreign, &info) != 0 || !S_ISDIR(info.st_mode))
        return true;
    if (!list_folder(r, foreign, &names))
        return false;
    note_c_of(r, foreign, &names);
    return true;
}

// Projects may include each other in circles: each is loaded once. One that was
// included first and asked for later is loaded again, for its tests.
static bool read_project(Reader *r, const char *path, bool included)
{
    struct stat info;
    if (stat(path, &info) != 0) {
        err_os(r->err, "open", path);
        return false;
    }
    Identity *known = find(&r->projects, &info);
    if (known && (included || known->has_tests)) {
        r->reached++;
        return true;
    }
    if (!known)
        known = remember(r, &r->projects, &info);
    known->has_tests |= !included;

    Project project;
    if (!project_load(&r->lang->arena, path, &project, r->err))
        return false;
    for (uint32_t i = 0; i < project.files.count; i++)
        if (!read_entry(r, &project, &project.files.items[i], included))
            return false;
    if (!note_foreign_folder(r, path))
        return false;
    for (uint32_t i = 0; i < project.includes.count; i++)
        if (!read_include(r, &project, &project.includes.items[i]))
            return false;
    return true;
}

// ------------------------------------------------------------------------ paths

static bool read_path(Reader *r, const char *path)
{
    struct stat info;
    if (stat(path, &info) != 0) {
        err_os(r->err, "open", path);
        return false;
    }

    uint32_t before = r->reached;
    bool is_folder = S_ISDIR(info.st_mode);
    bool ok;
    if (is_folder)
        ok = read_folder(r, path, &info);
    else if (has_ending(path, ".pproj"))
        ok = read_project(r, path, false);
    else if (has_ending(path, ".p"))
        ok = read_file(r, path, &info, false);
    else {
        if (has_ending(path, ".jsonl"))
            err_set(r->err, "%s is a trace, not a program: plait replay shows one trace at a time",
                    path);
        else
            err_set(r->err, "%s is neither a .p file, nor a .pproj project, nor a folder", path);
        return false;
    }

    // A file that something else brought already counts, so a path that finds
    // nothing at all is surely not the one that was meant.
    if (ok && (r->reached == before || r->files.count == 0)) {
        err_set(r->err, "no P program in %s: %s no .p file", path,
                is_folder ? "the folder holds" : "the project names");
        return false;
    }
    return ok;
}

bool lang_read(Lang *lang, const char *const *paths, size_t count, Err *err)
{
    Reader r = {.lang = lang, .err = err};
    bool ok = true;

    for (size_t i = 0; ok && i < count; i++)
        ok = read_path(&r, paths[i]);
    for (uint32_t i = 0; i < r.in_order.count; i++)
        if (!r.in_order.items[i]->has_tests) {
            uint32_t file = r.in_order.items[i]->index;
            vec_push(&lang->arena, &lang->no_tests, file);
            lang->sources.files.items[file]->is_included = true;
        }

    map_drop(&r.files);
    map_drop(&r.projects);
    map_drop(&r.folders);
    map_drop(&r.c_files);
    return ok;
}
