// lang/tree_walk.h: the parts of a tree, one level at a time.
//
// For passes that ask the same question of every node, such as warnings and
// dumps. The visitor decides whether and when to go deeper.

#pragma once

#include "lang/tree.h"

typedef void ExprVisit(const Expr *e, void *context);
typedef void StmtVisit(const Stmt *s, void *context);

// The operands of an expression, left to right.
void expr_parts(const Expr *e, ExprVisit *visit, void *context);

// The expressions that stand directly in a statement, as they are evaluated.
void stmt_exprs(const Stmt *s, ExprVisit *visit, void *context);

// The statements directly inside a statement. The bodies of receive cases are
// functions of their own and not among them, and the else of an `if` is its
// neighbour rather than its part: a chain of them is walked, not descended.
void stmt_parts(const Stmt *s, StmtVisit *visit, void *context);
const Stmt *stmt_else(const Stmt *s);  // NULL for none

// A statement and all below it, outermost first.
void stmt_walk(const Stmt *s, StmtVisit *visit, void *context);
