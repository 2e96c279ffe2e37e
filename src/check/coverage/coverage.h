// check/coverage/coverage.h: what was seen during a check, and what could have been.
//
// A cell is one thing that can happen, in terms of the program's declarations: a state is
// entered, an event meets a state, a state follows another. A Coverage has for each cell the
// number of steps on which it happened. Only steps that the search took count; steps that were
// computed but not taken, or that an `assume` or a limit cut off, do not.
//
// Sees: base, rt, check/tables.
// Used by: check/engine, check/direct, check/search, report, draw, view, cli.

#pragma once

#include <string.h>

#include "plait/runtime.h"

typedef enum CellKind {
    CELL_ENTERED,    // state a
    CELL_EVENT,      // state a met event b, in way c
    CELL_GOTO,       // from state a to state b, by event c; P_NONE: by a statement
    CELL_PUSH,       // likewise
    CELL_POPPED,     // back to state a
    CELL_SENT,       // machine a sent event b to a machine c
    CELL_ANNOUNCED,  // machine a announced event b
    CELL_CREATED,    // machine a created a machine b; a is P_NONE for the first
    CELL_HALTED,     // machine a, in state b
} CellKind;

// What a state did with an event. For a monitor, an event that it sees is taken.
typedef enum Way {
    WAY_TAKEN,
    WAY_RAISED,
    WAY_RECEIVED,
    WAY_DEFERRED,  // it stayed in the queue; counted 0 or 1, however often
    WAY_IGNORED,
    WAY_INHERITED,  // a state below acts in its place (2015 dialect)
    WAY_UNHANDLED,  // a bug
    WAY_COUNT,
} Way;

typedef struct Cell {
    uint32_t kind, a, b, c;
} Cell;

static inline bool cell_equals(const Cell *x, const Cell *y)
{
    return memcmp(x, y, sizeof *x) == 0;  // no padding
}

uint64_t cell_hash(const Cell *cell);

typedef struct Coverage Coverage;

Coverage *coverage_new(const PProgram *p);
void coverage_free(Coverage *c);

void coverage_add(Coverage *c, const Cell *cell, uint64_t count);
void coverage_add_test(Coverage *c, const PTest *test);  // its machines count in coverage_of_all
void coverage_add_machine(Coverage *c, uint32_t machine);
// Adds all counts and machines of `from`, of the same program.
void coverage_join(Coverage *into, const Coverage *from);

uint64_t coverage_count(const Coverage *c, CellKind kind, uint32_t a, uint32_t b, uint32_t d);
bool coverage_has_machine(const Coverage *c, uint32_t machine);

// All cells that were seen, ordered by kind, a, b, c.
uint32_t coverage_cell_count(const Coverage *c);
const Cell *coverage_cells(Coverage *c);

// --------------------------------------------------------------------------- what is declared

typedef enum DeclaredKind {
    DECLARED_STATE,
    DECLARED_HANDLER,
    DECLARED_RECEIVE,  // a case of a receive that the state's code may reach
    DECLARED_GOTO,     // a statement that the state's code may reach
    DECLARED_PUSH,
} DeclaredKind;

typedef struct Declared {
    DeclaredKind kind;
    uint32_t machine, state;
    uint32_t event;    // of handlers and receives
    PHandlerKind how;  // of handlers
    uint32_t target;   // state; P_NONE when there is none
    PPosition at;
} Declared;

// All items of all machines of the program, whether a test has them or not: machine by machine,
// state by state, the state itself first.
uint32_t coverage_declared_count(const Coverage *c);
const Declared *coverage_declared(const Coverage *c);

// On how many steps the search saw it.
uint64_t coverage_seen(const Coverage *c, const Declared *d);

// Seen and declared, of states, of (machine, state, event) triples, and of transitions
// from state to state. A handler that goes to a state is both of the latter; an event
// that a state both handles and receives makes two triples.
typedef struct Share {
    uint32_t seen, declared;
} Share;

typedef struct Shares {
    Share states, triples, transitions;
} Shares;

Shares coverage_of_machine(const Coverage *c, uint32_t machine);
Shares coverage_of_state(const Coverage *c, uint32_t state);
// Of all machines that the tests have.
Shares coverage_of_all(const Coverage *c);
