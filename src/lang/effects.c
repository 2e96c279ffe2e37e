// lang/effects.c: effects along the call graph.
//
// A function has an effect when it does the thing itself, or when a function it
// calls (or a receive case in it) has it. Each effect keeps a witness: the place
// that brings it in. So a report can say not only that a spec may not call `f`,
// but where `f` sends.

#include "lang/effects.h"

typedef struct Graph {
    Tree *tree;
    VEC(FunDecl *) funs;
    Map callers;  // FunDecl -> Callers
    VEC(FunDecl *) work;
} Graph;

typedef struct Caller {
    FunDecl *fun;
    Span span;
} Caller;

typedef struct Callers {
    VEC(Caller) all;
} Callers;

static void add_caller(Graph *g, FunDecl *callee, FunDecl *caller, Span span)
{
    Callers *callers = map_get(&g->callers, (uint64_t)(uintptr_t)callee);
    if (!callers) {
        callers = NEW(g->tree->arena, Callers);
        map_put(&g->callers, (uint64_t)(uintptr_t)callee, callers);
    }
    Caller c = {.fun = caller, .span = span};
    vec_push(g->tree->arena, &callers->all, c);
}

static void add_fun(Graph *g, FunDecl *fun)
{
    vec_push(g->tree->arena, &g->funs, fun);
    for (uint32_t i = 0; i < fun->calls.count; i++)
        if (fun->calls.items[i].callee)
            add_caller(g, fun->calls.items[i].callee, fun, fun->calls.items[i].name.span);
    for (uint32_t i = 0; i < fun->receives.count; i++)
        add_caller(g, fun->receives.items[i], fun, fun->receives.items[i]->decl.span);
}

// -------------------------------------------------------------------- propagation

static void spread(Graph *g, Effect effect)
{
    g->work.count = 0;
    for (uint32_t i = 0; i < g->funs.count; i++)
        if (g->funs.items[i]->effects[effect].here)
            vec_push(g->tree->arena, &g->work, g->funs.items[i]);

    while (g->work.count) {
        FunDecl *fun = g->work.items[--g->work.count];
        const Callers *callers = map_get(&g->callers, (uint64_t)(uintptr_t)fun);
        for (uint32_t i = 0; callers && i < callers->all.count; i++) {
            Caller c = callers->all.items[i];
            if (c.fun->effects[effect].here)
                continue;
            c.fun->effects[effect] = (EffectWitness){.here = true, .span = c.span, .callee = fun};
            vec_push(g->tree->arena, &g->work, c.fun);
        }
    }
}

// A function that calls one that reads `payload` has to pass it on.
static void spread_trigger(Graph *g)
{
    g->work.count = 0;
    for (uint32_t i = 0; i < g->funs.count; i++)
        if (g->funs.items[i]->uses_trigger)
            vec_push(g->tree->arena, &g->work, g->funs.items[i]);
    while (g->work.count) {
        FunDecl *fun = g->work.items[--g->work.count];
        const Callers *callers = map_get(&g->callers, (uint64_t)(uintptr_t)fun);
        for (uint32_t i = 0; callers && !fun->parent && i < callers->all.count; i++) {
            FunDecl *caller = callers->all.items[i].fun;
            if (!caller->uses_trigger)
                vec_push(g->tree->arena, &g->work, caller);
            caller->uses_trigger = true;
        }
    }
}

// ---------------------------------------------------------------------- restrictions

static const char *effect_shown(Effect effect)
{
    static const char *const shown[] = {
        [EFFECT_RAISE] = "raises an event", [EFFECT_GOTO] = "changes the state",
        [EFFECT_RECEIVE] = "receives",      [EFFECT_SEND] = "sends",
        [EFFECT_ANNOUNCE] = "announces",    [EFFECT_CREATE] = "creates a machine",
        [EFFECT_CHOOSE] = "chooses",        [EFFECT_PUSH] = "pushes a state",
        [EFFECT_POP] = "pops a state",
    };
    return shown[effect];
}

// Where the effect really happens, following the witnesses down.
static Span origin(const FunDecl *fun, Effect effect)
{
    while (fun->effects[effect].callee)
        fun = fun->effects[effect].callee;
    return fun->effects[effect].span;
}

static const Effect impure[] = {EFFECT_SEND, EFFECT_CREATE, EFFECT_RECEIVE, EFFECT_ANNOUNCE,
                                EFFECT_CHOOSE};

// Functions of a spec do nothing themselves (typing saw to that), nor do those
// they call. One effect says enough.
static void check_spec_calls(Tree *tree, const FunDecl *fun)
{
    for (uint32_t i = 0; i < fun->calls.count; i++) {
        const FunDecl *callee = fun->calls.items[i].callee;
        if (!callee || callee->owner)
            continue;
        for (uint32_t j = 0; j < sizeof impure / sizeof *impure; j++) {
            if (!callee->effects[impure[j]].here)
                continue;
            Diag *d = diag_add(tree->diags, E0604, fun->calls.items[i].name.span,
                               "`%s` %s: a spec cannot call it", callee->decl.name->text,
                               effect_shown(impure[j]));
            diag_note(d, origin(callee, impure[j]), "here");
            break;
        }
    }
}

static const Effect leaving[] = {EFFECT_RAISE, EFFECT_GOTO, EFFECT_PUSH, EFFECT_POP};

// Exit and transition functions run between two states: there is no state to
// change.
static void check_transition(Tree *tree, const FunDecl *fun)
{
    if (!(fun->roles & (ROLE_EXIT | ROLE_TRANSITION)))
        return;
    for (uint32_t i = 0; i < sizeof leaving / sizeof *leaving; i++) {
        const EffectWitness *witness = &fun->effects[leaving[i]];
        if (!witness->here)
            continue;
        while (witness->callee && witness->callee->parent)  // into receive cases
            witness = &witness->callee->effects[leaving[i]];
        Diag *d =
            diag_add(tree->diags, E0309, witness->span,
                     "%s function cannot do this: it %s while a transition is under way",
                     fun->roles & ROLE_EXIT ? "an exit" : "a transition", effect_shown(leaving[i]));
        if (witness->callee)
            diag_note(d, origin(fun, leaving[i]), "through the call, here");
        return;
    }
}

// 2015 dialect: a function that leaves its handler is a handler, and not called.
static void check_calls(Tree *tree, const FunDecl *fun)
{
    for (uint32_t i = 0; i < fun->calls.count; i++) {
        const FunDecl *callee = fun->calls.items[i].callee;
        for (uint32_t j = 0; callee && j < sizeof leaving / sizeof *leaving; j++) {
            if (!callee->effects[leaving[j]].here)
                continue;
            Diag *d = diag_add(tree->diags, E0508, fun->calls.items[i].name.span,
                               "`%s` %s: it can be a handler, but not be called",
                               callee->decl.name->text, effect_shown(leaving[j]));
            diag_note(d, origin(callee, leaving[j]), "here");
            break;
        }
    }
}

static void check_fun(Tree *tree, const FunDecl *fun)
{
    if (fun->owner && machine_is_spec(fun->owner))
        check_spec_calls(tree, fun);
    check_transition(tree, fun);
    if (tree->dialect == DIALECT_CLASSIC)
        check_calls(tree, fun);
}

// -------------------------------------------------------------------------- creates

typedef struct Creation {
    Tree *tree;
    MachineDecl *machine;
    Map seen;
} Creation;

static void collect_created(Creation *c, FunDecl *fun)
{
    VEC(FunDecl *) work = {0};
    vec_push(c->tree->arena, &work, fun);
    while (work.count) {
        FunDecl *next = work.items[--work.count];
        if (map_get(&c->seen, (uint64_t)(uintptr_t)next))
            continue;
        map_put(&c->seen, (uint64_t)(uintptr_t)next, next);
        for (uint32_t i = 0; i < next->created.count; i++) {
            Decl *decl = next->created.items[i];
            if (map_get(&c->seen, (uint64_t)(uintptr_t)decl))
                continue;
            map_put(&c->seen, (uint64_t)(uintptr_t)decl, decl);
            vec_push(c->tree->arena, &c->machine->creates, decl);
        }
        for (uint32_t i = 0; i < next->calls.count; i++)
            if (next->calls.items[i].callee)
                vec_push(c->tree->arena, &work, next->calls.items[i].callee);
        for (uint32_t i = 0; i < next->receives.count; i++)
            vec_push(c->tree->arena, &work, next->receives.items[i]);
    }
}

static void find_creates(Tree *tree, MachineDecl *m)
{
    Creation c = {.tree = tree, .machine = m};
    for (uint32_t i = 0; i < m->funs.count; i++)
        if (m->funs.items[i]->created.count || m->funs.items[i]->calls.count)
            collect_created(&c, m->funs.items[i]);
    map_drop(&c.seen);
}

// ------------------------------------------------------------------------- in order

void effects(Tree *tree)
{
    Graph g = {.tree = tree};
    for (uint32_t i = 0; i < tree->funs.count; i++)
        add_fun(&g, tree->funs.items[i]);
    for (uint32_t i = 0; i < tree->machines.count; i++)
        for (uint32_t j = 0; j < tree->machines.items[i]->funs.count; j++)
            add_fun(&g, tree->machines.items[i]->funs.items[j]);

    for (int effect = 0; effect < EFFECT_COUNT; effect++)
        spread(&g, (Effect)effect);
    spread_trigger(&g);
    for (uint32_t i = 0; i < g.funs.count; i++)
        check_fun(tree, g.funs.items[i]);
    for (uint32_t i = 0; i < tree->machines.count; i++)
        find_creates(tree, tree->machines.items[i]);
    map_drop(&g.callers);
}
