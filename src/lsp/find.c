// lsp/find.c: from a name to its declaration, to its other places, and to another name.

#include <stdlib.h>
#include <string.h>

#include "lsp/features.h"

static const Occurrence *here(const Query *q)
{
    return occurrences_at(&q->program->names, q->offset);
}

json_t *feature_definition(Query *q)
{
    const Occurrence *o = here(q);
    if (!o || decl_is_built_in(o->decl))
        return NULL;
    return program_location(q->program, o->decl->span);
}

static const Type *type_of(const Decl *decl)
{
    switch (decl->kind) {
    case DECL_VAR:
        return ((const VarDecl *)decl)->type;
    case DECL_EVENT:
        return ((const EventDecl *)decl)->payload;
    case DECL_FUN:
        return ((const FunDecl *)decl)->result;
    default:
        return NULL;
    }
}

json_t *feature_type_definition(Query *q)
{
    const Occurrence *o = here(q);
    const Type *type = o ? type_of(o->decl) : NULL;
    if (!type)
        return NULL;
    while (!type->decl && !type->alias && type->count == 1)
        type = type->parts[0];  // of a sequence or set, its elements
    const Decl *decl = type->decl;
    if (type->alias && q->program->lang.tree.scope)
        for (uint32_t i = 0; i < q->program->lang.tree.typedecls.count; i++)
            if (q->program->lang.tree.typedecls.items[i]->decl.name == type->alias)
                decl = &q->program->lang.tree.typedecls.items[i]->decl;
    return decl && !decl_is_built_in(decl) ? program_location(q->program, decl->span) : NULL;
}

typedef void Each(const Query *q, const Occurrence *o, json_t *result);

static void each_place(const Query *q, const Decl *decl, Each *each, json_t *result)
{
    for (uint32_t i = 0; i < q->program->names.all.count; i++)
        if (decl_same(q->program->names.all.items[i].decl, decl))
            each(q, &q->program->names.all.items[i], result);
}

static void add_reference(const Query *q, const Occurrence *o, json_t *result)
{
    const json_t *context = json_object_get(q->params, "context");
    bool wants_declaration = json_is_true(json_object_get(context, "includeDeclaration"));
    if (wants_declaration || !o->is_declaration)
        json_array_append_new(result, program_location(q->program, o->span));
}

json_t *feature_references(Query *q)
{
    const Occurrence *o = here(q);
    json_t *result = json_array();
    if (o)
        each_place(q, o->decl, add_reference, result);
    return result;
}

static void add_highlight(const Query *q, const Occurrence *o, json_t *result)
{
    enum { READ = 2, WRITE = 3 };
    if (source_at(&q->program->lang.sources, o->span.start) != q->source)
        return;
    json_t *highlight = json_object();
    json_object_set_new(highlight, "range", program_range(q->program, o->span));
    json_set_number(highlight, "kind", o->is_write ? WRITE : READ);
    json_array_append_new(result, highlight);
}

json_t *feature_highlight(Query *q)
{
    const Occurrence *o = here(q);
    json_t *result = json_array();
    if (o)
        each_place(q, o->decl, add_highlight, result);
    return result;
}

// ------------------------------------------------------------------------- rename

json_t *feature_prepare_rename(Query *q)
{
    const Occurrence *o = here(q);
    if (!o || decl_is_built_in(o->decl)) {
        q->refusal = "there is no name here that the program declares";
        return NULL;
    }
    return program_range(q->program, o->span);
}

static void add_edit(const Query *q, const Occurrence *o, json_t *changes)
{
    json_t *edit = json_object();
    json_object_set_new(edit, "range", program_range(q->program, o->span));
    json_object_set(edit, "newText", json_object_get(q->params, "newName"));
    char *uri = program_uri(q->program, source_at(&q->program->lang.sources, o->span.start));
    json_t *edits = json_object_get(changes, uri);
    if (!edits) {
        edits = json_array();
        json_object_set_new(changes, uri, edits);
    }
    json_array_append_new(edits, edit);
    free(uri);
}

static bool is_name(const char *text)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";
    if (!text[0] || (text[0] >= '0' && text[0] <= '9') || strspn(text, letters) != strlen(text))
        return false;
    for (int word = 0; word < WORD_COUNT; word++)
        if (strcmp(word_text((Word)word), text) == 0 &&
            (word_reserved((Word)word) == HARD || word_reserved((Word)word) == MODERN))
            return false;
    return true;
}

// Another declaration of the same kind that has the name already, where this one is declared.
static bool is_taken(const Program *p, const Decl *decl, const char *name)
{
    for (uint32_t i = 0; i < p->names.all.count; i++) {
        const Occurrence *o = &p->names.all.items[i];
        bool clashes = o->is_declaration && o->decl->kind == decl->kind &&
                       strcmp(o->decl->name->text, name) == 0 && !decl_same(o->decl, decl);
        bool is_local =
            decl->kind == DECL_VAR || decl->kind == DECL_STATE || decl->kind == DECL_FUN;
        if (clashes && !is_local)
            return true;
    }
    return false;
}

json_t *feature_rename(Query *q)
{
    const char *name = json_string_value(json_object_get(q->params, "newName"));
    const Occurrence *o = here(q);
    if (!o || decl_is_built_in(o->decl))
        q->refusal = "there is no name here that the program declares";
    else if (!name || !is_name(name))
        q->refusal = "the new name must be letters, digits and _, and no word of P";
    else if (is_taken(q->program, o->decl, name))
        q->refusal = "the program has a declaration of that name already";
    if (q->refusal)
        return NULL;

    json_t *changes = json_object(), *result = json_object();
    each_place(q, o->decl, add_edit, changes);
    json_object_set_new(result, "changes", changes);
    return result;
}
