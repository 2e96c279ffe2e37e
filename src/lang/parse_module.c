// lang/parse_module.c: modules, implementations, tests.

#include "lang/parse_impl.h"

static ModExpr *mod_new(Parser *p, ModExprKind kind, Span span)
{
    ModExpr *m = NEW(p->tree->arena, ModExpr);
    m->kind = kind;
    m->span = span;
    return m;
}

static ModExpr *mod_expr(Parser *p);

// { M, N -> I }
static ModExpr *bindings(Parser *p)
{
    ModExpr *m = mod_new(p, MOD_BIND, peek(p)->span);
    Span open = advance(p);
    do {
        Ident machine = ident(p, "a machine"), interface = {0};
        if (accept(p, TK_ARROW))
            interface = ident(p, "an interface");
        if (!machine.name)
            break;
        vec_push(p->tree->arena, &m->names, machine);
        vec_push(p->tree->arena, &m->others, interface);
    } while (accept(p, TK_COMMA));
    m->span = span_join(open, expect_close(p, TK_RBRACE, open));
    return m;
}

static void add_part(Parser *p, ModExpr *m)
{
    ModExpr *part = mod_expr(p);
    m->span = span_join(m->span, part->span);
    vec_push(p->tree->arena, &m->parts, part);
}

// compose a, b   union a, b
static ModExpr *combination(Parser *p, ModExprKind kind)
{
    ModExpr *m = mod_new(p, kind, advance(p));
    add_part(p, m);
    if (!p->is_broken && !at(p, TK_COMMA))
        unexpected(p, "`,` and a second module");
    while (!p->is_broken && accept(p, TK_COMMA))
        add_part(p, m);
    return m;
}

// hidee e in m   hidei i in m   assert s in m   main M in m
static ModExpr *prefixed(Parser *p, ModExprKind kind, const char *what)
{
    ModExpr *m = mod_new(p, kind, advance(p));
    if (kind == MOD_HIDE_EVENTS) {
        m->names = event_list(p, false);
    } else if (kind == MOD_MAIN) {
        Ident name = ident(p, what);
        if (name.name)
            vec_push(p->tree->arena, &m->names, name);
    } else {
        m->names = ident_list(p, what);
    }
    expect_word(p, W_IN);
    if (!p->is_broken)
        add_part(p, m);
    return m;
}

// rename a to b in m
static ModExpr *renaming(Parser *p)
{
    ModExpr *m = mod_new(p, MOD_RENAME, advance(p));
    Ident from = ident(p, "an interface");
    expect_word(p, W_TO);
    Ident to = ident(p, "an interface");
    expect_word(p, W_IN);
    if (p->is_broken)
        return m;
    vec_push(p->tree->arena, &m->names, from);
    vec_push(p->tree->arena, &m->others, to);
    add_part(p, m);
    return m;
}

static ModExpr *mod_expr_here(Parser *p)
{
    if (at(p, TK_LBRACE))
        return bindings(p);
    if (at(p, TK_LPAREN)) {
        Span open = advance(p);
        ModExpr *m = mod_expr(p);
        m->span = span_join(open, expect_close(p, TK_RPAREN, open));
        return m;
    }
    if (at(p, TK_WORD)) {
        switch (peek(p)->name_id) {
        case W_COMPOSE:
            return combination(p, MOD_COMPOSE);
        case W_UNION:
            return combination(p, MOD_UNION);
        case W_HIDEE:
            return prefixed(p, MOD_HIDE_EVENTS, "an event");
        case W_HIDEI:
            return prefixed(p, MOD_HIDE_INTERFACES, "an interface");
        case W_ASSERT:
            return prefixed(p, MOD_ASSERT, "a spec");
        case W_MAIN:
            return prefixed(p, MOD_MAIN, "a machine");
        case W_RENAME:
            return renaming(p);
        default:
            break;
        }
        Ident name = ident(p, "a module");
        ModExpr *m = mod_new(p, name.name ? MOD_NAME : MOD_ERROR, name.span);
        if (name.name)
            vec_push(p->tree->arena, &m->names, name);
        return m;
    }
    unexpected(p, "a module");
    return mod_new(p, MOD_ERROR, peek(p)->span);
}

static ModExpr *mod_expr(Parser *p)
{
    ModExpr *m;
    if (enter(p, peek(p)->span))
        m = mod_expr_here(p);
    else
        m = mod_new(p, MOD_ERROR, peek(p)->span);
    leave(p);
    if (p->is_broken)
        m->kind = MOD_ERROR;
    return m;
}

// module m = e;
void parse_module_decl(Parser *p)
{
    advance(p);
    ModuleDecl *m = NEW(p->tree->arena, ModuleDecl);
    Ident name = ident(p, "a module");
    m->decl = (Decl){.kind = DECL_MODULE, .name = name.name, .span = name.span};
    expect(p, TK_ASSIGN);
    m->body = p->is_broken ? mod_new(p, MOD_ERROR, name.span) : mod_expr(p);
    expect_semi(p);
    if (name.name)
        vec_push(p->tree->arena, &p->tree->modules, m);
}

// ------------------------------------------------------------------------- tests

// [main = M]
static Ident main_clause(Parser *p)
{
    Span open = expect(p, TK_LBRACKET);
    expect_word(p, W_MAIN);
    expect(p, TK_ASSIGN);
    Ident name = ident(p, "the main machine");
    expect_close(p, TK_RBRACKET, open);
    return name;
}

// true   false   7   -7
static bool param_value(Parser *p, ParamValue *v)
{
    *v = (ParamValue){.span = peek(p)->span};
    if (at_word(p, W_TRUE) || at_word(p, W_FALSE)) {
        v->is_bool = true;
        v->value = at_word(p, W_TRUE);
        advance(p);
        return true;
    }
    bool is_negative = accept(p, TK_MINUS);
    if (!at(p, TK_INT)) {
        unexpected(p, "a number, `true` or `false`");
        return false;
    }
    v->span = span_join(v->span, peek(p)->span);
    Expr *literal = parse_int(p);
    if (literal->kind == EXPR_INT)
        v->value = is_negative ? -literal->integer : literal->integer;
    return true;
}

// (a in [1, 2], b in [true])
static void param_ranges(Parser *p, TestDecl *t)
{
    Span open = expect(p, TK_LPAREN);
    do {
        ParamRange range = {.name = ident(p, "a parameter")};
        expect_word(p, W_IN);
        Span list = expect(p, TK_LBRACKET);
        ParamValue value;
        do {
            if (p->is_broken || !param_value(p, &value))
                break;
            vec_push(p->tree->arena, &range.values, value);
        } while (accept(p, TK_COMMA));
        expect_close(p, TK_RBRACKET, list);
        if (range.name.name)
            vec_push(p->tree->arena, &t->ranges, range);
    } while (!p->is_broken && accept(p, TK_COMMA));
    expect_close(p, TK_RPAREN, open);
}

// pairwise   (3 wise)
static void twise(Parser *p, TestDecl *t)
{
    if (!at_word(p, W_PAIRWISE) && !at(p, TK_LPAREN))
        return;
    t->has_twise = true;
    t->twise = 2;
    t->twise_span = advance(p);
    if (token_is_word(&p->tokens[p->at - 1], W_PAIRWISE))
        return;
    Expr *literal = parse_int(p);
    t->twise = literal->kind == EXPR_INT ? literal->integer : 1;
    t->twise_span = literal->span;
    expect_word(p, W_WISE);
    expect(p, TK_RPAREN);
}

static void keep_test(Parser *p, TestDecl *t)
{
    if (t->decl.name)
        vec_push(p->tree->arena, &p->tree->tests, t);
}

// test [param (...)] [assume e] [pairwise] T [main = M]: m [refines m];
void parse_test(Parser *p)
{
    advance(p);
    TestDecl *t = NEW(p->tree->arena, TestDecl);
    if (accept_word(p, W_PARAM))
        param_ranges(p, t);
    if (!p->is_broken && accept_word(p, W_ASSUME))
        t->assume = parse_expr(p);
    if (!p->is_broken)
        twise(p, t);
    Ident name = ident(p, "a test");
    t->decl = (Decl){.kind = DECL_TEST, .name = name.name, .span = name.span};
    if (!p->is_broken)
        t->main_name = main_clause(p);
    expect(p, TK_COLON);
    t->body = p->is_broken ? mod_new(p, MOD_ERROR, name.span) : mod_expr(p);
    if (!p->is_broken && accept_word(p, W_REFINES))
        t->refines = mod_expr(p);
    expect_semi(p);
    keep_test(p, t);
}

// implementation I [main = M]: m;
void parse_implementation(Parser *p)
{
    advance(p);
    TestDecl *t = NEW(p->tree->arena, TestDecl);
    Ident name = ident(p, "an implementation");
    t->decl = (Decl){.kind = DECL_IMPL, .name = name.name, .span = name.span};
    if (at(p, TK_LBRACKET))
        t->main_name = main_clause(p);
    expect(p, TK_COLON);
    t->body = p->is_broken ? mod_new(p, MOD_ERROR, name.span) : mod_expr(p);
    expect_semi(p);
    keep_test(p, t);
}
