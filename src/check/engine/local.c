// check/engine/local.c: machines as words, and back.
//
// When a machine has reached a position, everything that its handlers can still read goes
// into an array of words, with interned values. So two machines that will behave alike have
// the same array. Traces of its past are left out: dead slots, the place in the code of the
// last request.
//
//     0 kind, interface      5 target, receive       then the levels, one word each,
//     1 path                 6 frame, stack size     the frames of the stack, the
//     2 position, control    7 transition handler    fields, and the pending action
//     3 event, its type      8 level count
//     4 payload

#include <stdlib.h>
#include <string.h>

#include "base/err.h"
#include "base/memory.h"
#include "check/engine/engine_impl.h"
#include "check/guard/guard.h"
#include "rt/send_rules.h"
#include "rt/node.h"

enum {
    WORD_KIND,
    WORD_PATH,
    WORD_CONTROL,
    WORD_EVENT,
    WORD_PAYLOAD,
    WORD_TARGET,
    WORD_FRAME,
    WORD_HANDLER,
    WORD_LEVELS,
    WORD_COUNT,  // here the rest begins
};

static uint64_t two(uint32_t low, uint32_t high)
{
    return (uint64_t)high << 32 | low;
}

static uint32_t low(uint64_t word)
{
    return (uint32_t)word;
}

static uint32_t high(uint64_t word)
{
    return (uint32_t)(word >> 32);
}

// ------------------------------------------------------------------- transition handlers

// A handler as a number: its state, and its index there, counted from 1.
static uint64_t handler_number(const PProgram *p, const PHandler *handler)
{
    if (!handler)
        return 0;
    for (uint32_t s = 0; s < p->state_count; s++) {
        const PState *state = &p->states[s];
        if (handler >= state->handlers && handler < state->handlers + state->handler_count)
            return two((uint32_t)(handler - state->handlers) + 1, s);
    }
    bug("a handler of no state");
}

static const PHandler *handler_by_number(const PProgram *p, uint64_t number)
{
    if (!number)
        return NULL;
    assert(high(number) < p->state_count && low(number) > 0 &&
           low(number) <= p->states[high(number)].handler_count);
    return &p->states[high(number)].handlers[low(number) - 1];
}

// -------------------------------------------------------------------------------- frames

const uint64_t *engine_live_slots(const Engine *e, const Machine *m, Position position,
                                  uint32_t frame, uint64_t *set)
{
    return live_in_frame(e->live, m, frame, position == AT_NEW || position == AT_CHOICE, set);
}

static void pack_frame(Stepper *h, uint32_t frame, Position position)
{
    Machine *m = &h->scratch;
    const PFun *fun = &m->shared.program->funs[m->stack[frame + FRAME_FUN]];
    PWord *slots = &m->stack[frame + FRAME_WORDS];
    assert(frame + FRAME_WORDS + fun->slot_count <= m->stack_size);
    uint64_t set[fun->slot_count / 64 + 1];
    assert(live_words(fun) <= sizeof set / sizeof *set);
    const uint64_t *live = engine_live_slots(h->engine, m, position, frame, set);

    // Where a receive continues depends on its case, not on this word.
    bool waits = frame == m->frame && m->receive != P_NONE;
    pack_plain(h, m->stack[frame + FRAME_BELOW]);
    pack_plain(h, m->stack[frame + FRAME_FUN]);
    pack_plain(h, waits ? 0 : m->stack[frame + FRAME_RESUME]);
    pack_plain(h, m->stack[frame + FRAME_ANSWER]);
    for (uint32_t i = 0; i < fun->slot_count; i++) {
        if (live && live_has(live, i)) {
            pack_value(h, fun->slot_types[i], slots[i]);
        } else {
            p_release(m->shared.program, fun->slot_types[i], slots[i]);
            pack_plain(h, 0);
        }
        slots[i] = 0;
    }
}

static void pack_frames(Stepper *h, Position position)
{
    const Machine *m = &h->scratch;
    for (uint32_t frame = 0; frame < m->stack_size;) {
        assert(m->stack[frame + FRAME_FUN] < m->shared.program->fun_count);
        uint32_t slots = m->shared.program->funs[m->stack[frame + FRAME_FUN]].slot_count;
        pack_frame(h, frame, position);
        frame += FRAME_WORDS + slots;
    }
}

// -------------------------------------------------------------------------------- packing

static void pack_pending(Stepper *h, Position position, const Pending *pending)
{
    const PProgram *p = h->engine->program;
    switch (position) {
    case AT_REST:
    case AT_START:
    case AT_ORPHAN:
    case AT_DOOMED:
        return;
    case AT_SHOW:
    case AT_PUT:
        assert(pending->message && pending->target);
        pack_message(h, pending->message);
        pack_ref(h, pending->target);
        return;
    case AT_SAY:
        assert(pending->message);
        pack_message(h, pending->message);
        pack_plain(h, pending->monitor);
        return;
    case AT_NEW:
        assert(pending->interface < p->interface_count && pending->kind < p->machine_count);
        pack_plain(h, two(pending->interface, pending->kind));
        pack_plain(h, pending->answer);
        pack_value(h, p->interfaces[pending->interface].payload, pending->payload);
        return;
    case AT_CHOICE:
        assert(pending->count > 0);
        pack_plain(h, two(pending->count, pending->answer));
        return;
    }
}

// How many words pack_pending makes.
static uint32_t pending_words(Position position)
{
    switch (position) {
    case AT_REST:
    case AT_START:
    case AT_ORPHAN:
    case AT_DOOMED:
        return 0;
    case AT_SHOW:
    case AT_PUT:
    case AT_SAY:
        return 2;
    case AT_NEW:
        return 3;
    case AT_CHOICE:
        return 1;
    }
    bug("position %d", (int)position);
}

static void pack_machine(Stepper *h, uint32_t path, Position position, const Pending *pending)
{
    Machine *m = &h->scratch;
    const PProgram *p = m->shared.program;
    const PMachineInfo *info = &p->machines[m->kind];
    bool is_moving = m->control == CONTROL_EXITED || m->control == CONTROL_TRANSITED;

    pack_begin(h);
    pack_plain(h, two(m->kind, m->interface));
    pack_path(h, path);
    pack_plain(h, two((uint32_t)position, (uint32_t)m->control << 1 | m->is_raised));
    pack_plain(h, two(m->event, m->payload_type));
    pack_value(h, m->payload_type, m->payload);
    pack_plain(h, two(is_moving ? m->target : P_NONE, m->receive));
    pack_plain(h, two(m->frame, m->stack_size));
    pack_plain(h, handler_number(p, is_moving ? m->handler : NULL));
    pack_plain(h, m->level_count);
    assert(h->word_count == WORD_COUNT);
    for (uint32_t i = 0; i < m->level_count; i++)
        pack_plain(h, two(m->levels[i].state, m->levels[i].frame));
    pack_frames(h, position);
    for (uint32_t i = 0; i < info->var_count; i++) {
        pack_value(h, info->var_types[i], m->shared.vars[i]);
        m->shared.vars[i] = 0;
    }
    pack_pending(h, position, pending);
    assert(h->word_count ==
           WORD_COUNT + m->level_count + m->stack_size + info->var_count + pending_words(position));
}

// The values of the scratch machine have been moved out or released: empties the rest.
static void scratch_reset(Stepper *h)
{
    Machine *m = &h->scratch;
    for (uint32_t i = 0; i < m->level_count; i++) {
        free(m->levels[i].deferred);
        free((void *)m->levels[i].actions);
    }
    m->level_count = 0;
    m->stack_size = 0;
    m->frame = P_NONE;
    m->payload = 0;
}

static uint32_t find_local(const Stepper *h, Hash hash)
{
    const Engine *e = h->engine;
    uint32_t id;
    for (IndexLook l = index_look(&e->local_index, hash.lo); (id = index_next(&l));) {
        const Local *local = local_at(e, id);
        if (local->word_count == h->word_count &&
            memcmp(local->words, h->words, h->word_count * sizeof *h->words) == 0)
            return id;
    }
    return 0;
}

// What the scratch machine, at rest, does with each event. For a machine with one state on its
// stack this depends only on the state and the receive, and is cached.
static const uint8_t *find_wants(Stepper *h)
{
    Engine *e = h->engine;
    const Machine *m = &h->scratch;
    uint32_t events = e->program->event_count;
    assert(m->level_count > 0);
    uint64_t key = two(m->levels[m->level_count - 1].state, m->receive) + 1;
    uint8_t *wants = m->level_count == 1 ? map_get(&e->wants_of, key) : NULL;
    if (wants)
        return wants;
    size_t size = wants_size(events) + 2 * e->event_words * sizeof(uint64_t);
    wants = arena_alloc(&e->arena, size);
    e->arena_bytes += size;
    for (uint32_t i = 0; i < events; i++)
        wants[i] = (uint8_t)machine_wants(m, i);
    wants[events] = machine_wants_null(m);
    uint64_t *takes = (uint64_t *)(wants + wants_size(events)), *drops = takes + e->event_words;
    for (uint32_t i = 0; i < events; i++) {
        takes[i / 64] |= (uint64_t)(wants[i] == WANTS_TAKE) << (i & 63);
        drops[i / 64] |= (uint64_t)(wants[i] == WANTS_DROP) << (i & 63);
    }
    if (m->level_count == 1)
        map_put(&e->wants_of, key, wants);
    return wants;
}

uint32_t local_add(Stepper *h, const Local *like)
{
    Engine *e = h->engine;
    Hash hash = pack_hash(h);
    Position position = like->position;
    assert_debug(engine_is_locked(e));
    uint32_t id = find_local(h, hash);
    if (id)
        return id;
    id = shelf_add(&e->locals);
    Local *local = shelf_at(&e->locals, Local, id);
    *local = *like;
    local->hash = hash;
    local->words = engine_keep(e, h->words, h->word_count * sizeof *h->words);
    local->word_count = h->word_count;
    local->refs = pack_refs(h);
    if (position == AT_NEW)  // the interned payload
        local->pending.payload = h->words[h->word_count - 1];
    uint32_t head_id = shelf_add(&e->local_heads);
    assert(head_id == id);
    LocalHead *head = local_head(e, id);
    head->hash = hash.lo;
    head->position = (uint8_t)position;
    head->ignores = position == AT_REST && !e->has_bounds &&
                    memchr(local->wants, WANTS_DROP, e->program->event_count);
    head->wants_null = position == AT_REST && local->wants[e->program->event_count];
    head->needs_event = position == AT_REST && !head->wants_null;
    for (uint32_t i = 0; i < e->event_words && position == AT_REST; i++)
        head->takes |= local_takes(e, id)[i];
    index_add(&e->local_index, hash.lo, id);
    return id;
}

uint32_t local_intern(Stepper *h, uint32_t path, Position position, const Pending *pending)
{
    Engine *e = h->engine;
    const Machine *m = &h->scratch;

    assert_debug(engine_is_locked(e));
    assert(m->receive == P_NONE || position == AT_REST);  // waiting in a receive is at rest
    assert(path ? path_at(e, path)->kind == m->kind : position == AT_REST || position == AT_START);
    uint32_t state = machine_state(m);
    assert(state < e->program->state_count);
    pack_machine(h, path, position, pending);
    Local local = {
        .path = path,
        .kind = m->kind,
        .interface = m->interface,
        .state = state,
        .receive = m->receive,
        .position = position,
        .pending = *pending,
    };
    uint32_t id = find_local(h, pack_hash(h));
    if (!id) {
        local.wants = position == AT_REST ? find_wants(h) : NULL;
        id = local_add(h, &local);
    }
    scratch_reset(h);
    return id;
}

// ------------------------------------------------------------------------------ unpacking

static void reserve_vars(Stepper *h, uint32_t count)
{
    if (count <= h->vars_capacity)
        return;
    h->vars = memory_resized(h->vars, count, sizeof *h->vars);
    h->vars_capacity = count;
}

static void reserve_stack(Machine *m, uint32_t words)
{
    if (words <= m->stack_capacity)
        return;
    m->stack = memory_resized(m->stack, words, sizeof *m->stack);
    m->stack_capacity = words;
}

static void tell(PMachine *m, uint32_t op, uint32_t machine, int64_t number);

// Resets the scratch machine; its buffers stay from one use to the next.
static void scratch_begin(Stepper *h, uint32_t kind, uint32_t interface, uint32_t path)
{
    Machine *m = &h->scratch;
    Engine *e = h->engine;
    assert(m->level_count == 0 && m->stack_size == 0);  // scratch_reset was called
    reserve_vars(h, e->program->machines[kind].var_count);
    *m = (Machine){
        .shared = {.program = e->program,
                   .is_quiet = true,
                   .test = e->test,
                   .vars = h->vars,
                   .stop = e->options.stop,
                   .tell = tell,
                   .guard = e->has_guard ? guard_foreign_call : NULL},
        .kind = kind,
        .interface = interface,
        .id = path,
        .levels = m->levels,
        .level_capacity = m->level_capacity,
        .stack = m->stack,
        .stack_capacity = m->stack_capacity,
        .frame = P_NONE,
        .receive = P_NONE,
        .at_fun = P_NONE,
    };
}

void local_unpack(Stepper *h, uint32_t id)
{
    const Local *local = local_at(h->engine, id);
    const PWord *w = local->words;
    const PProgram *p = h->engine->program;
    Machine *m = &h->scratch;

    scratch_begin(h, local->kind, local->interface, local->path);
    if (local->path)
        m->shared.self = rules_reference(p, local->interface, local->path);
    m->control = (Control)(high(w[WORD_CONTROL]) >> 1);
    m->is_raised = high(w[WORD_CONTROL]) & 1;
    m->event = low(w[WORD_EVENT]);
    m->payload_type = high(w[WORD_EVENT]);
    m->payload = w[WORD_PAYLOAD];
    m->target = low(w[WORD_TARGET]);
    m->receive = high(w[WORD_TARGET]);
    m->handler = handler_by_number(p, w[WORD_HANDLER]);
    m->frame = low(w[WORD_FRAME]);
    assert(local->word_count >= WORD_COUNT && low(w[WORD_KIND]) == local->kind);
    uint32_t levels = (uint32_t)w[WORD_LEVELS];
    w += WORD_COUNT;
    for (uint32_t i = 0; i < levels; i++)
        machine_add_level(m, low(w[i]), high(w[i]));
    w += levels;
    m->stack_size = high(local->words[WORD_FRAME]);
    reserve_stack(m, m->stack_size);
    if (m->stack_size)
        memcpy(m->stack, w, m->stack_size * sizeof *w);
    w += m->stack_size;
    uint32_t vars = p->machines[m->kind].var_count;
    assert(w + vars + pending_words(local->position) == local->words + local->word_count);
    assert(m->frame == P_NONE || m->frame + FRAME_WORDS <= m->stack_size);
    if (vars)
        memcpy(h->vars, w, vars * sizeof *w);
}

void scratch_clear(Stepper *h)
{
    Machine *m = &h->scratch;
    const PProgram *p = m->shared.program;
    const PMachineInfo *info = &p->machines[m->kind];

    for (uint32_t frame = 0; frame < m->stack_size;) {
        assert(m->stack[frame + FRAME_FUN] < p->fun_count);
        const PFun *fun = &p->funs[m->stack[frame + FRAME_FUN]];
        for (uint32_t i = 0; i < fun->slot_count; i++)
            p_release(p, fun->slot_types[i], m->stack[frame + FRAME_WORDS + i]);
        frame += FRAME_WORDS + fun->slot_count;
    }
    for (uint32_t i = 0; i < info->var_count; i++)
        p_release(p, info->var_types[i], m->shared.vars[i]);
    p_release(p, m->payload_type, m->payload);
    scratch_reset(h);
}

Step scratch_run(Stepper *h)
{
    const EngineOptions *o = &h->engine->options;
    if (!o->out_of_memory)
        return machine_run(&h->scratch, &h->ask);
    NodeHost host = {.over = o->out_of_memory, .context = o->context};
    if (_setjmp(host.back))
        return STEP_STOPPED;
    node_host = &host;
    Step step = machine_run(&h->scratch, &h->ask);
    node_host = NULL;
    return step;
}

// The scratch machine becomes a new machine before its start entry, without a payload.
static void scratch_fresh(Stepper *h, uint32_t path, uint32_t kind, uint32_t interface)
{
    const PProgram *p = h->engine->program;
    const PMachineInfo *info = &p->machines[kind];
    assert(info->start < p->state_count && p->states[info->start].machine == kind);
    scratch_begin(h, kind, interface, path);
    h->scratch.control = CONTROL_TRANSITED;  // as if a transition led to the start state
    h->scratch.target = info->start;
    for (uint32_t i = 0; i < info->var_count; i++)
        h->vars[i] = p_default(p, info->var_types[i]);
    machine_add_level(&h->scratch, info->start, P_NONE);
}

uint32_t local_new(Stepper *h, uint32_t path, uint32_t kind, uint32_t interface, PWord payload)
{
    scratch_fresh(h, path, kind, interface);
    h->scratch.payload_type = h->engine->program->interfaces[interface].payload;
    h->scratch.payload = payload;
    return local_intern(h, path, AT_START, &(Pending){0});
}

uint32_t local_orphan(Stepper *h, uint32_t local)
{
    const Local *start = local_at(h->engine, local);
    assert(start->position == AT_START);
    local_unpack(h, local);
    pthread_mutex_lock(&h->engine->lock);
    uint32_t orphan = local_intern(h, start->path, AT_ORPHAN, &(Pending){.count = 2});
    pthread_mutex_unlock(&h->engine->lock);
    return orphan;
}

uint32_t local_doomed(Stepper *h, uint32_t path, uint32_t kind, uint32_t interface)
{
    scratch_fresh(h, path, kind, interface);
    return local_intern(h, path, AT_DOOMED, &(Pending){0});
}

// Called when a function of the program talks to its explorer: records the call.
static void tell(PMachine *m, uint32_t op, uint32_t machine, int64_t number)
{
    Stepper *h = (Stepper *)((char *)m - offsetof(Stepper, scratch));
    if (h->op_count == h->op_capacity) {
        h->op_capacity = h->op_capacity ? h->op_capacity * 2 : 8;
        h->ops = memory_resized(h->ops, h->op_capacity, sizeof *h->ops);
    }
    h->ops[h->op_count++] = (UserOp){.op = op, .path = machine, .number = number};
}
