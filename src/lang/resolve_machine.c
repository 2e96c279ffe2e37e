// lang/resolve_machine.c: machines, their states and handlers.

#include <string.h>

#include "lang/resolve_impl.h"

// ----------------------------------------------------------------------- machines

static void find_start(Tree *tree, MachineDecl *m)
{
    for (uint32_t i = 0; i < m->states.count; i++) {
        StateDecl *s = m->states.items[i];
        if (!s->is_start)
            continue;
        if (!m->start) {
            m->start = s;
            continue;
        }
        Diag *d = diag_add(tree->diags, E0301, s->decl.span, "`%s` already has a start state",
                           m->decl.name->text);
        diag_note(d, m->start->decl.span, "`%s` is the first one", m->start->decl.name->text);
    }
    if (!m->start) {
        Diag *d = diag_add(tree->diags, E0302, m->decl.span, "`%s` has no start state",
                           m->decl.name->text);
        if (m->states.count)
            diag_help(d, "write `start` in front of one of its states");
    }
}

static void resolve_event_sets(Tree *tree, MachineDecl *m)
{
    m->receives = m->has_receives ? resolve_events(tree, &m->receive_names) : tree->all_events;
    m->sends = m->has_sends ? resolve_events(tree, &m->send_names) : tree->all_events;
    if (m->kind == MACHINE_SPEC || m->kind == MACHINE_SCENARIO)
        m->observes = resolve_events(tree, &m->observe_names);
    for (uint32_t i = 0; m->observes && i < m->observe_names.count; i++) {
        Decl *e = scope_lookup(tree->scope, SPACE_VALUE, m->observe_names.items[i].name);
        if (e && e->kind == DECL_EVENT)
            ((EventDecl *)e)->is_handled = true;
    }
}

// entry f;   exit f;   a method of the machine, neither global nor foreign
static FunDecl *handler_fun(Tree *tree, MachineDecl *m, Ident name, unsigned role)
{
    Decl *decl = scope_find(m->scope, SPACE_FUN, name.name);
    if (!decl) {
        Decl *global = scope_find(tree->scope, SPACE_FUN, name.name);
        if (!global) {
            scope_unknown(tree, m->scope, SPACE_FUN, E0205, name, "function");
            return NULL;
        }
        Diag *d = diag_add(tree->diags, E0308, name.span,
                           "`%s` is a global function: handlers are functions of the machine",
                           name.name->text);
        diag_note(d, global->span, "declared here");
        return NULL;
    }
    FunDecl *fun = (FunDecl *)decl;
    if (fun->is_foreign) {
        Diag *d =
            diag_add(tree->diags, E0308, name.span,
                     "`%s` is a foreign function: handlers are written in P", name.name->text);
        diag_note(d, decl->span, "declared here");
        return NULL;
    }
    fun->roles |= role;
    if (role == ROLE_EXIT && fun->params.count) {
        Diag *d = diag_add(tree->diags, E0307, name.span, "an exit function takes no parameter");
        diag_note(d, fun->params.items[0]->decl.span, "declared here");
    } else if (fun->params.count > 1) {
        Diag *d = diag_add(tree->diags, E0306, name.span,
                           "a handler takes at most one parameter, `%s` has %u", name.name->text,
                           fun->params.count);
        diag_note(d, decl->span, "declared here");
        return NULL;
    }
    return fun;
}

static void resolve_entry_and_exit(Tree *tree, MachineDecl *m, StateDecl *s)
{
    if (s->entry_name.name)
        s->entry = handler_fun(tree, m, s->entry_name, ROLE_ENTRY);
    if (s->exit_name.name)
        s->exit = handler_fun(tree, m, s->exit_name, ROLE_EXIT);
}

// What its constructor takes: the parameter of the start state's entry. In the
// 2015 dialect `payload` is whatever `new` was given.
static const Type *constructor_payload(Tree *tree, const MachineDecl *m)
{
    const FunDecl *entry = m->start ? m->start->entry : NULL;
    if (!m->start)
        return tree->types.error;
    if (entry && entry->params.count)
        return entry->params.items[0]->type;
    return tree->dialect == DIALECT_CLASSIC ? tree->types.any : tree->types.null;
}

void resolve_machine(Tree *tree, MachineDecl *m)
{
    m->scope = scope_new(tree, tree->scope);
    m->type = type_nominal(&tree->types, TYPE_PERM, &m->decl);
    resolve_event_sets(tree, m);
    resolve_vars(tree, m->scope, &m->fields);
    for (uint32_t i = 0; i < m->funs.count; i++)
        if (!m->funs.items[i]->is_anonymous)
            scope_declare(tree, m->scope, &m->funs.items[i]->decl);
    for (uint32_t i = 0; i < m->states.count; i++)
        scope_declare(tree, m->scope, &m->states.items[i]->decl);
    for (uint32_t i = 0; i < m->funs.count; i++)
        if (!m->funs.items[i]->parent)
            resolve_fun(tree, m->funs.items[i]);

    find_start(tree, m);
    for (uint32_t i = 0; i < m->states.count; i++)
        resolve_entry_and_exit(tree, m, m->states.items[i]);
    m->payload = constructor_payload(tree, m);
}

// ----------------------------------------------------------------------- handlers

// `S` inside group "G.H" may mean G.H.S, G.S or S.
StateDecl *resolve_state(Tree *tree, MachineDecl *machine, const Name *group, Ident name)
{
    Decl *decl = NULL;
    size_t prefix = group ? group->size : 0;
    while (!decl && prefix) {
        Buf path = {0};
        buf_print(&path, "%.*s.%s", (int)prefix, group->text, name.name->text);
        decl = scope_find(machine->scope, SPACE_STATE,
                          lexicon_name(tree->lexicon, buf_text(&path), path.size));
        buf_drop(&path);
        while (prefix && group->text[--prefix] != '.')
            ;
    }
    if (!decl)
        decl = scope_find(machine->scope, SPACE_STATE, name.name);
    if (!decl) {
        scope_unknown(tree, machine->scope, SPACE_STATE, E0204, name, "state");
        return NULL;
    }
    StateDecl *state = (StateDecl *)decl;
    state->is_target = true;
    return state;
}

// A handler's parameter takes the event's payload, or the only part of it.
static bool takes(const Type *param, const Type *payload)
{
    if (type_accepts(param, payload))
        return true;
    return payload->kind == TYPE_TUPLE && payload->count == 1 &&
           type_accepts(param, payload->parts[0]);
}

static void check_takes(Tree *tree, const Handler *h, const FunDecl *fun, const char *what)
{
    if (!fun || !h->event || fun->params.count != 1)
        return;
    const VarDecl *param = fun->params.items[0];
    if (takes(param->type, h->event->payload))
        return;
    Diag *d;
    if (h->event->payload->kind == TYPE_NULL)
        d = diag_add(tree->diags, E0415, h->event_name.span, "`%s` has no payload, but %s wants %s",
                     h->event_name.name->text, what, type_show(tree->arena, param->type));
    else
        d = diag_add(tree->diags, E0415, h->event_name.span,
                     "the payload of `%s` is %s, but %s wants %s", h->event_name.name->text,
                     type_show(tree->arena, h->event->payload), what,
                     type_show(tree->arena, param->type));
    diag_note(d, param->decl.span, "the parameter is declared here");
}

static void check_spec_handler(Tree *tree, const MachineDecl *m, const Handler *h)
{
    if (!machine_is_spec(m))
        return;
    if (h->kind == ON_DEFER)
        diag_add(tree->diags, E0602, h->event_name.span,
                 "a spec has no queue: it cannot defer `%s`", h->event_name.name->text);
    else if (h->event && h->event->id == EVENT_NULL)
        diag_add(tree->diags, E0603, h->event_name.span,
                 "a spec only reacts: it cannot handle `null`");
}

static void resolve_handler(Tree *tree, MachineDecl *m, StateDecl *s, Handler *h)
{
    Decl *event = scope_lookup(tree->scope, SPACE_VALUE, h->event_name.name);
    if (event && event->kind == DECL_EVENT) {
        h->event = (EventDecl *)event;
        h->event->is_handled = true;
    } else {
        scope_unknown(tree, tree->scope, SPACE_VALUE, E0203, h->event_name, "event");
    }
    check_spec_handler(tree, m, h);
    if (h->fun_name.name)
        h->fun =
            handler_fun(tree, m, h->fun_name, h->kind == ON_GOTO ? ROLE_TRANSITION : ROLE_ACTION);
    if (h->target_name.name)
        h->target = resolve_state(tree, m, s->group, h->target_name);

    check_takes(tree, h, h->fun, h->kind == ON_GOTO ? "the transition function" : "the handler");
    if (h->target)
        check_takes(tree, h, h->target->entry, "the entry function of the target state");
}

static void check_twice(Tree *tree, const StateDecl *s, const Handler *h, Map *seen)
{
    if (!h->event)
        return;
    const Handler *first = map_get(seen, h->event->id);
    if (!first) {
        map_put(seen, h->event->id, (void *)h);
        return;
    }
    Diag *d = diag_add(tree->diags, E0303, h->event_name.span,
                       "state `%s` already says what to do with `%s`", s->decl.name->text,
                       h->event_name.name->text);
    diag_note(d, first->event_name.span, "here");
}

void resolve_handlers(Tree *tree, MachineDecl *m)
{
    for (uint32_t i = 0; i < m->states.count; i++) {
        StateDecl *s = m->states.items[i];
        Map seen = {0};
        for (uint32_t j = 0; j < s->handlers.count; j++) {
            resolve_handler(tree, m, s, &s->handlers.items[j]);
            check_twice(tree, s, &s->handlers.items[j], &seen);
        }
        map_drop(&seen);
    }
}

// --------------------------------------------------------------------------- main

void resolve_main(Tree *tree)
{
    if (tree->dialect != DIALECT_CLASSIC || tree->machines.count == 0)
        return;
    const MachineDecl *main = NULL;
    for (uint32_t i = 0; i < tree->machines.count; i++) {
        const MachineDecl *m = tree->machines.items[i];
        if (!m->is_main)
            continue;
        if (main) {
            Diag *d = diag_add(tree->diags, E0311, m->decl.span, "`%s` is a second main machine",
                               m->decl.name->text);
            diag_note(d, main->decl.span, "the first one is here");
        } else {
            main = m;
        }
    }
    for (uint32_t i = 0; i < tree->patterns.count; i++)
        if (tree->patterns.items[i]->is_main)
            return;  // reported where it stands
    if (main || tree->tests.count)
        return;
    Diag *d = diag_add(tree->diags, E0310, tree->machines.items[0]->decl.span,
                       "no machine of the program is `main`");
    diag_help(d, "write `main` in front of the machine to begin with");
}
