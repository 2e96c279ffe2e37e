// lang/module_build.c: names in module expressions, and the parts of a Module.

#include "lang/module_expr.h"

#include "lang/scope.h"

// ----------------------------------------------------------------------- names

static bool fits(const Decl *decl, unsigned wanted)
{
    if (decl->kind == DECL_INTERFACE)
        return wanted & WANT_INTERFACE;
    if (decl->kind != DECL_MACHINE)
        return false;
    const MachineDecl *m = (const MachineDecl *)decl;
    if (m->kind == MACHINE_SPEC || m->kind == MACHINE_SCENARIO)
        return wanted & WANT_SPEC;
    return !machine_is_spec(m) && wanted & WANT_MACHINE;
}

static const char *wanted_shown(unsigned wanted)
{
    if (wanted & WANT_SPEC)
        return "spec";
    return wanted & WANT_INTERFACE ? "interface or machine" : "machine";
}

static const char *article(const char *noun)
{
    return strchr("aeiou", noun[0]) ? "an" : "a";
}

static void report_unknown(ModuleCheck *check, Ident name, unsigned wanted)
{
    Tree *tree = check->tree;
    Diag *d = diag_add(tree->diags, wanted & WANT_SPEC ? E0209 : E0206, name.span,
                       "there is no %s `%s`", wanted_shown(wanted), name.name->text);
    const Name *near = scope_nearest(tree, tree->scope, SPACE_TYPE, name.name);
    const Decl *decl = near ? scope_lookup(tree->scope, SPACE_TYPE, near) : NULL;
    if (!decl || !fits(decl, wanted))
        return;
    diag_note(d, decl->span, "`%s` is declared here", near->text);
    diag_help(d, "did you mean `%s`?", near->text);
}

static void report_other_kind(ModuleCheck *check, Ident name, const Decl *decl, unsigned wanted)
{
    bool is_spec = decl->kind == DECL_MACHINE && machine_is_spec((const MachineDecl *)decl);
    DiagCode code = wanted & WANT_SPEC ? E0605 : is_spec ? E0606 : E0206;
    const char *kind = is_spec ? "spec" : decl_kind_shown(decl->kind);
    const char *want = wanted_shown(wanted);
    Diag *d = diag_add(check->tree->diags, code, name.span, "`%s` is %s %s, not %s %s",
                       name.name->text, article(kind), kind, article(want), want);
    diag_note(d, decl->span, "`%s` is declared here", decl->name->text);
    if (code == E0606)
        diag_help(d, "a spec watches a module: `assert %s in ...`", decl->name->text);
}

Decl *module_find(ModuleCheck *check, Ident name, unsigned wanted)
{
    if (!name.name)
        return NULL;
    Decl *decl = scope_lookup(check->tree->scope, SPACE_TYPE, name.name);
    if (decl && decl->kind == DECL_MACHINE && ((MachineDecl *)decl)->parameters.count) {
        Diag *d = diag_add(check->tree->diags, E0312, name.span, "`%s` needs machine parameters",
                           name.name->text);
        module_note_declared(d, decl);
        return NULL;
    }
    if (decl && fits(decl, wanted))
        return decl;
    if (decl)
        report_other_kind(check, name, decl, wanted);
    else
        report_unknown(check, name, wanted);
    return NULL;
}

// ----------------------------------------------------------- building and asking

const EventSet *interface_receives(const Decl *interface)
{
    if (interface->kind == DECL_INTERFACE)
        return ((const InterfaceDecl *)interface)->receives;
    return ((const MachineDecl *)interface)->receives;
}

const Type *interface_payload(const Decl *interface)
{
    if (interface->kind == DECL_INTERFACE)
        return ((const InterfaceDecl *)interface)->payload;
    return ((const MachineDecl *)interface)->payload;
}

bool decls_have(const Map *decls, const Decl *decl)
{
    return map_get(decls, (uintptr_t)decl) != NULL;
}

void decls_put(Map *decls, Decl *decl)
{
    map_put(decls, (uintptr_t)decl, decl);
}

Map module_bound(const Module *module)
{
    Map bound = {0};
    for (uint32_t i = 0; i < module->bindings.count; i++)
        decls_put(&bound, module->bindings.items[i].interface);
    return bound;
}

Map module_private(const Module *module)
{
    Map hidden = {0};
    for (uint32_t i = 0; i < module->private_interfaces.count; i++)
        decls_put(&hidden, module->private_interfaces.items[i]);
    return hidden;
}

const Binding *module_binding(const Module *module, const Decl *interface)
{
    for (uint32_t i = 0; i < module->bindings.count; i++)
        if (module->bindings.items[i].interface == interface)
            return &module->bindings.items[i];
    return NULL;
}

bool module_creates(const Module *module, const Decl *interface)
{
    for (uint32_t i = 0; i < module->creates.count; i++)
        if (module->creates.items[i] == interface)
            return true;
    return false;
}

Module *module_new(ModuleCheck *check)
{
    Module *m = NEW(check->arena, Module);
    m->sends = m->receives = m->private_events = check->none;
    return m;
}

Module *module_copy(ModuleCheck *check, const Module *module)
{
    Module *m = NEW(check->arena, Module);
    *m = *module;
    // What is pushed to the copy must not land in the room the original has left.
    m->bindings.capacity = m->bindings.count;
    m->links.capacity = m->links.count;
    m->creates.capacity = m->creates.count;
    m->private_interfaces.capacity = m->private_interfaces.count;
    m->monitors.capacity = m->monitors.count;
    return m;
}

void module_bind(ModuleCheck *check, Module *module, Decl *interface, MachineDecl *machine,
                 Span span)
{
    Binding binding = {.interface = interface, .machine = machine, .span = span};
    vec_push(check->arena, &module->bindings, binding);
    for (uint32_t i = 0; i < machine->creates.count; i++) {
        Decl *created = machine->creates.items[i];
        // Monitors that the 2015 dialect creates by `new` stand outside of modules.
        if (created->kind == DECL_MACHINE && machine_is_spec((MachineDecl *)created))
            continue;
        Link link = {.creator = interface, .from = created, .to = created};
        vec_push(check->arena, &module->links, link);
    }
}

void module_attach(ModuleCheck *check, Module *module, MachineDecl *spec, Span span)
{
    Attachment a = {.spec = spec, .span = span};
    uint32_t count = module->bindings.count;
    // Two specs that watch everything share their list.
    if (module->monitors.count && vec_last(&module->monitors).watched.count == count) {
        memcpy(&a.watched, &vec_last(&module->monitors).watched, sizeof a.watched);
    } else {
        for (uint32_t i = 0; i < count; i++)
            vec_push(check->arena, &a.watched, module->bindings.items[i].interface);
    }
    vec_push(check->arena, &module->monitors, a);
}

void module_collect_creates(ModuleCheck *check, Module *module)
{
    Map seen = module_private(module);
    memset(&module->creates, 0, sizeof module->creates);
    for (uint32_t i = 0; i < module->links.count; i++) {
        Decl *to = module->links.items[i].to;
        if (!decls_have(&seen, to))
            vec_push(check->arena, &module->creates, to);
        decls_put(&seen, to);
    }
    map_drop(&seen);
}

void module_seal(ModuleCheck *check, Module *module)
{
    EventSet *sends = eventset_new(check->arena, check->event_count);
    EventSet *receives = eventset_new(check->arena, check->event_count);
    for (uint32_t i = 0; i < module->bindings.count; i++) {
        events_absorb(sends, module->bindings.items[i].machine->sends);
        events_absorb(receives, module->bindings.items[i].machine->receives);
    }
    module->sends = sends;
    module->receives = receives;
    module_collect_creates(check, module);
}

Interfaces module_open_ends(ModuleCheck *check, const Module *module)
{
    Interfaces ends = {0};
    Map bound = module_bound(module), created = module_private(module);
    for (uint32_t i = 0; i < module->creates.count; i++) {
        Decl *interface = module->creates.items[i];
        decls_put(&created, interface);
        if (!decls_have(&bound, interface))
            vec_push(check->arena, &ends, interface);
    }
    for (uint32_t i = 0; i < module->bindings.count; i++)
        if (!decls_have(&created, module->bindings.items[i].interface))
            vec_push(check->arena, &ends, module->bindings.items[i].interface);
    map_drop(&bound);
    map_drop(&created);
    return ends;
}

// ------------------------------------------------------------------ words for people

const char *module_event_text(ModuleCheck *check, int64_t event)
{
    return check->tree->events.items[event]->decl.name->text;
}

const char *module_payload_text(ModuleCheck *check, const Type *payload)
{
    return payload->kind == TYPE_NULL ? "nothing" : type_show(check->arena, payload);
}

void module_note_declared(Diag *d, const Decl *decl)
{
    diag_note(d, decl->span, "%s `%s` is declared here", decl_kind_shown(decl->kind),
              decl->name->text);
}
