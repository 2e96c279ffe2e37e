// rt/machine.h: the meaning of a machine step, once for all hosts.
//
// A machine consists of its fields, its states (a stack in the 2015 dialect), and the frames of
// the running handler. `machine_run` runs it up to the next thing that only the host can do, and
// returns what that is:
//
//     STEP_SEND, STEP_NEW, STEP_ANNOUNCE, STEP_CHOOSE, STEP_PRINT
//                      the request has the details; the host answers and runs it again
//     STEP_WAIT        it waits for an event: the host finds one in the queue with
//                      machine_wants, calls machine_deliver, and runs it again
//     STEP_HALTED      it has halted; the host discards its queue
//     STEP_ASSUME      an assumption failed: the host abandons this execution
//     STEP_FAILED      a bug: error and text are in the request
//     STEP_STOPPED     the host has stopped it (PMachine.stop): it cannot continue
//
// The host owns the queue. Between two calls nothing of the machine is on the C stack, so a
// machine can be copied, hashed and stored as data.

#pragma once

#include "plait/runtime.h"

typedef enum Step {
    STEP_SEND,
    STEP_NEW,
    STEP_ANNOUNCE,
    STEP_CHOOSE,
    STEP_PRINT,
    STEP_WAIT,
    STEP_HALTED,
    STEP_ASSUME,
    STEP_FAILED,
    STEP_STOPPED,
} Step;

// What comes next when no frame is left.
typedef enum Control {
    CONTROL_WAIT,        // waits for an event, or has raised one
    CONTROL_EXITED,      // goto: exit has run; next the transition function, then entry
    CONTROL_TRANSITED,   // goto: the transition function has run; next entry
    CONTROL_UNHANDLED,   // the state's exit ran because it does not handle the event
    CONTROL_POPPED,      // pop: exit has run; next the state below
    CONTROL_HALTED,
} Control;

// One state on the stack, with what it inherits from those below it (2015 dialect): the events
// to defer, and for each event the handler of its action.
typedef struct Level {
    uint32_t state;
    uint64_t *deferred;         // NULL: nothing is inherited
    const PHandler **actions;   // by event; NULL: nothing is inherited
    uint32_t frame;             // pushed by a statement: the frame that continues after its pop
} Level;

// A frame's header, in words of the machine's stack; its slots follow.
enum {
    FRAME_BELOW,  // offset of the frame that called it, or P_NONE
    FRAME_FUN,
    FRAME_RESUME,  // the offset at which it continues
    FRAME_ANSWER,  // slot of the caller that gets its result
    FRAME_WORDS,
};

typedef struct Machine Machine;

// What happened inside a machine, for traces. Reported only if there is an observer.
typedef enum Happening {
    HAPPENED_ENTRY,
    HAPPENED_EXIT,
    HAPPENED_DEQUEUE,
    HAPPENED_RAISE,
    HAPPENED_GOTO,
    HAPPENED_PUSH,
    HAPPENED_POP,
    HAPPENED_RECEIVE,
    HAPPENED_HALT,
    HAPPENED_UNHANDLED,
    HAPPENED_CALL,  // a foreign function has returned; `event` is its number
} Happening;

typedef struct Observer {
    void (*happened)(void *data, const Machine *m, Happening what, uint32_t state, uint32_t event,
                     uint32_t type, PWord value);
    void *data;
} Observer;

struct Machine {
    PMachine shared;         // the part that functions use
    uint32_t kind;           // index in PProgram.machines
    uint32_t interface;      // the interface as which it was created
    uint32_t id;
    Level *levels;           // the top state is the last
    uint32_t level_count, level_capacity;
    PWord *stack;            // frames: a header of FRAME_WORDS, then the slots
    uint32_t stack_size, stack_capacity;
    uint32_t frame;          // offset of the running frame's header, or P_NONE
    uint32_t at_fun, at;     // function and instruction of the last request
    Control control;
    uint32_t event;          // current event: raised, unhandled or of the transition
    uint32_t payload_type;
    PWord payload;
    bool is_raised;          // `event` was raised and is handled before those in the queue
    const PHandler *handler; // of the current transition
    uint32_t target;         // state that the transition leads to
    uint32_t receive;        // the receive in which it waits, or P_NONE
    const struct PForeignMachine *foreign;  // its implementation in C, or NULL
    void *foreign_state;
    const Observer *observer;
};

// The number of backward jumps and calls of a handler after which it is an endless loop; a print,
// an announcement, a choice, a raise or a goto counts as a hundred of them. The host gives the
// machine fuel when it takes an event, has sent one, or has created a machine: these are visible
// to others. MACHINE_FUEL is the default of `machine_fuel`, which a command may set before
// anything runs.
enum { MACHINE_FUEL = 100000000 };
extern int64_t machine_fuel;
static inline void machine_refuel(Machine *m, int64_t fuel)
{
    m->shared.fuel = fuel < P_FUEL_SLICE ? fuel : P_FUEL_SLICE;
    m->shared.reserve = fuel - m->shared.fuel;
    m->shared.is_stopped = false;
}

int64_t machine_fuel_left(const Machine *m);  // 0 or less: none is left

// The number of calls by this thread of foreign functions that are not declared pure: their
// results must not be cached.
extern _Thread_local uint64_t machine_foreign_calls;

// Answers the calls of foreign functions instead of C, when the steps of a run are made again
// (report/conform.h). NULL: C does.
typedef struct ForeignAnswers {
    bool (*answer)(void *data, struct PForeignCall *call);  // as PForeignFun
    void *data;
} ForeignAnswers;
extern _Thread_local const ForeignAnswers *machine_foreign_answers;

// Called when foreign code would end the process or cannot continue; the text says why. A guard
// does not return from it. NULL: there is no guard.
extern void (*foreign_leaves)(const char *text);

// Set when a foreign function calls, during a check, a function that only works in a run, such as
// p_post: the name of that function; else NULL.
extern _Thread_local const char *machine_foreign_reach;

// Initialises a machine: the entry of its start state will run first. Takes the payload, of the
// interface's payload type.
void machine_init(Machine *m, const PProgram *p, const PTest *test, uint32_t kind,
                  uint32_t interface, PWord self, PWord payload);
void machine_drop(Machine *m);

// Marks all values of a waiting machine as shared, before another thread runs it.
void machine_share(Machine *m);

Step machine_run(Machine *m, PRequest *ask);

// Answers a request, in the slot that it names: with the reference of the created machine, or the
// chosen alternative.
void machine_answer(Machine *m, uint32_t slot, PWord answer);

// What a waiting machine does with an event in its queue.
typedef enum Wants { WANTS_TAKE, WANTS_DEFER, WANTS_DROP } Wants;
Wants machine_wants(const Machine *m, uint32_t event);

// Whether it handles `null`: when it can take no other event, the host may deliver null.
bool machine_wants_null(const Machine *m);

// Delivers an event to a waiting machine. Takes the payload, of the event's payload type.
void machine_deliver(Machine *m, uint32_t event, PWord payload);
// The same for a machine that has fuel, faster in the common case.
void machine_take(Machine *m, uint32_t event, PWord payload);

// The action that the state runs for the event, when machine_act can start it: its parameter, if
// any, has the type of the payload. NULL: something else happens.
const PHandler *machine_action(const PProgram *p, uint32_t state, uint32_t event);
// Starts such an action in a machine that waits for events, and not in a receive. Takes the
// payload, and reports nothing to the observer. False: nothing was done, machine_deliver must do
// it.
bool machine_act(Machine *m, const PHandler *action, uint32_t event, PWord payload);

// machine_wants and, if the result is WANTS_TAKE, machine_deliver in one call, for speed. The
// payload is taken only then.
Wants machine_offer(Machine *m, uint32_t event, PWord payload);

// Pushes a state without entering it: to rebuild a machine from its stored parts.
void machine_add_level(Machine *m, uint32_t state, uint32_t frame);

uint32_t machine_state(const Machine *m);  // the top state; P_NONE when halted

// The source position of the last request.
PPosition machine_position(const Machine *m);

// Executes the code of one function, from resume point `at` (rt/vm.c).
PAsk vm_run(PMachine *m, const PFun *fun, PWord *f, uint32_t at, PRequest *ask);
