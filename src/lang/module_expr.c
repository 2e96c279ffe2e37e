// lang/module_expr.c: what a module expression means.
//
//     { M, N -> I }     M implements its own interface, N implements I
//     union, compose    several modules as one; with compose they must not overlap
//     assert S in m     S watches what m's machines send
//     rename A to B in m
//
// Each operator checks its operands, reports an error at the name or part that causes
// it, and otherwise makes a new Module. Modules are never changed
// once an expression has them as its meaning, so copies share their lists.
//
// A. Desai, A. Phanishayee, S. Qadeer, S. Seshia: Compositional Programming and
// Testing of Dynamic Distributed Systems, OOPSLA 2018.

#include "lang/module_expr.h"

#include "lang/scope.h"

// ------------------------------------------------------------------------- bind

static bool receives_enough(ModuleCheck *check, const Decl *interface, const MachineDecl *machine,
                            Span span)
{
    const EventSet *promised = interface_receives(interface);
    int64_t event = events_missing(check, promised, machine->receives);
    if (event < 0)
        return true;
    const char *name = machine->decl.name->text;
    Diag *d = diag_add(
        check->tree->diags, E0701, span, "machine `%s` does not receive `%s`, which %s `%s` %s",
        name, module_event_text(check, event), decl_kind_shown(interface->kind),
        interface->name->text, promised->all ? "receives like every other event" : "receives");
    module_note_declared(d, interface);
    module_note_declared(d, &machine->decl);
    if (promised->all)
        diag_help(d, "give `%s` a `receives` clause with what is really sent to it",
                  interface->name->text);
    else
        diag_help(d, "add `%s` to the `receives` clause of `%s`", module_event_text(check, event),
                  name);
    return false;
}

static bool takes_payload(ModuleCheck *check, const Decl *interface, const MachineDecl *machine,
                          Span span)
{
    const Type *given = interface_payload(interface);
    if (type_accepts(machine->payload, given))
        return true;
    Diag *d = diag_add(
        check->tree->diags, E0702, span, "machine `%s` is created with %s, but %s `%s` with %s",
        machine->decl.name->text, module_payload_text(check, machine->payload),
        decl_kind_shown(interface->kind), interface->name->text, module_payload_text(check, given));
    module_note_declared(d, interface);
    module_note_declared(d, &machine->decl);
    return false;
}

// M or M -> I. `seen` knows where an interface was bound before.
static bool bind_one(ModuleCheck *check, Module *module, Ident *name, Ident *other, Map *seen)
{
    MachineDecl *machine = (MachineDecl *)module_find(check, *name, WANT_MACHINE);
    Decl *interface =
        other->name ? module_find(check, *other, WANT_MACHINE | WANT_INTERFACE) : (Decl *)machine;
    if (!machine || !interface)
        return false;

    Ident *at = other->name ? other : name;
    const Ident *before = map_get(seen, (uintptr_t)interface);
    if (before) {
        Diag *d = diag_add(check->tree->diags, E0703, at->span, "`%s` is bound twice",
                           interface->name->text);
        diag_note(d, before->span, "first bound here");
        return false;
    }
    map_put(seen, (uintptr_t)interface, at);
    if (!receives_enough(check, interface, machine, at->span))
        return false;
    if (!takes_payload(check, interface, machine, at->span))
        return false;
    module_bind(check, module, interface, machine, at->span);
    return true;
}

static Module *bind(ModuleCheck *check, const ModExpr *expr)
{
    Module *module = module_new(check);
    Map seen = {0};
    bool good = true;
    for (uint32_t i = 0; i < expr->names.count; i++)
        good &= bind_one(check, module, &expr->names.items[i], &expr->others.items[i], &seen);
    map_drop(&seen);
    if (!good)
        return NULL;
    module_seal(check, module);
    return module;
}

// ------------------------------------------------------------- union and compose

// What the parts seen so far hold.
typedef struct Joined {
    Map bindings;  // interface -> Binding
    Map monitors;  // spec -> Attachment
    Map creates;   // interface -> the part that creates it
    EventSet *sends;
} Joined;

static const char *operator_shown(const ModExpr *expr)
{
    return expr->kind == MOD_COMPOSE ? "composition" : "union";
}

static bool bindings_apart(ModuleCheck *check, const ModExpr *expr, Joined *joined,
                           const ModExpr *part)
{
    Module *m = part->module;
    for (uint32_t i = 0; i < m->bindings.count; i++) {
        Binding *binding = &m->bindings.items[i];
        Binding *before = map_get(&joined->bindings, (uintptr_t)binding->interface);
        if (!before) {
            map_put(&joined->bindings, (uintptr_t)binding->interface, binding);
            continue;
        }
        Diag *d = diag_add(check->tree->diags, E0706, part->span, "`%s` is bound twice in this %s",
                           binding->interface->name->text, operator_shown(expr));
        diag_note(d, before->span, "once to machine `%s`, here", before->machine->decl.name->text);
        if (before->span.start != binding->span.start)
            diag_note(d, binding->span, "and to machine `%s`, here",
                      binding->machine->decl.name->text);
        return false;
    }
    return true;
}

static bool monitors_apart(ModuleCheck *check, const ModExpr *expr, Joined *joined,
                           const ModExpr *part)
{
    Module *m = part->module;
    for (uint32_t i = 0; i < m->monitors.count; i++) {
        Attachment *a = &m->monitors.items[i];
        Attachment *before = map_get(&joined->monitors, (uintptr_t)a->spec);
        if (!before) {
            map_put(&joined->monitors, (uintptr_t)a->spec, a);
            continue;
        }
        Diag *d = diag_add(check->tree->diags, E0706, part->span,
                           "spec `%s` is attached twice in this %s", a->spec->decl.name->text,
                           operator_shown(expr));
        diag_note(d, before->span, "first attached here");
        if (before->span.start != a->span.start)
            diag_note(d, a->span, "and again here");
        diag_help(d, "attach it once, to the whole: `assert %s in (%s ...)`",
                  a->spec->decl.name->text, expr->kind == MOD_COMPOSE ? "compose" : "union");
        return false;
    }
    return true;
}

// The part before `part` that sends the event.
static const ModExpr *sender_before(const ModExpr *expr, const ModExpr *part, int64_t event)
{
    for (uint32_t i = 0; expr->parts.items[i] != part; i++)
        if (eventset_has(expr->parts.items[i]->module->sends, (uint32_t)event))
            return expr->parts.items[i];
    return part;
}

static bool sends_apart(ModuleCheck *check, const ModExpr *expr, Joined *joined,
                        const ModExpr *part)
{
    int64_t event = events_common(check, joined->sends, part->module->sends);
    if (event < 0) {
        events_absorb(joined->sends, part->module->sends);
        return true;
    }
    const ModExpr *before = sender_before(expr, part, event);
    Diag *d = diag_add(check->tree->diags, E0706, part->span,
                       "`%s` is sent by two modules of this composition",
                       module_event_text(check, event));
    diag_note(d, before->span, "the other one is here");
    if (part->module->sends->all || before->module->sends->all)
        diag_help(d, "a machine without a `sends` clause may send every event; "
                     "write one, or use `union`");
    else
        diag_help(d, "`union` lets several modules send the same event");
    return false;
}

static bool creates_apart(ModuleCheck *check, Joined *joined, ModExpr *part)
{
    Module *m = part->module;
    for (uint32_t i = 0; i < m->creates.count; i++) {
        Decl *created = m->creates.items[i];
        ModExpr *before = map_get(&joined->creates, (uintptr_t)created);
        if (!before) {
            map_put(&joined->creates, (uintptr_t)created, part);
            continue;
        }
        Diag *d =
            diag_add(check->tree->diags, E0706, part->span,
                     "`%s` is created by two modules of this composition", created->name->text);
        diag_note(d, before->span, "the other one is here");
        diag_help(d, "`union` lets several modules create the same interface");
        return false;
    }
    return true;
}

// The parts may stand side by side. At most one report for each part.
static bool parts_apart(ModuleCheck *check, const ModExpr *expr)
{
    Joined joined = {.sends = eventset_new(check->arena, check->event_count)};
    bool good = true;
    for (uint32_t i = 0; i < expr->parts.count; i++) {
        ModExpr *part = expr->parts.items[i];
        bool apart = bindings_apart(check, expr, &joined, part) &&
                     monitors_apart(check, expr, &joined, part);
        if (apart && expr->kind == MOD_COMPOSE)
            apart = sends_apart(check, expr, &joined, part) && creates_apart(check, &joined, part);
        good &= apart;
    }
    map_drop(&joined.bindings);
    map_drop(&joined.monitors);
    map_drop(&joined.creates);
    return good;
}

static void add_part(ModuleCheck *check, Module *whole, const Module *part)
{
    Arena *arena = check->arena;
    for (uint32_t i = 0; i < part->bindings.count; i++)
        vec_push(arena, &whole->bindings, part->bindings.items[i]);
    for (uint32_t i = 0; i < part->links.count; i++)
        vec_push(arena, &whole->links, part->links.items[i]);
    for (uint32_t i = 0; i < part->private_interfaces.count; i++)
        vec_push(arena, &whole->private_interfaces, part->private_interfaces.items[i]);
    for (uint32_t i = 0; i < part->monitors.count; i++)
        vec_push(arena, &whole->monitors, part->monitors.items[i]);
    whole->sends = events_union(check, whole->sends, part->sends);
    whole->receives = events_union(check, whole->receives, part->receives);
    whole->private_events = events_union(check, whole->private_events, part->private_events);
}

static Module *join(ModuleCheck *check, const ModExpr *expr)
{
    if (!parts_apart(check, expr) || !module_keeps_secrets(check, expr))
        return NULL;
    Module *whole = module_new(check);
    for (uint32_t i = 0; i < expr->parts.count; i++)
        add_part(check, whole, expr->parts.items[i]->module);
    module_collect_creates(check, whole);
    return whole;
}

// ----------------------------------------------------------------------- assert

static void report_not_sent(ModuleCheck *check, Ident name, const MachineDecl *spec,
                            const Module *module, int64_t event)
{
    Tree *tree = check->tree;
    const Decl *decl = &tree->events.items[event]->decl;
    bool hidden = eventset_has(module->private_events, (uint32_t)event);
    Diag *d = diag_add(tree->diags, E0704, name.span,
                       hidden ? "`%s` observes `%s`, which this module hides"
                              : "`%s` observes `%s`, which this module never sends",
                       spec->decl.name->text, decl->name->text);
    for (uint32_t i = 0; i < spec->observe_names.count; i++)
        if (spec->observe_names.items[i].name == decl->name) {
            diag_note(d, spec->observe_names.items[i].span, "`%s` is observed here",
                      decl->name->text);
            break;
        }
    if (hidden)
        diag_help(d, "attach the spec inside of `hidee`");
    else
        diag_help(d, "no machine of the module has `%s` in its `sends` clause", decl->name->text);
}

static bool attach_one(ModuleCheck *check, Module *module, Ident name, Map *attached)
{
    MachineDecl *spec = (MachineDecl *)module_find(check, name, WANT_SPEC);
    if (!spec)
        return false;
    Attachment *before = map_get(attached, (uintptr_t)spec);
    if (before) {
        Diag *d = diag_add(check->tree->diags, E0705, name.span, "spec `%s` is attached twice",
                           spec->decl.name->text);
        diag_note(d, before->span, "first attached here");
        return false;
    }
    int64_t event = events_missing(check, spec->observes, module->sends);
    if (event >= 0)
        report_not_sent(check, name, spec, module, event);

    // Attached all the same: twice is another mistake than observing too much.
    Attachment *a = NEW(check->arena, Attachment);
    *a = (Attachment){.spec = spec, .span = name.span};
    map_put(attached, (uintptr_t)spec, a);
    if (event < 0)
        module_attach(check, module, spec, name.span);
    return event < 0;
}

static Module *attach(ModuleCheck *check, const ModExpr *expr, const Module *part)
{
    if (!part) {
        for (uint32_t i = 0; i < expr->names.count; i++)
            module_find(check, expr->names.items[i], WANT_SPEC);
        return NULL;
    }
    Module *module = module_copy(check, part);
    Map attached = {0};
    for (uint32_t i = 0; i < part->monitors.count; i++)
        map_put(&attached, (uintptr_t)part->monitors.items[i].spec, &part->monitors.items[i]);
    bool good = true;
    for (uint32_t i = 0; i < expr->names.count; i++)
        good &= attach_one(check, module, expr->names.items[i], &attached);
    map_drop(&attached);
    return good ? module : NULL;
}

// ----------------------------------------------------------------------- rename

static bool same_receives(ModuleCheck *check, const Decl *from, const Decl *to, Span span)
{
    const EventSet *before = interface_receives(from), *after = interface_receives(to);
    int64_t lost = events_missing(check, before, after);
    int64_t won = events_missing(check, after, before);
    if (lost < 0 && won < 0)
        return true;
    const Decl *has = lost >= 0 ? from : to, *lacks = lost >= 0 ? to : from;
    Diag *d = diag_add(check->tree->diags, E0709, span,
                       "`%s` receives `%s` and `%s` does not; both must receive the same",
                       has->name->text, module_event_text(check, lost >= 0 ? lost : won),
                       lacks->name->text);
    module_note_declared(d, from);
    module_note_declared(d, to);
    return false;
}

// A machine that creates `to` from now on passes its payload to the machine that implements
// `from`; or a payload that was for `from` is now passed to what `to` will be.
static bool same_payload(ModuleCheck *check, const Module *part, const Decl *from, const Decl *to,
                         Span span)
{
    const Binding *binding = module_binding(part, from);
    const Type *takes = binding ? binding->machine->payload : interface_payload(to);
    const Type *given = binding ? interface_payload(to) : interface_payload(from);
    if (type_accepts(takes, given))
        return true;
    Diag *d = diag_add(check->tree->diags, E0709, span, "%s `%s` is created with %s, `%s` with %s",
                       binding ? "machine" : decl_kind_shown(to->kind),
                       binding ? binding->machine->decl.name->text : to->name->text,
                       module_payload_text(check, takes), (binding ? to : from)->name->text,
                       module_payload_text(check, given));
    module_note_declared(d, from);
    module_note_declared(d, to);
    return false;
}

static bool may_rename(ModuleCheck *check, const ModExpr *expr, const Module *part,
                       const Decl *from, const Decl *to)
{
    Diags *diags = check->tree->diags;
    if (!module_creates(part, from) && !module_binding(part, from)) {
        Diag *d = diag_add(diags, E0709, expr->names.items[0].span,
                           "`%s` is neither created nor bound in this module", from->name->text);
        module_note_declared(d, from);
        return false;
    }
    const Binding *taken = module_binding(part, to);
    if (taken || module_creates(part, to)) {
        Diag *d =
            diag_add(diags, E0709, expr->others.items[0].span, "`%s` is already %s in this module",
                     to->name->text, taken ? "bound" : "created");
        if (taken)
            diag_note(d, taken->span, "bound here");
        return false;
    }
    return same_receives(check, from, to, expr->others.items[0].span) &&
           same_payload(check, part, from, to, expr->others.items[0].span);
}

static Decl *renamed(Decl *decl, const Decl *from, Decl *to)
{
    return decl == from ? to : decl;
}

static Module *rename_in(ModuleCheck *check, const Module *part, const Decl *from, Decl *to)
{
    Arena *arena = check->arena;
    Module *m = module_new(check);
    for (uint32_t i = 0; i < part->bindings.count; i++) {
        Binding b = part->bindings.items[i];
        b.interface = renamed(b.interface, from, to);
        vec_push(arena, &m->bindings, b);
    }
    // What machines write after `new` stays; where it leads changes.
    for (uint32_t i = 0; i < part->links.count; i++) {
        Link link = part->links.items[i];
        link.creator = renamed(link.creator, from, to);
        link.to = renamed(link.to, from, to);
        vec_push(arena, &m->links, link);
    }
    for (uint32_t i = 0; i < part->private_interfaces.count; i++)
        vec_push(arena, &m->private_interfaces,
                 renamed(part->private_interfaces.items[i], from, to));
    for (uint32_t i = 0; i < part->monitors.count; i++) {
        const Attachment *before = &part->monitors.items[i];
        Attachment a = {.spec = before->spec, .span = before->span};
        for (uint32_t j = 0; j < before->watched.count; j++)
            vec_push(arena, &a.watched, renamed(before->watched.items[j], from, to));
        vec_push(arena, &m->monitors, a);
    }
    m->sends = part->sends;
    m->receives = part->receives;
    m->private_events = part->private_events;
    module_collect_creates(check, m);
    return m;
}

static Module *rename_one(ModuleCheck *check, const ModExpr *expr, const Module *part)
{
    Decl *from = module_find(check, expr->names.items[0], WANT_MACHINE | WANT_INTERFACE);
    Decl *to = module_find(check, expr->others.items[0], WANT_MACHINE | WANT_INTERFACE);
    if (!from || !to || !part || !may_rename(check, expr, part, from, to))
        return NULL;
    return rename_in(check, part, from, to);
}

// ------------------------------------------------------------------- expressions

static Module *named(ModuleCheck *check, const ModExpr *expr)
{
    Tree *tree = check->tree;
    Ident name = expr->names.items[0];
    if (!name.name)
        return NULL;
    const ModuleDecl *decl = (const ModuleDecl *)scope_lookup(tree->scope, SPACE_MODULE, name.name);
    if (decl)
        return decl->body->module;
    const Decl *other = scope_lookup(tree->scope, SPACE_TYPE, name.name);
    if (!other || other->kind != DECL_MACHINE) {
        scope_unknown(tree, tree->scope, SPACE_MODULE, E0208, name, "module");
        return NULL;
    }
    Diag *d = diag_add(tree->diags, E0208, name.span, "there is no module `%s`", name.name->text);
    diag_note(d, other->span, "`%s` is a machine", name.name->text);
    diag_help(d, "a module of it alone is `{ %s }`", name.name->text);
    return NULL;
}

static Module *meaning(ModuleCheck *check, ModExpr *expr)
{
    bool good = true;
    for (uint32_t i = 0; i < expr->parts.count; i++)
        good &= module_eval(check, expr->parts.items[i]) != NULL;
    const Module *part = expr->parts.count ? expr->parts.items[0]->module : NULL;

    switch (expr->kind) {
    case MOD_NAME:
        return named(check, expr);
    case MOD_BIND:
        return bind(check, expr);
    case MOD_COMPOSE:
    case MOD_UNION:
        return good ? join(check, expr) : NULL;
    case MOD_HIDE_EVENTS:
        return module_hide_events(check, expr, part);
    case MOD_HIDE_INTERFACES:
        return module_hide_interfaces(check, expr, part);
    case MOD_ASSERT:
        return attach(check, expr, part);
    case MOD_RENAME:
        return rename_one(check, expr, part);
    case MOD_MAIN: {
        Diag *d = diag_add(check->tree->diags, E0711, expr->names.items[0].span,
                           "a module has no main machine of its own");
        if (expr->names.items[0].name)
            diag_help(d, "name it where the module is used: `test T [main = %s]: ...`",
                      expr->names.items[0].name->text);
        return NULL;
    }
    case MOD_ERROR:
        break;
    }
    return NULL;
}

Module *module_eval(ModuleCheck *check, ModExpr *expr)
{
    expr->module = meaning(check, expr);
    return expr->module;
}
