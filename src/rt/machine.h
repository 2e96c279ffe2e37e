// rt/machine.h: the meaning of a machine step, once for all hosts.
//
// A machine is its fields, its states (a stack in the 2015 dialect), and the
// frames of the handler it is in. `machine_run` takes it from where it is to the
// next thing only the host can do, and says what that is:
//
//     STEP_SEND, STEP_NEW, STEP_ANNOUNCE, STEP_CHOOSE, STEP_PRINT
//                      the request says what; answer, and run again
//     STEP_WAIT        it wants an event: look through its queue with
//                      machine_wants, machine_deliver one, and run again
//     STEP_HALTED      it is gone; so are its queue and frames
//     STEP_ASSUME      this execution does not exist
//     STEP_FAILED      a bug: error and text in the request
//     STEP_STOPPED     the host wanted it to stop (PMachine.stop): it cannot go on
//
// The queue is the host's. Between two calls nothing of the machine is on the C
// stack, so a machine can be copied, hashed and stored as data.

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

// What goes on when the frames are used up.
typedef enum Control {
    CONTROL_WAIT,        // an event is wanted, or one was raised
    CONTROL_EXITED,      // goto: exit is done, then transition function, then entry
    CONTROL_TRANSITED,   // goto: the transition function is done, then entry
    CONTROL_UNHANDLED,   // the state's exit ran because it does not handle the event
    CONTROL_POPPED,      // pop: exit is done, then the state below
    CONTROL_HALTED,
} Control;

// One state on the stack, with what it inherits from those below it (2015
// dialect): the events it defers, and for each event the handler it acts by.
typedef struct Level {
    uint32_t state;
    uint64_t *deferred;         // NULL: nothing is inherited
    const PHandler **actions;   // by event; NULL: nothing is inherited
    uint32_t frame;             // pushed by a statement: the frame that goes on after its pop
} Level;

// A frame's header, in words of the machine's stack; its slots follow.
enum {
    FRAME_BELOW,  // offset of the frame that called it, or P_NONE
    FRAME_FUN,
    FRAME_RESUME,  // where it goes on
    FRAME_ANSWER,  // slot of the caller that gets its result
    FRAME_WORDS,
};

typedef struct Machine Machine;

// What happened inside a machine, for traces. Called only if there is an observer.
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
} Happening;

typedef struct Observer {
    void (*happened)(void *data, const Machine *m, Happening what, uint32_t state, uint32_t event,
                     uint32_t type, PWord value);
    void *data;
} Observer;

struct Machine {
    PMachine shared;         // what functions see
    uint32_t kind;           // into PProgram.machines
    uint32_t interface;      // what it was created as
    uint32_t id;
    Level *levels;           // the top last
    uint32_t level_count, level_capacity;
    PWord *stack;            // frames: a header of FRAME_WORDS, then the slots
    uint32_t stack_size, stack_capacity;
    uint32_t frame;          // offset of the running one's header, or P_NONE
    uint32_t at_fun, at;     // the function and instruction that asked last
    Control control;
    uint32_t event;          // under way: raised, unhandled or that of the transition
    uint32_t payload_type;
    PWord payload;
    bool is_raised;          // `event` comes before the queue
    const PHandler *handler; // of the transition under way
    uint32_t target;         // state
    uint32_t receive;        // waiting in this receive, or P_NONE
    const struct PForeignMachine *foreign;  // C that stands in for it, or NULL
    void *foreign_state;
    const Observer *observer;
};

// Backward jumps and calls that a handler has before it is taken for endless; a print, an
// announcement, a choice, a raise or a goto counts as a hundred of them. The host gives
// the machine fuel when it takes an event, has sent one, or has created a machine: then
// something has happened that others may see. What it gives by default, a command may set
// before anything runs.
enum { MACHINE_FUEL = 100000000 };
extern int64_t machine_fuel;
void machine_refuel(Machine *m, int64_t fuel);
int64_t machine_fuel_left(const Machine *m);  // not more than 0: it is used up

// How often this thread has called foreign functions that are not declared pure: what
// they answer is not known beforehand.
extern _Thread_local uint64_t machine_foreign_calls;

// Foreign code wants to end the process, or cannot continue, as the text says. A guard
// does not return from this. NULL: there is no guard.
extern void (*foreign_leaves)(const char *text);

// What the foreign function that this thread is in has called although nothing runs: the
// name of a function that reaches machines from outside, or NULL.
extern _Thread_local const char *machine_foreign_reach;

// A machine at its beginning: the start state's entry is the first thing to run.
// Takes the payload, of the type that its interface says.
void machine_init(Machine *m, const PProgram *p, const PTest *test, uint32_t kind,
                  uint32_t interface, PWord self, PWord payload);
void machine_drop(Machine *m);

Step machine_run(Machine *m, PRequest *ask);

// Answers to requests: the reference of the machine created, the alternative chosen.
void machine_answer(Machine *m, const PRequest *ask, PWord answer);

// What the machine, waiting, does with an event in its queue.
typedef enum Wants { WANTS_TAKE, WANTS_DEFER, WANTS_DROP } Wants;
Wants machine_wants(const Machine *m, uint32_t event);

// Whether it handles `null`: when nothing else can be taken, it may be given that.
bool machine_wants_null(const Machine *m);

// Takes the payload, of the event's payload type.
void machine_deliver(Machine *m, uint32_t event, PWord payload);

// Both in one call, for speed: what machine_wants says, and when that is
// WANTS_TAKE it is delivered; the payload is taken only then.
Wants machine_offer(Machine *m, uint32_t event, PWord payload);

// One more state on the stack, not entered: to rebuild a machine from its
// stored parts.
void machine_add_level(Machine *m, uint32_t state, uint32_t frame);

uint32_t machine_state(const Machine *m);  // the top one; P_NONE when halted

// Where the instruction that asked stands.
PPosition machine_position(const Machine *m);

// The code of one function, from resume point `at` (rt/vm.c).
PAsk vm_run(PMachine *m, const PFun *fun, PWord *f, uint32_t at, PRequest *ask);
