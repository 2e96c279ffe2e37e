// check/replay/execute.h: one execution, decided in advance, done plainly.
//
// The executor knows nothing of interning, rows and fingerprints: it has machines and
// queues as they are, and does the moves (check/engine/points.h) that a schedule says. With a
// trace writer it tells what happens. Every bug that a search finds is executed here
// before it is reported; traces are replayed by it; the tests' brute force search
// stands on it. So it is the second opinion on what a P program means.

#pragma once

#include <stdio.h>

#include "base/err.h"
#include "check/engine/points.h"
#include "rt/bug.h"
#include "rt/machine.h"
#include "rt/trace.h"

// One turn: a machine makes `moves` moves and chooses so on the way. A turn ends early
// when its choices are used up and the machine asks for one more: then the machine is
// stopped at that choice, the next turn is its own, and what is left of the move counts
// as a move of that turn.
typedef struct Turn {
    uint32_t machine;  // running number: the n-th machine created in this execution, from 1
    uint32_t moves;
    uint32_t choice_count;
    uint32_t first_choice;  // into Schedule.choices
} Turn;

typedef struct Schedule {
    Turn *turns;
    uint32_t turn_count, turn_capacity;
    uint32_t *choices;
    uint32_t choice_count, choice_capacity;
    uint32_t loop;  // the first turn of what is repeated for ever, counted from 1; 0: nothing is
    bool ends_hot;  // others can run then, and what fails is that a monitor is still hot
} Schedule;

void schedule_add(Schedule *s, uint32_t machine, uint32_t moves, const uint32_t *choices,
                  uint32_t choice_count);
void schedule_choose(Schedule *s, uint32_t chosen);  // one more choice of the last turn
void schedule_drop(Schedule *s);

typedef enum Executed {
    EXECUTED_ALL,       // the schedule is used up
    EXECUTED_BUG,
    EXECUTED_ASSUME,
    EXECUTED_ODD,       // the schedule does not fit the program: `bug.text` says where
    EXECUTED_SETUP,     // C that the program needs is missing or does not fit: `bug` says what
} Executed;

typedef struct Execution Execution;  // in the middle of it

Execution *execution_new(const PProgram *p, const PTest *test, FILE *trace);
// With a trace whose header says where the program is from. `origin` may be NULL.
Execution *execution_new_from(const PProgram *p, const PTest *test, const TraceOrigin *origin,
                              FILE *trace);
// The observer is told what happens.
Execution *execution_new_observed(const PProgram *p, const PTest *test,
                                  const TraceObserver *observer);
void execution_free(Execution *x);

// The monitors' start; to be called first.
Executed execution_start(Execution *x, Bug *bug);
// `choices` are those of the whole schedule.
Executed execution_turn(Execution *x, const Turn *turn, const uint32_t *choices, Bug *bug);
// The turns from here to the end are repeated for ever: whether that is fair, and keeps a
// monitor hot, is looked at then.
void execution_loop(Execution *x);
// No more turns. When nobody is enabled: is that a deadlock, is a monitor hot? When
// `ends_hot`, the latter is asked anyway.
Executed execution_end(Execution *x, bool ends_hot, Bug *bug);

// After EXECUTED_BUG: who failed, "Server(3)" or a monitor. Good until execution_free.
const char *execution_culprit(const Execution *x);

// A whole schedule; the trace, when not NULL, is complete afterwards.
Executed execute(const PProgram *p, const PTest *test, const Schedule *schedule, FILE *trace,
                 Bug *bug);
Executed execute_from(const PProgram *p, const PTest *test, const Schedule *schedule,
                      const TraceOrigin *origin, FILE *trace, Bug *bug);
Executed execute_observed(const PProgram *p, const PTest *test, const Schedule *schedule,
                          const TraceObserver *observer, Bug *bug);

// ------------------------------------------------------------- for plain searches in tests

typedef enum PlayerPosition {
    POSITION_REST,
    POSITION_SHOW,
    POSITION_PUT,
    POSITION_NEW,
    POSITION_SAY,
    POSITION_CHOICE,  // in the middle of a move
    POSITION_DOOMED,  // its assumption has failed: with its next move the execution is none
    POSITION_HALTED,
} PlayerPosition;

uint32_t execution_machines(const Execution *x);                   // created so far
bool execution_is_enabled(const Execution *x, uint32_t machine);   // running number
PlayerPosition execution_position(const Execution *x, uint32_t machine);

// At POSITION_REST: the event that it takes in its next move; P_EVENT_NULL when that
// would be `null`, P_NONE when there is none. Of a machine that has not begun, P_NONE.
uint32_t execution_takes(const Execution *x, uint32_t machine);

// At POSITION_CHOICE: of how many.
uint32_t execution_alternatives(const Execution *x, uint32_t machine);

// "Server(3)", good until execution_free.
const char *execution_name(const Execution *x, uint32_t machine);

// The machine itself, to be looked at. Of one that has halted only its kind is left.
const Machine *execution_machine(const Execution *x, uint32_t machine);
