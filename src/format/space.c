// format/space.c: where a space stands between two tokens of a line.
//
// Around binary operators and after keywords, commas and colons; not inside of parentheses,
// before a comma, or between a function and its arguments.

#include "format/format_impl.h"

static bool is_any_word(const Shape *shape, uint32_t token, const Word *words)
{
    for (; *words != WORD_COUNT; words++)
        if (is_word(shape, token, *words))
            return true;
    return false;
}

// Words that a parenthesis or bracket follows with a space between. All others are names of
// functions, types and machines, or are written as functions are: sizeof, keys, choose.
static bool stands_apart(const Shape *shape, uint32_t token)
{
    static const Word words[] = {
        W_IF,        W_WHILE,   W_FOREACH, W_RETURN, W_ASSERT, W_ASSUME,
        W_PRINT,     W_SEND,    W_RAISE,   W_GOTO,   W_IN,     W_DO,
        W_WITH,      W_ENTRY,   W_EXIT,    W_AS,     W_TO,     W_UNION,
        W_COMPOSE,   W_PARAM,   W_CASE,    W_FORALL, W_EXISTS, W_REQUIRES,
        W_ENSURES,   W_USING,   W_EXCEPT,  W_PROVE,  W_AXIOM,  W_ANNOUNCE,
        W_PARAMTEST, W_REFINES, W_RENAME,  W_HIDEE,  W_HIDEI,  W_INIT_CONDITION,
        WORD_COUNT,
    };
    return is_any_word(shape, token, words);
}

// Words after which a minus sign belongs to what follows.
static bool expects_operand(const Shape *shape, uint32_t token)
{
    static const Word words[] = {W_RETURN, W_ASSERT, W_ASSUME, W_IN, W_PRINT, W_CASE, WORD_COUNT};
    return is_any_word(shape, token, words);
}

static bool ends_operand(const Shape *shape, uint32_t token)
{
    switch ((TokenKind)shape->tokens[token].kind) {
    case TK_WORD:
        return !expects_operand(shape, token);
    case TK_INT:
    case TK_STRING:
    case TK_RPAREN:
    case TK_RBRACKET:
    case TK_CHOICE:
    case TK_FAIR_CHOICE:
        return true;
    default:
        return false;
    }
}

static bool is_prefix(const Shape *shape, uint32_t token)
{
    if (is_kind(shape, token, TK_NOT))
        return true;
    return is_kind(shape, token, TK_MINUS) && (token == 0 || !ends_operand(shape, token - 1));
}

// After a prefix operator: only where the two would be read as one sign.
static bool would_join(const Shape *shape, uint32_t token)
{
    Span span = shape->tokens[token].span;
    char first = shape->text[span.start - shape->base];
    return first == '=' || first == '>';
}

static bool space_before_open(const Shape *shape, uint32_t token)
{
    uint32_t before = token - 1;
    if (is_kind(shape, token, TK_LBRACKET) && is_word(shape, token + 1, W_MAIN))
        return true;  // test name [main = M]
    switch ((TokenKind)shape->tokens[before].kind) {
    case TK_WORD:
        return stands_apart(shape, before);
    case TK_RPAREN:
        return is_kind(shape, token, TK_LPAREN);  // test param (...) (2 wise)
    case TK_RBRACKET:
        return false;
    case TK_GT:
        return shape->brackets[before] != BRACKET_PARAMETER;
    default:
        return true;
    }
}

bool needs_space(const Shape *shape, uint32_t token)
{
    assert(token > 0);
    TokenKind before = (TokenKind)shape->tokens[token - 1].kind;
    TokenKind here = (TokenKind)shape->tokens[token].kind;

    if (here == TK_COMMA || here == TK_SEMI || here == TK_COLON || here == TK_RPAREN ||
        here == TK_RBRACKET)
        return false;
    if (before == TK_LPAREN || before == TK_LBRACKET)
        return false;
    if (here == TK_DOT || before == TK_DOT)
        return false;
    if (shape->brackets[token] == BRACKET_PARAMETER)
        return false;
    if (before == TK_LT && shape->brackets[token - 1] == BRACKET_PARAMETER)
        return false;
    if (is_prefix(shape, token - 1))
        return would_join(shape, token);
    if (here == TK_LPAREN || here == TK_LBRACKET)
        return space_before_open(shape, token);
    return true;
}
