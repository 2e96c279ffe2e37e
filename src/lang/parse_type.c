// lang/parse_type.c: types as they are written.

#include "lang/parse_impl.h"

static TypeRef *ref_new(Parser *p, TypeRefKind kind, Span span)
{
    TypeRef *ref = NEW(p->tree->arena, TypeRef);
    ref->kind = kind;
    ref->span = span;
    return ref;
}

static TypeRef *ref_with_parts(Parser *p, TypeRefKind kind, Span span, TypeRef **parts,
                               uint32_t count)
{
    TypeRef *ref = ref_new(p, kind, span);
    ref->parts = NEW_ARRAY(p->tree->arena, TypeRef *, count);
    if (count)
        memcpy(ref->parts, parts, count * sizeof *parts);
    ref->count = count;
    return ref;
}

// seq[T], set[T]
static TypeRef *sequence(Parser *p, TypeRefKind kind)
{
    Span start = advance(p);
    Span open = expect(p, TK_LBRACKET);
    TypeRef *part = parse_type(p);
    Span end = expect_close(p, TK_RBRACKET, open);
    return ref_with_parts(p, kind, span_join(start, end), &part, 1);
}

// map[K, V], and in the 2015 dialect [K, V]
static TypeRef *map(Parser *p)
{
    Span start = peek(p)->span;
    if (!accept_word(p, W_MAP))
        classic_only(p, start, "`[K, V]` for a map");
    Span open = expect(p, TK_LBRACKET);
    TypeRef *parts[2];
    parts[0] = parse_type(p);
    expect(p, TK_COMMA);
    parts[1] = parse_type(p);
    Span end = expect_close(p, TK_RBRACKET, open);
    return ref_with_parts(p, TREF_MAP, span_join(start, end), parts, 2);
}

// (T, U) or (a: T, b: U)
static TypeRef *tuple(Parser *p)
{
    Span open = advance(p);
    bool is_named = peek_at(p, 1)->kind == TK_COLON;
    VEC(TypeRef *) parts = {0};
    Idents names = {0};
    do {
        if (is_named) {
            Ident name = ident(p, "a field");
            expect(p, TK_COLON);
            if (!name.name)
                break;
            vec_push(p->tree->arena, &names, name);
        }
        vec_push(p->tree->arena, &parts, parse_type(p));
    } while (!p->is_broken && accept(p, TK_COMMA));
    Span end = expect_close(p, TK_RPAREN, open);
    TypeRef *ref = ref_with_parts(p, is_named ? TREF_NTUPLE : TREF_TUPLE, span_join(open, end),
                                  parts.items, parts.count);
    ref->field_names = names.items;
    if (p->is_broken || parts.count == 0 || (is_named && names.count != parts.count))
        ref->kind = TREF_ERROR;
    return ref;
}

static const Type *basic(Parser *p)
{
    const Types *types = &p->tree->types;
    if (!at(p, TK_WORD))
        return NULL;
    switch (peek(p)->name_id) {
    case W_BOOL:
        return types->boolean;
    case W_INT:
        return types->integer;
    case W_FLOAT:
        return types->floating;
    case W_STRING:
        return types->string;
    case W_EVENT:
        return types->event;
    case W_MACHINE:
        return types->machine;
    case W_DATA:
        return types->data;
    case W_ANY:
        return types->any;
    case W_NULL:
        return p->is_classic ? types->null : NULL;
    case W_FOREIGN:
        return p->is_classic ? types->any : NULL;
    default:
        return NULL;
    }
}

static TypeRef *type(Parser *p)
{
    const Type *known = basic(p);
    if (known) {
        TypeRef *ref = ref_new(p, TREF_BASIC, advance(p));
        ref->type = known;
        return ref;
    }
    if (at(p, TK_LPAREN))
        return tuple(p);
    if (at_word(p, W_SEQ))
        return sequence(p, TREF_SEQ);
    if (at_word(p, W_SET))
        return sequence(p, TREF_SET);
    if (at_word(p, W_MAP) || at(p, TK_LBRACKET))
        return map(p);
    if (token_is_name(p, peek(p))) {
        Ident name = machine_name(p, "a type");
        TypeRef *ref = ref_new(p, TREF_NAME, name.span);
        ref->name = name;
        return ref;
    }
    unexpected(p, "a type");
    return ref_new(p, TREF_ERROR, peek(p)->span);
}

TypeRef *parse_type(Parser *p)
{
    TypeRef *ref;
    if (enter(p, peek(p)->span))
        ref = type(p);
    else
        ref = ref_new(p, TREF_ERROR, peek(p)->span);
    leave(p);
    return ref;
}

// --------------------------------------------------------------------- variables

VarDecl *parse_param(Parser *p, VarRole role)
{
    VarDecl *v = NEW(p->tree->arena, VarDecl);
    Ident name = ident(p, "a parameter");
    v->decl = (Decl){.kind = DECL_VAR, .name = name.name, .span = name.span};
    v->role = role;
    v->function = p->fun;
    expect_colon(p);
    v->ref = parse_type(p);
    return v;
}

void parse_params(Parser *p, VarRole role, Vars *into)
{
    Span open = expect(p, TK_LPAREN);
    if (!at(p, TK_RPAREN)) {
        do {
            VarDecl *v = parse_param(p, role);
            v->index = into->count;
            if (v->decl.name)
                vec_push(p->tree->arena, into, v);
        } while (!p->is_broken && accept(p, TK_COMMA));
    }
    expect_close(p, TK_RPAREN, open);
}

// var a, b: T;
void parse_vars(Parser *p, VarRole role, Vars *into)
{
    expect_word(p, W_VAR);
    parse_vars_from_names(p, role, into);
}

void parse_vars_from_names(Parser *p, VarRole role, Vars *into)
{
    Idents names = ident_list(p, "a variable");
    if (names.count == 0)
        lose_decl(p);
    expect_colon(p);
    TypeRef *ref = p->is_broken ? ref_new(p, TREF_ERROR, peek(p)->span) : parse_type(p);
    skip_annotations(p);
    expect_semi(p);
    for (uint32_t i = 0; i < names.count; i++) {
        VarDecl *v = NEW(p->tree->arena, VarDecl);
        v->decl =
            (Decl){.kind = DECL_VAR, .name = names.items[i].name, .span = names.items[i].span};
        v->role = role;
        v->ref = ref;
        v->index = into->count;
        v->function = p->fun;
        vec_push(p->tree->arena, into, v);
    }
}
