// lang/typing_assign.c: assignments, insertions and removals.

#include <string.h>

#include "lang/typing_impl.h"

#define SHOW(type) type_show(t->tree->arena, (type))

void type_assign(Typing *t, Stmt *s)
{
    const Type *target = type_target(t, s->assign.target);
    type_expr(t, s->assign.value);
    expect_type(t, target, s->assign.value, "the variable");
}

// The 2015 dialect inserts any pair: `s += pair` is `s += (pair.0, pair.1)`.
static bool open_pair(Typing *t, Stmt *s)
{
    Expr *pair = s->assign.value;
    bool is_path = pair->kind == EXPR_NAME || pair->kind == EXPR_FIELD || pair->kind == EXPR_PART ||
                   pair->kind == EXPR_PAYLOAD;
    if (t->tree->dialect != DIALECT_CLASSIC || !is_path || pair->type->kind != TYPE_TUPLE ||
        pair->type->count != 2)
        return false;
    Expr *parts[2];
    for (int i = 0; i < 2; i++) {
        parts[i] = NEW(t->tree->arena, Expr);
        *parts[i] = (Expr){.kind = EXPR_PART,
                           .span = pair->span,
                           .type = pair->type->parts[i],
                           .height = (uint16_t)(pair->height + 1)};
        parts[i]->field.operand = pair;
        parts[i]->field.name.span = pair->span;
        parts[i]->field.index = i;
    }
    s->kind = STMT_INSERT;
    s->assign.key = parts[0];
    s->assign.value = parts[1];
    return true;
}

static void check_insert(Typing *t, Stmt *s, const Type *target)
{
    if (target->kind == TYPE_SEQ) {
        expect_type(t, t->tree->types.integer, s->assign.key, "an index");
        expect_type(t, target->parts[0], s->assign.value, "the sequence");
    } else {
        expect_type(t, target->parts[0], s->assign.key, "the map's key");
        expect_type(t, target->parts[1], s->assign.value, "the map's value");
    }
}

void type_insert(Typing *t, Stmt *s)
{
    const Type *target = type_target(t, s->assign.target);
    type_expr(t, s->assign.key);
    type_expr(t, s->assign.value);
    if (target->kind == TYPE_SEQ || target->kind == TYPE_MAP) {
        check_insert(t, s, target);
    } else if (target->kind != TYPE_ERROR) {
        Diag *d = diag_add(t->tree->diags, E0416, s->assign.target->span,
                           "`+= (key, value)` inserts into a seq or map, this is %s", SHOW(target));
        if (target->kind == TYPE_SET)
            diag_help(d, "a tuple is added to a set as `+= ((a, b))`");
    }
}

const char *expr_written(Typing *t, const Expr *e, const char *otherwise)
{
    enum { SHOWN_MAX = 40 };
    Sources *sources = t->tree->sources;
    const Source *source = source_at(sources, e->span.start);
    uint32_t size = e->span.end - e->span.start;
    if (size == 0 || size > SHOWN_MAX)
        return otherwise;
    const char *text = source->text + (e->span.start - source->base);
    return memchr(text, '\n', size) ? otherwise : arena_copy(t->tree->arena, text, size);
}

static void help_arithmetic(Typing *t, Diag *d, const Stmt *s, char sign)
{
    const char *target = expr_written(t, s->assign.target, "x");
    diag_help(d, "write `%s = %s %c %s;`", target, target, sign,
              expr_written(t, s->assign.value, "..."));
}

static void help_add(Typing *t, Diag *d, const Stmt *s, const Type *target)
{
    const char *name = expr_written(t, s->assign.target, "s"),
               *value = expr_written(t, s->assign.value, "value");
    switch (target->kind) {
    case TYPE_SEQ:
        diag_help(d, "a sequence wants the position too: `%s += (sizeof(%s), %s);`", name, name,
                  value);
        break;
    case TYPE_MAP:
        diag_help(d, "a map wants the key too: `%s += (key, value);`", name);
        break;
    case TYPE_INT:
    case TYPE_FLOAT:
    case TYPE_STRING:
        help_arithmetic(t, d, s, '+');
        break;
    default:
        break;
    }
}

// x += e;   what is added to a set is written in parentheses
static void bare_element(Typing *t, const Stmt *s)
{
    Diag *d = diag_add(t->tree->diags, E0101, s->assign.value->span,
                       "what is added to a set is written in parentheses");
    diag_help(d, "write `%s += (%s);`", expr_written(t, s->assign.target, "s"),
              expr_written(t, s->assign.value, "value"));
}

void type_add(Typing *t, Stmt *s)
{
    const Type *target = type_target(t, s->assign.target);
    type_expr(t, s->assign.value);
    if (target->kind == TYPE_SET && s->assign.is_bare) {
        bare_element(t, s);
        return;
    }
    if (target->kind == TYPE_SET) {
        expect_type(t, target->parts[0], s->assign.value, "the set");
        return;
    }
    if (target->kind == TYPE_ERROR)
        return;
    bool is_keyed = target->kind == TYPE_SEQ || target->kind == TYPE_MAP;
    if (is_keyed && open_pair(t, s)) {
        check_insert(t, s, target);
        return;
    }
    Diag *d = diag_add(t->tree->diags, E0416, s->assign.target->span,
                       "`+= (value)` adds to a set, this is %s", SHOW(target));
    help_add(t, d, s, target);
}

// `-= (i, v)` of the 2015 dialect: position i, which must hold v.
static void split_held(Typing *t, Stmt *s, const Type *target)
{
    Expr *pair = s->assign.value;
    if (t->tree->dialect != DIALECT_CLASSIC || target->kind != TYPE_SEQ ||
        pair->kind != EXPR_TUPLE || pair->tuple.count != 2)
        return;
    s->assign.value = pair->tuple.items[0];
    s->assign.held = pair->tuple.items[1];
    type_expr(t, s->assign.held);
    expect_type(t, target->parts[0], s->assign.held, "the sequence");
}

void type_remove(Typing *t, Stmt *s)
{
    const Type *target = type_target(t, s->assign.target);
    split_held(t, s, target);
    type_expr(t, s->assign.value);
    switch (target->kind) {
    case TYPE_ERROR:
        break;
    case TYPE_SEQ:
        expect_type(t, t->tree->types.integer, s->assign.value, "the position to remove");
        break;
    case TYPE_MAP:
        expect_type(t, target->parts[0], s->assign.value, "the map's key");
        break;
    case TYPE_SET:
        expect_type(t, target->parts[0], s->assign.value, "the set");
        break;
    default: {
        Diag *d = diag_add(t->tree->diags, E0416, s->assign.target->span,
                           "`-=` removes from a seq, set or map, this is %s", SHOW(target));
        if (target->kind == TYPE_INT || target->kind == TYPE_FLOAT)
            help_arithmetic(t, d, s, '-');
    }
    }
}
