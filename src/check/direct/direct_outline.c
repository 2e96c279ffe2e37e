// check/direct/direct_outline.c: an outline of the state, for those who ask whether it is new.
//
// Of each machine and monitor: its state, what it does next, how long its queue is, its numbers
// and how large its collections are. Equal states have equal outlines, and nothing is hashed but
// words that lie in the machine. A state whose outline never occurred before is new.

#include <stdlib.h>

#include "base/memory.h"
#include "base/mix.h"
#include "check/direct/direct_impl.h"

static uint64_t add(uint64_t hash, uint64_t word)
{
    return (hash + word) * 0xd6e8feb86659fd93u;
}

// ------------------------------------------------------------------------- variables of a kind

// Two floats may be equal although their words are not; references to machines seldom change; and a
// value of a larger type is nothing that one word tells.
static bool has_word(PTypeKind kind)
{
    return kind == P_TYPE_BOOL || kind == P_TYPE_INT || kind == P_TYPE_EVENT || kind == P_TYPE_ENUM;
}

static bool has_size(PTypeKind kind)
{
    return kind == P_TYPE_SEQ || kind == P_TYPE_SET || kind == P_TYPE_MAP;
}

static void find_vars(const Direct *d, uint32_t kind, OutlineVars *o)
{
    const PMachineInfo *info = &d->program->machines[kind];
    o->vars = memory_zeroed(info->var_count + 1, sizeof *o->vars);
    for (uint32_t i = 0; i < info->var_count; i++)
        if (has_word(d->program->types[info->var_types[i]].kind))
            o->vars[o->all++] = i;
    o->words = o->all;
    for (uint32_t i = 0; i < info->var_count; i++)
        if (has_size(d->program->types[info->var_types[i]].kind))
            o->vars[o->all++] = i;
}

static const OutlineVars *vars_of(Direct *d, uint32_t kind)
{
    if (!d->outline_vars)
        d->outline_vars = memory_zeroed(d->program->machine_count, sizeof *d->outline_vars);
    if (!d->outline_vars[kind].vars)
        find_vars(d, kind, &d->outline_vars[kind]);
    return &d->outline_vars[kind];
}

void outline_drop(Direct *d)
{
    for (uint32_t i = 0; d->outline_vars && i < d->program->machine_count; i++)
        free(d->outline_vars[i].vars);
    free(d->outline_vars);
}

static uint32_t size_of(PWord collection)
{
    const ListNode *list = node_of(collection);
    return list ? list->count : 0;
}

static uint64_t add_vars(Direct *d, uint64_t hash, const Machine *m)
{
    const OutlineVars *o = vars_of(d, m->kind);
    for (uint32_t i = 0; i < o->words; i++)
        hash = add(hash, m->shared.vars[o->vars[i]]);
    for (uint32_t i = o->words; i < o->all; i++)
        hash = add(hash, size_of(m->shared.vars[o->vars[i]]));
    return hash;
}

// ------------------------------------------------------------------------------------ the state

static uint64_t machine_outline(Direct *d, const Machine *m, Position position)
{
    uint64_t hash = add(m->kind, (uint64_t)position << 32 | machine_state(m));
    hash = add(hash, (uint64_t)m->receive << 32 | m->level_count);
    if (position == AT_CHOICE)  // in the middle of its step usually nothing but its frames changes
        hash = print_frames(d, hash, m, position);
    else if (m->frame != P_NONE && m->receive == P_NONE)
        hash = add(hash, m->stack[m->frame + FRAME_FUN] << 32 | m->stack[m->frame + FRAME_RESUME]);
    return add_vars(d, hash, m);
}

static uint64_t actor_outline(Direct *d, Actor *a)
{
    bool is_machine = a->role == PATH_MACHINE;
    ActorHash *hash = &a->hashes[HASH_OUTLINE];
    if (hash->has_moved)
        hash->own = add(is_machine ? machine_outline(d, &a->machine, a->position) : 0, a->path);
    hash->has_moved = false;
    return mix64(hash->own + a->mailbox.count);
}

static uint64_t watcher_outline(Direct *d, Watcher *w)
{
    return machine_outline(d, &w->machine, AT_REST);
}

uint64_t direct_outline(Direct *d)
{
    return direct_sum(d, HASH_OUTLINE, actor_outline, watcher_outline);
}
