// lang/typing.c: statements and functions.

#include "lang/typing.h"

#include <stdio.h>
#include <string.h>

#include "lang/typing_impl.h"

#define SHOW(type) type_show(t->tree->arena, (type))

static void type_stmt(Typing *t, Stmt *s);
static void type_case(Typing *t, Stmt *receive, FunDecl *fun);

// The function whose result a `return` gives: a receive case belongs to the
// function it stands in.
static FunDecl *enclosing(FunDecl *fun)
{
    while (fun->parent)
        fun = fun->parent;
    return fun;
}

// ------------------------------------------------------------------------- control

static void type_return(Typing *t, Stmt *s)
{
    const FunDecl *fun = enclosing(t->fun);
    if (s->value)
        type_expr(t, s->value);
    if (fun->result->kind == TYPE_NULL) {
        bool is_fine =
            !s->value || s->value->type->kind == TYPE_ERROR || s->value->type->kind == TYPE_NULL;
        if (!is_fine)
            diag_add(t->tree->diags, E0401, s->value->span, "this function has no result");
    } else if (s->value) {
        expect_type(t, fun->result, s->value, "the function's result");
    } else if (fun->result->kind != TYPE_ERROR) {
        diag_add(t->tree->diags, E0401, s->span, "the function's result is missing: it is %s",
                 SHOW(fun->result));
    }
}

static void type_while(Typing *t, Stmt *s)
{
    type_condition(t, s->branch.condition);
    t->loops++;
    type_stmt(t, s->branch.then_branch);
    t->loops--;
}

static void type_if(Typing *t, Stmt *s)
{
    for (;;) {
        type_condition(t, s->branch.condition);
        type_stmt(t, s->branch.then_branch);
        if (!s->branch.else_branch)
            return;
        if (s->branch.else_branch->kind != STMT_IF)
            break;
        s = s->branch.else_branch;
    }
    type_stmt(t, s->branch.else_branch);
}

static const Type *element_of(Typing *t, const Stmt *s, const Type *collection)
{
    if (collection->kind == TYPE_SEQ || collection->kind == TYPE_SET)
        return collection->parts[0];
    if (collection->kind == TYPE_ERROR)
        return collection;
    Diag *d = diag_add(t->tree->diags, E0416, s->foreach.collection->span,
                       "`foreach` walks over a seq or set, this is %s", SHOW(collection));
    if (collection->kind == TYPE_MAP)
        diag_help(d, "`keys(m)` and `values(m)` are sequences");
    return t->tree->types.error;
}

static void type_foreach(Typing *t, Stmt *s)
{
    const Type *element = element_of(t, s, type_expr(t, s->foreach.collection));
    if (s->foreach.name.name) {
        Decl *decl = scope_lookup(t->scope, SPACE_VAR, s->foreach.name.name);
        if (!decl) {
            Diag *d =
                scope_unknown(t->tree, t->scope, SPACE_VAR, E0202, s->foreach.name, "variable");
            if (!d->help)
                diag_help(d, "declare it first: `var %s: T;`", s->foreach.name.name->text);
        } else {
            VarDecl *var = s->foreach.var = (VarDecl *)decl;
            var->is_written = true;
            if (var->role == VAR_GLOBAL_PARAM)
                diag_add(t->tree->diags, E0213, s->foreach.name.span,
                         "`%s` is a global parameter: its value is set by tests only",
                         decl->name->text);
            else if (!type_same(var->type, element) && !type_is_error(var->type))
                diag_add(t->tree->diags, E0401, s->foreach.name.span,
                         "`%s` is %s, the elements are %s", decl->name->text, SHOW(var->type),
                         SHOW(element));
        }
    }
    t->in_proof = true;
    for (uint32_t i = 0; i < s->foreach.invariants.count; i++)
        type_condition(t, s->foreach.invariants.items[i]);
    t->in_proof = false;
    t->loops++;
    type_stmt(t, s->foreach.body);
    t->loops--;
}

static void type_loop_exit(Typing *t, const Stmt *s)
{
    if (t->loops)
        return;
    if (t->receive && s->kind == STMT_BREAK) {
        t->receive->receive.has_break = true;
        Diag *d = diag_add(t->tree->diags, W0910, s->span, "this `break` leaves the `receive`%s",
                           t->loops_outside ? ", not the loop around it" : "");
        if (t->loops_outside)
            diag_help(d, "to leave the loop, set a variable here that its condition looks at");
    } else if (!t->receive || t->loops_outside == 0) {
        diag_add(t->tree->diags, E0503, s->span, "`%s` is outside of any loop",
                 s->kind == STMT_BREAK ? "break" : "continue");
    }
}

// -------------------------------------------------------------------------- events

// Control does not come back from a raise or goto, so no result could be given.
static void check_leaves(Typing *t, const Stmt *s, const char *what)
{
    const FunDecl *fun = enclosing(t->fun);
    if (fun->result->kind == TYPE_NULL || fun->result->kind == TYPE_ERROR)
        return;
    Diag *d = diag_add(t->tree->diags, E0502, s->span,
                       "%s leaves the function, which has to give a result", what);
    diag_note(d, fun->decl.span, "its result is %s", SHOW(fun->result));
}

static void emit_payload(Typing *t, Stmt *s, const EventDecl *event)
{
    if (!event) {
        type_args(t, s->emit.args);
        return;
    }
    char of[128];
    snprintf(of, sizeof of, "`%.100s`", event->decl.name->text);
    type_payload(t, event->payload, s->emit.args, s->emit.event->span, of);
}

static void type_send(Typing *t, Stmt *s)
{
    Span keyword = {.start = s->span.start, .end = s->span.start + 4};
    if (!forbidden_in_spec(t, keyword, "`send`"))
        has_effect(t, EFFECT_SEND, s->span);
    const Type *target = type_expr(t, s->emit.target);
    if (target->kind == TYPE_NULL)
        diag_add(t->tree->diags, E0401, s->emit.target->span, "nothing can be sent to `null`");
    else
        expect_type(t, t->tree->types.machine, s->emit.target, "the target of a send");
    emit_payload(t, s, type_event(t, s->emit.event));
}

static void type_raise(Typing *t, Stmt *s)
{
    check_leaves(t, s, "`raise`");
    has_effect(t, EFFECT_RAISE, s->span);
    emit_payload(t, s, type_event(t, s->emit.event));
}

// monitor M, e, v;   the first name is a monitor
static void address_monitor(Typing *t, Stmt *s)
{
    const Expr *first = s->emit.event;
    if (t->tree->dialect != DIALECT_CLASSIC || first->kind != EXPR_NAME || s->emit.args.count == 0)
        return;
    Decl *decl = scope_lookup(t->tree->scope, SPACE_TYPE, first->name.name);
    if (!decl || decl->kind != DECL_MACHINE)
        return;
    if (!machine_is_spec((MachineDecl *)decl)) {
        Diag *d =
            diag_add(t->tree->diags, E0605, first->span, "`%s` is no monitor", decl->name->text);
        diag_note(d, decl->span, "declared here");
    }
    s->emit.monitor = (MachineDecl *)decl;
    s->emit.event = s->emit.args.items[0];
    s->emit.args.items++;
    s->emit.args.count--;
}

static void type_announce(Typing *t, Stmt *s)
{
    Span keyword = {.start = s->span.start, .end = s->emit.event->span.start};
    address_monitor(t, s);
    if (!forbidden_in_spec(t, keyword, "announcing"))
        has_effect(t, EFFECT_ANNOUNCE, s->span);
    emit_payload(t, s, type_event(t, s->emit.event));
}

static bool in_machine(Typing *t, const Stmt *s)
{
    if (t->machine)
        return true;
    diag_add(t->tree->diags, E0507, s->span,
             "a global function belongs to no machine: "
             "it has no states to go to");
    return false;
}

static void type_goto(Typing *t, Stmt *s)
{
    check_leaves(t, s, "`goto`");
    has_effect(t, EFFECT_GOTO, s->span);
    type_args(t, s->jump.args);
    if (!in_machine(t, s))
        return;
    const Name *group = t->fun->state ? t->fun->state->group : NULL;
    StateDecl *target = s->jump.target = resolve_state(t->tree, t->machine, group, s->jump.name);
    if (!target)
        return;

    const FunDecl *entry = target->entry;
    uint32_t wanted = entry ? entry->params.count : 0;
    if (t->tree->dialect == DIALECT_CLASSIC && wanted == 0)
        return;  // the entry reads `payload`
    if (s->jump.args.count != wanted) {
        Diag *d =
            diag_add(t->tree->diags, E0406, s->jump.name.span,
                     "the entry of `%s` takes %u argument%s, here are %u", target->decl.name->text,
                     wanted, wanted == 1 ? "" : "s", s->jump.args.count);
        diag_note(d, entry ? entry->decl.span : target->decl.span, "declared here");
    } else if (wanted == 1) {
        expect_type(t, entry->params.items[0]->type, s->jump.args.items[0], "the entry function");
    }
}

static void type_push(Typing *t, Stmt *s)
{
    check_leaves(t, s, "`push`");
    if (!forbidden_in_spec(t, s->span, "`push`"))
        has_effect(t, EFFECT_PUSH, s->span);
    if (!in_machine(t, s))
        return;
    const Name *group = t->fun->state ? t->fun->state->group : NULL;
    s->jump.target = resolve_state(t->tree, t->machine, group, s->jump.name);
}

static void type_pop(Typing *t, Stmt *s)
{
    check_leaves(t, s, "`pop`");
    if (!forbidden_in_spec(t, s->span, "`pop`"))
        has_effect(t, EFFECT_POP, s->span);
    in_machine(t, s);
}

// ------------------------------------------------------------------------- receive

static void case_event(Typing *t, ReceiveCase *c, uint32_t i, Map *seen)
{
    Ident name = c->event_names.items[i];
    Decl *decl = scope_lookup(t->tree->scope, SPACE_VALUE, name.name);
    EventDecl *event = decl && decl->kind == DECL_EVENT ? (EventDecl *)decl : NULL;
    vec_push(t->tree->arena, &c->events, event);
    if (!event) {
        scope_unknown(t->tree, t->tree->scope, SPACE_VALUE, E0203, name, "event");
        return;
    }
    event->is_handled = true;
    const Ident *first = map_get(seen, event->id);
    if (first) {
        Diag *d =
            diag_add(t->tree->diags, E0505, name.span, "`%s` has a case already", name.name->text);
        diag_note(d, first->span, "here");
        return;
    }
    map_put(seen, event->id, &c->event_names.items[i]);

    FunDecl *fun = c->fun;
    fun->payload =
        fun->payload ? type_join(&t->tree->types, fun->payload, event->payload) : event->payload;
    if (fun->params.count != 1)
        return;
    const Type *param = fun->params.items[0]->type;
    if (!type_accepts(param, event->payload) && !type_is_error(event->payload)) {
        Diag *d = diag_add(t->tree->diags, E0415, name.span,
                           "the payload of `%s` is %s, but its case wants %s", name.name->text,
                           SHOW(event->payload), SHOW(param));
        diag_note(d, fun->params.items[0]->decl.span, "the parameter is declared here");
    }
}

static void type_receive(Typing *t, Stmt *s)
{
    Span keyword = {.start = s->span.start, .end = s->span.start + 7};
    if (!forbidden_in_spec(t, keyword, "`receive`"))
        has_effect(t, EFFECT_RECEIVE, s->span);
    Map seen = {0};
    for (uint32_t i = 0; i < s->receive.count; i++) {
        ReceiveCase *c = &s->receive.cases[i];
        for (uint32_t j = 0; j < c->event_names.count; j++)
            case_event(t, c, j, &seen);
        type_case(t, s, c->fun);
    }
    map_drop(&seen);
}

// ------------------------------------------------------------------------ dispatch

static void type_block(Typing *t, Stmt *s)
{
    for (uint32_t i = 0; i < s->block.count; i++)
        type_stmt(t, s->block.items[i]);
}

// What is asserted or assumed may speak of all executions: then it is for a
// prover, and set aside with a warning.
static void type_check(Typing *t, Stmt *s)
{
    t->in_proof = t->in_check = true;
    type_condition(t, s->check.condition);
    t->in_proof = t->in_check = false;
    if (s->check.message)
        type_message(t, s->check.message);
}

// f(...);   and in the 2015 dialect `print("...")`, unless that is a function
static void type_call_stmt(Typing *t, Stmt *s)
{
    Expr *call = s->value;
    if (call->call.name->id == W_PRINT && call->call.args->count == 1 &&
        !scope_lookup(t->scope, SPACE_FUN, call->call.name)) {
        s->kind = STMT_PRINT;
        s->value = call->call.args->items[0];
        type_message(t, s->value);
        return;
    }
    call->type = type_call(t, call, true);
}

static void type_stmt(Typing *t, Stmt *s)
{
    switch (s->kind) {
    case STMT_EMPTY:
        break;
    case STMT_BLOCK:
        type_block(t, s);
        break;
    case STMT_ASSERT:
    case STMT_ASSUME:
        type_check(t, s);
        break;
    case STMT_PRINT:
        type_message(t, s->value);
        break;
    case STMT_RETURN:
        type_return(t, s);
        break;
    case STMT_BREAK:
    case STMT_CONTINUE:
        type_loop_exit(t, s);
        break;
    case STMT_ASSIGN:
        type_assign(t, s);
        break;
    case STMT_INSERT:
        type_insert(t, s);
        break;
    case STMT_ADD:
        type_add(t, s);
        break;
    case STMT_REMOVE:
        type_remove(t, s);
        break;
    case STMT_WHILE:
        type_while(t, s);
        break;
    case STMT_FOREACH:
        type_foreach(t, s);
        break;
    case STMT_IF:
        type_if(t, s);
        break;
    case STMT_NEW:
        s->value->type = type_new(t, s->value, true);
        break;
    case STMT_CALL:
        type_call_stmt(t, s);
        break;
    case STMT_RAISE:
        type_raise(t, s);
        break;
    case STMT_SEND:
        type_send(t, s);
        break;
    case STMT_ANNOUNCE:
        type_announce(t, s);
        break;
    case STMT_GOTO:
        type_goto(t, s);
        break;
    case STMT_RECEIVE:
        type_receive(t, s);
        break;
    case STMT_PUSH:
        type_push(t, s);
        break;
    case STMT_POP:
        type_pop(t, s);
        break;
    }
}

// ------------------------------------------------------------------ paths that return

static bool is_false(const Expr *e)
{
    return e->kind == EXPR_BOOL && !e->boolean;
}

static bool some_leaves(const Stmt *s)
{
    for (uint32_t i = 0; i < s->block.count; i++)
        if (stmt_leaves(s->block.items[i]))
            return true;
    return false;
}

static bool all_branches_leave(const Stmt *s)
{
    while (s && s->kind == STMT_IF) {
        if (!stmt_leaves(s->branch.then_branch))
            return false;
        s = s->branch.else_branch;
    }
    return s && stmt_leaves(s);
}

static bool all_cases_leave(const Stmt *s)
{
    if (s->receive.has_break)
        return false;
    for (uint32_t i = 0; i < s->receive.count; i++)
        if (!s->receive.cases[i].fun->body || !stmt_leaves(s->receive.cases[i].fun->body))
            return false;
    return true;
}

// Loops never count: whether they end is not looked into.
bool stmt_leaves(const Stmt *s)
{
    switch (s->kind) {
    case STMT_BLOCK:
        return some_leaves(s);
    case STMT_IF:
        return all_branches_leave(s);
    case STMT_RECEIVE:
        return all_cases_leave(s);
    case STMT_ASSERT:
    case STMT_ASSUME:
        return is_false(s->check.condition);
    case STMT_RETURN:
    case STMT_GOTO:
    case STMT_RAISE:
    case STMT_POP:
        return true;
    default:
        return false;
    }
}

static void check_returns(Tree *tree, const FunDecl *fun)
{
    bool has_result = fun->result->kind != TYPE_NULL && fun->result->kind != TYPE_ERROR;
    if (!has_result || fun->parent || fun->is_damaged || stmt_leaves(fun->body))
        return;
    diag_add(tree->diags, E0501, fun->decl.span, "not every path through `%s` returns its result",
             fun->decl.name->text);
}

// ----------------------------------------------------------------------- functions

static void type_contract(Typing *t, FunDecl *fun)
{
    t->in_proof = true;
    for (uint32_t i = 0; i < fun->requires.count; i++)
        type_condition(t, fun->requires.items[i]);
    if (fun->named_result && fun->named_result->decl.name) {
        t->scope = scope_new(t->tree, fun->scope);
        resolve_var(t->tree, t->scope, fun->named_result);
    }
    for (uint32_t i = 0; i < fun->ensures.count; i++)
        type_condition(t, fun->ensures.items[i]);
}

static void type_body(Typing *t, FunDecl *fun)
{
    if (fun->body) {
        type_stmt(t, fun->body);
        check_returns(t->tree, fun);
    }
    type_contract(t, fun);
}

static void type_fun(Tree *tree, FunDecl *fun)
{
    Typing t = {.tree = tree, .fun = fun, .machine = fun->owner, .scope = fun->scope};
    type_body(&t, fun);
}

// A case stands inside the loops around its receive: `continue` sees them, while `break`
// leaves the receive, as it leaves a `switch` in the languages P is compiled to.
static void type_case(Typing *t, Stmt *receive, FunDecl *fun)
{
    Typing in_case = {
        .tree = t->tree,
        .fun = fun,
        .machine = fun->owner,
        .scope = fun->scope,
        .receive = receive,
        .loops_outside = t->loops + t->loops_outside,
    };
    type_body(&in_case, fun);
}

void typing(Tree *tree)
{
    for (uint32_t i = 0; i < tree->funs.count; i++)
        if (!tree->funs.items[i]->parent)
            type_fun(tree, tree->funs.items[i]);
    for (uint32_t i = 0; i < tree->machines.count; i++) {
        MachineDecl *m = tree->machines.items[i];
        for (uint32_t j = 0; j < m->funs.count; j++)
            if (!m->funs.items[j]->parent)
                type_fun(tree, m->funs.items[j]);
    }
    type_proofs(tree);
}
