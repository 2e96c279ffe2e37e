// lang/resolve.c: global declarations, types, functions.
//
// In an order in which each step finds what it needs: names first, then types,
// then events and sets, then machines (resolve_machine.c).

#include "lang/resolve.h"

#include "lang/resolve_impl.h"

enum {
    TYPEDEF_DEPTH_MAX = 1000,  // types defined through one another
    TYPE_DEPTH_MAX = 4000,     // of the structure that comes of it
    TYPE_WIDTH_MAX = 1000000,  // parts of a value, through tuples: each step walks over them
};

// ------------------------------------------------------------------------- types

static const Type *named_type(Tree *tree, TypeRef *ref)
{
    Decl *decl = scope_lookup(tree->scope, SPACE_TYPE, ref->name.name);
    if (!decl)
        decl = scope_lookup(tree->scope, SPACE_EVENTSET, ref->name.name);
    if (!decl) {
        decl = scope_lookup(tree->scope, SPACE_VALUE, ref->name.name);
        if (decl && decl->kind != DECL_EVENT)
            decl = NULL;
    }
    if (!decl) {
        scope_unknown(tree, tree->scope, SPACE_TYPE, E0207, ref->name, "type");
        return tree->types.error;
    }
    switch (decl->kind) {
    case DECL_TYPE:
        return resolve_typedef(tree, (TypeDecl *)decl, ref->name.span);
    case DECL_ENUM:
        return ((EnumDecl *)decl)->type;
    case DECL_MACHINE:
        if (((MachineDecl *)decl)->parameters.count) {
            Diag *d = diag_add(tree->diags, E0312, ref->span, "`%s` needs machine parameters",
                               decl->name->text);
            diag_note(d, decl->span, "declared here");
            return tree->types.error;
        }
        return type_nominal(&tree->types, TYPE_PERM, decl);
    default:
        return type_nominal(&tree->types, TYPE_PERM, decl);
    }
}

static void check_field_names(Tree *tree, const TypeRef *ref)
{
    for (uint32_t i = 1; i < ref->count; i++)
        for (uint32_t j = 0; j < i; j++)
            if (ref->field_names[i].name == ref->field_names[j].name) {
                Diag *d =
                    diag_add(tree->diags, E0214, ref->field_names[i].span,
                             "the tuple already has a field `%s`", ref->field_names[i].name->text);
                diag_note(d, ref->field_names[j].span, "the first one is here");
                break;
            }
}

static const Type *tuple_type(Tree *tree, TypeRef *ref)
{
    const Type **parts = NEW_ARRAY(tree->arena, const Type *, ref->count);
    for (uint32_t i = 0; i < ref->count; i++)
        parts[i] = resolve_type(tree, ref->parts[i]);
    if (ref->kind == TREF_TUPLE)
        return type_tuple(&tree->types, parts, ref->count);

    check_field_names(tree, ref);
    const Name **names = NEW_ARRAY(tree->arena, const Name *, ref->count);
    for (uint32_t i = 0; i < ref->count; i++)
        names[i] = ref->field_names[i].name;
    return type_ntuple(&tree->types, names, parts, ref->count);
}

static const Type *meaning(Tree *tree, TypeRef *ref)
{
    switch (ref->kind) {
    case TREF_ERROR:
        return tree->types.error;
    case TREF_BASIC:
        return ref->type;
    case TREF_NAME:
        return named_type(tree, ref);
    case TREF_SEQ:
        return type_seq(&tree->types, resolve_type(tree, ref->parts[0]));
    case TREF_SET:
        return type_set(&tree->types, resolve_type(tree, ref->parts[0]));
    case TREF_MAP: {
        const Type *key = resolve_type(tree, ref->parts[0]);
        return type_map(&tree->types, key, resolve_type(tree, ref->parts[1]));
    }
    case TREF_TUPLE:
    case TREF_NTUPLE:
        return tuple_type(tree, ref);
    }
    return tree->types.error;
}

const Type *resolve_type(Tree *tree, TypeRef *ref)
{
    if (ref->type)
        return ref->type;
    ref->type = meaning(tree, ref);
    if (ref->type->depth > TYPE_DEPTH_MAX) {
        diag_add(tree->diags, E0107, ref->span, "a type nested more than %d levels deep",
                 TYPE_DEPTH_MAX);
        ref->type = tree->types.error;
    } else if (ref->type->width > TYPE_WIDTH_MAX) {
        diag_add(tree->diags, E0107, ref->span, "a type whose values have more than %d parts",
                 TYPE_WIDTH_MAX);
        ref->type = tree->types.error;
    }
    return ref->type;
}

const Type *resolve_typedef(Tree *tree, TypeDecl *decl, Span use)
{
    if (decl->state == RESOLVE_NOW) {
        Diag *d = diag_add(tree->diags, E0210, decl->decl.span,
                           "the type `%s` is defined by itself", decl->decl.name->text);
        diag_note(d, use, "used here in its own definition");
        decl->type = tree->types.error;
        decl->state = RESOLVE_DONE;
    }
    if (decl->state == RESOLVE_DONE)
        return decl->type;
    if (tree->typedef_depth >= TYPEDEF_DEPTH_MAX) {
        diag_add(tree->diags, E0107, use, "types defined through one another more than %d deep",
                 TYPEDEF_DEPTH_MAX);
        decl->state = RESOLVE_DONE;
        return decl->type = tree->types.error;
    }

    decl->state = RESOLVE_NOW;
    tree->typedef_depth++;
    const Type *type = decl->ref ? resolve_type(tree, decl->ref)
                                 : type_nominal(&tree->types, TYPE_FOREIGN, &decl->decl);
    tree->typedef_depth--;
    if (decl->state == RESOLVE_DONE)  // a cycle came back to us
        return decl->type;
    decl->type = type;
    decl->state = RESOLVE_DONE;

    // Structures are shown by their name, if they have just one.
    Type *named = (Type *)type;
    if (type->count && type->kind >= TYPE_TUPLE) {
        named->alias = named->aliased ? NULL : decl->decl.name;
        named->aliased = true;
    }
    return type;
}

// ------------------------------------------------------------------------- events

static const EventSet *events_of(Tree *tree, EventSetDecl *group)
{
    if (!group->events) {
        group->is_open = true;
        group->events = resolve_events(tree, &group->names);
        group->is_open = false;
    }
    return group->events;
}

static void add_event(Tree *tree, EventSet *set, Ident name)
{
    Decl *decl = scope_lookup(tree->scope, SPACE_VALUE, name.name);
    if (decl && decl->kind == DECL_EVENT) {
        eventset_add(set, ((EventDecl *)decl)->id);
        return;
    }
    EventSetDecl *group = (EventSetDecl *)scope_lookup(tree->scope, SPACE_EVENTSET, name.name);
    if (!group || group->is_open) {
        scope_unknown(tree, tree->scope, SPACE_VALUE, E0203, name, "event");
        return;
    }
    const EventSet *events = events_of(tree, group);
    for (uint32_t w = 0; w < events->words; w++)
        set->bits[w] |= events->bits[w];
}

EventSet *resolve_events(Tree *tree, const Idents *names)
{
    EventSet *set = eventset_new(tree->arena, tree->events.count);
    for (uint32_t i = 0; i < names->count; i++)
        add_event(tree, set, names->items[i]);
    return set;
}

// ---------------------------------------------------------------------- functions

void resolve_var(Tree *tree, Scope *scope, VarDecl *var)
{
    const Decl *global = scope_find(tree->scope, SPACE_VAR, var->decl.name);
    if (global && scope != tree->scope) {
        Diag *d = diag_add(tree->diags, E0211, var->decl.span,
                           "`%s` is a global parameter and cannot be declared again",
                           var->decl.name->text);
        diag_note(d, global->span, "declared here");
    } else {
        scope_declare(tree, scope, &var->decl);
    }
    var->type = var->ref ? resolve_type(tree, var->ref) : tree->types.error;
}

void resolve_vars(Tree *tree, Scope *scope, Vars *vars)
{
    for (uint32_t i = 0; i < vars->count; i++)
        resolve_var(tree, scope, vars->items[i]);
}

static void resolve_creates(Tree *tree, FunDecl *fun)
{
    for (uint32_t i = 0; i < fun->creates.count; i++) {
        Ident name = fun->creates.items[i];
        Decl *decl = scope_lookup(tree->scope, SPACE_TYPE, name.name);
        if (decl && (decl->kind == DECL_MACHINE || decl->kind == DECL_INTERFACE))
            vec_push(tree->arena, &fun->created, decl);
        else
            scope_unknown(tree, tree->scope, SPACE_TYPE, E0206, name, "machine or interface");
    }
}

void resolve_fun(Tree *tree, FunDecl *fun)
{
    Scope *outer = fun->parent ? fun->parent->scope : fun->owner ? fun->owner->scope : tree->scope;
    fun->scope = scope_new(tree, outer);
    resolve_vars(tree, fun->scope, &fun->params);
    resolve_vars(tree, fun->scope, &fun->locals);
    fun->result = fun->result_ref ? resolve_type(tree, fun->result_ref) : tree->types.null;
    resolve_creates(tree, fun);
    for (uint32_t i = 0; i < fun->receives.count; i++)
        resolve_fun(tree, fun->receives.items[i]);
}

static void resolve_calls(FunDecl *fun)
{
    for (uint32_t i = 0; i < fun->calls.count; i++) {
        CallSite *site = &fun->calls.items[i];
        site->callee = (FunDecl *)scope_lookup(fun->scope, SPACE_FUN, site->name.name);
    }
}

static void resolve_funs(Tree *tree)
{
    for (uint32_t i = 0; i < tree->funs.count; i++)
        if (!tree->funs.items[i]->parent)
            resolve_fun(tree, tree->funs.items[i]);
    for (uint32_t i = 0; i < tree->funs.count; i++)
        resolve_calls(tree->funs.items[i]);
    for (uint32_t i = 0; i < tree->machines.count; i++) {
        MachineDecl *m = tree->machines.items[i];
        for (uint32_t j = 0; j < m->funs.count; j++)
            resolve_calls(m->funs.items[j]);
    }
}

static void resolve_pures(Tree *tree)
{
    for (uint32_t i = 0; i < tree->pures.count; i++) {
        PureDecl *f = tree->pures.items[i];
        f->scope = scope_new(tree, tree->scope);
        resolve_vars(tree, f->scope, &f->params);
        f->result = f->result_ref ? resolve_type(tree, f->result_ref) : tree->types.error;
    }
}

// ----------------------------------------------------------------- global names

#define DECLARE_ALL(list)                           \
    for (uint32_t i = 0; i < tree->list.count; i++) \
    scope_declare(tree, tree->scope, &tree->list.items[i]->decl)

static void declare_enums(Tree *tree)
{
    for (uint32_t i = 0; i < tree->enums.count; i++) {
        EnumDecl *e = tree->enums.items[i];
        e->type = type_nominal(&tree->types, TYPE_ENUM, &e->decl);
        scope_declare(tree, tree->scope, &e->decl);
        for (uint32_t j = 0; j < e->elems.count; j++)
            scope_declare(tree, tree->scope, &e->elems.items[j]->decl);
    }
}

// An invariant I of lemma L is known as L_I, and as I where that is free.
static void declare_in_lemma(Tree *tree, const LemmaDecl *l, FormulaDecl *f)
{
    Buf whole = {0};
    buf_print(&whole, "%s_%s", l->decl.name->text, f->decl.name->text);
    const Name *name = lexicon_name(tree->lexicon, buf_text(&whole), whole.size);
    buf_drop(&whole);
    scope_alias(tree->scope, SPACE_FORMULA, f->decl.name, &f->decl);
    Decl *other = scope_find(tree->scope, SPACE_FORMULA, name);
    if (other && other != &f->decl) {
        Diag *d = diag_add(tree->diags, E0201, f->decl.span,
                           "`%s` is already the name of an invariant", f->decl.name->text);
        diag_note(d, other->span, "declared here");
    }
    scope_alias(tree->scope, SPACE_FORMULA, name, &f->decl);
}

static void declare_proofs(Tree *tree)
{
    DECLARE_ALL(pures);
    for (uint32_t i = 0; i < tree->formulas.count; i++)
        if (tree->formulas.items[i]->decl.kind == DECL_INVARIANT)
            scope_declare(tree, tree->scope, &tree->formulas.items[i]->decl);
    for (uint32_t i = 0; i < tree->lemmas.count; i++) {
        LemmaDecl *l = tree->lemmas.items[i];
        scope_declare(tree, tree->scope, &l->decl);
        for (uint32_t j = 0; j < l->invariants.count; j++)
            declare_in_lemma(tree, l, l->invariants.items[j]);
    }
    for (uint32_t i = 0; i < tree->proofs.count; i++)
        if (tree->proofs.items[i]->decl.name->size)
            scope_declare(tree, tree->scope, &tree->proofs.items[i]->decl);
}

static void declare_all(Tree *tree)
{
    DECLARE_ALL(events);
    declare_enums(tree);
    DECLARE_ALL(typedecls);
    DECLARE_ALL(eventsets);
    DECLARE_ALL(patterns);
    DECLARE_ALL(machines);
    DECLARE_ALL(interfaces);
    for (uint32_t i = 0; i < tree->funs.count; i++)
        if (!tree->funs.items[i]->is_anonymous)
            scope_declare(tree, tree->scope, &tree->funs.items[i]->decl);
    DECLARE_ALL(params);
    declare_proofs(tree);
    DECLARE_ALL(modules);
    DECLARE_ALL(tests);
}

// --------------------------------------------------------------------- in order

static void resolve_payloads(Tree *tree)
{
    for (uint32_t i = 0; i < tree->typedecls.count; i++)
        resolve_typedef(tree, tree->typedecls.items[i], tree->typedecls.items[i]->decl.span);
    for (uint32_t i = 0; i < tree->events.count; i++) {
        EventDecl *e = tree->events.items[i];
        e->payload = e->payload_ref ? resolve_type(tree, e->payload_ref) : tree->types.null;
    }
    for (uint32_t i = 0; i < tree->params.count; i++)
        tree->params.items[i]->type = resolve_type(tree, tree->params.items[i]->ref);
}

static void resolve_sets(Tree *tree)
{
    for (uint32_t i = 0; i < tree->eventsets.count; i++) {
        EventSetDecl *s = tree->eventsets.items[i];
        events_of(tree, s);
        s->type = type_nominal(&tree->types, TYPE_PERM, &s->decl);
    }
    for (uint32_t i = 0; i < tree->interfaces.count; i++) {
        InterfaceDecl *f = tree->interfaces.items[i];
        f->receives = resolve_events(tree, &f->receive_names);
        f->payload = f->payload_ref ? resolve_type(tree, f->payload_ref) : tree->types.null;
        f->type = type_nominal(&tree->types, TYPE_PERM, &f->decl);
    }
}

void resolve(Tree *tree)
{
    declare_all(tree);
    resolve_payloads(tree);
    resolve_sets(tree);
    for (uint32_t i = 0; i < tree->machines.count; i++)
        resolve_machine(tree, tree->machines.items[i]);
    resolve_funs(tree);
    resolve_pures(tree);
    for (uint32_t i = 0; i < tree->machines.count; i++)
        resolve_handlers(tree, tree->machines.items[i]);
    resolve_main(tree);
    if (tree->dialect == DIALECT_CLASSIC)
        resolve_classic_payloads(tree);
}
