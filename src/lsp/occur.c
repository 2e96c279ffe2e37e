// lsp/occur.c: the walk that finds all names.

#include "lsp/occur.h"

#include <stdlib.h>

#include "lang/scope.h"
#include "lang/tree_walk.h"

typedef struct Walk {
    Arena *arena;
    const Lang *lang;
    const Tree *tree;
    Occurrences out;
    const MachineDecl *machine;  // that we are in, or NULL
} Walk;

bool decl_is_built_in(const Decl *decl)
{
    return decl->span.end == 0;
}

bool decl_same(const Decl *a, const Decl *b)
{
    return a == b || (!decl_is_built_in(a) && a->span.start == b->span.start);
}

// ------------------------------------------------------------------------- names

static void add(Walk *w, Span span, const Decl *decl, bool is_declaration, bool is_write)
{
    if (!decl || span.end <= span.start)
        return;
    Occurrence o = {span, decl, is_declaration, is_write};
    vec_push(w->arena, &w->out.all, o);
}

static void declared(Walk *w, const Decl *decl)
{
    if (decl->name && decl->name->size && !decl_is_built_in(decl))
        add(w, decl->span, decl, true, false);
}

// Of a name through groups, "G.S", the last part.
static void use(Walk *w, Ident id, const Decl *decl)
{
    if (!id.name || !decl || id.span.end <= id.span.start)
        return;
    const Source *source = source_at(&w->lang->sources, id.span.start);
    uint32_t at = id.span.end;
    while (at > id.span.start && source->text[at - 1 - source->base] != '.')
        at--;
    add(w, (Span){at, id.span.end}, decl, false, false);
}

static const Tokens *tokens_at(const Walk *w, uint32_t offset)
{
    const Source *source = source_at(&w->lang->sources, offset);
    for (uint32_t i = 0; i < w->lang->tokens.count; i++)
        if (w->lang->tokens.items[i].source == source)
            return &w->lang->tokens.items[i];
    return NULL;
}

// The span of a name that an expression begins with: parentheses may stand before it.
static Span span_of_name(const Walk *w, Span span, const Name *name)
{
    const Tokens *tokens = tokens_at(w, span.start);
    uint32_t low = 0, high = tokens ? tokens->count : 0;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (tokens->items[middle].span.start < span.start)
            low = middle + 1;
        else
            high = middle;
    }
    for (; tokens && low < tokens->count && tokens->items[low].span.start < span.end; low++) {
        const Token *t = &tokens->items[low];
        if (t->kind == TK_WORD)
            return t->name_id == name->id ? t->span : (Span){0};
        if (t->kind != TK_LPAREN)
            break;
    }
    return (Span){0};
}

static const Decl *lookup(const Walk *w, Space space, Ident id)
{
    return id.name ? scope_lookup(w->tree->scope, space, id.name) : NULL;
}

static const Decl *event_or_set(const Walk *w, Ident id)
{
    const Decl *decl = lookup(w, SPACE_VALUE, id);
    return decl ? decl : lookup(w, SPACE_EVENTSET, id);
}

static const Decl *type_named(const Walk *w, Ident id)
{
    const Decl *decl = lookup(w, SPACE_TYPE, id);
    return decl ? decl : event_or_set(w, id);
}

static void events(Walk *w, const Idents *names)
{
    for (uint32_t i = 0; i < names->count; i++)
        use(w, names->items[i], event_or_set(w, names->items[i]));
}

static void type_ref(Walk *w, const TypeRef *ref)
{
    if (!ref)
        return;
    if (ref->kind == TREF_NAME)
        use(w, ref->name, type_named(w, ref->name));
    for (uint32_t i = 0; ref->kind != TREF_NAME && i < ref->count; i++)
        type_ref(w, ref->parts[i]);
}

static void var(Walk *w, const VarDecl *v)
{
    declared(w, &v->decl);
    type_ref(w, v->ref);
}

static void vars(Walk *w, const Vars *all)
{
    for (uint32_t i = 0; i < all->count; i++)
        var(w, all->items[i]);
}

// ------------------------------------------------------------------- expressions

static void expr(const Expr *e, void *context)
{
    Walk *w = context;
    if (e->type)
        vec_push(w->arena, &w->out.typed, ((TypedSpan){e->span, e->type}));
    switch ((ExprKind)e->kind) {
    case EXPR_NAME:
        if (e->name.decl)
            add(w, span_of_name(w, e->span, e->name.name), e->name.decl, false, false);
        break;
    case EXPR_CALL: {
        const Decl *decl = e->call.fun    ? &e->call.fun->decl
                           : e->call.pure ? &e->call.pure->decl
                                          : NULL;
        if (decl)
            add(w, span_of_name(w, e->span, e->call.name), decl, false, false);
        break;
    }
    case EXPR_NEW:
        use(w, e->new->machine.name, e->new->machine.decl);
        if (e->new->execution)
            use(w, e->new->execution->name, e->new->execution->decl);
        break;
    case EXPR_AS:
    case EXPR_TO:
        type_ref(w, e->cast.to);
        break;
    case EXPR_DEFAULT:
        type_ref(w, e->default_of);
        break;
    case EXPR_QUANTIFIER:
        vars(w, &e->quantifier->vars);
        break;
    default:
        break;
    }
    expr_parts(e, expr, w);
}

static void exprs(Walk *w, Expr *const *items, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        expr(items[i], w);
}

// -------------------------------------------------------------------- statements

// The variable that an assignment changes: x of `x = 1`, `x.f[2] = 3`.
static const Expr *root_of(const Expr *e)
{
    for (;;) {
        if (e->kind == EXPR_FIELD || e->kind == EXPR_PART)
            e = e->field.operand;
        else if (e->kind == EXPR_INDEX)
            e = e->binary.left;
        else
            return e;
    }
}

static void mark_write(Walk *w, const Expr *target)
{
    const Expr *root = root_of(target);
    if (root->kind != EXPR_NAME || !root->name.decl)
        return;
    Span span = span_of_name(w, root->span, root->name.name);
    for (uint32_t i = w->out.all.count; i-- > 0;)
        if (w->out.all.items[i].span.start == span.start) {
            w->out.all.items[i].is_write = true;
            return;
        }
}

static void stmt(const Stmt *s, void *context)
{
    Walk *w = context;
    switch (stmt_shape(s->kind)) {
    case SHAPE_JUMP:
        use(w, s->jump.name, s->jump.target ? &s->jump.target->decl : NULL);
        break;
    case SHAPE_FOREACH:
        use(w, s->foreach.name, s->foreach.var ? &s->foreach.var->decl : NULL);
        break;
    case SHAPE_RECEIVE:
        for (uint32_t i = 0; i < s->receive.count; i++)
            events(w, &s->receive.cases[i].event_names);
        break;
    default:
        break;
    }
    uint32_t before = w->out.all.count;
    stmt_exprs(s, expr, w);
    if (stmt_shape(s->kind) == SHAPE_ASSIGN && w->out.all.count > before)
        mark_write(w, s->assign.target);
}

// ------------------------------------------------------------------ declarations

static void fun(Walk *w, const FunDecl *f)
{
    if (!f->is_anonymous)
        declared(w, &f->decl);
    vars(w, &f->params);
    vars(w, &f->locals);
    if (f->named_result)
        var(w, f->named_result);
    type_ref(w, f->result_ref);
    for (uint32_t i = 0; i < f->creates.count; i++)
        use(w, f->creates.items[i], lookup(w, SPACE_TYPE, f->creates.items[i]));
    exprs(w, f->requires.items, f->requires.count);
    exprs(w, f->ensures.items, f->ensures.count);
    if (f->body)
        stmt_walk(f->body, stmt, w);
}

static const Decl *fun_decl(const FunDecl *f)
{
    return f ? &f->decl : NULL;
}

static void state(Walk *w, const StateDecl *s)
{
    declared(w, &s->decl);
    use(w, s->entry_name, fun_decl(s->entry));
    use(w, s->exit_name, fun_decl(s->exit));
    for (uint32_t i = 0; i < s->handlers.count; i++) {
        const Handler *h = &s->handlers.items[i];
        use(w, h->event_name, h->event ? &h->event->decl : NULL);
        use(w, h->fun_name, fun_decl(h->fun));
        use(w, h->target_name, h->target ? &h->target->decl : NULL);
    }
}

static void machine(Walk *w, const MachineDecl *m)
{
    w->machine = m;
    declared(w, &m->decl);
    events(w, &m->receive_names);
    events(w, &m->send_names);
    events(w, &m->observe_names);
    vars(w, &m->fields);
    for (uint32_t i = 0; i < m->states.count; i++)
        state(w, m->states.items[i]);
    for (uint32_t i = 0; i < m->funs.count; i++)
        fun(w, m->funs.items[i]);
    w->machine = NULL;
}

static void module_names(Walk *w, const Idents *names, Space space)
{
    for (uint32_t i = 0; i < names->count; i++)
        use(w, names->items[i],
            space == SPACE_VALUE ? event_or_set(w, names->items[i])
                                 : lookup(w, space, names->items[i]));
}

static void module(Walk *w, const ModExpr *m)
{
    if (!m)
        return;
    Space space = m->kind == MOD_NAME          ? SPACE_MODULE
                  : m->kind == MOD_HIDE_EVENTS ? SPACE_VALUE
                                               : SPACE_TYPE;
    module_names(w, &m->names, space);
    module_names(w, &m->others, SPACE_TYPE);
    for (uint32_t i = 0; i < m->parts.count; i++)
        module(w, m->parts.items[i]);
}

static void test(Walk *w, const TestDecl *t)
{
    declared(w, &t->decl);
    use(w, t->main_name, lookup(w, SPACE_TYPE, t->main_name));
    module(w, t->body);
    module(w, t->refines);
    for (uint32_t i = 0; i < t->ranges.count; i++)
        use(w, t->ranges.items[i].name, lookup(w, SPACE_VAR, t->ranges.items[i].name));
    if (t->assume)
        expr(t->assume, w);
}

static void types(Walk *w)
{
    const Tree *t = w->tree;
    for (uint32_t i = 0; i < t->events.count; i++) {
        declared(w, &t->events.items[i]->decl);
        type_ref(w, t->events.items[i]->payload_ref);
    }
    for (uint32_t i = 0; i < t->eventsets.count; i++) {
        declared(w, &t->eventsets.items[i]->decl);
        events(w, &t->eventsets.items[i]->names);
    }
    for (uint32_t i = 0; i < t->enums.count; i++) {
        declared(w, &t->enums.items[i]->decl);
        for (uint32_t k = 0; k < t->enums.items[i]->elems.count; k++)
            declared(w, &t->enums.items[i]->elems.items[k]->decl);
    }
    for (uint32_t i = 0; i < t->typedecls.count; i++) {
        declared(w, &t->typedecls.items[i]->decl);
        type_ref(w, t->typedecls.items[i]->ref);
    }
    for (uint32_t i = 0; i < t->interfaces.count; i++) {
        declared(w, &t->interfaces.items[i]->decl);
        type_ref(w, t->interfaces.items[i]->payload_ref);
        events(w, &t->interfaces.items[i]->receive_names);
    }
}

static void proofs(Walk *w)
{
    const Tree *t = w->tree;
    for (uint32_t i = 0; i < t->pures.count; i++) {
        declared(w, &t->pures.items[i]->decl);
        vars(w, &t->pures.items[i]->params);
        type_ref(w, t->pures.items[i]->result_ref);
        if (t->pures.items[i]->body)
            expr(t->pures.items[i]->body, w);
    }
    for (uint32_t i = 0; i < t->formulas.count; i++) {
        if (t->formulas.items[i]->decl.kind == DECL_INVARIANT)
            declared(w, &t->formulas.items[i]->decl);
        expr(t->formulas.items[i]->body, w);
    }
    for (uint32_t i = 0; i < t->lemmas.count; i++) {
        declared(w, &t->lemmas.items[i]->decl);
        for (uint32_t k = 0; k < t->lemmas.items[i]->invariants.count; k++) {
            declared(w, &t->lemmas.items[i]->invariants.items[k]->decl);
            expr(t->lemmas.items[i]->invariants.items[k]->body, w);
        }
    }
}

static void program(Walk *w)
{
    const Tree *t = w->tree;
    types(w);
    for (uint32_t i = 0; i < t->params.count; i++)
        var(w, t->params.items[i]);
    for (uint32_t i = 0; i < t->machines.count; i++)
        machine(w, t->machines.items[i]);
    for (uint32_t i = 0; i < t->patterns.count; i++)
        declared(w, &t->patterns.items[i]->decl);
    for (uint32_t i = 0; i < t->funs.count; i++)
        fun(w, t->funs.items[i]);
    for (uint32_t i = 0; i < t->modules.count; i++) {
        declared(w, &t->modules.items[i]->decl);
        module(w, t->modules.items[i]->body);
    }
    for (uint32_t i = 0; i < t->tests.count; i++)
        test(w, t->tests.items[i]);
    proofs(w);
}

// ----------------------------------------------------------------------- the list

static int by_place(const void *a, const void *b)
{
    const Occurrence *x = a, *y = b;
    if (x->span.start != y->span.start)
        return x->span.start < y->span.start ? -1 : 1;
    return (int)y->is_declaration - (int)x->is_declaration;
}

Occurrences occurrences_of(Arena *arena, const Lang *lang)
{
    Walk w = {.arena = arena, .lang = lang, .tree = &lang->tree};
    program(&w);
    if (w.out.all.count)
        qsort(w.out.all.items, w.out.all.count, sizeof *w.out.all.items, by_place);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < w.out.all.count; i++)
        if (kept == 0 || w.out.all.items[kept - 1].span.start != w.out.all.items[i].span.start)
            w.out.all.items[kept++] = w.out.all.items[i];
    w.out.all.count = kept;
    return w.out;
}

const Occurrence *occurrences_at(const Occurrences *occurrences, uint32_t offset)
{
    uint32_t low = 0, high = occurrences->all.count;
    while (low < high) {  // the first that begins behind the offset
        uint32_t middle = low + (high - low) / 2;
        if (occurrences->all.items[middle].span.start <= offset)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == 0)
        return NULL;
    const Occurrence *o = &occurrences->all.items[low - 1];
    return offset <= o->span.end ? o : NULL;
}
