// check/engine/settle.c: steps that no other can see are run through.
//
// When a machine can make a step that no other machine or monitor sees (Row.is_local), only that
// step is made (expand.c). If it has one outcome as well, the state before it is of no use: one
// state follows, whatever else may happen. So such steps are added to the edge that made them
// possible, and the state in between is never looked up. A state without such a step is settled.
//
// An edge that leaves a settled state can make such a step possible for three machines: the one
// that steps, the one that gets a message, and the one that is created. Such a step changes its
// own machine alone; so each machine is settled by itself, and the order does not count. A machine
// is settled after finitely many steps: each of them takes an event, or starts the machine.

#include <assert.h>

#include "base/memory.h"
#include "check/engine/engine_impl.h"

// ----------------------------------------------------------------------- the list of steps

static void add_step(Stepper *h, Edge *edge, uint32_t at, const Outcome *o, uint32_t queue)
{
    enum { SPARE = 2 };  // the one that is added, and the end of the list
    if (h->settled_count + SPARE + 1 > h->settled_capacity) {
        h->settled_capacity = (h->settled_count + SPARE + 1) * 2 + 64;
        h->settled = memory_resized(h->settled, h->settled_capacity, sizeof *h->settled);
    }
    if (h->settled_count == 0)
        h->settled[h->settled_count++] = (SettledStep){0};  // 0 is the empty list
    if (!edge->settled)
        edge->settled = h->settled_count;
    h->settled[h->settled_count++] = (SettledStep){.outcome = o, .at = at, .queue = queue};
}

static void end_list(Stepper *h, const Edge *edge)
{
    if (edge->settled)
        h->settled[h->settled_count++] = (SettledStep){0};
}

// ------------------------------------------------------------------------------- a machine

// The only outcome of a step that is run through, or NULL.
static inline const Outcome *only_outcome(const Row *row)
{
    return row->is_local && row->count == 1 && row->outcomes[0].is_plain ? row->outcomes : NULL;
}

static uint32_t queue_after(Stepper *h, uint32_t local, uint32_t queue, uint32_t place,
                            const Outcome *o)
{
    if (o->has_final_queue)
        return o->queue;
    return o->takes ? queue_without(h, local, queue, place) : queue;
}

// The row of the machine's next step, if it is run through, and its queue afterwards. Else NULL.
static const Row *find_next(Stepper *h, uint32_t local, uint32_t queue, uint32_t *after)
{
    uint32_t place;
    const Row *row = row_at(h, local, queue, &place);
    const Outcome *o = row ? only_outcome(row) : NULL;
    if (!o)
        return NULL;
    *after = queue_after(h, local, queue, place, o);
    return row;
}

// The same. When events are deferred in front of the one that is taken, the answer is cached.
static const Row *next_row(Stepper *h, uint32_t local, uint32_t queue, uint32_t *after)
{
    Engine *e = h->engine;
    const Queue *q = queue_at(e, queue);
    if (!e->has_usual || e->has_foreign || !queue || queue_is_long(e, q) ||
        local_head(e, local)->position != AT_REST ||
        local_wants(e, local, message_at(e, q->first)->event) == WANTS_TAKE)
        return find_next(h, local, queue, after);
    uint64_t key = memo_key(local, queue);
    const MemoEntry *known = memo_get(&e->passed, key);
    if (known) {
        *after = known->to;
        return (const Row *)(uintptr_t)known->delta;
    }
    *after = 0;
    const Row *row = find_next(h, local, queue, after);
    pthread_mutex_lock(&e->lock);
    if (!h->front.is_stopped && !memo_get(&e->passed, key))
        memo_add(&e->passed, key, (uintptr_t)row, *after, 0);
    pthread_mutex_unlock(&e->lock);
    return row;
}

// Adds a step to the edge: the machine takes the event, which leaves `taken` of its queue. Returns
// the queue afterwards, without events that it ignores now.
static uint32_t run_through(Stepper *h, Edge *edge, uint32_t at, const Row *row, uint32_t queue,
                            uint32_t taken)
{
    const Engine *e = h->engine;
    const Outcome *o = row->outcomes;
    assert_debug(o->kind == OUT_STATE && o->self && !o->target && !o->self_message);
    uint32_t own = queue_clean(h, o->self, taken);
    edge->also = trail_join(e->trails, edge->also, o->trail);
    if (own != taken)
        edge->also = trail_join(e->trails, edge->also, queue_cleaned(h, o->self, taken));
    edge->print += o->delta + (queue_at(e, own)->hash - queue_at(e, queue)->hash) * row->factor;
    add_step(h, edge, at, o, own);
    return own;
}

// Runs the machine through its steps. `local` and `queue` are what it has before them.
static void settle_machine(Stepper *h, Edge *edge, uint32_t at, uint32_t local, uint32_t queue)
{
    uint32_t taken;
    for (const Row *row; (row = next_row(h, local, queue, &taken));) {
        queue = run_through(h, edge, at, row, queue, taken);
        local = row->outcomes[0].self;
    }
}

// Whether a machine could have such a step at all.
static inline bool may_settle(const Engine *e, uint32_t local, uint32_t queue)
{
    const LocalHead *head = local_head(e, local);
    return head->position == AT_START || (head->position == AT_REST && queue);
}

// Whether its next step is known, and is none of these.
static inline bool is_known_to_stay(const Engine *e, uint32_t local, uint32_t queue)
{
    if (!e->has_usual || !queue)
        return false;
    const MemoEntry *known = memo_get(&e->rows, memo_key(local, queue_at(e, queue)->first));
    return known && !only_outcome((const Row *)(uintptr_t)known->delta);
}

// --------------------------------------------------------------- the machine that gets a message

// Whether the machine can take one of the events that are in its queue.
static inline bool takes_event(Stepper *h, const State *from, uint32_t at, uint64_t takers)
{
    if (takers)
        return takers >> at & 1;
    uint32_t local = from->words[local_word(at)], queue = from->words[queue_word(at)];
    if (h->front.ready_words == from->words)
        return h->ready[at].row && h->ready[at].row->takes;
    return queue_takable(h, local, queue) < queue_at(h->engine, queue)->count;
}

// The row of the step in which the machine takes the message of the edge.
static inline const Row *row_of_message(Stepper *h, const Edge *edge, uint32_t local)
{
    const Engine *e = h->engine;
    uint32_t message = edge->outcome->message;
    const MemoEntry *known = e->has_usual ? memo_get(&e->rows, memo_key(local, message)) : NULL;
    return known ? (const Row *)(uintptr_t)known->delta : row_of(h, local, message);
}

// If it cannot take an event of its queue, but the message, in a step that is run through, then its
// queue is as before: the longer one is not looked up.
static inline void settle_target(Stepper *h, const State *from, Edge *edge, uint64_t takers)
{
    const Engine *e = h->engine;
    uint32_t to = edge->to;
    uint32_t local = from->words[local_word(to)], queue = from->words[queue_word(to)];
    assert_debug(edge->outcome->sent != P_NONE);
    if (local_head(e, local)->position != AT_REST || (queue && takes_event(h, from, to, takers)) ||
        local_wants(e, local, edge->outcome->sent) != WANTS_TAKE)
        return;
    const Row *row = row_of_message(h, edge, local);
    if (!only_outcome(row))
        return;
    if (row->outcomes[0].has_final_queue) {
        if (edge->other == EDGE_LATER)
            edge->other = queue_push(h, queue, edge->outcome->message);
        settle_machine(h, edge, to, local, edge->other);
        return;
    }
    const Queue *old = queue_at(e, queue);
    uint64_t longer = edge->other == EDGE_LATER
                          ? queue_longer_hash(e, old, edge->outcome->message_hash)
                          : queue_at(e, edge->other)->hash;
    edge->print -= (longer - old->hash) * edge->outcome->factor;
    edge->other = queue;
    queue = run_through(h, edge, to, row, queue, queue);
    if (may_settle(e, row->outcomes[0].self, queue))
        settle_machine(h, edge, to, row->outcomes[0].self, queue);
}

// ------------------------------------------------------------------------------------ edges

// An edge that changes more than a few words.
static void settle_all(Stepper *h, Edge *edge)
{
    const uint32_t *words = edge->full->words;
    State to = {.count = edge->full->count, .words = (uint32_t *)words};
    if (words[0] & CHOOSING)
        return;
    uint32_t count = shape_of(h->engine, &to)->count;
    for (uint32_t at = 1; at <= count; at++)
        if (may_settle(h->engine, words[local_word(at)], words[queue_word(at)]))
            settle_machine(h, edge, at, words[local_word(at)], words[queue_word(at)]);
}

void engine_settle(Stepper *h, const State *from, uint32_t first, uint32_t count, uint64_t takers)
{
    assert_debug(h->engine->reduces && first + count <= h->front.edge_count);
    for (uint32_t i = first; i < first + count; i++) {
        Edge *edge = &h->front.edges[i];
        if (edge_kind(edge) != EDGE_STATE)
            continue;
        if (edge->full) {
            settle_all(h, edge);
        } else {
            assert_debug(!(from->words[0] & CHOOSING));
            if (may_settle(h->engine, edge->outcome->self, edge->own) &&
                !is_known_to_stay(h->engine, edge->outcome->self, edge->own))
                settle_machine(h, edge, edge->at, edge->outcome->self, edge->own);
            if (edge->to)
                settle_target(h, from, edge, takers);
        }
        end_list(h, edge);
    }
}

// --------------------------------------------------------------------------------- afterwards

const SettledStep *edge_settled(const Stepper *h, const Edge *edge)
{
    return edge->settled ? h->settled + edge->settled : &h->no_step;
}

bool edge_settles(const Stepper *h, const Edge *edge, uint32_t at)
{
    for (const SettledStep *step = edge_settled(h, edge); step->at; step++)
        if (step->at == at)
            return true;
    return false;
}

uint32_t engine_settled_step(Stepper *h, const Edge *edge, uint32_t index, uint32_t *moves,
                             const uint32_t **choices, uint32_t *choice_count)
{
    const SettledStep *step = edge_settled(h, edge);
    for (uint32_t i = 0; i < index && step->at; i++)
        step++;
    if (!step->at)
        return 0;
    *moves = step->outcome->moves;
    *choices = step->outcome->choices;
    *choice_count = step->outcome->choice_count;
    return step->at;
}
