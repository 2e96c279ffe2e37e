// lang/type.c: hash-consed types, assignability, joins, printing.

#include "lang/type.h"

#include <stdlib.h>
#include <string.h>

#include "base/err.h"
#include "lang/tree.h"

// ------------------------------------------------------------------ construction

static uint64_t hash_of(const Type *t)
{
    uint64_t h = map_mix((uint64_t)t->kind + 1) ^ map_mix((uint64_t)(uintptr_t)t->decl);
    for (uint32_t i = 0; i < t->count; i++) {
        h = map_mix(h + t->parts[i]->id);
        if (t->names)
            h = map_mix(h ^ ((uint64_t)t->names[i]->id << 20));
    }
    return h;
}

static bool same_shape(const Type *a, const Type *b)
{
    if (a->kind != b->kind || a->decl != b->decl || a->count != b->count)
        return false;
    for (uint32_t i = 0; i < a->count; i++)
        if (a->parts[i] != b->parts[i] || (a->names && a->names[i] != b->names[i]))
            return false;
    return true;
}

static TypeSlot *slot_of(TypeSlot *slots, uint32_t capacity, uint64_t hash, const Type *want)
{
    assert((capacity & (capacity - 1)) == 0);
    uint32_t i = (uint32_t)hash & (capacity - 1);
    while (slots[i].type && !(slots[i].hash == hash && same_shape(slots[i].type, want)))
        i = (i + 1) & (capacity - 1);
    return &slots[i];
}

static void grow(Types *types)
{
    uint32_t capacity = types->capacity ? types->capacity * 2 : 256;
    TypeSlot *slots = calloc(capacity, sizeof *slots);
    if (!slots)
        die_out_of_memory(capacity * sizeof *slots);
    for (uint32_t i = 0; i < types->capacity; i++)
        if (types->slots[i].type)
            *slot_of(slots, capacity, types->slots[i].hash, types->slots[i].type) = types->slots[i];
    free(types->slots);
    types->slots = slots;
    types->capacity = capacity;
}

static uint32_t add_width(uint32_t a, uint32_t b)
{
    return a > UINT32_MAX - b ? UINT32_MAX : a + b;
}

// The one type of this shape; its parts and names are copied when it is new.
static const Type *intern(Types *types, const Type *want)
{
    if (types->count * 2 >= types->capacity)
        grow(types);
    assert(types->count < types->capacity);  // a free slot ends every search
    uint64_t hash = hash_of(want);
    TypeSlot *slot = slot_of(types->slots, types->capacity, hash, want);
    if (slot->type)
        return slot->type;

    Type *t = NEW(types->arena, Type);
    *t = *want;
    t->id = types->count++;
    t->owner = types;
    t->has_error = t->kind == TYPE_ERROR;
    t->width = 1;
    t->holds_machines = t->kind == TYPE_ANY || t->kind == TYPE_MACHINE || t->kind == TYPE_PERM ||
                        t->kind == TYPE_FOREIGN;
    for (uint32_t i = 0; i < t->count; i++) {
        assert(t->parts[i]->owner == types && t->parts[i]->id < t->id);  // made before
        t->has_error |= t->parts[i]->has_error;
        if (t->depth <= t->parts[i]->depth)
            t->depth = t->parts[i]->depth + 1;
        t->holds_machines |= t->parts[i]->holds_machines;
        if (t->kind == TYPE_TUPLE || t->kind == TYPE_NTUPLE)
            t->width = add_width(t->width, t->parts[i]->width);
    }
    if (want->count) {
        const Type **parts = NEW_ARRAY(types->arena, const Type *, want->count);
        memcpy(parts, want->parts, want->count * sizeof *parts);
        t->parts = parts;
    }
    if (want->names) {
        const Name **names = NEW_ARRAY(types->arena, const Name *, want->count);
        memcpy(names, want->names, want->count * sizeof *names);
        t->names = names;
    }
    *slot = (TypeSlot){.hash = hash, .type = t};
    return t;
}

static const Type *basic(Types *types, TypeKind kind)
{
    return intern(types, &(Type){.kind = kind});
}

void types_init(Types *types, Arena *arena)
{
    *types = (Types){.arena = arena};
    types->error = basic(types, TYPE_ERROR);
    types->null = basic(types, TYPE_NULL);
    types->boolean = basic(types, TYPE_BOOL);
    types->integer = basic(types, TYPE_INT);
    types->floating = basic(types, TYPE_FLOAT);
    types->string = basic(types, TYPE_STRING);
    types->event = basic(types, TYPE_EVENT);
    types->machine = basic(types, TYPE_MACHINE);
    types->any = basic(types, TYPE_ANY);
    types->data = basic(types, TYPE_DATA);
    assert(types->error->id == 0 && types->count == 10);
}

void types_drop(Types *types)
{
    free(types->slots);
    types->slots = NULL;
    map_drop(&types->accepts);
}

const Type *type_nominal(Types *types, TypeKind kind, Decl *decl)
{
    return intern(types, &(Type){.kind = kind, .decl = decl});
}

const Type *type_seq(Types *types, const Type *elem)
{
    return intern(types, &(Type){.kind = TYPE_SEQ, .count = 1, .parts = &elem});
}

const Type *type_set(Types *types, const Type *elem)
{
    return intern(types, &(Type){.kind = TYPE_SET, .count = 1, .parts = &elem});
}

const Type *type_map(Types *types, const Type *key, const Type *value)
{
    const Type *parts[] = {key, value};
    return intern(types, &(Type){.kind = TYPE_MAP, .count = 2, .parts = parts});
}

const Type *type_tuple(Types *types, const Type *const *parts, uint32_t count)
{
    return intern(types, &(Type){.kind = TYPE_TUPLE, .count = count, .parts = parts});
}

// Insertion sort by name: tuples are short.
static void sort_fields(const Name **names, const Type **parts, uint32_t count)
{
    for (uint32_t i = 1; i < count; i++) {
        const Name *name = names[i];
        const Type *part = parts[i];
        uint32_t j = i;
        for (; j > 0 && strcmp(names[j - 1]->text, name->text) > 0; j--) {
            names[j] = names[j - 1];
            parts[j] = parts[j - 1];
        }
        names[j] = name;
        parts[j] = part;
    }
}

const Type *type_ntuple(Types *types, const Name *const *names, const Type *const *parts,
                        uint32_t count)
{
    Type want = {.kind = TYPE_NTUPLE, .count = count, .parts = parts, .names = names};
    if (!types->fields_by_name)
        return intern(types, &want);

    // Fields in the order of their names make order disappear.
    const Name **sorted_names = NEW_ARRAY(types->arena, const Name *, count);
    const Type **sorted_parts = NEW_ARRAY(types->arena, const Type *, count);
    memcpy(sorted_names, names, count * sizeof *names);
    memcpy(sorted_parts, parts, count * sizeof *parts);
    sort_fields(sorted_names, sorted_parts, count);
    want.names = sorted_names;
    want.parts = sorted_parts;
    return intern(types, &want);
}

// ------------------------------------------------------------------ assignability

const EventSet *type_permissions(const Type *t)
{
    if (t->kind != TYPE_PERM)
        return NULL;
    switch (t->decl->kind) {
    case DECL_MACHINE:
        return ((const MachineDecl *)t->decl)->receives;
    case DECL_INTERFACE:
        return ((const InterfaceDecl *)t->decl)->receives;
    case DECL_EVENTSET:
        return ((const EventSetDecl *)t->decl)->events;
    default:
        return NULL;  // a single event: the verifier's
    }
}

static bool same_permissions(const Type *a, const Type *b)
{
    if (a == b)
        return true;
    const EventSet *left = type_permissions(a), *right = type_permissions(b);
    // Sets still unknown belong to declarations with errors of their own.
    if (!left || !right)
        return a->decl->kind != DECL_EVENT && b->decl->kind != DECL_EVENT;
    if (left->all || right->all)
        return left->all && right->all;
    assert(left->words == right->words);  // sets are of all events of the program
    return eventset_equal(left, right, left->words * 64);
}

static bool compare_parts(const Type *to, const Type *from)
{
    if (to->kind != from->kind || to->count != from->count)
        return false;
    for (uint32_t i = 0; i < to->count; i++) {
        if (to->names && to->names[i] != from->names[i])
            return false;
        if (!type_accepts(to->parts[i], from->parts[i]))
            return false;
    }
    return true;
}

// Structures are compared once: `type t1 = (t0, t0); type t2 = (t1, t1); ...` has
// few types and very many parts.
static bool accepts_parts(const Type *to, const Type *from)
{
    static char yes, no;
    assert(to->owner == from->owner);
    uint64_t pair = (uint64_t)to->id << 32 | from->id;
    char *known = map_get(&to->owner->accepts, pair);
    if (!known) {
        known = compare_parts(to, from) ? &yes : &no;
        map_put(&to->owner->accepts, pair, known);
    }
    return known == &yes;
}

bool type_accepts(const Type *to, const Type *from)
{
    if (to == from || to->kind == TYPE_ERROR || from->kind == TYPE_ERROR)
        return true;
    switch (to->kind) {
    case TYPE_ANY:
        return true;
    case TYPE_DATA:
        return !from->holds_machines;
    case TYPE_MACHINE:
        return from->kind == TYPE_NULL || from->kind == TYPE_PERM;
    case TYPE_EVENT:
        return from->kind == TYPE_NULL;
    case TYPE_PERM:
        return from->kind == TYPE_PERM && same_permissions(to, from);
    case TYPE_SEQ:
    case TYPE_SET:
    case TYPE_MAP:
    case TYPE_TUPLE:
    case TYPE_NTUPLE:
        return accepts_parts(to, from);
    default:
        return false;
    }
}

bool type_same(const Type *a, const Type *b)
{
    return type_accepts(a, b) && type_accepts(b, a);
}

bool type_is_error(const Type *t)
{
    return t->has_error;
}

int type_field(const Type *t, const Name *name)
{
    for (uint32_t i = 0; t->names && i < t->count; i++)
        if (t->names[i] == name)
            return (int)i;
    return -1;
}

static bool joins_by_part(const Type *a, const Type *b)
{
    if (a->kind != b->kind || a->count != b->count)
        return false;
    if (a->kind != TYPE_TUPLE && a->kind != TYPE_NTUPLE)
        return false;
    for (uint32_t i = 0; a->names && i < a->count; i++)
        if (a->names[i] != b->names[i])
            return false;
    return true;
}

const Type *type_join(Types *types, const Type *a, const Type *b)
{
    if (a == b || b->kind == TYPE_ERROR)
        return a;
    if (a->kind == TYPE_ERROR)
        return b;
    if (!joins_by_part(a, b))
        return types->any;

    const Type **parts = NEW_ARRAY(types->arena, const Type *, a->count);
    for (uint32_t i = 0; i < a->count; i++) {
        bool is_again = i && a->parts[i] == a->parts[i - 1] && b->parts[i] == b->parts[i - 1];
        parts[i] = is_again ? parts[i - 1] : type_join(types, a->parts[i], b->parts[i]);
    }
    return a->names ? type_ntuple(types, a->names, parts, a->count)
                    : type_tuple(types, parts, a->count);
}

// ---------------------------------------------------------------------- printing

static const char *keyword_of(TypeKind kind)
{
    switch (kind) {
    case TYPE_ERROR:
        return "?";
    case TYPE_NULL:
        return "null";
    case TYPE_BOOL:
        return "bool";
    case TYPE_INT:
        return "int";
    case TYPE_FLOAT:
        return "float";
    case TYPE_STRING:
        return "string";
    case TYPE_EVENT:
        return "event";
    case TYPE_MACHINE:
        return "machine";
    case TYPE_ANY:
        return "any";
    case TYPE_DATA:
        return "data";
    case TYPE_SEQ:
        return "seq";
    case TYPE_SET:
        return "set";
    case TYPE_MAP:
        return "map";
    default:
        return NULL;
    }
}

enum { TYPE_SHOWN_MAX = 1000 };  // bytes; a type can be far larger than the program

static void write_until(Buf *out, const Type *t, size_t end);

static void write_parts(Buf *out, const Type *t, const char *open, const char *close, size_t end)
{
    buf_str(out, open);
    for (uint32_t i = 0; i < t->count; i++) {
        if (i)
            buf_str(out, ", ");
        if (out->size > end) {
            buf_str(out, "...");
            break;
        }
        if (t->names)
            buf_print(out, "%s: ", t->names[i]->text);
        write_until(out, t->parts[i], end);
    }
    buf_str(out, close);
}

void type_write(Buf *out, const Type *t)
{
    write_until(out, t, out->size + TYPE_SHOWN_MAX);
}

static void write_until(Buf *out, const Type *t, size_t end)
{
    const char *keyword = keyword_of(t->kind);
    if (t->decl)
        buf_str(out, t->decl->name->text);
    else if (keyword)
        buf_str(out, keyword);

    if (t->kind == TYPE_TUPLE || t->kind == TYPE_NTUPLE)
        write_parts(out, t, "(", ")", end);
    else if (t->count)
        write_parts(out, t, "[", "]", end);
}

const char *type_show(Arena *arena, const Type *t)
{
    Buf text = {0};
    buf_char(&text, '`');
    if (t->alias)
        buf_str(&text, t->alias->text);
    else
        type_write(&text, t);
    buf_char(&text, '`');
    const char *copy = arena_copy(arena, buf_text(&text), text.size);
    buf_drop(&text);
    return copy;
}
