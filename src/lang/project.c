// lang/project.c: expat reads the XML, we keep the few elements that matter.
//
// Invariant while parsing: `depth` counts the open elements; `where` names the
// one whose text is being gathered, or is IN_NOTHING.

#include "lang/project.h"

#include <expat.h>
#include <stdio.h>
#include <string.h>

#include "base/buf.h"

typedef enum Element { IN_NOTHING, IN_NAME, IN_FILE, IN_INCLUDE, IN_OUTPUT, IN_TARGET } Element;

typedef struct Loader {
    XML_Parser parser;
    Arena *arena;
    Project *project;
    Err *err;
    const char *folder;
    int depth;
    bool in_files;  // inside InputFiles
    Element where;
    unsigned long line;  // where the element began
    Buf text;
} Loader;

// ------------------------------------------------------------------------ paths

static void add_parts(Buf *out, const char *path)
{
    while (*path) {
        size_t size = strcspn(path, "/\\");
        bool says_nothing = size == 0 || (size == 1 && path[0] == '.');
        if (!says_nothing) {
            if (out->size && out->text[out->size - 1] != '/')
                buf_char(out, '/');
            buf_add(out, path, size);
        }
        path += size;
        path += *path ? 1 : 0;
    }
}

const char *path_join(Arena *arena, const char *folder, const char *name)
{
    Buf out = {0};

    if (name[0] == '/' || folder[0] == '/')
        buf_char(&out, '/');
    // A backslash in the folder's own path belongs to a name; it was found so.
    if (name[0] != '/' && strcmp(folder, ".") != 0) {
        buf_str(&out, folder[0] == '/' ? folder + 1 : folder);
        while (out.size > 1 && out.text[out.size - 1] == '/')
            out.text[--out.size] = '\0';
    }
    add_parts(&out, name);
    if (out.size == 0)
        buf_char(&out, '.');
    const char *joined = arena_copy(arena, buf_text(&out), out.size);
    buf_drop(&out);
    return joined;
}

static const char *folder_of(Arena *arena, const char *path)
{
    const char *slash = strrchr(path, '/');
    if (!slash)
        return ".";
    return arena_copy(arena, path, slash == path ? 1 : (size_t)(slash - path));
}

// --------------------------------------------------------------------- elements

static void stop(Loader *l, const char *problem, const char *what)
{
    if (!l->err->set)
        err_set(l->err, "%s:%lu:%lu: %s%s", l->project->path,
                (unsigned long)XML_GetCurrentLineNumber(l->parser),
                (unsigned long)XML_GetCurrentColumnNumber(l->parser) + 1, problem, what);
    XML_StopParser(l->parser, XML_FALSE);
}

static Element element_of(const Loader *l, const char *name)
{
    if (l->depth == 2 && l->in_files)
        return strcmp(name, "PFile") == 0 ? IN_FILE : IN_NOTHING;
    if (l->depth != 1)
        return IN_NOTHING;
    if (strcmp(name, "ProjectName") == 0)
        return IN_NAME;
    if (strcmp(name, "IncludeProject") == 0)
        return IN_INCLUDE;
    if (strcmp(name, "OutputDir") == 0)
        return IN_OUTPUT;
    return strcmp(name, "Target") == 0 ? IN_TARGET : IN_NOTHING;
}

static void XMLCALL element_begins(void *data, const XML_Char *name, const XML_Char **attributes)
{
    Loader *l = data;
    (void)attributes;

    if (l->depth == 0 && strcmp(name, "Project") != 0) {
        stop(l, "a project file begins with the element Project, not ", name);
        return;
    }
    if (l->where == IN_NOTHING) {
        l->where = element_of(l, name);
        l->line = (unsigned long)XML_GetCurrentLineNumber(l->parser);
        l->text.size = 0;
    } else {
        stop(l, "only text belongs here, not the element ", name);
        return;
    }
    if (l->depth == 1)
        l->in_files = strcmp(name, "InputFiles") == 0;
    l->depth++;
}

static void XMLCALL element_text(void *data, const XML_Char *text, int size)
{
    Loader *l = data;
    if (l->where != IN_NOTHING)
        buf_add(&l->text, text, (size_t)size);
}

static const char *trimmed(Loader *l)
{
    static const char blank[] = " \t\r\n";
    const char *text = l->text.size ? buf_text(&l->text) : "";
    text += strspn(text, blank);
    size_t size = strlen(text);
    while (size && strchr(blank, text[size - 1]))
        size--;
    return arena_copy(l->arena, text, size);
}

static void keep(Loader *l, const char *text)
{
    Project *p = l->project;
    ProjectEntry entry = {.path = text, .line = l->line};

    switch (l->where) {
    case IN_NAME:
        p->name = text;
        break;
    case IN_OUTPUT:
        p->output_dir = text;
        break;
    case IN_TARGET:
        p->target = text;
        break;
    case IN_FILE:
        entry.path = path_join(l->arena, l->folder, text);
        vec_push(l->arena, &p->files, entry);
        break;
    case IN_INCLUDE:
        entry.path = path_join(l->arena, l->folder, text);
        vec_push(l->arena, &p->includes, entry);
        break;
    case IN_NOTHING:
        break;
    }
}

static void XMLCALL element_ends(void *data, const XML_Char *name)
{
    Loader *l = data;
    l->depth--;
    if (l->where == IN_NOTHING)
        return;
    const char *text = trimmed(l);
    // An empty PFile would mean the project's whole folder: surely a slip.
    if (!text[0] && (l->where == IN_FILE || l->where == IN_INCLUDE))
        stop(l, "there is no path in ", name);
    else
        keep(l, text);
    l->where = IN_NOTHING;
}

// ------------------------------------------------------------------------- file

static bool parse(Loader *l, FILE *f)
{
    enum { PIECE = 64 * 1024 };

    for (bool last = false; !last;) {
        void *piece = XML_GetBuffer(l->parser, PIECE);
        if (!piece)
            die_out_of_memory(PIECE);
        size_t size = fread(piece, 1, PIECE, f);
        if (ferror(f)) {
            err_os(l->err, "read", l->project->path);
            return false;
        }
        last = size < PIECE;
        if (XML_ParseBuffer(l->parser, (int)size, last) != XML_STATUS_OK) {
            stop(l, "not a project file: ", XML_ErrorString(XML_GetErrorCode(l->parser)));
            return false;
        }
    }
    return true;
}

bool project_load(Arena *arena, const char *path, Project *project, Err *err)
{
    *project = (Project){.path = path, .name = "", .output_dir = "", .target = ""};

    FILE *f = fopen(path, "rb");
    if (!f) {
        err_os(err, "open", path);
        return false;
    }

    Loader l = {.arena = arena, .project = project, .err = err};
    l.folder = folder_of(arena, path);
    l.parser = XML_ParserCreate(NULL);
    if (!l.parser)
        die_out_of_memory(0);
    XML_SetUserData(l.parser, &l);
    XML_SetElementHandler(l.parser, element_begins, element_ends);
    XML_SetCharacterDataHandler(l.parser, element_text);

    bool ok = parse(&l, f);

    XML_ParserFree(l.parser);
    buf_drop(&l.text);
    fclose(f);
    return ok;
}
