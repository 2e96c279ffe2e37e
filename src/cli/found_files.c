// cli/found_files.c: finds the C files with a program's foreign functions and types.
//
// C files that a project lists, and those in a folder PForeign, belong to the program. A C file
// beside .p files may be anything, such as a host with a main function. It is used only when it
// mentions a function or type that the program declares as foreign, and is not a generated
// program. When the command line names a C file, no others are searched for.

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "cli/make.h"
#include "rt/program.h"

static bool is_part_of_name(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

static bool has_word(const Buf *text, const char *word)
{
    size_t size = strlen(word);
    const char *at = buf_text(text);
    while ((at = strstr(at, word))) {
        bool begins = at == buf_text(text) || !is_part_of_name(at[-1]);
        if (begins && !is_part_of_name(at[size]))
            return true;
        at += size;
    }
    return false;
}

static bool names(const Buf *text, const char *prefix, const char *name)
{
    Buf symbol = {0};
    program_symbol(&symbol, prefix, name);
    bool found = has_word(text, buf_text(&symbol));
    buf_drop(&symbol);
    return found;
}

static bool is_left_to_c(const PProgram *p, const PFun *fun)
{
    return fun->is_foreign && !program_builtin(p, fun);
}

static bool leaves_something(const PProgram *p)
{
    for (uint32_t i = 0; i < p->fun_count; i++)
        if (is_left_to_c(p, &p->funs[i]))
            return true;
    for (uint32_t i = 0; i < p->type_count; i++)
        if (p->types[i].kind == P_TYPE_FOREIGN)
            return true;
    return false;
}

static bool supplies(const PProgram *p, const Buf *text)
{
    if (has_word(text, "PProgram"))
        return false;
    for (uint32_t i = 0; i < p->fun_count; i++)
        if (is_left_to_c(p, &p->funs[i]) && names(text, "P_FUN_", p->funs[i].name))
            return true;
    for (uint32_t i = 0; i < p->type_count; i++)
        if (p->types[i].kind == P_TYPE_FOREIGN && names(text, "P_FOREIGN_", p->types[i].name))
            return true;
    return false;
}

static bool read_text(const char *path, Buf *text, Err *err)
{
    FILE *f = fopen(path, "rb");
    if (!f) {
        err_os(err, "read", path);
        return false;
    }
    char block[4096];
    for (size_t size; (size = fread(block, 1, sizeof block, f)) > 0;)
        buf_add(text, block, size);
    bool ok = !ferror(f);
    if (!ok)
        err_os(err, "read", path);
    fclose(f);
    return ok;
}

static bool is_wanted(const Make *make, const CFile *file, bool *wanted, Err *err)
{
    Buf text = {0};
    *wanted = file->is_listed;
    if (*wanted)
        return true;
    bool ok = read_text(file->path, &text, err);
    *wanted = ok && supplies(&make->made, &text);
    buf_drop(&text);
    return ok;
}

bool make_find_files(Make *make, Err *err)
{
    const Lang *lang = &make->front->lang;
    if (make->uses_given_only || make->file_count || !leaves_something(&make->made))
        return true;
    make->files = NEW_ARRAY(&make->arena, const char *, lang->c_files.count + 1);
    for (uint32_t i = 0; i < lang->c_files.count; i++) {
        bool wanted;
        if (!is_wanted(make, &lang->c_files.items[i], &wanted, err))
            return false;
        if (wanted)
            make->files[make->file_count++] = lang->c_files.items[i].path;
    }
    return true;
}
