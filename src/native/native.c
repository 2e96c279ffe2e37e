// native/native.c: compiles C, caches the result, and loads it.

#include "native/native.h"

#define XXH_INLINE_ALL
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <link.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <xxhash.h>

#include "base/buf.h"
#include "base/vec.h"
#include "plait/foreign.h"
#include "rt/program.h"

extern char **environ;

// ----------------------------------------------------------------------------- compiler

static const char *compiler(void)
{
    const char *cc = getenv("CC");
    return cc && cc[0] ? cc : "cc";
}

typedef VEC(const char *) Words;

// CC may contain options, too: words separated by spaces.
static void compiler_words(Arena *arena, Words *words)
{
    const char *text = compiler();
    for (;;) {
        text += strspn(text, " ");
        size_t size = strcspn(text, " ");
        if (size == 0)
            return;
        vec_push(arena, words, arena_copy(arena, text, size));
        text += size;
    }
}

// For an argument `@x` a compiler reads options from the file `x`. gcc passes the last component
// of each path as an argument to its subprograms, so that component counts as well.
static bool is_option_file(const char *arg, Err *err)
{
    const char *slash = strrchr(arg, '/');
    const char *name = slash ? slash + 1 : arg;
    if (name[0] == '@')
        err_set(err,
                "cannot compile %s: to C compilers a name with `@` in front is a file of options",
                arg);
    return name[0] == '@';
}

// The compiler's output goes to the file, or to standard error: standard output is only for
// results.
static bool spawn(Arena *arena, const char *const *args, const char *output, Err *err)
{
    Words words = {0};
    compiler_words(arena, &words);
    for (; *args; args++) {
        if (is_option_file(*args, err))
            return false;
        vec_push(arena, &words, *args);
    }
    vec_push(arena, &words, (const char *)NULL);

    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    if (output)
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, output,
                                         O_WRONLY | O_CREAT | O_TRUNC, 0600);
    else
        posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO);
    pid_t child;
    int reason =
        posix_spawnp(&child, words.items[0], &actions, NULL, (char **)words.items, environ);
    posix_spawn_file_actions_destroy(&actions);
    if (reason == ENOENT) {
        err_set(err, "there is no C compiler `%s` here: install gcc or clang, or name one in CC",
                words.items[0]);
        return false;
    }
    if (reason != 0) {
        err_set(err, "cannot run the C compiler `%s`: %s", words.items[0], strerror(reason));
        return false;
    }

    int status = 0;
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR) {
            err_os(err, "wait for", words.items[0]);
            return false;
        }
    if (status != 0)
        err_set(err, "the C compiler `%s` failed", words.items[0]);
    return status == 0;
}

bool native_cc(const char *const *args, Err *err)
{
    Arena arena = {0};
    bool ok = spawn(&arena, args, NULL, err);
    arena_drop(&arena);
    return ok;
}

// -------------------------------------------------------------------------------- files

static char *format(Arena *arena, const char *form, const char *a, const char *b)
{
    Buf text = {0};
    buf_print(&text, form, a, b);
    char *copy = arena_copy(arena, text.text, text.size);
    buf_drop(&text);
    return copy;
}

const char *native_operand(Arena *arena, const char *path)
{
    return path[0] == '-' ? format(arena, "./%s%s", path, "") : path;
}

static bool make_folder(char *path, Err *err)
{
    for (char *slash = path + 1;; slash++) {
        if (*slash != '/' && *slash != '\0')
            continue;
        char end = *slash;
        *slash = '\0';
        if (mkdir(path, 0700) != 0 && errno != EEXIST) {
            err_os(err, "make the folder", path);
            return false;
        }
        *slash = end;
        if (end == '\0')
            return true;
    }
}

// Code is loaded from this folder, so no other user may be able to write to it.
static bool is_private(const char *folder, Err *err)
{
    struct stat info;
    if (stat(folder, &info) != 0) {
        err_os(err, "look at", folder);
        return false;
    }
    if (info.st_uid == geteuid() && !(info.st_mode & (S_IWGRP | S_IWOTH)))
        return true;
    err_set(err,
            "%s belongs to somebody else, or others can write to it: no code is loaded from there; "
            "set PLAIT_CACHE to a folder of your own",
            folder);
    return false;
}

// NULL, with the reason in `err`, when there is no usable cache folder.
static char *cache_folder(Arena *arena, Err *err)
{
    const char *own = getenv("PLAIT_CACHE"), *base = getenv("XDG_CACHE_HOME"),
               *home = getenv("HOME");
    char *path;
    if (own && own[0])
        path = format(arena, "%s%s", own, "");
    else if (base && base[0] == '/')
        path = format(arena, "%s%s", base, "/plait");
    else if (home && home[0])
        path = format(arena, "%s%s", home, "/.cache/plait");
    else {
        err_set(err, "no place to keep compiled code: set PLAIT_CACHE to a folder");
        return NULL;
    }
    return make_folder(path, err) && is_private(path, err) ? path : NULL;
}

// Whether the library exists, belongs to this user, and is not writable for others.
static bool is_made(const char *library)
{
    struct stat info;
    return lstat(library, &info) == 0 && S_ISREG(info.st_mode) && info.st_uid == geteuid() &&
           !(info.st_mode & (S_IWGRP | S_IWOTH));
}

static bool write_text(const char *path, const char *text, size_t size, Err *err)
{
    FILE *f = fopen(path, "wb");
    if (!f) {
        err_os(err, "write", path);
        return false;
    }
    bool ok = fwrite(text, 1, size, f) == size;
    if (fclose(f) != 0 || !ok) {
        err_os(err, "write", path);
        return false;
    }
    return true;
}

// --------------------------------------------------------------------------------- hash

static void hash_text(XXH3_state_t *state, const char *text, size_t size)
{
    uint64_t length = size;
    XXH3_128bits_update(state, &length, sizeof length);
    XXH3_128bits_update(state, text, size);
}

static bool hash_file(XXH3_state_t *state, const char *path, Err *err)
{
    FILE *f = fopen(path, "rb");
    if (!f) {
        err_os(err, "read", path);
        return false;
    }
    char block[65536];
    size_t size;
    while ((size = fread(block, 1, sizeof block, f)) > 0)
        hash_text(state, block, size);
    bool ok = !ferror(f);
    if (!ok)
        err_os(err, "read", path);
    fclose(f);
    return ok;
}

static bool is_c(const char *path)
{
    size_t size = strlen(path);
    return size > 2 && strcmp(path + size - 2, ".c") == 0;
}

// Hashes a C file after preprocessing, so with everything that it includes.
static bool hash_input(Arena *arena, XXH3_state_t *state, const NativeSource *source,
                       const char *path, const char *folder, Err *err)
{
    if (!is_c(path))
        return hash_file(state, path, err);
    char *expanded = format(arena, "%s/%s", folder, "expanded.i");
    const char *args[] = {"-E", "-I", source->include, native_operand(arena, path), NULL};
    return spawn(arena, args, expanded, err) && hash_file(state, expanded, err);
}

static const char *const flags[] = {
    "-std=gnu11",
    "-O2",
    "-g",
    "-shared",
    "-fPIC",
    "-pthread",
};
// For the user's C files: the linker replaces calls of functions that end the process by calls
// of our wrappers.
static const char *const wraps[] = {
    "-Wl,--wrap=exit,--wrap=_exit,--wrap=_Exit,--wrap=quick_exit,--wrap=abort",
    "-Wl,--wrap=__assert_fail",
};
static const char *const headers[] = {"runtime.h", "value.h", "short.h", "foreign.h"};

enum {
    FLAG_COUNT = sizeof flags / sizeof *flags,
    WRAP_COUNT = sizeof wraps / sizeof *wraps,
    HEADER_COUNT = sizeof headers / sizeof *headers,
};

// The wrappers. They call foreign_leaves before the process ends, so that a check can continue.
static const char leave_text[] =
    "_Noreturn void p_foreign_leaves(const char *how, int code);\n"
    "_Noreturn void p_foreign_asserts(const char *text, const char *file, unsigned line);\n"
    "#define WRAP __attribute__((visibility(\"hidden\"))) _Noreturn void\n"
    "WRAP __wrap_exit(int code) { p_foreign_leaves(\"exit\", code); }\n"
    "WRAP __wrap__exit(int code) { p_foreign_leaves(\"_exit\", code); }\n"
    "WRAP __wrap__Exit(int code) { p_foreign_leaves(\"_Exit\", code); }\n"
    "WRAP __wrap_quick_exit(int code) { p_foreign_leaves(\"quick_exit\", code); }\n"
    "WRAP __wrap_abort(void) { p_foreign_leaves(\"abort\", 0); }\n"
    "WRAP __wrap___assert_fail(const char *text, const char *file, unsigned line,\n"
    "                          const char *function)\n"
    "{ (void)function; p_foreign_asserts(text, file, line); }\n";

// 32 hexadecimal digits; NULL when something cannot be read.
static char *hash_source(Arena *arena, const NativeSource *source, const char *folder, Err *err)
{
    XXH3_state_t *state = XXH3_createState();
    bool ok = true;
    if (!state)
        die_out_of_memory(sizeof *state);
    XXH3_128bits_reset(state);
    hash_text(state, compiler(), strlen(compiler()));
    for (int i = 0; i < FLAG_COUNT; i++)
        hash_text(state, flags[i], strlen(flags[i]));
    for (int i = 0; i < WRAP_COUNT; i++)
        hash_text(state, wraps[i], strlen(wraps[i]));
    for (int i = 0; i < HEADER_COUNT && ok; i++) {
        Buf path = {0};
        buf_print(&path, "%s/plait/%s", source->include, headers[i]);
        ok = hash_file(state, path.text, err);
        buf_drop(&path);
    }
    hash_text(state, leave_text, sizeof leave_text);
    hash_text(state, source->text ? source->text : "", source->size);
    for (size_t i = 0; i < source->file_count && ok; i++)
        ok = hash_input(arena, state, source, source->files[i], folder, err);

    XXH128_hash_t hash = XXH3_128bits_digest(state);
    XXH3_freeState(state);
    if (!ok)
        return NULL;
    char *digits = NEW_ARRAY(arena, char, 33);
    snprintf(digits, 33, "%016" PRIx64 "%016" PRIx64, (uint64_t)hash.high64, (uint64_t)hash.low64);
    return digits;
}

// ---------------------------------------------------------------------------------- open

// Compiles in a temporary folder and renames the finished library, because another process may
// compile the same.
static bool compile(Arena *arena, const NativeSource *source, const char *folder,
                    const char *library, Err *err)
{
    char *c = format(arena, "%s/%s", folder, "program.c");
    char *made = format(arena, "%s/%s", folder, "program.so");
    char *leave = format(arena, "%s/%s", folder, "leave.c");
    Words args = {0};
    for (int i = 0; i < FLAG_COUNT; i++)
        vec_push(arena, &args, flags[i]);
    vec_push(arena, &args, "-I");
    vec_push(arena, &args, source->include);
    vec_push(arena, &args, "-o");
    vec_push(arena, &args, made);
    if (source->text) {
        if (!write_text(c, source->text, source->size, err))
            return false;
        vec_push(arena, &args, c);
    }
    if (source->file_count > 0) {
        for (int i = 0; i < WRAP_COUNT; i++)
            vec_push(arena, &args, wraps[i]);
        if (!write_text(leave, leave_text, sizeof leave_text - 1, err))
            return false;
        vec_push(arena, &args, leave);
    }
    for (size_t i = 0; i < source->file_count; i++)
        vec_push(arena, &args, native_operand(arena, source->files[i]));
    vec_push(arena, &args, "-lm");
    vec_push(arena, &args, (const char *)NULL);
    if (!spawn(arena, args.items, NULL, err))
        return false;
    chmod(made, 0700);
    if (rename(made, library) != 0) {
        err_os(err, "write", library);
        return false;
    }
    return true;
}

static void clean(Arena *arena, const char *folder)
{
    unlink(format(arena, "%s/%s", folder, "program.c"));
    unlink(format(arena, "%s/%s", folder, "program.so"));
    unlink(format(arena, "%s/%s", folder, "leave.c"));
    unlink(format(arena, "%s/%s", folder, "expanded.i"));
    rmdir(folder);
}

static char *find_or_make(Arena *arena, const NativeSource *source, Err *err)
{
    char *cache = cache_folder(arena, err);
    if (!cache)
        return NULL;
    char *work = format(arena, "%s/%s", cache, "work-XXXXXX");
    if (!mkdtemp(work)) {
        err_os(err, "make a folder in", cache);
        return NULL;
    }
    char *library = NULL, *digits = hash_source(arena, source, work, err);
    if (digits) {
        library = format(arena, "%s/%s.so", cache, digits);
        if (!is_made(library) && !compile(arena, source, work, library, err))
            library = NULL;
    }
    clean(arena, work);
    return library;
}

// Whether this command needs no loader. Then it cannot load anything either.
static bool is_static(void)
{
    const ElfW(Phdr) *parts = (const ElfW(Phdr) *)getauxval(AT_PHDR);
    for (unsigned long i = 0, count = getauxval(AT_PHNUM); parts && i < count; i++)
        if (parts[i].p_type == PT_INTERP)
            return false;
    return true;
}

bool native_open(Native *native, const NativeSource *source, Err *err)
{
    Arena arena = {0};
    *native = (Native){0};
    if (is_static()) {
        err_set(err, "this plait is a static executable, which cannot load compiled C: use the one "
                     "that `make install` or the package installs");
        return false;
    }
    char *library = find_or_make(&arena, source, err);
    if (library) {
        native->handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
        if (!native->handle)
            err_set(err, "cannot load compiled code: %s", dlerror());
    }
    arena_drop(&arena);
    return native->handle != NULL;
}

void native_close(Native *native)
{
    if (native->handle)
        dlclose(native->handle);
    native->handle = NULL;
}

const PProgram *native_program(const Native *native, Err *err)
{
    const PProgram *p = dlsym(native->handle, "plait_program");
    if (!p)
        err_set(err, "the compiled code holds no program");
    else if (p->schema != P_SCHEMA)
        err_set(err, "the compiled code is of another version of plait");
    return p && p->schema == P_SCHEMA ? p : NULL;
}

// ------------------------------------------------------------------------------- foreign

static void *symbol(const Native *native, const char *prefix, const char *name)
{
    Buf b = {0};
    program_symbol(&b, prefix, name);
    void *found = dlsym(native->handle, b.text);
    buf_drop(&b);
    return found;
}

static bool is_declared_pure(const Native *native, const PFun *fun)
{
    return (fun->is_foreign || fun->is_model) && symbol(native, "P_PURE_", fun->name);
}

static void bind_machines(const Native *native, Arena *arena, PProgram *p)
{
    PMachineInfo *machines = NEW_ARRAY(arena, PMachineInfo, p->machine_count);
    for (uint32_t i = 0; i < p->machine_count; i++) {
        machines[i] = p->machines[i];
        if (machine_may_be_c(&machines[i]))
            machines[i].foreign = symbol(native, "P_MACHINE_", machines[i].name);
    }
    p->machines = machines;
}

void native_bind(const Native *native, Arena *arena, PProgram *p)
{
    PFun *funs = NEW_ARRAY(arena, PFun, p->fun_count);
    PType *types = NEW_ARRAY(arena, PType, p->type_count);
    for (uint32_t i = 0; i < p->fun_count; i++) {
        funs[i] = p->funs[i];
        funs[i].is_repeatable = is_declared_pure(native, &funs[i]);
        bool is_c = funs[i].is_foreign || funs[i].is_model;
        void *found = is_c ? symbol(native, "P_FUN_", funs[i].name) : NULL;
        // POSIX allows this conversion of a data pointer to a function pointer.
        memcpy(&funs[i].foreign, &found, sizeof found);
    }
    for (uint32_t i = 0; i < p->type_count; i++) {
        types[i] = p->types[i];
        if (types[i].kind == P_TYPE_FOREIGN)
            types[i].foreign = symbol(native, "P_FOREIGN_", types[i].name);
    }
    p->funs = funs;
    p->types = types;
    bind_machines(native, arena, p);
}

void native_bind_rest(const Native *native, Arena *arena, PProgram *p)
{
    PFun *funs = NEW_ARRAY(arena, PFun, p->fun_count);
    for (uint32_t i = 0; i < p->fun_count; i++) {
        funs[i] = p->funs[i];
        funs[i].is_repeatable = is_declared_pure(native, &funs[i]);
    }
    p->funs = funs;
    bind_machines(native, arena, p);
}
