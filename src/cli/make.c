// cli/make.c: Programs, their C, and their machine code.

#include "cli/make.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/ending.h"
#include "cli/layout.h"
#include "gen/emit.h"

void make_init(Make *make, Front *front)
{
    *make = (Make){.front = front};
}

void make_drop(Make *make)
{
    native_close(&make->native);
    arena_drop(&make->arena);
}

// --------------------------------------------------------------------------- the operands

bool make_is_c(const char *path)
{
    return has_ending(path, ".c") || has_ending(path, ".o") || has_ending(path, ".a");
}

// "dir/Client-Server.pproj" is Client-Server; a folder has its own name.
static const char *name_after(Arena *arena, const char *path)
{
    char *real = realpath(path, NULL);
    const char *full = real ? real : path, *slash = strrchr(full, '/');
    const char *base = slash ? slash + 1 : full;
    size_t size = strlen(base);
    if (has_ending(base, ".p") || has_ending(base, ".pproj"))
        size = (size_t)(strrchr(base, '.') - base);
    char *name = arena_copy(arena, size ? base : "program", size ? size : 7);
    for (char *c = name; *c; c++)
        if (!isalnum((unsigned char)*c) && *c != '-' && *c != '_')
            *c = '_';
    free(real);
    return name;
}

void make_take_files(Make *make)
{
    Front *front = make->front;
    size_t kept = 0;
    make->files = NEW_ARRAY(&make->arena, const char *, front->path_count + 1);
    for (size_t i = 0; i < front->path_count; i++) {
        if (make_is_c(front->paths[i]))
            make->files[make->file_count++] = front->paths[i];
        else
            front->paths[kept++] = front->paths[i];
    }
    front->path_count = kept;
    make->name = name_after(&make->arena, kept ? front->paths[0] : ".");
}

// ---------------------------------------------------------------------------- the Program

bool make_program(Make *make, Target target, Err *err)
{
    make->program = &make->made;
    return gen_program(&make->arena, &make->front->lang, target, &make->made, err) &&
           make_find_files(make, err);
}

static const char *line_of(void *context, uint32_t file, uint32_t line)
{
    Make *make = context;
    Sources *sources = &make->front->lang.sources;
    if (file >= sources->files.count || line == 0)
        return NULL;
    uint32_t size;
    const char *text = source_line(sources, sources->files.items[file], line, &size);
    return text ? arena_copy(&make->arena, text, size) : NULL;
}

void make_text(Make *make, MakeNames names, bool is_loaded, Buf *out)
{
    EmitOptions options = {
        .symbol = names.symbol,
        .prefix = names.prefix,
        .is_loaded = is_loaded,
        .line = line_of,
        .context = make,
    };
    emit_program(out, &make->made, &options);
}

void make_header(Make *make, MakeNames names, Buf *out)
{
    emit_header(out, &make->made, &(EmitOptions){.symbol = names.symbol, .prefix = names.prefix});
}

void make_stubs(Make *make, MakeNames names, const char *header, Buf *out)
{
    emit_stubs(out, &make->made, &(EmitOptions){.header = header, .prefix = names.prefix});
}

// -------------------------------------------------------------------------------- loading

static void warn_missing(const Make *make)
{
    for (uint32_t i = 0; i < make->made.fun_count; i++)
        if (emit_needs(&make->made, i) && !make->program->funs[i].foreign) {
            fprintf(stderr,
                    "note: nothing supplies the foreign function %s; plait compile -o DIR writes\n"
                    "a C file to fill in, which is then given with the paths\n",
                    make->made.funs[i].name);
            if (make->uses_given_only && make->front->lang.c_files.count)
                fprintf(stderr,
                        "(C beside a program that a trace names is not used: give its path)\n");
            return;
        }
}

// Uses the compiled Program, with the machines that are implemented in C. It also gets the
// bytecode that it was made from: the checker needs it to know which slots of a frame are live.
static bool use_compiled(Make *make, Err *err)
{
    const PProgram *compiled = native_program(&make->native, err);
    if (!compiled)
        return false;
    PProgram *bound = NEW(&make->arena, PProgram);
    PFun *funs = NEW_ARRAY(&make->arena, PFun, compiled->fun_count);
    for (uint32_t i = 0; i < compiled->fun_count; i++) {
        funs[i] = compiled->funs[i];
        funs[i].code = make->made.funs[i].code;
    }
    *bound = *compiled;
    bound->funs = funs;
    native_bind_rest(&make->native, &make->arena, bound);
    make->program = bound;
    return true;
}

bool make_load(Make *make, bool is_native, Err *err)
{
    NativeSource source = {.files = make->files, .file_count = make->file_count};
    Buf text = {0};
    bool ok = true;

    if (is_native || make->file_count) {
        source.include = layout_include(&make->arena, err);
        if (is_native) {
            make_text(make, (MakeNames){0}, true, &text);
            source.text = text.text;
            source.size = text.size;
        }
        ok = source.include && native_open(&make->native, &source, err);
        if (ok && is_native)
            ok = use_compiled(make, err);
        else if (ok)
            native_bind(&make->native, &make->arena, &make->made);
        buf_drop(&text);
    }
    if (ok && make->program->test_count)
        warn_missing(make);
    return ok;
}
