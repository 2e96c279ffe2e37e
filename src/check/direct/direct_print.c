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

// Long collections keep hashes of their own, and to copy one is more than to hash it again.
static bool is_kept(PTypeKind kind, PWord word)
{
    if (!word || (kind != P_TYPE_SEQ && kind != P_TYPE_SET && kind != P_TYPE_MAP))
        return false;
    return p_size(word) <= LIST_FLAT;
}

static uint64_t var_print(const Direct *d, VarPrint *known, uint32_t type, PWord word)
{
    if (!is_kept(d->program->types[type].kind, word))
        return p_hash(d->program, type, word);
    if (known->word == word)
        return known->print;
    if (known->word)
        p_release(d->program, type, known->word);
    known->word = p_retain(d->program, type, word);
    known->print = p_hash(d->program, type, word);
    return known->print;
}

void print_forget(const Direct *d, const Machine *m, VarPrint **vars)
{
    const PMachineInfo *info = &d->program->machines[m->kind];
    for (uint32_t i = 0; *vars && i < info->var_count; i++)
        if ((*vars)[i].word)
            p_release(d->program, info->var_types[i], (*vars)[i].word);
    free(*vars);
    *vars = NULL;
}

static uint64_t machine_print(const Direct *d, const Machine *m, Position position,
                              VarPrint **vars)
{
    const PMachineInfo *info = &d->program->machines[m->kind];
    uint64_t hash = add_two(m->kind, (uint32_t)position, (uint32_t)m->control);
    hash = add_two(hash, m->event, m->is_raised);
    hash = add(hash, p_hash(d->program, m->payload_type, m->payload));
    hash = add_two(hash, m->receive, m->level_count);
    for (uint32_t i = 0; i < m->level_count; i++)
        hash = add(hash, m->levels[i].state);
    for (uint32_t frame = 0; frame < m->stack_size;) {
        hash = add_frame(d, hash, m, position, frame);
        frame += FRAME_WORDS + d->program->funs[m->stack[frame + FRAME_FUN]].slot_count;
    }
    if (!*vars)
        *vars = memory_zeroed(info->var_count, sizeof **vars);
    for (uint32_t i = 0; i < info->var_count; i++)
        hash = add(hash, var_print(d, &(*vars)[i], info->var_types[i], m->shared.vars[i]));
    return hash;
}

static uint64_t part_print(const Direct *d, const Actor *a)
{
    uint64_t hash = add_two(a->role, a->is_orphan, 0);
    if (a->role != PATH_FAULTS)
        return hash;
    hash = add_two(hash, d->left.crashes, d->left.cuts);
    return add(hash, d->left.suspicions);
}

// All of it but its queue.
static uint64_t moving_print(const Direct *d, Actor *a)
{
    uint64_t hash = a->role == PATH_MACHINE ? machine_print(d, &a->machine, a->position, &a->vars)
                                            : part_print(d, a);
    hash = add(hash, a->path);
    if (a->position == AT_SHOW || a->position == AT_PUT)
        hash = add(hash, P_MACHINE_ID(a->intent.target));
    if (a->position == AT_SHOW || a->position == AT_PUT || a->position == AT_SAY)
        hash = add(hash, a->intent.event);
    if (actor_owns_value(a))
        hash = add(hash, p_hash(d->program, a->intent.type, a->intent.value));
    return hash;
}

// What waits in a queue does not change: it is hashed once.
static uint64_t mail_print(const Direct *d, Mail *mail)
{
    uint32_t type = d->program->events[mail->event].payload;
    if (!mail->print)
        mail->print = add(mail->event, p_hash(d->program, type, mail->payload)) | 1;
    return mail->print;
}

static uint64_t actor_print(const Direct *d, Actor *a)
{
    if (a->has_moved)
        a->machine_print = moving_print(d, a);
    a->has_moved = false;
    uint64_t hash = a->machine_print;
    for (uint32_t i = 0; i < a->mailbox.count; i++)
        hash = add(hash, mail_print(d, mail_at(&a->mailbox, i)));
    return hash;
}

void print_change(Direct *d, Actor *a)
{
    a->has_moved = true;
    print_queue_change(d, a);
}

void print_queue_change(Direct *d, Actor *a)
{
    if (a->is_changed)
        return;
    a->is_changed = true;
    MEMORY_GROW(d->changed, d->changed_count + 1, d->changed_capacity);
    d->changed[d->changed_count++] = a->number;
}

uint64_t direct_print(Direct *d)
{
    uint64_t monitors = 0;
    for (uint32_t i = 0; i < d->changed_count; i++) {
        Actor *a = actor_at(d, d->changed[i]);
        uint64_t print = a->is_there ? actor_print(d, a) : 0;
        d->print += print - a->print;
        a->print = print;
        a->is_changed = false;
    }
    d->changed_count = 0;
    for (uint32_t i = 0; i < d->kind_count; i++)
        for (Watcher *w = d->watchers[i]; w; w = w->next) {
            if (w->is_changed)
                w->print = machine_print(d, &w->machine, AT_REST, &w->vars);
            w->is_changed = false;
            monitors = add(monitors, w->print);
        }
    return d->print + monitors;
}
