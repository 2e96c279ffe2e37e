// check/direct/direct_print.c: a fingerprint of the state.
//
// The sum of those of the machines and monitors. Only what has changed since the last one is
// hashed again: a step changes the machine that makes it, at most one queue, and the monitors that
// see something. Machines in values have their paths, so a state that comes back has the same
// fingerprint, also when machines were created and have halted meanwhile.

#include <stdlib.h>

#include "base/memory.h"
#include "base/mix.h"
#include "check/direct/direct_impl.h"
#include "rt/live.h"
#include "rt/node.h"

static uint64_t add(uint64_t hash, uint64_t word)
{
    return mix64(hash + word);
}

static uint64_t add_two(uint64_t hash, uint32_t a, uint32_t b)
{
    return add(hash, (uint64_t)a << 32 | b);
}

// Only the live slots of a frame count.
static uint64_t add_frame(const Direct *d, uint64_t hash, const Machine *m, Position position,
                          uint32_t frame)
{
    const PFun *fun = &d->program->funs[m->stack[frame + FRAME_FUN]];
    uint64_t set[fun->slot_count / 64 + 1];
    const uint64_t *live = engine_live_slots(d->engine, m, position, frame, set);
    bool waits = frame == m->frame && m->receive != P_NONE;
    hash = add(hash, m->stack[frame + FRAME_FUN]);
    hash = add(hash, waits ? 0 : m->stack[frame + FRAME_RESUME]);
    for (uint32_t i = 0; live && i < fun->slot_count; i++)
        if (live_has(live, i))
            hash = add(hash,
                       p_hash(d->program, fun->slot_types[i], m->stack[frame + FRAME_WORDS + i]));
    return hash;
}

uint64_t print_frames(const Direct *d, uint64_t hash, const Machine *m, Position position)
{
    for (uint32_t frame = 0; frame < m->stack_size;) {
        hash = add_frame(d, hash, m, position, frame);
        frame += FRAME_WORDS + d->program->funs[m->stack[frame + FRAME_FUN]].slot_count;
    }
    return hash;
}

// ---------------------------------------------------------------------------------- variables

// Long collections keep hashes of their own, and to copy one is more than to hash it again. Nobody
// knows what foreign code changes.
static bool may_change(PTypeKind kind, PWord word)
{
    if (kind == P_TYPE_SEQ || kind == P_TYPE_SET || kind == P_TYPE_MAP)
        return word && p_size(word) > LIST_FLAT;
    return kind == P_TYPE_FOREIGN;
}

// Equal values have equal prints; the word 0 has none.
static uint64_t var_print(const Direct *d, uint32_t i, uint32_t type, PWord word)
{
    PTypeKind kind = d->program->types[type].kind;
    if (kind == P_TYPE_MACHINE)
        word = P_MACHINE_ID(word);
    if (word == 0 || (kind == P_TYPE_FLOAT && p_float(word) == 0))
        return 0;
    return mix64(p_hash(d->program, type, word) + i);
}

static void forget_var(const Direct *d, uint32_t type, VarPrint *known)
{
    if (known->is_retained)
        p_release(d->program, type, known->word);
    *known = (VarPrint){0};
}

static void note_var(const Direct *d, uint32_t i, uint32_t type, PWord word, VarPrint *known)
{
    PTypeKind kind = d->program->types[type].kind;
    forget_var(d, type, known);
    known->may_change = may_change(kind, word);
    known->is_retained = !known->may_change && word && p_kind_is_node(kind);
    known->word = known->is_retained ? p_retain_node(word) : word;
    known->print = var_print(d, i, type, word);
}

// The sum of the prints of the variables: computes those that may have changed.
static uint64_t vars_print(const Direct *d, const Machine *m, VarPrints *known)
{
    const PMachineInfo *info = &d->program->machines[m->kind];
    if (!known->vars)
        known->vars = memory_zeroed(info->var_count, sizeof *known->vars);
    for (uint32_t i = 0; i < info->var_count; i++) {
        VarPrint *var = &known->vars[i];
        if (var->word == m->shared.vars[i] && !var->may_change)
            continue;
        known->sum -= var->print;
        note_var(d, i, info->var_types[i], m->shared.vars[i], var);
        known->sum += var->print;
    }
    return known->sum;
}

void print_forget(const Direct *d, const Machine *m, VarPrints *known)
{
    const PMachineInfo *info = &d->program->machines[m->kind];
    for (uint32_t i = 0; known->vars && i < info->var_count; i++)
        forget_var(d, info->var_types[i], &known->vars[i]);
    free(known->vars);
    *known = (VarPrints){0};
}

// ----------------------------------------------------------------------------------- machines

static uint64_t machine_print(const Direct *d, const Machine *m, Position position,
                              VarPrints *vars)
{
    uint64_t hash = add_two(m->kind, (uint32_t)position, (uint32_t)m->control);
    hash = add_two(hash, m->event, m->is_raised);
    if (m->payload)
        hash = add(hash, p_hash(d->program, m->payload_type, m->payload));
    hash = add_two(hash, m->receive, m->level_count);
    for (uint32_t i = 0; i < m->level_count; i++)
        hash = add(hash, m->levels[i].state);
    hash = print_frames(d, hash, m, position);
    return add(hash, vars_print(d, m, vars));
}

static uint64_t part_print(const Direct *d, const Actor *a)
{
    uint64_t hash = add_two(a->role, a->is_orphan, 0);
    if (a->role != PATH_FAULTS)
        return hash;
    hash = add_two(hash, d->left.crashes, d->left.cuts);
    return add(hash, d->left.suspicions);
}

// Of an event and its payload; never 0.
static uint64_t event_print(const Direct *d, uint32_t event, uint32_t type, PWord payload)
{
    return add(event, p_hash(d->program, type, payload)) | 1;
}

// All of it but its queue.
static uint64_t moving_print(const Direct *d, Actor *a)
{
    uint64_t hash = a->role == PATH_MACHINE ? machine_print(d, &a->machine, a->position, &a->vars)
                                            : part_print(d, a);
    hash = add(hash, a->path);
    if (a->position == AT_SHOW || a->position == AT_PUT)
        hash = add(hash, P_MACHINE_ID(a->intent.target));
    if (a->position == AT_NEW)
        hash = add(hash, p_hash(d->program, a->intent.type, a->intent.value));
    else if (actor_owns_value(a))
        hash = add(hash, a->intent.print = event_print(d, a->intent.event, a->intent.type,
                                                       a->intent.value));
    return hash;
}

// ------------------------------------------------------------------------------------- queues
//
// The print of a queue is a polynomial, as that of a large sequence: what is added at the end or
// removed at the front changes it in constant time.

#define QUEUE_BASE 0x9e3779b97f4a7c15u
#define QUEUE_BASE_INVERSE 0xf1de83e19937733du

_Static_assert(QUEUE_BASE * QUEUE_BASE_INVERSE == 1, "modulo 2^64");

static uint64_t base_power(uint32_t exponent)
{
    uint64_t power = 1, factor = QUEUE_BASE;
    for (; exponent; exponent >>= 1, factor *= factor)
        if (exponent & 1)
            power *= factor;
    return power;
}

void print_remove(Mailbox *box, uint32_t place)
{
    if (place >= box->printed)
        return;
    // The events in front of it get one factor less.
    uint64_t power = base_power(box->printed - 1 - place), removed = mail_at(box, place)->print;
    uint64_t part = 0;
    if (place >= box->printed / 2) {
        for (uint32_t i = place + 1; i < box->printed; i++)
            part = part * QUEUE_BASE + mail_at(box, i)->print;
        box->print = (box->print - part - removed * power) * QUEUE_BASE_INVERSE + part;
    } else {
        for (uint32_t i = 0; i < place; i++)
            part = part * QUEUE_BASE + mail_at(box, i)->print;
        box->print += power * (part - part * QUEUE_BASE - removed);
    }
    box->printed--;
}

// Whether the print is that of the events; of long queues, not looked at.
static bool is_print_of(const Mailbox *box)
{
    uint64_t print = 0;
    for (uint32_t i = 0; i < box->count && box->count <= LIST_FLAT; i++)
        print = print * QUEUE_BASE + mail_at(box, i)->print;
    return box->count > LIST_FLAT || print == box->print;
}

// What waits in a queue does not change: it is hashed once.
static uint64_t queue_print(const Direct *d, Mailbox *box)
{
    for (; box->printed < box->count; box->printed++) {
        Mail *mail = mail_at(box, box->printed);
        uint32_t type = d->program->events[mail->event].payload;
        if (!mail->print)
            mail->print = event_print(d, mail->event, type, mail->payload);
        box->print = box->print * QUEUE_BASE + mail->print;
    }
    assert_debug(is_print_of(box));
    return box->print;
}

// ---------------------------------------------------------------------------------- the state

static uint64_t actor_print(Direct *d, Actor *a)
{
    ActorHash *hash = &a->hashes[HASH_PRINT];
    if (hash->has_moved)
        hash->own = moving_print(d, a);
    hash->has_moved = false;
    return add(hash->own, queue_print(d, &a->mailbox) + a->mailbox.count);
}

void print_change(Direct *d, Actor *a)
{
    for (int i = 0; i < HASH_KINDS; i++)
        a->hashes[i].has_moved = true;
    print_queue_change(d, a);
}

void print_queue_change(Direct *d, Actor *a)
{
    for (int i = 0; i < HASH_KINDS; i++) {
        StateHash *all = &d->hashes[i];
        if (a->hashes[i].is_changed)
            continue;
        a->hashes[i].is_changed = true;
        MEMORY_GROW(all->changed, all->changed_count + 1, all->changed_capacity);
        all->changed[all->changed_count++] = a->number;
    }
}

static uint64_t watcher_print(Direct *d, Watcher *w)
{
    return machine_print(d, &w->machine, AT_REST, &w->vars);
}

uint64_t direct_print(Direct *d)
{
    return direct_sum(d, HASH_PRINT, actor_print, watcher_print);
}
