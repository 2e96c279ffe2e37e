// lang/scope.h: which name means what, where.
//
// P has several name spaces (an event and a variable may share a name), so a
// scope is a table from (space, name) to declaration, and a lookup names the
// space it wants. Scopes nest: local variables, then the machine, then the
// program.

#pragma once

#include "lang/tree.h"

typedef enum Space {
    SPACE_TYPE,      // typedefs, enums, interfaces, machines
    SPACE_EVENTSET,
    SPACE_VALUE,     // events, enum elements
    SPACE_FUN,
    SPACE_STATE,
    SPACE_VAR,
    SPACE_PURE,
    SPACE_FORMULA,   // invariants
    SPACE_LEMMA,
    SPACE_PROOF,
    SPACE_MODULE,
    SPACE_TEST,
    SPACE_COUNT,
} Space;

struct Scope {
    Scope *outer;  // NULL for the program's
    Map table;
};

Scope *scope_new(Tree *tree, Scope *outer);
void scope_drop(Scope *scope);

// Reports E0201 when the name is taken, in its own space or one it shares.
void scope_declare(Tree *tree, Scope *scope, Decl *decl);

// Another name for a declaration, where that name is free.
void scope_alias(Scope *scope, Space space, const Name *name, Decl *decl);

// Here only, and here or further out. NULL when there is none.
Decl *scope_find(const Scope *scope, Space space, const Name *name);
Decl *scope_lookup(const Scope *scope, Space space, const Name *name);

// The name means nothing here: the report, with the nearest name that does.
// `what` is the kind of thing that was wanted, "event", "state".
Diag *scope_unknown(Tree *tree, const Scope *scope, Space space, DiagCode code, Ident id,
                    const char *what);

// The most similar name of a space that is visible here, or NULL.
const Name *scope_nearest(Tree *tree, const Scope *scope, Space space, const Name *name);
