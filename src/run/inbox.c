// run/inbox.c: events from actors of other workers.
//
// A sender adds a letter to the front of the actor's inbox; the owner takes all letters at once.
// What an actor sends to the same target one after the other is one letter, as long as nobody can
// know of it: the letter is open until it is full, the actor sends to another one, creates, prints,
// calls C, or waits. So two workers touch an inbox once for many events.
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

// Events that fit into a letter. Most letters have one; who sends more gets larger ones.
enum { ROOM_FIRST = 1, ROOM_MORE = 4, ROOM_MOST = 16 };

static void release(const PProgram *p, const Letter *letter)
{
    for (uint32_t i = 0; i < letter->count; i++) {
        Message m = letter->messages[i];
        p_release(p, p->events[m.event].payload, m.payload);
    }
}

static void lose(Runtime *runtime, const Letter *letter)
{
    for (uint32_t i = 0; i < letter->count && runtime->trace; i++)
        trace_drop_event(runtime->trace, NULL, letter->to, letter->messages[i].event);
    release(runtime->program, letter);
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

static Letter *letter_new(uint32_t to, uint32_t room)
{
    Letter *letter = node_alloc(NODE_LETTER, sizeof *letter + room * sizeof *letter->messages);
    letter->to = to;
    letter->count = 0;
    letter->room = (uint16_t)room;
    return letter;
}

bool inbox_put(Worker *w, Actor *to, uint32_t id, Message m)
{
    const PProgram *p = w->runtime->program;
    Letter *open = w->open;
    if (!open || w->letters_to != to || open->to != id || open->count == open->room) {
        bool is_more = open && w->letters_to == to;
        uint32_t room = !is_more ? ROOM_FIRST : open->room == ROOM_FIRST ? ROOM_MORE : ROOM_MOST;
        inbox_close(w);
        if (atomic_load_explicit(&to->door.id, memory_order_acquire) != id)
            return false;
        open = w->open = letter_new(id, room);
        if (w->letters_to != to) {
            w->letters_to = to;
            w->letters = 0;
        }
    }
    value_share(p, p->events[m.event].payload, m.payload);
    open->messages[open->count++] = m;
    return true;
}

void inbox_send(Worker *w)
{
    Letter *letter = w->open;
    Actor *to = w->letters_to;
    uint32_t id = letter->to, count = letter->count;
    assert(count > 0);
    w->open = NULL;
    if (atomic_load_explicit(&to->door.from, memory_order_relaxed) != w->index)
        atomic_store_explicit(&to->door.from, w->index, memory_order_relaxed);
    Letter *before = atomic_load_explicit(&to->door.inbox, memory_order_relaxed);
    do
        letter->next = before == ANNOUNCED ? NULL : before;
    while (!atomic_compare_exchange_weak_explicit(&to->door.inbox, &before, letter,
                                                  memory_order_acq_rel, memory_order_relaxed));
    w->letters = (!before || before == ANNOUNCED ? 0 : w->letters) + count;
    if (!before)
        announce(to);
    hold_note(w, id);
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
        __builtin_prefetch(letter->messages + letter->count);
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
        for (uint32_t i = 0; letter->to == a->id && i < letter->count; i++)
            queue_push(&a->queue, letter->messages[i]);
        if (letter->to != a->id)
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
        release(p, letter);
        node_free(letter);
    }
}
