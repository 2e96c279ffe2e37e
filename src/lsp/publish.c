// lsp/publish.c: diagnostics, and the corrections that they suggest.

#include "lsp/publish.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "format/format.h"
#include "lsp/features.h"

static json_t *related(const Program *p, const Diag *d)
{
    json_t *list = json_array();
    for (const DiagNote *n = d->notes; n; n = n->next) {
        json_t *note = json_object();
        json_object_set_new(note, "location", program_location(p, n->span));
        json_set_text(note, "message", n->text);
        json_array_append_new(list, note);
    }
    return list;
}

enum { ERROR = 1, WARNING = 2 };  // the protocol's severities

static json_t *diagnostic(const Program *p, const Diag *d)
{
    json_t *json = json_object();
    Buf message = {0};
    buf_str(&message, d->text);
    if (d->help)
        buf_print(&message, "\n%s", d->help);
    json_object_set_new(json, "range", program_range(p, d->span));
    json_set_number(json, "severity",
                    diag_code_severity(d->code) == SEVERITY_ERROR ? ERROR : WARNING);
    json_set_text(json, "code", diag_code_name(d->code));
    json_set_text(json, "source", "plait");
    json_set_text(json, "message", buf_text(&message));
    if (d->notes)
        json_object_set_new(json, "relatedInformation", related(p, d));
    buf_drop(&message);
    return json;
}

// The bugs that checking found, at the places where they showed.
static void add_bugs(const Program *p, const Source *source, json_t *list)
{
    for (const Verdict *v = p->verdicts; v; v = v->next) {
        if (!v->is_bug || !v->file || !v->line || strcmp(v->file, source->path) != 0)
            continue;
        Lines *lines = program_lines(p, source);
        if (v->line > lines->count)
            continue;
        uint32_t start = source->base + lines->starts[v->line - 1] + v->column - 1;
        json_t *json = json_object();
        Buf message = {0};
        buf_print(&message, "%s: %s", v->test, v->text);
        json_object_set_new(json, "range", program_range(p, (Span){start, start + 1}));
        json_set_number(json, "severity", WARNING);
        json_set_text(json, "source", "plait check");
        json_set_text(json, "message", buf_text(&message));
        json_array_append_new(list, json);
        buf_drop(&message);
    }
}

static bool forget_reported(Program *p, const char *uri)
{
    for (size_t i = 0; i < p->reported_count; i++)
        if (strcmp(p->reported[i], uri) == 0) {
            free(p->reported[i]);
            p->reported[i] = p->reported[--p->reported_count];
            return true;
        }
    return false;
}

// document: whose version the list is about; NULL when the file is not open.
static void send_list(Notify *notify, void *context, const char *uri, const Document *document,
                      json_t *list)
{
    json_t *params = json_object();
    json_set_text(params, "uri", uri);
    if (document)
        json_object_set_new(params, "version", json_integer(document->version));
    json_object_set_new(params, "diagnostics", list);
    notify(context, "textDocument/publishDiagnostics", params);
}

// NULL when the file is not open.
static const Document *document_of_source(const Program *p, const Source *source)
{
    return p->only ? p->only : documents_find_file(p->documents, source->path);
}

static void publish_file(Program *p, const Source *source, Notify *notify, void *context)
{
    const Document *document = document_of_source(p, source);
    // A file that belongs to several programs is reported by the one that its document belongs to.
    if (document && document->program != p)
        return;
    json_t *list = json_array();
    for (uint32_t i = 0; i < p->lang.diags.all.count; i++) {
        const Diag *d = p->lang.diags.all.items[i];
        if (source_at(&p->lang.sources, d->span.start) == source)
            json_array_append_new(list, diagnostic(p, d));
    }
    add_bugs(p, source, list);
    char *uri = program_uri(p, source);
    bool had = forget_reported(p, uri);
    if (json_array_size(list)) {
        MEMORY_GROW(p->reported, p->reported_count + 1, p->reported_capacity);
        p->reported[p->reported_count++] = memory_copy_text(uri);
    }
    if (had || document || json_array_size(list))
        send_list(notify, context, uri, document, list);
    else
        json_decref(list);
    free(uri);
}

void publish(Program *p, Notify *notify, void *context)
{
    for (uint32_t i = 0; i < p->lang.sources.files.count; i++)
        publish_file(p, p->lang.sources.files.items[i], notify, context);
    p->is_published = true;
}

void publish_nothing(Program *p, Notify *notify, void *context)
{
    for (size_t i = 0; i < p->reported_count; i++)
        send_list(notify, context, p->reported[i], NULL, json_array());
}

// -------------------------------------------------------------------- corrections

// The name in "did you mean `name`?"; false for other advice.
static bool suggested(const Diag *d, Buf *name)
{
    static const char begin[] = "did you mean `", end[] = "`?";
    size_t size = d->help ? strlen(d->help) : 0;
    if (size <= sizeof begin + sizeof end - 2 || strncmp(d->help, begin, sizeof begin - 1) != 0 ||
        strcmp(d->help + size - (sizeof end - 1), end) != 0)
        return false;
    buf_add(name, d->help + sizeof begin - 1, size - (sizeof begin - 1) - (sizeof end - 1));
    return !strchr(buf_text(name), ' ');  // `main = M` does not stand there alone
}

static json_t *action(const Query *q, const Diag *d, const char *name)
{
    json_t *json = json_object(), *edit = json_object(), *changes = json_object();
    json_t *text_edit = json_object(), *edits = json_array(), *fixes = json_array();
    Buf title = {0};
    buf_print(&title, "Change to `%s`", name);
    json_set_text(json, "title", buf_text(&title));
    json_set_text(json, "kind", "quickfix");
    json_array_append_new(fixes, diagnostic(q->program, d));
    json_object_set_new(json, "diagnostics", fixes);
    json_object_set_new(json, "isPreferred", json_true());
    json_object_set_new(text_edit, "range", program_range(q->program, d->span));
    json_set_text(text_edit, "newText", name);
    json_array_append_new(edits, text_edit);
    json_object_set_new(changes, q->document->uri, edits);
    json_object_set_new(edit, "changes", changes);
    json_object_set_new(json, "edit", edit);
    buf_drop(&title);
    return json;
}

json_t *feature_code_actions(Query *q)
{
    json_t *list = json_array();
    const json_t *range = json_object_get(q->params, "range");
    Position from, to;
    if (!position_read(json_object_get(range, "start"), &from) ||
        !position_read(json_object_get(range, "end"), &to)) {
        q->refusal = "a code action needs a range";
        return list;
    }
    Lines *lines = program_lines(q->program, q->source);
    uint32_t start = q->source->base + lines_offset(lines, from);
    uint32_t end = q->source->base + lines_offset(lines, to);
    for (uint32_t i = 0; i < q->program->lang.diags.all.count; i++) {
        const Diag *d = q->program->lang.diags.all.items[i];
        Buf name = {0};
        if (d->span.start <= end && start <= d->span.end &&
            source_at(&q->program->lang.sources, d->span.start) == q->source && suggested(d, &name))
            json_array_append_new(list, action(q, d, buf_text(&name)));
        buf_drop(&name);
    }
    return list;
}

// --------------------------------------------------------------------- formatting

// The whole text at once: the client finds out which lines have changed.
json_t *feature_formatting(Query *q)
{
    Buf out = {0};
    Err why = {0};
    const Buf *text = &q->document->text;
    if (!format_text(buf_text(text), text->size, &out, &why)) {
        q->refusal = "the file cannot be laid out: its brackets do not match, or it has text "
                     "that is no P";
        return NULL;
    }
    json_t *edits = json_array();
    if (out.size != text->size || memcmp(buf_text(&out), buf_text(text), out.size) != 0) {
        Span whole = {q->source->base, q->source->base + q->source->size};
        json_t *edit = json_object();
        json_object_set_new(edit, "range", program_range(q->program, whole));
        json_set_text(edit, "newText", buf_text(&out));
        json_array_append_new(edits, edit);
    }
    buf_drop(&out);
    return edits;
}
