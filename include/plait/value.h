// plait/value.h: values at work.
//
// Ownership, once for all: an argument of type PWord is borrowed unless the
// comment says "takes"; a result is owned by the caller unless it says
// "borrowed". A `PWord *` is a place that owns its value: it is changed where it
// stands if the node has no other owner, and copied first otherwise. Every function
// gets the type of the values: words do not know it.
//
// A function that can fail fills `error` and `text` of the request and returns
// false; the place is then as it was.

#pragma once

#include "plait/runtime.h"

#ifdef __cplusplus
extern "C" {
#endif

// What is declared here the plait command exports to the C that it loads, and nothing else.
#pragma GCC visibility push(default)

// Whether values of the kind are nodes, to be retained and released.
static inline bool p_kind_is_node(PTypeKind kind)
{
    return kind >= P_TYPE_STRING;
}

// The head of every node. What follows it depends on the type (rt/node.h).
typedef struct PNode {
    uint32_t count;  // of its owners, as below
    uint16_t units;  // its size in the allocator; 0 for large ones
    uint16_t kind;   // what it is, to tell it from what C takes for a value (rt/node.h)
} PNode;

// Below P_SHARED: the number of owners; all of them are in one thread, which counts without
// locked instructions. From P_SHARED on: P_SHARED + the number of owners, in several threads.
// From P_IMMORTAL on: it is never freed. What a shared node holds is shared, too.
#define P_SHARED 0x80000000u
#define P_IMMORTAL 0xc0000000u

// Frees a node that has no owner any more, and releases what it holds.
void p_free_node(const PProgram *p, uint32_t type, PWord node);

static inline PWord p_retain_node(PWord node)  // node != 0
{
    uint32_t *count = &((PNode *)(uintptr_t)node)->count;
    uint32_t now = __atomic_load_n(count, __ATOMIC_RELAXED);
    if (now < P_SHARED)
        __atomic_store_n(count, now + 1, __ATOMIC_RELAXED);
    else if (now < P_IMMORTAL)
        __atomic_fetch_add(count, 1, __ATOMIC_RELAXED);
    return node;
}

// Gives up one hold of the node; true when it was the last one.
static inline bool p_drop_node(PWord node)
{
    uint32_t *count = &((PNode *)(uintptr_t)node)->count;
    uint32_t now = __atomic_load_n(count, __ATOMIC_ACQUIRE);
    if (now == 1)
        return true;
    if (now < P_SHARED) {
        __atomic_store_n(count, now - 1, __ATOMIC_RELAXED);
        return false;
    }
    if (now >= P_IMMORTAL)
        return false;
    return now == P_SHARED + 1 ||
           __atomic_fetch_sub(count, 1, __ATOMIC_ACQ_REL) == P_SHARED + 1;
}

static inline void p_release_node(const PProgram *p, uint32_t type, PWord node)  // node != 0
{
    if (p_drop_node(node))
        p_free_node(p, type, node);
}

static inline PWord p_retain(const PProgram *p, uint32_t type, PWord value)
{
    return value && p_kind_is_node(p->types[type].kind) ? p_retain_node(value) : value;
}

static inline void p_release(const PProgram *p, uint32_t type, PWord value)
{
    if (value && p_kind_is_node(p->types[type].kind))
        p_release_node(p, type, value);
}

PWord p_default(const PProgram *p, uint32_t type);

// ------------------------------------------------------------------------------ scalars

static inline double p_float(PWord value)
{
    union {
        PWord word;
        double number;
    } u;
    u.word = value;
    return u.number;
}

static inline PWord p_from_float(double number)
{
    union {
        double number;
        PWord word;
    } u;
    u.number = number;
    return u.word;
}

// Truncates toward zero; what no int can hold becomes the nearest int, NaN 0.
int64_t p_float_to_int(double number);

bool p_div(int64_t a, int64_t b, PWord *out, PRequest *ask);  // toward zero; wraps
bool p_mod(int64_t a, int64_t b, PWord *out, PRequest *ask);

// ------------------------------------------------------------------------------ strings

PWord p_string(const char *text, size_t size);
const char *p_string_text(PWord string, size_t *size);  // borrowed; NUL-terminated
PWord p_concat(PWord a, PWord b);
// By bytes: -1, 0, 1. The name of a machine that p_format wrote is equal to the name of
// the same machine only, never to a text that looks like it.
int p_string_compare(PWord a, PWord b);
// The order that programs see: names of machines of one kind come at the same place in it.
int p_string_order(PWord a, PWord b);

// A template with {0}, {1} ... and doubled braces, and its arguments.
PWord p_format(const PProgram *p, const char *format, const PWord *args, const uint32_t *types,
               uint32_t count);

// ------------------------------------------------------------------------------- tuples

PWord p_tuple(const PWord *parts, uint32_t count);              // takes the parts
PWord p_tuple2(PWord a, PWord b);                               // the same, for short ones
PWord p_tuple3(PWord a, PWord b, PWord c);
PWord p_tuple4(PWord a, PWord b, PWord c, PWord d);

static inline PWord p_tuple_part(PWord tuple, uint32_t i)  // borrowed
{
    return ((const PWord *)((const PNode *)(uintptr_t)tuple + 1))[i];
}

void p_tuple_set(const PProgram *p, uint32_t type, PWord *tuple, uint32_t i, PWord value);  // takes
// Moves the part out and leaves 0 there, to be put back after it was changed.
PWord p_tuple_take(const PProgram *p, uint32_t type, PWord *tuple, uint32_t i);

// --------------------------------------------------------------------------- collections

static inline uint32_t p_size(PWord collection)  // of a seq, set or map
{
    return collection ? *(const uint32_t *)((const PNode *)(uintptr_t)collection + 1) : 0;
}

bool p_seq_get(const PProgram *p, uint32_t type, PWord seq, int64_t i, PWord *out, PRequest *ask);
bool p_seq_set(const PProgram *p, uint32_t type, PWord *seq, int64_t i, PWord value,
               PRequest *ask);  // takes the value, also when it fails
bool p_seq_insert(const PProgram *p, uint32_t type, PWord *seq, int64_t i, PWord value,
                  PRequest *ask);  // takes, also when it fails
bool p_seq_remove(const PProgram *p, uint32_t type, PWord *seq, int64_t i, PRequest *ask);
bool p_seq_take(const PProgram *p, uint32_t type, PWord *seq, int64_t i, PWord *out,
                PRequest *ask);

// Sets and maps keep the order of insertion; a key put again keeps its place.
void p_set_add(const PProgram *p, uint32_t type, PWord *set, PWord element);  // takes
void p_set_remove(const PProgram *p, uint32_t type, PWord *set, PWord element);
bool p_set_at(const PProgram *p, uint32_t type, PWord set, int64_t i, PWord *out, PRequest *ask);

bool p_map_get(const PProgram *p, uint32_t type, PWord map, PWord key, PWord *out, PRequest *ask);
void p_map_set(const PProgram *p, uint32_t type, PWord *map, PWord key, PWord value);  // takes both
bool p_map_insert(const PProgram *p, uint32_t type, PWord *map, PWord key, PWord value,
                  PRequest *ask);  // takes both, also when it fails
void p_map_remove(const PProgram *p, uint32_t type, PWord *map, PWord key);
bool p_map_take(const PProgram *p, uint32_t type, PWord *map, PWord key, PWord *out,
                PRequest *ask);
// Keys and values by position, borrowed; for hosts and printing.
PWord p_map_key(PWord map, uint32_t i);
PWord p_map_value(PWord map, uint32_t i);
PWord p_element(PWord seq_or_set, uint32_t i);  // borrowed

PWord p_keys(const PProgram *p, uint32_t type, PWord map);    // a seq of the keys
PWord p_values(const PProgram *p, uint32_t type, PWord map);
// keys(map)[i] and values(map)[i], without the sequence.
bool p_key_at(const PProgram *p, uint32_t type, PWord map, int64_t i, PWord *out, PRequest *ask);
bool p_value_at(const PProgram *p, uint32_t type, PWord map, int64_t i, PWord *out, PRequest *ask);

bool p_contains(const PProgram *p, uint32_t type, PWord collection, PWord element);

// ------------------------------------------------------------------------- any and casts

// An `any` is null (0), or a node that holds a type and a value of it.
PWord p_box(const PProgram *p, uint32_t type, PWord value);  // takes; null of any kind gives 0
uint32_t p_box_type(PWord any);  // any != 0
PWord p_box_value(PWord any);    // borrowed

// The value as one of another type: into and out of `any`, through collections
// and tuples. Checked deeply, where it stands. Fails with P_ERROR_BAD_CAST.
bool p_cast(const PProgram *p, uint32_t from, PWord value, uint32_t to, PWord *out,
            PRequest *ask);

// ------------------------------------------------------------ comparison, hash and text

// Structural and deep. Sets and maps regardless of order; an int is no float;
// machine references by id. The types may differ (an `any` against an int).
bool p_equal(const PProgram *p, uint32_t a_type, PWord a, uint32_t b_type, PWord b);
int p_compare(const PProgram *p, uint32_t type, PWord a, PWord b);  // a total order: -1, 0, 1
// By content: equal values have equal hashes, whatever their types and threads.
uint64_t p_hash(const PProgram *p, uint32_t type, PWord value);

// As P prints it. Calls `write` with pieces of text. `name` gives a machine's
// name for people, NULL for "Machine(id)". `mention` may be NULL; otherwise it is
// called before a piece of text that is the name of a machine.
typedef struct PPrinter {
    void (*write)(void *to, const char *text, size_t size);
    void *to;
    const char *(*name)(void *to, uint32_t machine);
    void (*mention)(void *to, uint32_t machine, size_t size);
    bool quotes;  // strings inside other values in quotes, with escapes
} PPrinter;
void p_print(const PProgram *p, uint32_t type, PWord value, const PPrinter *printer);

// Names for machines where no printer gives one, as in p_format: of this thread,
// set by the host. The name must be good until the next call.
void p_name_machines(const char *(*name)(void *to, uint32_t machine), void *to);
const char *p_machine_name(uint32_t machine);  // by it, or "Machine(3)"; good as long

// -------------------------------------------------------------------------- failing

// "M failed like this": fills in the request; always returns false.
bool p_fail(PRequest *ask, PError error, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

// ---------------------------------------------------------------------------- code at work
//
// What the virtual machine and generated C do alike. Nodes here may be 0.

static inline PWord p_share(PWord node)
{
    return node ? p_retain_node(node) : 0;
}

static inline PWord p_move(PWord *place)
{
    PWord value = *place;
    *place = 0;
    return value;
}

// The place gives up the node it held. Takes the value.
static inline void p_put(const PProgram *p, uint32_t type, PWord *place, PWord value)
{
    PWord old = *place;
    *place = value;
    if (old)
        p_release_node(p, type, old);
}

// A function ends: gives up the node in a slot, which is not read again.
static inline void p_give_up(const PProgram *p, uint32_t type, PWord node)
{
    if (node)
        p_release_node(p, type, node);
}

// How a function returns: it asks at one code offset and goes on at another ...
static inline PAsk p_asks(PRequest *ask, PAsk what, uint32_t at, uint32_t resume)
{
    ask->at = at;
    ask->resume = resume;
    return what;
}

// The asks that bring a value: its type, and the value, which they take.
static inline PAsk p_returns(PRequest *ask, uint32_t type, PWord value, uint32_t at,
                             uint32_t resume)
{
    ask->type = type;
    ask->value = value;
    return p_asks(ask, P_ASK_DONE, at, resume);
}

static inline PAsk p_prints(PRequest *ask, uint32_t type, PWord value, uint32_t at, uint32_t resume)
{
    ask->type = type;
    ask->value = value;
    return p_asks(ask, P_ASK_PRINT, at, resume);
}

static inline PAsk p_goes(PRequest *ask, uint32_t state, uint32_t type, PWord value, uint32_t at,
                          uint32_t resume)
{
    ask->state = state;
    ask->type = type;
    ask->value = value;
    return p_asks(ask, P_ASK_GOTO, at, resume);
}

static inline PAsk p_raises(PRequest *ask, uint32_t event, uint32_t type, PWord value, uint32_t at,
                            uint32_t resume)
{
    ask->event = event;
    ask->type = type;
    ask->value = value;
    return p_asks(ask, P_ASK_RAISE, at, resume);
}

// To one monitor alone, unless that is P_NONE.
static inline PAsk p_announces(PRequest *ask, uint32_t event, uint32_t type, PWord value,
                               uint32_t monitor, uint32_t at, uint32_t resume)
{
    ask->event = event;
    ask->type = type;
    ask->value = value;
    ask->monitor = monitor;
    return p_asks(ask, P_ASK_ANNOUNCE, at, resume);
}

// The reference goes to the slot `answer`.
static inline PAsk p_creates(PRequest *ask, uint32_t interface, uint32_t answer, uint32_t type,
                             PWord value, uint32_t at, uint32_t resume)
{
    ask->interface = interface;
    ask->answer = answer;
    ask->type = type;
    ask->value = value;
    return p_asks(ask, P_ASK_NEW, at, resume);
}

// Whether the host has sent at once; else it must be asked.
static inline bool p_sends(PMachine *m, PRequest *ask, PWord target, uint32_t event, uint32_t type,
                           PWord value, uint32_t at, uint32_t resume)
{
    ask->target = target;
    ask->event = event;
    ask->type = type;
    ask->value = value;
    ask->at = at;
    ask->resume = resume;
    return m->send && m->send(m, ask);
}

// It has failed.
static inline PAsk p_failed(PRequest *ask, uint32_t at)
{
    ask->at = at;
    return P_ASK_FAIL;
}

// The rare ends of instructions, in one place (rt/code.c). False: it has failed.
bool p_loops(PMachine *m, PRequest *ask);          // the slice is used up: see p_burn_jump
bool p_recurs(PMachine *m, PRequest *ask);         // the same, by a call
bool p_refuel(PMachine *m, PRequest *ask);         // the next slice; false: there is none
bool p_assert_fail(PRequest *ask, PWord message);  // always false
bool p_choices(PRequest *ask, PWord count, int64_t kind);  // fills in a P_ASK_CHOOSE
bool p_permit(const PProgram *p, PWord machine, uint32_t set, PWord *out, PRequest *ask);
// P's maps and sets do not take null; `use` is the number of OP_NOTNULL.
bool p_check_null(const PProgram *p, uint32_t type, PWord value, int64_t use, PRequest *ask);

static inline bool p_not_null(const PProgram *p, uint32_t type, PWord value, int64_t use,
                              PRequest *ask)
{
    // A key or element that is certainly not null: the number of a machine, or any other word.
    bool is_there = p->types[type].kind == P_TYPE_MACHINE ? P_MACHINE_ID(value) != 0 : value != 0;
    return (is_there && use < 2) || p_check_null(p, type, value, use, ask);
}

// Before every jump backward, and before every call. Fuel comes in slices: between two
// of them the machine looks whether it is to stop.
static inline bool p_burn_jump(PMachine *m, PRequest *ask)
{
    return m->fuel-- > 0 || p_loops(m, ask);
}

// Whether the machine would go on: asked where a frame comes or goes.
static inline bool p_has_fuel(PMachine *m, PRequest *ask)
{
    return m->fuel > 0 || p_refuel(m, ask);
}

static inline bool p_burn_call(PMachine *m, PRequest *ask)
{
    return m->fuel-- > 0 || p_recurs(m, ask);
}

#pragma GCC visibility pop

#ifdef __cplusplus
}
#endif

#include "plait/short.h"
