// gen/lower_fun.c: functions, their slots, their instructions.

#include <stdio.h>
#include <string.h>

#include "gen/lower.h"

enum { SLOTS_MAX = 0xffff };

// --------------------------------------------------------------------- instructions

uint32_t here(const Lower *l)
{
    return l->code.count;
}

uint32_t emit(Lower *l, Op op, uint32_t d, uint32_t a, uint32_t b, int64_t n)
{
    assert((d <= SLOTS_MAX && a <= SLOTS_MAX && b <= SLOTS_MAX) || l->t->err->set);
    PIns ins = {
        .op = (uint16_t)op,
        .d = (uint16_t)d,
        .a = (uint16_t)a,
        .b = (uint16_t)b,
        .n = n,
    };
    vec_push(l->t->arena, &l->code, ins);
    vec_push(l->t->arena, &l->at, table_position(l->t, l->span));
    return l->code.count - 1;
}

void patch_to(Lower *l, uint32_t jump, uint32_t target)
{
    assert(jump < l->code.count && target <= l->code.count);
    assert(op_infos[l->code.items[jump].op].n == 'j');
    l->code.items[jump].n = target;
}

void patch(Lower *l, uint32_t jump)
{
    patch_to(l, jump, here(l));
}

// ---------------------------------------------------------------------------- slots

static uint16_t slot_new(Lower *l, uint32_t type, const char *name)
{
    uint32_t slot = l->slot_types.count;
    if (slot >= SLOTS_MAX) {
        if (!l->t->err->set)
            err_set(l->t->err, "the function `%s` is too large: it needs more than %d slots",
                    l->fun ? l->fun->decl.name->text : "?", SLOTS_MAX);
        return 0;
    }
    vec_push(l->t->arena, &l->slot_types, type);
    vec_push(l->t->arena, &l->slot_names, name);
    vec_push(l->t->arena, &l->is_busy, true);
    return (uint16_t)slot;
}

static bool is_free(const Lower *l, uint32_t slot, uint32_t type)
{
    return !l->is_busy.items[slot] && l->slot_types.items[slot] == type;
}

uint16_t temps(Lower *l, const Type *const *types, uint32_t count)
{
    uint32_t first = 0, found = 0;
    for (uint32_t slot = 0; slot < l->slot_types.count && found < count; slot++) {
        if (found && is_free(l, slot, table_type(l->t, types[found]))) {
            found++;
        } else {
            found = count && is_free(l, slot, table_type(l->t, types[0]));
            first = slot;
        }
    }
    if (found < count) {
        first = l->slot_types.count;
        for (uint32_t i = 0; i < count; i++)
            slot_new(l, table_type(l->t, types[i]), "");
        return (uint16_t)(first < SLOTS_MAX ? first : 0);
    }
    for (uint32_t i = 0; i < count; i++)
        l->is_busy.items[first + i] = true;
    return (uint16_t)first;
}

uint16_t temp(Lower *l, const Type *type)
{
    return temps(l, &type, 1);
}

void free_slots(Lower *l, uint16_t first, uint32_t count)
{
    // Where a function needs too many slots, the last ones were never made.
    assert(first + count <= l->is_busy.count || l->t->err->set);
    for (uint32_t i = 0; i < count && first + i < l->is_busy.count; i++)
        l->is_busy.items[first + i] = false;
}

// Whether the last instruction has left the slot empty.
static bool is_emptied(const Lower *l, uint16_t slot)
{
    const PIns *last = &vec_last(&l->code);
    const OpInfo *info = &op_infos[last->op];
    if (last->op == OP_CONST)
        return last->d == slot && last->n == 0;
    return (info->d == 'm' && last->d == slot) || (info->a == 'm' && last->a == slot) ||
           (info->b == 'm' && last->b == slot);
}

// A node that a temporary holds on to could not be changed where it stands, and
// would keep states apart that are the same.
void free_temp(Lower *l, Value v)
{
    if (!v.is_temp)
        return;
    PTypeKind kind = l->t->types.items[l->slot_types.items[v.slot]].kind;
    if (p_kind_is_node(kind) && !is_emptied(l, v.slot))
        emit(l, OP_CONST, v.slot, 0, 0, 0);
    free_slots(l, v.slot, 1);
}

static void slots_for(Lower *l, const Vars *vars)
{
    for (uint32_t i = 0; i < vars->count; i++) {
        const VarDecl *v = vars->items[i];
        assert(!map_get(&l->slots, (uint64_t)(uintptr_t)v));
        uint16_t slot = slot_new(l, table_type(l->t, v->type), v->decl.name->text);
        map_put(&l->slots, (uint64_t)(uintptr_t)v, (void *)(uintptr_t)(slot + 1u));
    }
}

// Locals, then those of its receive cases: all of one frame.
static void slots_for_locals(Lower *l, const FunDecl *fun)
{
    slots_for(l, &fun->locals);
    for (uint32_t i = 0; i < fun->receives.count; i++) {
        slots_for(l, &fun->receives.items[i]->params);
        slots_for_locals(l, fun->receives.items[i]);
    }
}

// ------------------------------------------------------------------------- functions

static const char *fun_name(Tables *t, const FunDecl *fun)
{
    Buf name = {0};
    if (fun->owner)
        buf_print(&name, "%s.", fun->owner->decl.name->text);
    if (fun->is_anonymous && fun->state)
        buf_print(&name, "%s ", fun->state->decl.name->text);
    buf_str(&name, fun->decl.name->text);
    const char *copy = arena_copy(t->arena, buf_text(&name), name.size);
    buf_drop(&name);
    return copy;
}

// What a variable holds before it is assigned; 0 is what a slot begins with.
static void defaults(Lower *l, const Vars *vars)
{
    for (uint32_t i = 0; i < vars->count; i++) {
        const Type *type = vars->items[i]->type;
        uint16_t slot =
            (uint16_t)((uintptr_t)map_get(&l->slots, (uint64_t)(uintptr_t)vars->items[i]) - 1);
        if (type->kind == TYPE_TUPLE || type->kind == TYPE_NTUPLE || type->kind == TYPE_ENUM)
            emit(l, OP_DEFAULT, slot, 0, 0, table_type(l->t, type));
    }
}

static void end_with_return(Lower *l, const Type *result)
{
    Value nothing = lower_constant(l, result, 0);
    emit(l, OP_RETURN, 0, nothing.slot, 0, 0);
    free_temp(l, nothing);
}

static void find_nodes(Lower *l, PFun *made)
{
    uint16_t *nodes = NEW_ARRAY(l->t->arena, uint16_t, l->slot_types.count);
    for (uint32_t i = 0; i < l->slot_types.count; i++)
        if (p_kind_is_node(l->t->types.items[l->slot_types.items[i]].kind))
            nodes[made->node_count++] = (uint16_t)i;
    made->nodes = nodes;
}

static PFun finish(Lower *l, PFun made)
{
    assert(l->slot_names.count == l->slot_types.count && l->at.count == l->code.count);
    assert(made.param_count <= l->slot_types.count && !l->loop);
    find_nodes(l, &made);
    made.slot_count = l->slot_types.count;
    made.slot_types = l->slot_types.items;
    made.slot_names = l->slot_names.items;
    made.code_count = l->code.count;
    made.code = l->code.items;
    made.at = l->at.items;
    map_drop(&l->slots);
    return made;
}

static PFun lower_fun(Tables *t, FunDecl *fun)
{
    Lower l = {.t = t, .fun = fun, .span = fun->decl.span};
    PFun made = {
        .name = fun_name(t, fun),
        .machine = fun->owner ? fun->owner->index : P_NONE,
        .result = table_type(t, fun->result),
        .is_foreign = fun->is_foreign,
        .is_model = fun->is_model,
        .takes_trigger = fun->uses_trigger,
        .declared = table_position(t, fun->decl.span),
    };
    if (fun->uses_trigger) {
        const Type *payload = fun->payload ? fun->payload : t->tree->types.any;
        l.payload = slot_new(&l, table_type(t, payload), "payload");
        l.trigger = slot_new(&l, table_type(t, t->tree->types.event), "trigger");
    }
    slots_for(&l, &fun->params);
    made.param_count = l.slot_types.count;
    if (fun->is_foreign)
        return finish(&l, made);

    slots_for_locals(&l, fun);
    defaults(&l, &fun->locals);
    lower_stmt(&l, fun->body);
    end_with_return(&l, fun->result);
    return finish(&l, made);
}

// A pure function of the verifier; one without a body, or with one that only a
// prover understands, is foreign.
static PFun lower_pure(Tables *t, PureDecl *f)
{
    Lower l = {.t = t, .span = f->decl.span};
    PFun made = {
        .name = f->decl.name->text,
        .machine = P_NONE,
        .result = table_type(t, f->result),
        .is_foreign = !f->body || is_for_prover(f->body),
        .declared = table_position(t, f->decl.span),
    };
    slots_for(&l, &f->params);
    made.param_count = l.slot_types.count;
    if (!made.is_foreign) {
        Value v = lower_owned(&l, lower_as(&l, lower_expr(&l, f->body), f->result));
        emit(&l, OP_RETURN, 0, v.slot, 0, 0);
    }
    return finish(&l, made);
}

// ---------------------------------------------------------------------------- purity

static bool is_straight(const PFun *fun)
{
    if (fun->is_foreign)
        return false;
    for (uint32_t i = 0; i < fun->code_count; i++)
        if (op_asks((Op)fun->code[i].op))
            return false;
    return true;
}

typedef struct Caller {
    uint32_t fun;
    const struct Caller *next;
} Caller;

// The callers of each function.
static const Caller **find_callers(Tables *t)
{
    const PFun *funs = t->funs.items;
    const Caller **callers = NEW_ARRAY(t->arena, const Caller *, t->funs.count + 1);
    for (uint32_t i = 0; i < t->funs.count; i++)
        for (uint32_t j = 0; j < funs[i].code_count; j++)
            if (funs[i].code[j].op == OP_CALL) {
                assert((uint64_t)funs[i].code[j].n < t->funs.count);
                Caller *c = NEW(t->arena, Caller);
                *c = (Caller){.fun = i, .next = callers[funs[i].code[j].n]};
                callers[funs[i].code[j].n] = c;
            }
    return callers;
}

// A function is pure if neither it nor a function that it calls asks the host. All are pure
// until the code shows otherwise; then their callers are not pure, either.
static void find_pure(Tables *t)
{
    PFun *funs = t->funs.items;
    const Caller **callers = find_callers(t);
    uint32_t *asking = NEW_ARRAY(t->arena, uint32_t, t->funs.count + 1), count = 0;
    for (uint32_t i = 0; i < t->funs.count; i++) {
        funs[i].is_pure = is_straight(&funs[i]);
        if (!funs[i].is_pure)
            asking[count++] = i;
    }
    while (count > 0)
        for (const Caller *c = callers[asking[--count]]; c; c = c->next)
            if (funs[c->fun].is_pure) {
                funs[c->fun].is_pure = false;
                asking[count++] = c->fun;
            }
}

static void add_fun(Tables *t, const void *decl, PFun made)
{
    assert(table_fun(t, decl) == t->funs.count);
    vec_push(t->arena, &t->funs, made);
}

// In the order in which number_funs gave them their numbers.
void lower_funs(Tables *t)
{
    for (uint32_t i = 0; i < t->tree->funs.count; i++)
        if (!t->tree->funs.items[i]->parent)
            add_fun(t, t->tree->funs.items[i], lower_fun(t, t->tree->funs.items[i]));
    for (uint32_t i = 0; i < t->tree->pures.count; i++)
        add_fun(t, t->tree->pures.items[i], lower_pure(t, t->tree->pures.items[i]));
    for (uint32_t i = 0; i < t->tree->machines.count; i++) {
        const MachineDecl *m = t->tree->machines.items[i];
        for (uint32_t j = 0; j < m->funs.count; j++)
            if (!m->funs.items[j]->parent)
                add_fun(t, m->funs.items[j], lower_fun(t, m->funs.items[j]));
    }
    find_pure(t);
}
