// lang/module.c: from modules, tests and implementations to cases.
//
// Modules are evaluated in the order in which they use one another, then each
// test and implementation: its module must be closed (whatever is created is
// bound), its main machine must be part of it and need nothing to start. A
// parametric test becomes one case for each member of its family. A program
// that declares neither tests nor implementations but has a main machine gets a
// case of its own, with all machines and all specs.

#include "lang/module.h"

#include "base/buf.h"
#include "lang/module_expr.h"
#include "lang/scope.h"

// ------------------------------------------------------------- modules by name

// A module whose uses are being looked at.
typedef struct Visit {
    ModuleDecl *decl;
    VEC(const ModExpr *) uses;
    uint32_t next;
} Visit;

typedef VEC(Visit) ModulePath;

static void collect_uses(Arena *arena, const ModExpr *expr, Visit *visit)
{
    if (expr->kind == MOD_NAME)
        vec_push(arena, &visit->uses, expr);
    for (uint32_t i = 0; i < expr->parts.count; i++)
        collect_uses(arena, expr->parts.items[i], visit);
}

static void enter(Arena *arena, ModulePath *path, ModuleDecl *decl)
{
    Visit visit = {.decl = decl};
    collect_uses(arena, decl->body, &visit);
    decl->state = RESOLVE_NOW;
    vec_push(arena, path, visit);
}

static void report_cycle(Tree *tree, const ModulePath *path, const ModuleDecl *decl)
{
    const Visit *last = &vec_last(path);
    Diag *d = diag_add(tree->diags, E0718, last->uses.items[last->next - 1]->span,
                       "module `%s` is made of itself", decl->decl.name->text);
    uint32_t at = path->count - 1;
    while (path->items[at].decl != decl)
        at--;
    // Each use but the one the report stands at. Long circles are not told in full.
    enum { TOLD = 8 };
    for (uint32_t i = at; i + 1 < path->count && i < at + TOLD; i++) {
        const Visit *v = &path->items[i];
        diag_note(d, v->uses.items[v->next - 1]->span, "`%s` uses `%s` here",
                  v->decl->decl.name->text, path->items[i + 1].decl->decl.name->text);
    }
    if (path->count - 1 > at + TOLD)
        diag_note(d, decl->decl.span, "and so on through %u more modules",
                  path->count - 1 - at - TOLD);
}

// Evaluates a module after all that it uses. A path of our own instead of
// recursion: a chain of modules may be as long as the program.
static void define(ModuleCheck *check, Arena *scratch, ModuleDecl *root)
{
    ModulePath path = {0};
    if (root->state == RESOLVE_NOT)
        enter(scratch, &path, root);
    while (path.count) {
        Visit *top = &vec_last(&path);
        if (top->next == top->uses.count) {
            module_eval(check, top->decl->body);
            top->decl->state = RESOLVE_DONE;
            path.count--;
            continue;
        }
        const Name *name = top->uses.items[top->next++]->names.items[0].name;
        Decl *used = name ? scope_lookup(check->tree->scope, SPACE_MODULE, name) : NULL;
        if (!used)
            continue;  // reported when the use is evaluated
        ModuleDecl *decl = (ModuleDecl *)used;
        if (decl->state == RESOLVE_NOT)
            enter(scratch, &path, decl);
        else if (decl->state == RESOLVE_NOW)
            report_cycle(check->tree, &path, decl);
    }
}

static void define_modules(ModuleCheck *check)
{
    Arena scratch = {0};
    for (uint32_t i = 0; i < check->tree->modules.count; i++)
        define(check, &scratch, check->tree->modules.items[i]);
    arena_drop(&scratch);
}

// ------------------------------------------------------------------- closedness

static Interfaces unbound(ModuleCheck *check, const Module *module)
{
    Interfaces missing = {0};
    Map bound = module_bound(module);
    for (uint32_t i = 0; i < module->creates.count; i++)
        if (!decls_have(&bound, module->creates.items[i]))
            vec_push(check->arena, &missing, module->creates.items[i]);
    map_drop(&bound);
    return missing;
}

static const MachineDecl *creator_of(const Module *module, const Decl *interface)
{
    for (uint32_t i = 0; i < module->links.count; i++)
        if (module->links.items[i].to == interface)
            return module_binding(module, module->links.items[i].creator)->machine;
    return NULL;
}

static bool is_closed(ModuleCheck *check, const Module *module, const TestDecl *test)
{
    Interfaces missing = unbound(check, module);
    if (!missing.count)
        return true;

    Decl *first = missing.items[0];
    // Without a test there is no module to point to, only what nobody stands behind.
    Span span = test ? test->body->span : first->span;
    Diag *d =
        diag_add(check->tree->diags, E0710, span, "`%s` is created, but %s", first->name->text,
                 test ? "no machine is bound to it here" : "no test binds a machine to it");
    enum { TOLD = 8 };
    for (uint32_t i = 0; i < missing.count && i < TOLD; i++) {
        const MachineDecl *creator = creator_of(module, missing.items[i]);
        if (creator)
            diag_note(d, creator->decl.span, "machine `%s` creates `%s`", creator->decl.name->text,
                      missing.items[i]->name->text);
    }
    if (missing.count > TOLD)
        diag_note(d, span, "and %u more are created and not bound", missing.count - TOLD);
    if (first->kind == DECL_INTERFACE)
        diag_help(d, "%s a machine M to it: `{ M -> %s }`", test ? "bind" : "write a test and bind",
                  first->name->text);
    else
        diag_help(d, "add the machine to the module: `{ %s }`", first->name->text);
    return false;
}

// ---------------------------------------------------------------- main machines

// Prefers the machine's own interface among those it stands behind.
static const Binding *binding_of(const Module *module, const MachineDecl *machine)
{
    const Binding *found = NULL;
    for (uint32_t i = 0; i < module->bindings.count; i++) {
        const Binding *b = &module->bindings.items[i];
        if (b->machine == machine && (!found || b->interface == &machine->decl))
            found = b;
    }
    return found;
}

static bool starts_alone(ModuleCheck *check, const MachineDecl *main, Span span)
{
    const Type *payload = main->payload;
    // In the 2015 dialect the main machine's payload is null, whatever its type.
    if (payload->kind == TYPE_NULL ||
        (check->tree->dialect == DIALECT_CLASSIC && type_accepts(payload, check->tree->types.null)))
        return true;
    Diag *d = diag_add(check->tree->diags, E0711, span,
                       "the main machine `%s` cannot take a parameter when it starts",
                       main->decl.name->text);
    if (main->start && main->start->entry)
        diag_note(d, main->start->entry->decl.span, "its start state expects %s",
                  module_payload_text(check, payload));
    return false;
}

static void report_not_bound(ModuleCheck *check, Ident name, const MachineDecl *main,
                             const Module *module)
{
    Diag *d = diag_add(check->tree->diags, E0711, name.span,
                       "the main machine `%s` is not part of this module", name.name->text);
    module_note_declared(d, &main->decl);
    const Binding *other = module_binding(module, &main->decl);
    if (other) {
        diag_note(d, other->span, "machine `%s` is bound in its place",
                  other->machine->decl.name->text);
        diag_help(d, "did you mean `main = %s`?", other->machine->decl.name->text);
    } else {
        diag_help(d, "add it to the module: `(union ..., { %s })`", name.name->text);
    }
}

// The machine that `[main = X]` names, or NULL after a report.
static MachineDecl *named_main(ModuleCheck *check, Ident name, const Module *module)
{
    Tree *tree = check->tree;
    Decl *decl = scope_lookup(tree->scope, SPACE_TYPE, name.name);
    if (decl && decl->kind == DECL_MACHINE && machine_is_spec((MachineDecl *)decl)) {
        Diag *d = diag_add(tree->diags, E0711, name.span,
                           "`%s` is a spec and cannot be the main machine", name.name->text);
        module_note_declared(d, decl);
        return NULL;
    }
    const Binding *behind = module && decl ? module_binding(module, decl) : NULL;
    if (decl && decl->kind == DECL_INTERFACE) {
        Diag *d =
            diag_add(tree->diags, E0711, name.span,
                     "`%s` is an interface; the main machine must be a machine", name.name->text);
        module_note_declared(d, decl);
        if (behind)
            diag_help(d, "did you mean `main = %s`?", behind->machine->decl.name->text);
        return NULL;
    }
    return (MachineDecl *)module_find(check, name, WANT_MACHINE);
}

// An implementation that names no main machine means the one called Main.
static const Binding *implied_main(ModuleCheck *check, const TestDecl *test, const Module *module)
{
    const Name *name = lexicon_name(check->tree->lexicon, "Main", 4);
    for (uint32_t i = 0; module && i < module->bindings.count; i++)
        if (module->bindings.items[i].machine->decl.name == name)
            return binding_of(module, module->bindings.items[i].machine);
    if (module) {
        Diag *d = diag_add(check->tree->diags, E0711, test->decl.span,
                           "`%s` names no main machine, and its module has no machine `Main`",
                           test->decl.name->text);
        diag_help(d, "write `%s [main = M]: ...`", test->decl.name->text);
    }
    return NULL;
}

static const Binding *main_binding(ModuleCheck *check, const TestDecl *test, const Module *module)
{
    Ident name = test->main_name;
    if (!name.name && test->decl.kind == DECL_TEST)
        return NULL;  // the parser has asked for it
    if (!name.name) {
        const Binding *implied = implied_main(check, test, module);
        bool alone = implied && starts_alone(check, implied->machine, test->decl.span);
        return alone ? implied : NULL;
    }

    MachineDecl *main = named_main(check, name, module);
    if (!main)
        return NULL;
    bool alone = starts_alone(check, main, name.span);
    if (!module)
        return NULL;
    const Binding *found = binding_of(module, main);
    if (!found && alone)
        report_not_bound(check, name, main, module);
    return alone ? found : NULL;
}

// ------------------------------------------------------------------------ cases

// Scenarios watch every case; one that was attached by hand watches as told.
static const Module *with_scenarios(ModuleCheck *check, Module *module)
{
    Module *watched = NULL;
    for (uint32_t i = 0; i < check->scenarios.count; i++) {
        MachineDecl *scenario = check->scenarios.items[i];
        bool attached = false;
        for (uint32_t j = 0; j < module->monitors.count; j++)
            attached |= module->monitors.items[j].spec == scenario;
        if (attached)
            continue;
        if (!watched)
            watched = module_copy(check, module);
        module_attach(check, watched, scenario, scenario->decl.span);
    }
    return watched ? watched : module;
}

// "T___a_1__b_neg2__c_true".
static const char *member_name(Tree *tree, const TestDecl *test, const ParamChoice *choices)
{
    Buf text = {0};
    buf_str(&text, test->decl.name->text);
    for (uint32_t i = 0; i < test->ranges.count; i++) {
        const ParamChoice *c = &choices[i];
        buf_print(&text, "%s%s_", i ? "__" : "___", c->param->decl.name->text);
        if (c->is_bool)
            buf_str(&text, c->value ? "true" : "false");
        else if (c->value < 0)
            buf_print(&text, "neg%llu", 0 - (unsigned long long)c->value);
        else
            buf_print(&text, "%lld", (long long)c->value);
    }
    const char *copy = arena_copy(tree->arena, buf_text(&text), text.size);
    buf_drop(&text);
    return copy;
}

// What checking the tests gathers.
typedef struct Gather {
    ModuleCheck *check;
    TestCases *cases;
    Map names;  // interned name of a case -> its test
} Gather;

// Members of families are named by rule, so two cases may meet in a name.
static bool name_is_free(Gather *gather, TestDecl *test, const char *text)
{
    Tree *tree = gather->check->tree;
    const Name *name = lexicon_name(tree->lexicon, text, strlen(text));
    const Decl *other = map_get(&gather->names, (uintptr_t)name);
    if (!other)
        other = scope_lookup(tree->scope, SPACE_TEST, name);
    if (other && other != &test->decl) {
        Diag *d = diag_add(tree->diags, E0201, test->decl.span,
                           "a member of `%s` would be called `%s`, as another test is",
                           test->decl.name->text, text);
        diag_note(d, other->span, "the other test is here");
        return false;
    }
    map_put(&gather->names, (uintptr_t)name, test);
    return true;
}

static void add_family(Gather *gather, TestDecl *test, const TestCase *pattern,
                       const TestFamily *family)
{
    Tree *tree = gather->check->tree;
    for (uint32_t i = 0; i < family->count; i++) {
        TestCase member = *pattern;
        member.name = member_name(tree, test, family->members[i]);
        member.choices = family->members[i];
        member.choice_count = test->ranges.count;
        if (!name_is_free(gather, test, member.name))
            return;
        vec_push(tree->arena, &gather->cases->all, member);
    }
}

static bool is_parametric(const TestDecl *test)
{
    return test->ranges.count || test->assume || test->has_twise;
}

static void check_refinement(ModuleCheck *check, TestDecl *test)
{
    module_eval(check, test->refines);
    diag_add(check->tree->diags, E0717, test->refines->span, "refinement tests cannot be checked");
}

static void check_test(Gather *gather, TestDecl *test)
{
    ModuleCheck *check = gather->check;
    Module *module = module_eval(check, test->body);
    if (test->refines) {
        check_refinement(check, test);
        return;
    }
    TestFamily family = {0};
    bool good = !is_parametric(test) || test_family_expand(check->tree, test, &family);
    good &= module && is_closed(check, module, test);
    const Binding *main = main_binding(check, test, module);
    if (!good || !main)
        return;

    TestCase pattern = {
        .name = test->decl.name->text,
        .decl = test,
        .is_test = test->decl.kind == DECL_TEST,
        .main = main->machine,
        .main_interface = main->interface,
        .module = with_scenarios(check, module),
    };
    if (is_parametric(test))
        add_family(gather, test, &pattern, &family);
    else
        vec_push(check->arena, &gather->cases->all, pattern);
}

// ------------------------------------------------------- programs without tests

static MachineDecl *default_main(const Tree *tree)
{
    MachineDecl *found = NULL;
    for (uint32_t i = 0; i < tree->machines.count; i++) {
        MachineDecl *m = tree->machines.items[i];
        if (m->is_main)
            return m;
        if (tree->dialect == DIALECT_MODERN && strcmp(m->decl.name->text, "Main") == 0)
            found = m;
    }
    return found;
}

static Module *default_module(ModuleCheck *check)
{
    const Tree *tree = check->tree;
    Module *module = module_new(check);
    for (uint32_t i = 0; i < tree->machines.count; i++) {
        MachineDecl *m = tree->machines.items[i];
        if (!machine_is_spec(m))
            module_bind(check, module, &m->decl, m, m->decl.span);
    }
    module_seal(check, module);
    for (uint32_t i = 0; i < tree->machines.count; i++)
        if (tree->machines.items[i]->kind == MACHINE_SPEC)
            module_attach(check, module, tree->machines.items[i],
                          tree->machines.items[i]->decl.span);
    return module;
}

static void check_default(ModuleCheck *check, TestCases *cases)
{
    MachineDecl *main = default_main(check->tree);
    if (!main)
        return;
    if (machine_is_spec(main)) {
        diag_add(check->tree->diags, E0711, main->decl.span,
                 "`%s` is a spec and cannot be the main machine", main->decl.name->text);
        return;
    }
    Module *module = default_module(check);
    bool good = is_closed(check, module, NULL);
    good &= starts_alone(check, main, main->decl.span);
    if (!good)
        return;
    TestCase only = {
        .name = "DefaultImpl",
        .is_test = true,
        .main = main,
        .main_interface = &main->decl,
        .module = with_scenarios(check, module),
    };
    vec_push(check->arena, &cases->all, only);
}

void modules_check(Tree *tree, TestCases *cases)
{
    ModuleCheck check = {
        .tree = tree,
        .arena = tree->arena,
        .event_count = tree->events.count,
        .none = eventset_new(tree->arena, tree->events.count),
    };
    for (uint32_t i = 0; i < tree->machines.count; i++)
        if (tree->machines.items[i]->kind == MACHINE_SCENARIO)
            vec_push(tree->arena, &check.scenarios, tree->machines.items[i]);
    define_modules(&check);

    Gather gather = {.check = &check, .cases = cases};
    for (uint32_t i = 0; i < tree->tests.count; i++)
        check_test(&gather, tree->tests.items[i]);
    map_drop(&gather.names);

    if (!tree->tests.count)
        check_default(&check, cases);
}
