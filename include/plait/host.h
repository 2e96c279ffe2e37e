// plait/host.h: P machines inside a C or C++ program.
//
// `plait compile --prefix svc -o DIR server.p` writes DIR/server.c, which is the program as
// C, and DIR/server.h, with its numbers and typed functions for its payloads. The program
// that embeds it compiles server.c, includes server.h and links with `pkg-config plait`:
//
//     PlaitProblem problem;
//     PlaitOptions options = {.workers = 2, .user = me, .problem = on_problem};
//     PlaitRuntime *rt = plait_new(&svc_program, &options, &problem);
//     if (!rt) ...problem.message says why...
//     PWord server = plait_create(rt, svc_I_Server, 0);
//     svc_post_eRequest(rt, server, 7, "hello");   // from any thread
//     ...
//     plait_free(rt);
//
// The runtime never ends the process (but where memory ends, as everywhere), installs no
// signal handler and has no global state: a process may have many runtimes. Functions that
// begin with plait_ are for the program that owns the runtime; those that begin with p_
// (values, p_post) also for the C that P machines call (plait/foreign.h).
//
// Two ways to run machines. With `workers` the runtime has threads of its own: machines run
// on them, and so do the callbacks. Without, machines run inside plait_step, in the thread
// that calls it; plait_fd is readable whenever plait_step has something to do.
//
// docs/embedding.md explains all of this with whole programs.

#pragma once

#include <stdio.h>

#include "plait/foreign.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

// ---------------------------------------------------------------------------- what happens

typedef enum PlaitStatus {
    PLAIT_RUNNING,       // some machine has something to do
    PLAIT_IDLE,          // no machine has, until somebody posts
    PLAIT_FINISHED,      // no machine has, and nothing more comes: only after plait_finish
    PLAIT_STOPPED,       // by plait_stop
    PLAIT_OUT_OF_STEPS,  // `max_steps` was reached
    PLAIT_ASSUMPTION,    // an `assume` of the program does not hold: it is not meant to go on
    PLAIT_BUG,           // the program has a bug
    PLAIT_SETUP,         // C that the program needs is missing or does not fit
} PlaitStatus;

// What went wrong, and where. Texts that are not known are "".
typedef struct PlaitProblem {
    PError error;
    char kind[32];             // "assertion", "unhandled-event" ... (docs/checking.md)
    char message[P_TEXT_MAX];
    char machine[160];         // "Server(3)"
    char state[160];
    char event[160];
    char file[256];
    uint32_t line, column;
} PlaitProblem;

typedef struct PlaitResult {
    PlaitStatus status;
    PlaitProblem problem;  // PLAIT_BUG, PLAIT_SETUP; of PLAIT_ASSUMPTION the place
    uint32_t workers;
    uint64_t created;      // machines
    uint64_t halted;
    uint64_t events;       // taken out of queues
    double seconds;        // since plait_new, or how long it took to finish or stop
    char busy[160];        // a machine in the middle of a handler, while it runs; or ""
} PlaitResult;

// ------------------------------------------------------------------------------- options

// Every machine `name` of this runtime is C (PForeignMachine in plait/foreign.h): how events
// leave P. In the functions of `code` `plait_user(m->runtime)` is the user pointer.
typedef struct PlaitMachine {
    const char *name;
    PForeignMachine code;
} PlaitMachine;

enum { PLAIT_WORKER_PER_CORE = 0x7fffffff };

// All zero is a good choice: then machines run only inside plait_step.
typedef struct PlaitOptions {
    void *user;        // yours; the first argument of the callbacks
    uint32_t workers;  // threads that run machines; 0: plait_step does
    // A promise: at no time do two threads use values of this runtime, payloads included.
    // Then counting the holders of a value that C has seen is faster. Without effect with
    // several workers.
    bool single_threaded;
    const char *test;  // the implementation or test; NULL: plait_implementation

    // Each may be NULL. They are called by the thread that runs the machine, several at a
    // time with several workers, and must not call plait_step, plait_drain, plait_finish
    // or plait_free of the same runtime.
    void (*print)(void *user, const char *text, size_t size);  // NULL: to standard output
    void (*problem)(void *user, const PlaitProblem *problem);  // once; the runtime has stopped
    void (*idle)(void *user);  // with workers: after some work, no machine has anything to do

    const PlaitMachine *machines;  // that C stands in for
    uint32_t machine_count;

    bool has_specs;        // monitors watch
    uint64_t seed;         // of the choices
    bool takes_defaults;   // every choice takes its first alternative instead
    FILE *trace;           // what happens, as docs/traces.md has it; NULL: nothing is written
    uint64_t loop_limit;   // jumps back and calls of a handler that count as endless; 0: 10^8
    uint64_t max_steps;    // ends after so many events, of each worker; 0: never
} PlaitOptions;

// ---------------------------------------------------------------------------- life cycle

// A runtime without machines. The program must stay as long as the runtime; the options are
// copied. On failure NULL, with the reason in `problem->message`.
PlaitRuntime *plait_new(const PProgram *program, const PlaitOptions *options,
                        PlaitProblem *problem);

// Stops, waits for handlers that are under way, and frees everything; what was written to the
// trace is complete. False when a handler did not end within four seconds: then its thread
// still runs, and the memory of the runtime stays: once is enough. Threads of yours must not
// use the runtime any more. NULL is fine.
bool plait_free(PlaitRuntime *rt);

void *plait_user(const PlaitRuntime *rt);
const PProgram *plait_program_of(const PlaitRuntime *rt);

// ------------------------------------------------------------------------------ machines

// A machine as the interface says (I_Server in the generated header, or p_interface), and the
// reference to it; its entry function runs later. From any thread. Takes the payload, which
// must be of the type that its start entry takes, 0 without one. 0 when that cannot be: the
// runtime has stopped, or the payload or interface is wrong (then that is its problem).
PWord plait_create(PlaitRuntime *rt, uint32_t interface, PWord payload);

// The interface that the implementation or test begins with; P_NONE when there is none.
uint32_t plait_main_interface(const PlaitRuntime *rt);

// What `test` = NULL means: the implementation called DefaultImpl or Main, else the only
// implementation. NULL when there is neither; then every machine can be created.
const PTest *plait_implementation(const PProgram *program);

// The number of the interface (each machine is one) with the name, P_NONE when there is none.
uint32_t p_interface(const PProgram *p, const char *name);

// Events go in by p_post, from any thread: what one thread posts to one machine arrives in
// that order. p_hold and p_unhold matter to plait_drain and plait_finish only.

// ------------------------------------------------------------- running without workers

// Runs machines in this thread until they have taken about `events` events, or, with 0, until
// there is nothing to do. PLAIT_RUNNING: call again. One thread at a time: to a second one,
// and inside a callback, PLAIT_RUNNING is all it says. With workers it only says how things
// are.
PlaitStatus plait_step(PlaitRuntime *rt, uint64_t events);

// A file descriptor for poll, epoll, libuv ...: readable as long as plait_step has something
// to do. Do not read from it or close it. -1 with workers, or when the system has none left.
int plait_fd(PlaitRuntime *rt);

// ------------------------------------------------------------------------------- the end

// Waits until no machine has anything to do and nobody holds the runtime (p_hold), or until
// it has stopped, or for so many seconds (not more than 0: for ever). Without workers it runs
// the machines itself. The runtime can be used afterwards.
PlaitStatus plait_drain(PlaitRuntime *rt, double seconds);

// Nothing more comes from outside, but from those who hold the runtime. Waits as above, until
// nothing is left to do: then machines that wait in a `receive` are a deadlock, and monitors in
// a hot state a liveness bug. PLAIT_RUNNING when the time is over, or when the runtime was
// stopped and a handler did not end within four seconds.
PlaitStatus plait_finish(PlaitRuntime *rt, double seconds);

// No event is taken from now on, and p_post returns false; handlers that are under way end.
// From any thread, also from callbacks. `why` is one word for the trace; NULL: "stopped".
void plait_stop(PlaitRuntime *rt, const char *why);

// How things are. Figures of a runtime that runs are about right.
void plait_result(PlaitRuntime *rt, PlaitResult *result);

// ------------------------------------------------------------------------ whole programs

// What `plait build` puts into an executable: reads the command line (docs/running.md), runs
// the program, reports to standard error. The exit code. This one does catch SIGINT and
// SIGTERM while the program runs, and ignores SIGPIPE.
int plait_main(const PProgram *program, int argc, char **argv);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
