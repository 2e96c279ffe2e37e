// lang/dump_tree.c: the tree as the parser built it.
//
//     machine Server
//       field seen : int
//       start state Serve
//         on eRequest do
//           param request : tRequest
//           assign seen = (+ seen 1)
//           send (. request source), eResponse, (named id: (. request id))

#include <stdlib.h>

#include "lang/dump_impl.h"

static void write_bound(Buf *out, const QueueBound *bound)
{
    if (bound->kind != BOUND_NONE)
        buf_print(out, " %s %lld", bound->kind == BOUND_ASSERT ? "assert" : "assume",
                  (long long)bound->max);
}

// ---------------------------------------------------------------------- machines

static void write_fun(Buf *out, int depth, const FunDecl *fun)
{
    dump_indent(out, depth);
    buf_print(out, "%s%s%sfun %s", fun->is_model ? "model " : "", fun->is_static ? "static " : "",
              fun->is_foreign ? "foreign " : "", dump_name(fun->decl.name));
    if (fun->named_result) {
        buf_print(out, " : %s ", dump_name(fun->named_result->decl.name));
        dump_typeref(out, fun->named_result->ref);
    } else if (fun->result_ref) {
        buf_str(out, " : ");
        dump_typeref(out, fun->result_ref);
    }
    if (fun->creates.count) {
        buf_str(out, " creates ");
        dump_idents(out, &fun->creates);
    }
    buf_char(out, '\n');
    dump_body(out, depth + 1, fun);
}

// A function by its name, or in full where it stands.
static void write_action(Buf *out, int depth, const Ident *name, const FunDecl *fun)
{
    if (name->name)
        buf_print(out, " %s", name->name->text);
    buf_char(out, '\n');
    if (!name->name && fun)
        dump_body(out, depth + 1, fun);
}

static void write_handler(Buf *out, int depth, const Handler *h)
{
    dump_indent(out, depth);
    const char *event = dump_name(h->event_name.name);
    switch (h->kind) {
    case ON_DEFER:
        buf_print(out, "defer %s\n", event);
        break;
    case ON_IGNORE:
        buf_print(out, "ignore %s\n", event);
        break;
    case ON_PUSH:
        buf_print(out, "on %s push %s\n", event, dump_name(h->target_name.name));
        break;
    case ON_DO:
        buf_print(out, "on %s do", event);
        write_action(out, depth, &h->fun_name, h->fun);
        break;
    case ON_GOTO:
        buf_print(out, "on %s goto %s", event, dump_name(h->target_name.name));
        buf_str(out, h->fun_name.name || h->fun ? " with" : "");
        write_action(out, depth, &h->fun_name, h->fun);
        break;
    }
}

static void write_state(Buf *out, int depth, const StateDecl *state)
{
    dump_indent(out, depth);
    dump_state_words(out, state);
    buf_print(out, "state %s\n", dump_name(state->decl.name));
    if (state->entry || state->entry_name.name) {
        dump_indent(out, depth + 1);
        buf_str(out, "entry");
        write_action(out, depth + 1, &state->entry_name, state->entry);
    }
    if (state->exit || state->exit_name.name) {
        dump_indent(out, depth + 1);
        buf_str(out, "exit");
        write_action(out, depth + 1, &state->exit_name, state->exit);
    }
    for (uint32_t i = 0; i < state->handlers.count; i++)
        write_handler(out, depth + 1, &state->handlers.items[i]);
}

static void write_events(Buf *out, bool given, const char *word, const Idents *names)
{
    if (!given)
        return;
    dump_indent(out, 1);
    buf_print(out, "%s ", word);
    dump_idents(out, names);
    buf_char(out, '\n');
}

static void write_machine(Buf *out, const MachineDecl *m)
{
    buf_print(out, "%s%s %s", m->is_main ? "main " : "", dump_machine_word(m),
              dump_name(m->decl.name));
    if (m->parameters.count) {
        buf_char(out, '<');
        dump_idents(out, &m->parameters);
        buf_char(out, '>');
    }
    write_bound(out, &m->bound);
    buf_char(out, '\n');
    write_events(out, m->has_receives, "receives", &m->receive_names);
    write_events(out, m->has_sends, "sends", &m->send_names);
    write_events(out, m->observe_names.count > 0, "observes", &m->observe_names);
    dump_vars(out, 1, "field", &m->fields);
    for (uint32_t i = 0; i < m->funs.count; i++)
        if (!m->funs.items[i]->is_anonymous)
            write_fun(out, 1, m->funs.items[i]);
    for (uint32_t i = 0; i < m->states.count; i++)
        write_state(out, 1, m->states.items[i]);
}

// ------------------------------------------------------------- modules and tests

static void write_bindings(Buf *out, const ModExpr *m)
{
    buf_char(out, '{');
    for (uint32_t i = 0; i < m->names.count; i++) {
        buf_print(out, "%s%s", i ? ", " : "", dump_name(m->names.items[i].name));
        if (i < m->others.count && m->others.items[i].name)
            buf_print(out, " -> %s", m->others.items[i].name->text);
    }
    buf_char(out, '}');
}

static void write_module(Buf *out, const ModExpr *m)
{
    static const char *const words[] = {
        [MOD_COMPOSE] = "compose",    [MOD_UNION] = "union",
        [MOD_HIDE_EVENTS] = "hidee ", [MOD_HIDE_INTERFACES] = "hidei ",
        [MOD_ASSERT] = "assert ",     [MOD_RENAME] = "rename ",
        [MOD_MAIN] = "main ",
    };

    if (m->kind == MOD_ERROR) {
        buf_str(out, "<error>");
    } else if (m->kind == MOD_NAME) {
        dump_idents(out, &m->names);
    } else if (m->kind == MOD_BIND) {
        write_bindings(out, m);
    } else {
        buf_print(out, "(%s", words[m->kind]);
        dump_idents(out, &m->names);
        if (m->kind == MOD_RENAME) {
            buf_str(out, " to ");
            dump_idents(out, &m->others);
        }
        for (uint32_t i = 0; i < m->parts.count; i++) {
            buf_str(out, m->kind == MOD_COMPOSE || m->kind == MOD_UNION ? " " : " in ");
            write_module(out, m->parts.items[i]);
        }
        buf_char(out, ')');
    }
}

static void write_range(Buf *out, const ParamRange *range)
{
    buf_print(out, "  param %s in", dump_name(range->name.name));
    for (uint32_t i = 0; i < range->values.count; i++) {
        const ParamValue *v = &range->values.items[i];
        if (v->is_bool)
            buf_print(out, "%s %s", i ? "," : "", v->value ? "true" : "false");
        else
            buf_print(out, "%s %lld", i ? "," : "", (long long)v->value);
    }
    buf_char(out, '\n');
}

static void write_test(Buf *out, const TestDecl *t)
{
    buf_print(out, "%s %s", t->decl.kind == DECL_IMPL ? "implementation" : "test",
              dump_name(t->decl.name));
    if (t->main_name.name)
        buf_print(out, " main %s", t->main_name.name->text);
    buf_char(out, '\n');
    for (uint32_t i = 0; i < t->ranges.count; i++)
        write_range(out, &t->ranges.items[i]);
    if (t->assume) {
        buf_str(out, "  ");
        dump_line(out, "assume", t->assume, NULL);
    }
    if (t->has_twise)
        buf_print(out, "  %lld wise\n", (long long)t->twise);
    buf_str(out, "  of ");
    write_module(out, t->body);
    if (t->refines) {
        buf_str(out, "\n  refines ");
        write_module(out, t->refines);
    }
    buf_char(out, '\n');
}

// ------------------------------------------------------------------------ proofs

static void write_formula(Buf *out, int depth, const FormulaDecl *f)
{
    dump_indent(out, depth);
    if (f->decl.kind == DECL_INVARIANT)
        buf_print(out, "invariant %s : ", dump_name(f->decl.name));
    else
        buf_str(out, f->decl.kind == DECL_AXIOM ? "axiom " : "init-condition ");
    dump_expr(out, f->body);
    buf_char(out, '\n');
}

static void write_lemma(Buf *out, const LemmaDecl *l)
{
    buf_print(out, "%s %s\n", l->is_theorem ? "Theorem" : "Lemma", dump_name(l->decl.name));
    for (uint32_t i = 0; i < l->invariants.count; i++)
        write_formula(out, 1, l->invariants.items[i]);
}

static void write_proof(Buf *out, const ProofDecl *p)
{
    bool is_named = p->decl.name && p->decl.name->size;
    buf_print(out, "Proof%s%s\n", is_named ? " " : "", is_named ? p->decl.name->text : "");
    for (uint32_t i = 0; i < p->steps.count; i++) {
        const ProofStep *s = p->steps.items[i];
        buf_str(out, "  prove");
        buf_str(out, s->goals_all ? " *" : s->goals_default ? " default" : "");
        dump_exprs(out, s->goals.items, s->goals.count, " ");
        buf_str(out, s->premises.count || s->premises_all ? " using" : "");
        buf_str(out, s->premises_all ? " *" : "");
        dump_exprs(out, s->premises.items, s->premises.count, " ");
        buf_str(out, s->excludes.count ? " except" : "");
        dump_exprs(out, s->excludes.items, s->excludes.count, " ");
        buf_char(out, '\n');
    }
}

static void write_pure(Buf *out, const PureDecl *p)
{
    buf_print(out, "pure %s : ", dump_name(p->decl.name));
    dump_typeref(out, p->result_ref);
    buf_char(out, '\n');
    dump_vars(out, 1, "param", &p->params);
    if (p->body) {
        dump_indent(out, 1);
        dump_line(out, "return", p->body, NULL);
    }
}

// ------------------------------------------------------------------ declarations

static void write_event(Buf *out, const EventDecl *e)
{
    buf_print(out, "event %s", dump_name(e->decl.name));
    write_bound(out, &e->bound);
    if (e->payload_ref) {
        buf_str(out, " : ");
        dump_typeref(out, e->payload_ref);
    }
    buf_char(out, '\n');
}

static void write_enum(Buf *out, const EnumDecl *e)
{
    buf_print(out, "enum %s\n", dump_name(e->decl.name));
    for (uint32_t i = 0; i < e->elems.count; i++)
        buf_print(out, "  %s = %lld\n", dump_name(e->elems.items[i]->decl.name),
                  (long long)e->elems.items[i]->value);
}

static void write_typedecl(Buf *out, const TypeDecl *t)
{
    buf_print(out, "%stype %s", t->ref ? "" : "foreign ", dump_name(t->decl.name));
    if (t->ref) {
        buf_str(out, " = ");
        dump_typeref(out, t->ref);
    }
    buf_char(out, '\n');
}

static void write_interface(Buf *out, const InterfaceDecl *i)
{
    buf_print(out, "interface %s (", dump_name(i->decl.name));
    if (i->payload_ref)
        dump_typeref(out, i->payload_ref);
    buf_str(out, ") receives ");
    dump_idents(out, &i->receive_names);
    buf_char(out, '\n');
}

static void write_decl(Buf *out, const Decl *d)
{
    switch (d->kind) {
    case DECL_EVENT:
        write_event(out, (const EventDecl *)d);
        break;
    case DECL_EVENTSET:
        buf_print(out, "eventset %s = ", dump_name(d->name));
        dump_idents(out, &((const EventSetDecl *)d)->names);
        buf_char(out, '\n');
        break;
    case DECL_ENUM:
        write_enum(out, (const EnumDecl *)d);
        break;
    case DECL_TYPE:
        write_typedecl(out, (const TypeDecl *)d);
        break;
    case DECL_INTERFACE:
        write_interface(out, (const InterfaceDecl *)d);
        break;
    case DECL_MACHINE:
        write_machine(out, (const MachineDecl *)d);
        break;
    case DECL_FUN:
        write_fun(out, 0, (const FunDecl *)d);
        break;
    case DECL_VAR:
        dump_var(out, 0, "param", (const VarDecl *)d);
        break;
    case DECL_PURE:
        write_pure(out, (const PureDecl *)d);
        break;
    case DECL_INVARIANT:
    case DECL_AXIOM:
    case DECL_INIT_CONDITION:
        write_formula(out, 0, (const FormulaDecl *)d);
        break;
    case DECL_LEMMA:
        write_lemma(out, (const LemmaDecl *)d);
        break;
    case DECL_PROOF:
        write_proof(out, (const ProofDecl *)d);
        break;
    case DECL_MODULE:
        buf_print(out, "module %s = ", dump_name(d->name));
        write_module(out, ((const ModuleDecl *)d)->body);
        buf_char(out, '\n');
        break;
    case DECL_TEST:
    case DECL_IMPL:
        write_test(out, (const TestDecl *)d);
        break;
    case DECL_ENUM_ELEM:  // with their enum
    case DECL_STATE:      // with their machine
        break;
    }
}

void dump_tree(Buf *out, const Tree *tree)
{
    uint32_t count;
    Decl **decls = dump_decls(tree, &count);

    buf_print(out, "dialect %s\n", tree->dialect == DIALECT_CLASSIC ? "classic" : "modern");
    for (uint32_t i = 0; i < count; i++)
        write_decl(out, decls[i]);
    free(decls);
}
