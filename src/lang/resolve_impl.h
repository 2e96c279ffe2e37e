// lang/resolve_impl.h: what resolve.c and resolve_machine.c share.

#pragma once

#include "lang/resolve.h"

const Type *resolve_typedef(Tree *tree, TypeDecl *decl, Span use);
void resolve_vars(Tree *tree, Scope *scope, Vars *vars);
void resolve_fun(Tree *tree, FunDecl *fun);

// Scope, fields, functions, states and the constructor of a machine.
void resolve_machine(Tree *tree, MachineDecl *m);

// Its handlers: events, functions and target states, and whether they fit.
void resolve_handlers(Tree *tree, MachineDecl *m);

// 2015 dialect: one main machine.
void resolve_main(Tree *tree);
