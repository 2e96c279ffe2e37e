// check/engine/queue.c: queues, and what happens to them.
//
// Queues are interned. The key of a queue is the queue without its last message, and that
// message; so finding the queue with one more message is one look-up: a queue knows the first
// longer one that was made, and Engine.pushes knows all, without reading a queue. The queue without
// the first message, its rest, is found once, mostly when the queue is made.
//
// Removing the first message of such a queue builds all its prefixes again. So a queue of more than
// a few messages is a tree instead (long_impl.h), and its key is the id of the tree.

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/err.h"
#include "base/memory.h"
#include "check/engine/long_impl.h"

static uint32_t event_of(const Engine *e, uint32_t message)
{
    return message_at(e, message)->event;
}

// ------------------------------------------------------------------------------- one more

static bool has_ref(const Refs *refs, uint32_t path)
{
    for (uint32_t i = 0; i < refs->count; i++)
        if (refs->paths[i] == path)
            return true;
    return false;
}

// The references of the longer queue: often the same as those of the shorter one. Under the lock.
static uint32_t longer_refs(Engine *e, const Queue *q, const Refs *more)
{
    const Refs *before = queue_refs(e, q);
    uint32_t fresh[more->count + 1], count = 0;
    for (uint32_t i = 0; i < more->count; i++)
        if (!has_ref(before, more->paths[i]))
            fresh[count++] = more->paths[i];
    if (!count)
        return q->refs;
    uint32_t all = before->count + count;
    uint32_t *paths = arena_alloc(&e->arena, all * sizeof *paths);
    e->arena_bytes += all * sizeof *paths;
    if (before->count)
        memcpy(paths, before->paths, before->count * sizeof *paths);
    memcpy(paths + before->count, fresh, count * sizeof *paths);
    uint32_t id = shelf_add(&e->queue_refs);
    *shelf_at(&e->queue_refs, Refs, id) = (Refs){paths, all};
    return id;
}

// Under the lock.
static uint32_t add(Engine *e, uint64_t hash, uint32_t queue, uint32_t message)
{
    assert_debug(engine_is_locked(e));
    Queue *before = shelf_at(&e->queues, Queue, queue);
    assert(before->count < UINT32_MAX && (queue == 0) == (before->count == 0));
    const Message *m = message_at(e, message);
    uint32_t id = shelf_add(&e->queues);
    *shelf_at(&e->queues, Queue, id) = (Queue){
        .hash = hash,
        .events = before->events | event_bit(m->event),
        .first = queue ? before->first : message,
        .rest = queue ? UNKNOWN : 0,
        .before = queue,
        .last = message,
        .count = before->count + 1,
        .first_bit = (queue ? before->first_bit : m->event & 63),
        .refs = longer_refs(e, before, &m->refs),
    };
    if (!before->longer)
        __atomic_store_n(&before->longer, memo_key(message, id), __ATOMIC_RELEASE);
    return id;
}

uint64_t queue_second_hash(const Engine *e, uint32_t queue)
{
    const Queue *q = queue_at(e, queue);
    if (queue_is_long(e, q))
        return queue_long_hash(part_at(e, q->part)->hash.hi, q->count);
    return queue ? queue_longer_second(queue_second_hash(e, q->before), message_at(e, q->last)) : 0;
}

static uint64_t event_bits(const Engine *e, const uint64_t *events)
{
    uint64_t bits = 0;
    for (uint32_t i = 0; i < e->event_words; i++)
        bits |= events[i];
    return bits;
}

// The long queue with this tree. Under the lock.
static uint32_t intern_long(Engine *e, uint32_t part)
{
    const Part *p = part_at(e, part);
    uint64_t hash = queue_long_hash(p->hash.lo, p->count);
    uint32_t id;
    assert_debug(engine_is_locked(e));
    assert(p->level == 0 && p->count > e->short_queue);
    for (IndexLook l = index_look(&e->queue_index, hash); (id = index_next(&l));)
        if (queue_at(e, id)->count == p->count && queue_at(e, id)->part == part)
            return id;
    id = shelf_add(&e->queues);
    *shelf_at(&e->queues, Queue, id) = (Queue){
        .hash = hash,
        .events = event_bits(e, part_events(p)),
        .first = p->runs[0].symbol,
        .rest = UNKNOWN,
        .before = UNKNOWN,
        .last = part_last(e, part),
        .count = p->count,
        .part = part,
        .first_bit = event_of(e, p->runs[0].symbol) & 63,
    };
    index_add(&e->queue_index, hash, id);
    return id;
}

// Under the lock.
static uint32_t add_long(Stepper *h, uint64_t hash, uint32_t queue, uint32_t message)
{
    Engine *e = h->engine;
    const Queue *before = queue_at(e, queue);
    uint32_t part;
    assert(before->count < UINT32_MAX);
    if (queue_is_long(e, before)) {
        part = part_push(h, before->part, message);
    } else {
        uint32_t *messages = NEW_ARRAY(&h->arena, uint32_t, before->count + 1);
        for (uint32_t i = before->count, q = queue; i > 0; q = queue_at(e, q)->before)
            messages[--i] = queue_at(e, q)->last;
        messages[before->count] = message;
        part = part_of(h, messages, before->count + 1);
    }
    uint32_t id = intern_long(e, part);
    Queue *q = shelf_at(&e->queues, Queue, id);
    assert(q->hash == hash && (q->before == UNKNOWN || q->before == queue));
    __atomic_store_n(&q->before, queue, __ATOMIC_RELEASE);
    return id;
}

uint64_t queue_find_longer_hash(const Engine *e, const Queue *q, uint64_t message)
{
    uint64_t poly = 0, power = 1;
    if (queue_is_long(e, q)) {
        poly = part_at(e, q->part)->hash.lo;
    } else {
        for (const Queue *at = q; at->count > 0; at = queue_at(e, at->before)) {
            uint64_t word = poly_word(message_at(e, at->last)->hash.lo);
            poly = poly_plus(poly, poly_times(word, power));
            power = poly_times(power, POLY_BASE);
        }
    }
    poly = poly_plus(poly_times(poly, POLY_BASE), poly_word(message));
    return queue_long_hash(poly, q->count + 1);
}

static uint32_t next_rest(Stepper *h, uint32_t queue);

// The rest of a new queue is found at once: what is needed for it was read not long ago, and would
// have to be fetched again when a later stratum looks at the queue. A rest is shorter, so there are
// at most `short_queue` such calls within each other.
uint32_t queue_make_longer(Stepper *h, uint32_t queue, uint32_t message)
{
    Engine *e = h->engine;
    const Queue *q = queue_at(e, queue);
    uint64_t hash = queue_longer_hash(e, q, message_at(e, message)->hash.lo);
    uint64_t key = memo_key(queue, message);
    pthread_mutex_lock(&e->lock);
    uint32_t longer = (uint32_t)pairs_get(&e->pushes, key);  // another worker may have added it
    bool is_new = !longer;
    if (is_new) {
        longer = q->count < e->short_queue ? add(e, hash, queue, message)
                                           : add_long(h, hash, queue, message);
        pairs_add(&e->pushes, key, longer);
    }
    pthread_mutex_unlock(&e->lock);
    if (is_new && queue && q->count < e->short_queue && rest_known(e, queue) != UNKNOWN)
        next_rest(h, longer);
    return longer;
}

// The first message of the rest, its event, and the hash.
typedef struct RestInfo {
    uint32_t first;
    uint8_t bit;
    uint64_t hash;
} RestInfo;

static void set_rest(Engine *e, uint32_t queue, uint32_t rest, RestInfo info)
{
    Queue *q = shelf_at(&e->queues, Queue, queue);
    assert_debug(queue_at(e, rest)->count + 1 == q->count && queue_at(e, rest)->hash == info.hash &&
                 queue_at(e, rest)->first == info.first &&
                 queue_at(e, rest)->first_bit == info.bit);
    __atomic_store_n(&q->rest_hash, info.hash, __ATOMIC_RELAXED);
    __atomic_store_n(&q->rest_first, info.first, __ATOMIC_RELAXED);
    __atomic_store_n(&q->rest_bit, info.bit, __ATOMIC_RELAXED);
    __atomic_store_n(&q->rest, rest, __ATOMIC_RELEASE);
}

// The rest of the queue, when the rest of `before` is known. It is far away mostly, and not read.
static uint32_t next_rest(Stepper *h, uint32_t queue)
{
    const Engine *e = h->engine;
    const Queue *info = queue_at(e, queue), *before = queue_at(e, info->before);
    uint32_t shorter = rest_known(e, info->before);
    assert(shorter != UNKNOWN && info->before && info->count <= e->short_queue);
    const Message *last = message_at(e, info->last);
    uint32_t rest = queue_push_far(h, shorter, info->last);
    RestInfo found = {.first = info->last, .bit = last->event & 63};
    if (shorter) {
        found.first = __atomic_load_n(&before->rest_first, __ATOMIC_RELAXED);
        found.bit = __atomic_load_n(&before->rest_bit, __ATOMIC_RELAXED);
    }
    found.hash = queue_hash(__atomic_load_n(&before->rest_hash, __ATOMIC_RELAXED), last->hash.lo);
    set_rest(h->engine, queue, rest, found);
    return rest;
}

// The queue with the messages of a tree, which may have become short.
static uint32_t queue_of_part(Stepper *h, uint32_t part)
{
    Engine *e = h->engine;
    uint32_t count = part ? part_at(e, part)->count : 0, queue = 0;
    if (count > e->short_queue) {
        pthread_mutex_lock(&e->lock);
        queue = intern_long(e, part);
        pthread_mutex_unlock(&e->lock);
        return queue;
    }
    for (uint32_t i = 0; i < count; i++)
        queue = queue_push(h, queue, part_message(e, part, i));
    return queue;
}

static uint32_t remove_from_tree(Stepper *h, uint32_t part, uint32_t place)
{
    Engine *e = h->engine;
    pthread_mutex_lock(&e->lock);
    uint32_t queue = intern_long(e, place ? part_without(h, part, place) : part_pop(h, part));
    pthread_mutex_unlock(&e->lock);
    return queue;
}

// The queue becomes short.
static uint32_t remove_from_few(Stepper *h, uint32_t part, uint32_t place)
{
    const Engine *e = h->engine;
    uint32_t count = part_at(e, part)->count, queue = 0;
    for (uint32_t i = 0; i < count; i++)
        if (i != place)
            queue = queue_push(h, queue, part_message(e, part, i));
    return queue;
}

// A long queue without the message at the place.
static uint32_t remove_at(Stepper *h, uint32_t queue, uint32_t place)
{
    Engine *e = h->engine;
    Queue *q = shelf_at(&e->queues, Queue, queue);
    uint64_t key = memo_key(queue, place);
    bool is_last = place == q->count - 1;
    uint32_t before = __atomic_load_n(&q->before, __ATOMIC_ACQUIRE);
    assert(queue_is_long(e, q) && place < q->count);
    if (is_last && before != UNKNOWN)
        return before;
    const MemoEntry *known = place && !is_last ? memo_get(&e->removed, key) : NULL;
    if (known)
        return known->to;
    uint32_t left = q->count - 1 > e->short_queue ? remove_from_tree(h, q->part, place)
                                                  : remove_from_few(h, q->part, place);
    if (is_last) {
        __atomic_store_n(&q->before, left, __ATOMIC_RELEASE);
    } else if (place) {
        pthread_mutex_lock(&e->lock);
        if (!memo_get(&e->removed, key))
            memo_add(&e->removed, key, 0, left, 0);
        pthread_mutex_unlock(&e->lock);
    }
    return left;
}

// Removes the ignored events in front of the place. Returns the new place, and adds to the trail.
static uint32_t drop_ignored(Stepper *h, uint32_t local, uint32_t place, uint32_t *queue,
                             uint32_t *trail)
{
    Engine *e = h->engine;
    const uint64_t *drops = local_drops(e, local);
    uint32_t part = queue_at(e, *queue)->part, first = part_find(e, part, drops);
    if (first >= place)
        return place;
    while (part && first < place) {
        uint32_t event = event_of(e, part_message(e, part, first));
        *trail = trail_join(e->trails, *trail, cover_ignored(h, local, event));
        pthread_mutex_lock(&e->lock);
        part = part_without(h, part, first);
        pthread_mutex_unlock(&e->lock);
        place--;
        first = part ? part_find(e, part, drops) : 0;
    }
    *queue = queue_of_part(h, part);
    return place;
}

// The rest of a queue is the rest of `before` plus the last message. So the rests are computed
// one after the other, from the shortest queue whose rest is unknown.
uint32_t queue_find_rest(Stepper *h, uint32_t queue)
{
    const Engine *e = h->engine;
    uint32_t count = 0;
    if (queue_is_long(e, queue_at(e, queue))) {
        uint32_t rest = remove_at(h, queue, 0);
        const Queue *q = queue_at(e, rest);
        set_rest(h->engine, queue, rest, (RestInfo){q->first, q->first_bit, q->hash});
        return rest;
    }
    if (rest_known(e, queue_at(e, queue)->before) != UNKNOWN)
        return next_rest(h, queue);
    // Another worker may find some of them meanwhile, or all.
    for (uint32_t q = queue; rest_known(e, q) == UNKNOWN; q = queue_at(e, q)->before)
        count++;
    if (count == 0)
        return rest_known(e, queue);
    uint32_t *chain = malloc(count * sizeof *chain);
    if (!chain)
        die_out_of_memory(count * sizeof *chain);
    for (uint32_t i = 0, q = queue; i < count; q = queue_at(e, q)->before)
        chain[i++] = q;
    for (uint32_t i = count; i > 0; i--)
        next_rest(h, chain[i - 1]);
    free(chain);
    assert(rest_known(e, queue) != UNKNOWN);
    return rest_known(e, queue);
}

// ------------------------------------------------------------------------ looking through

const uint32_t *queue_messages(Stepper *h, uint32_t queue)
{
    const Engine *e = h->engine;
    uint32_t count = queue_at(e, queue)->count;
    assert(!queue_is_long(e, queue_at(e, queue)));
    if (count > h->queue_capacity) {
        h->queue_capacity = count * 2;
        h->queue = memory_resized(h->queue, h->queue_capacity, sizeof *h->queue);
    }
    for (; queue; queue = queue_at(e, queue)->before)
        h->queue[--count] = queue_at(e, queue)->last;
    assert_debug(count == 0);
    return h->queue;
}

uint32_t queue_message(const Engine *e, uint32_t queue, uint32_t place)
{
    const Queue *q = queue_at(e, queue);
    assert(place < q->count);
    if (queue_is_long(e, q))
        return part_message(e, q->part, place);
    while (q->count > place + 1)
        q = queue_at(e, q->before);
    return q->last;
}

uint32_t queue_takable(Stepper *h, uint32_t local, uint32_t queue)
{
    const Engine *e = h->engine;
    const Queue *q = queue_at(e, queue);
    // Most machines take the first event.
    if (!queue || local_wants(e, local, event_of(e, q->first)) == WANTS_TAKE)
        return 0;
    if (queue_is_long(e, q))
        return part_find(e, q->part, local_takes(e, local));
    const uint32_t *messages = queue_messages(h, queue);
    uint32_t place = 1;
    while (place < q->count && local_wants(e, local, event_of(e, messages[place])) != WANTS_TAKE)
        place++;
    return place;
}

uint32_t queue_look(Stepper *h, uint32_t local, uint32_t queue)
{
    uint32_t place = queue_takable(h, local, queue);
    if (place)
        cover_passed(h, local, queue, place);
    return place;
}

// Whether the local state, AT_REST, ignores some event.
static bool drops_any(const Engine *e, uint32_t local)
{
    return event_bits(e, local_drops(e, local)) != 0;
}

// A short queue without the message at the place: what is in front of it is found, not built again.
static uint32_t remove_one(Stepper *h, uint32_t queue, uint32_t place)
{
    const Engine *e = h->engine;
    const uint32_t *messages = queue_messages(h, queue);
    uint32_t count = queue_at(e, queue)->count, left = queue;
    assert(place < count);
    for (uint32_t i = count; i > place; i--)
        left = queue_at(e, left)->before;
    for (uint32_t i = place + 1; i < count; i++)
        left = queue_push(h, left, messages[i]);
    return left;
}

uint32_t queue_without(Stepper *h, uint32_t local, uint32_t queue, uint32_t place)
{
    const Engine *e = h->engine;
    if (place == 0)
        return queue_rest(h, queue);
    if (!queue_is_long(e, queue_at(e, queue)) && place < queue_at(e, queue)->count &&
        !drops_any(e, local))
        return remove_one(h, queue, place);
    if (queue_is_long(e, queue_at(e, queue))) {
        uint32_t trail = 0;
        place = drop_ignored(h, local, place, &queue, &trail);
        if (queue_is_long(e, queue_at(e, queue)))
            return place < queue_at(e, queue)->count ? remove_at(h, queue, place) : queue;
    }
    const uint32_t *messages = queue_messages(h, queue);
    uint32_t count = queue_at(e, queue)->count, left = 0;
    assert(place <= count);  // place == count: nothing is taken
    for (uint32_t i = 0; i < count; i++) {
        bool is_ignored =
            i < place && local_wants(e, local, event_of(e, messages[i])) == WANTS_DROP;
        if (i != place && !is_ignored)
            left = queue_push(h, left, messages[i]);
    }
    return left;
}

// Ignored events in front of the first one that can be taken will be dropped before anything
// else happens to them, so they can be dropped now.
static uint32_t clean(Stepper *h, uint32_t local, uint32_t queue, uint32_t *trail)
{
    const Engine *e = h->engine;
    if (queue_is_long(e, queue_at(e, queue))) {
        drop_ignored(h, local, queue_takable(h, local, queue), &queue, trail);
        return queue;
    }
    const uint32_t *messages = queue_messages(h, queue);
    uint32_t count = queue_at(e, queue)->count, left = 0;
    bool is_past = false;
    for (uint32_t i = 0; i < count; i++) {
        Wants wants = local_wants(e, local, event_of(e, messages[i]));
        is_past |= wants == WANTS_TAKE;
        if (is_past || wants == WANTS_DEFER)
            left = queue_push(h, left, messages[i]);
        else
            *trail =
                trail_join(e->trails, *trail, cover_ignored(h, local, event_of(e, messages[i])));
    }
    return left;
}

// A long queue has ignored events in front of the first one that can be taken.
static bool has_ignored(Stepper *h, uint32_t local, uint32_t queue)
{
    const Engine *e = h->engine;
    uint32_t part = queue_at(e, queue)->part, first = part_find(e, part, local_drops(e, local));
    return first < queue_at(e, queue)->count && first < queue_takable(h, local, queue);
}

uint32_t queue_clean(Stepper *h, uint32_t local, uint32_t queue)
{
    Engine *e = h->engine;
    if (!queue || !local_head(e, local)->ignores)
        return queue;
    if (queue_is_long(e, queue_at(e, queue)) && !has_ignored(h, local, queue))
        return queue;
    uint64_t key = memo_key(local, queue);
    const MemoEntry *known = memo_get(&e->cleaned, key);
    if (known)
        return known->to;
    uint32_t trail = 0, to = clean(h, local, queue, &trail);
    assert(queue_at(e, to)->count <= queue_at(e, queue)->count);
    assert((to == queue) == (trail == 0));  // each dropped event is in the trail
    pthread_mutex_lock(&e->lock);
    if (!memo_get(&e->cleaned, key))
        memo_add(&e->cleaned, key, 0, to, trail);
    pthread_mutex_unlock(&e->lock);
    return to;
}

// The queue of a machine at rest has no ignored events in front of the first one that it can take.
// So the new one is dropped if it is ignored, and the machine can take none.
uint32_t queue_deliver(Stepper *h, uint32_t local, uint32_t queue, uint32_t message,
                       uint32_t *trail)
{
    Engine *e = h->engine;
    uint32_t event = event_of(e, message);
    bool is_dropped = local_head(e, local)->ignores && local_wants(e, local, event) == WANTS_DROP &&
                      queue_takable(h, local, queue) == queue_at(e, queue)->count;
    assert_debug(queue_clean(h, local, queue) == queue);
    if (is_dropped)
        *trail = trail_join(e->trails, *trail, cover_ignored(h, local, event));
    return is_dropped ? queue : queue_push(h, queue, message);
}

uint32_t queue_cleaned(Stepper *h, uint32_t local, uint32_t queue)
{
    const MemoEntry *known = memo_get(&h->engine->cleaned, memo_key(local, queue));
    return known ? known->status : 0;
}

// ---------------------------------------------------------------------------------- bounds

static bool exceeds(const PBound *bound, PBoundKind kind, uint32_t count)
{
    return bound->kind == kind && (int64_t)count > bound->max;
}

static uint32_t count_same(const Engine *e, uint32_t queue, uint32_t event)
{
    uint32_t same = 1;
    if (queue_is_long(e, queue_at(e, queue)))
        return same + part_count_event(e, queue_at(e, queue)->part, event);
    for (; queue; queue = queue_at(e, queue)->before)
        same += event_of(e, queue_at(e, queue)->last) == event;
    return same;
}

static Fits fits_bound(const PBound *bound, uint32_t count)
{
    if (exceeds(bound, P_BOUND_ASSERT, count))
        return FITS_NOT;
    return exceeds(bound, P_BOUND_ASSUME, count) ? FITS_NOT_ASSUMED : FITS;
}

// The event's bound comes first, then the machine's, whichever kinds they are. What travels in a
// channel is in no queue yet: bounds are not for channels.
Fits queue_fits(const Engine *e, uint32_t local, uint32_t queue, uint32_t message)
{
    const PProgram *p = e->program;
    uint32_t event = message_at(e, message)->event, all = queue_at(e, queue)->count + 1;
    bool has_bounds = e->has_bounds && !path_is_channel(e, local_at(e, local)->path);
    Fits fits = FITS;

    if (has_bounds && p->events[event].bound.kind != P_BOUND_NONE)
        fits = fits_bound(&p->events[event].bound, count_same(e, queue, event));
    if (has_bounds && fits == FITS)
        fits = fits_bound(&p->machines[local_at(e, local)->kind].bound, all);
    if (fits != FITS)
        return fits;
    return e->options.queue_max && all > e->options.queue_max ? FITS_TOO_LONG : FITS;
}

Bug *queue_bug(Stepper *h, uint32_t local, uint32_t queue, uint32_t message)
{
    Engine *e = h->engine;
    const PProgram *p = e->program;
    const Local *l = local_at(e, local);
    uint32_t event = message_at(e, message)->event, same = count_same(e, queue, event);
    assert(queue_fits(e, local, queue, message) == FITS_NOT);
    Bug b = {.kind = P_ERROR_QUEUE_BOUND, .machine = l->kind, .state = l->state};

    if (exceeds(&p->events[event].bound, P_BOUND_ASSERT, same))
        snprintf(b.text, sizeof b.text,
                 "the queue of %s holds %" PRIu32 " events %s; it may hold %" PRId64,
                 path_at(e, l->path)->name, same, p->events[event].name,
                 p->events[event].bound.max);
    else
        snprintf(b.text, sizeof b.text,
                 "the queue of %s holds %" PRIu32 " events; it may hold %" PRId64,
                 path_at(e, l->path)->name, queue_at(e, queue)->count + 1,
                 p->machines[l->kind].bound.max);
    pthread_mutex_lock(&e->lock);
    Bug *kept = engine_keep(e, &b, sizeof b);
    pthread_mutex_unlock(&e->lock);
    return kept;
}
