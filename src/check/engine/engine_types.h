// check/engine/engine_types.h: what the engine is made of.
//
// Interning goes bottom up: values (nodes that exist once), messages, queues, local
// states, shapes. Each has an id, counted from 1 (0: the empty queue, no monitor, no
// machine), and a hash of its content. The hash of a machine reference is computed from
// the machine's creation path, not from its number, so hashes are the same in every run.
//
// Adding to any table takes the engine's lock. A step that was made before needs only
// look-ups (rows, hashes, memos, shapes), and these take no lock.
//
// A fingerprint is a sum of: the hash of each machine's local state; the hash of each
// queue times an odd factor that belongs to the machine; the hash of each monitor. A step
// changes only a few of these terms.

#pragma once

#include <pthread.h>
#include <stdatomic.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/map.h"
#include "base/mix.h"
#include "base/rng.h"
#include "check/coverage/notes.h"
#include "check/coverage/trails.h"
#include "check/engine/engine.h"
#include "check/tables/index.h"
#include "check/tables/memo.h"
#include "check/tables/pairs.h"
#include "check/tables/shelf.h"
#include "rt/live.h"

typedef struct Hash {
    uint64_t lo, hi;
} Hash;

// Paths of the machines that a value, message, queue or state refers to, ascending.
typedef struct Refs {
    const uint32_t *paths;
    uint32_t count;
} Refs;

typedef enum Position {
    AT_REST,
    AT_START,  // at rest, and has not run yet
    AT_ORPHAN,  // the same, and its creator has crashed: perhaps it was never created
    AT_SHOW,
    AT_PUT,
    AT_NEW,
    AT_SAY,
    AT_CHOICE,  // in the middle of a move that makes too many choices
    AT_DOOMED,  // its next move fails an assumption (classic: an effect ended the step before it)
} Position;

typedef struct Value {  // a node that was interned
    PWord word;
    uint32_t type;
    Hash hash;
    Refs refs;
} Value;

typedef struct Message {
    Hash hash;
    uint32_t event;
    PWord payload;  // of the event's type, interned
    Refs refs;
} Message;

#define UNKNOWN 0xffffffffu

// A queue is a shorter queue plus one message at its end; a long one is a tree (long_impl.h). One
// cache line, with all that the search reads of a queue for every step: a state that waited for
// some time finds its queues far away, so they are read once, and not the queues that follow.
typedef struct Queue {
    _Alignas(64) uint64_t hash;
    uint64_t events;     // of the messages, as event_bit
    uint64_t rest_hash;  // hash of `rest`, when that is known
    uint64_t longer;     // a message, and the id of the queue with it at the end; or 0 (queue_push)
    uint32_t first;      // message, 0 when it is empty
    uint32_t rest;       // the queue without the first, or UNKNOWN
    uint32_t rest_first;  // first message of `rest`, when that is known
    uint32_t before;      // the queue without the last; for long queues, or UNKNOWN
    uint32_t last;
    uint32_t count;  // of messages
    union {
        uint32_t refs;  // of a short queue: in Engine.queue_refs
        uint32_t part;  // of a long queue
    };
    uint8_t first_bit, rest_bit;  // of the events of `first` and `rest_first`, as sent_bit
} Queue;

_Static_assert(sizeof(Queue) == 64, "a queue is one cache line");

enum { SHORT_QUEUE = 8 };  // the most messages of a queue that is not long, by default

// The next action of a machine that is not at rest.
typedef struct Pending {
    uint32_t message;    // AT_SHOW, AT_PUT, AT_SAY
    uint32_t target;     // AT_SHOW, AT_PUT: path
    uint32_t monitor;    // AT_SAY: the only one, or P_NONE
    uint32_t interface;  // AT_NEW
    uint32_t kind;       // AT_NEW
    PWord payload;       // AT_NEW, of the interface's type
    uint32_t answer;     // AT_NEW, AT_CHOICE: slot
    uint32_t count;      // AT_CHOICE: alternatives
    uint64_t site;       // AT_CHOICE of a `$$`: its place in the program, not 0
} Pending;

typedef struct Local {
    Hash hash;
    const PWord *words;
    uint32_t word_count;
    uint32_t path;  // 0 for monitors
    uint32_t kind, interface;
    uint32_t state;    // the top one
    uint32_t receive;  // the receive statement that it waits in, or P_NONE
    Position position;
    Pending pending;
    Refs refs;
    const uint8_t *wants;  // AT_REST: a Wants for each event, one for null; then local_takes
} Local;

typedef struct Row Row;

// The part of a local state that the search reads for every step.
typedef struct LocalHead {
    uint64_t hash;
    _Atomic(const Row *) row;  // its row, when that does not depend on the queue
    uint64_t takes;            // AT_REST: the events that it takes, as event_bit
    uint8_t position;
    bool ignores;      // AT_REST: ignores some events, which are dropped from its queue
    bool wants_null;   // AT_REST
    bool needs_event;  // AT_REST, and does not want null
} LocalHead;

typedef struct Show {
    uint32_t monitor;  // index in the engine's specs
    uint32_t message;
    uint32_t trail;  // of the step up to here
    uint32_t moves, choice_count;  // likewise
} Show;

typedef struct UserOp {
    uint32_t op;
    uint32_t path;
    int64_t number;
} UserOp;

typedef enum OutcomeKind { OUT_STATE, OUT_BUG, OUT_ASSUME, OUT_NEW, OUT_QUEUE } OutcomeKind;

// One possible result of a step. What the search reads for every step comes first, in 48 bytes:
// with the beginning of its row it is one cache line.
typedef struct Outcome {
    uint64_t delta;         // change of the local state's hash
    uint64_t message_hash;  // of the message that is sent
    uint64_t factor;        // of the queue of the other machine that gets it
    uint32_t target;        // path of the machine that gets the message; 0: no other machine
    uint32_t message;
    uint32_t self;             // the local state afterwards; 0: it has halted
    uint32_t trail;            // for coverage: what happens on the step
    uint32_t self_message;     // sent to itself
    uint8_t kind;              // OutcomeKind
    uint8_t sent_bit;          // event_bit of the event that is sent is this power of two
    bool is_plain : 1;         // OUT_STATE, not halted: a few words change at most
    bool is_quiet : 1;         // monitors see nothing, and its state afterwards ignores no events
    bool takes : 1;            // takes an event from the queue
    bool has_final_queue : 1;  // `queue` is the queue afterwards, with all takes and puts
    bool is_choosing : 1;      // stops in the middle of its choices
    bool is_remote : 1;        // `target` is a channel: it is created if it is not there
    bool is_fault : 1;         // of the machine of faults: `choices` are a FaultKind and paths
    bool has_ops : 1;          // op_count is not 0
    uint32_t queue;
    uint32_t cost, choices_off_first;  // of the choices
    uint32_t choice_count, show_count, op_count, fair_count;
    uint32_t shown_before;  // the number of shows before the message is put
    const uint32_t *choices;
    const Show *shows;
    const UserOp *ops;
    const FairStep *fairs;  // those of its choices that are fair
    uint32_t taken;      // event, or P_NONE
    uint32_t sent;       // event sent, also to itself; or P_NONE
    uint32_t sent_to;    // path
    uint32_t weight;     // OUT_NEW: product of the alternatives of the choices so far
    uint32_t put_trail, put_moves, put_choice_count;  // up to the put of the message
    uint32_t moves;
    const Bug *bug;
} Outcome;

struct Row {
    _Alignas(64) uint64_t factor;  // of the queue of the machine that steps
    uint32_t count;
    bool is_usual;     // all its outcomes are plain and quiet
    bool takes;        // takes an event from the queue
    bool is_volatile;  // not cached: foreign code may answer differently, or not all outcomes
    bool is_local;     // takes an event, or starts, and no other machine or monitor sees it
    Outcome outcomes[];
};

_Static_assert(offsetof(Row, outcomes) + offsetof(Outcome, queue) == 64,
               "a row and what is read of its first outcome are one cache line");

// A bit of what Engine.rows says of a row, which is at an even address.
enum { ROW_IS_RUN_THROUGH = 1 };

typedef enum PathRole {
    PATH_MACHINE,
    PATH_CHANNEL,
    PATH_CUT,     // between two containers: it never runs
    PATH_FAULTS,  // its steps are what goes wrong
} PathRole;

// A machine, or something of the network that counts as one (network.h).
typedef struct MachinePath {
    uint32_t creator, k, interface, kind;  // channel: sender, 0, P_NONE, kind of the target
    uint32_t to;         // channel: the target; cut: the other container; else 0
    uint32_t container;  // of a machine: path of the machine that the container was made for
    PathRole role;
    Hash hash;
    char *name;  // for texts that programs make: "Server(1.2)"
} MachinePath;

// The engines of one search share them: a machine has the same path in all of them.
typedef struct MachinePaths {
    Shelf items, factors;
    Index index;
    Arena names;
    uint32_t engines;
    _Alignas(64) pthread_mutex_t lock;
} MachinePaths;

enum { SHAPE_NEAR = 64 };

// Paths of machines, ascending. Shapes share a list if one begins with all paths of the other.
typedef struct PathList {
    uint32_t used, capacity;
    uint32_t paths[];
} PathList;

typedef struct Shape {
    uint32_t count;
    const uint32_t *paths;     // ascending; of `list`
    PathList *list;
    uint64_t key;  // a sum over the paths
    uint8_t near[SHAPE_NEAR];  // for small paths: the machine's place by path; 0: not there
} Shape;

// Several monitors of one kind: see group.c.
typedef struct Group {
    Hash hash;
    uint32_t count;
    const uint32_t *locals;
    Refs refs;
} Group;

// This bit of a monitor's word in a state says that the rest is the id of a group.
#define GROUPED 0x80000000u

typedef struct Spec {
    uint32_t kind;
    bool *watched;  // by interface: whose events it sees; NULL: all interfaces
} Spec;

// The result of one move.
typedef enum MoveKind {
    MOVE_LOCAL,
    MOVE_HALTED,
    MOVE_FAILED,
    MOVE_ASSUME,
    MOVE_STOPPED,  // abandoned, because the search ends
} MoveKind;

typedef struct Move {
    MoveKind kind;
    uint32_t local;
    const Bug *bug;
    const UserOp *ops;
    uint32_t op_count;
    uint32_t trail;  // for coverage: what happens on the move
    bool is_volatile;
    int64_t fuel;  // used
} Move;

typedef struct MoveEntry {
    uint32_t local, input, value;
    Move move;
} MoveEntry;

// The row after a creation. The key: the creator's local state, the path of the new machine,
// the product of the alternatives of the choices so far.
typedef struct AfterEntry {
    uint32_t local, path, weight;
    uint32_t child;  // local state of the new machine
    const Row *row;
} AfterEntry;

struct Engine {
    const PProgram *program;
    const PTest *test;
    EngineOptions options;
    Live *live;
    bool has_bounds;
    bool may_merge;   // a step that takes an event may also make its first send or creation
    bool has_limits;  // bounds, or a limit to the length of queues
    uint32_t short_queue;  // longer queues are trees
    uint32_t event_words;  // of a set of events, as bits
    bool has_guard;   // for foreign functions
    bool has_usual;   // rows that are `is_usual` may take the fast path
    bool reduces;     // a step that no other machine or monitor can see is made first
    bool hides_order; // a set or map was stored whose order does not count
    bool has_network; // events between containers travel in channels
    bool has_crashes; // containers may crash
    uint32_t suspect;       // the event of a suspicion, or P_NONE
    bool *hears_suspicion;  // by kind of machine: some state handles that event
    bool has_foreign; // the program calls C functions that may answer differently next time
    Spec *specs;
    uint32_t spec_count;
    bool *is_watched;  // by event

    MachinePaths *paths;
    Shelf values, messages, queues, queue_refs, parts, locals, local_heads, shapes, moves, afters,
        groups;
    Index value_index, message_index, queue_index, part_index, local_index, shape_index,
        move_index, after_index, group_index;
    Pairs pushes;            // (queue, message) -> the queue with one more message
    Pairs rows;              // (local, message; or queue in the classic discipline) -> row_noted
    Memo cleaned;            // (local, queue) -> queue without ignored events
    Memo passed;             // (local, queue) -> row of a step that is run through, or NULL
    Memo removed;            // (long queue, place) -> queue without the message there
    Memo seen;               // (monitor's local, message) -> local
    Memo reshaped;           // (shape, path added or removed) -> shape
    Memo channels;           // (channel, whether its sender has crashed) -> its local state
    struct PolyPowers *powers;     // for hashes of long queues
    Trails *trails;
    _Atomic uint32_t start_trail;  // of the start of the monitors

    // What changes under the lock, and is read under it, apart from what all workers read.
    _Alignas(64) pthread_mutex_t lock;
    Arena arena;
    Map value_of;            // node -> id
    PNode **tree_nodes;      // of all large values, each once
    uint64_t tree_node_count, tree_node_capacity;
    Map wants_of;            // (state, receive) -> Local.wants
    uint64_t arena_bytes;    // allocated from the arena and for values
    uint64_t value_bytes;    // for values alone
    uint32_t foreign_count;  // numbers foreign values, which have no hash of their own
};

// The row of a machine's next step, and the place in its queue of the event that it takes.
typedef struct Ready {
    const Row *row;  // NULL: nothing
    uint32_t place;
} Ready;

// A step that engine_settle has added to an edge. A list of them ends with `at` 0.
typedef struct SettledStep {
    const Outcome *outcome;
    uint32_t at;
    uint32_t queue;  // of the machine, afterwards
} SettledStep;

// Counts how often single outcomes of a row were drawn. A row with the same slot replaces it.
typedef struct DrawnRow {
    uint64_t key;
    uint32_t count;
} DrawnRow;

enum {
    DRAWN_ROWS = 1024,  // a power of two
    DRAWN_MAX = 8,      // after that all outcomes of the row are computed and cached
};

// What may go wrong next.
typedef struct Fault {
    FaultKind kind;
    uint32_t a, b;  // crash: container; cut: containers; suspicion: who is told, about whom
} Fault;

typedef struct FaultList {
    Fault *items;
    uint32_t count, capacity;
} FaultList;

struct Stepper {
    StepperFront front;  // comes first: functions of engine.h rely on it
    Engine *engine;
    Arena arena;  // until engine_renew
    ArenaMark start;
    Machine scratch;
    PWord *vars;
    uint32_t vars_capacity;
    PRequest ask;
    // packing
    PWord *words;
    uint64_t *content;
    uint32_t word_count, word_capacity, content_count, content_capacity;
    uint32_t *refs;
    uint32_t ref_base, ref_count, ref_capacity;  // the current pack's refs begin at ref_base
    uint32_t ref_limit;  // when the pack has so many refs, duplicates are removed
    // calls to the explorer during a move
    UserOp *ops;
    uint32_t op_count, op_capacity;
    StepEvent *events;  // of a step
    uint32_t event_capacity;
    uint32_t *queue;  // buffer of queue_messages
    uint32_t queue_capacity;
    uint32_t edge_capacity;
    Ready *ready;  // of the machines of the state that is expanded
    uint32_t ready_capacity;
    SettledStep *settled;  // of all edges, one list after the other
    uint32_t settled_count, settled_capacity;
    SettledStep no_step;  // the empty list
    // during engine_draw
    Rng *draws;            // NULL: all outcomes of a step are computed
    DrawnRow *drawn_rows;  // DRAWN_ROWS of them, by key; allocated at the first draw
    // coverage: what happens during a move; which events were deferred
    Observer observer;
    Notes notes;
    uint64_t schedule;   // the current one
    uint64_t *deferred;  // by state and event: 1 + the schedule that saw it first; 0: never
    FaultList faults;    // of the state that is expanded
};
