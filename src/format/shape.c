// format/shape.c: what layout needs to know of a file: its brackets and its comments.
//
// Braces are blocks, or lists of names as in enums and modules. A list has neither a semicolon
// nor another brace in it, and something else: no statement and no declaration of P can be
// written so.

#include <string.h>

#include "format/format_impl.h"

// --------------------------------------------------------------------- brackets

static bool is_open(TokenKind kind)
{
    return kind == TK_LBRACE || kind == TK_LPAREN || kind == TK_LBRACKET;
}

static bool is_close(TokenKind kind)
{
    return kind == TK_RBRACE || kind == TK_RPAREN || kind == TK_RBRACKET;
}

static bool fit(TokenKind open, TokenKind close)
{
    return (open == TK_LBRACE && close == TK_RBRACE) || (open == TK_LPAREN && close == TK_RPAREN) ||
           (open == TK_LBRACKET && close == TK_RBRACKET);
}

static Bracket kind_of_braces(const Shape *shape, uint32_t open, uint32_t close)
{
    if (!is_kind(shape, open, TK_LBRACE))
        return BRACKET_PLAIN;
    for (uint32_t i = open + 1; i < close; i++)
        if (is_kind(shape, i, TK_SEMI) || is_kind(shape, i, TK_LBRACE))
            return BRACKET_BLOCK;
    return close == open + 1 ? BRACKET_BLOCK : BRACKET_LIST;
}

static void pair(Shape *shape, uint32_t open, uint32_t close)
{
    shape->partner[open] = close;
    shape->partner[close] = open;
    shape->brackets[open] = shape->brackets[close] = kind_of_braces(shape, open, close);
}

static bool find_brackets(Shape *shape, Arena *arena, Diags *diags)
{
    enum { DEPTH_MAX = 500 };  // blocks are laid out recursively
    VEC(uint32_t) open = {0};
    for (uint32_t i = 0; i < shape->count; i++) {
        TokenKind kind = (TokenKind)shape->tokens[i].kind;
        if (is_open(kind)) {
            vec_push(arena, &open, i);
            if (open.count > DEPTH_MAX) {
                diag_add(diags, E0101, shape->tokens[i].span, "brackets are nested too deeply");
                return false;
            }
        } else if (is_close(kind)) {
            if (!open.count || !fit((TokenKind)shape->tokens[vec_last(&open)].kind, kind)) {
                diag_add(diags, E0101, shape->tokens[i].span, "nothing is open that %s closes",
                         token_kind_shown(kind));
                return false;
            }
            pair(shape, vec_last(&open), i);
            open.count--;
        }
    }
    if (open.count) {
        const Token *t = &shape->tokens[vec_last(&open)];
        diag_add(diags, E0101, t->span, "this %s is never closed",
                 token_kind_shown((TokenKind)t->kind));
    }
    return open.count == 0;
}

// -------------------------------------------------------------- machine parameters

// `<` begins parameters after a machine's name: `new A<B>()`, `machine A<B> {`, `{ A<B> }`.
static bool opens_parameters(const Shape *shape, uint32_t i, bool in_list)
{
    if (i < 2 || !is_kind(shape, i, TK_LT) || !is_kind(shape, i - 1, TK_WORD))
        return false;
    return in_list || is_word(shape, i - 2, W_NEW) || is_word(shape, i - 2, W_MACHINE) ||
           is_word(shape, i - 2, W_FOR) || is_word(shape, i - 2, W_MODEL);
}

static void mark_parameters(Shape *shape, uint32_t open)
{
    enum { LOOK_AHEAD = 64 };  // tokens; parameters are few names
    uint32_t depth = 0;
    for (uint32_t i = open; i < shape->count && i < open + LOOK_AHEAD; i++) {
        depth += is_kind(shape, i, TK_LT);
        depth -= is_kind(shape, i, TK_GT);
        if (depth == 0) {
            for (; open <= i; open++)
                if (is_kind(shape, open, TK_LT) || is_kind(shape, open, TK_GT))
                    shape->brackets[open] = BRACKET_PARAMETER;
            return;
        }
        if (!is_kind(shape, i, TK_LT) && !is_kind(shape, i, TK_GT) && !is_kind(shape, i, TK_WORD) &&
            !is_kind(shape, i, TK_COMMA))
            return;
    }
}

static void find_parameters(Shape *shape)
{
    bool in_list = false;
    for (uint32_t i = 0; i < shape->count; i++) {
        if (shape->brackets[i] == BRACKET_LIST)
            in_list = is_kind(shape, i, TK_LBRACE);
        if (shape->brackets[i] == BRACKET_NONE && opens_parameters(shape, i, in_list))
            mark_parameters(shape, i);
    }
}

// --------------------------------------------------------------------- comments

static uint32_t comment_end(const char *text, uint32_t at, uint32_t end, bool is_line)
{
    const char *stop = is_line ? memchr(text + at, '\n', end - at) : NULL;
    if (is_line)
        return stop ? (uint32_t)(stop - text) : end;
    for (at += 2; at + 1 < end; at++)
        if (text[at] == '*' && text[at + 1] == '/')
            return at + 2;
    return end;
}

static Gap read_gap(Arena *arena, const char *text, uint32_t at, uint32_t end)
{
    VEC(Comment) found = {0};
    uint32_t newlines = 0;
    while (at < end) {
        if (text[at] != '/') {  // nothing but space and comments stands between tokens
            newlines += text[at] == '\n';
            at++;
            continue;
        }
        Comment c = {.start = at, .is_line = text[at + 1] == '/', .newlines = newlines};
        c.end = at = comment_end(text, at, end, c.is_line);
        newlines = 0;
        vec_push(arena, &found, c);
    }
    return (Gap){.comments = found.items, .count = found.count, .newlines = newlines};
}

static void find_gaps(Shape *shape, Arena *arena)
{
    uint32_t at = strncmp(shape->text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
    for (uint32_t i = 0; i < shape->count; i++) {
        Span span = shape->tokens[i].span;
        assert(span.start - shape->base >= at);
        shape->gaps[i] = read_gap(arena, shape->text, at, span.start - shape->base);
        at = span.end - shape->base;
    }
}

bool shape_init(Shape *shape, Arena *arena, const Tokens *tokens, Diags *diags)
{
    *shape = (Shape){
        .text = tokens->source->text,
        .tokens = tokens->items,
        .count = tokens->count,
        .base = tokens->source->base,
        .gaps = NEW_ARRAY(arena, Gap, tokens->count),
        .brackets = NEW_ARRAY(arena, Bracket, tokens->count),
        .partner = NEW_ARRAY(arena, uint32_t, tokens->count),
    };
    if (!find_brackets(shape, arena, diags))
        return false;
    find_parameters(shape);
    find_gaps(shape, arena);
    return true;
}
