// run/balance.c: which worker an actor belongs to.
//
// A new actor belongs to the worker of its creator. Actors that exchange events come together: an
// idle actor that gets an event from another worker moves there. A worker without work sleeps;
// a worker on which actors have been waiting for some time gives it half of them. So two
// machines that only answer each other stay on one worker, and nobody is woken for them.
//
// Only the owner may give an actor away, because it counts the owners of its values without
// locked instructions: first it marks what the actor holds as shared. While a worker sleeps or
// runs foreign code, its thread does neither, and does not hold its `guard`. Then another worker
// that gets the guard may take actors: an idle one to which it sends an event, or, if the
// foreign code does not return soon, half of the ready ones.

#include "plait/foreign.h"
#include "rt/node.h"
#include "run/run_impl.h"

enum {
    GIVE_MOST = 256,   // actors that are given at once
    PAUSE_SHARE = 16,  // looks once in so many pauses of a handler
};

#define CROWDED_SECONDS 20e-6  // actors wait so long before others are woken for them

static bool has_hungry(const Runtime *runtime)
{
    return atomic_load(&runtime->hungry) > 0;
}

// A hungry worker, which now wishes something else; NULL when there is none.
static Worker *find_hungry(Runtime *runtime, Wish then)
{
    for (uint32_t i = 0; i < runtime->worker_count && has_hungry(runtime); i++) {
        Worker *w = &runtime->workers[i];
        Wish before = WISH_ACTORS;
        if (atomic_load_explicit(&w->wish, memory_order_relaxed) == WISH_ACTORS &&
            atomic_compare_exchange_strong(&w->wish, &before, then)) {
            atomic_fetch_sub(&runtime->hungry, 1);
            return w;
        }
    }
    return NULL;
}

// Actors wait for a worker that runs foreign code, which may take long. If a worker sleeps, it
// must look after them. If none does, the next one that has nothing to do will look before it
// sleeps; one that falls asleep while `has_watcher` is set for nothing is found in the next round.
static void call_watcher(Runtime *runtime)
{
    while (has_hungry(runtime)) {
        if (atomic_load(&runtime->has_watcher) || atomic_exchange(&runtime->has_watcher, true))
            return;
        Worker *watcher = find_hungry(runtime, WISH_TO_WATCH);
        if (watcher) {
            idle_wake(watcher);
            return;
        }
        atomic_store(&runtime->has_watcher, false);
    }
}

void balance_wish(Worker *w)
{
    atomic_store(&w->wish, WISH_ACTORS);
    atomic_fetch_add(&w->runtime->hungry, 1);
}

bool balance_end_wish(Worker *w)
{
    Wish before = atomic_exchange(&w->wish, WISH_NOTHING);
    if (before == WISH_ACTORS)
        atomic_fetch_sub(&w->runtime->hungry, 1);
    if (before == WISH_TO_WATCH)
        atomic_store(&w->runtime->has_watcher, false);
    return before == WISH_TO_WATCH;
}

void balance_notify(Worker *w)
{
    if (atomic_load(&w->is_asleep))
        idle_wake(w);
    else if (atomic_load(&w->is_in_foreign))
        call_watcher(w->runtime);
}

// -------------------------------------------------------------------------------- giving

static void push_gifts(Worker *to, Actor *first, Actor *last)
{
    Actor *before = atomic_load_explicit(&to->gifts, memory_order_relaxed);
    do
        last->next_gift = before;
    while (!atomic_compare_exchange_weak(&to->gifts, &before, first));
    balance_notify(to);
}

// After this the actor is no longer ours.
static void change_owner(Actor *a, Worker *to)
{
    actor_share(a);
    atomic_store_explicit(&a->door.owner, to, memory_order_release);
}

void balance_give(Actor *a, Worker *to)
{
    assert(a->is_ready);
    change_owner(a, to);
    push_gifts(to, a, a);
}

// The gifts lie in the list with the last one first.
static void take_gifts(Worker *w)
{
    Actor *next = atomic_exchange(&w->gifts, NULL), *gifts = NULL;
    while (next) {
        Actor *a = next;
        next = a->next_gift;
        a->next_gift = gifts;
        gifts = a;
    }
    for (; gifts; gifts = gifts->next_gift)
        ready_push(w, gifts);
}

// Gives the first `count` ready actors, or fewer, to a worker that sleeps.
static void give_some(Worker *w, uint32_t count)
{
    Actor *first = NULL, *last = NULL;
    Worker *to = find_hungry(w->runtime, WISH_NOTHING);
    if (!to)
        return;
    for (uint32_t i = 0; i < count && i < GIVE_MOST; i++) {
        Actor *a = ready_pop(w);
        assert(a && a->is_ready);
        change_owner(a, to);
        a->next_gift = first;
        first = a;
        last = last ? last : a;
    }
    push_gifts(to, first, last);
}

// Actors wait here while other workers sleep. Gives some away if that is so for some time: what
// is done soon is not worth waking somebody.
static void relieve(Worker *w, uint32_t count)
{
    double now = runtime_now();
    if (!w->is_crowded) {
        w->is_crowded = true;
        w->crowded_since = now;
    } else if (now - w->crowded_since >= CROWDED_SECONDS) {
        w->is_crowded = false;
        give_some(w, count);
    }
}

static bool has_mail(const Worker *w)
{
    return atomic_load_explicit(&w->gifts, memory_order_relaxed) ||
           atomic_load_explicit(&w->arrivals, memory_order_relaxed);
}

static void take_mail(Worker *w)
{
    if (atomic_load_explicit(&w->gifts, memory_order_relaxed))
        take_gifts(w);
    if (atomic_load_explicit(&w->arrivals, memory_order_relaxed))
        inbox_take_arrivals(w);
}

void balance_turn(Worker *w)
{
    take_mail(w);
    if (w->ready.count > 1 && has_hungry(w->runtime))
        relieve(w, w->ready.count / 2);
    else
        w->is_crowded = false;
}

void balance_pause(PMachine *m)
{
    Worker *w = act_worker;
    (void)m;
    inbox_close(w);
    if (++w->pauses % PAUSE_SHARE != 0)
        return;
    take_mail(w);
    if (w->ready.count > 0 && has_hungry(w->runtime))
        relieve(w, (w->ready.count + 1) / 2);
}

// -------------------------------------------------------------------------------- taking

bool balance_take_over(Worker *w, Actor *a)
{
    Worker *owner = atomic_load_explicit(&a->door.owner, memory_order_acquire);
    if (!owner || !spin_try(&owner->guard))
        return false;
    // It may have had another owner since: what that one wrote must be seen.
    bool takes = atomic_load_explicit(&a->door.owner, memory_order_acquire) == owner &&
                 a->id != 0 && !a->is_ready;
    if (takes)
        change_owner(a, w);
    spin_unlock(&owner->guard);
    return takes;
}

// Takes half of the ready actors. The caller holds the guard of their owner.
static bool take_ready(Worker *w, Worker *from)
{
    uint32_t count = (from->ready.count + 1) / 2;
    for (uint32_t i = 0; i < count && i < GIVE_MOST; i++) {
        Actor *a = ready_pop(from);
        change_owner(a, w);
        ready_push(w, a);
    }
    return count > 0;
}

bool balance_watch(Worker *w)
{
    Runtime *runtime = w->runtime;
    bool has_found = false, has_left = false;
    for (uint32_t i = 0; i < runtime->worker_count; i++) {
        Worker *from = &runtime->workers[i];
        // If another worker has the guard, it takes actors, and comes here, too.
        if (from == w || !atomic_load(&from->is_in_foreign) || !spin_try(&from->guard))
            continue;
        if (atomic_load_explicit(&from->is_in_foreign, memory_order_relaxed)) {
            take_mail(from);
            has_found |= take_ready(w, from);
            has_left |= from->ready.count > 0;
        }
        spin_unlock(&from->guard);
    }
    // What this worker has taken may keep it busy for long.
    atomic_thread_fence(memory_order_seq_cst);
    if (has_left)
        call_watcher(runtime);
    return has_found;
}

// --------------------------------------------------------------------------- foreign code

// From now on others may take over idle actors.
void balance_release(Worker *w)
{
    assert(!w->is_away && !w->open);
    w->is_away = true;
    node_is_local = false;
    if (w->runtime->is_shared)
        spin_unlock(&w->guard);
}

void balance_leave(Worker *w)
{
    inbox_close(w);
    if (w->held.count > 0)
        hold_release(w, true);
    bool has_ready = w->ready.count > 0;
    if (w->runtime->is_shared)
        atomic_store_explicit(&w->is_in_foreign, true, memory_order_relaxed);
    balance_release(w);
    if (!w->runtime->is_shared)
        return;
    // A worker that goes to sleep becomes hungry, and then looks for workers in foreign code; a
    // worker that puts something into our lists does that afterwards, too.
    atomic_thread_fence(memory_order_seq_cst);
    if (has_ready || has_mail(w))
        call_watcher(w->runtime);
}

void balance_return(Worker *w)
{
    assert(w->is_away);
    if (w->runtime->is_shared) {
        spin_lock(&w->guard);
        atomic_store_explicit(&w->is_in_foreign, false, memory_order_relaxed);
    }
    node_is_local = true;
    w->is_away = false;
}

bool balance_call_foreign(bool (*code)(PForeignCall *call), PForeignCall *call)
{
    Worker *w = act_worker;
    for (uint32_t i = 0; i < call->arg_count; i++)
        value_share(call->program, call->arg_types[i], call->args[i]);
    balance_leave(w);
    bool is_fine = code(call);
    balance_return(w);
    return is_fine;
}
