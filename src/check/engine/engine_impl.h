// check/engine/engine_impl.h: what the files of the engine share.
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
#include "check/engine/engine.h"
#include "check/tables/index.h"
#include "rt/live.h"
#include "check/tables/memo.h"
#include "check/tables/shelf.h"
#include "check/coverage/notes.h"
#include "check/coverage/trails.h"

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
// cache line.
typedef struct Queue {
    uint64_t hash;
    uint64_t rest_hash;       // hash of `rest`, when that is known
    uint32_t first;           // message, 0 when it is empty
    uint32_t rest;            // the queue without the first, or UNKNOWN
    _Atomic uint64_t longer;  // one cached longer queue: high half its last message, low its id
    uint32_t before;          // the queue without the last; for long queues, or UNKNOWN
    uint32_t last;
    uint32_t count;  // of messages
    uint32_t ref_count;
    union {
        const uint32_t *refs;
        uint32_t part;  // of a long queue
    };
    uint64_t second_hash;
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

// One possible result of a step. The fields that the search reads for every step come first.
typedef struct Outcome {
    uint64_t delta;         // change of the local state's hash
    uint64_t message_hash;  // of the message that is sent
    uint64_t factor;        // of the queue of the other machine that gets it
    uint32_t target;        // path of the machine that gets the message; 0: no other machine
    uint32_t message;
    uint32_t self;     // the local state afterwards; 0: it has halted
    uint32_t trail;    // for coverage: what happens on the step
    uint8_t kind;      // OutcomeKind
    bool is_plain;     // OUT_STATE, not halted: a few words change at most
    bool is_quiet;     // monitors see nothing, and its state afterwards ignores no events
    bool takes;        // takes an event from the queue
    bool has_final_queue;  // `queue` is the queue afterwards; takes and puts are included in it
    bool is_choosing;  // stops in the middle of its choices
    bool is_remote;    // `target` is a channel: it is created if it is not there
    bool is_fault;     // of the machine of faults: `choices` are a FaultKind and paths
    uint32_t self_message;  // sent to itself
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
    uint64_t factor;  // of the queue of the machine that steps
    uint32_t count;
    bool is_usual;     // all its outcomes are plain and quiet
    bool takes;        // takes an event from the queue
    bool is_volatile;  // not cached: foreign code may answer differently, or not all outcomes
    bool is_local;     // takes an event, or starts, and no other machine or monitor sees it
    Outcome outcomes[];
};

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
    Shelf values, messages, queues, parts, locals, local_heads, shapes, moves, afters, groups;
    Index value_index, message_index, queue_index, part_index, local_index, shape_index,
        move_index, after_index, group_index;
    Memo rows;               // (local, message; or queue in the classic discipline) -> row
    Memo cleaned;            // (local, queue) -> queue without ignored events
    Memo passed;             // (local, queue) -> row of a step that is run through, or NULL
    Memo removed;            // (long queue, place) -> queue without the message there
    Memo seen;               // (monitor's local, message) -> local
    Memo reshaped;           // (shape, path added or removed) -> shape
    Memo channels;           // (channel, whether its sender has crashed) -> its local state
    struct PolyPowers *powers;     // for hashes of long queues
    Trails *trails;
    _Atomic uint32_t start_trail;  // of the start of the monitors
    uint64_t forgets;  // how often engine_forget was called

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

// A queue with one more message, in a stepper's small cache of them. The next one with the same
// slot replaces it, so the cache stays near the processor; and it needs no lock.
typedef struct NearPush {
    uint64_t key;  // queue, message; 0: no entry
    uint32_t longer;
} NearPush;

enum { NEAR_PUSHES = 1 << 12 };

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
    Tracks tracks;  // comes first: engine_count relies on it
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
    Edge *edges;
    uint32_t edge_count, edge_capacity;
    Ready *ready;  // of the machines of the state that is expanded
    uint32_t ready_capacity;
    const uint32_t *ready_words;  // of the state for which `ready` is complete, or NULL
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
    bool is_stopped;     // a step was abandoned since engine_renew
    NearPush *near_pushes;   // NEAR_PUSHES of them
    uint64_t near_forgets;   // the engine's `forgets` when they were emptied last
};

// ------------------------------------------------------------------ access, without a lock

static inline const Local *local_at(const Engine *e, uint32_t id)
{
    return shelf_at(&e->locals, const Local, id);
}

static inline const Message *message_at(const Engine *e, uint32_t id)
{
    return shelf_at(&e->messages, const Message, id);
}

static inline const Queue *queue_at(const Engine *e, uint32_t id)
{
    return shelf_at(&e->queues, const Queue, id);
}

static inline LocalHead *local_head(const Engine *e, uint32_t id)
{
    return shelf_at(&e->local_heads, LocalHead, id);
}

// The hash of a machine's queue is multiplied by this factor in the fingerprint.
static inline uint64_t path_factor(const Engine *e, uint32_t path)
{
    return *shelf_at(&e->paths->factors, uint64_t, path);
}

static inline const Shape *shape_at(const Engine *e, uint32_t id)
{
    return shelf_at(&e->shapes, const Shape, id);
}

static inline const Group *group_at(const Engine *e, uint32_t id)
{
    return shelf_at(&e->groups, const Group, id);
}

static inline const MachinePath *path_at(const Engine *e, uint32_t id)
{
    return shelf_at(&e->paths->items, const MachinePath, id);
}

// ------------------------------------------------------------------------------- states

// Set in the first word while a machine is in the middle of its choices: no other may run.
#define CHOOSING 0x80000000u

static inline const Shape *shape_of(const Engine *e, const State *s)
{
    return shape_at(e, s->words[0] & ~CHOOSING);
}

// The index of the word with the local state, or the queue, of the machine at a place.
static inline uint32_t local_word(uint32_t at)
{
    assert_debug(at > 0);
    return 2 * at - 1;
}

static inline uint32_t queue_word(uint32_t at)
{
    assert_debug(at > 0);
    return 2 * at;
}

// For assertions: every machine and monitor of the shape is at its place.
bool state_is_valid(const Engine *e, const State *s);

// Can a machine with the local state and queue run?
bool engine_can_run(Stepper *h, uint32_t local, uint32_t queue);

// ---------------------------------------------------------------------------- small things

// For assertions: some thread holds the engine's lock.
static inline bool engine_is_locked(const Engine *e)
{
    pthread_mutex_t *lock = (pthread_mutex_t *)&e->lock;
    if (pthread_mutex_trylock(lock) != 0)
        return true;
    pthread_mutex_unlock(lock);
    return false;
}

// Copies the data into the engine's arena. The copy lives until engine_forget.
void *engine_keep(Engine *e, const void *data, size_t size);

// ------------------------------------------------------------------- values (intern.c)

// The caller holds the lock. These functions add the content and the references of a value
// to the stepper's current pack.

// Returns the unique word for the value, and takes ownership of the value.
PWord intern_value(Stepper *h, uint32_t type, PWord value);
void pack_begin(Stepper *h);
void pack_plain(Stepper *h, uint64_t word);
void pack_value(Stepper *h, uint32_t type, PWord value);  // takes ownership
void pack_path(Stepper *h, uint32_t path);
void pack_ref(Stepper *h, uint32_t path);  // as pack_path, and counts as a reference
void pack_message(Stepper *h, uint32_t message);
Hash pack_hash(const Stepper *h);
Hash hash_words(const uint64_t *words, uint32_t count);
Refs pack_refs(Stepper *h);  // live until engine_forget

uint32_t intern_message(Stepper *h, uint32_t event, PWord payload);  // takes the payload
uint32_t intern_shape(Engine *e, const uint32_t *paths, uint32_t count);
// The shape with one more machine, whose path is larger than those of the others.
uint32_t intern_longer_shape(Engine *e, const Shape *shape, uint32_t path);
void intern_drop(Engine *e);

// The place of the machine in the shape; 0: it is not there.
static inline uint32_t shape_place(const Shape *s, uint32_t path)
{
    assert_debug(path > 0);
    if (path < SHAPE_NEAR)
        return s->near[path];
    uint32_t low = 0, high = s->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (s->paths[middle] < path)
            low = middle + 1;
        else
            high = middle;
    }
    return low < s->count && s->paths[low] == path ? low + 1 : 0;
}

// ------------------------------------------------------------------- paths (lineage.c)

// The caller need not hold the lock: paths have their own.
uint32_t intern_path(Engine *e, uint32_t creator, uint32_t k, uint32_t interface, uint32_t kind);
uint32_t intern_channel(Engine *e, uint32_t from, uint32_t to);
uint32_t intern_cut(Engine *e, uint32_t container, uint32_t other);
uint32_t intern_faults(Engine *e);
MachinePaths *paths_new(uint32_t engines);  // shared by that many engines
void paths_leave(MachinePaths *p);          // called once by each engine; the last call frees
uint64_t paths_bytes(const MachinePaths *p);

static inline bool path_is_channel(const Engine *e, uint32_t path)
{
    return path_at(e, path)->role == PATH_CHANNEL;
}

// Whether an event from one machine to the other travels in a channel.
static inline bool path_is_remote(const Engine *e, uint32_t from, uint32_t to)
{
    return e->has_network && path_at(e, from)->container != path_at(e, to)->container;
}

// -------------------------------------------------------------------- channels (channel.c)

// The local state of a channel. It is at rest and takes every event. An orphan, whose sender has
// crashed, may also lose all its events.
uint32_t channel_local(Stepper *h, uint32_t path, bool is_orphan);
// The step that delivers the message.
const Row *channel_row(Stepper *h, uint32_t local, uint32_t message);

static inline bool channel_is_orphan(const Engine *e, uint32_t local)
{
    return local_at(e, local)->pending.count != 0;
}

// ------------------------------------------------------------------------ faults (faults.c)

void faults_init(Engine *e);
void faults_drop(Engine *e);
// The local state of the machine of faults, when so many may still happen.
uint32_t faults_local(Stepper *h, uint32_t path, const Network *left);
const Row *faults_row(Stepper *h, uint32_t local);
// The list of faults: each is there once. Afterwards they are in an order that does not depend on
// the numbers of paths, and so not on what other workers did.
void faults_begin(Stepper *h);
void faults_add(Stepper *h, Fault fault);
// Something travels from one container to the other, and only so much may still go wrong.
void faults_add_between(Stepper *h, uint32_t from, uint32_t to, const Network *left);
const FaultList *faults_sorted(Stepper *h);
// The numbers of alternatives and machines that a schedule has for a fault of this kind.
uint32_t faults_choices(FaultKind kind);
// Adds an edge for each fault that can happen; returns their number.
uint32_t expand_faults(Stepper *h, const State *s, uint32_t at, uint32_t label);
// Adds what a fault does to machines; returns the number of events.
uint32_t faults_events(Stepper *h, const State *from, const Edge *edge, StepEvent *events);
// Whether nothing travels between the two machines any more.
bool faults_has_cut(Engine *e, const Shape *shape, uint32_t from, uint32_t to);

// --------------------------------------------------------------- local states (local.c)

// The bytes of Local.wants in front of the sets, which are aligned.
static inline size_t wants_size(uint32_t event_count)
{
    return ((size_t)event_count + 1 + 7) / 8 * 8;
}

static inline Wants local_wants(const Engine *e, uint32_t local, uint32_t event)
{
    assert_debug(local_at(e, local)->position == AT_REST && event < e->program->event_count);
    return (Wants)local_at(e, local)->wants[event];
}

// Sets of events, as bits: those that the local state, AT_REST, takes, and those that it ignores.
static inline const uint64_t *local_takes(const Engine *e, uint32_t local)
{
    return (const uint64_t *)(local_at(e, local)->wants + wants_size(e->program->event_count));
}

static inline const uint64_t *local_drops(const Engine *e, uint32_t local)
{
    return local_takes(e, local) + e->event_words;
}

static inline bool local_wants_null(const Engine *e, uint32_t local)
{
    return local_head(e, local)->wants_null;
}

// The live slots of a frame of a machine at the position: one bit each, in `set` (room for
// live_words) or elsewhere. NULL: none.
const uint64_t *engine_live_slots(const Engine *e, const Machine *m, Position position,
                                  uint32_t frame, uint64_t *set);

// Interns the scratch machine as a local state and empties it. Under the lock.
uint32_t local_intern(Stepper *h, uint32_t path, Position position, const Pending *pending);
// Unpacks the local state into the scratch machine.
void local_unpack(Stepper *h, uint32_t local);
// Adds the local state that was packed last, or finds it. `position`, `path` ... are those of the
// given one; its words, hash and references come from the pack. Under the lock.
uint32_t local_add(Stepper *h, const Local *local);
// The scratch machine is emptied.
void scratch_clear(Stepper *h);
// The local state AT_DOOMED: the machine's next move fails an assumption. Under the lock.
uint32_t local_doomed(Stepper *h, uint32_t path, uint32_t kind, uint32_t interface);
// The same machine, at its start, when its creator has crashed.
uint32_t local_orphan(Stepper *h, uint32_t local);
// A machine that was just created. Takes the payload. Under the lock.
uint32_t local_new(Stepper *h, uint32_t path, uint32_t kind, uint32_t interface, PWord payload);

// Runs the scratch machine. STEP_STOPPED also when its values would need too much memory.
Step scratch_run(Stepper *h);

// ----------------------------------------------------------------------- moves (move.c)

typedef enum Input {
    INPUT_GO,      // performs the action of its position
    INPUT_TAKE,    // takes the message; 0: null
    INPUT_ANSWER,  // the machine with the path was created for it
    INPUT_CHOICE,
} Input;

// `fuel` is the fuel left in this step. The result does not depend on it, unless it runs out.
Move move_make(Stepper *h, uint32_t local, Input input, uint32_t value, int64_t fuel);

static inline int64_t engine_fuel(const Engine *e)
{
    return e->options.loop_limit > 0 ? e->options.loop_limit : machine_fuel;
}

// Whether steps are to be abandoned; remembered in `is_stopped`.
static inline bool stepper_stops(Stepper *h)
{
    const bool *stop = h->engine->options.stop;
    h->is_stopped |= stop && __atomic_load_n(stop, __ATOMIC_RELAXED);
    return h->is_stopped;
}

// ------------------------------------------------------------------------ rows (row.c)

// All outcomes of the local state's next step. AT_REST it takes the message; in other
// positions the message does not matter. In the classic discipline the second parameter is
// the whole queue.
const Row *row_of(Stepper *h, uint32_t local, uint32_t message_or_queue);
// Draws one of its outcomes at random: each alternative of a choice is equally likely.
uint32_t row_draw(const Row *row, Rng *rng);
// The rest of the step after the creation that the local state, AT_NEW, asked for. `path` is
// the new machine and `*child` its local state; path 0: a monitor was created.
const Row *row_after(Stepper *h, uint32_t local, uint32_t path, uint32_t weight, uint32_t *child);

// -------------------------------------------------------------------- queues (queue.c)

static inline bool queue_is_long(const Engine *e, const Queue *q)
{
    return q->count > e->short_queue;
}

// The hash of a short queue with one more message.
static inline uint64_t queue_hash(uint64_t before, uint64_t message)
{
    return mix64(before * 3 + message);
}

// The hash of a long queue, from the hash of its messages (poly_impl.h).
static inline uint64_t queue_long_hash(uint64_t poly, uint32_t count)
{
    return mix64(poly + count * UINT64_C(0xd1342543de82ef95));
}

uint64_t queue_find_longer_hash(const Engine *e, const Queue *q, uint64_t message);

// The hash of a queue with one more message, which has the hash `message`.
static inline uint64_t queue_longer_hash(const Engine *e, const Queue *q, uint64_t message)
{
    if (__builtin_expect(q->count >= e->short_queue, 0))
        return queue_find_longer_hash(e, q, message);
    return queue_hash(q->hash, message);
}

// The second hash of a short queue with one message more.
static inline uint64_t queue_second_hash(const Queue *before, const Message *m)
{
    return mix64(before->second_hash * 5 + m->hash.hi);
}

uint32_t queue_find_longer(Stepper *h, uint32_t queue, uint32_t message);

// One more message at the end.
static inline uint32_t queue_push(Stepper *h, uint32_t queue, uint32_t message)
{
    assert_debug(message > 0);
    const Queue *q = queue_at(h->engine, queue);
    uint64_t longer = atomic_load_explicit(&q->longer, memory_order_acquire);
    return longer >> 32 == message ? (uint32_t)longer : queue_find_longer(h, queue, message);
}

// The queue of the machine that gets the message of the edge, afterwards.
static inline uint32_t other_queue(Stepper *h, const State *from, const Edge *edge)
{
    assert_debug(edge->to && !edge->full);
    if (edge->other != EDGE_LATER)
        return edge->other;
    return queue_push(h, from->words[queue_word(edge->to)], edge->outcome->message);
}

// The cached row of the machine, when it takes the first event in its queue (a row for that
// event exists only if the machine takes it). Else NULL.
static inline const Row *known_row(const Engine *e, const LocalHead *head, uint32_t local,
                                   uint32_t queue)
{
    if (head->position != AT_REST)
        return atomic_load_explicit(&head->row, memory_order_acquire);
    if (!queue)
        return NULL;
    const MemoEntry *known = memo_get(&e->rows, memo_key(local, queue_at(e, queue)->first));
    return known ? (const Row *)(uintptr_t)known->delta : NULL;
}

// The queue without its first message.
uint32_t queue_find_rest(Stepper *h, uint32_t queue);

static inline uint32_t rest_known(const Engine *e, uint32_t queue)
{
    return __atomic_load_n(&queue_at(e, queue)->rest, __ATOMIC_ACQUIRE);
}

static inline uint32_t queue_rest(Stepper *h, uint32_t queue)
{
    uint32_t rest = rest_known(h->engine, queue);
    return rest != UNKNOWN ? rest : queue_find_rest(h, queue);
}

// The messages, first to last; valid until the next call for the same stepper. Not for long queues.
const uint32_t *queue_messages(Stepper *h, uint32_t queue);
uint32_t queue_message(const Engine *e, uint32_t queue, uint32_t place);
// The place of the first message that the local state takes; the length when there is none.
uint32_t queue_takable(Stepper *h, uint32_t local, uint32_t queue);
// The same for a state of the search: coverage notes the deferred events in front of it.
uint32_t queue_look(Stepper *h, uint32_t local, uint32_t queue);
// The queue without the message at the place and without ignored events in front of it.
uint32_t queue_without(Stepper *h, uint32_t local, uint32_t queue, uint32_t place);
// The queue without ignored events in front of the first one that can be taken.
uint32_t queue_clean(Stepper *h, uint32_t local, uint32_t queue);
// The queue of a machine in the local state after it gets one more message. Adds to the trail when
// the message is ignored.
uint32_t queue_deliver(Stepper *h, uint32_t local, uint32_t queue, uint32_t message,
                       uint32_t *trail);
// The trail of the events that queue_clean drops.
uint32_t queue_cleaned(Stepper *h, uint32_t local, uint32_t queue);

// Whether the queue of a machine has room for one more such message.
typedef enum Fits { FITS, FITS_NOT, FITS_NOT_ASSUMED, FITS_TOO_LONG } Fits;
Fits queue_fits(const Engine *e, uint32_t local, uint32_t queue, uint32_t message);
Bug *queue_bug(Stepper *h, uint32_t local, uint32_t queue, uint32_t message);

// ------------------------------------------------------------------ monitors (monitor.c)

void monitor_init(Engine *e);
void monitor_drop(Engine *e);
bool monitor_sees(const Engine *e, uint32_t by_interface, uint32_t event, uint32_t only);
// Fills `shows` with the monitors that see the message; returns their number.
uint32_t monitor_shows(const Engine *e, uint32_t by_interface, uint32_t message, uint32_t only,
                       Show *shows);
// The monitor's local state after the message. Status 1: it failed with `*bug`.
// The spare word is the trail of what it does.
MemoEntry monitor_see(Stepper *h, uint32_t monitor, uint32_t message, const Bug **bug);
bool monitor_start(Stepper *h, uint32_t i, PWord payload, uint32_t *local, uint32_t *trail,
                   Bug *bug);

// ------------------------------------------------------------------ monitors (group.c)

// These take the word that a state has for a kind of monitor. group_members returns the number
// of monitors and their local states; the list is valid as long as the word is.
uint32_t group_members(const Engine *e, const uint32_t *word, const uint32_t **locals);
Hash group_hash(const Engine *e, uint32_t word);
Refs group_refs(const Engine *e, uint32_t word);  // in no order
// The word for these local states.
uint32_t group_word(Stepper *h, const uint32_t *locals, uint32_t count);
// The word with one more monitor; local 0: it halted at once.
uint32_t group_join(Stepper *h, uint32_t word, uint32_t local);

// ------------------------------------------------------------------ coverage (cover_note.c)

// Between the two calls everything the scratch machine does is recorded; cover_end returns
// its trail.
void cover_begin(Stepper *h);
uint32_t cover_end(Stepper *h);
void cover_unseen(Stepper *h, uint32_t event);  // announced, but no monitor watches it

uint32_t cover_announced(Stepper *h, uint32_t local, uint32_t event);
uint32_t cover_sent(Stepper *h, uint32_t local, uint32_t event, uint32_t target);
uint32_t cover_created(Stepper *h, uint32_t creator, uint32_t kind);
uint32_t cover_ignored(Stepper *h, uint32_t local, uint32_t event);
// The events in front of the place, which the local state ignores or defers.
uint32_t cover_skipped(Stepper *h, uint32_t local, uint32_t queue, uint32_t place);
// Notes that the deferred events in front of the place were seen.
void cover_passed(Stepper *h, uint32_t local, uint32_t queue, uint32_t place);

// --------------------------------------------------------- edges (expand.c, full_step.c, settle.c)

void edges_grow(Stepper *h);

// Appends an edge to the stepper's list.
static inline Edge *edge_new(Stepper *h)
{
    if (__builtin_expect(h->edge_count == h->edge_capacity, 0))
        edges_grow(h);
    return &h->edges[h->edge_count++];
}

// The row of a machine's next step, and the place in its queue of the event that it takes. NULL: it
// cannot run.
const Row *row_at(Stepper *h, uint32_t local, uint32_t queue, uint32_t *place);

// The steps that engine_settle has added to the edge.
const SettledStep *edge_settled(const Stepper *h, const Edge *edge);
bool edge_settles(const Stepper *h, const Edge *edge, uint32_t at);  // this machine makes one

// Adds the edges of an outcome that changes more than a few words; returns their number.
uint32_t expand_full(Stepper *h, const State *s, uint32_t at, uint32_t label, const Outcome *o);
