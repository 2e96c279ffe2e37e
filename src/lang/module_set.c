// lang/module_set.c: sets of events, and which values carry permissions.
//
// A machine without a `sends` clause may send everything, so most sets are the
// set of all events. It is a flag, never a list: a program with many machines
// and many events is checked in the time it takes to look at each of them once.

#include "lang/module_expr.h"

static uint64_t word(const EventSet *set, uint32_t w)
{
    return w < set->words ? set->bits[w] : 0;
}

static uint32_t word_count(const ModuleCheck *check)
{
    return (check->event_count + 63) / 64;
}

bool events_empty(const EventSet *set)
{
    if (set->all)
        return false;
    for (uint32_t w = 0; w < set->words; w++)
        if (set->bits[w])
            return false;
    return true;
}

// The words of a set of all events: null is no event that can be sent.
static uint64_t full_word(const ModuleCheck *check, const EventSet *set, uint32_t w)
{
    if (!set->all)
        return word(set, w);
    assert(w < word_count(check));
    uint64_t bits = ~(uint64_t)0;
    uint32_t rest = check->event_count - w * 64;
    if (rest < 64)
        bits = ((uint64_t)1 << rest) - 1;
    if (w == 0)
        bits &= ~((uint64_t)1 << EVENT_NULL);
    return bits;
}

// The first event of a & b, or of a & ~b.
static int64_t first(ModuleCheck *check, const EventSet *a, const EventSet *b, bool common)
{
    bool halt = false;
    for (uint32_t w = 0; w < word_count(check); w++) {
        uint64_t right = full_word(check, b, w);
        uint64_t bits = full_word(check, a, w) & (common ? right : ~right);
        if (w == 0) {
            halt = bits >> EVENT_HALT & 1;
            bits &= ~((uint64_t)1 << EVENT_HALT);
        }
        if (bits)
            return (int64_t)w * 64 + __builtin_ctzll(bits);
    }
    return halt ? EVENT_HALT : -1;
}

int64_t events_common(ModuleCheck *check, const EventSet *a, const EventSet *b)
{
    return first(check, a, b, true);
}

int64_t events_missing(ModuleCheck *check, const EventSet *a, const EventSet *b)
{
    if (a == b || b->all)
        return -1;
    return first(check, a, b, false);
}

EventSet *events_union(ModuleCheck *check, EventSet *a, EventSet *b)
{
    if (a == b || a->all || b == check->none)
        return a;
    if (b->all || a == check->none)
        return b;
    EventSet *set = eventset_new(check->arena, check->event_count);
    events_absorb(set, a);
    events_absorb(set, b);
    return set;
}

EventSet *events_minus(ModuleCheck *check, EventSet *a, const EventSet *b)
{
    if (events_common(check, a, b) < 0)
        return a;
    EventSet *set = eventset_new(check->arena, check->event_count);
    for (uint32_t w = 0; w < set->words; w++)
        set->bits[w] = full_word(check, a, w) & ~full_word(check, b, w);
    return set;
}

void events_absorb(EventSet *into, const EventSet *set)
{
    if (into->all || set->all) {
        *into = (EventSet){.all = true};
        return;
    }
    assert(set->words <= into->words);
    for (uint32_t w = 0; w < into->words; w++)
        into->bits[w] |= word(set, w);
}

// ------------------------------------------------------------------- permissions

static uint32_t carried_by_reference(ModuleCheck *check, const Type *t, const EventSet *set)
{
    const EventSet *permitted;
    switch (t->decl->kind) {
    case DECL_EVENT: {
        uint32_t id = ((const EventDecl *)t->decl)->id;
        return eventset_has(set, id) ? id : 0;
    }
    case DECL_EVENTSET:
        permitted = ((const EventSetDecl *)t->decl)->events;
        break;
    default:
        permitted = interface_receives(t->decl);
        break;
    }
    int64_t event = events_common(check, permitted, set);
    return event < 0 ? 0 : (uint32_t)event;
}

uint32_t *events_carried(ModuleCheck *check, Arena *arena, const EventSet *set)
{
    const Types *types = &check->tree->types;
    const Type **by_id = NEW_ARRAY(arena, const Type *, types->count);
    for (uint32_t i = 0; i < types->capacity; i++)
        if (types->slots[i].type)
            by_id[types->slots[i].type->id] = types->slots[i].type;

    // A type is made of older ones, so one pass in order of age is enough.
    uint32_t *carried = NEW_ARRAY(arena, uint32_t, types->count);
    int64_t some = events_common(check, set, set);
    for (uint32_t id = 0; id < types->count; id++) {
        const Type *t = by_id[id];
        assert(t && t->id == id);
        if (t->kind == TYPE_ANY || t->kind == TYPE_MACHINE || t->kind == TYPE_FOREIGN)
            carried[id] = some < 0 ? 0 : (uint32_t)some;
        else if (t->kind == TYPE_PERM)
            carried[id] = carried_by_reference(check, t, set);
        for (uint32_t i = 0; i < t->count && !carried[id]; i++) {
            assert(t->parts[i]->id < id);
            carried[id] = carried[t->parts[i]->id];
        }
    }
    return carried;
}
