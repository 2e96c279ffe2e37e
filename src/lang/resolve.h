// lang/resolve.h: from names to declarations.
//
// Declares everything in its scope, resolves types as they are written, binds
// handlers to their events, functions and states, and checks what can be said of
// machines before any body is looked at. Expressions are typing's.

#pragma once

#include "lang/scope.h"
#include "lang/tree.h"

void resolve(Tree *tree);

// What a written type means; the error type, reported once, when nothing.
const Type *resolve_type(Tree *tree, TypeRef *ref);

// A variable into a scope: global parameters must not be hidden.
void resolve_var(Tree *tree, Scope *scope, VarDecl *var);

// A state of the machine by its name as written inside `group` (may be NULL).
StateDecl *resolve_state(Tree *tree, MachineDecl *machine, const Name *group, Ident name);

// The events of a list of names, sets of events opened up.
EventSet *resolve_events(Tree *tree, const Idents *names);

// 2015 dialect: the type of `payload` in every function, by what may trigger it
// (lang/classic_payload.c).
void resolve_classic_payloads(Tree *tree);
