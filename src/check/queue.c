// check/queue.c: queues, and what happens to them.
//
// A queue exists once, like everything else. It is known by the queue it was before its
// last event came and by that event, so to find the longer queue is one look into a table;
// and it knows what is left when its first event is taken.

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/err.h"
#include "check/engine_impl.h"

static uint32_t event_of(const Engine *e, uint32_t message)
{
    return message_at(e, message)->event;
}

// ------------------------------------------------------------------------------- one more

static bool has_ref(const QueueInfo *q, uint32_t path)
{
    for (uint32_t i = 0; i < q->ref_count; i++)
        if (q->refs[i] == path)
            return true;
    return false;
}

// What the longer queue refers to: often no more than the shorter one does.
static void add_refs(Engine *e, QueueInfo *q, const QueueInfo *before, const Refs *more)
{
    uint32_t fresh[more->count + 1], count = 0;
    for (uint32_t i = 0; i < more->count; i++)
        if (!has_ref(before, more->paths[i]))
            fresh[count++] = more->paths[i];
    q->refs = before->refs;
    q->ref_count = before->ref_count + count;
    if (!count)
        return;
    uint32_t *refs = arena_alloc(&e->arena, q->ref_count * sizeof *refs);
    e->arena_bytes += q->ref_count * sizeof *refs;
    if (before->ref_count)
        memcpy(refs, before->refs, before->ref_count * sizeof *refs);
    memcpy(refs + before->ref_count, fresh, count * sizeof *refs);
    q->refs = refs;
}

// Under the lock. A queue brings all that remains of it with it, so what is left when its
// first event is taken needs no search later.
static uint32_t push(Engine *e, uint32_t queue, uint32_t message)
{
    const MemoEntry *known = memo_get(&e->pushes, memo_key(queue, message));
    if (known)
        return known->to;
    const Queue *before = queue_at(e, queue);
    const Message *m = message_at(e, message);
    uint32_t rest = queue ? push(e, before->rest, message) : 0;
    uint32_t id = shelf_add(&e->queues);
    Queue *q = shelf_at(&e->queues, Queue, id);
    *q = (Queue){
        .hash = {mix64(before->hash.lo * 3 + m->hash.lo), mix64(before->hash.hi * 5 + m->hash.hi)},
        .first = queue ? before->first : message,
        .rest = rest,
        .before = queue,
        .last = message,
    };
    shelf_add(&e->queue_infos);
    QueueInfo *info = shelf_at(&e->queue_infos, QueueInfo, id);
    info->count = queue_info(e, queue)->count + 1;
    add_refs(e, info, queue_info(e, queue), &m->refs);
    memo_add(&e->pushes, memo_key(queue, message), q->hash.lo - before->hash.lo, id, 0);
    return id;
}

uint32_t queue_push(Hand *h, uint32_t queue, uint32_t message)
{
    pthread_mutex_lock(&h->engine->lock);
    uint32_t to = push(h->engine, queue, message);
    pthread_mutex_unlock(&h->engine->lock);
    return to;
}

// ------------------------------------------------------------------------ looking through

const uint32_t *queue_messages(Hand *h, uint32_t queue)
{
    const Engine *e = h->engine;
    uint32_t count = queue_info(e, queue)->count;
    if (count > h->queue_capacity) {
        h->queue_capacity = count * 2;
        h->queue = realloc(h->queue, h->queue_capacity * sizeof *h->queue);
        if (!h->queue)
            die_out_of_memory(h->queue_capacity * sizeof *h->queue);
    }
    for (; queue; queue = queue_at(e, queue)->before)
        h->queue[--count] = queue_at(e, queue)->last;
    return h->queue;
}

uint32_t queue_takable(Hand *h, uint32_t local, uint32_t queue)
{
    const Engine *e = h->engine;
    uint32_t place = 0;  // most take the first
    for (; queue; queue = queue_at(e, queue)->rest, place++)
        if (local_wants(e, local, event_of(e, queue_at(e, queue)->first)) == WANTS_TAKE)
            break;
    return place;
}

uint32_t queue_without(Hand *h, uint32_t local, uint32_t queue, uint32_t place)
{
    const Engine *e = h->engine;
    if (place == 0)
        return queue_at(e, queue)->rest;
    const uint32_t *messages = queue_messages(h, queue);
    uint32_t count = queue_info(e, queue)->count, left = 0;
    for (uint32_t i = 0; i < count; i++) {
        bool is_ignored =
            i < place && local_wants(e, local, event_of(e, messages[i])) == WANTS_DROP;
        if (i != place && !is_ignored)
            left = queue_push(h, left, messages[i]);
    }
    return left;
}

// Ignored events in front of what can be taken will be dropped before anything else
// happens to them, so they might as well be gone.
static uint32_t clean(Hand *h, uint32_t local, uint32_t queue)
{
    const Engine *e = h->engine;
    const uint32_t *messages = queue_messages(h, queue);
    uint32_t count = queue_info(e, queue)->count, left = 0;
    bool is_past = false;
    for (uint32_t i = 0; i < count; i++) {
        Wants wants = local_wants(e, local, event_of(e, messages[i]));
        is_past |= wants == WANTS_TAKE;
        if (is_past || wants == WANTS_DEFER)
            left = queue_push(h, left, messages[i]);
    }
    return left;
}

uint32_t queue_clean(Hand *h, uint32_t local, uint32_t queue)
{
    Engine *e = h->engine;
    if (!queue || !local_head(e, local)->ignores)
        return queue;
    uint64_t key = memo_key(local, queue);
    const MemoEntry *known = memo_get(&e->cleaned, key);
    if (known)
        return known->to;
    uint32_t to = clean(h, local, queue);
    pthread_mutex_lock(&e->lock);
    if (!memo_get(&e->cleaned, key))
        memo_add(&e->cleaned, key, 0, to, 0);
    pthread_mutex_unlock(&e->lock);
    return to;
}

// ---------------------------------------------------------------------------------- bounds

static bool exceeds(const PBound *bound, PBoundKind kind, uint32_t count)
{
    return bound->kind == kind && (int64_t)count > bound->max;
}

static uint32_t count_same(const Engine *e, uint32_t queue, uint32_t event)
{
    uint32_t same = 1;
    for (; queue; queue = queue_at(e, queue)->before)
        same += event_of(e, queue_at(e, queue)->last) == event;
    return same;
}

Fits queue_fits(const Engine *e, uint32_t local, uint32_t queue, uint32_t message)
{
    const PProgram *p = e->program;
    uint32_t event = message_at(e, message)->event, all = queue_info(e, queue)->count + 1;
    const PBound *one = &p->events[event].bound;
    const PBound *every = &p->machines[local_at(e, local)->kind].bound;

    if (e->has_bounds) {
        uint32_t same = count_same(e, queue, event);
        if (exceeds(one, P_BOUND_ASSERT, same) || exceeds(every, P_BOUND_ASSERT, all))
            return FITS_NOT;
        if (exceeds(one, P_BOUND_ASSUME, same) || exceeds(every, P_BOUND_ASSUME, all))
            return FITS_NOT_ASSUMED;
    }
    return e->options.queue_max && all > e->options.queue_max ? FITS_TOO_LONG : FITS;
}

Bug *queue_bug(Hand *h, uint32_t local, uint32_t queue, uint32_t message)
{
    Engine *e = h->engine;
    const PProgram *p = e->program;
    const Local *l = local_at(e, local);
    uint32_t event = message_at(e, message)->event, same = count_same(e, queue, event);
    Bug b = {.kind = P_ERROR_QUEUE_BOUND, .machine = l->kind, .state = l->state};

    if (exceeds(&p->events[event].bound, P_BOUND_ASSERT, same))
        snprintf(b.text, sizeof b.text,
                 "the queue of %s holds %" PRIu32 " events %s; it may hold %" PRId64,
                 path_at(e, l->path)->name, same, p->events[event].name,
                 p->events[event].bound.max);
    else
        snprintf(b.text, sizeof b.text,
                 "the queue of %s holds %" PRIu32 " events; it may hold %" PRId64,
                 path_at(e, l->path)->name, queue_info(e, queue)->count + 1,
                 p->machines[l->kind].bound.max);
    pthread_mutex_lock(&e->lock);
    Bug *kept = engine_keep(e, &b, sizeof b);
    pthread_mutex_unlock(&e->lock);
    return kept;
}
