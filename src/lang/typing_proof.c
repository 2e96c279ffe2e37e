// lang/typing_proof.c: the verifier's expressions and declarations.
//
// Typed where that is cheap: names must exist, formulas must be bool, proofs
// must not use one another in a circle. Whether they hold is not our question.

#include "lang/typing_impl.h"

// ---------------------------------------------------------------------- expressions

static void only_in_proof(Typing *t, const Expr *e, const char *what)
{
    if (!t->in_proof)
        diag_add(t->tree->diags, E0803, e->span,
                 "%s speaks of all executions: it has no value "
                 "in one",
                 what);
    if (t->in_check)
        diag_add(t->tree->diags, W0908, e->span,
                 "%s speaks of all executions: this is left to a "
                 "prover, and not checked",
                 what);
    t->in_check = false;
    t->in_proof = true;  // said once for the whole expression
}

static bool names_a_state(Typing *t, const Expr *operand, const Name *name)
{
    const Type *type = operand->type;
    if (type->kind == TYPE_PERM && type->decl->kind == DECL_MACHINE)
        return scope_find(((MachineDecl *)type->decl)->scope, SPACE_STATE, name) != NULL;
    if (operand->kind == EXPR_NAME && operand->name.decl &&
        operand->name.decl->kind == DECL_MACHINE)
        return scope_find(((MachineDecl *)operand->name.decl)->scope, SPACE_STATE, name) != NULL;
    for (uint32_t i = 0; i < t->tree->machines.count; i++)
        if (scope_find(t->tree->machines.items[i]->scope, SPACE_STATE, name))
            return true;
    return false;
}

// e is M, e is eEvent, e is State
static void type_is(Typing *t, Expr *e)
{
    only_in_proof(t, e, "`is`");
    const Type *operand = type_expr(t, e->field.operand);
    const Name *name = e->field.name.name;
    const Decl *decl = scope_lookup(t->tree->scope, SPACE_TYPE, name);
    const Decl *event = scope_lookup(t->tree->scope, SPACE_VALUE, name);
    bool is_known = (decl && decl->kind == DECL_MACHINE) || (event && event->kind == DECL_EVENT) ||
                    names_a_state(t, e->field.operand, name);
    if (!is_known && operand->kind != TYPE_ERROR)
        scope_unknown(t->tree, t->scope, SPACE_TYPE, E0202, e->field.name,
                      "machine, event or state");
}

static void type_quantifier(Typing *t, Expr *e)
{
    only_in_proof(t, e, e->quantifier->is_exists ? "`exists`" : "`forall`");
    Scope *outer = t->scope;
    t->scope = e->quantifier->scope = scope_new(t->tree, outer);
    for (uint32_t i = 0; i < e->quantifier->vars.count; i++)
        resolve_var(t->tree, t->scope, e->quantifier->vars.items[i]);
    type_condition(t, e->quantifier->body);
    t->scope = outer;
}

const Type *type_proof_expr(Typing *t, Expr *e)
{
    bool was_in_proof = t->in_proof;
    switch ((ExprKind)e->kind) {
    case EXPR_IS:
        type_is(t, e);
        break;
    case EXPR_TARGETS:
        only_in_proof(t, e, "`targets`");
        type_expr(t, e->binary.left);
        type_expr(t, e->binary.right);
        break;
    case EXPR_INFLIGHT:
    case EXPR_SENT:
        only_in_proof(t, e, e->kind == EXPR_SENT ? "`sent`" : "`inflight`");
        type_expr(t, e->operand);
        break;
    default:
        type_quantifier(t, e);
        break;
    }
    t->in_proof = was_in_proof;
    return t->tree->types.boolean;
}

static const Type *machine_field(Typing *t, Expr *e, const MachineDecl *m)
{
    const Decl *decl = scope_find(m->scope, SPACE_VAR, e->field.name.name);
    if (decl)
        return ((const VarDecl *)decl)->type;
    Diag *d = diag_add(t->tree->diags, E0801, e->field.name.span, "machine `%s` has no field `%s`",
                       m->decl.name->text, e->field.name.name->text);
    diag_note(d, m->decl.span, "declared here");
    return t->tree->types.error;
}

static const Type *event_field(Typing *t, Expr *e, const EventDecl *event)
{
    int index = type_field(event->payload, e->field.name.name);
    return index >= 0 ? event->payload->parts[index] : NULL;
    (void)t;
}

static const Type *set_field(Typing *t, Expr *e, const EventSet *events)
{
    for (uint32_t i = 0; i < t->tree->events.count; i++)
        if (eventset_has(events, i)) {
            const Type *type = event_field(t, e, t->tree->events.items[i]);
            if (type)
                return type;
        }
    return NULL;
}

// The fields of a machine, of a spec, or of a message's payload.
const Type *type_proof_field(Typing *t, Expr *e)
{
    const Expr *operand = e->field.operand;
    const Decl *decl = operand->type->kind == TYPE_PERM ? operand->type->decl : NULL;
    if (!decl && operand->kind == EXPR_NAME)
        decl = operand->name.decl;
    const Type *type = NULL;
    if (decl && decl->kind == DECL_MACHINE) {
        only_in_proof(t, e, "another machine's field");
        return machine_field(t, e, (const MachineDecl *)decl);
    }
    if (decl && decl->kind == DECL_INTERFACE)
        type = set_field(t, e, ((const InterfaceDecl *)decl)->receives);
    if (decl && decl->kind == DECL_EVENTSET)
        type = set_field(t, e, ((const EventSetDecl *)decl)->events);
    if (decl && decl->kind == DECL_EVENT)
        type = event_field(t, e, (const EventDecl *)decl);
    if (type)
        return type;
    diag_add(t->tree->diags, E0801, e->field.name.span, "%s has no field `%s`",
             type_show(t->tree->arena, operand->type), e->field.name.name->text);
    return t->tree->types.error;
}

// --------------------------------------------------------------------- declarations

static void type_formula(Tree *tree, FormulaDecl *f)
{
    Typing t = {.tree = tree, .scope = tree->scope, .in_proof = true};
    type_condition(&t, f->body);
}

static void type_pure(Tree *tree, PureDecl *f)
{
    if (!f->body)
        return;
    Typing t = {.tree = tree, .scope = f->scope, .in_proof = true};
    type_expr(&t, f->body);
    expect_type(&t, f->result, f->body, "the function's result");
}

// A goal or premise is an invariant, a lemma, or any formula.
static void type_step_part(Tree *tree, Expr *e)
{
    Typing t = {.tree = tree, .scope = tree->scope, .in_proof = true};
    if (e->kind == EXPR_NAME && !scope_lookup(t.scope, SPACE_FORMULA, e->name.name) &&
        !scope_lookup(t.scope, SPACE_LEMMA, e->name.name)) {
        Ident id = {.name = e->name.name, .span = e->span};
        scope_unknown(tree, t.scope, SPACE_FORMULA, E0804, id, "invariant or lemma");
        return;
    }
    type_condition(&t, e);
}

#define FOR_ALL(list, i) for (uint32_t i = 0; i < (list).count; i++)

static void type_step(Tree *tree, ProofStep *step)
{
    FOR_ALL(step->goals, i) type_step_part(tree, step->goals.items[i]);
    FOR_ALL(step->premises, i) type_step_part(tree, step->premises.items[i]);
    FOR_ALL(step->excludes, i) type_step_part(tree, step->excludes.items[i]);
}

// ------------------------------------------------------------------------- circles
//
// `prove A using B` makes A rest on B. Walks these edges from every goal; a walk
// that meets itself has found a circle. The walk keeps its own stack: a chain of
// lemmas may be long.

typedef struct Edge {
    const Decl *from, *to;
    Span span;
    struct Edge *next;  // with the same `from`
} Edge;

typedef struct Stop {
    const Decl *decl;
    const Edge *edge;  // the next one to walk
} Stop;

typedef struct Circles {
    Tree *tree;
    VEC(const Decl *) goals;
    Map edges;  // declaration -> its first Edge
    Map state;  // declaration -> &walking or &done
    VEC(Stop) stack;
} Circles;

static char walking, done;

static uint64_t key_of(const Decl *decl)
{
    return (uint64_t)(uintptr_t)decl;
}

static const Decl *named_decl(const Expr *e)
{
    return e->kind == EXPR_NAME ? e->name.decl : NULL;
}

static void add_edges(Circles *c, const ProofStep *step)
{
    FOR_ALL(step->goals, i) FOR_ALL(step->premises, j)
    {
        const Decl *from = named_decl(step->goals.items[i]);
        const Decl *to = named_decl(step->premises.items[j]);
        if (!from || !to)
            continue;
        Edge *edge = NEW(c->tree->arena, Edge);
        *edge = (Edge){.from = from,
                       .to = to,
                       .span = step->premises.items[j]->span,
                       .next = map_get(&c->edges, key_of(from))};
        map_put(&c->edges, key_of(from), edge);
        vec_push(c->tree->arena, &c->goals, from);
    }
}

static void arrive(Circles *c, const Decl *decl)
{
    map_put(&c->state, key_of(decl), &walking);
    Stop stop = {.decl = decl, .edge = map_get(&c->edges, key_of(decl))};
    vec_push(c->tree->arena, &c->stack, stop);
}

static void walk_from(Circles *c, const Decl *goal)
{
    if (map_get(&c->state, key_of(goal)))
        return;
    arrive(c, goal);
    while (c->stack.count) {
        Stop *stop = &vec_last(&c->stack);
        const Edge *edge = stop->edge;
        if (!edge) {
            map_put(&c->state, key_of(stop->decl), &done);
            c->stack.count--;
            continue;
        }
        stop->edge = edge->next;
        void *state = map_get(&c->state, key_of(edge->to));
        if (state == &walking)
            diag_add(c->tree->diags, E0802, edge->span, "the proof of `%s` depends on itself",
                     edge->to->name->text);
        else if (!state)
            arrive(c, edge->to);
    }
}

static void check_circles(Tree *tree)
{
    Circles c = {.tree = tree};
    FOR_ALL(tree->proofs, i)
    FOR_ALL(tree->proofs.items[i]->steps, j) add_edges(&c, tree->proofs.items[i]->steps.items[j]);
    FOR_ALL(c.goals, i) walk_from(&c, c.goals.items[i]);
    map_drop(&c.edges);
    map_drop(&c.state);
}

void type_proofs(Tree *tree)
{
    FOR_ALL(tree->formulas, i) type_formula(tree, tree->formulas.items[i]);
    FOR_ALL(tree->lemmas, i)
    FOR_ALL(tree->lemmas.items[i]->invariants, j)
        type_formula(tree, tree->lemmas.items[i]->invariants.items[j]);
    FOR_ALL(tree->pures, i) type_pure(tree, tree->pures.items[i]);
    FOR_ALL(tree->proofs, i)
    FOR_ALL(tree->proofs.items[i]->steps, j) type_step(tree, tree->proofs.items[i]->steps.items[j]);
    check_circles(tree);
}
