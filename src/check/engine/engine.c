// check/engine/engine.c: life cycle of the engine, and functions of a state.

#include "check/engine/engine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/err.h"
#include "base/memory.h"
#include "check/engine/long_impl.h"
#include "check/guard/guard.h"
#include "rt/send_rules.h"

// ------------------------------------------------------------------------------ life cycle

bool engine_bounds_queues(const PProgram *p)
{
    for (uint32_t i = 0; i < p->event_count; i++)
        if (p->events[i].bound.kind != P_BOUND_NONE)
            return true;
    for (uint32_t i = 0; i < p->machine_count; i++)
        if (p->machines[i].bound.kind != P_BOUND_NONE)
            return true;
    return false;
}

static bool program_has_foreign(const PProgram *p)
{
    for (uint32_t i = 0; i < p->fun_count; i++)
        if (p->funs[i].foreign && !p->funs[i].is_repeatable)
            return true;
    return false;
}

// The tables that engine_forget empties. MachinePaths are not among them.
typedef struct Tables {
    Shelf *shelves[11];
    Index *indexes[9];
    Memo *memos[6];
    Pairs *pairs[2];
} Tables;

#define COUNT_OF(list) (sizeof(list) / sizeof *(list))

static Tables tables_of(Engine *e)
{
    return (Tables){
        .shelves = {&e->values, &e->messages, &e->queues, &e->queue_refs, &e->locals,
                    &e->local_heads, &e->shapes, &e->moves, &e->afters, &e->groups, &e->parts},
        .indexes = {&e->value_index, &e->message_index, &e->local_index, &e->shape_index,
                    &e->move_index, &e->after_index, &e->queue_index, &e->group_index,
                    &e->part_index},
        .memos = {&e->cleaned, &e->passed, &e->removed, &e->seen, &e->reshaped, &e->channels},
        .pairs = {&e->pushes, &e->rows},
    };
}

// Ids count from 1: item 0 of each shelf is not used.
static void init_shelf(Engine *e, Shelf *s, size_t size, uint32_t most)
{
    shelf_init(s, size, most, e->paths->engines);
    uint32_t nobody = shelf_add(s);
    assert(nobody == 0);
}

// The lock is held for a short time only: an adaptive mutex spins before it sleeps.
static void lock_init(pthread_mutex_t *lock)
{
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_ADAPTIVE_NP);
    pthread_mutex_init(lock, &attributes);
    pthread_mutexattr_destroy(&attributes);
}

static Engine *new_engine(const PProgram *p, const PTest *test, const EngineOptions *options,
                          MachinePaths *paths)
{
    enum { MANY = 1u << 25, MOST = 1u << 28 };
    Engine *e = memory_lines(sizeof *e);
    e->paths = paths;
    e->program = p;
    e->test = test;
    e->options = *options;
    e->live = live_new(p);
    e->trails = trails_new();
    e->has_bounds = engine_bounds_queues(p);
    e->has_guard = guard_foreign_open(p);
    e->has_foreign = program_has_foreign(p);
    e->has_network = options->network.kind == NETWORK_FIFO;
    e->may_merge = !e->has_bounds && !options->network.suspicions;
    e->has_limits = e->has_bounds || options->queue_max;
    e->short_queue = options->short_queue ? options->short_queue : SHORT_QUEUE;
    e->event_words = (p->event_count + 63) / 64;
    e->powers = memory_zeroed(1, sizeof *e->powers);
    poly_powers_init(e->powers);
    e->has_usual = options->has_memo && !e->has_limits && options->points != POINTS_CLASSIC;
    // Where queues have bounds, other machines can observe the length of a queue.
    // Foreign code that may answer differently must not be called just to test a step.
    // Who can be suspected depends on what a machine refers to, which such a step changes.
    e->reduces = options->reduces && !e->has_limits && !e->has_foreign &&
                 options->points == POINTS_MODERN && !options->network.suspicions;
    lock_init(&e->lock);
    init_shelf(e, &e->values, sizeof(Value), MANY);
    init_shelf(e, &e->messages, sizeof(Message), MANY);
    init_shelf(e, &e->queues, sizeof(Queue), MOST);
    init_shelf(e, &e->queue_refs, sizeof(Refs), MOST);  // each queue may add one
    init_shelf(e, &e->parts, sizeof(Part), MOST);
    init_shelf(e, &e->locals, sizeof(Local), MANY);
    init_shelf(e, &e->local_heads, sizeof(LocalHead), MANY);
    init_shelf(e, &e->shapes, sizeof(Shape), MANY);
    init_shelf(e, &e->moves, sizeof(MoveEntry), MANY);
    init_shelf(e, &e->afters, sizeof(AfterEntry), MANY);
    init_shelf(e, &e->groups, sizeof(Group), MANY);
    monitor_init(e);
    faults_init(e);
    return e;
}

Engine *engine_new(const PProgram *p, const PTest *test, const EngineOptions *options)
{
    return new_engine(p, test, options, paths_new(1));
}

void engine_new_several(const PProgram *p, const PTest *test, const EngineOptions *options,
                        Engine **engines, uint32_t count)
{
    assert(count > 0);
    MachinePaths *paths = paths_new(count);
    for (uint32_t i = 0; i < count; i++)
        engines[i] = new_engine(p, test, options, paths);
}

void engine_free(Engine *e)
{
    Tables t = tables_of(e);
    if (e->has_guard)
        guard_foreign_close();
    monitor_drop(e);
    faults_drop(e);
    intern_drop(e);
    for (size_t i = 0; i < COUNT_OF(t.shelves); i++)
        shelf_drop(t.shelves[i]);
    for (size_t i = 0; i < COUNT_OF(t.indexes); i++)
        index_drop(t.indexes[i]);
    for (size_t i = 0; i < COUNT_OF(t.memos); i++)
        memo_drop(t.memos[i]);
    for (size_t i = 0; i < COUNT_OF(t.pairs); i++)
        pairs_drop(t.pairs[i]);
    paths_leave(e->paths);
    map_drop(&e->wants_of);
    free(e->powers);
    live_free(e->live);
    trails_free(e->trails);
    arena_drop(&e->arena);
    pthread_mutex_destroy(&e->lock);
    free(e);
}

void engine_forget(Engine *e)
{
    Tables t = tables_of(e);
    pthread_mutex_lock(&e->lock);
    intern_drop(e);
    for (size_t i = 0; i < COUNT_OF(t.shelves); i++) {
        shelf_clear(t.shelves[i]);
        uint32_t nobody = shelf_add(t.shelves[i]);
        assert(nobody == 0);
    }
    for (size_t i = 0; i < COUNT_OF(t.indexes); i++)
        index_clear(t.indexes[i]);
    for (size_t i = 0; i < COUNT_OF(t.memos); i++)
        memo_clear(t.memos[i]);
    for (size_t i = 0; i < COUNT_OF(t.pairs); i++)
        pairs_clear(t.pairs[i]);
    map_drop(&e->wants_of);
    arena_drop(&e->arena);
    e->arena_bytes = e->value_bytes = 0;
    pthread_mutex_unlock(&e->lock);
}

void *engine_keep(Engine *e, const void *data, size_t size)
{
    assert_debug(engine_is_locked(e));
    void *kept = arena_alloc(&e->arena, size ? size : 1);
    e->arena_bytes += size;
    if (size)
        memcpy(kept, data, size);
    return kept;
}

uint64_t engine_bytes(const Engine *e)
{
    Tables t = tables_of((Engine *)e);
    pthread_mutex_lock((pthread_mutex_t *)&e->lock);
    uint64_t bytes = e->arena_bytes + paths_bytes(e->paths) + trails_bytes(e->trails);
    for (size_t i = 0; i < COUNT_OF(t.pairs); i++)
        bytes += pairs_bytes(t.pairs[i]);
    for (size_t i = 0; i < COUNT_OF(t.memos); i++)
        bytes += memo_bytes(t.memos[i]);
    for (size_t i = 0; i < COUNT_OF(t.shelves); i++)
        bytes += shelf_bytes(t.shelves[i]);
    for (size_t i = 0; i < COUNT_OF(t.indexes); i++)
        bytes += index_bytes(t.indexes[i]);
    pthread_mutex_unlock((pthread_mutex_t *)&e->lock);
    return bytes;
}

uint64_t engine_value_bytes(const Engine *e)
{
    pthread_mutex_lock((pthread_mutex_t *)&e->lock);
    uint64_t bytes = e->value_bytes;
    pthread_mutex_unlock((pthread_mutex_t *)&e->lock);
    return bytes;
}

bool engine_is_full(const Engine *e)
{
    Tables t = tables_of((Engine *)e);
    bool is_full = false;
    pthread_mutex_lock((pthread_mutex_t *)&e->lock);
    for (size_t i = 0; i < COUNT_OF(t.shelves); i++)
        is_full |= shelf_is_nearly_full(t.shelves[i]);
    pthread_mutex_unlock((pthread_mutex_t *)&e->lock);
    return is_full;
}

uint64_t engine_known(const Engine *e)
{
    Tables t = tables_of((Engine *)e);
    pthread_mutex_lock((pthread_mutex_t *)&e->lock);
    uint64_t bytes = e->arena_bytes;
    for (size_t i = 0; i < COUNT_OF(t.shelves); i++)
        bytes += shelf_bytes(t.shelves[i]);
    for (size_t i = 0; i < COUNT_OF(t.indexes); i++)
        bytes += t.indexes[i]->count * sizeof(uint64_t);
    for (size_t i = 0; i < COUNT_OF(t.memos); i++)
        bytes += t.memos[i]->count * sizeof(MemoEntry);
    for (size_t i = 0; i < COUNT_OF(t.pairs); i++)
        bytes += t.pairs[i]->count * sizeof(Pair);
    pthread_mutex_unlock((pthread_mutex_t *)&e->lock);
    return bytes;
}

Stepper *stepper_new(Engine *e)
{
    Stepper *h = memory_zeroed(1, sizeof *h);
    h->engine = e;
    h->scratch.shared.program = e->program;
    h->notes.program = e->program;
    arena_alloc(&h->arena, 1);
    h->start = arena_mark(&h->arena);
    size_t cells = (size_t)e->program->state_count * e->program->event_count;
    h->deferred = memory_zeroed(cells + 1, sizeof *h->deferred);
    h->front.reduces = e->reduces;
    return h;
}

Engine *stepper_engine(const Stepper *h)
{
    return h->engine;
}

void stepper_free(Stepper *h)
{
    if (!h)
        return;
    p_name_machines(NULL, NULL);
    free(h->scratch.levels);
    free(h->scratch.stack);
    free(h->vars);
    free(h->words);
    free(h->content);
    free(h->refs);
    free(h->ops);
    free(h->events);
    free(h->queue);
    free(h->front.edges);
    free(h->drawn_rows);
    free(h->ready);
    free(h->settled);
    notes_drop(&h->notes);
    free(h->front.tracks.counts);
    free(h->deferred);
    free(h->faults.items);
    arena_drop(&h->arena);
    free(h);
}

void engine_prefetch(const Stepper *h, const State *s)
{
    uint32_t count = shape_of(h->engine, s)->count;
    for (uint32_t at = 1; at <= count; at++)
        __builtin_prefetch(queue_at(h->engine, s->words[queue_word(at)]));
}

void engine_renew(Stepper *h)
{
    h->front.edge_count = h->settled_count = 0;
    h->front.ready_words = NULL;
    h->front.is_stopped = false;
    arena_rewind(&h->arena, h->start);
}

// -------------------------------------------------------------------------------- the first

// The machine of faults is there from the beginning.
static void start_faults(Stepper *h, State *first)
{
    Engine *e = h->engine;
    uint32_t path = intern_faults(e), main = shape_of(e, first)->paths[0];
    assert(path > main);
    memmove(first->words + 5, first->words + 3, e->spec_count * sizeof *first->words);
    first->words[3] = faults_local(h, path, &e->options.network);
    first->words[4] = 0;
    first->count += 2;
    first->print += local_head(e, first->words[3])->hash;
    pthread_mutex_lock(&e->lock);
    first->words[0] = intern_shape(e, (uint32_t[]){main, path}, 2);
    pthread_mutex_unlock(&e->lock);
}

bool engine_start(Stepper *h, State *first, Bug *bug)
{
    Engine *e = h->engine;
    const PProgram *p = e->program;
    uint32_t interface = e->test->main, kind = e->test->bound[interface];
    assert(interface < p->interface_count && kind < p->machine_count);
    uint32_t count = 3 + e->spec_count, trail = cover_created(h, P_NONE, kind), started;
    uint32_t *words = arena_alloc(&h->arena, (count + 2) * sizeof *words);
    bool is_fine = true;

    *first = (State){.count = count, .words = words};
    for (uint32_t i = 0; i < e->spec_count && is_fine; i++) {
        uint32_t spec = e->specs[i].kind;
        if (rules_is_explicit(&p->machines[spec]))
            continue;
        is_fine = monitor_start(h, i, p_default(p, p->interfaces[spec].payload), &words[3 + i],
                                &started, bug);
        trail = trail_join(e->trails, trail, started);
        first->print += words[3 + i] ? local_at(e, words[3 + i])->hash.lo : 0;
    }
    atomic_store_explicit(&e->start_trail, trail, memory_order_relaxed);
    uint32_t path = intern_path(e, 0, 0, interface, kind);
    pthread_mutex_lock(&e->lock);
    PWord payload = p_default(p, p->interfaces[interface].payload);
    words[0] = intern_shape(e, &path, 1);
    words[1] = local_new(h, path, kind, interface, payload);
    words[2] = 0;
    pthread_mutex_unlock(&e->lock);
    first->print += local_head(e, words[1])->hash;
    if (network_has_faults(&e->options.network))
        start_faults(h, first);
    assert(state_is_valid(e, first));
    return is_fine;
}

// ---------------------------------------------------------------------------------- looking

uint32_t engine_machines(Stepper *h, const State *s)
{
    return shape_of(h->engine, s)->count;
}

uint32_t engine_path(Stepper *h, const State *s, uint32_t at)
{
    assert_debug(at > 0 && at <= shape_of(h->engine, s)->count);
    return shape_of(h->engine, s)->paths[at - 1];
}

uint32_t engine_at(Stepper *h, const State *s, uint32_t path)
{
    return shape_place(shape_of(h->engine, s), path);
}

uint32_t engine_kind(Stepper *h, uint32_t path)
{
    return path_at(h->engine, path)->kind;
}

bool state_is_valid(const Engine *e, const State *s)
{
    const Shape *shape = shape_of(e, s);
    if (s->count != 1 + 2 * shape->count + e->spec_count)
        return false;
    bool is_choosing = false;
    for (uint32_t at = 1; at <= shape->count; at++) {
        const Local *local = local_at(e, s->words[local_word(at)]);
        if (local->path != shape->paths[at - 1])
            return false;
        is_choosing |= local->position == AT_CHOICE;
    }
    for (uint32_t i = 0; i < e->spec_count; i++) {
        const uint32_t *locals;
        uint32_t count = group_members(e, &s->words[1 + 2 * shape->count + i], &locals);
        for (uint32_t k = 0; k < count; k++)
            if (local_at(e, locals[k])->kind != e->specs[i].kind)
                return false;
    }
    return is_choosing == !!(s->words[0] & CHOOSING);
}

bool engine_can_run(Stepper *h, uint32_t local, uint32_t queue)
{
    const Engine *e = h->engine;
    if (!local_head(e, local)->needs_event)
        return true;
    return queue && queue_look(h, local, queue) < queue_at(e, queue)->count;
}

bool engine_is_enabled(Stepper *h, const State *s, uint32_t at)
{
    const Engine *e = h->engine;
    assert_debug(at > 0 && at <= shape_of(e, s)->count);
    uint32_t local = s->words[local_word(at)];
    if ((s->words[0] & CHOOSING) && local_head(e, local)->position != AT_CHOICE)
        return false;
    return engine_can_run(h, local, s->words[queue_word(at)]);
}

// The hash of a queue. Asserts the hash of each prefix of a short one.
static uint64_t queue_print(const Engine *e, uint32_t queue)
{
    const Queue *whole = queue_at(e, queue);
    if (queue_is_long(e, whole)) {
        const Part *part = part_at(e, whole->part);
        assert(whole->count == part->count &&
               whole->hash == queue_long_hash(part->hash.lo, part->count));
        return whole->hash;
    }
    for (const Queue *q = whole, *before; q->count > 0; q = before) {
        before = queue_at(e, q->before);
        assert(q->hash == queue_hash(before->hash, message_at(e, q->last)->hash.lo));
    }
    return whole->hash;
}

uint64_t engine_print(Stepper *h, const State *s)
{
    const Engine *e = h->engine;
    const Shape *shape = shape_of(e, s);
    uint64_t sum = 0;
    for (uint32_t i = 1; i <= shape->count; i++)
        sum += local_at(e, s->words[local_word(i)])->hash.lo +
               queue_print(e, s->words[queue_word(i)]) * path_factor(e, shape->paths[i - 1]);
    for (uint32_t i = 2 * shape->count + 1; i < s->count; i++)
        sum += group_hash(e, s->words[i]).lo;
    return sum;
}

static uint64_t second_factor(const Engine *e, const Shape *shape, uint32_t at)
{
    return path_at(e, shape->paths[at - 1])->hash.hi | 1;
}

uint64_t engine_second_print(Stepper *h, const State *s)
{
    const Engine *e = h->engine;
    const Shape *shape = shape_of(e, s);
    uint64_t sum = 0;
    assert_debug(state_is_valid(e, s));
    for (uint32_t i = 1; i <= shape->count; i++)
        sum += local_at(e, s->words[local_word(i)])->hash.hi +
               queue_second_hash(e, s->words[queue_word(i)]) * second_factor(e, shape, i);
    for (uint32_t i = 2 * shape->count + 1; i < s->count; i++)
        sum += group_hash(e, s->words[i]).hi;
    return sum;
}

// The second hash that the queue of the machine that gets a message has afterwards.
static uint64_t second_of_other(Stepper *h, uint32_t queue, const Edge *edge)
{
    const Engine *e = h->engine;
    if (edge->other != EDGE_LATER)
        return queue_second_hash(e, edge->other);
    if (queue_at(e, queue)->count < e->short_queue)
        return queue_longer_second(queue_second_hash(e, queue),
                                   message_at(e, edge->outcome->message));
    return queue_second_hash(e, queue_push(h, queue, edge->outcome->message));
}

static uint64_t first_step_second(Stepper *h, const State *from, uint64_t second, const Edge *edge)
{
    const Engine *e = h->engine;
    const Shape *shape = shape_of(e, from);
    uint32_t local = from->words[local_word(edge->at)], queue = from->words[queue_word(edge->at)];
    if (edge->full)
        return engine_second_print(
            h, &(State){.count = edge->full->count, .words = (uint32_t *)edge->full->words});
    if (edge->outcome->self != local)
        second += local_at(e, edge->outcome->self)->hash.hi - local_at(e, local)->hash.hi;
    if (edge->own != queue)
        second += (queue_second_hash(e, edge->own) - queue_second_hash(e, queue)) *
                  second_factor(e, shape, edge->at);
    if (edge->to) {
        uint32_t old = from->words[queue_word(edge->to)];
        second += (second_of_other(h, old, edge) - queue_second_hash(e, old)) *
                  second_factor(e, shape, edge->to);
    }
    if (edge->watch)
        second += group_hash(e, edge->watch_to).hi - group_hash(e, from->words[edge->watch]).hi;
    return second;
}

// The local state and the queue of the machine after the edge's own step.
static void parts_after(const State *from, const Edge *edge, uint32_t at, uint32_t *local,
                        uint32_t *queue)
{
    const uint32_t *words = edge->full ? edge->full->words : from->words;
    bool is_self = !edge->full && at == edge->at, is_target = !edge->full && at == edge->to;
    *local = is_self ? edge->outcome->self : words[local_word(at)];
    *queue = is_self ? edge->own : is_target ? edge->other : words[queue_word(at)];
    assert_debug(*queue != EDGE_LATER);
}

uint64_t engine_step_second(Stepper *h, const State *from, uint64_t second, const Edge *edge)
{
    const Engine *e = h->engine;
    assert_debug(edge_kind(edge) == EDGE_STATE && second == engine_second_print(h, from));
    second = first_step_second(h, from, second, edge);
    State to = {.words = edge->full ? (uint32_t *)edge->full->words : from->words};
    uint32_t local = 0, queue = 0, last = 0;
    for (const SettledStep *step = edge_settled(h, edge); step->at; step++) {
        if (step->at != last)
            parts_after(from, edge, step->at, &local, &queue);
        second += local_at(e, step->outcome->self)->hash.hi - local_at(e, local)->hash.hi;
        second += (queue_second_hash(e, step->queue) - queue_second_hash(e, queue)) *
                  second_factor(e, shape_of(e, &to), step->at);
        last = step->at;
        local = step->outcome->self;
        queue = step->queue;
    }
    return second;
}

// -------------------------------------------------------------------------------------- ends

// A monitor in a hot state, or NULL.
static const Local *find_hot(const Engine *e, const State *s, uint32_t machines)
{
    const PProgram *p = e->program;
    for (uint32_t i = 0; i < e->spec_count; i++) {
        const uint32_t *locals;
        uint32_t count = group_members(e, &s->words[1 + 2 * machines + i], &locals);
        for (uint32_t j = 0; j < count; j++) {
            const Local *local = local_at(e, locals[j]);
            if (p->machines[local->kind].kind == P_MACHINE_SPEC &&
                p->states[local->state].temperature == P_HOT)
                return local;
        }
    }
    return NULL;
}

bool engine_ends_badly(Stepper *h, const State *s, Bug *bug)
{
    const Engine *e = h->engine;
    const PProgram *p = e->program;
    uint32_t machines = shape_of(e, s)->count, blocked = 0;
    char names[P_TEXT_MAX - 64] = "";
    size_t used = 0;

    assert(state_is_valid(e, s));
    *bug = (Bug){.machine = P_NONE, .state = P_NONE};
    for (uint32_t i = 1; i <= machines; i++) {
        const Local *local = local_at(e, s->words[local_word(i)]);
        if (local->receive == P_NONE)
            continue;
        assert(local->position == AT_REST && local->state < p->state_count);
        if (!blocked++) {
            bug->machine = local->kind;
            bug->state = local->state;
            bug->at = p->states[local->state].at;
        }
        if (used < sizeof names)
            used += (size_t)snprintf(names + used, sizeof names - used, "%s%s",
                                     blocked > 1 ? ", " : "", path_at(e, local->path)->name);
    }
    if (blocked) {
        bug->kind = P_ERROR_DEADLOCK;
        snprintf(bug->text, sizeof bug->text, "%s wait%s in a receive, and nothing else can happen",
                 names, blocked == 1 ? "s" : "");
        return true;
    }
    const Local *hot = find_hot(e, s, machines);
    if (!hot)
        return false;
    *bug = (Bug){.kind = P_ERROR_LIVENESS,
                 .machine = hot->kind,
                 .state = hot->state,
                 .at = p->states[hot->state].at};
    snprintf(bug->text, sizeof bug->text, "everything has ended, and %s is in its hot state %s",
             p->machines[hot->kind].name, p->states[hot->state].name);
    return true;
}
