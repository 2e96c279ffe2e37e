// lang/parse.c: the top of the grammar: a file and its declarations.

#include "lang/parse.h"

#include "lang/parse_impl.h"

// ------------------------------------------------------------ simple declarations

static Decl decl_of(DeclKind kind, Ident id)
{
    return (Decl){.kind = kind, .name = id.name, .span = id.span};
}

// event e [assert N] [: T];   the 2015 dialect: bound and type in either order
static void event_decl(Parser *p)
{
    advance(p);
    EventDecl *e = NEW(p->tree->arena, EventDecl);
    e->decl = decl_of(DECL_EVENT, ident(p, "an event"));
    e->bound = parse_bound(p);
    if (accept(p, TK_COLON))
        e->payload_ref = parse_type(p);
    if (e->bound.kind == BOUND_NONE)
        e->bound = parse_bound(p);
    skip_annotations(p);
    expect_semi(p);

    if (!e->decl.name) {
        lose_decl(p);
        return;
    }
    e->id = p->tree->events.count;
    vec_push(p->tree->arena, &p->tree->events, e);
}

// eventset s = { e, f };
static void eventset_decl(Parser *p)
{
    advance(p);
    EventSetDecl *s = NEW(p->tree->arena, EventSetDecl);
    s->decl = decl_of(DECL_EVENTSET, ident(p, "an event set"));
    expect(p, TK_ASSIGN);
    Span open = expect(p, TK_LBRACE);
    s->names = event_list(p, false);
    expect_close(p, TK_RBRACE, open);
    expect_semi(p);
    if (s->decl.name)
        vec_push(p->tree->arena, &p->tree->eventsets, s);
    else
        lose_decl(p);
}

static int64_t number(Parser *p)
{
    Expr *e = parse_int(p);
    return e->kind == EXPR_INT ? e->integer : 0;
}

// enum t { A, B }   or   enum t { A = 1, B = 4 }
static void enum_decl(Parser *p)
{
    advance(p);
    EnumDecl *e = NEW(p->tree->arena, EnumDecl);
    e->decl = decl_of(DECL_ENUM, ident(p, "an enum"));
    Span open = expect(p, TK_LBRACE);

    bool is_numbered = peek_at(p, 1)->kind == TK_ASSIGN;
    do {
        EnumElem *elem = NEW(p->tree->arena, EnumElem);
        elem->decl = decl_of(DECL_ENUM_ELEM, ident(p, "an enum element"));
        elem->owner = e;
        elem->value = e->elems.count;
        if (is_numbered) {
            expect(p, TK_ASSIGN);
            elem->value = number(p);
        } else if (at(p, TK_ASSIGN)) {
            report(p, E0101, peek(p)->span, "either all elements of an enum have numbers or none");
        }
        if (elem->decl.name)
            vec_push(p->tree->arena, &e->elems, elem);
        else
            lose_decl(p);
    } while (accept(p, TK_COMMA));
    expect_close(p, TK_RBRACE, open);
    if (e->decl.name)
        vec_push(p->tree->arena, &p->tree->enums, e);
    else
        lose_decl(p);
}

// type t;   type t = T;
static void type_decl(Parser *p)
{
    advance(p);
    TypeDecl *t = NEW(p->tree->arena, TypeDecl);
    t->decl = decl_of(DECL_TYPE, ident(p, "a type"));
    if (accept(p, TK_ASSIGN))
        t->ref = parse_type(p);
    expect_semi(p);
    if (t->decl.name)
        vec_push(p->tree->arena, &p->tree->typedecls, t);
    else
        lose_decl(p);
}

// interface i (T?) receives e, f;
static void interface_decl(Parser *p)
{
    advance(p);
    InterfaceDecl *i = NEW(p->tree->arena, InterfaceDecl);
    i->decl = decl_of(DECL_INTERFACE, ident(p, "an interface"));
    Span open = expect(p, TK_LPAREN);
    if (!at(p, TK_RPAREN))
        i->payload_ref = parse_type(p);
    expect_close(p, TK_RPAREN, open);
    expect_word(p, W_RECEIVES);
    if (!at(p, TK_SEMI))
        i->receive_names = event_list(p, false);
    expect_semi(p);
    if (i->decl.name)
        vec_push(p->tree->arena, &p->tree->interfaces, i);
    else
        lose_decl(p);
}

// param a, b: T;
static void param_decl(Parser *p)
{
    advance(p);
    Idents names = ident_list(p, "a parameter");
    expect(p, TK_COLON);
    TypeRef *ref = parse_type(p);
    expect_semi(p);
    for (uint32_t i = 0; i < names.count; i++) {
        VarDecl *v = NEW(p->tree->arena, VarDecl);
        v->decl = decl_of(DECL_VAR, names.items[i]);
        v->role = VAR_GLOBAL_PARAM;
        v->ref = ref;
        v->index = p->tree->params.count;
        vec_push(p->tree->arena, &p->tree->params, v);
    }
}

// include "file"   (lang.c has followed it)
static void include_decl(Parser *p)
{
    classic_only(p, advance(p), "`include`");
    expect(p, TK_STRING);
    accept(p, TK_SEMI);
}

// ------------------------------------------------------------------------ the top

static bool at_machine(const Parser *p)
{
    switch (peek(p)->name_id) {
    case W_MACHINE:
    case W_SPEC:
    case W_SCENARIO:
    case W_MAIN:
        return true;
    case W_MODEL:
        return !token_is_word(peek_at(p, 1), W_FUN) && !token_is_word(peek_at(p, 1), W_TYPE);
    case W_MONITOR:
        return true;
    default:
        return false;
    }
}

static bool at_fun(const Parser *p)
{
    switch (peek(p)->name_id) {
    case W_FUN:
        return true;
    case W_STATIC:
        return true;
    case W_MODEL:
        return token_is_word(peek_at(p, 1), W_FUN);
    default:
        return false;
    }
}

// False when no declaration begins here.
static bool top_decl(Parser *p)
{
    if (!at(p, TK_WORD))
        return false;
    if (at_machine(p)) {
        parse_machine(p);
        return true;
    }
    if (at_fun(p)) {
        parse_fun(p);
        return true;
    }
    switch (peek(p)->name_id) {
    case W_EVENT:
        event_decl(p);
        return true;
    case W_EVENTSET:
        eventset_decl(p);
        return true;
    case W_ENUM:
        enum_decl(p);
        return true;
    case W_MODEL:  // model type
        classic_only(p, advance(p), "`model`");
        type_decl(p);
        return true;
    case W_TYPE:
        type_decl(p);
        return true;
    case W_INTERFACE:
        interface_decl(p);
        return true;
    case W_PARAM:
        param_decl(p);
        return true;
    case W_INCLUDE:
        include_decl(p);
        return true;
    case W_MODULE:
        parse_module_decl(p);
        return true;
    case W_TEST:
        parse_test(p);
        return true;
    case W_IMPLEMENTATION:
        parse_implementation(p);
        return true;
    default:
        return parse_proof_decl(p);
    }
}

static bool begins_decl(const Parser *p)
{
    if (!at(p, TK_WORD))
        return false;
    switch (peek(p)->name_id) {
    case W_EVENT:
    case W_MACHINE:
        return true;
    case W_EVENTSET:
    case W_ENUM:
    case W_TYPE:
    case W_INTERFACE:
    case W_PARAM:
    case W_MODULE:
    case W_TEST:
    case W_IMPLEMENTATION:
    case W_SPEC:
    case W_SCENARIO:
    case W_MAIN:
    case W_MODEL:
    case W_MONITOR:
    case W_STATIC:
    case W_FUN:
    case W_PURE:
    case W_INVARIANT:
    case W_LEMMA:
    case W_THEOREM:
    case W_PROOF:
    case W_AXIOM:
    case W_INIT_CONDITION:
        break;
    default:
        return false;
    }
    // These words also stand inside declarations; a declaration begins behind
    // something that ended one.
    TokenKind last = p->at ? (TokenKind)p->tokens[p->at - 1].kind : TK_SEMI;
    return last == TK_SEMI || last == TK_RBRACE || last == TK_RPAREN;
}

static void resume_at_decl(Parser *p, uint32_t before)
{
    while (!at(p, TK_END) && (p->at == before || !begins_decl(p))) {
        p->tree->is_damaged = true;
        if (at(p, TK_LBRACE))
            skip_braces(p);
        else
            advance(p);
    }
    p->is_broken = false;
}

void parse_file(Tree *tree, const Tokens *tokens, uint32_t file)
{
    Parser p = {
        .tree = tree,
        .tokens = tokens->items,
        .count = tokens->count,
        .file = file,
        .error_at = UINT32_MAX,
        .is_classic = tree->dialect == DIALECT_CLASSIC,
        .is_cut = tokens->is_cut,
    };
    if (at(&p, TK_LBRACKET))
        skip_annotations(&p);
    while (!at(&p, TK_END)) {
        uint32_t before = p.at;
        if (accept(&p, TK_SEMI)) {
            if (!p.is_classic)
                diag_add(tree->diags, E0101, tokens->items[before].span,
                         "expected a declaration, found `;`");
            continue;
        }
        if (!top_decl(&p))
            unexpected(&p, "a declaration");
        if (p.is_broken)
            resume_at_decl(&p, before);
    }
}
