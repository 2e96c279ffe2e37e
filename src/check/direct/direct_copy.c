// check/direct/direct_copy.c: copies of an execution, to go back to.
//
// Machines share their values with their copies, so a copy costs as many words as machines have
// variables, slots and events in their queues. Fingerprints are not copied: they are computed again
// when somebody asks.
//
// A copy may be made in the middle of a step, while its chooser is asked. Then the machine is at
// that choice, as if it had made too many of them (points.h), and the copy also has what the step
// did up to there.

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "check/direct/direct_impl.h"

// A machine, or what was one. Of the actor only what is not in the other fields counts.
typedef struct ActorCopy {
    Actor actor;
    Children children;  // of its path
    Mail *mails;
    uint32_t mail_count;
} ActorCopy;

typedef struct WatcherCopy {
    Machine machine;
    uint32_t kind;
} WatcherCopy;

// What a step did up to a choice. `resumed` has the numbers of choices and shows.
typedef struct StepCopy {
    DirectStep resumed;
    uint64_t weight;
    bool has_acted, is_shown, may_merge;
    uint32_t *choices, choice_capacity;
    uint32_t *shows, show_capacity;
    Cell *own, *also;
    uint32_t own_count, own_capacity, also_count, also_capacity;
    UserOp *ops;
    uint32_t op_count, op_capacity, ops_before;
} StepCopy;

struct DirectCopy {
    const PProgram *program;
    ActorCopy *actors;  // by number, from 0
    uint32_t actor_count, actor_capacity;
    WatcherCopy *watchers;
    uint32_t watcher_count, watcher_capacity;
    Gone *gone;
    uint32_t gone_count, gone_capacity;
    bool has_found_children;
    Children *absent;  // of Direct.absent
    uint32_t absent_count, absent_capacity;
    Network left;
    uint32_t choosing;
    bool is_within;  // in the middle of a step
    StepCopy step;
};

// -------------------------------------------------------------------------------- machines

static void *copy_words(const void *from, size_t size)
{
    void *to = memory_resized(NULL, size ? size : 1, 1);
    if (size)
        memcpy(to, from, size);
    return to;
}

static void copy_frames(const PProgram *p, const Machine *from, Machine *to)
{
    to->stack_capacity = from->stack_size;
    to->stack = copy_words(from->stack, from->stack_size * sizeof *to->stack);
    for (uint32_t at = 0; at < to->stack_size;) {
        const PFun *fun = &p->funs[to->stack[at + FRAME_FUN]];
        for (uint32_t i = 0; i < fun->node_count; i++)
            p_share(to->stack[at + FRAME_WORDS + fun->nodes[i]]);
        at += FRAME_WORDS + fun->slot_count;
        assert_debug(at <= to->stack_size);
    }
}

void machine_copy(const PProgram *p, const Machine *from, Machine *to)
{
    const PMachineInfo *info = &p->machines[from->kind];
    *to = *from;
    to->shared.vars = copy_words(from->shared.vars, info->var_count * sizeof *to->shared.vars);
    for (uint32_t i = 0; i < info->var_count; i++)
        p_retain(p, info->var_types[i], to->shared.vars[i]);
    to->levels = NULL;
    to->level_count = to->level_capacity = 0;
    for (uint32_t i = 0; i < from->level_count; i++)
        machine_add_level(to, from->levels[i].state, from->levels[i].frame);
    p_retain(p, to->payload_type, to->payload);
    copy_frames(p, from, to);
}

// ---------------------------------------------------------------------------------- dropping

static void drop_actor(const PProgram *p, ActorCopy *c)
{
    if (c->actor.is_there && actor_owns_value(&c->actor))
        p_release(p, c->actor.intent.type, c->actor.intent.value);
    if (c->actor.is_there && c->actor.role == PATH_MACHINE)
        machine_drop(&c->actor.machine);
    for (uint32_t i = 0; i < c->mail_count; i++)
        p_release(p, p->events[c->mails[i].event].payload, c->mails[i].payload);
    free(c->mails);
}

static void clear(DirectCopy *c)
{
    for (uint32_t i = 0; i < c->actor_count; i++)
        drop_actor(c->program, &c->actors[i]);
    for (uint32_t i = 0; i < c->watcher_count; i++)
        machine_drop(&c->watchers[i].machine);
    c->actor_count = c->watcher_count = 0;
}

DirectCopy *direct_copy_new(void)
{
    return memory_zeroed(1, sizeof(DirectCopy));
}

void direct_copy_free(DirectCopy *c)
{
    if (!c)
        return;
    clear(c);
    free(c->actors);
    free(c->watchers);
    free(c->gone);
    free(c->absent);
    free(c->step.choices);
    free(c->step.shows);
    free(c->step.own);
    free(c->step.also);
    free(c->step.ops);
    free(c);
}

// ----------------------------------------------------------------------------------- copying

static void copy_actor(const Direct *d, const Actor *from, ActorCopy *to)
{
    const PProgram *p = d->program;
    *to = (ActorCopy){.actor = *from, .children = d->children[from->path]};
    to->actor.vars = (VarPrints){0};
    to->actor.mailbox = (Mailbox){0};
    if (!from->is_there)
        return;
    if (actor_owns_value(from))
        p_retain(p, from->intent.type, from->intent.value);
    if (from->role == PATH_MACHINE)
        machine_copy(p, &from->machine, &to->actor.machine);
    to->mail_count = from->mailbox.count;
    to->mails = to->mail_count ? memory_resized(NULL, to->mail_count, sizeof *to->mails) : NULL;
    for (uint32_t i = 0; i < to->mail_count; i++) {
        to->mails[i] = *mail_at(&from->mailbox, i);
        p_retain(p, p->events[to->mails[i].event].payload, to->mails[i].payload);
    }
}

static void copy_step(const Direct *d, StepCopy *to)
{
    to->resumed = *d->step;
    to->weight = d->weight;
    to->has_acted = d->has_acted;
    to->is_shown = d->is_shown;
    to->may_merge = d->may_merge;
    to->own_count = d->own.count;
    to->also_count = d->also.count;
    to->op_count = d->op_count;
    to->ops_before = d->ops_before;
    MEMORY_COPY(to->choices, to->choice_capacity, d->choices, d->step->choice_count);
    MEMORY_COPY(to->shows, to->show_capacity, d->shows, d->step->show_count);
    MEMORY_COPY(to->own, to->own_capacity, d->own.cells, d->own.count);
    MEMORY_COPY(to->also, to->also_capacity, d->also.cells, d->also.count);
    MEMORY_COPY(to->ops, to->op_capacity, d->ops, d->op_count);
}

static void copy_absent(const Direct *d, DirectCopy *c)
{
    c->has_found_children = d->has_found_children;
    c->absent_count = d->has_found_children ? d->absent_count : 0;
    MEMORY_GROW(c->absent, c->absent_count, c->absent_capacity);
    for (uint32_t i = 0; i < c->absent_count; i++)
        c->absent[i] = d->children[d->absent[i]];
}

void direct_copy(const Direct *d, DirectCopy *c)
{
    clear(c);
    c->program = d->program;
    MEMORY_GROW(c->actors, d->actor_count, c->actor_capacity);
    for (uint32_t i = 1; i < d->actor_count; i++)
        copy_actor(d, actor_at(d, i), &c->actors[c->actor_count++]);
    for (uint32_t i = 0; i < d->kind_count; i++)
        for (const Watcher *w = d->watchers[i]; w; w = w->next) {
            MEMORY_GROW(c->watchers, c->watcher_count + 1, c->watcher_capacity);
            WatcherCopy *to = &c->watchers[c->watcher_count++];
            to->kind = i;
            machine_copy(d->program, &w->machine, &to->machine);
        }
    c->gone_count = d->gone_count;
    if (d->gone)  // the first is not used
        MEMORY_COPY(c->gone, c->gone_capacity, d->gone, d->gone_count);
    copy_absent(d, c);
    c->left = d->left;
    c->is_within = d->is_within;
    c->choosing = d->is_asking && !d->is_within ? d->was_choosing : d->choosing;
    if (c->is_within)
        copy_step(d, &c->step);
}

// --------------------------------------------------------------------------------- going back

static void restore_actor(Direct *d, const ActorCopy *from)
{
    const PProgram *p = d->program;
    Actor *a = actor_add(d, from->actor.path, from->actor.role);
    Mailbox mailbox = a->mailbox;
    ActorHash hashes[HASH_KINDS];
    memcpy(hashes, a->hashes, sizeof hashes);
    assert(a->number == from->actor.number);
    *a = from->actor;
    a->mailbox = mailbox;
    memcpy(a->hashes, hashes, sizeof hashes);
    d->children[a->path] = from->children;
    if (!a->is_there)
        return;
    if (actor_owns_value(a))
        p_retain(p, a->intent.type, a->intent.value);
    if (a->role == PATH_MACHINE)
        machine_copy(p, &from->actor.machine, &a->machine);
    for (uint32_t i = 0; i < from->mail_count; i++) {
        mail_push(&a->mailbox, from->mails[i]);
        p_retain(p, p->events[from->mails[i].event].payload, from->mails[i].payload);
    }
}

static void restore_step(Direct *d, const StepCopy *from)
{
    d->resumed = from->resumed;
    d->weight = from->weight;
    d->has_acted = from->has_acted;
    d->is_shown = from->is_shown;
    d->may_merge = from->may_merge;
    d->own.count = from->own_count;
    d->also.count = from->also_count;
    d->op_count = from->op_count;
    d->ops_before = from->ops_before;
    MEMORY_COPY(d->choices, d->choice_capacity, from->choices, from->resumed.choice_count);
    MEMORY_COPY(d->shows, d->show_capacity, from->shows, from->resumed.show_count);
    MEMORY_COPY(d->own.cells, d->own.capacity, from->own, from->own_count);
    MEMORY_COPY(d->also.cells, d->also.capacity, from->also, from->also_count);
    MEMORY_COPY(d->ops, d->op_capacity, from->ops, from->op_count);
}

void direct_go_back(Direct *d, const DirectCopy *c)
{
    direct_end(d);
    for (uint32_t i = 0; i < c->actor_count; i++)
        restore_actor(d, &c->actors[i]);
    for (uint32_t i = 0; i < c->watcher_count; i++) {
        Machine machine;
        machine_copy(d->program, &c->watchers[i].machine, &machine);
        watch_add(d, c->watchers[i].kind, &machine);
    }
    d->gone_count = c->gone_count;
    if (c->gone_count > 1)
        MEMORY_COPY(d->gone, d->gone_capacity, c->gone, c->gone_count);
    // It is of the same execution, so the absent are those of the copy.
    assert(!c->has_found_children || c->absent_count == d->absent_count);
    for (uint32_t i = 0; i < c->absent_count; i++)
        d->children[d->absent[i]] = c->absent[i];
    d->has_found_children = c->has_found_children;
    d->left = c->left;
    d->choosing = c->choosing;
    d->goes_on = c->is_within;
    if (c->is_within)
        restore_step(d, &c->step);
}
