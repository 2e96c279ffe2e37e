// check/explorer/orders_impl.h: what the files of orders share.
//
// An explorer state is a number, which stands for a record (orders_record.c). To call the
// explorer, the record is unpacked into an Open, the form that the explorer sees; afterwards
// the changed state is packed and looked up again.

#pragma once

#include <pthread.h>
#include <stdatomic.h>

#include "base/arena.h"
#include "check/guard/guard.h"
#include "check/explorer/orders.h"
#include "check/explorer/orders_load.h"

// The functions of P that talk to an explorer (orders.h).
enum { OP_CHANGE_ORDER = 0, OP_SEAL = 1, OP_UNSEAL = 2, OP_TELL = 100 };

enum {
    GRANULE = 8,  // numbers are allocated in granules; each granule belongs to one record
    GRANULE_BITS = 3,
    CHUNK_BITS = 16,
    CHUNK_COUNT = 1 << (32 - GRANULE_BITS - CHUNK_BITS),
};

// The first word of a packed state: the length of lines[0], and flags for the parts that follow.
enum {
    PACK_COUNT = (1 << 24) - 1,
    PACK_RANKS = 1 << 24,  // lines[0] has ranks
    PACK_LINE1 = 1 << 25,  // the other lines are not empty, one bit each
    PACK_SEALS = 1 << 28,
};

// The machines that `next` has named from some state on, with a `delay` between each two.
typedef struct Named {
    uint32_t count;
    OrderItem items[];
} Named;

typedef struct OrderRecord {
    uint64_t hash;
    _Atomic(const Named *) named;
    uint32_t base;  // the number of the state in `words`; after n delays it is base + n
    uint32_t size;
    uint32_t words[];
} OrderRecord;

// Open addressing.
typedef struct OrdersTable {
    struct OrdersTable *older;  // another worker may still be reading it
    uint32_t mask;
    uint32_t count;
    _Atomic uint64_t slots[];
} OrdersTable;

// One unpacked state. Lines: those of the explorer, then the seals: the machines that have sealed,
// with the number of times as rank.
enum { LINE_COUNT = P_EXPLORER_LINES + 1, SEALS = P_EXPLORER_LINES };

typedef struct Open {
    PExplorerState state;
    PLine seals;
    PPlace *places[LINE_COUNT];  // memory of the lines, to check that the explorer kept them
    uint32_t capacity;
    uint32_t number;  // of the unpacked state; P_NONE: it has been changed
    uint32_t *words;  // packed
    uint32_t size;
    uint32_t offset;  // how far the line is rotated relative to `words`
    uint32_t room;
} Open;

typedef struct Remembered {
    uint64_t key;
    uint32_t next;
} Remembered;

typedef struct NamedStep {
    uint64_t step;  // 0: none
    uint32_t state, next;
} NamedStep;

typedef struct OrdersWorker {
    Open one, two;
    Remembered *steps;
    NamedStep *named_steps;  // NULL: none yet
    OrderItem *items;
    uint32_t *machines;
    uint32_t item_room;
    uint32_t *marks;  // by machine: `mark` when it can run, `mark` + 1 when it has a place
    uint32_t mark_room;
    uint32_t mark;
    uint64_t *words;  // buffer of step_words
    uint32_t word_room;
    uint64_t completed;

    // The current call of the explorer.
    Orders *orders;
    Open *open;
    const StepEvent *events;
    uint32_t event_count;
    uint64_t state;
    uint32_t machine_count;
    uint32_t next;
    const char *where;  // the function of the explorer
} __attribute__((aligned(64))) OrdersWorker;

struct Orders {
    const PExplorer *explorer;
    const PProgram *program;
    Native native;
    Guard *guard;  // around a user's explorer
    char *called;  // the explorer's name, as the user typed it
    uint64_t seed;
    bool has_faults;
    bool is_tested;   // every call, not only a sample
    bool is_rotated;  // lines[0] is the order, and a delay rotates it
    uint32_t first;
    OrdersWorker *workers;
    uint32_t worker_count;
    uint32_t step_mask;

    pthread_mutex_t lock;
    Arena arena;  // of records
    uint32_t granule_count;
    uint64_t bytes;  // memory outside of the arena
    _Atomic(OrdersTable *) table;
    _Atomic(OrderRecord **) chunks[CHUNK_COUNT];

    _Atomic bool has_failed, is_unsound, was_lifted, was_unmatched;
    char failure[256];
    char unsound[256];
};

// Stores a message and sets the flag; only the first message for a flag is stored.
void orders_say(Orders *o, _Atomic bool *flag, char room[static 256], const char *format, ...)
    __attribute__((format(printf, 4, 5)));

// The explorer cannot be used any more. Always false.
bool orders_fail(Orders *o, const char *what, const char *where, const char *why);

OrdersTable *record_table_new(Orders *o, uint32_t size, OrdersTable *older);
void records_drop(Orders *o);
void records_forget(Orders *o);

static inline OrderRecord *record_of(const Orders *o, uint32_t state)
{
    uint32_t granule = state >> GRANULE_BITS;
    OrderRecord **chunk =
        atomic_load_explicit(&o->chunks[granule >> CHUNK_BITS], memory_order_acquire);
    assert_debug(chunk);
    OrderRecord *r = chunk[granule & ((1 << CHUNK_BITS) - 1)];
    assert_debug(r && state >= r->base);
    return r;
}

void named_steps_forget(OrdersWorker *w);

// Makes room in every line for `count` machines; the content of the lines stays.
void open_reserve(Open *open, uint32_t count);

// Unpacks the state, unless `open` holds it already.
void open_take(const Orders *o, uint32_t state, Open *open);

// Packs the state and finds or adds its number. False on failure: orders_failure says why.
bool open_number(Orders *o, Open *open, uint32_t *state);

// Calls the explorer for the state in `open`; a user's explorer runs under the guard. `act` is
// one of the functions below; their arguments and results are fields of the worker.
bool orders_call(Orders *o, OrdersWorker *w, Open *open, void (*act)(void *worker));
void call_init(void *worker);
void call_events(void *worker);
void call_next(void *worker);
void call_delay(void *worker);
void call_order(void *worker);
