// run/inbox.c: events from actors of other workers.
//
// A sender adds a letter to the front of the actor's inbox; the owner takes all letters at once.
// Whoever puts the first letter into an empty inbox also puts the actor into its owner's list of
// arrivals, which the owner looks at between two turns. An actor that is ready anyway stays in the
// list, and takes its letters when it has its turn.
//
// Invariant: an inbox is NULL exactly if its actor is in no list of arrivals, and nobody is
// about to put it there. An inbox without letters whose actor is in a list is ANNOUNCED. So an
// actor is in one list at most. The owner may have changed in the meantime: then the worker that
// finds the actor in its list passes it on.
//
// A sender may be late: the actor has halted, and its slot has a new actor. A letter has the id
// of its actor, so the owner drops such letters.

#include "rt/node.h"
#include "run/run_impl.h"

#define ANNOUNCED ((Letter *)1)

static void lose(Runtime *runtime, const Letter *letter)
{
    const PProgram *p = runtime->program;
    if (runtime->trace)
        trace_drop_event(runtime->trace, NULL, letter->to, letter->event);
    p_release(p, p->events[letter->event].payload, letter->payload);
}

static void add_arrival(Worker *w, Actor *a)
{
    Actor *before = atomic_load_explicit(&w->arrivals, memory_order_relaxed);
    do
        a->door.next_arrival = before;
    while (!atomic_compare_exchange_weak(&w->arrivals, &before, a));
}

// Puts the actor into its owner's list of arrivals.
static void announce(Actor *a)
{
    Worker *owner = atomic_load_explicit(&a->door.owner, memory_order_acquire);
    add_arrival(owner, a);
    balance_notify(owner);
}

bool inbox_put(Worker *w, Actor *to, uint32_t id, Message m)
{
    const PProgram *p = w->runtime->program;
    if (atomic_load_explicit(&to->door.id, memory_order_acquire) != id)
        return false;
    value_share(p, p->events[m.event].payload, m.payload);
    Letter *letter = node_alloc(NODE_LETTER, sizeof *letter);
    letter->payload = m.payload;
    letter->event = m.event;
    letter->to = id;

    if (atomic_load_explicit(&to->door.from, memory_order_relaxed) != w->index)
        atomic_store_explicit(&to->door.from, w->index, memory_order_relaxed);
    Letter *before = atomic_load_explicit(&to->door.inbox, memory_order_relaxed);
    do
        letter->next = before == ANNOUNCED ? NULL : before;
    while (!atomic_compare_exchange_weak_explicit(&to->door.inbox, &before, letter,
                                                  memory_order_acq_rel, memory_order_relaxed));
    if (!before)
        announce(to);
    hold_note(w, to, id, !before || before == ANNOUNCED);
    return true;
}

// Takes all letters, the oldest first.
static Letter *take(Actor *a, Letter *left)
{
    Letter *next = atomic_exchange_explicit(&a->door.inbox, left, memory_order_acq_rel);
    Letter *letters = NULL;
    if (next == ANNOUNCED)
        return NULL;
    while (next) {
        Letter *letter = next;
        next = letter->next;
        letter->next = letters;
        letters = letter;
    }
    return letters;
}

static void move_to_queue(Worker *w, Actor *a, Letter *left)
{
    Letter *next = take(a, left);
    while (next) {
        Letter *letter = next;
        next = letter->next;
        if (letter->to == a->id)
            queue_push(&a->queue, (Message){.payload = letter->payload, .event = letter->event});
        else
            lose(w->runtime, letter);
        node_free(letter);
    }
    a->is_behind |= atomic_load_explicit(&a->door.is_behind, memory_order_relaxed);
    hold_look(a);
}

void inbox_take(Worker *w, Actor *a)
{
    move_to_queue(w, a, ANNOUNCED);
}

// An idle actor moves to the worker from which it got an event, if that still runs: the actor's
// partners are probably there.
static void arrive(Worker *w, Actor *a)
{
    if (atomic_load_explicit(&a->door.owner, memory_order_acquire) != w) {
        announce(a);
        return;
    }
    // It takes its letters when it runs: the less often, the less they are in each other's way.
    if (a->is_ready && inbox_has_letters(a)) {
        add_arrival(w, a);
        return;
    }
    move_to_queue(w, a, NULL);
    if (a->is_ready || a->queue.count == 0)
        return;
    Worker *from = &w->runtime->workers[atomic_load_explicit(&a->door.from, memory_order_relaxed)];
    a->is_ready = true;
    if (from == w || !atomic_load_explicit(&from->guard, memory_order_relaxed))
        ready_push(w, a);
    else
        balance_give(a, from);
}

void inbox_take_arrivals(Worker *w)
{
    Actor *next = atomic_exchange(&w->arrivals, NULL);
    while (next) {
        Actor *a = next;
        next = a->door.next_arrival;  // before `arrive`: then it may be put into a list again
        arrive(w, a);
    }
}

void inbox_drop(const PProgram *p, Actor *a)
{
    Letter *next = take(a, ANNOUNCED);
    while (next) {
        Letter *letter = next;
        next = letter->next;
        p_release(p, p->events[letter->event].payload, letter->payload);
        node_free(letter);
    }
}
