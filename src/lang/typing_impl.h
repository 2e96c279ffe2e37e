// lang/typing_impl.h: what typing's files share: typing.c (statements),
// typing_assign.c (assignments), typing_expr.c (expressions), typing_call.c (payloads, calls, new),
// typing_proof.c (the verifier's).

#pragma once

#include "lang/resolve.h"
#include "lang/typing.h"

typedef struct Typing {
    Tree *tree;
    FunDecl *fun;          // being checked; NULL in proofs
    MachineDecl *machine;  // whose function it is; NULL for global ones
    Scope *scope;
    uint32_t loops;        // around the statement, in this function or receive case
    Stmt *receive;         // whose case is being checked; NULL outside of any
    uint32_t loops_outside;  // around the receive
    bool in_proof;         // the verifier's expressions mean something
    bool in_check;         // in an assert or assume that has no warning yet
} Typing;

const Type *type_expr(Typing *t, Expr *e);
const Type *type_target(Typing *t, Expr *e);  // of an assignment: a variable or a part of one

// A place of type `to` gets this expression: E0401 with `where` when it cannot.
bool expect_type(Typing *t, const Type *to, Expr *e, const char *where);

void type_condition(Typing *t, Expr *e);
void type_message(Typing *t, Expr *e);
void type_args(Typing *t, ExprList args);  // each by itself

// The function does this by itself.
void has_effect(Typing *t, Effect effect, Span span);

// Not in a spec: E0601. True when it is one.
bool forbidden_in_spec(Typing *t, Span span, const char *what);

// The event of a send, raise or announce. The declaration when it is named
// outright, NULL when it is computed (or wrong).
EventDecl *type_event(Typing *t, Expr *e);

// Arguments against a payload type, packed into a tuple when there are several.
void type_payload(Typing *t, const Type *payload, ExprList args, Span span, const char *of);

const Type *type_new(Typing *t, Expr *e, bool is_statement);
const Type *type_call(Typing *t, Expr *e, bool is_statement);
const Type *type_string(Typing *t, Expr *e);

const Type *type_proof_expr(Typing *t, Expr *e);  // is, targets, inflight, sent, quantifiers
// e.f where e is no tuple: fields of machines and of messages, in proofs.
const Type *type_proof_field(Typing *t, Expr *e);
void type_proofs(Tree *tree);

// What the user has written, if it is short enough to be shown in help; else `otherwise`.
const char *expr_written(Typing *t, const Expr *e, const char *otherwise);

void type_assign(Typing *t, Stmt *s);
void type_insert(Typing *t, Stmt *s);
void type_add(Typing *t, Stmt *s);
void type_remove(Typing *t, Stmt *s);

// Whether control never reaches the end of the statement.
bool stmt_leaves(const Stmt *s);
