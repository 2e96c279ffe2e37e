// lang/typing_call.c: payloads, calls, creation, format strings.

#include <stdio.h>
#include <string.h>

#include "lang/typing_impl.h"

#define SHOW(type) type_show(t->tree->arena, (type))

// ------------------------------------------------------------------------ payloads

static void one_payload(Typing *t, const Type *payload, Expr *arg, const char *of)
{
    if (type_accepts(payload, arg->type) || type_is_error(arg->type) || type_is_error(payload))
        return;
    if (payload->kind == TYPE_NULL)
        diag_add(t->tree->diags, E0414, arg->span, "%s takes no payload", of);
    else
        diag_add(t->tree->diags, E0414, arg->span, "the payload of %s is %s here, this is %s", of,
                 SHOW(payload), SHOW(arg->type));
}

void type_payload(Typing *t, const Type *payload, ExprList args, Span span, const char *of)
{
    type_args(t, args);
    bool is_classic = t->tree->dialect == DIALECT_CLASSIC;
    if (payload->kind == TYPE_ERROR)
        return;
    if (args.count == 0) {
        // In the 2015 dialect `any` may be nothing at all.
        if (payload->kind != TYPE_NULL && !(is_classic && payload->kind == TYPE_ANY))
            diag_add(t->tree->diags, E0414, span, "the payload of %s is missing: it is %s", of,
                     SHOW(payload));
        return;
    }
    if (args.count == 1) {
        one_payload(t, payload, args.items[0], of);
        return;
    }
    if (is_classic && payload->kind == TYPE_ANY)
        return;
    if (payload->kind != TYPE_TUPLE || payload->count != args.count) {
        Diag *d = diag_add(t->tree->diags, E0414,
                           span_join(args.items[0]->span, args.items[args.count - 1]->span),
                           "%u values for the payload of %s, which is %s", args.count, of,
                           payload->kind == TYPE_NULL ? "empty" : SHOW(payload));
        if (payload->kind == TYPE_NTUPLE)
            diag_help(d, "write a tuple with named fields: `(a = ..., b = ...)`");
        return;
    }
    for (uint32_t i = 0; i < args.count; i++)
        one_payload(t, payload->parts[i], args.items[i], of);
}

EventDecl *type_event(Typing *t, Expr *e)
{
    if (e->kind == EXPR_NULL) {
        diag_add(t->tree->diags, E0504, e->span, "`null` is no event that could be sent");
        e->type = t->tree->types.error;
        return NULL;
    }
    const Type *type = type_expr(t, e);
    if (type->kind == TYPE_ERROR)
        return NULL;
    if (!type_accepts(t->tree->types.event, type)) {
        diag_add(t->tree->diags, E0409, e->span, "an event is wanted here, this is %s", SHOW(type));
        return NULL;
    }
    if (e->kind == EXPR_NAME && e->name.decl && e->name.decl->kind == DECL_EVENT)
        return (EventDecl *)e->name.decl;
    return NULL;
}

// --------------------------------------------------------------------------- new

static Decl *created(Typing *t, Ident name)
{
    Decl *decl = scope_lookup(t->scope, SPACE_TYPE, name.name);
    if (!decl || (decl->kind != DECL_MACHINE && decl->kind != DECL_INTERFACE)) {
        bool is_instance = strchr(name.name->text, '<') != NULL;  // reported by the parser
        if (!is_instance)
            scope_unknown(t->tree, t->scope, SPACE_TYPE, E0206, name, "machine or interface");
        return NULL;
    }
    if (decl->kind == DECL_INTERFACE)
        return decl;
    const MachineDecl *m = (MachineDecl *)decl;
    if (m->parameters.count) {
        Diag *d =
            diag_add(t->tree->diags, E0312, name.span, "`%s` needs %u machine parameter%s",
                     name.name->text, m->parameters.count, m->parameters.count == 1 ? "" : "s");
        diag_note(d, decl->span, "declared here");
        return NULL;
    }
    if (machine_is_spec(m) && m->kind != MACHINE_MONITOR) {
        Diag *d = diag_add(t->tree->diags, E0606, name.span,
                           "`%s` is a spec: it is attached to tests, not created", name.name->text);
        diag_note(d, decl->span, "declared here");
        return NULL;
    }
    return decl;
}

static const Type *payload_of(const Decl *decl)
{
    return decl->kind == DECL_MACHINE ? ((const MachineDecl *)decl)->payload
                                      : ((const InterfaceDecl *)decl)->payload;
}

const Type *type_new(Typing *t, Expr *e, bool is_statement)
{
    NewExpr *n = e->new;
    if (n->execution)
        n->execution->decl = created(t, n->execution->name);
    if (forbidden_in_spec(t, e->span, "`new`")) {
        type_args(t, n->args);
        return t->tree->types.error;
    }
    Decl *decl = n->machine.decl = created(t, n->machine.name);
    if (!decl) {
        type_args(t, n->args);
        return t->tree->types.error;
    }
    char of[128];
    snprintf(of, sizeof of, "`%.100s`", decl->name->text);
    type_payload(t, payload_of(decl), n->args, n->machine.name.span, of);

    has_effect(t, EFFECT_CREATE, e->span);
    if (t->fun)
        vec_push(t->tree->arena, &t->fun->created, decl);
    bool is_monitor = decl->kind == DECL_MACHINE && ((MachineDecl *)decl)->kind == MACHINE_MONITOR;
    if (is_monitor && !is_statement) {
        diag_add(t->tree->diags, E0606, n->machine.name.span,
                 "`%s` is a monitor: there are no references to monitors", decl->name->text);
        return t->tree->types.error;
    }
    return type_nominal(&t->tree->types, TYPE_PERM, decl);
}

// -------------------------------------------------------------------------- calls

static void call_args(Typing *t, Expr *e, const Vars *params, const Decl *decl)
{
    ExprList args = *e->call.args;
    if (params->count != args.count) {
        Diag *d =
            diag_add(t->tree->diags, E0406, e->span, "`%s` takes %u argument%s, here are %u",
                     decl->name->text, params->count, params->count == 1 ? "" : "s", args.count);
        diag_note(d, decl->span, "declared here");
        return;
    }
    for (uint32_t i = 0; i < args.count; i++) {
        char where[128];
        snprintf(where, sizeof where, "parameter `%.80s`", params->items[i]->decl.name->text);
        expect_type(t, params->items[i]->type, args.items[i], where);
    }
}

const Type *type_call(Typing *t, Expr *e, bool is_statement)
{
    type_args(t, *e->call.args);
    Ident id = {.name = e->call.name,
                .span = {.start = e->span.start, .end = e->span.start + e->call.name->size}};
    Decl *decl = scope_lookup(t->scope, SPACE_FUN, id.name);
    if (decl) {
        FunDecl *fun = e->call.fun = (FunDecl *)decl;
        call_args(t, e, &fun->params, decl);
        if (fun->result->kind == TYPE_NULL && !is_statement) {
            Diag *d = diag_add(t->tree->diags, E0401, e->span, "`%s` has no result", id.name->text);
            diag_note(d, decl->span, "declared here");
            return t->tree->types.error;
        }
        return fun->result;
    }
    decl = scope_lookup(t->scope, SPACE_PURE, id.name);
    if (decl) {
        e->call.pure = (PureDecl *)decl;
        call_args(t, e, &e->call.pure->params, decl);
        return e->call.pure->result;
    }
    scope_unknown(t->tree, t->scope, SPACE_FUN, E0205, id, "function");
    return t->tree->types.error;
}

// ------------------------------------------------------------------------- formats

// How many arguments the text wants: one more than the largest number in braces.
// -1 when it is malformed; doubled braces are braces.
static int64_t format_arguments(const char *text, uint32_t size)
{
    int64_t wanted = 0;
    for (uint32_t i = 0; i < size; i++) {
        if (text[i] == '}') {
            if (++i >= size || text[i] != '}')
                return -1;
        } else if (text[i] == '{') {
            if (++i >= size)
                return -1;
            if (text[i] == '{')
                continue;
            int64_t number = 0;
            uint32_t digits = 0;
            for (; i < size && text[i] >= '0' && text[i] <= '9' && digits < 9; i++, digits++)
                number = number * 10 + (text[i] - '0');
            if (i >= size || text[i] != '}' || digits == 0)
                return -1;
            if (number + 1 > wanted)
                wanted = number + 1;
        }
    }
    return wanted;
}

const Type *type_string(Typing *t, Expr *e)
{
    type_args(t, e->string.args);
    int64_t wanted = format_arguments(e->string.text, e->string.size);
    if (wanted < 0) {
        Diag *d = diag_add(t->tree->diags, E0412, e->span,
                           "braces in a string hold the number of an argument");
        diag_help(d, "a brace itself is written twice: `{{`, `}}`");
    } else if (wanted != e->string.args.count) {
        diag_add(t->tree->diags, E0406, e->span, "the text wants %lld argument%s, here are %u",
                 (long long)wanted, wanted == 1 ? "" : "s", e->string.args.count);
    }
    return t->tree->types.string;
}
