// gen/lower_stmt.c: statements.

#include "gen/lower.h"

#define TYPES (&l->t->tree->types)

// --------------------------------------------------------------------------- checks

// The message is put together only when it is needed.
static void lower_assert(Lower *l, Stmt *s)
{
    if (is_for_prover(s->check.condition))
        return;
    Value condition = lower_expr(l, s->check.condition);
    uint32_t holds = emit(l, OP_JUMPT, 0, condition.slot, 0, 0);
    Value message;
    if (s->check.message) {
        message = lower_expr(l, s->check.message);
    } else {
        message = lower_constant(l, TYPES->string, 0);
    }
    emit(l, OP_ASSERT, 0, condition.slot, message.slot, 0);
    patch(l, holds);
    free_temp(l, message);
    free_temp(l, condition);
}

static void lower_assume(Lower *l, Stmt *s)
{
    if (is_for_prover(s->check.condition))
        return;
    Value condition = lower_expr(l, s->check.condition);
    emit(l, OP_ASSUME, 0, condition.slot, 0, 0);
    free_temp(l, condition);
}

static void lower_print(Lower *l, Stmt *s)
{
    Value text = lower_expr(l, s->value);
    emit(l, OP_PRINT, 0, text.slot, 0, 0);
    free_temp(l, text);
}

// -------------------------------------------------------------------------- control

static FunDecl *enclosing(FunDecl *fun)
{
    while (fun->parent)
        fun = fun->parent;
    return fun;
}

static void lower_return(Lower *l, Stmt *s)
{
    const Type *result = enclosing(l->fun)->result;
    Value v = s->value ? lower_expr(l, s->value) : lower_constant(l, result, 0);
    v = lower_owned(l, lower_as(l, v, result));
    emit(l, OP_RETURN, 0, v.slot, 0, 0);
    free_temp(l, v);
}

static void lower_if(Lower *l, Stmt *s)
{
    VEC(uint32_t) ends = {0};
    for (;;) {
        Value condition = lower_expr(l, s->branch.condition);
        uint32_t otherwise = emit(l, OP_JUMPF, 0, condition.slot, 0, 0);
        free_temp(l, condition);
        lower_stmt(l, s->branch.then_branch);
        Stmt *next = s->branch.else_branch;
        if (next)
            vec_push(l->t->arena, &ends, emit(l, OP_JUMP, 0, 0, 0, 0));
        patch(l, otherwise);
        if (!next)
            break;
        if (next->kind != STMT_IF) {
            lower_stmt(l, next);
            break;
        }
        s = next;
        l->span = s->span;
    }
    for (uint32_t i = 0; i < ends.count; i++)
        patch(l, ends.items[i]);
}

static void end_loop(Lower *l, Loop *loop, uint32_t again)
{
    for (uint32_t i = 0; i < loop->continues.count; i++)
        patch_to(l, loop->continues.items[i], again);
    for (uint32_t i = 0; i < loop->breaks.count; i++)
        patch(l, loop->breaks.items[i]);
    assert(l->loop == loop);
    l->loop = loop->outer;
}

static void lower_while(Lower *l, Stmt *s)
{
    Loop loop = {.outer = l->loop};
    l->loop = &loop;
    uint32_t again = here(l);
    Value condition = lower_expr(l, s->branch.condition);
    uint32_t end = emit(l, OP_JUMPF, 0, condition.slot, 0, 0);
    free_temp(l, condition);
    lower_stmt(l, s->branch.then_branch);
    l->span = s->span;
    emit(l, OP_JUMP, 0, 0, 0, again);
    patch(l, end);
    end_loop(l, &loop, again);
}

// Over a snapshot, by position.
static void lower_foreach(Lower *l, Stmt *s)
{
    const Type *type = s->foreach.collection->type;
    Value all = lower_owned(l, lower_expr(l, s->foreach.collection));
    Value index = lower_constant(l, TYPES->integer, 0);
    Loop loop = {.outer = l->loop};
    l->loop = &loop;

    uint32_t test = here(l);
    uint16_t size = temp(l, TYPES->integer), is_less = temp(l, TYPES->boolean);
    emit(l, OP_SIZE, size, all.slot, 0, 0);
    emit(l, OP_LT, is_less, index.slot, size, 0);
    uint32_t end = emit(l, OP_JUMPF, 0, is_less, 0, 0);
    free_slots(l, size, 1);
    free_slots(l, is_less, 1);
    Value element = {.slot = temp(l, type->parts[0]), .is_temp = true, .type = type->parts[0]};
    emit(l, type->kind == TYPE_SET ? OP_SETGET : OP_SEQGET, element.slot, all.slot, index.slot, 0);
    lower_variable(l, s->foreach.var, element);
    lower_stmt(l, s->foreach.body);

    l->span = s->span;
    uint32_t again = here(l);
    Value one = lower_constant(l, TYPES->integer, 1);
    emit(l, OP_ADD, index.slot, index.slot, one.slot, 0);
    free_temp(l, one);
    emit(l, OP_JUMP, 0, 0, 0, test);
    patch(l, end);
    end_loop(l, &loop, again);
    // The snapshot is not kept alive behind the loop.
    emit(l, OP_CONST, all.slot, 0, 0, 0);
    free_temp(l, all);
    free_temp(l, index);
}

static void lower_loop_exit(Lower *l, Stmt *s)
{
    uint32_t jump = emit(l, OP_JUMP, 0, 0, 0, 0);
    Loop *loop = l->loop;
    while (s->kind == STMT_CONTINUE && loop->is_receive)
        loop = loop->outer;
    assert(loop);  // typing has refused others
    if (s->kind == STMT_BREAK)
        vec_push(l->t->arena, &loop->breaks, jump);
    else
        vec_push(l->t->arena, &loop->continues, jump);
}

// --------------------------------------------------------------------------- events

// The payload's type, where the event is named outright.
static const Type *known_payload(const Expr *event)
{
    if (event->kind == EXPR_NAME && event->name.decl->kind == DECL_EVENT)
        return ((const EventDecl *)event->name.decl)->payload;
    return NULL;
}

static void lower_send(Lower *l, Stmt *s)
{
    Value target = lower_expr(l, s->emit.target);
    Value event = lower_expr(l, s->emit.event);
    Value payload = lower_payload(l, s->emit.args, known_payload(s->emit.event));
    emit(l, OP_SEND, payload.slot, target.slot, event.slot, 0);
    free_temp(l, target);
    free_temp(l, event);
    free_temp(l, payload);
}

static bool some_call(ExprList args)
{
    for (uint32_t i = 0; i < args.count; i++)
        if (has_call(args.items[i]))
            return true;
    return false;
}

static void lower_raise(Lower *l, Stmt *s)
{
    Value event = lower_late(l, s->emit.event, some_call(s->emit.args));
    Value payload = lower_payload(l, s->emit.args, known_payload(s->emit.event));
    event = lower_now(l, event);
    emit(l, OP_RAISE, 0, event.slot, payload.slot, 0);
    free_temp(l, event);
    free_temp(l, payload);
}

static void lower_announce(Lower *l, Stmt *s)
{
    Value event = lower_late(l, s->emit.event, some_call(s->emit.args));
    Value payload = lower_payload(l, s->emit.args, known_payload(s->emit.event));
    event = lower_now(l, event);
    emit(l, OP_ANNOUNCE, 0, event.slot, payload.slot,
         s->emit.monitor ? (int64_t)s->emit.monitor->index : -1);
    free_temp(l, event);
    free_temp(l, payload);
}

static void lower_goto(Lower *l, Stmt *s)
{
    const FunDecl *entry = s->jump.target->entry;
    const Type *wanted = entry && entry->params.count ? entry->params.items[0]->type : NULL;
    Value payload = lower_payload(l, s->jump.args, wanted);
    emit(l, OP_GOTO, 0, payload.slot, 0, table_state(l->t, s->jump.target));
    free_temp(l, payload);
}

// -------------------------------------------------------------------------- receive

static uint32_t slot_of(const Lower *l, const VarDecl *var)
{
    void *slot = map_get(&l->slots, (uint64_t)(uintptr_t)var);
    assert(slot);
    return (uint32_t)((uintptr_t)slot - 1);
}

// The body of one case, in the frame of the function it stands in.
static void lower_case_body(Lower *l, FunDecl *fun)
{
    FunDecl *outer = l->fun;
    l->fun = fun;
    for (uint32_t i = 0; i < fun->locals.count; i++)
        emit(l, OP_DEFAULT, slot_of(l, fun->locals.items[i]), 0, 0,
             table_type(l->t, fun->locals.items[i]->type));
    lower_stmt(l, fun->body);
    l->fun = outer;
}

static uint32_t payload_slot(Lower *l, FunDecl *fun)
{
    if (fun->params.count)
        return slot_of(l, fun->params.items[0]);
    return fun->uses_trigger ? l->payload : P_NONE;
}

static void lower_case(Lower *l, ReceiveCase *c, PReceiveCase *made, uint32_t *count)
{
    uint32_t outer_payload = l->payload, outer_trigger = l->trigger;
    if (c->fun->uses_trigger) {
        l->payload = temp(l, c->fun->payload ? c->fun->payload : TYPES->any);
        l->trigger = temp(l, TYPES->event);
    }
    VEC(uint32_t) entries = {0};
    for (uint32_t i = 0; i < c->events.count; i++) {
        made[(*count)++] = (PReceiveCase){
            .event = c->events.items[i]->id,
            .at = here(l),
            .payload = payload_slot(l, c->fun),
        };
        if (!c->fun->uses_trigger)
            continue;
        emit(l, OP_CONST, l->trigger, 0, 0, c->events.items[i]->id);
        vec_push(l->t->arena, &entries, emit(l, OP_JUMP, 0, 0, 0, 0));
    }
    for (uint32_t i = 0; i < entries.count; i++)
        patch(l, entries.items[i]);
    lower_case_body(l, c->fun);
    if (c->fun->uses_trigger) {
        free_slots(l, (uint16_t)l->payload, 1);
        free_slots(l, (uint16_t)l->trigger, 1);
    }
    l->payload = outer_payload;
    l->trigger = outer_trigger;
}

static void lower_receive(Lower *l, Stmt *s)
{
    uint32_t event_count = 0, made_count = 0, id = l->t->receives.count;
    for (uint32_t i = 0; i < s->receive.count; i++)
        event_count += s->receive.cases[i].events.count;
    PReceiveCase *made = NEW_ARRAY(l->t->arena, PReceiveCase, event_count);
    PReceive receive = {.case_count = event_count, .cases = made};
    vec_push(l->t->arena, &l->t->receives, receive);
    emit(l, OP_RECEIVE, 0, 0, 0, id);

    Loop loop = {.outer = l->loop, .is_receive = true};
    l->loop = &loop;
    for (uint32_t i = 0; i < s->receive.count; i++) {
        lower_case(l, &s->receive.cases[i], made, &made_count);
        assert(made_count <= event_count);
        l->span = s->span;
        vec_push(l->t->arena, &loop.breaks, emit(l, OP_JUMP, 0, 0, 0, 0));
    }
    end_loop(l, &loop, here(l));
}

// -------------------------------------------------------------------------- dispatch

static void lower_block(Lower *l, Stmt *s)
{
    for (uint32_t i = 0; i < s->block.count; i++)
        lower_stmt(l, s->block.items[i]);
}

static void lower_here(Lower *l, Stmt *s)
{
    switch (s->kind) {
    case STMT_EMPTY:
        break;
    case STMT_BLOCK:
        lower_block(l, s);
        break;
    case STMT_ASSERT:
        lower_assert(l, s);
        break;
    case STMT_ASSUME:
        lower_assume(l, s);
        break;
    case STMT_PRINT:
        lower_print(l, s);
        break;
    case STMT_RETURN:
        lower_return(l, s);
        break;
    case STMT_BREAK:
    case STMT_CONTINUE:
        lower_loop_exit(l, s);
        break;
    case STMT_ASSIGN:
    case STMT_INSERT:
    case STMT_ADD:
    case STMT_REMOVE:
        lower_assign(l, s);
        break;
    case STMT_WHILE:
        lower_while(l, s);
        break;
    case STMT_FOREACH:
        lower_foreach(l, s);
        break;
    case STMT_IF:
        lower_if(l, s);
        break;
    case STMT_NEW:
        free_temp(l, lower_new(l, s->value));
        break;
    case STMT_CALL:
        free_temp(l, lower_call(l, s->value));
        break;
    case STMT_RAISE:
        lower_raise(l, s);
        break;
    case STMT_SEND:
        lower_send(l, s);
        break;
    case STMT_ANNOUNCE:
        lower_announce(l, s);
        break;
    case STMT_GOTO:
        lower_goto(l, s);
        break;
    case STMT_RECEIVE:
        lower_receive(l, s);
        break;
    case STMT_PUSH:
        emit(l, OP_PUSH, 0, 0, 0, table_state(l->t, s->jump.target));
        break;
    case STMT_POP:
        emit(l, OP_POP, 0, 0, 0, 0);
        break;
    }
}

void lower_stmt(Lower *l, Stmt *s)
{
    Span outer = l->span;
    l->span = s->span;
    lower_here(l, s);
    l->span = outer;
}
