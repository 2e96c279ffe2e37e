// check/engine/expand.c: the steps that can be made in a state.
//
// Most steps change only the local state and the queue of the machine that steps, and the
// queue of the machine that it sends to: such an edge is a few words and a fingerprint.
// full_step.c makes the others.

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/err.h"
#include "base/memory.h"
#include "check/engine/engine_impl.h"

// ------------------------------------------------------------------------------ a few words

// Shows the outcome to monitors. False when more than one changes, or one fails.
static bool plain_shows(Stepper *h, const State *s, const Shape *shape, const Outcome *o,
                        Edge *edge)
{
    for (uint32_t i = 0; i < o->show_count; i++) {
        uint32_t word = 1 + 2 * shape->count + o->shows[i].monitor;
        assert_debug(word < s->count);
        uint32_t now = word == edge->watch ? edge->watch_to : s->words[word];
        const Bug *bug;
        if (!now)
            continue;
        MemoEntry seen = monitor_see(h, now, o->shows[i].message, &bug);
        if (seen.status || (seen.to != now && edge->watch && edge->watch != word))
            return false;
        edge->also = trail_join(h->engine->trails, edge->also, (uint32_t)seen.spare);
        edge->print += seen.delta;
        if (seen.to != now) {
            edge->watch = word;
            edge->watch_to = seen.to;
        }
    }
    return true;
}

// The queue without ignored events; adds the trail of the dropped ones to the edge.
static uint32_t plain_clean(Stepper *h, uint32_t local, uint32_t queue, Edge *edge)
{
    uint32_t cleaned = queue_clean(h, local, queue);
    if (cleaned != queue)
        edge->also = trail_join(h->engine->trails, edge->also, queue_cleaned(h, local, queue));
    return cleaned;
}

// The queue afterwards of the machine that steps, in the cases that expand_plain does not
// handle itself.
__attribute__((noinline)) static uint32_t plain_own(Stepper *h, const State *s, uint32_t at,
                                                    uint32_t place, const Outcome *o)
{
    uint32_t own = s->words[queue_word(at)];
    if (o->has_final_queue)
        own = o->queue;
    else if (o->takes)
        own = queue_without(h, s->words[local_word(at)], own, place);
    return o->self_message ? queue_push(h, own, o->self_message) : own;
}

// The rest of expand_plain when monitors see the step or events are ignored.
__attribute__((noinline)) static bool plain_details(Stepper *h, const State *s, const Shape *shape,
                                                    uint64_t own_factor, Edge *edge)
{
    const Engine *e = h->engine;
    const Outcome *o = edge->outcome;
    assert_debug(edge->other == EDGE_LATER || (edge->to && edge->to != edge->at));
    if (edge->other != EDGE_LATER) {
        uint32_t queue = s->words[queue_word(edge->to)];
        edge->other =
            queue_deliver(h, s->words[local_word(edge->to)], queue, o->message, &edge->also);
        edge->print += (queue_at(e, edge->other)->hash - queue_at(e, queue)->hash) * o->factor;
    }
    if (!plain_shows(h, s, shape, o, edge))
        return false;
    uint32_t own = plain_clean(h, o->self, edge->own, edge);
    edge->print += (queue_at(e, own)->hash - queue_at(e, edge->own)->hash) * own_factor;
    edge->own = own;
    return true;
}

static inline void set_plain(Edge *edge, const Outcome *o, uint32_t at, uint32_t label,
                             uint64_t print, uint32_t own, uint32_t to)
{
    edge->print = print;
    edge->outcome = o;
    edge->full = NULL;
    edge->at = at;
    edge->kind = EDGE_STATE;
    edge->label = label;
    edge->trail = o->trail;
    edge->also = 0;
    edge->own = own;
    edge->to = to;
    edge->other = EDGE_LATER;
    edge->watch = 0;
    edge->settled = 0;
}

// Adds the edge of an outcome that changes only a few words. `place` is the place in the queue
// of the event that is taken. False when it changes more.
//
// The longer queue of the target is not looked up. Its hash is enough to find a state that was
// seen before, and most were.
static inline bool expand_plain(Stepper *h, const State *s, const Shape *shape, const Row *row,
                                uint32_t at, uint32_t place, uint32_t label, const Outcome *o)
{
    const Engine *e = h->engine;
    uint32_t queue = s->words[queue_word(at)], own = queue, to = 0, other = EDGE_LATER;
    uint64_t print = s->print + o->delta;

    assert_debug(o->kind == OUT_STATE && o->self && !e->has_limits);
    assert_debug(!o->target || !o->self_message);  // one effect for each step
    if (o->target && !(to = shape_place(shape, o->target)) && o->is_remote)
        return false;  // the step creates the channel
    if (to) {
        if (local_head(e, s->words[local_word(to)])->ignores) {
            other = 0;
        } else {
            const Queue *old = queue_at(e, s->words[queue_word(to)]);
            print += (queue_longer_hash(e, old, o->message_hash) - old->hash) * o->factor;
        }
    }
    if (o->takes && !place && !o->has_final_queue && !o->self_message) {
        const Queue *q = queue_at(e, queue);
        assert_debug(queue != 0);
        own = queue_rest(h, queue);
        print += (__atomic_load_n(&q->rest_hash, __ATOMIC_RELAXED) - q->hash) * row->factor;
    } else if (o->takes || o->has_final_queue || o->self_message) {
        own = plain_own(h, s, at, place, o);
        print += (queue_at(e, own)->hash - queue_at(e, queue)->hash) * row->factor;
    }
    Edge *edge = edge_new(h);
    set_plain(edge, o, at, label, print, own, to);
    edge->other = other;
    if (__builtin_expect(o->is_quiet && other == EDGE_LATER, 1) ||
        plain_details(h, s, shape, row->factor, edge))
        return true;
    h->front.edge_count--;
    return false;
}

static const Row *row_by_queue(Stepper *h, uint32_t local, uint32_t queue)
{
    return engine_can_run(h, local, queue) ? row_of(h, local, queue) : NULL;
}

// The machine may have to skip events in front of the one that it takes.
static const Row *row_by_event(Stepper *h, uint32_t local, uint32_t queue, uint32_t *place)
{
    const Engine *e = h->engine;
    uint32_t count = queue_at(e, queue)->count;
    *place = queue_look(h, local, queue);
    if (*place < count)
        return row_of(h, local, queue_message(e, queue, *place));
    if (!local_wants_null(e, local))
        return NULL;
    *place = 0;
    return row_of(h, local, 0);
}

// The row of the machine, and the place of the event that it takes. NULL: it cannot run.
static const Row *find_row(Stepper *h, uint32_t local, uint32_t queue, uint32_t *place)
{
    if (h->engine->options.points == POINTS_CLASSIC)
        return row_by_queue(h, local, queue);
    if (local_head(h->engine, local)->position != AT_REST)
        return row_of(h, local, 0);
    return row_by_event(h, local, queue, place);
}

const Row *row_at(Stepper *h, uint32_t local, uint32_t queue, uint32_t *place)
{
    const Engine *e = h->engine;
    const LocalHead *head = local_head(e, local);
    *place = 0;
    if (!queue && head->needs_event)
        return NULL;
    const Row *row = e->has_usual ? known_row(e, head, local, queue) : NULL;
    return row ? row : find_row(h, local, queue, place);
}

__attribute__((noinline)) static void expand_row(Stepper *h, const State *s, const Shape *shape,
                                                 uint32_t at, const Row *row, uint32_t place)
{
    bool may_be_plain = !(s->words[0] & CHOOSING) && !h->engine->has_limits;
    const Outcome *end = row->outcomes + row->count;
    uint32_t label = 0, before = h->front.edge_count;
    for (const Outcome *o = row->outcomes; o < end; o++) {
        if (o->is_plain && may_be_plain && expand_plain(h, s, shape, row, at, place, label, o))
            label++;
        else
            label += expand_full(h, s, at, label, o);
    }
    if (h->front.is_stopped)  // abandoned in the middle: the list would be incomplete
        h->front.edge_count = before;
}

// The fast path for what most steps are: the machine takes its first event, or goes on from
// where it stopped, and sends at most one message. False, and nothing is added, when something
// needed is not cached yet, or a step is not of this kind.
// `place`: of the event in the queue.
static inline bool expand_usual(Stepper *h, const State *s, const Shape *shape, uint32_t at,
                                const Row *row, uint32_t place)
{
    const Engine *e = h->engine;
    uint32_t own = s->words[queue_word(at)];
    uint64_t print = s->print;

    assert_debug(!row->takes || own);
    if (!row->is_usual || h->front.edge_count + row->count > h->edge_capacity)
        return false;
    if (row->takes && place) {
        uint64_t hash = queue_at(e, own)->hash;
        own = queue_without(h, s->words[local_word(at)], own, place);
        print += (queue_at(e, own)->hash - hash) * row->factor;
    } else if (row->takes) {
        const Queue *queue = queue_at(e, own);
        own = __atomic_load_n(&queue->rest, __ATOMIC_ACQUIRE);
        if (own == UNKNOWN)
            return false;
        uint64_t rest_hash = __atomic_load_n(&queue->rest_hash, __ATOMIC_RELAXED);
        print += (rest_hash - queue->hash) * row->factor;
        __builtin_prefetch(queue_at(e, own));  // engine_settle will read it
    }
    Edge *edge = h->front.edges + h->front.edge_count;
    for (uint32_t i = 0; i < row->count; i++, edge++) {
        const Outcome *o = &row->outcomes[i];
        uint64_t next = print + o->delta;
        uint32_t to = 0, after = own;
        assert_debug(o->is_plain && o->is_quiet && o->takes == row->takes);
        if (o->target && !(to = shape_place(shape, o->target)) && o->is_remote)
            return false;
        if (to) {
            const Queue *old = queue_at(e, s->words[queue_word(to)]);
            if (local_head(e, s->words[local_word(to)])->ignores || old->count >= e->short_queue)
                return false;
            uint64_t longer = queue_hash(old->hash, o->message_hash);
            next += (longer - old->hash) * o->factor;
            // When the state is new, engine_apply will look the queue up.
            if (!queue_known_longer(old, o->message))
                pairs_prefetch(&e->pushes, memo_key(s->words[queue_word(to)], o->message));
        }
        if (o->self_message) {
            after = queue_push(h, own, o->self_message);
            next += (queue_at(e, after)->hash - queue_at(e, own)->hash) * row->factor;
        }
        set_plain(edge, o, at, i, next, after, to);
    }
    h->front.edge_count += row->count;
    return true;
}

// The slow path of ready_at: the row is not cached, or the state needs special care.
__attribute__((noinline)) static Ready ready_unusual(Stepper *h, const State *s, uint32_t at)
{
    uint32_t local = s->words[local_word(at)];
    Ready ready = {0};
    if (!(s->words[0] & CHOOSING) || local_head(h->engine, local)->position == AT_CHOICE)
        ready.row = find_row(h, local, s->words[queue_word(at)], &ready.place);
    return ready;
}

// The row of the machine's next step.
static inline Ready ready_at(Stepper *h, const State *s, const Shape *shape, uint32_t at)
{
    const Engine *e = h->engine;
    uint32_t local = s->words[local_word(at)], queue = s->words[queue_word(at)];
    const LocalHead *head = local_head(e, local);
    const Row *row;

    assert_debug(local_at(e, local)->path == shape->paths[at - 1]);
    (void)shape;
    if (!queue && head->needs_event)
        return (Ready){0};
    if ((s->words[0] & CHOOSING) || !e->has_usual || !(row = known_row(e, head, local, queue)))
        return ready_unusual(h, s, at);
    return (Ready){.row = row};
}

static inline void expand_ready(Stepper *h, const State *s, const Shape *shape, uint32_t at,
                                Ready ready)
{
    bool is_usual = h->engine->has_usual && !(s->words[0] & CHOOSING);
    if (ready.row && !(is_usual && expand_usual(h, s, shape, at, ready.row, ready.place)))
        expand_row(h, s, shape, at, ready.row, ready.place);
}

__attribute__((noinline)) static void expand_unusual(Stepper *h, const State *s,
                                                     const Shape *shape, uint32_t at)
{
    expand_ready(h, s, shape, at, ready_unusual(h, s, at));
}

// The same as expand_ready(ready_at(...)), but faster.
static inline void expand(Stepper *h, const State *s, const Shape *shape, uint32_t at)
{
    const Engine *e = h->engine;
    uint32_t local = s->words[local_word(at)], queue = s->words[queue_word(at)];
    const LocalHead *head = local_head(e, local);
    const Row *row;

    assert_debug(local_at(e, local)->path == shape->paths[at - 1]);
    if (!queue && head->needs_event)
        return;
    if ((s->words[0] & CHOOSING) || !e->has_usual || !(row = known_row(e, head, local, queue)))
        expand_unusual(h, s, shape, at);
    else if (!expand_usual(h, s, shape, at, row, 0))
        expand_row(h, s, shape, at, row, 0);
}

uint32_t engine_expand(Stepper *h, const State *s, uint32_t at)
{
    uint32_t before = h->front.edge_count;
    assert_debug(at > 0 && at <= shape_of(h->engine, s)->count);
    expand(h, s, shape_of(h->engine, s), at);
    return h->front.edge_count - before;
}

// A small hash of the choices made; 0 when there are none.
static uint32_t label_of(Stepper *h, const Edge *e)
{
    const uint32_t *choices;
    uint32_t count;
    uint64_t sum = 0;
    engine_moves(h, e, &choices, &count);
    for (uint32_t i = 0; i < count; i++)
        sum = mix64(sum + choices[i] + 1);
    return (uint32_t)(sum & UINT16_MAX);
}

static void expand_one(Stepper *h, const State *s, const Shape *shape, uint32_t at, Ready ready)
{
    const Outcome *o = &ready.row->outcomes[row_draw(ready.row, h->draws)];
    bool may_be_plain = !(s->words[0] & CHOOSING) && !h->engine->has_limits;
    if (!(o->is_plain && may_be_plain &&
          expand_plain(h, s, shape, ready.row, at, ready.place, 0, o)))
        expand_full(h, s, at, 0, o);
    if (h->front.is_stopped)
        h->front.edge_count = 0;
}

const Edge *engine_draw(Stepper *h, const State *s, uint32_t at, Rng *rng)
{
    const Shape *shape = shape_of(h->engine, s);
    assert_debug(at > 0 && at <= shape->count);
    assert(h->front.edge_count == 0);
    h->draws = rng;
    Ready ready = ready_at(h, s, shape, at);
    if (ready.row && ready.row->count == 1)
        expand_ready(h, s, shape, at, ready);
    else if (ready.row && ready.row->count > 1)
        expand_one(h, s, shape, at, ready);
    h->draws = NULL;
    assert(h->front.edge_count <= 1);
    if (h->front.edge_count == 0)
        return NULL;
    if (h->front.edges[0].outcome->choice_count || h->front.edges[0].full)
        h->front.edges[0].label = label_of(h, &h->front.edges[0]);
    return h->front.edges;
}

static void make_ready_room(Stepper *h, uint32_t count)
{
    if (count < h->ready_capacity)
        return;
    h->ready_capacity = count * 2 + 16;
    h->ready = memory_resized(h->ready, h->ready_capacity, sizeof *h->ready);
}

// Fills h->ready up to the first machine whose step no other machine or monitor sees.
static inline uint32_t find_eager(Stepper *h, const State *s, const Shape *shape)
{
    uint64_t takers = 1, places = 0;
    make_ready_room(h, shape->count);
    h->front.ready_words = NULL;
    for (uint32_t at = 1; at <= shape->count; at++) {
        Ready ready = h->ready[at] = ready_at(h, s, shape, at);
        if (!ready.row)
            continue;
        if (ready.row->is_local)
            return at;
        uint64_t place = UINT64_C(1) << at % 64;
        takers |= place & -(uint64_t)ready.row->takes;
        places |= place;
    }
    h->front.ready_words = s->words;
    h->front.takers = shape->count < 64 ? takers : 0;
    h->front.ready = shape->count < 64 ? places : 0;
    return 0;
}

static void expand_reduced(Stepper *h, const State *s, const Shape *shape)
{
    uint32_t eager = find_eager(h, s, shape);
    if (eager)
        expand_ready(h, s, shape, eager, h->ready[eager]);
    for (uint32_t at = 1; at <= shape->count && !eager; at++)
        expand_ready(h, s, shape, at, h->ready[at]);
}

// Without the reduction, the row of a machine is not needed to know that it can run.
static inline bool find_ready(Stepper *h, const State *s, const Shape *shape, uint32_t at)
{
    const Engine *e = h->engine;
    uint32_t local = s->words[local_word(at)], queue = s->words[queue_word(at)];
    const LocalHead *head = local_head(e, local);

    if (e->reduces) {
        h->ready[at] = ready_at(h, s, shape, at);
        return h->ready[at].row != NULL;
    }
    h->ready[at] = (Ready){0};
    if (!queue && head->needs_event)
        return false;
    if (e->has_usual && !(s->words[0] & CHOOSING))
        h->ready[at].row = known_row(e, head, local, queue);
    return h->ready[at].row || engine_is_enabled(h, s, at);
}

uint32_t engine_ready(Stepper *h, const State *s, uint32_t *places, bool *is_eager)
{
    const Shape *shape = shape_of(h->engine, s);
    uint32_t count = 0;
    assert_debug(state_is_valid(h->engine, s));
    make_ready_room(h, shape->count);
    h->front.ready_words = h->engine->reduces ? s->words : NULL;
    h->front.takers = h->front.ready = 0;
    *is_eager = false;
    for (uint32_t at = 1; at <= shape->count; at++) {
        if (!find_ready(h, s, shape, at))
            continue;
        *is_eager = h->engine->reduces && h->ready[at].row->is_local;
        if (*is_eager)
            count = 0;
        places[count++] = at;
        if (*is_eager) {
            h->front.ready_words = NULL;
            break;
        }
    }
    return count;
}

uint32_t engine_expand_ready(Stepper *h, const State *s, uint32_t at)
{
    const Shape *shape = shape_of(h->engine, s);
    uint32_t before = h->front.edge_count;
    assert_debug(at > 0 && at <= shape->count && at < h->ready_capacity);
    if (h->ready[at].row)
        expand_ready(h, s, shape, at, h->ready[at]);
    else
        expand(h, s, shape, at);
    return h->front.edge_count - before;
}

uint32_t engine_eager(Stepper *h, const State *s)
{
    return h->engine->reduces ? find_eager(h, s, shape_of(h->engine, s)) : 0;
}

bool engine_reduces(const Engine *e)
{
    return e->reduces;
}

bool engine_hides_order(const Engine *e)
{
    return e->hides_order;
}

uint32_t engine_expand_all(Stepper *h, const State *s)
{
    const Shape *shape = shape_of(h->engine, s);
    uint32_t before = h->front.edge_count;
    assert_debug(state_is_valid(h->engine, s));
    if (h->engine->reduces)
        expand_reduced(h, s, shape);
    else
        for (uint32_t at = 1; at <= shape->count; at++)
            expand(h, s, shape, at);
    return h->front.edge_count - before;
}

void edges_grow(Stepper *h)
{
    assert(h->front.edge_count == h->edge_capacity && h->edge_capacity <= UINT32_MAX / 2);
    h->edge_capacity = h->edge_capacity ? h->edge_capacity * 2 : 256;
    Edge *edges = memory_lines(h->edge_capacity * sizeof *edges);
    if (h->front.edge_count)
        memcpy(edges, h->front.edges, h->front.edge_count * sizeof *edges);
    free(h->front.edges);
    h->front.edges = edges;
}

static inline void put_plain(Stepper *h, const State *from, const Edge *edge, uint32_t *words)
{
    words[local_word(edge->at)] = edge->outcome->self;
    words[queue_word(edge->at)] = edge->own;
    if (edge->to)
        words[queue_word(edge->to)] = other_queue(h, from, edge);
    if (edge->watch)
        words[edge->watch] = edge->watch_to;
}

static void put_settled(Stepper *h, const Edge *edge, uint32_t *words)
{
    for (const SettledStep *step = edge_settled(h, edge); step->at; step++) {
        words[local_word(step->at)] = step->outcome->self;
        words[queue_word(step->at)] = step->queue;
    }
}

uint32_t engine_changes(Stepper *h, const State *from, const Edge *edge, uint64_t enabled,
                        WordChange changes[static CHANGES_MAX], StepChange *change)
{
    const Outcome *o = edge->outcome;
    uint32_t at = edge->at, to = edge->to, own = o->self, queue = edge->own, count = 2;
    uint32_t about = at | to << CHANGE_BITS, other = 0, other_queue_after = edge->other;
    if (edge->full || o->has_ops || (at | to) > CHANGE_LOW)
        return 0;
    const SettledStep *step = edge->settled ? h->settled + edge->settled : &h->no_step;
    for (; step->at; step++) {
        if (step->at == at) {
            own = step->outcome->self;
            queue = step->queue;
        } else if (step->at == to) {
            other = step->outcome->self;
            other_queue_after = step->queue;
        } else {
            return 0;
        }
    }
    changes[0] = (WordChange){local_word(at), own};
    changes[1] = (WordChange){queue_word(at), queue};
    if (to) {
        if (other_queue_after == EDGE_LATER)
            other_queue_after = other_queue(h, from, edge);
        changes[count++] = (WordChange){queue_word(to), other_queue_after};
        about |= (enabled >> to & 1) * CHANGE_WAS_READY;
    }
    if (other) {
        changes[count++] = (WordChange){local_word(to), other};
        about |= CHANGE_HAS_TAKEN;
    }
    if (edge->watch)
        changes[count++] = (WordChange){edge->watch, edge->watch_to};
    *change = (StepChange)about;
    return count;
}

void engine_put(Stepper *h, const State *from, const Edge *edge, uint32_t *words)
{
    assert_debug(!edge->full);
    put_plain(h, from, edge, words);
    if (edge->settled)
        put_settled(h, edge, words);
    engine_check_print(h, &(State){.print = edge->print, .count = from->count, .words = words});
}

static inline void take_back(const State *from, uint32_t at, uint32_t *words)
{
    words[local_word(at)] = from->words[local_word(at)];
    words[queue_word(at)] = from->words[queue_word(at)];
}

void engine_take_back(Stepper *h, const State *from, const Edge *edge, uint32_t *words)
{
    take_back(from, edge->at, words);
    if (edge->to)
        words[queue_word(edge->to)] = from->words[queue_word(edge->to)];
    if (edge->watch)
        words[edge->watch] = from->words[edge->watch];
    if (edge->settled)
        for (const SettledStep *step = edge_settled(h, edge); step->at; step++)
            take_back(from, step->at, words);
}

void engine_apply(Stepper *h, const State *from, const Edge *edge, State *to)
{
    uint32_t count = edge_count(from, edge);
    assert_debug(edge_kind(edge) == EDGE_STATE);
    to->print = edge->print;
    to->count = count;
    if (edge->full) {
        memcpy(to->words, edge->full->words, count * sizeof *to->words);
    } else {
        if (to->words != from->words)
            memcpy(to->words, from->words, count * sizeof *to->words);
        put_plain(h, from, edge, to->words);
    }
    if (edge->settled)
        put_settled(h, edge, to->words);
    assert_debug(state_is_valid(h->engine, to));
    engine_check_print(h, to);
}

bool edge_is_fault(const Edge *e)
{
    return e->outcome->is_fault;
}

uint32_t edge_cost(const Edge *e)
{
    bool has_after = e->full && e->full->after;
    return e->outcome->cost + (has_after ? e->full->after->cost : 0);
}

uint32_t edge_choices_off_first(const Edge *e)
{
    bool has_after = e->full && e->full->after;
    return e->outcome->choices_off_first + (has_after ? e->full->after->choices_off_first : 0);
}
