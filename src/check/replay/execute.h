// check/replay/execute.h: executes one given schedule, in the simplest way.
//
// The executor uses no interning, rows or fingerprints: it has real machines and queues, and
// makes the moves (check/engine/points.h) of a schedule. With a trace writer it records what
// happens. Every bug that a search finds is executed here before it is reported; traces are
// replayed by it; the brute-force search in the tests uses it. So it is a second,
// independent implementation of what a P program means.

#pragma once

#include <stdio.h>

#include "base/err.h"
#include "check/engine/network.h"
#include "check/engine/points.h"
#include "rt/bug.h"
#include "rt/machine.h"
#include "rt/trace.h"

// One turn: a machine makes `moves` moves, with these choices. A turn ends early when its
// choices are used up and the machine needs one more: then the machine is stopped at that
// choice, the next turn is of the same machine, and the rest of the move counts as a move of
// that turn.
typedef struct Turn {
    uint32_t machine;  // running number: the n-th machine or channel created in this execution,
                       // from 1
    uint32_t moves;
    uint32_t choice_count;
    uint32_t first_choice;  // into Schedule.choices
} Turn;

typedef struct Schedule {
    Turn *turns;
    uint32_t turn_count, turn_capacity;
    uint32_t *choices;
    uint32_t choice_count, choice_capacity;
    uint32_t loop;  // turns from this one on, counted from 1, are repeated for ever; 0: none
    const Network *network;  // of the execution, borrowed; NULL: mailbox
    bool ends_hot;  // machines can run at its end; the failure is that a monitor is still hot
} Schedule;

void schedule_add(Schedule *s, uint32_t machine, uint32_t moves, const uint32_t *choices,
                  uint32_t choice_count);
void schedule_choose(Schedule *s, uint32_t chosen);  // one more choice of the last turn
// The last turn is a fault: its choices, except the first, become `numbers` of what they are.
void schedule_number(Schedule *s, const uint32_t *numbers);
void schedule_drop(Schedule *s);
Schedule schedule_copy(const Schedule *s);

typedef enum Executed {
    EXECUTED_ALL,       // the schedule is used up
    EXECUTED_BUG,
    EXECUTED_ASSUME,
    EXECUTED_ODD,       // the schedule does not fit the program: `bug.text` says where
    EXECUTED_SETUP,     // C that the program needs is missing or does not fit: `bug` says what
} Executed;

// What ended the execution, in the words of a trace; NULL when nothing has.
const char *executed_stop(Executed result);

typedef struct Execution Execution;  // in the middle of it

Execution *execution_new(const PProgram *p, const PTest *test, FILE *trace);
// With a trace whose header says where the program is from. `origin` may be NULL.
Execution *execution_new_from(const PProgram *p, const PTest *test, const TraceOrigin *origin,
                              FILE *trace);
// Calls the observer for everything that happens.
Execution *execution_new_observed(const PProgram *p, const PTest *test,
                                  const TraceObserver *observer);
void execution_free(Execution *x);

// To be called before execution_start. Without it the network is mailbox. Borrowed.
void execution_set_network(Execution *x, const Network *network);
// Machines of these kinds are outside: they take events, do nothing, and halt when they are told
// to. By kind, borrowed; to be called before execution_start.
void execution_set_outside(Execution *x, const bool *is_outside);
// The monitors' start; to be called first.
Executed execution_start(Execution *x, Bug *bug);
// `choices` are those of the whole schedule.
Executed execution_turn(Execution *x, const Turn *turn, const uint32_t *choices, Bug *bug);
// The turns from here to the end are repeated for ever: execution_end checks whether that is
// fair and keeps a monitor hot.
void execution_loop(Execution *x);
// After the last turn. When no machine is enabled, checks for a deadlock and a hot monitor. With
// `ends_hot`, checks for a hot monitor in any case.
Executed execution_end(Execution *x, bool ends_hot, Bug *bug);

// What no schedule has, but a run on real processes (report/conform.h): an event comes from
// outside; a machine is created in a new container, for one that has crashed. Both take the
// payload. EXECUTED_ODD: that machine is gone, the event is lost. The second returns the number of
// the machine; 0: the test has no such machine.
Executed execution_post(Execution *x, uint32_t machine, uint32_t event, PWord payload, Bug *bug);
uint32_t execution_restart(Execution *x, const char *kind, PWord payload);
// Something goes wrong: a container crashes (`about` is 0), or the machine is told that another one
// is suspected. The network of the execution must allow for it.
Executed execution_fault(Execution *x, FaultKind kind, uint32_t machine, uint32_t about, Bug *bug);
// Nothing more goes wrong.
Executed execution_no_more_faults(Execution *x, Bug *bug);

// A whole schedule, from start to end, on an execution that has not begun.
Executed execution_follow(Execution *x, const Schedule *schedule, Bug *bug);

// After EXECUTED_BUG: what failed, "Server(3)" or a monitor. Valid until execution_free.
const char *execution_culprit(const Execution *x);

// A whole schedule; the trace, when not NULL, is complete afterwards.
Executed execute(const PProgram *p, const PTest *test, const Schedule *schedule, FILE *trace,
                 Bug *bug);
Executed execute_from(const PProgram *p, const PTest *test, const Schedule *schedule,
                      const TraceOrigin *origin, FILE *trace, Bug *bug);
Executed execute_observed(const PProgram *p, const PTest *test, const Schedule *schedule,
                          const TraceObserver *observer, Bug *bug);

// The first turns of a schedule, with a turn for each move. EXECUTED_ALL: they can be executed, and
// do not end the execution. `*is_open`: the last move is stopped at a choice.
Executed schedule_split(const PProgram *p, const PTest *test, const Schedule *s, uint32_t turns,
                        Schedule *moves, bool *is_open, Bug *bug);

// The schedule of a loop with its last turns so many times, of which the last time is the loop:
// machines that a round creates have other numbers in the next round. False when the turns cannot
// be repeated for ever, or that violates no monitor.
bool schedule_unroll(const PProgram *p, const PTest *test, const Schedule *s, uint32_t rounds,
                     Schedule *out);

// --------------------------------------------------- to look at an execution, and to steer it

typedef enum PlayerPosition {
    POSITION_REST,
    POSITION_SHOW,
    POSITION_PUT,
    POSITION_NEW,
    POSITION_SAY,
    POSITION_CHOICE,  // in the middle of a move
    POSITION_DOOMED,  // its assumption has failed: its next move discards the execution
    POSITION_HALTED,
} PlayerPosition;

uint32_t execution_machines(const Execution *x);                   // created so far
bool execution_is_enabled(const Execution *x, uint32_t machine);   // running number
// Whether it is a machine, and not a part of the network.
bool execution_is_machine(const Execution *x, uint32_t machine);
// The machine for which its container was made; for a channel 0.
uint32_t execution_container(const Execution *x, uint32_t machine);
// False when it is no channel, and no mark of a cut. The numbers of both ends.
bool execution_ends(const Execution *x, uint32_t machine, uint32_t *from, uint32_t *to);
// Whether something may still go wrong.
bool execution_has_faults(const Execution *x);
// A machine that has not begun, and whose creator has crashed: its first move chooses whether it
// was created (0) or not (1).
bool execution_is_orphan(const Execution *x, uint32_t machine);
// The machines and channels that can run, ascending; faults are not among them. `list` has room
// for all. Returns their number.
uint32_t execution_enabled(const Execution *x, uint32_t *list);
PlayerPosition execution_position(const Execution *x, uint32_t machine);

// At POSITION_REST: the event that it takes in its next move; P_EVENT_NULL for `null`, P_NONE
// when there is none, and for a machine that has not begun.
uint32_t execution_takes(const Execution *x, uint32_t machine);

// What the machine asks for, in positions from POSITION_SHOW to POSITION_CHOICE. Borrowed.
const PRequest *execution_request(const Execution *x, uint32_t machine);

// At POSITION_CHOICE: the number of alternatives.
uint32_t execution_alternatives(const Execution *x, uint32_t machine);

// "Server(3)", valid until execution_free.
const char *execution_name(const Execution *x, uint32_t machine);

// The machine itself, read-only; not for channels. A halted machine has only its kind left.
const Machine *execution_machine(const Execution *x, uint32_t machine);

// The queue of a machine, the oldest event first. The payload is borrowed.
uint32_t execution_queue_count(const Execution *x, uint32_t machine);
uint32_t execution_queue_event(const Execution *x, uint32_t machine, uint32_t place);
PWord execution_queue_payload(const Execution *x, uint32_t machine, uint32_t place);

// Visits the monitors that are there.
void execution_each_monitor(const Execution *x, void (*visit)(void *context, const Machine *m),
                            void *context);
