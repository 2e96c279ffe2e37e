// rt/trace.h: writes the steps of an execution.
//
// Both hosts use one format: JSON lines, first a header, then one object for each step, in order
// (docs/traces.md). Steps inside a machine are reported by its Observer, other steps by the host.
// The same decisions give the same bytes.
//
// Each step is a TraceFact first: numbers, as the program has them. From it comes a TraceStep, with
// names and printed values, for the writer of JSON lines and for an observer in the same process;
// so no reader has to parse printed text. A container of a cluster writes facts as they are, in
// blocks (rt/trace_blocks.h), because that is many times cheaper; rt/trace_open.h turns them into
// JSON lines when they are read.
//
// The name of a machine is its kind and a number, `Server(3)`, in the order of creation in the
// trace. The name of a monitor is that of its kind.
//
// Every call writes one complete line; several threads may call.

#pragma once

#include <pthread.h>
#include <stdio.h>

#include "base/buf.h"
#include "base/map.h"
#include "rt/machine.h"

// How to find the program again; it is in the header.
typedef struct TraceOrigin {
    const char *const *paths;  // as the user gave them
    size_t path_count;
    const char *dialect;  // the one of the command line
    const char *network;  // NULL: mailbox
    const char *const *with_creator;  // kinds of machines that live in their creator's container
    size_t with_creator_count;
    const char *const *in_c;  // kinds of machines that were C (plait/foreign.h)
    size_t in_c_count;
    uint32_t crashes, cuts, suspicions;  // how many may happen
    uint64_t container;   // the incarnation of the container that writes; 0: all are in one trace
    uint64_t tables;      // of a container: trace_tables_sum of its program
    uint64_t replaces;    // that of the container that it was started for again; 0: none
    int64_t loop_limit;   // 0: MACHINE_FUEL
} TraceOrigin;

typedef enum TraceKind {
    TRACED_CREATE,
    TRACED_SEND,
    TRACED_ENQUEUE,
    TRACED_DROP,
    TRACED_OPEN,     // a channel begins (docs/contract.md)
    TRACED_DELIVER,  // a channel puts its first event into the queue of its target
    TRACED_LOST,     // an event is lost on its way to its target; or a machine is never created
    TRACED_CRASH,    // the machine crashes
    TRACED_CUT,      // nothing travels between the containers of two machines any more
    TRACED_SUSPECT,  // a machine is told that another one is suspected
    TRACED_DEQUEUE,
    TRACED_RECEIVE,
    TRACED_CALL,     // a foreign function has returned; only in traces of containers
    TRACED_ENTRY,
    TRACED_EXIT,
    TRACED_GOTO,
    TRACED_PUSH,
    TRACED_POP,
    TRACED_RAISE,
    TRACED_UNHANDLED,
    TRACED_HALT,
    TRACED_CHOICE,
    TRACED_ANNOUNCE,
    TRACED_PRINT,
    TRACED_ERROR,
    TRACED_VARIABLES,
    TRACED_TURN,
    TRACED_LOOP,
    TRACED_END,
    TRACED_COUNT,
} TraceKind;

// "create", "send": as the trace names it.
const char *trace_kind_word(TraceKind kind);

// One step in numbers. Names of machines are their ids.
typedef struct TraceFact {
    TraceKind kind;
    bool is_monitor;
    bool is_fair;
    uint32_t who;         // id of a machine, 0: none; of a monitor its kind
    uint32_t by, target;  // ids; 0: none
    uint32_t state, to, event, fun;  // P_NONE: none
    uint32_t type;  // of the payload; P_NONE: there is none
    PWord value;    // borrowed
    const char *payload;  // instead of a value: as P prints it
    size_t payload_size;
    uint32_t count, chosen, moves;
    const char *text;
    size_t text_size;
    const char *error, *message, *outcome;
    bool is_suspected;  // error
    PPosition at;  // line 0: none
} TraceFact;

// One step. Members that it does not have are NULL or 0. Texts and the value are valid until the
// observer returns.
typedef struct TraceStep {
    TraceKind kind;
    const char *who;    // a machine, or a monitor
    bool is_monitor;
    const char *by;     // create: its creator
    const char *state;  // of the machine that acts
    const char *to;     // goto, push
    const char *temperature;  // entry of a monitor: warm, hot, cold
    const char *event;
    const char *function;  // call
    const char *payload;  // as P prints it
    size_t payload_size;
    const char *target;           // send, enqueue, drop, open, deliver
    uint32_t count, chosen;       // choice: number of alternatives, and which was chosen
    bool is_fair;                 // choice
    const char *text;             // print, variables
    size_t text_size;
    const char *error, *message;  // error: its kind and its message
    bool is_suspected;            // error: no proof
    uint32_t moves;               // turn
    const char *outcome;          // end
    const char *file;             // of the position; NULL: no position
    uint32_t line, column;
    const struct Trace *trace;  // the trace of the payload's value; NULL: no longer valid
    uint32_t type;              // of the value
    PWord value;                // borrowed
    const char *encoded;  // what came from outside: its value (rt/cbor.h) in hexadecimal digits
} TraceStep;

typedef struct TraceObserver {
    void (*take)(void *data, const TraceStep *step);  // NULL: no observer
    void *data;
    bool has_variables;  // also reports changed variables after each turn
    void (*moved)(void *data);  // after each move of a checker's execution; NULL: not called
} TraceObserver;

// A machine of a cluster.
typedef struct TraceMachine {
    uint64_t container;     // 0: there is no such machine
    uint32_t number, kind;  // its number there
} TraceMachine;

struct TraceBlocks;

typedef struct Trace {
    FILE *out;  // NULL: only the observer gets the steps
    struct TraceBlocks *blocks;  // get the facts; NULL: they become lines
    // When lines are made of blocks: values from outside are written in such a way, too, that a
    // program can read them. NULL: not.
    const struct CborHooks *encoding;
    TraceObserver to;
    const PProgram *program;
    pthread_mutex_t lock;
    Buf line;      // the line that is being written
    Buf header;    // with blocks: without its end
    uint32_t part;  // with blocks: how often the file was begun again
    Buf payload;   // of the step, as P prints it
    Buf encoded;   // of the step, for programs
    uint64_t step;
    uint64_t sum;  // checksum of all lines so far
    Map numbers;  // machine id -> index in `names`, counted from 1
    Map shown;    // machine id -> hash of its variables when they were last reported
    char **names;
    uint32_t name_count, name_capacity;
    Observer observer;  // for every machine and monitor of the execution
    const char *(*name)(void *data, uint32_t machine);  // of machines of a cluster; NULL: counted
    void *name_data;
} Trace;

// Writes the header, unless `out` is NULL. `seed` is NULL if the execution uses no random
// numbers, `origin` if the execution cannot be replayed.
void trace_init(Trace *t, FILE *out, const PProgram *p, const PTest *test, const uint64_t *seed,
                const TraceOrigin *origin);
void trace_drop(Trace *t);
// From now on the observer gets the steps, too. Must be called before the first step.
void trace_observe(Trace *t, const TraceObserver *observer);

// From now on this function names the machines. What it returns is valid until its next call. Must
// be called before the first step.
void trace_use_names(Trace *t, const char *(*name)(void *data, uint32_t machine), void *data);

// From now on facts are written, in blocks. The function tells which machine has an id; ids are
// given one after the other. Must be called before the first step.
void trace_use_blocks(Trace *t, TraceMachine (*machine)(void *data, uint32_t id), void *data);
// With blocks: the bytes in the file; and from now on another file is written, with a header and
// tables of its own, which can be read without the one before. All steps so far were flushed.
uint64_t trace_size(const Trace *t);
void trace_begin_again(Trace *t, FILE *out);
// All steps so far are given to the system: they are in the file, even if the process is killed.
void trace_flush(Trace *t);
// Adds a step, for example one that was read from a block. Who shares the trace holds its lock.
void trace_tell(Trace *t, const TraceFact *fact);

// Adds the payload of a step as JSON; only valid inside the observer's `take`.
void trace_payload_json(const TraceStep *step, Buf *out);

// The checksum after one more line, including its line feed. The last line of a trace ends with
// the checksum of everything before it.
uint64_t trace_sum(uint64_t sum, const char *line, size_t size);

// The name of a machine; a placeholder if its creation is not in the trace. Valid until
// trace_drop.
const char *trace_name(Trace *t, uint32_t machine);

// The checker lets the machine run for this number of moves.
void trace_turn(Trace *t, const Machine *m, uint32_t moves);
// The turns from here to the end are repeated forever.
void trace_loop(Trace *t);
// Writes the variables, if `has_variables` is set and they have changed.
void trace_variables(Trace *t, const Machine *m);
// `by` is NULL for the first machine and for monitors.
void trace_create(Trace *t, const Machine *by, const Machine *created, PWord payload);
// `by` creates a machine in another container.
void trace_create_away(Trace *t, const Machine *by, uint32_t created, uint32_t interface,
                       PWord payload);
void trace_send(Trace *t, const Machine *by, PWord target, uint32_t event, PWord payload);
// The event that was sent in an earlier turn is put into the queue now.
void trace_enqueue(Trace *t, const Machine *by, PWord target, uint32_t event);
// The event that was just sent is lost, because its target has halted.
void trace_drop_event(Trace *t, const Machine *by, PWord target, uint32_t event);
// Something of the network gets a number of its own: "channel", "cut" or "faults". A channel
// carries events of `by` to the target; 0: none.
void trace_open(Trace *t, uint32_t number, const char *kind, uint32_t by, uint32_t target);
// `from` is the number of the sender.
void trace_deliver(Trace *t, uint32_t from, PWord target, uint32_t event, PWord payload);
// One of the four kinds above. `who` and `target` are numbers of machines; target 0: none; event
// P_NONE: none.
void trace_fault(Trace *t, TraceKind kind, uint32_t who, uint32_t target, uint32_t event);
// A choice of something that is no machine of the program.
void trace_pick(Trace *t, uint32_t who, uint32_t count, uint32_t chosen);
// The channel cannot deliver the event, because its target is gone.
void trace_undelivered(Trace *t, uint32_t from, PWord target, uint32_t event);
void trace_announce(Trace *t, const Machine *by, uint32_t event, PWord payload);
void trace_choice(Trace *t, const Machine *by, uint32_t count, uint32_t chosen, bool is_fair);
void trace_print(Trace *t, const Machine *by, const char *text, size_t size);
// `by` may be NULL; `event` is P_NONE when the error is not about an event. `is_suspected`: a
// monitor was hot for long, which is no proof.
void trace_error(Trace *t, const Machine *by, PError error, bool is_suspected,
                 const char *message, uint32_t event);
// Writes the last line: why the execution ended.
void trace_end(Trace *t, const char *outcome);

// "unhandled-event": the kind of a bug, as reports and traces name it.
const char *error_kind(PError error);
