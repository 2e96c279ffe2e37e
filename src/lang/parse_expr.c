// lang/parse_expr.c: expressions, by precedence climbing.
//
// From the tightest to the loosest, as in docs/language.md:
//
//     . [] is targets     - !     * / %     + -     as to     < > >= <= in
//     == !=     &&     ||     ==>     <==>
//
// A cast is a suffix between `+` and `<`: `a + b as int` casts the sum, and
// `x as int + 1` continues after the cast.

#include <errno.h>
#include <stdlib.h>

#include "lang/parse_impl.h"

enum {
    PREC_NONE,
    PREC_IFF,
    PREC_IMPLIES,
    PREC_OR,
    PREC_AND,
    PREC_EQUAL,
    PREC_ORDER,
    PREC_CAST,
    PREC_SUM,
    PREC_PRODUCT,
    PREC_UNARY
};

// ------------------------------------------------------------------ construction

static Expr *expr_new(Parser *p, ExprKind kind, Span span)
{
    Expr *e = NEW(p->tree->arena, Expr);
    e->kind = (uint8_t)kind;
    e->span = span;
    e->type = p->tree->types.error;
    return e;
}

Expr *expr_error(Parser *p, Span span)
{
    return expr_new(p, EXPR_ERROR, span);
}

// A node above another: counts how high the tree grows, because every later
// pass walks it by recursion.
static void put_above(Parser *p, Expr *e, const Expr *child)
{
    if (child->height + 1 > e->height)
        e->height = (uint16_t)(child->height + 1);
    if (e->height > HEIGHT_MAX) {
        report(p, E0107, e->span, "more than %d operators in one expression", HEIGHT_MAX);
        give_up(p);
        e->kind = EXPR_ERROR;
    }
}

static Span last_span(const Parser *p)
{
    return p->tokens[p->at ? p->at - 1 : 0].span;
}

static ExprList list_of(Parser *p, Expr **items, uint32_t count)
{
    ExprList list = {.items = NEW_ARRAY(p->tree->arena, Expr *, count), .count = count};
    if (count)
        memcpy(list.items, items, count * sizeof *items);
    return list;
}

ExprList parse_args(Parser *p)
{
    VEC(Expr *) args = {0};
    do {
        vec_push(p->tree->arena, &args, parse_expr(p));
    } while (!p->is_broken && accept(p, TK_COMMA));
    return list_of(p, args.items, args.count);
}

// ( e, e ) or ( )
static ExprList args_in_parens(Parser *p)
{
    Span open = expect(p, TK_LPAREN);
    ExprList args = {0};
    if (!at(p, TK_RPAREN) && !p->is_broken)
        args = parse_args(p);
    expect_close(p, TK_RPAREN, open);
    return args;
}

static void put_above_all(Parser *p, Expr *e, ExprList list)
{
    for (uint32_t i = 0; i < list.count; i++)
        put_above(p, e, list.items[i]);
}

// ---------------------------------------------------------------------- literals

// Digits without sign; literals are limited to 32 bits, values are not.
static bool int_value(Parser *p, const Token *t, int64_t *value)
{
    const Source *source = p->tree->sources->files.items[p->file];
    const char *digits = source->text + (t->span.start - source->base);
    uint32_t size = t->span.end - t->span.start;
    int64_t n = 0;
    for (uint32_t i = 0; i < size && n <= INT32_MAX; i++)
        n = n * 10 + (digits[i] - '0');
    *value = n;
    if (n <= INT32_MAX)
        return true;
    Diag *d = diag_add(p->tree->diags, E0105, t->span,
                       "this number is too large: literals go up to 2147483647");
    diag_help(d, "values are 64 bits wide; larger ones can be computed");
    return false;
}

Expr *parse_int(Parser *p)
{
    const Token *t = peek(p);
    if (t->kind != TK_INT) {
        unexpected(p, "a number");
        return expr_error(p, t->span);
    }
    int64_t value;
    bool fits = int_value(p, t, &value);
    Expr *e = expr_new(p, fits ? EXPR_INT : EXPR_ERROR, advance(p));
    if (fits)
        e->integer = value;
    return e;
}

// 1.5  .5: put together from tokens, so white space between them is legal.
static Expr *float_literal(Parser *p)
{
    const Source *source = p->tree->sources->files.items[p->file];
    Span span = peek(p)->span;
    Buf digits = {0};
    if (at(p, TK_INT)) {
        Span whole = advance(p);
        buf_add(&digits, source->text + (whole.start - source->base), whole.end - whole.start);
    }
    expect(p, TK_DOT);
    buf_char(&digits, '.');
    Span part = expect(p, TK_INT);
    buf_add(&digits, source->text + (part.start - source->base), part.end - part.start);
    span = span_join(span, part);

    Expr *e = expr_new(p, EXPR_FLOAT, span);
    e->floating = strtod(buf_text(&digits), NULL);
    buf_drop(&digits);
    if (e->floating > 1.7976931348623157e308) {
        diag_add(p->tree->diags, E0106, span, "this number is too large for a float");
        e->kind = EXPR_ERROR;
    }
    return e;
}

// float(base, exponent): in the grammar, but no tool gives it a meaning.
static Expr *float_form(Parser *p)
{
    Span start = advance(p);
    args_in_parens(p);
    Span span = span_join(start, last_span(p));
    if (!p->is_broken) {
        Diag *d = diag_add(p->tree->diags, E0106, span, "`float(base, exponent)` has no meaning");
        diag_help(d, "write the number out, as in `1250.0`, or convert with `to float`");
    }
    return expr_error(p, span);
}

static Expr *string_literal(Parser *p)
{
    Expr *e = expr_new(p, EXPR_STRING, peek(p)->span);
    parse_string(p, e);
    return e;
}

// format("...", e, ...)
static Expr *format_call(Parser *p)
{
    Expr *e = expr_new(p, EXPR_STRING, advance(p));
    Span open = expect(p, TK_LPAREN);
    if (!at(p, TK_STRING)) {
        unexpected(p, "the format, a string literal");
        e->kind = EXPR_ERROR;
        return e;
    }
    parse_string(p, e);
    if (accept(p, TK_COMMA))
        e->string.args = parse_args(p);
    e->span = span_join(e->span, expect_close(p, TK_RPAREN, open));
    put_above_all(p, e, e->string.args);
    return e;
}

// ------------------------------------------------------------------------ tuples

static bool at_named_tuple(const Parser *p)
{
    return peek(p)->kind == TK_WORD && peek_at(p, 1)->kind == TK_ASSIGN;
}

// ( a = e, b = f )   one field needs the comma: ( a = e, )
static Expr *named_tuple(Parser *p, Span open)
{
    Expr *e = expr_new(p, EXPR_NTUPLE, open);
    Idents names = {0};
    VEC(Expr *) items = {0};
    bool has_comma = false;
    do {
        if (at(p, TK_RPAREN) && items.count == 1)
            break;  // the comma of a one-field tuple
        Ident name = ident(p, "a field");
        expect(p, TK_ASSIGN);
        Expr *item = p->is_broken ? expr_error(p, peek(p)->span) : parse_expr(p);
        if (name.name) {
            vec_push(p->tree->arena, &names, name);
            vec_push(p->tree->arena, &items, item);
            put_above(p, e, item);
        }
    } while (!p->is_broken && accept(p, TK_COMMA) && (has_comma = true));

    e->tuple.items = items.items;
    e->tuple.names = names.items;
    e->tuple.count = items.count;
    if (items.count == 1 && !has_comma && !p->is_classic && at(p, TK_RPAREN)) {
        Diag *d = diag_add(p->tree->diags, E0101, peek(p)->span,
                           "a tuple of one field ends with a comma");
        diag_help(d, "write `(%s = ...,)`", names.items[0].name->text);
    }
    e->span = span_join(open, expect_close(p, TK_RPAREN, open));
    if (items.count == 0)
        e->kind = EXPR_ERROR;
    return e;
}

// ( e )   ( e, )   ( e, f )
static Expr *parens(Parser *p)
{
    Span open = advance(p);
    if (at_named_tuple(p))
        return named_tuple(p, open);

    Expr *first = parse_expr(p);
    if (p->is_broken || !at(p, TK_COMMA)) {
        Span close = expect_close(p, TK_RPAREN, open);
        // The parentheses belong to the expression's place, not to its tree.
        first->span = span_join(open, close);
        return first;
    }

    Expr *e = expr_new(p, EXPR_TUPLE, open);
    VEC(Expr *) items = {0};
    vec_push(p->tree->arena, &items, first);
    put_above(p, e, first);
    while (!p->is_broken && accept(p, TK_COMMA)) {
        if (at(p, TK_RPAREN) && items.count == 1)
            break;
        Expr *item = parse_expr(p);
        vec_push(p->tree->arena, &items, item);
        put_above(p, e, item);
    }
    e->tuple.items = items.items;
    e->tuple.count = items.count;
    e->span = span_join(open, expect_close(p, TK_RPAREN, open));
    return e;
}

// ----------------------------------------------------------------- calls and new

static const Name *substituted(const Parser *p, const Name *name)
{
    if (p->pattern)
        for (uint32_t i = 0; i < p->pattern->parameters.count; i++)
            if (p->pattern->parameters.items[i].name == name)
                return p->instance->args.items[i].name;
    return name;
}

// A, or in the 2015 dialect A<B, C>: then the machine of that whole name is
// wanted, and noted so that it will be made.
Ident machine_name(Parser *p, const char *what)
{
    Ident id = ident(p, what);
    if (!id.name)
        return id;
    id.name = substituted(p, id.name);
    if (!p->is_classic || !at(p, TK_LT))
        return id;

    Instance wanted = {.pattern = id, .depth = p->instance ? p->instance->depth + 1 : 0};
    Buf whole = {0};
    buf_print(&whole, "%s<", id.name->text);
    advance(p);
    do {
        Ident arg = machine_name(p, "a machine");
        if (!arg.name)
            break;
        buf_print(&whole, "%s%s", wanted.args.count ? ", " : "", arg.name->text);
        vec_push(p->tree->arena, &wanted.args, arg);
    } while (accept(p, TK_COMMA));
    id.span = span_join(id.span, expect(p, TK_GT));
    buf_char(&whole, '>');
    id.name = lexicon_name(p->tree->lexicon, buf_text(&whole), whole.size);
    buf_drop(&whole);

    wanted.name = id.name;
    // A pattern that is only read for its syntax wants nothing yet.
    if (!(p->machine && p->machine->parameters.count))
        vec_push(p->tree->arena, &p->tree->instances, wanted);
    return id;
}

// new A(e) for B, new A for B, new A models B(e), new A(e) as B
static void substitution(Parser *p, NewExpr *n)
{
    bool is_as = p->is_classic && at_word(p, W_AS) && peek_at(p, 1)->kind == TK_WORD &&
                 token_is_name(p, peek_at(p, 1)) && peek_at(p, 2)->kind == TK_SEMI;
    if (p->is_broken || !(at_word(p, W_FOR) || at_word(p, W_MODELS) || is_as))
        return;
    classic_only(p, advance(p), "a machine for execution");
    n->execution = NEW(p->tree->arena, MachineRef);
    n->execution->name = machine_name(p, "a machine");
    if (!at(p, TK_LPAREN))
        return;
    ExprList args = args_in_parens(p);
    if (n->args.count == 0)
        n->args = args;
}

Expr *parse_new(Parser *p)
{
    Expr *e = expr_new(p, EXPR_NEW, advance(p));
    NewExpr *n = e->new = NEW(p->tree->arena, NewExpr);
    n->machine.name = machine_name(p, "a machine or interface");
    if (!n->machine.name.name)
        e->kind = EXPR_ERROR;
    // The 2015 dialect leaves the parentheses out in front of `for`.
    if (!p->is_classic || at(p, TK_LPAREN))
        n->args = args_in_parens(p);
    if (p->is_broken)
        e->kind = EXPR_ERROR;
    substitution(p, n);
    e->span = span_join(e->span, last_span(p));
    put_above_all(p, e, n->args);
    return e;
}

Expr *parse_call(Parser *p)
{
    Ident name = ident(p, "a function");
    Expr *e = expr_new(p, name.name ? EXPR_CALL : EXPR_ERROR, name.span);
    ExprList args = args_in_parens(p);
    if (!name.name || p->is_broken) {
        e->kind = EXPR_ERROR;
        return e;
    }
    e->call.name = name.name;
    e->call.args = NEW(p->tree->arena, ExprList);
    *e->call.args = args;
    e->span = span_join(e->span, last_span(p));
    put_above_all(p, e, args);
    if (p->fun) {
        CallSite site = {.name = name};
        vec_push(p->tree->arena, &p->fun->calls, site);
    }
    return e;
}

// choose()   choose(e)
static Expr *choose_call(Parser *p)
{
    Expr *e = expr_new(p, EXPR_CHOOSE, advance(p));
    Span open = expect(p, TK_LPAREN);
    if (!at(p, TK_RPAREN)) {
        e->operand = parse_expr(p);
        put_above(p, e, e->operand);
    }
    e->span = span_join(e->span, expect_close(p, TK_RPAREN, open));
    return e;
}

// keys(e)   values(e)   sizeof(e)
static Expr *keyword_call(Parser *p, ExprKind kind)
{
    Expr *e = expr_new(p, kind, advance(p));
    Span open = expect(p, TK_LPAREN);
    e->operand = p->is_broken ? expr_error(p, open) : parse_expr(p);
    put_above(p, e, e->operand);
    e->span = span_join(e->span, expect_close(p, TK_RPAREN, open));
    return e;
}

// default(T)
static Expr *default_call(Parser *p)
{
    Expr *e = expr_new(p, EXPR_DEFAULT, advance(p));
    Span open = expect(p, TK_LPAREN);
    e->default_of = parse_type(p);
    e->span = span_join(e->span, expect_close(p, TK_RPAREN, open));
    return e;
}

// ---------------------------------------------------------------------- verifier

// The prover's words are names elsewhere; what follows tells.
static bool at_quantifier(const Parser *p)
{
    if (token_is_word(peek_at(p, 1), W_NEW))
        return true;
    return peek_at(p, 1)->kind == TK_LPAREN && peek_at(p, 2)->kind == TK_WORD &&
           peek_at(p, 3)->kind == TK_COLON;
}

static bool at_operand(const Token *t)
{
    return t->kind == TK_WORD && !token_is_word(t, W_IN) && !token_is_word(t, W_AS) &&
           !token_is_word(t, W_TO) && !token_is_word(t, W_IS) && !token_is_word(t, W_TARGETS);
}

// forall new? (x: T, y: U) :: e
static Expr *quantifier(Parser *p)
{
    Expr *e = expr_new(p, EXPR_QUANTIFIER, peek(p)->span);
    Quantifier *q = e->quantifier = NEW(p->tree->arena, Quantifier);
    q->is_exists = at_word(p, W_EXISTS);
    advance(p);
    q->is_new = accept_word(p, W_NEW);
    parse_params(p, VAR_BOUND, &q->vars);
    expect(p, TK_COLON);
    expect(p, TK_COLON);
    q->body = p->is_broken ? expr_error(p, e->span) : parse_expr(p);
    e->span = span_join(e->span, q->body->span);
    put_above(p, e, q->body);
    return e;
}

static Expr *postfix(Parser *p);

// inflight e   sent e
static Expr *message_test(Parser *p, ExprKind kind)
{
    Expr *e = expr_new(p, kind, advance(p));
    e->operand = postfix(p);
    e->span = span_join(e->span, e->operand->span);
    put_above(p, e, e->operand);
    return e;
}

// --------------------------------------------------------------------- primaries

static Expr *simple(Parser *p, ExprKind kind)
{
    return expr_new(p, kind, advance(p));
}

static Expr *boolean(Parser *p, bool value)
{
    Expr *e = simple(p, EXPR_BOOL);
    e->boolean = value;
    return e;
}

static Expr *choice(Parser *p, bool fair)
{
    Expr *e = simple(p, EXPR_CHOICE);
    e->fair = fair;
    return e;
}

static Expr *name(Parser *p, const Name *n)
{
    Expr *e = simple(p, EXPR_NAME);
    e->name.name = n;
    return e;
}

static Expr *keyword_primary(Parser *p)
{
    bool is_called = peek_at(p, 1)->kind == TK_LPAREN;
    switch (peek(p)->name_id) {
    case W_TRUE:
        return boolean(p, true);
    case W_FALSE:
        return boolean(p, false);
    case W_NULL:
        return simple(p, EXPR_NULL);
    case W_THIS:
        return simple(p, EXPR_THIS);
    case W_HALT:
        return name(p, p->tree->lexicon->by_id.items[W_HALT]);
    case W_NEW:
        return parse_new(p);
    case W_SIZEOF:
        return keyword_call(p, EXPR_SIZEOF);
    case W_KEYS:
        return is_called ? keyword_call(p, EXPR_KEYS) : NULL;
    case W_VALUES:
        return is_called ? keyword_call(p, EXPR_VALUES) : NULL;
    case W_DEFAULT:
        return is_called ? default_call(p) : NULL;
    case W_CHOOSE:
        return is_called ? choose_call(p) : NULL;
    case W_FORMAT:
        return is_called ? format_call(p) : NULL;
    case W_FLOAT:
        return is_called ? float_form(p) : NULL;
    case W_FORALL:
    case W_EXISTS:
        return at_quantifier(p) ? quantifier(p) : NULL;
    case W_INFLIGHT:
        return at_operand(peek_at(p, 1)) ? message_test(p, EXPR_INFLIGHT) : NULL;
    case W_SENT:
        return at_operand(peek_at(p, 1)) ? message_test(p, EXPR_SENT) : NULL;
    case W_PAYLOAD:  // a variable of that name comes first: typing decides
        return p->is_classic && !is_called ? simple(p, EXPR_PAYLOAD) : NULL;
    case W_TRIGGER:
        return p->is_classic && !is_called ? simple(p, EXPR_TRIGGER) : NULL;
    default:
        return NULL;
    }
}

static Expr *reserved_as_name(Parser *p)
{
    TokenKind next = (TokenKind)peek_at(p, 1)->kind;
    bool is_operand = next == TK_SEMI || next == TK_COMMA || next == TK_RPAREN ||
                      next == TK_RBRACKET || next == TK_DOT || next == TK_LBRACKET;
    if (!at(p, TK_WORD) || !is_operand) {
        unexpected(p, "an expression");
        return expr_error(p, peek(p)->span);
    }
    ident(p, "a value");
    return expr_error(p, last_span(p));
}

static Expr *primary(Parser *p)
{
    switch ((TokenKind)peek(p)->kind) {
    case TK_INT:
        if (peek_at(p, 1)->kind == TK_DOT && peek_at(p, 2)->kind == TK_INT)
            return float_literal(p);
        return parse_int(p);
    case TK_DOT:
        if (peek_at(p, 1)->kind == TK_INT)
            return float_literal(p);
        break;
    case TK_STRING:
        return string_literal(p);
    case TK_CHOICE:
        return choice(p, false);
    case TK_FAIR_CHOICE:
        return choice(p, true);
    case TK_LPAREN:
        return parens(p);
    case TK_WORD: {
        Expr *e = peek(p)->name_id < WORD_COUNT ? keyword_primary(p) : NULL;
        if (e)
            return e;
        if (!token_is_name(p, peek(p)))
            return reserved_as_name(p);
        if (peek_at(p, 1)->kind == TK_LPAREN && !token_is_word(peek_at(p, 3), W_WISE))
            return parse_call(p);  // but `assume b (2 wise) T` is no call
        return name(p, p->tree->lexicon->by_id.items[peek(p)->name_id]);
    }
    default:
        break;
    }
    unexpected(p, "an expression");
    return expr_error(p, peek(p)->span);
}

// -------------------------------------------------------------------- projections

// e.name   e.0
static Expr *field(Parser *p, Expr *operand)
{
    advance(p);
    if (at(p, TK_INT)) {
        Expr *e = expr_new(p, EXPR_PART, span_join(operand->span, peek(p)->span));
        int64_t index;
        e->field.operand = operand;
        e->field.name.span = peek(p)->span;
        if (!int_value(p, peek(p), &index))
            e->kind = EXPR_ERROR;
        else
            e->field.index = (int)index;
        advance(p);
        put_above(p, e, operand);
        return e;
    }
    Expr *e = expr_new(p, EXPR_FIELD, operand->span);
    e->field.operand = operand;
    e->field.name = ident(p, "a field");
    e->span = span_join(e->span, e->field.name.span);
    if (!e->field.name.name)
        e->kind = EXPR_ERROR;
    put_above(p, e, operand);
    return e;
}

// e[i]
static Expr *subscript(Parser *p, Expr *operand)
{
    Span open = advance(p);
    Expr *e = expr_new(p, EXPR_INDEX, operand->span);
    e->binary.left = operand;
    e->binary.right = parse_expr(p);
    e->span = span_join(e->span, expect_close(p, TK_RBRACKET, open));
    put_above(p, e, operand);
    put_above(p, e, e->binary.right);
    return e;
}

// e is M
static Expr *kind_test(Parser *p, Expr *operand)
{
    advance(p);
    Expr *e = expr_new(p, EXPR_IS, operand->span);
    e->field.operand = operand;
    e->field.name = event_name(p, false);
    e->span = span_join(e->span, e->field.name.span);
    if (!e->field.name.name)
        e->kind = EXPR_ERROR;
    put_above(p, e, operand);
    return e;
}

// e targets f
static Expr *target_test(Parser *p, Expr *operand)
{
    advance(p);
    Expr *e = expr_new(p, EXPR_TARGETS, operand->span);
    e->binary.left = operand;
    e->binary.right = primary(p);
    while (at(p, TK_DOT) && e->kind != EXPR_ERROR)
        e->binary.right = field(p, e->binary.right);
    e->span = span_join(e->span, e->binary.right->span);
    put_above(p, e, operand);
    put_above(p, e, e->binary.right);
    return e;
}

// Whether a word with this token behind it is a name that begins a statement.
static bool starts_statement(const Token *follower)
{
    switch ((TokenKind)follower->kind) {
    case TK_ASSIGN:
    case TK_INSERT:
    case TK_REMOVE:
    case TK_DOT:
        return true;
    default:
        return false;
    }
}

static Expr *postfix(Parser *p)
{
    Expr *e = primary(p);
    while (!p->is_broken) {
        if (at(p, TK_DOT))
            e = field(p, e);
        else if (at(p, TK_LBRACKET))
            e = subscript(p, e);
        else if (at_word(p, W_IS) && !starts_statement(peek_at(p, 1)))
            e = kind_test(p, e);
        else if (at_word(p, W_TARGETS) && !starts_statement(peek_at(p, 1)))
            e = target_test(p, e);
        else
            break;
    }
    return e;
}

Expr *parse_target(Parser *p)
{
    Expr *e = primary(p);
    while (!p->is_broken) {
        if (at(p, TK_DOT))
            e = field(p, e);
        else if (at(p, TK_LBRACKET))
            e = subscript(p, e);
        else
            break;
    }
    return e;
}

// --------------------------------------------------------------------- operators

static Expr *binary_from(Parser *p, int least);

// -e   !e
static Expr *unary(Parser *p)
{
    if (!at(p, TK_MINUS) && !at(p, TK_NOT))
        return postfix(p);
    Expr *e = expr_new(p, EXPR_UNARY, peek(p)->span);
    if (!enter(p, e->span)) {
        leave(p);
        return expr_error(p, e->span);
    }
    e->op = at(p, TK_MINUS) ? OPERATOR_NEGATE : OPERATOR_NOT;
    advance(p);
    e->operand = unary(p);
    leave(p);
    e->span = span_join(e->span, e->operand->span);
    put_above(p, e, e->operand);
    return e;
}

static int binary_operator(const Parser *p, Operator *op)
{
    static const struct {
        uint8_t prec, op;
    } table[TOKEN_KIND_COUNT] = {
        [TK_IFF] = {PREC_IFF, OPERATOR_IFF},
        [TK_IMPLIES] = {PREC_IMPLIES, OPERATOR_IMPLIES},
        [TK_OR] = {PREC_OR, OPERATOR_OR},
        [TK_AND] = {PREC_AND, OPERATOR_AND},
        [TK_EQ] = {PREC_EQUAL, OPERATOR_EQ},
        [TK_NE] = {PREC_EQUAL, OPERATOR_NE},
        [TK_LT] = {PREC_ORDER, OPERATOR_LT},
        [TK_GT] = {PREC_ORDER, OPERATOR_GT},
        [TK_GE] = {PREC_ORDER, OPERATOR_GE},
        [TK_LE] = {PREC_ORDER, OPERATOR_LE},
        [TK_PLUS] = {PREC_SUM, OPERATOR_ADD},
        [TK_MINUS] = {PREC_SUM, OPERATOR_SUB},
        [TK_STAR] = {PREC_PRODUCT, OPERATOR_MUL},
        [TK_SLASH] = {PREC_PRODUCT, OPERATOR_DIV},
        [TK_PERCENT] = {PREC_PRODUCT, OPERATOR_MOD},
    };
    if (at_word(p, W_IN)) {
        *op = OPERATOR_IN;
        return PREC_ORDER;
    }
    *op = (Operator)table[peek(p)->kind].op;
    return table[peek(p)->kind].prec;
}

static bool at_cast(const Parser *p)
{
    if (at_word(p, W_AS))
        return true;
    // In the 2015 dialect `to` may be a name, and begin the next statement.
    return at_word(p, W_TO) && !(p->is_classic && starts_statement(peek_at(p, 1)));
}

static Expr *cast(Parser *p, Expr *operand)
{
    Expr *e = expr_new(p, at_word(p, W_AS) ? EXPR_AS : EXPR_TO, operand->span);
    advance(p);
    e->cast.operand = operand;
    e->cast.to = parse_type(p);
    e->span = span_join(e->span, last_span(p));
    put_above(p, e, operand);
    return e;
}

static Expr *binary_from(Parser *p, int least)
{
    Expr *left = unary(p);
    while (!p->is_broken) {
        if (at_cast(p) && PREC_CAST >= least) {
            left = cast(p, left);
            continue;
        }
        Operator op;
        int prec = binary_operator(p, &op);
        if (prec == PREC_NONE || prec < least)
            break;
        Expr *e = expr_new(p, EXPR_BINARY, left->span);
        e->op = (uint8_t)op;
        advance(p);
        e->binary.left = left;
        e->binary.right = binary_from(p, prec + 1);
        e->span = span_join(left->span, e->binary.right->span);
        put_above(p, e, left);
        put_above(p, e, e->binary.right);
        left = e;
    }
    return left;
}

Expr *parse_expr(Parser *p)
{
    Expr *e;
    if (enter(p, peek(p)->span))
        e = binary_from(p, PREC_IFF);
    else
        e = expr_error(p, peek(p)->span);
    leave(p);
    return e;
}
