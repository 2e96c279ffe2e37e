// lang/dump_types.c: what resolving, typing and the module system found out.
//
//     machine Server
//       receives eRequest
//       field seen : int
//       start state Serve
//         on eRequest do
//           effects send
//           param request : (source: Client, id: int)
//           7:13 seen : int
//           7:20 seen + 1 : int
//
// Each expression that is more than a literal has a line, its parts before it.
// Long ones are cut, with dots: the place says which one it is.

#include <stdlib.h>

#include "base/utf8.h"
#include "lang/dump_impl.h"
#include "lang/tree_walk.h"

enum { TEXT_SHOWN_MAX = 60 };  // bytes of an expression's text

typedef struct TypesDump {
    Buf *out;
    const Tree *tree;
    int depth;
} TypesDump;

// ------------------------------------------------------------------------ pieces

static void write_type(Buf *out, const Type *t)
{
    if (t)
        type_write(out, t);
    else
        buf_char(out, '?');
}

static bool is_something(const Type *t)
{
    return t && t->kind != TYPE_NULL;
}

static void write_set(TypesDump *d, const char *word, const EventSet *set)
{
    if (!set)
        return;
    dump_indent(d->out, d->depth);
    buf_str(d->out, word);
    if (set->all)
        buf_str(d->out, " all");
    bool any = set->all;
    for (uint32_t i = 0; !set->all && i < d->tree->events.count; i++)
        if (eventset_has(set, i)) {
            buf_print(d->out, "%s%s", any ? ", " : " ",
                      dump_name(d->tree->events.items[i]->decl.name));
            any = true;
        }
    buf_str(d->out, any ? "\n" : " nothing\n");
}

static void write_var(TypesDump *d, const char *word, const VarDecl *var)
{
    dump_indent(d->out, d->depth);
    buf_print(d->out, "%s %s : ", word, dump_name(var->decl.name));
    write_type(d->out, var->type);
    buf_char(d->out, '\n');
}

static void write_vars(TypesDump *d, const char *word, const Vars *vars)
{
    for (uint32_t i = 0; i < vars->count; i++)
        write_var(d, word, vars->items[i]);
}

// ------------------------------------------------------------------- expressions

// The source text on one line, no longer than is good to read.
static void write_source(Buf *out, const Source *source, Span span)
{
    const char *text = source->text + (span.start - source->base);
    uint32_t size = span.end - span.start;
    size_t before = out->size;
    bool blank = false;

    for (uint32_t i = 0; i < size;) {
        if (out->size - before >= TEXT_SHOWN_MAX) {
            buf_str(out, "...");
            return;
        }
        size_t n = utf8_size(text + i, size - i);
        n = n ? n : 1;
        bool is_blank = text[i] == ' ' || (text[i] >= '\t' && text[i] <= '\r');
        if (!is_blank && blank)
            buf_char(out, ' ');
        if (!is_blank)
            dump_text(out, text + i, n);
        blank = is_blank;
        i += (uint32_t)n;
    }
}

static bool is_literal(const Expr *e)
{
    return e->kind == EXPR_INT || e->kind == EXPR_FLOAT || e->kind == EXPR_BOOL ||
           e->kind == EXPR_NULL || (e->kind == EXPR_STRING && e->string.args.count == 0);
}

static void write_expr(const Expr *e, void *context)
{
    TypesDump *d = context;

    expr_parts(e, write_expr, d);
    if (is_literal(e))
        return;
    SourcePlace at = source_place(d->tree->sources, e->span.start);
    dump_indent(d->out, d->depth);
    buf_print(d->out, "%u:%u ", at.line, at.column);
    write_source(d->out, at.source, e->span);
    buf_str(d->out, " : ");
    write_type(d->out, e->type);
    buf_char(d->out, '\n');
}

// --------------------------------------------------------------------- functions

static void write_effects(TypesDump *d, const FunDecl *fun)
{
    static const char *const words[] = {
        [EFFECT_RAISE] = "raise",   [EFFECT_GOTO] = "goto",         [EFFECT_RECEIVE] = "receive",
        [EFFECT_SEND] = "send",     [EFFECT_ANNOUNCE] = "announce", [EFFECT_CREATE] = "create",
        [EFFECT_CHOOSE] = "choose", [EFFECT_PUSH] = "push",         [EFFECT_POP] = "pop",
    };
    bool any = false;

    for (int i = 0; i < EFFECT_COUNT; i++) {
        const EffectWitness *effect = &fun->effects[i];
        if (!effect->here)
            continue;
        if (!any)
            dump_indent(d->out, d->depth);
        buf_print(d->out, "%s%s", any ? ", " : "effects ", words[i]);
        if (effect->callee)
            buf_print(d->out, " by %s", dump_name(effect->callee->decl.name));
        any = true;
    }
    if (any)
        buf_char(d->out, '\n');
}

static void write_body(TypesDump *d, const FunDecl *fun);

static void write_stmt(const Stmt *s, void *context)
{
    TypesDump *d = context;

    for (const Stmt *next = s; next; next = stmt_else(next)) {
        stmt_exprs(next, write_expr, d);
        stmt_parts(next, write_stmt, d);
    }
    for (uint32_t i = 0; s->kind == STMT_RECEIVE && i < s->receive.count; i++) {
        dump_indent(d->out, d->depth);
        buf_str(d->out, "case ");
        dump_idents(d->out, &s->receive.cases[i].event_names);
        buf_char(d->out, '\n');
        write_body(d, s->receive.cases[i].fun);
    }
}

// What belongs to a function, one level below the line that names it.
static void write_body(TypesDump *d, const FunDecl *fun)
{
    d->depth++;
    write_effects(d, fun);
    if (is_something(fun->payload)) {
        dump_indent(d->out, d->depth);
        buf_str(d->out, "payload : ");
        write_type(d->out, fun->payload);
        buf_char(d->out, '\n');
    }
    write_vars(d, "param", &fun->params);
    write_vars(d, "local", &fun->locals);
    for (uint32_t i = 0; i < fun->requires.count; i++)
        write_expr(fun->requires.items[i], d);
    for (uint32_t i = 0; i < fun->ensures.count; i++)
        write_expr(fun->ensures.items[i], d);
    if (fun->body)
        write_stmt(fun->body, d);
    d->depth--;
}

static void write_fun(TypesDump *d, const FunDecl *fun)
{
    dump_indent(d->out, d->depth);
    buf_print(d->out, "%sfun %s", fun->is_foreign ? "foreign " : "", dump_name(fun->decl.name));
    if (is_something(fun->result)) {
        buf_str(d->out, " : ");
        write_type(d->out, fun->result);
    }
    buf_char(d->out, '\n');
    write_body(d, fun);
}

// ---------------------------------------------------------------------- machines

// "entry Start" or "entry" and the body: a named function is shown at its place.
static void write_action(TypesDump *d, const FunDecl *fun)
{
    if (fun && !fun->is_anonymous)
        buf_print(d->out, " %s", dump_name(fun->decl.name));
    buf_char(d->out, '\n');
    if (fun && fun->is_anonymous)
        write_body(d, fun);
}

static void write_handler(TypesDump *d, const Handler *h)
{
    static const char *const words[] = {
        [ON_DO] = "do",       [ON_GOTO] = "goto",     [ON_PUSH] = "push",
        [ON_DEFER] = "defer", [ON_IGNORE] = "ignore",
    };

    dump_indent(d->out, d->depth);
    buf_print(d->out, "on %s", dump_name(h->event_name.name));
    if (h->event && is_something(h->event->payload)) {
        buf_char(d->out, ' ');
        write_type(d->out, h->event->payload);
    }
    buf_print(d->out, " %s", words[h->kind]);
    if (h->kind == ON_GOTO || h->kind == ON_PUSH)
        buf_print(d->out, " %s", h->target ? dump_name(h->target->decl.name) : "?");
    if (h->kind == ON_GOTO && h->fun)
        buf_str(d->out, " with");
    write_action(d, h->fun);
}

static void write_state(TypesDump *d, const StateDecl *state)
{
    dump_indent(d->out, d->depth);
    dump_state_words(d->out, state);
    buf_print(d->out, "state %s\n", dump_name(state->decl.name));
    d->depth++;
    if (state->entry) {
        dump_indent(d->out, d->depth);
        buf_str(d->out, "entry");
        write_action(d, state->entry);
    }
    if (state->exit) {
        dump_indent(d->out, d->depth);
        buf_str(d->out, "exit");
        write_action(d, state->exit);
    }
    for (uint32_t i = 0; i < state->handlers.count; i++)
        write_handler(d, &state->handlers.items[i]);
    d->depth--;
}

static void write_creates(TypesDump *d, const MachineDecl *m)
{
    for (uint32_t i = 0; i < m->creates.count; i++) {
        if (i == 0)
            dump_indent(d->out, d->depth);
        buf_print(d->out, "%s %s", i ? "," : "creates", dump_name(m->creates.items[i]->name));
    }
    if (m->creates.count)
        buf_char(d->out, '\n');
}

static void write_machine(TypesDump *d, const MachineDecl *m)
{
    buf_print(d->out, "%s %s", dump_machine_word(m), dump_name(m->decl.name));
    if (is_something(m->payload)) {
        buf_str(d->out, " : ");
        write_type(d->out, m->payload);
    }
    buf_char(d->out, '\n');
    d->depth++;
    if (machine_is_spec(m)) {
        write_set(d, "observes", m->observes);
    } else {
        write_set(d, "receives", m->receives);
        write_set(d, "sends", m->sends);
    }
    write_creates(d, m);
    write_vars(d, "field", &m->fields);
    for (uint32_t i = 0; i < m->funs.count; i++)
        if (!m->funs.items[i]->is_anonymous)
            write_fun(d, m->funs.items[i]);
    for (uint32_t i = 0; i < m->states.count; i++)
        write_state(d, m->states.items[i]);
    d->depth--;
}

// ------------------------------------------------------------------ declarations

static void write_typed(TypesDump *d, const char *word, const Decl *decl, const Type *type)
{
    buf_print(d->out, "%s %s", word, dump_name(decl->name));
    if (is_something(type)) {
        buf_str(d->out, " : ");
        write_type(d->out, type);
    }
    buf_char(d->out, '\n');
}

static void write_enum(TypesDump *d, const EnumDecl *e)
{
    buf_print(d->out, "enum %s :", dump_name(e->decl.name));
    for (uint32_t i = 0; i < e->elems.count; i++)
        buf_print(d->out, "%s %s = %lld", i ? "," : "", dump_name(e->elems.items[i]->decl.name),
                  (long long)e->elems.items[i]->value);
    buf_char(d->out, '\n');
}

static void write_formula(TypesDump *d, const FormulaDecl *f)
{
    dump_indent(d->out, d->depth);
    buf_str(d->out, decl_kind_shown(f->decl.kind));
    if (f->decl.kind == DECL_INVARIANT)
        buf_print(d->out, " %s", dump_name(f->decl.name));
    buf_char(d->out, '\n');
    d->depth++;
    write_expr(f->body, d);
    d->depth--;
}

static void write_lemma(TypesDump *d, const LemmaDecl *l)
{
    buf_print(d->out, "%s %s\n", l->is_theorem ? "theorem" : "lemma", dump_name(l->decl.name));
    d->depth++;
    for (uint32_t i = 0; i < l->invariants.count; i++)
        write_formula(d, l->invariants.items[i]);
    d->depth--;
}

static void write_pure(TypesDump *d, const PureDecl *p)
{
    write_typed(d, "pure", &p->decl, p->result);
    d->depth++;
    write_vars(d, "param", &p->params);
    if (p->body)
        write_expr(p->body, d);
    d->depth--;
}

static void write_decl(TypesDump *d, const Decl *decl)
{
    switch (decl->kind) {
    case DECL_EVENT:
        write_typed(d, "event", decl, ((const EventDecl *)decl)->payload);
        break;
    case DECL_EVENTSET:
        buf_print(d->out, "eventset %s", dump_name(decl->name));
        write_set(d, " :", ((const EventSetDecl *)decl)->events);
        break;
    case DECL_ENUM:
        write_enum(d, (const EnumDecl *)decl);
        break;
    case DECL_TYPE:
        write_typed(d, "type", decl, ((const TypeDecl *)decl)->type);
        break;
    case DECL_INTERFACE:
        write_typed(d, "interface", decl, ((const InterfaceDecl *)decl)->payload);
        d->depth++;
        write_set(d, "receives", ((const InterfaceDecl *)decl)->receives);
        d->depth--;
        break;
    case DECL_MACHINE:
        write_machine(d, (const MachineDecl *)decl);
        break;
    case DECL_FUN:
        write_fun(d, (const FunDecl *)decl);
        break;
    case DECL_VAR:
        write_var(d, "param", (const VarDecl *)decl);
        break;
    case DECL_PURE:
        write_pure(d, (const PureDecl *)decl);
        break;
    case DECL_INVARIANT:
    case DECL_AXIOM:
    case DECL_INIT_CONDITION:
        write_formula(d, (const FormulaDecl *)decl);
        break;
    case DECL_LEMMA:
        write_lemma(d, (const LemmaDecl *)decl);
        break;
    case DECL_PROOF:   // names only, nothing of a type
    case DECL_MODULE:  // shown by the tests they make
    case DECL_TEST:
    case DECL_IMPL:
    case DECL_ENUM_ELEM:  // with their enum
    case DECL_STATE:      // with their machine
        break;
    }
}

// ------------------------------------------------------------------------- tests

static void write_module(Buf *out, const Module *m)
{
    for (uint32_t i = 0; i < m->bindings.count; i++)
        buf_print(out, "  %s is %s\n", dump_name(m->bindings.items[i].interface->name),
                  dump_name(m->bindings.items[i].machine->decl.name));
    for (uint32_t i = 0; i < m->links.count; i++)
        buf_print(out, "  in %s new %s creates %s\n", dump_name(m->links.items[i].creator->name),
                  dump_name(m->links.items[i].from->name), dump_name(m->links.items[i].to->name));
    for (uint32_t i = 0; i < m->monitors.count; i++) {
        const Attachment *a = &m->monitors.items[i];
        buf_print(out, "  %s watches", dump_name(a->spec->decl.name));
        for (uint32_t j = 0; j < a->watched.count; j++)
            buf_print(out, "%s %s", j ? "," : "", dump_name(a->watched.items[j]->name));
        buf_char(out, '\n');
    }
}

static void write_case(Buf *out, const TestCase *c)
{
    buf_print(out, "%s %s main %s\n", c->is_test ? "test" : "implementation", c->name,
              c->main ? dump_name(c->main->decl.name) : "?");
    for (uint32_t i = 0; i < c->choice_count; i++) {
        const ParamChoice *p = &c->choices[i];
        buf_print(out, "  %s = ", p->param ? dump_name(p->param->decl.name) : "?");
        if (p->is_bool)
            buf_str(out, p->value ? "true\n" : "false\n");
        else
            buf_print(out, "%lld\n", (long long)p->value);
    }
    if (c->module)
        write_module(out, c->module);
}

void dump_types(Buf *out, const Tree *tree, const TestCases *cases)
{
    TypesDump d = {.out = out, .tree = tree};
    uint32_t count;
    Decl **decls = dump_decls(tree, &count);

    for (uint32_t i = 0; i < count; i++) {
        // A pattern has no types; the machines made of it have.
        bool is_pattern =
            decls[i]->kind == DECL_MACHINE && ((const MachineDecl *)decls[i])->parameters.count > 0;
        if (!is_pattern)
            write_decl(&d, decls[i]);
    }
    free(decls);
    for (uint32_t i = 0; i < cases->all.count; i++)
        write_case(out, &cases->all.items[i]);
}
