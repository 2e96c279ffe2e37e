// lang/parse_read.c: the parser's machinery: looking ahead, reading, recovering.
//
// Recovery has two rules. After a report there is no other one until parsing has resumed
// at a known place. And a function that fails to read does not move: the loop it was called
// from finds the next place where one of its items can begin, and always moves
// on.

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "lang/parse_impl.h"

// ----------------------------------------------------------------- looking ahead

bool token_is_name(const Parser *p, const Token *t)
{
    if (t->kind != TK_WORD)
        return false;
    if (t->name_id >= WORD_COUNT)
        return true;
    Reserved reserved = word_reserved((Word)t->name_id);
    if (p->tree->is_misused[t->name_id])
        return true;
    return reserved == CLASSIC || reserved == PROVER || (reserved == MODERN && p->is_classic);
}

static bool makes_a_name(TokenKind follower)
{
    switch (follower) {
    case TK_ASSIGN:
    case TK_INSERT:
    case TK_REMOVE:
    case TK_DOT:
    case TK_LBRACKET:
        return true;
    default:
        return false;
    }
}

bool at_keyword(const Parser *p, Word word)
{
    if (!at_word(p, word))
        return false;
    return !token_is_name(p, peek(p)) || !makes_a_name((TokenKind)peek_at(p, 1)->kind);
}

// ---------------------------------------------------------------------- mistakes

Diag *report(Parser *p, DiagCode code, Span span, const char *format, ...)
{
    bool is_consequence = p->is_broken || p->error_at == p->at || (at(p, TK_END) && p->is_cut);
    p->is_broken = true;
    if (p->fun)
        p->fun->is_damaged = true;
    p->error_at = p->at;
    if (is_consequence)
        return NULL;

    char text[512];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    return diag_add(p->tree->diags, code, span, "%s", text);
}

enum { WORD_SHOWN_MAX = 60 };

const char *token_shown(const Parser *p, const Token *t)
{
    if (t->kind != TK_WORD)
        return token_kind_shown((TokenKind)t->kind);
    const Name *name = p->tree->lexicon->by_id.items[t->name_id];
    char *shown = NEW_ARRAY(p->tree->arena, char, WORD_SHOWN_MAX + 8);
    snprintf(shown, WORD_SHOWN_MAX + 8, "`%.*s%s`", WORD_SHOWN_MAX, name->text,
             name->size > WORD_SHOWN_MAX ? "..." : "");
    return shown;
}

void unexpected(Parser *p, const char *expected)
{
    if (at(p, TK_BAD)) {  // the lexer has reported it
        p->is_broken = true;
        p->error_at = p->at;
        if (p->fun)
            p->fun->is_damaged = true;
        return;
    }
    report(p, E0101, peek(p)->span, "expected %s, found %s", expected, token_shown(p, peek(p)));
}

void give_up(Parser *p)
{
    p->at = p->count - 1;
    p->error_at = p->at;
    p->is_broken = true;
    p->tree->is_damaged = true;
}

void mend(Parser *p)
{
    p->is_broken = false;
}

void lose_decl(Parser *p)
{
    p->tree->is_damaged = true;
}

bool enter(Parser *p, Span span)
{
    if (++p->depth <= NESTING_MAX)
        return true;
    report(p, E0107, span, "nested more than %d levels deep", NESTING_MAX);
    give_up(p);
    return false;
}

void leave(Parser *p)
{
    p->depth--;
}

void classic_only(Parser *p, Span span, const char *what)
{
    if (p->is_classic)
        return;
    Diag *d = diag_add(p->tree->diags, E0110, span, "%s belongs to the 2015 dialect", what);
    diag_help(d, "`--dialect classic` reads the program as such");
}

// ----------------------------------------------------------------------- reading

Span advance(Parser *p)
{
    Span span = peek(p)->span;
    if (p->at + 1 < p->count)
        p->at++;
    return span;
}

bool accept(Parser *p, TokenKind kind)
{
    if (!at(p, kind))
        return false;
    advance(p);
    return true;
}

bool accept_word(Parser *p, Word word)
{
    if (!at_word(p, word))
        return false;
    advance(p);
    return true;
}

// Where the next token is: the span of a part that is missing.
static Span here(const Parser *p)
{
    uint32_t start = peek(p)->span.start;
    return (Span){.start = start, .end = start};
}

static Span behind_last(const Parser *p)
{
    if (p->at == 0)
        return here(p);
    uint32_t end = p->tokens[p->at - 1].span.end;
    return (Span){.start = end, .end = end};
}

Span expect(Parser *p, TokenKind kind)
{
    if (at(p, kind))
        return advance(p);
    unexpected(p, token_kind_shown(kind));
    return here(p);
}

Span expect_word(Parser *p, Word word)
{
    if (at_word(p, word))
        return advance(p);
    char shown[WORD_SHOWN_MAX];
    snprintf(shown, sizeof shown, "`%s`", word_text(word));
    unexpected(p, shown);
    return here(p);
}

static bool on_new_line(const Parser *p)
{
    const Source *source = p->tree->sources->files.items[p->file];
    uint32_t end = p->at ? p->tokens[p->at - 1].span.end : peek(p)->span.start;
    return memchr(source->text + (end - source->base), '\n', peek(p)->span.start - end) != NULL;
}

Span expect_semi(Parser *p)
{
    if (at(p, TK_SEMI)) {  // whatever was broken ends here
        mend(p);
        return advance(p);
    }
    if (at(p, TK_BAD))
        unexpected(p, "`;`");
    else if (report(p, E0101, behind_last(p), "expected `;` here, found %s",
                    token_shown(p, peek(p))) &&
             on_new_line(p))
        mend(p);
    return behind_last(p);
}

void expect_colon(Parser *p)
{
    bool was_broken = p->is_broken;
    expect(p, TK_COLON);
    if (!was_broken && (at(p, TK_WORD) || at(p, TK_LPAREN) || at(p, TK_LBRACE)))
        mend(p);
}

Span expect_close(Parser *p, TokenKind kind, Span open)
{
    if (at(p, kind))
        return advance(p);
    if (at(p, TK_BAD)) {
        unexpected(p, token_kind_shown(kind));
        return here(p);
    }
    Diag *d = report(p, E0101, peek(p)->span, "expected %s, found %s", token_kind_shown(kind),
                     token_shown(p, peek(p)));
    if (d)
        diag_note(d, open, "to close what begins here");
    return here(p);
}

static bool may_follow_a_name(TokenKind kind)
{
    switch (kind) {
    case TK_COLON:
    case TK_SEMI:
    case TK_COMMA:
    case TK_ASSIGN:
    case TK_LPAREN:
    case TK_RPAREN:
    case TK_LBRACE:
    case TK_RBRACE:
    case TK_DOT:
    case TK_LBRACKET:
        return true;
    default:
        return false;
    }
}

Ident ident(Parser *p, const char *what)
{
    const Token *t = peek(p);
    if (token_is_name(p, t)) {
        advance(p);
        return (Ident){.name = p->tree->lexicon->by_id.items[t->name_id], .span = t->span};
    }
    if (t->kind == TK_WORD && may_follow_a_name((TokenKind)peek_at(p, 1)->kind)) {
        const Name *name = p->tree->lexicon->by_id.items[t->name_id];
        bool was_broken = p->is_broken;
        report(p, E0108, t->span, "`%s` is a reserved word: it cannot name %s", name->text, what);
        if (!was_broken)
            mend(p);  // it serves as the name all the same, here and later
        if (word_reserved((Word)t->name_id) == MODERN)
            p->tree->is_misused[t->name_id] = true;
        advance(p);
        return (Ident){.name = name, .span = t->span};
    }
    char expected[128];
    snprintf(expected, sizeof expected, "the name of %s", what);
    unexpected(p, expected);
    return (Ident){.span = here(p)};
}

// `a b: T` lacks a comma and nothing else.
static bool lacks_comma(Parser *p)
{
    if (p->is_broken || !token_is_name(p, peek(p)) || peek_at(p, 1)->kind != TK_COLON)
        return false;
    expect(p, TK_COMMA);
    mend(p);
    return true;
}

Idents ident_list(Parser *p, const char *what)
{
    Idents list = {0};
    do {
        Ident id = ident(p, what);
        if (id.name)
            vec_push(p->tree->arena, &list, id);
    } while (accept(p, TK_COMMA) || lacks_comma(p));
    return list;
}

Ident event_name(Parser *p, bool null_too)
{
    bool is_default =
        null_too && at_word(p, W_DEFAULT) && (p->is_classic || !token_is_name(p, peek(p)));
    if (is_default)
        classic_only(p, peek(p)->span, "`default` as an event");
    if (at_word(p, W_HALT) || is_default || (null_too && at_word(p, W_NULL))) {
        const Name *name =
            p->tree->lexicon->by_id.items[is_default ? W_NULL : (Word)peek(p)->name_id];
        return (Ident){.name = name, .span = advance(p)};
    }
    if (at_word(p, W_NULL)) {
        report(p, E0108, peek(p)->span, "`null` is the absence of an event: it cannot stand here");
        mend(p);
        return (Ident){.span = advance(p)};
    }
    return ident(p, "an event");
}

Idents event_list(Parser *p, bool null_too)
{
    Idents list = {0};
    do {
        Ident id = event_name(p, null_too);
        if (id.name)
            vec_push(p->tree->arena, &list, id);
    } while (accept(p, TK_COMMA));
    return list;
}

// ---------------------------------------------------------------------- recovery

// Passes over a `{`, what it opens, and the brace that closes it.
void skip_braces(Parser *p)
{
    uint32_t open = 0;
    do {
        open += at(p, TK_LBRACE);
        open -= at(p, TK_RBRACE);
        advance(p);
    } while (open && !at(p, TK_END));
}

bool begins_item(const Parser *p)
{
    if (!at(p, TK_WORD))
        return false;
    switch (peek(p)->name_id) {
    case W_MACHINE:  // also types
    case W_EVENT:
        return token_is_name(p, peek_at(p, 1));
    case W_FUN:
    case W_START:
    case W_STATE:
    case W_ENTRY:
    case W_EXIT:
    case W_ON:
    case W_DEFER:
    case W_IGNORE:
        return true;
    default:
        return begins_global(p);
    }
}

bool begins_global(const Parser *p)
{
    if (!at(p, TK_WORD) || p->is_classic || peek_at(p, 1)->kind != TK_WORD)
        return false;
    switch (peek(p)->name_id) {
    case W_SPEC:
    case W_SCENARIO:
    case W_TEST:
    case W_MODULE:
    case W_IMPLEMENTATION:
    case W_TYPE:
    case W_ENUM:
    case W_EVENTSET:
    case W_INTERFACE:
    case W_PARAM:
        return true;
    default:
        return false;
    }
}

// In front of something that can go on, or behind the end of what was broken.
static void skip_to_item(Parser *p)
{
    while (!at(p, TK_END) && !at(p, TK_RBRACE) && !begins_item(p)) {
        if (at(p, TK_LBRACE)) {
            skip_braces(p);
            return;
        }
        if (accept(p, TK_SEMI))
            return;
        advance(p);
    }
}

void resume_at_item(Parser *p)
{
    while (!at(p, TK_END) && !at(p, TK_RBRACE) && !begins_item(p) && !at_word(p, W_VAR)) {
        if (at(p, TK_LBRACE))
            skip_braces(p);
        else
            advance(p);
    }
    p->tree->is_damaged = true;
    mend(p);
}

void resume(Parser *p, uint32_t before)
{
    uint32_t broke_at = p->at;
    if (p->at == before)
        advance(p);
    skip_to_item(p);
    if (p->at != broke_at && !p->fun)
        p->tree->is_damaged = true;
    p->is_broken = false;
}
