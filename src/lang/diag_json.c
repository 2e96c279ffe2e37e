// lang/diag_json.c: one object per diagnostic.

#include "lang/diag_json.h"

#include "base/json.h"

static void set_place(json_t *object, SourcePlace at)
{
    json_object_set_new(object, "file", json_text(at.source->path));
    json_object_set_new(object, "line", json_integer(at.line));
    json_object_set_new(object, "column", json_integer(at.column));
}

static json_t *notes_json(const Diag *d, Sources *sources)
{
    json_t *notes = json_array();
    for (const DiagNote *n = d->notes; n; n = n->next) {
        json_t *note = json_object();
        json_object_set_new(note, "message", json_text(n->text));
        set_place(note, source_place(sources, n->span.start));
        json_array_append_new(notes, note);
    }
    return notes;
}

static json_t *diag_json(const Diag *d, Sources *sources)
{
    bool error = diag_code_severity(d->code) == SEVERITY_ERROR;
    SourcePlace end = source_place(sources, d->span.end);
    json_t *object = json_object();

    json_object_set_new(object, "code", json_string(diag_code_name(d->code)));
    json_object_set_new(object, "severity", json_string(error ? "error" : "warning"));
    json_object_set_new(object, "message", json_text(d->text));
    set_place(object, source_place(sources, d->span.start));
    json_object_set_new(object, "end_line", json_integer(end.line));
    json_object_set_new(object, "end_column", json_integer(end.column));
    json_object_set_new(object, "notes", notes_json(d, sources));
    json_object_set_new(object, "help", d->help ? json_text(d->help) : json_null());
    return object;
}

json_t *diags_json(const Diags *diags, Sources *sources)
{
    json_t *list = json_array();
    if (!list)
        die_out_of_memory(0);
    for (uint32_t i = 0; i < diags->all.count; i++)
        json_array_append_new(list, diag_json(diags->all.items[i], sources));
    return list;
}
