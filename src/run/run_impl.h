// run/run_impl.h: what the files of this room share.
//
// A Runtime is one execution. Its machines are Actors; a table finds them by id (run/ids.c).
// An actor belongs to one worker, its owner, and only that worker runs it and touches its queue.
// An actor is in its owner's ready queue, or is being run, or is idle.
//
// With one worker (`is_shared` is false) nothing is locked and nothing is atomic but flags that
// are looked at now and then. With several, a send between two actors of one worker is the same,
// without locked instructions. An event for an actor of another worker is put into that actor's
// inbox, a list that its owner takes as a whole (run/inbox.c). How actors move from worker to
// worker: run/balance.c.
//
// Causal order: an owner that puts an event into a queue moves the inbox there first. So an
// event is behind all events that were sent before it.
//
// The order in which locks may be taken: posting, specs, creation, table, idle, result, trace.
// A spinlock is taken last, and for a few instructions only; the exception is a worker's guard,
// which its thread holds as long as it runs P code.

#pragma once

#include <pthread.h>
#include <stdatomic.h>

#include "base/rng.h"
#include "plait/host.h"
#include "rt/machine.h"
#include "rt/trace.h"
#include "run/elsewhere.h"
#include "run/queue.h"

typedef struct PlaitRuntime Runtime;
typedef struct Worker Worker;
typedef atomic_bool Spin;

enum { CACHE_LINE = 64 };

// Events on their way to an actor of another worker: what one actor sent to it, one after the
// other. Its memory is that of a node (rt/node.h).
typedef struct Letter {
    PNode head;
    struct Letter *next;
    uint32_t to;  // id of the actor
    uint16_t count, room;
    Message messages[];  // their payloads are shared
} Letter;

// What workers that are not the owner read and write of an actor.
typedef struct Door {
    _Alignas(CACHE_LINE) _Atomic(Worker *) owner;
    atomic_uint id;    // a copy of the actor's id
    atomic_uint from;  // index of the worker that sent the last letter
    _Atomic(Letter *) inbox;
    atomic_bool is_behind;  // a copy of the actor's, or many events wait in the inbox
    struct Actor *next_arrival;
    Spin lock;  // protects `id` and the counts of a program with bounds
} Door;

typedef struct Actor {
    Machine machine;
    Queue queue;          // events that were not offered to the machine yet
    Queue *deferred;      // deferred events, older than those in `queue`; NULL: none
    // The first `deferred_seen` of them were already checked in this state and receive.
    uint32_t deferred_seen;
    uint32_t deferred_state;
    uint32_t deferred_receive;
    uint64_t deferred_events;  // a bit for each kind of event in `deferred`, and perhaps for others
    uint32_t id;    // 0: halted
    bool is_ready;  // in a ready queue, or being run
    bool waits;     // when it ran last, it ended by waiting for an event
    bool is_behind; // many events wait in its queue (run/hold.c)
    Rng rng;
    atomic_uint *counts;  // events in all its queues, by event, and then their sum; for bounds
    struct Actor *next_free, *next_gift;
    Door door;
} Actor;

// Ready actors, first in first out, but see ready_push_next.
typedef struct ReadyQueue {
    Actor **items;
    uint32_t first;
    uint32_t count;
    uint32_t capacity;
} ReadyQueue;

// A ready actor that is held back, and the one that got its last event.
typedef struct Held {
    Actor *actor, *target;
    uint32_t target_id;
    double since;
} Held;

// First in first out.
typedef struct HeldQueue {
    Held *items;
    uint32_t first, count, capacity;
} HeldQueue;

// What a worker without ready actors waits for. Another worker that has something for it changes
// the wish, in one step, so it answers only once.
typedef enum Wish {
    WISH_NOTHING,  // it has actors, or they are on their way
    WISH_ACTORS,   // it is hungry
    // It looks after ready actors of workers that run foreign code, once in a millisecond, until it
    // finds some or there are none.
    WISH_TO_WATCH,
} Wish;

// A worker's own data, then what others write, then what others read.
struct Worker {
    Runtime *runtime;
    uint32_t index;
    pthread_t thread;
    ReadyQueue ready;
    Actor *free;  // slots of halted actors, and new ones
    uint32_t free_count;
    _Atomic uint64_t created, halted, events;  // only this worker writes them
    uint64_t steps_left;
    int64_t turn_left;      // events that the running actor may still take or send in its turn
    uint32_t event;         // the last delivered event, for reports
    bool has_next;          // the first ready actor has passed those that wait
    uint32_t chain;         // so many have done so, one after the other, before the running one
    uint32_t pauses;        // of long handlers
    bool is_crowded;        // others sleep while actors wait here, since `crowded_since`
    double crowded_since;
    bool is_away;           // the thread sleeps or runs foreign code: it does not hold `guard`
    PRequest ask;
    Actor *outrun;          // the running actor has sent events to it, which is behind; or NULL
    uint32_t outrun_id;
    bool may_hold;          // the running actor may be held back
    int64_t turn_more;      // events that it may take or send in further parts of its turn
    Letter *open;           // what the running actor sent and nobody else sees yet, or NULL
    Actor *letters_to;      // the open letter and the ones before it are for its inbox,
    uint32_t letters;       // which got so many events since its owner has emptied it
    HeldQueue held;

    _Alignas(CACHE_LINE) _Atomic(Actor *) arrivals;  // actors whose inbox is no longer empty
    _Atomic(Actor *) gifts;                          // ready actors from other workers

    // Held by the thread while it runs P code. Another worker that gets it may take actors.
    _Alignas(CACHE_LINE) Spin guard;
    atomic_bool is_in_foreign;  // changed by its thread, which holds the guard
    atomic_bool is_asleep;   // changed under `idle`; then it is counted in `idle_count`
    _Atomic(Wish) wish;
    atomic_bool is_done;
    atomic_uint running;     // id of the actor being run, for reports
    pthread_cond_t wake;
};

// A monitor, and which machines it watches. For a kind of monitors that the program creates
// itself (rules_is_explicit), the first Spec is only the head of a list; the created monitors
// follow in `next`, in order of creation.
typedef struct Spec {
    Machine machine;
    bool *watched;  // by interface; NULL: all
    bool is_there;  // it exists and has not halted
    struct Spec *next;
} Spec;

typedef struct Post {
    PWord target;
    Message message;
    const char *wrong;  // what the post should contain and does not, or NULL
    bool is_from_elsewhere;
    uint32_t from;  // the id of its sender elsewhere; 0: not known
} Post;

// A machine that is created from outside: it has its id, but no actor yet.
typedef struct Birth {
    uint32_t id, kind, interface;
    PWord payload;
} Birth;

typedef struct Posts {
    Post *items;
    uint32_t count, capacity;
} Posts;

typedef struct Births {
    Birth *items;
    uint32_t count, capacity;
} Births;

enum { CHUNK_BITS = 10, CHUNK_SIZE = 1 << CHUNK_BITS };

// The actors and kinds of consecutive ids.
typedef struct Chunk {
    struct Chunk *next_free;
    atomic_uint left;  // number of its ids whose machines have not halted
    atomic_uint kinds[CHUNK_SIZE];
    _Atomic(Actor *) actors[CHUNK_SIZE];
} Chunk;

struct PlaitRuntime {
    const PProgram *program;
    const PTest *test;
    PTest all_machines;                  // the test, when the program has none to run
    PlaitOptions options;                // a copy
    PForeignMachine *foreign_code;       // of the options, by machine kind
    const PForeignMachine **foreigns;    // C code by machine kind; NULL: runs its P code
    int64_t fuel;                        // of a handler, renewed by a send, new or event
    bool is_shared;
    bool has_threads;  // if not, plait_step runs the only worker
    bool has_foreign;  // C may have threads that use our values
    bool has_bounds;
    bool has_null;     // some state handles `null`
    bool is_watched;   // by a trace or by monitors
    bool has_shared_values;  // several threads may hold one value
    uint32_t worker_count;
    Worker *workers;
    Trace *trace;  // NULL for none
    uint32_t suspicion;  // of a container with a trace: the event eSuspect, or P_NONE
    const Elsewhere *others;  // NULL: there are no machines elsewhere

    // Workers look at these often; they change rarely.
    _Alignas(CACHE_LINE) atomic_bool stop;
    bool gives_up;  // P code must end at its next backward jump or call; changed atomically
    atomic_bool is_posted;   // there are posts or births
    atomic_uint hungry;      // workers with WISH_ACTORS
    atomic_bool has_watcher; // a worker has WISH_TO_WATCH, or is about to get it

    // For machines from outside; with a trace for all. Recursive
    _Alignas(CACHE_LINE) pthread_mutex_t creation;
    bool has_begun;            // monitors have started
    Rng first_rng, outside_rng;
    uint32_t outside_count;    // machines created from outside

    pthread_mutex_t table;     // protects the members up to `free`
    _Atomic(Chunk *) *chunks;  // by id / CHUNK_SIZE
    atomic_uintptr_t *past;    // for each chunk in the grave: the kinds of its machines
    Chunk *free_chunks;
    Chunk *grave;   // all ids in it lead to `nobody`
    Actor nobody;   // stands for machines that have halted
    Actor unborn;   // stands for machines that have an id, but no actor yet
    Actor elsewhere;  // stands for machines of other containers
    _Alignas(CACHE_LINE) atomic_uint last_id;
    struct Slab *slabs;
    Actor *free;  // slots that workers did not need

    pthread_mutex_t posting;  // one worker at a time delivers posts

    pthread_mutex_t idle;  // protects the members up to `fd`
    pthread_cond_t wake;   // for plait_drain without threads: there may be work
    pthread_cond_t news;   // for waiting owners: the runtime is idle, or a worker has ended
    uint32_t idle_count;
    Posts posts;
    Births births;
    uint32_t holds;   // number of holds: work outside that may still post
    atomic_bool is_crowded;  // nothing from outside is welcome
    bool is_closed;   // only machines elsewhere may post
    bool is_open;     // the owner may still create and post
    bool is_idle;     // no worker has work, and there are no posts
    bool has_worked;  // since the owner was last notified that the runtime is idle
    bool is_over;     // posts are refused
    bool is_gone;     // everything but this struct was freed
    bool is_ended;    // the result is final, the trace is complete
    uint32_t done_count;  // workers that have ended
    bool is_stepping;     // without threads: a thread runs the worker now
    int fd;           // readable when there is something to do; -1: plait_fd was not called
    bool is_fd_set;   // it is readable

    pthread_mutex_t specs_lock;
    Spec *specs;
    uint32_t spec_count;
    bool *is_observed;  // by event
    Rng spec_rng;

    pthread_mutex_t prints;
    pthread_mutex_t result_lock;  // protects all members below
    bool has_result;
    PlaitStatus status;
    char why[32];  // why it stopped, for the trace
    PlaitProblem problem;
    double began, stopped, ended;  // seconds of the clock; 0: not yet
    Runtime *next_past;
};

// -------------------------------------------------------------------------- spinlocks

// A spinlock is held for a few instructions, so waiting is short. If the system has suspended
// the holder, the waiting thread yields.
void spin_wait(Spin *lock);

static inline void spin_lock(Spin *lock)
{
    if (atomic_exchange_explicit(lock, true, memory_order_acquire))
        spin_wait(lock);
}

static inline bool spin_try(Spin *lock)
{
    return !atomic_load_explicit(lock, memory_order_relaxed) &&
           !atomic_exchange_explicit(lock, true, memory_order_acquire);
}

static inline void spin_unlock(Spin *lock)
{
    atomic_store_explicit(lock, false, memory_order_release);
}

// The caller holds `idle`.
static inline bool runtime_has_posts(const Runtime *runtime)
{
    return runtime->posts.count > 0 || runtime->births.count > 0;
}

static inline bool runtime_stops(Runtime *w)
{
    return atomic_load_explicit(&w->stop, memory_order_relaxed);
}

// ------------------------------------------------------------------------ actors (actor.c)

// Creates an actor, puts it into the worker's ready queue, and returns the reference to it.
// Takes the payload, of the interface's type. `by` is NULL for a creation from outside.
PWord actor_new(Worker *w, Actor *by, uint32_t kind, uint32_t interface, PWord payload);
// The same for an id that was reserved.
void actor_bear(Worker *w, const Birth *birth);
uint32_t actor_next_id(Runtime *runtime);
void actor_halt(Worker *w, Actor *a);
void actors_drop(Runtime *runtime);

// The actor with the id, which exists or has existed. If its `id` is another one, the machine has
// halted.
static inline Actor *actor_at(Runtime *runtime, uint32_t id)
{
    Chunk *chunk = atomic_load_explicit(&runtime->chunks[id >> CHUNK_BITS], memory_order_acquire);
    return atomic_load_explicit(&chunk->actors[id & (CHUNK_SIZE - 1)], memory_order_acquire);
}

// "Server(3)", valid until the next call in this thread; for p_name_machines.
const char *actor_name(void *runtime, uint32_t id);

// Marks all values of an idle or ready actor as shared, before another worker gets it.
void actor_share(Actor *a);

// Gives a waiting machine the next event that it takes, and stores it in `event`. False when
// there is none.
bool actor_feed(Runtime *runtime, Actor *a, uint32_t *event);

// ------------------------------------------------------------------------ ids (ids.c)

void ids_init(Runtime *runtime);
void ids_drop(Runtime *runtime);
void ids_add(Runtime *runtime, uint32_t id, Actor *a, uint32_t kind);
void ids_reserve(Runtime *runtime, uint32_t id, uint32_t kind);  // `unborn`, until it is added
bool ids_are_used_up(const Runtime *runtime);
void ids_remove(Runtime *runtime, uint32_t id);      // its machine has halted
uint32_t ids_kind(Runtime *runtime, uint32_t id);  // also of a halted machine

// ---------------------------------------------------------- ready queues (ready_queue.c)

void ready_grow(ReadyQueue *ready);
void ready_turn(Worker *w, Rng *lots);  // a random one comes to the front

static inline void ready_push(Worker *w, Actor *a)
{
    ReadyQueue *ready = &w->ready;
    if (ready->count == ready->capacity)
        ready_grow(ready);
    ready->items[(ready->first + ready->count++) & (ready->capacity - 1)] = a;
}

enum { CHAIN_MOST = 64 };  // actors that may pass those that wait, one after the other

// For an actor that gets an event from the one that runs: the first of a turn runs next, because
// its event and its sender are still in the cache, and the processor foresees an answer that
// follows the question (docs/decisions.md, 41). Those that wait have their turn after a chain of
// such actors.
static inline void ready_push_next(Worker *w, Actor *a)
{
    ReadyQueue *ready = &w->ready;
    if (w->has_next || w->chain >= CHAIN_MOST) {
        ready_push(w, a);
        return;
    }
    if (ready->count == ready->capacity)
        ready_grow(ready);
    ready->first = (ready->first - 1) & (ready->capacity - 1);
    ready->items[ready->first] = a;
    ready->count++;
    w->has_next = true;
}

// NULL when it is empty.
static inline Actor *ready_pop(Worker *w)
{
    ReadyQueue *ready = &w->ready;
    if (ready->count == 0)
        return NULL;
    Actor *a = ready->items[ready->first];
    ready->first = (ready->first + 1) & (ready->capacity - 1);
    ready->count--;
    return a;
}

// -------------------------------------------------------------------- inboxes (inbox.c)

// Puts the event into a letter to an actor of another worker. Takes the payload. False, and
// nothing is taken, when the machine with the id has halted.
bool inbox_put(Worker *w, Actor *to, uint32_t id, Message m);
// Puts the worker's open letter into the inbox of its actor.
void inbox_send(Worker *w);

// Whether the last events of the running actor were for this one, and wait in the open letter.
static inline bool inbox_is_open(const Worker *w, const Actor *to)
{
    return w->open && w->letters_to == to;
}

// To be called before anything that others may see of the running actor, and after its turn.
static inline void inbox_close(Worker *w)
{
    if (__builtin_expect(w->open != NULL, 0))
        inbox_send(w);
}

static inline bool inbox_has_letters(const Actor *a)
{
    return (uintptr_t)atomic_load_explicit(&a->door.inbox, memory_order_relaxed) > 1;
}

// The owner moves the letters to the actor's queue.
void inbox_take(Worker *w, Actor *a);
// Moves the letters of all arrivals, and makes their actors ready.
void inbox_take_arrivals(Worker *w);
void inbox_drop(const PProgram *p, Actor *a);

// ------------------------------------------------------ holding actors back (hold.c)

enum {
    BEHIND_FROM = 65536,  // with more events in its queue or inbox than that an actor is behind,
    BEHIND_TO = 32768,    // until there are no more than that
    BEHIND_TURN = 1024,   // events in a part of its turn
};

void hold_tell(Actor *a, bool is_behind);

// The owner has put letters into the queue of the actor, or taken events from it.
static inline void hold_look(Actor *a)
{
    bool is_behind = a->queue.count > (a->is_behind ? BEHIND_TO : BEHIND_FROM);
    if (__builtin_expect(is_behind != a->is_behind, 0))
        hold_tell(a, is_behind);
}

// A turn begins. An actor that has many events itself is not held back: of two that flood each
// other, one has to go on. The long turn of one that is behind has parts: others see soon that it
// has caught up.
static inline void hold_begin(Worker *w, const Actor *a)
{
    w->outrun = NULL;
    w->may_hold = a->queue.count <= BEHIND_TO;
    w->turn_more = a->is_behind ? w->turn_left - BEHIND_TURN : 0;
    w->turn_left -= w->turn_more;
}

// A part of the turn is over. False: it was the last one.
bool hold_goes_on(Worker *w, Actor *a);

// After a letter to an actor of another worker, `w->letters_to`: if that is behind, the turn is
// over when the running actor waits.
void hold_note(Worker *w, uint32_t id);
// Puts the running actor, whose turn is over, into the ready queue, or holds it back.
void hold_or_push(Worker *w, Actor *a);
// Makes actors ready whose time has come, or all.
void hold_release(Worker *w, bool all);
// Nothing but held actors is left: waits a moment.
void hold_nap(Worker *w);
void hold_drop(Worker *w);

// ------------------------------------------------------------ moving actors (balance.c)

// Makes the worker the owner of an idle actor whose owner sleeps or runs foreign code. False
// when that is not so.
bool balance_take_over(Worker *w, Actor *a);
// Makes another worker the owner of a ready actor that is in no ready queue.
void balance_give(Actor *a, Worker *to);
// Between two turns: takes what others sent, and gives actors to workers that have none.
void balance_turn(Worker *w);

// Whether balance_turn has something to do.
static inline bool balance_has_cause(const Worker *w)
{
    return atomic_load_explicit(&w->arrivals, memory_order_relaxed) ||
           atomic_load_explicit(&w->gifts, memory_order_relaxed) || w->is_crowded ||
           (w->ready.count > 1 &&
            atomic_load_explicit(&w->runtime->hungry, memory_order_relaxed) > 0);
}

// Within a long handler.
void balance_pause(PMachine *m);
// Something was put into a list of the worker: somebody must look at it.
void balance_notify(Worker *w);
// Takes actors from workers that run foreign code. False when there are none. If some are left, and
// another worker sleeps, that one looks after them.
bool balance_watch(Worker *w);
// A worker without ready actors becomes hungry, and later is so no more. The second returns whether
// it was made a watcher in between; then it is one no longer, and has to look.
void balance_wish(Worker *w);
bool balance_end_wish(Worker *w);

// Before and after foreign code: meanwhile others may take the worker's actors.
void balance_leave(Worker *w);
void balance_return(Worker *w);
// Before a worker without ready actors sleeps; afterwards balance_return.
void balance_release(Worker *w);
bool balance_call_foreign(bool (*code)(struct PForeignCall *call), struct PForeignCall *call);

// ---------------------------------------------------------------------- sleeping (idle.c)

// Sleeps until there may be work. The last worker that becomes idle decides whether the runtime
// is quiescent.
void idle_sleep(Worker *w);
// Wakes the worker if it sleeps: there is something in its lists.
void idle_wake(Worker *w);
// No machine has anything to do: flushes the output and notifies the owner. The caller holds
// `idle`, which is released in between.
void idle_tell(Runtime *runtime);

// ----------------------------------------------------------------------- acting (act.c)

// Execute the request of the machine. False: it was a bug, which is reported.
bool act_send(Worker *w, Actor *a, PRequest *ask);
bool act_new(Worker *w, Actor *a, PRequest *ask);
bool act_announce(Worker *w, Actor *a, PRequest *ask);
void act_choose(Runtime *runtime, Machine *m, Rng *rng, PRequest *ask);
void act_print(Runtime *runtime, const Machine *m, PRequest *ask);

// The worker of this thread, for act_send_at_once.
extern _Thread_local Worker *act_worker;

// Sends without leaving the handler: for native code in a runtime without trace, monitors and
// bounds. False when the send needs more than that; then nothing has happened.
bool act_send_at_once(PMachine *m, PRequest *ask);

// Delivers an event from outside: the trace and the monitors see it, then it is put into the
// mailbox. Takes the payload. False as above.
bool act_post(Worker *w, PWord target, Message m);
// The same for an event that a machine of another container has sent.
bool act_arrival(Worker *w, uint32_t from, PWord target, Message m);

// ----------------------------------------------------------------------- specs (specs.c)

void specs_init(Runtime *runtime);
void specs_drop(Runtime *runtime);
// Runs the start entry of every attached spec. False as above.
bool specs_start(Runtime *runtime, PRequest *ask);
// Creates a monitor for a program that creates its monitors itself.
bool specs_create(Runtime *runtime, Machine *by, uint32_t kind, uint32_t interface, PWord payload,
                  PRequest *ask);
// Shows an event to monitors; borrows the payload, of the event's type. `by` is NULL for an
// event from outside: all monitors that observe the event see it. `only` is the kind of the one
// monitor to show it to, or P_NONE for all that watch. False: a bug, which is reported.
bool specs_show(Runtime *runtime, const Machine *by, uint32_t event, PWord payload, uint32_t only,
                PRequest *ask);
// A monitor in a hot state, NULL when there is none.
const Machine *specs_hot(const Runtime *runtime);

// ------------------------------------------------------------------------ posts (post.c)

// Delivers the posts and creates the machines from outside.
void posts_take(Worker *w);
// Creates the machines from outside. Afterwards all of them exist, unless the runtime has
// stopped.
void births_take(Worker *w);
void posts_drop(Runtime *runtime);

// --------------------------------------------------------------------- workers (worker.c)

void *worker_main(void *worker);

// Runs the worker in the calling thread, as plait_step says; `is_stepping` is set.
PlaitStatus worker_step(Runtime *runtime, uint64_t events);

// What is wrong with a creation from outside, or NULL (post.c).
const char *birth_fault(Runtime *runtime, uint32_t interface, PWord payload);
// The machine is created by the worker that finds this first.
void birth_plan(Runtime *runtime, const Birth *birth);

static inline bool is_worker_of(const Runtime *runtime)
{
    return act_worker && act_worker->runtime == runtime;
}

static inline void count_one(_Atomic uint64_t *count)  // only the worker itself counts
{
    atomic_store_explicit(count, atomic_load_explicit(count, memory_order_relaxed) + 1,
                          memory_order_relaxed);
}

// ------------------------------------------------------------------------ the end (end.c)

// Stops the runtime with a bug. The first bug is the result.
void runtime_fail(Runtime *runtime, const Machine *m, PError error, const char *message,
                  uint32_t event);
void runtime_assume(Runtime *runtime, const Machine *m);  // an assumption does not hold
void runtime_stop(Runtime *runtime, PlaitStatus status, const char *why);
PlaitStatus runtime_status(Runtime *runtime);

// Waits for the stopped workers, then decides the result. False when a worker does not end.
bool runtime_end(Runtime *runtime);

// Wakes all workers, or one of those that sleep, and the reader of plait_fd. The caller holds
// `idle`.
void runtime_alert(Runtime *runtime, bool all);

double runtime_now(void);
