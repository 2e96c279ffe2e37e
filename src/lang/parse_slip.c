// lang/parse_slip.c: what other languages have and P has not.
//
// Programmers used to C write `for`, `n++`, `if (n = 3)` or `print "{0}", x`. Each is one mistake:
// it is reported once, with P's own way of saying it, and read to its end, so that nothing
// follows from it.

#include "lang/parse_impl.h"

static bool is_symbol(const Token *t, TokenKind kind)
{
    return t->kind == (uint32_t)kind;
}

// Whether the two tokens stand side by side: `++`, `*=`.
static bool are_one(const Token *a, const Token *b)
{
    return a->span.end == b->span.start;
}

// ----------------------------------------------------------------------------- for

// Tokens up to the parenthesis that closes the one `ahead`; 0 when there is none. Says
// whether a `;` or an assignment stands directly in it, which no call has.
static uint32_t loop_head(const Parser *p, uint32_t ahead, bool *is_loop)
{
    enum { HEAD_MAX = 1000 };  // a longer one is no loop: what is read ahead stays bounded
    uint32_t depth = 0;
    *is_loop = false;
    for (uint32_t i = ahead; i < ahead + HEAD_MAX; i++) {
        const Token *t = peek_at(p, i);
        if (is_symbol(t, TK_END) || is_symbol(t, TK_LBRACE) || is_symbol(t, TK_RBRACE))
            return 0;
        depth += is_symbol(t, TK_LPAREN);
        if (depth == 1 && (is_symbol(t, TK_SEMI) || is_symbol(t, TK_ASSIGN)))
            *is_loop = true;
        if (is_symbol(t, TK_RPAREN) && --depth == 0)
            return i;
    }
    return 0;
}

bool at_slip_for(const Parser *p)
{
    bool is_loop = false;
    if (!at_word(p, W_FOR) || !is_symbol(peek_at(p, 1), TK_LPAREN))
        return false;
    uint32_t end = loop_head(p, 1, &is_loop);
    bool is_over = token_is_word(peek_at(p, 3), W_IN) && !is_symbol(peek_at(p, end + 1), TK_SEMI);
    return end > 0 && (is_loop || is_over);
}

void slip_for(Parser *p)
{
    bool is_loop, is_over = token_is_word(peek_at(p, 3), W_IN);
    uint32_t size = loop_head(p, 1, &is_loop);
    Diag *d = report(p, E0101, peek(p)->span, "P has no `for`");
    if (d && is_over)
        diag_help(d, "write `foreach (x in collection) { ... }`");
    else if (d)
        diag_help(d, "write `i = 0; while (i < n) { ... i = i + 1; }`, or `foreach (x in "
                     "collection) { ... }`");
    for (uint32_t i = 0; i <= size; i++)
        advance(p);
    mend(p);
}

// ------------------------------------------------------------------------ conditions

Expr *slip_assignment(Parser *p, Expr *condition)
{
    if (p->is_broken || !at(p, TK_ASSIGN))
        return condition;
    Diag *d = report(p, E0101, peek(p)->span, "`=` assigns, and is no operator");
    if (d)
        diag_help(d, "`==` compares");
    advance(p);
    mend(p);
    parse_expr(p);
    return expr_error(p, condition->span);
}

// --------------------------------------------------------------------------- formats

// `print "{0}", x;` and `print("{0}", x);`
bool slip_format(Parser *p, const Expr *message)
{
    bool is_tuple = message->kind == EXPR_TUPLE && message->tuple.count > 1 &&
                    message->tuple.items[0]->kind == EXPR_STRING;
    if (p->is_broken || !(is_tuple || at(p, TK_COMMA)))
        return false;
    Diag *d = report(p, E0101, is_tuple ? message->span : peek(p)->span,
                     "a message is one string: arguments belong to `format`");
    if (d)
        diag_help(d, "write `format(\"... {0} ...\", x)`");
    mend(p);
    if (accept(p, TK_COMMA))
        parse_args(p);
    return true;
}

// ------------------------------------------------------------------------- operators

// `n++;`, `n--;`, `n *= 2;`, `n /= 2;`, `n %= 2;`: up to the semicolon, which stays.
bool slip_operator(Parser *p, const Expr *target)
{
    const Token *first = peek(p), *second = peek_at(p, 1);
    bool is_plus = is_symbol(first, TK_PLUS), is_minus = is_symbol(first, TK_MINUS);
    bool is_step =
        (is_plus && is_symbol(second, TK_PLUS)) || (is_minus && is_symbol(second, TK_MINUS));
    bool is_assignment =
        (is_symbol(first, TK_STAR) || is_symbol(first, TK_SLASH) || is_symbol(first, TK_PERCENT)) &&
        is_symbol(second, TK_ASSIGN);
    if (!are_one(first, second) || !(is_step || is_assignment))
        return false;

    const char *sign = is_plus ? "+" : is_minus ? "-" : token_kind_shown((TokenKind)first->kind);
    const char *name = target->kind == EXPR_NAME ? target->name.name->text : "x";
    Diag *d = report(p, E0101, span_join(first->span, second->span), "P has no such operator");
    if (d && is_step)
        diag_help(d, "write `%s = %s %s 1;`", name, name, sign);
    else if (d)
        diag_help(d, "write `%s = %s %c ...;`", name, name, sign[0] == '`' ? sign[1] : sign[0]);
    advance(p);
    advance(p);
    mend(p);
    if (is_assignment)
        parse_expr(p);
    expect_semi(p);
    return true;
}
