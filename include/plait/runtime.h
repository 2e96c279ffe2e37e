// plait/runtime.h: what a compiled P program is.
//
// A Program is data: tables of types, events, machines, states, handlers and
// functions, and the code of every function. The virtual machine executes the
// code as it stands; `plait compile` prints the same tables as C, with every
// function as a C function. This header is all that such C includes, and all
// that foreign code needs (plait/foreign.h adds to it). What is public begins
// with P, p_ or P_.
//
// A handler does not act, it asks: a function runs until it needs something of
// the world (send, new, a choice ...), says so in a PRequest and returns. All it
// must remember is in its frame; nothing of it stays on the C stack. The host
// answers and calls again.

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// -------------------------------------------------------------------------- values
//
// A value is a word. Null, bool, int, float (its bits), event, enum and machine
// references are the word itself; strings, collections, tuples, `any` and foreign
// values are nodes: shared, counted, immutable as long as two can see them. The
// word 0 is the default of every type but tuples and some enums: null, false, 0,
// "", the empty collection.

typedef uint64_t PWord;

#define P_NONE 0xffffffffu  // no function, no state, no type ...

enum { P_EVENT_NULL = 0, P_EVENT_HALT = 1 };

typedef enum PTypeKind {
    P_TYPE_NULL,
    P_TYPE_BOOL,
    P_TYPE_INT,
    P_TYPE_FLOAT,
    P_TYPE_EVENT,
    P_TYPE_MACHINE,
    P_TYPE_ENUM,
    P_TYPE_STRING,  // from here on: nodes
    P_TYPE_ANY,     // a value with its type; also P's `data`
    P_TYPE_FOREIGN,
    P_TYPE_SEQ,
    P_TYPE_SET,
    P_TYPE_MAP,
    P_TYPE_TUPLE,
    P_TYPE_NTUPLE,
} PTypeKind;

typedef struct PEnumElem {
    const char *name;
    int64_t value;
} PEnumElem;

struct PForeignType;
struct PlaitRuntime;

typedef struct PType {
    PTypeKind kind;
    bool is_flat;              // tuples: no part is a node
    const char *name;          // as P writes it
    uint32_t count;            // of parts: 1 for seq and set, 2 for map, n for tuples
    const uint32_t *parts;     // type ids
    const char *const *fields; // P_TYPE_NTUPLE, in the order of the parts
    uint32_t elem_count;       // P_TYPE_ENUM, in order of declaration
    const PEnumElem *elems;
    uint32_t permissions;      // P_TYPE_MACHINE: what may be sent; a set id, P_NONE for all
    const struct PForeignType *foreign;  // P_TYPE_FOREIGN: plait/foreign.h; NULL: only null
    bool is_unordered;         // sets and maps: the program never sees the order of the entries
    bool is_hashed;            // and nobody else does: large ones are sorted by hash
} PType;

// A machine reference: the id in the low half (0 is null), above it the id of a
// set of permitted events plus one (0: all). Two references are equal when their
// ids are.
#define P_MACHINE_ID(word) ((uint32_t)(word))
#define P_MACHINE_SET(word) ((uint32_t)((word) >> 32) - 1)

// -------------------------------------------------------------------------- tables

typedef struct PPosition {
    uint32_t file;  // into PProgram.files
    uint32_t line;
    uint32_t column;
} PPosition;

typedef enum PBoundKind { P_BOUND_NONE, P_BOUND_ASSERT, P_BOUND_ASSUME } PBoundKind;

typedef struct PBound {
    PBoundKind kind;
    int64_t max;
} PBound;

typedef struct PEvent {
    const char *name;
    uint32_t payload;  // type id
    PBound bound;      // of its instances in one queue
} PEvent;

// A set of events: one bit each.
typedef struct PEventSet {
    const uint64_t *bits;
    uint32_t words;
} PEventSet;

typedef enum PHandlerKind { P_ON_DO, P_ON_GOTO, P_ON_PUSH, P_ON_DEFER, P_ON_IGNORE } PHandlerKind;

typedef struct PHandler {
    uint32_t event;
    PHandlerKind kind;
    uint32_t fun;     // P_ON_DO, P_ON_GOTO: action or transition function, or P_NONE
    uint32_t target;  // P_ON_GOTO, P_ON_PUSH: state id
    PPosition at;
} PHandler;

typedef enum PTemperature { P_WARM, P_HOT, P_COLD } PTemperature;

typedef struct PState {
    const char *name;
    uint32_t machine;
    PTemperature temperature;
    uint32_t entry, exit;  // functions, or P_NONE
    uint32_t handler_count;
    const PHandler *handlers;  // by event id
    PPosition at;
} PState;

typedef enum PMachineKind { P_MACHINE_REAL, P_MACHINE_MODEL, P_MACHINE_SPEC, P_MACHINE_SCENARIO } PMachineKind;

typedef struct PMachineInfo {
    const char *name;
    PMachineKind kind;
    uint32_t var_count;
    const uint32_t *var_types;
    const char *const *var_names;
    uint32_t start;      // state id
    uint32_t payload;    // type id of what its constructor takes
    uint32_t receives;   // set ids, P_NONE for all events
    uint32_t sends;
    uint32_t observes;   // of specs
    PBound bound;        // of its queue
    bool is_explicit;        // 2015 dialect: a monitor that is created and addressed explicitly
    const struct PForeignMachine *foreign;  // C that stands in for it; NULL: its P code runs
    PPosition at;
} PMachineInfo;

// What can be created: machines first, each its own interface, then interfaces.
typedef struct PInterface {
    const char *name;
    uint32_t receives;  // set id, P_NONE for all
    uint32_t payload;   // type id
} PInterface;

typedef struct PReceiveCase {
    uint32_t event;
    uint32_t at;       // code offset in the function
    uint32_t payload;  // slot that gets the payload, or P_NONE
} PReceiveCase;

typedef struct PReceive {
    uint32_t case_count;
    const PReceiveCase *cases;
} PReceive;

// ------------------------------------------------------------------------------- asks

typedef enum PAsk {
    P_ASK_DONE,      // the function has returned; its result is in `value`
    P_ASK_CALL,      // `fun` is to run, its arguments are in `args`
    P_ASK_SEND,      // `target`, `event`, `value` of type `type`
    P_ASK_NEW,       // `interface`, `value` of type `type`; the answer goes to slot `answer`
    P_ASK_ANNOUNCE,  // `event`, `value` of type `type`; to `monitor` only, unless P_NONE
    P_ASK_CHOOSE,    // one of `count` alternatives; the answer, counted from 0, to slot `answer`
    P_ASK_RECEIVE,   // `receive`
    P_ASK_RAISE,     // `event`, `value` of type `type`
    P_ASK_GOTO,      // `state`, `value` of type `type`
    P_ASK_PUSH,      // `state`
    P_ASK_POP,
    P_ASK_PRINT,     // `value`, a string
    P_ASK_ASSUME,    // an assumption does not hold: this execution does not exist
    P_ASK_FAIL,      // a bug was found: `error` and `text`
} PAsk;

// ------------------------------------------------------------------------- functions

// One instruction: d, a, b are slots of the frame, n is whatever the operation
// says (rt/ops.def lists them).
typedef struct PIns {
    uint16_t op;
    uint16_t d, a, b;
    int64_t n;
} PIns;

typedef struct PMachine PMachine;
typedef struct PRequest PRequest;

// Runs from the resume point `at` to the next ask. `f` are the slots. When it has returned, the
// nodes in its slots have been released, and the slots are not read again.
typedef PAsk PNative(PMachine *m, PWord *f, uint32_t at, PRequest *ask);

struct PForeignCall;
// Foreign code: the arguments in, the result out. False fails with a message in
// the call (plait/foreign.h).
typedef bool PForeignFun(struct PForeignCall *call);

typedef struct PFun {
    const char *name;      // as people know it: "Server.Handle", "Client.Init entry"
    uint32_t machine;      // owner, or P_NONE
    uint32_t param_count;  // the first slots
    uint32_t slot_count;
    const uint32_t *slot_types;
    const char *const *slot_names;  // of variables, "" for temporaries; NULL: not known
    uint32_t node_count;   // slots that hold nodes, to be released when it ends
    const uint16_t *nodes;
    uint32_t result;       // type id
    bool is_pure;          // asks nothing: runs straight through
    bool is_foreign;
    bool is_repeatable;  // C supplies it, and says P_PURE
    bool is_model;         // 2015 dialect: runs its code, unless C supplies something better
    bool takes_trigger;    // 2015 dialect: slots 0 and 1 are `payload` and `trigger`
    uint32_t code_count;
    const PIns *code;      // NULL for foreign functions
    const PPosition *at;   // of each instruction
    PNative *native;       // NULL: the virtual machine runs the code
    PForeignFun *foreign;
    PPosition declared;
} PFun;

// ---------------------------------------------------------------------- tests to run

typedef struct PLink {
    uint32_t creator, from, to;  // interfaces: `new from` inside creator makes `to`
} PLink;

typedef struct PAttachment {
    uint32_t spec;               // machine
    uint32_t watched_count;      // interfaces whose sends it sees; 0 with `watches_all`
    const uint32_t *watched;
    bool watches_all;
} PAttachment;

typedef struct PTest {
    const char *name;
    bool is_test;               // false for implementations
    uint32_t main;              // interface to begin with
    const uint32_t *bound;      // interface -> machine, or P_NONE
    uint32_t link_count;
    const PLink *links;         // where they differ from the name itself
    uint32_t attachment_count;
    const PAttachment *attachments;
    const PWord *params;        // values of the global parameters
} PTest;

typedef struct PProgram {
    uint32_t schema;  // P_SCHEMA of the header it was made with
    bool is_classic;  // 2015 dialect: the differences of docs/language.md
    uint32_t file_count, type_count, event_count, set_count, machine_count, interface_count,
        state_count, fun_count, receive_count, string_count, param_count, test_count;
    const char *const *files;
    const PType *types;
    const PEvent *events;
    const PEventSet *sets;
    const PMachineInfo *machines;
    const PInterface *interfaces;
    const PState *states;
    const PFun *funs;
    const PReceive *receives;
    const char *const *strings;
    const uint32_t *param_types;
    const PTest *tests;
} PProgram;

enum { P_SCHEMA = 6 };

// ----------------------------------------------------------------------------- requests

// The kinds of bugs a program can have (docs/checking.md).
typedef enum PError {
    P_ERROR_NONE,
    P_ERROR_ASSERTION,
    P_ERROR_UNHANDLED_EVENT,
    P_ERROR_DEADLOCK,
    P_ERROR_LIVENESS,
    P_ERROR_NULL_TARGET,
    P_ERROR_BAD_CAST,
    P_ERROR_INDEX,
    P_ERROR_MISSING_KEY,
    P_ERROR_DUPLICATE_KEY,
    P_ERROR_DIVIDE_BY_ZERO,
    P_ERROR_CHOOSE,
    P_ERROR_QUEUE_BOUND,
    P_ERROR_INFINITE_LOOP,
    P_ERROR_FORBIDDEN_SEND,
    P_ERROR_FOREIGN,
    P_ERROR_STACK_OVERFLOW,
    P_ERROR_SETUP,  // no bug of the program: C that it needs is missing or does not fit
} PError;

enum { P_TEXT_MAX = 512 };

struct PRequest {
    uint32_t resume;    // where the function goes on when it is called again
    uint32_t at;        // the code offset that asks, for its position
    uint32_t answer;    // slot for the answer, or P_NONE
    uint32_t fun;
    const PWord *args;
    PWord target;
    uint32_t event;
    uint32_t interface;
    uint32_t monitor;
    uint32_t state;
    uint32_t receive;
    uint32_t count;
    bool is_fair;       // P_ASK_CHOOSE: $$
    uint32_t type;      // of `value`
    PWord value;        // owned by the request
    PError error;
    char text[P_TEXT_MAX];  // message or what is printed; longer ones are cut with "..."
};

// ------------------------------------------------------------------------------ machines

// A machine looks whether it is to stop whenever it has used so much fuel.
enum { P_FUEL_SLICE = 128 };

// What a function may see of the machine it runs in; the runtime has more.
struct PMachine {
    const PProgram *program;
    const PTest *test;
    PWord *vars;      // its fields
    PWord self;       // the reference to it
    int64_t fuel;     // backward jumps and calls left of this slice
    int64_t reserve;  // for further slices. Without both it counts as an endless loop
    const bool *stop; // set by another thread: then the machine stops; NULL: never
    bool is_stopped;  // this is why it failed
    bool is_quiet;    // nobody reads what it prints: texts for it need not be made
    struct PlaitRuntime *runtime;  // that executes it, for foreign code; NULL in the checker
    // A host that can, sends at once. NULL, or false: nothing was done, ask.
    bool (*send)(PMachine *m, PRequest *ask);
    // The checker hears what the program tells its explorer; NULL in a run.
    void (*tell)(PMachine *m, uint32_t op, uint32_t machine_id, int64_t number);
    // A host that calls foreign functions with care; NULL: they are called straight.
    bool (*guard)(bool (*code)(struct PForeignCall *call), struct PForeignCall *call);
    // Called now and then by a handler that runs long; NULL: nothing is.
    void (*pause)(PMachine *m);
};

#ifdef __cplusplus
}
#endif

#include "plait/value.h"
