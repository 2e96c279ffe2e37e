// check/explorer/orders.c: explorer states as numbers.
//
// `state` is the number of an explorer state. Each explorer state is stored once, as a record
// (orders_record.c). Most explorers have a line, and a delay moves the front to the back; all
// rotations of such a line share one record and have consecutive numbers, so the state after
// two delays is found without a call of the explorer. A record takes some 40 bytes and four
// for each machine in the line. Steps are not stored: making one costs no more than finding
// it in a large table. Each worker has a small cache of its last steps.
//
// Records are never moved or changed, and are read without a lock. Adding one takes the lock.
// The explorer itself is never called while the lock is held.
//
// An explorer's order is always checked. Each machine in `enabled` gets a mark, a place in the
// order removes the mark, and machines that still have one are appended.

#include "check/explorer/orders.h"

#define XXH_INLINE_ALL
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "base/memory.h"
#include "check/explorer/explore.h"
#include "check/explorer/orders_impl.h"

enum {
    STEP_BITS = 14,       // log2 of the entries in a worker's cache of steps
    STEP_BITS_SLOW = 18,  // the same for a user's explorer
    SAMPLE = 64,          // one in SAMPLE steps and orders is tested for soundness
};

// ------------------------------------------------------------------------------- findings

void orders_say(Orders *o, _Atomic bool *flag, char room[static 256], const char *format, ...)
{
    va_list args;
    if (atomic_load_explicit(flag, memory_order_relaxed))
        return;
    va_start(args, format);
    pthread_mutex_lock(&o->lock);
    if (!atomic_load(flag)) {
        vsnprintf(room, 256, format, args);
        atomic_store(flag, true);
    }
    pthread_mutex_unlock(&o->lock);
    va_end(args);
}

#define unsound(o, ...) orders_say((o), &(o)->is_unsound, (o)->unsound, __VA_ARGS__)

bool orders_fail(Orders *o, const char *what, const char *where, const char *why)
{
    orders_say(o, &o->has_failed, o->failure, "the explorer %s %s%s%s: %s", o->called, what,
               where ? " in " : "", where ? where : "", why);
    return false;
}

// ------------------------------------------------------------------------------------ steps

// Whether the explorer has a callback for the event.
static bool concerns(const PExplorer *e, const StepEvent *event)
{
    switch (event->kind) {
    case EVENT_TAKEN:
        return e->dequeued != NULL;
    case EVENT_SENT:
        return e->enqueued || (event->is_enabled && e->ready);
    case EVENT_CREATED:
        return e->start || e->ready;
    case EVENT_USER:
        return event->event == OP_CHANGE_ORDER ? e->change_order != NULL
               : event->event >= OP_TELL       ? e->tell != NULL
                                               : true;
    default:
        return true;  // a seal ends when its machine blocks or halts
    }
}

// The buffer for step_words.
static uint64_t *word_room(OrdersWorker *w, uint32_t event_count)
{
    uint32_t needed = 1 + 3 * event_count;
    if (needed > w->word_room) {
        w->word_room = needed * 2;
        w->words = memory_resized(w->words, w->word_room, sizeof *w->words);
    }
    return w->words;
}

// Writes the events that the explorer is told about as words, for hashing; returns the number
// of words.
static uint32_t step_words(const PExplorer *e, uint32_t state, const StepEvent *events,
                           uint32_t count, uint64_t *words)
{
    uint32_t size = 0;
    words[size++] = state;
    for (uint32_t i = 0; i < count; i++) {
        const StepEvent *event = &events[i];
        bool is_heard = event->kind != EVENT_SENT || e->enqueued;
        if (!concerns(e, event))
            continue;
        words[size++] =
            (uint64_t)event->other << 32 | (uint32_t)event->kind << 1 | event->is_enabled;
        if (is_heard)
            words[size++] = (uint64_t)event->machine << 32 | event->event;
        if (event->kind == EVENT_USER)
            words[size++] = (uint64_t)event->number;
    }
    return size;
}

// Reserves enough for any line: all machines in the state or in the events.
static void reserve(const Orders *o, Open *open, uint32_t state, uint32_t event_count)
{
    uint32_t known = state == P_NONE ? 0 : record_of(o, state)->size;
    open_reserve(open, known + 2 * event_count + o->explorer->own_size / 4 + 8);
}

static bool make_step(Orders *o, OrdersWorker *w, Open *open, uint32_t state)
{
    reserve(o, open, state, w->event_count);
    open_take(o, state, open);
    return orders_call(o, w, open, call_events);
}

// Tests that the same step from the same state leads to the same state again.
static bool test_step(Orders *o, OrdersWorker *w, uint32_t state, uint32_t next)
{
    uint32_t again;
    w->two.number = P_NONE;
    if (!make_step(o, w, &w->two, state) || !open_number(o, &w->two, &again))
        return false;
    if (again != next)
        unsound(o,
                "the same events led from one state to two: %s keeps something outside of its "
                "state, or bytes of its own that it did not set",
                o->explorer->name);
    return true;
}

bool orders_step(Orders *o, uint32_t worker, uint32_t state, const StepEvent *events,
                 uint32_t count, uint32_t *next)
{
    assert(worker < o->worker_count);
    OrdersWorker *w = &o->workers[worker];
    uint64_t *words = word_room(w, count);
    uint32_t size = step_words(o->explorer, state, events, count, words);
    assert(size <= w->word_room);
    *next = state;
    if (size == 1)
        return true;

    uint64_t key = XXH3_64bits(words, size * sizeof *words) | 1;
    Remembered *known = &w->steps[key >> 32 & o->step_mask];
    if (known->key == key) {
        *next = known->next;
        return true;
    }
    w->events = events;
    w->event_count = count;
    if (!make_step(o, w, &w->one, state) || !open_number(o, &w->one, next))
        return false;
    if ((o->is_tested || key / 2 % SAMPLE == 0) && !test_step(o, w, state, *next))
        return false;
    *known = (Remembered){.key = key, .next = *next};
    return true;
}

// ----------------------------------------------------------------------------------- orders

static void reserve_items(OrdersWorker *w, uint32_t count)
{
    if (count <= w->item_room)
        return;
    w->item_room = count * 2;
    w->items = realloc(w->items, w->item_room * sizeof *w->items);
    w->machines = realloc(w->machines, w->item_room * sizeof *w->machines * 2);
    if (!w->items || !w->machines)
        die_out_of_memory(w->item_room * sizeof *w->items);
}

static bool is_ascending(const uint32_t *list, uint32_t count)
{
    for (uint32_t i = 1; i < count; i++)
        if (list[i - 1] >= list[i])
            return false;
    return true;
}

static void mark_enabled(OrdersWorker *w, const uint32_t *enabled, uint32_t count)
{
    uint32_t most = enabled[count - 1];
    if (most >= w->mark_room) {
        uint32_t room = most < 64 ? 128 : most * 2;
        w->marks = memory_resized(w->marks, room, sizeof *w->marks);
        memset(w->marks + w->mark_room, 0, (room - w->mark_room) * sizeof *w->marks);
        w->mark_room = room;
    }
    w->mark += 2;
    if (w->mark >= UINT32_MAX - 2) {
        memset(w->marks, 0, w->mark_room * sizeof *w->marks);
        w->mark = 2;
    }
    for (uint32_t i = 0; i < count; i++)
        w->marks[enabled[i]] = w->mark;
}

// Gives the machine the next place; false when it cannot run, or has a place already.
static bool take(OrdersWorker *w, uint32_t *taken, uint32_t machine, uint32_t from_state)
{
    if (machine >= w->mark_room || w->marks[machine] != w->mark)
        return false;
    w->marks[machine]++;
    assert_debug(*taken < w->item_room);
    w->items[(*taken)++] = (OrderItem){.path = machine, .from_state = from_state};
    return true;
}

static void refused(Orders *o, OrdersWorker *w, uint32_t machine)
{
    bool is_there = machine < w->mark_room && w->marks[machine] == w->mark + 1;
    unsound(o,
            is_there ? "%s puts machine %u into its order twice"
                     : "%s puts machine %u into its order, which cannot run",
            o->explorer->name, machine);
}

// Machines that the explorer has left out run last, from the undelayed state.
static void complete(Orders *o, OrdersWorker *w, uint32_t state, const uint32_t *enabled,
                     uint32_t count, uint32_t taken)
{
    w->completed++;
    for (uint32_t i = 0; i < count && taken < count; i++)
        if (take(w, &taken, enabled[i], state))
            unsound(o, "%s leaves machine %u out of its order, which can run", o->explorer->name,
                    enabled[i]);
    assert(taken == count);
}

// The line is the order, and each delay leads to the next number. This is the usual case: the
// line contains exactly the machines that can run, and their paths are below 64, so the marks
// fit into a word. False: not the usual case.
static bool order_line_fast(const Orders *o, OrdersWorker *w, uint32_t state,
                            const uint32_t *enabled, uint32_t count)
{
    const OrderRecord *r = record_of(o, state);
    const uint32_t *line = r->words + 1;
    uint32_t at = state - r->base;
    uint64_t marks = 0;
    if (enabled[count - 1] >= 64 || (r->words[0] & PACK_COUNT) != count)
        return false;
    assert_debug(at < count);
    for (uint32_t i = 0; i < count; i++)
        marks |= UINT64_C(1) << enabled[i];
    for (uint32_t k = 0; k < count; k++, at = at + 1 < count ? at + 1 : 0) {
        if (line[at] >= 64 || !(marks >> line[at] & 1))
            return false;
        marks &= ~(UINT64_C(1) << line[at]);
        w->items[k] = (OrderItem){.path = line[at], .from_state = r->base + at};
    }
    assert_debug(marks == 0);
    return true;
}

static void order_line(Orders *o, OrdersWorker *w, uint32_t state, const uint32_t *enabled,
                       uint32_t count)
{
    const OrderRecord *r = record_of(o, state);
    const uint32_t *line = r->words + 1;
    uint32_t n = r->words[0] & PACK_COUNT, at = state - r->base, taken = 0;
    for (uint32_t k = 0; k < n; k++, at = at + 1 < n ? at + 1 : 0)
        if (!take(w, &taken, line[at], r->base + at))
            refused(o, w, line[at]);
    if (taken != count || n != count)
        complete(o, w, state, enabled, count, taken);
}

// -------- explorers with next and delay of their own

static bool name_next(Orders *o, OrdersWorker *w, uint32_t *machine)
{
    if (!orders_call(o, w, &w->one, call_next))
        return false;
    *machine = w->next;
    if (!o->is_tested)
        return true;
    if (!orders_call(o, w, &w->one, call_next))
        return false;
    if (w->next != *machine)
        unsound(o, "%s: next, asked twice in one state, names machine %u and then machine %u",
                o->explorer->name, *machine, w->next);
    return true;
}

// Fills w->items with the machines that `next` names, and the state in which each is named.
static bool name_all(Orders *o, OrdersWorker *w, uint32_t state, uint32_t count)
{
    uint32_t delayed = state;
    reserve(o, &w->one, state, 0);
    open_take(o, state, &w->one);
    for (uint32_t k = 0; k < count; k++) {
        w->items[k].from_state = delayed;
        if (!name_next(o, w, &w->items[k].path))
            return false;
        bool is_last = k + 1 == count;
        if (is_last && !(o->explorer->flags & P_EXPLORER_CYCLIC))
            break;
        if (!orders_call(o, w, &w->one, call_delay) || !open_number(o, &w->one, &delayed))
            return false;
        if (is_last && delayed != state)
            unsound(o, "%s says it is cyclic, but %u delays do not lead back", o->explorer->name,
                    count);
    }
    return true;
}

static const Named *named_by(Orders *o, OrdersWorker *w, uint32_t state, uint32_t count)
{
    OrderRecord *r = record_of(o, state);
    const Named *known = atomic_load_explicit(&r->named, memory_order_acquire);
    if (known && known->count >= count)
        return known;
    if (!name_all(o, w, state, count))
        return NULL;
    pthread_mutex_lock(&o->lock);
    assert(count > 0 && count <= w->item_room);
    Named *named = arena_alloc(&o->arena, sizeof *named + count * sizeof *named->items);
    pthread_mutex_unlock(&o->lock);
    named->count = count;
    memcpy(named->items, w->items, count * sizeof *named->items);
    atomic_store_explicit(&r->named, named, memory_order_release);
    return named;
}

static bool order_delays(Orders *o, OrdersWorker *w, uint32_t state, const uint32_t *enabled,
                         uint32_t count)
{
    const Named *named = named_by(o, w, state, count);
    uint32_t taken = 0;
    if (!named)
        return false;
    for (uint32_t k = 0; k < count; k++)
        if (!take(w, &taken, named->items[k].path, named->items[k].from_state))
            refused(o, w, named->items[k].path);
    if (taken != count)
        complete(o, w, state, enabled, count, taken);
    return true;
}

// -------- explorers with an order

static bool sort_machines(Orders *o, OrdersWorker *w, uint32_t state, const uint32_t *enabled)
{
    reserve(o, &w->one, state, 0);
    open_take(o, state, &w->one);
    memcpy(w->machines, enabled, w->machine_count * sizeof *enabled);
    if (!orders_call(o, w, &w->one, call_order))
        return false;
    w->one.number = o->guard ? P_NONE : state;  // a user's `order` may have changed the state
    return true;
}

static bool order_sorted(Orders *o, OrdersWorker *w, uint32_t state, const uint32_t *enabled,
                         uint32_t count)
{
    uint32_t taken = 0, *before = w->machines + count;
    w->machine_count = count;
    if (!sort_machines(o, w, state, enabled))
        return false;
    if (o->is_tested || w->state % SAMPLE == 0) {
        memcpy(before, w->machines, count * sizeof *before);
        if (!sort_machines(o, w, state, enabled))
            return false;
        if (memcmp(before, w->machines, count * sizeof *before) != 0)
            unsound(o, "%s: order, asked twice in one state, gives two orders", o->explorer->name);
    }
    for (uint32_t k = 0; k < count; k++)
        if (!take(w, &taken, w->machines[k], state))
            refused(o, w, w->machines[k]);
    if (taken != count)
        complete(o, w, state, enabled, count, taken);
    return true;
}

// -------- all of them

// The machine that sealed last goes on, unless the explorer orders sealed machines itself.
static void put_sealer_first(Orders *o, OrdersWorker *w, uint32_t state, uint32_t count)
{
    if (o->explorer->flags & P_EXPLORER_LEADS)
        return;
    open_take(o, state, &w->one);
    assert(w->one.seals.count > 0);
    uint32_t sealer = w->one.seals.places[w->one.seals.count - 1].machine, at = 0;
    while (at < count && w->items[at].path != sealer)
        at++;
    if (at == count)
        return;
    OrderItem first = w->items[at];
    memmove(&w->items[1], &w->items[0], at * sizeof first);
    w->items[0] = first;
}

static bool order_slowly(Orders *o, OrdersWorker *w, uint32_t state, const uint32_t *enabled,
                         uint32_t count)
{
    if (o->explorer->next)
        return order_delays(o, w, state, enabled, count);
    if (o->explorer->order)
        return order_sorted(o, w, state, enabled, count);
    order_line(o, w, state, enabled, count);
    return true;
}

bool orders_need_print(const Orders *o)
{
    return o->explorer->order && o->explorer != &explore_custom;
}

bool orders_order(Orders *o, uint32_t worker, uint32_t state, uint64_t print,
                  const uint32_t *enabled, uint32_t enabled_count, Order *order)
{
    assert_debug(worker < o->worker_count && is_ascending(enabled, enabled_count));
    OrdersWorker *w = &o->workers[worker];
    *order = (Order){.count = enabled_count};
    reserve_items(w, enabled_count);
    order->items = w->items;
    if (enabled_count == 1)  // there is nothing to put into an order
        w->items[0] = (OrderItem){.path = enabled[0], .from_state = state};
    if (enabled_count < 2)
        return true;

    w->state = print;
    if (!o->is_rotated || !order_line_fast(o, w, state, enabled, enabled_count)) {
        mark_enabled(w, enabled, enabled_count);
        if (!order_slowly(o, w, state, enabled, enabled_count))
            return false;
    }
    if (record_of(o, state)->words[0] & PACK_SEALS) {
        order->is_sealed = true;
        put_sealer_first(o, w, state, enabled_count);
    }
    return true;
}

// ------------------------------------------------------------------------------ life cycle

static void open_init(const Orders *o, Open *open)
{
    open->number = P_NONE;
    open->state.own = calloc(1, o->explorer->own_size + 8u);
    if (!open->state.own)
        die_out_of_memory(o->explorer->own_size);
}

static void open_drop(Open *open)
{
    for (int i = 0; i < LINE_COUNT; i++)
        guard_memory_free(open->places[i], open->capacity * sizeof *open->places[i]);
    free(open->words);
    free(open->state.own);
}

static void workers_init(Orders *o, uint32_t count)
{
    size_t steps = (size_t)o->step_mask + 1;
    o->workers = aligned_alloc(64, count * sizeof *o->workers);
    if (!o->workers)
        die_out_of_memory(count * sizeof *o->workers);
    memset(o->workers, 0, count * sizeof *o->workers);
    o->worker_count = count;
    for (uint32_t i = 0; i < count; i++) {
        OrdersWorker *w = &o->workers[i];
        w->orders = o;
        open_init(o, &w->one);
        open_init(o, &w->two);
        w->steps = memory_zeroed(steps, sizeof *w->steps);
        o->bytes += steps * sizeof *w->steps;
    }
}

// The explorer state before anything has happened.
static void open_empty(const Orders *o, Open *open)
{
    open->number = P_NONE;
    for (int i = 0; i < P_EXPLORER_LINES; i++)
        open->state.lines[i].count = 0;
    open->seals.count = 0;
    memset(open->state.own, 0, o->explorer->own_size);
}

// Makes the first explorer state: only the first machine exists, and perhaps that of faults.
static bool make_first(Orders *o, const PTest *test, Err *err)
{
    OrdersWorker *w = &o->workers[0];
    StepEvent first[] = {
        {.kind = EVENT_CREATED, .other = 1},
        {.kind = EVENT_CREATED, .other = 2, .event = KIND_FAULTS},
    };
    first[0].event = test && test->main != P_NONE ? test->bound[test->main] : P_NONE;
    w->events = first;
    w->event_count = o->has_faults ? 2 : 1;
    reserve(o, &w->one, P_NONE, w->event_count);
    open_empty(o, &w->one);
    if (orders_call(o, w, &w->one, call_init) && orders_call(o, w, &w->one, call_events) &&
        open_number(o, &w->one, &o->first))
        return true;
    err_set(err, "%s", o->failure);
    return false;
}

Orders *orders_new(const PProgram *p, const OrdersOptions *options, uint32_t workers, Err *err)
{
    Orders *o = memory_zeroed(1, sizeof *o);
    pthread_mutex_init(&o->lock, NULL);
    o->program = p;
    o->seed = options->seed;
    o->has_faults = options->has_faults;
    o->called = strdup(options->explorer);
    o->explorer = explorer_find(options->explorer, options->include, &o->native, err);
    if (!o->called)
        die_out_of_memory(strlen(options->explorer));
    if (!o->explorer) {
        orders_free(o);
        return NULL;
    }
    bool is_users = explorer_is_loaded(&o->native);
    o->is_tested = options->is_checked || is_users;
    o->is_rotated = !o->explorer->next && !o->explorer->order;
    o->step_mask = (1u << (is_users ? STEP_BITS_SLOW : STEP_BITS)) - 1;
    atomic_store(&o->table, record_table_new(o, 1024, NULL));
    workers_init(o, workers);
    if (is_users)
        o->guard = guard_new(options->patience > 0 ? options->patience : 5);
    if (make_first(o, options->test, err))
        return o;
    orders_free(o);
    return NULL;
}

void orders_free(Orders *o)
{
    if (!o)
        return;
    guard_free(o->guard);
    for (uint32_t i = 0; i < o->worker_count; i++) {
        OrdersWorker *w = &o->workers[i];
        open_drop(&w->one);
        open_drop(&w->two);
        free(w->steps);
        free(w->named_steps);
        free(w->items);
        free(w->machines);
        free(w->marks);
        free(w->words);
    }
    free(o->workers);
    records_drop(o);
    native_close(&o->native);
    pthread_mutex_destroy(&o->lock);
    free(o->called);
    free(o);
}

void orders_forget(Orders *o)
{
    pthread_mutex_lock(&o->lock);
    records_forget(o);
    for (uint32_t i = 0; i < o->worker_count; i++) {
        OrdersWorker *w = &o->workers[i];
        memset(w->steps, 0, ((size_t)o->step_mask + 1) * sizeof *w->steps);
        named_steps_forget(w);
        w->one.number = w->two.number = P_NONE;
    }
    pthread_mutex_unlock(&o->lock);
}

// --------------------------------------------------------------------------- what is known

uint32_t orders_first(Orders *o)
{
    return o->first;
}

bool orders_begin(Orders *o, const PTest *test, uint64_t seed, uint32_t *state)
{
    Err err = {0};
    bool is_fine = true;
    if (o->explorer->init || o->granule_count == 0) {  // without init the seed is not used
        o->seed = seed;
        is_fine = make_first(o, test, &err);
    }
    *state = o->first;
    return is_fine;
}

uint64_t orders_bytes(const Orders *o)
{
    pthread_mutex_t *lock = (pthread_mutex_t *)&o->lock;
    pthread_mutex_lock(lock);
    uint64_t bytes = o->bytes + o->arena.total;
    pthread_mutex_unlock(lock);
    return bytes;
}

uint64_t orders_known(const Orders *o)
{
    return o->arena.total + o->granule_count * sizeof(OrderRecord *);
}

uint64_t orders_hash(const Orders *o, uint32_t state)
{
    const OrderRecord *r = record_of(o, state);
    return p_mix(r->hash, state - r->base);
}

bool orders_is_sealed(const Orders *o, uint32_t state)
{
    return record_of(o, state)->words[0] & PACK_SEALS;
}

bool orders_line(const Orders *o, uint32_t state, OrderLine *line)
{
    const OrderRecord *r = record_of(o, state);
    if (!o->is_rotated || r->words[0] & PACK_SEALS)
        return false;
    *line = (OrderLine){
        .machines = r->words + 1,
        .count = r->words[0] & PACK_COUNT,
        .first = state - r->base,
        .base = r->base,
    };
    return true;
}

uint64_t orders_completed(const Orders *o)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < o->worker_count; i++)
        sum += o->workers[i].completed;
    return sum;
}

const char *orders_failure(const Orders *o)
{
    return atomic_load(&o->has_failed) ? o->failure : NULL;
}

const char *orders_unsound(const Orders *o)
{
    return atomic_load(&o->is_unsound) ? o->unsound : NULL;
}

const char *orders_note(const Orders *o)
{
    if (atomic_load(&o->was_lifted))
        return "a machine blocked or halted before it called Unseal; its seal was lifted there";
    if (atomic_load(&o->was_unmatched))
        return "a machine called Unseal that had not called Seal";
    return NULL;
}

uint32_t orders_op(const char *function)
{
    static const struct {
        const char *name;
        uint32_t op;
    } known[] = {
        {"ChangeOrder", OP_CHANGE_ORDER},
        {"Seal", OP_SEAL},
        {"Unseal", OP_UNSEAL},
        {"TellExplorer", OP_TELL},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(known[i].name, function) == 0)
            return known[i].op;
    return P_NONE;
}
