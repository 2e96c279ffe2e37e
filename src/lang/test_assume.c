// lang/test_assume.c: evaluates an assumption while the program is compiled.
//
// Types are checked once, when the terms are built; then only a division by zero
// can go wrong. Unlike P's own compiler we do not look at the right side of `&&`,
// `||` and `==>` where the left one decides, as in the rest of the language.

#include "lang/test_assume.h"

#include "lang/scope.h"

// The assumption with its names looked up and its types known.
struct Term {
    const Expr *expr;
    enum { TERM_VALUE, TERM_PARAM, TERM_OPERATION } kind;
    bool is_bool;
    int64_t value;       // TERM_PARAM: position of the range
    Term *left, *right;  // TERM_OPERATION; unary ones have no right
};

static Term *term_build(Assumption *a, const Expr *e);

static Term *param_term(Assumption *a, const Expr *e)
{
    Tree *tree = a->tree;
    for (uint32_t i = 0; i < a->test->ranges.count; i++) {
        const ParamRange *range = &a->test->ranges.items[i];
        if (range->name.name != e->name.name)
            continue;
        Term *t = NEW(a->arena, Term);
        *t = (Term){.expr = e, .kind = TERM_PARAM, .value = i};
        t->is_bool = range->param->type->kind == TYPE_BOOL;
        return t;
    }
    const char *name = e->name.name->text;
    Decl *decl = scope_lookup(tree->scope, SPACE_VAR, e->name.name);
    Diag *d = diag_add(tree->diags, E0715, e->span,
                       decl ? "this test gives `%s` no values, so nothing can be assumed about it"
                            : "`%s` is no parameter of this test",
                       name);
    const Name *near = decl ? NULL : scope_nearest(tree, tree->scope, SPACE_VAR, e->name.name);
    if (decl)
        diag_help(d, "list its values: `param (..., %s in [...])`", name);
    else if (near)
        diag_help(d, "did you mean `%s`?", near->text);
    return NULL;
}

// What an operator takes: both sides ints, both bools, or both the same.
typedef enum Takes { TAKES_NOTHING, TAKES_INT, TAKES_BOOL, TAKES_SAME } Takes;

static Takes operator_takes(Operator op)
{
    switch (op) {
    case OPERATOR_NEGATE:
    case OPERATOR_MUL:
    case OPERATOR_DIV:
    case OPERATOR_MOD:
    case OPERATOR_ADD:
    case OPERATOR_SUB:
    case OPERATOR_LT:
    case OPERATOR_GT:
    case OPERATOR_GE:
    case OPERATOR_LE:
        return TAKES_INT;
    case OPERATOR_NOT:
    case OPERATOR_AND:
    case OPERATOR_OR:
    case OPERATOR_IMPLIES:
    case OPERATOR_IFF:
        return TAKES_BOOL;
    case OPERATOR_EQ:
    case OPERATOR_NE:
        return TAKES_SAME;
    case OPERATOR_IN:
        break;
    }
    return TAKES_NOTHING;
}

static bool gives_bool(Operator op)
{
    return op != OPERATOR_NEGATE && op != OPERATOR_MUL && op != OPERATOR_DIV &&
           op != OPERATOR_MOD && op != OPERATOR_ADD && op != OPERATOR_SUB;
}

static Term *refuse(Assumption *a, const Expr *e, const char *why)
{
    diag_add(a->tree->diags, E0715, e->span, "%s", why);
    return NULL;
}

static Term *refuse_operator(Assumption *a, const Expr *e, const char *why)
{
    diag_add(a->tree->diags, E0715, e->span, "`%s` %s", operator_text((Operator)e->op), why);
    return NULL;
}

static Term *operation_term(Assumption *a, const Expr *e)
{
    bool unary = e->kind == EXPR_UNARY;
    Takes takes = operator_takes((Operator)e->op);
    if (takes == TAKES_NOTHING)
        return refuse_operator(a, e, "cannot be used in an assumption");
    Term *left = term_build(a, unary ? e->operand : e->binary.left);
    Term *right = unary ? left : term_build(a, e->binary.right);
    if (!left || !right)
        return NULL;
    bool fits = takes == TAKES_SAME || left->is_bool == (takes == TAKES_BOOL);
    if (!fits || left->is_bool != right->is_bool)
        return refuse_operator(a, e, "does not take values of these types");

    Term *t = NEW(a->arena, Term);
    *t = (Term){.expr = e, .kind = TERM_OPERATION, .left = left, .right = unary ? NULL : right};
    t->is_bool = gives_bool((Operator)e->op);
    return t;
}

// NULL after a report.
static Term *term_build(Assumption *a, const Expr *e)
{
    switch (e->kind) {
    case EXPR_INT:
    case EXPR_BOOL: {
        Term *t = NEW(a->arena, Term);
        *t = (Term){.expr = e, .kind = TERM_VALUE, .is_bool = e->kind == EXPR_BOOL};
        t->value = t->is_bool ? e->boolean : e->integer;
        return t;
    }
    case EXPR_NAME:
        return param_term(a, e);
    case EXPR_UNARY:
    case EXPR_BINARY:
        return operation_term(a, e);
    case EXPR_ERROR:
        return NULL;
    default:
        return refuse(a, e,
                      "an assumption is made of parameters, numbers, `true`, `false` "
                      "and operators");
    }
}

static int64_t divide(Assumption *a, const Term *t, int64_t x, int64_t y)
{
    bool is_div = t->expr->op == OPERATOR_DIV;
    assert(is_div || t->expr->op == OPERATOR_MOD);
    if (y == 0) {
        if (!a->fault)
            a->fault = t->expr;
        return 0;
    }
    if (y == -1)  // the one quotient that overflows wraps, as everywhere in P
        return is_div ? (int64_t)(0 - (uint64_t)x) : 0;
    return is_div ? x / y : x % y;
}

static int64_t term_value(Assumption *a, const Term *t, const uint32_t *digits);

static int64_t operation_value(Assumption *a, const Term *t, const uint32_t *digits)
{
    int64_t x = term_value(a, t->left, digits);
    switch ((Operator)t->expr->op) {
    case OPERATOR_NEGATE:
        return (int64_t)(0 - (uint64_t)x);
    case OPERATOR_NOT:
        return !x;
    case OPERATOR_AND:
        return x && term_value(a, t->right, digits);
    case OPERATOR_OR:
        return x || term_value(a, t->right, digits);
    case OPERATOR_IMPLIES:
        return !x || term_value(a, t->right, digits);
    default:
        break;
    }
    assert(t->right);
    int64_t y = term_value(a, t->right, digits);
    switch ((Operator)t->expr->op) {
    case OPERATOR_MUL:
        return (int64_t)((uint64_t)x * (uint64_t)y);
    case OPERATOR_ADD:
        return (int64_t)((uint64_t)x + (uint64_t)y);
    case OPERATOR_SUB:
        return (int64_t)((uint64_t)x - (uint64_t)y);
    case OPERATOR_DIV:
    case OPERATOR_MOD:
        return divide(a, t, x, y);
    case OPERATOR_LT:
        return x < y;
    case OPERATOR_GT:
        return x > y;
    case OPERATOR_GE:
        return x >= y;
    case OPERATOR_LE:
        return x <= y;
    case OPERATOR_NE:
        return x != y;
    default:  // OPERATOR_EQ, OPERATOR_IFF
        return x == y;
    }
}

static int64_t term_value(Assumption *a, const Term *t, const uint32_t *digits)
{
    if (t->kind == TERM_VALUE)
        return t->value;
    assert(t->kind != TERM_PARAM ||
           digits[t->value] < a->test->ranges.items[t->value].values.count);
    if (t->kind == TERM_PARAM)
        return a->test->ranges.items[t->value].values.items[digits[t->value]].value;
    return operation_value(a, t, digits);
}

bool assumption_build(Assumption *a)
{
    const Expr *e = a->test->assume;
    if (!e)
        return true;
    a->term = term_build(a, e);
    if (a->term && !a->term->is_bool) {
        refuse(a, e, "an assumption must be true or false, this is a number");
        return false;
    }
    return a->term != NULL;
}

bool assumption_holds(Assumption *a, const uint32_t *digits)
{
    return !a->term || term_value(a, a->term, digits);
}
