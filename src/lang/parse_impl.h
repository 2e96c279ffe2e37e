// lang/parse_impl.h: what the parser's files share.
//
// parse_read.c has the machinery, parse.c the top of the grammar, the others one
// part of it each: parse_machine.c, parse_stmt.c, parse_expr.c, parse_type.c,
// parse_string.c, parse_slip.c, parse_module.c, parse_proof.c; parse_instance.c reads
// patterns again.

#pragma once

#include "lang/parse.h"

enum {
    NESTING_MAX = 1000,  // blocks and parentheses within one another
    HEIGHT_MAX = 4000,   // of an expression: `a + b + c ...` is as high as it is long
};

typedef struct Parser {
    Tree *tree;
    const Token *tokens;
    uint32_t count;
    uint32_t at;        // the next token
    uint32_t file;
    uint32_t error_at;  // the token of the last report; one report each
    bool is_broken;     // a report was made and nothing was resumed yet: no other is made
    bool is_cut;        // the file's end is no surprise: its last string or comment is open
    bool is_classic;
    uint32_t depth;
    MachineDecl *machine;  // where we are
    StateDecl *state;
    FunDecl *fun;
    const Name *group;
    const Instance *instance;  // when a pattern is read: its arguments
    const MachineDecl *pattern;
} Parser;

// ----------------------------------------------------------------- looking ahead

static inline const Token *peek(const Parser *p)
{
    return &p->tokens[p->at];
}

static inline const Token *peek_at(const Parser *p, uint32_t ahead)
{
    uint32_t i = p->at + ahead;
    return &p->tokens[i < p->count ? i : p->count - 1];
}

static inline bool at(const Parser *p, TokenKind kind)
{
    return peek(p)->kind == kind;
}

static inline bool token_is_word(const Token *t, Word word)
{
    return t->kind == TK_WORD && t->name_id == (uint32_t)word;
}

static inline bool at_word(const Parser *p, Word word)
{
    return token_is_word(peek(p), word);
}

// A word that may be a name here: not reserved in this dialect.
bool token_is_name(const Parser *p, const Token *t);

// In the 2015 dialect most words are names: `test = 1;` assigns. True when the
// word stands here and what follows does not make it a name.
bool at_keyword(const Parser *p, Word word);

// ----------------------------------------------------------------------- reading

// Passes over one token. At the end of the file it stays there.
Span advance(Parser *p);

bool accept(Parser *p, TokenKind kind);
bool accept_word(Parser *p, Word word);

// The token if it is here; else a report, and the parser does not move.
Span expect(Parser *p, TokenKind kind);
Span expect_word(Parser *p, Word word);

// `;`, whose absence is reported where it should have been.
Span expect_semi(Parser *p);

// `:` in front of something; when only it is missing, that is read all the same.
void expect_colon(Parser *p);

// The brace that closes `open`.
Span expect_close(Parser *p, TokenKind kind, Span open);

// A name; `what` says of what, for the report ("an event", "a state").
Ident ident(Parser *p, const char *what);
Idents ident_list(Parser *p, const char *what);

// An event's name: an identifier or `halt`, and `null` (or `default`) if allowed.
Ident event_name(Parser *p, bool null_too);
Idents event_list(Parser *p, bool null_too);

// ---------------------------------------------------------------------- mistakes

// "expected <what>, found <token>" at the next token.
void unexpected(Parser *p, const char *expected);
// NULL when it is only a consequence of what was reported already.
Diag *report(Parser *p, DiagCode code, Span span, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

// One level deeper, and back. False, reported, when it is too deep: the rest of
// the file is then given up.
bool enter(Parser *p, Span span);
void leave(Parser *p);
void give_up(Parser *p);

// What other languages have and P has not (parse_slip.c): reported once, with P's own way,
// and read over.
bool at_slip_for(const Parser *p);
void slip_for(Parser *p);
Expr *slip_assignment(Parser *p, Expr *condition);     // `if (n = 3)`
bool slip_format(Parser *p, const Expr *message);      // `print "{0}", x`
bool slip_operator(Parser *p, const Expr *target);     // `n++`, `n *= 2`

// The mistake is mended: what follows reads as if nothing had been wrong.
void mend(Parser *p);

// A declaration without a name: others will miss it, which is not their fault.
void lose_decl(Parser *p);

// The text of a token for people: "`send`", "a number".
const char *token_shown(const Parser *p, const Token *t);

// After a broken statement or item that began at token `before`: on behind the
// next `;` or balanced `{ }`, or in front of what begins the next item or closes
// the surrounding block. Always past `before`.
void resume(Parser *p, uint32_t before);

// Passes over a `{`, what it opens, and the brace that closes it.
void skip_braces(Parser *p);

// After something that is no item at all: in front of the next one.
void resume_at_item(Parser *p);

// Whether an item of a program, machine or state begins here: then a block that
// is still open was never closed.
bool begins_item(const Parser *p);

// Whether a declaration of the program begins here that no machine could hold.
bool begins_global(const Parser *p);

// E0110 in modern P: what the 2015 dialect only has.
void classic_only(Parser *p, Span span, const char *what);

// ----------------------------------------------------------------------- grammar

TypeRef *parse_type(Parser *p);

Expr *parse_expr(Parser *p);
Expr *parse_int(Parser *p);  // just a number; an error expression when there is none
Expr *expr_error(Parser *p, Span span);
void parse_string(Parser *p, Expr *e);  // the literal's text, escapes resolved
Expr *parse_new(Parser *p);
Expr *parse_call(Parser *p);
// The left side of an assignment: what may stand in front of `=`, `+=`, `-=`.
Expr *parse_target(Parser *p);
ExprList parse_args(Parser *p);  // e, e, e
Ident machine_name(Parser *p, const char *what);  // A or A<B, C>

void parse_vars(Parser *p, VarRole role, Vars *into);  // var a, b: T;
void parse_vars_from_names(Parser *p, VarRole role, Vars *into);  // without the `var`
VarDecl *parse_param(Parser *p, VarRole role);         // a: T
void parse_params(Parser *p, VarRole role, Vars *into);

FunDecl *fun_new(Parser *p, Ident name, Span span);
void parse_body(Parser *p, FunDecl *fun);     // { var ...; statements }
FunDecl *parse_handler(Parser *p, const char *name, Span span, unsigned role, bool with_param);
Stmt *parse_stmt(Parser *p);

void parse_machine(Parser *p);   // machine, model, monitor, spec, scenario
void parse_fun(Parser *p);       // fun, model fun, static fun
Ident state_path(Parser *p);     // S, G.S
void skip_annotations(Parser *p);
QueueBound parse_bound(Parser *p);

void parse_module_decl(Parser *p);
void parse_test(Parser *p);
void parse_implementation(Parser *p);

bool parse_proof_decl(Parser *p);  // false when none begins here
