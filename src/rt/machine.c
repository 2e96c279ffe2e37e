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

#include "base/buf.h"
#include "base/err.h"
#include "plait/foreign.h"
#include "rt/machine_impl.h"
#include "rt/node.h"

int64_t machine_fuel = MACHINE_FUEL;
_Thread_local uint64_t machine_foreign_calls;
_Thread_local const char *machine_foreign_reach;
_Thread_local const ForeignAnswers *machine_foreign_answers;

// ----------------------------------------------------------------------------- frames

bool machine_grow_stack(Machine *m, uint32_t words, PRequest *ask)
{
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

void machine_unwind(Machine *m)
{
    while (m->frame != P_NONE)
        pop_frame(m);
    m->receive = P_NONE;
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
        is_fine = machine_raise(m, ask);
        break;
    case P_ASK_GOTO:
        is_fine = machine_goto(m, ask);
        break;
    case P_ASK_PUSH:
        is_fine = machine_push_by_statement(m, ask);
        break;
    case P_ASK_POP:
        is_fine = machine_pop_by_statement(m, ask);
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
            return machine_handle(m, ask);
        *step = STEP_WAIT;
        return false;
    case CONTROL_EXITED:
        return machine_transit(m, ask);
    case CONTROL_TRANSITED:
        return machine_arrive(m, ask);
    case CONTROL_UNHANDLED:
        return machine_unhandled(m, ask);
    case CONTROL_POPPED:
        machine_pop(m);
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
        machine_halt(m);
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
    machine_add_level(m, info->start, P_NONE);
    set_payload(m, P_EVENT_NULL, p->interfaces[interface].payload, payload);
}

void machine_drop(Machine *m)
{
    const PMachineInfo *info = &program(m)->machines[m->kind];
    if (m->control != CONTROL_HALTED) {
        m->observer = NULL;
        machine_halt(m);
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

PPosition machine_position(const Machine *m)
{
    const PProgram *p = program(m);
    if (m->frame != P_NONE && m->at_fun != P_NONE && p->funs[m->at_fun].at)
        return p->funs[m->at_fun].at[m->at];
    return m->level_count ? p->states[machine_state(m)].at : p->machines[m->kind].at;
}
