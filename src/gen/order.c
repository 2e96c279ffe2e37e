// gen/order.c: the classes of places, and the types that hide the order.

#include "gen/order.h"

#include "gen/order_impl.h"

enum { WIDTH_MOST = 256 };  // marks of one type

// ------------------------------------------------------------------------------------ marks

static bool has_mark(PTypeKind kind)
{
    return kind == P_TYPE_SET || kind == P_TYPE_MAP || kind == P_TYPE_SEQ ||
           kind == P_TYPE_STRING || kind == P_TYPE_EVENT;
}

static bool has_order(PTypeKind kind)
{
    return kind == P_TYPE_SET || kind == P_TYPE_MAP;
}

static bool is_opaque(const OrderClasses *o, uint32_t type)
{
    return o->is_opaque[type];
}

// A type comes after its parts.
static void find_widths(OrderClasses *o)
{
    for (uint32_t i = 0; i < o->p->type_count; i++) {
        const PType *t = &o->p->types[i];
        uint64_t width = has_mark(t->kind);
        for (uint32_t k = 0; k < t->count; k++) {
            assert(t->parts[k] < i);
            width += o->widths[t->parts[k]];
        }
        o->is_opaque[i] =
            t->kind == P_TYPE_ANY || t->kind == P_TYPE_FOREIGN || width > WIDTH_MOST;
        o->widths[i] = o->is_opaque[i] ? 0 : (uint32_t)width;
    }
}

Place place_new(OrderClasses *o, uint32_t type)
{
    Place made = {.first = o->links.count, .type = type};
    for (uint32_t i = 0; i < o->widths[type]; i++) {
        vec_push(o->arena, &o->links, made.first + i);
        vec_push(o->arena, &o->is_seen, false);
    }
    return made;
}

uint32_t class_of(OrderClasses *o, uint32_t mark)
{
    uint32_t *links = o->links.items;
    assert(mark < o->links.count);
    while (links[mark] != mark)
        mark = links[mark] = links[links[mark]];
    return mark;
}

static void see(OrderClasses *o, uint32_t mark)
{
    o->is_seen.items[class_of(o, mark)] = true;
}

static bool is_seen(OrderClasses *o, uint32_t mark)
{
    return o->is_seen.items[class_of(o, mark)];
}

static void join(OrderClasses *o, uint32_t a, uint32_t b)
{
    a = class_of(o, a);
    b = class_of(o, b);
    o->is_seen.items[a] |= o->is_seen.items[b];
    o->links.items[b] = a;
}

// ----------------------------------------------------------------------------------- places

bool place_is_known(const OrderClasses *o, Place a)
{
    return a.first != P_NONE && !is_opaque(o, a.type);
}

Place place_part(const OrderClasses *o, Place a, uint32_t part)
{
    const PType *t = &o->p->types[a.type];
    assert(part < t->count);
    Place made = {.first = P_NONE, .type = t->parts[part]};
    if (!place_is_known(o, a))
        return made;
    made.first = a.first + has_mark(t->kind);
    for (uint32_t i = 0; i < part; i++)
        made.first += o->widths[t->parts[i]];
    return made;
}

void mark_see(OrderClasses *o, Place a)
{
    if (place_is_known(o, a))
        see(o, a.first);
}

void place_see(OrderClasses *o, Place a)
{
    if (a.first == P_NONE)
        return;
    for (uint32_t i = 0; i < o->widths[a.type]; i++)
        see(o, a.first + i);
}

void place_imply(OrderClasses *o, uint32_t from, Place to)
{
    assert(to.first != P_NONE);
    for (uint32_t i = 0; i < o->widths[to.type]; i++) {
        Implication made = {from, to.first + i};
        vec_push(o->arena, &o->implications, made);
    }
}

void place_touch(OrderClasses *o, Place a)
{
    const PType *t = &o->p->types[a.type];
    if (!place_is_known(o, a) || o->widths[a.type] == 0)
        return;
    if (has_mark(t->kind) && !has_order(t->kind))
        see(o, a.first);
    for (uint32_t i = 0; i < t->count; i++)
        place_touch(o, place_part(o, a, i));
}

static bool has_same_fields(const PType *a, const PType *b)
{
    if (a->kind == P_TYPE_NTUPLE)
        for (uint32_t i = 0; i < a->count; i++)
            if (strcmp(a->fields[i], b->fields[i]) != 0)
                return false;
    return true;
}

void places_join(OrderClasses *o, Place a, Place b)
{
    const PType *x = &o->p->types[a.type], *y = &o->p->types[b.type];
    if (x->kind == P_TYPE_NULL || y->kind == P_TYPE_NULL)
        return;  // null holds nothing
    bool is_known = place_is_known(o, a) && place_is_known(o, b);
    if (!is_known || x->kind != y->kind || x->count != y->count || !has_same_fields(x, y)) {
        place_see(o, a);
        place_see(o, b);
        return;
    }
    if (has_mark(x->kind))
        join(o, a.first, b.first);
    for (uint32_t i = 0; i < x->count; i++)
        places_join(o, place_part(o, a, i), place_part(o, b, i));
}

// --------------------------------------------------------------------------------- payloads

// As the machine does it: a parameter may also get the only part of a tuple (rt/machine.c).
static void bind_slot(OrderClasses *o, Place slot, Place payload)
{
    const PType *from = &o->p->types[payload.type], *to = &o->p->types[slot.type];
    if (from->kind == P_TYPE_TUPLE && from->count == 1 && to->kind != P_TYPE_TUPLE &&
        to->kind != P_TYPE_ANY)
        payload = place_part(o, payload, 0);
    places_join(o, slot, payload);
}

void order_bind(OrderClasses *o, uint32_t number, Place payload)
{
    if (number == P_NONE)
        return;
    const PFun *fun = &o->p->funs[number];
    uint32_t next = 0;
    if (fun->is_foreign)
        place_see(o, payload);
    if (fun->takes_trigger) {
        assert(fun->param_count >= 2);
        bind_slot(o, o->slots[number][0], payload);
        place_see(o, o->slots[number][1]);
        next = 2;
    }
    if (fun->param_count > next)
        bind_slot(o, o->slots[number][next], payload);
}

// An exit function may get any event.
static void bind_state(OrderClasses *o, const PState *s)
{
    const PProgram *p = o->p;
    for (uint32_t i = 0; i < s->handler_count; i++) {
        const PHandler *h = &s->handlers[i];
        order_bind(o, h->fun, o->events[h->event]);
        if (h->target != P_NONE)
            order_bind(o, p->states[h->target].entry, o->events[h->event]);
    }
    if (s->exit != P_NONE && p->funs[s->exit].param_count > 0)
        for (uint32_t e = 0; e < p->event_count; e++)
            order_bind(o, s->exit, o->events[e]);
}

// The payload of an interface goes to the machine that a test binds to it.
static void bind_constructors(OrderClasses *o)
{
    const PProgram *p = o->p;
    for (uint32_t i = 0; i < p->machine_count; i++)
        if (p->machines[i].start != P_NONE)
            order_bind(o, p->states[p->machines[i].start].entry, o->interfaces[i]);
    for (uint32_t i = 0; i < p->test_count; i++) {
        const PTest *t = &p->tests[i];
        for (uint32_t k = 0; k < p->interface_count; k++)
            if (t->bound[k] != P_NONE)
                places_join(o, o->interfaces[k], o->interfaces[t->bound[k]]);
        for (uint32_t k = 0; k < t->link_count; k++)
            places_join(o, o->interfaces[t->links[k].from], o->interfaces[t->links[k].to]);
    }
}

// Whether a value of one type might be cast to the other; true if in doubt.
static bool may_fit(const OrderClasses *o, uint32_t from, uint32_t to)
{
    const PType *a = &o->p->types[from], *b = &o->p->types[to];
    if (is_opaque(o, from) || is_opaque(o, to))
        return true;
    bool is_whole = a->count == 0 && b->count == 0;
    if (is_whole || a->kind != b->kind || a->count != b->count)
        return is_whole;
    for (uint32_t i = 0; i < a->count; i++)
        if (!may_fit(o, a->parts[i], b->parts[i]))
            return false;
    return true;
}

static void deliver(OrderClasses *o, const Emission *e)
{
    if (is_seen(o, e->event)) {  // any event whose payload fits
        for (uint32_t i = 0; i < o->p->event_count; i++)
            if (may_fit(o, e->payload.type, o->events[i].type))
                places_join(o, e->payload, o->events[i]);
        return;
    }
    uint32_t class = class_of(o, e->event);
    for (uint32_t i = e->first_constant; i < e->end_constant; i++) {
        const EventConstant *c = &o->constants.items[i];
        assert(c->event < o->p->event_count);
        if (class_of(o, c->mark) == class)
            places_join(o, e->payload, o->events[c->event]);
    }
}

// ----------------------------------------------------------------------------------- classes

static void make_places(OrderClasses *o)
{
    const PProgram *p = o->p;
    o->fields = NEW_ARRAY(o->arena, Place *, p->machine_count + 1);
    o->slots = NEW_ARRAY(o->arena, Place *, p->fun_count + 1);
    o->events = NEW_ARRAY(o->arena, Place, p->event_count + 1);
    o->interfaces = NEW_ARRAY(o->arena, Place, p->interface_count + 1);
    o->results = NEW_ARRAY(o->arena, Place, p->fun_count + 1);
    for (uint32_t i = 0; i < p->machine_count; i++) {
        o->fields[i] = NEW_ARRAY(o->arena, Place, p->machines[i].var_count + 1);
        for (uint32_t k = 0; k < p->machines[i].var_count; k++)
            o->fields[i][k] = place_new(o, p->machines[i].var_types[k]);
    }
    for (uint32_t i = 0; i < p->fun_count; i++) {
        o->slots[i] = NEW_ARRAY(o->arena, Place, p->funs[i].slot_count + 1);
        for (uint32_t k = 0; k < p->funs[i].slot_count; k++)
            o->slots[i][k] = place_new(o, p->funs[i].slot_types[k]);
        o->results[i] = place_new(o, p->funs[i].result);
    }
    for (uint32_t i = 0; i < p->event_count; i++)
        o->events[i] = place_new(o, p->events[i].payload);
    for (uint32_t i = 0; i < p->interface_count; i++)
        o->interfaces[i] = place_new(o, p->interfaces[i].payload);
}

// A foreign function sees its arguments, and its result may be in any order.
static void see_foreign(OrderClasses *o)
{
    for (uint32_t i = 0; i < o->p->fun_count; i++) {
        if (!o->p->funs[i].is_foreign)
            continue;
        for (uint32_t k = 0; k < o->p->funs[i].slot_count; k++)
            place_see(o, o->slots[i][k]);
        place_see(o, o->results[i]);
    }
}

static void spread(OrderClasses *o)
{
    bool has_changed = true;
    while (has_changed) {
        has_changed = false;
        for (uint32_t i = 0; i < o->implications.count; i++) {
            const Implication *m = &o->implications.items[i];
            if (!is_seen(o, m->from) || is_seen(o, m->to))
                continue;
            see(o, m->to);
            has_changed = true;
        }
    }
}

static void find_classes(OrderClasses *o)
{
    make_places(o);
    see_foreign(o);
    for (uint32_t i = 0; i < o->p->fun_count; i++)
        order_flow(o, i);
    for (uint32_t i = 0; i < o->p->state_count; i++)
        bind_state(o, &o->p->states[i]);
    bind_constructors(o);
    for (uint32_t i = 0; i < o->emissions.count; i++)
        deliver(o, &o->emissions.items[i]);
    spread(o);
}

// ------------------------------------------------------------------------------------ types

// A type that is like another one, except that some of its sets and maps hide their order.
typedef struct Variant {
    uint32_t type;
    const struct Variant *next;  // of the same type
} Variant;

typedef struct Types {
    Arena *arena;  // of the Program
    OrderClasses *o;
    VEC(PType) all;
    const Variant **variants;  // by type
} Types;

static uint32_t add_variant(Types *t, uint32_t type, const uint32_t *parts, bool is_hidden)
{
    PType made = t->all.items[type];
    size_t size = made.count * sizeof *parts;
    made.is_unordered = is_hidden && t->o->use == ORDER_IN_STATES;
    made.is_hashed = is_hidden && t->o->use == ORDER_IN_MEMORY;
    for (const Variant *v = t->variants[type]; v; v = v->next) {
        const PType *known = &t->all.items[v->type];
        if (known->is_unordered == made.is_unordered && known->is_hashed == made.is_hashed &&
            memcmp(known->parts, parts, size) == 0)
            return v->type;
    }
    made.parts = (const uint32_t *)arena_copy(t->arena, (const char *)parts, size);
    Variant *v = NEW(t->o->arena, Variant);
    *v = (Variant){.type = t->all.count, .next = t->variants[type]};
    t->variants[type] = v;
    vec_push(t->arena, &t->all, made);
    return v->type;
}

// The type for values at the place.
static uint32_t type_at(Types *t, Place a)
{
    const PType *type = &t->o->p->types[a.type];
    if (!place_is_known(t->o, a) || t->o->widths[a.type] == 0 || type->count == 0)
        return a.type;
    uint32_t parts[type->count];
    bool is_hidden = has_order(type->kind) && !is_seen(t->o, a.first), is_same = !is_hidden;
    for (uint32_t i = 0; i < type->count; i++) {
        parts[i] = type_at(t, place_part(t->o, a, i));
        is_same &= parts[i] == type->parts[i];
    }
    return is_same ? a.type : add_variant(t, a.type, parts, is_hidden);
}

static const uint32_t *types_at(Types *t, const Place *places, uint32_t count)
{
    uint32_t *made = NEW_ARRAY(t->arena, uint32_t, count + 1);
    for (uint32_t i = 0; i < count; i++)
        made[i] = type_at(t, places[i]);
    return made;
}

static void change_machines(Types *t, PProgram *p)
{
    PMachineInfo *machines = NEW_ARRAY(t->arena, PMachineInfo, p->machine_count);
    PInterface *interfaces = NEW_ARRAY(t->arena, PInterface, p->interface_count);
    for (uint32_t i = 0; i < p->interface_count; i++) {
        interfaces[i] = p->interfaces[i];
        interfaces[i].payload = type_at(t, t->o->interfaces[i]);
    }
    for (uint32_t i = 0; i < p->machine_count; i++) {
        machines[i] = p->machines[i];
        machines[i].payload = interfaces[i].payload;
        machines[i].var_types = types_at(t, t->o->fields[i], machines[i].var_count);
    }
    p->machines = machines;
    p->interfaces = interfaces;
}

static void change_program(Types *t, PProgram *p)
{
    PEvent *events = NEW_ARRAY(t->arena, PEvent, p->event_count);
    PFun *funs = NEW_ARRAY(t->arena, PFun, p->fun_count);
    for (uint32_t i = 0; i < p->event_count; i++) {
        events[i] = p->events[i];
        events[i].payload = type_at(t, t->o->events[i]);
    }
    for (uint32_t i = 0; i < p->fun_count; i++) {
        funs[i] = p->funs[i];
        funs[i].slot_types = types_at(t, t->o->slots[i], funs[i].slot_count);
        funs[i].result = type_at(t, t->o->results[i]);
    }
    change_machines(t, p);
    p->events = events;
    p->funs = funs;
    p->types = t->all.items;
    p->type_count = t->all.count;
}

// ---------------------------------------------------------------------------------- in order

static bool has_collections(const PProgram *p)
{
    for (uint32_t i = 0; i < p->type_count; i++)
        if (has_order(p->types[i].kind))
            return true;
    return false;
}

bool gen_hide_order(Arena *arena, PProgram *p, OrderUse use)
{
    Arena scratch = {0};
    if (!has_collections(p))
        return false;
    Live *live = live_new(p);
    PProgram before = *p;
    OrderClasses o = {.arena = &scratch, .p = &before, .live = live, .use = use};
    o.widths = NEW_ARRAY(&scratch, uint32_t, p->type_count);
    o.is_opaque = NEW_ARRAY(&scratch, bool, p->type_count);
    find_widths(&o);
    find_classes(&o);

    Types t = {.arena = arena, .o = &o};
    t.variants = NEW_ARRAY(&scratch, const Variant *, p->type_count);
    for (uint32_t i = 0; i < p->type_count; i++)
        vec_push(arena, &t.all, p->types[i]);
    change_program(&t, p);
    bool has_any = p->type_count > before.type_count;
    if (!has_any)
        *p = before;
    live_free(live);
    arena_drop(&scratch);
    return has_any;
}
