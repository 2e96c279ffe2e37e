// lang/tree_walk.c: the parts of each kind of node, listed once for all passes.

#include "lang/tree_walk.h"

#include <assert.h>

static void each(Expr *const *items, uint32_t count, ExprVisit *visit, void *context)
{
    for (uint32_t i = 0; i < count; i++) {
        assert(items[i]);  // what could not be read is an EXPR_ERROR
        visit(items[i], context);
    }
}

static void maybe(const Expr *e, ExprVisit *visit, void *context)
{
    if (e)
        visit(e, context);
}

void expr_parts(const Expr *e, ExprVisit *visit, void *context)
{
    switch ((ExprKind)e->kind) {
    case EXPR_ERROR:
    case EXPR_NAME:
    case EXPR_INT:
    case EXPR_FLOAT:
    case EXPR_BOOL:
    case EXPR_NULL:
    case EXPR_THIS:
    case EXPR_PAYLOAD:
    case EXPR_TRIGGER:
    case EXPR_CHOICE:
    case EXPR_DEFAULT:
        break;
    case EXPR_STRING:
        each(e->string.args.items, e->string.args.count, visit, context);
        break;
    case EXPR_CHOOSE:
    case EXPR_UNARY:
    case EXPR_KEYS:
    case EXPR_VALUES:
    case EXPR_SIZEOF:
    case EXPR_INFLIGHT:
    case EXPR_SENT:
        maybe(e->operand, visit, context);
        break;
    case EXPR_BINARY:
    case EXPR_INDEX:
    case EXPR_TARGETS:
        visit(e->binary.left, context);
        visit(e->binary.right, context);
        break;
    case EXPR_AS:
    case EXPR_TO:
        visit(e->cast.operand, context);
        break;
    case EXPR_FIELD:
    case EXPR_PART:
    case EXPR_IS:
        visit(e->field.operand, context);
        break;
    case EXPR_TUPLE:
    case EXPR_NTUPLE:
        each(e->tuple.items, e->tuple.count, visit, context);
        break;
    case EXPR_NEW:
        each(e->new->args.items, e->new->args.count, visit, context);
        break;
    case EXPR_CALL:
        each(e->call.args->items, e->call.args->count, visit, context);
        break;
    case EXPR_QUANTIFIER:
        visit(e->quantifier->body, context);
        break;
    }
}

void stmt_exprs(const Stmt *s, ExprVisit *visit, void *context)
{
    switch (stmt_shape(s->kind)) {
    case SHAPE_NONE:
    case SHAPE_BLOCK:
    case SHAPE_RECEIVE:
        break;
    case SHAPE_CHECK:
        visit(s->check.condition, context);
        maybe(s->check.message, visit, context);
        break;
    case SHAPE_VALUE:
        maybe(s->value, visit, context);
        break;
    case SHAPE_ASSIGN:
        visit(s->assign.target, context);
        maybe(s->assign.key, visit, context);
        maybe(s->assign.value, visit, context);
        maybe(s->assign.held, visit, context);
        break;
    case SHAPE_BRANCH:
        visit(s->branch.condition, context);
        break;
    case SHAPE_FOREACH:
        visit(s->foreach.collection, context);
        each(s->foreach.invariants.items, s->foreach.invariants.count, visit, context);
        break;
    case SHAPE_EMIT:
        maybe(s->emit.target, visit, context);
        visit(s->emit.event, context);
        each(s->emit.args.items, s->emit.args.count, visit, context);
        break;
    case SHAPE_JUMP:
        each(s->jump.args.items, s->jump.args.count, visit, context);
        break;
    }
}

void stmt_parts(const Stmt *s, StmtVisit *visit, void *context)
{
    switch (stmt_shape(s->kind)) {
    case SHAPE_BLOCK:
        for (uint32_t i = 0; i < s->block.count; i++)
            visit(s->block.items[i], context);
        break;
    case SHAPE_BRANCH:
        visit(s->branch.then_branch, context);
        break;
    case SHAPE_FOREACH:
        visit(s->foreach.body, context);
        break;
    default:  // no other statement holds statements
        break;
    }
}

const Stmt *stmt_else(const Stmt *s)
{
    return s->kind == STMT_IF ? s->branch.else_branch : NULL;
}

typedef struct StmtWalk {
    StmtVisit *visit;
    void *context;
} StmtWalk;

static void walk(const Stmt *s, void *context)
{
    StmtWalk *w = context;
    for (; s; s = stmt_else(s)) {
        w->visit(s, w->context);
        stmt_parts(s, walk, w);
    }
}

void stmt_walk(const Stmt *s, StmtVisit *visit, void *context)
{
    StmtWalk w = {.visit = visit, .context = context};
    walk(s, &w);
}
