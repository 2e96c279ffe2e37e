// rt/machine.c: the meaning of a machine step.
//
// Functions run on a stack of frames. When the last one has returned, `control` says what comes
// next: wait for an event, continue a transition, pop a state. A handler that ends by raise,
// goto or pop discards its frames.
//
// The rules are those of docs/language.md. The 2015 dialect differs where the code tests
// `is_classic`: it has a stack of states, and a state inherits from those below it.

#include "rt/machine.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/err.h"
#include "plait/foreign.h"
#include "rt/node.h"
#include "rt/program.h"

enum {
    STACK_MAX = 1 << 23,  // words of frames
    LEVELS_MAX = 1000,    // states on the stack
    TURN = 100,           // fuel for a transition, and for a request to the host
};

int64_t machine_fuel = MACHINE_FUEL;
_Thread_local uint64_t machine_foreign_calls;
_Thread_local const char *machine_foreign_reach;
_Thread_local const ForeignAnswers *machine_foreign_answers;

static const PProgram *program(const Machine *m)
{
    return m->shared.program;
}

static void happened(const Machine *m, Happening what, uint32_t state, uint32_t event,
                     uint32_t type, PWord value)
{
    if (m->observer)
        m->observer->happened(m->observer->data, m, what, state, event, type, value);
}

// ----------------------------------------------------------------------------- frames

static PWord *slots_of(const Machine *m, uint32_t frame)
{
    return &m->stack[frame + FRAME_WORDS];
}

static const PFun *fun_of(const Machine *m, uint32_t frame)
{
    return &program(m)->funs[m->stack[frame + FRAME_FUN]];
}

static bool reserve(Machine *m, uint32_t words, PRequest *ask)
{
    if (m->stack_size + words <= m->stack_capacity)
        return true;
    if (m->stack_size + words > STACK_MAX)
        return p_fail(ask, P_ERROR_STACK_OVERFLOW, "calls are nested too deeply");
    uint32_t capacity = m->stack_capacity ? m->stack_capacity * 2 : 32;
    while (capacity < m->stack_size + words)
        capacity *= 2;
    m->stack = realloc(m->stack, capacity * sizeof *m->stack);
    if (!m->stack)
        die_out_of_memory(capacity * sizeof *m->stack);
    m->stack_capacity = capacity;
    return true;
}

// Pushes an empty frame on top of `below` (P_NONE for the first frame of a handler).
static inline bool push_frame(Machine *m, uint32_t fun, uint32_t below, uint32_t answer,
                              PRequest *ask)
{
    uint32_t slots = program(m)->funs[fun].slot_count;
    if (!reserve(m, FRAME_WORDS + slots, ask))
        return false;
    PWord *frame = &m->stack[m->stack_size];
    memset(frame, 0, (FRAME_WORDS + slots) * sizeof *frame);
    frame[FRAME_BELOW] = below;
    frame[FRAME_FUN] = fun;
    frame[FRAME_ANSWER] = answer;
    m->frame = m->stack_size;
    m->stack_size += FRAME_WORDS + slots;
    return true;
}

static inline void leave_frame(Machine *m)
{
    m->stack_size = m->frame;
    m->frame = (uint32_t)m->stack[m->frame + FRAME_BELOW];
}

static inline void pop_frame(Machine *m)
{
    const PFun *fun = fun_of(m, m->frame);
    const PWord *slots = slots_of(m, m->frame);
    const uint16_t *end = fun->nodes + fun->node_count;
    for (const uint16_t *slot = fun->nodes; slot < end; slot++)
        if (slots[*slot])
            p_release_node(program(m), fun->slot_types[*slot], slots[*slot]);
    leave_frame(m);
}

// The handler ends: removes its frames. The frames of a handler that pushed this state by a
// statement stay below.
static void unwind(Machine *m)
{
    while (m->frame != P_NONE)
        pop_frame(m);
    m->receive = P_NONE;
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

// Sets the current event and its payload.
static void set_payload(Machine *m, uint32_t event, uint32_t type, PWord payload)
{
    PWord old = m->payload;
    uint32_t old_type = m->payload_type;
    m->event = event;
    m->payload_type = type;
    m->payload = payload;
    p_release(program(m), old_type, old);
}

// ----------------------------------------------------------------------------- levels

static Level *top(const Machine *m)
{
    return &m->levels[m->level_count - 1];
}

uint32_t machine_state(const Machine *m)
{
    return m->level_count ? top(m)->state : P_NONE;
}

static inline const PHandler *own_handler(const PProgram *p, uint32_t state, uint32_t event)
{
    enum { FEW = 8 };
    const PState *s = &p->states[state];
    uint32_t low = 0, high = s->handler_count;
    while (high - low > FEW) {
        uint32_t middle = low + (high - low) / 2;
        if (s->handlers[middle].event < event)
            low = middle + 1;
        else
            high = middle + 1;
    }
    const PHandler *h = s->handlers + low, *end = s->handlers + high;
    while (h < end && h->event < event)
        h++;
    return h < end && h->event == event ? h : NULL;
}

static bool inherits_defer(const Level *level, uint32_t event)
{
    return level->deferred && (level->deferred[event / 64] >> (event % 64) & 1);
}

// The handler of the event: the state's own, else the inherited action.
static const PHandler *handler_of(const Machine *m, uint32_t event)
{
    const PHandler *own = own_handler(program(m), top(m)->state, event);
    if (own)
        return own;
    return top(m)->actions ? top(m)->actions[event] : NULL;
}

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

static bool transit(Machine *m, PRequest *ask)
{
    m->control = CONTROL_TRANSITED;
    if (!m->handler || m->handler->fun == P_NONE)
        return true;
    return start_handler(m, m->handler->fun, m->event, m->payload_type, m->payload, ask);
}

static bool arrive(Machine *m, PRequest *ask)
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
static void pop_state(Machine *m)
{
    uint32_t frame = top(m)->frame;
    drop_level(m);
    happened(m, HAPPENED_POP, machine_state(m), m->event, 0, 0);
    m->control = CONTROL_WAIT;
    m->frame = frame;
}

// ------------------------------------------------------------------------------ events

static void halt(Machine *m)
{
    happened(m, HAPPENED_HALT, machine_state(m), P_EVENT_HALT, 0, 0);
    if (m->foreign && m->foreign->destroy)
        m->foreign->destroy(m->foreign_state);
    m->foreign_state = NULL;
    unwind(m);
    while (m->level_count) {
        m->frame = top(m)->frame;
        unwind(m);
        drop_level(m);
    }
    set_payload(m, P_EVENT_NULL, 0, 0);
    m->is_raised = false;
    m->control = CONTROL_HALTED;
}

// The top state handles the current event.
static bool handle(Machine *m, PRequest *ask)
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
static bool unhandled(Machine *m, PRequest *ask)
{
    if (m->level_count > 1) {
        PWord payload = m->payload;
        m->payload = 0;
        uint32_t frame = top(m)->frame;
        if (frame != P_NONE) {  // the handler that pushed it does not continue
            m->frame = frame;
            unwind(m);
        }
        drop_level(m);
        m->payload = payload;
        m->control = CONTROL_WAIT;
        m->is_raised = true;
        return true;
    }
    if (m->event == P_EVENT_HALT) {
        halt(m);
        return true;
    }
    const PState *s = &program(m)->states[machine_state(m)];
    return p_fail(ask, P_ERROR_UNHANDLED_EVENT, "`%s` is not handled in state `%s`",
                  program(m)->events[m->event].name, s->name);
}

// ---------------------------------------------------------------------- functions' asks

static bool fail_missing(const PFun *fun, PRequest *ask)
{
    Buf symbol = {0};
    program_symbol(&symbol, "P_FUN_", fun->name);
    p_fail(ask, P_ERROR_SETUP,
           "nothing supplies the foreign function `%.100s`: write "
           "`bool %.140s(PForeignCall *call)` in a C file and give that with the paths; "
           "plait compile -o DIR writes a beginning",
           fun->name, buf_text(&symbol));
    buf_drop(&symbol);
    return false;
}

static bool call_foreign(Machine *m, const PFun *fun, PRequest *ask)
{
    PForeignFun *code = fun->foreign ? fun->foreign : program_builtin(program(m), fun);
    const ForeignAnswers *answers =
        fun->foreign || !code ? machine_foreign_answers : NULL;  // built-in ones are no C
    if (!code && !answers)
        return fail_missing(fun, ask);
    PWord *slots = slots_of(m, m->frame);
    uint32_t first = (uint32_t)(ask->args - slots);
    PForeignCall call = {
        .program = program(m),
        .machine = &m->shared,
        .fun = fun,
        .arg_count = ask->count,
        .args = ask->args,
        .arg_types = fun->slot_types,
        .result_type = fun->result,
        .result = p_default(program(m), fun->result),
        .ask = ask,
    };
    ask->error = P_ERROR_NONE;
    if (!fun->is_repeatable && fun->foreign)
        machine_foreign_calls++;
    machine_foreign_reach = NULL;
    bool is_fine = answers                           ? answers->answer(answers->data, &call)
                   : m->shared.guard && fun->foreign ? m->shared.guard(code, &call)
                                                     : code(&call);
    if (!is_fine && ask->error == P_ERROR_NONE)
        p_fail(ask, P_ERROR_FOREIGN, "the foreign function `%s` failed", fun->name);
    if (machine_foreign_reach && ask->error != P_ERROR_SETUP)
        p_fail(ask, P_ERROR_SETUP,
               "the foreign function `%s` calls %s, but nothing runs: what comes from outside "
               "cannot be checked; check a model of it",
               fun->name, machine_foreign_reach);
    is_fine = is_fine && ask->error == P_ERROR_NONE;
    for (uint32_t i = 0; i < ask->count; i++) {
        p_release(program(m), fun->slot_types[i], slots[first + i]);
        slots[first + i] = 0;
    }
    if (is_fine && fun->foreign)
        happened(m, HAPPENED_CALL, machine_state(m), ask->fun, fun->result, call.result);
    if (is_fine)
        machine_answer(m, ask->answer, call.result);
    else
        p_release(program(m), fun->result, call.result);
    return is_fine;
}

static bool call(Machine *m, PRequest *ask)
{
    const PFun *fun = &program(m)->funs[ask->fun];
    uint32_t caller = m->frame;
    if (fun->is_foreign || fun->foreign)
        return call_foreign(m, fun, ask);
    uint32_t first = (uint32_t)(ask->args - slots_of(m, caller));
    if (!push_frame(m, ask->fun, caller, ask->answer, ask))
        return false;
    PWord *args = slots_of(m, caller) + first, *slots = slots_of(m, m->frame);
    for (uint32_t i = 0; i < ask->count; i++)
        slots[i] = p_move(&args[i]);
    return true;
}

// A function has returned: its caller continues, or the handler has ended.
static inline void returned(Machine *m, PRequest *ask)
{
    uint32_t answer = (uint32_t)m->stack[m->frame + FRAME_ANSWER];
    if (fun_of(m, m->frame)->native)  // it has released what its slots held
        leave_frame(m);
    else
        pop_frame(m);
    if (m->frame == P_NONE) {
        p_release(program(m), ask->type, ask->value);
        return;
    }
    PWord *slot = &slots_of(m, m->frame)[answer];
    PWord old = *slot;
    *slot = ask->value;
    p_release(program(m), fun_of(m, m->frame)->slot_types[answer], old);
}

static bool raise(Machine *m, PRequest *ask)
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
    unwind(m);
    set_payload(m, ask->event, event->payload, payload);
    m->control = CONTROL_WAIT;
    m->is_raised = true;
    return true;
}

static bool goto_state(Machine *m, PRequest *ask)
{
    happened(m, HAPPENED_GOTO, ask->state, P_EVENT_NULL, ask->type, ask->value);
    unwind(m);
    set_payload(m, P_EVENT_NULL, ask->type, ask->value);
    m->handler = NULL;
    m->target = ask->state;
    return leave(m, CONTROL_EXITED, ask);
}

static bool push_by_statement(Machine *m, PRequest *ask)
{
    uint32_t frame = m->frame;
    m->frame = P_NONE;
    set_payload(m, P_EVENT_NULL, 0, 0);
    return push_state(m, ask->state, frame, ask);
}

static bool pop_by_statement(Machine *m, PRequest *ask)
{
    unwind(m);
    if (m->level_count == 1)
        return p_fail(ask, P_ERROR_UNHANDLED_EVENT, "there is no state below to pop to");
    return leave(m, CONTROL_POPPED, ask);
}

// -------------------------------------------------------------------------------- running

static PAsk run_frame(Machine *m, PRequest *ask)
{
    PWord *frame = &m->stack[m->frame], *slots = frame + FRAME_WORDS;
    uint32_t number = (uint32_t)frame[FRAME_FUN], resume = (uint32_t)frame[FRAME_RESUME];
    const PFun *fun = &program(m)->funs[number];
    ask->fun = P_NONE;
    PAsk asked = fun->native ? fun->native(&m->shared, slots, resume, ask)
                             : vm_run(&m->shared, fun, slots, resume, ask);
    m->at_fun = number;
    // A failure in a function that was called directly contains its own position.
    if (asked == P_ASK_FAIL && ask->fun != P_NONE)
        m->at_fun = ask->fun;
    m->at = ask->at;
    frame[FRAME_RESUME] = ask->resume;
    return asked;
}

// A request to the host that has no effect on other machines: it costs fuel.
static bool asks(Machine *m, Step what, Step *step)
{
    m->shared.fuel -= TURN;
    *step = what;
    return false;
}

// Executes the requests that need no host. True to continue; else `step` is for the host.
static bool do_request(Machine *m, PAsk asked, PRequest *ask, Step *step)
{
    bool is_fine = true;
    switch (asked) {
    case P_ASK_DONE:
        returned(m, ask);
        return true;
    case P_ASK_CALL:
        is_fine = call(m, ask);
        break;
    case P_ASK_RAISE:
        is_fine = raise(m, ask);
        break;
    case P_ASK_GOTO:
        is_fine = goto_state(m, ask);
        break;
    case P_ASK_PUSH:
        is_fine = push_by_statement(m, ask);
        break;
    case P_ASK_POP:
        is_fine = pop_by_statement(m, ask);
        break;
    case P_ASK_RECEIVE:
        m->receive = ask->receive;
        *step = STEP_WAIT;
        return false;
    case P_ASK_SEND:
        *step = STEP_SEND;
        return false;
    case P_ASK_NEW:
        *step = STEP_NEW;
        return false;
    case P_ASK_ANNOUNCE:
        return asks(m, STEP_ANNOUNCE, step);
    case P_ASK_CHOOSE:
        return asks(m, STEP_CHOOSE, step);
    case P_ASK_PRINT:
        return asks(m, STEP_PRINT, step);
    case P_ASK_ASSUME:
        *step = STEP_ASSUME;
        return false;
    case P_ASK_FAIL:
        is_fine = false;
        break;
    }
    *step = STEP_FAILED;
    return is_fine;
}

// No function runs: does what `control` says.
static bool continue_control(Machine *m, PRequest *ask, Step *step)
{
    *step = STEP_FAILED;
    switch (m->control) {
    case CONTROL_WAIT:
        if (m->is_raised)
            return handle(m, ask);
        *step = STEP_WAIT;
        return false;
    case CONTROL_EXITED:
        return transit(m, ask);
    case CONTROL_TRANSITED:
        return arrive(m, ask);
    case CONTROL_UNHANDLED:
        return unhandled(m, ask);
    case CONTROL_POPPED:
        pop_state(m);
        return true;
    case CONTROL_HALTED:
        *step = STEP_HALTED;
        return false;
    }
    return false;
}

// Runs a machine that is implemented in C: its start, or the current event.
static Step run_foreign(Machine *m)
{
    if (m->control == CONTROL_HALTED)
        return STEP_HALTED;
    if (m->control == CONTROL_TRANSITED) {
        if (m->foreign->create)
            m->foreign_state = m->foreign->create(&m->shared, m->payload);
        m->control = CONTROL_WAIT;
    } else if (m->is_raised && m->event == P_EVENT_HALT) {
        halt(m);
        return STEP_HALTED;
    } else if (m->is_raised && m->foreign->event) {
        m->foreign->event(&m->shared, m->foreign_state, m->event, m->payload);
    }
    m->is_raised = false;
    set_payload(m, P_EVENT_NULL, 0, 0);
    return STEP_WAIT;
}

// Continues after a request of the running frame, or without one, up to a request to the host.
static __attribute__((noinline)) Step run_on(Machine *m, PAsk asked, PRequest *ask)
{
    Step step = STEP_FAILED;
    for (;;) {
        bool continues;
        if (m->frame != P_NONE) {
            continues = do_request(m, asked, ask, &step);
            // The handler has ended: nearly always the machine waits.
            if (m->frame == P_NONE && m->control == CONTROL_WAIT && !m->is_raised && continues)
                return STEP_WAIT;
        } else {
            continues = continue_control(m, ask, &step);
            m->shared.fuel -= TURN;
        }
        // No fuel is left: an endless chain of raise or goto.
        if (continues && !p_has_fuel(&m->shared, ask)) {
            continues = false;
            step = STEP_FAILED;
        }
        if (!continues)
            return step == STEP_FAILED && m->shared.is_stopped ? STEP_STOPPED : step;
        if (m->frame != P_NONE)
            asked = run_frame(m, ask);
    }
}

Step machine_run(Machine *m, PRequest *ask)
{
    if (m->receive != P_NONE)  // still waits: no event was delivered
        return STEP_WAIT;
    if (m->foreign)
        return run_foreign(m);
    if (m->frame == P_NONE)
        return run_on(m, P_ASK_DONE, ask);
    // The most frequent ends first: a request to the host, or the end of the handler.
    PAsk asked = run_frame(m, ask);
    switch (asked) {
    case P_ASK_SEND:
        return STEP_SEND;
    case P_ASK_CHOOSE:
        m->shared.fuel -= TURN;
        return STEP_CHOOSE;
    case P_ASK_ANNOUNCE:
        m->shared.fuel -= TURN;
        return STEP_ANNOUNCE;
    case P_ASK_DONE:
        if (m->stack[m->frame + FRAME_BELOW] != P_NONE || m->control != CONTROL_WAIT ||
            m->is_raised)
            return run_on(m, asked, ask);
        returned(m, ask);
        return STEP_WAIT;
    default:
        return run_on(m, asked, ask);
    }
}

int64_t machine_fuel_left(const Machine *m)
{
    return m->shared.fuel + m->shared.reserve;
}

// ---------------------------------------------------------------------------------- hosts

void machine_init(Machine *m, const PProgram *p, const PTest *test, uint32_t kind,
                  uint32_t interface, PWord self, PWord payload)
{
    *m = (Machine){
        .shared = {.program = p, .test = test, .self = self},
        .kind = kind,
        .interface = interface,
        .id = P_MACHINE_ID(self),
        .frame = P_NONE,
        .receive = P_NONE,
        .at_fun = P_NONE,
        .control = CONTROL_TRANSITED,  // as if a transition led to the start state
        .target = p->machines[kind].start,
        .foreign = p->machines[kind].foreign,
    };
    const PMachineInfo *info = &p->machines[kind];
    if (info->var_count) {
        m->shared.vars = calloc(info->var_count, sizeof *m->shared.vars);
        if (!m->shared.vars)
            die_out_of_memory(info->var_count * sizeof *m->shared.vars);
    }
    for (uint32_t i = 0; i < info->var_count; i++)
        m->shared.vars[i] = p_default(p, info->var_types[i]);
    add_level(m, (Level){.state = info->start, .frame = P_NONE});
    set_payload(m, P_EVENT_NULL, p->interfaces[interface].payload, payload);
}

void machine_drop(Machine *m)
{
    const PMachineInfo *info = &program(m)->machines[m->kind];
    if (m->control != CONTROL_HALTED) {
        m->observer = NULL;
        halt(m);
    }
    for (uint32_t i = 0; i < info->var_count; i++)
        p_release(program(m), info->var_types[i], m->shared.vars[i]);
    free(m->shared.vars);
    free(m->levels);
    free(m->stack);
}

void machine_share(Machine *m)
{
    const PProgram *p = program(m);
    const PMachineInfo *info = &p->machines[m->kind];

    for (uint32_t i = 0; i < info->var_count; i++)
        value_share(p, info->var_types[i], m->shared.vars[i]);
    value_share(p, m->payload_type, m->payload);
    for (uint32_t at = 0; at < m->stack_size;) {  // frames are next to each other
        const PFun *fun = fun_of(m, at);
        for (uint32_t i = 0; i < fun->node_count; i++)
            value_share(p, fun->slot_types[fun->nodes[i]], slots_of(m, at)[fun->nodes[i]]);
        at += FRAME_WORDS + fun->slot_count;
        assert(at <= m->stack_size);
    }
}

void machine_answer(Machine *m, uint32_t slot, PWord answer)
{
    PWord *place = &slots_of(m, m->frame)[slot];
    PWord old = *place;
    *place = answer;
    if (old)
        p_release(program(m), fun_of(m, m->frame)->slot_types[slot], old);
}

static const PReceiveCase *case_of(const Machine *m, uint32_t event)
{
    const PReceive *r = &program(m)->receives[m->receive];
    for (uint32_t i = 0; i < r->case_count; i++)
        if (r->cases[i].event == event)
            return &r->cases[i];
    return NULL;
}

Wants machine_wants(const Machine *m, uint32_t event)
{
    if (m->receive != P_NONE)
        return event == P_EVENT_HALT || case_of(m, event) ? WANTS_TAKE : WANTS_DEFER;
    if (m->foreign)
        return WANTS_TAKE;
    const PHandler *own = own_handler(program(m), top(m)->state, event);
    if (own)
        return own->kind == P_ON_DEFER                               ? WANTS_DEFER
               : own->kind == P_ON_IGNORE && !program(m)->is_classic ? WANTS_DROP
                                                                     : WANTS_TAKE;
    return inherits_defer(top(m), event) ? WANTS_DEFER : WANTS_TAKE;
}

bool machine_wants_null(const Machine *m)
{
    if (m->receive != P_NONE)
        return case_of(m, P_EVENT_NULL) != NULL;
    if (m->foreign)
        return false;
    const PHandler *h = m->level_count ? handler_of(m, P_EVENT_NULL) : NULL;
    return h && h->kind != P_ON_DEFER && h->kind != P_ON_IGNORE;
}

// Delivers an event to the receive in which the machine waits: stores the payload in the slot of
// the case.
static void deliver_case(Machine *m, const PReceiveCase *c, PWord payload)
{
    const PProgram *p = program(m);
    uint32_t type = p->events[c->event].payload;
    happened(m, HAPPENED_RECEIVE, machine_state(m), c->event, type, payload);
    m->receive = P_NONE;
    m->stack[m->frame + FRAME_RESUME] = c->at;
    if (c->payload != P_NONE) {
        // The type checker has made sure that the slot accepts the payload's type.
        PRequest ask = {0};
        PWord value = 0;
        uint32_t wanted = fun_of(m, m->frame)->slot_types[c->payload];
        if (!p_cast(p, type, payload, wanted, &value, &ask))
            bug("a receive case that does not take its payload: %s", ask.text);
        PWord *slot = &slots_of(m, m->frame)[c->payload];
        PWord old = *slot;
        *slot = value;
        p_release(p, wanted, old);
    }
    p_release(p, type, payload);
}

void machine_deliver(Machine *m, uint32_t event, PWord payload)
{
    const PReceiveCase *c = m->receive != P_NONE ? case_of(m, event) : NULL;
    if (c) {
        deliver_case(m, c, payload);
        return;
    }
    unwind(m);  // if `halt` ends a receive
    set_payload(m, event, program(m)->events[event].payload, payload);
    happened(m, HAPPENED_DEQUEUE, machine_state(m), event, m->payload_type, payload);
    m->control = CONTROL_WAIT;
    m->is_raised = true;
}

static inline const PHandler *find_action(const PProgram *p, uint32_t state, uint32_t event)
{
    const PHandler *h = own_handler(p, state, event);
    if (!h || h->kind != P_ON_DO || h->fun == P_NONE)
        return NULL;
    const PFun *f = &p->funs[h->fun];
    bool fits = f->param_count == 0 ||
                (f->param_count == 1 && f->slot_types[0] == p->events[event].payload);
    return fits && !f->takes_trigger ? h : NULL;
}

const PHandler *machine_action(const PProgram *p, uint32_t state, uint32_t event)
{
    return find_action(p, state, event);
}

static inline bool has_room(const Machine *m, const PFun *f)
{
    return FRAME_WORDS + f->slot_count <= STACK_MAX - m->stack_size;
}

static inline void start_action(Machine *m, const PHandler *h, uint32_t event, PWord payload)
{
    const PFun *f = &program(m)->funs[h->fun];
    m->shared.fuel -= TURN;
    push_frame(m, h->fun, P_NONE, P_NONE, NULL);
    if (f->param_count)
        slots_of(m, m->frame)[0] = payload;
    else
        p_release(program(m), program(m)->events[event].payload, payload);
    m->control = CONTROL_WAIT;
}

bool machine_act(Machine *m, const PHandler *action, uint32_t event, PWord payload)
{
    assert_debug(m->receive == P_NONE && !m->foreign &&
                 action == machine_action(program(m), machine_state(m), event));
    // With little fuel the turn counts where machine_run looks at it.
    if (m->shared.fuel <= TURN || !has_room(m, &program(m)->funs[action->fun]))
        return false;
    start_action(m, action, event, payload);
    return true;
}

// A fast path for the common case. False for other cases; then nothing has happened.
static bool start_plain_action(Machine *m, uint32_t event, PWord payload)
{
    const PProgram *p = program(m);
    if (m->receive != P_NONE || m->foreign)
        return false;
    const PHandler *h = find_action(p, top(m)->state, event);
    if (!h || !has_room(m, &p->funs[h->fun]))
        return false;
    happened(m, HAPPENED_DEQUEUE, machine_state(m), event, p->events[event].payload, payload);
    start_action(m, h, event, payload);
    return true;
}

void machine_take(Machine *m, uint32_t event, PWord payload)
{
    // As in machine_act.
    if (m->shared.fuel <= TURN || !start_plain_action(m, event, payload))
        machine_deliver(m, event, payload);
}

Wants machine_offer(Machine *m, uint32_t event, PWord payload)
{
    if (start_plain_action(m, event, payload))
        return WANTS_TAKE;
    Wants wants = machine_wants(m, event);
    if (wants == WANTS_TAKE)
        machine_deliver(m, event, payload);
    return wants;
}

PPosition machine_position(const Machine *m)
{
    const PProgram *p = program(m);
    if (m->frame != P_NONE && m->at_fun != P_NONE && p->funs[m->at_fun].at)
        return p->funs[m->at_fun].at[m->at];
    return m->level_count ? p->states[machine_state(m)].at : p->machines[m->kind].at;
}
