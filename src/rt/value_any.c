// rt/value_any.c: `any`, and conversions between types.
//
// A seq[int] and a seq[any] have different representations, so a cast may have to make a new
// value, part by part. It goes only as deep as the target type: a part that becomes an `any` is
// put into a box unchanged.

#include <stdlib.h>

#include "rt/program.h"
#include "rt/value_impl.h"

PWord p_box(const PProgram *p, uint32_t type, PWord value)
{
    if (p->types[type].kind == P_TYPE_ANY || view_of(p, type, value).kind == P_TYPE_NULL)
        return p->types[type].kind == P_TYPE_MACHINE ? 0 : value;
    assert_debug(type < p->type_count);
    BoxNode *box = node_alloc(NODE_BOX, sizeof *box);
    box->type = type;
    box->value = value;
    return node_word(box);
}

uint32_t p_box_type(PWord any)
{
    return ((const BoxNode *)node_of(any))->type;
}

PWord p_box_value(PWord any)
{
    return ((const BoxNode *)node_of(any))->value;
}

// ---------------------------------------------------------------------------------- data

// P's `data` is an `any` without machines and foreign values in it.
static bool is_data(const PType *t)
{
    return t->kind == P_TYPE_ANY && strcmp(t->name, "data") == 0;
}

static bool set_is_empty(const PProgram *p, uint32_t set)
{
    if (set == P_NONE)
        return false;
    for (uint32_t i = 0; i < p->sets[set].words; i++)
        if (p->sets[set].bits[i])
            return false;
    return true;
}

// References that permit no event are data, as in P.
static bool part_is_data(const PProgram *p, const View *v)
{
    return v->kind != P_TYPE_FOREIGN &&
           (v->kind != P_TYPE_MACHINE || set_is_empty(p, v->type->permissions));
}

static bool value_is_data(const PProgram *p, View v)
{
    ValuePath path;
    bool is_it = part_is_data(p, &v);

    path_init(&path);
    if (view_is_deep(&v))
        path_push(&path, v);
    while (path.count > 0 && is_it) {
        PathStep *step = path_top(&path);
        if (step->i == step->size) {
            path.count--;
            continue;
        }
        View part = view_part(p, &step->a, step->i++);
        is_it = part_is_data(p, &part);
        if (view_is_deep(&part))
            path_push(&path, part);
    }
    path_drop(&path);
    return is_it;
}

// --------------------------------------------------------------------------------- casts

static bool fields_are_same(const PType *a, const PType *b)
{
    if (a->kind == P_TYPE_NTUPLE && a->fields != b->fields)
        for (uint32_t i = 0; i < a->count; i++)
            if (strcmp(a->fields[i], b->fields[i]) != 0)
                return false;
    return true;
}

// Whether every value of one type is also a value of the other, without a conversion.
static bool type_fits(const PProgram *p, uint32_t from, uint32_t to)
{
    const PType *f = &p->types[from], *t = &p->types[to];

    if (from == to)
        return true;
    if (f->kind == P_TYPE_NULL)
        return t->kind == P_TYPE_EVENT || t->kind == P_TYPE_MACHINE || t->kind == P_TYPE_ANY ||
               t->kind == P_TYPE_FOREIGN;
    if (f->kind == P_TYPE_ENUM && t->kind == P_TYPE_INT)
        return true;
    if (f->kind != t->kind)
        return false;
    switch (f->kind) {
    case P_TYPE_MACHINE:
        return t->permissions == P_NONE || t->permissions == f->permissions;
    case P_TYPE_ENUM:
    case P_TYPE_FOREIGN:
        return type_is_same(f, t);
    case P_TYPE_ANY:
        return is_data(f) || !is_data(t);
    default:
        break;
    }
    if (f->count != t->count || !fields_are_same(f, t))
        return false;
    for (uint32_t i = 0; i < f->count; i++)
        if (!type_fits(p, f->parts[i], t->parts[i]))
            return false;
    return true;
}

static bool fail_cast(const PProgram *p, uint32_t from, PWord value, uint32_t to, PRequest *ask)
{
    char text[200];

    if (view_of(p, from, value).kind == P_TYPE_NULL)
        return p_fail(ask, P_ERROR_BAD_CAST, "null is no %s", p->types[to].name);
    if (p->types[from].kind == P_TYPE_ANY) {
        from = p_box_type(value);
        value = p_box_value(value);
    }
    value_text(p, from, value, text, sizeof text);
    return p_fail(ask, P_ERROR_BAD_CAST, "the value %s of type %s is no %s", text,
                  p->types[from].name, p->types[to].name);
}

static bool permits_all(const PProgram *p, PWord reference, uint32_t wanted)
{
    uint32_t held = P_MACHINE_SET(reference);
    if (P_MACHINE_ID(reference) == 0 || held == P_NONE || held == wanted)
        return true;
    if (wanted == P_NONE)  // a plain `machine` may be any reference
        return true;
    for (uint32_t event = 0; event < p->event_count; event++)
        if (eventset_contains(p, wanted, event) && !eventset_contains(p, held, event))
            return false;
    return true;
}

static bool is_element(const PType *t, PWord number)
{
    for (uint32_t i = 0; i < t->elem_count; i++)
        if (t->elems[i].value == (int64_t)number)
            return true;
    return false;
}

// Casts values without parts. The words do not change. An element of an enum is its number, so a
// number is an element of every enum that has an element with that number.
static bool cast_flat(const PProgram *p, uint32_t from, PWord value, uint32_t to, PWord *out,
                      PRequest *ask)
{
    const PType *f = &p->types[from], *t = &p->types[to];
    bool fits = f->kind == t->kind;

    if (t->kind == P_TYPE_MACHINE)
        fits = fits && permits_all(p, value, t->permissions);
    else if (t->kind == P_TYPE_ENUM)
        fits = (f->kind == P_TYPE_INT || f->kind == P_TYPE_ENUM) && is_element(t, value);
    else if (t->kind == P_TYPE_FOREIGN)
        fits = fits && type_is_same(f, t);
    if (!fits)
        return fail_cast(p, from, value, to, ask);
    *out = p_retain(p, from, value);
    return true;
}

static bool cast_null(const PProgram *p, uint32_t from, PWord value, uint32_t to, PWord *out,
                      PRequest *ask)
{
    PTypeKind kind = p->types[to].kind;

    *out = 0;
    return kind == P_TYPE_NULL || kind == P_TYPE_EVENT || kind == P_TYPE_MACHINE ||
           kind == P_TYPE_FOREIGN || kind == P_TYPE_ANY || fail_cast(p, from, value, to, ask);
}

// Casts a row of parts into `out`; when one does not fit, releases those before it.
static bool cast_row(const PProgram *p, uint32_t from, const PWord *words, uint32_t count,
                     uint32_t to, PWord *out, PRequest *ask)
{
    for (uint32_t i = 0; i < count; i++) {
        if (p_cast(p, from, words[i], to, &out[i], ask))
            continue;
        while (i-- > 0)
            p_release(p, to, out[i]);
        return false;
    }
    return true;
}

// Casts a large sequence, set or map. Keys that were different stay different.
static bool cast_big(const PProgram *p, uint32_t from, PWord value, uint32_t to, PWord *out,
                     PRequest *ask)
{
    const PType *f = &p->types[from], *t = &p->types[to];
    const BigNode *big = node_of(value);
    uint32_t columns = big_columns(big), count = big->count;
    PWord *keys = big_list(big, columns > 1), *values = columns == 3 ? big_list(big, 2) : NULL;

    // In place: each part is read before it is replaced.
    bool fits = cast_row(p, f->parts[0], keys, count, t->parts[0], keys, ask);
    if (fits && values) {
        fits = cast_row(p, f->parts[1], values, count, t->parts[1], values, ask);
        for (uint32_t i = 0; i < count && !fits; i++)
            p_release(p, t->parts[0], keys[i]);
    }
    if (fits)
        *out = big_build(p, to, keys, values, count);
    free(keys);
    free(values);
    return fits;
}

// Casts a sequence, set or map. Equal values of different types have equal hashes, so the index
// of a set or map is also valid for the new parts.
static bool cast_list(const PProgram *p, uint32_t from, PWord value, uint32_t to, PWord *out,
                      PRequest *ask)
{
    const PType *f = &p->types[from], *t = &p->types[to];

    if (f->kind != t->kind)
        return fail_cast(p, from, value, to, ask);
    *out = 0;
    if (!value)
        return true;
    const ListNode *list = node_of(value);
    assert(f->count == (f->kind == P_TYPE_MAP ? 2 : 1) && t->count == f->count);
    if (list_is_big(list))
        return cast_big(p, from, value, to, out, ask);
    ListNode *copy = list_copy(list, f->count);
    size_t start = list->first;
    bool fits = cast_row(p, f->parts[0], list->items + start, list->count, t->parts[0],
                         copy->items + start, ask);
    if (fits && f->count == 2) {
        start += list->capacity;
        fits = cast_row(p, f->parts[1], list->items + start, list->count, t->parts[1],
                        copy->items + start, ask);
        for (uint32_t i = 0; i < list->count && !fits; i++)
            p_release(p, t->parts[0], copy->items[list->first + i]);
    }
    if (!fits) {
        node_free(copy);
        return false;
    }
    *out = node_word(copy);
    return true;
}

// The part of `from` that becomes part i of `to`: the same one, or in the 2015
// dialect the one with its name. P_NONE when there is none.
static uint32_t source_part(const PProgram *p, const PType *from, const PType *to, uint32_t i)
{
    if (to->kind == P_TYPE_TUPLE || strcmp(from->fields[i], to->fields[i]) == 0)
        return i;
    for (uint32_t k = 0; k < from->count && p->is_classic; k++)
        if (strcmp(from->fields[k], to->fields[i]) == 0)
            return k;
    return P_NONE;
}

static bool cast_tuple(const PProgram *p, uint32_t from, PWord value, uint32_t to, PWord *out,
                       PRequest *ask)
{
    const PType *f = &p->types[from], *t = &p->types[to];

    if (f->kind != t->kind || f->count != t->count)
        return fail_cast(p, from, value, to, ask);
    for (uint32_t i = 0; i < t->count; i++)
        if (source_part(p, f, t, i) == P_NONE)
            return fail_cast(p, from, value, to, ask);

    const TupleNode *tuple = node_of(value);
    TupleNode *copy = node_alloc(NODE_TUPLE, sizeof *copy + t->count * sizeof(PWord));
    for (uint32_t i = 0; i < t->count; i++) {
        uint32_t k = source_part(p, f, t, i);
        assert(k < f->count);
        if (p_cast(p, f->parts[k], tuple->parts[k], t->parts[i], &copy->parts[i], ask))
            continue;
        while (i-- > 0)
            p_release(p, t->parts[i], copy->parts[i]);
        node_free(copy);
        return false;
    }
    *out = node_word(copy);
    return true;
}

static bool cast_to_any(const PProgram *p, uint32_t from, PWord value, uint32_t to, PWord *out,
                        PRequest *ask)
{
    // The type checker allows only data here; only an `any` must be tested.
    if (p->types[from].kind == P_TYPE_ANY && !value_is_data(p, view_of(p, from, value)))
        return fail_cast(p, from, value, to, ask);
    *out = p_box(p, from, p_retain(p, from, value));
    return true;
}

bool p_cast(const PProgram *p, uint32_t from, PWord value, uint32_t to, PWord *out, PRequest *ask)
{
    if (type_fits(p, from, to)) {
        *out = p_retain(p, from, value);
        return true;
    }
    if (p->types[to].kind == P_TYPE_ANY)
        return cast_to_any(p, from, value, to, out, ask);
    if (view_of(p, from, value).kind == P_TYPE_NULL)
        return cast_null(p, from, value, to, out, ask);
    if (p->types[from].kind == P_TYPE_ANY)
        return p_cast(p, p_box_type(value), p_box_value(value), to, out, ask);
    switch (p->types[to].kind) {
    case P_TYPE_SEQ:
    case P_TYPE_SET:
    case P_TYPE_MAP:
        return cast_list(p, from, value, to, out, ask);
    case P_TYPE_TUPLE:
    case P_TYPE_NTUPLE:
        return cast_tuple(p, from, value, to, out, ask);
    default:
        return cast_flat(p, from, value, to, out, ask);
    }
}
