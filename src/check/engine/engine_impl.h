// check/engine/engine_impl.h: what the files of the engine share: how to get at its parts, and what
// each file offers. The parts are in engine_types.h.

#pragma once

#include "check/engine/engine_types.h"

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

// The machines that the events in a short queue refer to.
static inline const Refs *queue_refs(const Engine *e, const Queue *q)
{
    return shelf_at(&e->queue_refs, const Refs, q->refs);
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
    h->front.is_stopped |= stop && __atomic_load_n(stop, __ATOMIC_RELAXED);
    return h->front.is_stopped;
}

// ----------------------------------------------------- rows (row.c, row_build.c)

// All outcomes of the local state's next step. AT_REST it takes the message; in other
// positions the message does not matter. In the classic discipline the second parameter is
// the whole queue.
const Row *row_of(Stepper *h, uint32_t local, uint32_t message_or_queue);
// Computes it. With `draws` only one outcome, drawn at random.
const Row *row_build(Stepper *h, uint32_t local, uint32_t message_or_queue, Rng *draws);
// The same for row_after.
const Row *row_build_after(Stepper *h, uint32_t local, uint32_t path, uint32_t weight, Rng *draws,
                           uint32_t *child);
// An empty row with room for so many outcomes: in an arena, or, under the lock, in the engine's.
Row *row_new(Arena *arena, uint32_t outcomes);
Row *row_keep(Engine *e, uint32_t outcomes);

// The only outcome of a step that is run through (settle.c), or NULL.
static inline const Outcome *only_outcome(const Row *row)
{
    return row->is_local && row->count == 1 && row->outcomes[0].is_plain ? row->outcomes : NULL;
}

// What Engine.rows says of the step in which the local state takes the message; 0: nothing yet.
// ROW_IS_RUN_THROUGH can be asked without reading the row.
static inline uint64_t row_noted(const Engine *e, uint32_t local, uint32_t message)
{
    return pairs_get(&e->rows, memo_key(local, message));
}

static inline uint64_t note_of_row(const Row *row)
{
    return (uintptr_t)row | (only_outcome(row) ? ROW_IS_RUN_THROUGH : 0);
}

static inline const Row *row_of_note(uint64_t note)
{
    return (const Row *)(uintptr_t)(note & ~(uint64_t)ROW_IS_RUN_THROUGH);
}

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

// Sets of events that are small enough to be read with each queue and local state. Events that are
// 64 apart share a bit: two sets without a common bit have no event in common.
static inline uint64_t event_bit(uint32_t event)
{
    return UINT64_C(1) << (event & 63);
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

// A second hash, which few searches need: it is computed each time.
uint64_t queue_second_hash(const Engine *e, uint32_t queue);

// That of a short queue with one message more.
static inline uint64_t queue_longer_second(uint64_t before, const Message *m)
{
    return mix64(before * 5 + m->hash.hi);
}

uint32_t queue_make_longer(Stepper *h, uint32_t queue, uint32_t message);

// One more message at the end. The queue is not read, if there is such a longer one.
static inline uint32_t queue_push_far(Stepper *h, uint32_t queue, uint32_t message)
{
    assert_debug(message > 0);
    uint32_t longer = (uint32_t)pairs_get(&h->engine->pushes, memo_key(queue, message));
    return longer ? longer : queue_make_longer(h, queue, message);
}

// The same, if it is the first longer queue that was made; else 0.
static inline uint32_t queue_known_longer(const Queue *q, uint32_t message)
{
    uint64_t longer = __atomic_load_n(&q->longer, __ATOMIC_ACQUIRE);
    return longer >> 32 == message ? (uint32_t)longer : 0;
}

// The same where the queue was read not long ago.
static inline uint32_t queue_push(Stepper *h, uint32_t queue, uint32_t message)
{
    assert_debug(message > 0);
    uint32_t longer = queue_known_longer(queue_at(h->engine, queue), message);
    return longer ? longer : queue_push_far(h, queue, message);
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
    const Queue *q = queue_at(e, queue);
    if (!queue || !(head->takes >> q->first_bit & 1))
        return NULL;
    return row_of_note(row_noted(e, local, q->first));
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
    if (__builtin_expect(h->front.edge_count == h->edge_capacity, 0))
        edges_grow(h);
    return &h->front.edges[h->front.edge_count++];
}

// The row of a machine's next step, and the place in its queue of the event that it takes. NULL: it
// cannot run.
const Row *row_at(Stepper *h, uint32_t local, uint32_t queue, uint32_t *place);

// The steps that engine_settle has added to the edge.
const SettledStep *edge_settled(const Stepper *h, const Edge *edge);
bool edge_settles(const Stepper *h, const Edge *edge, uint32_t at);  // this machine makes one

// Adds the edges of an outcome that changes more than a few words; returns their number.
uint32_t expand_full(Stepper *h, const State *s, uint32_t at, uint32_t label, const Outcome *o);
