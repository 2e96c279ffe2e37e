// gen/lower.c: the tables of a Program.

#include "gen/lower.h"

#include <stdlib.h>
#include <string.h>

#include "gen/defaults.h"
#include "gen/printed.h"

// -------------------------------------------------------------------------- numbers

static void number(Map *map, const void *decl, uint32_t id)
{
    assert(!map_get(map, (uint64_t)(uintptr_t)decl));  // a declaration has one number
    map_put(map, (uint64_t)(uintptr_t)decl, (void *)(uintptr_t)(id + 1));
}

// Every function but receive cases, which are part of the function they stand in.
static void number_funs(Tables *t)
{
    uint32_t next = 0;
    for (uint32_t i = 0; i < t->tree->funs.count; i++)
        if (!t->tree->funs.items[i]->parent)
            number(&t->fun_ids, t->tree->funs.items[i], next++);
    for (uint32_t i = 0; i < t->tree->pures.count; i++)
        number(&t->fun_ids, t->tree->pures.items[i], next++);
    for (uint32_t i = 0; i < t->tree->machines.count; i++) {
        const MachineDecl *m = t->tree->machines.items[i];
        for (uint32_t j = 0; j < m->funs.count; j++)
            if (!m->funs.items[j]->parent)
                number(&t->fun_ids, m->funs.items[j], next++);
    }
}

static void number_all(Tables *t)
{
    number_funs(t);
    uint32_t state = 0;
    for (uint32_t i = 0; i < t->tree->machines.count; i++) {
        MachineDecl *m = t->tree->machines.items[i];
        number(&t->interface_ids, m, i);
        for (uint32_t j = 0; j < m->states.count; j++)
            number(&t->state_ids, m->states.items[j], state++);
    }
    for (uint32_t i = 0; i < t->tree->interfaces.count; i++)
        number(&t->interface_ids, t->tree->interfaces.items[i], t->tree->machines.count + i);
}

// --------------------------------------------------------------------------- events

static PBound bound_of(QueueBound bound)
{
    return (PBound){.kind = (PBoundKind)bound.kind, .max = bound.max};
}

static void make_events(Tables *t, PProgram *p)
{
    PEvent *events = NEW_ARRAY(t->arena, PEvent, t->tree->events.count);
    for (uint32_t i = 0; i < t->tree->events.count; i++) {
        const EventDecl *e = t->tree->events.items[i];
        assert(e->id == i);  // code and sets know events by this number
        events[i] = (PEvent){
            .name = e->decl.name->text,
            .payload = table_type(t, e->payload),
            .bound = bound_of(e->bound),
        };
    }
    p->events = events;
    p->event_count = t->tree->events.count;
}

// -------------------------------------------------------------------------- machines

static int by_event(const void *left, const void *right)
{
    const PHandler *a = left, *b = right;
    return a->event < b->event ? -1 : a->event > b->event;
}

static PState make_state(Tables *t, const StateDecl *s)
{
    PHandler *handlers = NEW_ARRAY(t->arena, PHandler, s->handlers.count);
    for (uint32_t i = 0; i < s->handlers.count; i++) {
        const Handler *h = &s->handlers.items[i];
        handlers[i] = (PHandler){
            .event = h->event->id,
            .kind = (PHandlerKind)h->kind,
            .fun = table_fun(t, h->fun),
            .target = table_state(t, h->target),
            .at = table_position(t, h->event_name.span),
        };
    }
    if (s->handlers.count)
        qsort(handlers, s->handlers.count, sizeof *handlers, by_event);
    for (uint32_t i = 1; i < s->handlers.count; i++)
        assert(handlers[i - 1].event < handlers[i].event);  // one handler for each event
    return (PState){
        .name = s->decl.name->text,
        .machine = s->machine->index,
        .temperature = s->is_hot    ? P_HOT
                       : s->is_cold ? P_COLD
                                    : P_WARM,
        .entry = table_fun(t, s->entry),
        .exit = table_fun(t, s->exit),
        .handler_count = s->handlers.count,
        .handlers = handlers,
        .at = table_position(t, s->decl.span),
    };
}

static PMachineKind machine_kind(const MachineDecl *m)
{
    switch (m->kind) {
    case MACHINE_MODEL:
        return P_MACHINE_MODEL;
    case MACHINE_SPEC:
    case MACHINE_MONITOR:
        return P_MACHINE_SPEC;
    case MACHINE_SCENARIO:
        return P_MACHINE_SCENARIO;
    default:
        return P_MACHINE_REAL;
    }
}

static PMachineInfo make_machine(Tables *t, const MachineDecl *m)
{
    uint32_t *types = NEW_ARRAY(t->arena, uint32_t, m->fields.count);
    const char **names = NEW_ARRAY(t->arena, const char *, m->fields.count);
    for (uint32_t i = 0; i < m->fields.count; i++) {
        types[i] = table_type(t, m->fields.items[i]->type);
        names[i] = m->fields.items[i]->decl.name->text;
    }
    return (PMachineInfo){
        .name = m->decl.name->text,
        .kind = machine_kind(m),
        .var_count = m->fields.count,
        .var_types = types,
        .var_names = names,
        .start = table_state(t, m->start),
        .payload = table_type(t, m->payload),
        .receives = table_set(t, m->receives),
        .sends = table_set(t, m->sends),
        .observes = m->observes ? table_set(t, m->observes) : P_NONE,
        .bound = bound_of(m->bound),
        .is_explicit = m->kind == MACHINE_MONITOR,
        .at = table_position(t, m->decl.span),
    };
}

static void make_machines(Tables *t, PProgram *p)
{
    uint32_t count = t->tree->machines.count, all = count + t->tree->interfaces.count;
    PMachineInfo *machines = NEW_ARRAY(t->arena, PMachineInfo, count);
    PInterface *interfaces = NEW_ARRAY(t->arena, PInterface, all);
    for (uint32_t i = 0; i < count; i++) {
        const MachineDecl *m = t->tree->machines.items[i];
        assert(m->index == i && table_interface(t, &m->decl) == i);
        machines[i] = make_machine(t, m);
        interfaces[i] = (PInterface){machines[i].name, machines[i].receives, machines[i].payload};
        for (uint32_t j = 0; j < m->states.count; j++) {
            assert(table_state(t, m->states.items[j]) == t->states.count);
            vec_push(t->arena, &t->states, make_state(t, m->states.items[j]));
        }
    }
    for (uint32_t i = count; i < all; i++) {
        const InterfaceDecl *f = t->tree->interfaces.items[i - count];
        interfaces[i] =
            (PInterface){f->decl.name->text, table_set(t, f->receives), table_type(t, f->payload)};
    }
    p->machines = machines;
    p->machine_count = count;
    p->interfaces = interfaces;
    p->interface_count = all;
    p->states = t->states.items;
    p->state_count = t->states.count;
}

// ----------------------------------------------------------------------------- tests

static void make_links(Tables *t, const Module *module, PTest *test)
{
    PLink *links = NEW_ARRAY(t->arena, PLink, module->links.count);
    for (uint32_t i = 0; i < module->links.count; i++) {
        const Link *link = &module->links.items[i];
        if (link->from != link->to)
            links[test->link_count++] =
                (PLink){table_interface(t, link->creator), table_interface(t, link->from),
                        table_interface(t, link->to)};
    }
    test->links = links;
}

static void make_attachments(Tables *t, const Module *module, PTest *test)
{
    PAttachment *all = NEW_ARRAY(t->arena, PAttachment, module->monitors.count);
    for (uint32_t i = 0; i < module->monitors.count; i++) {
        const Attachment *a = &module->monitors.items[i];
        uint32_t *watched = NEW_ARRAY(t->arena, uint32_t, a->watched.count);
        for (uint32_t j = 0; j < a->watched.count; j++)
            watched[j] = table_interface(t, a->watched.items[j]);
        all[i] = (PAttachment){
            .spec = a->spec->index,
            .watched_count = a->watched.count,
            .watched = watched,
        };
    }
    test->attachments = all;
    test->attachment_count = module->monitors.count;
}

static void make_params(Tables *t, const TestCase *c, PTest *test)
{
    PWord *params = NEW_ARRAY(t->arena, PWord, t->tree->params.count);
    for (uint32_t i = 0; i < c->choice_count; i++)
        assert(c->choices[i].param->index < t->tree->params.count);
    for (uint32_t i = 0; i < c->choice_count; i++)
        params[c->choices[i].param->index] = (PWord)c->choices[i].value;
    test->params = params;
}

static PTest make_test(Tables *t, const PProgram *p, const TestCase *c)
{
    PTest test = {.name = c->name, .is_test = c->is_test};
    uint32_t *bound = NEW_ARRAY(t->arena, uint32_t, p->interface_count);
    for (uint32_t i = 0; i < p->interface_count; i++)
        bound[i] = P_NONE;
    for (uint32_t i = 0; i < c->module->bindings.count; i++) {
        const Binding *b = &c->module->bindings.items[i];
        assert(table_interface(t, b->interface) < p->interface_count);
        bound[table_interface(t, b->interface)] = b->machine->index;
    }
    // Monitors of the 2015 dialect are created like machines.
    for (uint32_t i = 0; i < p->machine_count; i++)
        if (p->machines[i].is_explicit)
            bound[i] = i;
    test.bound = bound;
    test.main = table_interface(t, c->main_interface);
    make_links(t, c->module, &test);
    make_attachments(t, c->module, &test);
    make_params(t, c, &test);
    return test;
}

static void make_tests(Tables *t, PProgram *p)
{
    PTest *tests = NEW_ARRAY(t->arena, PTest, t->lang->cases.all.count);
    for (uint32_t i = 0; i < t->lang->cases.all.count; i++)
        tests[i] = make_test(t, p, &t->lang->cases.all.items[i]);
    p->tests = tests;
    p->test_count = t->lang->cases.all.count;
}

// -------------------------------------------------------------------------- in order

static void make_files(Tables *t, PProgram *p)
{
    const char **files = NEW_ARRAY(t->arena, const char *, t->lang->sources.files.count);
    for (uint32_t i = 0; i < t->lang->sources.files.count; i++)
        files[i] = t->lang->sources.files.items[i]->path;
    p->files = files;
    p->file_count = t->lang->sources.files.count;

    uint32_t *types = NEW_ARRAY(t->arena, uint32_t, t->tree->params.count);
    for (uint32_t i = 0; i < t->tree->params.count; i++)
        types[i] = table_type(t, t->tree->params.items[i]->type);
    p->param_types = types;
    p->param_count = t->tree->params.count;
}

bool gen_program(Arena *arena, Lang *lang, Target target, PProgram *out, Err *err)
{
    Tables t = {.arena = arena, .lang = lang, .tree = &lang->tree, .target = target, .err = err};
    PProgram p = {.schema = P_SCHEMA, .is_classic = lang->tree.dialect == DIALECT_CLASSIC};
    uint32_t null_type = table_type(&t, lang->tree.types.null);
    assert(null_type == 0);
    number_all(&t);
    make_files(&t, &p);
    make_events(&t, &p);
    make_machines(&t, &p);
    make_tests(&t, &p);
    lower_funs(&t);

    p.funs = t.funs.items;
    p.fun_count = t.funs.count;
    p.types = t.types.items;
    p.type_count = t.types.count;
    p.sets = t.sets.items;
    p.set_count = t.sets.count;
    p.receives = t.receives.items;
    p.receive_count = t.receives.count;
    p.strings = t.strings.items;
    p.string_count = t.strings.count;
    map_drop(&t.type_ids);
    map_drop(&t.set_ids);
    map_drop(&t.fun_ids);
    map_drop(&t.interface_ids);
    map_drop(&t.state_ids);
    map_drop(&t.string_ids);
    *out = p;
    if (err->set || !program_verify(out, err))
        return false;
    gen_drop_defaults(arena, out);
    gen_mark_printed(arena, out);
    return true;
}
