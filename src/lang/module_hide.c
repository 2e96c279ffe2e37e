// lang/module_hide.c: what a module keeps to itself.
//
// A hidden event travels only between machines of the module: no machine outside may
// send it, receive it, or hold a reference that permits sending it. So an event
// can be hidden when the module both sends and receives it, when no interface
// that the outside deals with receives it, and when no public event and no
// public constructor carries a reference that permits it. A hidden interface is
// created and bound inside and cannot be created elsewhere. When modules are put
// together, nothing public of one may touch what another hides.

#include "lang/module_expr.h"

#include "lang/scope.h"

// ----------------------------------------------------------------- hiding events

static EventDecl *find_event(ModuleCheck *check, Ident name)
{
    Tree *tree = check->tree;
    if (!name.name)
        return NULL;
    Decl *decl = scope_lookup(tree->scope, SPACE_VALUE, name.name);
    if (decl && decl->kind == DECL_EVENT)
        return (EventDecl *)decl;

    Diag *d = scope_unknown(tree, tree->scope, SPACE_VALUE, E0203, name, "event");
    if (decl)
        diag_note(d, decl->span, "`%s` is an enum element", name.name->text);
    return NULL;
}

static bool is_inside(ModuleCheck *check, const Module *part, const EventDecl *event, Span span)
{
    bool sent = eventset_has(part->sends, event->id);
    bool received = eventset_has(part->receives, event->id);
    if (sent && received)
        return true;
    const char *why = eventset_has(part->private_events, event->id) ? "it is hidden already"
                      : sent                                        ? "no machine receives it"
                      : received                                    ? "no machine sends it"
                                 : "no machine sends or receives it";
    Diag *d = diag_add(check->tree->diags, E0707, span, "`%s` cannot be hidden in this module: %s",
                       event->decl.name->text, why);
    module_note_declared(d, &event->decl);
    return false;
}

static bool no_end_receives(ModuleCheck *check, const Module *part, const Interfaces *ends,
                            const EventDecl *event, Span span)
{
    for (uint32_t i = 0; i < ends->count; i++) {
        const Decl *end = ends->items[i];
        if (!eventset_has(interface_receives(end), event->id))
            continue;
        bool bound = module_binding(part, end) != NULL;
        Diag *d = diag_add(check->tree->diags, E0707, span,
                           "`%s` cannot be hidden: `%s` receives it and is %s in this module",
                           event->decl.name->text, end->name->text,
                           bound ? "bound but never created" : "created but not bound");
        module_note_declared(d, end);
        if (interface_receives(end)->all)
            diag_help(d, "`%s` receives every event; give it a `receives` clause", end->name->text);
        return false;
    }
    return true;
}

// Something public that carries a reference which permits a hidden event.
typedef struct Leak {
    const Decl *decl;  // an event or an interface; NULL for none
    uint32_t event;
} Leak;

static Leak find_leak(ModuleCheck *check, const Module *module, const EventSet *hidden)
{
    Arena scratch = {0};
    Leak leak = {0};
    const uint32_t *carried = events_carried(check, &scratch, hidden);
    const Tree *tree = check->tree;

    for (uint32_t id = EVENT_HALT; id < tree->events.count && !leak.decl; id++) {
        const EventDecl *e = tree->events.items[id];
        bool is_public = eventset_has(module->sends, id) || eventset_has(module->receives, id);
        if (is_public && !eventset_has(hidden, id) && carried[e->payload->id])
            leak = (Leak){.decl = &e->decl, .event = carried[e->payload->id]};
    }

    Map hidden_interfaces = module_private(module);
    for (uint32_t i = 0; i < module->bindings.count && !leak.decl; i++) {
        const Decl *interface = module->bindings.items[i].interface;
        uint32_t event = carried[interface_payload(interface)->id];
        if (event && !decls_have(&hidden_interfaces, interface))
            leak = (Leak){.decl = interface, .event = event};
    }
    for (uint32_t i = 0; i < module->creates.count && !leak.decl; i++) {
        const Decl *interface = module->creates.items[i];
        uint32_t event = carried[interface_payload(interface)->id];
        if (event)
            leak = (Leak){.decl = interface, .event = event};
    }
    map_drop(&hidden_interfaces);
    arena_drop(&scratch);
    return leak;
}

static void explain_leak(ModuleCheck *check, Diag *d, Leak leak)
{
    bool is_event = leak.decl->kind == DECL_EVENT;
    const Type *payload =
        is_event ? ((const EventDecl *)leak.decl)->payload : interface_payload(leak.decl);
    diag_note(d, leak.decl->span, "a machine that gets a value of type %s may send `%s`",
              module_payload_text(check, payload), module_event_text(check, leak.event));
    diag_help(d,
              is_event ? "hide `%s` too, or give its payload a narrower type"
                       : "hide `%s` with `hidei`, or give its payload a narrower type",
              leak.decl->name->text);
}

// The place where `hidee` names the event.
static Span named_at(ModuleCheck *check, const ModExpr *expr, uint32_t event)
{
    for (uint32_t i = 0; i < expr->names.count; i++)
        if (expr->names.items[i].name == check->tree->events.items[event]->decl.name)
            return expr->names.items[i].span;
    return expr->span;
}

static bool leaks_nothing(ModuleCheck *check, const ModExpr *expr, const Module *part,
                          const EventSet *hidden)
{
    Leak leak = find_leak(check, part, hidden);
    if (!leak.decl)
        return true;
    Diag *d = diag_add(check->tree->diags, E0707, named_at(check, expr, leak.event),
                       "`%s` cannot be hidden: %s `%s` is public and may carry it away",
                       module_event_text(check, leak.event), decl_kind_shown(leak.decl->kind),
                       leak.decl->name->text);
    explain_leak(check, d, leak);
    return false;
}

Module *module_hide_events(ModuleCheck *check, const ModExpr *expr, const Module *part)
{
    EventSet *hidden = eventset_new(check->arena, check->event_count);
    Interfaces ends = {0};
    if (part)
        ends = module_open_ends(check, part);

    bool good = part != NULL;
    for (uint32_t i = 0; i < expr->names.count; i++) {
        Span span = expr->names.items[i].span;
        EventDecl *event = find_event(check, expr->names.items[i]);
        if (event)
            eventset_add(hidden, event->id);
        good &= event && part && is_inside(check, part, event, span) &&
                no_end_receives(check, part, &ends, event, span);
    }
    if (!good || !leaks_nothing(check, expr, part, hidden))
        return NULL;

    Module *module = module_copy(check, part);
    module->private_events = events_union(check, part->private_events, hidden);
    module->sends = events_minus(check, part->sends, hidden);
    module->receives = events_minus(check, part->receives, hidden);
    return module;
}

// ------------------------------------------------------------- hiding interfaces

static bool is_closed_inside(ModuleCheck *check, const Module *part, const Decl *interface,
                             Span span)
{
    bool created = module_creates(part, interface);
    bool bound = module_binding(part, interface) != NULL;
    if (created && bound)
        return true;
    Diag *d = diag_add(check->tree->diags, E0708, span, "`%s` cannot be hidden: it is %s",
                       interface->name->text,
                       created ? "created but not bound in this module"
                       : bound ? "bound but never created in this module"
                               : "neither created nor bound in this module");
    module_note_declared(d, interface);
    return false;
}

Module *module_hide_interfaces(ModuleCheck *check, const ModExpr *expr, const Module *part)
{
    bool good = part != NULL;
    Map hidden = {0};
    Module *module = NULL;
    if (part) {
        module = module_copy(check, part);
        hidden = module_private(part);
    }

    for (uint32_t i = 0; i < expr->names.count; i++) {
        Ident name = expr->names.items[i];
        Decl *interface = module_find(check, name, WANT_MACHINE | WANT_INTERFACE);
        // Hiding what is hidden changes nothing.
        if (interface && decls_have(&hidden, interface))
            continue;
        good &= interface && part && is_closed_inside(check, part, interface, name.span);
        if (!good)
            continue;
        vec_push(check->arena, &module->private_interfaces, interface);
        decls_put(&hidden, interface);
    }
    map_drop(&hidden);
    if (!good)
        return NULL;
    module_collect_creates(check, module);
    return module;
}

// -------------------------------------------------- hidden things put together

static bool creates_nothing_hidden(ModuleCheck *check, const ModExpr *joined)
{
    Map owners = {0};  // hidden interface -> the part that hides it
    bool good = true;
    for (uint32_t i = 0; i < joined->parts.count; i++) {
        ModExpr *part = joined->parts.items[i];
        for (uint32_t j = 0; j < part->module->private_interfaces.count; j++)
            map_put(&owners, (uintptr_t)part->module->private_interfaces.items[j], part);
    }
    for (uint32_t i = 0; owners.count && i < joined->parts.count; i++) {
        ModExpr *part = joined->parts.items[i];
        for (uint32_t j = 0; j < part->module->creates.count; j++) {
            const Decl *created = part->module->creates.items[j];
            const ModExpr *owner = map_get(&owners, (uintptr_t)created);
            if (!owner)
                continue;
            Diag *d =
                diag_add(check->tree->diags, E0706, part->span,
                         "this module creates `%s`, which another one hides", created->name->text);
            diag_note(d, owner->span, "hidden here");
            good = false;
            break;
        }
    }
    map_drop(&owners);
    return good;
}

static bool part_keeps_out(ModuleCheck *check, const ModExpr *part, const EventSet *hidden)
{
    const Module *m = part->module;
    int64_t event = events_common(check, m->sends, hidden);
    if (event < 0)
        event = events_common(check, m->receives, hidden);
    if (event >= 0) {
        Diag *d = diag_add(check->tree->diags, E0706, part->span,
                           "this module may send or receive `%s`, which another one hides",
                           module_event_text(check, event));
        if (m->sends->all || m->receives->all)
            diag_help(d, "a machine without `sends` and `receives` clauses has all events");
        return false;
    }

    Interfaces ends = module_open_ends(check, m);
    for (uint32_t i = 0; i < ends.count; i++) {
        event = events_common(check, interface_receives(ends.items[i]), hidden);
        if (event < 0)
            continue;
        Diag *d = diag_add(check->tree->diags, E0706, part->span,
                           "`%s` of this module receives `%s`, which another module hides",
                           ends.items[i]->name->text, module_event_text(check, event));
        module_note_declared(d, ends.items[i]);
        return false;
    }

    Leak leak = find_leak(check, m, hidden);
    if (!leak.decl)
        return true;
    Diag *d = diag_add(check->tree->diags, E0706, part->span,
                       "%s `%s` of this module may carry a permission for `%s`, "
                       "which another module hides",
                       decl_kind_shown(leak.decl->kind), leak.decl->name->text,
                       module_event_text(check, leak.event));
    explain_leak(check, d, leak);
    return false;
}

bool module_keeps_secrets(ModuleCheck *check, const ModExpr *joined)
{
    if (!creates_nothing_hidden(check, joined))
        return false;
    EventSet *hidden = check->none;
    for (uint32_t i = 0; i < joined->parts.count; i++)
        hidden = events_union(check, hidden, joined->parts.items[i]->module->private_events);
    if (events_empty(hidden))
        return true;

    bool good = true;
    for (uint32_t i = 0; i < joined->parts.count; i++)
        good &= part_keeps_out(check, joined->parts.items[i], hidden);
    return good;
}
