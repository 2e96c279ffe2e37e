// gen/lower_type.c: types, sets of events, strings, positions.

#include <string.h>

#include "gen/lower.h"

static PTypeKind kind_of(const Type *type)
{
    switch (type->kind) {
    case TYPE_BOOL:
        return P_TYPE_BOOL;
    case TYPE_INT:
        return P_TYPE_INT;
    case TYPE_FLOAT:
        return P_TYPE_FLOAT;
    case TYPE_STRING:
        return P_TYPE_STRING;
    case TYPE_EVENT:
        return P_TYPE_EVENT;
    case TYPE_MACHINE:
    case TYPE_PERM:
        return P_TYPE_MACHINE;
    case TYPE_ANY:
    case TYPE_DATA:
        return P_TYPE_ANY;
    case TYPE_ENUM:
        return P_TYPE_ENUM;
    case TYPE_FOREIGN:
        return P_TYPE_FOREIGN;
    case TYPE_SEQ:
        return P_TYPE_SEQ;
    case TYPE_SET:
        return P_TYPE_SET;
    case TYPE_MAP:
        return P_TYPE_MAP;
    case TYPE_TUPLE:
        return P_TYPE_TUPLE;
    case TYPE_NTUPLE:
        return P_TYPE_NTUPLE;
    default:
        return P_TYPE_NULL;
    }
}

static const char *type_name(Tables *t, const Type *type)
{
    Buf text = {0};
    type_write(&text, type);
    const char *copy = arena_copy(t->arena, buf_text(&text), text.size);
    buf_drop(&text);
    return copy;
}

static void fill_parts(Tables *t, PType *made, const Type *type)
{
    uint32_t *parts = NEW_ARRAY(t->arena, uint32_t, type->count);
    for (uint32_t i = 0; i < type->count; i++)
        parts[i] = table_type(t, type->parts[i]);
    made->count = type->count;
    made->parts = parts;
    if (!type->names)
        return;
    const char **fields = NEW_ARRAY(t->arena, const char *, type->count);
    for (uint32_t i = 0; i < type->count; i++)
        fields[i] = type->names[i]->text;
    made->fields = fields;
}

static void fill_elems(Tables *t, PType *made, const EnumDecl *e)
{
    PEnumElem *elems = NEW_ARRAY(t->arena, PEnumElem, e->elems.count);
    for (uint32_t i = 0; i < e->elems.count; i++)
        elems[i] = (PEnumElem){e->elems.items[i]->decl.name->text, e->elems.items[i]->value};
    made->elem_count = e->elems.count;
    made->elems = elems;
}

uint32_t table_type(Tables *t, const Type *type)
{
    void *known = map_get(&t->type_ids, (uint64_t)(uintptr_t)type);
    if (known)
        return (uint32_t)(uintptr_t)known - 1;

    assert(!type->has_error);
    PType made = {.kind = kind_of(type), .name = type_name(t, type), .permissions = P_NONE};
    if (type->count)
        fill_parts(t, &made, type);
    if (type->kind == TYPE_ENUM)
        fill_elems(t, &made, (const EnumDecl *)type->decl);
    if (type_permissions(type))
        made.permissions = table_set(t, type_permissions(type));

    uint32_t id = t->types.count;
    made.is_flat = made.kind >= P_TYPE_TUPLE;
    for (uint32_t i = 0; i < made.count; i++) {
        assert(made.parts[i] < id);  // a type comes behind its parts
        made.is_flat &= !p_kind_is_node(t->types.items[made.parts[i]].kind);
    }
    vec_push(t->arena, &t->types, made);
    map_put(&t->type_ids, (uint64_t)(uintptr_t)type, (void *)(uintptr_t)(id + 1));
    return id;
}

bool same_words(const Type *from, const Type *to)
{
    if (from == to)
        return true;
    PTypeKind from_kind = kind_of(from), to_kind = kind_of(to);
    if (from_kind == P_TYPE_NULL)  // null is the word 0 everywhere
        return to_kind != P_TYPE_TUPLE && to_kind != P_TYPE_NTUPLE;
    if (from_kind != to_kind || from->count != to->count)
        return false;
    for (uint32_t i = 0; i < from->count; i++)
        if (!same_words(from->parts[i], to->parts[i]))
            return false;
    return true;
}

uint32_t table_set(Tables *t, const EventSet *set)
{
    if (set->all)
        return P_NONE;
    void *known = map_get(&t->set_ids, (uint64_t)(uintptr_t)set);
    if (known)
        return (uint32_t)(uintptr_t)known - 1;
    uint32_t id = t->sets.count;
    PEventSet made = {.bits = set->bits, .words = set->words};
    vec_push(t->arena, &t->sets, made);
    map_put(&t->set_ids, (uint64_t)(uintptr_t)set, (void *)(uintptr_t)(id + 1));
    return id;
}

uint32_t table_string(Tables *t, const char *text, size_t size)
{
    const Name *name = lexicon_name(&t->lang->lexicon, text, size);
    void *known = map_get(&t->string_ids, name->id);
    if (known)
        return (uint32_t)(uintptr_t)known - 1;
    uint32_t id = t->strings.count;
    vec_push(t->arena, &t->strings, name->text);
    map_put(&t->string_ids, name->id, (void *)(uintptr_t)(id + 1));
    return id;
}

PPosition table_position(Tables *t, Span span)
{
    SourcePlace place = source_place(&t->lang->sources, span.start);
    uint32_t file = 0;
    while (file + 1 < t->lang->sources.files.count &&
           t->lang->sources.files.items[file] != place.source)
        file++;
    assert(t->lang->sources.files.items[file] == place.source);
    return (PPosition){.file = file, .line = place.line, .column = place.column};
}

static uint32_t id_in(const Map *map, const void *key, const char *what)
{
    void *known = map_get(map, (uint64_t)(uintptr_t)key);
    if (!known)
        bug("a %s without a number", what);
    return (uint32_t)(uintptr_t)known - 1;
}

uint32_t table_fun(Tables *t, const void *decl)
{
    return decl ? id_in(&t->fun_ids, decl, "function") : P_NONE;
}

uint32_t table_interface(Tables *t, const Decl *decl)
{
    return id_in(&t->interface_ids, decl, "interface");
}

uint32_t table_state(Tables *t, const StateDecl *state)
{
    return state ? id_in(&t->state_ids, state, "state") : P_NONE;
}
