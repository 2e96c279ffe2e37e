// check/engine/faults.c: crashes, cuts and suspicions, as steps.
//
// The machine of faults has the budget as its local state, and one step with many alternatives:
// nothing more goes wrong; a container crashes; two containers are cut off from each other; a
// machine is told that another one is suspected. The alternatives depend on the whole state, so
// they are not cached. docs/contract.md has the rules (S6, S7).
//
// A crash removes the machines of a container and what travels to them. What travels from them may
// still arrive, each channel up to some event: the channels become orphans, which deliver
// or lose the rest. The same holds for the creation of a machine that has not run yet: it is a
// message that travels from its creator's container, and a cut loses it.
//
// A cut can be put off until the first event that it loses travels. So it is an alternative only
// for containers between which something travels.

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "check/engine/next_impl.h"
#include "rt/send_rules.h"
#include "rt/suspect.h"

// -------------------------------------------------------------------------------- the engine

void faults_init(Engine *e)
{
    const PProgram *p = e->program;
    e->has_crashes = e->options.network.crashes > 0;
    e->suspect = P_NONE;
    if (!e->options.network.suspicions)
        return;
    e->suspect = suspect_event(p);
    assert(e->suspect != P_NONE);
    e->hears_suspicion = memory_zeroed(p->machine_count, sizeof *e->hears_suspicion);
    for (uint32_t i = 0; i < p->machine_count; i++)
        e->hears_suspicion[i] = suspect_is_heard(p, i, e->suspect);
}

void faults_drop(Engine *e)
{
    free(e->hears_suspicion);
}

// It takes no event, and can run at any time.
static const uint8_t *wants_null_only(Engine *e)
{
    uint32_t events = e->program->event_count;
    size_t size = wants_size(events) + 2 * e->event_words * sizeof(uint64_t);
    uint8_t *wants = arena_alloc(&e->arena, size);
    e->arena_bytes += size;
    memset(wants, WANTS_DEFER, events);
    wants[events] = true;
    return wants;
}

// Never runs: it takes no event.
static const uint8_t *wants_nothing(Engine *e)
{
    uint8_t *wants = (uint8_t *)wants_null_only(e);
    wants[e->program->event_count] = false;
    return wants;
}

static Local local_at_rest(const Engine *e, uint32_t path)
{
    uint32_t kind = path_at(e, path)->kind;
    return (Local){
        .path = path,
        .kind = kind,
        .interface = e->test->main,
        .state = e->program->machines[kind].start,
        .receive = P_NONE,
        .position = AT_REST,
    };
}

uint32_t faults_local(Stepper *h, uint32_t path, const Network *left)
{
    Engine *e = h->engine;
    Local local = local_at_rest(e, path);
    local.pending = (Pending){
        .message = left->crashes, .target = left->cuts, .monitor = left->suspicions};
    pthread_mutex_lock(&e->lock);
    local.wants = wants_null_only(e);
    pack_begin(h);
    pack_path(h, path);
    pack_plain(h, (uint64_t)left->crashes << 32 | left->cuts);
    pack_plain(h, left->suspicions);
    uint32_t id = local_add(h, &local);
    pthread_mutex_unlock(&e->lock);
    return id;
}

static Network faults_left(const Engine *e, uint32_t local)
{
    const Pending *p = &local_at(e, local)->pending;
    return (Network){.crashes = p->message, .cuts = p->target, .suspicions = p->monitor};
}

// The mark of a cut refers to both containers, so that no new machine gets one of their paths.
static uint32_t cut_local(Stepper *h, uint32_t path)
{
    Engine *e = h->engine;
    Local local = local_at_rest(e, path);
    pthread_mutex_lock(&e->lock);
    local.wants = wants_nothing(e);
    pack_begin(h);
    pack_path(h, path);
    pack_ref(h, path_at(e, path)->creator);
    pack_ref(h, path_at(e, path)->to);
    uint32_t id = local_add(h, &local);
    pthread_mutex_unlock(&e->lock);
    return id;
}

bool faults_has_cut(Engine *e, const Shape *shape, uint32_t from, uint32_t to)
{
    if (!e->options.network.cuts)
        return false;
    uint32_t a = path_at(e, from)->container, b = path_at(e, to)->container;
    return shape_place(shape, intern_cut(e, a, b)) != 0;
}

const Row *faults_row(Stepper *h, uint32_t local)
{
    Row *row = row_new(&h->arena, 1);
    row->count = 1;
    row->is_volatile = true;
    row->factor = path_factor(h->engine, local_at(h->engine, local)->path);
    row->outcomes[0] = (Outcome){.kind = OUT_STATE,
                                 .self = local,
                                 .is_fault = true,
                                 .taken = P_NONE,
                                 .sent = P_NONE,
                                 .weight = 1,
                                 .moves = 1};
    return row;
}

// ---------------------------------------------------------------------------- what can happen

static uint32_t container_of(const Engine *e, uint32_t path)
{
    return path ? path_at(e, path)->container : 0;
}

void faults_begin(Stepper *h)
{
    h->faults.count = 0;
}

void faults_add(Stepper *h, Fault fault)
{
    FaultList *list = &h->faults;
    for (uint32_t i = 0; i < list->count; i++)
        if (memcmp(&list->items[i], &fault, sizeof fault) == 0)
            return;
    MEMORY_GROW(list->items, list->count + 1, list->capacity);
    list->items[list->count++] = fault;
}

void faults_add_between(Stepper *h, uint32_t from, uint32_t to, const Network *left)
{
    if (left->crashes)
        faults_add(h, (Fault){FAULT_CRASH, from, 0});
    if (left->cuts) {
        const MachinePath *cut = path_at(h->engine, intern_cut(h->engine, from, to));
        faults_add(h, (Fault){FAULT_CUT, cut->creator, cut->to});
    }
}

static int compare_paths(const Engine *e, uint32_t one, uint32_t other)
{
    uint64_t a = one ? path_at(e, one)->hash.lo : 0, b = other ? path_at(e, other)->hash.lo : 0;
    return (a > b) - (a < b);
}

static int compare_faults(const void *one, const void *other, void *engine)
{
    const Fault *f = one, *g = other;
    if (f->kind != g->kind)
        return f->kind > g->kind ? 1 : -1;
    int by_first = compare_paths(engine, f->a, g->a);
    return by_first ? by_first : compare_paths(engine, f->b, g->b);
}

const FaultList *faults_sorted(Stepper *h)
{
    qsort_r(h->faults.items, h->faults.count, sizeof(Fault), compare_faults, h->engine);
    return &h->faults;
}

static void add_suspicions(Stepper *h, const Local *local)
{
    const Engine *e = h->engine;
    uint32_t own = path_at(e, local->path)->container;
    for (uint32_t i = 0; i < local->refs.count; i++) {
        const MachinePath *peer = path_at(e, local->refs.paths[i]);
        if (peer->container != own)
            faults_add(h, (Fault){FAULT_SUSPECT, local->path, local->refs.paths[i]});
    }
}

// Whether its creation is a message that still travels, from a container that lives.
static bool is_unborn(const Engine *e, const Local *local)
{
    const MachinePath *path = path_at(e, local->path);
    return e->has_network && local->position == AT_START && path->creator &&
           path->container == local->path;
}

static void add_faults_of(Stepper *h, uint32_t id, const Network *left)
{
    const Engine *e = h->engine;
    const Local *local = local_at(e, id);
    const MachinePath *path = path_at(e, local->path);
    if (path->role == PATH_CHANNEL && !channel_is_orphan(e, id))
        faults_add_between(h, container_of(e, path->creator), container_of(e, path->to), left);
    if (path->role != PATH_MACHINE)
        return;
    if (left->crashes)
        faults_add(h, (Fault){FAULT_CRASH, path->container, 0});
    if (is_unborn(e, local))
        faults_add_between(h, container_of(e, path->creator), path->container, left);
    if (left->suspicions && e->hears_suspicion[local->kind])
        add_suspicions(h, local);
}

static const FaultList *list_faults(Stepper *h, const State *s, const Network *left)
{
    faults_begin(h);
    faults_add(h, (Fault){.kind = FAULT_NONE});
    for (uint32_t at = 1; at <= shape_of(h->engine, s)->count; at++)
        add_faults_of(h, s->words[local_word(at)], left);
    return faults_sorted(h);
}

// -------------------------------------------------------------------------------- the changes

static uint32_t place_of(const Next *n, uint32_t path)
{
    return shape_place(shape_at(n->stepper->engine, n->words[0]), path);
}

static void set_local(Next *n, uint32_t path, uint32_t local)
{
    const Engine *e = n->stepper->engine;
    uint32_t *word = &n->words[local_word(place_of(n, path))];
    n->print += local_head(e, local)->hash - local_head(e, *word)->hash;
    *word = local;
}

static void remove_path(Next *n, uint32_t path)
{
    uint32_t at = place_of(n, path);
    n->print -= local_head(n->stepper->engine, n->words[local_word(at)])->hash;
    next_remove(n, at, path);
}

static void crash_one(Next *n, uint32_t id, uint32_t container)
{
    Stepper *h = n->stepper;
    const Engine *e = h->engine;
    const Local *local = local_at(e, id);
    const MachinePath *path = path_at(e, local->path);
    if (path->role == PATH_MACHINE) {
        if (path->container == container)
            remove_path(n, local->path);
        else if (is_unborn(e, local) && container_of(e, path->creator) == container)
            set_local(n, local->path, local_orphan(h, id));
    } else if (path->role == PATH_CHANNEL) {
        if (container_of(e, path->to) == container)
            remove_path(n, local->path);
        else if (container_of(e, path->creator) == container)
            set_local(n, local->path, channel_local(h, local->path, true));
    }
}

static void crash(Next *n, uint32_t container)
{
    const State *s = n->from;
    for (uint32_t at = 1; at <= shape_of(n->stepper->engine, s)->count; at++)
        crash_one(n, s->words[local_word(at)], container);
}

// What the path is travels from one container to the other: events, or the machine's creation.
static bool travels(const Engine *e, uint32_t id, uint32_t *from, uint32_t *to)
{
    const Local *local = local_at(e, id);
    const MachinePath *path = path_at(e, local->path);
    if (path->role != PATH_CHANNEL && !(path->role == PATH_MACHINE && is_unborn(e, local)))
        return false;
    *from = container_of(e, path->creator);
    *to = path->role == PATH_CHANNEL ? container_of(e, path->to) : path->container;
    return true;
}

static void cut(Next *n, uint32_t a, uint32_t b)
{
    Engine *e = n->stepper->engine;
    const State *s = n->from;
    for (uint32_t at = 1; at <= shape_of(e, s)->count; at++) {
        uint32_t id = s->words[local_word(at)], from, to;
        if (travels(e, id, &from, &to) && ((from == a && to == b) || (from == b && to == a)))
            remove_path(n, local_at(e, id)->path);
    }
    n->opened = intern_cut(e, a, b);
    next_add(n, n->opened, cut_local(n->stepper, n->opened));
}

static void suspect(Next *n, uint32_t who, uint32_t peer)
{
    Stepper *h = n->stepper;
    Engine *e = h->engine;
    PWord reference = rules_reference(e->program, path_at(e, peer)->interface, peer);
    pthread_mutex_lock(&e->lock);
    uint32_t message = intern_message(h, e->suspect, reference);
    pthread_mutex_unlock(&e->lock);
    next_put(n, who, message, false);
}

// The fault has been used up, or nothing more goes wrong.
static void pay(Next *n, uint32_t path, Network left, FaultKind kind)
{
    left.crashes -= kind == FAULT_CRASH;
    left.cuts -= kind == FAULT_CUT;
    left.suspicions -= kind == FAULT_SUSPECT;
    if (kind == FAULT_NONE || !network_has_faults(&left))
        remove_path(n, path);
    else
        set_local(n, path, faults_local(n->stepper, path, &left));
}

uint32_t faults_choices(FaultKind kind)
{
    return kind == FAULT_NONE ? 1 : kind == FAULT_CRASH ? 2 : 3;
}

static const Outcome *outcome_of(Stepper *h, const Fault *f, uint32_t local)
{
    Outcome *o = arena_alloc(&h->arena, sizeof *o);
    uint32_t *choices = NEW_ARRAY(&h->arena, uint32_t, 3);
    choices[0] = f->kind;
    choices[1] = f->a;
    choices[2] = f->b;
    *o = faults_row(h, local)->outcomes[0];
    o->choices = choices;
    o->choice_count = faults_choices(f->kind);
    o->cost = o->choices_off_first = f->kind != FAULT_NONE;
    return o;
}

static void make_fault(Stepper *h, const State *s, uint32_t at, uint32_t label, const Fault *f)
{
    uint32_t local = s->words[local_word(at)], path = local_at(h->engine, local)->path;
    Next n = next_begin(h, s);
    pay(&n, path, faults_left(h->engine, local), f->kind);
    if (f->kind == FAULT_CRASH)
        crash(&n, f->a);
    else if (f->kind == FAULT_CUT)
        cut(&n, f->a, f->b);
    else if (f->kind == FAULT_SUSPECT)
        suspect(&n, f->a, f->b);
    next_edge(&n, at, label, outcome_of(h, f, local));
}

uint32_t expand_faults(Stepper *h, const State *s, uint32_t at, uint32_t label)
{
    Network left = faults_left(h->engine, s->words[local_word(at)]);
    const FaultList *list = list_faults(h, s, &left);
    uint32_t first = h->draws ? (uint32_t)rng_below(h->draws, list->count) : 0;
    uint32_t end = h->draws ? first + 1 : list->count;
    for (uint32_t i = first; i < end; i++)
        make_fault(h, s, at, label + i, &list->items[i]);
    return end - first;
}

// --------------------------------------------------------------------------- what explorers see

uint32_t faults_events(Stepper *h, const State *from, const Edge *edge, StepEvent *events)
{
    const Engine *e = h->engine;
    const Shape *before = shape_of(e, from);
    State to = {.count = edge->full->count, .words = (uint32_t *)edge->full->words};
    const Shape *after = shape_of(e, &to);
    const uint32_t *choices = edge->outcome->choices;
    uint32_t count = 0;

    if (choices[0] == FAULT_SUSPECT) {
        uint32_t at = shape_place(after, choices[1]);
        events[count++] =
            (StepEvent){.kind = EVENT_SENT,
                        .machine = engine_path(h, from, edge->at),
                        .other = choices[1],
                        .event = e->suspect,
                        .is_enabled = engine_can_run(h, to.words[local_word(at)],
                                                     to.words[queue_word(at)])};
    }
    for (uint32_t i = 0; i < before->count; i++)
        if (!shape_place(after, before->paths[i]))
            events[count++] = (StepEvent){.kind = EVENT_HALTED, .machine = before->paths[i]};
    return count;
}
