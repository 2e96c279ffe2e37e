// lang/lint.c: the warnings, W0901 to W0909.
//
// First every function is read once, to collect from its statements which events are
// sent, raised and received, by name. Then each warning is one question to the tree.
// Scratch memory is freed at the end; the texts of warnings live with the diagnostics.

#include "lang/lint.h"

#include <string.h>

#include "base/map.h"
#include "lang/tree_walk.h"

// What happens to an event anywhere in the program.
typedef struct EventFacts {
    bool is_taken;            // handled, deferred, ignored or received by a machine, no spec
    bool is_sent;             // by name
    bool is_raised;           // by name
    Span sent_at, raised_at;  // the first of them
} EventFacts;

typedef struct Lint {
    Tree *tree;
    const TestCases *cases;
    Arena scratch;
    EventFacts *events;  // by id
    Map loop_vars;       // variables of foreach: counting rounds is a use
    Map computed_vars;   // variables that got more than the result of new or a call
    bool funs_raise;     // some global function raises: any spec may call it
} Lint;

// ------------------------------------------------------------------------ facts

static EventDecl *event_named(const Expr *e)
{
    bool is_event = e->kind == EXPR_NAME && e->name.decl && e->name.decl->kind == DECL_EVENT;
    return is_event ? (EventDecl *)e->name.decl : NULL;
}

// `server = new Server();` is there for the machine, `done = Close();` for what
// the call does: a name for what comes of it is no mistake.
static void read_assignment(Lint *l, const Stmt *s)
{
    const Expr *target = s->assign.target;
    const Expr *value = s->assign.value;
    bool has_effect = value->kind == EXPR_NEW || value->kind == EXPR_CALL;
    bool names_result = s->kind == STMT_ASSIGN && has_effect;

    while (target->kind == EXPR_FIELD || target->kind == EXPR_PART || target->kind == EXPR_INDEX)
        target = target->kind == EXPR_INDEX ? target->binary.left : target->field.operand;
    if (target->kind == EXPR_NAME && target->name.decl && !names_result)
        map_put(&l->computed_vars, (uintptr_t)target->name.decl, target->name.decl);
}

static void read_stmt(const Stmt *s, void *context)
{
    Lint *l = context;

    if (s->kind == STMT_FOREACH && s->foreach.var)
        map_put(&l->loop_vars, (uintptr_t)s->foreach.var, s->foreach.var);
    if (stmt_shape(s->kind) == SHAPE_ASSIGN)
        read_assignment(l, s);
    if (s->kind != STMT_SEND && s->kind != STMT_RAISE)
        return;
    const EventDecl *event = event_named(s->emit.event);
    if (!event)
        return;

    EventFacts *facts = &l->events[event->id];
    bool *known = s->kind == STMT_SEND ? &facts->is_sent : &facts->is_raised;
    if (!*known)
        *(s->kind == STMT_SEND ? &facts->sent_at : &facts->raised_at) = s->span;
    *known = true;
}

static void read_receive(const Stmt *s, void *context)
{
    Lint *l = context;
    if (s->kind != STMT_RECEIVE)
        return;
    for (uint32_t i = 0; i < s->receive.count; i++)
        for (uint32_t j = 0; j < s->receive.cases[i].events.count; j++)
            if (s->receive.cases[i].events.items[j])
                l->events[s->receive.cases[i].events.items[j]->id].is_taken = true;
}

static void read_fun(Lint *l, const FunDecl *fun)
{
    if (!fun->body)
        return;
    stmt_walk(fun->body, read_stmt, l);
    stmt_walk(fun->body, read_receive, l);
}

static void read_machine(Lint *l, const MachineDecl *m)
{
    for (uint32_t i = 0; i < m->funs.count; i++)
        read_fun(l, m->funs.items[i]);
    if (machine_is_spec(m))
        return;
    for (uint32_t i = 0; i < m->states.count; i++) {
        const StateDecl *state = m->states.items[i];
        for (uint32_t j = 0; j < state->handlers.count; j++)
            if (state->handlers.items[j].event)
                l->events[state->handlers.items[j].event->id].is_taken = true;
    }
}

static void read_program(Lint *l)
{
    l->events = NEW_ARRAY(&l->scratch, EventFacts, l->tree->events.count);
    for (uint32_t i = 0; i < l->tree->machines.count; i++)
        read_machine(l, l->tree->machines.items[i]);
    for (uint32_t i = 0; i < l->tree->funs.count; i++) {
        read_fun(l, l->tree->funs.items[i]);
        l->funs_raise |= l->tree->funs.items[i]->effects[EFFECT_RAISE].here;
    }
}

// --------------------------------------------------------- W0901: states that are never entered

typedef struct Reach {
    Arena *scratch;
    const MachineDecl *machine;
    bool *reached;                  // by state index
    Map seen;                       // functions
    VEC(const StateDecl *) states;  // to look at
    VEC(const FunDecl *) funs;
} Reach;

static void reach_state(Reach *r, const StateDecl *state)
{
    if (!state || state->machine != r->machine || r->reached[state->index])
        return;
    r->reached[state->index] = true;
    vec_push(r->scratch, &r->states, state);
}

static void reach_fun(Reach *r, FunDecl *fun)
{
    if (!fun || map_get(&r->seen, (uintptr_t)fun))
        return;
    map_put(&r->seen, (uintptr_t)fun, fun);
    vec_push(r->scratch, &r->funs, fun);
}

static void reach_from_stmt(const Stmt *s, void *context)
{
    if (s->kind == STMT_GOTO || s->kind == STMT_PUSH)
        reach_state(context, s->jump.target);
}

static void reach_from_fun(Reach *r, const FunDecl *fun)
{
    if (fun->body)
        stmt_walk(fun->body, reach_from_stmt, r);
    for (uint32_t i = 0; i < fun->receives.count; i++)
        reach_fun(r, fun->receives.items[i]);
    for (uint32_t i = 0; i < fun->calls.count; i++)
        reach_fun(r, fun->calls.items[i].callee);
}

static void reach_from_state(Reach *r, const StateDecl *state)
{
    reach_fun(r, state->entry);
    reach_fun(r, state->exit);
    for (uint32_t i = 0; i < state->handlers.count; i++) {
        reach_state(r, state->handlers.items[i].target);
        reach_fun(r, state->handlers.items[i].fun);
    }
}

static void warn_unreached(Lint *l, const MachineDecl *m)
{
    if (!m->start)
        return;
    Reach r = {.scratch = &l->scratch, .machine = m};
    r.reached = NEW_ARRAY(&l->scratch, bool, m->states.count);
    reach_state(&r, m->start);
    for (uint32_t s = 0, f = 0; s < r.states.count || f < r.funs.count;) {
        if (s < r.states.count)
            reach_from_state(&r, r.states.items[s++]);
        else
            reach_from_fun(&r, r.funs.items[f++]);
    }
    map_drop(&r.seen);

    for (uint32_t i = 0; i < m->states.count; i++) {
        const StateDecl *state = m->states.items[i];
        if (!r.reached[state->index]) {
            Diag *d = diag_add(l->tree->diags, W0901, state->decl.span,
                               "state `%s` is never reached", state->decl.name->text);
            diag_note(d, m->start->decl.span, "`%s` begins here; no way leads from it to `%s`",
                      m->decl.name->text, state->decl.name->text);
        }
    }
}

// -------------------------------------------------- W0902, W0903: events on one side only

// Types share their parts, so each part is looked at once.
static bool may_hold_event(Arena *scratch, const Type *type)
{
    VEC(const Type *) open = {0};
    Map seen = {0};
    bool holds = false;

    vec_push(scratch, &open, type);
    for (uint32_t i = 0; !holds && i < open.count; i++) {
        const Type *t = open.items[i];
        if (map_get(&seen, t->id))
            continue;
        map_put(&seen, t->id, (void *)t);
        holds = t->kind == TYPE_EVENT || t->kind == TYPE_ANY || t->kind == TYPE_DATA;
        for (uint32_t j = 0; j < t->count; j++)
            vec_push(scratch, &open, t->parts[j]);
    }
    map_drop(&seen);
    return holds;
}

// It may return an event, and foreign code may post whatever it likes.
static bool brings_events(Lint *l, const FunDecl *fun)
{
    if (fun->is_foreign)
        return true;
    return fun->is_model && fun->result && may_hold_event(&l->scratch, fun->result);
}

// Code of the host language may pass us an event that the program never names.
static bool events_come_from_outside(Lint *l)
{
    const Tree *tree = l->tree;
    for (uint32_t i = 0; i < tree->funs.count; i++)
        if (brings_events(l, tree->funs.items[i]))
            return true;
    for (uint32_t i = 0; i < tree->machines.count; i++)
        for (uint32_t j = 0; j < tree->machines.items[i]->funs.count; j++)
            if (brings_events(l, tree->machines.items[i]->funs.items[j]))
                return true;
    return false;
}

static void warn_never_sent(Lint *l, const EventDecl *event)
{
    if (source_at(l->tree->sources, event->decl.span.start)->is_included)
        return;  // what a library offers need not be used
    if (event->is_handled && strcmp(event->decl.name->text, "eSuspect") == 0)
        return;  // the runtime sends it (docs/contract.md)
    if (event->is_handled)
        diag_add(l->tree->diags, W0902, event->decl.span, "event `%s` is handled but never sent",
                 event->decl.name->text);
    else
        diag_add(l->tree->diags, W0902, event->decl.span, "event `%s` is never used",
                 event->decl.name->text);
}

static void warn_never_handled(Lint *l, const EventDecl *event)
{
    const EventFacts *facts = &l->events[event->id];
    bool lost_send = facts->is_sent && !facts->is_taken;
    bool lost_raise = facts->is_raised && !facts->is_taken && !event->is_handled;
    if (!lost_send && !lost_raise)
        return;

    Diag *d = diag_add(l->tree->diags, W0903, event->decl.span,
                       "event `%s` is %s, but no machine handles it", event->decl.name->text,
                       lost_send ? "sent" : "raised");
    diag_note(d, lost_send ? facts->sent_at : facts->raised_at, "%s here",
              lost_send ? "sent" : "raised");
    if (event->is_handled)
        diag_help(d, "specs only observe: to send an event to specs alone, use `announce`");
}

static void warn_events(Lint *l)
{
    // A library does not show who uses it.
    if (l->cases->all.count == 0)
        return;
    bool from_outside = events_come_from_outside(l);

    for (uint32_t i = EVENT_HALT + 1; i < l->tree->events.count; i++) {
        const EventDecl *event = l->tree->events.items[i];
        if (!event->is_sent && !from_outside)
            warn_never_sent(l, event);
        else
            warn_never_handled(l, event);
    }
}

// ---------------------------------------------------------- W0904: variables without use

static void warn_var(Lint *l, const VarDecl *var, const MachineDecl *owner)
{
    if (var->is_read || var->decl.name->text[0] == '_')
        return;
    if (var->is_written && map_get(&l->loop_vars, (uintptr_t)var))
        return;
    if (var->is_written && !map_get(&l->computed_vars, (uintptr_t)var))
        return;
    const char *problem = var->is_written ? "is assigned but never read" : "is never used";
    if (owner)
        diag_add(l->tree->diags, W0904, var->decl.span, "field `%s` of `%s` %s",
                 var->decl.name->text, owner->decl.name->text, problem);
    else
        diag_add(l->tree->diags, W0904, var->decl.span, "variable `%s` %s", var->decl.name->text,
                 problem);
}

static void warn_locals(Lint *l, const FunDecl *fun)
{
    for (uint32_t i = 0; i < fun->locals.count; i++)
        warn_var(l, fun->locals.items[i], NULL);
}

static bool has_proofs(const Tree *tree)
{
    return tree->pures.count + tree->formulas.count + tree->lemmas.count + tree->proofs.count > 0;
}

// Functions of the host language see the fields of their machine, and
// invariants speak about the fields of all.
static bool fields_are_visible_elsewhere(const Tree *tree, const MachineDecl *m)
{
    for (uint32_t i = 0; i < m->funs.count; i++)
        if (m->funs.items[i]->is_foreign || m->funs.items[i]->is_model)
            return true;
    return has_proofs(tree);
}

static void warn_vars(Lint *l, const MachineDecl *m)
{
    if (!fields_are_visible_elsewhere(l->tree, m))
        for (uint32_t i = 0; i < m->fields.count; i++)
            warn_var(l, m->fields.items[i], m);
    for (uint32_t i = 0; i < m->funs.count; i++)
        warn_locals(l, m->funs.items[i]);
}

// -------------------------------------------------------------- W0905 to W0907: specs

// Which events a few functions raise.
typedef struct Raises {
    Map named;
    bool any;  // one is an expression, which may mean any event
} Raises;

static void find_raise(const Stmt *s, void *context)
{
    Raises *raises = context;
    if (s->kind != STMT_RAISE)
        return;
    EventDecl *event = event_named(s->emit.event);
    if (event)
        map_put(&raises->named, event->id, event);
    else
        raises->any = true;
}

static void find_raises(Raises *raises, FunDecl *const *funs, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (funs[i]->body)
            stmt_walk(funs[i]->body, find_raise, raises);
}

// A spec may raise an event to tell itself something: that one it need not
// observe.
static void warn_unobserved(Lint *l, const MachineDecl *spec, const StateDecl *state,
                            const Raises *raises)
{
    for (uint32_t i = 0; i < state->handlers.count; i++) {
        const Handler *h = &state->handlers.items[i];
        if (!h->event || !spec->observes || eventset_has(spec->observes, h->event->id))
            continue;
        if (raises->any || map_get(&raises->named, h->event->id))
            continue;
        Diag *d = diag_add(l->tree->diags, W0905, h->event_name.span,
                           "`%s` handles `%s` but does not observe it", spec->decl.name->text,
                           h->event->decl.name->text);
        diag_note(d, spec->decl.span, "what `%s` observes is listed here", spec->decl.name->text);
        diag_help(d, "add `%s` to the list after `observes`", h->event->decl.name->text);
    }
}

static void warn_scenario(Lint *l, const MachineDecl *scenario)
{
    bool has_cold = false;
    for (uint32_t i = 0; i < scenario->states.count; i++)
        has_cold |= scenario->states.items[i]->is_cold;

    if (!has_cold) {
        Diag *d = diag_add(l->tree->diags, W0906, scenario->decl.span,
                           "scenario `%s` has no cold state, so it can never be covered",
                           scenario->decl.name->text);
        diag_help(d, "mark the state that completes it: `cold state ...`");
    } else if (scenario->start && scenario->start->is_cold) {
        diag_add(l->tree->diags, W0907, scenario->start->decl.span,
                 "scenario `%s` starts in a cold state, so it is covered by anything it observes",
                 scenario->decl.name->text);
    }
}

static void warn_spec(Lint *l, const MachineDecl *m)
{
    if (m->kind == MACHINE_SCENARIO)
        warn_scenario(l, m);
    if (m->kind != MACHINE_SPEC && m->kind != MACHINE_SCENARIO)
        return;

    Raises raises = {0};
    find_raises(&raises, m->funs.items, m->funs.count);
    for (uint32_t i = 0; !l->funs_raise && i < m->states.count; i++)
        warn_unobserved(l, m, m->states.items[i], &raises);
    map_drop(&raises.named);
}

// ------------------------------------------------------------ W0908, W0909: the program

static void take_first(Span *first, Span span)
{
    if (span.start < first->start)
        *first = span;
}

static bool warn_proofs(Lint *l)
{
    const Tree *tree = l->tree;
    uint32_t count = tree->formulas.count + tree->lemmas.count + tree->proofs.count;
    Span first = {.start = UINT32_MAX};

    if (count == 0)
        return false;
    for (uint32_t i = 0; i < tree->formulas.count; i++)
        take_first(&first, tree->formulas.items[i]->decl.span);
    for (uint32_t i = 0; i < tree->lemmas.count; i++)
        take_first(&first, tree->lemmas.items[i]->decl.span);
    for (uint32_t i = 0; i < tree->proofs.count; i++)
        take_first(&first, tree->proofs.items[i]->decl.span);
    diag_add(tree->diags, W0908, first,
             "%u proof declaration%s read, not proved: plait explores, it does not prove", count,
             count == 1 ? " was" : "s were");
    return true;
}

// At the end of the program, where a test might stand.
static void warn_nothing(const Tree *tree)
{
    const Source *last = vec_last(&tree->sources->files);
    Span end = {.start = last->base + last->size, .end = last->base + last->size};
    Diag *d = diag_add(tree->diags, W0909, end,
                       "there is nothing to check: no test, no implementation, no `Main`");
    diag_help(d, "add a test: `test tcName [main = M]: { M, ... };`");
}

void lint(Tree *tree, const TestCases *cases)
{
    Lint l = {.tree = tree, .cases = cases};

    read_program(&l);
    for (uint32_t i = 0; i < tree->machines.count; i++) {
        warn_unreached(&l, tree->machines.items[i]);
        warn_vars(&l, tree->machines.items[i]);
        warn_spec(&l, tree->machines.items[i]);
    }
    for (uint32_t i = 0; i < tree->funs.count; i++)
        warn_locals(&l, tree->funs.items[i]);
    warn_events(&l);
    bool proofs = warn_proofs(&l);
    if (cases->all.count == 0 && !proofs && tree->sources->files.count)
        warn_nothing(tree);

    map_drop(&l.loop_vars);
    map_drop(&l.computed_vars);
    arena_drop(&l.scratch);
}
