// rt/machine_state.c: the states of a machine, and how it gets from one to the other.
//
// The rules are those of docs/language.md. The 2015 dialect has a stack of states, and a state
// inherits from those below it.

#include <stdlib.h>

#include "base/err.h"
#include "plait/foreign.h"
#include "rt/machine_impl.h"

enum { LEVELS_MAX = 1000 };  // states on the stack

uint32_t machine_state(const Machine *m)
{
    return m->level_count ? top(m)->state : P_NONE;
}

// ------------------------------------------------------------------- handlers' payloads

// Stores the payload in a parameter, converted to its type. If the payload is a tuple of one
// part, the parameter may get that part.
static bool bind_payload(Machine *m, uint32_t slot, uint32_t type, PWord payload, PRequest *ask)
{
    const PProgram *p = program(m);
    uint32_t wanted = fun_of(m, m->frame)->slot_types[slot];
    if (type == wanted) {
        slots_of(m, m->frame)[slot] = p_retain(p, type, payload);
        return true;
    }
    const PType *from = &p->types[type], *to = &p->types[wanted];
    bool is_only_part = from->kind == P_TYPE_TUPLE && from->count == 1 &&
                        to->kind != P_TYPE_TUPLE && to->kind != P_TYPE_ANY;
    if (is_only_part)
        return p_cast(p, from->parts[0], p_tuple_part(payload, 0), wanted,
                      &slots_of(m, m->frame)[slot], ask);
    return p_cast(p, type, payload, wanted, &slots_of(m, m->frame)[slot], ask);
}

// Starts a function as a handler of the machine. Borrows the payload.
static bool start_handler(Machine *m, uint32_t fun, uint32_t event, uint32_t type, PWord payload,
                          PRequest *ask)
{
    if (!push_frame(m, fun, P_NONE, P_NONE, ask))
        return false;
    const PFun *f = &program(m)->funs[fun];
    uint32_t next = 0;
    if (f->takes_trigger) {
        if (!bind_payload(m, 0, type, payload, ask))
            return false;
        slots_of(m, m->frame)[1] = event;
        next = 2;
    }
    return f->param_count <= next || bind_payload(m, next, type, payload, ask);
}

// ----------------------------------------------------------------------------- levels

static void add_level(Machine *m, Level level)
{
    if (m->level_count == m->level_capacity) {
        m->level_capacity = m->level_capacity ? m->level_capacity * 2 : 1;
        m->levels = realloc(m->levels, m->level_capacity * sizeof *m->levels);
        if (!m->levels)
            die_out_of_memory(m->level_capacity * sizeof *m->levels);
    }
    m->levels[m->level_count++] = level;
}

static void drop_level(Machine *m)
{
    free(top(m)->deferred);
    free((void *)top(m)->actions);
    m->level_count--;
}

// What a state on top of this one inherits: A' = (A - d + a) - t, and D' = (D + d) - a - t, where
// A and D are the inherited actions and deferred events, and d, a, t the events that this state
// defers, has actions for, has transitions for. After a push statement, the new state defers all
// events that no inherited action handles.
static void inherit(const Machine *m, Level *level, bool is_statement)
{
    uint32_t events = program(m)->event_count;
    level->deferred = calloc((events + 63) / 64, sizeof *level->deferred);
    level->actions = calloc(events, sizeof *level->actions);
    if (!level->deferred || !level->actions)
        die_out_of_memory(events * sizeof *level->actions);
    for (uint32_t e = 0; e < events; e++) {
        const PHandler *own = own_handler(program(m), top(m)->state, e);
        bool acts = own && (own->kind == P_ON_DO || own->kind == P_ON_IGNORE);
        const PHandler *action = acts || own       ? (acts ? own : NULL)
                                 : top(m)->actions ? top(m)->actions[e]
                                                   : NULL;
        bool defers = own ? own->kind == P_ON_DEFER : inherits_defer(top(m), e);
        level->actions[e] = action;
        if (is_statement ? !action && e != P_EVENT_HALT && e != P_EVENT_NULL : defers)
            level->deferred[e / 64] |= (uint64_t)1 << (e % 64);
    }
}

void machine_add_level(Machine *m, uint32_t state, uint32_t frame)
{
    Level level = {.state = state, .frame = frame};
    if (m->level_count > 0)
        inherit(m, &level, frame != P_NONE);
    add_level(m, level);
}

// ------------------------------------------------------------------------- transitions

// Enters the top state with the current event.
static bool enter(Machine *m, PRequest *ask)
{
    const PState *s = &program(m)->states[machine_state(m)];
    m->control = CONTROL_WAIT;
    happened(m, HAPPENED_ENTRY, machine_state(m), m->event, m->payload_type, m->payload);
    bool is_fine = s->entry == P_NONE ||
                   start_handler(m, s->entry, m->event, m->payload_type, m->payload, ask);
    set_payload(m, P_EVENT_NULL, 0, 0);
    return is_fine;
}

// Starts the exit function of the top state, if it has one; `control` comes after it.
static bool leave(Machine *m, Control control, PRequest *ask)
{
    const PState *s = &program(m)->states[machine_state(m)];
    m->control = control;
    happened(m, HAPPENED_EXIT, machine_state(m), m->event, 0, 0);
    if (s->exit == P_NONE)
        return true;
    // The exit function gets the event of the transition. The payload of a goto statement is for
    // the entry function.
    if (m->event == P_EVENT_NULL)
        return start_handler(m, s->exit, m->event, 0, 0, ask);
    return start_handler(m, s->exit, m->event, m->payload_type, m->payload, ask);
}

bool machine_transit(Machine *m, PRequest *ask)
{
    m->control = CONTROL_TRANSITED;
    if (!m->handler || m->handler->fun == P_NONE)
        return true;
    return start_handler(m, m->handler->fun, m->event, m->payload_type, m->payload, ask);
}

bool machine_arrive(Machine *m, PRequest *ask)
{
    top(m)->state = m->target;
    m->handler = NULL;
    return enter(m, ask);
}

static bool push_state(Machine *m, uint32_t state, uint32_t frame, PRequest *ask)
{
    if (m->level_count >= LEVELS_MAX) {
        m->frame = frame;  // for the position of the error
        return p_fail(ask, P_ERROR_STACK_OVERFLOW, "%d states are pushed on top of each other",
                      LEVELS_MAX);
    }
    happened(m, HAPPENED_PUSH, state, m->event, 0, 0);
    machine_add_level(m, state, frame);
    return enter(m, ask);
}

// Pops the state after its exit. A handler that pushed it by a statement continues.
void machine_pop(Machine *m)
{
    uint32_t frame = top(m)->frame;
    drop_level(m);
    happened(m, HAPPENED_POP, machine_state(m), m->event, 0, 0);
    m->control = CONTROL_WAIT;
    m->frame = frame;
}

// ------------------------------------------------------------------------------ events

void machine_halt(Machine *m)
{
    happened(m, HAPPENED_HALT, machine_state(m), P_EVENT_HALT, 0, 0);
    if (m->foreign && m->foreign->destroy)
        m->foreign->destroy(m->foreign_state);
    m->foreign_state = NULL;
    machine_unwind(m);
    while (m->level_count) {
        m->frame = top(m)->frame;
        machine_unwind(m);
        drop_level(m);
    }
    set_payload(m, P_EVENT_NULL, 0, 0);
    m->is_raised = false;
    m->control = CONTROL_HALTED;
}

// The top state handles the current event.
bool machine_handle(Machine *m, PRequest *ask)
{
    const PHandler *h = handler_of(m, m->event);
    m->is_raised = false;
    if (!h || h->kind == P_ON_DEFER) {
        happened(m, HAPPENED_UNHANDLED, machine_state(m), m->event, 0, 0);
        return leave(m, CONTROL_UNHANDLED, ask);
    }
    switch (h->kind) {
    case P_ON_IGNORE:
        set_payload(m, P_EVENT_NULL, 0, 0);
        return true;
    case P_ON_GOTO:
        m->handler = h;
        m->target = h->target;
        happened(m, HAPPENED_GOTO, h->target, m->event, 0, 0);
        return leave(m, CONTROL_EXITED, ask);
    case P_ON_PUSH:
        return push_state(m, h->target, P_NONE, ask);
    default: {
        bool is_fine = h->fun == P_NONE ||
                       start_handler(m, h->fun, m->event, m->payload_type, m->payload, ask);
        set_payload(m, P_EVENT_NULL, 0, 0);
        return is_fine;
    }
    }
}

// The state did not handle the event, and its exit has run. The state below may handle it. If
// there is none, `halt` halts the machine, and any other event is a bug.
bool machine_unhandled(Machine *m, PRequest *ask)
{
    if (m->level_count > 1) {
        PWord payload = m->payload;
        m->payload = 0;
        uint32_t frame = top(m)->frame;
        if (frame != P_NONE) {  // the handler that pushed it does not continue
            m->frame = frame;
            machine_unwind(m);
        }
        drop_level(m);
        m->payload = payload;
        m->control = CONTROL_WAIT;
        m->is_raised = true;
        return true;
    }
    if (m->event == P_EVENT_HALT) {
        machine_halt(m);
        return true;
    }
    const PState *s = &program(m)->states[machine_state(m)];
    return p_fail(ask, P_ERROR_UNHANDLED_EVENT, "`%s` is not handled in state `%s`",
                  program(m)->events[m->event].name, s->name);
}

// ------------------------------------------------------------------------- statements

bool machine_raise(Machine *m, PRequest *ask)
{
    const PEvent *event = &program(m)->events[ask->event];
    if (ask->event == P_EVENT_NULL) {
        p_release(program(m), ask->type, ask->value);
        return p_fail(ask, P_ERROR_NULL_TARGET, "`null` is no event that could be raised");
    }
    PWord payload;
    bool is_fine = p_cast(program(m), ask->type, ask->value, event->payload, &payload, ask);
    p_release(program(m), ask->type, ask->value);
    if (!is_fine)
        return false;
    happened(m, HAPPENED_RAISE, machine_state(m), ask->event, event->payload, payload);
    machine_unwind(m);
    set_payload(m, ask->event, event->payload, payload);
    m->control = CONTROL_WAIT;
    m->is_raised = true;
    return true;
}

bool machine_goto(Machine *m, PRequest *ask)
{
    happened(m, HAPPENED_GOTO, ask->state, P_EVENT_NULL, ask->type, ask->value);
    machine_unwind(m);
    set_payload(m, P_EVENT_NULL, ask->type, ask->value);
    m->handler = NULL;
    m->target = ask->state;
    return leave(m, CONTROL_EXITED, ask);
}

bool machine_push_by_statement(Machine *m, PRequest *ask)
{
    uint32_t frame = m->frame;
    m->frame = P_NONE;
    set_payload(m, P_EVENT_NULL, 0, 0);
    return push_state(m, ask->state, frame, ask);
}

bool machine_pop_by_statement(Machine *m, PRequest *ask)
{
    machine_unwind(m);
    if (m->level_count == 1)
        return p_fail(ask, P_ERROR_UNHANDLED_EVENT, "there is no state below to pop to");
    return leave(m, CONTROL_POPPED, ask);
}
