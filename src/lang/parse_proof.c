// lang/parse_proof.c: the verifier's declarations.
//
// We read them so that a program with proofs is a P program, type them where
// that is cheap, and say that they were not proved.

#include "lang/parse_impl.h"

static Decl decl_of(DeclKind kind, Ident id)
{
    return (Decl){.kind = kind, .name = id.name, .span = id.span};
}

static Ident unnamed(Parser *p, Span span)
{
    return (Ident){.name = lexicon_name(p->tree->lexicon, "", 0), .span = span};
}

// pure f(x: T): R [= e];
static void pure_decl(Parser *p)
{
    advance(p);
    PureDecl *f = NEW(p->tree->arena, PureDecl);
    f->decl = decl_of(DECL_PURE, ident(p, "a pure function"));
    parse_params(p, VAR_PARAM, &f->params);
    expect(p, TK_COLON);
    if (!p->is_broken)
        f->result_ref = parse_type(p);
    if (accept(p, TK_ASSIGN))
        f->body = parse_expr(p);
    expect_semi(p);
    if (f->decl.name)
        vec_push(p->tree->arena, &p->tree->pures, f);
}

// invariant i: e;
static FormulaDecl *invariant(Parser *p)
{
    advance(p);
    FormulaDecl *f = NEW(p->tree->arena, FormulaDecl);
    f->decl = decl_of(DECL_INVARIANT, ident(p, "an invariant"));
    expect(p, TK_COLON);
    f->body = p->is_broken ? expr_error(p, f->decl.span) : parse_expr(p);
    expect_semi(p);
    return f;
}

// axiom e;   init-condition e;
static void formula(Parser *p, DeclKind kind)
{
    FormulaDecl *f = NEW(p->tree->arena, FormulaDecl);
    f->decl = decl_of(kind, unnamed(p, advance(p)));
    f->body = parse_expr(p);
    expect_semi(p);
    vec_push(p->tree->arena, &p->tree->formulas, f);
}

// Lemma l { invariants }
static void lemma(Parser *p)
{
    LemmaDecl *l = NEW(p->tree->arena, LemmaDecl);
    l->is_theorem = at_word(p, W_THEOREM);
    advance(p);
    l->decl = decl_of(DECL_LEMMA, ident(p, l->is_theorem ? "a theorem" : "a lemma"));
    Span open = expect(p, TK_LBRACE);
    while (!p->is_broken && at_word(p, W_INVARIANT)) {
        FormulaDecl *f = invariant(p);
        if (f->decl.name)
            vec_push(p->tree->arena, &l->invariants, f);
    }
    expect_close(p, TK_RBRACE, open);
    if (l->decl.name)
        vec_push(p->tree->arena, &p->tree->lemmas, l);
}

// prove goals [using premises] [except excludes];
static ProofStep *proof_step(Parser *p)
{
    ProofStep *step = NEW(p->tree->arena, ProofStep);
    step->span = expect_word(p, W_PROVE);
    if (p->is_broken)
        return step;
    if (accept(p, TK_STAR)) {
        step->goals_all = true;
    } else if (at_word(p, W_DEFAULT)) {
        advance(p);
        step->goals_default = true;
    } else {
        do
            vec_push(p->tree->arena, &step->goals, parse_expr(p));
        while (!p->is_broken && accept(p, TK_COMMA));
    }
    if (accept_word(p, W_USING)) {
        if (accept(p, TK_STAR)) {
            step->premises_all = true;
        } else {
            do
                vec_push(p->tree->arena, &step->premises, parse_expr(p));
            while (!p->is_broken && accept(p, TK_COMMA));
        }
    }
    if (accept_word(p, W_EXCEPT)) {
        do
            vec_push(p->tree->arena, &step->excludes, parse_expr(p));
        while (!p->is_broken && accept(p, TK_COMMA));
    }
    expect_semi(p);
    return step;
}

// Proof [name] { steps }
static void proof(Parser *p)
{
    Span span = advance(p);
    ProofDecl *d = NEW(p->tree->arena, ProofDecl);
    d->decl = decl_of(DECL_PROOF, at(p, TK_LBRACE) ? unnamed(p, span) : ident(p, "a proof"));
    Span open = expect(p, TK_LBRACE);
    while (!p->is_broken && !at(p, TK_RBRACE) && !at(p, TK_END))
        vec_push(p->tree->arena, &d->steps, proof_step(p));
    expect_close(p, TK_RBRACE, open);
    if (d->decl.name)
        vec_push(p->tree->arena, &p->tree->proofs, d);
}

bool parse_proof_decl(Parser *p)
{
    switch (peek(p)->name_id) {
    case W_PURE:
        pure_decl(p);
        return true;
    case W_INVARIANT: {
        FormulaDecl *f = invariant(p);
        if (f->decl.name)
            vec_push(p->tree->arena, &p->tree->formulas, f);
        return true;
    }
    case W_AXIOM:
        formula(p, DECL_AXIOM);
        return true;
    case W_INIT_CONDITION:
        formula(p, DECL_INIT_CONDITION);
        return true;
    case W_LEMMA:
    case W_THEOREM:
        lemma(p);
        return true;
    case W_PROOF:
        proof(p);
        return true;
    default:
        return false;
    }
}
