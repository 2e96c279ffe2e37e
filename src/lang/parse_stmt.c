// lang/parse_stmt.c: function bodies and statements.

#include "base/alike.h"
#include "lang/parse_impl.h"

static Stmt *stmt_new(Parser *p, StmtKind kind, Span span)
{
    Stmt *s = NEW(p->tree->arena, Stmt);
    s->kind = kind;
    s->span = span;
    return s;
}

// A statement that broke off inside says nothing more.
static Stmt *ended(Parser *p, Stmt *s)
{
    if (p->is_broken)
        s->kind = STMT_EMPTY;
    s->span = span_join(s->span, expect_semi(p));
    return s;
}

// ------------------------------------------------------------------------ blocks

static void late_local(Parser *p)
{
    if (!p->is_classic) {
        Diag *d = diag_add(p->tree->diags, E0101, peek(p)->span,
                           "variables are declared at the start of the function's body");
        diag_note(d, p->fun->body_span, "this body");
    }
    parse_vars(p, VAR_LOCAL, &p->fun->locals);
}

// Statements up to the brace that closes `open`; a broken one costs only itself.
static Stmt *block_from(Parser *p, Span open)
{
    Stmt *s = stmt_new(p, STMT_BLOCK, open);
    VEC(Stmt *) items = {0};
    while (!at(p, TK_RBRACE) && !at(p, TK_END) && !begins_item(p)) {
        uint32_t before = p->at;
        if (at_word(p, W_VAR))
            late_local(p);
        else
            vec_push(p->tree->arena, &items, parse_stmt(p));
        if (p->is_broken)
            resume(p, before);
    }
    s->span = span_join(open, expect_close(p, TK_RBRACE, open));
    s->block.items = items.items;
    s->block.count = items.count;
    return s;
}

// { var a: T; ... statements }
void parse_body(Parser *p, FunDecl *fun)
{
    FunDecl *outer = p->fun;
    p->fun = fun;
    Span open = expect(p, TK_LBRACE);
    fun->body_span = open;
    if (p->is_broken) {
        fun->body = stmt_new(p, STMT_EMPTY, open);
    } else {
        while (at_word(p, W_VAR)) {
            uint32_t before = p->at;
            parse_vars(p, VAR_LOCAL, &fun->locals);
            if (p->is_broken)
                resume(p, before);
        }
        fun->body = block_from(p, open);
        fun->body_span = fun->body->span;
    }
    p->fun = outer;
}

// ------------------------------------------------------------------------ checks

// assert e [, message];   assume e [, message];
static Stmt *check_stmt(Parser *p, StmtKind kind)
{
    Stmt *s = stmt_new(p, kind, advance(p));
    s->check.condition = parse_expr(p);
    if (accept(p, TK_COMMA))
        s->check.message = parse_expr(p);
    if (s->check.message && slip_format(p, s->check.message))
        s->kind = STMT_EMPTY;
    return ended(p, s);
}

static Stmt *print_stmt(Parser *p)
{
    Stmt *s = stmt_new(p, STMT_PRINT, advance(p));
    s->value = parse_expr(p);
    if (slip_format(p, s->value))
        s->kind = STMT_EMPTY;
    return ended(p, s);
}

// ----------------------------------------------------------------------- control

static Stmt *return_stmt(Parser *p)
{
    Stmt *s = stmt_new(p, STMT_RETURN, advance(p));
    if (!at(p, TK_SEMI))
        s->value = parse_expr(p);
    return ended(p, s);
}

static Stmt *jump_out(Parser *p, StmtKind kind)
{
    Stmt *s = stmt_new(p, kind, advance(p));
    return ended(p, s);
}

// ( e )   the 2015 dialect also takes `if !(e) ...`
static Expr *condition(Parser *p)
{
    if (p->is_classic)
        return parse_expr(p);
    Span open = expect(p, TK_LPAREN);
    if (p->is_broken)
        return expr_error(p, open);
    Expr *e = slip_assignment(p, parse_expr(p));
    expect_close(p, TK_RPAREN, open);
    return e;
}

static Stmt *while_stmt(Parser *p)
{
    Stmt *s = stmt_new(p, STMT_WHILE, advance(p));
    s->branch.condition = condition(p);
    s->branch.then_branch = p->is_broken ? stmt_new(p, STMT_EMPTY, s->span) : parse_stmt(p);
    s->span = span_join(s->span, s->branch.then_branch->span);
    return s;
}

// A chain of else-ifs is a loop, so that its length is no depth.
static Stmt *if_stmt(Parser *p)
{
    Stmt *first = NULL;
    Stmt **place = &first;
    while (at_word(p, W_IF)) {
        Stmt *s = stmt_new(p, STMT_IF, advance(p));
        *place = s;
        place = &s->branch.else_branch;
        s->branch.condition = condition(p);
        s->branch.then_branch = p->is_broken ? stmt_new(p, STMT_EMPTY, s->span) : parse_stmt(p);
        s->span = span_join(s->span, s->branch.then_branch->span);
        if (p->is_broken || !accept_word(p, W_ELSE))
            return first;
    }
    *place = parse_stmt(p);
    return first;
}

// for (i = 0; i < n; i = i + 1) statement
static Stmt *for_stmt(Parser *p)
{
    Stmt *s = stmt_new(p, STMT_WHILE, peek(p)->span);
    s->branch.condition = expr_error(p, s->span);
    slip_for(p);
    s->branch.then_branch = parse_stmt(p);  // in a loop, as it was meant
    s->span = span_join(s->span, s->branch.then_branch->span);
    return s;
}

static bool starts_assignment(const Token *follower)
{
    return follower->kind == TK_ASSIGN || follower->kind == TK_INSERT ||
           follower->kind == TK_REMOVE;
}

// foreach (x in e) invariant i; ... statement
static Stmt *foreach_stmt(Parser *p)
{
    Stmt *s = stmt_new(p, STMT_FOREACH, advance(p));
    Span open = expect(p, TK_LPAREN);
    s->foreach.name = ident(p, "a variable");
    expect_word(p, W_IN);
    s->foreach.collection = p->is_broken ? expr_error(p, open) : parse_expr(p);
    expect_close(p, TK_RPAREN, open);
    while (!p->is_broken && at_word(p, W_INVARIANT) && !starts_assignment(peek_at(p, 1))) {
        advance(p);
        vec_push(p->tree->arena, &s->foreach.invariants, parse_expr(p));
        expect_semi(p);
    }
    s->foreach.body = p->is_broken ? stmt_new(p, STMT_EMPTY, open) : parse_stmt(p);
    s->span = span_join(s->span, s->foreach.body->span);
    return s;
}

// -------------------------------------------------------------------- assignments

// x += (i, v)   x += (v)
static Stmt *insertion(Parser *p, Stmt *s)
{
    Span open = peek(p)->span;
    if (!at(p, TK_LPAREN)) {
        s->kind = STMT_ADD;
        s->assign.value = parse_expr(p);
        s->assign.is_bare = !p->is_classic;  // typing says what is meant
        return ended(p, s);
    }
    expect(p, TK_LPAREN);
    Expr *first = p->is_broken ? expr_error(p, open) : parse_expr(p);
    if (accept(p, TK_COMMA)) {
        s->kind = STMT_INSERT;
        s->assign.key = first;
        s->assign.value = parse_expr(p);
    } else {
        s->kind = STMT_ADD;
        s->assign.value = first;
    }
    expect_close(p, TK_RPAREN, open);
    return ended(p, s);
}

// Something that is no statement but reads as an expression.
static Stmt *useless(Parser *p, Stmt *s, const Expr *e)
{
    if (!p->is_broken)
        report(p, E0109, e->span, "this is a value, not a statement");
    s->kind = STMT_EMPTY;
    if (at(p, TK_SEMI)) {
        advance(p);
        mend(p);
    }
    return s;
}

// A word that begins nothing, with no `=` behind it.
static void misspelt(Parser *p, const Expr *e)
{
    static const char *const keywords[] = {"announce", "assert", "assume", "foreach", "goto",
                                           "if",       "new",    "print",  "raise",   "receive",
                                           "return",   "send",   "while",  NULL};
    const char *nearest = e->kind == EXPR_NAME ? alike_nearest(e->name.name->text, keywords) : NULL;
    if (!nearest) {
        unexpected(p, "`=`, `+=` or `-=`");
        return;
    }
    Diag *d = report(p, E0101, e->span, "`%s` begins no statement", e->name.name->text);
    if (d)
        diag_help(d, "did you mean `%s`?", nearest);
}

// `n: int;`
static Stmt *lacks_var(Parser *p)
{
    Stmt *s = stmt_new(p, STMT_EMPTY, peek(p)->span);
    unexpected(p, "`var` in front of a declaration");
    mend(p);
    parse_vars_from_names(p, VAR_LOCAL, &p->fun->locals);
    return s;
}

static Stmt *assignment(Parser *p)
{
    if (peek_at(p, 1)->kind == TK_COLON)
        return lacks_var(p);
    Stmt *s = stmt_new(p, STMT_ASSIGN, peek(p)->span);
    uint32_t before = p->at;
    Expr *target = parse_target(p);
    s->assign.target = target;
    if (accept(p, TK_ASSIGN)) {
        s->assign.value = parse_expr(p);
        return ended(p, s);
    }
    if (accept(p, TK_INSERT))
        return insertion(p, s);
    if (accept(p, TK_REMOVE)) {
        s->kind = STMT_REMOVE;
        s->assign.value = parse_expr(p);
        return ended(p, s);
    }
    s->kind = STMT_EMPTY;
    if (p->is_broken || slip_operator(p, target))
        return s;
    // No assignment: perhaps an expression, read it again as one.
    uint32_t behind = p->at;
    p->at = before;
    Expr *e = parse_expr(p);
    if (p->at != behind || at(p, TK_SEMI))
        return useless(p, s, e);
    misspelt(p, e);
    return s;
}

static Stmt *value_stmt(Parser *p, StmtKind kind, Expr *value)
{
    Stmt *s = stmt_new(p, kind, value->span);
    s->value = value;
    if (value->kind == EXPR_ERROR)
        s->kind = STMT_EMPTY;
    return ended(p, s);
}

// ------------------------------------------------------------------------- events

// send m, e [, args];
static Stmt *send_stmt(Parser *p)
{
    Stmt *s = stmt_new(p, STMT_SEND, advance(p));
    s->emit.target = parse_expr(p);
    expect(p, TK_COMMA);
    s->emit.event = p->is_broken ? expr_error(p, s->span) : parse_expr(p);
    if (accept(p, TK_COMMA))
        s->emit.args = parse_args(p);
    return ended(p, s);
}

// raise e [, args];   announce e [, args];   monitor [M,] e [, args];
static Stmt *emit_stmt(Parser *p, StmtKind kind)
{
    Stmt *s = stmt_new(p, kind, advance(p));
    s->emit.event = parse_expr(p);
    if (accept(p, TK_COMMA))
        s->emit.args = parse_args(p);
    return ended(p, s);
}

static Stmt *monitor_stmt(Parser *p)
{
    classic_only(p, peek(p)->span, "the statement `monitor`");
    return emit_stmt(p, STMT_ANNOUNCE);
}

// goto S [, args];   push S;
static Stmt *goto_stmt(Parser *p, StmtKind kind)
{
    Stmt *s = stmt_new(p, kind, advance(p));
    s->jump.name = state_path(p);
    if (kind == STMT_GOTO && accept(p, TK_COMMA))
        s->jump.args = parse_args(p);
    if (!s->jump.name.name)
        s->kind = STMT_EMPTY;
    else if (p->fun)
        vec_push(p->tree->arena, &p->fun->jumps, s);
    return ended(p, s);
}

// ------------------------------------------------------------------------ receive

// case e, f: (x: T) { ... }
static ReceiveCase receive_case(Parser *p)
{
    ReceiveCase c = {0};
    Span start = expect_word(p, W_CASE);
    c.event_names = event_list(p, true);
    expect_colon(p);
    c.fun = parse_handler(p, "receive", start, ROLE_RECEIVE, true);
    accept(p, TK_SEMI);
    return c;
}

static Stmt *receive_stmt(Parser *p)
{
    Stmt *s = stmt_new(p, STMT_RECEIVE, advance(p));
    Span open = expect(p, TK_LBRACE);
    VEC(ReceiveCase) cases = {0};
    if (!p->is_broken && !at_word(p, W_CASE))
        unexpected(p, "`case`");
    while (!p->is_broken && at_word(p, W_CASE))
        vec_push(p->tree->arena, &cases, receive_case(p));
    s->span = span_join(s->span, expect_close(p, TK_RBRACE, open));
    s->receive.cases = cases.items;
    s->receive.count = cases.count;
    return s;
}

// ------------------------------------------------------------------------ dispatch

static bool at_classic(const Parser *p, Word word, TokenKind follower)
{
    return at_word(p, word) && peek_at(p, 1)->kind == follower;
}

// The statements that begin with a keyword; NULL when none does.
static Stmt *keyword_stmt(Parser *p)
{
    switch (peek(p)->name_id) {
    case W_ASSERT:
        return check_stmt(p, STMT_ASSERT);
    case W_IF:
        return if_stmt(p);
    case W_WHILE:
        return while_stmt(p);
    case W_RETURN:
        return return_stmt(p);
    case W_SEND:
        return send_stmt(p);
    case W_RAISE:
        return emit_stmt(p, STMT_RAISE);
    case W_GOTO:
        return goto_stmt(p, STMT_GOTO);
    case W_NEW:
        return value_stmt(p, STMT_NEW, parse_new(p));
    case W_ASSUME:
        return at_keyword(p, W_ASSUME) ? check_stmt(p, STMT_ASSUME) : NULL;
    case W_PRINT:  // in the 2015 dialect a call, unless no function has that name
        if (p->is_classic && peek_at(p, 1)->kind == TK_LPAREN)
            return NULL;
        return at_keyword(p, W_PRINT) ? print_stmt(p) : NULL;
    case W_BREAK:
        return at_keyword(p, W_BREAK) ? jump_out(p, STMT_BREAK) : NULL;
    case W_CONTINUE:
        return at_keyword(p, W_CONTINUE) ? jump_out(p, STMT_CONTINUE) : NULL;
    case W_FOREACH:
        return at_keyword(p, W_FOREACH) ? foreach_stmt(p) : NULL;
    case W_ANNOUNCE:
        return at_keyword(p, W_ANNOUNCE) ? emit_stmt(p, STMT_ANNOUNCE) : NULL;
    case W_RECEIVE:
        return at_keyword(p, W_RECEIVE) ? receive_stmt(p) : NULL;
    default:
        return NULL;
    }
}

// push S;   pop;   monitor M, e, v;   ordinary names elsewhere
static Stmt *classic_stmt(Parser *p)
{
    if (at_classic(p, W_PUSH, TK_WORD)) {
        classic_only(p, peek(p)->span, "the statement `push`");
        return goto_stmt(p, STMT_PUSH);
    }
    if (at_classic(p, W_POP, TK_SEMI)) {
        classic_only(p, peek(p)->span, "the statement `pop`");
        return jump_out(p, STMT_POP);
    }
    if (at_classic(p, W_MONITOR, TK_WORD))
        return monitor_stmt(p);
    return NULL;
}

static Stmt *stmt(Parser *p)
{
    if (at(p, TK_LBRACE))
        return block_from(p, advance(p));
    if (at(p, TK_SEMI))
        return stmt_new(p, STMT_EMPTY, advance(p));
    if (at(p, TK_WORD)) {
        Stmt *s = peek(p)->name_id < WORD_COUNT ? keyword_stmt(p) : NULL;
        if (!s)
            s = classic_stmt(p);
        if (s)
            return s;
        if (at_slip_for(p))
            return for_stmt(p);
        if (token_is_name(p, peek(p)) && peek_at(p, 1)->kind == TK_LPAREN)
            return value_stmt(p, STMT_CALL, parse_call(p));
        if (token_is_name(p, peek(p)) || peek_at(p, 1)->kind == TK_ASSIGN)
            return assignment(p);
    }
    Stmt *s = stmt_new(p, STMT_EMPTY, peek(p)->span);
    if (at(p, TK_LPAREN) || at(p, TK_INT) || at(p, TK_STRING) || at(p, TK_CHOICE))
        return useless(p, s, parse_expr(p));
    unexpected(p, "a statement");
    return s;
}

Stmt *parse_stmt(Parser *p)
{
    Stmt *s;
    if (enter(p, peek(p)->span))
        s = stmt(p);
    else
        s = stmt_new(p, STMT_EMPTY, peek(p)->span);
    leave(p);
    return s;
}
