// lang/classic_payload.c: what `payload` is, in the 2015 dialect.
//
// A function without a parameter reads the payload of whatever triggered it. Its
// type is the join over all triggers: the events whose handler it is, those that
// lead into the state whose entry it is, `any` for constructors, exits and halt,
// `null` for the null event and the push statement. A function that is called
// has the triggers of its callers too, so the joins flow along calls until
// nothing changes.

#include "lang/resolve.h"

typedef struct Triggers {
    Tree *tree;
    VEC(FunDecl *) work;
} Triggers;

static void trigger(Triggers *t, FunDecl *fun, const Type *payload)
{
    if (!fun)
        return;
    const Type *joined = fun->payload ? type_join(&t->tree->types, fun->payload, payload) : payload;
    if (joined == fun->payload)
        return;
    fun->payload = joined;
    vec_push(t->tree->arena, &t->work, fun);
}

static const Type *payload_of(const Tree *tree, const EventDecl *e)
{
    if (!e || e->id == EVENT_HALT)
        return tree->types.any;
    return e->payload;
}

static void state_triggers(Triggers *t, const MachineDecl *m, const StateDecl *s)
{
    const Type *any = t->tree->types.any;
    if (s == m->start)
        trigger(t, s->entry, any);
    trigger(t, s->exit, any);
    for (uint32_t i = 0; i < s->handlers.count; i++) {
        const Handler *h = &s->handlers.items[i];
        const Type *payload = payload_of(t->tree, h->event);
        trigger(t, h->fun, payload);
        if (h->target)
            trigger(t, h->target->entry, payload);
    }
}

// goto S, v;   push S;
static void jump_triggers(Triggers *t, MachineDecl *m, const FunDecl *fun)
{
    for (uint32_t i = 0; i < fun->jumps.count; i++) {
        const Stmt *s = fun->jumps.items[i];
        Decl *target = scope_find(m->scope, SPACE_STATE, s->jump.name.name);
        if (target)
            trigger(t, ((StateDecl *)target)->entry,
                    s->jump.args.count ? t->tree->types.any : t->tree->types.null);
    }
}

static void machine_triggers(Triggers *t, MachineDecl *m)
{
    for (uint32_t i = 0; i < m->states.count; i++)
        state_triggers(t, m, m->states.items[i]);
    for (uint32_t i = 0; i < m->funs.count; i++)
        jump_triggers(t, m, m->funs.items[i]);
}

void resolve_classic_payloads(Tree *tree)
{
    Triggers t = {.tree = tree};
    for (uint32_t i = 0; i < tree->machines.count; i++)
        machine_triggers(&t, tree->machines.items[i]);
    while (t.work.count) {
        FunDecl *fun = t.work.items[--t.work.count];
        for (uint32_t i = 0; i < fun->calls.count; i++)
            trigger(&t, fun->calls.items[i].callee, fun->payload);
    }
}
