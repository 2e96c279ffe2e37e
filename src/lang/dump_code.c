// lang/dump_code.c: types, expressions and statements as they were written.

#include "lang/dump_impl.h"

static void write_stmt(Buf *out, int depth, const Stmt *s);

// ------------------------------------------------------------------------ pieces

void dump_idents(Buf *out, const Idents *list)
{
    for (uint32_t i = 0; i < list->count; i++)
        buf_print(out, "%s%s", i ? ", " : "", dump_name(list->items[i].name));
}

void dump_typeref(Buf *out, const TypeRef *t)
{
    static const char *const opening[] = {
        [TREF_SEQ] = "seq[", [TREF_SET] = "set[", [TREF_MAP] = "map[",
        [TREF_TUPLE] = "(",  [TREF_NTUPLE] = "(",
    };

    if (!t || t->kind == TREF_ERROR) {
        buf_str(out, "<error>");
    } else if (t->kind == TREF_BASIC) {
        type_write(out, t->type);
    } else if (t->kind == TREF_NAME) {
        buf_str(out, dump_name(t->name.name));
    } else {
        buf_str(out, opening[t->kind]);
        for (uint32_t i = 0; i < t->count; i++) {
            buf_str(out, i ? ", " : "");
            if (t->kind == TREF_NTUPLE)
                buf_print(out, "%s: ", dump_name(t->field_names[i].name));
            dump_typeref(out, t->parts[i]);
        }
        buf_char(out, t->kind == TREF_TUPLE || t->kind == TREF_NTUPLE ? ')' : ']');
    }
}

void dump_var(Buf *out, int depth, const char *word, const VarDecl *var)
{
    dump_indent(out, depth);
    buf_print(out, "%s %s : ", word, dump_name(var->decl.name));
    dump_typeref(out, var->ref);
    buf_char(out, '\n');
}

void dump_vars(Buf *out, int depth, const char *word, const Vars *vars)
{
    for (uint32_t i = 0; i < vars->count; i++)
        dump_var(out, depth, word, vars->items[i]);
}

// ------------------------------------------------------------------- expressions

void dump_exprs(Buf *out, Expr *const *items, uint32_t count, const char *before)
{
    for (uint32_t i = 0; i < count; i++) {
        buf_str(out, before);
        dump_expr(out, items[i]);
    }
}

static void write_prefix(Buf *out, const char *word, const Expr *a, const Expr *b)
{
    buf_print(out, "(%s", word);
    dump_exprs(out, (Expr *const[]){(Expr *)a}, a ? 1 : 0, " ");
    dump_exprs(out, (Expr *const[]){(Expr *)b}, b ? 1 : 0, " ");
    buf_char(out, ')');
}

static void write_new(Buf *out, const NewExpr *e)
{
    buf_print(out, "(new %s", dump_name(e->machine.name.name));
    dump_exprs(out, e->args.items, e->args.count, " ");
    if (e->execution)
        buf_print(out, " for %s", dump_name(e->execution->name.name));
    buf_char(out, ')');
}

static void write_quantifier(Buf *out, const Quantifier *q)
{
    buf_print(out, "(%s%s", q->is_exists ? "exists" : "forall", q->is_new ? " new" : "");
    for (uint32_t i = 0; i < q->vars.count; i++) {
        buf_print(out, " %s: ", dump_name(q->vars.items[i]->decl.name));
        dump_typeref(out, q->vars.items[i]->ref);
    }
    buf_str(out, " :: ");
    dump_expr(out, q->body);
    buf_char(out, ')');
}

static void write_string(Buf *out, const Expr *e)
{
    buf_str(out, e->string.args.count ? "(format \"" : "\"");
    for (uint32_t i = 0, size; i < e->string.size; i += size) {
        const char *part = e->string.text + i;
        for (size = 0; i + size < e->string.size && part[size] != '"' && part[size] != '\\';)
            size++;
        dump_text(out, part, size);
        if (i + size < e->string.size)
            buf_print(out, "\\%c", part[size++]);
    }
    buf_char(out, '"');
    dump_exprs(out, e->string.args.items, e->string.args.count, " ");
    buf_str(out, e->string.args.count ? ")" : "");
}

static void write_tuple(Buf *out, const Expr *e)
{
    buf_str(out, e->kind == EXPR_NTUPLE ? "(named" : "(tuple");
    for (uint32_t i = 0; i < e->tuple.count; i++) {
        if (e->kind == EXPR_NTUPLE)
            buf_print(out, " %s:", dump_name(e->tuple.names[i].name));
        buf_char(out, ' ');
        dump_expr(out, e->tuple.items[i]);
    }
    buf_char(out, ')');
}

static void write_cast(Buf *out, const Expr *e)
{
    buf_str(out, e->kind == EXPR_AS ? "(as " : "(to ");
    dump_expr(out, e->cast.operand);
    buf_char(out, ' ');
    dump_typeref(out, e->cast.to);
    buf_char(out, ')');
}

static void write_field(Buf *out, const Expr *e)
{
    buf_str(out, e->kind == EXPR_IS ? "(is " : "(. ");
    dump_expr(out, e->field.operand);
    if (e->kind == EXPR_PART)
        buf_print(out, " %d)", e->field.index);
    else
        buf_print(out, " %s)", dump_name(e->field.name.name));
}

void dump_expr(Buf *out, const Expr *e)
{
    switch ((ExprKind)e->kind) {
    case EXPR_ERROR:
        buf_str(out, "<error>");
        break;
    case EXPR_NAME:
        buf_str(out, dump_name(e->name.name));
        break;
    case EXPR_INT:
        buf_print(out, "%lld", (long long)e->integer);
        break;
    case EXPR_FLOAT:
        buf_print(out, "%.17gf", e->floating);
        break;
    case EXPR_BOOL:
        buf_str(out, e->boolean ? "true" : "false");
        break;
    case EXPR_NULL:
        buf_str(out, "null");
        break;
    case EXPR_STRING:
        write_string(out, e);
        break;
    case EXPR_THIS:
        buf_str(out, "this");
        break;
    case EXPR_PAYLOAD:
        buf_str(out, "payload");
        break;
    case EXPR_TRIGGER:
        buf_str(out, "trigger");
        break;
    case EXPR_CHOICE:
        buf_str(out, e->fair ? "$$" : "$");
        break;
    case EXPR_CHOOSE:
        write_prefix(out, "choose", e->operand, NULL);
        break;
    case EXPR_UNARY:
        write_prefix(out, operator_text((Operator)e->op), e->operand, NULL);
        break;
    case EXPR_BINARY:
        write_prefix(out, operator_text((Operator)e->op), e->binary.left, e->binary.right);
        break;
    case EXPR_AS:
    case EXPR_TO:
        write_cast(out, e);
        break;
    case EXPR_FIELD:
    case EXPR_PART:
    case EXPR_IS:
        write_field(out, e);
        break;
    case EXPR_INDEX:
        write_prefix(out, "index", e->binary.left, e->binary.right);
        break;
    case EXPR_TUPLE:
    case EXPR_NTUPLE:
        write_tuple(out, e);
        break;
    case EXPR_KEYS:
        write_prefix(out, "keys", e->operand, NULL);
        break;
    case EXPR_VALUES:
        write_prefix(out, "values", e->operand, NULL);
        break;
    case EXPR_SIZEOF:
        write_prefix(out, "sizeof", e->operand, NULL);
        break;
    case EXPR_DEFAULT:
        buf_str(out, "(default ");
        dump_typeref(out, e->default_of);
        buf_char(out, ')');
        break;
    case EXPR_NEW:
        write_new(out, e->new);
        break;
    case EXPR_CALL:
        buf_print(out, "(call %s", dump_name(e->call.name));
        dump_exprs(out, e->call.args->items, e->call.args->count, " ");
        buf_char(out, ')');
        break;
    case EXPR_TARGETS:
        write_prefix(out, "targets", e->binary.left, e->binary.right);
        break;
    case EXPR_INFLIGHT:
        write_prefix(out, "inflight", e->operand, NULL);
        break;
    case EXPR_SENT:
        write_prefix(out, "sent", e->operand, NULL);
        break;
    case EXPR_QUANTIFIER:
        write_quantifier(out, e->quantifier);
        break;
    }
}

// -------------------------------------------------------------------- statements

void dump_body(Buf *out, int depth, const FunDecl *fun)
{
    dump_vars(out, depth, "param", &fun->params);
    dump_vars(out, depth, "local", &fun->locals);
    for (uint32_t i = 0; i < fun->requires.count; i++) {
        dump_indent(out, depth);
        buf_str(out, "requires ");
        dump_expr(out, fun->requires.items[i]);
        buf_char(out, '\n');
    }
    for (uint32_t i = 0; i < fun->ensures.count; i++) {
        dump_indent(out, depth);
        buf_str(out, "ensures ");
        dump_expr(out, fun->ensures.items[i]);
        buf_char(out, '\n');
    }
    if (!fun->body)
        return;
    if (fun->body->kind != STMT_BLOCK) {
        write_stmt(out, depth, fun->body);
        return;
    }
    for (uint32_t i = 0; i < fun->body->block.count; i++)
        write_stmt(out, depth, fun->body->block.items[i]);
}

static void write_block(Buf *out, int depth, const Stmt *s)
{
    buf_str(out, "block\n");
    for (uint32_t i = 0; i < s->block.count; i++)
        write_stmt(out, depth + 1, s->block.items[i]);
}

static void write_branch(Buf *out, int depth, const Stmt *s)
{
    buf_str(out, s->kind == STMT_IF ? "if " : "while ");
    for (;;) {
        dump_expr(out, s->branch.condition);
        buf_char(out, '\n');
        write_stmt(out, depth + 1, s->branch.then_branch);
        if (!s->branch.else_branch)
            return;
        s = s->branch.else_branch;
        dump_indent(out, depth);
        if (s->kind != STMT_IF)
            break;
        buf_str(out, "else if ");
    }
    buf_str(out, "else\n");
    write_stmt(out, depth + 1, s);
}

static void write_foreach(Buf *out, int depth, const Stmt *s)
{
    buf_print(out, "foreach %s in ", dump_name(s->foreach.name.name));
    dump_expr(out, s->foreach.collection);
    buf_char(out, '\n');
    for (uint32_t i = 0; i < s->foreach.invariants.count; i++) {
        dump_indent(out, depth + 1);
        buf_str(out, "invariant ");
        dump_expr(out, s->foreach.invariants.items[i]);
        buf_char(out, '\n');
    }
    write_stmt(out, depth + 1, s->foreach.body);
}

static void write_receive(Buf *out, int depth, const Stmt *s)
{
    buf_str(out, "receive\n");
    for (uint32_t i = 0; i < s->receive.count; i++) {
        dump_indent(out, depth + 1);
        buf_str(out, "case ");
        dump_idents(out, &s->receive.cases[i].event_names);
        buf_char(out, '\n');
        dump_body(out, depth + 2, s->receive.cases[i].fun);
    }
}

static void write_assign(Buf *out, const Stmt *s)
{
    buf_print(out, "%s ", stmt_text(s->kind));
    dump_expr(out, s->assign.target);
    if (s->assign.key)
        dump_exprs(out, (Expr *const[]){s->assign.key}, 1, ", ");
    dump_exprs(out, (Expr *const[]){s->assign.value}, 1, s->kind == STMT_ASSIGN ? " = " : ", ");
    if (s->assign.held)
        dump_exprs(out, (Expr *const[]){s->assign.held}, 1, ", holding ");
    buf_char(out, '\n');
}

static void write_emit(Buf *out, const Stmt *s)
{
    buf_print(out, "%s ", stmt_text(s->kind));
    if (s->emit.monitor)
        buf_print(out, "to %s, ", dump_name(s->emit.monitor->decl.name));
    if (s->emit.target) {
        dump_expr(out, s->emit.target);
        buf_str(out, ", ");
    }
    dump_expr(out, s->emit.event);
    dump_exprs(out, s->emit.args.items, s->emit.args.count, ", ");
    buf_char(out, '\n');
}

void dump_line(Buf *out, const char *word, const Expr *a, const Expr *b)
{
    buf_str(out, word);
    dump_exprs(out, (Expr *const[]){(Expr *)a}, a ? 1 : 0, " ");
    dump_exprs(out, (Expr *const[]){(Expr *)b}, b ? 1 : 0, ", ");
    buf_char(out, '\n');
}

static void write_stmt(Buf *out, int depth, const Stmt *s)
{
    dump_indent(out, depth);
    const char *text = stmt_text(s->kind);
    switch (stmt_shape(s->kind)) {
    case SHAPE_NONE:
        buf_print(out, "%s\n", text);
        break;
    case SHAPE_BLOCK:
        write_block(out, depth, s);
        break;
    case SHAPE_CHECK:
        dump_line(out, text, s->check.condition, s->check.message);
        break;
    case SHAPE_VALUE:
        dump_line(out, text, s->value, NULL);
        break;
    case SHAPE_ASSIGN:
        write_assign(out, s);
        break;
    case SHAPE_BRANCH:
        write_branch(out, depth, s);
        break;
    case SHAPE_FOREACH:
        write_foreach(out, depth, s);
        break;
    case SHAPE_EMIT:
        write_emit(out, s);
        break;
    case SHAPE_JUMP:
        buf_print(out, "%s %s", text, dump_name(s->jump.name.name));
        dump_exprs(out, s->jump.args.items, s->jump.args.count, ", ");
        buf_char(out, '\n');
        break;
    case SHAPE_RECEIVE:
        write_receive(out, depth, s);
        break;
    }
}
