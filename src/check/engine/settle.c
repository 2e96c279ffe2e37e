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

// A machine between such steps. Its queue may be far away, and is read only if it has to be.
typedef struct Settling {
    uint32_t at;
    uint32_t local, queue;
    uint32_t first;  // message in the queue, 0 when it is empty
    uint8_t bit;     // of its event
} Settling;

// What a step leaves in the queue of the machine.
typedef struct QueueLeft {
    uint32_t first;
    uint8_t bit;
    uint64_t delta;  // change of the queue's hash
} QueueLeft;

static inline QueueLeft queue_left(const Engine *e, uint32_t before, uint32_t queue)
{
    const Queue *old = queue_at(e, before);
    if (__atomic_load_n(&old->rest, __ATOMIC_ACQUIRE) == queue && before)
        return (QueueLeft){
            .first = __atomic_load_n(&old->rest_first, __ATOMIC_RELAXED),
            .bit = __atomic_load_n(&old->rest_bit, __ATOMIC_RELAXED),
            .delta = __atomic_load_n(&old->rest_hash, __ATOMIC_RELAXED) - old->hash,
        };
    const Queue *left = queue_at(e, queue);
    return (QueueLeft){left->first, left->first_bit, left->hash - old->hash};
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

// The same for a machine at rest; where its first event is deferred, the answer is cached.
__attribute__((noinline)) static const Row *find_passing(Stepper *h, const Settling *m,
                                                         uint32_t *after)
{
    Engine *e = h->engine;
    const Queue *q = queue_at(e, m->queue);
    uint64_t key = memo_key(m->local, m->queue);
    *after = 0;
    const Row *row = find_next(h, m->local, m->queue, after);
    if (e->has_foreign || queue_is_long(e, q) ||
        local_wants(e, m->local, message_at(e, q->first)->event) == WANTS_TAKE)
        return row;
    pthread_mutex_lock(&e->lock);
    if (!h->front.is_stopped && !memo_get(&e->passed, key))
        memo_add(&e->passed, key, (uintptr_t)row, *after, 0);
    pthread_mutex_unlock(&e->lock);
    return row;
}

// The same for a machine at rest that does not take its first event, or whose step is not known.
static inline const Row *next_passing(Stepper *h, const Settling *m, uint32_t *after)
{
    const Engine *e = h->engine;
    if (!(local_head(e, m->local)->takes & queue_at(e, m->queue)->events)) {
        assert_debug(queue_takable(h, m->local, m->queue) == queue_at(e, m->queue)->count);
        return NULL;
    }
    const MemoEntry *known = memo_get(&e->passed, memo_key(m->local, m->queue));
    if (!known)
        return find_passing(h, m, after);
    *after = known->to;
    return (const Row *)(uintptr_t)known->delta;
}

// The same for each machine.
static inline const Row *next_row(Stepper *h, const Settling *m, uint32_t *after)
{
    const Engine *e = h->engine;
    const LocalHead *head = local_head(e, m->local);
    if (!e->has_usual || !head->needs_event)
        return find_next(h, m->local, m->queue, after);
    if (!m->first)
        return NULL;
    uint64_t known = head->takes >> m->bit & 1 ? row_noted(e, m->local, m->first) : 0;
    if (!known)
        return next_passing(h, m, after);
    if (!(known & ROW_IS_RUN_THROUGH))
        return NULL;
    const Row *row = row_of_note(known);
    *after = queue_after(h, m->local, m->queue, 0, row->outcomes);
    return row;
}

// Adds a step to the edge: the machine takes the event, which leaves `taken` of its queue. Then
// what it ignores now is removed, too.
static inline void run_through(Stepper *h, Edge *edge, Settling *m, const Row *row, uint32_t taken)
{
    const Engine *e = h->engine;
    const Outcome *o = row->outcomes;
    assert_debug(o->kind == OUT_STATE && o->self && !o->target && !o->self_message);
    uint32_t own = queue_clean(h, o->self, taken);
    edge->also = trail_join(e->trails, edge->also, o->trail);
    if (own != taken)
        edge->also = trail_join(e->trails, edge->also, queue_cleaned(h, o->self, taken));
    QueueLeft left = queue_left(e, m->queue, own);
    edge->print += o->delta + left.delta * row->factor;
    add_step(h, edge, m->at, o, own);
    m->local = o->self;
    m->queue = own;
    m->first = left.first;
    m->bit = left.bit;
}

// Runs the machine through its steps.
static inline void settle_machine(Stepper *h, Edge *edge, Settling m)
{
    uint32_t taken;
    for (const Row *row; (row = next_row(h, &m, &taken));)
        run_through(h, edge, &m, row, taken);
}

// The same for a machine of which no more is known than its words.
static void settle_words(Stepper *h, Edge *edge, uint32_t at, uint32_t local, uint32_t queue)
{
    const Queue *q = queue_at(h->engine, queue);
    settle_machine(h, edge, (Settling){at, local, queue, q->first, q->first_bit});
}

// Whether a machine could have such a step at all.
static inline bool may_settle(const Engine *e, uint32_t local, uint32_t queue)
{
    const LocalHead *head = local_head(e, local);
    return head->position == AT_START || (head->position == AT_REST && queue);
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

// The row of the step in which the machine takes the message of the edge, if it is run through.
// Else NULL.
static inline const Row *row_of_message(Stepper *h, const Edge *edge, uint32_t local)
{
    const Engine *e = h->engine;
    uint32_t message = edge->outcome->message;
    uint64_t known = e->has_usual ? row_noted(e, local, message) : 0;
    if (known)
        return known & ROW_IS_RUN_THROUGH ? row_of_note(known) : NULL;
    if (local_wants(e, local, edge->outcome->sent) != WANTS_TAKE)
        return NULL;
    const Row *row = row_of(h, local, message);
    return only_outcome(row) ? row : NULL;
}

// If it cannot take an event of its queue, but the message, in a step that is run through, then its
// queue is as before: the longer one is not looked up.
static inline void settle_target(Stepper *h, const State *from, Edge *edge, uint64_t takers)
{
    const Engine *e = h->engine;
    uint32_t to = edge->to;
    uint32_t local = from->words[local_word(to)], queue = from->words[queue_word(to)];
    assert_debug(edge->outcome->sent != P_NONE);
    if (!(local_head(e, local)->takes >> edge->outcome->sent_bit & 1) ||
        (queue && takes_event(h, from, to, takers)))
        return;
    const Row *row = row_of_message(h, edge, local);
    if (!row)
        return;
    if (row->outcomes[0].has_final_queue) {
        if (edge->other == EDGE_LATER)
            edge->other = queue_push(h, queue, edge->outcome->message);
        settle_words(h, edge, to, local, edge->other);
        return;
    }
    const Queue *old = queue_at(e, queue);
    uint64_t longer = edge->other == EDGE_LATER
                          ? queue_longer_hash(e, old, edge->outcome->message_hash)
                          : queue_at(e, edge->other)->hash;
    edge->print -= (longer - old->hash) * edge->outcome->factor;
    edge->other = queue;
    Settling m = {to, local, queue, old->first, old->first_bit};
    run_through(h, edge, &m, row, queue);
    if (may_settle(e, m.local, m.queue))
        settle_machine(h, edge, m);
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
            settle_words(h, edge, at, words[local_word(at)], words[queue_word(at)]);
}

// The machine that steps.
static inline void settle_own(Stepper *h, const State *from, Edge *edge)
{
    uint32_t before = from->words[queue_word(edge->at)];
    QueueLeft left = queue_left(h->engine, before, edge->own);
    settle_machine(h, edge,
                   (Settling){edge->at, edge->outcome->self, edge->own, left.first, left.bit});
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
            if (may_settle(h->engine, edge->outcome->self, edge->own))
                settle_own(h, from, edge);
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
