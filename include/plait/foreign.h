// plait/foreign.h: C beside P.
//
// A P program may leave a function or a type to C:
//
//     type Clock;                              // a foreign type
//     fun StartClock(who: machine, ms: int): Clock;
//     machine M { fun Weight(s: string): int; ... }
//
// C supplies a function for each, and a PForeignType for each type:
//
//     bool P_FUN_StartClock(PForeignCall *call);
//     bool P_FUN_M_Weight(PForeignCall *call);
//     const PForeignType P_FOREIGN_Clock;
//
// `plait compile` writes stubs for what is missing. A whole file:
//
//     #include <plait/foreign.h>
//
//     // fun Weight(s: string): int, in machine M
//     bool P_FUN_M_Weight(PForeignCall *call)
//     {
//         size_t size;
//         const char *text = p_arg_string(call, 0, &size);
//         if (size == 0)
//             return p_foreign_fail(call, "nothing to weigh");
//         return p_result(call, (PWord)(int64_t)text[0]);
//     }
//
//     // type Clock, and what makes one. A thread of ours ticks: p_post is how
//     // the world outside reaches a machine.
//     typedef struct Clock { PlaitRuntime *runtime; PWord who; uint32_t tick; ... } Clock;
//
//     static void clock_release(void *clock) { ...stop the thread...; free(clock); }
//
//     const PForeignType P_FOREIGN_Clock = {.name = "Clock", .release = clock_release};
//
//     bool P_FUN_StartClock(PForeignCall *call)
//     {
//         PlaitRuntime *runtime = call->machine->runtime;
//         if (!runtime)
//             return p_foreign_cannot(call, "a real clock cannot be checked");
//         Clock *clock = clock_new(runtime, p_arg(call, 0), p_event(call->program, "eTick"),
//                                  p_arg_int(call, 1));
//         return p_result(call, p_foreign(&P_FOREIGN_Clock, clock));
//     }
//
//     // in the thread:  p_post(clock->runtime, clock->who, clock->tick, 0);
//
// The rules. Arguments are borrowed: they are good until the function returns; to
// keep one, p_retain it and p_release it later. What is returned, posted or put
// into another value is given away. Values are never changed once another can
// see them: a function that changes a foreign value copies it, changes the copy
// and returns that. A function runs to its end, on the thread of the machine that
// called it, and must not wait for other machines. Under the checker it must give
// the same result for the same arguments: what it remembers elsewhere is not part
// of the state that is explored. Functions of one machine never run at the same
// time, those of two machines may.
//
// The checker works out most steps once and remembers them, but not those through
// foreign functions: it calls them each time. One whose result follows from its
// arguments alone, and that does nothing else, may say so, beside its definition:
//
//     P_PURE(M_Weight);
//
// Then steps through it are remembered as well, which is many times faster.

#pragma once

#include "plait/runtime.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)  // exported to the C that is loaded

// --------------------------------------------------------------------------- functions

typedef struct PlaitRuntime PlaitRuntime;

typedef struct PForeignCall {
    const PProgram *program;
    PMachine *machine;          // the caller: `machine->self`, `machine->runtime`
    const PFun *fun;            // what is called
    uint32_t arg_count;
    const PWord *args;          // borrowed
    const uint32_t *arg_types;  // type ids
    uint32_t result_type;
    PWord result;               // owned; the type's default until p_result
    PRequest *ask;              // gets the message of p_foreign_fail
} PForeignCall;

#define P_PURE(name) \
    extern const char P_PURE_##name; \
    const char P_PURE_##name = 1

// Ends a function well: `return p_result(call, value);`. Takes the value, which must be
// of the result type: else the call fails as by p_foreign_cannot.
bool p_result(PForeignCall *call, PWord value);

// Ends it badly: a bug of kind "foreign", with the message. Always false.
bool p_foreign_fail(PForeignCall *call, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

// Ends it where C cannot do what is asked although the program is right, such as a real
// clock in a check: the verdict is "cannot-check", not a bug, and a run ends with exit code
// 3. Always false.
bool p_foreign_cannot(PForeignCall *call, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

// The arguments, counted from 0. Asking for one that is not there, or of another type,
// gives 0, and the call fails as by p_foreign_cannot: C and P do not agree. For tuples
// and collections take the word and the functions of plait/value.h.
PWord p_arg(const PForeignCall *call, uint32_t i);
bool p_arg_bool(const PForeignCall *call, uint32_t i);
int64_t p_arg_int(const PForeignCall *call, uint32_t i);  // also the number of an enum
double p_arg_float(const PForeignCall *call, uint32_t i);
const char *p_arg_string(const PForeignCall *call, uint32_t i, size_t *size);  // size may be NULL
void *p_arg_foreign(const PForeignCall *call, uint32_t i);  // NULL when it is null

// C that plait loads is linked so that it comes here where it calls exit, _exit, _Exit,
// quick_exit or abort, or where an assert fails: in a check that is a failure of the function.
__attribute__((noreturn)) void p_foreign_leaves(const char *how, int code);
__attribute__((noreturn)) void p_foreign_asserts(const char *text, const char *file,
                                                 unsigned line);

// ------------------------------------------------------------------------------- types

typedef void PWriter(void *to, const char *bytes, size_t size);

// What the runtime must know of a foreign type. Everything but `name` may be
// NULL. Values are shared among P variables and threads, so there is nothing to
// copy; any thread may call these, also several at a time for one value.
typedef struct PForeignType {
    const char *name;                              // as in P
    int (*compare)(const void *a, const void *b);  // 0: equal; an order. NULL: by address
    uint64_t (*hash)(const void *value);           // equal ones alike. NULL: all alike
    void (*release)(void *value);                  // it has no owner any more
    void (*print)(const void *value, PWriter *write, void *to);   // NULL: the type's name
    // To another process or a file. NULL: it cannot leave this one.
    void (*encode)(const void *value, PWriter *write, void *to);
    void *(*decode)(const char *bytes, size_t size);  // NULL when they are nonsense
} PForeignType;

// A foreign value around a pointer, which is released with it; NULL gives null.
PWord p_foreign(const PForeignType *type, void *value);
void *p_foreign_value(PWord foreign);  // borrowed; NULL for null

// ---------------------------------------------------------------------------- machines

// A machine may describe something outside: a timer, a network. C can be that something:
// define
//
//     const PForeignMachine P_MACHINE_Timer = {.create = ..., .event = ..., .destroy = ...};
//
// and in a run every machine Timer is yours; its P code is the model, which counts in
// checks. Events that the others send to it arrive at `event`, one at a time; what it has
// to say it says with p_post. `halt` ends it. Any machine can be C, but no monitor.
typedef struct PForeignMachine {
    // It begins: `m->self` is its reference, `m->runtime` the way to post. The payload
    // is borrowed, of the type that the machine's start entry takes. What is returned
    // comes back with every event; may be NULL, and so may each of these functions.
    void *(*create)(PMachine *m, PWord payload);
    void (*event)(PMachine *m, void *state, uint32_t event, PWord payload);  // borrowed
    void (*destroy)(void *state);
} PForeignMachine;

// ----------------------------------------------------------------------- the way back in

// The id of the event with the name, P_NONE when there is none.
uint32_t p_event(const PProgram *p, const char *name);

// Sends to a machine from outside, at any time and from any thread, as if a
// machine had sent it. Takes the payload, which must be of the event's type (0
// without one): else the run ends with exit code 3. False when the runtime is ending; the
// payload is gone even so. In a check there is no runtime, it is NULL: then the function
// that calls one of these cannot be checked.
bool p_post(PlaitRuntime *runtime, PWord target, uint32_t event, PWord payload);

// Whether more from outside is welcome. False in a container of a cluster whose queues, or messages
// to other containers, have grown beyond their soft limit: who reads requests from outside waits
// with the next ones. p_post works all the same. From any thread.
bool p_may_post(PlaitRuntime *runtime);

// A program with nothing to do has ended, unless code outside holds it: that may
// still post. As many p_unhold as p_hold.
void p_hold(PlaitRuntime *runtime);
void p_unhold(PlaitRuntime *runtime);

#pragma GCC visibility pop

#ifdef __cplusplus
}
#endif
