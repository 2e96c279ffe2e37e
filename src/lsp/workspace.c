// lsp/workspace.c: from documents to programs, and the analysis.

#include "lsp/workspace.h"

#include <dirent.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/ending.h"
#include "base/json.h"
#include "base/memory.h"

// ---------------------------------------------------------------------- programs

static void verdicts_free(Verdict *v)
{
    while (v) {
        Verdict *next = v->next;
        free(v->test);
        free(v->text);
        free(v->trace);
        free(v->file);
        free(v);
        v = next;
    }
}

static void free_texts(char **texts, size_t count)
{
    for (size_t i = 0; i < count; i++)
        free(texts[i]);
    free(texts);
}

static void program_free(Program *p)
{
    lang_drop(&p->lang);
    free_texts(p->paths, p->path_count);
    free_texts(p->reported, p->reported_count);
    verdicts_free(p->verdicts);
    free(p);
}

static const char *overlay(void *context, const char *path, size_t *size)
{
    const Document *d = documents_find_file(context, path);
    if (!d)
        return NULL;
    *size = d->text.size;
    return buf_text(&d->text);
}

// Reads, without checking: enough to see which files belong to it.
static bool read_program(Program *p)
{
    lang_init(&p->lang);
    p->lang.sources.overlay = overlay;
    p->lang.sources.overlay_context = (void *)p->documents;
    p->err = (Err){0};
    if (p->only)
        return lang_add_text(&p->lang, p->only->uri, buf_text(&p->only->text), p->only->text.size,
                             &p->err);
    return lang_read(&p->lang, (const char *const *)p->paths, p->path_count, &p->err);
}

static Program *program_new(const Documents *documents, char **paths, size_t count, Document *only)
{
    Program *p = memory_zeroed(1, sizeof *p);
    p->paths = paths;
    p->path_count = count;
    p->documents = documents;
    p->only = only;
    p->is_stale = true;
    lang_init(&p->lang);
    return p;
}

void program_update(Program *p)
{
    if (!p->is_stale)
        return;
    lang_drop(&p->lang);
    p->is_stale = p->is_published = false;
    if (!read_program(p)) {
        lang_drop(&p->lang);
        lang_init(&p->lang);
    } else {
        lang_check(&p->lang);
    }
    Arena *arena = &p->lang.arena;
    p->names = p->lang.tree.arena ? occurrences_of(arena, &p->lang) : (Occurrences){0};
    p->lines = NEW_ARRAY(arena, Lines, p->lang.sources.files.count + 1);
}

// ------------------------------------------------------------------------- places

static uint32_t file_index(const Program *p, const Source *source)
{
    for (uint32_t i = 0; i < p->lang.sources.files.count; i++)
        if (p->lang.sources.files.items[i] == source)
            return i;
    bug("a file of another program");
}

Source *program_source(const Program *p, const Document *d)
{
    for (uint32_t i = 0; i < p->lang.sources.files.count; i++) {
        Source *s = p->lang.sources.files.items[i];
        if (p->only ? p->only == d : documents_find_file(p->documents, s->path) == d)
            return s;
    }
    return NULL;
}

const Tokens *program_tokens(const Program *p, const Source *source)
{
    uint32_t i = file_index(p, source);
    return i < p->lang.tokens.count ? &p->lang.tokens.items[i] : NULL;
}

Lines *program_lines(const Program *p, const Source *source)
{
    Lines *lines = &p->lines[file_index(p, source)];
    if (!lines->starts)
        *lines = lines_of((Arena *)&p->lang.arena, source->text, source->size);
    return lines;
}

char *program_uri(const Program *p, const Source *source)
{
    const Document *d = p->only ? p->only : documents_find_file(p->documents, source->path);
    if (d)
        return memory_copy_text(d->uri);
    char *absolute = realpath(source->path, NULL);
    Buf uri = {0};
    path_uri(absolute ? absolute : source->path, &uri);
    free(absolute);
    char *copy = memory_copy_text(buf_text(&uri));
    buf_drop(&uri);
    return copy;
}

static json_t *position_json(Position p)
{
    json_t *json = json_object();
    json_set_number(json, "line", p.line);
    json_set_number(json, "character", p.character);
    return json;
}

json_t *program_range(const Program *p, Span span)
{
    const Source *source = source_at(&p->lang.sources, span.start);
    Lines *lines = program_lines(p, source);
    json_t *range = json_object();
    json_object_set_new(range, "start",
                        position_json(lines_position(lines, span.start - source->base)));
    json_object_set_new(range, "end",
                        position_json(lines_position(lines, span.end - source->base)));
    return range;
}

json_t *program_location(const Program *p, Span span)
{
    char *uri = program_uri(p, source_at(&p->lang.sources, span.start));
    json_t *location = json_object();
    json_set_text(location, "uri", uri);
    json_object_set_new(location, "range", program_range(p, span));
    free(uri);
    return location;
}

// ----------------------------------------------------------------- which program

static Program *known(const Workspace *w, char *const *paths, size_t count)
{
    for (size_t i = 0; i < w->count; i++) {
        Program *p = w->programs[i];
        bool is_same = p->path_count == count && count > 0;
        for (size_t k = 0; is_same && k < count; k++)
            is_same = strcmp(p->paths[k], paths[k]) == 0;
        if (is_same)
            return p;
    }
    return NULL;
}

// Takes the program, unless it is there already; then that one.
static Program *keep(Workspace *w, Program *p)
{
    Program *there = known(w, p->paths, p->path_count);
    if (there) {
        program_free(p);
        return there;
    }
    MEMORY_GROW(w->programs, w->count + 1, w->capacity);
    w->programs[w->count++] = p;
    return p;
}

static char *join(const char *folder, const char *name)
{
    Buf path = {0};
    buf_print(&path, "%s/%s", folder, name);
    char *copy = memory_copy_text(buf_text(&path));
    buf_drop(&path);
    return copy;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

// The files of a folder whose names end so, sorted.
static char **list(const char *folder, const char *ending, size_t *count)
{
    char **paths = NULL;
    size_t capacity = 0;
    DIR *dir = opendir(folder);
    *count = 0;
    for (struct dirent *e; dir && (e = readdir(dir));)
        if (e->d_name[0] != '.' && has_ending(e->d_name, ending)) {
            MEMORY_GROW(paths, *count + 1, capacity);
            paths[(*count)++] = join(folder, e->d_name);
        }
    if (dir)
        closedir(dir);
    if (*count)
        qsort(paths, *count, sizeof *paths, by_name);
    return paths;
}

static char **one_path(const char *path)
{
    char **paths = memory_zeroed(1, sizeof *paths);
    paths[0] = memory_copy_text(path);
    return paths;
}

static bool has_document(Program *p, const Document *d)
{
    bool has = false;
    lang_drop(&p->lang);
    if (read_program(p))
        has = program_source(p, d) != NULL;
    return has;
}

// The project in this folder that lists the document, or NULL.
static Program *project_in(Workspace *w, const char *folder, const Document *d)
{
    size_t count;
    Program *found = NULL;
    char **projects = list(folder, ".pproj", &count);
    for (size_t i = 0; i < count && !found; i++) {
        Program *p = program_new(&w->documents, one_path(projects[i]), 1, NULL);
        if (has_document(p, d))
            found = keep(w, p);
        else
            program_free(p);
    }
    free_texts(projects, count);
    return found;
}

static Program *project_of(Workspace *w, const Document *d)
{
    enum { LEVELS = 8 };
    Program *found = NULL;
    char *folder = memory_copy_text(d->path);
    for (int i = 0; i < LEVELS && !found; i++) {
        char *slash = strrchr(folder, '/');
        if (!slash || slash == folder)
            break;
        *slash = '\0';
        found = project_in(w, folder, d);
    }
    free(folder);
    return found;
}

static Program *alone_or_folder(Workspace *w, Document *d)
{
    Program *alone = program_new(&w->documents, one_path(d->path), 1, NULL);
    program_update(alone);
    if (alone->lang.diags.error_count == 0)
        return keep(w, alone);

    char *folder = memory_copy_text(d->path);
    *strrchr(folder, '/') = '\0';
    size_t count;
    char **paths = list(folder, ".p", &count);
    free(folder);
    Program *together = program_new(&w->documents, paths, count, NULL);
    program_update(together);
    bool is_better = count > 1 && together->lang.sources.files.count > 0 &&
                     together->lang.diags.error_count < alone->lang.diags.error_count;
    program_free(is_better ? alone : together);
    return keep(w, is_better ? together : alone);
}

void workspace_place(Workspace *w, Document *d)
{
    document_look(d);
    if (!d->is_on_disk) {
        if (!d->program || d->program->only != d)
            d->program = keep(w, program_new(&w->documents, NULL, 0, d));
    } else {
        Program *p = project_of(w, d);
        d->program = p ? p : alone_or_folder(w, d);
    }
    workspace_changed(w, d);
    workspace_forget(w);
}

void workspace_forget(Workspace *w)
{
    for (size_t i = 0; i < w->count;) {
        bool is_used = false;
        for (size_t k = 0; k < w->documents.count; k++)
            is_used |= w->documents.items[k]->program == w->programs[i];
        if (is_used) {
            i++;
        } else {
            w->forgotten(w->context, w->programs[i]);
            program_free(w->programs[i]);
            w->programs[i] = w->programs[--w->count];
        }
    }
}

void workspace_changed(Workspace *w, const Document *d)
{
    for (size_t i = 0; i < w->count; i++) {
        Program *p = w->programs[i];
        p->is_stale |= p == d->program || (!p->is_stale && program_source(p, d));
    }
}

void workspace_drop(Workspace *w)
{
    for (size_t i = 0; i < w->count; i++)
        program_free(w->programs[i]);
    free(w->programs);
    documents_drop(&w->documents);
}
