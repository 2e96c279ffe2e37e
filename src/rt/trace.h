// rt/trace.h: what happened, written down.
//
// One format for both hosts: JSON lines, the first a header, then one object for
// each happening, in order (docs/traces.md). What happens inside a machine comes
// through its Observer; what the host does, the host tells. The same decisions
// give the same bytes.
//
// Each happening is a TraceStep first. The writer of JSON lines and an observer in the same
// process get the same steps, so that no reader has to parse printed text.
//
// Machines have names for people: kind and running number, `Server(3)`, given in
// the order in which the trace sees them created. Monitors have their own name.
//
// Every call writes one whole line; several threads may call.

#pragma once

#include <pthread.h>
#include <stdio.h>

#include "base/buf.h"
#include "base/map.h"
#include "rt/machine.h"

// How the program is found again; it stands in the header.
typedef struct TraceOrigin {
    const char *const *paths;  // as they were given
    size_t path_count;
    const char *dialect;  // that was asked for
    int64_t loop_limit;   // 0: MACHINE_FUEL
} TraceOrigin;

typedef enum TraceKind {
    TRACED_CREATE,
    TRACED_SEND,
    TRACED_ENQUEUE,
    TRACED_DROP,
    TRACED_DEQUEUE,
    TRACED_RECEIVE,
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

// One happening. What it does not have is NULL or 0. Texts and the value are good until the
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
    const char *payload;  // as P prints it
    size_t payload_size;
    const char *target;           // send, enqueue, drop
    uint32_t count, chosen;       // choice: which one of how many
    bool is_fair;                 // choice
    const char *text;             // print, variables
    size_t text_size;
    const char *error, *message;  // error: its kind, and what it says
    uint32_t moves;               // turn
    const char *outcome;          // end
    const char *file;             // where; NULL: nowhere
    uint32_t line, column;
    const struct Trace *trace;  // that the payload's value is from; NULL: it is gone
    uint32_t type;              // of the value
    PWord value;                // borrowed
} TraceStep;

typedef struct TraceObserver {
    void (*take)(void *data, const TraceStep *step);  // NULL: no observer
    void *data;
    bool has_variables;  // behind each turn, variables that have changed
} TraceObserver;

typedef struct Trace {
    FILE *out;  // NULL: there is only the observer
    TraceObserver to;
    const PProgram *program;
    pthread_mutex_t lock;
    Buf line;      // being written
    Buf payload;   // of the step, as P prints it
    uint64_t step;
    uint64_t sum;  // of all lines so far
    Map numbers;  // machine id -> place in `names`, counted from 1
    Map shown;    // machine id -> sum of its variables, as they were told last
    char **names;
    uint32_t name_count, name_capacity;
    Observer observer;  // for every machine and monitor of the execution
} Trace;

// Writes the header, unless `out` is NULL. `seed` is NULL when no lot is drawn, `origin`
// if the execution will not be repeated.
void trace_init(Trace *t, FILE *out, const PProgram *p, const PTest *test, const uint64_t *seed,
                const TraceOrigin *origin);
void trace_drop(Trace *t);
// Steps go to the observer, too. Before the first one.
void trace_observe(Trace *t, const TraceObserver *observer);

// Adds the payload of a step as JSON; only while it is observed.
void trace_payload_json(const TraceStep *step, Buf *out);

// The sum with one more line, its line feed included. The last line of a trace ends with
// the sum of all that stands before it.
uint64_t trace_sum(uint64_t sum, const char *line, size_t size);

// The name of a machine that the trace has seen created, or a name for what it
// has not. Good until trace_drop.
const char *trace_name(const Trace *t, uint32_t machine);

// A checker lets the machine go on for so many moves.
void trace_turn(Trace *t, const Machine *m, uint32_t moves);
// The turns from here on are repeated for ever.
void trace_loop(Trace *t);
// The variables, if they were asked for and have changed.
void trace_variables(Trace *t, const Machine *m);
// `by` is NULL for the first machine and for monitors.
void trace_create(Trace *t, const Machine *by, const Machine *created, PWord payload);
void trace_send(Trace *t, const Machine *by, PWord target, uint32_t event, PWord payload);
// The event sent before, when others went between, is in the queue now.
void trace_enqueue(Trace *t, const Machine *by, PWord target, uint32_t event);
// The event just sent is lost: its target has halted.
void trace_drop_event(Trace *t, const Machine *by, PWord target, uint32_t event);
void trace_announce(Trace *t, const Machine *by, uint32_t event, PWord payload);
void trace_choice(Trace *t, const Machine *by, uint32_t count, uint32_t chosen, bool is_fair);
void trace_print(Trace *t, const Machine *by, const char *text, size_t size);
// `by` may be NULL; `event` is P_NONE when none is to blame.
void trace_error(Trace *t, const Machine *by, PError error, const char *message, uint32_t event);
// The last line: why it ended.
void trace_end(Trace *t, const char *outcome);

// "unhandled-event": the kind of a bug, as reports and traces name it.
const char *error_kind(PError error);
