// check/engine/full_step.c: steps that change more than a few words of the state.
//
// A machine is created or halts, several monitors change, one of them fails, a queue has a
// limit: such a step builds all words of the new state, one change after the other.

#include <stdlib.h>
#include <string.h>

#include "base/err.h"
#include "check/engine/long_impl.h"
#include "check/engine/next_impl.h"
#include "rt/send_rules.h"

// ------------------------------------------------------------------------------ full states

Next next_begin(Stepper *h, const State *s)
{
    Next n = {.stepper = h,
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
    n->trail = trail_join(n->stepper->engine->trails, n->trail, trail);
}

static inline void next_note_also(Next *n, uint32_t trail)
{
    n->also = trail_join(n->stepper->engine->trails, n->also, trail);
}

static bool next_show(Next *n, const Show *shows, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        assert(shows[i].monitor < n->stepper->engine->spec_count);
        uint32_t *word = &n->words[1 + 2 * n->machines + shows[i].monitor];
        const Bug *bug = NULL;
        if (!*word)
            continue;
        MemoEntry seen = monitor_see(n->stepper, *word, shows[i].message, &bug);
        next_note_also(n, (uint32_t)seen.spare);
        if (seen.status) {
            next_note(n, shows[i].trail);
            n->cut_moves = shows[i].moves;
            n->cut_choice_count = shows[i].choice_count;
            return next_fails(n, bug->kind == P_ERROR_NONE ? EDGE_ASSUME : EDGE_BUG, bug);
        }
        *word = seen.to;
        n->print += seen.delta;
    }
    return true;
}

void next_set_queue(Next *n, uint32_t at, uint32_t path, uint32_t queue)
{
    const Engine *e = n->stepper->engine;
    assert(at > 0 && at <= n->machines);
    uint32_t *word = &n->words[queue_word(at)];
    n->print += (queue_at(e, queue)->hash - queue_at(e, *word)->hash) * path_factor(e, path);
    *word = queue;
}

// The queue without ignored events.
static inline uint32_t next_clean(Next *n, uint32_t local, uint32_t queue)
{
    uint32_t cleaned = queue_clean(n->stepper, local, queue);
    if (cleaned != queue)
        next_note_also(n, queue_cleaned(n->stepper, local, queue));
    return cleaned;
}

// The message is the first one of a channel that is not there yet.
static void next_open(Next *n, uint32_t path, uint32_t message)
{
    Stepper *h = n->stepper;
    const MachinePath *channel = path_at(h->engine, path);
    if (faults_has_cut(h->engine, shape_at(h->engine, n->words[0]), channel->creator, channel->to))
        return;
    next_add(n, path, channel_local(h, path, false));
    uint32_t at = shape_place(shape_at(h->engine, n->words[0]), path);
    next_set_queue(n, at, path, queue_push(h, 0, message));
    n->opened = path;
}

// Puts a message into the machine's queue; it is lost when the machine has halted. A machine
// that sends to itself is not at rest yet: next_self drops ignored events later.
bool next_put(Next *n, uint32_t path, uint32_t message, bool is_self)
{
    Stepper *h = n->stepper;
    const Engine *e = h->engine;
    uint32_t at = shape_place(shape_at(e, n->words[0]), path);
    if (!at) {
        if (path_is_channel(e, path))
            next_open(n, path, message);
        return true;
    }
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
    queue = is_self ? queue_push(h, queue, message)
                    : queue_deliver(h, local, queue, message, &n->also);
    next_set_queue(n, at, path, queue);
    return true;
}

// Under the lock: the shape with one machine more or less.
static uint32_t reshape(Stepper *h, const Shape *old, uint32_t add, uint32_t remove)
{
    if (add && (old->count == 0 || add > old->paths[old->count - 1]))
        return intern_longer_shape(h->engine, old, add);
    uint32_t *paths = arena_alloc(&h->arena, (old->count + 1) * sizeof *paths), count = 0;
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
    assert(count <= old->count + 1);
    return intern_shape(h->engine, paths, count);
}

// Removes the machine with the path from the shape, or adds it when it is not there.
static void next_reshape(Next *n, uint32_t path)
{
    Engine *e = n->stepper->engine;
    assert(!(n->words[0] & CHOOSING));
    uint64_t key = memo_key(n->words[0], path);
    const MemoEntry *known = memo_get(&e->reshaped, key);
    if (known) {
        n->words[0] = known->to;
        return;
    }
    const Shape *old = shape_at(e, n->words[0]);
    bool is_there = shape_place(old, path);
    pthread_mutex_lock(&e->lock);
    n->words[0] = reshape(n->stepper, old, is_there ? 0 : path, is_there ? path : 0);
    if (!memo_get(&e->reshaped, key))
        memo_add(&e->reshaped, key, 0, n->words[0], 0);
    pthread_mutex_unlock(&e->lock);
}

void next_remove(Next *n, uint32_t at, uint32_t path)
{
    uint32_t word = local_word(at);
    assert(at > 0 && at <= n->machines && word + 2 <= n->count);
    next_set_queue(n, at, path, 0);
    memmove(n->words + word, n->words + word + 2, (n->count - word - 2) * sizeof *n->words);
    n->count -= 2;
    n->machines--;
    next_reshape(n, path);
    assert(shape_at(n->stepper->engine, n->words[0])->count == n->machines);
}

void next_add(Next *n, uint32_t path, uint32_t local)
{
    const Engine *e = n->stepper->engine;
    // next_begin has made room for one machine more.
    assert(n->count <= n->from->count && !shape_place(shape_at(e, n->words[0]), path));
    next_reshape(n, path);
    uint32_t word = local_word(shape_place(shape_at(e, n->words[0]), path));
    memmove(n->words + word + 2, n->words + word, (n->count - word) * sizeof *n->words);
    n->words[word] = local;
    n->words[word + 1] = 0;
    n->count += 2;
    n->machines++;
    assert(shape_at(e, n->words[0])->count == n->machines && local_at(e, local)->path == path);
    n->print += local_head(e, local)->hash;
}

// Sets the local state of the machine that steps, or removes it when it has halted.
static void next_self(Next *n, uint32_t at, uint32_t path, const Outcome *o)
{
    assert(o->self || !o->is_choosing);
    n->print += o->delta;
    if (o->self && !n->words[queue_word(at)] && path_is_channel(n->stepper->engine, path)) {
        n->print -= local_head(n->stepper->engine, o->self)->hash;
        next_remove(n, at, path);
    } else if (o->self) {
        n->words[local_word(at)] = o->self;
        next_set_queue(n, at, path, next_clean(n, o->self, n->words[queue_word(at)]));
    } else {
        next_remove(n, at, path);
    }
    if (o->is_choosing)
        n->words[0] |= CHOOSING;
}

// Removes the event that the step takes from the queue.
static void next_take(Next *n, uint32_t at, uint32_t path, const Outcome *o)
{
    Stepper *h = n->stepper;
    uint32_t local = n->words[local_word(at)], queue = n->words[queue_word(at)];
    bool looks = o->takes || o->taken == P_EVENT_NULL;  // then ignored events are dropped too
    if (o->has_final_queue)
        next_set_queue(n, at, path, o->queue);
    else if (looks && queue) {
        uint32_t place = queue_takable(h, local, queue);
        if (place)
            next_note_also(n, cover_skipped(h, local, queue, place));
        next_set_queue(n, at, path, queue_without(h, local, queue, place));
    }
}

// Puts the message of the outcome, to itself or to another machine.
static bool next_message(Next *n, uint32_t path, const Outcome *o)
{
    if ((o->target && !next_put(n, o->target, o->message, false)) ||
        (o->self_message && !next_put(n, path, o->self_message, true))) {
        next_note(n, o->put_trail);
        n->cut_moves = o->put_moves;
        n->cut_choice_count = o->put_choice_count;
        return false;
    }
    return true;
}

static bool next_outcome(Next *n, uint32_t path, const Outcome *o)
{
    uint32_t at = shape_place(shape_at(n->stepper->engine, n->words[0]), path);
    uint32_t before = o->shown_before;
    assert(at > 0 && before <= o->show_count);
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
    case OUT_NEW:  // about to create: row_after continues from here
        n->print += o->delta;
        n->words[local_word(at)] = o->self;
        return true;
    }
    next_self(n, at, path, o);
    return true;
}

// ------------------------------------------------------------------------------------ edges

FullStep *next_edge(const Next *n, uint32_t at, uint32_t label, const Outcome *o)
{
    assert((n->kind == EDGE_BUG) == (n->bug && n->bug->kind != P_ERROR_NONE));
    Edge *edge = edge_new(n->stepper);
    FullStep *full = arena_alloc(&n->stepper->arena, sizeof *full);
    *full = (FullStep){.count = n->count,
                       .words = n->words,
                       .created = n->opened,
                       .bug = n->bug,
                       .cut_moves = n->cut_moves,
                       .cut_choice_count = n->cut_choice_count};
    *edge = (Edge){
        .at = at,
        .kind = n->kind,
        .label = label,
        .print = n->print,
        .outcome = o,
        .full = full,
        .trail = n->trail,
        .also = n->also,
    };
    return full;
}

// The numbers k of machines (creator, k) that exist or are referred to, or whose container such a
// machine is in, as bits.
typedef struct TakenNumbers {
    const Engine *engine;
    Arena *arena;
    uint32_t creator;
    uint64_t *words;
    uint32_t count;  // of words
} TakenNumbers;

static void take_number(TakenNumbers *t, uint32_t k)
{
    if (k / 64 >= t->count) {
        uint32_t count = (k / 64 + 1) * 2;
        uint64_t *words = NEW_ARRAY(t->arena, uint64_t, count);
        if (t->count)
            memcpy(words, t->words, t->count * sizeof *words);
        t->words = words;
        t->count = count;
    }
    t->words[k / 64] |= UINT64_C(1) << (k & 63);
}

static void take_numbers(void *context, const Refs *refs)
{
    TakenNumbers *t = context;
    for (uint32_t i = 0; i < refs->count; i++) {
        const MachinePath *path = path_at(t->engine, refs->paths[i]);
        if (path->role != PATH_MACHINE)
            continue;
        if (path->creator == t->creator)
            take_number(t, path->k);
        if (path->container == refs->paths[i])
            continue;
        const MachinePath *container = path_at(t->engine, path->container);
        if (container->creator == t->creator)
            take_number(t, container->k);
    }
}

// The smallest k that is not taken.
static uint32_t free_number(Stepper *h, const State *s, uint32_t creator)
{
    const Engine *e = h->engine;
    const Shape *shape = shape_of(e, s);
    ArenaMark mark = arena_mark(&h->arena);
    TakenNumbers taken = {.engine = e, .arena = &h->arena, .creator = creator};

    take_numbers(&taken, &(Refs){shape->paths, shape->count});
    for (uint32_t i = 1; i <= shape->count; i++) {
        const Refs *refs = &local_at(e, s->words[local_word(i)])->refs;
        const Queue *q = queue_at(e, s->words[queue_word(i)]);
        if (refs->count)
            take_numbers(&taken, refs);
        if (queue_is_long(e, q))
            part_each_ref(e, q->part, creator, take_numbers, &taken);
        else if (q->refs)
            take_numbers(&taken, queue_refs(e, q));
    }
    for (uint32_t i = 2 * shape->count + 1; i < s->count; i++) {
        Refs refs = group_refs(e, s->words[i]);
        take_numbers(&taken, &refs);
    }
    uint32_t word = 0;
    while (word < taken.count && taken.words[word] == UINT64_MAX)
        word++;
    uint32_t bit = word < taken.count ? (uint32_t)__builtin_ctzll(~taken.words[word]) : 0;
    arena_rewind(&h->arena, mark);
    return word * 64 + bit;
}

static bool is_monitor(const PProgram *p, uint32_t kind)
{
    return p->machines[kind].kind == P_MACHINE_SPEC || p->machines[kind].kind == P_MACHINE_SCENARIO;
}

// Starts a monitor of the 2015 dialect. There may be others of its kind.
static bool next_monitor(Next *n, uint32_t kind, PWord payload)
{
    const Engine *e = n->stepper->engine;
    for (uint32_t i = 0; i < e->spec_count; i++) {
        uint32_t *word = &n->words[1 + 2 * n->machines + i], local, trail;
        Bug found;
        if (e->specs[i].kind != kind || !rules_is_explicit(&e->program->machines[kind]))
            continue;
        bool is_fine = monitor_start(n->stepper, i, payload, &local, &trail, &found);
        next_note_also(n, trail);
        if (!is_fine) {
            Bug *kept = NEW(&n->stepper->arena, Bug);
            *kept = found;
            return next_fails(n, found.kind == P_ERROR_NONE ? EDGE_ASSUME : EDGE_BUG, kept);
        }
        uint32_t joined = group_join(n->stepper, *word, local);
        n->print += group_hash(e, joined).lo - group_hash(e, *word).lo;
        *word = joined;
        return true;
    }
    return true;
}

// A step that creates a machine: `o` is its first half; row_after has all outcomes of the
// second half.
static uint32_t expand_new(Stepper *h, const State *s, uint32_t at, uint32_t label,
                           const Outcome *o)
{
    Engine *e = h->engine;
    uint32_t creator = engine_path(h, s, at), child, path = 0;
    assert(local_at(e, o->self)->position == AT_NEW);
    const Pending *asked = &local_at(e, o->self)->pending;
    Next start = next_begin(h, s);

    bool is_fine = next_outcome(&start, creator, o), gets_there = is_fine;
    State middle = {.print = start.print, .count = start.count, .words = start.words};
    if (is_fine && is_monitor(e->program, asked->kind)) {
        is_fine = next_monitor(&start, asked->kind, asked->payload);
    } else if (is_fine) {
        uint32_t k = free_number(h, &middle, creator);
        path = intern_path(e, creator, k, asked->interface, asked->kind);
    }
    if (!is_fine) {
        next_edge(&start, at, label, o)->fails_in_new = gets_there;
        return 1;
    }
    const Row *row = row_after(h, o->self, path, o->weight, &child);
    if (path)
        next_add(&start, path, child);
    middle = (State){.print = start.print, .count = start.count, .words = start.words};
    assert((row->count > 0 || h->front.is_stopped) && state_is_valid(e, &middle));
    bool draws = h->draws && row->count > 0;
    uint32_t first = draws ? row_draw(row, h->draws) : 0, end = draws ? first + 1 : row->count;
    for (uint32_t i = first; i < end; i++) {
        const Outcome *after = &row->outcomes[i];
        Next n = next_begin(h, &middle);
        n.trail = start.trail;
        n.also = start.also;
        next_outcome(&n, creator, after);
        FullStep *full = next_edge(&n, at, label + i, o);
        full->after = after;
        full->created = path;
    }
    return end - first;
}

uint32_t expand_full(Stepper *h, const State *s, uint32_t at, uint32_t label, const Outcome *o)
{
    if (o->kind == OUT_NEW)
        return expand_new(h, s, at, label, o);
    if (o->is_fault)
        return expand_faults(h, s, at, label);
    Next n = next_begin(h, s);
    next_outcome(&n, engine_path(h, s, at), o);
    next_edge(&n, at, label, o);
    return 1;
}
