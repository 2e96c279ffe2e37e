// rt/machine_impl.h: what the files of a machine share: frames, the state on top, payloads.
//
// machine.c runs functions, machine_state.c changes states, machine_events.c takes events.

#pragma once

#include <string.h>

#include "rt/machine.h"
#include "rt/program.h"

enum {
    STACK_MAX = 1 << 23,  // words of frames
    TURN = 100,           // fuel for a transition, and for a request to the host
};

static inline const PProgram *program(const Machine *m)
{
    return m->shared.program;
}

static inline void happened(const Machine *m, Happening what, uint32_t state, uint32_t event,
                            uint32_t type, PWord value)
{
    if (m->observer)
        m->observer->happened(m->observer->data, m, what, state, event, type, value);
}

// ------------------------------------------------------------------- frames (machine.c)

static inline PWord *slots_of(const Machine *m, uint32_t frame)
{
    return &m->stack[frame + FRAME_WORDS];
}

static inline const PFun *fun_of(const Machine *m, uint32_t frame)
{
    return &program(m)->funs[m->stack[frame + FRAME_FUN]];
}

// Makes room for so many words, when there is too little. False: too many.
bool machine_grow_stack(Machine *m, uint32_t words, PRequest *ask);

// Pushes an empty frame on top of `below` (P_NONE for the first frame of a handler).
static inline bool push_frame(Machine *m, uint32_t fun, uint32_t below, uint32_t answer,
                              PRequest *ask)
{
    uint32_t slots = program(m)->funs[fun].slot_count;
    if (m->stack_size + FRAME_WORDS + slots > m->stack_capacity &&
        !machine_grow_stack(m, FRAME_WORDS + slots, ask))
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

// The handler ends: removes its frames. The frames of a handler that pushed this state by a
// statement stay below.
void machine_unwind(Machine *m);

// ---------------------------------------------------------------- states (machine_state.c)

static inline Level *top(const Machine *m)
{
    return &m->levels[m->level_count - 1];
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

static inline bool inherits_defer(const Level *level, uint32_t event)
{
    return level->deferred && (level->deferred[event / 64] >> (event % 64) & 1);
}

// The handler of the event: the state's own, else the inherited action.
static inline const PHandler *handler_of(const Machine *m, uint32_t event)
{
    const PHandler *own = own_handler(program(m), top(m)->state, event);
    if (own)
        return own;
    return top(m)->actions ? top(m)->actions[event] : NULL;
}

// Sets the current event and its payload.
static inline void set_payload(Machine *m, uint32_t event, uint32_t type, PWord payload)
{
    PWord old = m->payload;
    uint32_t old_type = m->payload_type;
    m->event = event;
    m->payload_type = type;
    m->payload = payload;
    p_release(program(m), old_type, old);
}

// The following return false for a bug, which is in `ask`.

bool machine_handle(Machine *m, PRequest *ask);     // the top state handles the current event
bool machine_unhandled(Machine *m, PRequest *ask);  // it did not, and its exit has run
bool machine_raise(Machine *m, PRequest *ask);
bool machine_goto(Machine *m, PRequest *ask);
bool machine_push_by_statement(Machine *m, PRequest *ask);
bool machine_pop_by_statement(Machine *m, PRequest *ask);
bool machine_transit(Machine *m, PRequest *ask);  // the exit of a transition has run
bool machine_arrive(Machine *m, PRequest *ask);   // and now its function
void machine_pop(Machine *m);                     // the exit of a state that is popped has run
void machine_halt(Machine *m);
