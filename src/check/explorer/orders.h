// check/explorer/orders.h: the states of an explorer, interned.
//
// An explorer (plait/explorer.h) says who runs first and what a delay changes. Its
// own state, d, is opaque bytes; here each distinct d has a number, what follows from
// it is worked out once (its order, its d after 1, 2 ... delays, its d after a step),
// and a search carries a number about.
//
// The engine trusts nothing: an order is compared with who is enabled. What is not
// enabled or stands there twice is left out, what is missing is appended by path, and
// both are counted, so a wrong explorer costs priority, never coverage.

#pragma once

#include "base/err.h"
#include "check/engine/engine.h"

typedef struct Orders Orders;

typedef struct OrdersOptions {
    const char *explorer;  // a name (rr, rtc, rtc-raise, prr, random, custom), or a C file
    const char *include;   // the folder of plait/explorer.h, to compile a C file
    const PTest *test;     // what is checked: names the first machine's kind; may be NULL
    uint64_t seed;
    bool is_checked;       // test soundness at every state, not at a sample
    double patience;       // seconds that one call into a C file may take; 0: 5
} OrdersOptions;

// One place in an order.
typedef struct OrderItem {
    uint32_t path;  // who runs
    // The explorer's state from which the step is made when this one runs: after so many delays,
    // or, for explorers whose delays do not last, undelayed.
    uint32_t from_state;
} OrderItem;

typedef struct Order {
    uint32_t count;
    bool is_sealed;  // only the first may run
    const OrderItem *items;  // good until the next orders_order of this worker
} Order;

// NULL, with the reason: no such explorer, it does not compile, it lacks something.
Orders *orders_new(const PProgram *p, const OrdersOptions *options, uint32_t workers, Err *err);
void orders_free(Orders *o);
uint64_t orders_bytes(const Orders *o);
uint64_t orders_known(const Orders *o);  // what of it orders_forget would empty
// All numbers are gone: begin anew with orders_begin. Not while several workers are at it.
void orders_forget(Orders *o);

uint32_t orders_first(Orders *o);  // d at the beginning; the first machine has path 1
// The same with another seed. Not while several workers are at it.
bool orders_begin(Orders *o, const PTest *test, uint64_t seed, uint32_t *d);

// d after a step with these events. When the explorer crashed or did not come back,
// false, with the reason in orders_failure: the check ends.
bool orders_step(Orders *o, uint32_t worker, uint32_t d, const StepEvent *events, uint32_t count,
                 uint32_t *next);

// Who may run, first to last: a permutation of `enabled` (paths, ascending). `print` is the
// state's fingerprint, for explorers that draw by lot.
bool orders_order(Orders *o, uint32_t worker, uint32_t d, uint64_t print, const uint32_t *enabled,
                  uint32_t enabled_count, Order *order);

const char *orders_failure(const Orders *o);
uint64_t orders_hash(const Orders *o, uint32_t d);  // of its content, for strict mode
uint64_t orders_completed(const Orders *o);         // how many orders had to be completed
const char *orders_unsound(const Orders *o);        // the first failed soundness test, or NULL
const char *orders_note(const Orders *o);           // what was odd about sealing, or NULL

// The functions of a P program that talk to its explorer: foreign functions of these
// names, which do nothing when the program is run. The op for EVENT_USER, or P_NONE.
//     fun ChangeOrder(m: machine, rank: int);   op 0
//     fun Seal();  fun Unseal();                ops 1, 2
//     fun TellExplorer(op: int, number: int);   op 100 + the first argument
uint32_t orders_op(const char *function);
