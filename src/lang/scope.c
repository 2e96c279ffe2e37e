// lang/scope.c: scopes, and the nearest name to a misspelt one.

#include "lang/scope.h"

#include <string.h>

#include "base/alike.h"

static uint64_t key_of(Space space, const Name *name)
{
    assert(space < SPACE_COUNT);
    return (uint64_t)name->id * SPACE_COUNT + (uint64_t)space;
}

Scope *scope_new(Tree *tree, Scope *outer)
{
    Scope *scope = NEW(tree->arena, Scope);
    scope->outer = outer;
    vec_push(tree->arena, &tree->scopes, scope);
    return scope;
}

void scope_drop(Scope *scope)
{
    map_drop(&scope->table);
}

static Space space_of(DeclKind kind)
{
    switch (kind) {
    case DECL_EVENTSET:
        return SPACE_EVENTSET;
    case DECL_EVENT:
    case DECL_ENUM_ELEM:
        return SPACE_VALUE;
    case DECL_ENUM:
    case DECL_TYPE:
    case DECL_INTERFACE:
    case DECL_MACHINE:
        return SPACE_TYPE;
    case DECL_STATE:
        return SPACE_STATE;
    case DECL_FUN:
        return SPACE_FUN;
    case DECL_VAR:
        return SPACE_VAR;
    case DECL_PURE:
        return SPACE_PURE;
    case DECL_LEMMA:
        return SPACE_LEMMA;
    case DECL_PROOF:
        return SPACE_PROOF;
    case DECL_MODULE:
        return SPACE_MODULE;
    case DECL_TEST:
    case DECL_IMPL:
        return SPACE_TEST;
    case DECL_INVARIANT:
    case DECL_AXIOM:
    case DECL_INIT_CONDITION:
        return SPACE_FORMULA;
    }
    return SPACE_TYPE;
}

// A declaration whose name this one may not share, in its space or in another
// (functions and states of a machine, event sets and interfaces).
static Decl *clash_of(const Scope *scope, const Decl *decl)
{
    Space space = space_of(decl->kind);
    Decl *other = scope_find(scope, space, decl->name);
    if (!other && space == SPACE_FUN)
        other = scope_find(scope, SPACE_STATE, decl->name);
    if (!other && space == SPACE_STATE)
        other = scope_find(scope, SPACE_FUN, decl->name);
    if (!other && space == SPACE_EVENTSET) {
        other = scope_find(scope, SPACE_TYPE, decl->name);
        if (other && other->kind != DECL_INTERFACE && other->kind != DECL_MACHINE)
            other = NULL;
    }
    if (!other && (decl->kind == DECL_INTERFACE || decl->kind == DECL_MACHINE))
        other = scope_find(scope, SPACE_EVENTSET, decl->name);
    return other;
}

void scope_declare(Tree *tree, Scope *scope, Decl *decl)
{
    Decl *other = clash_of(scope, decl);
    if (!other) {
        map_put(&scope->table, key_of(space_of(decl->kind), decl->name), decl);
        return;
    }
    if (other->kind == DECL_EVENT && ((EventDecl *)other)->id <= EVENT_HALT) {
        diag_add(tree->diags, E0201, decl->span, "the event `%s` is built in", decl->name->text);
        return;
    }
    if (other->span.start > decl->span.start) {  // declared in another order than written
        Decl *earlier = decl;
        decl = other;
        other = earlier;
    }
    Diag *d = diag_add(
        tree->diags, E0201, decl->span, "`%s` is already the name of %s %s", decl->name->text,
        strchr("aeiou", *decl_kind_shown(other->kind)) ? "an" : "a", decl_kind_shown(other->kind));
    diag_note(d, other->span, "declared here");
}

void scope_alias(Scope *scope, Space space, const Name *name, Decl *decl)
{
    if (!scope_find(scope, space, name))
        map_put(&scope->table, key_of(space, name), decl);
}

Decl *scope_find(const Scope *scope, Space space, const Name *name)
{
    return map_get(&scope->table, key_of(space, name));
}

Decl *scope_lookup(const Scope *scope, Space space, const Name *name)
{
    for (; scope; scope = scope->outer) {
        Decl *decl = scope_find(scope, space, name);
        if (decl)
            return decl;
    }
    return NULL;
}

// ------------------------------------------------------------------ nearest names

enum { GUESSES_MAX = 500 };  // per program: looking through all names costs time

const Name *scope_nearest(Tree *tree, const Scope *scope, Space space, const Name *name)
{
    const Name *nearest = NULL;
    if (tree->guesses++ >= GUESSES_MAX)
        return NULL;
    uint32_t limit = alike_limit(name->size);

    for (; scope; scope = scope->outer)
        for (uint32_t i = 0; i < scope->table.capacity; i++) {
            const MapSlot *slot = &scope->table.slots[i];
            if (!slot->value || slot->key % SPACE_COUNT != (uint64_t)space)
                continue;
            const Name *other = ((Decl *)slot->value)->name;
            uint32_t far =
                alike_distance(name->text, name->size, other->text, other->size, limit + 1);
            bool is_nearer = far < limit || (far == limit && nearest && other->id < nearest->id);
            if (is_nearer && other != name) {
                nearest = other;
                limit = far;
            }
        }
    return nearest;
}

Diag *scope_unknown(Tree *tree, const Scope *scope, Space space, DiagCode code, Ident id,
                    const char *what)
{
    Diag *d = diag_add(tree->diags, code, id.span, "there is no %s `%s`", what, id.name->text);
    const Name *nearest = scope_nearest(tree, scope, space, id.name);
    if (!nearest)
        return d;
    const Decl *decl = scope_lookup(scope, space, nearest);
    assert(decl && nearest != id.name);
    bool is_built_in = decl->kind == DECL_EVENT && ((const EventDecl *)decl)->id <= EVENT_HALT;
    if (!is_built_in)
        diag_note(d, decl->span, "`%s` is declared here", nearest->text);
    diag_help(d, "did you mean `%s`?", nearest->text);
    return d;
}
