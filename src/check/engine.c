// check/engine.c: states, their edges, and what lies behind these.
//
// Most steps change the local state and the queue of the machine that steps and the queue
// of the one it sends to, and nothing else: these edges are three changes and a sum. The
// others (a machine comes or goes, a monitor looks on) are made as whole new states.

#include "check/engine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/err.h"
#include "check/engine_impl.h"
#include "rt/act.h"

// Set in the first word while a machine is in the middle of its choices: nobody else runs.
#define CHOOSING 0x80000000u

static inline const Shape *shape_of(const Engine *e, const State *s)
{
    return shape_at(e, s->words[0] & ~CHOOSING);
}

// The words of the machine that stands at a place.
static inline uint32_t local_word(uint32_t at)
{
    return 2 * at - 1;
}

static inline uint32_t queue_word(uint32_t at)
{
    return 2 * at;
}

// ------------------------------------------------------------------------------ life cycle

static bool program_has_bounds(const PProgram *p)
{
    for (uint32_t i = 0; i < p->event_count; i++)
        if (p->events[i].bound.kind != P_BOUND_NONE)
            return true;
    for (uint32_t i = 0; i < p->machine_count; i++)
        if (p->machines[i].bound.kind != P_BOUND_NONE)
            return true;
    return false;
}

// Ids count from 1: the first item of each shelf is nobody's.
static void init_shelf(Shelf *s, size_t size, uint32_t most)
{
    shelf_init(s, size, most);
    shelf_add(s);
}

Engine *engine_new(const PProgram *p, const PTest *test, const EngineOptions *options)
{
    enum { MANY = 1u << 25, MOST = 1u << 28 };
    Engine *e = calloc(1, sizeof *e);
    if (!e)
        die_out_of_memory(sizeof *e);
    e->program = p;
    e->test = test;
    e->options = *options;
    e->live = live_new(p);
    e->trails = trails_new();
    e->has_bounds = program_has_bounds(p);
    e->has_limits = e->has_bounds || options->queue_max;
    pthread_mutex_init(&e->lock, NULL);
    init_shelf(&e->values, sizeof(Value), MANY);
    init_shelf(&e->messages, sizeof(Message), MANY);
    init_shelf(&e->queues, sizeof(Queue), MOST);
    init_shelf(&e->locals, sizeof(Local), MANY);
    init_shelf(&e->local_heads, sizeof(LocalHead), MANY);
    init_shelf(&e->queue_infos, sizeof(QueueInfo), MOST);
    init_shelf(&e->factors, sizeof(uint64_t), MANY);
    init_shelf(&e->shapes, sizeof(Shape), MANY);
    init_shelf(&e->paths, sizeof(Path), MANY);
    init_shelf(&e->moves, sizeof(MoveEntry), MANY);
    init_shelf(&e->afters, sizeof(AfterEntry), MANY);
    watch_init(e);
    return e;
}

void engine_free(Engine *e)
{
    Shelf *shelves[] = {&e->values,      &e->messages, &e->queues,     &e->locals,
                        &e->local_heads, &e->shapes,   &e->paths,      &e->moves,
                        &e->afters,      &e->factors,  &e->queue_infos};
    Index *indexes[] = {&e->value_index, &e->message_index, &e->local_index, &e->shape_index,
                        &e->path_index,  &e->move_index,    &e->after_index};
    Memo *memos[] = {&e->rows, &e->pushes, &e->cleaned, &e->seen};
    watch_drop(e);
    intern_drop(e);
    for (size_t i = 0; i < sizeof shelves / sizeof *shelves; i++)
        shelf_drop(shelves[i]);
    for (size_t i = 0; i < sizeof indexes / sizeof *indexes; i++)
        index_drop(indexes[i]);
    for (size_t i = 0; i < sizeof memos / sizeof *memos; i++)
        memo_drop(memos[i]);
    map_drop(&e->wants_of);
    live_free(e->live);
    trails_free(e->trails);
    arena_drop(&e->arena);
    pthread_mutex_destroy(&e->lock);
    free(e);
}

uint64_t engine_bytes(const Engine *e)
{
    const Shelf *shelves[] = {&e->values,      &e->messages, &e->queues,     &e->locals,
                              &e->local_heads, &e->shapes,   &e->paths,      &e->moves,
                              &e->afters,      &e->factors,  &e->queue_infos};
    const Index *indexes[] = {&e->value_index, &e->message_index, &e->local_index, &e->shape_index,
                              &e->path_index,  &e->move_index,    &e->after_index};
    const Memo *memos[] = {&e->rows, &e->pushes, &e->cleaned, &e->seen};
    pthread_mutex_lock((pthread_mutex_t *)&e->lock);
    uint64_t bytes = e->arena_bytes + trails_bytes(e->trails);
    for (size_t i = 0; i < sizeof memos / sizeof *memos; i++)
        bytes += memo_bytes(memos[i]);
    for (size_t i = 0; i < sizeof shelves / sizeof *shelves; i++)
        bytes += shelf_bytes(shelves[i]);
    for (size_t i = 0; i < sizeof indexes / sizeof *indexes; i++)
        bytes += indexes[i]->capacity * sizeof *indexes[i]->places;
    pthread_mutex_unlock((pthread_mutex_t *)&e->lock);
    return bytes;
}

Hand *hand_new(Engine *e)
{
    Hand *h = calloc(1, sizeof *h);
    if (!h)
        die_out_of_memory(sizeof *h);
    h->engine = e;
    h->scratch.shared.program = e->program;
    arena_alloc(&h->arena, 1);
    h->start = arena_mark(&h->arena);
    size_t cells = (size_t)e->program->state_count * e->program->event_count;
    h->deferred = calloc(cells + 1, sizeof *h->deferred);
    if (!h->deferred)
        die_out_of_memory((cells + 1) * sizeof *h->deferred);
    return h;
}

void hand_free(Hand *h)
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
    free(h->queue);
    free(h->edges);
    free(h->notes);
    free(h->tracks.counts);
    free(h->deferred);
    arena_drop(&h->arena);
    free(h);
}

void engine_renew(Hand *h)
{
    h->edge_count = 0;
    arena_rewind(&h->arena, h->start);
}

// -------------------------------------------------------------------------------- the first

bool engine_start(Hand *h, State *first, Bug *bug)
{
    Engine *e = h->engine;
    const PProgram *p = e->program;
    uint32_t interface = e->test->main, kind = e->test->bound[interface];
    uint32_t count = 3 + e->spec_count, trail = notice_created(h, P_NONE, kind), started;
    uint32_t *words = arena_alloc(&h->arena, count * sizeof *words);

    *first = (State){.count = count, .words = words};
    for (uint32_t i = 0; i < e->spec_count; i++) {
        uint32_t spec = e->specs[i].kind;
        if (act_is_told(&p->machines[spec]))
            continue;
        bool is_fine = watch_start(h, i, p_default(p, p->interfaces[spec].payload), &words[3 + i],
                                   &started, bug);
        trail = trail_join(e->trails, trail, started);
        atomic_store_explicit(&e->start_trail, trail, memory_order_relaxed);
        if (!is_fine)
            return false;
        first->print += words[3 + i] ? local_at(e, words[3 + i])->hash.lo : 0;
    }
    atomic_store_explicit(&e->start_trail, trail, memory_order_relaxed);
    pthread_mutex_lock(&e->lock);
    uint32_t path = intern_path(e, 0, 0, interface, kind);
    PWord payload = p_default(p, p->interfaces[interface].payload);
    words[0] = intern_shape(e, &path, 1);
    words[1] = local_new(h, path, kind, interface, payload);
    words[2] = 0;
    pthread_mutex_unlock(&e->lock);
    first->print += local_head(e, words[1])->hash;
    return true;
}

// ---------------------------------------------------------------------------------- looking

uint32_t engine_machines(Hand *h, const State *s)
{
    return shape_of(h->engine, s)->count;
}

uint32_t engine_path(Hand *h, const State *s, uint32_t at)
{
    return shape_of(h->engine, s)->paths[at - 1];
}

uint32_t engine_at(Hand *h, const State *s, uint32_t path)
{
    return shape_place(shape_of(h->engine, s), path);
}

uint32_t engine_kind(Hand *h, uint32_t path)
{
    return path_at(h->engine, path)->kind;
}

// A machine with the local state and queue: can it run?
static bool can_run(Hand *h, uint32_t local, uint32_t queue)
{
    const Engine *e = h->engine;
    if (local_head(e, local)->position != AT_REST || local_wants_null(e, local))
        return true;
    return queue && queue_look(h, local, queue) < queue_info(e, queue)->count;
}

bool engine_is_enabled(Hand *h, const State *s, uint32_t at)
{
    const Engine *e = h->engine;
    uint32_t local = s->words[local_word(at)];
    if ((s->words[0] & CHOOSING) && local_head(e, local)->position != AT_CHOICE)
        return false;
    return can_run(h, local, s->words[queue_word(at)]);
}

uint64_t engine_second_print(Hand *h, const State *s)
{
    const Engine *e = h->engine;
    const Shape *shape = shape_of(e, s);
    uint64_t sum = 0;
    for (uint32_t i = 1; i <= shape->count; i++)
        sum += local_at(e, s->words[local_word(i)])->hash.hi +
               queue_at(e, s->words[queue_word(i)])->hash.hi *
                   (path_at(e, shape->paths[i - 1])->hash.hi | 1);
    for (uint32_t i = 2 * shape->count + 1; i < s->count; i++)
        sum += s->words[i] ? local_at(e, s->words[i])->hash.hi : 0;
    return sum;
}

// ------------------------------------------------------------------------------ whole states

// A new state under construction, in the hand's memory.
typedef struct Next {
    Hand *hand;
    const State *from;
    uint32_t *words;
    uint32_t count;
    uint32_t machines;
    uint64_t print;
    EdgeKind kind;
    const Bug *bug;
    uint32_t trail, also;  // what the machine has done, and what others have
} Next;

static Next next_begin(Hand *h, const State *s)
{
    Next n = {.hand = h,
              .from = s,
              .words = arena_alloc(&h->arena, (s->count + 2) * sizeof *s->words),
              .count = s->count,
              .machines = shape_of(h->engine, s)->count,
              .print = s->print,
              .kind = EDGE_STATE};
    memcpy(n.words, s->words, s->count * sizeof *s->words);
    n.words[0] &= ~CHOOSING;
    return n;
}

static bool next_fails(Next *n, EdgeKind kind, const Bug *bug)
{
    n->kind = kind;
    n->bug = bug;
    return false;
}

static inline void next_note(Next *n, uint32_t trail)
{
    n->trail = trail_join(n->hand->engine->trails, n->trail, trail);
}

static inline void next_note_also(Next *n, uint32_t trail)
{
    n->also = trail_join(n->hand->engine->trails, n->also, trail);
}

static bool next_show(Next *n, const Show *shows, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        uint32_t *word = &n->words[1 + 2 * n->machines + shows[i].monitor];
        const Bug *bug = NULL;
        if (!*word)
            continue;
        MemoEntry seen = watch_see(n->hand, *word, shows[i].message, &bug);
        next_note_also(n, (uint32_t)seen.spare);
        if (seen.status) {
            next_note(n, shows[i].trail);
            return next_fails(n, bug->kind == P_ERROR_NONE ? EDGE_ASSUME : EDGE_BUG, bug);
        }
        *word = seen.to;
        n->print += seen.delta;
    }
    return true;
}

static inline const MemoEntry *known_push(const Engine *e, uint32_t queue, uint32_t message)
{
    return memo_get(&e->pushes, memo_key(queue, message));
}

static inline uint32_t pushed(Hand *h, uint32_t queue, uint32_t message)
{
    const MemoEntry *known = known_push(h->engine, queue, message);
    return known ? known->to : queue_push(h, queue, message);
}

static void next_set_queue(Next *n, uint32_t at, uint32_t path, uint32_t queue)
{
    const Engine *e = n->hand->engine;
    uint32_t *word = &n->words[queue_word(at)];
    n->print += (queue_at(e, queue)->hash.lo - queue_at(e, *word)->hash.lo) * path_factor(e, path);
    *word = queue;
}

// The queue, without what the local state ignores.
static inline uint32_t next_clean(Next *n, uint32_t local, uint32_t queue)
{
    uint32_t cleaned = queue_clean(n->hand, local, queue);
    if (cleaned != queue)
        next_note_also(n, queue_cleaned(n->hand, local, queue));
    return cleaned;
}

// One more message for the machine; it is lost when that has halted. Who sends to itself
// has not come to rest yet: what it will ignore there is looked at then.
static bool next_put(Next *n, uint32_t path, uint32_t message, bool is_self)
{
    Hand *h = n->hand;
    const Engine *e = h->engine;
    uint32_t at = shape_place(shape_at(e, n->words[0]), path);
    if (!at)
        return true;
    uint32_t local = n->words[local_word(at)], queue = n->words[queue_word(at)];
    switch (queue_fits(e, local, queue, message)) {
    case FITS_NOT:
        return next_fails(n, EDGE_BUG, queue_bug(h, local, queue, message));
    case FITS_NOT_ASSUMED:
        return next_fails(n, EDGE_ASSUME, NULL);
    case FITS_TOO_LONG:
        return next_fails(n, EDGE_QUEUE, NULL);
    case FITS:
        break;
    }
    uint32_t longer = pushed(h, queue, message);
    next_set_queue(n, at, path, is_self ? longer : next_clean(n, local, longer));
    return true;
}

static void next_reshape(Next *n, uint32_t add, uint32_t remove)
{
    Engine *e = n->hand->engine;
    const Shape *old = shape_at(e, n->words[0]);
    uint32_t *paths = arena_alloc(&n->hand->arena, (old->count + 1) * sizeof *paths), count = 0;
    for (uint32_t i = 0; i < old->count; i++) {
        if (add && add < old->paths[i]) {
            paths[count++] = add;
            add = 0;
        }
        if (old->paths[i] != remove)
            paths[count++] = old->paths[i];
    }
    if (add)
        paths[count++] = add;
    pthread_mutex_lock(&e->lock);
    n->words[0] = intern_shape(e, paths, count);
    pthread_mutex_unlock(&e->lock);
}

static void next_remove(Next *n, uint32_t at, uint32_t path)
{
    uint32_t word = local_word(at);
    next_set_queue(n, at, path, 0);
    memmove(n->words + word, n->words + word + 2, (n->count - word - 2) * sizeof *n->words);
    n->count -= 2;
    n->machines--;
    next_reshape(n, 0, path);
}

static void next_add(Next *n, uint32_t path, uint32_t local)
{
    const Engine *e = n->hand->engine;
    next_reshape(n, path, 0);
    uint32_t word = local_word(shape_place(shape_at(e, n->words[0]), path));
    memmove(n->words + word + 2, n->words + word, (n->count - word) * sizeof *n->words);
    n->words[word] = local;
    n->words[word + 1] = 0;
    n->count += 2;
    n->machines++;
    n->print += local_head(e, local)->hash;
}

// Who steps becomes what the outcome says.
static void next_self(Next *n, uint32_t at, uint32_t path, const Outcome *o)
{
    n->print += o->delta;
    if (o->self) {
        n->words[local_word(at)] = o->self;
        next_set_queue(n, at, path, next_clean(n, o->self, n->words[queue_word(at)]));
    } else {
        next_remove(n, at, path);
    }
    if (o->is_choosing)
        n->words[0] |= CHOOSING;
}

// The event that the step takes is gone from the queue.
static void next_take(Next *n, uint32_t at, uint32_t path, const Outcome *o)
{
    Hand *h = n->hand;
    uint32_t local = n->words[local_word(at)], queue = n->words[queue_word(at)];
    bool looks = o->takes || o->taken == P_EVENT_NULL;  // what is ignored is dropped on the way
    if (o->is_whole)
        next_set_queue(n, at, path, o->queue);
    else if (looks && queue) {
        uint32_t place = queue_takable(h, local, queue);
        if (place)
            next_note_also(n, notice_skipped(h, local, queue, place));
        next_set_queue(n, at, path, queue_without(h, local, queue, place));
    }
}

// A message that is put, to itself or another.
static bool next_message(Next *n, uint32_t path, const Outcome *o)
{
    if ((o->target && !next_put(n, o->target, o->message, false)) ||
        (o->self_message && !next_put(n, path, o->self_message, true))) {
        next_note(n, o->put_trail);
        return false;
    }
    return true;
}

static bool next_outcome(Next *n, uint32_t path, const Outcome *o)
{
    uint32_t at = shape_place(shape_at(n->hand->engine, n->words[0]), path);
    uint32_t before = o->shown_before;
    next_take(n, at, path, o);
    if (!next_show(n, o->shows, before) || !next_message(n, path, o) ||
        !next_show(n, o->shows + before, o->show_count - before))
        return false;
    next_note(n, o->trail);
    switch (o->kind) {
    case OUT_BUG:
        return next_fails(n, EDGE_BUG, o->bug);
    case OUT_ASSUME:
        return next_fails(n, EDGE_ASSUME, NULL);
    case OUT_QUEUE:
        return next_fails(n, EDGE_QUEUE, NULL);
    case OUT_NEW:  // it is about to create: that is where the rest begins
        n->print += o->delta;
        n->words[local_word(at)] = o->self;
        return true;
    }
    next_self(n, at, path, o);
    return true;
}

// ------------------------------------------------------------------------------------ edges

static inline Edge *edge_new(Hand *h)
{
    if (h->edge_count == h->edge_capacity) {
        h->edge_capacity = h->edge_capacity ? h->edge_capacity * 2 : 256;
        h->edges = realloc(h->edges, h->edge_capacity * sizeof *h->edges);
        if (!h->edges)
            die_out_of_memory(h->edge_capacity * sizeof *h->edges);
    }
    return &h->edges[h->edge_count++];
}

static Edge *add_next(const Next *n, uint32_t at, uint32_t label, const Outcome *o)
{
    Edge *edge = edge_new(n->hand);
    *edge = (Edge){
        .kind = n->kind,
        .at = at,
        .label = label,
        .cost = o->cost,
        .changed = o->changed,
        .print = n->print,
        .count = n->count,
        .words = n->words,
        .bug = n->bug,
        .outcome = o,
        .trail = n->trail,
        .also = n->also,
    };
    return edge;
}

// The smallest k under which the creator has nobody: neither there nor referred to.
static uint32_t free_number(Hand *h, const State *s, uint32_t creator)
{
    const Engine *e = h->engine;
    const Shape *shape = shape_of(e, s);
    uint32_t most = 0;
    ArenaMark mark = arena_mark(&h->arena);
    // Everything that is referred to or there, as one list of lists.
    uint32_t lists = s->count + 1, count = 0;
    Refs *refs = NEW_ARRAY(&h->arena, Refs, lists);
    refs[count++] = (Refs){shape->paths, shape->count};
    for (uint32_t i = 1; i <= shape->count; i++) {
        refs[count++] = local_at(e, s->words[local_word(i)])->refs;
        const QueueInfo *q = queue_info(e, s->words[queue_word(i)]);
        refs[count++] = (Refs){q->refs, q->ref_count};
    }
    for (uint32_t i = 2 * shape->count + 1; i < s->count; i++)
        if (s->words[i])
            refs[count++] = local_at(e, s->words[i])->refs;
    for (uint32_t i = 0; i < count; i++)
        most += refs[i].count;
    bool *is_taken = NEW_ARRAY(&h->arena, bool, most + 1);
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t j = 0; j < refs[i].count; j++) {
            const Path *path = path_at(e, refs[i].paths[j]);
            if (path->creator == creator && path->k < most)
                is_taken[path->k] = true;
        }
    uint32_t k = 0;
    while (is_taken[k])
        k++;
    arena_rewind(&h->arena, mark);
    return k;
}

static bool is_monitor(const PProgram *p, uint32_t kind)
{
    return p->machines[kind].kind == P_MACHINE_SPEC || p->machines[kind].kind == P_MACHINE_SCENARIO;
}

// A monitor of the 2015 dialect begins, if there is one that has not.
static bool next_monitor(Next *n, uint32_t kind, PWord payload)
{
    const Engine *e = n->hand->engine;
    for (uint32_t i = 0; i < e->spec_count; i++) {
        uint32_t *word = &n->words[1 + 2 * n->machines + i];
        if (e->specs[i].kind != kind || *word)
            continue;
        Bug found;
        uint32_t trail;
        bool is_fine = watch_start(n->hand, i, payload, word, &trail, &found);
        next_note_also(n, trail);
        if (!is_fine) {
            Bug *kept = NEW(&n->hand->arena, Bug);
            *kept = found;
            return next_fails(n, EDGE_BUG, kept);
        }
        n->print += *word ? local_at(e, *word)->hash.lo : 0;
        return true;
    }
    return true;
}

// A step that creates: up to there it is `o`, and then as many ways as row_after has.
static uint32_t expand_new(Hand *h, const State *s, uint32_t at, uint32_t label, const Outcome *o)
{
    Engine *e = h->engine;
    uint32_t creator = engine_path(h, s, at), child, path = 0;
    const Pending *asked = &local_at(e, o->self)->pending;
    Next start = next_begin(h, s);

    bool is_fine = next_outcome(&start, creator, o);
    State middle = {.print = start.print, .count = start.count, .words = start.words};
    if (is_fine && is_monitor(e->program, asked->kind)) {
        is_fine = next_monitor(&start, asked->kind, asked->payload);
    } else if (is_fine) {
        uint32_t k = free_number(h, &middle, creator);
        pthread_mutex_lock(&e->lock);
        path = intern_path(e, creator, k, asked->interface, asked->kind);
        pthread_mutex_unlock(&e->lock);
    }
    if (!is_fine) {
        add_next(&start, at, label, o);
        return 1;
    }
    const Row *row = row_after(h, o->self, path, o->weight, &child);
    if (path)
        next_add(&start, path, child);
    middle = (State){.print = start.print, .count = start.count, .words = start.words};
    for (uint32_t i = 0; i < row->count; i++) {
        const Outcome *after = &row->outcomes[i];
        Next n = next_begin(h, &middle);
        n.trail = start.trail;
        n.also = start.also;
        next_outcome(&n, creator, after);
        Edge *edge = add_next(&n, at, label + i, o);
        edge->after = after;
        edge->created = path;
        edge->cost += after->cost;
        edge->changed += after->changed;
    }
    return row->count;
}

// Where an outcome leads when three words change at most. `place` is where the event
// stands that is taken. False when there is more to it.
static inline bool expand_plain(Hand *h, const State *s, const Shape *shape, uint32_t at,
                                uint32_t place, uint32_t label, const Outcome *o)
{
    const Engine *e = h->engine;
    uint32_t local = s->words[local_word(at)], queue = s->words[queue_word(at)], own = queue;
    uint64_t print = s->print + o->delta;
    uint32_t to = 0, other = 0;

    if (o->target && (to = shape_place(shape, o->target))) {
        uint32_t old = s->words[queue_word(to)];
        if (local_head(e, s->words[local_word(to)])->ignores)
            return false;
        const MemoEntry *put = known_push(e, old, o->message);
        other = put ? put->to : queue_push(h, old, o->message);
        uint64_t delta = put ? put->delta : queue_at(e, other)->hash.lo - queue_at(e, old)->hash.lo;
        print += delta * path_factor(e, o->target);
    }
    if (o->is_whole)
        own = o->queue;
    else if (o->takes)
        own = place ? queue_without(h, local, queue, place) : queue_rest(h, queue);
    if (o->self_message)
        own = pushed(h, own, o->self_message);
    if (own != queue)
        print += (queue_at(e, own)->hash.lo - queue_at(e, queue)->hash.lo) *
                 path_factor(e, shape->paths[at - 1]);
    Edge *edge = edge_new(h);
    edge->kind = EDGE_STATE;
    edge->at = at;
    edge->label = label;
    edge->cost = o->cost;
    edge->changed = o->changed;
    edge->print = print;
    edge->change_count = to ? 3 : 2;
    edge->change_at[0] = local_word(at);
    edge->change_to[0] = o->self;
    edge->change_at[1] = queue_word(at);
    edge->change_to[1] = own;
    edge->change_at[2] = queue_word(to);
    edge->change_to[2] = other;
    edge->count = s->count;
    edge->words = NULL;
    edge->outcome = o;
    edge->after = NULL;
    edge->created = 0;
    edge->trail = o->trail;
    edge->also = 0;
    return true;
}

static const Row *row_by_queue(Hand *h, uint32_t local, uint32_t queue)
{
    return can_run(h, local, queue) ? row_of(h, local, queue) : NULL;
}

// The first event in the queue is not known to be one that is taken.
static const Row *row_by_event(Hand *h, uint32_t local, uint32_t queue, uint32_t *place)
{
    const Engine *e = h->engine;
    uint32_t count = queue_info(e, queue)->count;
    *place = queue_look(h, local, queue);
    if (*place < count)
        return row_of(h, local, queue_messages(h, queue)[*place]);
    if (!local_wants_null(e, local))
        return NULL;
    *place = 0;
    return row_of(h, local, 0);
}

// What the machine can do, and where the event stands that it takes. NULL: nothing.
static inline const Row *find_row(Hand *h, uint32_t local, uint32_t queue, uint32_t *place)
{
    const Engine *e = h->engine;
    const LocalHead *head = local_head(e, local);

    if (__builtin_expect(e->options.points == POINTS_CLASSIC, 0))
        return row_by_queue(h, local, queue);
    if (head->position != AT_REST) {
        const Row *row = atomic_load_explicit(&head->row, memory_order_acquire);
        return row ? row : row_of(h, local, 0);
    }
    if (!queue && !head->wants_null)
        return NULL;
    if (queue && e->options.has_memo) {
        // A row for the first event is a sign that it is taken.
        const MemoEntry *known = memo_get(&e->rows, memo_key(local, queue_at(e, queue)->first));
        if (known)
            return (const Row *)(uintptr_t)known->delta;
    }
    return row_by_event(h, local, queue, place);
}

// Outcomes that change more than three words.
__attribute__((noinline)) static uint32_t expand_whole(Hand *h, const State *s, uint32_t at,
                                                       uint32_t label, const Outcome *o)
{
    if (o->kind == OUT_NEW)
        return expand_new(h, s, at, label, o);
    Next n = next_begin(h, s);
    next_outcome(&n, engine_path(h, s, at), o);
    add_next(&n, at, label, o);
    return 1;
}

static inline uint32_t expand(Hand *h, const State *s, const Shape *shape, uint32_t at,
                              bool is_choosing)
{
    const Engine *e = h->engine;
    uint32_t local = s->words[local_word(at)], label = 0, place = 0;
    if (is_choosing && local_head(e, local)->position != AT_CHOICE)
        return 0;
    const Row *row = find_row(h, local, s->words[queue_word(at)], &place);
    if (!row)
        return 0;
    bool may_be_plain = !is_choosing && !e->has_limits;
    const Outcome *end = row->outcomes + row->count;
    for (const Outcome *o = row->outcomes; o < end; o++) {
        if (o->is_plain && may_be_plain && expand_plain(h, s, shape, at, place, label, o))
            label++;
        else
            label += expand_whole(h, s, at, label, o);
    }
    return label;
}

uint32_t engine_expand(Hand *h, const State *s, uint32_t at)
{
    return expand(h, s, shape_of(h->engine, s), at, s->words[0] & CHOOSING);
}

uint32_t engine_expand_all(Hand *h, const State *s)
{
    const Shape *shape = shape_of(h->engine, s);
    bool is_choosing = s->words[0] & CHOOSING;
    uint32_t count = 0;
    for (uint32_t at = 1; at <= shape->count; at++)
        count += expand(h, s, shape, at, is_choosing);
    return count;
}

Edge *engine_edges(Hand *h)
{
    return h->edges;
}

uint32_t engine_edge_count(Hand *h)
{
    return h->edge_count;
}

void engine_apply(const State *from, const Edge *edge, State *to)
{
    to->print = edge->print;
    to->count = edge->count;
    if (edge->words) {
        memcpy(to->words, edge->words, edge->count * sizeof *to->words);
        return;
    }
    memcpy(to->words, from->words, from->count * sizeof *to->words);
    for (uint32_t i = 0; i < edge->change_count; i++)
        to->words[edge->change_at[i]] = edge->change_to[i];
}

// -------------------------------------------------------------------------------------- ends

bool engine_ends_badly(Hand *h, const State *s, Bug *bug)
{
    const Engine *e = h->engine;
    const PProgram *p = e->program;
    uint32_t machines = shape_of(e, s)->count, blocked = 0;
    char names[P_TEXT_MAX - 64] = "";
    size_t used = 0;

    *bug = (Bug){.machine = P_NONE, .state = P_NONE};
    for (uint32_t i = 1; i <= machines; i++) {
        const Local *local = local_at(e, s->words[local_word(i)]);
        if (local->receive == P_NONE)
            continue;
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
        snprintf(bug->text, sizeof bug->text, "nobody can go on, and %s wait%s in a receive", names,
                 blocked == 1 ? "s" : "");
        return true;
    }
    for (uint32_t i = 0; i < e->spec_count; i++) {
        uint32_t id = s->words[1 + 2 * machines + i];
        const Local *local = id ? local_at(e, id) : NULL;
        if (!local || p->machines[local->kind].kind != P_MACHINE_SPEC ||
            p->states[local->state].temperature != P_HOT)
            continue;
        *bug = (Bug){.kind = P_ERROR_LIVENESS,
                     .machine = local->kind,
                     .state = local->state,
                     .at = p->states[local->state].at};
        snprintf(bug->text, sizeof bug->text, "everything has ended, and %s is in its hot state %s",
                 p->machines[local->kind].name, p->states[local->state].name);
        return true;
    }
    return false;
}

// ----------------------------------------------------------------------- what happened there

static uint32_t add_ops(StepEvent *events, uint32_t count, uint32_t machine, const Outcome *o)
{
    for (uint32_t i = 0; i < o->op_count && count < EVENT_MAX - 4; i++)
        events[count++] = (StepEvent){.kind = EVENT_USER,
                                      .machine = machine,
                                      .other = o->ops[i].path,
                                      .event = o->ops[i].op,
                                      .number = o->ops[i].number};
    return count;
}

static uint32_t word_after(const State *from, const Edge *edge, uint32_t word)
{
    for (uint32_t i = 0; i < edge->change_count; i++)
        if (edge->change_at[i] == word)
            return edge->change_to[i];
    return from->words[word];
}

static bool is_enabled_after(Hand *h, const State *from, const Edge *edge, uint32_t path)
{
    const Engine *e = h->engine;
    if (!edge->words) {
        uint32_t at = shape_place(shape_of(e, from), path);
        return at && can_run(h, word_after(from, edge, local_word(at)),
                             word_after(from, edge, queue_word(at)));
    }
    State to = {.count = edge->count, .words = (uint32_t *)edge->words};
    uint32_t at = shape_place(shape_of(e, &to), path);
    return at && can_run(h, to.words[local_word(at)], to.words[queue_word(at)]);
}

uint32_t engine_events(Hand *h, const State *from, const Edge *edge, StepEvent *events)
{
    const Outcome *o = edge->outcome, *last = edge->after ? edge->after : o;
    uint32_t machine = engine_path(h, from, edge->at), count = 0;

    if (o->taken != P_NONE)
        events[count++] = (StepEvent){.kind = EVENT_TAKEN, .machine = machine, .event = o->taken};
    count = add_ops(events, count, machine, o);
    if (o->sent != P_NONE && engine_at(h, from, o->sent_to))
        events[count++] = (StepEvent){.kind = EVENT_SENT,
                                      .machine = machine,
                                      .other = o->sent_to,
                                      .event = o->sent,
                                      .is_enabled = is_enabled_after(h, from, edge, o->sent_to)};
    if (edge->created)
        events[count++] = (StepEvent){.kind = EVENT_CREATED,
                                      .machine = machine,
                                      .other = edge->created,
                                      .event = engine_kind(h, edge->created)};
    if (edge->after)
        count = add_ops(events, count, machine, edge->after);
    if (!last->self)
        events[count++] = (StepEvent){.kind = EVENT_HALTED, .machine = machine};
    else if (!is_enabled_after(h, from, edge, machine))
        events[count++] = (StepEvent){.kind = EVENT_BLOCKED, .machine = machine};
    return count;
}

uint32_t engine_moves(Hand *h, const Edge *edge, const uint32_t **choices, uint32_t *choice_count)
{
    const Outcome *o = edge->outcome, *after = edge->after;
    if (!after) {
        *choices = o->choices;
        *choice_count = o->choice_count;
        return o->moves;
    }
    *choice_count = o->choice_count + after->choice_count;
    uint32_t *all = arena_alloc(&h->arena, (*choice_count + 1) * sizeof *all);
    if (o->choice_count)
        memcpy(all, o->choices, o->choice_count * sizeof *all);
    if (after->choice_count)
        memcpy(all + o->choice_count, after->choices, after->choice_count * sizeof *all);
    *choices = all;
    return o->moves + after->moves;
}
