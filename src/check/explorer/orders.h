// check/explorer/orders.h: the states of an explorer, interned.
//
// An explorer (plait/explorer.h) decides which machine runs first and what a delay changes. Its
// own state is opaque to us; here each distinct one has a number, and a search stores only
// the number. The functions below give the order of a state, the state after each delay, and
// the state after a step.
//
// An explorer's order is always checked against the enabled machines. A machine that is not
// enabled, or occurs twice, is left out; missing machines are appended, by path; such orders
// are counted. So a wrong explorer can change priorities, but never loses states.

#pragma once

#include "base/err.h"
#include "check/engine/engine.h"

typedef struct Orders Orders;

typedef struct OrdersOptions {
    const char *explorer;  // a name (rr, rtc, rtc-raise, prr, random, custom), or a C file
    const char *include;   // the folder of plait/explorer.h, to compile a C file
    const PTest *test;     // gives the kind of the first machine; may be NULL
    bool has_faults;       // path 2 is the machine of faults (check/engine/network.h)
    uint64_t seed;
    bool is_checked;       // test soundness at every state, not at a sample
    double patience;       // seconds that one call of a C file's explorer may take; 0: 5
} OrdersOptions;

// One place in an order.
typedef struct OrderItem {
    uint32_t path;  // of the machine
    // The explorer's state from which this machine's step is made: after as many delays as there
    // are machines before it, or, for explorers with `order`, without delays.
    uint32_t from_state;
} OrderItem;

typedef struct Order {
    uint32_t count;
    bool is_sealed;  // only the first may run
    const OrderItem *items;  // valid until the next orders_order of this worker
} Order;

// NULL, with the reason: no such explorer, it does not compile, it lacks something.
Orders *orders_new(const PProgram *p, const OrdersOptions *options, uint32_t workers, Err *err);
void orders_free(Orders *o);
uint64_t orders_bytes(const Orders *o);
uint64_t orders_known(const Orders *o);  // the bytes that orders_forget would free
// Discards all numbers: start again with orders_begin. No other worker may use it meanwhile.
void orders_forget(Orders *o);

uint32_t orders_first(Orders *o);  // the first state; the first machine has path 1
// The same with another seed. No other worker may use it meanwhile.
bool orders_begin(Orders *o, const PTest *test, uint64_t seed, uint32_t *state);

// The state after a step with these events. False when the explorer crashed or did not return in
// time, with the reason in orders_failure: the check ends.
bool orders_step(Orders *o, uint32_t worker, uint32_t state, const StepEvent *events,
                 uint32_t count, uint32_t *next);

// Steps that the caller can name, because equal numbers mean equal events (engine_events_key):
// whether the worker has made it from this state not long ago, and notes that it has.
bool orders_known_step(const Orders *o, uint32_t worker, uint32_t state, uint64_t step,
                       uint32_t *next);
void orders_note_step(Orders *o, uint32_t worker, uint32_t state, uint64_t step, uint32_t next);

// Whether the explorer hears only which machines become ready and which cannot run any more,
// besides calls of the program: then orders_change tells it what engine_changes says of a step.
// A machine that is ready stays where it is when it becomes ready again.
bool orders_hear_changes(const Orders *o);

typedef struct OrderChange {
    uint32_t stops;  // path of the machine that made the step and cannot run any more, or 0
    uint32_t ready;  // path of the one that became ready, or 0
    bool ends;       // that one cannot run any more
} OrderChange;

// The change of a step to the state `to`, in which these machines can run or not.
OrderChange orders_change_of(Stepper *h, const State *to, StepChange c, bool sender_runs,
                             bool target_runs);
// The state after a step with this change; false as in orders_step.
bool orders_change(Orders *o, uint32_t worker, uint32_t state, const OrderChange *c,
                   uint32_t *next);

// Whether the order may depend on the state's fingerprint.
bool orders_need_print(const Orders *o);

// The order of the machines: a permutation of `enabled` (paths, ascending). `print` is the
// state's fingerprint, for random explorers.
bool orders_order(Orders *o, uint32_t worker, uint32_t state, uint64_t print,
                  const uint32_t *enabled, uint32_t enabled_count, Order *order);

bool orders_is_sealed(const Orders *o, uint32_t state);  // whether only the first may run
// The order of a state whose delays only rotate a line: place k is that of machine first + k in
// the cyclic line, from state base + first + k. It is not checked against the enabled machines.
// False: there is no such line, or the state is sealed.
typedef struct OrderLine {
    const uint32_t *machines;  // paths
    uint32_t count, first, base;
} OrderLine;

bool orders_line(const Orders *o, uint32_t state, OrderLine *line);

const char *orders_failure(const Orders *o);
uint64_t orders_hash(const Orders *o, uint32_t state);  // of its content, for strict mode
uint64_t orders_completed(const Orders *o);         // how many orders had to be completed
const char *orders_unsound(const Orders *o);        // the first failed soundness test, or NULL
const char *orders_note(const Orders *o);           // a warning about wrong seals, or NULL

// The functions of a P program that talk to its explorer: foreign functions with these names,
// which do nothing when the program is run. Returns the op for EVENT_USER, or P_NONE.
//     fun ChangeOrder(m: machine, rank: int);   op 0
//     fun Seal();  fun Unseal();                ops 1, 2
//     fun TellExplorer(op: int, number: int);   op 100 + the first argument
uint32_t orders_op(const char *function);
