// view/view_actors.h: the machines and monitors of an execution, as they were last seen.

#pragma once

#include "base/buf.h"
#include "check/replay/execute.h"

// An event in a queue, with the step that sent it. The payload is only compared.
typedef struct ViewMail {
    uint32_t event;
    PWord payload;
    uint32_t sent;
} ViewMail;

typedef struct ViewActor {
    char *name;
    bool is_monitor, has_halted;
    uint32_t number;   // of a machine, from 1; 0 for monitors
    uint32_t kind;     // index in PProgram.machines; P_NONE: not known
    uint32_t state;    // P_NONE: none yet
    uint32_t created;  // the step, from 1
    uint32_t sent;     // the step in which it sent last
    PWord *values;     // its variables: owned, so a machine that changes one makes a copy
    char **texts;      // the variables as text
    ViewMail *queue;
    uint32_t queue_count, queue_capacity;
} ViewActor;

typedef struct ViewActors {
    const PProgram *program;  // NULL: only names are known
    const Execution *execution;
    ViewActor *items;
    uint32_t count, capacity;
    uint32_t *by_number;  // machine number -> index
    uint32_t number_capacity;
    Buf change;  // reused
} ViewActors;

void view_actors_drop(ViewActors *a);

// Adds an actor that a step has created; one that is there already is kept (2015 dialect: there
// may be several monitors of a kind).
void view_actors_add(ViewActors *a, const char *name, bool is_monitor, uint32_t step);

// P_NONE when there is no such actor.
uint32_t view_actors_find(const ViewActors *a, const char *name);

// Compares the actor with the execution and adds `[index,{...}]` for what has changed, after a
// comma if something is there already. `sent` is the step that sent what is new in the queue.
void view_actors_compare(ViewActors *a, uint32_t index, const Machine *m, uint32_t sent,
                         Buf *changes);

// Likewise, only its queue.
void view_actors_compare_queue(ViewActors *a, uint32_t index, uint32_t sent, Buf *changes);

// The value as text, to be freed; a string in quotes.
char *view_print_value(const Execution *x, const PProgram *p, uint32_t type, PWord value);

// The actor has halted: its queue is gone.
void view_actors_halt(ViewActors *a, uint32_t index, Buf *changes);
